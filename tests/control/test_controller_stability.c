/* Gains and sampling: no default makes a sampled loop unstable on any arm, and what is lowered is said. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/random.h"
#include "support/closed_loop.h"

/* A faulty run of tests/found, which must end as a good one: nothing warned of, nothing cut. */
static ulna_run *good_run(const char *file, ulna_scenario **scenario)
{
  ulna_run *run = NULL;
  assert_int_equal(ulna_scenario_read(file, NULL, NULL, NULL, scenario), ULNA_OK);
  assert_int_equal(ulna_run_create(*scenario, NULL, NULL, NULL, &run), ULNA_OK);
  assert_int_equal(ulna_run_advance(run, (double)INFINITY, NULL), ULNA_OK);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  print_message("%.3g mm off, %ld samples cut\n", 1e3 * s->control->error_largest, s->control->saturated);
  for (int k = 0; k < s->warning_count; k++) print_message("%s\n", s->warnings[k]);
  assert_int_equal(s->warning_count, 0);
  assert_int_equal(s->worthless_count, 0);
  assert_int_equal(s->control->saturated, 0);
  return run;
}

/* Default gains on nearly coaxial joints. */
static void a_line_of_the_panda_neither_chatters_nor_saturates(void **state)
{
  (void)state;
  ulna_scenario *scenario = NULL;
  ulna_run *run = good_run(ULNA_TEST_DATA "/found/panda_unified_line.yaml", &scenario);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  assert_true(s->control->error_largest < 1e-4);  // 0.056 mm, the lag of the last set point
  assert_true(s->effort[0].largest < 20 && s->effort[2].largest < 20);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* An impedance with a model 20 % too heavy, on an arm whose last link has a hundredth of the inertia of the one before: each mode
 * of the hand is damped at its own rate. */
static void a_light_wrist_is_damped_and_so_is_the_rest(void **state)
{
  (void)state;
  ulna_scenario *scenario = NULL;
  ulna_run *run = good_run(ULNA_TEST_DATA "/found/ur5e_impedance_line.yaml", &scenario);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  // a spring of 1000 N/m gives way to a fifth of the weight that the hand feels: 21 mm, a fifth more for the motion
  assert_true(s->control->error_largest < 0.025);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* A line that ends 9 mm inside the arm's reach, with a model 20 % too light: the spring gives way by 14 mm and the elbow is
 * stretched. The posture that the hand does not see belongs to the hand's set point, not to where the arm was at first, and
 * speed of an error goes into the growing inertia: nothing swings. */
static void a_hand_that_gives_way_may_stretch_the_elbow(void **state)
{
  (void)state;
  ulna_scenario *scenario = NULL;
  ulna_run *run = good_run(ULNA_TEST_DATA "/found/panda_impedance_line.yaml", &scenario);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  assert_true(s->control->error_largest <
              0.016);  // 14 mm: a fifth of the weight that the hand feels over 1000 N/m
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* With an exact model the spring and the damper of an impedance see nothing to do: the motion's own forces are fed forward. */
static void an_impedance_follows_without_lag(void **state)
{
  (void)state;
  static const char text[] =
      "ulna_scenario: 1\nname: line\nrobot: panda\nstart: {q: [0, -45 deg, 0, -135 deg, 0, 90 deg, 45 deg]}\n"
      "duration: 2\nintegrator: {method: rk4, step: 1.0e-3}\ncontroller: {kind: impedance, period: 0.001}\n"
      "trajectory:\n  - line: {by: [0.1, 0.2, -0.2], speed: 0.3, acceleration: 1}\n";
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  assert_int_equal(ulna_scenario_read_text(text, strlen(text), "line", NULL, NULL, NULL, &scenario), ULNA_OK);
  assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);
  assert_int_equal(ulna_run_advance(run, (double)INFINITY, NULL), ULNA_OK);
  const double off = ulna_run_summary_get(run)->control->error_largest;
  print_message("%.3g mm off\n", 1e3 * off);
  // 1 ms late at an acceleration of 1 m/s² on a spring of 15 rad/s and more: 0.4 mm; without the feed-forward 20 mm
  assert_true(off < 1e-3);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* Gains by the load are a joint's: set points of the joints follow the hand, and their accelerations are fed forward. */
static void joints_that_follow_the_hand_are_told_its_acceleration(void **state)
{
  (void)state;
  static const char text[] =
      "ulna_scenario: 1\nname: line\nrobot: puma560\nstart: {q: [0, -45 deg, 30 deg, 0, 40 deg, 0]}\nduration: 1\n"
      "friction: off\nintegrator: {method: rk4, step: 1.0e-3}\n"
      "controller: {kind: computed-torque, period: 0.001, gains: {by_load: true}}\n"
      "trajectory:\n  - line: {by: [0.1, 0.2, 0.1], duration: 0.5}\n";
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  assert_int_equal(ulna_scenario_read_text(text, strlen(text), "line", NULL, NULL, NULL, &scenario), ULNA_OK);
  assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);
  assert_int_equal(ulna_run_advance(run, (double)INFINITY, NULL), ULNA_OK);
  const double off = ulna_run_summary_get(run)->control->error_largest;
  print_message("%.3g mm off\n", 1e3 * off);
  assert_true(off < 2e-4);  // 0.035 mm, and 4.7 mm without: 5.7 m/s² over 30² 1/s² and more
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* Friction holds the arm against a soft hand for the whole run: next to nothing is exchanged, and rounding of that is no fault. */
static void an_arm_that_friction_holds_is_not_worthless(void **state)
{
  (void)state;
  static const char text[] =
      "ulna_scenario: 1\nname: held\nrobot: puma560\nstart: {q: [0, -1, 0.5, 0, 0.7, 0]}\nduration: 1\nfriction: on\n"
      "integrator: {method: rk4, step: 1.0e-3}\ncontroller: {kind: impedance, period: 0.001, impedance: {stiffness: "
      "[1, 1, 1, 5, 5, 5]}}\ntrajectory:\n  - line: {by: [0.01, 0.02, 0], duration: 0.5}\n";
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  assert_int_equal(ulna_scenario_read_text(text, strlen(text), "held", NULL, NULL, NULL, &scenario), ULNA_OK);
  assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);
  assert_int_equal(ulna_run_advance(run, (double)INFINITY, NULL), ULNA_OK);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  print_message("energy balances to %.2g of %.3g J\n", s->energy_error, s->energy_scale);
  assert_int_equal(s->worthless_count, 0);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

static double seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* In processor time, the best of three; under a sanitizer everything takes longer, and only the others are held to it. */
static void a_controller_is_made_within_50_ms(void **state)
{
  (void)state;
  double longest = 0;
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *model = loop_model(ulna_robot_get(r)->key);
    for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++) {
      const ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
      double best = (double)INFINITY;
      for (int k = 0; k < 3; k++) {
        const double start = seconds();
        ulna_controller_destroy(loop_controller(model, &o));
        best = fmin(best, seconds() - start);
      }
      longest = fmax(longest, best);
    }
    ulna_model_destroy(model);
  }
  print_message("longest: %.2f ms\n", 1e3 * longest);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  assert_true(longest < 0.05);
#endif
}

/* Nudged from rest, every arm with every kind comes to rest again where it was: from random postures, at the period or with a
 * delay of a period, and a model 20 % too heavy, which raises every loop gain. The torques' last swings, from sample to
 * sample, are those of a decaying motion. */

static uint64_t random_state = 1;
static double uniform(double from, double to) { return random_between(&random_state, from, to); }

static void draw_posture(const ulna_model *model, double q[])
{
  for (int i = 0; i < ulna_model_joint_count(model); i++) {
    const ulna_joint *j = ulna_model_joint(model, i + 1);
    const double half = j->type == ULNA_REVOLUTE ? 3.14 : 0.5;
    const double lower = isfinite(j->limits.lower) ? j->limits.lower : -half;
    const double upper = isfinite(j->limits.upper) ? j->limits.upper : half;
    q[i] = uniform(lower + 0.1 * (upper - lower), upper - 0.1 * (upper - lower));
  }
}

/* The largest change of a torque from sample to sample, relative to the largest torque: in the first 20 samples after the
 * first, and in the last 20. */
static void settle(const ulna_model *model, ulna_control_kind kind, int delay, ulna_stage stage, double *last)
{
  const int n = ulna_model_joint_count(model), samples = 1500;
  ulna_controller_options o = ulna_controller_options_default(kind);
  o.delay = delay * o.period;
  o.gravity = true;
  ulna_controller *c = loop_controller(model, &o);
  double q[LOOP_MOST], qd[LOOP_MOST], waiting[LOOP_MOST], before[LOOP_MOST] = {0}, most = 0;
  draw_posture(model, q);
  for (int i = 0; i < n; i++) qd[i] = uniform(-0.01, 0.01);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, o.period, q, qd);
  l.substeps = 2;
  const ulna_desired d = {
      .q = q,
      .stage = kind == ULNA_CONTROL_UNIFIED || kind == ULNA_CONTROL_UNIFIED_PRINTED ? stage : ULNA_STAGE_ANY};
  *last = 0;
  for (int k = 0; k < samples; k++) {
    const ulna_measured m = loop_seen(&l);
    double u[LOOP_MOST];
    assert_int_equal(ulna_controller_step(c, &m, &d, u), ULNA_OK);
    memcpy(l.u, delay && k ? waiting : u, (size_t)n * sizeof *u);
    memcpy(waiting, u, (size_t)n * sizeof *u);
    for (int i = 0; i < n; i++) {
      most = fmax(most, fabs(u[i]));
      if (k >= samples - 20) *last = fmax(*last, fabs(u[i] - before[i]));
      before[i] = u[i];
    }
    loop_advance(&l);
  }
  *last /= most;
  loop_finish(&l);
  ulna_controller_destroy(c);
}

static void every_arm_settles_with_every_kind(void **state)
{
  (void)state;
  double worst[ULNA_CONTROL_KIND_COUNT] = {0};
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *model = loop_model(ulna_robot_get(r)->key);
    for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++)
      for (int k = 0; k < 4; k++) {
        double last;
        settle(model, (ulna_control_kind)kind, k % 2, k < 2 ? ULNA_STAGE_FINE : ULNA_STAGE_GROSS, &last);
        // 1 % of the largest torque a sample; chattering loops have 100 %
        if (!(last < 0.01))
          fail_msg("%s, %s, delay %d: torques still change by %g of the largest", ulna_robot_get(r)->key,
                   ulna_control_kind_name((ulna_control_kind)kind), k % 2, last);
        worst[kind] = fmax(worst[kind], last);
      }
    ulna_model_destroy(model);
  }
  for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++)
    print_message("%s: last changes up to %.2g of the largest torque\n",
                  ulna_control_kind_name((ulna_control_kind)kind), worst[kind]);
}

/* What is lowered, and what is not. */
static void lowered_gains_are_said(void **state)
{
  (void)state;
  ulna_model *panda = loop_model("panda"), *puma = loop_model("puma560");
  static const struct {
    ulna_control_kind kind;
    bool panda, puma;
  } cases[] = {{ULNA_CONTROL_UNIFIED, false, false},       {ULNA_CONTROL_COMPUTED_TORQUE, false, false},
               {ULNA_CONTROL_PD_GRAVITY, true, false},     {ULNA_CONTROL_JOINT_PD, true, false},
               {ULNA_CONTROL_ACTUATOR_SERVO, true, false}, {ULNA_CONTROL_UNIFIED_PRINTED, true, false}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const ulna_controller_options o = ulna_controller_options_default(cases[k].kind);
    ulna_controller *a = loop_controller(panda, &o), *b = loop_controller(puma, &o);
    const double of_panda = ulna_controller_outcome(a)->lowered,
                 of_puma = ulna_controller_outcome(b)->lowered;
    print_message("%s: Panda %.3g, PUMA %.3g\n", ulna_control_kind_name(cases[k].kind), of_panda, of_puma);
    assert_true((of_panda < 1) == cases[k].panda && (of_puma < 1) == cases[k].puma);
    assert_true(of_panda > 0.02);
    ulna_controller_destroy(a), ulna_controller_destroy(b);
  }
  // a delay of ten periods: k_v of 60/s is still slow enough, a rate of 200/s is not
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.delay = 10 * o.period;
  ulna_controller *c = loop_controller(puma, &o);
  const double expected = 5 * sin(acos(-1) / 2 / 21);  // half of 2 sin(π/2(2d+1)) over the period, of 200/s
  assert_true(fabs(ulna_controller_outcome(c)->lowered - expected) < 1e-12);
  ulna_controller_destroy(c);
  ulna_model_destroy(panda), ulna_model_destroy(puma);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_of_the_panda_neither_chatters_nor_saturates),
      cmocka_unit_test(a_light_wrist_is_damped_and_so_is_the_rest),
      cmocka_unit_test(a_hand_that_gives_way_may_stretch_the_elbow),
      cmocka_unit_test(an_impedance_follows_without_lag),
      cmocka_unit_test(joints_that_follow_the_hand_are_told_its_acceleration),
      cmocka_unit_test(an_arm_that_friction_holds_is_not_worthless),
      cmocka_unit_test(a_controller_is_made_within_50_ms),
      cmocka_unit_test(every_arm_settles_with_every_kind),
      cmocka_unit_test(lowered_gains_are_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
