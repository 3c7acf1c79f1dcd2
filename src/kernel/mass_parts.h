/* What the mass matrix is made of, as rows of numbers in the axes of the base: Saha's factors and bodies (kernel/denoc.h), Angeles'
 * natural orthogonal complement (kernel/noc.h).
 *
 * R turns frame-0 axes to those of the base. The complement has its few vectors turned; blocks made of them then come out in the
 * base's axes, and none of the 6×6 blocks needs a product with R. */
#ifndef ULNA_KERNEL_MASS_PARTS_H
#define ULNA_KERNEL_MASS_PARTS_H

#include "kernel/denoc.h"
#include "kernel/noc.h"

KERNEL void put_vec3(vec3 v, real out[]) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }
// [angular; linear]
KERNEL void put_twist(const mat3 *R, twist t, real out[])
{
  put_vec3(mat3_mul(R, t.w), out), put_vec3(mat3_mul(R, t.v), out + 3);
}
KERNEL void put_wrench(const mat3 *R, wrench w, real out[])
{
  put_vec3(mat3_mul(R, w.n), out), put_vec3(mat3_mul(R, w.f), out + 3);
}

// 3×3 blocks of a matrix whose rows are `stride` apart
KERNEL void put_sym3(sym3 S, real *out, int stride)
{
  put_vec3(vec3_make(S.xx, S.xy, S.xz), out);
  put_vec3(vec3_make(S.xy, S.yy, S.yz), out + stride);
  put_vec3(vec3_make(S.xz, S.yz, S.zz), out + 2 * stride);
}
// v×
KERNEL void put_cross(vec3 v, real *out, int stride)
{
  const real none = constant(0);
  put_vec3(vec3_make(none, neg(v.z), v.y), out);
  put_vec3(vec3_make(v.z, none, neg(v.x)), out + stride);
  put_vec3(vec3_make(neg(v.y), v.x, none), out + 2 * stride);
}
KERNEL void put_diagonal(real k, real *out, int stride)
{
  out[0] = k, out[stride + 1] = k, out[2 * stride + 2] = k;
}
// a× b× = b aᵀ − a·b
KERNEL void put_double_cross(vec3 a, vec3 b, real *out, int stride)
{
  const real d = vec3_dot(a, b);
  vec3 x = vec3_scale(b.x, a), y = vec3_scale(b.y, a), z = vec3_scale(b.z, a);
  x.x = sub(x.x, d), y.y = sub(y.y, d), z.z = sub(z.z, d);
  put_vec3(x, out), put_vec3(y, out + stride), put_vec3(z, out + 2 * stride);
}

// R B Rᵀ, 6×6
KERNEL void put_inertia(const mat3 *R, const inertia6 *B, real out[])
{
  const vec3 row[3] = {mat3_row(R, 0), mat3_row(R, 1), mat3_row(R, 2)};
  put_sym3(sym3_rotate(R, B->I), out, 6);
  put_sym3(sym3_rotate(R, B->M), out + 21, 6);
  for (int j = 0; j < 3; j++) {
    const vec3 H = mat3_mul(&B->H, row[j]);
    for (int i = 0; i < 3; i++) {
      const real e = vec3_dot(row[i], H);
      out[i * 6 + 3 + j] = e, out[(3 + j) * 6 + i] = e;
    }
  }
}

/* ---- Saha */

// as ulna_udut
typedef struct {
  real *D, *U, *M, *p, *psi, *M_tilde, *M_art;
} denoc_parts;

// after denoc_make
KERNEL void denoc_put(int n, const mat3 *R, const denoc_scratch *s, const denoc_parts *to)
{
  for (int i = 0; i < n; i++) {
    if (to->D) to->D[i] = s->m_hat[i];
    if (to->p) put_twist(R, s->p[i], &to->p[6 * i]);
    if (to->psi) put_wrench(R, s->psi[i], &to->psi[6 * i]);
    if (to->M_tilde) put_inertia(R, &s->M_tilde[i], &to->M_tilde[36 * i]);
    if (to->M_art) put_inertia(R, &s->M_art[i], &to->M_art[36 * i]);
    for (int j = 0; to->M && j <= i; j++) {
      const real element = denoc_element(s, i, j);
      to->M[i * n + j] = element, to->M[j * n + i] = element;
    }
    for (int j = 0; to->U && j < n; j++)
      to->U[i * n + j] = j > i ? denoc_u(s, i, j) : constant(j == i ? 1 : 0);
  }
}

/* ---- Angeles */

// as ulna_natural_complement
typedef struct {
  real *K, *T, *T_dot, *M, *W, *I, *C, *c, *c_dot;
} noc_parts;

// To base axes: all that the blocks of K, T, T_dot, M and W are made of. Frames, and links' origins, stay as they are.
KERNEL void noc_turn(int n, const mat3 *R, noc_scratch *s)
{
  for (int i = 0; i < n; i++) {
    laid_link *x = &s->at[i];
    x->e = mat3_mul(R, x->e), x->o = mat3_mul(R, x->o), x->c = mat3_mul(R, x->c);
    x->I = sym3_rotate(R, x->I);
    s->w[i] = mat3_mul(R, s->w[i]), s->cd[i] = mat3_mul(R, s->cd[i]);
    s->od[i] = mat3_mul(R, s->od[i]), s->ed[i] = mat3_mul(R, s->ed[i]);
  }
}

/* Block row i of K (7.50): 6×6 blocks at columns i and i-1 (i from 0; the first has no second block).
 * R: e×(w_i − w_{i-1}) = 0,  cd_i − cd_{i-1} + rho×w_i + delta×w_{i-1} = 0;  rho = o → c_i, delta = c_{i-1} → o.
 * P: w_i − w_{i-1} = 0,  e×(cd_i − cd_{i-1} − w_i × u) = 0;  u = c_{i-1} → c_i. */
KERNEL void noc_put_K(int n, const noc_scratch *s, int i, real K[])
{
  const laid_link *x = &s->at[i];
  const vec3 c_before = i > 0 ? s->at[i - 1].c : vec3_zero(), back = vec3_neg(x->e);
  const int rows = 6 * n;
  real *const top = &K[6 * i * rows + 6 * i], *const bottom = top + 3 * rows;
  const real one = constant(1), minus = constant(-1);
  if (x->joint == JOINT_REVOLUTE) {
    put_cross(x->e, top, rows);
    put_cross(vec3_sub(x->c, x->o), bottom, rows);
    put_diagonal(one, bottom + 3, rows);
    if (i == 0) return;
    put_cross(back, top - 6, rows);
    put_cross(vec3_sub(x->o, c_before), bottom - 6, rows);
    put_diagonal(minus, bottom - 3, rows);
  } else {
    put_diagonal(one, top, rows);
    put_double_cross(x->e, vec3_sub(x->c, c_before), bottom, rows);
    put_cross(x->e, bottom + 3, rows);
    if (i == 0) return;
    put_diagonal(minus, top - 6, rows);
    put_cross(back, bottom - 3, rows);
  }
}

// Row i's part of I and C, lower triangle of I: Tᵀ M T (7.58) and Tᵀ(M T_dot + W M T), column j of both
KERNEL void noc_add_column(int n, const noc_scratch *s, int i, int j, real I[], real C[])
{
  if (I) {
    const wrench w = noc_mass(&s->at[i], noc_T(s, i, j));
    for (int k = 0; k <= j; k++) I[j * n + k] = add(I[j * n + k], twist_dot(noc_T(s, i, k), w));
  }
  if (C) {
    const wrench w = noc_rate_block(s, i, j);
    for (int k = 0; k <= i; k++) C[k * n + j] = add(C[k * n + j], twist_dot(noc_T(s, i, k), w));
  }
}

KERNEL void noc_put_column(int n, int j, twist t, real *rows)
{
  real *const to = rows + j;
  to[0] = t.w.x, to[n] = t.w.y, to[2 * n] = t.w.z, to[3 * n] = t.v.x, to[4 * n] = t.v.y, to[5 * n] = t.v.z;
}

// The complement of a base at rest. origin: of frame 0, in the base. All matrices are zero before.
KERNEL void noc_put(const chain *m, const posture *p, const mat3 *R, vec3 origin, const real qd[],
                    noc_scratch *s, const noc_parts *to)
{
  const int n = m->n, rows = 6 * n;
  const base_state rest = {vec3_zero(), vec3_zero(), vec3_zero()};
  noc_make(m, p, &rest, qd, s);
  noc_turn(n, R, s);
  for (int i = 0; i < n; i++) {
    const laid_link *x = &s->at[i];
    const int block = 6 * i * rows + 6 * i;
    if (to->c) put_vec3(vec3_add(x->c, origin), &to->c[3 * i]);
    if (to->c_dot) put_vec3(s->cd[i], &to->c_dot[3 * i]);
    if (to->M) put_sym3(x->I, &to->M[block], rows), put_diagonal(x->m, &to->M[block + 3 * rows + 3], rows);
    if (to->W) put_cross(s->w[i], &to->W[block], rows);
    if (to->K) noc_put_K(n, s, i, to->K);
    for (int j = 0; j <= i; j++) {
      if (to->T) noc_put_column(n, j, noc_T(s, i, j), &to->T[6 * i * n]);
      if (to->T_dot) noc_put_column(n, j, noc_T_rate(s, i, j), &to->T_dot[6 * i * n]);
      noc_add_column(n, s, i, j, to->I, to->C);
    }
  }
  for (int i = 0; to->I && i < n; i++)
    for (int j = 0; j < i; j++) to->I[j * n + i] = to->I[i * n + j];
}

/* The constraint wrenches of a motion (noc_constraints): lambda and w^C, 6n numbers each; either may be NULL. base and gravity as
 * in noc_right_hand_side. `acts`, n, is used. */
KERNEL void noc_put_constraints(const chain *m, const posture *p, const mat3 *R, const base_state *base,
                                vec3 gravity, const wrench *hand, const real qd[], const real qdd[],
                                noc_scratch *s, wrench acts[], real lambda[], real constraint[])
{
  noc_make(m, p, base, qd, s);
  // the joints' own efforts (here qdd) enter only the right-hand side, which is not used
  noc_right_hand_side(m, base, gravity, hand, qd, qdd, 0, s, s->rhs);
  noc_constraints(m, qdd, s, acts);
  for (int i = 0; i < m->n; i++) {
    if (lambda) put_wrench(R, acts[i], &lambda[6 * i]);
    if (constraint) put_wrench(R, s->net[i], &constraint[6 * i]);
  }
}

#endif
