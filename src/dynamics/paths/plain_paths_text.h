/* The plain kernels for one instruction set: that of the translation unit. Include once; defines the entries of
 * both tables, `PLAIN_PATHS` and `REFERENCE_PATHS`.
 *
 * Those marked FLAT are made one piece: their vectors and matrices then stay in registers between steps. */
#include "dynamics/paths/jacobi.h"
#include "dynamics/paths/plain_paths.h"
#include "kernel/udut.h"

#define FLAT __attribute__((flatten))

FLAT static void sines(int n, const double offset[], const double q[], double sine[], double cosine[])
{
  sine_cosine_sums(n, offset, q, sine, cosine);
}

static void joint_wrenches(const chain *m, const posture *p, const base_state *base, const wrench *hand,
                           const double qd[], const double qdd[], const double frames[], bool about_frame,
                           double force[], double moment[], double tau[], newton_euler_scratch *s)
{
  newton_euler(m, p, base, hand, qd, qdd, tau, s);
  newton_euler_wrenches(m, s, frames, about_frame, force, moment);
}

FLAT static void saha(const axis_chain *m, const posture *p, const base_state *base, const double qd[],
                      const double tau[], const wrench *hand, double qdd[], saha_scratch *s)
{
  saha_forward_dynamics(m, p, base, qd, tau, hand, qdd, s);
}

FLAT static void denoc(const chain *m, const posture *p, denoc_scratch *s) { denoc_make(m, p, s); }

FLAT static void inertia_shares(const chain *m, const posture *p, noc_scratch *s, double share[])
{
  noc_inertia_shares(m, p, s, share);
}

static void factor(int n, double M[]) { udut_factor(n, n, M); }

#undef FLAT
#define PLAIN_PATHS(instructions)                                                                            \
  {                                                                                                          \
    instructions, sines, energy_kinetic, energy_potential, factor, jacobi_orthogonalise                      \
  }
#define REFERENCE_PATHS                                                                                      \
  {                                                                                                          \
    methods_inverse_dynamics, methods_mass_matrix, methods_christoffel, methods_gravity, joint_wrenches,     \
        power_balance, strobe_forward_dynamics, saha, noc_forward_dynamics, denoc, inertia_shares            \
  }
