/* Headers of .npy files, read strictly and written. */
#include "array/npy.h"

#include <stdio.h>
#include <string.h>

#include "base/npy_header.h"

size_t ulna_npy_length(const unsigned char start[NPY_START], char why[NPY_WHY])
{
  if (memcmp(start, NPY_MAGIC, 6) != 0) {
    snprintf(why, NPY_WHY, "it does not begin as an .npy file does");
    return 0;
  }
  const int version = start[6];
  if (version < 1 || version > 3 || start[7] != 0) {
    snprintf(why, NPY_WHY, "version %d.%d of the .npy format is not known (known: 1.0, 2.0, 3.0)", version,
             start[7]);
    return 0;
  }
  size_t length = (size_t)start[8] | (size_t)start[9] << 8;
  if (version > 1) length |= (size_t)start[10] << 16 | (size_t)start[11] << 24;
  length += version > 1 ? 12 : 10;
  if (length <= NPY_LONGEST && length >= NPY_START) return length;
  snprintf(why, NPY_WHY, "its header is said to have %zu bytes, which no header of numbers has", length);
  return 0;
}

/* A reader of the header's dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } */
typedef struct {
  const char *at, *end;
} reader;

static void skip_blanks(reader *r)
{
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t')) r->at++;
}

static bool take(reader *r, char c)
{
  skip_blanks(r);
  if (r->at >= r->end || *r->at != c) return false;
  r->at++;
  return true;
}

static bool take_word(reader *r, const char *word)
{
  const size_t length = strlen(word);
  skip_blanks(r);
  if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) return false;
  r->at += length;
  return true;
}

/* 'text' or "text", of printable characters: what is quoted to people stays one line. */
static bool take_text(reader *r, char *to, size_t room)
{
  skip_blanks(r);
  if (r->at >= r->end || (*r->at != '\'' && *r->at != '"')) return false;
  const char quote = *r->at++;
  size_t used = 0;
  while (r->at < r->end && *r->at != quote) {
    if (used + 1 >= room || *r->at < ' ' || *r->at > '~') return false;
    to[used++] = *r->at++;
  }
  to[used] = '\0';
  return take(r, quote);
}

static bool take_shape(reader *r, npy_header *to, char why[NPY_WHY])
{
  if (!take(r, '(')) return false;
  to->dimensions = 0;
  while (!take(r, ')')) {
    uint64_t number = 0;
    skip_blanks(r);
    if (r->at >= r->end || *r->at < '0' || *r->at > '9') return false;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
      if (number > (UINT64_MAX - 9) / 10) return false;
      number = 10 * number + (uint64_t)(*r->at - '0');
    }
    if (to->dimensions == NPY_DIMENSIONS) {
      snprintf(why, NPY_WHY, "it has more than %d dimensions", NPY_DIMENSIONS);
      return false;
    }
    to->shape[to->dimensions++] = number;
    if (!take(r, ',')) return take(r, ')');
  }
  return true;
}

/* '<U12': so many characters of 32 bits. */
static bool read_text_type(const char *type, npy_header *to)
{
  enum { LONGEST = 1 << 16 };
  int length = 0;
  const char *c = type + 2;
  if ((type[0] != '<' && type[0] != '>') || type[1] != 'U') return false;
  for (; *c >= '0' && *c <= '9' && length <= LONGEST; c++) length = 10 * length + (*c - '0');
  if (*c != '\0' || length < 1 || length > LONGEST) return false;
  to->text = true;
  to->big_endian = type[0] == '>';
  to->item = 4 * length;
  return true;
}

static bool read_type(const char *type, bool texts, npy_header *to, char why[NPY_WHY])
{
  const char order = type[0];
  if (texts && read_text_type(type, to)) return true;
  if ((order == '<' || order == '>' || order == '=') && type[1] == 'f' &&
      (type[2] == '4' || type[2] == '8') && type[3] == '\0') {
    to->big_endian = order == '>';
    to->item = type[2] - '0';
    return true;
  }
  snprintf(why, NPY_WHY,
           "its numbers are of type %.40s; float64 and float32 are read (in NumPy: .astype(float))", type);
  return false;
}

static bool read_header(const unsigned char *header, size_t length, bool texts, npy_header *to,
                        char why[NPY_WHY])
{
  const size_t from = header[6] > 1 ? 12 : 10;
  reader r = {(const char *)header + from, (const char *)header + length};
  bool type = false, order = false, shape = false;
  char key[24], text[64];
  why[0] = '\0';
  *to = (npy_header){.dimensions = 0};
  bool well = take(&r, '{');
  while (well && !take(&r, '}')) {
    well = take_text(&r, key, sizeof key) && take(&r, ':');
    if (!well) break;
    if (strcmp(key, "descr") == 0 && !type) {
      skip_blanks(&r);
      if (r.at < r.end && *r.at == '[') {
        snprintf(why, NPY_WHY, "it has named fields; an .npz with an array of each name is read instead");
        return false;
      }
      well = type = take_text(&r, text, sizeof text);
      if (well && !read_type(text, texts, to, why)) return false;
    } else if (strcmp(key, "fortran_order") == 0 && !order) {
      to->fortran = take_word(&r, "True");
      well = order = to->fortran || take_word(&r, "False");
    } else if (strcmp(key, "shape") == 0 && !shape) {
      well = shape = take_shape(&r, to, why);
    } else {
      well = false;
    }
    if (well && !take(&r, ',')) {
      well = take(&r, '}');
      break;
    }
  }
  skip_blanks(&r);
  if (well && type && order && shape && r.at == r.end) return true;
  if (!why[0])
    snprintf(why, NPY_WHY, "its header is not that of an .npy file: descr, fortran_order and shape");
  return false;
}

bool ulna_npy_read(const unsigned char *header, size_t length, npy_header *to, char why[NPY_WHY])
{
  return read_header(header, length, false, to, why);
}

bool ulna_npy_read_any(const unsigned char *header, size_t length, npy_header *to, char why[NPY_WHY])
{
  return read_header(header, length, true, to, why);
}

bool ulna_npy_count(const npy_header *header, uint64_t *count)
{
  *count = 1;
  for (int k = 0; k < header->dimensions; k++)
    if (header->shape[k] == 0) *count = 0;
  for (int k = 0; k<header->dimensions && * count> 0; k++) {
    if (header->shape[k] > (UINT64_C(1) << 60) / *count) return false;
    *count *= header->shape[k];
  }
  return true;
}

void ulna_npy_write(const npy_header *header, unsigned char to[NPY_HEADER])
{
  char shape[128] = "(", whole[NPY_HEADER_MOST];
  size_t used = 1;
  for (int k = 0; k < header->dimensions; k++)  // four numbers of 20 digits at most
    used += (size_t)snprintf(shape + used, sizeof shape - used, "%s%llu", k > 0 ? ", " : "",
                             (unsigned long long)header->shape[k]);
  snprintf(shape + used, sizeof shape - used, "%s)", header->dimensions == 1 ? "," : "");
  npy_header_write("f8", shape, NPY_HEADER, whole);
  memcpy(to, whole, NPY_HEADER);
}
