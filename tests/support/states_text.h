/* The fast kernels over many states of a random arm, REAL_LANES at a time, in one kind of number. Include after defining
 * REAL_KIND. Arrays hold the states one after another. */
#include <stdlib.h>

#include "base/layout.h"
#include "kernel/chain_numbers.h"
#include "kernel/fast_forward.h"
#include "support/states.h"

typedef struct {
  fast_chain k;
  chain_link link[COLUMNS_MOST];
  real theta0[COLUMNS_MOST];
} states_arm;

/* Memory to be freed. */
static void *states_prepare(states_arm *s, const random_arm *a, bool loaded)
{
  const int n = a->arm.n;
  for (int i = 0; i < n; i++) {
    const link_numbers *l = &a->link[i];
    s->link[i] = chain_link_of(l->joint == ULNA_PRISMATIC, l->ca, l->sa, l->r, l->m, l->com, l->I);
    s->theta0[i] = number(l->theta0);
  }
  fast_twists twists;
  layout l = layout_measuring();
  fast_twists_layout(&twists, &l, n);
  fast_chain_layout(&s->k, &l, n);
  void *memory = arm_memory(layout_size(&l));
  l = layout_assigning(memory);
  fast_twists_layout(&twists, &l, n);
  fast_chain_layout(&s->k, &l, n);
  const chain arm = {n, s->link};
  const wrench hand = {vec3_of(a->arm.hand_f), vec3_of(a->arm.hand_n)}, nothing = {vec3_zero(), vec3_zero()};
  fast_twists_make(&twists, &arm);
  fast_chain_prepare(&s->k, &arm, &twists, s->theta0);
  fast_chain_set_hand(&s->k, loaded ? hand : nothing);
  s->k.base.w = loaded ? vec3_of(a->arm.base_w) : vec3_zero();
  s->k.base.wd = loaded ? vec3_of(a->arm.base_wd) : vec3_zero();
  s->k.base.a = vec3_of(a->arm.base_a);
  return memory;
}

/* Numbers `stride` apart, one for each lane, to a real and back. */
KERNEL_INLINED real gathered(const double x[], size_t stride)
{
  real a = constant(x[0]);
  for (int lane = 1; lane < REAL_LANES; lane++) set_lane(&a, lane, x[(size_t)lane * stride]);
  return a;
}
KERNEL_INLINED void scatter(double x[], size_t stride, real a)
{
  for (int lane = 0; lane < REAL_LANES; lane++) x[(size_t)lane * stride] = lane_of(a, lane);
}

static void run_states(const random_arm *a, bool loaded, int states, const states_in *in,
                       const states_out *out)
{
  const int n = a->arm.n;
  const size_t row = (size_t)n;
  states_arm *s = (states_arm *)arm_memory(sizeof *s);
  void *memory = states_prepare(s, a, loaded);
  fast_chain *k = &s->k;
  for (int first = 0; first < states; first += REAL_LANES) {
    const size_t at = (size_t)first * row;
    real q[COLUMNS_MOST], qd[COLUMNS_MOST], qdd[COLUMNS_MOST], tau[COLUMNS_MOST], x[COLUMNS_MOST],
        pivot[COLUMNS_MOST], M[COLUMNS_MOST * COLUMNS_MOST];
    for (int i = 0; i < n; i++) {
      q[i] = gathered(&in->q[at + (size_t)i], row), qd[i] = gathered(&in->qd[at + (size_t)i], row);
      qdd[i] = gathered(&in->qdd[at + (size_t)i], row);
    }
    if (k->revolute && loaded) fast_newton_euler_turning(k, n, q, qd, qdd, NULL, tau, &k->scratch);
    else if (k->revolute) fast_newton_euler_revolute(k, n, q, qd, qdd, NULL, tau, &k->scratch);
    else if (loaded) fast_newton_euler_any(k, n, q, qd, qdd, NULL, tau, &k->scratch);
    else fast_newton_euler_still(k, n, q, qd, qdd, NULL, tau, &k->scratch);
    fast_mass_matrix(k, &k->scratch, n, k->revolute, q, M);
    fast_forward_dynamics(k, &k->scratch, n, k->revolute, loaded, q, qd, tau, NULL, x, pivot);
    for (int i = 0; i < n; i++) {
      scatter(&out->tau[at + (size_t)i], row, tau[i]);
      scatter(&out->qdd[at + (size_t)i], row, x[i]);
    }
    for (int i = 0; i < n * n; i++) scatter(&out->M[at * row + (size_t)i], row * row, M[i]);
  }
  free(memory);
  free(s);
}

static void run_sines(int n, const double offset[], const double x[], double sine[], double cosine[])
{
  for (int i = 0; i < n; i += REAL_LANES) {
    real s, c;
    const real o = gathered(&offset[i], 1), a = gathered(&x[i], 1);
    sine_cosine_sums(1, &o, &a, &s, &c);
    scatter(&sine[i], 1, s);
    scatter(&cosine[i], 1, c);
  }
}
