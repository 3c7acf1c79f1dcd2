/* The solid ellipsoid that has a body's inertia: how inertia is drawn. */
#include "page/ellipsoid.h"

#include <math.h>
#include <string.h>

#include "base/inertia.h"

bool ulna_ellipsoid(const ulna_body *body, double semi_axes[3], double R[3][3])
{
  const double m = body->mass;
  if (!(m > 0)) return false;
  double inertia[6], moments[3];
  memcpy(inertia, body->inertia, sizeof inertia);
  if (body->about == ULNA_ABOUT_ORIGIN) inertia_shift(inertia, m, body->com, -1);
  inertia_principal(inertia, moments, R);
  // I_xx = m/5 (b² + c²), and so on round: a² = 5/(2m) (I_yy + I_zz - I_xx); no real body has it negative
  const double sum = moments[0] + moments[1] + moments[2];
  for (int k = 0; k < 3; k++) {
    semi_axes[k] = sqrt(fmax(0, 2.5 / m * (sum - 2 * moments[k])));
    if (!isfinite(semi_axes[k])) return false;
  }
  // three's sphere is scaled by columns: a right-handed set
  const double det = R[0][0] * (R[1][1] * R[2][2] - R[1][2] * R[2][1]) -
                     R[0][1] * (R[1][0] * R[2][2] - R[1][2] * R[2][0]) +
                     R[0][2] * (R[1][0] * R[2][1] - R[1][1] * R[2][0]);
  for (int k = 0; k < 3 && det < 0; k++) R[k][2] = -R[k][2];
  return true;
}
