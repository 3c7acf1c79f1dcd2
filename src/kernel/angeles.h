/* Inverse dynamics by Angeles' recursion.
 *
 * Outward, the position, velocity and acceleration of each link's mass centre c_i, from one mass centre to the
 * next by way of delta_{i-1} (C_{i-1} → O_i) and rho_i (O_i → C_i); inward, forces and moments. Quantities of
 * link i are in F_{i+1}, which is frame i; Q_i is the step of joint i. In our letters rho_i = r_i + com_i,
 * delta_i = −com_i; O_i is origin i-1, and a prismatic joint adds b_i e_i between O_i and the start of rho_i.
 * Source: [Angeles, Algorithms 7.4.1 and 7.4.2]. Differs:
 *   7.4.1, P branch: b e, bd e, bdd e are added inside Qᵀ( ), where e is z (printed outside, in the wrong frame);
 *   7.4.2: forces are summed in F_{i+1}, where 7.4.1 leaves its results, and then turned into F_i (printed
 *   without the change of frame); the lever arm of f_{i+1} is delta_i + b_{i+1} e_{i+1} before a P joint. */
#ifndef ULNA_KERNEL_ANGELES_H
#define ULNA_KERNEL_ANGELES_H

#include "base/layout.h"
#include "kernel/chain.h"

// rows of [Angeles, Table 7.1], where c is missing, and of Table 7.2 (its rows 1, 2, 5, 6, 7); the torque's own is
// not in print
enum {
  ANGELES_Q = 2,
  ANGELES_c,
  ANGELES_w,
  ANGELES_cd,
  ANGELES_wd,
  ANGELES_cdd,
  ANGELES_f_n,
  ANGELES_n_n,
  ANGELES_phi,
  ANGELES_f,
  ANGELES_n,
  ANGELES_tau
};

// Motion of the base link, in frame 0: its mass centre C_0, from which delta leads to O_1.
typedef struct {
  vec3 c, cd, cdd;
  vec3 w, wd;
  vec3 delta;
} angeles_base;

typedef enum { ANGELES_FORCES_ONLY, ANGELES_WITH_CENTRES } angeles_extent;

// n of each; link i's in frame i
typedef struct {
  mat3 *Q;             // F_{i+1} in F_i, as 7.4.1 updates it; changes of frame use its factors (7.23, 7.24)
  vec3 *c, *cd;        // mass centre: position from the inertial origin, velocity. Only ANGELES_WITH_CENTRES
  vec3 *w, *wd, *cdd;  // gravity in cdd
  vec3 *f, *n;         // exerted by link i-1 on link i; moment about O_i + b_i e_i, in frame i
} angeles_scratch;

KERNEL void angeles_scratch_layout(angeles_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  s->Q = (mat3 *)layout_take(l, count, sizeof(mat3));
  s->c = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->cd = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->w = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->wd = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->cdd = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->f = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->n = (vec3 *)layout_take(l, count, sizeof(vec3));
}

// What 7.4.1 carries from link to link, in the frame of the link it belongs to.
typedef struct {
  vec3 c, cd, cdd, w, wd;
} angeles_motion;

// One revolute link: `below` is link i-1's motion in F_i; the result is in F_{i+1}.
KERNEL angeles_motion angeles_revolute(const angeles_motion *below, step Q, real qd, real qdd, vec3 delta,
                                       vec3 rho, angeles_extent extent)
{
  angeles_motion x = *below;
  part(ANGELES_c);
  if (extent == ANGELES_WITH_CENTRES) x.c = vec3_add(step_down(Q, vec3_add(below->c, delta)), rho);
  part(ANGELES_w);
  x.w = step_down(Q, vec3_add_z(below->w, qd));
  part(ANGELES_cd);
  const vec3 u = vec3_cross(below->w, delta), v = vec3_cross(x.w, rho);
  if (extent == ANGELES_WITH_CENTRES) x.cd = vec3_add(step_down(Q, vec3_add(below->cd, u)), v);
  part(ANGELES_wd);
  x.wd = step_down(Q, vec3_add_z(vec3_add(below->wd, vec3_cross_z(below->w, qd)), qdd));
  part(ANGELES_cdd);
  x.cdd = step_down(Q, vec3_add(vec3_add(below->cdd, vec3_cross(below->wd, delta)), vec3_cross(below->w, u)));
  x.cdd = vec3_add(vec3_add(x.cdd, vec3_cross(x.wd, rho)), vec3_cross(x.w, v));
  return x;
}

// One prismatic link; b, bd, bdd are its joint's coordinate, rate and acceleration.
KERNEL angeles_motion angeles_prismatic(const angeles_motion *below, step Q, real b, real bd, real bdd,
                                        vec3 delta, vec3 rho, angeles_extent extent)
{
  angeles_motion x = *below;
  part(ANGELES_c);
  const vec3 u = vec3_add(step_down(Q, vec3_add_z(delta, b)), rho);
  if (extent == ANGELES_WITH_CENTRES) x.c = vec3_add(step_down(Q, below->c), u);
  part(ANGELES_w);
  x.w = step_down(Q, below->w);
  part(ANGELES_cd);
  const vec3 v = vec3_cross(x.w, u);
  if (extent == ANGELES_WITH_CENTRES) x.cd = vec3_add(step_down(Q, vec3_add_z(below->cd, bd)), v);
  part(ANGELES_wd);
  x.wd = step_down(Q, below->wd);
  part(ANGELES_cdd);
  const vec3 v_2w = vec3_add(v, vec3_scale(add(bd, bd), step_axis(Q)));  // v + 2 bd e
  x.cdd = step_down(Q, vec3_add_z(below->cdd, bdd));
  x.cdd = vec3_add(vec3_add(x.cdd, vec3_cross(x.wd, u)), vec3_cross(x.w, v_2w));
  return x;
}

// Algorithm 7.4.1. Gravity enters as base->cdd = base acceleration − g (7.44).
KERNEL void angeles_outward(const chain *m, const posture *p, const angeles_base *base, const real qd[],
                            const real qdd[], angeles_extent extent, angeles_scratch *s)
{
  angeles_motion x = {base->c, base->cd, base->cdd, base->w, base->wd};
  for (int i = 0; i < m->n; i++) {
    const chain_link *l = &m->link[i];
    const step Q = chain_step(m, p, i);
    part(PART_GIVEN);
    const vec3 delta = i > 0 ? vec3_neg(m->link[i - 1].com) : base->delta, rho = vec3_add(l->r, l->com);
    part(ANGELES_Q);
    s->Q[i] = step_matrix(Q);
    x = l->joint == JOINT_REVOLUTE ? angeles_revolute(&x, Q, qd[i], qdd[i], delta, rho, extent)
                                   : angeles_prismatic(&x, Q, p->slide[i], qd[i], qdd[i], delta, rho, extent);
    s->c[i] = x.c, s->cd[i] = x.cd, s->cdd[i] = x.cdd;
    s->w[i] = x.w, s->wd[i] = x.wd;
  }
}

// Algorithm 7.4.2. `on_hand` is exerted on the last link, its force at the mass centre (7.38).
KERNEL void angeles_inward(const chain *m, const posture *p, const wrench *on_hand, real tau[],
                           angeles_scratch *s)
{
  vec3 f_next = vec3_neg(on_hand->f), n_next = vec3_neg(on_hand->n);  // f_{i+1}, n_{i+1} in F_{i+1}
  for (int i = m->n - 1; i >= 0; i--) {
    const chain_link *l = &m->link[i];
    const step Q = chain_step(m, p, i);
    part(PART_GIVEN);
    const vec3 rho = vec3_add(l->r, l->com);

    part(i + 1 == m->n ? ANGELES_f_n : ANGELES_f);
    const vec3 f = vec3_add(vec3_scale(l->m, s->cdd[i]), f_next);

    // n = I wd + w × I w + n_{i+1} + delta × f_{i+1} + rho × f
    part(i + 1 == m->n ? ANGELES_n_n : ANGELES_n);
    vec3 n = vec3_add(sym3_mul(l->I, s->wd[i]), vec3_cross(s->w[i], sym3_mul(l->I, s->w[i])));
    n = vec3_add(vec3_add(n, n_next), vec3_cross(rho, f));
    if (i + 1 < m->n) {
      vec3 delta = vec3_neg(l->com);
      if (m->link[i + 1].joint == JOINT_PRISMATIC) delta = vec3_add_z(delta, p->slide[i + 1]);
      n = vec3_add(n, vec3_cross(delta, f_next));
    }
    s->f[i] = f, s->n[i] = n;

    // into F_i, where tau_i is the third component; the first joint needs no other
    if (i > 0) {
      part(ANGELES_phi);
      f_next = step_up(Q, f);
      part(ANGELES_n);
      n_next = step_up(Q, n);
      tau[i] = l->joint == JOINT_REVOLUTE ? n_next.z : f_next.z;
    } else {
      part(ANGELES_tau);
      tau[i] = vec3_dot(step_axis(Q), l->joint == JOINT_REVOLUTE ? n : f);
    }
  }
}

// The base as 7.4.1 wants it: no mass centre is known, so C_0 is taken at O_1.
KERNEL angeles_base angeles_base_of(const base_state *base)
{
  const angeles_base b = {vec3_zero(), vec3_zero(), base->a, base->w, base->wd, vec3_zero()};
  return b;
}

// A wrench exerted BY the hand at origin n, as 7.38 wants it: ON the hand, the force at the mass centre.
KERNEL wrench angeles_on_hand(const chain *m, const wrench *hand)
{
  const vec3 com = m->link[m->n - 1].com;
  const wrench w = {vec3_neg(hand->f), vec3_sub(vec3_cross(com, hand->f), hand->n)};
  return w;
}

KERNEL void angeles(const chain *m, const posture *p, const base_state *base, const wrench *hand,
                    const real qd[], const real qdd[], real tau[], angeles_scratch *s)
{
  const angeles_base b = angeles_base_of(base);
  const wrench on_hand = angeles_on_hand(m, hand);
  angeles_outward(m, p, &b, qd, qdd, ANGELES_FORCES_ONLY, s);
  angeles_inward(m, p, &on_hand, tau, s);
}

#endif
