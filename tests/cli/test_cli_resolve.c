/* ulna resolve: the hand's motion into the joints', by flags and by files, and what is refused. */
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

static json_t *first(command_result r)
{
  if (r.code != 0) fail_msg("exit %d: %s", r.code, r.err);
  json_t *array = json_loads(r.out, 0, NULL);
  assert_non_null(array);
  json_t *object = json_incref(json_array_get(array, 0));
  json_decref(array);
  command_free(&r);
  return object;
}

static double one(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  if (!json_is_number(value)) fail_msg("no number %s", key);
  return json_number_value(value);
}

static void refused(const char *message, command_result r)
{
  assert_string_equal(r.err, message);
  assert_string_equal(r.out, "");
  assert_int_equal(r.code, 2);
  command_free(&r);
}

#define WRIST "--q", "0.3 -0.5 0.7 0.4 0 -0.9"

static void joint_6_is_held_at_a_singular_wrist(void **state)
{
  (void)state;
  json_t *o = first(COMMAND(NULL, "resolve", "puma560", WRIST, "--twist", "0 0 0.1 0.1 0 0", "--previous",
                            "0 0 0 0 0 0.25", "--format=json"));
  double qd[6], held[6];
  assert_int_equal(golden_numbers(json_object_get(o, "qd"), qd, 6), 6);
  assert_true(qd[5] == 0.25);
  assert_int_equal(golden_numbers(json_object_get(o, "held_joints"), held, 6), 1);
  assert_true(held[0] == 6);
  assert_int_equal(golden_numbers(json_object_get(o, "held"), held, 6), 6);
  assert_true(held[5] == 1 && held[4] == 0);
  assert_true(one(o, "rank") == 5 && one(o, "scale") == 1 && one(o, "clamped") == 0);
  json_decref(o);
}

static void damped_least_squares_stays_slow_there(void **state)
{
  (void)state;
  json_t *o = first(COMMAND(NULL, "resolve", "puma560", WRIST, "--twist", "0 0 1 0 0 0", "--method=damped",
                            "--damping=0.1", "--format=json"));
  double qd[6], residual[6], size = 0;
  golden_numbers(json_object_get(o, "qd"), qd, 6);
  for (int i = 0; i < 6; i++) size += qd[i] * qd[i];
  assert_true(sqrt(size) <= 1 / 0.1);
  assert_int_equal(golden_numbers(json_object_get(o, "held_joints"), qd, 6), 0);
  assert_int_equal(golden_numbers(json_object_get(o, "residual"), residual, 6), 6);
  assert_true(one(o, "rank") == 5 && one(o, "smallest") < 1e-6);
  assert_true(fabs(one(o, "raised") - 0.01) < 1e-9);
  json_decref(o);
}

static void preferences_move_spare_joints_only(void **state)
{
  (void)state;
  json_t *o =
      first(COMMAND(NULL, "resolve", "panda", "--q", "0.1 -0.3 0.2 -2 0.3 1.7 0", "--twist", "0 0 0 0 0 0",
                    "--method=damped", "--preferred", "1 0 0 0 0 0 0", "--format=json"));
  double qd[7], residual[6];
  golden_numbers(json_object_get(o, "qd"), qd, 7);
  golden_numbers(json_object_get(o, "residual"), residual, 6);
  assert_true(qd[0] > 0.1);
  for (int k = 0; k < 6; k++) assert_true(fabs(residual[k]) < 1e-14);
  json_decref(o);
}

static void limits_of_the_file_are_kept_unless_told_otherwise(void **state)
{
  (void)state;
#define FAST "resolve", "ur5e", "--q", "0 -1 1 0.3 1 0", "--twist", "0 0 0 3 0 0", "--format=json"
  json_t *kept = first(COMMAND(NULL, FAST)), *free_ = first(COMMAND(NULL, FAST, "--ignore-limits"));
  double slow[6], fast[6], fastest = 0;
  golden_numbers(json_object_get(kept, "qd"), slow, 6);
  golden_numbers(json_object_get(free_, "qd"), fast, 6);
  assert_true(one(free_, "scale") == 1 && one(kept, "scale") < 1);
  for (int i = 0; i < 6; i++) {
    fastest = fmax(fastest, fabs(slow[i]));
    assert_true(fabs(slow[i] - one(kept, "scale") * fast[i]) < 1e-12);
  }
  assert_true(fabs(fastest - 3.141592653589793) < 1e-12);
  json_decref(kept), json_decref(free_);
}

static void a_file_of_states_gives_a_line_each(void **state)
{
  (void)state;
  const char *file = command_file("resolve.csv", "q1,q2,qd1,qd2\n0.1,0.5,1,0\n0.2,0.6,2,0\n");
  command_result r = COMMAND(NULL, "resolve", "planar2r", "--states", file, "--hand-acceleration",
                             "0 0 0 1 2 0", "--weights", "0 0 0 1 1 0", "--acceleration-limits", "100 100",
                             "--period", "0.001", "--format=csv");
  assert_int_equal(r.code, 0);
  assert_string_equal(r.err, "");
  static const char header[] =
      "qdd1,qdd2,held1,held2,residual1,residual2,residual3,residual4,residual5,residual6,rank,smallest,raised,"
      "limited1,limited2,scale,slowing,clamped\n";
  assert_true(strncmp(r.out, header, sizeof header - 1) == 0);
  int lines = 0;
  for (const char *c = r.out; *c; c++) lines += *c == '\n';
  assert_int_equal(lines, 3);
  command_free(&r);
}

static void people_see_that_no_joint_is_held(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "resolve", "planar2r", "--q", "0 0.5", "--qd", "1 1", "--twist",
                             "0 0 0 1 0 0", "--weights", "0 0 0 1 1 0", "--format=text");
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.out, "held_joints: none\n"));
  assert_string_equal(r.err, "ulna resolve: note: --qd has no effect: --twist gives joint rates\n");
  command_free(&r);
}

static void what_cannot_be_is_refused_in_one_line(void **state)
{
  (void)state;
#define PLANAR "resolve", "planar2r"
#define TURN   "--twist", "0 0 1 0 0 0"
  refused("ulna resolve: give either --hand-acceleration or --twist\n", COMMAND(NULL, PLANAR));
  refused("ulna resolve: give either --hand-acceleration or --twist\n",
          COMMAND(NULL, PLANAR, TURN, "--hand-acceleration", "0 0 1 0 0 0"));
  refused("ulna resolve: --twist has 5 numbers, but takes 6: \"wx wy wz x y z\"\n",
          COMMAND(NULL, PLANAR, "--twist", "1 2 3 4 5"));
  refused(
      "ulna resolve: --preferred needs --method damped; method elimination has --previous, for held joints\n",
      COMMAND(NULL, PLANAR, TURN, "--preferred", "1 2"));
  refused("ulna resolve: --damping needs --method damped\n", COMMAND(NULL, PLANAR, TURN, "--damping", "1"));
  refused("ulna resolve: --damping must be above 0\n",
          COMMAND(NULL, PLANAR, TURN, "--method=damped", "--damping=0"));
  refused("ulna resolve: --weights: all are 0, so there is nothing to do\n",
          COMMAND(NULL, PLANAR, TURN, "--weights", "0 0 0 0 0 0"));
  refused("ulna resolve: --weights: -1 is negative; 0 leaves a direction free\n",
          COMMAND(NULL, PLANAR, TURN, "--weights", "0 0 -1 0 0 0"));
  refused("ulna resolve: --acceleration-limits: joint 2: 0 is not above 0\n",
          COMMAND(NULL, PLANAR, TURN, "--acceleration-limits", "1 0"));
  refused("ulna resolve: --ignore-limits and --period exclude each other\n",
          COMMAND(NULL, PLANAR, TURN, "--ignore-limits", "--period=1"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joint_6_is_held_at_a_singular_wrist),
      cmocka_unit_test(damped_least_squares_stays_slow_there),
      cmocka_unit_test(preferences_move_spare_joints_only),
      cmocka_unit_test(limits_of_the_file_are_kept_unless_told_otherwise),
      cmocka_unit_test(a_file_of_states_gives_a_line_each),
      cmocka_unit_test(people_see_that_no_joint_is_held),
      cmocka_unit_test(what_cannot_be_is_refused_in_one_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
