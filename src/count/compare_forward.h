/* The routes of forward dynamics compared: do they agree, how exact are they, how many operations do they take, how
 * long; and from how many joints on the O(n) recursion pays.
 *
 * Operations are counted as ulna/compare.h says, on an arm of n revolute joints none of whose numbers is zero, base at
 * rest under gravity along z, hand empty; a change of frame is two plane rotations, 8M + 4A. What is constant (the
 * links, and the whole elimination of the last one) is given. Nothing here is real-time. */
#ifndef ULNA_COUNT_COMPARE_FORWARD_H
#define ULNA_COUNT_COMPARE_FORWARD_H

#include <stdint.h>

#include "ulna/forward_dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  long multiplications, additions;
} ulna_forward_operations;

/* One route on one robot. */
typedef struct {
  const char *name; /* ulna_forward_method_name, or "default" for ulna_forward_dynamics */

  /* Over all states, relative to the largest acceleration of the state: the largest difference from any other route,
   * and from the acceleration whose torques were given. */
  double disagreement, error;

  /* With the bias, and with the torque less bias given (M x = tau); the latter 0 where the route has no such part. The
   * default counts as the route it takes. */
  ulna_forward_operations with_bias, given;

  double nanoseconds; /* a call, sines included; NaN if not timed */
} ulna_forward_comparison;
enum { ULNA_FORWARD_COMPARISON_COUNT = ULNA_FORWARD_METHOD_COUNT + 1 };

/* Fills rows: the routes in their order, then the default. `states` random states (half of them with a moving base and a
 * wrench in the hand), `seconds` spent timing each route, 0: not timed. ULNA_INVALID_ARGUMENT if states < 1 or seconds
 * is negative or not finite; ULNA_SINGULAR if the robot's mass matrix is; rows untouched on failure. */
ulna_status ulna_compare_forward(const ulna_model *model, int states, uint64_t seed, double seconds,
                                 const ulna_allocator *allocator,
                                 ulna_forward_comparison rows[ULNA_FORWARD_COMPARISON_COUNT]) ULNA_MUST_CHECK;

/* The same over the number of joints: a chain of n revolute joints in generic Denavit–Hartenberg parameters. */
typedef struct {
  int n;
  ulna_forward_operations composite, articulated, saha;                   /* with bias */
  ulna_forward_operations composite_given, articulated_given, saha_given; /* M x = tau */
  double composite_error, articulated_error; /* as `error` above; NaN where n is more than 64 for the first */
  double composite_ns, articulated_ns;       /* NaN if not timed */
} ulna_forward_length;

/* One row for each of lengths[0…count-1], 1…1000. */
ulna_status ulna_compare_forward_lengths(const int lengths[], int count, double seconds,
                                         const ulna_allocator *allocator,
                                         ulna_forward_length rows[]) ULNA_MUST_CHECK;

/* First n at which the recursion on the joint axes is cheaper for good than composite bodies: in multiplications,
 * additions, and both together; with bias and with tau given. Counted, not looked up. */
typedef struct {
  int with_bias[3], given[3];
} ulna_forward_crossover;
ulna_status ulna_compare_forward_crossover(const ulna_allocator *allocator,
                                           ulna_forward_crossover *crossover) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
