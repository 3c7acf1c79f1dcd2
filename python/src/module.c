/* The module ulna._core. */
#define ULNA_PYTHON_IMPORTS_NUMPY
#include "core.h"

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

static PyObject *instructions(PyObject *self, PyObject *unused)
{
  (void)self, (void)unused;
  return PyUnicode_FromString(ulna_batch_instructions(0));
}

static PyMethodDef module_methods[] = {
    {"robots", robots, METH_NOARGS, "robots($module, /)\n--\n\n{key: name} of the robots that are built in."},
    {"instructions", instructions, METH_NOARGS,
     "instructions($module, /)\n--\n\nThe instruction set that batches use."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        "ulna._core",
                                        "The library in C, for ulna's own modules.",
                                        -1,
                                        module_methods,
                                        NULL,
                                        NULL,
                                        NULL,
                                        NULL};

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void)
{
  import_array();
  PyObject *module = PyModule_Create(&definition);
  if (!module) return NULL;
  if (errors_import() < 0 || functions_ready() < 0 || robot_ready(module) < 0 ||
      PyModule_AddStringConstant(module, "version", ulna_version()) < 0)
    Py_CLEAR(module);
  return module;
}
