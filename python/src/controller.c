/* The type Controller: one call per set point. */
#include "objects.h"

#include <string.h>

typedef struct {
  PyObject_HEAD ulna_controller *controller;
  robot_object *robot;
  double period;
  bool holding;
} controller_object;
static PyTypeObject *controller_type;
static const char *const kinds[] = {"unified",        "computed-torque", "pd-gravity",      "joint-pd",
                                    "actuator-servo", "impedance",       "unified-printed", NULL};
static const char *const stages[] = {"any", "hold", "gross", "fine", "contact", NULL};

static void controller_dealloc(PyObject *self)
{
  ulna_controller_destroy(((controller_object *)self)->controller);
  Py_XDECREF(((controller_object *)self)->robot);
  object_free(self);
}

static int controller_make(controller_object *self, const ulna_controller_options *options)
{
  const char *fault = ulna_controller_options_fault(self->robot->model, options);
  const ulna_status status =
      fault ? ULNA_INVALID_ARGUMENT
            : ulna_controller_create(self->robot->model, options, NULL, &self->controller);
  if (status != ULNA_OK) raise_status(status, "%s", fault ? fault : "Controller");
  self->period = options->period;
  return status == ULNA_OK ? 0 : -1;
}

static PyObject *controller_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  PyObject *given, *kind;
  if (!PyArg_ParseTuple(args, "OO", &given, &kind)) return NULL;
  robot_object *robot = robot_of(given);
  const int which = robot ? enum_value(kind, "kind", kinds) : -1;
  if (which < 0) return NULL;
  ulna_controller_options options = ulna_controller_options_default((ulna_control_kind)which);
  PyObject *keep = PyList_New(0);
  controller_object *self = keep ? (controller_object *)PyType_GenericAlloc(type, 0) : NULL;
  if (self) {
    Py_INCREF(robot);
    self->robot = robot;
    if (struct_set(&struct_ulna_controller_options, &options, keywords, robot->n, keep) < 0 ||
        controller_make(self, &options) < 0)
      Py_CLEAR(self);
  }
  Py_XDECREF(keep);
  return (PyObject *)self;
}

/* A desired motion from keywords; what it points to lives in `keep` and in the two poses. */
static int take_desired(PyObject *dict, int n, ulna_desired *d, ulna_pose pose[2], PyObject *keep)
{
  PyObject *name, *value;
  Py_ssize_t at = 0;
  while (dict && PyDict_Next(dict, &at, &name, &value)) {
    const char *key = PyUnicode_AsUTF8AndSize(name, NULL);
    if (!key) return -1;
    const struct {
      const char *name;
      const double **to;
      int count;
    } arrays[] = {{"q", &d->q, n},
                  {"qd", &d->qd, n},
                  {"qdd", &d->qdd, n},
                  {"twist", &d->twist, 6},
                  {"acceleration", &d->acceleration, 6},
                  {"goal_q", &d->goal_q, n},
                  {"push", &d->push, 6}};
    bool known = false;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays && !known; k++) {
      if (strcmp(key, arrays[k].name) != 0) continue;
      PyArrayObject *array;
      if (take_numbers(value, key, arrays[k].count, &array, arrays[k].to) < 0) return -1;
      if (array && PyList_Append(keep, (PyObject *)array) < 0) return Py_DECREF(array), -1;
      Py_XDECREF(array);
      known = true;
    }
    if (known || value == Py_None) continue;
    if (strcmp(key, "pose") == 0 || strcmp(key, "goal") == 0) {
      const bool goal = key[0] == 'g';
      if (pose_from(value, key, &pose[goal]) < 0) return -1;
      *(goal ? &d->goal : &d->pose) = &pose[goal];
    } else if (strcmp(key, "stage") == 0) {
      const int stage = enum_value(value, "stage", stages);
      if (stage < 0) return -1;
      d->stage = (ulna_stage)stage;
    } else {
      PyErr_Format(PyExc_TypeError,
                   "step has no keyword %R; it has q qd qdd pose twist acceleration goal_q goal push stage",
                   name);
      return -1;
    }
  }
  return 0;
}

static PyObject *controller_step(PyObject *self, PyObject *args, PyObject *keywords)
{
  controller_object *c = (controller_object *)self;
  const int n = c->robot->n;
  double t;
  PyObject *q, *qd, *wrench = NULL, *keep = PyList_New(0);
  PyArrayObject *array[3] = {NULL}, *out = NULL;
  ulna_measured measured = {0};
  ulna_desired desired = {.stage = ULNA_STAGE_ANY};
  ulna_pose pose[2];
  if (keep && PyArg_ParseTuple(args, "dOO|O", &t, &q, &qd, &wrench) &&
      take_numbers(q, "q measured", n, &array[0], &measured.q) == 0 &&
      take_numbers(qd, "qd measured", n, &array[1], &measured.qd) == 0 &&
      take_numbers(wrench, "wrench", 6, &array[2], &measured.wrench) == 0 &&
      take_desired(keywords, n, &desired, pose, keep) == 0 && (out = new_numbers(n, 0))) {
    measured.t = t;
    const ulna_status status = ulna_controller_step(c->controller, &measured, &desired, PyArray_DATA(out));
    c->holding = status == ULNA_HOLDING;
    if (status != ULNA_OK && status != ULNA_HOLDING) {
      raise_status(status, "step");
      Py_CLEAR(out);
    }
  }
  for (int k = 0; k < 3; k++) Py_XDECREF(array[k]);
  Py_XDECREF(keep);
  return (PyObject *)out;
}

static PyObject *controller_reset(PyObject *self, PyObject *x)
{
  (void)x;
  ((controller_object *)self)->holding = false;
  ulna_controller_reset(((controller_object *)self)->controller);
  Py_RETURN_NONE;
}

static PyObject *controller_tare(PyObject *self, PyObject *samples)
{
  const long count = PyLong_AsLong(samples);
  if (count == -1 && PyErr_Occurred()) return NULL;
  if (count < 1) return PyErr_Format(PyExc_ValueError, "samples: 1 or more was expected, not %R", samples);
  ulna_controller_tare(((controller_object *)self)->controller, (int)count);
  Py_RETURN_NONE;
}

static PyObject *controller_gains(PyObject *self, PyObject *posture)
{
  controller_object *c = (controller_object *)self;
  const int n = c->robot->n;
  PyArrayObject *q = numbers(posture, "q", 1, n), *kp = new_numbers(n, 0), *kv = new_numbers(n, 0),
                *inertia = new_numbers(n, 0);
  PyObject *result = NULL;
  if (q && kp && kv && inertia) {
    ulna_controller_gains(c->controller, PyArray_DATA(q), PyArray_DATA(kp), PyArray_DATA(kv),
                          PyArray_DATA(inertia));
    result = PyTuple_Pack(3, kp, kv, inertia);
  }
  Py_XDECREF(q), Py_XDECREF(kp), Py_XDECREF(kv), Py_XDECREF(inertia);
  return result;
}

static PyObject *controller_servo_gains(PyObject *self, PyObject *x)
{
  (void)x;
  controller_object *c = (controller_object *)self;
  const int n = c->robot->n;
  PyArrayObject *kp = new_numbers(n, 0), *kd = new_numbers(n, 0), *ki = new_numbers(n, 0);
  PyObject *result = NULL;
  if (kp && kd && ki) {
    ulna_controller_servo_gains(c->controller, PyArray_DATA(kp), PyArray_DATA(kd), PyArray_DATA(ki));
    result = PyTuple_Pack(3, kp, kd, ki);
  }
  Py_XDECREF(kp), Py_XDECREF(kd), Py_XDECREF(ki);
  return result;
}

static ulna_controller *of(PyObject *self) { return ((controller_object *)self)->controller; }
static PyObject *get_holding(PyObject *self, void *x)
{
  return (void)x, PyBool_FromLong(((controller_object *)self)->holding);
}
static PyObject *get_period(PyObject *self, void *x)
{
  return (void)x, PyFloat_FromDouble(((controller_object *)self)->period);
}
static PyObject *get_stage(PyObject *self, void *x)
{
  (void)x;
  return PyUnicode_FromString(ulna_stage_name(ulna_controller_stage(of(self))));
}
static PyObject *get_outcome(PyObject *self, void *x)
{
  (void)x;
  return struct_get(&struct_ulna_control_outcome, ulna_controller_outcome(of(self)),
                    ((controller_object *)self)->robot->n);
}
static PyObject *get_fault(PyObject *self, void *x)
{
  (void)x;
  const ulna_control_fault *fault = ulna_controller_fault(of(self));
  if (!fault || fault->kind == ULNA_CONTROL_FAULT_NONE) Py_RETURN_NONE;
  char line[300];
  ulna_control_fault_format(fault, line, sizeof line);
  PyObject *dict = struct_get(&struct_ulna_control_fault, fault, 0), *text = PyUnicode_FromString(line);
  if (dict && text && PyDict_SetItemString(dict, "text", text) < 0) Py_CLEAR(dict);
  Py_XDECREF(text);
  return dict;
}
static PyObject *get_table_error(PyObject *self, void *x)
{
  (void)x;
  return array_of(ulna_controller_table_error(of(self)), ((controller_object *)self)->robot->n, 0);
}

int controller_ready(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"step", (PyCFunction)(void (*)(void))controller_step, METH_VARARGS | METH_KEYWORDS,
       "step($self, t, q, qd, wrench=None, /, **desired)\n--\n\n"
       "What the joints, actuators or motors shall get (n), for what is measured at time t and for the set point: q, qd, qdd of\n"
       "joints, or pose, twist, acceleration of the hand; goal_q or goal, push, stage. Where something is wrong the arm is held\n"
       "still: `holding` is true then, and `fault` tells why. C: ulna_controller_step."},
      {"reset", controller_reset, METH_NOARGS,
       "reset($self, /)\n--\n\nForgets what was measured, integrals and faults."},
      {"tare", controller_tare, METH_O,
       "tare($self, samples, /)\n--\n\nThe next readings of the hand sensor are its bias."},
      {"gains", controller_gains, METH_O,
       "gains($self, q, /)\n--\n\n(kp, kv, inertia) of gross motion at a posture."},
      {"servo_gains", controller_servo_gains, METH_NOARGS,
       "servo_gains($self, /)\n--\n\n(kp, kd, ki) of the actuators' servos."},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef getters[] = {
      {"holding", get_holding, NULL, "whether the last step held the arm still", NULL},
      {"period", get_period, NULL, "nominal, s", NULL},
      {"stage", get_stage, NULL, "'hold', 'gross', 'fine' or 'contact'", NULL},
      {"outcome", get_outcome, NULL, "what the last step did: fields of ulna_control_outcome", NULL},
      {"fault", get_fault, NULL, "the first fault since the last reset, a dict with its text; None", NULL},
      {"table_error", get_table_error, NULL, "largest relative error of the inertia table, per joint", NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_new, (void *)controller_new},
      {Py_tp_dealloc, (void *)controller_dealloc},
      {Py_tp_methods, methods},
      {Py_tp_getset, getters},
      {Py_tp_doc,
       (void
            *)"Controller(robot, kind, /, **options)\n--\n\n"
              "A controller: 'unified', 'computed-torque', 'pd-gravity', 'joint-pd', 'actuator-servo', 'impedance' or\n"
              "'unified-printed'. options: fields of ulna_controller_options, dicts where it has structs: period, delay,\n"
              "output, joints={'frequency': 30}, hand={...}, friction={'by': 'desired'}, ..."},
      {0, NULL}};
  PyType_Spec spec = {"ulna._core.Controller", sizeof(controller_object), 0, Py_TPFLAGS_DEFAULT, slots};
  return type_ready(module, "Controller", &spec, &controller_type);
}
