/* The size of a work, and the status of functions whose part it lacks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"

/* A chain of n turning joints with mass, without drives. */
static ulna_model *long_arm(int n)
{
  ulna_builder *b = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  for (int i = 0; i < n; i++) {
    char joint_name[24], link_name[24];
    snprintf(joint_name, sizeof joint_name, "joint %d", i + 1);
    snprintf(link_name, sizeof link_name, "link %d", i + 1);
    ulna_joint j = chain_joint();
    j.name = joint_name, j.link.name = link_name;
    j.a = 0.1, j.alpha = i % 2 ? 1 : -0.5;
    j.link.body = (ulna_body){.mass = 1, .inertia = {0.01, 0.01, 0.01}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  ulna_model *m = NULL;
  assert_int_equal(ulna_builder_finish(b, NULL, &m), ULNA_OK);
  ulna_builder_destroy(b);
  return m;
}

/* Bounds with some room for what a compiler's padding and new functions take; of seven joints the promise: below 16 kB. */
static void works_are_as_small_as_promised(void **state)
{
  (void)state;
  static const struct {
    int n;
    unsigned parts;
    size_t bound;
  } promises[] = {{6, ULNA_PARTS_DEFAULT, 15000},   {7, ULNA_PARTS_DEFAULT, 16000},
                  {7, ULNA_PARTS_ALL, 60000},       {100, ULNA_PARTS_DEFAULT, 300000},
                  {1000, ULNA_PARTS_NONE, 2000000}, {1000, ULNA_PARTS_DEFAULT, 20000000},
                  {1000, ULNA_PARTS_ALL, 250000000}};
  for (size_t k = 0; k < sizeof promises / sizeof promises[0]; k++) {
    ulna_model *m = long_arm(promises[k].n);
    const size_t size = ulna_work_size(m, promises[k].parts);
    if (size == 0 || size >= promises[k].bound)
      fail_msg("n = %d, parts %u: %zu bytes, not below %zu", promises[k].n, promises[k].parts, size,
               promises[k].bound);
    ulna_model_destroy(m);
  }
}

static void a_function_whose_part_is_missing_says_so_and_writes_nothing(void **state)
{
  (void)state;
  enum { N = 17 };  // arms of at most 15 joints always have matrices
  ulna_model *m = long_arm(N);
  ulna_work *w = NULL;
  static double q[N], out[N * N * N], untouched[N * N * N];
  ulna_operational_inertia operational;
  for (int i = 0; i < N * N * N; i++) untouched[i] = out[i] = -77;
  for (int i = 0; i < N; i++) q[i] = 0.1 * i;
  assert_int_equal(ulna_work_create(m, ULNA_PARTS_NONE, NULL, &w), ULNA_OK);
  assert_int_equal(ulna_work_parts(w), ULNA_PARTS_NONE);
  const ulna_drive_forces forces = {.F = out};
  int mode[2 * N] = {7};
  const ulna_status said[] = {ulna_inverse_dynamics_by(m, w, ULNA_INVERSE_LAGRANGE, q, q, q, out),
                              ulna_inverse_dynamics_by(m, w, ULNA_INVERSE_STROBE, q, q, q, out),
                              ulna_christoffel_by(m, w, ULNA_INVERSE_LAGRANGE, q, out),
                              ulna_forward_dynamics_by(m, w, ULNA_FORWARD_COMPOSITE, q, q, q, out),
                              ulna_forward_dynamics_by(m, w, ULNA_FORWARD_STROBE, q, q, q, out),
                              ulna_forward_dynamics_by(m, w, ULNA_FORWARD_NOC, q, q, q, out),
                              ulna_joint_inertias(m, w, q, out, NULL),
                              ulna_mass_matrix_condition(m, w, q, out),
                              ulna_operational_inertia_at(m, w, q, NULL, ULNA_AXES_BASE, &operational),
                              ulna_drive_inverse_dynamics(m, w, q, q, q, &forces),
                              ulna_drive_forward_dynamics(m, w, q, q, q, out),
                              ulna_drive_mass_matrix(m, w, q, out),
                              ulna_drive_bias(m, w, q, q, out),
                              ulna_drive_coefficients(m, w, q, out, out, out),
                              ulna_actuator_to_joint_forces(m, w, q, q, out),
                              ulna_joint_to_actuator_forces(m, w, q, q, out),
                              ulna_reflected_inertia(m, w, q, out),
                              ulna_stick_modes(m, w, q, q, mode),
                              ulna_stick_accelerations(m, w, q, q, q, mode, out, NULL)};
  for (size_t k = 0; k < sizeof said / sizeof said[0]; k++)
    if (said[k] != ULNA_MISSING_PART) fail_msg("call %zu: %s", k, ulna_status_name(said[k]));
  assert_memory_equal(out, untouched, sizeof out);
  assert_int_equal(mode[0], 7);

  // what needs no part works
  assert_int_equal(ulna_inverse_dynamics_by(m, w, ULNA_INVERSE_ANGELES, q, q, q, out), ULNA_OK);
  assert_int_equal(ulna_forward_dynamics(m, w, q, q, q, out), ULNA_OK);
  assert_int_equal(ulna_mass_matrix_inverse(m, w, q, out), ULNA_OK);
  ulna_work_destroy(w);
  assert_int_equal(ulna_work_create(m, 2 * ULNA_PARTS_DEFAULT, NULL, &w), ULNA_INVALID_ARGUMENT);
  ulna_model_destroy(m);
}

/* Every function gives the same by a work that has all parts and by one that has no more than it needs: pieces that lie on
 * one another are never at work together. */
static void works_of_any_parts_agree(void **state)
{
  (void)state;
  enum { N = 7 };
  ulna_model *m = long_arm(N);
  static const unsigned parts[] = {ULNA_PARTS_NONE, ULNA_PARTS_DEFAULT, ULNA_PART_REFERENCE,
                                   ULNA_PART_FRICTION, ULNA_PARTS_ALL};
  double q[N], tau[5][N], bias[5][N], qdd[5][N], inverse[5][N * N];
  for (int i = 0; i < N; i++) q[i] = 0.3 * i - 1;
  for (int k = 0; k < 5; k++) {
    ulna_work *w = NULL;
    assert_int_equal(ulna_work_create(m, parts[k], NULL, &w), ULNA_OK);
    const double force[3] = {1, 2, 3};
    ulna_work_set_hand_wrench(w, force, force);
    ulna_inverse_dynamics(m, w, q, q, q, tau[k]);
    ulna_bias(m, w, q, q, bias[k]);
    assert_int_equal(ulna_forward_dynamics(m, w, q, q, q, qdd[k]), ULNA_OK);
    assert_int_equal(ulna_mass_matrix_inverse(m, w, q, inverse[k]), ULNA_OK);
    assert_memory_equal(tau[k], tau[0], sizeof tau[0]);
    assert_memory_equal(bias[k], bias[0], sizeof bias[0]);
    assert_memory_equal(qdd[k], qdd[0], sizeof qdd[0]);
    assert_memory_equal(inverse[k], inverse[0], sizeof inverse[0]);
    ulna_work_destroy(w);
  }
  ulna_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(works_are_as_small_as_promised),
      cmocka_unit_test(a_function_whose_part_is_missing_says_so_and_writes_nothing),
      cmocka_unit_test(works_of_any_parts_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
