/* ulna drives, --rotors, actuator forces and stiction, and drives that are refused. */
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

static const char *const arm = ULNA_TEST_DATA "/drive/two_motors.yaml";

static json_t *first(command_result r)
{
  assert_int_equal(r.code, 0);
  json_t *array = json_loads(r.out, 0, NULL);
  assert_non_null(array);
  json_t *object = json_incref(json_array_get(array, 0));
  json_decref(array);
  command_free(&r);
  return object;
}

/* Numbers at "key" or "group.key", to 1e-12. */
static void expect_numbers(const json_t *object, const char *key, size_t count, const double expected[])
{
  char group[80];
  snprintf(group, sizeof group, "%s", key);
  char *dot = strchr(group, '.');
  if (dot) *dot = 0;
  const json_t *at = json_object_get(object, group);
  if (dot) at = json_object_get(at, dot + 1);
  double got[40];
  if (golden_numbers(at, got, count) != count) fail_msg("%s: not %zu numbers", key, count);
  for (size_t k = 0; k < count; k++)
    if (fabs(got[k] - expected[k]) > 1e-12 * fmax(1e-3, fabs(expected[k])))
      fail_msg("%s[%zu] is %.17g, not %.17g", key, k, got[k], expected[k]);
}
#define EXPECT(object, key, ...)                                                                             \
  expect_numbers(object, key, sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]){__VA_ARGS__})

static void expect_said(command_result r, int code, const char *out, const char *err)
{
  assert_string_equal(r.err, err);
  assert_string_equal(r.out, out);
  assert_int_equal(r.code, code);
  command_free(&r);
}

static void people_get_tables(void **state)
{
  (void)state;
  expect_said(COMMAND(NULL, "drives", arm, "--range", "--qd", "1 1", "--simplified", "--format=text"), 0,
              "two motors: 2 drives\n"
              "\n"
              "Actuators, on their own side of the gear: rotor inertia (kg m2; kg if linear),\n"
              "friction (N m; N)\n"
              "     actuator  carried by  moves with (ratio joint)  rotor   viscous  moving\n"
              "  1  motor 1   base        100 shoulder              0.0001  0.001    +0.1 -0.2\n"
              "  2  motor 2   upper       50 shoulder, -50 elbow    0.0002  0        0\n"
              "\n"
              "     actuator  static  N m/A\n"
              "  1  motor 1   0.25    0.2\n"
              "  2  motor 2   0       -\n"
              "\n"
              "Motors\n"
              "     motor    torque constant (N m/A)  back-EMF (V s/rad)  resistance (ohm)\n"
              "  1  motor 1  0.2                      0.2                 1.5\n"
              "\n"
              "     motor    inductance (H)  current limit (A)  voltage limit (V)\n"
              "  1  motor 1  -               10                 -\n"
              "\n"
              "What each joint feels of the drives, moving alone: inertia (kg m2; kg),\n"
              "friction (N m; N)\n"
              "     joint     at     reflected inertia  % of energy in rotors  viscous  moving\n"
              "  1  shoulder  0 deg  1.5                23.2                   10.5     +11 -21\n"
              "  2  elbow     0 deg  0.5                53.8                   0        0\n"
              "\n"
              "     joint     static\n"
              "  1  shoulder  26\n"
              "  2  elbow     0\n"
              "\n"
              "Inertia each actuator feels (kg m2; kg), the others held or free,\n"
              "here and over the workspace\n"
              "     actuator  held      free        held: least  held: most  free: least\n"
              "  1  motor 1   0.000892  0.00059926  0.000252     0.000892    0.00025173\n"
              "  2  motor 2   0.000372  0.00024991  0.000372     0.000372    0.00024991\n"
              "\n"
              "     actuator  free: most\n"
              "  1  motor 1   0.00059926\n"
              "  2  motor 2   0.0003716\n"
              "\n"
              "Postures of these values: joint positions (deg; m)\n"
              "  1 motor 1\n"
              "    held: least          0      -180\n"
              "    held: most           0         0\n"
              "    free: least          0      -180\n"
              "    free: most           0         0\n"
              "  2 motor 2\n"
              "    held: least          0         0\n"
              "    held: most           0         0\n"
              "    free: least          0         0\n"
              "    free: most           0      -180\n"
              "\n"
              "Kinetic energy 4.46 J, 0.5 J of it (11.2 %) in the rotors.\n"
              "\n"
              "The simplified form leaves out 0.00405 of the mass matrix, 0 of the velocity terms,\n"
              "0 of the joint forces.\n",
              "");
}

/* By hand: two_motors.yaml stretched. The links' M is [5.03 1.23; 1.23 0.43]; rotor 1 adds 1 to M_11; rotor 2, carried by
 * the upper arm, 0.5 + 2·0.01, −0.5 − 0.01 and 0.5. */
static void programs_get_the_same_as_numbers(void **state)
{
  (void)state;
  json_t *x = first(COMMAND(NULL, "drives", arm, "--qd", "1 0.5", "--format=json"));
  EXPECT(x, "q", 0, 0);
  EXPECT(x, "K", 100, 0, 50, -50);
  EXPECT(x, "rotor_inertia", 1e-4, 2e-4);
  EXPECT(x, "reflected_inertia", 1.5, 0.5);
  EXPECT(x, "rotor_share", 1.52 / 6.55, 0.5 / 0.93);
  EXPECT(x, "held_inertia", 8.92e-4, 3.72e-4);
  EXPECT(x, "friction_at_actuators.viscous", 1e-3, 0);
  EXPECT(x, "friction_at_actuators.kinetic_negative", 0.2, 0);
  EXPECT(x, "friction_at_joints.viscous", 0.5 + 10, 0);
  EXPECT(x, "friction_at_joints.kinetic_positive", 1 + 10, 0);
  EXPECT(x, "friction_at_joints.kinetic_negative", 1 + 20, 0);
  EXPECT(x, "friction_at_joints.static_positive", 1 + 25, 0);
  // 1e-4·100²/2; 2e-4·(25²/2 + 25·1)
  EXPECT(x, "rotor_energy", 0.5 + 0.0675);
  const json_t *actuators = json_object_get(x, "actuator"), *carriers = json_object_get(x, "carrier");
  assert_string_equal(json_string_value(json_array_get(actuators, 1)), "motor 2");
  assert_string_equal(json_string_value(json_array_get(carriers, 0)), "base");
  assert_string_equal(json_string_value(json_array_get(carriers, 1)), "upper");
  const json_t *motor = json_object_get(x, "motor");
  assert_true(json_number_value(json_array_get(json_object_get(motor, "resistance"), 0)) == 1.5);
  assert_true(json_is_null(json_array_get(json_object_get(motor, "resistance"), 1)));
  assert_true(json_is_null(json_array_get(json_object_get(motor, "voltage_limit"), 0)));
  assert_null(json_object_get(x, "held_range"));
  json_decref(x);
}

static void many_states_give_a_line_each(void **state)
{
  (void)state;
  command_result r = COMMAND("q1,q2\n0,0\n0,3\n", "drives", arm, "--states", "-", "--format=csv");
  assert_string_equal(r.err, "");
  static const char head[] = "q1,q2,actuator1,actuator2,carrier1,carrier2,q_a1,q_a2,K_1_1,K_1_2,K_2_1,K_2_2,";
  assert_memory_equal(r.out, head, sizeof head - 1);
  const char *line = strchr(r.out, '\n') + 1, *next = strchr(line, '\n') + 1;
  static const char one[] = "0,0,motor 1,motor 2,base,upper,0,0,100,0,50,-50,",
                    two[] = "0,3,motor 1,motor 2,base,upper,0,-150,100,0,50,-50,";
  assert_memory_equal(line, one, sizeof one - 1);
  assert_memory_equal(next, two, sizeof two - 1);
  command_free(&r);
}

static void a_gear_with_a_dead_point_has_no_bound(void **state)
{
  (void)state;
  json_t *x = first(COMMAND(NULL, "drives", "irb6", "--range", "--samples=40", "--format=json"));
  const json_t *most = json_object_get(json_object_get(x, "held_range"), "maximum");
  for (size_t a = 0; a < 5; a++) assert_int_equal(json_is_null(json_array_get(most, a)), a == 2);
  json_decref(x);
}

/* The other side of each screw is told of, and --near goes there. */
static void a_posture_is_found_from_actuator_positions(void **state)
{
  (void)state;
  static const double one[] = {0.823, 1.923, -1.674, 1.305, 0}, other[] = {0.823, 1.923, -0.452, 0.083, 0};
  static const char *const near[] = {"--near=0.8 1.9 -1.6 1.2 0", "--near=0.8 1.9 -0.4 0 0"};
  for (int k = 0; k < 2; k++) {
    command_result r =
        COMMAND(NULL, "drives", "irb6", "--q-a=-130 -66.7 -51 -199 -199", near[k], "--format=json");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.err, "4 postures have these actuator positions"));
    json_t *x = first(r);
    for (size_t i = 0; i < 5; i++) {
      const double q = json_number_value(json_array_get(json_object_get(x, "q"), i));
      assert_true(fabs(q - (k ? other : one)[i]) < 1e-3);
    }
    json_decref(x);
  }
  expect_said(COMMAND(NULL, "drives", "irb6", "--q-a=0 900 0 0 0"), 2, "",
              "ulna drives: --q-a: no posture has these actuator positions\n");
  expect_said(COMMAND(NULL, "drives", "irb6", "--near=0 0 0 0 0"), 2, "",
              "ulna drives: --near goes with --q-a; add it\n");
}

static void robots_without_drives_say_so(void **state)
{
  (void)state;
  expect_said(COMMAND(NULL, "drives", "panda", "--format=text"), 0,
              "Franka Emika Panda: no drives: every joint is driven directly, without rotor or\ngear\n", "");
  command_result r = COMMAND(NULL, "drives", "panda", "--format=csv");
  assert_string_equal(
      r.err, "ulna drives: note: no drives: every joint is driven directly, without rotor or gear\n");
  assert_int_equal(r.code, 0);
  command_free(&r);
}

static void wrong_options_are_told(void **state)
{
  (void)state;
  expect_said(COMMAND(NULL, "drives", arm, "--seed", "3"), 2, "",
              "ulna drives: --samples and --seed are for --range; add it\n");
  expect_said(COMMAND(NULL, "drives", arm, "--range", "--samples", "1.5"), 2, "",
              "ulna drives: --samples: a whole number from 0 to 10000000, not 1.5\n");
  expect_said(COMMAND(NULL, "mass", "panda", "--rotors", "exact"), 2, "",
              "ulna mass: --rotors: this robot has no drives\n");
  expect_said(COMMAND(NULL, "mass", arm, "--rotors", "exact", "--links-only"), 2, "",
              "ulna mass: --rotors and --links-only exclude each other\n");
}

/* Motor 2 shares 2e-4·50 with the upper arm: the simplified M_11 is smaller by twice that. */
static void simplified_rotors_are_computed_and_said(void **state)
{
  (void)state;
  json_t *exact = first(COMMAND(NULL, "mass", arm, "--rotors=exact", "--format=json"));
  json_t *simple = first(COMMAND(NULL, "mass", arm, "--rotors=simplified", "--format=json"));
  EXPECT(exact, "M", 6.55, 1.23 - 0.5 - 0.01, 1.23 - 0.5 - 0.01, 0.93);
  EXPECT(simple, "M", 6.53, 1.23 - 0.5, 1.23 - 0.5, 0.93);
  assert_string_equal(json_string_value(json_object_get(exact, "model")), "whole robot");
  assert_string_equal(json_string_value(json_object_get(simple, "model")), "whole robot, rotors simplified");
  json_decref(exact);
  json_decref(simple);
  command_result r = COMMAND(NULL, "id", arm, "--rotors=simplified", "--format=csv");
  assert_string_equal(
      r.err, "ulna id: note: rotors simplified: without the coupling of their spin to their carriers\n");
  command_free(&r);
}

/* [Corke's Robotics Toolbox] for the PUMA 560 with drives and friction, as printed. */
static void puma_needs_the_published_torques(void **state)
{
  (void)state;
  static const double published[6] = {32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781};
  json_t *x = first(COMMAND(NULL, "id", "puma560", "--q", "0 pi/4 pi 0 pi/4 0", "--qd", "1 1 1 1 1 1",
                            "--qdd", "1 1 1 1 1 1", "--format=json"));
  double tau[6];
  assert_int_equal(golden_numbers(json_object_get(x, "tau"), tau, 6), 6);
  for (int i = 0; i < 6; i++) assert_true(fabs(tau[i] - published[i]) < 5e-5);
  json_decref(x);
}

/* Motor 1 sticks up to 0.435 N m forward; at 0.4 nothing moves, exactly; at 0.5 the waist does, backward (its ratio is
 * negative). */
static void a_joint_at_rest_sticks_until_the_actuator_overcomes_it(void **state)
{
  (void)state;
  json_t *x = first(COMMAND(NULL, "fd", "puma560", "--q", "0 -pi/2 pi/2 0 0 0", "--force", "0.4 0 0 0 0 0",
                            "--format=json"));
  EXPECT(x, "mode", 0, 0, 0, 0, 0, 0);
  double qdd[6];
  assert_int_equal(golden_numbers(json_object_get(x, "qdd"), qdd, 6), 6);
  for (int i = 0; i < 6; i++) assert_true(qdd[i] == 0);
  json_decref(x);
  x = first(COMMAND(NULL, "fd", "puma560", "--q", "0 -pi/2 pi/2 0 0 0", "--force", "0.5 0 0 0 0 0",
                    "--format=json"));
  EXPECT(x, "mode", 1, 0, 0, 0, 0, 0);
  assert_int_equal(golden_numbers(json_object_get(x, "qdd"), qdd, 6), 6);
  assert_true(qdd[0] < -1);
  for (int i = 1; i < 6; i++) assert_true(qdd[i] == 0);
  json_decref(x);
}

/* two_motors.yaml with one thing changed: refused, with the line, the column and the reason. */
static char *changed(const char *from, const char *to)
{
  static char text[4000];
  FILE *f = fopen(arm, "r");
  assert_non_null(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  char *at = strstr(text, from);
  assert_non_null(at);
  memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
  memcpy(at, to, strlen(to));
  return text;
}

static void expect_refused(const char *from, const char *to, const char *says)
{
  const char *file = command_file("bad.yaml", changed(from, to));
  char expected[600];
  snprintf(expected, sizeof expected, "%s:%s\n", file, says);
  expect_said(COMMAND(NULL, "check", file), 1, expected, "");
}

static void bad_drives_are_refused_with_line_and_reason(void **state)
{
  (void)state;
  expect_refused(
      "shoulder: 100", "sholder: 100",
      "32:15: error: unknown joint: drive \"motor 1\": there is no joint \"sholder\"; did you mean "
      "\"shoulder\"?");
  expect_refused(
      "{shoulder: 50, elbow: -50}", "{shoulder: 50}",
      "39:14: error: singular coupling: drive \"motor 2\": there are more drives than joints they move, so "
      "that forces along (\"motor 1\" -0.5, \"motor 2\" 1) cancel and none is determined; leave one out, "
      "or make it an element");
  expect_refused(
      "{shoulder: 100}", "{shoulder: 100, elbow: -100}",
      "39:14: error: singular coupling: drive \"motor 2\": the joints can move along (\"shoulder\" 1, "
      "\"elbow\" 1) without any drive moving; each such motion needs a drive of its own");
  expect_refused(
      "1.0e-4", "-1.0e-4",
      "35:22: error: rotor: drive \"motor 1\": the rotor's inertia about its axis is -0.0001 kg m², and "
      "none is negative; correct it, or accept positive_inertia with a reason");
  expect_refused(
      "static: 0.25", "static: 0.15",
      "36:82: error: friction: drive \"motor 1\": static friction 0.15 is below the friction in motion, "
      "0.2; it would start before it can move");
  expect_refused(
      "friction: {viscous: 1.0e-3, coulomb: {positive: 0.1, negative: 0.2}, static: 0.25}",
      "friction: {table: {velocity: [-1, 1, 0], force: [-1, 0, 1]}}",
      "36:42: error: friction: drive \"motor 1\": the table is not monotone: its velocities must rise, and "
      "0 comes after 1");
  // more drives than joints
  expect_refused(
      "  - name: motor 2\n",
      "  - {name: motor 3, couples: {elbow: 7}, mounted_on: upper, axis: [0, 0, 1], rotor: {inertia: "
      "1.0e-4}}\n  - name: motor 2\n",
      "40:14: error: singular coupling: drive \"motor 2\": there are more drives than joints they move, so that forces along (\"motor 1\" -0.07, \"motor 3\" 1, \"motor 2\" 0.14) cancel and none is determined; leave one out, or make it an element");
  // joints left without an actuator of their own: one drive for the two of them
  const char *text = changed("{shoulder: 100}", "{shoulder: 100, elbow: 3}");
  *strstr(text, "  - name: motor 2") = 0;
  const char *file = command_file("bad.yaml", text);
  char expected[600];
  snprintf(
      expected, sizeof expected,
      "%s:30:1: error: singular coupling: drives: the joints can move along (\"shoulder\" -0.03, \"elbow\" 1) "
      "without any drive moving; each such motion needs a drive of its own\n",
      file);
  expect_said(COMMAND(NULL, "check", file), 1, expected, "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(people_get_tables),
      cmocka_unit_test(programs_get_the_same_as_numbers),
      cmocka_unit_test(many_states_give_a_line_each),
      cmocka_unit_test(a_gear_with_a_dead_point_has_no_bound),
      cmocka_unit_test(a_posture_is_found_from_actuator_positions),
      cmocka_unit_test(robots_without_drives_say_so),
      cmocka_unit_test(wrong_options_are_told),
      cmocka_unit_test(simplified_rotors_are_computed_and_said),
      cmocka_unit_test(puma_needs_the_published_torques),
      cmocka_unit_test(a_joint_at_rest_sticks_until_the_actuator_overcomes_it),
      cmocka_unit_test(bad_drives_are_refused_with_line_and_reason),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
