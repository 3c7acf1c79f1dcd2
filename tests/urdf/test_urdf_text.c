/* URDF as text: what XML allows is read, what is not URDF is recognised, what could harm is refused, and memory that
 * runs out anywhere leaves nothing behind. */
#define _GNU_SOURCE  // memmem
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "support/failing_allocator.h"
#include "support/urdf_tree.h"
#include "ulna/ulna.h"

#define LINK                                                                                                 \
  "<link name=\"a\"/><link name=\"b\"><inertial><mass value=\"1.5\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>"
#define JOINT "<joint name=\"j\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/></joint>"
#define ROBOT "<robot name=\"r\">" LINK JOINT "</robot>"

static ulna_status read_bytes(const char *text, size_t size, ulna_report *report, double *mass)
{
  ulna_model *model = NULL;
  const ulna_status status = ulna_model_read_text(text, size, "r.urdf", NULL, NULL, report, &model);
  assert_true((status == ULNA_OK) == (model != NULL));
  if (model) *mass = ulna_model_mass(model);
  ulna_model_destroy(model);
  return status;
}

static void assert_reads(const char *text, size_t size)
{
  ulna_report *report = NULL;
  double mass = 0;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = read_bytes(text, size, report, &mass);
  tree_print(report);
  assert_int_equal(status, ULNA_OK);
  assert_int_equal(ulna_report_count(report, ULNA_NOTE), 0);
  assert_true(mass == 1.5);
  ulna_report_destroy(report);
}

// One error, of this status, condition and place, with these words.
static void assert_refused(const char *text, size_t size, ulna_status expected, const char *condition,
                           int line, int column, const char *part)
{
  ulna_report *report = NULL;
  double mass;
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = read_bytes(text, size, report, &mass);
  const ulna_problem *p = ulna_report_count(report, ULNA_NOTE) == 1 ? ulna_report_get(report, 0) : NULL;
  if (status != expected || !p || p->severity != ULNA_ERROR || strcmp(p->condition, condition) != 0 ||
      p->line != line || p->column != column || !strstr(p->text, part)) {
    tree_print(report);
    fail_msg("%.60s…: %s; expected %d:%d %s: %s", text, ulna_status_name(status), line, column, condition,
             part);
  }
  ulna_report_destroy(report);
}

#define READS(text) assert_reads(text, sizeof(text) - 1)
#define SYNTAX(text, line, column, part)                                                                     \
  assert_refused(text, sizeof(text) - 1, ULNA_SYNTAX, "syntax", line, column, part)
#define REFUSED(text, condition, line, column, part)                                                         \
  assert_refused(text, sizeof(text) - 1, ULNA_BAD_ROBOT, condition, line, column, part)

static void what_xml_allows_is_read(void **state)
{
  (void)state;
  READS(ROBOT);
  READS(
      "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n<!DOCTYPE robot>\n<!-- a - b -->\n<?go on?>" ROBOT
      "\n<!-- end -->\n");
  READS("\xEF\xBB\xBF" ROBOT);
  READS("\n  \n<?xml version=\"1.0\"?>" ROBOT);
  READS("<robot name='r'>" LINK
        "<joint\n\tname='j'\r\n type = 'continuous' ><![CDATA[ text ]]><parent link='&#97;'></parent>"
        "<child link='b'/></joint></robot>");
  READS("<robot name=\"r\" xmlns:xacro=\"http://ros.org/wiki/xacro\" version=\"1.0\">" LINK JOINT "</robot>");
}

static void other_encodings_that_xml_knows_are_read(void **state)
{
  (void)state;
  READS("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><!-- Gel\xe4nder -->" ROBOT);
  const char *text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" ROBOT;
  char wide[4000] = "\xFF\xFE";
  size_t size = 2;
  for (const char *c = text; *c; c++) wide[size++] = *c, wide[size++] = 0;
  assert_reads(wide, size);
  // attributes of such a text are placed at their element
  char *at = memmem(wide, size, "1\0.\0005", 5);
  assert_non_null(at);
  *at = 'x';
  assert_refused(wide, size, ULNA_BAD_ROBOT, "number", 1, 97, "is not a number");
}

static void broken_text_is_told_with_its_line(void **state)
{
  (void)state;
  SYNTAX("", 1, 1, "the file is empty");
  SYNTAX(" \n ", 2, 2, "the file is empty");
  SYNTAX("robot: x\n", 1, 1, "this is not XML");
  SYNTAX("<robot name=\"r\">\n  <link name=\"a\">\n", 3, 1,
         "the text ends while <link> of line 2 is open: the file is cut short");
  SYNTAX("<robot name=\"r\">\n  <link na", 2, 3, "cut short");
  SYNTAX("<robot>\n<link name=\"a\">\n</robot>", 3, 3, "does not close <link> of line 2");
  SYNTAX("<robot name=\"r\" name=\"s\"/>", 1, 17, "an attribute is given twice");
  SYNTAX("<robot name=\"&deg;\"/>", 1, 1, "an entity that XML does not define");
  SYNTAX("<robot/><robot/>", 1, 9, "something follows");
  SYNTAX("<robot>\n<!-- a -- b --></robot>", 2, 10, "\"--\" may not stand inside a comment");
  SYNTAX("<robot name=\"\xe4\"/>", 1, 14, "the byte 0xE4 does not belong to the text's encoding");
  SYNTAX("<?xml version=\"1.0\" encoding=\"koi8-r\"?><robot/>", 1, 31,
         "the file names an encoding that is not supported");
  SYNTAX("<robot>\x01</robot>", 1, 8, "the byte 0x01 may not stand in XML");
  SYNTAX("<robot a=1/>", 1, 10, "not well-formed");
}

static void other_formats_are_recognised(void **state)
{
  (void)state;
  REFUSED("<sdf version=\"1.6\"><model name=\"m\"/></sdf>", "not URDF", 1, 1, "this is SDF");
  REFUSED("<mujoco model=\"m\"/>", "not URDF", 1, 1, "this is MJCF");
  REFUSED("<html/>", "not URDF", 1, 1, "the outermost element is <html>; URDF's is <robot>");
  REFUSED("<robot name=\"r\"><group name=\"arm\"/></robot>", "no links", 1, 1, "SRDF");
  REFUSED("<robot name=\"r\"/>", "no links", 1, 1, "there is no <link>");
}

static void xacro_is_recognised_and_told_what_to_do(void **state)
{
  (void)state;
#define ADVICE "run `xacro FILE > robot.urdf`"
  REFUSED("<robot xmlns:xacro=\"http://ros.org/wiki/xacro\">\n<xacro:include filename=\"x\"/></robot>",
          "xacro", 2, 1, ADVICE);
  REFUSED(
      "<robot name=\"r\"><link name=\"a\"/>\n<joint name=\"j\" type=\"fixed\"><origin\n xyz=\"0 0 ${h}\"/></joint></robot>",
      "xacro", 3, 2, ADVICE);
  REFUSED("<robot name=\"$(arg name)\">" LINK JOINT "</robot>", "xacro", 1, 8, ADVICE);
  REFUSED("<robot name=\"r\"><include filename=\"x\"/></robot>", "xacro", 1, 17, ADVICE);
}

static void expressions_where_nothing_is_read_do_no_harm(void **state)
{
  (void)state;
  ulna_report *report = NULL;
  double mass = 0;
  const char *text =
      "<robot name=\"r\"><gazebo><plugin filename=\"$(find x)/y\"/></gazebo>" LINK JOINT "</robot>";
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(read_bytes(text, strlen(text), report, &mass), ULNA_OK);
  assert_int_equal(ulna_report_count(report, ULNA_WARNING), 0);
  ulna_report_destroy(report);
}

static void entities_and_depth_are_bounded(void **state)
{
  (void)state;
  SYNTAX("<!DOCTYPE robot [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><robot name=\"&b;\"/>", 1,
         17, "remove the DOCTYPE");
  SYNTAX("<!DOCTYPE robot SYSTEM \"file:///etc/passwd\"><robot/>", 1, 44, "remove the DOCTYPE");
  enum { DEEP = 100000 };
  char *text = malloc(16 + 3 * DEEP);
  assert_non_null(text);
  for (int i = 0; i < DEEP; i++) memcpy(text + 3 * i, "<a>", 3);
  assert_refused(text, 3 * (size_t)DEEP, ULNA_SYNTAX, "syntax", 1, 301, "nested more than 100 deep");
  free(text);
}

// A file that ends anywhere is refused, and every beginning of it is survived.
static void a_file_cut_short_anywhere_is_refused(void **state)
{
  (void)state;
  const char *text = "<?xml version=\"1.0\"?>\n<robot name=\"r\">" LINK JOINT "</robot>";
  for (size_t n = 0; n < strlen(text); n++) {
    double mass;
    char *exact = malloc(n ? n : 1);
    assert_non_null(exact);
    memcpy(exact, text, n);
    assert_int_equal(read_bytes(exact, n, NULL, &mass), ULNA_SYNTAX);
    free(exact);
  }
}

static void more_than_any_robot_has_is_refused_quickly(void **state)
{
  (void)state;
  const size_t room = (size_t)16 << 20;
  char *text = malloc(room);
  assert_non_null(text);
  const clock_t start = clock();
  size_t used = (size_t)sprintf(text, "<robot name=\"r\">");
  for (int i = 0; used + 200 < room; i++) used += (size_t)sprintf(text + used, "<link name=\"%d\"/>", i);
  used += (size_t)sprintf(text + used, "</robot>");
  assert_refused(text, used, ULNA_BAD_ROBOT, "too large", 1, 1, "at most 10000 of each are read");
  // as many as are read, each of them wrong
  used = (size_t)sprintf(text, "<robot name=\"r\">");
  for (int i = 0; i < 10000; i++)
    used += (size_t)sprintf(
        text + used,
        "<link name=\"%d\"/><joint name=\"%d\" type=\"fixed\"><parent link=\"x%d\"/><child link=\"y%d\"/></joint>",
        i, i, i, i);
  used += (size_t)sprintf(text + used, "</robot>");
  double mass;
  assert_int_equal(read_bytes(text, used, NULL, &mass), ULNA_BAD_ROBOT);
  // one long chain of fixed joints, and branches at each
  used = (size_t)sprintf(text, "<robot name=\"r\"><link name=\"0\"/>");
  for (int i = 1; i < 10000; i++)
    used += (size_t)sprintf(
        text + used,
        "<link name=\"%d\"/><joint name=\"%d\" type=\"%s\"><parent link=\"%d\"/><child link=\"%d\"/></joint>",
        i, i, i % 3 ? "fixed" : "continuous", i < 10 ? 0 : i - 1 - i % 7, i);
  used += (size_t)sprintf(text + used, "</robot>");
  assert_int_equal(read_bytes(text, used, NULL, &mass), ULNA_BAD_ROBOT);
  const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (seconds > 20) fail_msg("took %.1f s", seconds);  // a second or so, and room for sanitizers
  free(text);
}

static void numbers_do_not_depend_on_the_locale(void **state)
{
  (void)state;
  static const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", NULL};
  int i = 0;
  while (commas[i] && !setlocale(LC_ALL, commas[i])) i++;
  if (!commas[i]) skip();  // no locale with a comma is installed
  READS(ROBOT);
  setlocale(LC_ALL, "C");
}

static void memory_that_runs_out_anywhere_leaves_nothing(void **state)
{
  (void)state;
  // every branch that allocates: notes, frames, parts, drives, problems
  static const char text[] =
      "<robot name=\"r\"><material name=\"m\"/>" LINK JOINT
      "<link name=\"c\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"9\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>"
      "<joint name=\"w\" type=\"fixed\"><parent link=\"b\"/><child link=\"c\"/></joint><link name=\"d\"/>"
      "<joint name=\"h\" type=\"prismatic\"><parent link=\"b\"/><child link=\"d\"/><limit lower=\"1\" upper=\"2\"/></joint>"
      "<transmission name=\"t\"><type>x/SimpleTransmission</type><joint name=\"j\"/><actuator name=\"m\"/></transmission></robot>";
  const ulna_waiver accept = {"triangle_inequality", "to be read"};
  for (int accepted = 0; accepted < 2; accepted++) {
    const ulna_read_options options = {.tip_link = "c", .accept_count = accepted, .accept = &accept};
    long n = 1;
    for (;; n++) {
      failing_allocator memory;
      const ulna_allocator a = failing_allocator_start(&memory, n);
      ulna_report *report = NULL;
      ulna_model *model = NULL;
      ulna_status status = ulna_report_create(&a, &report);
      if (status == ULNA_OK)
        status = ulna_model_read_text(text, sizeof text - 1, "r.urdf", &options, &a, report, &model);
      const bool failed = memory.failed;
      if (failed && (status != ULNA_OUT_OF_MEMORY || model))
        fail_msg("allocation %ld: %s", n, ulna_status_name(status));
      if (!failed) assert_int_equal(status, accepted ? ULNA_OK : ULNA_BAD_ROBOT);
      ulna_model_destroy(model);
      ulna_report_destroy(report);
      if (!failing_allocator_empty(&memory)) fail_msg("allocation %ld: something was kept", n);
      if (!failed) break;
    }
    assert_true(n > 10);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_xml_allows_is_read),
      cmocka_unit_test(other_encodings_that_xml_knows_are_read),
      cmocka_unit_test(broken_text_is_told_with_its_line),
      cmocka_unit_test(other_formats_are_recognised),
      cmocka_unit_test(xacro_is_recognised_and_told_what_to_do),
      cmocka_unit_test(expressions_where_nothing_is_read_do_no_harm),
      cmocka_unit_test(entities_and_depth_are_bounded),
      cmocka_unit_test(a_file_cut_short_anywhere_is_refused),
      cmocka_unit_test(more_than_any_robot_has_is_refused_quickly),
      cmocka_unit_test(numbers_do_not_depend_on_the_locale),
      cmocka_unit_test(memory_that_runs_out_anywhere_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
