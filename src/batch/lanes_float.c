/* Lanes of floats for whatever this library is compiled for. */
#define REAL_KIND "number/f32x8.h"
#include "batch/lanes_text.h"

extern const lane_kind ulna_lanes_float;
const lane_kind ulna_lanes_float = {REAL_LANES, lane_size, lane_init, lane_run};
