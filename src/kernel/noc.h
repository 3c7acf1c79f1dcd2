/* The natural orthogonal complement [Angeles, eqs. 7.47–7.58]: Newton and Euler for every link by itself,
 *   M tdot = −W M t + w^A + w^G + w^D + w^C,   K t = 0,   t = T qd,   K T = 0,
 * multiplied by Tᵀ, which leaves the n equations of motion
 *   I qdd = −Tᵀ(M Tdot + W M T) qd + Tᵀ(w^A + w^D + w^G),   I = Tᵀ M T.
 * Twists are about C_i in the axes of frame 0; t_i = [w_i; cdot_i]. The inertial frame is the one that coincides
 * with frame 0 now and moves with its origin's present velocity, so that a moving base adds to t and tdot only:
 *   t += A t_0,  tdot += A tdot_0 + Adot t_0,   A_i: from origin 0 to C_i.
 * The blocks of K (kernel/mass_parts.h) are not in print; they follow from 7.33a and 7.34. */
#ifndef ULNA_KERNEL_NOC_H
#define ULNA_KERNEL_NOC_H

#include <stdbool.h>

#include "base/layout.h"
#include "kernel/base_axes.h"
#include "kernel/udut.h"

typedef struct {
  laid_link *at;  // n
  vec3 *w, *cd;   // n: angular velocity, velocity of C_i (origin 0 at rest)
  vec3 *od, *ed;  // n: velocity of the point on axis i, of the axis' direction
  wrench *net;    // n: what acts on link i less what its motion at qdd = 0 takes
  real *I, *rhs;  // n×n; n
} noc_scratch;

// matrix: I too, which only forward dynamics needs
KERNEL void noc_scratch_layout(noc_scratch *s, layout *l, int n, bool matrix)
{
  const size_t count = (size_t)n;
  s->at = (laid_link *)layout_take(l, count, sizeof(laid_link));
  s->w = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->cd = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->od = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->ed = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->net = (wrench *)layout_take(l, count, sizeof(wrench));
  s->I = matrix ? (real *)layout_take(l, count * count, sizeof(real)) : 0;
  s->rhs = (real *)layout_take(l, count, sizeof(real));
}

// Block (i, j) of T, j ≤ i: R [e_j; e_j × (c_i − o_j)], P [0; e_j] (7.54)
KERNEL twist noc_T(const noc_scratch *s, int i, int j)
{
  twist t;
  if (s->at[j].joint == JOINT_PRISMATIC) {
    t.w = vec3_zero(), t.v = s->at[j].e;
  } else {
    t.w = s->at[j].e, t.v = vec3_cross(s->at[j].e, vec3_sub(s->at[i].c, s->at[j].o));
  }
  return t;
}
// Block (i, j) of Tdot
KERNEL twist noc_T_rate(const noc_scratch *s, int i, int j)
{
  twist t;
  if (s->at[j].joint == JOINT_PRISMATIC) {
    t.w = vec3_zero(), t.v = s->ed[j];
  } else {
    t.w = s->ed[j];
    t.v = vec3_add(vec3_cross(s->ed[j], vec3_sub(s->at[i].c, s->at[j].o)),
                   vec3_cross(s->at[j].e, vec3_sub(s->cd[i], s->od[j])));
  }
  return t;
}

// Where everything is and how it moves.
KERNEL void noc_make(const chain *m, const posture *p, const base_state *base, const real qd[],
                     noc_scratch *s)
{
  lay_out(m, p, s->at);
  vec3 w = base->w, v = vec3_zero(), from = vec3_zero();  // link i-1's motion, known at `from`
  for (int i = 0; i < m->n; i++) {
    const laid_link *x = &s->at[i];
    s->od[i] = vec3_add(v, vec3_cross(w, vec3_sub(x->o, from)));  // of link i-1
    s->ed[i] = vec3_cross(w, x->e);
    if (x->joint == JOINT_REVOLUTE) {
      w = vec3_add(w, vec3_scale(qd[i], x->e));
      v = s->od[i];
    } else {
      v = vec3_add(s->od[i], vec3_scale(qd[i], x->e));
    }
    s->w[i] = w;
    s->cd[i] = vec3_add(v, vec3_cross(w, vec3_sub(x->c, x->o)));
    v = s->cd[i], from = x->c;
  }
}

// M_i t (12)
KERNEL wrench noc_mass(const laid_link *x, twist t)
{
  wrench w;
  w.n = sym3_mul(x->I, t.w), w.f = vec3_scale(x->m, t.v);
  return w;
}

// I = Tᵀ M T (7.58), lower triangle, rows of n
KERNEL void noc_inertia(int n, const noc_scratch *s, real I[])
{
  for (int j = 0; j < n; j++)
    for (int k = 0; k <= j; k++) {
      real sum = constant(0);
      for (int i = j; i < n; i++)
        sum = add(sum, twist_dot(noc_T(s, i, k), noc_mass(&s->at[i], noc_T(s, i, j))));
      I[j * n + k] = sum;
    }
}

// tᵀ M t of link x, t the twist that a joint gives it: it turns about e through o
KERNEL real noc_turning_inertia(const laid_link *x, vec3 e, vec3 o)
{
  const vec3 v = vec3_cross(e, vec3_sub(x->c, o));
  return add(vec3_dot(e, sym3_mul(x->I, e)), mul(x->m, vec3_dot(v, v)));
}

// Which link's inertia element (i, i) of I is made of, n×n: row i, column k for link k: t_kiᵀ M_k t_ki, t_ki joint i's twist of link k
KERNEL void noc_inertia_shares(const chain *m, const posture *p, noc_scratch *s, real share[])
{
  const int n = m->n;
  lay_out(m, p, s->at);
  for (int i = 0; i < n; i++) {
    const vec3 e = s->at[i].e, o = s->at[i].o;
    real *const row = &share[i * n];
    for (int k = 0; k < i; k++) row[k] = constant(0);
    if (s->at[i].joint == JOINT_REVOLUTE)
      for (int k = i; k < n; k++) row[k] = noc_turning_inertia(&s->at[k], e, o);
    else
      for (int k = i; k < n; k++) row[k] = mul(s->at[k].m, vec3_dot(e, e));
  }
}

// (M Tdot + W M T)_ij: what multiplies qd_j in link i's momentum rate
KERNEL wrench noc_rate_block(const noc_scratch *s, int i, int j)
{
  wrench w = noc_mass(&s->at[i], noc_T_rate(s, i, j));
  w.n = vec3_add(w.n, vec3_cross(s->w[i], noc_mass(&s->at[i], noc_T(s, i, j)).n));
  return w;
}

/* Right-hand side of 7.57. base->a is the acceleration of origin 0 itself, without gravity; `acts` are active and
 * dissipative wrenches on each link about C_i (NULL: none), beside the joints' tau and what the hand exerts on the
 * world (at origin n, in frame n). */
KERNEL void noc_right_hand_side(const chain *m, const base_state *base, vec3 gravity, const wrench *hand,
                                const real qd[], const real tau[], const wrench acts[], noc_scratch *s,
                                real rhs[])
{
  const int n = m->n;
  for (int i = 0; i < n; i++) {
    const laid_link *x = &s->at[i];
    wrench net = acts ? acts[i] : wrench_zero();
    if (i == n - 1) {
      wrench back;
      back.f = vec3_neg(mat3_mul(&x->A, hand->f)), back.n = vec3_neg(mat3_mul(&x->A, hand->n));
      net = wrench_add(net, wrench_move(back, vec3_sub(x->origin, x->c)));
    }
    net.f = vec3_add(net.f, vec3_scale(x->m, gravity));  // w^G (7.49)
    for (int j = 0; j <= i; j++) net = wrench_add(net, wrench_scale(neg(qd[j]), noc_rate_block(s, i, j)));
    // the base's part: A tdot_0 + Adot t_0, and W M A t_0
    twist td;
    td.w = base->wd;
    td.v = vec3_add(vec3_add(base->a, vec3_cross(base->wd, x->c)), vec3_cross(base->w, s->cd[i]));
    const wrench carried = noc_mass(x, td);
    net.f = vec3_sub(net.f, carried.f);
    net.n = vec3_sub(net.n, vec3_add(carried.n, vec3_cross(s->w[i], sym3_mul(x->I, base->w))));
    s->net[i] = net;
  }
  for (int j = 0; j < n; j++) {
    real sum = tau[j];
    for (int i = j; i < n; i++) sum = add(sum, twist_dot(noc_T(s, i, j), s->net[i]));
    rhs[j] = sum;
  }
}

/* The constraint wrenches of a motion, w^C = Kᵀ lambda (7.53); after noc_right_hand_side, whose s->net is overwritten by w^C
 * (about C_i). Joint i must transmit J_i: what the links from i on need beyond what acts on them. The actuator gives its
 * part along e_i (R: a moment; P: a force through o_i). The constraint gives the rest, f and n:
 *   R: lambda = [e × n about o_i; f],   P: lambda = [n about C_{i-1}; e × f].
 * Every joint has a row of K too many; lambda is the one without a part along e_i there. */
KERNEL void noc_constraints(const chain *m, const real qdd[], noc_scratch *s, wrench lambda[])
{
  wrench joint = wrench_zero(),
         held = wrench_zero();  // J and its constraint part of joint i+1, about o_{i+1}
  for (int i = m->n - 1; i >= 0; i--) {
    const laid_link *x = &s->at[i];
    const vec3 c_before = i > 0 ? s->at[i - 1].c : vec3_zero();
    wrench need = wrench_scale(constant(-1), s->net[i]);
    for (int j = 0; j <= i; j++) need = wrench_add(need, wrench_scale(qdd[j], noc_mass(x, noc_T(s, i, j))));
    if (i + 1 < m->n) {
      joint = wrench_move(joint, vec3_sub(s->at[i + 1].o, x->o));
      held = wrench_move(held, vec3_sub(s->at[i + 1].o, x->c));
    }
    const wrench above = held;
    joint = wrench_add(joint, wrench_move(need, vec3_sub(x->c, x->o)));
    held = joint;
    if (x->joint == JOINT_REVOLUTE) {
      held.n = vec3_sub(held.n, vec3_scale(vec3_dot(x->e, held.n), x->e));
      lambda[i].n = vec3_cross(x->e, held.n), lambda[i].f = held.f;
    } else {
      held.f = vec3_sub(held.f, vec3_scale(vec3_dot(x->e, held.f), x->e));
      lambda[i].n = wrench_move(held, vec3_sub(x->o, c_before)).n, lambda[i].f = vec3_cross(x->e, held.f);
    }
    s->net[i] = wrench_add(wrench_move(held, vec3_sub(x->o, x->c)), wrench_scale(constant(-1), above));
  }
}

/* qdd of 7.57. `acts` as above; pivots are left on the diagonal of s->I. */
KERNEL void noc_forward_dynamics(const chain *m, const posture *p, const base_state *base, vec3 gravity,
                                 const wrench *hand, const real qd[], const real tau[], const wrench acts[],
                                 real qdd[], noc_scratch *s)
{
  noc_make(m, p, base, qd, s);
  noc_right_hand_side(m, base, gravity, hand, qd, tau, acts, s, s->rhs);
  noc_inertia(m->n, s, s->I);
  udut_factor(m->n, m->n, s->I);
  udut_solve(m->n, m->n, s->I, s->rhs, qdd);
}

#endif
