/* The matrix C of Christoffel symbols, C qd the Coriolis and centrifugal torques, on the fast table.
 *
 * The torques h(qd) of a motion without acceleration and gravity are a quadratic form of qd. Column j of C is its
 * polar form at qd and e_j:
 *   C e_j = (h(qd + e_j) − h(qd − e_j))/4 = Γ(qd, e_j),
 * which a Newton–Euler recursion gives at once when every product of two velocities is replaced by half the sum of the
 * two mixed ones. With u the velocities at qd and v those at e_j (all doubled here, halved at the end):
 *   wd_i = R wd_{i-1} + u × z δ_ij + v × z qd_i
 *   A = [wd]× + u vᵀ + v uᵀ − 2 (u·v) E,   b_i = R b_{i-1} + A r,   F = A mc,  N = mc × b + axial(A J).
 * u are numbers; v, wd, b, F, N of GROUP columns go side by side. Links before a group's first joint stand still.
 * Plain text of the same: lagrange_coriolis_matrix in kernel/lagrange.h. */
#ifndef ULNA_KERNEL_FAST_CORIOLIS_H
#define ULNA_KERNEL_FAST_CORIOLIS_H

#include "kernel/fast_newton_euler.h"

// A vector in space of each column.
typedef struct {
  column_group x, y, z;
} group3;

// What the motion of one link takes of each column, about its far end.
typedef struct {
  group3 F, N;
} fast_polar_wrench;

KERNEL_INLINED group3 group3_none(void)
{
  const group3 none = {group_none(), group_none(), group_none()};
  return none;
}
KERNEL_INLINED group3 group3_add(group3 a, group3 b)
{
  const group3 s = {group_add(a.x, b.x), group_add(a.y, b.y), group_add(a.z, b.z)};
  return s;
}
// a x + b y
KERNEL_INLINED column_group group_mix(real a, column_group x, real b, column_group y)
{
  return group_add(group_scale(a, x), group_scale(b, y));
}
// r × f
KERNEL_INLINED group3 group3_cross(vec3 r, group3 f)
{
  const group3 m = {group_sub(group_scale(r.y, f.z), group_scale(r.z, f.y)),
                    group_sub(group_scale(r.z, f.x), group_scale(r.x, f.z)),
                    group_sub(group_scale(r.x, f.y), group_scale(r.y, f.x))};
  return m;
}
// link i-1's components to link i's
KERNEL_INLINED group3 group3_down(const fast_chain *k, const fast_turns *t, int i, group3 v)
{
  const group3 w = {group_add(group_mix(t->sc[i], v.y, t->ss[i], v.z), group_scale(t->c[i], v.x)),
                    group_sub(group_mix(t->cc[i], v.y, t->cs[i], v.z), group_scale(t->s[i], v.x)),
                    group_sub(group_scale(k->ca[i], v.z), group_scale(k->sa[i], v.y))};
  return w;
}
// a + link i's components to link i-1's
KERNEL_INLINED group3 group3_up_add(const fast_chain *k, const fast_turns *t, int i, group3 a, group3 v)
{
  const group3 w = {
      group_sub(group_add(a.x, group_scale(t->c[i], v.x)), group_scale(t->s[i], v.y)),
      group_sub(group_add(group_add(a.y, group_scale(t->sc[i], v.x)), group_scale(t->cc[i], v.y)),
                group_scale(k->sa[i], v.z)),
      group_add(group_add(group_add(a.z, group_scale(t->ss[i], v.x)), group_scale(t->cs[i], v.y)),
                group_scale(k->ca[i], v.z))};
  return w;
}

// Motion of GROUP columns, of the link the recursion has come to.
typedef struct {
  group3 v, wd, b;
} fast_polar_spot;

// [wd]× + u vᵀ + v uᵀ − 2 (u·v) E
typedef struct {
  column_group xx, xy, xz, yx, yy, yz, zx, zy, zz;
} group33;

KERNEL_INLINED group33 fast_polar_matrix(vec3 u, const fast_polar_spot *at)
{
  const group3 v = at->v, wd = at->wd;
  const column_group x = group_scale(u.x, v.x), y = group_scale(u.y, v.y), z = group_scale(u.z, v.z);
  const column_group xy = group_mix(u.x, v.y, u.y, v.x), xz = group_mix(u.x, v.z, u.z, v.x),
                     yz = group_mix(u.y, v.z, u.z, v.y);
  const real less = constant(-2);
  const group33 A = {
      group_scale(less, group_add(y, z)), group_sub(xy, wd.z), group_add(xz, wd.y), group_add(xy, wd.z),
      group_scale(less, group_add(x, z)), group_sub(yz, wd.x), group_sub(xz, wd.y), group_add(yz, wd.x),
      group_scale(less, group_add(x, y))};
  return A;
}

// A r
KERNEL_INLINED group3 group33_mul(const group33 *A, vec3 r)
{
  const group3 v = {group_add(group_mix(r.x, A->xx, r.y, A->xy), group_scale(r.z, A->xz)),
                    group_add(group_mix(r.x, A->yx, r.y, A->yy), group_scale(r.z, A->yz)),
                    group_add(group_mix(r.x, A->zx, r.y, A->zy), group_scale(r.z, A->zz))};
  return v;
}

/* F and N. regrouped: m = mc_z = J_zz = 0. */
KERNEL_INLINED fast_polar_wrench fast_polar_link(const fast_link *l, bool regrouped, const group33 *A,
                                                 group3 b)
{
  fast_polar_wrench W;
  const vec3 mc = l->mc;
  const sym3 J = l->J;
  W.F.x = group_mix(mc.x, A->xx, mc.y, A->xy);
  W.F.y = group_mix(mc.x, A->yx, mc.y, A->yy);
  W.F.z = group_mix(mc.x, A->zx, mc.y, A->zy);
  W.N.x = group_add(group_sub(group_mix(J.xy, A->zx, J.yy, A->zy), group_scale(J.xz, A->yx)),
                    group_mix(J.yz, group_sub(A->zz, A->yy), mc.y, b.z));
  W.N.y =
      group_sub(group_sub(group_mix(J.yz, A->xy, J.xz, group_sub(A->xx, A->zz)), group_scale(J.xy, A->zy)),
                group_mix(J.xx, A->zx, mc.x, b.z));
  W.N.z =
      group_add(group_sub(group_mix(J.xx, A->yx, J.xy, group_sub(A->yy, A->xx)), group_scale(J.yy, A->xy)),
                group_sub(group_sub(group_mix(J.xz, A->yz, mc.x, b.y), group_scale(J.yz, A->xz)),
                          group_scale(mc.y, b.x)));
  if (!regrouped) {
    W.F.x = group_add(W.F.x, group_mix(l->m, b.x, mc.z, A->xz));
    W.F.y = group_add(W.F.y, group_mix(l->m, b.y, mc.z, A->yz));
    W.F.z = group_add(W.F.z, group_mix(l->m, b.z, mc.z, A->zz));
    W.N.x = group_sub(W.N.x, group_mix(J.zz, A->yz, mc.z, b.y));
    W.N.y = group_add(W.N.y, group_mix(J.zz, A->xz, mc.z, b.x));
  }
  return W;
}

/* From link i-1 to link i. u: link i's velocity at qd; column: joint i's own in the group, or less than 0. */
KERNEL_INLINED fast_polar_wrench fast_polar_step(const fast_chain *k, const fast_turns *t, int i, int first,
                                                 bool regrouped, vec3 u, real qd, fast_polar_spot *at)
{
  const bool turns = regrouped || k->arm[i].joint == JOINT_REVOLUTE;
  const int column = i - first;
  const bool enters = column < GROUP;
  const real one = constant(1);
  if (column > 0) {
    at->v = group3_down(k, t, i, at->v);
    at->wd = group3_down(k, t, i, at->wd);
    at->b = group3_down(k, t, i, at->b);
    if (turns) {  // v × z qd
      at->wd.x = group_add(at->wd.x, group_scale(qd, at->v.y));
      at->wd.y = group_sub(at->wd.y, group_scale(qd, at->v.x));
    }
  }
  if (turns && enters) {  // u × z, and the column's own velocity
    at->wd.x = group_add(at->wd.x, group_one(column, u.y));
    at->wd.y = group_sub(at->wd.y, group_one(column, u.x));
    at->v.z = group_add(at->v.z, group_one(column, one));
  }
  const group33 A = fast_polar_matrix(u, at);
  if (!turns) {  // A z q + 2 (u × z δ + v × z qd)
    const real slide = k->slide[i], twice = add(qd, qd);
    at->b.x = group_add(at->b.x, group_mix(slide, A.xz, twice, at->v.y));
    at->b.y = group_add(at->b.y, group_sub(group_scale(slide, A.yz), group_scale(twice, at->v.x)));
    at->b.z = group_add(at->b.z, group_scale(slide, A.zz));
    if (enters) {
      at->b.x = group_add(at->b.x, group_one(column, add(u.y, u.y)));
      at->b.y = group_sub(at->b.y, group_one(column, add(u.x, u.x)));
    }
  }
  at->b = group3_add(at->b, group33_mul(&A, k->link[i].r));
  return fast_polar_link(&k->link[i], regrouped, &A, at->b);
}

// A row of C, `count` columns of it from this group.
KERNEL_INLINED void fast_polar_row(column_group twice, int count, real row[])
{
  group_store(group_scale(constant(0.5), twice), count, row);
}

/* The last column where it would have a group for itself: its wrench at the link that the recursion has come to. Joint n moves link n
 * alone, with v = z and b = 0, so that half of A is
 *   [−u_z 0 0; 0 −u_z 0; u_x u_y 0]. */
typedef struct {
  vec3 f, m;
} fast_polar_last;

// Regrouped links. u: of link n.
KERNEL_INLINED fast_polar_last fast_polar_last_of(const fast_link *l, vec3 u)
{
  const vec3 mc = l->mc;
  const sym3 J = l->J;
  const fast_polar_last w = {
      vec3_make(neg(mul(u.z, mc.x)), neg(mul(u.z, mc.y)), add(mul(u.x, mc.x), mul(u.y, mc.y))),
      vec3_make(add(add(mul(J.xy, u.x), mul(J.yy, u.y)), mul(J.yz, u.z)),
                neg(add(add(mul(J.xx, u.x), mul(J.xy, u.y)), mul(J.xz, u.z))), constant(0))};
  return w;
}
KERNEL_INLINED void fast_polar_last_up(const fast_chain *k, const fast_turns *t, int i, fast_polar_last *w)
{
  w->f = fast_up_add(k, t, i, vec3_zero(), w->f);
  w->m = fast_up_add(k, t, i, vec3_cross(k->link[i - 1].r, w->f), w->m);
}

/* Columns first … first + GROUP - 1 of C, those that there are, and the last one with them (NULL: no), which waits for other links at the
 * same time. u: links' velocities at qd. W: n of scratch. */
KERNEL_INLINED void fast_polar_columns(const fast_chain *k, int n, bool regrouped, int first,
                                       const fast_turns *t, const vec3 u[], const real qd[],
                                       fast_polar_last *last, fast_polar_wrench W[], real C[])
{
  fast_polar_spot at;
  at.v = at.wd = at.b = group3_none();
  FOR_LINKS(n, int i = first; i < n; i++, W[i] = fast_polar_step(k, t, i, first, regrouped, u[i], qd[i], &at))

  group3 f = W[n - 1].F, m = W[n - 1].N;
  FOR_LINKS(n, int i = n - 1; i >= 0; i--, {
    const bool turns = regrouped || k->arm[i].joint == JOINT_REVOLUTE;
    fast_polar_row(turns ? m.z : f.z, n - first, &C[i * n + first]);
    if (last) C[i * n + n - 1] = last->m.z;
    if (!turns) {  // from the link's origin back to where the parent has it: m + z q × f
      m.x = group_sub(m.x, group_scale(k->slide[i], f.y));
      m.y = group_add(m.y, group_scale(k->slide[i], f.x));
    }
    if (i > 0) {
      const bool moves = i - 1 >= first;
      f = group3_up_add(k, t, i, moves ? W[i - 1].F : group3_none(), f);
      const group3 arm = group3_cross(k->link[i - 1].r, f);
      m = group3_up_add(k, t, i, moves ? group3_add(W[i - 1].N, arm) : arm, m);
      if (last) fast_polar_last_up(k, t, i, last);
    }
  })
}

/* C (n×n by rows). regrouped: every joint is revolute. u: n vectors of scratch. The base does not move. */
KERNEL_INLINED void fast_coriolis_matrix(fast_chain *k, int n, bool regrouped, const real q[],
                                         const real qd[], const fast_turns *t, vec3 u[],
                                         fast_polar_wrench W[], real C[])
{
  fast_chain_turn(k, n, regrouped, q, t);
  vec3 w = vec3_zero();
  FOR_LINKS(n, int i = 0; i < n; i++, {
    w = i ? fast_down(k, t, i, w) : w;
    if (regrouped || k->arm[i].joint == JOINT_REVOLUTE) w.z = add(w.z, qd[i]);
    u[i] = w;
  })
  const bool alone = regrouped && GROUP > 1 && n > GROUP && n % GROUP == 1;
  const int whole = alone ? n - 1 - GROUP : n;  // columns of the groups before the last one
  FOR_LINKS(n, int first = 0; first < whole;
            first += GROUP, fast_polar_columns(k, n, regrouped, first, t, u, qd, NULL, W, C))
  if (alone) {
    fast_polar_last last = fast_polar_last_of(&k->link[n - 1], u[n - 1]);
    fast_polar_columns(k, n, regrouped, whole, t, u, qd, &last, W, C);
  }
}

#endif
