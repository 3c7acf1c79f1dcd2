/* A table for people: cells of text, columns as wide as their widest cell. */
#include "text_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "cli.h"
#include "grid.h"

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

void print_table(text_table *t)
{
  int first = 0;  // the width of the first column
  char align[COLUMNS + 1] = "";
  memset(align, 'l', (size_t)t->columns);
  grid g;
  grid_open(&g, align);
  for (int r = 0; r < t->rows; r++) {
    const char *cells[COLUMNS];
    for (int c = 0; c < t->columns; c++) cells[c] = t->cells[r * COLUMNS + c];
    const int wide = grid_width(t->cells[r * COLUMNS]);
    if (wide > first) first = wide;
    grid_row(&g, cells);
  }
  g.indent = 2, g.keys = first <= 2 && t->columns > 2 ? 2 : 1;
  grid_write(&g, GRID_TEXT, true);
  grid_close(&g);
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
