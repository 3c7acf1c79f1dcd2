/* A list of problems, kept in the order of their places. */
#include "ulna/report.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/memory.h"

struct ulna_report {
  ulna_allocator allocator;
  arena memory;            /* the problems, their strings, and the list */
  const ulna_problem **at; /* in order */
  int count, room;
  size_t counts[3]; /* of each severity */
};

ulna_status ulna_report_create(const ulna_allocator *allocator, ulna_report **report)
{
  const ulna_allocator from = allocator_or_standard(allocator);
  ulna_report *r = from.allocate(from.context, sizeof *r, ARENA_ALIGNMENT);
  if (!r) return ULNA_OUT_OF_MEMORY;
  *r = (ulna_report){.allocator = from};
  arena_init(&r->memory, &from);
  *report = r;
  return ULNA_OK;
}

void ulna_report_destroy(ulna_report *report)
{
  if (!report) return;
  const ulna_allocator from = report->allocator;
  arena_free(&report->memory);
  from.release(from.context, report, sizeof *report);
}

void ulna_report_clear(ulna_report *report)
{
  ULNA_ASSERT(report);
  arena_free(&report->memory);
  arena_init(&report->memory, &report->allocator);
  report->at = NULL;
  report->count = report->room = 0;
  memset(report->counts, 0, sizeof report->counts);
}

size_t ulna_report_count(const ulna_report *report, ulna_severity at_least)
{
  ULNA_ASSERT(report);
  size_t count = 0;
  for (int severity = (int)at_least; severity <= ULNA_ERROR; severity++) count += report->counts[severity];
  return count;
}

const ulna_problem *ulna_report_get(const ulna_report *report, size_t index)
{
  ULNA_ASSERT(report);
  return index < (size_t)report->count ? report->at[index] : NULL;
}

static bool same_file(const ulna_problem *a, const ulna_problem *b)
{
  if (!a->file || !b->file) return a->file == b->file;
  return strcmp(a->file, b->file) == 0;
}

static bool stands_after(const ulna_problem *a, const ulna_problem *b)
{
  return a->line != b->line ? a->line > b->line : a->column > b->column;
}

ulna_status ulna_report_add(ulna_report *report, const ulna_problem *problem)
{
  ULNA_ASSERT(report);
  arena *memory = &report->memory;
  memory->failed = false;  // memory may be back since the last attempt
  ulna_problem *copy = arena_take(memory, sizeof *copy);
  if (!copy) return ULNA_OUT_OF_MEMORY;
  *copy = *problem;
  copy->condition = arena_copy_string(memory, problem->condition ? problem->condition : "");
  copy->file = arena_copy_string(memory, problem->file);
  copy->subject = arena_copy_string(memory, problem->subject ? problem->subject : "");
  copy->text = arena_copy_string(memory, problem->text ? problem->text : "");
  if (memory->failed) return ULNA_OUT_OF_MEMORY;

  void *list = (void *)report->at;
  if (!arena_make_room(memory, &list, report->count, &report->room, sizeof *report->at))
    return ULNA_OUT_OF_MEMORY;
  report->at = list;

  // problems of one file by place; several files one after the other, as they came
  int place = report->count++;
  for (; place > 0; place--) {
    const ulna_problem *before = report->at[place - 1];
    if (!same_file(before, copy) || !stands_after(before, copy)) break;
    report->at[place] = before;
  }
  report->at[place] = copy;
  report->counts[copy->severity]++;
  return ULNA_OK;
}

/* Makes a text one line, whatever names a file contains: control characters become \n, \t or \xNN. */
typedef struct {
  char *buffer;
  size_t size, length;
} line_writer;

static void write_char(line_writer *w, char c)
{
  if (w->length + 1 < w->size) w->buffer[w->length] = c;
  w->length++;
}

static void write_text(line_writer *w, const char *text)
{
  static const char digits[] = "0123456789abcdef";
  for (const char *c = text; *c; c++) {
    const unsigned char byte = (unsigned char)*c;
    if (byte >= 0x20 && byte != 0x7f) {
      write_char(w, *c);
      continue;
    }
    write_char(w, '\\');
    if (*c == '\n' || *c == '\t' || *c == '\r') {
      write_char(w, *c == '\n' ? 'n' : *c == '\t' ? 't' : 'r');
    } else {
      write_char(w, 'x');
      write_char(w, digits[byte >> 4]);
      write_char(w, digits[byte & 15]);
    }
  }
}

static void write_part(line_writer *w, const char *text)
{
  if (!text || !*text) return;
  write_text(w, text);
  write_text(w, ": ");
}

int ulna_problem_format(const ulna_problem *problem, char *buffer, size_t size)
{
  static const char *const severities[] = {"note", "warning", "error"};
  line_writer w = {buffer, size, 0};
  if (problem->file) {
    char place[32] = ": ";
    if (problem->line > 0) snprintf(place, sizeof place, ":%d:%d: ", problem->line, problem->column);
    write_text(&w, problem->file);
    write_text(&w, place);
  }
  write_part(&w, severities[problem->severity]);
  write_part(&w, problem->condition);
  write_part(&w, problem->subject);
  write_text(&w, problem->text ? problem->text : "");
  if (size) buffer[w.length < size ? w.length : size - 1] = 0;
  return (int)w.length;
}
