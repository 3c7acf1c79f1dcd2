/* Derivatives of id and fd: matrices with names and units, and states that have none. */
#ifndef CLI_DERIVATIVES_H
#define CLI_DERIVATIVES_H

#include "dynamics.h"

/* The meaning of the rows or columns of a matrix of derivatives: one for each joint, or (F_ad) each actuator. */
typedef enum { AXIS_Q, AXIS_QD, AXIS_QDD, AXIS_TAU, AXIS_F_AD, AXIS_COUNT } derivative_axis;

/* Adds the matrix `of` by `by`, n x n, to the records and gives its memory. */
double *derivative_add(dynamics *d, const char *name, derivative_axis of, derivative_axis by);

/* The drive or joint that stands still although dry friction acts on it, so that its force has no derivative at this
 * state; NULL where there is none. */
const char *derivative_dry_at_rest(const robot *r, const double q[], const double qd[]);

#endif
