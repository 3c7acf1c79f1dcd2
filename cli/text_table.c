/* A table for people: cells of text, columns as wide as their widest cell. */
#include "text_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "cli.h"
#include "output.h"

enum { PAGE = 80 };  // columns

static char *cell(text_table *t, int column)
{
  if (column == 0) {
    if (t->rows == t->capacity) {
      const int capacity = t->capacity ? 2 * t->capacity : 8;
      char(*more)[CELL] = allocate((size_t)capacity * COLUMNS, CELL);
      if (t->rows > 0) memcpy(more, t->cells, (size_t)t->rows * COLUMNS * CELL);
      free(t->cells);
      t->cells = more;
      t->capacity = capacity;
    }
    t->rows++;
  }
  if (column >= t->columns) t->columns = column + 1;
  return t->cells[(t->rows - 1) * COLUMNS + column];
}

void put(text_table *t, int column, const char *form, ...)
{
  va_list list;
  va_start(list, form);
  vsnprintf(cell(t, column), CELL, form, list);
  va_end(list);
}

/* Characters of UTF-8 text, not bytes. */
static int shown_width(const char *text)
{
  int width = 0;
  for (; *text; text++) width += (*text & 0xc0) != 0x80;
  return width;
}

/* Columns 0…keys-1 of a row, and from…to-1. */
static void print_row(const text_table *t, int row, const int width[], int keys, int from, int to)
{
  int blanks = 2;
  for (int c = 0; c < to; c++) {
    if (c >= keys && c < from) continue;
    const char *text = t->cells[row * COLUMNS + c];
    if (*text) {
      out_printf("%*s%s", blanks, "", text);
      blanks = 0;
    }
    blanks += width[c] + 2 - (*text ? shown_width(text) : 0);
  }
  out_text("\n");
}

void print_table(text_table *t)
{
  int width[COLUMNS] = {0};
  for (int r = 0; r < t->rows; r++)
    for (int c = 0; c < t->columns; c++) {
      const int w = shown_width(t->cells[r * COLUMNS + c]);
      if (w > width[c]) width[c] = w;
    }
  const int keys = width[0] <= 2 && t->columns > 2 ? 2 : 1;
  int key_width = 0;
  for (int c = 0; c < keys; c++) key_width += 2 + width[c];
  for (int from = 0, to; from < t->columns; from = to) {
    int wide = from == 0 ? 0 : key_width;
    for (to = from; to < t->columns && (to <= from + (from == 0 ? keys : 0) || wide + 2 + width[to] <= PAGE);
         to++)
      wide += 2 + width[to];
    if (from > 0) out_text("\n");
    for (int r = 0; r < t->rows; r++) print_row(t, r, width, from > 0 ? keys : 0, from, to);
  }
  free(t->cells);
}

const char *shown(double x, char *text, size_t size)
{
  snprintf(text, size, "%.5g", x == 0 ? 0.0 : x);
  return text;
}

void put_number(text_table *t, int column, double x)
{
  char text[32];
  put(t, column, "%s", isfinite(x) ? shown(x, text, sizeof text) : "-");
}

void put_position(text_table *t, int column, double x, bool turns)
{
  char text[32];
  if (!isfinite(x)) put(t, column, "-");
  else if (turns) put(t, column, "%s deg", shown(x * 180 / PI, text, sizeof text));
  else put(t, column, "%s m", shown(x, text, sizeof text));
}

void put_vector(text_table *t, int column, const double v[3])
{
  char x[32], y[32], z[32];
  put(t, column, "%s %s %s", shown(v[0], x, sizeof x), shown(v[1], y, sizeof y), shown(v[2], z, sizeof z));
}
