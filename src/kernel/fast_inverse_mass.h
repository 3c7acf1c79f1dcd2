/* The inverse of a short arm's mass matrix: rows of M by composite bodies, eliminated on the way (kernel/fast_forward.h).
 *
 * M = U D Uᵀ with U unit upper triangular; with V = U⁻¹
 *   v_kj = −(u_kj + Σ_{k<m<j} v_km u_mj),   (M⁻¹)_ij = Σ_{k≤i} v_ki v_kj/d_k,  i ≤ j.
 * That has the fewest operations; code for one arm is made of it. Where numbers go side by side the matrix is made first and inverted
 * in place, whole rows at a time: twice the operations cost less than short sums.
 * Plain text of the same: kernel/composite.h and kernel/udut.h. */
#ifndef ULNA_KERNEL_FAST_INVERSE_MASS_H
#define ULNA_KERNEL_FAST_INVERSE_MASS_H

#include "kernel/fast_forward.h"

/* X = M⁻¹, both triangles, and the n pivots, to be judged outside. regrouped: every joint is revolute. */
KERNEL_INLINED void fast_inverse_mass(fast_chain *k, const fast_scratch *to, int n, bool regrouped,
                                      const real q[], real X[], real pivot[])
{
  real u[COLUMNS_MOST][COLUMNS_MOST], v[COLUMNS_MOST][COLUMNS_MOST], inverse[COLUMNS_MOST],
      none[COLUMNS_MOST];
  fast_composite B;
  fast_columns c[COLUMN_GROUPS];
  fast_chain_turn(k, n, regrouped, q, &to->turns);
  fast_inward_begin(k, n, NULL, &B, c);
  const int lead = fast_lead(n, false);
  FOR_LINKS(n, int own = fast_groups(n, false) - 1; own >= 0; own--, {
    UNROLLED for (int lane = GROUP - 1; lane >= 0; lane--)
    {
      const int i = GROUP * own + lane - lead;
      real room[COLUMNS_ROOM];
      real *const row = &room[lead];
      if (i < 0) continue;
      none[i] = constant(0);
      fast_inward_next(k, &to->turns, n, i, regrouped, NULL, &B, c, row);
      fast_eliminate(n, i, row, u, inverse, none);
      pivot[i] = row[i];
      inverse[i] = divide(constant(1), row[i]);
    }
  })

  // V, and what row k of it gives to every element
  FOR_LINKS(n, int i = 0; i < n; i++, {
    v[i][i] = constant(1);
    FOR_LINKS(n, int j = i + 1; j < n; j++, {
      real sum = u[j][i];
      FOR_LINKS(n, int m = i + 1; m < j; m++, sum = add(sum, mul(v[i][m], u[j][m])))
      v[i][j] = neg(sum);
    })
  })
  FOR_LINKS(n, int i = 0; i < n; i++, {
    FOR_LINKS(n, int j = i; j < n; j++, {
      real sum = constant(0);
      FOR_LINKS(n, int m = 0; m <= i; m++, sum = add(sum, mul(mul(v[m][i], inverse[m]), v[m][j])))
      X[i * n + j] = X[j * n + i] = sum;
    })
  })
}

// a number of a group
KERNEL_INLINED real group_at(column_group a, int column)
{
  real at[GROUP];
  group_store_all(a, at);
  return at[column];
}

/* fast_invert (below) for an n that is known, INVERT_MOST at most: rows in groups that stay in registers, from that of the diagonal
 * on. Column j is in slot lead + j, and column n in the last one, as in the mass matrix (fast_lead); the first column, where it
 * would have a group for itself, is not kept.
 * Loops have bounds that are known before those around them are unrolled, and clang keeps the groups in registers.
 * What is not kept is a_ip = a_pi, or −a_pi where one of i and p has been a pivot. In the end the upper triangle is copied to the
 * lower one, so that both are alike to the last bit. */
enum { INVERT_MOST = 12, INVERT_GROUPS = (INVERT_MOST + GROUP - 1) / GROUP };
typedef struct {
  int n, first, lead, groups;  // first: of the columns that are kept
} fast_invert_shape;

KERNEL_INLINED fast_invert_shape fast_invert_shape_of(int n)
{
  const int over = fast_lead(n, false), first = n > 1 && GROUP > 1 && over == GROUP - 1 ? 1 : 0;
  const int lead = first ? -1 : over;
  const fast_invert_shape s = {n, first, lead, (n + lead) / GROUP};
  return s;
}
// the group that column j is in, and the first one that row j has
KERNEL_INLINED int fast_invert_group(fast_invert_shape s, int j)
{
  return j < s.first ? 0 : (j + s.lead) / GROUP;
}
KERNEL_INLINED int fast_invert_lane(fast_invert_shape s, int j)
{
  return j < s.first ? 0 : (j + s.lead) % GROUP;
}

KERNEL_INLINED void fast_invert_load(fast_invert_shape s, const real A[], column_group a[][INVERT_GROUPS])
{
  UNROLLED for (int i = 0; i < s.n; i++)
  {
    const int from = fast_invert_group(s, i), whole = s.lead > 0 && from == 0 ? 1 : from;
    UNROLLED for (int b = 0; b < s.groups; b++)
    {
      if (b >= whole) a[i][b] = group_load(&A[i * s.n + GROUP * b - s.lead]);
    }
    if (whole == from) continue;
    if (i == 0) {  // there is nothing before it
      a[i][0] = group_none();
      UNROLLED for (int c = 0; c < GROUP; c++)
      {
        if (c >= s.lead) a[i][0] = group_with(a[i][0], c, A[c - s.lead]);
      }
    } else {
      a[i][0] = group_load(&A[i * s.n - s.lead]);
      UNROLLED for (int c = 0; c < GROUP; c++)
      {
        if (c < s.lead) a[i][0] = group_without(a[i][0], c);
      }
    }
  }
}

KERNEL_INLINED void fast_invert_store(fast_invert_shape s, column_group a[][INVERT_GROUPS], real corner,
                                      real A[])
{
  const int n = s.n;
  UNROLLED for (int i = 0; i < n; i++)
  {
    const int from = fast_invert_group(s, i), whole = s.lead > 0 && from == 0 ? 1 : from;
    UNROLLED for (int b = 0; b < s.groups; b++)
    {
      if (b >= whole) group_store_all(a[i][b], &A[i * n + GROUP * b - s.lead]);
    }
    UNROLLED for (int c = 0; c < GROUP; c++)
    {
      if (whole != from && c >= s.lead) A[i * n + c - s.lead] = group_at(a[i][0], c);
    }
  }
  UNROLLED for (int i = 1; i < n; i++)
  {
    UNROLLED for (int j = 0; j < n; j++)
    {
      if (j < i) A[i * n + j] = A[j * n + i];
    }
  }
  if (s.first) A[0] = corner;
}

// The matrix on its way; next: the pivot that comes next; corner: a_00 where column 0 is not kept.
typedef struct {
  column_group a[INVERT_MOST][INVERT_GROUPS];
  real next, corner;
} fast_inverting;

KERNEL_INLINED void fast_invert_pivot(fast_invert_shape s, int p, fast_inverting *at, real pivot[])
{
  if (p >= s.n) return;
  column_group(*const a)[INVERT_GROUPS] = at->a;
  const bool kept = p >= s.first;
  const int n = s.n, own = fast_invert_group(s, p), lane = fast_invert_lane(s, p);
  const real inverse = divide(constant(1), at->next);
  pivot[p] = at->next;
  real f[INVERT_MOST];  // a_pi
  UNROLLED for (int i = n - 1; i >= 0; i--)
  {
    const int there = fast_invert_group(s, i);
    if (i == p) continue;
    f[i] = there < own || i < s.first ? group_at(a[i][own], lane)
                                      : group_at(a[p][there], fast_invert_lane(s, i));
  }
  if (p > s.first) {  // the next pivot before all else
    const real now = group_at(a[p - 1][fast_invert_group(s, p - 1)], fast_invert_lane(s, p - 1));
    at->next = sub(now, mul(inverse, mul(f[p - 1], f[p - 1])));
  }
  if (s.first && p > 0) at->corner = sub(at->corner, mul(inverse, mul(f[0], f[0])));
  if (p == s.first) at->next = at->corner;

  column_group row[INVERT_GROUPS];  // with 1 for a_pp
  UNROLLED for (int b = 0; b < s.groups; b++)
  {
    row[b] = b < own ? group_none() : a[p][b];
    UNROLLED for (int c = 0; c < GROUP; c++)
    {
      if (b < own && GROUP * b + c >= s.lead) row[b] = group_with(row[b], c, f[GROUP * b + c - s.lead]);
    }
  }
  if (kept) row[own] = group_add(group_without(row[own], lane), group_one(lane, constant(1)));
  UNROLLED for (int b = 0; b < s.groups; b++) row[b] = group_scale(inverse, row[b]);
  UNROLLED for (int i = 0; i < n; i++)
  {
    const int from = fast_invert_group(s, i);
    if (i == p) continue;
    if (kept && from <= own) a[i][own] = group_without(a[i][own], lane);
    UNROLLED for (int b = 0; b < s.groups; b++)
    {
      const column_group less = group_scale(f[i], row[b]);
      if (b >= from) a[i][b] = i < p ? group_sub(a[i][b], less) : group_add(a[i][b], less);
    }
  }
  UNROLLED for (int b = 0; b < s.groups; b++)
  {
    if (b >= own) a[p][b] = row[b];
  }
  if (!kept) at->corner = inverse;
}

KERNEL_INLINED void fast_invert_known(int n, real A[], real pivot[])
{
  const fast_invert_shape s = fast_invert_shape_of(n);
  fast_inverting at;
  fast_invert_load(s, A, at.a);
  at.next = A[n * n - 1], at.corner = A[0];
  // one by one, for a compiler may leave a loop this large
  fast_invert_pivot(s, 11, &at, pivot), fast_invert_pivot(s, 10, &at, pivot),
      fast_invert_pivot(s, 9, &at, pivot);
  fast_invert_pivot(s, 8, &at, pivot), fast_invert_pivot(s, 7, &at, pivot),
      fast_invert_pivot(s, 6, &at, pivot);
  fast_invert_pivot(s, 5, &at, pivot), fast_invert_pivot(s, 4, &at, pivot),
      fast_invert_pivot(s, 3, &at, pivot);
  fast_invert_pivot(s, 2, &at, pivot), fast_invert_pivot(s, 1, &at, pivot),
      fast_invert_pivot(s, 0, &at, pivot);
  fast_invert_store(s, at.a, at.corner, A);
}

/* fast_invert (below) for n ≤ INVERT_SHORT_MOST: rows of whole groups in memory of their own. Column p is cleared by a mask in the group
 * that has it, and filled by what row p has there: all that is written and read again has one width. */
enum { INVERT_SHORT_MOST = 32 };
KERNEL_INLINED void fast_invert_short(int n, real A[], real pivot[])
{
  const int groups = fast_groups(n, false);
  real e[INVERT_SHORT_MOST][INVERT_SHORT_MOST];
  for (int i = 0; i < n; i++) {
    for (int b = 0; b + 1 < groups; b++) group_store_all(group_load(&A[i * n + GROUP * b]), &e[i][GROUP * b]);
    for (int j = GROUP * (groups - 1); j < GROUP * groups; j++) e[i][j] = j < n ? A[i * n + j] : constant(0);
  }
  for (int p = n - 1; p >= 0; p--) {
    const int at = p / GROUP, lane = p % GROUP;
    column_group own[INVERT_SHORT_MOST / GROUP];
    const real inverse = divide(constant(1), e[p][p]);
    pivot[p] = e[p][p];
    for (int b = 0; b < groups; b++) own[b] = group_scale(inverse, group_load(&e[p][GROUP * b]));
    own[at] = group_add(group_without(own[at], lane), group_one(lane, inverse));
    for (int i = 0; i < n; i++) {
      real *const row = e[i];
      const real factor = row[p];
      if (i == p) continue;
      group_store_all(group_without(group_load(&row[GROUP * at]), lane), &row[GROUP * at]);
      for (int b = 0; b < groups; b++)
        group_store_all(group_sub(group_load(&row[GROUP * b]), group_scale(factor, own[b])), &row[GROUP * b]);
    }
    for (int b = 0; b < groups; b++) group_store_all(own[b], &e[p][GROUP * b]);
  }
  for (int i = 0; i < n; i++)  // alike on both sides, to the last bit
    for (int j = i; j < n; j++) A[i * n + j] = A[j * n + i] = e[i][j];
}

/* A symmetric n×n becomes its inverse, by Gauss and Jordan from the last row to the first: the pivots are those of U D Uᵀ.
 * Row p is divided by its pivot d; every other row i loses a_ip times it and has −a_ip/d in column p, row p itself 1/d.
 * (Column p is set after the row: a row that is read right after one of its numbers was written has to wait for it.) */
KERNEL_INLINED void fast_invert(int n, real A[], real pivot[])
{
  const int wide = n - n % GROUP;
  for (int p = n - 1; p >= 0; p--) {
    real *own = &A[p * n];
    const real inverse = divide(constant(1), own[p]);
    pivot[p] = own[p];
    for (int j = 0; j < wide; j += GROUP) group_store_all(group_scale(inverse, group_load(&own[j])), &own[j]);
    ROLLED for (int j = wide; j < n; j++) own[j] = mul(own[j], inverse);
    for (int i = 0; i < n; i++) {
      if (i == p) continue;
      real *row = &A[i * n];
      const real factor = row[p];
      for (int j = 0; j < wide; j += GROUP)
        group_store_all(group_sub(group_load(&row[j]), group_scale(factor, group_load(&own[j]))), &row[j]);
      ROLLED for (int j = wide; j < n; j++) row[j] = sub(row[j], mul(factor, own[j]));
      row[p] = neg(mul(factor, inverse));
    }
    own[p] = inverse;
  }
  for (int i = 0; i < n; i++)  // alike on both sides, to the last bit
    for (int j = 0; j < i; j++) A[i * n + j] = A[j * n + i];
}

#endif
