/* Notes of the command beside its results: each once and short, none with --quiet, no control characters; degrees
 * without `deg`; what is not computed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

static const char *const hand = ULNA_TEST_DATA "/urdf/arms/arm_and_gripper.urdf";

static void the_hand_is_told_in_one_line_or_none(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "fk", hand);
  assert_int_equal(r.code, 0);
  assert_string_equal(
      r.err, "ulna fk: note: link \"gripper_base\": taken as the arm's end, where the joints branch; held, "
             "with what they carry: \"left_finger_joint\" at 0.01, \"right_finger_joint\" at 0.01 "
             "(--tip-link and --hold choose otherwise)\n");
  command_free(&r);
  static const char *const commands[] = {"fk",       "jacobian", "id",   "gravity", "mass",
                                         "coriolis", "fd",       "udut", "drives"};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    r = COMMAND(NULL, commands[i], hand, "--quiet", "--format", "csv");
    if (r.code != 0 || *r.err) fail_msg("%s --quiet: %d, %s", commands[i], r.code, r.err);
    command_free(&r);
  }
  r = COMMAND(NULL, "check", hand, "--quiet");
  assert_string_equal(r.out, "");
  command_free(&r);
}

static void degrees_that_were_not_said_are_refused(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "id", "puma560", "--q", "0 45 -90 0 30 0");
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "joint 2, \"shoulder\", is at 45 rad, outside its limits"));
  assert_non_null(strstr(r.err, "if degrees are meant, write 45deg"));
  assert_string_equal(r.out, "");
  command_free(&r);
  r = COMMAND(NULL, "id", "puma560", "--q", "0 45deg -90deg 0 30deg 0");
  assert_int_equal(r.code, 0);
  command_free(&r);
  r = COMMAND(NULL, "fk", "puma560", "--q", "3 0 0 0 0 0");
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.err, "note: --q: beyond the limits: waist 3 (-2.793 to 2.793)"));
  command_free(&r);
  r = COMMAND(NULL, "fk", "planar2r", "--q", "0 90");  // a joint without limits
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.err, "more than a full turn: if degrees are meant, write 90deg"));
  command_free(&r);
}

static void elastic_gears_are_said_to_be_taken_as_rigid(void **state)
{
  (void)state;
  static const char *const commands[] = {"check", "show", "drives"};
  for (int i = 0; i < 3; i++) {
    command_result r = COMMAND(NULL, commands[i], "manutec_r3");
    assert_int_equal(r.code, 0);
    if (!strstr(r.out, "takes them as rigid") && !strstr(r.err, "takes them as rigid"))
      fail_msg("%s does not say it", commands[i]);
    command_free(&r);
  }
  const char *scenario =
      command_file("elastic.yaml", "ulna_scenario: 1\nname: s\nrobot: manutec_r3\nstart: {}\n"
                                   "duration: 0.01\nintegrator: {method: rk4, step: 0.001}\n");
  command_result r = COMMAND(NULL, "simulate", scenario);
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.out, "warning    the robot's gears are elastic, and were taken as rigid"));
  assert_non_null(strstr(r.err, "takes them as rigid"));
  command_free(&r);
  r = COMMAND(NULL, "simulate", scenario, "--quiet", "--format", "json");
  assert_non_null(
      strstr(r.out, "\"warnings\": [\"the robot's gears are elastic, and were taken as rigid\"]"));
  assert_string_equal(r.err, "");
  command_free(&r);
}

/* A name that would colour or clear the terminal, by ESC and by its single-character form U+009B. */
static void no_control_characters(const char *of, const command_result *r)
{
  for (int stream = 0; stream < 2; stream++)
    for (const unsigned char *c = (const unsigned char *)(stream ? r->err : r->out); *c; c++)
      if ((*c < 0x20 && *c != '\n') || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
        fail_msg("%s: control character 0x%02x", of, *c);
}

static void names_cannot_command_the_terminal(void **state)
{
  (void)state;
  static const char *const robot =
      "ulna: 1\nname: \"evil\\e[31m\\x9b2J\"\nsource: \"s\\e[2J, \\x9b\"\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n"
      "  - {name: \"j,\\e[2J\\x9b\", type: revolute, theta: 0, d: 0, a: 1, alpha: 0,\n"
      "     link: {name: \"l\\a\\b\", mass: 1, com: [0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}}}\n"
      "drives:\n  - {name: \"d,\\e[2J\\x9b\", couples: {\"j,\\e[2J\\x9b\": 3}, mounted_on: base, axis: [0, 0, 1],\n"
      "     rotor: {inertia: 0.1}, elasticity: {stiffness: 1, damping: 0}}\n";
  static const char *const scenario =
      "ulna_scenario: 1\nname: \"evil\\e[31m\\x9b2J\"\nsummary: \"s\\e[2J, \\x9b\"\nrobot: evil.yaml\nstart: {}\nduration: 0.1\n"
      "integrator: {method: rk4, step: 0.001}\ncontroller: {kind: joint-pd, period: 0.001}\n"
      "trajectory:\n  - {move: {to: [0.01], duration: 0.05}, name: \"m\\e[2J\\x9b\"}\n";
  const char *file = command_file("evil.yaml", robot), *run = command_file("evil_run.yaml", scenario);
  static const char *const lines[][8] = {{"show", NULL},
                                         {"id", "--format", "text", NULL},
                                         {"id", "--format", "csv", NULL},
                                         {"id", "--format", "json", NULL},
                                         {"drives", "--format", "text", NULL},
                                         {"drives", "--format", "csv", NULL},
                                         {"drives", "--format", "json", NULL},
                                         {"udut", "--explain", NULL},
                                         {"check", NULL},
                                         {"fk", "--q", "100", NULL},
                                         {"fk", "--link", "nowhere", NULL},
                                         {"compare", "--format", "markdown", NULL},
                                         {"compare", "--format", "csv", NULL}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const char *words[12] = {lines[i][0], file};
    for (int k = 1; lines[i][k]; k++) words[k + 1] = lines[i][k];
    command_result r = command_run(NULL, words);
    no_control_characters(lines[i][0], &r);
    command_free(&r);
  }
  static const char *const runs[][4] = {
      {"--format", "text"}, {"--format", "json"}, {"--compare"}, {"--compare", "--format", "json"}};
  for (int i = 0; i < 4; i++) {
    command_result r = COMMAND(NULL, "simulate", run, runs[i][0], runs[i][1], runs[i][2]);
    if (r.code != 0) fail_msg("%s", r.err);
    no_control_characters(runs[i][0], &r);
    command_free(&r);
  }
  const char *recording = command_file("evil.csv", "");
  command_result r = COMMAND(NULL, "simulate", run, "--record", recording, "--quiet");
  if (r.code != 0) fail_msg("%s", r.err);
  command_free(&r);
  char line[200];
  snprintf(line, sizeof line, "cat '%s'", recording);
  r = command_shell(line);
  assert_true(strlen(r.out) > 1000);
  no_control_characters("the recording", &r);
  command_free(&r);
}

/* A file that is neither is named, and not quoted. */
static void what_is_no_robot_and_no_scenario_is_not_quoted(void **state)
{
  (void)state;
  const char *file = command_file("passwords", "root:secret:0\nuser:secret:1\n");
  static const char *const commands[] = {"show", "check", "simulate", "fk"};
  for (int i = 0; i < 4; i++) {
    command_result r = COMMAND(NULL, commands[i], file);
    assert_int_equal(r.code, i == 1 ? 1 : 2);
    if (!strstr(i == 1 ? r.out : r.err, "must be a mapping of keys to values; this file is none"))
      fail_msg("%s: %s%s", commands[i], r.err, r.out);
    assert_null(strstr(r.err, "secret"));
    assert_null(strstr(r.out, "secret"));
    command_free(&r);
  }
}

static void millimetres_are_suspected(void **state)
{
  (void)state;
  const char *file = command_file(
      "mm.yaml",
      "ulna: 1\nname: arm\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n"
      "  - {name: j, type: revolute, theta: pi/2, d: 0, a: 500, alpha: 4*pi,\n"
      "     link: {name: l, mass: 1, com: [0, 0, 0], inertia: {about: com, xx: 1, yy: 1, zz: 1}}}\n");
  command_result r = COMMAND(NULL, "check", file);
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(
      r.out, ":6:53: warning: millimetres: joint \"j\": a is 500 m: if millimetres are meant, write 0.5"));
  assert_null(strstr(r.out, "degrees"));
  command_free(&r);
}

static void text_has_names_units_and_no_dust(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "gravity", "panda", "--format", "text");
  assert_non_null(strstr(r.out, "G (N m)\n"));
  assert_non_null(strstr(r.out, "joint1"));
  assert_null(strstr(r.out, "e-1"));
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_hand_is_told_in_one_line_or_none),
      cmocka_unit_test(degrees_that_were_not_said_are_refused),
      cmocka_unit_test(elastic_gears_are_said_to_be_taken_as_rigid),
      cmocka_unit_test(names_cannot_command_the_terminal),
      cmocka_unit_test(what_is_no_robot_and_no_scenario_is_not_quoted),
      cmocka_unit_test(millimetres_are_suspected),
      cmocka_unit_test(text_has_names_units_and_no_dust),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
