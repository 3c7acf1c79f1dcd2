/* Golden cases with drives, as models. */
#ifndef ULNA_TESTS_GOLDEN_DRIVES_H
#define ULNA_TESTS_GOLDEN_DRIVES_H

#include "support/golden.h"

/* The chain of a case of open-drives.json with its actuators, elements and payload. */
ulna_model *golden_driven_model(const json_t *one_case);

/* Armature currents of a `simulate` case, linear between knots `knot` seconds apart: knots × n, row-major. */
typedef struct {
  size_t n, knots;
  double knot, *current;
} golden_currents;

/* An ulna_surroundings' input; context is a golden_currents. */
void golden_currents_at(void *context, double t, const double q[], const double qd[], double u[]);

#endif
