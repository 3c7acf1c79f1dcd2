/* [Saha]'s expressions, equation by equation, on the kernel itself. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "kernel/chain_numbers.h"
#include "kernel/denoc.h"
#include "kernel/udut.h"
#include "support/arm.h"

enum { N = 9 };

typedef struct {
  chain_link link[N];
  double sine[N], cosine[N], slide[N];
  chain arm;
  posture at;
  denoc_scratch s;
  void *memory;
} fixture;

static void open_fixture(fixture *f, uint64_t seed, int n)
{
  random_arm a;
  random_arm_fill(&a, seed, n, ARM_MIXED);
  for (int i = 0; i < n; i++) {
    const link_numbers *l = &a.link[i];
    const int slides = l->joint == ULNA_PRISMATIC;
    f->link[i] = chain_link_of(slides, l->ca, l->sa, l->r, l->m, l->com, l->I);
    f->sine[i] = sin(l->theta0 + (slides ? 0 : a.q[i])),
    f->cosine[i] = cos(l->theta0 + (slides ? 0 : a.q[i]));
    f->slide[i] = slides ? a.q[i] : 0;
  }
  f->arm.n = n, f->arm.link = f->link;
  f->at.sin_theta = f->sine, f->at.cos_theta = f->cosine, f->at.slide = f->slide;
  layout l = layout_measuring();
  denoc_scratch_layout(&f->s, &l, n);
  f->memory = arm_memory(layout_size(&l));
  l = layout_assigning(f->memory);
  denoc_scratch_layout(&f->s, &l, n);
  denoc_make(&f->arm, &f->at, &f->s);
}

static double size_of(const inertia6 *B)
{
  return fabs(B->I.xx) + fabs(B->I.yy) + fabs(B->I.zz) + fabs(B->M.xx) + fabs(B->M.yy) + fabs(B->M.zz);
}
static double difference(const inertia6 *A, const inertia6 *B)
{
  double most = 0;
  const double *a = (const double *)A, *b = (const double *)B;
  for (size_t k = 0; k < sizeof *A / sizeof(double); k++) most = fmax(most, fabs(a[k] - b[k]));
  return most / size_of(B);
}

static void add_inertia(inertia6 *sum, const inertia6 *B)
{
  sum->I = sym3_add(sum->I, B->I), sum->M = sym3_add(sum->M, B->M);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum->H.e[i][j] += B->H.e[i][j];
}

/* Equation 15b: M~_{i,i+1} as the sum over single links; 15c has it as a recursion. */
static void composite_masses_are_sums_of_links(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    fixture f;
    open_fixture(&f, seed, N);
    for (int i = 0; i < N; i++) {
      inertia6 sum = inertia6_zero();
      for (int l = i; l < N; l++) {
        const laid_link *x = &f.s.at[l];
        const inertia6 own = inertia6_add_body(inertia6_zero(), x->m, vec3_zero(), x->I);
        const inertia6 moved = inertia6_move(&own, vec3_sub(x->c, f.s.at[i].c));
        add_inertia(&sum, &moved);
      }
      assert_true(difference(&f.s.M_tilde[i], &sum) < 1e-14);  // a few roundings
    }
    free(f.memory);
  }
}

/* Equation 6: B_ij B_jk = B_ik, on twists and, transposed, on wrenches; power does not depend on the point. */
static void shifts_compose_and_keep_the_power(void **state)
{
  (void)state;
  fixture f;
  open_fixture(&f, 5, N);
  const twist t = {{0.3, -1, 2}, {1, 0.2, -0.4}};
  const wrench w = {{2, 1, -1}, {0.5, -3, 1}};
  const twist straight = denoc_shift(&f.s, 7, 2, t),
              by_way = denoc_shift(&f.s, 7, 4, denoc_shift(&f.s, 4, 2, t));
  assert_true(fabs(straight.v.x - by_way.v.x) + fabs(straight.v.y - by_way.v.y) +
                  fabs(straight.v.z - by_way.v.z) <
              1e-14);
  assert_true(fabs(twist_dot(straight, w) - twist_dot(t, denoc_shift_wrench(&f.s, 2, 7, w))) < 1e-13);
  free(f.memory);
}

/* Equation 34 against 35: composite less what has given way, by the sum and by the recursion. */
static void articulated_inertia_is_the_same_by_sum_and_by_recursion(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    fixture f;
    open_fixture(&f, seed, N);
    for (int i = 0; i < N; i++) {
      const inertia6 sum = denoc_hat(&f.s, N, i, i + 1);
      assert_true(difference(&sum, &f.s.M_art[i]) < 1e-11);  // the sum subtracts large numbers
    }
    free(f.memory);
  }
}

/* Equation 31: every element of every stage of the reverse elimination, against numbers eliminated plainly. */
static void every_stage_of_the_elimination_is_its_expression(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    fixture f;
    open_fixture(&f, seed, N);
    double I[N][N], most = 0;
    for (int i = 0; i < N; i++)
      for (int j = 0; j <= i; j++)
        I[i][j] = I[j][i] = denoc_element(&f.s, i, j), most = fmax(most, fabs(I[i][j]));
    for (int k = N - 1; k > 0; k--) {
      for (int i = 0; i < k; i++) {
        const double alpha = I[i][k] / I[k][k];
        assert_true(fabs(alpha - denoc_u(&f.s, i, k)) < 1e-10 * fmax(1, fabs(alpha)));
        for (int j = 0; j < k; j++) I[i][j] -= alpha * I[k][j];
      }
      for (int i = 0; i < k; i++)
        for (int j = 0; j <= i; j++)
          assert_true(fabs(I[i][j] - denoc_stage(&f.s, N, i, j, k)) < 1e-11 * most);
    }
    for (int i = 0; i < N; i++) assert_true(fabs(I[i][i] - f.s.m_hat[i]) < 1e-11 * most);
    free(f.memory);
  }
}

/* Equation 22: U = 1 + T_d'(T_l − 1)'N T_d, N = diag(M^/m^). With composite blocks in N it is not U. */
static void u_is_the_product_of_the_decoupled_complement(void **state)
{
  (void)state;
  fixture f;
  open_fixture(&f, 3, N);
  double worst_composite = 0;
  for (int i = 0; i < N; i++)
    for (int k = i + 1; k < N; k++) {
      const wrench hat = inertia6_mul(&f.s.M_art[k], f.s.p[k]),
                   tilde = inertia6_mul(&f.s.M_tilde[k], f.s.p[k]);
      const twist p = denoc_shift(&f.s, k, i, f.s.p[i]);
      assert_true(fabs(twist_dot(p, hat) / f.s.m_hat[k] - denoc_u(&f.s, i, k)) < 1e-12);
      worst_composite =
          worse_of(worst_composite, fabs(twist_dot(p, tilde) / f.s.m_hat[k] - denoc_u(&f.s, i, k)));
    }
  assert_true(worst_composite > 1e-2);
  free(f.memory);
}

/* The dense factor and the recursion are one decomposition, and solve alike. */
static void udut_of_the_matrix_is_the_recursive_one(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    fixture f;
    open_fixture(&f, seed, N);
    double F[N * N], tau[N], hat[N], tilde[N], x[N], y[N];
    for (int i = 0; i < N; i++) {
      tau[i] = sin(i + (double)seed);
      for (int j = 0; j <= i; j++) F[i * N + j] = denoc_element(&f.s, i, j);
    }
    udut_factor(N, N, F);
    for (int k = 0; k < N; k++) {
      assert_true(fabs(F[k * N + k] / f.s.m_hat[k] - 1) < 1e-10);
      for (int i = 0; i < k; i++) assert_true(fabs(F[k * N + i] - denoc_u(&f.s, i, k)) < 1e-9);
    }
    denoc_solve(&f.s, N, tau, hat, tilde, x);
    udut_solve(N, N, F, tau, y);
    assert_true(arm_difference(y, x, N, 1) < 1e-9);
    free(f.memory);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(composite_masses_are_sums_of_links),
      cmocka_unit_test(shifts_compose_and_keep_the_power),
      cmocka_unit_test(articulated_inertia_is_the_same_by_sum_and_by_recursion),
      cmocka_unit_test(every_stage_of_the_elimination_is_its_expression),
      cmocka_unit_test(u_is_the_product_of_the_decoupled_complement),
      cmocka_unit_test(udut_of_the_matrix_is_the_recursive_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
