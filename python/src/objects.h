/* What the types of the extension share: options from keywords, arrays in, statuses out. */
#ifndef ULNA_PYTHON_OBJECTS_H
#define ULNA_PYTHON_OBJECTS_H

#include "core.h"

int type_ready(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **type);
int trajectory_ready(PyObject *module);
int resolver_ready(PyObject *module);
int controller_ready(PyObject *module);
int plant_ready(PyObject *module);
int simulation_ready(PyObject *module);
int scenario_ready(PyObject *module);
int recorder_ready(PyObject *module);
PyObject *page_text(PyObject *self, PyObject *args); /* page.c */
extern PyMethodDef extra_methods[];

/* Everything that `self` refers to but Python does not see is let go by the type's own function; this frees the object. */
void object_free(PyObject *self);

/* n numbers, or NULL where `object` is NULL or None; *array keeps them. -1: an exception is set. */
int take_numbers(PyObject *object, const char *what, int n, PyArrayObject **array, const double **numbers_);
PyArrayObject *new_numbers(int rows, int columns);  // doubles, columns 0: a vector

#endif
