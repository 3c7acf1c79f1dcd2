/* One door to the reference formulations: every quantity by every method, over one set of scratch. */
#ifndef ULNA_KERNEL_METHODS_H
#define ULNA_KERNEL_METHODS_H

#include "kernel/angeles.h"
#include "kernel/modified_newton_euler.h"
#include "kernel/newton_euler.h"
#include "ulna/inverse_dynamics.h"

typedef struct {
  newton_euler_scratch newton_euler;
  modified_newton_euler_scratch modified_newton_euler;
  angeles_scratch angeles;
} methods_scratch;

// The formulations are never at work together, so they lie on one another.
static inline void methods_scratch_layout(methods_scratch *s, layout *l, int n)
{
  const size_t start = layout_mark(l);
  newton_euler_scratch_layout(&s->newton_euler, l, n);
  layout_back_to(l, start);
  modified_newton_euler_scratch_layout(&s->modified_newton_euler, l, n);
  layout_back_to(l, start);
  angeles_scratch_layout(&s->angeles, l, n);
}

// What is given with a call, beside the state.
typedef struct {
  base_state base;
  wrench hand;
} methods_load;

static inline void methods_inverse_dynamics(ulna_method method, const chain *m, const posture *p,
                                            const methods_load *load, const real qd[], const real qdd[],
                                            real tau[], methods_scratch *s)
{
  switch (method) {
  case ULNA_ANGELES: angeles(m, p, &load->base, &load->hand, qd, qdd, tau, &s->angeles); break;
  case ULNA_MODIFIED_NEWTON_EULER:
    modified_newton_euler(m, p, &load->base, &load->hand, qd, qdd, tau, &s->modified_newton_euler);
    break;
  default: newton_euler(m, p, &load->base, &load->hand, qd, qdd, tau, &s->newton_euler); break;
  }
}

// What link i-1 exerts on link i, moment about origin i-1, in frame i. After inverse dynamics by the same method,
// which must be one of the three recursions.
static inline wrench methods_joint_wrench(ulna_method method, const chain *m, const posture *p, int i,
                                          const methods_scratch *s)
{
  wrench w;
  if (method == ULNA_ANGELES) {
    w.f = s->angeles.f[i], w.n = s->angeles.n[i];
    // Angeles' moment is about O_i + b e
    if (m->link[i].joint == JOINT_PRISMATIC)
      w.n = vec3_add(w.n, vec3_cross(vec3_scale(p->slide[i], step_axis(chain_step(m, p, i))), w.f));
  } else if (method == ULNA_MODIFIED_NEWTON_EULER) {
    w.f = s->modified_newton_euler.f[i], w.n = s->modified_newton_euler.n[i];
  } else {
    w.f = s->newton_euler.f[i], w.n = s->newton_euler.n[i];
  }
  return w;
}

#endif
