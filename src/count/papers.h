/* What ulna_papers is: tables and their rows in one piece of memory. */
#ifndef ULNA_COUNT_PAPERS_H
#define ULNA_COUNT_PAPERS_H

#include "count/compare.h"

struct ulna_papers {
  ulna_allocator allocator;
  size_t size;
  int table_count;
  ulna_paper_table *table;
  ulna_paper_row *rows;  // of all tables, one after the other
};

/* Room for so many tables and rows, not yet filled; NULL if there is no memory. Freed by ulna_papers_destroy. */
ulna_papers *ulna_papers_allocate(const ulna_allocator *with, int table_count, int row_count);

#endif
