/* ulna ik: joint positions that bring the hand to a pose. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "numbers.h"
#include "pose.h"
#include "progress.h"
#include "session.h"
#include "ulna/inverse_kinematics.h"

enum { AS_MATRIX = 0, AS_RPY = 16, AS_START = 22 }; /* where a row's values stand: 4×4, xyz rpy, q1…qn */

typedef struct {
  robot robot;
  table_out out;
  csv_in csv;
  bool from_file, has_matrix, has_xyz, has_rpy, has_start_column;
  double *row; /* a target: the matrix, xyz and rpy, and where to start */
  double *q;
  bool started;
  ulna_ik_options options;
  double pose[16], position_error, orientation_error, iterations;
  long long failures;
} ik;

static int find_column(void *context, const char *name, char *why, size_t why_size)
{
  static const char *const rpy[6] = {"x", "y", "z", "roll", "pitch", "yaw"};
  const ik *k = context;
  for (int i = 0; i < 6; i++)
    if (strcmp(name, rpy[i]) == 0) return AS_RPY + i;
  int i, j;
  const char *end;
  if (strncmp(name, "pose_", 5) == 0 && (end = index_parse(name + 5, &i)) != NULL && *end == '_' &&
      (end = index_parse(end + 1, &j)) != NULL && *end == '\0' && i <= 4 && j <= 4)
    return AS_MATRIX + 4 * (i - 1) + j - 1;
  if (name[0] == 'q' && (end = index_parse(name + 1, &i)) != NULL && *end == '\0') {
    if (i <= k->robot.n) return AS_START + i - 1;
    snprintf(why, why_size, "the robot has only %d joints", k->robot.n);
    return -1;
  }
  snprintf(why, why_size,
           "unknown; known are x,y,z,roll,pitch,yaw or pose_1_1..pose_4_4, and q1..q%d to start from",
           k->robot.n);
  return -1;
}

static int count_columns(const ik *k, int from, int to)
{
  int count = 0;
  for (int c = 0; c < k->csv.column_count; c++) count += k->csv.target[c] >= from && k->csv.target[c] < to;
  return count;
}

static int open_targets(ik *k, const char *file)
{
  const int code = csv_open(&k->csv, file, "x,y,z,roll,pitch,yaw", find_column, k);
  k->from_file = true;
  if (code != DONE) return code;
  const int matrix = count_columns(k, 0, 12), last_row = count_columns(k, 12, 16);
  const int xyz = count_columns(k, 16, 19), rpy = count_columns(k, 19, 22);
  const int start = count_columns(k, AS_START, AS_START + k->robot.n);
  if ((matrix + last_row > 0) == (xyz + rpy > 0))
    return fail("%s: the header must have either x,y,z,roll,pitch,yaw or pose_1_1..pose_4_4",
                k->csv.lines.shown);
  if (matrix > 0 && (matrix != 12 || (last_row != 0 && last_row != 4)))
    return fail(
        "%s: the header has %d of the columns pose_1_1..pose_3_4; all 12 are needed, and all or none of "
        "pose_4_1..pose_4_4",
        k->csv.lines.shown, matrix);
  if (matrix == 0 && (xyz != 3 || (rpy != 0 && rpy != 3)))
    return fail("%s: the header needs x,y,z, and all or none of roll,pitch,yaw", k->csv.lines.shown);
  if (start != 0 && start != k->robot.n)
    return fail("%s: the header has %d of the columns q1..q%d", k->csv.lines.shown, start, k->robot.n);
  k->has_matrix = matrix > 0;
  k->has_xyz = xyz > 0;
  k->has_rpy = rpy > 0;
  k->has_start_column = start > 0;
  return DONE;
}

static int open_target(ik *k, const arguments *args)
{
  const bool pose = given(args, OPT_POSE), xyz = given(args, OPT_XYZ), rpy = given(args, OPT_RPY);
  if (given(args, OPT_TARGETS)) {
    if (pose || xyz || rpy) return fail("--targets and --pose, --xyz or --rpy exclude each other");
    return open_targets(k, args->value[OPT_TARGETS]);
  }
  if (pose && (xyz || rpy)) return fail("--pose and --xyz, --rpy exclude each other");
  if (rpy && !xyz) return fail("--rpy needs --xyz");
  if (!pose && !xyz)
    return fail("which pose? --pose \"16 numbers\", --xyz \"x y z\" --rpy \"r p y\", or --targets FILE");
  k->has_matrix = pose;
  k->has_xyz = xyz;
  k->has_rpy = rpy;
  int code = DONE;
  if (pose) code = option_numbers(args, OPT_POSE, NO_ANGLES, k->row + AS_MATRIX, 16, 12, NULL);
  if (xyz) code = option_numbers(args, OPT_XYZ, NO_ANGLES, k->row + AS_RPY, 3, 0, NULL);
  if (code == DONE && rpy) code = option_numbers(args, OPT_RPY, ANGLES, k->row + AS_RPY + 3, 3, 0, NULL);
  return code;
}

/* A whole number ≥ least. */
static int option_whole(const arguments *args, option_id id, double least, double *out)
{
  const int code = option_numbers(args, id, NO_ANGLES, out, 1, 0, NULL);
  if (code != DONE) return code;
  if (*out < least || *out > 1e9 || *out != (double)(long long)*out)
    return fail("--%s must be a whole number from %g to 1e9", options[id].name, least);
  return DONE;
}

static int open_options(ik *k, const arguments *args)
{
  ulna_ik_options *o = &k->options;
  *o = ulna_ik_options_default();
  o->ignore_limits = given(args, OPT_IGNORE_LIMITS);
  double x[6];
  int code = DONE;
  if (given(args, OPT_TOLERANCE)) {
    int found = 0;
    code = option_numbers(args, OPT_TOLERANCE, NO_ANGLES, x, 1, 2, &found);
    if (code != DONE) return code;
    o->position_tolerance = x[0];
    o->orientation_tolerance = found == 2 ? x[1] : x[0];
    if (!(o->position_tolerance > 0 && o->orientation_tolerance > 0))
      return fail("--tolerance must be positive");
  }
  if (given(args, OPT_STARTS)) {
    if ((code = option_whole(args, OPT_STARTS, 1, x)) != DONE) return code;
    o->starts = (int)x[0];
  }
  if (given(args, OPT_SEED)) {
    if ((code = option_whole(args, OPT_SEED, 0, x)) != DONE) return code;
    o->seed = (uint64_t)x[0];
  }
  if (!k->has_matrix && !k->has_rpy) {
    // a position alone: any orientation will do
    o->weight[0] = o->weight[1] = o->weight[2] = 0;
  }
  if (given(args, OPT_WEIGHTS)) {
    code = option_numbers(args, OPT_WEIGHTS, NO_ANGLES, o->weight, 6, 0, NULL);
    if (code != DONE) return code;
    double sum = 0;
    for (int i = 0; i < 6; i++) {
      if (o->weight[i] < 0) return fail("--weights must not be negative");
      sum += o->weight[i];
    }
    if (sum == 0) return fail("--weights are all 0: no direction counts");
    if (!k->has_matrix && !k->has_rpy && o->weight[0] + o->weight[1] + o->weight[2] > 0)
      return fail("--weights ask for an orientation, but none is given");
  }
  if (given(args, OPT_START)) {
    code = option_joint_numbers(args, OPT_START, JOINTS, k->robot.turns, k->row + AS_START, k->robot.n);
    if (code == DONE && k->has_start_column)
      code = fail("--start and columns q1.. in the file exclude each other");
    k->started = true;
  }
  return code;
}

/* The row's target as a pose; false if its matrix is none. */
static bool target_pose(const ik *k, ulna_pose *target)
{
  if (!k->has_matrix) {
    *target = ulna_pose_from_rpy(k->row + AS_RPY, k->row + AS_RPY + 3);
    return true;
  }
  const double *m = k->row + AS_MATRIX;
  for (int i = 0; i < 3; i++) {
    memcpy(target->R[i], m + 4 * i, 3 * sizeof(double));
    target->p[i] = m[4 * i + 3];
  }
  return m[12] == 0 && m[13] == 0 && m[14] == 0 && m[15] == 1;
}

static int solve(ik *k, long long number)
{
  char where[64] = "";
  if (k->from_file) snprintf(where, sizeof where, "%.40s:%lld: ", k->csv.lines.shown, k->csv.lines.number);
  ulna_pose target;
  if (!target_pose(k, &target)) return fail("%sthe last row of the pose must be 0 0 0 1", where);
  const int n = k->robot.n;
  double *start = k->started || k->has_start_column ? k->row + AS_START : NULL;
  ulna_ik_outcome result;
  const ulna_status status =
      ulna_inverse_kinematics(k->robot.model, k->robot.work, &k->options, &target, start, k->q, &result);
  if (status != ULNA_OK && status != ULNA_NOT_CONVERGED) {
    if (status == ULNA_INVALID_ARGUMENT)
      return fail("%sthe upper left 3x3 of the pose is no rotation", where);
    if (status == ULNA_UNSUPPORTED)
      return fail("ulna ik does not support joints that follow others, and this robot has one");
    return fail("%starget %lld: %s", where, number, ulna_status_text(status));
  }
  if (status == ULNA_NOT_CONVERGED) {
    k->failures++;
    memcpy(k->q, result.q, (size_t)n * sizeof(double));
  } else if (!k->has_start_column) {
    // the next target starts where this one ended
    memcpy(k->row + AS_START, k->q, (size_t)n * sizeof(double));
    k->started = true;
  }
  pose_to_matrix(&result.pose, k->pose);
  k->position_error = result.position_error;
  k->orientation_error = result.orientation_error;
  k->iterations = result.iterations;
  k->out.quantities[0].text = status == ULNA_OK ? "solved" : "not reached";
  if (status != ULNA_OK)
    note("%snot reached: the closest pose found is %.6g m and %.6g rad away", where, k->position_error,
         k->orientation_error);
  return records_write(&k->out);
}

static int run_targets(ik *k)
{
  if (!k->from_file) return solve(k, 1);
  int got, code = DONE;
  for (long long number = 1; code == DONE && (got = csv_next(&k->csv, k->row)) > 0; number++) {
    progress_show(number, lines_fraction(&k->csv.lines));
    code = solve(k, number);
  }
  progress_clear();
  return code == DONE && got < 0 ? BAD : code;
}

int run_ik(const arguments *args)
{
  ik k = {.row = NULL};
  records_open(&k.out, args);
  int code = robot_open(&k.robot, args);
  const int n = k.robot.n;
  k.row = records_memory(&k.out, AS_START + (size_t)n, sizeof(double));
  k.row[15] = 1;
  k.q = records_memory(&k.out, (size_t)n, sizeof(double));
  if (code == DONE) code = open_target(&k, args);
  if (code == DONE) code = open_options(&k, args);
  if (code == DONE) {
    records_add(&k.out, "status", 0, 0, 0, 0, NULL)->text = "";
    records_add(&k.out, "q", 1, n, 0, 0, k.q);
    records_add(&k.out, "position_error", 0, 0, 0, 0, &k.position_error);
    records_add(&k.out, "orientation_error", 0, 0, 0, 0, &k.orientation_error);
    records_add(&k.out, "iterations", 0, 0, 0, 0, &k.iterations);
    records_add(&k.out, "pose", 2, 4, 4, 0, k.pose);
    code = run_targets(&k);
  }
  if (code == DONE) {
    const int ended = records_end(&k.out);
    if (ended != DONE) code = ended;
    if (k.failures > 0) code = FOUND;
  }
  records_close(&k.out);
  if (k.from_file) csv_close(&k.csv);
  robot_close(&k.robot);
  return code;
}
