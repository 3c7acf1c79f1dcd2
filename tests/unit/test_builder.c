/* Robots described in C: copied, checked with the same words as files, finished into models. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/model.h"

/* A rod of 3 kg and 1 m that turns about z of the base. */
static ulna_joint rod(const char *joint, const char *link)
{
  ulna_joint j = ulna_joint_default();
  j.name = joint;
  j.a = 1;
  j.link.name = link;
  j.link.body = (ulna_body){3, {-0.5, 0, 0}, {0.01, 0.25, 0.25, 0, 0, 0}, ULNA_ABOUT_COM};
  return j;
}

typedef struct {
  ulna_builder *builder;
  ulna_report *report;
} bench;

static bench two_rods(void)
{
  bench b = {0};
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b.builder), ULNA_OK);
  assert_int_equal(ulna_report_create(NULL, &b.report), ULNA_OK);
  return b;
}

static void add(bench *b, ulna_joint joint)
{
  assert_int_equal(ulna_builder_add_joint(b->builder, &joint), ULNA_OK);
}

static void put_away(bench *b)
{
  ulna_builder_destroy(b->builder);
  ulna_report_destroy(b->report);
}

static void expect_one(bench *b, ulna_severity severity, const char *condition, const char *subject,
                       const char *text)
{
  const ulna_status status = ulna_builder_check(b->builder, b->report);
  char line[700] = "nothing";
  if (ulna_report_count(b->report, ULNA_NOTE))
    ulna_problem_format(ulna_report_get(b->report, 0), line, sizeof line);
  if (ulna_report_count(b->report, ULNA_NOTE) != 1)
    fail_msg("%zu problems, the first: %s", ulna_report_count(b->report, ULNA_NOTE), line);
  const ulna_problem *p = ulna_report_get(b->report, 0);
  assert_int_equal(status, severity == ULNA_ERROR ? ULNA_BAD_ROBOT : ULNA_OK);
  assert_int_equal(p->severity, severity);
  assert_string_equal(p->condition, condition);
  if (!strstr(p->subject, subject) || !strstr(p->text, text))
    fail_msg("\"%s\" has not \"%s\" or not \"%s\"", line, subject, text);
  assert_null(p->file);
  put_away(b);
}

static void a_description_is_copied_and_becomes_a_model(void **state)
{
  (void)state;
  bench b = two_rods();
  char joint[] = "pivot", link[] = "rod";
  double velocity[] = {-1, 0, 1}, force[] = {-2, 0, 2};
  ulna_joint j = rod(joint, link);
  j.friction.table_count = 3;
  j.friction.table_velocity = velocity;
  j.friction.table_force = force;
  add(&b, j);
  joint[0] = link[0] = 'X';
  velocity[0] = 7;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_finish(b.builder, b.report, &model), ULNA_OK);
  assert_int_equal(ulna_report_count(b.report, ULNA_NOTE), 0);
  put_away(&b);
  assert_int_equal(ulna_model_joint_count(model), 1);
  assert_string_equal(ulna_model_joint(model, 1)->name, "pivot");
  assert_string_equal(ulna_model_joint(model, 1)->link.name, "rod");
  assert_true(ulna_model_joint(model, 1)->friction.table_velocity[0] == -1);
  assert_int_equal(ulna_model_find_joint(model, "pivot"), 1);
  ulna_model_destroy(model);
}

static void a_refused_robot_leaves_the_model_untouched(void **state)
{
  (void)state;
  bench b = two_rods();
  ulna_model *const untouched = (ulna_model *)(uintptr_t)64, *model = untouched;
  assert_int_equal(ulna_builder_finish(b.builder, NULL, &model), ULNA_BAD_ROBOT);
  assert_ptr_equal(model, untouched);
  expect_one(&b, ULNA_ERROR, "no joints", "robot", "at least one joint");
}

static void each_wrong_figure_is_one_problem(void **state)
{
  (void)state;
  bench b = two_rods();
  ulna_joint j = rod("pivot", "rod");
  j.link.body.com[1] = NAN;
  add(&b, j);
  expect_one(&b, ULNA_ERROR, "not finite", "link \"rod\"", "not a number");

  b = two_rods();
  j = rod("pivot", "rod");
  j.link.body.about = ULNA_ABOUT_UNSAID;
  add(&b, j);
  expect_one(&b, ULNA_ERROR, "inertia about", "link \"rod\"", "about");

  b = two_rods();
  j = rod("pivot", "rod");
  j.alpha = 90;
  add(&b, j);
  expect_one(&b, ULNA_WARNING, "degrees", "joint \"pivot\"", "90 deg");

  b = two_rods();
  add(&b, rod("pivot", "rod"));
  add(&b, rod("pivot", "other"));
  expect_one(&b, ULNA_ERROR, "duplicate name", "joint \"pivot\"", "two joints");

  b = two_rods();
  add(&b, rod("pivot", "base"));
  expect_one(&b, ULNA_ERROR, "duplicate name", "link \"base\"", "name of the base");
}

static void a_link_and_a_joint_may_share_a_name(void **state)
{
  (void)state;
  bench b = two_rods();
  add(&b, rod("a/b c", "a/b c"));
  assert_int_equal(ulna_builder_check(b.builder, b.report), ULNA_OK);
  assert_int_equal(ulna_report_count(b.report, ULNA_NOTE), 0);
  put_away(&b);
}

static void a_mass_on_the_axis_is_a_massless_hand(void **state)
{
  (void)state;
  // the last link has mass, but a point mass on its own axis resists no turning
  bench b = two_rods();
  add(&b, rod("one", "upper"));
  ulna_joint j = rod("two", "hand");
  j.a = 0;
  j.d = 0.3;
  j.link.body = (ulna_body){2, {0, 0, 0.1}, {0}, ULNA_ABOUT_COM};
  add(&b, j);
  expect_one(&b, ULNA_ERROR, "singular", "joint \"two\"", "link \"hand\"");

  // its inertia felt through the drive's rotor, the same hand is fine
  b = two_rods();
  add(&b, rod("one", "upper"));
  add(&b, j);
  ulna_drive drive = ulna_drive_default();
  const ulna_couple couple = {"two", 50};
  drive.name = "motor";
  drive.couple_count = 1;
  drive.couples = &couple;
  drive.spin_only = true;
  drive.rotor.inertia[2] = 1e-5;
  assert_int_equal(ulna_builder_add_drive(b.builder, &drive), ULNA_OK);
  assert_int_equal(ulna_builder_check(b.builder, b.report), ULNA_OK);
  assert_int_equal(ulna_report_count(b.report, ULNA_NOTE), 0);
  put_away(&b);
}

static void waivers_become_notes_that_quote_their_reason(void **state)
{
  (void)state;
  bench b = two_rods();
  ulna_joint j = rod("pivot", "rod");
  j.link.body.inertia[2] = 0.4;
  const ulna_waiver waiver = {"triangle_inequality", "as printed in 1979"};
  j.link.waivers = &waiver;
  j.link.waiver_count = 1;
  add(&b, j);
  expect_one(&b, ULNA_NOTE, "triangle_inequality", "link \"rod\"", "accepted, \"as printed in 1979\"");

  b = two_rods();
  j.link.waiver_count = 0;
  add(&b, j);
  assert_int_equal(ulna_builder_accept(b.builder, "triangle_inequality", "on the command line"), ULNA_OK);
  expect_one(&b, ULNA_NOTE, "triangle_inequality", "link \"rod\"", "accepted, \"on the command line\"");

  b = two_rods();
  add(&b, rod("pivot", "rod"));
  assert_int_equal(ulna_builder_accept(b.builder, "triangle", "typing"), ULNA_OK);
  expect_one(&b, ULNA_ERROR, "value", "accept", "cannot be accepted");
}

static void problems_come_in_the_order_of_their_places(void **state)
{
  (void)state;
  ulna_report *r = NULL;
  assert_int_equal(ulna_report_create(NULL, &r), ULNA_OK);
  const int lines[] = {5, 2, 9, 2, 5};
  const char *const texts[] = {"d", "a", "f", "b", "e"};
  for (int i = 0; i < 5; i++) {
    const ulna_problem p = {i % 2 ? ULNA_NOTE : ULNA_ERROR, "c", "f.yaml", lines[i], 1, "s", texts[i]};
    assert_int_equal(ulna_report_add(r, &p), ULNA_OK);
  }
  const ulna_problem c = {ULNA_WARNING, "c", "f.yaml", 2, 7, "s", "c"};
  assert_int_equal(ulna_report_add(r, &c), ULNA_OK);
  for (size_t i = 0; i < 6; i++) assert_int_equal(ulna_report_get(r, i)->text[0], 'a' + (int)i);
  assert_null(ulna_report_get(r, 6));
  assert_int_equal(ulna_report_count(r, ULNA_NOTE), 6);
  assert_int_equal(ulna_report_count(r, ULNA_WARNING), 4);
  assert_int_equal(ulna_report_count(r, ULNA_ERROR), 3);
  ulna_report_clear(r);
  assert_int_equal(ulna_report_count(r, ULNA_NOTE), 0);
  ulna_report_destroy(r);
}

static void a_problem_is_one_line_whatever_its_names(void **state)
{
  (void)state;
  const ulna_problem p = {ULNA_ERROR, "mass", "a\nb.yaml", 3, 4, "link \"x\ty\x01\"", "no"};
  char line[100];
  const int length = ulna_problem_format(&p, line, sizeof line);
  assert_string_equal(line, "a\\nb.yaml:3:4: error: mass: link \"x\\ty\\x01\": no");
  assert_int_equal(length, strlen(line));
  char tiny[6];
  assert_int_equal(ulna_problem_format(&p, tiny, sizeof tiny), length);
  assert_string_equal(tiny, "a\\nb.");
  assert_int_equal(ulna_problem_format(&p, NULL, 0), length);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_description_is_copied_and_becomes_a_model),
      cmocka_unit_test(a_refused_robot_leaves_the_model_untouched),
      cmocka_unit_test(each_wrong_figure_is_one_problem),
      cmocka_unit_test(a_link_and_a_joint_may_share_a_name),
      cmocka_unit_test(a_mass_on_the_axis_is_a_massless_hand),
      cmocka_unit_test(waivers_become_notes_that_quote_their_reason),
      cmocka_unit_test(problems_come_in_the_order_of_their_places),
      cmocka_unit_test(a_problem_is_one_line_whatever_its_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
