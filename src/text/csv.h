/* CSV, read and written: a header of names, then rows of plain decimals. Empty lines, and lines that begin with #, are
 * left aside; a cell may stand in quotes. */
#ifndef ULNA_TEXT_CSV_H
#define ULNA_TEXT_CSV_H

#include "base/arena.h"
#include "text/sink.h"

/* Whether a line has cells: it is neither empty nor a remark. */
bool ulna_csv_has_cells(const char *line);

/* Cuts the cell at *at out of its line, without the blanks and quotes around it, and moves *at behind its comma; NULL
 * after the last. A doubled quote inside quotes is one. */
char *ulna_csv_cell(char **at);

/* A table of numbers. */
typedef struct {
  int columns, rows;
  const char **names;    /* without their units: `tau1 [N m]` is "tau1" */
  const double *numbers; /* rows × columns */
} csv_table;

/* What is wrong with it, and where. */
typedef struct {
  const char *condition;
  int line, column; /* from 1 */
  char text[240];
} csv_fault;

enum { CSV_MOST_COLUMNS = 1000, CSV_MOST_NUMBERS = 1 << 23 };

/* Reads a whole file's text (`length` bytes, then a 0), which it cuts up; the table lives in the arena. False: there is a
 * fault, or the arena has failed. */
bool ulna_csv_read(arena *memory, char *text, size_t length, csv_table *table, csv_fault *fault);

/* The column of that name, from 0; -1: none. */
int ulna_csv_find(const csv_table *table, const char *name);

/* Bytes of the control character that a text begins with, 2 for U+0080 to U+009F; 0: it is none. */
int ulna_control_bytes(const char *text);

/* Writes a cell that reads back as `text`: in quotes where a comma or a quote asks for them; control characters become
 * blanks, so that a line stays one. */
void ulna_csv_write(const char *text, text_sink *sink, void *owner);

#endif
