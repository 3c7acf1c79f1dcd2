/* Small things about doubles: π, held within a limit, put in order, exchanged. Header only. */
#ifndef ULNA_BASE_NUMBERS_H
#define ULNA_BASE_NUMBERS_H

#include <math.h>

#define PI 3.14159265358979323846

/* x, or the nearest within ±limit. */
static inline double within(double x, double limit) { return x > limit ? limit : x < -limit ? -limit : x; }

/* From lower to upper; where one is infinite, 2 half from the other; where both are, ±half. */
static inline void finite_range(double lower, double upper, double half, double *from, double *to)
{
  *from = isfinite(lower) ? lower : isfinite(upper) ? upper - 2 * half : -half;
  *to = isfinite(upper) ? upper : isfinite(lower) ? lower + 2 * half : half;
}

/* The smallest first, for qsort. */
static inline int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline void swap(double **a, double **b)
{
  double *const c = *a;
  *a = *b, *b = c;
}

#endif
