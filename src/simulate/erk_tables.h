/* Coefficients of explicit Runge–Kutta methods with an error estimate and a polynomial over the step. */
#ifndef ULNA_SIMULATE_ERK_TABLES_H
#define ULNA_SIMULATE_ERK_TABLES_H

enum { ERK_STAGES = 16, ERK_ROWS = 4 };

/* A step of length h from (t, y0), with k_i = f(t + c_i h, y0 + h Σ a_ij k_j):
 *   y1 = y0 + h Σ b_j k_j, where b is the last stage's row of a: that stage is f(t + h, y1), the first of the next step.
 * Inside the step, with s from 0 to 1 and `inside` more stages:
 *   y(s) = y0 + s (F0 + (1 − s)(F1 + s (F2 + (1 − s)(F3 + s (F4 + …)))))
 *   F0 = y1 − y0,  F1 = h k_1 − F0,  F2 = F0 − h f(t + h, y1) − F1,  F_{3+r} = h Σ d_rj k_j. */
typedef struct {
  int order, stages, inside, rows;
  double c[ERK_STAGES];
  double a[ERK_STAGES][ERK_STAGES];
  double
      error[2]
           [ERK_STAGES]; /* h Σ e_j k_j: the estimate, and a coarser one that it is weighed with (or zeros) */
  double d[ERK_ROWS][ERK_STAGES];
  double exponent, feedback; /* of the control of the step's length */
  double least, most;        /* the next step's length over this one's */
} erk_table;

extern const erk_table ulna_erk_5, ulna_erk_8;

#endif
