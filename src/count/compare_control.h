/* Control computed as one, or part by part: the operation tables of [Mudge] with what is counted here beside them, and
 * what a cycle of control takes on this machine.
 *
 * Operations are counted as ulna/compare.h says. Nothing here is real-time. */
#ifndef ULNA_COUNT_COMPARE_CONTROL_H
#define ULNA_COUNT_COMPARE_CONTROL_H

#include "count/compare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Tables 1 to 3; unified against separate computation, and up to which n the former is cheaper; the same today. Read
 * with ulna_papers_count and ulna_papers_table, freed with ulna_papers_destroy. Rows whose item ends in "· ζ" are taken in
 * the fraction ζ of the cycles. papers untouched on failure. */
ulna_status ulna_control_tables_create(const ulna_allocator *allocator, ulna_papers **papers) ULNA_MUST_CHECK;

/* A stage of control, or a part of it, on one robot. The stages of [Mudge] come first, as its tables have them, by the
 * kernels that are counted and with the sines given; then the library's functions, all included. */
typedef struct {
  const char *name;
  const char *paper; /* "Table 1", …; empty for the library's functions */

  /* Over all states, relative to the largest element; NaN where there is nothing to compare with. Of the stages: torques
   * and accelerations against the plain route (joint accelerations by the Jacobian, inverse dynamics, friction of its
   * joint forces). Of the library's functions: the hand's acceleration against the one asked for, torques against
   * M qdd + bias, drives included. */
  double disagreement;

  /* Of this robot, exact zeros left out, base at rest, a change of frame 8M + 4A; 0: not counted. And what the paper says
   * is left for its robot when the zeros of r_i are used ("about a third"); 0: nothing. */
  ulna_operations robot, printed;

  double nanoseconds;        /* NaN if not timed */
  double paper_microseconds; /* the paper's estimate for its processor; NaN: none */
} ulna_control_comparison;
enum { ULNA_CONTROL_COMPARISON_COUNT = 11 };

/* Fills rows. `states` random states, `seconds` spent timing each row, 0: not timed. ULNA_INVALID_ARGUMENT if states < 1
 * or seconds is negative or not finite; ULNA_SINGULAR if the robot's hand does not determine its joints at any state
 * (an arm with more than six gets constraints); rows untouched on failure. */
ulna_status ulna_compare_control(const ulna_model *model, int states, uint64_t seed, double seconds,
                                 const ulna_allocator *allocator,
                                 ulna_control_comparison rows[ULNA_CONTROL_COMPARISON_COUNT]) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
