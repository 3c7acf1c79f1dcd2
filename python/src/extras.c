/* Functions of the module: what is not of one state's shape. Robot's own methods call them. */
#include "objects.h"

#include <math.h>
#include <string.h>
#include <time.h>

static PyObject *coupling_solutions(PyObject *self, PyObject *args)
{
  (void)self;
  PyObject *given, *q_a_given, *near_given;
  int most, count = 0;
  if (!PyArg_ParseTuple(args, "OOOi", &given, &q_a_given, &near_given, &most)) return NULL;
  robot_object *robot = robot_of(given);
  PyArrayObject *q_a = robot ? numbers(q_a_given, "q_a", 1, robot->n) : NULL;
  PyArrayObject *near = q_a ? numbers(near_given, "near", 1, robot->n) : NULL;
  PyArrayObject *q = near ? new_numbers(most, robot->n) : NULL;
  PyObject *result = NULL;
  if (q) {
    ulna_work *work = robot_take_work(robot);
    const ulna_status status =
        work ? ulna_coupling_solutions(robot->model, work, PyArray_DATA(q_a), PyArray_DATA(near), most,
                                       PyArray_DATA(q), &count)
             : ULNA_OUT_OF_MEMORY;
    if (work) robot_give_work(robot, work);
    if (status != ULNA_OK) raise_status(status, "coupling_solutions");
    else result = array_of(PyArray_DATA(q), count < most ? count : most, robot->n);
  }
  Py_XDECREF(q_a), Py_XDECREF(near), Py_XDECREF(q);
  return result;
}

/* {minimum, maximum, q_minimum, q_maximum} of one kind of range. */
static PyObject *range_dict(const ulna_inertia_range *range, int n)
{
  PyArrayObject *least = new_numbers(n, 0), *most = new_numbers(n, 0), *q_least = new_numbers(n, n),
                *q_most = new_numbers(n, n);
  PyObject *dict = NULL;
  if (least && most && q_least && q_most) {
    for (int k = 0; k < n; k++) {
      ((double *)PyArray_DATA(least))[k] = range[k].minimum;
      ((double *)PyArray_DATA(most))[k] = range[k].maximum;
      memcpy((double *)PyArray_DATA(q_least) + k * n, range[k].q_minimum, (size_t)n * sizeof(double));
      memcpy((double *)PyArray_DATA(q_most) + k * n, range[k].q_maximum, (size_t)n * sizeof(double));
    }
    dict = Py_BuildValue("{s:O,s:O,s:O,s:O}", "minimum", least, "maximum", most, "q_minimum", q_least,
                         "q_maximum", q_most);
  }
  Py_XDECREF(least), Py_XDECREF(most), Py_XDECREF(q_least), Py_XDECREF(q_most);
  return dict;
}

static PyObject *actuator_inertia_range(PyObject *self, PyObject *args)
{
  (void)self;
  PyObject *given, *options_given, *keep = NULL, *result = NULL;
  if (!PyArg_ParseTuple(args, "OO", &given, &options_given)) return NULL;
  robot_object *robot = robot_of(given);
  if (!robot) return NULL;
  const int n = robot->n;
  ulna_inertia_range_options options = ulna_inertia_range_options_default();
  ulna_inertia_range *range = PyMem_Calloc(2 * (size_t)n, sizeof *range);
  double *postures = PyMem_Calloc(4 * (size_t)n * (size_t)n, sizeof *postures);
  ulna_work *work = NULL;
  if (range && postures && (keep = PyList_New(0)) &&
      struct_set(&struct_ulna_inertia_range_options, &options, options_given, 0, keep) == 0 &&
      (work = robot_take_work(robot))) {
    for (int k = 0; k < 2 * n; k++)
      range[k].q_minimum = postures + 2 * k * n, range[k].q_maximum = postures + (2 * k + 1) * n;
    ulna_status status;
    Py_BEGIN_ALLOW_THREADS status =
        ulna_actuator_inertia_range(robot->model, work, &options, range, range + n);
    Py_END_ALLOW_THREADS if (status != ULNA_OK) raise_status(status, "actuator_inertia_range");
    else result = Py_BuildValue("NN", range_dict(range, n), range_dict(range + n, n));
  } else if (!PyErr_Occurred()) {
    PyErr_NoMemory();
  }
  if (work) robot_give_work(robot, work);
  Py_XDECREF(keep);
  PyMem_Free(range), PyMem_Free(postures);
  return result;
}

static int which_of(PyObject *word)
{
  static const char *const names[] = {"links", "drives", NULL};
  return enum_value(word, "of", names);
}

static PyObject *regressor_names(PyObject *self, PyObject *args)
{
  (void)self;
  PyObject *given, *word;
  if (!PyArg_ParseTuple(args, "OO", &given, &word)) return NULL;
  robot_object *robot = robot_of(given);
  const int of = robot ? which_of(word) : -1;
  PyObject *list = of < 0 ? NULL : PyList_New(robot->columns[of]);
  for (int k = 0; list && k < robot->columns[of]; k++) {
    char name[300];
    ulna_regressor_column_name(robot->model, k, name, sizeof name);
    PyObject *one = PyUnicode_FromString(name);
    if (one) PyList_SetItem(list, k, one);
    else Py_CLEAR(list);
  }
  return list;
}

static PyObject *numbers_of(const int *from, int count)
{
  npy_intp dims[1] = {count};
  PyObject *array = PyArray_SimpleNew(1, dims, NPY_INTP);
  for (int k = 0; array && k < count; k++) ((npy_intp *)PyArray_DATA((PyArrayObject *)array))[k] = from[k];
  return array;
}

static PyObject *base_parameters(PyObject *self, PyObject *args)
{
  (void)self;
  PyObject *given, *word;
  double tolerance;
  if (!PyArg_ParseTuple(args, "OOd", &given, &word, &tolerance)) return NULL;
  robot_object *robot = robot_of(given);
  const int of = robot ? which_of(word) : -1;
  if (of < 0) return NULL;
  ulna_base_parameters *p = NULL;
  const ulna_status status =
      ulna_base_parameters_create(robot->model, (ulna_regressor_of)of, tolerance, NULL, &p);
  if (status != ULNA_OK) return raise_status(status, "base_parameters");
  PyObject *result = Py_BuildValue(
      "{s:i,s:i,s:N,s:N,s:N,s:N,s:N,s:d,s:d}", "columns", p->columns, "rank", p->rank, "zero",
      numbers_of(p->zero, p->zero_count), "kept", numbers_of(p->kept, p->rank), "dropped",
      numbers_of(p->dropped, p->dropped_count), "grouping",
      p->dropped_count ? array_of(p->grouping, p->dropped_count, p->rank)
                       : (PyObject *)new_numbers(0, p->rank),
      "beta", array_of(p->beta, p->rank, 0), "least_kept", p->least_kept, "most_dropped", p->most_dropped);
  ulna_base_parameters_destroy(p);
  return result;
}

/* motor(function, motor, numbers...) */
static PyObject *motor(PyObject *self, PyObject *args)
{
  (void)self;
  const char *what;
  PyObject *given;
  double a, b = 0, c = 0;
  if (!PyArg_ParseTuple(args, "sOd|dd", &what, &given, &a, &b, &c)) return NULL;
  ulna_motor m = {.type = ULNA_MOTOR_DC, .current_limit = INFINITY, .voltage_limit = INFINITY};
  PyObject *keep = PyList_New(0);
  const int bad = !keep || struct_set(&struct_ulna_motor, &m, given, 0, keep) < 0;
  Py_XDECREF(keep);
  if (bad) return NULL;
  double x = NAN, y = NAN;
  if (strcmp(what, "current") == 0) return PyFloat_FromDouble(ulna_motor_current(&m, a));
  if (strcmp(what, "force") == 0) return PyFloat_FromDouble(ulna_motor_force(&m, a));
  if (strcmp(what, "voltage") == 0) return PyFloat_FromDouble(ulna_motor_voltage(&m, a, b, c));
  const int limits = strcmp(what, "reach") == 0 ? ulna_motor_reach(&m, a, b, &x, &y)
                                                : ulna_motor_under_voltage(&m, a, b, c, &x, &y);
  return Py_BuildValue("ddi", x, y, limits);
}

/* friction(function, law, velocity or direction, bearing) */
static PyObject *friction(PyObject *self, PyObject *args)
{
  (void)self;
  const char *what;
  PyObject *given, *bearing_given;
  double a;
  if (!PyArg_ParseTuple(args, "sOdO", &what, &given, &a, &bearing_given)) return NULL;
  ulna_friction law = ulna_friction_none();
  ulna_bearing bearing = {0};
  PyObject *keep = PyList_New(0), *result = NULL;
  if (keep && struct_set(&struct_ulna_friction, &law, given, 0, keep) == 0 &&
      struct_set(&struct_ulna_bearing, &bearing, bearing_given, 0, keep) == 0) {
    const ulna_bearing *felt = bearing_given == Py_None ? NULL : &bearing;
    const int direction = a < 0 ? -1 : 1;
    result =
        PyFloat_FromDouble(strcmp(what, "force") == 0     ? ulna_friction_force(&law, a, felt)
                           : strcmp(what, "release") == 0 ? ulna_friction_at_release(&law, direction, felt)
                                                          : ulna_friction_hold(&law, direction, felt));
  }
  Py_XDECREF(keep);
  return result;
}

static PyObject *szkodny(PyObject *self, PyObject *args)
{
  (void)self;
  double F_start, F_motion, viscous, F_d, qd_a, F_r, F_re;
  if (!PyArg_ParseTuple(args, "ddddd", &F_start, &F_motion, &viscous, &F_d, &qd_a)) return NULL;
  ulna_friction_szkodny(F_start, F_motion, viscous, F_d, qd_a, &F_r, &F_re);
  return Py_BuildValue("dd", F_r, F_re);
}

/* generate(robot, functions, prefix, single, lanes, own_sines, drives, parameters, latex, most_operations) */
static PyObject *generate(PyObject *self, PyObject *args)
{
  (void)self;
  PyObject *given;
  ulna_generate_options o = ulna_generate_options_default();
  int single, own, drives, latex;
  if (!PyArg_ParseTuple(args, "Ossipppzpi", &given, &o.functions, &o.prefix, &o.lanes, &single, &own, &drives,
                        &o.parameters, &latex, &o.most_operations))
    return NULL;
  o.single = single, o.own_sines = own, o.drives = drives, o.latex = latex;
  robot_object *robot = robot_of(given);
  if (!robot) return NULL;
  ulna_generate_fault fault = {""};
  ulna_generated *made = NULL;
  ulna_status status;
  Py_BEGIN_ALLOW_THREADS status = ulna_generate(robot->model, &o, NULL, &fault, &made);
  Py_END_ALLOW_THREADS if (status != ULNA_OK) return raise_status(status, "%s",
                                                                  *fault.text ? fault.text : "generate");
  PyObject *files = PyDict_New(), *counts = PyDict_New();
  int bad = !files || !counts;
  for (int k = 0; k < made->file_count && !bad; k++) {
    PyObject *text = PyUnicode_FromString(made->files[k].text);
    bad = !text || PyDict_SetItemString(files, made->files[k].name, text) < 0;
    Py_XDECREF(text);
  }
  for (int k = 0; k < made->function_count && !bad; k++) {
    const ulna_generated_counts *c = &made->counts[k];
    PyObject *one =
        Py_BuildValue("{s:l,s:l,s:l,s:l,s:l}", "multiplications", c->multiplications, "additions",
                      c->additions, "divisions", c->divisions, "choices", c->choices, "sines", c->sines);
    bad = !one || PyDict_SetItemString(counts, c->function, one) < 0;
    Py_XDECREF(one);
  }
  ulna_generated_destroy(made);
  PyObject *result = bad ? NULL : PyTuple_Pack(2, files, counts);
  Py_XDECREF(files), Py_XDECREF(counts);
  return result;
}

static ulna_status roll_out(robot_object *robot, ulna_batch *batch, size_t count,
                            const ulna_batch_rollout_options *o, double *q, double *qd, const double *tau,
                            const double *gravity, const double *payload, double *q_path, double *qd_path)
{
  const ulna_batch_states states = {.q = q, .qd = qd, .tau = tau, .gravity = gravity, .payload = payload};
  return ulna_batch_rollout(robot->model, batch, o, count, &states, q, qd, q_path, qd_path);
}

/* rollout(robot, q, qd, tau, gravity, payload, step, steps, integrator, links_only, viscous_only, tau_by_step, q_path, qd_path):
 * arrays of doubles, contiguous, (arms, n); q and qd are moved in place. ulna.Robot.rollout checks shapes. */
static PyObject *rollout(PyObject *self, PyObject *args)
{
  (void)self;
  static const char *const integrators[] = {"euler", "semi-implicit", "rk4", NULL};
  PyObject *given, *word, *array[7];
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  Py_ssize_t steps;
  int links_only, viscous_only, tau_by_step;
  if (!PyArg_ParseTuple(args, "OOOOOOdnOpppOO", &given, &array[0], &array[1], &array[2], &array[3], &array[4],
                        &o.step, &steps, &word, &links_only, &viscous_only, &tau_by_step, &array[5],
                        &array[6]))
    return NULL;
  robot_object *robot = robot_of(given);
  const int which = robot ? enum_value(word, "integrator", integrators) : -1;
  if (which < 0) return NULL;
  double *at[7] = {NULL};
  for (int k = 0; k < 7; k++) {
    if (array[k] == Py_None) continue;
    if (!PyArray_Check(array[k]) || PyArray_TYPE((PyArrayObject *)array[k]) != NPY_DOUBLE ||
        !PyArray_ISCARRAY_RO((PyArrayObject *)array[k]) ||
        ((k < 2 || k > 4) && !PyArray_ISWRITEABLE((PyArrayObject *)array[k])))
      return PyErr_Format(PyExc_TypeError, "rollout: contiguous arrays of float64 were expected");
    at[k] = PyArray_DATA((PyArrayObject *)array[k]);
  }
  const size_t count = (size_t)PyArray_DIM((PyArrayObject *)array[0], 0);
  o.integrator = (ulna_integrator)which, o.steps = (size_t)steps;
  o.viscous_only = viscous_only, o.tau_by_step = tau_by_step;
  lane_batch lane = robot_take_batch(robot, links_only);
  if (!lane.batch) return PyErr_Occurred() ? NULL : raise_status(ULNA_UNSUPPORTED, "rollout");
  ulna_status status;
  Py_BEGIN_ALLOW_THREADS status =
      roll_out(robot, lane.batch, count, &o, at[0], at[1], at[2], at[3], at[4], at[5], at[6]);
  Py_END_ALLOW_THREADS robot_give_batch(robot, links_only, lane);
  if (status != ULNA_OK) return raise_status(status, "rollout");
  Py_RETURN_NONE;
}

/* What a call of ulna_inverse_dynamics takes in C, s: for the benchmark, which takes it off what a call from Python takes. */
static PyObject *seconds_in_c(PyObject *self, PyObject *args)
{
  (void)self;
  PyObject *given, *states[3];
  int count;
  if (!PyArg_ParseTuple(args, "OOOOi", &given, &states[0], &states[1], &states[2], &count)) return NULL;
  robot_object *robot = robot_of(given);
  PyArrayObject *array[4] = {NULL};
  for (int k = 0; k < 3 && robot; k++) array[k] = numbers(states[k], "state", 1, robot->n);
  if (robot) array[3] = new_numbers(robot->n, 0);
  double seconds = -1;
  if (array[0] && array[1] && array[2] && array[3]) {
    struct timespec start, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    for (int k = 0; k < count; k++)
      ulna_inverse_dynamics(robot->model, robot->work, PyArray_DATA(array[0]), PyArray_DATA(array[1]),
                            PyArray_DATA(array[2]), PyArray_DATA(array[3]));
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    seconds = ((double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec)) / count;
  }
  for (int k = 0; k < 4; k++) Py_XDECREF(array[k]);
  return seconds < 0 ? NULL : PyFloat_FromDouble(seconds);
}

static PyObject *robots(PyObject *self, PyObject *unused)
{
  (void)self, (void)unused;
  PyObject *all = PyDict_New();
  for (int k = 0; all && k < ulna_robot_count(); k++) {
    const ulna_robot *robot = ulna_robot_get(k);
    PyObject *name = PyUnicode_FromString(robot->name);
    if (!name || PyDict_SetItemString(all, robot->key, name) < 0) Py_CLEAR(all);
    Py_XDECREF(name);
  }
  return all;
}

static PyObject *scenarios(PyObject *self, PyObject *unused)
{
  (void)self, (void)unused;
  PyObject *all = PyDict_New();
  for (int k = 0; all && k < ulna_scenario_count(); k++) {
    const ulna_built_in_scenario *one = ulna_scenario_get(k);
    PyObject *summary = PyUnicode_FromString(one->summary);
    if (!summary || PyDict_SetItemString(all, one->key, summary) < 0) Py_CLEAR(all);
    Py_XDECREF(summary);
  }
  return all;
}

static PyObject *built_in_text(PyObject *self, PyObject *args)
{
  (void)self;
  const char *kind, *key;
  if (!PyArg_ParseTuple(args, "ss", &kind, &key)) return NULL;
  const ulna_robot *robot = strcmp(kind, "robot") == 0 ? ulna_robot_find(key) : NULL;
  const ulna_built_in_scenario *scenario = robot ? NULL : ulna_scenario_find(key);
  if (robot || scenario) return PyUnicode_FromString(robot ? robot->text : scenario->text);
  return raise_status(ULNA_NOT_FOUND, "%s", key);
}

static PyObject *instructions(PyObject *self, PyObject *unused)
{
  (void)self, (void)unused;
  return PyUnicode_FromString(ulna_batch_instructions(0));
}

PyMethodDef extra_methods[] = {
    {"robots", robots, METH_NOARGS, "robots($module, /)\n--\n\n{key: name} of the robots that are built in."},
    {"scenarios", scenarios, METH_NOARGS,
     "scenarios($module, /)\n--\n\n{key: summary} of the scenarios that are built in."},
    {"built_in_text", built_in_text, METH_VARARGS,
     "built_in_text($module, kind, key, /)\n--\n\nThe file of a built-in robot or scenario."},
    {"page", page_text, METH_VARARGS,
     "page($module, robot, title, file, columns, rows, events, notes, /)\n--\n\nThe page of a robot, or of a run."},
    {"instructions", instructions, METH_NOARGS,
     "instructions($module, /)\n--\n\nThe instruction set that batches use."},
    {"coupling_solutions", coupling_solutions, METH_VARARGS,
     "coupling_solutions($module, robot, q_a, near, most, /)\n--\n\n"},
    {"actuator_inertia_range", actuator_inertia_range, METH_VARARGS,
     "actuator_inertia_range($module, robot, options, /)\n--\n\n"},
    {"regressor_names", regressor_names, METH_VARARGS, "regressor_names($module, robot, of, /)\n--\n\n"},
    {"base_parameters", base_parameters, METH_VARARGS,
     "base_parameters($module, robot, of, tolerance, /)\n--\n\n"},
    {"motor", motor, METH_VARARGS, "motor($module, function, motor, a, b=0, c=0, /)\n--\n\n"},
    {"friction", friction, METH_VARARGS, "friction($module, function, law, a, bearing, /)\n--\n\n"},
    {"szkodny", szkodny, METH_VARARGS, "szkodny($module, F_start, F_motion, viscous, F_d, qd_a, /)\n--\n\n"},
    {"seconds_in_c", seconds_in_c, METH_VARARGS,
     "seconds_in_c($module, robot, q, qd, qdd, count, /)\n--\n\n"},
    {"generate", generate, METH_VARARGS,
     "generate($module, robot, functions, prefix, lanes, single, own_sines, drives, parameters, latex, most_operations, /)\n--\n\n"},
    {"rollout", rollout, METH_VARARGS,
     "rollout($module, robot, q, qd, tau, gravity, payload, step, steps, integrator, links_only, viscous_only, tau_by_step, q_path, "
     "qd_path, /)\n--\n\n"},
    {NULL, NULL, 0, NULL}};
