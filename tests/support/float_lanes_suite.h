/* What every lanes kind of floats must do. Include after defining REAL_KIND, once in a test program, which then is complete. */
#include "base/random.h"
#include "number/real.h"

// distance from the truth in units of the last place of the float nearest to it
static double ulps(float got, double truth)
{
  int e;
  frexp(truth, &e);
  const double unit = ldexp(1, e < -125 ? -149 : e - 24);
  return fabs((double)got - truth) / unit;
}

static double worst_of(const float x[REAL_LANES])
{
  real s, c;
  const real none = constant(0), q = load_elements(x);
  sine_cosine_sums(1, &none, &q, &s, &c);
  double worst = 0;
  for (int i = 0; i < REAL_LANES; i++)
    worst = fmax(worst, fmax(ulps(s[i], sin((double)x[i])), ulps(c[i], cos((double)x[i]))));
  return worst;
}

static void sines_are_within_two_ulp_for_every_argument(void **state)
{
  (void)state;
  uint64_t seed = 3;
  float x[REAL_LANES];
  double worst = 0;
  for (int round = 0; round < 60000; round++) {
    const double reach[] = {0.8, 7, 1e4, 3e38};
    for (int i = 0; i < REAL_LANES; i++)
      x[i] = (float)random_between(&seed, -reach[round % 4], reach[round % 4]);
    worst = fmax(worst, worst_of(x));
  }
  for (int k = -6400; k < 6400;
       k += REAL_LANES) {  // next to multiples of π/2, where r has the fewest good bits
    for (int side = -1; side <= 1; side++) {
      for (int i = 0; i < REAL_LANES; i++) {
        x[i] = (float)((k + i) * 1.57079632679489661923);
        if (side) x[i] = nextafterf(x[i], side > 0 ? 1e30F : -1e30F);
      }
      worst = fmax(worst, worst_of(x));
    }
  }
  print_message("%g ulp at most\n", worst);
  if (!(worst <= 2)) fail_msg("%g ulp", worst);
}

static void zeros_infinities_and_what_is_no_number_stay_in_their_lanes(void **state)
{
  (void)state;
  const float odd[] = {-0.0F, 0.0F, INFINITY, -INFINITY, NAN, 1e-40F, 1e5F, -3e4F};
  float x[REAL_LANES];
  real s, c;
  for (int i = 0; i < REAL_LANES; i++) x[i] = odd[i % 8];
  const real none = constant(-0.0), q = load_elements(x);
  sine_cosine_sums(1, &none, &q, &s, &c);
  for (int i = 0; i < REAL_LANES; i++) {
    if (i % 8 < 2) assert_true(s[i] == 0 && signbit(s[i]) == signbit(x[i]) && c[i] == 1);
    else if (i % 8 < 5) assert_true(isnan(s[i]) && isnan(c[i]));
    else assert_true(ulps(s[i], sin((double)x[i])) <= 2 && ulps(c[i], cos((double)x[i])) <= 2);
  }
}

static void a_choice_is_made_lane_by_lane(void **state)
{
  (void)state;
  element a[REAL_LANES], b[REAL_LANES], out[REAL_LANES];
  for (int i = 0; i < REAL_LANES; i++) a[i] = i % 4 == 3 ? (element)NAN : (element)(i % 4), b[i] = 1;
  store_elements(out, choose_less(load_elements(a), load_elements(b), constant(10), constant(20)));
  for (int i = 0; i < REAL_LANES; i++) assert_true(out[i] == (a[i] < b[i] ? 10 : 20));
  store_elements(out, root(load_elements(b)));
  for (int i = 0; i < REAL_LANES; i++) assert_true(out[i] == 1 && lane_of(load_elements(b), i) == 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sines_are_within_two_ulp_for_every_argument),
      cmocka_unit_test(zeros_infinities_and_what_is_no_number_stay_in_their_lanes),
      cmocka_unit_test(a_choice_is_made_lane_by_lane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
