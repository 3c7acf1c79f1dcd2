/* Inertia tensors (xx yy zz xy xz yz): turns, Steiner's shift and principal axes. Header only. */
#ifndef ULNA_BASE_INERTIA_H
#define ULNA_BASE_INERTIA_H

#include <math.h>

/* I = R I Rᵀ */
static inline void inertia_turn(const double R[3][3], double inertia[6])
{
  const double *I = inertia, full[3][3] = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}};
  double RI[3][3], S[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) RI[i][j] = R[i][0] * full[0][j] + R[i][1] * full[1][j] + R[i][2] * full[2][j];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) S[i][j] = RI[i][0] * R[j][0] + RI[i][1] * R[j][1] + RI[i][2] * R[j][2];
  for (int k = 0; k < 3; k++) inertia[k] = S[k][k];
  inertia[3] = S[0][1], inertia[4] = S[0][2], inertia[5] = S[1][2];
}

/* I += m (c·c E − c cᵀ) times `sign`: from the mass centre to a point at −c, or back. */
static inline void inertia_shift(double inertia[6], double m, const double c[3], double sign)
{
  const double k = sign * m;
  inertia[0] += k * (c[1] * c[1] + c[2] * c[2]);
  inertia[1] += k * (c[0] * c[0] + c[2] * c[2]);
  inertia[2] += k * (c[0] * c[0] + c[1] * c[1]);
  inertia[3] -= k * c[0] * c[1];
  inertia[4] -= k * c[0] * c[2];
  inertia[5] -= k * c[1] * c[2];
}

/* Principal moments, in no order, and their axes, the columns of V. Cyclic Jacobi rotations: converges for every symmetric
 * matrix, to rounding of its largest element. */
static inline void inertia_principal(const double inertia[6], double moments[3], double V[3][3])
{
  double S[3][3] = {{inertia[0], inertia[3], inertia[4]},
                    {inertia[3], inertia[1], inertia[5]},
                    {inertia[4], inertia[5], inertia[2]}};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) V[i][k] = i == k;
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
        for (int k = 0; k < 3; k++) {
          const double x = V[k][p], y = V[k][q];
          V[k][p] = c * x - s * y, V[k][q] = s * x + c * y;
        }
      }
  }
  for (int k = 0; k < 3; k++) moments[k] = S[k][k];
}

#endif
