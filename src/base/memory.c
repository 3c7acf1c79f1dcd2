#include "base/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/layout.h"

static void *standard_allocate(void *context, size_t size, size_t alignment)
{
  (void)context;
  void *memory = NULL;
  return posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
}

static void standard_release(void *context, void *memory, size_t size)
{
  (void)context;
  (void)size;
  free(memory);
}

ulna_allocator ulna_internal_allocator(const ulna_allocator *allocator)
{
  if (allocator && allocator->allocate && allocator->release) return *allocator;
  return (ulna_allocator){standard_allocate, standard_release, NULL};
}

void *ulna_internal_allocate(const ulna_allocator *allocator, size_t size)
{
  return size == 0 ? NULL : allocator->allocate(allocator->context, size, LAYOUT_ALIGNMENT);
}

void ulna_internal_release(const ulna_allocator *allocator, void *memory, size_t size)
{
  if (memory) allocator->release(allocator->context, memory, size);
}

static void print_and_abort(const char *condition, const char *function, const char *file, int line)
{
  fprintf(stderr, "ulna: %s:%d: %s: `%s` does not hold\n", file, line, function, condition);
  abort();
}

/* The one process-wide setting; a program sets it once, before it starts threads. */
static _Atomic(ulna_assert_handler) assert_handler = print_and_abort;

void ulna_set_assert_handler(ulna_assert_handler handler)
{
  atomic_store(&assert_handler, handler ? handler : print_and_abort);
}

void ulna_internal_assert_failed(const char *condition, const char *function, const char *file, int line)
{
  const ulna_assert_handler handler = atomic_load(&assert_handler);
  handler(condition, function, file, line);
}
