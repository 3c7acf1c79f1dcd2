/* Singular values of a small matrix by one-sided Jacobi rotations [Hestenes 1958]: exact to rounding also for
 * the small ones. */
#ifndef ULNA_DYNAMICS_SINGULAR_VALUES_H
#define ULNA_DYNAMICS_SINGULAR_VALUES_H

#include <float.h>
#include <math.h>

// jacobi_orthogonalise (dynamics/paths/jacobi.h), for this machine: work->plain->orthogonalise
typedef int orthogonaliser(double A[], int rows, int length, int columns, double cosine);

// As orthogonal as vectors of so many numbers can be made: below this the cosine is rounding, and turning goes on for ever.
static inline double rounding_cosine(int rows) { return DBL_EPSILON * sqrt(rows); }

// |v|; step by step where squares would leave the range of a double, or come near its ends
static inline double norm_of(const double v[], int rows)
{
  double squares = 0, norm = 0;
  for (int k = 0; k < rows; k++) squares += v[k] * v[k];
  if (squares > 1e-250 && squares < 1e250) return sqrt(squares);
  for (int k = 0; k < rows; k++) norm = hypot(norm, v[k]);
  return norm;
}

// A: `columns` vectors of `rows` elements, one after the other, columns ≤ rows; destroyed. sigma: largest
// first. Returns the number of sweeps.
static inline int singular_values(orthogonaliser *orthogonalise, double A[], int rows, int columns,
                                  double sigma[])
{
  const int sweeps = orthogonalise(A, rows, rows, columns, rounding_cosine(rows));
  for (int j = 0; j < columns; j++) {
    const double s = norm_of(A + j * rows, rows);
    int i = j;
    for (; i > 0 && sigma[i - 1] < s; i--) sigma[i] = sigma[i - 1];
    sigma[i] = s;
  }
  return sweeps;
}

#endif
