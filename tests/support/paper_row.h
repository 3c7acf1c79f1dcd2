/* Rows of the papers' tables, by name. */
#ifndef ULNA_TESTS_PAPER_ROW_H
#define ULNA_TESTS_PAPER_ROW_H

#include "count/compare.h"

/* The row `item` of the first table of this paper whose title begins so; ends the test where there is none. */
const ulna_paper_row *paper_row(const ulna_papers *papers, const char *paper, const char *title,
                                const char *item);

#endif
