/* A figure as SVG: one file, no script, nothing fetched. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "plot/figure.h"

enum { WIDTH = 960, PANEL = 240, LEFT = 90, RIGHT = 20, TOP = 40, BELOW = 45, HEAD = 34 };

typedef struct {
  const plot_figure *figure;
  plot_sink *sink;
  void *owner;
} page;

static void put(const page *p, const char *form, ...) __attribute__((format(printf, 2, 3)));
static void put(const page *p, const char *form, ...)
{
  char text[300];
  va_list list;
  va_start(list, form);
  const int length = vsnprintf(text, sizeof text, form, list);
  va_end(list);
  p->sink(p->owner, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* Bytes of the character of UTF-8 that begins here; 0: none does. */
static int character(const unsigned char *c)
{
  const int length = c[0] < 0x80   ? 1
                     : c[0] < 0xc2 ? 0
                     : c[0] < 0xe0 ? 2
                     : c[0] < 0xf0 ? 3
                     : c[0] < 0xf5 ? 4
                                   : 0;
  for (int k = 1; k < length; k++)
    if ((c[k] & 0xc0) != 0x80) return 0;
  if (length == 3 && ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] >= 0xa0) ||
                      (c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xbe)))
    return 0;  // too long, surrogates, and the two that XML does not have
  if (length == 4 && ((c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] >= 0x90))) return 0;
  return length;
}

/* Text of any origin, escaped. */
static void put_text(const page *p, const char *text)
{
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    const int length = character(c);
    if (*c == '&') put(p, "&amp;");
    else if (*c == '<') put(p, "&lt;");
    else if (*c == '>') put(p, "&gt;");
    else if (length == 0 || *c < 0x20 || *c == 0x7f) put(p, "?");
    else p->sink(p->owner, (const char *)c, (size_t)length);
    c += length ? length : 1;
  }
}

typedef struct {
  plot_axis across, up;
  double top; /* of the curves */
} frame;

static double x_of(const frame *f, double t)
{
  return LEFT + ulna_axis_place(&f->across, t) * (WIDTH - LEFT - RIGHT);
}
static double y_of(const frame *f, double v)
{
  return f->top + (1 - ulna_axis_place(&f->up, v)) * (PANEL - TOP - BELOW);
}

static void put_axes(const page *p, const frame *f, const plot_panel *panel)
{
  double ticks[AXIS_TICKS];
  char text[AXIS_TEXT];
  const double bottom = f->top + PANEL - TOP - BELOW;
  int count = ulna_axis_ticks(&f->up, 5, ticks);
  for (int k = 0; k < count; k++) {
    ulna_axis_text(ticks, count, k, text);
    put(p, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text class=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
        LEFT, y_of(f, ticks[k]), WIDTH - RIGHT, LEFT - 8, y_of(f, ticks[k]) + 4, text);
  }
  count = ulna_axis_ticks(&f->across, 9, ticks);
  for (int k = 0; k < count; k++) {
    ulna_axis_text(ticks, count, k, text);
    put(p,
        "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/><text class=\"mid\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
        x_of(f, ticks[k]), f->top, bottom, x_of(f, ticks[k]), bottom + 16, text);
  }
  put(p, "<path class=\"frame\" d=\"M%d %.1fV%.1fH%d\"/>\n<text class=\"mid\" x=\"%d\" y=\"%.1f\">", LEFT,
      f->top, bottom, WIDTH - RIGHT, (LEFT + WIDTH - RIGHT) / 2, bottom + 34);
  put_text(p, p->figure->across);
  if (*p->figure->across_unit) {
    put(p, " (");
    put_text(p, p->figure->across_unit);
    put(p, ")");
  }
  put(p, "</text>\n<text class=\"mid\" transform=\"translate(16 %.1f) rotate(-90)\">", (f->top + bottom) / 2);
  put_text(p, *panel->unit ? panel->unit : "without a unit");
  put(p, "</text>\n");
}

/* "M x y L …"; a span of several rows goes from its first value through the extremes to its last. */
static void put_curve(const page *p, const frame *f, const plot_curve *curve, int k)
{
  const ulna_series *s = p->figure->series;
  const unsigned char *c = ulna_plot_colours[k % PLOT_COLOURS];
  put(p, "<path class=\"curve\" stroke=\"#%02x%02x%02x\"%s d=\"", c[0], c[1], c[2],
      k / PLOT_COLOURS % 2 ? " stroke-dasharray=\"6 3\"" : "");
  bool joined = false;
  for (int i = 0; i < s->used; i++) {
    const series_span *v = ulna_series_span(s, i, curve->column);
    if (isnan(v->least)) {
      joined = false;
      continue;
    }
    const double x = x_of(f, s->from[i] / 2 + s->to[i] / 2);
    put(p, "%s%.1f %.1f", joined ? "L" : "M", x, y_of(f, v->first));
    if (v->least < v->largest)
      put(p, "V%.1fV%.1fV%.1f", y_of(f, v->least), y_of(f, v->largest), y_of(f, v->last));
    const bool alone =
        !joined && (i + 1 == s->used || isnan(ulna_series_span(s, i + 1, curve->column)->least));
    if (alone) put(p, "h0");  // one value between gaps: a dot, by its round ends
    joined = true;
  }
  put(p, "\"/>\n");
}

static void put_legend(const page *p, const frame *f, const plot_panel *panel)
{
  double x = LEFT;
  for (int k = 0; k < panel->count; k++) {
    const unsigned char *c = ulna_plot_colours[k % PLOT_COLOURS];
    const double width = 40 + 7.5 * (double)strlen(panel->curves[k].name);
    if (x + width > WIDTH - RIGHT && k > 0) {
      put(p, "<text x=\"%.1f\" y=\"%.1f\">…</text>\n", x, f->top - 10);
      break;
    }
    put(p,
        "<path class=\"curve\" stroke=\"#%02x%02x%02x\"%s d=\"M%.1f %.1fh18\"/><text x=\"%.1f\" y=\"%.1f\">",
        c[0], c[1], c[2], k / PLOT_COLOURS % 2 ? " stroke-dasharray=\"6 3\"" : "", x, f->top - 14, x + 23,
        f->top - 10);
    put_text(p, panel->curves[k].name);
    const long long out = p->figure->series->not_finite[panel->curves[k].column];
    if (out > 0) put(p, " (%lld not finite)", out);
    put(p, "</text>\n");
    x += width + (out > 0 ? 110 : 0);
  }
}

void ulna_plot_svg(const plot_figure *f, plot_sink *sink, void *owner)
{
  const page p = {f, sink, owner};
  put(&p,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
      "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
      WIDTH, HEAD + PANEL * f->count, WIDTH, HEAD + PANEL * f->count);
  put_text(&p, f->title);
  put(&p, "</title>\n<style>text{font:13px sans-serif;fill:#222}.mid{text-anchor:middle}.end{text-anchor:end}"
          ".grid{stroke:#ddd;fill:none}.frame{stroke:#222;fill:none}");
  put(&p,
      ".curve{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}</style>\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"22\" font-weight=\"bold\">",
      LEFT);
  put_text(&p, f->title);
  put(&p, "</text>\n");
  for (int k = 0; k < f->count; k++) {
    const plot_panel *panel = &f->panels[k];
    const frame at = {ulna_plot_across(f), ulna_plot_up(f, panel), HEAD + (double)(PANEL * k) + TOP - 10};
    put_axes(&p, &at, panel);
    for (int i = 0; i < panel->count; i++) put_curve(&p, &at, &panel->curves[i], i);
    put_legend(&p, &at, panel);
  }
  put(&p, "</svg>\n");
}
