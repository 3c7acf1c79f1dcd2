/* Whole files, with a bound on their size. */
#include "text/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

ulna_status ulna_text_cannot_read(ulna_report *report, const char *path, const char *why)
{
  const ulna_problem problem = {ULNA_ERROR, "cannot read", path, 0, 0, "file", why};
  if (report && ulna_report_add(report, &problem) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  return ULNA_CANNOT_READ;
}

static ulna_status too_large(ulna_report *report, const char *path)
{
  char why[100];
  snprintf(why, sizeof why, "it is larger than %zu MB, more than is ever read", TEXT_MOST_BYTES >> 20);
  return ulna_text_cannot_read(report, path, why);
}

/* Reads to the end into one block, which doubles as it fills: a pipe does not tell its size beforehand. */
static ulna_status read_stream(FILE *stream, const char *path, size_t expected, arena *memory,
                               ulna_report *report, char **text, size_t *length)
{
  size_t room = expected + 2, used = 0;
  char *bytes = arena_take(memory, room);
  while (bytes) {
    used += fread(bytes + used, 1, room - 1 - used, stream);
    if (ferror(stream)) return ulna_text_cannot_read(report, path, strerror(errno));
    if (used > TEXT_MOST_BYTES) return too_large(report, path);
    if (feof(stream)) {
      bytes[used] = 0;
      *text = bytes;
      *length = used;
      return ULNA_OK;
    }
    if (used < room - 1) continue;
    room *= 2;
    char *larger = arena_take(memory, room);
    if (larger) memcpy(larger, bytes, used);
    bytes = larger;
  }
  return ULNA_OUT_OF_MEMORY;
}

ulna_status ulna_text_read_file(const char *path, arena *memory, ulna_report *report, char **text,
                                size_t *length)
{
  FILE *stream = fopen(path, "rb");
  if (!stream) return ulna_text_cannot_read(report, path, strerror(errno));
  struct stat about;
  ulna_status status;
  if (fstat(fileno(stream), &about) != 0) status = ulna_text_cannot_read(report, path, strerror(errno));
  else if (S_ISDIR(about.st_mode)) status = ulna_text_cannot_read(report, path, "it is a directory");
  else if (S_ISREG(about.st_mode) && (unsigned long long)about.st_size > TEXT_MOST_BYTES)
    status = too_large(report, path);
  else
    status = read_stream(stream, path, S_ISREG(about.st_mode) ? (size_t)about.st_size : 4096, memory, report,
                         text, length);
  fclose(stream);
  return status;
}

ulna_status ulna_text_take_bytes(text_input *in, arena *memory, const char *bytes, size_t length)
{
  if (length > TEXT_MOST_BYTES) return too_large(in->report, in->file);
  in->text = arena_copy_bytes(memory, bytes, length), in->length = length;
  return in->text ? ULNA_OK : ULNA_OUT_OF_MEMORY;
}

ulna_status ulna_text_take_file(text_input *in, arena *memory)
{
  char *text = NULL;
  const ulna_status status = ulna_text_read_file(in->file, memory, in->report, &text, &in->length);
  in->text = text;
  return status;
}
