/* Recordings as CSV. A line of fixed length at the head has the recording's status and is overwritten at the end: so
 * a reader sees at once whether it is whole, and the mark needs no room on a full disk. Events stand between the
 * rows, in lines that begin with `# event: `. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record/record.h"
#include "text/csv.h"
#include "text/number.h"

enum { BUFFER = 1 << 16 };
enum { STATUS_LENGTH = 200 }; /* of that line, its end included; longer reasons are cut */
static const char first_line[] = "# ulna recording 1\n";

typedef struct {
  record_file file;                           /* its buffer holds whole lines whenever it is flushed */
  size_t row_room;                            /* more than a row takes */
  int64_t whole;                              /* size of the file after the last flush that succeeded */
  long long unwritten_rows, unwritten_events; /* in the buffer */
  bool failed; /* the file has been cut behind its last whole line, and takes no more */
} csv;

static void put(csv *c, const char *text) { ulna_file_write(&c->file, text, strlen(text)); }

/* One line of text stays one line: control characters become blanks. */
static void put_plain(csv *c, const char *text)
{
  while (*text) {
    const int control = ulna_control_bytes(text);
    ulna_file_write(&c->file, control ? " " : text, 1);
    text += control ? control : 1;
  }
}

static void write_bytes(void *file, const char *bytes, size_t length)
{
  ulna_file_write(file, bytes, length);
}

static void put_field(csv *c, const char *text) { ulna_csv_write(text, write_bytes, &c->file); }

/* "# status: …", blanks, end of line. A text that is too long is cut between two characters. */
static void status_line(char line[STATUS_LENGTH], const char *text)
{
  static const char head[] = "# status: ";
  memset(line, ' ', STATUS_LENGTH);
  line[STATUS_LENGTH - 1] = '\n';
  memcpy(line, head, sizeof head - 1);
  const size_t room = STATUS_LENGTH - sizeof head;
  size_t length = strlen(text);
  if (length > room) length = room;
  while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)text[i] >= 0x20 && text[i] != 0x7f) line[sizeof head - 1 + i] = text[i];
}

/* After a failed write: cuts the file after its last whole line, and counts only the rows there. */
static ulna_status give_up(ulna_recorder *r, csv *c)
{
  record_file *f = &c->file;
  const int error = f->error;
  const size_t reached = (size_t)(f->size - c->whole);
  size_t whole = 0;
  for (size_t i = 0; i < reached; i++) {
    if (f->buffer[i] != '\n') continue;
    const bool event = f->buffer[whole] == '#';
    c->unwritten_events -= event;
    c->unwritten_rows -= !event;
    whole = i + 1;
  }
  r->rows -= c->unwritten_rows;
  r->events -= c->unwritten_events;
  c->unwritten_rows = c->unwritten_events = 0;
  c->failed = true;
  ulna_file_cut(f, c->whole + (int64_t)whole);
  c->whole = f->size;
  return ulna_record_cannot_write(r, r->partial_path, error);
}

static ulna_status flush(ulna_recorder *r, csv *c)
{
  if (!ulna_file_flush(&c->file)) return give_up(r, c);
  c->whole = c->file.size;
  c->unwritten_rows = c->unwritten_events = 0;
  return ULNA_OK;
}

/* A line of at most `room` bytes may follow. */
static ulna_status begin_line(ulna_recorder *r, csv *c, size_t room)
{
  if (c->failed) return ULNA_CANNOT_WRITE;  // r->failure still says why
  return room <= c->file.room - c->file.used ? ULNA_OK : flush(r, c);
}

static ulna_status row(ulna_recorder *r, const double numbers[])
{
  csv *c = r->own;
  const ulna_status status = begin_line(r, c, c->row_room);
  if (status != ULNA_OK) return status;
  char *at = c->file.buffer + c->file.used;
  for (int i = 0; i < r->column_count; i++) {
    at += ulna_number_format(numbers[i], at);
    *at++ = ',';
  }
  at[-1] = '\n';
  c->file.used = (size_t)(at - c->file.buffer);
  c->unwritten_rows++;
  r->rows++;
  return ULNA_OK;
}

static ulna_status event(ulna_recorder *r, double t, const char *kind, const char *what, const char *detail)
{
  csv *c = r->own;
  // twice: every character may be a quote
  const size_t room = 2 * (strlen(kind) + strlen(what) + strlen(detail)) + ULNA_NUMBER_SIZE + 32;
  const ulna_status status = begin_line(r, c, room);
  if (status != ULNA_OK) return status;
  char time[ULNA_NUMBER_SIZE];
  ulna_number_format(t, time);
  put(c, "# event: ");
  put(c, time);
  const char *const fields[] = {kind, what, detail};
  for (int i = 0; i < 3; i++) {
    put(c, ",");
    put_field(c, fields[i]);
  }
  put(c, "\n");
  c->unwritten_events++;
  r->events++;
  return ULNA_OK;
}

static ulna_status head(ulna_recorder *r, csv *c)
{
  char line[STATUS_LENGTH];
  put(c, first_line);
  status_line(line, "being written");
  ulna_file_write(&c->file, line, sizeof line);
  for (int i = 0; i < r->note_count; i++) {
    put(c, "# ");
    put_plain(c, r->notes[i].name);
    put(c, ": ");
    put_plain(c, r->notes[i].value);
    put(c, "\n");
  }
  for (int i = 0; i < r->column_count; i++) {
    const ulna_column *column = &r->columns[i];
    const size_t size = strlen(column->name) + strlen(column->unit) + 4;
    char *text = arena_take(&r->arena, size);
    if (!text) return ULNA_OUT_OF_MEMORY;
    if (*column->unit) snprintf(text, size, "%s [%s]", column->name, column->unit);
    else snprintf(text, size, "%s", column->name);
    if (i > 0) put(c, ",");
    put_field(c, text);
  }
  put(c, "\n");
  // there from the start: a reader sees what the file will hold
  return flush(r, c);
}

static ulna_status start(ulna_recorder *r)
{
  csv *c = arena_take(&r->arena, sizeof *c);
  if (!c) return ULNA_OUT_OF_MEMORY;
  c->row_room = (size_t)r->column_count * ULNA_NUMBER_SIZE + 1;
  c->file = (record_file){.descriptor = -1, .room = BUFFER + 2 * c->row_room};
  c->file.buffer = arena_take(&r->arena, c->file.room);
  if (!c->file.buffer) return ULNA_OUT_OF_MEMORY;
  r->own = c;
  const ulna_status status = ulna_record_open_partial(r, &c->file);
  return status == ULNA_OK ? head(r, c) : status;
}

static ulna_status finish(ulna_recorder *r, const char *incomplete)
{
  csv *c = r->own;
  if (c->failed && !incomplete) return ULNA_CANNOT_WRITE;
  if (!c->failed) {
    const ulna_status status = flush(r, c);
    if (status != ULNA_OK && !incomplete) return status;
  }
  char text[STATUS_LENGTH], line[STATUS_LENGTH];
  if (incomplete)
    snprintf(text, sizeof text, "incomplete, %lld rows, %lld events: %s", r->rows, r->events, incomplete);
  else snprintf(text, sizeof text, "complete, %lld rows, %lld events", r->rows, r->events);
  status_line(line, text);
  if (!ulna_file_overwrite(&c->file, sizeof first_line - 1, line, sizeof line) || !ulna_file_settle(&c->file))
    return give_up(r, c);
  return ULNA_OK;
}

static void release(ulna_recorder *r)
{
  csv *c = r->own;
  if (!c) return;
  ulna_file_close(&c->file);
  if (r->partial_path && !r->finished_path) unlink(r->partial_path);
}

const record_writer ulna_record_csv = {start, row, event, finish, release};
