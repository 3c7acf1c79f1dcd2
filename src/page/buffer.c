/* JSON and HTML of a page, onto text that grows. */
#include "page/buffer.h"

#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "text/json.h"

void ulna_buffer_number(text_buffer *b, double x) { ulna_json_number(x, ulna_buffer_sink, b); }

void ulna_buffer_numbers(text_buffer *b, const double x[], int count)
{
  for (int i = 0; i < count; i++) {
    ulna_buffer_text(b, i ? "," : "[");
    ulna_buffer_number(b, x[i]);
  }
  ulna_buffer_text(b, count ? "]" : "[]");
}

void ulna_buffer_string(text_buffer *b, const char *text)
{
  if (text) ulna_json_string(text, strlen(text), true, ulna_buffer_sink, b);
  else ulna_buffer_text(b, "null");
}

void ulna_buffer_html(text_buffer *b, const char *text)
{
  for (const char *c = text; *c; c++) {
    if (strchr("<>&\"'", *c)) ulna_buffer_format(b, "&#%d;", *c);
    else ulna_buffer_bytes(b, c, 1);
  }
}

void ulna_buffer_base64(text_buffer *b, const void *bytes, size_t length)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *from = bytes;
  if (!ulna_buffer_reserve(b, length / 3 * 4 + 8)) return;
  char *to = b->text + b->length;
  *to++ = '"';
  for (size_t i = 0; i < length; i += 3) {
    const size_t left = length - i;
    const uint32_t three = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                           (left > 2 ? (uint32_t)from[i + 2] : 0);
    *to++ = digits[three >> 18];
    *to++ = digits[three >> 12 & 63];
    *to++ = left > 1 ? digits[three >> 6 & 63] : '=';
    *to++ = left > 2 ? digits[three & 63] : '=';
  }
  *to++ = '"';
  b->length = (size_t)(to - b->text);
}

static void *take(text_buffer *b, size_t size)
{
  void *memory = b->failed ? NULL : b->allocator.allocate(b->allocator.context, size, 16);
  if (!memory) b->failed = true;
  return memory;
}

static void give_back(text_buffer *b, void *memory, size_t size)
{
  if (memory) b->allocator.release(b->allocator.context, memory, size);
}

void ulna_buffer_packed(text_buffer *b, const void *bytes, size_t count, size_t size)
{
  const size_t length = count * size;
  const uLong most = compressBound((uLong)length);
  unsigned char *shuffled = take(b, length + 1), *packed = take(b, most);
  uLongf used = most;
  if (shuffled && packed) {
    const unsigned char *from = bytes;
    for (size_t k = 0; k < size; k++)
      for (size_t i = 0; i < count; i++) shuffled[k * count + i] = from[i * size + k];
    if (compress2(packed, &used, shuffled, (uLong)length, 6) != Z_OK) b->failed = true;
    else ulna_buffer_base64(b, packed, used);
  }
  give_back(b, shuffled, length + 1);
  give_back(b, packed, most);
}
