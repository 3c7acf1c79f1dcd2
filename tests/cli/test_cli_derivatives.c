/* Derivatives and the regressor through the command: text for people, files of states, and what is refused. What the numbers
 * are, test_cli_golden shows. */
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

/* A state of n joints that all move, as "--q=…", "--qd=…". */
static void moving_state(int n, char q[200], char qd[200])
{
  size_t a = (size_t)snprintf(q, 200, "--q="), b = (size_t)snprintf(qd, 200, "--qd=");
  for (int i = 0; i < n; i++) {
    a += (size_t)snprintf(q + a, 200 - a, "%s%.2f", i ? " " : "", 0.3 + 0.07 * i);
    b += (size_t)snprintf(qd + b, 200 - b, "%s%.2f", i ? " " : "", 0.5 - 0.12 * i);
  }
}

static int joint_count(const char *robot)
{
  command_result r = COMMAND(NULL, "gravity", robot, "--links-only", "--format=csv", "--quiet");
  assert_int_equal(r.code, 0);
  int count = 1;
  for (const char *c = r.out; *c && *c != '\n'; c++) count += *c == ',';
  command_free(&r);
  return count;
}

static void fits(const command_result *r, const char *what)
{
  if (r->code != 0) fail_msg("%s: %s", what, r->err);
  for (const char *line = r->out; *line; line += strcspn(line, "\n") + 1) {
    int width = 0;
    for (const char *c = line; *c && *c != '\n'; c++) width += (*c & 0xc0) != 0x80;
    if (width > 80) fail_msg("%s: %.*s", what, (int)strcspn(line, "\n"), line);
  }
}

static void text_of_every_robot_keeps_to_80_columns(void **state)
{
  (void)state;
  command_result robots = COMMAND(NULL, "robots", "--names");
  for (char *name = strtok(robots.out, "\n"); name; name = strtok(NULL, "\n")) {
    char q[200], qd[200];
    moving_state(joint_count(name), q, qd);
    command_result r[4] = {
        COMMAND(NULL, "id", name, q, qd, "--derivatives", "--format=text", "--quiet"),
        COMMAND(NULL, "fd", name, q, qd, "--derivatives", "--format=text", "--quiet"),
        COMMAND(NULL, "regressor", name, q, qd, "--format=text", "--quiet"),
        COMMAND(NULL, "regressor", "--base", name, "--format=text", "--quiet"),
    };
    for (int k = 0; k < 4; k++) {
      fits(&r[k], name);
      command_free(&r[k]);
    }
  }
  command_free(&robots);
}

static void a_matrix_names_its_joints_and_its_units(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "id", "scara", "--qd=1 1 0.1 1", "--derivatives", "--format=text");
  assert_non_null(strstr(r.out, "\ndtau_dqd (N m or N per rad/s or m/s)\n"
                                "                  shoulder        elbow        quill         roll\n"
                                " shoulder                1            0            0            0\n"));
  assert_non_null(strstr(r.out, "\ndF_ad_dq (N m per rad or m)\n"));
  assert_non_null(strstr(r.out, "\n motor 3 "));
  command_free(&r);
}

static void dry_friction_at_rest_has_no_derivative(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "fd", "puma560", "--derivatives");
  assert_int_equal(r.code, 2);
  assert_string_equal(r.out, "");
  assert_string_equal(
      r.err, "ulna fd: state 1: no derivative: \"motor 1\" is at exactly zero speed, where dry friction "
             "jumps; give --qd, or --links-only\n");
  command_free(&r);
  r = COMMAND(NULL, "fd", "puma560", "--derivatives", "--links-only", "--format=json");
  assert_int_equal(r.code, 0);
  command_free(&r);
}

/* Numbers of the last object, by key. */
static json_t *last_of(const command_result *r, const char *key)
{
  if (r->code != 0) fail_msg("%s", r->err);
  json_error_t error;
  json_t *array = json_loads(r->out, 0, &error);
  assert_non_null(array);
  json_t *value = json_incref(json_object_get(json_array_get(array, json_array_size(array) - 1), key));
  json_decref(array);
  return value;
}

static void a_file_of_states_gives_what_each_state_gives(void **state)
{
  (void)state;
  const char *file = command_file("two.csv", "q1,q2,qd1,qd2,F_ad1,F_ad2\n0,0,1,1,0,0\n0.3,0.4,-1,2,5,6\n");
  static const char *const names[] = {"dqdd_dq", "dqdd_dqd", "dqdd_dtau"};
  command_result all = COMMAND(NULL, "id", "planar2r", "--states", file, "--derivatives", "--format=json");
  command_result one =
      COMMAND(NULL, "id", "planar2r", "--q=0.3 0.4", "--qd=-1 2", "--derivatives", "--format=json");
  json_t *a = last_of(&all, "dtau_dq"), *b = last_of(&one, "dtau_dq");
  assert_true(json_equal(a, b));
  json_decref(a), json_decref(b);
  command_free(&all), command_free(&one);

  // columns of tau
  file = command_file("tau.csv", "q1,q2,qd1,qd2,tau1,tau2\n0,0,1,1,0,0\n0.3,0.4,-1,2,5,6\n");
  all = COMMAND(NULL, "fd", "planar2r", "--states", file, "--derivatives", "--format=json");
  one = COMMAND(NULL, "fd", "planar2r", "--q=0.3 0.4", "--qd=-1 2", "--tau=5 6", "--derivatives",
                "--format=json");
  for (int k = 0; k < 3; k++) {
    a = last_of(&all, names[k]), b = last_of(&one, names[k]);
    assert_true(json_equal(a, b));
    json_decref(a), json_decref(b);
  }
  command_free(&all), command_free(&one);
}

static void columns_of_actuator_forces_give_direct_derivatives(void **state)
{
  (void)state;
  const char *file = command_file("forces.csv", "q1,q2,qd1,qd2,qd3,qd4,F_ad1,F_ad2,F_ad3,F_ad4\n"
                                                "0.3,0.4,1,2,0.1,1,0.1,0.2,-0.1,0.05\n");
  static const char *const names[] = {"dqdd_direct_dq", "dqdd_direct_dqd", "dqdd_direct_dF_ad", "qdd"};
  command_result all =
      COMMAND(NULL, "fd", "scara", "--states", file, "--derivatives", "--format=json", "--quiet");
  command_result one = COMMAND(NULL, "fd", "scara", "--q=0.3 0.4 0 0", "--qd=1 2 0.1 1",
                               "--force=0.1 0.2 -0.1 0.05", "--derivatives", "--format=json", "--quiet");
  for (int k = 0; k < 4; k++) {
    json_t *a = last_of(&all, names[k]), *b = last_of(&one, names[k]);
    assert_non_null(a);
    assert_true(json_equal(a, b));
    json_decref(a), json_decref(b);
  }
  command_free(&all), command_free(&one);
}

/* `--base` alone asks for base parameters, with numbers it is the motion of the base; in either place. */
static void base_has_two_meanings_and_both_are_understood(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "regressor", "--base", "planar2r", "--format=json");
  json_t *rank = last_of(&r, "rank");
  assert_int_equal(json_integer_value(rank), 6);
  json_decref(rank);
  command_free(&r);

  r = COMMAND(NULL, "regressor", "planar2r", "--format=json", "--base", "0 0 2 0 0 1 0 0 0");
  json_t *tau = last_of(&r, "tau");
  command_result moving = COMMAND(NULL, "id", "planar2r", "--format=json", "--base", "0 0 2 0 0 1 0 0 0");
  json_t *same = last_of(&moving, "tau");
  for (size_t i = 0; i < 2; i++)
    assert_true(fabs(json_number_value(json_array_get(tau, i)) - json_number_value(json_array_get(same, i))) <
                1e-12);  // a few sums of numbers near 40
  json_decref(tau), json_decref(same);
  command_free(&r), command_free(&moving);

  r = COMMAND(NULL, "regressor", "planar2r", "--base=1 2");
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "--base has 2 numbers"));
  command_free(&r);
}

static void what_has_no_regressor_is_refused_in_one_line(void **state)
{
  (void)state;
  static const char robot[] =
      "ulna: 1\nname: one\nsource: a test\nconvention: dh\ngravity: [0, 0, -9.81]\njoints:\n"
      "  - {name: j1, type: revolute, theta: 0, d: 0, a: 1, alpha: 0,\n"
      "     link: {name: l1, mass: 1, com: [-0.5, 0, 0], inertia: {about: com, xx: 0.1, yy: 0.1, zz: 0.1, xy: "
      "0, xz: 0, yz: 0}}}\n"
      "drives:\n  - {name: m1, mounted_on: base, pose: {xyz: [0, 0, 0], rpy: [0, 0, 0]}, counted_in_link: false, kind: rotary, couples: {j1: 10},\n"
      "     rotor: {mass: 1, com: [0.1, 0, 0], inertia: {about: com, xx: 0.1, yy: 0.1, zz: 0.1, xy: 0, xz: 0, yz: "
      "0}}}\n";
  const char *file = command_file("unbalanced.yaml", robot);
  command_result r = COMMAND(NULL, "regressor", file);
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "not linear in pi; add --links-only\n"));
  assert_ptr_equal(strchr(r.err, '\n') + 1, r.err + strlen(r.err));
  command_free(&r);
  r = COMMAND(NULL, "regressor", file, "--links-only");
  assert_int_equal(r.code, 0);
  command_free(&r);
  r = COMMAND(NULL, "regressor", "planar2r", "--base", "--tolerance=2");
  assert_int_equal(r.code, 2);
  command_free(&r);
  r = COMMAND(NULL, "regressor", "planar2r", "--tolerance=1e-9");
  assert_int_equal(r.code, 2);
  command_free(&r);
}

/* A payload is part of the last link: beta with it is what beta of a robot with a heavier link is. */
static void a_payload_enters_the_base_parameters(void **state)
{
  (void)state;
  command_result light = COMMAND(NULL, "regressor", "pendulum", "--base", "--format=json"),
                 heavy =
                     COMMAND(NULL, "regressor", "pendulum", "--base", "--payload=2 0.1 0 0", "--format=json");
  json_t *a = last_of(&light, "beta"), *b = last_of(&heavy, "beta");
  assert_false(json_equal(a, b));
  json_decref(a), json_decref(b);
  command_free(&light), command_free(&heavy);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_of_every_robot_keeps_to_80_columns),
      cmocka_unit_test(a_matrix_names_its_joints_and_its_units),
      cmocka_unit_test(dry_friction_at_rest_has_no_derivative),
      cmocka_unit_test(a_file_of_states_gives_what_each_state_gives),
      cmocka_unit_test(columns_of_actuator_forces_give_direct_derivatives),
      cmocka_unit_test(base_has_two_meanings_and_both_are_understood),
      cmocka_unit_test(what_has_no_regressor_is_refused_in_one_line),
      cmocka_unit_test(a_payload_enters_the_base_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
