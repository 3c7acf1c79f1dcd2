/* Sine and cosine in lanes of 8 floats: within 2 ulp of float for every argument, and what the kind must do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define REAL_KIND "number/f32x8.h"
#include "support/float_lanes_suite.h"
