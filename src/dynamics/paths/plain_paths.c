/* The plain kernels for whatever this library is compiled for, and the choice of the best. */
#include "base/instruction_set.h"
#if defined(__x86_64__) && !defined(__AVX2__)  // for machines of before 2013 alone
#  define FLAT
#endif
#include "dynamics/paths/plain_paths_text.h"

static const plain_paths as_compiled = PLAIN_PATHS("as compiled");
static const reference_paths reference_as_compiled = REFERENCE_PATHS;

#if defined(__x86_64__)
extern const plain_paths ulna_plain_paths_x86_64_v3, ulna_plain_paths_x86_64_v4;
extern const reference_paths ulna_reference_paths_x86_64_v3, ulna_reference_paths_x86_64_v4;
#endif

const plain_paths *ulna_plain_paths(int number)
{
#if defined(__x86_64__)  // in the order of ulna_fast_paths
  if (runs_v4() && number-- == 0) return &ulna_plain_paths_x86_64_v4;
  if (runs_v3() && number-- == 0) return &ulna_plain_paths_x86_64_v3;
#endif
  return number == 0 ? &as_compiled : NULL;
}

const reference_paths *ulna_reference_paths(int number)
{
#if defined(__x86_64__)
  if (runs_v4() && number-- == 0) return &ulna_reference_paths_x86_64_v4;
  if (runs_v3() && number-- == 0) return &ulna_reference_paths_x86_64_v3;
#endif
  return number == 0 ? &reference_as_compiled : NULL;
}
