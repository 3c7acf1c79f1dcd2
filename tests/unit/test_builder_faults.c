/* Faults that only a builder in C can have: frames, parts, couplings, elements, types; each is reported, and no model
 * is made. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/ulna.h"

static ulna_builder *two_links(void)
{
  ulna_builder *b = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  for (int i = 0; i < 2; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = i ? "elbow" : "shoulder", j.link.name = i ? "fore" : "upper";
    j.a = 0.5;
    j.link.body =
        (ulna_body){.mass = 1, .com = {-0.2}, .inertia = {0.02, 0.02, 0.02}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  return b;
}

static void expect_refused(ulna_builder *b, const char *words)
{
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  char line[400] = "";
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = ulna_builder_finish(b, report, &model);
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE) && !strstr(line, words); i++)
    ulna_problem_format(ulna_report_get(report, i), line, sizeof line);
  if (!strstr(line, words)) fail_msg("%s: %s, %s", words, ulna_status_name(status), line);
  assert_int_equal(status, ULNA_BAD_ROBOT);
  assert_null(model);
  ulna_report_destroy(report);
  ulna_builder_destroy(b);
}

static void frames(void **state)
{
  (void)state;
  const ulna_frame taken = {"fore", "upper", ulna_pose_identity()},
                   lost = {"camera", "head", ulna_pose_identity()};
  ulna_frame bent = {"camera", "fore", ulna_pose_identity()};
  ulna_builder *b = two_links();
  assert_int_equal(ulna_builder_add_frame(b, &taken), ULNA_OK);
  expect_refused(b, "another link or frame has this name; rename one");
  b = two_links();
  assert_int_equal(ulna_builder_add_frame(b, &bent), ULNA_OK);
  assert_int_equal(ulna_builder_add_frame(b, &bent), ULNA_OK);
  expect_refused(b, "another link or frame has this name; rename one");
  b = two_links();
  assert_int_equal(ulna_builder_add_frame(b, &lost), ULNA_OK);
  expect_refused(b, "there is no link \"head\" to carry it");
  bent.pose.R[0][0] = -1;  // a mirror: orthogonal, but no rotation
  b = two_links();
  assert_int_equal(ulna_builder_add_frame(b, &bent), ULNA_OK);
  expect_refused(b, "is no rotation");
  for (int k = 0; k < 2; k++) {  // no number in a rotation, or in a place
    ulna_frame unknown = {"camera", "fore", ulna_pose_identity()};
    *(k ? &unknown.pose.p[2] : &unknown.pose.R[1][1]) = (double)NAN;
    b = two_links();
    assert_int_equal(ulna_builder_add_frame(b, &unknown), ULNA_OK);
    expect_refused(b, "finite");
  }
  const ulna_frame nameless = {NULL, "fore", ulna_pose_identity()},
                   loose = {"camera", NULL, ulna_pose_identity()};
  b = two_links();
  assert_int_equal(ulna_builder_add_frame(b, &nameless), ULNA_OK);
  expect_refused(b, "name");
  b = two_links();
  assert_int_equal(ulna_builder_add_frame(b, &loose), ULNA_OK);
  expect_refused(b, "there is no link \"\" to carry it");
}

/* The axis of a joint whose axes are given. */
static void axes(void **state)
{
  (void)state;
  static const struct {
    double axis[3];
    const char *words;
  } list[] = {{{0, 0, 0}, "has no direction"}, {{(double)NAN, 0, 1}, "finite"}};
  for (int k = 0; k < 2; k++) {
    ulna_builder *b = NULL;
    assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
    ulna_joint j = ulna_joint_default();
    j.name = "a", j.link.name = "l";
    memcpy(j.axis, list[k].axis, sizeof j.axis);
    j.link.body = (ulna_body){.mass = 1, .inertia = {0.02, 0.02, 0.02}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
    expect_refused(b, list[k].words);
  }
}

static void parts(void **state)
{
  (void)state;
  const ulna_body body = {.mass = 1, .inertia = {0.1, 0.1, 0.1}, .about = ULNA_ABOUT_COM};
  const ulna_welded_body lost = {"gripper", "head", ulna_pose_identity(), body};
  ulna_welded_body thin = {"gripper", "fore", ulna_pose_identity(), body};
  thin.body.inertia[2] = 0.3;
  ulna_builder *b = two_links();
  assert_int_equal(ulna_builder_add_welded_body(b, &lost), ULNA_OK);
  expect_refused(b, "there is no link \"head\" to carry it");
  b = two_links();
  assert_int_equal(ulna_builder_add_welded_body(b, &thin), ULNA_OK);
  expect_refused(b, "more than the other two together");
}

static ulna_drive motor(const char *name)
{
  ulna_drive d = ulna_drive_default();
  d.name = name, d.mounted_on = "base";
  d.spin_only = true, d.rotor.about = ULNA_ABOUT_COM, d.rotor.inertia[2] = 1e-4;
  d.counted_in_link = ULNA_COUNTED_YES;
  return d;
}

static void drives(void **state)
{
  (void)state;
  const ulna_couple twice[2] = {{"elbow", 10}, {"elbow", 20}};
  ulna_drive d = motor("m1");
  d.couple_count = 2, d.couples = twice;
  ulna_builder *b = two_links();
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  expect_refused(b, "joint \"elbow\" is coupled twice; add the two figures");
  d.couple_count = 1, d.friction.load_static = d.friction.load_dynamic = 0.1;
  b = two_links();
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  expect_refused(b, "friction by load belongs to a joint");
  d = motor("m1");
  d.couple_count = 1, d.couples = twice;
  static const double velocity[2] = {0, 1}, load[2] = {0, 10}, force[4] = {1, 2, 3, 4};
  d.friction.table_count = 2, d.friction.table_velocity = velocity, d.friction.table_force = force;
  d.friction.table_load_count = 2, d.friction.table_load = load;
  b = two_links();
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  expect_refused(b, "a table over load belongs to a joint");
}

static void elements_and_types(void **state)
{
  (void)state;
  const ulna_couple couple = {"elbow", 10};
  ulna_drive e = motor("gear");
  e.couple_count = 1, e.couples = &couple, e.friction.viscous = 1;
  ulna_builder *b = two_links();
  assert_int_equal(ulna_builder_add_element(b, &e), ULNA_OK);
  expect_refused(b, "an element has no friction, motor or elasticity");
  ulna_joint j = ulna_joint_default();
  j.name = "wrist", j.link.name = "hand", j.type = (ulna_joint_type)5;
  b = two_links();
  assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  expect_refused(b, "neither ULNA_REVOLUTE nor ULNA_PRISMATIC");
}

/* An empty payload in C needs no point for its inertia; one with inertia and no mass is none. */
static void payloads(void **state)
{
  (void)state;
  const ulna_body empty = {.mass = 0};
  ulna_body weightless = {.mass = 0, .inertia = {1, 1, 1}, .about = ULNA_ABOUT_COM};
  ulna_model *model = NULL;
  ulna_builder *b = two_links();
  ulna_builder_set_payload(b, &empty);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_model_destroy(model);
  ulna_builder_destroy(b);
  b = two_links();
  ulna_builder_set_payload(b, &weightless);
  expect_refused(b, "what has no mass has no inertia");
}

/* Long links are told as what they may be; the model is made. A waiver that nothing needs is told too. */
static void what_is_odd_is_told(void **state)
{
  (void)state;
  ulna_builder *b = NULL;
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  static const ulna_waiver needless = {"triangle_inequality", "measured so"};
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  ulna_joint j = ulna_joint_default();
  j.name = "slide", j.link.name = "beam", j.a = 500;
  j.link.body = (ulna_body){.mass = 1, .com = {-0.2}, .inertia = {0.02, 0.02, 0.02}, .about = ULNA_ABOUT_COM};
  j.link.waiver_count = 1, j.link.waivers = &needless;
  assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, report, &model), ULNA_OK);
  char all[2000] = "";
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++)
    ulna_problem_format(ulna_report_get(report, i), all + strlen(all), sizeof all - strlen(all));
  assert_non_null(strstr(all, "if millimetres are meant, write 0.5"));
  assert_non_null(strstr(all, "but there is nothing to accept: the check passes"));
  ulna_report_destroy(report);
  ulna_builder_destroy(b);
  ulna_model_destroy(model);
}

/* One link with this body; how many errors are told, and the status. */
static size_t errors_of(const ulna_body *body, const ulna_waiver waivers[], int waiver_count, char all[],
                        size_t size)
{
  ulna_builder *b = NULL;
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  ulna_joint j = ulna_joint_default();
  j.name = "turn", j.link.name = "arm", j.a = 0.5;
  j.link.body = *body, j.link.waivers = waivers, j.link.waiver_count = waiver_count;
  assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  const ulna_status status = ulna_builder_finish(b, report, &model);
  const size_t errors = ulna_report_count(report, ULNA_ERROR);
  assert_int_equal(status == ULNA_OK, errors == 0);
  all[0] = 0;
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE) && strlen(all) + 1 < size; i++)
    ulna_problem_format(ulna_report_get(report, i), all + strlen(all), size - strlen(all));
  ulna_report_destroy(report);
  ulna_builder_destroy(b);
  ulna_model_destroy(model);
  return errors;
}

/* The triangle inequality holds to 1e-9 of the largest moment: rounding passes, a millionth does not. */
static void inertias_are_judged_to_rounding(void **state)
{
  (void)state;
  char all[1500];
  ulna_body body = {.mass = 1, .inertia = {0.02, 0.02, 0.04 * (1 + 1e-10)}, .about = ULNA_ABOUT_COM};
  assert_int_equal(errors_of(&body, NULL, 0, all, sizeof all), 0);
  body.inertia[2] = 0.04 * (1 + 1e-6);
  assert_int_equal(errors_of(&body, NULL, 0, all, sizeof all), 1);
  assert_non_null(strstr(all, "more than the other two together"));
}

/* A wrong mass moves an inertia from the origin to a wrong value: only the mass is told. */
static void one_fault_is_told_once(void **state)
{
  (void)state;
  char all[1500];
  const ulna_body body = {
      .mass = -5, .com = {0.01, 0, 0}, .inertia = {0.02, 0.03, 0.4}, .about = ULNA_ABOUT_ORIGIN};
  assert_int_equal(errors_of(&body, NULL, 0, all, sizeof all), 1);
  assert_non_null(strstr(all, "no mass is negative"));
}

/* One of two waivers is needed; the other accepts nothing, and is reported. */
static void of_two_waivers_the_needless_is_told(void **state)
{
  (void)state;
  char all[1500];
  static const ulna_waiver waivers[2] = {{"triangle_inequality", "as printed"}, {"far", "a long beam"}};
  const ulna_body body = {.mass = 1, .inertia = {0.02, 0.02, 0.08}, .about = ULNA_ABOUT_COM};
  assert_int_equal(errors_of(&body, waivers, 2, all, sizeof all), 0);
  assert_non_null(strstr(all, "accepted, \"as printed\": no body has principal moments"));
  assert_non_null(strstr(all, "accepted, \"a long beam\", but there is nothing to accept"));
}

/* What is welded to the base never moves: a body that cannot be is a warning there. */
static void a_body_of_the_base_is_a_warning(void **state)
{
  (void)state;
  const ulna_body thin = {.mass = 1, .inertia = {0.1, 0.1, 0.3}, .about = ULNA_ABOUT_COM};
  const ulna_welded_body part = {"pedestal", "base", ulna_pose_identity(), thin};
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  ulna_builder *b = two_links();
  assert_int_equal(ulna_builder_add_welded_body(b, &part), ULNA_OK);
  assert_int_equal(ulna_report_create(NULL, &report), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, report, &model), ULNA_OK);
  assert_int_equal(ulna_report_count(report, ULNA_WARNING), 1);
  ulna_report_destroy(report);
  ulna_builder_destroy(b);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames),
      cmocka_unit_test(axes),
      cmocka_unit_test(parts),
      cmocka_unit_test(drives),
      cmocka_unit_test(elements_and_types),
      cmocka_unit_test(payloads),
      cmocka_unit_test(what_is_odd_is_told),
      cmocka_unit_test(inertias_are_judged_to_rounding),
      cmocka_unit_test(one_fault_is_told_once),
      cmocka_unit_test(of_two_waivers_the_needless_is_told),
      cmocka_unit_test(a_body_of_the_base_is_a_warning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
