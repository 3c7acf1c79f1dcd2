/* Small things about text that readers need. */
#ifndef ULNA_TEXT_TEXT_H
#define ULNA_TEXT_TEXT_H

#include "base/arena.h"
#include "ulna/report.h"

// snprintf into an arena; NULL when memory has run out
char *ulna_text_format(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number at the beginning of `text`, whatever the locale: decimal, with or without exponent, or inf, infinity,
 * nan in any case. Returns how many characters it took, 0 where there is no number. */
size_t ulna_text_number(const char *text, double *number);

/* Reports that no `what` ("robot") has that key; `nearest` has the closest spelling, or is NULL. ULNA_NOT_FOUND, or
 * ULNA_OUT_OF_MEMORY. */
ulna_status ulna_not_built_in(const char *what, const char *key, const char *nearest, ulna_report *report);

#endif
