/* The operations counted by running the formulations on the tally, against the papers' tables as the errata have
 * corrected them. M: × and ÷, A: + and −. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "count/counts.h"
#include "kernel/angeles.h"
#include "kernel/modified_newton_euler.h"
#include "support/arm.h"

static const int lengths[] = {1, 2, 3, 6, 7, 12};
enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

/* a n³ + b n² + c n + d over 6 */
typedef struct {
  long cubic, square, linear, rest;
} polynomial;

static long at(polynomial p, long n)
{
  const long six = p.cubic * n * n * n + p.square * n * n + p.linear * n + p.rest;
  assert_int_equal(six % 6, 0);
  return six / 6;
}
static polynomial line(long slope, long rest) { return (polynomial){0, 0, 6 * slope, 6 * rest}; }

static count_result count(random_arm *a, count_task task, ulna_inverse_method method, count_rules rules)
{
  static double out[12 * 12 * 12], tau[12];
  count_result result;
  const int n = a->arm.n;
  const count_run run = {task, (int)method, ULNA_REVOLUTE, rules};
  void *memory = arm_memory(ulna_count_size(task, n));
  ulna_count(&run, &a->arm, a->at, NULL, NULL, &result, out, memory);
  free(memory);
  if ((task != COUNT_INVERSE_DYNAMICS && task != COUNT_DEFAULT) || rules.diagonal_inertia) return result;
  // what was counted is what is right
  memory = arm_memory(ulna_formulations_f64.size(n));
  ulna_formulations_f64.inverse_dynamics(&a->arm, ULNA_INVERSE_MODIFIED_NEWTON_EULER, a->at, tau, memory);
  free(memory);
  assert_true(arm_difference(out, tau, n, 1e-3) < 1e-11);
  return result;
}

/* A revolute arm in gravity along z; base still, hand empty: their values. What of it is known is the rules'. */
static void still_arm(random_arm *a, int n)
{
  static const double zero[3] = {0, 0, 0}, up[3] = {0, 0, 9.81};
  random_arm_fill(a, 42 + (uint64_t)n, n, ARM_REVOLUTE);
  for (int k = 0; k < 3; k++) {
    a->arm.base_w[k] = a->arm.base_wd[k] = a->arm.hand_f[k] = a->arm.hand_n[k] = zero[k];
    a->arm.base_a[k] = up[k];
  }
}

static void holds(ulna_inverse_method method, count_rules rules, polynomial M, polynomial A)
{
  for (int i = 0; i < LENGTHS; i++) {
    random_arm a;
    still_arm(&a, lengths[i]);
    const count_result r = count(&a, COUNT_INVERSE_DYNAMICS, method, rules);
    assert_int_equal(r.total.multiplications, at(M, lengths[i]));
    assert_int_equal(r.total.additions, at(A, lengths[i]));
  }
}

static void lagrange_takes_the_corrected_table_2(void **state)
{
  (void)state;
  const count_rules rules = {.base_at_rest = true};
  holds(ULNA_INVERSE_LAGRANGE, rules, (polynomial){81, 543, 78, 0}, (polynomial){65, 444, -11, 0});
}

static void newton_euler_takes_112n_24_and_98n_24(void **state)
{
  (void)state;
  count_rules rules = {.full_matrix_rotations = true};
  holds(ULNA_INVERSE_NEWTON_EULER, rules, line(112, -24), line(98, -24));
  rules.diagonal_inertia = true;
  holds(ULNA_INVERSE_NEWTON_EULER, rules, line(100, -24), line(86, -24));
}

static void modified_newton_euler_takes_94n_33_and_83n_33(void **state)
{
  (void)state;
  count_rules rules = {.full_matrix_rotations = true, .diagonal_inertia = true};
  holds(ULNA_INVERSE_MODIFIED_NEWTON_EULER, rules, line(94, -33), line(83, -33));
  rules.diagonal_inertia = false;
  holds(ULNA_INVERSE_MODIFIED_NEWTON_EULER, rules, line(106, -33), line(95, -33));
}

static void structured_rotations_save_a_multiplication_and_two_additions_each(void **state)
{
  (void)state;
  holds(ULNA_INVERSE_NEWTON_EULER, (count_rules){0}, line(107, -22), line(88, -20));
  holds(ULNA_INVERSE_MODIFIED_NEWTON_EULER, (count_rules){.diagonal_inertia = true}, line(89, -31),
        line(73, -29));
}

static void angeles_takes_137n_20_and_110n_13(void **state)
{
  (void)state;
  count_rules rules = {.hand_loaded = true, .centres = true};
  holds(ULNA_INVERSE_ANGELES, rules, line(137, -20), line(110, -13));
  rules.centres = false;  // positions and velocities of the mass centres are not used
  holds(ULNA_INVERSE_ANGELES, rules, line(121, -20), line(90, -13));
}

static void a_base_known_to_be_at_rest_costs_the_first_link_less(void **state)
{
  (void)state;
  const count_rules rules = {.full_matrix_rotations = true, .diagonal_inertia = true, .base_at_rest = true};
  random_arm a;
  for (int n = 2; n <= 12; n += 5) {
    still_arm(&a, n);
    const count_result r = count(&a, COUNT_INVERSE_DYNAMICS, ULNA_INVERSE_MODIFIED_NEWTON_EULER, rules);
    assert_int_equal(r.total.multiplications, 94 * n - 53);
    assert_int_equal(r.total.additions, 83 * n - 55);
  }
}

static void a_gravity_pass_takes_44n_24_and_34n_24(void **state)
{
  (void)state;
  for (int i = 0; i < LENGTHS; i++) {
    random_arm a;
    still_arm(&a, lengths[i]);
    const count_result r =
        count(&a, COUNT_GRAVITY, ULNA_INVERSE_NEWTON_EULER, (count_rules){.full_matrix_rotations = true});
    assert_int_equal(r.total.multiplications, 44 * lengths[i] - 24);
    assert_int_equal(r.total.additions, 34 * lengths[i] - 24);
  }
}

static void the_default_takes_fewer_than_every_reference(void **state)
{
  (void)state;
  const count_rules rules = {.base_at_rest = true};
  for (int n = 2; n <= 12; n += 5) {
    random_arm a;
    still_arm(&a, n);
    const count_result fast = count(&a, COUNT_DEFAULT, ULNA_INVERSE_NEWTON_EULER, rules);
    for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++) {
      const count_result r = count(&a, COUNT_INVERSE_DYNAMICS, (ulna_inverse_method)m, rules);
      assert_true(fast.total.multiplications < r.total.multiplications);
      assert_true(fast.total.additions < r.total.additions);
    }
  }
}

static void row(const count_result *r, int part, long M, long A)
{
  assert_int_equal(r->row[part].multiplications, M);
  assert_int_equal(r->row[part].additions, A);
}

static void prismatic_links_take_what_the_errata_say(void **state)
{
  (void)state;
  random_arm a;
  random_arm_fill(&a, 9, 4, ARM_PRISMATIC);
  const count_result r = count(&a, COUNT_INVERSE_DYNAMICS, ULNA_INVERSE_ANGELES,
                               (count_rules){.hand_loaded = true, .centres = true});
  row(&r, ANGELES_Q, 4 * 4, 0);
  row(&r, ANGELES_c, 16 * 4, 15 * 4);
  row(&r, ANGELES_w, 8 * 4, 4 * 4);
  row(&r, ANGELES_cd, 14 * 4, 11 * 4);
  row(&r, ANGELES_wd, 8 * 4, 4 * 4);
  row(&r, ANGELES_cdd, 22 * 4, 20 * 4);
}

static void rows_of_table_7_1_are_the_printed_ones_and_the_missing_one(void **state)
{
  (void)state;
  random_arm a;
  still_arm(&a, 5);
  const count_result r = count(&a, COUNT_INVERSE_DYNAMICS, ULNA_INVERSE_ANGELES,
                               (count_rules){.hand_loaded = true, .centres = true});
  row(&r, ANGELES_Q, 4 * 5, 0);
  row(&r, ANGELES_c, 8 * 5, 10 * 5);  // not in print
  row(&r, ANGELES_w, 8 * 5, 5 * 5);
  row(&r, ANGELES_cd, 20 * 5, 16 * 5);
  row(&r, ANGELES_wd, 10 * 5, 7 * 5);
  row(&r, ANGELES_cdd, 32 * 5, 28 * 5);
}

enum { KINEMATIC_STEP = MNE_A, DYNAMIC_STEP = MNE_tau };  // entered once a link step

static void strobing_takes_the_link_steps_the_report_says_and_the_ones_it_forgot(void **state)
{
  (void)state;
  for (int n = 1; n <= 6; n++) {
    random_arm a;
    still_arm(&a, n);
    const count_result M = count(&a, COUNT_MASS_MATRIX, ULNA_INVERSE_STROBE, (count_rules){0});
    assert_int_equal(M.visits[KINEMATIC_STEP], n * (n + 1) / 2);
    assert_int_equal(M.visits[DYNAMIC_STEP], n * (n + 1) / 2);
    const count_result C = count(&a, COUNT_CHRISTOFFEL, ULNA_INVERSE_STROBE, (count_rules){0});
    assert_int_equal(C.visits[KINEMATIC_STEP], n * (n + 1) * (2 * n + 1) / 6);
    assert_int_equal(C.visits[DYNAMIC_STEP], n * n * (n + 1) / 2);  // n = 6: 126, printed 21
  }
}

static void the_concurrent_schedule_takes_27n_19_and_27n_13(void **state)
{
  (void)state;
  const count_rules rules = {.full_matrix_rotations = true, .diagonal_inertia = true};
  for (int n = 2; n <= 12; n++) {
    random_arm a;
    still_arm(&a, n);
    const count_result r = count(&a, COUNT_INVERSE_DYNAMICS, ULNA_INVERSE_MODIFIED_NEWTON_EULER, rules);
    assert_int_equal(r.schedule.multiplications, 27 * n + 19);
    assert_int_equal(r.schedule.additions, 27 * n + 13);
    if (n >=
        4) {  // what a link in the middle adds: a_i outward; R n_{i+1} and two of the sums of "add n" inward
      assert_int_equal(r.outward.multiplications, 18), assert_int_equal(r.outward.additions, 15);
      assert_int_equal(r.inward.multiplications, 9), assert_int_equal(r.inward.additions, 12);
    }
    assert_true(r.depth.multiplications < r.schedule.multiplications);
    assert_true(r.depth.additions < r.schedule.additions);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lagrange_takes_the_corrected_table_2),
      cmocka_unit_test(newton_euler_takes_112n_24_and_98n_24),
      cmocka_unit_test(modified_newton_euler_takes_94n_33_and_83n_33),
      cmocka_unit_test(structured_rotations_save_a_multiplication_and_two_additions_each),
      cmocka_unit_test(angeles_takes_137n_20_and_110n_13),
      cmocka_unit_test(a_base_known_to_be_at_rest_costs_the_first_link_less),
      cmocka_unit_test(a_gravity_pass_takes_44n_24_and_34n_24),
      cmocka_unit_test(the_default_takes_fewer_than_every_reference),
      cmocka_unit_test(prismatic_links_take_what_the_errata_say),
      cmocka_unit_test(rows_of_table_7_1_are_the_printed_ones_and_the_missing_one),
      cmocka_unit_test(strobing_takes_the_link_steps_the_report_says_and_the_ones_it_forgot),
      cmocka_unit_test(the_concurrent_schedule_takes_27n_19_and_27n_13),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
