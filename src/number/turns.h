/* Sines through double, and their products with given numbers one by one: for kinds that have no quicker way. Include
 * after the arithmetic on `real` is there. */
#ifndef ULNA_NUMBER_TURNS_H
#define ULNA_NUMBER_TURNS_H

#include <stdbool.h>

#include "number/sine_cosine.h"

#if defined(SINES_THROUGH_DOUBLE)
// The sum too is formed in double.
KERNEL void sine_cosine_sums(int n, const real offset[], const real q[], real sine[], real cosine[])
{
  enum { BLOCK = 8 };
  const double zero[BLOCK] = {0};
  for (int i = 0; i < n; i += BLOCK) {
    const int m = n - i < BLOCK ? n - i : BLOCK;
    double x[BLOCK], s[BLOCK], c[BLOCK];
    for (int j = 0; j < m; j++) x[j] = value_of(offset[i + j]) + value_of(q[i + j]);
    sine_cosine_doubles(m, zero, x, NULL, s, c, NULL);
    for (int j = 0; j < m; j++) sine[i + j] = number(s[j]), cosine[i + j] = number(c[j]);
  }
}
#endif

typedef struct {
  const real *c, *s;        // given: n each
  real *cc, *cs, *sc, *ss;  // cos·c, cos·s, sin·c, sin·s
} turn_products;

typedef bool turn_mask;
KERNEL_INLINED turn_mask turn_mask_of(bool turns) { return turns; }

KERNEL_INLINED void sine_cosine_turns(int n, const real offset[], const real q[], const turn_mask mask[],
                                      real scratch[], real sine[], real cosine[], const turn_products *by)
{
  if (mask) {
    for (int i = 0; i < n; i++) scratch[i] = mask[i] ? q[i] : constant(0);
    q = scratch;
  }
  sine_cosine_sums(n, offset, q, sine, cosine);
  if (!by) return;
  for (int i = 0; i < n; i++) {
    by->cc[i] = mul(cosine[i], by->c[i]), by->cs[i] = mul(cosine[i], by->s[i]);
    by->sc[i] = mul(sine[i], by->c[i]), by->ss[i] = mul(sine[i], by->s[i]);
  }
}

#endif
