/* The plain kernels for one instruction set: that of the translation unit. Include once; defines the entries of
 * both tables, `PLAIN_PATHS` and `REFERENCE_PATHS`.
 *
 * Those marked FLAT are made one piece: their vectors and matrices then stay in registers between steps. A translation unit that
 * is to be small defines FLAT as nothing. */
#include "dynamics/paths/jacobi.h"
#include "dynamics/paths/plain_paths.h"
#include "kernel/fine_motion.h"
#include "kernel/parameters.h"

#ifndef FLAT
#  define FLAT __attribute__((flatten))
#endif

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

FLAT static void parts_of_denoc(int n, const mat3 *R, const denoc_scratch *s, const denoc_parts *to)
{
  denoc_put(n, R, s, to);
}

FLAT static void parts_of_noc(const chain *m, const posture *p, const mat3 *R, vec3 origin, const double qd[],
                              noc_scratch *s, const noc_parts *to)
{
  noc_put(m, p, R, origin, qd, s, to);
}

FLAT static void constraints(const chain *m, const posture *p, const mat3 *R, const base_state *base,
                             vec3 gravity, const wrench *hand, const double qd[], const double qdd[],
                             noc_scratch *s, wrench acts[], double lambda[], double constraint[])
{
  noc_put_constraints(m, p, R, base, gravity, hand, qd, qdd, s, acts, lambda, constraint);
}

FLAT static void free_bodies(const axis_chain *m, const articulated_tip *tip, const posture *p,
                             articulated_scratch *s, double pivot[])
{
  articulated_inward(m, tip, p, false, NULL, NULL, s);
  for (int i = 0; i < m->n; i++) pivot[i] = s->joint[i].pivot;
}

FLAT static void push(const chain *m, const posture *p, const double tool[12], const double force[3],
                      const double moment[3], double tau[])
{
  const mat3 R = {{{tool[0], tool[1], tool[2]}, {tool[3], tool[4], tool[5]}, {tool[6], tool[7], tool[8]}}};
  const vec3 f = mat3_mul(&R, vec3_make(force[0], force[1], force[2])),
             n = mat3_mul(&R, vec3_make(moment[0], moment[1], moment[2]));
  const wrench hand = {f, vec3_add(n, vec3_cross(vec3_make(tool[9], tool[10], tool[11]), f))};
  for (int i = 0; i < m->n; i++) tau[i] = 0;
  fine_motion_pseudo_force(m, p, &hand, NULL, tau);
}

FLAT static void moving_forces(const chain *m, const posture *at, const base_state *base, vec3 gravity,
                               wrench hand, const double qd[], const double qdd[],
                               const moving_bodies *bodies, double tau[], moving_bodies_scratch *s)
{
  moving_newton_euler(m, at, base, gravity, hand, qd, qdd, bodies, tau, s);
}

#undef FLAT
#define PLAIN_PATHS(instructions)                                                                            \
  {                                                                                                          \
    instructions, sines, energy_kinetic, energy_potential, jacobi_orthogonalise, free_bodies, push,          \
        link_parameters, moving_forces                                                                       \
  }
#define REFERENCE_PATHS                                                                                      \
  {                                                                                                          \
    methods_inverse_dynamics, methods_mass_matrix, methods_christoffel, methods_gravity, joint_wrenches,     \
        power_balance, strobe_forward_dynamics, saha, noc_forward_dynamics, denoc, parts_of_denoc,           \
        parts_of_noc, constraints, inertia_shares                                                            \
  }
