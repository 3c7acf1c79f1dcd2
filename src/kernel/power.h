/* Powers of a moving arm: how fast its energies change, and what joints, base and hand give. */
#ifndef ULNA_KERNEL_POWER_H
#define ULNA_KERNEL_POWER_H

#include "kernel/energy.h"
#include "kernel/newton_euler.h"

typedef struct {
  real kinetic_rate, potential_rate;
  real joints, base, hand;  // given to the arm
} arm_power;

// v: velocity of frame 0's origin; g: acceleration of gravity in frame 0, also in base->a; tau: n, the torques.
// s and e are filled.
KERNEL arm_power power_balance(const chain *m, const posture *p, const base_state *base, vec3 v, vec3 g,
                               const wrench *hand, const real qd[], const real qdd[], real tau[],
                               newton_euler_scratch *s, energy_motion *e)
{
  const int n = m->n;
  newton_euler(m, p, base, hand, qd, qdd, tau, s);
  energy_velocities(m, p, base->w, v, qd, e);

  // m (a − g)ᵗv + wᵗ(I wd): the links' share; gravity is −potential_rate of it
  arm_power power;
  real lifted = constant(0);
  power.potential_rate = power.joints = constant(0);
  for (int i = 0; i < n; i++) {
    const chain_link *l = &m->link[i];
    g = step_down(chain_step(m, p, i), g);
    power.potential_rate = sub(power.potential_rate, mul(l->m, vec3_dot(g, e->v_com[i])));
    lifted = add(lifted, add(mul(l->m, vec3_dot(s->a_com[i], e->v_com[i])),
                             vec3_dot(s->w[i], sym3_mul(l->I, s->wd[i]))));
    power.joints = add(power.joints, mul(tau[i], qd[i]));
  }
  power.kinetic_rate = sub(lifted, power.potential_rate);

  // link 1 gets f and n at origin 0, which moves with the base
  const step R = chain_step(m, p, 0);
  power.base = add(vec3_dot(step_up(R, s->f[0]), v), vec3_dot(step_up(R, s->n[0]), base->w));

  // origin n moves by v_com − w × com; the world does to the hand the opposite of what the hand does
  const vec3 w = e->w[n - 1], end = vec3_sub(e->v_com[n - 1], vec3_cross(w, m->link[n - 1].com));
  power.hand = neg(add(vec3_dot(hand->f, end), vec3_dot(hand->n, w)));
  return power;
}

#endif
