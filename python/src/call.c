/* Calls of the functions of table.py: the quick way for one state of plain arrays, and the parsing of all others. */
#include "call.h"

#include <string.h>

static PyObject *call_function(const function_info *f, PyObject *self, PyObject *const *args,
                               Py_ssize_t count, PyObject *names);

#include "functions.inc"

/* Names as Python has them, so that a keyword is found by comparing pointers. */
static PyObject *input_names[FUNCTION_COUNT][INPUTS_MOST], *surrounding_names[SURROUNDINGS];
static PyObject *result_types[FUNCTION_COUNT];
static PyObject *word_out, *word_errors;

static PyMethodDef methods[] = {FUNCTION_METHODS{NULL, NULL, 0, NULL}};
PyMethodDef *function_methods(void) { return methods; }

int functions_ready(void)
{
  PyObject *module = PyImport_ImportModule("ulna._results");
  if (!module) return -1;
  word_out = PyUnicode_InternFromString("out"), word_errors = PyUnicode_InternFromString("errors");
  bool good = word_out && word_errors;
  for (int k = 0; good && k < SURROUNDINGS; k++)
    good = (surrounding_names[k] = PyUnicode_InternFromString(surroundings[k].name)) != NULL;
  for (int f = 0; good && f < FUNCTION_COUNT; f++) {
    for (int k = 0; good && k < functions[f].in_count; k++)
      good = (input_names[f][k] = PyUnicode_InternFromString(functions[f].in[k].name)) != NULL;
    if (good && functions[f].result)
      good = (result_types[f] = PyObject_GetAttrString(module, functions[f].result)) != NULL;
  }
  Py_DECREF(module);
  return good ? 0 : -1;
}

int robot_dimension(const robot_object *robot, int code, int of)
{
  switch (code) {
  case DIM_N: return robot->n;
  case DIM_M: return robot->n + 1;
  case DIM_C: return robot->columns[of];
  case DIM_P: return ulna_friction_place_count(robot->model);
  case DIM_S: return robot->n < 6 ? robot->n : 6;
  case DIM_6N: return 6 * robot->n;
  default: return code;
  }
}

/* The quick way: doubles of exactly one state's shape, one after another in memory. */
static bool fits(const robot_object *robot, const array_info *info, PyObject *object)
{
  if (!PyArray_CheckExact(object)) return false;
  PyArrayObject *array = (PyArrayObject *)object;
  if (PyArray_TYPE(array) != NPY_DOUBLE || PyArray_NDIM(array) != info->dimensions ||
      !PyArray_ISCARRAY_RO(array))
    return false;
  for (int k = 0; k < info->dimensions; k++)
    if (PyArray_DIM(array, k) != robot_dimension(robot, info->dims[k], 0)) return false;
  return true;
}

static bool apart(PyArrayObject *a, PyArrayObject *b)
{
  const char *x = PyArray_BYTES(a), *y = PyArray_BYTES(b);
  return x + PyArray_NBYTES(a) <= y || y + PyArray_NBYTES(b) <= x;
}

/* 1: done, *result is it; 0: not for the quick way; -1: an exception is set. */
static int call_quickly(const function_info *f, robot_object *robot, PyObject *const *args, PyObject *out,
                        PyObject **result)
{
  if (f->out_count != 1 || (f->options & OPTION_FRAME) || f->out[0].kind != REAL ||
      f->out[0].dimensions == 0 || !robot->work)
    return 0;
  state_call c = {.model = robot->model, .work = robot->work, .option = {.method = -1}};
  for (int k = 0; k < f->in_count; k++) {
    if (f->in[k].kind != REAL || !fits(robot, &f->in[k], args[k])) return 0;
    c.in[k] = PyArray_DATA((PyArrayObject *)args[k]);
    if (!all_finite(c.in[k], (size_t)PyArray_SIZE((PyArrayObject *)args[k]))) return 0;
  }
  if (out) {
    if (!fits(robot, &f->out[0], out) || !PyArray_ISWRITEABLE((PyArrayObject *)out)) return 0;
    for (int k = 0; k < f->in_count; k++)
      if (!apart((PyArrayObject *)args[k], (PyArrayObject *)out)) return 0;
    Py_INCREF(out);
  } else {
    npy_intp dims[3];
    for (int k = 0; k < f->out[0].dimensions; k++) dims[k] = robot_dimension(robot, f->out[0].dims[k], 0);
    out = PyArray_SimpleNew(f->out[0].dimensions, dims, NPY_DOUBLE);
    if (!out) return -1;
  }
  c.out[0] = PyArray_DATA((PyArrayObject *)out);
  const ulna_status status = f->one(&c);
  if (status != ULNA_OK) {
    Py_DECREF(out);
    raise_status(status, "%s", f->name);
    return -1;
  }
  *result = out;
  return 1;
}

static const char *const axes_names[] = {"base", "tool", "world", NULL};
static const char *const of_names[] = {"links", "drives", NULL};
static const char *const input_kinds[] = {"tau", "F_ad", NULL};
static const char *const rotors_names[] = {"exact", "simplified", "none", NULL};
static const char *const errors_names[] = {"raise", "nan", NULL};

static int take_method(many_call *c, PyObject *value)
{
  const bool forward = (c->function->options & OPTION_FORWARD_METHOD) != 0;
  const char *names[ULNA_INVERSE_METHOD_COUNT + 1] = {NULL};
  for (int k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++)
    names[k] = forward ? ulna_forward_method_name((ulna_forward_method)k)
                       : ulna_inverse_method_name((ulna_inverse_method)k);
  if (value == Py_None) return 0;
  c->option.method = enum_value(value, "method", names);
  return c->option.method < 0 ? -1 : 0;
}

/* A link or a frame by number or by name. */
static int number_or_name(PyObject *value, const char *what, const ulna_model *model,
                          int (*find)(const ulna_model *, const char *), int most)
{
  long number = -1;
  if (PyUnicode_Check(value)) {
    const char *name = PyUnicode_AsUTF8AndSize(value, NULL);
    if (!name) return -1;
    number = find(model, name);
  } else {
    number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred()) return -1;
  }
  if (number >= 0 && number <= most) return (int)number;
  PyErr_Format(PyExc_ValueError, "%s: 0 to %d or a name was expected, not %R", what, most, value);
  return -1;
}

static int take_point(many_call *c, PyObject *value)
{
  if (value == Py_None) return 0;
  PyObject *link, *offset;
  if (!PyTuple_Check(value) || PyTuple_Size(value) != 2) {
    PyErr_Format(PyExc_TypeError, "point: (link, offset) was expected, not %R", value);
    return -1;
  }
  link = PyTuple_GetItem(value, 0), offset = PyTuple_GetItem(value, 1);
  c->option.point.link =
      number_or_name(link, "point: link", c->robot->model, ulna_model_find_link, c->robot->n);
  PyArrayObject *array = c->option.point.link < 0 ? NULL : numbers(offset, "point: offset", 1, 3);
  if (!array) return -1;
  memcpy(c->option.point.offset, PyArray_DATA(array), sizeof c->option.point.offset);
  Py_DECREF(array);
  c->option.has_point = true;
  return 0;
}

/* 0: taken; 1: no option of that name; -1: an exception is set. */
static int take_option(many_call *c, PyObject *name, PyObject *value)
{
  const unsigned options = c->function->options;
  call_options *o = &c->option;
  int k;
  if ((options & (OPTION_METHOD | OPTION_FORWARD_METHOD)) &&
      !PyUnicode_CompareWithASCIIString(name, "method"))
    return take_method(c, value);
  if ((options & OPTION_POINT) && !PyUnicode_CompareWithASCIIString(name, "point"))
    return take_point(c, value);
  if ((options & OPTION_AXES) && !PyUnicode_CompareWithASCIIString(name, "axes"))
    return (k = enum_value(value, "axes", axes_names)) < 0 ? -1 : (o->axes = (ulna_axes)k, 0);
  if ((options & OPTION_OF) && !PyUnicode_CompareWithASCIIString(name, "of"))
    return (k = enum_value(value, "of", of_names)) < 0 ? -1 : (o->of = (ulna_regressor_of)k, 0);
  if ((options & OPTION_INPUT) && !PyUnicode_CompareWithASCIIString(name, "input"))
    return (k = enum_value(value, "input", input_kinds)) < 0 ? -1 : (o->input = (ulna_forward_input)k, 0);
  if ((options & OPTION_ROTORS) && !PyUnicode_CompareWithASCIIString(name, "rotors"))
    return (k = enum_value(value, "rotors", rotors_names)) < 0 ? -1 : (o->rotors = (ulna_rotors)k, 0);
  if ((options & OPTION_FRAME) && !PyUnicode_CompareWithASCIIString(name, "frame")) {
    const int most = ulna_model_frame_count(c->robot->model) - 1;
    k = number_or_name(value, "frame", c->robot->model, ulna_model_find_frame, most);
    return k < 0 ? -1 : (o->frame = k, 0);
  }
  if (options & OPTION_IK) return struct_set_field(&struct_ulna_ik_options, &o->ik, name, value, 0, NULL);
  return 1;
}

static int take_keyword(many_call *c, PyObject *name, PyObject *value)
{
  const long which = c->function - functions;
  for (int k = 0; k < c->function->in_count; k++) {
    if (name != input_names[which][k] && PyUnicode_Compare(name, input_names[which][k]) != 0) continue;
    if (c->slot[k]) {
      PyErr_Format(PyExc_TypeError, "%s: %U was given twice", c->function->name, name);
      return -1;
    }
    c->slot[k] = value;
    return 0;
  }
  for (int k = 0; k < SURROUNDINGS; k++)
    if (name == surrounding_names[k] || PyUnicode_Compare(name, surrounding_names[k]) == 0)
      return c->slot[INPUTS_MOST + k] = value, 0;
  if (PyUnicode_Compare(name, word_out) == 0) return c->out = value == Py_None ? NULL : value, 0;
  if (PyUnicode_Compare(name, word_errors) == 0) {
    const int k = enum_value(value, "errors", errors_names);
    c->option.nan = k == 1;
    return k < 0 ? -1 : 0;
  }
  const int status = take_option(c, name, value);
  if (status == 1) PyErr_Format(PyExc_TypeError, "%s has no keyword %R", c->function->name, name);
  return status ? -1 : 0;
}

static int parse(many_call *c, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
  const function_info *f = c->function;
  if (count > f->in_count) {
    PyErr_Format(PyExc_TypeError, "%s takes %d arrays, not %zd", f->name, f->in_count, count);
    return -1;
  }
  for (int k = 0; k < count; k++) c->slot[k] = args[k];
  for (Py_ssize_t k = 0; names && k < PyTuple_Size(names); k++)
    if (take_keyword(c, PyTuple_GetItem(names, k), args[count + k]) < 0) return -1;
  for (int k = 0; k < f->in_count; k++) {
    if (c->slot[k] == Py_None && f->in[k].optional) c->slot[k] = NULL;
    if (c->slot[k] || f->in[k].optional) continue;
    PyErr_Format(PyExc_TypeError, "%s: %s is missing", f->name, f->in[k].name);
    return -1;
  }
  if ((f->options & OPTION_FRAME) && c->option.frame < 0) {
    PyErr_Format(PyExc_TypeError, "%s: frame is missing", f->name);
    return -1;
  }
  for (int k = 0; k < SURROUNDINGS; k++)
    if (c->slot[INPUTS_MOST + k] == Py_None) c->slot[INPUTS_MOST + k] = NULL;
  return 0;
}

static PyObject *call_thoroughly(const function_info *f, robot_object *robot, PyObject *const *args,
                                 Py_ssize_t count, PyObject *names)
{
  many_call c = {.function = f, .robot = robot, .option = {.method = -1, .frame = -1}};
  c.option.ik = ulna_ik_options_default();
  for (int k = 0; k < f->in_count; k++) c.in[k].info = &f->in[k];
  for (int k = 0; k < SURROUNDINGS; k++) c.in[INPUTS_MOST + k].info = &surroundings[k];
  PyObject *result = NULL;
  if (parse(&c, args, count, names) == 0 && take_inputs(&c) == 0 && take_outputs(&c) == 0 &&
      run_states(&c) == 0)
    result = hand_out(&c, result_types[f - functions]);
  let_go(&c);
  return result;
}

static PyObject *call_function(const function_info *f, PyObject *self, PyObject *const *args,
                               Py_ssize_t count, PyObject *names)
{
  robot_object *robot = (robot_object *)self;
  if (count == f->in_count &&
      (!names || (PyTuple_Size(names) == 1 && PyTuple_GetItem(names, 0) == word_out))) {
    PyObject *result = NULL;
    const int done = call_quickly(f, robot, args, names ? args[count] : NULL, &result);
    if (done) return done < 0 ? NULL : result;
  }
  return call_thoroughly(f, robot, args, count, names);
}
