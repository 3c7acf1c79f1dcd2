/* Numbers, words and poses from Python, checked. */
#include "core.h"

#include <math.h>
#include <string.h>

/* A sum is finite only if all its terms are. So many sums side by side fill the vector registers, and none waits for the one
 * before. Large numbers may add up to infinity: then x·0 tells, which is 0 for every finite x. */
#define ALL_FINITE(name, number, sums, attribute)                                                            \
  attribute static bool name(const number *x, size_t count)                                                  \
  {                                                                                                          \
    number sum[sums] = {0}, rest = 0;                                                                        \
    size_t i = 0;                                                                                            \
    for (; i + (sums) <= count; i += (sums))                                                                 \
      for (size_t k = 0; k < (sums); k++) sum[k] += x[i + k];                                                \
    for (; i < count; i++) rest += x[i] * 0;                                                                 \
    for (size_t k = 0; k < (sums); k++) rest += sum[k] * 0;                                                  \
    if (rest == 0) return true;                                                                              \
    for (i = 0, rest = 0; i < count; i++) rest += x[i] * 0;                                                  \
    return rest == 0;                                                                                        \
  }
ALL_FINITE(plain_finite, double, 16, )
ALL_FINITE(plain_finite_float, float, 32, )
#ifdef __x86_64__
ALL_FINITE(wide_finite, double, 32, __attribute__((target("avx2"))))
ALL_FINITE(wide_finite_float, float, 64, __attribute__((target("avx2"))))
#  define FINITE(kind, x, count)                                                                             \
    (__builtin_cpu_supports("avx2") ? wide_##kind(x, count) : plain_##kind(x, count))
#else
#  define FINITE(kind, x, count) plain_##kind(x, count)
#endif

bool all_finite(const double *x, size_t count)
{
  return count < 64 ? plain_finite(x, count) : FINITE(finite, x, count);
}

bool all_finite_float(const float *x, size_t count)
{
  return count < 64 ? plain_finite_float(x, count) : FINITE(finite_float, x, count);
}

bool is_real_array(PyArrayObject *array)
{
  const int type = PyArray_TYPE(array);
  return PyTypeNum_ISFLOAT(type) || (PyTypeNum_ISINTEGER(type) && !PyTypeNum_ISBOOL(type));
}

static PyObject *shape_text(int count, const npy_intp dims[])
{
  PyObject *text = PyUnicode_FromString("(");
  for (int k = 0; text && k < count; k++) {
    PyObject *more =
        PyUnicode_FromFormat(k + 1 < count || count == 1 ? "%U%zd, " : "%U%zd", text, (Py_ssize_t)dims[k]);
    REPLACE(text, more);
  }
  if (text) REPLACE(text, PyUnicode_FromFormat("%U)", text));
  return text;
}

PyArrayObject *numbers(PyObject *object, const char *what, int count, ...)
{
  npy_intp dims[4];
  va_list list;
  va_start(list, count);
  for (int k = 0; k < count; k++) dims[k] = va_arg(list, int);
  va_end(list);
  PyArrayObject *any = (PyArrayObject *)PyArray_FROM_O(object);
  if (!any) return NULL;
  if (!is_real_array(any)) {
    PyErr_Format(PyExc_TypeError, "%s: real numbers were expected, not %R", what, PyArray_DESCR(any));
  } else if (PyArray_NDIM(any) != count || !PyArray_CompareLists(PyArray_DIMS(any), dims, count)) {
    PyObject *want = shape_text(count, dims), *got = shape_text(PyArray_NDIM(any), PyArray_DIMS(any));
    if (want && got) PyErr_Format(PyExc_ValueError, "%s: shape %U was expected, not %U", what, want, got);
    Py_XDECREF(want), Py_XDECREF(got);
  } else {
    PyObject *made = PyArray_FROM_OTF((PyObject *)any, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY | NPY_ARRAY_FORCECAST);
    Py_DECREF(any);
    return (PyArrayObject *)made;
  }
  Py_DECREF(any);
  return NULL;
}

int enum_value(PyObject *text, const char *what, const char *const names[])
{
  for (int k = 0; PyUnicode_Check(text) && names[k]; k++)
    if (PyUnicode_CompareWithASCIIString(text, names[k]) == 0) return k;
  PyObject *list = PyUnicode_FromString("");
  for (int k = 0; list && names[k]; k++)
    REPLACE(list, PyUnicode_FromFormat("%U%s'%s'", list,
                                       k == 0         ? ""
                                       : names[k + 1] ? ", "
                                                      : " or ",
                                       names[k]));
  if (list) PyErr_Format(PyExc_ValueError, "%s: %U was expected, not %R", what, list, text);
  Py_XDECREF(list);
  return -1;
}

void pose_to_numbers(const ulna_pose *pose, double matrix[16])
{
  for (size_t i = 0; i < 3; i++) {
    memcpy(matrix + 4 * i, pose->R[i], sizeof pose->R[i]);
    matrix[4 * i + 3] = pose->p[i];
  }
  matrix[12] = matrix[13] = matrix[14] = 0;
  matrix[15] = 1;
}

void pose_from_numbers(const double matrix[16], ulna_pose *pose)
{
  for (size_t i = 0; i < 3; i++) {
    memcpy(pose->R[i], matrix + 4 * i, sizeof pose->R[i]);
    pose->p[i] = matrix[4 * i + 3];
  }
}

PyObject *pose_matrix(const ulna_pose *pose)
{
  npy_intp dims[2] = {4, 4};
  PyObject *array = PyArray_SimpleNew(2, dims, NPY_DOUBLE);
  if (array) pose_to_numbers(pose, PyArray_DATA((PyArrayObject *)array));
  return array;
}

int pose_from(PyObject *object, const char *what, ulna_pose *pose)
{
  PyArrayObject *array = numbers(object, what, 2, 4, 4);
  if (!array) return -1;
  const double *m = PyArray_DATA(array);
  const bool fits = m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1;
  if (fits) pose_from_numbers(m, pose);
  else PyErr_Format(PyExc_ValueError, "%s: the last row of a pose must be 0 0 0 1", what);
  Py_DECREF(array);
  return fits ? 0 : -1;
}

PyObject *array_of(const double *x, int rows, int columns)
{
  npy_intp dims[2] = {rows, columns};
  PyObject *array = PyArray_SimpleNew(columns ? 2 : 1, dims, NPY_DOUBLE);
  const size_t count = (size_t)rows * (size_t)(columns ? columns : 1);
  if (array && count) memcpy(PyArray_DATA((PyArrayObject *)array), x, count * sizeof *x);
  return array;
}
