/* Vectors, 3×3 matrices and symmetric tensors over `real`. */
#ifndef ULNA_KERNEL_VEC3_H
#define ULNA_KERNEL_VEC3_H

#include "number/real.h"

typedef struct {
  real x, y, z;
} vec3;

typedef struct {
  real e[3][3];
} mat3;

typedef struct {
  real xx, yy, zz, xy, xz, yz;
} sym3;

KERNEL vec3 vec3_make(real x, real y, real z)
{
  const vec3 v = {x, y, z};
  return v;
}
KERNEL vec3 vec3_zero(void) { return vec3_make(constant(0), constant(0), constant(0)); }
KERNEL vec3 vec3_add(vec3 a, vec3 b) { return vec3_make(add(a.x, b.x), add(a.y, b.y), add(a.z, b.z)); }
KERNEL vec3 vec3_sub(vec3 a, vec3 b) { return vec3_make(sub(a.x, b.x), sub(a.y, b.y), sub(a.z, b.z)); }
KERNEL vec3 vec3_neg(vec3 a) { return vec3_make(neg(a.x), neg(a.y), neg(a.z)); }
KERNEL vec3 vec3_scale(real k, vec3 a) { return vec3_make(mul(k, a.x), mul(k, a.y), mul(k, a.z)); }
KERNEL real vec3_dot(vec3 a, vec3 b) { return add(add(mul(a.x, b.x), mul(a.y, b.y)), mul(a.z, b.z)); }
KERNEL vec3 vec3_cross(vec3 a, vec3 b)
{
  return vec3_make(sub(mul(a.y, b.z), mul(a.z, b.y)), sub(mul(a.z, b.x), mul(a.x, b.z)),
                   sub(mul(a.x, b.y), mul(a.y, b.x)));
}
// a + z k
KERNEL vec3 vec3_add_z(vec3 a, real k) { return vec3_make(a.x, a.y, add(a.z, k)); }
// a × z k
KERNEL vec3 vec3_cross_z(vec3 a, real k) { return vec3_make(mul(a.y, k), neg(mul(a.x, k)), constant(0)); }
KERNEL vec3 mat3_mul(const mat3 *m, vec3 v)
{
  return vec3_make(add(add(mul(m->e[0][0], v.x), mul(m->e[0][1], v.y)), mul(m->e[0][2], v.z)),
                   add(add(mul(m->e[1][0], v.x), mul(m->e[1][1], v.y)), mul(m->e[1][2], v.z)),
                   add(add(mul(m->e[2][0], v.x), mul(m->e[2][1], v.y)), mul(m->e[2][2], v.z)));
}
KERNEL vec3 mat3_mul_transposed(const mat3 *m, vec3 v)
{
  return vec3_make(add(add(mul(m->e[0][0], v.x), mul(m->e[1][0], v.y)), mul(m->e[2][0], v.z)),
                   add(add(mul(m->e[0][1], v.x), mul(m->e[1][1], v.y)), mul(m->e[2][1], v.z)),
                   add(add(mul(m->e[0][2], v.x), mul(m->e[1][2], v.y)), mul(m->e[2][2], v.z)));
}
KERNEL mat3 mat3_identity(void)
{
  mat3 m;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m.e[i][j] = constant(i == j ? 1 : 0);
  return m;
}
KERNEL vec3 mat3_row(const mat3 *m, int i) { return vec3_make(m->e[i][0], m->e[i][1], m->e[i][2]); }
KERNEL mat3 mat3_of_rows(vec3 x, vec3 y, vec3 z)
{
  const mat3 m = {{{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}}};
  return m;
}
// M v, M by its rows
KERNEL vec3 rows_mul(vec3 x, vec3 y, vec3 z, vec3 v)
{
  return vec3_make(vec3_dot(x, v), vec3_dot(y, v), vec3_dot(z, v));
}
KERNEL vec3 mat3_column(const mat3 *m, int j) { return vec3_make(m->e[0][j], m->e[1][j], m->e[2][j]); }

// S v, 9 multiplications and 6 additions
KERNEL vec3 sym3_mul(sym3 S, vec3 v)
{
  return vec3_make(add(add(mul(S.xx, v.x), mul(S.xy, v.y)), mul(S.xz, v.z)),
                   add(add(mul(S.xy, v.x), mul(S.yy, v.y)), mul(S.yz, v.z)),
                   add(add(mul(S.xz, v.x), mul(S.yz, v.y)), mul(S.zz, v.z)));
}
// A S Aᵀ, x, y, z the rows of A
KERNEL_INLINED sym3 sym3_rotate_by_rows(vec3 x, vec3 y, vec3 z, sym3 S)
{
  const vec3 Sx = sym3_mul(S, x), Sy = sym3_mul(S, y), Sz = sym3_mul(S, z);
  const sym3 T = {vec3_dot(Sx, x), vec3_dot(Sy, y), vec3_dot(Sz, z),
                  vec3_dot(Sy, x), vec3_dot(Sz, x), vec3_dot(Sz, y)};
  return T;
}
KERNEL sym3 sym3_rotate(const mat3 *A, sym3 S)
{
  return sym3_rotate_by_rows(mat3_row(A, 0), mat3_row(A, 1), mat3_row(A, 2), S);
}
KERNEL sym3 sym3_add(sym3 A, sym3 B)
{
  const sym3 S = {add(A.xx, B.xx), add(A.yy, B.yy), add(A.zz, B.zz),
                  add(A.xy, B.xy), add(A.xz, B.xz), add(A.yz, B.yz)};
  return S;
}
// S + a bᵀ + b aᵀ
KERNEL_INLINED sym3 sym3_add_pair(sym3 S, vec3 a, vec3 b)
{
  S.xx = mul_add(a.x, add(b.x, b.x), S.xx);
  S.yy = mul_add(a.y, add(b.y, b.y), S.yy);
  S.zz = mul_add(a.z, add(b.z, b.z), S.zz);
  S.xy = mul_add(a.x, b.y, mul_add(a.y, b.x, S.xy));
  S.xz = mul_add(a.x, b.z, mul_add(a.z, b.x, S.xz));
  S.yz = mul_add(a.y, b.z, mul_add(a.z, b.y, S.yz));
  return S;
}

#endif
