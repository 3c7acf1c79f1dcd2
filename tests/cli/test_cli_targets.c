/* ulna ik --targets: poses from a file, in each way a header may write them; what a file cannot say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/command.h"

/* The number in this column (from 1) of a CSV's line (0: the header). */
static double cell(const char *csv, int line, int column)
{
  for (; line > 0; line--) {
    csv = strchr(csv, '\n');
    assert_non_null(csv);
    csv++;
  }
  for (; column > 1; column--) {
    csv = strchr(csv, ',');
    assert_non_null(csv);
    csv++;
  }
  return strtod(csv, NULL);
}

static int lines_of(const char *text)
{
  int lines = 0;
  for (; *text; text++) lines += *text == '\n';
  return lines;
}

/* Poses that fk gives come back as the positions they were made of, by whole matrices, rows of three, and angles. Each is
 * found from the one before it: the branch is that of the first, which starts near by. */
static void poses_of_a_file_are_reached(void **state)
{
  (void)state;
  static const char *const states =
      "q1,q2,q3,q4,q5,q6\n0.1,0.6,-1.4,0.2,0.7,0.3\n0.15,0.65,-1.35,0.2,0.75,0.3\n0.2,0.7,-1.3,0.3,0.8,0.2\n";
  const char *start = "0.1 0.6 -1.4 0.2 0.7 0.3";
  for (int as_rpy = 0; as_rpy < 2; as_rpy++) {
    command_result poses = as_rpy ? COMMAND(states, "fk", "puma560", "--as-rpy", "--states", "-")
                                  : COMMAND(states, "fk", "puma560", "--states", "-");
    assert_int_equal(poses.code, 0);
    command_result r = COMMAND(poses.out, "ik", "puma560", "--targets", "-", "--start", start);
    assert_string_equal(r.err, "");
    assert_int_equal(r.code, 0);
    assert_int_equal(lines_of(r.out), 4);
    for (int line = 1; line <= 3; line++) {
      assert_non_null(strstr(r.out, "solved,"));
      for (int i = 0; i < 6; i++) {
        const double expected = cell(states, line, i + 1);
        // the tolerance of a solution is 1e-9 m and rad; joints near a wrist's singularity magnify it, here by less than 10
        assert_true(fabs(cell(r.out, line, i + 2) - expected) < 1e-8);
      }
    }
    command_free(&poses);
    command_free(&r);
  }
}

/* Columns q1.. are where each target's search starts: of two postures with one pose, the near one is found. */
static void each_target_may_say_where_to_start(void **state)
{
  (void)state;
  static const char *const targets = "x,y,z,q1,q2\n0.9,0.9,0,0,1.5\n0.9,0.9,0,1.5,-1.5\n0.9,0.9,0,0,1.5\n";
  command_result r = COMMAND(targets, "ik", "planar2r", "--targets", "-");
  assert_int_equal(r.code, 0);
  assert_true(cell(r.out, 1, 3) > 0.5 && cell(r.out, 2, 3) < -0.5 && cell(r.out, 3, 3) > 0.5);
  assert_true(cell(r.out, 1, 2) == cell(r.out, 3, 2));
  command_free(&r);
}

/* A target out of reach is told with its line, the nearest posture is given, the rest goes on, and the status is 1. */
static void what_is_not_reached_is_told_with_its_line(void **state)
{
  (void)state;
  command_result r = COMMAND("x,y,z\n0.5,0.5,0\n9,0,0\n0.5,0.4,0\n", "ik", "planar2r", "--targets", "-");
  assert_int_equal(r.code, 1);
  assert_string_equal(
      r.err, "ulna ik: note: <stdin>:3: not reached: the closest pose found is 7.2 m and 0 rad away\n");
  assert_int_equal(lines_of(r.out), 4);
  assert_non_null(strstr(r.out, "\nnot reached,"));
  assert_true(fabs(cell(r.out, 2, 4) - 7.2) < 1e-9);  // two links of 0.9 m each, stretched
  assert_non_null(strstr(strstr(r.out, "not reached,"), "\nsolved,"));
  command_free(&r);
}

static void what_a_file_of_targets_lacks_is_said(void **state)
{
  (void)state;
  static const struct {
    const char *words, *file;
  } faults[] = {
      {"<stdin>: the file is empty; it must begin with a header such as x,y,z,roll,pitch,yaw", ""},
      {"<stdin>: the header must have either x,y,z,roll,pitch,yaw or pose_1_1..pose_4_4", "q1,q2\n0,0\n"},
      {"<stdin>: the header must have either x,y,z,roll,pitch,yaw or pose_1_1..pose_4_4",
       "x,y,z,pose_1_1\n0,0,0,1\n"},
      {"<stdin>: the header has 2 of the columns pose_1_1..pose_3_4; all 12 are needed, and all or none of "
       "pose_4_1..pose_4_4",
       "pose_1_1,pose_1_2\n1,0\n"},
      {"<stdin>: the header needs x,y,z, and all or none of roll,pitch,yaw", "x,y,z,roll\n0,0,0,0\n"},
      {"<stdin>: the header needs x,y,z, and all or none of roll,pitch,yaw", "x,y\n0,0\n"},
      {"<stdin>: the header has 1 of the columns q1..q2", "x,y,z,q1\n0,0,0,0\n"},
      {"<stdin>:1:7: column \"q3\": the robot has only 2 joints", "x,y,z,q3\n0,0,0,0\n"},
      {"unknown; known are x,y,z,roll,pitch,yaw or pose_1_1..pose_4_4, and q1..q2 to start from",
       "x,y,z,speed\n0,0,0,0\n"},
      {"<stdin>:2: the last row of the pose must be 0 0 0 1",
       "pose_1_1,pose_1_2,pose_1_3,pose_1_4,pose_2_1,pose_2_2,pose_2_3,pose_2_4,pose_3_1,pose_3_2,pose_3_3,"
       "pose_3_4,pose_4_1,pose_4_2,pose_4_3,pose_4_4\n1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,2\n"},
      {"<stdin>:2: the upper left 3x3 of the pose is no rotation",
       "pose_1_1,pose_1_2,pose_1_3,pose_1_4,pose_2_1,pose_2_2,pose_2_3,pose_2_4,pose_3_1,pose_3_2,pose_3_3,"
       "pose_3_4\n2,0,0,1,0,1,0,0,0,0,1,0\n"},
      {"<stdin>:2:5: field 3, \"far\", is not a number", "x,y,z\n0,0,far\n"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    command_result r = COMMAND(faults[i].file, "ik", "planar2r", "--targets", "-");
    if (r.code != 2 || !strstr(r.err, faults[i].words))
      fail_msg("fault %zu: status %d, %s", i, r.code, r.err);
    command_free(&r);
  }
  command_result r =
      COMMAND("x,y,z,q1,q2\n0,0,0,0,0\n", "ik", "planar2r", "--targets", "-", "--start", "0 0");
  assert_int_equal(r.code, 2);
  assert_non_null(strstr(r.err, "--start and columns q1.. in the file exclude each other"));
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(poses_of_a_file_are_reached),
      cmocka_unit_test(each_target_may_say_where_to_start),
      cmocka_unit_test(what_is_not_reached_is_told_with_its_line),
      cmocka_unit_test(what_a_file_of_targets_lacks_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
