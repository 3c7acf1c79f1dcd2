#include "record/record_file.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static bool write_at(record_file *f, int64_t at, const char *bytes, size_t length)
{
  while (length > 0) {
    const ssize_t n = pwrite(f->descriptor, bytes, length, (off_t)at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      f->error = n < 0 ? errno : ENOSPC;
      return false;
    }
    bytes += n;
    at += n;
    length -= (size_t)n;
    if (at > f->size) f->size = at;
  }
  return true;
}

bool ulna_file_flush(record_file *f)
{
  if (f->error) return false;
  if (!write_at(f, f->size, f->buffer, f->used)) return false;
  f->used = 0;
  return true;
}

bool ulna_file_write(record_file *f, const void *bytes, size_t length)
{
  if (f->error) return false;
  if (length > f->room - f->used && !ulna_file_flush(f)) return false;
  if (length > f->room) return write_at(f, f->size, bytes, length);
  memcpy(f->buffer + f->used, bytes, length);
  f->used += length;
  return true;
}

bool ulna_file_overwrite(record_file *f, int64_t at, const void *bytes, size_t length)
{
  return ulna_file_flush(f) && write_at(f, at, bytes, length);
}

bool ulna_file_read(record_file *f, int64_t at, void *bytes, size_t length)
{
  char *to = bytes;
  while (length > 0) {
    const ssize_t n = pread(f->descriptor, to, length, (off_t)at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      f->error = n < 0 ? errno : EIO;
      return false;
    }
    to += n;
    at += n;
    length -= (size_t)n;
  }
  return true;
}

bool ulna_file_cut(record_file *f, int64_t size)
{
  int done;
  do done = ftruncate(f->descriptor, (off_t)size);
  while (done != 0 && errno == EINTR);
  if (done != 0) return false;
  f->size = size;
  f->used = 0;
  f->error = 0;
  return true;
}

bool ulna_file_settle(record_file *f)
{
  if (!ulna_file_flush(f)) return false;
  const int twin = dup(f->descriptor);
  if (twin < 0 || close(twin) != 0) {
    f->error = errno;
    return false;
  }
  return true;
}

void ulna_file_close(record_file *f)
{
  if (f->descriptor >= 0) close(f->descriptor);
  f->descriptor = -1;
}
