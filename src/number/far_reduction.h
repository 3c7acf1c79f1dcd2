/* The remainder of large numbers by π/2, as exact as it must be.
 *
 * x = m 2^e with a 53-bit integer m. Only the value of x·2/π modulo 4 matters. So the bits of 2/π above 2^(2-e)
 * are skipped and the next 192 are taken: m times them, modulo 2^192, has the quadrant in its two top bits and
 * the fraction below. No double is nearer than about 2^-62 to a multiple of π/2, and the bits cut off are worth
 * less than 2^-137, so at least 75 bits of the fraction are right. All in integers: no rounding, no library
 * call.
 *
 * FAR_REDUCTION: what the functions are declared with. */
#ifndef ULNA_NUMBER_FAR_REDUCTION_H
#define ULNA_NUMBER_FAR_REDUCTION_H

#include <stdint.h>

__extension__ typedef unsigned __int128 uint128;

FAR_REDUCTION uint64_t bits_of(double x)
{
  uint64_t u;
  __builtin_memcpy(&u, &x, sizeof u);
  return u;
}

// 2^e, normal numbers only
FAR_REDUCTION double power_of_two(int e)
{
  const uint64_t u = (uint64_t)(e + 1023) << 52;
  double x;
  __builtin_memcpy(&x, &u, sizeof x);
  return x;
}

// the 64 bits of 2/π that start `bit` bits into the table
FAR_REDUCTION uint64_t two_over_pi_window(int bit)
{
  // after a word of zeros, so that a window may start before the point
  const uint64_t two_over_pi[] = {0,
                                  0xa2f9836e4e441529u,
                                  0xfc2757d1f534ddc0u,
                                  0xdb6295993c439041u,
                                  0xfe5163abdebbc561u,
                                  0xb7246e3a424dd2e0u,
                                  0x06492eea09d1921cu,
                                  0xfe1deb1cb129a73eu,
                                  0xe88235f52ebb4484u,
                                  0xe99c7026b45f7e41u,
                                  0x3991d639835339f4u,
                                  0x9c845f8bbdf9283bu,
                                  0x1ff897ffde05980fu,
                                  0xef2f118b5a0a6d1fu,
                                  0x6d367ecf27cb09b7u,
                                  0x4f463f669e5fea2du,
                                  0x7527bac7ebe5f17bu,
                                  0x3d0739f78a5292eau,
                                  0x6bfb5fb11f8d5d08u,
                                  0x56033046fc7b6babu};
  const int word = bit / 64, shift = bit % 64;
  if (shift == 0) return two_over_pi[word];
  return two_over_pi[word] << shift | two_over_pi[word + 1] >> (64 - shift);
}

// floor(a b / 2^128)
FAR_REDUCTION uint128 multiply_high(uint128 a, uint128 b)
{
  const uint64_t a1 = (uint64_t)(a >> 64), a0 = (uint64_t)a, b1 = (uint64_t)(b >> 64), b0 = (uint64_t)b;
  const uint128 low = (uint128)a0 * b0, mid = (uint128)a1 * b0 + (uint64_t)(low >> 64);
  const uint128 mid2 = (uint128)a0 * b1 + (uint64_t)mid;
  return (uint128)a1 * b1 + (uint64_t)(mid >> 64) + (uint64_t)(mid2 >> 64);
}

// |x| = quadrant π/2 + r + r_low, for finite |x| ≥ 2^15
FAR_REDUCTION unsigned reduce_far(double x, double *r, double *r_low)
{
  const uint64_t u = bits_of(x);
  const uint64_t m = (u & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
  const int e = (int)(u >> 52 & 0x7ff) - 1075;

  // (p2 p1 p0) = m × window mod 2^192, a number of quarters with 190 bits after the point
  const int bit = e - 2 + 64;
  const uint128 p0 = (uint128)m * two_over_pi_window(bit + 128);
  const uint128 p1 = (uint128)m * two_over_pi_window(bit + 64) + (uint64_t)(p0 >> 64);
  const uint64_t p2 = m * two_over_pi_window(bit) + (uint64_t)(p1 >> 64);

  unsigned quadrant = (unsigned)(p2 >> 62);
  uint128 f = ((uint128)p2 << 64 | (uint64_t)p1) << 2 | (uint64_t)p0 >> 62;  // fraction, 128 bits of it
  uint64_t f_tail = (uint64_t)p0 << 2;
  const int above_half = (int)(f >> 127);
  if (above_half) {  // to −½ … ½: the next quadrant, and 1 − f
    quadrant++;
    f_tail = ~f_tail + 1;
    f = ~f + (f_tail == 0);
  }

  // normalise, multiply by π/2 = pi_half 2^-127
  int zeros = 0;
  while (!(f >> 127) && zeros < 128) {
    f = f << 1 | f_tail >> 63;
    f_tail <<= 1;
    zeros++;
  }
  const uint128 pi_half = (uint128)0xc90fdaa22168c234u << 64 | 0xc4c6628b80dc1cd1u;
  const uint128 q = multiply_high(f, pi_half);  // r = q 2^(-127 - zeros)
  const double sign = above_half ? -1 : 1;
  *r = sign * (double)(uint64_t)(q >> 75) * power_of_two(75 - 127 - zeros);
  *r_low = sign * (double)(uint64_t)(q >> 11 & ~UINT64_C(0)) * power_of_two(11 - 127 - zeros);
  return quadrant;
}

// x = k π/2 + r + r_low for any |x| ≥ 2^15; NaN and ±inf: r is NaN
FAR_REDUCTION int far_reduced(double x, double *r, double *r_low)
{
  if ((bits_of(x) >> 52 & 0x7ff) == 0x7ff) {
    *r = *r_low = x - x;
    return 0;
  }
  const int k = (int)reduce_far(x, r, r_low);
  if (!(x < 0)) return k;
  *r = -*r, *r_low = -*r_low;
  return -k;
}

#endif
