/* A file that is written through a buffer, with every error noticed and none lost. */
#include "record/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { PARTIAL_MOST = 1000 };  // names tried: others may be writing to the same name, or were killed

int ulna_file_open_partial(const char *path, char name[], size_t room)
{
  for (int k = 1; k <= PARTIAL_MOST; k++) {
    const int length =
        k == 1 ? snprintf(name, room, "%s.partial", path) : snprintf(name, room, "%s.partial-%d", path, k);
    if (length < 0 || (size_t)length >= room) {
      errno = ENAMETOOLONG;
      return -1;
    }
    const int descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || (errno != EEXIST && errno != EINTR)) return descriptor;
  }
  return -1;
}

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

/* 0, or errno. A file that cannot be synced (EINVAL) is no failure. */
static int settle(int descriptor)
{
  int done;
  do done = fsync(descriptor);
  while (done != 0 && errno == EINTR);
  return done == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

bool ulna_file_settle(record_file *f)
{
  if (!ulna_file_flush(f)) return false;
  f->error = settle(f->descriptor);
  return f->error == 0;
}

int ulna_file_settle_folder(const char *path)
{
  char folder[4096] = ".";
  const char *slash = strrchr(path, '/');
  const size_t length = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
  if (length >= sizeof folder) return ENAMETOOLONG;
  if (length > 0) {
    memcpy(folder, path, length);
    folder[length] = '\0';
  }
  const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno == EACCES ? 0 : errno;  // a folder one may write into, but not look at
  const int error = settle(descriptor);
  close(descriptor);
  return error;
}

void ulna_file_close(record_file *f)
{
  if (f->descriptor >= 0) close(f->descriptor);
  f->descriptor = -1;
}
