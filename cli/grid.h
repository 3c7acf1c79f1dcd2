/* A table of texts, written as text with aligned columns, as CSV or as Markdown. */
#ifndef CLI_GRID_H
#define CLI_GRID_H

#include "cli.h"

typedef enum { GRID_TEXT, GRID_CSV, GRID_MARKDOWN } grid_format;

enum { GRID_COLUMNS = 16 };

typedef struct {
  int columns, rows;        /* the head is row 0 */
  bool right[GRID_COLUMNS]; /* aligned to the right */
  int indent;               /* of text: blanks before each line */
  int keys; /* columns that say what a row is: repeated where text does not fit in GRID_WIDTH and goes on below */
  char **cells;
  int capacity; /* of rows */
} grid;

/* --format (OPT_TABLE_FORMAT); without it text on a terminal and CSV elsewhere. */
grid_format grid_format_of(const arguments *args);

/* Begins a table; `align` has a letter per column: l or r. */
void grid_open(grid *g, const char *align);
/* A row: as many texts as there are columns, each copied. */
void grid_row(grid *g, const char *const cells[]);
/* `head` false: the head was already written (CSV of several tables). */
void grid_write(const grid *g, grid_format format, bool head);
void grid_close(grid *g);

/* Text for people is at most so wide. */
enum { GRID_WIDTH = 80 };
/* Columns of the terminal that a text takes. */
int grid_width(const char *text);
void grid_blanks(int count);
/* A paragraph, filled to GRID_WIDTH: it begins at column `at`, further lines at `indent`. */
void grid_paragraph(const char *text, int at, int indent);

#endif
