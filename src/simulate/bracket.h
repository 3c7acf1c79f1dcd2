/* An interval of time at whose end some switch function has crossed zero, narrowed by the Illinois method. Header only. */
#ifndef ULNA_SIMULATE_BRACKET_H
#define ULNA_SIMULATE_BRACKET_H

#include <math.h>
#include <stdbool.h>

/* Nothing has crossed `before`, something has `past`. The value of an end that stays counts half. */
typedef struct {
  double before, past, weight_before, weight_past;
  int moved; /* the end that moved last: -1 before, +1 past, 0 none yet */
} event_bracket;

static inline event_bracket bracket_of(double before, double past)
{
  return (event_bracket){before, past, 1, 1, 0};
}

/* The estimated time of the first crossing among those of the `count` functions that have crossed, by straight lines. */
static inline double bracket_expected(const event_bracket *b, int count, const double g_before[],
                                      const double g_past[])
{
  double first = b->past;
  for (int s = 0; s < count; s++) {
    if (!(g_past[s] < 0)) continue;
    const double before = b->weight_before * g_before[s], past = b->weight_past * g_past[s];
    const double x = before > 0 ? b->before + (b->past - b->before) * before / (before - past) : b->before;
    first = fmin(first, x);
  }
  return first;
}

/* Where to look in this trial (from 0). If straight lines do not help, every other one is a bisection, so that a search always
 * ends. */
static inline double bracket_next(const event_bracket *b, int trial, int count, const double g_before[],
                                  const double g_past[])
{
  if (trial < 8 || trial % 2) return bracket_expected(b, count, g_before, g_past);
  return b->before + (b->past - b->before) / 2;
}

/* Moves a time well inside. False: as near as doubles come, there is none. */
static inline bool bracket_hold(const event_bracket *b, double tolerance, double *t)
{
  *t = fmin(fmax(*t, b->before + tolerance / 2), b->past - tolerance / 2);
  if (!(*t > b->before && *t < b->past)) *t = b->before + (b->past - b->before) / 2;
  return *t > b->before && *t < b->past;
}

/* Makes a time an end; is_past: something has crossed there. */
static inline void bracket_narrow(event_bracket *b, bool is_past, double t)
{
  if (is_past) {
    b->weight_before = b->moved > 0 ? b->weight_before / 2 : 1;
    b->weight_past = 1, b->past = t, b->moved = 1;
  } else {
    b->weight_past = b->moved < 0 ? b->weight_past / 2 : 1;
    b->weight_before = 1, b->before = t, b->moved = -1;
  }
}

#endif
