/* JSON, written. */
#ifndef ULNA_TEXT_JSON_H
#define ULNA_TEXT_JSON_H

#include <stdbool.h>

#include "text/sink.h"

/* The first `length` bytes of a text as a string, quotes included, control characters as \u. in_html: also what ends a script
 * element of HTML or begins a tag there, so that no <, > or & is left. */
void ulna_json_string(const char *text, size_t length, bool in_html, text_sink *sink, void *owner);

/* A number that reads back exactly; null where it is not finite. */
void ulna_json_number(double x, text_sink *sink, void *owner);

#endif
