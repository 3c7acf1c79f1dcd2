/* Text that grows: JSON inside a web page. */
#include "page/buffer.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "text/number.h"

void ulna_buffer_open(page_buffer *b, const ulna_allocator *allocator)
{
  *b = (page_buffer){.allocator = allocator_or_standard(allocator)};
}

static void *take(page_buffer *b, size_t size)
{
  void *memory = b->failed ? NULL : b->allocator.allocate(b->allocator.context, size, 16);
  if (!memory) b->failed = true;
  return memory;
}

static void give_back(page_buffer *b, void *memory, size_t size)
{
  if (memory) b->allocator.release(b->allocator.context, memory, size);
}

void ulna_buffer_close(page_buffer *b)
{
  give_back(b, b->text, b->room);
  *b = (page_buffer){.allocator = b->allocator};
}

/* Room for `more` bytes; false if there is none. */
static bool make_room(page_buffer *b, size_t more)
{
  if (b->failed) return false;
  if (more <= b->room - b->length) return true;
  if (more > (size_t)-1 / 4 - b->room) {
    b->failed = true;
    return false;
  }
  const size_t larger = 2 * b->room > b->length + more ? 2 * b->room : b->length + more + 4096;
  char *moved = take(b, larger);
  if (!moved) return false;
  if (b->length) memcpy(moved, b->text, b->length);
  give_back(b, b->text, b->room);
  b->text = moved;
  b->room = larger;
  return true;
}

void ulna_buffer_bytes(page_buffer *b, const void *bytes, size_t length)
{
  if (length == 0 || !make_room(b, length)) return;
  memcpy(b->text + b->length, bytes, length);
  b->length += length;
}

void ulna_buffer_text(page_buffer *b, const char *text) { ulna_buffer_bytes(b, text, strlen(text)); }

void ulna_buffer_format(page_buffer *b, const char *format, ...)
{
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length >= sizeof text) b->failed = true;
  else ulna_buffer_bytes(b, text, (size_t)length);
}

void ulna_buffer_number(page_buffer *b, double x)
{
  char text[ULNA_NUMBER_SIZE] = "null";
  if (isfinite(x)) ulna_number_format(x, text);
  ulna_buffer_text(b, text);
}

void ulna_buffer_numbers(page_buffer *b, const double x[], int count)
{
  for (int i = 0; i < count; i++) {
    ulna_buffer_text(b, i ? "," : "[");
    ulna_buffer_number(b, x[i]);
  }
  ulna_buffer_text(b, count ? "]" : "[]");
}

void ulna_buffer_string(page_buffer *b, const char *text)
{
  if (!text) {
    ulna_buffer_text(b, "null");
    return;
  }
  ulna_buffer_text(b, "\"");
  for (const char *c = text; *c; c++) {
    if ((unsigned char)*c < 0x20 || strchr("<>&\"\\\x7f", *c)) ulna_buffer_format(b, "\\u%04x", *c);
    else ulna_buffer_bytes(b, c, 1);
  }
  ulna_buffer_text(b, "\"");
}

void ulna_buffer_html(page_buffer *b, const char *text)
{
  for (const char *c = text; *c; c++) {
    if (strchr("<>&\"'", *c)) ulna_buffer_format(b, "&#%d;", *c);
    else ulna_buffer_bytes(b, c, 1);
  }
}

void ulna_buffer_base64(page_buffer *b, const void *bytes, size_t length)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *from = bytes;
  if (!make_room(b, length / 3 * 4 + 8)) return;
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

void ulna_buffer_packed(page_buffer *b, const void *bytes, size_t count, size_t size)
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
