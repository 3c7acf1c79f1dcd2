/* The hand's equations by least squares, damped where singular values are small.
 *
 * x = z + D⁺(b − D z): among all x that meet b as well as possible, the nearest to the preferred one, z. By the
 * smaller of the two normal matrices, A = D Dᵀ (rows ≤ n) or Dᵀ D, whose eigenvalues are the squares s² of the
 * singular values. Those below e² are raised to e², so that 1/s becomes s/e² (numerical filtering [Maciejewski88],
 * here of every small direction and no more than each needs): A' = A + Σ (e² − s²) u uᵀ. Then A' ≥ A and A' ≥ e²,
 * hence
 *   |x − z|² = bᵀ A'⁻¹ A A'⁻¹ b ≤ bᵀ A'⁻¹ b ≤ |b|²/e²,
 * whatever the posture.
 *
 * Eigenvalues are computed only where needed. By Sylvester's law the number of those below e² is the number of
 * negative pivots of A − e² 1, so an arm away from singular postures pays one more factorisation. If there are some,
 * u comes from inverse iteration, and the test is repeated until it passes. */
#ifndef ULNA_CONTROL_LEAST_SQUARES_H
#define ULNA_CONTROL_LEAST_SQUARES_H

#include <math.h>
#include <stdbool.h>

#include "control/elimination.h"

enum {
  SIDE =
      6,  // of the normal matrix; a smaller one is filled up with large diagonal elements, so that loops are fixed
  ITERATIONS = 3,  // of inverse iteration: each gains the square of the ratio of neighbouring singular values
  RAISES = 12      // at most: twice as many as there are directions
};

typedef struct {
  double e[SIDE][SIDE];
} square;

// A symmetric matrix as L diag(d) Lᵀ, L unit lower triangular
typedef struct {
  square L;
  double d[SIDE], inverse[SIDE];  // 1/d
} factored;

typedef struct {
  int n, rows;      // of D
  int side;         // of the normal matrix, the smaller
  square A;         // lower half; raised
  factored f;       // of A + a little
  int small;        // singular values below e
  double smallest;  // singular value, from above
  double raised;    // what the smallest s² got
} least_squares;

// Lower half of A + shift 1. Row by row, so that each element is finished once. Not base/symmetric.h, which stops
// at a pivot that is not positive; here those are counted.
static inline void factor(const square *A, double shift, factored *f)
{
  square V;  // L diag(d)
#pragma GCC unroll 6
  for (int i = 0; i < SIDE; i++) {
    double d = A->e[i][i] + shift;
#pragma GCC unroll 6
    for (int j = 0; j < i; j++) {
      double sum = A->e[i][j];
#pragma GCC unroll 6
      for (int k = 0; k < j; k++) sum -= V.e[i][k] * f->L.e[j][k];
      V.e[i][j] = sum;
      f->L.e[i][j] = sum * f->inverse[j];
      d -= sum * f->L.e[i][j];
    }
    f->d[i] = d;
    f->inverse[i] = 1 / d;
  }
}

static inline void factored_solve(const factored *f, double x[SIDE])
{
#pragma GCC unroll 6
  for (int k = 0; k < SIDE - 1; k++)
    for (int i = k + 1; i < SIDE; i++) x[i] -= f->L.e[i][k] * x[k];
  for (int i = 0; i < SIDE; i++) x[i] *= f->inverse[i];
#pragma GCC unroll 6
  for (int k = SIDE - 1; k > 0; k--)
    for (int i = 0; i < k; i++) x[i] -= f->L.e[k][i] * x[k];
}

// How many eigenvalues of A lie below `bound`.
static inline int count_below(const square *A, double bound)
{
  factored f;
  int count = 0;
  factor(A, -bound, &f);
  for (int i = 0; i < SIDE; i++) count += !(f.d[i] > 0);
  return count;
}

/* The least eigenvalue, from above, and its vector of length 1, by inverse iteration from the direction of the smallest
 * pivot. */
static inline double least_eigenvalue(const factored *f, int iterations, double u[SIDE])
{
  int p = 0;
  for (int i = 1; i < SIDE; i++)
    if (f->d[i] < f->d[p]) p = i;
  double rho = 0;
  for (int i = 0; i < SIDE; i++) u[i] = i == p ? 1 : 0;
  for (int k = p; k > 0; k--)
    for (int i = 0; i < k; i++) u[i] -= f->L.e[k][i] * u[k];
  for (int pass = 0; pass < iterations; pass++) {
    double ww = 0, uw = 0, w[SIDE];
    for (int i = 0; i < SIDE; i++) w[i] = u[i];
    factored_solve(f, w);
    for (int i = 0; i < SIDE; i++) ww += w[i] * w[i], uw += u[i] * w[i];
    rho = uw / ww;  // Rayleigh's quotient of w
    const double size = 1 / sqrt(ww);
    for (int i = 0; i < SIDE; i++) u[i] = w[i] * size;
  }
  return rho;
}

static inline double dot(const double a[], const double b[])
{
  double sum = 0;
  for (int r = 0; r < LINE; r++) sum += a[r] * b[r];
  return sum;
}

// Returns the largest element.
static inline double normal_matrix(least_squares *s, const double D[], double e)
{
  if (s->rows > s->n) {
    for (int i = 0; i < s->n; i++)
      for (int j = 0; j <= i; j++) s->A.e[i][j] = dot(&D[i * LINE], &D[j * LINE]);
  } else {
    double sum[SIDE][LINE] = {{0}};
    for (int k = 0; k < s->n; k++) {
      const double *d = &D[k * LINE];
#pragma GCC unroll 6
      for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < LINE; j++) sum[i][j] += d[i] * d[j];
    }
    for (int i = 0; i < SIDE; i++)
      for (int j = 0; j <= i; j++) s->A.e[i][j] = sum[i][j];
  }
  double most = e * e;
  for (int i = 0; i < s->side; i++) most = s->A.e[i][i] > most ? s->A.e[i][i] : most;
  for (int i = s->side; i < SIDE; i++) {
    for (int j = 0; j < i; j++) s->A.e[i][j] = 0;
    s->A.e[i][i] = 4 * most;
  }
  return most;
}

// Raises what is below e², and leaves the factors of the result.
static inline void raise_small(least_squares *s, double bound, double little)
{
  const double near = bound * (1 - 1e-3);  // as good as raised
  for (int pass = 0; count_below(&s->A, near) > 0; pass++) {
    if (pass < RAISES) {
      double u[SIDE];
      const double eigenvalue = fmax(0, least_eigenvalue(&s->f, ITERATIONS, u) - little);
      const double more = fmax(0, bound - eigenvalue);
      if (pass == 0) s->smallest = sqrt(eigenvalue), s->raised = more;
      for (int i = 0; i < SIDE; i++)
        for (int j = 0; j <= i; j++) s->A.e[i][j] += more * u[i] * u[j];
    } else {  // did not settle: damp every direction
      for (int i = 0; i < SIDE; i++) s->A.e[i][i] += bound;
    }
    factor(&s->A, little, &s->f);
    if (pass == RAISES) break;
  }
}

/* Ready to solve: D is n columns of LINE, zeros below its rows. */
static inline void least_squares_make(least_squares *s, int n, int rows, const double D[], double e)
{
  const double bound = e * e;
  s->n = n, s->rows = rows, s->side = rows <= n ? rows : n;
  // so that a matrix that is singular to rounding still has its factors; undone by refinement where nothing is raised
  const double little = 1e-13 * normal_matrix(s, D, e);
  double u[SIDE];
  factor(&s->A, little, &s->f);
  s->small = count_below(&s->A, bound);
  s->raised = 0;
  if (s->small > 0) raise_small(s, bound, little);
  else s->smallest = sqrt(fmax(bound, least_eigenvalue(&s->f, 1, u) - little));
}

// A⁻¹ y in place of y. For a raised A, a refinement takes out what was added for the factors.
static inline void normal_solve(const least_squares *s, double y[SIDE])
{
  double left[SIDE];
  for (int i = 0; i < SIDE; i++) left[i] = y[i];
  factored_solve(&s->f, y);
  if (s->small == 0) return;
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) left[i] -= (j <= i ? s->A.e[i][j] : s->A.e[j][i]) * y[j];
  factored_solve(&s->f, left);
  for (int i = 0; i < SIDE; i++) y[i] += left[i];
}

// x += D⁺ e, with e what is left to do (LINE)
static inline void least_squares_add(const least_squares *s, const double D[], const double e[], double x[])
{
  double y[LINE] = {0};
  if (s->rows > s->n) {
    for (int j = 0; j < s->n; j++) y[j] = dot(&D[j * LINE], e);
    normal_solve(s, y);
    for (int j = 0; j < s->n; j++) x[j] += y[j];
    return;
  }
  for (int r = 0; r < SIDE; r++) y[r] = e[r];
  normal_solve(s, y);
  for (int j = 0; j < s->n; j++) x[j] += dot(&D[j * LINE], y);
}

// b − D x
static inline void left_over(int n, const double D[], const double b[], const double x[], double e[LINE])
{
  for (int r = 0; r < LINE; r++) e[r] = b[r];
  for (int j = 0; j < n; j++)
    for (int r = 0; r < LINE; r++) e[r] -= D[j * LINE + r] * x[j];
}

/* x for b (LINE), starting from what is preferred, in x. */
static inline void least_squares_solve(const least_squares *s, const double D[], const double b[], double x[])
{
  double e[LINE];
  left_over(s->n, D, b, x, e);
  least_squares_add(s, D, e, x);
  if (s->small > 0) return;
  // the normal matrix has the condition of D squared: one refinement gives the digits back
  left_over(s->n, D, b, x, e);
  least_squares_add(s, D, e, x);
}

#endif
