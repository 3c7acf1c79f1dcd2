/* Runs that are worth nothing say so: a limit reached without a pause, chattering, energy that does not balance; and runs that
 * are worth something do not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/scenario.h"

static long samples_cut; /* of the last run */

/* How many warnings say that the run is worth nothing; all of them, in one text. */
static int watch(const char *lines, double step, char warnings[], size_t size)
{
  char text[1600];
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  snprintf(text, sizeof text, "ulna_scenario: 1\nname: watched\nrobot: planar2r\nstart: {q: [0, 0.5]}\n%s",
           lines);
  assert_int_equal(ulna_scenario_read_text(text, strlen(text), "w.yaml", NULL, NULL, NULL, &scenario),
                   ULNA_OK);
  ulna_run_options o = ulna_run_options_default();
  o.step = step;
  assert_int_equal(ulna_run_create(scenario, &o, NULL, NULL, &run), ULNA_OK);
  assert_int_equal(ulna_run_advance(run, (double)INFINITY, NULL), ULNA_OK);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  const int worthless = s->worthless_count;
  samples_cut = s->control ? s->control->saturated : 0;
  assert_true(worthless <= s->warning_count);
  warnings[0] = 0;
  for (int k = 0; k < s->warning_count; k++) {
    assert_int_equal(strncmp(s->warnings[k], "worthless: ", 11) == 0, k < worthless);  // they come first
    snprintf(warnings + strlen(warnings), size - strlen(warnings), "%s\n", s->warnings[k]);
  }
  assert_int_equal(ulna_run_summary_get(run)->worthless_count, worthless);  // asked twice, told once
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
  return worthless;
}

static const char follow[] = "duration: 1\nintegrator: {method: rk4, step: 0.001}\n"
                             "trajectory: [{move: {to: [0.4, 0.3], duration: 0.5}}]\n";

static void energy_that_does_not_balance(void **state)
{
  (void)state;
  char warnings[2000];
  const char falls[] = "duration: 5\nintegrator: {method: euler, step: 0.001}\n";
  assert_int_equal(watch(falls, 0.02, warnings, sizeof warnings), 1);
  assert_non_null(strstr(warnings, "worthless: energy and work balance to "));
  assert_non_null(strstr(warnings, "only; shorter steps, or a tighter tolerance"));
  assert_int_equal(
      watch("duration: 5\nintegrator: {method: rk4, step: 0.001}\n", 0, warnings, sizeof warnings), 0);
  // a little more than a per mille is told, a little less is not: Euler's error goes with its step
  assert_int_equal(
      watch("duration: 0.2\nintegrator: {method: euler, step: 0.001}\n", 2e-5, warnings, sizeof warnings), 0);
}

/* Weak drives are at their limit all the time. For a tenth of a second they may be. */
static void a_limit_without_a_pause(void **state)
{
  (void)state;
  char warnings[2000], lines[600];
  snprintf(lines, sizeof lines, "%scontroller: {kind: pd-gravity, period: 0.001, effort: 2}\n", follow);
  assert_true(watch(lines, 0, warnings, sizeof warnings) >= 1);
  assert_non_null(strstr(warnings, "worthless: the controller was at a limit for "));
  snprintf(lines, sizeof lines, "%scontroller: {kind: pd-gravity, period: 0.001}\n", follow);
  assert_int_equal(watch(lines, 0, warnings, sizeof warnings), 0);
}

/* Pauses count: pushed again and again, the drives are at their limit for more than a second in all, never for long. */
static void a_limit_with_pauses(void **state)
{
  (void)state;
  char warnings[2000], lines[1100];
  int used =
      snprintf(lines, sizeof lines,
               "duration: 3.4\nintegrator: {method: rk4, step: 0.001}\n"
               "controller: {kind: pd-gravity, period: 0.001, effort: [50, 40], safety: {joint_error: 3}}\n"
               "hand_wrench: {axes: base, fy: [");
  for (int k = 0; k < 8; k++)
    used += snprintf(lines + used, sizeof lines - (size_t)used, "%s{step: {at: %.1f, to: 50, until: %.2f}}",
                     k ? ", " : "", 0.2 + 0.4 * k, 0.35 + 0.4 * k);
  snprintf(lines + used, sizeof lines - (size_t)used, "]}\n");
  assert_int_equal(watch(lines, 0, warnings, sizeof warnings), 0);
  assert_true(samples_cut > 1000);
}

/* Torques that jump to and fro from sample to sample: the controller takes the arm for seven times heavier than it is. */
static void chattering(void **state)
{
  (void)state;
  char warnings[2000], lines[600];
  snprintf(
      lines, sizeof lines,
      "%smodel_error: {mass: +600 %%}\n"
      "controller: {kind: computed-torque, period: 0.01, gains: {frequency: 200}, effort: 400, safety: {joint_error: 9, "
      "fastest: 1000, jump: 100}}\n",
      follow);
  assert_true(watch(lines, 0, warnings, sizeof warnings) >= 1);
  assert_non_null(strstr(warnings, "worthless: joint \"elbow\" chatters by "));
  assert_non_null(strstr(warnings, "from sample to sample, from t = "));
}

/* Sampled too rarely for its gains, the arm goes too fast, and the controller that shall hold it throws it about. */
static void an_arm_that_is_not_held(void **state)
{
  (void)state;
  char warnings[2000], lines[600];
  static const char form[] =
      "duration: 2\nintegrator: {method: erk, tolerance: 1.0e-6}\ntrajectory: [{move: {to: [0.4, 0.3], duration: 0.5}}]\n"
      "model_error: {mass: +150 %%}\nsensors: {speed_from_positions: true, position_step: 1.0e-4}\n"
      "controller: {kind: pd-gravity, period: %s, gains: {frequency: 20, damping_ratio: 0.1}%s}\n";
  snprintf(lines, sizeof lines, form, "0.03", "");
  assert_true(watch(lines, 0, warnings, sizeof warnings) >= 1);
  assert_non_null(strstr(warnings, "worthless: the controller could not hold the arm: joint \"elbow\" was "));
  assert_non_null(strstr(warnings, "the controller stopped its task: "));
  // one that is held is worth what it was
  snprintf(lines, sizeof lines, form, "0.001", ", safety: {joint_error: 1.0e-3, reach_time: 0.01}");
  assert_int_equal(watch(lines, 0, warnings, sizeof warnings), 0);
  assert_non_null(strstr(warnings, "the controller held the arm still: "));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_that_does_not_balance), cmocka_unit_test(a_limit_without_a_pause),
      cmocka_unit_test(a_limit_with_pauses),          cmocka_unit_test(chattering),
      cmocka_unit_test(an_arm_that_is_not_held),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
