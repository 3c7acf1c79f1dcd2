/* Signals over time, reduced as they come: memory does not grow with their length, and no extreme is lost. */
#ifndef ULNA_PLOT_SERIES_H
#define ULNA_PLOT_SERIES_H

#include <stdbool.h>

/* The finite values of a column in a few rows. `least` NaN: there was none. */
typedef struct {
  double first, last, least, largest;
} series_span;

/* Spans of `rows_per_span` rows each, a power of two that doubles whenever the room is full. */
typedef struct {
  int columns, used, room;
  long long rows, rows_per_span;
  double *from, *to;     /* room: the first and last time of a span */
  series_span *spans;    /* room x columns, span by span */
  double *least;         /* columns: over all finite values; NaN: there was none */
  double *largest;       /* likewise */
  long long *not_finite; /* columns: values left out */
} ulna_series;

/* `room` is even. False: no memory. */
bool ulna_series_create(ulna_series *s, int columns, int room);
void ulna_series_free(ulna_series *s);

/* The next row, at a time that is finite and not before the last one. */
void ulna_series_row(ulna_series *s, double t, const double values[]);

const series_span *ulna_series_span(const ulna_series *s, int span, int column);

/* A column as strokes from (t0, v0) to (t1, v1): each span from its least to its largest value, and a line on to the next; a gap
 * where nothing is finite. */
typedef void series_stroke(void *pen, double t0, double v0, double t1, double v1);
void ulna_series_draw(const ulna_series *s, int column, series_stroke *stroke, void *pen);

#endif
