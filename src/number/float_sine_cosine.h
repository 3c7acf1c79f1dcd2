/* Sine and cosine of FLOAT_LANES floats at once, without the C library.
 *
 * x = k π/2 + r with |r| ≤ π/4 and a little, k of at most 13 bits: two polynomials of r² do the rest, as in
 * number/sine_cosine.h.
 *   |x| ≤ 1e4: error below 1.6 ulp against double (tests/support/float_lanes_suite.h); beyond: through double, so within
 *   0.6 ulp. NaN and ±inf give NaN, and the sine of ±0 is ±0. */
#ifndef ULNA_NUMBER_FLOAT_SINE_COSINE_H
#define ULNA_NUMBER_FLOAT_SINE_COSINE_H

#include "number/sine_cosine.h"

enum { FLOAT_HALF = FLOAT_LANES / 2 };
typedef float float_lanes __attribute__((vector_size(4 * FLOAT_LANES)));
typedef int32_t float_ints __attribute__((vector_size(4 * FLOAT_LANES)));
typedef float half_floats __attribute__((vector_size(4 * FLOAT_HALF)));
typedef double half_doubles __attribute__((vector_size(8 * FLOAT_HALF)));

LANES_INLINED float_lanes float_lanes_load(const float *x)
{
  float_lanes v;
  memcpy(&v, x, sizeof v);
  return v;
}
LANES_INLINED void float_lanes_store(float *x, float_lanes v) { memcpy(x, &v, sizeof v); }
LANES_INLINED float_lanes float_lanes_all(float x)
{
  const float_lanes zero = {0};
  return x - zero;
}
LANES_INLINED float_lanes float_lanes_choose(float_ints mask, float_lanes a, float_lanes b)
{
  return (float_lanes)(((float_ints)a & mask) | ((float_ints)b & ~mask));
}

#if defined(__FMA__)
LANES_INLINED float_lanes float_lanes_fma(float_lanes a, float_lanes b, float_lanes c)
{
  float_lanes r = c;
  for (int i = 0; i < FLOAT_LANES; i++) r[i] = __builtin_fmaf(a[i], b[i], c[i]);
  return r;
}
// x − k π/2 = r − less: pieces of 23, 11 and 24 bits, each difference rounded once and all but the last exact. For k = 0 less is +0.
LANES_INLINED float_lanes float_reduced(float_lanes x, float_lanes k, float_lanes *less)
{
  const float_lanes P2 = float_lanes_all(0x1.444p-24F);
  const float_lanes a = float_lanes_fma(-k, float_lanes_all(0x1.921fb4p+0F), x),
                    r = float_lanes_fma(-k, P2, a);
  *less = float_lanes_fma(k, float_lanes_all(0x1.68c234p-39F), float_lanes_fma(k, P2, r - a));
  return r;
}
#else
// half of the lanes: the first (0) or the last (1)
LANES_INLINED half_doubles float_lanes_half(float_lanes x, int half)
{
  half_floats part[2];
  memcpy(part, &x, sizeof x);
  return __builtin_convertvector(part[half], half_doubles);
}
// The same in double, where k has 14 bits, π/2 comes in pieces of 33 and 53, and every difference but the last is exact.
LANES_INLINED float_lanes float_reduced(float_lanes x, float_lanes k, float_lanes *less)
{
  half_floats parts[2];
  for (int half = 0; half < 2; half++) {
    const half_doubles number = float_lanes_half(k, half);
    const half_doubles r =
        (float_lanes_half(x, half) - number * 0x1.921fb54400000p+0) - number * 0x1.0b4611a626331p-34;
    parts[half] = __builtin_convertvector(r, half_floats);
  }
  float_lanes r;
  memcpy(&r, parts, sizeof r);
  *less = float_lanes_all(0);
  return (float_lanes)((float_ints)r | ((float_ints)x & (x == 0.0F)));  // keeps the sign of zero
}
#endif

// |x| ≤ 1e4; where it is not, what comes out means nothing and the sign of *far is set
LANES_INLINED void float_sine_cosine_near(float_lanes x, float_lanes *sine, float_lanes *cosine,
                                          float_ints *far)
{
  const float to_integer = 0x1.8p23F;  // a sum with it has the rounded number in its last bits
  const float_lanes shifted = x * 0x1.45f306p-1F + to_integer, k = shifted - to_integer;
  const float_ints number = (float_ints)shifted;
  float_lanes less;
  const float_lanes r = float_reduced(x, k, &less);

  // minimax on |r| ≤ 0.786: (sin r / r − 1)/r², (cos r − 1 + r²/2)/r⁴
  const float_lanes z = r * r;
  const float_lanes S = -0x1.555546p-3F + z * (0x1.110730p-7F + z * -0x1.993fdcp-13F);
  const float_lanes C = 0x1.55554ap-5F + z * (-0x1.6c0c28p-10F + z * 0x1.99e7eep-16F);
  const float_lanes s = r - (less - z * (r * S)), c = 1.0F - ((0.5F * z - r * less) - (z * z) * C);

  // odd k: they change places (s ^ c ^ s is c), and the cosine's sign is not the sine's
  const float_ints swap = -(number & 1), minus = (float_ints)float_lanes_all(-0.0F),
                   sign = (number << 30) & minus;
  const float_ints change = ((float_ints)s ^ (float_ints)c) & swap;
  *sine = (float_lanes)((float_ints)s ^ change ^ sign);
  *cosine = (float_lanes)((float_ints)c ^ change ^ sign ^ (swap & minus));
  *far |= (float_ints)float_lanes_all(1e4F) - ((float_ints)x & 0x7fffffff);
}

#endif
