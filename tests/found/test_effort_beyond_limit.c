/* A fault that was found once: with coupled drives a motor's limit was cut, all joints were computed from that, and a joint
 * got -56 N m where 10 are allowed, with ULNA_OK. Right: every limit holds at once. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ulna/ulna.h"

static const double effort[2] = {10, 200}; /* N m, of the joints */
static const double torque_constant = 0.05, current_limit = 10;

static const char *const joints[2] = {"bend", "roll"};

static void add_joint(ulna_builder *builder, int i)
{
  ulna_joint j = ulna_joint_default();
  j.name = joints[i];
  j.link.name = i ? "B" : "A";
  j.a = 0.3;
  j.link.body.mass = 2;
  j.link.body.com[0] = -0.15;
  j.link.body.inertia[0] = 0.01;
  j.link.body.inertia[1] = j.link.body.inertia[2] = 0.02;
  j.link.body.about = ULNA_ABOUT_COM;
  j.limits.effort = effort[i];
  assert_int_equal(ulna_builder_add_joint(builder, &j), ULNA_OK);
}

/* The first motor turns the first joint, the second both; the second alone has a limit. */
static void add_drive(ulna_builder *builder, int i)
{
  ulna_drive d = ulna_drive_default();
  const ulna_couple couples[2] = {{joints[i], 50}, {joints[0], 50}};
  d.name = i ? "m2" : "m1";
  d.mounted_on = "base";
  d.couple_count = i + 1;
  d.couples = couples;
  d.spin_only = true;
  d.rotor.about = ULNA_ABOUT_COM;
  d.rotor.inertia[2] = 1e-5;
  d.counted_in_link = ULNA_COUNTED_YES;
  d.motor.type = ULNA_MOTOR_DC;
  d.motor.torque_constant = d.motor.back_emf = torque_constant;
  d.motor.resistance = 1;
  if (i) d.motor.current_limit = current_limit;
  assert_int_equal(ulna_builder_add_drive(builder, &d), ULNA_OK);
}

static void no_joint_gets_more_than_its_effort(void **state)
{
  (void)state;
  ulna_builder *builder = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &builder), ULNA_OK);
  for (int i = 0; i < 2; i++) add_joint(builder, i);
  for (int i = 0; i < 2; i++) add_drive(builder, i);
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_finish(builder, NULL, &model), ULNA_OK);
  ulna_builder_destroy(builder);
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_JOINT_PD);
  o.safety.joint_error = 100;
  ulna_controller *c = NULL;
  assert_int_equal(ulna_controller_create(model, &o, NULL, &c), ULNA_OK);
  const double rest[2] = {0, 0}, goal[2] = {0, 1};
  double out[2];
  const ulna_measured measured = {0, rest, rest, NULL};
  const ulna_desired desired = {.q = goal};
  assert_int_equal(ulna_controller_step(c, &measured, &desired, out), ULNA_OK);
  const ulna_control_outcome *x = ulna_controller_outcome(c);
  assert_true(x->saturated);
  assert_true(x->tau[1] >
              50 * torque_constant * current_limit);  // out of the motor's reach, or nothing would be shown
  const double rounding = 1 + 1e-12;
  for (int i = 0; i < 2; i++) assert_true(fabs(out[i]) <= effort[i] * rounding);
  assert_true(fabs(x->force[1]) <= torque_constant * current_limit * rounding);
  assert_true(out[1] > 0);  // and still in the direction that is desired
  // what the joints get is what the motors give: tau = Kᵀ F
  assert_true(fabs(out[0] - 50 * (x->force[0] + x->force[1])) < 1e-9);
  assert_true(fabs(out[1] - 50 * x->force[1]) < 1e-9);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_joint_gets_more_than_its_effort)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
