/* Each file of tests/broken has one fault, named in its first line: `# fault: KIND; words`. Reading it gives exactly
 * one problem, of that kind, at the line of the fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/broken.h"
#include "ulna/read.h"

/* Where each fault is, found by eye. */
static const struct {
  const char *file;
  int line;
  const char *subject;
} faults[] = {
    {"alpha_without_deg", 12, "joint \"shoulder\""},
    {"com_in_millimetres", 28, "link \"fore\""},
    {"deg_on_length", 23, "joint \"elbow\""},
    {"drive_axis_not_unit", 34, "drive \"motor 1\""},
    {"drive_kind_unknown", 34, "drive \"motor 1\""},
    {"drive_negative_rotor", 35, "drive \"motor 1\""},
    {"drive_unknown_joint", 32, "drive \"motor 1\""},
    {"drive_unknown_link", 33, "drive \"motor 1\""},
    {"duplicate_joint", 19, "joint \"shoulder\""},
    {"duplicate_key", 28, "link \"fore\""},
    {"duplicate_link", 26, "link \"upper\""},
    {"friction_static_below_coulomb", 36, "drive \"motor 1\""},
    {"inertia_about_missing", 18, "link \"upper\""},
    {"inertia_not_positive", 29, "link \"fore\""},
    {"inertia_origin_too_small", 18, "link \"upper\""},
    {"inertia_product_too_large", 18, "link \"upper\""},
    {"inertia_triangle", 18, "link \"upper\""},
    {"infinite", 23, "joint \"elbow\""},
    {"limits_reversed", 13, "joint \"shoulder\""},
    {"massless_last_link", 27, "joint \"elbow\""},
    {"missing_key", 2, "robot"},
    {"nan", 28, "link \"fore\""},
    {"negative_mass", 27, "link \"fore\""},
    {"no_joints", 6, "robot"},
    {"not_a_mapping", 2, "robot"},
    {"not_yaml", 34, ""},
    {"payload_negative_mass", 30, "payload"},
    {"screw_unknown_joint", 34, "drive \"motor 1\""},
    {"unit_on_mass", 27, "link \"fore\""},
    {"unknown_convention", 5, "robot"},
    {"unknown_joint_type", 20, "joint \"elbow\""},
    {"unknown_key", 13, "joint \"shoulder\""},
    {"vector_of_two", 28, "link \"fore\""},
    {"wrong_type", 27, "link \"fore\""},
    {"wrong_version", 2, "robot"},
};

static void each_broken_robot_has_one_problem_at_its_line(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    char path[400], kind[200], first[800] = "nothing";
    snprintf(path, sizeof path, ULNA_TEST_DATA "/broken/%s.yaml", faults[i].file);
    broken_kind(path, kind, sizeof kind);
    ulna_report *report = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    ulna_model *model = NULL;
    const ulna_status status = ulna_model_read(path, NULL, NULL, report, &model);
    if (ulna_report_count(report, ULNA_NOTE))
      ulna_problem_format(ulna_report_get(report, 0), first, sizeof first);
    if (ulna_report_count(report, ULNA_NOTE) != 1)
      fail_msg("%s: %zu problems, the first: %s", faults[i].file, ulna_report_count(report, ULNA_NOTE),
               first);
    const ulna_problem *p = ulna_report_get(report, 0);
    const bool warning = strcmp(kind, "degrees") == 0;
    if (!strstr(p->condition, kind) || p->line != faults[i].line || p->column < 1 ||
        strcmp(p->subject, faults[i].subject) != 0 || strcmp(p->file, path) != 0 ||
        p->severity != (warning ? ULNA_WARNING : ULNA_ERROR))
      fail_msg("%s, expected %s in line %d about %s: %s", faults[i].file, kind, faults[i].line,
               faults[i].subject, first);
    assert_int_equal(status, warning                                   ? ULNA_OK
                             : strcmp(faults[i].file, "not_yaml") == 0 ? ULNA_SYNTAX
                                                                       : ULNA_BAD_ROBOT);
    assert_int_equal(model != NULL, warning);
    ulna_model_destroy(model);
    ulna_report_destroy(report);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_broken_robot_has_one_problem_at_its_line)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
