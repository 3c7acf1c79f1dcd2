/* Tables of numbers from CSV files: a header of names (units in brackets are left aside, `tau1 [N m]`), then rows of
 * plain decimals. Lines that begin with # are remarks. */
#include <stdio.h>

#include "scenario/loading.h"
#include "text/number.h"

enum { CSV_MOST_COLUMNS = 1000, CSV_MOST_NUMBERS = 1 << 23 };

typedef struct {
  loading *l;
  const char *file;
  char *next; /* the next line */
  int line;   /* of the line last taken */
} csv;

/* An error in the CSV's own lines. */
static void say(const csv *c, const char *condition, int column, const char *text)
{
  const ulna_problem problem = {ULNA_ERROR, condition, c->file, c->line, column, "table", text};
  reader *r = &c->l->r;
  r->errors++;
  r->problems++;
  if (r->in->report && ulna_report_add(r->in->report, &problem) != ULNA_OK) r->status = ULNA_OUT_OF_MEMORY;
}

/* The next line that is neither empty nor a remark, ended with a 0; NULL: no more. */
static char *next_line(csv *c)
{
  while (*c->next) {
    char *line = c->next, *end = line + strcspn(line, "\n");
    c->line++;
    c->next = *end ? end + 1 : end;
    *end = 0;
    if (end > line && end[-1] == '\r') end[-1] = 0;
    const size_t blanks = strspn(line, " \t");
    if (line[blanks] && line[blanks] != '#') return line;
  }
  return NULL;
}

/* Cuts the cell at *at out of its line, without the blanks and quotes around it; NULL after the last. */
static char *next_cell(char **at)
{
  char *cell = *at;
  if (!cell) return NULL;
  char *comma = strchr(cell, ',');
  *at = comma ? comma + 1 : NULL;
  if (comma) *comma = 0;
  cell += strspn(cell, " \t");
  size_t length = strlen(cell);
  while (length && (cell[length - 1] == ' ' || cell[length - 1] == '\t')) cell[--length] = 0;
  if (length >= 2 && cell[0] == '"' && cell[length - 1] == '"') {
    cell[length - 1] = 0;
    cell++;
  }
  return cell;
}

static bool read_header(csv *c, csv_table *table)
{
  char *line = next_line(c);
  if (!line) {
    c->line = 1;
    say(c, "width", 1, "there is no header: the first line names the columns, as in t,tau1,tau2");
    return false;
  }
  table->columns = 1;
  for (const char *s = line; *s; s++) table->columns += *s == ',';
  if (table->columns > CSV_MOST_COLUMNS) {
    say(c, "width", 1, "more than 1000 columns");
    return false;
  }
  table->names = arena_take_array(&c->l->r.memory, (size_t)table->columns, sizeof *table->names);
  if (!table->names) return false;
  char *at = line;
  for (int i = 0; i < table->columns; i++) {
    char *name = next_cell(&at);
    double number;
    if (ulna_number(name, &number) == NUMBER_READ) {
      say(c, "type", (int)(name - line) + 1,
          "a number stands in the header; the first line must name the columns");
      return false;
    }
    char *unit = strchr(name, '[');
    if (unit) *unit = 0;
    size_t length = strlen(name);
    while (length && name[length - 1] == ' ') name[--length] = 0;
    table->names[i] = name;
  }
  return true;
}

static bool read_row(csv *c, char *line, const csv_table *table, double row[])
{
  char *at = line, text[200];
  int count = 0;
  for (char *cell; (cell = next_cell(&at)); count++) {
    double number = 0;
    if (count >= table->columns) continue;
    const number_kind kind = ulna_number(cell, &number);
    if (kind != NUMBER_READ) {
      snprintf(text, sizeof text, "column \"%.40s\" must have a finite number, found \"%.60s\"",
               table->names[count], cell);
      say(c, kind == NUMBER_NONE ? "type" : "not finite", (int)(cell - line) + 1, text);
      return false;
    }
    row[count] = number;
  }
  if (count == table->columns) return true;
  snprintf(text, sizeof text, "%d number%s, but the header names %d column%s", count, count == 1 ? "" : "s",
           table->columns, table->columns == 1 ? "" : "s");
  say(c, "width", 1, text);
  return false;
}

static bool read_rows(csv *c, csv_table *table)
{
  size_t lines = 1;
  for (const char *s = c->next; *s; s++) lines += *s == '\n';
  if (lines > (size_t)CSV_MOST_NUMBERS / (size_t)table->columns) {
    say(c, "width", 1, "more than 8 million numbers");
    return false;
  }
  double *numbers = arena_take_array(&c->l->r.memory, lines * (size_t)table->columns, sizeof *numbers);
  if (!numbers) return false;
  table->rows = 0;
  for (char *line; (line = next_line(c)); table->rows++)
    if (!read_row(c, line, table, numbers + (size_t)table->rows * (size_t)table->columns)) return false;
  table->numbers = numbers;
  if (table->rows) return true;
  say(c, "width", 1, "there is a header, but no row of numbers");
  return false;
}

bool ulna_scenario_csv(loading *l, const node *file, where w, csv_table *table)
{
  const char *name;
  if (!ulna_yaml_text(&l->r, file, ulna_yaml_inside(w, "file"), &name)) return false;
  char *path = ulna_scenario_path(l, name), *text = NULL;
  if (!path) return false;
  *table = (csv_table){0};
  size_t length = 0;
  ulna_report *found = NULL;  // the file's fault is told where the scenario names it
  if (ulna_report_create(l->r.in->allocator, &found) != ULNA_OK) {
    l->r.status = ULNA_OUT_OF_MEMORY;
    return false;
  }
  const ulna_status status = ulna_text_read_file(path, &l->r.memory, found, &text, &length);
  if (status == ULNA_CANNOT_READ)
    SAY(l, "cannot read", file, w, "cannot read %.200s: %s", path,
        ulna_report_size(found) ? ulna_report_get(found, 0)->text : "");
  else if (status != ULNA_OK) l->r.status = status;
  ulna_report_destroy(found);
  if (status != ULNA_OK) return false;
  csv c = {.l = l, .file = path, .next = text};
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) c.next += 3;
  const bool read = read_header(&c, table) && read_rows(&c, table);
  if (l->r.memory.failed) l->r.status = ULNA_OUT_OF_MEMORY;
  return read;
}

int ulna_csv_find(const csv_table *table, const char *name)
{
  for (int i = 0; i < table->columns; i++)
    if (strcmp(table->names[i], name) == 0) return i;
  return -1;
}

double *ulna_csv_column(loading *l, const csv_table *table, int column)
{
  double *copy = ulna_scenario_take(l, (size_t)table->rows, sizeof *copy);
  for (int i = 0; i < table->rows && copy; i++)
    copy[i] = table->numbers[(size_t)i * (size_t)table->columns + (size_t)column];
  return copy;
}
