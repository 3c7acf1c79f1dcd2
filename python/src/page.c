/* The page of a robot or a run, as a text. */
#include "objects.h"

#include "page/page.h"

static bool add_column(PyObject *tuple, ulna_column *c)
{
  if (PyTuple_Check(tuple) && PyArg_ParseTuple(tuple, "szsi", &c->name, &c->unit, &c->group, &c->index))
    return true;
  if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "columns: (name, unit, group, index) was expected");
  return false;
}

static bool add_events(ulna_page *page, PyObject *list)
{
  for (Py_ssize_t k = 0; k < PyList_Size(list); k++) {
    ulna_run_event e;
    if (!PyArg_ParseTuple(PyList_GetItem(list, k), "dsss", &e.t, &e.kind, &e.what, &e.detail)) return false;
    ulna_page_event(page, &e);
  }
  return true;
}

static bool add_notes(ulna_page *page, PyObject *dict)
{
  PyObject *name, *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &name, &value)) {
    const char *key = PyUnicode_AsUTF8AndSize(name, NULL), *text = PyUnicode_AsUTF8AndSize(value, NULL);
    if (!key || !text) return false;
    ulna_page_note(page, key, text);
  }
  return true;
}

/* A run of columns, rows, events and notes; false: an exception is set. */
static bool add_run(ulna_page *page, const char *title, PyObject *list, PyObject *rows_given,
                    PyObject *events, PyObject *notes)
{
  const int count = (int)PyList_Size(list);
  ulna_column *columns = PyMem_Calloc((size_t)count + 1, sizeof *columns);
  PyArrayObject *rows = (PyArrayObject *)PyArray_FROMANY(rows_given, NPY_DOUBLE, 2, 2,
                                                         NPY_ARRAY_IN_ARRAY | NPY_ARRAY_FORCECAST);
  bool sound = columns && rows;
  if (!columns) PyErr_NoMemory();
  if (sound && (count == 0 || PyArray_DIM(rows, 1) != count)) {
    PyErr_SetString(PyExc_ValueError, "rows: as many columns as there are names were expected");
    sound = false;
  }
  for (int k = 0; k < count && sound; k++) sound = add_column(PyList_GetItem(list, k), &columns[k]);
  if (sound) {
    ulna_page_open_run(page, title, count, columns);
    for (npy_intp i = 0; i < PyArray_DIM(rows, 0); i++)
      ulna_page_row(page, (const double *)PyArray_DATA(rows) + i * count);
    sound = add_events(page, events) && add_notes(page, notes);
    ulna_page_close_run(page);
  }
  PyMem_Free(columns);
  Py_XDECREF(rows);
  return sound;
}

PyObject *page_text(PyObject *self, PyObject *args)
{
  (void)self;
  PyObject *given, *columns, *rows, *events, *notes, *result = NULL;
  const char *title, *file;
  if (!PyArg_ParseTuple(args, "OszO!OO!O!", &given, &title, &file, &PyList_Type, &columns, &rows,
                        &PyList_Type, &events, &PyDict_Type, &notes))
    return NULL;
  robot_object *robot = robot_of(given);
  if (!robot) return NULL;
  ulna_page *page = NULL;
  const page_kind kind = PyList_Size(columns) > 0 ? PAGE_RUN : PAGE_ROBOT;
  ulna_status status = ulna_page_create(kind, title, 1, NULL, &page);
  if (status == ULNA_OK) {
    ulna_page_robot(page, robot->model, file, NULL);
    if (kind == PAGE_ROBOT || add_run(page, title, columns, rows, events, notes)) {
      const char *text = NULL;
      size_t length = 0;
      status = ulna_page_finish(page, &text, &length);
      if (status == ULNA_OK) result = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
    }
  }
  if (status != ULNA_OK) raise_status(status, "page");
  ulna_page_destroy(page);
  return result;
}
