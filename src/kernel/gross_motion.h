/* Gross motion: the torques of a motion, from what resolved motion has left behind.
 *
 * Once resolved motion has run, nothing of the outward recursion is left to do: every link's motion is the one at
 * qdd = 0 and a sum over the columns that were strobed,
 *   wd_i = wd_i^nonlin + Σ_j wd_lin[j][i] qdd_j,   a_i = a_i^nonlin + Σ_j a_lin[j][i] qdd_j,   j ≤ i,
 * and forces and moments follow inward as in the modified Newton–Euler set. The acceleration is the desired one with
 * feedback; friction is added to what comes out.
 * Source: [Mudge, eqs 10–13, 31–35, Table 2]. Differs: the mass centre accelerates by A com + a_i (10 is printed with
 * a_{i+1}); 12 has R f_{i+1} in the lever term (printed r_{i+1}); 33 feeds back q_d − q_a (printed with rates twice);
 * K is the full tensor; prismatic joints are added; a wrench in the hand is f_{n+1}, n_{n+1} (printed f_n, n_n).
 *
 * Gravity is in the by-products if resolved_motion_nonlinear started at a_0 = −g. The hand's acceleration must then
 * have a_0 added before it is resolved (gross_motion_hand), and nothing else changes. */
#ifndef ULNA_KERNEL_GROSS_MOTION_H
#define ULNA_KERNEL_GROSS_MOTION_H

#include "kernel/resolved_motion.h"

// rows of [Mudge, Table 2]; the torque's own, the normal force's and gravity's are not in print
enum {
  GROSS_adjusted = RESOLVED_difference + 1,
  GROSS_motion,
  GROSS_F,
  GROSS_f,
  GROSS_moment,
  GROSS_com_force,
  GROSS_r_f,
  GROSS_n_up,
  GROSS_add_n,
  GROSS_friction,
  GROSS_normal,
  GROSS_tau,
  GROSS_gravity
};

// n of each; frame i
typedef struct {
  vec3 *r_com;   // origin i-1 → mass centre
  vec3 *F;       // m times the acceleration of the mass centre
  vec3 *moment;  // about the mass centre
  vec3 *f, *n;   // exerted by link i-1 on link i, moment about origin i-1
  real *normal;  // length of the part of f_i perpendicular to the axis of joint i
} gross_motion_scratch;

KERNEL void gross_motion_scratch_layout(gross_motion_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  s->r_com = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->F = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->moment = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->f = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->n = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->normal = (real *)layout_take(l, count, sizeof(real));
}

// What the recursion that starts at a_0 is to bring the hand to: its acceleration and a_0, both in frame 0
KERNEL vec3 gross_motion_hand(vec3 acceleration, vec3 a0)
{
  part(GROSS_gravity);
  return vec3_add(acceleration, a0);
}

/* qdd_adj = qdd_d + kv (qd_d − qd_a) + kp (q_d − q_a)                                       [Mudge, eq. 33] */
KERNEL real gross_motion_adjusted(real qdd_d, real kv, real qd_d, real qd_a, real kp, real q_d, real q_a)
{
  part(GROSS_adjusted);
  return add(qdd_d, add(mul(kv, sub(qd_d, qd_a)), mul(kp, sub(q_d, q_a))));
}

/* Motion at qdd of every link, put together, and what it needs: F and moment [Mudge, eqs 8–10]. `by` is what
 * resolved_motion_nonlinear and resolved_motion_strobe left, at the same posture. Only A and a are put together: wd
 * goes into A as wd^lin alone, six sums, since A^nonlin has the rest. */
KERNEL void gross_motion_outward(const chain *m, const real qdd[], const resolved_motion_scratch *by,
                                 gross_motion_scratch *s)
{
  const int n = m->n;
  for (int i = 0; i < n; i++) {
    const chain_link *l = &m->link[i];
    part(PART_GIVEN);
    const sym3 K = second_moments(l->I);
    if (l->joint == JOINT_PRISMATIC) part(GROSS_com_force);
    s->r_com[i] = vec3_add(by->r[i], l->com);

    part(GROSS_motion);
    vec3 wd = vec3_scale(qdd[0], by->wd_lin[i]), a = by->a_nonlin[i];
    for (int j = 0; j <= i; j++) {
      if (j > 0) wd = vec3_add(wd, vec3_scale(qdd[j], by->wd_lin[j * n + i]));
      a = vec3_add(a, vec3_scale(qdd[j], by->a_lin[j * n + i]));
    }
    mat3 A = by->A_nonlin[i];
    A.e[0][1] = sub(A.e[0][1], wd.z), A.e[0][2] = add(A.e[0][2], wd.y);
    A.e[1][0] = add(A.e[1][0], wd.z), A.e[1][2] = sub(A.e[1][2], wd.x);
    A.e[2][0] = sub(A.e[2][0], wd.y), A.e[2][1] = add(A.e[2][1], wd.x);

    // m ā = m (A com + a_i)
    part(GROSS_F);
    s->F[i] = vec3_scale(l->m, vec3_add(mat3_mul(&A, l->com), a));
    part(GROSS_moment);
    s->moment[i] = moment_of(&A, K);
  }
}

// Length of the part of a force perpendicular to z
KERNEL real gross_motion_across_z(vec3 f) { return root(add(mul(f.x, f.x), mul(f.y, f.y))); }

/* Forces, moments, torques [Mudge, eqs 11–13], and each joint's normal force: R f_i, which the link below needs
 * anyway, has joint i's axis for z. */
KERNEL void gross_motion_inward(const chain *m, const posture *p, const wrench *hand,
                                const resolved_motion_scratch *by, real tau[], gross_motion_scratch *s)
{
  const int n = m->n;
  vec3 f_up = hand->f, n_up = hand->n;  // what link i exerts on the next, in frame i
  for (int i = n - 1; i >= 0; i--) {
    // f_i = m ā + R f_{i+1}
    part(GROSS_f);
    if (i + 1 < n) f_up = step_up(chain_step(m, p, i + 1), s->f[i + 1]);
    s->f[i] = vec3_add(s->F[i], f_up);
    part(GROSS_normal);
    if (i + 1 < n) s->normal[i + 1] = gross_motion_across_z(f_up);

    // n_i = Tr{A K Qᵗ} + (r + com) × m ā + r × R f_{i+1} + R n_{i+1}
    part(GROSS_com_force);
    const vec3 com_force = vec3_cross(s->r_com[i], s->F[i]);
    part(GROSS_r_f);
    const vec3 r_f = vec3_cross(by->r[i], f_up);
    part(GROSS_n_up);
    if (i + 1 < n) n_up = step_up(chain_step(m, p, i + 1), s->n[i + 1]);
    part(GROSS_add_n);
    s->n[i] = vec3_add(vec3_add(s->moment[i], com_force), vec3_add(r_f, n_up));

    part(GROSS_tau);
    tau[i] = vec3_dot(step_axis(chain_step(m, p, i)), m->link[i].joint == JOINT_REVOLUTE ? s->n[i] : s->f[i]);
  }
  // nothing needs R f_1: its part along the joint's own y is enough
  part(GROSS_normal);
  const step R = chain_step(m, p, 0);
  const real y = sub(mul(R.ca, s->f[0].y), mul(R.sa, s->f[0].z));
  s->normal[0] = gross_motion_across_z(vec3_make(s->f[0].x, y, constant(0)));
}

/* What friction takes: mu N + gamma qd. mu carries its sign: mu_dynamic sgn(qd), or at rest mu_static sgn(qdd_adj);
 * who judges that has chosen it. */
KERNEL real gross_motion_friction(real mu, real normal, real gamma, real qd)
{
  part(GROSS_friction);
  return add(mul(mu, normal), mul(gamma, qd));
}

#endif
