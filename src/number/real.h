/* The number a kernel computes with, and the only operations on it.
 *
 * A translation unit picks one kind (REAL_F64, REAL_F32, REAL_TALLY) before it includes any kernel (none: f64); the same
 * kernel text then runs, runs in single precision, or counts itself. Rules that keep this true:
 *   - arithmetic happens through these functions; a literal enters through constant();
 *   - control flow depends on structure (n, joint types), never on the value of a real;
 *   - kernel headers are C17 and C++17 at once: no compound literals, no designated initialisers, no restrict.
 * For the tally's sake a literal that is to be charged like any other number (an element of a matrix that the
 * source multiplies out in full) enters through number(), and part(row) says to which row of the source's
 * operation table the arithmetic that follows belongs; to the other kinds they are constant() and nothing.
 * The names are plain words; `divide`, `root`, `choose` are so spelt to stay clear of the C library's. */
#ifndef ULNA_NUMBER_REAL_H
#define ULNA_NUMBER_REAL_H

#if !defined(REAL_F32) && !defined(REAL_TALLY) && !defined(REAL_F64)
#  define REAL_F64  // the library's own kind
#endif

#if defined(REAL_F64)

#  include <math.h>
typedef double real;
static inline real constant(double c) { return c; }
static inline real root(real a) { return sqrt(a); }

#elif defined(REAL_F32)

#  include <math.h>
typedef float real;
static inline real constant(double c) { return (real)c; }
static inline real root(real a) { return sqrtf(a); }

#elif defined(REAL_TALLY)

#  include "number/tally.h"

#endif

#if defined(REAL_F64) || defined(REAL_F32)
static inline real add(real a, real b) { return a + b; }
static inline real sub(real a, real b) { return a - b; }
static inline real mul(real a, real b) { return a * b; }
static inline real divide(real a, real b) { return a / b; }
static inline real neg(real a) { return -a; }
static inline real mul_add(real a, real b, real c)
{
  return a * b + c;
}  // contraction is the compiler's to choose
static inline double value_of(real a)
{
  return (double)a;
}  // for results on their way out; never inside a kernel
static inline real number(double c) { return constant(c); }
static inline void part(int row) { (void)row; }
enum { PART_GIVEN = 0, PART_ALL = 1 };
#endif

#endif
