/* Rotations as vectors, and matrices made rotations. Plain double: control flow depends on values here. */
#ifndef ULNA_DYNAMICS_ROTATION_H
#define ULNA_DYNAMICS_ROTATION_H

#include <math.h>
#include <stdbool.h>

#include "kernel/vec3.h"

// The rotation vector phi, |phi| ≤ π, with exp([phi]×) = R; by way of the quaternion, whose largest part is
// taken from the diagonal, so that no digits are lost near 0 nor near π.
static inline vec3 rotation_log(const mat3 *R)
{
  const double(*e)[3] = R->e;
  const double t[4] = {e[0][0] + e[1][1] + e[2][2], e[0][0], e[1][1], e[2][2]};
  double w, v[3];
  int k = 0;
  for (int i = 1; i < 4; i++)
    if (t[i] > t[k]) k = i;
  if (k == 0) {  // four times the quaternion's products with its largest part
    w = 1 + t[0];
    v[0] = e[2][1] - e[1][2], v[1] = e[0][2] - e[2][0], v[2] = e[1][0] - e[0][1];
  } else {
    const int i = k - 1, j = (i + 1) % 3, l = (i + 2) % 3;
    w = e[l][j] - e[j][l];
    v[i] = 1 + e[i][i] - e[j][j] - e[l][l];
    v[j] = e[i][j] + e[j][i];
    v[l] = e[i][l] + e[l][i];
  }
  if (w < 0) w = -w, v[0] = -v[0], v[1] = -v[1], v[2] = -v[2];
  const double s = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const double scale = s > 1e-8 * w ? 2 * atan2(s, w) / s : 2 / w;  // phi = 2 atan(|v|/w) v/|v|
  return vec3_make(scale * v[0], scale * v[1], scale * v[2]);
}

// d phi/dt for exp([phi]×) that turns with w (outer axes): w − ½ phi × w + c phi × (phi × w),
// c = (1 − (θ/2) cot(θ/2))/θ².
static inline vec3 rotation_log_rate(vec3 phi, vec3 w)
{
  const double t2 = vec3_dot(phi, phi), half = sqrt(t2) / 2;
  const double c = t2 < 1e-4 ? 1.0 / 12 + t2 / 720 : (1 - half / tan(half)) / t2;  // next term: t2²/30240
  const vec3 pxw = vec3_cross(phi, w);
  return vec3_add(w, vec3_add(vec3_scale(-0.5, pxw), vec3_scale(c, vec3_cross(phi, pxw))));
}

// Replaces R by the nearest rotation (Newton's iteration for the polar factor, R ← (R + R⁻ᵀ)/2, which doubles
// the digits each time); false if it is farther than `tolerance` in an element, or a reflection.
static inline bool rotation_nearest(double R[3][3], double tolerance)
{
  double X[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) X[i][j] = R[i][j];
  for (int pass = 0; pass < 5; pass++) {
    double adj[3][3];  // cofactors: det · X⁻ᵀ
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
        adj[i][j] = X[a][c] * X[b][d] - X[a][d] * X[b][c];
      }
    const double det = X[0][0] * adj[0][0] + X[0][1] * adj[0][1] + X[0][2] * adj[0][2];
    if (!(det > 0.5)) return false;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) X[i][j] = 0.5 * (X[i][j] + adj[i][j] / det);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (!(fabs(X[i][j] - R[i][j]) <= tolerance)) return false;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[i][j] = X[i][j];
  return true;
}

#endif
