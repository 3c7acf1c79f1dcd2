/* The arm laid out in the axes of frame 0: where its joints, mass centres and axes are, and each link's inertia
 * there. What the formulations on whole-arm matrices start from. */
#ifndef ULNA_KERNEL_BASE_AXES_H
#define ULNA_KERNEL_BASE_AXES_H

#include "kernel/spatial.h"

typedef struct {
  joint_kind joint;
  vec3 e;       // axis of joint i: z of frame i-1
  vec3 o;       // origin i-1, a point on that axis
  vec3 c;       // mass centre
  real m;       // mass
  sym3 I;       // inertia about the mass centre
  mat3 A;       // orientation of frame i
  vec3 origin;  // origin i
} laid_link;

// A S Aᵀ
KERNEL sym3 sym3_rotate(const mat3 *A, sym3 S)
{
  vec3 row[3];  // rows of A S
  for (int i = 0; i < 3; i++) row[i] = sym3_mul(S, vec3_make(A->e[i][0], A->e[i][1], A->e[i][2]));
  real r[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++) r[i][j] = vec3_dot(row[i], vec3_make(A->e[j][0], A->e[j][1], A->e[j][2]));
  const sym3 T = {r[0][0], r[1][1], r[2][2], r[1][0], r[2][0], r[2][1]};
  return T;
}

KERNEL void lay_out(const chain *m, const posture *p, laid_link at[])
{
  const mat3 frame0 = mat3_identity(),
             *A = &frame0;  // a copy of it in every turn would wait for the numbers just written
  vec3 o = vec3_zero();
  for (int i = 0; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    laid_link *x = &at[i];
    x->joint = l->joint;
    x->e = mat3_column(A, 2);
    x->o = o;
    x->A = step_compose(A, chain_step(m, p, i));
    A = &x->A;
    o = vec3_add(o, mat3_mul(A, chain_offset(m, p, i)));
    x->origin = o;
    x->c = vec3_add(o, mat3_mul(A, l->com));
    x->m = l->m;
    x->I = sym3_rotate(A, l->I);
  }
}

// p_i about C_i [Saha, eq. 4]: R [e; e × d], d = axis → C_i;  P [0; e]
KERNEL twist laid_axis(const laid_link *x)
{
  twist p;
  if (x->joint == JOINT_PRISMATIC) {
    p.w = vec3_zero(), p.v = x->e;
  } else {
    p.w = x->e, p.v = vec3_cross(x->e, vec3_sub(x->c, x->o));
  }
  return p;
}

#endif
