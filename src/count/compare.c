/* The formulations on one robot: agreement, operations, time. */
#include "count/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "count/agreement.h"
#include "count/draw.h"
#include "count/generic_arm.h"
#include "count/polynomial.h"
#include "work/work.h"

enum { DEFAULT = ULNA_METHOD_COUNT, WAYS = ULNA_COMPARISON_COUNT };

ulna_compare_options ulna_compare_options_default(void)
{
  return (ulna_compare_options){.states = 100, .seed = 1, .seconds = 0.05};
}

static void run(int way, const ulna_model *model, ulna_work *work, const double *state, double tau[])
{
  const int n = model->n;
  const double *q = state, *qd = state + n, *qdd = state + 2 * n;
  if (way == DEFAULT) ulna_inverse_dynamics(model, work, q, qd, qdd, tau);
  else ulna_inverse_dynamics_by(model, work, (ulna_method)way, q, qd, qdd, tau);
}

static void compare_torques(const ulna_model *model, ulna_work *work, const ulna_compare_options *options,
                            double *memory, ulna_comparison rows[])
{
  const int n = model->n;
  double *state = memory, *tau = memory + 3 * n;
  uint64_t seed = options->seed;
  for (int s = 0; s < options->states; s++) {
    draw_surroundings(&seed, work, s % 2 == 1);
    for (int i = 0; i < 3 * n; i++) state[i] = draw(&seed, -3, 3);
    for (int a = 0; a < WAYS; a++) run(a, model, work, state, tau + a * n);
    for (int a = 0; a < WAYS; a++)
      for (int b = 0; b < WAYS; b++) {
        const double off = difference(tau + a * n, tau + b * n, n);
        if (!(off <= rows[a].disagreement)) rows[a].disagreement = off;
      }
  }
  draw_surroundings(&seed, work, false);
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The fastest of the rounds that fit into the time: what disturbs a run only makes it longer. */
static double time_of(int way, const ulna_model *model, ulna_work *work, double seconds, const double *state,
                      double tau[])
{
  const double end = now() + seconds;
  double best = HUGE_VAL;
  int calls = 1;
  do {
    const double start = now();
    for (int i = 0; i < calls; i++) run(way, model, work, state, tau);
    const double taken = now() - start;
    if (taken > 1e-5) best = fmin(best, taken / calls);
    else calls *= 4;
  } while (now() < end || isinf(best));
  return 1e9 * best;
}

/* How each formulation's paper counts it, and what it prints; the default and strobing have no paper. */
static const struct {
  count_run run;
  const char *charge, *paper;
  polynomial printed[2];
} counted_as[WAYS] = {
    [ULNA_LAGRANGE] = {{COUNT_INVERSE_DYNAMICS, ULNA_LAGRANGE, ULNA_REVOLUTE, {.base_at_rest = true}},
                       "",
                       "Turney80, Table 1",
                       {{{0, 30, 495, 81}}, {{0, -128, 348, 80}}}},
    [ULNA_NEWTON_EULER] =
        {{COUNT_INVERSE_DYNAMICS, ULNA_NEWTON_EULER, ULNA_REVOLUTE, {.full_matrix_rotations = true}},
         "9M+6A",
         "Turney80, Table 1",
         {{{-72, 648, 0, 0}}, {{-54, 600, 0, 0}}}},
    [ULNA_MODIFIED_NEWTON_EULER] = {{COUNT_INVERSE_DYNAMICS,
                                     ULNA_MODIFIED_NEWTON_EULER,
                                     ULNA_REVOLUTE,
                                     {.full_matrix_rotations = true, .diagonal_inertia = true}},
                                    "9M+6A",
                                    "Turney80, Table 1",
                                    {{{-162, 540, 0, 0}}, {{-144, 528, 0, 0}}}},
    [ULNA_ANGELES] =
        {{COUNT_INVERSE_DYNAMICS, ULNA_ANGELES, ULNA_REVOLUTE, {.hand_loaded = true, .centres = true}},
         "8M+4A",
         "Angeles, eq. 7.43",
         {{{-132, 822, 0, 0}}, {{-84, 660, 0, 0}}}},
    [ULNA_STROBE] = {{COUNT_INVERSE_DYNAMICS, ULNA_STROBE, ULNA_REVOLUTE, {.base_at_rest = true}},
                     "8M+4A",
                     "",
                     {{{0}}, {{0}}}},
    [DEFAULT] = {{COUNT_DEFAULT, ULNA_NEWTON_EULER, ULNA_REVOLUTE, {.base_at_rest = true}},
                 "8M+4A",
                 "",
                 {{{0}}, {{0}}}},
};

static ulna_operations operations(const polynomial p[2], int n)
{
  return (ulna_operations){ulna_polynomial_at(p[0], n), ulna_polynomial_at(p[1], n)};
}

/* The generic counts of one formulation: formulas from n = 1…8, values at the robot's n. */
static ulna_status count_generic(int way, int n, const ulna_allocator *with, ulna_comparison *row)
{
  static const char *const names[2] = {"M", "A"};
  count_result results[GENERIC_LONGEST];
  const ulna_status status = ulna_count_lengths(&counted_as[way].run, with, results);
  if (status != ULNA_OK) return status;
  long samples[2][GENERIC_LONGEST];
  for (int i = 0; i < GENERIC_LONGEST; i++)
    samples[0][i] = results[i].total.multiplications, samples[1][i] = results[i].total.additions;
  polynomial p[2];
  const bool is_formula = ulna_polynomial_fit(samples[0], &p[0]) && ulna_polynomial_fit(samples[1], &p[1]);
  row->charge = counted_as[way].charge, row->paper = counted_as[way].paper;
  if (is_formula) row->counted = operations(p, n);
  if (n <= GENERIC_LONGEST) row->counted = (ulna_operations){samples[0][n - 1], samples[1][n - 1]};
  for (int k = 0; k < 2 && is_formula; k++)
    ulna_polynomial_print(p[k], false, row->counted_formula[k], sizeof row->counted_formula[k]);
  if (!row->paper[0]) return ULNA_OK;
  row->printed = operations(counted_as[way].printed, n);
  for (int k = 0; k < 2; k++)
    ulna_polynomial_print(counted_as[way].printed[k], false, row->printed_formula[k],
                          sizeof row->printed_formula[k]);
  if (is_formula)
    ulna_polynomial_verdict(counted_as[way].printed, p, names, row->verdict, sizeof row->verdict);
  return ULNA_OK;
}

/* What this robot takes: its own joints and zeros, base at rest, hand empty. */
static ulna_status count_robot(const ulna_model *model, const ulna_work *work, const double *state,
                               const ulna_allocator *with, ulna_comparison rows[])
{
  const size_t size = ulna_count_size(model->n);
  void *memory = size ? ulna_allocate(with, size) : NULL;
  if (!memory) return ULNA_OUT_OF_MEMORY;
  formulation_arm arm = {.n = model->n, .link = model->link};
  vec3_store(work->base.a, arm.base_a);
  const formulation_state at = {state, state + model->n, state + 2 * model->n};
  const count_rules rules = {.base_at_rest = true, .own_zeros = true};
  for (int way = 0; way < WAYS; way++) {
    count_result result;
    ulna_count(&arm, way == DEFAULT ? COUNT_DEFAULT : COUNT_INVERSE_DYNAMICS,
               way == DEFAULT ? ULNA_NEWTON_EULER : (ulna_method)way, at, &rules, &result, NULL, memory);
    rows[way].robot = (ulna_operations){result.total.multiplications, result.total.additions};
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
  ulna_status status = ulna_work_create(model, &with, &work);
  if (status == ULNA_OK) compare_torques(model, work, &chosen, memory, filled);
  if (status == ULNA_OK) status = count_robot(model, work, memory, &with, filled);
  for (int way = 0; way < WAYS && status == ULNA_OK; way++) {
    filled[way].name = way == DEFAULT ? "default" : ulna_method_name((ulna_method)way);
    filled[way].nanoseconds = (double)NAN;
    if (chosen.seconds > 0)
      filled[way].nanoseconds = time_of(way, model, work, chosen.seconds, memory, memory + 3 * model->n);
    status = count_generic(way, model->n, &with, &filled[way]);
  }
  ulna_work_destroy(work);
  ulna_release(&with, memory, size);
  if (status == ULNA_OK) memcpy(rows, filled, sizeof filled);
  return status;
}

static ulna_joint random_joint(uint64_t *seed)
{
  ulna_joint joint = ulna_joint_default();
  joint.type = draw(seed, 0, 1) < 0.33 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
  joint.theta = draw(seed, -3, 3), joint.alpha = draw(seed, -3, 3);
  joint.d = draw(seed, -0.5, 0.5), joint.a = draw(seed, -0.5, 0.5);
  // four point masses: a tensor some body has
  ulna_body *body = &joint.link.body;
  double K[6] = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    const double d[3] = {draw(seed, -0.2, 0.2), draw(seed, -0.2, 0.2), draw(seed, -0.2, 0.2)};
    const double square[6] = {d[0] * d[0], d[1] * d[1], d[2] * d[2], d[0] * d[1], d[0] * d[2], d[1] * d[2]};
    for (int k = 0; k < 6; k++) K[k] += square[k];
  }
  for (int k = 0; k < 6; k++) body->inertia[k] = (k < 3 ? K[0] + K[1] + K[2] : 0) - K[k];
  for (int k = 0; k < 3; k++) body->com[k] = draw(seed, -0.3, 0.3);
  body->mass = draw(seed, 0.5, 5);
  body->about = ULNA_ABOUT_COM;
  return joint;
}

ulna_status ulna_random_chain(int n, uint64_t seed, const ulna_allocator *allocator, ulna_model **model)
{
  ULNA_ASSERT(model);
  if (n < 1 || n > 1000) return ULNA_INVALID_ARGUMENT;
  ulna_builder *builder = NULL;
  ulna_status status = ulna_builder_create(allocator, ULNA_DH, &builder);
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
