/* An allocator that says no at its n-th call, and knows what has not been given back.
 *
 *   failing_allocator memory;
 *   for (long n = 1;; n++) {
 *     const ulna_allocator a = failing_allocator_start(&memory, n);
 *     status = something(&a, …);              // must be ULNA_OUT_OF_MEMORY if memory.failed, with nothing half-made
 *     … give back what was made …
 *     assert(failing_allocator_empty(&memory));
 *     if (!memory.failed) break;              // n was beyond the last allocation
 *   } */
#ifndef ULNA_SUPPORT_FAILING_ALLOCATOR_H
#define ULNA_SUPPORT_FAILING_ALLOCATOR_H

#include <stdbool.h>

#include "ulna/memory.h"

typedef struct {
  long calls, fail_at; /* fail_at 0: never */
  bool failed;         /* the n-th call came */
  long blocks;         /* not given back yet */
  size_t bytes, most_bytes;
  bool wrong_size; /* something was given back with another size than it was asked for */
} failing_allocator;

/* Fails at call `fail_at` and at every call after it. */
ulna_allocator failing_allocator_start(failing_allocator *f, long fail_at);

/* Everything was given back, with the right sizes. */
bool failing_allocator_empty(const failing_allocator *f);

#endif
