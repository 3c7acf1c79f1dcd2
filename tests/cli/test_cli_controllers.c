/* ulna simulate: another controller in a scenario's place, wrong models, and all of them side by side. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "support/command.h"
#include "support/folder.h"
#include "ulna/controller.h"

static const char pick[] = "puma560_pick_and_place";

static json_t *parse(const command_result *r)
{
  json_error_t error;
  json_t *root = json_loads(r->out, 0, &error);
  if (r->code != 0 || !root) fail_msg("exit status %d, %s: %s%s", r->code, error.text, r->err, r->out);
  return root;
}

static double number(const json_t *object, const char *name)
{
  const json_t *value = json_object_get(object, name);
  if (!json_is_number(value)) fail_msg("%s is no number", name);
  return json_number_value(value);
}

static const char *text(const json_t *object, const char *name)
{
  return json_string_value(json_object_get(object, name));
}

static void every_kind_runs_with_every_error(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", pick, "--compare", "--duration", "1.2", "--format", "json");
  json_t *root = parse(&r), *runs = json_object_get(root, "runs");
  assert_string_equal(text(root, "scenario"), "pick and place");
  assert_int_equal(json_array_size(runs), 3 * ULNA_CONTROL_KIND_COUNT);
  static const double masses[] = {0, -0.1, 0.1};
  double off[ULNA_CONTROL_KIND_COUNT];
  for (size_t i = 0; i < json_array_size(runs); i++) {
    const json_t *run = json_array_get(runs, i);
    const size_t kind = i % ULNA_CONTROL_KIND_COUNT, error = i / ULNA_CONTROL_KIND_COUNT;
    assert_string_equal(text(run, "controller"), ulna_control_kind_name((ulna_control_kind)kind));
    assert_true(number(run, "mass_error") == masses[error] && number(run, "friction_error") == 0);
    assert_true(json_is_true(json_object_get(run, "unknown_payload")) == (error > 0));
    assert_true(json_is_null(json_object_get(run, "fault")) && json_is_null(json_object_get(run, "stopped")));
    assert_true(number(run, "t") == 1.2 && number(run, "control_samples") == 1201);
    assert_true(number(run, "error_rms") < number(run, "error_largest"));
    assert_true(number(run, "turned_rms") < number(run, "turned_largest"));
    assert_true(number(run, "step_time") > 1e-8 && number(run, "step_time") < 1e-3);
    assert_int_equal(json_array_size(json_object_get(run, "effort")), 6);
    assert_true(number(json_array_get(json_object_get(run, "effort"), 1), "limit") == 186.4);
    if (error == 0) off[kind] = number(run, "error_rms");
  }
  assert_true(off[ULNA_CONTROL_JOINT_PD] > 10 * off[ULNA_CONTROL_UNIFIED]);
  json_decref(root);
  command_free(&r);
}

/* Two lines of a title and a blank; then, for 80 columns, the table in three parts, each with its head, blanks in between. */
static int table_of(int runs) { return 3 + 3 * (1 + runs) + 2; }

static int lines(const char *out)
{
  int count = 0;
  for (const char *at = out; *at; at++) count += *at == '\n';
  return count;
}

static void a_comparison_may_be_narrowed(void **state)
{
  (void)state;
  command_result r =
      COMMAND(NULL, "simulate", pick, "--compare", "--controller", "joint-pd", "--duration", "0.1");
  assert_int_equal(r.code, 0);
  assert_int_equal(lines(r.out), table_of(3));
  assert_non_null(strstr(r.out, "\njoint-pd    masses +10 %, payload unknown"));
  command_free(&r);
  r = COMMAND(NULL, "simulate", pick, "--compare", "--mass-error", "+25 %", "--friction-error=-5",
              "--duration", "0.1");
  assert_int_equal(r.code, 0);
  assert_int_equal(lines(r.out), table_of(ULNA_CONTROL_KIND_COUNT));
  assert_non_null(strstr(r.out, "\nimpedance        masses +25 %, friction -5 %"));
  assert_null(strstr(r.out, "unknown"));
  command_free(&r);
  r = COMMAND(NULL, "simulate", "puma560_pick_and_place_felt", "--compare", "--duration", "0.1");
  assert_int_equal(r.code, 0);
  assert_int_equal(lines(r.out), table_of(ULNA_CONTROL_KIND_COUNT));  // its own error, and no other
  assert_non_null(strstr(r.out, "\nunified          masses -10 %, payload unknown"));
  command_free(&r);
}

/* A hand that cannot follow is held, which the table says; the others go on. */
static void what_was_held_is_said_below_the_table(void **state)
{
  (void)state;
  const char *path = command_file("weak.yaml", "ulna_scenario: 1\n"
                                               "name: weak\n"
                                               "robot: planar2r\n"
                                               "start: {q: [0, 0.5]}\n"
                                               "duration: 1\n"
                                               "integrator: {method: rk4, step: 1.0e-3}\n"
                                               "controller: {kind: unified, period: 0.001, effort: 2}\n"
                                               "trajectory: [{move: {to: [0.4, 0.3], duration: 0.5}}]\n");
  command_result r = COMMAND(NULL, "simulate", path, "--compare", "--controller", "pd-gravity");
  assert_int_equal(r.code, 3);  // at its limit for half a second: worth nothing
  assert_non_null(strstr(r.out, "\npd-gravity, exact: worthless: the controller was at a limit for "));
  assert_non_null(strstr(r.out, "\npd-gravity, exact: the arm was held still: "));
  assert_non_null(strstr(r.out, "too far from its set point"));
  command_free(&r);
}

static void another_controller_takes_the_scenarios_place(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", pick, "--duration", "0.5", "--format", "json");
  json_t *root = parse(&r);
  assert_string_equal(text(json_object_get(root, "control"), "kind"), "unified");
  const double own = number(json_object_get(root, "control"), "error_rms");
  json_decref(root);
  command_free(&r);
  const char *recording = folder_path("joint.csv");
  r = COMMAND(NULL, "simulate", pick, "--duration", "0.5", "--controller", "joint-pd", "--mass-error", "-10",
              "--unknown-payload", "--record", recording, "--format", "json");
  root = parse(&r);
  assert_string_equal(text(json_object_get(root, "control"), "kind"), "joint-pd");
  assert_true(number(json_object_get(root, "control"), "error_rms") > 5 * own);
  json_decref(root);
  command_free(&r);
  char *rows = folder_read("joint.csv");
  assert_non_null(strstr(rows, "\n# controller: joint-pd\n# model: masses -10 %, payload unknown\n"));
  free(rows);
}

static void refused(const char *expected, const command_result *r)
{
  if (r->code != 2 || !strstr(r->err, expected) || *r->out)
    fail_msg("exit status %d, \"%s\" is not in \"%s\" (%s)", r->code, expected, r->err, r->out);
}
#define REFUSED(expected, ...)                                                                               \
  do {                                                                                                       \
    command_result refused_ = COMMAND(NULL, "simulate", __VA_ARGS__);                                        \
    refused(expected, &refused_);                                                                            \
    command_free(&refused_);                                                                                 \
  } while (0)

static void what_cannot_be_is_refused_in_one_line(void **state)
{
  (void)state;
  REFUSED("--controller: unknown \"joint\"; the nearest is joint-pd", pick, "--controller", "joint");
  REFUSED("option: controller: the scenario has no controller to replace", "puma560_fall", "--controller",
          "unified");
  REFUSED("option: controller: the scenario has no controller to replace", "puma560_fall", "--compare");
  REFUSED("option: model_error: the scenario has no controller", "puma560_fall", "--mass-error", "5");
  REFUSED("--mass-error: \"-100\" is not a percentage above -100", pick, "--mass-error", "-100");
  REFUSED("--friction-error: \"much\" is not a percentage", pick, "--friction-error", "much");
  REFUSED("--mass-error: \"%\" is not a percentage", pick, "--mass-error", "%");
  REFUSED("--record is for one run", pick, "--compare", "--record", "x.csv");
}

static void a_comparison_ends_at_once_when_it_is_stopped(void **state)
{
  (void)state;
  // on a busy machine, or under a sanitizer, the run may not have begun after half a second
  for (int patience = 1; patience <= 64; patience *= 4) {
    char line[200];
    snprintf(line, sizeof line,
             "timeout --preserve-status -s INT %g \"$ULNA\" simulate "
             "puma560_pick_and_place --compare --duration 20000 --quiet",
             0.5 * patience);
    command_result r = command_shell(line);
    const bool said = strstr(r.err, "stopped by Ctrl-C after ") != NULL;
    assert_int_equal(r.code, 130);
    command_free(&r);
    if (said) return;
  }
  fail_msg("it does not say that it was stopped");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_runs_with_every_error),
      cmocka_unit_test(a_comparison_may_be_narrowed),
      cmocka_unit_test(what_was_held_is_said_below_the_table),
      cmocka_unit_test(another_controller_takes_the_scenarios_place),
      cmocka_unit_test(what_cannot_be_is_refused_in_one_line),
      cmocka_unit_test(a_comparison_ends_at_once_when_it_is_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
