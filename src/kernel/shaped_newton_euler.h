/* Inverse dynamics of a revolute chain, link by link, for kinds whose registers hold many states. The recursion and the table are
 * those of kernel/fast_newton_euler.h, which tests hold against it; the text is made for links whose zeros are known (fast_shape):
 * one decision on a link's shape for all that it concerns, and the products of the angular velocity formed once, so that what
 * they are summed with does not wait for a multiplier. Who walks along the arm decides where states lie. */
#ifndef ULNA_KERNEL_SHAPED_NEWTON_EULER_H
#define ULNA_KERNEL_SHAPED_NEWTON_EULER_H

#include "kernel/fast_newton_euler.h"

// link i-1's components to link i's, by the joint's cosine and sine and those of the twist before it
KERNEL_INLINED vec3 shaped_down(fast_twist_kind kind, real c, real s, real ca, real sa, vec3 v)
{
  switch (kind) {
  case TWIST_NONE: return vec3_make(add(mul(s, v.y), mul(c, v.x)), sub(mul(c, v.y), mul(s, v.x)), v.z);
  case TWIST_SQUARE: return vec3_make(add(mul(s, v.z), mul(c, v.x)), sub(mul(c, v.z), mul(s, v.x)), neg(v.y));
  case TWIST_BACK: return vec3_make(sub(mul(c, v.x), mul(s, v.z)), sub(neg(mul(c, v.z)), mul(s, v.x)), v.y);
  default: break;
  }
  const real y = add(mul(ca, v.y), mul(sa, v.z));
  return vec3_make(add(mul(s, y), mul(c, v.x)), sub(mul(c, y), mul(s, v.x)), sub(mul(ca, v.z), mul(sa, v.y)));
}

/* Calls `call` with the kind of a twist known when compiling: one decision for all that it concerns. */
#define FOR_TWISTS(twist, call)                                                                              \
  switch (twist) {                                                                                           \
  case TWIST_NONE: call(TWIST_NONE); break;                                                                  \
  case TWIST_SQUARE: call(TWIST_SQUARE); break;                                                              \
  case TWIST_BACK: call(TWIST_BACK); break;                                                                  \
  default: call(TWIST_ANY); break;                                                                           \
  }

// the three vectors of a motion from link i-1's axes to link i's
KERNEL_INLINED void shaped_down_motion(const fast_chain *k, int i, real c, real s, fast_spot *at)
{
  const fast_twist_kind between = fast_twist_at(k, i);
#define DOWN(kind)                                                                                           \
  at->w = shaped_down(kind, c, s, k->ca[i], k->sa[i], at->w),                                                \
  at->wd = shaped_down(kind, c, s, k->ca[i], k->sa[i], at->wd),                                              \
  at->b = shaped_down(kind, c, s, k->ca[i], k->sa[i], at->b)
  FOR_TWISTS(between, DOWN)
#undef DOWN
}

// f + R f', n + R n': what link i's wrench is in link i-1's axes
KERNEL_INLINED void shaped_up_wrench(const fast_chain *k, int i, real c, real s, const vec3 *F, wrench *on)
{
  const vec3 f = on->f, n = on->n;
  const real fy = add(mul(s, f.x), mul(c, f.y)), ny = add(mul(s, n.x), mul(c, n.y));
  on->f.x = sub(add(F->x, mul(c, f.x)), mul(s, f.y));
  on->n.x = sub(mul(c, n.x), mul(s, n.y));
  switch (fast_twist_at(k, i)) {
  case TWIST_NONE:
    on->f.y = add(F->y, fy), on->f.z = add(F->z, f.z);
    on->n.y = ny, on->n.z = n.z;
    break;
  case TWIST_SQUARE:
    on->f.y = sub(F->y, f.z), on->f.z = add(F->z, fy);
    on->n.y = neg(n.z), on->n.z = ny;
    break;
  case TWIST_BACK:
    on->f.y = add(F->y, f.z), on->f.z = sub(F->z, fy);
    on->n.y = n.z, on->n.z = neg(ny);
    break;
  default: {
    const real ca = k->ca[i], sa = k->sa[i];
    on->f.y = sub(add(F->y, mul(ca, fy)), mul(sa, f.z)), on->f.z = add(add(F->z, mul(sa, fy)), mul(ca, f.z));
    on->n.y = sub(mul(ca, ny), mul(sa, n.z)), on->n.z = add(mul(sa, ny), mul(ca, n.z));
    break;
  }
  }
}

/* Link i's own motion from that of link i-1 in its axes, and what it takes, about its far end. [wd]× + [w]×[w]× = A has
 * w_x w_y ∓ wd_z and the like beside its diagonal, where −(w_y² + w_z²) and the like stand. */
KERNEL_INLINED void shaped_link(const fast_chain *k, int n, int i, real qd, real qdd, fast_spot *at, vec3 *F,
                                vec3 *N)
{
  const fast_link *l = &k->link[i];
  vec3 o = at->w, od = at->wd, b = at->b;
  od.x = add(od.x, mul(qd, o.y)), od.y = sub(od.y, mul(qd, o.x)), od.z = add(od.z, qdd);
  o.z = add(o.z, qd);
  at->w = o, at->wd = od;
  const real x2 = mul_alone(o.x, o.x), y2 = mul_alone(o.y, o.y), z2 = mul_alone(o.z, o.z);
  const real x_y = mul_alone(o.x, o.y), x_z = mul_alone(o.x, o.z), y_z = mul_alone(o.y, o.z);
  const real xy = sub(x_y, od.z), yx = add(x_y, od.z), xz = add(x_z, od.y), zx = sub(x_z, od.y);
  const real yz = sub(y_z, od.x), zy = add(y_z, od.x);
  const real xx = add(y2, z2), yy = add(x2, z2);  // less A_xx, A_yy
  if (i + 1 < n) {
    if (fast_has_x(k, i)) {
      b.x = sub(b.x, mul(l->r.x, xx)), b.y = add(b.y, mul(l->r.x, yx)), b.z = add(b.z, mul(l->r.x, zx));
    }
    if (fast_has_y(k, i)) {
      b.x = add(b.x, mul(l->r.y, xy)), b.y = sub(b.y, mul(l->r.y, yy)), b.z = add(b.z, mul(l->r.y, zy));
    }
    if (fast_has_z(k, i)) {
      b.x = add(b.x, mul(l->r.z, xz)), b.y = add(b.y, mul(l->r.z, yz));
      b.z = sub(b.z, mul(l->r.z, add(x2, y2)));
    }
  }
  at->b = b;
  const real mx = l->mc.x, my = l->mc.y;
  // F = A mc,  N = axial(A J) + mc × b
  F->x = sub(mul(xy, my), mul(xx, mx));
  F->y = sub(mul(yx, mx), mul(yy, my));
  F->z = add(mul(zx, mx), mul(zy, my));
  // one sum after the other: nobody waits for them
#define PLUS(sum, a, b)  sum = add(sum, mul(a, b))
#define MINUS(sum, a, b) sum = sub(sum, mul(a, b))
  real x = mul(l->J.xy, zx), y = mul(l->J.yz, xy), z = mul(l->J.xx, yx);
  MINUS(x, l->J.xz, yx), PLUS(x, l->J.yy, zy), PLUS(x, l->J.yz, sub(z2, y2)), PLUS(x, my, b.z);
  MINUS(y, l->J.xy, zy), PLUS(y, l->J.xz, sub(x2, z2)), MINUS(y, l->J.xx, zx), MINUS(y, mx, b.z);
  MINUS(z, l->J.yy, xy), PLUS(z, l->J.xy, sub(y2, x2)), PLUS(z, l->J.xz, yz), MINUS(z, l->J.yz, xz);
  PLUS(z, mx, b.y), MINUS(z, my, b.x);
#undef PLUS
#undef MINUS
  *N = vec3_make(x, y, z);
}

// Link 1 turns about its axis alone: its moment about it, and the motion of its far end.
KERNEL real shaped_first_link(const fast_chain *k, real c, real s, real qd, real qdd, fast_spot *at)
{
  const fast_link *l = &k->link[0];
  const vec3 g = k->base.a, r = l->r;
  const vec3 a = vec3_turn_z_back(g, c, s);
  const real ww = mul(qd, qd);
  at->b =
      vec3_make(sub(sub(a.x, mul(ww, r.x)), mul(qdd, r.y)), add(sub(a.y, mul(ww, r.y)), mul(qdd, r.x)), a.z);
  return add(mul(k->first_inertia, qdd), sub(mul(l->mc.x, a.y), mul(l->mc.y, a.x)));
}

// … in link 2's axes, where its axis is (s sa, c sa, ca)
KERNEL void shaped_second_axes(const fast_chain *k, real c, real s, real qd, real qdd, fast_spot *at)
{
  const real ca = k->ca[1], sa = k->sa[1];
  const vec3 z = vec3_make(mul(s, sa), mul(c, sa), ca), b = at->b;
  at->w = vec3_scale(qd, z), at->wd = vec3_scale(qdd, z);
#define DOWN(kind) at->b = shaped_down(kind, c, s, ca, sa, b)
  FOR_TWISTS(fast_twist_at(k, 1), DOWN)
#undef DOWN
}

// The torque of joint 1: N1, and the moment about its axis of what link 2 exerts on link 1; no more is needed of that.
KERNEL real shaped_first_torque(const fast_chain *k, real N1, real c, real s, const wrench *on)
{
  const real ca = k->ca[1], sa = k->sa[1];
  const vec3 f = on->f, m = on->n, r = k->link[0].r;
  real torque = add(add(N1, mul(sa, add(mul(s, m.x), mul(c, m.y)))), mul(ca, m.z));
  if (fast_has_x(k, 0)) {
    const real y = add(mul(s, f.x), mul(c, f.y));
    torque = add(torque, mul(r.x, sub(mul(ca, y), mul(sa, f.z))));
  }
  if (fast_has_y(k, 0)) torque = sub(torque, mul(r.y, sub(mul(c, f.x), mul(s, f.y))));
  return torque;
}

#endif
