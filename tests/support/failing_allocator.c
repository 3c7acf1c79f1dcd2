/* An allocator that fails at the n-th call. */
#include "support/failing_allocator.h"

#include <stdlib.h>
#include <string.h>

/* In front of each block: its size, in as many bytes as the alignment asks for. */
enum { HEAD = 64 };

static void *allocate(void *context, size_t size, size_t alignment)
{
  failing_allocator *f = context;
  f->calls++;
  if (f->fail_at && f->calls >= f->fail_at) {
    f->failed = true;
    return NULL;
  }
  if (alignment > HEAD) abort();
  char *block = aligned_alloc(HEAD, (size + 2 * HEAD - 1) / HEAD * HEAD);
  if (!block) abort();
  memcpy(block, &size, sizeof size);
  f->blocks++;
  f->bytes += size;
  if (f->bytes > f->most_bytes) f->most_bytes = f->bytes;
  return block + HEAD;
}

static void release(void *context, void *memory, size_t size)
{
  failing_allocator *f = context;
  if (!memory) return;
  char *block = (char *)memory - HEAD;
  size_t asked;
  memcpy(&asked, block, sizeof asked);
  if (asked != size) f->wrong_size = true;
  f->blocks--;
  f->bytes -= asked;
  free(block);
}

ulna_allocator failing_allocator_start(failing_allocator *f, long fail_at)
{
  *f = (failing_allocator){.fail_at = fail_at};
  return (ulna_allocator){allocate, release, f};
}

bool failing_allocator_empty(const failing_allocator *f)
{
  return f->blocks == 0 && f->bytes == 0 && !f->wrong_size;
}
