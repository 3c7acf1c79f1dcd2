/* Accelerations of a run by every method of forward dynamics, chosen by the scenario's key and by --forward-method
 * [Turney80, section 7, and its rivals]. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE  // asprintf
#endif
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

static const char *const methods[] = {"strobe", "composite", "saha", "articulated", "noc"};
enum { METHODS = 5, NUMBERS = 6 };

/* A slide between two hinges, all with friction; the first hinge sticks after a while. */
static const char robot[] =
    "ulna: 1\nname: swing\nsource: made up\ngravity: [0, -9.81, 0]\nconvention: dh\njoints:\n"
    "  - {name: a, type: revolute, theta: 0, d: 0, a: 0.6, alpha: 0.4, friction: {viscous: 2, coulomb: 8},\n"
    "     link: {name: A, mass: 2, com: [-0.3, 0, 0],\n"
    "            inertia: {about: com, xx: 0.02, yy: 0.06, zz: 0.06, xy: 0.001, xz: 0, yz: 0}}}\n"
    "  - {name: b, type: prismatic, theta: 0.3, d: 0, a: 0.2, alpha: -1.2, friction: {viscous: 8},\n"
    "     link: {name: B, mass: 1, com: [0, 0.1, 0],\n"
    "            inertia: {about: com, xx: 0.01, yy: 0.01, zz: 0.01, xy: 0, xz: 0, yz: 0}}}\n"
    "  - {name: c, type: revolute, theta: 0, d: 0.1, a: 0.3, alpha: 0.2, friction: {viscous: 0.1},\n"
    "     link: {name: C, mass: 0.5, com: [-0.1, 0, 0.05],\n"
    "            inertia: {about: com, xx: 0.004, yy: 0.004, zz: 0.004, xy: 0, xz: 0, yz: 0}}}\n";

static const char *scenario(const char *name, const char *of, const char *q, const char *line)
{
  char *text = NULL;
  assert_true(asprintf(&text,
                       "ulna_scenario: 1\nname: swing\nsummary: it swings\nrobot: %s\nstart: {q: %s}\n"
                       "duration: 2\nintegrator: {method: rk4, step: 1.0e-3}\n%s"
                       "record: {every: 2, what: [q, qd]}\n",
                       of, q, line) > 0);
  const char *path = command_file(name, text);
  free(text);
  return path;
}

/* The last line of the recording. */
static void end_of(const char *path, const char *method, double x[NUMBERS])
{
  const char *out = command_file("end.csv", "");
  command_result r =
      method ? COMMAND(NULL, "simulate", path, "--forward-method", method, "--record", out, "--quiet")
             : COMMAND(NULL, "simulate", path, "--record", out, "--quiet");
  if (r.code != 0) fail_msg("%s: %s", method ? method : "the scenario's own", r.err);
  command_free(&r);
  FILE *file = fopen(out, "r");
  assert_non_null(file);
  char line[1024], last[1024] = "";
  while (fgets(line, sizeof line, file)) strcpy(last, line);
  fclose(file);
  double t;
  assert_int_equal(sscanf(last, "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &x[0], &x[1], &x[2], &x[3], &x[4], &x[5]),
                   1 + NUMBERS);
  assert_true(t == 2);
}

static void every_method_swings_the_arm_to_the_same_place(void **state)
{
  (void)state;
  const char *robot_file = command_file("swing.yaml", robot), *q = "[0.2, 0.1, 0.4]";
  const char *plain = scenario("plain.yaml", robot_file, q, "");
  double expected[NUMBERS], x[NUMBERS], y[NUMBERS];
  int different = 0;
  end_of(plain, NULL, expected);
  assert_true(expected[3] == 0);  // the first hinge has come to rest: that goes by the mass matrix
  for (int k = 0; k < METHODS; k++) {
    char line[64];
    snprintf(line, sizeof line, "forward_method: %s\n", methods[k]);
    end_of(plain, methods[k], x);
    end_of(scenario("keyed.yaml", robot_file, q, line), NULL, y);
    assert_memory_equal(x, y, sizeof x);
    for (int i = 0; i < NUMBERS; i++)
      // a thousand steps of a damped arm, each with a few roundings; the stop of the hinge is located to 1e-9 s
      if (!(fabs(x[i] - expected[i]) < 1e-8))
        fail_msg("%s: %.17g, expected %.17g", methods[k], x[i], expected[i]);
    different += memcmp(x, expected, sizeof x) != 0;
  }
  assert_true(different >= 3);  // and they do round differently: the choice is not for show
}

static void methods_are_refused_where_rotors_turn(void **state)
{
  (void)state;
  const char *path = scenario("rotors.yaml", "stanford", "[0, 0, 0.5, 0, 0, 0]", "forward_method: strobe\n");
  command_result r = COMMAND(NULL, "simulate", path);
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "rotors.yaml:8:"));
  assert_non_null(strstr(r.err,
                         "forward dynamics by strobe is for links alone, but stanford has rotors or friction "
                         "by load; leave forward_method out"));
  command_free(&r);
  r = COMMAND(NULL, "simulate", "puma560_pick_and_place", "--forward-method", "noc");
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "forward dynamics by noc is for links alone"));
  command_free(&r);
}

static void the_summary_says_the_method(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "simulate", "double_pendulum", "--duration", "0.1", "--integrator", "rk4",
                             "--step", "0.001", "--forward-method", "saha");
  assert_int_equal(r.code, 0);
  assert_non_null(strstr(r.out, "by rk4, steps of 0.001 s, accelerations by saha"));
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_method_swings_the_arm_to_the_same_place),
      cmocka_unit_test(methods_are_refused_where_rotors_turn),
      cmocka_unit_test(the_summary_says_the_method),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
