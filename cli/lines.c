/* Lines of a text file, read in chunks. */
#include "lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { CHUNK = 1 << 16, LONGEST_LINE = 1 << 24 };

int lines_open(lines *l, const char *file)
{
  const bool standard = strcmp(file, "-") == 0;
  *l = (lines){.shown = standard ? "<stdin>" : file, .size = -1};
  l->descriptor = standard ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
  if (l->descriptor < 0) return fail("cannot read %s: %s", file, strerror(errno));
  struct stat status;
  if (fstat(l->descriptor, &status) == 0 && S_ISREG(status.st_mode)) l->size = status.st_size;
  l->chunk = allocate(CHUNK, 1);
  l->capacity = 4096;
  l->text = allocate(l->capacity, 1);
  return DONE;
}

void lines_close(lines *l)
{
  if (l->descriptor > STDERR_FILENO) close(l->descriptor);
  free(l->chunk);
  free(l->text);
}

/* Reads on; false at the end of the file or on an error (told, *failed). */
static bool refill(lines *l, bool *failed)
{
  for (;;) {
    const ssize_t n = read(l->descriptor, l->chunk, CHUNK);
    if (n > 0) {
      l->chunk_used = (size_t)n;
      l->chunk_at = 0;
      l->consumed += n;
      return true;
    }
    if (n == 0) {
      l->at_end = true;
      return false;
    }
    if (errno == EINTR) continue;
    fail("cannot read %s: %s", l->shown, strerror(errno));
    *failed = true;
    return false;
  }
}

static void append(lines *l, const char *bytes, size_t length)
{
  if (l->length + length + 1 > l->capacity) {
    size_t capacity = l->capacity;
    while (l->length + length + 1 > capacity) capacity *= 2;
    char *text = allocate(capacity, 1);
    memcpy(text, l->text, l->length);
    free(l->text);
    l->text = text;
    l->capacity = capacity;
  }
  memcpy(l->text + l->length, bytes, length);
  l->length += length;
  l->text[l->length] = '\0';
}

/* The bytes up to the next line's end. 1, 0 at the end of the file, -1 on an error. */
static int take_bytes(lines *l)
{
  l->length = 0;
  l->text[0] = '\0';
  bool any = false, failed = false;
  for (;;) {
    if (l->chunk_at == l->chunk_used) {
      if (l->at_end || !refill(l, &failed)) return failed ? -1 : any;
    }
    any = true;
    const char *from = l->chunk + l->chunk_at;
    const size_t left = l->chunk_used - l->chunk_at;
    const char *end = memchr(from, '\n', left);
    const size_t length = end ? (size_t)(end - from) : left;
    append(l, from, length);
    l->chunk_at += length + (end ? 1 : 0);
    if (end) return 1;
    if (l->length > LONGEST_LINE) {
      fail("%s:%lld: the line is longer than %d bytes: not a CSV file", l->shown, l->number + 1,
           LONGEST_LINE);
      return -1;
    }
  }
}

int lines_next(lines *l)
{
  const int got = take_bytes(l);
  if (got <= 0) return got;
  l->number++;
  if (l->length > 0 && l->text[l->length - 1] == '\r') l->text[--l->length] = '\0';
  if (strlen(l->text) != l->length) {
    fail("%s:%lld: the line has a zero byte: not a CSV file in ASCII or UTF-8", l->shown, l->number);
    return -1;
  }
  if (l->number == 1 && strncmp(l->text, "\xef\xbb\xbf", 3) == 0) {
    l->length -= 3;  // a byte order mark, as spreadsheets write it
    memmove(l->text, l->text + 3, l->length + 1);
  }
  return 1;
}

double lines_fraction(const lines *l)
{
  return l->size > 0 ? (double)(l->consumed - (long long)(l->chunk_used - l->chunk_at)) / (double)l->size
                     : -1;
}
