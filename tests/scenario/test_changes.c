/* Changes by hand: pushes and gains tried while a run goes on; the scenario with them gives the same run to the last bit. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run/changes.h"
#include "run/run.h"
#include "scenario/scenario.h"

enum { NUMBERS = 40000 };

/* What a run gave: all numbers of its rows, and its events in words. */
typedef struct {
  ulna_run *run;
  int columns, used;
  double numbers[NUMBERS];
  char events[20000];
  size_t event_bytes;
  bool by_hand; /* changes are made while it runs */
  int made;
} account;

static ulna_status take_row(void *context, const double row[])
{
  account *a = context;
  assert_true(a->used + a->columns <= NUMBERS);
  memcpy(&a->numbers[a->used], row, (size_t)a->columns * sizeof *row);
  a->used += a->columns;
  return ULNA_OK;
}

static ulna_status take_event(void *context, const ulna_run_event *e)
{
  account *a = context;
  a->event_bytes += (size_t)snprintf(a->events + a->event_bytes, sizeof a->events - a->event_bytes,
                                     "%a %s %s %s\n", e->t, e->kind, e->what, e->detail);
  assert_true(a->event_bytes < sizeof a->events);
  return ULNA_OK;
}

/* Somebody who pushes and turns knobs at odd times, several in a step too. */
static ulna_status take_step(void *context, double t)
{
  account *a = context;
  static const struct {
    double t;
    const char *gain;
    double numbers[3];
  } plan[] = {{0.0305, NULL, {5, -3, 2}},
              {0.0612, "hand.frequency", {22}},
              {0.0612, "gains.damping_ratio", {0.8}},
              {0.1, NULL, {1, 1, -8}},
              {0.1, NULL, {0, 0, -9}},
              {0.1501, "hand.frequency", {35.5}},
              {0.17, NULL, {0, 0, 0}},
              {0.21, "fine.rate", {150}},
              {0.23, NULL, {0.1, 1.0 / 3, -2e-3}},
              {0.2301, "friction.share", {0.7}},
              {0.27, NULL, {0, 0, 0}}};
  while (a->by_hand && a->made < (int)(sizeof plan / sizeof plan[0]) && t >= plan[a->made].t) {
    double at = -1;
    if (plan[a->made].gain) {
      const char *fault = ulna_run_set_gain(a->run, plan[a->made].gain, plan[a->made].numbers[0], &at);
      run_gain any;
      if (ulna_run_gain(a->run, 0, &any) && fault) fail_msg("%s: %s", plan[a->made].gain, fault);
    } else {
      assert_int_equal(ulna_run_push(a->run, plan[a->made].numbers, &at), ULNA_OK);
      assert_true(at > t - 1e-9 && at < t + 0.021);
    }
    a->made++;
  }
  return ULNA_OK;
}

static ulna_scenario *read_text(const char *text)
{
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_scenario *scenario = NULL;
  const ulna_status status =
      ulna_scenario_read_text(text, strlen(text), "x.yaml", NULL, NULL, report, &scenario);
  char line[800] = "";
  if (ulna_report_count(report, ULNA_NOTE))
    ulna_problem_format(ulna_report_get(report, 0), line, sizeof line);
  if (status != ULNA_OK) fail_msg("%s: %s\n%s", ulna_status_name(status), line, text);
  ulna_report_destroy(report);
  return scenario;
}

/* Runs it, open or not; what was changed, to be freed. */
static char *perform(const char *text, bool by_hand, account *a)
{
  ulna_scenario *scenario = read_text(text);
  *a = (account){.by_hand = by_hand};
  assert_int_equal(ulna_run_create_open(scenario, NULL, by_hand ? 0.02 : 0, NULL, NULL, &a->run), ULNA_OK);
  a->columns = ulna_run_column_count(a->run);
  const ulna_run_sink sink = {.context = a, .row = take_row, .event = take_event, .step = take_step};
  const ulna_status status = ulna_run_advance(a->run, 1e9, &sink);
  if (status != ULNA_OK) fail_msg("%s", ulna_run_failure(a->run));
  char *changes = ulna_run_changes_text(a->run);
  assert_non_null(changes);
  assert_true(!by_hand || a->run->changes.push_count + a->run->changes.retuning_count >= 4);
  ulna_run_destroy(a->run);
  ulna_scenario_destroy(scenario);
  return changes;
}

static const char *const bodies[] = {
    /* fixed steps, a controller of the hand; rows that are no multiples of anything */
    "robot: puma560\nstart: {q: [0.3, 0.6, -0.7, 0.2, 0.5, 0]}\nintegrator: {method: rk4, step: 0.0005}\n"
    "controller: {kind: unified, period: 0.001, delay: 0.0003, friction: {by: desired}}\n"
    "trajectory: [{line: {by: [0, 0.05, -0.05], duration: 0.2}}]\n"
    "record: {every: 0.007, what: [q, qd, command, hand, wrench, energy, work, stage]}\n",
    /* steps by tolerance, which go beyond rows */
    "robot: planar2r\nstart: {q: [0.3, 0.6]}\nintegrator: {method: erk, tolerance: 1.0e-9}\n"
    "record: {every: 0.01, what: [q, qd, qdd, hand, wrench, energy, work]}\n",
    "robot: planar2r\nstart: {q: [0.3, 0.6]}\nintegrator: {method: erk, tolerance: 1.0e-7, order: 8}\n"
    "controller: {kind: computed-torque, period: 0.004}\n"
    "record: {every: 0.003, what: [q, qd, command, hand, wrench]}\n",
    /* friction that sticks, a wrench in tool axes that is there already, noise */
    "robot: puma560\nseed: 3\nstart: {q: [0.3, 0.6, -0.7, 0.2, 0.5, 0]}\nintegrator: {method: semi-implicit, step: 0.001}\n"
    "hand_wrench: {axes: tool, fx: {sine: {amplitude: 2, frequency: 5}}, nz: 0.1}\n"
    "controller: {kind: unified, period: 0.002}\nsensors: {position_noise: 1.0e-5}\n"
    "record: {every: 0.01, what: [q, qd, measured_q, friction, wrench]}\n",
};

static void a_run_with_its_changes_is_the_same_run(void **state)
{
  (void)state;
  static account first, again, plain;
  for (size_t k = 0; k < sizeof bodies / sizeof bodies[0]; k++) {
    char text[4000], changed[8000];
    snprintf(text, sizeof text, "ulna_scenario: 1\nname: by hand\nduration: 0.3\n%s", bodies[k]);
    char *changes = perform(text, true, &first);
    snprintf(changed, sizeof changed, "%schanges: %s\n", text, changes);
    char *repeated = perform(changed, false, &again);
    assert_string_equal(changes, repeated);
    assert_int_equal(first.used, again.used);
    assert_memory_equal(first.numbers, again.numbers, (size_t)first.used * sizeof(double));
    assert_string_equal(first.events, again.events);
    free(perform(text, false, &plain));  // the changes do change it
    assert_int_equal(plain.used, first.used);
    assert_memory_not_equal(first.numbers, plain.numbers, (size_t)plain.used * sizeof(double));
    // and once more by hand, on top of what was changed then: its own again
    char *more = perform(changed, true, &first);
    snprintf(changed, sizeof changed, "%schanges: %s\n", text, more);
    free(perform(changed, false, &again));
    assert_memory_equal(first.numbers, again.numbers, (size_t)first.used * sizeof(double));
    free(changes), free(repeated), free(more);
  }
}

/* 10 N downwards for 0.1 s, and nothing else: momentum and work are those of 10 N. */
static void a_push_is_felt_when_it_is_said(void **state)
{
  (void)state;
  static account a;
  char *changes = perform(
      "ulna_scenario: 1\nname: p\nrobot: planar2r\ngravity: [0, 0, 0]\nstart: {q: [0, 0]}\nduration: 0.2\n"
      "integrator: {method: rk4, step: 0.001}\nrecord: {every: 0.01, what: [wrench, work]}\n"
      "changes: {every: 0.02, pushes: [{at: 0.04, force: [0, 10, 0]}, {at: 0.14, force: [0, 0, 0]}]}\n",
      false, &a);
  for (int i = 0; i < a.used; i += a.columns) {
    const double *row = &a.numbers[i], force = sqrt(row[1] * row[1] + row[2] * row[2] + row[3] * row[3]);
    const bool pushed = row[0] > 0.04 - 1e-9 && row[0] < 0.14 - 1e-9;
    if (fabs(force - (pushed ? 10 : 0)) > 1e-12) fail_msg("%g N at %g s", force, row[0]);
    if (row[0] < 0.04 + 1e-9) assert_true(row[a.columns - 1] == 0);
  }
  assert_true(a.numbers[a.used - 1] > 0);  // the world has worked
  free(changes);
}

static const char *const controlled = "ulna_scenario: 1\nname: c\nrobot: puma560\nstart: {}\nduration: 0.1\n"
                                      "integrator: {method: rk4, step: 0.001}\n"
                                      "controller: {kind: %s, period: 0.001%s}\n";

/* A press and its release may come between two instants at which a push can begin. */
static void a_short_push_is_felt_too(void **state)
{
  (void)state;
  ulna_scenario *scenario =
      read_text("ulna_scenario: 1\nname: x\nrobot: planar2r\nstart: {q: [0, 0]}\nduration: 0.1\n"
                "integrator: {method: rk4, step: 0.001}\nrecord: {every: 0.01, what: [q]}\n");
  ulna_run *run = NULL;
  assert_int_equal(ulna_run_create_open(scenario, NULL, 0.01, NULL, NULL, &run), ULNA_OK);
  static const struct {
    double force[3], at;
  } hands[] = {{{0, 0, 0}, 0.01}, {{0, 0, 1}, 0.01}, {{0, 0, -30}, 0.01}, {{0, 0, 0}, 0.02},
               {{0, 0, 0}, 0.02}, {{4, 0, 0}, 0.02}, {{5, 0, 0}, 0.02},   {{0, 0, 0}, 0.03}};
  for (size_t k = 0; k < sizeof hands / sizeof hands[0]; k++) {
    double at = -1;
    assert_int_equal(ulna_run_push(run, hands[k].force, &at), ULNA_OK);
    assert_true(fabs(at - hands[k].at) < 1e-15);
  }
  char *said = ulna_run_changes_text(run);
  assert_non_null(said);
  assert_string_equal(said, "{\"every\": 0.01, \"pushes\": [{\"at\": 0.01, \"force\": [0, 0, -30]}, "
                            "{\"at\": 0.02, \"force\": [5, 0, 0]}, {\"at\": 0.03, \"force\": [0, 0, 0]}]}");
  free(said);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

static void gains_are_known_by_name(void **state)
{
  (void)state;
  static const struct {
    const char *kind, *more, *has, *has_not;
  } cases[] = {{"unified", "", "fine.rate", "servo.frequency"},
               {"joint-pd", ", gains: {kp: 900, kv: 60}", "gains.kp6", "hand.frequency"},
               {"pd-gravity", "", "gains.frequency", "gains.kp1"},
               {"actuator-servo", "", "servo.damping_ratio", "gains.frequency"},
               {"impedance", "", "impedance.stiffness6", "gains.frequency"}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char text[600];
    snprintf(text, sizeof text, controlled, cases[k].kind, cases[k].more);
    ulna_scenario *scenario = read_text(text);
    ulna_run *run = NULL;
    assert_int_equal(ulna_run_create_open(scenario, NULL, 0.01, NULL, NULL, &run), ULNA_OK);
    run_gain gain;
    bool has = false, has_not = true;
    double at;
    for (int i = 0; ulna_run_gain(run, i, &gain); i++) {
      has = has || strcmp(gain.name, cases[k].has) == 0;
      has_not = has_not && strcmp(gain.name, cases[k].has_not) != 0;
      assert_null(ulna_run_set_gain(run, gain.name, gain.value, &at));
      assert_true(at == 0.001);
    }
    if (!has || !has_not) fail_msg("%s", cases[k].kind);
    assert_non_null(ulna_run_set_gain(run, "hand.frequenzy", 3, &at));
    assert_non_null(ulna_run_set_gain(run, "gains.damping_ratio", -3, &at));
    assert_non_null(ulna_run_set_gain(run, "gains.damping_ratio", (double)NAN, &at));
    const char *full = NULL;
    for (int i = 0; k == 0 && i <= 100000 && !full; i++) full = ulna_run_set_gain(run, "fine.rate", 150, &at);
    assert_true(k > 0 || (full && strstr(full, "no room")));
    const double force[3] = {0, (double)INFINITY, 0};
    assert_int_equal(ulna_run_push(run, force, &at), ULNA_NOT_FINITE);
    ulna_run_destroy(run);
    assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);  // not open
    assert_false(ulna_run_gain(run, 0, &gain));
    assert_non_null(ulna_run_set_gain(run, "friction.share", 1, &at));
    assert_int_equal(ulna_run_push(run, (const double[3]){1, 0, 0}, &at), ULNA_INVALID_ARGUMENT);
    ulna_run_destroy(run);
    ulna_scenario_destroy(scenario);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_with_its_changes_is_the_same_run),
      cmocka_unit_test(a_push_is_felt_when_it_is_said),
      cmocka_unit_test(a_short_push_is_felt_too),
      cmocka_unit_test(gains_are_known_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
