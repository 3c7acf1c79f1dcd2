/* A figure: signals over time in panels under each other, drawn as text, SVG or PNG. */
#ifndef ULNA_PLOT_FIGURE_H
#define ULNA_PLOT_FIGURE_H

#include <stddef.h>

#include "plot/axis.h"
#include "plot/series.h"

/* One signal of a panel: a column of the series. */
typedef struct {
  const char *name;
  int column;
} plot_curve;

/* Curves on one axis. */
typedef struct {
  const char *unit; /* "": none */
  int count;
  const plot_curve *curves;
} plot_panel;

typedef struct {
  const ulna_series *series;
  const char *title;
  const char *across, *across_unit; /* what runs to the right: "t", "s" */
  int count;
  const plot_panel *panels;
} plot_figure;

/* Takes what is drawn, piece by piece. */
typedef void plot_sink(void *owner, const char *bytes, size_t length);

typedef struct {
  int columns;  /* of the terminal, at least 40 */
  int rows;     /* of a panel's curves */
  bool utf8;    /* braille; without it plain ASCII */
  bool colours; /* without them the curves of one panel are told apart by their marks */
} plot_text;

void ulna_plot_text(const plot_figure *f, const plot_text *how, plot_sink *sink, void *owner);
void ulna_plot_svg(const plot_figure *f, plot_sink *sink, void *owner);
bool ulna_plot_png(const plot_figure *f, plot_sink *sink, void *owner); /* false: no memory */

/* The axes of a panel, and its title: "hand (m)", "q1 (rad)". */
plot_axis ulna_plot_across(const plot_figure *f);
plot_axis ulna_plot_up(const plot_figure *f, const plot_panel *p);

/* A signal in one line of `cells` characters, U+2581 to U+2588 or, without UTF-8, digits from 0, the least value, to 9. Returns
 * the bytes written to text, which has room for 3 cells + 1. A cell without a finite value is a blank. */
int ulna_plot_spark(const ulna_series *s, int column, int cells, bool utf8, char *text);

/* Colours of curves, which colour-blind people tell apart too [Okabe, Ito]: red, green, blue of curve k, in turn. */
enum { PLOT_COLOURS = 7 };
extern const unsigned char ulna_plot_colours[PLOT_COLOURS][3];

#endif
