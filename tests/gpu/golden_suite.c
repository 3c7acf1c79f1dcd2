/* Golden cases through the text for graphics processors. */
#include "gpu/golden_suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/golden_drives.h"

enum { WIDEST = 13 * GPU_MOST * GPU_MOST, ROWS_MOST = 600 };

typedef struct {
  const golden_runner *runner;
  golden_tally tally;
  const json_t *one;
  ulna_model *model;
  gpu_arm arm;
  ulna_gpu_drives drives;
  double q[GPU_MOST], qd[GPU_MOST], qdd[GPU_MOST], tau[GPU_MOST];
} suite;

static bool is_zero(const json_t *object, const char *const keys[])
{
  for (int k = 0; keys[k]; k++) {
    double x[3] = {0, 0, 0};
    golden_numbers(json_object_get(object, keys[k]), x, 3);
    if (x[0] != 0 || x[1] != 0 || x[2] != 0) return false;
  }
  return true;
}

/* Whether a card does it: nothing at base and hand, not too many joints, drives that it knows. */
static bool take_case(suite *s, const json_t *one)
{
  const char *const base[] = {"omega", "alpha", "a", NULL}, *const tip[] = {"force", "moment", NULL};
  const json_t *model = json_object_get(one, "model");
  if (!model || json_array_size(json_object_get(model, "links")) > GPU_MOST ||
      !is_zero(json_object_get(model, "base"), base) || !is_zero(json_object_get(model, "tip_wrench"), tip))
    return false;
  const bool driven = json_object_get(one, "drives") != NULL;
  s->one = one, s->drives = driven ? ULNA_GPU_VISCOUS : ULNA_GPU_LINKS;
  s->model = driven ? golden_driven_model(one) : golden_model(model);
  golden_numbers(json_object_get(one, "q"), s->q, GPU_MOST);
  golden_numbers(json_object_get(one, "qd"), s->qd, GPU_MOST);
  golden_numbers(json_object_get(one, "qdd"), s->qdd, GPU_MOST);
  golden_numbers(json_object_get(one, "tau_in"), s->tau, GPU_MOST);
  if (ulna_gpu_arm(s->model, s->drives, &s->arm) == ULNA_OK && (!driven || s->arm.linear)) return true;
  ulna_model_destroy(s->model);
  return false;
}

static const double *expected_of(const json_t *one, const char *quantity, size_t count)
{
  static double expected[ROWS_MOST * GPU_MOST + WIDEST];
  const json_t *there = json_object_get(json_object_get(one, "expected"), quantity);
  return there && golden_numbers(there, expected, sizeof expected / sizeof *expected) == count ? expected
                                                                                               : NULL;
}

static double tolerance_of(const json_t *one, const char *quantity)
{
  const json_t *all = json_object_get(one, "tolerance"), *own = json_object_get(all, quantity);
  return fmax(1e-10, json_number_value(own ? own : json_object_get(all, "default")));
}

static void compare(suite *s, const char *quantity, const double x[], size_t count, bool single)
{
  const double *expected = expected_of(s->one, quantity, count);
  if (!expected) return;
  char what[160];
  snprintf(what, sizeof what, "%s: %s%s", json_string_value(json_object_get(s->one, "id")), quantity,
           single ? " in float" : "");
  const double tolerance = single ? 2e-4 : tolerance_of(s->one, quantity);
  s->tally.numbers++;
  if (!golden_close(what, x, expected, count, tolerance)) s->tally.failed++;
}

/* A function's numbers from `first` on are the quantity, in double, and in float where nothing is inverted; without
 * the friction that golden forces do not have. */
static void check(suite *s, ulna_gpu_function f, const double third[], int first, const char *quantity,
                  int count)
{
  static double out[WIDEST];
  const int n = s->arm.n, width = (int)gpu_width(f, (size_t)n, (size_t)s->arm.drive_count);
  const bool inverts = f == ULNA_GPU_FORWARD_DYNAMICS || f == ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES;
  const bool has_friction = s->arm.driven && (f == ULNA_GPU_INVERSE_DYNAMICS || f == ULNA_GPU_BIAS);
  if (!golden_has(s->one, quantity)) return;
  for (int single = 0; single < (inverts ? 1 : 2); single++) {
    s->runner->run(s->model, s->drives, single, f, s->q, s->qd, third, width, out);
    for (int i = 0; i < n * n && has_friction; i++) out[i / n] -= s->arm.viscous[i] * s->qd[i % n];
    compare(s, quantity, out + first, (size_t)count, single);
  }
}

/* With drives golden torques and accelerations have dry friction in them, which these functions leave out. */
static void check_links(suite *s)
{
  const int n = s->arm.n, square = n * n;
  if (!s->arm.driven) {
    check(s, ULNA_GPU_INVERSE_DYNAMICS, s->qdd, 0, "tau", n);
    check(s, ULNA_GPU_FORWARD_DYNAMICS, s->tau, 0, "qdd_forward", n);
    check(s, ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES, s->tau, n, "dqdd_dq", square);
  }
  check(s, ULNA_GPU_MASS_MATRIX, NULL, 0, "M", square);
  check(s, ULNA_GPU_GRAVITY_TORQUES, NULL, 0, "G", n);
  check(s, ULNA_GPU_BIAS, NULL, 0, "bias", n);
  check(s, ULNA_GPU_JACOBIAN, NULL, 0, "J", 6 * n);
  check(s, ULNA_GPU_REGRESSOR, s->qdd, 0, "Y", 10 * square + 3 * n * s->arm.drive_count);
  check(s, ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES, s->qdd, n, "dtau_dq", square);
  check(s, ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES, s->qdd, n + square, "dtau_dqd", square);
  check(s, ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES, s->qdd, n + 2 * square, "dtau_dqdd", square);
  check(s, ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES, s->tau, n + square, "dqdd_dqd", square);
  check(s, ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES, s->tau, n + 2 * square, "dqdd_dtau", square);
}

/* Forces without friction, and the mass matrix. */
static void check_drives(suite *s)
{
  check(s, ULNA_GPU_INVERSE_DYNAMICS, s->qdd, 0, "F", s->arm.n);
  check(s, ULNA_GPU_MASS_MATRIX, NULL, 0, "D_ij", s->arm.n * s->arm.n);
}

static void check_rollout(suite *s, const json_t *one)
{
  static double q[ROWS_MOST * GPU_MOST], qd[ROWS_MOST * GPU_MOST];
  double rows[16], q_rows[16 * GPU_MOST], qd_rows[16 * GPU_MOST], tau[GPU_MOST], start[GPU_MOST],
      speed[GPU_MOST];
  const int steps = (int)json_integer_value(json_object_get(one, "steps"));
  const size_t wanted = golden_numbers(json_object_get(json_object_get(one, "expected"), "step"), rows, 16);
  if (steps > ROWS_MOST) golden_give_up("rollout", "more steps than there is room for");
  s->one = one, s->model = golden_model(json_object_get(one, "model"));
  const size_t n = (size_t)ulna_model_joint_count(s->model);
  golden_numbers(json_object_get(one, "tau"), tau, GPU_MOST);
  golden_numbers(json_object_get(one, "q0"), start, GPU_MOST);
  golden_numbers(json_object_get(one, "qd0"), speed, GPU_MOST);
  s->runner->roll(s->model, json_number_value(json_object_get(one, "eps")), steps, start, speed, tau, q, qd);
  for (size_t k = 0; k < wanted; k++) {  // row 0: the start
    const size_t step = (size_t)rows[k];
    memcpy(q_rows + k * n, step ? q + (step - 1) * n : start, n * sizeof *q);
    memcpy(qd_rows + k * n, step ? qd + (step - 1) * n : speed, n * sizeof *qd);
  }
  compare(s, "q", q_rows, wanted * n, false), compare(s, "qd", qd_rows, wanted * n, false);
  s->tally.cases++;
  ulna_model_destroy(s->model);
}

golden_tally golden_suite(const golden_runner *runner)
{
  static const char *const files[] = {"open.json", "open-derivatives.json", "open-regressor.json",
                                      "open-udut.json", "open-drives.json"};
  suite s = {.runner = runner};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    json_t *all = golden_load(files[f]), *one;
    size_t i;
    json_array_foreach(json_object_get(all, "cases"), i, one)
    {
      const char *kind = json_string_value(json_object_get(one, "kind"));
      const bool of_drives = kind && strcmp(kind, "drive") == 0;
      if (kind && !of_drives && strcmp(kind, "derivatives") != 0 && strcmp(kind, "regressor") != 0 &&
          strcmp(kind, "udut") != 0)
        continue;
      if (!take_case(&s, one)) continue;
      if (of_drives) check_drives(&s);
      else check_links(&s);
      s.tally.cases++;
      ulna_model_destroy(s.model);
    }
    json_array_foreach(json_object_get(all, "rollouts"), i, one) { check_rollout(&s, one); }
    json_decref(all);
  }
  return s.tally;
}
