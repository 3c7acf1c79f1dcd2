/* The fast kernels for whatever this library is compiled for, and the choice of the best. */
#include "base/instruction_set.h"
#include "dynamics/paths/fast_paths_text.h"

#if defined(__AVX512F__)
#  define INSTRUCTIONS "as compiled, with AVX-512"
#elif defined(__AVX2__) && defined(__FMA__)
#  define INSTRUCTIONS "as compiled, with AVX2 and FMA"
#else
#  define INSTRUCTIONS "as compiled"
#endif

static const fast_paths as_compiled = {
    INSTRUCTIONS,    inverse_dynamics, driven_dynamics, forward_dynamics, mass_matrix,  articulated,
    hand_motion_any, gravity,          poses,           jacobian,         point_motion, frame,
    coriolis_matrix, inverse_mass,     invert,          factor,           solve,        derivatives,
    products,        regressor,        finite_sum};

void ulna_regressor_any(fast_chain *k, const parameter_frames *of, const double q[], const double qd[],
                        const double qdd[], int columns, double Y[], const derivative_scratch *scratch)
{
  regressor_any(k, of, q, qd, qdd, columns, Y, scratch);
}

#if defined(__x86_64__)
extern const fast_paths ulna_fast_paths_x86_64_v3, ulna_fast_paths_x86_64_v4;
#endif

const fast_paths *ulna_fast_paths(int number)
{
  const fast_paths *list[4] = {NULL};
  int count = 0;
#if defined(__x86_64__)  // before what -march=native makes: they are no slower (docs/performance_log.md)
  if (runs_v4()) list[count++] = &ulna_fast_paths_x86_64_v4;
  if (runs_v3()) list[count++] = &ulna_fast_paths_x86_64_v3;
#endif
  list[count++] = &as_compiled;
  return number < count ? list[number] : NULL;
}
