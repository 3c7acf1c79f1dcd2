/* [Mudge]'s tables as printed, and which counts stand beside each row. Included by control_tables.c alone. */
#ifndef ULNA_COUNT_CONTROL_TABLES_H
#define ULNA_COUNT_CONTROL_TABLES_H

#include "count/control.h"
#include "count/polynomial.h"

#define REAL_F64  // for the kernels' row numbers
#include "kernel/fine_motion.h"

/* The runs that are counted. Those of the paper: 9M + 6A a change of frame, diagonal tensors, the first link charged like
 * the others. Those of today: 8M + 4A, full tensors, base at rest. */
enum {
  UNIFIED,
  FINE,
  FINE_GRAVITY,
  PSEUDO_FORCE,
  GRAVITY,
  MODIFIED,
  UNIFIED_TODAY,
  JACOBIAN_TODAY,
  DEFAULT_TODAY,
  RUNS,
  NO_RUN = -1
};

typedef struct {
  bool of_control;
  control_task stage;  // of_control
  count_task task;     // else
  ulna_method method;
  count_rules rules;
} control_run;

static const control_run runs[RUNS] = {
    [UNIFIED] = {.of_control = true,
                 .stage = CONTROL_UNIFIED,
                 .rules = {.full_matrix_rotations = true, .diagonal_inertia = true}},
    [FINE] = {.of_control = true,
              .stage = CONTROL_FINE,
              .rules = {.full_matrix_rotations = true, .diagonal_inertia = true, .hand_loaded = true}},
    [FINE_GRAVITY] = {.of_control = true,
                      .stage = CONTROL_FINE_GRAVITY,
                      .rules = {.full_matrix_rotations = true, .diagonal_inertia = true}},
    [PSEUDO_FORCE] = {.of_control = true,
                      .stage = CONTROL_PSEUDO_FORCE,
                      .rules = {.full_matrix_rotations = true, .hand_loaded = true}},
    [GRAVITY] = {.task = COUNT_GRAVITY,
                 .method = ULNA_NEWTON_EULER,
                 .rules = {.full_matrix_rotations = true}},
    [MODIFIED] = {.task = COUNT_INVERSE_DYNAMICS,
                  .method = ULNA_MODIFIED_NEWTON_EULER,
                  .rules = {.full_matrix_rotations = true, .diagonal_inertia = true}},
    [UNIFIED_TODAY] = {.of_control = true, .stage = CONTROL_UNIFIED, .rules = {.base_at_rest = true}},
    [JACOBIAN_TODAY] = {.of_control = true, .stage = CONTROL_JACOBIAN, .rules = {.base_at_rest = true}},
    [DEFAULT_TODAY] = {.task = COUNT_DEFAULT, .method = ULNA_NEWTON_EULER, .rules = {.base_at_rest = true}},
};

/* What stands beside a printed row. `of` and `against` are rows of the same table, from 0. */
typedef enum {
  NOTHING,
  COUNTS,            // of runs, summed
  VALUE_OF_COUNTED,  // the counted formula of row `of`, at n = 6
  VALUE_OF_PRINTED,  // the printed one
  LAST_CHEAPER,  // the last n up to which the counts of row `of` are below those of row `against`; 0: none
  LAST_CHEAPER_PRINTED  // the same by what is printed
} beside;

/* Rows first…last of a run; 0: all of it. */
typedef struct {
  int run, first, last;
} counts_of;

typedef struct {
  const char *item;
  polynomial printed[2];
  bool has_printed;
  beside what;
  counts_of counts[6];
  int count_terms, of, against;
  const char *note;
} row_plan;

#define PRINTED(m, a)   .printed = {m, a}, .has_printed = true
#define ROW(run, row)   .what = COUNTS, .counts = {{run, row, row}}, .count_terms = 1
#define ALL(run)        .what = COUNTS, .counts = {{run, 0, 0}}, .count_terms = 1
#define NO_NEED         .what = COUNTS, .count_terms = 0  // nothing is left of it
#define SUM(terms, ...) .what = COUNTS, .counts = {__VA_ARGS__}, .count_terms = (terms)
#define RESOLVED_ALL(run)                                                                                    \
  {                                                                                                          \
    run, RESOLVED_hand, RESOLVED_difference                                                                  \
  }
#define GROSS_ALL(run)                                                                                       \
  {                                                                                                          \
    run, GROSS_adjusted, GROSS_gravity                                                                       \
  }
#define D_OF(run)                                                                                            \
  {                                                                                                          \
    run, RESOLVED_wd_lin, RESOLVED_a_lin                                                                     \
  }

static const row_plan mudge_1[] = {
    {"ac_n, converted to hand frame", PRINTED(LINE(18, 0), LINE(12, 0)), ROW(UNIFIED, RESOLVED_hand),
     .note = ""},
    {"ω_i", PRINTED(LINE(9, 0), LINE(7, 0)), ROW(UNIFIED, RESOLVED_w), .note = ""},
    {"α_i^nonlin", PRINTED(LINE(11, 0), LINE(8, 0)), ROW(UNIFIED, RESOLVED_wd), .note = ""},
    {"A_i^nonlin", PRINTED(LINE(6, 0), LINE(9, 0)), ROW(UNIFIED, RESOLVED_A), .note = ""},
    {"A_i r_i + R a_{i-1}", PRINTED(LINE(18, 0), LINE(15, 0)), ROW(UNIFIED, RESOLVED_a), .note = ""},
    {"subtotal for ac_n^nonlin", PRINTED(LINE(44, 0), LINE(39, 0)), SUM(1, {UNIFIED, RESOLVED_w, RESOLVED_a}),
     .note = ""},
    {"α_i^lin", PRINTED(CUBIC(0, 27, 27, 0), CUBIC(0, 21, 21, 0)), ROW(UNIFIED, RESOLVED_wd_lin), .note = ""},
    {"α_i^lin × r_i", PRINTED(CUBIC(0, 18, 18, 0), CUBIC(0, 9, 9, 0)), ROW(UNIFIED, RESOLVED_wd_lin_r),
     .note = ""},
    {"α_i^lin × r_i + R a_{i-1}", PRINTED(CUBIC(0, 27, 27, 0), CUBIC(0, 27, 27, 0)),
     ROW(UNIFIED, RESOLVED_a_lin), .note = "the row above is not in it"},
    {"subtotal for D", PRINTED(CUBIC(0, 72, 72, 0), CUBIC(0, 57, 57, 0)), SUM(1, D_OF(UNIFIED)), .note = ""},
    {"forward solving", PRINTED(CUBIC(2, 3, -5, 0), CUBIC(2, 0, -2, 0)), ROW(UNIFIED, RESOLVED_forward),
     .note = "n equations in n unknowns"},
    {"back solving", PRINTED(CUBIC(0, 3, 3, 0), CUBIC(0, 3, -3, 0)), ROW(UNIFIED, RESOLVED_back), .note = ""},
    {"ac_n - ac_n^nonlin", ROW(UNIFIED, RESOLVED_difference), .note = "not in print"},
    {"total", PRINTED(CUBIC(2, 78, 442, 0), CUBIC(2, 60, 358, 0)), SUM(1, RESOLVED_ALL(UNIFIED)),
     .note = "the subtraction"},
    {"in the text: n = 6", PRINTED(LINE(0, 982), LINE(0, 790)), .what = VALUE_OF_COUNTED, .of = 13,
     .note = ""},
};

static const row_plan mudge_2[] = {
    {"qdd_d^adj", PRINTED(LINE(2, 0), LINE(4, 0)), ROW(UNIFIED, GROSS_adjusted), .note = ""},
    {"ω_i, α_i, A_i, a_i", PRINTED(CUBIC(0, 18, 18, 0), CUBIC(0, 18, 54, 0)), ROW(UNIFIED, GROSS_motion),
     .note = "A_i needs α_i^lin alone, whose first term is not added to anything"},
    {"m_i ā_i", PRINTED(LINE(12, 0), LINE(9, 0)), ROW(UNIFIED, GROSS_F), .note = ""},
    {"f_i", PRINTED(LINE(9, -9), LINE(9, -9)), ROW(UNIFIED, GROSS_f), .note = ""},
    {"Tr{A_i K_i Qᵗ}", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(UNIFIED, GROSS_moment), .note = ""},
    {"m(r_i + r̄_i) × ā_i", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(UNIFIED, GROSS_com_force), .note = ""},
    {"r_i × R f_{i+1}", PRINTED(LINE(15, 0), LINE(9, 0)), ROW(UNIFIED, GROSS_r_f),
     .note = "print charges R f_{i+1} twice; only n-1 times"},
    {"R n_{i+1}", PRINTED(LINE(9, 0), LINE(6, 0)), ROW(UNIFIED, GROSS_n_up), .note = "only n-1 times"},
    {"add n parts", PRINTED(LINE(0, 0), LINE(15, 0)), ROW(UNIFIED, GROSS_add_n),
     .note = "four terms are three sums"},
    {"friction", PRINTED(LINE(2, 0), LINE(2, 0)), ROW(UNIFIED, GROSS_friction), .note = ""},
    {"f_normal", ROW(UNIFIED, GROSS_normal),
     .note = "not in print; and a root. R f_i is there but for joint 1: 2M, 1A more"},
    {"τ_i", ROW(UNIFIED, GROSS_tau), .note = "not in print"},
    {"gravity added to ac_n", ROW(UNIFIED, GROSS_gravity), .note = "not in print; so that it is in a_i"},
    {"total", PRINTED(CUBIC(0, 18, 384, -54), CUBIC(0, 18, 414, -54)), SUM(1, GROSS_ALL(UNIFIED)),
     .note = "without gravity and joint 1's normal force 3n²+59n-24, 3n²+56n-24"},
    {"in the text: n = 6", PRINTED(LINE(0, 483), LINE(0, 513)), .what = VALUE_OF_COUNTED, .of = 13,
     .note = ""},
};

static const row_plan mudge_3[] = {
    {"twist, converted to hand frame", ROW(FINE, RESOLVED_hand), .note = "not in print"},
    {"ω_i", PRINTED(LINE(9, 0), LINE(7, 0)), NO_NEED, .note = "no Coriolis terms, so it is not needed"},
    {"α_i^grav · ζ", PRINTED(LINE(9, 0), LINE(8, 0)), NO_NEED, .note = "gravity turns nothing"},
    {"A_i", PRINTED(LINE(6, 0), LINE(3, 0)), NO_NEED, .note = "no Coriolis terms"},
    {"A_i · ζ", PRINTED(LINE(0, 0), LINE(6, 0)), NO_NEED, .note = "the same"},
    {"D matrix", PRINTED(CUBIC(0, 72, 72, 0), CUBIC(0, 57, 57, 0)), SUM(1, D_OF(FINE)), .note = ""},
    {"forward solving", PRINTED(CUBIC(2, 3, -5, 0), CUBIC(2, 0, -2, 0)), ROW(FINE, RESOLVED_forward),
     .note = ""},
    {"back solving", PRINTED(CUBIC(0, 3, 3, 0), CUBIC(0, 3, -3, 0)), ROW(FINE, RESOLVED_back), .note = ""},
    {"a_i^grav · ζ", PRINTED(CUBIC(0, 9, 9, 0), CUBIC(0, 3, 3, 0)), ROW(FINE_GRAVITY, FINE_a),
     .note = "R a_{i-1}, one change of frame a link"},
    {"m ā_i^grav · ζ", PRINTED(LINE(12, 0), LINE(9, 0)), ROW(FINE_GRAVITY, FINE_F), .note = "at rest ā is a"},
    {"f_i", PRINTED(LINE(9, -9), LINE(9, -9)), ROW(FINE, FINE_f), .note = "the hand pushes"},
    {"Tr{A_i K_i Qᵗ}", PRINTED(LINE(6, 0), LINE(3, 0)), NO_NEED, .note = "no Coriolis terms"},
    {"m(r_i + r̄_i) × ā_i^grav · ζ", PRINTED(LINE(6, 0), LINE(3, 0)), ROW(FINE_GRAVITY, FINE_com_force),
     .note = ""},
    {"n_i", PRINTED(LINE(15, 0), LINE(24, 0)), SUM(1, {FINE, FINE_r_f, FINE_add_n}), .note = ""},
    {"friction", PRINTED(LINE(2, 0), LINE(2, 0)), ROW(FINE, FINE_friction), .note = ""},
    {"f_normal", ROW(FINE, FINE_normal), .note = "not in print"},
    {"τ_i", ROW(FINE, FINE_tau), .note = "not in print"},
    {"total", PRINTED(CUBIC(2, 78, 352, -54), CUBIC(2, 60, 340, -54)), ALL(FINE), .note = "every cycle"},
    {"total · ζ", PRINTED(CUBIC(0, 9, 171, 0), CUBIC(0, 3, 159, 0)), ALL(FINE_GRAVITY),
     .note = "in the cycles that refresh gravity"},
    {"in the text: n = 6", PRINTED(LINE(0, 415), LINE(0, 763)), .what = VALUE_OF_PRINTED, .of = 17,
     .note = "of the printed formula; the text forgets 13n²"},
    {"in the text: n = 6, · ζ", PRINTED(LINE(0, 225), LINE(0, 117)), .what = VALUE_OF_PRINTED, .of = 18,
     .note = "of the printed formula"},
    {"counted at n = 6", .what = VALUE_OF_COUNTED, .of = 17, .note = ""},
    {"counted at n = 6, · ζ", .what = VALUE_OF_COUNTED, .of = 18, .note = ""},
    {"a gravity pass by itself · ζ", ALL(GRAVITY), .note = "torques held instead of forces"},
    {"a pseudo-force pass by itself", ALL(PSEUDO_FORCE), .note = "added to torques that are held"},
};

/* Is it cheaper to take gross motion's kinematics from resolved motion than to compute them again? */
static const row_plan unified_or_separate[] = {
    {"printed: gross motion, unified", PRINTED(CUBIC(0, 18, 384, -54), CUBIC(0, 18, 414, -54)),
     .note = "Table 2"},
    {"printed: gross motion by itself", PRINTED(LINE(103, -9), LINE(99, -9)),
     .note = "Turney80, Table 4: ω 9n, 7n, α 9n, 8n, A 6n, 9n, a 18n, 15n in place of Table 2's second row"},
    {"printed: unified is cheaper up to n =", PRINTED(LINE(0, 12), LINE(0, 12)), .what = LAST_CHEAPER_PRINTED,
     .of = 0, .against = 1, .note = "printed: \"about a dozen joints\"; beside it: by the two rows above"},
    {"counted: gross motion, unified", SUM(1, GROSS_ALL(UNIFIED)), .note = "Table 2, counted"},
    {"counted: gross motion by itself",
     SUM(4, {MODIFIED, 0, 0}, {UNIFIED, GROSS_adjusted, GROSS_adjusted},
         {UNIFIED, GROSS_friction, GROSS_friction}, {UNIFIED, GROSS_normal, GROSS_normal}),
     .note = "modified Newton–Euler, feedback, friction"},
    {"counted: unified is cheaper up to n =", .what = LAST_CHEAPER, .of = 3, .against = 4,
     .note = "additions without gravity's three: 11"},
    {"counted: resolved and gross, unified", SUM(2, RESOLVED_ALL(UNIFIED), GROSS_ALL(UNIFIED)),
     .note = "Tables 1 and 2"},
    {"counted: resolved and gross, separate",
     SUM(5, RESOLVED_ALL(UNIFIED), {MODIFIED, 0, 0}, {UNIFIED, GROSS_adjusted, GROSS_adjusted},
         {UNIFIED, GROSS_friction, GROSS_friction}, {UNIFIED, GROSS_normal, GROSS_normal}),
     .note = "D by strobing"},
};

static const row_plan today[] = {
    {"resolved motion by strobing", SUM(1, RESOLVED_ALL(UNIFIED_TODAY)), .note = "Table 1"},
    {"gross motion from its by-products", SUM(1, GROSS_ALL(UNIFIED_TODAY)), .note = "Table 2"},
    {"resolved motion by the Jacobian", ALL(JACOBIAN_TODAY), .note = "one sweep in base axes"},
    {"gross motion by itself",
     SUM(4, {DEFAULT_TODAY, 0, 0}, {UNIFIED_TODAY, GROSS_adjusted, GROSS_adjusted},
         {UNIFIED_TODAY, GROSS_friction, GROSS_friction}, {UNIFIED_TODAY, GROSS_normal, GROSS_normal}),
     .note = "default inverse dynamics, feedback, friction"},
    {"by-products are cheaper up to n =", .what = LAST_CHEAPER, .of = 1, .against = 3,
     .note = "gross motion alone"},
    {"both, unified", SUM(2, RESOLVED_ALL(UNIFIED_TODAY), GROSS_ALL(UNIFIED_TODAY)), .note = ""},
    {"both, separate",
     SUM(5, {JACOBIAN_TODAY, 0, 0}, {DEFAULT_TODAY, 0, 0}, {UNIFIED_TODAY, GROSS_adjusted, GROSS_adjusted},
         {UNIFIED_TODAY, GROSS_friction, GROSS_friction}, {UNIFIED_TODAY, GROSS_normal, GROSS_normal}),
     .note = "what the library does"},
    {"unified is cheaper up to n =", .what = LAST_CHEAPER, .of = 5, .against = 6, .note = "0: at no n"},
    {"both, unified, n = 6", .what = VALUE_OF_COUNTED, .of = 5, .note = ""},
    {"both, separate, n = 6", .what = VALUE_OF_COUNTED, .of = 6, .note = ""},
};

typedef struct {
  const char *title, *charge;
  const row_plan *rows;
  int row_count;
} table_plan;

#define TABLE(rows) rows, (int)(sizeof(rows) / sizeof(rows)[0])
static const table_plan tables[] = {
    {"Table 1. Complexity analysis for resolved motion", "9M+6A", TABLE(mudge_1)},
    {"Table 2. Complexity analysis for gross motion", "9M+6A", TABLE(mudge_2)},
    {"Table 3. Complexity analysis for complete fine motion", "9M+6A", TABLE(mudge_3)},
    {"Conclusion. Unified against separate computation", "9M+6A", TABLE(unified_or_separate)},
    {"Not in print. The same today, full tensors, base at rest", "8M+4A", TABLE(today)},
};
enum { TABLES = sizeof tables / sizeof tables[0], LONGEST_TABLE = 32 };

#endif
