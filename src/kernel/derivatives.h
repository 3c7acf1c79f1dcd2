/* Derivatives of inverse dynamics by analytic recursion, O(n²): ∂tau/∂q, ∂tau/∂qd, and M = ∂tau/∂qdd.
 *
 * Everything in frame 0, seen from its origin. Joint j moves what lies beyond it by the field s_j(ρ) = so_j + s_j × ρ,
 * s = z, so = o × z for a revolute joint, s = 0, so = z for a prismatic one. With w, u(ρ) = u + w × ρ the velocity of
 * link i and wd, a its (spatial) acceleration, gravity included, a small motion of joint j ≤ i changes them by what
 * turns all of it alike, and beside that by
 *   ψ_j  = (w × s, w × so + u × s)                          velocity of link j-1
 *   ψ'_j = (wd × s, wd × so + a × s) + (w × ψ_s, w × ψ_so + u × ψ_s)
 * A point mass needs the force of its acceleration a + wd × ρ + w × u(ρ), so that of the velocity terms only the linear
 * momentum and P = ∫ u(ρ) ρᵀ dm matter: a field with angular part s meets the Coriolis force 2 s × u(ρ), in all
 *   force 2 s × p,   moment 2 (tr(P) s − P s).
 * For bodies i…n welded (m, h = ∫ρ dm, J = ∫ρρᵀ dm, p, P, force f and moment n that they need) then, j ≤ i:
 *   ∂tau_i/∂q_j  = (I s_i)·ψ'_j + (B s_i)·ψ_j                (I s: momentum of the field, B the Coriolis term transposed)
 *   ∂tau_i/∂qd_j = 2 (I s_i)·ψ_j + (B s_i)·s_j
 *   ∂tau_j/∂q_i  = s_j·(Coriolis ψ_i + I ψ'_i + s_i × (f, n))
 *   ∂tau_j/∂qd_i = s_j·(Coriolis s_i + 2 I ψ_i)              j < i for both
 * The hand's wrench is fixed in the hand; it is part of (f, n). Source: Singh, Russell, Wensing, Efficient analytical
 * derivatives of rigid-body dynamics, 2022; here in terms of point masses, where B has 12 numbers instead of 36.
 *
 * A balanced rotor of inertia Ia about an axis of link u, g = Ia z, that turns at xd relative to it adds the momentum
 * L = xd g to every link below: moment g xdd + w × L, a Coriolis moment s × L, and for its own coordinate Ia xdd + g·wd,
 * whose derivatives are g·ψ' + (w × g)·ψ and 2 g·ψ + (w × g)·s. How x follows the joints is the caller's matter. */
#ifndef ULNA_KERNEL_DERIVATIVES_H
#define ULNA_KERNEL_DERIVATIVES_H

#include "kernel/fast_newton_euler.h"
#include "kernel/spatial.h"

/* A vector for each joint or link, in three rows of n numbers, so that one loop runs over all joints at once. Rows are as
 * long as row_length(n) says; what is beyond n is computed with and not used. */
typedef struct {
  real *x, *y, *z;
} vec3_row;

KERNEL_INLINED vec3 vec3_at(const vec3_row *r, int i) { return vec3_make(r->x[i], r->y[i], r->z[i]); }
KERNEL_INLINED void vec3_put(const vec3_row *r, int i, vec3 v)
{
  r->x[i] = v.x, r->y[i] = v.y, r->z[i] = v.z;
}

/* Links, and after summing links i…n welded, seen from the origin of frame 0: m, h, J, p, P, f, n as above, L the momentum
 * of the rotors' own turning. */
enum {
  BODY_M,
  BODY_H,
  BODY_J = 4,
  BODY_P = 10,
  BODY_MOMENTS = 13,
  BODY_F = 22,
  BODY_N = 25,
  BODY_L = 28,
  BODY_NUMBERS = 31
};

enum { DERIVATIVE_VECTORS = 22, DERIVATIVE_PADDED = 13, DERIVATIVE_RESULTS = 5 };

typedef struct {
  fast_turns turns;
  vec3_row x, y, z;      // each link's axes
  vec3_row origin, end;  // its joint-axis frame's origin, and the point its mass is counted from
  vec3_row w, u, wd, a;  // how it moves; n + 1 of them, from the base on
  vec3_row s, so;        // the joints' fields
  vec3_row psi, psi_o, psi2, psi2_o;
  vec3_row Is_n, Is_f, Bs;  // of the welded bodies
  vec3_row up_n, up_f, rate_n, rate_f;
  real *body;    // BODY_NUMBERS rows
  real *result;  // DERIVATIVE_RESULTS rows: what is being made of a row of the result
  int apart;     // from one row to the next
} derivative_scratch;

/* For rotors in the order of fast_rotors, count × n each, row-major: what moves with joint j and what does not.
 *   own_q, own_qd   ∂own/∂q, ∂own/∂qd with x, xd, xdd held; own itself is rotors->own
 *   g_s             g·s_j: ∂tau_j/∂xdd and ∂own/∂qdd_j; 0 for joints beyond the carrier
 *   wg_s            (w × g)·s_j: ∂tau_j/∂xd */
typedef struct {
  real *own_q, *own_qd, *g_s, *wg_s;
  vec3 *g, *wg;  // count each: scratch
} derivative_rotors;

/* From one row to the next: rows have n + 1 numbers of which loops of row_length(n) read the second and later ones; whole
 * cache lines. */
KERNEL_INLINED int derivative_row_room(int n) { return (row_length(n) + row_length(1) + 7) & ~7; }

KERNEL_INLINED vec3_row derivative_take(real **from, int apart)
{
  const vec3_row r = {*from, *from + apart, *from + 2 * apart};
  *from += 3 * apart;
  return r;
}

/* All rows in one piece, one after the other, `apart` from one to the next: where n is known, so is every address. */
enum { DERIVATIVE_ROWS = 3 * DERIVATIVE_VECTORS + BODY_NUMBERS + DERIVATIVE_RESULTS };
KERNEL_INLINED void derivative_scratch_in(derivative_scratch *s, real *at, int apart)
{
  s->apart = apart;
  s->x = derivative_take(&at, apart), s->y = derivative_take(&at, apart), s->z = derivative_take(&at, apart);
  s->origin = derivative_take(&at, apart), s->end = derivative_take(&at, apart);
  s->w = derivative_take(&at, apart), s->u = derivative_take(&at, apart);
  s->wd = derivative_take(&at, apart), s->a = derivative_take(&at, apart);
  s->s = derivative_take(&at, apart), s->so = derivative_take(&at, apart);
  s->psi = derivative_take(&at, apart), s->psi_o = derivative_take(&at, apart);
  s->psi2 = derivative_take(&at, apart), s->psi2_o = derivative_take(&at, apart);
  s->Is_n = derivative_take(&at, apart), s->Is_f = derivative_take(&at, apart);
  s->Bs = derivative_take(&at, apart);
  s->up_n = derivative_take(&at, apart), s->up_f = derivative_take(&at, apart);
  s->rate_n = derivative_take(&at, apart), s->rate_f = derivative_take(&at, apart);
  s->body = at, s->result = at + BODY_NUMBERS * apart;
}

KERNEL_INLINED void derivative_scratch_layout(derivative_scratch *s, layout *l, int n)
{
  const int apart = derivative_row_room(n);
  s->turns = fast_turns_in((real *)layout_take(l, ((size_t)n + 7) / 8 * 8 * 6, sizeof(real)), n);
  real *at = (real *)layout_take(l, (size_t)DERIVATIVE_ROWS * (size_t)apart, sizeof(real));
  s->apart = apart;
  if (at) derivative_scratch_in(s, at, apart);  // else being measured
}

KERNEL_INLINED real *body_row(const derivative_scratch *s, int what) { return s->body + what * s->apart; }
KERNEL_INLINED real *result_row(const derivative_scratch *s, int which)
{
  return s->result + which * s->apart;
}
KERNEL_INLINED vec3 body_vec3(const derivative_scratch *s, int what, int i)
{
  return vec3_make(body_row(s, what)[i], body_row(s, what + 1)[i], body_row(s, what + 2)[i]);
}
KERNEL_INLINED void body_put(const derivative_scratch *s, int what, int i, vec3 v)
{
  body_row(s, what)[i] = v.x, body_row(s, what + 1)[i] = v.y, body_row(s, what + 2)[i] = v.z;
}
KERNEL_INLINED sym3 body_J(const derivative_scratch *s, int i)
{
  const vec3 diagonal = body_vec3(s, BODY_J, i), rest = body_vec3(s, BODY_J + 3, i);
  const sym3 J = {diagonal.x, diagonal.y, diagonal.z, rest.x, rest.y, rest.z};
  return J;
}
KERNEL_INLINED mat3 body_P(const derivative_scratch *s, int i)
{
  mat3 P;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) P.e[r][c] = body_row(s, BODY_MOMENTS + 3 * r + c)[i];
  return P;
}

// tr(S) v − S v
KERNEL_INLINED vec3 sym3_turning(sym3 S, vec3 v)
{
  return vec3_sub(vec3_scale(add(add(S.xx, S.yy), S.zz), v), sym3_mul(S, v));
}
KERNEL_INLINED real mat3_trace(const mat3 *m) { return add(add(m->e[0][0], m->e[1][1]), m->e[2][2]); }

// R J Rᵀ for an orientation given by its columns x, y, z
KERNEL_INLINED sym3 sym3_turned(vec3 x, vec3 y, vec3 z, sym3 J)
{
  return sym3_rotate_by_rows(vec3_make(x.x, y.x, z.x), vec3_make(x.y, y.y, z.y), vec3_make(x.z, y.z, z.z), J);
}

// u hᵀ + [w]× J
KERNEL_INLINED mat3 momentum_moments(vec3 u, vec3 h, vec3 w, sym3 J)
{
  const vec3 x = vec3_cross(w, vec3_make(J.xx, J.xy, J.xz)), y = vec3_cross(w, vec3_make(J.xy, J.yy, J.yz)),
             z = vec3_cross(w, vec3_make(J.xz, J.yz, J.zz));
  mat3 P;
  P.e[0][0] = mul_add(u.x, h.x, x.x), P.e[0][1] = mul_add(u.x, h.y, y.x), P.e[0][2] = mul_add(u.x, h.z, z.x);
  P.e[1][0] = mul_add(u.y, h.x, x.y), P.e[1][1] = mul_add(u.y, h.y, y.y), P.e[1][2] = mul_add(u.y, h.z, z.y);
  P.e[2][0] = mul_add(u.z, h.x, x.z), P.e[2][1] = mul_add(u.z, h.y, y.z), P.e[2][2] = mul_add(u.z, h.z, z.z);
  return P;
}

// The link's frame across joint i: a constant twist about x, then the joint's turn about z.
KERNEL_INLINED void derivative_turn(const fast_chain *k, const fast_turns *t, int i, vec3 *x, vec3 *y,
                                    vec3 *z)
{
  const vec3 twisted = vec3_add(vec3_scale(k->ca[i], *y), vec3_scale(k->sa[i], *z));
  *z = vec3_sub(vec3_scale(k->ca[i], *z), vec3_scale(k->sa[i], *y));
  *y = vec3_sub(vec3_scale(t->c[i], twisted), vec3_scale(t->s[i], *x));
  *x = vec3_add(vec3_scale(t->c[i], *x), vec3_scale(t->s[i], twisted));
}

// v given in the axes of link i, in those of frame 0
KERNEL_INLINED vec3 derivative_out(const derivative_scratch *s, int i, vec3 v)
{
  return vec3_add(vec3_add(vec3_scale(v.x, vec3_at(&s->x, i)), vec3_scale(v.y, vec3_at(&s->y, i))),
                  vec3_scale(v.z, vec3_at(&s->z, i)));
}

/* Zeros where loops over whole blocks read beyond the last link: the rows up to psi_o lie in a row, and each has room for a
 * block behind its n numbers. The motion of link n, there too, is written afterwards. */
KERNEL_INLINED void derivative_pad(int n, const derivative_scratch *to)
{
  if (ROW_BLOCK == 1) return;
  real *at = to->x.x + n;
  ROLLED for (int row = 0; row < 3 * DERIVATIVE_PADDED; row++, at += to->apart)
  {
    UNROLLED for (int i = 0; i < ROW_BLOCK; i++) at[i] = constant(0);
  }
}

/* The origin of frame 0 from that of the last link's joint-axis frame, in frame 0's axes. */
KERNEL_INLINED vec3 derivative_origin_from_hand(const fast_chain *k, int n, const fast_turns *t)
{
  const real zero = constant(0), one = constant(1);
  vec3 x = vec3_make(one, zero, zero), y = vec3_make(zero, one, zero), z = vec3_make(zero, zero, one);
  vec3 o = vec3_zero();
  ROLLED for (int i = 0; i < n; i++)
  {
    derivative_turn(k, t, i, &x, &y, &z);
    if (k->arm[i].joint != JOINT_REVOLUTE) o = vec3_sub(o, vec3_scale(k->slide[i], z));
    if (i == n - 1) continue;
    const vec3 r = k->link[i].r;
    o = vec3_sub(o, vec3_add(vec3_add(vec3_scale(r.x, x), vec3_scale(r.y, y)), vec3_scale(r.z, z)));
  }
  return o;
}

/* Outward, one joint after the other: where the links are and how they move, s_i and ψ_i. origin: of frame 0, seen from the point
 * that all is seen from; zero, unless the base does not turn. */
KERNEL_INLINED void derivative_outward(const fast_chain *k, int n, bool revolute, vec3 origin,
                                       const real qd[], const real qdd[], const derivative_scratch *to)
{
  const real zero = constant(0), one = constant(1);
  vec3 x = vec3_make(one, zero, zero), y = vec3_make(zero, one, zero), z = vec3_make(zero, zero, one);
  vec3 o = origin, w = k->base.w, u = vec3_zero(), wd = k->base.wd,
       a = k->base.a;  // uniform velocity: no matter
  derivative_pad(n, to);
  vec3_put(&to->w, 0, w), vec3_put(&to->u, 0, u), vec3_put(&to->wd, 0, wd), vec3_put(&to->a, 0, a);
  ROLLED for (int i = 0; i < n; i++)
  {
    derivative_turn(k, &to->turns, i, &x, &y, &z);
    vec3_put(&to->x, i, x), vec3_put(&to->y, i, y), vec3_put(&to->z, i, z);
    const vec3 turned = vec3_cross(w, z);
    if (revolute || k->arm[i].joint == JOINT_REVOLUTE) {
      const vec3 so = vec3_cross(o, z), moved = vec3_add(vec3_cross(w, so), vec3_cross(u, z));
      vec3_put(&to->s, i, z), vec3_put(&to->so, i, so);
      vec3_put(&to->psi, i, turned), vec3_put(&to->psi_o, i, moved);
      w = vec3_add(w, vec3_scale(qd[i], z));
      u = vec3_add(u, vec3_scale(qd[i], so));
      wd = vec3_add(wd, vec3_add(vec3_scale(qdd[i], z), vec3_scale(qd[i], turned)));
      a = vec3_add(a, vec3_add(vec3_scale(qdd[i], so), vec3_scale(qd[i], moved)));
    } else {
      vec3_put(&to->s, i, vec3_zero()), vec3_put(&to->so, i, z);
      vec3_put(&to->psi, i, vec3_zero()), vec3_put(&to->psi_o, i, turned);
      u = vec3_add(u, vec3_scale(qd[i], z));
      a = vec3_add(a, vec3_add(vec3_scale(qdd[i], z), vec3_scale(qd[i], turned)));
      o = vec3_add(o, vec3_scale(k->slide[i], z));
    }
    vec3_put(&to->origin, i, o);
    if (i < n - 1) o = vec3_add(o, derivative_out(to, i, k->link[i].r));
    vec3_put(&to->end, i, o);
    vec3_put(&to->w, i + 1, w), vec3_put(&to->u, i + 1, u), vec3_put(&to->wd, i + 1, wd),
        vec3_put(&to->a, i + 1, a);
  }
}

/* All joints at once: ψ'_i, from the motion of link i-1. */
KERNEL_INLINED void derivative_second_fields(int n, const derivative_scratch *to)
{
  const int length = row_length(n);
  EACH_JOINT(i, length)
  {
    const vec3 w = vec3_at(&to->w, i), u = vec3_at(&to->u, i), wd = vec3_at(&to->wd, i),
               a = vec3_at(&to->a, i);
    const vec3 s = vec3_at(&to->s, i), so = vec3_at(&to->so, i), psi = vec3_at(&to->psi, i),
               psi_o = vec3_at(&to->psi_o, i);
    vec3_put(&to->psi2, i, vec3_add(vec3_cross(wd, s), vec3_cross(w, psi)));
    vec3_put(&to->psi2_o, i,
             vec3_add(vec3_add(vec3_cross(wd, so), vec3_cross(a, s)),
                      vec3_add(vec3_cross(w, psi_o), vec3_cross(u, psi))));
  }
}

/* All links at once: their masses in frame 0, their momentum and what they need to move as they do. */
KERNEL_INLINED void derivative_links(const fast_chain *k, int n, bool regrouped, const derivative_scratch *to)
{
  const int length = row_length(n);
  const fast_rows *l = &k->rows;
  EACH_JOINT(i, length)
  {
    const vec3 w = vec3_at(&to->w, i + 1), u = vec3_at(&to->u, i + 1), wd = vec3_at(&to->wd, i + 1),
               a = vec3_at(&to->a, i + 1);
    const vec3 x = vec3_at(&to->x, i), y = vec3_at(&to->y, i), z = vec3_at(&to->z, i),
               end = vec3_at(&to->end, i);
    const vec3 mc = vec3_add(vec3_add(vec3_scale(l->mc[0][i], x), vec3_scale(l->mc[1][i], y)),
                             vec3_scale(l->mc[2][i], z));
    const real m = l->m[i];
    const sym3 own = {l->J[0][i], l->J[1][i], l->J[2][i], l->J[3][i], l->J[4][i], l->J[5][i]};
    const vec3 h = regrouped ? mc : vec3_add(mc, vec3_scale(m, end));
    const vec3 half = regrouped ? mc : vec3_add(mc, vec3_scale(mul(constant(0.5), m), end));
    const sym3 J = sym3_add_pair(sym3_turned(x, y, z, own), half, end);
    vec3 p = vec3_cross(w, h), f = vec3_cross(wd, h);
    if (!regrouped) p = vec3_add(p, vec3_scale(m, u)), f = vec3_add(f, vec3_scale(m, a));
    const mat3 P = momentum_moments(u, h, w, J);
    const vec3 n_own = vec3_add(vec3_cross(h, a), sym3_turning(J, wd));
    body_row(to, BODY_M)[i] = m;
    body_put(to, BODY_H, i, h);
    body_put(to, BODY_J, i, vec3_make(J.xx, J.yy, J.zz)),
        body_put(to, BODY_J + 3, i, vec3_make(J.xy, J.xz, J.yz));
    body_put(to, BODY_P, i, p);
    for (int r = 0; r < 3; r++)
      body_put(to, BODY_MOMENTS + 3 * r, i, vec3_make(P.e[r][0], P.e[r][1], P.e[r][2]));
    body_put(to, BODY_F, i, vec3_add(f, vec3_cross(w, p)));
    body_put(to, BODY_N, i, vec3_add(n_own, vec3_sub(vec3_scale(mat3_trace(&P), w), mat3_mul(&P, w))));
    body_put(to, BODY_L, i, vec3_zero());
  }
}

// Rotors carried by link u, 0 the base: g and w × g; what they add to the link.
KERNEL_INLINED void derivative_rotors_load(const fast_rotors *rotors, const derivative_rotors *out, int n,
                                           const derivative_scratch *to)
{
  for (int u = 0; u <= n; u++)
    for (int r = rotors->first[u]; r < rotors->first[u + 1]; r++) {
      const vec3 g = u > 0 ? derivative_out(to, u - 1, rotors->momentum[r]) : rotors->momentum[r];
      const vec3 wg = vec3_cross(vec3_at(&to->w, u), g);
      const real xd = rotors->rate[r], xdd = rotors->acceleration[r];
      out->g[r] = g, out->wg[r] = wg;
      rotors->own[r] = add(mul(rotors->inertia[r], xdd), vec3_dot(g, vec3_at(&to->wd, u)));
      if (u == 0) continue;
      body_put(to, BODY_L, u - 1, vec3_add(body_vec3(to, BODY_L, u - 1), vec3_scale(xd, g)));
      body_put(to, BODY_N, u - 1,
               vec3_add(body_vec3(to, BODY_N, u - 1), vec3_add(vec3_scale(xdd, g), vec3_scale(xd, wg))));
    }
}

// momentum of the field (s, so): I s
KERNEL_INLINED wrench derivative_momentum(real m, vec3 h, sym3 J, bool regrouped, vec3 s, vec3 so)
{
  wrench w;
  w.f = vec3_cross(s, h);
  if (!regrouped) w.f = vec3_add(w.f, vec3_scale(m, so));
  w.n = vec3_add(vec3_cross(h, so), sym3_turning(J, s));
  return w;
}
// force and moment of 2 s × u(ρ), and s × L
KERNEL_INLINED wrench derivative_coriolis(vec3 p, const mat3 *P, vec3 L, vec3 s)
{
  const real two = constant(2);
  wrench w;
  w.f = vec3_scale(two, vec3_cross(s, p));
  w.n = vec3_scale(two, vec3_sub(vec3_scale(mat3_trace(P), s), mat3_mul(P, s)));
  w.n = vec3_add(w.n, vec3_cross(s, L));
  return w;
}

/* All joints at once: torques, and the wrenches whose power on other joints' fields are the derivatives. */
KERNEL_INLINED void derivative_wrenches(int n, bool regrouped, const derivative_scratch *to, real tau[])
{
  const int length = row_length(n);
  const real two = constant(2);
  real *const torque = result_row(to, 0);
  EACH_JOINT(i, length)
  {
    const vec3 s = vec3_at(&to->s, i), so = vec3_at(&to->so, i), psi = vec3_at(&to->psi, i),
               psi_o = vec3_at(&to->psi_o, i);
    const vec3 h = body_vec3(to, BODY_H, i), p = body_vec3(to, BODY_P, i), f = body_vec3(to, BODY_F, i),
               m = body_vec3(to, BODY_N, i), L = body_vec3(to, BODY_L, i);
    const sym3 J = body_J(to, i);
    const mat3 P = body_P(to, i);
    const real mass = body_row(to, BODY_M)[i];
    const wrench Is = derivative_momentum(mass, h, J, regrouped, s, so);
    wrench up = derivative_momentum(mass, h, J, regrouped, vec3_at(&to->psi2, i), vec3_at(&to->psi2_o, i));
    wrench rate = wrench_scale(two, derivative_momentum(mass, h, J, regrouped, psi, psi_o));
    up = wrench_add(up, derivative_coriolis(p, &P, L, psi));
    rate = wrench_add(rate, derivative_coriolis(p, &P, L, s));
    const vec3 Bs =
        vec3_add(vec3_cross(p, so), vec3_sub(vec3_scale(mat3_trace(&P), s), mat3_mul_transposed(&P, s)));
    torque[i] = add(vec3_dot(s, m), vec3_dot(so, f));
    vec3_put(&to->Is_n, i, Is.n), vec3_put(&to->Is_f, i, Is.f);
    vec3_put(&to->Bs, i, vec3_add(vec3_scale(two, Bs), vec3_cross(L, s)));
    vec3_put(&to->up_n, i, vec3_add(up.n, vec3_add(vec3_cross(s, m), vec3_cross(so, f))));
    vec3_put(&to->up_f, i, vec3_add(up.f, vec3_cross(s, f)));
    vec3_put(&to->rate_n, i, rate.n), vec3_put(&to->rate_f, i, rate.f);
  }
  for (int i = 0; i < n; i++) tau[i] = torque[i];
}

// power of (m, f) on the field (s, so) of joint j, added to c
KERNEL_INLINED real derivative_power(const vec3_row *s, const vec3_row *so, int j, vec3 m, vec3 f, real c)
{
  c = mul_add(s->x[j], m.x, c), c = mul_add(s->y[j], m.y, c), c = mul_add(s->z[j], m.z, c);
  c = mul_add(so->x[j], f.x, c), c = mul_add(so->y[j], f.y, c);
  return mul_add(so->z[j], f.z, c);
}
KERNEL_INLINED real derivative_turning(const vec3_row *s, int j, vec3 m)
{
  return mul_add(s->z[j], m.z, mul_add(s->y[j], m.y, mul(s->x[j], m.x)));
}

/* Row i up to the diagonal and column i above it. */
KERNEL_INLINED void derivative_row(const derivative_scratch *to, int n, int i, real dq[], real dqd[],
                                   real M[])
{
  const vec3 Is_n = vec3_at(&to->Is_n, i), Is_f = vec3_at(&to->Is_f, i), Bs = vec3_at(&to->Bs, i);
  const vec3 up_n = vec3_at(&to->up_n, i), up_f = vec3_at(&to->up_f, i), rate_n = vec3_at(&to->rate_n, i),
             rate_f = vec3_at(&to->rate_f, i);
  const vec3 twice_n = vec3_add(Is_n, Is_n), twice_f = vec3_add(Is_f, Is_f);
  real *const low = result_row(to, 0), *const low_rate = result_row(to, 1), *const mass = result_row(to, 2),
              *const high = result_row(to, 3), *const high_rate = result_row(to, 4);
  const int length = row_length(i + 1);
  EACH_JOINT(j, length)
  {
    const real none = constant(0);
    mass[j] = derivative_power(&to->s, &to->so, j, Is_n, Is_f, none);
    low[j] = derivative_power(&to->psi2, &to->psi2_o, j, Is_n, Is_f, derivative_turning(&to->psi, j, Bs));
    low_rate[j] =
        derivative_power(&to->psi, &to->psi_o, j, twice_n, twice_f, derivative_turning(&to->s, j, Bs));
    high[j] = derivative_power(&to->s, &to->so, j, up_n, up_f, none);
    high_rate[j] = derivative_power(&to->s, &to->so, j, rate_n, rate_f, none);
  }
  for (int j = 0; j < i; j++) dq[j * n + i] = high[j], dqd[j * n + i] = high_rate[j], M[j * n + i] = mass[j];
  for (int j = 0; j <= i; j++) dq[i * n + j] = low[j], dqd[i * n + j] = low_rate[j], M[i * n + j] = mass[j];
}

// The rotors' rows, once the joints' fields stand.
KERNEL_INLINED void derivative_rotor_rows(const fast_rotors *rotors, const derivative_rotors *out,
                                          const derivative_scratch *to, int n)
{
  for (int u = 0; u <= n; u++)
    for (int r = rotors->first[u]; r < rotors->first[u + 1]; r++) {
      const vec3 g = out->g[r], wg = out->wg[r], twice = vec3_add(g, g);
      for (int j = 0; j < n; j++) {
        const int at = r * n + j;
        out->own_q[at] = out->own_qd[at] = out->g_s[at] = out->wg_s[at] = constant(0);
        if (j >= u) continue;
        out->own_q[at] = add(derivative_turning(&to->psi2, j, g), derivative_turning(&to->psi, j, wg));
        out->own_qd[at] = add(derivative_turning(&to->psi, j, twice), derivative_turning(&to->s, j, wg));
        out->g_s[at] = derivative_turning(&to->s, j, g);
        out->wg_s[at] = derivative_turning(&to->s, j, wg);
      }
    }
}

// What the hand exerts, on the last link.
KERNEL_INLINED void derivative_hand(const fast_chain *k, int n, const derivative_scratch *to)
{
  const int last = n - 1;
  const vec3 f = derivative_out(to, last, k->tip.f);
  const vec3 m = vec3_add(derivative_out(to, last, k->tip.n), vec3_cross(vec3_at(&to->end, last), f));
  body_put(to, BODY_F, last, vec3_add(body_vec3(to, BODY_F, last), f));
  body_put(to, BODY_N, last, vec3_add(body_vec3(to, BODY_N, last), m));
}

/* From links to composite bodies: rows `first` on of the body, each number with all behind it. Sums stay in registers, as many as add up
 * while one waits. */
enum { SUMS_AT_ONCE = BODY_L / 4 };

KERNEL_INLINED void derivative_sums(const derivative_scratch *to, int n, int first, int count)
{
  real sum[SUMS_AT_ONCE];
  UNROLLED for (int b = 0; b < count; b++) sum[b] = body_row(to, first + b)[n - 1];
  ROLLED for (int i = n - 2; i >= 0; i--)
  {
    UNROLLED for (int b = 0; b < count; b++)
    {
      real *const at = &body_row(to, first + b)[i];
      *at = sum[b] = add(*at, sum[b]);
    }
  }
}

/* tau (n), dq, dqd, M (n×n, row-major: [i][j] = ∂tau_i/∂x_j) at the turns of `to`, all seen from the point that has frame 0 at
 * `origin`; see the two functions below. */
KERNEL_INLINED void derivatives_seen_from(fast_chain *k, int n, bool regrouped, vec3 origin, const real qd[],
                                          const real qdd[], const fast_rotors *rotors,
                                          const derivative_rotors *out, real tau[], real dq[], real dqd[],
                                          real M[], const derivative_scratch *to)
{
  derivative_outward(k, n, regrouped, origin, qd, qdd, to);
  derivative_second_fields(n, to);
  derivative_links(k, n, regrouped, to);
  derivative_hand(k, n, to);
  if (rotors) derivative_rotors_load(rotors, out, n, to);
  ROLLED for (int b = 0; b < BODY_L; b += SUMS_AT_ONCE) derivative_sums(to, n, b, SUMS_AT_ONCE);
  if (rotors) derivative_sums(to, n, BODY_L, BODY_NUMBERS - BODY_L);
  derivative_wrenches(n, regrouped, to, tau);
  ROLLED for (int i = n - 1; i >= 0; i--) derivative_row(to, n, i, dq, dqd, M);
  if (rotors) derivative_rotor_rows(rotors, out, to, n);
}

/* tau (n), dq, dqd, M (n×n, row-major: [i][j] = ∂tau_i/∂x_j) at q, qd, qdd; the arm, base motion and hand wrench as k has
 * them; regrouped: k->revolute, or false, which costs a little more. rotors and their `out` may be NULL; with them tau
 * and its derivatives hold x, xd, xdd of the rotors fixed. No array may overlap another. */
KERNEL_INLINED void inverse_dynamics_derivatives(fast_chain *k, int n, bool regrouped, const real q[],
                                                 const real qd[], const real qdd[], const fast_rotors *rotors,
                                                 const derivative_rotors *out, real tau[], real dq[],
                                                 real dqd[], real M[], const derivative_scratch *to)
{
  fast_chain_turn(k, n, regrouped, q, &to->turns);
  derivatives_seen_from(k, n, regrouped, vec3_zero(), qd, qdd, rotors, out, tau, dq, dqd, M, to);
}

/* The same on a base that does not turn, seen from the hand: there the torques of the last joints are not what is left of large
 * moments about the base, and M⁻¹ ∂tau, which magnifies them, keeps its digits in float. */
KERNEL_INLINED void inverse_dynamics_derivatives_by_hand(fast_chain *k, int n, bool regrouped, const real q[],
                                                         const real qd[], const real qdd[],
                                                         const fast_rotors *rotors,
                                                         const derivative_rotors *out, real tau[], real dq[],
                                                         real dqd[], real M[], const derivative_scratch *to)
{
  fast_chain_turn(k, n, regrouped, q, &to->turns);
  const vec3 origin = derivative_origin_from_hand(k, n, &to->turns);
  derivatives_seen_from(k, n, regrouped, origin, qd, qdd, rotors, out, tau, dq, dqd, M, to);
}

/* M = L D Lᵀ and from it M⁻¹ (n×n, both triangles), the n pivots to be judged outside. L takes n×n of scratch.
 * Not by kernel/udut.h: this one divides once for each pivot, and lanes divide slowly. */
KERNEL_INLINED void inverse_of_mass_matrix(int n, const real M[], real L[], real pivot[], real inverse[])
{
  for (int i = 0; i < n * n; i++) L[i] = M[i], inverse[i] = constant(0);
  for (int p = 0; p < n; p++) {
    pivot[p] = L[p * n + p];
    const real over = divide(constant(1), pivot[p]);
    for (int i = p + 1; i < n; i++) {
      const real factor = mul(L[i * n + p], over);
      for (int j = p + 1; j <= i; j++) L[i * n + j] = sub(L[i * n + j], mul(factor, L[j * n + p]));
    }
    for (int i = p + 1; i < n; i++) L[i * n + p] = mul(L[i * n + p], over);
  }
  // rows of L⁻¹, from the unit matrix down; then M⁻¹ = L⁻ᵀ D⁻¹ L⁻¹ from the last row up
  for (int i = 0; i < n; i++) {
    inverse[i * n + i] = constant(1);
    for (int k = 0; k < i; k++)
      for (int j = 0; j <= k; j++)
        inverse[i * n + j] = sub(inverse[i * n + j], mul(L[i * n + k], inverse[k * n + j]));
  }
  for (int i = 0; i < n; i++) {
    const real over = divide(constant(1), pivot[i]);
    for (int j = 0; j <= i; j++) inverse[i * n + j] = mul(inverse[i * n + j], over);
  }
  for (int i = n - 1; i >= 0; i--)
    for (int k = i + 1; k < n; k++)
      for (int j = 0; j <= i; j++)
        inverse[i * n + j] = sub(inverse[i * n + j], mul(L[k * n + i], inverse[k * n + j]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) inverse[j * n + i] = inverse[i * n + j];
}

/* out = −A B, n×n each; by groups of columns, the last one laid over the one before it where n is no multiple. */
KERNEL_INLINED void minus_product(int n, const real A[], const real B[], real out[])
{
  const int wide = n >= GROUP ? n : 0;
  for (int i = 0; i < n; i++) {
    const real *row = &A[i * n];
    for (int from = 0; from < wide; from += GROUP) {
      const int at = from + GROUP <= n ? from : n - GROUP;
      column_group sum = group_scale(neg(row[0]), group_load(&B[at]));
      for (int k = 1; k < n; k++) sum = group_sub(sum, group_scale(row[k], group_load(&B[k * n + at])));
      group_store_all(sum, &out[i * n + at]);
    }
    for (int j = wide; j < n; j++) {
      real sum = neg(mul(row[0], B[j]));
      for (int k = 1; k < n; k++) sum = sub(sum, mul(row[k], B[k * n + j]));
      out[i * n + j] = sum;
    }
  }
}

#endif
