/* Rigid bodies: faults, moments, and bodies welded together. */
#include "model/body.h"

#include <math.h>
#include <stdbool.h>

#include "model/pose.h"

/* Cyclic Jacobi rotations: converges for every symmetric matrix, to rounding of its largest element. */
void ulna_principal_moments(const double inertia[6], double moments[3])
{
  double S[3][3] = {{inertia[0], inertia[3], inertia[4]},
                    {inertia[3], inertia[1], inertia[5]},
                    {inertia[4], inertia[5], inertia[2]}};
  for (int sweep = 0; sweep < 30; sweep++) {
    if (S[0][1] == 0 && S[0][2] == 0 && S[1][2] == 0) break;
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++) {
        if (S[p][q] == 0) continue;
        const int r = 3 - p - q;
        const double ratio = (S[q][q] - S[p][p]) / (2 * S[p][q]);
        const double t = copysign(1, ratio) / (fabs(ratio) + hypot(1, ratio));
        const double c = 1 / hypot(1, t), s = t * c;
        const double pr = S[p][r], qr = S[q][r];
        S[p][p] -= t * S[p][q];
        S[q][q] += t * S[p][q];
        S[p][q] = S[q][p] = 0;
        S[p][r] = S[r][p] = c * pr - s * qr;
        S[q][r] = S[r][q] = s * pr + c * qr;
      }
  }
  moments[0] = fmin(S[0][0], fmin(S[1][1], S[2][2]));
  moments[2] = fmax(S[0][0], fmax(S[1][1], S[2][2]));
  moments[1] = fmax(fmin(S[0][0], S[1][1]), fmin(fmax(S[0][0], S[1][1]), S[2][2]));
}

ulna_body_fault ulna_body_fault_of(const ulna_body *body, double moments[3])
{
  moments[0] = moments[1] = moments[2] = NAN;
  bool finite = isfinite(body->mass), inertia_given = false;
  for (int k = 0; k < 3; k++) finite = finite && isfinite(body->com[k]);
  for (int k = 0; k < 6; k++) {
    finite = finite && isfinite(body->inertia[k]);
    inertia_given = inertia_given || body->inertia[k] != 0;
  }
  if (!finite) return ULNA_BODY_NOT_FINITE;
  const ulna_body about_com = ulna_body_about_com(body);
  ulna_principal_moments(about_com.inertia, moments);
  if (body->mass < 0 || (body->mass == 0 && inertia_given)) return ULNA_BODY_MASS;

  // rounding of the file's decimals and of the move from origin to mass centre, relative to what was moved
  double largest = moments[2];
  for (int k = 0; k < 3; k++) largest = fmax(largest, fabs(body->inertia[k]));
  const double slack = 1e-9 * largest;
  if (moments[0] < -slack) return ULNA_BODY_POSITIVE;
  if (moments[2] > moments[0] + moments[1] + slack) return ULNA_BODY_TRIANGLE;
  return ULNA_BODY_SOUND;
}
