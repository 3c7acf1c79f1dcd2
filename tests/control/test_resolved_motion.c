/* Resolved motion: the rule for singular postures, damped least squares, spare joints, limits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "support/arm.h"
#include "support/chain.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"
#include "work/work.h"

enum { MOST = 16 };

static const double pi = 3.14159265358979323846;

typedef struct {
  ulna_model *model;
  ulna_work *work;
  ulna_resolver *resolver;
  int n;
} arm;

static arm arm_of(ulna_model *model, const ulna_resolve_options *options)
{
  arm a = {model, chain_work(model), NULL, ulna_model_joint_count(model)};
  assert_in_range(a.n, 1, MOST);
  assert_int_equal(ulna_resolver_create(model, options, NULL, &a.resolver), ULNA_OK);
  return a;
}
static ulna_model *robot(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}
static ulna_model *random_chain(uint64_t *seed, int n)
{
  ulna_joint joints[MOST];
  for (int i = 0; i < n; i++) {
    joints[i] = chain_random_joint(seed);
    joints[i].limits = (ulna_limits){-HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
  }
  const ulna_pose tool = chain_random_pose(seed);
  return chain_model(ULNA_AXIS, n, joints, NULL, &tool);
}
static void done(arm *a)
{
  ulna_resolver_destroy(a->resolver);
  ulna_work_destroy(a->work);
  ulna_model_destroy(a->model);
}

static ulna_resolve_options damped(void)
{
  ulna_resolve_options o = ulna_resolve_options_default();
  o.method = ULNA_RESOLVE_DAMPED;
  return o;
}

static void draw(uint64_t *seed, double range, int count, double x[])
{
  for (int i = 0; i < count; i++) x[i] = chain_random(seed, -range, range);
}

static double norm(const double x[], int count)
{
  double sum = 0;
  for (int k = 0; k < count; k++) sum += x[k] * x[k];
  return sqrt(sum);
}

/* The hand's acceleration with these joint accelerations, by a route of its own. */
static void hand_acceleration(const arm *a, const double q[], const double qd[], const double qdd[],
                              double out[6])
{
  ulna_point_motion(a->model, a->work, NULL, ULNA_AXES_BASE, q, qd, qdd, NULL, out);
}
static void hand_twist(const arm *a, const double q[], const double qd[], double out[6])
{
  const double none[MOST] = {0};
  ulna_point_motion(a->model, a->work, NULL, ULNA_AXES_BASE, q, qd, none, out, NULL);
}

static void accelerate(const arm *a, const double q[], const double qd[], const double asked[6],
                       const double previous[], const double preferred[], double qdd[],
                       ulna_resolve_outcome *o)
{
  assert_int_equal(ulna_resolve_acceleration(a->resolver, a->work, q, qd, asked, previous, preferred, qdd, o),
                   ULNA_OK);
}
static void move(const arm *a, const double q[], const double twist6[6], const double previous[],
                 const double preferred[], double qd[], ulna_resolve_outcome *o)
{
  assert_int_equal(ulna_resolve_rate(a->resolver, a->work, q, twist6, previous, preferred, qd, o), ULNA_OK);
}

/* ---- the sweep that both methods start from ---- */

static void one_sweep_gives_jacobian_rate_and_pose_on_every_robot_and_path(void **state)
{
  (void)state;
  for (int k = 0; k < ulna_robot_count() + 30; k++) {
    uint64_t seed = 7 + (uint64_t)k;
    const bool built_in = k < ulna_robot_count();
    arm a = arm_of(built_in ? robot(ulna_robot_get(k)->key) : random_chain(&seed, 1 + k % 9), NULL);
    double q[MOST], qd[MOST], J[6 * MOST], D[6 * MOST], turned[6 * MOST], rate[6], twist6[6], found[6];
    draw(&seed, 3, a.n, q), draw(&seed, 3, a.n, qd);
    ulna_pose pose;
    ulna_hand_pose(a.model, a.work, q, &pose);
    ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_BASE, q, J);
    ulna_jacobian_rate(a.model, a.work, NULL, ULNA_AXES_BASE, q, qd, rate);
    hand_twist(&a, q, qd, twist6);
    for (int p = 0; ulna_fast_paths(p); p++) {
      hand_motion hand;
      ulna_fast_paths(p)->hand_motion(&a.work->fast, &a.model->tables->frame0, a.model->tables->tool, q, qd,
                                      D, &hand);
      for (int i = 0; i < a.n; i++)
        for (int r = 0; r < 6; r++) turned[r * a.n + i] = D[6 * i + r];
      // the same sums in another order: a few roundings a link
      assert_true(arm_difference(turned, J, 6 * a.n, 1) < 1e-14);
      vec3_store(hand.wd, found), vec3_store(hand.a, found + 3);
      assert_true(arm_difference(found, rate, 6, 1) < 1e-14);
      vec3_store(hand.w, found), vec3_store(hand.v, found + 3);
      assert_true(arm_difference(found, twist6, 6, 1) < 1e-14);
      vec3_store(hand.p, found);
      assert_true(arm_difference(found, pose.p, 3, 1) < 1e-14);
    }
    done(&a);
  }
}

/* ---- elimination ---- */

static void six_joints_meet_any_hand_motion(void **state)
{
  (void)state;
  int regular = 0;  // more than three slides are not
  for (int damp = 0; damp < 2; damp++)
    for (uint64_t first = 1; first <= 40; first++) {
      uint64_t seed = first;
      ulna_resolve_options options = ulna_resolve_options_default();
      options.method = damp ? ULNA_RESOLVE_DAMPED : ULNA_RESOLVE_ELIMINATION;
      options.damping = 1e-3;
      arm a = arm_of(random_chain(&seed, 6), &options);
      double q[6], qd[6], asked[6], x[6], met[6];
      ulna_resolve_outcome o;
      draw(&seed, 3, 6, q), draw(&seed, 2, 6, qd), draw(&seed, 5, 6, asked);
      accelerate(&a, q, qd, asked, NULL, NULL, x, &o);
      hand_acceleration(&a, q, qd, x, met);
      if (o.rank == 6) {  // rounding of sums as large as x, lever arms to 3 m
        const double large = 3e-14 * (1 + norm(x, 6)) / (damp ? fmin(1, o.smallest) : 1);
        for (int r = 0; r < 6; r++)
          if (!(fabs(met[r] - asked[r]) <= large)) fail_msg("seed %d: %g", (int)first, met[r] - asked[r]);
        regular++;
      }
      move(&a, q, asked, NULL, NULL, x, &o);
      hand_twist(&a, q, x, met);
      for (int r = 0; r < 6; r++)
        assert_true(fabs(asked[r] - met[r] - o.residual[r]) <= 3e-14 * (1 + norm(x, 6)));
      done(&a);
    }
  assert_true(regular > 50);
}

/* Axes 4 and 6 in line: joint 6 is held at any previous value, joint 4 does the work, and the hand does not notice. */
static void singular_wrist_holds_joint_6_and_meets_the_hand(void **state)
{
  (void)state;
  arm a = arm_of(robot("puma560"), NULL);
  const double q[6] = {0.3, -0.5, 0.7, 0.4, 0, -0.9}, qd[6] = {1, -0.5, 0.3, 0.2, -0.7, 0.4};
  const double moved[6] = {-3, -2, 2.5, 0.1, -3.2, 1};
  double asked[6], x[6], met[6], fourth = 0;
  hand_acceleration(&a, q, qd, moved, asked);  // with the wrist singular not everything can be asked
  for (int k = 0; k < 5; k++) {
    const double previous[6] = {9, 9, 9, 9, 9, k - 2.5};
    ulna_resolve_outcome o;
    accelerate(&a, q, qd, asked, previous, NULL, x, &o);
    assert_int_equal(o.rank, 5);
    assert_int_equal(o.held_count, 1);
    assert_true(o.held[5]);
    assert_true(x[5] == previous[5]);
    hand_acceleration(&a, q, qd, x, met);
    assert_true(arm_difference(met, asked, 6, 1) < 1e-13);
    assert_true(norm(o.residual, 6) < 1e-13);
    if (k > 0) assert_true(fabs(x[3] - fourth + 1) < 1e-12);  // one more by joint 6 is one less by joint 4
    fourth = x[3];
  }
  done(&a);
}

static void seventh_joint_is_held(void **state)
{
  (void)state;
  arm a = arm_of(robot("panda"), NULL);
  const double q[7] = {0.1, -0.3, 0.2, -1.8, 0.3, 1.7, 0.4}, asked[6] = {0.1, 0.2, -0.1, 0.05, 0.02, -0.1};
  const double previous[7] = {1, 1, 1, 1, 1, 1, 0.37};
  double x[7], met[6];
  ulna_resolve_outcome o;
  move(&a, q, asked, previous, NULL, x, &o);
  assert_int_equal(o.rank, 6);
  assert_int_equal(o.held_count, 1);
  assert_true(o.held[6] && x[6] == 0.37);
  hand_twist(&a, q, x, met);
  assert_true(arm_difference(met, asked, 6, 1) < 1e-13);
  done(&a);
}

/* A planar arm stretched out cannot move further out: that part of the motion is left, and said. */
static void overreach_leaves_a_residual_and_says_so(void **state)
{
  (void)state;
  for (int damp = 0; damp < 2; damp++) {
    ulna_resolve_options options = ulna_resolve_options_default();
    options.method = damp ? ULNA_RESOLVE_DAMPED : ULNA_RESOLVE_ELIMINATION;
    options.weight[0] = options.weight[1] = options.weight[2] = options.weight[5] = 0;  // x and y of the hand
    arm a = arm_of(robot("planar2r"), &options);
    const double q[2] = {0, 0};
    double J[12], x[2], asked[6] = {0};
    ulna_resolve_outcome o;
    ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_BASE, q, J);
    const double across = J[4 * 2 + 0];  // joint 1 moves the hand along y
    assert_true(fabs(across) > 0.1 && fabs(J[3 * 2 + 0]) < 1e-15);
    asked[3] = 0.3, asked[4] = 0.2;
    move(&a, q, asked, NULL, NULL, x, &o);
    assert_int_equal(o.rank, 1);
    assert_true(fabs(o.residual[3] - 0.3) < 1e-14);
    assert_true(fabs(o.residual[4]) < 1e-14 && o.residual[0] == 0 && o.residual[2] == 0);
    if (!damp) assert_true(o.held[1] && !o.held[0] && fabs(x[0] * across - 0.2) < 1e-15);
    done(&a);
  }
}

/* A wrist of three joints in line, upstream of nothing: all dependent joints are held, in order. */
static void a_slide_repeated_is_held_and_a_slide_counts_as_a_joint(void **state)
{
  (void)state;
  ulna_joint joints[3];
  for (int i = 0; i < 3; i++) {
    joints[i] = chain_joint();
    joints[i].type = ULNA_PRISMATIC;
    joints[i].axis[0] = i == 2, joints[i].axis[1] = 0, joints[i].axis[2] = i < 2;  // z, z, x
  }
  arm a = arm_of(chain_model(ULNA_AXIS, 3, joints, NULL, NULL), NULL);
  const double q[3] = {0.1, 0.2, 0.3}, asked[6] = {0, 0, 0, 2, 0, 5}, previous[3] = {0, 1.5, 0};
  double x[3];
  ulna_resolve_outcome o;
  move(&a, q, asked, previous, NULL, x, &o);
  assert_int_equal(o.rank, 2);
  assert_true(!o.held[0] && o.held[1] && !o.held[2]);
  assert_true(x[0] == 3.5 && x[1] == 1.5 && x[2] == 2);
  accelerate(&a, q, q, asked, previous, NULL, x, &o);
  assert_true(fabs(x[0] - 3.5) < 1e-15 && x[1] == 1.5 && fabs(x[2] - 2) < 1e-15);
  done(&a);
}

/* ---- damped least squares ---- */

/* |x − preferred| ≤ |b| / damping holds at any posture, singular ones above all; the proof is in control/least_squares.h. 1e-3
 * is what the test of the raised matrix leaves. */
static void joint_rates_are_bounded_at_every_posture(void **state)
{
  (void)state;
  static const char *const keys[] = {"puma560", "stanford", "panda", "ur5e", "scara", "planar3r"};
  double worst = 0;
  int singular = 0;
  for (int k = 0; k < 6; k++) {
    ulna_resolve_options options = damped();
    options.length = 0.2, options.ignore_limits = true;
    arm a = arm_of(robot(keys[k]), &options);
    for (uint64_t first = 1; first <= 200; first++) {
      uint64_t seed = 1000 * (uint64_t)k + first;
      double q[MOST], asked[6], x[MOST], b[6], y[MOST];
      ulna_resolve_outcome o;
      draw(&seed, 3, a.n, q), draw(&seed, 1, 6, asked);
      for (int i = 0; i < a.n; i++)  // many right on a singular posture, or a little off
        if (first % 3 == 0)
          q[i] = floor(chain_random(&seed, -2, 3)) * pi / 2 + (first % 2 ? 0 : asked[i % 6] * 1e-3);
      move(&a, q, asked, NULL, NULL, x, &o);
      for (int r = 0; r < 6; r++) b[r] = asked[r] / (r < 3 ? 1 : 0.2);
      for (int i = 0; i < a.n; i++)
        y[i] = ulna_model_joint(a.model, i + 1)->type == ULNA_PRISMATIC ? x[i] / 0.2 : x[i];
      if (!(norm(y, a.n) <= norm(b, 6) / 0.05 * (1 + 1e-3)))
        fail_msg("%s, seed %d: %g of %g", keys[k], (int)seed, norm(y, a.n), norm(b, 6) / 0.05);
      worst = worse_of(worst, norm(y, a.n) * 0.05 / norm(b, 6));
      if (o.raised > 0) {
        singular++;
        assert_true(o.smallest < 0.05 && fabs(o.raised - (0.05 * 0.05 - o.smallest * o.smallest)) < 1e-12);
        assert_true(o.rank < (a.n < 6 ? a.n : 6));
      }
    }
    done(&a);
  }
  assert_true(singular > 100);  // the test has met what it is about
  assert_true(worst > 0.1);
}

/* The rank and the smallest singular value against singular values computed by rotations. */
static void damped_directions_are_those_with_small_singular_values(void **state)
{
  (void)state;
  ulna_resolve_options options = damped();
  options.length = 1, options.damping = 0.1, options.ignore_limits = true;
  arm a = arm_of(robot("puma560"), &options);
  int counts[7] = {0};
  for (uint64_t seed = 1; seed <= 300; seed++) {
    uint64_t s = seed;
    double q[6], asked[6], x[6], sigma[6];
    ulna_resolve_outcome o;
    draw(&s, 3, 6, q), draw(&s, 1, 6, asked);
    if (seed % 3 == 0) q[4] *= 0.01;
    if (seed % 5 == 0) q[2] = 1.52 + 0.03 * q[2];  // near a stretched elbow
    ulna_manipulability(a.model, a.work, q, sigma);
    int large = 0;
    for (int k = 0; k < 6; k++) large += sigma[k] >= 0.1;
    move(&a, q, asked, NULL, NULL, x, &o);
    if (o.rank != large) fail_msg("seed %d: rank %d, %d values are large", (int)seed, o.rank, large);
    counts[o.rank]++;
    // from above, by iteration: good to a tenth where it counts
    assert_true(o.smallest >= sigma[5] * (1 - 1e-6) - 1e-7);
    if (o.rank < 6 && !(o.smallest <= sigma[5] * 1.1 + 1e-6))
      fail_msg("seed %d: %g, is %g", (int)seed, o.smallest, sigma[5]);
  }
  assert_true(counts[6] > 20 && counts[5] > 20 && counts[4] > 5);
  done(&a);
}

/* Four joints, six directions: no change of any joint makes the weighted error smaller. */
static void scara_is_resolved_in_the_sense_of_least_squares(void **state)
{
  (void)state;
  ulna_resolve_options options = damped();
  const double weight[6] = {1, 2, 1, 3, 1, 0.5};
  memcpy(options.weight, weight, sizeof weight);
  options.length = 0.3, options.ignore_limits = true, options.damping = 1e-3;
  arm a = arm_of(robot("scara"), &options);
  for (uint64_t first = 1; first <= 30; first++) {
    uint64_t seed = first;
    double q[4], qd[4], asked[6], x[4], J[24], left[6];
    ulna_resolve_outcome o;
    draw(&seed, 1, 4, q), draw(&seed, 2, 4, qd), draw(&seed, 2, 6, asked);
    q[1] += 1.4;
    accelerate(&a, q, qd, asked, NULL, NULL, x, &o);
    assert_int_equal(o.rank, 4);
    hand_acceleration(&a, q, qd, x, left);
    ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_BASE, q, J);
    for (int i = 0; i < 4; i++) {
      double gradient = 0, size = 0;
      for (int r = 0; r < 6; r++) {
        const double w = weight[r] / (r < 3 ? 1 : 0.3), e = asked[r] - left[r];
        gradient += J[r * 4 + i] * w * w * e, size += fabs(J[r * 4 + i] * w * w * e);
      }
      assert_true(fabs(gradient) <= 1e-12 * fmax(size, 1));
    }
    assert_true(norm(o.residual, 6) > 1e-3);  // tilting is not in a SCARA
  }
  done(&a);
}

/* Position alone: the orientation is left to the joints, so the rate is the smallest of all. */
static void free_directions_are_left_to_the_joints(void **state)
{
  (void)state;
  for (int damp = 0; damp < 2; damp++) {
    ulna_resolve_options options = ulna_resolve_options_default();
    options.method = damp ? ULNA_RESOLVE_DAMPED : ULNA_RESOLVE_ELIMINATION;
    options.weight[0] = options.weight[1] = options.weight[2] = 0;
    arm a = arm_of(robot("puma560"), &options);
    const double q[6] = {0.3, -0.5, 0.7, 0.4, 0.6, -0.9}, asked[6] = {7, 7, 7, 0.1, -0.2, 0.15};
    double x[6], met[6];
    ulna_resolve_outcome o;
    move(&a, q, asked, NULL, NULL, x, &o);
    hand_twist(&a, q, x, met);
    assert_int_equal(o.rank, 3);
    for (int r = 3; r < 6; r++) assert_true(fabs(met[r] - asked[r]) < 1e-14);
    for (int r = 0; r < 3; r++) assert_true(o.residual[r] == 0);
    if (!damp) assert_true(o.held_count == 3 && o.held[3] && o.held[4] && o.held[5]);
    done(&a);
  }
}

/* ---- spare joints ---- */

/* One step of 10 ms with the hand told to stay; says how fast the joints went. */
static double swivel(const arm *a, const double preferred[7], double q[7])
{
  const double still[6] = {0};
  double x[7], met[6];
  ulna_resolve_outcome o;
  move(a, q, still, NULL, preferred, x, &o);
  hand_twist(a, q, x, met);
  assert_true(norm(met, 6) < 1e-12);  // rounding of sums of order 1
  assert_int_equal(o.rank, 6);
  for (int i = 0; i < 7; i++) q[i] += 0.01 * x[i];
  return norm(x, 7);
}

/* Out along the self-motion and back to the desired posture, the hand where it was. */
static void null_space_motion_moves_the_joints_and_not_the_hand(void **state)
{
  (void)state;
  const ulna_resolve_options options = damped();
  arm a = arm_of(robot("panda"), &options);
  const double start[7] = {0.3, -0.3, 0.5, -1.8, -0.3, 1.9, 0.4}, out[7] = {1, 0, 0, 0, 0, 0, 0};
  double q[7], away = 0, back = 0, moved = 0;
  memcpy(q, start, sizeof q);
  ulna_pose before, after;
  ulna_hand_pose(a.model, a.work, q, &before);
  for (int k = 0; k < 100; k++) assert_true(swivel(&a, out, q) > 0.3);
  for (int i = 0; i < 7; i++) away = fmax(away, fabs(q[i] - start[i]));
  assert_true(away > 0.2);
  for (int k = 0; k < 500; k++) {
    double preferred[7] = {0};
    ulna_resolver_prefer_posture(a.resolver, 2, q, NULL, start, preferred);
    swivel(&a, preferred, q);
  }
  for (int i = 0; i < 7; i++) back = fmax(back, fabs(q[i] - start[i]));
  assert_true(back < 0.05 * away);
  ulna_hand_pose(a.model, a.work, q, &after);
  for (int k = 0; k < 3; k++) moved = fmax(moved, fabs(after.p[k] - before.p[k]));
  assert_true(moved < 0.02 * away);  // Euler's steps are tangents
  done(&a);
}

static void preferred_motions_take_joints_away_from_their_limits(void **state)
{
  (void)state;
  double q[7] = {0.3, -0.3, 0.5, -1.8, -0.3, 1.9, 0.4}, qd[7] = {0}, lower[7], upper[7];
  for (int i = 0; i < 7; i++) lower[i] = -3, upper[i] = 3;
  upper[0] = q[0] + 0.02;  // joint 1 is near it
  ulna_resolve_options options = damped();
  options.limits.lower = lower, options.limits.upper = upper;
  arm a = arm_of(robot("panda"), &options);
  const double still[6] = {0}, nearest_edge = upper[0] - 0.1 * 3.32;
  for (int k = 0; k < 2000; k++) {
    double preferred[7], x[7], met[6];
    for (int i = 0; i < 7; i++) preferred[i] = -4 * qd[i];
    ulna_resolver_prefer_limits(a.resolver, 0.1, 4, q, qd, preferred);
    accelerate(&a, q, qd, still, NULL, preferred, x, NULL);
    hand_acceleration(&a, q, qd, x, met);
    assert_true(norm(met, 6) < 1e-12);
    for (int i = 0; i < 7; i++) qd[i] += 0.002 * x[i], q[i] += 0.002 * qd[i];
  }
  assert_true(q[0] < nearest_edge + 0.1);
  done(&a);
}

static void preferred_motions_are_what_they_are_said_to_be(void **state)
{
  (void)state;
  ulna_resolve_options options = damped();
  arm a = arm_of(robot("scara"), &options);
  const double upper = 105 * pi / 180, q[4] = {upper - 0.1, 0.2, 0.2, 0.3}, qd[4] = {1, 2, 3, 4};
  const double goal[4] = {1, 1, 1, 1};
  double preferred[4] = {10, 0, 0, 0};
  ulna_resolver_prefer_posture(a.resolver, 3, q, NULL, goal, preferred);
  assert_true(fabs(preferred[0] - (10 + 3 * (1 - q[0]))) < 1e-14 && fabs(preferred[3] - 3 * 0.7) < 1e-14);
  double pull[4] = {0};
  ulna_resolver_prefer_limits(a.resolver, 0.1, 3, q, qd, pull);
  const double edge = upper - 0.1 * 2 * upper;
  assert_true(fabs(pull[0] - (9 * (edge - q[0]) - 6 * 1)) < 1e-13);
  assert_true(pull[1] == 0 && pull[3] == 0);
  assert_true(fabs(pull[2] - (9 * (0.189 - 0.2) - 6 * 3)) < 1e-13);
  done(&a);
}

/* ---- limits ---- */

static void scaling_for_limits_keeps_the_hands_direction(void **state)
{
  (void)state;
  const double speed[6] = {0.5, 0.4, 0.3, 0.5, 0.6, 0.7};
  for (int damp = 0; damp < 2; damp++) {
    ulna_resolve_options options = ulna_resolve_options_default();
    options.method = damp ? ULNA_RESOLVE_DAMPED : ULNA_RESOLVE_ELIMINATION;
    options.limits.velocity = speed;
    arm a = arm_of(robot("puma560"), &options);
    const double q[6] = {0.3, -0.5, 0.7, 0.4, 0.6, -0.9};
    for (uint64_t first = 1; first <= 50; first++) {
      uint64_t seed = first;
      double asked[6], x[6], met[6], fullest = 0;
      ulna_resolve_outcome o;
      draw(&seed, 2, 6, asked);
      move(&a, q, asked, NULL, NULL, x, &o);
      for (int i = 0; i < 6; i++) {
        assert_true(fabs(x[i]) <= speed[i]);
        fullest = fmax(fullest, fabs(x[i]) / speed[i]);
      }
      hand_twist(&a, q, x, met);
      assert_true(!o.clamped);
      for (int r = 0; r < 6; r++) assert_true(fabs(met[r] - o.scale * asked[r]) < 1e-12);
      if (o.scale < 1) {
        assert_true(fullest == 1 && o.limited_count >= 1);  // and no smaller than it must be
        assert_true(fabs(o.residual[0] - (1 - o.scale) * asked[0]) < 1e-12);
      } else {
        assert_true(o.limited_count == 0);
      }
    }
    done(&a);
  }
}

static void acceleration_limits_scale_the_hands_acceleration(void **state)
{
  (void)state;
  const double most[6] = {5, 5, 5, 5, 5, 5};
  ulna_resolve_options options = ulna_resolve_options_default();
  options.limits.acceleration = most;
  arm a = arm_of(robot("puma560"), &options);
  const double q[6] = {0.3, -0.5, 0.7, 0.4, 0.6, -0.9}, qd[6] = {0.3, -0.2, 0.1, 0.2, -0.3, 0.2};
  const double asked[6] = {10, -5, 3, 4, -6, 2};
  double x[6], met[6];
  ulna_resolve_outcome o;
  accelerate(&a, q, qd, asked, NULL, NULL, x, &o);
  assert_true(o.scale > 0.05 && o.scale < 1 && !o.clamped);
  hand_acceleration(&a, q, qd, x, met);
  for (int r = 0; r < 6; r++) assert_true(fabs(met[r] - o.scale * asked[r]) < 1e-12);
  for (int i = 0; i < 6; i++) assert_true(fabs(x[i]) <= 5);
  done(&a);
}

/* Seven joints: one at its bound is made up for by the others, and nothing of the hand's motion is lost. */
static void spare_joints_make_up_for_one_at_its_limit(void **state)
{
  (void)state;
  ulna_resolve_options options = damped();
  const double q[7] = {0.1, -0.3, 0.2, -1.8, 0.3, 1.7, 0.4}, asked[6] = {0.3, 0.2, -0.1, 0.15, 0.12, -0.1};
  double speed[7] = {9, 9, 9, 9, 9, 9, 9}, x[7], met[6];
  ulna_resolve_outcome o;
  options.limits.velocity = speed;
  arm free_ = arm_of(robot("panda"), &options);
  move(&free_, q, asked, NULL, NULL, x, &o);
  done(&free_);
  int fastest = 0;
  for (int i = 1; i < 7; i++)
    if (fabs(x[i]) > fabs(x[fastest])) fastest = i;
  speed[fastest] = 0.7 * fabs(x[fastest]);
  arm a = arm_of(robot("panda"), &options);
  move(&a, q, asked, NULL, NULL, x, &o);
  assert_true(o.scale == 1 && !o.clamped && o.limited_count == 1 && o.limited[fastest]);
  assert_true(fabs(x[fastest]) == speed[fastest]);
  hand_twist(&a, q, x, met);
  assert_true(arm_difference(met, asked, 6, 1) < 1e-12);
  done(&a);
}

/* Driven at a limit as hard as can be, period by period: it stops before it, never brakes harder than it may. */
static void a_joint_brakes_before_its_limit(void **state)
{
  (void)state;
  const double T = 0.002, most[1] = {20}, speed[1] = {3}, lower[1] = {-1}, upper[1] = {1};
  ulna_joint joint = chain_joint();
  ulna_resolve_options options = ulna_resolve_options_default();
  options.limits = (ulna_motion_limits){lower, upper, speed, most};
  options.period = T;
  for (int rates = 0; rates < 2; rates++)
    for (int sign = -1; sign <= 1; sign += 2) {
      arm a = arm_of(chain_model(ULNA_AXIS, 1, &joint, NULL, NULL), &options);
      double q = 0, qd = 0, x = 0, fastest = 0;
      const double asked[6] = {0, 0, 1e6 * sign, 0, 0, 0};
      for (int k = 0; k < 1500; k++) {
        if (rates) {
          const double before = qd;
          move(&a, &q, asked, &before, NULL, &qd, NULL);
          x = (qd - before) / T;
          q += T * qd;
        } else {
          accelerate(&a, &q, &qd, asked, NULL, NULL, &x, NULL);
          q += T * qd + T * T / 2 * x, qd += T * x;
        }
        fastest = fmax(fastest, fabs(qd));
        assert_true(fabs(x) <= 20 * (1 + 1e-9) && fabs(qd) <= 3 * (1 + 1e-12) && fabs(q) <= 1 + 1e-9);
      }
      assert_true(fastest > 2.99);  // it did go as fast as it may,
      // and stands at the limit, within what one period at full acceleration is
      assert_true(fabs(q - sign) < 20 * T * T && fabs(qd) <= 20 * T);
      done(&a);
    }
}

static void a_joint_at_its_limit_may_only_go_back(void **state)
{
  (void)state;
  ulna_joint joint = chain_joint();
  joint.limits = (ulna_limits){-1, 1, HUGE_VAL, HUGE_VAL};
  arm a = arm_of(chain_model(ULNA_AXIS, 1, &joint, NULL, NULL), NULL);
  const double beyond = 1.2, out[6] = {0, 0, 1, 0, 0, 0}, back[6] = {0, 0, -1, 0, 0, 0}, rest = 0;
  double x;
  ulna_resolve_outcome o;
  move(&a, &beyond, out, NULL, NULL, &x, &o);
  assert_true(x == 0 && o.scale == 0 && o.limited[0]);
  move(&a, &beyond, back, NULL, NULL, &x, &o);
  assert_true(x == -1 && o.scale == 1);
  accelerate(&a, &beyond, &rest, out, NULL, NULL, &x, &o);
  assert_true(x == 0 && o.scale == 0);
  accelerate(&a, &beyond, &rest, back, NULL, NULL, &x, &o);
  assert_true(x == -1);
  done(&a);
}

/* A joint faster than it may be must brake, and no scale of the hand's acceleration does that: all joints brake, so that the
 * hand slows down on its path. Where one stands still out of its bounds there is no such way. */
static void a_joint_that_must_brake_slows_the_hand_on_its_path(void **state)
{
  (void)state;
  const double speed[6] = {1, 1, 1, 1, 1, 1};
  double most[6] = {10, 10, 10, 10, 10, 10};
  ulna_resolve_options options = ulna_resolve_options_default();
  options.limits.velocity = speed, options.limits.acceleration = most, options.period = 0.01;
  arm a = arm_of(robot("puma560"), &options);
  const double q[6] = {0.3, -0.5, 0.7, 0.4, 0.6, -0.9}, qd[6] = {1.05, 0.1, 0.2, 0.1, -0.1, 0.2},
               asked[6] = {0};
  double x[6], met[6], twist6[6];
  ulna_resolve_outcome o;
  accelerate(&a, q, qd, asked, NULL, NULL, x, &o);
  assert_true(!o.clamped && o.limited[0] && o.slowing > 0);
  assert_true(fabs(x[0] + 5) < 1e-12);  // back to 1 in one period
  hand_acceleration(&a, q, qd, x, met);
  hand_twist(&a, q, qd, twist6);
  for (int r = 0; r < 6; r++) assert_true(fabs(met[r] + o.slowing * twist6[r]) < 1e-12);

  done(&a);

  most[1] = 1e-6;
  a = arm_of(robot("puma560"), &options);
  const double alone[6] = {1.05, 0, 0, 0, 0, 0}, hard[6] = {300, -200, 100, 50, 60, 70};
  accelerate(&a, q, alone, hard, NULL, NULL, x, &o);
  assert_true(o.clamped && o.slowing == 0);
  for (int i = 0; i < 6; i++) assert_true(fabs(x[i]) <= most[i]);
  assert_true(fabs(x[0] + 5) < 1e-12);
  done(&a);
}

/* Every robot, any state, any limits, both methods: inside the limits, finite, and the outcome is true. */
static void whatever_is_asked_the_limits_hold_and_the_outcome_is_true(void **state)
{
  (void)state;
  int scaled = 0, slowed = 0, clamped = 0, made_up = 0;
  for (int k = 0; k < ulna_robot_count(); k++)
    for (uint64_t first = 1; first <= 60; first++) {
      uint64_t seed = 1000 * (uint64_t)k + first;
      ulna_resolve_options options = ulna_resolve_options_default();
      double q[MOST], qd[MOST], asked[6], x[MOST], met[6], speed[MOST], most[MOST], low[MOST], high[MOST];
      ulna_resolve_outcome o;
      for (int i = 0; i < MOST; i++) {
        speed[i] = chain_random(&seed, 0.1, 3), most[i] = chain_random(&seed, 0.5, 50);
        low[i] = chain_random(&seed, -3, 0), high[i] = chain_random(&seed, 0, 3);
        q[i] = low[i] + chain_random(&seed, 0, 1) * (high[i] - low[i]);
        qd[i] = chain_random(&seed, -1, 1) * speed[i];
      }
      options.method = first % 2 ? ULNA_RESOLVE_DAMPED : ULNA_RESOLVE_ELIMINATION;
      options.limits = (ulna_motion_limits){low, high, speed, most};
      options.period = first % 3 ? 1e-3 : 0;
      arm a = arm_of(robot(ulna_robot_get(k)->key), &options);
      draw(&seed, first % 5 ? 1 : 100, 6, asked);
      for (int rates = 0; rates < 2; rates++) {
        if (rates) move(&a, q, asked, first % 4 ? qd : NULL, NULL, x, &o), hand_twist(&a, q, x, met);
        else accelerate(&a, q, qd, asked, NULL, NULL, x, &o), hand_acceleration(&a, q, qd, x, met);
        int limited = 0;
        double size = 1;
        for (int i = 0; i < a.n; i++) {
          assert_true(fabs(x[i]) <= (rates ? speed[i] : most[i]));
          limited += o.limited[i], size = fmax(size, fabs(x[i]));
        }
        assert_int_equal(o.limited_count, limited);
        assert_true(o.scale >= 0 && o.scale <= 1 && o.slowing >= 0 && !(rates && o.slowing > 0));
        if (o.scale < 1 || o.slowing > 0 || o.clamped) assert_true(limited > 0);
        for (int r = 0; r < 6; r++) {  // sums as large as the joints' motion over the arm's length
          const double left = asked[r] - met[r] - o.residual[r];
          if (!(fabs(left) <= 1e-12 * size)) fail_msg("seed %d: residual is off by %g", (int)seed, left);
        }
        scaled += o.scale<1, slowed += o.slowing> 0, clamped += o.clamped;
        made_up += o.scale == 1 && limited > 0 && o.slowing == 0 && !o.clamped;
      }
      done(&a);
    }
  assert_true(scaled > 100 && slowed > 10 && clamped > 10 && made_up > 0);  // all ways were gone
}

/* ---- through singular postures at speed ---- */

/* A straight line of the hand at constant orientation through the posture `middle`, 1 kHz, with feedback of its pose. */
typedef struct {
  double middle[6];
  double velocity[3];
  double time;         // before and after the middle, s
  double beyond;       // < 0: straight on; else it turns back so many metres beyond the middle
  bool accelerations;  // resolved accelerations instead of rates
} line;

typedef struct {
  double fastest;     // joint rate
  double path_error;  // of the tool's origin, m
  double turn_error;  // rad
  double smallest;    // singular value or pivot met
  double end_error;   // m, when it is over
} passage;

// How far along the line, and how fast, at time t.
static void along(const line *l, double t, double *s, double *rate)
{
  const double speed = norm(l->velocity, 3), from = t - l->time;
  *s = speed * from, *rate = speed;
  if (l->beyond < 0) return;
  *s = l->beyond - speed * fabs(from);
  *rate = from < 0 ? speed : -speed;
}

// Position error, and ½ Σ (axis × wanted axis): the sine of the angle, along its axis.
static void hand_error(const ulna_pose *at, const ulna_pose *goal, double error[6])
{
  memset(error, 0, 6 * sizeof *error);
  for (int c = 0; c < 3; c++)
    for (int k = 0; k < 3; k++) {
      const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      error[k] += 0.5 * (at->R[k1][c] * goal->R[k2][c] - at->R[k2][c] * goal->R[k1][c]);
    }
  for (int k = 0; k < 3; k++) error[3 + k] = goal->p[k] - at->p[k];
}

// One step: what is asked of the hand, resolved, and the joints moved on by it.
static void follow(const arm *a, const line *l, const double error[6], const double wanted[6], double q[6],
                   double qd[6], ulna_resolve_outcome *o)
{
  const double dt = 1e-3, gain = 20;
  double asked[6], x[6], preferred[6], twist6[6];
  if (!l->accelerations) {
    for (int r = 0; r < 6; r++) asked[r] = wanted[r] + gain * error[r];
    move(a, q, asked, qd, NULL, x, o);
    for (int i = 0; i < 6; i++) qd[i] = x[i], q[i] += dt * qd[i];
    return;
  }
  hand_twist(a, q, qd, twist6);
  for (int r = 0; r < 6; r++) asked[r] = gain * gain * error[r] + 2 * gain * (wanted[r] - twist6[r]);
  for (int i = 0; i < 6; i++) preferred[i] = -gain * qd[i];  // motion that the hand does not show dies away
  accelerate(a, q, qd, asked, NULL, preferred, x, o);
  for (int i = 0; i < 6; i++) q[i] += dt * (qd[i] + dt / 2 * x[i]), qd[i] += dt * x[i];
}

static passage pass_through(const arm *a, const line *l)
{
  const double dt = 1e-3, speed = norm(l->velocity, 3);
  const int steps = (int)lround(2 * l->time / dt);
  passage p = {0, 0, 0, HUGE_VAL, 0};
  ulna_pose middle, goal, at;
  double q[6], qd[6] = {0}, s, rate, wanted[6] = {0};
  ulna_hand_pose(a->model, a->work, l->middle, &middle);
  goal = middle;
  along(l, 0, &s, &rate);
  for (int k = 0; k < 3; k++) goal.p[k] = middle.p[k] + s * l->velocity[k] / speed;
  assert_int_equal(ulna_inverse_kinematics(a->model, a->work, NULL, &goal, l->middle, q, NULL), ULNA_OK);
  for (int step_ = 0; step_ <= steps; step_++) {
    double error[6];
    ulna_resolve_outcome o;
    along(l, step_ * dt, &s, &rate);
    for (int k = 0; k < 3; k++) {
      goal.p[k] = middle.p[k] + s * l->velocity[k] / speed;
      wanted[3 + k] = rate * l->velocity[k] / speed;
    }
    ulna_hand_pose(a->model, a->work, q, &at);
    hand_error(&at, &goal, error);
    p.end_error = norm(error + 3, 3);
    p.path_error = fmax(p.path_error, p.end_error), p.turn_error = fmax(p.turn_error, norm(error, 3));
    if (step_ == 0) move(a, q, wanted, NULL, NULL, qd, &o);  // it comes along
    follow(a, l, error, wanted, q, qd, &o);
    p.smallest = fmin(p.smallest, o.smallest);
    for (int i = 0; i < 6; i++) {
      assert_true(isfinite(q[i]) && isfinite(qd[i]));
      p.fastest = fmax(p.fastest, fabs(qd[i]));
    }
  }
  print_message(
      "rates to %.2f rad/s, path error %.3g mm and %.3g rad, in the end %.2g mm, singular value %.1g\n",
      p.fastest, 1e3 * p.path_error, p.turn_error, 1e3 * p.end_error, p.smallest);
  return p;
}

/* Without damping joint 4 would make half a turn in no time. */
static void puma_passes_a_singular_wrist_at_half_a_metre_a_second(void **state)
{
  (void)state;
  ulna_resolve_options options = damped();
  arm a = arm_of(robot("puma560"), &options);
  static const double ways[3][3] = {{0.5, 0, 0}, {0, 0.5, 0}, {0, 0.3, 0.4}};
  for (int k = 0; k < 6; k++) {
    line l = {{0.2, -0.6, 0.4, 0.3, 0, 0.1}, {0, 0, 0}, 0.4, -1, k >= 3};
    memcpy(l.velocity, ways[k % 3], sizeof l.velocity);
    const passage p = pass_through(&a, &l);
    assert_true(p.smallest < 1e-2);
    assert_true(p.fastest < 8);  // the bound that the hand's twist and the damping give is 60
    assert_true(p.path_error < 2e-3 && p.turn_error < 0.05);  // m, rad
    assert_true(p.end_error < 1e-3);
  }
  done(&a);
}

/* Elimination keeps to the limits of speed instead: the hand slows down where the wrist is nearly singular. */
static void puma_passes_a_singular_wrist_within_its_speed_limits(void **state)
{
  (void)state;
  const double speed[6] = {2, 2, 2, 6, 6, 6};
  ulna_resolve_options options = ulna_resolve_options_default();
  options.limits.velocity = speed;
  arm a = arm_of(robot("puma560"), &options);
  const line l = {{0.2, -0.6, 0.4, 0.3, 0, 0.1}, {0, 0.5, 0}, 0.4, -1, false};
  const passage p = pass_through(&a, &l);
  assert_true(p.fastest <= 6);
  assert_true(p.path_error < 0.2);  // it lags behind
  assert_true(p.end_error < 5e-3);
  done(&a);
}

/* The line that leads from the shoulder out to where the arm is stretched: upper arm and forearm in line. */
static line outward(const arm *a)
{
  const double a3 = ulna_model_joint(a->model, 3)->a, d4 = ulna_model_joint(a->model, 4)->d;
  const double d3 = ulna_model_joint(a->model, 3)->d;
  line l = {{0.2, -0.6, -pi / 2 + atan(a3 / d4), 0.3, 0.9, 0.1}, {0, 0, 0}, 0.5, 0.01, false};
  double sigma[6], out[3];
  ulna_pose poses[7], tool;
  ulna_manipulability(a->model, a->work, l.middle, sigma);
  assert_true(sigma[5] < 1e-12);
  ulna_link_poses(a->model, a->work, l.middle, poses);
  ulna_hand_pose(a->model, a->work, l.middle, &tool);
  for (int k = 0; k < 3; k++) out[k] = tool.p[k] - (poses[1].p[k] + d3 * poses[2].R[k][2]);
  const double length = norm(out, 3);
  assert_true(fabs(length - (ulna_model_joint(a->model, 2)->a + hypot(a3, d4))) <
              1e-12);  // as far as it goes
  for (int k = 0; k < 3; k++) l.velocity[k] = 0.3 * out[k] / length;
  return l;
}

/* A straight line through a stretched elbow leaves the workspace: the hand is sent 10 mm too far at 0.3 m/s, and back. */
static void puma_reaches_beyond_a_stretched_elbow_and_comes_back(void **state)
{
  (void)state;
  const double speed[6] = {5, 5, 5, 5, 5, 5}, most[6] = {300, 300, 300, 300, 300, 300};
  const double lower[6] = {-7, -7, -7, -7, -7, -7},
               upper[6] = {7, 7, 7, 7, 7, 7};  // the elbow may fold the other way
  ulna_resolve_options options = damped();
  options.limits.lower = lower, options.limits.upper = upper;
  for (int k = 0; k < 3; k++) {
    if (k > 0) options.limits.velocity = speed;
    if (k > 1) options.limits.acceleration = most, options.period = 1e-3;
    arm a = arm_of(robot("puma560"), &options);
    line l = outward(&a);
    l.accelerations = k == 2;
    const passage p = pass_through(&a, &l);
    assert_true(p.smallest < 0.02);
    // hand at 0.3 m/s, fed back by 20/s of 10 mm, in units of an eighth of the arm; over the damping
    const double bound = (0.3 + 20 * 0.0101) / (ulna_model_length(a.model) / 8) / 0.05;
    assert_true(p.fastest <= (k == 0 ? bound : 5));
    assert_true(p.path_error < 0.012);  // the 10 mm that cannot be had are part of it
    assert_true(p.end_error < 1e-3);
    done(&a);
  }
}

/* ---- bad use ---- */

static void bad_numbers_are_refused_and_nothing_is_written(void **state)
{
  (void)state;
  for (int damp = 0; damp < 2; damp++) {
    ulna_resolve_options options = ulna_resolve_options_default();
    options.method = damp ? ULNA_RESOLVE_DAMPED : ULNA_RESOLVE_ELIMINATION;
    arm a = arm_of(robot("puma560"), &options);
    const double bad[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int k = 0; k < 3; k++)
      for (int which = 0; which < 5; which++) {
        double in[5][6] = {{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, {1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}};
        double x[6] = {7, 7, 7, 7, 7, 7};
        ulna_resolve_outcome o = {.rank = 77};
        in[which][k] = bad[k];
        const double *preferred = damp ? in[4] : NULL;
        if (which == 4 && !damp) continue;
        assert_int_equal(
            ulna_resolve_acceleration(a.resolver, a.work, in[0], in[1], in[2], in[3], preferred, x, &o),
            ULNA_NOT_FINITE);
        if (which != 1)
          assert_int_equal(ulna_resolve_rate(a.resolver, a.work, in[0], in[2], in[3], preferred, x, &o),
                           ULNA_NOT_FINITE);
        for (int i = 0; i < 6; i++) assert_true(x[i] == 7);
        assert_int_equal(o.rank, 77);
      }
    done(&a);
  }
  arm a = arm_of(robot("puma560"), NULL);
  const double q[6] = {0}, asked[6] = {0};
  double x[6] = {7};
  assert_int_equal(ulna_resolve_rate(a.resolver, a.work, q, asked, NULL, q, x, NULL), ULNA_UNSUPPORTED);
  assert_true(x[0] == 7);
  done(&a);
}

static void bad_options_are_refused(void **state)
{
  (void)state;
  ulna_model *model = robot("puma560");
  ulna_resolver *r = NULL;
  const double zero[6] = {0}, bad[6] = {(double)NAN, 1, 1, 1, 1, 1}, high[6] = {9, 9, 9, 9, 9, 9};
  for (int k = 0; k < 14; k++) {
    ulna_resolve_options o = ulna_resolve_options_default();
    ulna_status expected = ULNA_INVALID_ARGUMENT;
    switch (k) {
    case 0: o.method = (ulna_resolve_method)7; break;
    case 1: o.weight[2] = -1; break;
    case 2: memset(o.weight, 0, sizeof o.weight); break;
    case 3: o.pivot = 0; break;
    case 4: o.damping = 0; break;
    case 5: o.length = -1; break;
    case 6: o.period = -1; break;
    case 7: o.limits.velocity = zero; break;
    case 8: o.limits.acceleration = zero; break;
    case 9: o.limits.lower = high, o.limits.upper = zero; break;
    case 10: o.weight[0] = (double)NAN, expected = ULNA_NOT_FINITE; break;
    case 11: o.period = HUGE_VAL, expected = ULNA_NOT_FINITE; break;
    case 12: o.limits.upper = bad, expected = ULNA_NOT_FINITE; break;
    default: o.pivot = 1; break;
    }
    assert_int_equal(ulna_resolver_create(model, &o, NULL, &r), expected);
    assert_null(r);
  }
  const size_t size = ulna_resolver_size(model);
  unsigned char *memory = arm_memory(size + 64);
  assert_int_equal(ulna_resolver_init(memory, size - 1, model, NULL, &r), ULNA_TOO_SMALL);
  assert_int_equal(ulna_resolver_init(memory + 8, size, model, NULL, &r), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_resolver_init(memory, size, model, NULL, &r), ULNA_OK);
  ulna_resolver_destroy(r);  // nothing to destroy
  ulna_resolver_destroy(NULL);
  free(memory);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_sweep_gives_jacobian_rate_and_pose_on_every_robot_and_path),
      cmocka_unit_test(six_joints_meet_any_hand_motion),
      cmocka_unit_test(singular_wrist_holds_joint_6_and_meets_the_hand),
      cmocka_unit_test(seventh_joint_is_held),
      cmocka_unit_test(overreach_leaves_a_residual_and_says_so),
      cmocka_unit_test(a_slide_repeated_is_held_and_a_slide_counts_as_a_joint),
      cmocka_unit_test(joint_rates_are_bounded_at_every_posture),
      cmocka_unit_test(damped_directions_are_those_with_small_singular_values),
      cmocka_unit_test(scara_is_resolved_in_the_sense_of_least_squares),
      cmocka_unit_test(free_directions_are_left_to_the_joints),
      cmocka_unit_test(null_space_motion_moves_the_joints_and_not_the_hand),
      cmocka_unit_test(preferred_motions_take_joints_away_from_their_limits),
      cmocka_unit_test(preferred_motions_are_what_they_are_said_to_be),
      cmocka_unit_test(scaling_for_limits_keeps_the_hands_direction),
      cmocka_unit_test(acceleration_limits_scale_the_hands_acceleration),
      cmocka_unit_test(spare_joints_make_up_for_one_at_its_limit),
      cmocka_unit_test(a_joint_brakes_before_its_limit),
      cmocka_unit_test(a_joint_at_its_limit_may_only_go_back),
      cmocka_unit_test(a_joint_that_must_brake_slows_the_hand_on_its_path),
      cmocka_unit_test(whatever_is_asked_the_limits_hold_and_the_outcome_is_true),
      cmocka_unit_test(puma_passes_a_singular_wrist_at_half_a_metre_a_second),
      cmocka_unit_test(puma_passes_a_singular_wrist_within_its_speed_limits),
      cmocka_unit_test(puma_reaches_beyond_a_stretched_elbow_and_comes_back),
      cmocka_unit_test(bad_numbers_are_refused_and_nothing_is_written),
      cmocka_unit_test(bad_options_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
