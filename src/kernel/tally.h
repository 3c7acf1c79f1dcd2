/* The kind of number that computes and counts what it did.
 *
 * Counting rules: × and ÷ are M, + and − are A; sign changes, copies, sines and roots are free. A number that
 * is zero by construction (a constant 0, or made of such) costs nothing: x + 0, x·0 and x − 0 are not carried
 * out. One recorder a thread. */
#ifndef ULNA_KERNEL_TALLY_H
#define ULNA_KERNEL_TALLY_H

#include <math.h>
#include <stdbool.h>

typedef struct {
  double value;
  bool zero;  // zero by construction, not by accident
} real;

typedef struct {
  long multiplications, additions;
} tally_count;

#ifdef __cplusplus
extern thread_local tally_count tally;
#else
extern _Thread_local tally_count tally;
#endif

static inline real tally_number(double value, bool zero)
{
  const real r = {value, zero};
  return r;
}
static inline real constant(double c) { return tally_number(c, c == 0); }
static inline real neg(real a) { return tally_number(-a.value, a.zero); }
static inline real root(real a) { return tally_number(sqrt(a.value), a.zero); }
static inline real add(real a, real b)
{
  if (a.zero) return b;
  if (b.zero) return a;
  tally.additions++;
  return tally_number(a.value + b.value, false);
}
static inline real sub(real a, real b)
{
  if (b.zero) return a;
  if (a.zero) return neg(b);
  tally.additions++;
  return tally_number(a.value - b.value, false);
}
static inline real mul(real a, real b)
{
  if (a.zero || b.zero) return constant(0);
  tally.multiplications++;
  return tally_number(a.value * b.value, false);
}
static inline real divide(real a, real b)
{
  if (a.zero) return a;
  tally.multiplications++;
  return tally_number(a.value / b.value, false);
}
static inline real mul_add(real a, real b, real c) { return add(mul(a, b), c); }
static inline double value_of(real a) { return a.value; }

#endif
