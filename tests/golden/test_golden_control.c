/* Golden control cases: resolved motion, gross motion and pseudo-forces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"
#include "ulna/controller.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/resolved_motion.h"
#include "work/work.h"

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
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *model = golden_model(json_model);
    ulna_work *work = golden_work(model, json_model);
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

static bool held_as_expected(const json_t *one, const ulna_resolve_outcome *o, int n)
{
  double expected[MAX];
  const size_t count =
      golden_numbers(json_object_get(json_object_get(one, "expected"), "held_joints"), expected, MAX);
  bool same = o->held_count == (int)count && o->rank == n - o->held_count;
  for (size_t k = 0; k < count && same; k++) same = o->held[(int)expected[k] - 1];
  if (!same) fprintf(stderr, "%s: held joints differ\n", json_string_value(json_object_get(one, "id")));
  return same;
}

static bool resolves(const json_t *one, const ulna_model *model, ulna_work *work)
{
  const int n = ulna_model_joint_count(model);
  const size_t count = (size_t)n;
  double q[MAX], qd[MAX], asked[MAX], previous[MAX], x[MAX], D[6 * MAX], nonlinear[6];
  ulna_resolve_outcome o;
  ulna_resolver *resolver = NULL;
  assert_int_equal(ulna_resolver_create(model, NULL, NULL, &resolver), ULNA_OK);
  take(one, "q", q), take(one, "qd", qd);

  take(one, "hand_acceleration", asked), take(one, "qdd_prev", previous);
  assert_int_equal(ulna_resolve_acceleration(resolver, work, q, qd, asked, previous, NULL, x, &o), ULNA_OK);
  int failed = !golden_passes(one, "qdd", x, count) + !held_as_expected(one, &o, n);

  take(one, "hand_twist", asked), take(one, "qd_prev", previous);
  assert_int_equal(ulna_resolve_rate(resolver, work, q, asked, previous, NULL, x, &o), ULNA_OK);
  failed += !golden_passes(one, "qd", x, count) + !held_as_expected(one, &o, n);

  hand_motion hand;
  ulna_work_hand_motion(work, q, qd, D, &hand);
  vec3_store(hand.wd, nonlinear), vec3_store(hand.a, nonlinear + 3);
  failed += !golden_passes(one, "nonlinear_hand_acceleration", nonlinear, 6);
  ulna_resolver_destroy(resolver);
  return failed == 0;
}

static void hand_motion_is_resolved_and_dependent_joints_are_held(void **state)
{
  (void)state;
  assert_int_equal(each_case("resolved_motion", resolves), 0);
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
  ulna_gross_motion(model, work, kp, kv, &friction, q, qd, q_d, qd_d, qdd_d, &parts);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(hand_motion_is_resolved_and_dependent_joints_are_held),
                                     cmocka_unit_test(gross_motion_matches),
                                     cmocka_unit_test(pseudo_forces_match)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
