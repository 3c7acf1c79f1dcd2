/* Friction looked up over velocity, posture and load, from a robot file to the torque [Mudge]. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

/* A level arm of 2 kg, its mass centre 0.4 m out, whose axis stands 30° off the upright: gravity bends the axis. */
static const char *robot(const char *friction)
{
  static char text[2048];
  snprintf(text, sizeof text,
           "ulna: 1\nname: swing\nsource: made up\ngravity: [0, 0, -10]\nconvention: dh\n"
           "base: {xyz: [0, 0, 0], rpy: [30 deg, 0, 0]}\njoints:\n"
           "  - {name: hinge, type: revolute, theta: 0, d: 0, a: 0.4, alpha: 0,\n     friction: %s,\n"
           "     link: {name: bar, mass: 2, com: [0, 0, 0],\n"
           "            inertia: {about: com, xx: 0.01, yy: 0.01, zz: 0.01, xy: 0, xz: 0, yz: 0}}}\n",
           friction);
  return command_file("swing.yaml", text);
}

static double torque(const char *friction, const char *q, const char *qd)
{
  double tau;
  command_result r = COMMAND(NULL, "id", robot(friction), "--q", q, "--qd", qd, "--format", "csv");
  if (r.code != 0) fail_msg("%s", r.err);
  const char *line = strchr(r.out, '\n');
  assert_non_null(line);
  assert_int_equal(sscanf(line + 1, "%lf", &tau), 1);
  command_free(&r);
  return tau;
}

static const char table[] =
    "{table: {velocity: [0, 10], position: [-1, 1], load: [0, 100], moment: [0, 100],\n"
    "  force: [[[[1, 3], [2, 4]], [[3, 5], [4, 6]]],\n"
    "          [[[11, 13], [12, 14]], [[13, 15], [14, 16]]]]}}";

/* The table is 2 + v + q + load/100 + moment/50. The bearing carries the weight across the axis, and its moment. */
static void a_file_s_table_reaches_the_torque(void **state)
{
  (void)state;
  const double c = cos(30 * 3.14159265358979323846 / 180), s = 0.5;
  for (int k = 0; k < 3; k++) {
    const double q = 0.4 * (k - 1), v = 0.5 + k;
    char position[32], speed[32];
    snprintf(position, sizeof position, "%.17g", q), snprintf(speed, sizeof speed, "%.17g", v);
    // in the base frame: weight up (0, s, c)·20 N, the bar towards its axis 0.4 v² · 2 N
    const double pull = 2 * 0.4 * v * v;
    const double fx = -pull * cos(q), fy = 20 * s - pull * sin(q), fz = 20 * c;
    const double nx = 0.4 * sin(q) * fz, ny = -0.4 * cos(q) * fz;
    const double smooth = torque("{}", position, speed);
    const double expected = 2 + v + q + hypot(fx, fy) / 100 + hypot(nx, ny) / 50;
    assert_true(fabs(torque(table, position, speed) - smooth - expected) < 1e-12);
  }
  // the other way round: against the motion, whichever it is
  assert_true(torque(table, "0.1", "-1") < torque("{}", "0.1", "-1"));
}

static void some_axes_may_be_left_out(void **state)
{
  (void)state;
  const double smooth = torque("{}", "0", "1");
  assert_true(fabs(torque("{table: {velocity: [0, 2], force: [3, 5]}}", "0", "1") - smooth - 4) < 1e-13);
  assert_true(
      fabs(torque("{table: {velocity: [0, 2], moment: [0, 100], force: [[3, 103], [5, 105]]}}", "0", "1") -
           smooth - 4 - 0.4 * 20 * cos(30 * 3.14159265358979323846 / 180)) < 1e-12);
}

static void faults_are_told_with_their_place(void **state)
{
  (void)state;
  static const struct {
    const char *friction, *says;
  } cases[] = {
      {"{table: {velocity: [0, 1], load: [0, 1], force: [1, 2]}}", "swing.yaml:9:"},
      {"{table: {velocity: [0, 1], load: [0, 1], force: [[1, 2], [3]]}}",
       "the table has 2 load and 1 forces for them; each has one"},
      {"{table: {velocity: [0, 1, 2], force: [1, 2]}}", "the table has 3 velocities and 2 forces for them"},
      {"{table: {velocity: [0, 1], load: [2, 1], force: [[1, 2], [3, 4]]}}",
       "the table is not monotone: its load must rise, and 1 comes after 2"},
      {"{table: {velocity: [0, 1], moment: [-1, 1], force: [[1, 2], [3, 4]]}}", "moment -1 is negative"},
      {"{table: {velocity: [0], force: [1]}}", "a table has at least two points, this has 1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    command_result r = COMMAND(NULL, "check", robot(cases[i].friction));
    assert_int_equal(r.code, 1);
    if (!strstr(r.out, cases[i].says)) fail_msg("\"%s\" is not in: %s", cases[i].says, r.out);
    command_free(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_s_table_reaches_the_torque),
      cmocka_unit_test(some_axes_may_be_left_out),
      cmocka_unit_test(faults_are_told_with_their_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
