/* Which frame at an arm's end is the tool: the only outermost one, or that called tool0, and else the last moving link. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/ulna.h"

/* One joint, and frames welded to what it moves, each a decimetre higher than the last. The height of the hand at q = 0, and
 * the note about it. */
static double hand_height(const char *const frames[], int count, char note[], size_t size)
{
  char text[2000];
  int used = snprintf(
      text, sizeof text,
      "<robot name='r'><link name='b'/><link name='m'><inertial><mass value='1'/>"
      "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
      "<joint name='j' type='continuous'><parent link='b'/><child link='m'/><axis xyz='0 0 1'/></joint>");
  for (int i = 0; i < count; i++)
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "<link name='%s'/><joint name='to_%s' type='fixed'><parent link='m'/><child link='%s'/>"
                     "<origin xyz='0 0 %.1f'/></joint>",
                     frames[i], frames[i], frames[i], 0.1 * (i + 1));
  snprintf(text + used, sizeof text - (size_t)used, "</robot>");
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  ulna_read_options options = ulna_read_options_default();
  options.format = ULNA_FORMAT_URDF;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(ulna_model_read_text(text, strlen(text), "r.urdf", &options, NULL, report, &model),
                   ULNA_OK);
  note[0] = 0;
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++)
    if (strcmp(ulna_report_get(report, i)->condition, "tip") == 0)
      ulna_problem_format(ulna_report_get(report, i), note, size);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_DEFAULT, NULL, &work), ULNA_OK);
  const double q = 0;
  ulna_pose pose;
  ulna_hand_pose(model, work, &q, &pose);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  ulna_report_destroy(report);
  return pose.p[2];
}

static void the_tool_is_found_by_place_or_by_name(void **state)
{
  (void)state;
  static const char *const one[] = {"camera"}, *const two[] = {"camera", "arm_tool0"},
                           *const unnamed[] = {"camera", "lamp"},
                           *const both[] = {"left_tool0", "right_tool0"};
  char note[500];
  assert_true(fabs(hand_height(NULL, 0, note, sizeof note)) < 1e-15);
  assert_string_equal(note, "");
  assert_true(fabs(hand_height(one, 1, note, sizeof note) - 0.1) < 1e-15);
  assert_non_null(strstr(note, "the only outermost link welded to the last moving one"));
  assert_true(fabs(hand_height(two, 2, note, sizeof note) - 0.2) < 1e-15);
  assert_non_null(strstr(note, "by its name the tool's"));
  assert_true(fabs(hand_height(unnamed, 2, note, sizeof note)) < 1e-15);
  assert_non_null(strstr(note, "as the last moving link"));
  assert_true(fabs(hand_height(both, 2, note, sizeof note)) < 1e-15);
  assert_non_null(strstr(note, "as the last moving link"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_tool_is_found_by_place_or_by_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
