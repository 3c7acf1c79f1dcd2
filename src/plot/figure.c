/* Axes and colours, which all drawings of a figure share. */
#include "plot/figure.h"

#include <math.h>

const unsigned char ulna_plot_colours[PLOT_COLOURS][3] = {
    {0, 114, 178}, {213, 94, 0}, {0, 158, 115}, {204, 121, 167}, {86, 180, 233}, {160, 120, 0}, {60, 60, 60}};

plot_axis ulna_plot_across(const plot_figure *f)
{
  const ulna_series *s = f->series;
  return s->used > 0 ? ulna_axis(s->from[0], s->to[s->used - 1]) : ulna_axis(0, 1);
}

plot_axis ulna_plot_up(const plot_figure *f, const plot_panel *p)
{
  double least = (double)NAN, largest = (double)NAN;
  for (int k = 0; k < p->count; k++) {
    least = fmin(least, f->series->least[p->curves[k].column]);
    largest = fmax(largest, f->series->largest[p->curves[k].column]);
  }
  return ulna_axis(least, largest);
}
