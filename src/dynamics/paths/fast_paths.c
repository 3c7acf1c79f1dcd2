/* The fast kernels for whatever this library is compiled for, and the choice of the best. */
#include "dynamics/paths/fast_paths_text.h"

#if defined(__AVX512F__)
#  define INSTRUCTIONS "as compiled, with AVX-512"
#elif defined(__AVX2__) && defined(__FMA__)
#  define INSTRUCTIONS "as compiled, with AVX2 and FMA"
#else
#  define INSTRUCTIONS "as compiled"
#endif

static const fast_paths as_compiled = {INSTRUCTIONS,    inverse_dynamics, driven_dynamics, forward_dynamics,
                                       mass_matrix,     articulated,      hand_motion_any, gravity,
                                       poses,           jacobian,         point_motion,    placements,
                                       coriolis_matrix, coriolis_vector,  inverse_mass,    invert,
                                       derivatives,     products,         regressor};

#if defined(__x86_64__)
extern const fast_paths ulna_fast_paths_x86_64_v3, ulna_fast_paths_x86_64_v4;

static bool runs_v3(void)
{
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}
static bool runs_v4(void)
{
  return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

const fast_paths *ulna_fast_paths(int number)
{
  const fast_paths *list[4] = {NULL};
  int count = 0;
#if defined(__x86_64__)
#  if defined(__AVX512F__)  // compiled for a machine at least as good as any below
  list[count++] = &as_compiled;
#  endif
  if (runs_v4()) list[count++] = &ulna_fast_paths_x86_64_v4;
  if (runs_v3()) list[count++] = &ulna_fast_paths_x86_64_v3;
#  if !defined(__AVX512F__)
  list[count++] = &as_compiled;
#  endif
#else
  list[count++] = &as_compiled;
#endif
  return number < count ? list[number] : NULL;
}
