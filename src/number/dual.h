/* A number and its rate along one direction, ε² = 0: a kernel run on duals gives its answer and the answer's derivative,
 * to rounding. The readable reference of every analytic derivative, and the way for those that have no analytic one. */
#ifndef ULNA_NUMBER_DUAL_H
#define ULNA_NUMBER_DUAL_H

#include <math.h>
#include <stddef.h>

#include "number/processor.h"
#include "number/sine_cosine.h"

// Twice the code of a double: nothing is forced inline.
#undef KERNEL_INLINED
#define KERNEL_INLINED KERNEL

typedef struct {
  double value, rate;
} real;
enum { REAL_LANES = 1, IS_LARGE = 1, SKIPS_ZEROS = 0, TWISTS_APART = 0 };

KERNEL real dual_of(double value, double rate)
{
  const real a = {value, rate};
  return a;
}
KERNEL double rate_of(real a) { return a.rate; }

KERNEL real constant(double c) { return dual_of(c, 0); }
KERNEL real add(real a, real b) { return dual_of(a.value + b.value, a.rate + b.rate); }
KERNEL real sub(real a, real b) { return dual_of(a.value - b.value, a.rate - b.rate); }
KERNEL real mul(real a, real b) { return dual_of(a.value * b.value, a.value * b.rate + a.rate * b.value); }
KERNEL real divide(real a, real b)
{
  const double ratio = a.value / b.value;
  return dual_of(ratio, (a.rate - ratio * b.rate) / b.value);
}
KERNEL real neg(real a) { return dual_of(-a.value, -a.rate); }
KERNEL real mul_alone(real a, real b) { return mul(a, b); }
KERNEL real mul_add(real a, real b, real c) { return add(mul(a, b), c); }
KERNEL real root(real a)
{
  const double r = sqrt(a.value);
  return dual_of(r, a.rate / (2 * r));
}
KERNEL real choose_less(real a, real b, real x, real y) { return a.value < b.value ? x : y; }

KERNEL double value_of(real a) { return a.value; }
KERNEL double lane_of(real a, int lane)
{
  (void)lane;
  return a.value;
}

#include "number/plain_groups.h"
#include "number/uncounted.h"

KERNEL void sine_cosine_sums(int n, const real offset[], const real q[], real sine[], real cosine[])
{
  for (int i = 0; i < n; i++) {
    const real x = add(offset[i], q[i]);
    const double zero = 0;
    double s, c;
    sine_cosine_doubles(1, &zero, &x.value, NULL, &s, &c, NULL);
    sine[i] = dual_of(s, c * x.rate), cosine[i] = dual_of(c, -s * x.rate);
  }
}

#include "number/turns.h"

#endif
