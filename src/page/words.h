/* A robot as numbers and names, and back: so it comes into a page, where the library compiled to WebAssembly makes
 * the same model from it. Numbers are doubles, bit for bit; one walk over the description writes and reads. */
#ifndef ULNA_PAGE_WORDS_H
#define ULNA_PAGE_WORDS_H

#include <stddef.h>

#include "base/arena.h"
#include "ulna/model.h"

typedef struct {
  double *numbers;
  size_t number_count;
  char *names; /* each with its 0 */
  size_t name_bytes;
} robot_words;

/* All in the arena. ULNA_OUT_OF_MEMORY. */
ulna_status ulna_words_write(const ulna_model *model, arena *memory, robot_words *words) ULNA_MUST_CHECK;

/* The model again: every condition that can be waived is, since the robot was judged before. ULNA_SYNTAX where the
 * words are not those of a robot; or as ulna_builder_finish. */
ulna_status ulna_words_read(const robot_words *words, const ulna_allocator *allocator,
                            ulna_model **model) ULNA_MUST_CHECK;

#endif
