/* ulna udut --explain and ulna noc: what they say, by value. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "support/chain.h"
#include "support/command.h"
#include "ulna/robots.h"

/* [Saha]'s inertia matrix by links: the share of link k in M_ii is M_ii of the arm whose other links weigh nothing. */
static void a_link_s_share_is_what_it_weighs_alone(void **state)
{
  (void)state;
  static const char *const robots[] = {"puma560", "stanford", "scara"};
  for (size_t r = 0; r < sizeof robots / sizeof robots[0]; r++) {
    ulna_model *m = NULL;
    assert_int_equal(ulna_robot_load(robots[r], NULL, NULL, NULL, &m), ULNA_OK);
    const int n = ulna_model_joint_count(m);
    double q[8], share[64], M[64], alone[64], sum[8] = {0};
    for (int i = 0; i < n; i++) q[i] = 0.3 + 0.2 * i;
    ulna_work *w = chain_work(m);
    ulna_inertia_shares(m, w, q, share);
    ulna_mass_matrix(m, w, q, M);
    for (int k = 0; k < n; k++) {
      ulna_joint joints[8];
      for (int i = 0; i < n; i++) {
        joints[i] = *ulna_model_joint(m, i + 1);
        if (i == k) continue;
        joints[i].link.body.mass = 0;
        memset(joints[i].link.body.inertia, 0, sizeof joints[i].link.body.inertia);
      }
      ulna_model *one = chain_model(ulna_model_convention(m), n, joints, NULL, NULL);
      ulna_work *work = chain_work(one);
      assert_int_equal(ulna_mass_matrix_by(one, work, ULNA_INVERSE_LAGRANGE, q, alone), ULNA_OK);
      for (int i = 0; i < n; i++) {
        sum[i] += share[i * n + k];
        // two ways to add up a few terms of the size of M_ii
        if (!(fabs(share[i * n + k] - alone[i * n + i]) < 1e-13 * M[i * n + i]))
          fail_msg("%s: share of link %d in joint %d is %g, alone %g", robots[r], k + 1, i + 1,
                   share[i * n + k], alone[i * n + i]);
      }
      ulna_work_destroy(work);
      ulna_model_destroy(one);
    }
    for (int i = 0; i < n; i++) assert_true(fabs(sum[i] - M[i * n + i]) < 1e-13 * M[i * n + i]);
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
}

/* The textbook's two links: I_1 + m_1 c_1² from the upper one, I_2 + m_2 (l² + c_2² + 2 l c_2 cos q_2) from the fore one. */
static void explained_shares_are_the_closed_form(void **state)
{
  (void)state;
  static const struct {
    const char *q;
    double q2;
  } postures[] = {{"0.3 0.5", 0.5}, {"0 0", 0}, {"1 2.5", 2.5}, {"-1 pi", 3.14159265358979323846}};
  for (size_t i = 0; i < sizeof postures / sizeof postures[0]; i++) {
    command_result r = COMMAND(NULL, "udut", "planar2r", "--explain", "--q", postures[i].q);
    assert_int_equal(r.code, 0);
    const double upper = 0.2 + 3 * 0.45 * 0.45,
                 fore = 0.1 + 2 * (1 + 0.3 * 0.3 + 2 * 0.3 * cos(postures[i].q2));
    const char *at = strstr(r.out, "(link)\n");
    assert_non_null(at);
    double joint[2], first[2], second;
    assert_int_equal(
        sscanf(at + 7, "%lf %lf %lf %lf %lf", &joint[0], &first[0], &first[1], &joint[1], &second), 5);
    assert_true(joint[0] == 1 && joint[1] == 2);
    // two decimals are shown
    assert_true(fabs(first[0] - 100 * upper / (upper + fore)) <= 0.0051);
    assert_true(fabs(first[1] - 100 * fore / (upper + fore)) <= 0.0051);
    assert_true(fabs(second - 100) <= 0.0051);
    double felt;
    assert_int_equal(sscanf(r.out, "Joint 1 (shoulder) feels %lf kg m2", &felt), 1);
    assert_true(fabs(felt - upper - fore) <= 0.00051 * (upper + fore));  // four digits
    command_free(&r);
  }
}

static double at(const json_t *record, const char *name, size_t row, size_t column)
{
  const json_t *line = json_array_get(json_object_get(record, name), row);
  return json_number_value(json_is_array(line) ? json_array_get(line, column) : line);
}

/* What ulna noc gives fits together: K T = 0, I and C as 7.57 has them, w = Kᵀ lambda, and the arm of two links by hand. */
static void noc_gives_every_part_of_7_57(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "noc", "planar2r", "--q", "0.3 0.5", "--qd", "1 -1", "--qdd", "0.2 0.4",
                             "--format", "json");
  assert_int_equal(r.code, 0);
  json_t *all = json_loads(r.out, 0, NULL);
  const json_t *one = json_array_get(all, 0);
  static const char *const names[] = {"K", "T", "T_dot", "M", "W", "I", "C", "c_dot", "lambda", "w", "c"};
  static const size_t rows[] = {12, 12, 12, 12, 12, 2, 2, 2, 12, 12, 2};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
    assert_int_equal(json_array_size(json_object_get(one, names[k])), rows[k]);
  for (size_t i = 0; i < 12; i++) {
    double w = 0;
    for (size_t j = 0; j < 2; j++) {
      double KT = 0;
      for (size_t k = 0; k < 12; k++) KT += at(one, "K", i, k) * at(one, "T", k, j);
      assert_true(fabs(KT) < 1e-15);
    }
    for (size_t k = 0; k < 12; k++) w += at(one, "K", k, i) * at(one, "lambda", k, 0);
    assert_true(fabs(w - at(one, "w", i, 0)) < 1e-13);
  }
  const double m12 = 0.1 + 2 * (0.09 + 0.3 * cos(0.5));
  assert_true(fabs(at(one, "I", 0, 1) - m12) < 1e-14);
  assert_true(fabs(at(one, "c", 0, 0) - 0.45 * cos(0.3)) < 1e-15);
  assert_true(fabs(at(one, "c_dot", 0, 1) - 0.45 * cos(0.3)) < 1e-15);
  // the elbow carries the fore link: m (c̈ + 9.81 up), qd_1 + qd_2 = 0, qdd_1 + qdd_2 = 0.6
  const double x = -cos(0.3) - 0.2 * sin(0.3) - 0.6 * 0.3 * sin(0.8),
               y = -sin(0.3) + 0.2 * cos(0.3) + 0.6 * 0.3 * cos(0.8) + 9.81;
  assert_true(fabs(at(one, "lambda", 9, 0) - 2 * x) < 1e-13 &&
              fabs(at(one, "lambda", 10, 0) - 2 * y) < 1e-13);
  json_decref(all);
  command_free(&r);
}

static void noc_needs_links_only_where_there_are_drives(void **state)
{
  (void)state;
  command_result r = COMMAND(NULL, "noc", "puma560");
  assert_int_equal(r.code, 2);
  assert_string_equal(r.err, "ulna noc: noc is for links alone, but this robot has drives or friction; add "
                             "--links-only\n");
  command_free(&r);
  r = COMMAND(NULL, "noc", "puma560", "--links-only", "--format", "csv");
  assert_int_equal(r.code, 0);
  assert_int_equal(strncmp(r.out, "K_1_1,K_1_2,", 12), 0);
  command_free(&r);
  r = COMMAND(NULL, "noc", "puma560", "--links-only", "--format", "text");
  assert_int_equal(r.code, 0);
  for (const char *line = r.out; *line; line = strchr(line, '\n') + 1)
    assert_true(strchr(line, '\n') - line <= 80);
  command_free(&r);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_link_s_share_is_what_it_weighs_alone),
      cmocka_unit_test(explained_shares_are_the_closed_form),
      cmocka_unit_test(noc_gives_every_part_of_7_57),
      cmocka_unit_test(noc_needs_links_only_where_there_are_drives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
