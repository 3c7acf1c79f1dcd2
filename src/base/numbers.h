/* Small things about doubles: held within a limit, put in order, exchanged. Header only. */
#ifndef ULNA_BASE_NUMBERS_H
#define ULNA_BASE_NUMBERS_H

/* x, or the nearest within ±limit. */
static inline double within(double x, double limit) { return x > limit ? limit : x < -limit ? -limit : x; }

/* The smallest first, for qsort. */
static inline int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline void swap(double **a, double **b)
{
  double *const c = *a;
  *a = *b, *b = c;
}

#endif
