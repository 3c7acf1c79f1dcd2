/* Inverse dynamics of a block of states, all joints revolute, no rotors but on the base: part of batch/lanes_text.h. The recursion
 * and the table are those of kernel/fast_newton_euler.h, which tests hold against it; the text is made for registers that hold
 * many states: one decision on a link's shape for all that it concerns, states read where they lie, and the products of the
 * angular velocity formed once, so that what they are summed with does not wait for a multiplier. */
#ifndef ULNA_BATCH_LANES_NEWTON_EULER_H
#define ULNA_BATCH_LANES_NEWTON_EULER_H

// f + R f', n + R n': what link i's wrench is in link i-1's axes
static inline __attribute__((always_inline)) void lane_up_wrench(const lane_work *w, int i, real c, real s,
                                                                 const vec3 *F, wrench *on)
{
  const vec3 f = on->f, n = on->n;
  const real fy = add(mul(s, f.x), mul(c, f.y)), ny = add(mul(s, n.x), mul(c, n.y));
  on->f.x = sub(add(F->x, mul(c, f.x)), mul(s, f.y));
  on->n.x = sub(mul(c, n.x), mul(s, n.y));
  switch (w->k.shape[i].twist) {
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
    const real ca = w->k.ca[i], sa = w->k.sa[i];
    on->f.y = sub(add(F->y, mul(ca, fy)), mul(sa, f.z)), on->f.z = add(add(F->z, mul(sa, fy)), mul(ca, f.z));
    on->n.y = sub(mul(ca, ny), mul(sa, n.z)), on->n.z = add(mul(sa, ny), mul(ca, n.z));
    break;
  }
  }
}

/* Link i's own motion from that of link i-1 in its axes, and what it takes, about its far end. [wd]× + [w]×[w]× = A has
 * w_x w_y ∓ wd_z and the like beside its diagonal, where −(w_y² + w_z²) and the like stand. */
static inline __attribute__((always_inline)) void lane_link(const lane_work *w, int i, real qd, real qdd,
                                                            fast_spot *at, vec3 *F, vec3 *N)
{
  const fast_link *l = &w->k.link[i];
  const fast_shape *shape = &w->k.shape[i];
  vec3 o = at->w, od = at->wd, b = at->b;
  od.x = add(od.x, mul(qd, o.y)), od.y = sub(od.y, mul(qd, o.x)), od.z = add(od.z, qdd);
  o.z = add(o.z, qd);
  at->w = o, at->wd = od;
  const real x2 = lane_product(o.x, o.x), y2 = lane_product(o.y, o.y), z2 = lane_product(o.z, o.z);
  const real x_y = lane_product(o.x, o.y), x_z = lane_product(o.x, o.z), y_z = lane_product(o.y, o.z);
  const real xy = sub(x_y, od.z), yx = add(x_y, od.z), xz = add(x_z, od.y), zx = sub(x_z, od.y);
  const real yz = sub(y_z, od.x), zy = add(y_z, od.x);
  const real xx = add(y2, z2), yy = add(x2, z2);  // less A_xx, A_yy
  if (i + 1 < w->n) {
    if (shape->x) {
      b.x = sub(b.x, mul(l->r.x, xx)), b.y = add(b.y, mul(l->r.x, yx)), b.z = add(b.z, mul(l->r.x, zx));
    }
    if (shape->y) {
      b.x = add(b.x, mul(l->r.y, xy)), b.y = sub(b.y, mul(l->r.y, yy)), b.z = add(b.z, mul(l->r.y, zy));
    }
    if (shape->z) {
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
static inline real lane_first_link(const lane_work *w, real c, real s, real qd, real qdd, fast_spot *at)
{
  const fast_link *l = &w->k.link[0];
  const vec3 g = w->k.base.a, r = l->r;
  const vec3 a = vec3_make(add(mul(c, g.x), mul(s, g.y)), sub(mul(c, g.y), mul(s, g.x)), g.z);
  const real ww = mul(qd, qd);
  at->b =
      vec3_make(sub(sub(a.x, mul(ww, r.x)), mul(qdd, r.y)), add(sub(a.y, mul(ww, r.y)), mul(qdd, r.x)), a.z);
  return add(mul(w->k.first_inertia, qdd), sub(mul(l->mc.x, a.y), mul(l->mc.y, a.x)));
}

// … in link 2's axes, where its axis is (s sa, c sa, ca)
static inline void lane_second_axes(const lane_work *w, real c, real s, real qd, real qdd, fast_spot *at)
{
  const real ca = w->k.ca[1], sa = w->k.sa[1];
  const vec3 z = vec3_make(mul(s, sa), mul(c, sa), ca), b = at->b;
  at->w = vec3_scale(qd, z), at->wd = vec3_scale(qdd, z);
#define DOWN(kind) at->b = lane_down(kind, c, s, ca, sa, b)
  FOR_TWISTS(w->k.shape[1].twist, DOWN)
#undef DOWN
}

// Of what link 2 exerts on link 1 only the moment about its axis.
static inline real lane_first_torque(const lane_work *w, real N1, real c, real s, const wrench *on)
{
  const real ca = w->k.ca[1], sa = w->k.sa[1];
  const vec3 f = on->f, m = on->n, r = w->k.link[0].r;
  const fast_shape *shape = &w->k.shape[0];
  real torque = add(add(N1, mul(sa, add(mul(s, m.x), mul(c, m.y)))), mul(ca, m.z));
  if (shape->x) {
    const real y = add(mul(s, f.x), mul(c, f.y));
    torque = add(torque, mul(r.x, sub(mul(ca, y), mul(sa, f.z))));
  }
  if (shape->y) torque = sub(torque, mul(r.y, sub(mul(c, f.x), mul(s, f.y))));
  return torque;
}

/* Torques of links from a posture and its rates, wherever they lie; to `tau`. */
static void lane_torques(lane_work *w, const lane_numbers *q, const lane_numbers *qd, const lane_numbers *qdd,
                         const lane_numbers *tau)
{
  const fast_turns *t = lane_plain_turns(w, q);
  const int n = w->n;
  vec3 *F = w->k.scratch.F, *N = w->k.scratch.N;
  fast_spot at;
  const real N1 = lane_first_link(w, t->c[0], t->s[0], lane_number(qd, 0), lane_number(qdd, 0), &at);
  if (n == 1) {
    lane_number_put(tau, 0, add(N1, w->k.tip.n.z));
    return;
  }
  lane_second_axes(w, t->c[1], t->s[1], lane_number(qd, 0), lane_number(qdd, 0), &at);
  lane_link(w, 1, lane_number(qd, 1), lane_number(qdd, 1), &at, &F[1], &N[1]);
  ROLLED for (int i = 2; i < n; i++)
  {
    lane_down_motion(w, i, t->c[i], t->s[i], &at);
    lane_link(w, i, lane_number(qd, i), lane_number(qdd, i), &at, &F[i], &N[i]);
  }

  wrench on = {vec3_add(F[n - 1], w->k.tip.f), vec3_add(N[n - 1], w->k.tip.n)};
  ROLLED for (int i = n - 1; i > 1; i--)
  {
    lane_number_put(tau, i, on.n.z);
    lane_up_wrench(w, i, t->c[i], t->s[i], &F[i - 1], &on);
    on.n = fast_moment_add(&w->k, i - 1, vec3_add(on.n, N[i - 1]), on.f);
  }
  lane_number_put(tau, 1, on.n.z);
  lane_number_put(tau, 0, lane_first_torque(w, N1, t->c[1], t->s[1], &on));
}

#endif
