/* A lanes kind on trial: sixteen floats, as of number/f32x16.h, out of reach of every operator. */
#ifndef ULNA_TRIAL_LANES_H
#define ULNA_TRIAL_LANES_H

typedef struct {
  float lane[16];
} real;
enum { REAL_LANES = 16, IS_LARGE = 1, SKIPS_ZEROS = 1, TWISTS_APART = 0 };

#include "trial/trial.h"

#endif
