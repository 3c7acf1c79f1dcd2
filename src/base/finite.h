/* Whether numbers are numbers. Header only. */
#ifndef ULNA_BASE_FINITE_H
#define ULNA_BASE_FINITE_H

#include <math.h>
#include <stdbool.h>

/* No infinity and no NaN among n numbers: 0 x is 0 of numbers alone. Without branches, and number by number: wider reads would
 * wait for numbers that have just been written. */
static inline bool all_finite(int n, const double x[])
{
  double even = 0, odd = 0;
  int i = 0;
  for (; i + 1 < n; i += 2) even += 0 * x[i], odd += 0 * x[i + 1];
  if (i < n) even += 0 * x[i];
  return even + odd == 0;
}

static inline bool positive(double x) { return x > 0 && isfinite(x); }
static inline bool not_negative(double x) { return x >= 0 && isfinite(x); }

#endif
