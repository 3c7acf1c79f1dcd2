/* Derivatives of inverse and forward dynamics against the golden values of tests/golden/open-derivatives.json. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"
#include "support/golden_drives.h"
#include "ulna/derivatives.h"

enum { MAX = 12 };  // joints of the golden arms

typedef struct {
  const json_t *one;
  size_t n;
  ulna_model *model;
  ulna_work *work;
  double q[MAX], qd[MAX], qdd[MAX], tau_in[MAX], F_ad_in[MAX];
} derivative_case;

static bool passes(const derivative_case *c, const char *quantity, const double *x, size_t count)
{
  return golden_passes(c->one, quantity, x, count);
}

static bool links_are_right(const derivative_case *c)
{
  const size_t n = c->n;
  double tau[MAX], qdd[MAX], A[3][MAX * MAX];
  if (ulna_inverse_dynamics_derivatives(c->model, c->work, c->q, c->qd, c->qdd, tau, A[0], A[1], A[2]) !=
      ULNA_OK)
    return false;
  bool ok = passes(c, "tau", tau, n) && passes(c, "dtau_dq", A[0], n * n) &&
            passes(c, "dtau_dqd", A[1], n * n) && passes(c, "dtau_dqdd", A[2], n * n);
  if (ulna_forward_dynamics_derivatives(c->model, c->work, c->q, c->qd, c->tau_in, qdd, A[0], A[1], A[2]) !=
      ULNA_OK)
    return false;
  ok &= passes(c, "qdd_forward", qdd, n) && passes(c, "dqdd_dq", A[0], n * n) &&
        passes(c, "dqdd_dqd", A[1], n * n) && passes(c, "dqdd_dtau", A[2], n * n);
  return ok;
}

static bool forces_of_drives_are_right(const derivative_case *c)
{
  const size_t n = c->n;
  double v[3][MAX], A[8][MAX * MAX];
  const ulna_drive_derivatives out = {.tau = v[0],
                                      .dtau_dq = A[0],
                                      .dtau_dqd = A[1],
                                      .dtau_dqdd = A[2],
                                      .F = v[1],
                                      .dF_dq = A[3],
                                      .dF_dqd = A[4],
                                      .F_ad = v[2],
                                      .dF_ad_dq = A[5],
                                      .dF_ad_dqd = A[6],
                                      .dF_ad_dqdd = A[7]};
  if (ulna_drive_inverse_dynamics_derivatives(c->model, c->work, c->q, c->qd, c->qdd, &out) != ULNA_OK)
    return false;
  return passes(c, "tau", v[0], n) && passes(c, "dtau_dq", A[0], n * n) &&
         passes(c, "dtau_dqd", A[1], n * n) && passes(c, "dtau_dqdd", A[2], n * n) &&
         passes(c, "F", v[1], n) && passes(c, "dF_dq", A[3], n * n) && passes(c, "dF_dqd", A[4], n * n) &&
         passes(c, "F_ad", v[2], n) && passes(c, "dF_ad_dq", A[5], n * n) &&
         passes(c, "dF_ad_dqd", A[6], n * n) && passes(c, "dF_ad_dqdd", A[7], n * n);
}

static bool motion_of_drives_is_right(const derivative_case *c)
{
  const size_t n = c->n;
  double qdd[MAX], A[3][MAX * MAX];
  if (ulna_drive_forward_dynamics_derivatives(c->model, c->work, ULNA_UNDER_TAU, c->q, c->qd, c->tau_in, qdd,
                                              A[0], A[1], A[2]) != ULNA_OK)
    return false;
  bool ok = passes(c, "qdd_forward", qdd, n) && passes(c, "dqdd_dq", A[0], n * n) &&
            passes(c, "dqdd_dqd", A[1], n * n) && passes(c, "dqdd_dtau", A[2], n * n);
  if (ulna_drive_forward_dynamics_derivatives(c->model, c->work, ULNA_UNDER_F_AD, c->q, c->qd, c->F_ad_in,
                                              qdd, A[0], A[1], A[2]) != ULNA_OK)
    return false;
  ok &= passes(c, "qdd_direct", qdd, n) && passes(c, "dqdd_direct_dq", A[0], n * n) &&
        passes(c, "dqdd_direct_dqd", A[1], n * n) && passes(c, "dqdd_direct_dF_ad", A[2], n * n);
  return ok;
}

static bool is_right(const json_t *one)
{
  derivative_case c = {.one = one};
  const json_t *model = json_object_get(one, "model");
  const bool driven = json_object_get(one, "drives") != NULL;
  c.n = json_array_size(json_object_get(model, "links"));
  c.model = driven ? golden_driven_model(one) : golden_model(model);
  c.work = golden_work(c.model, model);
  golden_numbers(json_object_get(one, "q"), c.q, MAX), golden_numbers(json_object_get(one, "qd"), c.qd, MAX);
  golden_numbers(json_object_get(one, "qdd"), c.qdd, MAX),
      golden_numbers(json_object_get(one, "tau_in"), c.tau_in, MAX);
  golden_numbers(json_object_get(one, "F_ad_in"), c.F_ad_in, MAX);
  const bool right =
      driven ? forces_of_drives_are_right(&c) && motion_of_drives_is_right(&c) : links_are_right(&c);
  ulna_work_destroy(c.work);
  ulna_model_destroy(c.model);
  return right;
}

static void every_derivative_matches(void **state)
{
  (void)state;
  json_t *golden = golden_load("open-derivatives.json"), *one;
  int failed = 0;
  size_t i, seen = 0;
  json_array_foreach(json_object_get(golden, "cases"), i, one)
  {
    seen++;
    if (!is_right(one)) failed++;
  }
  json_decref(golden);
  assert_true(seen >= 41);
  assert_int_equal(failed, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_derivative_matches)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
