/* Vectors turned against each other until they are orthogonal: one-sided Jacobi rotations [Hestenes 1958], with no memory but the
 * vectors themselves and a bounded number of sweeps. Plain double: control flow depends on values here. */
#ifndef ULNA_DYNAMICS_PATHS_JACOBI_H
#define ULNA_DYNAMICS_PATHS_JACOBI_H

#include <math.h>
#include <stdbool.h>

#include "number/real.h"

enum { JACOBI_SWEEPS = 40 };  // 5 to 9 are used; the bound is for NaN

// √(1 + x²), x ≥ 0, without overflow: beyond 1e100 it is x to the last bit
static inline double jacobi_secant(double x) { return x < 1e100 ? sqrt(1 + x * x) : x; }

static inline void jacobi_turn(double *p, double *q, double c, double s)
{
  const double x = *p, y = *q;
  *p = c * x - s * y, *q = s * x + c * y;
}

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
  const int blocks = length - length % ROW_BLOCK;
  EACH_JOINT(k, blocks) jacobi_turn(&p[k], &q[k], c, s);
  ROLLED for (int k = blocks; k < length; k++) jacobi_turn(&p[k], &q[k], c, s);
  return false;
}

// Turns all of `columns` vectors, one after the other in A, until they are orthogonal to the given cosine. The
// numbers behind their first `rows` are turned along.
// A sweep is a tournament: in each round every vector is in one pair (of an odd number one rests), so that a processor need not wait
// for one rotation before it begins the next. Returns the number of sweeps, the last of which found nothing to turn.
static inline int jacobi_orthogonalise(double A[], int rows, int length, int columns, double cosine)
{
  const int pairs = (columns + 1) / 2, rounds = 2 * pairs - 1;
  for (int sweep = 0; sweep < JACOBI_SWEEPS; sweep++) {
    bool orthogonal = true;
    for (int round = 0; round < rounds; round++)
      for (int k = 0; k < pairs; k++) {
        const int up = round + k, down = round - k;
        const int p = k == 0 ? rounds : up < rounds ? up : up - rounds, q = down >= 0 ? down : down + rounds;
        if (p >= columns) continue;
        if (!jacobi_rotate(A + p * length, A + q * length, rows, length, cosine)) orthogonal = false;
      }
    if (orthogonal) return sweep + 1;
  }
  return JACOBI_SWEEPS;
}

#endif
