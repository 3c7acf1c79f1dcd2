/* The turn about a given axis [Rodrigues]. Header only. */
#ifndef ULNA_BASE_ROTATION_H
#define ULNA_BASE_ROTATION_H

#include <math.h>
#include <string.h>

/* R = cos φ 1 + (1 − cos φ) e eᵀ + sin φ [e]×, |e| = 1; 1 − cos φ = 2 sin²(φ/2) keeps its digits at small angles. */
static inline void rotation_about(const double e[3], double angle, double R[3][3])
{
  const double c = cos(angle), s = sin(angle), k = 2 * sin(angle / 2) * sin(angle / 2);
  const double turned[3][3] = {{c + k * e[0] * e[0], k * e[0] * e[1] - s * e[2], k * e[0] * e[2] + s * e[1]},
                               {k * e[1] * e[0] + s * e[2], c + k * e[1] * e[1], k * e[1] * e[2] - s * e[0]},
                               {k * e[2] * e[0] - s * e[1], k * e[2] * e[1] + s * e[0], c + k * e[2] * e[2]}};
  memcpy(R, turned, sizeof turned);
}

#endif
