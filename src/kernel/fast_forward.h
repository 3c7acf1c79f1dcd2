/* The mass matrix and forward dynamics of a short arm, as fast as we know how: composite bodies on the fast
 * table (kernel/fast_newton_euler.h), all columns of M and the bias handed down the arm at once.
 *
 * Going inward, link i has a composite body (links i…n welded) whose column is the wrench that accelerates it about
 * joint i by one. What then happens to the n columns and to the bias is the same change of frame: they are lanes of
 * one vector, column i entering at link i, and the lanes of the component along joint j are row j of M, upper
 * triangle, with −bias_j beside it. On regrouped links (all joints revolute) the composites have no mass left, only
 * first and second moments.
 * Elimination goes through the same rows (L D Lᵀ from the first joint on), the right-hand side being one more lane.
 * No tally: counts are those of kernel/composite.h, whose mathematics this is. */
#ifndef ULNA_KERNEL_FAST_FORWARD_H
#define ULNA_KERNEL_FAST_FORWARD_H

#include "kernel/fast_newton_euler.h"

#if !defined(REAL_TALLY)

#  define COLUMN_LANES 4
enum { COLUMN_BLOCKS = 4, COLUMNS_MOST = COLUMN_LANES * COLUMN_BLOCKS - 1 };  // arms of up to 15 joints

typedef real column_lanes __attribute__((vector_size(COLUMN_LANES * sizeof(real))));
typedef struct {
  column_lanes x, y, z;
} columns3;

// One lane 1, the others 0: lane i of block b is element [8 + 8 b − i …], read unaligned.
static const real column_unit_table[3 * COLUMN_LANES] __attribute__((aligned(64))) = {0, 0, 0, 0, 1};

FAST_INLINE void column_unit(int lane, column_lanes *unit)
{
  memcpy(unit, &column_unit_table[COLUMN_LANES - lane], sizeof *unit);
}
// v[lane] += a for a lane that is wherever it is
FAST_INLINE void columns_put(columns3 *v, vec3 a, const column_lanes *unit)
{
  v->x += a.x * *unit, v->y += a.y * *unit, v->z += a.z * *unit;
}
// link i's components to link i-1's, every lane
FAST_INLINE void columns_up(const fast_chain *k, const fast_turns *t, int i, columns3 *v)
{
  const column_lanes x = v->x, y = v->y, z = v->z;
  v->x = t->c[i] * x - t->s[i] * y;
  v->y = t->sc[i] * x + t->cc[i] * y - k->sa[i] * z;
  v->z = t->ss[i] * x + t->cs[i] * y + k->ca[i] * z;
}
// n += r × f, every lane
FAST_INLINE void columns_add_moment(columns3 *n, vec3 r, const columns3 *f)
{
  n->x += r.y * f->z - r.z * f->y;
  n->y += r.z * f->x - r.x * f->z;
  n->z += r.x * f->y - r.y * f->x;
}

/* Links i…n welded: mass, first and second moment about origin i. */
typedef struct {
  real m;
  vec3 mc;
  sym3 J;
} fast_composite;

// J + a bᵀ + b aᵀ
FAST_INLINE sym3 sym3_add_both(sym3 J, vec3 a, vec3 b)
{
  const sym3 S = {J.xx + (a.x + a.x) * b.x,     J.yy + (a.y + a.y) * b.y,     J.zz + (a.z + a.z) * b.z,
                  J.xy + a.x * b.y + a.y * b.x, J.xz + a.x * b.z + a.z * b.x, J.yz + a.y * b.z + a.z * b.y};
  return S;
}

// R J Rᵀ with the rows of R as fast_up_add has them, as two products of depth three
FAST_INLINE sym3 fast_up_sym3(const fast_chain *k, const fast_turns *t, int i, sym3 J)
{
  const vec3 Rx = vec3_make(t->c[i], -t->s[i], 0), Ry = vec3_make(t->sc[i], t->cc[i], -k->sa[i]),
             Rz = vec3_make(t->ss[i], t->cs[i], k->ca[i]);
  const vec3 x = vec3_make(J.xx * Rx.x + J.xy * Rx.y, J.xy * Rx.x + J.yy * Rx.y, J.xz * Rx.x + J.yz * Rx.y);
  const vec3 y = sym3_mul(J, Ry), z = sym3_mul(J, Rz);
  const sym3 S = {Rx.x * x.x + Rx.y * x.y, vec3_dot(Ry, y),         vec3_dot(Rz, z),
                  Rx.x * y.x + Rx.y * y.y, Rx.x * z.x + Rx.y * z.y, vec3_dot(Ry, z)};
  return S;
}

/* Composite i from composite i+1: changed to link i's axes, link i's own added about the same point (its far end),
 * then all seen from origin i. */
FAST_INLINE fast_composite fast_composite_inward(const fast_chain *k, const fast_turns *t, int i,
                                                 bool regrouped, const fast_composite *outer)
{
  const fast_link *l = &k->link[i];
  fast_composite B;
  B.J = sym3_add(fast_up_sym3(k, t, i + 1, outer->J), l->J);
  B.mc = fast_up_add(k, t, i + 1, l->mc, outer->mc);
  B.m = 0;
  if (!regrouped) {
    B.m = outer->m + l->m;
    const vec3 half = vec3_scale((real)0.5 * B.m, l->r);
    B.J = sym3_add_both(B.J, vec3_add(B.mc, half), l->r);
    B.mc = vec3_add(B.mc, vec3_scale(B.m, l->r));
  } else {
    B.J = sym3_add_both(B.J, B.mc, l->r);
  }
  return B;
}

/* Four columns on their way inward. */
typedef struct {
  columns3 f, m;
} column_block;

FAST_INLINE void column_block_clear(column_block *c) { memset(c, 0, sizeof *c); }

FAST_INLINE void column_block_put(column_block *c, vec3 f, vec3 m, const column_lanes *unit)
{
  columns_put(&c->f, f, unit);
  columns_put(&c->m, m, unit);
}
// joint i's own column enters
FAST_INLINE void column_block_enter(column_block *c, const fast_composite *B, bool turns, int i)
{
  column_lanes unit;
  column_unit(i % COLUMN_LANES, &unit);
  if (turns)
    column_block_put(c, vec3_make(-B->mc.y, B->mc.x, 0), vec3_make(-B->J.xz, -B->J.yz, B->J.xx + B->J.yy),
                     &unit);
  else column_block_put(c, vec3_make(0, 0, B->m), vec3_make(B->mc.y, -B->mc.x, 0), &unit);
}
// from link i to link i-1, before link i-1's own bias is added and r × f is
FAST_INLINE void column_block_up(const fast_chain *k, const fast_turns *t, int i, bool turns, column_block *c)
{
  if (!turns) {  // from the link's origin back to where the parent has it
    const real slide = k->slide[i];
    c->m.x -= slide * c->f.y, c->m.y += slide * c->f.x;
  }
  columns_up(k, t, i, &c->f);
  columns_up(k, t, i, &c->m);
}
FAST_INLINE void fast_composite_slide(fast_composite *B, real slide)
{
  B->J.zz += slide * (B->mc.z + B->mc.z + B->m * slide);
  B->J.xz += slide * B->mc.x, B->J.yz += slide * B->mc.y;
  B->mc.z += B->m * slide;
}

/* Rows of M, upper triangle: rows[4 j + b] has element (j, i) in lane i − 4 b, i ≥ j. If biased, lane n has
 * −(bias of joint j), from the F and N that an outward pass has left. k's turns are set. */
FAST_INLINE void fast_columns(const fast_chain *k, const fast_scratch *to, int n, bool regrouped, bool biased,
                              column_lanes rows[])
{
  const fast_turns *t = &to->turns;
  const int blocks = (n + biased + COLUMN_LANES - 1) / COLUMN_LANES, bias_block = n / COLUMN_LANES;
  column_block c[COLUMN_BLOCKS];
  column_lanes bias_unit;
  column_unit(n % COLUMN_LANES, &bias_unit);
  for (int b = 0; b < blocks; b++) column_block_clear(&c[b]);
  if (biased) column_block_put(&c[bias_block], vec3_neg(k->tip.f), vec3_neg(k->tip.n), &bias_unit);
  fast_composite B;
  B.m = k->link[n - 1].m, B.mc = k->link[n - 1].mc, B.J = k->link[n - 1].J;
  if (biased) column_block_put(&c[bias_block], vec3_neg(to->F[n - 1]), vec3_neg(to->N[n - 1]), &bias_unit);
  for (int i = n - 1; i >= 0; i--) {
    const bool turns = regrouped || k->arm[i].joint == JOINT_REVOLUTE;
    const int own = i / COLUMN_LANES;
    column_block_enter(&c[own], &B, turns, i);
    for (int b = own; b < blocks; b++) rows[i * COLUMN_BLOCKS + b] = turns ? c[b].m.z : c[b].f.z;
    if (i == 0) break;
    if (!turns) fast_composite_slide(&B, k->slide[i]);
    B = fast_composite_inward(k, t, i - 1, regrouped, &B);
    for (int b = own; b < blocks; b++) column_block_up(k, t, i, turns, &c[b]);
    if (biased) column_block_put(&c[bias_block], vec3_neg(to->F[i - 1]), vec3_neg(to->N[i - 1]), &bias_unit);
    for (int b = own; b < blocks; b++) columns_add_moment(&c[b].m, k->link[i - 1].r, &c[b].f);
  }
}

// The moment about axis 1 of what has come to link 2: of the last step inward only this is wanted.
FAST_INLINE void columns_about_first(const fast_chain *k, const fast_turns *t, const column_block *c,
                                     column_lanes *row)
{
  const vec3 r = k->link[0].r;
  const column_lanes fx = t->c[1] * c->f.x - t->s[1] * c->f.y;
  const column_lanes fy = t->sc[1] * c->f.x + t->cc[1] * c->f.y - k->sa[1] * c->f.z;
  *row = (t->ss[1] * c->m.x + t->cs[1] * c->m.y + k->ca[1] * c->m.z) + (r.x * fy - r.y * fx);
}
// J_xx + J_yy of the whole arm about axis 1: its trace less the part along the axis, moved by r
FAST_INLINE real fast_first_inertia(const fast_chain *k, const fast_turns *t, const fast_composite *B)
{
  const fast_link *l = &k->link[0];
  const vec3 z = vec3_make(t->ss[1], t->cs[1], k->ca[1]);
  const real along = vec3_dot(z, sym3_mul(B->J, z)), trace = B->J.xx + B->J.yy + B->J.zz;
  const real mx = l->mc.x + t->c[1] * B->mc.x - t->s[1] * B->mc.y;
  const real my = l->mc.y + t->sc[1] * B->mc.x + t->cc[1] * B->mc.y - k->sa[1] * B->mc.z;
  return (trace - along) + (l->J.xx + l->J.yy) + 2 * (mx * l->r.x + my * l->r.y);
}

/* The same for regrouped arms of up to seven joints (eight without bias): two blocks with a name each, which stay in
 * registers, the first at work only from joint 4 inward. */
FAST_INLINE void fast_columns_two(const fast_chain *k, const fast_scratch *to, int n, bool biased,
                                  column_lanes rows[])
{
  const fast_turns *t = &to->turns;
  const bool two = n >= COLUMN_LANES;  // the second block is in use
  column_block low, high;
  column_lanes bias_unit, first_unit;
  column_unit(n % COLUMN_LANES, &bias_unit);
  column_unit(0, &first_unit);
  column_block_clear(&low);
  column_block_clear(&high);
  column_block *with_bias = two ? &high : &low;
  fast_composite B;
  B.m = 0, B.mc = k->link[n - 1].mc, B.J = k->link[n - 1].J;
  if (biased)
    column_block_put(with_bias, vec3_neg(vec3_add(k->tip.f, to->F[n - 1])),
                     vec3_neg(vec3_add(k->tip.n, to->N[n - 1])), &bias_unit);
  for (int i = n - 1; i >= COLUMN_LANES; i--) {
    column_block_enter(&high, &B, true, i);
    rows[i * COLUMN_BLOCKS + 1] = high.m.z;
    B = fast_composite_inward(k, t, i - 1, true, &B);
    column_block_up(k, t, i, true, &high);
    if (biased) column_block_put(&high, vec3_neg(to->F[i - 1]), vec3_neg(to->N[i - 1]), &bias_unit);
    columns_add_moment(&high.m, k->link[i - 1].r, &high.f);
  }
  for (int i = two ? COLUMN_LANES - 1 : n - 1; i > 0; i--) {
    column_block_enter(&low, &B, true, i);
    rows[i * COLUMN_BLOCKS] = low.m.z;
    if (two) rows[i * COLUMN_BLOCKS + 1] = high.m.z;
    if (i == 1) break;
    B = fast_composite_inward(k, t, i - 1, true, &B);
    column_block_up(k, t, i, true, &low);
    if (two) column_block_up(k, t, i, true, &high);
    if (biased) column_block_put(with_bias, vec3_neg(to->F[i - 1]), vec3_neg(to->N[i - 1]), &bias_unit);
    columns_add_moment(&low.m, k->link[i - 1].r, &low.f);
    if (two) columns_add_moment(&high.m, k->link[i - 1].r, &high.f);
  }
  if (n == 1) {
    rows[0] = low.m.z + (B.J.xx + B.J.yy) * first_unit;
    return;
  }
  columns_about_first(k, t, &low, &rows[0]);
  if (two) columns_about_first(k, t, &high, &rows[1]);
  rows[0] += fast_first_inertia(k, t, &B) * first_unit;
  if (biased) rows[two] -= to->N[0].z * bias_unit;
}

/* The outward pass of the bias, regrouped links on a base that does not turn: F and N of each link at qdd = 0; of link
 * 1 only the moment about its axis. */
FAST_INLINE void fast_bias_outward_revolute(const fast_chain *k, const fast_scratch *to, int n,
                                            const real qd[])
{
  static const real zero[COLUMNS_MOST] = {0};
  const fast_turns *t = &to->turns;
  const vec3 g = k->base.a, r = k->link[0].r, mc = k->link[0].mc;
  const vec3 a = vec3_make(t->c[0] * g.x + t->s[0] * g.y, t->c[0] * g.y - t->s[0] * g.x, g.z);
  const real ww = qd[0] * qd[0];
  to->F[0] = vec3_zero();
  to->N[0] = vec3_make(0, 0, mc.x * a.y - mc.y * a.x);
  fast_spot at;
  at.w = at.wd = vec3_zero();
  at.b = vec3_make(a.x - ww * r.x, a.y - ww * r.y, a.z);
  FAST_FOR(int i = 1; i < n; i += 2, fast_step_two(k, to, i, n, qd, zero, NULL, &at))
}

/* The same for any joints and any motion of the base. */
FAST_INLINE void fast_bias_outward_any(const fast_chain *k, const fast_scratch *to, int n, const real qd[])
{
  const fast_turns *t = &to->turns;
  vec3 w = k->base.w, wd = k->base.wd, b = k->base.a;
  for (int i = 0; i < n; i++) {
    const fast_link *l = &k->link[i];
    const bool turns = k->arm[i].joint == JOINT_REVOLUTE;
    vec3 a = fast_down(k, t, i, b);
    w = fast_down(k, t, i, w);
    wd = fast_down(k, t, i, wd);
    if (turns) fast_spin(qd[i], constant(0), &w, &wd);
    const mat3 A = fast_acceleration_matrix(w, wd);
    if (!turns) {
      const real slide = k->slide[i], twice = qd[i] + qd[i];
      a.x += A.e[0][2] * slide + twice * w.y;
      a.y += A.e[1][2] * slide - twice * w.x;
      a.z += A.e[2][2] * slide;
    }
    b = fast_carry(a, &A, l->r);
    fast_full_wrench(l, &A, b, &to->F[i], &to->N[i]);
  }
}

/* M, both triangles, from its rows. */
FAST_INLINE void fast_mass_matrix(fast_chain *k, const fast_scratch *to, int n, bool regrouped,
                                  const real q[], real M[])
{
  column_lanes rows[COLUMNS_MOST * COLUMN_BLOCKS];
  fast_chain_turn(k, n, q, &to->turns);
  if (regrouped && n <= 2 * COLUMN_LANES) fast_columns_two(k, to, n, false, rows);
  else fast_columns(k, to, n, regrouped, false, rows);
  for (int i = 0; i < n; i++) {
    const real *row = (const real *)&rows[i * COLUMN_BLOCKS];
#  pragma GCC unroll 8
    for (int j = i; j < n; j++) M[i * n + j] = M[j * n + i] = row[j];
  }
}

// Out of line: those who have nothing to add shall not pay for it in registers.
__attribute__((noinline)) static void fast_add_inertia(int n, const real added[], column_lanes rows[])
{
  for (int i = 0; i < n; i++) {
    real *row = (real *)&rows[i * COLUMN_BLOCKS];
    for (int j = i; j < n; j++) row[j] += added[i * n + j];
  }
}

/* qdd and the n pivots of the elimination, to be judged outside. `added` (n×n, symmetric; NULL: nothing) is inertia
 * beside the links', of rotors that spin in the base. */
FAST_INLINE void fast_forward_dynamics(fast_chain *k, const fast_scratch *to, int n, bool regrouped,
                                       const real q[], const real qd[], const real tau[], const real added[],
                                       real qdd[], real pivot[])
{
  column_lanes rows[COLUMNS_MOST * COLUMN_BLOCKS];
  fast_chain_turn(k, n, q, &to->turns);
  if (regrouped) fast_bias_outward_revolute(k, to, n, qd);
  else fast_bias_outward_any(k, to, n, qd);
  if (regrouped && n < 2 * COLUMN_LANES) fast_columns_two(k, to, n, true, rows);
  else fast_columns(k, to, n, regrouped, true, rows);

  if (__builtin_expect(added != NULL, 0)) fast_add_inertia(n, added, rows);

  // elimination from the first row on; lane n is the right-hand side
  real e[COLUMNS_MOST][COLUMNS_MOST + 1], inverse[COLUMNS_MOST];
#  pragma GCC unroll 8
  for (int i = 0; i < n; i++) {
    const real *row = (const real *)&rows[i * COLUMN_BLOCKS];
#  pragma GCC unroll 8
    for (int j = i; j < n; j++) e[i][j] = row[j];
    e[i][n] = row[n] + tau[i];
  }
#  pragma GCC unroll 8
  for (int p = 0; p < n; p++) {
    pivot[p] = e[p][p];
    inverse[p] = 1 / e[p][p];
#  pragma GCC unroll 8
    for (int i = p + 1; i < n; i++) {
      const real factor = e[p][i] * inverse[p];
#  pragma GCC unroll 9
      for (int j = i; j <= n; j++) e[i][j] -= factor * e[p][j];
    }
  }
  // back: x_p = (y_p − Σ e_pj x_j)/pivot; the division first, so that one fused step is all that follows x_j
#  pragma GCC unroll 8
  for (int p = 0; p < n; p++)
#  pragma GCC unroll 8
    for (int j = p + 1; j <= n; j++) e[p][j] *= inverse[p];
#  pragma GCC unroll 8
  for (int p = n - 1; p >= 0; p--) {
    const real x = e[p][n];
    qdd[p] = x;
#  pragma GCC unroll 8
    for (int i = 0; i < p; i++) e[i][n] -= e[i][p] * x;
  }
}

#endif
#endif
