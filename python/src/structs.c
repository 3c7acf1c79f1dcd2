/* Structs of the headers from and to dicts, by the fields that generate.py finds in the headers. */
#include "core.h"

#include <string.h>

#include "structs.inc"

static const field_info *field_named(const struct_info *info, PyObject *name)
{
  for (const field_info *f = info->fields; f->name; f++)
    if (PyUnicode_CompareWithASCIIString(name, f->name) == 0) return f;
  return NULL;
}

static int set_doubles(const field_info *f, double *to, PyObject *value)
{
  if (f->dimensions == 0) {
    const double x = PyFloat_AsDouble(value);
    if (x == -1 && PyErr_Occurred()) {
      PyErr_Format(PyExc_TypeError, "%s: a number was expected, not %R", f->name, value);
      return -1;
    }
    *to = x;
    return 0;
  }
  PyArrayObject *array = numbers(value, f->name, 1, f->count);
  if (!array) return -1;
  memcpy(to, PyArray_DATA(array), (size_t)f->count * sizeof *to);
  Py_DECREF(array);
  return 0;
}

/* const double *: an array that `keep` holds. */
static int set_array(const field_info *f, const double **to, PyObject *value, int n, PyObject *keep)
{
  if (value == Py_None) {
    *to = NULL;
    return 0;
  }
  PyArrayObject *array = f->count == 0
                             ? (PyArrayObject *)PyArray_FROM_OTF(value, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY)
                             : numbers(value, f->name, 1, f->count == DIM_N ? n : f->count);
  if (!array) return -1;
  *to = PyArray_DATA(array);
  const int bad = PyList_Append(keep, (PyObject *)array);
  Py_DECREF(array);
  return bad;
}

static int set_text(const char **to, PyObject *value, const char *what, PyObject *keep)
{
  if (value == Py_None) {
    *to = NULL;
    return 0;
  }
  const char *text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, NULL) : NULL;
  if (!text) {
    if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "%s: a text was expected, not %R", what, value);
    return -1;
  }
  *to = text;
  return PyList_Append(keep, value);
}

static int set_whole(const field_info *f, void *to, PyObject *value)
{
  if (f->kind == FIELD_UINT64) {
    const unsigned long long x = PyLong_AsUnsignedLongLong(value);
    if (x == (unsigned long long)-1 && PyErr_Occurred()) return -1;
    *(uint64_t *)to = x;
    return 0;
  }
  const long x = PyLong_AsLong(value);
  if (x == -1 && PyErr_Occurred()) return -1;
  if (f->kind == FIELD_LONG) *(long *)to = x;
  else *(int *)to = (int)x;
  return 0;
}

static int set_one(const field_info *f, void *to, PyObject *value, int n, PyObject *keep)
{
  switch (f->kind) {
  case FIELD_DOUBLE: return set_doubles(f, to, value);
  case FIELD_ARRAY: return set_array(f, to, value, n, keep);
  case FIELD_TEXT: return set_text(to, value, f->name, keep);
  case FIELD_POSE: return pose_from(value, f->name, to);
  case FIELD_STRUCT: return struct_set(f->sub, to, value, n, keep);
  case FIELD_BOOL: {
    const int truth = PyObject_IsTrue(value);
    if (truth >= 0) *(bool *)to = truth != 0;
    return truth < 0 ? -1 : 0;
  }
  case FIELD_ENUM: {
    const int found = enum_value(value, f->name, f->names);
    if (found >= 0) memcpy(to, &(int){found}, sizeof(int));
    return found < 0 ? -1 : 0;
  }
  case FIELD_INT:
  case FIELD_LONG:
  case FIELD_UINT64: return set_whole(f, to, value);
  default: PyErr_Format(PyExc_TypeError, "%s cannot be set", f->name); return -1;
  }
}

int struct_set_field(const struct_info *info, void *base, PyObject *name, PyObject *value, int n,
                     PyObject *keep)
{
  const field_info *f = PyUnicode_Check(name) ? field_named(info, name) : NULL;
  return f ? set_one(f, (char *)base + f->offset, value, n, keep) : 1;
}

int struct_set(const struct_info *info, void *base, PyObject *values, int n, PyObject *keep)
{
  if (!values || values == Py_None) return 0;
  if (!PyDict_Check(values)) {
    PyErr_Format(PyExc_TypeError, "%s: a dict was expected, not %R", info->name + strlen("ulna_"), values);
    return -1;
  }
  PyObject *name, *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(values, &at, &name, &value)) {
    const int status = struct_set_field(info, base, name, value, n, keep);
    if (status < 0) return -1;
    if (status == 0) continue;
    PyObject *known = PyUnicode_FromString("");
    for (const field_info *f = info->fields; known && f->name; f++)
      REPLACE(known, PyUnicode_FromFormat("%U %s", known, f->name));
    if (known)
      PyErr_Format(PyExc_TypeError, "%s has no %R; it has%U", info->name + strlen("ulna_"), name, known);
    Py_XDECREF(known);
    return -1;
  }
  return 0;
}

static PyObject *flags(const bool *from, int n)
{
  npy_intp dims[1] = {n};
  PyObject *array = PyArray_SimpleNew(1, dims, NPY_BOOL);
  for (int k = 0; array && k < n; k++) ((npy_bool *)PyArray_DATA((PyArrayObject *)array))[k] = from[k];
  return array;
}

static PyObject *get_one(const field_info *f, const void *from, int n)
{
  const void *pointed = NULL;
  if (f->kind == FIELD_TEXT || f->kind == FIELD_ARRAY || f->kind == FIELD_FLAGS ||
      f->kind == FIELD_STRUCT_POINTER) {
    memcpy(&pointed, from, sizeof pointed);
    if (!pointed || f->count == 0) Py_RETURN_NONE;
  }
  switch (f->kind) {
  case FIELD_DOUBLE:
    return f->dimensions ? array_of(from, f->count, 0) : PyFloat_FromDouble(*(const double *)from);
  case FIELD_INT: return PyLong_FromLong(*(const int *)from);
  case FIELD_LONG: return PyLong_FromLong(*(const long *)from);
  case FIELD_UINT64: return PyLong_FromUnsignedLongLong(*(const uint64_t *)from);
  case FIELD_BOOL: return PyBool_FromLong(*(const bool *)from);
  case FIELD_ENUM: return PyUnicode_FromString(f->names[*(const int *)from]);
  case FIELD_TEXT: return PyUnicode_FromString(pointed);
  case FIELD_ARRAY: return array_of(pointed, f->count == DIM_N ? n : f->count, 0);
  case FIELD_FLAGS: return flags(pointed, n);
  case FIELD_POSE: return pose_matrix(from);
  case FIELD_STRUCT_POINTER: return struct_get(f->sub, pointed, n);
  default: return struct_get(f->sub, from, n);
  }
}

PyObject *struct_get(const struct_info *info, const void *base, int n)
{
  PyObject *dict = PyDict_New();
  for (const field_info *f = info->fields; dict && f->name; f++) {
    PyObject *value = get_one(f, (const char *)base + f->offset, n);
    if (!value || PyDict_SetItemString(dict, f->name, value) < 0) Py_CLEAR(dict);
    Py_XDECREF(value);
  }
  return dict;
}
