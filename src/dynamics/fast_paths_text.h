/* The fast kernels for one instruction set: that of the translation unit. Include once; defines
 * `inverse_dynamics`. */
#include "dynamics/fast_paths.h"

// Revolute chains on a base that does not turn, n known: no loops, and scratch that is nobody else's.
#define FAST_INVERSE_DYNAMICS(n)                                                                             \
  static void inverse_dynamics_##n(fast_chain *k, const double q[], const double qd[], const double qdd[],   \
                                   double tau[])                                                             \
  {                                                                                                          \
    double turns[6 * 8];                                                                                     \
    vec3 F[n + 1], N[n + 1];                                                                                 \
    const fast_scratch to = {fast_turns_in(turns, n), F, N};                                                 \
    fast_newton_euler_revolute(k, n, q, qd, qdd, tau, &to);                                                  \
  }
FAST_INVERSE_DYNAMICS(1)
FAST_INVERSE_DYNAMICS(2)
FAST_INVERSE_DYNAMICS(3)
FAST_INVERSE_DYNAMICS(4)
FAST_INVERSE_DYNAMICS(5)
FAST_INVERSE_DYNAMICS(6)
FAST_INVERSE_DYNAMICS(7)
FAST_INVERSE_DYNAMICS(8)
#undef FAST_INVERSE_DYNAMICS

static void inverse_dynamics_revolute(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                      double tau[])
{
  fast_newton_euler_revolute(k, k->n, q, qd, qdd, tau, &k->scratch);
}

static void inverse_dynamics_any(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                 double tau[])
{
  fast_newton_euler_any(k, k->n, q, qd, qdd, tau, &k->scratch);
}

static bool is_zero(vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

static fast_inverse_dynamics *inverse_dynamics(const fast_chain *k)
{
  static fast_inverse_dynamics *const small[] = {inverse_dynamics_1, inverse_dynamics_2, inverse_dynamics_3,
                                                 inverse_dynamics_4, inverse_dynamics_5, inverse_dynamics_6,
                                                 inverse_dynamics_7, inverse_dynamics_8};
  if (!k->revolute || !is_zero(k->base.w) || !is_zero(k->base.wd)) return inverse_dynamics_any;
  return k->n <= (int)(sizeof small / sizeof small[0]) ? small[k->n - 1] : inverse_dynamics_revolute;
}
