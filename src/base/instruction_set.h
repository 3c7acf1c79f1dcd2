/* The instruction set of this machine: the levels of x86-64 that kernels are compiled for. Header only. */
#ifndef ULNA_BASE_INSTRUCTION_SET_H
#define ULNA_BASE_INSTRUCTION_SET_H

#include <stdbool.h>

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

#endif
