/* Trajectories of joints and of the hand: what they pass, how fast, and what they refuse. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"
#include "support/failing_allocator.h"
#include "ulna/ulna.h"

enum { MOST = 8, SAMPLES = 2000 };
static const double pi = 3.14159265358979323846;

static ulna_trajectory *joints(const ulna_joint_motion *motion)
{
  ulna_trajectory *t = NULL;
  ulna_motion_fault fault;
  const ulna_status status = ulna_joint_trajectory_create(motion, NULL, &fault, &t);
  char line[200];
  ulna_motion_fault_format(&fault, line, sizeof line);
  if (status != ULNA_OK) fail_msg("%s: %s", ulna_status_name(status), line);
  assert_int_equal(fault.kind, ULNA_MOTION_FAULT_NONE);
  return t;
}

static ulna_trajectory *hand(const ulna_hand_motion *motion)
{
  ulna_trajectory *t = NULL;
  ulna_motion_fault fault;
  const ulna_status status = ulna_hand_trajectory_create(motion, NULL, &fault, &t);
  char line[200];
  ulna_motion_fault_format(&fault, line, sizeof line);
  if (status != ULNA_OK) fail_msg("%s: %s", ulna_status_name(status), line);
  return t;
}

static void sample(const ulna_trajectory *t, double time, double x[3][MOST])
{
  assert_int_equal(ulna_trajectory_sample(t, time, x[0], x[1], x[2]), ULNA_OK);
}

static void close_to(double x, double expected, double tolerance)
{
  if (!(fabs(x - expected) <= tolerance))
    fail_msg("%.17g, expected %.17g: %.3g apart, allowed %.3g", x, expected, fabs(x - expected), tolerance);
}

/* Between jumps of the acceleration (knots), rates and accelerations are the central differences of positions and
 * rates. Step 1e-5 of the duration: cut off at 1e-10 of the third derivative's scale, rounding 1e-16/1e-5 of the span's. */
static void rates_are_slopes(const ulna_trajectory *t, int n, const double knots[], int count)
{
  const double T = ulna_trajectory_duration(t), h = 1e-5 * T;
  double before[3][MOST], at[3][MOST], after[3][MOST], scale[3] = {0, 0, 0};
  for (int k = 0; k <= 100; k++) {
    sample(t, T * k / 100, at);
    for (int j = 0; j < n; j++)
      for (int d = 0; d < 3; d++) scale[d] = fmax(scale[d], fabs(at[d][j]));
  }
  for (int k = 1; k < 400; k++) {
    const double time = T * (k - 0.37) / 400;
    bool near = false;
    for (int i = 0; i < count; i++) near = near || fabs(time - knots[i]) < 2 * h;
    if (near) continue;
    sample(t, time - h, before), sample(t, time, at), sample(t, time + h, after);
    for (int j = 0; j < n; j++)
      for (int d = 0; d < 2; d++)
        close_to((after[d][j] - before[d][j]) / (2 * h), at[d + 1][j], 1e-7 * (scale[d + 1] + scale[d] / T));
  }
}

/* ∫ qd = distance, by Simpson's rule piece by piece: exact to cubics, and rates are of degree 4: so in 200 strips,
 * (1/200)⁴ of the rate's fourth derivative, 120 of the scale at most: 1e-9. */
static void rate_integrates_to_distance(const ulna_trajectory *t, int n, const double knots[], int pieces)
{
  double sum[MOST] = {0}, x[3][MOST], first[3][MOST], last[3][MOST];
  const double T = ulna_trajectory_duration(t);
  for (int i = 0; i < pieces; i++)
    for (int k = 0; k < 200; k++)
      for (int m = 0; m < 3; m++) {
        const double h = (knots[i + 1] - knots[i]) / 200;
        sample(t, fmin(knots[i] + h * (k + 0.5 * m), T), x);
        for (int j = 0; j < n; j++) sum[j] += x[1][j] * h * (m == 1 ? 4 : 1) / 6;
      }
  sample(t, 0, first), sample(t, T, last);
  for (int j = 0; j < n; j++) close_to(sum[j], last[0][j] - first[0][j], 1e-8 * (1 + fabs(sum[j])));
}

static void before_and_after_it_is_held(const ulna_trajectory *t, int n)
{
  const double T = ulna_trajectory_duration(t),
               outside[4] = {-INFINITY, -1e-300, nextafter(T, 1e9), INFINITY};
  double first[3][MOST], last[3][MOST], x[3][MOST];
  sample(t, 0, first), sample(t, T, last);
  for (int k = 0; k < 4; k++) {
    sample(t, outside[k], x);
    for (int j = 0; j < n; j++) {
      assert_true(x[0][j] == (k < 2 ? first : last)[0][j]);
      assert_true(x[1][j] == 0 && x[2][j] == 0);
    }
  }
}

static void manutec_run_has_the_printed_times(void **state)
{
  (void)state;
  const double degrees[12] = {-60, 20, 90, 0, -110, 0, 60, -70, -35, 45, 110, 45};
  const double velocity[6] = {3, 1.5, 5, 3.1, 3.1, 4.1}, acceleration[6] = {15, 15, 15, 60, 60, 60};
  double q[12];
  for (int k = 0; k < 12; k++) q[k] = degrees[k] * pi / 180;
  ulna_joint_motion m = ulna_joint_motion_default();
  m.profile = ULNA_TRAPEZOID, m.joints = 6, m.q = q;
  m.limits.velocity = velocity, m.limits.acceleration = acceleration;
  ulna_trajectory *t = joints(&m);
  assert_int_equal(ulna_trajectory_joint_count(t), 6);
  const double T = ulna_trajectory_duration(t), T1 = 0.11742, T2 = 1.23862;
  close_to(T, 1.35605, 5e-6);  // half of the last printed digit, here and below
  double x[3][MOST];
  sample(t, T / 2, x);
  close_to(x[1][4] / (q[10] - q[4]), 0.80735, 5e-6);
  sample(t, 0, x);
  close_to(x[2][2] / (q[8] - q[2]), 6.8755, 5e-5);
  // the speed's corners: accelerating just before, even just after; 1e-5 beyond the printed digits
  sample(t, T1 - 1e-5, x), assert_true(x[2][2] < -1);
  sample(t, T1 + 1e-5, x), assert_true(x[2][2] == 0);
  sample(t, T2 - 1e-5, x), assert_true(x[2][2] == 0);
  sample(t, T2 + 1e-5, x), assert_true(x[2][2] > 1);
  // straight: every joint has the same fraction behind it
  for (int k = 0; k <= 100; k++) {
    sample(t, T * k / 100, x);
    const double s = (x[0][0] - q[0]) / (q[6] - q[0]);
    for (int j = 1; j < 6; j++) close_to(x[0][j], q[j] + s * (q[6 + j] - q[j]), 1e-14);
  }
  // s'max/s''max, of the joints that bind
  const double ramp = velocity[4] / fabs(q[10] - q[4]) / (acceleration[2] / fabs(q[8] - q[2]));
  close_to(ramp, T1, 5e-6), close_to(T - ramp, T2, 1e-5);  // the second from two printed times
  const double corners[4] = {0, ramp, T - ramp, T};
  rates_are_slopes(t, 6, corners, 4);
  rate_integrates_to_distance(t, 6, corners, 3);
  before_and_after_it_is_held(t, 6);
  ulna_trajectory_destroy(t);
}

static void boundary_values_are_met_to_the_last_bit(void **state)
{
  (void)state;
  const double q[9] = {0.1, -0.7, 2.3, 1.3, 0.33, -0.9, 0.4, 0.2, 0.1};
  const double qd[9] = {0.3, 0.1, -0.7, 1.1, 0, 0.4, -0.3, 0.6, 0.7},
               qdd[9] = {3, 0.1, -7, 1, 0.2, 0.4, 0.3, 0, 1.7};
  const double time[3] = {0, 0.7, 1.9};
  for (int kind = ULNA_CUBIC; kind <= ULNA_SPLINE_CLAMPED; kind++) {
    if (kind == ULNA_TRAPEZOID) continue;
    ulna_joint_motion m = {.profile = (ulna_profile)kind, .joints = 3, .points = 3, .q = q, .time = time};
    if (kind != ULNA_SPLINE_NATURAL) m.qd = qd;
    if (kind == ULNA_QUINTIC) m.qdd = qdd;
    ulna_trajectory *t = joints(&m);
    assert_true(ulna_trajectory_duration(t) == time[2]);
    double x[3][MOST];
    for (int k = 0; k < 3; k++) {
      const bool end = k != 1;
      sample(t, time[k], x);
      for (int j = 0; j < 3; j++) {
        const int row = kind == ULNA_SPLINE_CLAMPED && k == 2 ? 1 : k;
        assert_true(x[0][j] == q[3 * k + j]);
        // at a point between: one division's rounding
        if (kind < ULNA_TRAPEZOID || (kind == ULNA_SPLINE_CLAMPED && end))
          close_to(x[1][j], qd[3 * row + j], end ? 0 : 1e-15);
        if (kind == ULNA_QUINTIC) close_to(x[2][j], qdd[3 * k + j], end ? 0 : 1e-14);
        if (kind == ULNA_SPLINE_NATURAL && end) assert_true(x[2][j] == 0);
      }
    }
    rates_are_slopes(t, 3, time, 3);
    rate_integrates_to_distance(t, 3, time, 2);
    before_and_after_it_is_held(t, 3);
    ulna_trajectory_destroy(t);
  }
}

/* Values just before and just after each inner point. */
static void jump_at(const ulna_trajectory *t, int n, double time, double jump[3])
{
  double a[3][MOST], b[3][MOST];
  sample(t, nextafter(time, 0), a), sample(t, time, b);
  for (int d = 0; d < 3; d++) {
    jump[d] = 0;
    for (int j = 0; j < n; j++) jump[d] = fmax(jump[d], fabs(a[d][j] - b[d][j]));
  }
}

static void splines_have_continuous_acceleration(void **state)
{
  (void)state;
  enum { POINTS = 12, N = 4 };
  uint64_t seed = 20;
  double q[POINTS * N], qd[2 * N], time[POINTS] = {0};
  for (int k = 1; k < POINTS; k++) time[k] = time[k - 1] + chain_random(&seed, 0.1, 1);
  for (int k = 0; k < POINTS * N; k++) q[k] = chain_random(&seed, -2, 2);
  for (int k = 0; k < 2 * N; k++) qd[k] = chain_random(&seed, -2, 2);
  for (int kind = ULNA_SPLINE_NATURAL; kind <= ULNA_SPLINE_CLAMPED; kind++) {
    ulna_joint_motion m = {
        .profile = (ulna_profile)kind, .joints = N, .points = POINTS, .q = q, .time = time};
    if (kind == ULNA_SPLINE_CLAMPED) m.qd = qd;
    ulna_trajectory *t = joints(&m);
    for (int k = 1; k + 1 < POINTS; k++) {
      double jump[3];
      jump_at(t, N, time[k], jump);
      // accelerations reach 1e3, 6 Δ/h²: rounding of a few of its units
      assert_true(jump[0] < 1e-13 && jump[1] < 1e-12 && jump[2] < 1e-10);
    }
    double x[3][MOST];
    sample(t, 0, x);
    if (kind == ULNA_SPLINE_CLAMPED)
      for (int j = 0; j < N; j++) assert_true(x[1][j] == qd[j]);
    sample(t, 1e-9, x);
    if (kind == ULNA_SPLINE_NATURAL)
      for (int j = 0; j < N; j++) close_to(x[2][j], 0, 1e-4);  // jerk of up to 1e4 for 1e-9 s
    ulna_trajectory_destroy(t);
  }
  // a clamped spline through points of a cubic is that cubic
  double p[POINTS];
  for (int k = 0; k < POINTS; k++) p[k] = 1 + time[k] * (2 + time[k] * (-3 + time[k] * 0.5));
  const double T = time[POINTS - 1], ends[2] = {2, 2 - 6 * T + 1.5 * T * T};
  const ulna_joint_motion m = {
      .profile = ULNA_SPLINE_CLAMPED, .joints = 1, .points = POINTS, .q = p, .qd = ends, .time = time};
  ulna_trajectory *t = joints(&m);
  for (int k = 0; k <= 100; k++) {
    const double at = T * k / 100;
    double x[3][MOST];
    sample(t, at, x);
    close_to(x[0][0], 1 + at * (2 + at * (-3 + at * 0.5)), 1e-12);  // values to 1e2
    close_to(x[2][0], -6 + 3 * at, 1e-10);
  }
  ulna_trajectory_destroy(t);
}

/* Random motions as short as random limits allow: never above (1e-9, as promised), and one limit is reached. */
static void limits_are_reached_and_never_exceeded(void **state)
{
  (void)state;
  for (uint64_t trial = 1; trial <= 200; trial++) {
    uint64_t seed = trial;
    const int n = 1 + (int)(trial % MOST);
    double q[2 * MOST], v[MOST], a[MOST], reached = 0;
    for (int k = 0; k < 2 * n; k++) q[k] = chain_random(&seed, -3, 3);
    for (int j = 0; j < n; j++) v[j] = chain_random(&seed, 0.2, 8), a[j] = chain_random(&seed, 0.5, 40);
    ulna_joint_motion m = {.profile = (ulna_profile)(trial % 3), .joints = n, .points = 2, .q = q};
    m.limits.velocity = v, m.limits.acceleration = a;
    ulna_trajectory *t = joints(&m);
    const double T = ulna_trajectory_duration(t);
    double x[3][MOST];
    for (int k = 0; k <= SAMPLES; k++) {
      sample(t, T * k / SAMPLES, x);
      for (int j = 0; j < n; j++) {
        const double most = fmax(fabs(x[1][j]) / v[j], fabs(x[2][j]) / a[j]);
        if (most > 1 + 1e-9) fail_msg("seed %d, joint %d: %.12g of the limit", (int)trial, j + 1, most);
        reached = fmax(reached, most);
      }
    }
    if (reached < 1 - 1e-5) fail_msg("seed %d: only %.6g of any limit is used", (int)trial, reached);

    // a given time: kept where it is long enough, refused with the joint's name where it is not
    double time[2] = {0, 1.3 * T};
    m.time = time;
    ulna_trajectory *slower = joints(&m);
    assert_true(ulna_trajectory_duration(slower) == time[1]);
    double after[3][MOST];
    sample(slower, time[1] / 2, after), sample(t, T / 2, x);
    for (int j = 0; j < n; j++)
      close_to(after[0][j], x[0][j], 1e-13);  // the middle in the middle of the time
    time[1] = 0.999 * T;
    ulna_trajectory *none = slower;
    ulna_motion_fault fault;
    assert_int_equal(ulna_joint_trajectory_create(&m, NULL, &fault, &none), ULNA_OUTSIDE_LIMITS);
    assert_ptr_equal(none, slower);
    assert_true(fault.joint >= 1 && fault.joint <= n && fault.value > fault.limit);
    const bool speed = fault.kind == ULNA_MOTION_FAULT_SPEED;
    assert_true(speed || fault.kind == ULNA_MOTION_FAULT_ACCELERATION);
    assert_true(fault.limit == (speed ? v[fault.joint - 1] : a[fault.joint - 1]));
    ulna_trajectory_destroy(slower);
    ulna_trajectory_destroy(t);
  }
}

static void short_trapezoid_is_a_triangle(void **state)
{
  (void)state;
  const double q[2] = {1, 1.5}, v[1] = {10}, a[1] = {2};
  ulna_joint_motion m = {.profile = ULNA_TRAPEZOID, .joints = 1, .points = 2, .q = q};
  m.limits.velocity = v, m.limits.acceleration = a;
  ulna_trajectory *t = joints(&m);
  close_to(ulna_trajectory_duration(t), 1, 1e-15);  // 2 √(Δ/a)
  double x[3][MOST];
  sample(t, 0.5, x);
  close_to(x[0][0], 1.25, 1e-15);
  close_to(x[1][0], 1, 1e-15);
  sample(t, 0.4999, x), close_to(x[2][0], 2, 1e-14);
  sample(t, 0.5001, x), close_to(x[2][0], -2, 1e-14);
  const double knots[3] = {0, 0.5, 1};
  rate_integrates_to_distance(t, 1, knots, 2);
  ulna_trajectory_destroy(t);

  m.limits.velocity = NULL;  // no limit at all is the same here
  t = joints(&m);
  close_to(ulna_trajectory_duration(t), 1, 1e-15);
  ulna_trajectory_destroy(t);
}

static void zero_distance_takes_no_time_or_the_time_given(void **state)
{
  (void)state;
  const double q[4] = {1, -2, 1, -2}, limit[2] = {1, 1}, time[2] = {0, 3};
  for (int kind = ULNA_CUBIC; kind <= ULNA_TRAPEZOID; kind++)
    for (int given = 0; given < 2; given++) {
      ulna_joint_motion m = {.profile = (ulna_profile)kind, .joints = 2, .points = 2, .q = q};
      m.limits.velocity = m.limits.acceleration = limit;
      m.time = given ? time : NULL;
      ulna_trajectory *t = joints(&m);
      assert_true(ulna_trajectory_duration(t) == (given ? 3 : 0));
      for (int k = -1; k <= 4; k++) {
        double x[3][MOST];
        sample(t, k, x);
        for (int j = 0; j < 2; j++) assert_true(x[0][j] == q[j] && x[1][j] == 0 && x[2][j] == 0);
      }
      ulna_trajectory_destroy(t);
    }
}

static void refused(const ulna_joint_motion *m, ulna_status status, ulna_motion_fault_kind kind, int joint)
{
  double elsewhere = 0;
  ulna_trajectory *const untouched = (ulna_trajectory *)(void *)&elsewhere, *t = untouched;
  ulna_motion_fault fault;
  assert_int_equal(ulna_joint_trajectory_create(m, NULL, &fault, &t), status);
  assert_ptr_equal(t, untouched);
  assert_int_equal(fault.kind, kind);
  assert_int_equal(fault.joint, joint);
  assert_int_equal(ulna_joint_trajectory_create(m, NULL, NULL, &t), status);
}

static void limits_of_position_name_joint_and_instant(void **state)
{
  (void)state;
  // joint 2 swings beyond its points between them: x = u + … with rate 4 at the start, 0 at the end
  const double q[4] = {0, 0, 1, 1}, qd[4] = {0, 8, 0, 0}, time[2] = {0, 1};
  double lower[2] = {-1, -1}, upper[2] = {1, 1.2};
  ulna_joint_motion m = {.profile = ULNA_CUBIC, .joints = 2, .points = 2, .q = q, .qd = qd, .time = time};
  m.limits.lower = lower, m.limits.upper = upper;
  ulna_trajectory *t = NULL;
  ulna_motion_fault fault;
  assert_int_equal(ulna_joint_trajectory_create(&m, NULL, &fault, &t), ULNA_OUTSIDE_LIMITS);
  // x = 8u − 13u² + 6u³ turns where 8 − 26u + 18u² = 0: u = 4/9, x = 1.5144
  assert_int_equal(fault.kind, ULNA_MOTION_FAULT_HIGH);
  assert_int_equal(fault.joint, 2);
  close_to(fault.time, 4.0 / 9, 1e-12);
  close_to(fault.value, 8 * 4.0 / 9 - 13 * 16.0 / 81 + 6 * 64.0 / 729, 1e-14);
  assert_true(fault.limit == 1.2);
  char line[200];
  ulna_motion_fault_format(&fault, line, sizeof line);
  assert_string_equal(
      line, "joint 2: position above the upper limit after point 0: 1.51440329 at 0.444444444 s, limit 1.2");
  upper[1] = fault.value;
  t = joints(&m);  // exactly at the limit is allowed
  ulna_trajectory_destroy(t);
  upper[1] = 2, lower[0] = 0.5;
  refused(&m, ULNA_OUTSIDE_LIMITS, ULNA_MOTION_FAULT_LOW, 1);
  lower[0] = 0;
  const double v[2] = {3, 7.9}, a[2] = {7, 7};
  m.limits.velocity = v;
  refused(&m, ULNA_OUTSIDE_LIMITS, ULNA_MOTION_FAULT_SPEED, 2);
  m.limits.velocity = NULL, m.limits.acceleration = a;
  refused(&m, ULNA_OUTSIDE_LIMITS, ULNA_MOTION_FAULT_ACCELERATION, 2);
}

static void senseless_motions_are_refused(void **state)
{
  (void)state;
  const double q[6] = {0, 0, 1, 1, 2, 2}, zero[6] = {0}, rate[6] = {0, 1, 0, 0, 0, 0}, time[3] = {0, 1, 2},
               back[3] = {0, 2, 1}, late[3] = {1, 2, 3}, one[2] = {1, 1}, bad[2] = {1, 0},
               unknown[3] = {0, NAN, 2}, broken[6] = {0, 0, 0, NAN, 0, 0},
               unlimited[2] = {INFINITY, INFINITY};
  const ulna_joint_motion good = {.profile = ULNA_QUINTIC, .joints = 2, .points = 3, .q = q, .time = time};
  ulna_trajectory_destroy(joints(&good));
  ulna_joint_motion m = good;
  m.joints = 0, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE, 0);
  assert_int_equal(ulna_joint_trajectory_size(&m), 0);
  m = good, m.points = 1, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE, 0);
  m = good, m.profile = ULNA_TRAPEZOID, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE, 0);
  m = good, m.profile = (ulna_profile)17, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE, 0);
  const double beyond_numbers[2] = {1, NAN};
  for (int k = 0; k < 4; k++) {  // a limit that is no number
    m = good;
    *(k == 0   ? &m.limits.lower
      : k == 1 ? &m.limits.upper
      : k == 2 ? &m.limits.velocity
               : &m.limits.acceleration) = beyond_numbers;
    refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 2);
  }
  const double hardly[2] = {5e-324, 5e-324};  // a time that no number has
  m = good, m.points = 2, m.time = NULL, m.limits.acceleration = hardly;
  refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 0);
  m = good, m.time = back, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_TIMES, 0);
  m = good, m.time = late, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_TIMES, 0);
  m = good, m.time = NULL, refused(&m, ULNA_UNSUPPORTED, ULNA_MOTION_FAULT_UNUSED, 0);
  m = good, m.profile = ULNA_CUBIC, m.qdd = zero,
  refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNUSED, 0);
  m = good, m.profile = ULNA_SPLINE_NATURAL, m.qd = zero;
  refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNUSED, 0);
  m = good, m.q = broken, refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 2);
  m = good, m.qd = broken, refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 2);
  m = good, m.qdd = broken, refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 2);
  m = good, m.time = unknown, refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 0);
  m = good, m.limits.velocity = broken + 2, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_LIMIT, 1);
  m = good, m.limits.acceleration = bad, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_LIMIT, 2);
  m = good, m.limits.lower = one, m.limits.upper = bad;
  refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_LIMIT, 2);
  m = good, m.limits.lower = broken + 2, refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 2);

  m = good, m.points = 2, m.time = NULL, m.limits.velocity = one, m.qd = rate;
  refused(&m, ULNA_UNSUPPORTED, ULNA_MOTION_FAULT_UNUSED, 0);
  m.qd = zero, ulna_trajectory_destroy(joints(&m));
  m.qd = NULL, m.limits.velocity = NULL, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNBOUNDED, 0);
  m.profile = ULNA_TRAPEZOID, m.limits.velocity = one;
  refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNBOUNDED, 0);
  m.limits.acceleration = unlimited, refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNBOUNDED, 0);
  const double far[4] = {-1e308, 0, 1e308, 0};
  m = good, m.points = 2, m.q = far, refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 1);
}

static void bad_samples_touch_nothing(void **state)
{
  (void)state;
  const double q[2] = {0, 1}, time[2] = {0, 1};
  const ulna_joint_motion m = {.profile = ULNA_CUBIC, .joints = 1, .points = 2, .q = q, .time = time};
  ulna_hand_motion h = ulna_hand_motion_default();
  h.goal.p[0] = 1, h.duration = 1;
  ulna_trajectory *joint = joints(&m), *line = hand(&h);
  assert_int_equal(ulna_trajectory_joint_count(line), 0);
  double x[6], y[6], z[6];
  ulna_pose pose;
  memset(x, 77, sizeof x), memset(y, 77, sizeof y), memset(z, 77, sizeof z), memset(&pose, 77, sizeof pose);
  assert_int_equal(ulna_trajectory_sample(joint, NAN, x, y, z), ULNA_NOT_FINITE);
  assert_int_equal(ulna_trajectory_sample(line, 0.5, x, y, z), ULNA_UNSUPPORTED);
  assert_int_equal(ulna_trajectory_sample_hand(line, NAN, &pose, y, z), ULNA_NOT_FINITE);
  assert_int_equal(ulna_trajectory_sample_hand(joint, 0.5, &pose, y, z), ULNA_UNSUPPORTED);
  const unsigned char *bytes[4] = {(void *)x, (void *)y, (void *)z, (void *)&pose};
  for (int k = 0; k < 4; k++)
    for (size_t i = 0; i < sizeof x; i++) assert_int_equal(bytes[k][i], 77);
  assert_int_equal(ulna_trajectory_sample(joint, 0.5, NULL, NULL, NULL), ULNA_OK);
  assert_int_equal(ulna_trajectory_sample_hand(line, 0.5, NULL, NULL, NULL), ULNA_OK);
  ulna_trajectory_destroy(joint), ulna_trajectory_destroy(line);
}

/* ---- the hand ---- */

/* f' from f at t − 2h, t − h, t + h, t + 2h, to h⁴/30 of the fifth derivative. */
static double slope_of(double a, double b, double c, double d, double h)
{
  return (a - 8 * b + 8 * c - d) / (12 * h);
}

/* The twist is the slope of the pose, the acceleration that of the twist: [w]× = (dR/dt) Rᵀ. With h = 1e-4 T and a turn of
 * up to 50 rad in T, cut off at (5e-3)⁴/30 · 50/T = 1e-9/T, as much more for the twist; rounding is 1e-12/T. */
static void hand_moves_as_it_says(const ulna_trajectory *t, const double knots[], int count)
{
  const double T = ulna_trajectory_duration(t), h = 1e-4 * T;
  for (int k = 1; k < 200; k++) {
    const double time = T * (k - 0.37) / 200;
    bool near = false;
    for (int i = 0; i < count; i++) near = near || fabs(time - knots[i]) < 3 * h;
    if (near) continue;
    ulna_pose at[5];
    double V[5][6], A[6], slope[6], W[3][3] = {{0}};
    for (int m = 0; m < 5; m++)
      assert_int_equal(ulna_trajectory_sample_hand(t, time + (m - 2) * h, &at[m], V[m], m == 2 ? A : NULL),
                       ULNA_OK);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        for (int m = 0; m < 3; m++)
          W[i][j] += slope_of(at[0].R[i][m], at[1].R[i][m], at[3].R[i][m], at[4].R[i][m], h) * at[2].R[j][m];
    slope[0] = W[2][1], slope[1] = W[0][2], slope[2] = W[1][0];
    for (int i = 0; i < 3; i++) slope[3 + i] = slope_of(at[0].p[i], at[1].p[i], at[3].p[i], at[4].p[i], h);
    for (int i = 0; i < 6; i++) {
      close_to(slope[i], V[2][i], 2e-9 / T);
      close_to(slope_of(V[0][i], V[1][i], V[3][i], V[4][i], h), A[i], 1e-7 / T / T);
    }
  }
}

static double length3(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void is_a_rotation(const ulna_pose *pose, double tolerance)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double e = i == j ? -1 : 0;
      for (int m = 0; m < 3; m++) e += pose->R[i][m] * pose->R[j][m];
      close_to(e, 0, tolerance);
    }
}

static ulna_pose random_hand(uint64_t *seed)
{
  const double xyz[3] = {chain_random(seed, -1, 1), chain_random(seed, -1, 1), chain_random(seed, -1, 1)};
  const double rpy[3] = {chain_random(seed, -1, 1), chain_random(seed, -1, 1), chain_random(seed, -3, 3)};
  return ulna_pose_from_rpy(xyz, rpy);
}

/* The largest element of the difference. */
static double apart(const ulna_pose *a, const ulna_pose *b)
{
  double most = 0;
  for (int i = 0; i < 3; i++) {
    most = fmax(most, fabs(a->p[i] - b->p[i]));
    for (int j = 0; j < 3; j++) most = fmax(most, fabs(a->R[i][j] - b->R[i][j]));
  }
  return most;
}

static void line_is_straight_and_slerp_turns_about_one_axis(void **state)
{
  (void)state;
  for (uint64_t trial = 1; trial <= 60; trial++) {
    uint64_t seed = trial;
    ulna_hand_motion m = ulna_hand_motion_default();
    m.profile = (ulna_profile)(trial % 3);
    m.start = random_hand(&seed), m.goal = random_hand(&seed);
    m.speed = chain_random(&seed, 0.1, 2), m.acceleration = chain_random(&seed, 0.5, 5);
    m.angular_speed = chain_random(&seed, 0.2, 4), m.angular_acceleration = chain_random(&seed, 0.5, 9);
    ulna_trajectory *t = hand(&m);
    const double T = ulna_trajectory_duration(t);
    double d[3], middle[6], reached = 0;
    for (int i = 0; i < 3; i++) d[i] = m.goal.p[i] - m.start.p[i];
    const double length = length3(d);
    assert_int_equal(ulna_trajectory_sample_hand(t, T / 2, NULL, middle, NULL), ULNA_OK);
    const double angle_over_length = length3(middle) / length3(middle + 3);
    for (int k = 0; k <= SAMPLES / 4; k++) {
      ulna_pose at;
      double V[6], A[6], e[3], across[3];
      assert_int_equal(ulna_trajectory_sample_hand(t, T * k / (SAMPLES / 4), &at, V, A), ULNA_OK);
      for (int i = 0; i < 3; i++) e[i] = at.p[i] - m.start.p[i];
      across[0] = e[1] * d[2] - e[2] * d[1], across[1] = e[2] * d[0] - e[0] * d[2];
      across[2] = e[0] * d[1] - e[1] * d[0];
      if (length3(across) / length > 1e-14)
        fail_msg("seed %d: %g off the line", (int)trial, length3(across) / length);
      is_a_rotation(&at, 2e-15);
      // a constant angular rate over the path, about an axis that stays
      close_to(length3(V), angle_over_length * length3(V + 3), 1e-13 * length3(middle));
      for (int i = 0; i < 3; i++)
        close_to(V[i], middle[i] * length3(V) / length3(middle), 1e-13 * length3(middle));
      reached = fmax(reached, fmax(length3(V) / m.angular_speed, length3(V + 3) / m.speed));
      reached = fmax(reached, fmax(length3(A) / m.angular_acceleration, length3(A + 3) / m.acceleration));
      if (reached > 1 + 1e-9) fail_msg("seed %d: %.12g of a limit", (int)trial, reached);
    }
    assert_true(reached > 1 - 1e-4);
    ulna_pose first, last, near;
    assert_int_equal(ulna_trajectory_sample_hand(t, 0, &first, NULL, NULL), ULNA_OK);
    assert_int_equal(ulna_trajectory_sample_hand(t, T, &last, NULL, NULL), ULNA_OK);
    assert_int_equal(ulna_trajectory_sample_hand(t, T * (1 - 1e-9), &near, NULL, NULL), ULNA_OK);
    assert_true(apart(&first, &m.start) < 1e-15 &&
                apart(&last, &m.goal) < 1e-15);  // orthogonal to the last bit
    assert_memory_equal(last.p, m.goal.p, sizeof last.p);
    assert_true(apart(&near, &last) < 1e-14);  // (1e-9)² a, and the rounding of the logarithm
    ulna_trajectory_destroy(t);
  }
}

static void twist_and_acceleration_are_slopes_of_the_pose(void **state)
{
  (void)state;
  uint64_t seed = 4;
  const double turn[3] = {0.3, -5, 2};
  for (int path = ULNA_LINE; path <= ULNA_ARC_ABOUT; path++)
    for (int kind = ULNA_CUBIC; kind <= ULNA_TRAPEZOID; kind++) {
      ulna_hand_motion m = ulna_hand_motion_default();
      m.path = (ulna_hand_path)path, m.profile = (ulna_profile)kind;
      m.start = random_hand(&seed), m.goal = random_hand(&seed);
      for (int i = 0; i < 3; i++) {
        m.via[i] = chain_random(&seed, -1, 1), m.centre[i] = chain_random(&seed, -1, 1);
        m.axis[i] = chain_random(&seed, -1, 1);
      }
      m.angle = -1.5;
      if (path == ULNA_ARC_ABOUT) m.turn = turn;
      m.speed = 0.5, m.angular_speed = 1, m.acceleration = 4, m.angular_acceleration = 5;
      ulna_trajectory *t = hand(&m);
      const double T = ulna_trajectory_duration(t);
      double corner = 0;
      if (kind == ULNA_TRAPEZOID) {  // where the acceleration along the path ends, by halving
        double low = 0, high = T / 2;
        for (int k = 0; k < 60; k++) {
          double V[6], A[6];
          corner = (low + high) / 2;
          assert_int_equal(ulna_trajectory_sample_hand(t, corner, NULL, V, A), ULNA_OK);
          if (length3(A) > 1e-9) low = corner;
          else high = corner;
        }
      }
      const double corners[2] = {corner, T - corner};
      hand_moves_as_it_says(t, corners, kind == ULNA_TRAPEZOID ? 2 : 0);
      ulna_trajectory_destroy(t);
    }
}

static void arc_is_round_and_passes_its_points(void **state)
{
  (void)state;
  for (uint64_t trial = 1; trial <= 100; trial++) {
    uint64_t seed = trial;
    // three points of a known circle: angles 0 < a < b < 2π about a random axis
    const ulna_pose frame = random_hand(&seed);
    const double r = chain_random(&seed, 0.1, 1), b = chain_random(&seed, 0.8, 6),
                 a = chain_random(&seed, 0.3, b - 0.2);
    const double angle[3] = {0, a, b};
    double point[3][3];
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++)
        point[k][i] = frame.p[i] + r * (cos(angle[k]) * frame.R[i][0] + sin(angle[k]) * frame.R[i][1]);
    ulna_hand_motion m = ulna_hand_motion_default();
    m.path = ULNA_ARC, m.duration = 2;
    memcpy(m.start.p, point[0], sizeof m.start.p), memcpy(m.via, point[1], sizeof m.via);
    memcpy(m.goal.p, point[2], sizeof m.goal.p);
    ulna_trajectory *t = hand(&m);
    m.path = ULNA_ARC_ABOUT, m.angle = b;
    for (int i = 0; i < 3; i++) m.axis[i] = 3 * frame.R[i][2], m.centre[i] = frame.p[i] - 0.7 * frame.R[i][2];
    ulna_trajectory *about = hand(&m);
    double closest = 1, radius = 0;
    for (int k = 0; k <= SAMPLES; k++) {
      ulna_pose at, same;
      double V[6], e[3], off = 0, to_via[3];
      assert_int_equal(ulna_trajectory_sample_hand(t, 2.0 * k / SAMPLES, &at, V, NULL), ULNA_OK);
      assert_int_equal(ulna_trajectory_sample_hand(about, 2.0 * k / SAMPLES, &same, NULL, NULL), ULNA_OK);
      for (int i = 0; i < 3; i++) e[i] = same.p[i] - frame.p[i], off += e[i] * frame.R[i][2];
      close_to(length3(e), r, 1e-14), close_to(off, 0, 1e-14);
      // the circle through three points is as well known as they are: rounding over the shortest chord, squared
      close_to(apart(&at, &same), 0, 2e-13);
      for (int i = 0; i < 3; i++) to_via[i] = at.p[i] - m.via[i];
      closest = fmin(closest, length3(to_via));
      radius = fmax(radius, length3(V + 3) * 2 / (1.875 * b));
    }
    assert_true(closest < 6 * 1.875 / SAMPLES * r);  // within a step of the samples
    close_to(radius, r, 1e-5);                       // v = r φ', at the peak of the quintic
    ulna_trajectory_destroy(t), ulna_trajectory_destroy(about);
  }
}

/* Roundness of the three-point arc about its own centre, which the centripetal acceleration points to. */
static void arc_keeps_its_own_radius_and_its_acceleration_limit(void **state)
{
  (void)state;
  ulna_hand_motion m = ulna_hand_motion_default();
  m.path = ULNA_ARC;
  m.start.p[0] = 1, m.goal.p[0] = -1, m.via[1] = 1;  // unit circle about the origin
  m.acceleration = 3;
  for (int kind = ULNA_CUBIC; kind <= ULNA_TRAPEZOID; kind++) {
    m.profile = (ulna_profile)kind;
    ulna_trajectory *t = hand(&m);
    const double T = ulna_trajectory_duration(t);
    double most = 0;
    for (int k = 0; k <= SAMPLES; k++) {
      ulna_pose at;
      double V[6], A[6];
      assert_int_equal(ulna_trajectory_sample_hand(t, T * k / SAMPLES, &at, V, A), ULNA_OK);
      close_to(length3(at.p), 1, 1e-14);
      assert_true(at.p[1] >= -1e-15 && at.p[2] == 0);
      most = fmax(most, length3(A + 3));
    }
    assert_true(most <= 3 * (1 + 1e-9) && most > 2);
    // the same in a shorter time is refused, and says by which acceleration
    ulna_hand_motion shorter = m;
    shorter.duration = 0.9 * T;
    ulna_trajectory *none = t;
    ulna_motion_fault fault;
    assert_int_equal(ulna_hand_trajectory_create(&shorter, NULL, &fault, &none), ULNA_OUTSIDE_LIMITS);
    assert_ptr_equal(none, t);
    assert_int_equal(fault.kind, ULNA_MOTION_FAULT_ACCELERATION);
    assert_true(fault.limit == 3 && fault.value > 3);
    ulna_trajectory_destroy(t);
  }
}

static void whole_circle_comes_back(void **state)
{
  (void)state;
  ulna_hand_motion m = ulna_hand_motion_default();
  m.path = ULNA_ARC_ABOUT, m.axis[2] = -2, m.angle = 4 * pi, m.start.p[0] = 0.3, m.start.p[2] = 0.5,
  m.duration = 1;
  ulna_trajectory *t = hand(&m);
  ulna_pose at;
  assert_int_equal(ulna_trajectory_sample_hand(t, 2, &at, NULL, NULL), ULNA_OK);
  assert_true(apart(&at, &m.start) < 1e-15);
  assert_int_equal(ulna_trajectory_sample_hand(t, 0.5, &at, NULL, NULL), ULNA_OK);
  assert_true(apart(&at, &m.start) < 1e-15);  // one round of two
  ulna_trajectory_destroy(t);
}

static void hand_refused(const ulna_hand_motion *m, ulna_status status, ulna_motion_fault_kind kind)
{
  double elsewhere = 0;
  ulna_trajectory *const untouched = (ulna_trajectory *)(void *)&elsewhere, *t = untouched;
  ulna_motion_fault fault;
  assert_int_equal(ulna_hand_trajectory_create(m, NULL, &fault, &t), status);
  assert_ptr_equal(t, untouched);
  assert_int_equal(fault.kind, kind);
}

static void half_a_turn_needs_its_direction(void **state)
{
  (void)state;
  const double origin[3] = {0, 0, 0}, rpy[3] = {0, 0, pi}, turn[3] = {0, 0, -pi},
               almost[3] = {0, 0, pi - 1e-5};
  ulna_hand_motion m = ulna_hand_motion_default();
  m.duration = 1;
  m.goal = ulna_pose_from_rpy(origin, rpy);
  hand_refused(&m, ULNA_UNSUPPORTED, ULNA_MOTION_FAULT_HALF_TURN);
  m.goal = ulna_pose_from_rpy(origin, almost);
  ulna_trajectory_destroy(hand(&m));
  m.turn = turn;
  ulna_trajectory *t = hand(&m);
  ulna_pose at;
  double V[6];
  assert_int_equal(ulna_trajectory_sample_hand(t, 0.5, &at, V, NULL), ULNA_OK);
  close_to(at.R[0][1], 1, 1e-15);  // a quarter, the way that was asked for
  close_to(V[2], -pi * 1.875, 1e-14);
  assert_int_equal(ulna_trajectory_sample_hand(t, 1, &at, NULL, NULL), ULNA_OK);
  close_to(at.R[0][0], -1, 1e-15);
  ulna_trajectory_destroy(t);
}

static void hand_that_stays_takes_no_time_or_the_time_given(void **state)
{
  (void)state;
  uint64_t seed = 9;
  ulna_hand_motion m = ulna_hand_motion_default();
  m.start = m.goal = random_hand(&seed);
  for (int kind = ULNA_CUBIC; kind <= ULNA_TRAPEZOID; kind++)
    for (int T = 0; T < 2; T++) {
      m.profile = (ulna_profile)kind, m.duration = T;
      ulna_trajectory *t = hand(&m);
      assert_true(ulna_trajectory_duration(t) == T);
      for (int k = -1; k < 6; k++) {
        ulna_pose at;
        double V[6], A[6];
        assert_int_equal(ulna_trajectory_sample_hand(t, 0.25 * k, &at, V, A), ULNA_OK);
        assert_true(apart(&at, &m.start) < 1e-15);
        for (int i = 0; i < 6; i++) assert_true(V[i] == 0 && A[i] == 0);
      }
      ulna_trajectory_destroy(t);
    }
}

static void hand_is_held_outside_its_time(void **state)
{
  (void)state;
  uint64_t seed = 5;
  ulna_hand_motion m = ulna_hand_motion_default();
  m.path = ULNA_ARC, m.profile = ULNA_TRAPEZOID;
  m.start = random_hand(&seed), m.goal = random_hand(&seed), m.via[0] = 2;
  m.acceleration = 2, m.angular_acceleration = 2;
  ulna_trajectory *t = hand(&m);
  const double outside[4] = {-INFINITY, -1e-9, nextafter(ulna_trajectory_duration(t), 9e9), INFINITY};
  for (int k = 0; k < 4; k++) {
    ulna_pose at;
    double V[6], A[6];
    assert_int_equal(ulna_trajectory_sample_hand(t, outside[k], &at, V, A), ULNA_OK);
    assert_true(apart(&at, k < 2 ? &m.start : &m.goal) < 1e-15);
    for (int i = 0; i < 6; i++) assert_true(V[i] == 0 && A[i] == 0);
  }
  ulna_trajectory_destroy(t);
}

/* Every fault has a sentence of its own. */
static void every_fault_has_its_sentence(void **state)
{
  (void)state;
  char text[ULNA_MOTION_FAULT_COUNT + 1][200];
  for (int kind = 0; kind <= ULNA_MOTION_FAULT_COUNT; kind++) {
    ulna_motion_fault fault = {.kind = (ulna_motion_fault_kind)kind, .joint = 0, .point = -1};
    fault.time = fault.value = fault.limit = (double)NAN;
    assert_true(ulna_motion_fault_format(&fault, text[kind], sizeof text[kind]) > 5);
    for (int other = 0; other < kind; other++) assert_string_not_equal(text[kind], text[other]);
  }
  assert_string_equal(text[ULNA_MOTION_FAULT_COUNT], "unknown fault");
}

static void senseless_hand_motions_are_refused(void **state)
{
  (void)state;
  ulna_hand_motion good = ulna_hand_motion_default(), m;
  good.goal.p[0] = 1, good.duration = 1;
  ulna_trajectory_destroy(hand(&good));
  double *const numbers[] = {&m.start.p[1],   &m.start.R[1][2], &m.goal.p[0],
                             &m.goal.R[2][0], &m.duration,      &m.speed,
                             &m.acceleration, &m.angular_speed, &m.angular_acceleration};
  for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
    m = good, *numbers[k] = NAN;
    hand_refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER);
  }
  m = good, m.path = ULNA_ARC, m.via[0] = INFINITY,
  hand_refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER);
  m = good, m.path = ULNA_ARC_ABOUT, m.angle = NAN,
  hand_refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER);
  m = good, m.path = ULNA_ARC_ABOUT, m.centre[1] = NAN,
  hand_refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER);
  m = good, m.path = ULNA_ARC_ABOUT, m.axis[2] = NAN,
  hand_refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER);
  m = good, m.path = ULNA_ARC, m.start.p[0] = NAN,
  hand_refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER);
  m = good, m.path = ULNA_ARC_ABOUT, m.start.p[0] = NAN,
  hand_refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER);
  const double broken[3] = {0, NAN, 0};
  m = good, m.turn = broken, hand_refused(&m, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER);
  m = good, m.path = (ulna_hand_path)9, hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE);
  m = good, m.profile = ULNA_SPLINE_NATURAL, hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE);
  m = good, m.duration = -1, hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_TIMES);
  m = good, m.speed = 0, hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_LIMIT);
  m = good, m.duration = 0, hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNBOUNDED);
  m = good, m.profile = ULNA_TRAPEZOID, m.duration = 0;
  hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNBOUNDED);
  m = good, m.goal.R[0][0] = -1, hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_ROTATION);
  m = good, m.start.R[0][1] = 0.1, hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_ROTATION);
  m = good, m.speed = 1, hand_refused(&m, ULNA_OUTSIDE_LIMITS, ULNA_MOTION_FAULT_SPEED);
  m = good, m.path = ULNA_ARC, m.via[0] = 0.5,
  hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_CIRCLE);
  m = good, m.path = ULNA_ARC,
  hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_CIRCLE);  // via the start
  m = good, m.path = ULNA_ARC, m.via[1] = 1, m.goal.p[0] = 0;         // back to the start
  hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_CIRCLE);
  m = good, m.path = ULNA_ARC_ABOUT, m.angle = 1, m.axis[0] = 1,
  m.centre[0] = -3;  // the start is on the axis
  hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_CIRCLE);
  m = good, m.path = ULNA_ARC_ABOUT, m.angle = 1, m.centre[0] = 1;  // an axis without direction
  hand_refused(&m, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_CIRCLE);
}

static void lives_in_memory_of_the_caller(void **state)
{
  (void)state;
  const double q[6] = {0, 1, 2, 3, 1, 1}, time[3] = {0, 1, 3};
  for (int kind = ULNA_CUBIC; kind <= ULNA_SPLINE_CLAMPED; kind++) {
    if (kind == ULNA_TRAPEZOID) continue;
    const ulna_joint_motion m = {
        .profile = (ulna_profile)kind, .joints = 2, .points = 3, .q = q, .time = time};
    const size_t size = ulna_joint_trajectory_size(&m);
    unsigned char *memory = aligned_alloc(64, size + 64);
    memset(memory, 0xa5, size + 64);
    ulna_trajectory *t = NULL, *other = joints(&m);
    assert_int_equal(ulna_joint_trajectory_init(memory, size - 1, &m, NULL, &t), ULNA_TOO_SMALL);
    assert_int_equal(ulna_joint_trajectory_init(memory + 8, size, &m, NULL, &t), ULNA_INVALID_ARGUMENT);
    assert_null(t);
    assert_int_equal(ulna_joint_trajectory_init(memory, size, &m, NULL, &t), ULNA_OK);
    for (int k = 0; k < 64; k++) assert_int_equal(memory[size + (size_t)k], 0xa5);
    for (int k = -1; k < 50; k++) {
      double x[3][MOST] = {{0}}, y[3][MOST] = {{0}};
      sample(t, 0.07 * k, x), sample(other, 0.07 * k, y);
      assert_memory_equal(x, y, sizeof x);
    }
    ulna_trajectory_destroy(t);  // nothing to do for this one
    ulna_trajectory_destroy(other);
    free(memory);
  }
  ulna_trajectory_destroy(NULL);
}

static void failing_allocator_leaves_nothing(void **state)
{
  (void)state;
  const double q[4] = {0, 1, 2, 3}, time[2] = {0, 1}, low[2] = {5, 5};
  ulna_joint_motion m = {.profile = ULNA_QUINTIC, .joints = 2, .points = 2, .q = q, .time = time};
  ulna_hand_motion h = ulna_hand_motion_default();
  failing_allocator memory;
  ulna_trajectory *t = NULL;
  ulna_allocator a = failing_allocator_start(&memory, 1);
  assert_int_equal(ulna_joint_trajectory_create(&m, &a, NULL, &t), ULNA_OUT_OF_MEMORY);
  assert_int_equal(ulna_hand_trajectory_create(&h, &a, NULL, &t), ULNA_OUT_OF_MEMORY);
  assert_null(t);
  a = failing_allocator_start(&memory, 0);
  assert_int_equal(ulna_joint_trajectory_create(&m, &a, NULL, &t), ULNA_OK);
  ulna_trajectory_destroy(t);
  assert_int_equal(ulna_hand_trajectory_create(&h, &a, NULL, &t), ULNA_OK);
  ulna_trajectory_destroy(t);
  m.limits.lower = low;
  assert_int_equal(ulna_joint_trajectory_create(&m, &a, NULL, &t), ULNA_OUTSIDE_LIMITS);
  h.speed = -1;
  assert_int_equal(ulna_hand_trajectory_create(&h, &a, NULL, &t), ULNA_INVALID_ARGUMENT);
  assert_true(failing_allocator_empty(&memory));
}

/* A third of the time each: at T/3 it moves at 1.5/T of the way, having passed a quarter; with a bound on the speed the
 * even part is longer. */
static void a_trapezoid_may_be_given_by_its_duration_alone(void **state)
{
  (void)state;
  const double q[2] = {0, 2}, time[2] = {0, 3}, slow = 0.8, slower = 0.6;
  ulna_joint_motion m = {.profile = ULNA_TRAPEZOID, .joints = 1, .points = 2, .q = q, .time = time};
  ulna_trajectory *t = joints(&m);
  double at, rate, gain;
  assert_int_equal(ulna_trajectory_sample(t, 1, &at, &rate, &gain), ULNA_OK);
  assert_true(fabs(at - 0.5) < 1e-14 && fabs(rate - 1) < 1e-14);
  assert_int_equal(ulna_trajectory_sample(t, 1.5, &at, &rate, &gain), ULNA_OK);
  assert_true(fabs(at - 1) < 1e-14 && fabs(rate - 1) < 1e-14 && gain == 0);
  ulna_trajectory_destroy(t);
  m.limits.velocity = &slow;
  t = joints(&m);
  assert_int_equal(ulna_trajectory_sample(t, 1.5, &at, &rate, &gain), ULNA_OK);
  assert_true(fabs(at - 1) < 1e-14 && fabs(rate - 0.8) < 1e-14);
  ulna_trajectory_destroy(t);
  m.limits.velocity = &slower;  // 2 m in 3 s need 0.67 m/s at the least
  refused(&m, ULNA_OUTSIDE_LIMITS, ULNA_MOTION_FAULT_SPEED, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_trapezoid_may_be_given_by_its_duration_alone),
      cmocka_unit_test(manutec_run_has_the_printed_times),
      cmocka_unit_test(boundary_values_are_met_to_the_last_bit),
      cmocka_unit_test(splines_have_continuous_acceleration),
      cmocka_unit_test(limits_are_reached_and_never_exceeded),
      cmocka_unit_test(short_trapezoid_is_a_triangle),
      cmocka_unit_test(zero_distance_takes_no_time_or_the_time_given),
      cmocka_unit_test(limits_of_position_name_joint_and_instant),
      cmocka_unit_test(senseless_motions_are_refused),
      cmocka_unit_test(bad_samples_touch_nothing),
      cmocka_unit_test(line_is_straight_and_slerp_turns_about_one_axis),
      cmocka_unit_test(twist_and_acceleration_are_slopes_of_the_pose),
      cmocka_unit_test(arc_is_round_and_passes_its_points),
      cmocka_unit_test(arc_keeps_its_own_radius_and_its_acceleration_limit),
      cmocka_unit_test(whole_circle_comes_back),
      cmocka_unit_test(half_a_turn_needs_its_direction),
      cmocka_unit_test(hand_that_stays_takes_no_time_or_the_time_given),
      cmocka_unit_test(hand_is_held_outside_its_time),
      cmocka_unit_test(every_fault_has_its_sentence),
      cmocka_unit_test(senseless_hand_motions_are_refused),
      cmocka_unit_test(lives_in_memory_of_the_caller),
      cmocka_unit_test(failing_allocator_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
