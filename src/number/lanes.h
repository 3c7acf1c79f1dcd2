/* LANES doubles in one or more registers, by GNU vector extensions: what sines are made with, and the lanes kinds' real.
 * LANES: as the kind says, or as many as the machine's registers hold. */
#ifndef ULNA_NUMBER_LANES_H
#define ULNA_NUMBER_LANES_H

#include <stdint.h>
#include <string.h>

#if !defined(LANES) && defined(__AVX__)
#  define LANES 4
#elif !defined(LANES)
#  define LANES 2
#endif

// How wide vectors would be passed does not matter: all is inlined.
#if defined(__clang__)
#  pragma clang diagnostic ignored "-Wpsabi"
#elif defined(__GNUC__)
#  pragma GCC diagnostic ignored "-Wpsabi"
#endif

typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t int_lanes __attribute__((vector_size(8 * LANES)));

#define LANES_INLINED static inline __attribute__((always_inline))

LANES_INLINED lanes lanes_load(const double *x)
{
  lanes v;
  memcpy(&v, x, sizeof v);
  return v;
}
LANES_INLINED void lanes_store(double *x, lanes v) { memcpy(x, &v, sizeof v); }
// What went past the caches is there for other threads.
LANES_INLINED void far_stores_end(void)
{
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}
LANES_INLINED lanes lanes_all(double x)
{
  const lanes zero = {0};
  return x - zero;
}
LANES_INLINED lanes lanes_choose(int_lanes mask, lanes a, lanes b)
{
  return (lanes)(((int_lanes)a & mask) | ((int_lanes)b & ~mask));
}

#endif
