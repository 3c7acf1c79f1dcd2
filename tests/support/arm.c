/* Random arms for tests of kernels. */
#include "support/arm.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "support/chain.h"

static void random_vector(uint64_t *state, double size, double v[3])
{
  for (int k = 0; k < 3; k++) v[k] = chain_random(state, -size, size);
}

/* A body of four point masses has any tensor a real body can have: I = Tr(K)E − K, K = Σ d dᵗ. */
static void random_inertia(uint64_t *state, double I[6])
{
  double K[6] = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    double d[3];
    random_vector(state, 0.2, d);
    const double square[6] = {d[0] * d[0], d[1] * d[1], d[2] * d[2], d[0] * d[1], d[0] * d[2], d[1] * d[2]};
    for (int k = 0; k < 6; k++) K[k] += square[k];
  }
  const double trace = K[0] + K[1] + K[2];
  for (int k = 0; k < 6; k++) I[k] = (k < 3 ? trace : 0) - K[k];
}

void random_arm_fill(random_arm *a, uint64_t seed, int n, arm_joints joints)
{
  uint64_t state = seed;
  memset(a, 0, sizeof *a);
  assert_in_range(n, 1, ARM_LONGEST);
  a->arm.n = n, a->arm.link = a->link;
  for (int i = 0; i < n; i++) {
    link_numbers *l = &a->link[i];
    const double alpha = chain_random(&state, -3, 3);
    const bool slides = joints == ARM_PRISMATIC || (joints == ARM_MIXED && chain_random(&state, 0, 1) < 0.4);
    l->joint = slides ? ULNA_PRISMATIC : ULNA_REVOLUTE;
    l->theta0 = chain_random(&state, -3, 3);
    l->ca = cos(alpha), l->sa = sin(alpha);
    l->a = chain_random(&state, -0.5, 0.5), l->b = chain_random(&state, -0.5, 0.5);
    l->d = chain_random(&state, -0.5, 0.5);
    l->r[0] = l->a, l->r[1] = l->b * l->ca + l->d * l->sa, l->r[2] = -l->b * l->sa + l->d * l->ca;
    l->m = chain_random(&state, 0.5, 5);
    random_vector(&state, 0.3, l->com);
    random_inertia(&state, l->I);
    a->q[i] = chain_random(&state, slides ? -0.5 : -3, slides ? 0.5 : 3);
    a->qd[i] = chain_random(&state, -2, 2), a->qdd[i] = chain_random(&state, -3, 3);
  }
  random_vector(&state, 1, a->arm.base_w), random_vector(&state, 2, a->arm.base_wd);
  random_vector(&state, 10, a->arm.base_a);
  random_vector(&state, 20, a->arm.hand_f), random_vector(&state, 5, a->arm.hand_n);
  a->at.q = a->q, a->at.qd = a->qd, a->at.qdd = a->qdd;
}

void *arm_memory(size_t size)
{
  void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
  assert_non_null(memory);
  return memory;
}

double arm_difference(const double x[], const double y[], int count, double least)
{
  double difference = 0, size = least;
  for (int i = 0; i < count; i++) {
    difference = worse_of(difference, fabs(x[i] - y[i]));
    size = fmax(size, fabs(y[i]));
    if (isnan(x[i]) || isnan(y[i])) return (double)NAN;
  }
  return difference / size;
}
