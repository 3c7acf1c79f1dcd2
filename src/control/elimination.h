/* The hand's equations by Gaussian elimination, with the rule for singular postures [Mudge, after eq. 30].
 *
 * Columns are taken from base to hand; the largest element of the rows still open is the pivot. A column without a
 * pivot belongs to a joint that keeps its previous value, so it goes to the right side. Gauss–Jordan: a pivot clears
 * its column in all rows, the finished ones too, which leaves nothing to solve backwards, and all rows of a column
 * are worked on side by side. Rows are not moved; a row that has had a pivot is closed.
 * Differs: a previous velocity and a previous acceleration cannot both be kept; the held value is an input. */
#ifndef ULNA_CONTROL_ELIMINATION_H
#define ULNA_CONTROL_ELIMINATION_H

#include <math.h>
#include <stdbool.h>

enum { LINE = 8 };  // six rows and two of zeros: whole registers

typedef struct {
  int n, rows;
  double *column;   // n of LINE, overwritten
  double *b;        // LINE, overwritten: what is left in rows without a pivot is not met
  int *row;         // n: of the joint's pivot
  bool *held;       // n
  double smallest;  // pivot taken
} elimination;

static const double but_one[2 * LINE - 1] = {1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1};

// The largest element of all columns; rows side by side, so that no comparison waits for the one before.
static inline double largest_element(const double column[], int n)
{
  double row[LINE] = {0}, most = 0;
  for (int j = 0; j < n; j++)
    for (int r = 0; r < LINE; r++) {
      const double size = fabs(column[j * LINE + r]);
      row[r] = size > row[r] ? size : row[r];
    }
  for (int r = 0; r < LINE; r++) most = row[r] > most ? row[r] : most;
  return most;
}

// Returns the rank. relative: the least pivot in terms of the largest element.
static inline int eliminate(elimination *e, double relative, const double previous[], double x[])
{
  const int n = e->n, rows = e->rows;
  double *const column = e->column, *const b = e->b;
  const double enough = relative * largest_element(column, n);
  double open[LINE];
  for (int r = 0; r < LINE; r++) open[r] = r < rows ? 1 : 0;
  int rank = 0;
  e->smallest = HUGE_VAL;
  for (int j = 0; j < n; j++) {
    double *c = &column[j * LINE], most = 0;
    int p = 0;
    for (int r = 0; r < rows; r++) {
      const double size = fabs(c[r]) * open[r];
      if (size > most) most = size, p = r;
    }
    e->held[j] = !(most > enough);
    if (e->held[j]) {
      x[j] = previous[j];
      for (int r = 0; r < LINE; r++) b[r] -= c[r] * x[j];
      continue;
    }
    e->row[j] = p, open[p] = 0, rank++;
    e->smallest = most < e->smallest ? most : e->smallest;
    const double inverse = 1 / c[p];
    const double *others = &but_one[LINE - 1 - p];  // a 0 written at p alone would come late
    double factor[LINE];
    for (int r = 0; r < LINE; r++) factor[r] = c[r] * inverse * others[r];
    for (int k = j + 1; k < n; k++) {
      double *d = &column[k * LINE];
      const double pivot_row = d[p];
      for (int r = 0; r < LINE; r++) d[r] -= factor[r] * pivot_row;
    }
    const double pivot_row = b[p];
    for (int r = 0; r < LINE; r++) b[r] -= factor[r] * pivot_row;
    c[p] = inverse;
  }
  for (int j = 0; j < n; j++)
    if (!e->held[j]) x[j] = b[e->row[j]] * column[j * LINE + e->row[j]];
  if (rank == 0) e->smallest = 0;
  return rank;
}

#endif
