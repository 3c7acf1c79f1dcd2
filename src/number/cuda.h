/* Numbers of a graphics processor (number/real.h): what one thread computes with for its own state. CUDA_REAL is float or
 * double. Compiled by nvcc, or by clang as CUDA without any of its headers; by an ordinary compiler too, so that the text can
 * be run where there is no card. */
#ifndef ULNA_NUMBER_CUDA_H
#define ULNA_NUMBER_CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(CUDA_REAL)
#  define CUDA_REAL float
#endif

#if defined(__CUDACC__)
#  include <math.h>
#  define CUDA_BUILTIN(name) name
#elif defined(__CUDA__)
#  define __host__           __attribute__((host))
#  define __device__         __attribute__((device))
#  define __global__         __attribute__((global))
#  define __noinline__       __attribute__((noinline))
#  define CUDA_BUILTIN(name) __builtin_##name
#else
#  define __host__
#  define __device__
#  define __noinline__       __attribute__((noinline))
#  define CUDA_BUILTIN(name) __builtin_##name
#endif
#define KERNEL         static inline __host__ __device__ __attribute__((always_inline, unused))
#define KERNEL_INLINED KERNEL
#define KERNEL_APART                                                                                         \
  static __noinline__ __host__ __device__ __attribute__((unused))  // seldom run: not repeated
#if defined(__CUDACC__) || defined(__CUDA__)
#  define UNROLLED _Pragma("unroll")
#  define ROLLED   _Pragma("unroll 1")
#else
#  define UNROLLED
#  define ROLLED
#endif

// Every loop over links runs as for fixed n: the instances have it so, and the compiler does what it can for others.
#define IS_FIXED(n)       1
#define RARELY(condition) (condition)
#define FOR_LINKS(n, head, body)                                                                             \
  {                                                                                                          \
    UNROLLED for (head) body;                                                                                \
  }

typedef CUDA_REAL real;
typedef real element;
#define REAL_ROUNDING (sizeof(real) == sizeof(double) ? 0x1p-52 : 0x1p-23)
// What is left of a sum of products that should vanish, relative to them.
#define CUDA_LEFT_OVER (sizeof(real) == sizeof(double) ? 1e-13 : 1e-6)
// Blocks of inverse dynamics that a multiprocessor shall hold: registers are spared for that (float 64, double 170).
#define CUDA_BLOCKS_HELD (sizeof(real) == sizeof(double) ? 3 : 8)
enum { REAL_LANES = 1, IS_LARGE = 0, SKIPS_ZEROS = 0, TWISTS_APART = 1 };

KERNEL real constant(double c) { return (real)c; }
KERNEL real add(real a, real b) { return a + b; }
KERNEL real sub(real a, real b) { return a - b; }
KERNEL real mul(real a, real b) { return a * b; }
KERNEL real divide(real a, real b) { return a / b; }
KERNEL real neg(real a) { return -a; }
KERNEL real mul_alone(real a, real b) { return mul(a, b); }
KERNEL real mul_add(real a, real b, real c) { return a * b + c; }
KERNEL real choose_less(real a, real b, real x, real y) { return a < b ? x : y; }
KERNEL real root(real a)
{
  return sizeof(real) == sizeof(float) ? (real)CUDA_BUILTIN(sqrtf)((float)a)
                                       : (real)CUDA_BUILTIN(sqrt)((double)a);
}

// A number that is read, or written, once and not again soon: past the first cache.
KERNEL real load_once(const real *from)
{
#if defined(__CUDA_ARCH__) && defined(__CUDACC__)
  return __ldcs(from);
#else
  return *from;
#endif
}
KERNEL void store_once(real *to, real x)
{
#if defined(__CUDA_ARCH__) && defined(__CUDACC__)
  __stcs(to, x);
#else
  *to = x;
#endif
}

KERNEL double value_of(real a) { return (double)a; }
KERNEL double lane_of(real a, int lane)
{
  (void)lane;
  return (double)a;
}

#include "number/plain_groups.h"
#include "number/uncounted.h"

#include "number/cuda_sine_cosine.h"

// A branch for each joint in float, in double one for all, which is seldom taken: so measured.
KERNEL void sine_cosine_sums(int n, const real offset[], const real q[], real sine[], real cosine[])
{
  bool far = false;
  UNROLLED for (int i = 0; i < n; i++)
  {
    const real x = offset[i] + q[i];
    if (sizeof(real) == sizeof(float)) {
      cuda_sine_cosine(x, &sine[i], &cosine[i]);
    } else {
      cuda_near(x, &sine[i], &cosine[i]);
      far = far || cuda_is_far(x);
    }
  }
  if (!far) return;
  UNROLLED for (int i = 0; i < n; i++) cuda_sine_cosine(offset[i] + q[i], &sine[i], &cosine[i]);
}

typedef struct {
  const real *c, *s;        // given: n each
  real *cc, *cs, *sc, *ss;  // cos·c, cos·s, sin·c, sin·s
} turn_products;

typedef bool turn_mask;
KERNEL turn_mask turn_mask_of(bool turns) { return turns; }

KERNEL void sine_cosine_turns(int n, const real offset[], const real q[], const turn_mask mask[],
                              real scratch[], real sine[], real cosine[], const turn_products *by)
{
  if (mask) {
    UNROLLED for (int i = 0; i < n; i++) scratch[i] = mask[i] ? q[i] : constant(0);
    q = scratch;
  }
  sine_cosine_sums(n, offset, q, sine, cosine);
  if (by) {
    UNROLLED for (int i = 0; i < n; i++)
    {
      by->cc[i] = mul(cosine[i], by->c[i]), by->cs[i] = mul(cosine[i], by->s[i]);
      by->sc[i] = mul(sine[i], by->c[i]), by->ss[i] = mul(sine[i], by->s[i]);
    }
  }
}

#endif
