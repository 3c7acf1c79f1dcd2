/* CSV: lines, cells, tables of numbers, and cells written out. */
#include "text/csv.h"

#include <stdio.h>
#include <string.h>

#include "text/number.h"

bool ulna_csv_has_cells(const char *line)
{
  line += strspn(line, " \t\r");
  return *line && *line != '#';
}

/* Behind the closing quote of a cell that starts with one, its text moved together; NULL: the quote is never closed. */
static char *unquote(char *cell)
{
  char *to = cell;
  for (char *from = cell + 1; *from; from++) {
    if (*from == '"' && *++from != '"') {
      *to = 0;
      return from;
    }
    *to++ = *from;
  }
  return NULL;
}

char *ulna_csv_cell(char **at)
{
  if (!*at) return NULL;
  char *cell = *at + strspn(*at, " \t"), *rest = NULL, *end;
  const char *close = cell[0] == '"' ? strchr(cell + 1, '"') : NULL;
  if (close) {
    while (close && close[1] == '"') close = strchr(close + 2, '"');
    if (close && strchr(",", close[1 + strspn(close + 1, " \t")])) rest = unquote(cell);
  }
  if (rest) {
    end = rest + strspn(rest, " \t");
    *at = *end ? end + 1 : NULL;
    return cell;
  }
  end = cell + strcspn(cell, ",");
  *at = *end ? end + 1 : NULL;
  while (end > cell && (end[-1] == ' ' || end[-1] == '\t')) end--;
  *end = 0;
  return cell;
}

typedef struct {
  arena *memory;
  char *next; /* the next line */
  int line;   /* of the line last taken */
  csv_fault *fault;
} csv;

static bool refuse(const csv *c, const char *condition, int column, const char *text)
{
  *c->fault = (csv_fault){.condition = condition, .line = c->line, .column = column};
  snprintf(c->fault->text, sizeof c->fault->text, "%s", text);
  return false;
}

/* The next line with cells, ended with a 0; NULL: no more. */
static char *next_line(csv *c)
{
  while (*c->next) {
    char *line = c->next, *end = line + strcspn(line, "\n");
    c->line++;
    c->next = *end ? end + 1 : end;
    *end = 0;
    if (end > line && end[-1] == '\r') end[-1] = 0;
    if (ulna_csv_has_cells(line)) return line;
  }
  return NULL;
}

static bool read_header(csv *c, csv_table *table)
{
  char *line = next_line(c);
  if (!line) {
    c->line = 1;
    return refuse(c, "width", 1, "there is no header: the first line names the columns, as in t,tau1,tau2");
  }
  int most = 1;
  for (const char *s = line; *s; s++) most += *s == ',';
  if (most > CSV_MOST_COLUMNS) return refuse(c, "width", 1, "more than 1000 columns");
  table->names = arena_take_array(c->memory, (size_t)most, sizeof *table->names);
  if (!table->names) return false;
  char *at = line;
  for (char *name; (name = ulna_csv_cell(&at)); table->columns++) {
    double number;
    if (ulna_number(name, &number) == NUMBER_READ)
      return refuse(c, "type", (int)(name - line) + 1,
                    "a number stands in the header; the first line must name the columns");
    name[strcspn(name, "[")] = 0;
    size_t length = strlen(name);
    while (length && name[length - 1] == ' ') name[--length] = 0;
    table->names[table->columns] = name;
  }
  return true;
}

static bool read_row(csv *c, char *line, const csv_table *table, double row[])
{
  char *at = line, text[240];
  int count = 0;
  for (char *cell; (cell = ulna_csv_cell(&at)); count++) {
    double number = 0;
    if (count >= table->columns) continue;
    const number_kind kind = ulna_number(cell, &number);
    if (kind != NUMBER_READ) {
      // the message does not quote the file: it may be anything
      snprintf(text, sizeof text, "column %d must have a finite number%s", count + 1,
               *cell ? "" : ", and is empty");
      return refuse(c, kind == NUMBER_NONE ? "type" : "not finite", (int)(cell - line) + 1, text);
    }
    row[count] = number;
  }
  if (count == table->columns) return true;
  snprintf(text, sizeof text, "%d number%s, but the header names %d column%s", count, count == 1 ? "" : "s",
           table->columns, table->columns == 1 ? "" : "s");
  return refuse(c, "width", 1, text);
}

static bool read_rows(csv *c, csv_table *table)
{
  size_t lines = 1;
  for (const char *s = c->next; *s; s++) lines += *s == '\n';
  if (lines > (size_t)CSV_MOST_NUMBERS / (size_t)table->columns)
    return refuse(c, "width", 1, "more than 8 million numbers");
  double *numbers = arena_take_array(c->memory, lines * (size_t)table->columns, sizeof *numbers);
  if (!numbers) return false;
  for (char *line; (line = next_line(c)); table->rows++)
    if (!read_row(c, line, table, numbers + (size_t)table->rows * (size_t)table->columns)) return false;
  table->numbers = numbers;
  return table->rows > 0 || refuse(c, "width", 1, "there is a header, but no row of numbers");
}

bool ulna_csv_read(arena *memory, char *text, size_t length, csv_table *table, csv_fault *fault)
{
  *table = (csv_table){0};
  *fault = (csv_fault){0};
  csv c = {.memory = memory, .next = text, .fault = fault};
  if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) c.next += 3;
  const char *zero = memchr(text, 0, length);
  if (zero) {
    c.line = 1;
    for (const char *s = text; s < zero; s++) c.line += *s == '\n';
    return refuse(&c, "syntax", 1, "the line has a zero byte: this is not a CSV in ASCII or UTF-8");
  }
  return read_header(&c, table) && read_rows(&c, table);
}

int ulna_csv_find(const csv_table *table, const char *name)
{
  for (int i = 0; i < table->columns; i++)
    if (strcmp(table->names[i], name) == 0) return i;
  return -1;
}

int ulna_control_bytes(const char *text)
{
  const unsigned char byte = (unsigned char)text[0], next = byte ? (unsigned char)text[1] : 0;
  if (byte == 0xc2 && next >= 0x80 && next < 0xa0) return 2;
  return byte < 0x20 || byte == 0x7f;
}

void ulna_csv_write(const char *text, text_sink *sink, void *owner)
{
  const bool quoted = strpbrk(text, ",\"");
  if (quoted) sink(owner, "\"", 1);
  while (*text) {
    const int control = ulna_control_bytes(text);
    if (*text == '"') sink(owner, "\"", 1);
    sink(owner, control ? " " : text, 1);
    text += control ? control : 1;
  }
  if (quoted) sink(owner, "\"", 1);
}
