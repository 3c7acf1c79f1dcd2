/* The plan of a table: what a paper prints, row by row, and which count stands beside it. */
#ifndef ULNA_COUNT_TABLES_H
#define ULNA_COUNT_TABLES_H

#include "count/compare.h"
#include "count/counts.h"
#include "count/polynomial.h"

/* What stands beside a printed row. A link's share is the part of a count that grows with n. */
typedef enum {
  NOTHING,
  COUNTS,                // of the terms, summed
  LINK,                  // a link's share of that
  VISITS,                // how often rows `first` and `last` of the term were entered
  SCHEDULE,              // of the term's run, as the next two
  OUTWARD_TIMES_N,       // what a link adds to it going outward, times n
  INWARD_TIMES_N,        // and going inward
  COUNTED_AT_SIX,        // what is counted beside row `of`, at n = 6
  PRINTED_AT_SIX,        // what is printed there, at n = 6
  LAST_CHEAPER,          // last n up to which row `of` counts less than row `against`; 0: none
  LAST_CHEAPER_PRINTED,  // the same by what is printed
  FIRST_CHEAPER          // first n from which row `of` counts less than row `against` for good
} beside;

/* Rows first…last of a run (an index of ulna_runs); first 0: all of it. A run of 0 ends the list. */
typedef struct {
  int run, first, last;
} count_term;

typedef struct row_plan {
  const char *item;
  polynomial printed[2];
  bool has_printed;
  beside what;
  count_term terms[6];
  const struct row_plan *of, *against;
  const char *note;  // NULL: none
} row_plan;

typedef struct {
  const char *paper, *title, *columns[2], *charge;
  const row_plan *rows;
  int row_count;
} table_plan;

extern const count_run ulna_runs[];  // from 1
extern const int ulna_run_count;
extern const table_plan ulna_table_plans[];
extern const int ulna_table_count;

/* Each method of inverse dynamics, then the default: its total, how its paper charges a change of frame, and where the total
 * is printed (empty: nowhere). */
typedef struct {
  const row_plan *row;
  const char *charge, *paper;
} method_plan;
extern const method_plan ulna_method_plans[ULNA_COMPARISON_COUNT];

/* Both columns of what is counted for a row; all zero and false where nothing is, or no cubic fits. `results` has what the
 * runs counted, COUNT_LONGEST for each index of ulna_runs. */
bool ulna_table_counted(const row_plan *plan, const count_result *results, polynomial counted[2]);

/* The row in words. */
void ulna_table_row(const row_plan *plan, const count_result *results, ulna_paper_row *row);

/* Counts what the row needs, beside what `results` has already (a run whose first total is 0 is not there yet). */
ulna_status ulna_table_count_for(const row_plan *plan, const ulna_allocator *allocator,
                                 count_result *results) ULNA_MUST_CHECK;

/* Room for all of them, all zero; NULL if there is no memory. Freed with ulna_release and the same size. */
count_result *ulna_table_results(const ulna_allocator *allocator, size_t *size);

#endif
