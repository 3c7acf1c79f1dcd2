/* Every golden case's Jacobian, its rate, and the hand's motion, the base's included. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/golden.h"

enum { MOST = 32 };

static void golden_jacobians_and_tip_motions(void **state)
{
  (void)state;
  json_t *file = golden_load("open.json"), *one;
  size_t k, compared = 0, failed = 0;
  json_array_foreach(json_object_get(file, "cases"), k, one)
  {
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *model = golden_model(json_model);
    ulna_work *work = golden_work(model, json_model);
    const size_t n = (size_t)ulna_model_joint_count(model);
    double q[MOST], qd[MOST], qdd[MOST], J[6 * MOST], rate[6], velocity[6], acceleration[6];
    assert_true(n <= MOST);
    assert_int_equal(golden_numbers(json_object_get(one, "q"), q, n), n);
    assert_int_equal(golden_numbers(json_object_get(one, "qd"), qd, n), n);
    assert_int_equal(golden_numbers(json_object_get(one, "qdd"), qdd, n), n);
    ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, q, J);
    ulna_jacobian_rate(model, work, NULL, ULNA_AXES_BASE, q, qd, rate);
    ulna_point_motion(model, work, NULL, ULNA_AXES_BASE, q, qd, qdd, velocity, acceleration);
    failed += !golden_passes(one, "J", J, 6 * n);
    failed += !golden_passes(one, "Jdot_qd", rate, 6);
    failed += !golden_passes(one, "tip_velocity", velocity, 6);
    failed += !golden_passes(one, "tip_acceleration", acceleration, 6);
    compared++;
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  json_decref(file);
  assert_int_equal(compared, 40);
  assert_int_equal(failed, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(golden_jacobians_and_tip_motions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
