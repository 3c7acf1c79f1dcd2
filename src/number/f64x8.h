/* Eight states at once in double precision: one register of AVX-512 (number/f64_lanes.h). */
#define LANES 8
#include "number/f64_lanes.h"
