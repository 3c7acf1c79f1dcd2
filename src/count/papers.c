/* The papers' operation tables, row by row, with what the tally counts beside them. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "count/compare.h"
#include "count/compare_forward.h"
#include "count/generic_arm.h"
#include "count/papers.h"
#include "count/papers_tables.h"
#include "count/polynomial.h"

typedef struct {
  count_result of[GENERIC_LONGEST];  // n = 1…
} run_counts;

/* Forward dynamics: the polynomials of its counts, and where the recursion begins to pay. */
typedef struct {
  polynomial of[FORWARD_RUNS][2];
  bool fits[FORWARD_RUNS];
  ulna_forward_crossover crossover;
} forward_counts;

enum { CHECKED = POLYNOMIAL_LONG };

static ulna_status count_forward(const ulna_allocator *allocator, forward_counts *out)
{
  int lengths[CHECKED];
  ulna_forward_length row[CHECKED];
  for (int k = 0; k < CHECKED; k++) lengths[k] = k + 1;
  const ulna_status status = ulna_compare_forward_lengths(lengths, CHECKED, 0, allocator, row);
  if (status != ULNA_OK) return status;
  long samples[FORWARD_RUNS][2][CHECKED + 1];
  for (int n = 1; n <= CHECKED; n++) {
    const ulna_forward_length *r = &row[n - 1];
    const ulna_forward_operations of[FORWARD_RUNS] = {[FORWARD_ARTICULATED_ALL] = r->articulated,
                                                      [FORWARD_ARTICULATED_GIVEN] = r->articulated_given,
                                                      [FORWARD_SAHA_ALL] = r->saha,
                                                      [FORWARD_SAHA_GIVEN] = r->saha_given,
                                                      [FORWARD_COMPOSITE_ALL] = r->composite,
                                                      [FORWARD_COMPOSITE_GIVEN] = r->composite_given};
    for (int k = 0; k < FORWARD_RUNS; k++)
      samples[k][0][n] = of[k].multiplications, samples[k][1][n] = of[k].additions;
  }
  for (int k = 0; k < FORWARD_RUNS; k++)
    out->fits[k] = ulna_polynomial_fit_long(samples[k][0], &out->of[k][0]) &&
                   ulna_polynomial_fit_long(samples[k][1], &out->of[k][1]);
  return ulna_compare_forward_crossover(allocator, &out->crossover);
}

static bool counted_forward(const row_plan *plan, const forward_counts *forward, polynomial p[2])
{
  for (int k = 0; k < 2; k++) {
    const int *crossover = plan->run == 0 ? forward->crossover.with_bias : forward->crossover.given;
    p[k] = plan->what == FORWARD ? forward->of[plan->run][k] : (polynomial)LINE(0, crossover[k]);
  }
  return plan->what == CROSSOVER || forward->fits[plan->run];
}

static count_pair quantity(const row_plan *plan, const count_result *r)
{
  if (plan->what == TOTAL) return r->total;
  if (plan->what == SCHEDULE) return r->schedule;
  if (plan->what == VISITS) return (count_pair){r->visits[plan->row[0]], r->visits[plan->row[1]]};
  count_pair sum = {0, 0};
  for (size_t k = 0; k < sizeof plan->row / sizeof plan->row[0] && plan->row[k]; k++) {
    sum.multiplications += r->row[plan->row[k]].multiplications;
    sum.additions += r->row[plan->row[k]].additions;
  }
  return sum;
}

/* What stands beside a printed row, both columns; false where nothing does. */
static bool counted(const row_plan *plan, const run_counts results[], polynomial p[2])
{
  if (plan->what == NOTHING) return false;
  if (plan->what == VALUE) {
    for (int k = 0; k < 2; k++)
      p[k] = (polynomial)LINE(0, ulna_polynomial_at(angeles_3[plan->run].printed[k], 6));
    return true;
  }
  long samples[2][POLYNOMIAL_SAMPLES];
  for (int n = 0; n < POLYNOMIAL_SAMPLES; n++) {
    const count_pair c = quantity(plan, &results[plan->run].of[n]);
    samples[0][n] = c.multiplications, samples[1][n] = c.additions;
  }
  for (int k = 0; k < 2; k++) {
    if (!ulna_polynomial_fit(samples[k], &p[k])) return false;
    const long share = p[k].c[1] / 6;
    if (plan->what == LINK) p[k] = (polynomial)LINE(0, share);
    if (plan->what == LINK_TIMES_N) p[k] = (polynomial)LINE(share, 0);
  }
  return true;
}

static void fill(const row_plan *plan, const run_counts results[], const forward_counts *forward,
                 ulna_paper_row *row)
{
  static const char *const operations[2] = {"M", "A"}, *const steps[2] = {"kinematic", "dynamic"};
  polynomial count[2];
  memset(row, 0, sizeof *row);
  snprintf(row->item, sizeof row->item, "%s", plan->item);
  row->note = plan->note;
  const bool has_count = plan->what == FORWARD || plan->what == CROSSOVER
                             ? counted_forward(plan, forward, count)
                             : counted(plan, results, count);
  for (int k = 0; k < 2; k++) {
    if (plan->has_printed)
      ulna_polynomial_print(plan->printed[k], false, row->printed[k], sizeof row->printed[k]);
    if (has_count) ulna_polynomial_print(count[k], false, row->counted[k], sizeof row->counted[k]);
  }
  if (has_count && plan->has_printed)
    ulna_polynomial_verdict(plan->printed, count, plan->what == VISITS ? steps : operations, row->verdict,
                            sizeof row->verdict);
}

ulna_papers *ulna_papers_allocate(const ulna_allocator *with, int table_count, int row_count)
{
  const size_t tables_size = (size_t)table_count * sizeof(ulna_paper_table);
  const size_t size = sizeof(ulna_papers) + tables_size + (size_t)row_count * sizeof(ulna_paper_row);
  unsigned char *memory = ulna_allocate(with, size);
  if (!memory) return NULL;
  ulna_papers *p = (ulna_papers *)(void *)memory;
  p->allocator = *with, p->size = size, p->table_count = table_count;
  p->table = (ulna_paper_table *)(void *)(memory + sizeof(ulna_papers));
  p->rows = (ulna_paper_row *)(void *)(memory + sizeof(ulna_papers) + tables_size);
  return p;
}

ulna_status ulna_papers_create(const ulna_allocator *allocator, ulna_papers **papers)
{
  ULNA_ASSERT(papers);
  const ulna_allocator with = allocator_or_standard(allocator);
  int row_count = 0;
  for (int t = 0; t < TABLES; t++) row_count += tables[t].row_count;
  const size_t results_size = RUNS * sizeof(run_counts);
  ulna_papers *p = ulna_papers_allocate(&with, TABLES, row_count);
  run_counts *results = ulna_allocate(&with, results_size);
  ulna_status status = p && results ? ULNA_OK : ULNA_OUT_OF_MEMORY;
  for (int run = 0; run < RUNS && status == ULNA_OK; run++)
    status = ulna_count_lengths(&runs[run], &with, results[run].of);
  forward_counts forward;
  if (status == ULNA_OK) status = count_forward(allocator, &forward);
  if (status == ULNA_OK) {
    ulna_paper_row *next = p->rows;
    for (int t = 0; t < TABLES; t++) {
      const table_plan *plan = &tables[t];
      p->table[t] = (ulna_paper_table){plan->paper,  plan->title,     {plan->columns[0], plan->columns[1]},
                                       plan->charge, plan->row_count, next};
      for (int r = 0; r < plan->row_count; r++) fill(&plan->rows[r], results, &forward, next++);
    }
    *papers = p;
  } else {
    ulna_papers_destroy(p);
  }
  if (results) ulna_release(&with, results, results_size);
  return status;
}

void ulna_papers_destroy(ulna_papers *papers)
{
  if (!papers) return;
  const ulna_allocator with = papers->allocator;
  ulna_release(&with, papers, papers->size);
}

int ulna_papers_count(const ulna_papers *papers)
{
  ULNA_ASSERT(papers);
  return papers->table_count;
}

const ulna_paper_table *ulna_papers_table(const ulna_papers *papers, int table)
{
  ULNA_ASSERT(papers);
  return table >= 0 && table < papers->table_count ? &papers->table[table] : NULL;
}
