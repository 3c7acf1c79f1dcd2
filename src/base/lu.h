/* Small dense systems: A = P L U with partial pivoting, row-major, in place. For n×n of an arm; no blocking. */
#ifndef ULNA_BASE_LU_H
#define ULNA_BASE_LU_H

#include <math.h>

/* Factors A. Returns -1, or the column (from 0) whose pivot is not above `relative` times the largest element of A. */
static inline int lu_factor(int n, double A[], int pivot[], double relative)
{
  double largest = 0;
  for (int k = 0; k < n * n; k++) largest = fmax(largest, fabs(A[k]));
  for (int j = 0; j < n; j++) {
    int p = j;
    for (int i = j + 1; i < n; i++)
      if (fabs(A[i * n + j]) > fabs(A[p * n + j])) p = i;
    pivot[j] = p;
    if (!(fabs(A[p * n + j]) > relative * largest)) return j;
    for (int k = 0; p != j && k < n; k++) {
      const double t = A[j * n + k];
      A[j * n + k] = A[p * n + k];
      A[p * n + k] = t;
    }
    for (int i = j + 1; i < n; i++) {
      const double l = A[i * n + j] /= A[j * n + j];
      for (int k = j + 1; k < n; k++) A[i * n + k] -= l * A[j * n + k];
    }
  }
  return -1;
}

/* The same with every row divided by its largest element first, which goes into scale: so units of the rows do not
 * decide what is singular. Solve with lu_solve_scaled. */
static inline int lu_factor_scaled(int n, double A[], int pivot[], double scale[], double relative)
{
  for (int i = 0; i < n; i++) {
    double largest = 0;
    for (int k = 0; k < n; k++) largest = fmax(largest, fabs(A[i * n + k]));
    scale[i] = largest > 0 ? 1 / largest : 1;
    for (int k = 0; k < n; k++) A[i * n + k] *= scale[i];
  }
  return lu_factor(n, A, pivot, relative);
}

/* A x = b, x over b. */
static inline void lu_solve(int n, const double A[], const int pivot[], double b[])
{
  for (int i = 0; i < n; i++) {
    const double t = b[pivot[i]];
    b[pivot[i]] = b[i];
    b[i] = t;
  }
  for (int i = 1; i < n; i++)
    for (int k = 0; k < i; k++) b[i] -= A[i * n + k] * b[k];
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) b[i] -= A[i * n + k] * b[k];
    b[i] /= A[i * n + i];
  }
}

/* Aᵀ X = B, X over B, `columns` numbers a row: whole rows at a time. */
static inline void lu_solve_transposed_rows(int n, const double A[], const int pivot[], int columns,
                                            double B[])
{
  for (int i = 0; i < n; i++) {
    double *b = &B[i * columns];
    for (int k = 0; k < i; k++)
      for (int j = 0; j < columns; j++) b[j] -= A[k * n + i] * B[k * columns + j];
    for (int j = 0; j < columns; j++) b[j] /= A[i * n + i];
  }
  for (int i = n - 2; i >= 0; i--)
    for (int k = i + 1; k < n; k++)
      for (int j = 0; j < columns; j++) B[i * columns + j] -= A[k * n + i] * B[k * columns + j];
  for (int i = n - 1; i >= 0; i--)
    for (int j = 0; j < columns; j++) {
      double *own = &B[i * columns + j], *other = &B[pivot[i] * columns + j];
      const double t = *other;
      *other = *own;
      *own = t;
    }
}

/* Aᵀ x = b, x over b. */
static inline void lu_solve_transposed(int n, const double A[], const int pivot[], double b[])
{
  lu_solve_transposed_rows(n, A, pivot, 1, b);
}

static inline void lu_solve_scaled(int n, const double A[], const int pivot[], const double scale[],
                                   double b[])
{
  for (int i = 0; i < n; i++) b[i] *= scale[i];
  lu_solve(n, A, pivot, b);
}

static inline void lu_solve_transposed_scaled(int n, const double A[], const int pivot[],
                                              const double scale[], double b[])
{
  lu_solve_transposed(n, A, pivot, b);
  for (int i = 0; i < n; i++) b[i] *= scale[i];
}

#endif
