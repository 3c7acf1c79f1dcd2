/* Nanoseconds a call: the shortest of the rounds that fit into a time, because disturbances only make a round
 * longer. */
#ifndef ULNA_COUNT_STOPWATCH_H
#define ULNA_COUNT_STOPWATCH_H

#include <math.h>

#include "base/clock.h"
#include "ulna/status.h"

/* call(what, context, times) is made `times` times. A round lasts at least 50 µs, so that neither the clock's grain nor a
 * call's own preparations show. seconds 0: not timed, NaN. Returns the status of a call that fails. */
static inline ulna_status stopwatch(ulna_status (*call)(int what, void *context, int times), int what,
                                    void *context, double seconds, double *nanoseconds)
{
  *nanoseconds = (double)NAN;
  if (!(seconds > 0)) return ULNA_OK;
  const double end = clock_seconds() + seconds;
  double best = HUGE_VAL;
  int times = 1;
  do {
    const double start = clock_seconds();
    const ulna_status status = call(what, context, times);
    if (status != ULNA_OK) return status;
    const double took = clock_seconds() - start;
    if (took < 5e-5) times *= 2;
    else best = fmin(best, took / times);
  } while (clock_seconds() < end || isinf(best));
  *nanoseconds = 1e9 * best;
  return ULNA_OK;
}

#endif
