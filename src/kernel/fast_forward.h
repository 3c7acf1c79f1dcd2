/* The mass matrix and forward dynamics of a short arm, as fast as we know how: composite bodies on the fast
 * table (kernel/fast_newton_euler.h), all columns of M and the bias handed down the arm at once.
 *
 * Going inward, link i has a composite body (links i…n welded) whose column is the wrench that accelerates it about
 * joint i by one. What then happens to the columns i…n and to the bias is the same change of frame: they are lanes of
 * one or a few groups, column i entering at link i, and their components along joint j are row j of M, upper triangle, with
 * −bias_j beside it. On regrouped links of a revolute chain the composites have no mass left, only first and second
 * moments.
 * Forward dynamics eliminates from the last joint on, M = U D Uᵀ, each row as soon as it is there: a row needs only those
 * outside of it, so that the divisions hide behind the columns that are still on their way. */
#ifndef ULNA_KERNEL_FAST_FORWARD_H
#define ULNA_KERNEL_FAST_FORWARD_H

#include "kernel/fast_newton_euler.h"

// Joints an arm may have here; with the bias there is one column more.
enum { COLUMNS_MOST = 15, COLUMN_GROUPS = COLUMNS_MOST / GROUP + 1, COLUMNS_ROOM = COLUMN_GROUPS * GROUP };
// The mass matrix alone needs memory for columns only; for lanes that is much.
enum {
  MASS_MOST = IS_LARGE ? COLUMNS_MOST : 63,
  MASS_GROUPS = MASS_MOST / GROUP + 1,
  MASS_ROOM = MASS_GROUPS * GROUP
};

// Numbers before and behind inertia that is added (see fast_forward_dynamics); the same for every kind, whatever its groups are.
enum { ADDED_ROOM = 3 };

/* Links i…n welded: mass, first and second moment about origin i. */
typedef struct {
  real m;
  vec3 mc;
  sym3 J;
} fast_composite;

// Forces and moments at a link's origin, GROUP columns side by side.
typedef struct {
  column_group fx, fy, fz, mx, my, mz;
} fast_columns;

/* Columns stand at the end of their groups, so that those that come in last, which are carried through the fewest links, have the
 * group that is not full: column j is in slot fast_lead + j. With the bias there is one column more, in the last slot. */
KERNEL_INLINED int fast_groups(int n, bool biased)
{
  return (int)((unsigned)(n + (biased ? 1 : 0) + GROUP - 1) / GROUP);
}
KERNEL_INLINED int fast_lead(int n, bool biased)
{
  return GROUP * fast_groups(n, biased) - n - (biased ? 1 : 0);
}

// R J Rᵀ
KERNEL_INLINED sym3 fast_up_sym3(const fast_chain *k, const fast_turns *t, int i, sym3 J)
{
  const turn_squares turn = turn_squares_of(t->c[i], t->s[i]);
  const fast_twist_kind kind = fast_twist_at(k, i);
  if (kind == TWIST_ANY) return sym3_up(J, t->c[i], t->s[i], &turn, k->ca[i], k->sa[i], &k->twist[i]);
  const sym3 T = sym3_turn_z_by(J, t->c[i], t->s[i], &turn);
  if (kind == TWIST_NONE) return T;
  const bool back = kind == TWIST_BACK;  // y' = ∓z, z' = ±y
  const sym3 S = {T.xx, T.zz, T.yy, back ? T.xz : neg(T.xz), back ? neg(T.xy) : T.xy, neg(T.yz)};
  return S;
}

/* Composite i from composite i+1: changed to link i's axes, link i's own added about the same point (its far end),
 * then all seen from origin i. massive: link i or one outside of it slides, else all mass is regrouped away. */
KERNEL_INLINED fast_composite fast_composite_inward(const fast_chain *k, const fast_turns *t, int i,
                                                    bool massive, const fast_composite *outer)
{
  const fast_link *l = &k->link[i];
  fast_composite B;
  B.J = sym3_add(fast_up_sym3(k, t, i + 1, outer->J), l->J);
  B.mc = fast_up_add(k, t, i + 1, l->mc, outer->mc);
  B.m = outer->m;
  if (massive) {
    B.m = add(outer->m, l->m);
    const vec3 half = vec3_scale(mul(constant(0.5), B.m), l->r);
    B.J = sym3_add_pair(B.J, l->r, vec3_add(B.mc, half));
    B.mc = vec3_add(B.mc, vec3_scale(B.m, l->r));
  } else {
    B.J = sym3_add_pair(B.J, l->r, B.mc);
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
KERNEL_INLINED void fast_column_enter(const fast_composite *B, fast_columns *c, int lane, bool turns)
{
  const real zero = constant(0);
  group_put(&c->fx, lane, turns ? neg(B->mc.y) : zero);
  group_put(&c->fy, lane, turns ? B->mc.x : zero);
  group_put(&c->fz, lane, turns ? zero : B->m);
  group_put(&c->mx, lane, turns ? neg(B->J.xz) : B->mc.y);
  group_put(&c->my, lane, turns ? neg(B->J.yz) : neg(B->mc.x));
  group_put(&c->mz, lane, turns ? add(B->J.xx, B->J.yy) : zero);
}

// link i's components to link i-1's
KERNEL_INLINED void fast_group_up(const fast_chain *k, const fast_turns *t, int i, column_group *x,
                                  column_group *y, column_group *z)
{
  const fast_twist_kind kind = fast_twist_at(k, i);
  const column_group up_x = group_sub(group_scale(t->c[i], *x), group_scale(t->s[i], *y));
  if (kind != TWIST_ANY) {
    const column_group across = group_add(group_scale(t->s[i], *x), group_scale(t->c[i], *y)), along = *z;
    *x = up_x;
    if (kind == TWIST_NONE) *y = across;
    else if (kind == TWIST_SQUARE) *y = group_sub(group_none(), along), *z = across;
    else *y = along, *z = group_sub(group_none(), across);
    return;
  }
  if (TWISTS_APART) {
    const column_group across = group_add(group_scale(t->s[i], *x), group_scale(t->c[i], *y)), along = *z;
    *x = up_x, *y = group_sub(group_scale(k->ca[i], across), group_scale(k->sa[i], along));
    *z = group_add(group_scale(k->sa[i], across), group_scale(k->ca[i], along));
    return;
  }
  const column_group up_y =
      group_sub(group_add(group_scale(t->sc[i], *x), group_scale(t->cc[i], *y)), group_scale(k->sa[i], *z));
  *z = group_add(group_add(group_scale(t->ss[i], *x), group_scale(t->cs[i], *y)), group_scale(k->ca[i], *z));
  *x = up_x, *y = up_y;
}

// Less the bias that link i-1 adds in its lane; NULL: not the group that has it.
typedef struct {
  column_group unit;  // 1 in the lane of the bias
  const vec3 *F, *N;
} fast_bias;

KERNEL_INLINED void fast_columns_less_bias(const fast_bias *bias, int i, fast_columns *c)
{
  const vec3 F = bias->F[i], N = bias->N[i];
  c->fx = group_sub(c->fx, group_scale(F.x, bias->unit));
  c->fy = group_sub(c->fy, group_scale(F.y, bias->unit));
  c->fz = group_sub(c->fz, group_scale(F.z, bias->unit));
  c->mx = group_sub(c->mx, group_scale(N.x, bias->unit));
  c->my = group_sub(c->my, group_scale(N.y, bias->unit));
  c->mz = group_sub(c->mz, group_scale(N.z, bias->unit));
}

// from the origin of link i, which slides, back to where the parent has it
KERNEL_INLINED void fast_columns_slide(const fast_chain *k, int i, fast_columns *c)
{
  c->mx = group_sub(c->mx, group_scale(k->slide[i], c->fy));
  c->my = group_add(c->my, group_scale(k->slide[i], c->fx));
}

// from link i to link i-1
KERNEL_INLINED void fast_columns_up(const fast_chain *k, const fast_turns *t, int i, bool turns,
                                    const fast_bias *bias, fast_columns *c)
{
  const vec3 r = k->link[i - 1].r;
  if (!turns) fast_columns_slide(k, i, c);
  fast_group_up(k, t, i, &c->fx, &c->fy, &c->fz);
  fast_group_up(k, t, i, &c->mx, &c->my, &c->mz);
  if (bias) fast_columns_less_bias(bias, i - 1, c);
  if (fast_skips(k, i - 1)) {
    const fast_shape *has = &k->shape[i - 1];
    if (has->x)
      c->my = group_sub(c->my, group_scale(r.x, c->fz)), c->mz = group_add(c->mz, group_scale(r.x, c->fy));
    if (has->y)
      c->mz = group_sub(c->mz, group_scale(r.y, c->fx)), c->mx = group_add(c->mx, group_scale(r.y, c->fz));
    if (has->z)
      c->mx = group_sub(c->mx, group_scale(r.z, c->fy)), c->my = group_add(c->my, group_scale(r.z, c->fx));
    return;
  }
  c->mx = group_sub(group_add(c->mx, group_scale(r.y, c->fz)), group_scale(r.z, c->fy));
  c->my = group_sub(group_add(c->my, group_scale(r.z, c->fx)), group_scale(r.x, c->fz));
  c->mz = group_sub(group_add(c->mz, group_scale(r.x, c->fy)), group_scale(r.y, c->fx));
}

// The same where only moments about axis 1 are wanted.
KERNEL_INLINED column_group fast_columns_about_first(const fast_chain *k, const fast_turns *t,
                                                     const fast_columns *c)
{
  const vec3 r = k->link[0].r;
  const column_group fx = group_sub(group_scale(t->c[1], c->fx), group_scale(t->s[1], c->fy));
  if (TWISTS_APART) {
    const column_group across = group_add(group_scale(t->s[1], c->fx), group_scale(t->c[1], c->fy));
    const column_group about = group_add(group_scale(t->s[1], c->mx), group_scale(t->c[1], c->my));
    const column_group y = group_sub(group_scale(k->ca[1], across), group_scale(k->sa[1], c->fz));
    const column_group z = group_add(group_scale(k->sa[1], about), group_scale(k->ca[1], c->mz));
    return group_sub(group_add(z, group_scale(r.x, y)), group_scale(r.y, fx));
  }
  const column_group fy = group_sub(group_add(group_scale(t->sc[1], c->fx), group_scale(t->cc[1], c->fy)),
                                    group_scale(k->sa[1], c->fz));
  const column_group mz = group_add(group_add(group_scale(t->ss[1], c->mx), group_scale(t->cs[1], c->my)),
                                    group_scale(k->ca[1], c->mz));
  return group_sub(group_add(mz, group_scale(r.x, fy)), group_scale(r.y, fx));
}

/* J_xx + J_yy of the whole arm about axis 1, which turns: the trace less the part along the axis, moved by r. */
KERNEL_INLINED real fast_first_inertia(const fast_chain *k, const fast_turns *t, bool massive,
                                       const fast_composite *B)
{
  const fast_link *l = &k->link[0];
  const turn_squares *w = &k->twist[1];
  const real c = t->c[1], s = t->s[1], sc = mul(s, c);
  const real D = sub(B->J.xx, B->J.yy), h = add(mul(mul(s, s), D), mul(add(sc, sc), B->J.xy));
  const real yy = add(B->J.yy, h), yz = add(mul(s, B->J.xz), mul(c, B->J.yz));
  const real g = add(mul(w->ss, sub(yy, B->J.zz)), mul(w->sc2, yz));  // the axis' part is J_zz + g
  const real mx = add(l->mc.x, sub(mul(c, B->mc.x), mul(s, B->mc.y)));
  const real my = TWISTS_APART ? fast_up_add(k, t, 1, l->mc, B->mc).y
                               : sub(add(add(l->mc.y, mul(t->sc[1], B->mc.x)), mul(t->cc[1], B->mc.y)),
                                     mul(k->sa[1], B->mc.z));
  const real moved = add(mul(mx, l->r.x), mul(my, l->r.y));
  const real sum = add(add(sub(add(B->J.xx, B->J.yy), g), add(l->J.xx, l->J.yy)), add(moved, moved));
  return massive ? add(sum, mul(B->m, add(mul(l->r.x, l->r.x), mul(l->r.y, l->r.y)))) : sum;
}

// What the hand and the last link's motion take is the bias to begin with; bias NULL: none is wanted.
KERNEL_INLINED void fast_inward_begin(const fast_chain *k, int n, const fast_bias *bias, fast_composite *B,
                                      fast_columns c[])
{
  const int groups = fast_groups(n, bias != NULL);
  B->m = k->link[n - 1].m, B->mc = k->link[n - 1].mc, B->J = k->link[n - 1].J;
  FOR_LINKS(n, int b = 0; b < groups;
            b++, { c[b].fx = c[b].fy = c[b].fz = c[b].mx = c[b].my = c[b].mz = group_none(); })
  if (!bias) return;
  fast_columns *with = &c[groups - 1];
  const vec3 f = vec3_neg(k->tip.f), m = vec3_neg(k->tip.n);
  with->fx = group_scale(f.x, bias->unit), with->fy = group_scale(f.y, bias->unit);
  with->fz = group_scale(f.z, bias->unit), with->mx = group_scale(m.x, bias->unit);
  with->my = group_scale(m.y, bias->unit), with->mz = group_scale(m.z, bias->unit);
  fast_columns_less_bias(bias, n - 1, with);
}

/* Row i of M, from its diagonal on, −bias_i behind it; then everything from link i to link i-1. The row's groups are written
 * whole: there is room for fast_lead numbers before it. */
KERNEL_INLINED void fast_inward_next(const fast_chain *k, const fast_turns *t, int n, int i, bool revolute,
                                     const fast_bias *bias, fast_composite *B, fast_columns c[], real row[])
{
  const int groups = fast_groups(n, bias != NULL), lead = fast_lead(n, bias != NULL);
  const int own = (int)((unsigned)(i + lead) / GROUP), lane = (int)((unsigned)(i + lead) % GROUP);
  const bool about_first = n > 1 && (revolute || k->arm[0].joint == JOINT_REVOLUTE);
  if (about_first && i == 0) {
    FOR_LINKS(n, int b = 0; b < groups; b++, {
      column_group first = fast_columns_about_first(k, t, &c[b]);
      if (bias && b == groups - 1) first = group_sub(first, group_scale(bias->N[0].z, bias->unit));
      group_store_all(first, &row[GROUP * b - lead]);
    })
    row[0] = fast_first_inertia(k, t, !revolute, B);
    return;
  }
  const bool turns = revolute || k->arm[i].joint == JOINT_REVOLUTE;
  fast_column_enter(B, &c[own], lane, turns);
  FOR_LINKS(n, int b = own; b < groups;
            b++, group_store_all(turns ? c[b].mz : c[b].fz, &row[GROUP * b - lead]))
  if (i == 0) return;
  if (!turns) fast_composite_slide(B, k->slide[i]);
  if (about_first && i == 1) {
    if (!turns) {
      FOR_LINKS(n, int b = 0; b < groups; b++, fast_columns_slide(k, 1, &c[b]))
    }
    return;
  }
  *B = fast_composite_inward(k, t, i - 1, !revolute, B);
  FOR_LINKS(n, int b = own; b < groups;
            b++, fast_columns_up(k, t, i, turns, b == groups - 1 ? bias : NULL, &c[b]))
}

/* M, both triangles, n ≤ MASS_MOST. revolute: every joint is. */
KERNEL_INLINED void fast_mass_matrix(fast_chain *k, const fast_scratch *to, int n, bool revolute,
                                     const real q[], real M[])
{
  const int lead = fast_lead(n, false);
  fast_composite B;
  fast_columns c[MASS_GROUPS];
  fast_chain_turn(k, n, revolute, q, &to->turns);
  fast_inward_begin(k, n, NULL, &B, c);
  FOR_LINKS(n, int own = fast_groups(n, false) - 1; own >= 0; own--, {
    UNROLLED for (int lane = GROUP - 1; lane >= 0; lane--)
    {
      const int i = GROUP * own + lane - lead;
      real apart[MASS_ROOM];
      // What a row has before its diagonal goes into the lower triangle and into the row before it, which are filled
      // afterwards; before the first row there is nothing, so it is made apart.
      const bool fits = i > 0 || lead == 0;
      real *row = fits ? &M[i * n] : &apart[lead];
      if (i < 0) continue;
      fast_inward_next(k, &to->turns, n, i, revolute, NULL, &B, c, row);
      if (!fits) {  // row 0
        FOR_LINKS(n, int j = 0; j < GROUP - lead; j++, M[j] = row[j])
        FOR_LINKS(n, int j = GROUP - lead; j < n; j += GROUP, group_store_all(group_load(&row[j]), &M[j]))
      }
      FOR_LINKS(n, int j = i + 1; j < n; j++, M[j * n + i] = row[j])
    }
  })
}

/* Row i of M = U D Uᵀ, from its diagonal on, eliminated by the rows outside of it:
 *   e_ik = m_ik − Σ_{j>k} e_ij u_kj,  u_ik = e_ik/d_k,  d_i = e_ii,  y_i = b_i − Σ_{k>i} u_ik y_k.
 * u: column k has u_ik in u[k][i]. */
KERNEL_INLINED void fast_eliminate(int n, int i, real row[], real u[][COLUMNS_MOST], const real inverse[],
                                   real y[])
{
  real r[COLUMNS_MOST];
  FOR_LINKS(n, int j = i; j < n; j++, r[j] = group_number(&row[j]))
  FOR_LINKS(n, int k = n - 1; k > i; k--, {
    const real e = r[k];
    u[k][i] = mul(e, inverse[k]);
    FOR_LINKS(n, int j = i; j < k; j++, r[j] = sub(r[j], mul(e, u[k][j])))
    y[i] = sub(y[i], mul(u[k][i], y[k]));
  })
  row[i] = r[i];
}

/* The same for all rows after one another, for arms of any length. e: lower triangle, row k up to its diagonal, whole groups, so that
 * what is written and read again has one width; what lies behind a diagonal is computed with and not used. y: right-hand sides,
 * whole groups too. In the end row k of e has column k of U, and z the eliminated right-hand sides. */
KERNEL_INLINED void fast_eliminate_all(int n, real e[][COLUMNS_ROOM], real inverse[], real pivot[], real y[],
                                       real z[])
{
  for (int k = n - 1; k >= 0; k--) {
    const int groups = (int)((unsigned)(k + GROUP - 1) / GROUP);  // those before the diagonal
    real *const own = e[k];
    column_group u[COLUMN_GROUPS];
    pivot[k] = own[k], z[k] = y[k];
    inverse[k] = divide(constant(1), own[k]);
    for (int b = 0; b < groups; b++) {
      u[b] = group_scale(inverse[k], group_load(&own[GROUP * b]));
      group_store_all(group_sub(group_load(&y[GROUP * b]), group_scale(z[k], u[b])), &y[GROUP * b]);
    }
    for (int i = k - 1; i >= 0; i--) {
      const real factor = own[i];
      for (int b = 0; b <= i / GROUP; b++) {
        real *const at = &e[i][GROUP * b];
        group_store_all(group_sub(group_load(at), group_scale(factor, u[b])), at);
      }
    }
    for (int b = 0; b < groups; b++) group_store_all(u[b], &own[GROUP * b]);
  }
}

/* qdd and the n pivots of the elimination, to be judged outside. `added` (n×n, symmetric; NULL: nothing) is inertia
 * beside the links', of rotors that spin in the base. It is read by whole groups: there are ADDED_ROOM numbers before and
 * behind it that may be read, and mean nothing. revolute: every joint is; turning: the base may turn. */
KERNEL_INLINED void fast_forward_dynamics(fast_chain *k, const fast_scratch *to, int n, bool revolute,
                                          bool turning, const real q[], const real qd[], const real tau[],
                                          const real added[], real qdd[], real pivot[])
{
  const bool at_once = IS_FIXED(n);  // each row as soon as it is there
  const int lead = fast_lead(n, true);
  real e[COLUMNS_MOST][COLUMNS_ROOM], u[COLUMNS_MOST][COLUMNS_MOST], inverse[COLUMNS_MOST], y[COLUMNS_ROOM];
  fast_composite B;
  fast_columns c[COLUMN_GROUPS];
  fast_chain_turn(k, n, revolute, q, &to->turns);
  fast_bias bias = {group_none(), to->F, to->N};
  group_put(&bias.unit, GROUP - 1, constant(1));
  if (revolute) fast_outward_revolute(k, n, turning, qd, NULL, NULL, to);
  else fast_outward_any(k, n, turning, qd, NULL, NULL, to);

  fast_inward_begin(k, n, &bias, &B, c);
  for (int i = 0; i < n && !at_once; i++) {
    group_store_all(group_none(), &e[i][i / GROUP * GROUP]);
    if (i % GROUP == 0) group_store_all(group_none(), &y[i]);
  }
  FOR_LINKS(n, int own = fast_groups(n, true) - 1; own >= 0; own--, {
    UNROLLED for (int lane = GROUP - 1; lane >= 0; lane--)
    {
      const int i = GROUP * own + lane - lead;
      if (i >= n || i < 0) continue;
      real apart[COLUMNS_ROOM];
      real *row = at_once ? &e[i][lead] : &apart[lead];
      fast_inward_next(k, &to->turns, n, i, revolute, &bias, &B, c, row);
      y[i] = add(tau[i], row[n]);
      if (RARELY(added)) {
        FOR_LINKS(n, int b = own; GROUP * b - lead < n; b++, {
          real *const at = &row[GROUP * b - lead];
          group_store_all(group_add(group_load(at), group_load(&added[i * n + GROUP * b - lead])), at);
        })
      }
      if (!at_once) {
        for (int j = i; j < n; j++) e[j][i] = row[j];
        continue;
      }
      fast_eliminate(n, i, row, u, inverse, y);
      pivot[i] = row[i];
      inverse[i] = divide(constant(1), row[i]);
    }
  })
  if (!at_once) {
    real z[COLUMNS_MOST];
    fast_eliminate_all(n, e, inverse, pivot, y, z);
    for (int i = 0; i < n; i++) {
      real x = mul(z[i], inverse[i]);
      for (int j = 0; j < i; j++) x = sub(x, mul(e[i][j], qdd[j]));
      qdd[i] = x;
    }
    return;
  }

  // D Uᵀ x = y, outward
  FOR_LINKS(n, int i = 0; i < n; i++, {
    real x = mul(y[i], inverse[i]);
    FOR_LINKS(n, int j = 0; j < i; j++, x = sub(x, mul(u[i][j], qdd[j])))
    qdd[i] = x;
  })
}

#endif
