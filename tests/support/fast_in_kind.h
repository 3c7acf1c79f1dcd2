/* The fast kernel in one kind of number on a random arm. Include after defining REAL_KIND. */
#include "base/layout.h"
#include "kernel/chain_numbers.h"
#include "kernel/fast_newton_euler.h"
#include "support/arm.h"

typedef enum { LOADED, BARE } arm_load; /* bare: base at rest, empty hand; gravity stays */

/* The arm's table and its motion. Afterwards part(PART_ALL) is open; free `memory`. */
typedef struct {
  chain_link link[ARM_LONGEST];
  real theta0[ARM_LONGEST], q[ARM_LONGEST], qd[ARM_LONGEST], qdd[ARM_LONGEST];
  fast_chain k;
  void *memory;
} arm_in_kind;

static void arm_in_this_kind(const random_arm *a, arm_load load, arm_in_kind *x)
{
  const int n = a->arm.n;
  for (int i = 0; i < n; i++) {
    const link_numbers *l = &a->link[i];
    x->link[i] = chain_link_of(l->joint == ULNA_PRISMATIC, l->ca, l->sa, l->r, l->m, l->com, l->I);
    x->theta0[i] = number(l->theta0), x->q[i] = number(a->q[i]), x->qd[i] = number(a->qd[i]),
    x->qdd[i] = number(a->qdd[i]);
  }
  fast_chain *k = &x->k;
  fast_twists twists;
  layout l = layout_measuring();
  fast_twists_layout(&twists, &l, n);
  fast_chain_layout(k, &l, n);
  x->memory = arm_memory(layout_size(&l));
  l = layout_assigning(x->memory);
  fast_twists_layout(&twists, &l, n);
  fast_chain_layout(k, &l, n);

  const chain arm = {n, x->link};
  const wrench nothing = {vec3_zero(), vec3_zero()};
  const wrench hand = {vec3_of(a->arm.hand_f), vec3_of(a->arm.hand_n)};
  part(PART_GIVEN);
  fast_twists_make(&twists, &arm);
  fast_chain_prepare(k, &arm, &twists, x->theta0);
  k->tip = nothing;
  if (load == LOADED) fast_chain_set_hand(k, hand);
  k->base.w = k->base.wd = vec3_zero();
  k->base.a = vec3_of(a->arm.base_a);
  if (load == LOADED) k->base.w = vec3_of(a->arm.base_w), k->base.wd = vec3_of(a->arm.base_wd);
  part(PART_ALL);
}

static inline void fast_in_this_kind(const random_arm *a, arm_load load, double tau[])
{
  const int n = a->arm.n;
  arm_in_kind x = {.memory = NULL};
  fast_chain *k = &x.k;
  real out[ARM_LONGEST];
  arm_in_this_kind(a, load, &x);
  if (load == LOADED) {
    if (k->revolute) fast_newton_euler_turning(k, n, x.q, x.qd, x.qdd, NULL, out, &k->scratch);
    else fast_newton_euler_any(k, n, x.q, x.qd, x.qdd, NULL, out, &k->scratch);
  } else {
    if (k->revolute) fast_newton_euler_revolute(k, n, x.q, x.qd, x.qdd, NULL, out, &k->scratch);
    else fast_newton_euler_still(k, n, x.q, x.qd, x.qdd, NULL, out, &k->scratch);
  }
  for (int i = 0; i < n; i++) tau[i] = value_of(out[i]);
  free(x.memory);
}
