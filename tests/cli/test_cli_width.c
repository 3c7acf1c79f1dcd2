/* Text for people keeps to 80 columns: every command on every built-in robot, summaries of runs, and all help. Messages of `check`,
 * one line each for programs to read, are not text of this kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"
#include "ulna/robots.h"

enum { PAGE = 80 };

/* Characters of UTF-8, not bytes. */
static int width_of(const char *line, size_t bytes)
{
  int width = 0;
  for (size_t k = 0; k < bytes; k++) width += (line[k] & 0xc0) != 0x80;
  return width;
}

static int too_wide, looked_at;

static void measure(const char *const arguments[])
{
  command_result r = command_run(NULL, arguments);
  looked_at++;
  if (!*r.out)
    fail_msg("ulna %s %s: nothing to measure: %s", arguments[0], arguments[1] ? arguments[1] : "", r.err);
  for (const char *line = r.out; *line;) {
    const size_t length = strcspn(line, "\n");
    const int width = width_of(line, length);
    if (width > PAGE && too_wide++ < 20)
      print_error("ulna %s %s: %d columns: %.*s\n", arguments[0], arguments[1] ? arguments[1] : "", width,
                  (int)length, line);
    line += length + (line[length] == '\n');
  }
  command_free(&r);
}
#define MEASURE(...) measure((const char *const[]){__VA_ARGS__, NULL})

static void every_command_fits_for_every_robot(void **state)
{
  (void)state;
  static const char *const plain[] = {"fk", "jacobian", "id", "fd", "mass", "coriolis", "gravity"};
  static const char *const links[] = {"udut", "noc"};
  too_wide = looked_at = 0;
  for (int r = 0; r < ulna_robot_count(); r++) {
    const char *robot = ulna_robot_get(r)->key;
    MEASURE("show", robot);
    for (size_t k = 0; k < sizeof plain / sizeof plain[0]; k++) MEASURE(plain[k], robot, "--format", "text");
    for (size_t k = 0; k < sizeof links / sizeof links[0]; k++)
      MEASURE(links[k], robot, "--format", "text", "--links-only");
    MEASURE("udut", robot, "--explain", "--links-only");
    MEASURE("coriolis", robot, "--christoffel", "--links-only", "--format", "text");
    MEASURE("id", robot, "--parts", "--derivatives", "--links-only", "--format", "text");
    MEASURE("drives", robot, "--format", "text");
    if (r == 0 || ulna_robot_find("scara") == ulna_robot_get(r))
      MEASURE("drives", robot, "--range", "--format", "text");
    MEASURE("resolve", robot, "--twist", "0 0 0 0.1 0 0", "--format", "text");
  }
  MEASURE("show", ULNA_TEST_DATA "/urdf/arms/yumi_like.urdf", "--tip-link", "left/link_7");
  MEASURE("show", ULNA_TEST_DATA "/urdf/arms/mobile_manipulator.urdf");
  MEASURE("robots");
  print_message("%d outputs\n", looked_at);
  assert_int_equal(too_wide, 0);
}

static void comparisons_and_runs_fit(void **state)
{
  (void)state;
  static const char *const scenarios[] = {"irb6_currents", "puma560_pick_and_place_felt", "double_pendulum"};
  too_wide = 0;
  MEASURE("compare", "panda", "--format", "text");
  MEASURE("compare", "scara", "--forward", "--format", "text");
  MEASURE("compare", "--control", "--format", "text");
  MEASURE("compare", "--papers", "--format", "text");
  for (size_t k = 0; k < sizeof scenarios / sizeof scenarios[0]; k++)
    MEASURE("simulate", scenarios[k], "--duration", "0.5");
  MEASURE("simulate", "puma560_pick_and_place", "--compare", "--duration", "0.2");
  assert_int_equal(too_wide, 0);
}

static void help_fits(void **state)
{
  (void)state;
  too_wide = 0;
  command_result overview = COMMAND(NULL, "help");
  int commands = 0;
  for (const char *line = strstr(overview.out, "\nCommands\n"); line && (line = strstr(line, "\n  "));
       line++) {
    char name[40];
    if (line[3] == ' ' || sscanf(line + 3, "%39[a-z]", name) != 1) continue;
    MEASURE(name, "--help");
    commands++;
  }
  command_free(&overview);
  MEASURE("help");
  MEASURE("help", "states");
  assert_true(commands >= 19);
  assert_int_equal(too_wide, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_command_fits_for_every_robot),
      cmocka_unit_test(comparisons_and_runs_fit),
      cmocka_unit_test(help_fits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
