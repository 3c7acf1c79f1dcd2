/* Inverse kinematics on every built-in arm of six and seven joints: 1,000 poses that can be reached, drawn
 * evenly between the joints' limits, from starts drawn alike. At least 99.5 % must come out to 1e-10; the
 * rate, the median times (the first solution found; the nearest; along a path) and how often the nearest of a
 * long search was found are printed. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/numbers.h"
#include "dynamics/rotation.h"
#include "support/chain.h"

enum { POSES = 1000, MOST = 7 };

static double median(double x[], size_t count)
{
  qsort(x, count, sizeof x[0], rising);
  return x[count / 2];
}

static void draw_joints(const ulna_model *model, uint64_t *state, double q[])
{
  const double pi = 3.141592653589793;
  for (int i = 0; i < ulna_model_joint_count(model); i++) {
    const ulna_limits *l = &ulna_model_joint(model, i + 1)->limits;
    q[i] = chain_random(state, isfinite(l->lower) ? l->lower : -pi, isfinite(l->upper) ? l->upper : pi);
  }
}

// How far q is from the target, in m and rad, whichever is more; infinite outside the limits.
static double error_at(const ulna_model *model, ulna_work *work, const double q[], const ulna_pose *target)
{
  ulna_pose pose;
  mat3 D;
  for (int i = 0; i < ulna_model_joint_count(model); i++) {
    const ulna_limits *l = &ulna_model_joint(model, i + 1)->limits;
    if (!(q[i] >= l->lower && q[i] <= l->upper)) return HUGE_VAL;
  }
  ulna_hand_pose(model, work, q, &pose);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      D.e[i][j] = 0;
      for (int k = 0; k < 3; k++) D.e[i][j] += pose.R[i][k] * target->R[j][k];
    }
  const vec3 phi = rotation_log(&D);
  const double d[3] = {pose.p[0] - target->p[0], pose.p[1] - target->p[1], pose.p[2] - target->p[2]};
  return fmax(sqrt(vec3_dot(phi, phi)), sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
}

typedef struct {
  int solved;
  double worst, median_time;
} outcome;

// `spread`: starts this near to the joint positions the pose was made of, in every joint; infinite: anywhere.
static outcome solve_all(const ulna_model *model, int further, double spread)
{
  static double times[POSES];
  ulna_work *work = chain_work(model);
  ulna_ik_options options = ulna_ik_options_default();
  options.further = further;
  outcome o = {0};
  uint64_t state = 2026;
  for (int k = 0; k < POSES; k++) {
    double q[MOST], start[MOST], found[MOST];
    ulna_pose target;
    draw_joints(model, &state, q), draw_joints(model, &state, start);
    for (int i = 0; i < ulna_model_joint_count(model); i++)
      start[i] = fmin(fmax(start[i], q[i] - spread), q[i] + spread);
    ulna_hand_pose(model, work, q, &target);
    const double before = clock_seconds();
    const ulna_status status = ulna_inverse_kinematics(model, work, &options, &target, start, found, NULL);
    times[k] = 1e6 * (clock_seconds() - before);
    if (status != ULNA_OK) continue;
    const double error = error_at(model, work, found, &target);
    o.worst = fmax(o.worst, error);
    o.solved += error <= 1e-10;
  }
  o.median_time = median(times, POSES);
  ulna_work_destroy(work);
  return o;
}

// In how many of 100 the default search finds a solution as near as one of 300 starts more does.
static int nearest_found(const ulna_model *model)
{
  ulna_work *work = chain_work(model);
  const int n = ulna_model_joint_count(model);
  uint64_t state = 7;
  int as_near = 0;
  for (int k = 0; k < 100; k++) {
    double q[MOST], start[MOST], found[2][MOST], distance[2] = {0, 0};
    ulna_pose target;
    draw_joints(model, &state, q), draw_joints(model, &state, start);
    ulna_hand_pose(model, work, q, &target);
    ulna_ik_options options = ulna_ik_options_default();
    if (ulna_inverse_kinematics(model, work, &options, &target, start, found[0], NULL) != ULNA_OK) continue;
    options.further = 300, options.starts = 400, options.seed = 1;
    if (ulna_inverse_kinematics(model, work, &options, &target, start, found[1], NULL) != ULNA_OK) continue;
    for (int s = 0; s < 2; s++)
      for (int i = 0; i < n; i++) distance[s] += pow(found[s][i] - start[i], 2);
    as_near += sqrt(distance[0]) <= sqrt(distance[1]) + 1e-3;
  }
  ulna_work_destroy(work);
  return as_near;
}

static void reachable_poses_are_reached_by_every_built_in_arm_of_six_and_seven_joints(void **state)
{
  (void)state;
  static const char *const expected[] = {"puma560", "puma560_feasible", "stanford", "manutec_r3", "ur5e",
                                         "panda",   "panda_hand"};
  size_t seen = 0;
  print_message("%-18s %12s %9s   median us: first, nearest, on a path   nearest of 400 starts\n", "",
                "solved", "worst");
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *model = NULL;
    const char *key = ulna_robot_get(r)->key;
    assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
    if (ulna_model_joint_count(model) >= 6) {
      const outcome first = solve_all(model, 0, HUGE_VAL), nearest = solve_all(model, 10, HUGE_VAL);
      const outcome path = solve_all(model, 10, 0.01);
      print_message("%-18s %5d, %5d %9.1e   %20.1f %8.1f %9.1f   %16d %%\n", key, first.solved,
                    nearest.solved, fmax(first.worst, nearest.worst), first.median_time, nearest.median_time,
                    path.median_time, nearest_found(model));
      assert_true(first.solved >= 0.995 * POSES && nearest.solved >= 0.995 * POSES);
      assert_true(path.solved >= 0.999 * POSES);
      assert_true(fmax(first.worst, nearest.worst) <= 1e-10);  // what is called solved is solved
      for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) seen += strcmp(key, expected[k]) == 0;
    }
    ulna_model_destroy(model);
  }
  assert_int_equal(seen, sizeof expected / sizeof expected[0]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reachable_poses_are_reached_by_every_built_in_arm_of_six_and_seven_joints)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
