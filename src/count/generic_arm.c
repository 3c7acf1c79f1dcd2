/* The arm that formulas of n are found on, and the counts on it. */
#include <math.h>

#include "base/layout.h"
#include "base/memory.h"
#include "base/random.h"
#include "count/counts.h"

typedef struct {
  link_numbers *link;
  double *q, *qd, *qdd, *tau, *q_d, *qd_d, *mu, *gamma;
  int *order;
} lists;

static void walk(lists *g, layout *l, int n)
{
  const size_t count = (size_t)n;
  g->link = (link_numbers *)layout_take(l, count, sizeof(link_numbers));
  double **all[] = {&g->q, &g->qd, &g->qdd, &g->tau, &g->q_d, &g->qd_d, &g->mu, &g->gamma};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    *all[i] = (double *)layout_take(l, count, sizeof(double));
  g->order = (int *)layout_take(l, count, sizeof(int));
}

static void fill(const lists *g, int n, ulna_joint_type joints)
{
  uint64_t seed = 1980;
  for (int i = 0; i < n; i++) {
    link_numbers *l = &g->link[i];
    const double alpha = random_between(&seed, 0.3, 1.2);
    *l = (link_numbers){.joint = joints, .ca = cos(alpha), .sa = sin(alpha)};
    l->a = random_between(&seed, 0.1, 0.5), l->d = random_between(&seed, 0.1, 0.5);
    l->r[0] = l->a, l->r[1] = l->d * l->sa, l->r[2] = l->d * l->ca;
    l->m = random_between(&seed, 1, 3);
    for (int k = 0; k < 3; k++)
      l->com[k] = random_between(&seed, -0.3, -0.1), l->I[k] = random_between(&seed, 0.02, 0.03);
    for (int k = 3; k < 6; k++) l->I[k] = random_between(&seed, 0.001, 0.004);
    g->q[i] = random_between(&seed, 0.1, 1.4), g->qd[i] = random_between(&seed, 0.1, 1),
    g->tau[i] = random_between(&seed, 1, 2);
    g->qdd[i] = g->tau[i] - 0.5;
    g->q_d[i] = g->q[i] + 0.01, g->qd_d[i] = g->qd[i] + 0.02;
    g->mu[i] = 0.01, g->gamma[i] = 0.1, g->order[i] = i;
  }
}

ulna_status ulna_generic_arm_create(generic_arm *a, int n, ulna_joint_type joints,
                                    const ulna_allocator *allocator)
{
  lists g;
  layout l = layout_measuring();
  walk(&g, &l, n);
  *a = (generic_arm){.allocator = allocator_or_standard(allocator), .size = layout_size(&l)};
  a->memory = ulna_allocate(&a->allocator, a->size);
  if (!a->memory) return ULNA_OUT_OF_MEMORY;
  l = layout_assigning(a->memory);
  walk(&g, &l, n);
  fill(&g, n, joints);
  a->arm = (formulation_arm){.n = n, .link = g.link, .base_a = {0, 0, 9.81}};
  a->at = (formulation_state){g.q, g.qd, g.qdd};
  a->link = g.link, a->tau = g.tau;
  a->in = (control_input){.hand_acceleration = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
                          .hand_twist = {0.6, 0.5, 0.4, 0.3, 0.2, 0.1},
                          .q_d = g.q_d,
                          .qd_d = g.qd_d,
                          .kp = 100,
                          .kv = 20,
                          .mu = g.mu,
                          .gamma = g.gamma,
                          .order = g.order};
  return ULNA_OK;
}

void ulna_generic_arm_destroy(generic_arm *a) { ulna_release(&a->allocator, a->memory, a->size); }

/* The arm of fewer joints is the beginning of the longer one: both are drawn link by link. */
static ulna_status count(const count_run *run, int first, int last, const ulna_allocator *allocator,
                         count_result results[])
{
  generic_arm a;
  if (ulna_generic_arm_create(&a, last, run->joints, allocator) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  const size_t size = ulna_count_size(run->task, last);
  void *memory = size ? ulna_allocate(&a.allocator, size) : NULL;
  for (int n = first; n <= last && memory; n++) {
    a.arm.n = n;
    ulna_count(run, &a.arm, a.at, a.tau, &a.in, &results[n - first], NULL, memory);
  }
  if (memory) ulna_release(&a.allocator, memory, size);
  ulna_generic_arm_destroy(&a);
  return memory ? ULNA_OK : ULNA_OUT_OF_MEMORY;
}

ulna_status ulna_count_generic(const count_run *run, int n, const ulna_allocator *allocator,
                               count_result *result)
{
  return count(run, n, n, allocator, result);
}

ulna_status ulna_count_lengths(const count_run *run, const ulna_allocator *allocator,
                               count_result results[COUNT_LONGEST])
{
  return count(run, 1, COUNT_LONGEST, allocator, results);
}
