/* Scenarios line by line: right lines are read; wrong ones are reported with their line and with what would be
 * right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scenario/scenario.h"

typedef struct {
  const char *robot, *lines, *words; /* words NULL: it is right */
} said;

/* Reads a scenario whose fifth line is the first of `lines`; its first problem, in one line. */
static ulna_scenario *read_lines(const said *s, char line[], size_t size)
{
  char text[1500];
  ulna_report *report = NULL;
  ulna_scenario *scenario = NULL;
  snprintf(text, sizeof text, "ulna_scenario: 1\nname: said\nrobot: %s\nduration: 1\n%s", s->robot, s->lines);
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = ulna_scenario_read_text(text, strlen(text), ULNA_TEST_DATA "/scenario/here.yaml",
                                                     NULL, NULL, report, &scenario);
  line[0] = 0;
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE) && !line[0]; i++)
    if (ulna_report_get(report, i)->severity == ULNA_ERROR)
      ulna_problem_format(ulna_report_get(report, i), line, size);
  assert_int_equal(status == ULNA_OK, scenario != NULL);
  assert_int_equal(status == ULNA_OK, line[0] == 0);
  ulna_report_destroy(report);
  return scenario;
}

static void look_at(const said all[], size_t count)
{
  for (size_t i = 0; i < count; i++) {
    char line[800];
    ulna_scenario *scenario = read_lines(&all[i], line, sizeof line);
    if (all[i].words ? !strstr(line, all[i].words) : !scenario)
      fail_msg("%s\n-> %s", all[i].lines, line[0] ? line : "(is read)");
    ulna_scenario_destroy(scenario);
  }
}

#define START "start: {q: [0.3, 0.4]}\n"
#define RK4   "integrator: {method: rk4, step: 0.001}\n"
#define PD    "controller: {kind: pd-gravity, period: 0.001}\n"

static void integrators_and_stops(void **state)
{
  (void)state;
  const said all[] = {
      {"planar2r", START "integrator: {method: erk, tolerance: 1.0e-6, order: 6}\n",
       "erk has order 5 or 8, not 6"},
      {"planar2r", START "integrator: {method: erk, tolerance: 1.0e-6, order: 8, max_step: 0.01}\n", NULL},
      {"planar2r", START "integrator: {method: rk4, step: 1.0e-10}\n", "would never end"},
      {"planar2r", START RK4 "forward_method: articulated\n", NULL},
      {"planar2r", START RK4 "forward_method: articulatd\n", "articulated"},
      {"puma560", RK4 "start: {q: [0, 0, 0, 0, 0, 0]}\nforward_method: saha\n", "rotor"},
      {"planar2r", START RK4 "payloads: [{at: 0.1, release: false}]\n", "release: false says nothing"},
      {"planar2r", START RK4 "payloads: [{at: 0.1, release: true, mass: 1}]\n", "either picked up"},
      {"planar2r", START RK4 "payloads: [{at: 0.1, release: true}, {at: 0.1, release: true}]\n",
       "time runs backwards"},
      {"planar2r", START RK4 "payloads: [{at: 0.1}]\n", "a payload needs \"mass\", or release: true"},
      {"planar2r",
       START RK4 "surface: {point: [0, 0, -1], normal: [0, 0, 1], stiffness: 1000, slip_speed: 0.01}\n",
       NULL},
      {"planar2r", START RK4 "surface: {point: [0, 0, -1], normal: [0, 0, 0], stiffness: 1000}\n",
       "no direction"},
      {"planar2r", START RK4 "accept: {far: it is long}\nmodel_error: {mass: +10 %, friction: -5 %}\n" PD,
       NULL},
      {"planar2r", START RK4 "model_error: {mass: -100 %}\n" PD, "leaves nothing"},
  };
  look_at(all, sizeof all / sizeof *all);
}

static void inputs_and_sensors(void **state)
{
  (void)state;
  const said all[] = {
      {"planar2r", START RK4 "inputs: five\n", "here.yaml:7:"},
      {"planar2r", START RK4 "inputs: {shoulder: five}\n", "here.yaml:7:"},
      {"planar2r", START RK4 "input_table: {file: torques.csv, time: [0, 1], values: [[0, 0], [1, 1]]}\n",
       "either a file or time and values"},
      {"planar2r", START RK4 PD "sensors: {position_noise: -1}\n", "it must not be negative"},
      {"planar2r", START RK4 PD "sensors: {hand: {force_bias: [1, 0, 0], moment_bias: [0, 0, 1]}}\n", NULL},
      {"planar2r", START RK4 PD "record: {what: [measured_wrench]}\n", "comes from a hand sensor"},
      {"planar2r", START RK4 PD "record: {what: [q, q]}\n", "is named twice"},
      {"manutec_r3",
       RK4 "start: {q: [0, 0, 0, 0, 0, 0]}\ndriven_by: voltage\n"
           "current_loop: {period: 1.0e-4, delay: 1.0e-5, proportional: 1, integral: 10}\n" PD,
       NULL},
      {"stanford", RK4 "start: {q: [0, 0.5, 0.3, 0, 0.5, 0]}\ndriven_by: voltage\n" PD, "motor"},
  };
  look_at(all, sizeof all / sizeof *all);
}

static void motions(void **state)
{
  (void)state;
  const said all[] = {
      {"planar2r",
       START RK4 PD "trajectory: [{through: {points: [[0, 0], [1, 1]], time: [0.1, 0.2, 0.3]}}]\n",
       "there are 2 points and 3 times; each point needs one"},
      {"planar2r", START RK4 PD "trajectory: [{arc: {via: [1, 1, 0], duration: 1}}]\n",
       "an arc needs \"via\" and \"to\""},
      {"planar2r", START RK4 PD "trajectory: [{arc: {centre: [0, 0, 0], duration: 1}}]\n",
       "\"centre\", \"axis\" and \"angle\""},
      {"planar2r",
       START RK4 PD "trajectory: [{arc: {centre: [0, 0, 0], axis: [0, 0, 1], angle: 20 deg, duration: 1}}]\n",
       NULL},
      {"planar2r", START RK4 PD "trajectory: [{stage: fine, move: {to: [0.4, 0.4], duration: 1}}]\n", NULL},
      {"planar2r", START RK4 PD "trajectory: [{stage: fin, move: {to: [0.4, 0.4], duration: 1}}]\n", "fine"},
      {"planar2r", START RK4 PD "trajectory: [{line: {to: {xyz: [9, 0, 0]}, duration: 1}}]\n",
       "here.yaml:8:"},
  };
  look_at(all, sizeof all / sizeof *all);
}

#define KIND(kind, more) "controller: {kind: " kind ", period: 0.001, " more "}\n"
static void controllers(void **state)
{
  (void)state;
  const said all[] = {
      {"planar2r", START RK4 KIND("impedance", "impedance: {stiffness: [1, 2]}"),
       "must have at least 6 numbers, found 2"},
      {"planar2r", START RK4 KIND("impedance", "impedance: {stiffness: [1, 2, 3, 4, 5, 6, 7]}"),
       "must have six numbers (rotation first), found 7"},
      {"planar2r", START RK4 KIND("impedance", "impedance: {damping: [1, 2, 3, 4, 5, -6]}"),
       "damping at the hand must not be negative"},
      {"planar2r", START RK4 KIND("unified", "fine: {gravity_every: 5}, hand: {posture: [0, 0.1]}"), NULL},
      {"planar2r", START RK4 KIND("unified", "fine: {gravity_every: 0}"), "gravity_every"},
      {"planar2r", START RK4 KIND("actuator-servo", "servo: {inertia: [1, 2], type: pid}"), NULL},
      {"planar2r", START RK4 KIND("actuator-servo", "servo: {inertia: {shoulder: 1, elbow: 2}}"), NULL},
      {"planar2r", START RK4 KIND("actuator-servo", "servo: {inertia: {shoulder: 1, wrist: 2}}"), "wrist"},
      {"planar2r", START RK4 KIND("joint-pd", "effort: much"), "here.yaml:7:"},
      {"planar2r", START RK4 KIND("joint-pd", "tare: 5"), "tare is for a hand sensor"},
      {"manutec_r3", RK4 "start: {q: [0, 0, 0, 0, 0, 0]}\ndriven_by: voltage\n" PD, "current_loop"},
  };
  look_at(all, sizeof all / sizeof *all);
}

static void starts(void **state)
{
  (void)state;
  const said all[] = {
      {"planar2r", RK4 "start: {q: [0, 0], hand: {xyz: [1, 0, 0]}}\n",
       "in joints (q) and by the hand; keep one"},
      {"planar2r", RK4 "start: {q: [0, 0], q_a: [0, 0]}\n",
       "by the actuators (q_a) and otherwise too; keep one"},
      {"planar2r", RK4 "start: {q: [0, 0], free: [x]}\n", "free belongs to a start by the hand"},
      {"planar2r", RK4 "start: {hand: {xyz: [9, 0, 0]}, free: [rx, ry, rz]}\n", "here.yaml:6:"},
      {"planar2r", RK4 "start: {q_a: [0.2, 0.3]}\n", NULL},
      {"irb6", RK4 "start: {q_a: [0, 1.0e+6, 0, 0, 0]}\n",
       "irb6 has no posture with these actuator positions"},
      {"planar2r", RK4 "start:\n\tq: [0, 0]\n", "indent with spaces, not with tabs"},
      {"planar2r", RK4 START "\"a\\0b\": 1\n", "zero byte"},
      {"planar2r", RK4 "start: &here {q: [0, 0]}\n",
       "anchors and aliases are not part of a scenario file; leave the anchor out"},
      {"planar2r", RK4 "start: {q: &two [0, 0], qd: *two}\n", "the alias *two"},
      {"planar2r", RK4 START "---\nname: another\n", "a second document starts here"},
      {"no_such_robot", RK4 START, "no robot \"no_such_robot\" is built in"},
  };
  look_at(all, sizeof all / sizeof *all);
}

/* What a scenario tells of itself. */
static void a_scenario_tells_what_it_is(void **state)
{
  (void)state;
  char line[400];
  const said s = {"planar2r",
                  START RK4 "seed: 7\nsummary: two links\nmodel_error: {mass: +10 %}\n" PD
                            "record: {file: a.csv}\n",
                  NULL};
  ulna_scenario *x = read_lines(&s, line, sizeof line);
  assert_non_null(x);
  assert_string_equal(ulna_scenario_name(x), "said");
  assert_string_equal(ulna_scenario_summary(x), "two links");
  assert_string_equal(ulna_scenario_robot(x), "planar2r");
  assert_string_equal(ulna_scenario_integrator(x), "rk4, steps of 0.001 s");
  assert_string_equal(ulna_scenario_record_file(x), "a.csv");
  assert_true(ulna_scenario_duration(x) == 1 && ulna_scenario_seed(x) == 7);
  const ulna_model_error error = ulna_scenario_model_error(x);
  assert_true(error.mass > 0.0999 && error.mass < 0.1001 && error.friction == 0 && !error.unknown_payload);
  assert_false(ulna_scenario_read_options_default().allow_outside);
  ulna_scenario_destroy(x);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integrators_and_stops),
      cmocka_unit_test(inputs_and_sensors),
      cmocka_unit_test(motions),
      cmocka_unit_test(controllers),
      cmocka_unit_test(starts),
      cmocka_unit_test(a_scenario_tells_what_it_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
