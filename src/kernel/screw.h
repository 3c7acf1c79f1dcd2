/* A ball screw on a lever: what one actuator coordinate has beside its constant ratios,
 *   f(φ) = gain √g,   g = s + mu cos φ + nu sin φ,   φ = Σ weight·q + phi0,
 * with its derivatives by φ. From f² = gain² g:  2 f f' = g',  2 (f'² + f f'') = g'',  2 (3 f' f'' + f f''') = g'''.  */
#ifndef ULNA_KERNEL_SCREW_H
#define ULNA_KERNEL_SCREW_H

#include "number/real.h"

typedef struct {
  real f, f1, f2, f3;
} screw_value;

KERNEL screw_value screw_at(real gain, real s, real mu, real nu, real cosine, real sine)
{
  const real half = constant(0.5);
  const real wave = add(mul(mu, cosine), mul(nu, sine));
  const real g1 = sub(mul(nu, cosine), mul(mu, sine)), g2 = neg(wave), g3 = neg(g1);
  const real length = root(add(s, wave));
  const real one = divide(mul(half, g1), length);
  const real two = divide(sub(mul(half, g2), mul(one, one)), length);
  const real three = divide(sub(mul(half, g3), mul(constant(3), mul(one, two))), length);
  const screw_value v = {mul(gain, length), mul(gain, one), mul(gain, two), mul(gain, three)};
  return v;
}

#endif
