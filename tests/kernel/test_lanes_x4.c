/* Lanes of four doubles against double. */
#define REAL_KIND "number/f64x4.h"
#include "support/lanes_suite.h"
