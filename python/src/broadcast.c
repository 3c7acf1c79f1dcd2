/* Arrays in and out: kinds and shapes checked, leading dimensions broadcast as NumPy does. */
#include "call.h"

#include <string.h>

static PyObject *dims_text(int count, const npy_intp dims[], bool leading)
{
  PyObject *text = PyUnicode_FromString(leading ? "(..." : "(");
  for (int k = 0; text && k < count; k++)
    REPLACE(text, PyUnicode_FromFormat("%U%s%zd", text, k || leading ? ", " : "", (Py_ssize_t)dims[k]));
  if (text) REPLACE(text, PyUnicode_FromFormat(!leading && count == 1 ? "%U,)" : "%U)", text));
  return text;
}

/* Dimensions of one state's numbers; how many of them. */
static int core_dims(const many_call *c, const array_info *info, npy_intp dims[5])
{
  int count = 0;
  for (int k = 0; k < info->dimensions; k++)
    dims[count++] = robot_dimension(c->robot, info->dims[k], (int)c->option.of);
  if (info->kind == POSE) dims[count++] = 4, dims[count++] = 4;
  return count;
}

static int wrong_shape(const many_call *c, const char *name, int count, const npy_intp want[], bool leading,
                       PyArrayObject *got)
{
  PyObject *wanted = dims_text(count, want, leading),
           *given = dims_text(PyArray_NDIM(got), PyArray_DIMS(got), false);
  if (wanted && given)
    PyErr_Format(PyExc_ValueError, "%s: %s must have shape %U, not %U", c->function->name, name, wanted,
                 given);
  Py_XDECREF(wanted), Py_XDECREF(given);
  return -1;
}

static int take_input(many_call *c, given_array *in, PyObject *object, int *narrow, int *wide)
{
  const array_info *info = in->info;
  PyArrayObject *any = (PyArrayObject *)PyArray_FROM_O(object);
  if (!any) return -1;
  const bool whole = info->kind == WHOLE;
  npy_intp dims[5];
  const int core = core_dims(c, info, dims);
  int bad = 0;
  if (!is_real_array(any) || (whole && !PyArray_ISINTEGER(any))) {
    PyErr_Format(PyExc_TypeError, "%s: %s must be %s, not %R", c->function->name, info->name,
                 whole ? "whole numbers" : "real numbers (float64 or float32)", PyArray_DESCR(any));
    bad = -1;
  } else if (PyArray_NDIM(any) < core ||
             !PyArray_CompareLists(PyArray_DIMS(any) + PyArray_NDIM(any) - core, dims, core)) {
    bad = wrong_shape(c, info->name, core, dims, true, any);
  }
  if (PyArray_Check(object) && !whole) *(PyArray_TYPE(any) == NPY_FLOAT ? narrow : wide) += 1;
  if (bad) {
    Py_DECREF(any);
    return -1;
  }
  in->array = any;
  in->lead = PyArray_NDIM(in->array) - core;
  in->size = 1;
  for (int k = 0; k < core; k++) in->size *= (size_t)dims[k];
  return 0;
}

/* The leading shape of all. */
static int join_leads(many_call *c, const given_array *in)
{
  if (in->lead > c->lead) {  // older dimensions move to the end
    memmove(c->lead_dims + in->lead - c->lead, c->lead_dims, (size_t)c->lead * sizeof *c->lead_dims);
    for (int k = 0; k < in->lead - c->lead; k++) c->lead_dims[k] = 1;
    c->lead = in->lead;
  }
  for (int k = 0; k < in->lead; k++) {
    npy_intp *all = &c->lead_dims[c->lead - in->lead + k], own = PyArray_DIM(in->array, k);
    if (*all == 1) *all = own;
    if (own == 1 || own == *all) continue;
    PyObject *mine = dims_text(in->lead, PyArray_DIMS(in->array), false);
    PyObject *others = dims_text(c->lead, c->lead_dims, false);
    if (mine && others)
      PyErr_Format(PyExc_ValueError, "%s: leading shape %U of %s does not broadcast with %U",
                   c->function->name, mine, in->info->name, others);
    Py_XDECREF(mine), Py_XDECREF(others);
    return -1;
  }
  return 0;
}

/* Contiguous, and of the kind that is computed with. */
static int convert(const many_call *c, given_array *in)
{
  const int type = in->info->kind == WHOLE ? NPY_INT : c->floats ? NPY_FLOAT : NPY_DOUBLE;
  PyObject *made = PyArray_FROM_OTF((PyObject *)in->array, type, NPY_ARRAY_IN_ARRAY | NPY_ARRAY_FORCECAST);
  if (!made) return -1;
  REPLACE(in->array, made);
  return 0;
}

/* Numbers of each state lie together and states follow one another, or one state's serve all. */
static int spread(many_call *c, given_array *in)
{
  size_t own = 1;
  for (int k = 0; k < in->lead; k++) own *= (size_t)PyArray_DIM(in->array, k);
  in->stride = own == c->count ? in->size : 0;
  if (own == c->count || own == 1) return 0;
  const int core = PyArray_NDIM(in->array) - in->lead;
  npy_intp dims[NPY_MAXDIMS], strides[NPY_MAXDIMS];
  for (int k = 0; k < c->lead; k++) {
    const int at = k - (c->lead - in->lead);
    const bool moves = at >= 0 && PyArray_DIM(in->array, at) > 1;
    dims[k] = c->lead_dims[k];
    strides[k] = moves ? PyArray_STRIDE(in->array, at) : 0;
  }
  for (int k = 0; k < core; k++) {
    dims[c->lead + k] = PyArray_DIM(in->array, in->lead + k);
    strides[c->lead + k] = PyArray_STRIDE(in->array, in->lead + k);
  }
  PyArray_Descr *type = PyArray_DESCR(in->array);
  Py_INCREF(type);
  PyObject *view = PyArray_NewFromDescr(&PyArray_Type, type, c->lead + core, dims, strides,
                                        PyArray_DATA(in->array), NPY_ARRAY_ALIGNED, NULL);
  PyObject *copy = view ? PyArray_NewCopy((PyArrayObject *)view, NPY_CORDER) : NULL;
  Py_XDECREF(view);
  if (!copy) return -1;
  REPLACE(in->array, (PyArrayObject *)copy);
  in->lead = c->lead, in->stride = in->size;
  return 0;
}

int take_inputs(many_call *c)
{
  int narrow = 0, wide = 0;
  for (int k = 0; k < SLOTS; k++) {
    if (!c->slot[k]) continue;
    if (take_input(c, &c->in[k], c->slot[k], &narrow, &wide) < 0 || join_leads(c, &c->in[k]) < 0) return -1;
  }
  c->single_precision = narrow > 0 && wide == 0;
  c->count = 1;
  for (int k = 0; k < c->lead; k++) c->count *= (size_t)c->lead_dims[k];
  c->floats = c->single_precision && takes_lanes(c);
  for (int k = 0; k < SLOTS; k++)
    if (c->in[k].array && (convert(c, &c->in[k]) < 0 || spread(c, &c->in[k]) < 0)) return -1;
  return 0;
}

static bool overlaps_inputs(const many_call *c, PyArrayObject *out)
{
  const char *start = PyArray_BYTES(out), *end = start + PyArray_NBYTES(out);
  for (int k = 0; k < SLOTS; k++) {
    if (!c->in[k].array) continue;
    const char *from = PyArray_BYTES(c->in[k].array);
    if (from < end && start < from + PyArray_NBYTES(c->in[k].array)) return true;
  }
  return false;
}

/* The caller's array for one output: is it of use as it is? */
static int take_given(many_call *c, made_array *made, PyObject *given, int count, const npy_intp dims[])
{
  const array_info *info = made->info;
  if (!PyArray_Check(given)) {
    PyErr_Format(PyExc_TypeError, "%s: out must be an array, or a tuple of %d of them or None, not %R",
                 c->function->name, c->function->out_count, given);
    return -1;
  }
  PyArrayObject *array = (PyArrayObject *)given;
  const int type = PyArray_TYPE(array);
  const bool good = info->kind == WHOLE ? PyTypeNum_ISINTEGER(type) : type == NPY_DOUBLE || type == NPY_FLOAT;
  if (!good) {
    PyErr_Format(PyExc_TypeError, "%s: out for %s must be %s, not %R", c->function->name, info->name,
                 info->kind == WHOLE ? "whole numbers" : "float64 or float32", PyArray_DESCR(array));
    return -1;
  }
  if (PyArray_NDIM(array) != count || !PyArray_CompareLists(PyArray_DIMS(array), dims, count)) {
    PyObject *what = PyUnicode_FromFormat("out for %s", info->name);
    if (what) wrong_shape(c, PyUnicode_AsUTF8AndSize(what, NULL), count, dims, false, array);
    Py_XDECREF(what);
    return -1;
  }
  if (!PyArray_ISWRITEABLE(array)) {
    PyErr_Format(PyExc_ValueError, "%s: out for %s is read-only", c->function->name, info->name);
    return -1;
  }
  Py_INCREF(array);
  const int own = info->kind == WHOLE ? NPY_INT : c->floats ? NPY_FLOAT : NPY_DOUBLE;
  const bool direct = type == own && PyArray_ISCARRAY(array) && !overlaps_inputs(c, array);
  *(direct ? &made->array : &made->wanted) = array;
  return 0;
}

static int take_output(many_call *c, made_array *made, PyObject *given)
{
  npy_intp dims[NPY_MAXDIMS + 5];
  memcpy(dims, c->lead_dims, (size_t)c->lead * sizeof *dims);
  const int core = core_dims(c, made->info, dims + c->lead), count = c->lead + core;
  if (count > NPY_MAXDIMS) {
    PyErr_Format(PyExc_ValueError, "%s: too many dimensions", c->function->name);
    return -1;
  }
  made->size = 1;
  for (int k = 0; k < core; k++) made->size *= (size_t)dims[c->lead + k];
  if (given && given != Py_None && take_given(c, made, given, count, dims) < 0) return -1;
  const bool whole = made->info->kind == WHOLE;
  if (!made->array)
    made->array = (PyArrayObject *)PyArray_SimpleNew(count, dims,
                                                     whole       ? NPY_INT
                                                     : c->floats ? NPY_FLOAT
                                                                 : NPY_DOUBLE);
  if (made->array && !whole && c->single_precision && !c->floats && !made->wanted &&
      made->array != (PyArrayObject *)given)
    made->wanted = (PyArrayObject *)PyArray_SimpleNew(count, dims, NPY_FLOAT);
  return made->array && !PyErr_Occurred() ? 0 : -1;
}

int take_outputs(many_call *c)
{
  const int count = c->function->out_count;
  PyObject *several = NULL;
  if (c->out && count > 1) {
    if (PyArray_Check(c->out) || !PySequence_Check(c->out) || PySequence_Size(c->out) != count) {
      PyErr_Format(PyExc_TypeError, "%s: out must be a tuple of %d arrays or None", c->function->name, count);
      return -1;
    }
    several = PySequence_Tuple(c->out);
    if (!several) return -1;
  }
  int bad = 0;
  for (int k = 0; k < count && !bad; k++) {
    c->made[k].info = &c->function->out[k];
    bad = take_output(c, &c->made[k], several ? PyTuple_GetItem(several, k) : c->out);
  }
  Py_XDECREF(several);
  return bad;
}

/* One result as the caller gets it: a number where there is no dimension, the array wanted where there is one. */
static PyObject *finished(const many_call *c, made_array *made)
{
  if (made->wanted && PyArray_CopyInto(made->wanted, made->array) < 0) return NULL;
  PyArrayObject *array = made->wanted ? made->wanted : made->array;
  if (PyArray_NDIM(array) == 0 && !c->out)
    return made->info->kind == WHOLE ? PyLong_FromLong(*(int *)PyArray_DATA(made->array))
                                     : PyFloat_FromDouble(*(double *)PyArray_DATA(made->array));
  Py_INCREF(array);
  return (PyObject *)array;
}

PyObject *hand_out(many_call *c, PyObject *result_type)
{
  if (!result_type) return finished(c, &c->made[0]);
  PyObject *tuple = PyTuple_New(c->function->out_count);
  for (int k = 0; tuple && k < c->function->out_count; k++) {
    PyObject *one = finished(c, &c->made[k]);
    if (one) PyTuple_SetItem(tuple, k, one);
    else Py_CLEAR(tuple);
  }
  PyObject *result = tuple ? PyObject_Call(result_type, tuple, NULL) : NULL;
  Py_XDECREF(tuple);
  return result;
}

void let_go(many_call *c)
{
  for (int k = 0; k < SLOTS; k++) Py_CLEAR(c->in[k].array);
  for (int k = 0; k < OUTPUTS_MOST; k++) {
    Py_CLEAR(c->made[k].array);
    Py_CLEAR(c->made[k].wanted);
  }
}
