/* The text of the lanes kinds in single precision: `real` is FLOAT_LANES floats, one for each of as many states of the
 * same arm. What is NaN stays in its lane. Include after FLOAT_LANES is defined; see number/real.h. */
#ifndef ULNA_NUMBER_F32_LANES_H
#define ULNA_NUMBER_F32_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "number/float_sine_cosine.h"
#include "number/processor.h"

typedef float_lanes real;
typedef float element;
#define REAL_ROUNDING 0x1p-23
enum { REAL_LANES = FLOAT_LANES, IS_LARGE = 1, SKIPS_ZEROS = 1, TWISTS_APART = 0 };

KERNEL_INLINED real constant(double c) { return float_lanes_all((float)c); }
KERNEL_INLINED real choose_less(real a, real b, real x, real y) { return float_lanes_choose(a < b, x, y); }
KERNEL_INLINED real root(real a)
{
  real r = a;
  for (int i = 0; i < REAL_LANES; i++) r[i] = sqrtf(a[i]);
  return r;
}

KERNEL_INLINED real load_elements(const element x[]) { return float_lanes_load(x); }
KERNEL_INLINED void store_elements(element x[], real a) { float_lanes_store(x, a); }
KERNEL_INLINED void store_elements_far(element x[], real a)
{
#if defined(__clang__)
  __builtin_nontemporal_store(a, (real *)x);
#elif defined(__AVX512F__) && FLOAT_LANES == 16
  __builtin_ia32_movntps512(x, a);
#else
  store_elements(x, a);
#endif
}

typedef float_ints far_lanes;
typedef int32_t far_lane;
#define QUICK_REACH 1e4F
KERNEL_INLINED void sine_cosine_quick(real x, real *sine, real *cosine, far_lanes *far)
{
  float_sine_cosine_near(x, sine, cosine, far);
}

#define WIDE FLOAT_LANES
#include "number/any_lanes.h"

#endif
