/* Whether numbers are numbers. Header only. */
#ifndef ULNA_BASE_FINITE_H
#define ULNA_BASE_FINITE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* No infinity and no NaN among n numbers: 0 x is 0 of numbers alone. Without branches. A few are looked at one by one, since wider
 * reads would wait for numbers that have just been written; many by their exponents, several at a time. */
static inline bool all_finite(int n, const double x[])
{
  enum { FEW = 16 };
  if (n <= FEW) {
    double none = 0;
    for (int i = 0; i < n; i++) none += 0 * x[i];
    return none == 0;
  }
  uint64_t any = 0;
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &x[i], sizeof bits);
    any |= (bits >> 52 & 0x7ff) == 0x7ff;
  }
  return any == 0;
}

static inline bool positive(double x) { return x > 0 && isfinite(x); }
static inline bool not_negative(double x) { return x >= 0 && isfinite(x); }

#endif
