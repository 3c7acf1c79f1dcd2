/* Single precision (number/real.h). */
#ifndef ULNA_NUMBER_F32_H
#define ULNA_NUMBER_F32_H

#include <math.h>

#include "number/processor.h"
#include "number/sine_cosine.h"

typedef float real;
KERNEL_INLINED real constant(double c) { return (real)c; }
KERNEL_INLINED real root(real a) { return sqrtf(a); }

#include "number/native.h"
#include "number/uncounted.h"

#include "number/narrow.h"

/* Through double: the correctly rounded result but for about one case in 1e8. */
#define SINES_THROUGH_DOUBLE
#include "number/turns.h"

#endif
