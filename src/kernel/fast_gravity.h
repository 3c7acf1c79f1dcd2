/* The torques that hold the arm still, on the fast table (kernel/fast_newton_euler.h).
 *
 * Nothing accelerates but all is pulled by a = −g. What joint i feels of links i…n is their first moment about its
 * origin, crossed with a:  G_i = (mc × a)_z;  a prismatic one feels m a_z. The first moments go inward, a goes
 * outward, and neither waits for the other. On regrouped links no mass is left and mc needs no change of point.
 * Plain text of the same: kernel/gravity.h. */
#ifndef ULNA_KERNEL_FAST_GRAVITY_H
#define ULNA_KERNEL_FAST_GRAVITY_H

#include "kernel/fast_newton_euler.h"

/* Revolute joints. a: minus the acceleration of gravity, in frame 0. at: n vectors of scratch. */
KERNEL_INLINED void fast_gravity_revolute(fast_chain *k, int n, vec3 a, const real q[], const fast_turns *t,
                                          vec3 at[], real G[])
{
  fast_chain_turn(k, n, true, q, t);
  at[0] = vec3_turn_z_back(a, t->c[0], t->s[0]);  // there is no twist before the first joint
  FOR_LINKS(n, int i = 1; i < n; i++, at[i] = fast_down(k, t, i, at[i - 1]))

  vec3 mc = k->link[n - 1].mc;
  FOR_LINKS(n, int i = n - 1; i > 0; i--, {
    G[i] = sub(mul(mc.x, at[i].y), mul(mc.y, at[i].x));
    mc = fast_up_add(k, t, i, k->link[i - 1].mc, mc);
  })
  G[0] = sub(mul(mc.x, at[0].y), mul(mc.y, at[0].x));
}

/* Any joints. */
KERNEL_INLINED void fast_gravity_any(fast_chain *k, int n, vec3 a, const real q[], const fast_turns *t,
                                     vec3 at[], real G[])
{
  fast_chain_turn(k, n, false, q, t);
  at[0] = vec3_turn_z_back(a, t->c[0], t->s[0]);  // there is no twist before the first joint
  FOR_LINKS(n, int i = 1; i < n; i++, at[i] = fast_down(k, t, i, at[i - 1]))

  real m = k->link[n - 1].m;
  vec3 mc = k->link[n - 1].mc;
  FOR_LINKS(n, int i = n - 1; i >= 0; i--, {
    if (k->arm[i].joint == JOINT_REVOLUTE) {
      G[i] = sub(mul(mc.x, at[i].y), mul(mc.y, at[i].x));
    } else {
      G[i] = mul(m, at[i].z);
      mc.z = add(mc.z, mul(m, k->slide[i]));  // seen from where the parent has the joint
    }
    if (i > 0) {
      const fast_link *l = &k->link[i - 1];
      m = add(m, l->m);
      mc = fast_up_add(k, t, i, vec3_add(l->mc, vec3_scale(m, l->r)), mc);  // mc alone is waited for
    }
  })
}

#endif
