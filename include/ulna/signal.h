/* Functions of time: the common shapes, tables, and sums of them. They own no memory, and nothing here allocates. All
 * functions: Real-time: yes. */
#ifndef ULNA_SIGNAL_H
#define ULNA_SIGNAL_H

#include <stdbool.h>

#include "ulna/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ULNA_SIGNAL_CONSTANT, /* to */
  ULNA_SIGNAL_STEP,     /* from; to in [start, end) */
  ULNA_SIGNAL_RAMP,     /* from up to start, a straight line, to from end on */
  ULNA_SIGNAL_BLEND,    /* the same by a quintic: slope and curvature are 0 at both ends */
  ULNA_SIGNAL_SINE,     /* amplitude sin(2π frequency (t − start) + phase) in [start, end), 0 outside */
  ULNA_SIGNAL_CHIRP,    /* the same; its frequency changes linearly from frequency to end_frequency */
  ULNA_SIGNAL_TABLE_LINEAR, /* straight lines between the points */
  ULNA_SIGNAL_TABLE_HOLD,   /* each value up to the next time */
  ULNA_SIGNAL_TABLE_SMOOTH, /* cubics between the points with continuous slope: at each point the slope of the parabola
                               through it and its neighbours, 0 at the first and the last */
  ULNA_SIGNAL_KIND_COUNT
} ulna_signal_kind;

typedef struct {
  ulna_signal_kind kind;
  double from, to; /* constant, step, ramp, blend */
  double start,
      end; /* s. step: end may be infinite; sine: both may (a start of -infinity counts time from 0) */
  double amplitude, frequency, end_frequency, phase; /* sine, chirp: Hz, rad */
  int count;                                         /* tables: level before the first and after the last */
  const double *time, *value;                        /* times rise */
} ulna_signal;

/* Everything 0, from -infinity to infinity. */
ULNA_API ulna_signal ulna_signal_default(ulna_signal_kind kind);

/* The sum of `count` signals; 0: zero. The signals must live as long as the channel is used. */
typedef struct {
  int count;
  const ulna_signal *signals;
} ulna_channel;

/* Value and the first two derivatives at t; where one of them jumps, its later value. */
ULNA_API void ulna_channel_value(const ulna_channel *channel, double t, double value[3]);

/* The first time after t (not t itself) where a signal begins, ends or has a point, and a value or derivative may
 * jump. INFINITY: none. */
ULNA_API double ulna_channel_next_break(const ulna_channel *channel, double t);

/* Whether the value (or the slope) jumps at t by more than rounding. */
ULNA_API bool ulna_channel_steps_at(const ulna_channel *channel, double t);
ULNA_API bool ulna_channel_kinks_at(const ulna_channel *channel, double t);

/* ULNA_NOT_FINITE for a number that must be finite and is not, ULNA_INVALID_ARGUMENT for times that do not rise, an
 * end that is not after the start, an empty table or an unknown kind; *which (may be NULL) is the signal at fault,
 * -1 if all are sound. */
ULNA_API ulna_status ulna_channel_check(const ulna_channel *channel, int *which) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
