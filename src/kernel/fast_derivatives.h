/* Derivatives of inverse dynamics of an arm with revolute joints only, on a base that does not turn: the recursion of
 * kernel/derivatives.h (which see for the equations), one link after the other instead of all links in a row, for kinds
 * where a number is a register already. What is summed over links is kept in the form in which it is used:
 *   K = tr(J) E − J,  2p  and  Q = 2 (tr(P) E − P),
 * and links are the regrouped ones: no mass, no first moment and no second moment along their axes. */
#ifndef ULNA_KERNEL_FAST_DERIVATIVES_H
#define ULNA_KERNEL_FAST_DERIVATIVES_H

#include "kernel/derivatives.h"

// Of a joint beyond the first: its field and what a small motion of it changes.
typedef struct {
  vec3 s, so, psi, psi_o, psi2, psi2_o;
} derivative_fields;

// Of a link, and after summing of links i…n welded.
typedef struct {
  vec3 h;
  sym3 K;
  vec3 p;  // twice
  mat3 Q;  // twice
  vec3 f, n;
} derivative_body;

// Of joint i: the wrenches whose power on other joints' fields are the derivatives.
typedef struct {
  wrench Is, up, rate;
  vec3 Bs;
  real torque;
} derivative_wrench;

// Of joints i and j ≤ i: elements (i, j) and (j, i).
typedef struct {
  real mass, low, low_rate, high, high_rate;
} derivative_numbers;

// c + a × b, c + k a, c + S v, c + M v, c + Mᵀ v: every product fuses with its sum
KERNEL_INLINED vec3 plus_cross(vec3 c, vec3 a, vec3 b)
{
  return vec3_make(sub(mul_add(a.y, b.z, c.x), mul(a.z, b.y)), sub(mul_add(a.z, b.x, c.y), mul(a.x, b.z)),
                   sub(mul_add(a.x, b.y, c.z), mul(a.y, b.x)));
}
KERNEL_INLINED vec3 plus_scaled(vec3 c, real k, vec3 a)
{
  return vec3_make(mul_add(k, a.x, c.x), mul_add(k, a.y, c.y), mul_add(k, a.z, c.z));
}
KERNEL_INLINED real plus_dot(real c, vec3 a, vec3 b)
{
  return mul_add(a.x, b.x, mul_add(a.y, b.y, mul_add(a.z, b.z, c)));
}
KERNEL_INLINED vec3 plus_sym3(vec3 c, const sym3 *S, vec3 v)
{
  return vec3_make(plus_dot(c.x, vec3_make(S->xx, S->xy, S->xz), v),
                   plus_dot(c.y, vec3_make(S->xy, S->yy, S->yz), v),
                   plus_dot(c.z, vec3_make(S->xz, S->yz, S->zz), v));
}
KERNEL_INLINED vec3 plus_mat3(vec3 c, const mat3 *M, vec3 v)
{
  return vec3_make(plus_dot(c.x, vec3_make(M->e[0][0], M->e[0][1], M->e[0][2]), v),
                   plus_dot(c.y, vec3_make(M->e[1][0], M->e[1][1], M->e[1][2]), v),
                   plus_dot(c.z, vec3_make(M->e[2][0], M->e[2][1], M->e[2][2]), v));
}
KERNEL_INLINED vec3 plus_mat3_transposed(vec3 c, const mat3 *M, vec3 v)
{
  return vec3_make(plus_dot(c.x, mat3_column(M, 0), v), plus_dot(c.y, mat3_column(M, 1), v),
                   plus_dot(c.z, mat3_column(M, 2), v));
}
KERNEL_INLINED vec3 twice(vec3 a) { return vec3_add(a, a); }

// The link's axes across joint i, as derivative_turn has them.
KERNEL_INLINED void derivative_turn_by_shape(const fast_chain *k, const fast_turns *t, int i, vec3 *x,
                                             vec3 *y, vec3 *z)
{
  const real c = t->c[i], s = t->s[i];
  const vec3 from = *x, along = *z;
  vec3 across = *y;
  switch (fast_twist_at(k, i)) {
  case TWIST_NONE: break;
  case TWIST_SQUARE: *z = vec3_neg(across), across = along; break;
  case TWIST_BACK: *z = across, across = vec3_neg(along); break;
  default: derivative_turn(k, t, i, x, y, z); return;
  }
  *x = plus_scaled(vec3_scale(c, from), s, across);
  *y = plus_scaled(vec3_scale(c, across), neg(s), from);
}

// o + r of link i
KERNEL_INLINED vec3 derivative_reach(const fast_chain *k, int i, vec3 o, vec3 x, vec3 y, vec3 z)
{
  const vec3 r = k->link[i].r;
  const bool skips = fast_skips(k, i);
  if (!skips || k->shape[i].x) o = plus_scaled(o, r.x, x);
  if (!skips || k->shape[i].y) o = plus_scaled(o, r.y, y);
  if (!skips || k->shape[i].z) o = plus_scaled(o, r.z, z);
  return o;
}

// J of a regrouped link in frame 0, about its origin: R J Rᵀ with J_zz = 0, moved by `end`
KERNEL_INLINED sym3 derivative_second_moment(const fast_link *l, vec3 x, vec3 y, vec3 z, vec3 mc, vec3 end)
{
  const sym3 J = l->J;
  const vec3 a = plus_scaled(plus_scaled(vec3_scale(J.xx, x), J.xy, y), J.xz, z);
  const vec3 b = plus_scaled(plus_scaled(vec3_scale(J.xy, x), J.yy, y), J.yz, z);
  const vec3 c = plus_scaled(vec3_scale(J.xz, x), J.yz, y);
  const sym3 S = {add(add(mul(a.x, x.x), mul(b.x, y.x)), mul(c.x, z.x)),
                  add(add(mul(a.y, x.y), mul(b.y, y.y)), mul(c.y, z.y)),
                  add(add(mul(a.z, x.z), mul(b.z, y.z)), mul(c.z, z.z)),
                  add(add(mul(a.x, x.y), mul(b.x, y.y)), mul(c.x, z.y)),
                  add(add(mul(a.x, x.z), mul(b.x, y.z)), mul(c.x, z.z)),
                  add(add(mul(a.y, x.z), mul(b.y, y.z)), mul(c.y, z.z))};
  return sym3_add_pair(S, mc, end);
}

// A link: w, u, wd, a its motion, x, y, z its axes, `end` the point its mass is counted from.
KERNEL_INLINED void derivative_body_of(const fast_link *l, vec3 x, vec3 y, vec3 z, vec3 end, vec3 w, vec3 u,
                                       vec3 wd, vec3 a, derivative_body *to)
{
  const vec3 h = plus_scaled(vec3_scale(l->mc.x, x), l->mc.y, y);
  const sym3 J = derivative_second_moment(l, x, y, z, h, end);
  const sym3 K = {add(J.yy, J.zz), add(J.xx, J.zz), add(J.xx, J.yy), neg(J.xy), neg(J.xz), neg(J.yz)};
  const vec3 p = vec3_cross(w, h);
  const mat3 P = momentum_moments(u, h, w, J);
  mat3 Q;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) Q.e[r][c] = neg(P.e[r][c]);
  Q.e[0][0] = add(P.e[1][1], P.e[2][2]), Q.e[1][1] = add(P.e[0][0], P.e[2][2]);
  Q.e[2][2] = add(P.e[0][0], P.e[1][1]);
  to->h = h, to->K = K;
  to->f = plus_cross(vec3_cross(wd, h), w, p);
  to->n = plus_mat3(plus_sym3(vec3_cross(h, a), &K, wd), &Q, w);
  to->p = twice(p);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) to->Q.e[r][c] = add(Q.e[r][c], Q.e[r][c]);
}

KERNEL_INLINED derivative_body derivative_body_none(void)
{
  const real zero = constant(0);
  const sym3 K = {zero, zero, zero, zero, zero, zero};
  derivative_body b;
  b.h = b.p = b.f = b.n = vec3_zero(), b.K = K;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) b.Q.e[r][c] = zero;
  return b;
}

/* Outward: fields of joints and links by themselves at the turns t, what the hand exerts on the last; all but the first joint,
 * whose axis is frame 0's z and whose link does nothing but turn about it (derivative_first). */
KERNEL_INLINED void fast_derivative_outward(const fast_chain *k, int n, const fast_turns *t, const real qd[],
                                            const real qdd[], derivative_fields field[],
                                            derivative_body body[])
{
  const real zero = constant(0);
  vec3 x = vec3_make(t->c[0], t->s[0], zero), y = vec3_make(neg(t->s[0]), t->c[0], zero);
  vec3 z = vec3_make(zero, zero, constant(1)), o = vec3_zero(), u = vec3_zero(), a = k->base.a;
  vec3 w = vec3_make(zero, zero, qd[0]), wd = vec3_make(zero, zero, qdd[0]);
  if (n > 1) o = derivative_reach(k, 0, o, x, y, z);
  else body[0] = derivative_body_none();
  for (int i = 1; i < n; i++) {
    derivative_fields *to = &field[i];
    derivative_turn_by_shape(k, t, i, &x, &y, &z);
    const vec3 so = vec3_cross(o, z);
    const vec3 psi = vec3_cross(w, z);
    const vec3 psi_o = plus_cross(vec3_cross(w, so), u, z);
    to->s = z, to->so = so, to->psi = psi, to->psi_o = psi_o;
    to->psi2 = plus_cross(vec3_cross(wd, z), w, psi);
    to->psi2_o = plus_cross(plus_cross(plus_cross(vec3_cross(wd, so), a, z), w, psi_o), u, psi);
    w = plus_scaled(w, qd[i], z);
    u = plus_scaled(u, qd[i], so);
    wd = plus_scaled(plus_scaled(wd, qdd[i], z), qd[i], psi);
    a = plus_scaled(plus_scaled(a, qdd[i], so), qd[i], psi_o);
    if (i < n - 1) o = derivative_reach(k, i, o, x, y, z);
    derivative_body_of(&k->link[i], x, y, z, o, w, u, wd, a, &body[i]);
  }
  const vec3 f = plus_scaled(plus_scaled(vec3_scale(k->tip.f.x, x), k->tip.f.y, y), k->tip.f.z, z);
  const vec3 m = plus_scaled(plus_scaled(vec3_scale(k->tip.n.x, x), k->tip.n.y, y), k->tip.n.z, z);
  derivative_body *last = &body[n - 1];
  last->f = vec3_add(last->f, f), last->n = vec3_add(last->n, plus_cross(m, o, f));
}

// Links i…n welded, from links i+1…n.
KERNEL_INLINED void derivative_body_add(derivative_body *b, const derivative_body *link)
{
  b->h = vec3_add(b->h, link->h), b->K = sym3_add(b->K, link->K), b->p = vec3_add(b->p, link->p);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) b->Q.e[r][c] = add(b->Q.e[r][c], link->Q.e[r][c]);
  b->f = vec3_add(b->f, link->f), b->n = vec3_add(b->n, link->n);
}

KERNEL_INLINED derivative_wrench derivative_wrench_of(const derivative_body *b, const derivative_fields *at)
{
  derivative_wrench w;
  const vec3 s = at->s, so = at->so, psi = at->psi;
  w.torque = plus_dot(vec3_dot(s, b->n), so, b->f);
  w.Is.f = vec3_cross(s, b->h);
  w.Is.n = plus_sym3(vec3_cross(b->h, so), &b->K, s);
  w.Bs = plus_mat3_transposed(vec3_cross(b->p, so), &b->Q, s);
  w.up.f = plus_cross(plus_cross(vec3_cross(at->psi2, b->h), psi, b->p), s, b->f);
  w.up.n = plus_sym3(vec3_cross(b->h, at->psi2_o), &b->K, at->psi2);
  w.up.n = plus_cross(plus_cross(plus_mat3(w.up.n, &b->Q, psi), s, b->n), so, b->f);
  w.rate.f = plus_cross(twice(vec3_cross(psi, b->h)), s, b->p);
  w.rate.n = plus_mat3(twice(plus_sym3(vec3_cross(b->h, at->psi_o), &b->K, psi)), &b->Q, s);
  return w;
}

KERNEL_INLINED derivative_numbers derivative_numbers_of(const derivative_wrench *w,
                                                        const derivative_fields *j)
{
  derivative_numbers x;
  x.mass = plus_dot(vec3_dot(j->s, w->Is.n), j->so, w->Is.f);
  x.high = plus_dot(vec3_dot(j->s, w->up.n), j->so, w->up.f);
  x.high_rate = plus_dot(vec3_dot(j->s, w->rate.n), j->so, w->rate.f);
  x.low = plus_dot(plus_dot(vec3_dot(j->psi2, w->Is.n), j->psi2_o, w->Is.f), j->psi, w->Bs);
  const real half = plus_dot(vec3_dot(j->psi, w->Is.n), j->psi_o, w->Is.f);
  x.low_rate = plus_dot(add(half, half), j->s, w->Bs);
  return x;
}

/* Joint i > 1 and the first: s = z, so = 0, ψ = 0, and of ψ' only a × z is left, a that of the base. */
KERNEL_INLINED derivative_numbers derivative_numbers_of_first(const derivative_wrench *w, vec3 a)
{
  derivative_numbers x;
  x.mass = w->Is.n.z, x.high = w->up.n.z, x.high_rate = w->rate.n.z;
  x.low = sub(mul(a.y, w->Is.f.x), mul(a.x, w->Is.f.y));
  x.low_rate = w->Bs.z;
  return x;
}

/* The first joint by itself, its torque in *torque; `outer`: links 2…n welded. Link 1 turns about z with its inertia about that axis
 * and its first moment. */
KERNEL_INLINED derivative_numbers derivative_first(const fast_chain *k, const fast_turns *t, real qdd,
                                                   const derivative_body *outer, real *torque)
{
  const vec3 mc = k->link[0].mc, a = k->base.a;
  const real own_x = sub(mul(mc.x, t->c[0]), mul(mc.y, t->s[0]));
  const real own_y = add(mul(mc.x, t->s[0]), mul(mc.y, t->c[0]));
  const real hx = add(outer->h.x, own_x), hy = add(outer->h.y, own_y);
  derivative_numbers x;
  x.mass = add(outer->K.zz, k->first_inertia);
  x.low = neg(add(mul(a.x, hx), mul(a.y, hy)));
  x.low_rate = outer->Q.e[2][2];
  x.high = x.low, x.high_rate = x.low_rate;
  *torque = add(add(outer->n.z, mul(k->first_inertia, qdd)), sub(mul(own_x, a.y), mul(own_y, a.x)));
  return x;
}

#endif
