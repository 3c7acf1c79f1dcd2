/* The ground everything stands on: statuses, memory layout, rigid bodies. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/layout.h"
#include "base/memory.h"
#include "model/body.h"
#include "model/pose.h"

static void every_status_has_a_name_and_a_sentence(void **state)
{
  (void)state;
  for (int s = 0; s < ULNA_STATUS_COUNT; s++) {
    assert_memory_equal(ulna_status_name((ulna_status)s), "ULNA_", 5);
    assert_true(strlen(ulna_status_text((ulna_status)s)) > 3);
  }
  assert_string_equal(ulna_status_name(ULNA_SINGULAR), "ULNA_SINGULAR");
  assert_string_equal(ulna_status_name((ulna_status)-1), "ULNA_UNKNOWN");
  assert_string_equal(ulna_status_text((ulna_status)1000), "not a status of this library");
}

static void measuring_and_assigning_take_the_same_walk(void **state)
{
  (void)state;
  layout l = layout_measuring();
  assert_null(layout_take(&l, 3, sizeof(double)));
  const size_t mark = layout_mark(&l);
  layout_take(&l, 100, 1);
  layout_back_to(&l, mark);
  layout_take(&l, 10, 1);
  assert_int_equal(layout_size(&l), 64 + 128);  // the longer of the two that overlap
  layout_past_all(&l);
  assert_int_equal(layout_mark(&l), 64 + 128);

  _Alignas(64) unsigned char memory[192];
  l = layout_assigning(memory);
  assert_ptr_equal(layout_take(&l, 3, sizeof(double)), memory);
  assert_ptr_equal(layout_take(&l, 100, 1), memory + 64);
  layout_back_to(&l, mark);
  assert_ptr_equal(layout_take(&l, 10, 1), memory + 64);
}

static void a_size_that_cannot_be_counted_is_no_size(void **state)
{
  (void)state;
  layout l = layout_measuring();
  layout_take(&l, SIZE_MAX / 4, 8);
  layout_take(&l, 1, 1);
  assert_int_equal(layout_size(&l), 0);
}

static const char *failed_condition;
static void remember(const char *condition, const char *function, const char *file, int line)
{
  (void)function, (void)file, (void)line;
  failed_condition = condition;
}

static void a_broken_promise_reaches_the_handler(void **state)
{
  (void)state;
  ulna_set_assert_handler(remember);
  ULNA_ASSERT(1 + 1 == 2);
  assert_null(failed_condition);
  ULNA_ASSERT(1 + 1 == 3);
  assert_string_equal(failed_condition, "1 + 1 == 3");
  ulna_set_assert_handler(NULL);
}

static void quarter_turns_are_exact(void **state)
{
  (void)state;
  for (int k = -8; k <= 8; k++) {
    double s, c;
    ulna_sin_cos(k * M_PI_2, &s, &c);
    assert_true(s * s + c * c == 1 && s * c == 0);
    assert_true(fabs(s - sin(k * M_PI_2)) < 1e-14 && fabs(c - cos(k * M_PI_2)) < 1e-14);
  }
  double s, c;
  ulna_sin_cos(1.5707963268, &s, &c);  // a file's own rounding is not repaired: it is another angle
  assert_true(c != 0);
}

static void principal_moments_do_not_depend_on_the_axes(void **state)
{
  (void)state;
  const ulna_pose turn = ulna_pose_from_rpy((double[]){0.1, -0.2, 0.3}, (double[]){0.4, -1.1, 2.5});
  const ulna_body body = {2, {0.5, 0.25, -1}, {3, 4, 5, 0, 0, 0}, ULNA_ABOUT_COM};
  const ulna_body turned = ulna_body_in_outer(&turn, &body);
  double moments[3];
  ulna_principal_moments(turned.inertia, moments);
  for (int k = 0; k < 3; k++) assert_true(fabs(moments[k] - (3 + k)) < 1e-14);  // a few rounding errors of 5
}

/* Cutting a body in two and welding it again gives the body back: a dumb-bell of two points. */
static void welding_two_points_makes_a_rod(void **state)
{
  (void)state;
  const ulna_body left = {1, {-2, 0, 0}, {0}, ULNA_ABOUT_COM}, right = {3, {2, 0, 0}, {0}, ULNA_ABOUT_COM};
  const ulna_body rod = ulna_body_merge(&left, &right);
  assert_true(rod.mass == 4 && rod.com[0] == 1 && rod.com[1] == 0);
  assert_true(rod.inertia[0] == 0 && rod.inertia[1] == 12 &&
              rod.inertia[2] == 12);  // reduced mass 3/4, distance 4
  const ulna_body nothing = {0, {7, 7, 7}, {0}, ULNA_ABOUT_COM};
  const ulna_body same = ulna_body_merge(&rod, &nothing);
  assert_memory_equal(&same, &rod,
                      offsetof(ulna_body, about));  // not the padding at the end, which has any bytes
  assert_int_equal(same.about, rod.about);
}

static void impossible_bodies_are_told_apart(void **state)
{
  (void)state;
  const struct {
    ulna_body body;
    ulna_body_fault fault;
  } cases[] = {
      {{1, {0}, {0.1, 0.1, 0.1, 0, 0, 0}, ULNA_ABOUT_COM}, ULNA_BODY_SOUND},
      {{1, {0}, {0, 1, 1, 0, 0, 0}, ULNA_ABOUT_COM}, ULNA_BODY_SOUND},  // a thin rod
      {{0, {0}, {0}, ULNA_ABOUT_COM}, ULNA_BODY_SOUND},
      {{-1, {0}, {1, 1, 1, 0, 0, 0}, ULNA_ABOUT_COM}, ULNA_BODY_MASS},
      {{0, {0}, {1, 1, 1, 0, 0, 0}, ULNA_ABOUT_COM}, ULNA_BODY_MASS},
      {{1, {0}, {-1, 1, 1, 0, 0, 0}, ULNA_ABOUT_COM}, ULNA_BODY_POSITIVE},
      {{1, {0}, {1, 1, 1, 2, 0, 0}, ULNA_ABOUT_COM}, ULNA_BODY_POSITIVE},
      {{1, {1, 0, 0}, {0.1, 0.5, 1, 0, 0, 0}, ULNA_ABOUT_ORIGIN}, ULNA_BODY_POSITIVE},
      {{1, {0}, {1, 1, 2.1, 0, 0, 0}, ULNA_ABOUT_COM}, ULNA_BODY_TRIANGLE},
      {{1, {0, NAN, 0}, {1, 1, 1, 0, 0, 0}, ULNA_ABOUT_COM}, ULNA_BODY_NOT_FINITE},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    double moments[3];
    assert_int_equal(ulna_body_fault_of(&cases[k].body, moments), cases[k].fault);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_status_has_a_name_and_a_sentence),
      cmocka_unit_test(measuring_and_assigning_take_the_same_walk),
      cmocka_unit_test(a_size_that_cannot_be_counted_is_no_size),
      cmocka_unit_test(a_broken_promise_reaches_the_handler),
      cmocka_unit_test(quarter_turns_are_exact),
      cmocka_unit_test(principal_moments_do_not_depend_on_the_axes),
      cmocka_unit_test(welding_two_points_makes_a_rod),
      cmocka_unit_test(impossible_bodies_are_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
