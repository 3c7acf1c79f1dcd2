/* A table of a paper, with what is counted beside what is printed. */
#include "paper_table.h"

#include <stdio.h>
#include <string.h>

#include "output.h"

void paper_table(const ulna_paper_table *t, grid_format format, bool first)
{
  const bool csv = format == GRID_CSV;
  char printed[2][64], counted[2][64];
  for (int k = 0; k < 2; k++) {
    snprintf(printed[k], sizeof printed[k], "printed %s", csv ? (k ? "2" : "1") : t->columns[k]);
    snprintf(counted[k], sizeof counted[k], "counted %s", csv ? (k ? "2" : "1") : t->columns[k]);
  }
  grid g;
  grid_open(&g, csv ? "lllllllllllll" : "lllllll");
  const char *const in_csv[] = {"paper",   "table",     "column_1",  "column_2",  "charge",
                                "item",    "printed_1", "printed_2", "counted_1", "counted_2",
                                "verdict", "note",      ""};
  const char *const in_text[] = {"item", printed[0], printed[1], counted[0], counted[1], "verdict", "note"};
  g.columns = csv ? 12 : 7;
  grid_row(&g, csv ? in_csv : in_text);
  for (int i = 0; i < t->row_count; i++) {
    const ulna_paper_row *r = &t->rows[i];
    const char *const cells_csv[] = {t->paper,      t->title,      t->columns[0], t->columns[1],
                                     t->charge,     r->item,       r->printed[0], r->printed[1],
                                     r->counted[0], r->counted[1], r->verdict,    r->note};
    grid_row(&g, csv ? cells_csv : cells_csv + 5);
  }
  if (!csv) {
    out_printf("%s%s, %s%s%s\n\n", format == GRID_MARKDOWN ? "### " : "", t->paper, t->title,
               t->charge[0] ? "; a change of frame: " : "", t->charge);
  }
  grid_write(&g, format, !csv || first);
  if (!csv) out_text("\n");
  grid_close(&g);
}

void paper_tables(const ulna_papers *papers, bool of_control, grid_format format)
{
  bool first = true;
  for (int i = 0; i < ulna_papers_count(papers); i++) {
    const ulna_paper_table *t = ulna_papers_table(papers, i);
    if ((strcmp(t->paper, "Mudge") == 0) != of_control) continue;
    paper_table(t, format, first);
    first = false;
  }
}
