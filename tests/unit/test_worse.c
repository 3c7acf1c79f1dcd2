/* An error that is no number is the worst, wherever it stands in a list: in the helper and in what the tests judge by. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/worse.h"
#include "support/chain.h"
#include "support/golden.h"

static void the_larger_error_is_the_worse(void **state)
{
  (void)state;
  assert_true(worse_of(1, 2) == 2 && worse_of(2, 1) == 2 && worse_of(0, 0) == 0);
  assert_true(isnan(worse_of(1, (double)NAN)) && isnan(worse_of((double)NAN, 1)));
  assert_true(isnan(worse_of((double)NAN, (double)INFINITY)));
}

static void no_list_of_errors_forgets_a_nan(void **state)
{
  (void)state;
  for (size_t k = 0; k < 4; k++) {
    const double expected[4] = {1, 2, 3, 4};
    double x[4] = {1, 2, 3, 4};
    assert_true(golden_close("as it is", x, expected, 4, 1e-12));
    x[k] = (double)NAN;
    assert_false(golden_close("with a NaN, as it should", x, expected, 4, 1e-12));
  }
  for (int k = 0; k < 12; k++) {
    ulna_pose pose = ulna_pose_identity();
    const long_pose expected = long_identity();
    assert_true(pose_difference(&pose, &expected) == 0);
    if (k < 9) pose.R[k / 3][k % 3] = (double)NAN;
    else pose.p[k - 9] = (double)NAN;
    assert_true(isnan(pose_difference(&pose, &expected)));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_larger_error_is_the_worse),
      cmocka_unit_test(no_list_of_errors_forgets_a_nan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
