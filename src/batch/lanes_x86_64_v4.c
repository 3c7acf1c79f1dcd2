/* Lanes of doubles for x86-64-v4 (src/CMakeLists.txt sets the flag). */
#if defined(__x86_64__)
#  define REAL_KIND "number/f64x8.h"
#  include "batch/lanes_text.h"

extern const lane_kind ulna_lanes_x86_64_v4;
const lane_kind ulna_lanes_x86_64_v4 = {REAL_LANES, lane_size, lane_init, lane_run};
#else
typedef int nothing_for_this_machine;
#endif
