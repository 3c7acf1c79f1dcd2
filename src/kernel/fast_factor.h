/* U D Uᵀ of a short arm's mass matrix and solutions by it, for an n that is known: one division a pivot instead of one a number, and no
 * loops. Plain text of the same: kernel/udut.h. */
#ifndef ULNA_KERNEL_FAST_FACTOR_H
#define ULNA_KERNEL_FAST_FACTOR_H

#include "kernel/fast_forward.h"

/* In place, n×n by rows; reads the upper triangle, and leaves what udut_factor leaves: D on the diagonal, U_ik as element (k, i). */
KERNEL_INLINED void fast_factor_known(int n, real M[])
{
  real u[COLUMNS_MOST][COLUMNS_MOST], inverse[COLUMNS_MOST], none[COLUMNS_MOST];
  FOR_LINKS(n, int i = n - 1; i >= 0; i--, {
    none[i] = constant(0);
    fast_eliminate(n, i, &M[i * n], u, inverse, none);
    inverse[i] = divide(constant(1), M[i * n + i]);
    FOR_LINKS(n, int k = n - 1; k > i; k--, M[k * n + i] = u[k][i])
  })
}

/* x of M x = b by these factors; x may be b. D Uᵀ x = y, U y = b. */
KERNEL_INLINED void fast_solve_known(int n, const real F[], const real b[], real x[])
{
  real y[COLUMNS_MOST];
  FOR_LINKS(n, int i = n - 1; i >= 0; i--, {
    real sum = b[i];
    FOR_LINKS(n, int k = n - 1; k > i; k--, sum = sub(sum, mul(group_number(&F[k * n + i]), y[k])))
    y[i] = sum;
  })
  FOR_LINKS(n, int i = 0; i < n; i++, {
    real sum = divide(y[i], group_number(&F[i * n + i]));
    FOR_LINKS(n, int j = 0; j < i; j++, sum = sub(sum, mul(group_number(&F[i * n + j]), x[j])))
    x[i] = sum;
  })
}

#endif
