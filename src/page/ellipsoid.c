/* The solid ellipsoid that has a body's inertia: how inertia is drawn. */
#include "page/ellipsoid.h"

#include <math.h>
#include <string.h>

/* One rotation in the plane of axes p and q that makes S_pq zero (Jacobi). */
static void rotate(double S[3][3], double V[3][3], int p, int q)
{
  if (S[p][q] == 0) return;
  const double theta = (S[q][q] - S[p][p]) / (2 * S[p][q]);
  const double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
  const double c = 1 / sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < 3; k++) {
    const double a = S[k][p], b = S[k][q];
    S[k][p] = c * a - s * b;
    S[k][q] = s * a + c * b;
  }
  for (int k = 0; k < 3; k++) {
    const double a = S[p][k], b = S[q][k];
    S[p][k] = c * a - s * b;
    S[q][k] = s * a + c * b;
    const double x = V[k][p], y = V[k][q];
    V[k][p] = c * x - s * y;
    V[k][q] = s * x + c * y;
  }
}

bool ulna_ellipsoid(const ulna_body *body, double semi_axes[3], double R[3][3])
{
  const double *I = body->inertia, m = body->mass, *r = body->com;
  if (!(m > 0)) return false;
  double S[3][3] = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}};
  // Steiner: about the mass centre, I - m (r·r 1 - r rᵀ)
  const double rr = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  if (body->about == ULNA_ABOUT_ORIGIN)
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) S[i][k] -= m * ((i == k ? rr : 0) - r[i] * r[k]);
  const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  memcpy(R, unit, sizeof unit);
  for (int sweep = 0; sweep < 12; sweep++) {
    rotate(S, R, 0, 1);
    rotate(S, R, 0, 2);
    rotate(S, R, 1, 2);
  }
  // I_xx = m/5 (b² + c²), and so on round: a² = 5/(2m) (I_yy + I_zz - I_xx); no real body has it negative
  const double sum = S[0][0] + S[1][1] + S[2][2];
  for (int k = 0; k < 3; k++) {
    semi_axes[k] = sqrt(fmax(0, 2.5 / m * (sum - 2 * S[k][k])));
    if (!isfinite(semi_axes[k])) return false;
  }
  // three's sphere is scaled by columns: a right-handed set
  const double det = R[0][0] * (R[1][1] * R[2][2] - R[1][2] * R[2][1]) -
                     R[0][1] * (R[1][0] * R[2][2] - R[1][2] * R[2][0]) +
                     R[0][2] * (R[1][0] * R[2][1] - R[1][1] * R[2][0]);
  for (int k = 0; k < 3 && det < 0; k++) R[k][2] = -R[k][2];
  return true;
}
