/* Signals over time, reduced as they come to the extremes of spans of rows. */
#include "plot/series.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

bool ulna_series_create(ulna_series *s, int columns, int room)
{
  const size_t c = (size_t)columns + 1, r = (size_t)room;  // one too many: no allocation of nothing
  *s = (ulna_series){.columns = columns, .room = room, .rows_per_span = 1};
  s->from = calloc(r, sizeof *s->from);
  s->to = calloc(r, sizeof *s->to);
  s->spans = calloc(r * c, sizeof *s->spans);
  s->least = calloc(c, sizeof *s->least);
  s->largest = calloc(c, sizeof *s->largest);
  s->not_finite = calloc(c, sizeof *s->not_finite);
  if (!s->from || !s->to || !s->spans || !s->least || !s->largest || !s->not_finite) {
    ulna_series_free(s);
    return false;
  }
  for (int k = 0; k < columns; k++) s->least[k] = s->largest[k] = (double)NAN;
  return true;
}

void ulna_series_free(ulna_series *s)
{
  free(s->from), free(s->to), free(s->spans), free(s->least), free(s->largest), free(s->not_finite);
  *s = (ulna_series){.columns = 0};
}

const series_span *ulna_series_span(const ulna_series *s, int span, int column)
{
  return &s->spans[(size_t)span * (size_t)s->columns + (size_t)column];
}

/* `a`, and `b` after it, as one. fmin and fmax leave out what is not a number. */
static series_span join(series_span a, series_span b)
{
  return (series_span){.first = isnan(a.least) ? b.first : a.first,
                       .last = isnan(b.least) ? a.last : b.last,
                       .least = fmin(a.least, b.least),
                       .largest = fmax(a.largest, b.largest)};
}

/* Two spans become one, so that half of the room is free again. */
static void halve(ulna_series *s)
{
  const size_t columns = (size_t)s->columns;
  for (size_t k = 0; 2 * k < (size_t)s->used; k++) {
    s->from[k] = s->from[2 * k];
    s->to[k] = s->to[2 * k + 1];
    for (size_t c = 0; c < columns; c++)
      s->spans[k * columns + c] = join(s->spans[2 * k * columns + c], s->spans[(2 * k + 1) * columns + c]);
  }
  s->used /= 2;
  s->rows_per_span *= 2;
}

void ulna_series_row(ulna_series *s, double t, const double values[])
{
  const bool begins = s->rows % s->rows_per_span == 0;
  if (begins && s->used == s->room) halve(s);  // then rows is a multiple of the new length too
  const size_t columns = (size_t)s->columns, at = (size_t)(begins ? s->used : s->used - 1);
  if (begins) s->from[at] = t, s->used++;
  s->to[at] = t;
  s->rows++;
  for (size_t c = 0; c < columns; c++) {
    const double v = isfinite(values[c]) ? values[c] : (double)NAN;
    const series_span now = {v, v, v, v};
    series_span *span = &s->spans[at * columns + c];
    *span = begins ? now : join(*span, now);
    if (isnan(v)) s->not_finite[c]++;
    s->least[c] = fmin(s->least[c], v);
    s->largest[c] = fmax(s->largest[c], v);
  }
}

void ulna_series_draw(const ulna_series *s, int column, series_stroke *stroke, void *pen)
{
  double last_t = 0, last_v = 0;
  bool joined = false;
  for (int k = 0; k < s->used; k++) {
    const series_span *v = ulna_series_span(s, k, column);
    if (isnan(v->least)) {
      joined = false;
      continue;
    }
    const double t = s->from[k] / 2 + s->to[k] / 2;
    if (joined) stroke(pen, last_t, last_v, t, v->first);
    stroke(pen, t, v->least, t, v->largest);
    last_t = t, last_v = v->last;
    joined = true;
  }
}
