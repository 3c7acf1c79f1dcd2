/* Small symmetric equations. Header only. */
#ifndef ULNA_BASE_SYMMETRIC_H
#define ULNA_BASE_SYMMETRIC_H

/* Solves A y = b for A symmetric and positive definite, n×n in rows of `stride`, only its lower triangle given; b becomes y.
 * A = L D Lᵀ, column by column; the rest of A is updated after each, and its columns below the diagonal then hold L
 * D. Returns the number of the first pivot (A's diagonal element there) that is not positive, or −1. Inlined: a
 * constant n is unrolled. */
static inline __attribute__((always_inline)) int symmetric_solve(int n, int stride, double A[], double b[])
{
  for (int p = 0; p < n; p++) {
    if (!(A[p * stride + p] > 0)) return p;
    const double inverse = 1 / A[p * stride + p];
    for (int i = p + 1; i < n; i++) {
      const double l = A[i * stride + p] * inverse;
      for (int c = p + 1; c <= i; c++) A[i * stride + c] -= l * A[c * stride + p];
      b[i] -= l * b[p];
    }
  }
  for (int p = n - 1; p >= 0; p--) {
    for (int i = p + 1; i < n; i++) b[p] -= A[i * stride + p] * b[i];
    b[p] /= A[p * stride + p];
  }
  return -1;
}

#endif
