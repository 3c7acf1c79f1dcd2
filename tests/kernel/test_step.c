/* The link step, counted by itself and checked against the matrix it stands for. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define REAL_KIND "number/tally.h"
#include "kernel/step.h"

static step some_step(void)
{
  return step_make(number(cos(0.7)), number(sin(0.7)), number(cos(-1.1)), number(sin(-1.1)));
}
static vec3 some_vector(void) { return vec3_make(number(0.3), number(-1.2), number(2.5)); }

static void a_change_of_frame_costs_8_products_and_4_sums(void **state)
{
  (void)state;
  vec3 (*const ways[])(step, vec3) = {step_down, step_up};
  for (int k = 0; k < 2; k++) {
    ulna_tally_begin(TALLY_STRUCTURED, NULL, 0);
    ways[k](some_step(), some_vector());
    tally_count c = ulna_tally_total();
    assert_int_equal(c.multiplications, 8);
    assert_int_equal(c.additions, 4);

    ulna_tally_begin(TALLY_FULL_MATRIX, NULL, 0);  // as Turney, Mudge and Lee charge it
    ways[k](some_step(), some_vector());
    c = ulna_tally_total();
    assert_int_equal(c.multiplications, 9);
    assert_int_equal(c.additions, 6);
  }
}

static void what_is_zero_by_construction_costs_nothing(void **state)
{
  (void)state;
  ulna_tally_begin(TALLY_STRUCTURED, NULL, 0);
  step_down(some_step(), vec3_zero());
  assert_int_equal(ulna_tally_total().multiplications, 0);
  step_down(some_step(), vec3_make(constant(0), constant(0), number(1)));  // along the joint's axis
  assert_int_equal(ulna_tally_total().multiplications, 2);
  assert_int_equal(ulna_tally_total().additions, 0);
}

static bool same(vec3 a, vec3 b)  // three roundings of numbers near 2
{
  return fabs(a.x.value - b.x.value) < 1e-15 && fabs(a.y.value - b.y.value) < 1e-15 &&
         fabs(a.z.value - b.z.value) < 1e-15;
}

static void down_and_up_are_the_matrix_and_its_transpose(void **state)
{
  (void)state;
  const step R = some_step();
  const mat3 m = step_matrix(R);
  const vec3 v = some_vector();
  assert_true(same(step_up(R, v), mat3_mul(&m, v)));
  assert_true(same(step_down(R, v), mat3_mul_transposed(&m, v)));
  assert_true(same(step_down(R, step_up(R, v)), v));
  const vec3 z = vec3_make(constant(0), constant(0), constant(1));
  assert_true(same(step_axis(R), step_down(R, z)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_change_of_frame_costs_8_products_and_4_sums),
      cmocka_unit_test(what_is_zero_by_construction_costs_nothing),
      cmocka_unit_test(down_and_up_are_the_matrix_and_its_transpose),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
