/* −A B of n×n matrices where A is symmetric, as fast as we know how: whole groups of columns, and each row's sum in a register of
 * its own, so that no sum waits for another. A column that would have a group for itself is
 *   −A b = −Σ_k b_k A_k,   A_k row k of A,
 * groups of rows side by side. Sums go in the order of minus_product (kernel/derivatives.h), which is the plain text of this. */
#ifndef ULNA_KERNEL_FAST_PRODUCTS_H
#define ULNA_KERNEL_FAST_PRODUCTS_H

#include "number/real.h"

// Rows whose sums are in registers at a time.
enum { PRODUCT_ROWS = 9 };

// Rows from … from + rows - 1, columns at … at + GROUP - 1.
KERNEL_INLINED void fast_product_tile(int n, int from, int rows, int at, const real A[], const real B[],
                                      real out[])
{
  column_group sum[PRODUCT_ROWS];
  UNROLLED for (int i = 0; i < rows; i++) sum[i] = group_none();
  ROLLED for (int k = 0; k < n; k++)
  {
    const column_group b = group_load(&B[k * n + at]);
    UNROLLED for (int i = 0; i < rows; i++) sum[i] = group_sub(sum[i], group_scale(A[k * n + from + i], b));
  }
  UNROLLED for (int i = 0; i < rows; i++) group_store_all(sum[i], &out[(from + i) * n + at]);
}

// The last column, n = GROUP · groups + 1.
KERNEL_INLINED void fast_product_last(int n, const real A[], const real B[], real out[])
{
  const int groups = n / GROUP, last = n - 1;
  column_group sum[PRODUCT_ROWS];
  real corner = constant(0);
  UNROLLED for (int b = 0; b < groups; b++) sum[b] = group_none();
  ROLLED for (int k = 0; k < n; k++)
  {
    const real *row = &A[k * n], b_k = B[k * n + last];
    UNROLLED for (int b = 0; b < groups; b++) sum[b] =
        group_sub(sum[b], group_scale(b_k, group_load(&row[GROUP * b])));
    corner = sub(corner, mul(row[last], b_k));
  }
  UNROLLED for (int b = 0; b < groups; b++)
  {
    real column[GROUP];
    group_store_all(sum[b], column);
    UNROLLED for (int i = 0; i < GROUP; i++) out[(GROUP * b + i) * n + last] = column[i];
  }
  out[last * n + last] = corner;
}

/* out = −A B, n known when compiling, GROUP ≤ n ≤ PRODUCT_ROWS. */
KERNEL_INLINED void fast_product_known(int n, const real A[], const real B[], real out[])
{
  const bool alone = GROUP > 1 && n % GROUP == 1;
  UNROLLED for (int from = 0; from + (alone ? 1 : 0) < n; from += GROUP)
  {
    fast_product_tile(n, 0, n, from + GROUP <= n ? from : n - GROUP, A, B, out);
  }
  if (alone) fast_product_last(n, A, B, out);
}

/* The same for any n ≥ PRODUCT_TILE: the last tile is laid over the one before it where n is no multiple. */
enum { PRODUCT_TILE = 4 };
KERNEL_INLINED void fast_product(int n, const real A[], const real B[], real out[])
{
  ROLLED for (int from = 0; from < n; from += PRODUCT_TILE)
  {
    const int row = from + PRODUCT_TILE <= n ? from : n - PRODUCT_TILE;
    ROLLED for (int column = 0; column < n; column += GROUP)
    {
      fast_product_tile(n, row, PRODUCT_TILE, column + GROUP <= n ? column : n - GROUP, A, B, out);
    }
  }
}

#endif
