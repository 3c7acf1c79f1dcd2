/* Kinematics against a second opinion: the conventions' transforms multiplied out in long double
 * (support/chain.h), and their finite differences. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "dynamics/paths/plain_paths.h"
#include "dynamics/singular_values.h"
#include "support/chain.h"

enum { MOST = 8 };
static const ulna_convention conventions[] = {ULNA_DH, ULNA_MDH, ULNA_AXIS};
static const ulna_axes all_axes[] = {ULNA_AXES_BASE, ULNA_AXES_TOOL, ULNA_AXES_WORLD};

typedef struct {
  ulna_convention convention;
  int n;
  ulna_joint joints[MOST];
  ulna_pose base, tool;
  double q[MOST], qd[MOST], qdd[MOST];
  ulna_model *model;
  ulna_work *work;
} arm;

static void arm_finish(arm *a)
{
  a->model = chain_model(a->convention, a->n, a->joints, &a->base, &a->tool);
  a->work = chain_work(a->model);
}

static void arm_draw(arm *a, uint64_t seed)
{
  uint64_t state = seed;
  a->convention = conventions[seed % 3];
  a->n = 1 + (int)(seed % MOST);
  a->base = chain_random_pose(&state), a->tool = chain_random_pose(&state);
  for (int i = 0; i < a->n; i++) {
    a->joints[i] = chain_random_joint(&state);
    a->q[i] = chain_random(&state, -2, 2);
    a->qd[i] = chain_random(&state, -2, 2), a->qdd[i] = chain_random(&state, -2, 2);
  }
  arm_finish(a);
}

static void arm_drop(arm *a)
{
  ulna_work_destroy(a->work);
  ulna_model_destroy(a->model);
}

static void close_to(double x, double expected, double tolerance, const char *what, uint64_t seed)
{
  if (fabs(x - expected) <= tolerance * fmax(1, fabs(expected))) return;
  print_error("seed %llu: %s: %.17g, expected %.17g\n", (unsigned long long)seed, what, x, expected);
  fail();
}

static long_pose direct(const arm *a, const long double q[], int link)
{
  return chain_direct(a->convention, a->joints, q, link);
}

// The frame a point is fixed in: a link's, or (NULL) the tool's.
static long_pose direct_frame(const arm *a, const long double q[], const ulna_point *point)
{
  long_pose t = direct(a, q, point ? point->link : a->n);
  const long_pose tool = long_of(&a->tool);
  return point ? t : long_product(&t, &tool);
}

static long_pose direct_point(const arm *a, const long double q[], const ulna_point *point)
{
  const long_pose frame = direct_frame(a, q, point);
  const long_pose offset = point ? long_shift((long double)point->offset[0], (long double)point->offset[1],
                                              (long double)point->offset[2])
                                 : long_identity();
  return long_product(&frame, &offset);
}

// v in base axes, given in the axes asked for.
static void in_axes(const arm *a, const long double q[], const ulna_point *point, ulna_axes axes,
                    const long double v[3], double out[3])
{
  const long_pose frame = direct_frame(a, q, point), world = long_of(&a->base);
  for (int i = 0; i < 3; i++) {
    long double sum = axes == ULNA_AXES_BASE ? v[i] : 0;
    for (int k = 0; k < 3; k++) {
      if (axes == ULNA_AXES_TOOL) sum += frame.R[k][i] * v[k];
      if (axes == ULNA_AXES_WORLD) sum += world.R[i][k] * v[k];
    }
    out[i] = (double)sum;
  }
}

// [angular; linear] between two poses h apart in time: the rotation's axial part of (R₊ − R₋)/2h · Rᵀ, and
// (p₊ − p₋)/2h.
static void rate_between(const long_pose *before, const long_pose *at, const long_pose *after, long double h,
                         long double w[3], long double v[3])
{
  long double D[3][3];
  for (int i = 0; i < 3; i++) {
    v[i] = (after->p[i] - before->p[i]) / (2 * h);
    for (int j = 0; j < 3; j++) {
      D[i][j] = 0;
      for (int k = 0; k < 3; k++) D[i][j] += (after->R[i][k] - before->R[i][k]) / (2 * h) * at->R[j][k];
    }
  }
  for (int i = 0; i < 3; i++) w[i] = (D[(i + 2) % 3][(i + 1) % 3] - D[(i + 1) % 3][(i + 2) % 3]) / 2;
}

static void link_poses_are_the_products_of_the_files_transforms(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    arm a;
    arm_draw(&a, seed);
    long double q[MOST];
    ulna_pose poses[MOST + 1], tool;
    for (int i = 0; i < a.n; i++) q[i] = (long double)a.q[i];
    ulna_link_poses(a.model, a.work, a.q, poses);
    ulna_hand_pose(a.model, a.work, a.q, &tool);
    for (int i = 0; i <= a.n; i++) {
      const long_pose expected = direct(&a, q, i);
      close_to(pose_difference(&poses[i], &expected), 0, 1e-14, "link pose",
               seed);  // some 8 roundings of 1 m
    }
    const long_pose expected = direct_point(&a, q, NULL);
    close_to(pose_difference(&tool, &expected), 0, 1e-14, "tool pose", seed);
    arm_drop(&a);
  }
}

static void jacobian_is_the_derivative_of_the_pose_for_any_point_in_any_axes(void **state)
{
  (void)state;
  const long double h = 1e-6L;  // error h² ≈ 1e-12, rounding 1e-19/h ≈ 1e-13
  for (uint64_t seed = 1; seed <= 48; seed++) {
    arm a;
    arm_draw(&a, seed);
    for (int link = -1; link <= a.n; link++) {  // -1: the tool
      const ulna_point fixed = {link, {0.3, -0.2, 0.1}}, *point = link < 0 ? NULL : &fixed;
      for (int x = 0; x < 3; x++) {
        double J[6 * MOST];
        ulna_jacobian(a.model, a.work, point, all_axes[x], a.q, J);
        for (int i = 0; i < a.n; i++) {
          long double q[MOST], w[3], v[3];
          double expected[6];
          for (int k = 0; k < a.n; k++) q[k] = (long double)a.q[k];
          const long_pose at = direct_point(&a, q, point);
          q[i] += h;
          const long_pose after = direct_point(&a, q, point);
          q[i] -= 2 * h;
          const long_pose before = direct_point(&a, q, point);
          q[i] = (long double)a.q[i];
          rate_between(&before, &at, &after, h, w, v);
          in_axes(&a, q, point, all_axes[x], w, expected);
          in_axes(&a, q, point, all_axes[x], v, expected + 3);
          for (int r = 0; r < 6; r++) close_to(J[r * a.n + i], expected[r], 1e-11, "J", seed);
        }
      }
    }
    arm_drop(&a);
  }
}

// The base frame's path in inertial space: a screw about a skew axis that speeds up, and a wandering origin.
static long_pose base_path(long double t)
{
  const long double axis[3] = {0.3L, -0.5L, 0.8L}, other[3] = {1, 1, 0};
  const long_pose a = long_turn(axis, 0.7L * t + 0.4L * t * t), b = long_turn(other, 0.5L * sinl(t));
  long_pose turned = long_product(&a, &b);
  turned.p[0] = 0.3L * t + 0.9L * t * t, turned.p[1] = -0.8L * t + 0.1L * t * t,
  turned.p[2] = 0.2L * sinl(3 * t);
  return turned;
}

typedef long_pose (*path)(const arm *a, const ulna_point *point, long double t);

static long_pose point_on_moving_base(const arm *a, const ulna_point *point, long double t)
{
  long double q[MOST];
  for (int i = 0; i < a->n; i++)
    q[i] = (long double)a->q[i] + t * ((long double)a->qd[i] + t * (long double)a->qdd[i] / 2);
  const long_pose base = base_path(t), inner = direct_point(a, q, point);
  return long_product(&base, &inner);
}

static long_pose point_with_joints_coasting(const arm *a, const ulna_point *point, long double t)
{
  long double q[MOST];
  for (int i = 0; i < a->n; i++) q[i] = (long double)a->q[i] + t * (long double)a->qd[i];
  return direct_point(a, q, point);
}

static long_pose base_alone(const arm *a, const ulna_point *point, long double t)
{
  (void)a, (void)point;
  return base_path(t);
}

// Velocity at t and acceleration at 0 along a path, fourth order: (8 (f(h) − f(−h)) − (f(2h) − f(−2h)))/12h,
// twice.
static void path_rate(path f, const arm *a, const ulna_point *point, long double t, long double h,
                      long double v[6])
{
  long double one[6], two[6];
  const long_pose at = f(a, point, t);
  for (int k = 1; k <= 2; k++) {
    const long_pose after = f(a, point, t + k * h), before = f(a, point, t - k * h);
    rate_between(&before, &at, &after, k * h, k == 1 ? one : two, k == 1 ? one + 3 : two + 3);
  }
  for (int r = 0; r < 6; r++) v[r] = (4 * one[r] - two[r]) / 3;
}

static void path_motion(path f, const arm *a, const ulna_point *point, long double velocity[6],
                        long double accel[6])
{
  const long double h = 1e-3L;  // error h⁴ ≈ 1e-12 times fifth derivatives; rounding 1e-19/h² ≈ 1e-13
  long double at[4][6];
  const int k[4] = {-2, -1, 1, 2};
  path_rate(f, a, point, 0, h, velocity);
  for (int s = 0; s < 4; s++) path_rate(f, a, point, k[s] * h, h, at[s]);
  for (int r = 0; r < 6; r++) accel[r] = (8 * (at[2][r] - at[1][r]) - (at[3][r] - at[0][r])) / (12 * h);
}

static ulna_base_motion moving_base(void)
{
  long double v[6], acc[6];
  ulna_base_motion m;
  path_motion(base_alone, NULL, NULL, v, acc);  // base_path(0) is the identity: base and inertial axes agree
  for (int k = 0; k < 3; k++) {
    m.angular_velocity[k] = (double)v[k], m.velocity[k] = (double)v[k + 3];
    m.angular_acceleration[k] = (double)acc[k], m.acceleration[k] = (double)acc[k + 3];
  }
  return m;
}

static void point_motion_follows_a_base_on_a_known_path(void **state)
{
  (void)state;
  const ulna_base_motion motion = moving_base();
  for (uint64_t seed = 1; seed <= 24; seed++) {
    arm a;
    arm_draw(&a, seed);
    ulna_work_set_base_motion(a.work, &motion);
    for (int link = -1; link <= a.n; link += a.n > 1 ? a.n - 1 : 1) {
      const ulna_point fixed = {link, {0.3, -0.2, 0.1}}, *point = link < 0 ? NULL : &fixed;
      long double v[6], acc[6], q[MOST];
      path_motion(point_on_moving_base, &a, point, v, acc);
      for (int i = 0; i < a.n; i++) q[i] = (long double)a.q[i];
      for (int x = 0; x < 3; x++) {
        double velocity[6], acceleration[6], expected[12];
        ulna_point_motion(a.model, a.work, point, all_axes[x], a.q, a.qd, a.qdd, velocity, acceleration);
        in_axes(&a, q, point, all_axes[x], v, expected),
            in_axes(&a, q, point, all_axes[x], v + 3, expected + 3);
        in_axes(&a, q, point, all_axes[x], acc, expected + 6);
        in_axes(&a, q, point, all_axes[x], acc + 3, expected + 9);
        // fifth derivatives of an arm of 8 joints at 2 rad/s with a base at 1 rad/s: up to 1e4, times h⁴
        for (int r = 0; r < 6; r++) close_to(velocity[r], expected[r], 1e-7, "velocity", seed);
        for (int r = 0; r < 6; r++) close_to(acceleration[r], expected[r + 6], 1e-6, "acceleration", seed);
      }
    }
    arm_drop(&a);
  }
}

static void jacobian_rate_is_the_acceleration_of_coasting_joints(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 24; seed++) {
    arm a;
    arm_draw(&a, seed);
    const ulna_base_motion motion = moving_base();
    ulna_work_set_base_motion(a.work, &motion);  // must not matter
    const ulna_point fixed = {a.n, {0.3, -0.2, 0.1}};
    for (int k = 0; k < 2; k++) {
      const ulna_point *point = k == 0 ? NULL : &fixed;
      long double v[6], acc[6], q[MOST];
      path_motion(point_with_joints_coasting, &a, point, v, acc);
      for (int i = 0; i < a.n; i++) q[i] = (long double)a.q[i];
      for (int x = 0; x < 3; x++) {
        double rate[6], expected[6];
        ulna_jacobian_rate(a.model, a.work, point, all_axes[x], a.q, a.qd, rate);
        in_axes(&a, q, point, all_axes[x], acc, expected);
        in_axes(&a, q, point, all_axes[x], acc + 3, expected + 3);
        for (int r = 0; r < 6; r++) close_to(rate[r], expected[r], 1e-6, "Jdot qd", seed);
      }
    }
    arm_drop(&a);
  }
}

static void velocity_is_the_jacobian_times_qd(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 24; seed++) {
    arm a;
    double J[6 * MOST], v[6], acc[6], rate[6];
    arm_draw(&a, seed);
    ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_TOOL, a.q, J);
    ulna_jacobian_rate(a.model, a.work, NULL, ULNA_AXES_TOOL, a.q, a.qd, rate);
    ulna_point_motion(a.model, a.work, NULL, ULNA_AXES_TOOL, a.q, a.qd, a.qdd, v, acc);
    for (int r = 0; r < 6; r++) {
      double Jqd = 0, Jqdd = rate[r];
      for (int i = 0; i < a.n; i++) Jqd += J[r * a.n + i] * a.qd[i], Jqdd += J[r * a.n + i] * a.qdd[i];
      close_to(v[r], Jqd, 1e-13, "J qd", seed);  // sums of 8 products
      close_to(acc[r], Jqdd, 1e-13, "J qdd + Jdot qd", seed);
    }
    ulna_point_motion(a.model, a.work, NULL, ULNA_AXES_TOOL, a.q, a.qd, a.qdd, NULL, acc);  // NULL is allowed
    ulna_point_motion(a.model, a.work, NULL, ULNA_AXES_TOOL, a.q, a.qd, a.qdd, v, NULL);
    arm_drop(&a);
  }
}

static ulna_pose pose_x(double a, double alpha)
{
  const double xyz[3] = {a, 0, 0}, rpy[3] = {alpha, 0, 0};
  return ulna_pose_from_rpy(xyz, rpy);
}

static ulna_pose pose_z(double d, double theta)
{
  const double xyz[3] = {0, 0, d}, rpy[3] = {0, 0, theta};
  return ulna_pose_from_rpy(xyz, rpy);
}

// A dh robot's joints in another convention. Row i's Trans_x(a) Rot_x(alpha) comes before joint i+1, the last
// one's into the tool.
static void rewrite(const arm *dh, ulna_convention convention, arm *out)
{
  *out = *dh;
  out->convention = convention;
  for (int i = 0; i < dh->n; i++) {
    const double a = i > 0 ? dh->joints[i - 1].a : 0, alpha = i > 0 ? dh->joints[i - 1].alpha : 0;
    ulna_joint *j = &out->joints[i];
    const ulna_pose before = pose_x(a, alpha), constant = pose_z(j->d, j->theta);
    j->origin = ulna_pose_multiply(&before, &constant);
    j->axis[0] = 0, j->axis[1] = 0, j->axis[2] = 3;
    j->a = a, j->alpha = alpha;
  }
  const ulna_pose last = pose_x(dh->joints[dh->n - 1].a, dh->joints[dh->n - 1].alpha);
  out->tool = ulna_pose_multiply(&last, &dh->tool);
  arm_finish(out);
}

static void one_robot_in_three_conventions_has_one_jacobian(void **state)
{
  (void)state;
  for (uint64_t seed = 3; seed <= 72; seed += 3) {  // DH
    arm a, other;
    double J[6 * MOST], K[6 * MOST], u[6], v[6], b[6], c[6];
    const ulna_base_motion motion = moving_base();
    arm_draw(&a, seed);
    ulna_work_set_base_motion(a.work, &motion);
    ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_WORLD, a.q, J);
    ulna_point_motion(a.model, a.work, NULL, ULNA_AXES_WORLD, a.q, a.qd, a.qdd, u, b);
    for (int k = 1; k < 3; k++) {
      rewrite(&a, conventions[k], &other);
      ulna_work_set_base_motion(other.work, &motion);
      ulna_jacobian(other.model, other.work, NULL, ULNA_AXES_WORLD, a.q, K);
      ulna_point_motion(other.model, other.work, NULL, ULNA_AXES_WORLD, a.q, a.qd, a.qdd, v, c);
      for (int e = 0; e < 6 * a.n; e++) close_to(K[e], J[e], 1e-13, "J", seed);
      for (int r = 0; r < 6; r++) close_to(v[r], u[r], 1e-13, "velocity", seed);
      for (int r = 0; r < 6; r++)
        close_to(c[r], b[r], 1e-12, "acceleration", seed);  // grows with the square of 16 rad/s
      arm_drop(&other);
    }
    arm_drop(&a);
  }
}

// Axes that differ by 1e-6 or 1e-9 rad have their common normal kilometres away; nothing may be lost there.
static void nearly_parallel_axes_keep_their_digits(void **state)
{
  (void)state;
  const double tilts[] = {0, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15};
  for (uint64_t seed = 1; seed <= 10; seed++)
    for (int k = 0; k < 12; k++) {
      arm a = {.convention = ULNA_AXIS, .n = 6, .base = ulna_pose_identity()};
      uint64_t s = seed;
      const double tilt = tilts[k % 6], sign = k < 6 ? 1 : -1;  // parallel, and against each other
      a.tool = chain_random_pose(&s);
      for (int i = 0; i < a.n; i++) {
        ulna_joint *j = &a.joints[i];
        *j = chain_random_joint(&s);
        const double direction = chain_random(&s, -3, 3);
        const double rpy[3] = {tilt * cos(direction), tilt * sin(direction), chain_random(&s, -3, 3)};
        j->origin = ulna_pose_from_rpy(j->origin.p, rpy);
        j->axis[0] = 0, j->axis[1] = 0, j->axis[2] = i % 2 ? sign : 1;
        a.q[i] = chain_random(&s, -2, 2);
      }
      arm_finish(&a);
      long double q[MOST], w[3], v[3];
      double J[6 * MOST];
      ulna_pose poses[MOST + 1];
      for (int i = 0; i < a.n; i++) q[i] = (long double)a.q[i];
      ulna_link_poses(a.model, a.work, a.q, poses);
      ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_BASE, a.q, J);
      for (int i = 0; i <= a.n; i++) {
        const long_pose expected = direct(&a, q, i);
        close_to(pose_difference(&poses[i], &expected), 0, 1e-14, "link pose", seed);  // asked: 1e-11
      }
      const long double h = 1e-6L;
      const long_pose at = direct_point(&a, q, NULL);
      for (int i = 0; i < a.n; i++) {
        q[i] += h;
        const long_pose after = direct_point(&a, q, NULL);
        q[i] -= 2 * h;
        const long_pose before = direct_point(&a, q, NULL);
        q[i] = (long double)a.q[i];
        rate_between(&before, &at, &after, h, w, v);
        for (int r = 0; r < 6; r++)
          close_to(J[r * a.n + i], (double)(r < 3 ? w[r] : v[r - 3]), 1e-11, "J",
                   seed);  // the difference's own error
      }
      arm_drop(&a);
    }
}

/* By every set of instructions that this machine has. */
static void singular_values_come_back_from_a_matrix_made_of_them(void **state)
{
  (void)state;
  // columns scaled by 1 … 1e-12, mixed on the left by rotations: relative accuracy survives scaling of
  // columns
  const double given[6] = {3, 1, 0.2, 1e-3, 1e-7, 1e-12};
  for (uint64_t seed = 1; seed <= 20; seed++) {
    uint64_t s = seed;
    double A[6 * 9] = {0}, sigma[6];
    for (int j = 0; j < 6; j++) A[j * 9 + j] = given[5 - j];
    for (int pass = 0; pass < 40; pass++) {
      const int p = pass % 9, r = (pass * 5 + 1 + pass / 9) % 9;
      const double angle = chain_random(&s, -3, 3), c = cos(angle), sn = sin(angle);
      if (p == r) continue;
      for (int j = 0; j < 6; j++) {
        const double x = A[j * 9 + p], y = A[j * 9 + r];
        A[j * 9 + p] = c * x - sn * y, A[j * 9 + r] = sn * x + c * y;
      }
    }
    for (int p = 0; ulna_plain_paths(p); p++) {
      double turned[6 * 9];
      memcpy(turned, A, sizeof A);
      (void)singular_values(ulna_plain_paths(p)->orthogonalise, turned, 9, 6, sigma);
      for (int k = 0; k < 6; k++) close_to(sigma[k] / given[k], 1, 1e-13, "singular value", seed);
    }
  }
}

/* Vectors cannot be made more orthogonal than rounding lets them be: none of many matrices, of even and odd numbers of vectors,
 * takes all the sweeps there are. */
static void singular_values_are_found_in_a_few_sweeps(void **state)
{
  (void)state;
  enum { VECTORS = 8 };
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    uint64_t s = seed;
    const int columns = 1 + (int)(seed % VECTORS), rows = columns + (int)(seed / VECTORS % 3);
    double A[VECTORS * (VECTORS + 2)], sigma[VECTORS], squares = 0;
    for (int j = 0; j < columns; j++) {
      const double scale = pow(10, chain_random(&s, -1.5, 1.5));
      for (int k = 0; k < rows; k++) A[j * rows + k] = scale * chain_random(&s, -1, 1);
    }
    for (int k = 0; k < columns * rows; k++) squares += A[k] * A[k];
    for (int p = 0; ulna_plain_paths(p); p++) {
      double turned[VECTORS * (VECTORS + 2)], sum = 0;
      memcpy(turned, A, sizeof(double) * (size_t)(columns * rows));
      const int sweeps = singular_values(ulna_plain_paths(p)->orthogonalise, turned, rows, columns, sigma);
      assert_in_range(sweeps, 1, 12);
      for (int k = 0; k < columns; k++) sum += sigma[k] * sigma[k];
      close_to(sum / squares, 1, 1e-13, "sum of squares", seed);
      for (int a = 0; a < columns; a++)
        for (int b = 0; b < a; b++) {
          double aa = 0, bb = 0, ab = 0;
          for (int k = 0; k < rows; k++) {
            const double x = turned[a * rows + k], y = turned[b * rows + k];
            aa += x * x, bb += y * y, ab += x * y;
          }
          assert_true(fabs(ab) <= 1e-14 * sqrt(aa * bb));
        }
    }
  }
}

// det of a small symmetric matrix by elimination with full pivoting of the diagonal
static double determinant(double M[6][6], int k)
{
  double det = 1;
  for (int j = 0; j < k; j++) {
    int best = j;
    for (int i = j + 1; i < k; i++)
      if (M[i][i] > M[best][best]) best = i;
    for (int c = 0; c < k; c++) {
      const double x = M[j][c];
      M[j][c] = M[best][c], M[best][c] = x;
    }
    for (int r = 0; r < k; r++) {
      const double x = M[r][j];
      M[r][j] = M[r][best], M[r][best] = x;
    }
    det *= M[j][j];
    for (int i = j + 1; i < k; i++)
      for (int c = k - 1; c >= j; c--) M[i][c] -= M[i][j] / M[j][j] * M[j][c];
  }
  return det;
}

static void manipulability_is_the_product_of_the_singular_values(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 48; seed++) {
    arm a;
    double J[6 * MOST], M[6][6], sigma[6], product = 1, squares = 0, norm = 0;
    arm_draw(&a, seed);
    const int k = a.n < 6 ? a.n : 6;
    const double measure = ulna_manipulability(a.model, a.work, a.q, sigma);
    ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_BASE, a.q, J);
    for (int r = 0; r < k; r++)
      for (int c = 0; c < k; c++) {
        M[r][c] = 0;
        if (a.n < 6)
          for (int l = 0; l < 6; l++) M[r][c] += J[l * a.n + r] * J[l * a.n + c];
        else
          for (int l = 0; l < a.n; l++) M[r][c] += J[r * a.n + l] * J[c * a.n + l];
      }
    for (int e = 0; e < 6 * a.n; e++) norm += J[e] * J[e];
    for (int i = 0; i < k; i++) {
      product *= sigma[i], squares += sigma[i] * sigma[i];
      assert_true(i == 0 || sigma[i] <= sigma[i - 1]);
    }
    const double det = determinant(M, k);
    close_to(measure, product, 1e-15, "product", seed);
    close_to(squares / norm, 1, 1e-13, "sum of squares", seed);
    // det has the square of the condition number in its error: about 1e-16 (σ_1 … σ_k)² / σ_k² · σ_1²
    const double slack = 1e-13 * norm / (sigma[k - 1] * sigma[k - 1]);
    if (slack < 1e-3) close_to(measure * measure / det, 1, slack, "determinant", seed);
    assert_true(ulna_manipulability(a.model, a.work, a.q, NULL) == measure);
    arm_drop(&a);
  }
}

static void manipulability_of_a_planar_arm_is_its_closed_form(void **state)
{
  (void)state;
  arm a = {.convention = ULNA_DH, .n = 2, .base = ulna_pose_identity(), .tool = ulna_pose_identity()};
  a.joints[0] = a.joints[1] = chain_joint();
  a.joints[0].a = 0.7, a.joints[1].a = 0.4;
  arm_finish(&a);
  const double q[2] = {0.3, 1.1};
  // angular row (1, 1), linear rows: det(Jᵀ J) = l1² l2² sin² q2 + l1² + …, expanded by Cauchy–Binet over row
  // pairs
  double J[12], sum = 0;
  ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_BASE, q, J);
  for (int r = 0; r < 6; r++)
    for (int s = r + 1; s < 6; s++) sum += pow(J[2 * r] * J[2 * s + 1] - J[2 * r + 1] * J[2 * s], 2);
  assert_true(fabs(ulna_manipulability(a.model, a.work, q, NULL) - sqrt(sum)) < 1e-15);
  const double expected =
      0.7 * 0.7 * 0.4 * 0.4 * sin(1.1) * sin(1.1) + 0.7 * 0.7;  // angular pairs: |v1 − v2|² = l1²
  assert_true(fabs(sum - expected) < 1e-15);
  arm_drop(&a);
}

static void links_beyond_the_point_do_not_move_it(void **state)
{
  (void)state;
  arm a;
  arm_draw(&a, 7);
  const ulna_point on_base = {0, {1, 2, 3}}, on_two = {2, {1, 2, 3}};
  double J[6 * MOST];
  ulna_jacobian(a.model, a.work, &on_base, ULNA_AXES_BASE, a.q, J);
  for (int e = 0; e < 6 * a.n; e++) assert_true(J[e] == 0);
  ulna_jacobian(a.model, a.work, &on_two, ULNA_AXES_BASE, a.q, J);
  for (int r = 0; r < 6; r++)
    for (int i = 2; i < a.n; i++) assert_true(J[r * a.n + i] == 0);
  arm_drop(&a);
}

static void named_frames_ride_on_their_links(void **state)
{
  (void)state;
  ulna_builder *builder = NULL;
  ulna_model *model = NULL;
  uint64_t s = 3;
  ulna_joint joints[2];
  const char *const names[2] = {"shoulder", "elbow"}, *const links[2] = {"upper arm", "forearm"};
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &builder), ULNA_OK);
  for (int i = 0; i < 2; i++) {
    joints[i] = chain_random_joint(&s);
    joints[i].name = names[i], joints[i].link.name = links[i];
    joints[i].link.body = (ulna_body){1, {0, 0, 0.1}, {0.1, 0.1, 0.1, 0, 0, 0}, ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(builder, &joints[i]), ULNA_OK);
  }
  const ulna_frame frames[3] = {{"stand", "base", chain_random_pose(&s)},
                                {"camera", "upper arm", chain_random_pose(&s)},
                                {"pen", "forearm", chain_random_pose(&s)}};
  for (int k = 0; k < 3; k++) assert_int_equal(ulna_builder_add_frame(builder, &frames[k]), ULNA_OK);
  assert_int_equal(ulna_builder_finish(builder, NULL, &model), ULNA_OK);
  ulna_work *work = chain_work(model);
  const double q[2] = {0.7, -0.4};
  const long double long_q[2] = {0.7, -0.4};
  for (int k = 0; k < 3; k++) {
    ulna_pose pose;
    const long_pose link = chain_direct(ULNA_AXIS, joints, long_q, k), inner = long_of(&frames[k].pose);
    const long_pose expected = long_product(&link, &inner);
    ulna_frame_pose(model, work, ulna_model_find_frame(model, frames[k].name), q, &pose);
    close_to(pose_difference(&pose, &expected), 0, 1e-14, frames[k].name, 3);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  ulna_builder_destroy(builder);
}

static void nan_in_gives_nan_out(void **state)
{
  (void)state;
  arm a;
  arm_draw(&a, 8 * 3 + 5);  // 6 joints
  double J[6 * MOST], sigma[6];
  ulna_pose pose;
  a.q[0] = nan("");
  ulna_hand_pose(a.model, a.work, a.q, &pose);
  ulna_jacobian(a.model, a.work, NULL, ULNA_AXES_BASE, a.q, J);
  assert_true(isnan(pose.p[0]) && isnan(J[6 * a.n - 1]));
  assert_true(isnan(ulna_manipulability(a.model, a.work, a.q, sigma)));
  arm_drop(&a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(link_poses_are_the_products_of_the_files_transforms),
      cmocka_unit_test(jacobian_is_the_derivative_of_the_pose_for_any_point_in_any_axes),
      cmocka_unit_test(velocity_is_the_jacobian_times_qd),
      cmocka_unit_test(jacobian_rate_is_the_acceleration_of_coasting_joints),
      cmocka_unit_test(point_motion_follows_a_base_on_a_known_path),
      cmocka_unit_test(one_robot_in_three_conventions_has_one_jacobian),
      cmocka_unit_test(nearly_parallel_axes_keep_their_digits),
      cmocka_unit_test(named_frames_ride_on_their_links),
      cmocka_unit_test(links_beyond_the_point_do_not_move_it),
      cmocka_unit_test(singular_values_come_back_from_a_matrix_made_of_them),
      cmocka_unit_test(singular_values_are_found_in_a_few_sweeps),
      cmocka_unit_test(manipulability_is_the_product_of_the_singular_values),
      cmocka_unit_test(manipulability_of_a_planar_arm_is_its_closed_form),
      cmocka_unit_test(nan_in_gives_nan_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
