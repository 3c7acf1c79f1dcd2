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

KERNEL void lay_out(const chain *m, const posture *p, laid_link at[])
{
  // A by its rows: those stay in registers, and nothing waits for numbers that were just written
  const mat3 frame0 = mat3_identity();
  vec3 x = mat3_row(&frame0, 0), y = mat3_row(&frame0, 1), z = mat3_row(&frame0, 2), o = vec3_zero();
  for (int i = 0; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    const step R = chain_step(m, p, i);
    laid_link *to = &at[i];
    to->joint = l->joint;
    to->e = vec3_make(x.z, y.z, z.z);
    to->o = o;
    x = step_compose_row(R, x), y = step_compose_row(R, y), z = step_compose_row(R, z);
    to->A = mat3_of_rows(x, y, z);
    o = vec3_add(o, rows_mul(x, y, z, chain_offset(m, p, i)));
    to->origin = o;
    to->c = vec3_add(o, rows_mul(x, y, z, l->com));
    to->m = l->m;
    to->I = sym3_rotate_by_rows(x, y, z, l->I);
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
