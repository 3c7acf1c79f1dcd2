/* Vectors turned against each other until they are orthogonal: one-sided Jacobi rotations [Hestenes 1958], with no memory but the
 * vectors themselves and a bounded number of sweeps. Plain double: control flow depends on values here. */
#ifndef ULNA_DYNAMICS_PATHS_JACOBI_H
#define ULNA_DYNAMICS_PATHS_JACOBI_H

#include <math.h>
#include <stdbool.h>

enum { JACOBI_SWEEPS = 40 };  // 5 to 8 are used; the bound is for NaN

// √(1 + x²), x ≥ 0, without overflow: beyond 1e100 it is x to the last bit
static inline double jacobi_secant(double x) { return x < 1e100 ? sqrt(1 + x * x) : x; }

// Turns two vectors, of which the first `rows` of `length` numbers count, against each other until they are orthogonal; says
// if they were, to the given cosine.
static inline bool jacobi_rotate(double *p, double *q, int rows, int length, double cosine)
{
  double pp = 0, qq = 0, pq = 0;
  for (int k = 0; k < rows; k++) pp += p[k] * p[k], qq += q[k] * q[k], pq += p[k] * q[k];
  if (!(fabs(pq) > cosine * sqrt(pp * qq))) return true;
  const double zeta = (qq - pp) / (2 * pq);
  const double t = copysign(1, zeta) / (fabs(zeta) + jacobi_secant(fabs(zeta)));
  const double c = 1 / sqrt(1 + t * t), s = c * t;
  for (int k = 0; k < length; k++) {
    const double x = p[k], y = q[k];
    p[k] = c * x - s * y, q[k] = s * x + c * y;
  }
  return false;
}

// Turns all of `columns` vectors, one after the other in A, until they are orthogonal to the given cosine. The
// numbers behind their first `rows` are turned along.
static inline void jacobi_orthogonalise(double A[], int rows, int length, int columns, double cosine)
{
  for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
    bool orthogonal = true;
    for (int p = 0; p < columns - 1; p++)
      for (int q = p + 1; q < columns; q++)
        if (!jacobi_rotate(A + p * length, A + q * length, rows, length, cosine)) orthogonal = false;
    if (orthogonal) return;
  }
}

#endif
