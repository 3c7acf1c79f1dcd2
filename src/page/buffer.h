/* Text that grows: JSON inside a web page. Once memory has run out, `failed` stays set and nothing more is added. */
#ifndef ULNA_PAGE_BUFFER_H
#define ULNA_PAGE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/allocator.h"

typedef struct {
  ulna_allocator allocator;
  char *text; /* `length` bytes, not terminated */
  size_t length, room;
  bool failed;
} page_buffer;

void ulna_buffer_open(page_buffer *b, const ulna_allocator *allocator);
void ulna_buffer_close(page_buffer *b);
void ulna_buffer_bytes(page_buffer *b, const void *bytes, size_t length);
void ulna_buffer_text(page_buffer *b, const char *text);
void ulna_buffer_format(page_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number of JSON that reads back exactly; null where it is not finite. */
void ulna_buffer_number(page_buffer *b, double x);
void ulna_buffer_numbers(page_buffer *b, const double x[], int count); /* an array */

/* A string of JSON, quotes included, that may stand in a script element of HTML: no <, > or & is left. NULL: null. */
void ulna_buffer_string(page_buffer *b, const char *text);

/* Text as text of HTML. */
void ulna_buffer_html(page_buffer *b, const char *text);

/* Bytes as a string of JSON: base64, quotes included. */
void ulna_buffer_base64(page_buffer *b, const void *bytes, size_t length);

/* The same of bytes packed by zlib: of `count` items of `size` bytes each, all first bytes, then all second ones, … */
void ulna_buffer_packed(page_buffer *b, const void *bytes, size_t count, size_t size);

#endif
