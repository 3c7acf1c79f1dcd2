/* Small things about text that readers need. */
#ifndef ULNA_TEXT_TEXT_H
#define ULNA_TEXT_TEXT_H

#include "base/arena.h"
#include "base/ending.h"
#include "ulna/report.h"

static inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// snprintf into an arena; NULL when memory has run out
char *ulna_text_format(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
