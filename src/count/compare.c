/* The formulations on one robot: agreement, operations, time. */
#include "count/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "count/agreement.h"
#include "count/draw.h"
#include "count/stopwatch.h"
#include "count/tables.h"
#include "work/work.h"

enum { DEFAULT = ULNA_INVERSE_METHOD_COUNT, WAYS = ULNA_COMPARISON_COUNT };

ulna_compare_options ulna_compare_options_default(void)
{
  return (ulna_compare_options){.states = 100, .seed = 1, .seconds = 0.05};
}

static void run(int way, const ulna_model *model, ulna_work *work, const double *state, double tau[])
{
  const int n = model->n;
  const double *q = state, *qd = state + n, *qdd = state + 2 * n;
  if (way == DEFAULT) ulna_inverse_dynamics(model, work, q, qd, qdd, tau);
  else if (ulna_inverse_dynamics_by(model, work, (ulna_inverse_method)way, q, qd, qdd, tau) != ULNA_OK)
    for (int i = 0; i < n; i++) tau[i] = (double)NAN;
}

static void compare_torques(const ulna_model *model, ulna_work *work, const ulna_compare_options *options,
                            double *memory, ulna_comparison rows[])
{
  const int n = model->n;
  double *state = memory, *tau = memory + 3 * n;
  uint64_t seed = options->seed;
  for (int s = 0; s < options->states; s++) {
    draw_surroundings(&seed, work, s % 2 == 1);
    for (int i = 0; i < 3 * n; i++) state[i] = random_between(&seed, -3, 3);
    for (int a = 0; a < WAYS; a++) run(a, model, work, state, tau + a * n);
    for (int a = 0; a < WAYS; a++)
      for (int b = 0; b < WAYS; b++)
        keep_larger(&rows[a].disagreement, difference(tau + a * n, tau + b * n, n));
  }
  draw_surroundings(&seed, work, false);
}

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  const double *state;
  double *tau;
} timed;

static ulna_status call(int way, void *context, int times)
{
  const timed *t = context;
  for (int i = 0; i < times; i++) run(way, t->model, t->work, t->state, t->tau);
  return ULNA_OK;
}

/* The generic counts of one formulation: formulas, values at the robot's n, and what its paper prints. */
static ulna_status count_generic(int way, int n, const ulna_allocator *with, count_result *results,
                                 ulna_comparison *row)
{
  const method_plan *plan = &ulna_method_plans[way];
  ulna_paper_row text;
  polynomial p[2];
  const ulna_status status = ulna_table_count_for(plan->row, with, results);
  if (status != ULNA_OK) return status;
  ulna_table_row(plan->row, results, &text);
  ulna_table_counted(plan->row, results, p);
  const polynomial *printed = plan->row->printed;
  row->charge = plan->charge, row->paper = plan->paper;
  row->counted = (ulna_operations){ulna_polynomial_at(p[0], n), ulna_polynomial_at(p[1], n)};
  if (n <= COUNT_LONGEST) row->counted = results[plan->row->terms[0].run * COUNT_LONGEST + n - 1].total;
  row->printed = (ulna_operations){ulna_polynomial_at(printed[0], n), ulna_polynomial_at(printed[1], n)};
  memcpy(row->counted_formula, text.counted, sizeof text.counted);
  memcpy(row->printed_formula, text.printed, sizeof text.printed);
  memcpy(row->verdict, text.verdict, sizeof text.verdict);
  return ULNA_OK;
}

/* What this robot takes: its own joints and zeros, base at rest, hand empty. */
static ulna_status count_robot(const ulna_model *model, const ulna_work *work, const double *state,
                               const ulna_allocator *with, ulna_comparison rows[])
{
  const size_t size = ulna_count_size(COUNT_DEFAULT, model->n);
  void *memory = size ? ulna_allocate(with, size) : NULL;
  if (!memory) return ULNA_OUT_OF_MEMORY;
  formulation_arm arm = {.n = model->n, .link = model->link};
  vec3_store(work->fast.base.a, arm.base_a);
  const formulation_state at = {state, state + model->n, state + 2 * model->n};
  for (int way = 0; way < WAYS; way++) {
    const count_run as = {.task = way == DEFAULT ? COUNT_DEFAULT : COUNT_INVERSE_DYNAMICS,
                          .way = way,
                          .rules = {.base_at_rest = true, .own_zeros = true}};
    count_result result;
    ulna_count(&as, &arm, at, NULL, NULL, &result, NULL, memory);
    rows[way].robot = result.total;
  }
  ulna_release(with, memory, size);
  return ULNA_OK;
}

ulna_status ulna_compare(const ulna_model *model, const ulna_compare_options *options,
                         const ulna_allocator *allocator, ulna_comparison rows[ULNA_COMPARISON_COUNT])
{
  ULNA_ASSERT(model && rows);
  const ulna_compare_options chosen = options ? *options : ulna_compare_options_default();
  if (chosen.states < 1 || !(chosen.seconds >= 0 && isfinite(chosen.seconds))) return ULNA_INVALID_ARGUMENT;
  const ulna_allocator with = allocator_or_standard(allocator);
  const size_t size = (size_t)model->n * (3 + WAYS) * sizeof(double);
  ulna_comparison filled[WAYS];
  memset(filled, 0, sizeof filled);
  double *memory = ulna_allocate(&with, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  ulna_work *work = NULL;
  size_t results_size;
  count_result *results = ulna_table_results(&with, &results_size);
  ulna_status status = results ? ulna_work_create(model, ULNA_PARTS_ALL, &with, &work) : ULNA_OUT_OF_MEMORY;
  if (status == ULNA_OK) compare_torques(model, work, &chosen, memory, filled);
  if (status == ULNA_OK) status = count_robot(model, work, memory, &with, filled);
  for (int way = 0; way < WAYS && status == ULNA_OK; way++) {
    filled[way].name = way == DEFAULT ? "default" : ulna_inverse_method_name((ulna_inverse_method)way);
    timed t = {model, work, memory, memory + 3 * model->n};
    status = stopwatch(call, way, &t, chosen.seconds, &filled[way].nanoseconds);
    if (status == ULNA_OK) status = count_generic(way, model->n, &with, results, &filled[way]);
  }
  if (results) ulna_release(&with, results, results_size);
  ulna_work_destroy(work);
  ulna_release(&with, memory, size);
  if (status == ULNA_OK) memcpy(rows, filled, sizeof filled);
  return status;
}

static ulna_joint random_joint(uint64_t *seed)
{
  ulna_joint joint = ulna_joint_default();
  joint.type = random_between(seed, 0, 1) < 0.33 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
  joint.theta = random_between(seed, -3, 3), joint.alpha = random_between(seed, -3, 3);
  joint.d = random_between(seed, -0.5, 0.5), joint.a = random_between(seed, -0.5, 0.5);
  // four point masses: a tensor some body has
  ulna_body *body = &joint.link.body;
  double K[6] = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    const double d[3] = {random_between(seed, -0.2, 0.2), random_between(seed, -0.2, 0.2),
                         random_between(seed, -0.2, 0.2)};
    const double square[6] = {d[0] * d[0], d[1] * d[1], d[2] * d[2], d[0] * d[1], d[0] * d[2], d[1] * d[2]};
    for (int k = 0; k < 6; k++) K[k] += square[k];
  }
  for (int k = 0; k < 6; k++) body->inertia[k] = (k < 3 ? K[0] + K[1] + K[2] : 0) - K[k];
  for (int k = 0; k < 3; k++) body->com[k] = random_between(seed, -0.3, 0.3);
  body->mass = random_between(seed, 0.5, 5);
  body->about = ULNA_ABOUT_COM;
  return joint;
}

ulna_status ulna_random_chain(int n, uint64_t seed, const ulna_allocator *allocator, ulna_model **model)
{
  ULNA_ASSERT(model);
  if (n < 1 || n > 1000) return ULNA_INVALID_ARGUMENT;
  ulna_builder *builder = NULL;
  ulna_status status = ulna_builder_create(ULNA_DH, allocator, &builder);
  char name[64];
  snprintf(name, sizeof name, "random chain of %d joints, seed %llu", n, (unsigned long long)seed);
  if (status == ULNA_OK) status = ulna_builder_set_name(builder, name, "drawn by ulna_random_chain");
  for (int i = 0; i < n && status == ULNA_OK; i++) {
    char joint_name[32], link_name[32];
    ulna_joint joint = random_joint(&seed);
    snprintf(joint_name, sizeof joint_name, "joint %d", i + 1);
    snprintf(link_name, sizeof link_name, "link %d", i + 1);
    joint.name = joint_name, joint.link.name = link_name;
    status = ulna_builder_add_joint(builder, &joint);
  }
  if (status == ULNA_OK) status = ulna_builder_finish(builder, NULL, model);
  ulna_builder_destroy(builder);
  return status;
}
