/* Derivatives of inverse dynamics of an arm with revolute joints only, on a base that does not turn: the recursion of
 * kernel/derivatives.h (which has the equations), each link in its own frame instead of frame 0, for kinds where zeros and
 * ones cost nothing: a joint's own field is s = z, so = 0. So the other joints need only one number, or a few, of each
 * wrench that a joint sends inward.
 *
 * With link i's w, wd, u (velocity), b (acceleration, gravity in it) at its origin, and A = [wd]× + [w]×[w]×:
 *   ψ  = (w_y, −w_x, 0), (u_y, −u_x, 0)
 *   ψ' = A z, b × z + 2 (u_z w_x, u_z w_y, −w_x u_x − w_y u_y)
 * A turn about z changes nothing here, so w may be that of the link or of the link before. Links are the regrouped ones: no mass, no
 * first moment and no second moment along their axes. p and P are stored times two. */
#ifndef ULNA_KERNEL_FAST_DERIVATIVES_H
#define ULNA_KERNEL_FAST_DERIVATIVES_H

#include "kernel/derivatives.h"
#include "kernel/fast_forward.h"

// What a small motion of a joint beyond the first changes. psi: ψ's angular part in x and y, the rest is 0.
typedef struct {
  vec3 psi2, psi2_o;
  real psi_x, psi_y;
  real twice_x, twice_y, twice_o_x, twice_o_y;  // 2 ψ, angular and linear
} derivative_fields;

// What a link's own motion has and needs, about its far end; p and P twice.
typedef struct {
  vec3 p;
  mat3 P;
  vec3 f, n;
} derivative_momentum_of_link;

// Links i…n welded, about origin i; p and P twice.
typedef struct {
  vec3 h;
  sym3 J;
  derivative_momentum_of_link moving;
} derivative_body;

// The wrenches of joint i, at link j's origin and in its frame; their powers on other joints' fields are the derivatives.
typedef struct {
  wrench Is, up, rate;
  vec3 Bs;
} derivative_wrench;

// Elements (i, j) and (j, i) of joints i and j ≤ i.
typedef struct {
  real mass, low, low_rate, high, high_rate;
} derivative_numbers;

// c + a × b: every product fuses with its sum
KERNEL_INLINED vec3 plus_cross(vec3 c, vec3 a, vec3 b)
{
  return vec3_make(sub(mul_add(a.y, b.z, c.x), mul(a.z, b.y)), sub(mul_add(a.z, b.x, c.y), mul(a.x, b.z)),
                   sub(mul_add(a.x, b.y, c.z), mul(a.y, b.x)));
}
KERNEL_INLINED real plus_dot(real c, vec3 a, vec3 b)
{
  return mul_add(a.x, b.x, mul_add(a.y, b.y, mul_add(a.z, b.z, c)));
}

// link i's components to link i-1's
KERNEL_INLINED vec3 fast_up(const fast_chain *k, const fast_turns *t, int i, vec3 v)
{
  const real c = t->c[i], s = t->s[i], x = sub(mul(c, v.x), mul(s, v.y));
  const fast_twist_kind kind = fast_twist_at(k, i);
  if (kind != TWIST_ANY) {
    const real across = add(mul(s, v.x), mul(c, v.y));
    if (kind == TWIST_SQUARE) return vec3_make(x, neg(v.z), across);
    if (kind == TWIST_BACK) return vec3_make(x, v.z, neg(across));
    return vec3_make(x, across, v.z);
  }
  return vec3_make(x, sub(add(mul(t->sc[i], v.x), mul(t->cc[i], v.y)), mul(k->sa[i], v.z)),
                   add(add(mul(t->ss[i], v.x), mul(t->cs[i], v.y)), mul(k->ca[i], v.z)));
}

// by a quarter turn: y' = ∓z, z' = ±y
KERNEL_INLINED mat3 mat3_turn_square(const mat3 *M, bool back)
{
  mat3 T;
  T.e[0][0] = M->e[0][0], T.e[1][1] = M->e[2][2], T.e[2][2] = M->e[1][1];
  T.e[1][2] = neg(M->e[2][1]), T.e[2][1] = neg(M->e[1][2]);
  T.e[0][1] = back ? M->e[0][2] : neg(M->e[0][2]), T.e[0][2] = back ? neg(M->e[0][1]) : M->e[0][1];
  T.e[1][0] = back ? M->e[2][0] : neg(M->e[2][0]), T.e[2][0] = back ? neg(M->e[1][0]) : M->e[1][0];
  return T;
}
// R M Rᵀ, a matrix of link i in link i-1's axes
KERNEL_INLINED mat3 fast_up_mat3(const fast_chain *k, const fast_turns *t, int i, const mat3 *M)
{
  const real c = t->c[i], s = t->s[i];
  const mat3 T = mat3_turn_z_by(M, c, s, mul(s, s), mul(s, c));
  const fast_twist_kind kind = fast_twist_at(k, i);
  if (kind == TWIST_NONE) return T;
  if (kind != TWIST_ANY) return mat3_turn_square(&T, kind == TWIST_BACK);
  return mat3_turn_x_by(&T, k->ca[i], k->sa[i], k->twist[i].ss, k->twist[i].sc);
}

// P + p rᵀ, J + h rᵀ + r hᵀ: seen from origin i instead of link i's far end
KERNEL_INLINED void derivative_shift(const fast_chain *k, int i, derivative_body *b)
{
  const vec3 r = k->link[i].r, p = b->moving.p;
  const bool skips = fast_skips(k, i);
  const real along[3] = {r.x, r.y, r.z};
  const bool has[3] = {!skips || k->shape[i].x, !skips || k->shape[i].y, !skips || k->shape[i].z};
  mat3 *P = &b->moving.P;
  for (int c = 0; c < 3; c++) {
    if (!has[c]) continue;
    P->e[0][c] = mul_add(p.x, along[c], P->e[0][c]), P->e[1][c] = mul_add(p.y, along[c], P->e[1][c]);
    P->e[2][c] = mul_add(p.z, along[c], P->e[2][c]);
  }
  sym3 *J = &b->J;
  if (has[0]) {
    J->xx = mul_add(add(b->h.x, b->h.x), r.x, J->xx), J->xy = mul_add(b->h.y, r.x, J->xy);
    J->xz = mul_add(b->h.z, r.x, J->xz);
  }
  if (has[1]) {
    J->yy = mul_add(add(b->h.y, b->h.y), r.y, J->yy), J->xy = mul_add(b->h.x, r.y, J->xy);
    J->yz = mul_add(b->h.z, r.y, J->yz);
  }
  if (has[2]) {
    J->zz = mul_add(add(b->h.z, b->h.z), r.z, J->zz), J->xz = mul_add(b->h.x, r.z, J->xz);
    J->yz = mul_add(b->h.y, r.z, J->yz);
  }
  b->moving.n = fast_moment_add(k, i, b->moving.n, b->moving.f);
}

// How a link moves, in its own frame: its origin's velocity and acceleration, gravity in it.
typedef struct {
  vec3 w, wd, u, b;
} derivative_spot;

// a link's own, twofold: p = w × h, P = u hᵀ + [w]× J with h_z = J_zz = 0; twice: 2 w, far: 2 u of the far end
KERNEL_INLINED void derivative_own_momentum(const fast_link *l, vec3 twice, vec3 far,
                                            derivative_momentum_of_link *to)
{
  const real mx = l->mc.x, my = l->mc.y, xx = l->J.xx, yy = l->J.yy, xy = l->J.xy, xz = l->J.xz, yz = l->J.yz;
  to->p = vec3_make(neg(mul(twice.z, my)), mul(twice.z, mx), sub(mul(twice.x, my), mul(twice.y, mx)));
  to->P.e[0][0] = sub(mul_add(far.x, mx, mul(twice.y, xz)), mul(twice.z, xy));
  to->P.e[1][0] = sub(mul_add(far.y, mx, mul(twice.z, xx)), mul(twice.x, xz));
  to->P.e[2][0] = sub(mul_add(far.z, mx, mul(twice.x, xy)), mul(twice.y, xx));
  to->P.e[0][1] = sub(mul_add(far.x, my, mul(twice.y, yz)), mul(twice.z, yy));
  to->P.e[1][1] = sub(mul_add(far.y, my, mul(twice.z, xy)), mul(twice.x, yz));
  to->P.e[2][1] = sub(mul_add(far.z, my, mul(twice.x, yy)), mul(twice.y, xy));
  to->P.e[0][2] = neg(mul(twice.z, yz)), to->P.e[1][2] = mul(twice.z, xz);
  to->P.e[2][2] = sub(mul(twice.x, yz), mul(twice.y, xz));
}

// u + w × r of link i
KERNEL_INLINED vec3 derivative_far_velocity(const fast_chain *k, int i, vec3 w, vec3 u)
{
  const vec3 r = k->link[i].r;
  if (!fast_skips(k, i)) return plus_cross(u, w, r);
  if (k->shape[i].x) u.y = mul_add(w.z, r.x, u.y), u.z = sub(u.z, mul(w.y, r.x));
  if (k->shape[i].y) u.z = mul_add(w.x, r.y, u.z), u.x = sub(u.x, mul(w.z, r.y));
  if (k->shape[i].z) u.x = mul_add(w.y, r.z, u.x), u.y = sub(u.y, mul(w.x, r.z));
  return u;
}

// the motion that `at` has of link i-1's far end, of link i: its field and its own momentum
KERNEL_INLINED void derivative_outward_step(const fast_chain *k, const fast_turns *t, int i, int n, real qd,
                                            real qdd, derivative_spot *at, derivative_fields *field,
                                            derivative_momentum_of_link *own)
{
  vec3 w = fast_down(k, t, i, at->w), wd = fast_down(k, t, i, at->wd);
  const vec3 u = fast_down(k, t, i, at->u), b = fast_down(k, t, i, at->b);
  fast_spin(&qd, &qdd, 0, &w, &wd);
  const mat3 A = fast_acceleration_matrix(w, wd);
  const vec3 twice = vec3_add(w, w), twice_u = vec3_add(u, u);
  field->psi2 = mat3_column(&A, 2);
  field->psi2_o = vec3_make(mul_add(twice_u.z, w.x, b.y), sub(mul(twice_u.z, w.y), b.x),
                            neg(mul_add(twice_u.x, w.x, mul(twice_u.y, w.y))));
  field->psi_x = w.y, field->psi_y = neg(w.x);
  field->twice_x = twice.y, field->twice_y = neg(twice.x);
  field->twice_o_x = twice_u.y, field->twice_o_y = neg(twice_u.x);
  at->w = w, at->wd = wd, at->u = u, at->b = b;
  if (i < n - 1) at->u = derivative_far_velocity(k, i, w, u), at->b = fast_carry_link(k, i, b, &A);
  derivative_own_momentum(&k->link[i], twice, vec3_add(at->u, at->u), own);
  fast_link_wrench(&k->link[i], true, &A, at->b, &own->f, &own->n);
}

/* Outward: fields of joints and links by themselves at the turns t, what the hand exerts on the last; all but the first joint,
 * which does nothing but turn about its axis (derivative_first). Returns the acceleration of the base in link 1's frame. */
KERNEL_INLINED vec3 fast_derivative_outward(const fast_chain *k, int n, const fast_turns *t, const real qd[],
                                            const real qdd[], derivative_fields field[],
                                            derivative_momentum_of_link own[])
{
  const real zero = constant(0);
  const vec3 base = fast_down(k, t, 0, k->base.a), r = k->link[0].r;
  derivative_spot at = {vec3_make(zero, zero, qd[0]), vec3_make(zero, zero, qdd[0]), vec3_zero(), base};
  if (n > 1) {
    const real square = mul(qd[0], qd[0]);
    at.u = vec3_make(neg(mul(qd[0], r.y)), mul(qd[0], r.x), zero);
    at.b = vec3_make(sub(sub(base.x, mul(square, r.x)), mul(qdd[0], r.y)),
                     add(sub(base.y, mul(square, r.y)), mul(qdd[0], r.x)), base.z);
  }
  for (int i = 1; i < n; i++) derivative_outward_step(k, t, i, n, qd[i], qdd[i], &at, &field[i], &own[i]);
  if (n > 1) own[n - 1].f = vec3_add(own[n - 1].f, k->tip.f), own[n - 1].n = vec3_add(own[n - 1].n, k->tip.n);
  return base;
}

// The last link, whose origin its mass is counted from.
KERNEL_INLINED derivative_body derivative_body_last(const fast_link *l,
                                                    const derivative_momentum_of_link *own)
{
  const derivative_body b = {l->mc, l->J, *own};
  return b;
}

/* Links i…n welded, from links i+1…n: turned to link i's axes, link i's own added about its far end, seen from its origin. */
KERNEL_INLINED derivative_body derivative_body_inward(const fast_chain *k, const fast_turns *t, int i,
                                                      const derivative_body *outer, sym3 J, vec3 mc,
                                                      const derivative_momentum_of_link *own)
{
  const derivative_momentum_of_link *from = &outer->moving;
  const mat3 P = fast_up_mat3(k, t, i + 1, &from->P);
  derivative_body b;
  b.h = fast_up_add(k, t, i + 1, mc, outer->h);
  b.J = sym3_add(fast_up_sym3(k, t, i + 1, outer->J), J);
  b.moving.p = fast_up_add(k, t, i + 1, own->p, from->p);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) b.moving.P.e[r][c] = add(P.e[r][c], own->P.e[r][c]);
  b.moving.f = fast_up_add(k, t, i + 1, own->f, from->f);
  b.moving.n = fast_up_add(k, t, i + 1, own->n, from->n);
  derivative_shift(k, i, &b);
  return b;
}

KERNEL_INLINED derivative_wrench derivative_wrench_of(const derivative_body *b, const derivative_fields *at)
{
  const real zero = constant(0), px = at->psi_x, py = at->psi_y, tx = at->twice_x, ty = at->twice_y,
             ox = at->twice_o_x, oy = at->twice_o_y;
  const vec3 h = b->h, p = b->moving.p, f = b->moving.f, n = b->moving.n;
  const sym3 J = b->J;
  const mat3 *P = &b->moving.P;
  const real along = add(J.xx, J.yy), turning = add(P->e[0][0], P->e[1][1]);
  const sym3 K = {add(J.yy, J.zz), add(J.xx, J.zz), along, neg(J.xy), neg(J.xz), neg(J.yz)};
  const real Qxx = add(P->e[1][1], P->e[2][2]), Qyy = add(P->e[0][0], P->e[2][2]);
  derivative_wrench w;
  w.Is.f = vec3_make(neg(h.y), h.x, zero);
  w.Is.n = vec3_make(K.xz, K.yz, along);
  w.Bs = vec3_make(neg(P->e[2][0]), neg(P->e[2][1]), turning);
  // I ψ' + 2 ψ × p + z × f;  its moment
  w.up.f =
      plus_cross(vec3_make(sub(mul(py, p.z), f.y), sub(f.x, mul(px, p.z)), sub(mul(px, p.y), mul(py, p.x))),
                 at->psi2, h);
  w.up.n = vec3_make(sub(sub(mul(Qxx, px), mul(P->e[0][1], py)), n.y),
                     add(sub(mul(Qyy, py), mul(P->e[1][0], px)), n.x),
                     neg(mul_add(P->e[2][0], px, mul(P->e[2][1], py))));
  w.up.n = plus_cross(w.up.n, h, at->psi2_o);
  w.up.n = vec3_make(plus_dot(w.up.n.x, vec3_make(K.xx, K.xy, K.xz), at->psi2),
                     plus_dot(w.up.n.y, vec3_make(K.xy, K.yy, K.yz), at->psi2),
                     plus_dot(w.up.n.z, vec3_make(K.xz, K.yz, K.zz), at->psi2));
  // 2 I ψ + 2 z × p;  its moment
  w.rate.f = vec3_make(sub(mul(ty, h.z), p.y), sub(p.x, mul(tx, h.z)), sub(mul(tx, h.y), mul(ty, h.x)));
  w.rate.n = vec3_make(sub(sub(mul_add(K.xx, tx, mul(K.xy, ty)), mul(h.z, oy)), P->e[0][2]),
                       sub(add(mul_add(K.xy, tx, mul(K.yy, ty)), mul(h.z, ox)), P->e[1][2]),
                       add(add(mul_add(K.xz, tx, mul(K.yz, ty)), sub(mul(h.x, oy), mul(h.y, ox))), turning));
  return w;
}

// from link j + 1 to link j
KERNEL_INLINED wrench derivative_wrench_up(const fast_chain *k, const fast_turns *t, int j, wrench w)
{
  wrench to;
  to.f = fast_up(k, t, j + 1, w.f);
  to.n = fast_moment_add(k, j, fast_up(k, t, j + 1, w.n), to.f);
  return to;
}
KERNEL_INLINED void derivative_wrench_inward(const fast_chain *k, const fast_turns *t, int j,
                                             derivative_wrench *w)
{
  w->Is = derivative_wrench_up(k, t, j, w->Is), w->up = derivative_wrench_up(k, t, j, w->up);
  w->rate = derivative_wrench_up(k, t, j, w->rate), w->Bs = fast_up(k, t, j + 1, w->Bs);
}

KERNEL_INLINED derivative_numbers derivative_numbers_of(const derivative_wrench *w,
                                                        const derivative_fields *j)
{
  derivative_numbers x;
  x.mass = w->Is.n.z, x.high = w->up.n.z, x.high_rate = w->rate.n.z;
  x.low = mul_add(w->Bs.x, j->psi_x, mul(w->Bs.y, j->psi_y));
  x.low = plus_dot(plus_dot(x.low, j->psi2, w->Is.n), j->psi2_o, w->Is.f);
  x.low_rate = mul_add(w->Is.n.x, j->twice_x, mul_add(w->Is.n.y, j->twice_y, w->Bs.z));
  x.low_rate = mul_add(w->Is.f.x, j->twice_o_x, mul_add(w->Is.f.y, j->twice_o_y, x.low_rate));
  return x;
}

/* Joint i > 1 and the first: ψ = 0, and of ψ' only b × z is left, b that of the base. */
KERNEL_INLINED derivative_numbers derivative_numbers_of_first(const derivative_wrench *w, vec3 b)
{
  derivative_numbers x;
  x.mass = w->Is.n.z, x.high = w->up.n.z, x.high_rate = w->rate.n.z;
  x.low = sub(mul(b.y, w->Is.f.x), mul(b.x, w->Is.f.y));
  x.low_rate = w->Bs.z;
  return x;
}

/* The first joint by itself, its torque in *torque; `outer`: links 2…n welded, NULL where there are none. Link 1 turns about z
 * with its inertia about that axis and its first moment. */
KERNEL_INLINED derivative_numbers derivative_first(const fast_chain *k, const fast_turns *t, real qdd, vec3 b,
                                                   const derivative_body *outer, real *torque)
{
  const real zero = constant(0);
  const vec3 mc = k->link[0].mc;
  const sym3 none = {zero, zero, zero, zero, zero, zero};
  real hx = mc.x, hy = mc.y;
  derivative_numbers x;
  x.mass = k->first_inertia, x.low_rate = zero;
  *torque = add(mul(k->first_inertia, qdd), sub(mul(mc.x, b.y), mul(mc.y, b.x)));
  if (outer) {
    derivative_momentum_of_link own;
    own.p = own.f = own.n = vec3_zero();
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) own.P.e[r][c] = zero;
    const derivative_body all = derivative_body_inward(k, t, 0, outer, none, vec3_zero(), &own);
    hx = add(hx, all.h.x), hy = add(hy, all.h.y);
    x.mass = add(x.mass, add(all.J.xx, all.J.yy));
    x.low_rate = add(all.moving.P.e[0][0], all.moving.P.e[1][1]);
    *torque = add(*torque, all.moving.n.z);
  } else {
    *torque = add(*torque, k->tip.n.z);
  }
  x.low = neg(mul_add(b.x, hx, mul(b.y, hy)));
  x.high = x.low, x.high_rate = x.low_rate;
  return x;
}

// Where the numbers of joints i and j ≤ i go.
typedef void derivative_put(const void *to, int n, int i, int j, const derivative_numbers *x);

/* tau, and every pair of numbers by `put`, at the turns t; field and own are scratch, n each. */
KERNEL_INLINED void fast_derivatives(const fast_chain *k, int n, const fast_turns *t, const real qd[],
                                     const real qdd[], derivative_fields field[],
                                     derivative_momentum_of_link own[], real tau[], derivative_put *put,
                                     const void *to)
{
  const vec3 base = fast_derivative_outward(k, n, t, qd, qdd, field, own);
  derivative_body body = derivative_body_last(&k->link[n - 1], &own[n - 1]);
  for (int i = n - 1; i > 0; i--) {
    if (i < n - 1) body = derivative_body_inward(k, t, i, &body, k->link[i].J, k->link[i].mc, &own[i]);
    tau[i] = body.moving.n.z;
    derivative_wrench on = derivative_wrench_of(&body, &field[i]);
    for (int j = i; j > 0; j--) {
      const derivative_numbers x = derivative_numbers_of(&on, &field[j]);
      put(to, n, i, j, &x);
      derivative_wrench_inward(k, t, j - 1, &on);
    }
    const derivative_numbers x = derivative_numbers_of_first(&on, base);
    put(to, n, i, 0, &x);
  }
  const derivative_numbers x = derivative_first(k, t, qdd[0], base, n > 1 ? &body : NULL, &tau[0]);
  put(to, n, 0, 0, &x);
}

// into n×n matrices by rows
typedef struct {
  real *dq, *dqd, *M;
} derivative_matrices;
KERNEL_INLINED void derivative_put_in_matrices(const void *matrices, int n, int i, int j,
                                               const derivative_numbers *x)
{
  const derivative_matrices *to = (const derivative_matrices *)matrices;
  to->dq[j * n + i] = x->high, to->dqd[j * n + i] = x->high_rate, to->M[j * n + i] = x->mass;
  to->dq[i * n + j] = x->low, to->dqd[i * n + j] = x->low_rate, to->M[i * n + j] = x->mass;
}

#endif
