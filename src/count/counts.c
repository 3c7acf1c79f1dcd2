/* The formulations over the tally's numbers, and the counts they leave in it. */
#define REAL_KIND "number/tally.h"
#include "count/counts.h"

#include "number/tally.h"

static void begin_count(const count_rules *rules)
{
  ulna_tally_begin(rules->full_matrix_rotations ? TALLY_FULL_MATRIX : TALLY_STRUCTURED, NULL, 0);
}
#include "count/formulations_text.h"
#include "kernel/fast_forward.h"

const formulations ulna_formulations_tally = FORMULATIONS_OF("tally");
const forward_formulations ulna_forward_tally = {"tally", forward_size, forward_run};
const control_formulations ulna_control_tally = {"tally", control_size, control_run};

enum { TASKS_PER_LINK = 64 };

/* The one walk over the memory of a count of inverse dynamics. */
typedef struct {
  inverse_bench x;
  tally_depth *finish;
  int capacity;
  fast_chain fast;
  fast_twists twists;
  real *theta0;  // n, of the fast kernel
} inverse_count;

static void inverse_count_walk(inverse_count *c, layout *l, int n)
{
  inverse_walk(&c->x, l, n);
  c->capacity = n * TASKS_PER_LINK;
  c->finish = (tally_depth *)layout_take(l, (size_t)c->capacity, sizeof(tally_depth));
  fast_twists_layout(&c->twists, l, n);
  fast_chain_layout(&c->fast, l, n);
  c->theta0 = (real *)layout_take(l, (size_t)n, sizeof(real));
}

count_task ulna_count_forward_task(ulna_forward_method method, int n)
{
  return method == ULNA_FORWARD_COMPOSITE && n <= COLUMNS_MOST ? COUNT_FORWARD_DEFAULT : COUNT_FORWARD;
}

size_t ulna_count_size(count_task task, int n)
{
  if (task == COUNT_CONTROL) return control_size(n);
  if (task == COUNT_FORWARD || task == COUNT_FORWARD_GIVEN) return forward_size(n);
  inverse_count c;
  layout l = layout_measuring();
  inverse_count_walk(&c, &l, n);
  return layout_size(&l);
}

/* Algorithms 7.4.1 and 7.4.2 with their own inputs: a base with a mass centre, the hand's force at the last one. */
static void run_angeles(inverse_bench *x, const count_rules *rules)
{
  const bench *b = &x->b;
  part(PART_GIVEN);
  angeles_base base = angeles_base_of(&b->load.base);
  const wrench on_hand = angeles_on_hand(&b->arm, &b->load.hand);
  if (!rules->base_at_rest) base.c = base.cd = base.delta = given_vector((const double[3]){0, 0, 0}, false);
  angeles_outward(&b->arm, &b->at, &base, b->qd, b->qdd,
                  rules->centres ? ANGELES_WITH_CENTRES : ANGELES_FORCES_ONLY, &x->scratch.angeles);
  angeles_inward(&b->arm, &b->at, &on_hand, x->out, &x->scratch.angeles);
}

/* The fast kernels' tables, made beforehand. */
static fast_chain *fast_table(inverse_count *c, const formulation_arm *arm)
{
  fast_chain *fast = &c->fast;
  const bench *b = &c->x.b;
  for (int i = 0; i < arm->n; i++) c->theta0[i] = number(arm->link[i].theta0);
  part(PART_GIVEN);
  fast_twists_make(&c->twists, &b->arm);
  fast_chain_prepare(fast, &b->arm, &c->twists, c->theta0);
  fast->base = b->load.base;
  fast_chain_set_hand(fast, b->load.hand);
  part(PART_ALL);
  return fast;
}

/* The kernels that run. The base's motion decides which one, as in the library. */
static void run_default(inverse_count *c, const formulation_arm *arm, const count_rules *rules)
{
  const bench *b = &c->x.b;
  fast_chain *fast = fast_table(c, arm);
  if (fast->revolute && rules->base_at_rest)
    fast_newton_euler_revolute(fast, arm->n, b->q, b->qd, b->qdd, NULL, c->x.out, &fast->scratch);
  else if (fast->revolute)
    fast_newton_euler_turning(fast, arm->n, b->q, b->qd, b->qdd, NULL, c->x.out, &fast->scratch);
  else if (rules->base_at_rest)
    fast_newton_euler_still(fast, arm->n, b->q, b->qd, b->qdd, NULL, c->x.out, &fast->scratch);
  else fast_newton_euler_any(fast, arm->n, b->q, b->qd, b->qdd, NULL, c->x.out, &fast->scratch);
}

static void run_forward_default(inverse_count *c, const formulation_arm *arm, const count_rules *rules)
{
  const bench *b = &c->x.b;
  fast_chain *fast = fast_table(c, arm);
  real pivot[COLUMNS_MOST];
  fast_forward_dynamics(fast, &fast->scratch, arm->n, fast->revolute, !rules->base_at_rest, b->q, b->qd,
                        b->qdd, NULL, c->x.out, pivot);
}

/* Returns how many numbers it has left in out. */
static int run_inverse(const count_run *run, const formulation_arm *arm, inverse_count *c)
{
  inverse_bench *x = &c->x;
  const bench *b = &x->b;
  const int n = arm->n;
  const ulna_inverse_method method = (ulna_inverse_method)run->way;
  switch (run->task) {
  case COUNT_MASS_MATRIX: methods_mass_matrix(method, &b->arm, &b->at, x->out, &x->scratch); return n * n;
  case COUNT_CHRISTOFFEL: methods_christoffel(method, &b->arm, &b->at, x->out, &x->scratch); return n * n * n;
  case COUNT_DEFAULT: run_default(c, arm, &run->rules); return n;
  case COUNT_FORWARD_DEFAULT: run_forward_default(c, arm, &run->rules); return n;
  case COUNT_GRAVITY:
    gravity_pass(&b->arm, &b->at, b->load.base.a, x->out, &x->scratch.newton_euler);
    return n;
  default: break;
  }
  if (method == ULNA_INVERSE_ANGELES) run_angeles(x, &run->rules);
  else methods_inverse_dynamics(method, &b->arm, &b->at, &b->load, b->qd, b->qdd, x->out, &x->scratch);
  return n;
}

static ulna_operations operations(tally_depth d) { return (ulna_operations){d.multiplications, d.additions}; }
static tally_depth finish_of(vec3 v)
{
  return tally_later(tally_later(ulna_tally_finish(v.x), ulna_tally_finish(v.y)), ulna_tally_finish(v.z));
}
static ulna_operations between(vec3 early, vec3 late)
{
  const tally_depth a = finish_of(early), b = finish_of(late);
  return (ulna_operations){b.multiplications - a.multiplications, b.additions - a.additions};
}

/* The time of a run whose terms run concurrently, and what a middle link adds going outward and inward. */
static void keep_schedule(const count_run *run, const inverse_count *c, int n, int outputs,
                          count_result *result)
{
  tally_depth schedule = {0, 0}, depth = {0, 0};
  for (int i = 0; i < outputs; i++) {
    schedule = tally_later(ulna_tally_finish(c->x.out[i]), schedule);
    depth = tally_later(c->x.out[i].depth, depth);
  }
  result->schedule = operations(schedule), result->depth = operations(depth);
  if (run->task != COUNT_INVERSE_DYNAMICS || run->way != ULNA_INVERSE_MODIFIED_NEWTON_EULER || n < 4) return;
  const modified_newton_euler_scratch *s = &c->x.scratch.modified_newton_euler;
  result->outward = between(s->F[1], s->F[2]), result->inward = between(s->n[1], s->n[0]);
}

static void keep_counts(count_result *result)
{
  _Static_assert((int)TALLY_PARTS == (int)COUNT_ROWS, "a result has a row for every part of the tally");
  const tally_count total = ulna_tally_total();
  *result = (count_result){.total = {total.multiplications, total.additions}};
  for (int i = 0; i < COUNT_ROWS; i++) {
    const tally_count *row = &ulna_tally.count[i];
    result->row[i] = (ulna_operations){row->multiplications, row->additions};
    result->visits[i] = row->visits;
  }
}

static void count_inverse(const count_run *run, const formulation_arm *arm, formulation_state at,
                          count_result *result, double out[], void *memory)
{
  inverse_count c;
  layout l = layout_assigning(memory);
  inverse_count_walk(&c, &l, arm->n);
  bench_fill(&c.x.b, arm, at, &run->rules);
  ulna_tally_begin(run->rules.full_matrix_rotations ? TALLY_FULL_MATRIX : TALLY_STRUCTURED, c.finish,
                   c.capacity);
  const int outputs = run_inverse(run, arm, &c);
  keep_counts(result);
  keep_schedule(run, &c, arm->n, outputs, result);
  if (out) values(c.x.out, outputs, out);
  begin_count(&run->rules);  // the schedule's memory is the caller's, who may free it now
}

void ulna_count(const count_run *run, const formulation_arm *arm, formulation_state at, const double tau[],
                const control_input *in, count_result *result, double out[], void *memory)
{
  if (run->task == COUNT_CONTROL) {
    const control_output results = {.tau = out};
    control_run(arm, (control_task)run->way, at, in, &run->rules, &results, memory);
    keep_counts(result);
  } else if (run->task == COUNT_FORWARD || run->task == COUNT_FORWARD_GIVEN) {
    forward_run(arm, (ulna_forward_method)run->way,
                run->task == COUNT_FORWARD ? FORWARD_DYNAMICS : FORWARD_SOLVE, at, tau, out, memory);
    keep_counts(result);
  } else {
    count_inverse(run, arm, at, result, out, memory);
  }
}
