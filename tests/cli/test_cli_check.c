/* ulna check, and how other commands meet a bad file. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

static int count_lines(const char *text)
{
  int count = 0;
  for (; *text; text++) count += *text == '\n';
  return count;
}

static void every_broken_robot_is_told_in_one_line_of_its_own(void **state)
{
  (void)state;
  DIR *folder = opendir(ULNA_TEST_DATA "/broken");
  assert_non_null(folder);
  int seen = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (!strstr(entry->d_name, ".yaml")) continue;
    seen++;
    char path[600];
    snprintf(path, sizeof path, "%s/broken/%s", ULNA_TEST_DATA, entry->d_name);
    const int warning = strcmp(entry->d_name, "alpha_without_deg.yaml") == 0;
    command_result r = COMMAND(NULL, "check", path), strict = COMMAND(NULL, "check", "--strict", path);
    if (r.code != (warning ? 0 : 1) || strict.code != 1 || count_lines(r.out) != 1 || *r.err)
      fail_msg("%s: exit %d, strict %d\n%s%s", path, r.code, strict.code, r.out, r.err);
    // file:line:column: severity: …
    int line, column, end = 0;
    assert_int_equal(strncmp(r.out, path, strlen(path)), 0);
    assert_int_equal(sscanf(r.out + strlen(path), ":%d:%d: %n", &line, &column, &end), 2);
    assert_true(line > 0 && column > 0);
    const char *severity = warning ? "warning: " : "error: ";
    assert_int_equal(strncmp(r.out + strlen(path) + end, severity, strlen(severity)), 0);
    command_result other = COMMAND(NULL, "fk", path);
    char expected[2000];
    if (warning) {
      assert_int_equal(other.code, 0);
      snprintf(expected, sizeof expected, "ulna fk: note: %s", r.out);
    } else {
      assert_int_equal(other.code, 2);
      assert_string_equal(other.out, "");
      snprintf(expected, sizeof expected, "ulna fk: %s", r.out);
    }
    assert_string_equal(other.err, expected);
    command_free(&r);
    command_free(&strict);
    command_free(&other);
  }
  closedir(folder);
  assert_int_equal(seen, 35);
}

static void built_in_robots_are_without_fault(void **state)
{
  (void)state;
  command_result names = COMMAND(NULL, "robots", "--names");
  assert_int_equal(names.code, 0);
  assert_true(count_lines(names.out) >= 10);
  for (char *name = strtok(names.out, "\n"); name; name = strtok(NULL, "\n")) {
    command_result r = COMMAND(NULL, "check", "--strict", name);
    assert_int_equal(r.code, 0);
    assert_string_equal(r.err, "");
    for (const char *line = r.out; *line; line = strchr(line, '\n') + 1)
      assert_true(strstr(line, ": note: ") || strstr(line, ": all is well: "));
    char well[100];
    snprintf(well, sizeof well, "%s: all is well: robot \"", name);
    assert_non_null(strstr(r.out, well));
    if (strcmp(name, "puma560") == 0)
      assert_non_null(strstr(r.out, "as published by Corke and Armstrong-Helouvry"));
    command_result show = COMMAND(NULL, "show", name);
    assert_int_equal(show.code, 0);
    assert_string_equal(show.err, "");
    command_free(&show);
    command_free(&r);
  }
  command_free(&names);
}

static const char *const two_faults =
    "ulna: 1\nname: two faults\nsource: a test\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n"
    "  - name: a\n    type: revolute\n    theta: 0\n    d: 0\n    a: 1\n    alpha: 0\n"
    "    link: {name: b, mass: 1, weight: 1, com: [0, 0, 0], inertia: {about: com, xx: 1, yy: 1, "
    "zz: 1, xy: 0, xz: 0, yz: 0}}\n"
    "    colour: red\n";

static void other_commands_tell_the_first_problem_and_how_many_more(void **state)
{
  (void)state;
  const char *file = command_file("two.yaml", two_faults);
  command_result all = COMMAND(NULL, "check", file), first = COMMAND(NULL, "fk", file);
  assert_int_equal(all.code, 1);
  assert_int_equal(count_lines(all.out), 2);
  char expected[2000];
  snprintf(expected, sizeof expected, "ulna fk: %.*s (1 more: ulna check %s)\n", (int)strcspn(all.out, "\n"),
           all.out, file);
  assert_string_equal(first.err, expected);
  assert_string_equal(first.out, "");
  assert_int_equal(first.code, 2);
  command_free(&all);
  command_free(&first);
}

static void the_worst_of_several_files_is_the_exit_status(void **state)
{
  (void)state;
  const char *file = command_file("two.yaml", two_faults);
  command_result r = COMMAND(NULL, "check", "pendulum", file, "scara");
  assert_int_equal(r.code, 1);
  command_free(&r);
  r = COMMAND(NULL, "check", file, "/nowhere/arm.yaml", "pendulum");
  assert_int_equal(r.code, 2);
  assert_int_equal(count_lines(r.out), 3);
  assert_non_null(strstr(r.out, "\npendulum: all is well: robot \"pendulum\", 1 joint\n"));
  assert_int_equal(count_lines(r.err), 1);
  command_free(&r);
  r = COMMAND(NULL, "check", "/");
  assert_int_equal(r.code, 2);
  assert_string_equal(r.out, "");
  command_free(&r);
}

static void rubbish_is_a_problem_of_the_file_not_of_the_command(void **state)
{
  (void)state;
  static const char *const rubbish[] = {
      "",         "\n",      "[",       "{",           "- 1\n- 2\n", "ulna: 1",
      "\"",       "&a [*a]", "%YAML 9", "\t\t",        "<robot",     "<robot name='x'/>",
      "\xff\xfe", "a: b: c", "null",    "--- \n---\n", "ulna: one",  "{\"ulna\": 1}"};
  static const char *const names[] = {"rubbish.yaml", "rubbish.json", "rubbish.urdf"};
  for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++)
    for (int k = 0; k < 3; k++) {
      const char *file = command_file(names[k], rubbish[i]);
      command_result r = COMMAND(NULL, "check", file), other = COMMAND(NULL, "show", file);
      if (r.code != 1 || *r.err || count_lines(r.out) < 1 || other.code != 2 || *other.out ||
          count_lines(other.err) != 1)
        fail_msg("%s \"%s\": exit %d and %d\n%s%s%s", file, rubbish[i], r.code, other.code, r.out, r.err,
                 other.err);
      command_free(&r);
      command_free(&other);
    }
}

static void a_scenario_is_checked_as_one_and_no_robot_to_others(void **state)
{
  (void)state;
  const char *good = ULNA_TEST_DATA "/../scenarios/puma560_fall.yaml";
  command_result r = COMMAND(NULL, "check", good);
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.out, "puma560_fall.yaml: all is well: scenario \""));
  command_free(&r);
  r = COMMAND("ulna_scenario: 1\nname: x\nrobot: puma56\n", "check", "/dev/stdin");
  assert_int_equal(r.code, 1);
  assert_non_null(strstr(r.out, "did you mean \"puma560\"?"));
  assert_non_null(strstr(r.out, "duration"));
  command_free(&r);
  r = COMMAND(NULL, "fk", good);
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "error: scenario: robot: this is a scenario, which `ulna simulate` runs"));
  assert_int_equal(count_lines(r.err), 1);
  command_free(&r);
}

/* What cannot be run in this build is not well, and what is well can be run. */
static void what_is_well_can_be_run(void **state)
{
  (void)state;
  static const char *const methods[] = {"bdf, tolerance: 1.0e-6", "adams, tolerance: 1.0e-6",
                                        "erk, tolerance: 1.0e-6"};
  for (int k = 0; k < 3; k++) {
    char text[400];
    snprintf(
        text, sizeof text,
        "ulna_scenario: 1\nname: s\nrobot: planar2r\nduration: 0.01\nstart: {}\nintegrator: {method: %s}\n",
        methods[k]);
    const char *file = command_file("method.yaml", text);
    command_result run = COMMAND(NULL, "simulate", file, "--quiet"), check = COMMAND(NULL, "check", file);
    assert_int_equal(run.code, k < 2 && !ULNA_TEST_ADAPTIVE ? 2 : 0);
    assert_int_equal(check.code, run.code ? 1 : 0);
    assert_non_null(strstr(check.out, run.code ? "needs SUNDIALS" : "all is well"));
    command_free(&run);
    command_free(&check);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_broken_robot_is_told_in_one_line_of_its_own),
      cmocka_unit_test(built_in_robots_are_without_fault),
      cmocka_unit_test(other_commands_tell_the_first_problem_and_how_many_more),
      cmocka_unit_test(the_worst_of_several_files_is_the_exit_status),
      cmocka_unit_test(rubbish_is_a_problem_of_the_file_not_of_the_command),
      cmocka_unit_test(a_scenario_is_checked_as_one_and_no_robot_to_others),
      cmocka_unit_test(what_is_well_can_be_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
