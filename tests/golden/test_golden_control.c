/* Golden control cases: gross motion and pseudo-forces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"
#include "ulna/controller.h"
#include "ulna/inverse_dynamics.h"

enum { MAX = 8 };

static int each_case(const char *kind,
                     bool (*passes)(const json_t *one, const ulna_model *model, ulna_work *work))
{
  json_t *golden = golden_load("open.json"), *one;
  size_t i;
  int seen = 0, failed = 0;
  json_array_foreach(json_object_get(golden, "control_cases"), i, one)
  {
    if (strcmp(json_string_value(json_object_get(one, "kind")), kind) != 0) continue;
    const json_t *description = json_object_get(one, "model");
    ulna_model *model = golden_model(description);
    ulna_work *work = golden_work(model, description);
    seen++;
    if (!passes(one, model, work)) failed++;
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  json_decref(golden);
  assert_true(seen >= 2);
  return failed;
}

static void take(const json_t *one, const char *name, double out[MAX])
{
  golden_numbers(json_object_get(one, name), out, MAX);
}

static bool gross_case(const json_t *one, const ulna_model *model, ulna_work *work)
{
  const size_t n = (size_t)ulna_model_joint_count(model);
  double q[MAX], qd[MAX], q_d[MAX], qd_d[MAX], qdd_d[MAX], kp[MAX], kv[MAX], mu_s[MAX], mu_d[MAX], gamma[MAX];
  double qdd[MAX], rigid[MAX], normal[MAX], lost[MAX], tau[MAX];
  take(one, "q_a", q), take(one, "qd_a", qd), take(one, "q_d", q_d), take(one, "qd_d", qd_d);
  take(one, "qdd_d", qdd_d);
  for (size_t i = 0; i < n; i++) {
    kp[i] = json_number_value(json_object_get(one, "kp"));
    kv[i] = json_number_value(json_object_get(one, "kv"));
  }
  const json_t *f = json_object_get(one, "friction");
  take(f, "mu_static", mu_s), take(f, "mu_dynamic", mu_d), take(f, "gamma", gamma);
  const ulna_axis_friction friction = {mu_s, mu_d, gamma};
  const ulna_gross_parts parts = {qdd, rigid, normal, lost, tau};
  ulna_gross_motion(model, work, q, qd, q_d, qd_d, qdd_d, kp, kv, &friction, &parts);
  return golden_passes(one, "qdd_adj", qdd, n) && golden_passes(one, "tau_without_friction", rigid, n) &&
         golden_passes(one, "friction_torque", lost, n) && golden_passes(one, "tau", tau, n);
}

static void gross_motion_matches(void **state)
{
  (void)state;
  assert_int_equal(each_case("gross_motion", gross_case), 0);
}

static bool pseudo_case(const json_t *one, const ulna_model *model, ulna_work *work)
{
  const size_t n = (size_t)ulna_model_joint_count(model);
  double q[MAX], force[MAX], moment[MAX], tau[MAX], G[MAX];
  take(one, "q", q), take(one, "hand_force", force), take(one, "hand_moment", moment);
  ulna_pseudo_force_torques(model, work, q, force, moment, tau);
  ulna_gravity_torques(model, work, q, G);
  if (!golden_passes(one, "tau_pseudo", tau, n) || !golden_passes(one, "G", G, n)) return false;
  for (size_t i = 0; i < n; i++) tau[i] += G[i];
  return golden_passes(one, "tau", tau, n);
}

static void pseudo_forces_match(void **state)
{
  (void)state;
  assert_int_equal(each_case("pseudo_force", pseudo_case), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(gross_motion_matches),
                                     cmocka_unit_test(pseudo_forces_match)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
