/* What lanes kinds have in common, whatever a lane holds. A kind (number/f64_lanes.h, number/f32_lanes.h) includes this last and
 * supplies before:
 *   real, element, REAL_LANES, WIDE     the vector, what one lane holds, how many there are: as an enumerator and as a macro
 *   constant choose_less root load_elements store_elements store_elements_far
 *   far_lanes, far_lane                 a vector of integers as wide as `real`, and one of them
 *   sine_cosine_quick, QUICK_REACH      (x, sine, cosine, far): sines of one angle a lane by the quick reduction, and how far it
 *                                       reaches. An angle beyond makes its lane of *far negative; what comes out then means
 *                                       nothing. */
#ifndef ULNA_NUMBER_ANY_LANES_H
#define ULNA_NUMBER_ANY_LANES_H

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

KERNEL_INLINED double lane_of(real a, int lane) { return (double)a[lane]; }
KERNEL_INLINED void set_lane(real *a, int lane, double x) { (*a)[lane] = (element)x; }
KERNEL_INLINED double value_of(real a) { return (double)a[0]; }  // of what all lanes share

#include "number/plain_groups.h"
#include "number/uncounted.h"

// lanes beyond the reach of the quick reduction, one by one
static inline void sine_cosine_far_lanes(int n, const real offset[], const element *q, size_t step,
                                         real sine[], real cosine[])
{
  for (int i = 0; i < n; i++) {
    const real x = add(offset[i], load_elements(q + (size_t)i * step));
    for (int lane = 0; lane < REAL_LANES; lane++) {
      if (x[lane] <= QUICK_REACH && x[lane] >= -QUICK_REACH) continue;
      double s, c;
      ulna_sine_cosine_far((double)x[lane], &s, &c);
      sine[i][lane] = (element)s, cosine[i][lane] = (element)c;
    }
  }
}
KERNEL_INLINED bool any_far(far_lanes far)
{
  far_lane any = 0;
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

#include "number/transpose.h"
#include "number/turns.h"

#endif
