/* Numbers as text: they read back exactly, and no shorter text does. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "text/number.h"
#include "text/powers_of_ten.h"

__extension__ typedef unsigned __int128 wide;
enum { WORDS = 22 };

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

static void is_in_table(int k, wide power)
{
  const uint64_t *known = powers_of_ten[k - POWERS_LOWEST];
  if (known[0] != (uint64_t)(power >> 64) || known[1] != (uint64_t)power) fail_msg("10^%d is wrong", k);
}

/* Exact long arithmetic: upwards by multiplying by ten, downwards by dividing 2^(64·WORDS - 1). (A quotient rounded
 * down and divided again is the quotient of both rounded down.) */
static void powers_of_ten_are_what_long_arithmetic_gives(void **state)
{
  (void)state;
  uint64_t words[WORDS] = {1};
  for (int k = 0; k <= POWERS_HIGHEST; k++) {
    is_in_table(k, leading_bits(words, true));
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
      const wide product = (wide)words[i] * 10 + carry;
      words[i] = (uint64_t)product;
      carry = (uint64_t)(product >> 64);
    }
  }
  memset(words, 0, sizeof words);
  words[WORDS - 1] = (uint64_t)1 << 63;
  for (int k = -1; k >= POWERS_LOWEST; k--) {
    uint64_t rest = 0;
    for (int i = WORDS - 1; i >= 0; i--) {
      const wide part = (wide)rest << 64 | words[i];
      words[i] = (uint64_t)(part / 10);
      rest = (uint64_t)(part % 10);
    }
    is_in_table(k, leading_bits(words, false));
  }
}

/* Digits of a text's number, without leading and trailing zeros. */
static int digits_of(const char *text)
{
  int count = 0, zeros = 0;
  for (; *text && *text != 'e'; text++) {
    if (*text < '0' || *text > '9' || (*text == '0' && count == 0)) continue;
    count++;
    zeros = *text == '0' ? zeros + 1 : 0;
  }
  return count - zeros;
}

static void is_exact_and_short(double x)
{
  char text[ULNA_NUMBER_SIZE], shorter[64];
  const int length = ulna_number_format(x, text);
  assert_int_equal(length, strlen(text));
  assert_true(length < ULNA_NUMBER_SIZE);
  const double back = strtod(text, NULL);
  if (memcmp(&back, &x, sizeof x) != 0) fail_msg("%a is written as %s, which is %a", x, text, back);
  const int digits = digits_of(text);
  if (digits < 2) return;
  snprintf(shorter, sizeof shorter, "%.*e", digits - 2, x);
  if (strtod(shorter, NULL) == x) fail_msg("%a is written as %s, though %s would do", x, text, shorter);
  snprintf(shorter, sizeof shorter, "%.*e", digits - 1, x);
  if (strtod(shorter, NULL) == x && strtod(text, NULL) == x && digits < 16) {
    // the nearest of that length: the same digits as printf's, which rounds correctly
    char again[64];
    snprintf(again, sizeof again, "%.*e", digits - 1, strtod(text, NULL));
    assert_string_equal(again, shorter);
  }
}

static void every_double_reads_back_from_the_shortest_text(void **state)
{
  (void)state;
  uint64_t seed = 20240501;
  print_message("seed %llu\n", (unsigned long long)seed);
  for (int i = 0; i < 200000; i++) {
    const uint64_t bits = random_bits(&seed);
    double x;
    memcpy(&x, &bits, sizeof x);  // every exponent, subnormal ones too
    if (isfinite(x) && x != 0) is_exact_and_short(x);
    is_exact_and_short((double)(int64_t)random_bits(&seed) * 0x1p-63);        // what a simulation writes
    is_exact_and_short((double)(random_bits(&seed) % 100000) / 1000 + 1e-3);  // what people write
  }
  for (int e = -1074; e < 1024; e++) {
    is_exact_and_short(ldexp(1, e));
    is_exact_and_short(nextafter(ldexp(1, e), 0) > 0 ? nextafter(ldexp(1, e), 0) : 1);
  }
}

static void is_written(double x, const char *expected)
{
  char text[ULNA_NUMBER_SIZE];
  ulna_number_format(x, text);
  assert_string_equal(text, expected);
}

static void numbers_look_as_people_write_them(void **state)
{
  (void)state;
  is_written(0, "0");
  is_written(-0.0, "-0");
  is_written(0.1, "0.1");
  is_written(-12.5, "-12.5");
  is_written(1000, "1000");
  is_written(1e16, "10000000000000000");
  is_written(1e22, "1e+22");
  is_written(0.00012, "0.00012");
  is_written(1.5e-7, "1.5e-07");
  is_written(1.0 / 3, "0.3333333333333333");
  is_written(DBL_MAX, "1.7976931348623157e+308");
  is_written(DBL_TRUE_MIN, "5e-324");
  is_written(-DBL_MAX, "-1.7976931348623157e+308");
  is_written((double)NAN, "nan");
  is_written(-(double)NAN, "nan");
  is_written((double)INFINITY, "inf");
  is_written(-(double)INFINITY, "-inf");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(powers_of_ten_are_what_long_arithmetic_gives),
      cmocka_unit_test(every_double_reads_back_from_the_shortest_text),
      cmocka_unit_test(numbers_look_as_people_write_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
