/* Each file of tests/broken_scenarios has one fault, named in its first line: `# fault: KIND; words`. Reading it gives
 * exactly one problem, of that kind, at the line of the fault. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/broken.h"
#include "ulna/scenario.h"

#define FOLDER ULNA_TEST_DATA "/broken_scenarios/"

/* Where each fault is, found by eye; what it is about, and words that help. */
static const struct {
  const char *file;
  int line;
  const char *subject, *words;
} faults[] = {
    {"accept_unknown_condition", 8, "accept", "positive_inertia"},
    {"base_jumps", 8, "base", "at 0.5 s"},
    {"changes_gain_backwards", 12, "changes", "time runs backwards"},
    {"changes_gain_negative", 11, "changes", "must be above 0 rad/s"},
    {"changes_gain_unknown", 11, "changes", "did you mean \"gains.frequency\""},
    {"changes_gain_without_controller", 8, "changes", "there is none"},
    {"changes_push_off_its_instants", 11, "changes", "a multiple of every, 0.01 s; 0.105 s is none"},
    {"changes_push_twice", 12, "changes", "time runs backwards"},
    {"changes_pushes_without_every", 8, "changes", "every"},
    {"changes_too_many_instants", 8, "changes", "more than 10000000 instants"},
    {"controller_gain_negative", 11, "controller", "-4 rad/s"},
    {"controller_gains_too_wide", 8, "controller", "3 numbers"},
    {"controller_unknown", 8, "controller", "did you mean unified"},
    {"controller_without_period", 8, "controller", ""},
    {"csv_missing", 8, "input_table", "No such file"},
    {"csv_too_wide", 8, "input_table", "3 columns beside the time, but planar2r has 2 joints"},
    {"csv_unknown_column", 9, "input \"elbow\"", "did you mean \"tau1\""},
    {"current_loop_without_voltage", 8, "current_loop", ""},
    {"driven_by_current_without_motor", 8, "scenario", ""},
    {"driven_by_unknown", 8, "scenario", "did you mean torque"},
    {"duplicate_key", 8, "scenario", ""},
    {"duration_infinite", 6, "scenario", ""},
    {"duration_negative", 6, "scenario", "-1 s"},
    {"duration_with_unit", 6, "scenario", "without a unit"},
    {"feel_known_payload", 10, "scenario", "carry them twice"},
    {"feel_without_sensor", 8, "controller", ""},
    {"friction_neither_on_nor_off", 8, "scenario", ""},
    {"hand_wrench_without_axes", 8, "hand_wrench", ""},
    {"input_ramp_backwards", 9, "input \"elbow\"", "time runs backwards"},
    {"input_shape_unknown", 9, "input \"elbow\"", "did you mean \"sine\""},
    {"input_step_without_height", 9, "input \"elbow\"", ""},
    {"input_table_ragged", 9, "input \"elbow\"", ""},
    {"input_table_time_backwards", 12, "input \"elbow\"", "0.5 s follows 1 s"},
    {"input_two_shapes", 9, "input \"elbow\"", ""},
    {"inputs_too_wide", 8, "inputs", "3 signals, but planar2r has 2 joints"},
    {"inputs_unknown_joint", 8, "inputs", "did you mean \"shoulder\""},
    {"integrator_unknown", 7, "integrator", "did you mean rk4"},
    {"integrator_without_step", 7, "integrator", ""},
    {"missing_key", 2, "scenario", ""},
    {"model_error_without_sign", 9, "model_error", "+10 %"},
    {"not_a_mapping", 2, "scenario", ""},
    {"not_yaml", 5, "", ""},
    {"order_too_high", 7, "integrator", ""},
    {"payload_negative_mass", 9, "payload", ""},
    {"payload_triangle", 9, "payload", ""},
    {"payload_without_body", 9, "payloads[0]", ""},
    {"payloads_backwards", 10, "payloads[1]", "time runs backwards"},
    {"record_desired_without_controller", 8, "record", ""},
    {"record_every_zero", 8, "record", ""},
    {"record_outside", 8, "record", "lies outside the working folder"},
    {"record_unknown_group", 9, "record", "did you mean \"energy\""},
    {"robot_file_broken", 4, "robot", "negative_mass.yaml:27:"},
    {"robot_file_is_none", 4, "robot", "robots/notes.yaml is not a robot file"},
    {"robot_file_given", 2, "scenario", ""},
    {"robot_file_missing", 4, "robot", "No such file"},
    {"robot_outside", 4, "robot", "lies outside the scenario's folder"},
    {"seed_not_whole", 8, "scenario", ""},
    {"sensors_without_controller", 8, "scenario", ""},
    {"start_in_degrees", 5, "start", "90 deg"},
    {"start_in_joints_and_by_hand", 7, "start", ""},
    {"start_nan", 5, "start", ""},
    {"start_near_without_hand", 5, "start", ""},
    {"start_out_of_reach", 6, "start", "1.2 m"},
    {"start_too_narrow", 5, "start", "1 number, but planar2r has 2 joints"},
    {"start_unknown_joint", 5, "start", "did you mean \"elbow\""},
    {"step_with_erk", 7, "integrator", ""},
    {"step_zero", 7, "integrator", ""},
    {"stops_make_energy", 8, "stops", ""},
    {"stops_stiff_without_stiffness", 8, "stops", ""},
    {"stops_unused_key", 8, "stops", ""},
    {"summary_of_two_lines", 8, "scenario", ""},
    {"surface_settling_negative", 8, "surface", "-0.1 s"},
    {"surface_without_direction", 8, "surface", ""},
    {"tare_without_sensor", 8, "controller", ""},
    {"tolerance_below_rounding", 7, "integrator", "at least 1e-14"},
    {"tolerance_zero", 7, "integrator", "cannot be met"},
    {"tool_too_narrow", 8, "scenario", ""},
    {"torque_table_time_backwards", 8, "input_table", "1 s follows 2 s"},
    {"torque_table_too_short", 8, "input_table", ""},
    {"torque_table_too_wide", 12, "input_table", "3 numbers, but planar2r has 2 joints"},
    {"trajectory_of_two_kinds", 10, "trajectory[0]", ""},
    {"trajectory_out_of_reach", 10, "trajectory[0]", "left at best"},
    {"trajectory_segment_unknown", 10, "trajectory[0]", "did you mean \"line\""},
    {"trajectory_times_backwards", 10, "trajectory[0]", "0.5 s follows 1 s"},
    {"trajectory_too_narrow", 10, "trajectory[0]", ""},
    {"trajectory_without_controller", 8, "scenario", ""},
    {"trajectory_without_end", 10, "trajectory[0]", "how long it takes"},
    {"unknown_key", 6, "scenario", "did you mean \"duration\""},
    {"unknown_robot", 4, "robot", "did you mean \"puma560\""},
    {"wrong_version", 2, "scenario", "version 2"},
};

static void each_broken_scenario_has_one_problem_at_its_line(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    char path[400], kind[200], first[1200] = "nothing";
    snprintf(path, sizeof path, FOLDER "%s.yaml", faults[i].file);
    broken_kind(path, kind, sizeof kind);
    ulna_report *report = NULL;
    assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
    ulna_scenario *scenario = NULL;
    const ulna_status status = ulna_scenario_read(path, NULL, NULL, report, &scenario);
    if (ulna_report_count(report, ULNA_NOTE))
      ulna_problem_format(ulna_report_get(report, 0), first, sizeof first);
    if (ulna_report_count(report, ULNA_NOTE) != 1)
      fail_msg("%s: %zu problems, the first: %s", faults[i].file, ulna_report_count(report, ULNA_NOTE),
               first);
    const ulna_problem *p = ulna_report_get(report, 0);
    const bool warning = strcmp(kind, "degrees") == 0;
    if (strcmp(p->condition, kind) != 0 || p->line != faults[i].line || p->column < 1 ||
        strcmp(p->subject, faults[i].subject) != 0 || !strstr(p->text, faults[i].words) ||
        strcmp(p->file, path) != 0 || p->severity != (warning ? ULNA_WARNING : ULNA_ERROR))
      fail_msg("%s, expected %s in line %d about %s: %s", faults[i].file, kind, faults[i].line,
               faults[i].subject, first);
    assert_int_equal(status, warning                                   ? ULNA_OK
                             : strcmp(faults[i].file, "not_yaml") == 0 ? ULNA_SYNTAX
                                                                       : ULNA_BAD_SCENARIO);
    assert_int_equal(scenario != NULL, warning);
    ulna_scenario_destroy(scenario);
    ulna_report_destroy(report);
  }
}

/* A file that nobody looks at shows nothing. */
static void every_broken_scenario_is_in_the_list(void **state)
{
  (void)state;
  size_t files = 0;
  DIR *folder = opendir(FOLDER);
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));) files += strstr(entry->d_name, ".yaml") != NULL;
  closedir(folder);
  assert_int_equal(files, sizeof faults / sizeof *faults);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_broken_scenario_has_one_problem_at_its_line),
                                     cmocka_unit_test(every_broken_scenario_is_in_the_list)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
