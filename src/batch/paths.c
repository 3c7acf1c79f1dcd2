/* The lanes this machine can run. */
#include "base/instruction_set.h"
#include "batch/batch_internal.h"

extern const lane_kind ulna_lanes, ulna_lanes_float;
static const lane_paths as_compiled = {"as compiled", &ulna_lanes, &ulna_lanes_float};

#if defined(__x86_64__)
extern const lane_kind ulna_lanes_x86_64_v3, ulna_lanes_float_x86_64_v3, ulna_lanes_x86_64_v4,
    ulna_lanes_float_x86_64_v4;
static const lane_paths v3 = {"x86-64-v3", &ulna_lanes_x86_64_v3, &ulna_lanes_float_x86_64_v3};
static const lane_paths v4 = {"x86-64-v4", &ulna_lanes_x86_64_v4, &ulna_lanes_float_x86_64_v4};
#endif

const lane_paths *ulna_lane_paths(int number)
{
  const lane_paths *list[3] = {NULL};
  int count = 0;
#if defined(__x86_64__)
  if (runs_v4()) list[count++] = &v4;
  if (runs_v3()) list[count++] = &v3;
#endif
  list[count++] = &as_compiled;
  return number >= 0 && number < count ? list[number] : NULL;
}
