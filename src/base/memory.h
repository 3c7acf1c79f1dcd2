/* Memory through the user's allocator, and assertions through the user's handler. */
#ifndef ULNA_BASE_MEMORY_H
#define ULNA_BASE_MEMORY_H

#include "base/allocator.h"

void *ulna_allocate(const ulna_allocator *allocator, size_t size); /* aligned to 64; NULL if none */
void ulna_release(const ulna_allocator *allocator, void *memory, size_t size);

void ulna_assert_failed(const char *condition, const char *function, const char *file, int line)
#ifdef __clang_analyzer__  // what comes after a broken promise is not worth analysing
    __attribute__((analyzer_noreturn))
#endif
    ;

/* A broken promise of the caller is the caller's bug, not a status. */
#define ULNA_ASSERT(condition)                                                                               \
  ((condition) ? (void)0 : ulna_assert_failed(#condition, __func__, __FILE__, __LINE__))

#endif
