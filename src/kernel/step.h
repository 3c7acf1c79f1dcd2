/* The link step: the change of frame across one joint.
 *
 * Frame i is fixed in link i; joint i moves about (R) or along (P) z of frame i-1:
 *   T = Rot_z(theta) Trans(a, b, d) Rot_x(alpha)     maps frame i to frame i-1,
 * with theta = theta_0 + q for a revolute joint, d = d_0 + q for a prismatic one. b is zero for a robot given
 * in Denavit–Hartenberg parameters. It is what lets any other serial robot, nearly parallel axes included, take
 * this form with the link origins where its own file has them (docs/decisions). It costs nothing: the offset
 *   r = (a, b cos alpha + d sin alpha, -b sin alpha + d cos alpha)
 * from origin i-1 to origin i is a constant in frame i anyway. */
#ifndef ULNA_KERNEL_STEP_H
#define ULNA_KERNEL_STEP_H

#include "kernel/vec3.h"

typedef struct {
  real c, s, ca, sa;  // cos and sin of theta, of alpha
} step;

KERNEL step step_make(real cos_theta, real sin_theta, real cos_alpha, real sin_alpha)
{
  const step R = {cos_theta, sin_theta, cos_alpha, sin_alpha};
  return R;
}

// The rotation as a full matrix whose elements are given, zeros too: what is multiplied by where counting charges a
// change of frame 9 multiplications and 6 additions. Columns are frame i's axes in frame i-1.
KERNEL mat3 step_full_matrix(step R)
{
  mat3 m;
  m.e[0][0] = as_given(R.c), m.e[0][1] = neg(product_as_given(R.s, R.ca)),
  m.e[0][2] = product_as_given(R.s, R.sa);
  m.e[1][0] = as_given(R.s), m.e[1][1] = product_as_given(R.c, R.ca),
  m.e[1][2] = neg(product_as_given(R.c, R.sa));
  m.e[2][0] = number(0), m.e[2][1] = as_given(R.sa), m.e[2][2] = as_given(R.ca);
  return m;
}

// frame i-1's components to frame i's: Rot_x(-alpha) Rot_z(-theta) v, 8 multiplications and 4 additions
KERNEL vec3 step_down(step R, vec3 v)
{
  if (charges_full_matrices()) {
    const mat3 m = step_full_matrix(R);
    return mat3_mul_transposed(&m, v);
  }
  const real t = sub(mul(R.c, v.y), mul(R.s, v.x));
  return vec3_make(add(mul(R.c, v.x), mul(R.s, v.y)), add(mul(R.ca, t), mul(R.sa, v.z)),
                   sub(mul(R.ca, v.z), mul(R.sa, t)));
}

// frame i's components to frame i-1's: Rot_z(theta) Rot_x(alpha) v, 8 multiplications and 4 additions
KERNEL vec3 step_up(step R, vec3 v)
{
  if (charges_full_matrices()) {
    const mat3 m = step_full_matrix(R);
    return mat3_mul(&m, v);
  }
  const real t = sub(mul(R.ca, v.y), mul(R.sa, v.z));
  return vec3_make(sub(mul(R.c, v.x), mul(R.s, t)), add(mul(R.s, v.x), mul(R.c, t)),
                   add(mul(R.sa, v.y), mul(R.ca, v.z)));
}

// z of frame i-1, in frame i: (0, sin alpha, cos alpha)
KERNEL vec3 step_axis(step R) { return vec3_make(constant(0), R.sa, R.ca); }

// the rotation as a matrix: columns are frame i's axes in frame i-1; 4 multiplications
KERNEL mat3 step_matrix(step R)
{
  mat3 m;
  m.e[0][0] = R.c, m.e[0][1] = neg(mul(R.s, R.ca)), m.e[0][2] = mul(R.s, R.sa);
  m.e[1][0] = R.s, m.e[1][1] = mul(R.c, R.ca), m.e[1][2] = neg(mul(R.c, R.sa));
  m.e[2][0] = constant(0), m.e[2][1] = R.sa, m.e[2][2] = R.ca;
  return m;
}

// A R, for A = orientation of frame i-1 in some frame: two plane rotations of A's columns, 24 M + 12 A; a row of it
KERNEL vec3 step_compose_row(step R, vec3 row)
{
  const real t = sub(mul(R.c, row.y), mul(R.s, row.x));
  return vec3_make(add(mul(R.c, row.x), mul(R.s, row.y)), add(mul(R.ca, t), mul(R.sa, row.z)),
                   sub(mul(R.ca, row.z), mul(R.sa, t)));
}
KERNEL mat3 step_compose(const mat3 *A, step R)
{
  return mat3_of_rows(step_compose_row(R, mat3_row(A, 0)), step_compose_row(R, mat3_row(A, 1)),
                      step_compose_row(R, mat3_row(A, 2)));
}

#endif
