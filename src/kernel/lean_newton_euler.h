/* Inverse dynamics with as few operations as we know how: a Newton–Euler recursion for generated code, where every
 * constant is known and nothing is looked up. fast_newton_euler.h, for tables, is made for short waits instead.
 *
 * Frames are those of fast_newton_euler.h: link i's z lies on joint axis i. A change of frame is two plane rotations, 8
 * multiplications and 4 additions. From joint to joint the way goes over two points of the link: the foot, d along its
 * own axis, then the end, (a, b) across, on the next axis. A point of an axis belongs to both links, so that
 *   b_foot = b + d A e_z,   b_end = b_foot + A (a, b, 0)
 * take three products for each number of the offset that is not zero, and as few on the way back.
 *
 * Mass. The regrouping of fast_newton_euler.h leaves mc = (mx, my, 0) and five numbers of J. More can be had from the same
 * freedom: mass may be counted at any point of the axis that two links share. A mass at the end of link i and another
 * at the foot of link i+1, both on axis i+1, can stand for mx and my (what they need to be balanced with lies on axis i and
 * moves on to the parent). A point mass costs 3 multiplications, 3 additions, a first moment 5 and 5. In the same way a
 * second moment along axis i+1 can stand for J_yz. Which of them is worth it is structure: lean_choice, given. */
#ifndef ULNA_KERNEL_LEAN_NEWTON_EULER_H
#define ULNA_KERNEL_LEAN_NEWTON_EULER_H

#include <stdbool.h>

#include "kernel/fast_newton_euler.h"

// What stands for a link's first moment mx, my, and for its J_yz; only for links before a revolute joint.
typedef struct {
  bool mass_at_end;        // for mx; a is not zero
  bool mass_at_next_foot;  // for my; the next link's d and the sine of the twist are not zero
  bool moment_along_next;  // for J_yz; sine and cosine of the twist are not zero
} lean_choice;

typedef struct {
  bool turns;            // a revolute joint
  real ca, sa;           // of the twist before the joint; the first: 1 and 0
  vec3 r;                // (a, b, d)
  real m;                // about the foot:
  vec3 mc;               //
  sym3 J;                //
  real at_foot, at_end;  // point masses
} lean_link;

KERNEL void lean_point_mass(fast_link *l, real m, vec3 p)
{
  l->m = add(l->m, m);
  l->mc = vec3_add(l->mc, vec3_scale(m, p));
  l->J = sym3_add_product(l->J, mul(constant(0.5), m), p, p);
}

// The masses that stand for mx and my: at the end of this link, at the foot of the next.
KERNEL void lean_point_masses(fast_link *l, lean_choice choice, lean_link *own, lean_link *next)
{
  const vec3 end = l->r, axis = vec3_make(constant(0), neg(next->sa), next->ca);
  const vec3 foot = vec3_add(end, vec3_scale(next->r.z, axis));
  const real zero = constant(0), mx = l->mc.x, my = l->mc.y;
  real at_end = zero, at_foot = zero;
  if (choice.mass_at_end && choice.mass_at_next_foot) {
    at_foot = divide(sub(my, mul(mx, divide(end.y, end.x))), sub(foot.y, end.y));
    at_end = sub(divide(mx, end.x), at_foot);
  } else if (choice.mass_at_end) {
    at_end = divide(mx, end.x);
  } else if (choice.mass_at_next_foot) {
    at_foot = divide(my, foot.y);
  }
  lean_point_mass(l, neg(at_end), end);
  lean_point_mass(l, neg(at_foot), foot);
  if (choice.mass_at_end) l->mc.x = zero;
  if (choice.mass_at_next_foot) l->mc.y = zero;
  own->at_end = at_end;
  next->at_foot = add(next->at_foot, at_foot);
}

// From the joint origin to the foot: mc' = mc − m r, J' = J − mc rᵀ − r mcᵀ + m r rᵀ.
KERNEL void lean_to_foot(fast_link *l)
{
  const vec3 r = vec3_make(constant(0), constant(0), l->r.z);
  l->J = sym3_add_product(l->J, constant(-1), l->mc, r);
  l->J = sym3_add_product(l->J, mul(constant(0.5), l->m), r, r);
  l->mc = vec3_sub(l->mc, vec3_scale(l->m, r));
}

// A second moment along the next axis stands for J_yz about the foot.
KERNEL void lean_moment_along(fast_link *l, lean_link *next)
{
  const vec3 axis = vec3_make(constant(0), neg(next->sa), next->ca);
  const real yz = sub(l->J.yz, mul(l->mc.y, l->r.z)), k = neg(divide(yz, mul(next->ca, next->sa)));
  l->J = sym3_add_product(l->J, mul(constant(-0.5), k), axis, axis);
  l->J.yz = mul(l->mc.y, l->r.z);
  next->J.zz = add(next->J.zz, k);
}

// A link that turns: m, mc_z and J_zz move to the parent (NULL: the base), the rest is seen from the foot.
KERNEL void lean_leave_turning(fast_link *l, fast_link *parent, lean_link *to)
{
  const real zero = constant(0);
  if (parent) fast_link_regroup(l, parent, to->ca, to->sa);
  to->m = zero, to->mc = vec3_make(l->mc.x, l->mc.y, zero);
  to->J = l->J;
  to->J.zz = zero;
  to->J.xz = sub(l->J.xz, mul(l->mc.x, l->r.z)), to->J.yz = sub(l->J.yz, mul(l->mc.y, l->r.z));
}

// A link that slides: all of J moves to the parent.
KERNEL void lean_leave_sliding(fast_link *l, fast_link *parent, real theta0, lean_link *to)
{
  const real zero = constant(0);
  real c, s;
  lean_to_foot(l);
  sine_cosine_sums(1, &theta0, &zero, &s, &c);
  if (parent) fast_link_regroup_slide(l, parent, c, s, to->ca, to->sa);
  to->m = l->m, to->mc = l->mc;
  to->J.xx = to->J.yy = to->J.zz = to->J.xy = to->J.xz = to->J.yz = zero;
}

/* Makes the table from the arm, from the hand inward. raw: n of scratch; theta0: of the joints. What is divided by here are
 * lengths, sines and cosines of the arm that `choice` says are not zero. */
KERNEL void lean_links_prepare(const chain *arm, const real theta0[], const lean_choice choice[],
                               fast_link raw[], lean_link link[])
{
  const int n = arm->n;
  const real zero = constant(0);
  for (int i = 0; i < n; i++) {
    lean_link *to = &link[i];
    raw[i] = fast_link_of(&arm->link[i]);
    if (i == n - 1) raw[i].r.x = raw[i].r.y = zero;
    to->turns = arm->link[i].joint == JOINT_REVOLUTE;
    to->ca = i ? arm->link[i - 1].ca : constant(1), to->sa = i ? arm->link[i - 1].sa : zero;
    to->r = raw[i].r;
    to->at_foot = to->at_end = zero;
  }
  for (int i = n - 1; i >= 0; i--) {
    fast_link *l = &raw[i], *parent = i ? &raw[i - 1] : NULL;
    lean_link *to = &link[i], *next = i + 1 < n && link[i + 1].turns ? &link[i + 1] : NULL;
    if (next) lean_point_masses(l, choice[i], to, next);
    if (next && to->turns && choice[i].moment_along_next) lean_moment_along(l, next);
    if (to->turns) lean_leave_turning(l, parent, to);
    else lean_leave_sliding(l, parent, theta0[i], to);
  }
}

// link i-1's components to link i's
KERNEL vec3 lean_down(const lean_link *l, real c, real s, vec3 v)
{
  const real y = add(mul(l->ca, v.y), mul(l->sa, v.z)), z = sub(mul(l->ca, v.z), mul(l->sa, v.y));
  return vec3_make(add(mul(c, v.x), mul(s, y)), sub(mul(c, y), mul(s, v.x)), z);
}

// link i's components to link i-1's
KERNEL vec3 lean_up(const lean_link *l, real c, real s, vec3 v)
{
  const real x = sub(mul(c, v.x), mul(s, v.y)), y = add(mul(s, v.x), mul(c, v.y));
  return vec3_make(x, sub(mul(l->ca, y), mul(l->sa, v.z)), add(mul(l->sa, y), mul(l->ca, v.z)));
}

// axial(A J) for A = [wd]× + [w]×[w]×: the moment about the point J is counted from. `square`: w_x², w_y², w_z².
KERNEL vec3 lean_moment(const mat3 *A, vec3 square, sym3 J)
{
  const real xy = A->e[0][1], xz = A->e[0][2], yx = A->e[1][0], yz = A->e[1][2], zx = A->e[2][0],
             zy = A->e[2][1];
  const real zz_yy = sub(square.z, square.y), xx_zz = sub(square.x, square.z),
             yy_xx = sub(square.y, square.x);
  return vec3_make(
      add(add(sub(mul(J.xy, zx), mul(J.xz, yx)), sub(mul(J.yy, zy), mul(J.zz, yz))), mul(J.yz, zz_yy)),
      add(add(sub(mul(J.yz, xy), mul(J.xy, zy)), sub(mul(J.zz, xz), mul(J.xx, zx))), mul(J.xz, xx_zz)),
      add(add(sub(mul(J.xz, yz), mul(J.yz, xz)), sub(mul(J.xx, yx), mul(J.yy, xy))), mul(J.xy, yy_xx)));
}

// What a link's motion takes: forces at foot and end, a moment about the foot.
typedef struct {
  vec3 at_foot, at_end, moment;
} lean_load;

/* Outward: the loads of all links. q of revolute joints is in c and s, of prismatic ones in `slide`. qdd may be NULL: zeros.
 * rotors may be NULL. */
KERNEL void lean_outward(const lean_link link[], int n, const base_state *base, const real c[],
                         const real s[], const real slide[], const real qd[], const real qdd[],
                         const fast_rotors *rotors, lean_load load[])
{
  vec3 w = base->w, wd = base->wd, b = base->a, held = vec3_zero();  // held: by whatever moves the base
  if (rotors) fast_rotors_load(rotors, 0, w, wd, &held);
  for (int i = 0; i < n; i++) {
    const lean_link *l = &link[i];
    w = lean_down(l, c[i], s[i], w), wd = lean_down(l, c[i], s[i], wd), b = lean_down(l, c[i], s[i], b);
    if (l->turns) fast_spin(qd, qdd, i, &w, &wd);
    const mat3 A = acceleration_matrix(w, wd);
    const vec3 square = vec3_make(mul(w.x, w.x), mul(w.y, w.y), mul(w.z, w.z));
    real d = l->r.z;
    if (!l->turns) {  // 2 w × z qd + z qdd
      const real twice = add(qd[i], qd[i]);
      d = add(d, slide[i]);
      b = vec3_make(add(b.x, mul(twice, w.y)), sub(b.y, mul(twice, w.x)), qdd ? add(b.z, qdd[i]) : b.z);
    }
    b = vec3_add(b, vec3_scale(d, mat3_column(&A, 2)));
    load[i].at_foot = vec3_add(vec3_scale(add(l->m, l->at_foot), b), mat3_mul(&A, l->mc));
    load[i].moment = vec3_add(lean_moment(&A, square, l->J), vec3_cross(l->mc, b));
    if (rotors) fast_rotors_load(rotors, i + 1, w, wd, &load[i].moment);
    b = vec3_add(b, vec3_add(vec3_scale(l->r.x, mat3_column(&A, 0)), vec3_scale(l->r.y, mat3_column(&A, 1))));
    load[i].at_end = vec3_scale(l->at_end, b);
  }
}

/* Inward: the torques. tip: what the hand exerts on the world, at the joint origin of the last link, in its frame. */
KERNEL void lean_inward(const lean_link link[], int n, const wrench *tip, const real c[], const real s[],
                        const real slide[], const lean_load load[], real tau[])
{
  const real zero = constant(0);
  vec3 f = vec3_zero(), m = vec3_zero();
  for (int i = n - 1; i >= 0; i--) {
    const lean_link *l = &link[i];
    if (i + 1 < n)
      f = lean_up(&link[i + 1], c[i + 1], s[i + 1], f), m = lean_up(&link[i + 1], c[i + 1], s[i + 1], m);
    f = vec3_add(f, load[i].at_end);
    m = vec3_add(vec3_add(m, load[i].moment), vec3_cross(vec3_make(l->r.x, l->r.y, zero), f));
    f = vec3_add(f, load[i].at_foot);
    const real d = l->turns ? l->r.z : add(l->r.z, slide[i]);
    m = vec3_make(sub(m.x, mul(d, f.y)), add(m.y, mul(d, f.x)), m.z);
    if (i == n - 1) {  // given at the joint's origin, from which a slide takes it away
      f = vec3_add(f, tip->f), m = vec3_add(m, tip->n);
      if (!l->turns) m.x = sub(m.x, mul(slide[i], tip->f.y)), m.y = add(m.y, mul(slide[i], tip->f.x));
    }
    tau[i] = l->turns ? m.z : f.z;
  }
}

#endif
