/* Lanes of two doubles against double. */
#define REAL_KIND "number/f64x2.h"
#include "support/lanes_suite.h"
