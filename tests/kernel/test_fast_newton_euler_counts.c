/* Operations of the fast kernel, counted by running it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define REAL_KIND "number/tally.h"
#include "support/fast_in_kind.h"

static tally_count count(int n, arm_joints joints, arm_load load)
{
  random_arm a;
  double tau[ARM_LONGEST];
  random_arm_fill(&a, 7, n, joints);
  ulna_tally_begin(TALLY_STRUCTURED, NULL, 0);
  fast_in_this_kind(&a, load, tau);
  return ulna_tally_total();
}

/* By the papers' rules, a change of frame included at what it costs here. Newton–Euler as printed takes 112n − 24 and
 * 98n − 24 at 9M + 6A a change of frame. */
static void revolute_chain_takes_94n_less_111_products_and_79n_less_104_sums(void **state)
{
  (void)state;
  for (int n = 2; n <= 20; n++) {
    const tally_count c = count(n, ARM_REVOLUTE, BARE);
    assert_int_equal(c.multiplications, 94 * n - 111);
    assert_int_equal(c.additions, 79 * n - 104);
  }
}

static void turning_base_and_hand_wrench_take_94n_less_52_and_79n_less_46(void **state)
{
  (void)state;
  for (int n = 2; n <= 20; n++) {
    const tally_count c = count(n, ARM_REVOLUTE, LOADED);
    assert_int_equal(c.multiplications, 94 * n - 52);
    assert_int_equal(c.additions, 79 * n - 46);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(revolute_chain_takes_94n_less_111_products_and_79n_less_104_sums),
      cmocka_unit_test(turning_base_and_hand_wrench_take_94n_less_52_and_79n_less_46),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
