/* Text that grows. Once memory has run out the text stays as it is and `failed` is set. */
#ifndef ULNA_GENERATE_WRITER_H
#define ULNA_GENERATE_WRITER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/allocator.h"

typedef struct {
  ulna_allocator allocator;
  char *text;  // always terminated, once there is any
  size_t length, room;
  bool failed;
} writer;

static inline void writer_begin(writer *w, const ulna_allocator *allocator)
{
  *w = (writer){.allocator = allocator_or_standard(allocator)};
}
static inline void writer_end(writer *w)
{
  if (w->text) w->allocator.release(w->allocator.context, w->text, w->room);
  w->text = NULL, w->length = w->room = 0;
}

static inline bool writer_make_room(writer *w, size_t more)
{
  if (w->failed) return false;
  if (w->length + more < w->room) return true;
  const size_t room = 2 * (w->length + more) + 4096;
  char *text = (char *)w->allocator.allocate(w->allocator.context, room, 16);
  if (!text) {
    w->failed = true;
    return false;
  }
  if (w->length) memcpy(text, w->text, w->length);
  text[w->length] = 0;
  if (w->text) w->allocator.release(w->allocator.context, w->text, w->room);
  w->text = text, w->room = room;
  return true;
}

static inline void put(writer *w, const char *text)
{
  const size_t length = strlen(text);
  if (!writer_make_room(w, length + 1)) return;
  memcpy(w->text + w->length, text, length + 1);
  w->length += length;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline void
putf(writer *w, const char *format, ...)
{
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  const int length = vsnprintf(NULL, 0, format, list);
  if (length >= 0 && writer_make_room(w, (size_t)length + 1)) {
    vsnprintf(w->text + w->length, (size_t)length + 1, format, again);
    w->length += (size_t)length;
  }
  va_end(again);
  va_end(list);
}

#endif
