/* Driven arms against the golden values of tests/golden/open-drives.json. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"
#include "support/golden_drives.h"
#include "ulna/drive.h"
#include "ulna/friction.h"

enum { MAX = 8 };  // joints of the golden arms

static json_t *golden;

static int load(void **state)
{
  (void)state;
  golden = golden_load("open-drives.json");
  return golden ? 0 : -1;
}

static int unload(void **state)
{
  (void)state;
  json_decref(golden);
  return 0;
}

static size_t input(const json_t *one, const char *key, double *out, size_t room)
{
  return golden_numbers(json_object_get(one, key), out, room);
}

typedef bool check(const json_t *one, const ulna_model *model, ulna_work *work);

/* Runs `what` on every case of a kind; at least `least` of them. */
static void on_each(const char *kind, int least, check *what)
{
  int seen = 0, failed = 0;
  size_t i;
  json_t *one;
  json_array_foreach(json_object_get(golden, "cases"), i, one)
  {
    if (strcmp(json_string_value(json_object_get(one, "kind")), kind) != 0) continue;
    seen++;
    ulna_model *model = golden_driven_model(one);
    ulna_work *work = golden_work(model, json_object_get(one, "model"));
    if (!what(one, model, work)) failed++;
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  assert_true(seen >= least);
  assert_int_equal(failed, 0);
}

static bool coupling_is_right(const json_t *one, const ulna_model *model, ulna_work *work)
{
  (void)work;
  const size_t n = (size_t)ulna_model_joint_count(model);
  double q[MAX], qd[MAX], q_a[MAX], K[MAX * MAX], H[MAX * MAX * MAX], qd_a[MAX];
  input(one, "q", q, n), input(one, "qd", qd, n);
  ulna_coupling(model, q, q_a, K, H);
  for (size_t a = 0; a < n; a++) {
    qd_a[a] = 0;
    for (size_t i = 0; i < n; i++) qd_a[a] += K[a * n + i] * qd[i];
  }
  return golden_passes(one, "q_a", q_a, n) && golden_passes(one, "dqa_dq", K, n * n) &&
         golden_passes(one, "d2qa_dq2", H, n * n * n) && golden_passes(one, "qd_a", qd_a, n);
}

static void coupling_matches(void **state)
{
  (void)state;
  on_each("drive", 13, coupling_is_right);
}

static bool forces_are_right(const json_t *one, const ulna_model *model, ulna_work *work)
{
  const size_t n = (size_t)ulna_model_joint_count(model);
  double q[MAX], qd[MAX], qdd[MAX], F_in[MAX], F[MAX], F_a[MAX], F_ad[MAX], current[MAX], M[MAX * MAX],
      moved[MAX];
  input(one, "q", q, n), input(one, "qd", qd, n), input(one, "qdd", qdd, n), input(one, "F_ad_in", F_in, n);
  const ulna_drive_forces forces = {.F = F, .F_a = F_a, .F_ad = F_ad, .current = current};
  if (ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &forces) != ULNA_OK) return false;
  assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
  if (ulna_drive_forward_dynamics(model, work, q, qd, F_in, moved) != ULNA_OK) return false;
  return golden_passes(one, "F", F, n) && golden_passes(one, "F_a", F_a, n) &&
         golden_passes(one, "F_ad", F_ad, n) && golden_passes(one, "D_ij", M, n * n) &&
         golden_passes(one, "qdd_direct", moved, n);
}

static void forces_and_motion_match(void **state)
{
  (void)state;
  on_each("drive", 13, forces_are_right);
}

static bool coefficients_are_right(const json_t *one, const ulna_model *model, ulna_work *work)
{
  const size_t n = (size_t)ulna_model_joint_count(model);
  double q[MAX], D_ij[MAX * MAX], D_ijk[MAX * MAX * MAX], D_i[MAX];
  input(one, "q", q, n);
  assert_int_equal(ulna_drive_coefficients(model, work, q, D_ij, D_ijk, D_i), ULNA_OK);
  return golden_passes(one, "D_ij", D_ij, n * n) && golden_passes(one, "D_ijk", D_ijk, n * n * n) &&
         golden_passes(one, "D_i", D_i, n);
}

static void coefficients_match(void **state)
{
  (void)state;
  on_each("drive", 13, coefficients_are_right);
}

static bool simplified_form_is_right(const json_t *one, const ulna_model *model, ulna_work *work)
{
  if (!golden_has(one, "D_ij_simplified")) return true;
  const size_t n = (size_t)ulna_model_joint_count(model);
  double q[MAX], qd[MAX], qdd[MAX], F[MAX], M[MAX * MAX];
  input(one, "q", q, n), input(one, "qd", qd, n), input(one, "qdd", qdd, n);
  ulna_work_set_rotors(work, ULNA_ROTORS_SIMPLIFIED);
  const ulna_drive_forces forces = {.F = F};
  if (ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &forces) != ULNA_OK) return false;
  assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
  return golden_passes(one, "D_ij_simplified", M, n * n) && golden_passes(one, "F_simplified", F, n);
}

static void simplified_form_matches(void **state)
{
  (void)state;
  on_each("drive", 13, simplified_form_is_right);
}

static bool inverse_coupling_is_right(const json_t *one, const ulna_model *model, ulna_work *work)
{
  const size_t n = (size_t)ulna_model_joint_count(model);
  const double start[MAX] = {0.8, 1.9, -1.6, 1.2, 0};  // the golden note's own
  double q_a[MAX], q[MAX], K[MAX * MAX], current[MAX], rest[MAX] = {0}, residual;
  input(one, "q_a", q_a, n);
  if (ulna_coupling_solve(model, work, q_a, start, q, &residual) != ULNA_OK) return false;
  ulna_coupling(model, q, NULL, K, NULL);
  const ulna_drive_forces forces = {.current = current};
  if (ulna_drive_inverse_dynamics(model, work, q, rest, rest, &forces) != ULNA_OK) return false;
  return golden_passes(one, "q", q, n) && golden_passes(one, "dqa_dq", K, n * n) &&
         golden_passes(one, "holding_current", current, n);
}

static void joints_follow_from_motor_angles(void **state)
{
  (void)state;
  on_each("coupling", 1, inverse_coupling_is_right);
}

static void friction_law_of_the_paper_matches(void **state)
{
  (void)state;
  size_t i;
  json_t *one;
  int seen = 0;
  json_array_foreach(json_object_get(golden, "cases"), i, one)
  {
    if (strcmp(json_string_value(json_object_get(one, "kind")), "friction_law") != 0) continue;
    enum { ROOM = 64 };
    double F_d[ROOM], qd_a[ROOM], Fs[ROOM], Fm[ROOM], kv[ROOM], F_r[ROOM], F_re[ROOM];
    const size_t count = input(one, "F_d", F_d, ROOM);
    input(one, "qd_a", qd_a, ROOM), input(one, "Fs", Fs, ROOM), input(one, "Fm", Fm, ROOM),
        input(one, "kv", kv, ROOM);
    for (size_t k = 0; k < count; k++)
      ulna_friction_szkodny(Fs[k], Fm[k], kv[k], F_d[k], qd_a[k], &F_r[k], &F_re[k]);
    assert_true(golden_passes(one, "F_r", F_r, count));
    assert_true(golden_passes(one, "F_re", F_re, count));
    seen++;
  }
  assert_true(seen >= 1);
}

static bool stiction_is_right(const json_t *one, const ulna_model *model, ulna_work *work)
{
  const size_t n = (size_t)ulna_model_joint_count(model);
  enum { ROWS = 16 };
  double q[MAX], rest[MAX] = {0}, F_d[ROWS * MAX], qdd[ROWS * MAX], friction[ROWS * MAX], modes[ROWS * MAX];
  input(one, "q", q, n);
  const size_t rows = input(one, "F_d", F_d, ROWS * MAX) / n;
  for (size_t r = 0; r < rows; r++) {
    int mode[MAX] = {0};
    if (ulna_stick_accelerations(model, work, q, rest, F_d + r * n, mode, qdd + r * n, friction + r * n) !=
        ULNA_OK)
      return false;
    for (size_t k = 0; k < n; k++) modes[r * n + k] = mode[k];
  }
  return golden_passes(one, "mode", modes, rows * n) && golden_passes(one, "qdd", qdd, rows * n) &&
         golden_passes(one, "friction", friction, rows * n);
}

static void what_sticks_and_what_slips_matches(void **state)
{
  (void)state;
  on_each("stick", 2, stiction_is_right);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coupling_matches),
      cmocka_unit_test(forces_and_motion_match),
      cmocka_unit_test(coefficients_match),
      cmocka_unit_test(simplified_form_matches),
      cmocka_unit_test(joints_follow_from_motor_angles),
      cmocka_unit_test(friction_law_of_the_paper_matches),
      cmocka_unit_test(what_sticks_and_what_slips_matches),
  };
  return cmocka_run_group_tests(tests, load, unload);
}
