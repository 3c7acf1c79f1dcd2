/* Files that a scenario names must lie under its folder, symbolic links included, unless the caller allows more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "text/path.h"
#include "ulna/ulna.h"

static char root[] = "/tmp/ulna_confined_XXXXXX";

static const char *in_root(const char *name)
{
  static char paths[4][300];
  static int next;
  char *path = paths[next = (next + 1) % 4];
  snprintf(path, sizeof paths[0], "%s/%s", root, name);
  return path;
}

static void write_file(const char *name, const char *text)
{
  FILE *f = fopen(in_root(name), "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

#define SCENARIO(robot, more)                                                                                \
  "ulna_scenario: 1\nname: s\nrobot: " robot                                                                 \
  "\nstart: {}\nduration: 0.1\nintegrator: {method: rk4, step: 0.01}\n" more

static int make_folders(void **state)
{
  (void)state;
  if (!mkdtemp(root)) return -1;
  const ulna_robot *arm = ulna_robot_find("planar2r");
  if (mkdir(in_root("own"), 0777) || mkdir(in_root("own/robots"), 0777) || mkdir(in_root("other"), 0777) ||
      mkdir(in_root("own-beside"), 0777))
    return -1;
  write_file("own/robots/arm.yaml", arm->text);
  write_file("other/arm.yaml", arm->text);
  write_file("other/u.csv", "t,u1,u2\n0,1,2\n");
  return symlink("../other", in_root("own/way_out")) || symlink("robots/arm.yaml", in_root("own/alias.yaml"));
}

/* Reads own/s.yaml with this text; the first problem's condition, or "". */
static const char *read_as(const char *text, bool allow)
{
  static char condition[100];
  condition[0] = 0;
  write_file("own/s.yaml", text);
  ulna_report *report = NULL;
  ulna_scenario *scenario = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_scenario_read_options options = {.allow_outside = allow};
  const ulna_status status = ulna_scenario_read(in_root("own/s.yaml"), &options, NULL, report, &scenario);
  assert_true((status == ULNA_OK) == (ulna_report_count(report, ULNA_NOTE) == 0));
  if (ulna_report_count(report, ULNA_NOTE))
    snprintf(condition, sizeof condition, "%s", ulna_report_get(report, 0)->condition);
  ulna_scenario_destroy(scenario);
  ulna_report_destroy(report);
  return condition;
}

static void robots_and_tables_stay_under_the_scenarios_folder(void **state)
{
  (void)state;
  char absolute[600];
  assert_string_equal(read_as(SCENARIO("robots/arm.yaml", ""), false), "");
  assert_string_equal(read_as(SCENARIO("./robots/../robots/arm.yaml", ""), false), "");
  assert_string_equal(read_as(SCENARIO("alias.yaml", ""), false), "");
  snprintf(absolute, sizeof absolute, SCENARIO("%s/own/robots/arm.yaml", ""), root);
  assert_string_equal(read_as(absolute, false), "");

  assert_string_equal(read_as(SCENARIO("../other/arm.yaml", ""), false), "outside");
  assert_string_equal(read_as(SCENARIO("way_out/arm.yaml", ""), false), "outside");
  assert_string_equal(read_as(SCENARIO("/etc/passwd.yaml", ""), false), "outside");
  assert_string_equal(read_as(SCENARIO("planar2r", "input_table: {file: ../other/u.csv}\n"), false),
                      "outside");
  assert_string_equal(read_as(SCENARIO("planar2r", "input_table: {file: way_out/u.csv}\n"), false),
                      "outside");
  assert_string_equal(read_as(SCENARIO("planar2r", "input_table: {file: /dev/null}\n"), false), "outside");

  assert_string_equal(read_as(SCENARIO("../other/arm.yaml", ""), true), "");
  assert_string_equal(read_as(SCENARIO("way_out/arm.yaml", "input_table: {file: ../other/u.csv}\n"), true),
                      "");
}

static void recordings_stay_under_the_working_folder(void **state)
{
  (void)state;
  assert_int_equal(chdir(in_root("own")), 0);
  assert_string_equal(read_as(SCENARIO("planar2r", "record: {file: run.csv}\n"), false), "");
  assert_string_equal(read_as(SCENARIO("planar2r", "record: {file: robots/run.csv}\n"), false), "");
  assert_string_equal(read_as(SCENARIO("planar2r", "record: {file: ../run.csv}\n"), false), "outside");
  assert_string_equal(read_as(SCENARIO("planar2r", "record: {file: /tmp/run.csv}\n"), false), "outside");
  assert_string_equal(read_as(SCENARIO("planar2r", "record: {file: way_out/run.csv}\n"), false), "outside");
  assert_string_equal(read_as(SCENARIO("planar2r", "record: {file: ../run.csv}\n"), true), "");
  assert_int_equal(chdir("/"), 0);
}

static void names_are_judged_by_where_they_lead(void **state)
{
  (void)state;
  char own[320];
  snprintf(own, sizeof own, "%s/", in_root("own"));
  assert_true(ulna_path_stays(own, "new.csv"));
  assert_true(ulna_path_stays(own, "new/new.csv"));
  assert_true(ulna_path_stays(own, "..."));
  assert_false(ulna_path_stays(own, ".."));
  assert_false(ulna_path_stays(own, "robots/../../own/robots/arm.yaml"));
  assert_false(ulna_path_stays(own, "way_out/new.csv"));
  assert_false(ulna_path_stays(own, "/"));
  char beside[330];
  snprintf(beside, sizeof beside, "%s-beside/x", in_root("own"));
  assert_false(ulna_path_stays(own, beside));
}

static int remove_folders(void **state)
{
  (void)state;
  char line[400];
  snprintf(line, sizeof line, "rm -r '%s'", root);
  return system(line);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(robots_and_tables_stay_under_the_scenarios_folder),
      cmocka_unit_test(recordings_stay_under_the_working_folder),
      cmocka_unit_test(names_are_judged_by_where_they_lead),
  };
  return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
