/* A table of texts, written as text with aligned columns, as CSV or as Markdown. */
#include "grid.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

grid_format grid_format_of(const arguments *args)
{
  const char *name = args->value[OPT_TABLE_FORMAT];
  if (!name) return isatty(STDOUT_FILENO) ? GRID_TEXT : GRID_CSV;
  return name[0] == 'm' ? GRID_MARKDOWN : name[0] == 'c' ? GRID_CSV : GRID_TEXT;
}

void grid_open(grid *g, const char *align)
{
  *g = (grid){.columns = (int)strlen(align), .capacity = 8};
  for (int c = 0; c < g->columns && c < GRID_COLUMNS; c++) g->right[c] = align[c] == 'r';
  g->cells = allocate((size_t)g->capacity * (size_t)g->columns, sizeof(char *));
}

void grid_row(grid *g, const char *const cells[])
{
  if (g->rows == g->capacity) {
    char **more = allocate(2 * (size_t)g->capacity * (size_t)g->columns, sizeof(char *));
    memcpy(more, g->cells, (size_t)(g->rows * g->columns) * sizeof(char *));
    free(g->cells);
    g->cells = more;
    g->capacity *= 2;
  }
  for (int c = 0; c < g->columns; c++)
    g->cells[g->rows * g->columns + c] = plain_text(text_printf("%s", cells[c]));
  g->rows++;
}

void grid_close(grid *g)
{
  for (int i = 0; i < g->rows * g->columns; i++) free(g->cells[i]);
  free(g->cells);
}

/* Columns that the first bytes of a text take: characters, those that stand over another not counted. */
static int width_of(const char *text, size_t bytes)
{
  int count = 0;
  for (const unsigned char *c = (const unsigned char *)text; *c && bytes > 0; c++, bytes--) {
    const bool continues = (*c & 0xc0) == 0x80;
    const bool combines = *c == 0xcc || (*c == 0xcd && c[1] < 0xb0); /* U+0300 to U+036F */
    if (!continues && !combines) count++;
  }
  return count;
}

int grid_width(const char *text) { return width_of(text, strlen(text)); }

void grid_blanks(int count)
{
  for (int i = 0; i < count; i++) out_text(" ");
}

void grid_paragraph(const char *text, int at, int indent)
{
  int column = at;
  bool first = true;
  char *const plain = plain_text(text_printf("%s", text));
  text = plain;
  while (*text) {
    const size_t length = strcspn(text, " ");
    const int wide = width_of(text, length);
    if (!first && column + 1 + wide > GRID_WIDTH) {
      out_text("\n");
      grid_blanks(indent);
      column = indent;
    } else if (!first) {
      out_text(" ");
      column++;
    }
    out_bytes(text, length);
    column += wide;
    first = false;
    text += length + strspn(text + length, " ");
  }
  out_text("\n");
  free(plain);
}

/* Columns 0…keys-1 of a row and from…to-1. */
static void write_text_row(const grid *g, int r, const int widths[], int keys, int from, int to)
{
  int owed = g->indent; /* blanks that only matter if something follows */
  for (int c = 0; c < to; c++) {
    if (c >= keys && c < from) continue;
    const char *cell = g->cells[r * g->columns + c];
    const int spare = widths[c] - grid_width(cell);
    if (g->right[c]) owed += spare;
    if (*cell) {
      grid_blanks(owed);
      out_text(cell);
      owed = 0;
    } else {
      owed += widths[c] - (g->right[c] ? spare : 0);
    }
    if (!g->right[c] && *cell) owed += spare;
    owed += 2;
  }
  out_text("\n");
}

static void write_text(const grid *g)
{
  int widths[GRID_COLUMNS] = {0}, key_width = 0;
  for (int i = 0; i < g->rows * g->columns; i++) {
    const int w = grid_width(g->cells[i]);
    if (w > widths[i % g->columns]) widths[i % g->columns] = w;
  }
  for (int c = 0; c < g->keys; c++) key_width += widths[c] + 2;
  for (int from = 0, to; from < g->columns; from = to) {
    int wide = g->indent + (from == 0 ? 0 : key_width) - 2;
    for (to = from; to < g->columns; to++) {
      const bool room = wide + 2 + widths[to] <= GRID_WIDTH;
      if (g->keys > 0 && to > from + (from == 0 ? g->keys : 0) && !room) break;
      wide += 2 + widths[to];
    }
    if (from > 0) out_text("\n");
    for (int r = 0; r < g->rows; r++) write_text_row(g, r, widths, from > 0 ? g->keys : 0, from, to);
  }
}

static void write_markdown_row(const grid *g, int r)
{
  for (int c = 0; c < g->columns; c++) {
    out_text("| ");
    for (const char *at = g->cells[r * g->columns + c]; *at; at++) {
      if (*at == '|' || *at == '*' || *at == '_') out_text("\\");
      out_bytes(at, 1);
    }
    out_text(" ");
  }
  out_text("|\n");
}

void grid_write(const grid *g, grid_format format, bool head)
{
  if (format == GRID_TEXT) {
    write_text(g);
    return;
  }
  for (int r = head ? 0 : 1; r < g->rows; r++) {
    if (format == GRID_MARKDOWN) {
      write_markdown_row(g, r);
      if (r > 0) continue;
      for (int c = 0; c < g->columns; c++) out_text(g->right[c] ? "|---:" : "|---");
      out_text("|\n");
      continue;
    }
    for (int c = 0; c < g->columns; c++) {
      if (c > 0) out_text(",");
      out_csv_field(g->cells[r * g->columns + c]);
    }
    out_text("\n");
  }
}
