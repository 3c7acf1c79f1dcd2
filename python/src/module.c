/* The module ulna._core. */
#define ULNA_PYTHON_IMPORTS_NUMPY
#include "core.h"
#include "objects.h"

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                        "ulna._core",
                                        "The library in C, for ulna's own modules.",
                                        -1,
                                        extra_methods,
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
      trajectory_ready(module) < 0 || resolver_ready(module) < 0 || controller_ready(module) < 0 ||
      plant_ready(module) < 0 || simulation_ready(module) < 0 || scenario_ready(module) < 0 ||
      recorder_ready(module) < 0 || PyModule_AddStringConstant(module, "version", ulna_version()) < 0)
    Py_CLEAR(module);
  return module;
}
