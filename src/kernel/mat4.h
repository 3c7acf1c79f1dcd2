/* 4×4 matrices that move points: full products, as [Turney80] counts them. */
#ifndef ULNA_KERNEL_MAT4_H
#define ULNA_KERNEL_MAT4_H

#include "kernel/chain.h"

typedef struct {
  real e[4][4];
} mat4;

KERNEL mat4 mat4_zero(void)
{
  mat4 m;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) m.e[i][j] = constant(0);
  return m;
}

// A B, 64 multiplications and 48 additions; a row of GROUP columns at a time
KERNEL mat4 mat4_mul(const mat4 *A, const mat4 *B)
{
  mat4 m;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j += GROUP) {
      const column_group first = group_add(group_scale(A->e[i][0], group_load(&B->e[0][j])),
                                           group_scale(A->e[i][1], group_load(&B->e[1][j]))),
                         second = group_add(group_scale(A->e[i][2], group_load(&B->e[2][j])),
                                            group_scale(A->e[i][3], group_load(&B->e[3][j])));
      group_store_all(group_add(first, second), &m.e[i][j]);
    }
  return m;
}

// A += k B
KERNEL void mat4_add_scaled(mat4 *A, real k, const mat4 *B)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j += GROUP)
      group_store_all(group_add(group_load(&A->e[i][j]), group_scale(k, group_load(&B->e[i][j]))),
                      &A->e[i][j]);
}

KERNEL void mat4_add(mat4 *A, const mat4 *B)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j += GROUP)
      group_store_all(group_add(group_load(&A->e[i][j]), group_load(&B->e[i][j])), &A->e[i][j]);
}

// Tr{A Bᵗ}, 16 multiplications and 15 additions
KERNEL real mat4_trace_of_product(const mat4 *A, const mat4 *B)
{
  real t = constant(0);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) t = add(t, mul(A->e[i][j], B->e[i][j]));
  return t;
}

// [M v; 0 0]
KERNEL mat4 mat4_of(const mat3 *M, vec3 v)
{
  mat4 m = mat4_zero();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m.e[i][j] = M->e[i][j];
  m.e[0][3] = v.x, m.e[1][3] = v.y, m.e[2][3] = v.z;
  return m;
}

// [v]×
KERNEL mat3 mat3_cross(vec3 v)
{
  mat3 m;
  m.e[0][0] = constant(0), m.e[0][1] = neg(v.z), m.e[0][2] = v.y;
  m.e[1][0] = v.z, m.e[1][1] = constant(0), m.e[1][2] = neg(v.x);
  m.e[2][0] = neg(v.y), m.e[2][1] = v.x, m.e[2][2] = constant(0);
  return m;
}

// T_{i-1}^i = [R p; 0 1], every element a number that is multiplied out                [Turney80, eq. 1.13]
KERNEL mat4 mat4_of_step(const chain *m, const posture *p, int i)
{
  const step S = chain_step(m, p, i);
  const mat3 R = step_matrix(S);
  const vec3 offset = mat3_mul(&R, chain_offset(m, p, i));
  mat4 T = mat4_of(&R, offset);
  T.e[2][0] = T.e[3][0] = T.e[3][1] = T.e[3][2] = number(0), T.e[3][3] = number(1);
  return T;
}

// Q T, where Q is what ∂T_{i-1}^i/∂q_i = Q T_{i-1}^i says: rows exchanged, none multiplied
//   R: z ×, [Turney80, eq. 1.5];  P: the fourth row becomes the third
KERNEL mat4 mat4_differentiated(joint_kind joint, const mat4 *T)
{
  mat4 m;
  const bool turns = joint == JOINT_REVOLUTE;
  for (int j = 0; j < 4; j += GROUP) {
    column_group nothing = group_none();
    UNROLLED for (int c = 0; c < GROUP; c++) nothing = group_with(nothing, c, number(0));
    group_store_all(turns ? group_neg(group_load(&T->e[1][j])) : nothing, &m.e[0][j]);
    group_store_all(turns ? group_load(&T->e[0][j]) : nothing, &m.e[1][j]);
    group_store_all(turns ? nothing : group_load(&T->e[3][j]), &m.e[2][j]);
    group_store_all(nothing, &m.e[3][j]);
  }
  return m;
}

#endif
