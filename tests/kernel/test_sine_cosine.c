/* The sine and cosine primitive against long double, in units of the double's last place. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/worse.h"
#include "number/sine_cosine.h"

static uint64_t random_state = 20261115;

// |got − want| in units of the last place of the double nearest to want
static double ulps(double got, long double want)
{
  int e;
  frexpl(want, &e);
  return (double)(fabsl((long double)got - want) / ldexpl(1, e - DBL_MANT_DIG));
}

typedef struct {
  double error, at;
} worst_case;

static void check_block(int n, const double x[], worst_case *worst)
{
  const double zero[8] = {0};
  double s[8], c[8];
  sine_cosine_doubles(n, zero, x, NULL, s, c, NULL);
  for (int i = 0; i < n; i++) {
    const double e = worse_of(ulps(s[i], sinl((long double)x[i])), ulps(c[i], cosl((long double)x[i])));
    if (!isnan(worst->error) && !(e <= worst->error)) worst->error = e, worst->at = x[i];
  }
}

static void assert_within_one_ulp(const char *where, worst_case worst)
{
  printf("%s: largest error %.4f ulp, at %.17g\n", where, worst.error, worst.at);
  assert_true(worst.error <= 1);
}

static void error_is_below_one_ulp_up_to_1e5(void **state)
{
  (void)state;
  worst_case worst = {0, 0};
  for (int round = 0; round < 200000; round++) {
    double x[8];
    const double reach = round % 3 == 0 ? 1e5 : round % 3 == 1 ? 7 : 0.8;
    for (int i = 0; i < 8; i++) x[i] = (2 * random_unit(&random_state) - 1) * reach;
    check_block(8, x, &worst);
  }
  for (int round = 0; round < 10000; round++) {
    double x[8];
    for (int i = 0; i < 8; i++) x[i] = exp2(-60 * random_unit(&random_state)) * (i % 2 ? 1 : -1);
    check_block(8, x, &worst);
  }
  assert_within_one_ulp("|x| <= 1e5", worst);
}

// where one of the two is nearly zero the reduction has to be right to many more bits
static void error_is_below_one_ulp_beside_every_multiple_of_half_pi(void **state)
{
  (void)state;
  const long double half_pi = 1.57079632679489661923132169163975144L;
  worst_case worst = {0, 0};
  for (int k = 1; k <= 63661; k++) {
    double x[8];
    x[0] = (double)((long double)k * half_pi);
    x[1] = nextafter(x[0], 0), x[2] = nextafter(x[0], 1e6), x[3] = nextafter(x[1], 0);
    x[4] = -x[0];
    x[5] = (double)(((long double)k - 0.5L) * half_pi);  // where k changes
    x[6] = nextafter(x[5], 0), x[7] = nextafter(x[5], 1e6);
    check_block(8, x, &worst);
  }
  assert_within_one_ulp("beside k pi/2", worst);
}

static void error_is_below_one_ulp_beyond_1e5(void **state)
{
  (void)state;
  worst_case worst = {0, 0};
  for (int round = 0; round < 20000; round++) {
    double x[7];
    for (int i = 0; i < 7; i++)
      x[i] = 1e5 * exp2((1023 - 17) * random_unit(&random_state)) * (i % 2 ? 1 : -1);
    x[round % 7] = random_unit(&random_state);  // near and far side by side
    check_block(7, x, &worst);
  }
  // the double nearest to a multiple of π/2, relative to its own size, and both ends
  const double hard[] = {
      6381956970095103.0 * 0x1p797, DBL_MAX, -DBL_MAX, nextafter(1e5, 2e5), -1e22, 1e300, 0x1p1023};
  check_block(7, hard, &worst);
  assert_within_one_ulp("|x| > 1e5", worst);
}

static void every_count_reads_and_writes_its_own_elements_only(void **state)
{
  (void)state;
  for (int n = 1; n <= 33; n++) {
    double q[36], offset[36], s[36], c[36];
    for (int i = 0; i < 36; i++)
      q[i] = i < n ? 6 * random_unit(&random_state) - 3 : (double)NAN, offset[i] = 0.25, s[i] = c[i] = 77;
    sine_cosine_doubles(n, offset, q, NULL, s, c, NULL);
    for (int i = 0; i < n; i++) {
      assert_true(ulps(s[i], sinl((long double)(offset[i] + q[i]))) <= 1);
      assert_true(ulps(c[i], cosl((long double)(offset[i] + q[i]))) <= 1);
    }
    for (int i = n; i < 36; i++) assert_true(s[i] == 77 && c[i] == 77);
  }
}

static void nan_and_infinity_give_nan_and_leave_the_others_alone(void **state)
{
  (void)state;
  const double zero[6] = {0}, x[6] = {1, (double)NAN, (double)INFINITY, 2, -(double)INFINITY, 3};
  double s[6], c[6];
  sine_cosine_doubles(6, zero, x, NULL, s, c, NULL);
  for (int i = 0; i < 6; i++) {
    if (isfinite(x[i])) {
      assert_true(ulps(s[i], sinl((long double)x[i])) <= 1 && ulps(c[i], cosl((long double)x[i])) <= 1);
    } else {
      assert_true(isnan(s[i]) && isnan(c[i]));
    }
  }
}

static void zero_keeps_its_sign(void **state)
{
  (void)state;
  const double minus_zero[4] = {-0.0, -0.0, -0.0, -0.0}, x[4] = {0, -0.0, -0.0, 0};
  double s[4], c[4];
  sine_cosine_doubles(4, minus_zero, x, NULL, s, c, NULL);
  for (int i = 0; i < 4; i++) assert_true(s[i] == 0 && c[i] == 1 && signbit(s[i]) == signbit(x[i]));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(error_is_below_one_ulp_up_to_1e5),
      cmocka_unit_test(error_is_below_one_ulp_beside_every_multiple_of_half_pi),
      cmocka_unit_test(error_is_below_one_ulp_beyond_1e5),
      cmocka_unit_test(every_count_reads_and_writes_its_own_elements_only),
      cmocka_unit_test(nan_and_infinity_give_nan_and_leave_the_others_alone),
      cmocka_unit_test(zero_keeps_its_sign),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
