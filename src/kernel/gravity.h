/* The torques that hold the arm still: a Newton–Euler recursion with nothing in it but a_0.
 *
 * Source: [Mudge, gravity pass of fine motion], which is [Turney80, eqs 3.17–3.21] with all rates zero. */
#ifndef ULNA_KERNEL_GRAVITY_H
#define ULNA_KERNEL_GRAVITY_H

#include "kernel/newton_euler.h"

// a0 = −acceleration of gravity, frame 0. Uses r, r_com, a_com, f and n of the scratch.
KERNEL void gravity_pass(const chain *m, const posture *p, vec3 a0, real G[], newton_euler_scratch *s)
{
  chain_offsets(m, p, NE_a, s->r, s->r_com);
  vec3 a = a0;
  for (int i = 0; i < m->n; i++) {
    part(NE_a);
    s->a_com[i] = a = step_down(chain_step(m, p, i), a);
  }
  vec3 f_up = vec3_zero(), n_up = vec3_zero();
  for (int i = m->n - 1; i >= 0; i--) {
    const chain_link *l = &m->link[i];
    part(NE_f);
    if (i + 1 < m->n) f_up = step_up(chain_step(m, p, i + 1), s->f[i + 1]);
    const vec3 F = vec3_scale(l->m, s->a_com[i]);
    s->f[i] = vec3_add(F, f_up);
    part(NE_com_force);
    const vec3 com_force = vec3_cross(s->r_com[i], F);
    part(NE_r_f);
    const vec3 r_f = vec3_cross(s->r[i], f_up);
    part(NE_n_up);
    if (i + 1 < m->n) n_up = step_up(chain_step(m, p, i + 1), s->n[i + 1]);
    part(NE_add_n);
    s->n[i] = vec3_add(com_force, vec3_add(r_f, n_up));
    part(NE_tau);
    G[i] = vec3_dot(step_axis(chain_step(m, p, i)), l->joint == JOINT_REVOLUTE ? s->n[i] : s->f[i]);
  }
}

#endif
