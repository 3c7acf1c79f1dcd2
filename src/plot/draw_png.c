/* A figure as PNG: drawn on pixels of half the size, which are then averaged; packed by zlib. [PNG] is the W3C's Portable
 * Network Graphics specification, second edition. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "plot/figure.h"
#include "plot/font.h"

/* Pixels of the picture; each is FINE by FINE of those that are drawn. */
enum { WIDTH = 1200, PANEL = 300, LEFT = 120, RIGHT = 30, TOP = 48, BELOW = 60, HEAD = 40, FINE = 2 };
enum { LETTER = 2 }; /* pixels of a letter's dot */

typedef struct {
  int width, height;    /* fine pixels */
  unsigned char *bytes; /* three each */
} image;

static const unsigned char black[3] = {34, 34, 34}, grey[3] = {221, 221, 221};

static void pixel(image *m, int x, int y, const unsigned char colour[3])
{
  if (x < 0 || y < 0 || x >= m->width || y >= m->height) return;
  memcpy(m->bytes + 3 * ((size_t)y * (size_t)m->width + (size_t)x), colour, 3);
}

static void box(image *m, int x0, int y0, int width, int height, const unsigned char colour[3])
{
  for (int y = y0; y < y0 + height; y++)
    for (int x = x0; x < x0 + width; x++) pixel(m, x, y, colour);
}

/* A line as wide as three fine pixels. */
static void line(image *m, double x0, double y0, double x1, double y1, const unsigned char colour[3])
{
  const double size = fmax(fabs(x1 - x0), fabs(y1 - y0));
  const int steps = (int)ceil(size);
  for (int k = 0; k <= steps; k++) {
    const double part = steps ? (double)k / steps : 0;
    box(m, (int)lround(x0 + part * (x1 - x0)) - 1, (int)lround(y0 + part * (y1 - y0)) - 1, 3, 3, colour);
  }
}

static int text_width(const char *text)
{
  int letters = 0;
  for (; *text; text++) letters += (*text & 0xc0) != 0x80;
  return letters * FONT_STEP * LETTER * FINE;
}

/* Text from (x, y), its upper left corner; upwards if `turned`, from its lower left. */
static void write_text(image *m, int x, int y, const char *text, bool turned)
{
  enum { DOT = LETTER * FINE };
  for (; *text; text++) {
    if ((*text & 0xc0) == 0x80) continue;  // the rest of a character that is a question mark
    const unsigned char *rows = ulna_font_letter(*text);
    for (int r = 0; r < FONT_HEIGHT; r++)
      for (int c = 0; c < FONT_WIDTH; c++) {
        if (!(rows[r] >> (FONT_WIDTH - 1 - c) & 1)) continue;
        if (turned) box(m, x + r * DOT, y - (c + 1) * DOT, DOT, DOT, black);
        else box(m, x + c * DOT, y + r * DOT, DOT, DOT, black);
      }
    if (turned) y -= FONT_STEP * DOT;
    else x += FONT_STEP * DOT;
  }
}

typedef struct {
  plot_axis across, up;
} frame;

static double x_of(const frame *f, double t)
{
  return FINE * (LEFT + ulna_axis_place(&f->across, t) * (WIDTH - LEFT - RIGHT));
}
static double y_of(const frame *f, double v)
{
  return FINE * (TOP + (1 - ulna_axis_place(&f->up, v)) * (PANEL - TOP - BELOW));
}

static void with_unit(char *text, size_t size, const char *name, const char *unit)
{
  snprintf(text, size, "%.40s%s%.40s%s", name, *unit ? " (" : "", unit, *unit ? ")" : "");
}

static void draw_axes(image *m, const plot_figure *figure, const plot_panel *panel, const frame *f)
{
  enum { BOTTOM = FINE * (PANEL - BELOW), HIGH = FONT_HEIGHT * LETTER * FINE };
  double ticks[AXIS_TICKS];
  char text[120];
  int count = ulna_axis_ticks(&f->up, 5, ticks);
  for (int k = 0; k < count; k++) {
    const int y = (int)lround(y_of(f, ticks[k]));
    ulna_axis_text(ticks, count, k, text);
    box(m, FINE * LEFT, y, FINE * (WIDTH - LEFT - RIGHT), FINE, grey);
    write_text(m, FINE * (LEFT - 8) - text_width(text), y - HIGH / 2, text, false);
  }
  count = ulna_axis_ticks(&f->across, 9, ticks);
  for (int k = 0; k < count; k++) {
    const int x = (int)lround(x_of(f, ticks[k]));
    ulna_axis_text(ticks, count, k, text);
    box(m, x, FINE * TOP, FINE, BOTTOM - FINE * TOP, grey);
    write_text(m, x - text_width(text) / 2, BOTTOM + FINE * 8, text, false);
  }
  box(m, FINE * LEFT, FINE * TOP, FINE, BOTTOM - FINE * TOP, black);
  box(m, FINE * LEFT, BOTTOM, FINE * (WIDTH - LEFT - RIGHT), FINE, black);
  with_unit(text, sizeof text, figure->across, figure->across_unit);
  write_text(m, FINE * (LEFT + WIDTH - RIGHT) / 2 - text_width(text) / 2, BOTTOM + FINE * 30, text, false);
  snprintf(text, sizeof text, "%.30s", *panel->unit ? panel->unit : "without a unit");
  write_text(m, FINE * 8, (FINE * TOP + BOTTOM + text_width(text)) / 2, text, true);
}

/* A curve's colour on an image. */
typedef struct {
  image *m;
  const frame *f;
  const unsigned char *colour;
} pen;

static void stroke(void *with, double t0, double v0, double t1, double v1)
{
  const pen *d = with;
  line(d->m, x_of(d->f, t0), y_of(d->f, v0), x_of(d->f, t1), y_of(d->f, v1), d->colour);
}

static void draw_legend(image *m, const plot_figure *figure, const plot_panel *panel)
{
  int x = FINE * LEFT;
  for (int k = 0; k < panel->count; k++) {
    char text[120];
    const long long out = figure->series->not_finite[panel->curves[k].column];
    if (out > 0) snprintf(text, sizeof text, "%.60s (%lld not finite)", panel->curves[k].name, out);
    else snprintf(text, sizeof text, "%.60s", panel->curves[k].name);
    const bool full = x + text_width(text) + FINE * 60 > FINE * (WIDTH - RIGHT) && k > 0;
    if (full) {
      write_text(m, x, FINE * 16, "...", false);
      return;
    }
    line(m, x, FINE * 23, x + FINE * 18, FINE * 23, ulna_plot_colours[k % PLOT_COLOURS]);
    write_text(m, x + FINE * 26, FINE * 16, text, false);
    x += text_width(text) + FINE * 44;
  }
}

/* The zlib stream of a PNG's rows, given out in chunks. */
typedef struct {
  plot_sink *sink;
  void *owner;
  z_stream z;
  unsigned char packed[1 << 15];
} packer;

static void big_endian(unsigned char to[4], uint32_t x)
{
  for (int k = 0; k < 4; k++) to[k] = (unsigned char)(x >> (24 - 8 * k));
}

/* Length, type, data, checksum of type and data [PNG, 5.3]. */
static void chunk(packer *p, const char type[4], const unsigned char *data, size_t length)
{
  unsigned char head[8], sum[4];
  big_endian(head, (uint32_t)length);
  memcpy(head + 4, type, 4);
  uint32_t crc = (uint32_t)crc32_z(crc32_z(0, NULL, 0), head + 4, 4);
  if (length > 0) crc = (uint32_t)crc32_z(crc, data, length);
  big_endian(sum, crc);
  p->sink(p->owner, (const char *)head, sizeof head);
  if (length > 0) p->sink(p->owner, (const char *)data, length);
  p->sink(p->owner, (const char *)sum, sizeof sum);
}

static void pack(packer *p, unsigned char *bytes, size_t length, bool last)
{
  p->z.next_in = bytes;
  p->z.avail_in = (unsigned)length;
  do {
    p->z.next_out = p->packed;
    p->z.avail_out = sizeof p->packed;
    deflate(&p->z, last ? Z_FINISH : Z_NO_FLUSH);  // its buffers are never empty: it cannot fail
    const size_t made = sizeof p->packed - p->z.avail_out;
    if (made > 0) chunk(p, "IDAT", p->packed, made);
  } while (p->z.avail_out == 0);
}

/* Rows of the picture: a filter (0: none), then the mean of FINE by FINE pixels for each. */
static void pack_image(packer *p, const image *m)
{
  unsigned char row[1 + 3 * WIDTH];
  row[0] = 0;
  for (int y = 0; y < m->height / FINE; y++) {
    for (int x = 0; x < 3 * WIDTH; x++) {
      int sum = 0;
      for (int i = 0; i < FINE * FINE; i++)
        sum += m->bytes[3 * ((size_t)(FINE * y + i / FINE) * (size_t)m->width +
                             (size_t)(FINE * (x / 3) + i % FINE)) +
                        (size_t)(x % 3)];
      row[1 + x] = (unsigned char)((sum + FINE * FINE / 2) / (FINE * FINE));
    }
    pack(p, row, sizeof row, false);
  }
}

static void clear(image *m, int height)
{
  m->height = height;
  memset(m->bytes, 255, 3 * (size_t)m->width * (size_t)height);
}

bool ulna_plot_png(const plot_figure *f, plot_sink *sink, void *owner)
{
  static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  image m = {.width = FINE * WIDTH, .bytes = malloc((size_t)3 * FINE * WIDTH * FINE * PANEL)};
  packer *p = calloc(1, sizeof *p);
  if (!m.bytes || !p || deflateInit(&p->z, 6) != Z_OK) {
    free(m.bytes), free(p);
    return false;
  }
  p->sink = sink, p->owner = owner;
  unsigned char header[13] = {
      [8] = 8, [9] = 2};  // 8 bits, red green blue; deflate, no interlacing [PNG, 11.2.2]
  big_endian(header, WIDTH);
  big_endian(header + 4, (uint32_t)(HEAD + PANEL * f->count));
  sink(owner, (const char *)signature, sizeof signature);
  chunk(p, "IHDR", header, sizeof header);
  clear(&m, FINE * HEAD);
  write_text(&m, FINE * LEFT, FINE * 14, f->title, false);
  pack_image(p, &m);
  for (int k = 0; k < f->count; k++) {
    const plot_panel *panel = &f->panels[k];
    const frame at = {ulna_plot_across(f), ulna_plot_up(f, panel)};
    clear(&m, FINE * PANEL);
    draw_axes(&m, f, panel, &at);
    for (int i = 0; i < panel->count; i++)
      ulna_series_draw(f->series, panel->curves[i].column, stroke,
                       &(pen){&m, &at, ulna_plot_colours[i % PLOT_COLOURS]});
    draw_legend(&m, f, panel);
    pack_image(p, &m);
  }
  pack(p, header, 0, true);
  chunk(p, "IEND", NULL, 0);
  deflateEnd(&p->z);
  free(m.bytes), free(p);
  return true;
}
