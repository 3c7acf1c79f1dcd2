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
KERNEL_INLINED real choose_less(real a, real b, real x, real y) { return lanes_choose(a < b, x, y); }
KERNEL_INLINED real root(real a)
{
  real r = a;
  for (int i = 0; i < LANES; i++) r[i] = sqrt(a[i]);
  return r;
}

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

typedef int_lanes far_lanes;
typedef int64_t far_lane;
#define QUICK_REACH 1e5
KERNEL_INLINED void sine_cosine_quick(real x, real *sine, real *cosine, far_lanes *far)
{
  sine_cosine_near(x, sine, cosine, far);
}

#define WIDE LANES
#include "number/any_lanes.h"

#endif
