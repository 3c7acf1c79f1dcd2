/* Controllers side by side in one scenario, and the unified one through singular postures. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/controller.h"
#include "ulna/kinematics.h"
#include "ulna/resolved_motion.h"
#include "ulna/scenario.h"

static const double degree = 0.017453292519943295;

static ulna_scenario *load(const char *key)
{
  ulna_scenario *scenario = NULL;
  assert_int_equal(ulna_scenario_load(key, NULL, NULL, &scenario), ULNA_OK);
  return scenario;
}

static ulna_run *create(const ulna_scenario *scenario, const ulna_run_options *options)
{
  ulna_run *run = NULL;
  assert_int_equal(ulna_run_create(scenario, options, NULL, NULL, &run), ULNA_OK);
  return run;
}

/* A run to its end, told why if it does not get there. */
static void finish(ulna_run *run, const ulna_run_sink *sink)
{
  if (ulna_run_advance(run, (double)INFINITY, sink) != ULNA_OK) fail_msg("%s", ulna_run_failure(run));
  assert_true(ulna_run_is_over(run));
}

/* What the controller's model has wrong: nothing; the two ways in which the scenario's head promises. */
enum { EXACT, LIGHT, HEAVY, VARIANTS };
static const ulna_model_error errors[VARIANTS] = {[EXACT] = {.mass = 0},
                                                  [LIGHT] = {.mass = -0.1, .unknown_payload = true},
                                                  [HEAVY] = {.mass = 0.1, .unknown_payload = true}};
static const char *const words[VARIANTS] = {"exact", "-10 %, load unknown", "+10 %, load unknown"};

typedef struct {
  double rms, largest, turned; /* m, m, rad */
} figures;
static figures pick[ULNA_CONTROL_KIND_COUNT][VARIANTS];

static int run_them_all(void **state)
{
  (void)state;
  ulna_scenario *scenario = load("puma560_pick_and_place");
  for (int k = 0; k < ULNA_CONTROL_KIND_COUNT; k++)
    for (int v = 0; v < VARIANTS; v++) {
      ulna_run_options o = ulna_run_options_default();
      o.controller = ulna_control_kind_name((ulna_control_kind)k);
      o.model_error = &errors[v];
      ulna_run *run = create(scenario, &o);
      assert_string_equal(ulna_run_controller(run), o.controller);
      finish(run, NULL);
      const ulna_run_summary *s = ulna_run_summary_get(run);
      const ulna_run_control *c = s->control;
      assert_string_equal(c->kind, o.controller);
      print_message("%-15s %-19s off by %.3f mm rms, %.3f at most; %ld samples cut, %d stages\n", c->kind,
                    words[v], 1e3 * c->error_rms, 1e3 * c->error_largest, c->saturated, c->stage_changes);
      if (c->fault) fail_msg("%s, %s: %s", c->kind, words[v], c->fault);
      assert_int_equal(c->saturated, 0);
      assert_int_equal(s->warning_count, 0);
      for (int i = 0; i < s->effort_count; i++)
        assert_true(s->effort[i].rms > 0 && s->effort[i].rms < s->effort[i].largest &&
                    s->effort[i].largest < 0.8 * s->effort[i].limit);
      pick[k][v] = (figures){c->error_rms, c->error_largest, c->turned_largest};
      ulna_run_destroy(run);
    }
  ulna_scenario_destroy(scenario);
  return 0;
}

/* The factors were 49, 51 and 3.7; what they are of is deterministic, and a controller that lost its sense loses more. */
static void knowing_the_arm_beats_independent_joints(void **state)
{
  (void)state;
  const double independent = pick[ULNA_CONTROL_JOINT_PD][EXACT].rms;
  assert_true(independent > 40 * pick[ULNA_CONTROL_UNIFIED][EXACT].rms);
  assert_true(independent > 40 * pick[ULNA_CONTROL_COMPUTED_TORQUE][EXACT].rms);
  assert_true(independent > 3 * pick[ULNA_CONTROL_PD_GRAVITY][EXACT].rms);
  for (int k = ULNA_CONTROL_PD_GRAVITY; k <= ULNA_CONTROL_IMPEDANCE; k++)
    assert_true(pick[k][EXACT].rms > 3 * pick[ULNA_CONTROL_UNIFIED][EXACT].rms);
}

/* Bounds in mm, a tenth or so above what was found (the lines that this program prints). */
static void wrong_masses_and_an_unknown_load_cost_millimetres(void **state)
{
  (void)state;
  static const double rms[ULNA_CONTROL_KIND_COUNT][VARIANTS] = {
      [ULNA_CONTROL_UNIFIED] = {0.17, 1.4, 1.1},        [ULNA_CONTROL_COMPUTED_TORQUE] = {0.17, 1.6, 1.3},
      [ULNA_CONTROL_PD_GRAVITY] = {2.2, 3.9, 3.0},      [ULNA_CONTROL_JOINT_PD] = {7.9, 8.3, 7.6},
      [ULNA_CONTROL_ACTUATOR_SERVO] = {0.7, 0.75, 0.7}, [ULNA_CONTROL_IMPEDANCE] = {2.9, 3.4, 3.2},
      [ULNA_CONTROL_UNIFIED_PRINTED] = {0.3, 2.4, 1.9}};
  static const double largest[ULNA_CONTROL_KIND_COUNT] = {5, 5, 8.8, 14, 2.4, 7, 7.5};
  for (int k = 0; k < ULNA_CONTROL_KIND_COUNT; k++)
    for (int v = 0; v < VARIANTS; v++) {
      if (!(1e3 * pick[k][v].rms < rms[k][v]) || !(1e3 * pick[k][v].largest < largest[k]))
        fail_msg("%s, %s: %g mm rms, %g at most", ulna_control_kind_name((ulna_control_kind)k), words[v],
                 1e3 * pick[k][v].rms, 1e3 * pick[k][v].largest);
      assert_true(pick[k][v].turned < 1.5 * degree);
    }
  // whose torques come from the model suffers most from its errors, and is still ahead of what knows nothing
  for (int v = LIGHT; v < VARIANTS; v++) {
    assert_true(pick[ULNA_CONTROL_UNIFIED][v].rms > 5 * pick[ULNA_CONTROL_UNIFIED][EXACT].rms);
    assert_true(pick[ULNA_CONTROL_UNIFIED][v].rms < 0.2 * pick[ULNA_CONTROL_JOINT_PD][v].rms);
  }
}

static void a_hand_sensor_makes_up_for_a_load_that_is_not_told(void **state)
{
  (void)state;
  ulna_scenario *scenario = load("puma560_pick_and_place_felt");
  ulna_run *run = create(scenario, NULL);
  finish(run, NULL);
  const ulna_run_control *c = ulna_run_summary_get(run)->control;
  print_message("felt: off by %.3f mm rms, %.3f at most\n", 1e3 * c->error_rms, 1e3 * c->error_largest);
  assert_null(c->fault);
  assert_true(c->error_rms < 0.55e-3 && c->error_largest < 1e-3);  // what the file says
  assert_true(2 * c->error_rms < pick[ULNA_CONTROL_UNIFIED][LIGHT].rms);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* Rows of a passage: all finite; how fast joints were. */
typedef struct {
  int columns, first_rate;
  double rates[6], q5[2];
} passage;

static ulna_status watch(void *context, const double row[])
{
  passage *p = context;
  for (int i = 0; i < p->columns; i++) assert_true(isfinite(row[i]));
  for (int i = 0; i < 6; i++) p->rates[i] = fmax(p->rates[i], fabs(row[p->first_rate + i]));
  p->q5[0] = fmin(p->q5[0], row[5]);
  p->q5[1] = fmax(p->q5[1], row[5]);
  return ULNA_OK;
}

static passage pass(ulna_run *run)
{
  passage p = {.columns = ulna_run_column_count(run)};
  while (strcmp(ulna_run_columns(run)[p.first_rate].group, "qd") != 0) p.first_rate++;
  assert_string_equal(ulna_run_columns(run)[5].name, "q5");
  const ulna_run_sink sink = {.context = &p, .row = watch};
  finish(run, &sink);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  assert_null(s->control->fault);
  for (int i = 0; i < s->tracking_count; i++)
    print_message("%s: %.3f mm off, %.3f late, turned by %.3f degrees\n", s->tracking[i].name,
                  1e3 * s->tracking[i].off_largest, 1e3 * s->tracking[i].lag_largest,
                  s->tracking[i].turned_largest / degree);
  print_message("rates up to %.2f %.2f %.2f %.2f %.2f %.2f rad/s\n", p.rates[0], p.rates[1], p.rates[2],
                p.rates[3], p.rates[4], p.rates[5]);
  return p;
}

/* What the line asks of the joints exactly, in its middle, on the way there. */
static double exact_rate_of_joint_4(const ulna_scenario *scenario)
{
  const double middle[6] = {20 * degree, 30 * degree, -20 * degree, 85 * degree, 0.5 * degree, -60 * degree};
  const double start[6] = {53.50 * degree,  18.81 * degree, 2.10 * degree,
                           202.85 * degree, 13.25 * degree, -210.37 * degree};
  const double way[3] = {0.1355, -0.3251, 0.1896};
  const ulna_model *model = ulna_scenario_model(scenario);
  ulna_work *work = NULL;
  ulna_resolver *resolver = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  ulna_resolve_options o = ulna_resolve_options_default();
  o.method = ULNA_RESOLVE_ELIMINATION;
  o.pivot = 1e-9;
  o.ignore_limits = true;
  assert_int_equal(ulna_resolver_create(model, &o, NULL, &resolver), ULNA_OK);
  ulna_pose there, from;
  ulna_hand_pose(model, work, middle, &there);
  ulna_hand_pose(model, work, start, &from);
  double twist[6] = {0}, qd[6] = {0};
  for (int k = 0; k < 3; k++) {
    assert_true(fabs(from.p[k] + way[k] / 2 - there.p[k]) < 2e-4);  // angles of the file have two decimals
    twist[3 + k] = 1.875 * way[k];                                  // a quintic in 1 s, halfway
  }
  assert_int_equal(ulna_resolve_rate(resolver, work, middle, twist, qd, NULL, qd, NULL), ULNA_OK);
  ulna_resolver_destroy(resolver);
  ulna_work_destroy(work);
  return fabs(qd[3]);
}

static void a_singular_wrist_is_passed_at_speed(void **state)
{
  (void)state;
  ulna_scenario *scenario = load("singular_wrist");
  const double exact = exact_rate_of_joint_4(scenario);
  print_message("exact motion: joint 4 at %.0f rad/s\n", exact);
  assert_true(exact > 125 && exact < 135);
  ulna_run *run = create(scenario, NULL);
  const passage p = pass(run);
  assert_true(p.q5[0] < -0.3 && p.q5[1] > 0.2);  // through, not around
  for (int i = 0; i < 6; i++) assert_true(p.rates[i] < 3);
  const ulna_run_control *c = ulna_run_summary_get(run)->control;
  assert_true(c->error_largest < 0.15e-3 && c->turned_largest < 0.5 * degree);
  assert_int_equal(c->saturated, 0);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

static void a_stretched_elbow_is_reached_and_left_with_bounded_rates(void **state)
{
  (void)state;
  ulna_scenario *scenario = load("stretched_elbow");
  ulna_run *run = create(scenario, NULL);
  const passage p = pass(run);
  for (int i = 0; i < 6; i++) assert_true(p.rates[i] < 6);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  enum { OUT, ACROSS, BEYOND, IN };
  assert_int_equal(s->tracking_count, 4);
  for (int i = OUT; i <= ACROSS; i++)
    assert_true(hypot(s->tracking[i].off_largest, s->tracking[i].lag_largest) < 0.4e-3);
  assert_true(s->tracking[BEYOND].off_largest < 5.0e-3 && s->tracking[BEYOND].lag_largest < 0.8e-3);
  assert_true(s->tracking[IN].lag_largest < 12e-3 && s->tracking[IN].off_largest < 2e-3);
  assert_true(s->control->turned_largest < 2.5 * degree);
  assert_true(s->control->saturated > 0 && s->control->saturated < 45);  // samples, 1 ms each
  for (int i = 0; i < s->effort_count; i++) assert_true(s->effort[i].largest <= s->effort[i].limit);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* What is put in place of a scenario's controller and cannot be. */
static void refused(const char *key, const ulna_run_options *options, const char *expected)
{
  ulna_scenario *scenario = load(key);
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_run *run = NULL;
  assert_int_equal(ulna_run_create(scenario, options, NULL, report, &run), ULNA_INVALID_ARGUMENT);
  assert_null(run);
  char line[600];
  ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (!strstr(line, expected)) fail_msg("\"%s\" is not in \"%s\"", expected, line);
  ulna_report_destroy(report);
  ulna_scenario_destroy(scenario);
}

static void what_cannot_take_the_controllers_place_is_refused(void **state)
{
  (void)state;
  ulna_run_options o = ulna_run_options_default();
  o.controller = "joint-dp";
  refused("puma560_pick_and_place", &o, "\"joint-dp\" is none of unified");
  refused("puma560_pick_and_place", &o, "did you mean joint-pd?");
  o.controller = "joint-pd";
  refused("puma560_fall", &o, "controller: the scenario has no controller to replace");
  o.controller = NULL;
  const ulna_model_error nothing_left = {.mass = -1};
  o.model_error = &nothing_left;
  refused("puma560_pick_and_place", &o, "masses by -100 %");
  const ulna_model_error not_a_number = {.friction = (double)NAN};
  o.model_error = &not_a_number;
  refused("puma560_pick_and_place", &o, "must be above -100 %");
  const ulna_model_error some = {.mass = 0.1};
  o.model_error = &some;
  refused("puma560_fall", &o, "no controller whose model could be wrong");
}

typedef struct {
  int columns;
  size_t used;
  double numbers[4000];
} kept;

static ulna_status keep(void *context, const double row[])
{
  kept *k = context;
  assert_true(k->used + (size_t)k->columns <= sizeof k->numbers / sizeof k->numbers[0]);
  memcpy(k->numbers + k->used, row, (size_t)k->columns * sizeof *row);
  k->used += (size_t)k->columns;
  return ULNA_OK;
}

static void timing_steps_leaves_the_recording_as_it_is(void **state)
{
  (void)state;
  ulna_scenario *scenario = load("puma560_pick_and_place");
  static kept seen[2];
  for (int timed = 0; timed < 2; timed++) {
    ulna_run_options o = ulna_run_options_default();
    o.duration = 0.2;
    o.time_steps = timed;
    ulna_run *run = create(scenario, &o);
    seen[timed].columns = ulna_run_column_count(run);
    const ulna_run_sink sink = {.context = &seen[timed], .row = keep};
    finish(run, &sink);
    const double time = ulna_run_summary_get(run)->control->step_time;
    if (timed) assert_true(time > 1e-8 && time < 1e-3);  // s: whatever else the machine is doing
    else assert_true(isnan(time));
    ulna_run_destroy(run);
  }
  assert_int_equal(seen[0].used, seen[1].used);
  assert_memory_equal(seen[0].numbers, seen[1].numbers, seen[0].used * sizeof(double));
  ulna_scenario_destroy(scenario);
}

/* The scenario's own error and the same as an option are one. */
static void an_error_from_outside_is_the_error_of_the_file(void **state)
{
  (void)state;
  double largest[2];
  for (int outside = 0; outside < 2; outside++) {
    char text[2400];
    snprintf(text, sizeof text,
             "ulna_scenario: 1\nname: x\nrobot: planar2r\nstart: {q: [0, 0.5]}\nduration: 0.3\n"
             "integrator: {method: rk4, step: 1.0e-3}\ncontroller: {kind: unified, period: 0.001}\n"
             "trajectory: [{move: {to: [0.2, 0.1], duration: 0.3}}]\n%s",
             outside ? "" : "model_error: {mass: +20 %, friction: -30 %}\n");
    ulna_scenario *scenario = NULL;
    assert_int_equal(ulna_scenario_read_text(text, strlen(text), NULL, NULL, NULL, NULL, &scenario), ULNA_OK);
    const ulna_model_error error = {.mass = 0.2, .friction = -0.3};
    ulna_run_options o = ulna_run_options_default();
    if (outside) o.model_error = &error;
    ulna_run *run = create(scenario, &o);
    finish(run, NULL);
    largest[outside] = ulna_run_summary_get(run)->control->error_largest;
    ulna_run_destroy(run);
    ulna_scenario_destroy(scenario);
  }
  assert_true(largest[0] > 1e-4);
  assert_true(fabs(largest[1] / largest[0] - 1) < 1e-9);  // 1.2 and 1 + 0.2 differ in the last place
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(knowing_the_arm_beats_independent_joints),
      cmocka_unit_test(wrong_masses_and_an_unknown_load_cost_millimetres),
      cmocka_unit_test(a_hand_sensor_makes_up_for_a_load_that_is_not_told),
      cmocka_unit_test(a_singular_wrist_is_passed_at_speed),
      cmocka_unit_test(a_stretched_elbow_is_reached_and_left_with_bounded_rates),
      cmocka_unit_test(what_cannot_take_the_controllers_place_is_refused),
      cmocka_unit_test(timing_steps_leaves_the_recording_as_it_is),
      cmocka_unit_test(an_error_from_outside_is_the_error_of_the_file),
  };
  return cmocka_run_group_tests(tests, run_them_all, NULL);
}
