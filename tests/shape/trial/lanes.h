/* A lanes kind on trial: sixteen floats, which number/ does not have yet, out of reach of every operator. */
#ifndef ULNA_TRIAL_LANES_H
#define ULNA_TRIAL_LANES_H

typedef struct {
  float lane[16];
} real;
enum { REAL_LANES = 16, SKIPS_ZEROS = 1, TWISTS_APART = 0 };

#include "trial/trial.h"

#endif
