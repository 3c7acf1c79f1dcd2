/* Rare contents of robot files: each is read as meant, or refused with a sentence. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/drive.h"
#include "ulna/read.h"

/* The model, or NULL and in `line` the first error, else the first note. */
static ulna_model *read(const char *name, const char *text, const ulna_read_options *options, char line[600])
{
  ulna_model *model = NULL;
  ulna_report *report = NULL;
  line[0] = '\0';
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = ulna_model_read_text(text, strlen(text), name, options, NULL, report, &model);
  assert_true((status == ULNA_OK) == (model != NULL));
  for (size_t k = ulna_report_count(report, ULNA_NOTE); k-- > 0;)
    if (!model ? ulna_report_get(report, k)->severity == ULNA_ERROR : k == 0)
      ulna_problem_format(ulna_report_get(report, k), line, 600);
  ulna_report_destroy(report);
  return model;
}

static void refuses(const char *name, const char *text, const char *words)
{
  char line[600];
  ulna_model *model = read(name, text, NULL, line);
  if (model || !strstr(line, words)) fail_msg("\"%s\" is not in: %s", words, line);
}

#define HEAD "ulna: 1\nname: r\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n"
#define LINK(name)                                                                                           \
  "link: {name: " name ", mass: 2, com: [0.1, 0, 0], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}"
#define JOINT(name, more)                                                                                    \
  "  - {name: " name ", type: revolute, theta: 0, d: 0, a: 0.4, alpha: 0, " LINK("l" name) more "}\n"
#define DRIVE(name, couples, axis)                                                                           \
  "  - {name: " name ", couples: " couples ", mounted_on: base, axis: " axis ", rotor: {inertia: 0.1}}\n"

/* The rotor's z axis is the one that was given, in a right-handed frame, wherever it points. */
static void the_axis_of_a_drive_may_point_anywhere(void **state)
{
  (void)state;
  static const double axes[][3] = {{0, 0, 1},         {0, 0, -1}, {0.6, 0, -0.8},
                                   {0, -0.28, -0.96}, {1, 0, 0},  {0.48, 0.6, -0.64}};
  for (size_t k = 0; k < sizeof axes / sizeof *axes; k++) {
    char text[1000], line[600];
    snprintf(text, sizeof text, HEAD JOINT("a", "") "drives:\n" DRIVE("m", "{a: 10}", "[%g, %g, %g]"),
             axes[k][0], axes[k][1], axes[k][2]);
    ulna_model *model = read("r.yaml", text, NULL, line);
    if (!model) fail_msg("%s", line);
    const double(*R)[3] = ulna_model_drive(model, 0)->pose.R;
    for (int i = 0; i < 3; i++) {
      assert_true(fabs(R[i][2] - axes[k][i]) < 1e-15);
      for (int j = 0; j < 3; j++) {  // rows are orthonormal, and the third is the others' cross product
        double dot = 0;
        for (int c = 0; c < 3; c++) dot += R[i][c] * R[j][c];
        assert_true(fabs(dot - (i == j)) < 1e-15);
      }
      const int a = (i + 1) % 3, b = (i + 2) % 3;
      assert_true(fabs(R[0][a] * R[1][b] - R[0][b] * R[1][a] - R[2][i]) < 1e-15);
    }
    ulna_model_destroy(model);
  }
}

static void a_joint_that_follows_is_moved_by_no_drive(void **state)
{
  (void)state;
  refuses("r.yaml",
          HEAD JOINT("a", "")
              JOINT("b", ", follows: {joint: a, ratio: 2}") "drives:\n" DRIVE("m", "{b: 10}", "[0, 0, 1]"),
          "it follows joint \"a\", and drive \"m\" would move it too; couple the drive to \"a\"");
}

/* A message lists a few of many names, and says that there are more. */
static void a_name_that_is_none_of_many(void **state)
{
  (void)state;
  char text[9000] = HEAD;
  for (int i = 0; i < 30; i++)
    snprintf(
        text + strlen(text), sizeof text - strlen(text),
        "  - {name: joint_number_%d, type: revolute, theta: 0, d: 0.1, a: 0.4, alpha: 1, link: {name: l%d, mass: 2, com: [0.1, 0, 0], "
        "inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}}\n",
        i, i);
  strcat(text, "drives:\n" DRIVE("m", "{zebra: 10}", "[0, 0, 1]"));
  refuses("r.yaml", text, "\"joint_number_1\", ");
  char line[600];
  assert_null(read("r.yaml", text, NULL, line));
  assert_non_null(strstr(line, ", …"));
  assert_null(strstr(line, "joint_number_29"));
}

/* A table of friction that is zero everywhere holds nothing. */
static void a_table_of_no_friction_holds_nothing(void **state)
{
  (void)state;
  for (int force = 0; force < 2; force++) {
    char text[1000], line[600];
    snprintf(text, sizeof text, HEAD JOINT("a", ", friction: {table: {velocity: [-1, 1], force: [%d, %d]}}"),
             -force, force);
    ulna_model *model = read("r.yaml", text, NULL, line);
    if (!model) fail_msg("%s", line);
    ulna_work *work = NULL;
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
    const double q = 0, qd = 1, tau = 0;
    double qdd;
    assert_int_equal(ulna_drive_forward_dynamics(model, work, &q, &qd, &tau, &qdd), ULNA_OK);
    const double inertia = 0.025 + 2 * 0.5 * 0.5;  // about the joint, 0.5 m from the mass centre
    assert_true(fabs(qdd + force / inertia) < 1e-12);
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

/* ---- URDF */

#define URDF_LINK(name)                                                                                      \
  "<link name=\"" name                                                                                       \
  "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>"
#define URDF_JOINT(name, type, parent, child)                                                                \
  "<joint name=\"" name "\" type=\"" type "\"><parent link=\"" parent "\"/><child link=\"" child             \
  "\"/><axis xyz=\"0 0 1\"/><limit effort=\"1\" velocity=\"1\" lower=\"-1\" upper=\"1\"/></joint>"

static void a_remark_before_the_xml_line_is_told(void **state)
{
  (void)state;
  refuses("r.urdf", "<!-- an arm -->\n<?xml version=\"1.0\"?>\n<robot name=\"r\"/>",
          "the <?xml …?> line must be the very first thing in the file");
}

static void a_tip_that_nothing_moves_is_told(void **state)
{
  (void)state;
  static const char text[] = "<robot name=\"r\">" URDF_LINK("base") URDF_LINK("sensor") URDF_LINK("arm")
      URDF_JOINT("f", "fixed", "base", "sensor") URDF_JOINT("j", "revolute", "base", "arm") "</robot>";
  ulna_read_options options = ulna_read_options_default();
  options.tip_link = "sensor";
  char line[600];
  assert_null(read("r.urdf", text, &options, line));
  if (!strstr(line, "no joint moves between the base link \"base\" and the tip link \"sensor\""))
    fail_msg("%s", line);
}

/* Two robots in one file: the one whose link is named. */
static void of_two_trees_the_one_that_is_named(void **state)
{
  (void)state;
  static const char text[] = "<robot name=\"r\">" URDF_LINK("a") URDF_LINK("b") URDF_LINK("c")
      URDF_JOINT("ab", "revolute", "a", "b") URDF_JOINT("bc", "revolute", "b", "c") URDF_LINK("x")
          URDF_LINK("y") URDF_JOINT("xy", "revolute", "x", "y") "</robot>";
  char line[600];
  static const struct {
    const char *tip;
    int joints;
  } list[] = {{"c", 2}, {"b", 1}, {"y", 1}};
  for (int k = 0; k < 3; k++) {
    ulna_read_options options = ulna_read_options_default();
    options.tip_link = list[k].tip;
    ulna_model *model = read("r.urdf", text, &options, line);
    if (!model) fail_msg("%s", line);
    assert_int_equal(ulna_model_joint_count(model), list[k].joints);
    ulna_model_destroy(model);
  }
  assert_null(read("r.urdf", text, NULL, line));
}

/* Transmissions of one name: their drives take the actuator's, the transmission's or the joint's, whichever is free. */
static void drives_have_names_of_their_own(void **state)
{
  (void)state;
#define TRANSMISSION(name, joint, actuator)                                                                  \
  "<transmission name=\"" name                                                                               \
  "\"><type>transmission_interface/SimpleTransmission</type><joint name=\"" joint                            \
  "\"/><actuator name=\"" actuator                                                                           \
  "\"><mechanicalReduction>10</mechanicalReduction></actuator></transmission>"
  static const char text[] = "<robot name=\"r\">" URDF_LINK("a") URDF_LINK("b") URDF_LINK("c") URDF_LINK("d")
      URDF_JOINT("m", "revolute", "a", "b") URDF_JOINT("j2", "revolute", "b", "c")
          URDF_JOINT("j3", "revolute", "c", "d") TRANSMISSION("m", "j2", "m") TRANSMISSION("m", "j3", "m")
              TRANSMISSION("m", "m", "m") "</robot>";
  char line[600];
  assert_null(read("r.urdf", text, NULL, line));
  if (!strstr(line, "duplicate name") || !strstr(line, "\"m\"")) fail_msg("%s", line);
  char other[sizeof text];
  memcpy(other, text, sizeof text);
  char *third = strstr(strstr(strstr(other, "<actuator") + 1, "<actuator") + 1, "<actuator name=\"m\"");
  third[16] = 'n';
  ulna_model *model = read("r.urdf", other, NULL, line);
  if (!model) fail_msg("%s", line);
  assert_int_equal(ulna_model_drive_count(model), 3);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++)
      assert_string_not_equal(ulna_model_drive(model, i)->name, ulna_model_drive(model, j)->name);
  ulna_model_destroy(model);
}

/* Fifty kinds of elements that are not read: forty are named, the others counted. */
static void elements_that_are_laid_aside_are_told_in_one_line(void **state)
{
  (void)state;
  char text[6000] = "<robot name=\"r\">" URDF_LINK("a") URDF_LINK("b") URDF_JOINT("j", "revolute", "a", "b"),
       line[600];
  for (int i = 0; i < 50; i++) snprintf(text + strlen(text), sizeof text - strlen(text), "<plugin%d/>", i);
  strcat(text, "</robot>");
  ulna_model *model = read("r.urdf", text, NULL, line);
  assert_non_null(model);
  if (!strstr(line, "plugin0") || strstr(line, "plugin49")) fail_msg("%s", line);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_axis_of_a_drive_may_point_anywhere),
      cmocka_unit_test(a_joint_that_follows_is_moved_by_no_drive),
      cmocka_unit_test(a_name_that_is_none_of_many),
      cmocka_unit_test(a_table_of_no_friction_holds_nothing),
      cmocka_unit_test(a_remark_before_the_xml_line_is_told),
      cmocka_unit_test(a_tip_that_nothing_moves_is_told),
      cmocka_unit_test(of_two_trees_the_one_that_is_named),
      cmocka_unit_test(drives_have_names_of_their_own),
      cmocka_unit_test(elements_that_are_laid_aside_are_told_in_one_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
