/* Whether numbers are finite. Header only. */
#ifndef ULNA_BASE_FINITE_H
#define ULNA_BASE_FINITE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A number whose top bit is set if x is an infinity or a NaN: an exponent of ones, and one more. */
static inline uint64_t not_finite_bit(double x)
{
  const uint64_t exponent = UINT64_C(0x7ff) << 52, one = UINT64_C(1) << 52;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (bits & exponent) + one;
}

/* A number that has just been written: volatile keeps the compiler from reading it together with its neighbour, which would
 * wait until both have left the processor's queue of writes. */
static inline double just_written(const double *x) { return *(const volatile double *)x; }

/* A copy of a few numbers that have just been written. */
static inline void copy_just_written(int n, const double from[], double to[])
{
  for (int i = 0; i < n; i++) to[i] = just_written(&from[i]);
}

/* Whether n numbers are all finite: 0 x is 0 only for finite x. Without branches. A few, most often just written, are
 * read one by one; many by their exponents, several at a time. */
static inline bool all_finite(int n, const double x[])
{
  enum { FEW = 16 };
  if (n <= FEW) {
    double none = 0;
    for (int i = n - 1; i >= 0; i--) none += 0 * just_written(&x[i]);
    return none == 0;
  }
  uint64_t any = 0;
  for (int i = 0; i < n; i++) any |= not_finite_bit(x[i]);
  return any >> 63 == 0;
}

static inline bool positive(double x) { return x > 0 && isfinite(x); }
static inline bool not_negative(double x) { return x >= 0 && isfinite(x); }

#endif
