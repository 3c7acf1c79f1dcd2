/* Controllers hold the arm when something is wrong, with gravity compensated, and say why. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/closed_loop.h"

/* What goes wrong in a step, after a while of normal motion. */
typedef struct {
  const char *what;
  ulna_control_fault_kind fault;
  int joint;
  void (*spoil)(double *t, double q[], double qd[], double q_d[]);
} mishap;

static void position_nan(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)qd, (void)q_d;
  q[2] = (double)NAN;
}
static void speed_infinite(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)q, (void)q_d;
  qd[1] = HUGE_VAL;
}
static void position_jumps(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)qd, (void)q_d;
  q[3] += 0.5;
}
static void time_runs_back(double *t, double q[], double qd[], double q_d[])
{
  (void)q, (void)qd, (void)q_d;
  *t -= 0.01;
}
static void desired_nan(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)q, (void)qd;
  q_d[0] = (double)NAN;
}
static void too_fast(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)q, (void)q_d;
  qd[4] = -100;
}

static void mishaps_lead_to_a_hold_that_lasts_until_reset(void **state)
{
  (void)state;
  const mishap mishaps[] = {{"NaN in a position", ULNA_CONTROL_FAULT_NOT_FINITE, 3, position_nan},
                            {"an infinite speed", ULNA_CONTROL_FAULT_NOT_FINITE, 2, speed_infinite},
                            {"a jump", ULNA_CONTROL_FAULT_JUMP, 4, position_jumps},
                            {"time running back", ULNA_CONTROL_FAULT_TIME, 0, time_runs_back},
                            {"NaN in the set point", ULNA_CONTROL_FAULT_DESIRED, 0, desired_nan},
                            {"too high a speed", ULNA_CONTROL_FAULT_SPEED, 5, too_fast}};
  ulna_model *model = loop_model("puma560");
  for (int kind = 0; kind <= ULNA_CONTROL_IMPEDANCE; kind++)
    for (size_t k = 0; k < sizeof mishaps / sizeof mishaps[0]; k++) {
      ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
      o.gravity = true;
      ulna_controller *c = loop_controller(model, &o);
      const double from[6] = {0.3, -0.6, 0.4, 0.2, 0.7, -0.4};
      closed_loop l;
      loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
      double goal[6];
      memcpy(goal, from, sizeof goal);
      const ulna_desired d = {.q = goal};
      for (int step = 0; step < 20; step++) loop_follow(&l, &d);
      assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_NONE);

      double t = l.t, q[6], qd[6], held[6];
      memcpy(q, l.y, sizeof q), memcpy(qd, l.y + 6, sizeof qd), memcpy(held, l.y, sizeof held);
      mishaps[k].spoil(&t, q, qd, goal);
      const ulna_measured bad = {t, q, qd, NULL};
      assert_int_equal(ulna_controller_step(c, &bad, &d, l.u), ULNA_HOLDING);
      for (int i = 0; i < 6; i++) assert_true(isfinite(l.u[i]));
      assert_int_equal(ulna_controller_fault(c)->kind, mishaps[k].fault);
      assert_int_equal(ulna_controller_fault(c)->joint, mishaps[k].joint);
      assert_int_equal(ulna_controller_stage(c), ULNA_STAGE_HOLD);
      loop_advance(&l);
      // the arm stays where it was, though sensors are well again and the set point is far
      for (int i = 0; i < 6; i++) goal[i] = held[i] + 0.3;
      for (int step = 0; step < 500; step++) {
        const ulna_measured m = loop_seen(&l);
        assert_int_equal(ulna_controller_step(c, &m, &d, l.u), ULNA_HOLDING);
        loop_advance(&l);
      }
      for (int i = 0; i < 6; i++)
        if (!(fabs(l.y[i] - held[i]) <
              0.01))  // a blind hold drifts: gravity's torques are those of one posture
          fail_msg("%s, %s: joint %d went from %g to %g", ulna_control_kind_name((ulna_control_kind)kind),
                   mishaps[k].what, i + 1, held[i], l.y[i]);
      ulna_controller_reset(c);
      assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_NONE);
      for (int i = 0; i < 6; i++) goal[i] = l.y[i];
      for (int step = 0; step < 5; step++) loop_follow(&l, &d);
      assert_int_not_equal(ulna_controller_stage(c), ULNA_STAGE_HOLD);
      loop_finish(&l);
      ulna_controller_destroy(c);
    }
  ulna_model_destroy(model);
}

/* The first measurement has no number: no posture is known, and gravity at a posture that was made up could throw the arm. No
 * torque is given until positions are measured; these are then held. */
static void a_first_measurement_without_a_number_commands_nothing(void **state)
{
  (void)state;
  static const char *const robots[] = {"puma560",
                                       "irb6"};  // irb6: screws, whose ratio depends on the posture
  for (int r = 0; r < 2; r++)
    for (int kind = 0; kind <= ULNA_CONTROL_IMPEDANCE; kind++) {
      ulna_model *model = loop_model(robots[r]);
      const int n = ulna_model_joint_count(model);
      ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
      o.gravity = true;
      if (r == 1) o.output = ULNA_CONTROL_CURRENT;
      ulna_controller *c = loop_controller(model, &o);
      double q[6] = {0.3, 0.6, -0.4, 0.2, 0.7, -0.4}, qd[6] = {0}, given[6];
      const double found = q[1];
      const ulna_desired d = {.q = (const double[6]){0}};
      q[1] = (double)NAN;
      for (int step = 0; step < 3; step++) {
        const ulna_measured m = {1e-3 * step, q, qd, NULL};
        for (int i = 0; i < n; i++) given[i] = 1;
        assert_int_equal(ulna_controller_step(c, &m, &d, given), ULNA_HOLDING);
        for (int i = 0; i < n; i++) assert_true(given[i] == 0);
      }
      assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_NOT_FINITE);
      assert_int_equal(ulna_controller_outcome(c)->stage_changes, 1);
      q[1] = found;
      const ulna_measured well = {0.003, q, qd, NULL};
      assert_int_equal(ulna_controller_step(c, &well, &d, given), ULNA_HOLDING);
      ulna_work *work = NULL;
      assert_int_equal(ulna_work_create(model, ULNA_PARTS_DEFAULT, NULL, &work), ULNA_OK);
      double zero[6] = {0}, gravity[6];
      const ulna_drive_forces weight =
          r == 1 ? (ulna_drive_forces){.current = gravity} : (ulna_drive_forces){.F = gravity};
      assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, zero, zero, &weight), ULNA_OK);
      // at rest where it was found: its weight and nothing else (currents at rest: friction has no direction)
      for (int i = 0; i < n; i++) assert_true(fabs(given[i] - gravity[i]) <= 1e-9 * (1 + fabs(gravity[i])));
      ulna_work_destroy(work);
      ulna_controller_destroy(c);
      ulna_model_destroy(model);
    }
}

static void torques_beyond_all_numbers_are_a_fault_of_the_model(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  for (int kind = ULNA_CONTROL_UNIFIED; kind <= ULNA_CONTROL_ACTUATOR_SERVO; kind++) {
    const ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
    ulna_controller *c = loop_controller(model, &o);
    const double q[6] = {0.3, -0.6, 0.4, 0.2, 0.7, -0.4}, qd[6] = {0};
    double far_away[6] = {1e308, 0, 0, 0, 0, 0}, u[6];  // finite, but its products with gains are not
    const ulna_measured m = {0, q, qd, NULL}, later = {1e-3, q, qd, NULL};
    assert_int_equal(ulna_controller_step(c, &m, &(ulna_desired){.q = q}, u), ULNA_OK);
    assert_int_equal(ulna_controller_step(c, &later, &(ulna_desired){.q = far_away}, u), ULNA_HOLDING);
    assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_MODEL);
    for (int i = 0; i < 6; i++) assert_true(isfinite(u[i]));
    ulna_controller_destroy(c);
  }
  ulna_model_destroy(model);
}

/* The hand's set point moves out of reach, slowly, by every kind that cares. */
static void a_goal_out_of_reach_leads_to_a_hold(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const double from[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4};
  const ulna_control_kind kinds[] = {ULNA_CONTROL_UNIFIED, ULNA_CONTROL_COMPUTED_TORQUE,
                                     ULNA_CONTROL_PD_GRAVITY};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
    for (int method = ULNA_RESOLVE_ELIMINATION; method <= ULNA_RESOLVE_DAMPED; method++) {
      ulna_controller_options o = ulna_controller_options_default(kinds[k]);
      o.hand.resolve.method = (ulna_resolve_method)method;
      ulna_controller *c = loop_controller(model, &o);
      closed_loop l;
      loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
      ulna_pose pose;
      ulna_hand_pose(model, l.work, from, &pose);
      double twist[6] = {0, 0, 0, 0.5, 0, 0}, held[6], fastest = 0;
      bool holds = false;
      int step = 0;
      for (; step < 6000; step++) {  // 3 m in all: three times the arm's length
        const ulna_measured m = loop_seen(&l);
        const ulna_desired d = {.pose = &pose, .twist = twist};
        const ulna_status status = ulna_controller_step(c, &m, &d, l.u);
        for (int i = 0; i < 6; i++) assert_true(isfinite(l.u[i]));
        if (status == ULNA_HOLDING && !holds) holds = true, memcpy(held, l.y, sizeof held);
        loop_advance(&l);
        for (int i = 0; i < 6; i++) fastest = fmax(fastest, fabs(l.y[6 + i]));
        pose.p[0] += 0.5e-3;
      }
      assert_true(holds);
      const ulna_control_fault_kind fault = ulna_controller_fault(c)->kind;
      assert_int_equal(fault, ULNA_CONTROL_FAULT_REACH);
      assert_true(fastest < 1.01 * o.safety.fastest);  // the stretched elbow does not race
      char text[200];
      ulna_control_fault_format(ulna_controller_fault(c), text, sizeof text);
      print_message("%s, %s: %s; fastest joint %.3g rad/s\n", ulna_control_kind_name(kinds[k]),
                    method ? "damped" : "elimination", text, fastest);
      for (int i = 0; i < 6; i++) assert_true(fabs(l.y[6 + i]) < 1e-3);  // at rest
      loop_finish(&l);
      ulna_controller_destroy(c);
    }
  ulna_model_destroy(model);
}

static void a_joint_beyond_its_limit_is_held(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  const double from[6] = {0.2, -1.8, 0.5, 0.3, 0.9, -0.4}, limit = ulna_model_joint(model, 2)->limits.lower;
  double goal[6];
  memcpy(goal, from, sizeof goal);
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
  ulna_status status = ULNA_OK;
  for (int step = 0; step < 1500; step++) {  // joint 2 is led beyond its limit
    if (goal[1] > limit - 0.3) goal[1] -= 0.5e-3;
    const ulna_measured m = loop_seen(&l);
    const ulna_desired d = {.q = goal};
    status = ulna_controller_step(c, &m, &d, l.u);
    loop_advance(&l);
  }
  assert_int_equal(status, ULNA_HOLDING);
  assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_POSITION);
  assert_int_equal(ulna_controller_fault(c)->joint, 2);
  assert_true(ulna_controller_fault(c)->limit == limit);
  assert_true(fabs(l.y[1] - (limit - o.safety.position_margin)) < 5e-3 && fabs(l.y[7]) < 1e-3);
  loop_finish(&l);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

static void a_set_point_of_joints_far_away_for_long_is_held(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const double effort[6] = {40, 60, 20, 2, 2, 2};  // too weak to lift the arm from here
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  o.effort = effort;
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  const double from[6] = {0}, goal[6] = {0, 1.0, 0, 0, 0, 0};
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, true, 1e-3, from, NULL);
  ulna_status status = ULNA_OK;
  for (int step = 0; step < 900; step++) {
    const ulna_measured m = loop_seen(&l);
    const ulna_desired d = {.q = goal};
    status = ulna_controller_step(c, &m, &d, l.u);
    for (int i = 0; i < 6; i++) assert_true(fabs(l.u[i]) <= effort[i]);  // held or not
    if (status == ULNA_HOLDING) break;
    loop_advance(&l);
  }
  assert_int_equal(status, ULNA_HOLDING);
  assert_true(ulna_controller_fault(c)->kind == ULNA_CONTROL_FAULT_REACH);
  assert_int_equal(ulna_controller_fault(c)->joint, 2);
  loop_finish(&l);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

static void a_sensor_without_a_number_is_a_fault(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  ulna_controller *c = loop_controller(model, &o);
  const double q[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4}, still[6] = {0};
  double out[6], wrench[6] = {0};
  const ulna_desired d = {.q = q};
  for (int k = 0; k < 3; k++) {
    if (k == 2) wrench[4] = (double)NAN;
    const ulna_measured m = {1e-3 * k, q, still, wrench};
    assert_int_equal(ulna_controller_step(c, &m, &d, out), k == 2 ? ULNA_HOLDING : ULNA_OK);
  }
  assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_NOT_FINITE);
  assert_string_equal(ulna_control_fault_text(ulna_controller_fault(c)->kind),
                      "a measurement is not a finite number");
  // nothing was ever measured: held without knowing where, and still finite
  ulna_controller_reset(c);
  const double lost[6] = {(double)NAN, 0, 0, 0, 0, 0};
  const ulna_measured blind = {0, lost, lost, NULL};
  assert_int_equal(ulna_controller_step(c, &blind, &d, out), ULNA_HOLDING);
  for (int i = 0; i < 6; i++) assert_true(isfinite(out[i]));
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

/* Currents and actuator forces of a hold, on an arm with screws and coupled joints: finite, within the motors' limits, and enough
 * to keep the arm where it was. */
static void a_hold_by_currents_keeps_the_arm(void **state)
{
  (void)state;
  ulna_model *model = loop_model("irb6");
  const int n = ulna_model_joint_count(model);
  const double from[LOOP_MOST] = {0.1, 1.6, -1.6, 0.2, 0.1};
  for (int output = ULNA_CONTROL_FORCE; output <= ULNA_CONTROL_CURRENT; output++) {
    ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
    o.output = (ulna_control_output)output;
    ulna_controller *c = loop_controller(model, &o);
    closed_loop l;
    loop_start(&l, model, c, output == ULNA_CONTROL_FORCE ? ULNA_DRIVEN_BY_FORCE : ULNA_DRIVEN_BY_CURRENT,
               false, 1e-3, from, NULL);
    for (int k = 0; k < 400; k++) {
      ulna_measured m = loop_seen(&l);
      const double lost[LOOP_MOST] = {(double)NAN, 0, 0, 0, 0};
      if (k >= 50) m.q = lost;
      const ulna_desired d = {.q = from};
      assert_int_equal(ulna_controller_step(c, &m, &d, l.u), k < 50 ? ULNA_OK : ULNA_HOLDING);
      for (int a = 0; a < n; a++) {
        const ulna_motor *motor = &ulna_model_drive(model, a)->motor;
        assert_true(isfinite(l.u[a]));
        assert_true(fabs(output == ULNA_CONTROL_CURRENT ? l.u[a] : l.u[a] / motor->torque_constant) <=
                    motor->current_limit * (1 + 1e-12));
      }
      loop_advance(&l);
    }
    for (int i = 0; i < n; i++) assert_true(fabs(l.y[i] - from[i]) < 1e-3);
    loop_finish(&l);
    ulna_controller_destroy(c);
  }
  ulna_model_destroy(model);
}

static void a_request_that_cannot_be_leaves_everything_as_it_is(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  ulna_controller *c = loop_controller(model, &o);
  const double q[6] = {0}, still[6] = {0};
  const ulna_pose pose = ulna_pose_identity();
  double out[6] = {7, 7, 7, 7, 7, 7};
  const ulna_measured m = {0, q, still, NULL};
  const ulna_desired wrong[] = {{.q = NULL},
                                {.q = q, .pose = &pose},
                                {.q = q, .stage = ULNA_STAGE_HOLD},
                                {.q = q, .stage = ULNA_STAGE_COUNT}};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    assert_int_equal(ulna_controller_step(c, &m, &wrong[k], out), ULNA_INVALID_ARGUMENT);
    for (int i = 0; i < 6; i++) assert_true(out[i] == 7);
  }
  const ulna_desired right = {.q = q};
  assert_int_equal(ulna_controller_step(c, &m, &right, out), ULNA_OK);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mishaps_lead_to_a_hold_that_lasts_until_reset),
      cmocka_unit_test(a_first_measurement_without_a_number_commands_nothing),
      cmocka_unit_test(torques_beyond_all_numbers_are_a_fault_of_the_model),
      cmocka_unit_test(a_goal_out_of_reach_leads_to_a_hold),
      cmocka_unit_test(a_joint_beyond_its_limit_is_held),
      cmocka_unit_test(a_set_point_of_joints_far_away_for_long_is_held),
      cmocka_unit_test(a_sensor_without_a_number_is_a_fault),
      cmocka_unit_test(a_hold_by_currents_keeps_the_arm),
      cmocka_unit_test(a_request_that_cannot_be_leaves_everything_as_it_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
