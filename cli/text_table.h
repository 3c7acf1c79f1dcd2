/* A table for people: cells of text, columns as wide as their widest cell. */
#ifndef CLI_TEXT_TABLE_H
#define CLI_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum { CELL = 64, COLUMNS = 16 };
typedef struct {
  int columns, rows, capacity;
  char (*cells)[CELL];
} text_table;

/* Text into a column of the last row; column 0 begins a new one. */
void put(text_table *t, int column, const char *form, ...) __attribute__((format(printf, 3, 4)));
void put_number(text_table *t, int column, double x);               /* five digits; "-" if it is not finite */
void put_position(text_table *t, int column, double x, bool turns); /* degrees or metres; "-" likewise */
void put_vector(text_table *t, int column, const double v[3]);

/* Writes it with its lines indented by two, and frees it. Columns that do not fit in 80 characters continue below,
 * with the first column and, if that is a number, the second repeated. */
void print_table(text_table *t);

/* A number for the eye, five digits, no negative zero. */
const char *shown(double x, char *text, size_t size);

#endif
