/* Small things about text that readers need. */
#ifndef ULNA_TEXT_TEXT_H
#define ULNA_TEXT_TEXT_H

#include "base/arena.h"
#include "base/ending.h"
#include "ulna/report.h"

static inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// snprintf into an arena; NULL when memory has run out
char *ulna_text_format(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reports that no `what` ("robot") has that key; `nearest` has the closest spelling, or is NULL. ULNA_NOT_FOUND, or
 * ULNA_OUT_OF_MEMORY. */
ulna_status ulna_not_built_in(const char *what, const char *key, const char *nearest, ulna_report *report);

#endif
