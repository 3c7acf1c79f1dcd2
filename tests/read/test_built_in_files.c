/* The robots in the library: they are the files of robots/, they check clean, and every figure in the model is the
 * one in the file. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/robots.h"

static void the_robots_of_the_issue_are_built_in(void **state)
{
  (void)state;
  static const char *const keys[] = {"puma560", "stanford", "irb6",     "manutec_r3", "panda",
                                     "ur5e",    "scara",    "planar2r", "planar3r",   "pendulum"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) assert_non_null(ulna_robot_find(keys[i]));
  for (int i = 1; i < ulna_robot_count(); i++)
    assert_true(strcmp(ulna_robot_get(i - 1)->key, ulna_robot_get(i)->key) < 0);
  assert_null(ulna_robot_get(-1));
  assert_null(ulna_robot_get(ulna_robot_count()));
  assert_string_equal(ulna_robot_find("PUMA560")->name, "PUMA 560");
}

static void built_in_robots_are_the_files_byte_for_byte(void **state)
{
  (void)state;
  for (int i = 0; i < ulna_robot_count(); i++) {
    const ulna_robot *robot = ulna_robot_get(i);
    char path[400];
    snprintf(path, sizeof path, "%s/%s.yaml", ULNA_ROBOTS, robot->key);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    static char text[100000];
    const size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    assert_int_equal(length, robot->length);
    assert_memory_equal(text, robot->text, length);
    assert_int_equal(robot->text[length], 0);
  }
}

static ulna_model *load(const char *key, ulna_report *report)
{
  ulna_model *model = NULL;
  const ulna_status status = ulna_robot_load(key, NULL, NULL, report, &model);
  if (status != ULNA_OK) fail_msg("%s: %s", key, ulna_status_name(status));
  return model;
}

static void built_in_robots_check_clean(void **state)
{
  (void)state;
  for (int i = 0; i < ulna_robot_count(); i++) {
    const ulna_robot *robot = ulna_robot_get(i);
    ulna_report *report = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    ulna_model *model = load(robot->key, report);
    assert_string_equal(ulna_model_name(model), robot->name);
    for (size_t k = 0; k < ulna_report_count(report, ULNA_NOTE); k++) {
      const ulna_problem *p = ulna_report_get(report, k);
      if (strcmp(p->condition, "elasticity") == 0) continue;
      if (p->severity != ULNA_NOTE || strncmp(p->text, "accepted, \"", 11) != 0 ||
          strstr(p->text, "nothing to accept"))
        fail_msg("%s: %s: %s", robot->key, p->subject, p->text);
    }
    ulna_model_destroy(model);
    ulna_report_destroy(report);
  }
}

static void the_puma_says_why_its_forearm_is_accepted(void **state)
{
  (void)state;
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_model_destroy(load("puma560", report));
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 1);
  const ulna_problem *p = ulna_report_get(report, 0);
  assert_string_equal(p->condition, "triangle_inequality");
  assert_string_equal(p->subject, "link \"forearm\"");
  assert_string_equal(p->file, "puma560.yaml");
  assert_non_null(strstr(p->text, "\"as published by Corke and Armstrong-Helouvry\""));
  ulna_report_destroy(report);
}

static void an_unknown_robot_names_its_neighbour(void **state)
{
  (void)state;
  ulna_report *report = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma650", NULL, NULL, report, &model), ULNA_NOT_FOUND);
  assert_null(model);
  assert_non_null(strstr(ulna_report_get(report, 0)->text, "did you mean \"puma560\"?"));
  assert_string_equal(ulna_robot_nearest("scarra"), "scara");
  assert_null(ulna_robot_nearest("excavator"));
  ulna_report_destroy(report);
}

/* A second, naive reader: the files have one key per line, so that lines can be scanned without a parser. */
static double scan_number(const char *text)
{
  char *end;
  const double number = strtod(text, &end);
  while (*end == ' ') end++;
  return strncmp(end, "deg", 3) == 0 ? number * M_PI / 180 : number;
}

/* What follows `key` in the line; NULL if it does not start there. */
static const char *after(const char *line, const char *key)
{
  while (*line == ' ' || *line == '-' || *line == '{') line++;
  return strncmp(line, key, strlen(key)) == 0 ? line + strlen(key) : NULL;
}

static double element(const char *lines, const char *name)
{
  char key[8];
  snprintf(key, sizeof key, "%s: ", name);
  const char *found = strstr(lines, key);
  return found ? strtod(found + strlen(key), NULL) : 0;
}

static void expect_number(const char *key, const char *what, int joint, double is, double must)
{
  if (is != must) fail_msg("%s joint %d: %s is %.17g, the file has %.17g", key, joint, what, is, must);
}

static void compare_line(const char *key, const ulna_model *m, int *joint, const char *line, const char *rest)
{
  const char *v;
  const ulna_joint *j = *joint ? ulna_model_joint(m, *joint) : NULL;
  if ((v = after(line, "type: "))) {
    j = ulna_model_joint(m, ++*joint);
    assert_int_equal(j->type, strncmp(v, "prismatic", 9) == 0 ? ULNA_PRISMATIC : ULNA_REVOLUTE);
  } else if (!j) {
    return;
  } else if ((v = after(line, "theta: "))) {
    expect_number(key, "theta", *joint, j->theta, scan_number(v));
  } else if ((v = after(line, "d: "))) {
    expect_number(key, "d", *joint, j->d, scan_number(v));
  } else if ((v = after(line, "a: "))) {
    expect_number(key, "a", *joint, j->a, scan_number(v));
  } else if ((v = after(line, "alpha: "))) {
    expect_number(key, "alpha", *joint, j->alpha, scan_number(v));
  } else if ((v = after(line, "limits: {lower: "))) {
    expect_number(key, "lower", *joint, j->limits.lower, scan_number(v));
    expect_number(key, "upper", *joint, j->limits.upper, scan_number(strstr(v, "upper: ") + 7));
  } else if ((v = after(line, "mass: "))) {
    expect_number(key, "mass", *joint, j->link.body.mass, scan_number(v));
  } else if ((v = after(line, "com: ["))) {
    double com[3];
    assert_int_equal(sscanf(v, "%lf, %lf, %lf", &com[0], &com[1], &com[2]), 3);
    for (int k = 0; k < 3; k++) expect_number(key, "com", *joint, j->link.body.com[k], com[k]);
  } else if ((v = after(line, "inertia: {about: "))) {
    static const char *const names[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
    char braces[400];
    snprintf(braces, sizeof braces, "%.*s", (int)strcspn(rest, "}"), rest);
    assert_int_equal(j->link.body.about, strncmp(v, "com", 3) == 0 ? ULNA_ABOUT_COM : ULNA_ABOUT_ORIGIN);
    for (int k = 0; k < 6; k++)
      expect_number(key, names[k], *joint, j->link.body.inertia[k], element(braces, names[k]));
  }
}

static void every_figure_in_the_model_is_the_files(void **state)
{
  (void)state;
  for (int i = 0; i < ulna_robot_count(); i++) {
    const ulna_robot *robot = ulna_robot_get(i);
    ulna_model *model = load(robot->key, NULL);
    int joint = 0;
    for (const char *line = robot->text; *line; line += strcspn(line, "\n") + 1) {
      char copy[400];
      snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
      if (strncmp(copy, "drives:", 7) == 0) break;
      compare_line(robot->key, model, &joint, copy, line);
    }
    assert_int_equal(joint, ulna_model_joint_count(model));
    ulna_model_destroy(model);
  }
}

/* A slip of the pen in any key of any robot: two letters exchanged. It is told once, at its line, with the right key. */
static void a_slip_in_any_key_is_told_once(void **state)
{
  (void)state;
  int slips = 0;
  for (int i = 0; i < ulna_robot_count(); i++) {
    const ulna_robot *robot = ulna_robot_get(i);
    char *text = malloc(robot->length + 1);
    memcpy(text, robot->text, robot->length + 1);
    int number = 0;
    for (char *line = text; *line; line += strcspn(line, "\n") + 1) {
      number++;
      char *key = line + strspn(line, " -");
      const size_t length = strspn(key, "abcdefghijklmnopqrstuvwxyz_");
      if (length < 4 || key[length] != ':' || key[1] == key[2]) continue;
      if (strncmp(line, "  transmission:", 15) == 0) continue;  // a word of a source
      const char was[2] = {key[1], key[2]};
      key[1] = was[1];
      key[2] = was[0];
      ulna_report *report = NULL;
      assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
      ulna_model *model = NULL;
      const ulna_status status =
          ulna_model_read_text(text, robot->length, robot->key, NULL, NULL, report, &model);
      const ulna_problem *found = NULL;
      int count = 0;
      for (size_t k = 0; k < ulna_report_count(report, ULNA_NOTE); k++)
        if (ulna_report_get(report, k)->severity != ULNA_NOTE) {
          found = ulna_report_get(report, k);
          count++;
        }
      char meant[40];
      snprintf(meant, sizeof meant, "did you mean \"%c%c%c%.*s\"?", key[0], was[0], was[1], (int)length - 3,
               key + 3);
      if (status != ULNA_BAD_ROBOT || count != 1 || found->line != number ||
          strcmp(found->condition, "unknown key") != 0 || !strstr(found->text, meant))
        fail_msg("%s:%d: %.*s: %d problems, %s", robot->key, number, (int)length, key, count,
                 found ? found->text : "none");
      ulna_report_destroy(report);
      key[1] = was[0];
      key[2] = was[1];
      slips++;
    }
    free(text);
  }
  assert_true(slips > 500);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_robots_of_the_issue_are_built_in),
      cmocka_unit_test(built_in_robots_are_the_files_byte_for_byte),
      cmocka_unit_test(built_in_robots_check_clean),
      cmocka_unit_test(the_puma_says_why_its_forearm_is_accepted),
      cmocka_unit_test(an_unknown_robot_names_its_neighbour),
      cmocka_unit_test(every_figure_in_the_model_is_the_files),
      cmocka_unit_test(a_slip_in_any_key_is_told_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
