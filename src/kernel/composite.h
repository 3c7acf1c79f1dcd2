/* The mass matrix from composite bodies, and the bias by one Newton–Euler pass, in joint-axis frames.
 *
 * Column i is the wrench that accelerates links i…n, welded, about joint i by one: a column of the composite's
 * inertia. Handed down the arm its component along axis j is M_ij [Saha, eqs. 15, 16 with i ≥ j].
 * Differs: eq. 16 prints the range i ≤ j, where the expression is not I_ij; reference points are on the axes. */
#ifndef ULNA_KERNEL_COMPOSITE_H
#define ULNA_KERNEL_COMPOSITE_H

#include <stdbool.h>

#include "base/layout.h"
#include "kernel/articulated.h"
#include "kernel/udut.h"

typedef struct {
  real m;
  vec3 mc;  // first moment about the foot
  sym3 I;   // inertia about the foot
} composite_body;

typedef struct {
  composite_body *body;  // n: links i…n welded
  real *M;               // n×n
  real *bias;            // n
  wrench *local;         // n
} composite_scratch;

// matrix: M too, which the mass matrix alone does not need
KERNEL void composite_scratch_layout(composite_scratch *s, layout *l, int n, bool matrix)
{
  const size_t count = (size_t)n;
  s->body = (composite_body *)layout_take(l, count, sizeof(composite_body));
  s->M = matrix ? (real *)layout_take(l, count * count, sizeof(real)) : 0;
  s->bias = (real *)layout_take(l, count, sizeof(real));
  s->local = (wrench *)layout_take(l, count, sizeof(wrench));
}

/* Composite i+1 as link i feels it at its own foot: joint, twist, length; 30 M, 31 A. The shift by d along z, mass
 * m: I_xx and I_yy grow by d(mc_z + mc_z'), mc_z' = mc_z + m d. */
KERNEL composite_body composite_carry(const axis_link *inner, const axis_link *outer, const composite_body *B,
                                      real c, real s, real d)
{
  composite_body S;
  S.m = B->m;
  S.I = sym3_turn_z(B->I, c, s);
  S.mc = vec3_turn_z(B->mc, c, s);
  part(PART_GIVEN);  // the composites' masses and what they make with constant lengths
  const real ma = mul(B->m, inner->a), mb = mul(B->m, inner->b);
  if (outer->joint == JOINT_PRISMATIC) part(PART_ALL);
  const real md = mul(B->m, d);
  part(PART_ALL);
  const real z = add(S.mc.z, md), grow = mul(d, add(S.mc.z, z));
  S.I.xx = add(S.I.xx, grow), S.I.yy = add(S.I.yy, grow);
  S.I.xz = sub(S.I.xz, mul(d, S.mc.x)), S.I.yz = sub(S.I.yz, mul(d, S.mc.y));
  S.mc.z = z;

  S.I = sym3_turn_x_by(S.I, inner->twist.c, inner->twist.s, &inner->twist.by);
  S.mc = vec3_turn_x(S.mc, inner->twist.c, inner->twist.s);
  const real x = add(S.mc.x, ma), wide = mul(inner->a, add(S.mc.x, x));
  S.I.yy = add(S.I.yy, wide), S.I.zz = add(S.I.zz, wide);
  S.I.xy = sub(S.I.xy, mul(inner->a, S.mc.y)), S.I.xz = sub(S.I.xz, mul(inner->a, S.mc.z));
  S.mc.x = x;
  if (inner->sideways) {
    const real y = add(S.mc.y, mb), deep = mul(inner->b, add(S.mc.y, y));
    S.I.xx = add(S.I.xx, deep), S.I.zz = add(S.I.zz, deep);
    S.I.xy = sub(S.I.xy, mul(inner->b, S.mc.x)), S.I.yz = sub(S.I.yz, mul(inner->b, S.mc.z));
    S.mc.y = y;
  }
  return S;
}

/* M, lower triangle filled, row-major with rows of n. */
KERNEL void composite_mass_matrix(const axis_chain *m, const posture *p, real M[], composite_scratch *s)
{
  const int n = m->n;
  for (int i = n - 1; i >= 0; i--) {
    const axis_link *l = &m->link[i];
    composite_body B;
    B.m = l->m, B.mc = l->mc, B.I = l->I;
    if (i + 1 < n) {
      const axis_link *outer = &m->link[i + 1];
      const composite_body C = composite_carry(l, outer, &s->body[i + 1], p->cos_theta[i + 1],
                                               p->sin_theta[i + 1], axis_slide(outer, p, i + 1));
      part(PART_GIVEN);
      B.m = add(C.m, l->m);
      part(PART_ALL);
      B.mc = vec3_add(C.mc, l->mc), B.I = sym3_add(C.I, l->I);
    }
    s->body[i] = B;
    // R: n = I z, f = z × mc;  P: n = mc × z, f = m z
    wrench w;
    if (l->joint == JOINT_REVOLUTE) {
      w.n = vec3_make(B.I.xz, B.I.yz, B.I.zz), w.f = vec3_make(neg(B.mc.y), B.mc.x, constant(0));
      M[i * n + i] = B.I.zz;
    } else {
      w.n = vec3_make(B.mc.y, neg(B.mc.x), constant(0)), w.f = vec3_make(constant(0), constant(0), B.m);
      M[i * n + i] = B.m;
    }
    for (int j = i - 1; j >= 0; j--) {
      const axis_link *inner = &m->link[j];
      const real c = p->cos_theta[j + 1], sn = p->sin_theta[j + 1], d = axis_slide(&m->link[j + 1], p, j + 1);
      if (j == 0) {
        M[i * n] = first_moment(inner, c, sn, d, w);
      } else {
        w = axis_wrench_inward_x(inner, axis_wrench_inward_z(c, sn, d, w));
        M[i * n + j] = inner->joint == JOINT_REVOLUTE ? w.n.z : w.f.z;
      }
    }
  }
}

/* The bias: torques at qdd = 0, gravity, base motion and hand wrench in them. */
KERNEL void axis_bias(const axis_chain *m, const posture *p, const base_state *base, const wrench *hand,
                      const real qd[], real bias[], wrench local[])
{
  const int n = m->n;
  axis_motion k;
  k.w = base->w, k.wd = base->wd, k.a = base->a;
  for (int i = 0; i < n; i++) {
    const axis_link *l = &m->link[i];
    axis_motion_joint(l, p->cos_theta[i], p->sin_theta[i], axis_slide(l, p, i), qd[i], &k);
    local[i] = axis_inertial_wrench(l, &k);
    if (i + 1 < n) axis_motion_link(l, &k);
  }
  wrench w = axis_wrench_inward_x(&m->link[n - 1], *hand);
  for (int i = n - 1; i >= 0; i--) {
    const axis_link *l = &m->link[i];
    w = wrench_add(w, local[i]);
    bias[i] = l->joint == JOINT_REVOLUTE ? w.n.z : w.f.z;
    if (i == 0) break;
    w = axis_wrench_inward_z(p->cos_theta[i], p->sin_theta[i], axis_slide(l, p, i), w);
    w = axis_wrench_inward_x(&m->link[i - 1], w);
  }
}

/* x with M x = b; pivots are left on the diagonal of s->M. */
KERNEL void composite_solve(const axis_chain *m, const posture *p, const real b[], real x[],
                            composite_scratch *s)
{
  composite_mass_matrix(m, p, s->M, s);
  udut_factor(m->n, m->n, s->M);
  udut_solve(m->n, m->n, s->M, b, x);
}

KERNEL void composite_forward_dynamics(const axis_chain *m, const posture *p, const base_state *base,
                                       const real qd[], const real tau[], const wrench *hand, real qdd[],
                                       composite_scratch *s)
{
  axis_bias(m, p, base, hand, qd, s->bias, s->local);
  for (int i = 0; i < m->n; i++) s->bias[i] = sub(tau[i], s->bias[i]);
  composite_solve(m, p, s->bias, qdd, s);
}

#endif
