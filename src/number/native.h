/* The text that f64 and f32 share: numbers the processor computes with itself. Include after `real`, constant() and root()
 * are there. */
#ifndef ULNA_NUMBER_NATIVE_H
#define ULNA_NUMBER_NATIVE_H

enum { REAL_LANES = 1, IS_LARGE = 0, SKIPS_ZEROS = 0, TWISTS_APART = 0 };

KERNEL_INLINED real add(real a, real b) { return a + b; }
KERNEL_INLINED real sub(real a, real b) { return a - b; }
KERNEL_INLINED real mul(real a, real b) { return a * b; }
KERNEL_INLINED real divide(real a, real b) { return a / b; }
KERNEL_INLINED real neg(real a) { return -a; }
KERNEL_INLINED real mul_alone(real a, real b) { return mul(a, b); }
KERNEL_INLINED real mul_add(real a, real b, real c)
{
  return a * b + c;
}  // contraction is the compiler's to choose
KERNEL_INLINED real choose_less(real a, real b, real x, real y) { return a < b ? x : y; }

KERNEL_INLINED double value_of(real a) { return (double)a; }
KERNEL_INLINED double lane_of(real a, int lane)
{
  (void)lane;
  return (double)a;
}

// one register of two
typedef real pair __attribute__((vector_size(2 * sizeof(real))));

KERNEL_INLINED pair pair_of(real a, real b)
{
  const pair p = {a, b};
  return p;
}
KERNEL_INLINED real pair_first(pair p) { return p[0]; }
KERNEL_INLINED real pair_second(pair p) { return p[1]; }
KERNEL_INLINED pair pair_add(pair a, pair b) { return a + b; }
KERNEL_INLINED pair pair_sub(pair a, pair b) { return a - b; }
KERNEL_INLINED pair pair_mul(pair a, pair b) { return a * b; }

/* Rows of numbers, one for each joint, that are worked through ROW_BLOCK at a time: lengths are whole blocks. What lies beyond
 * n is computed with and not used. */
enum { ROW_BLOCK = 4 };
KERNEL_INLINED int row_length(int n) { return (n + ROW_BLOCK - 1) & ~(ROW_BLOCK - 1); }
#if defined(__clang__)
#  define APART_FROM_EACH_OTHER _Pragma("clang loop vectorize(assume_safety) interleave_count(1)")
#else
#  define APART_FROM_EACH_OTHER _Pragma("GCC ivdep")
#endif
#define EACH_JOINT(i, length)                                                                                \
  for (int i##_block = 0; i##_block < (length); i##_block += ROW_BLOCK)                                      \
  APART_FROM_EACH_OTHER for (int i = i##_block; i < i##_block + ROW_BLOCK; i++)

#endif
