/* One door to the reference formulations: every quantity by every method, over one set of scratch. */
#ifndef ULNA_KERNEL_METHODS_H
#define ULNA_KERNEL_METHODS_H

#include <stdbool.h>

#include "kernel/angeles.h"
#include "kernel/energy.h"
#include "kernel/gravity.h"
#include "kernel/lagrange.h"
#include "kernel/newton_euler.h"
#include "kernel/strobe.h"
#include "ulna/inverse_dynamics.h"

typedef struct {
  lagrange_scratch lagrange;
  newton_euler_scratch newton_euler;
  modified_newton_euler_scratch modified_newton_euler;
  angeles_scratch angeles;
  strobe_scratch strobe;
  energy_motion energy;   // beside newton_euler
  real *none, *qd, *qdd;  // n; none: zeros by construction
  real *square;           // n×n, or n
} methods_scratch;

// Scratch that formulations share. matrix: for torques by strobing.
KERNEL void methods_vectors_layout(methods_scratch *s, layout *l, int n, bool matrix)
{
  const size_t count = (size_t)n;
  s->none = (real *)layout_take(l, count, sizeof(real));
  s->qd = (real *)layout_take(l, count, sizeof(real));
  s->qdd = (real *)layout_take(l, count, sizeof(real));
  s->square = (real *)layout_take(l, matrix ? count * count : count, sizeof(real));
}

// The formulations but Lagrange's, which takes n² matrices of 4×4. They are never at work together, so they lie on one
// another.
KERNEL void methods_recursions_layout(methods_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n, start = layout_mark(l);
  newton_euler_scratch_layout(&s->newton_euler, l, n);
  s->energy.w = (vec3 *)layout_take(l, count, sizeof(vec3));
  s->energy.v_com = (vec3 *)layout_take(l, count, sizeof(vec3));
  layout_back_to(l, start);
  modified_newton_euler_scratch_layout(&s->modified_newton_euler, l, n);
  layout_back_to(l, start);
  angeles_scratch_layout(&s->angeles, l, n);
  layout_back_to(l, start);
  strobe_scratch_layout(&s->strobe, l, n);
  layout_back_to(l, start);
}

// All of it.
KERNEL void methods_scratch_layout(methods_scratch *s, layout *l, int n)
{
  methods_vectors_layout(s, l, n, true);
  methods_recursions_layout(s, l, n);
  lagrange_scratch_layout(&s->lagrange, l, n);
  layout_past_all(l);
}

// What is given with a call, beside the state.
typedef struct {
  base_state base;
  wrench hand;
} methods_load;

KERNEL methods_load methods_no_load(void)
{
  const methods_load none = {{vec3_zero(), vec3_zero(), vec3_zero()}, {vec3_zero(), vec3_zero()}};
  return none;
}

KERNEL const real *methods_none(const chain *m, methods_scratch *s)
{
  for (int i = 0; i < m->n; i++) s->none[i] = constant(0);
  return s->none;
}

// M by strobing, and the rest by one run without accelerations: tau = M qdd + bias
KERNEL void strobe_inverse_dynamics(const chain *m, const posture *p, const methods_load *load,
                                    const real qd[], const real qdd[], real tau[], methods_scratch *s)
{
  const int n = m->n;
  const real *none = methods_none(m, s);
  strobe_mass_matrix(m, p, s->square, &s->strobe);
  modified_newton_euler(m, p, &load->base, &load->hand, qd, none, tau, &s->modified_newton_euler);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) tau[i] = add(tau[i], mul(s->square[i * n + j], qdd[j]));
}

KERNEL void methods_inverse_dynamics(ulna_inverse_method method, const chain *m, const posture *p,
                                     const methods_load *load, const real qd[], const real qdd[], real tau[],
                                     methods_scratch *s)
{
  const base_state *base = &load->base;
  const wrench *hand = &load->hand;
  switch (method) {
  case ULNA_INVERSE_LAGRANGE: lagrange(m, p, base, hand, qd, qdd, tau, &s->lagrange); break;
  case ULNA_INVERSE_NEWTON_EULER: newton_euler(m, p, base, hand, qd, qdd, tau, &s->newton_euler); break;
  case ULNA_INVERSE_MODIFIED_NEWTON_EULER:
    modified_newton_euler(m, p, base, hand, qd, qdd, tau, &s->modified_newton_euler);
    break;
  case ULNA_INVERSE_ANGELES: angeles(m, p, base, hand, qd, qdd, tau, &s->angeles); break;
  case ULNA_INVERSE_STROBE: strobe_inverse_dynamics(m, p, load, qd, qdd, tau, s); break;
  case ULNA_INVERSE_METHOD_COUNT: break;
  }
}

// M (n×n): explicit by Lagrange, by symmetric strobing, or every column a whole run of a recursion
KERNEL void methods_mass_matrix(ulna_inverse_method method, const chain *m, const posture *p, real M[],
                                methods_scratch *s)
{
  if (method == ULNA_INVERSE_LAGRANGE) {
    lagrange_mass_matrix(m, p, M, &s->lagrange);
    return;
  }
  if (method == ULNA_INVERSE_STROBE) {
    strobe_mass_matrix(m, p, M, &s->strobe);
    return;
  }
  const int n = m->n;
  const methods_load no_load = methods_no_load();
  const real *none = methods_none(m, s);
  for (int i = 0; i < n; i++) s->qdd[i] = constant(0);
  for (int j = 0; j < n; j++) {
    s->qdd[j] = constant(1);
    methods_inverse_dynamics(method, m, p, &no_load, none, s->qdd, s->square, s);
    s->qdd[j] = constant(0);
    for (int i = 0; i < n; i++) M[i * n + j] = s->square[i];
  }
}

// C^i_jk (n×n×n, [i][j][k]): explicit by Lagrange, else by strobing, of the recursion named or the economical one
KERNEL void methods_christoffel(ulna_inverse_method method, const chain *m, const posture *p, real C[],
                                methods_scratch *s)
{
  if (method == ULNA_INVERSE_LAGRANGE) {
    lagrange_christoffel(m, p, C, &s->lagrange);
    return;
  }
  if (method == ULNA_INVERSE_STROBE) {
    strobe_christoffel(m, p, C, &s->strobe);
    return;
  }
  const int n = m->n;
  const methods_load no_load = methods_no_load();
  const real *none = methods_none(m, s);
  for (int i = 0; i < n; i++) s->qd[i] = constant(0);
  for (int j = n - 1; j >= 0; j--)
    for (int k = j; k < n; k++) {
      s->qd[j] = s->qd[k] = constant(1);
      methods_inverse_dynamics(method, m, p, &no_load, s->qd, none, s->square, s);
      s->qd[j] = s->qd[k] = constant(0);
      for (int i = 0; i < n; i++) {
        real *C_i = &C[i * n * n];
        real C_jk = s->square[i];
        if (j != k) C_jk = mul(constant(0.5), sub(sub(C_jk, C_i[j * n + j]), C_i[k * n + k]));
        C_i[j * n + k] = C_i[k * n + j] = C_jk;
      }
    }
}

// The gravity torques; a0 = −acceleration of gravity
KERNEL void methods_gravity(ulna_inverse_method method, const chain *m, const posture *p, vec3 a0, real G[],
                            methods_scratch *s)
{
  methods_load load = methods_no_load();
  load.base.a = a0;
  const real *none = methods_none(m, s);
  if (method == ULNA_INVERSE_LAGRANGE) lagrange_gravity(m, p, a0, G, &s->lagrange);
  else methods_inverse_dynamics(method, m, p, &load, none, none, G, s);
}

// What link i-1 exerts on link i, moment about origin i-1, in frame i. After inverse dynamics by the same method,
// which must be one of the three recursions.
KERNEL wrench methods_joint_wrench(ulna_inverse_method method, const chain *m, const posture *p, int i,
                                   const methods_scratch *s)
{
  wrench w;
  if (method == ULNA_INVERSE_ANGELES) {
    w.f = s->angeles.f[i], w.n = s->angeles.n[i];
    // Angeles' moment is about O_i + b e
    if (m->link[i].joint == JOINT_PRISMATIC)
      w.n = vec3_add(w.n, vec3_cross(vec3_scale(p->slide[i], step_axis(chain_step(m, p, i))), w.f));
  } else if (method == ULNA_INVERSE_MODIFIED_NEWTON_EULER) {
    w.f = s->modified_newton_euler.f[i], w.n = s->modified_newton_euler.n[i];
  } else {
    w.f = s->newton_euler.f[i], w.n = s->newton_euler.n[i];
  }
  return w;
}

#endif
