/* Zip archives, read. Every number of an archive is checked against the file's length before it is used. */
#include "array/zip_in.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum {
  END_SIZE = 22,
  LOCATOR_SIZE = 20,
  END_64_SIZE = 56,
  ENTRY_SIZE = 46,
  LOCAL_SIZE = 30,
  LONGEST_COMMENT = 65535,
  LONGEST_LIST = 1 << 24,
  CHUNK = 1 << 16
};

static uint64_t field(const unsigned char *from, int size)
{
  uint64_t x = 0;
  for (int i = 0; i < size; i++) x |= (uint64_t)from[i] << 8 * i;
  return x;
}

/* All of `length` bytes at an offset; what is missing is told. */
static bool read_at(int descriptor, uint64_t offset, void *to, size_t length, char why[ZIP_WHY])
{
  unsigned char *at = to;
  while (length > 0) {
    const ssize_t got = pread(descriptor, at, length, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) snprintf(why, ZIP_WHY, "it cannot be read: %s", strerror(errno));
    if (got == 0) snprintf(why, ZIP_WHY, "the file ends too early: it is not whole");
    if (got <= 0) return false;
    at += got, offset += (uint64_t)got, length -= (size_t)got;
  }
  return true;
}

static bool damaged(const char *what, char why[ZIP_WHY])
{
  snprintf(why, ZIP_WHY, "the archive is damaged: %s", what);
  return false;
}

/* Where the list is and how long, by the record at the archive's end [APPNOTE, 4.3.16, 4.3.14]. */
static bool find_list(int descriptor, uint64_t length, uint64_t *start, uint64_t *size, uint64_t *count,
                      char why[ZIP_WHY])
{
  const size_t most = END_SIZE + LONGEST_COMMENT, tail = length < most ? (size_t)length : most;
  unsigned char *bytes = malloc(tail ? tail : 1), end64[END_64_SIZE];
  if (!bytes) {
    snprintf(why, ZIP_WHY, "out of memory");
    return false;
  }
  if (!read_at(descriptor, length - tail, bytes, tail, why)) {
    free(bytes);
    return false;
  }
  bool found = false;
  size_t at = tail < END_SIZE ? 0 : tail - END_SIZE + 1;
  while (at-- > 0 && !found)
    found = field(bytes + at, 4) == 0x06054b50 && at + END_SIZE + field(bytes + at + 20, 2) == tail;
  at++;
  if (!found) {
    free(bytes);
    snprintf(why, ZIP_WHY, "it is not a whole zip archive, which an .npz is: it has no list of contents");
    return false;
  }
  *count = field(bytes + at + 10, 2), *size = field(bytes + at + 12, 4), *start = field(bytes + at + 16, 4);
  const bool is_64 = at >= LOCATOR_SIZE && field(bytes + at - LOCATOR_SIZE, 4) == 0x07064b50;
  const uint64_t where = is_64 ? field(bytes + at - LOCATOR_SIZE + 8, 8) : 0;
  free(bytes);
  if (is_64) {
    if (where > length || length - where < END_64_SIZE) return damaged("its end points beyond itself", why);
    if (!read_at(descriptor, where, end64, sizeof end64, why)) return false;
    if (field(end64, 4) != 0x06064b50) return damaged("its end is not where it says", why);
    *count = field(end64 + 32, 8), *size = field(end64 + 40, 8), *start = field(end64 + 48, 8);
  }
  if (*start > length || *size > length - *start) return damaged("its list lies beyond its end", why);
  if (*size > LONGEST_LIST || *count > *size / ENTRY_SIZE) return damaged("its list is too long", why);
  return true;
}

/* Sizes and offset of an entry that has them in 64 bits, in the order of those that are full [APPNOTE, 4.5.3]. */
static bool widen(const unsigned char *extra, size_t length, uint64_t *const values[3], char why[ZIP_WHY])
{
  while (length >= 4) {
    const size_t size = (size_t)field(extra + 2, 2);
    if (size > length - 4) return damaged("an extra field is cut off", why);
    if (field(extra, 2) == 1) {
      const unsigned char *at = extra + 4, *end = at + size;
      for (int k = 0; k < 3; k++) {
        if (*values[k] != 0xffffffff) continue;
        if (end - at < 8) return damaged("a size of 64 bits is missing", why);
        *values[k] = field(at, 8), at += 8;
      }
      return true;
    }
    extra += 4 + size, length -= 4 + size;
  }
  return true;
}

/* One entry of the list, and where its bytes begin, which the header before them tells. */
static bool read_member(int descriptor, uint64_t length, const unsigned char *entry, zip_member *to,
                        char why[ZIP_WHY])
{
  const size_t name = (size_t)field(entry + 28, 2), extra = (size_t)field(entry + 30, 2);
  const int flags = (int)field(entry + 8, 2), method = (int)field(entry + 10, 2);
  uint64_t header = field(entry + 42, 4);
  to->crc = (uint32_t)field(entry + 16, 4);
  to->packed = field(entry + 20, 4), to->size = field(entry + 24, 4);
  snprintf(to->name, sizeof to->name, "%.*s", (int)name, (const char *)entry + ENTRY_SIZE);
  for (const char *c = to->name; *c; c++)  // names are quoted to people
    if ((unsigned char)*c < ' ' || *c == 0x7f)
      return damaged("a name has characters that cannot be shown", why);
  uint64_t *const values[3] = {&to->size, &to->packed, &header};
  if (!widen(entry + ENTRY_SIZE + name, extra, values, why)) return false;
  if (flags & 1) {
    snprintf(why, ZIP_WHY, "%.60s is encrypted", to->name);
    return false;
  }
  if (method != 0 && method != 8) {
    snprintf(why, ZIP_WHY, "%.60s is packed by method %d; stored (0) and deflated (8) are read", to->name,
             method);
    return false;
  }
  to->deflated = method == 8;
  unsigned char local[LOCAL_SIZE];
  if (header > length || length - header < LOCAL_SIZE) return damaged("a member lies beyond its end", why);
  if (!read_at(descriptor, header, local, sizeof local, why)) return false;
  if (field(local, 4) != 0x04034b50) return damaged("a member is not where the list says", why);
  to->start = header + LOCAL_SIZE + field(local + 26, 2) + field(local + 28, 2);
  if (to->start > length || to->packed > length - to->start)
    return damaged("a member lies beyond its end", why);
  if (!to->deflated && to->packed != to->size) return damaged("a stored member has two sizes", why);
  return true;
}

bool ulna_zip_list_read(int descriptor, uint64_t length, zip_list *list, char why[ZIP_WHY])
{
  uint64_t start, size, count;
  *list = (zip_list){.count = 0};
  why[0] = '\0';
  if (!find_list(descriptor, length, &start, &size, &count, why)) return false;
  unsigned char *bytes = malloc((size_t)size + 1);
  list->members = calloc((size_t)count + 1, sizeof *list->members);
  bool well = bytes && list->members;
  if (!well) snprintf(why, ZIP_WHY, "out of memory");
  well = well && read_at(descriptor, start, bytes, (size_t)size, why);
  const unsigned char *at = bytes, *end = well ? bytes + size : bytes;
  for (uint64_t k = 0; well && k < count; k++) {
    if (end - at < ENTRY_SIZE || field(at, 4) != 0x02014b50) {
      well = damaged("its list is not whole", why);
      break;
    }
    const size_t whole = ENTRY_SIZE + (size_t)(field(at + 28, 2) + field(at + 30, 2) + field(at + 32, 2));
    if ((size_t)(end - at) < whole) well = damaged("its list is not whole", why);
    else well = read_member(descriptor, length, at, &list->members[list->count], why);
    if (well) list->count++, at += whole;
  }
  free(bytes);
  if (!well) ulna_zip_list_free(list);
  return well;
}

void ulna_zip_list_free(zip_list *list)
{
  free(list->members);
  *list = (zip_list){.count = 0};
}

struct byte_stream {
  int descriptor;
  bool deflated;
  uint64_t at, end; /* in the file: packed bytes that are left */
  z_stream z;
  unsigned char chunk[CHUNK];
};

byte_stream *ulna_stream_open(int descriptor, uint64_t from, uint64_t packed, bool deflated)
{
  byte_stream *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->descriptor = descriptor, s->deflated = deflated, s->at = from, s->end = from + packed;
  if (!deflated || inflateInit2(&s->z, -MAX_WBITS) == Z_OK) return s;
  free(s);
  return NULL;
}

void ulna_stream_close(byte_stream *s)
{
  if (s && s->deflated) inflateEnd(&s->z);
  free(s);
}

/* More packed bytes for inflate, which itself notices when none are left. */
static bool feed(byte_stream *s, char why[ZIP_WHY])
{
  const uint64_t left = s->end - s->at;
  const size_t length = left < CHUNK ? (size_t)left : CHUNK;
  if (!read_at(s->descriptor, s->at, s->chunk, length, why)) return false;
  s->at += length;
  s->z.next_in = s->chunk, s->z.avail_in = (unsigned)length;
  return true;
}

static bool inflate_some(byte_stream *s, unsigned char *to, size_t length, char why[ZIP_WHY])
{
  for (;;) {
    const unsigned room = length < 1u << 30 ? (unsigned)length : 1u << 30;
    if (s->z.avail_in == 0 && s->at < s->end && !feed(s, why)) return false;
    s->z.next_out = to, s->z.avail_out = room;
    const int code = inflate(&s->z, Z_NO_FLUSH);
    const size_t got = room - s->z.avail_out;
    to += got, length -= got;
    if (length == 0) return true;
    if (code == Z_STREAM_END) return damaged("its numbers end too early", why);
    if (code == Z_MEM_ERROR) {
      snprintf(why, ZIP_WHY, "out of memory");
      return false;
    }
    if (code != Z_OK && code != Z_BUF_ERROR) return damaged("what is packed cannot be unpacked", why);
    if (got == 0 && s->z.avail_in == 0 && s->at == s->end) return damaged("its numbers end too early", why);
  }
}

bool ulna_stream_read(byte_stream *s, void *to, size_t length, char why[ZIP_WHY])
{
  if (s->deflated) return inflate_some(s, to, length, why);
  if (length > s->end - s->at) {
    snprintf(why, ZIP_WHY, "the file ends too early: it is not whole");
    return false;
  }
  if (!read_at(s->descriptor, s->at, to, length, why)) return false;
  s->at += length;
  return true;
}

bool ulna_stream_skip(byte_stream *s, uint64_t length, char why[ZIP_WHY])
{
  if (!s->deflated) {
    s->at += length;  // not past the end: the shape was judged
    return true;
  }
  unsigned char nowhere[4096];
  while (length > 0) {
    const size_t some = length < sizeof nowhere ? (size_t)length : sizeof nowhere;
    if (!inflate_some(s, nowhere, some, why)) return false;
    length -= some;
  }
  return true;
}
