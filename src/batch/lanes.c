/* Lanes for whatever this library is compiled for, and the choice of the best. */
#define REAL_KIND "number/f64x2.h"
#include "base/instruction_set.h"
#include "batch/lanes_text.h"

static const lane_paths as_compiled = {"as compiled", REAL_LANES, lane_size, lane_init, lane_run};

#if defined(__x86_64__)
extern const lane_paths ulna_lane_paths_x86_64_v3, ulna_lane_paths_x86_64_v4;
#endif

const lane_paths *ulna_lane_paths(int number)
{
  const lane_paths *list[3] = {NULL};
  int count = 0;
#if defined(__x86_64__)
  if (runs_v4()) list[count++] = &ulna_lane_paths_x86_64_v4;
  if (runs_v3()) list[count++] = &ulna_lane_paths_x86_64_v3;
#endif
  list[count++] = &as_compiled;
  return number >= 0 && number < count ? list[number] : NULL;
}
