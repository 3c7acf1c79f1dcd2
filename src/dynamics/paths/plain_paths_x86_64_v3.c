/* The plain kernels for x86-64-v3 (src/CMakeLists.txt sets the flag). */
#if defined(__x86_64__)
#  include "dynamics/paths/plain_paths_text.h"

extern const plain_paths ulna_plain_paths_x86_64_v3;
const plain_paths ulna_plain_paths_x86_64_v3 = PLAIN_PATHS("x86-64-v3");
extern const reference_paths ulna_reference_paths_x86_64_v3;
const reference_paths ulna_reference_paths_x86_64_v3 = REFERENCE_PATHS;
#else
typedef int nothing_for_this_machine;
#endif
