/* Inverse dynamics and its explicit coefficients by Lagrange's equations.
 *
 * T_j^i moves points from frame i to frame j. The derivative of T_0^q with respect to a joint is T with Q put in
 * at that joint, so first and second derivatives are products of the T_j^i:
 *   D_j^q = ∂T_0^q/∂q_j = T_0^{j-1} Q T_{j-1}^q,   ∂²T_0^q/∂q_j∂q_k = D_j^{k-1} Q T_{k-1}^q  (j < k)
 * and with J^a_q = ∫ d dᵗ dm over the points (d, 1) of link q
 *   tau_i = Σ_{q≥i} Tr{ (Σ_j D_j^q qdd_j + Σ_jk ∂²T_0^q/∂q_j∂q_k qd_j qd_k) J^a_q (D_i^q)ᵗ } + gravity.
 * Source: [Turney80, sec. 2 and appendix], the O(n³) plan. Differs: rates where the print lost their dots; J^a for
 * full tensors; Q of a prismatic joint; a base acceleration of any direction takes gravity's place; a base that
 * turns adds B̈ T + 2 Ḃ Ṫ to the bracket (B = base in inertial space); the hand's wrench adds T_0^n [½[n]× f; 0 0]
 * to the bracket times J of the last link.
 *
 * Links and joints are counted from 1 in comments and in the functions' indices, as in the source. */
#ifndef ULNA_KERNEL_LAGRANGE_H
#define ULNA_KERNEL_LAGRANGE_H

#include "base/layout.h"
#include "kernel/acceleration.h"
#include "kernel/mat4.h"

// rows of [Turney80, Table 2]; the last is not in print: gravity added to the rest
enum {
  LAGRANGE_T = 2,
  LAGRANGE_D,
  LAGRANGE_DD,
  LAGRANGE_SUM,
  LAGRANGE_TRACE,
  LAGRANGE_GRAVITY,
  LAGRANGE_ADD
};

typedef struct {
  mat4 *T;     // n(n+1)/2: T_j^i, 0 ≤ j < i ≤ n
  mat4 *D;     // n(n+1)/2: ∂T_0^i/∂q_j, 1 ≤ j ≤ i ≤ n
  real *rest;  // n: gravity's share of the torque
} lagrange_scratch;

KERNEL void lagrange_scratch_layout(lagrange_scratch *s, layout *l, int n)
{
  const size_t pairs = (size_t)n * ((size_t)n + 1) / 2;
  s->T = (mat4 *)layout_take(l, pairs, sizeof(mat4));
  s->D = (mat4 *)layout_take(l, pairs, sizeof(mat4));
  s->rest = (real *)layout_take(l, (size_t)n, sizeof(real));
}

KERNEL mat4 *lagrange_T(const lagrange_scratch *s, int j, int i) { return &s->T[i * (i - 1) / 2 + j]; }
KERNEL mat4 *lagrange_D(const lagrange_scratch *s, int i, int j) { return &s->D[i * (i - 1) / 2 + j - 1]; }

// All T_j^i and all first derivatives. A derivative with respect to joint 1 costs nothing: Q stands in front.
KERNEL void lagrange_kinematics(const chain *m, const posture *p, lagrange_scratch *s)
{
  for (int i = 1; i <= m->n; i++) {
    part(PART_GIVEN);
    *lagrange_T(s, i - 1, i) = mat4_of_step(m, p, i - 1);
    part(LAGRANGE_T);
    for (int j = 0; j < i - 1; j++)
      *lagrange_T(s, j, i) = mat4_mul(lagrange_T(s, j, i - 1), lagrange_T(s, i - 1, i));
    part(LAGRANGE_D);
    for (int j = 1; j <= i; j++) {
      const mat4 QT = mat4_differentiated(m->link[j - 1].joint, lagrange_T(s, j - 1, i));
      *lagrange_D(s, i, j) = j == 1 ? QT : mat4_mul(lagrange_T(s, 0, j - 1), &QT);
    }
  }
}

// ∂²T_0^q/∂q_j∂q_k, j ≤ k ≤ q
KERNEL mat4 lagrange_second(const chain *m, const lagrange_scratch *s, int q, int j, int k)
{
  const joint_kind joint_j = m->link[j - 1].joint, joint_k = m->link[k - 1].joint;
  if (j == 1) return mat4_differentiated(joint_j, lagrange_D(s, q, k));
  mat4 QT = mat4_differentiated(joint_k, lagrange_T(s, k - 1, q));
  if (j == k) QT = mat4_differentiated(joint_k, &QT);
  return mat4_mul(j == k ? lagrange_T(s, 0, k - 1) : lagrange_D(s, k - 1, j), &QT);
}

// J^a = [J m com; m comᵗ m], J = ∫ d dᵗ dm about the frame's origin                    [Turney80, eqs 1.24–1.28]
// Differs: for a full tensor, J = ½Tr(I)E − I + m com comᵗ (1.26 has principal moments only).
KERNEL mat4 lagrange_inertia(const chain_link *l)
{
  const sym3 K = second_moments(l->I);
  const real com[4] = {l->com.x, l->com.y, l->com.z, constant(1)};
  const real second[3][3] = {{K.xx, K.xy, K.xz}, {K.xy, K.yy, K.yz}, {K.xz, K.yz, K.zz}};
  mat4 J;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      J.e[i][j] = mul(l->m, mul(com[i], com[j]));
      if (i < 3 && j < 3) J.e[i][j] = add(J.e[i][j], second[i][j]);
    }
  return J;
}

// Σ_j D_j qdd_j + Σ_jk ∂²T/∂q_j∂q_k qd_j qd_k: the second time derivative of T_0^q
KERNEL mat4 lagrange_acceleration(const chain *m, const real qd[], const real qdd[], int q,
                                  const lagrange_scratch *s)
{
  mat4 sum = mat4_zero();
  for (int j = 1; j <= q; j++) {
    part(LAGRANGE_SUM);
    mat4_add_scaled(&sum, qdd[j - 1], lagrange_D(s, q, j));
    for (int k = j; k <= q; k++) {
      part(LAGRANGE_DD);
      const mat4 second = lagrange_second(m, s, q, j, k);
      part(LAGRANGE_SUM);
      real rates = mul(qd[j - 1], qd[k - 1]);
      if (j != k) rates = add(rates, rates);  // jk and kj
      mat4_add_scaled(&sum, rates, &second);
    }
  }
  return sum;
}

// What a turning base adds: B̈ T + 2 Ḃ Σ_j D_j qd_j, with Ḃ = [w]×, B̈ = A(w, wd); its linear acceleration is
// gravity's
KERNEL void lagrange_add_base(const base_state *base, const real qd[], int q, const lagrange_scratch *s,
                              mat4 *sum)
{
  const mat3 spin_twice = mat3_cross(vec3_add(base->w, base->w)), A = acceleration_matrix(base->w, base->wd);
  const mat4 B_dot_twice = mat4_of(&spin_twice, vec3_zero()), B_ddot = mat4_of(&A, vec3_zero());
  const mat4 turned = mat4_mul(&B_ddot, lagrange_T(s, 0, q));
  mat4_add(sum, &turned);
  for (int j = 1; j <= q; j++) {
    const mat4 term = mat4_mul(&B_dot_twice, lagrange_D(s, q, j));
    mat4_add_scaled(sum, qd[j - 1], &term);
  }
}

// a_0ᵗ ∂T_0^q/∂q_i m_q (com, 1), a component of a_0 at a time, each weighing a row; m_q a_0 (com, 1) is given
KERNEL real lagrange_gravity_term(const chain_link *l, vec3 a0, const mat4 *D)
{
  const real a[3] = {a0.x, a0.y, a0.z}, com[4] = {l->com.x, l->com.y, l->com.z, constant(1)};
  real sum = constant(0);
  for (int row = 0; row < 3; row++) {
    real weight[4];
    part(PART_GIVEN);
    for (int j = 0; j < 4; j++) weight[j] = mul(mul(l->m, a[row]), com[j]);
    part(LAGRANGE_GRAVITY);
    for (int j = 0; j < 4; j++) sum = add(sum, mul(D->e[row][j], weight[j]));
  }
  return sum;
}

KERNEL void lagrange(const chain *m, const posture *p, const base_state *base, const wrench *hand,
                     const real qd[], const real qdd[], real tau[], lagrange_scratch *s)
{
  lagrange_kinematics(m, p, s);
  for (int i = 0; i < m->n; i++) tau[i] = s->rest[i] = constant(0);
  for (int q = 1; q <= m->n; q++) {
    const chain_link *l = &m->link[q - 1];
    part(PART_GIVEN);
    const mat4 J = lagrange_inertia(l);
    mat4 bracket = lagrange_acceleration(m, qd, qdd, q, s);
    part(LAGRANGE_SUM);
    lagrange_add_base(base, qd, q, s, &bracket);
    bracket = mat4_mul(&bracket, &J);
    if (q == m->n) {
      const mat3 half_moment = mat3_cross(vec3_scale(constant(0.5), hand->n));
      const mat4 H = mat4_of(&half_moment, hand->f), force = mat4_mul(lagrange_T(s, 0, q), &H);
      mat4_add(&bracket, &force);
    }
    for (int i = 1; i <= q; i++) {
      part(LAGRANGE_TRACE);
      tau[i - 1] = add(tau[i - 1], mat4_trace_of_product(&bracket, lagrange_D(s, q, i)));
      const real weight = lagrange_gravity_term(l, base->a, lagrange_D(s, q, i));
      s->rest[i - 1] = add(s->rest[i - 1], weight);
    }
  }
  part(LAGRANGE_ADD);
  for (int i = 0; i < m->n; i++) tau[i] = add(tau[i], s->rest[i]);
}

// M_ij = Σ_{q ≥ i,j} Tr{D_j^q J^a_q (D_i^q)ᵗ}, n×n
KERNEL void lagrange_mass_matrix(const chain *m, const posture *p, real M[], lagrange_scratch *s)
{
  const int n = m->n;
  lagrange_kinematics(m, p, s);
  for (int i = 0; i < n * n; i++) M[i] = constant(0);
  for (int q = 1; q <= n; q++) {
    const mat4 J = lagrange_inertia(&m->link[q - 1]);
    for (int j = 1; j <= q; j++) {
      const mat4 DJ = mat4_mul(lagrange_D(s, q, j), &J);
      for (int i = j; i <= q; i++) {
        real *M_ij = &M[(i - 1) * n + j - 1];
        *M_ij = add(*M_ij, mat4_trace_of_product(&DJ, lagrange_D(s, q, i)));
      }
    }
  }
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) M[i * n + j] = M[j * n + i];
}

// C^i_jk = Σ_{q ≥ i,j,k} Tr{∂²T_0^q/∂q_j∂q_k J^a_q (D_i^q)ᵗ}, symmetric in j and k; n×n×n, [i][j][k]
KERNEL void lagrange_christoffel(const chain *m, const posture *p, real C[], lagrange_scratch *s)
{
  const int n = m->n;
  lagrange_kinematics(m, p, s);
  for (int i = 0; i < n * n * n; i++) C[i] = constant(0);
  for (int q = 1; q <= n; q++) {
    const mat4 J = lagrange_inertia(&m->link[q - 1]);
    for (int j = 1; j <= q; j++)
      for (int k = j; k <= q; k++) {
        mat4 term = lagrange_second(m, s, q, j, k);
        term = mat4_mul(&term, &J);
        for (int i = 1; i <= q; i++) {
          real *C_ijk = &C[((i - 1) * n + j - 1) * n + k - 1];
          *C_ijk = add(*C_ijk, mat4_trace_of_product(&term, lagrange_D(s, q, i)));
        }
      }
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < j; k++) C[(i * n + j) * n + k] = C[(i * n + k) * n + j];
}

// C_ij = Σ_k C^i_jk qd_k, the matrix for which dM/dt − 2C is skew; n×n
KERNEL void lagrange_coriolis_matrix(const chain *m, const posture *p, const real qd[], real C[],
                                     lagrange_scratch *s)
{
  const int n = m->n;
  lagrange_kinematics(m, p, s);
  for (int i = 0; i < n * n; i++) C[i] = constant(0);
  for (int q = 1; q <= n; q++) {
    const mat4 J = lagrange_inertia(&m->link[q - 1]);
    for (int j = 1; j <= q; j++) {
      mat4 rate = mat4_zero();  // of D_j
      for (int k = 1; k <= q; k++) {
        const mat4 second = lagrange_second(m, s, q, j < k ? j : k, j < k ? k : j);
        mat4_add_scaled(&rate, qd[k - 1], &second);
      }
      rate = mat4_mul(&rate, &J);
      for (int i = 1; i <= q; i++) {
        real *C_ij = &C[(i - 1) * n + j - 1];
        *C_ij = add(*C_ij, mat4_trace_of_product(&rate, lagrange_D(s, q, i)));
      }
    }
  }
}

// G_i = Σ_{q ≥ i} a_0ᵗ D_i^q m_q (com, 1), a_0 = −acceleration of gravity
KERNEL void lagrange_gravity(const chain *m, const posture *p, vec3 a0, real G[], lagrange_scratch *s)
{
  lagrange_kinematics(m, p, s);
  for (int i = 1; i <= m->n; i++) {
    G[i - 1] = constant(0);
    for (int q = i; q <= m->n; q++)
      G[i - 1] = add(G[i - 1], lagrange_gravity_term(&m->link[q - 1], a0, lagrange_D(s, q, i)));
  }
}

#endif
