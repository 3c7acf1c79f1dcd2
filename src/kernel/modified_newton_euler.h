/* Inverse dynamics by the modified Newton–Euler recursion.
 *
 * With A = [wd]× + [w]×[w]×, every point b fixed in a link accelerates by A b relative to the link's origin, so
 * one 3×3 matrix serves the link's end, its mass centre and its moment.
 * Source: [Turney80, sec. 5]. Differs: see acceleration.h; n_{i+1} in the last term of 5.2 (printed n_i);
 * prismatic joints are added; the base may move.
 *
 * Outward and inward steps are functions of their own, over any run of links, because strobing starts where the
 * motion starts and stops where symmetry gives the rest. */
#ifndef ULNA_KERNEL_MODIFIED_NEWTON_EULER_H
#define ULNA_KERNEL_MODIFIED_NEWTON_EULER_H

#include "kernel/newton_euler.h"

// rows of [Turney80, Table 4]; the torque's own is not in print
enum {
  MNE_w = 2,
  MNE_wd,
  MNE_A,
  MNE_a,
  MNE_F,
  MNE_f,
  MNE_moment,
  MNE_com_force,
  MNE_r_f,
  MNE_n_up,
  MNE_add_n,
  MNE_tau
};

// n of each; frame i
typedef struct {
  vec3 *r, *r_com;  // origin i-1 → origin i, → mass centre
  vec3 *F;          // m times the acceleration of the mass centre, gravity in it
  vec3 *moment;     // about the mass centre
  vec3 *f, *n;      // exerted by link i-1 on link i, moment about origin i-1
} modified_newton_euler_scratch;

KERNEL void modified_newton_euler_scratch_layout(modified_newton_euler_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  s->r = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->r_com = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->F = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->moment = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->f = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->n = (vec3 *)layout_take(l, count, sizeof(vec3));
}

// Motion of links first…n-1, chain_offsets there already; `below` is the motion of frame first-1 in its own axes.
KERNEL void modified_newton_euler_outward(const chain *m, const posture *p, int first,
                                          const base_state *below, const real qd[], const real qdd[],
                                          modified_newton_euler_scratch *s)
{
  vec3 w = below->w, wd = below->wd, a = below->a;
  for (int i = first; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    const step R = chain_step(m, p, i);
    part(PART_GIVEN);
    const sym3 K = second_moments(l->I);

    spin_step(l, R, qd[i], qdd[i], MNE_w, MNE_wd, &w, &wd);
    part(MNE_A);
    const mat3 A = acceleration_matrix(w, wd);

    // m ā = m (A (r + com) + R a_{i-1}),  a_i = A r + R a_{i-1}; the last link's end carries nothing
    part(MNE_a);
    const vec3 a_in = joint_acceleration(l, R, a, w, qd[i], qdd[i]);
    if (i + 1 < m->n) a = vec3_add(mat3_mul(&A, s->r[i]), a_in);
    part(MNE_F);
    s->F[i] = vec3_scale(l->m, vec3_add(mat3_mul(&A, s->r_com[i]), a_in));
    part(MNE_moment);
    s->moment[i] = moment_of(&A, K);
  }
}

// Forces and torques of links n-1…last; F and moment of all of them must be there.
KERNEL void modified_newton_euler_inward(const chain *m, const posture *p, int last, const wrench *hand,
                                         real tau[], modified_newton_euler_scratch *s)
{
  vec3 f_up = hand->f, n_up = hand->n;  // what link i exerts on the next, in frame i
  for (int i = m->n - 1; i >= last; i--) {
    const chain_link *l = &m->link[i];

    // f_i = m ā + R f_{i+1}
    part(MNE_f);
    if (i + 1 < m->n) f_up = step_up(chain_step(m, p, i + 1), s->f[i + 1]);
    s->f[i] = vec3_add(s->F[i], f_up);

    // n_i = Tr{A K sigmaᵗ} + (r + com) × m ā + r × R f_{i+1} + R n_{i+1}
    part(MNE_com_force);
    const vec3 com_force = vec3_cross(s->r_com[i], s->F[i]);
    part(MNE_r_f);
    const vec3 r_f = vec3_cross(s->r[i], f_up);
    part(MNE_n_up);
    if (i + 1 < m->n) n_up = step_up(chain_step(m, p, i + 1), s->n[i + 1]);
    part(MNE_add_n);  // a term for each sum: the first need not wait for the links above
    const vec3 own = vec3_add(s->moment[i], com_force);
    part(MNE_add_n);
    const vec3 from_above = vec3_add(r_f, n_up);
    part(MNE_add_n);
    s->n[i] = vec3_add(own, from_above);

    part(MNE_tau);
    tau[i] = vec3_dot(step_axis(chain_step(m, p, i)), l->joint == JOINT_REVOLUTE ? s->n[i] : s->f[i]);
  }
}

KERNEL void modified_newton_euler(const chain *m, const posture *p, const base_state *base,
                                  const wrench *hand, const real qd[], const real qdd[], real tau[],
                                  modified_newton_euler_scratch *s)
{
  chain_offsets(m, p, MNE_a, s->r, s->r_com);
  modified_newton_euler_outward(m, p, 0, base, qd, qdd, s);
  modified_newton_euler_inward(m, p, 0, hand, tau, s);
}

#endif
