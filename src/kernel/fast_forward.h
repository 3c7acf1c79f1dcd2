/* The mass matrix and forward dynamics of a short arm, as fast as we know how: composite bodies on the fast
 * table (kernel/fast_newton_euler.h), all columns of M handed down the arm at once.
 *
 * Going inward, link i has a composite body (links i…n welded) whose column is the wrench that accelerates it about
 * joint i by one. All columns i…n then undergo the same change of frame; their components along joint j are row j of M,
 * upper triangle. On regrouped links (all joints revolute) the composites have no mass left, only first and second
 * moments.
 * Forward dynamics eliminates from the last joint on, M = U D Uᵀ, each row as soon as it is there: a row needs only those
 * outside of it, so that the divisions hide behind the columns that are still on their way. */
#ifndef ULNA_KERNEL_FAST_FORWARD_H
#define ULNA_KERNEL_FAST_FORWARD_H

#include "kernel/fast_newton_euler.h"

enum { COLUMNS_MOST = 15 };  // joints

/* Links i…n welded: mass, first and second moment about origin i. */
typedef struct {
  real m;
  vec3 mc;
  sym3 J;
} fast_composite;

// The composite body of link i, and the columns that have come to it: forces and moments at origin i, component by component.
typedef struct {
  fast_composite B;
  real fx[COLUMNS_MOST], fy[COLUMNS_MOST], fz[COLUMNS_MOST];
  real mx[COLUMNS_MOST], my[COLUMNS_MOST], mz[COLUMNS_MOST];
} fast_inward;

// J + a bᵀ + b aᵀ
KERNEL_INLINED sym3 sym3_add_both(sym3 J, vec3 a, vec3 b)
{
  const sym3 S = {add(J.xx, mul(add(a.x, a.x), b.x)),           add(J.yy, mul(add(a.y, a.y), b.y)),
                  add(J.zz, mul(add(a.z, a.z), b.z)),           add(add(J.xy, mul(a.x, b.y)), mul(a.y, b.x)),
                  add(add(J.xz, mul(a.x, b.z)), mul(a.z, b.x)), add(add(J.yz, mul(a.y, b.z)), mul(a.z, b.y))};
  return S;
}

// R J Rᵀ with the rows of R as fast_up_add has them, as two products of depth three
KERNEL_INLINED sym3 fast_up_sym3(const fast_chain *k, const fast_turns *t, int i, sym3 J)
{
  const real c = t->c[i], s = t->s[i];
  const vec3 Ry = vec3_make(t->sc[i], t->cc[i], neg(k->sa[i])), Rz = vec3_make(t->ss[i], t->cs[i], k->ca[i]);
  const real xx = sub(mul(J.xx, c), mul(J.xy, s)), xy = sub(mul(J.xy, c), mul(J.yy, s));
  const vec3 y = sym3_mul(J, Ry), z = sym3_mul(J, Rz);
  const sym3 S = {
      sub(mul(c, xx), mul(s, xy)),   vec3_dot(Ry, y), vec3_dot(Rz, z), sub(mul(c, y.x), mul(s, y.y)),
      sub(mul(c, z.x), mul(s, z.y)), vec3_dot(Ry, z)};
  return S;
}

/* Composite i from composite i+1: changed to link i's axes, link i's own added about the same point (its far end),
 * then all seen from origin i. */
KERNEL_INLINED fast_composite fast_composite_inward(const fast_chain *k, const fast_turns *t, int i,
                                                    bool regrouped, const fast_composite *outer)
{
  const fast_link *l = &k->link[i];
  fast_composite B;
  B.J = sym3_add(fast_up_sym3(k, t, i + 1, outer->J), l->J);
  B.mc = fast_up_add(k, t, i + 1, l->mc, outer->mc);
  B.m = outer->m;
  if (!regrouped) {
    B.m = add(outer->m, l->m);
    const vec3 half = vec3_scale(mul(constant(0.5), B.m), l->r);
    B.J = sym3_add_both(B.J, vec3_add(B.mc, half), l->r);
    B.mc = vec3_add(B.mc, vec3_scale(B.m, l->r));
  } else {
    B.J = sym3_add_both(B.J, B.mc, l->r);
  }
  return B;
}

// a composite moved along its prismatic joint, back to where the parent has its origin
KERNEL_INLINED void fast_composite_slide(fast_composite *B, real slide)
{
  B->J.zz = add(B->J.zz, mul(slide, add(add(B->mc.z, B->mc.z), mul(B->m, slide))));
  B->J.xz = add(B->J.xz, mul(slide, B->mc.x)), B->J.yz = add(B->J.yz, mul(slide, B->mc.y));
  B->mc.z = add(B->mc.z, mul(B->m, slide));
}

// joint i's own column enters
KERNEL_INLINED void fast_column_enter(fast_inward *s, int i, bool turns)
{
  const fast_composite *B = &s->B;
  if (turns) {
    s->fx[i] = neg(B->mc.y), s->fy[i] = B->mc.x, s->fz[i] = constant(0);
    s->mx[i] = neg(B->J.xz), s->my[i] = neg(B->J.yz), s->mz[i] = add(B->J.xx, B->J.yy);
  } else {
    s->fx[i] = s->fy[i] = constant(0), s->fz[i] = B->m;
    s->mx[i] = B->mc.y, s->my[i] = neg(B->mc.x), s->mz[i] = constant(0);
  }
}

// column j from link i to link i-1
KERNEL_INLINED void fast_column_up(const fast_chain *k, const fast_turns *t, int i, int j, bool turns,
                                   fast_inward *s)
{
  const vec3 r = k->link[i - 1].r;
  const real x = s->fx[j], y = s->fy[j], z = s->fz[j];
  real mx = s->mx[j], my = s->my[j];
  const real mz = s->mz[j];
  if (!turns) mx = sub(mx, mul(k->slide[i], y)), my = add(my, mul(k->slide[i], x));

  const bool flat = turns && j == i;  // a column that has just entered has no force along the axis
  const real fx = sub(mul(t->c[i], x), mul(t->s[i], y));
  const real y_xy = add(mul(t->sc[i], x), mul(t->cc[i], y)), z_xy = add(mul(t->ss[i], x), mul(t->cs[i], y));
  const real fy = flat ? y_xy : sub(y_xy, mul(k->sa[i], z)), fz = flat ? z_xy : add(z_xy, mul(k->ca[i], z));
  s->fx[j] = fx, s->fy[j] = fy, s->fz[j] = fz;
  s->mx[j] = add(sub(mul(t->c[i], mx), mul(t->s[i], my)), sub(mul(r.y, fz), mul(r.z, fy)));
  s->my[j] =
      add(sub(add(mul(t->sc[i], mx), mul(t->cc[i], my)), mul(k->sa[i], mz)), sub(mul(r.z, fx), mul(r.x, fz)));
  s->mz[j] =
      add(add(add(mul(t->ss[i], mx), mul(t->cs[i], my)), mul(k->ca[i], mz)), sub(mul(r.x, fy), mul(r.y, fx)));
}

KERNEL_INLINED void fast_inward_begin(const fast_chain *k, int n, fast_inward *s)
{
  s->B.m = k->link[n - 1].m, s->B.mc = k->link[n - 1].mc, s->B.J = k->link[n - 1].J;
}

// Row i of M, from its diagonal on; then everything from link i to link i-1.
KERNEL_INLINED void fast_inward_row(int n, int i, bool turns, fast_inward *s, real row[])
{
  fast_column_enter(s, i, turns);
  FOR_LINKS(n, int j = i; j < n; j++, row[j] = turns ? s->mz[j] : s->fz[j])
}
KERNEL_INLINED void fast_inward_step(const fast_chain *k, const fast_turns *t, int n, int i, bool regrouped,
                                     bool turns, fast_inward *s)
{
  if (!turns) fast_composite_slide(&s->B, k->slide[i]);
  s->B = fast_composite_inward(k, t, i - 1, regrouped, &s->B);
  FOR_LINKS(n, int j = i; j < n; j++, fast_column_up(k, t, i, j, turns, s))
}

/* Row 1 from what has come to link 2, regrouped links, n ≥ 2: of the last step inward only moments about axis 1 are
 * wanted. Its diagonal is J_xx + J_yy of the whole arm: the trace less the part along the axis, moved by r. */
KERNEL_INLINED void fast_inward_first_row(const fast_chain *k, const fast_turns *t, int n,
                                          const fast_inward *s, real row[])
{
  const fast_link *l = &k->link[0];
  const fast_composite *B = &s->B;
  FOR_LINKS(n, int j = 1; j < n; j++, {
    const real fx = sub(mul(t->c[1], s->fx[j]), mul(t->s[1], s->fy[j]));
    const real fy_xy = add(mul(t->sc[1], s->fx[j]), mul(t->cc[1], s->fy[j]));
    const real fy = j == 1 ? fy_xy : sub(fy_xy, mul(k->sa[1], s->fz[j]));
    row[j] = add(add(add(mul(t->ss[1], s->mx[j]), mul(t->cs[1], s->my[j])), mul(k->ca[1], s->mz[j])),
                 sub(mul(l->r.x, fy), mul(l->r.y, fx)));
  })
  const vec3 z = vec3_make(t->ss[1], t->cs[1], k->ca[1]);
  const real along = vec3_dot(z, sym3_mul(B->J, z)), trace = add(add(B->J.xx, B->J.yy), B->J.zz);
  const real mx = add(l->mc.x, sub(mul(t->c[1], B->mc.x), mul(t->s[1], B->mc.y)));
  const real my =
      sub(add(add(l->mc.y, mul(t->sc[1], B->mc.x)), mul(t->cc[1], B->mc.y)), mul(k->sa[1], B->mc.z));
  const real moved = add(mul(mx, l->r.x), mul(my, l->r.y));
  row[0] = add(add(sub(trace, along), add(l->J.xx, l->J.yy)), add(moved, moved));
}

// Row i of M, and on to link i-1.
KERNEL_INLINED void fast_inward_next(const fast_chain *k, const fast_turns *t, int n, int i, bool regrouped,
                                     fast_inward *s, real row[])
{
  if (regrouped && i == 0 && n > 1) {
    fast_inward_first_row(k, t, n, s, row);
    return;
  }
  const bool turns = regrouped || k->arm[i].joint == JOINT_REVOLUTE;
  fast_inward_row(n, i, turns, s, row);
  if (i > (regrouped ? 1 : 0)) fast_inward_step(k, t, n, i, regrouped, turns, s);
}

/* M, both triangles. regrouped: every joint is revolute. */
KERNEL_INLINED void fast_mass_matrix(fast_chain *k, const fast_scratch *to, int n, bool regrouped,
                                     const real q[], real M[])
{
  fast_inward s;
  fast_chain_turn(k, n, q, &to->turns);
  fast_inward_begin(k, n, &s);
  FOR_LINKS(n, int i = n - 1; i >= 0; i--, {
    fast_inward_next(k, &to->turns, n, i, regrouped, &s, &M[i * n]);
    FOR_LINKS(n, int j = i + 1; j < n; j++, M[j * n + i] = M[i * n + j])
  })
}

/* Row i of M = U D Uᵀ, from its diagonal on, eliminated by the rows outside of it:
 *   e_ik = m_ik − Σ_{j>k} e_ij u_kj,  u_ik = e_ik/d_k,  d_i = e_ii,  y_i = b_i − Σ_{k>i} u_ik y_k.
 * u: column k has u_ik in u[k][i]. */
KERNEL_INLINED void fast_eliminate(int n, int i, real row[], real u[][COLUMNS_MOST], const real inverse[],
                                   real y[])
{
  FOR_LINKS(n, int k = n - 1; k > i; k--, {
    const real e = row[k];
    u[k][i] = mul(e, inverse[k]);
    FOR_LINKS(n, int j = i; j < k; j++, row[j] = sub(row[j], mul(e, u[k][j])))
    y[i] = sub(y[i], mul(u[k][i], y[k]));
  })
}

/* qdd and the n pivots of the elimination, to be judged outside. `added` (n×n, symmetric; NULL: nothing) is inertia
 * beside the links', of rotors that spin in the base. regrouped: every joint is revolute, and the base does not turn. */
KERNEL_INLINED void fast_forward_dynamics(fast_chain *k, const fast_scratch *to, int n, bool regrouped,
                                          const real q[], const real qd[], const real tau[],
                                          const real added[], real qdd[], real pivot[])
{
  real u[COLUMNS_MOST][COLUMNS_MOST], inverse[COLUMNS_MOST], y[COLUMNS_MOST];
  fast_inward s;
  fast_chain_turn(k, n, q, &to->turns);
  if (regrouped) fast_newton_euler_revolute_turned(k, n, qd, NULL, NULL, y, to);
  else fast_newton_euler_any_turned(k, n, qd, NULL, NULL, y, to);
  FOR_LINKS(n, int i = 0; i < n; i++, y[i] = sub(tau[i], y[i]))

  fast_inward_begin(k, n, &s);
  FOR_LINKS(n, int i = n - 1; i >= 0; i--, {
    real row[COLUMNS_MOST];
    fast_inward_next(k, &to->turns, n, i, regrouped, &s, row);
    if (RARELY(added)) {
      FOR_LINKS(n, int j = i; j < n; j++, row[j] = add(row[j], added[i * n + j]))
    }
    fast_eliminate(n, i, row, u, inverse, y);
    pivot[i] = row[i];
    inverse[i] = divide(constant(1), row[i]);
  })

  // D Uᵀ x = y, outward
  FOR_LINKS(n, int i = 0; i < n; i++, {
    real x = mul(y[i], inverse[i]);
    FOR_LINKS(n, int j = 0; j < i; j++, x = sub(x, mul(u[i][j], qdd[j])))
    qdd[i] = x;
  })
}

#endif
