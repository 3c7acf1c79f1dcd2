/* The type Plant: the arm with drives, friction and stops as differential equations with events. */
#include "objects.h"

#include <math.h>
#include <string.h>

#include "plant.h"

static PyTypeObject *plant_type;

/* Calls a Python function of (t, q, qd) that gives n numbers; what it raises is found after the call into the library, which
 * meanwhile sees numbers that are not. */
void call_for_numbers(PyObject *function, double t, const double q[], const double qd[], int n, double u[])
{
  PyArrayObject *given = NULL;
  if (!PyErr_Occurred()) {
    PyObject *positions = array_of(q, n, 0), *rates = array_of(qd, n, 0);
    PyObject *made = positions && rates ? PyObject_CallFunction(function, "dOO", t, positions, rates) : NULL;
    given = made ? numbers(made, "what the function gives", 1, n) : NULL;
    Py_XDECREF(positions), Py_XDECREF(rates), Py_XDECREF(made);
  }
  for (int k = 0; k < n; k++) u[k] = given ? ((const double *)PyArray_DATA(given))[k] : NAN;
  Py_XDECREF(given);
}

PyObject *event_tuple(const ulna_event *event)
{
  return Py_BuildValue("dsiii", event->t, ulna_event_name(event->kind), event->index, event->mode_before,
                       event->mode_after);
}

typedef struct {
  PyObject_HEAD ulna_plant *plant;
  robot_object *robot;
  PyObject *input;  // NULL: u is held
  double *u;
} plant_object;

static void plant_dealloc(PyObject *self)
{
  plant_object *p = (plant_object *)self;
  ulna_plant_destroy(p->plant);
  Py_XDECREF(p->robot);
  Py_XDECREF(p->input);
  PyMem_Free(p->u);
  object_free(self);
}

static void plant_input(void *context, double t, const double q[], const double qd[], double u[])
{
  plant_object *p = context;
  if (p->input) call_for_numbers(p->input, t, q, qd, p->robot->n, u);
  else memcpy(u, p->u, (size_t)p->robot->n * sizeof *u);
}

static int plant_make(plant_object *p, PyObject *options_given)
{
  ulna_plant_options options = ulna_plant_options_default();
  PyObject *keep = PyList_New(0);
  const int bad =
      !keep || struct_set(&struct_ulna_plant_options, &options, options_given, p->robot->n, keep) < 0;
  Py_XDECREF(keep);
  if (bad) return -1;
  const ulna_surroundings surroundings = {.context = p, .input = plant_input};
  const ulna_status status = ulna_plant_create(p->robot->model, &options, &surroundings, NULL, &p->plant);
  if (status != ULNA_OK) raise_status(status, "Plant");
  return status == ULNA_OK ? 0 : -1;
}

static PyObject *plant_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  PyObject *given, *input = NULL;
  if (!PyArg_ParseTuple(args, "O|O", &given, &input)) return NULL;
  robot_object *robot = robot_of(given);
  plant_object *self = robot ? (plant_object *)PyType_GenericAlloc(type, 0) : NULL;
  if (!self) return NULL;
  Py_INCREF(robot);
  self->robot = robot;
  if (input && input != Py_None) self->input = Py_NewRef(input);
  self->u = PyMem_Calloc((size_t)robot->n, sizeof *self->u);
  if (!self->u) PyErr_NoMemory();
  if (!self->u || plant_make(self, keywords) < 0) Py_CLEAR(self);
  return (PyObject *)self;
}

/* A copy of the state that was given. */
static PyArrayObject *state_copy(plant_object *p, PyObject *y)
{
  PyArrayObject *given = numbers(y, "y", 1, ulna_plant_state_count(p->plant));
  PyArrayObject *copy = given ? (PyArrayObject *)PyArray_NewCopy(given, NPY_CORDER) : NULL;
  Py_XDECREF(given);
  return copy;
}

/* What became of a call: exceptions of Python's own come first. */
static bool went_well(ulna_status status, const char *what)
{
  if (PyErr_Occurred()) return false;
  if (status != ULNA_OK) raise_status(status, "%s", what);
  return status == ULNA_OK;
}

static int parse_state(PyObject *self, PyObject *args, PyObject *keywords, PyArrayObject **y, double *t)
{
  static char *names[] = {"y", "t", NULL};
  PyObject *given;
  *t = 0, *y = NULL;
  if (PyArg_ParseTupleAndKeywords(args, keywords, "O|d", names, &given, t))
    *y = state_copy((plant_object *)self, given);
  return *y ? 0 : -1;
}

static PyObject *plant_start(PyObject *self, PyObject *args, PyObject *keywords)
{
  PyArrayObject *y;
  double t;
  if (parse_state(self, args, keywords, &y, &t) < 0) return NULL;
  if (!went_well(ulna_plant_start(((plant_object *)self)->plant, t, PyArray_DATA(y)), "start")) Py_CLEAR(y);
  return (PyObject *)y;
}

static PyObject *plant_rate(PyObject *self, PyObject *args, PyObject *keywords)
{
  PyArrayObject *y, *rate;
  double t;
  if (parse_state(self, args, keywords, &y, &t) < 0) return NULL;
  rate = new_numbers(ulna_plant_state_count(((plant_object *)self)->plant), 0);
  if (rate &&
      !went_well(ulna_plant_rate(((plant_object *)self)->plant, t, PyArray_DATA(y), PyArray_DATA(rate)),
                 "rate"))
    Py_CLEAR(rate);
  Py_DECREF(y);
  return (PyObject *)rate;
}

static PyObject *plant_switches(PyObject *self, PyObject *args, PyObject *keywords)
{
  PyArrayObject *y, *g;
  double t;
  if (parse_state(self, args, keywords, &y, &t) < 0) return NULL;
  g = new_numbers(ulna_plant_switch_count(((plant_object *)self)->plant), 0);
  if (g && !went_well(ulna_plant_switches(((plant_object *)self)->plant, t, PyArray_DATA(y), PyArray_DATA(g)),
                      "switches"))
    Py_CLEAR(g);
  Py_DECREF(y);
  return (PyObject *)g;
}

static PyObject *plant_energy(PyObject *self, PyObject *given)
{
  PyArrayObject *y = state_copy((plant_object *)self, given);
  if (!y) return NULL;
  double kinetic, potential;
  ulna_plant_energy(((plant_object *)self)->plant, PyArray_DATA(y), &kinetic, &potential);
  Py_DECREF(y);
  return Py_BuildValue("dd", kinetic, potential);
}

static PyObject *plant_observe(PyObject *self, PyObject *args, PyObject *keywords)
{
  static const char *const names[] = {"qdd",     "u",   "tau",      "q_a",       "qd_a",
                                      "current", "F_d", "friction", "stop_force"};
  enum { SIGNALS = 9, FRICTION = 7 };
  plant_object *p = (plant_object *)self;
  PyArrayObject *y, *made[SIGNALS] = {NULL};
  double t, *at[SIGNALS];
  if (parse_state(self, args, keywords, &y, &t) < 0) return NULL;
  PyObject *dict = PyDict_New();
  for (int k = 0; k < SIGNALS && dict; k++) {
    made[k] = new_numbers(k == FRICTION ? ulna_friction_place_count(p->robot->model) : p->robot->n, 0);
    if (!made[k] || PyDict_SetItemString(dict, names[k], (PyObject *)made[k]) < 0) Py_CLEAR(dict);
    else at[k] = PyArray_DATA(made[k]);
  }
  if (dict) {
    const ulna_plant_signals signals = {at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]};
    if (!went_well(ulna_plant_observe(p->plant, t, PyArray_DATA(y), &signals), "observe")) Py_CLEAR(dict);
  }
  for (int k = 0; k < SIGNALS; k++) Py_XDECREF(made[k]);
  Py_DECREF(y);
  return dict;
}

static PyObject *plant_linearise(PyObject *self, PyObject *args, PyObject *keywords)
{
  plant_object *p = (plant_object *)self;
  PyArrayObject *y;
  double t;
  if (parse_state(self, args, keywords, &y, &t) < 0) return NULL;
  const int m = ulna_plant_linear_state_count(p->plant);
  PyArrayObject *A = new_numbers(m, m), *B = new_numbers(m, p->robot->n);
  char why[300] = "";
  PyObject *result = NULL;
  if (A && B) {
    const ulna_status status =
        ulna_plant_linearise(p->plant, t, PyArray_DATA(y), PyArray_DATA(A), PyArray_DATA(B), why, sizeof why);
    if (went_well(status, *why ? why : "linearise (a plant made with linear=True)"))
      result = PyTuple_Pack(2, A, B);
  }
  Py_XDECREF(A), Py_XDECREF(B), Py_DECREF(y);
  return result;
}

static void note_event(void *context, const ulna_event *event)
{
  if (PyErr_Occurred()) return;
  PyObject *one = event_tuple(event);
  if (one) PyList_Append(context, one);
  Py_XDECREF(one);
}

static ulna_status hear(void *context, double t)
{
  (void)context, (void)t;
  return PyErr_Occurred() || PyErr_CheckSignals() < 0 ? ULNA_STOPPED : ULNA_OK;
}

static PyObject *plant_step(PyObject *self, PyObject *args, PyObject *keywords)
{
  static const char *const integrators[] = {"euler", "semi-implicit", "rk4", NULL};
  static char *names[] = {"y", "h", "t", "integrator", "event_tolerance", NULL};
  PyObject *given, *integrator = NULL;
  double h, t = 0, tolerance = 1e-9;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "Od|dOd", names, &given, &h, &t, &integrator, &tolerance))
    return NULL;
  const int which = integrator ? enum_value(integrator, "integrator", integrators) : ULNA_RK4;
  PyArrayObject *y = which < 0 ? NULL : state_copy((plant_object *)self, given);
  PyObject *events = y ? PyList_New(0) : NULL, *result = NULL;
  if (events) {
    const ulna_event_sink sink = {events, note_event, NULL};
    const ulna_status status = ulna_plant_step(((plant_object *)self)->plant, (ulna_integrator)which, h,
                                               tolerance, t, PyArray_DATA(y), &sink);
    if (went_well(status, "step")) result = PyTuple_Pack(2, y, events);
  }
  Py_XDECREF(y), Py_XDECREF(events);
  return result;
}

ulna_status adaptive_make(ulna_plant *plant, const ulna_adaptive_options *options, ulna_adaptive **made)
{
#ifdef ULNA_HAS_MULTISTEP
  if (options->method != ULNA_ERK) return ulna_multistep_create(plant, options, NULL, made);
#endif
  return ulna_adaptive_create(plant, options, NULL, made);
}

/* advance(y, t, t_end, **options): by tolerance. */
static PyObject *plant_advance(PyObject *self, PyObject *args, PyObject *keywords)
{
  PyObject *given, *keep = PyList_New(0), *events = NULL, *result = NULL;
  double t, t_end;
  ulna_adaptive_options options = ulna_adaptive_options_default();
  PyArrayObject *y = NULL;
  ulna_adaptive *adaptive = NULL;
  if (keep && PyArg_ParseTuple(args, "Odd", &given, &t, &t_end) &&
      struct_set(&struct_ulna_adaptive_options, &options, keywords, 0, keep) == 0 &&
      (y = state_copy((plant_object *)self, given)) && (events = PyList_New(0))) {
    ulna_status status = adaptive_make(((plant_object *)self)->plant, &options, &adaptive);
    const ulna_event_sink sink = {events, note_event, hear};
    if (status == ULNA_OK) status = ulna_adaptive_advance(adaptive, t, t_end, PyArray_DATA(y), &sink, NULL);
    const char *why = adaptive ? ulna_adaptive_failure(adaptive) : "";
    if (went_well(status, *why ? why : "advance")) {
      const ulna_adaptive_statistics counts = ulna_adaptive_statistics_get(adaptive);
      PyObject *told = struct_get(&struct_ulna_adaptive_statistics, &counts, 0);
      if (told) result = PyTuple_Pack(3, y, events, told);
      Py_XDECREF(told);
    }
  }
  ulna_adaptive_destroy(adaptive);
  Py_XDECREF(keep), Py_XDECREF(events), Py_XDECREF(y);
  return result;
}

static PyObject *ints(const int *from, int count)
{
  npy_intp dims[1] = {count};
  PyObject *array = PyArray_SimpleNew(1, dims, NPY_INT);
  if (array && count) memcpy(PyArray_DATA((PyArrayObject *)array), from, (size_t)count * sizeof *from);
  return array;
}

static ulna_plant *of(PyObject *self) { return ((plant_object *)self)->plant; }
static PyObject *get_state_count(PyObject *s, void *x)
{
  return (void)x, PyLong_FromLong(ulna_plant_state_count(of(s)));
}
static PyObject *get_energy_index(PyObject *s, void *x)
{
  return (void)x, PyLong_FromLong(ulna_plant_energy_index(of(s)));
}
static PyObject *get_modes(PyObject *s, void *x)
{
  return (void)x, ints(ulna_plant_modes(of(s)), ulna_friction_place_count(((plant_object *)s)->robot->model));
}
static PyObject *get_stops(PyObject *s, void *x)
{
  return (void)x, ints(ulna_plant_stops(of(s)), ((plant_object *)s)->robot->n);
}
static PyObject *get_u(PyObject *s, void *x)
{
  return (void)x, array_of(((plant_object *)s)->u, ((plant_object *)s)->robot->n, 0);
}
static int set_u(PyObject *self, PyObject *value, void *x)
{
  (void)x;
  plant_object *p = (plant_object *)self;
  PyArrayObject *array = value ? numbers(value, "u", 1, p->robot->n) : NULL;
  if (!array) return PyErr_Occurred() ? -1 : (PyErr_SetString(PyExc_TypeError, "u cannot be deleted"), -1);
  memcpy(p->u, PyArray_DATA(array), (size_t)p->robot->n * sizeof *p->u);
  Py_DECREF(array);
  return 0;
}

int plant_ready(PyObject *module)
{
#define BY_STATE(name, text)                                                                                 \
  {                                                                                                          \
#    name, (PyCFunction)(void (*)(void))plant_##name, METH_VARARGS | METH_KEYWORDS,                          \
        #    name "($self, y, t=0)\n--\n\n" text                                                             \
  }
  static PyMethodDef methods[] = {
      BY_STATE(
          start,
          "Decides what sticks and what rests at (t, y); the state, speeds of what sticks exactly zero. To be called first."),
      BY_STATE(rate, "dy/dt with the modes as they are."),
      BY_STATE(switches, "Switch functions: positive while the present modes hold."),
      BY_STATE(
          observe,
          "What the plant does at (t, y): a dict of qdd, u, tau, q_a, qd_a, current, F_d, friction, stop_force."),
      BY_STATE(linearise, "(A, B) near (t, y), of a plant made with linear=True. C: ulna_plant_linearise."),
      {"energy", plant_energy, METH_O, "energy($self, y, /)\n--\n\n(kinetic, potential), J."},
      {"step", (PyCFunction)(void (*)(void))plant_step, METH_VARARGS | METH_KEYWORDS,
       "step($self, y, h, t=0, integrator='rk4', event_tolerance=1e-09)\n--\n\n"
       "(y, events) after a step of length h; integrator: 'euler', 'semi-implicit' or 'rk4'. Events: (t, kind, index, before, after)."},
      {"advance", (PyCFunction)(void (*)(void))plant_advance, METH_VARARGS | METH_KEYWORDS,
       "advance($self, y, t, t_end, /, **options)\n--\n\n"
       "(y, events, statistics) at t_end, by steps to a tolerance. options: method ('erk', 'adams', 'bdf'), order, relative,\n"
       "absolute, max_step. C: ulna_adaptive_advance."},
      {NULL, NULL, 0, NULL}};
#undef BY_STATE
  static PyGetSetDef getters[] = {
      {"state_count", get_state_count, NULL, "numbers of a state", NULL},
      {"energy_index", get_energy_index, NULL, "where in the state the work done starts", NULL},
      {"modes", get_modes, NULL, "-1, 0 (stuck), +1 of each place of friction", NULL},
      {"stops", get_stops, NULL, "+1, -1, 0 of each joint's stop", NULL},
      {"u", get_u, set_u, "what drives the plant, held; where it has no input function", NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_new, (void *)plant_new},
      {Py_tp_dealloc, (void *)plant_dealloc},
      {Py_tp_methods, methods},
      {Py_tp_getset, getters},
      {Py_tp_doc,
       (void
            *)"Plant(robot, input=None, /, **options)\n--\n\n"
              "The arm as a system with events; state y: q, qd, currents (driven by voltage), work by drives, in friction,\n"
              "stops, by the world. input(t, q, qd) gives n numbers; None: the attribute u. options: fields of\n"
              "ulna_plant_options (driven_by, friction, stops, stop_stiffness, ..., linear)."},
      {0, NULL}};
  PyType_Spec spec = {"ulna._core.Plant", sizeof(plant_object), 0, Py_TPFLAGS_DEFAULT, slots};
  return type_ready(module, "Plant", &spec, &plant_type);
}
