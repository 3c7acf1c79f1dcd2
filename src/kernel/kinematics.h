/* Where the links are and how they move, in the axes of one fixed frame.
 *
 * Frames: placement k is link k's frame seen from the frame in which placement 0 is given (frame 0 itself
 * where that is the identity; the base, a target, … otherwise). Joint i (from 0 here) turns about or slides
 * along z of placement i and carries link i+1. */
#ifndef ULNA_KERNEL_KINEMATICS_H
#define ULNA_KERNEL_KINEMATICS_H

#include "kernel/chain.h"

// A frame seen from another: x_outer = R x_inner + p.
typedef struct {
  mat3 R;
  vec3 p;
} placement;

// A rigid body's motion: angular velocity and acceleration, velocity and acceleration of one of its points.
typedef struct {
  vec3 w, wd, v, a;
} body_motion;

KERNEL mat3 mat3_product(const mat3 *A, const mat3 *B)
{
  mat3 m;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      m.e[i][j] =
          add(add(mul(A->e[i][0], B->e[0][j]), mul(A->e[i][1], B->e[1][j])), mul(A->e[i][2], B->e[2][j]));
  return m;
}

KERNEL placement placement_product(const placement *outer, const placement *inner)
{
  placement t;
  t.R = mat3_product(&outer->R, &inner->R);
  t.p = vec3_add(outer->p, mat3_mul(&outer->R, inner->p));
  return t;
}

KERNEL vec3 placement_point(const placement *t, vec3 x) { return vec3_add(t->p, mat3_mul(&t->R, x)); }

// Placements 1…n from placement 0:  R_i = R_{i-1} (link step),  p_i = p_{i-1} + R_i r_i.
KERNEL void link_placements(const chain *m, const posture *p, placement at[])
{
  for (int i = 0; i < m->n; i++) {
    at[i + 1].R = step_compose(&at[i].R, chain_step(m, p, i));
    at[i + 1].p = vec3_add(at[i].p, mat3_mul(&at[i + 1].R, chain_offset(m, p, i)));
  }
}

// One joint's column of the Jacobian for a point beyond it:
//   revolute [z; z × (point − origin)],  prismatic [0; z],  z and origin those of the frame it moves about.
KERNEL void jacobian_column(joint_kind joint, const placement *about, vec3 point, vec3 *angular, vec3 *linear)
{
  const vec3 z = mat3_column(&about->R, 2);
  if (joint == JOINT_REVOLUTE) {
    *angular = z;
    *linear = vec3_cross(z, vec3_sub(point, about->p));
  } else {
    *angular = vec3_zero();
    *linear = z;
  }
}

// The same motion, told of a point d away:  v += w × d,  a += wd × d + w × (w × d).
KERNEL body_motion motion_at(body_motion b, vec3 d)
{
  const vec3 wxd = vec3_cross(b.w, d);
  b.v = vec3_add(b.v, wxd);
  b.a = vec3_add(b.a, vec3_add(vec3_cross(b.wd, d), vec3_cross(b.w, wxd)));
  return b;
}

// From the motion of link i, told of origin i, to that of link i+1, told of origin i+1, d away; z: the joint's axis.
//   revolute   w += z qd,  wd += w × z qd + z qdd,                  then carried along to the new origin;
//   prismatic  carried along, and  v += z qd,  a += 2 w × z qd + z qdd.
KERNEL body_motion motion_past(joint_kind joint, vec3 z, vec3 d, real qd, real qdd, body_motion b)
{
  const vec3 zqd = vec3_scale(qd, z), zqdd = vec3_scale(qdd, z);
  const vec3 wxzqd = vec3_cross(b.w, zqd);
  if (joint == JOINT_REVOLUTE) {
    b.wd = vec3_add(b.wd, vec3_add(wxzqd, zqdd));
    b.w = vec3_add(b.w, zqd);
    return motion_at(b, d);
  }
  b = motion_at(b, d);
  b.v = vec3_add(b.v, zqd);
  b.a = vec3_add(b.a, vec3_add(vec3_scale(constant(2), wxzqd), zqdd));
  return b;
}

#endif
