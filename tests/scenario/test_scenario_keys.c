/* Keys of a scenario that built-in ones do not use mean what docs/scenario_file.md says: each key of `safety` and `stages`
 * sets its own number and no other, and changes a run; signals `chirp` and tables that `hold`; joints of a URDF held. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scenario/scenario.h"

static const double two_pi = 6.283185307179586;

static ulna_scenario *read_scenario(const char *text, const char *name)
{
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_scenario *scenario = NULL;
  const ulna_status status = ulna_scenario_read_text(text, strlen(text), name, NULL, NULL, report, &scenario);
  char line[800] = "";
  if (ulna_report_count(report, ULNA_NOTE))
    ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (status != ULNA_OK) fail_msg("%s: %s", ulna_status_name(status), line);
  ulna_report_destroy(report);
  return scenario;
}

/* A planar arm that a controller moves; `more` stands in the controller's braces. */
static ulna_scenario *controlled(const char *more)
{
  char text[900];
  assert_true(
      snprintf(text, sizeof text,
               "ulna_scenario: 1\nname: keys\nrobot: planar2r\nstart: {q: [0.2, 0.4]}\nduration: 1.2\n"
               "integrator: {method: rk4, step: 0.001}\n"
               "controller: {kind: unified, period: 0.001, %s}\n"
               "trajectory: [{move: {to: [0.8, -0.1], duration: 0.6}}]\n"
               "record: {every: 0.01, what: [q, stage]}\n",
               more) < (int)sizeof text);
  return read_scenario(text, "keys.yaml");
}

typedef struct {
  const char *key;
  size_t offset;
} key;

/* Each key alone, with a value nothing else has: its number is that value, every other the default. */
static void look_at_keys(const char *section, const key keys[], size_t count, size_t at, size_t size)
{
  const ulna_controller_options plain = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  for (size_t k = 0; k < count; k++) {
    char more[100];
    const double value = 1.75 + 0.125 * (double)k;
    // contact is left below where it is entered: their order is checked, and the defaults of the other stand at 2 and 1 N
    const double in_order = strcmp(keys[k].key, "contact_release") == 0 ? 0.25 : value;
    snprintf(more, sizeof more, "%s: {%s: %.3f}", section, keys[k].key, in_order);
    ulna_scenario *scenario = controlled(more);
    unsigned char expected[200];
    assert_true(size <= sizeof expected);
    memcpy(expected, (const unsigned char *)&plain + at, size);
    double before;
    memcpy(&before, expected + keys[k].offset, sizeof before);
    assert_true(before != in_order);  // or nothing would be shown
    memcpy(expected + keys[k].offset, &in_order, sizeof in_order);
    if (memcmp(expected, (const unsigned char *)&scenario->controller + at, size) != 0) fail_msg("%s", more);
    ulna_scenario_destroy(scenario);
  }
}

static void every_key_of_safety_sets_its_number(void **state)
{
  (void)state;
#define KEY(name)                                                                                            \
  {                                                                                                          \
#    name, offsetof(ulna_safety, name)                                                                       \
  }
  const key keys[] = {KEY(jump),        KEY(fastest),     KEY(position_margin), KEY(speed_margin),
                      KEY(reach_error), KEY(reach_angle), KEY(joint_error),     KEY(reach_time)};
#undef KEY
  assert_int_equal(sizeof keys / sizeof *keys * sizeof(double), sizeof(ulna_safety));  // none is forgotten
  look_at_keys("safety", keys, sizeof keys / sizeof *keys, offsetof(ulna_controller_options, safety),
               sizeof(ulna_safety));
}

static void every_key_of_stages_sets_its_number(void **state)
{
  (void)state;
#define KEY(name)                                                                                            \
  {                                                                                                          \
#    name, offsetof(ulna_stage_rules, name)                                                                  \
  }
  const key keys[] = {KEY(distance),        KEY(angle),       KEY(speed),   KEY(turn_speed),
                      KEY(joint_distance),  KEY(joint_speed), KEY(leave),   KEY(contact_force),
                      KEY(contact_release), KEY(dwell),       KEY(transfer)};
#undef KEY
  assert_int_equal(sizeof keys / sizeof *keys * sizeof(double), sizeof(ulna_stage_rules));
  look_at_keys("stages", keys, sizeof keys / sizeof *keys, offsetof(ulna_controller_options, stages),
               sizeof(ulna_stage_rules));
}

typedef struct {
  int rows, columns;
  double row[400][8];
} rows;

static ulna_status keep_row(void *context, const double row[])
{
  rows *r = context;
  assert_true(r->rows < 400 && r->columns <= 8);
  memcpy(r->row[r->rows++], row, (size_t)r->columns * sizeof *row);
  return ULNA_OK;
}

static void run_whole(const ulna_scenario *scenario, rows *kept, const char **fault)
{
  static char words[400];
  ulna_run *run = NULL;
  assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);
  *kept = (rows){.columns = ulna_run_column_count(run)};
  const ulna_run_sink sink = {.context = kept, .row = keep_row};
  if (ulna_run_advance(run, (double)INFINITY, &sink) != ULNA_OK) fail_msg("%s", ulna_run_failure(run));
  const ulna_run_summary *s = ulna_run_summary_get(run);
  snprintf(words, sizeof words, "%s", s->control && s->control->fault ? s->control->fault : "");
  if (fault) *fault = words;
  ulna_run_destroy(run);
}

/* The same motion: followed within the default's bounds, and held still where the scenario allows a hundredth of them. */
static void safety_of_a_scenario_holds_the_arm(void **state)
{
  (void)state;
  static rows kept;
  const char *fault;
  ulna_scenario *plain = controlled("safety: {joint_error: 0.5}");
  run_whole(plain, &kept, &fault);
  assert_string_equal(fault, "");
  assert_true(fabs(kept.row[kept.rows - 1][1] - 0.8) < 1e-3);
  ulna_scenario_destroy(plain);

  ulna_scenario *strict = controlled("safety: {fastest: 0.5}");  // the motion's peak is 1.9 rad/s
  run_whole(strict, &kept, &fault);
  assert_string_not_equal(fault, "");
  assert_true(fabs(kept.row[kept.rows - 1][1] - 0.8) > 0.1);
  ulna_scenario_destroy(strict);
}

/* stages: fine motion is entered where both limits hold. With limits above the whole motion it is fine at once; with
 * limits of nearly nothing it stays gross until the arm has come. */
static void stages_of_a_scenario_choose_the_motion(void **state)
{
  (void)state;
  static rows kept;
  const int stage = 3;  // t, q1, q2, stage
  ulna_scenario *wide = controlled("stages: {joint_distance: 10, joint_speed: 100, dwell: 0}");
  run_whole(wide, &kept, NULL);
  for (int r = 1; r < kept.rows; r++) assert_true(kept.row[r][stage] == kept.row[1][stage]);
  const double fine = kept.row[1][stage];
  ulna_scenario_destroy(wide);

  ulna_scenario *narrow = controlled("stages: {joint_distance: 0.02, joint_speed: 0.1, dwell: 0}");
  run_whole(narrow, &kept, NULL);
  assert_true(kept.row[10][stage] != fine);
  assert_true(kept.row[kept.rows - 1][stage] == fine);
  ulna_scenario_destroy(narrow);
}

/* chirp: amplitude sin(2π (f0 s + (f1 − f0) s²/(2 T)) + phase), s from its start, and nothing outside; by value and both
 * derivatives, and as what drives the arm. */
static void a_chirp_rises_evenly_in_frequency(void **state)
{
  (void)state;
  static const char text[] =
      "ulna_scenario: 1\nname: chirp\nrobot: planar2r\nstart: {q: [0.2, 0.4]}\nduration: 1.6\n"
      "integrator: {method: rk4, step: 0.001}\ngravity: [0, 0, 0]\n"
      "inputs: {elbow: {chirp: {amplitude: 1.5, frequency: 2, end_frequency: 6, start: 0.25, end: 1.25, phase: 30 "
      "deg}}}\n"
      "record: {every: 0.01, what: [u]}\n";
  ulna_scenario *scenario = read_scenario(text, "chirp.yaml");
  static rows kept;
  run_whole(scenario, &kept, NULL);
  assert_int_equal(kept.rows, 161);
  for (int r = 0; r < kept.rows; r++) {
    const double t = kept.row[r][0], s = t - 0.25;
    const double phase = two_pi * (2 * s + 4 * s * s / 2) + two_pi / 12;
    const bool inside = r >= 25 && r < 125;
    assert_true(kept.row[r][1] == 0);
    // the argument, up to 30 rad, carries the rounding of t
    assert_true(fabs(kept.row[r][2] - (inside ? 1.5 * sin(phase) : 0)) < 1e-12);
    double value[3];
    ulna_channel_value(&scenario->input[1], t, value);
    const double rate = two_pi * (2 + 4 * s), bend = two_pi * 4;
    assert_true(fabs(value[1] - (inside ? 1.5 * rate * cos(phase) : 0)) < 1e-10);
    assert_true(fabs(value[2] - (inside ? 1.5 * (bend * cos(phase) - rate * rate * sin(phase)) : 0)) < 1e-8);
  }
  ulna_scenario_destroy(scenario);
}

/* between: hold, in a table and in a CSV: each value up to the next time, level before the first and after the last. */
static void a_held_table_keeps_each_value_to_the_next(void **state)
{
  (void)state;
  static const char text[] =
      "ulna_scenario: 1\nname: held\nrobot: planar2r\nstart: {q: [0, 0]}\nduration: 1\n"
      "integrator: {method: rk4, step: 0.001}\n"
      "inputs:\n"
      "  shoulder: {table: {time: [0.2, 0.5, 0.7], value: [1, -2, 4], between: hold}}\n"
      "  elbow: {csv: {file: torques.csv, column: tau2, between: hold}}\n"
      "record: {every: 0.05, what: [u]}\n";
  ulna_scenario *scenario = read_scenario(text, ULNA_TEST_DATA "/scenario/here.yaml");
  static rows kept;
  run_whole(scenario, &kept, NULL);
  for (int r = 0; r < kept.rows; r++) {
    const double expected = r < 10 ? 1 : r < 14 ? -2 : 4;
    assert_true(kept.row[r][1] == expected);
  }
  const ulna_signal *s = &scenario->input[1].signals[0];
  assert_int_equal(s->kind, ULNA_SIGNAL_TABLE_HOLD);
  double value[3];
  for (int i = 0; i + 1 < s->count; i++) {
    ulna_channel_value(&scenario->input[1], 0.5 * (s->time[i] + s->time[i + 1]), value);
    assert_true(value[0] == s->value[i] && value[1] == 0 && value[2] == 0);
  }
  ulna_scenario_destroy(scenario);
}

/* robot: {file, hold}: a finger held open by 0.03 m puts the tip there, where one held at 0.01 is 0.02 m less far out. */
static void joints_of_a_urdf_are_held_where_the_scenario_says(void **state)
{
  (void)state;
  double y[2];
  for (int k = 0; k < 2; k++) {
    char text[600];
    snprintf(
        text, sizeof text,
        "ulna_scenario: 1\nname: held\nrobot: {file: arm_and_gripper.urdf, base_link: base_link, tip_link: tool0, "
        "hold: {left_finger_joint: %g}}\nstart: {q: [0, 0, 0, 0, 0, 0]}\nduration: 0.1\n"
        "integrator: {method: rk4, step: 0.001}\n",
        k ? 0.03 : 0.01);
    ulna_scenario *scenario = read_scenario(text, ULNA_TEST_DATA "/urdf/arms/here.yaml");
    const ulna_model *model = ulna_scenario_model(scenario);
    int left = -1;
    for (int i = 0; i < ulna_model_frame_count(model); i++)
      if (strcmp(ulna_model_frame(model, i)->name, "left_finger") == 0) left = i;
    assert_true(left >= 0);
    ulna_work *work = NULL;
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_DEFAULT, NULL, &work), ULNA_OK);
    const double q[6] = {0};
    ulna_pose pose;
    ulna_frame_pose(model, work, left, q, &pose);
    y[k] = pose.p[1];
    ulna_work_destroy(work);
    ulna_scenario_destroy(scenario);
  }
  assert_true(fabs(y[1] - y[0] - 0.02) < 1e-12);
}

static ulna_run *run_of(const ulna_scenario *scenario, const ulna_run_options *options)
{
  ulna_run *run = NULL;
  assert_int_equal(ulna_run_create(scenario, options, NULL, NULL, &run), ULNA_OK);
  return run;
}

/* Another method has another order: that of the file's is not carried over. */
static void an_order_belongs_to_its_method(void **state)
{
  (void)state;
  ulna_scenario *scenario =
      read_scenario("ulna_scenario: 1\nname: order\nrobot: planar2r\nstart: {q: [0.2, 0.4]}\nduration: 0.1\n"
                    "integrator: {method: bdf, order: 2, tolerance: 1.0e-6}\n",
                    "order.yaml");
  ulna_run_options o = ulna_run_options_default();
  o.integrator = "erk";
  ulna_run *run = run_of(scenario, &o);
  assert_null(strstr(ulna_run_integrator(run), "order 2"));
  assert_int_equal(ulna_run_advance(run, (double)NAN, NULL), ULNA_NOT_FINITE);  // and goes on after that
  assert_int_equal(ulna_run_advance(run, 1, NULL), ULNA_OK);
  assert_true(ulna_run_is_over(run));
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* The effort allowed is the robot's, or the controller's where that is less. */
static void the_lesser_effort_is_allowed(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    char text[500];
    snprintf(
        text, sizeof text,
        "ulna_scenario: 1\nname: effort\nrobot: panda\nstart: {q: [0, 0.3, 0, -1.5, 0, 1.5, 0]}\nduration: 0.01\n"
        "integrator: {method: rk4, step: 0.001}\n"
        "controller: {kind: pd-gravity, period: 0.001, effort: %s}\n",
        k ? "5" : "1000");
    ulna_scenario *scenario = read_scenario(text, "effort.yaml");
    ulna_run *run = run_of(scenario, NULL);
    assert_int_equal(ulna_run_advance(run, 1, NULL), ULNA_OK);
    const double own = ulna_model_joint(ulna_scenario_model(scenario), 1)->limits.effort;
    assert_true(isfinite(own) && own > 5 && own < 1000);
    assert_true(ulna_run_summary_get(run)->effort[0].limit == (k ? 5 : own));
    ulna_run_destroy(run);
    ulna_scenario_destroy(scenario);
  }
}

/* Noise is drawn from the seed: the same for the same, another for another. */
static void noise_goes_by_the_seed(void **state)
{
  (void)state;
  static rows kept[3];
  static const uint64_t seeds[3] = {1, 2, 1};
  ulna_scenario *scenario =
      read_scenario("ulna_scenario: 1\nname: seed\nrobot: planar2r\nstart: {q: [0.2, 0.4]}\nduration: 0.1\n"
                    "integrator: {method: rk4, step: 0.001}\n"
                    "controller: {kind: pd-gravity, period: 0.001}\n"
                    "sensors: {position_noise: 0.001}\n"
                    "record: {every: 0.01, what: [measured_q]}\n",
                    "seed.yaml");
  for (int k = 0; k < 3; k++) {
    ulna_run_options o = ulna_run_options_default();
    o.seed = &seeds[k];
    ulna_run *run = run_of(scenario, &o);
    kept[k] = (rows){.columns = ulna_run_column_count(run)};
    const ulna_run_sink sink = {.context = &kept[k], .row = keep_row};
    assert_int_equal(ulna_run_advance(run, 1, &sink), ULNA_OK);
    assert_true(ulna_run_seed(run) == seeds[k]);
    ulna_run_destroy(run);
  }
  assert_true(memcmp(kept[0].row, kept[2].row, sizeof kept[0].row) == 0);
  assert_true(kept[0].row[5][1] != kept[1].row[5][1]);
  ulna_scenario_destroy(scenario);
}

/* Noise of the hand sensor: of forces and of moments each its own. A hand that carries nothing feels nothing else. */
static void forces_and_moments_have_their_own_noise(void **state)
{
  (void)state;
  static rows kept;
  for (int k = 0; k < 2; k++) {
    char text[600];
    snprintf(text, sizeof text,
             "ulna_scenario: 1\nname: noise\nrobot: planar2r\nstart: {q: [0.2, 0.4]}\nduration: 0.1\n"
             "integrator: {method: rk4, step: 0.001}\ncontroller: {kind: pd-gravity, period: 0.001}\n"
             "sensors: {hand: {%s: 0.5}}\nrecord: {every: 0.01, what: [measured_wrench]}\n",
             k ? "moment_noise" : "force_noise");
    ulna_scenario *scenario = read_scenario(text, "noise.yaml");
    run_whole(scenario, &kept, NULL);
    for (int r = 1; r < kept.rows; r++)
      for (int c = 1; c <= 6; c++) assert_true((kept.row[r][c] != 0) == (k ? c > 3 : c <= 3));
    ulna_scenario_destroy(scenario);
  }
}

/* A hand that leaves a damped surface faster than 1/damping is let go, and not held back. */
static void a_surface_pushes_and_never_pulls(void **state)
{
  (void)state;
  static rows kept;
  ulna_scenario *scenario = read_scenario(
      "ulna_scenario: 1\nname: leave\nrobot: planar2r\nstart: {q: [0, 0], qd: [2, 0]}\nduration: 0.02\ngravity: [0, 0, 0]\n"
      "integrator: {method: rk4, step: 0.0001}\n"
      "surface: {point: [0, 0.002, 0], normal: [0, 1, 0], stiffness: 10000, damping: 1}\n"
      "record: {every: 0.0001, what: [contact]}\n",
      "leave.yaml");
  run_whole(scenario, &kept, NULL);
  assert_true(kept.columns >= 4);
  for (int r = 0; r < kept.rows; r++)
    assert_true(kept.row[r][2] == 0);  // the hand is at 2 mm depth, and 3.6 m/s fast
  ulna_scenario_destroy(scenario);
}

/* The controller's robot with an error: all friction, tables included, and the masses of links; other bodies stay as they are. */
static void an_error_of_the_model_reaches_tables_of_friction_and_leaves_other_bodies(void **state)
{
  (void)state;
  static const char text[] =
      "ulna_scenario: 1\nname: error\nrobot: every_key.yaml\nstart: {q: [0, 0.5]}\nduration: 0.1\n"
      "integrator: {method: rk4, step: 0.001}\ncontroller: {kind: computed-torque, period: 0.001}\n"
      "model_error: {mass: +10 %, friction: -20 %}\ntrajectory: [{move: {to: [0.1, 0.6], duration: 0.1}}]\n"
      "record: {every: 0.01, what: [measured_q, measured_qd, wrench]}\n";
  ulna_scenario *scenario = read_scenario(text, ULNA_TEST_DATA "/fuzz/corpus/fuzz_yaml/error.yaml");
  const ulna_model_error error = ulna_scenario_model_error(scenario);
  const ulna_model *given = ulna_scenario_model(scenario);
  ulna_model *wrong = NULL;
  assert_int_equal(ulna_control_model(scenario, &error, NULL, &wrong), ULNA_OK);
  const ulna_friction *is = &ulna_model_joint(wrong, 2)->friction,
                      *was = &ulna_model_joint(given, 2)->friction;
  assert_int_equal(is->table_count, 3);
  for (int k = 0; k < 3; k++) assert_true(fabs(is->table_force[k] - 0.8 * was->table_force[k]) < 1e-15);
  assert_true(fabs(ulna_model_joint(wrong, 1)->link.body.mass - 1.1 * 17.4) < 1e-12);
  assert_int_equal(ulna_model_element_count(wrong), 1);
  assert_true(ulna_model_element(wrong, 0)->rotor.inertia[2] ==
              ulna_model_element(given, 0)->rotor.inertia[2]);
  ulna_run *run = NULL;
  assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);
  assert_int_equal(ulna_run_column_count(run), 1 + 2 + 2 + 6);
  assert_int_equal(ulna_run_advance(run, (double)INFINITY, NULL), ULNA_OK);
  ulna_run_destroy(run);
  ulna_model_destroy(wrong);
  ulna_scenario_destroy(scenario);
}

/* A URDF with links off its chain: frames and held joints are in the controller's robot too. And the hand of an arm of which a
 * joint follows another is no start. */
static void a_urdf_may_have_a_wrong_model_and_must_start_by_its_joints(void **state)
{
  (void)state;
  static const char text[] =
      "ulna_scenario: 1\nname: e\nrobot: {file: arm_and_gripper.urdf}\nstart: {q: [0, 0, 0, 0, 0, 0]}\nduration: 0.1\n"
      "integrator: {method: rk4, step: 0.001}\ncontroller: {kind: computed-torque, period: 0.001}\n"
      "model_error: {mass: +10 %}\naccept: {far: made up}\n"
      "payloads: [{at: 0.05, mass: 1, com: [0, 0, 0.1], inertia: {about: com, xx: 1.0e-3, yy: 1.0e-3, zz: 1.0e-3}}]\n";
  ulna_scenario *scenario = read_scenario(text, ULNA_TEST_DATA "/urdf/arms/error.yaml");
  const ulna_model_error error = ulna_scenario_model_error(scenario);
  const ulna_model *given = ulna_scenario_model(scenario);
  ulna_model *wrong = NULL;
  assert_int_equal(ulna_control_model(scenario, &error, NULL, &wrong), ULNA_OK);
  assert_true(ulna_model_frame_count(given) > 0);
  assert_int_equal(ulna_model_frame_count(wrong), ulna_model_frame_count(given));
  assert_string_equal(ulna_model_frame(wrong, 0)->name, ulna_model_frame(given, 0)->name);
  assert_true(fabs(ulna_model_joint(wrong, 1)->link.body.mass / ulna_model_joint(given, 1)->link.body.mass -
                   1.1) < 1e-12);
  ulna_model_destroy(wrong);
  ulna_scenario_destroy(scenario);

  static const char follows[] =
      "ulna_scenario: 1\nname: e\nrobot: {file: mimic_in_the_chain.urdf}\nstart: {hand: {xyz: [0.3, 0, 0.8], rpy: [0, 0, 0]}}\n"
      "duration: 0.1\nintegrator: {method: rk4, step: 0.001}\n";
  ulna_report *report = NULL;
  char line[600];
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  scenario = NULL;
  assert_int_equal(ulna_scenario_read_text(follows, strlen(follows), ULNA_TEST_DATA "/urdf/arms/hand.yaml",
                                           NULL, NULL, report, &scenario),
                   ULNA_BAD_SCENARIO);
  ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (!strstr(line, "a start by the hand does not support joints that follow others")) fail_msg("%s", line);
  ulna_report_destroy(report);
}

/* Each option of a run that cannot be is refused in words of its own. */
static void options_of_a_run_that_cannot_be_are_refused(void **state)
{
  (void)state;
  static const ulna_model_error none_left = {.mass = -1}, some = {.mass = 0.1};
  static const struct {
    const char *scenario, *said;
    ulna_run_options options;
  } cases[] = {
      {"double_pendulum", "1e-30 cannot be met; it must be from", {.tolerance = 1e-30}},
      {"double_pendulum", "2 cannot be met; it must be from", {.tolerance = 2}},
      {"double_pendulum", "1 cannot be met; it must be from 1e-14 to below 1", {.tolerance = 1}},
      {"double_pendulum", "erk chooses its steps by its tolerance", {.step = 0.01}},
      {"double_pendulum", "did you mean composite?", {.forward_method = "compsite"}},
      {"double_pendulum", "-1 s; it must be above 0 and finite", {.duration = -1}},
      {"double_pendulum", "inf s; it must be above 0 and finite", {.duration = HUGE_VAL}},
      {"double_pendulum", "rk4 takes steps of a fixed length", {.integrator = "rk4", .tolerance = 1e-6}},
      {"double_pendulum", "1e-30 s; it must be at least", {.integrator = "rk4", .step = 1e-30}},
      {"double_pendulum", "inf s; it must be at least", {.integrator = "rk4", .step = HUGE_VAL}},
      {"double_pendulum", "the scenario has no controller", {.model_error = &some}},
      {"puma560_pick_and_place", "both must be above -100 %", {.model_error = &none_left}},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    ulna_scenario *scenario = NULL;
    ulna_report *report = NULL;
    ulna_run *run = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    assert_int_equal(ulna_scenario_load(cases[k].scenario, NULL, report, &scenario), ULNA_OK);
    ulna_run_options o = ulna_run_options_default();
    const ulna_run_options *given = &cases[k].options;
    if (given->tolerance != 0) o.tolerance = given->tolerance;
    if (given->step != 0) o.step = given->step;
    if (given->duration != 0) o.duration = given->duration;
    if (given->integrator) o.integrator = given->integrator;
    if (given->forward_method) o.forward_method = given->forward_method;
    if (given->model_error) o.model_error = given->model_error;
    assert_int_not_equal(ulna_run_create(scenario, &o, NULL, report, &run), ULNA_OK);
    assert_null(run);
    const size_t count = ulna_report_count(report, ULNA_NOTE);
    assert_true(count > 0);
    const char *text = ulna_report_get(report, count - 1)->text;
    if (!strstr(text, cases[k].said)) fail_msg("%s, not %s", text, cases[k].said);
    ulna_scenario_destroy(scenario);
    ulna_report_destroy(report);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_urdf_may_have_a_wrong_model_and_must_start_by_its_joints),
      cmocka_unit_test(options_of_a_run_that_cannot_be_are_refused),
      cmocka_unit_test(an_error_of_the_model_reaches_tables_of_friction_and_leaves_other_bodies),
      cmocka_unit_test(every_key_of_safety_sets_its_number),
      cmocka_unit_test(every_key_of_stages_sets_its_number),
      cmocka_unit_test(safety_of_a_scenario_holds_the_arm),
      cmocka_unit_test(stages_of_a_scenario_choose_the_motion),
      cmocka_unit_test(a_chirp_rises_evenly_in_frequency),
      cmocka_unit_test(a_held_table_keeps_each_value_to_the_next),
      cmocka_unit_test(joints_of_a_urdf_are_held_where_the_scenario_says),
      cmocka_unit_test(an_order_belongs_to_its_method),
      cmocka_unit_test(the_lesser_effort_is_allowed),
      cmocka_unit_test(noise_goes_by_the_seed),
      cmocka_unit_test(forces_and_moments_have_their_own_noise),
      cmocka_unit_test(a_surface_pushes_and_never_pulls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
