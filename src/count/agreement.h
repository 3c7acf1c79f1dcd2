/* How far computations that should agree are apart. */
#ifndef ULNA_COUNT_AGREEMENT_H
#define ULNA_COUNT_AGREEMENT_H

#include <math.h>

#include "base/worse.h"

/* The largest difference of two vectors over the largest element of either; NaN if there is one. */
static inline double difference(const double x[], const double y[], int n)
{
  double off = 0, size = 0;
  for (int i = 0; i < n; i++) {
    const double d = fabs(x[i] - y[i]);
    off = worse_of(off, d);
    size = fmax(size, fmax(fabs(x[i]), fabs(y[i])));
  }
  return off == 0 ? 0 : off / size;
}

static inline void keep_larger(double *most, double x) { *most = worse_of(*most, x); }

#endif
