/* The text for graphics processors, compiled for this one, against the library: every built-in robot, every function. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "gpu/on_host.h"
#include "ulna/drive.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { STATES = 20, WIDEST = 6 * GPU_MOST > GPU_MOST *GPU_MOST ? 6 * GPU_MOST : GPU_MOST *GPU_MOST };

static double random_in(uint64_t *seed, double lower, double upper)
{
  return lower + (upper - lower) * random_unit(seed);
}

/* Largest difference over the largest number; NaN counts as infinite. */
static double apart(const double x[], const double y[], int count)
{
  double off = 0, size = 1e-300;
  for (int i = 0; i < count; i++) {
    const double d = fabs(x[i] - y[i]);
    if (isnan(d)) return (double)INFINITY;
    off = fmax(off, d), size = fmax(size, fabs(y[i]));
  }
  return off / size;
}

/* One function at STATES states by the text for cards: in double or float, in columns or rows. */
typedef struct {
  bool single, rows, fixed;
} manner;

static void on_card(const gpu_arm *arm, gpu_function f, manner how, const double *q, const double *qd,
                    const double *third, int width, double *out)
{
  const int n = arm->n;
  static double in[3][STATES * GPU_MOST], result[STATES * WIDEST];
  static float in_single[3][STATES * GPU_MOST], result_single[STATES * WIDEST];
  const double *const from[3] = {q, qd, third};
  gpu_call c = {.function = f, .count = STATES, .rows = how.rows};
  c.joint = how.rows ? 1 : STATES, c.state = how.rows ? (size_t)n : 1;
  for (int k = 0; k < 3; k++)
    for (int s = 0; s < STATES; s++)
      for (int j = 0; j < n; j++) {
        const size_t at = (size_t)j * c.joint + (size_t)s * c.state;
        in[k][at] = from[k][s * n + j], in_single[k][at] = (float)from[k][s * n + j];
      }
  if (how.single) {
    c.q = in_single[0], c.qd = in_single[1], c.third = in_single[2], c.out = result_single;
    gpu_on_host_f32(arm, &c, how.fixed);
  } else {
    c.q = in[0], c.qd = in[1], c.third = in[2], c.out = result;
    gpu_on_host_f64(arm, &c, how.fixed);
  }
  for (int s = 0; s < STATES; s++)
    for (int j = 0; j < width; j++) {
      const int at = how.rows ? s * width + j : j * STATES + s;
      out[s * width + j] = how.single ? (double)result_single[at] : result[at];
    }
}

static int width_of(gpu_function f, int n)
{
  return f == GPU_MASS_MATRIX ? n * n : f == GPU_HAND_POSE ? 12 : f == GPU_JACOBIAN ? 6 * n : n;
}

static void library(const ulna_model *m, ulna_work *w, gpu_function f, const double *q, const double *qd,
                    const double *third, double *out)
{
  const double zero[GPU_MOST] = {0};
  ulna_pose pose;
  switch (f) {
  case GPU_INVERSE_DYNAMICS: ulna_inverse_dynamics(m, w, q, qd, third, out); break;
  case GPU_FORWARD_DYNAMICS: assert_int_equal(ulna_forward_dynamics(m, w, q, qd, third, out), ULNA_OK); break;
  case GPU_MASS_MATRIX: ulna_mass_matrix(m, w, q, out); break;
  case GPU_GRAVITY: ulna_gravity_torques(m, w, q, out); break;
  case GPU_BIAS: ulna_inverse_dynamics(m, w, q, qd, zero, out); break;
  case GPU_HAND_POSE:
    ulna_hand_pose(m, w, q, &pose);
    for (int i = 0; i < 9; i++) out[i] = pose.R[i / 3][i % 3];
    for (int i = 0; i < 3; i++) out[9 + i] = pose.p[i];
    break;
  default: ulna_jacobian(m, w, q, NULL, ULNA_AXES_BASE, out); break;
  }
}

static void every_function_is_the_librarys_on_every_robot(void **state)
{
  (void)state;
  int compared = 0;
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *m = NULL;
    ulna_work *w = NULL;
    gpu_arm arm;
    assert_int_equal(ulna_robot_load(ulna_robot_get(r)->key, NULL, NULL, NULL, &m), ULNA_OK);
    assert_int_equal(ulna_work_create(m, ULNA_PARTS_ALL, NULL, &w), ULNA_OK);
    assert_int_equal(ulna_gpu_arm(m, false, &arm), ULNA_OK);
    const int n = arm.n;
    double q[STATES * GPU_MOST], qd[STATES * GPU_MOST], third[STATES * GPU_MOST];
    uint64_t seed = 7 + (uint64_t)r;
    for (int k = 0; k < STATES * n; k++) {
      q[k] = random_in(&seed, -3, 3), qd[k] = random_in(&seed, -2, 2), third[k] = random_in(&seed, -3, 3);
    }
    for (int f = 0; f < GPU_ROLLOUT; f++)
      for (int how = 0; how < 8; how++) {
        const manner as = {how & 1, (how & 2) != 0, (how & 4) != 0};
        const int width = width_of((gpu_function)f, n);
        double got[STATES * WIDEST], expected[WIDEST];
        on_card(&arm, (gpu_function)f, as, q, qd, third, width, got);
        for (int s = 0; s < STATES; s++) {
          library(m, w, (gpu_function)f, q + s * n, qd + s * n, third + s * n, expected);
          const double off = apart(got + s * width, expected, width);
          const double limit = as.single ? 2e-4 : 1e-10;  // what is promised of a card
          if (!(off <= limit))
            fail_msg("%s, function %d, manner %d, state %d: %g", ulna_robot_get(r)->key, f, how, s, off);
          compared++;
        }
      }
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  assert_true(compared > 5000);
}

/* Rotors and viscous friction of the PUMA, and a rollout against steps of the library's own accelerations. */
static void rollouts_are_steps_of_the_librarys_accelerations(void **state)
{
  (void)state;
  ulna_model *m = NULL;
  ulna_work *w = NULL;
  gpu_arm arm;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_work_create(m, ULNA_PARTS_ALL, NULL, &w), ULNA_OK);
  assert_int_equal(ulna_gpu_arm(m, true, &arm), ULNA_OK);
  enum { N = 6, STEPS = 40 };
  const double h = 1e-3;
  double q[N] = {0.1, -0.7, 0.4, 0.3, 0.6, -0.2}, qd[N] = {0.4, -0.3, 0.5, 1, -1, 0.7};
  double tau[N] = {5, -20, 3, 0.4, 0.2, -0.1}, q_end[N], qd_end[N];
  const gpu_call c = {.function = GPU_ROLLOUT,
                      .count = 1,
                      .joint = 1,
                      .state = 1,
                      .q = q,
                      .qd = qd,
                      .third = tau,
                      .out = q_end,
                      .out_2 = qd_end,
                      .h = h,
                      .steps = STEPS,
                      .runge_kutta = true};
  gpu_on_host_f64(&arm, &c, true);
  double x[2 * N];
  memcpy(x, q, sizeof q), memcpy(x + N, qd, sizeof qd);
  for (int step = 0; step < STEPS; step++) {
    double k[4][2 * N];
    for (int s = 0; s < 4; s++) {
      double at[2 * N], M[N * N], bias[N];
      for (int i = 0; i < 2 * N; i++)
        at[i] = x[i] + (s == 0 ? 0 : s < 3 ? h / 2 * k[s - 1][i] : h * k[s - 1][i]);
      ulna_mass_matrix(m, w, at, M);
      const double zero[N] = {0};
      ulna_inverse_dynamics(m, w, at, at + N, zero, bias);
      double b[N];
      for (int i = 0; i < N; i++) {
        b[i] = tau[i] - bias[i];
        for (int j = 0; j < N; j++)
          M[i * N + j] += arm.spin[i * N + j], b[i] -= arm.viscous[i * N + j] * at[N + j];
      }
      for (int p = 0; p < N; p++)  // Gauss–Jordan; M is positive definite
        for (int i = 0; i < N; i++) {
          if (i == p) continue;
          const double factor = M[i * N + p] / M[p * N + p];
          for (int j = 0; j < N; j++) M[i * N + j] -= factor * M[p * N + j];
          b[i] -= factor * b[p];
        }
      for (int i = 0; i < N; i++) k[s][i] = at[N + i], k[s][N + i] = b[i] / M[i * N + i];
    }
    for (int i = 0; i < 2 * N; i++) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
  assert_true(arm.spin[0] > 0.5 && arm.viscous[0] > 1);  // something is there
  assert_true(apart(q_end, x, N) < 1e-12);
  assert_true(apart(qd_end, x + N, N) < 1e-11);
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

static void drives_that_cannot_be_had_are_refused(void **state)
{
  (void)state;
  ulna_model *m = NULL;
  gpu_arm arm;
  assert_int_equal(ulna_robot_load("irb6", NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_gpu_arm(m, true, &arm), ULNA_UNSUPPORTED);  // screws
  assert_int_equal(ulna_gpu_arm(m, false, &arm), ULNA_OK);
  ulna_model_destroy(m);
}

/* Units in the last place of the larger: against long double, over all sizes of arguments. */
static void sines_are_good_for_every_argument(void **state)
{
  (void)state;
  uint64_t seed = 3;
  double worst = 0, worst_single = 0;
  for (int k = 0; k < 200000; k++) {
    const double scale = k % 3 ? 7 : exp(random_in(&seed, -20, 40)), x = random_in(&seed, -scale, scale);
    double s, c;
    float fs, fc;
    gpu_sines_f64(x, &s, &c), gpu_sines_f32((float)x, &fs, &fc);
    const long double exact[2] = {sinl((long double)x), cosl((long double)x)};
    const double got[2] = {s, c}, single[2] = {(double)fs, (double)fc};
    const double exact_single[2] = {sin((double)(float)x), cos((double)(float)x)};
    for (int i = 0; i < 2; i++) {
      const double a = fabs((double)exact[i]), ulp = nextafter(a, 2) - a;
      const float b = (float)fabs(exact_single[i]), ulp_single = nextafterf(b, 2) - b;
      if (a > 1e-300) worst = fmax(worst, (double)fabsl((long double)got[i] - exact[i]) / ulp);
      if (b > 1e-30f)
        worst_single = fmax(worst_single, fabs(single[i] - exact_single[i]) / (double)ulp_single);
    }
  }
  if (!(worst <= 1 && worst_single <= 2)) fail_msg("%g, %g ulp", worst, worst_single);
  double s, c;
  gpu_sines_f64(-0.0, &s, &c);
  assert_true(s == 0 && signbit(s) && c == 1);
  gpu_sines_f64((double)INFINITY, &s, &c);
  assert_true(isnan(s) && isnan(c));
  float fs, fc;
  gpu_sines_f32((float)NAN, &fs, &fc);
  assert_true(isnan(fs) && isnan(fc));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_function_is_the_librarys_on_every_robot),
      cmocka_unit_test(rollouts_are_steps_of_the_librarys_accelerations),
      cmocka_unit_test(drives_that_cannot_be_had_are_refused),
      cmocka_unit_test(sines_are_good_for_every_argument),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
