/* Small things about text that readers need. */
#ifndef ULNA_TEXT_TEXT_H
#define ULNA_TEXT_TEXT_H

#include "base/arena.h"

// snprintf into an arena; NULL when memory has run out
char *ulna_internal_text_format(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number at the beginning of `text`, whatever the locale: decimal, with or without exponent, or inf, infinity,
 * nan in any case. Returns how many characters it took, 0 where there is no number. */
size_t ulna_internal_text_number(const char *text, double *number);

#endif
