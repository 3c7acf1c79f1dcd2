/* What the types of the extension share. */
#include "objects.h"

int type_ready(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **type)
{
  *type = (PyTypeObject *)PyType_FromSpec(spec);
  return *type ? PyModule_AddObjectRef(module, name, (PyObject *)*type) : -1;
}

void object_free(PyObject *self)
{
  PyTypeObject *type = Py_TYPE(self);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

int take_numbers(PyObject *object, const char *what, int n, PyArrayObject **array, const double **numbers_)
{
  *array = NULL, *numbers_ = NULL;
  if (!object || object == Py_None) return 0;
  *array = numbers(object, what, 1, n);
  if (!*array) return -1;
  *numbers_ = PyArray_DATA(*array);
  return 0;
}

PyArrayObject *new_numbers(int rows, int columns)
{
  npy_intp dims[2] = {rows, columns};
  return (PyArrayObject *)PyArray_ZEROS(columns ? 2 : 1, dims, NPY_DOUBLE, 0);
}
