/* Recordings as NumPy's .npz: a zip archive with an .npy file for each array.
 *
 * The length of the arrays is known only at the end. So rows go to a scratch file first, in chunks that hold each
 * group's numbers together; at the end each array is collected from the chunks. The last chunk, and all of a short
 * run, stays in memory. Scratch files have no name, so that a program that is killed leaves none. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/npy_header.h"
#include "record/record.h"
#include "record/record_zip.h"
#include "text/json.h"

enum { CHUNK_NUMBERS = 1 << 17, BUFFER = 1 << 16, ALWAYS = 8, TEXTS = 3 };

typedef struct {
  record_file rows, events; /* scratch */
  record_file archive;
  size_t chunk_rows; /* rows of a chunk */
  double *pending;   /* the last chunk, row after row */
  size_t pending_rows;
  double *block;    /* a chunk, group after group */
  long long chunks; /* in the scratch file */
  /* what goes into the archive: all there is, or less where that cannot be read back or has no room */
  long long rows_kept, events_kept;
  bool readable; /* the last attempt wrote all of the archive, whether or not it has reached the disk */
  size_t longest[TEXTS]; /* characters in kinds, whats, details */
  zip_entry *entries;
  char *buffer; /* of the archive's file */
} npz;

/* A scratch file without a name. */
static ulna_status open_scratch(ulna_recorder *r, record_file *f)
{
  *f = (record_file){.descriptor = -1, .room = BUFFER};
  f->buffer = arena_take(&r->arena, BUFFER);
  if (!f->buffer) return ULNA_OUT_OF_MEMORY;
  const ulna_status status = ulna_record_open_partial(r, f);
  if (status != ULNA_OK) return status;
  unlink(r->partial_path);
  r->partial_path = NULL;
  return ULNA_OK;
}

static ulna_status start(ulna_recorder *r)
{
  arena *a = &r->arena;
  npz *z = arena_take(a, sizeof *z);
  if (!z) return ULNA_OUT_OF_MEMORY;
  const size_t width = (size_t)r->column_count;
  z->rows.descriptor = z->events.descriptor = z->archive.descriptor = -1;
  z->chunk_rows = width < CHUNK_NUMBERS / 16 ? CHUNK_NUMBERS / width : 16;
  z->pending = arena_take_array(a, z->chunk_rows * width, sizeof(double));
  z->block = arena_take_array(a, z->chunk_rows * width, sizeof(double));
  z->entries = arena_take_array(a, (size_t)r->group_count + ALWAYS, sizeof *z->entries);
  z->buffer = arena_take(a, BUFFER);
  if (a->failed) return ULNA_OUT_OF_MEMORY;
  r->own = z;
  ulna_status status = open_scratch(r, &z->rows);
  if (status == ULNA_OK) status = open_scratch(r, &z->events);
  return status;
}

/* The first pending rows' numbers of one group, row after row. */
static void collect(const ulna_recorder *r, const npz *z, const record_group *g, size_t count, double out[])
{
  for (size_t i = 0; i < count; i++) {
    const double *row = z->pending + i * (size_t)r->column_count;
    for (int k = 0; k < g->width; k++) *out++ = row[r->order[g->first + k]];
  }
}

static ulna_status write_chunk(ulna_recorder *r, npz *z)
{
  const size_t numbers = z->chunk_rows * (size_t)r->column_count;
  for (int k = 0; k < r->group_count; k++)
    collect(r, z, &r->groups[k], z->pending_rows, z->block + (size_t)r->groups[k].first * z->chunk_rows);
  if (!ulna_file_write(&z->rows, z->block, numbers * sizeof(double)) || !ulna_file_flush(&z->rows))
    return ulna_record_cannot_write(r, r->path, z->rows.error);
  z->chunks++;
  z->pending_rows = 0;
  return ULNA_OK;
}

static ulna_status row(ulna_recorder *r, const double numbers[])
{
  npz *z = r->own;
  if (z->rows.error || z->events.error) return ULNA_CANNOT_WRITE;  // r->failure still says why
  if (z->pending_rows == z->chunk_rows) {
    const ulna_status status = write_chunk(r, z);
    if (status != ULNA_OK) return status;
  }
  memcpy(z->pending + z->pending_rows * (size_t)r->column_count, numbers,
         (size_t)r->column_count * sizeof(double));
  z->pending_rows++;
  r->rows++;
  return ULNA_OK;
}

/* The next character of UTF-8 text; U+FFFD for a byte that is not part of one. */
static uint32_t next_character(const char **text)
{
  const unsigned char *c = (const unsigned char *)*text;
  const int more = c[0] < 0x80   ? 0
                   : c[0] < 0xc2 ? -1
                   : c[0] < 0xe0 ? 1
                   : c[0] < 0xf0 ? 2
                   : c[0] < 0xf5 ? 3
                                 : -1;
  uint32_t character = more <= 0 ? c[0] : c[0] & (0x3fU >> more);
  for (int i = 1; i <= more; i++) {
    if ((c[i] & 0xc0) != 0x80) {
      *text += 1;
      return 0xfffd;
    }
    character = character << 6 | (c[i] & 0x3f);
  }
  *text += more < 0 ? 1 : more + 1;
  const bool surrogate = character >= 0xd800 && character < 0xe000;
  const bool too_long =
      (more == 2 && character < 0x800) || (more == 3 && (character < 0x10000 || character > 0x10ffff));
  return more < 0 || surrogate || too_long ? 0xfffd : character;
}

static size_t characters(const char *text)
{
  size_t count = 0;
  while (*text) {
    next_character(&text);
    count++;
  }
  return count;
}

/* In the scratch file: time, then the three texts with their terminators. */
static ulna_status event(ulna_recorder *r, double t, const char *kind, const char *what, const char *detail)
{
  npz *z = r->own;
  if (z->rows.error || z->events.error) return ULNA_CANNOT_WRITE;
  const char *const texts[TEXTS] = {kind, what, detail};
  ulna_file_write(&z->events, &t, sizeof t);
  for (int i = 0; i < TEXTS; i++) {
    const size_t length = characters(texts[i]);
    if (length > z->longest[i]) z->longest[i] = length;
    ulna_file_write(&z->events, texts[i], strlen(texts[i]) + 1);
  }
  if (z->events.error) return ulna_record_cannot_write(r, r->path, z->events.error);
  r->events++;
  return ULNA_OK;
}

/* Begins NAME.npy: an array of `type` ("f8", "U12"), elements of `size` bytes, shape "(3, 2)"; `count` elements
 * follow. */
static bool begin_array(zip_archive *out, const char *name, const char *type, size_t size, const char *shape,
                        uint64_t count)
{
  char header[NPY_HEADER_MOST], file[ZIP_NAME];
  const size_t whole = npy_header_write(type, shape, 0, header);
  snprintf(file, sizeof file, "%s.npy", name);
  return ulna_zip_entry(out, file, whole + count * size) && ulna_zip_write(out, header, whole);
}

/* Text as `length` characters of 32 bits, zeros at its end. */
static bool put_text(zip_archive *out, const char *text, size_t length)
{
  while (length-- > 0) {
    const uint32_t character = *text ? next_character(&text) : 0;
    if (!ulna_zip_write(out, &character, sizeof character)) return false;
  }
  return true;
}

static bool begin_texts(zip_archive *out, const char *name, const char *shape, uint64_t count, size_t longest)
{
  char type[32];
  snprintf(type, sizeof type, "U%zu", longest);
  return begin_array(out, name, type, 4 * longest, shape, count);
}

/* One text, as an array without dimensions. */
static bool put_scalar_text(zip_archive *out, const char *name, const char *text)
{
  const size_t length = *text ? characters(text) : 1;  // NumPy has no arrays of empty texts
  return begin_texts(out, name, "()", 1, length) && put_text(out, text, length);
}

static bool put_group(const ulna_recorder *r, npz *z, const record_group *g, zip_archive *out)
{
  char shape[64];
  const long long rows = z->rows_kept, each = (long long)z->chunk_rows;
  const size_t width = (size_t)g->width, columns = (size_t)r->column_count;
  if (g->vector) snprintf(shape, sizeof shape, "(%lld,)", rows);
  else snprintf(shape, sizeof shape, "(%lld, %d)", rows, g->width);
  if (!begin_array(out, g->name, "f8", sizeof(double), shape, (uint64_t)rows * width)) return false;
  long long done = 0;
  for (long long k = 0; k < z->chunks && done < rows; k++) {
    const long long count = rows - done < each ? rows - done : each;
    const size_t bytes = (size_t)count * width * sizeof(double);
    const int64_t at = ((int64_t)k * (int64_t)columns + g->first) * (int64_t)(z->chunk_rows * sizeof(double));
    if (!ulna_file_read(&z->rows, at, z->block, bytes)) {
      z->rows_kept = done;  // for the next attempt
      return false;
    }
    if (!ulna_zip_write(out, z->block, bytes)) return false;
    done += count;
  }
  collect(r, z, g, (size_t)(rows - done), z->block);
  return ulna_zip_write(out, z->block, (size_t)(rows - done) * width * sizeof(double));
}

static bool put_column_texts(const ulna_recorder *r, zip_archive *out, const char *name, bool units)
{
  size_t longest = 1;
  char shape[32];
  for (int i = 0; i < r->column_count; i++) {
    const size_t length = characters(units ? r->columns[i].unit : r->columns[i].name);
    if (length > longest) longest = length;
  }
  snprintf(shape, sizeof shape, "(%d,)", r->column_count);
  if (!begin_texts(out, name, shape, (uint64_t)r->column_count, longest)) return false;
  for (int i = 0; i < r->column_count; i++)
    if (!put_text(out, units ? r->columns[i].unit : r->columns[i].name, longest)) return false;
  return true;
}

/* Goes through the events in the scratch file. */
typedef struct {
  record_file *file;
  char *buffer; /* EVENT_MOST bytes and more */
  size_t room, used, at;
  int64_t next;     /* what follows in the file */
  long long passed; /* events */
  bool failed;      /* the file could not be read */
} event_reader;
enum { EVENT_MOST = (int)sizeof(double) + TEXTS * (ULNA_RECORD_TEXT + 1) };

static event_reader read_events(npz *z)
{
  return (event_reader){.file = &z->events, .buffer = (char *)z->block, .room = CHUNK_NUMBERS};
}

/* False at the end, before an event that a full disk has cut short, and where the file cannot be read. */
static bool next_event(event_reader *e, double *t, const char *texts[TEXTS])
{
  if (e->used - e->at < EVENT_MOST) {
    memmove(e->buffer, e->buffer + e->at, e->used - e->at);
    e->used -= e->at;
    e->at = 0;
    const int64_t left = e->file->size - e->next;
    const size_t more = left < (int64_t)(e->room - e->used) ? (size_t)left : e->room - e->used;
    if (!ulna_file_read(e->file, e->next, e->buffer + e->used, more)) {
      e->failed = true;
      return false;
    }
    e->next += (int64_t)more;
    e->used += more;
  }
  const char *c = e->buffer + e->at, *const end = e->buffer + e->used;
  if ((size_t)(end - c) < sizeof *t) return false;
  memcpy(t, c, sizeof *t);
  c += sizeof *t;
  for (int i = 0; i < TEXTS; i++) {
    const char *stop = memchr(c, '\0', (size_t)(end - c));
    if (!stop) return false;
    texts[i] = c;
    c = stop + 1;
  }
  e->at = (size_t)(c - e->buffer);
  e->passed++;
  return true;
}

/* Whether all events that go into the archive were passed. */
static bool passed_all(npz *z, const event_reader *e)
{
  if (!e->failed && e->passed == z->events_kept) return true;
  z->events_kept = e->passed;  // for the next attempt
  return false;
}

static bool put_events(npz *z, zip_archive *out)
{
  static const char *const names[TEXTS] = {"event_kind", "event_what", "event_detail"};
  char shape[32];
  double t;
  const char *texts[TEXTS];
  snprintf(shape, sizeof shape, "(%lld,)", z->events_kept);
  if (!begin_array(out, "event_t", "f8", sizeof t, shape, (uint64_t)z->events_kept)) return false;
  event_reader e = read_events(z);
  while (e.passed < z->events_kept && next_event(&e, &t, texts))
    if (!ulna_zip_write(out, &t, sizeof t)) return false;
  if (!passed_all(z, &e)) return false;
  for (int i = 0; i < TEXTS; i++) {
    const size_t longest = z->longest[i] > 0 ? z->longest[i] : 1;
    if (!begin_texts(out, names[i], shape, (uint64_t)z->events_kept, longest)) return false;
    for (e = read_events(z); e.passed < z->events_kept && next_event(&e, &t, texts);)
      if (!put_text(out, texts[i], longest)) return false;
    if (!passed_all(z, &e)) return false;
  }
  return true;
}

static void append(void *owner, const char *bytes, size_t length)
{
  char **out = owner;
  memcpy(*out, bytes, length);
  *out += length;
}

static void put_string(char **out, const char *text)
{
  ulna_json_string(text, strlen(text), false, append, out);
}

/* The notes as one JSON object. NULL: no memory. */
static char *notes_as_json(ulna_recorder *r)
{
  size_t size = 3;
  for (int i = 0; i < r->note_count; i++)
    size += 6 * (strlen(r->notes[i].name) + strlen(r->notes[i].value)) + 8;
  char *text = arena_take(&r->arena, size), *out = text;
  if (!text) return NULL;
  *out++ = '{';
  for (int i = 0; i < r->note_count; i++) {
    if (i > 0) *out++ = ',', *out++ = ' ';
    put_string(&out, r->notes[i].name);
    *out++ = ':', *out++ = ' ';
    put_string(&out, r->notes[i].value);
  }
  *out++ = '}';
  *out = '\0';
  return text;
}

static bool put_all(ulna_recorder *r, npz *z, zip_archive *out, const char *about, const char *status)
{
  for (int k = 0; k < r->group_count; k++)
    if (!put_group(r, z, &r->groups[k], out)) return false;
  return put_events(z, out) && put_column_texts(r, out, "names", false) &&
         put_column_texts(r, out, "units", true) && put_scalar_text(out, "about", about) &&
         put_scalar_text(out, "status", status) && ulna_zip_finish(out) && ulna_file_flush(out->file);
}

/* Closes the archive's file, and removes it unless it is to stay. */
static void drop_archive(ulna_recorder *r, npz *z)
{
  ulna_file_close(&z->archive);
  if (r->partial_path && !r->finished_path) unlink(r->partial_path);
  r->partial_path = NULL;
}

/* Counts all of r's rows and events; in a scratch file that a full disk has cut short, only the whole ones. */
static bool keep_all(ulna_recorder *r, npz *z)
{
  double t;
  const char *texts[TEXTS];
  event_reader e = read_events(z);
  while (next_event(&e, &t, texts)) continue;
  z->rows_kept = r->rows, z->events_kept = e.passed;
  r->events = e.passed;
  return !e.failed;
}

/* Reduces the rows after an attempt without room; false: nothing is left to leave out. */
static bool keep_less(npz *z)
{
  if (z->rows_kept == 0 && z->events_kept == 0) return false;
  z->rows_kept = z->rows_kept * 3 / 4, z->events_kept = z->events_kept * 3 / 4;
  return true;
}

/* One attempt at the archive. */
static ulna_status write_archive(ulna_recorder *r, npz *z, const char *about, const char *incomplete)
{
  drop_archive(r, z);  // of the last attempt
  char status[ULNA_RECORD_TEXT];
  if (!incomplete) strcpy(status, "complete");
  else if (z->rows_kept == r->rows) snprintf(status, sizeof status, "incomplete: %s", incomplete);
  else
    snprintf(status, sizeof status, "incomplete: %.900s; %lld of %lld rows", incomplete, z->rows_kept,
             r->rows);
  z->archive = (record_file){.descriptor = -1, .buffer = z->buffer, .room = BUFFER};
  const ulna_status opened = ulna_record_open_partial(r, &z->archive);
  if (opened != ULNA_OK) return opened;
  z->rows.error = z->events.error = 0;
  zip_archive out = {.file = &z->archive, .large = ZIP_64_FROM, .entries = z->entries};
  z->readable = put_all(r, z, &out, about, status);
  if (z->readable && ulna_file_settle(&z->archive)) return ULNA_OK;
  if (z->rows.error || z->events.error)
    return ulna_record_cannot_read(r, z->rows.error ? z->rows.error : z->events.error);
  ulna_record_cannot_write(r, r->partial_path, z->archive.error);
  return ULNA_CANNOT_WRITE;
}

/* An incomplete recording keeps as much as can be read back and has room. */
static ulna_status finish(ulna_recorder *r, const char *incomplete)
{
  npz *z = r->own;
  const int written = z->rows.error ? z->rows.error : z->events.error;
  if (written && !incomplete) return ULNA_CANNOT_WRITE;  // r->failure still says why
  if (!z->events.error && !ulna_file_flush(&z->events)) {
    ulna_record_cannot_write(r, r->path, z->events.error);
    if (!incomplete) return ULNA_CANNOT_WRITE;
  }
  z->events.used = 0;  // what could not be written is lost
  if (!keep_all(r, z) && !incomplete) return ulna_record_cannot_read(r, z->events.error);
  const char *about = notes_as_json(r);
  if (!about) return ULNA_OUT_OF_MEMORY;
  for (;;) {
    const long long rows = z->rows_kept, events = z->events_kept;
    const ulna_status status = write_archive(r, z, about, incomplete);
    if (status == ULNA_OK) {
      r->rows = rows, r->events = events;
      return ULNA_OK;
    }
    if (incomplete && z->readable) {  // it may not outlast a power cut, but it is there
      ulna_file_close(&z->archive);
      return status;
    }
    const bool unread =
        z->rows_kept != rows || z->events_kept != events;  // the attempt has left out what it must
    if (!incomplete || status == ULNA_OUT_OF_MEMORY || !r->partial_path || (!unread && !keep_less(z))) {
      drop_archive(r, z);
      return status;
    }
  }
}

static void release(ulna_recorder *r)
{
  npz *z = r->own;
  if (!z) return;
  drop_archive(r, z);
  ulna_file_close(&z->rows);
  ulna_file_close(&z->events);
}

const record_writer ulna_record_npz = {start, row, event, finish, release};
