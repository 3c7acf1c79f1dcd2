/* How kernels are declared and unrolled where an ordinary compiler makes them for a processor. */
#ifndef ULNA_NUMBER_PROCESSOR_H
#define ULNA_NUMBER_PROCESSOR_H

#define KERNEL         static inline
#define KERNEL_INLINED static inline __attribute__((always_inline))

#if defined(__clang__)
#  define UNROLLED _Pragma("clang loop unroll(full)")
#  define ROLLED   _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#  define UNROLLED _Pragma("GCC unroll 12")
#  define ROLLED   _Pragma("GCC unroll 1")
#endif

#define IS_FIXED(n)       __builtin_constant_p(n)
#define RARELY(condition) __builtin_expect(!!(condition), 0)

// A loop over links: all of it in a row where n is known when compiling.
#define FOR_LINKS(n, head, body)                                                                             \
  if (IS_FIXED(n)) {                                                                                         \
    UNROLLED for (head) body;                                                                                \
  } else {                                                                                                   \
    for (head) body;                                                                                         \
  }

#endif
