#include "shortest.h"

#include <stdbool.h>
#include <string.h>

#include "cli.h"

__extension__ typedef unsigned __int128 wide;

/* 10^k as g · 2^e with 2^127 ≤ g < 2^128, g rounded up; k = LOWEST…HIGHEST is what doubles need. */
enum { LOWEST = -292, HIGHEST = 324, WORDS = 22 };
static wide power_table[HIGHEST - LOWEST + 1];

/* The leading 128 bits of a long number (least word first), one more in the last place if bits follow. */
static wide leading_bits(const uint64_t words[WORDS], bool exact)
{
  int top = WORDS - 1;
  while (words[top] == 0) top--;
  const int shift = __builtin_clzll(words[top]);
  const uint64_t w[3] = {words[top], top > 0 ? words[top - 1] : 0, top > 1 ? words[top - 2] : 0};
  const uint64_t high = shift ? w[0] << shift | w[1] >> (64 - shift) : w[0];
  const uint64_t low = shift ? w[1] << shift | w[2] >> (64 - shift) : w[1];
  bool more = !exact || (shift ? w[2] << shift : w[2]) != 0;
  for (int i = top - 3; i >= 0; i--) more = more || words[i] != 0;
  return ((wide)high << 64 | low) + (more ? 1 : 0);
}

/* Exact long arithmetic, a few microseconds: upwards by multiplying by ten, downwards by dividing 2^(64·WORDS - 1).
 * (A quotient rounded down and divided again is the quotient of both rounded down.) */
static void make_powers(void)
{
  uint64_t words[WORDS] = {1};
  for (int k = 0; k <= HIGHEST; k++) {
    power_table[k - LOWEST] = leading_bits(words, true);
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
      const wide product = (wide)words[i] * 10 + carry;
      words[i] = (uint64_t)product;
      carry = (uint64_t)(product >> 64);
    }
  }
  memset(words, 0, sizeof words);
  words[WORDS - 1] = (uint64_t)1 << 63;
  for (int k = -1; k >= LOWEST; k--) {
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
      const wide part = (wide)rest << 64 | words[i];
      words[i] = (uint64_t)(part / 10);
      rest = (uint64_t)(part % 10);
    }
    power_table[k - LOWEST] = leading_bits(words, false);
  }
}

/* floor(g·c / 2^128), its last bit set if anything was cut off: enough to compare with multiples of two. */
static uint64_t scale(wide g, uint64_t c)
{
  const wide low = (wide)(uint64_t)g * c, high = (wide)(uint64_t)(g >> 64) * c;
  const wide sum = high + (uint64_t)(low >> 64);
  return (uint64_t)(sum >> 64) | ((uint64_t)sum > 1);
}

decimal shortest_decimal(double x)
{
  static bool ready;
  if (!ready) make_powers();
  ready = true;

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
  const wide g = power_table[-k - LOWEST];
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
