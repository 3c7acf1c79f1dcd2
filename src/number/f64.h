/* Double precision: the library's own kind of number (number/real.h). */
#ifndef ULNA_NUMBER_F64_H
#define ULNA_NUMBER_F64_H

#include <math.h>

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
  sine_cosine_doubles(n, offset, q, sine, cosine, NULL);
}

// The four products are formed while everything is in registers.
typedef sine_cosine_products turn_products;
KERNEL_INLINED void sine_cosine_turns(int n, const real offset[], const real q[], real sine[], real cosine[],
                                      const turn_products *by)
{
  sine_cosine_doubles(n, offset, q, sine, cosine, by);
}

#endif
