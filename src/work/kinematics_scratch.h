/* The kinematic functions' part of a work. */
#ifndef ULNA_WORK_KINEMATICS_SCRATCH_H
#define ULNA_WORK_KINEMATICS_SCRATCH_H

#include <stdbool.h>

#include "base/layout.h"
#include "kernel/kinematics.h"

typedef struct {
  real *J;  // 6×n
} kinematics_scratch;

static inline void kinematics_scratch_layout(kinematics_scratch *s, layout *l, int n)
{
  s->J = (real *)layout_take(l, 6 * (size_t)n, sizeof(real));
}

// Inverse kinematics: postures are n long.
typedef struct {
  placement *at;        // n+1, seen from the target
  real *J;              // n columns of 6, weighted
  real *lower, *upper;  // limits as the search keeps them
  real *start;          // the caller's, inside the limits
  real *dx, *pull;      // a step, in units in which lengths weigh as angles do
  real *now, *trial;    // postures on the way
  real *best, *spare;   // the nearest solution or the closest try; a draw
  bool *held;           // joints at a limit, left out of a step
  real *found;          // the answer of the last call
} ik_scratch;

static inline void ik_scratch_layout(ik_scratch *s, layout *l, int n)
{
  const size_t count = (size_t)n;
  real **const pieces[] = {&s->lower, &s->upper, &s->start, &s->dx,   &s->pull,
                           &s->now,   &s->trial, &s->best,  &s->spare};
  s->at = (placement *)layout_take(l, count + 1, sizeof(placement));
  s->J = (real *)layout_take(l, 6 * count, sizeof(real));
  for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++)
    *pieces[k] = (real *)layout_take(l, count, sizeof(real));
  s->held = (bool *)layout_take(l, count, sizeof(bool));
}

#endif
