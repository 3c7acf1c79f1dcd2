/* The command on robots with joints that follow others: what may be left out, what is told, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

#define ARM ULNA_TEST_DATA "/urdf/arms/mimic_in_the_chain.urdf"

static void says(const command_result *r, int code, const char *words)
{
  if (r->code != code || !strstr(r->err, words)) fail_msg("status %d, said: %s", r->code, r->err);
}

static void followers_may_be_left_out(void **state)
{
  (void)state;
  command_result few = COMMAND(NULL, "id", ARM, "--q", "0.1 0.4 0.3", "--qd", "1 2 3", "--quiet");
  command_result all = COMMAND(NULL, "id", ARM, "--q", "0.1 0.4 -0.4 0.3", "--qd", "1 2 -2 3", "--quiet");
  command_result file =
      COMMAND("q1,q2,q4,qd1,qd2,qd4\n0.1,0.4,0.3,1,2,3\n", "id", ARM, "--states", "-", "--quiet");
  assert_int_equal(few.code, 0);
  assert_string_equal(few.out, all.out);
  assert_string_equal(few.out, file.out);
  command_free(&few), command_free(&all), command_free(&file);
}

static void a_follower_elsewhere_is_refused(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "id", ARM, "--q", "0.1 0.4 0.4 0.3");
  says(&r, 2, "joint 3, \"joint_3\", follows \"joint_2\": it is at -0.4 then, not 0.4; leave it out");
  command_free(&r);
  r = COMMAND("q2,q3\n0.4,0.4\n", "gravity", ARM, "--states", "-");
  says(&r, 2, "<stdin>:2: q: joint 3, \"joint_3\", follows \"joint_2\"");
  command_free(&r);
  r = COMMAND(NULL, "id", ARM, "--q", "0.1 0.4");
  says(&r, 2, "--q has 2 numbers, but the robot has 4 joints, of which 3 move by themselves");
  command_free(&r);
}

static void what_takes_joints_as_free_is_refused(void **state)
{
  (void)state;
  static const char *const lines[][6] = {{"id", ARM, "--links-only", NULL},
                                         {"mass", ARM, "--method", "lagrange", NULL},
                                         {"udut", ARM, NULL},
                                         {"noc", ARM, NULL},
                                         {"regressor", ARM, NULL},
                                         {"regressor", ARM, "--base", NULL}};
  for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
    command_result r = command_run(NULL, lines[k]);
    says(&r, 2, "does not support joints that follow others, but 1 of this robot's follows another");
    command_free(&r);
  }
  command_result r = COMMAND(NULL, "id", ARM, "--derivatives");
  says(&r, 2, "joints that follow others are not supported here");
  command_free(&r);
  r = COMMAND(NULL, "ik", ARM, "--pose", "1 0 0 0 0 1 0 0 0 0 1 1");
  says(&r, 2, "ulna ik does not support joints that follow others");
  command_free(&r);
}

static void show_and_notes_tell_who_follows_whom(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "show", ARM);
  assert_non_null(strstr(r.out, "3  joint_3  -1 joint_2"));
  command_free(&r);
  r = COMMAND(NULL, "gravity", ARM);
  assert_non_null(strstr(r.err, "joints follow others: \"joint_3\" = -1 \"joint_2\""));
  command_free(&r);
}

/* A scenario moves such an arm by its joints; lines of the hand are refused with the reason. */
static void scenarios_take_followers(void **state)
{
  (void)state;
  char text[1000];
  static const char form[] =
      "ulna_scenario: 1\nname: mimic\nrobot: %s\nstart: {q: %s}\nduration: 1.5\nintegrator: {method: rk4, step: 1.0e-3}\n"
      "controller: {kind: unified, period: 0.001}\ntrajectory:\n  - %s\n";
  static const struct {
    const char *start, *motion, *told;
  } cases[] = {{"[0.1, 0.3, 0.2]", "move: {to: {joint_2: 0.8}, duration: 1}", NULL},
               {"{joint_2: 0.3}", "move: {to: [0, 0.5, 0.1], duration: 1}", NULL},
               {"[0.1, 0.3, 0.3, 0.2]", "move: {to: {joint_2: 0.8}, duration: 1}",
                "joint \"joint_3\" follows \"joint_2\": it is -0.3 then, not 0.3; leave it out"},
               {"[0.1, 0.3, 0.2]", "line: {by: [0.01, 0, 0], duration: 1}",
                "motions of the hand do not support joints that follow others"}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    snprintf(text, sizeof text, form, ARM, cases[k].start, cases[k].motion);
    const char *file = command_file("mimic.yaml", text);
    command_result r = COMMAND(NULL, "simulate", file, "--allow-outside");
    if (cases[k].told) {
      says(&r, 2, cases[k].told);
    } else {
      if (r.code != 0) fail_msg("%s%s", r.out, r.err);
      assert_null(strstr(r.out, "warning"));
    }
    command_free(&r);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(followers_may_be_left_out),
      cmocka_unit_test(a_follower_elsewhere_is_refused),
      cmocka_unit_test(what_takes_joints_as_free_is_refused),
      cmocka_unit_test(show_and_notes_tell_who_follows_whom),
      cmocka_unit_test(scenarios_take_followers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
