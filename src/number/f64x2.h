/* Two states at once in double precision: one register of every 64-bit processor (number/f64_lanes.h). */
#define LANES 2
#include "number/f64_lanes.h"
