/* An arm and a state as numbers of one kind, laid out with all the scratch the formulations need. Include after
 * defining REAL_…. */
#ifndef ULNA_COUNT_BENCH_H
#define ULNA_COUNT_BENCH_H

#include <math.h>

#include "base/layout.h"
#include "count/formulations.h"
#include "kernel/chain_numbers.h"
#include "kernel/methods.h"

typedef struct {
  chain arm;
  posture at;
  methods_load load;
  chain_link *link;
  real *sin_theta, *cos_theta, *slide, *qd, *qdd, *tau;
  real *out;  // n×n×n
  methods_scratch scratch;
} bench;

static inline void bench_walk(bench *b, layout *l, int n)
{
  const size_t count = (size_t)n;
  b->link = (chain_link *)layout_take(l, count, sizeof(chain_link));
  real **vectors[] = {&b->sin_theta, &b->cos_theta, &b->slide, &b->qd, &b->qdd, &b->tau};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = (real *)layout_take(l, count, sizeof(real));
  b->out = (real *)layout_take(l, count * count * count, sizeof(real));
  methods_scratch_layout(&b->scratch, l, n);
}

static inline size_t bench_size(int n)
{
  bench b;
  layout l = layout_measuring();
  bench_walk(&b, &l, n);
  return layout_size(&l);
}

/* The arm and the state, laid out in `memory` as numbers of this kind. */
static inline bench bench_set_up(const formulation_arm *arm, formulation_state at, void *memory)
{
  bench b;
  layout l = layout_assigning(memory);
  bench_walk(&b, &l, arm->n);
  for (int i = 0; i < arm->n; i++) {
    const link_numbers *from = &arm->link[i];
    const int slides = from->joint == ULNA_PRISMATIC;
    const double theta = from->theta0 + (slides ? 0 : at.q[i]);
    b.link[i] = chain_link_of(slides, from->ca, from->sa, from->r, from->m, from->com, from->I);
    b.sin_theta[i] = number(sin(theta)), b.cos_theta[i] = number(cos(theta));
    b.slide[i] = number(slides ? at.q[i] : 0);
    b.qd[i] = number(at.qd ? at.qd[i] : 0), b.qdd[i] = number(at.qdd ? at.qdd[i] : 0);
  }
  b.arm.n = arm->n, b.arm.link = b.link;
  b.at.sin_theta = b.sin_theta, b.at.cos_theta = b.cos_theta, b.at.slide = b.slide;
  b.load.base.w = vec3_of(arm->base_w), b.load.base.wd = vec3_of(arm->base_wd);
  b.load.base.a = vec3_of(arm->base_a);
  b.load.hand.f = vec3_of(arm->hand_f), b.load.hand.n = vec3_of(arm->hand_n);
  return b;
}

#endif
