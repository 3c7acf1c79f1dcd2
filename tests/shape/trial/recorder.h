/* A recording kind on trial: a number is the place of its expression in a list, and has no value. */
#ifndef ULNA_TRIAL_RECORDER_H
#define ULNA_TRIAL_RECORDER_H

typedef struct {
  int node;
} real;
enum { REAL_LANES = 1, IS_LARGE = 0, SKIPS_ZEROS = 0, TWISTS_APART = 0 };

#include "trial/trial.h"

#endif
