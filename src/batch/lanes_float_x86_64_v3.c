/* Lanes of floats for x86-64-v3 (src/CMakeLists.txt sets the flag). */
#if defined(__x86_64__)
#  define REAL_KIND "number/f32x8.h"
#  include "batch/lanes_text.h"

extern const lane_kind ulna_lanes_float_x86_64_v3;
const lane_kind ulna_lanes_float_x86_64_v3 = {REAL_LANES, lane_size, lane_init, lane_run};
#else
typedef int nothing_for_this_machine;
#endif
