/* What plants and simulations share. */
#ifndef ULNA_PYTHON_PLANT_H
#define ULNA_PYTHON_PLANT_H

#include "objects.h"

void call_for_numbers(PyObject *function, double t, const double q[], const double qd[], int n, double u[]);
PyObject *event_tuple(const ulna_event *event);
ulna_status adaptive_make(ulna_plant *plant, const ulna_adaptive_options *options, ulna_adaptive **made);

#endif
