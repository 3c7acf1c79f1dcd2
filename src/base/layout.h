/* One walk over memory, run twice: first with no memory, to measure; then with it, to assign.
 *
 *   layout l = layout_measuring();       walk(&l, …);   size = layout_size(&l);
 *   layout l = layout_assigning(memory); walk(&l, …);
 *
 * Because both runs are the same code, sizes and pointers cannot disagree. While measuring, every pointer handed
 * out is NULL and must not be used. Every piece starts on a 64-byte line. */
#ifndef ULNA_BASE_LAYOUT_H
#define ULNA_BASE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

enum { LAYOUT_ALIGNMENT = 64 };

typedef struct {
  unsigned char *memory;  // NULL while measuring
  size_t used, most;      // `most` exceeds `used` after pieces that overlap
  int overflow;           // a size did not fit size_t
} layout;

static inline layout layout_measuring(void)
{
  const layout l = {NULL, 0, 0, 0};
  return l;
}
static inline layout layout_assigning(void *memory)
{
  const layout l = {(unsigned char *)memory, 0, 0, 0};
  return l;
}

// Room for `count` elements of `size` bytes each.
static inline void *layout_take(layout *l, size_t count, size_t size)
{
  const size_t line = LAYOUT_ALIGNMENT;
  if (l->overflow || (size && count > (SIZE_MAX / 2 - l->used) / size)) {
    l->overflow = 1;
    return NULL;
  }
  void *piece = l->memory ? l->memory + l->used : NULL;
  l->used += (count * size + line - 1) / line * line;
  if (l->used > l->most) l->most = l->used;
  return piece;
}

// Pieces that are never alive together may lie on one another: remember where they start, go back there.
static inline size_t layout_mark(const layout *l) { return l->used; }
static inline void layout_back_to(layout *l, size_t mark) { l->used = mark; }
// After the last of them: on past the longest, or what follows would lie on it.
static inline void layout_past_all(layout *l) { l->used = l->most; }

// Bytes needed in all; 0 if they cannot be counted.
static inline size_t layout_size(const layout *l) { return l->overflow ? 0 : l->most; }

#endif
