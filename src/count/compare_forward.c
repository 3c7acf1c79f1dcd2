/* The methods of forward dynamics on one robot and over n: agreement, operations, time. */
#include "count/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "count/agreement.h"
#include "count/counts.h"
#include "count/draw.h"
#include "count/polynomial.h"
#include "count/stopwatch.h"
#include "model/model.h"

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
  return ulna_forward_dynamics_by(model, work, (ulna_forward_method)way, q, qd, tau, qdd);
}

/* A state: q, qd, qdd, and the tau that inverse dynamics finds for them. */
static void draw_state(uint64_t *seed, const ulna_model *model, ulna_work *work, double *state)
{
  const int n = model->n;
  for (int i = 0; i < 3 * n; i++) state[i] = random_between(seed, -3, 3);
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

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  const double *state;
  double *qdd;
} timed;

static ulna_status call(int way, void *context, int times)
{
  const timed *t = context;
  ulna_status status = ULNA_OK;
  for (int k = 0; k < times && status == ULNA_OK; k++) status = run(way, t->model, t->work, t->state, t->qdd);
  return status;
}

static ulna_status count(ulna_forward_method method, count_task task, int n, const ulna_allocator *a,
                         ulna_operations *operations)
{
  const count_run as = {
      .task = task, .way = (int)method, .rules = {.base_at_rest = task == COUNT_FORWARD_DEFAULT}};
  count_result result;
  const ulna_status status = ulna_count_generic(&as, n, a, &result);
  if (status == ULNA_OK) *operations = result.total;
  return status;
}

/* M x = tau alone is not counted where one pass finds M and the bias together: in the fast text, and in that of the complement. */
static ulna_status count_all(const ulna_model *model, const ulna_allocator *a, ulna_forward_comparison rows[])
{
  ulna_status status = ULNA_OK;
  for (int way = 0; way < WAYS && status == ULNA_OK; way++) {
    const ulna_forward_method method =
        way == DEFAULT ? ulna_forward_dynamics_method(model) : (ulna_forward_method)way;
    const count_task task = ulna_count_forward_task(method, model->n);
    status = count(method, task, model->n, a, &rows[way].with_bias);
    if (status == ULNA_OK && method != ULNA_FORWARD_NOC && task == COUNT_FORWARD)
      status = count(method, COUNT_FORWARD_GIVEN, model->n, a, &rows[way].given);
  }
  return status;
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
  ulna_status status = ulna_work_create(model, ULNA_PARTS_ALL, allocator, &work);
  if (status == ULNA_OK) status = compare_accelerations(model, work, states, seed, memory, found);
  if (status == ULNA_OK) status = count_all(model, &a, found);
  for (int way = 0; status == ULNA_OK && way < WAYS; way++) {
    found[way].name = way == DEFAULT ? "default" : ulna_forward_method_name((ulna_forward_method)way);
    timed t = {model, work, memory, memory + 4 * n};
    status = stopwatch(call, way, &t, seconds, &found[way].nanoseconds);
  }
  if (status == ULNA_OK) memcpy(rows, found, sizeof found);
  ulna_work_destroy(work);
  ulna_release(&a, memory, size);
  return status;
}

/* The generic arm as a model, for timing and accuracy. */
static ulna_status model_of(const generic_arm *g, const ulna_allocator *allocator, ulna_model **model)
{
  ulna_builder *b = NULL;
  ulna_status status = ulna_builder_create(ULNA_DH, allocator, &b);
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
  timed t = {model, work, state, qdd};
  return stopwatch(call, way, &t, seconds, ns);
}

static ulna_status one_length(int n, double seconds, const ulna_allocator *a, ulna_forward_length *row)
{
  const struct {
    ulna_forward_method method;
    ulna_operations *operations;
  } counts[] = {{ULNA_FORWARD_COMPOSITE, &row->composite},
                {ULNA_FORWARD_ARTICULATED, &row->articulated},
                {ULNA_FORWARD_SAHA, &row->saha}};
  *row = (ulna_forward_length){.n = n,
                               .composite_error = (double)NAN,
                               .articulated_error = (double)NAN,
                               .composite_ns = (double)NAN,
                               .articulated_ns = (double)NAN};
  generic_arm g;
  ulna_status status = ulna_generic_arm_create(&g, n, ULNA_REVOLUTE, a);
  if (status != ULNA_OK) return status;
  for (size_t k = 0; k < sizeof counts / sizeof counts[0] && status == ULNA_OK; k++)
    status =
        count(counts[k].method, ulna_count_forward_task(counts[k].method, n), n, a, counts[k].operations);
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  const size_t size = 5 * (size_t)n * sizeof(double);
  double *state = ulna_allocate(a, size);
  if (!state) status = ULNA_OUT_OF_MEMORY;
  if (status == ULNA_OK) status = model_of(&g, a, &model);
  if (status == ULNA_OK) status = ulna_work_create(model, ULNA_PARTS_ALL, a, &work);
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
  ulna_generic_arm_destroy(&g);
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
    const ulna_status status = one_length(lengths[k], seconds, &a, &rows[k]);
    if (status != ULNA_OK) return status;
  }
  return ULNA_OK;
}

/* The formulas of a method's counts: M, A, both. */
static ulna_status formulas(ulna_forward_method method, count_task task, const ulna_allocator *a,
                            polynomial p[3])
{
  const count_run as = {
      .task = task, .way = (int)method, .rules = {.base_at_rest = task == COUNT_FORWARD_DEFAULT}};
  count_result results[COUNT_LONGEST];
  const ulna_status status = ulna_count_lengths(&as, a, results);
  long samples[2][COUNT_LONGEST + 1];
  for (int n = 1; n <= COUNT_LONGEST && status == ULNA_OK; n++) {
    samples[0][n] = results[n - 1].total.multiplications;
    samples[1][n] = results[n - 1].total.additions;
  }
  if (status != ULNA_OK) return status;
  const bool fit = ulna_polynomial_fit(samples[0], &p[0]) && ulna_polynomial_fit(samples[1], &p[1]);
  ULNA_ASSERT(fit);
  p[2] = ulna_polynomial_plus(p[0], p[1]);
  return ULNA_OK;
}

ulna_status ulna_compare_forward_crossover(const ulna_allocator *allocator, ulna_forward_crossover *crossover)
{
  ULNA_ASSERT(crossover);
  ulna_forward_crossover found;
  for (int given = 0; given < 2; given++) {
    const count_task task = given ? COUNT_FORWARD_GIVEN : COUNT_FORWARD;
    polynomial dense[3], recursion[3];
    ulna_status status = formulas(ULNA_FORWARD_COMPOSITE, task, allocator, dense);
    if (status == ULNA_OK) status = formulas(ULNA_FORWARD_ARTICULATED, task, allocator, recursion);
    if (status != ULNA_OK) return status;
    for (int k = 0; k < 3; k++)
      (given ? found.given : found.with_bias)[k] = (int)ulna_polynomial_first_below(recursion[k], dense[k]);
  }
  *crossover = found;
  return ULNA_OK;
}
