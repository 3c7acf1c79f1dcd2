/* The recorder: names, columns, and the way from a temporary file to a whole one. */
#include "record/record.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/text.h"

ulna_status ulna_record_cannot_write(ulna_recorder *r, const char *path, int error)
{
  r->error = error;
  snprintf(r->failure, sizeof r->failure, "cannot write %s: %s", path, strerror(error));
  return ULNA_CANNOT_WRITE;
}

ulna_status ulna_record_cannot_read(ulna_recorder *r, int error)
{
  r->error = error;
  snprintf(r->failure, sizeof r->failure, "cannot read back what was recorded for %s: %s", r->path,
           strerror(error));
  return ULNA_CANNOT_WRITE;
}

ulna_status ulna_record_open_partial(ulna_recorder *r, record_file *file)
{
  const size_t size = strlen(r->path) + 32;
  char *name = r->partial_path ? r->partial_path : arena_take(&r->arena, size);
  if (!name) return ULNA_OUT_OF_MEMORY;
  file->descriptor = ulna_file_open_partial(r->path, name, size);
  if (file->descriptor >= 0) {
    r->partial_path = name;
    return ULNA_OK;
  }
  return ulna_record_cannot_write(r, r->path, errno);
}

/* Adds one error to the report. If memory is short it is left out: the status says enough. */
static ulna_status refuse(ulna_report *report, const char *path, ulna_status status, const char *condition,
                          const char *subject, const char *text)
{
  const ulna_problem problem = {
      .severity = ULNA_ERROR, .condition = condition, .file = path, .subject = subject, .text = text};
  if (report && ulna_report_add(report, &problem) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  return status;
}

static const record_writer *writer_of(ulna_record_format format, const char *path)
{
  if (format == ULNA_RECORD_CSV) return &ulna_record_csv;
  if (format == ULNA_RECORD_NPZ) return &ulna_record_npz;
  if (has_ending(path, ".csv")) return &ulna_record_csv;
  return has_ending(path, ".npz") ? &ulna_record_npz : NULL;
}

/* Checks that the path is a plain file, or does not exist. Renaming would replace a device, a pipe or a link by a
 * plain file, and links are not followed. */
static ulna_status check_place(const char *path, ulna_report *report)
{
  struct stat found;
  if (lstat(path, &found) != 0) {
    if (errno == ENOENT) return ULNA_OK;
    return refuse(report, path, ULNA_CANNOT_WRITE, "cannot write", "the recording", strerror(errno));
  }
  if (S_ISREG(found.st_mode)) return ULNA_OK;
  return refuse(report, path, ULNA_CANNOT_WRITE, "cannot write", "the recording",
                S_ISLNK(found.st_mode) ? "this is a symbolic link, and none is followed; name the file itself"
                : S_ISDIR(found.st_mode) ? "this is a folder; name a file"
                                         : "this is not a plain file; name one");
}

/* The path, and NAME.incomplete.csv. */
static ulna_status take_names(ulna_recorder *r, const char *path)
{
  r->path = arena_copy_string(&r->arena, path);
  r->incomplete_path = arena_take(&r->arena, r->path ? strlen(r->path) + 16 : 1);
  if (!r->path || !r->incomplete_path) return ULNA_OUT_OF_MEMORY;
  const char *slash = strrchr(r->path, '/'), *base = slash ? slash + 1 : r->path, *dot = strrchr(base, '.');
  const char *ending = dot && dot > base ? dot : base + strlen(base);
  sprintf(r->incomplete_path, "%.*s.incomplete%s", (int)(ending - r->path), r->path, ending);
  return ULNA_OK;
}

static ulna_status copy_texts(ulna_recorder *r, const ulna_column columns[], const ulna_record_note notes[])
{
  arena *a = &r->arena;
  r->columns = arena_take_array(a, (size_t)r->column_count, sizeof *r->columns);
  r->notes = arena_take_array(a, (size_t)r->note_count, sizeof *r->notes);
  r->groups = arena_take_array(a, (size_t)r->column_count, sizeof *r->groups);
  r->order = arena_take_array(a, (size_t)r->column_count, sizeof *r->order);
  for (int i = 0; i < r->column_count && !a->failed; i++) {
    const ulna_column *c = &columns[i];
    r->columns[i].name = arena_copy_string(a, c->name ? c->name : "");
    r->columns[i].unit = arena_copy_string(a, c->unit ? c->unit : "");
    r->columns[i].group = arena_copy_string(a, c->group ? c->group : c->name ? c->name : "");
    r->columns[i].index = c->index;
  }
  for (int i = 0; i < r->note_count && !a->failed; i++) {
    r->notes[i].name = arena_copy_string(a, notes[i].name ? notes[i].name : "");
    r->notes[i].value = arena_copy_string(a, notes[i].value ? notes[i].value : "");
  }
  return a->failed ? ULNA_OUT_OF_MEMORY : ULNA_OK;
}

static bool is_array_name(const char *name)
{
  static const char *const taken[] = {"names",   "units",      "about",      "status",
                                      "event_t", "event_kind", "event_what", "event_detail"};
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
    if (strcmp(name, taken[i]) == 0) return false;
  const size_t length = strlen(name);
  if (length == 0 || length > 60 || isdigit((unsigned char)name[0])) return false;
  return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == length;
}

/* The columns of the group that begins with column `first` go into r->order from `at` on. Returns what is wrong with
 * it, or NULL. */
static const char *gather(ulna_recorder *r, int first, int at)
{
  record_group *g = &r->groups[r->group_count++];
  *g = (record_group){.name = r->columns[first].group, .first = at, .vector = r->columns[first].index == 0};
  if (!is_array_name(g->name)) return "is not a name an array may have";
  for (int i = first; i < r->column_count; i++) {
    const ulna_column *c = &r->columns[i];
    if (strcmp(c->group, g->name) != 0) continue;
    if (g->vector ? g->width > 0 : c->index != g->width + 1)
      return "must have one column of index 0, or columns of the indices 1, 2, 3, … in this order";
    r->order[at + g->width++] = i;
  }
  return NULL;
}

static ulna_status arrange(ulna_recorder *r, ulna_report *report)
{
  int at = 0;
  for (int i = 0; i < r->column_count; i++) {
    const ulna_column *c = &r->columns[i];
    const char *wrong = *c->name ? NULL : "has no name";
    bool known = false;
    for (int k = 0; k < i; k++) {
      if (strcmp(r->columns[k].name, c->name) == 0) wrong = "has the name of another";
      known = known || strcmp(r->columns[k].group, c->group) == 0;
    }
    char subject[160];
    snprintf(subject, sizeof subject, "column %d, \"%.60s\"", i + 1, c->name);
    if (!wrong && !known) {
      wrong = gather(r, i, at);
      if (wrong) snprintf(subject, sizeof subject, "group \"%.60s\"", c->group);
      at += r->groups[r->group_count - 1].width;
    }
    if (wrong) return refuse(report, r->path, ULNA_INVALID_ARGUMENT, "columns", subject, wrong);
  }
  return ULNA_OK;
}

static ulna_status make(ulna_recorder *r, const char *path, const ulna_column columns[],
                        const ulna_record_note notes[], ulna_report *report)
{
  ulna_status status = take_names(r, path);
  if (status == ULNA_OK) status = copy_texts(r, columns, notes);
  if (status == ULNA_OK) status = arrange(r, report);
  if (status != ULNA_OK) return status;
  status = r->writer->start(r);
  if (status != ULNA_CANNOT_WRITE) return status;
  return refuse(report, r->path, status, "cannot write", "the recording", strerror(r->error));
}

ulna_status ulna_recorder_create(const char *path, ulna_record_format format, int column_count,
                                 const ulna_column columns[], int note_count, const ulna_record_note notes[],
                                 const ulna_allocator *allocator, ulna_report *report,
                                 ulna_recorder **recorder)
{
  const record_writer *writer = writer_of(format, path);
  if (!writer)
    return refuse(report, path, ULNA_UNSUPPORTED, "format", "the recording",
                  "its format goes by the name's ending, which must be .csv or .npz");
  if (column_count < 1)
    return refuse(report, path, ULNA_INVALID_ARGUMENT, "columns", "the recording", "there are no columns");
  ulna_status status = check_place(path, report);
  if (status != ULNA_OK) return status;
  const ulna_allocator own = allocator_or_standard(allocator);
  ulna_recorder *r = own.allocate(own.context, sizeof *r, 64);
  if (!r) return ULNA_OUT_OF_MEMORY;
  *r = (ulna_recorder){.allocator = own,
                       .writer = writer,
                       .column_count = column_count,
                       .note_count = note_count > 0 ? note_count : 0};
  arena_init(&r->arena, &own);
  status = make(r, path, columns, notes, report);
  if (status == ULNA_OK) *recorder = r;
  else ulna_recorder_destroy(r);
  return status;
}

void ulna_recorder_destroy(ulna_recorder *r)
{
  if (!r) return;
  r->writer->release(r);
  arena_free(&r->arena);
  const ulna_allocator allocator = r->allocator;
  allocator.release(allocator.context, r, sizeof *r);
}

ulna_status ulna_recorder_row(ulna_recorder *r, const double row[])
{
  if (r->ended) return ULNA_INVALID_ARGUMENT;
  return r->writer->row(r, row);
}

ulna_status ulna_recorder_event(ulna_recorder *r, double t, const char *kind, const char *what,
                                const char *detail)
{
  if (!kind) kind = "";
  if (!what) what = "";
  if (!detail) detail = "";
  if (r->ended || strlen(kind) > ULNA_RECORD_TEXT || strlen(what) > ULNA_RECORD_TEXT ||
      strlen(detail) > ULNA_RECORD_TEXT)
    return ULNA_INVALID_ARGUMENT;
  return r->writer->event(r, t, kind, what, detail);
}

/* Writes what is left to write, and gives the file its name. */
static ulna_status end_as(ulna_recorder *r, const char *incomplete)
{
  const ulna_status status = r->writer->finish(r, incomplete);
  if (status != ULNA_OK) return status;
  const char *path = incomplete ? r->incomplete_path : r->path;
  if (rename(r->partial_path, path) != 0) return ulna_record_cannot_write(r, path, errno);
  r->finished_path = path;
  const int error = ulna_file_settle_folder(path);
  return error ? ulna_record_cannot_write(r, path, error) : ULNA_OK;
}

ulna_status ulna_recorder_finish(ulna_recorder *r, const char *incomplete)
{
  if (r->ended) return ULNA_INVALID_ARGUMENT;
  const ulna_status status = end_as(r, incomplete);
  if (status != ULNA_OK && !r->finished_path && !incomplete) {
    // what has been recorded is kept, with the reason why it is not whole
    char why[sizeof r->failure];
    snprintf(why, sizeof why, "%s", status == ULNA_OUT_OF_MEMORY ? ulna_status_text(status) : r->failure);
    if (end_as(r, why) != ULNA_OK && !r->finished_path) r->finished_path = r->partial_path;
    snprintf(r->failure, sizeof r->failure, "%s", why);
  } else if (status != ULNA_OK && !r->finished_path) {
    r->finished_path = r->partial_path;
  }
  r->ended = true;
  r->writer->release(r);
  return status;
}

const char *ulna_recorder_path(const ulna_recorder *r) { return r->ended ? r->finished_path : r->path; }

long long ulna_recorder_row_count(const ulna_recorder *r) { return r->rows; }
long long ulna_recorder_event_count(const ulna_recorder *r) { return r->events; }
const char *ulna_recorder_failure(const ulna_recorder *r) { return r->failure; }
