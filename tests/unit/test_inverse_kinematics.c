/* Inverse kinematics on arms whose answers are known, and on arms drawn at random. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dynamics/rotation.h"
#include "model/plain_numbers.h"
#include "support/chain.h"

enum { MOST = 9 };
static const double pi = 3.141592653589793;

typedef struct {
  int n;
  ulna_joint joints[MOST];
  ulna_model *model;
  ulna_work *work;
} arm;

static void arm_finish(arm *a, ulna_convention convention, const ulna_pose *base, const ulna_pose *tool)
{
  a->model = chain_model(convention, a->n, a->joints, base, tool);
  a->work = chain_work(a->model);
}

static void arm_drop(arm *a)
{
  ulna_work_destroy(a->work);
  ulna_model_destroy(a->model);
}

// Links of length l[i] in one plane, z their common axis.
static arm planar(int n, const double l[])
{
  arm a = {.n = n};
  for (int i = 0; i < n; i++) a.joints[i] = chain_joint(), a.joints[i].a = l[i];
  arm_finish(&a, ULNA_DH, NULL, NULL);
  return a;
}

// Shoulder, elbow and spherical wrist, the PUMA's dimensions rounded; limits as given in every joint.
static arm elbow_arm(double limit)
{
  const double d[6] = {0, 0, 0.15, 0.43, 0, 0}, l[6] = {0, 0.43, 0.02, 0, 0, 0},
               twist[6] = {1, 0, -1, 1, -1, 0};
  arm a = {.n = 6};
  for (int i = 0; i < 6; i++) {
    a.joints[i] = chain_joint();
    a.joints[i].d = d[i], a.joints[i].a = l[i], a.joints[i].alpha = twist[i] * pi / 2;
    a.joints[i].limits.lower = -limit, a.joints[i].limits.upper = limit;
  }
  arm_finish(&a, ULNA_DH, NULL, NULL);
  return a;
}

// Seven revolute joints, an arm like a human's.
static arm seven_arm(double limit)
{
  const double d[7] = {0.34, 0, 0.4, 0, 0.4, 0, 0.12}, twist[7] = {-1, 1, 1, -1, -1, 1, 0};
  arm a = {.n = 7};
  for (int i = 0; i < 7; i++) {
    a.joints[i] = chain_joint();
    a.joints[i].d = d[i], a.joints[i].alpha = twist[i] * pi / 2;
    a.joints[i].limits.lower = -limit, a.joints[i].limits.upper = limit;
  }
  arm_finish(&a, ULNA_DH, NULL, NULL);
  return a;
}

static void errors_between(const ulna_pose *x, const ulna_pose *y, double *position, double *angle)
{
  mat3 D;
  *position = hypot(hypot(x->p[0] - y->p[0], x->p[1] - y->p[1]), x->p[2] - y->p[2]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      D.e[i][j] = 0;
      for (int k = 0; k < 3; k++) D.e[i][j] += x->R[i][k] * y->R[j][k];
    }
  const vec3 phi = rotation_log(&D);
  *angle = sqrt(vec3_dot(phi, phi));
}

static void assert_reaches(arm *a, const double q[], const ulna_pose *target, uint64_t seed)
{
  ulna_pose pose;
  double position, angle;
  ulna_hand_pose(a->model, a->work, q, &pose);
  errors_between(&pose, target, &position, &angle);
  if (!(position <= 1e-10 && angle <= 1e-10)) {
    print_error("seed %llu: off by %g m, %g rad\n", (unsigned long long)seed, position, angle);
    fail();
  }
  for (int i = 0; i < a->n; i++)
    assert_true(q[i] >= a->joints[i].limits.lower && q[i] <= a->joints[i].limits.upper);
}

static void solve(arm *a, const ulna_pose *target, const double start[], double q[], uint64_t seed)
{
  ulna_ik_outcome result;
  const ulna_status status = ulna_inverse_kinematics(a->model, a->work, NULL, target, start, q, &result);
  if (status != ULNA_OK) {
    print_error("seed %llu: %s, closest %g m, %g rad\n", (unsigned long long)seed, ulna_status_name(status),
                result.position_error, result.orientation_error);
    fail();
  }
  assert_reaches(a, q, target, seed);
}

static void rotation_vectors_are_logarithms_up_to_half_a_turn(void **state)
{
  (void)state;
  const double angles[] = {0, 1e-300, 1e-17, 1e-9, 1e-8, 1e-4, 1, 2, 3, 3.14, 3.1415926, 3.14159265358979};
  for (uint64_t seed = 1; seed <= 50; seed++)
    for (int k = 0; k < 12; k++) {
      uint64_t s = seed;
      long double axis[3], length = 0;
      mat3 R;
      for (int i = 0; i < 3; i++)
        axis[i] = (long double)chain_random(&s, -1, 1) * (seed % 7 == (uint64_t)i ? 0 : 1),
        length += axis[i] * axis[i];
      const long_pose t = long_turn(axis, (long double)angles[k]);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) R.e[i][j] = (double)t.R[i][j];
      const vec3 phi = rotation_log(&R);
      const double p[3] = {phi.x, phi.y, phi.z};
      for (int i = 0; i < 3; i++) {
        const double expected = (double)(axis[i] / sqrtl(length)) * angles[k];
        if (fabs(p[i] - expected) <= 4e-15)
          continue;  // rounding of R's elements, 1e-16 each, times half a turn
        print_error("seed %llu: angle %g: %g, expected %g\n", (unsigned long long)seed, angles[k], p[i],
                    expected);
        fail();
      }
    }
}

static void rotation_vectors_change_at_the_rate_that_differences_show(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 50; seed++) {
    uint64_t s = seed;
    long double axis[3], spin[3];
    const long double size = (long double)chain_random(&s, 0, seed % 5 == 0 ? 0.01 : 3), h = 1e-5L;
    double p[2][3];
    for (int i = 0; i < 3; i++)
      axis[i] = (long double)chain_random(&s, -1, 1), spin[i] = (long double)chain_random(&s, -1, 1);
    const long double speed = sqrtl(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    const long_pose t = long_turn(axis, size);
    vec3 phi[3];
    for (int k = 0; k < 3; k++) {
      const long_pose turned = long_turn(spin, (k - 1) * h * speed), both = long_product(&turned, &t);
      mat3 R;
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) R.e[i][j] = (double)both.R[i][j];
      phi[k] = rotation_log(&R);
    }
    vec3_store(vec3_scale(0.5 / (double)h, vec3_sub(phi[2], phi[0])), p[0]);
    vec3_store(rotation_log_rate(phi[1], vec3_make((double)spin[0], (double)spin[1], (double)spin[2])), p[1]);
    for (int i = 0; i < 3; i++)
      assert_true(fabs(p[0][i] - p[1][i]) < 1e-8);  // rounding 1e-15/h, and h² times 10
  }
}

static void arms_drawn_at_random_reach_what_they_can_reach(void **state)
{
  (void)state;
  int tried = 0, reached = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    uint64_t s = seed;
    arm a = {.n = 6 + (int)(seed % 4)};
    const ulna_convention convention = (ulna_convention)(seed % 3);
    for (int i = 0; i < a.n; i++) {
      a.joints[i] = chain_random_joint(&s);
      if (a.joints[i].type == ULNA_PRISMATIC) a.joints[i].limits.lower = -0.4, a.joints[i].limits.upper = 0.5;
    }
    const ulna_pose base = chain_random_pose(&s), tool = chain_random_pose(&s);
    arm_finish(&a, convention, &base, &tool);
    for (int k = 0; k < 10; k++) {
      double q[MOST], start[MOST], found[MOST];
      for (int i = 0; i < a.n; i++) {
        q[i] = chain_random(&s, a.joints[i].limits.lower, a.joints[i].limits.upper);
        start[i] = chain_random(&s, a.joints[i].limits.lower, a.joints[i].limits.upper);
      }
      ulna_pose target;
      ulna_hand_pose(a.model, a.work, q, &target);
      tried++;
      if (ulna_inverse_kinematics(a.model, a.work, NULL, &target, start, found, NULL) != ULNA_OK) continue;
      assert_reaches(&a, found, &target, seed);
      reached++;
    }
    arm_drop(&a);
  }
  print_message("random arms: %d of %d poses reached\n", reached, tried);
  assert_true(reached >= 0.995 * tried);
}

static void a_start_near_the_solution_needs_one_start_and_few_iterations(void **state)
{
  (void)state;
  arm arms[] = {elbow_arm(3), seven_arm(2.9)};
  for (int k = 0; k < 2; k++) {
    arm *a = &arms[k];
    double q[MOST] = {0.3, 0.8, -1.1, 0.4, 0.9, -0.5, 0.2}, start[MOST], found[MOST];
    for (int moment = 0; moment < 500; moment++) {
      ulna_ik_outcome result;
      ulna_pose target;
      for (int i = 0; i < a->n; i++) start[i] = q[i], q[i] += 0.003 * sin(0.02 * moment + i);
      ulna_hand_pose(a->model, a->work, q, &target);
      assert_int_equal(ulna_inverse_kinematics(a->model, a->work, NULL, &target, start, found, &result),
                       ULNA_OK);
      assert_reaches(a, found, &target, (uint64_t)moment);
      assert_int_equal(result.starts, 1);
      assert_true(result.iterations <= (a->n > 6 ? 60 : 10));
      for (int i = 0; i < a->n; i++) assert_true(fabs(found[i] - start[i]) < 0.1);
    }
    arm_drop(a);
  }
}

// Close to a singularity the way to the solution is a curved valley; whoever insists on going down gets stuck
// in it.
static void nearby_starts_lead_to_the_solution_also_past_singularities(void **state)
{
  (void)state;
  arm a = elbow_arm(HUGE_VAL);
  int more = 0;
  for (uint64_t seed = 1; seed <= 20000; seed++) {
    uint64_t s = seed;
    double q[6], start[6], found[6];
    for (int i = 0; i < 6; i++)
      q[i] = chain_random(&s, -3, 3), start[i] = q[i] + chain_random(&s, -0.01, 0.01);
    ulna_pose target;
    ulna_ik_outcome result;
    ulna_hand_pose(a.model, a.work, q, &target);
    assert_int_equal(ulna_inverse_kinematics(a.model, a.work, NULL, &target, start, found, &result), ULNA_OK);
    more += result.starts > 1;
  }
  print_message("nearby starts: %d of 20000 needed another\n", more);
  assert_true(more <= 2);
  arm_drop(&a);
}

// The free component of the rotation vector may be large at the solution: only with the vector's own
// derivative is the end Newton's there.
static void a_free_spin_does_not_slow_the_end(void **state)
{
  (void)state;
  arm a = elbow_arm(HUGE_VAL);
  ulna_ik_options options = ulna_ik_options_default();
  options.weight[2] = 0;
  int most = 0;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    uint64_t s = seed;
    double q[6], start[6], found[6];
    for (int i = 0; i < 6; i++)
      q[i] = chain_random(&s, 0.3, 1.2), start[i] = q[i] + chain_random(&s, -0.03, 0.03);
    ulna_pose target;
    ulna_ik_outcome result;
    const double none[3] = {0}, spin[3] = {0, 0, chain_random(&s, -2.8, 2.8)};
    const ulna_pose spun = ulna_pose_from_rpy(none, spin);
    ulna_hand_pose(a.model, a.work, q, &target);
    target = ulna_pose_multiply(&target, &spun);
    assert_int_equal(ulna_inverse_kinematics(a.model, a.work, &options, &target, start, found, &result),
                     ULNA_OK);
    assert_int_equal(result.starts, 1);
    if (result.iterations > most) most = result.iterations;
  }
  assert_true(most <= 20);  // 14, the last steps and the pull towards the start included
  arm_drop(&a);
}

static void of_two_elbows_the_nearer_is_taken(void **state)
{
  (void)state;
  const double l[2] = {0.6, 0.4};
  arm a = planar(2, l);
  for (uint64_t seed = 1; seed <= 100; seed++) {
    uint64_t s = seed;
    const double q1 = chain_random(&s, -3, 3), q2 = chain_random(&s, 0.2, 2.9);
    const double start[2] = {chain_random(&s, -3, 3), chain_random(&s, -3, 3)};
    // the other elbow: q2' = −q2, and q1' puts the hand at the same place
    const double shift = 2 * atan2(l[1] * sin(q2), l[0] + l[1] * cos(q2));
    const double both[2][2] = {{q1, q2}, {q1 + shift, -q2}};
    double best = HUGE_VAL, found[2], distance = 0;
    for (int k = 0; k < 2; k++) {
      double d = 0;
      for (int i = 0; i < 2; i++) d += pow(remainder(both[k][i] - start[i], 2 * pi), 2);
      best = fmin(best, d);
    }
    ulna_pose target;
    ulna_hand_pose(a.model, a.work, both[0], &target);
    ulna_ik_options options = ulna_ik_options_default();
    for (int k = 0; k < 3; k++) options.weight[k] = 0;  // the two elbows have different orientations
    assert_int_equal(ulna_inverse_kinematics(a.model, a.work, &options, &target, start, found, NULL),
                     ULNA_OK);
    for (int i = 0; i < 2; i++) distance += pow(found[i] - start[i], 2);
    if (fabs(distance - best) > 1e-9) {
      print_error("seed %llu: %g away, the nearer one %g\n", (unsigned long long)seed, distance, best);
      fail();
    }
  }
  arm_drop(&a);
}

static void a_flipped_wrist_is_found_again_from_its_own_side(void **state)
{
  (void)state;
  arm a = elbow_arm(pi);
  const double q[6] = {0.4, -0.7, 0.9, 0.5, 0.8, -0.3};
  const double flipped[6] = {0.4, -0.7, 0.9, 0.5 - pi, -0.8, -0.3 + pi};
  ulna_pose target;
  ulna_hand_pose(a.model, a.work, q, &target);
  for (int k = 0; k < 2; k++) {
    double start[6], found[6];
    for (int i = 0; i < 6; i++) start[i] = (k ? flipped : q)[i] + 0.1 * cos(i);
    solve(&a, &target, start, found, 0);
    for (int i = 0; i < 6; i++) assert_true(fabs(found[i] - (k ? flipped : q)[i]) < 1e-8);
  }
  arm_drop(&a);
}

static void whole_turns_bring_joints_near_the_start_and_inside_their_limits(void **state)
{
  (void)state;
  const double q[6] = {0.4, -0.7, 0.9, 0.5, 0.8, -0.3};
  arm free = elbow_arm(HUGE_VAL), wide = elbow_arm(2 * pi), exact = elbow_arm(pi);
  ulna_pose target;
  double start[6], found[6];
  ulna_hand_pose(free.model, free.work, q, &target);
  for (int i = 0; i < 6; i++) start[i] = q[i] + 2 * pi * (i % 3 == 0 ? 5 : -3) + 0.2;
  solve(&free, &target, start, found, 0);
  for (int i = 0; i < 6; i++) assert_true(fabs(found[i] - start[i]) < 0.3);
  for (int i = 0; i < 6; i++) start[i] = i % 2 ? 6.2 : -6.2;
  solve(&wide, &target, start, found, 0);  // assert_reaches looks at the limits
  for (int i = 0; i < 6; i++)
    assert_true(fabs(found[i] - start[i]) <= pi + 1e-9 || fabs(found[i]) + 2 * pi > 2 * pi);
  for (int i = 0; i < 6; i++) start[i] = i % 2 ? pi : -pi;
  solve(&exact, &target, start, found, 0);
  // wherever the search comes from, no whole turn that the limits allow brings a joint nearer
  for (int k = 0; k < 60; k++) {
    for (int i = 0; i < 6; i++) start[i] = 6.2 * sin(1 + 7.1 * k + 2.3 * i);
    solve(&wide, &target, start, found, (uint64_t)k);
    for (int i = 0; i < 6; i++) {
      const double nearer = found[i] + copysign(2 * pi, start[i] - found[i]);
      if (fabs(nearer) < 2 * pi && fabs(nearer - start[i]) < fabs(found[i] - start[i]) - 1e-9)
        fail_msg("start %d: joint %d at %g, but %g is nearer to %g", k, i + 1, found[i], nearer, start[i]);
    }
  }
  arm_drop(&free), arm_drop(&wide), arm_drop(&exact);
}

static void poses_with_joints_at_their_limits_are_reached(void **state)
{
  (void)state;
  arm arms[] = {elbow_arm(2.5), seven_arm(2.0)};
  for (int k = 0; k < 2; k++) {
    arm *a = &arms[k];
    for (uint64_t seed = 1; seed <= 100; seed++) {
      uint64_t s = seed;
      double q[MOST], start[MOST], found[MOST];
      const double limit = a->joints[0].limits.upper;
      for (int i = 0; i < a->n; i++) {
        q[i] = chain_random(&s, -limit, limit), start[i] = chain_random(&s, -limit, limit);
        if (chain_random(&s, 0, 1) < 0.4) q[i] = q[i] < 0 ? -limit : limit;
      }
      ulna_pose target;
      ulna_hand_pose(a->model, a->work, q, &target);
      solve(a, &target, start, found, seed);
    }
    arm_drop(a);
  }
}

// Stretched elbow, aligned wrist, both, everything at zero: where the Jacobian loses rank at the solution
// itself.
static void singular_poses_are_reached(void **state)
{
  (void)state;
  arm a = elbow_arm(HUGE_VAL);
  const double stretched = -atan2(0.43, 0.02);  // the forearm's offset d4 in line with the upper arm
  for (int kind = 0; kind < 4; kind++)
    for (uint64_t seed = 1; seed <= 25; seed++) {
      uint64_t s = seed;
      double q[6], start[6], found[6];
      for (int i = 0; i < 6; i++) q[i] = kind == 3 ? 0 : chain_random(&s, -2, 2);
      if (kind == 0 || kind == 2) q[2] = stretched;
      if (kind == 1 || kind == 2) q[4] = 0;
      for (int i = 0; i < 6; i++) start[i] = q[i] + chain_random(&s, -1, 1) * (seed % 2 ? 0.2 : 2);
      ulna_pose target;
      ulna_hand_pose(a.model, a.work, q, &target);
      solve(&a, &target, start, found, seed);
    }
  arm_drop(&a);
}

static void fewer_than_six_joints_reach_their_own_poses(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    uint64_t s = seed;
    arm a = {.n = 1 + (int)(seed % 5)};
    for (int i = 0; i < a.n; i++) a.joints[i] = chain_random_joint(&s);
    arm_finish(&a, (ulna_convention)(seed % 3), NULL, NULL);
    double q[MOST], start[MOST], found[MOST];
    for (int i = 0; i < a.n; i++) q[i] = chain_random(&s, -3, 3), start[i] = chain_random(&s, -3, 3);
    ulna_pose target;
    ulna_hand_pose(a.model, a.work, q, &target);
    solve(&a, &target, start, found, seed);
    for (int i = 0; i < a.n && a.n < 4; i++)
      if (a.joints[i].type == ULNA_PRISMATIC)
        assert_true(fabs(found[i] - q[i]) < 1e-6);  // overdetermined: unique
    arm_drop(&a);
  }
}

static void out_of_reach_the_closest_pose_is_told_and_q_untouched(void **state)
{
  (void)state;
  const double l[3] = {0.5, 0.3, 0.2};
  arm a = planar(3, l);
  ulna_pose target = ulna_pose_identity();
  target.p[0] = 1.2, target.p[1] = 0.9;  // 1.5 away; the arm is 1 long
  ulna_ik_options options = ulna_ik_options_default();
  for (int k = 0; k < 3; k++) options.weight[k] = 0;
  double q[3] = {7, 8, 9};
  const double start[3] = {0.3, 0.2, 0.1};
  ulna_ik_outcome result;
  assert_int_equal(ulna_inverse_kinematics(a.model, a.work, &options, &target, start, q, &result),
                   ULNA_NOT_CONVERGED);
  assert_true(q[0] == 7 && q[1] == 8 && q[2] == 9);
  assert_true(fabs(result.position_error - 0.5) < 1e-9);
  assert_true(result.orientation_error == 0 && result.solutions == 0 && result.starts == options.starts);
  assert_true(fabs(result.pose.p[0] - 0.8) < 1e-4 && fabs(result.pose.p[1] - 0.6) < 1e-4);
  ulna_pose again;
  ulna_hand_pose(a.model, a.work, result.q, &again);
  assert_memory_equal(&again, &result.pose, sizeof again);

  // off the plane: with the orientation held too, the foot of the perpendicular
  target = ulna_pose_identity();
  target.p[0] = 0.6, target.p[1] = 0.2, target.p[2] = 0.1;
  assert_int_equal(ulna_inverse_kinematics(a.model, a.work, NULL, &target, start, q, &result),
                   ULNA_NOT_CONVERGED);
  assert_true(fabs(result.position_error - 0.1) < 1e-9 && result.orientation_error < 1e-6);
  arm_drop(&a);
}

static void a_limit_in_the_way_is_respected_or_ignored_as_asked(void **state)
{
  (void)state;
  arm a = elbow_arm(0.5);
  const double q[6] = {1.2, 0.3, -0.2, 0.1, 0.4, 0.2};
  double found[6] = {0};
  ulna_pose target;
  ulna_hand_pose(a.model, a.work, q, &target);
  ulna_ik_outcome result;
  ulna_ik_options options = ulna_ik_options_default();
  assert_int_equal(ulna_inverse_kinematics(a.model, a.work, &options, &target, NULL, found, &result),
                   ULNA_NOT_CONVERGED);
  for (int i = 0; i < 6; i++) assert_true(fabs(result.q[i]) <= 0.5);
  options.ignore_limits = true;
  assert_int_equal(ulna_inverse_kinematics(a.model, a.work, &options, &target, q, found, &result), ULNA_OK);
  arm_drop(&a);
}

// Where 7 joints solve 6 equations, the solution returned is the foot of a perpendicular from the start: what
// is left of (start − q) has no part along the solutions.
static void a_redundant_arm_stays_near_its_start(void **state)
{
  (void)state;
  arm a = seven_arm(HUGE_VAL);
  int local = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    uint64_t s = seed;
    double q[7], start[7], found[7], J[42], u[7], norm = 0;
    for (int i = 0; i < 7; i++) q[i] = chain_random(&s, -2, 2), start[i] = q[i] + chain_random(&s, -0.3, 0.3);
    ulna_pose target;
    ulna_hand_pose(a.model, a.work, q, &target);
    solve(&a, &target, start, found, seed);
    double moved = 0, known = 0;
    for (int i = 0; i < 7; i++) moved += pow(found[i] - start[i], 2), known += pow(q[i] - start[i], 2);
    assert_true(moved <=
                1.002 * known);  // q itself is a solution; the pull ends when a round gains a thousandth
    ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_BASE, found, J);
    for (int i = 0; i < 7; i++) u[i] = start[i] - found[i], norm += u[i] * u[i];
    for (int pass = 0; pass < 3; pass++) {  // Gram–Schmidt against J's rows, made orthogonal as they come
      double rows[6][7];
      for (int r = 0; r < 6; r++) {
        double length = 0;
        for (int i = 0; i < 7; i++) rows[r][i] = J[r * 7 + i];
        for (int twice = 0; twice < 2; twice++)
          for (int k = 0; k < r; k++) {
            double dot = 0;
            for (int i = 0; i < 7; i++) dot += rows[r][i] * rows[k][i];
            for (int i = 0; i < 7; i++) rows[r][i] -= dot * rows[k][i];
          }
        for (int i = 0; i < 7; i++) length += rows[r][i] * rows[r][i];
        for (int i = 0; i < 7; i++) rows[r][i] /= sqrt(length);
        double dot = 0;
        for (int i = 0; i < 7; i++) dot += u[i] * rows[r][i];
        for (int i = 0; i < 7; i++) u[i] -= dot * rows[r][i];
      }
    }
    double left = 0;
    for (int i = 0; i < 7; i++) left += u[i] * u[i];
    local += sqrt(left) <= 0.1 * sqrt(norm) + 1e-6;
  }
  assert_true(local >= 38);  // the pull ends when a round gains less than a thousandth
  arm_drop(&a);
}

static void free_directions_are_left_free_in_the_axes_asked(void **state)
{
  (void)state;
  const double rpy[3] = {0.4, -0.7, 1.1}, xyz[3] = {1, 2, 3};
  const ulna_pose base = ulna_pose_from_rpy(xyz, rpy);
  arm a = elbow_arm(3);
  ulna_model_destroy(a.model), ulna_work_destroy(a.work);
  arm_finish(&a, ULNA_DH, &base, NULL);
  const ulna_axes axes[] = {ULNA_AXES_BASE, ULNA_AXES_TOOL, ULNA_AXES_WORLD};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    uint64_t s = seed;
    double q[6], start[6], found[6];
    for (int i = 0; i < 6; i++) q[i] = chain_random(&s, -2, 2), start[i] = chain_random(&s, -2, 2);
    ulna_pose target, pose;
    ulna_hand_pose(a.model, a.work, q, &target);
    ulna_ik_options options = ulna_ik_options_default();
    options.axes = axes[seed % 3];
    const int free_turn = (int)(seed / 3 % 3), free_shift = (int)(seed / 9 % 3);
    options.weight[free_turn] = 0, options.weight[3 + free_shift] = 0;
    assert_int_equal(ulna_inverse_kinematics(a.model, a.work, &options, &target, start, found, NULL),
                     ULNA_OK);
    ulna_hand_pose(a.model, a.work, found, &pose);

    // the difference, in the axes asked for: both other components of each are zero
    const ulna_pose *frame = options.axes == ULNA_AXES_TOOL ? &target : &base;
    double turned[3], shifted[3];
    mat3 D;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        D.e[i][j] = 0;
        for (int k = 0; k < 3; k++) D.e[i][j] += pose.R[i][k] * target.R[j][k];
      }
    const vec3 phi = rotation_log(&D);
    const double v[3] = {phi.x, phi.y, phi.z};
    for (int i = 0; i < 3; i++) {
      turned[i] = shifted[i] = 0;
      for (int k = 0; k < 3; k++) {
        const double e = options.axes == ULNA_AXES_BASE   ? (i == k)
                         : options.axes == ULNA_AXES_TOOL ? frame->R[k][i]
                                                          : frame->R[i][k];
        turned[i] += e * v[k], shifted[i] += e * (pose.p[k] - target.p[k]);
      }
    }
    for (int i = 0; i < 3; i++) {
      if (i != free_turn) assert_true(fabs(turned[i]) < 1e-9);
      if (i != free_shift) assert_true(fabs(shifted[i]) < 1e-10);
    }
    assert_true(fabs(turned[free_turn]) > 1e-6 || fabs(shifted[free_shift]) > 1e-6);  // and were they used
  }
  arm_drop(&a);
}

static void rounded_targets_are_taken_and_impossible_ones_refused(void **state)
{
  (void)state;
  arm a = elbow_arm(3);
  const double q[6] = {0.4, -0.7, 0.9, 0.5, 0.8, -0.3}, given[6] = {1, 2, 3, 4, 5, 6};
  double found[6];
  ulna_pose target, bad;
  ulna_ik_outcome result, untouched;
  memset(&untouched, 0x5a, sizeof untouched);
  ulna_hand_pose(a.model, a.work, q, &target);
  bad = target;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) bad.R[i][j] = round(bad.R[i][j] * 1e4) / 1e4;
  assert_int_equal(ulna_inverse_kinematics(a.model, a.work, NULL, &bad, q, found, NULL), ULNA_OK);
  for (int i = 0; i < 6; i++) assert_true(fabs(found[i] - q[i]) < 1e-3);

  memcpy(found, given, sizeof found);
  result = untouched;
  struct {
    ulna_pose target;
    ulna_ik_options options;
    double start[6];
    ulna_status expected;
  } wrong[12];
  for (int k = 0; k < 12; k++) {
    wrong[k].target = target, wrong[k].options = ulna_ik_options_default();
    wrong[k].expected = k < 4 ? ULNA_NOT_FINITE : ULNA_INVALID_ARGUMENT;
    memcpy(wrong[k].start, q, sizeof q);
  }
  wrong[0].target.p[1] = nan("");
  wrong[1].target.R[2][1] = HUGE_VAL;
  wrong[2].start[5] = nan("");
  wrong[3].options.weight[2] = nan("");
  for (int i = 0; i < 3; i++) wrong[4].target.R[i][0] *= -1;  // a reflection
  wrong[5].target.R[0][0] += 0.01;
  for (int i = 0; i < 6; i++) wrong[6].options.weight[i] = 0;
  wrong[7].options.weight[0] = -1;
  wrong[8].options.starts = 0;
  wrong[9].options.iterations = 0;
  wrong[10].options.position_tolerance = 0;
  wrong[11].options.axes = (ulna_axes)7;
  for (int k = 0; k < 12; k++) {
    assert_int_equal(ulna_inverse_kinematics(a.model, a.work, &wrong[k].options, &wrong[k].target,
                                             wrong[k].start, found, &result),
                     wrong[k].expected);
    assert_memory_equal(found, given, sizeof found);
    assert_memory_equal(&result, &untouched, sizeof result);
  }
  arm_drop(&a);
}

static void what_is_called_solved_is_solved_however_far_the_start(void **state)
{
  (void)state;
  arm a = elbow_arm(HUGE_VAL);
  const double q[6] = {0.4, -0.7, 0.9, 0.5, 0.8, -0.3}, far[] = {1e2, 1e5, 1e10, 1e15, 1e300};
  ulna_pose target;
  ulna_hand_pose(a.model, a.work, q, &target);
  for (int k = 0; k < 5; k++) {
    double start[6], found[6] = {7, 7, 7, 7, 7, 7};
    for (int i = 0; i < 6; i++) start[i] = far[k] * (i % 2 ? 1 : -1);
    const ulna_status status = ulna_inverse_kinematics(a.model, a.work, NULL, &target, start, found, NULL);
    if (k < 2) assert_int_equal(status, ULNA_OK);
    if (k > 2) assert_int_equal(status, ULNA_NOT_CONVERGED);  // an angle there has no digits behind the point
    if (status == ULNA_OK) assert_reaches(&a, found, &target, (uint64_t)k);
    else assert_true(found[0] == 7 && found[5] == 7);
  }
  arm_drop(&a);
}

static void the_same_seed_gives_the_same_answer(void **state)
{
  (void)state;
  arm a = elbow_arm(2.8);
  const double q[6] = {0.4, -0.7, 0.9, 0.5, 0.8, -0.3}, start[6] = {-2, 2, -2, 2, -2, 2};
  double found[3][6];
  ulna_pose target;
  ulna_hand_pose(a.model, a.work, q, &target);
  for (int k = 0; k < 3; k++) {
    ulna_ik_outcome result;
    ulna_ik_options options = ulna_ik_options_default();
    options.seed = k < 2 ? 5 : 6;
    assert_int_equal(ulna_inverse_kinematics(a.model, a.work, &options, &target, start, found[k], &result),
                     ULNA_OK);
    assert_memory_equal(found[k], result.q, sizeof found[k]);
    assert_true(result.solutions >= 1 && result.position_error <= 1e-10 && result.orientation_error <= 1e-10);
  }
  assert_memory_equal(found[0], found[1], sizeof found[0]);
  arm_drop(&a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rotation_vectors_are_logarithms_up_to_half_a_turn),
      cmocka_unit_test(rotation_vectors_change_at_the_rate_that_differences_show),
      cmocka_unit_test(arms_drawn_at_random_reach_what_they_can_reach),
      cmocka_unit_test(a_start_near_the_solution_needs_one_start_and_few_iterations),
      cmocka_unit_test(nearby_starts_lead_to_the_solution_also_past_singularities),
      cmocka_unit_test(a_free_spin_does_not_slow_the_end),
      cmocka_unit_test(of_two_elbows_the_nearer_is_taken),
      cmocka_unit_test(a_flipped_wrist_is_found_again_from_its_own_side),
      cmocka_unit_test(whole_turns_bring_joints_near_the_start_and_inside_their_limits),
      cmocka_unit_test(poses_with_joints_at_their_limits_are_reached),
      cmocka_unit_test(singular_poses_are_reached),
      cmocka_unit_test(fewer_than_six_joints_reach_their_own_poses),
      cmocka_unit_test(out_of_reach_the_closest_pose_is_told_and_q_untouched),
      cmocka_unit_test(a_limit_in_the_way_is_respected_or_ignored_as_asked),
      cmocka_unit_test(a_redundant_arm_stays_near_its_start),
      cmocka_unit_test(free_directions_are_left_free_in_the_axes_asked),
      cmocka_unit_test(rounded_targets_are_taken_and_impossible_ones_refused),
      cmocka_unit_test(what_is_called_solved_is_solved_however_far_the_start),
      cmocka_unit_test(the_same_seed_gives_the_same_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
