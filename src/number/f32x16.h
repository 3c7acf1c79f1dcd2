/* Sixteen states at once in single precision: one register of AVX-512 (number/f32_lanes.h). */
#define FLOAT_LANES 16
#include "number/f32_lanes.h"
