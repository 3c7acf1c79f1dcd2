/* The formulations compared: do they agree, how many operations do they take, how long; and the operation tables of
 * the papers, with what is counted here beside what is printed there.
 *
 * Operations are counted by running the same kernels on numbers that count (no formula is involved). Rules:
 *   - × and ÷ are multiplications (M), + and − additions (A); sign changes, copies and sines are free;
 *   - what is zero by construction costs nothing: nothing is counted after the last link, whose hand is empty, nor,
 *     where the base is known to be at rest, for its motion; the papers do not use that and charge the first link
 *     like the others, and so do the counts set beside theirs;
 *   - constants of a link (r + com, ½Tr(I)E − I, …) are given;
 *   - a change of frame is charged 9M + 6A, a product with a full matrix, as [Turney80] does, or 8M + 4A, two plane
 *     rotations, as [Angeles] does.
 * Nothing here is real-time. */
#ifndef ULNA_COUNT_COMPARE_H
#define ULNA_COUNT_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "ulna/inverse_dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  long multiplications, additions;
} ulna_operations;

/* One formulation on one robot. Formulas are in n, "112n-24"; empty where there is none. */
typedef struct {
  const char *name; /* ulna_method_name, or "default" for ulna_inverse_dynamics */

  /* Largest difference of any torque from any other formulation's, relative to the largest torque of the state. */
  double disagreement;

  /* Of an arm of n revolute joints none of whose numbers is zero, charged as its paper does. */
  ulna_operations counted, printed; /* printed: the paper's total at this n, all 0 where it has none */
  char counted_formula[2][48], printed_formula[2][48];
  char verdict[96];   /* "confirmed", or counted minus printed; empty without a printed formula */
  const char *charge; /* of a change of frame: "9M+6A" or "8M+4A" */
  const char *paper;  /* where it is printed; empty where it is not */

  /* Of this robot: its joints, base at rest, exact zeros of its parameters left out, 8M + 4A. */
  ulna_operations robot;

  double nanoseconds; /* a call, sines included; NaN if not timed */
} ulna_comparison;

enum { ULNA_COMPARISON_COUNT = ULNA_METHOD_COUNT + 1 };

typedef struct {
  int states; /* random states, half of them with a moving base and a wrench in the hand; at least 1 */
  uint64_t seed;
  double seconds; /* spent timing each formulation; 0: not timed */
} ulna_compare_options;

ulna_compare_options ulna_compare_options_default(void); /* 100 states, 0.05 s */

/* Fills rows[0…ULNA_COMPARISON_COUNT-1]: the methods in their order, then the default. options may be NULL.
 * ULNA_INVALID_ARGUMENT if states < 1 or seconds is negative or not finite; rows untouched on failure. */
ulna_status ulna_compare(const ulna_model *model, const ulna_compare_options *options,
                         const ulna_allocator *allocator,
                         ulna_comparison rows[ULNA_COMPARISON_COUNT]) ULNA_MUST_CHECK;

/* A random chain of n joints (1…1000), about a third of them prismatic, full inertia tensors. The same for the same
 * n and seed. ULNA_INVALID_ARGUMENT for other n. */
ulna_status ulna_random_chain(int n, uint64_t seed, const ulna_allocator *allocator,
                              ulna_model **model) ULNA_MUST_CHECK;

/* A row of a printed table. printed and counted: the table's two columns, as formulas in n or numbers; empty where
 * there is nothing. verdict: "confirmed", the difference counted minus printed, or empty. */
typedef struct {
  char item[64];
  char printed[2][48], counted[2][48];
  char verdict[96];
  const char *note; /* may be empty */
} ulna_paper_row;

typedef struct {
  const char *paper; /* "Turney80", "Angeles" */
  const char *title; /* "Table 3. Breakdown of Newton–Euler terms" */
  const char *columns[2];
  const char *charge; /* of a change of frame; may be empty */
  int row_count;
  const ulna_paper_row *rows;
} ulna_paper_table;

typedef struct ulna_papers ulna_papers;

/* Counts everything and lays it out, table by table. */
ulna_status ulna_papers_create(const ulna_allocator *allocator, ulna_papers **papers) ULNA_MUST_CHECK;
void ulna_papers_destroy(ulna_papers *papers); /* NULL is allowed */
int ulna_papers_count(const ulna_papers *papers);
const ulna_paper_table *ulna_papers_table(const ulna_papers *papers, int table); /* from 0; NULL beyond */

#ifdef __cplusplus
}
#endif
#endif
