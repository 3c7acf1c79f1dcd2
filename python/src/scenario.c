/* The types Scenario and Run: scenarios read and executed. */
#include "objects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

typedef struct {
  PyObject_HEAD ulna_scenario *scenario;
  PyObject *problems;
} scenario_object;
static PyTypeObject *scenario_type, *run_type;

static void scenario_dealloc(PyObject *self)
{
  ulna_scenario_destroy(((scenario_object *)self)->scenario);
  Py_XDECREF(((scenario_object *)self)->problems);
  object_free(self);
}

static PyObject *scenario_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"kind", "source", "name", "allow_outside", NULL};
  const char *kind, *source, *name = NULL;
  Py_ssize_t length;
  int outside = 0;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "ss#|zp", names, &kind, &source, &length, &name, &outside))
    return NULL;
  ulna_scenario_read_options options = ulna_scenario_read_options_default();
  options.allow_outside = outside != 0;
  ulna_report *report = NULL;
  scenario_object *self = (scenario_object *)PyType_GenericAlloc(type, 0);
  if (!self) return NULL;
  ulna_status status = ulna_report_create(NULL, &report);
  if (status == ULNA_OK) {
    if (strcmp(kind, "built-in") == 0) status = ulna_scenario_load(source, NULL, report, &self->scenario);
    else if (strcmp(kind, "file") == 0)
      status = ulna_scenario_read(source, &options, NULL, report, &self->scenario);
    else
      status = ulna_scenario_read_text(source, (size_t)length, name, &options, NULL, report, &self->scenario);
  }
  if (status != ULNA_OK) raise_report(status, report);
  else self->problems = problems_of(report);
  if (!self->problems) Py_CLEAR(self);
  ulna_report_destroy(report);
  return (PyObject *)self;
}

static PyObject *text_of(const char *text)
{
  if (text) return PyUnicode_FromString(text);
  Py_RETURN_NONE;
}

static const ulna_scenario *scenario_of(PyObject *self) { return ((scenario_object *)self)->scenario; }
static PyObject *get_name(PyObject *s, void *x)
{
  return (void)x, text_of(ulna_scenario_name(scenario_of(s)));
}
static PyObject *get_summary(PyObject *s, void *x)
{
  return (void)x, text_of(ulna_scenario_summary(scenario_of(s)));
}
static PyObject *get_robot_name(PyObject *s, void *x)
{
  return (void)x, text_of(ulna_scenario_robot(scenario_of(s)));
}
static PyObject *get_integrator(PyObject *s, void *x)
{
  return (void)x, text_of(ulna_scenario_integrator(scenario_of(s)));
}
static PyObject *get_record_file(PyObject *s, void *x)
{
  return (void)x, text_of(ulna_scenario_record_file(scenario_of(s)));
}
static PyObject *get_duration(PyObject *s, void *x)
{
  return (void)x, PyFloat_FromDouble(ulna_scenario_duration(scenario_of(s)));
}
static PyObject *get_seed(PyObject *s, void *x)
{
  return (void)x, PyLong_FromUnsignedLongLong(ulna_scenario_seed(scenario_of(s)));
}
static PyObject *get_problems(PyObject *s, void *x)
{
  return (void)x, PySequence_List(((scenario_object *)s)->problems);
}
static PyObject *get_model_error(PyObject *s, void *x)
{
  (void)x;
  const ulna_model_error error = ulna_scenario_model_error(scenario_of(s));
  return struct_get(&struct_ulna_model_error, &error, 0);
}

/* A run keeps its rows and events until they are asked for. */
typedef struct {
  PyObject_HEAD ulna_run *run;
  scenario_object *scenario;
  PyObject *events;  // list of (row, t, kind, what, detail)
  double *rows;
  size_t width, count, room;
  PyThreadState *state;  // while others may run
  double next_look;
  bool busy, stopped;  // busy: advancing, perhaps with the GIL let go; stopped: Python raised something
} run_object;

static void run_dealloc(PyObject *self)
{
  run_object *r = (run_object *)self;
  ulna_run_destroy(r->run);
  Py_XDECREF(r->scenario);
  Py_XDECREF(r->events);
  free(r->rows);
  object_free(self);
}

static int take_run_options(PyObject *keywords, ulna_run_options *o, uint64_t *seed, ulna_model_error *error,
                            PyObject *keep)
{
  PyObject *name, *value;
  Py_ssize_t at = 0;
  while (keywords && PyDict_Next(keywords, &at, &name, &value)) {
    const char *key = PyUnicode_AsUTF8AndSize(name, NULL);
    if (!key) return -1;
    if (value == Py_None) continue;
    const bool text = strcmp(key, "integrator") == 0 || strcmp(key, "forward_method") == 0 ||
                      strcmp(key, "controller") == 0;
    if (text) {
      const char *word = PyUnicode_AsUTF8AndSize(value, NULL);
      if (!word || PyList_Append(keep, value) < 0) return -1;
      *(key[0] == 'i' ? &o->integrator : key[0] == 'f' ? &o->forward_method : &o->controller) = word;
    } else if (strcmp(key, "seed") == 0) {
      *seed = PyLong_AsUnsignedLongLong(value), o->seed = seed;
    } else if (strcmp(key, "duration") == 0) {
      o->duration = PyFloat_AsDouble(value);
    } else if (strcmp(key, "step") == 0) {
      o->step = PyFloat_AsDouble(value);
    } else if (strcmp(key, "tolerance") == 0) {
      o->tolerance = PyFloat_AsDouble(value);
    } else if (strcmp(key, "time_steps") == 0) {
      o->time_steps = PyObject_IsTrue(value) == 1;
    } else if (strcmp(key, "linear") == 0) {
      o->linear = PyObject_IsTrue(value) == 1;
    } else if (strcmp(key, "model_error") == 0) {
      if (struct_set(&struct_ulna_model_error, error, value, 0, keep) < 0) return -1;
      o->model_error = error;
    } else {
      PyErr_Format(
          PyExc_TypeError,
          "a run has no option %R; it has seed duration integrator forward_method step tolerance controller "
          "model_error time_steps linear",
          name);
    }
    if (PyErr_Occurred()) return -1;
  }
  return 0;
}

static PyObject *run_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  PyObject *given;
  if (!PyArg_ParseTuple(args, "O!", scenario_type, &given)) return NULL;
  ulna_run_options options = ulna_run_options_default();
  uint64_t seed = 0;
  ulna_model_error error = {0};
  PyObject *keep = PyList_New(0);
  run_object *self = keep ? (run_object *)PyType_GenericAlloc(type, 0) : NULL;
  ulna_report *report = NULL;
  if (self) {
    Py_INCREF(given);
    self->scenario = (scenario_object *)given;
    self->events = PyList_New(0);
    if (!self->events || take_run_options(keywords, &options, &seed, &error, keep) < 0) {
      Py_CLEAR(self);
    } else {
      ulna_status status = ulna_report_create(NULL, &report);
      if (status == ULNA_OK)
        status = ulna_run_create(self->scenario->scenario, &options, NULL, report, &self->run);
      if (status != ULNA_OK) {
        raise_report(status, report);
        Py_CLEAR(self);
      } else {
        self->width = (size_t)ulna_run_column_count(self->run);
      }
    }
  }
  ulna_report_destroy(report);
  Py_XDECREF(keep);
  return (PyObject *)self;
}

static ulna_status take_row(void *context, const double row[])
{
  run_object *r = context;
  if (r->count == r->room) {
    const size_t room = r->room ? 2 * r->room : 64;
    double *rows =
        room > SIZE_MAX / sizeof *rows / r->width ? NULL : realloc(r->rows, room * r->width * sizeof *rows);
    if (!rows) return ULNA_OUT_OF_MEMORY;
    r->rows = rows, r->room = room;
  }
  memcpy(r->rows + r->count++ * r->width, row, r->width * sizeof *row);
  return ULNA_OK;
}

static ulna_status take_event(void *context, const ulna_run_event *event)
{
  run_object *r = context;
  PyEval_RestoreThread(r->state);
  PyObject *one = Py_BuildValue("nd"
                                "s"
                                "s"
                                "s",
                                (Py_ssize_t)r->count, event->t, event->kind, event->what, event->detail);
  const int bad = one ? PyList_Append(r->events, one) : -1;
  Py_XDECREF(one);
  r->stopped = bad < 0;
  r->state = PyEval_SaveThread();
  return bad ? ULNA_STOPPED : ULNA_OK;
}

/* Ctrl-C is heard after the step at hand. */
static ulna_status take_step(void *context, double t)
{
  (void)t;
  run_object *r = context;
  if (clock_seconds() < r->next_look) return ULNA_OK;
  PyEval_RestoreThread(r->state);
  r->stopped = PyErr_CheckSignals() < 0;
  r->state = PyEval_SaveThread();
  r->next_look = clock_seconds() + 0.05;
  return r->stopped ? ULNA_STOPPED : ULNA_OK;
}

/* (rows, events) since the last call. */
static PyObject *hand_over(run_object *r)
{
  PyObject *rows = array_of(r->rows, (int)r->count, (int)r->width), *empty = PyList_New(0);
  PyObject *result = rows && empty ? PyTuple_Pack(2, rows, r->events) : NULL;
  if (result) {
    REPLACE(r->events, empty);
    empty = NULL;
    r->count = 0;
  }
  Py_XDECREF(rows), Py_XDECREF(empty);
  return result;
}

static PyObject *run_advance(PyObject *self, PyObject *args)
{
  run_object *r = (run_object *)self;
  double until = INFINITY;
  if (!PyArg_ParseTuple(args, "|d", &until)) return NULL;
  if (r->busy) return PyErr_Format(PyExc_RuntimeError, "this run is being advanced by another thread");
  if (until > ulna_run_duration(r->run)) until = ulna_run_duration(r->run);
  const ulna_run_sink sink = {.context = r, .row = take_row, .event = take_event, .step = take_step};
  r->busy = true, r->stopped = false, r->next_look = clock_seconds() + 0.05;
  r->state = PyEval_SaveThread();
  const ulna_status status = ulna_run_advance(r->run, until, &sink);
  PyEval_RestoreThread(r->state);
  r->busy = false;
  if (r->stopped || PyErr_Occurred()) return NULL;
  if (status != ULNA_OK) {
    const char *why = ulna_run_failure(r->run);
    return raise_status(status, "%s", why && *why ? why : "advance");
  }
  return hand_over(r);
}

static PyObject *run_rows(PyObject *self, PyObject *x)
{
  (void)x;
  return hand_over((run_object *)self);
}

static ulna_run *run_of(PyObject *self) { return ((run_object *)self)->run; }

static PyObject *list_of_structs(const struct_info *info, const void *first, int count)
{
  PyObject *list = PyList_New(count);
  for (int k = 0; list && k < count; k++) {
    PyObject *one = struct_get(info, (const char *)first + (size_t)k * info->size, 0);
    if (one) PyList_SetItem(list, k, one);
    else Py_CLEAR(list);
  }
  return list;
}

static PyObject *texts(const char *const *text, int count)
{
  PyObject *list = PyList_New(count);
  for (int k = 0; list && k < count; k++) {
    PyObject *one = PyUnicode_FromString(text[k]);
    if (one) PyList_SetItem(list, k, one);
    else Py_CLEAR(list);
  }
  return list;
}

static int put(PyObject *dict, const char *key, PyObject *value)
{
  const int bad = value ? PyDict_SetItemString(dict, key, value) : -1;
  Py_XDECREF(value);
  return bad;
}

static PyObject *run_summary(PyObject *self, void *x)
{
  (void)x;
  const ulna_run_summary *s = ulna_run_summary_get(run_of(self));
  if (!s) return PyErr_NoMemory();
  PyObject *dict = struct_get(&struct_ulna_run_summary, s, 0);
  if (!dict) return NULL;
  int bad =
      put(dict, "effort", list_of_structs(&struct_ulna_run_effort, s->effort, s->effort_count)) < 0 ||
      put(dict, "tracking", list_of_structs(&struct_ulna_run_tracking, s->tracking, s->tracking_count)) < 0 ||
      put(dict, "warnings", texts(s->warnings, s->warning_count)) < 0;
  const ulna_run_reference *r = s->reference;
  if (!bad && r)
    bad = put(dict, "reference",
              Py_BuildValue("{s:s,s:N,s:N,s:N,s:N}", "source", r->source, "name", texts(r->name, r->count),
                            "expected", array_of(r->expected, r->count, 0), "reached",
                            array_of(r->reached, r->count, 0), "at_rest", PyBool_FromLong(r->at_rest))) < 0;
  static const char *const counts[] = {"effort_count", "tracking_count", "warning_count"};
  for (size_t k = 0; k < 3 && !bad; k++) bad = PyDict_DelItemString(dict, counts[k]) < 0;
  if (bad) Py_CLEAR(dict);
  return dict;
}

static PyObject *run_columns(PyObject *self, void *x)
{
  (void)x;
  const ulna_column *column = ulna_run_columns(run_of(self));
  const int count = ulna_run_column_count(run_of(self));
  PyObject *list = PyList_New(count);
  for (int k = 0; list && k < count; k++) {
    PyObject *one = Py_BuildValue("zzzi", column[k].name, column[k].unit, column[k].group, column[k].index);
    if (one) PyList_SetItem(list, k, one);
    else Py_CLEAR(list);
  }
  return list;
}

static PyObject *run_time(PyObject *s, void *x)
{
  return (void)x, PyFloat_FromDouble(ulna_run_time(run_of(s)));
}
static PyObject *run_duration(PyObject *s, void *x)
{
  return (void)x, PyFloat_FromDouble(ulna_run_duration(run_of(s)));
}
static PyObject *run_integrator(PyObject *s, void *x)
{
  return (void)x, text_of(ulna_run_integrator(run_of(s)));
}
static PyObject *run_controller(PyObject *s, void *x)
{
  return (void)x, text_of(ulna_run_controller(run_of(s)));
}
static PyObject *run_seed(PyObject *s, void *x)
{
  return (void)x, PyLong_FromUnsignedLongLong(ulna_run_seed(run_of(s)));
}
static PyObject *run_over(PyObject *s, void *x)
{
  return (void)x, PyBool_FromLong(ulna_run_is_over(run_of(s)));
}
static PyObject *run_state(PyObject *s, void *x)
{
  (void)x;
  ulna_simulation *sim = ulna_run_simulation(run_of(s));
  return array_of(ulna_simulation_state(sim), ulna_plant_state_count(ulna_simulation_plant(sim)), 0);
}

static PyObject *run_linearise(PyObject *self, PyObject *unused)
{
  (void)unused;
  ulna_simulation *sim = ulna_run_simulation(run_of(self));
  ulna_plant *plant = ulna_simulation_plant(sim);
  const int m = ulna_plant_linear_state_count(plant),
            n = ulna_model_joint_count(ulna_scenario_model(((run_object *)self)->scenario->scenario));
  PyArrayObject *A = new_numbers(m, m), *B = new_numbers(m, n);
  PyObject *result = NULL;
  char why[300] = "";
  if (A && B) {
    const ulna_status status =
        ulna_plant_linearise(plant, ulna_simulation_time(sim), ulna_simulation_state(sim), PyArray_DATA(A),
                             PyArray_DATA(B), why, sizeof why);
    if (status != ULNA_OK) raise_status(status, "%s", *why ? why : "linearise (a run made with linear=True)");
    else result = PyTuple_Pack(2, A, B);
  }
  Py_XDECREF(A), Py_XDECREF(B);
  return result;
}

static int run_type_ready(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"advance", run_advance, METH_VARARGS,
       "advance($self, until=inf, /)\n--\n\n"
       "On to time `until`, or the end: (rows, events), rows an array of a column each, events (row, t, kind, what, detail).\n"
       "Ctrl-C stops it after the step at hand; take() has the rows up to there. C: ulna_run_advance."},
      {"take", run_rows, METH_NOARGS,
       "take($self, /)\n--\n\nRows and events that a call which was stopped left behind."},
      {"linearise", run_linearise, METH_NOARGS,
       "linearise($self, /)\n--\n\n(A, B) of the plant as it is now, of a run made with linear=True."},
      {NULL, NULL, 0, NULL}};
  static PyGetSetDef getters[] = {
      {"time", run_time, NULL, "s", NULL},
      {"duration", run_duration, NULL, "s", NULL},
      {"integrator", run_integrator, NULL, "how it is integrated", NULL},
      {"controller", run_controller, NULL, "the controller's kind; None: none", NULL},
      {"seed", run_seed, NULL, "of everything drawn at random", NULL},
      {"is_over", run_over, NULL, "the end was reached", NULL},
      {"columns", run_columns, NULL, "(name, unit, group, index) of each column of a row", NULL},
      {"state", run_state, NULL, "q, qd, currents, work done: the plant's state now", NULL},
      {"summary", run_summary, NULL, "what has been so far: fields of ulna_run_summary", NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_new, (void *)run_new},
      {Py_tp_dealloc, (void *)run_dealloc},
      {Py_tp_methods, methods},
      {Py_tp_getset, getters},
      {Py_tp_doc,
       (void *)"Run(scenario, /, **options)\n--\n\nOne execution of a scenario, advanced piece by piece."},
      {0, NULL}};
  PyType_Spec spec = {"ulna._core.Run", sizeof(run_object), 0, Py_TPFLAGS_DEFAULT, slots};
  return type_ready(module, "Run", &spec, &run_type);
}

static PyObject *scenario_robot(PyObject *self, void *x)
{
  (void)x;
  return robot_of_model(ulna_scenario_model(scenario_of(self)), self);
}

int scenario_ready(PyObject *module)
{
  static PyGetSetDef getters[] = {
      {"name", get_name, NULL, "what it is called", NULL},
      {"summary", get_summary, NULL, "one line; may be empty", NULL},
      {"robot_name", get_robot_name, NULL, "a built-in's key, or a file's name", NULL},
      {"robot", scenario_robot, NULL, "its robot", NULL},
      {"integrator", get_integrator, NULL, "how it is integrated", NULL},
      {"record_file", get_record_file, NULL, "None: it names none", NULL},
      {"duration", get_duration, NULL, "s", NULL},
      {"seed", get_seed, NULL, "of everything drawn at random", NULL},
      {"model_error", get_model_error, NULL, "how the controller's model differs from the arm", NULL},
      {"problems", get_problems, NULL, "notes and warnings of the reader", NULL},
      {NULL, NULL, NULL, NULL, NULL}};
  static PyType_Slot slots[] = {{Py_tp_new, (void *)scenario_new},
                                {Py_tp_dealloc, (void *)scenario_dealloc},
                                {Py_tp_getset, getters},
                                {Py_tp_doc, (void *)"A scenario, read and checked: see ulna.Scenario."},
                                {0, NULL}};
  PyType_Spec spec = {"ulna._core.Scenario", sizeof(scenario_object), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  return type_ready(module, "Scenario", &spec, &scenario_type) < 0 ? -1 : run_type_ready(module);
}
