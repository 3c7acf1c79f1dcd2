/* The type Resolver: what the joints must do for the hand to move as asked. */
#include "objects.h"

#include <string.h>

typedef struct {
  PyObject_HEAD ulna_resolver *resolver;
  ulna_work *work;
  robot_object *robot;
} resolver_object;
static PyTypeObject *resolver_type;

static void resolver_dealloc(PyObject *self)
{
  resolver_object *r = (resolver_object *)self;
  ulna_resolver_destroy(r->resolver);
  ulna_work_destroy(r->work);
  Py_XDECREF(r->robot);
  object_free(self);
}

static PyObject *resolver_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  PyObject *given;
  if (!PyArg_ParseTuple(args, "O", &given)) return NULL;
  robot_object *robot = robot_of(given);
  PyObject *keep = robot ? PyList_New(0) : NULL;
  resolver_object *self = keep ? (resolver_object *)PyType_GenericAlloc(type, 0) : NULL;
  ulna_resolve_options options = ulna_resolve_options_default();
  if (self && struct_set(&struct_ulna_resolve_options, &options, keywords, robot->n, keep) < 0)
    Py_CLEAR(self);
  if (self) {
    Py_INCREF(robot);
    self->robot = robot;
    ulna_status status = ulna_resolver_create(robot->model, &options, NULL, &self->resolver);
    if (status == ULNA_OK) status = ulna_work_create(robot->model, ULNA_PARTS_DEFAULT, NULL, &self->work);
    if (status != ULNA_OK) {
      raise_status(status, "Resolver");
      Py_CLEAR(self);
    }
  }
  Py_XDECREF(keep);
  return (PyObject *)self;
}

/* q, qd (accelerations only), the hand's motion, previous, preferred: arrays of them, to be let go. */
typedef struct {
  PyArrayObject *array[5];
  const double *q, *qd, *hand, *previous, *preferred;
} resolve_input;

static void let_go(resolve_input *in)
{
  for (int k = 0; k < 5; k++) Py_XDECREF(in->array[k]);
}

static PyObject *resolve(resolver_object *r, PyObject *const given[5], bool accelerations)
{
  const int n = r->robot->n;
  resolve_input in = {0};
  const char *what = accelerations ? "hand_acceleration" : "hand_twist";
  PyArrayObject *out = NULL;
  ulna_resolve_outcome outcome;
  PyObject *told = NULL, *result = NULL;
  if (take_numbers(given[0], "q", n, &in.array[0], &in.q) < 0 ||
      take_numbers(given[1], "qd", n, &in.array[1], &in.qd) < 0 ||
      take_numbers(given[2], what, 6, &in.array[2], &in.hand) < 0 ||
      take_numbers(given[3], "previous", n, &in.array[3], &in.previous) < 0 ||
      take_numbers(given[4], "preferred", n, &in.array[4], &in.preferred) < 0 || !(out = new_numbers(n, 0))) {
    let_go(&in);
    return NULL;
  }
  const ulna_status status =
      accelerations ? ulna_resolve_acceleration(r->resolver, r->work, in.q, in.qd, in.hand, in.previous,
                                                in.preferred, PyArray_DATA(out), &outcome)
                    : ulna_resolve_rate(r->resolver, r->work, in.q, in.hand, in.previous, in.preferred,
                                        PyArray_DATA(out), &outcome);
  if (status != ULNA_OK) raise_status(status, accelerations ? "acceleration" : "rate");
  else told = struct_get(&struct_ulna_resolve_outcome, &outcome, n);
  if (told) result = PyTuple_Pack(2, out, told);
  Py_XDECREF(told);
  Py_DECREF(out);
  let_go(&in);
  return result;
}

static PyObject *resolver_acceleration(PyObject *self, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"q", "qd", "hand_acceleration", "previous", "preferred", NULL};
  PyObject *given[5] = {NULL};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|OO", names, &given[0], &given[1], &given[2],
                                   &given[3], &given[4]))
    return NULL;
  return resolve((resolver_object *)self, given, true);
}

static PyObject *resolver_rate(PyObject *self, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"q", "hand_twist", "previous", "preferred", NULL};
  PyObject *given[5] = {NULL};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|OO", names, &given[0], &given[2], &given[3],
                                   &given[4]))
    return NULL;
  return resolve((resolver_object *)self, given, false);
}

/* Preferences: of a posture, or away from limits. */
static PyObject *prefer(resolver_object *r, PyObject *q_given, PyObject *qd_given, PyObject *posture_given,
                        double margin, double rate)
{
  const int n = r->robot->n;
  PyArrayObject *array[3] = {NULL}, *out = NULL;
  const double *q, *qd, *posture;
  if (take_numbers(q_given, "q", n, &array[0], &q) == 0 &&
      take_numbers(qd_given, "qd", n, &array[1], &qd) == 0 &&
      take_numbers(posture_given, "posture", n, &array[2], &posture) == 0 && (out = new_numbers(n, 0))) {
    if (posture) ulna_resolver_prefer_posture(r->resolver, rate, q, qd, posture, PyArray_DATA(out));
    else ulna_resolver_prefer_limits(r->resolver, margin, rate, q, qd, PyArray_DATA(out));
  }
  for (int k = 0; k < 3; k++) Py_XDECREF(array[k]);
  return (PyObject *)out;
}

static PyObject *resolver_prefer_posture(PyObject *self, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"q", "posture", "rate", "qd", NULL};
  PyObject *q, *posture, *qd = NULL;
  double rate;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOd|O", names, &q, &posture, &rate, &qd)) return NULL;
  if (posture == Py_None)
    return PyErr_Format(PyExc_TypeError, "posture: %d numbers were expected",
                        ((resolver_object *)self)->robot->n);
  return prefer((resolver_object *)self, q, qd, posture, 0, rate);
}

static PyObject *resolver_prefer_limits(PyObject *self, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"q", "margin", "rate", "qd", NULL};
  PyObject *q, *qd = NULL;
  double margin, rate;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "Odd|O", names, &q, &margin, &rate, &qd)) return NULL;
  return prefer((resolver_object *)self, q, qd, NULL, margin, rate);
}

int resolver_ready(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"acceleration", (PyCFunction)(void (*)(void))resolver_acceleration, METH_VARARGS | METH_KEYWORDS,
       "acceleration($self, q, qd, hand_acceleration, previous=None, preferred=None)\n--\n\n"
       "(qdd, outcome): joint accelerations for the hand's acceleration (6, angular first), and what became of it, a dict with\n"
       "the fields of ulna_resolve_outcome. C: ulna_resolve_acceleration."},
      {"rate", (PyCFunction)(void (*)(void))resolver_rate, METH_VARARGS | METH_KEYWORDS,
       "rate($self, q, hand_twist, previous=None, preferred=None)\n--\n\n"
       "(qd, outcome): joint rates for the hand's twist (6, angular first). C: ulna_resolve_rate."},
      {"prefer_posture", (PyCFunction)(void (*)(void))resolver_prefer_posture, METH_VARARGS | METH_KEYWORDS,
       "prefer_posture($self, q, posture, rate, qd=None)\n--\n\n"
       "Rates (with qd: accelerations) towards a posture, for `preferred`. C: ulna_resolver_prefer_posture."},
      {"prefer_limits", (PyCFunction)(void (*)(void))resolver_prefer_limits, METH_VARARGS | METH_KEYWORDS,
       "prefer_limits($self, q, margin, rate, qd=None)\n--\n\n"
       "Rates (with qd: accelerations) away from the limits, for `preferred`. C: ulna_resolver_prefer_limits."},
      {NULL, NULL, 0, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_new, (void *)resolver_new},
      {Py_tp_dealloc, (void *)resolver_dealloc},
      {Py_tp_methods, methods},
      {Py_tp_doc,
       (void
            *)"Resolver(robot, /, **options)\n--\n\n"
              "What the joints must do for the hand to move as asked. options: fields of ulna_resolve_options (method\n"
              "'elimination' or 'damped', weight, pivot, damping, length, limits, ignore_limits, period)."},
      {0, NULL}};
  PyType_Spec spec = {"ulna._core.Resolver", sizeof(resolver_object), 0, Py_TPFLAGS_DEFAULT, slots};
  return type_ready(module, "Resolver", &spec, &resolver_type);
}
