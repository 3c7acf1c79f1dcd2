/* Arrays written to .npy and .npz, of records as base/zip.h has them. The place of each member follows from the number of rows, so
 * that all can grow at once. */
#include "array/array_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/zip.h"

enum { PIECE = 1 << 18 };

typedef struct {
  array_shape shape;
  uint64_t width;  /* numbers of a row */
  uint64_t rows;   /* so far */
  uint64_t header; /* where the member begins */
  int scratch;     /* descriptor; -1: straight to its place */
  uint32_t sum;    /* of the numbers so far */
} column;

struct array_out {
  char *path, *partial;
  int descriptor;
  bool archive;
  uint64_t large; /* numbers from here on are in 64 bits */
  int count;
  column *columns;
};

static bool tell(const char *what, int error, char why[ARRAY_WHY])
{
  snprintf(why, ARRAY_WHY, "%s: %s", what, strerror(error));
  return false;
}

static bool write_at(int descriptor, uint64_t offset, const void *bytes, size_t length, char why[ARRAY_WHY])
{
  const char *at = bytes;
  while (length > 0) {
    const ssize_t done = pwrite(descriptor, at, length, (off_t)offset);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return tell("cannot write", errno, why);
    at += done, offset += (uint64_t)done, length -= (size_t)done;
  }
  return true;
}

/* Bytes of a member: its .npy header and numbers. */
static uint64_t member_size(const column *c)
{
  return NPY_HEADER + (uint64_t)c->shape.rows * c->width * sizeof(double);
}

static size_t name_length(const column *c) { return strlen(c->shape.name) + 4; }  // ".npy"

static uint64_t numbers_at(const array_out *out, const column *c)
{
  if (!out->archive) return NPY_HEADER;
  return c->header + ZIP_LOCAL + name_length(c) + (member_size(c) >= out->large ? ZIP_LOCAL_64 : 0) +
         NPY_HEADER;
}

static bool all_known(const array_out *out)
{
  for (int k = 0; k < out->count; k++)
    if (out->columns[k].shape.rows == ROWS_UNKNOWN) return false;
  return true;
}

/* Where each member lies, once the numbers of rows are known. */
static void lay_out(array_out *out)
{
  uint64_t at = 0;
  for (int k = 0; k < out->count; k++) {
    column *c = &out->columns[k];
    c->header = at;
    at = numbers_at(out, c) - NPY_HEADER + member_size(c);
  }
}

static int open_beside(const char *path, char **name, char why[ARRAY_WHY])
{
  const size_t room = strlen(path) + 16;
  *name = malloc(room);
  if (!*name) {
    snprintf(why, ARRAY_WHY, "out of memory");
    return -1;
  }
  snprintf(*name, room, "%s.XXXXXX", path);
  const int descriptor = mkstemp(*name);
  if (descriptor >= 0) return descriptor;
  tell("cannot make a file there", errno, why);
  free(*name);
  *name = NULL;
  return -1;
}

/* A file without a name: a program that is killed leaves none. */
static int open_scratch(const char *path, char why[ARRAY_WHY])
{
  char *name;
  const int descriptor = open_beside(path, &name, why);
  if (descriptor < 0) return -1;
  unlink(name);
  free(name);
  return descriptor;
}

static bool is_special(const char *path, char why[ARRAY_WHY])
{
  struct stat status;
  if (stat(path, &status) != 0 || S_ISREG(status.st_mode)) return false;
  snprintf(why, ARRAY_WHY, "it is not an ordinary file; .npy and .npz are written to those");
  return true;
}

static bool begin(array_out *out, char why[ARRAY_WHY])
{
  if (is_special(out->path, why)) return false;
  out->descriptor = open_beside(out->path, &out->partial, why);
  if (out->descriptor < 0) return false;
  const mode_t mask = umask(0);
  umask(mask);
  if (fchmod(out->descriptor, 0666 & ~mask) != 0) return tell("cannot write", errno, why);
  const bool known = all_known(out);
  if (known) lay_out(out);
  for (int k = 0; k < out->count && out->archive && !known; k++) {
    out->columns[k].scratch = open_scratch(out->path, why);
    if (out->columns[k].scratch < 0) return false;
  }
  return true;
}

static void release(array_out *out)
{
  for (int k = 0; k < out->count && out->columns; k++)
    if (out->columns[k].scratch >= 0) close(out->columns[k].scratch);
  if (out->descriptor >= 0) close(out->descriptor);
  if (out->partial) unlink(out->partial);
  free(out->partial), free(out->path), free(out->columns), free(out);
}

array_out *ulna_array_create(const char *path, int count, const array_shape shapes[], char why[ARRAY_WHY])
{
  return ulna_array_create_large(path, count, shapes, ZIP_64_FROM, why);
}

array_out *ulna_array_create_large(const char *path, int count, const array_shape shapes[], uint64_t large,
                                   char why[ARRAY_WHY])
{
  array_out *out = calloc(1, sizeof *out);
  if (out) {
    *out = (array_out){.path = strdup(path),
                       .descriptor = -1,
                       .archive = ulna_array_is_npz(path),
                       .large = large,
                       .count = count,
                       .columns = calloc((size_t)count + 1, sizeof(column))};
    for (int k = 0; k < count && out->columns; k++) {
      column *c = &out->columns[k];
      *c = (column){.shape = shapes[k], .width = 1, .scratch = -1, .sum = (uint32_t)crc32_z(0, NULL, 0)};
      for (int d = 0; d < shapes[k].dimensions; d++) c->width *= (uint64_t)shapes[k].size[d];
    }
    if (!out->path || !out->columns) {
      release(out);
      out = NULL;
    }
  }
  if (!out) {
    snprintf(why, ARRAY_WHY, "out of memory");
    return NULL;
  }
  if (begin(out, why)) return out;
  release(out);
  return NULL;
}

bool ulna_array_append(array_out *out, int array, uint64_t rows, const double numbers[], char why[ARRAY_WHY])
{
  column *c = &out->columns[array];
  const uint64_t before = c->rows * c->width * sizeof(double);
  const size_t length = (size_t)(rows * c->width) * sizeof(double);
  if (out->archive) c->sum = (uint32_t)crc32_z(c->sum, (const unsigned char *)numbers, length);
  c->rows += rows;
  if (c->scratch >= 0) return write_at(c->scratch, before, numbers, length, why);
  return write_at(out->descriptor, numbers_at(out, c) + before, numbers, length, why);
}

/* The .npy header of an array, which the archive's checksum begins with. */
static void npy_of(const column *c, unsigned char to[NPY_HEADER])
{
  npy_header h = {.dimensions = 1 + c->shape.dimensions, .shape = {(uint64_t)c->shape.rows}};
  for (int d = 0; d < c->shape.dimensions; d++) h.shape[1 + d] = (uint64_t)c->shape.size[d];
  ulna_npy_write(&h, to);
}

static uint32_t whole_sum(const column *c)
{
  unsigned char header[NPY_HEADER];
  npy_of(c, header);
  const uint32_t first = (uint32_t)crc32_z(crc32_z(0, NULL, 0), header, NPY_HEADER);
  return (uint32_t)crc32_combine(first, c->sum, (z_off_t)(member_size(c) - NPY_HEADER));
}

static zip_member member_of(const column *c, char name[ARRAY_NAME + 4])
{
  snprintf(name, ARRAY_NAME + 4, "%s.npy", c->shape.name);
  return (zip_member){.name = name, .size = member_size(c), .offset = c->header, .sum = whole_sum(c)};
}

static bool write_headers(const array_out *out, const column *c, char why[ARRAY_WHY])
{
  unsigned char header[NPY_HEADER];
  char name[ARRAY_NAME + 4];
  npy_of(c, header);
  if (!write_at(out->descriptor, numbers_at(out, c) - NPY_HEADER, header, NPY_HEADER, why)) return false;
  if (!out->archive) return true;
  const zip_member m = member_of(c, name);
  const zip_record r = zip_local(&m, out->large);
  return write_at(out->descriptor, c->header, r.bytes, r.length, why);
}

static bool write_list(const array_out *out, char why[ARRAY_WHY])
{
  const column *last = &out->columns[out->count - 1];
  const uint64_t start = numbers_at(out, last) - NPY_HEADER + member_size(last);
  uint64_t at = start;
  char name[ARRAY_NAME + 4];
  for (int k = 0; k < out->count; k++) {
    const zip_member m = member_of(&out->columns[k], name);
    const zip_record r = zip_listed(&m, out->large);
    if (!write_at(out->descriptor, at, r.bytes, r.length, why)) return false;
    at += r.length;
  }
  const zip_record end = zip_end((uint64_t)out->count, start, at, out->large);
  return write_at(out->descriptor, at, end.bytes, end.length, why);
}

/* Copies the numbers of a scratch file to their place. */
static bool collect(const array_out *out, const column *c, char why[ARRAY_WHY])
{
  const uint64_t length = c->rows * c->width * sizeof(double), to = numbers_at(out, c);
  char *piece = malloc(PIECE);
  bool well = piece != NULL;
  if (!piece) snprintf(why, ARRAY_WHY, "out of memory");
  for (uint64_t at = 0; well && at < length;) {
    const size_t some = length - at < PIECE ? (size_t)(length - at) : PIECE;
    const ssize_t got = pread(c->scratch, piece, some, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) well = tell("cannot read back what was written", got < 0 ? errno : EIO, why);
    else well = write_at(out->descriptor, to + at, piece, (size_t)got, why);
    at += got > 0 ? (uint64_t)got : 0;
  }
  free(piece);
  return well;
}

static bool complete(array_out *out, char why[ARRAY_WHY])
{
  const bool known = all_known(out);
  for (int k = 0; k < out->count; k++) {
    column *c = &out->columns[k];
    if (c->shape.rows == ROWS_UNKNOWN) c->shape.rows = (int64_t)c->rows;
    if ((uint64_t)c->shape.rows == c->rows) continue;
    snprintf(why, ARRAY_WHY, "\"%.60s\" does not have as many rows as was said", c->shape.name);
    return false;
  }
  if (!known) lay_out(out);
  for (int k = 0; k < out->count; k++)
    if (out->columns[k].scratch >= 0 && !collect(out, &out->columns[k], why)) return false;
  for (int k = 0; k < out->count; k++)
    if (!write_headers(out, &out->columns[k], why)) return false;
  if (out->archive && !write_list(out, why)) return false;
  const int descriptor = out->descriptor;
  out->descriptor = -1;
  if (close(descriptor) != 0) return tell("cannot write", errno, why);  // network file systems tell it here
  if (rename(out->partial, out->path) != 0) return tell("cannot give it its name", errno, why);
  free(out->partial);
  out->partial = NULL;
  return true;
}

bool ulna_array_finish(array_out *out, bool keep, char why[ARRAY_WHY])
{
  const bool well = keep && complete(out, why);
  release(out);
  return well;
}
