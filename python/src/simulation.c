/* The type Simulation: a plant in continuous time, what acts on it, and a controller in Python that samples it. */
#include "objects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plant.h"

static PyTypeObject *simulation_type;

typedef struct {
  PyObject_HEAD ulna_simulation *simulation;
  ulna_adaptive *adaptive;  // NULL: steps of a fixed length
  robot_object *robot;
  PyObject *controller, *keep, *events;
  ulna_simulation_options options;
  ulna_sampled_controller sampled;
  ulna_sensors sensors;
  ulna_adaptive_options by_tolerance;
  ulna_channel *input, *wrench, *base;
  ulna_payload_change *payloads;
  double *rows;
  size_t count, room, width;
} simulation_object;

static void free_channels(ulna_channel *channels, int count)
{
  for (int k = 0; channels && k < count; k++) PyMem_Free((void *)channels[k].signals);
  PyMem_Free(channels);
}

static void simulation_dealloc(PyObject *self)
{
  simulation_object *s = (simulation_object *)self;
  ulna_simulation_destroy(s->simulation);
  ulna_adaptive_destroy(s->adaptive);
  free_channels(s->input, s->robot ? s->robot->n : 0);
  free_channels(s->wrench, 6), free_channels(s->base, 6);
  PyMem_Free(s->payloads);
  free(s->rows);
  Py_XDECREF(s->robot), Py_XDECREF(s->controller), Py_XDECREF(s->keep), Py_XDECREF(s->events);
  object_free(self);
}

/* One signal: a number, or a dict with the fields of ulna_signal. */
static int take_signal(PyObject *given, ulna_signal *signal, PyObject *keep)
{
  if (PyFloat_Check(given) || PyLong_Check(given)) {
    *signal = ulna_signal_default(ULNA_SIGNAL_CONSTANT);
    signal->to = PyFloat_AsDouble(given);
    return PyErr_Occurred() ? -1 : 0;
  }
  *signal = ulna_signal_default(ULNA_SIGNAL_CONSTANT);
  if (struct_set(&struct_ulna_signal, signal, given, 0, keep) < 0) return -1;
  PyObject *time = PyDict_GetItemString(given, "time"), *value = PyDict_GetItemString(given, "value");
  if (!time && !value) return 0;
  const Py_ssize_t count = time && value ? PyObject_Size(time) : -1;
  if (count < 0 || count != PyObject_Size(value)) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a table needs as many values as times");
    return -1;
  }
  signal->count = (int)count;
  return 0;
}

/* `count` channels, each a number, a dict or a list of them. */
static int take_channels(PyObject *given, const char *what, int count, PyObject *keep,
                         ulna_channel **channels)
{
  if (!given || given == Py_None) return 0;
  PyObject *all = PySequence_List(given);
  if (!all) return -1;
  int bad = 0;
  if (PySequence_Size(all) != count) {
    PyErr_Format(PyExc_ValueError, "%s: %d signals were expected, not %zd", what, count,
                 PySequence_Size(all));
    bad = -1;
  }
  *channels = bad ? NULL : PyMem_Calloc((size_t)count, sizeof **channels);
  if (!bad && !*channels) PyErr_NoMemory(), bad = -1;
  for (int k = 0; k < count && !bad; k++) {
    PyObject *one = PyList_GetItem(all, k);
    const bool list = PyList_Check(one);
    const Py_ssize_t parts = list ? PyList_Size(one) : 1;
    ulna_signal *signals = PyMem_Calloc((size_t)parts + 1, sizeof *signals);
    if (!signals) PyErr_NoMemory(), bad = -1;
    else (*channels)[k] = (ulna_channel){(int)parts, signals};
    for (Py_ssize_t i = 0; i < parts && !bad; i++)
      bad = take_signal(list ? PyList_GetItem(one, i) : one, &signals[i], keep);
  }
  Py_DECREF(all);
  return bad;
}

/* [(t, body or None)] */
static int take_payloads(simulation_object *s, PyObject *given)
{
  if (!given || given == Py_None) return 0;
  PyObject *all = PySequence_List(given);
  if (!all) return -1;
  const Py_ssize_t count = PySequence_Size(all);
  s->payloads = PyMem_Calloc((size_t)count + 1, sizeof *s->payloads);
  int bad = s->payloads ? 0 : (PyErr_NoMemory(), -1);
  for (Py_ssize_t k = 0; k < count && !bad; k++) {
    ulna_payload_change *change = &s->payloads[k];
    PyObject *body;
    change->body.about = ULNA_ABOUT_COM;
    PyObject *pair = PyList_GetItem(all, k);
    if (!PyTuple_Check(pair)) PyErr_SetString(PyExc_TypeError, "payloads: (t, body) was expected"), bad = -1;
    else if (!PyArg_ParseTuple(pair, "dO;payloads: (t, body) was expected", &change->t, &body)) bad = -1;
    else if (body == Py_None) change->none = true;
    else bad = struct_set(&struct_ulna_body, &change->body, body, 0, s->keep);
  }
  s->options.payload_changes = s->payloads, s->options.payload_change_count = (int)count;
  Py_DECREF(all);
  return bad;
}

static ulna_status sample_controller(void *context, const ulna_measured *m, double u[])
{
  simulation_object *s = context;
  const int n = s->robot->n;
  PyObject *q = array_of(m->q, n, 0), *qd = array_of(m->qd, n, 0), *made = NULL;
  PyObject *wrench = m->wrench ? array_of(m->wrench, 6, 0) : Py_NewRef(Py_None);
  PyArrayObject *given = NULL;
  if (q && qd && wrench && !PyErr_Occurred())
    made = PyObject_CallFunction(s->controller, "dOOO", m->t, q, qd, wrench);
  if (made) given = numbers(made, "what the controller gives", 1, n);
  if (given) memcpy(u, PyArray_DATA(given), (size_t)n * sizeof *u);
  Py_XDECREF(q), Py_XDECREF(qd), Py_XDECREF(wrench), Py_XDECREF(made);
  Py_XDECREF(given);
  return given ? ULNA_OK : ULNA_STOPPED;
}

/* What a row has: names and shapes, in the order in which it is written. */
typedef struct {
  const char *name;
  int rows, columns;  // 0: none
  size_t offset;
  bool pointer;
} row_part;
#define PART(name, rows, columns, pointer)                                                                   \
  {                                                                                                          \
#    name, rows, columns, offsetof(ulna_sample, name), pointer                                               \
  }
static const row_part parts[] = {PART(t, 0, 0, false),
                                 PART(q, DIM_N, 0, true),
                                 PART(qd, DIM_N, 0, true),
                                 PART(qdd, DIM_N, 0, true),
                                 PART(u, DIM_N, 0, true),
                                 PART(command, DIM_N, 0, true),
                                 PART(tau, DIM_N, 0, true),
                                 PART(q_a, DIM_N, 0, true),
                                 PART(qd_a, DIM_N, 0, true),
                                 PART(current, DIM_N, 0, true),
                                 PART(F_d, DIM_N, 0, true),
                                 PART(friction, DIM_P, 0, true),
                                 PART(stop_force, DIM_N, 0, true),
                                 PART(measured_q, DIM_N, 0, true),
                                 PART(measured_qd, DIM_N, 0, true),
                                 PART(measured_wrench, 6, 0, true),
                                 PART(wrench, 6, 0, false),
                                 PART(contact_force, 3, 0, false),
                                 PART(depth, 0, 0, false),
                                 PART(hand, 4, 4, false),
                                 PART(twist, 6, 0, false),
                                 PART(base, 4, 4, false),
                                 PART(kinetic, 0, 0, false),
                                 PART(potential, 0, 0, false),
                                 PART(work_drives, 0, 0, false),
                                 PART(work_friction, 0, 0, false),
                                 PART(work_stops, 0, 0, false),
                                 PART(work_world, 0, 0, false)};
#undef PART
enum { PARTS = sizeof parts / sizeof *parts };

static size_t part_size(const robot_object *robot, const row_part *p)
{
  const size_t rows = p->rows ? (size_t)robot_dimension(robot, p->rows, 0) : 1;
  return p->columns ? rows * (size_t)p->columns : rows;
}

static double *write_part(const robot_object *robot, const row_part *p, const ulna_sample *sample, double *to)
{
  const size_t size = part_size(robot, p);
  const char *at = (const char *)sample + p->offset;
  const double *from = (const double *)(const void *)at;
  if (p->pointer) memcpy(&from, at, sizeof from);
  if (p->columns) pose_to_numbers((const ulna_pose *)(const void *)at, to);
  else if (from) memcpy(to, from, size * sizeof *to);
  else
    for (size_t k = 0; k < size; k++) to[k] = NAN;
  return to + size;
}

static ulna_status take_sample(void *context, const ulna_sample *sample)
{
  simulation_object *s = context;
  if (s->count == s->room) {
    const size_t room = s->room ? 2 * s->room : 64;
    double *rows = realloc(s->rows, room * s->width * sizeof *rows);
    if (!rows) return ULNA_OUT_OF_MEMORY;
    s->rows = rows, s->room = room;
  }
  double *to = s->rows + s->count++ * s->width;
  for (size_t k = 0; k < PARTS; k++) to = write_part(s->robot, &parts[k], sample, to);
  return ULNA_OK;
}

static void take_event(void *context, const ulna_event *event)
{
  simulation_object *s = context;
  if (PyErr_Occurred()) return;
  PyObject *one = event_tuple(event);
  if (one) PyList_Append(s->events, one);
  Py_XDECREF(one);
}

static ulna_status take_step(void *context, double t)
{
  (void)context, (void)t;
  return PyErr_Occurred() || PyErr_CheckSignals() < 0 ? ULNA_STOPPED : ULNA_OK;
}

static int take_integrator(simulation_object *s, PyObject *word)
{
  static const char *const names[] = {"euler", "semi-implicit", "rk4", "adams", "bdf", "erk", NULL};
  if (!word) return 0;
  const int which = enum_value(word, "integrator", names);
  if (which < 0) return -1;
  if (which <= ULNA_RK4) s->options.integrator = (ulna_integrator)which;
  else s->by_tolerance.method = (ulna_adaptive_method)(which - 3);
  return which > ULNA_RK4;
}

static int make(simulation_object *s, bool adaptive)
{
  char why[300] = "";
  ulna_status status = ulna_simulation_create(s->robot->model, &s->options, NULL, &s->simulation);
  if (status != ULNA_OK && ulna_simulation_check(s->robot->model, &s->options, why, sizeof why) == ULNA_OK)
    why[0] = 0;  // not the fault of the options
  if (status == ULNA_OK && adaptive) {
    status = adaptive_make(ulna_simulation_plant(s->simulation), &s->by_tolerance, &s->adaptive);
    if (status == ULNA_OK) {
      const ulna_stepper stepper = ulna_adaptive_stepper(s->adaptive);
      ulna_simulation_set_stepper(s->simulation, &stepper);
    }
  }
  if (status != ULNA_OK) raise_status(status, "%s", *why ? why : "Simulation");
  return status == ULNA_OK ? 0 : -1;
}

static PyObject *simulation_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"robot",     "plant",         "integrator", "step",   "event_tolerance",
                          "tolerance", "record_period", "controller", "period", "delay",
                          "input",     "hand_wrench",   "hand_axes",  "base",   "payloads",
                          "surface",   "sensors",       NULL};
  static const char *const axes[] = {"base", "tool", "world", NULL};
  PyObject *given, *plant = NULL, *word = NULL, *controller = NULL, *input = NULL, *wrench = NULL,
                   *hand_axes = NULL, *base = NULL, *payloads = NULL, *surface = NULL, *sensors = NULL;
  ulna_simulation_options o = ulna_simulation_options_default();
  double tolerance = 1e-8, period = 1e-3, delay = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$OOddddOddOOOOOOO", names, &given, &plant, &word,
                                   &o.step, &o.event_tolerance, &tolerance, &o.record_period, &controller,
                                   &period, &delay, &input, &wrench, &hand_axes, &base, &payloads, &surface,
                                   &sensors))
    return NULL;
  robot_object *robot = robot_of(given);
  simulation_object *s = robot ? (simulation_object *)PyType_GenericAlloc(type, 0) : NULL;
  if (!s) return NULL;
  Py_INCREF(robot);
  s->robot = robot;
  s->keep = PyList_New(0), s->events = PyList_New(0);
  s->options = o;
  s->by_tolerance = ulna_adaptive_options_default();
  s->by_tolerance.relative = s->by_tolerance.absolute = tolerance;
  for (size_t k = 0; k < PARTS; k++) s->width += part_size(robot, &parts[k]);
  if (controller && controller != Py_None) {
    s->controller = Py_NewRef(controller);
    s->sampled =
        (ulna_sampled_controller){.period = period, .delay = delay, .context = s, .step = sample_controller};
    s->options.controller = &s->sampled;
  }
  const int axes_found = hand_axes ? enum_value(hand_axes, "hand_axes", axes) : 0;
  int adaptive = -1;
  if (s->keep && s->events && axes_found >= 0 && (adaptive = take_integrator(s, word)) >= 0 &&
      struct_set(&struct_ulna_plant_options, &s->options.plant, plant, robot->n, s->keep) == 0 &&
      struct_set(&struct_ulna_surface, &s->options.surface, surface, robot->n, s->keep) == 0 &&
      struct_set(&struct_ulna_sensors, &s->sensors, sensors, robot->n, s->keep) == 0 &&
      take_channels(input, "input", robot->n, s->keep, &s->input) == 0 &&
      take_channels(wrench, "hand_wrench", 6, s->keep, &s->wrench) == 0 &&
      take_channels(base, "base", 6, s->keep, &s->base) == 0 && take_payloads(s, payloads) == 0) {
    s->options.hand_axes = (ulna_axes)axes_found;
    s->options.surface.present = surface && surface != Py_None;
    s->options.input = s->input, s->options.hand_wrench = s->wrench, s->options.base = s->base;
    if (sensors && sensors != Py_None) s->options.sensors = &s->sensors;
    if (make(s, adaptive > 0) == 0) return (PyObject *)s;
  }
  Py_DECREF(s);
  return NULL;
}

static PyObject *simulation_start(PyObject *self, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"q", "qd", "t", NULL};
  simulation_object *s = (simulation_object *)self;
  PyObject *q_given, *qd_given = NULL;
  PyArrayObject *array[3] = {NULL};
  const double *q, *qd;
  double t = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|Od", names, &q_given, &qd_given, &t)) return NULL;
  if (take_numbers(q_given, "q", s->robot->n, &array[0], &q) == 0 &&
      take_numbers(qd_given, "qd", s->robot->n, &array[1], &qd) == 0 &&
      (qd || (array[2] = new_numbers(s->robot->n, 0)))) {
    const ulna_status status = ulna_simulation_start(s->simulation, t, q, qd ? qd : PyArray_DATA(array[2]));
    if (status != ULNA_OK && !PyErr_Occurred())
      raise_status(status, "%s", ulna_simulation_failure(s->simulation));
  }
  for (int k = 0; k < 3; k++) Py_XDECREF(array[k]);
  if (PyErr_Occurred()) return NULL;
  Py_RETURN_NONE;
}

static PyObject *simulation_advance(PyObject *self, PyObject *args)
{
  simulation_object *s = (simulation_object *)self;
  double t_end;
  if (!PyArg_ParseTuple(args, "d", &t_end)) return NULL;
  const ulna_simulation_sink sink = {
      .context = s, .sample = take_sample, .event = take_event, .step = take_step};
  const ulna_status status = ulna_simulation_advance(s->simulation, t_end, &sink);
  if (PyErr_Occurred()) return NULL;
  if (status != ULNA_OK) return raise_status(status, "%s", ulna_simulation_failure(s->simulation));
  PyObject *rows = array_of(s->rows, (int)s->count, (int)s->width), *empty = PyList_New(0);
  PyObject *result = rows && empty ? PyTuple_Pack(2, rows, s->events) : NULL;
  if (result) {
    REPLACE(s->events, empty);
    empty = NULL;
    s->count = 0;
  }
  Py_XDECREF(rows), Py_XDECREF(empty);
  return result;
}

static PyObject *get_fields(PyObject *self, void *x)
{
  (void)x;
  PyObject *list = PyList_New(PARTS);
  for (size_t k = 0; list && k < PARTS; k++) {
    const row_part *p = &parts[k];
    const int rows = p->rows ? robot_dimension(((simulation_object *)self)->robot, p->rows, 0) : 0;
    PyObject *one = p->columns ? Py_BuildValue("s(ii)", p->name, rows, p->columns)
                    : p->rows  ? Py_BuildValue("s(i)", p->name, rows)
                               : Py_BuildValue("s()", p->name);
    if (one) PyList_SetItem(list, (Py_ssize_t)k, one);
    else Py_CLEAR(list);
  }
  return list;
}

static PyObject *get_time(PyObject *self, void *x)
{
  return (void)x, PyFloat_FromDouble(ulna_simulation_time(((simulation_object *)self)->simulation));
}
static PyObject *get_state(PyObject *self, void *x)
{
  (void)x;
  ulna_simulation *s = ((simulation_object *)self)->simulation;
  return array_of(ulna_simulation_state(s), ulna_plant_state_count(ulna_simulation_plant(s)), 0);
}
static PyObject *get_statistics(PyObject *self, void *x)
{
  (void)x;
  simulation_object *o = (simulation_object *)self;
  const ulna_simulation_statistics s = ulna_simulation_statistics_get(o->simulation);
  return Py_BuildValue("{s:l,s:l,s:l,s:l,s:d,s:d,s:N,s:N}", "steps", s.steps, "events", s.events,
                       "control_samples", s.control_samples, "rows", s.rows, "energy_scale", s.energy_scale,
                       "energy_error", s.energy_error, "largest_u", array_of(s.largest_u, o->robot->n, 0),
                       "largest_tau", array_of(s.largest_tau, o->robot->n, 0));
}

int simulation_ready(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"start", (PyCFunction)(void (*)(void))simulation_start, METH_VARARGS | METH_KEYWORDS,
       "start($self, q, qd=None, t=0)\n--\n\nBegins a run at time t, joints at q and qd (None: at rest)."},
      {"advance", simulation_advance, METH_VARARGS,
       "advance($self, t_end, /)\n--\n\n(rows, events) up to t_end; rows hold the numbers of `fields` one after another."},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef getters[] = {{"fields", get_fields, NULL, "(name, shape) of what a row holds", NULL},
                                  {"time", get_time, NULL, "s", NULL},
                                  {"state", get_state, NULL, "the plant's state now", NULL},
                                  {"statistics", get_statistics, NULL, "since the start", NULL},
                                  {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_new, (void *)simulation_new},
      {Py_tp_dealloc, (void *)simulation_dealloc},
      {Py_tp_methods, methods},
      {Py_tp_getset, getters},
      {Py_tp_doc, (void *)"A run of a robot under a controller in Python: see ulna.Simulation."},
      {0, NULL}};
  PyType_Spec spec = {"ulna._core.Simulation", sizeof(simulation_object), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  return type_ready(module, "Simulation", &spec, &simulation_type);
}
