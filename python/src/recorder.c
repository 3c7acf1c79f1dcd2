/* The type Recorder: rows and events into a CSV or NumPy file that appears whole. */
#include "objects.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  PyObject_HEAD ulna_recorder *recorder;
  int width;
} recorder_object;
static PyTypeObject *recorder_type;

static void recorder_dealloc(PyObject *self)
{
  ulna_recorder_destroy(((recorder_object *)self)->recorder);
  object_free(self);
}

static ulna_column *columns_from(PyObject *list, int *count)
{
  *count = (int)PyList_Size(list);
  ulna_column *columns = PyMem_Calloc((size_t)*count + 1, sizeof *columns);
  if (!columns) return (ulna_column *)PyErr_NoMemory();
  for (int k = 0; k < *count; k++) {
    ulna_column *c = &columns[k];
    if (PyTuple_Check(PyList_GetItem(list, k)) &&
        PyArg_ParseTuple(PyList_GetItem(list, k), "szsi", &c->name, &c->unit, &c->group, &c->index))
      continue;
    if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "columns: (name, unit, group, index) was expected");
    PyMem_Free(columns);
    return NULL;
  }
  return columns;
}

static ulna_record_note *notes_from(PyObject *dict, int *count)
{
  *count = (int)PyDict_Size(dict);
  ulna_record_note *notes = PyMem_Calloc((size_t)*count + 1, sizeof *notes);
  if (!notes) return (ulna_record_note *)PyErr_NoMemory();
  PyObject *name, *value;
  Py_ssize_t at = 0;
  for (int k = 0; PyDict_Next(dict, &at, &name, &value); k++) {
    notes[k] = (ulna_record_note){PyUnicode_AsUTF8AndSize(name, NULL), PyUnicode_AsUTF8AndSize(value, NULL)};
    if (notes[k].name && notes[k].value) continue;
    PyMem_Free(notes);
    return NULL;
  }
  return notes;
}

static PyObject *recorder_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  static char *names[] = {"path", "columns", "notes", NULL};
  const char *path;
  PyObject *list, *dict;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "sO!O!", names, &path, &PyList_Type, &list, &PyDict_Type,
                                   &dict))
    return NULL;
  int column_count, note_count;
  ulna_column *columns = columns_from(list, &column_count);
  ulna_record_note *notes = columns ? notes_from(dict, &note_count) : NULL;
  recorder_object *self = notes ? (recorder_object *)PyType_GenericAlloc(type, 0) : NULL;
  ulna_report *report = NULL;
  if (self) {
    self->width = column_count;
    ulna_status status = ulna_report_create(NULL, &report);
    if (status == ULNA_OK)
      status = ulna_recorder_create(path, ULNA_RECORD_GUESS, column_count, columns, note_count, notes, NULL,
                                    report, &self->recorder);
    if (status != ULNA_OK) {
      raise_report(status, report);
      Py_CLEAR(self);
    }
  }
  ulna_report_destroy(report);
  PyMem_Free(columns), PyMem_Free(notes);
  return (PyObject *)self;
}

static PyObject *failed(recorder_object *r, ulna_status status, const char *what)
{
  const char *why = ulna_recorder_failure(r->recorder);
  return raise_status(status, "%s", why && *why ? why : what);
}

static PyObject *recorder_rows(PyObject *self, PyObject *given)
{
  recorder_object *r = (recorder_object *)self;
  PyArrayObject *rows = (PyArrayObject *)PyArray_FROM_OTF(given, NPY_DOUBLE, NPY_ARRAY_IN_ARRAY);
  if (!rows) return NULL;
  ulna_status status = ULNA_OK;
  if (PyArray_NDIM(rows) != 2 || PyArray_DIM(rows, 1) != r->width) {
    PyErr_Format(PyExc_ValueError, "rows: shape (any, %d) was expected", r->width);
  } else {
    for (npy_intp k = 0; k < PyArray_DIM(rows, 0) && status == ULNA_OK; k++)
      status = ulna_recorder_row(r->recorder, (const double *)PyArray_DATA(rows) + k * r->width);
    if (status != ULNA_OK) failed(r, status, "rows");
  }
  Py_DECREF(rows);
  if (PyErr_Occurred()) return NULL;
  Py_RETURN_NONE;
}

static PyObject *recorder_event(PyObject *self, PyObject *args)
{
  double t;
  const char *kind, *what = "", *detail = "";
  if (!PyArg_ParseTuple(args, "ds|ss", &t, &kind, &what, &detail)) return NULL;
  const ulna_status status = ulna_recorder_event(((recorder_object *)self)->recorder, t, kind, what, detail);
  if (status != ULNA_OK) return failed((recorder_object *)self, status, "event");
  Py_RETURN_NONE;
}

static PyObject *recorder_finish(PyObject *self, PyObject *args)
{
  const char *incomplete = NULL;
  if (!PyArg_ParseTuple(args, "|z", &incomplete)) return NULL;
  recorder_object *r = (recorder_object *)self;
  const ulna_status status = ulna_recorder_finish(r->recorder, incomplete);
  if (status != ULNA_OK) return failed(r, status, "finish");
  return PyUnicode_DecodeFSDefault(ulna_recorder_path(r->recorder));
}

int recorder_ready(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"rows", recorder_rows, METH_O, "rows($self, rows, /)\n--\n\nAdds rows, (any, columns)."},
      {"event", recorder_event, METH_VARARGS,
       "event($self, t, kind, what='', detail='', /)\n--\n\nAdds an event."},
      {"finish", recorder_finish, METH_VARARGS,
       "finish($self, incomplete=None, /)\n--\n\n"
       "Ends the recording and gives its path. incomplete: why it is not whole; it is then kept as NAME.incomplete.csv (.npz)."},
      {NULL, NULL, 0, NULL}};
  static PyType_Slot slots[] = {
      {Py_tp_new, (void *)recorder_new},
      {Py_tp_dealloc, (void *)recorder_dealloc},
      {Py_tp_methods, methods},
      {Py_tp_doc,
       (void
            *)"Recorder(path, columns, notes)\n--\n\n"
              "A recording in a .csv or .npz. columns: (name, unit, group, index) each; notes: {name: text}. What is not\n"
              "finished leaves nothing behind. C: ulna_recorder_create."},
      {0, NULL}};
  PyType_Spec spec = {"ulna._core.Recorder", sizeof(recorder_object), 0, Py_TPFLAGS_DEFAULT, slots};
  return type_ready(module, "Recorder", &spec, &recorder_type);
}
