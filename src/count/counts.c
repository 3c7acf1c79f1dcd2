#define REAL_TALLY
#include "count/counts.h"

#include "count/bench.h"
#include "kernel/fast_newton_euler.h"

enum { TASKS_PER_LINK = 64 };

static real known_zero_or(double value, bool known) { return known ? constant(value) : number(value); }

static vec3 vector(const double v[3], bool known)
{
  return vec3_make(known_zero_or(v[0], known), known_zero_or(v[1], known), known_zero_or(v[2], known));
}

/* The one walk over a count's memory. */
typedef struct {
  void *bench;
  tally_depth *finish;
  int capacity;
  fast_chain fast;
  real *theta0, *angles;  // n, of the fast kernel
} count_memory;

static void walk(count_memory *c, layout *l, int n)
{
  c->bench = layout_take(l, 1, bench_size(n));
  c->capacity = n * TASKS_PER_LINK;
  c->finish = (tally_depth *)layout_take(l, (size_t)c->capacity, sizeof(tally_depth));
  fast_chain_layout(&c->fast, l, n);
  c->theta0 = (real *)layout_take(l, (size_t)n, sizeof(real));
  c->angles = (real *)layout_take(l, (size_t)n, sizeof(real));
}

size_t ulna_count_size(int n)
{
  count_memory c;
  layout l = layout_measuring();
  walk(&c, &l, n);
  return layout_size(&l);
}

/* The arm as the rules see it: what is not known to be zero is charged. */
static void apply_rules(bench *b, const formulation_arm *arm, const count_rules *rules)
{
  const bool known = rules->own_zeros;
  for (int i = 0; i < arm->n; i++) {
    const link_numbers *from = &arm->link[i];
    chain_link *l = &b->link[i];
    const bool diagonal = rules->diagonal_inertia;
    l->ca = known_zero_or(from->ca, known), l->sa = known_zero_or(from->sa, known);
    l->r = vector(from->r, known), l->com = vector(from->com, known);
    l->m = known_zero_or(from->m, known);
    l->I.xx = known_zero_or(from->I[0], known), l->I.yy = known_zero_or(from->I[1], known);
    l->I.zz = known_zero_or(from->I[2], known);
    l->I.xy = diagonal ? constant(0) : known_zero_or(from->I[3], known);
    l->I.xz = diagonal ? constant(0) : known_zero_or(from->I[4], known);
    l->I.yz = diagonal ? constant(0) : known_zero_or(from->I[5], known);
  }
  b->load.base.w = vector(arm->base_w, rules->base_at_rest);
  b->load.base.wd = vector(arm->base_wd, rules->base_at_rest);
  b->load.base.a = vector(arm->base_a, rules->base_at_rest);
  b->load.hand.f = vector(arm->hand_f, !rules->hand_loaded);
  b->load.hand.n = vector(arm->hand_n, !rules->hand_loaded);
}

/* Algorithms 7.4.1 and 7.4.2 with their own inputs: a base with a mass centre, the hand's force at the last one. */
static void run_angeles(bench *b, const count_rules *rules)
{
  part(PART_GIVEN);
  angeles_base base = angeles_base_of(&b->load.base);
  const wrench on_hand = angeles_on_hand(&b->arm, &b->load.hand);
  if (!rules->base_at_rest) {
    const double zero[3] = {0, 0, 0};
    base.c = base.cd = base.delta = vector(zero, false);
  }
  angeles_outward(&b->arm, &b->at, &base, b->qd, b->qdd,
                  rules->centres ? ANGELES_WITH_CENTRES : ANGELES_FORCES_ONLY, &b->scratch.angeles);
  angeles_inward(&b->arm, &b->at, &on_hand, b->out, &b->scratch.angeles);
}

/* The fast kernel: its tables are made beforehand. The base's motion decides which one, as in the library. */
static void run_default(bench *b, const formulation_arm *arm, const double q[], const count_rules *rules,
                        count_memory *c)
{
  fast_chain *fast = &c->fast;
  for (int i = 0; i < arm->n; i++) c->theta0[i] = number(arm->link[i].theta0), c->angles[i] = number(q[i]);
  part(PART_GIVEN);
  fast_chain_prepare(fast, &b->arm, c->theta0);
  fast->base = b->load.base;
  fast_chain_set_hand(fast, b->load.hand);
  part(PART_ALL);
  if (fast->revolute && rules->base_at_rest)
    fast_newton_euler_revolute(fast, arm->n, c->angles, b->qd, b->qdd, NULL, b->out, &fast->scratch);
  else fast_newton_euler_any(fast, arm->n, c->angles, b->qd, b->qdd, NULL, b->out, &fast->scratch);
}

static int run(bench *b, const formulation_arm *arm, count_task task, ulna_method method, const double q[],
               const count_rules *rules, count_memory *c)
{
  const int n = b->arm.n;
  switch (task) {
  case COUNT_MASS_MATRIX: methods_mass_matrix(method, &b->arm, &b->at, b->out, &b->scratch); return n * n;
  case COUNT_CHRISTOFFEL: methods_christoffel(method, &b->arm, &b->at, b->out, &b->scratch); return n * n * n;
  case COUNT_DEFAULT: run_default(b, arm, q, rules, c); return n;
  case COUNT_GRAVITY:
    gravity_pass(&b->arm, &b->at, b->load.base.a, b->out, &b->scratch.newton_euler);
    return n;
  case COUNT_INVERSE_DYNAMICS: break;
  }
  if (method == ULNA_ANGELES) run_angeles(b, rules);
  else methods_inverse_dynamics(method, &b->arm, &b->at, &b->load, b->qd, b->qdd, b->out, &b->scratch);
  return n;
}

void ulna_count(const formulation_arm *arm, count_task task, ulna_method method, formulation_state at,
                const count_rules *rules, count_result *result, double out[], void *memory)
{
  layout l = layout_assigning(memory);
  count_memory c;
  walk(&c, &l, arm->n);
  bench b = bench_set_up(arm, at, c.bench);
  apply_rules(&b, arm, rules);

  ulna_tally_begin(rules->full_matrix_rotations ? TALLY_FULL_MATRIX : TALLY_STRUCTURED, c.finish, c.capacity);
  const int outputs = run(&b, arm, task, method, at.q, rules, &c);
  const tally_count total = ulna_tally_total();
  const tally_recorder *t = &ulna_tally;
  *result = (count_result){.total = {total.multiplications, total.additions}};
  _Static_assert((int)TALLY_PARTS == (int)COUNT_ROWS, "a result has a row for every part of the tally");
  for (int i = 0; i < COUNT_ROWS; i++) {
    result->row[i] = (count_pair){t->count[i].multiplications, t->count[i].additions};
    result->visits[i] = t->count[i].visits;
  }
  tally_depth schedule = {0, 0}, depth = {0, 0};
  for (int i = 0; i < outputs; i++) {
    schedule = tally_later(ulna_tally_finish(b.out[i]), schedule);
    depth = tally_later(b.out[i].depth, depth);
    if (out) out[i] = value_of(b.out[i]);
  }
  result->schedule = (count_pair){schedule.multiplications, schedule.additions};
  result->depth = (count_pair){depth.multiplications, depth.additions};
  ulna_tally_begin(TALLY_STRUCTURED, NULL,
                   0);  // the schedule's memory is the caller's, who may free it now
}
