/* Gains: of the actuators' servos, over inertia load, with limits; and the spring at the hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "support/closed_loop.h"

/* One vertical axis, where gravity does nothing, through a gear of 50: a linear plant of inertia 0.8 kg m² at the joint. */
static ulna_model *turntable(double viscous, double current_limit)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  ulna_joint joint = ulna_joint_default();
  joint.name = "table", joint.link.name = "plate";
  joint.link.body = (ulna_body){3, {0, 0, 0}, {0.2, 0.2, 0.3, 0, 0, 0}, ULNA_ABOUT_COM};
  assert_int_equal(ulna_builder_add_joint(b, &joint), ULNA_OK);
  const ulna_couple couple = {"table", 50};
  ulna_drive drive = ulna_drive_default();
  drive.name = "motor", drive.mounted_on = "base", drive.couple_count = 1, drive.couples = &couple;
  drive.spin_only = true, drive.rotor.inertia[2] = 2e-4;  // 0.5 kg m² at the joint
  drive.friction.viscous = viscous;
  drive.motor = (ulna_motor){ULNA_MOTOR_DC, 0.1, 0.1, 2, 0, current_limit, HUGE_VAL};
  assert_int_equal(ulna_builder_add_drive(b, &drive), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

static const double J_motor = (0.3 + 50.0 * 50 * 2e-4) / 2500;

/* The positions of a sampled loop obey the recurrence whose roots are the wanted poles: one way to see that they are there. */
static void discrete_servos_have_the_wanted_poles(void **state)
{
  (void)state;
  ulna_model *model = turntable(0, HUGE_VAL);
  const double T = 2e-3, w = 40, ratios[] = {0.5, 1, 1.5};
  for (int type = ULNA_SERVO_PD; type <= ULNA_SERVO_PID; type++)
    for (int r = 0; r < 3; r++) {
      ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_ACTUATOR_SERVO);
      o.period = T, o.output = ULNA_CONTROL_FORCE;
      o.servo.type = (ulna_servo)type, o.servo.frequency = w, o.servo.damping_ratio = ratios[r];
      ulna_controller *c = loop_controller(model, &o);
      closed_loop l;
      const double from = 0.1, goal = 0;
      loop_start(&l, model, c, ULNA_DRIVEN_BY_FORCE, false, T, &from, NULL);
      // sum and product of the pair e^{sT}, and the third
      const double z = ratios[r], root = sqrt(fabs(z * z - 1));
      const double a = exp(-w * T * z);
      const double sum =
          z < 1 ? 2 * a * cos(w * T * root) : exp(-w * T * (z + root)) + exp(-w * T * (z - root));
      const double product = a * a, third = exp(-w * T);
      double x[4] = {from, from, from, from};
      const ulna_desired d = {.q = &goal};
      for (int k = 0; k < 60; k++) {
        loop_follow(&l, &d);
        memmove(x, x + 1, 3 * sizeof *x);
        x[3] = l.y[0];
        if (k < 3) continue;
        const double two = x[3] - sum * x[2] + product * x[1];
        const double before = x[2] - sum * x[1] + product * x[0];
        const double left = type == ULNA_SERVO_PD ? two : two - third * before;
        assert_true(fabs(left) < 1e-13);  // of 0.1 rad: rounding
      }
      loop_finish(&l);
      ulna_controller_destroy(c);
    }
  ulna_model_destroy(model);
}

static void continuous_servos_have_the_wanted_gains(void **state)
{
  (void)state;
  ulna_model *model = turntable(1e-3, 5);
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_ACTUATOR_SERVO);
  o.servo.discrete = false, o.servo.frequency = 40, o.servo.damping_ratio = 0.7;
  double kp, kd, ki;
  const double w = 40, z = 0.7;
  for (int type = ULNA_SERVO_P; type <= ULNA_SERVO_PID; type++) {
    o.servo.type = (ulna_servo)type;
    ulna_controller *c = loop_controller(model, &o);
    ulna_controller_servo_gains(c, &kp, &kd, &ki);
    // J s² + B s + kp; J s² + kd s + kp; J s³ + kd s² + kp s + ki = J (s² + 2ζω s + ω²)(s + ω)
    const double p = type == ULNA_SERVO_P    ? 1e-3 * 1e-3 / (4 * z * z * J_motor)
                     : type == ULNA_SERVO_PD ? J_motor * w * w
                                             : J_motor * (w * w + 2 * z * w * w);
    const double v = type == ULNA_SERVO_P    ? 0
                     : type == ULNA_SERVO_PD ? 2 * z * w * J_motor
                                             : J_motor * w * (2 * z + 1);
    const double i = type == ULNA_SERVO_PID ? J_motor * w * w * w : 0;
    assert_true(fabs(kp / p - 1) < 1e-12);
    assert_true(fabs(kd - v) <= 1e-12 * v);
    assert_true(fabs(ki - i) <= 1e-12 * i);
    ulna_controller_destroy(c);
  }
  ulna_model_destroy(model);
}

/* Speed by differences of positions, filtered: slower by the filter, but it settles. */
static void servos_can_do_without_measured_speeds(void **state)
{
  (void)state;
  ulna_model *model = turntable(0, 5);
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_ACTUATOR_SERVO);
  o.servo.from_positions = true, o.servo.derivative_filter = 2e-3;
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  const double from = 0.1, goal = 0, nothing[1] = {0};
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, &from, NULL);
  for (int k = 0; k < 1000; k++) {
    const ulna_measured m = {l.t, l.y, nothing, NULL};  // no speed is told
    const ulna_desired d = {.q = &goal};
    assert_int_equal(ulna_controller_step(c, &m, &d, l.u), ULNA_OK);
    loop_advance(&l);
    assert_true(l.y[0] > -0.02);  // hardly any overshoot
  }
  assert_true(fabs(l.y[0]) < 1e-8);
  loop_finish(&l);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

/* A step against the motor's current limit, with an integral: how far beyond the goal it swings. `known` is the controller's
 * model of the arm. */
static double overshoot(const ulna_model *model, const ulna_model *known, double ki, int *saturated)
{
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  o.output = ULNA_CONTROL_CURRENT, o.joints.frequency = 20, o.joints.ki = &ki, o.joints.integral_limit = 1e9;
  ulna_controller *c = loop_controller(known, &o);
  closed_loop l;
  const double from = 0, goal = 0.4;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_CURRENT, false, 1e-3, &from, NULL);
  const ulna_desired d = {.q = &goal};
  double most = 0;
  *saturated = 0;
  for (int k = 0; k < 3000; k++) {
    loop_follow(&l, &d);
    if (model == known) assert_true(fabs(l.u[0]) <= 5);
    *saturated += ulna_controller_outcome(c)->saturated;
    most = fmax(most, (l.y[0] - goal) / goal);
  }
  assert_true(fabs(l.y[0] - goal) < 1e-4);
  loop_finish(&l);
  ulna_controller_destroy(c);
  return most;
}

static void integral_does_not_wind_up_at_a_known_limit(void **state)
{
  (void)state;
  ulna_model *model = turntable(0, 5), *unlimited = turntable(0, HUGE_VAL);
  int saturated, none;
  const double alone = overshoot(model, model, 0, &none), with = overshoot(model, model, 2000, &saturated);
  const double unaware = overshoot(model, unlimited, 2000, &none);
  print_message(
      "limit met in %d steps: overshoot %.3f, of a controller that does not know it %.3f, without integral %.3f\n",
      saturated, with, unaware, alone);
  assert_true(saturated > 50);
  assert_true(with < unaware / 2);
  ulna_model_destroy(model);
  ulna_model_destroy(unlimited);
}

static void gains_follow_the_load(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.joints.by_load = true, o.joints.damping_ratio = 0.8;
  ulna_controller *c = loop_controller(model, &o);
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  double M[36], kp[6], kv[6], inertia[6], stiffness[6];
  const double *error = ulna_controller_table_error(c);
  uint64_t random = 11;
  for (int k = 0; k < 200; k++) {
    double q[6];
    for (int i = 0; i < 6; i++) {
      const ulna_limits *at = &ulna_model_joint(model, i + 1)->limits;
      q[i] = random_between(&random, at->lower, at->upper);
    }
    assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
    ulna_controller_gains(c, q, kp, kv, inertia);
    for (int i = 0; i < 6; i++) {
      // other postures than those the table's error was taken from: half as much again
      assert_true(fabs(inertia[i] / M[7 * i] - 1) < 1.5 * error[i] + 1e-3);
      assert_true(fabs(kv[i] / (2 * 0.8 * sqrt(kp[i])) - 1) < 1e-12);
      // one stiffness at every posture; kv and inertia are each linear between points, their product not quite
      if (k == 0) stiffness[i] = kp[i] * inertia[i];
      assert_true(fabs(kp[i] * inertia[i] / stiffness[i] - 1) < 0.05);
      assert_true(fabs(kp[i] * inertia[i] / stiffness[i] - 1) < 1e-9 || i < 5);
    }
  }
  for (int i = 0; i < 6; i++) print_message("joint %d: table's error %.2g\n", i + 1, error[i]);
  assert_true(error[0] < 0.05 && error[1] < 0.05 && error[2] < 0.01);
  ulna_work_destroy(work);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

/* Overshoot of joint 1's PD after a step, arm stretched or folded. */
static double pd_overshoot(const ulna_model *model, bool by_load, const double posture[6])
{
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_PD_GRAVITY);
  o.joints.by_load = by_load, o.joints.frequency = 15, o.joints.damping_ratio = 0.7;
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  double goal[6];
  memcpy(goal, posture, sizeof goal);
  goal[0] += 0.05;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, posture, NULL);
  const ulna_desired d = {.q = goal};
  double most = 0;
  for (int k = 0; k < 600; k++) {
    loop_follow(&l, &d);
    most = fmax(most, (l.y[0] - goal[0]) / 0.05);
  }
  loop_finish(&l);
  ulna_controller_destroy(c);
  return most;
}

static void damping_by_load_keeps_the_overshoot(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const double stretched[6] = {0, 0, 1.57, 0, 0, 0}, folded[6] = {0, 1.5, 2.3, 0, 0, 0};
  const double expected = exp(-M_PI * 0.7 / sqrt(1 - 0.49));  // of a second-order system
  for (int k = 0; k < 2; k++) {
    const double with = pd_overshoot(model, true, k ? folded : stretched);
    const double without = pd_overshoot(model, false, k ? folded : stretched);
    print_message("%s: overshoot %.3f by load, %.3f with one gain; second order %.3f\n",
                  k ? "folded" : "stretched", with, without, expected);
    assert_true(fabs(with - expected) < 0.02);
  }
  ulna_model_destroy(model);
}

/* How far the hand goes under a force, over what its spring alone would: with a set point of the hand, or of the joints. */
static void give_way(bool of_joints, double ratio[3])
{
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_IMPEDANCE);
  const double posture[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4}, force[3] = {6, -9, 12};
  const double k[6] = {40, 50, 60, 1500, 2000, 2500};
  memcpy(o.impedance.stiffness, k, sizeof k);
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, posture, NULL);
  memcpy(l.force, force, sizeof force);
  l.base_force = true;
  ulna_pose pose, now;
  ulna_hand_pose(model, l.work, posture, &pose);
  const ulna_desired d = {.pose = of_joints ? NULL : &pose, .q = of_joints ? posture : NULL};
  for (int step = 0; step < 3000; step++) loop_follow(&l, &d);
  ulna_hand_pose(model, l.work, l.y, &now);
  for (int i = 0; i < 3; i++) ratio[i] = (now.p[i] - pose.p[i]) / (force[i] / k[3 + i]);
  loop_finish(&l);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

static void hand_gives_way_by_force_over_stiffness(void **state)
{
  (void)state;
  double ratio[3];
  give_way(false, ratio);
  for (int i = 0; i < 3; i++)
    if (!(fabs(ratio[i] - 1) < 1e-6)) fail_msg("direction %d: %g of what it should be", i, ratio[i]);
  // where joints have set points, some of their own stiffness is left to them: 0.76; all of it would be 0.4
  give_way(true, ratio);
  print_message("with set points of joints: %.3f, %.3f, %.3f\n", ratio[0], ratio[1], ratio[2]);
  for (int i = 0; i < 3; i++)
    if (!(ratio[i] > 0.7 && ratio[i] < 1)) fail_msg("direction %d: %g of what it should be", i, ratio[i]);
}

/* A push is what the hand exerts beside its spring: tau grows by Jᵗ (force, moment), in the tool's axes. */
static void a_push_is_added_to_the_spring(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_DEFAULT, NULL, &work), ULNA_OK);
  const ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_IMPEDANCE);
  const double q[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4}, qd[6] = {0}, push[6] = {3, -2, 5, 0.1, 0.2, -0.3};
  double tau[2][6], J[36];
  ulna_pose pose;
  ulna_hand_pose(model, work, q, &pose);
  for (int with = 0; with < 2; with++) {
    ulna_controller *c = loop_controller(model, &o);
    const ulna_measured measured = {.t = 0, .q = q, .qd = qd};
    const ulna_desired desired = {.pose = &pose, .push = with ? push : NULL};
    assert_int_equal(ulna_controller_step(c, &measured, &desired, tau[with]), ULNA_OK);
    ulna_controller_destroy(c);
  }
  ulna_jacobian(model, work, NULL, ULNA_AXES_TOOL, q, J);
  for (int i = 0; i < 6; i++) {
    double expected = 0;
    for (int k = 0; k < 3; k++) expected += J[6 * (3 + k) + i] * push[k] + J[6 * k + i] * push[3 + k];
    if (!(fabs(tau[1][i] - tau[0][i] - expected) < 1e-12 * (1 + fabs(expected))))
      fail_msg("joint %d: %g instead of %g", i + 1, tau[1][i] - tau[0][i], expected);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* Damping that is given and too much for the period is lowered, its spring with it, and the arm comes to rest. */
static void given_damping_at_the_hand_is_lowered_to_what_the_period_bears(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_IMPEDANCE);
  const double posture[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4};
  double start[6];
  for (int k = 0; k < 6; k++) o.impedance.damping[k] = k < 3 ? 1e3 : 1e5, o.impedance.stiffness[k] = 1e6;
  ulna_controller *c = loop_controller(model, &o);
  const double lowered = ulna_controller_outcome(c)->lowered;
  print_message("lowered to %.3g\n", lowered);
  assert_true(lowered > 0 && lowered < 0.5);
  for (int i = 0; i < 6; i++) start[i] = posture[i] + 0.002;
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, start, NULL);
  const ulna_desired d = {.q = posture};
  for (int step = 0; step < 3000; step++) loop_follow(&l, &d);
  for (int i = 0; i < 6; i++) assert_true(fabs(l.y[6 + i]) < 1e-3);
  loop_finish(&l);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(discrete_servos_have_the_wanted_poles),
      cmocka_unit_test(continuous_servos_have_the_wanted_gains),
      cmocka_unit_test(servos_can_do_without_measured_speeds),
      cmocka_unit_test(integral_does_not_wind_up_at_a_known_limit),
      cmocka_unit_test(gains_follow_the_load),
      cmocka_unit_test(damping_by_load_keeps_the_overshoot),
      cmocka_unit_test(hand_gives_way_by_force_over_stiffness),
      cmocka_unit_test(a_push_is_added_to_the_spring),
      cmocka_unit_test(given_damping_at_the_hand_is_lowered_to_what_the_period_bears),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
