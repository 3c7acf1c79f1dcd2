/* Arrays written to .npy and .npz. Members of an archive are stored, not packed, and dated 1980-01-01, so that the
 * same numbers give the same bytes. The place of each follows from the number of rows, so that all can grow at once.
 * [APPNOTE] is PKWARE's .ZIP File Format Specification, 6.3. */
#include "array/array_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { LOCAL = 30, EXTRA_64 = 20, PIECE = 1 << 18 };
#define FULL                                                                                                 \
  UINT64_C(0xffffffff) /* what a field of 32 bits holds whose number is elsewhere, in 64 [APPNOTE, 4.5.3] */

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
  return c->header + LOCAL + name_length(c) + (member_size(c) >= out->large ? EXTRA_64 : 0) + NPY_HEADER;
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
  return ulna_array_create_large(path, count, shapes, FULL, why);
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

/* Little-endian fields; signatures and orders: [APPNOTE, 4.3]. */
typedef struct {
  unsigned char bytes[ARRAY_NAME + 128];
  size_t length;
} fields;

static void put(fields *f, uint64_t value, int size)
{
  for (int i = 0; i < size; i++) f->bytes[f->length++] = (unsigned char)(value >> 8 * i);
}

static void put_name(fields *f, const column *c)
{
  f->length +=
      (size_t)snprintf((char *)f->bytes + f->length, sizeof f->bytes - f->length, "%s.npy", c->shape.name);
}

static uint64_t or_full(const array_out *out, uint64_t value) { return value >= out->large ? FULL : value; }

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

/* The fields that the member and the list share: version needed … length of the name. */
static void put_common(const array_out *out, fields *f, const column *c, bool is_64)
{
  put(f, is_64 ? 45 : 20, 2);
  put(f, 0, 2), put(f, 0, 2);     // flags; stored
  put(f, 0, 2), put(f, 0x21, 2);  // midnight, 1980-01-01
  put(f, whole_sum(c), 4);
  put(f, or_full(out, member_size(c)), 4), put(f, or_full(out, member_size(c)), 4);
  put(f, name_length(c), 2);
}

static bool write_headers(const array_out *out, const column *c, char why[ARRAY_WHY])
{
  unsigned char header[NPY_HEADER];
  npy_of(c, header);
  if (!write_at(out->descriptor, numbers_at(out, c) - NPY_HEADER, header, NPY_HEADER, why)) return false;
  if (!out->archive) return true;
  const uint64_t size = member_size(c);
  const bool is_64 = size >= out->large;
  fields f = {.length = 0};
  put(&f, 0x04034b50, 4);
  put_common(out, &f, c, is_64);
  put(&f, is_64 ? EXTRA_64 : 0, 2);
  put_name(&f, c);
  if (is_64) put(&f, 1, 2), put(&f, 16, 2), put(&f, size, 8), put(&f, size, 8);
  return write_at(out->descriptor, c->header, f.bytes, f.length, why);
}

static bool list_member(const array_out *out, const column *c, uint64_t *at, char why[ARRAY_WHY])
{
  const uint64_t size = member_size(c);
  const int extra = (size >= out->large ? 16 : 0) + (c->header >= out->large ? 8 : 0);
  fields f = {.length = 0};
  put(&f, 0x02014b50, 4);
  put(&f, extra ? 45 : 20, 2);
  put_common(out, &f, c, extra > 0);
  put(&f, extra ? (uint64_t)extra + 4 : 0, 2);
  put(&f, 0, 2), put(&f, 0, 2), put(&f, 0, 2), put(&f, 0, 4);  // comment, disk, attributes
  put(&f, or_full(out, c->header), 4);
  put_name(&f, c);
  if (extra) put(&f, 1, 2), put(&f, (uint64_t)extra, 2);
  if (size >= out->large) put(&f, size, 8), put(&f, size, 8);
  if (c->header >= out->large) put(&f, c->header, 8);
  const uint64_t where = *at;
  *at += f.length;
  return write_at(out->descriptor, where, f.bytes, f.length, why);
}

static bool write_list(const array_out *out, char why[ARRAY_WHY])
{
  const column *last = &out->columns[out->count - 1];
  const uint64_t start = numbers_at(out, last) - NPY_HEADER + member_size(last), count = (uint64_t)out->count;
  uint64_t at = start;
  for (int k = 0; k < out->count; k++)
    if (!list_member(out, &out->columns[k], &at, why)) return false;
  fields f = {.length = 0};
  if (start >= out->large) {
    put(&f, 0x06064b50, 4), put(&f, 44, 8), put(&f, 45, 2), put(&f, 45, 2), put(&f, 0, 4), put(&f, 0, 4);
    put(&f, count, 8), put(&f, count, 8), put(&f, at - start, 8), put(&f, start, 8);
    put(&f, 0x07064b50, 4), put(&f, 0, 4), put(&f, at, 8), put(&f, 1, 4);  // and where that is
  }
  put(&f, 0x06054b50, 4), put(&f, 0, 2), put(&f, 0, 2), put(&f, count, 2), put(&f, count, 2);
  put(&f, at - start, 4), put(&f, or_full(out, start), 4), put(&f, 0, 2);
  return write_at(out->descriptor, at, f.bytes, f.length, why);
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
