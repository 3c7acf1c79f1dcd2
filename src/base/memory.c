/* The standard allocator and the assert handler. */
#include "base/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/layout.h"

void *ulna_allocate(const ulna_allocator *allocator, size_t size)
{
  return size == 0 ? NULL : allocator->allocate(allocator->context, size, LAYOUT_ALIGNMENT);
}

void ulna_release(const ulna_allocator *allocator, void *memory, size_t size)
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

void ulna_assert_failed(const char *condition, const char *function, const char *file, int line)
{
  const ulna_assert_handler handler = atomic_load(&assert_handler);
  handler(condition, function, file, line);
}
