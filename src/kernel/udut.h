/* M = U D Uᵀ for a symmetric n×n matrix, by the reverse Gaussian elimination [Saha, app. A]: from the last row to
 * the first, U unit upper triangular, D the pivots. n is a parameter, so that a call with a constant is unrolled. */
#ifndef ULNA_KERNEL_UDUT_H
#define ULNA_KERNEL_UDUT_H

#include "number/real.h"

/* In place, row-major with rows of `stride` elements; reads the lower triangle (i ≥ j). Leaves D on the diagonal
 * and U_jk in place of element (k, j): row k of the lower triangle is column k of U.
 * n³/6 + n²/2 − 2n/3 M, (n³ − n)/6 A. A pivot that is not positive is for the caller to judge. */
KERNEL void udut_factor(int n, int stride, real M[])
{
  for (int k = n - 1; k > 0; k--) {
    real *row = &M[k * stride];
    const real pivot = row[k];
    for (int i = k - 1; i >= 0; i--) {
      const real u = divide(row[i], pivot);
      ROLLED for (int j = 0; j <= i; j++) M[i * stride + j] = sub(M[i * stride + j], mul(u, row[j]));
      row[i] = u;
    }
  }
}

/* x of M x = b from the factors; x and b may be the same array. U t^ = b, D t~ = t^, Uᵀ x = t~ [Saha, eq. 24]. */
KERNEL void udut_solve(int n, int stride, const real F[], const real b[], real x[])
{
  const int last = n - 1;
  const real outermost = b[last];
  ROLLED for (int i = 0; i < last; i++) x[i] = sub(b[i], mul(F[last * stride + i], outermost));
  x[last] = outermost;
  for (int k = last - 1; k > 0; k--) {
    const real done = x[k];
    ROLLED for (int i = 0; i < k; i++) x[i] = sub(x[i], mul(F[k * stride + i], done));
  }
  for (int i = 0; i < n; i++) x[i] = divide(x[i], F[i * stride + i]);
  for (int k = 1; k < n; k++)
    for (int i = 0; i < k; i++) x[k] = sub(x[k], mul(F[k * stride + i], x[i]));
}

#endif
