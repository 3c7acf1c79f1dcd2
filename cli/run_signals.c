/* The main signals of a run, each as a line of small bars. */
#include "run_signals.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "plot/figure.h"
#include "text_table.h"

enum { SPANS = 256, CELLS = 26, MOST_OF_GROUP = 8, HEAD = 11 };

bool signals_open(ulna_series *s, const ulna_run *run)
{
  return ulna_series_create(s, ulna_run_column_count(run), SPANS);
}

void signals_row(ulna_series *s, const double row[]) { ulna_series_row(s, row[0], row); }

/* Which groups are the main ones: where the joints and the hand are, how fast it all is, and what the hand touches. */
static int wanted_of(const ulna_column *c)
{
  if (strcmp(c->group, "q") == 0) return MOST_OF_GROUP;
  if (strcmp(c->group, "hand") == 0) return 3;    // x, y, z
  if (strcmp(c->group, "energy") == 0) return 1;  // kinetic
  if (strcmp(c->group, "contact") == 0) return 3;
  return 0;
}

/* Three digits; a number that is only rounding beside the signal's size is shown as 0. */
static void brief(double x, double size, char text[32])
{
  snprintf(text, 32, "%.3g", fabs(x) < 1e-6 * size ? 0 : x);
}

/* "signals    q1                ▁▂▃▅  -1.57 to 0.5 rad" */
static void put_line(const ulna_series *s, int column, const ulna_column *c, bool first, bool utf8)
{
  char bars[3 * CELLS + 1], least[32], largest[32];
  ulna_plot_spark(s, column, CELLS, utf8, bars);
  out_printf("%-*s%-14.14s ", HEAD, first ? "signals" : "", c->name);
  out_colour(COLOUR_CYAN);
  out_text(bars);
  out_colour(COLOUR_NONE);
  if (isnan(s->least[column])) out_text(" never finite\n");
  else if (ulna_axis_is_flat(s->least[column], s->largest[column]))
    out_printf(" %s %.4s\n", shown(s->least[column], least, sizeof least), c->unit);
  else {
    const double size = fmax(fabs(s->least[column]), fabs(s->largest[column]));
    brief(s->least[column], size, least), brief(s->largest[column], size, largest);
    out_printf(" %.9s to %.9s %.4s\n", least, largest, c->unit);
  }
}

void signals_text(const ulna_series *s, const ulna_run *run, bool utf8)
{
  const ulna_column *columns = ulna_run_columns(run);
  bool first = true;
  int more = 0;
  for (int k = 0; k < s->columns && s->rows > 1; k++) {
    const int wanted = wanted_of(&columns[k]);
    if (wanted == 0) continue;
    if (columns[k].index > wanted) {
      more += strcmp(columns[k].group, "q") == 0;
      continue;
    }
    put_line(s, k, &columns[k], first, utf8);
    first = false;
  }
  if (more > 0) out_printf("%-*sand %d more joints\n", HEAD, "", more);
}
