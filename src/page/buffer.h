/* JSON and HTML of a page, onto text that grows. */
#ifndef ULNA_PAGE_BUFFER_H
#define ULNA_PAGE_BUFFER_H

#include "text/buffer.h"

/* A number of JSON that reads back exactly; null where it is not finite. */
void ulna_buffer_number(text_buffer *b, double x);
void ulna_buffer_numbers(text_buffer *b, const double x[], int count); /* an array */

/* A string of JSON, quotes included, that may stand in a script element of HTML: no <, > or & is left. NULL: null. */
void ulna_buffer_string(text_buffer *b, const char *text);

/* Text as text of HTML. */
void ulna_buffer_html(text_buffer *b, const char *text);

/* Bytes as a string of JSON: base64, quotes included. */
void ulna_buffer_base64(text_buffer *b, const void *bytes, size_t length);

/* The same of bytes packed by zlib: of `count` items of `size` bytes each, all first bytes, then all second ones, … */
void ulna_buffer_packed(text_buffer *b, const void *bytes, size_t count, size_t size);

#endif
