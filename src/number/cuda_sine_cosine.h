/* Sine and cosine of one number on a graphics processor, by the polynomials of number/sine_cosine.h and
 * number/float_sine_cosine.h. x = k π/2 + r with |r| ≤ π/4; π/2 comes in pieces, and every difference but the last is exact
 * with fused operations.
 *   double: below 1 ulp;  float: below 2 ulp; both for every argument: beyond 1e5 (float: 3.2e4) r comes from number/far_reduction.h.
 *   NaN and ±inf give NaN, the sine of ±0 is ±0. */
#ifndef ULNA_NUMBER_CUDA_SINE_COSINE_H
#define ULNA_NUMBER_CUDA_SINE_COSINE_H

#define FAR_REDUCTION KERNEL_APART
#include "number/far_reduction.h"

// The last bits of a sum with 1.5·2^23 (2^52) are the rounded number: quicker than a conversion.
KERNEL int cuda_last_bits_float(float x)
{
  int32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
KERNEL int cuda_last_bits(double x)
{
  int64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return (int)bits;
}
// −x where the first bit of `sign` is set
KERNEL float cuda_signed_float(float x, uint32_t sign)
{
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  bits ^= sign & 0x80000000u;
  __builtin_memcpy(&x, &bits, sizeof bits);
  return x;
}

// sine and cosine of k π/2 + r + r_low, where the last two bits of k matter
KERNEL void cuda_turned(int k, double r, double r_low, double *sine, double *cosine)
{
  const double z = r * r, z2 = z * z;
  const double S = CUDA_BUILTIN(fma)(
      z2,
      CUDA_BUILTIN(fma)(z2, CUDA_BUILTIN(fma)(z, 0x1.5d8fc3c1238c8p-33, -0x1.ae5e5a62e9992p-26),
                        CUDA_BUILTIN(fma)(z, 0x1.71de3567999ffp-19, -0x1.a01a019bfdaebp-13)),
      CUDA_BUILTIN(fma)(z, 0x1.111111110f7cep-7, -0x1.5555555555548p-3));
  const double C = CUDA_BUILTIN(fma)(
      z2,
      CUDA_BUILTIN(fma)(z2, CUDA_BUILTIN(fma)(z, -0x1.8fa48a36ab424p-37, 0x1.1ee9d797034f9p-29),
                        CUDA_BUILTIN(fma)(z, -0x1.27e4f7ea99cbcp-22, 0x1.a01a019c84155p-16)),
      CUDA_BUILTIN(fma)(z, -0x1.6c16c16c14f8fp-10, 0x1.555555555554bp-5));
  // cos = 1 − (r²/2 − tail), r² not rounded;  sin = r + r³ S(r²) + r_low cos r
  const double tail = CUDA_BUILTIN(fma)(z2, C, -r * r_low), less = CUDA_BUILTIN(fma)(0.5 * r, r, -tail);
  const double c = 1.0 - less, s = r + CUDA_BUILTIN(fma)(z * r, S, CUDA_BUILTIN(fma)(-less, r_low, r_low));
  const double a = k & 1 ? c : s, b = k & 1 ? s : c;
  *sine = k & 2 ? -a : a;
  *cosine = (k + 1) & 2 ? -b : b;
}

// Apart, and without pointers: what is pointed to could not stay in registers.
typedef struct {
  double sine, cosine;
} cuda_waves;
KERNEL_APART cuda_waves cuda_sine_cosine_far(double x)
{
  double r, r_low;
  cuda_waves w;
  const int k = far_reduced(x, &r, &r_low);
  cuda_turned(k, r, r_low, &w.sine, &w.cosine);
  return w;
}

// |x| ≤ 1e5; else what comes out means nothing
KERNEL void cuda_near_double(double x, double *sine, double *cosine)
{
  const double to_integer = 0x1.8p52, shifted = CUDA_BUILTIN(fma)(x, 0x1.45f306dc9c883p-1, to_integer);
  const double turns = shifted - to_integer;
  const double a = CUDA_BUILTIN(fma)(-turns, 0x1.921fb54400000p+0, x);
  const double b = CUDA_BUILTIN(fma)(-turns, 0x1.0b4611a600000p-34, a);
  const double b_low = CUDA_BUILTIN(fma)(-turns, 0x1.0b4611a600000p-34, a - b);
  const double r = CUDA_BUILTIN(fma)(-turns, 0x1.3198a2e037073p-69, b);
  const double r_low = CUDA_BUILTIN(fma)(-turns, 0x1.3198a2e037073p-69, b - r) + b_low;
  cuda_turned(cuda_last_bits(shifted), r, r_low, sine, cosine);
  if (x == 0) *sine = x;
}

// |x| ≤ 3.2e4; else what comes out means nothing
KERNEL void cuda_near_float(float x, float *sine, float *cosine)
{
  const float to_integer = 0x1.8p23f, shifted = CUDA_BUILTIN(fmaf)(x, 0x1.45f306p-1f, to_integer);
  const float turns = shifted - to_integer;
  const float a = CUDA_BUILTIN(fmaf)(-turns, 0x1.921fb6p+0f, x),
              b = CUDA_BUILTIN(fmaf)(-turns, -0x1.777a5cp-25f, a);
  const float r = CUDA_BUILTIN(fmaf)(-turns, -0x1.ee59dap-50f, b);
  const int k = cuda_last_bits_float(shifted);
  const float z = r * r;
  const float S =
      CUDA_BUILTIN(fmaf)(z, CUDA_BUILTIN(fmaf)(z, -0x1.993fdcp-13f, 0x1.110730p-7f), -0x1.555546p-3f);
  const float C =
      CUDA_BUILTIN(fmaf)(z, CUDA_BUILTIN(fmaf)(z, 0x1.99e7eep-16f, -0x1.6c0c28p-10f), 0x1.55554ap-5f);
  const float s = r * CUDA_BUILTIN(fmaf)(z, S, 1.0f),
              c = CUDA_BUILTIN(fmaf)(z, CUDA_BUILTIN(fmaf)(z, C, -0.5f), 1.0f);
  const uint32_t quadrant = (uint32_t)k << 30;
  *sine = cuda_signed_float(k & 1 ? c : s, quadrant);
  *cosine = cuda_signed_float(k & 1 ? s : c, quadrant + 0x40000000u);
}

// Whether x is too large for cuda_near, or no number.
KERNEL bool cuda_is_far(real x)
{
  return sizeof(real) == sizeof(float) ? !(CUDA_BUILTIN(fabsf)((float)x) <= 3.2e4f)
                                       : !(CUDA_BUILTIN(fabs)((double)x) <= 1e5);
}

KERNEL void cuda_near(real x, real *sine, real *cosine)
{
  if (sizeof(real) == sizeof(float)) {
    float s, c;
    cuda_near_float((float)x, &s, &c);
    *sine = (real)s, *cosine = (real)c;
  } else {
    double s, c;
    cuda_near_double((double)x, &s, &c);
    *sine = (real)s, *cosine = (real)c;
  }
}

KERNEL void cuda_sine_cosine(real x, real *sine, real *cosine)
{
  if (!cuda_is_far(x)) {
    cuda_near(x, sine, cosine);
    return;
  }
  const cuda_waves w = cuda_sine_cosine_far((double)x);
  *sine = (real)w.sine, *cosine = (real)w.cosine;
}

#endif
