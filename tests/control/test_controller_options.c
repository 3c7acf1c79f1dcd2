/* Every number of a controller's options that cannot be is told in a sentence of its own, and makes no controller. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/closed_loop.h"

typedef struct {
  const char *words;
  size_t offset; /* of the number in the options */
  double value;
} wrong;

#define AT(path) offsetof(ulna_controller_options, path)

static void look_at(ulna_control_kind kind, const ulna_model *model, const wrong all[], size_t count)
{
  for (size_t k = 0; k < count; k++)
    for (int none = 0; none < 2; none++) {
      ulna_controller_options o = ulna_controller_options_default(kind);
      assert_null(ulna_controller_options_fault(model, &o));
      const double value =
          none ? (double)NAN : all[k].value;  // what is no number is as wrong as the wrong one
      memcpy((char *)&o + all[k].offset, &value, sizeof value);
      const char *fault = ulna_controller_options_fault(model, &o);
      if (!fault || !strstr(fault, all[k].words))
        fail_msg("%s: %s", all[k].words, fault ? fault : "(no fault)");
      ulna_controller *c = NULL;
      assert_int_not_equal(ulna_controller_create(model, &o, NULL, &c), ULNA_OK);
      assert_null(c);
    }
}

static void numbers_that_cannot_be(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const wrong all[] = {
      {"the period must be above 0 s", AT(period), 0},
      {"the delay must not be negative", AT(delay), -1},
      {"frequency of the joints' gains", AT(joints.frequency), 0},
      {"damping ratio of the joints' gains", AT(joints.damping_ratio), -1},
      {"the integral's limit must not be negative", AT(joints.integral_limit), -1},
      {"frequency of the hand's gains", AT(hand.frequency), 0},
      {"damping ratio of the hand's gains", AT(hand.damping_ratio), 0},
      {"integral of the hand's error and its limit", AT(hand.integral), -1},
      {"integral of the hand's error and its limit", AT(hand.integral_limit), -1},
      {"rate towards the desired posture", AT(hand.posture_rate), -1},
      {"a weight of the hand's directions", AT(hand.resolve.weight[2]), -1},
      {"the least pivot of resolved motion", AT(hand.resolve.pivot), 1},
      {"the damping of resolved motion", AT(hand.resolve.damping), 0},
      {"length and period of resolved motion", AT(hand.resolve.length), -1},
      {"length and period of resolved motion", AT(hand.resolve.period), -1},
      {"", AT(fine.rate), 0},
      {"rate and position of fine motion must be above 0 1/s", AT(fine.position), 0},
      {"push_rate must not be negative", AT(fine.push_rate), -1},
      {"force_rate, force_integral, force_limit and feel_time must", AT(fine.force_rate), -1},
      {"force_rate, force_integral, force_limit and feel_time must", AT(fine.force_integral), -1},
      {"force_rate, force_integral, force_limit and feel_time must", AT(fine.force_limit), -1},
      {"force_rate, force_integral, force_limit and feel_time must", AT(fine.feel_time), -1},
      {"distances and speeds at which stages change", AT(stages.distance), 0},
      {"distances and speeds at which stages change", AT(stages.angle), 0},
      {"distances and speeds at which stages change", AT(stages.speed), 0},
      {"distances and speeds at which stages change", AT(stages.turn_speed), 0},
      {"distances and speeds at which stages change", AT(stages.joint_distance), 0},
      {"distances and speeds at which stages change", AT(stages.joint_speed), 0},
      {"`leave` must be above 1", AT(stages.leave), 1},
      {"contact_release must be below contact_force", AT(stages.contact_force), 0},
      {"contact_release must be below contact_force", AT(stages.contact_release), -1},
      {"dwell and transfer must not be negative", AT(stages.dwell), -1},
      {"dwell and transfer must not be negative", AT(stages.transfer), -1},
      {"the share of friction compensated", AT(friction.share), -1},
      {"", AT(friction.speed), 0},
      {"", AT(friction.acceleration), 0},
      {"", AT(impedance.stiffness[1]), -1},
      {"", AT(impedance.damping[1]), -1},
      {"damping_ratio, null_damping and null_stiffness must not", AT(impedance.damping_ratio), -1},
      {"damping_ratio, null_damping and null_stiffness must not", AT(impedance.null_damping), -1},
      {"damping_ratio, null_damping and null_stiffness must not", AT(impedance.null_stiffness), -1},
      {"the limits of safety must be above 0 (position_margin and", AT(safety.jump), 0},
      {"the limits of safety must be above 0 (position_margin and", AT(safety.fastest), 0},
      {"the limits of safety must be above 0 (position_margin and", AT(safety.position_margin), -1},
      {"the limits of safety must be above 0 (position_margin and", AT(safety.speed_margin), 0},
      {"the limits of safety must be above 0 (position_margin and", AT(safety.reach_error), 0},
      {"the limits of safety must be above 0 (position_margin and", AT(safety.reach_angle), 0},
      {"the limits of safety must be above 0 (position_margin and", AT(safety.joint_error), 0},
      {"the limits of safety must be above 0 (position_margin and", AT(safety.reach_time), -1},
  };
  look_at(ULNA_CONTROL_UNIFIED, model, all, sizeof all / sizeof *all);
  const wrong servo[] = {
      {"frequency of the actuators' servos", AT(servo.frequency), 0},
      {"damping ratio of the actuators' servos", AT(servo.damping_ratio), 0},
      {"time of the derivative's filter", AT(servo.derivative_filter), -1},
  };
  look_at(ULNA_CONTROL_ACTUATOR_SERVO, model, servo, sizeof servo / sizeof *servo);
  ulna_model_destroy(model);
}

static void expect_fault(const ulna_model *model, const ulna_controller_options *o, const char *words)
{
  const char *fault = ulna_controller_options_fault(model, o);
  if (!fault || !strstr(fault, words)) fail_msg("%s: %s", words, fault ? fault : "(no fault)");
}

static void lists_and_words_that_cannot_be(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  double list[6] = {1, 1, 1, 1, 1, 1};
  const ulna_controller_options plain = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  ulna_controller_options o = plain;
  o.kind = (ulna_control_kind)99, expect_fault(model, &o, "the kind of controller is none");
  o = plain, o.output = (ulna_control_output)9, expect_fault(model, &o, "the output is none");
  o = plain, o.joints.kp = list, expect_fault(model, &o, "kp and kv must be given together");
  list[3] = 0;
  o = plain, o.joints.kp = o.joints.kv = list, expect_fault(model, &o, "a joint's kp must be above 0");
  list[3] = -1;
  const double ones[6] = {1, 1, 1, 1, 1, 1};
  o = plain, o.joints.kp = ones, o.joints.kv = list,
  expect_fault(model, &o, "a joint's kv must not be negative");
  o = plain, o.joints.ki = list, expect_fault(model, &o, "a joint's ki must not be negative");
  o = plain, o.effort = list, expect_fault(model, &o, "a joint's largest effort must be above 0");
  o = plain, o.hand.integral = 1e4, expect_fault(model, &o, "it would swing up");
  list[3] = (double)NAN;
  o = plain, o.hand.posture = list, expect_fault(model, &o, "a number of the desired posture is not finite");
  o = plain, memset(o.hand.resolve.weight, 0, sizeof o.hand.resolve.weight);
  expect_fault(model, &o, "one of the hand's directions at least");
  o = plain, o.hand.resolve.method = (ulna_resolve_method)7, expect_fault(model, &o, "none of the two");
  o = plain, o.fine.gravity_every = 0, expect_fault(model, &o, "gravity_every must be at least 1 cycle");
  o = plain, o.friction.by = (ulna_compensation)7, expect_fault(model, &o, "none of the three");
  o = ulna_controller_options_default(ULNA_CONTROL_ACTUATOR_SERVO);
  o.servo.type = (ulna_servo)7, expect_fault(model, &o, "none of P, PD and PID");
  o = ulna_controller_options_default(ULNA_CONTROL_ACTUATOR_SERVO);
  list[3] = 0, o.servo.inertia = list, expect_fault(model, &o, "an actuator's inertia must be above 0");
  ulna_model_destroy(model);
  model = loop_model("planar2r");  // without friction
  o = ulna_controller_options_default(ULNA_CONTROL_ACTUATOR_SERVO);
  o.servo.type = ULNA_SERVO_P, expect_fault(model, &o, "a P servo needs viscous friction");
  ulna_model_destroy(model);
}

/* A servo's integral rests while a limit cuts what it asks for: after a second at the limit it turns round at once. */
static void an_actuator_s_integral_does_not_wind_up(void **state)
{
  (void)state;
  ulna_model *model = loop_model("planar2r");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_ACTUATOR_SERVO);
  const double effort[2] = {1, 1}, rest[2] = {0, 0}, there[2] = {0.3, 0.3}, back[2] = {-0.3, -0.3};
  o.servo.type = ULNA_SERVO_PID, o.effort = effort, o.safety.joint_error = 100;
  ulna_controller *c = loop_controller(model, &o);
  double out[2];
  for (int k = 0; k <= 1000; k++) {
    const ulna_measured m = {1e-3 * k, rest, rest, NULL};
    const ulna_desired d = {.q = k < 1000 ? there : back};
    assert_int_equal(ulna_controller_step(c, &m, &d, out), ULNA_OK);
    for (int i = 0; i < 2; i++) assert_true(k < 1000 ? out[i] == 1 : out[i] < 0);
  }
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_that_cannot_be),
      cmocka_unit_test(lists_and_words_that_cannot_be),
      cmocka_unit_test(an_actuator_s_integral_does_not_wind_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
