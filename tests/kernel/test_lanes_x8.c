/* Lanes of eight doubles against double. */
#define REAL_KIND "number/f64x8.h"
#include "support/lanes_suite.h"
