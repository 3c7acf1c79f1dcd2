/* The arm in joint-axis frames, where a joint's own motion is one component of a six-vector.
 *
 * Frame N_i is fixed in link i, its z axis is the axis of joint i, and its origin (the foot) lies on that axis
 * where link i leaves it: N_i = frame i-1 · Rot_z(theta) Trans_z(d), frame i = N_i · Trans(a, b, 0) Rot_x(alpha).
 * So a step outward is a constant screw along x (twist and length) and a moving one along z (the joint), and
 * either costs 4 multiplications a vector. An exact conversion of the chain (kernel/chain.h), done once. */
#ifndef ULNA_KERNEL_AXIS_H
#define ULNA_KERNEL_AXIS_H

#include <stdbool.h>

#include "kernel/acceleration.h"
#include "kernel/spatial.h"

typedef struct {
  joint_kind joint;
  bool sideways;  // b is not zero: structure
  turn_x twist;   // alpha
  real a, b;      // foot → origin i, in N_i
  real d;         // origin i-1 → foot along the axis; a prismatic joint at 0
  real m;         // mass
  vec3 mc;        // first moment about the foot, N_i axes
  sym3 I;         // inertia about the foot
  sym3 K;         // ½ tr(I) 1 − I: second moments about the foot
  vec3 com;       // foot → mass centre
  sym3 I_com, K_com;
} axis_link;

typedef struct {
  int n;
  const axis_link *link;
} axis_chain;

// I about the mass centre, seen from the point from which c leads there: I + m (c·c 1 − c cᵗ)
KERNEL sym3 inertia_about(sym3 I, real m, vec3 c)
{
  const vec3 mc = vec3_scale(m, c);
  const real xx = mul(mc.x, c.x), yy = mul(mc.y, c.y), zz = mul(mc.z, c.z);
  const sym3 S = {add(I.xx, add(yy, zz)),    add(I.yy, add(xx, zz)),    add(I.zz, add(xx, yy)),
                  sub(I.xy, mul(mc.x, c.y)), sub(I.xz, mul(mc.x, c.z)), sub(I.yz, mul(mc.y, c.z))};
  return S;
}

/* One link's entry. `sideways` is decided by the caller, from the parameters; b is then taken as exactly 0. */
KERNEL axis_link axis_link_make(const chain_link *l, bool sideways)
{
  axis_link x;
  x.joint = l->joint;
  x.sideways = sideways;
  x.twist = turn_x_make(l->ca, l->sa);
  const vec3 offset = vec3_turn_x(l->r, x.twist.c, x.twist.s);
  x.a = offset.x;
  x.b = sideways ? offset.y : constant(0);
  x.d = offset.z;
  x.m = l->m;
  x.com = vec3_add(vec3_turn_x(l->com, x.twist.c, x.twist.s), vec3_make(x.a, x.b, constant(0)));
  x.mc = vec3_scale(l->m, x.com);
  x.I_com = sym3_turn_x_by(l->I, x.twist.c, x.twist.s, &x.twist.by);
  x.K_com = second_moments(x.I_com);
  x.I = inertia_about(x.I_com, l->m, x.com);
  x.K = second_moments(x.I);
  return x;
}

// A wrench at origin i in frame i, about the foot, in N_i: the constant screw.
KERNEL wrench axis_wrench_inward_x(const axis_link *l, wrench w)
{
  w.f = vec3_turn_x(w.f, l->twist.c, l->twist.s);
  w.n = vec3_turn_x(w.n, l->twist.c, l->twist.s);
  w.n.y = sub(w.n.y, mul(l->a, w.f.z));
  w.n.z = add(w.n.z, mul(l->a, w.f.y));
  if (l->sideways) {
    w.n.x = add(w.n.x, mul(l->b, w.f.z));
    w.n.z = sub(w.n.z, mul(l->b, w.f.x));
  }
  return w;
}
// A wrench about the foot in N_i, about origin i-1 in frame i-1: the joint's screw, d with the slide in it.
KERNEL wrench axis_wrench_inward_z(real c, real s, real d, wrench w)
{
  w.f = vec3_turn_z(w.f, c, s);
  w.n = vec3_turn_z(w.n, c, s);
  w.n.x = sub(w.n.x, mul(d, w.f.y));
  w.n.y = add(w.n.y, mul(d, w.f.x));
  return w;
}
KERNEL twist axis_twist_outward_x(const axis_link *l, twist t)
{
  t.v.y = add(t.v.y, mul(l->a, t.w.z));
  t.v.z = sub(t.v.z, mul(l->a, t.w.y));
  if (l->sideways) {
    t.v.x = sub(t.v.x, mul(l->b, t.w.z));
    t.v.z = add(t.v.z, mul(l->b, t.w.x));
  }
  t.w = vec3_turn_x_back(t.w, l->twist.c, l->twist.s);
  t.v = vec3_turn_x_back(t.v, l->twist.c, l->twist.s);
  return t;
}
KERNEL twist axis_twist_outward_z(real c, real s, real d, twist t)
{
  t.v.x = add(t.v.x, mul(d, t.w.y));
  t.v.y = sub(t.v.y, mul(d, t.w.x));
  t.w = vec3_turn_z_back(t.w, c, s);
  t.v = vec3_turn_z_back(t.v, c, s);
  return t;
}

// distance origin i-1 → foot, the slide of a prismatic joint in it
KERNEL real axis_slide(const axis_link *l, const posture *p, int i)
{
  return l->joint == JOINT_REVOLUTE ? l->d : add(l->d, p->slide[i]);
}

/* How every point of link i accelerates at qdd = 0: a point b from the foot by a + A b, A = [wd]× + [w]×[w]×. */
typedef struct {
  vec3 w, wd, a;
  mat3 A;
} axis_motion;

/* The motion of link i from that of link i-1 with the joint moving at qd and not accelerating.
 *   R: w = w' + z qd, wd = wd' + w' × z qd;  P: a += 2 w × z qd.  (' = in N_i axes) */
KERNEL void axis_motion_joint(const axis_link *l, real c, real s, real d, real qd, axis_motion *k)
{
  k->w = vec3_turn_z_back(k->w, c, s);
  k->wd = vec3_turn_z_back(k->wd, c, s);
  k->a = vec3_turn_z_back(k->a, c, s);
  const vec3 turned = vec3_cross_z(k->w, qd);
  if (l->joint == JOINT_REVOLUTE) {
    k->wd = vec3_add(k->wd, turned);
    k->w.z = add(k->w.z, qd);
  } else {
    k->a = vec3_add(k->a, vec3_add(turned, turned));
  }
  k->A = acceleration_matrix(k->w, k->wd);
  k->a = vec3_make(add(k->a.x, mul(d, k->A.e[0][2])), add(k->a.y, mul(d, k->A.e[1][2])),
                   add(k->a.z, mul(d, k->A.e[2][2])));
}
// … carried on along the link, to origin i in frame i
KERNEL void axis_motion_link(const axis_link *l, axis_motion *k)
{
  k->a = vec3_make(add(k->a.x, mul(l->a, k->A.e[0][0])), add(k->a.y, mul(l->a, k->A.e[1][0])),
                   add(k->a.z, mul(l->a, k->A.e[2][0])));
  if (l->sideways)
    k->a = vec3_make(add(k->a.x, mul(l->b, k->A.e[0][1])), add(k->a.y, mul(l->b, k->A.e[1][1])),
                     add(k->a.z, mul(l->b, k->A.e[2][1])));
  k->a = vec3_turn_x_back(k->a, l->twist.c, l->twist.s);
  k->w = vec3_turn_x_back(k->w, l->twist.c, l->twist.s);
  k->wd = vec3_turn_x_back(k->wd, l->twist.c, l->twist.s);
}

// The axial part of A K, (AK)_zy − (AK)_yz and cyclic: the moment of a turning body; 15 multiplications, 15 additions
KERNEL vec3 axial_moment(const mat3 *A, sym3 K)
{
  const real(*a)[3] = A->e;
  return vec3_make(add(sub(sub(mul(a[2][0], K.xy), mul(a[1][0], K.xz)), mul(a[1][2], K.zz)),
                       add(mul(a[2][1], K.yy), mul(sub(a[2][2], a[1][1]), K.yz))),
                   add(sub(sub(mul(a[0][1], K.yz), mul(a[2][1], K.xy)), mul(a[2][0], K.xx)),
                       add(mul(a[0][2], K.zz), mul(sub(a[0][0], a[2][2]), K.xz))),
                   add(sub(sub(mul(a[1][2], K.xz), mul(a[0][2], K.yz)), mul(a[0][1], K.yy)),
                       add(mul(a[1][0], K.xx), mul(sub(a[1][1], a[0][0]), K.xy))));
}

// What moves the link so, about its foot: f = m a + A mc, n = mc × a + axial(A K); 33 M + 30 A
KERNEL wrench axis_inertial_wrench(const axis_link *l, const axis_motion *k)
{
  wrench w;
  w.f = vec3_add(vec3_scale(l->m, k->a), mat3_mul(&k->A, l->mc));
  w.n = vec3_add(vec3_cross(l->mc, k->a), axial_moment(&k->A, l->K));
  return w;
}

#endif
