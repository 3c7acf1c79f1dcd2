/* Arms as their makers describe them load, and what is held, merged, chosen or left aside is told, line by line. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/urdf_tree.h"
#include "ulna/ulna.h"

static char *load(const char *name)
{
  char path[500];
  snprintf(path, sizeof path, "%s/urdf/arms/%s.urdf", ULNA_TEST_DATA, name);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  static char text[200000];
  const size_t length = fread(text, 1, sizeof text - 1, f);
  fclose(f);
  text[length] = 0;
  return text;
}

typedef struct {
  ulna_severity severity;
  const char *condition, *part;  // part: what the sentence must have in it
} expected;

// Exactly these, in order, and a status.
static ulna_model *read_as(const char *name, const ulna_read_options *options, ulna_status status,
                           const expected list[], size_t count)
{
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status got = tree_read(load(name), options, report, &model);
  bool same = got == status && ulna_report_count(report, ULNA_NOTE) == count;
  for (size_t i = 0; same && i < count; i++) {
    const ulna_problem *p = ulna_report_get(report, i);
    same = p->severity == list[i].severity && strcmp(p->condition, list[i].condition) == 0 &&
           strstr(p->text, list[i].part) && p->line > 0 && p->column > 0 &&
           strcmp(p->file, "robot.urdf") == 0;
  }
  if (!same) {
    tree_print(report);
    fail_msg("%s: %s, not as expected", name, ulna_status_name(got));
  }
  ulna_report_destroy(report);
  return model;
}

#define READ(name, options, status, list) read_as(name, options, status, list, sizeof list / sizeof list[0])

static void a_light_arm_with_flange_and_tool_frames_loads(void **state)
{
  (void)state;
  const expected list[] = {
      {ULNA_NOTE, "left aside",
       "material (1), ros2_control (1), visual (7), collision (7), safety_controller (6)"},
      {ULNA_NOTE, "tip", "welded to the last moving link are \"ft_frame\", \"tool0\""}};
  ulna_model *m = READ("ur_like", NULL, ULNA_OK, list);
  assert_int_equal(ulna_model_joint_count(m), 6);
  assert_string_equal(ulna_model_joint(m, 6)->name, "wrist_3_joint");
  assert_string_equal(ulna_model_joint(m, 6)->link.name, "wrist_3_link");
  assert_int_equal(ulna_model_find_link(m, "base_link"), 0);
  // a link called "base" that is not the base: half a turn away from it
  const int base = ulna_model_find_frame(m, "base");
  assert_true(base >= 0 && ulna_model_find_link(m, "base") < 0);
  assert_true(fabs(ulna_model_frame(m, base)->pose.R[0][0] + 1) < 1e-9);
  assert_true(fabs(ulna_model_mass(m) - 16.99) < 1e-12);
  assert_true(ulna_model_joint(m, 3)->limits.upper == 3.14159265359);
  assert_true(ulna_model_joint(m, 3)->limits.effort == 150);
  // the tensor of a link whose inertial frame is turned a quarter about y: x and z change places
  const double *I = ulna_model_joint(m, 2)->link.body.inertia;
  assert_true(fabs(I[0] - 0.134) < 1e-9 && fabs(I[1] - 0.134) < 1e-9 && fabs(I[2] - 0.0151) < 1e-9);
  ulna_model_destroy(m);
}

static void an_arm_with_a_hand_ends_there(void **state)
{
  (void)state;
  const expected found[] = {
      {ULNA_NOTE, "left aside", "visual (11), collision (11), safety_controller (7)"},
      {ULNA_NOTE, "tip",
       "taken as the arm's end, where the joints branch; held, with what they carry: \"panda_finger_joint1\" at 0, "
       "\"panda_finger_joint2\" at 0"}};
  ulna_model *same = READ("panda_like", NULL, ULNA_OK, found);
  assert_int_equal(ulna_model_joint_count(same), 7);
  assert_true(fabs(ulna_model_joint(same, 7)->link.body.mass - (0.7 + 0.73 + 2 * 0.015)) < 1e-12);
  ulna_model_destroy(same);

  const expected list[] = {
      {ULNA_NOTE, "left aside", "visual (11)"},
      {ULNA_NOTE, "held",
       "merged into \"panda_link7\": \"panda_finger_joint1\" at 0, \"panda_finger_joint2\" at 0"}};
  const ulna_read_options hand = {.tip_link = "panda_hand_tcp"};
  ulna_model *m = READ("panda_like", &hand, ULNA_OK, list);
  assert_int_equal(ulna_model_joint_count(m), 7);
  assert_true(fabs(ulna_model_joint(m, 7)->link.body.mass - (0.7 + 0.73 + 2 * 0.015)) < 1e-12);
  assert_true(ulna_model_joint(m, 1)->friction.viscous == 0.003);
  assert_true(ulna_model_joint(m, 1)->friction.coulomb[0] == 0.2 &&
              ulna_model_joint(m, 1)->friction.coulomb[1] == 0.2);
  ulna_pose tool;
  ulna_model_tool(m, &tool);
  assert_true(fabs(tool.p[2] - (0.107 + 0.1034)) < 1e-12);
  ulna_model_destroy(m);
}

// The second finger follows the first, so both open when one is told to.
static void a_mimicking_finger_follows_the_one_that_is_held(void **state)
{
  (void)state;
  const ulna_held_joint open = {"panda_finger_joint1", 0.03};
  const ulna_read_options options = {.tip_link = "panda_hand", .held_count = 1, .held = &open};
  const expected list[] = {
      {ULNA_NOTE, "left aside", "visual (11)"},
      {ULNA_NOTE, "held", "\"panda_finger_joint1\" at 0.03, \"panda_finger_joint2\" at 0.03"}};
  ulna_model *m = READ("panda_like", &options, ULNA_OK, list);
  const ulna_pose *left = &ulna_model_frame(m, ulna_model_find_frame(m, "panda_leftfinger"))->pose;
  const ulna_pose *right = &ulna_model_frame(m, ulna_model_find_frame(m, "panda_rightfinger"))->pose;
  assert_true(fabs(hypot(left->p[0] - right->p[0], left->p[1] - right->p[1]) - 0.06) < 1e-12);
  ulna_model_destroy(m);

  const ulna_held_joint second = {"panda_finger_joint2", 0.03};
  const ulna_read_options wrong = {.tip_link = "panda_hand", .held_count = 1, .held = &second};
  const expected refused[] = {{ULNA_NOTE, "left aside", "visual (11)"},
                              {ULNA_NOTE, "held", "joints off the chain are held"},
                              {ULNA_ERROR, "held", "it follows the joint it mimics; hold that"}};
  assert_null(READ("panda_like", &wrong, ULNA_BAD_ROBOT, refused));
}

/* The twin of a finger goes along with it, beside the chain; a chain that ends in the twin follows a joint beside it. */
static void a_chain_that_ends_in_a_finger_takes_its_twin_along(void **state)
{
  (void)state;
  const ulna_read_options finger = {.tip_link = "panda_leftfinger"};
  ulna_model *model = NULL;
  assert_int_equal(ulna_model_read(ULNA_TEST_DATA "/urdf/arms/panda_like.urdf", &finger, NULL, NULL, &model),
                   ULNA_OK);
  assert_int_equal(ulna_model_element_count(model), 1);
  ulna_model_destroy(model);
  const ulna_read_options other = {.tip_link = "panda_rightfinger"};
  const expected mimic[] = {{ULNA_NOTE, "left aside", "visual (11)"},
                            {ULNA_ERROR, "mimic", "which does not; choose a tip before it"}};
  assert_null(READ("panda_like", &other, ULNA_BAD_ROBOT, mimic));
}

static void transmissions_become_drives(void **state)
{
  (void)state;
  const expected list[] = {
      {ULNA_NOTE, "left aside", "material (1), gazebo (9), visual (8), collision (8), safety_controller (7)"},
      {ULNA_NOTE, "tip", "the only outermost link welded to the last moving one, \"iiwa_link_7\""},
      {ULNA_NOTE, "transmission", "7 simple transmissions became drives, without rotor inertia"}};
  ulna_model *m = READ("iiwa_like", NULL, ULNA_OK, list);
  assert_int_equal(ulna_model_joint_count(m), 7);
  assert_int_equal(ulna_model_drive_count(m), 7);
  assert_string_equal(ulna_model_drive(m, 3)->name, "iiwa_motor_4");
  assert_string_equal(ulna_model_drive(m, 3)->mounted_on, "iiwa_link_3");
  assert_string_equal(ulna_model_drive(m, 3)->couples[0].joint, "iiwa_joint_4");
  assert_string_equal(ulna_model_drive(m, 0)->mounted_on, "world");
  assert_true(ulna_model_drive(m, 3)->couple_count == 1 && ulna_model_drive(m, 3)->couples[0].value == 1);
  assert_true(ulna_model_joint(m, 2)->friction.viscous == 0.5);
  ulna_model_destroy(m);
}

static void an_arm_without_masses_serves_kinematics(void **state)
{
  (void)state;
  const expected list[] = {{ULNA_WARNING, "singular", "no link of the arm has a mass"},
                           {ULNA_NOTE, "left aside", "visual (7), collision (7)"},
                           {ULNA_WARNING, "limits", "effort or velocity limits of 0 are taken as they stand"},
                           {ULNA_NOTE, "tip", "\"link_6\""}};
  ulna_model *m = READ("fanuc_like", NULL, ULNA_OK, list);
  ulna_work *w = NULL;
  assert_int_equal(ulna_work_create(m, ULNA_PARTS_ALL, NULL, &w), ULNA_OK);
  const double q[6] = {0};
  ulna_pose pose;
  ulna_hand_pose(m, w, q, &pose);
  assert_true(fabs(pose.p[0] - (0.05 + 0.088 + 0.247 + 0.08)) < 1e-12 &&
              fabs(pose.p[2] - (0.33 + 0.33 + 0.035)) < 1e-12);
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

static void gears_fingers_and_endless_joints_are_told(void **state)
{
  (void)state;
  const ulna_read_options options = {.tip_link = "jaco_end_effector"};
  const expected list[] = {
      {ULNA_NOTE, "left aside", "visual (14), collision (13)"},
      {ULNA_NOTE, "limits", "left aside: \"jaco_joint_1\", \"jaco_joint_4\", \"jaco_joint_6\""},
      {ULNA_NOTE, "transmission", "6 simple transmissions"},
      {ULNA_NOTE, "held", "merged into \"jaco_link_6\": \"jaco_joint_finger_1\" at 0"},
      {ULNA_NOTE, "transmission", "joints off the chain are left aside: \"jaco_joint_finger_1\""}};
  ulna_model *m = READ("jaco_like", &options, ULNA_OK, list);
  assert_true(ulna_model_drive(m, 5)->couples[0].value == 160);
  assert_true(isinf(ulna_model_joint(m, 1)->limits.upper) && ulna_model_joint(m, 1)->limits.effort == 2000);
  assert_true(ulna_model_joint(m, 2)->limits.lower == 0.82);
  assert_true(fabs(ulna_model_joint(m, 6)->link.body.mass - (0.99 + 6 * 0.01)) < 1e-12);
  assert_true(ulna_model_find_frame(m, "jaco_link_finger_tip_3") >= 0);
  ulna_model_destroy(m);
}

static void one_arm_of_two_is_picked_by_its_tip(void **state)
{
  (void)state;
  const ulna_read_options options = {.tip_link = "right/tool0"};
  const expected list[] = {
      {ULNA_NOTE, "left aside", "calibration (14)"},
      {ULNA_NOTE, "held", "merged into \"right/link_7\" or stays with the base: \"left/joint_1\" at 0"},
      {ULNA_NOTE, "transmission", "7 simple transmissions"},
      {ULNA_NOTE, "transmission", "joints off the chain are left aside: \"left/joint_1\""}};
  ulna_model *m = READ("yumi_like", &options, ULNA_OK, list);
  assert_int_equal(ulna_model_joint_count(m), 7);
  assert_string_equal(ulna_model_joint(m, 1)->name, "right/joint_1");
  assert_true(ulna_model_drive(m, 6)->couples[0].value == 106);
  assert_true(fabs(ulna_model_joint(m, 7)->link.body.mass - (0.8 + 0.23 + 2 * 0.02)) < 1e-12);
  ulna_model_destroy(m);
}

static void a_base_above_is_left_out_and_told(void **state)
{
  (void)state;
  const ulna_read_options options = {.base_link = "iiwa_link_2", .tip_link = "iiwa_link_5"};
  const expected list[] = {
      {ULNA_NOTE, "left aside", "gazebo (9)"},
      {ULNA_NOTE, "left out",
       "it is the base, so the 3 links above or beside it are left out, and the joints \"iiwa_joint_1\""},
      {ULNA_NOTE, "held", "merged into \"iiwa_link_5\": \"iiwa_joint_6\" at 0, \"iiwa_joint_7\" at 0"},
      {ULNA_NOTE, "transmission", "3 simple transmissions"},
      {ULNA_NOTE, "transmission", "\"iiwa_joint_1\", \"iiwa_joint_2\", \"iiwa_joint_6\", \"iiwa_joint_7\""}};
  ulna_model *m = READ("iiwa_like", &options, ULNA_OK, list);
  assert_int_equal(ulna_model_joint_count(m), 3);
  assert_string_equal(ulna_model_drive(m, 0)->mounted_on, "iiwa_link_2");
  ulna_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_light_arm_with_flange_and_tool_frames_loads),
      cmocka_unit_test(an_arm_with_a_hand_ends_there),
      cmocka_unit_test(a_mimicking_finger_follows_the_one_that_is_held),
      cmocka_unit_test(a_chain_that_ends_in_a_finger_takes_its_twin_along),
      cmocka_unit_test(transmissions_become_drives),
      cmocka_unit_test(an_arm_without_masses_serves_kinematics),
      cmocka_unit_test(gears_fingers_and_endless_joints_are_told),
      cmocka_unit_test(one_arm_of_two_is_picked_by_its_tip),
      cmocka_unit_test(a_base_above_is_left_out_and_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
