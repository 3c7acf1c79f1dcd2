/* Wrong command lines get exactly one line on stderr, nothing on stdout, exit 2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

typedef struct {
  const char *says; /* the line, without its end */
  const char *words[12];
} wrong;

static void check_wrong(const wrong *list, size_t count)
{
  int failures = 0;
  for (size_t i = 0; i < count; i++) {
    command_result r = command_run("", list[i].words);
    char expected[600];
    snprintf(expected, sizeof expected, "%s\n", list[i].says);
    if (r.code != 2 || *r.out != '\0' || strcmp(r.err, expected) != 0) {
      failures++;
      print_error("case %zu (ulna %s %s ...): exit %d\n  expected %s  got      %s  out %.100s\n", i,
                  list[i].words[0], list[i].words[1] ? list[i].words[1] : "", r.code, expected, r.err, r.out);
    }
    command_free(&r);
  }
  assert_int_equal(failures, 0);
}

#define CHECK_WRONG(list) check_wrong(list, sizeof list / sizeof *list)

static void unknown_words_get_the_nearest_known_one(void **state)
{
  (void)state;
  static const wrong list[] = {
      {"ulna: there is no command \"fkk\"; the nearest is fk", {"fkk", "puma560"}},
      {"ulna: there is no command \"dance\"; see ulna --help", {"dance"}},
      {"ulna: there is no command \"\"; see ulna --help", {""}},
      {"ulna: unknown option --frobnicate; see ulna --help", {"--frobnicate"}},
      {"ulna help: there is no command \"jacobain\"; the nearest is jacobian", {"help", "jacobain"}},
      {"ulna fk: unknown option --formt; the nearest is --format", {"fk", "pendulum", "--formt", "csv"}},
      {"ulna fk: unknown option --Q; the nearest is --q", {"fk", "pendulum", "--Q=1"}},
      {"ulna fk: unknown option --frobnicate; see ulna fk --help", {"fk", "pendulum", "--frobnicate"}},
      {"ulna fk: unknown option -q; options have two dashes, see ulna fk --help",
       {"fk", "pendulum", "-q", "1"}},
      {"ulna fk: --format: unknown \"jsn\"; the nearest is json (known: text, csv, json)",
       {"fk", "pendulum", "--format", "jsn"}},
      {"ulna fk: --format: unknown \"xml\" (known: text, csv, json)", {"fk", "pendulum", "--format=xml"}},
      {"ulna fk: --accept: unknown \"triangle\"; the nearest is triangle_inequality (known: mass, positive_inertia, "
       "triangle_inequality, far)",
       {"fk", "pendulum", "--accept", "mass,triangle"}},
      {"ulna fk: there is no robot or file \"puma\"; the nearest built-in robot is puma560", {"fk", "puma"}},
      {"ulna fk: there is no robot or file \"pnada\"; the nearest built-in robot is panda", {"fk", "pnada"}},
      {"ulna fk: there is no robot or file \"zzzzzz\"; `ulna robots` lists those built in", {"fk", "zzzzzz"}},
      {"ulna fk: cannot read ./nowhere.yaml: No such file or directory", {"fk", "./nowhere.yaml"}},
      {"ulna fk: cannot read nowhere.yaml: No such file or directory", {"fk", "nowhere.yaml"}},
      {"ulna fk: --link: the robot has no link \"rdo\"; the nearest is \"rod\"",
       {"fk", "pendulum", "--link", "rdo"}},
      {"ulna fk: --link: the robot has no link \"elephant\"; ulna show lists them",
       {"fk", "pendulum", "--link", "elephant"}},
  };
  CHECK_WRONG(list);
}

static void missing_and_superfluous_words_are_told(void **state)
{
  (void)state;
  static const wrong list[] = {
      {"ulna fk: which robot? Name one of `ulna robots`, a .yaml or .json file or a .urdf file", {"fk"}},
      {"ulna fk: unexpected argument \"0.5\" after the robot (several numbers of one option go into quotes)",
       {"fk", "planar2r", "--q", "0", "0.5"}},
      {"ulna fk: --q needs a value: --q \"q1 ... qn\"", {"fk", "pendulum", "--q"}},
      {"ulna fk: --q needs a value: --q \"q1 ... qn\"", {"fk", "pendulum", "--q", "--all"}},
      {"ulna fk: --q is given twice", {"fk", "pendulum", "--q", "1", "--q=2"}},
      {"ulna fk: --all takes no value, but \"yes\" is given", {"fk", "pendulum", "--all=yes"}},
      {"ulna check: which file? ulna check FILE...", {"check"}},
      {"ulna robots: unexpected argument \"puma560\"", {"robots", "puma560"}},
      {"ulna help: unexpected argument \"ik\"", {"help", "fk", "ik"}},
      {"ulna fk: --q and --states exclude each other: put q1, q2, ... into the file",
       {"fk", "pendulum", "--states", "-", "--q", "1"}},
      {"ulna fk: --axes tool: a pose is given in the base frame or in the world",
       {"fk", "pendulum", "--axes", "tool"}},
      {"ulna ik: which pose? --pose \"16 numbers\", --xyz \"x y z\" --rpy \"r p y\", or --targets FILE",
       {"ik", "puma560"}},
      {"ulna ik: --rpy needs --xyz", {"ik", "puma560", "--rpy", "0 0 0"}},
      {"ulna ik: --pose and --xyz, --rpy exclude each other",
       {"ik", "puma560", "--pose", "1", "--xyz", "1 2 3"}},
      {"ulna ik: --targets and --pose, --xyz or --rpy exclude each other",
       {"ik", "puma560", "--targets", "-", "--xyz", "1 2 3"}},
      {"ulna ik: --weights are all 0: no direction counts",
       {"ik", "puma560", "--xyz", "1 2 3", "--weights", "0 0 0 0 0 0"}},
      {"ulna ik: --weights ask for an orientation, but none is given",
       {"ik", "puma560", "--xyz", "1 2 3", "--weights", "1 1 1 1 1 1"}},
      {"ulna ik: --starts must be a whole number from 1 to 1e9",
       {"ik", "puma560", "--xyz", "1 2 3", "--starts", "1.5"}},
      {"ulna ik: --tolerance must be positive", {"ik", "puma560", "--xyz", "1 2 3", "--tolerance", "0"}},
      {"ulna ik: the upper left 3x3 of the pose is no rotation",
       {"ik", "puma560", "--pose", "2 0 0 0  0 1 0 0  0 0 1 0"}},
      {"ulna ik: the last row of the pose must be 0 0 0 1",
       {"ik", "puma560", "--pose", "1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 2"}},
  };
  CHECK_WRONG(list);
}

static void numbers_are_counted_and_judged(void **state)
{
  (void)state;
  static const wrong list[] = {
      {"ulna fk: --q has 5 numbers, but the robot has 6 joints", {"fk", "puma560", "--q", "1 2 3 4 5"}},
      {"ulna fk: --q has 7 numbers, but the robot has 6 joints", {"fk", "puma560", "--q", "1,2,3,4,5,6,7"}},
      {"ulna fk: --q has 0 numbers, but the robot has 1 joint", {"fk", "pendulum", "--q", ""}},
      {"ulna fk: --q: number 2, \"abc\", is not a number", {"fk", "planar2r", "--q", "1 abc"}},
      {"ulna fk: --q: number 1, \"0x10\", is not a number", {"fk", "planar2r", "--q", "0x10 1"}},
      {"ulna fk: --q: number 1, \"1.2.3\", is not a number", {"fk", "pendulum", "--q", "1.2.3"}},
      {"ulna fk: --q: number 1, \"1e\", is not a number", {"fk", "pendulum", "--q", "1e"}},
      {"ulna fk: --q: number 1, \"--5\", is not a number", {"fk", "pendulum", "--q=--5"}},
      {"ulna fk: --q: number 1, \"pi/\", is not a number", {"fk", "pendulum", "--q", "pi/"}},
      {"ulna fk: --q: number 1, \"rad\", is not a number", {"fk", "pendulum", "--q", "rad"}},
      {"ulna fk: --q: number 2, \"rad\", is not a number", {"fk", "pendulum", "--q", "1 rad"}},
      {"ulna fk: --q: number 2 is not finite (nan)", {"fk", "planar2r", "--q", "1 nan"}},
      {"ulna fk: --q: number 1 is not finite (-inf)", {"fk", "planar2r", "--q", "-inf 2"}},
      {"ulna fk: --q: number 2 is not finite (1e999)", {"fk", "planar2r", "--q", "1 1e999"}},
      {"ulna fk: --q: number 1 is not finite (pi/0)", {"fk", "pendulum", "--q", "pi/0"}},
      {"ulna fk: --q: a number is missing before comma 2", {"fk", "planar2r", "--q", "1,,2"}},
      {"ulna fk: --q: a number is missing before comma 1", {"fk", "planar2r", "--q", ",1"}},
      {"ulna fk: --q: a number is missing after the last comma", {"fk", "planar2r", "--q", "1,2,"}},
      {"ulna fk: --q: number 3 is not an angle, so it cannot be in degrees",
       {"fk", "stanford", "--q", "0 0 90deg 0 0 0"}},
      {"ulna fk: --point has 2 numbers, but takes 3: \"x y z\"", {"fk", "pendulum", "--point", "1 2"}},
      {"ulna fk: --point: number 1 is not an angle, so it cannot be in degrees",
       {"fk", "pendulum", "--point", "1deg 2 3"}},
      {"ulna jacobian: --base has 10 numbers, but takes 9 or 12: \"wx wy wz ax ay az lx ly lz [vx vy vz]\"",
       {"jacobian", "pendulum", "--base", "1 2 3 4 5 6 7 8 9 10"}},
      {"ulna fk: --hold: \"finger\" is not of the form JOINT=VALUE", {"fk", "pendulum", "--hold", "finger"}},
      {"ulna fk: --hold finger: \"x\" is not a number", {"fk", "pendulum", "--hold", "finger=x"}},
  };
  CHECK_WRONG(list);
}

static void control_characters_do_not_break_the_line(void **state)
{
  (void)state;
  static const wrong list[] = {
      {"ulna: there is no command \"fk?bad\"; see ulna --help", {"fk\nbad"}},
      {"ulna fk: cannot read a?b.yaml: No such file or directory", {"fk", "a\033b.yaml"}},
  };
  CHECK_WRONG(list);
}

static void without_a_command_the_overview_goes_to_stderr(void **state)
{
  (void)state;
  const char *const none[] = {NULL};
  command_result r = command_run(NULL, none), help = COMMAND(NULL, "--help");
  assert_int_equal(r.code, 2);
  assert_string_equal(r.out, "");
  assert_string_equal(r.err, help.out);
  assert_int_equal(help.code, 0);
  command_free(&r);
  command_free(&help);
}

static void version_is_one_line(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "--version");
  assert_int_equal(r.code, 0);
  int a, b, c, end = 0;
  assert_int_equal(sscanf(r.out, "ulna %d.%d.%d\n%n", &a, &b, &c, &end), 3);
  assert_int_equal((size_t)end, strlen(r.out));
  command_free(&r);
}

/* Angles as degrees and multiples of pi are the same doubles as the numbers they stand for. */
static void angles_may_be_written_in_degrees_or_as_multiples_of_pi(void **state)
{
  (void)state;
  static const char *const same[][2] = {
      {"1.5707963267948966", "pi/2"},
      {"1.5707963267948966", "90deg"},
      {"1.5707963267948966", "90 deg"},
      {"-1.5707963267948966", "-pi/2"},
      {"2.0943951023931953", "2*pi/3"},
      {"2.0943951023931953", "2pi/3"},
      {"1e-3", "+.001"},
      {"1.5707963267948966", "  9.0e1 deg\t "},
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    command_result a = COMMAND(NULL, "fk", "pendulum", "--q", same[i][0], "--echo");
    command_result b = COMMAND(NULL, "fk", "pendulum", "--echo", "--q", same[i][1]);
    assert_int_equal(a.code, 0);
    assert_string_equal(a.out, b.out);
    command_free(&a);
    command_free(&b);
  }
}

static void options_that_do_not_enter_are_named(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "fk", "pendulum", "--wrench", "1 2 3 4 5 6", "--as-rpy");
  assert_int_equal(r.code, 0);
  assert_string_equal(r.err, "ulna fk: note: --wrench has no effect on fk\n");
  command_free(&r);
  r = COMMAND(NULL, "mass", "pendulum", "--qd", "1", "--wrench", "1 2 3 4 5 6", "--base",
              "0 0 0 0 0 0 0 0 0");
  assert_int_equal(r.code, 0);
  assert_string_equal(r.err, "ulna mass: note: --qd, --base, --wrench have no effect on mass\n");
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_words_get_the_nearest_known_one),
      cmocka_unit_test(missing_and_superfluous_words_are_told),
      cmocka_unit_test(numbers_are_counted_and_judged),
      cmocka_unit_test(control_characters_do_not_break_the_line),
      cmocka_unit_test(without_a_command_the_overview_goes_to_stderr),
      cmocka_unit_test(version_is_one_line),
      cmocka_unit_test(angles_may_be_written_in_degrees_or_as_multiples_of_pi),
      cmocka_unit_test(options_that_do_not_enter_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
