/* Symmetric equations by M = L D Lᵀ, from the first row on. */
#ifndef ULNA_KERNEL_LDLT_H
#define ULNA_KERNEL_LDLT_H

#include "number/real.h"

/* M x = y, both overwritten: x is left in y. Reads the lower triangle of M (n×n). The pivots are for the caller to judge. */
KERNEL void ldlt_solve(int n, real M[], real y[], real pivot[])
{
  for (int p = 0; p < n; p++) {
    pivot[p] = M[p * n + p];
    const real over = divide(constant(1), pivot[p]);
    for (int i = p + 1; i < n; i++) {
      const real factor = mul(M[i * n + p], over);
      for (int j = p + 1; j <= i; j++) M[i * n + j] = sub(M[i * n + j], mul(factor, M[j * n + p]));
      y[i] = sub(y[i], mul(factor, y[p]));
    }
  }
  for (int p = n - 1; p >= 0; p--) {
    for (int i = p + 1; i < n; i++) y[p] = sub(y[p], mul(M[i * n + p], y[i]));
    y[p] = divide(y[p], pivot[p]);
  }
}

#endif
