/* [Mudge]'s operation tables, row by row, with what the tally counts beside them. */
#include "count/control_tables.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "count/compare_control.h"
#include "count/generic_arm.h"
#include "count/papers.h"

typedef struct {
  count_result of[GENERIC_ROOM];  // n = 1…
} run_counts;

/* What is asked of the generic arm; none of it is zero. */
typedef struct {
  double q_d[GENERIC_ROOM], qd_d[GENERIC_ROOM], mu[GENERIC_ROOM], gamma[GENERIC_ROOM];
  int order[GENERIC_ROOM];
  control_input in;
} generic_wish;

static void wish(generic_wish *w, const generic_arm *a)
{
  for (int i = 0; i < GENERIC_ROOM; i++) {
    w->q_d[i] = a->q[i] + 0.01, w->qd_d[i] = a->qd[i] + 0.02;
    w->mu[i] = 0.01, w->gamma[i] = 0.1;
    w->order[i] = i;
  }
  w->in = (control_input){.hand_acceleration = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
                          .hand_twist = {0.6, 0.5, 0.4, 0.3, 0.2, 0.1},
                          .q_d = w->q_d,
                          .qd_d = w->qd_d,
                          .kp = 100,
                          .kv = 20,
                          .mu = w->mu,
                          .gamma = w->gamma,
                          .order = w->order};
}

static void count(const control_run *run, int n, void *memory, count_result *result)
{
  generic_arm a;
  ulna_generic_arm(&a, n, ULNA_REVOLUTE);
  if (!run->of_control) {
    ulna_count(&a.arm, run->task, run->method, a.at, &run->rules, result, NULL, memory);
    return;
  }
  const control_output nothing = {0};
  generic_wish w;
  wish(&w, &a);
  if (run->rules.hand_loaded)
    for (int k = 0; k < 3; k++) a.arm.hand_f[k] = 1 + k, a.arm.hand_n[k] = 2 + k;
  ulna_control_tally.run(&a.arm, run->stage, a.at, &w.in, &run->rules, &nothing, memory);
  ulna_control_count(result);
}

static ulna_status count_all(const ulna_allocator *with, run_counts results[RUNS])
{
  const size_t one = ulna_count_size(GENERIC_ROOM), other = ulna_control_tally.size(GENERIC_ROOM),
               size = one > other ? one : other;
  void *memory = ulna_allocate(with, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  for (int r = 0; r < RUNS; r++)
    for (int n = 1; n <= GENERIC_ROOM; n++) count(&runs[r], n, memory, &results[r].of[n - 1]);
  ulna_release(with, memory, size);
  return ULNA_OK;
}

static count_pair sum_of(const row_plan *plan, const run_counts results[], int n)
{
  count_pair sum = {0, 0};
  for (int k = 0; k < plan->count_terms; k++) {
    const counts_of *c = &plan->counts[k];
    const count_result *r = &results[c->run].of[n - 1];
    const int first = c->first ? c->first : PART_ALL, last = c->first ? c->last : COUNT_ROWS - 1;
    for (int row = first; row <= last; row++) {
      sum.multiplications += r->row[row].multiplications;
      sum.additions += r->row[row].additions;
    }
  }
  return sum;
}

/* The cubics that the counts of n = 2…12, or at least of n = 4…12, take. */
static bool formulas(const row_plan *plan, const run_counts results[], polynomial p[2])
{
  long samples[2][POLYNOMIAL_LONG + 1];  // [n]
  for (int n = 1; n <= POLYNOMIAL_LONG; n++) {
    const count_pair c = sum_of(plan, results, n);
    samples[0][n] = c.multiplications, samples[1][n] = c.additions;
  }
  return ulna_polynomial_fit_long(samples[0], &p[0]) && ulna_polynomial_fit_long(samples[1], &p[1]);
}

/* The last n up to which a(n) < b(n); from n = 4 on, where every count's formula holds. */
static long last_cheaper(polynomial a, polynomial b)
{
  enum { FIRST = 4, FAR = 1000 };
  long n = FIRST;
  while (n <= FAR && ulna_polynomial_at(a, n) < ulna_polynomial_at(b, n)) n++;
  return n == FIRST ? 0 : n - 1;
}

/* What stands beside row i; rows before it are filled. False where nothing does. */
static bool beside_row(const table_plan *table, int i, const run_counts results[],
                       polynomial counted[LONGEST_TABLE][2])
{
  const row_plan *plan = &table->rows[i];
  if (plan->what == NOTHING) return false;
  if (plan->what == COUNTS) return formulas(plan, results, counted[i]);
  for (int k = 0; k < 2; k++) {
    const polynomial of_printed = table->rows[plan->of].printed[k],
                     against_printed = table->rows[plan->against].printed[k];
    long value = 0;
    switch (plan->what) {
    case VALUE_OF_COUNTED: value = ulna_polynomial_at(counted[plan->of][k], 6); break;
    case VALUE_OF_PRINTED: value = ulna_polynomial_at(of_printed, 6); break;
    case LAST_CHEAPER: value = last_cheaper(counted[plan->of][k], counted[plan->against][k]); break;
    default: value = last_cheaper(of_printed, against_printed); break;
    }
    counted[i][k] = (polynomial)LINE(0, value);
  }
  return true;
}

static void fill(const table_plan *table, const run_counts results[], ulna_paper_row rows[])
{
  static const char *const names[2] = {"M", "A"};
  polynomial counted[LONGEST_TABLE][2];
  memset(counted, 0, sizeof counted);
  for (int i = 0; i < table->row_count; i++) {
    const row_plan *plan = &table->rows[i];
    ulna_paper_row *row = &rows[i];
    memset(row, 0, sizeof *row);
    snprintf(row->item, sizeof row->item, "%s", plan->item);
    row->note = plan->note;
    const bool has_count = beside_row(table, i, results, counted);
    for (int k = 0; k < 2; k++) {
      if (plan->has_printed)
        ulna_polynomial_print(plan->printed[k], false, row->printed[k], sizeof row->printed[k]);
      if (has_count) ulna_polynomial_print(counted[i][k], false, row->counted[k], sizeof row->counted[k]);
    }
    if (has_count && plan->has_printed)
      ulna_polynomial_verdict(plan->printed, (const polynomial *)counted[i], names, row->verdict,
                              sizeof row->verdict);
  }
}

ulna_status ulna_control_tables_create(const ulna_allocator *allocator, ulna_papers **papers)
{
  ULNA_ASSERT(papers);
  const ulna_allocator with = allocator_or_standard(allocator);
  int row_count = 0;
  for (int t = 0; t < TABLES; t++) row_count += tables[t].row_count;
  const size_t size = RUNS * sizeof(run_counts);
  run_counts *results = ulna_allocate(&with, size);
  if (!results) return ULNA_OUT_OF_MEMORY;
  ulna_papers *p = NULL;
  ulna_status status = count_all(&with, results);
  if (status == ULNA_OK && !(p = ulna_papers_allocate(&with, TABLES, row_count))) status = ULNA_OUT_OF_MEMORY;
  if (status == ULNA_OK) {
    ulna_paper_row *next = p->rows;
    for (int t = 0; t < TABLES; t++) {
      const table_plan *plan = &tables[t];
      p->table[t] = (ulna_paper_table){"Mudge",      plan->title,     {"multiplications", "additions"},
                                       plan->charge, plan->row_count, next};
      fill(plan, results, next);
      next += plan->row_count;
    }
    *papers = p;
  }
  ulna_release(&with, results, size);
  return status;
}
