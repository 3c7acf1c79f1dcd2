/* The sine and cosine primitive in single precision. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define REAL_KIND "number/f32.h"
#include "base/random.h"
#include "number/real.h"

static double ulps(float got, double want)
{
  int e;
  frexp(want, &e);
  return fabs((double)got - want) / ldexp(1, e - FLT_MANT_DIG);
}

static void single_precision_is_rounded_from_double(void **state)
{
  (void)state;
  uint64_t seed = 7;
  for (int round = 0; round < 20000; round++) {
    float x[11], offset[11], s[11], c[11];
    for (int i = 0; i < 11; i++) {
      x[i] = (float)random_between(&seed, -1, 1) * (round % 2 ? 1e5F : 4);
      offset[i] = 0.5F;
    }
    sine_cosine_sums(11, offset, x, s, c);
    for (int i = 0; i < 11; i++) {
      const double sum = (double)x[i] + (double)offset[i];
      // half a unit is rounding to the nearest float; the double below it adds next to nothing
      assert_true(ulps(s[i], sin(sum)) < 0.501 && ulps(c[i], cos(sum)) < 0.501);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(single_precision_is_rounded_from_double)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
