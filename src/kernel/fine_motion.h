/* Fine motion: near the goal, where rates are small. Coriolis and centrifugal terms are left out; what loads the arm is
 * gravity, refreshed in some of the cycles only, and what the hand shall exert on the world, the pseudo-force.
 *
 * The forces that gravity needs are kept from cycle to cycle, F_i = m ā_i and (r + com) × F_i; each cycle takes one
 * inward pass over them, which begins with the pseudo-force and gives torques and normal forces. The joints' rates
 * are resolved from the hand's twist: D qd = twist, D by resolved_motion_strobe.
 * Source: [Mudge, section Fine Motion, eqs 36–42, Table 3]. Differs: the pseudo-force is f_{n+1} = what the hand shall
 * exert (printed f_n, and with the opposite sign); 39 lacks R n_pseudo; in 41 the block p × R belongs to the
 * moments, lower left; w, A and Tr{A K Qᵗ}, which Table 3 charges, are zero without rates and are left out. */
#ifndef ULNA_KERNEL_FINE_MOTION_H
#define ULNA_KERNEL_FINE_MOTION_H

#include "kernel/gross_motion.h"

// rows of [Mudge, Table 3]; those of D and its elimination are RESOLVED_…
enum {
  FINE_a = GROSS_adjusted,
  FINE_F,
  FINE_com_force,
  FINE_f,
  FINE_r_f,
  FINE_n_up,
  FINE_add_n,
  FINE_tau,
  FINE_normal = GROSS_normal,
  FINE_friction = GROSS_friction
};

// n of each; frame i
typedef struct {
  vec3 *F;          // m times the acceleration of the mass centre: what holds link i's weight
  vec3 *com_force;  // (r + com) × F
  vec3 *f, *n;      // exerted by link i-1 on link i, moment about origin i-1
  real *normal;     // length of the part of f_i perpendicular to the axis of joint i
} fine_motion_scratch;

KERNEL void fine_motion_scratch_layout(fine_motion_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  s->F = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->com_force = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->f = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->n = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->normal = (real *)layout_take(l, count, sizeof(real));
}

/* What gravity needs of each link, at this posture: the part of a cycle that may be left out. a0 = −acceleration of
 * gravity, frame 0; r of every link is there. */
KERNEL void fine_motion_gravity(const chain *m, const posture *p, vec3 a0, const vec3 r[],
                                fine_motion_scratch *s)
{
  vec3 a = a0;
  for (int i = 0; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    part(PART_GIVEN);
    if (l->joint == JOINT_PRISMATIC) part(FINE_com_force);
    const vec3 r_com = vec3_add(r[i], l->com);
    part(FINE_a);
    a = step_down(chain_step(m, p, i), a);
    part(FINE_F);
    s->F[i] = vec3_scale(l->m, a);
    part(FINE_com_force);
    s->com_force[i] = vec3_cross(r_com, s->F[i]);
  }
}

/* Torques that hold the arm and make the hand exert `hand` on the world (origin n, frame n) [Mudge, eqs 11–13, 36–37];
 * normal forces on the way. */
KERNEL void fine_motion_inward(const chain *m, const posture *p, const wrench *hand, const vec3 r[],
                               real tau[], fine_motion_scratch *s)
{
  const int n = m->n;
  vec3 f_up = hand->f, n_up = hand->n;
  for (int i = n - 1; i >= 0; i--) {
    part(FINE_f);
    if (i + 1 < n) f_up = step_up(chain_step(m, p, i + 1), s->f[i + 1]);
    s->f[i] = vec3_add(s->F[i], f_up);
    part(FINE_normal);
    if (i + 1 < n) s->normal[i + 1] = gross_motion_across_z(f_up);

    // n_i = (r + com) × F + r × R f_{i+1} + R n_{i+1}
    part(FINE_r_f);
    const vec3 r_f = vec3_cross(r[i], f_up);
    part(FINE_n_up);
    if (i + 1 < n) n_up = step_up(chain_step(m, p, i + 1), s->n[i + 1]);
    part(FINE_add_n);
    s->n[i] = vec3_add(s->com_force[i], vec3_add(r_f, n_up));

    part(FINE_tau);
    tau[i] = vec3_dot(step_axis(chain_step(m, p, i)), m->link[i].joint == JOINT_REVOLUTE ? s->n[i] : s->f[i]);
  }
  part(FINE_normal);
  const step R = chain_step(m, p, 0);
  const real y = sub(mul(R.ca, s->f[0].y), mul(R.sa, s->f[0].z));
  s->normal[0] = gross_motion_across_z(vec3_make(s->f[0].x, y, constant(0)));
}

/* Jᵗ F alone, where gravity's torques are held and the pseudo-force's are to be added to them [Mudge, eqs 36–37; 38–42
 * write the pass out]: tau_i += what joint i needs for `hand`. r NULL: found on the way. */
KERNEL void fine_motion_pseudo_force(const chain *m, const posture *p, const wrench *hand, const vec3 r[],
                                     real tau[])
{
  vec3 f = hand->f, moment = hand->n;  // f_i = f_{i+1}, in the axes of the frame the loop has come to
  for (int i = m->n - 1; i >= 0; i--) {
    const step R = chain_step(m, p, i);
    part(FINE_r_f);
    const vec3 r_f = vec3_cross(r ? r[i] : chain_offset(m, p, i), f);
    part(FINE_add_n);
    moment = vec3_add(r_f, moment);
    part(FINE_tau);
    tau[i] = add(tau[i], vec3_dot(step_axis(R), m->link[i].joint == JOINT_REVOLUTE ? moment : f));
    if (i == 0) break;
    part(FINE_f);
    f = step_up(R, f);
    part(FINE_n_up);
    moment = step_up(R, moment);
  }
}

#endif
