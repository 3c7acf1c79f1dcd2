/* Lanes of doubles for whatever this library is compiled for. */
#define REAL_KIND "number/f64x2.h"
#include "batch/lanes_text.h"

extern const lane_kind ulna_lanes;
const lane_kind ulna_lanes = {REAL_LANES, lane_size, lane_init, lane_run};
