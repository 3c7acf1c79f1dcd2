/* Motion under constraints whose forces are bounded: the one problem behind stops, stiction and impacts.
 *
 *   M x + Σ_s c_sᵀ λ_s = f,   r_s = c_s·x − d_s,   lower_s ≤ λ_s ≤ upper_s,
 *   r_s = 0 where λ_s lies between its bounds,  r_s ≥ 0 at the upper one,  r_s ≤ 0 at the lower one.
 *
 * x is an acceleration and λ are forces, or x a velocity and λ impulses. A stop is bounded by zero on one side, friction by
 * what it can hold. These are the optimality conditions of the convex problem
 *   min over lower ≤ λ ≤ upper of  ½ (f − Cᵀλ)ᵀ M⁻¹ (f − Cᵀλ) + d·λ,
 * so x exists and is unique. λ is unique where the rows are independent. */
#ifndef ULNA_DRIVE_BOUNDED_H
#define ULNA_DRIVE_BOUNDED_H

#include "work/work.h"

typedef struct {
  int n, count;
  int first;           /* if rows depend on each other, rows 0…first-1 take the load before the others */
  double slack;        /* for those rows: exceeding a bound by so much, over √M_jj, is rounding */
  const double *M, *f; /* n×n, n */
  const double *C, *d; /* count×n, count */
  const double *lower, *upper; /* count; lower ≤ 0 ≤ upper */
  double *x, *lambda;          /* out: n, count */
  int *at;                     /* out: count; +1 at the upper bound, -1 at the lower, 0 between */
} bounded_problem;

/* The problem whose rows and answers lie in a work's scratch. */
static inline bounded_problem bounded_problem_in(stick_scratch *k, int n, int count, int first,
                                                 const double M[])
{
  return (bounded_problem){.n = n,
                           .count = count,
                           .first = first,
                           .M = M,
                           .f = k->f,
                           .C = k->C,
                           .d = k->d,
                           .lower = k->lower,
                           .upper = k->upper,
                           .x = k->qdd,
                           .lambda = k->lambda,
                           .at = k->at};
}

/* ULNA_SINGULAR if M is singular over the free coordinates, ULNA_NOT_FINITE if it is not a number. Real-time: yes. */
ulna_status ulna_bounded_solve(const bounded_problem *p, bounded_scratch *s);

/* The same with every row an equation, whatever force that takes: bounds are not read, `at` is 0. A row that depends on
 * those before it has no force. */
ulna_status ulna_held_solve(const bounded_problem *p, bounded_scratch *s);

#endif
