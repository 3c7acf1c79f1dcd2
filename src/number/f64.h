/* Double precision: the library's own kind of number (number/real.h). */
#ifndef ULNA_NUMBER_F64_H
#define ULNA_NUMBER_F64_H

#include <math.h>
#include <stdbool.h>

#include "number/processor.h"
#include "number/sine_cosine.h"

typedef double real;
KERNEL_INLINED real constant(double c) { return c; }
KERNEL_INLINED real root(real a) { return sqrt(a); }

#include "number/native.h"
#include "number/uncounted.h"
#if defined(__AVX__)
#  include "number/wide.h"
#else
#  include "number/narrow.h"
#endif

KERNEL_INLINED void sine_cosine_sums(int n, const real offset[], const real q[], real sine[], real cosine[])
{
  sine_cosine_doubles(n, offset, q, NULL, sine, cosine, NULL);
}

// The four products are formed while everything is in registers, where a mask is applied too.
typedef int64_t turn_mask;
typedef sine_cosine_products turn_products;
KERNEL_INLINED turn_mask turn_mask_of(bool turns) { return turns ? -1 : 0; }
KERNEL_INLINED void sine_cosine_turns(int n, const real offset[], const real q[], const turn_mask mask[],
                                      real scratch[], real sine[], real cosine[], const turn_products *by)
{
  (void)scratch;
  sine_cosine_doubles(n, offset, q, mask, sine, cosine, by);
}

#endif
