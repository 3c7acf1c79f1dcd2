/* The dynamics commands on robots with drives: nothing is left out unless asked, and what was done is said. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "support/command.h"
#include "support/golden.h"

static json_t *first(const command_result *r)
{
  assert_int_equal(r->code, 0);
  json_t *array = json_loads(r->out, 0, NULL);
  assert_non_null(array);
  json_t *object = json_incref(json_array_get(array, 0));
  json_decref(array);
  return object;
}

static void expect_refusal(command_result r, const char *says)
{
  assert_string_equal(r.err, says);
  assert_string_equal(r.out, "");
  assert_int_equal(r.code, 2);
  command_free(&r);
}

/* [Corke and Armstrong-Helouvry 1994] as the Robotics Toolbox prints it, to four decimals. */
static void gravity_of_the_puma_is_the_published_one(void **state)
{
  (void)state;
  static const double published[6] = {0, 31.6399, 6.0351, 0, 0.0283, 0};
  static const char *const ways[] = {"--links-only", "--method=fast"};
  for (int k = 0; k < 2; k++) {
    command_result r =
        COMMAND(NULL, "gravity", "puma560", "--q", "0 pi/4 pi 0 pi/4 0", "--format=json", ways[k]);
    json_t *object = first(&r);
    double G[6];
    assert_int_equal(golden_numbers(json_object_get(object, "G"), G, 6), 6);
    for (int i = 0; i < 6; i++) assert_true(fabs(G[i] - published[i]) < 5.1e-5);
    assert_string_equal(json_string_value(json_object_get(object, "model")),
                        k == 0 ? "links only" : "whole robot");
    json_decref(object);
    command_free(&r);
  }
}

static void what_is_left_out_is_said(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "mass", "puma560", "--links-only", "--format=csv");
  assert_string_equal(r.err, "ulna mass: note: links only: 6 drives left out\n");
  command_free(&r);
  r = COMMAND(NULL, "id", "manutec_r3", "--format=csv");
  assert_int_equal(r.code, 0);
  assert_string_equal(
      r.err,
      "ulna id: note: drives: gears are elastic, and every computation takes them as rigid: \"motor 1\", "
      "\"motor 2\", \"motor 3\"\n");
  command_free(&r);
  r = COMMAND(NULL, "id", "manutec_r3", "--format=json");
  json_t *object = first(&r);
  assert_string_equal(json_string_value(json_object_get(object, "model")), "whole robot, gears rigid");
  json_decref(object);
  command_free(&r);
}

static void formulations_for_links_are_not_passed_off_as_the_whole(void **state)
{
  (void)state;
  expect_refusal(COMMAND(NULL, "id", "puma560", "--method", "angeles"),
                 "ulna id: --method angeles is for links alone, but this robot has drives or friction; add "
                 "--links-only\n");
  expect_refusal(
      COMMAND(NULL, "fd", "puma560", "--method", "saha"),
      "ulna fd: --method saha is for links alone, but this robot has drives or friction; add --links-only\n");
  expect_refusal(COMMAND(NULL, "id", "puma560", "--joint-wrenches"),
                 "ulna id: --joint-wrenches is for links alone, but this robot has drives or friction; add "
                 "--links-only\n");
  expect_refusal(COMMAND(NULL, "udut", "puma560"),
                 "ulna udut: udut is for links alone, but this robot has drives; add --links-only\n");
  expect_refusal(
      COMMAND(NULL, "fd", "panda", "--force", "1 1 1 1 1 1 1"),
      "ulna fd: forces of actuators: this robot has no drives (or --links-only leaves them out); give "
      "--tau\n");
  expect_refusal(COMMAND(NULL, "fd", "puma560", "--force", "1 1 1 1 1 1", "--tau", "1 1 1 1 1 1"),
                 "ulna fd: --force and --tau exclude each other\n");
  expect_refusal(COMMAND(NULL, "udut", "panda", "--explain", "--format", "json"),
                 "ulna udut: --explain is text for people; leave --format out\n");
  expect_refusal(COMMAND(NULL, "id", "panda", "--method", "newton"),
                 "ulna id: --method: unknown \"newton\"; the nearest is newton-euler (known: fast, lagrange, "
                 "newton-euler, modified-newton-euler, angeles, strobe)\n");
  expect_refusal(
      COMMAND(NULL, "id", "panda", "--payload", "-1 0 0 0"),
      "ulna id: --payload: no such body can exist: the mass must not be negative, the inertia about the mass "
      "centre must be positive and obey the triangle inequality (without mass it must be zero)\n");
}

/* id writes what fd reads: the accelerations come back, with drives, friction and without. */
static void forward_after_inverse_returns_the_acceleration(void **state)
{
  (void)state;
  static const char *const robots[] = {"panda", "puma560", "scara", "ur5e"};
  static const char *const states[] = {
      "q1,q2,q4,qd1,qd2,qd3,qd4,qdd1,qdd2,qdd4\n0.1,0.2,-0.3,0.4,-0.5,0.06,0.7,1,2,-3\n",
      "q2,q3,qd1,qd2,qd3,qd4,qd5,qd6,qdd1,qdd3\n0.2,-0.3,0.4,-0.5,0.6,0.7,-1,1,2,-3\n"};
  for (int k = 0; k < 4; k++) {
    const int six = k == 1 || k == 3;
    const char *file = command_file("motion.csv", states[six]);
    char line[400];
    snprintf(
        line, sizeof line,
        "\"$ULNA\" id %s --states %s --echo 2>/dev/null >%s.out && \"$ULNA\" fd %s --states %s.out --format json "
        "2>/dev/null",
        robots[k], file, file, robots[k], file);
    command_result r = command_shell(line);
    json_t *object = first(&r);
    double qdd[7], expected[7] = {0};
    const size_t n = golden_numbers(json_object_get(object, "qdd"), qdd, 7);
    assert_true(n >= 4);
    expected[0] = six ? 2 : 1;
    if (six) expected[2] = -3;
    else expected[1] = 2, expected[3] = -3;
    // the condition of these mass matrices is below 1e5, and both ways round to 1e-16
    assert_true(golden_close(robots[k], qdd, expected, n, 1e-10));
    json_decref(object);
    command_free(&r);
  }
}

static void a_payload_is_that_of_the_file_with_it(void **state)
{
  (void)state;
  static const char *const q = "0.1 0.2 0.3 0.4 0.5 0.6";
  command_result a = COMMAND(NULL, "gravity", "manutec_r3", "--q", q, "--format=json");
  command_result b = COMMAND(NULL, "gravity", "manutec_r3_bare", "--q", q, "--format=json", "--payload",
                             "15 0.1 0.1 0.25 0.001 0.001 0.001 0 0 0");
  json_t *x = first(&a), *y = first(&b);
  double G[6], H[6];
  golden_numbers(json_object_get(x, "G"), G, 6);
  golden_numbers(json_object_get(y, "G"), H, 6);
  assert_true(golden_close("payload", H, G, 6, 1e-13));
  json_decref(x);
  json_decref(y);
  command_free(&a);
  command_free(&b);
}

static void explanation_names_the_heaviest_links(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "udut", "planar2r", "--explain");
  assert_int_equal(r.code, 0);
  assert_int_equal(strncmp(r.out, "Joint 1 (", 9), 0);
  assert_non_null(strstr(r.out, "with all others held: "));
  assert_non_null(strstr(r.out, "Share of each link in M_ii, per cent"));
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gravity_of_the_puma_is_the_published_one),
      cmocka_unit_test(what_is_left_out_is_said),
      cmocka_unit_test(formulations_for_links_are_not_passed_off_as_the_whole),
      cmocka_unit_test(forward_after_inverse_returns_the_acceleration),
      cmocka_unit_test(a_payload_is_that_of_the_file_with_it),
      cmocka_unit_test(explanation_names_the_heaviest_links),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
