/* The proof that Lagrange's and Newton–Euler's equations are the same, [Turney80, sec. 4], run: every step
 * 4.1–4.34 that can be evaluated is, as the errata have it, on a 6R arm with full tensors, q, qd and qdd all
 * different from zero. Links are made of point masses, so that the proof's integrals over mass are sums.
 *
 * Indices count from 1 as in the report; [i][j] of R, p: frame i (lower) and j (upper). What moves comes from the
 * Newton–Euler kernel; both sides of an equation agree to 1e-12 of the larger side's terms (sums of up to a few
 * thousand products). */
#include "algebra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/lagrange.h"
#include "kernel/newton_euler.h"
#include "support/chain.h"

enum { N = 6, POINTS = 5 };
static const double tolerance = 1e-12;

static struct {
  chain_link link[N];
  double sine[N], cosine[N];
  chain arm;
  posture at;
  double qd[N + 1], qdd[N + 1], tau[N + 1];
  double g;
  vec3 z;                 // (0, 0, 1): z_i in frame i, for every i
  vec3 d[N + 1][POINTS];  // point masses of link i, from origin i in frame i
  double mu[POINTS];
  // of link i, in frame i
  double m[N + 1];
  vec3 r[N + 1], com[N + 1], w[N + 1], wd[N + 1], a[N + 1], a_com[N + 1], f[N + 2], n[N + 2];
  mat3 I[N + 1], J[N + 1];
  mat3 R[N + 1][N + 1];  // R_i^j
  vec3 p[N + 1];         // p_0^i
} X;

// R_i^{j-1} z_{j-1}, and Q_i^j = [R_i^j z_j]× (1.8)
static vec3 axis(int i, int j) { return m_v(X.R[i][j - 1], X.z); }
static mat3 Q(int i, int j) { return mat3_cross(m_v(X.R[i][j], X.z)); }

// ∂R_0^i/∂q_j = Q_0^{j-1} R_0^i (1.11), ∂²R_0^i/∂q_j∂q_k = Q_0^{v-1} Q_0^{u-1} R_0^i (1.12), v = min, u = max
static mat3 dR(int i, int j) { return j > i ? m_zero() : m_mul(Q(0, j - 1), X.R[0][i]); }
static mat3 ddR(int i, int j, int k)
{
  const int u = j > k ? j : k, v = j > k ? k : j;
  return u > i ? m_zero() : m_mul(Q(0, v - 1), m_mul(Q(0, u - 1), X.R[0][i]));
}
// ∂p_0^i/∂q_j = Σ_{m=j}^i Q_0^{j-1} R_0^m r_m (1.18), and the second derivative (1.19)
static vec3 dp(int i, int j)
{
  vec3 sum = vec3_zero();
  for (int m = j; m <= i; m++) sum = vec3_add(sum, m_v(m_mul(Q(0, j - 1), X.R[0][m]), X.r[m]));
  return sum;
}
static vec3 ddp(int i, int j, int k)
{
  const int u = j > k ? j : k, v = j > k ? k : j;
  vec3 sum = vec3_zero();
  for (int m = u; m <= i; m++)
    sum = vec3_add(sum, m_v(m_mul(Q(0, v - 1), m_mul(Q(0, u - 1), X.R[0][m])), X.r[m]));
  return sum;
}

static void same(const char *equation, int i, vec3 left, vec3 right)
{
  const double size = fmax(1, v_size(right)), off = v_size(vec3_sub(left, right));
  if (!(off <= tolerance * size)) fail_msg("%s, i = %d: off by %g of %g", equation, i, off, size);
}
static void same_number(const char *equation, int i, double left, double right)
{
  same(equation, i, vec3_make(left, 0, 0), vec3_make(right, 0, 0));
}

/* Link i of point masses: m, com, I about com, J about origin i. */
static void make_link(int i, uint64_t *seed)
{
  chain_link *l = &X.link[i - 1];
  const double alpha = chain_random(seed, -3, 3), theta = chain_random(seed, -3, 3);
  l->joint = JOINT_REVOLUTE, l->ca = cos(alpha), l->sa = sin(alpha);
  l->r =
      vec3_make(chain_random(seed, -0.5, 0.5), chain_random(seed, -0.5, 0.5), chain_random(seed, -0.5, 0.5));
  X.sine[i - 1] = sin(theta), X.cosine[i - 1] = cos(theta);
  X.qd[i] = chain_random(seed, 0.5, 2), X.qdd[i] = chain_random(seed, -3, -0.5);

  vec3 first = vec3_zero();
  for (int k = 0; k < POINTS; k++) {
    X.mu[k] = 0.3 + 0.1 * k;
    X.d[i][k] = vec3_make(chain_random(seed, -0.4, 0.4), chain_random(seed, -0.4, 0.4),
                          chain_random(seed, -0.4, 0.4));
    X.m[i] += X.mu[k];
    first = vec3_add(first, vec3_scale(X.mu[k], X.d[i][k]));
    X.J[i] = m_add(X.J[i], m_scale(X.mu[k], v_outer(X.d[i][k], X.d[i][k])));  // 1.24
  }
  X.com[i] = vec3_scale(1 / X.m[i], first), X.r[i] = l->r;
  X.I[i] = m_trace_less(m_add(X.J[i], m_scale(-X.m[i], v_outer(X.com[i], X.com[i]))));  // 1.27
  const mat3 I = X.I[i];
  l->m = X.m[i], l->com = X.com[i];
  l->I = (sym3){I.e[0][0], I.e[1][1], I.e[2][2], I.e[0][1], I.e[0][2], I.e[1][2]};
}

/* The arm, all R_i^j, and the Newton–Euler kernel's motion and forces. */
static int set_up(void **state)
{
  (void)state;
  uint64_t seed = 1980;
  memset(&X, 0, sizeof X);
  X.z = vec3_make(0, 0, 1), X.g = 9.81;
  for (int i = 1; i <= N; i++) make_link(i, &seed);
  X.arm = (chain){N, X.link};
  X.at = (posture){X.sine, X.cosine, NULL};

  for (int i = 0; i <= N; i++) X.R[i][i] = mat3_identity();
  for (int i = 1; i <= N; i++)
    for (int j = i - 1; j >= 0; j--) {
      X.R[j][i] = m_mul(X.R[j][i - 1], step_matrix(chain_step(&X.arm, &X.at, i - 1)));  // 1.2, 1.10
      X.R[i][j] = m_t(X.R[j][i]);                                                       // 1.1
    }
  for (int i = 1; i <= N; i++) X.p[i] = vec3_add(X.p[i - 1], m_v(X.R[0][i], X.r[i]));  // 1.16

  vec3 r_com[N];
  newton_euler_scratch s = {X.r + 1, r_com, X.w + 1, X.wd + 1, X.a_com + 1, X.f + 1, X.n + 1};
  const base_state base = {vec3_zero(), vec3_zero(), vec3_scale(X.g, X.z)};
  const wrench hand = {vec3_zero(), vec3_zero()};
  newton_euler(&X.arm, &X.at, &base, &hand, X.qd + 1, X.qdd + 1, X.tau + 1, &s);
  X.a[0] = base.a;
  for (int i = 1; i <= N; i++) {  // a_i = ā_i − A com
    const mat3 A = acceleration_matrix(X.w[i], X.wd[i]);
    X.a[i] = vec3_sub(X.a_com[i], m_v(A, X.com[i]));
  }
  return 0;
}

// Σ_j first(j) qdd_j + Σ_jk second(j, k) qd_j qd_k over j, k ≤ i
typedef vec3 (*vec3_at)(int i, int j);
typedef vec3 (*vec3_at2)(int i, int j, int k);
static vec3 sums(int i, vec3_at first, vec3_at2 second)
{
  vec3 sum = vec3_zero();
  for (int j = 1; j <= i; j++) {
    sum = vec3_add(sum, vec3_scale(X.qdd[j], first(i, j)));
    for (int k = 1; k <= i; k++) sum = vec3_add(sum, vec3_scale(X.qd[j] * X.qd[k], second(i, j, k)));
  }
  return sum;
}
static mat3 matrix_sums(int i)  // Σ ∂R_0^i/∂q_j qdd_j + ΣΣ ∂²R_0^i/∂q_j∂q_k qd_j qd_k
{
  mat3 sum = m_zero();
  for (int j = 1; j <= i; j++) {
    sum = m_add(sum, m_scale(X.qdd[j], dR(i, j)));
    for (int k = 1; k <= i; k++) sum = m_add(sum, m_scale(X.qd[j] * X.qd[k], ddR(i, j, k)));
  }
  return sum;
}
static vec3 gravity_in(int i) { return m_v(X.R[i][0], vec3_scale(X.g, X.z)); }

static void derivatives_by_q_are_derivatives(void **state)
{
  (void)state;
  // 1.11, 1.12, 1.18, 1.19 against Lagrange's T: ∂T = [∂R ∂p; 0 0], and against differences of the kernel's T
  static mat4 T[N * (N + 1) / 2], D[N * (N + 1) / 2], T_up[N * (N + 1) / 2], T_down[N * (N + 1) / 2];
  static double rest[N];
  lagrange_scratch s = {T, D, rest}, up = {T_up, D, rest}, down = {T_down, D, rest};
  const double h = 1e-5;
  for (int j = 1; j <= N; j++) {
    double sine[N], cosine[N];
    const posture moved = {sine, cosine, NULL};
    for (int side = -1; side <= 1; side += 2) {
      for (int i = 0; i < N; i++) {
        const double theta = atan2(X.sine[i], X.cosine[i]) + (i == j - 1 ? side * h : 0);
        sine[i] = sin(theta), cosine[i] = cos(theta);
      }
      lagrange_kinematics(&X.arm, &moved, side > 0 ? &up : &down);
    }
    lagrange_kinematics(&X.arm, &X.at, &s);
    for (int i = j; i <= N; i++) {
      const mat4 *D_ij = lagrange_D(&s, i, j), *plus = lagrange_T(&up, 0, i),
                 *minus = lagrange_T(&down, 0, i);
      for (int c = 0; c < 4; c++) {
        const mat3 R_j = dR(i, j);
        const vec3 expected = c < 3 ? mat3_column(&R_j, c) : dp(i, j);
        same("1.11, 1.18", i, vec3_make(D_ij->e[0][c], D_ij->e[1][c], D_ij->e[2][c]), expected);
        for (int row = 0; row < 3; row++)  // truncation h²/6, rounding 1e-16/h: 1e-10 of elements of order 1
          assert_true(fabs((plus->e[row][c] - minus->e[row][c]) / (2 * h) - D_ij->e[row][c]) < 1e-9);
      }
      for (int k = j; k <= i; k++) {
        const mat4 second = lagrange_second(&X.arm, &s, i, j, k);
        for (int c = 0; c < 4; c++) {
          const mat3 R_jk = ddR(i, j, k);
          const vec3 expected = c < 3 ? mat3_column(&R_jk, c) : ddp(i, j, k);
          same("1.12, 1.19", i, vec3_make(second.e[0][c], second.e[1][c], second.e[2][c]), expected);
        }
      }
    }
  }
}

static void angular_motion_expands_into_joint_rates(void **state)
{
  (void)state;
  for (int i = 1; i <= N; i++) {
    vec3 w = vec3_zero(), wd = vec3_zero(), wd2 = vec3_zero();
    for (int j = 1; j <= i; j++) {
      w = vec3_add(w, vec3_scale(X.qd[j], axis(i, j)));
      wd = vec3_add(wd, vec3_scale(X.qdd[j], axis(i, j)));
      wd = vec3_add(wd, vec3_scale(X.qd[j], m_v(X.R[i][j - 1], vec3_cross(X.w[j - 1], X.z))));
      wd2 = vec3_add(wd2, vec3_scale(X.qdd[j], axis(i, j)));
      for (int k = 1; k <= j - 1; k++)
        wd2 = vec3_add(wd2, vec3_scale(X.qd[j] * X.qd[k], vec3_cross(axis(i, k), axis(i, j))));
    }
    same("4.1", i, w, X.w[i]);
    same("4.2, first form", i, wd, X.wd[i]);
    same("4.2, second form", i, wd2, X.wd[i]);
  }
}

static void products_with_r_expand_into_qs(void **state)
{
  (void)state;
  for (int i = 1; i <= N; i++) {
    vec3 one = vec3_zero(), two = vec3_zero(), crossed = vec3_zero(), split = vec3_zero(), by_q = vec3_zero();
    for (int j = 1; j <= i; j++) {
      for (int k = 1; k <= i; k++) {
        const double rates = X.qd[j] * X.qd[k];
        one = vec3_add(one, vec3_scale(rates, vec3_cross(axis(i, j), vec3_cross(axis(i, k), X.r[i]))));
        two = vec3_add(two, vec3_scale(rates, m_v(m_mul(Q(i, j - 1), Q(i, k - 1)), X.r[i])));
      }
      crossed = vec3_add(crossed, vec3_scale(X.qdd[j], vec3_cross(axis(i, j), X.r[i])));
      split = vec3_add(split, vec3_scale(X.qdd[j], vec3_cross(axis(i, j), X.r[i])));
      by_q = vec3_add(by_q, vec3_scale(X.qdd[j], m_v(Q(i, j - 1), X.r[i])));
      for (int k = 1; k <= j - 1; k++) {
        const double rates = X.qd[j] * X.qd[k];
        const vec3 zj = axis(i, j), zk = axis(i, k);
        const mat3 commutator =
            m_add(m_mul(Q(i, k - 1), Q(i, j - 1)), m_scale(-1, m_mul(Q(i, j - 1), Q(i, k - 1))));
        crossed = vec3_add(crossed, vec3_scale(rates, vec3_cross(vec3_cross(zk, zj), X.r[i])));
        split = vec3_add(split, vec3_scale(rates, vec3_sub(vec3_cross(zk, vec3_cross(zj, X.r[i])),
                                                           vec3_cross(zj, vec3_cross(zk, X.r[i])))));
        by_q = vec3_add(by_q, vec3_scale(rates, m_v(commutator, X.r[i])));
      }
    }
    const vec3 w_w_r = vec3_cross(X.w[i], vec3_cross(X.w[i], X.r[i])), wd_r = vec3_cross(X.wd[i], X.r[i]);
    same("4.3, first form", i, one, w_w_r);
    same("4.3, second form", i, two, w_w_r);
    same("before 4.4", i, crossed, wd_r);
    same("before 4.4, by 1.22", i, split, wd_r);
    same("4.4", i, by_q, wd_r);
  }
}

// Σ_j Q_i^{j-1} v qdd_j + Σ_jk Q_i^{v-1} Q_i^{u-1} v qd_j qd_k over j, k ≤ m: how a vector fixed in link m accelerates
static vec3 field(int i, int m, vec3 v)
{
  vec3 sum = vec3_zero();
  for (int j = 1; j <= m; j++) {
    sum = vec3_add(sum, vec3_scale(X.qdd[j], m_v(Q(i, j - 1), v)));
    for (int k = 1; k <= m; k++) {
      const int upper = j > k ? j : k, lower = j > k ? k : j;
      sum = vec3_add(sum, vec3_scale(X.qd[j] * X.qd[k], m_v(m_mul(Q(i, lower - 1), Q(i, upper - 1)), v)));
    }
  }
  return sum;
}

static void accelerations_of_origins_are_derivatives_of_their_positions(void **state)
{
  (void)state;
  for (int i = 1; i <= N; i++) {
    const vec3 below = m_v(X.R[i][i - 1], X.a[i - 1]);
    vec3 first = below;
    for (int j = 1; j <= i; j++) {
      first = vec3_add(first, vec3_scale(X.qdd[j], m_v(Q(i, j - 1), X.r[i])));
      for (int k = 1; k <= j - 1; k++)
        first = vec3_add(first, vec3_scale(X.qd[j] * X.qd[k], m_v(m_mul(Q(i, k - 1), Q(i, j - 1)), X.r[i])));
      for (int k = j; k <= i; k++)
        first = vec3_add(first, vec3_scale(X.qd[j] * X.qd[k], m_v(m_mul(Q(i, j - 1), Q(i, k - 1)), X.r[i])));
    }
    same("4.5, first form", i, first, X.a[i]);
    same("4.5, by u and v", i, vec3_add(field(i, i, X.r[i]), below), X.a[i]);
    if (i > 1)
      same("after 4.5", i,
           vec3_add(field(i, i - 1, m_v(X.R[i][i - 1], X.r[i - 1])), m_v(X.R[i][i - 2], X.a[i - 2])), below);

    vec3 chained = gravity_in(i), outside = vec3_zero();
    for (int m = 1; m <= i; m++) {
      chained = vec3_add(chained, field(i, m, m_v(X.R[i][m], X.r[m])));
      outside = vec3_add(outside, field(0, m, m_v(X.R[0][m], X.r[m])));
    }
    same("4.6", i, chained, X.a[i]);
    same("4.6, rotation pulled out", i, vec3_add(m_v(X.R[i][0], outside), gravity_in(i)), X.a[i]);
    same("4.7", i, vec3_add(m_v(X.R[i][0], sums(i, dp, ddp)), gravity_in(i)), X.a[i]);
  }
}

static vec3 dR_com(int i, int j) { return m_v(dR(i, j), X.com[i]); }
static vec3 ddR_com(int i, int j, int k) { return m_v(ddR(i, j, k), X.com[i]); }
static vec3 d_com(int i, int j) { return vec3_add(dR_com(i, j), dp(i, j)); }
static vec3 dd_com(int i, int j, int k) { return vec3_add(ddR_com(i, j, k), ddp(i, j, k)); }

static void accelerations_of_mass_centres_are_derivatives_of_their_positions(void **state)
{
  (void)state;
  for (int i = 1; i <= N; i++) {
    const vec3 turned = m_v(X.R[i][0], field(0, i, m_v(X.R[0][i], X.com[i])));
    same("4.8", i, vec3_add(turned, X.a[i]), X.a_com[i]);
    same("4.8, by derivatives", i, vec3_add(m_v(X.R[i][0], sums(i, dR_com, ddR_com)), X.a[i]), X.a_com[i]);
    same("4.9", i, vec3_add(m_v(X.R[i][0], sums(i, d_com, dd_com)), gravity_in(i)), X.a_com[i]);
  }
}

// 4.10: joint i's torque for link i alone
static double own_torque(int i)
{
  const vec3 n = v_sum3(m_v(X.I[i], X.wd[i]), vec3_cross(X.w[i], m_v(X.I[i], X.w[i])),
                        vec3_scale(X.m[i], vec3_cross(vec3_add(X.r[i], X.com[i]), X.a_com[i])));
  return vec3_dot(axis(i, i), n);
}
// the two terms of 4.11 with J, and its other three
static double J_terms(int i)
{
  const mat3 L = m_trace_less(X.J[i]);
  return vec3_dot(axis(i, i), vec3_add(m_v(L, X.wd[i]), vec3_cross(X.w[i], m_v(L, X.w[i]))));
}
static double other_terms(int i)
{
  const vec3 c = X.com[i], w = X.w[i];
  const vec3 minus =
      vec3_add(vec3_cross(c, vec3_cross(X.wd[i], c)), vec3_cross(c, vec3_cross(w, vec3_cross(w, c))));
  const vec3 plus = vec3_cross(vec3_add(c, X.r[i]), X.a_com[i]);
  return X.m[i] * vec3_dot(axis(i, i), vec3_sub(plus, minus));
}

static void torque_of_a_link_alone_splits_by_j(void **state)
{
  (void)state;
  same_number("4.10, last link", N, own_torque(N), X.tau[N]);
  for (int i = 1; i <= N; i++) {
    const mat3 C = m_scale(X.m[i], m_trace_less(v_outer(X.com[i], X.com[i])));
    const vec3 taken = vec3_add(m_v(C, X.wd[i]), vec3_cross(X.w[i], m_v(C, X.w[i])));
    const double before =
        J_terms(i) +
        vec3_dot(axis(i, i),
                 vec3_sub(vec3_scale(X.m[i], vec3_cross(vec3_add(X.com[i], X.r[i]), X.a_com[i])), taken));
    same_number("after 4.10", i, before, own_torque(i));
    same_number("4.11", i, J_terms(i) + other_terms(i), own_torque(i));
  }
}

static void terms_with_j_are_traces_over_rotations(void **state)
{
  (void)state;
  for (int i = 1; i <= N; i++) {
    const vec3 w = X.w[i], wd = X.wd[i], z = axis(i, i);
    const mat3 Qi = Q(i, i - 1);
    double e12 = 0, after12 = 0, e13 = 0, dots = 0, traces = 0, e14 = 0;
    mat3 expansion = m_zero();
    for (int j = 1; j <= i; j++) {
      const mat3 term = m_mul(X.R[0][j - 1], m_mul(Q(j - 1, j - 1), X.R[j - 1][i]));
      expansion = m_add(expansion, m_scale(X.qdd[j], term));
      for (int k = 1; k <= i; k++) {
        const int u = j > k ? j : k, v = j > k ? k : j;
        const mat3 second =
            m_mul(X.R[0][v - 1],
                  m_mul(Q(v - 1, v - 1), m_mul(X.R[v - 1][u - 1], m_mul(Q(u - 1, u - 1), X.R[u - 1][i]))));
        expansion = m_add(expansion, m_scale(X.qd[j] * X.qd[k], second));
      }
    }
    const mat3 last = m_mul(X.R[i][0], m_mul(X.R[0][i - 1], m_mul(Q(i - 1, i - 1), X.R[i - 1][i])));
    for (int k = 0; k < POINTS; k++) {
      const vec3 d = X.d[i][k], w_d = vec3_cross(w, d), wd_d = vec3_cross(wd, d), w_w_d = vec3_cross(w, w_d);
      const mat3 L = m_trace_less(v_outer(d, d));
      e12 += X.mu[k] * vec3_dot(z, vec3_add(m_v(L, wd), vec3_cross(w, m_v(L, w))));
      after12 += X.mu[k] * vec3_dot(z, vec3_add(vec3_cross(d, wd_d), vec3_cross(w, vec3_cross(d, w_d))));
      same("w × (d × (w × d)), before 4.13", i, vec3_cross(w, vec3_cross(d, w_d)), vec3_cross(d, w_w_d));
      e13 += X.mu[k] * vec3_dot(z, vec3_add(vec3_cross(d, wd_d), vec3_cross(d, w_w_d)));
      dots += X.mu[k] * vec3_dot(vec3_cross(z, d), vec3_add(wd_d, w_w_d));
      traces += X.mu[k] * m_trace(m_mul(v_outer(vec3_add(wd_d, w_w_d), d), m_t(Qi)));
      e14 += X.mu[k] * m_trace(m_mul(X.R[i][0], m_mul(expansion, m_mul(v_outer(d, d), m_t(last)))));
    }
    same_number("4.12", i, e12, J_terms(i));
    same_number("after 4.12", i, after12, J_terms(i));
    same_number("4.13", i, e13, J_terms(i));
    same_number("after 4.13, dot and cross exchanged", i, dots, J_terms(i));
    same_number("after 4.13, traces", i, traces, J_terms(i));
    same_number("4.14", i, e14, J_terms(i));
    const mat3 inner = m_mul(matrix_sums(i), m_mul(X.J[i], m_t(dR(i, i))));
    same_number("4.15", i, m_trace(m_mul(X.R[i][0], m_mul(inner, X.R[0][i]))), J_terms(i));
    double e16 = 0;
    for (int j = 1; j <= i; j++) {
      e16 += X.qdd[j] * m_trace(m_mul(dR(i, j), m_mul(X.J[i], m_t(dR(i, i)))));
      for (int k = 1; k <= i; k++)
        e16 += X.qd[j] * X.qd[k] * m_trace(m_mul(ddR(i, j, k), m_mul(X.J[i], m_t(dR(i, i)))));
    }
    same_number("4.16", i, e16, J_terms(i));
  }
}

// the last terms of 4.17: gravity on link i
static double gravity_torque(int i)
{
  return X.m[i] * vec3_dot(axis(i, i), vec3_cross(vec3_add(X.com[i], X.r[i]), gravity_in(i)));
}

static void other_terms_are_traces_over_positions(void **state)
{
  (void)state;
  for (int i = 1; i <= N; i++) {
    const vec3 z = axis(i, i), c = X.com[i], r = X.r[i];
    const vec3 P = sums(i, dp, ddp), T = sums(i, dR_com, ddR_com), PT = vec3_add(P, T);
    const vec3 P_i = m_v(X.R[i][0], P), T_i = m_v(X.R[i][0], T), PT_i = m_v(X.R[i][0], PT);
    const double m = X.m[i];

    const double e17 =
        m * vec3_dot(z, vec3_add(vec3_cross(vec3_add(c, r), P_i), vec3_cross(r, T_i))) + gravity_torque(i);
    same_number("4.17", i, e17, other_terms(i));

    const double e18 = m * vec3_dot(z, vec3_cross(c, P_i));
    same_number("4.19, first form", i, m_trace(v_outer(P_i, vec3_cross(z, vec3_scale(m, c)))), e18);
    same_number("4.19, second form", i, m * m_trace(m_mul(v_outer(P_i, c), m_t(Q(i, i - 1)))), e18);
    const mat3 chained = m_mul(X.R[i][0], m_mul(X.R[0][i - 1], m_mul(Q(i - 1, i - 1), X.R[i - 1][i])));
    const mat3 by_derivative = m_mul(X.R[i][0], dR(i, i)), Qi = Q(i, i - 1);
    for (int k = 0; k < 3; k++) {
      same("4.20, first form", i, mat3_column(&chained, k), mat3_column(&Qi, k));
      same("4.20, second form", i, mat3_column(&by_derivative, k), mat3_column(&Qi, k));
    }
    const double e21 = m * m_trace(m_mul(v_outer(P, c), m_t(dR(i, i))));
    same_number("4.21", i, e21, e18);

    const double e22 = m * vec3_dot(z, vec3_cross(r, PT_i));
    same_number("4.18 + 4.22 + gravity = 4.17", i, e18 + e22 + gravity_torque(i), e17);
    same_number("4.23", i, m_trace(v_outer(PT_i, vec3_cross(z, vec3_scale(m, r)))), e22);
    same("4.24, first form", i, m_v(Qi, r), vec3_cross(z, r));
    same("4.24, second form", i, m_v(chained, r), vec3_cross(z, r));
    same("4.24, third form", i, m_v(X.R[i][0], dp(i, i)), vec3_cross(z, r));
    same_number("4.25", i, m * m_trace(v_outer(PT, dp(i, i))), e22);
  }
}

static void gravity_terms_are_the_slope_of_the_height(void **state)
{
  (void)state;
  for (int i = 1; i <= N; i++) {
    const vec3 both = vec3_add(X.com[i], X.r[i]), up = vec3_scale(X.m[i] * X.g, X.z),
               up_i = m_v(X.R[i][0], up);
    const vec3 turned = m_v(Q(i, i - 1), both), slope = vec3_add(dR_com(i, i), dp(i, i));
    same_number("after 4.25, line 2", i, vec3_dot(vec3_cross(axis(i, i), both), up_i), gravity_torque(i));
    same_number("after 4.25, line 3", i, vec3_dot(turned, up_i), gravity_torque(i));
    same_number("after 4.25, line 4", i, m_trace(v_outer(up_i, turned)), gravity_torque(i));
    same_number("after 4.25, line 5", i, m_trace(v_outer(up, slope)), gravity_torque(i));
    same_number("after 4.25, line 6", i, m_trace(v_outer(slope, up)), gravity_torque(i));
  }
}

// Tr{(∂R_a J + m ∂p_a comᵗ)(∂R_i)ᵗ + (m ∂R_a com + m ∂p_a)(∂p_i)ᵗ}, where a is a first or a second derivative
static double kinetic_trace(int q, mat3 R_a, vec3 p_a, int i)
{
  const mat3 rotation = m_add(m_mul(R_a, X.J[q]), m_scale(X.m[q], v_outer(p_a, X.com[q])));
  const vec3 position = vec3_scale(X.m[q], vec3_add(m_v(R_a, X.com[q]), p_a));
  return m_trace(m_mul(rotation, m_t(dR(q, i)))) + vec3_dot(position, dp(q, i));
}
// link q's part in joint i's torque by rotations and positions (4.26, 4.33), and by T (4.27, 4.34)
static double by_R_and_p(int q, int i)
{
  double sum = X.m[q] * X.g * vec3_dot(X.z, vec3_add(m_v(dR(q, i), X.com[q]), dp(q, i)));
  for (int j = 1; j <= q; j++) {
    sum += X.qdd[j] * kinetic_trace(q, dR(q, j), dp(q, j), i);
    for (int k = 1; k <= q; k++) sum += X.qd[j] * X.qd[k] * kinetic_trace(q, ddR(q, j, k), ddp(q, j, k), i);
  }
  return sum;
}
static double by_T(int q, int i, const lagrange_scratch *s)
{
  const mat4 J = lagrange_inertia(&X.link[q - 1]);
  const mat4 *D_i = lagrange_D(s, q, i);
  double sum = lagrange_gravity_term(&X.link[q - 1], vec3_scale(X.g, X.z), D_i);
  for (int j = 1; j <= q; j++) {
    mat4 term = mat4_mul(lagrange_D(s, q, j), &J);
    sum += X.qdd[j] * mat4_trace_of_product(&term, D_i);
    for (int k = 1; k <= q; k++) {
      const mat4 second = lagrange_second(&X.arm, s, q, j < k ? j : k, j < k ? k : j);
      term = mat4_mul(&second, &J);
      sum += X.qd[j] * X.qd[k] * mat4_trace_of_product(&term, D_i);
    }
  }
  return sum;
}

static mat4 T_memory[N * (N + 1) / 2], D_memory[N * (N + 1) / 2];
static double rest_memory[N];
static const lagrange_scratch lagranges = {T_memory, D_memory, rest_memory};

static void torque_of_a_link_alone_is_lagranges(void **state)
{
  (void)state;
  lagrange_scratch s = lagranges;
  lagrange_kinematics(&X.arm, &X.at, &s);
  for (int i = 1; i <= N; i++) {
    same_number("4.26", i, by_R_and_p(i, i), own_torque(i));
    same_number("4.27", i, by_T(i, i, &s), own_torque(i));
  }
}

// R_0^{i-1} Q_{i-1}^{i-1} R_{i-1}^m v: how joint i turns a vector of link m
static vec3 turned_by(int i, int m, vec3 v)
{
  return m_v(m_mul(X.R[0][i - 1], m_mul(Q(i - 1, i - 1), X.R[i - 1][m])), v);
}

static void last_link_acts_on_the_joint_before_as_lagrange_says(void **state)
{
  (void)state;
  lagrange_scratch s = lagranges;
  lagrange_kinematics(&X.arm, &X.at, &s);
  const int i = N - 1, q = N;  // i+1 is the last link
  const vec3 z = axis(i, i), f = X.f[q], n = X.n[q], up = vec3_scale(X.m[q] * X.g, X.z);
  const double by_force = vec3_dot(z, vec3_cross(X.r[i], m_v(X.R[i][q], f)));
  const double by_moment = vec3_dot(z, m_v(X.R[i][q], n));
  same_number("4.28", i, own_torque(i) + by_force + by_moment, X.tau[i]);

  const vec3 lever = m_v(m_mul(X.R[0][i], Q(i, i - 1)), X.r[i]);
  same_number("4.29, first form", i, m_trace(v_outer(m_v(X.R[i][q], f), m_v(Q(i, i - 1), X.r[i]))), by_force);
  same_number("4.29, second form", i, m_trace(v_outer(m_v(X.R[0][q], f), lever)), by_force);
  const vec3 accelerated = vec3_add(vec3_scale(X.m[q], sums(q, d_com, dd_com)), up);
  same_number("4.30", i, m_trace(v_outer(accelerated, lever)), by_force);

  // 4.31: as 4.26, but about origin i: ∂p/∂q_i is the part of it that r_{i+1} makes
  const vec3 part = turned_by(i, q, X.r[q]);
  double e31 = vec3_dot(up, vec3_add(m_v(dR(q, i), X.com[q]), part));
  for (int j = 1; j <= q; j++)
    for (int k = 0; k <= q; k++) {  // k = 0: the term with qdd_j
      const mat3 R_a = k == 0 ? dR(q, j) : ddR(q, j, k);
      const vec3 p_a = k == 0 ? dp(q, j) : ddp(q, j, k);
      const mat3 rotation = m_add(m_mul(R_a, X.J[q]), m_scale(X.m[q], v_outer(p_a, X.com[q])));
      const vec3 position = vec3_scale(X.m[q], vec3_add(m_v(R_a, X.com[q]), p_a));
      const double rates = k == 0 ? X.qdd[j] : X.qd[j] * X.qd[k];
      e31 += rates * (m_trace(m_mul(rotation, m_t(dR(q, i)))) + vec3_dot(position, part));
    }
  same_number("4.31", i, e31, by_moment);
  same("4.32", i, vec3_add(turned_by(i, i, X.r[i]), part), dp(q, i));
  same_number("4.33", i, by_R_and_p(q, i), by_force + by_moment);
  same_number("4.34", i, by_T(i, i, &s) + by_T(q, i, &s), X.tau[i]);
}

static void every_torque_is_lagranges(void **state)
{
  (void)state;
  lagrange_scratch s = lagranges;
  lagrange_kinematics(&X.arm, &X.at, &s);
  for (int i = 1; i <= N; i++) {
    double sum = 0;
    for (int q = i; q <= N; q++) sum += by_T(q, i, &s);
    same_number("4.34, all links: 2.11", i, sum, X.tau[i]);
  }
  double tau[N];
  const base_state base = {vec3_zero(), vec3_zero(), vec3_scale(X.g, X.z)};
  const wrench hand = {vec3_zero(), vec3_zero()};
  lagrange(&X.arm, &X.at, &base, &hand, X.qd + 1, X.qdd + 1, tau, &s);
  for (int i = 1; i <= N; i++) same_number("the kernel", i, tau[i - 1], X.tau[i]);
}

static void the_modified_set_follows(void **state)
{
  (void)state;
  for (int i = 1; i <= N; i++) {
    const mat3 A = acceleration_matrix(X.w[i], X.wd[i]);
    const sym3 K = second_moments(X.link[i - 1].I);
    const vec3 spin = vec3_add(m_v(X.I[i], X.wd[i]), vec3_cross(X.w[i], m_v(X.I[i], X.w[i])));
    const vec3 at_end = vec3_add(m_v(A, X.r[i]), m_v(X.R[i][i - 1], X.a[i - 1]));
    const vec3 b = X.com[i],
               A_b = vec3_add(vec3_cross(X.w[i], vec3_cross(X.w[i], b)), vec3_cross(X.wd[i], b));
    const vec3 f_up = i < N ? m_v(X.R[i][i + 1], X.f[i + 1]) : vec3_zero();
    const vec3 f = vec3_add(
        vec3_scale(X.m[i], vec3_add(m_v(A, vec3_add(X.com[i], X.r[i])), m_v(X.R[i][i - 1], X.a[i - 1]))),
        f_up);
    same("A b, sec. 5", i, m_v(A, b), A_b);
    same("a_i, sec. 5", i, at_end, X.a[i]);
    same("5.1", i, f, X.f[i]);
    same("Tr{A K sigmaᵗ}, 5.2", i, moment_of(&A, K), spin);
    const mat3 full = {{{K.xx, K.xy, K.xz}, {K.xy, K.yy, K.yz}, {K.xz, K.yz, K.zz}}};
    same_number("Tr{A K Qᵗ}, before 5.2", i, m_trace(m_mul(A, m_mul(full, m_t(Q(i, i - 1))))),
                vec3_dot(axis(i, i), spin));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_by_q_are_derivatives),
      cmocka_unit_test(angular_motion_expands_into_joint_rates),
      cmocka_unit_test(products_with_r_expand_into_qs),
      cmocka_unit_test(accelerations_of_origins_are_derivatives_of_their_positions),
      cmocka_unit_test(accelerations_of_mass_centres_are_derivatives_of_their_positions),
      cmocka_unit_test(torque_of_a_link_alone_splits_by_j),
      cmocka_unit_test(terms_with_j_are_traces_over_rotations),
      cmocka_unit_test(other_terms_are_traces_over_positions),
      cmocka_unit_test(gravity_terms_are_the_slope_of_the_height),
      cmocka_unit_test(torque_of_a_link_alone_is_lagranges),
      cmocka_unit_test(last_link_acts_on_the_joint_before_as_lagrange_says),
      cmocka_unit_test(every_torque_is_lagranges),
      cmocka_unit_test(the_modified_set_follows),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
