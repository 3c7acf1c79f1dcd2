/* The acceleration field of a rigid body, and the second moments it goes with. */
#ifndef ULNA_KERNEL_ACCELERATION_H
#define ULNA_KERNEL_ACCELERATION_H

#include "kernel/vec3.h"

// A = [wd]× + [w]×[w]×: a point b of the body accelerates by A b relative to the origin; 6 M + 9 A
// Source: [Turney80, sec. 5]. Differs: A(3,2) is w_z w_y + wd_x (printed with wd_z).
KERNEL mat3 acceleration_matrix(vec3 w, vec3 wd)
{
  const real xx = mul(w.x, w.x), yy = mul(w.y, w.y), zz = mul(w.z, w.z);
  const real xy = mul(w.x, w.y), xz = mul(w.x, w.z), yz = mul(w.y, w.z);
  mat3 A;
  A.e[0][0] = neg(add(yy, zz)), A.e[0][1] = sub(xy, wd.z), A.e[0][2] = add(xz, wd.y);
  A.e[1][0] = add(xy, wd.z), A.e[1][1] = neg(add(zz, xx)), A.e[1][2] = sub(yz, wd.x);
  A.e[2][0] = sub(xz, wd.y), A.e[2][1] = add(yz, wd.x), A.e[2][2] = neg(add(xx, yy));
  return A;
}

// K = ½Tr(I)E − I = ∫ d dᵗ dm, from the mass centre as I is                         [Turney80, sec. 5: K_i]
// Differs: printed with a diagonal matrix, and in words about origin i-1; this is the full tensor.
KERNEL sym3 second_moments(sym3 I)
{
  const real half_trace = mul(constant(0.5), add(add(I.xx, I.yy), I.zz));
  const sym3 K = {
      sub(half_trace, I.xx), sub(half_trace, I.yy), sub(half_trace, I.zz), neg(I.xy), neg(I.xz), neg(I.yz)};
  return K;
}

// Tr{A K sigmaᵗ}: the moment that the motion A needs about the mass centre, = I wd + w × I w; 18 M + 15 A, or
// 6 M + 3 A where K is diagonal. Source: [Turney80, eq. 5.2].
// Differs: n_x is (AK)_zy − (AK)_yz and so on around (the words after 5.2 have the opposite sign).
KERNEL vec3 moment_of(const mat3 *A, sym3 K)
{
  const vec3 x = vec3_make(A->e[0][0], A->e[0][1], A->e[0][2]);
  const vec3 y = vec3_make(A->e[1][0], A->e[1][1], A->e[1][2]);
  const vec3 z = vec3_make(A->e[2][0], A->e[2][1], A->e[2][2]);
  const vec3 Kx = vec3_make(K.xx, K.xy, K.xz), Ky = vec3_make(K.xy, K.yy, K.yz),
             Kz = vec3_make(K.xz, K.yz, K.zz);
  return vec3_make(sub(vec3_dot(z, Ky), vec3_dot(y, Kz)), sub(vec3_dot(x, Kz), vec3_dot(z, Kx)),
                   sub(vec3_dot(y, Kx), vec3_dot(x, Ky)));
}

#endif
