/* The shortest decimal that reads back as the same double. Source: Giulietti, The Schubfach way to render doubles, 2020. */
#include "text/number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "text/powers_of_ten.h"

__extension__ typedef unsigned __int128 wide;

/* x = digits · 10^exponent */
typedef struct {
  uint64_t digits;
  int exponent;
} decimal;

/* floor(g·c / 2^128), its last bit set if anything was cut off: enough to compare with multiples of two. */
static uint64_t scale(const uint64_t g[2], uint64_t c)
{
  const wide low = (wide)g[1] * c, high = (wide)g[0] * c;
  const wide sum = high + (uint64_t)(low >> 64);
  return (uint64_t)(sum >> 64) | ((uint64_t)sum > 1);
}

/* x is finite and above 0. */
static decimal shortest_decimal(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
  const int biased = (int)(bits >> 52 & 0x7ff);
  const uint64_t c = biased ? fraction | (uint64_t)1 << 52 : fraction;
  const int q = (biased ? biased : 1) - 1075;  // x = c 2^q

  if (q <= 0 && q > -53 && (c & (((uint64_t)1 << -q) - 1)) == 0) return (decimal){c >> -q, 0};

  // the interval that rounds to x, in quarters of its last bit; below a power of two the neighbour is nearer
  const bool nearer_below = fraction == 0 && biased > 1, even = c % 2 == 0;
  const uint64_t left = 4 * c - 2 + nearer_below, middle = 4 * c, right = 4 * c + 2;

  // k = floor(log10 of the interval's length): at most one multiple of 10^(k+1) lies inside, at least one of 10^k
  const int k = (q * 1262611 - (nearer_below ? 524031 : 0)) >> 22;
  const int h = q + ((-k * 1741647) >> 19) + 1;
  const uint64_t *g = powers_of_ten[-k - POWERS_LOWEST];
  const uint64_t lower = scale(g, left << h) + !even, upper = scale(g, right << h) - !even;
  const uint64_t v = scale(g, middle << h), s = v / 4;

  if (s >= 10) {
    const uint64_t ten = s / 10;
    const bool below = lower <= 40 * ten, above = 40 * ten + 40 <= upper;
    if (below != above) return (decimal){ten + above, k + 1};
  }
  const bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below != above) return (decimal){s + above, k};
  const bool up = v > 4 * s + 2 || (v == 4 * s + 2 && (s & 1));
  return (decimal){s + up, k};
}

/* e-07, e+20, e-324 */
static char *put_exponent(int exponent, char *c)
{
  const int size = exponent < 0 ? -exponent : exponent;
  *c++ = 'e';
  *c++ = exponent < 0 ? '-' : '+';
  if (size >= 100) *c++ = (char)('0' + size / 100);
  *c++ = (char)('0' + size / 10 % 10);
  *c++ = (char)('0' + size % 10);
  return c;
}

/* Digits as 0.000123, 12.3, 1230 or 1.23e-07: fixed where that is no longer than a double's digits. */
static char *lay_out(const char *digits, int count, int point, char *c)
{
  if (point > -4 && point <= 17) {
    if (point <= 0) {
      *c++ = '0';
      *c++ = '.';
      for (int i = point; i < 0; i++) *c++ = '0';
    }
    for (int i = 0; i < count || i < point; i++) {
      if (i == point && i > 0) *c++ = '.';
      *c++ = i < count ? digits[i] : '0';
    }
    return c;
  }
  *c++ = digits[0];
  if (count > 1) *c++ = '.';
  for (int i = 1; i < count; i++) *c++ = digits[i];
  return put_exponent(point - 1, c);
}

int ulna_number_format(double x, char text[ULNA_NUMBER_SIZE])
{
  char *c = text;
  if (signbit(x) && !isnan(x)) *c++ = '-';
  x = fabs(x);
  if (!isfinite(x)) {
    memcpy(c, isnan(x) ? "nan" : "inf", 3);
    c += 3;
  } else if (x == 0) {
    *c++ = '0';
  } else {
    decimal d = shortest_decimal(x);
    while (d.digits % 10 == 0) {
      d.digits /= 10;
      d.exponent++;
    }
    char digits[20];
    int at = 20;
    for (uint64_t rest = d.digits; rest > 0; rest /= 10) digits[--at] = (char)('0' + rest % 10);
    c = lay_out(digits + at, 20 - at, 20 - at + d.exponent, c);
  }
  *c = '\0';
  return (int)(c - text);
}
