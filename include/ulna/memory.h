/* The allocator and the assert handler a program may put in place of the standard ones. */
#ifndef ULNA_MEMORY_H
#define ULNA_MEMORY_H

#include <stddef.h>

#include "ulna/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where objects get their memory. `allocate` returns `size` bytes aligned to `alignment` (a power of two, at
 * most 64), or NULL; `release` takes back what `allocate` gave, with the size it was asked for. A NULL
 * allocator anywhere in this library means the C library's. The allocator must outlive the objects made with
 * it; they keep a copy of this struct, not of what `context` points to. */
typedef struct {
  void *(*allocate)(void *context, size_t size, size_t alignment);
  void (*release)(void *context, void *memory, size_t size);
  void *context;
} ulna_allocator;

/* Called on a programmer's error (a NULL where none may be). It should not return: the standard one prints to stderr
 * and aborts. Process-wide, set once at start-up. NULL restores the standard.
 * Real-time: no. */
typedef void (*ulna_assert_handler)(const char *condition, const char *function, const char *file, int line);
ULNA_API void ulna_set_assert_handler(ulna_assert_handler handler);

#ifdef __cplusplus
}
#endif
#endif
