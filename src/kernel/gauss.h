/* M x = b by Gaussian elimination from the first row on, without pivoting: M is positive definite, and the pivots
 * stay so [Turney80, sec. 7]. */
#ifndef ULNA_KERNEL_GAUSS_H
#define ULNA_KERNEL_GAUSS_H

#include "number/real.h"

/* Overwrites M (n×n, row-major, full) and x, which is b on the way in. The pivots stay on the diagonal of M. */
KERNEL void gauss_solve(int n, real M[], real x[])
{
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      const real factor = divide(M[i * n + k], M[k * n + k]);
      for (int j = i; j < n; j++) M[i * n + j] = sub(M[i * n + j], mul(factor, M[k * n + j]));
      for (int j = k + 1; j < i; j++) M[i * n + j] = M[j * n + i];  // symmetric to the end
      x[i] = sub(x[i], mul(factor, x[k]));
    }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) x[k] = sub(x[k], mul(M[k * n + j], x[j]));
    x[k] = divide(x[k], M[k * n + k]);
  }
}

#endif
