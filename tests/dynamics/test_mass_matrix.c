/* The mass matrix: taken apart, inverted, seen from the hand; the natural orthogonal complement behind it. */
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

enum { N = 12, MOST = 100 };

static double *numbers(size_t count)
{
  double *x = calloc(count, sizeof *x);
  assert_non_null(x);
  return x;
}

static void everything_in_the_golden_udut_cases_is_met(void **state)
{
  (void)state;
  json_t *all = golden_load("open-udut.json");
  size_t index;
  json_t *one;
  int failures = 0, whole = 0;
  json_array_foreach(json_object_get(all, "cases"), index, one)
  {
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *m = golden_model(json_model);
    ulna_work *w = golden_work(m, json_model);
    const size_t n = (size_t)ulna_model_joint_count(m);
    double q[MOST], qd[MOST], tau[MOST], D[MOST], hat[MOST], tilde[MOST], x[MOST], bias[MOST],
        zero[MOST] = {0};
    double *M = numbers(n * n), *U = numbers(n * n), *p = numbers(6 * n), *psi = numbers(6 * n);
    double *M_tilde = numbers(36 * n), *M_art = numbers(36 * n);
    golden_numbers(json_object_get(one, "q"), q, MOST);
    golden_numbers(json_object_get(one, "qd"), qd, MOST);
    golden_numbers(json_object_get(one, "tau_in"), tau, MOST);
    const ulna_udut parts = {M, U, D, p, psi, M_tilde, M_art};
    assert_int_equal(ulna_mass_matrix_udut(m, w, q, &parts), ULNA_OK);
    assert_int_equal(ulna_udut_solve(m, w, q, tau, hat, tilde, x), ULNA_OK);
    ulna_inverse_dynamics(m, w, q, qd, zero, bias);
    const struct {
      const char *name;
      const double *x;
      size_t count;
    } found[] = {{"D", D, n},
                 {"qdd_solve", x, n},
                 {"bias", bias, n},
                 {"M", M, n * n},
                 {"U", U, n * n},
                 {"p", p, 6 * n},
                 {"psi", psi, 6 * n},
                 {"tau_hat", hat, n},
                 {"tau_tilde", tilde, n},
                 {"M_art", M_art, 36 * n},
                 {"M_tilde", M_tilde, 36 * n}};
    for (size_t k = 0; k < sizeof found / sizeof found[0]; k++)
      if ((k < 3 || golden_has(one, found[k].name)) &&
          !golden_passes(one, found[k].name, found[k].x, found[k].count))
        failures++;
    if (golden_has(one, "M")) {
      whole++;
      ulna_mass_matrix(m, w, q, M);
      if (!golden_passes(one, "M", M, n * n)) failures++;
    }
    free(M), free(U), free(p), free(psi), free(M_tilde), free(M_art);
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  json_decref(all);
  assert_int_equal(failures, 0);
  assert_true(whole >= 15);
}

static void the_fast_mass_matrix_is_the_golden_one(void **state)
{
  (void)state;
  json_t *all = golden_load("open.json");
  size_t index;
  json_t *one;
  int failures = 0;
  json_array_foreach(json_object_get(all, "cases"), index, one)
  {
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *m = golden_model(json_model);
    ulna_work *w = golden_work(m, json_model);
    const size_t n = (size_t)ulna_model_joint_count(m);
    double q[MOST], *M = numbers(n * n);
    golden_numbers(json_object_get(one, "q"), q, MOST);
    ulna_mass_matrix(m, w, q, M);
    if (!golden_passes(one, "M", M, n * n)) failures++;
    const double condition = condition_of(m, w, q);
    const double expected = json_number_value(json_object_get(json_object_get(one, "expected"), "cond_M"));
    // the smallest eigenvalue carries ε of the largest: the condition number ε of its square
    if (fabs(condition - expected) > (1e-13 + 1e-14 * expected) * expected) {
      printf("%s: condition %.17g, expected %.17g\n", json_string_value(json_object_get(one, "id")),
             condition, expected);
      failures++;
    }
    free(M);
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  json_decref(all);
  assert_int_equal(failures, 0);
}

/* Chains with mass, mixed joints, base and tool turned: in URDF's convention, whose frames are not the kernels'. */
static ulna_model *random_chain(uint64_t *seed, int n)
{
  ulna_joint joints[MOST];
  for (int i = 0; i < n; i++) {
    joints[i] = chain_random_joint(seed);
    ulna_body *b = &joints[i].link.body;
    b->mass = chain_random(seed, 0.5, 3), b->about = ULNA_ABOUT_COM;
    for (int k = 0; k < 3; k++)
      b->com[k] = chain_random(seed, -0.3, 0.3), b->inertia[k] = chain_random(seed, 0.02, 0.03);
    for (int k = 3; k < 6; k++) b->inertia[k] = chain_random(seed, -0.004, 0.004);
  }
  const ulna_pose base = chain_random_pose(seed), tool = chain_random_pose(seed);
  return chain_model(ULNA_AXIS, n, joints, &base, &tool);
}

/* C = A B, a×b times b×c */
static void product(const double *A, const double *B, int a, int b, int c, double *out)
{
  for (int i = 0; i < a; i++)
    for (int j = 0; j < c; j++) {
      double sum = 0;
      for (int k = 0; k < b; k++) sum += A[i * b + k] * B[k * c + j];
      out[i * c + j] = sum;
    }
}
static double largest(const double *x, int count)
{
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
  return most;
}

typedef struct {
  uint64_t seed;
  int n;
  ulna_model *m;
  ulna_work *w;
  double q[N], qd[N], tau[N];
} arm;

static arm make_arm(int number)
{
  arm a = {.seed = (uint64_t)(400 + number), .n = 1 + number % N};
  a.m = random_chain(&a.seed, a.n);
  a.w = chain_work(a.m);
  for (int i = 0; i < a.n; i++) {
    a.q[i] = chain_random(&a.seed, -1, 1), a.qd[i] = chain_random(&a.seed, -1, 1);
    a.tau[i] = chain_random(&a.seed, -5, 5);
  }
  return a;
}
static void drop_arm(arm *a)
{
  ulna_work_destroy(a->w);
  ulna_model_destroy(a->m);
}

static void inverse_times_matrix_is_the_identity_and_solves_many(void **state)
{
  (void)state;
  for (int number = 0; number < 40; number++) {
    arm a = make_arm(number);
    const int n = a.n;
    double M[N * N], inverse[N * N], one[N * N], X[N * N], residual[N * N];
    ulna_mass_matrix(a.m, a.w, a.q, M);
    const double condition = condition_of(a.m, a.w, a.q);
    assert_int_equal(ulna_mass_matrix_inverse(a.m, a.w, a.q, inverse), ULNA_OK);
    product(M, inverse, n, n, n, one);
    for (int i = 0; i < n; i++) one[i * n + i] -= 1;
    // rounding: ε times the condition, n terms
    if (largest(one, n * n) > 1e-15 * n * condition)
      fail_msg("seed %d: M M⁻¹ is off by %.2e, condition %.1e", 400 + number, largest(one, n * n), condition);
    for (int i = 0; i < n * n; i++) X[i] = chain_random(&a.seed, -1, 1), residual[i] = X[i];
    assert_int_equal(ulna_mass_matrix_solve(a.m, a.w, a.q, n, X, X), ULNA_OK);  // in place
    for (int r = 0; r < n; r++) {
      double back[N];
      product(M, &X[r * n], n, n, 1, back);
      for (int i = 0; i < n; i++) assert_true(fabs(back[i] - residual[r * n + i]) <= 1e-15 * n * condition);
    }
    double locked[N], released[N];
    assert_int_equal(ulna_joint_inertias(a.m, a.w, a.q, locked, released), ULNA_OK);
    for (int i = 0; i < n; i++) {
      assert_true(fabs(locked[i] - M[i * n + i]) <= 1e-13 * M[i * n + i]);
      assert_true(fabs(released[i] * inverse[i * n + i] - 1) <= 1e-14 * condition);
      assert_true(released[i] <=
                  locked[i] * (1 + 1e-13));  // a joint never feels more when the others are free
    }
    assert_int_equal(ulna_mass_matrix_solve(a.m, a.w, a.q, -1, X, X), ULNA_INVALID_ARGUMENT);
    drop_arm(&a);
  }
}

/* Beyond the joints that are inverted in registers, and beyond those of the fast mass matrix (63): against M's diagonal, and against
 * solutions of M x = e_i, which long arms find without M. */
static void joint_inertias_of_long_arms_are_those_of_the_matrix_and_of_solutions(void **state)
{
  (void)state;
  static const int lengths[] = {13, 16, 40, 63, 64, 90};
  double worst = 0;
  for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
    const int n = lengths[k];
    uint64_t seed = 700 + (uint64_t)n;
    ulna_model *m = random_chain(&seed, n);
    ulna_work *w = chain_work(m);
    double q[MOST], held[MOST], released[MOST], *M = numbers((size_t)(n * n));
    for (int i = 0; i < n; i++) q[i] = chain_random(&seed, -1, 1);
    assert_int_equal(ulna_joint_inertias(m, w, q, held, released), ULNA_OK);
    ulna_mass_matrix(m, w, q, M);
    for (int i = 0; i < n; i++) {
      double x[MOST] = {0};
      x[i] = 1;
      assert_int_equal(ulna_mass_matrix_solve(m, w, q, 1, x, x), ULNA_OK);
      assert_true(fabs(held[i] - M[i * n + i]) <= 1e-13 * M[i * n + i]);  // n roundings of numbers ≥ 0
      worst = worse_of(worst, fabs(released[i] * x[i] - 1));
    }
    free(M);
    ulna_work_destroy(w);
    ulna_model_destroy(m);
  }
  print_message("free inertias of long arms: worst %.1e\n", worst);
  assert_true(worst <= 1e-10);  // roundings, magnified by the condition of M, which is some 1e5 here
}

static void udut_multiplies_back_and_shares_add_up(void **state)
{
  (void)state;
  for (int number = 0; number < 40; number++) {
    arm a = make_arm(number);
    const int n = a.n;
    double M[N * N], U[N * N], D[N], DUt[N * N], back[N * N], share[N * N], direct[N * N];
    const ulna_udut parts = {.M = M, .U = U, .D = D};
    assert_int_equal(ulna_mass_matrix_udut(a.m, a.w, a.q, &parts), ULNA_OK);
    ulna_mass_matrix(a.m, a.w, a.q, direct);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) DUt[i * n + j] = D[i] * U[j * n + i];
    product(U, DUt, n, n, n, back);
    ulna_inertia_shares(a.m, a.w, a.q, share);
    const double scale = largest(M, n * n);
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        assert_true(fabs(back[i * n + j] - M[i * n + j]) <= 1e-13 * scale);  // a dozen roundings
        assert_true(fabs(direct[i * n + j] - M[i * n + j]) <= 1e-13 * scale);
        assert_true(share[i * n + j] >= 0);
        if (j < i) assert_true(share[i * n + j] == 0 && U[i * n + j] == 0);
        sum += share[i * n + j];
      }
      assert_true(fabs(sum - M[i * n + i]) <= 1e-13 * scale);
    }
    drop_arm(&a);
  }
}

static void natural_complement_is_orthogonal_and_makes_the_mass_matrix(void **state)
{
  (void)state;
  for (int number = 0; number < 30; number++) {
    arm a = make_arm(number);
    const int n = a.n, rows = 6 * n;
    double *K = numbers((size_t)(rows * rows)), *M = numbers((size_t)(rows * rows)),
           *W = numbers((size_t)(rows * rows));
    double *T = numbers((size_t)(rows * n)), *T_dot = numbers((size_t)(rows * n)),
           *KT = numbers((size_t)(rows * n));
    double *MT = numbers((size_t)(rows * n)), *C2 = numbers((size_t)(rows * n)),
           *WMT = numbers((size_t)(rows * n));
    double *Tt = numbers((size_t)(rows * n));
    double I[N * N], C[N * N], direct[N * N], I2[N * N], Cqd[N], bias[N], zero[N] = {0}, C3[N * N];
    const ulna_natural_complement parts = {.K = K, .T = T, .T_dot = T_dot, .M = M, .W = W, .I = I, .C = C};
    ulna_natural_complement_at(a.m, a.w, a.q, a.qd, &parts);
    product(K, T, rows, rows, n, KT);
    assert_true(largest(KT, rows * n) <= 1e-14);  // lengths of a few metres, a few roundings

    // I = TᵀMT, and the mass matrix by the fast method
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < n; j++) Tt[j * rows + i] = T[i * n + j];
    product(M, T, rows, rows, n, MT);
    product(Tt, MT, n, rows, n, I2);
    ulna_mass_matrix(a.m, a.w, a.q, direct);
    const double scale = largest(direct, n * n);
    for (int i = 0; i < n * n; i++) {
      assert_true(fabs(I2[i] - direct[i]) <= 1e-13 * scale);
      assert_true(fabs(I[i] - direct[i]) <= 1e-13 * scale);
    }
    // C = Tᵀ(M T_dot + W M T), and C qd is inverse dynamics at qdd = 0 without gravity
    product(M, T_dot, rows, rows, n, C2);
    product(W, MT, rows, rows, n, WMT);
    for (int i = 0; i < rows * n; i++) C2[i] += WMT[i];
    product(Tt, C2, n, rows, n, C3);
    product(C, a.qd, n, n, 1, Cqd);
    ulna_work_set_gravity(a.w, zero);
    ulna_inverse_dynamics(a.m, a.w, a.q, a.qd, zero, bias);
    for (int i = 0; i < n * n; i++) assert_true(fabs(C3[i] - C[i]) <= 1e-12 * fmax(1, largest(C, n * n)));
    for (int i = 0; i < n; i++) assert_true(fabs(Cqd[i] - bias[i]) <= 1e-12 * fmax(1, largest(bias, n)));

    // T_dot by differences: (T(q + h qd) − T(q − h qd))/2h, exact to h²
    const double h = 1e-5;
    double forth[N], behind[N], *T1 = MT, *T2 = WMT;
    for (int i = 0; i < n; i++) forth[i] = a.q[i] + h * a.qd[i], behind[i] = a.q[i] - h * a.qd[i];
    ulna_natural_complement_at(a.m, a.w, forth, a.qd, &(ulna_natural_complement){.T = T1});
    ulna_natural_complement_at(a.m, a.w, behind, a.qd, &(ulna_natural_complement){.T = T2});
    for (int i = 0; i < rows * n; i++) assert_true(fabs((T1[i] - T2[i]) / (2 * h) - T_dot[i]) < 1e-7);
    free(K), free(M), free(W), free(T), free(T_dot), free(KT), free(MT), free(C2), free(WMT), free(Tt);
    drop_arm(&a);
  }
}

/* A wrench w on link i is the torque T_iᵀ w at the joints: given as an active or a dissipative wrench it does what
 * that torque does. And friction −c qd at the joints, made of wrenches, takes power from the arm. */
static void active_and_dissipative_wrenches_enter_through_the_complement(void **state)
{
  (void)state;
  for (int number = 0; number < 30; number++) {
    arm a = make_arm(number);
    const int n = a.n;
    double T[6 * N * N], active[6 * N], dissipative[6 * N], with[N], tau[N], without[N], power = 0;
    ulna_natural_complement_at(a.m, a.w, a.q, a.qd, &(ulna_natural_complement){.T = T});
    for (int i = 0; i < 6 * n; i++) {
      active[i] = chain_random(&a.seed, -3, 3);
      dissipative[i] = 0;
      for (int j = 0; j < n; j++)
        dissipative[i] -= 0.4 * T[i * n + j] * a.qd[j];  // against the link's own motion
    }
    for (int j = 0; j < n; j++) {
      tau[j] = a.tau[j];
      for (int i = 0; i < 6 * n; i++) {
        tau[j] += T[i * n + j] * (active[i] + dissipative[i]);
        power += T[i * n + j] * a.qd[j] * dissipative[i];
      }
    }
    assert_true(power < 0);
    assert_int_equal(ulna_forward_dynamics_noc(a.m, a.w, a.q, a.qd, a.tau, active, dissipative, with),
                     ULNA_OK);
    assert_int_equal(ulna_forward_dynamics(a.m, a.w, a.q, a.qd, tau, without), ULNA_OK);
    const double tolerance = 1e-14 * condition_of(a.m, a.w, a.q) + 1e-11;
    for (int i = 0; i < n; i++)
      assert_true(fabs(with[i] - without[i]) <= tolerance * fmax(1, largest(without, n)));
    drop_arm(&a);
  }
}

static void operational_inertia_undoes_mobility_and_names_what_cannot_move(void **state)
{
  (void)state;
  for (int number = 0; number < 60; number++) {
    arm a = make_arm(number);
    const int n = a.n;
    ulna_operational_inertia o;
    double J[6 * N], inverse[N * N], JM[6 * N], Jt[6 * N], mobility[36], product36[36];
    assert_int_equal(ulna_operational_inertia_at(a.m, a.w, NULL, ULNA_AXES_BASE, a.q, &o), ULNA_OK);
    ulna_jacobian(a.m, a.w, NULL, ULNA_AXES_BASE, a.q, J);
    assert_int_equal(ulna_mass_matrix_inverse(a.m, a.w, a.q, inverse), ULNA_OK);
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < n; j++) Jt[j * 6 + i] = J[i * n + j];
    product(J, inverse, 6, n, n, JM);
    product(JM, Jt, 6, n, 6, mobility);
    const double scale = largest(mobility, 36);
    for (int i = 0; i < 36; i++) assert_true(fabs(mobility[i] - (&o.mobility[0][0])[i]) <= 1e-12 * scale);
    // A L A = A whatever the rank
    double AL[36];
    product(&o.mobility[0][0], &o.inertia[0][0], 6, 6, 6, AL);
    product(AL, &o.mobility[0][0], 6, 6, 6, product36);
    const double size = largest(&o.inertia[0][0], 36) * scale;
    for (int i = 0; i < 36; i++) assert_true(fabs(product36[i] - mobility[i]) <= 1e-13 * size * scale);
    assert_true(o.singular_count >= 6 - n);
    for (int k = 0; k < o.singular_count; k++) {
      double torque[N];
      product(Jt, o.singular[k], n, 6, 1, torque);  // a wrench that moves nothing
      assert_true(largest(torque, n) <= 1e-8);
    }
    drop_arm(&a);
  }
}

static void a_wrist_in_line_loses_one_direction(void **state)
{
  (void)state;
  ulna_model *m = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &m), ULNA_OK);
  ulna_work *w = chain_work(m);
  const double in_line[] = {0.2, -0.7, 0.4, 0.3, 0, 0.5}, bent[] = {0.2, -0.7, 0.4, 0.3, 0.6, 0.5};
  ulna_operational_inertia o;
  assert_int_equal(ulna_operational_inertia_at(m, w, NULL, ULNA_AXES_BASE, in_line, &o), ULNA_OK);
  assert_int_equal(o.singular_count, 1);
  assert_int_equal(ulna_operational_inertia_at(m, w, NULL, ULNA_AXES_BASE, bent, &o), ULNA_OK);
  assert_int_equal(o.singular_count, 0);
  ulna_work_destroy(w);
  ulna_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything_in_the_golden_udut_cases_is_met),
      cmocka_unit_test(the_fast_mass_matrix_is_the_golden_one),
      cmocka_unit_test(inverse_times_matrix_is_the_identity_and_solves_many),
      cmocka_unit_test(joint_inertias_of_long_arms_are_those_of_the_matrix_and_of_solutions),
      cmocka_unit_test(udut_multiplies_back_and_shares_add_up),
      cmocka_unit_test(natural_complement_is_orthogonal_and_makes_the_mass_matrix),
      cmocka_unit_test(active_and_dissipative_wrenches_enter_through_the_complement),
      cmocka_unit_test(operational_inertia_undoes_mobility_and_names_what_cannot_move),
      cmocka_unit_test(a_wrist_in_line_loses_one_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
