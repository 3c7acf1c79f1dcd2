/* Forward dynamics in O(n): articulated bodies, the recursion [Saha, eqs. 31–39] with reference points on the
 * joint axes.
 *
 * In the frames of kernel/axis.h a revolute joint's p is the unit vector of the turn about z, so psi = M^ p is a
 * column, m^ an element, and the body that has given way has an empty row: nothing is multiplied by p. The bias
 * enters through eq. 37: each link adds the wrench it needs at qdd = 0 to eta, so that tau^ = tau − p·eta is what
 * [Saha, eq. 23] has on its right-hand side.
 * Differs: reference points are feet on the axes, printed at mass centres (kernel/saha.h has those). */
#ifndef ULNA_KERNEL_ARTICULATED_H
#define ULNA_KERNEL_ARTICULATED_H

#include "base/layout.h"
#include "kernel/axis.h"

/* What the inward pass leaves for the outward one: psi^ without its unit component, the pivot m^, tau~. */
typedef struct {
  real nx, ny, fx, fy, fz, nz;  // psi^ = psi/m^; nz (R) and fz (P) are 1 and not used
  real pivot;                   // m^
} articulated_joint;

typedef struct {
  articulated_joint *joint;  // n
  real *tau_tilde;           // n
  wrench *bias;              // n: what moves link i at qdd = 0, about its foot
} articulated_scratch;

KERNEL void articulated_scratch_layout(articulated_scratch *s, layout *l, int n)
{
  s->joint = (articulated_joint *)layout_take(l, (size_t)n, sizeof(articulated_joint));
  s->tau_tilde = (real *)layout_take(l, (size_t)n, sizeof(real));
  s->bias = (wrench *)layout_take(l, (size_t)n, sizeof(wrench));
}

/* The last link with its joint given way: constant, so made once and again when the payload changes. */
typedef struct {
  articulated_joint joint;
  wrench psi;
  inertia6 left;
} articulated_tip;

// psi^, m^ of a revolute joint and what is left of the body: 5 divisions, 15 M, 15 A. The z row of I and H empties.
KERNEL articulated_joint yield_turn(inertia6 *B, wrench *psi)
{
  const real m = B->I.zz;
  const real nx = B->I.xz, ny = B->I.yz, fx = B->H.e[2][0], fy = B->H.e[2][1], fz = B->H.e[2][2];
  const articulated_joint j = {
      divide(nx, m), divide(ny, m), divide(fx, m), divide(fy, m), divide(fz, m), constant(1), m};
  psi->n = vec3_make(nx, ny, m);
  psi->f = vec3_make(fx, fy, fz);
  B->I.xx = sub(B->I.xx, mul(j.nx, nx)), B->I.xy = sub(B->I.xy, mul(j.nx, ny));
  B->I.yy = sub(B->I.yy, mul(j.ny, ny));
  B->I.xz = constant(0), B->I.yz = constant(0), B->I.zz = constant(0);
  B->H.e[0][0] = sub(B->H.e[0][0], mul(j.nx, fx)), B->H.e[0][1] = sub(B->H.e[0][1], mul(j.nx, fy));
  B->H.e[0][2] = sub(B->H.e[0][2], mul(j.nx, fz)), B->H.e[1][0] = sub(B->H.e[1][0], mul(j.ny, fx));
  B->H.e[1][1] = sub(B->H.e[1][1], mul(j.ny, fy)), B->H.e[1][2] = sub(B->H.e[1][2], mul(j.ny, fz));
  B->H.e[2][0] = constant(0), B->H.e[2][1] = constant(0), B->H.e[2][2] = constant(0);
  B->M.xx = sub(B->M.xx, mul(j.fx, fx)), B->M.yy = sub(B->M.yy, mul(j.fy, fy));
  B->M.zz = sub(B->M.zz, mul(j.fz, fz)), B->M.xy = sub(B->M.xy, mul(j.fx, fy));
  B->M.xz = sub(B->M.xz, mul(j.fx, fz)), B->M.yz = sub(B->M.yz, mul(j.fy, fz));
  return j;
}

// the same for a prismatic joint: the z row and column of M and the z column of H empty
KERNEL articulated_joint yield_slide(inertia6 *B, wrench *psi)
{
  const real m = B->M.zz;
  const real nx = B->H.e[0][2], ny = B->H.e[1][2], nz = B->H.e[2][2], fx = B->M.xz, fy = B->M.yz;
  const articulated_joint j = {
      divide(nx, m), divide(ny, m), divide(fx, m), divide(fy, m), constant(1), divide(nz, m), m};
  psi->n = vec3_make(nx, ny, nz);
  psi->f = vec3_make(fx, fy, m);
  B->I.xx = sub(B->I.xx, mul(j.nx, nx)), B->I.yy = sub(B->I.yy, mul(j.ny, ny));
  B->I.zz = sub(B->I.zz, mul(j.nz, nz)), B->I.xy = sub(B->I.xy, mul(j.nx, ny));
  B->I.xz = sub(B->I.xz, mul(j.nx, nz)), B->I.yz = sub(B->I.yz, mul(j.ny, nz));
  B->H.e[0][0] = sub(B->H.e[0][0], mul(j.nx, fx)), B->H.e[0][1] = sub(B->H.e[0][1], mul(j.nx, fy));
  B->H.e[1][0] = sub(B->H.e[1][0], mul(j.ny, fx)), B->H.e[1][1] = sub(B->H.e[1][1], mul(j.ny, fy));
  B->H.e[2][0] = sub(B->H.e[2][0], mul(j.nz, fx)), B->H.e[2][1] = sub(B->H.e[2][1], mul(j.nz, fy));
  B->H.e[0][2] = constant(0), B->H.e[1][2] = constant(0), B->H.e[2][2] = constant(0);
  B->M.xx = sub(B->M.xx, mul(j.fx, fx)), B->M.yy = sub(B->M.yy, mul(j.fy, fy));
  B->M.xy = sub(B->M.xy, mul(j.fx, fy));
  B->M.zz = constant(0), B->M.xz = constant(0), B->M.yz = constant(0);
  return j;
}

/* What is left of body i carried through its joint to origin i-1, frame i-1. After a revolute joint row z of I
 * and H is empty and stays so: 28 M, 34 A. */
KERNEL inertia6 carry_turned_z(const inertia6 *B, real c, real s, real d)
{
  inertia6 S = *B;
  real k = add(mul(s, sub(B->I.xx, B->I.yy)), mul(c, add(B->I.xy, B->I.xy))), t = mul(s, k);
  S.I.xx = sub(B->I.xx, t), S.I.yy = add(B->I.yy, t), S.I.xy = sub(mul(c, k), B->I.xy);
  const real(*h)[3] = B->H.e;
  real(*g)[3] = S.H.e;
  k = add(mul(s, sub(h[0][0], h[1][1])), mul(c, add(h[0][1], h[1][0]))), t = mul(s, k);
  g[0][0] = sub(h[0][0], t), g[0][1] = sub(mul(c, k), h[1][0]);
  g[1][0] = sub(mul(c, k), h[0][1]), g[1][1] = add(h[1][1], t);
  g[0][2] = sub(mul(c, h[0][2]), mul(s, h[1][2])), g[1][2] = add(mul(s, h[0][2]), mul(c, h[1][2]));
  S.M = sym3_turn_z(B->M, c, s);
  // along z by d: H' = H + d[z]M, I' = I − d H[z] + d [z]H'ᵀ
  const real dxy = mul(d, S.M.xy);
  const real xx = g[0][0], xy = g[0][1], yx = g[1][0];
  g[0][0] = sub(g[0][0], dxy), g[0][1] = sub(g[0][1], mul(d, S.M.yy)), g[0][2] = sub(g[0][2], mul(d, S.M.yz));
  g[1][0] = add(g[1][0], mul(d, S.M.xx)), g[1][1] = add(g[1][1], dxy), g[1][2] = add(g[1][2], mul(d, S.M.xz));
  S.I.xx = sub(S.I.xx, mul(d, add(xy, g[0][1])));
  S.I.yy = add(S.I.yy, mul(d, add(yx, g[1][0])));
  S.I.xy = add(S.I.xy, mul(d, sub(xx, g[1][1])));
  return S;
}
// the constant twist of link i-1, row z still empty on the way in: 22 M, 13 A
KERNEL inertia6 carry_turned_twist(const inertia6 *B, turn_x t)
{
  inertia6 S;
  const real p = mul(t.by.ss, B->I.yy);
  S.I.xx = B->I.xx, S.I.yy = sub(B->I.yy, p), S.I.zz = p;
  S.I.xy = mul(t.c, B->I.xy), S.I.xz = mul(t.s, B->I.xy), S.I.yz = mul(t.by.sc, B->I.yy);
  const real(*h)[3] = B->H.e;
  const real k = add(mul(t.s, h[1][1]), mul(t.c, h[1][2])), u = mul(t.s, k), v = mul(t.c, k);
  S.H.e[0][0] = h[0][0];
  S.H.e[0][1] = sub(mul(t.c, h[0][1]), mul(t.s, h[0][2])),
  S.H.e[0][2] = add(mul(t.s, h[0][1]), mul(t.c, h[0][2]));
  S.H.e[1][0] = mul(t.c, h[1][0]), S.H.e[2][0] = mul(t.s, h[1][0]);
  S.H.e[1][1] = sub(h[1][1], u), S.H.e[2][2] = u, S.H.e[1][2] = v, S.H.e[2][1] = sub(v, h[1][2]);
  S.M = sym3_turn_x_by(B->M, t.c, t.s, &t.by);
  return S;
}
// along x by a: 10 M, 14 A
KERNEL void carry_along_x(inertia6 *B, real a)
{
  real(*h)[3] = B->H.e;
  const real ayz = mul(a, B->M.yz), yy = h[1][1], yz = h[1][2], zy = h[2][1];
  h[1][0] = sub(h[1][0], mul(a, B->M.xz)), h[1][1] = sub(yy, ayz), h[1][2] = sub(yz, mul(a, B->M.zz));
  h[2][0] = add(h[2][0], mul(a, B->M.xy)), h[2][1] = add(zy, mul(a, B->M.yy)), h[2][2] = add(h[2][2], ayz);
  B->I.yy = sub(B->I.yy, mul(a, add(yz, h[1][2])));
  B->I.zz = add(B->I.zz, mul(a, add(zy, h[2][1])));
  B->I.yz = add(B->I.yz, mul(a, sub(yy, h[2][2])));
  B->I.xy = sub(B->I.xy, mul(a, h[0][2]));
  B->I.xz = add(B->I.xz, mul(a, h[0][1]));
}
// along y by b
KERNEL void carry_along_y(inertia6 *B, real b)
{
  real(*h)[3] = B->H.e;
  const real bxz = mul(b, B->M.xz), xx = h[0][0], xz = h[0][2], zx = h[2][0];
  h[0][0] = add(xx, bxz), h[0][1] = add(h[0][1], mul(b, B->M.yz)), h[0][2] = add(xz, mul(b, B->M.zz));
  h[2][0] = sub(zx, mul(b, B->M.xx)), h[2][1] = sub(h[2][1], mul(b, B->M.xy)), h[2][2] = sub(h[2][2], bxz);
  B->I.xx = add(B->I.xx, mul(b, add(xz, h[0][2])));
  B->I.zz = sub(B->I.zz, mul(b, add(zx, h[2][0])));
  B->I.xz = add(B->I.xz, mul(b, sub(h[2][2], xx)));
  B->I.xy = add(B->I.xy, mul(b, h[1][2]));
  B->I.yz = sub(B->I.yz, mul(b, h[1][0]));
}

/* Body i, its joint given way, as link i-1 feels it at its own foot: joint, then twist, then length. */
KERNEL inertia6 carry(const axis_link *inner, const axis_link *l, const inertia6 *B, real c, real s, real d)
{
  inertia6 S;
  if (l->joint == JOINT_REVOLUTE) {
    const inertia6 at_origin = carry_turned_z(B, c, s, d);
    S = carry_turned_twist(&at_origin, inner->twist);
  } else {
    inertia6 turned = *B;
    turned.I = sym3_turn_z(B->I, c, s), turned.H = mat3_turn_z(&B->H, c, s),
    turned.M = sym3_turn_z(B->M, c, s);
    S = inertia6_move(&turned, vec3_make(constant(0), constant(0), d));
    const turn_x *t = &inner->twist;
    S.I = sym3_turn_x_by(S.I, t->c, t->s, &t->by), S.H = mat3_turn_x(&S.H, t->c, t->s);
    S.M = sym3_turn_x_by(S.M, t->c, t->s, &t->by);
  }
  carry_along_x(&S, inner->a);
  if (inner->sideways) carry_along_y(&S, inner->b);
  return S;
}

/* The first joint needs one number of its body: m^_1 = u·(body 2 as felt)u + its own link's share, with u the
 * motion of axis 1 as seen at the foot of joint 2. */
KERNEL real first_pivot(const axis_link *first, const axis_link *l, const inertia6 *B, real c, real s, real d)
{
  twist u = twist_zero();
  if (first->joint == JOINT_REVOLUTE) u.w.z = constant(1);
  else u.v.z = constant(1);
  const bool turn = first->joint == JOINT_REVOLUTE;
  if (turn) {  // the constant screw applied to the unit turn about z: nothing to multiply
    u.w = vec3_make(constant(0), first->twist.s, first->twist.c);
    u.v = vec3_make(constant(0), mul(first->a, first->twist.c), neg(mul(first->a, first->twist.s)));
    if (first->sideways) u.v.x = neg(first->b);
  } else {
    u.w = vec3_zero();
    u.v = vec3_make(constant(0), first->twist.s, first->twist.c);
  }
  u = axis_twist_outward_z(c, s, d, u);
  const real own = turn ? first->I.zz : first->m;
  if (l->joint == JOINT_REVOLUTE) u.w.z = constant(0);  // that row is empty
  return add(own, twist_dot(u, inertia6_mul(B, u)));
}

/* Once a model: the last link's share of the elimination. */
KERNEL void articulated_tip_make(const axis_link *last, articulated_tip *tip)
{
  tip->left = inertia6_add_body(inertia6_zero(), last->m, last->mc, last->I);
  tip->joint =
      last->joint == JOINT_REVOLUTE ? yield_turn(&tip->left, &tip->psi) : yield_slide(&tip->left, &tip->psi);
}

// Outward at qdd = 0: the wrench each link needs, about its foot.
KERNEL void articulated_bias(const axis_chain *m, const posture *p, const base_state *base, const real qd[],
                             articulated_scratch *s)
{
  axis_motion k;
  k.w = base->w, k.wd = base->wd, k.a = base->a;
  for (int i = 0; i < m->n; i++) {
    const axis_link *l = &m->link[i];
    axis_motion_joint(l, p->cos_theta[i], p->sin_theta[i], axis_slide(l, p, i), qd[i], &k);
    s->bias[i] = axis_inertial_wrench(l, &k);
    if (i + 1 < m->n) axis_motion_link(l, &k);
  }
}

// [Saha, eq. 37]: eta_i = psi^ tau^ + eta, where p·eta becomes tau itself; 5 M, 5 A
KERNEL wrench articulated_eta(const axis_link *l, wrench psi, real tau_tilde, wrench eta, real tau)
{
  const bool turn = l->joint == JOINT_REVOLUTE;
  wrench w;
  w.n.x = add(eta.n.x, mul(psi.n.x, tau_tilde)), w.n.y = add(eta.n.y, mul(psi.n.y, tau_tilde));
  w.f.x = add(eta.f.x, mul(psi.f.x, tau_tilde)), w.f.y = add(eta.f.y, mul(psi.f.y, tau_tilde));
  w.n.z = turn ? tau : add(eta.n.z, mul(psi.n.z, tau_tilde));
  w.f.z = turn ? add(eta.f.z, mul(psi.f.z, tau_tilde)) : tau;
  return w;
}

// p_1·eta at the first joint, from eta at the foot of the second: one component of the two screws
KERNEL real first_moment(const axis_link *first, real c, real s, real d, wrench w)
{
  const real fx = sub(mul(c, w.f.x), mul(s, w.f.y)), fy = add(mul(s, w.f.x), mul(c, w.f.y));
  if (first->joint == JOINT_PRISMATIC) return add(mul(first->twist.s, fy), mul(first->twist.c, w.f.z));
  const real ny = add(add(mul(s, w.n.x), mul(c, w.n.y)), mul(d, fx));
  real n = add(mul(first->twist.s, ny), mul(first->twist.c, w.n.z));
  n = add(n, mul(first->a, sub(mul(first->twist.c, fy), mul(first->twist.s, w.f.z))));
  if (first->sideways) n = sub(n, mul(first->b, fx));
  return n;
}

/* Inward: pivots, psi^ and tau~. `bias` of the scratch is used if biased, and then hand is what the hand exerts on
 * the world, at origin n in frame n. tau NULL: pivots and psi^ alone. */
KERNEL void articulated_inward(const axis_chain *m, const articulated_tip *tip, const posture *p, bool biased,
                               const wrench *hand, const real tau[], articulated_scratch *s)
{
  const int n = m->n;
  inertia6 B = tip->left;
  wrench psi = tip->psi, eta = wrench_zero();
  if (biased) eta = axis_wrench_inward_x(&m->link[n - 1], *hand);
  s->joint[n - 1] = tip->joint;
  for (int i = n - 1; i >= 0; i--) {
    const axis_link *l = &m->link[i];
    const real c = p->cos_theta[i], sn = p->sin_theta[i], d = axis_slide(l, p, i);
    const bool turn = l->joint == JOINT_REVOLUTE;
    if (i == 0 && n > 1) {
      const real bias = biased ? (turn ? s->bias[0].n.z : s->bias[0].f.z) : constant(0);
      if (tau) s->tau_tilde[0] = divide(sub(tau[0], add(turn ? eta.n.z : eta.f.z, bias)), s->joint[0].pivot);
      break;
    }
    if (i < n - 1) s->joint[i] = turn ? yield_turn(&B, &psi) : yield_slide(&B, &psi);
    if (biased) eta = wrench_add(eta, s->bias[i]);
    if (tau) s->tau_tilde[i] = divide(sub(tau[i], turn ? eta.n.z : eta.f.z), s->joint[i].pivot);
    if (i == 0) break;
    const axis_link *inner = &m->link[i - 1];
    if (tau) eta = articulated_eta(l, psi, s->tau_tilde[i], eta, tau[i]);
    if (i == 1) {
      s->joint[0].pivot = first_pivot(inner, l, &B, c, sn, d);
      const real e = first_moment(inner, c, sn, d, eta);
      eta.n.z = e, eta.f.z = e;
    } else {
      B = carry(inner, l, &B, c, sn, d);
      B = inertia6_add_body(B, inner->m, inner->mc, inner->I);
      eta = axis_wrench_inward_x(inner, axis_wrench_inward_z(c, sn, d, eta));
    }
  }
}

// Outward [Saha, eqs. 38, 39]: qdd_i = tau~_i − psi^·mu.
KERNEL void articulated_outward(const axis_chain *m, const posture *p, const articulated_scratch *s,
                                real qdd[])
{
  twist mu = twist_zero();
  for (int i = 0; i < m->n; i++) {
    const axis_link *l = &m->link[i];
    const articulated_joint *j = &s->joint[i];
    real rest = s->tau_tilde[i];
    if (i > 0) {
      mu = axis_twist_outward_x(&m->link[i - 1], mu);
      mu = axis_twist_outward_z(p->cos_theta[i], p->sin_theta[i], axis_slide(l, p, i), mu);
      const real plane =
          add(add(mul(j->nx, mu.w.x), mul(j->ny, mu.w.y)), add(mul(j->fx, mu.v.x), mul(j->fy, mu.v.y)));
      const real along = l->joint == JOINT_REVOLUTE ? mul(j->fz, mu.v.z) : mul(j->nz, mu.w.z);
      rest = sub(rest, add(plane, along));
    }
    if (l->joint == JOINT_REVOLUTE) {
      qdd[i] = sub(rest, mu.w.z);
      mu.w.z = rest;
    } else {
      qdd[i] = sub(rest, mu.v.z);
      mu.v.z = rest;
    }
  }
}

/* qdd with M qdd = tau − bias. Pivots are left in s->joint[i].pivot, to be judged outside. */
KERNEL void articulated_forward_dynamics(const axis_chain *m, const articulated_tip *tip, const posture *p,
                                         const base_state *base, const real qd[], const real tau[],
                                         const wrench *hand, real qdd[], articulated_scratch *s)
{
  articulated_bias(m, p, base, qd, s);
  articulated_inward(m, tip, p, true, hand, tau, s);
  articulated_outward(m, p, s, qdd);
}

/* x with M x = tau again, from the pivots and psi^ a run at the same posture has left: [Saha, eqs. 36–39] alone. */
KERNEL void articulated_solve_again(const axis_chain *m, const posture *p, const real tau[], real x[],
                                    articulated_scratch *s)
{
  wrench eta = wrench_zero();
  for (int i = m->n - 1; i >= 0; i--) {
    const axis_link *l = &m->link[i];
    const articulated_joint *j = &s->joint[i];
    const real tau_hat = sub(tau[i], l->joint == JOINT_REVOLUTE ? eta.n.z : eta.f.z);
    s->tau_tilde[i] = divide(tau_hat, j->pivot);
    if (i == 0) break;
    wrench psi_hat;
    psi_hat.n = vec3_make(j->nx, j->ny, j->nz), psi_hat.f = vec3_make(j->fx, j->fy, j->fz);
    eta = articulated_eta(l, psi_hat, tau_hat, eta, tau[i]);
    eta = axis_wrench_inward_z(p->cos_theta[i], p->sin_theta[i], axis_slide(l, p, i), eta);
    eta = axis_wrench_inward_x(&m->link[i - 1], eta);
  }
  articulated_outward(m, p, s, x);
}

/* x with M x = tau: the same without bias [Saha, eqs. 36–39]. */
KERNEL void articulated_solve(const axis_chain *m, const articulated_tip *tip, const posture *p,
                              const real tau[], real x[], articulated_scratch *s)
{
  articulated_inward(m, tip, p, false, NULL, tau, s);
  articulated_outward(m, p, s, x);
}

#endif
