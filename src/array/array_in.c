/* Arrays read from .npy and .npz, in either order of indices and bytes. */
#include "array/array_in.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "array/zip_in.h"
#include "base/ending.h"

/* Where an array's bytes come from: one stream or, with the first index fastest, one for each column. */
typedef struct array_source {
  byte_stream **streams;
  uint64_t stream_count;
  uint64_t given; /* rows so far */
  bool packed_sum;
  uint32_t expected;          /* checksum of header and numbers, of a member of an archive */
  uint32_t header_sum, *sums; /* of the header, and of each stream so far */
  unsigned char *bytes;       /* of numbers that must be turned into doubles */
  size_t room;
} array_source;

bool ulna_array_is_npy(const char *path) { return has_ending(path, ".npy"); }
bool ulna_array_is_npz(const char *path) { return has_ending(path, ".npz"); }

static bool out_of_memory(char why[ARRAY_WHY])
{
  snprintf(why, ARRAY_WHY, "out of memory");
  return false;
}

static bool fail_in(const array_in *a, const char *reason, char why[ARRAY_WHY])
{
  if (a->name[0]) snprintf(why, ARRAY_WHY, "array \"%.60s\": %.200s", a->name, reason);
  else snprintf(why, ARRAY_WHY, "%.200s", reason);
  return false;
}

/* Reads the header at the beginning of a stream; *length is the header's. */
static bool read_header(byte_stream *s, bool texts, npy_header *to, size_t *length, uint32_t *sum,
                        char why[ZIP_WHY])
{
  unsigned char start[NPY_START];
  if (!ulna_stream_read(s, start, sizeof start, why)) return false;
  *length = ulna_npy_length(start, why);
  if (*length == 0) return false;
  unsigned char *whole = malloc(*length);
  if (!whole) {
    snprintf(why, ZIP_WHY, "out of memory");
    return false;
  }
  memcpy(whole, start, sizeof start);
  const bool well = ulna_stream_read(s, whole + NPY_START, *length - NPY_START, why) &&
                    (texts ? ulna_npy_read_any : ulna_npy_read)(whole, *length, to, why);
  if (well) *sum = (uint32_t)crc32_z(crc32_z(0, NULL, 0), whole, *length);
  free(whole);
  return well;
}

/* The shape as rows of numbers, and whether the file has as many bytes as that needs. */
static bool judge_shape(array_in *a, uint64_t bytes, size_t header, char why[ZIP_WHY])
{
  const npy_header *h = &a->header;
  uint64_t count;
  if (h->dimensions == 0 && !h->text) {
    snprintf(why, ZIP_WHY, "it is one number, not an array");
    return false;
  }
  a->rows = h->dimensions ? h->shape[0] : 1;
  a->width = 1;
  for (int k = 1; k < h->dimensions; k++) {
    if (h->shape[k] == 0 || h->shape[k] > (UINT64_C(1) << 40) / a->width) {
      snprintf(why, ZIP_WHY, "its rows are %s", h->shape[k] ? "longer than any file" : "empty");
      return false;
    }
    a->width *= h->shape[k];
  }
  if (!ulna_npy_count(h, &count)) {
    snprintf(why, ZIP_WHY, "its shape is larger than any file");
    return false;
  }
  const uint64_t needed = (uint64_t)header + count * (uint64_t)h->item;
  if (bytes == needed) return true;
  snprintf(why, ZIP_WHY, "its shape asks for %llu bytes, but there are %llu: it is not whole",
           (unsigned long long)needed, (unsigned long long)bytes);
  return false;
}

/* Streams behind the header: one, or for columns one each, set to where its column begins. */
static bool open_streams(array_in *a, int descriptor, const zip_member *m, size_t header, char why[ZIP_WHY])
{
  array_source *s = a->source;
  const bool columns = a->header.fortran && a->width > 1 && a->rows > 1 && !a->header.text;
  s->stream_count = columns ? a->width : 1;
  if (columns && a->width > 4096) {
    snprintf(why, ZIP_WHY, "in Fortran order no more than 4096 columns are read; save it in C order");
    return false;
  }
  s->streams = calloc((size_t)s->stream_count, sizeof *s->streams);
  s->sums = calloc((size_t)s->stream_count, sizeof *s->sums);
  bool well = s->streams && s->sums;
  if (!well) snprintf(why, ZIP_WHY, "out of memory");
  for (uint64_t k = 0; well && k < s->stream_count; k++) {
    s->sums[k] = (uint32_t)crc32_z(0, NULL, 0);
    s->streams[k] = ulna_stream_open(descriptor, m->start, m->packed, m->deflated);
    if (!s->streams[k]) snprintf(why, ZIP_WHY, "out of memory");
    well = s->streams[k] &&
           ulna_stream_skip(s->streams[k], header + k * a->rows * (uint64_t)a->header.item, why);
  }
  return well;
}

static bool open_array(array_in *a, int descriptor, const zip_member *m, bool summed, bool texts,
                       char why[ARRAY_WHY])
{
  char reason[ZIP_WHY] = "";
  size_t header = 0;
  a->source = calloc(1, sizeof *a->source);
  byte_stream *first = ulna_stream_open(descriptor, m->start, m->packed, m->deflated);
  if (!a->source || !first) {
    ulna_stream_close(first);
    return out_of_memory(why);
  }
  bool well = read_header(first, texts, &a->header, &header, &a->source->header_sum, reason);
  ulna_stream_close(first);
  a->source->packed_sum = summed;
  a->source->expected = m->crc;
  well = well && judge_shape(a, m->size, header, reason) && open_streams(a, descriptor, m, header, reason);
  return well || fail_in(a, reason, why);
}

static bool open_npz(array_file *file, uint64_t length, bool texts, char why[ARRAY_WHY])
{
  zip_list list;
  char reason[ZIP_WHY];
  if (!ulna_zip_list_read(file->descriptor, length, &list, reason)) {
    snprintf(why, ARRAY_WHY, "%s", reason);
    return false;
  }
  file->arrays = calloc((size_t)list.count + 1, sizeof *file->arrays);
  bool well = file->arrays || out_of_memory(why);
  for (int k = 0; well && k < list.count; k++) {
    const zip_member *m = &list.members[k];
    array_in *a = &file->arrays[file->count++];
    const size_t name = strlen(m->name);
    if (!has_ending(m->name, ".npy")) {
      snprintf(why, ARRAY_WHY, "member \"%.60s\" is no array: its name does not end in .npy", m->name);
      well = false;
      break;
    }
    snprintf(a->name, sizeof a->name, "%.*s", (int)(name - 4), m->name);
    for (int i = 0; i < k && well; i++)
      if (strcmp(file->arrays[i].name, a->name) == 0) {
        snprintf(why, ARRAY_WHY, "array \"%.60s\" is there twice", a->name);
        well = false;
      }
    well = well && open_array(a, file->descriptor, m, true, texts, why);
  }
  ulna_zip_list_free(&list);
  return well;
}

static bool open_file(const char *path, bool texts, array_file *file, char why[ARRAY_WHY])
{
  struct stat status;
  *file = (array_file){.descriptor = open(path, O_RDONLY | O_CLOEXEC)};
  bool well = file->descriptor >= 0 && fstat(file->descriptor, &status) == 0;
  if (!well) {
    snprintf(why, ARRAY_WHY, "%s", strerror(errno));
  } else if (!S_ISREG(status.st_mode)) {
    snprintf(why, ARRAY_WHY, "it is not a file that can be read from any place; .npy and .npz must be");
    well = false;
  } else if (ulna_array_is_npz(path)) {
    well = open_npz(file, (uint64_t)status.st_size, texts, why);
  } else {
    const zip_member whole = {.packed = (uint64_t)status.st_size, .size = (uint64_t)status.st_size};
    file->arrays = calloc(1, sizeof *file->arrays);
    file->count = 1;
    well = file->arrays ? open_array(&file->arrays[0], file->descriptor, &whole, false, false, why)
                        : out_of_memory(why);
  }
  if (!well) ulna_array_close(file);
  return well;
}

bool ulna_array_open(const char *path, array_file *file, char why[ARRAY_WHY])
{
  return open_file(path, false, file, why);
}

bool ulna_array_open_any(const char *path, array_file *file, char why[ARRAY_WHY])
{
  return open_file(path, true, file, why);
}

void ulna_array_close(array_file *file)
{
  for (int k = 0; k < file->count && file->arrays; k++) {
    array_source *s = file->arrays[k].source;
    if (!s) continue;
    for (uint64_t i = 0; i < s->stream_count && s->streams; i++) ulna_stream_close(s->streams[i]);
    free(s->streams), free(s->sums), free(s->bytes), free(s);
  }
  free(file->arrays);
  if (file->descriptor >= 0) close(file->descriptor);
  *file = (array_file){.descriptor = -1};
}

static bool machine_is_big_endian(void)
{
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 0;
}

/* `count` numbers as they stand in the file into every `stride`-th of out. */
static void convert(const array_in *a, const unsigned char *from, uint64_t count, uint64_t stride,
                    double *out)
{
  const bool turned = a->header.big_endian != machine_is_big_endian();
  for (uint64_t k = 0; k < count; k++) {
    unsigned char bytes[8] = {0};
    const int item = a->header.item;
    for (int i = 0; i < item; i++) bytes[i] = from[turned ? item - 1 - i : i];
    from += item;
    if (item == 8) {
      memcpy(&out[k * stride], bytes, 8);
    } else {
      float number;
      memcpy(&number, bytes, 4);
      out[k * stride] = (double)number;
    }
  }
}

static bool check_sum(const array_in *a, char why[ARRAY_WHY])
{
  const array_source *s = a->source;
  uint32_t sum = s->header_sum;
  const uint64_t part =
      a->rows * a->width / (s->stream_count ? s->stream_count : 1) * (uint64_t)a->header.item;
  for (uint64_t k = 0; k < s->stream_count; k++)
    sum = (uint32_t)crc32_combine(sum, s->sums[k], (z_off_t)part);
  if (!s->packed_sum || sum == s->expected) return true;
  return fail_in(a, "its numbers do not have the checksum that the archive gives: it is damaged", why);
}

bool ulna_array_read(array_in *a, uint64_t count, double out[], char why[ARRAY_WHY])
{
  array_source *s = a->source;
  char reason[ZIP_WHY];
  const bool columns = s->stream_count > 1,
             plain = !columns && a->header.item == 8 && a->header.big_endian == machine_is_big_endian();
  const uint64_t numbers = columns ? count : count * a->width;
  const size_t bytes = (size_t)numbers * (size_t)a->header.item;
  if (!plain && bytes > s->room) {
    free(s->bytes);
    s->bytes = malloc(bytes);
    s->room = s->bytes ? bytes : 0;
    if (!s->bytes) return out_of_memory(why);
  }
  for (uint64_t k = 0; k < s->stream_count && bytes > 0; k++) {
    void *to = plain ? (void *)out : s->bytes;
    if (!ulna_stream_read(s->streams[k], to, bytes, reason)) return fail_in(a, reason, why);
    if (s->packed_sum) s->sums[k] = (uint32_t)crc32_z(s->sums[k], to, bytes);
    if (!plain) convert(a, s->bytes, numbers, columns ? a->width : 1, out + (columns ? k : 0));
  }
  s->given += count;
  return s->given < a->rows || check_sum(a, why);
}

/* A character as UTF-8; an invalid or control character becomes a question mark. */
static size_t encode(uint32_t c, char *to)
{
  if (c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0xd800 && c < 0xe000) || c > 0x10ffff) c = '?';
  if (c < 0x80) {
    to[0] = (char)c;
    return 1;
  }
  const size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (size_t k = length - 1; k > 0; k--, c >>= 6) to[k] = (char)(0x80 | (c & 0x3f));
  to[0] = (char)((0xf00U >> length & 0xf0) | c);
  return length;
}

char *ulna_array_texts(array_in *a, size_t most, char why[ARRAY_WHY])
{
  array_source *s = a->source;
  char reason[ZIP_WHY];
  const size_t item = (size_t)a->header.item,
               room = item + 1;  // four bytes at most for each character, and its end
  if (a->rows > most / room || a->width > 1) {
    fail_in(a, "it has more texts than a recording", why);
    return NULL;
  }
  char *texts = malloc((size_t)a->rows * room + 1);
  unsigned char *bytes = malloc(item);
  bool well = texts && bytes;
  if (!well) out_of_memory(why);
  size_t used = 0;
  for (uint64_t k = 0; well && k < a->rows; k++) {
    well = ulna_stream_read(s->streams[0], bytes, item, reason) || fail_in(a, reason, why);
    if (!well) break;
    s->sums[0] = (uint32_t)crc32_z(s->sums[0], bytes, item);
    for (size_t i = 0; i < item; i += 4) {
      const int first = a->header.big_endian ? 0 : 3, step = a->header.big_endian ? 1 : -1;
      uint32_t c = 0;
      for (int b = 0; b < 4; b++) c = c << 8 | bytes[i + (size_t)(first + step * b)];
      if (c == 0) break;
      used += encode(c, texts + used);
    }
    texts[used++] = '\0';
  }
  well = well && check_sum(a, why);
  free(bytes);
  if (well) return texts;
  free(texts);
  return NULL;
}
