/* Text that grows. Once memory has run out, `failed` stays set and nothing more is added. */
#ifndef ULNA_TEXT_BUFFER_H
#define ULNA_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/allocator.h"

typedef struct {
  ulna_allocator allocator;
  char *text; /* `length` bytes, not terminated */
  size_t length, room;
  bool failed;
} text_buffer;

void ulna_buffer_open(text_buffer *b, const ulna_allocator *allocator); /* NULL: the standard one */
void ulna_buffer_close(text_buffer *b);
void ulna_buffer_clear(text_buffer *b); /* empty again, not failed; keeps its room */

bool ulna_buffer_reserve(text_buffer *b, size_t more); /* room for `more` bytes; false if there is none */
void ulna_buffer_bytes(text_buffer *b, const void *bytes, size_t length);
void ulna_buffer_text(text_buffer *b, const char *text);
void ulna_buffer_format(text_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ulna_buffer_sink(void *buffer, const char *bytes, size_t length); /* a text_sink (text/sink.h) */

/* What is in it, terminated; its own. NULL: memory has run out. */
const char *ulna_buffer_read(text_buffer *b);

#endif
