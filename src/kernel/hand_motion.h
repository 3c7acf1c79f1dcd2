/* The hand in one sweep from base to hand, in base axes: its position, Jacobian, velocity, and acceleration at qdd =
 * 0. A controller in hand space needs these at every set point; each link's placement is formed once.
 *
 * By the theorem D* = J [Mudge, eq. 21] the columns are those that strobing brings out (kernel/resolved_motion.h), and the
 * acceleration is the nonlinear one of [Mudge, eqs 28–29], turned to base axes; strobing costs n(n+1)/2 link steps,
 * this n, because a column's axis and origin are the link's own placement. */
#ifndef ULNA_KERNEL_HAND_MOTION_H
#define ULNA_KERNEL_HAND_MOTION_H

#include "kernel/fast_newton_euler.h"
#include "kernel/kinematics.h"

typedef struct {
  mat3 R;      // orientation of frame n
  vec3 p;      // the hand's point
  vec3 w, v;   // twist: angular velocity, velocity of the point
  vec3 wd, a;  // acceleration at qdd = 0
} hand_motion;

// From link i-1 to link i; the hand's point is the last link's end. Axis and origin of the joint are left in its column.
KERNEL_INLINED void hand_motion_step(const chain *arm, bool revolute, const posture *at, int i, vec3 point,
                                     real qd, real column[6], hand_motion *k)
{
  const vec3 z = mat3_column(&k->R, 2), zqd = vec3_scale(qd, z), wxzqd = vec3_cross(k->w, zqd);
  column[0] = z.x, column[1] = z.y, column[2] = z.z;
  column[3] = k->p.x, column[4] = k->p.y, column[5] = k->p.z;
  if (revolute || arm->link[i].joint == JOINT_REVOLUTE) {
    k->wd = vec3_add(k->wd, wxzqd);
    k->w = vec3_add(k->w, zqd);
  } else {
    k->v = vec3_add(k->v, zqd);
    k->a = vec3_add(k->a, vec3_add(wxzqd, wxzqd));
  }
  k->R = step_compose(&k->R, chain_step(arm, at, i));
  vec3 r = revolute ? arm->link[i].r : chain_offset(arm, at, i);
  if (i + 1 == arm->n) r = vec3_add(r, point);
  const vec3 d = mat3_mul(&k->R, r), wxd = vec3_cross(k->w, d);
  k->p = vec3_add(k->p, d);
  k->v = vec3_add(k->v, wxd);
  k->a = vec3_add(k->a, vec3_add(vec3_cross(k->wd, d), vec3_cross(k->w, wxd)));
}

// [z; z × (hand − origin)], P: [0; z]
KERNEL_INLINED void hand_motion_column(bool turns, vec3 hand, real column[6])
{
  const vec3 z = vec3_make(column[0], column[1], column[2]);
  const vec3 d = vec3_sub(hand, vec3_make(column[3], column[4], column[5]));
  const vec3 linear = turns ? vec3_cross(z, d) : z;
  if (!turns) column[0] = column[1] = column[2] = constant(0);
  column[3] = linear.x, column[4] = linear.y, column[5] = linear.z;
}

/* base: frame 0 in the base frame. revolute: every joint is. point: the hand's, in frame n. D: n columns of 6, angular
 * first. The base does not move. */
KERNEL_INLINED void hand_motion_sweep(const chain_link *link, int n, bool revolute, const posture *at,
                                      const placement *base, vec3 point, const real qd[], real D[],
                                      hand_motion *hand)
{
  const chain arm = {n, link};
  hand_motion k;
  k.R = base->R, k.p = base->p;
  k.w = k.v = k.wd = k.a = vec3_zero();
  FOR_LINKS(n, int i = 0; i < n; i++, hand_motion_step(&arm, revolute, at, i, point, qd[i], &D[6 * i], &k))
  FOR_LINKS(n, int i = 0; i < n;
            i++, hand_motion_column(revolute || link[i].joint == JOINT_REVOLUTE, k.p, &D[6 * i]))
  *hand = k;
}

#endif
