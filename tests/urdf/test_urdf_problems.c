/* A URDF with one fault gets that fault told, once, with its place, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/urdf_tree.h"
#include "ulna/ulna.h"

// Two joints and a tool; nothing to be said about it.
static const char sound[] =
    "<?xml version=\"1.0\"?>\n"                                                             // 1
    "<robot name=\"sound\">\n"                                                              // 2
    "  <link name=\"ground\"/>\n"                                                           // 3
    "  <link name=\"upper\">\n"                                                             // 4
    "    <inertial>\n"                                                                      // 5
    "      <origin xyz=\"0 0 0.5\" rpy=\"0 0 0\"/>\n"                                       // 6
    "      <mass value=\"2\"/>\n"                                                           // 7
    "      <inertia ixx=\"0.2\" ixy=\"0\" ixz=\"0\" iyy=\"0.2\" iyz=\"0\" izz=\"0.1\"/>\n"  // 8
    "    </inertial>\n"                                                                     // 9
    "  </link>\n"                                                                           // 10
    "  <link name=\"fore\">\n"                                                              // 11
    "    <inertial>\n"                                                                      // 12
    "      <mass value=\"1\"/>\n"                                                           // 13
    "      <inertia ixx=\"0.2\" ixy=\"0\" ixz=\"0\" iyy=\"0.2\" iyz=\"0\" izz=\"0.1\"/>\n"  // 14
    "    </inertial>\n"                                                                     // 15
    "  </link>\n"                                                                           // 16
    "  <joint name=\"shoulder\" type=\"revolute\">\n"                                       // 17
    "    <parent link=\"ground\"/>\n"                                                       // 18
    "    <child link=\"upper\"/>\n"                                                         // 19
    "    <origin xyz=\"0 0 1\"/>\n"                                                         // 20
    "    <axis xyz=\"0 0 1\"/>\n"                                                           // 21
    "    <limit lower=\"-1\" upper=\"1\" effort=\"10\" velocity=\"2\"/>\n"                  // 22
    "    <dynamics damping=\"0.1\" friction=\"0.2\"/>\n"                                    // 23
    "  </joint>\n"                                                                          // 24
    "  <joint name=\"elbow\" type=\"continuous\">\n"                                        // 25
    "    <parent link=\"upper\"/>\n"                                                        // 26
    "    <child link=\"fore\"/>\n"                                                          // 27
    "    <origin xyz=\"0 0 1\" rpy=\"1.5 0 0\"/>\n"                                         // 28
    "  </joint>\n"                                                                          // 29
    "</robot>\n";                                                                           // 30

typedef struct {
  const char *old, *new;  // the one change; old is found once
  ulna_status status;
  ulna_severity severity;
  const char *condition;
  int line, column;
  const char *subject, *part;
} fault;

static char *changed(const char *old, const char *new)
{
  const char *at = strstr(sound, old);
  if (!at) fail_msg("\"%s\" is not in the file", old);
  char *text = malloc(strlen(sound) + strlen(new) + 1);
  assert_non_null(text);
  sprintf(text, "%.*s%s%s", (int)(at - sound), sound, new, at + strlen(old));
  return text;
}

static void check_fault(const fault *f, const ulna_read_options *options)
{
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  char *text = changed(f->old, f->new);
  const ulna_status status = tree_read(text, options, report, &model);
  const ulna_problem *p = ulna_report_count(report, ULNA_NOTE) == 1 ? ulna_report_get(report, 0) : NULL;
  const bool same = status == f->status && p && p->severity == f->severity &&
                    strcmp(p->condition, f->condition) == 0 && p->line == f->line && p->column == f->column &&
                    strcmp(p->subject, f->subject) == 0 && strstr(p->text, f->part) &&
                    (status == ULNA_OK) == (model != NULL);
  if (!same) {
    tree_print(report);
    fail_msg("\"%s\": %s; expected only %d:%d %s: %s: %s", f->new, ulna_status_name(status), f->line,
             f->column, f->condition, f->subject, f->part);
  }
  // a report is not needed to refuse
  ulna_model *again = NULL;
  assert_int_equal(tree_read(text, options, NULL, &again), f->status);
  ulna_model_destroy(again);
  ulna_model_destroy(model);
  ulna_report_destroy(report);
  free(text);
}

static void check_faults(const fault list[], size_t count)
{
  for (size_t i = 0; i < count; i++) check_fault(&list[i], NULL);
}

#define CHECK(list) check_faults(list, sizeof list / sizeof list[0])
#define BAD         ULNA_BAD_ROBOT, ULNA_ERROR
#define WARN        ULNA_OK, ULNA_WARNING
#define NOTE        ULNA_OK, ULNA_NOTE

static void the_sound_robot_has_no_problem(void **state)
{
  (void)state;
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(tree_read(sound, NULL, report, &model), ULNA_OK);
  tree_print(report);
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 0);
  assert_string_equal(ulna_model_name(model), "sound");
  const double *axis = ulna_model_joint(model, 2)->axis;  // URDF's own where there is no <axis>
  assert_true(axis[0] == 1 && axis[1] == 0 && axis[2] == 0);
  ulna_model_destroy(model);
  ulna_report_destroy(report);
}

static void numbers_that_are_none_are_told(void **state)
{
  (void)state;
  const fault list[] = {
      {"value=\"2\"", "value=\"abc\"", BAD, "number", 7, 13, "link \"upper\"", "\"abc\" is not a number"},
      {"value=\"2\"", "value=\"1.0.0\"", BAD, "number", 7, 13, "link \"upper\"", "\"1.0.0\" is not a number"},
      {"value=\"2\"", "value=\"1,5\"", BAD, "number", 7, 13, "link \"upper\"", "\"1,5\" is not a number"},
      {"value=\"2\"", "value=\"0x10\"", BAD, "number", 7, 13, "link \"upper\"", "\"0x10\" is not a number"},
      {"value=\"2\"", "value=\"2kg\"", BAD, "number", 7, 13, "link \"upper\"", "\"2kg\" is not a number"},
      {"value=\"2\"", "value=\"\"", BAD, "number", 7, 13, "link \"upper\"", "has 0 numbers, needs 1"},
      {"value=\"2\"", "value=\"1 2\"", BAD, "number", 7, 13, "link \"upper\"", "has 2 numbers, needs 1"},
      {"value=\"2\"", "value=\"nan\"", BAD, "not finite", 7, 13, "link \"upper\"", "value of <mass> is nan"},
      {"value=\"2\"", "value=\"-INF\"", BAD, "not finite", 7, 13, "link \"upper\"",
       "value of <mass> is -INF"},
      {"value=\"2\"", "value=\"1e999\"", BAD, "not finite", 7, 13, "link \"upper\"",
       "value of <mass> is 1e999"},
      {"xyz=\"0 0 0.5\"", "xyz=\"0 0\"", BAD, "number", 6, 15, "link \"upper\"",
       "xyz of <origin> has 2 numbers, needs 3"},
      {"xyz=\"0 0 0.5\"", "xyz=\"0 0 1 2\"", BAD, "number", 6, 15, "link \"upper\"",
       "has 4 numbers, needs 3"},
      {"rpy=\"1.5 0 0\"", "\n      rpy=\"1.5 0 o\"", BAD, "number", 29, 7, "joint \"elbow\"",
       "\"o\" is not a number"},
      {"lower=\"-1\"", "lower=\"minus one\"", BAD, "number", 22, 12, "joint \"shoulder\"",
       "\"minus\" is not a number"},
      {"iyz=\"0\" izz=\"0.1\"/>\n    </inertial>\n  </link>\n  <link name=\"fore\">",
       "iyz=\"\" izz=\"0.1\"/>\n    </inertial>\n  </link>\n  <link name=\"fore\">", BAD, "number", 8, 52,
       "link \"upper\"", "iyz of <inertia> has 0 numbers"},
  };
  CHECK(list);
}

static void numbers_may_be_written_as_c_and_xml_do(void **state)
{
  (void)state;
  char *text = changed("xyz=\"0 0 0.5\"", "xyz=\"\t+.5e-0\n -5.E-1  1E0 \"");
  ulna_model *model = tree_model(text, NULL);
  const double *com = ulna_model_joint(model, 1)->link.body.com;
  assert_true(com[0] == 0.5 && com[1] == -0.5 && com[2] == 1);
  ulna_model_destroy(model);
  free(text);
}

static void what_is_missing_is_told(void **state)
{
  (void)state;
  const fault list[] = {
      {" name=\"sound\"", "", WARN, "missing attribute", 2, 1, "robot", "has no name"},
      {"<link name=\"fore\">", "<link>", BAD, "missing attribute", 11, 3, "link",
       "\"name\" of <link> is missing"},
      {"      <mass value=\"2\"/>\n", "", BAD, "missing element", 5, 5, "link \"upper\"",
       "<inertial> lacks <mass>"},
      {" value=\"2\"", "", BAD, "missing attribute", 7, 7, "link \"upper\"", "<mass> lacks \"value\""},
      {"<inertia ixx=\"0.2\" ixy", "<inertia ixy", BAD, "missing attribute", 8, 7, "link \"upper\"",
       "<inertia> lacks \"ixx\""},
      {"<inertia ixx=\"0.2\" ixy=\"0\" ixz", "<inertia ixx=\"0.2\" ixz", WARN, "missing attribute", 8, 7,
       "link \"upper\"", "taken as 0"},
      {" type=\"revolute\"", "", BAD, "missing attribute", 17, 3, "joint \"shoulder\"",
       "\"type\" of <joint> is missing"},
      {"    <parent link=\"ground\"/>\n", "", BAD, "missing element", 17, 3, "joint \"shoulder\"",
       "<joint> lacks <parent>"},
      {"<child link=\"upper\"/>", "<child/>", BAD, "missing attribute", 19, 5, "joint \"shoulder\"",
       "\"link\" of <child> is missing"},
      {"<axis xyz=\"0 0 1\"/>", "<axis/>", BAD, "missing attribute", 21, 5, "joint \"shoulder\"",
       "<axis> lacks \"xyz\""},
      {"    <limit lower=\"-1\" upper=\"1\" effort=\"10\" velocity=\"2\"/>\n", "", WARN, "limits", 17, 3,
       "joint \"shoulder\"", "taken as unlimited"},
      {"lower=\"-1\" upper=\"1\" ", "", WARN, "limits", 22, 5, "joint \"shoulder\"",
       "lower and upper are both 0"},
  };
  CHECK(list);
}

static void what_is_given_twice_or_unknown_is_told(void **state)
{
  (void)state;
  const fault list[] = {
      {"<link name=\"ground\"/>", "<link name=\"ground\"/>\n  <link name=\"fore\"/>", BAD, "duplicate name",
       12, 9, "link \"fore\"", "stands in line 4 already"},
      {"joint name=\"elbow\"", "joint name=\"shoulder\"", BAD, "duplicate name", 25, 10, "joint \"shoulder\"",
       "stands in line 17 already"},
      {"<mass value=\"2\"/>", "<mass value=\"2\"/><mass value=\"3\"/>", BAD, "given twice", 7, 24,
       "link \"upper\"", "<mass> is given twice; the first is in line 7"},
      {"<parent link=\"ground\"/>", "<parent link=\"groud\"/>", BAD, "unknown link", 18, 13,
       "joint \"shoulder\"", "the parent link \"groud\" does not exist; is \"ground\" meant?"},
      {"type=\"revolute\"", "type=\"revolut\"", BAD, "unknown joint type", 17, 26, "joint \"shoulder\"",
       "is \"revolute\" meant?"},
      {"type=\"revolute\"", "type=\"screw\"", BAD, "unknown joint type", 17, 26, "joint \"shoulder\"",
       "URDF has revolute, continuous, prismatic"},
      {"<inertial>\n      <origin", "<intertial/><inertial>\n      <origin", BAD, "unknown element", 5, 5,
       "link \"upper\"", "<intertial> is not an element of <link>; is <inertial> meant?"},
      {"<mass value=\"2\"/>", "<mass valeu=\"2\"/>", BAD, "unknown attribute", 7, 13, "link \"upper\"",
       "is \"value\" meant?"},
      {"<mass value=\"1\"/>", "<Mass value=\"1\"/>", BAD, "unknown element", 13, 7, "link \"fore\"",
       "is <mass> meant?"},
      {"<dynamics damping", "<dynamics dampening", BAD, "unknown attribute", 23, 15, "joint \"shoulder\"",
       "no attribute \"dampening\"; is \"damping\" meant?"},
      {"<dynamics damping=\"0.1\"", "<dynamics damping=\"0.1\" spring_stiffness=\"3\"", WARN, "unknown", 23,
       5, "robot", "spring_stiffness (1)"},
      {"<link name=\"ground\"/>", "<link name=\"ground\"><contact/></link>", WARN, "unknown", 3, 23, "robot",
       "contact (1)"},
      {"<link name=\"ground\"/>", "<link name=\"ground\"/><drake:thing/>", NOTE, "left aside", 3, 24, "robot",
       "drake:thing (1)"},
      {"effort=\"10\"", "effort=\"10\" drake:acceleration=\"5\"", NOTE, "left aside", 22, 5, "robot",
       "drake:acceleration (1)"},
      {"xyz=\"0 0 0.5\" rpy=\"0 0 0\"", "xyz=\"0 0 0.5\" quat_xyzw=\"0 0 0 1\"", BAD, "unsupported", 6, 29,
       "link \"upper\"", "give it as rpy"},
  };
  CHECK(list);
}

static void what_cannot_be_is_told(void **state)
{
  (void)state;
  const fault list[] = {
      {"value=\"2\"", "value=\"-2\"", BAD, "mass", 7, 13, "link \"upper\"", "-2"},
      {"izz=\"0.1\"", "izz=\"0.5\"", BAD, "triangle_inequality", 8, 7, "link \"upper\"", "0.5"},
      {"izz=\"0.1\"", "izz=\"-0.1\"", BAD, "positive_inertia", 8, 7, "link \"upper\"", "-0.1"},
      {"xyz=\"0 0 0.5\"", "xyz=\"0 0 500\"", BAD, "far", 6, 15, "link \"upper\"", "500"},
      {"    <axis xyz=\"0 0 1\"/>", "    <axis xyz=\"0 0 0\"/>", BAD, "axis", 21, 11, "joint \"shoulder\"",
       "needs a direction"},
      {"lower=\"-1\"", "lower=\"2\"", BAD, "limits", 22, 12, "joint \"shoulder\"", "above the upper limit"},
      {"effort=\"10\"", "effort=\"-10\"", WARN, "limits", 22, 33, "joint \"shoulder\"", "-10"},
      {"damping=\"0.1\"", "damping=\"-0.1\"", BAD, "friction", 23, 15, "joint \"shoulder\"", "-0.1"},
      {"friction=\"0.2\"", "friction=\"-0.2\"", BAD, "friction", 23, 29, "joint \"shoulder\"", "-0.2"},
      {"rpy=\"1.5 0 0\"", "rpy=\"90 0 0\"", WARN, "degrees", 28, 25, "joint \"elbow\"", "the angle 90"},
      {"lower=\"-1\" upper=\"1\"", "lower=\"-170\" upper=\"170\"", WARN, "degrees", 22, 12,
       "joint \"shoulder\"", "the limit -170"},
      {"effort=\"10\"", "effort=\"0\"", WARN, "limits", 22, 5, "robot", "\"shoulder\""},
      {"<mass value=\"1\"/>\n      <inertia ixx=\"0.2\" ixy=\"0\" ixz=\"0\" iyy=\"0.2\" iyz=\"0\" izz=\"0.1\"/>",
       "<mass value=\"0\"/>\n      <inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" izz=\"0\"/>",
       WARN, "singular", 13, 13, "joint \"elbow\"", "singular"},
      // on the base it does not move, so nothing depends on it
      {"<link name=\"ground\"/>",
       "<link name=\"ground\"><inertial><mass value=\"0\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>",
       WARN, "mass", 3, 39, "link \"ground\"", "the mass is 0"},
  };
  CHECK(list);
}

static void what_does_not_hang_together_is_told(void **state)
{
  (void)state;
  const fault list[] = {
      {"<link name=\"ground\"/>", "<link name=\"ground\"/><link name=\"island\"/>", WARN, "unconnected", 3,
       24, "link \"island\"", "2 separate trees, with the roots \"ground\", \"island\""},
      {"<child link=\"fore\"/>", "<child link=\"upper\"/>", BAD, "two parents", 25, 3, "joint \"elbow\"",
       "is the child of joint \"shoulder\" (line 17) already"},
      {"</robot>", "<loop_joint/></robot>", BAD, "loop", 30, 1, "loop_joint", "a closed loop cannot be read"},
      // fore carries itself, and so hangs on nothing
      {"<parent link=\"upper\"/>", "<parent link=\"fore\"/>", BAD, "loop", 25, 3, "joint \"elbow\"",
       "in a circle: \"fore\""},
      {"</robot>",
       "<link name=\"a\"/><link name=\"b\"/><joint name=\"ab\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>"
       "<joint name=\"ba\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint></robot>",
       BAD, "loop", 30, 33, "joint \"ab\"", "in a circle: \"b\", \"a\""}};
  CHECK(list);
}

#define OTHER_JOINT(type, more)                                                                              \
  "<link name=\"x\"/><joint name=\"side\" type=\"" type                                                      \
  "\"><parent link=\"upper\"/><child link=\"x\"/>" more "</joint></robot>"
#define HEAVY_JOINT(type, more)                                                                                          \
  "<link name=\"x\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>" \
  "</inertial></link><joint name=\"side\" type=\"" type                                                                  \
  "\"><parent link=\"upper\"/><child link=\"x\"/>" more "</joint></robot>"

static void joints_that_an_arm_cannot_have_are_told(void **state)
{
  (void)state;
  const ulna_read_options fore = {.tip_link = "fore"};
  const fault on_chain[] = {
      {"type=\"revolute\"", "type=\"floating\"", NOTE, "base", 17, 26, "joint \"shoulder\"",
       "link \"upper\" behind it is taken as the base"},
      {"type=\"revolute\"", "type=\"planar\"", NOTE, "base", 17, 26, "joint \"shoulder\"",
       "a planar joint from the root"},
      {"type=\"continuous\"", "type=\"planar\"", BAD, "unsupported", 25, 23, "joint \"elbow\"",
       "a planar joint between base and tip"},
      {"    <axis xyz=\"0 0 1\"/>", "    <mimic joint=\"shoulder\"/>", BAD, "mimic", 21, 5,
       "joint \"shoulder\"", "joints mimic each other in a circle"},
  };
  CHECK(on_chain);
  const fault off_chain[] = {
      {"</robot>", HEAVY_JOINT("floating", ""), BAD, "unsupported", 30, 138, "joint \"side\"",
       "cannot be held; make it fixed"},
      {"</robot>", OTHER_JOINT("floating", ""), NOTE, "left out", 30, 17, "joint \"side\"",
       "has no mass or hangs on the base: \"side\""},
      {"</robot>", HEAVY_JOINT("revolute", "<mimic joint=\"elbow\"/><limit/>"), NOTE, "follows", 30, 119,
       "joint \"side\"", "\"side\" = 1 \"elbow\""},
      {"</robot>", OTHER_JOINT("revolute", "<mimic joint=\"elbow\"/><limit/>"), NOTE, "left out", 30, 17,
       "joint \"side\"", "\"side\""},
      {"</robot>", OTHER_JOINT("revolute", "<limit/>"), NOTE, "held", 30, 17, "joint \"side\"",
       "merged into \"upper\": \"side\" at 0"},
  };
  for (size_t i = 0; i < sizeof off_chain / sizeof off_chain[0]; i++) check_fault(&off_chain[i], &fore);
}

static void ends_and_positions_that_do_not_exist_are_told(void **state)
{
  (void)state;
  const fault none[] = {
      {"<robot", "<robot", BAD, "unknown link", 2, 1, "robot",
       "there is no link \"for\" to be the tip link; is \"fore\" meant?"},
      {"<robot", "<robot", BAD, "unknown link", 2, 1, "robot",
       "there is no link \"hand\" to be the base link"},
      {"<robot", "<robot", BAD, "tip", 4, 3, "link \"upper\"", "does not hang on the base link \"fore\""},
      {"<robot", "<robot", BAD, "no joints", 11, 3, "link \"fore\"", "no joint moves between"},
      {"<robot", "<robot", BAD, "held", 25, 3, "joint \"elbow\"", "it is a joint of the arm"},
      {"<robot", "<robot", BAD, "held", 2, 1, "joint \"elbw\"",
       "there is no such joint; is \"elbow\" meant?"},
  };
  const ulna_held_joint elbow = {"elbow", 1}, wrong = {"elbw", 1};
  const ulna_read_options options[] = {{.tip_link = "for"},
                                       {.base_link = "hand"},
                                       {.base_link = "fore", .tip_link = "upper"},
                                       {.base_link = "fore", .tip_link = "fore"},
                                       {.held_count = 1, .held = &elbow},
                                       {.held_count = 1, .held = &wrong}};
  check_fault(&none[0], &options[0]);
  check_fault(&none[1], &options[1]);
  check_fault(&none[2], &options[2]);
  check_fault(&none[4], &options[4]);
  check_fault(&none[5], &options[5]);
}

#define TRANSMISSION(inside) "<transmission name=\"t\">" inside "</transmission></robot>"
#define SIMPLE               "<type>transmission_interface/SimpleTransmission</type><joint name=\"elbow\"/>"

static void transmissions_that_cannot_be_used_are_told(void **state)
{
  (void)state;
  const fault list[] = {
      {"</robot>",
       TRANSMISSION(
           "<type>x/DifferentialTransmission</type><joint name=\"elbow\"/><joint name=\"shoulder\"/>"),
       WARN, "transmission", 30, 1, "transmission \"t\"", "\"x/DifferentialTransmission\" is not used"},
      {"</robot>", TRANSMISSION("<joint name=\"elbow\"/>"), WARN, "transmission", 30, 1, "transmission \"t\"",
       "without a type is not used"},
      {"</robot>", TRANSMISSION("<type>SimpleTransmission</type>"), WARN, "missing element", 30, 1,
       "transmission \"t\"", "lacks <joint>"},
      {"</robot>",
       TRANSMISSION(SIMPLE "<actuator name=\"m\"><mechanicalReduction>many</mechanicalReduction></actuator>"),
       WARN, "number", 30, 118, "transmission \"t\"", "\"many\""},
      {"</robot>",
       TRANSMISSION(SIMPLE "<actuator name=\"m\"><mechanicalReduction>0</mechanicalReduction></actuator>"),
       WARN, "transmission", 30, 118, "transmission \"t\"", "a reduction of 0"},
      {"</robot>",
       TRANSMISSION(
           SIMPLE
           "<mechanicalReduction>7</mechanicalReduction><actuator name=\"m\"><mechanicalReduction>7</mechanicalReduction></actuator>"),
       WARN, "transmission", 30, 162, "transmission \"t\"", "it is left aside"},
      {"</robot>", TRANSMISSION("<type>SimpleTransmission</type><joint name=\"knee\"/>"), WARN,
       "transmission", 30, 55, "robot", "name joints that do not exist, and are left aside: \"knee\""},
      {"</robot>", TRANSMISSION(SIMPLE), NOTE, "transmission", 30, 1, "robot",
       "1 simple transmissions became drives"},
  };
  CHECK(list);
}

// Both ways of writing it: q_actuator = reduction (q - offset).
static void reductions_are_found_wherever_they_are_written(void **state)
{
  (void)state;
  char *text = changed(
      "</robot>",
      "<transmission type=\"pr2/SimpleTransmission\" name=\"t\"><actuator name=\"m\"/><joint name=\"elbow\"/>"
      "<mechanicalReduction> -50.5 </mechanicalReduction></transmission><ros2_control name=\"c\" type=\"system\">"
      "<transmission name=\"u\"><plugin>transmission_interface/SimpleTransmission</plugin><joint name=\"shoulder\">"
      "<mechanical_reduction>100</mechanical_reduction><offset>0.25</offset></joint></transmission></ros2_control></robot>");
  ulna_model *model = tree_model(text, NULL);
  assert_int_equal(ulna_model_drive_count(model), 2);
  const ulna_drive *elbow = ulna_model_drive(model, 0), *shoulder = ulna_model_drive(model, 1);
  assert_string_equal(elbow->name, "m");
  assert_string_equal(elbow->couples[0].joint, "elbow");
  assert_true(elbow->couples[0].value == -50.5 && elbow->offset == 0);
  assert_string_equal(shoulder->name, "u");
  assert_true(shoulder->couples[0].value == 100 && shoulder->offset == -25);
  ulna_model_destroy(model);
  free(text);
}

static void several_problems_come_at_once_each_once(void **state)
{
  (void)state;
  const char *text =
      "<robot name=\"r\">\n"
      "<link name=\"a\"/>\n"
      "<link name=\"b\"><inertial><mass value=\"x\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"9\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>\n"
      "<link name=\"c\"><inertial><mass value=\"-1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"9\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>\n"
      "<joint name=\"1\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/><axis xyz=\"0 0 0\"/><limit lower=\"2\" upper=\"1\"/></joint>\n"
      "<joint name=\"2\" type=\"revolute\"><parent link=\"b\"/><child link=\"c\"/><limit lower=\"2\" upper=\"1\"/></joint>\n"
      "</robot>\n";
  static const struct {
    int line;
    const char *condition;
  } expected[] = {{3, "number"}, {4, "mass"},   {4, "triangle_inequality"},
                  {5, "axis"},   {5, "limits"}, {6, "limits"}};
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(tree_read(text, NULL, report, &model), ULNA_BAD_ROBOT);
  tree_print(report);
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 6);
  for (size_t i = 0; i < 6; i++) {
    assert_int_equal(ulna_report_get(report, i)->line, expected[i].line);
    assert_string_equal(ulna_report_get(report, i)->condition, expected[i].condition);
  }
  ulna_report_destroy(report);
}

static void accepted_faults_are_noted_of_the_link_that_has_them(void **state)
{
  (void)state;
  const ulna_waiver waiver = {"triangle_inequality", "as published"};
  const ulna_read_options options = {.accept_count = 1, .accept = &waiver};
  const fault own = {"izz=\"0.1\"",
                     "izz=\"0.5\"",
                     NOTE,
                     "triangle_inequality",
                     8,
                     7,
                     "link \"upper\"",
                     "accepted, \"as published\""};
  check_fault(&own, &options);
  const fault welded = {
      "</robot>",
      "<link name=\"x\"><inertial><mass value=\"1\"/>\n<inertia ixx=\"1\" iyy=\"1\" izz=\"9\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>"
      "</inertial></link><joint name=\"weld\" type=\"fixed\"><parent link=\"upper\"/><child link=\"x\"/></joint></robot>",
      NOTE,
      "triangle_inequality",
      31,
      1,
      "link \"x\"",
      "accepted, \"as published\""};
  const ulna_read_options fore = {.tip_link = "fore", .accept_count = 1, .accept = &waiver};
  check_fault(&welded, &fore);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_sound_robot_has_no_problem),
      cmocka_unit_test(numbers_that_are_none_are_told),
      cmocka_unit_test(numbers_may_be_written_as_c_and_xml_do),
      cmocka_unit_test(what_is_missing_is_told),
      cmocka_unit_test(what_is_given_twice_or_unknown_is_told),
      cmocka_unit_test(what_cannot_be_is_told),
      cmocka_unit_test(what_does_not_hang_together_is_told),
      cmocka_unit_test(joints_that_an_arm_cannot_have_are_told),
      cmocka_unit_test(ends_and_positions_that_do_not_exist_are_told),
      cmocka_unit_test(transmissions_that_cannot_be_used_are_told),
      cmocka_unit_test(reductions_are_found_wherever_they_are_written),
      cmocka_unit_test(several_problems_come_at_once_each_once),
      cmocka_unit_test(accepted_faults_are_noted_of_the_link_that_has_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
