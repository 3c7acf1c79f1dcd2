/* Resolved motion for callers that have the hand's kinematics already: the unified controller computes them once and
 * shares them. */
#ifndef ULNA_CONTROL_RESOLVED_MOTION_H
#define ULNA_CONTROL_RESOLVED_MOTION_H

#include "ulna/resolved_motion.h"

/* What is to be resolved. Rates: qd and nonlinear are NULL. */
typedef struct {
  const double *q, *qd;     // n each
  const double *D;          // n columns of 6, base axes: as ulna_work_hand_motion gives it
  const double *nonlinear;  // 6: acceleration at qdd = 0
  const double *asked;      // 6: acceleration, or twist
  const double *previous;   // n or NULL
  const double *preferred;  // n or NULL
} resolve_task;

/* The second half of ulna_resolve_acceleration and ulna_resolve_rate. x: n. */
ulna_status ulna_resolve(ulna_resolver *resolver, const resolve_task *task, double x[],
                         ulna_resolve_outcome *outcome) ULNA_MUST_CHECK;

/* What is wrong with the numbers of options, in words; NULL: nothing. */
const char *ulna_resolve_fault(const ulna_resolve_options *options);

#endif
