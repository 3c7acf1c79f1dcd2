/* The kind of number that is not computed but written down: running a kernel on symbols records the expression of its
 * answer, from which code for one robot is generated (src/generate).
 *
 * A symbol is a reference to a node of the graph that is open on this thread, with a sign: signs are free. What is known
 * is worked out at once: sums and products of constants, zeros, ones; equal expressions are one node. One graph a thread
 * is open, the exception to "no globals" that counting has too. */
#ifndef ULNA_NUMBER_SYMBOL_H
#define ULNA_NUMBER_SYMBOL_H

#include "number/processor.h"

// Writing takes its time anyway: nothing is forced inline, nothing unrolled; every loop over links runs as for fixed n.
#undef KERNEL_INLINED
#define KERNEL_INLINED KERNEL
#undef IS_FIXED
#define IS_FIXED(n) 1
#undef UNROLLED
#define UNROLLED

typedef struct {
  int edge;  // 2 × the node's number, 1 more where it is negated
} real;

#ifdef __cplusplus
extern "C" {
#endif
int ulna_symbol_constant(double value);
double ulna_symbol_value(int a);  // of a constant; NaN: it is none
int ulna_symbol_sum(int a, int b);
int ulna_symbol_product(int a, int b);
int ulna_symbol_quotient(int a, int b);
int ulna_symbol_root(int a);
int ulna_symbol_sine(int a);
int ulna_symbol_cosine(int a);
int ulna_symbol_choice(int a, int b, int x, int y);  // x where a < b, else y
#ifdef __cplusplus
}
#endif

KERNEL real symbol_of(int edge)
{
  const real a = {edge};
  return a;
}

KERNEL real constant(double c) { return symbol_of(ulna_symbol_constant(c)); }
KERNEL real neg(real a) { return symbol_of(a.edge ^ 1); }
KERNEL real add(real a, real b) { return symbol_of(ulna_symbol_sum(a.edge, b.edge)); }
KERNEL real sub(real a, real b) { return add(a, neg(b)); }
KERNEL real mul(real a, real b) { return symbol_of(ulna_symbol_product(a.edge, b.edge)); }
KERNEL real divide(real a, real b) { return symbol_of(ulna_symbol_quotient(a.edge, b.edge)); }
KERNEL real root(real a) { return symbol_of(ulna_symbol_root(a.edge)); }
KERNEL real mul_alone(real a, real b) { return mul(a, b); }
KERNEL real mul_add(real a, real b, real c) { return add(mul(a, b), c); }
KERNEL real choose_less(real a, real b, real x, real y)
{
  return symbol_of(ulna_symbol_choice(a.edge, b.edge, x.edge, y.edge));
}

enum { REAL_LANES = 1, IS_LARGE = 0, SKIPS_ZEROS = 0, TWISTS_APART = 0 };
KERNEL double value_of(real a) { return ulna_symbol_value(a.edge); }
KERNEL double lane_of(real a, int lane)
{
  (void)lane;
  return value_of(a);
}

#include "number/plain_groups.h"
#include "number/uncounted.h"

KERNEL void sine_cosine_sums(int n, const real offset[], const real q[], real sine[], real cosine[])
{
  for (int i = 0; i < n; i++) {
    const real x = add(offset[i], q[i]);
    sine[i] = symbol_of(ulna_symbol_sine(x.edge)), cosine[i] = symbol_of(ulna_symbol_cosine(x.edge));
  }
}

#include "number/turns.h"

#endif
