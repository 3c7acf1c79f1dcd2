/* The explicit coefficients M and C^i_jk from runs of the modified Newton–Euler recursion with unit inputs.
 *
 * A joint that does not move passes no motion on, so a run begins at its first moving joint; and since M is
 * symmetric, the run of column j may end at joint j.
 * Source: [Turney80, end of sec. 3 and sec. 6]. Differs: the run with unit rates at j and k gives
 * S_jk = C_jj + C_kk + 2 C_jk, so C_jk = ½(S_jk − S_jj − S_kk) (printed as if it gave C_jk); a run for C needs all
 * n inward steps, so the n(n+1)/2 of them cost n²(n+1)/2 (printed n(n+1)/2). */
#ifndef ULNA_KERNEL_STROBE_H
#define ULNA_KERNEL_STROBE_H

#include "kernel/gauss.h"
#include "kernel/modified_newton_euler.h"

typedef struct {
  modified_newton_euler_scratch run;
  real *qd, *qdd, *tau;  // n
} strobe_scratch;

KERNEL void strobe_scratch_layout(strobe_scratch *s, layout *l, int n)
{
  modified_newton_euler_scratch_layout(&s->run, l, n);
  s->qd = (real *)layout_take(l, (size_t)n, sizeof(real));
  s->qdd = (real *)layout_take(l, (size_t)n, sizeof(real));
  s->tau = (real *)layout_take(l, (size_t)n, sizeof(real));
}

KERNEL void strobe_begin(const chain *m, const posture *p, strobe_scratch *s)
{
  for (int i = 0; i < m->n; i++) s->qd[i] = s->qdd[i] = constant(0);
  chain_offsets(m, p, MNE_a, s->run.r, s->run.r_com);
}

// One run, base at rest, no gravity, nothing in the hand: joints below `first` do not move, torques below `last`
// are not wanted.
KERNEL void strobe_run(const chain *m, const posture *p, int first, int last, strobe_scratch *s)
{
  const base_state rest = {vec3_zero(), vec3_zero(), vec3_zero()};
  const wrench nothing = {vec3_zero(), vec3_zero()};
  for (int i = last; i < first; i++) s->run.F[i] = s->run.moment[i] = vec3_zero();
  modified_newton_euler_outward(m, p, first, &rest, s->qd, s->qdd, &s->run);
  modified_newton_euler_inward(m, p, last, &nothing, s->tau, &s->run);
}

// M (n×n), a column at a time
KERNEL void strobe_mass_matrix(const chain *m, const posture *p, real M[], strobe_scratch *s)
{
  const int n = m->n;
  strobe_begin(m, p, s);
  for (int j = 0; j < n; j++) {
    s->qdd[j] = constant(1);
    strobe_run(m, p, j, j, s);
    s->qdd[j] = constant(0);
    for (int i = j; i < n; i++) M[i * n + j] = M[j * n + i] = s->tau[i];
  }
}

// qdd of M qdd = tau − bias, M by strobing and the bias by one run more. none: n numbers, which become zeros; the pivots are
// left on the diagonal of M.
KERNEL void strobe_forward_dynamics(const chain *m, const posture *p, const base_state *base,
                                    const wrench *hand, const real qd[], const real tau[], real none[],
                                    real M[], real qdd[], strobe_scratch *s,
                                    modified_newton_euler_scratch *bias)
{
  const int n = m->n;
  for (int i = 0; i < n; i++) none[i] = constant(0);
  modified_newton_euler(m, p, base, hand, qd, none, qdd, bias);
  for (int i = 0; i < n; i++) qdd[i] = sub(tau[i], qdd[i]);
  strobe_mass_matrix(m, p, M, s);
  gauss_solve(n, M, qdd);
}

// C^i_jk (n×n×n, [i][j][k]), a pair at a time
KERNEL void strobe_christoffel(const chain *m, const posture *p, real C[], strobe_scratch *s)
{
  const int n = m->n;
  strobe_begin(m, p, s);
  for (int j = n - 1; j >= 0; j--)
    for (int k = j; k < n; k++) {
      s->qd[j] = s->qd[k] = constant(1);
      strobe_run(m, p, j, 0, s);
      s->qd[j] = s->qd[k] = constant(0);
      part(PART_ALL);
      for (int i = 0; i < n; i++) {
        real *C_i = &C[i * n * n];
        real C_jk = s->tau[i];
        if (j != k) C_jk = mul(constant(0.5), sub(sub(C_jk, C_i[j * n + j]), C_i[k * n + k]));
        C_i[j * n + k] = C_i[k * n + j] = C_jk;
      }
    }
}

#endif
