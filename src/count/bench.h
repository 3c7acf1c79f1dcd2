/* An arm and a state as numbers of one kind: what every family of formulations begins with. Include after defining
 * REAL_KIND. */
#ifndef ULNA_COUNT_BENCH_H
#define ULNA_COUNT_BENCH_H

#include <math.h>

#include "base/layout.h"
#include "count/formulations.h"
#include "kernel/chain_numbers.h"
#include "kernel/methods.h"
#include "model/plain_numbers.h"

typedef struct {
  chain arm;
  posture at;
  methods_load load;
  chain_link *link;
  real *sin_theta, *cos_theta, *slide, *q, *qd, *qdd;
} bench;

static inline void bench_walk(bench *b, layout *l, int n)
{
  const size_t count = (size_t)n;
  b->link = (chain_link *)layout_take(l, count, sizeof(chain_link));
  real **vectors[] = {&b->sin_theta, &b->cos_theta, &b->slide, &b->q, &b->qd, &b->qdd};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = (real *)layout_take(l, count, sizeof(real));
}

static inline real given(double value, bool known) { return known ? constant(value) : number(value); }
static inline vec3 given_vector(const double v[3], bool known)
{
  return vec3_make(given(v[0], known), given(v[1], known), given(v[2], known));
}

/* Zero by construction is what the rules know to be zero. */
static inline chain_link link_of(const link_numbers *from, const count_rules *rules)
{
  const bool known = rules->own_zeros, diagonal = rules->diagonal_inertia;
  chain_link l;
  l.joint = from->joint == ULNA_PRISMATIC ? JOINT_PRISMATIC : JOINT_REVOLUTE;
  l.ca = given(from->ca, known), l.sa = given(from->sa, known);
  l.r = given_vector(from->r, known), l.com = given_vector(from->com, known);
  l.m = given(from->m, known);
  l.I.xx = given(from->I[0], known), l.I.yy = given(from->I[1], known), l.I.zz = given(from->I[2], known);
  l.I.xy = given(diagonal ? 0 : from->I[3], known || diagonal);
  l.I.xz = given(diagonal ? 0 : from->I[4], known || diagonal);
  l.I.yz = given(diagonal ? 0 : from->I[5], known || diagonal);
  return l;
}

static const count_rules all_known = {.base_at_rest = true, .own_zeros = true};

/* The arm and the state, in memory that bench_walk has laid out. */
static inline void bench_fill(bench *b, const formulation_arm *arm, formulation_state at,
                              const count_rules *rules)
{
  for (int i = 0; i < arm->n; i++) {
    const link_numbers *from = &arm->link[i];
    const bool slides = from->joint == ULNA_PRISMATIC;
    const double theta = from->theta0 + (slides ? 0 : at.q[i]);
    b->link[i] = link_of(from, rules);
    b->sin_theta[i] = number(sin(theta)), b->cos_theta[i] = number(cos(theta));
    b->slide[i] = number(slides ? at.q[i] : 0), b->q[i] = number(at.q[i]);
    b->qd[i] = number(at.qd ? at.qd[i] : 0), b->qdd[i] = number(at.qdd ? at.qdd[i] : 0);
  }
  b->arm.n = arm->n, b->arm.link = b->link;
  b->at.sin_theta = b->sin_theta, b->at.cos_theta = b->cos_theta, b->at.slide = b->slide;
  b->load.base.w = given_vector(arm->base_w, rules->base_at_rest);
  b->load.base.wd = given_vector(arm->base_wd, rules->base_at_rest);
  b->load.base.a = given_vector(arm->base_a, rules->base_at_rest);
  b->load.hand.f = given_vector(arm->hand_f, !rules->hand_loaded);
  b->load.hand.n = given_vector(arm->hand_n, !rules->hand_loaded);
}

#endif
