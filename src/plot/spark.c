/* A signal in one line of characters. */
#include <math.h>
#include <string.h>

#include "plot/figure.h"

/* The extreme of the values in times from..to that lies farthest from `before`: so a spike between rows of characters
 * is seen, and a swing goes up and down; NaN: none. *span is where to look, and where to go on from. */
static double farthest(const ulna_series *s, int column, double from, double to, double before, int *span)
{
  double best = (double)NAN;
  while (*span + 1 < s->used && s->to[*span] < from) ++*span;
  for (int k = *span; k < s->used && (k == *span || s->from[k] <= to); k++) {
    const series_span *v = ulna_series_span(s, k, column);
    for (int side = 0; side < 2; side++) {
      const double x = side ? v->largest : v->least;
      if (isnan(x)) continue;
      if (isnan(best) || fabs(x / 2 - before / 2) > fabs(best / 2 - before / 2)) best = x;
    }
  }
  return best;
}

int ulna_plot_spark(const ulna_series *s, int column, int cells, bool utf8, char *text)
{
  const plot_axis up = ulna_axis(s->least[column], s->largest[column]);
  const double start = s->used > 0 ? s->from[0] : 0, end = s->used > 0 ? s->to[s->used - 1] : 0;
  double before = s->used > 0 ? ulna_series_span(s, 0, column)->first : (double)NAN;
  if (isnan(before)) before = s->least[column];
  int used = 0, span = 0;
  for (int k = 0; k < cells; k++) {
    const double from = start + (end - start) * k / cells, to = start + (end - start) * (k + 1) / cells;
    const double value = farthest(s, column, from, to, before, &span);
    const int levels = utf8 ? 8 : 10;
    if (isnan(value)) {
      text[used++] = ' ';
      continue;
    }
    before = value;
    int level = (int)(ulna_axis_place(&up, value) * levels);
    level = level < 0 ? 0 : level >= levels ? levels - 1 : level;
    if (utf8) text[used++] = '\xe2', text[used++] = '\x96', text[used++] = (char)(0x81 + level);
    else text[used++] = (char)('0' + level);
  }
  text[used] = '\0';
  return used;
}
