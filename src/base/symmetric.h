/* Small symmetric equations. Header only. */
#ifndef ULNA_BASE_SYMMETRIC_H
#define ULNA_BASE_SYMMETRIC_H

/* A = L D Lᵀ for A symmetric and positive definite, n×n in rows of `stride`, only its lower triangle given; each of `count`
 * rows b of B, `along` apart, becomes L⁻¹ b. Column by column; the rest of A is updated after each, and its columns
 * below the diagonal then hold L D, its diagonal D. Returns the number of the first pivot (A's diagonal element there)
 * that is not positive, or −1. Inlined: a constant n is unrolled. */
static inline __attribute__((always_inline)) int symmetric_eliminate(int n, int stride, double A[], int count,
                                                                     int along, double B[])
{
  for (int p = 0; p < n; p++) {
    if (!(A[p * stride + p] > 0)) return p;
    const double inverse = 1 / A[p * stride + p];
    for (int i = p + 1; i < n; i++) {
      const double l = A[i * stride + p] * inverse;
      for (int c = p + 1; c <= i; c++) A[i * stride + c] -= l * A[c * stride + p];
      for (int r = 0; r < count; r++) B[r * along + i] -= l * B[r * along + p];
    }
  }
  return -1;
}

/* Solves A y = b; b becomes y. Returns as above. */
static inline __attribute__((always_inline)) int symmetric_solve(int n, int stride, double A[], double b[])
{
  const int bad = symmetric_eliminate(n, stride, A, 1, 0, b);
  if (bad >= 0) return bad;
  for (int p = n - 1; p >= 0; p--) {
    for (int i = p + 1; i < n; i++) b[p] -= A[i * stride + p] * b[i];
    b[p] /= A[p * stride + p];
  }
  return -1;
}

#endif
