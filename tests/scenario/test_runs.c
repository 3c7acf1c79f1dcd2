/* A scenario's run is the run that its words describe: bit for bit what the C interface gives for the same, however it is
 * divided; it starts where the file says, ends with one clear sentence where it cannot go on, and leaves nothing out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "ulna/scenario.h"
#include "ulna/simulation.h"

enum { MOST_ROWS = 500, MOST_COLUMNS = 80, MOST_EVENTS = 1000 };

typedef struct {
  int columns, rows, events;
  double row[MOST_ROWS][MOST_COLUMNS];
  char event[MOST_EVENTS][100];
} recording;

static ulna_status keep_row(void *context, const double row[])
{
  recording *r = context;
  assert_true(r->rows < MOST_ROWS);
  memcpy(r->row[r->rows++], row, (size_t)r->columns * sizeof *row);
  return ULNA_OK;
}

static ulna_status keep_event(void *context, const ulna_run_event *e)
{
  recording *r = context;
  assert_true(r->events < MOST_EVENTS);
  snprintf(r->event[r->events++], 100, "%.6g %s %s %s", e->t, e->kind, e->what, e->detail);
  return ULNA_OK;
}

static ulna_scenario *read_scenario(const char *text)
{
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_scenario *scenario = NULL;
  const ulna_status status = ulna_scenario_read_text(text, strlen(text), ULNA_TEST_DATA "/scenario/here.yaml",
                                                     NULL, NULL, report, &scenario);
  char line[800] = "";
  if (ulna_report_count(report, ULNA_NOTE))
    ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (status != ULNA_OK) fail_msg("%s: %s", ulna_status_name(status), line);
  ulna_report_destroy(report);
  return scenario;
}

static ulna_run *start(const ulna_scenario *scenario, const ulna_run_options *options)
{
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_run *run = NULL;
  const ulna_status status = ulna_run_create(scenario, options, NULL, report, &run);
  char line[800] = "";
  if (ulna_report_count(report, ULNA_NOTE))
    ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (status != ULNA_OK) fail_msg("%s: %s", ulna_status_name(status), line);
  ulna_report_destroy(report);
  assert_true(ulna_run_column_count(run) <= MOST_COLUMNS);
  return run;
}

/* Runs the scenario, in pieces of the given length. */
static ulna_status record(const ulna_scenario *scenario, double piece, recording *r)
{
  ulna_run *run = start(scenario, NULL);
  memset(r, 0, sizeof *r);
  r->columns = ulna_run_column_count(run);
  const ulna_run_sink sink = {.context = r, .row = keep_row, .event = keep_event};
  ulna_status status = ULNA_OK;
  for (int k = 1; status == ULNA_OK && !ulna_run_is_over(run); k++)
    status = ulna_run_advance(run, k * piece, &sink);
  ulna_run_destroy(run);
  return status;
}

static recording first, second;

static const char swing[] = "ulna_scenario: 1\n"
                            "name: swing\n"
                            "robot: puma560\n"
                            "start: {q: [0.1, 0.2, -1, 0.3, 0.4, 0.5], qd: {waist: 0.5}}\n"
                            "duration: 0.5\n"
                            "integrator: {method: rk4, step: 0.001, event_tolerance: 1.0e-8}\n"
                            "inputs:\n"
                            "  shoulder: [{constant: 20}, {step: {at: 0.2, to: 3, until: 0.35}}]\n"
                            "  elbow: {sine: {amplitude: 4, frequency: 3, phase: 30 deg}}\n"
                            "  waist: {table: {time: [0, 0.2, 0.4], value: [0, 5, 0]}}\n"
                            "hand_wrench: {axes: tool, fz: {ramp: {start: 0.1, end: 0.3, to: 10}}}\n"
                            "payloads: [{at: 0.25, mass: 1, com: [0, 0, 0.1],\n"
                            "            inertia: {about: com, xx: 1.0e-3, yy: 1.0e-3, zz: 1.0e-3}}]\n"
                            "record: {every: 0.01, what: [q, qd, tau, energy]}\n";

static ulna_status keep_sample(void *context, const ulna_sample *s)
{
  recording *r = context;
  double *row = r->row[r->rows++];
  row[0] = s->t;
  memcpy(row + 1, s->q, 6 * sizeof *row);
  memcpy(row + 7, s->qd, 6 * sizeof *row);
  memcpy(row + 13, s->tau, 6 * sizeof *row);
  row[19] = s->kinetic;
  row[20] = s->potential;
  return ULNA_OK;
}

static void a_scenario_is_the_same_run_as_through_the_c_interface(void **state)
{
  (void)state;
  ulna_scenario *scenario = read_scenario(swing);
  assert_int_equal(record(scenario, 1, &first), ULNA_OK);
  ulna_scenario_destroy(scenario);

  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  ulna_signal shoulder[2] = {ulna_signal_default(ULNA_SIGNAL_CONSTANT),
                             ulna_signal_default(ULNA_SIGNAL_STEP)};
  shoulder[0].to = 20;
  shoulder[1].start = 0.2;
  shoulder[1].end = 0.35;
  shoulder[1].to = 3;
  ulna_signal elbow = ulna_signal_default(ULNA_SIGNAL_SINE),
              waist = ulna_signal_default(ULNA_SIGNAL_TABLE_LINEAR);
  elbow.amplitude = 4;
  elbow.frequency = 3;
  elbow.phase = 30 * M_PI / 180;
  const double time[] = {0, 0.2, 0.4}, value[] = {0, 5, 0};
  waist.count = 3;
  waist.time = time;
  waist.value = value;
  ulna_signal fz = ulna_signal_default(ULNA_SIGNAL_RAMP);
  fz.start = 0.1;
  fz.end = 0.3;
  fz.to = 10;
  const ulna_channel input[6] = {{1, &waist}, {2, shoulder}, {1, &elbow}}, wrench[6] = {[2] = {1, &fz}};
  const ulna_payload_change payload = {.t = 0.25,
                                       .body = {1, {0, 0, 0.1}, {1e-3, 1e-3, 1e-3, 0, 0, 0}, ULNA_ABOUT_COM}};
  ulna_simulation_options o = ulna_simulation_options_default();
  o.step = 0.001;
  o.event_tolerance = 1e-8;
  o.input = input;
  o.hand_wrench = wrench;
  o.hand_axes = ULNA_AXES_TOOL;
  o.payload_change_count = 1;
  o.payload_changes = &payload;
  o.record_period = 0.01;
  ulna_simulation *simulation = NULL;
  assert_int_equal(ulna_simulation_create(model, &o, NULL, &simulation), ULNA_OK);
  const double q[6] = {0.1, 0.2, -1, 0.3, 0.4, 0.5}, qd[6] = {0.5};
  assert_int_equal(ulna_simulation_start(simulation, 0, q, qd), ULNA_OK);
  memset(&second, 0, sizeof second);
  const ulna_simulation_sink sink = {.context = &second, .sample = keep_sample};
  assert_int_equal(ulna_simulation_advance(simulation, 0.5, &sink), ULNA_OK);
  assert_int_equal(first.rows, 51);
  assert_int_equal(second.rows, 51);
  assert_int_equal(first.columns, 21);
  assert_memory_equal(first.row, second.row, sizeof first.row);
  assert_true(fabs(first.row[50][2] - 0.2) > 0.01);  // it did move
  ulna_simulation_destroy(simulation);
  ulna_model_destroy(model);
}

static void a_run_is_the_same_however_it_is_divided(void **state)
{
  (void)state;
  ulna_scenario *scenario = read_scenario(swing);
  assert_int_equal(record(scenario, 1, &first), ULNA_OK);
  static const double pieces[] = {0.0137, 0.001, 0.25, 0.1};
  for (int i = 0; i < 4; i++) {
    assert_int_equal(record(scenario, pieces[i], &second), ULNA_OK);
    assert_memory_equal(&first, &second, sizeof first);
  }
  assert_true(first.events >= 3);
  ulna_scenario_destroy(scenario);
}

static void the_hand_starts_where_it_is_told(void **state)
{
  (void)state;
  ulna_scenario *scenario =
      read_scenario("ulna_scenario: 1\nname: s\nrobot: puma560\nduration: 0.01\n"
                    "start:\n"
                    "  hand: {xyz: [0.63, 0.04, 1.26], rpy: [80 deg, 60 deg, 108 deg]}\n"
                    "  near: {elbow: -60 deg, wrist_bend: -30 deg}\n"
                    "integrator: {method: rk4, step: 0.001}\n"
                    "record: {what: [hand]}\n");
  assert_int_equal(record(scenario, 1, &first), ULNA_OK);
  static const double expected[] = {0, 0.63, 0.04, 1.26, 80 * M_PI / 180, M_PI / 3, 108 * M_PI / 180};
  for (int k = 0; k < 7; k++) assert_true(fabs(first.row[0][k] - expected[k]) < 1e-9);  // solved to 1e-10
  ulna_scenario_destroy(scenario);
}

/* Columns have the names, units and groups that the file asks for, in the order of the documentation. */
static void columns_say_what_they_hold(void **state)
{
  (void)state;
  ulna_scenario *scenario =
      read_scenario("ulna_scenario: 1\nname: s\nrobot: stanford\nduration: 0.01\nstart: {}\n"
                    "integrator: {method: euler, step: 0.001}\n"
                    "record: {what: [tau, energy, q]}\n");
  ulna_run *run = start(scenario, NULL);
  const ulna_column *c = ulna_run_columns(run);
  assert_int_equal(ulna_run_column_count(run), 1 + 6 + 6 + 2);
  static const struct {
    int column, index;
    const char *name, *unit, *group;
  } expected[] = {{0, 0, "t", "s", "t"},         {1, 1, "q1", "rad", "q"},
                  {3, 3, "q3", "m", "q"},        {9, 3, "tau3", "N", "tau"},
                  {10, 4, "tau4", "N m", "tau"}, {13, 1, "energy_kinetic", "J", "energy"}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    assert_string_equal(c[expected[i].column].name, expected[i].name);
    assert_string_equal(c[expected[i].column].unit, expected[i].unit);
    assert_string_equal(c[expected[i].column].group, expected[i].group);
    assert_int_equal(c[expected[i].column].index, expected[i].index);
  }
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* Every group may be recorded, with as many columns as it says; the sensors' and the wrench's too. */
static void every_group_has_its_columns(void **state)
{
  (void)state;
  static const struct {
    const char *name, *unit; /* of the third column, which may belong to the slide */
    int columns;
  } groups[] = {{"q", "m", 4},
                {"qd", "m/s", 4},
                {"qdd", "m/s^2", 4},
                {"u", "N", 4},
                {"command", "N", 4},
                {"tau", "N", 4},
                {"q_a", "rad", 4},
                {"qd_a", "rad/s", 4},
                {"F_d", "N m", 4},
                {"friction", "N m", 4},
                {"stop_force", "N", 4},
                {"measured_q", "m", 4},
                {"measured_qd", "m/s", 4},
                {"measured_wrench", "N", 6},
                {"hand", "m", 6},
                {"twist", "rad/s", 6},
                {"wrench", "N", 6},
                {"contact", "N", 4},
                {"base", "m", 6},
                {"energy", "J", 2},
                {"work", "J", 4},
                {"stage", "", 1},
                {"desired_q", "m", 4},
                {"desired_qd", "m/s", 4},
                {"desired_hand", "m", 6}};
  for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
    char text[900];
    snprintf(text, sizeof text,
             "ulna_scenario: 1\nname: s\nrobot: scara\nduration: 0.02\nstart: {}\n"
             "integrator: {method: rk4, step: 0.001}\ncontroller: {kind: joint-pd, period: 0.002}\n"
             "sensors: {hand: {}}\nhand_wrench: {axes: base, fz: -5}\nrecord: {every: 0.001, what: [%s]}\n",
             groups[k].name);
    ulna_scenario *scenario = read_scenario(text);
    ulna_run *run = start(scenario, NULL);
    const int columns = ulna_run_column_count(run) - 1;
    assert_int_equal(columns, groups[k].columns);
    assert_string_equal(ulna_run_columns(run)[columns < 3 ? 1 : 3].unit, groups[k].unit);
    ulna_run_destroy(run);
    assert_int_equal(record(scenario, 1, &first), ULNA_OK);
    for (int c = 0; c < first.columns; c++) assert_true(isfinite(first.row[first.rows - 1][c]));
    ulna_scenario_destroy(scenario);
  }
}

static void inputs_come_from_tables_in_any_form(void **state)
{
  (void)state;
#define HEAD                                                                                                 \
  "ulna_scenario: 1\nname: s\nrobot: planar2r\nduration: 1\nstart: {q: [0, 0.5]}\n"                          \
  "integrator: {method: rk4, step: 0.01}\nrecord: {every: 0.1, what: [u, q]}\n"
  static const char *const forms[] = {
      HEAD "input_table: {time: [0, 0.5, 1], values: [[1, 2], [3, 4], [5, 0]]}\n",
      HEAD "input_table: {file: torques.csv}\n",
      HEAD "inputs:\n  shoulder: {csv: {file: torques.csv, column: shoulder}}\n"
           "  elbow: {csv: {file: torques.csv, column: tau2, time: t}}\n",
      HEAD
      "inputs: [{table: {time: [0, 0.5, 1], value: [1, 3, 5]}}, {table: {time: [0, 0.5, 1], value: [2, 4, 0]}}]\n",
      HEAD "input_table: {time: [0, 0.5, 1], values: [[1, 2], [3, 4], [5, 1]]}\n"
           "inputs: {elbow: {ramp: {start: 0.5, end: 1, to: -1}}}\n",
  };
  for (int i = 0; i < 5; i++) {
    ulna_scenario *scenario = read_scenario(forms[i]);
    recording *r = i ? &second : &first;
    assert_int_equal(record(scenario, 1, r), ULNA_OK);
    ulna_scenario_destroy(scenario);
    for (int row = 0; row < 11 && i; row++)
      for (int k = 0; k < 5; k++)  // the last form adds its parts in another order
        assert_true(fabs(second.row[row][k] - first.row[row][k]) < (i < 4 ? 1e-300 : 1e-12));
  }
  assert_true(fabs(first.row[3][3] - 2.2) < 1e-12);
  assert_true(fabs(first.row[8][4] - 1.6) < 1e-12);
}

static void options_stand_in_for_what_the_file_says(void **state)
{
  (void)state;
  ulna_scenario *scenario = read_scenario(HEAD "seed: 7\n");
  const uint64_t seed = 11;
  ulna_run_options options = ulna_run_options_default();
  options.seed = &seed;
  options.duration = 0.3;
  options.step = 0.005;
  ulna_run *run = start(scenario, &options);
  assert_true(ulna_run_duration(run) == 0.3);
  assert_int_equal(ulna_run_seed(run), 11);
  assert_int_equal(ulna_scenario_seed(scenario), 7);
  assert_string_equal(ulna_run_integrator(run), "rk4, steps of 0.005 s");
  assert_int_equal(ulna_run_advance(run, 10, NULL), ULNA_OK);
  assert_true(ulna_run_is_over(run) && fabs(ulna_run_time(run) - 0.3) < 1e-15);
  assert_int_equal(ulna_run_summary_get(run)->steps, 60);
  ulna_run_destroy(run);

  static const struct {
    ulna_run_options options;
    const char *words;
  } wrong[] = {{{.tolerance = 1e-6}, "steps of a fixed length"},
               {{.step = -1}, "at least"},
               {{.duration = (double)INFINITY}, "finite"},
               {{.integrator = "rk5"}, "did you mean rk4"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ulna_report *report = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    run = NULL;
    assert_int_equal(ulna_run_create(scenario, &wrong[i].options, NULL, report, &run), ULNA_INVALID_ARGUMENT);
    assert_null(run);
    assert_int_equal(ulna_report_count(report, ULNA_NOTE), 1);
    assert_non_null(strstr(ulna_report_get(report, 0)->text, wrong[i].words));
    ulna_report_destroy(report);
  }
  ulna_scenario_destroy(scenario);
}

/* A torque that no double can stand, and an integrator that cannot follow. */
static void a_run_that_cannot_go_on_ends_with_one_sentence(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
  } ends[] = {{HEAD "inputs: {elbow: {step: {at: 0.5, to: 1.0e+200}}}\n", ""},
              {"ulna_scenario: 1\nname: s\nrobot: planar2r\nduration: 1\nstart: {q: [0, 0.5]}\n"
               "integrator: {method: euler, step: 0.01}\nrecord: {every: 0.1, what: [u, q]}\n"
               "inputs: {elbow: {step: {at: 0.5, to: 1.0e+160}}}\n",
               ""}};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    ulna_scenario *scenario = read_scenario(ends[i].text);
    ulna_run *run = start(scenario, NULL);
    memset(&first, 0, sizeof first);
    first.columns = ulna_run_column_count(run);
    const ulna_run_sink sink = {.context = &first, .row = keep_row};
    const ulna_status status = ulna_run_advance(run, 10, &sink);
    assert_true(status == ULNA_NOT_FINITE || status == ULNA_NOT_CONVERGED || status == ULNA_SINGULAR);
    assert_true(strlen(ulna_run_failure(run)) > 10);
    assert_null(strchr(ulna_run_failure(run), '\n'));
    assert_true(ulna_run_time(run) >= 0.5 && ulna_run_time(run) < 1);  // up to there it is sound
    assert_true(first.rows >= 5);
    assert_int_equal(ulna_run_advance(run, 10, &sink), status);  // and it does not go on
    ulna_run_destroy(run);
    ulna_scenario_destroy(scenario);
  }
}

static const char controlled[] = "ulna_scenario: 1\nname: s\nrobot: puma560\nduration: 1.2\n"
                                 "start: {q: [0, 45 deg, -90 deg, 0, 45 deg, 0]}\n"
                                 "friction: off\n"
                                 "integrator: {method: rk4, step: 0.001}\n"
                                 "controller: {kind: computed-torque, period: 0.001}\n"
                                 "trajectory:\n"
                                 "  - move: {to: {waist: 20 deg, elbow: -70 deg}, duration: 0.5}\n"
                                 "  - line: {by: [0, 0, -0.1], duration: 0.4}\n"
                                 "  - dwell: 0.2\n"
                                 "record: {every: 0.02, what: [hand, desired_hand]}\n";

/* The hand ends where the segments lead; the controller's model is exact, so it follows closely all the way. */
static void a_trajectory_is_followed_segment_by_segment(void **state)
{
  (void)state;
  ulna_scenario *scenario = read_scenario(controlled);
  assert_int_equal(record(scenario, 1, &first), ULNA_OK);
  ulna_scenario_destroy(scenario);
  for (int row = 0; row < first.rows; row++)
    for (int k = 1; k <= 3; k++)
      assert_true(fabs(first.row[row][k] - first.row[row][k + 6]) < 5e-4);  // a period's delay at 0.5 m/s
  assert_true(fabs(first.row[25][9] - 0.1 - first.row[first.rows - 1][9]) < 1e-12);  // 0.1 m down
  assert_int_equal(first.events, 2);
  assert_string_equal(first.event[0], "0.5 set point trajectory segment 2");
}

/* Masses 10 % wrong without friction: the hand lags behind visibly, but only a little. */
static void a_model_error_is_the_controllers_alone(void **state)
{
  (void)state;
  char text[sizeof controlled + 100];
  snprintf(text, sizeof text, "%smodel_error: {mass: +10 %%}\n", controlled);
  ulna_scenario *scenario = read_scenario(controlled), *wrong = read_scenario(text);
  assert_true(ulna_model_mass(ulna_scenario_model(wrong)) == ulna_model_mass(ulna_scenario_model(scenario)));
  assert_int_equal(record(scenario, 1, &first), ULNA_OK);
  assert_int_equal(record(wrong, 1, &second), ULNA_OK);
  double exact = 0, off = 0;
  for (int row = 0; row < first.rows; row++)
    for (int k = 1; k <= 3; k++) {
      exact = fmax(exact, fabs(first.row[row][k] - first.row[row][k + 6]));
      off = worse_of(off, fabs(second.row[row][k] - second.row[row][k + 6]));
    }
  assert_true(off > 3 * exact && off < 0.02);
  ulna_scenario_destroy(scenario);
  ulna_scenario_destroy(wrong);
}

/* The example of the documentation, which has nearly every key: each does something. */
static void the_documented_example_runs_and_its_events_are_named(void **state)
{
  (void)state;
  ulna_scenario *scenario = NULL;
  assert_int_equal(
      ulna_scenario_read(ULNA_SCENARIOS "/../examples/scenario_file.yaml", NULL, NULL, NULL, &scenario),
      ULNA_OK);
  assert_string_equal(ulna_scenario_record_file(scenario), "carry.csv");
  assert_int_equal(ulna_scenario_seed(scenario), 1);
  assert_int_equal(record(scenario, 10, &first), ULNA_OK);
  static const char *const expected[] = {"0.4 input elbow ", "0.7 payload box picked up, 1 kg",
                                         "0.8 set point trajectory segment 3, carry", "1.4 wrench fx ",
                                         "1.8 payload box released"};
  for (int i = 0; i < 5; i++) {
    int found = 0;
    for (int e = 0; e < first.events; e++) found += strcmp(first.event[e], expected[i]) == 0;
    if (found != 1) fail_msg("%d times: %s", found, expected[i]);
  }
  ulna_scenario_destroy(scenario);
}

static void noise_is_the_seeds(void **state)
{
  (void)state;
  char text[sizeof controlled + 200];
  for (int seed = 1; seed <= 3; seed++) {
    snprintf(text, sizeof text, "%ssensors: {position_noise: 1.0e-4}\nseed: %d\n", controlled,
             seed < 3 ? 1 : 2);
    ulna_scenario *scenario = read_scenario(text);
    assert_int_equal(record(scenario, 1, seed == 1 ? &first : &second), ULNA_OK);
    ulna_scenario_destroy(scenario);
    if (seed == 2) assert_memory_equal(&first, &second, sizeof first);
    if (seed == 3) assert_memory_not_equal(&first, &second, sizeof first);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_scenario_is_the_same_run_as_through_the_c_interface),
      cmocka_unit_test(a_run_is_the_same_however_it_is_divided),
      cmocka_unit_test(the_hand_starts_where_it_is_told),
      cmocka_unit_test(columns_say_what_they_hold),
      cmocka_unit_test(every_group_has_its_columns),
      cmocka_unit_test(inputs_come_from_tables_in_any_form),
      cmocka_unit_test(options_stand_in_for_what_the_file_says),
      cmocka_unit_test(a_run_that_cannot_go_on_ends_with_one_sentence),
      cmocka_unit_test(a_trajectory_is_followed_segment_by_segment),
      cmocka_unit_test(a_model_error_is_the_controllers_alone),
      cmocka_unit_test(the_documented_example_runs_and_its_events_are_named),
      cmocka_unit_test(noise_is_the_seeds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
