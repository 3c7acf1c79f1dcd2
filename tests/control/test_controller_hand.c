/* Set points of the hand: resolved acceleration, stages, pushes and the hand sensor. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "support/closed_loop.h"

enum { MAX = LOOP_MOST };

static const double start_posture[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4};

/* A straight line of the hand and its trajectory. */
static ulna_trajectory *line(const ulna_pose *from, double dx, double dy, double dz, double duration)
{
  ulna_hand_motion motion = ulna_hand_motion_default();
  motion.start = motion.goal = *from;
  motion.goal.p[0] += dx, motion.goal.p[1] += dy, motion.goal.p[2] += dz;
  motion.duration = duration;
  ulna_trajectory *t = NULL;
  assert_int_equal(ulna_hand_trajectory_create(&motion, NULL, NULL, &t), ULNA_OK);
  return t;
}

static void error_of_the_hand_decays_as_its_equation_says(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  for (int method = ULNA_RESOLVE_ELIMINATION; method <= ULNA_RESOLVE_DAMPED; method++) {
    ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
    o.hand.frequency = 12, o.hand.damping_ratio = 0.8;
    o.hand.resolve.method = (ulna_resolve_method)method;
    o.safety.jump = o.safety.speed_margin = o.safety.reach_time = 1e9;  // a clock that runs by hand
    ulna_controller *c = loop_controller(model, &o);
    ulna_pose goal, reached;
    ulna_hand_pose(model, work, start_posture, &goal);
    const double e0[3] = {0.03, -0.04, 0.02};
    for (int k = 0; k < 3; k++) goal.p[k] += e0[k];
    const ulna_desired desired = {.pose = &goal};
    loop_continuous x = {c, &desired, 0};
    ulna_plant_options po = ulna_plant_options_default();
    po.friction = false;
    const ulna_surroundings around = {.context = &x, .input = loop_continuous_input};
    ulna_plant *plant = NULL;
    assert_int_equal(ulna_plant_create(model, &po, &around, NULL, &plant), ULNA_OK);
    double y[LOOP_STATE] = {0};
    memcpy(y, start_posture, sizeof start_posture);
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    const double h = 1e-3, half = 0.8 * 12, w = 12 * sqrt(1 - 0.64);
    for (int k = 0; k < 300; k++) {
      assert_int_equal(ulna_plant_step(plant, ULNA_RK4, h, 1e-9, k * h, y, NULL), ULNA_OK);
      const double t = (k + 1) * h, decay = exp(-half * t) * (cos(w * t) + half / w * sin(w * t));
      ulna_hand_pose(model, work, y, &reached);
      for (int i = 0; i < 3; i++)  // the integrator's own error is some 1e-11
        assert_true(fabs(goal.p[i] - reached.p[i] - e0[i] * decay) < 1e-9);
    }
    ulna_plant_destroy(plant);
    ulna_controller_destroy(c);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* Largest distance from the line while following it, m. */
static double follow_line(const ulna_model *model, ulna_controller_options o, bool friction, double period)
{
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, friction, period, start_posture, NULL);
  ulna_pose from, pose, goal;
  ulna_hand_pose(model, l.work, start_posture, &from);
  ulna_trajectory *t = line(&from, 0.15, 0.1, -0.1, 1.0);
  double worst = 0, twist[6], acceleration[6];
  assert_int_equal(ulna_trajectory_sample_hand(t, HUGE_VAL, &goal, NULL, NULL), ULNA_OK);
  while (l.t < 1.3) {
    assert_int_equal(ulna_trajectory_sample_hand(t, l.t, &pose, twist, acceleration), ULNA_OK);
    const ulna_desired d = {.pose = &pose, .twist = twist, .acceleration = acceleration, .goal = &goal};
    loop_follow(&l, &d);
    if (o.kind != ULNA_CONTROL_IMPEDANCE) worst = worse_of(worst, ulna_controller_outcome(c)->position_error);
  }
  worst = worse_of(worst, ulna_controller_outcome(c)->position_error);
  ulna_trajectory_destroy(t);
  loop_finish(&l);
  ulna_controller_destroy(c);
  return worst;
}

static void every_kind_follows_a_line_of_the_hand(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  // m; what each can do: PD lags behind by inertia (and weight), servos too; a spring gives way at the end only a little
  const double within[ULNA_CONTROL_KIND_COUNT] = {1e-3, 2e-4, 4e-3, 4e-2, 6e-3, 6e-3, 3e-4};
  for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++) {
    ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
    if (kind == ULNA_CONTROL_ACTUATOR_SERVO) o.servo.type = ULNA_SERVO_PID;
    const double worst = follow_line(model, o, false, 1e-3);
    print_message("%s: %.3g mm\n", ulna_control_kind_name((ulna_control_kind)kind), 1e3 * worst);
    if (!(worst < within[kind]))
      fail_msg("%s: %g m off the line", ulna_control_kind_name((ulna_control_kind)kind), worst);
  }
  ulna_model_destroy(model);
}

static void compensating_friction_keeps_the_hand_on_its_line(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  const double without = follow_line(model, o, true, 1e-3);
  o.friction.by = ULNA_COMPENSATE_MEASURED;
  const double measured = follow_line(model, o, true, 1e-3);
  o.friction.by = ULNA_COMPENSATE_DESIRED;
  const double desired = follow_line(model, o, true, 1e-3);
  print_message("PUMA's friction: %.3g mm without, %.3g and %.3g with\n", 1e3 * without, 1e3 * measured,
                1e3 * desired);
  assert_true(measured < without / 5);
  assert_true(desired < without / 5);
  ulna_model_destroy(model);
}

static void joints_that_are_servoed_go_on_where_their_set_points_ended(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  static const ulna_control_kind kinds[] = {ULNA_CONTROL_PD_GRAVITY, ULNA_CONTROL_JOINT_PD,
                                            ULNA_CONTROL_ACTUATOR_SERVO};
  for (int k = 0; k < 3; k++) {
    const ulna_controller_options o = ulna_controller_options_default(kinds[k]);
    ulna_controller *c = loop_controller(model, &o);
    closed_loop l;
    loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, start_posture, NULL);
    ulna_pose pose;
    ulna_hand_pose(model, l.work, start_posture, &pose);
    const ulna_desired of_joints = {.q = start_posture}, of_hand = {.pose = &pose};
    while (l.t < 1) loop_follow(&l, &of_joints);  // sunk under its weight, and at rest
    double before[LOOP_MOST];
    memcpy(before, l.u, sizeof before);
    loop_follow(&l, &of_hand);
    for (int i = 0; i < l.n; i++)  // the arm still creeps by some 1e-9 of its sag
      assert_true(fabs(l.u[i] - before[i]) < 1e-6 * (1 + fabs(before[i])));
    loop_finish(&l);
    ulna_controller_destroy(c);
  }
  ulna_model_destroy(model);
}

/* The hand rests on a floor of the stiffness of a steel plate on a bench, and is asked to push. */
static double settled_push(const ulna_model *model, ulna_controller_options o, bool friction, bool sensor,
                           double desired, double *spread)
{
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, friction, 1e-3, start_posture, NULL);
  ulna_pose from;
  ulna_hand_pose(model, l.work, start_posture, &from);
  l.substeps = 4;
  l.sensor = sensor;
  l.floor.present = true, l.floor.stiffness = 2e4, l.floor.damping = 0.5, l.floor.height = from.p[2];
  // the push in tool axes: desired N downwards in base axes
  double push[6] = {0}, sum = 0, low = HUGE_VAL, high = 0;
  for (int k = 0; k < 3; k++) push[k] = -desired * from.R[2][k];
  int count = 0;
  while (l.t < 1.5) {
    const ulna_desired d = {
        .pose = &from, .push = push, .stage = sensor ? ULNA_STAGE_ANY : ULNA_STAGE_CONTACT};
    if (sensor && l.t < 0.01) {  // let it touch first
      const ulna_desired touch = {.pose = &from, .push = push, .stage = ULNA_STAGE_CONTACT};
      loop_follow(&l, &touch);
    } else {
      loop_follow(&l, &d);
    }
    if (l.t < 1.0) continue;
    sum += l.floor.force, count++;
    low = fmin(low, l.floor.force), high = fmax(high, l.floor.force);
  }
  *spread = high - low;
  loop_finish(&l);
  ulna_controller_destroy(c);
  return sum / count;
}

static void a_commanded_newton_comes_out_as_a_newton(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  double spread;
  for (int gravity_every = 1; gravity_every <= 20; gravity_every += 19) {
    o.fine.gravity_every = gravity_every;
    const double force = settled_push(model, o, false, false, 1, &spread);
    print_message("no friction, gravity every %d cycles: %.5f N, ± %.2g\n", gravity_every, force, spread / 2);
    assert_true(fabs(force - 1) < 1e-3 && spread < 1e-3);  // settled to a thousandth within a second
  }
  // twice the desired force is twice the force
  assert_true(fabs(settled_push(model, o, false, false, 2, &spread) - 2) < 2e-3);
  // with PUMA's friction, compensated by the model, and the sensor's loop
  o.friction.by = ULNA_COMPENSATE_DESIRED;
  o.friction.speed = 5e-4;
  o.fine.force_rate = 5e-3, o.fine.force_integral = 5;
  const double force = settled_push(model, o, true, true, 1, &spread);
  print_message("PUMA's friction, sensor loop: %.5f N, ± %.2g\n", force, spread / 2);
  assert_true(fabs(force - 1) < 0.05);
  ulna_model_destroy(model);
}

/* The hand goes from one posture's pose to another's along a straight line, at speed; both lie on either side of a singular
 * posture, or close to one. Gives the largest joint rate, distance from the line, and what of it is left at the end. */
typedef struct {
  double rate, error, left, angle;
} passage;

static passage pass(const ulna_model *model, ulna_resolve_method method, const double from[6],
                    const double dp[3], double duration)
{
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  o.hand.resolve.method = method;
  o.safety.reach_error = o.safety.reach_angle = 10;  // what is left of the path is the test's matter
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
  ulna_pose start, pose;
  ulna_hand_pose(model, l.work, from, &start);
  ulna_trajectory *t = line(&start, dp[0], dp[1], dp[2], duration);
  double twist[6], acceleration[6];
  passage p = {0, 0, 0, 0};
  while (l.t < duration + 0.5) {
    assert_int_equal(ulna_trajectory_sample_hand(t, l.t, &pose, twist, acceleration), ULNA_OK);
    const ulna_desired d = {.pose = &pose, .twist = twist, .acceleration = acceleration};
    loop_follow(&l, &d);
    p.error = fmax(p.error, ulna_controller_outcome(c)->position_error);
    p.angle = fmax(p.angle, ulna_controller_outcome(c)->angle_error);
    for (int i = 0; i < 6; i++) {
      assert_true(isfinite(l.y[i]) && isfinite(l.u[i]));
      p.rate = fmax(p.rate, fabs(l.y[6 + i]));
    }
  }
  p.left = ulna_controller_outcome(c)->position_error;
  ulna_trajectory_destroy(t);
  loop_finish(&l);
  ulna_controller_destroy(c);
  return p;
}

/* How far the hand is off after a while, pushed by 20 N that the controller knows nothing of. */
static double left_by_a_push(const ulna_model *model, const ulna_controller_options *o, ulna_stage stage)
{
  ulna_controller *c = loop_controller(model, o);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, start_posture, NULL);
  l.base_force = true;
  l.force[0] = 12, l.force[2] = -16;
  ulna_pose pose;
  ulna_hand_pose(model, l.work, start_posture, &pose);
  const ulna_desired d = {.pose = &pose, .stage = stage};
  for (int k = 0; k < 3000; k++) loop_follow(&l, &d);
  const double left = ulna_controller_outcome(c)->position_error;
  loop_finish(&l);
  ulna_controller_destroy(c);
  return left;
}

static void an_integral_makes_up_for_what_the_model_does_not_know(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  for (int stage = ULNA_STAGE_GROSS; stage <= ULNA_STAGE_FINE; stage++) {
    ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
    const double without = left_by_a_push(model, &o, (ulna_stage)stage);
    o.hand.integral = 8;
    const double with = left_by_a_push(model, &o, (ulna_stage)stage);
    o.hand.integral_limit = 1e-3;  // too little to matter
    const double bound = left_by_a_push(model, &o, (ulna_stage)stage);
    printf("%s: %.3g mm off without an integral, %.3g mm with\n", ulna_stage_name((ulna_stage)stage),
           without * 1e3, with * 1e3);
    assert_true(without > 1e-4);
    assert_true(with < 1e-7);  // 3 s are 24 of its time constants: e^-24 of millimetres, and rounding
    assert_true(bound > 0.9 * without);
  }
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.hand.integral = 2 * o.hand.damping_ratio * o.hand.frequency;
  assert_non_null(strstr(ulna_controller_options_fault(model, &o), "swing up"));
  ulna_model_destroy(model);
}

/* A hand that its motors cannot hold: the integral must not have grown meanwhile, or it would throw the hand when let go. */
static void an_integral_does_not_wind_up_at_the_limits(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const double effort[6] = {12, 60, 25, 3, 3, 3};
  double most[2];
  for (int with = 0; with < 2; with++) {
    ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
    o.hand.integral = with ? 8 : 0;
    o.effort = effort;
    o.safety.reach_error = o.safety.reach_angle = 10;
    ulna_controller *c = loop_controller(model, &o);
    closed_loop l;
    loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, start_posture, NULL);
    l.base_force = true;
    ulna_pose pose;
    ulna_hand_pose(model, l.work, start_posture, &pose);
    const ulna_desired d = {.pose = &pose, .stage = ULNA_STAGE_GROSS};
    double away = 0;
    most[with] = 0;
    for (int k = 0; k < 2500; k++) {
      l.force[1] = k < 300 ? 40 : 0;  // more than 12 N m at the waist can hold
      loop_follow(&l, &d);
      if (k == 300) away = ulna_controller_outcome(c)->position_error;
      if (k > 1500) most[with] = fmax(most[with], ulna_controller_outcome(c)->position_error);
    }
    assert_true(away > 0.005);
    loop_finish(&l);
    ulna_controller_destroy(c);
  }
  printf("after 40 N against 12 N m: %.3g mm left without an integral, %.3g mm with\n", most[0] * 1e3,
         most[1] * 1e3);
  assert_true(most[1] < 1e-3);  // an integral that went on at the limit left 43 mm
  ulna_model_destroy(model);
}

static void singular_postures_are_passed_with_bounded_rates(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double wrist[6] = {0.2, -0.7, 0.5, 0.3, 0.02, -0.4};
  const double straight = -atan2(0.4318, 0.0203);
  double elbow[6] = {0.2, -0.2, straight, 0, 0.8, 0}, inside[6];
  ulna_pose tip, near;
  ulna_hand_pose(model, work, elbow, &tip);
  // a line across the arm: 3.3 mm within reach at its start, 9 mm in the middle, 3.8 mm out of reach at its end
  const double shoulder[3] = {0, 0, 0.67183};
  double across[3], radial[3], size = 0;
  for (int i = 0; i < 3; i++) radial[i] = tip.p[i] - shoulder[i], size += radial[i] * radial[i];
  across[0] = -radial[1], across[1] = radial[0], across[2] = 0;
  const double flat = sqrt(across[0] * across[0] + across[1] * across[1]);
  near = tip;
  for (int i = 0; i < 3; i++) near.p[i] = tip.p[i] - 0.1 * across[i] / flat - 0.009 * radial[i] / sqrt(size);
  assert_int_equal(ulna_inverse_kinematics(model, work, NULL, &near, elbow, inside, NULL), ULNA_OK);
  const struct {
    const char *what;
    const double *from;
    double dp[3], duration;
    double error, left;  // m: allowed
  } ways[] = {{"past a wrist in line, 0.47 m/s", wrist, {0.1, 0.2, 0.1}, 1, 5e-3, 1e-4},
              {"across a stretched elbow, 0.47 m/s",
               inside,
               {0.25 * across[0] / flat, 0.25 * across[1] / flat, 0},
               1,
               4.5e-3,
               4e-3},
              {"up to a stretched elbow, 0.41 m/s",
               inside,
               {0.22 * across[0] / flat, 0.22 * across[1] / flat, 0},
               1,
               1e-3,
               1e-3}};
  for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++)
    for (int method = ULNA_RESOLVE_ELIMINATION; method <= ULNA_RESOLVE_DAMPED; method++) {
      const passage p = pass(model, (ulna_resolve_method)method, ways[k].from, ways[k].dp, ways[k].duration);
      print_message(
          "%s, %s: rates to %.3g rad/s, path error %.3g mm and %.3g mrad, %.3g mm left at the end\n",
          ways[k].what, method ? "damped" : "elimination", p.rate, 1e3 * p.error, 1e3 * p.angle,
          1e3 * p.left);
      assert_true(p.rate < 10.1);  // the limit of joints without one of their own
      if (method == ULNA_RESOLVE_DAMPED) assert_true(p.error < ways[k].error && p.left < ways[k].left);
    }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* [Mudge] damps each joint by the inertia it feels, k_v(load), set points of the hand or not. At the first step, the hand where it
 * should be, only speeds are wrong: qdd_i = −k_v,i(q) qd_i. The hand's own law, without by_load, has one rate for all. */
static void gains_by_load_serve_set_points_of_the_hand(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_DEFAULT, NULL, &work), ULNA_OK);
  static const ulna_control_kind kinds[] = {ULNA_CONTROL_UNIFIED, ULNA_CONTROL_COMPUTED_TORQUE};
  static const double postures[2][6] = {{0.2, -0.7, 0.5, 0.3, 0.9, -0.4}, {0.2, 0.1, -1.4, 0.3, 0.9, -0.4}};
  const double qd[6] = {0.01, -0.02, 0.03, 0.01, -0.01, 0.02};
  double least = (double)INFINITY, most = 0;
  for (int k = 0; k < 8; k++) {
    ulna_controller_options o = ulna_controller_options_default(kinds[k % 2]);
    const double *q = postures[k / 2 % 2];
    o.joints.by_load = k < 4;
    ulna_controller *c = loop_controller(model, &o);
    ulna_pose pose;
    double kv[6], torque[6];
    ulna_hand_pose(model, work, q, &pose);
    const ulna_measured measured = {.t = 0, .q = q, .qd = qd};
    const ulna_desired desired = {.pose = &pose};
    assert_int_equal(ulna_controller_step(c, &measured, &desired, torque), ULNA_OK);
    const ulna_control_outcome *outcome = ulna_controller_outcome(c);
    assert_int_equal(outcome->stage, ULNA_STAGE_GROSS);
    ulna_controller_gains(c, q, NULL, kv, NULL);
    for (int i = 0; i < 6; i++) {
      const double rate = -outcome->qdd[i] / qd[i];
      if (o.joints.by_load) {
        assert_true(fabs(rate / kv[i] - 1) < 1e-9);
        least = fmin(least, rate), most = fmax(most, rate);
      } else if (!(fabs(rate / 60 - 1) < 0.05)) {  // 2 · 30 rad/s, but for the resolver's damping and Ḋ qd
        fail_msg("joint %d is braked at %g 1/s", i + 1, rate);
      }
    }
    ulna_controller_destroy(c);
  }
  print_message("k_v from %.3g to %.3g 1/s\n", least, most);
  assert_true(most > 1.2 * least);  // a gain that does depend on the load
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(error_of_the_hand_decays_as_its_equation_says),
      cmocka_unit_test(every_kind_follows_a_line_of_the_hand),
      cmocka_unit_test(joints_that_are_servoed_go_on_where_their_set_points_ended),
      cmocka_unit_test(a_commanded_newton_comes_out_as_a_newton),
      cmocka_unit_test(an_integral_makes_up_for_what_the_model_does_not_know),
      cmocka_unit_test(an_integral_does_not_wind_up_at_the_limits),
      cmocka_unit_test(singular_postures_are_passed_with_bounded_rates),
      cmocka_unit_test(gains_by_load_serve_set_points_of_the_hand),
      cmocka_unit_test(compensating_friction_keeps_the_hand_on_its_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
