/* Text that grows. */
#include "text/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ulna_buffer_open(text_buffer *b, const ulna_allocator *allocator)
{
  *b = (text_buffer){.allocator = allocator_or_standard(allocator)};
}

void ulna_buffer_close(text_buffer *b)
{
  if (b->text) b->allocator.release(b->allocator.context, b->text, b->room);
  *b = (text_buffer){.allocator = b->allocator};
}

void ulna_buffer_clear(text_buffer *b)
{
  b->length = 0;
  b->failed = false;
}

bool ulna_buffer_reserve(text_buffer *b, size_t more)
{
  if (b->failed) return false;
  if (more <= b->room - b->length) return true;
  if (more > (size_t)-1 / 4 - b->room) {
    b->failed = true;
    return false;
  }
  const size_t larger = 2 * b->room > b->length + more ? 2 * b->room : b->length + more + 4096;
  char *moved = b->allocator.allocate(b->allocator.context, larger, 16);
  if (!moved) {
    b->failed = true;
    return false;
  }
  if (b->length) memcpy(moved, b->text, b->length);
  if (b->text) b->allocator.release(b->allocator.context, b->text, b->room);
  b->text = moved;
  b->room = larger;
  return true;
}

void ulna_buffer_bytes(text_buffer *b, const void *bytes, size_t length)
{
  if (length == 0 || !ulna_buffer_reserve(b, length)) return;
  memcpy(b->text + b->length, bytes, length);
  b->length += length;
}

void ulna_buffer_text(text_buffer *b, const char *text) { ulna_buffer_bytes(b, text, strlen(text)); }

void ulna_buffer_format(text_buffer *b, const char *format, ...)
{
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  if (length > 0 && ulna_buffer_reserve(b, (size_t)length + 1)) {
    vsnprintf(b->text + b->length, (size_t)length + 1, format, again);
    b->length += (size_t)length;
  }
  va_end(again);
  va_end(arguments);
}

void ulna_buffer_sink(void *buffer, const char *bytes, size_t length)
{
  ulna_buffer_bytes(buffer, bytes, length);
}

const char *ulna_buffer_read(text_buffer *b)
{
  if (!ulna_buffer_reserve(b, 1)) return NULL;
  b->text[b->length] = '\0';
  return b->text;
}
