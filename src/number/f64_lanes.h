/* The text of the lanes kinds: `real` is LANES doubles, one for each of LANES states of the same arm. Every operation is
 * f64's in every lane, in the same order: with the same compiler's choice of fused operations the answers are the same
 * bits, unless an arm's zeros are skipped (SKIPS_ZEROS). What is NaN stays in its lane. Include after LANES is defined; see number/real.h. */
#ifndef ULNA_NUMBER_F64_LANES_H
#define ULNA_NUMBER_F64_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "number/lanes.h"
#include "number/processor.h"
#include "number/sine_cosine.h"

typedef lanes real;
typedef double element;
#define REAL_ROUNDING 0x1p-52
enum { REAL_LANES = LANES, IS_LARGE = 1, SKIPS_ZEROS = 1, TWISTS_APART = 0 };

KERNEL_INLINED real constant(double c) { return lanes_all(c); }
KERNEL_INLINED real add(real a, real b) { return a + b; }
KERNEL_INLINED real sub(real a, real b) { return a - b; }
KERNEL_INLINED real mul(real a, real b) { return a * b; }
KERNEL_INLINED real divide(real a, real b) { return a / b; }
KERNEL_INLINED real neg(real a) { return -a; }
KERNEL_INLINED real mul_add(real a, real b, real c) { return a * b + c; }
KERNEL_INLINED real mul_alone(real a, real b)
{
  real product = mul(a, b);
#if defined(__AVX512F__)
  __asm__("" : "+v"(product));
#endif
  return product;
}
KERNEL_INLINED real choose_less(real a, real b, real x, real y) { return lanes_choose(a < b, x, y); }
KERNEL_INLINED real root(real a)
{
  real r = a;
  for (int i = 0; i < LANES; i++) r[i] = sqrt(a[i]);
  return r;
}

KERNEL_INLINED double lane_of(real a, int lane) { return a[lane]; }
KERNEL_INLINED void set_lane(real *a, int lane, double x) { (*a)[lane] = x; }
KERNEL_INLINED double value_of(real a) { return a[0]; }  // of what all lanes share
KERNEL_INLINED real load_elements(const element x[]) { return lanes_load(x); }
KERNEL_INLINED void store_elements(element x[], real a) { lanes_store(x, a); }
KERNEL_INLINED void store_elements_far(element x[], real a)
{
#if defined(__clang__)
  __builtin_nontemporal_store(a, (real *)x);
#elif defined(__AVX512F__) && LANES == 8
  __builtin_ia32_movntpd512(x, a);
#else
  store_elements(x, a);
#endif
}

#include "number/plain_groups.h"
#include "number/uncounted.h"

// lanes beyond the reach of the quick reduction, one by one
static inline void sine_cosine_far_lanes(int n, const real offset[], const element *q, size_t step,
                                         real sine[], real cosine[])
{
  for (int i = 0; i < n; i++) {
    const real x = add(offset[i], load_elements(q + (size_t)i * step));
    for (int lane = 0; lane < LANES; lane++) {
      if (x[lane] <= 1e5 && x[lane] >= -1e5) continue;
      double s, c;
      ulna_sine_cosine_far(x[lane], &s, &c);
      sine[i][lane] = s, cosine[i][lane] = c;
    }
  }
}

/* One angle a lane, by the quick reduction. An angle beyond its reach makes its lane of *far negative (any_far); what comes out
 * then means nothing. */
typedef int_lanes far_lanes;
KERNEL_INLINED void sine_cosine_quick(real x, real *sine, real *cosine, far_lanes *far)
{
  sine_cosine_near(x, sine, cosine, far);
}
KERNEL_INLINED bool any_far(far_lanes far)
{
  int64_t any = 0;
  for (int lane = 0; lane < REAL_LANES; lane++) any |= far[lane];
  return any < 0;
}

// angles `step` elements apart
KERNEL_INLINED void sine_cosine_apart(int n, const real offset[], const element *q, size_t step, real sine[],
                                      real cosine[])
{
  far_lanes far = {0};
  for (int i = 0; i < n; i++)
    sine_cosine_quick(add(offset[i], load_elements(q + (size_t)i * step)), &sine[i], &cosine[i], &far);
  if (RARELY(any_far(far))) sine_cosine_far_lanes(n, offset, q, step, sine, cosine);
}
KERNEL_INLINED void sine_cosine_sums(int n, const real offset[], const real q[], real sine[], real cosine[])
{
  sine_cosine_apart(n, offset, (const element *)q, REAL_LANES, sine, cosine);
}

#include "number/turns.h"

#define WIDE LANES
#include "number/transpose.h"

#endif
