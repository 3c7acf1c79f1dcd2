/* Forward dynamics by every method: golden cases, every pair of methods, and back from inverse dynamics. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "support/chain.h"
#include "support/golden.h"

enum { MOST = 100 };

/* The default's method and all five by name. */
static ulna_status forward(int method, const ulna_model *m, ulna_work *w, const double q[], const double qd[],
                           const double tau[], double qdd[])
{
  return method < 0 ? ulna_forward_dynamics(m, w, q, qd, tau, qdd)
                    : ulna_forward_dynamics_by(m, w, (ulna_forward_method)method, q, qd, tau, qdd);
}
static const char *method_name(int method)
{
  return method < 0 ? "default" : ulna_forward_method_name((ulna_forward_method)method);
}

static void golden_accelerations(const char *file)
{
  json_t *all = golden_load(file);
  size_t index;
  json_t *one;
  int failures = 0;
  json_array_foreach(json_object_get(all, "cases"), index, one)
  {
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *m = golden_model(json_model);
    ulna_work *w = golden_work(m, json_model);
    double q[MOST], qd[MOST], tau[MOST], qdd[MOST];
    golden_numbers(json_object_get(one, "q"), q, MOST);
    golden_numbers(json_object_get(one, "qd"), qd, MOST);
    golden_numbers(json_object_get(one, "tau_in"), tau, MOST);
    for (int method = -1; method < ULNA_FORWARD_METHOD_COUNT; method++) {
      assert_int_equal(forward(method, m, w, q, qd, tau, qdd), ULNA_OK);
      if (golden_passes(one, "qdd_forward", qdd, (size_t)ulna_model_joint_count(m))) continue;
      printf("  by %s\n", method_name(method));
      failures++;
    }
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  json_decref(all);
  assert_int_equal(failures, 0);
}

static void every_method_gives_the_golden_accelerations(void **state)
{
  (void)state;
  golden_accelerations("open.json");
}

static void every_method_gives_the_golden_accelerations_of_long_chains(void **state)
{
  (void)state;
  golden_accelerations("open-udut.json");
}

static void recursion_keeps_1e_12_where_the_dense_matrix_cannot(void **state)
{
  (void)state;
  json_t *all = golden_load("open-udut.json");
  size_t index;
  json_t *one;
  int seen = 0;
  json_array_foreach(json_object_get(all, "cases"), index, one)
  {
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *m = golden_model(json_model);
    const int n = ulna_model_joint_count(m);
    if (n == 100) {
      ulna_work *w = golden_work(m, json_model);
      double q[MOST], qd[MOST], tau[MOST], x[MOST], expected[MOST];
      golden_numbers(json_object_get(one, "q"), q, MOST);
      golden_numbers(json_object_get(one, "qd"), qd, MOST);
      golden_numbers(json_object_get(one, "tau_in"), tau, MOST);
      const json_t *golden = json_object_get(one, "expected");
      for (int method = -1; method <= ULNA_FORWARD_ARTICULATED; method++) {
        if (method == ULNA_FORWARD_STROBE || method == ULNA_FORWARD_COMPOSITE) continue;
        assert_int_equal(forward(method, m, w, q, qd, tau, x), ULNA_OK);
        golden_numbers(json_object_get(golden, "qdd_forward"), expected, MOST);
        // 1e-12: the golden set's own statement of what the O(n) recursion reaches; with reference points at the mass
        // centres the bias of a nearly straight chain costs half a digit more
        const double tolerance = method == ULNA_FORWARD_SAHA ? 1e-11 : 1e-12;
        assert_true(golden_close(json_string_value(json_object_get(one, "id")), x, expected, 100, tolerance));
      }
      assert_int_equal(ulna_mass_matrix_solve(m, w, q, 1, tau, x), ULNA_OK);
      golden_numbers(json_object_get(golden, "qdd_solve"), expected, MOST);
      assert_true(golden_close("qdd_solve", x, expected, 100, 1e-12));
      assert_int_equal(ulna_udut_solve(m, w, q, tau, NULL, NULL, x), ULNA_OK);
      assert_true(golden_close("qdd_solve", x, expected, 100, 1e-12));
      seen++;
      ulna_work_destroy(w);
    }
    ulna_model_destroy(m);
  }
  json_decref(all);
  assert_true(seen >= 4);
}

static double spread(const double x[], int n)
{
  double most = 1;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

/* The base in motion, something in the hand, a wrench on it: whatever can be set. */
static void disturb(ulna_work *w, uint64_t *seed)
{
  ulna_base_motion motion;
  double *numbers = (double *)&motion, force[3], moment[3];
  for (size_t i = 0; i < sizeof motion / sizeof(double); i++) numbers[i] = chain_random(seed, -1, 1);
  for (int i = 0; i < 3; i++) force[i] = chain_random(seed, -5, 5), moment[i] = chain_random(seed, -2, 2);
  const ulna_body payload = {
      .mass = 0.7, .com = {0.1, -0.05, 0.2}, .inertia = {0.02, 0.03, 0.02}, .about = ULNA_ABOUT_COM};
  ulna_work_set_base_motion(w, &motion);
  ulna_work_set_hand_wrench(w, force, moment);
  assert_int_equal(ulna_work_set_payload(w, &payload), ULNA_OK);
}

/* Every method at one state against the others and against the acceleration inverse dynamics was given. The tolerance
 * is relative to the largest acceleration and grows with the condition of M: rounding in tau, 1e-16 of its size, comes
 * back multiplied by it. */
static bool methods_agree(const ulna_model *m, ulna_work *w, uint64_t *seed, const char *name)
{
  enum { N = 64 };
  const int n = ulna_model_joint_count(m);
  double q[N], qd[N], qdd[N], tau[N], x[ULNA_FORWARD_METHOD_COUNT + 1][N];
  for (int i = 0; i < n; i++) {
    q[i] = chain_random(seed, -2, 2), qd[i] = chain_random(seed, -1.5, 1.5),
    qdd[i] = chain_random(seed, -3, 3);
  }
  ulna_inverse_dynamics(m, w, q, qd, qdd, tau);
  const double condition = condition_of(m, w, q);
  const double tolerance = fmax(1e-10, 2e-14 * condition);
  bool good = true;
  for (int method = -1; method < ULNA_FORWARD_METHOD_COUNT; method++) {
    double *r = x[method + 1];
    assert_int_equal(forward(method, m, w, q, qd, tau, r), ULNA_OK);
    for (int other = -2; other < method; other++) {
      const double *o = other == -2 ? qdd : x[other + 1];
      double worst = 0;
      for (int i = 0; i < n; i++) worst = worse_of(worst, fabs(r[i] - o[i]));
      if (worst <= tolerance * spread(qdd, n)) continue;
      printf("%s, condition %.1e: %s and %s differ by %.2e\n", name, condition, method_name(method),
             other == -2 ? "what inverse dynamics was given" : method_name(other), worst);
      good = false;
    }
  }
  return good;
}

static void every_pair_of_methods_agrees_on_every_built_in_robot(void **state)
{
  (void)state;
  assert_true(ulna_robot_count() >= 10);
  int failures = 0;
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *m = NULL;
    uint64_t seed = (uint64_t)(100 + r);
    const char *key = ulna_robot_get(r)->key;
    assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &m), ULNA_OK);
    ulna_work *w = chain_work(m);
    for (int k = 0; k < 10; k++) {
      if (k == 5) disturb(w, &seed);
      if (!methods_agree(m, w, &seed, key)) failures++;
    }
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  assert_int_equal(failures, 0);
}

/* Bodies with mass, a joint of either kind, in any of the three conventions. */
static ulna_model *random_chain(uint64_t *seed, int n, double prismatic)
{
  static const ulna_convention conventions[] = {ULNA_DH, ULNA_MDH, ULNA_AXIS};
  ulna_joint joints[32];
  for (int i = 0; i < n; i++) {
    joints[i] = chain_random_joint(seed);
    joints[i].type = chain_random(seed, 0, 1) < prismatic ? ULNA_PRISMATIC : ULNA_REVOLUTE;
    ulna_body *b = &joints[i].link.body;
    b->mass = chain_random(seed, 0.5, 3), b->about = ULNA_ABOUT_COM;
    for (int k = 0; k < 3; k++)
      b->com[k] = chain_random(seed, -0.3, 0.3), b->inertia[k] = chain_random(seed, 0.02, 0.03);
    for (int k = 3; k < 6; k++) b->inertia[k] = chain_random(seed, -0.004, 0.004);
  }
  const ulna_pose base = chain_random_pose(seed), tool = chain_random_pose(seed);
  return chain_model(conventions[(int)chain_random(seed, 0, 3)], n, joints, &base, &tool);
}

static void every_pair_of_methods_agrees_on_200_random_chains(void **state)
{
  (void)state;
  int failures = 0;
  for (int k = 0; k < 200; k++) {
    uint64_t seed = (uint64_t)(7000 + k);
    const int n = 1 + k % 20;
    ulna_model *m = random_chain(&seed, n, k % 3 ? 0.3 : 0);
    ulna_work *w = chain_work(m);
    char name[64];
    snprintf(name, sizeof name, "seed %d, n = %d", 7000 + k, n);
    if (!methods_agree(m, w, &seed, name)) failures++;
    disturb(w, &seed);
    if (!methods_agree(m, w, &seed, name)) failures++;
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  assert_int_equal(failures, 0);
}

static void method_follows_the_number_of_joints_and_says_so(void **state)
{
  (void)state;
  for (int n = 1; n <= 20; n++) {
    uint64_t seed = 5;
    ulna_model *m = random_chain(&seed, n, 0);
    const ulna_forward_method fastest = n <= 15 ? ULNA_FORWARD_COMPOSITE : ULNA_FORWARD_ARTICULATED;
    assert_int_equal(ulna_forward_dynamics_method(m), fastest);
    ulna_model_destroy(m);
  }
}

static void methods_are_found_by_name(void **state)
{
  (void)state;
  static const char *const names[] = {"strobe", "composite", "saha", "articulated", "noc"};
  for (int i = 0; i < ULNA_FORWARD_METHOD_COUNT; i++) {
    ulna_forward_method found;
    assert_string_equal(ulna_forward_method_name((ulna_forward_method)i), names[i]);
    assert_int_equal(ulna_forward_method_find(names[i], &found), ULNA_OK);
    assert_int_equal(found, i);
  }
  ulna_forward_method found = ULNA_FORWARD_NOC;
  assert_int_equal(ulna_forward_method_find("lagrange", &found), ULNA_NOT_FOUND);
  assert_int_equal(found, ULNA_FORWARD_NOC);
  assert_null(ulna_forward_method_name((ulna_forward_method)99));
}

/* Every function that divides by a pivot, at one posture; each must return `expected` and touch nothing. */
static void nothing_divides(const ulna_model *m, ulna_work *w, const double q[], ulna_status expected,
                            int joint)
{
  const int n = ulna_model_joint_count(m);
  const double ones[4] = {1, 1, 1, 1};
  double out[64], out2[4], untouched[64];
  for (int i = 0; i < 64; i++) untouched[i] = out[i] = -77;
  memcpy(out2, out, sizeof out2);
  ulna_operational_inertia operational, before;
  memset(&operational, 0x5a, sizeof operational);
  before = operational;
  const ulna_udut parts = {.U = out, .M_art = NULL};
  for (int method = -1; method < ULNA_FORWARD_METHOD_COUNT; method++)
    assert_int_equal(forward(method, m, w, q, ones, ones, out), expected);
  assert_int_equal(ulna_mass_matrix_inverse(m, w, q, out), expected);
  assert_int_equal(ulna_mass_matrix_solve(m, w, q, 1, ones, out), expected);
  assert_int_equal(ulna_joint_inertias(m, w, q, out, out2), expected);
  assert_int_equal(ulna_mass_matrix_udut(m, w, q, &parts), expected);
  assert_int_equal(ulna_udut_solve(m, w, q, ones, out, out2, out), expected);
  assert_int_equal(ulna_operational_inertia_at(m, w, NULL, ULNA_AXES_BASE, q, &operational), expected);
  assert_int_equal(ulna_forward_dynamics_noc(m, w, q, ones, ones, NULL, NULL, out), expected);
  assert_memory_equal(out, untouched, sizeof out);
  assert_memory_equal(out2, untouched, sizeof out2);
  assert_memory_equal(&operational, &before, sizeof before);
  assert_int_equal(ulna_singular_joint(m, w, q), joint);
  assert_true(n <= 4);
}

static ulna_joint arm_joint(double a, double alpha, double mass, double com_x, double inertia)
{
  ulna_joint j = chain_joint();
  j.a = a, j.alpha = alpha;
  j.link.body.mass = mass, j.link.body.com[0] = com_x, j.link.body.about = ULNA_ABOUT_COM;
  for (int k = 0; k < 3; k++) j.link.body.inertia[k] = inertia;
  return j;
}

static void a_hand_without_mass_is_singular_at_its_own_joint(void **state)
{
  (void)state;
  const ulna_joint joints[] = {arm_joint(0.5, 1.2, 2, -0.2, 0.01), arm_joint(0.4, -0.7, 1, -0.2, 0.01),
                               arm_joint(0.1, 0, 0, 0, 0)};
  ulna_model *m = chain_model(ULNA_DH, 3, joints, NULL, NULL);
  ulna_work *w = chain_work(m);
  const double q[] = {0.3, -0.8, 1.1};
  nothing_divides(m, w, q, ULNA_SINGULAR, 3);
  assert_true(isinf(condition_of(m, w, q)));

  // something in the hand: the same arm is sound
  const ulna_body payload = {.mass = 1, .com = {0.1, 0, 0}, .about = ULNA_ABOUT_COM};
  double qdd[3];
  assert_int_equal(ulna_work_set_payload(w, &payload), ULNA_OK);
  assert_int_equal(ulna_singular_joint(m, w, q), 0);
  for (int method = -1; method < ULNA_FORWARD_METHOD_COUNT; method++)
    assert_int_equal(forward(method, m, w, q, q, q, qdd), ULNA_OK);
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

/* Point mass at the end of two massless rods: stretched, joint 2 gives way to whatever joint 1 pushes. */
static void a_stretched_massless_arm_is_singular_at_its_first_joint(void **state)
{
  (void)state;
  const ulna_joint joints[] = {arm_joint(0.5, 0, 0, 0, 0), arm_joint(0.4, 0, 1, 0, 0)};
  ulna_model *m = chain_model(ULNA_DH, 2, joints, NULL, NULL);
  ulna_work *w = chain_work(m);
  const double stretched[] = {0.3, 0}, bent[] = {0.3, 0.9};
  double qdd[2];
  nothing_divides(m, w, stretched, ULNA_SINGULAR, 1);
  for (int method = -1; method < ULNA_FORWARD_METHOD_COUNT; method++)
    assert_int_equal(forward(method, m, w, bent, bent, bent, qdd), ULNA_OK);
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

static void a_slide_without_mass_is_singular_at_its_own_joint(void **state)
{
  (void)state;
  ulna_joint joints[] = {arm_joint(0.5, 1.2, 2, -0.2, 0.01), arm_joint(0, 0.3, 0, 0, 0)};
  joints[1].type = ULNA_PRISMATIC;
  ulna_model *m = chain_model(ULNA_DH, 2, joints, NULL, NULL);
  ulna_work *w = chain_work(m);
  const double q[] = {0.3, 0.2};
  nothing_divides(m, w, q, ULNA_SINGULAR, 2);
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

static void a_posture_that_is_no_number_is_refused(void **state)
{
  (void)state;
  const ulna_joint joints[] = {arm_joint(0.5, 1.2, 2, -0.2, 0.01), arm_joint(0.4, -0.7, 1, -0.2, 0.01)};
  ulna_model *m = chain_model(ULNA_DH, 2, joints, NULL, NULL);
  ulna_work *w = chain_work(m);
  const double q[] = {0.3, (double)NAN};
  nothing_divides(m, w, q, ULNA_NOT_FINITE, 0);
  const double good[] = {0.3, 0.1}, torque[] = {1, (double)NAN};
  double qdd[2];
  assert_int_equal(ulna_forward_dynamics(m, w, good, good, torque, qdd), ULNA_OK);  // NaN in, NaN out
  assert_true(isnan(qdd[0]) && isnan(qdd[1]));
  assert_int_equal(ulna_forward_dynamics_by(m, w, (ulna_forward_method)9, good, good, good, qdd),
                   ULNA_INVALID_ARGUMENT);
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_method_gives_the_golden_accelerations),
      cmocka_unit_test(every_method_gives_the_golden_accelerations_of_long_chains),
      cmocka_unit_test(recursion_keeps_1e_12_where_the_dense_matrix_cannot),
      cmocka_unit_test(every_pair_of_methods_agrees_on_every_built_in_robot),
      cmocka_unit_test(every_pair_of_methods_agrees_on_200_random_chains),
      cmocka_unit_test(method_follows_the_number_of_joints_and_says_so),
      cmocka_unit_test(methods_are_found_by_name),
      cmocka_unit_test(a_hand_without_mass_is_singular_at_its_own_joint),
      cmocka_unit_test(a_stretched_massless_arm_is_singular_at_its_first_joint),
      cmocka_unit_test(a_slide_without_mass_is_singular_at_its_own_joint),
      cmocka_unit_test(a_posture_that_is_no_number_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
