/* A figure in characters: panels with axes, curves in braille or ASCII. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/canvas.h"

typedef struct {
  const plot_figure *figure;
  const plot_text *how;
  plot_sink *sink;
  void *owner;
  int column; /* characters of the line so far */
} page;

/* Characters of UTF-8, not bytes. */
static int width_of(const char *text)
{
  int width = 0;
  for (; *text; text++) width += (*text & 0xc0) != 0x80;
  return width;
}

static void put(page *p, const char *text)
{
  p->sink(p->owner, text, strlen(text));
  p->column += width_of(text);
}

static void put_form(page *p, const char *form, ...) __attribute__((format(printf, 2, 3)));
static void put_form(page *p, const char *form, ...)
{
  char text[200];
  va_list list;
  va_start(list, form);
  vsnprintf(text, sizeof text, form, list);
  va_end(list);
  put(p, text);
}

static void end_line(page *p)
{
  p->sink(p->owner, "\n", 1);
  p->column = 0;
}

static void put_colour(page *p, int k)
{
  if (p->how->colours) p->sink(p->owner, ulna_canvas_colour(k), strlen(ulna_canvas_colour(k)));
}

/* How curve k of several is told from the others where there are no colours. */
static char mark_of(int k)
{
  static const char marks[] = "123456789abcdefghijklmnopqrstuvwxyz";
  return marks[k % (int)(sizeof marks - 1)];
}

static bool by_marks(const page *p, const plot_panel *panel) { return panel->count > 1 && !p->how->colours; }

/* A word, on the next line where it does not fit. */
static void put_word(page *p, const char *word, int colour)
{
  if (p->column > 0 && p->column + 1 + width_of(word) > p->how->columns) {
    end_line(p);
    put(p, "   ");
  }
  if (p->column > 0) put(p, " ");
  if (colour) put_colour(p, colour);
  put(p, word);
  if (colour) put_colour(p, 0);
}

/* "q1 (rad), from -0.5 to 1.2", or of several "rad: 1 q1, 2 q2". */
static void put_title(page *p, const plot_panel *panel)
{
  const ulna_series *s = p->figure->series;
  char word[200];
  if (panel->count == 1) {
    const plot_curve *c = &panel->curves[0];
    snprintf(word, sizeof word, "%.60s%s%.40s%s", c->name, *panel->unit ? " (" : "", panel->unit,
             *panel->unit ? ")" : "");
    put_word(p, word, 1);
    if (!isnan(s->least[c->column]))
      put_form(p, ", from %.5g to %.5g", s->least[c->column] + 0.0, s->largest[c->column] + 0.0);
  } else {
    snprintf(word, sizeof word, "%.60s:", *panel->unit ? panel->unit : "without a unit");
    put_word(p, word, 0);
    for (int k = 0; k < panel->count; k++) {
      if (by_marks(p, panel)) snprintf(word, sizeof word, " %c %.60s", mark_of(k), panel->curves[k].name);
      else snprintf(word, sizeof word, " %.60s", panel->curves[k].name);
      put_word(p, word, k + 1);
    }
  }
  end_line(p);
}

/* Dots to draw on, and the axes that lead to them. */
typedef struct {
  ulna_canvas *canvas;
  plot_axis across, up;
  int width, height; /* dots, or cells for marks */
  char mark;         /* 0: dots */
  int colour;
} pen;

static int x_of(const pen *d, double t)
{
  return (int)lround(ulna_axis_place(&d->across, t) * (d->width - 1));
}

static int y_of(const pen *d, double value)
{
  return (int)lround((1 - ulna_axis_place(&d->up, value)) * (d->height - 1));
}

static void stroke(void *with, double t0, double v0, double t1, double v1)
{
  const pen *d = with;
  const int x0 = x_of(d, t0), y0 = y_of(d, v0), x1 = x_of(d, t1), y1 = y_of(d, v1);
  if (!d->mark) {
    ulna_canvas_line(d->canvas, x0, y0, x1, y1, d->colour);
    return;
  }
  const int dx = x1 - x0, dy = y1 - y0, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
  for (int k = 0; k <= steps; k++)
    ulna_canvas_mark(d->canvas, x0 + (steps ? dx * k / steps : 0), y0 + (steps ? dy * k / steps : 0), d->mark,
                     d->colour);
}

/* Numbers left of the curves: their rows, or -1, and how wide they are. */
typedef struct {
  int width;
  char (*text)[AXIS_TEXT]; /* one for each row; "": none */
} labels;

static bool make_labels(labels *l, const plot_axis *up, int rows)
{
  double ticks[AXIS_TICKS];
  const int count = ulna_axis_ticks(up, rows / 2 > 2 ? rows / 2 : 2, ticks);
  l->text = calloc((size_t)rows, sizeof *l->text);
  if (!l->text) return false;
  l->width = 4;
  for (int k = 0; k < count; k++) {
    const int row = (int)lround((1 - ulna_axis_place(up, ticks[k])) * (rows - 1));
    if (row < 0 || row >= rows) continue;
    ulna_axis_text(ticks, count, k, l->text[row]);
    if (width_of(l->text[row]) > l->width) l->width = width_of(l->text[row]);
  }
  return true;
}

/* The line below the curves, with ticks, and their numbers below it. */
static void put_across(page *p, const plot_axis *a, int left, int width)
{
  const plot_figure *f = p->figure;
  const bool utf8 = p->how->utf8;
  double ticks[AXIS_TICKS];
  const int count = ulna_axis_ticks(a, width / 12 > 2 ? width / 12 : 2, ticks);
  put_form(p, "%*s%s", left, "", utf8 ? "└" : "+");
  for (int x = 0; x < width; x++) {
    bool tick = false;
    for (int k = 0; k < count; k++) tick = tick || lround(ulna_axis_place(a, ticks[k]) * (width - 1)) == x;
    put(p, utf8 ? tick ? "┬" : "─" : tick ? "+" : "-");
  }
  end_line(p);
  char name[64];
  snprintf(name, sizeof name, "%.30s%s%.20s%s", f->across, *f->across_unit ? " (" : "", f->across_unit,
           *f->across_unit ? ")" : "");
  const int end = left + 1 + width - width_of(name) - 1;
  for (int k = 0; k < count; k++) {
    char text[AXIS_TEXT];
    ulna_axis_text(ticks, count, k, text);
    const int centre = left + 1 + (int)lround(ulna_axis_place(a, ticks[k]) * (width - 1));
    int at = centre - (int)strlen(text) / 2;
    if (at < 0) at = 0;
    if (at + (int)strlen(text) > end || (p->column > 0 && at <= p->column)) continue;
    put_form(p, "%*s%s", at - p->column, "", text);
  }
  put_form(p, "%*s%s", left + 1 + width - width_of(name) - p->column, "", name);
  end_line(p);
}

static void put_left_out(page *p, const plot_panel *panel)
{
  for (int k = 0; k < panel->count; k++) {
    const long long count = p->figure->series->not_finite[panel->curves[k].column];
    if (count == 0) continue;
    put_form(p, "left out: %lld value%s of %.40s that %s not finite", count, count > 1 ? "s" : "",
             panel->curves[k].name, count > 1 ? "are" : "is");
    end_line(p);
  }
}

static void put_panel(page *p, const plot_panel *panel)
{
  const plot_text *how = p->how;
  const plot_axis up = ulna_plot_up(p->figure, panel), across = ulna_plot_across(p->figure);
  labels l;
  ulna_canvas c;
  if (!make_labels(&l, &up, how->rows)) return;
  const int width = how->columns - l.width - 2;
  if (ulna_canvas_create(&c, width, how->rows, how->utf8, how->colours)) {
    const bool marks = by_marks(p, panel);
    pen d = {.canvas = &c, .across = across, .up = up};
    d.width = marks ? width : ulna_canvas_width(&c);
    d.height = marks ? how->rows : ulna_canvas_height(&c);
    for (int k = 0; k < panel->count; k++) {
      d.mark = marks ? mark_of(k) : '\0';
      d.colour = k + 1;
      ulna_series_draw(p->figure->series, panel->curves[k].column, stroke, &d);
    }
    put_title(p, panel);
    for (int row = 0; row < how->rows; row++) {
      const bool tick = l.text[row][0] != '\0';
      put_form(p, "%*s %s", l.width, l.text[row], how->utf8 ? tick ? "┤" : "│" : tick ? "+" : "|");
      ulna_canvas_row(&c, row, p->sink, p->owner);
      end_line(p);
    }
    put_across(p, &across, l.width + 1, width);
    put_left_out(p, panel);
  }
  ulna_canvas_free(&c);
  free(l.text);
}

void ulna_plot_text(const plot_figure *f, const plot_text *how, plot_sink *sink, void *owner)
{
  page p = {.figure = f, .how = how, .sink = sink, .owner = owner};
  for (int k = 0; k < f->count; k++) {
    if (k > 0) end_line(&p);
    put_panel(&p, &f->panels[k]);
  }
}
