/* The inverse of a short arm's mass matrix: rows of M by composite bodies, eliminated on the way (kernel/fast_forward.h).
 *
 * M = U D Uᵀ with U unit upper triangular; with V = U⁻¹
 *   v_kj = −(u_kj + Σ_{k<m<j} v_km u_mj),   (M⁻¹)_ij = Σ_{k≤i} v_ki v_kj/d_k,  i ≤ j.
 * An arm of any other kind or length has its matrix inverted in place, whole rows at a time: there the loops are long
 * enough to go side by side, and twice the operations cost less than short sums.
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
