/* The fast kernels for one instruction set: that of the translation unit. Include once; defines
 * `inverse_dynamics`. */
#include "dynamics/paths/fast_paths.h"

// Revolute chains on a base that does not turn, n known: no loops, and scratch that is nobody else's.
#define FAST_INVERSE_DYNAMICS(n)                                                                             \
  static void inverse_dynamics_##n(fast_chain *k, const double q[], const double qd[], const double qdd[],   \
                                   double tau[])                                                             \
  {                                                                                                          \
    double turns[6 * 8];                                                                                     \
    vec3 F[n + 1], N[n + 1];                                                                                 \
    const fast_scratch to = {fast_turns_in(turns, n), F, N};                                                 \
    fast_newton_euler_revolute(k, n, q, qd, qdd, NULL, tau, &to);                                            \
  }                                                                                                          \
  static void driven_dynamics_##n(fast_chain *k, const double q[], const double qd[], const double qdd[],    \
                                  const fast_rotors *rotors, double tau[])                                   \
  {                                                                                                          \
    double turns[6 * 8];                                                                                     \
    vec3 F[n + 1], N[n + 1];                                                                                 \
    const fast_scratch to = {fast_turns_in(turns, n), F, N};                                                 \
    fast_newton_euler_revolute(k, n, q, qd, qdd, rotors, tau, &to);                                          \
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
  fast_newton_euler_revolute(k, k->n, q, qd, qdd, NULL, tau, &k->scratch);
}

static void inverse_dynamics_any(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                 double tau[])
{
  fast_newton_euler_any(k, k->n, q, qd, qdd, NULL, tau, &k->scratch);
}

static void driven_dynamics_any(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                const fast_rotors *rotors, double tau[])
{
  fast_newton_euler_any(k, k->n, q, qd, qdd, rotors, tau, &k->scratch);
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

// The same for an arm that carries rotors. A longer revolute chain gains little from its own.
static fast_driven_dynamics *driven_dynamics(const fast_chain *k)
{
  static fast_driven_dynamics *const small[] = {driven_dynamics_1, driven_dynamics_2, driven_dynamics_3,
                                                driven_dynamics_4, driven_dynamics_5, driven_dynamics_6,
                                                driven_dynamics_7, driven_dynamics_8};
  const bool plain = k->revolute && is_zero(k->base.w) && is_zero(k->base.wd);
  return plain && k->n <= (int)(sizeof small / sizeof small[0]) ? small[k->n - 1] : driven_dynamics_any;
}

// Dense forward dynamics and mass matrix: the same choice.
#define FAST_FORWARD(n)                                                                                      \
  static void forward_dynamics_##n(fast_chain *k, const double q[], const double qd[], const double tau[],   \
                                   const double added[], double qdd[], double pivot[])                       \
  {                                                                                                          \
    double turns[6 * 8];                                                                                     \
    vec3 F[n + 1], N[n + 1];                                                                                 \
    const fast_scratch to = {fast_turns_in(turns, n), F, N};                                                 \
    fast_forward_dynamics(k, &to, n, true, q, qd, tau, added, qdd, pivot);                                   \
  }                                                                                                          \
  static void mass_matrix_##n(fast_chain *k, const double q[], double M[])                                   \
  {                                                                                                          \
    double turns[6 * 8];                                                                                     \
    const fast_scratch to = {fast_turns_in(turns, n), NULL, NULL};                                           \
    fast_mass_matrix(k, &to, n, true, q, M);                                                                 \
  }
FAST_FORWARD(1)
FAST_FORWARD(2)
FAST_FORWARD(3)
FAST_FORWARD(4)
FAST_FORWARD(5)
FAST_FORWARD(6)
FAST_FORWARD(7)
FAST_FORWARD(8)
#undef FAST_FORWARD

static void forward_dynamics_any(fast_chain *k, const double q[], const double qd[], const double tau[],
                                 const double added[], double qdd[], double pivot[])
{
  fast_forward_dynamics(k, &k->scratch, k->n, false, q, qd, tau, added, qdd, pivot);
}
static void mass_matrix_any(fast_chain *k, const double q[], double M[])
{
  fast_mass_matrix(k, &k->scratch, k->n, false, q, M);
}

static fast_forward_dynamics_dense *forward_dynamics(const fast_chain *k)
{
  static fast_forward_dynamics_dense *const small[] = {
      forward_dynamics_1, forward_dynamics_2, forward_dynamics_3, forward_dynamics_4,
      forward_dynamics_5, forward_dynamics_6, forward_dynamics_7, forward_dynamics_8};
  const bool regrouped = k->revolute && is_zero(k->base.w) && is_zero(k->base.wd);
  return regrouped && k->n <= (int)(sizeof small / sizeof small[0]) ? small[k->n - 1] : forward_dynamics_any;
}
static fast_mass_matrix_dense *mass_matrix(const fast_chain *k)
{
  static fast_mass_matrix_dense *const small[] = {mass_matrix_1, mass_matrix_2, mass_matrix_3, mass_matrix_4,
                                                  mass_matrix_5, mass_matrix_6, mass_matrix_7, mass_matrix_8};
  return k->revolute && k->n <= (int)(sizeof small / sizeof small[0]) ? small[k->n - 1] : mass_matrix_any;
}

__attribute__((flatten)) static void articulated(const axis_chain *m, const articulated_tip *tip,
                                                 const posture *p, const base_state *base, const double qd[],
                                                 const double tau[], const wrench *hand, double qdd[],
                                                 articulated_scratch *s)
{
  articulated_forward_dynamics(m, tip, p, base, qd, tau, hand, qdd, s);
}

static void hand_motion_any(fast_chain *k, const placement *base, vec3 point, const double q[],
                            const double qd[], double D[], hand_motion *hand)
{
  const fast_turns *t = &k->scratch.turns;
  const posture at = {t->s, t->c, k->slide};
  const double *turn = q;
  if (!k->revolute) {
    for (int i = 0; i < k->n; i++) {
      const bool turns = k->arm[i].joint == JOINT_REVOLUTE;
      k->turn[i] = turns ? q[i] : 0, k->slide[i] = turns ? 0 : q[i];
    }
    turn = k->turn;
  }
  sine_cosine_sums(k->n, k->theta0, turn, t->s, t->c);
  if (k->revolute) hand_motion_sweep(k->arm, k->n, true, &at, base, point, qd, D, hand);
  else hand_motion_sweep(k->arm, k->n, false, &at, base, point, qd, D, hand);
}

#include "dynamics/paths/fast_functions_text.h"
