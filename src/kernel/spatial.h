/* Six-vectors and 6×6 inertias: a rigid, composite or articulated body seen from one reference point.
 *
 * A twist is [angular velocity w; velocity v of the reference point], a wrench [moment n about the same point;
 * force f]. The inertia maps one to the other,
 *   n = I w + H v,   f = Hᵀ w + M v,
 * 21 numbers: I and M symmetric, H general. For a single rigid body H = [m c]× and M = m 1. [Saha, eq. 12] has
 * the mass centre as the reference point, where H = 0. */
#ifndef ULNA_KERNEL_SPATIAL_H
#define ULNA_KERNEL_SPATIAL_H

#include "kernel/chain.h"
#include "kernel/turn.h"

typedef struct {
  vec3 w, v;
} twist;

typedef struct {
  sym3 I;
  mat3 H;
  sym3 M;
} inertia6;

KERNEL sym3 sym3_zero(void)
{
  const real z = constant(0);
  const sym3 S = {z, z, z, z, z, z};
  return S;
}
KERNEL mat3 mat3_zero(void)
{
  mat3 m;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m.e[i][j] = constant(0);
  return m;
}

KERNEL twist twist_zero(void)
{
  const twist t = {vec3_zero(), vec3_zero()};
  return t;
}
KERNEL wrench wrench_zero(void)
{
  const wrench w = {vec3_zero(), vec3_zero()};
  return w;
}
KERNEL wrench wrench_add(wrench a, wrench b)
{
  const wrench w = {vec3_add(a.f, b.f), vec3_add(a.n, b.n)};
  return w;
}
KERNEL wrench wrench_scale(real k, wrench a)
{
  const wrench w = {vec3_scale(k, a.f), vec3_scale(k, a.n)};
  return w;
}
// power: w·n + v·f
KERNEL real twist_dot(twist t, wrench w) { return add(vec3_dot(t.w, w.n), vec3_dot(t.v, w.f)); }

// a wrench known at point P, about the point from which r leads to P
KERNEL wrench wrench_move(wrench w, vec3 r)
{
  const wrench m = {w.f, vec3_add(w.n, vec3_cross(r, w.f))};
  return m;
}
// a twist known at some point, at the point r away from it
KERNEL twist twist_move(twist t, vec3 r)
{
  const twist m = {t.w, vec3_add(t.v, vec3_cross(t.w, r))};
  return m;
}

KERNEL wrench inertia6_mul(const inertia6 *B, twist t)
{
  wrench w;
  w.n = vec3_add(sym3_mul(B->I, t.w), mat3_mul(&B->H, t.v));
  w.f = vec3_add(mat3_mul_transposed(&B->H, t.w), sym3_mul(B->M, t.v));
  return w;
}

KERNEL inertia6 inertia6_zero(void)
{
  const inertia6 B = {sym3_zero(), mat3_zero(), sym3_zero()};
  return B;
}

/* A rigid body about its own reference point: mass m, first moment mc, inertia I about that point, added to B.
 * 15 additions (9 where mc is zero by construction). */
KERNEL inertia6 inertia6_add_body(inertia6 B, real m, vec3 mc, sym3 I)
{
  B.I = sym3_add(B.I, I);
  B.H.e[0][1] = sub(B.H.e[0][1], mc.z), B.H.e[1][0] = add(B.H.e[1][0], mc.z);
  B.H.e[0][2] = add(B.H.e[0][2], mc.y), B.H.e[2][0] = sub(B.H.e[2][0], mc.y);
  B.H.e[1][2] = sub(B.H.e[1][2], mc.x), B.H.e[2][1] = add(B.H.e[2][1], mc.x);
  B.M.xx = add(B.M.xx, m), B.M.yy = add(B.M.yy, m), B.M.zz = add(B.M.zz, m);
  return B;
}

/* B about the point from which r leads to its present reference point [Saha, eq. 15c: Bᵀ M B]:
 *   H' = H + [r]M,   I' = I − H[r] + [r]H'ᵀ;   30 multiplications, 42 additions. */
KERNEL inertia6 inertia6_move(const inertia6 *B, vec3 r)
{
  const sym3 M = B->M;
  const mat3 *H = &B->H;
  inertia6 S;
  mat3 *h = &S.H;
  const real x_yz = mul(r.x, M.yz), y_xz = mul(r.y, M.xz), z_xy = mul(r.z, M.xy);
  h->e[0][0] = add(H->e[0][0], sub(y_xz, z_xy));
  h->e[0][1] = add(H->e[0][1], sub(mul(r.y, M.yz), mul(r.z, M.yy)));
  h->e[0][2] = add(H->e[0][2], sub(mul(r.y, M.zz), mul(r.z, M.yz)));
  h->e[1][0] = add(H->e[1][0], sub(mul(r.z, M.xx), mul(r.x, M.xz)));
  h->e[1][1] = add(H->e[1][1], sub(z_xy, x_yz));
  h->e[1][2] = add(H->e[1][2], sub(mul(r.z, M.xz), mul(r.x, M.zz)));
  h->e[2][0] = add(H->e[2][0], sub(mul(r.x, M.xy), mul(r.y, M.xx)));
  h->e[2][1] = add(H->e[2][1], sub(mul(r.x, M.yy), mul(r.y, M.xy)));
  h->e[2][2] = add(H->e[2][2], sub(x_yz, y_xz));

  S.I.xx = add(B->I.xx, sub(mul(r.y, add(H->e[0][2], h->e[0][2])), mul(r.z, add(H->e[0][1], h->e[0][1]))));
  S.I.yy = add(B->I.yy, sub(mul(r.z, add(H->e[1][0], h->e[1][0])), mul(r.x, add(H->e[1][2], h->e[1][2]))));
  S.I.zz = add(B->I.zz, sub(mul(r.x, add(H->e[2][1], h->e[2][1])), mul(r.y, add(H->e[2][0], h->e[2][0]))));
  S.I.xy = add(B->I.xy,
               add(sub(mul(r.z, sub(H->e[0][0], h->e[1][1])), mul(r.x, H->e[0][2])), mul(r.y, h->e[1][2])));
  S.I.xz = add(B->I.xz,
               add(sub(mul(r.x, H->e[0][1]), mul(r.z, h->e[2][1])), mul(r.y, sub(h->e[2][2], H->e[0][0]))));
  S.I.yz = add(B->I.yz,
               add(sub(mul(r.x, sub(H->e[1][1], h->e[2][2])), mul(r.y, H->e[1][0])), mul(r.z, h->e[2][0])));
  S.M = M;
  return S;
}

/* B − ψ ψᵀ/m̂: what is left of a body when one joint gives way, ψ̂ = ψ/m̂ [Saha, eq. 35]. */
KERNEL inertia6 inertia6_yield(const inertia6 *B, wrench psi, wrench psi_hat)
{
  const real n[3] = {psi.n.x, psi.n.y, psi.n.z}, f[3] = {psi.f.x, psi.f.y, psi.f.z};
  const real nh[3] = {psi_hat.n.x, psi_hat.n.y, psi_hat.n.z};
  inertia6 S;
  S.I.xx = sub(B->I.xx, mul(nh[0], n[0])), S.I.yy = sub(B->I.yy, mul(nh[1], n[1]));
  S.I.zz = sub(B->I.zz, mul(nh[2], n[2])), S.I.xy = sub(B->I.xy, mul(nh[0], n[1]));
  S.I.xz = sub(B->I.xz, mul(nh[0], n[2])), S.I.yz = sub(B->I.yz, mul(nh[1], n[2]));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) S.H.e[i][j] = sub(B->H.e[i][j], mul(nh[i], f[j]));
  S.M.xx = sub(B->M.xx, mul(psi_hat.f.x, f[0])), S.M.yy = sub(B->M.yy, mul(psi_hat.f.y, f[1]));
  S.M.zz = sub(B->M.zz, mul(psi_hat.f.z, f[2])), S.M.xy = sub(B->M.xy, mul(psi_hat.f.x, f[1]));
  S.M.xz = sub(B->M.xz, mul(psi_hat.f.x, f[2])), S.M.yz = sub(B->M.yz, mul(psi_hat.f.y, f[2]));
  return S;
}

/* A constant turn about x: cosine, sine, and the products the turn of a symmetric block needs. */
typedef struct {
  real c, s;
  turn_squares by;
} turn_x;

KERNEL turn_x turn_x_make(real c, real s)
{
  const turn_x t = {c, s, turn_squares_of(c, s)};
  return t;
}

#endif
