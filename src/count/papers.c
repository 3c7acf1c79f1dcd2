/* The one table engine: rows of the plans, with what the tally counts beside what is printed. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "count/tables.h"

struct ulna_papers {
  ulna_allocator allocator;
  size_t size;
  ulna_paper_table *table;
};

count_result *ulna_table_results(const ulna_allocator *allocator, size_t *size)
{
  *size = (size_t)ulna_run_count * COUNT_LONGEST * sizeof(count_result);
  count_result *results = ulna_allocate(allocator, *size);
  if (results) memset(results, 0, *size);
  return results;
}

ulna_status ulna_table_count_for(const row_plan *plan, const ulna_allocator *allocator, count_result *results)
{
  ulna_status status = ULNA_OK;
  for (const count_term *t = plan->terms; t->run && status == ULNA_OK; t++) {
    count_result *of = &results[t->run * COUNT_LONGEST];
    if (of->total.multiplications == 0) status = ulna_count_lengths(&ulna_runs[t->run], allocator, of);
  }
  if (status == ULNA_OK && plan->of) status = ulna_table_count_for(plan->of, allocator, results);
  if (status == ULNA_OK && plan->against) status = ulna_table_count_for(plan->against, allocator, results);
  return status;
}

static ulna_operations times(ulna_operations c, int n)
{
  return (ulna_operations){n * c.multiplications, n * c.additions};
}

/* What a row counts on an arm of n joints. */
static ulna_operations quantity(const row_plan *plan, const count_result *results, int n)
{
  const count_term *t = plan->terms;
  const count_result *r = &results[t->run * COUNT_LONGEST + n - 1];
  if (plan->what == VISITS) return (ulna_operations){r->visits[t->first], r->visits[t->last]};
  if (plan->what == SCHEDULE) return r->schedule;
  if (plan->what == OUTWARD_TIMES_N) return times(r->outward, n);
  if (plan->what == INWARD_TIMES_N) return times(r->inward, n);
  ulna_operations sum = {0, 0};
  for (; t->run; t++) {
    r = &results[t->run * COUNT_LONGEST + n - 1];
    const int first = t->first ? t->first : 1, last = t->first ? t->last : COUNT_ROWS - 1;  // 0: given
    for (int row = first; row <= last; row++) {
      sum.multiplications += r->row[row].multiplications;
      sum.additions += r->row[row].additions;
    }
  }
  return sum;
}

static bool formulas(const row_plan *plan, const count_result *results, polynomial p[2])
{
  long samples[2][COUNT_LONGEST + 1];  // [n]
  for (int n = 1; n <= COUNT_LONGEST; n++) {
    const ulna_operations c = quantity(plan, results, n);
    samples[0][n] = c.multiplications, samples[1][n] = c.additions;
  }
  for (int k = 0; k < 2; k++) {
    if (!ulna_polynomial_fit(samples[k], &p[k])) return false;
    if (plan->what == LINK) p[k] = (polynomial)LINE(0, p[k].c[1] / 6);
  }
  return true;
}

bool ulna_table_counted(const row_plan *plan, const count_result *results, polynomial counted[2])
{
  polynomial of[2], against[2];
  memset(counted, 0, 2 * sizeof counted[0]);
  if (plan->what == NOTHING) return false;
  if (plan->what < COUNTED_AT_SIX) return formulas(plan, results, counted);
  const bool by_print = plan->what == PRINTED_AT_SIX || plan->what == LAST_CHEAPER_PRINTED;
  if (by_print && !plan->of) return false;
  if (by_print) memcpy(of, plan->of->printed, sizeof of);
  else if (!ulna_table_counted(plan->of, results, of)) return false;
  if (by_print && plan->against) memcpy(against, plan->against->printed, sizeof against);
  else if (plan->against && !ulna_table_counted(plan->against, results, against)) return false;
  for (int k = 0; k < 2; k++) {
    long value = 0;
    if (plan->what == COUNTED_AT_SIX || plan->what == PRINTED_AT_SIX) value = ulna_polynomial_at(of[k], 6);
    else if (plan->what == FIRST_CHEAPER) value = ulna_polynomial_first_below(of[k], against[k]);
    else value = ulna_polynomial_last_below(of[k], against[k]);
    counted[k] = (polynomial)LINE(0, value);
  }
  return true;
}

void ulna_table_row(const row_plan *plan, const count_result *results, ulna_paper_row *row)
{
  static const char *const operations[2] = {"M", "A"}, *const steps[2] = {"kinematic", "dynamic"};
  polynomial counted[2];
  memset(row, 0, sizeof *row);
  snprintf(row->item, sizeof row->item, "%s", plan->item);
  row->note = plan->note ? plan->note : "";
  const bool has_count = ulna_table_counted(plan, results, counted);
  for (int k = 0; k < 2; k++) {
    if (plan->has_printed)
      ulna_polynomial_print(plan->printed[k], false, row->printed[k], sizeof row->printed[k]);
    if (has_count) ulna_polynomial_print(counted[k], false, row->counted[k], sizeof row->counted[k]);
  }
  if (has_count && plan->has_printed)
    ulna_polynomial_verdict(plan->printed, counted, plan->what == VISITS ? steps : operations, row->verdict,
                            sizeof row->verdict);
}

/* All rows of all tables, into `rows`. */
static ulna_status fill(const ulna_allocator *with, ulna_papers *p, ulna_paper_row *rows)
{
  size_t size;
  count_result *results = ulna_table_results(with, &size);
  ulna_status status = results ? ULNA_OK : ULNA_OUT_OF_MEMORY;
  for (int t = 0; t < ulna_table_count; t++) {
    const table_plan *plan = &ulna_table_plans[t];
    p->table[t] = (ulna_paper_table){plan->paper,  plan->title,     {plan->columns[0], plan->columns[1]},
                                     plan->charge, plan->row_count, rows};
    for (int r = 0; r < plan->row_count && status == ULNA_OK; r++) {
      status = ulna_table_count_for(&plan->rows[r], with, results);
      if (status == ULNA_OK) ulna_table_row(&plan->rows[r], results, rows++);
    }
  }
  if (results) ulna_release(with, results, size);
  return status;
}

ulna_status ulna_papers_create(const ulna_allocator *allocator, ulna_papers **papers)
{
  ULNA_ASSERT(papers);
  const ulna_allocator with = allocator_or_standard(allocator);
  size_t rows = 0;
  for (int t = 0; t < ulna_table_count; t++) rows += (size_t)ulna_table_plans[t].row_count;
  const size_t tables_size = (size_t)ulna_table_count * sizeof(ulna_paper_table);
  const size_t size = sizeof(ulna_papers) + tables_size + rows * sizeof(ulna_paper_row);
  unsigned char *memory = ulna_allocate(&with, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  ulna_papers *p = (ulna_papers *)(void *)memory;
  *p = (ulna_papers){with, size, (ulna_paper_table *)(void *)(memory + sizeof(ulna_papers))};
  const ulna_status status =
      fill(&with, p, (ulna_paper_row *)(void *)(memory + sizeof(ulna_papers) + tables_size));
  if (status == ULNA_OK) *papers = p;
  else ulna_papers_destroy(p);
  return status;
}

void ulna_papers_destroy(ulna_papers *papers)
{
  if (!papers) return;
  const ulna_allocator with = papers->allocator;
  ulna_release(&with, papers, papers->size);
}

const ulna_paper_table *ulna_papers_table(const ulna_papers *papers, int table)
{
  ULNA_ASSERT(papers);
  return table >= 0 && table < ulna_table_count ? &papers->table[table] : NULL;
}

int ulna_papers_count(const ulna_papers *papers)
{
  ULNA_ASSERT(papers);
  return ulna_table_count;
}
