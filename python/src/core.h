/* What the files of the extension share. */
#ifndef ULNA_PYTHON_CORE_H
#define ULNA_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000  // the stable ABI of Python 3.11 (docs/decisions/0016)
#include <Python.h>
#define NPY_NO_DEPRECATED_API  NPY_1_7_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL ulna_python_array
#ifndef ULNA_PYTHON_IMPORTS_NUMPY
#  define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
#include <stdbool.h>
#include <stddef.h>

#include "ulna/ulna.h"

/* References of any object: from this stable ABI on Python's own take a plain PyObject only. */
#ifndef Py_INCREF
#  define Py_INCREF(object) Py_INCREF((PyObject *)(object))
#endif
#ifndef Py_XINCREF
#  define Py_XINCREF(object) Py_XINCREF((PyObject *)(object))
#endif
#ifndef Py_DECREF
#  define Py_DECREF(object) Py_DECREF((PyObject *)(object))
#endif
#ifndef Py_XDECREF
#  define Py_XDECREF(object) Py_XDECREF((PyObject *)(object))
#endif

/* Puts a new object in a variable and lets go of the old one; both may be NULL. */
#define REPLACE(variable, object)                                                                            \
  do {                                                                                                       \
    PyObject *old_ = (PyObject *)(variable);                                                                 \
    (variable) = (void *)(object);                                                                           \
    Py_XDECREF(old_);                                                                                        \
  } while (0)

/* errors.c. Each sets a Python exception and returns NULL. */
PyObject *raise_status(ulna_status status, const char *format, ...);
PyObject *raise_report(ulna_status status, ulna_report *report);
PyObject *problems_of(const ulna_report *report);  // a list of ulna.Problem; a new reference
int errors_import(void);

/* robot.c. Works and batches that are not in use wait in the robot for the next call; access is under the GIL. */
enum { SPARE_MOST = 8, LANE_ARMS = 2 };
typedef struct {
  ulna_batch *batch;
  unsigned long generation;  // of the process: threads do not live on in a fork
  int threads;
} lane_batch;
typedef struct {
  PyObject_HEAD ulna_model *model;
  int n;
  int columns[2];
  int threads;      // that batches are made with; 0: one for each processor
  ulna_work *work;  // of calls that keep the GIL
  ulna_work *spare_work[SPARE_MOST];
  lane_batch spare_batch[LANE_ARMS][SPARE_MOST];
  PyObject *problems;  // notes and warnings of the reader
  PyObject *owner;     // who has the model; NULL: it is the robot's own
} robot_object;
extern PyTypeObject *robot_type;
int robot_ready(PyObject *module);
ulna_work *robot_take_work(robot_object *robot);  // NULL: an exception is set
void robot_give_work(robot_object *robot, ulna_work *work);
lane_batch robot_take_batch(robot_object *robot, int links_only);
void robot_give_batch(robot_object *robot, int links_only, lane_batch batch);
robot_object *robot_of(PyObject *object);  // NULL: an exception says that a Robot was expected
PyObject *robot_of_model(const ulna_model *model, PyObject *owner);  // `owner` has the model, and is kept

/* call.c: functions of table.py. */
enum { DIM_N = -1, DIM_M = -2, DIM_C = -3, DIM_P = -4, DIM_S = -5, DIM_6N = -6 };
int robot_dimension(const robot_object *robot, int code, int of);
PyMethodDef *function_methods(void);
int functions_ready(void);

/* structs.c: structs of the headers from and to dicts. */
typedef enum {
  FIELD_DOUBLE,
  FIELD_INT,
  FIELD_BOOL,
  FIELD_LONG,
  FIELD_UINT64,
  FIELD_ENUM,
  FIELD_TEXT,
  FIELD_ARRAY,  // const double *, `count` numbers (DIM_N: n)
  FIELD_FLAGS,  // const bool *
  FIELD_POSE,
  FIELD_STRUCT,
  FIELD_STRUCT_POINTER
} field_kind;
typedef struct field_info {
  const char *name;
  field_kind kind;
  size_t offset;
  int count, dimensions;
  const struct struct_info *sub;
  const char *const *names;
} field_info;
typedef struct struct_info {
  const char *name;
  size_t size;
  const field_info *fields;
} struct_info;
#include "structs.h"

/* Sets fields of the struct at `base` from a dict (NULL or None: none). Arrays and texts it points to are appended to the list
 * `keep`, whose owner they must not outlive. -1: an exception names the field, and what was expected. */
int struct_set(const struct_info *info, void *base, PyObject *values, int n, PyObject *keep);
int struct_set_field(const struct_info *info, void *base, PyObject *name, PyObject *value, int n,
                     PyObject *keep);  // 1: no such field, nothing is set
PyObject *struct_get(const struct_info *info, const void *base, int n);

/* arrays.c: numbers from Python, and poses. */
PyArrayObject *numbers(PyObject *object, const char *what, int count, ...);   // doubles of exactly this shape
int enum_value(PyObject *text, const char *what, const char *const names[]);  // -1: an exception lists them
PyObject *pose_matrix(const ulna_pose *pose);
int pose_from(PyObject *object, const char *what, ulna_pose *pose);
void pose_to_numbers(const ulna_pose *pose, double matrix[16]);
void pose_from_numbers(const double matrix[16], ulna_pose *pose);
bool all_finite(const double *x, size_t count);
bool all_finite_float(const float *x, size_t count);
PyObject *array_of(const double *x, int rows, int columns);  // columns 0: a vector
bool is_real_array(PyArrayObject *array);

#endif
