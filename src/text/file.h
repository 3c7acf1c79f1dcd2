/* The input of every reader: a text, and a report for its problems. */
#ifndef ULNA_TEXT_FILE_H
#define ULNA_TEXT_FILE_H

#include "base/arena.h"
#include "ulna/report.h"

/* Larger files are refused before they are read. */
#define TEXT_MOST_BYTES ((size_t)16 << 20)

typedef struct {
  const char *text; /* `length` bytes, then a 0 */
  size_t length;
  const char *file;                /* for the report; may be NULL */
  const ulna_allocator *allocator; /* may be NULL */
  ulna_report *report;             /* may be NULL: then problems are found, but not kept */
} text_input;

/* A whole file, 0-terminated, in the arena. ULNA_CANNOT_READ with one problem: no such file, a directory, more than
 * TEXT_MOST_BYTES. */
ulna_status ulna_text_read_file(const char *path, arena *memory, ulna_report *report, char **text,
                                size_t *length);

/* The text of an input whose other fields are given, into `memory`: from bytes, which need not end with a 0, or from the
 * file. */
ulna_status ulna_text_take_bytes(text_input *in, arena *memory, const char *bytes, size_t length);
ulna_status ulna_text_take_file(text_input *in, arena *memory);

/* ULNA_CANNOT_READ (or ULNA_OUT_OF_MEMORY), with the problem that says why. */
ulna_status ulna_text_cannot_read(ulna_report *report, const char *path, const char *why);

#endif
