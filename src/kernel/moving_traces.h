/* What moving bodies add to the coefficients of F_i = Σ D_ij qdd_j + Σ D_ijk qd_j qd_k + D_i, by traces: the readable
 * reference for moving_bodies.h.
 *
 * Body pose P = S B, S the carrier's T_0^u, B = (frame F in the carrier) A(x), A = Rot_z(x) or Trans_z(x). With
 * B' = dB/dx, k_j = ∂x/∂q_j, H_jk = ∂²x/∂q_j∂q_k:
 *   P_j  = S_j B + k_j S B'
 *   P_jk = S_jk B + k_k S_j B' + k_j S_k B' + S (k_j k_k B'' + H_jk B')
 *   D_ij = Tr{P_i J P_jᵗ},  D_ijk = Tr{P_jk J P_iᵗ},  D_i = −m gᵗ P_i r.
 * A lumped body, frozen at its x, is in its carrier already: the same with B' = B'' = 0 is taken off, its weight left out.
 * Source: [Szkodny, eqs 7–10, 15]. Differs: eqs 8 and 9 drop or cancel the terms in which the carrier's motion and the
 * body's own meet; here all are kept. The carrier is the link that holds the body. */
#ifndef ULNA_KERNEL_MOVING_TRACES_H
#define ULNA_KERNEL_MOVING_TRACES_H

#include "kernel/lagrange.h"
#include "kernel/moving_bodies.h"

typedef struct {
  mat4 *P, *frozen;  // n: ∂P/∂q_j, and with the body frozen
} moving_traces_scratch;

KERNEL void moving_traces_scratch_layout(moving_traces_scratch *s, layout *l, int n)
{
  s->P = (mat4 *)layout_take(l, (size_t)n, sizeof(mat4));
  s->frozen = (mat4 *)layout_take(l, (size_t)n, sizeof(mat4));
}

// B, B', B'' of one body
typedef struct {
  mat4 B, B1, B2;
} moving_pose;

KERNEL moving_pose moving_pose_of(const moving_body *b, const own_motion *x)
{
  const joint_kind kind = b->linear ? JOINT_PRISMATIC : JOINT_REVOLUTE;
  const mat4 F = mat4_of(&b->R, b->p);
  mat3 turn = mat3_identity();
  if (!b->linear) {
    turn.e[0][0] = x->cosine, turn.e[0][1] = neg(x->sine);
    turn.e[1][0] = x->sine, turn.e[1][1] = x->cosine;
  }
  const vec3 shift = vec3_make(constant(0), constant(0), b->linear ? x->slide : constant(0));
  mat4 A = mat4_of(&turn, shift);
  A.e[3][3] = constant(1);
  mat4 frame = F;
  frame.e[3][3] = constant(1);
  const mat4 A1 = mat4_differentiated(kind, &A), A2 = mat4_differentiated(kind, &A1);
  const moving_pose pose = {mat4_mul(&frame, &A), mat4_mul(&frame, &A1), mat4_mul(&frame, &A2)};
  return pose;
}

// S_j of link u, S_jk; joints from 1. Link 0, the base, does not move.
KERNEL mat4 carrier_pose(const lagrange_scratch *s, int u)
{
  if (u > 0) return *lagrange_T(s, 0, u);
  const mat3 E = mat3_identity();
  mat4 T = mat4_of(&E, vec3_zero());
  T.e[3][3] = constant(1);
  return T;
}
KERNEL mat4 carrier_first(const lagrange_scratch *s, int u, int j)
{
  return j <= u ? *lagrange_D(s, u, j) : mat4_zero();
}
KERNEL mat4 carrier_second(const chain *m, const lagrange_scratch *s, int u, int j, int k)
{
  return k <= u ? lagrange_second(m, s, u, j, k) : mat4_zero();  // j ≤ k
}

KERNEL mat4 moving_pseudo_inertia(const moving_body *b)
{
  chain_link as_link;
  as_link.m = b->m, as_link.com = b->com, as_link.I = b->I;
  return lagrange_inertia(&as_link);
}

// Tr{X J Y'} added to *to, with a sign
KERNEL void add_trace(real *to, const mat4 *X, const mat4 *J, const mat4 *Y, int negative)
{
  const mat4 XJ = mat4_mul(X, J);
  const real trace = mat4_trace_of_product(&XJ, Y);
  *to = negative ? sub(*to, trace) : add(*to, trace);
}

// Adds one body. k (n) and H (n×n) of its coordinate; gravity: its acceleration in frame 0. s must hold the kinematics.
KERNEL void moving_traces_add(const chain *m, const lagrange_scratch *s, const moving_body *b,
                              const own_motion *x, const real k[], const real H[], vec3 gravity, real D_ij[],
                              real D_ijk[], real D_i[], moving_traces_scratch *scratch)
{
  const int n = m->n, u = b->carrier;
  const moving_pose pose = moving_pose_of(b, x);
  const mat4 J = moving_pseudo_inertia(b), S = carrier_pose(s, u);
  const mat4 SB1 = mat4_mul(&S, &pose.B1), SB2 = mat4_mul(&S, &pose.B2);
  for (int j = 1; j <= n; j++) {
    const mat4 S_j = carrier_first(s, u, j);
    scratch->frozen[j - 1] = mat4_mul(&S_j, &pose.B);
    scratch->P[j - 1] = scratch->frozen[j - 1];
    mat4_add_scaled(&scratch->P[j - 1], k[j - 1], &SB1);
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      add_trace(&D_ij[i * n + j], &scratch->P[i], &J, &scratch->P[j], 0);
      if (b->lumped) add_trace(&D_ij[i * n + j], &scratch->frozen[i], &J, &scratch->frozen[j], 1);
    }
    if (b->lumped) continue;
    const real g[3] = {gravity.x, gravity.y, gravity.z}, r[4] = {b->com.x, b->com.y, b->com.z, constant(1)};
    for (int row = 0; row < 3; row++)
      for (int col = 0; col < 4; col++)
        D_i[i] = sub(D_i[i], mul(mul(b->m, g[row]), mul(scratch->P[i].e[row][col], r[col])));
  }
  for (int j = 1; j <= n; j++)
    for (int l = j; l <= n; l++) {
      const mat4 S_jl = carrier_second(m, s, u, j, l), S_j = carrier_first(s, u, j),
                 S_l = carrier_first(s, u, l);
      const mat4 frozen = mat4_mul(&S_jl, &pose.B), S_jB1 = mat4_mul(&S_j, &pose.B1),
                 S_lB1 = mat4_mul(&S_l, &pose.B1);
      mat4 P_jl = frozen;
      mat4_add_scaled(&P_jl, k[l - 1], &S_jB1);
      mat4_add_scaled(&P_jl, k[j - 1], &S_lB1);
      mat4_add_scaled(&P_jl, mul(k[j - 1], k[l - 1]), &SB2);
      mat4_add_scaled(&P_jl, H[(j - 1) * n + l - 1], &SB1);
      for (int i = 0; i < n; i++) {
        real term = constant(0);
        add_trace(&term, &P_jl, &J, &scratch->P[i], 0);
        if (b->lumped) add_trace(&term, &frozen, &J, &scratch->frozen[i], 1);
        real *jl = &D_ijk[(i * n + j - 1) * n + l - 1], *lj = &D_ijk[(i * n + l - 1) * n + j - 1];
        *jl = add(*jl, term);
        if (j != l) *lj = add(*lj, term);
      }
    }
}

#endif
