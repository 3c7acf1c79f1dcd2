/* The mass matrix taken apart: the decoupled natural orthogonal complement and I = U D Uᵀ as recursive expressions
 * [Saha, eqs. 1–39], letter for letter: reference points C_i, components in frame-0 axes.
 *
 *   t_i = B_ij t_j + p_i qd_i          B_ij shifts a twist from C_j to C_i: twist_move(t, c_i − c_j)
 *   M~_i = M_i + B'M~_{i+1}B           links i…n welded                                                (15)
 *   M^_i = M_i + B'(M^_{i+1} − psi^ psi')B   links i…n with joints i+1…n free: M^_{i,i+1}               (34, 35)
 *   psi_i = M^_i p_i,  m^_i = p_i'psi_i,  psi^ = psi/m^                                                (32, 33)
 *   U_ik = p_i'B_ki'psi^_k,  D_i = m^_i                                                                (31)
 * Differs: P joints have p = [0; e]; I_ij = p_i'M~_i B_ij p_j holds for j ≤ i (16 prints i ≤ j). */
#ifndef ULNA_KERNEL_DENOC_H
#define ULNA_KERNEL_DENOC_H

#include "base/layout.h"
#include "kernel/base_axes.h"

typedef struct {
  laid_link *at;              // n
  twist *p;                   // n
  inertia6 *M_tilde, *M_art;  // n
  wrench *psi;                // n
  real *m_hat;                // n
} denoc_scratch;

KERNEL void denoc_scratch_layout(denoc_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  s->at = (laid_link *)layout_take(l, count, sizeof(laid_link));
  s->p = (twist *)layout_take(l, count, sizeof(twist));
  s->M_tilde = (inertia6 *)layout_take(l, count, sizeof(inertia6));
  s->M_art = (inertia6 *)layout_take(l, count, sizeof(inertia6));
  s->psi = (wrench *)layout_take(l, count, sizeof(wrench));
  s->m_hat = (real *)layout_take(l, count, sizeof(real));
}

// B_ij t for a twist at C_j
KERNEL twist denoc_shift(const denoc_scratch *s, int i, int j, twist t)
{
  return twist_move(t, vec3_sub(s->at[i].c, s->at[j].c));
}
// B_ji' w: a wrench about C_j, about C_i
KERNEL wrench denoc_shift_wrench(const denoc_scratch *s, int i, int j, wrench w)
{
  return wrench_move(w, vec3_sub(s->at[j].c, s->at[i].c));
}

// (15), (32)–(35), from the hand to the base; and where everything is
KERNEL void denoc_make(const chain *m, const posture *q, denoc_scratch *s)
{
  lay_out(m, q, s->at);
  // of link i+1, then of link i: handed on from link to link, not read back from where it is kept
  inertia6 tilde = inertia6_zero(), hat = inertia6_zero();
  wrench psi = wrench_zero();
  real m_hat = constant(0);
  for (int i = m->n - 1; i >= 0; i--) {
    const laid_link *x = &s->at[i];
    const twist p = laid_axis(x);
    if (i + 1 < m->n) {
      const vec3 r = vec3_sub(s->at[i + 1].c, x->c);
      const inertia6 free = inertia6_yield(&hat, psi, wrench_scale(divide(constant(1), m_hat), psi));
      tilde = inertia6_move(&tilde, r);
      hat = inertia6_move(&free, r);
    }
    tilde = inertia6_add_body(tilde, x->m, vec3_zero(), x->I);
    hat = inertia6_add_body(hat, x->m, vec3_zero(), x->I);
    psi = inertia6_mul(&hat, p);
    m_hat = twist_dot(p, psi);
    s->p[i] = p, s->M_tilde[i] = tilde, s->M_art[i] = hat, s->psi[i] = psi, s->m_hat[i] = m_hat;
  }
}

// I_ij = p_i'M~_i B_ij p_j, j ≤ i (16)
KERNEL real denoc_element(const denoc_scratch *s, int i, int j)
{
  return twist_dot(s->p[i], inertia6_mul(&s->M_tilde[i], denoc_shift(s, i, j, s->p[j])));
}

// U_ik, i < k (31)
KERNEL real denoc_u(const denoc_scratch *s, int i, int k)
{
  return divide(twist_dot(s->p[i], denoc_shift_wrench(s, i, k, s->psi[k])), s->m_hat[k]);
}

// M^_ik, i < k: composite i less what joints k…n give way, by the sum (34)
KERNEL inertia6 denoc_hat(const denoc_scratch *s, int n, int i, int k)
{
  inertia6 B = s->M_tilde[i];
  for (int l = k; l < n; l++) {
    const wrench psi = denoc_shift_wrench(s, i, l, s->psi[l]);
    B = inertia6_yield(&B, psi, wrench_scale(divide(constant(1), s->m_hat[l]), psi));
  }
  return B;
}
// i_ij^(k): the element after column k is annihilated (31), j ≤ i < k. As printed: the solution does not need it, a test compares it.
KERNEL real denoc_stage(const denoc_scratch *s, int n, int i, int j, int k)
{
  const inertia6 B = denoc_hat(s, n, i, k);
  return twist_dot(s->p[i], inertia6_mul(&B, denoc_shift(s, i, j, s->p[j])));
}

// U tau^ = tau (36, 37); D tau~ = tau^; Uᵀ x = tau~ (38, 39)
KERNEL void denoc_solve(const denoc_scratch *s, int n, const real tau[], real tau_hat[], real tau_tilde[],
                        real x[])
{
  wrench eta = wrench_zero();
  for (int i = n - 1; i >= 0; i--) {
    if (i + 1 < n) eta = denoc_shift_wrench(s, i, i + 1, eta);
    tau_hat[i] = sub(tau[i], twist_dot(s->p[i], eta));
    tau_tilde[i] = divide(tau_hat[i], s->m_hat[i]);
    eta = wrench_add(eta, wrench_scale(tau_tilde[i], s->psi[i]));
  }
  twist mu = twist_zero();
  for (int i = 0; i < n; i++) {
    if (i > 0) mu = denoc_shift(s, i, i - 1, mu);
    x[i] = sub(tau_tilde[i], divide(twist_dot(mu, s->psi[i]), s->m_hat[i]));
    mu.w = vec3_add(mu.w, vec3_scale(x[i], s->p[i].w));
    mu.v = vec3_add(mu.v, vec3_scale(x[i], s->p[i].v));
  }
}

#endif
