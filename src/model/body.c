/* Rigid bodies: faults, moments, and bodies welded together. */
#include "model/body.h"

#include <math.h>
#include <stdbool.h>

#include "base/inertia.h"
#include "model/pose.h"

void ulna_principal_moments(const double inertia[6], double moments[3])
{
  double m[3], axes[3][3];
  inertia_principal(inertia, m, axes);
  moments[0] = fmin(m[0], fmin(m[1], m[2]));
  moments[2] = fmax(m[0], fmax(m[1], m[2]));
  moments[1] = fmax(fmin(m[0], m[1]), fmin(fmax(m[0], m[1]), m[2]));
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
