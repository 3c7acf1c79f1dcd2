/* Rows of the papers' tables, by name. */
#include "support/paper_row.h"
#include "count/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

const ulna_paper_row *paper_row(const ulna_papers *papers, const char *paper, const char *title,
                                const char *item)
{
  for (int t = 0; t < ulna_papers_count(papers); t++) {
    const ulna_paper_table *table = ulna_papers_table(papers, t);
    if (strcmp(table->paper, paper) != 0 || strncmp(table->title, title, strlen(title)) != 0) continue;
    for (int r = 0; r < table->row_count; r++)
      if (strcmp(table->rows[r].item, item) == 0) return &table->rows[r];
  }
  fail_msg("no row \"%s\" in %s, %s", item, paper, title);
  return NULL;
}
