/* Operations of forward dynamics by both of its texts: the library eliminates each row as soon as it is there where n is
 * known when compiling, all rows afterwards where it is not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define REAL_KIND "number/tally.h"
#include "number/real.h"
_Static_assert(IS_FIXED(0), "the tally counts as for a known n: row by row");
static bool row_by_row;
#undef IS_FIXED
#define IS_FIXED(n) row_by_row
/* gcc, optimising: with a sanitizer it takes the address of the thread's count for null, and it warns of arms with more joints than
 * there is room for. */
#if defined(__GNUC__) && !defined(__clang__)
#  pragma GCC optimize("O0")
#  pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif
#include "kernel/fast_forward.h"
#include "support/fast_in_kind.h"

typedef struct {
  tally_count count;
  double qdd[COLUMNS_MOST];
} forward;

static forward run(bool by_row, int n, arm_joints joints, arm_load load)
{
  random_arm a;
  arm_in_kind x = {.memory = NULL};
  real qdd[COLUMNS_MOST], pivot[COLUMNS_MOST];
  forward f = {{0, 0, 0}, {0}};
  row_by_row = by_row;
  random_arm_fill(&a, 7, n, joints);
  ulna_tally_begin(TALLY_STRUCTURED, NULL, 0);
  arm_in_this_kind(&a, load, &x);
  fast_forward_dynamics(&x.k, &x.k.scratch, n, x.k.revolute, load == LOADED, x.q, x.qd, x.qdd, NULL, qdd,
                        pivot);
  f.count = ulna_tally_total();
  for (int i = 0; i < n; i++) f.qdd[i] = value_of(qdd[i]);
  free(x.memory);
  return f;
}

static void both_eliminations_take_the_same_operations(void **state)
{
  (void)state;
  const arm_joints kinds[] = {ARM_REVOLUTE, ARM_MIXED};
  for (int n = 1; n <= COLUMNS_MOST; n++)
    for (int j = 0; j < 2; j++)
      for (int load = LOADED; load <= BARE; load++) {
        const forward now = run(true, n, kinds[j], (arm_load)load),
                      later = run(false, n, kinds[j], (arm_load)load);
        assert_true(now.count.multiplications > 0);
        assert_int_equal(now.count.multiplications, later.count.multiplications);
        assert_int_equal(now.count.additions, later.count.additions);
        // the same sums in another order: rounding, times the conditioning of a random arm
        for (int i = 0; i < n; i++)
          assert_true(fabs(now.qdd[i] - later.qdd[i]) <= 1e-9 * (1 + fabs(now.qdd[i])));
      }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_eliminations_take_the_same_operations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
