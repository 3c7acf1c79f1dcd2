/* Balanced rotors that links carry (fast_rotors in kernel/fast_newton_euler.h), each tied to the joints by constant ratios,
 * x = k·q: what they add to torques, to the mass matrix, to derivatives and to the regressor, beside what
 * fast_newton_euler and inverse_dynamics_derivatives put on the links. [Szkodny], exact.
 *
 * A rotor's own coordinate needs Ia (xdd + z·wd), which goes to the joints by k. */
#ifndef ULNA_KERNEL_CARRIED_ROTORS_H
#define ULNA_KERNEL_CARRIED_ROTORS_H

#include "kernel/derivatives.h"

/* How rotors follow the joints, in the order of fast_rotors. */
typedef struct {
  int count;
  const real *ratio;     // count × n
  const int *from, *to;  // first and last joint whose ratio is not zero
  const real *spin;      // n×n: Σ Ia k kᵀ
} rotor_ratios;

// xd = k·qd, xdd = k·qdd of each rotor; qdd NULL: zeros
KERNEL_INLINED void rotors_turn(const rotor_ratios *of, int n, const real qd[], const real qdd[], real rate[],
                                real acceleration[])
{
  for (int r = 0; r < of->count; r++) {
    const real *k = &of->ratio[r * n];
    rate[r] = acceleration[r] = constant(0);
    for (int i = of->from[r]; i <= of->to[r]; i++) {
      rate[r] = add(rate[r], mul(k[i], qd[i]));
      if (qdd) acceleration[r] = add(acceleration[r], mul(k[i], qdd[i]));
    }
  }
}

// what each needs in its own coordinate goes to the joints
KERNEL_INLINED void rotors_add_own(const rotor_ratios *of, int n, const real own[], real tau[])
{
  for (int r = 0; r < of->count; r++)
    for (int i = of->from[r]; i <= of->to[r]; i++) tau[i] = add(tau[i], mul(of->ratio[r * n + i], own[r]));
}

/* A rotor on link u feels the joints below it turn: Ia (k_i e_j·z + k_j e_i·z) more, e the axes of revolute joints 1…u, by
 * Ia z carried inward; and all of them spin. At the turns t. */
KERNEL_INLINED void rotors_add_masses(const rotor_ratios *of, const fast_chain *k, const fast_turns *t, int n,
                                      const fast_rotors *rotors, real M[])
{
  for (int i = 0; i < n * n; i++) M[i] = add(M[i], of->spin[i]);
  for (int u = 1; u <= n; u++)
    for (int r = rotors->first[u]; r < rotors->first[u + 1]; r++) {
      const real *ratio = &of->ratio[r * n];
      vec3 h = rotors->momentum[r];
      for (int j = u - 1; j >= 0; j--) {
        for (int i = of->from[r]; k->arm[j].joint == JOINT_REVOLUTE && i <= of->to[r]; i++) {
          const real share = mul(ratio[i], h.z);
          M[i * n + j] = add(M[i * n + j], share), M[j * n + i] = add(M[j * n + i], share);
        }
        h = fast_up_add(k, t, j, vec3_zero(), h);
      }
    }
}

/* tau, ∂tau/∂q, ∂tau/∂qd and M, which hold x, xd and xdd, become those in which they follow the joints. */
KERNEL_INLINED void rotors_add_derivatives(const rotor_ratios *of, int n, const fast_rotors *rotors,
                                           const derivative_rotors *by, real tau[], real dq[], real dqd[],
                                           real M[])
{
  for (int r = 0; r < of->count; r++) {
    const real own = rotors->own[r], inertia = rotors->inertia[r], *own_q = by->own_q + r * n,
               *own_qd = by->own_qd + r * n, *g = by->g_s + r * n, *wg = by->wg_s + r * n,
               *k = of->ratio + r * n;
    for (int i = 0; i < n; i++) {
      tau[i] = add(tau[i], mul(k[i], own));
      for (int j = 0; j < n; j++) {
        const int at = i * n + j;
        dq[at] = add(dq[at], mul(k[i], own_q[j]));
        dqd[at] = add(dqd[at], add(mul(wg[i], k[j]), mul(k[i], own_qd[j])));
        M[at] = add(M[at], add(mul(g[i], k[j]), mul(k[i], add(g[j], mul(inertia, k[j])))));
      }
    }
  }
}

/* Columns of a drive in row i of the regressor, from the motion that links_regressor has left: with k = ∂q_a/∂q and its axis z on
 * link u (given in that link's joint-axis frame; on the base in frame 0),
 *   Ia: k_i (xdd + z·wd) + (s_i·z) xdd + xd s_i·(w × z), s_i the axis of revolute joint i ≤ u;  kv: k_i xd;  Fm: k_i sgn xd
 * Y: the first row's three numbers, `columns` from row to row. */
KERNEL_INLINED void regressor_drive_columns(const derivative_scratch *at, int n, const real k[], int u,
                                            vec3 axis, const real qd[], const real qdd[], int columns,
                                            real Y[])
{
  const real zero = constant(0);
  real xd = zero, xdd = zero;
  for (int i = 0; i < n; i++) xd = add(xd, mul(k[i], qd[i])), xdd = add(xdd, mul(k[i], qdd[i]));
  const vec3 z = u > 0 ? derivative_out(at, u - 1, axis) : axis;
  const vec3 across = vec3_cross(vec3_at(&at->w, u), z);
  const real along = vec3_dot(z, vec3_at(&at->wd, u));
  for (int i = 0; i < n; i++) {
    real *y = Y + i * columns;
    const vec3 s = i < u ? vec3_at(&at->s, i) : vec3_zero();
    const real backward = choose_less(xd, zero, neg(k[i]), mul(xd, k[i]));
    y[0] = add(mul(k[i], add(xdd, along)), add(mul(vec3_dot(s, z), xdd), mul(xd, vec3_dot(s, across))));
    y[1] = mul(k[i], xd);
    y[2] = choose_less(zero, xd, k[i], backward);
  }
}

#endif
