/* Memory that grows and is given back all at once, taken in blocks from an ulna_allocator.
 *
 * Header only, so that both libraries have it without sharing a symbol. Small pieces come out of blocks that double
 * in size; a large piece gets a block of its own. Once the allocator has failed, `failed` stays set, so that a long
 * copy needs only one test at its end. */
#ifndef ULNA_BASE_ARENA_H
#define ULNA_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/allocator.h"

enum { ARENA_ALIGNMENT = 16, ARENA_FIRST_BLOCK = 2048, ARENA_LARGEST_BLOCK = 1 << 20 };

typedef struct arena_block {
  struct arena_block *next;
  size_t size, used; /* of the whole block, its head included */
} arena_block;

typedef struct {
  ulna_allocator allocator;
  arena_block *blocks; /* the one being filled first */
  size_t next_size;
  bool failed;
} arena;

static inline void arena_init(arena *a, const ulna_allocator *allocator)
{
  a->allocator = allocator_or_standard(allocator);
  a->blocks = NULL;
  a->next_size = ARENA_FIRST_BLOCK;
  a->failed = false;
}

static inline void arena_free(arena *a)
{
  arena_block *block = a->blocks;
  while (block) {
    arena_block *next = block->next;
    a->allocator.release(a->allocator.context, block, block->size);
    block = next;
  }
  a->blocks = NULL;
  a->next_size = ARENA_FIRST_BLOCK;
}

/* A new block that holds at least `size` bytes beyond its head; NULL and `failed` if there is none. */
static inline arena_block *arena_grow(arena *a, size_t size)
{
  const size_t head = (sizeof(arena_block) + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
  if (size > (size_t)-1 - head - a->next_size) {
    a->failed = true;
    return NULL;
  }
  const size_t total = size + head > a->next_size ? size + head : a->next_size;
  arena_block *block = (arena_block *)a->allocator.allocate(a->allocator.context, total, ARENA_ALIGNMENT);
  if (!block) {
    a->failed = true;
    return NULL;
  }
  block->size = total;
  block->used = head;
  block->next = a->blocks;
  a->blocks = block;
  if (a->next_size < ARENA_LARGEST_BLOCK) a->next_size *= 2;
  return block;
}

/* `size` bytes, zeroed, aligned for any plain type. NULL only when memory has run out. */
static inline void *arena_take(arena *a, size_t size)
{
  if (a->failed) return NULL;
  if (size > (size_t)-1 - ARENA_ALIGNMENT) {
    a->failed = true;
    return NULL;
  }
  size = (size + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
  arena_block *block = a->blocks;
  if (!block || block->size - block->used < size) block = arena_grow(a, size);
  if (!block) return NULL;
  void *memory = (char *)block + block->used;
  block->used += size;
  memset(memory, 0, size);
  return memory;
}

static inline void *arena_take_array(arena *a, size_t count, size_t size)
{
  if (size && count > (size_t)-1 / size) {
    a->failed = true;
    return NULL;
  }
  return arena_take(a, count * size);
}

static inline char *arena_copy_bytes(arena *a, const char *text, size_t length)
{
  char *copy = (char *)arena_take(a, length + 1);
  if (copy && length) memcpy(copy, text, length);
  return copy;
}

/* NULL stays NULL. */
static inline char *arena_copy_string(arena *a, const char *text)
{
  return text ? arena_copy_bytes(a, text, strlen(text)) : NULL;
}

/* An array with room for one more element: `*items` moves to a larger place when `count` reaches `*room`. The old
 * place stays in the arena until it is freed. */
static inline bool arena_make_room(arena *a, void **items, int count, int *room, size_t size)
{
  if (count < *room) return true;
  const int larger = *room ? 2 * *room : 8;
  void *moved = arena_take_array(a, (size_t)larger, size);
  if (!moved) return false;
  if (count) memcpy(moved, *items, (size_t)count * size);
  *items = moved;
  *room = larger;
  return true;
}

#endif
