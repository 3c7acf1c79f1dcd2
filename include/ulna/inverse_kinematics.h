/* Joint positions that bring the hand to a pose: the tool frame to a target.
 *
 * Numeric, for any serial robot: damped least squares on the six-vector between the tool frame and its target
 * (rotation vector first, then position). The search begins at the given start, then at others drawn at random but
 * reproducibly, and stays inside the joints' limits. Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_INVERSE_KINEMATICS_H
#define ULNA_INVERSE_KINEMATICS_H

#include <stdbool.h>
#include <stdint.h>

#include "ulna/kinematics.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double position_tolerance;    /* m: allowed distance of the tool frame's origin from the target */
  double orientation_tolerance; /* rad: allowed angle to the target; solved when both hold */
  int starts;                   /* at most this many starts; the caller's own is the first */
  int iterations;               /* at most this many iterations for each start */
  int further;        /* starts made after the first solution, for a nearer one; 0: take the first */
  bool ignore_limits; /* let joints go beyond their limits */
  uint64_t seed;      /* the same seed draws the same starts */
  double weight[6];   /* of each direction of the error, angular first; 0 leaves the direction free */
  ulna_axes axes;     /* the axes of `weight`: base, world, or tool (those of the target) */
} ulna_ik_options;

/* Tolerances 1e-10, 100 starts of 100 iterations, 10 further, limits kept, all weights 1, target axes.
 * Position alone: weight = {0, 0, 0, 1, 1, 1}; a hand that may spin about its z: {1, 1, 0, 1, 1, 1}.
 * Real-time: yes. */
ULNA_API ulna_ik_options ulna_ik_options_default(void);

/* What the solution reached or, if there is none, the closest of all tries (the smallest sum of squares of the
 * weighted errors; a radian counts as an eighth of the robot's length). Free directions do not count. */
typedef struct {
  ulna_pose pose;           /* of the tool frame, in the base frame */
  double position_error;    /* m */
  double orientation_error; /* rad */
  const double *q;          /* n joint positions; in the work, until its next call of this function */
  int starts, iterations;   /* how many were made in all */
  int solutions; /* how many starts ended in a solution; a start that leads farther away is broken off */
} ulna_ik_outcome;

/* q (n) with hand pose(q) = target, a pose in the base frame: among the solutions found, the nearest to `start` by
 * the sum of squares of the joints' differences (rad and m alike). If the caller's own start leads to a solution no
 * farther than half a radian (or metre) in any joint, that one is taken at once: following a path then costs a few
 * iterations per step.
 *
 * start NULL: 0, or the limit nearest to it. A start outside the limits is moved to them. Revolute joints
 * come back within half a turn of the start where their limits allow it. options NULL: the default. outcome
 * may be NULL.
 *
 *   ULNA_NOT_CONVERGED     no start reached the tolerances: q is untouched, the outcome says what came closest
 *   ULNA_NOT_FINITE        a number in the target, the start or the options is not finite; nothing is written
 *   ULNA_INVALID_ARGUMENT  the target's R is no rotation (to 1e-3; a rounded one is replaced by the rotation
 *                          nearest to it), a tolerance or count is not positive, a weight is negative or all are
 *                          0, or `axes` is none of the three; nothing is written
 * Real-time: yes; at most 2 · starts · iterations steps and some 500 more. A step costs about as much as a Jacobian and
 * the solution of six equations: set starts and iterations to what the period allows. */
ULNA_API ulna_status ulna_inverse_kinematics(const ulna_model *model, ulna_work *work,
                                             const ulna_ik_options *options, const ulna_pose *target,
                                             const double start[], double q[],
                                             ulna_ik_outcome *outcome) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
