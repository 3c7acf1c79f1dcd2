/* Statuses and reports as exceptions: the classes are those of ulna/errors.py. */
#include "core.h"

#include <string.h>

static PyObject *make_error, *make_problem;

int errors_import(void)
{
  PyObject *module = PyImport_ImportModule("ulna.errors");
  if (!module) return -1;
  make_error = PyObject_GetAttrString(module, "error_of");
  make_problem = PyObject_GetAttrString(module, "Problem");
  Py_DECREF(module);
  return make_error && make_problem ? 0 : -1;
}

/* Raises what error_of(status, text, problems) makes; takes over both references. */
static PyObject *raise_made(ulna_status status, PyObject *text, PyObject *problems)
{
  PyObject *error = NULL;
  if (status == ULNA_OUT_OF_MEMORY) PyErr_NoMemory();
  else if (text && problems)
    error = PyObject_CallFunction(make_error, "sOO", ulna_status_name(status), text, problems);
  if (error) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
  Py_XDECREF(error), Py_XDECREF(text), Py_XDECREF(problems);
  return NULL;
}

PyObject *raise_status(ulna_status status, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  PyObject *text = PyUnicode_FromFormatV(format, list);
  va_end(list);
  if (text) REPLACE(text, PyUnicode_FromFormat("%U: %s", text, ulna_status_text(status)));
  return raise_made(status, text, PyList_New(0));
}

static PyObject *text_or_none(const char *text)
{
  if (text) return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace");
  Py_RETURN_NONE;
}

static PyObject *line_of(const ulna_problem *p)
{
  char line[2000];
  ulna_problem_format(p, line, sizeof line);
  return text_or_none(line);
}

static PyObject *problem_of(const ulna_problem *p)
{
  static const char *const severities[] = {"note", "warning", "error"};
  PyObject *line = line_of(p), *problem = NULL;
  PyObject *file = text_or_none(p->file), *subject = text_or_none(p->subject), *text = text_or_none(p->text);
  if (line && file && subject && text)
    problem = PyObject_CallFunction(make_problem, "ssOiiOOO", severities[p->severity], p->condition, file,
                                    p->line, p->column, subject, text, line);
  Py_XDECREF(line), Py_XDECREF(file), Py_XDECREF(subject), Py_XDECREF(text);
  return problem;
}

PyObject *problems_of(const ulna_report *report)
{
  const size_t count = report ? ulna_report_count(report, ULNA_NOTE) : 0;
  PyObject *list = PyList_New((Py_ssize_t)count);
  for (size_t k = 0; list && k < count; k++) {
    PyObject *problem = problem_of(ulna_report_get(report, k));
    if (problem) PyList_SetItem(list, (Py_ssize_t)k, problem);
    else Py_CLEAR(list);
  }
  return list;
}

PyObject *raise_report(ulna_status status, ulna_report *report)
{
  return raise_made(status, PyUnicode_FromString(ulna_status_text(status)), problems_of(report));
}
