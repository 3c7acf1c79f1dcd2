/* A table of a paper: printed numbers beside counted ones. */
#include "paper_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

/* CSV and Markdown: one line a row, as wide as it is. */
static void whole_rows(const ulna_paper_table *t, grid_format format, bool first)
{
  const bool csv = format == GRID_CSV;
  char printed[2][64], counted[2][64];
  for (int k = 0; k < 2; k++) {
    snprintf(printed[k], sizeof printed[k], "printed %s", t->columns[k]);
    snprintf(counted[k], sizeof counted[k], "counted %s", t->columns[k]);
  }
  static const char *const in_csv[] = {"paper",     "table",     "column_1",  "column_2",  "charge",  "item",
                                       "printed_1", "printed_2", "counted_1", "counted_2", "verdict", "note"};
  const char *const in_markdown[] = {"item",     printed[0], printed[1], counted[0],
                                     counted[1], "verdict",  "note"};
  grid g;
  grid_open(&g, csv ? "llllllllllll" : "lllllll");
  grid_row(&g, csv ? in_csv : in_markdown);
  for (int i = 0; i < t->row_count; i++) {
    const ulna_paper_row *r = &t->rows[i];
    const char *const cells[] = {t->paper,      t->title,      t->columns[0], t->columns[1],
                                 t->charge,     r->item,       r->printed[0], r->printed[1],
                                 r->counted[0], r->counted[1], r->verdict,    r->note};
    grid_row(&g, csv ? cells : cells + 5);
  }
  grid_write(&g, format, !csv || first);
  grid_close(&g);
}

/* A column's name where there is little room. */
static const char *short_name(const char *name)
{
  static const char *const names[][2] = {
      {"multiplications", "M"},          {"additions", "A"},     {"kinematic link steps", "kinematic"},
      {"dynamic link steps", "dynamic"}, {"microseconds", "µs"}, {"percent of 1 ms", "% of 1 ms"}};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
    if (strcmp(name, names[k][0]) == 0) return names[k][1];
  return name;
}

enum { CELLS = 4, GAP = 2, LEAST_ITEM = 26 };
static const char confirmed[] = "confirmed";

static const char *cell(const ulna_paper_row *r, int k) { return k < 2 ? r->printed[k] : r->counted[k - 2]; }

/* A text and the blanks that fill its column. */
static void padded(const char *text, int wide)
{
  out_text(text);
  grid_blanks(wide - grid_width(text));
}

/* The remark on a row, in the rest of its line, after `owed` blanks; if it does not fit, it goes below. */
static void remarks(const ulna_paper_row *r, int column, int owed)
{
  const char *const parts[2] = {r->verdict, r->note};
  const char *mark = "";
  for (int k = 0; k < 2; k++) {
    if (!parts[k][0]) continue;
    const int wide = grid_width(mark) + grid_width(parts[k]);
    if (column + wide <= GRID_WIDTH) {
      grid_blanks(owed);
      out_printf("%s%s", mark, parts[k]);
      column += wide, owed = 0;
    } else {
      out_text("\n");
      grid_blanks(2 * GAP);
      grid_paragraph(parts[k], 2 * GAP, 2 * GAP);
      if (k == 0 && r->note[0]) grid_blanks(2 * GAP), grid_paragraph(r->note, 2 * GAP, 2 * GAP);
      return;
    }
    mark = "; ";
  }
  out_text("\n");
}

/* Under the item, for rows of two lines. */
static void remarks_below(const ulna_paper_row *r)
{
  if (!r->verdict[0] && !r->note[0]) return;
  char *text = text_printf("%s%s%s", r->verdict, r->verdict[0] && r->note[0] ? "; " : "", r->note);
  grid_blanks(2 * GAP);
  grid_paragraph(text, 2 * GAP, 2 * GAP);
  free(text);
}

/* How many bytes of a text stand before the last blank within so many columns; all of them if they fit. */
static size_t fitting(const char *text, int columns)
{
  if (grid_width(text) <= columns) return strlen(text);
  char head[sizeof((ulna_paper_row *)0)->item];
  size_t fits = 0;
  for (size_t length = 0; text[length]; length++) {
    if (text[length] != ' ') continue;
    snprintf(head, sizeof head, "%.*s", (int)length, text);
    if (grid_width(head) <= columns) fits = length;
  }
  return fits;
}

/* A row on a line of its own; a long item begins on the line before. */
static void one_line(const ulna_paper_row *r, int item, const int wide[CELLS])
{
  const char *text = r->item;
  for (size_t fits; fits = fitting(text, item), text[fits]; text += fits + 1)
    out_printf("%.*s\n", (int)fits, text);
  padded(text, item);
  int column = item, owed = 0;  // blanks that only matter if something follows
  for (int k = 0; k < CELLS; k++) {
    owed += GAP;
    if (cell(r, k)[0]) grid_blanks(owed), out_text(cell(r, k)), owed = 0;
    owed += wide[k] - grid_width(cell(r, k));
    column += GAP + wide[k];
  }
  remarks(r, column + GAP, owed + GAP);
}

/* A row of formulas too long for that: what is printed over what is counted, under the item. */
static void stacked(const ulna_paper_row *r, const int wide[CELLS])
{
  static const char *const labels[2] = {"printed", "counted"};
  out_printf("%s\n", r->item);
  const int column = wide[0] > wide[2] ? wide[0] : wide[2];
  for (int k = 0; k < 2; k++) {
    if (!cell(r, 2 * k)[0]) continue;
    out_printf("  %s  ", labels[k]);
    padded(cell(r, 2 * k), column + GAP);
    out_printf("%s\n", cell(r, 2 * k + 1));
  }
  remarks_below(r);
}

static void text_rows(const ulna_paper_table *t)
{
  char *head[CELLS];
  int wide[CELLS], all = 0, longest = 0;
  for (int k = 0; k < CELLS; k++) {
    head[k] = text_printf("%s%s",
                          k == 0   ? "printed "
                          : k == 2 ? "counted "
                                   : "",
                          short_name(t->columns[k % 2]));
    wide[k] = grid_width(head[k]);
  }
  for (int i = 0; i < t->row_count; i++) {
    for (int k = 0; k < CELLS; k++)
      if (grid_width(cell(&t->rows[i], k)) > wide[k]) wide[k] = grid_width(cell(&t->rows[i], k));
    if (grid_width(t->rows[i].item) > longest) longest = grid_width(t->rows[i].item);
  }
  for (int k = 0; k < CELLS; k++) all += GAP + wide[k];
  int item = GRID_WIDTH - all - GAP - (int)strlen(confirmed);
  if (item > longest) item = longest;
  const bool fits = item >= LEAST_ITEM || item == longest;  // on one line
  if (fits) {
    padded("item", item);
    for (int k = 0; k < CELLS; k++) grid_blanks(GAP), padded(head[k], k + 1 < CELLS ? wide[k] : 0);
    out_text("\n");
  } else {
    out_printf("  of each row: %s, then %s\n", short_name(t->columns[0]), short_name(t->columns[1]));
  }
  for (int i = 0; i < t->row_count; i++) {
    if (fits) one_line(&t->rows[i], item, wide);
    else stacked(&t->rows[i], wide);
  }
  for (int k = 0; k < CELLS; k++) free(head[k]);
}

void paper_table(const ulna_paper_table *t, grid_format format, bool first)
{
  if (format != GRID_CSV) {
    char *title = text_printf("%s%s, %s%s%s", format == GRID_MARKDOWN ? "### " : "", t->paper, t->title,
                              t->charge[0] ? "; a change of frame: " : "", t->charge);
    if (format == GRID_TEXT) grid_paragraph(title, 0, GAP);
    else out_printf("%s\n", title);
    out_text("\n");
    free(title);
  }
  if (format == GRID_TEXT) text_rows(t);
  else whole_rows(t, format, first);
  if (format != GRID_CSV) out_text("\n");
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
