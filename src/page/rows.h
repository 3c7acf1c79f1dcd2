/* Rows of a run for a page: all of them while they are few; if there are many, buckets of successive rows, with each
 * column's first, least and largest value. Memory is bounded, whatever the number of rows: when there is no room for
 * another bucket, pairs of buckets are merged. Buckets of several rows take twice the bytes in a page (least and
 * largest as floats, rounded outwards), so there are half as many of them at most. */
#ifndef ULNA_PAGE_ROWS_H
#define ULNA_PAGE_ROWS_H

#include <stdbool.h>

#include "base/allocator.h"
#include "page/buffer.h"

typedef struct {
  ulna_allocator allocator;
  int columns, most; /* most: room for so many buckets, a multiple of 4 */
  int count;         /* buckets there are, the last may not be full */
  long long rows;    /* taken in all */
  long long per;     /* rows of a bucket; 1: nothing is left out */
  long long in_last;
  double *first, *least, *largest; /* most × columns, row by row */
} page_rows;

/* False if there is no memory. */
bool ulna_rows_open(page_rows *s, int columns, int most, const ulna_allocator *allocator);
void ulna_rows_close(page_rows *s);
void ulna_rows_row(page_rows *s, const double row[]);

/* "rows": …, "count": …, "per": …, "first": …, and of buckets of several rows "least" and "largest": packed columns. */
void ulna_rows_json(const page_rows *s, text_buffer *b);

#endif
