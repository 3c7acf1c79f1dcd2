/* The small algebra in which the equivalence proof is written down: matrices of 3×3 beside the kernels' vectors. */
#ifndef ULNA_TESTS_EQUIVALENCE_ALGEBRA_H
#define ULNA_TESTS_EQUIVALENCE_ALGEBRA_H

#include <math.h>

#include "kernel/mat4.h"

static inline mat3 m_zero(void)
{
  mat3 m;
  for (int i = 0; i < 9; i++) m.e[i / 3][i % 3] = 0;
  return m;
}
static inline mat3 m_mul(mat3 A, mat3 B)
{
  mat3 m = m_zero();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) m.e[i][j] += A.e[i][k] * B.e[k][j];
  return m;
}
static inline mat3 m_t(mat3 A)
{
  mat3 m;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m.e[i][j] = A.e[j][i];
  return m;
}
static inline mat3 m_add(mat3 A, mat3 B)
{
  for (int i = 0; i < 9; i++) A.e[i / 3][i % 3] += B.e[i / 3][i % 3];
  return A;
}
static inline mat3 m_scale(double k, mat3 A)
{
  for (int i = 0; i < 9; i++) A.e[i / 3][i % 3] *= k;
  return A;
}
static inline double m_trace(mat3 A) { return A.e[0][0] + A.e[1][1] + A.e[2][2]; }
static inline vec3 m_v(mat3 A, vec3 v) { return mat3_mul(&A, v); }
static inline mat3 v_outer(vec3 a, vec3 b)
{
  const double x[3] = {a.x, a.y, a.z}, y[3] = {b.x, b.y, b.z};
  mat3 m;
  for (int i = 0; i < 9; i++) m.e[i / 3][i % 3] = x[i / 3] * y[i % 3];
  return m;
}
// Tr{X}E − X
static inline mat3 m_trace_less(mat3 X)
{
  const mat3 E = mat3_identity();
  return m_add(m_scale(m_trace(X), E), m_scale(-1, X));
}
static inline vec3 v_sum3(vec3 a, vec3 b, vec3 c) { return vec3_add(vec3_add(a, b), c); }
static inline double v_size(vec3 v) { return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z))); }

#endif
