/* The controller as an object: memory, options, arms of other sizes, the same answer every time. */
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
#include "support/failing_allocator.h"

/* A short run with everything on; the last output and state. */
static void run_retuned(ulna_controller *c, const ulna_model *model, const ulna_controller_options *again,
                        double record[])
{
  closed_loop l;
  const double from[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4};
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, true, 1e-3, from, NULL);
  ulna_pose pose;
  ulna_hand_pose(model, l.work, from, &pose);
  pose.p[1] += 0.01;
  const double push[6] = {0, 0, 1, 0, 0, 0};
  for (int k = 0; k < 200; k++) {
    const ulna_desired d = {.pose = &pose, .goal = &pose, .push = k > 100 ? push : NULL};
    if (again && k % 30 == 17) assert_int_equal(ulna_controller_retune(c, again), ULNA_OK);
    loop_follow(&l, &d);
    memcpy(&record[12 * k], l.u, 6 * sizeof *record);
    memcpy(&record[12 * k + 6], l.y, 6 * sizeof *record);
  }
  loop_finish(&l);
}

static void run(ulna_controller *c, const ulna_model *model, double record[])
{
  run_retuned(c, model, NULL, record);
}

/* Gains that are what they were change nothing, to the last bit; others do, from then on. */
static void retuning_keeps_all_that_was_measured(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++) {
    ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
    static const double ki[6] = {3, 3, 3, 3, 3, 3};
    o.friction.by = ULNA_COMPENSATE_DESIRED, o.hand.integral = 2, o.joints.ki = ki;
    o.servo.type = ULNA_SERVO_PID, o.servo.from_positions = true, o.servo.derivative_filter = 0.002;
    ulna_controller *c = loop_controller(model, &o), *other = loop_controller(model, &o);
    static double plain[2400], same[2400], faster[2400];
    run(c, model, plain);
    run_retuned(other, model, &o, same);
    assert_memory_equal(plain, same, sizeof plain);
    ulna_controller_reset(other);
    o.joints.frequency = o.hand.frequency = o.servo.frequency = 20, o.impedance.stiffness[4] = 400;
    run_retuned(other, model, &o, faster);
    assert_memory_equal(plain, faster, (size_t)17 * 12 * sizeof *plain);  // up to the first change
    assert_memory_not_equal(plain, faster, sizeof plain);
    ulna_controller_options wrong = o;
    wrong.period = 2e-3;
    assert_int_equal(ulna_controller_retune(c, &wrong), ULNA_INVALID_ARGUMENT);
    wrong = o, wrong.kind = (ulna_control_kind)((kind + 1) % ULNA_CONTROL_KIND_COUNT);
    assert_int_equal(ulna_controller_retune(c, &wrong), ULNA_INVALID_ARGUMENT);
    wrong = o, wrong.joints.frequency = -1;
    assert_int_equal(ulna_controller_retune(c, &wrong), ULNA_INVALID_ARGUMENT);
    ulna_controller_destroy(c);
    ulna_controller_destroy(other);
  }
  ulna_model_destroy(model);
}

static void the_same_run_gives_the_same_bits(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.friction.by = ULNA_COMPENSATE_DESIRED, o.joints.by_load = true;
  ulna_controller *c = loop_controller(model, &o), *other = loop_controller(model, &o);
  static double first[2400], again[2400], another[2400];
  run(c, model, first);
  ulna_controller_reset(c);
  run(c, model, again);  // after a reset it is as new
  run(other, model, another);
  assert_memory_equal(first, again, sizeof first);
  assert_memory_equal(first, another, sizeof first);
  ulna_controller_destroy(c);
  ulna_controller_destroy(other);
  ulna_model_destroy(model);
}

static void it_lives_in_memory_of_the_caller_too(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const size_t size = ulna_controller_size(model);
  unsigned char *memory = aligned_alloc(64, (size + 127) / 64 * 64);
  assert_non_null(memory);
  double kp[6] = {100, 100, 100, 100, 100, 100}, kv[6] = {20, 20, 20, 20, 20, 20};
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  o.joints.kp = kp, o.joints.kv = kv;
  ulna_controller *c = NULL, *heap = loop_controller(model, &o);
  assert_int_equal(ulna_controller_init(memory, size - 1, model, &o, &c), ULNA_TOO_SMALL);
  assert_int_equal(ulna_controller_init(memory + 8, size, model, &o, &c), ULNA_INVALID_ARGUMENT);
  assert_null(c);
  assert_int_equal(ulna_controller_init(memory, size, model, &o, &c), ULNA_OK);
  memset(kp, 0, sizeof kp);  // arrays were copied
  memset(kv, 0, sizeof kv);
  static double first[2400], again[2400];
  run(c, model, first), run(heap, model, again);
  assert_memory_equal(first, again, sizeof first);
  ulna_controller_destroy(c);  // does nothing
  ulna_controller_destroy(heap);
  ulna_controller_destroy(NULL);
  free(memory);
  ulna_model_destroy(model);
}

static void running_out_of_memory_is_told(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  failing_allocator memory;
  long calls = 1;
  for (;; calls++) {
    const ulna_allocator allocator = failing_allocator_start(&memory, calls);
    ulna_controller *c = NULL;
    const ulna_status status = ulna_controller_create(model, &o, &allocator, &c);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    if (memory.failed) assert_null(c);
    ulna_controller_destroy(c);
    assert_true(failing_allocator_empty(&memory));
    if (!memory.failed) break;
  }
  assert_int_equal(calls, 2);  // one block
  ulna_model_destroy(model);
}

typedef void change(ulna_controller_options *o);
static const double zeros[LOOP_MOST] = {0};
static void no_period(ulna_controller_options *o) { o->period = 0; }
static void no_kind(ulna_controller_options *o) { o->kind = ULNA_CONTROL_KIND_COUNT; }
static void no_output(ulna_controller_options *o) { o->output = (ulna_control_output)9; }
static void kp_alone(ulna_controller_options *o) { o->joints.kp = zeros; }
static void kp_zero(ulna_controller_options *o) { o->joints.kp = o->joints.kv = zeros; }
static void frequency_nan(ulna_controller_options *o) { o->joints.frequency = (double)NAN; }
static void effort_zero(ulna_controller_options *o) { o->effort = zeros; }
static void hand_frequency(ulna_controller_options *o) { o->hand.frequency = -1; }
static void gravity_never(ulna_controller_options *o) { o->fine.gravity_every = 0; }
static void no_hysteresis(ulna_controller_options *o) { o->stages.leave = 1; }
static void contact_backwards(ulna_controller_options *o) { o->stages.contact_release = 5; }
static void friction_speed(ulna_controller_options *o) { o->friction.speed = 0; }
static void stiffness(ulna_controller_options *o) { o->impedance.stiffness[2] = -1; }
static void jump(ulna_controller_options *o) { o->safety.jump = 0; }
static void no_weight(ulna_controller_options *o)
{
  memset(o->hand.resolve.weight, 0, sizeof o->hand.resolve.weight);
}
static void no_damping(ulna_controller_options *o) { o->hand.resolve.damping = 0; }
static void p_servo(ulna_controller_options *o)
{
  o->kind = ULNA_CONTROL_ACTUATOR_SERVO, o->servo.type = ULNA_SERVO_P;
}

static void options_that_cannot_be_are_refused_with_a_reason(void **state)
{
  (void)state;
  ulna_model *model = loop_model("panda");  // without friction: a P servo has no damping
  const struct {
    change *make;
    const char *word;
  } wrong[] = {{no_period, "period"},
               {no_kind, "kind"},
               {no_output, "output"},
               {kp_alone, "together"},
               {kp_zero, "kp"},
               {frequency_nan, "frequency"},
               {effort_zero, "effort"},
               {hand_frequency, "hand"},
               {gravity_never, "gravity"},
               {no_hysteresis, "leave"},
               {contact_backwards, "contact"},
               {friction_speed, "friction"},
               {stiffness, "stiffness"},
               {jump, "safety"},
               {p_servo, "viscous"},
               {no_weight, "weight"},
               {no_damping, "damping of resolved"}};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
    wrong[k].make(&o);
    const char *fault = ulna_controller_options_fault(model, &o);
    if (!fault || !strstr(fault, wrong[k].word))
      fail_msg("%s: %s", wrong[k].word, fault ? fault : "accepted");
    ulna_controller *c = NULL;
    assert_int_equal(ulna_controller_create(model, &o, NULL, &c), ULNA_INVALID_ARGUMENT);
    assert_null(c);
  }
  // currents of motors that are not there
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  ulna_controller *c = NULL;
  o.output = ULNA_CONTROL_CURRENT;
  assert_int_equal(ulna_controller_create(model, &o, NULL, &c), ULNA_UNSUPPORTED);
  ulna_model_destroy(model);
}

/* Arms of two to seven joints follow their own hand, turning and sliding, with drives and without. */
static void arms_of_every_size_follow(void **state)
{
  (void)state;
  const char *const robots[] = {"planar2r", "planar3r", "scara", "stanford", "ur5e", "irb6", "panda"};
  for (size_t r = 0; r < sizeof robots / sizeof robots[0]; r++) {
    ulna_model *model = loop_model(robots[r]);
    const int n = ulna_model_joint_count(model);
    double from[LOOP_MOST], q[LOOP_MOST], qd[LOOP_MOST], qdd[LOOP_MOST];
    for (int i = 0; i < n; i++) {
      const ulna_limits *limits = &ulna_model_joint(model, i + 1)->limits;
      const bool turns = ulna_model_joint(model, i + 1)->type == ULNA_REVOLUTE;
      const double lower = fmax(limits->lower, turns ? -2 : -0.5),
                   upper = fmin(limits->upper, turns ? 2 : 0.5);
      from[i] = lower + (0.4 + 0.05 * i) * (upper - lower);
    }
    for (int hand = 0; hand < 2; hand++) {
      ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
      ulna_controller *c = loop_controller(model, &o);
      closed_loop l;
      loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
      double worst = 0;
      for (int k = 0; k < 600; k++) {
        ulna_pose pose;
        double twist[6], acceleration[6];
        for (int i = 0; i < n; i++) {
          const double w = 2 + 0.3 * i, a = 0.05;
          q[i] = from[i] + a * (1 - cos(w * l.t)), qd[i] = a * w * sin(w * l.t),
          qdd[i] = a * w * w * cos(w * l.t);
        }
        ulna_hand_pose(model, l.work, q, &pose);
        ulna_point_motion(model, l.work, NULL, ULNA_AXES_BASE, q, qd, qdd, twist, acceleration);
        const ulna_desired joints = {.q = q, .qd = qd, .qdd = qdd};
        const ulna_desired tool = {.pose = &pose, .twist = twist, .acceleration = acceleration};
        loop_follow(&l, hand ? &tool : &joints);
        if (hand) worst = worse_of(worst, ulna_controller_outcome(c)->position_error);
        for (int i = 0; !hand && i < n; i++) worst = worse_of(worst, fabs(l.y[i] - q[i]));
      }
      print_message("%s, %s: %.2g\n", robots[r], hand ? "hand (m)" : "joints", worst);
      assert_true(worst < 2e-3);
      loop_finish(&l);
      ulna_controller_destroy(c);
    }
    ulna_model_destroy(model);
  }
}

/* irb6: ball screws, coupled joints, motors. */
static void currents_drive_an_arm_with_screws(void **state)
{
  (void)state;
  ulna_model *model = loop_model("irb6");
  const int n = ulna_model_joint_count(model);
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.output = ULNA_CONTROL_CURRENT, o.friction.by = ULNA_COMPENSATE_DESIRED;
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  double from[LOOP_MOST] = {0, 1.5, -1.6, 0.1, 0}, q[LOOP_MOST], qd[LOOP_MOST], qdd[LOOP_MOST], worst = 0;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_CURRENT, true, 1e-3, from, NULL);
  for (int k = 0; k < 800; k++) {
    for (int i = 0; i < n; i++) {
      const double w = 2 + 0.3 * i, a = 0.05;
      q[i] = from[i] + a * (1 - cos(w * l.t)), qd[i] = a * w * sin(w * l.t),
      qdd[i] = a * w * w * cos(w * l.t);
    }
    const ulna_desired d = {.q = q, .qd = qd, .qdd = qdd};
    loop_follow(&l, &d);
    for (int i = 0; i < n; i++) {
      worst = worse_of(worst, fabs(l.y[i] - q[i]));
      assert_true(fabs(l.u[i]) <= ulna_model_drive(model, i)->motor.current_limit);
    }
  }
  print_message("irb6 by currents, friction compensated: %.2g rad\n", worst);
  assert_true(worst < 2e-3);
  loop_finish(&l);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

/* Every kind on every built-in robot: made, and asked to stay where the arm is, it holds the arm's weight. */
static void every_kind_serves_every_robot(void **state)
{
  (void)state;
  for (int r = 0; r < ulna_robot_count(); r++) {
    const char *key = ulna_robot_get(r)->key;
    ulna_model *model = loop_model(key);
    const int n = ulna_model_joint_count(model);
    double q[LOOP_MOST], G[LOOP_MOST], out[LOOP_MOST], inertia[LOOP_MOST];
    const double still[LOOP_MOST] = {0};
    for (int i = 0; i < n; i++) {
      const ulna_limits *limits = &ulna_model_joint(model, i + 1)->limits;
      const double lower = fmax(limits->lower, -1), upper = fmin(limits->upper, 1);
      q[i] = lower + (0.45 + 0.02 * i) * (upper - lower), inertia[i] = 1;
    }
    for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++) {
      ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
      o.gravity = true;
      if (n > 5) o.servo.inertia = inertia;  // looking for it takes a while
      ulna_controller *c = loop_controller(model, &o);
      assert_int_equal(ulna_drive_bias(model, ulna_controller_work(c), q, still, G), ULNA_OK);
      for (int k = 0; k < 3; k++) {
        const ulna_measured m = {1e-3 * k, q, still, NULL};
        const ulna_desired d = {.q = q};
        assert_int_equal(ulna_controller_step(c, &m, &d, out), ULNA_OK);
        for (int i = 0; i < n;
             i++)  // a pose that is turned into a rotation vector and back is not quite the same
          if (!(fabs(out[i] - G[i]) < 1e-9 * (1 + fabs(G[i]))))
            fail_msg("%s, %s: joint %d gets %g, not %g", key, ulna_control_kind_name((ulna_control_kind)kind),
                     i + 1, out[i], G[i]);
      }
      ulna_controller_destroy(c);
    }
    ulna_model_destroy(model);
  }
}

static void names_go_both_ways(void **state)
{
  (void)state;
  for (int k = 0; k < ULNA_CONTROL_KIND_COUNT; k++) {
    ulna_control_kind kind = ULNA_CONTROL_KIND_COUNT;
    assert_int_equal(ulna_control_kind_find(ulna_control_kind_name((ulna_control_kind)k), &kind), ULNA_OK);
    assert_int_equal(kind, k);
  }
  ulna_control_kind kind = ULNA_CONTROL_UNIFIED;
  assert_int_equal(ulna_control_kind_find("none such", &kind), ULNA_NOT_FOUND);
  assert_null(ulna_control_kind_name(ULNA_CONTROL_KIND_COUNT));
  assert_string_equal(ulna_stage_name(ULNA_STAGE_CONTACT), "contact");
  assert_null(ulna_stage_name(ULNA_STAGE_COUNT));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_run_gives_the_same_bits),
      cmocka_unit_test(retuning_keeps_all_that_was_measured),
      cmocka_unit_test(it_lives_in_memory_of_the_caller_too),
      cmocka_unit_test(running_out_of_memory_is_told),
      cmocka_unit_test(options_that_cannot_be_are_refused_with_a_reason),
      cmocka_unit_test(arms_of_every_size_follow),
      cmocka_unit_test(currents_drive_an_arm_with_screws),
      cmocka_unit_test(every_kind_serves_every_robot),
      cmocka_unit_test(names_go_both_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
