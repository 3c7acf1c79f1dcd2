/* Energies and powers of the moving arm. */
#ifndef ULNA_KERNEL_ENERGY_H
#define ULNA_KERNEL_ENERGY_H

#include "kernel/chain.h"

// n of each, in frame i: angular velocity, velocity of the mass centre
typedef struct {
  vec3 *w, *v_com;
} energy_motion;

// Velocities, outward: w_i = R (w + z qd), v_i = R (v + z qd) + w_i × r_i, each joint adding its kind of rate.
// base_w, base_v: of frame 0 and its origin.
KERNEL_INLINED vec3 energy_outward(const chain *m, const posture *p, int i, real qd, vec3 *w, vec3 *v)
{
  const chain_link *l = &m->link[i];
  const step R = chain_step(m, p, i);
  *w = step_down(R, l->joint == JOINT_REVOLUTE ? vec3_add_z(*w, qd) : *w);
  *v = step_down(R, l->joint == JOINT_REVOLUTE ? *v : vec3_add_z(*v, qd));
  *v = vec3_add(*v, vec3_cross(*w, chain_offset(m, p, i)));
  return vec3_add(*v, vec3_cross(*w, l->com));
}
KERNEL void energy_velocities(const chain *m, const posture *p, vec3 base_w, vec3 base_v, const real qd[],
                              energy_motion *s)
{
  vec3 w = base_w, v = base_v;
  for (int i = 0; i < m->n; i++) {
    s->v_com[i] = energy_outward(m, p, i, qd[i], &w, &v);
    s->w[i] = w;
  }
}

// ½ Σ m vᵗv + wᵗ I w
KERNEL real energy_kinetic(const chain *m, const posture *p, vec3 base_w, vec3 base_v, const real qd[])
{
  vec3 w = base_w, v = base_v;
  real twice = constant(0);
  for (int i = 0; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    const vec3 v_com = energy_outward(m, p, i, qd[i], &w, &v);
    const real linear = mul(l->m, vec3_dot(v_com, v_com));
    const real angular = vec3_dot(w, sym3_mul(l->I, w));
    twice = add(twice, add(linear, angular));
  }
  return mul(constant(0.5), twice);
}

/* −Σ m gᵗ(c − p), g the acceleration of gravity and p the point of height zero, both in frame 0. From both ends at once, since
 * each link waits for the one before it: gravity goes out to the middle link, the mass and first moment of the outer half come in
 * to it, about the middle link's origin. */
KERNEL real energy_potential(const chain *m, const posture *p, vec3 g, vec3 zero)
{
  const int middle = (m->n + 1) / 2;
  real sum = constant(0), g_p = neg(vec3_dot(g, zero));  // gᵗ(origin i − zero)
  real mass = constant(0);
  vec3 moment = vec3_zero();
  for (int i = m->n - 1; i >= middle; i--) {
    const chain_link *l = &m->link[i];
    mass = add(mass, l->m);
    moment = vec3_add(moment, vec3_scale(l->m, l->com));
    moment = step_up(chain_step(m, p, i), vec3_add(moment, vec3_scale(mass, chain_offset(m, p, i))));
  }
  for (int i = 0; i < middle; i++) {
    const chain_link *l = &m->link[i];
    g = step_down(chain_step(m, p, i), g);
    g_p = add(g_p, vec3_dot(g, chain_offset(m, p, i)));
    sum = sub(sum, mul(l->m, add(g_p, vec3_dot(g, l->com))));
  }
  return sub(sum, add(mul(mass, g_p), vec3_dot(g, moment)));
}

#endif
