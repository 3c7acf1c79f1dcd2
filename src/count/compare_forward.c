/* The routes of forward dynamics on one robot and over n: agreement, operations, time. */
#include "count/compare_forward.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "count/agreement.h"
#include "count/draw.h"
#include "count/forward.h"
#include "model/model.h"
#include "ulna/inverse_dynamics.h"

enum {
  DEFAULT = ULNA_FORWARD_METHOD_COUNT,
  WAYS = ULNA_FORWARD_COMPARISON_COUNT,
  LONGEST = 1000,
  DENSE_LONGEST = 64
};

static ulna_status run(int way, const ulna_model *model, ulna_work *work, const double *state, double qdd[])
{
  const int n = model->n;
  const double *q = state, *qd = state + n, *tau = state + 3 * n;
  if (way == DEFAULT) return ulna_forward_dynamics(model, work, q, qd, tau, qdd);
  return ulna_forward_dynamics_by((ulna_forward_method)way, model, work, q, qd, tau, qdd);
}

/* A state: q, qd, qdd, and the tau that inverse dynamics finds for them. */
static void draw_state(uint64_t *seed, const ulna_model *model, ulna_work *work, double *state)
{
  const int n = model->n;
  for (int i = 0; i < 3 * n; i++) state[i] = draw(seed, -3, 3);
  ulna_inverse_dynamics(model, work, state, state + n, state + 2 * n, state + 3 * n);
}

static ulna_status compare_accelerations(const ulna_model *model, ulna_work *work, int states, uint64_t seed,
                                         double *memory, ulna_forward_comparison rows[])
{
  const int n = model->n;
  double *state = memory, *qdd = memory + 4 * n;
  for (int s = 0; s < states; s++) {
    draw_surroundings(&seed, work, s % 2 == 1);
    draw_state(&seed, model, work, state);
    for (int a = 0; a < WAYS; a++) {
      const ulna_status status = run(a, model, work, state, qdd + a * n);
      if (status != ULNA_OK) return status;
    }
    for (int a = 0; a < WAYS; a++) {
      keep_larger(&rows[a].error, difference(qdd + a * n, state + 2 * n, n));
      for (int b = 0; b < WAYS; b++)
        keep_larger(&rows[a].disagreement, difference(qdd + a * n, qdd + b * n, n));
    }
  }
  draw_surroundings(&seed, work, false);
  return ULNA_OK;
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Nanoseconds a call: the shortest of the rounds that fit into `seconds`. */
static double time_way(int way, const ulna_model *model, ulna_work *work, const double *state, double *qdd,
                       double seconds)
{
  if (!(seconds > 0)) return (double)NAN;
  const double end = now() + seconds;
  double best = (double)INFINITY;
  int calls = 1;
  do {
    const double start = now();
    for (int k = 0; k < calls; k++)
      if (run(way, model, work, state, qdd) != ULNA_OK) return (double)NAN;
    const double took = now() - start;
    if (took < 2e-5) calls *= 2;  // long enough for the clock's grain
    else best = fmin(best, took / calls);
  } while (now() < end || isinf(best));
  return 1e9 * best;
}

/* An arm of n revolute joints none of whose numbers is zero, a motion of it and torques: what counts are taken on. */
typedef struct {
  formulation_arm arm;
  link_numbers *link;
  double *q, *qd, *tau, *out;
  void *memory;  // for the tally
  size_t size;
} generic;

static ulna_status generic_create(generic *g, int n, const ulna_allocator *a)
{
  const size_t count = (size_t)n, tally = ulna_forward_tally.size(n);
  const size_t links = (count * sizeof(link_numbers) + 63) / 64 * 64,
               lists = (4 * count * sizeof(double) + 63) / 64 * 64;
  memset(g, 0, sizeof *g);
  g->size = links + lists + tally;
  unsigned char *memory = ulna_allocate(a, g->size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  memset(memory, 0, links + lists);
  g->link = (link_numbers *)(void *)memory;
  g->q = (double *)(void *)(memory + links);
  g->qd = g->q + n, g->tau = g->qd + n, g->out = g->tau + n;
  g->memory = memory + links + lists;
  uint64_t seed = 1980;
  for (int i = 0; i < n; i++) {
    link_numbers *l = &g->link[i];
    const double alpha = draw(&seed, 0.3, 1.2);
    l->joint = ULNA_REVOLUTE;
    l->ca = cos(alpha), l->sa = sin(alpha);
    l->a = draw(&seed, 0.1, 0.5), l->d = draw(&seed, 0.1, 0.5);
    l->r[0] = l->a, l->r[1] = l->d * l->sa, l->r[2] = l->d * l->ca;
    l->m = draw(&seed, 1, 3);
    for (int k = 0; k < 3; k++) l->com[k] = draw(&seed, -0.3, -0.1), l->I[k] = draw(&seed, 0.02, 0.03);
    for (int k = 3; k < 6; k++) l->I[k] = draw(&seed, 0.001, 0.004);
    g->q[i] = draw(&seed, 0.1, 1.4), g->qd[i] = draw(&seed, 0.1, 1), g->tau[i] = draw(&seed, 1, 2);
  }
  g->arm.n = n, g->arm.link = g->link;
  g->arm.base_a[2] = 9.81;
  return ULNA_OK;
}
static void generic_destroy(generic *g, const ulna_allocator *a) { ulna_release(a, g->link, g->size); }

static ulna_forward_operations count(const generic *g, ulna_forward_method method, forward_task task)
{
  const formulation_state at = {g->q, g->qd, NULL};
  ulna_forward_tally.run(&g->arm, method, task, at, g->tau, g->out, g->memory);
  const forward_count c = ulna_forward_count();
  return (ulna_forward_operations){c.multiplications, c.additions};
}

static ulna_status count_all(const ulna_model *model, const ulna_allocator *a, ulna_forward_comparison rows[])
{
  generic g;
  const ulna_status status = generic_create(&g, model->n, a);
  if (status != ULNA_OK) return status;
  for (int way = 0; way < WAYS; way++) {
    const ulna_forward_method method =
        way == DEFAULT ? ulna_forward_dynamics_route(model) : (ulna_forward_method)way;
    rows[way].with_bias = count(&g, method, FORWARD_DYNAMICS);
    if (method != ULNA_FORWARD_NOC) rows[way].given = count(&g, method, FORWARD_SOLVE);
  }
  generic_destroy(&g, a);
  return ULNA_OK;
}

ulna_status ulna_compare_forward(const ulna_model *model, int states, uint64_t seed, double seconds,
                                 const ulna_allocator *allocator,
                                 ulna_forward_comparison rows[ULNA_FORWARD_COMPARISON_COUNT])
{
  ULNA_ASSERT(model && rows);
  if (states < 1 || !(seconds >= 0) || isinf(seconds)) return ULNA_INVALID_ARGUMENT;
  const ulna_allocator a = allocator_or_standard(allocator);
  const int n = model->n;
  const size_t size = (size_t)(4 + WAYS) * (size_t)n * sizeof(double);
  double *memory = ulna_allocate(&a, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  ulna_forward_comparison found[WAYS];
  memset(found, 0, sizeof found);
  ulna_work *work = NULL;
  ulna_status status = ulna_work_create(model, allocator, &work);
  if (status == ULNA_OK) status = compare_accelerations(model, work, states, seed, memory, found);
  if (status == ULNA_OK) status = count_all(model, &a, found);
  for (int way = 0; status == ULNA_OK && way < WAYS; way++) {
    found[way].name = way == DEFAULT ? "default" : ulna_forward_method_name((ulna_forward_method)way);
    found[way].nanoseconds = time_way(way, model, work, memory, memory + 4 * n, seconds);
  }
  if (status == ULNA_OK) memcpy(rows, found, sizeof found);
  ulna_work_destroy(work);
  ulna_release(&a, memory, size);
  return status;
}

/* The generic arm as a model, for timing and accuracy. */
static ulna_status model_of(const generic *g, const ulna_allocator *allocator, ulna_model **model)
{
  ulna_builder *b = NULL;
  ulna_status status = ulna_builder_create(allocator, ULNA_DH, &b);
  for (int i = 0; status == ULNA_OK && i < g->arm.n; i++) {
    const link_numbers *l = &g->link[i];
    char joint[24], link[24];
    snprintf(joint, sizeof joint, "joint %d", i + 1), snprintf(link, sizeof link, "link %d", i + 1);
    ulna_joint j = ulna_joint_default();
    j.name = joint, j.link.name = link;
    j.a = l->a, j.d = l->d, j.alpha = atan2(l->sa, l->ca);
    j.link.body.mass = l->m, j.link.body.about = ULNA_ABOUT_COM;
    memcpy(j.link.body.com, l->com, sizeof l->com);
    memcpy(j.link.body.inertia, l->I, sizeof l->I);
    status = ulna_builder_add_joint(b, &j);
  }
  if (status == ULNA_OK) status = ulna_builder_finish(b, NULL, model);
  ulna_builder_destroy(b);
  return status;
}

/* Error and time of one way on the generic arm's model, at `state`. */
static ulna_status measure(int way, const ulna_model *model, ulna_work *work, const double *state,
                           double *qdd, double seconds, double *error, double *ns)
{
  const ulna_status status = run(way, model, work, state, qdd);
  if (status != ULNA_OK) return status;
  *error = difference(qdd, state + 2 * model->n, model->n);
  *ns = time_way(way, model, work, state, qdd, seconds);
  return ULNA_OK;
}

static ulna_status one_length(int n, double seconds, const ulna_allocator *allocator, const ulna_allocator *a,
                              ulna_forward_length *row)
{
  generic g;
  ulna_status status = generic_create(&g, n, a);
  if (status != ULNA_OK) return status;
  *row = (ulna_forward_length){n,
                               count(&g, ULNA_FORWARD_COMPOSITE, FORWARD_DYNAMICS),
                               count(&g, ULNA_FORWARD_ARTICULATED, FORWARD_DYNAMICS),
                               count(&g, ULNA_FORWARD_SAHA, FORWARD_DYNAMICS),
                               count(&g, ULNA_FORWARD_COMPOSITE, FORWARD_SOLVE),
                               count(&g, ULNA_FORWARD_ARTICULATED, FORWARD_SOLVE),
                               count(&g, ULNA_FORWARD_SAHA, FORWARD_SOLVE),
                               (double)NAN,
                               (double)NAN,
                               (double)NAN,
                               (double)NAN};
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  const size_t size = 5 * (size_t)n * sizeof(double);
  double *state = ulna_allocate(a, size);
  if (!state) status = ULNA_OUT_OF_MEMORY;
  if (status == ULNA_OK) status = model_of(&g, allocator, &model);
  if (status == ULNA_OK) status = ulna_work_create(model, allocator, &work);
  if (status == ULNA_OK) {
    uint64_t seed = 7;
    draw_state(&seed, model, work, state);
    status = measure(ULNA_FORWARD_ARTICULATED, model, work, state, state + 4 * n, seconds,
                     &row->articulated_error, &row->articulated_ns);
  }
  if (status == ULNA_OK && n <= DENSE_LONGEST)
    status = measure(ULNA_FORWARD_COMPOSITE, model, work, state, state + 4 * n, seconds,
                     &row->composite_error, &row->composite_ns);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  if (state) ulna_release(a, state, size);
  generic_destroy(&g, a);
  return status;
}

ulna_status ulna_compare_forward_lengths(const int lengths[], int length_count, double seconds,
                                         const ulna_allocator *allocator, ulna_forward_length rows[])
{
  ULNA_ASSERT(lengths && rows);
  const ulna_allocator a = allocator_or_standard(allocator);
  if (length_count < 0 || !(seconds >= 0) || isinf(seconds)) return ULNA_INVALID_ARGUMENT;
  for (int k = 0; k < length_count; k++)
    if (lengths[k] < 1 || lengths[k] > LONGEST) return ULNA_INVALID_ARGUMENT;
  for (int k = 0; k < length_count; k++) {
    const ulna_status status = one_length(lengths[k], seconds, allocator, &a, &rows[k]);
    if (status != ULNA_OK) return status;
  }
  return ULNA_OK;
}

static long weighed(ulna_forward_operations c, int what)
{
  return (what != 1 ? c.multiplications : 0) + (what != 0 ? c.additions : 0);
}

ulna_status ulna_compare_forward_crossover(const ulna_allocator *allocator, ulna_forward_crossover *crossover)
{
  enum { FAR = 30 };  // the difference of a cubic and a line: far beyond its last sign change
  ULNA_ASSERT(crossover);
  const ulna_allocator a = allocator_or_standard(allocator);
  ulna_forward_crossover found = {{1, 1, 1}, {1, 1, 1}};
  for (int n = 1; n <= FAR; n++) {
    generic g;
    const ulna_status status = generic_create(&g, n, &a);
    if (status != ULNA_OK) return status;
    for (int task = 0; task < 2; task++) {
      const ulna_forward_operations dense = count(&g, ULNA_FORWARD_COMPOSITE, (forward_task)task);
      const ulna_forward_operations recursion = count(&g, ULNA_FORWARD_ARTICULATED, (forward_task)task);
      for (int k = 0; k < 3; k++)
        if (weighed(recursion, k) >= weighed(dense, k))
          (task == FORWARD_DYNAMICS ? found.with_bias : found.given)[k] = n + 1;
    }
    generic_destroy(&g, &a);
  }
  *crossover = found;
  return ULNA_OK;
}
