/* Forward dynamics in O(n) as [Saha, eqs. 31–39] prints it: reference points at the mass centres C_i.
 *
 * Components are in the joint-axis frames N_i (kernel/axis.h), where the joint's axis is z; then
 *   R: p = [z; z × d],  d = foot → C_i   (eq. 4);   P: p = [0; z].
 * Bodies are carried from C_{i+1} to C_i in N_i axes. The bias, what each link needs at qdd = 0, enters eq. 37.
 * Differs: the torque of eq. 23 is the applied one less inverse dynamics at qdd = 0 (printed: at zero rates). */
#ifndef ULNA_KERNEL_SAHA_H
#define ULNA_KERNEL_SAHA_H

#include "base/layout.h"
#include "kernel/axis.h"

typedef struct {
  wrench psi_hat;  // psi/m^, about C_i
  real pivot;      // m^
} saha_joint;

typedef struct {
  saha_joint *joint;  // n
  real *tau_tilde;    // n
  vec3 *lever;        // n: C_{i-1} → C_i, axes of N_{i-1}; [0] not used
  wrench *bias;       // n: about C_i
} saha_scratch;

KERNEL void saha_scratch_layout(saha_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  s->joint = (saha_joint *)layout_take(l, count, sizeof(saha_joint));
  s->tau_tilde = (real *)layout_take(l, count, sizeof(real));
  s->lever = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->bias = (wrench *)layout_take(l, count, sizeof(wrench));
}

// p·w: what a wrench about C does along the joint
KERNEL real saha_along(const axis_link *l, wrench w)
{
  if (l->joint == JOINT_PRISMATIC) return w.f.z;
  return add(w.n.z, sub(mul(l->com.x, w.f.y), mul(l->com.y, w.f.x)));
}
// t + p x
KERNEL twist saha_add_joint(const axis_link *l, twist t, real x)
{
  if (l->joint == JOINT_PRISMATIC) {
    t.v.z = add(t.v.z, x);
    return t;
  }
  t.w.z = add(t.w.z, x);
  t.v.x = sub(t.v.x, mul(l->com.y, x)), t.v.y = add(t.v.y, mul(l->com.x, x));
  return t;
}
// psi = M^ p [eq. 32]: a column, and for a revolute joint two more
KERNEL wrench saha_psi(const axis_link *l, const inertia6 *B)
{
  const real(*h)[3] = B->H.e;
  wrench w;
  if (l->joint == JOINT_PRISMATIC) {
    w.n = mat3_column(&B->H, 2), w.f = vec3_make(B->M.xz, B->M.yz, B->M.zz);
    return w;
  }
  const real x = l->com.x, y = l->com.y;
  w.n = vec3_make(add(B->I.xz, sub(mul(h[0][1], x), mul(h[0][0], y))),
                  add(B->I.yz, sub(mul(h[1][1], x), mul(h[1][0], y))),
                  add(B->I.zz, sub(mul(h[2][1], x), mul(h[2][0], y))));
  w.f = vec3_make(add(h[2][0], sub(mul(B->M.xy, x), mul(B->M.xx, y))),
                  add(h[2][1], sub(mul(B->M.yy, x), mul(B->M.xy, y))),
                  add(h[2][2], sub(mul(B->M.yz, x), mul(B->M.xz, y))));
  return w;
}

// lever of each joint but the first: C_{i-1} → origin i-1 is constant, origin i-1 → C_i turns with the joint
KERNEL void saha_levers(const axis_chain *m, const posture *p, saha_scratch *s)
{
  for (int i = 1; i < m->n; i++) {
    const axis_link *l = &m->link[i], *inner = &m->link[i - 1];
    part(PART_GIVEN);
    const vec3 back = vec3_sub(vec3_make(inner->a, inner->b, constant(0)), inner->com);
    vec3 out = l->com;
    out.z = add(out.z, l->d);
    part(PART_ALL);
    if (l->joint == JOINT_PRISMATIC) out.z = add(out.z, p->slide[i]);
    out = vec3_turn_x(vec3_turn_z(out, p->cos_theta[i], p->sin_theta[i]), inner->twist.c, inner->twist.s);
    s->lever[i] = vec3_add(back, out);
  }
}

// Outward at qdd = 0: what each link needs about its mass centre, f = m c̈, n = I wd + w × I w.
KERNEL void saha_bias(const axis_chain *m, const posture *p, const base_state *base, const real qd[],
                      saha_scratch *s)
{
  axis_motion k;
  k.w = base->w, k.wd = base->wd, k.a = base->a;
  for (int i = 0; i < m->n; i++) {
    const axis_link *l = &m->link[i];
    axis_motion_joint(l, p->cos_theta[i], p->sin_theta[i], axis_slide(l, p, i), qd[i], &k);
    s->bias[i].f = vec3_scale(l->m, vec3_add(k.a, mat3_mul(&k.A, l->com)));
    s->bias[i].n = axial_moment(&k.A, l->K_com);
    if (i + 1 < m->n) axis_motion_link(l, &k);
  }
}

KERNEL void saha_inward(const axis_chain *m, const posture *p, bool biased, const wrench *hand,
                        const real tau[], saha_scratch *s)
{
  const int n = m->n;
  inertia6 B = inertia6_zero();  // M^_{i,i+1} less the link's own
  wrench eta = wrench_zero();
  if (biased) {
    const axis_link *last = &m->link[n - 1];
    eta = wrench_move(axis_wrench_inward_x(last, *hand), vec3_neg(last->com));
  }
  for (int i = n - 1; i >= 0; i--) {
    const axis_link *l = &m->link[i];
    if (i == n - 1) part(PART_GIVEN);  // the last link's elimination is made of constants
    B = inertia6_add_body(B, l->m, vec3_zero(), l->I_com);
    const wrench psi = saha_psi(l, &B);
    const real pivot = saha_along(l, psi);
    s->joint[i].pivot = pivot;
    wrench hat = wrench_zero();
    if (i > 0) {
      hat.n = vec3_make(divide(psi.n.x, pivot), divide(psi.n.y, pivot), divide(psi.n.z, pivot));
      hat.f = vec3_make(divide(psi.f.x, pivot), divide(psi.f.y, pivot), divide(psi.f.z, pivot));
      B = inertia6_yield(&B, psi, hat);
    }
    s->joint[i].psi_hat = hat;
    part(PART_ALL);
    if (biased) eta = wrench_add(eta, s->bias[i]);
    s->tau_tilde[i] = divide(sub(tau[i], saha_along(l, eta)), pivot);
    if (i == 0) break;
    eta = wrench_add(eta, wrench_scale(s->tau_tilde[i], psi));
    const real c = p->cos_theta[i], sn = p->sin_theta[i];
    const turn_x t = m->link[i - 1].twist;
    B.I = sym3_turn_x_by(sym3_turn_z(B.I, c, sn), t.c, t.s, &t.by);
    B.M = sym3_turn_x_by(sym3_turn_z(B.M, c, sn), t.c, t.s, &t.by);
    const mat3 H = mat3_turn_z(&B.H, c, sn);
    B.H = mat3_turn_x(&H, t.c, t.s);
    B = inertia6_move(&B, s->lever[i]);
    eta.f = vec3_turn_x(vec3_turn_z(eta.f, c, sn), t.c, t.s);
    eta.n = vec3_turn_x(vec3_turn_z(eta.n, c, sn), t.c, t.s);
    eta = wrench_move(eta, s->lever[i]);
  }
}

KERNEL void saha_outward(const axis_chain *m, const posture *p, const saha_scratch *s, real qdd[])
{
  twist mu = twist_zero();
  for (int i = 0; i < m->n; i++) {
    const axis_link *l = &m->link[i];
    qdd[i] = s->tau_tilde[i];
    if (i > 0) {
      const real c = p->cos_theta[i], sn = p->sin_theta[i];
      const turn_x t = m->link[i - 1].twist;
      mu = twist_move(mu, s->lever[i]);
      mu.w = vec3_turn_z_back(vec3_turn_x_back(mu.w, t.c, t.s), c, sn);
      mu.v = vec3_turn_z_back(vec3_turn_x_back(mu.v, t.c, t.s), c, sn);
      qdd[i] = sub(qdd[i], twist_dot(mu, s->joint[i].psi_hat));
    }
    if (i + 1 < m->n) mu = saha_add_joint(l, mu, qdd[i]);
  }
}

KERNEL void saha_forward_dynamics(const axis_chain *m, const posture *p, const base_state *base,
                                  const real qd[], const real tau[], const wrench *hand, real qdd[],
                                  saha_scratch *s)
{
  saha_levers(m, p, s);
  saha_bias(m, p, base, qd, s);
  saha_inward(m, p, true, hand, tau, s);
  saha_outward(m, p, s, qdd);
}

// x with M x = tau [eqs. 36–39]
KERNEL void saha_solve(const axis_chain *m, const posture *p, const real tau[], real x[], saha_scratch *s)
{
  saha_levers(m, p, s);
  saha_inward(m, p, false, NULL, tau, s);
  saha_outward(m, p, s, x);
}

#endif
