/* Every formulation, for every kind of number, against values from outside and against one another. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "count/formulations.h"
#include "support/golden.h"

enum { LONGEST = 40 };

static const formulations *const kinds[] = {&ulna_formulations_f64, &ulna_formulations_f32,
                                            &ulna_formulations_tally};
enum { KIND_COUNT = 3 };

static const ulna_inverse_method methods[ULNA_INVERSE_METHOD_COUNT] = {
    ULNA_INVERSE_LAGRANGE, ULNA_INVERSE_NEWTON_EULER, ULNA_INVERSE_MODIFIED_NEWTON_EULER,
    ULNA_INVERSE_ANGELES, ULNA_INVERSE_STROBE};
static const ulna_inverse_method recursions[] = {ULNA_INVERSE_NEWTON_EULER,
                                                 ULNA_INVERSE_MODIFIED_NEWTON_EULER, ULNA_INVERSE_ANGELES};

/* A golden case's arm and state in the kernels' frames, which are the case's own. */
typedef struct {
  const json_t *json;
  const char *id;
  formulation_arm arm;
  link_numbers link[LONGEST];
  double q[LONGEST], qd[LONGEST], qdd[LONGEST];
  formulation_state at;
} golden_arm;

static double field(const json_t *object, const char *key)
{
  return json_number_value(json_object_get(object, key));
}

static void vector(const json_t *object, const char *key, double v[3])
{
  assert_int_equal(golden_numbers(json_object_get(object, key), v, 3), 3);
}

static void golden_link(const json_t *json, link_numbers *l)
{
  double I[9];
  const double alpha = field(json, "alpha");
  *l = (link_numbers){.ca = cos(alpha), .sa = sin(alpha)};
  l->joint =
      strcmp(json_string_value(json_object_get(json, "joint")), "P") == 0 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
  l->theta0 = field(json, "theta"), l->a = field(json, "a"), l->d = field(json, "d"), l->m = field(json, "m");
  const double r[3] = {l->a, l->d * l->sa, l->d * l->ca};
  memcpy(l->r, r, sizeof r);
  vector(json, "com", l->com);
  assert_int_equal(golden_numbers(json_object_get(json, "inertia"), I, 9), 9);
  const double six[6] = {I[0], I[4], I[8], I[1], I[2], I[5]};
  memcpy(l->I, six, sizeof six);
}

static void golden_arm_read(const json_t *json, golden_arm *g)
{
  const json_t *model = json_object_get(json, "model"), *base = json_object_get(model, "base");
  double gravity[3], force[3], moment[3];
  memset(g, 0, sizeof *g);
  g->json = json;
  g->id = json_string_value(json_object_get(json, "id"));
  g->arm.n = (int)json_integer_value(json_object_get(model, "n"));
  assert_in_range(g->arm.n, 1, LONGEST);
  g->arm.link = g->link;
  for (int i = 0; i < g->arm.n; i++)
    golden_link(json_array_get(json_object_get(model, "links"), (size_t)i), &g->link[i]);
  vector(model, "gravity", gravity);
  if (base && !json_is_null(base)) {
    vector(base, "omega", g->arm.base_w), vector(base, "alpha", g->arm.base_wd);
    vector(base, "a", g->arm.base_a);
  }
  const json_t *tip = json_object_get(model, "tip_wrench");
  if (tip && !json_is_null(tip)) {
    vector(tip, "force", force), vector(tip, "moment", moment);
    for (int k = 0; k < 3; k++) g->arm.hand_f[k] = -force[k], g->arm.hand_n[k] = -moment[k];
  }
  for (int k = 0; k < 3; k++) g->arm.base_a[k] -= gravity[k];
  golden_numbers(json_object_get(json, "q"), g->q, LONGEST);
  golden_numbers(json_object_get(json, "qd"), g->qd, LONGEST);
  golden_numbers(json_object_get(json, "qdd"), g->qdd, LONGEST);
  g->at = (formulation_state){g->q, g->qd, g->qdd};
}

static void *memory_for(const formulations *f, int n)
{
  void *memory = aligned_alloc(64, f->size(n));
  assert_non_null(memory);
  return memory;
}

/* Double and tally: the case's own tolerance. Float: 2e-4, some 1700 ulp, for sums over up to 30 links. */
static void must_pass(const golden_arm *g, const formulations *f, ulna_inverse_method method,
                      const char *quantity, const double *x, size_t count)
{
  bool good;
  if (strcmp(f->kind, "f32") == 0) {
    double *expected = (double *)calloc(count, sizeof(double));
    assert_non_null(expected);
    const json_t *array = json_object_get(json_object_get(g->json, "expected"), quantity);
    assert_int_equal(golden_numbers(array, expected, count), count);
    good = golden_close(quantity, x, expected, count, 2e-4);
    free(expected);
  } else {
    good = golden_passes(g->json, quantity, x, count);
  }
  if (!good) fail_msg("%s: %s by %s, %s", g->id, quantity, ulna_inverse_method_name(method), f->kind);
}

typedef void (*golden_check)(const golden_arm *g, const formulations *f, void *memory);

static void for_every_case_and_kind(golden_check check)
{
  json_t *file = golden_load("open.json");
  const json_t *cases = json_object_get(file, "cases");
  assert_int_equal(json_array_size(cases), 40);
  for (size_t i = 0; i < json_array_size(cases); i++) {
    golden_arm g;
    golden_arm_read(json_array_get(cases, i), &g);
    for (int k = 0; k < KIND_COUNT; k++) {
      void *memory = memory_for(kinds[k], g.arm.n);
      check(&g, kinds[k], memory);
      free(memory);
    }
  }
  json_decref(file);
}

static void check_tau(const golden_arm *g, const formulations *f, void *memory)
{
  double tau[LONGEST];
  for (size_t k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++) {
    f->inverse_dynamics(&g->arm, methods[k], g->at, tau, memory);
    must_pass(g, f, methods[k], "tau", tau, (size_t)g->arm.n);
  }
}
static void torques_are_the_golden_ones(void **state)
{
  (void)state;
  for_every_case_and_kind(check_tau);
}

/* The parts of the torque, each by the run that isolates it. */
static void check_parts(const golden_arm *g, const formulations *f, void *memory)
{
  const size_t n = (size_t)g->arm.n;
  double x[LONGEST], gravity[3];
  formulation_arm bare = g->arm, held = g->arm;
  vector(json_object_get(g->json, "model"), "gravity", gravity);
  memset(bare.base_w, 0, sizeof bare.base_w), memset(bare.base_wd, 0, sizeof bare.base_wd);
  memset(bare.base_a, 0, sizeof bare.base_a);
  held = bare;  // with the wrench in the hand
  memset(bare.hand_f, 0, sizeof bare.hand_f), memset(bare.hand_n, 0, sizeof bare.hand_n);
  const formulation_state rest = {g->q, NULL, NULL}, coasting = {g->q, g->qd, NULL};
  for (size_t k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++) {
    f->inverse_dynamics(&g->arm, methods[k], coasting, x, memory);
    must_pass(g, f, methods[k], "bias", x, n);
    f->inverse_dynamics(&bare, methods[k], coasting, x, memory);
    must_pass(g, f, methods[k], "Cqd", x, n);
    f->inverse_dynamics(&held, methods[k], rest, x, memory);
    must_pass(g, f, methods[k], "tip_torque", x, n);
    for (int i = 0; i < 3; i++) bare.base_a[i] = -gravity[i];
    f->gravity(&bare, methods[k], g->q, x, memory);
    must_pass(g, f, methods[k], "G", x, n);
    memset(bare.base_a, 0, sizeof bare.base_a);
  }
}
static void bias_coriolis_gravity_and_tip_torques_are_the_golden_ones(void **state)
{
  (void)state;
  for_every_case_and_kind(check_parts);
}

static void check_mass_matrix(const golden_arm *g, const formulations *f, void *memory)
{
  static double M[LONGEST * LONGEST];
  for (size_t k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++) {
    f->mass_matrix(&g->arm, methods[k], g->q, M, memory);
    must_pass(g, f, methods[k], "M", M, (size_t)(g->arm.n * g->arm.n));
  }
}
static void mass_matrices_are_the_golden_ones(void **state)
{
  (void)state;
  for_every_case_and_kind(check_mass_matrix);
}

static int tensors_checked;
static void check_christoffel(const golden_arm *g, const formulations *f, void *memory)
{
  double C[27];
  if (!golden_has(g->json, "C")) return;
  for (size_t k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++) {
    f->christoffel(&g->arm, methods[k], g->q, C, memory);
    must_pass(g, f, methods[k], "C", C, (size_t)(g->arm.n * g->arm.n * g->arm.n));
    tensors_checked++;
  }
}
static void christoffel_tensors_are_the_golden_ones(void **state)
{
  (void)state;
  for_every_case_and_kind(check_christoffel);
  assert_int_equal(tensors_checked, 17 * KIND_COUNT * ULNA_INVERSE_METHOD_COUNT);
}

static void check_joint_wrenches(const golden_arm *g, const formulations *f, void *memory)
{
  double force[3 * LONGEST], moment[3 * LONGEST];
  for (size_t k = 0; k < 3; k++) {
    f->joint_wrenches(&g->arm, recursions[k], g->at, force, moment, memory);
    must_pass(g, f, recursions[k], "joint_force", force, 3 * (size_t)g->arm.n);
    must_pass(g, f, recursions[k], "joint_moment", moment, 3 * (size_t)g->arm.n);
  }
}
static void joint_wrenches_are_the_golden_ones(void **state)
{
  (void)state;
  for_every_case_and_kind(check_joint_wrenches);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(torques_are_the_golden_ones),
      cmocka_unit_test(bias_coriolis_gravity_and_tip_torques_are_the_golden_ones),
      cmocka_unit_test(mass_matrices_are_the_golden_ones),
      cmocka_unit_test(christoffel_tensors_are_the_golden_ones),
      cmocka_unit_test(joint_wrenches_are_the_golden_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
