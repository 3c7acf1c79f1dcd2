/* Four states at once in double precision: one register of AVX2 (number/f64_lanes.h). */
#define LANES 4
#include "number/f64_lanes.h"
