/* This machine's instruction set (the levels of x86-64 that kernels are compiled for), and how it writes best. Header only. */
#ifndef ULNA_BASE_INSTRUCTION_SET_H
#define ULNA_BASE_INSTRUCTION_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
static inline bool runs_v3(void)
{
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}
static inline bool runs_v4(void)
{
  return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

/* From this many bytes of results on it is faster to write them past the caches. Measured with 16 MB of regressors: Zen 4 takes 81 ns
 * each past the caches and 85 to 110 through them; Sapphire Rapids takes 340 and 255. */
static inline size_t bytes_past_the_caches(void)
{
#if defined(__x86_64__)
  if (__builtin_cpu_is("amd")) return (size_t)12 << 20;
#endif
  return (size_t)64 << 20;
}

/* From this many bytes of results on, and below that number, stores gain by prefetching the next places: more than half of a core's
 * second cache. Sapphire Rapids, 4,096 states: poses 31 to 27 ns, regressors 243 to 195; below 1 MB it costs 2 ns. Zen 4 follows
 * such stores by itself. */
static inline size_t bytes_to_prefetch(void)
{
#if defined(__x86_64__)
  if (__builtin_cpu_is("amd")) return SIZE_MAX;
#endif
  return (size_t)1 << 20;
}

#endif
