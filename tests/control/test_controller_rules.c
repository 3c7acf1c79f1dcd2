/* Rules of a controller, one by one, at their bounds: hysteresis, dwelling, reach, blindness, windup, limits of force. Each test
 * is named after what would break if the rule were turned round (tests/mutate/control.tsv). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/closed_loop.h"

static const double posture[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4};

typedef struct {
  ulna_model *model;
  ulna_controller *controller;
  double t, q[6], qd[6], wrench[6], out[6];
} rig;

static rig rig_of(const ulna_controller_options *o)
{
  rig r = {.model = loop_model("puma560")};
  r.controller = loop_controller(r.model, o);
  memcpy(r.q, posture, sizeof r.q);
  return r;
}

static void rig_end(rig *r)
{
  ulna_controller_destroy(r->controller);
  ulna_model_destroy(r->model);
}

static ulna_status step(rig *r, double dt, const ulna_desired *d, bool sensor)
{
  r->t += dt;
  const ulna_measured m = {r->t, r->q, r->qd, sensor ? r->wrench : NULL};
  return ulna_controller_step(r->controller, &m, d, r->out);
}

/* Joint 2 stands `off` from the goal; the stage after one step of 1 ms. */
static ulna_stage stage_at(rig *r, double off)
{
  r->q[1] = posture[1] - off;
  const ulna_desired d = {.q = r->q, .goal_q = posture};
  assert_int_equal(step(r, 1e-3, &d, false), ULNA_OK);
  return ulna_controller_stage(r->controller);
}

static void a_stage_is_left_farther_out_than_it_is_entered(void **state)
{
  (void)state;
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.stages.dwell = 0;  // joint_distance 0.03, left at 1.5 times that
  rig r = rig_of(&o);
  assert_int_equal(stage_at(&r, 0.04), ULNA_STAGE_GROSS);
  assert_int_equal(stage_at(&r, 0.029), ULNA_STAGE_FINE);
  assert_int_equal(stage_at(&r, 0.04), ULNA_STAGE_FINE);
  assert_int_equal(stage_at(&r, 0.046), ULNA_STAGE_GROSS);
  assert_int_equal(stage_at(&r, 0.04), ULNA_STAGE_GROSS);
  rig_end(&r);
}

static void a_stage_lasts_its_dwelling_time(void **state)
{
  (void)state;
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.stages.dwell = 0.0095;
  rig r = rig_of(&o);
  assert_int_equal(stage_at(&r, 0.04), ULNA_STAGE_GROSS);
  for (int k = 0; k < 12; k++) stage_at(&r, 0.04);
  assert_int_equal(stage_at(&r, 0.02), ULNA_STAGE_FINE);  // since now
  for (int k = 1; k <= 9; k++) assert_int_equal(stage_at(&r, 0.05), ULNA_STAGE_FINE);
  assert_int_equal(stage_at(&r, 0.05), ULNA_STAGE_GROSS);
  rig_end(&r);
}

static ulna_stage stage_with(rig *r, double newtons)
{
  const double push[6] = {0, 0, 1, 0, 0, 0};
  r->wrench[2] = -newtons;
  const ulna_desired d = {.q = posture, .push = push};
  assert_int_equal(step(r, 1e-3, &d, true), ULNA_OK);
  return ulna_controller_stage(r->controller);
}

static void contact_is_released_below_the_force_that_told_it(void **state)
{
  (void)state;
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.stages.dwell = 0;  // told above 0.3 N, released below 0.1 N
  rig r = rig_of(&o);
  assert_int_equal(stage_with(&r, 0.2), ULNA_STAGE_FINE);
  assert_int_equal(stage_with(&r, 0.31), ULNA_STAGE_CONTACT);
  assert_int_equal(stage_with(&r, 0.2), ULNA_STAGE_CONTACT);
  assert_int_equal(stage_with(&r, 0.09), ULNA_STAGE_FINE);
  assert_int_equal(stage_with(&r, 0.2), ULNA_STAGE_FINE);
  rig_end(&r);
}

static void far_is_a_fault_only_after_the_reach_time(void **state)
{
  (void)state;
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  o.safety.reach_time = 0.0095;
  rig r = rig_of(&o);
  double far[6];
  memcpy(far, posture, sizeof far);
  far[0] += 0.6;  // joint_error is 0.5
  const ulna_desired away = {.q = far}, here = {.q = posture};
  for (int k = 0; k < 9; k++) assert_int_equal(step(&r, 1e-3, &away, false), ULNA_OK);
  assert_int_equal(step(&r, 1e-3, &here, false), ULNA_OK);  // near again: the time begins anew
  for (int k = 0; k < 10; k++) assert_int_equal(step(&r, 1e-3, &away, false), ULNA_OK);
  assert_int_equal(step(&r, 1e-3, &away, false), ULNA_HOLDING);
  assert_int_equal(ulna_controller_fault(r.controller)->kind, ULNA_CONTROL_FAULT_REACH);
  rig_end(&r);
}

static void after_a_jump_positions_are_not_believed(void **state)
{
  (void)state;
  const ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  rig r = rig_of(&o);
  const ulna_desired d = {.q = posture};
  double first[6];
  assert_int_equal(step(&r, 1e-3, &d, false), ULNA_OK);
  memcpy(first, r.out, sizeof first);  // gravity of the last good posture
  r.q[1] += 0.5;                       // farther than 3 times 10 rad/s in a millisecond
  assert_int_equal(step(&r, 1e-3, &d, false), ULNA_HOLDING);
  assert_int_equal(ulna_controller_fault(r.controller)->kind, ULNA_CONTROL_FAULT_JUMP);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 6; i++) assert_true(fabs(r.out[i] - first[i]) < 1e-9);
    r.q[2] -= 0.3;
    assert_int_equal(step(&r, 1e-3, &d, false), ULNA_HOLDING);
  }
  rig_end(&r);
}

/* Hold: M (ω² e − 2 ω v) and gravity, ω 30 rad/s. */
static void a_hold_brakes_with_twice_its_frequency(void **state)
{
  (void)state;
  const ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  rig r = rig_of(&o);
  const ulna_desired d = {.q = posture};
  const double v = 0.3;
  assert_int_equal(step(&r, 1e-3, &d, false), ULNA_OK);
  double gravity[6], M[36];
  memcpy(gravity, r.out, sizeof gravity);
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(r.model, ULNA_PARTS_DEFAULT, NULL, &work), ULNA_OK);
  assert_int_equal(ulna_drive_mass_matrix(r.model, work, posture, M), ULNA_OK);
  r.qd[0] = v;
  assert_int_equal(step(&r, 0, &d, false), ULNA_HOLDING);  // time does not advance
  for (int i = 0; i < 6; i++)
    assert_true(fabs(r.out[i] - (gravity[i] - M[6 * i] * 2 * 30 * v)) < 1e-9 * (1 + fabs(gravity[i])));
  ulna_work_destroy(work);
  rig_end(&r);
}

static void an_output_is_finite_whatever_is_compensated(void **state)
{
  (void)state;
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  o.friction.by = ULNA_COMPENSATE_MEASURED, o.friction.share = 1e308;
  rig r = rig_of(&o);
  for (int i = 0; i < 6; i++) r.qd[i] = 5;
  const ulna_desired d = {.q = posture};
  assert_int_equal(step(&r, 1e-3, &d, false), ULNA_OK);
  for (int i = 0; i < 6; i++) assert_true(isfinite(r.out[i]));
  rig_end(&r);
}

/* The second step sees that the first was cut; from then on the integral rests: ki e dt is all there is. */
static void an_integral_rests_while_its_joint_is_cut(void **state)
{
  (void)state;
  const double kp[6] = {900, 900, 900, 900, 900, 900}, kv[6] = {60, 60, 60, 60, 60, 60},
               ki[6] = {1000, 1000, 1000, 1000, 1000, 1000}, effort[6] = {1, 1, 1, 1, 1, 1};
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_JOINT_PD);
  o.joints.kp = kp, o.joints.kv = kv, o.joints.ki = ki, o.effort = effort;
  rig r = rig_of(&o);
  double goal[6];
  memcpy(goal, posture, sizeof goal);
  goal[0] += 0.4;
  const ulna_desired d = {.q = goal};
  for (int k = 0; k < 100; k++) assert_int_equal(step(&r, 1e-3, &d, false), ULNA_OK);
  const double asked = ulna_controller_outcome(r.controller)->qdd[0];
  assert_true(fabs(asked - (900 * 0.4 + 1000 * 0.4 * 1e-3)) < 1e-9);
  rig_end(&r);
}

/* Waist torque in contact after so many steps with a constant reading; the push is 1 N along the tool's x. */
static double pushed(rig *r, int steps, double newtons)
{
  const double push[6] = {1, 0, 0, 0, 0, 0};
  const ulna_desired d = {.q = posture, .push = push, .stage = ULNA_STAGE_CONTACT};
  r->wrench[0] = -newtons;
  for (int k = 0; k < steps; k++) assert_int_equal(step(r, 1e-3, &d, true), ULNA_OK);
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += ulna_controller_outcome(r->controller)->tau[i] * (i + 1);
  return sum;
}

static ulna_controller_options with_loop(double limit)
{
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.fine.force_integral = 10, o.fine.force_limit = limit, o.stages.transfer = 0;
  return o;
}

/* Nothing is felt: 1 N is missing, the integral grows by 10 N/s. */
static void the_force_loop_stops_at_its_limit(void **state)
{
  (void)state;
  const ulna_controller_options o = with_loop(2);
  rig r = rig_of(&o);
  const double first = pushed(&r, 1, 0), early = pushed(&r, 99, 0), full = pushed(&r, 200, 0),
               later = pushed(&r, 500, 0);
  // after k steps 0.01 k N, up to 2 N
  assert_true(fabs((early - first) / (full - first) - 0.99 / 1.99) < 1e-6);
  assert_true(fabs(later - full) < 1e-9 * fabs(full));
  rig_end(&r);
}

/* An impact of 100 N takes no more off in a step than the push's own size would: what a step without force had added. */
static void an_impact_does_not_turn_the_push_around(void **state)
{
  (void)state;
  const ulna_controller_options o = with_loop(20);
  rig r = rig_of(&o);
  const double a = pushed(&r, 10, 0), b = pushed(&r, 1, 0), c = pushed(&r, 1, 100), e = pushed(&r, 1, 100);
  assert_true(fabs((b - a) + (c - b)) < 1e-6 * fabs(b - a));
  assert_true(fabs((c - b) - (e - c)) < 1e-6 * fabs(b - a));
  rig_end(&r);
}

int main(void)
{

  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stage_is_left_farther_out_than_it_is_entered),
      cmocka_unit_test(a_stage_lasts_its_dwelling_time),
      cmocka_unit_test(contact_is_released_below_the_force_that_told_it),
      cmocka_unit_test(far_is_a_fault_only_after_the_reach_time),
      cmocka_unit_test(after_a_jump_positions_are_not_believed),
      cmocka_unit_test(a_hold_brakes_with_twice_its_frequency),
      cmocka_unit_test(an_output_is_finite_whatever_is_compensated),
      cmocka_unit_test(an_integral_rests_while_its_joint_is_cut),
      cmocka_unit_test(the_force_loop_stops_at_its_limit),
      cmocka_unit_test(an_impact_does_not_turn_the_push_around),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
