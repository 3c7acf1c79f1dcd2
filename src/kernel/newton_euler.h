/* Inverse dynamics by the Newton–Euler recursion.
 *
 * Outward, each link's motion in its own frame; inward, the force and moment that link i-1 exerts on link i,
 * the moment about origin i-1, in frame i. The torque is the component along the joint's axis.
 * Source: [Turney80, eqs 3.15–3.21]. Differs: 3.16 has w_{i-1} in the vector product (printed w_i), 3.18 has
 * com, origin i to the mass centre (printed r_i); prismatic joints are added; the base may move.
 * Accelerations go through A = [wd]× + [w]×[w]×, as the report's Table 3 counts them. */
#ifndef ULNA_KERNEL_NEWTON_EULER_H
#define ULNA_KERNEL_NEWTON_EULER_H

#include <stdbool.h>

#include "base/layout.h"
#include "kernel/acceleration.h"
#include "kernel/chain.h"

// rows of [Turney80, Table 3]; the torque's own is not in print
enum {
  NE_w = 2,
  NE_wd,
  NE_A,
  NE_a,
  NE_a_com,
  NE_f,
  NE_I_wd,
  NE_w_I_w,
  NE_com_force,
  NE_r_f,
  NE_n_up,
  NE_add_n,
  NE_tau
};

// n of each; frame i
typedef struct {
  vec3 *r, *r_com;       // origin i-1 → origin i, → mass centre
  vec3 *w, *wd, *a_com;  // angular velocity and acceleration; acceleration of the mass centre, gravity in it
  vec3 *f, *n;           // exerted by link i-1 on link i, moment about origin i-1
} newton_euler_scratch;

KERNEL void newton_euler_scratch_layout(newton_euler_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  s->r = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->r_com = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->w = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->wd = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->a_com = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->f = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->n = (vec3 *)layout_take(l, count, sizeof(vec3));
}

// r_i and r_i + com_i: constants of a revolute link; a prismatic one has its slide added to both
KERNEL void chain_offsets(const chain *m, const posture *p, int row, vec3 r[], vec3 r_com[])
{
  for (int i = 0; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    part(PART_GIVEN);
    r[i] = l->r, r_com[i] = vec3_add(l->r, l->com);
    if (l->joint == JOINT_REVOLUTE) continue;
    part(row);
    const vec3 slide = vec3_scale(p->slide[i], step_axis(chain_step(m, p, i)));
    r[i] = vec3_add(r[i], slide), r_com[i] = vec3_add(r_com[i], slide);
  }
}

// w_i = R (w + z qd),  wd_i = R (wd + w × z qd + z qdd); a prismatic joint only changes the frame
KERNEL void spin_step(const chain_link *l, step R, real qd, real qdd, int part_w, int part_wd, vec3 *w,
                      vec3 *wd)
{
  const vec3 w_below = *w;
  part(part_w);
  *w = step_down(R, l->joint == JOINT_REVOLUTE ? vec3_add_z(w_below, qd) : w_below);
  part(part_wd);
  *wd = step_down(R, l->joint == JOINT_REVOLUTE ? vec3_add_z(vec3_add(*wd, vec3_cross_z(w_below, qd)), qdd)
                                                : *wd);
}

// R (a + z qdd) + 2 w_i × R z qd: the acceleration of the point of link i that lies at origin i-1; R a if revolute
KERNEL vec3 joint_acceleration(const chain_link *l, step R, vec3 a, vec3 w, real qd, real qdd)
{
  if (l->joint == JOINT_REVOLUTE) return step_down(R, a);
  const vec3 sliding = vec3_scale(add(qd, qd), step_axis(R));
  return vec3_add(step_down(R, vec3_add_z(a, qdd)), vec3_cross(w, sliding));
}

KERNEL void newton_euler_outward(const chain *m, const posture *p, const base_state *base, const real qd[],
                                 const real qdd[], newton_euler_scratch *s)
{
  vec3 w = base->w, wd = base->wd, a = base->a;
  for (int i = 0; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    const step R = chain_step(m, p, i);
    spin_step(l, R, qd[i], qdd[i], NE_w, NE_wd, &w, &wd);

    part(NE_A);
    const mat3 A = acceleration_matrix(w, wd);

    // a_i = A r_i + R a_{i-1},  ā_i = A com + a_i
    part(NE_a);
    a = vec3_add(mat3_mul(&A, s->r[i]), joint_acceleration(l, R, a, w, qd[i], qdd[i]));
    part(NE_a_com);
    s->a_com[i] = vec3_add(mat3_mul(&A, l->com), a);
    s->w[i] = w, s->wd[i] = wd;
  }
}

KERNEL void newton_euler_inward(const chain *m, const posture *p, const wrench *hand, real tau[],
                                newton_euler_scratch *s)
{
  vec3 f_up = hand->f, n_up = hand->n;  // what link i exerts on the next, in frame i
  vec3 f = f_up, n = n_up;  // of the link before in this order; not read back from where it is kept
  for (int i = m->n - 1; i >= 0; i--) {
    const chain_link *l = &m->link[i];
    const step R = chain_step(m, p, i);

    // f_i = m ā + R f_{i+1}
    part(NE_f);
    if (i + 1 < m->n) f_up = step_up(chain_step(m, p, i + 1), f);
    const vec3 F = vec3_scale(l->m, s->a_com[i]);
    s->f[i] = f = vec3_add(F, f_up);

    // n_i = I wd + w × I w + (r + com) × m ā + r × R f_{i+1} + R n_{i+1}
    part(NE_I_wd);
    const vec3 I_wd = sym3_mul(l->I, s->wd[i]);
    part(NE_w_I_w);
    const vec3 w_I_w = vec3_cross(s->w[i], sym3_mul(l->I, s->w[i]));
    part(NE_com_force);
    const vec3 com_force = vec3_cross(s->r_com[i], F);
    part(NE_r_f);
    const vec3 r_f = vec3_cross(s->r[i], f_up);
    part(NE_n_up);
    if (i + 1 < m->n) n_up = step_up(chain_step(m, p, i + 1), n);
    part(NE_add_n);
    s->n[i] = n = vec3_add(vec3_add(vec3_add(I_wd, w_I_w), com_force), vec3_add(r_f, n_up));

    // tau_i = zᵗ n_i (R), zᵗ f_i (P)
    part(NE_tau);
    tau[i] = vec3_dot(step_axis(R), l->joint == JOINT_REVOLUTE ? n : f);
  }
}

KERNEL void newton_euler(const chain *m, const posture *p, const base_state *base, const wrench *hand,
                         const real qd[], const real qdd[], real tau[], newton_euler_scratch *s)
{
  chain_offsets(m, p, NE_a, s->r, s->r_com);
  newton_euler_outward(m, p, base, qd, qdd, s);
  newton_euler_inward(m, p, hand, tau, s);
}

// After newton_euler: what link i-1 exerts on link i, in the axes of frames given in frame i (R by rows, then p: 12 numbers a
// link), the moment about origin i-1, or about the given frame's origin; 3 numbers a link each.
KERNEL void newton_euler_wrenches(const chain *m, const newton_euler_scratch *s, const real frames[],
                                  bool about_frame, real force[], real moment[])
{
  for (int i = 0; i < m->n; i++) {
    const real *R = &frames[12 * i];
    const vec3 p = vec3_make(R[9], R[10], R[11]), f = s->f[i];
    vec3 n = s->n[i];
    if (about_frame)
      n = vec3_sub(n, vec3_cross(vec3_add(s->r[i], p), f));  // from the frame to origin i-1: −r − p
    for (int k = 0; k < 3; k += GROUP) {                     // Rᵀ f, Rᵀ n
      const column_group x = group_load(&R[k]), y = group_load(&R[3 + k]), z = group_load(&R[6 + k]);
      group_store(group_add(group_add(group_scale(f.x, x), group_scale(f.y, y)), group_scale(f.z, z)), 3 - k,
                  &force[3 * i + k]);
      group_store(group_add(group_add(group_scale(n.x, x), group_scale(n.y, y)), group_scale(n.z, z)), 3 - k,
                  &moment[3 * i + k]);
    }
  }
}

#endif
