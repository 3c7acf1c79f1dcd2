/* What a control step finds once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "control/control_internal.h"
#include "support/closed_loop.h"

/* Torques take the sines that the hand's motion was found with: in the end the controller's work is still turned to the posture it
 * kept. */
static void a_step_finds_its_sines_once(void **state)
{
  (void)state;
  const char *const robots[] = {"puma560", "panda", "stanford"};
  const ulna_control_kind kinds[] = {ULNA_CONTROL_UNIFIED, ULNA_CONTROL_COMPUTED_TORQUE,
                                     ULNA_CONTROL_IMPEDANCE};
  const double start[][7] = {{0.2, -0.7, 0.5, 0.3, 0.9, -0.4},
                             {0.2, -0.7, 0.5, -1.3, 0.9, 1.4, 0.1},
                             {0.2, -0.7, 0.5, 0.3, 0.9, -0.4}};
  for (int r = 0; r < 3; r++) {
    ulna_model *model = loop_model(robots[r]);
    for (int k = 0; k < 3; k++) {
      const ulna_controller_options o = ulna_controller_options_default(kinds[k]);
      ulna_controller *c = loop_controller(model, &o);
      double q[LOOP_MOST], qd[LOOP_MOST] = {0}, out[LOOP_MOST];
      memcpy(q, start[r], sizeof start[r]);
      ulna_pose goal;
      ulna_hand_pose(model, c->work, q, &goal);
      const ulna_measured measured = {0, q, qd, NULL};
      const ulna_desired desired = {.pose = &goal};
      assert_int_equal(ulna_controller_step(c, &measured, &desired, out), ULNA_OK);
      assert_ptr_equal(c->work->fast.slide, ulna_work_kept(c->work));
      assert_null(ulna_work_posture(c->work, q));
      ulna_controller_destroy(c);
    }
    ulna_model_destroy(model);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_step_finds_its_sines_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
