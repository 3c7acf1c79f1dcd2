/* The user's allocator, or the C library's. Header only, so that both libraries have it without sharing a symbol. */
#ifndef ULNA_BASE_ALLOCATOR_H
#define ULNA_BASE_ALLOCATOR_H

#include <stdlib.h>

#include "ulna/memory.h"

static inline void *standard_allocate(void *context, size_t size, size_t alignment)
{
  (void)context;
  if (size > (size_t)-1 - alignment) return NULL;
  return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static inline void standard_release(void *context, void *memory, size_t size)
{
  (void)context, (void)size;
  free(memory);
}

static inline ulna_allocator allocator_or_standard(const ulna_allocator *allocator)
{
  if (allocator) return *allocator;
  const ulna_allocator standard = {standard_allocate, standard_release, NULL};
  return standard;
}

#endif
