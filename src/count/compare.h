/* Comparison of the formulations: agreement, operations, time; and the operation tables of the papers beside the
 * counts made here.
 *
 * Operations are counted by running the same kernels on numbers that count (no formula is involved). Rules:
 *   - × and ÷ are multiplications (M), + and − additions (A); sign changes, copies and sines are free;
 *   - numbers that are zero by construction cost nothing: nothing is counted after the last link, whose hand is empty, nor for
 *     the motion of a base known to be at rest. The papers do not use the latter and charge the first link like the
 *     others, and so do the counts beside theirs;
 *   - constants of a link (r + com, ½Tr(I)E − I, …) are given;
 *   - a change of frame is charged 9M + 6A, a product with a full matrix, as [Turney80] does, or 8M + 4A, two plane
 *     rotations, as [Angeles] does.
 * Nothing here is real-time. */
#ifndef ULNA_COUNT_COMPARE_H
#define ULNA_COUNT_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "count/operations.h"
#include "ulna/forward_dynamics.h"
#include "ulna/inverse_dynamics.h"

/* One formulation on one robot. Formulas are in n, "112n-24"; empty where there is none. */
typedef struct {
  const char *name; /* ulna_inverse_method_name, or "default" for ulna_inverse_dynamics */

  /* Largest difference of any torque from any other formulation's, relative to the largest torque of the state. */
  double disagreement;

  /* For an arm of n revolute joints, none of whose numbers is zero, charged as its paper does. */
  ulna_operations counted, printed; /* printed: the paper's total at this n, all 0 where it has none */
  char counted_formula[2][48], printed_formula[2][48];
  char verdict[96];   /* "confirmed", or counted minus printed; empty without a printed formula */
  const char *charge; /* of a change of frame: "9M+6A" or "8M+4A" */
  const char *paper;  /* where it is printed; empty where it is not */

  /* For this robot: its joints, base at rest, exact zeros of its parameters left out, 8M + 4A. */
  ulna_operations robot;

  double nanoseconds; /* a call, sines included; NaN if not timed */
} ulna_comparison;

enum { ULNA_COMPARISON_COUNT = ULNA_INVERSE_METHOD_COUNT + 1 };

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

/* The methods of forward dynamics: agreement, accuracy, operations, time; and from how many joints on the O(n)
 * recursion is cheaper. Counted on an arm of n revolute joints none of whose numbers is zero, base at rest under
 * gravity along z, hand empty; a change of frame is two plane rotations, 8M + 4A. What is constant (the
 * links, and the whole elimination of the last one) is given. */

/* One method on one robot. */
typedef struct {
  const char *name; /* ulna_forward_method_name, or "default" for ulna_forward_dynamics */

  /* Over all states, relative to the largest acceleration of the state: the largest difference from any other method,
   * and from the acceleration whose torques were given. */
  double disagreement, error;

  /* With the bias, and with the torque less bias given (M x = tau); the latter 0 where the method has no such part. The
   * default counts as the method it takes. */
  ulna_operations with_bias, given;

  double nanoseconds; /* a call, sines included; NaN if not timed */
} ulna_forward_comparison;
enum { ULNA_FORWARD_COMPARISON_COUNT = ULNA_FORWARD_METHOD_COUNT + 1 };

/* Fills rows: the methods in their order, then the default. `states` random states (half of them with a moving base and a
 * wrench in the hand), `seconds` spent timing each method, 0: not timed. ULNA_INVALID_ARGUMENT if states < 1 or seconds
 * is negative or not finite; ULNA_SINGULAR if the robot's mass matrix is; rows untouched on failure. */
ulna_status ulna_compare_forward(const ulna_model *model, int states, uint64_t seed, double seconds,
                                 const ulna_allocator *allocator,
                                 ulna_forward_comparison rows[ULNA_FORWARD_COMPARISON_COUNT]) ULNA_MUST_CHECK;

/* The same over the number of joints: a chain of n revolute joints in generic Denavit–Hartenberg parameters. */
typedef struct {
  int n;
  ulna_operations composite, articulated,
      saha; /* with bias, of the texts that run; composite changes text beyond 15 joints */
  double composite_error, articulated_error; /* as `error` above; NaN where n is more than 64 for the first */
  double composite_ns, articulated_ns;       /* NaN if not timed */
} ulna_forward_length;

/* One row for each of lengths[0…count-1], 1…1000. */
ulna_status ulna_compare_forward_lengths(const int lengths[], int count, double seconds,
                                         const ulna_allocator *allocator,
                                         ulna_forward_length rows[]) ULNA_MUST_CHECK;

/* First n at which the recursion on the joint axes is cheaper for good than composite bodies in link frames, as the papers have
 * them: in multiplications, additions, and both together; with bias and with tau given. Counted, not looked up. */
typedef struct {
  int with_bias[3], given[3];
} ulna_forward_crossover;
ulna_status ulna_compare_forward_crossover(const ulna_allocator *allocator,
                                           ulna_forward_crossover *crossover) ULNA_MUST_CHECK;

/* Control computed as one, or part by part, and the time of a cycle on this machine. */

/* A stage of control, or a part of it, on one robot. The stages of [Mudge] come first, as its tables have them, by the
 * kernels that are counted and with the sines given; then the library's functions, all included. */
typedef struct {
  const char *name;
  const char *paper; /* "Table 1", …; empty for the library's functions */

  /* Over all states, relative to the largest element; NaN if there is nothing to compare with. A stage's torques and
   * accelerations are compared with the plain method (joint accelerations by the Jacobian, inverse dynamics, friction of
   * its joint forces); those of the library's functions: the hand's acceleration with the desired one, torques with
   * M qdd + bias, drives included. */
  double disagreement;

  /* For this robot, exact zeros left out, base at rest, a change of frame 8M + 4A; 0: not counted. printed: what the paper
   * says is left for its robot when the zeros of r_i are used ("about a third"); 0: nothing. */
  ulna_operations robot, printed;
  ulna_operations generated; /* of code generated for this robot; 0: none */

  double nanoseconds;        /* NaN if not timed */
  double paper_microseconds; /* the paper's estimate for its processor; NaN: none */
} ulna_control_comparison;
enum { ULNA_CONTROL_COMPARISON_COUNT = 13 };

/* Fills rows. `states` random states, `seconds` spent timing each row, 0: not timed. ULNA_INVALID_ARGUMENT if states < 1
 * or seconds is negative or not finite; ULNA_SINGULAR if the robot's hand does not determine its joints at any state
 * (an arm with more than six gets constraints); rows untouched on failure. */
ulna_status ulna_compare_control(const ulna_model *model, int states, uint64_t seed, double seconds,
                                 const ulna_allocator *allocator,
                                 ulna_control_comparison rows[ULNA_CONTROL_COMPARISON_COUNT]) ULNA_MUST_CHECK;

/* A row of a printed table. printed and counted: the table's two columns, as formulas in n or numbers; empty where
 * there is nothing. verdict: "confirmed", the difference counted minus printed, or empty. */
typedef struct {
  char item[64];
  char printed[2][48], counted[2][48];
  char verdict[96];
  const char *note; /* may be empty */
} ulna_paper_row;

typedef struct {
  const char *paper; /* "Turney80", … */
  const char *title; /* "Table 3. Breakdown of Newton–Euler terms" */
  const char *columns[2];
  const char *charge; /* of a change of frame; may be empty */
  int row_count;
  const ulna_paper_row *rows;
} ulna_paper_table;

typedef struct ulna_papers ulna_papers;

/* Counts everything and lays it out, table by table: [Turney80], [Saha] and [Angeles], then [Mudge] (Tables 1 to 3; unified
 * against separate computation, and up to which n the former is cheaper; the same today). Rows whose item ends in "· ζ"
 * are taken in the fraction ζ of the cycles. papers untouched on failure. */
ulna_status ulna_papers_create(const ulna_allocator *allocator, ulna_papers **papers) ULNA_MUST_CHECK;
void ulna_papers_destroy(ulna_papers *papers); /* NULL is allowed */
int ulna_papers_count(const ulna_papers *papers);
const ulna_paper_table *ulna_papers_table(const ulna_papers *papers, int table); /* from 0; NULL beyond */

#endif
