/* As many reals as one has lanes, transposed: what of the lanes kinds is written for each width. Include after `real` is there and
 * WIDE says how many lanes it has. */
#ifndef ULNA_NUMBER_TRANSPOSE_H
#define ULNA_NUMBER_TRANSPOSE_H

// halves of two reals change places, then quarters, down to single numbers
#define SWAP(a, b, low, high)                                                                                \
  do {                                                                                                       \
    const real first = __builtin_shufflevector(a, b, low), second = __builtin_shufflevector(a, b, high);     \
    (a) = first, (b) = second;                                                                               \
  } while (0)
#define OF(...) __VA_ARGS__
#if WIDE == 16
#  define SWAP_8(a, b)                                                                                       \
    SWAP(a, b, OF(0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),                                   \
         OF(8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31))
#  define SWAP_4(a, b)                                                                                       \
    SWAP(a, b, OF(0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27),                                 \
         OF(4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31))
#  define SWAP_2(a, b)                                                                                       \
    SWAP(a, b, OF(0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29),                                 \
         OF(2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31))
#  define SWAP_1(a, b)                                                                                       \
    SWAP(a, b, OF(0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30),                                \
         OF(1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31))
#elif WIDE == 8
#  define SWAP_4(a, b) SWAP(a, b, OF(0, 1, 2, 3, 8, 9, 10, 11), OF(4, 5, 6, 7, 12, 13, 14, 15))
#  define SWAP_2(a, b) SWAP(a, b, OF(0, 1, 8, 9, 4, 5, 12, 13), OF(2, 3, 10, 11, 6, 7, 14, 15))
#  define SWAP_1(a, b) SWAP(a, b, OF(0, 8, 2, 10, 4, 12, 6, 14), OF(1, 9, 3, 11, 5, 13, 7, 15))
#elif WIDE == 4
#  define SWAP_2(a, b) SWAP(a, b, OF(0, 1, 4, 5), OF(2, 3, 6, 7))
#  define SWAP_1(a, b) SWAP(a, b, OF(0, 4, 2, 6), OF(1, 5, 3, 7))
#else
#  define SWAP_1(a, b) SWAP(a, b, OF(0, 2), OF(1, 3))
#endif
// at steps of 2 apart, of those in between
#define SWAP_ALL(apart)                                                                                      \
  _Pragma("GCC unroll 16") for (int i = 0; i < WIDE; i++) if (!(i & (apart)))                                \
      SWAP_##apart(x[i], x[i + (apart)])

KERNEL_INLINED void transpose_lanes(real x[WIDE])
{
#if WIDE == 16
  SWAP_ALL(8);
#endif
#if WIDE >= 8
  SWAP_ALL(4);
#endif
#if WIDE >= 4
  SWAP_ALL(2);
#endif
  SWAP_ALL(1);
}
#undef SWAP_ALL
#undef SWAP
#undef OF

#endif
