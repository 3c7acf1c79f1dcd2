/* A canvas of characters: dots of braille or of ASCII, and single characters over them. */
#include "plot/canvas.h"

#include <stdlib.h>
#include <string.h>

bool ulna_canvas_create(ulna_canvas *c, int columns, int rows, bool utf8, bool colours)
{
  *c = (ulna_canvas){.columns = columns, .rows = rows, .utf8 = utf8, .colours = colours};
  c->cells = calloc((size_t)columns * (size_t)rows + 1, sizeof *c->cells);
  return c->cells != NULL;
}

void ulna_canvas_free(ulna_canvas *c)
{
  free(c->cells);
  c->cells = NULL;
}

static int across(const ulna_canvas *c) { return c->utf8 ? 2 : 1; }
static int down(const ulna_canvas *c) { return c->utf8 ? 4 : 2; }

int ulna_canvas_width(const ulna_canvas *c) { return c->columns * across(c); }
int ulna_canvas_height(const ulna_canvas *c) { return c->rows * down(c); }

void ulna_canvas_dot(ulna_canvas *c, int x, int y, int colour)
{
  if (x < 0 || y < 0 || x >= ulna_canvas_width(c) || y >= ulna_canvas_height(c)) return;
  canvas_cell *cell = &c->cells[(size_t)(y / down(c)) * (size_t)c->columns + (size_t)(x / across(c))];
  cell->dots |= (unsigned char)(1U << (4 * (x % across(c)) + y % down(c)));
  cell->colour = (unsigned char)colour;
}

void ulna_canvas_line(ulna_canvas *c, int x0, int y0, int x1, int y1, int colour)
{
  const int dx = x1 - x0, dy = y1 - y0, steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
  for (int k = 0; k <= steps; k++) {
    // halves away from the start, so that a line is the same whichever way the compiler rounds
    const int x = steps ? (2 * dx * k + (dx < 0 ? -steps : steps)) / (2 * steps) : 0;
    const int y = steps ? (2 * dy * k + (dy < 0 ? -steps : steps)) / (2 * steps) : 0;
    ulna_canvas_dot(c, x0 + x, y0 + y, colour);
  }
}

void ulna_canvas_mark(ulna_canvas *c, int column, int row, char mark, int colour)
{
  if (column < 0 || row < 0 || column >= c->columns || row >= c->rows) return;
  canvas_cell *cell = &c->cells[(size_t)row * (size_t)c->columns + (size_t)column];
  cell->mark = mark;
  cell->colour = (unsigned char)colour;
}

/* U+2800 and the dots of a cell, whose bits stand column by column there but for the lowest row [Unicode, 2800]. */
static size_t braille(unsigned char dots, char text[3])
{
  static const unsigned char bits[8] = {0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80};
  unsigned pattern = 0;
  for (int k = 0; k < 8; k++)
    if (dots >> k & 1) pattern |= bits[k];
  text[0] = '\xe2';
  text[1] = (char)(0xa0 | pattern >> 6);
  text[2] = (char)(0x80 | (pattern & 0x3f));
  return 3;
}

static size_t cell_text(const ulna_canvas *c, const canvas_cell *cell, char text[3])
{
  static const char halves[4] = {' ', '\'', '.', ':'};
  if (cell->mark || !cell->dots) {
    text[0] = cell->mark ? cell->mark : ' ';
    return 1;
  }
  if (c->utf8) return braille(cell->dots, text);
  text[0] = halves[cell->dots & 3];
  return 1;
}

const char *ulna_canvas_colour(int k)
{
  static const char *const codes[] = {"\033[36m", "\033[33m", "\033[32m", "\033[35m", "\033[31m", "\033[34m"};
  return k == 0 ? "\033[0m" : codes[(k - 1) % (int)(sizeof codes / sizeof *codes)];
}

void ulna_canvas_row(const ulna_canvas *c, int row, plot_sink *sink, void *owner)
{
  const canvas_cell *cells = &c->cells[(size_t)row * (size_t)c->columns];
  int end = c->columns, colour = 0;
  while (end > 0 && !cells[end - 1].dots && (!cells[end - 1].mark || cells[end - 1].mark == ' ')) end--;
  for (int k = 0; k < end; k++) {
    char text[3];
    const size_t length = cell_text(c, &cells[k], text);
    const int wanted = cells[k].dots || cells[k].mark ? cells[k].colour : colour;
    if (c->colours && wanted != colour) {
      const char *code = ulna_canvas_colour(wanted);
      sink(owner, code, strlen(code));
      colour = wanted;
    }
    sink(owner, text, length);
  }
  if (colour) sink(owner, ulna_canvas_colour(0), strlen(ulna_canvas_colour(0)));
}
