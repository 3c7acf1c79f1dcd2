/* Eight states at once in single precision: one register of AVX2 (number/f32_lanes.h). */
#define FLOAT_LANES 8
#include "number/f32_lanes.h"
