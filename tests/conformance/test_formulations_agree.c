/* Every pair of formulations on 200 random chains: 1 to 40 joints, revolute and prismatic mixed, full tensors,
 * moving base, gravity of any direction, a wrench in the hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/arm.h"

enum { CHAINS = 200, MOST_FOR_TALLY = 8 };

/* Between doubles: 1e-11. Forty links multiply rounding of 1e-16 by some hundred operations each, and the torques
 * are compared by their largest: 1e-13 is typical, two digits are left for unlucky chains. */
static const double tolerance = 1e-11;
/* Floats against doubles: 2e-4, by the same reckoning from 6e-8. */
static const double tolerance_f32 = 2e-4;

static void compare(const char *what, uint64_t seed, int n, int a, int b, const double x[], const double y[],
                    int count, double allowed)
{
  const double difference = arm_difference(x, y, count, 1e-3);
  if (!(difference <= allowed))
    fail_msg("%s, seed %llu, n = %d: %s and %s differ by %.3g", what, (unsigned long long)seed, n,
             ulna_inverse_method_name((ulna_inverse_method)a),
             ulna_inverse_method_name((ulna_inverse_method)b), difference);
}

static void every_pair(const char *what, uint64_t seed, int n, double (*tau)[ARM_LONGEST], double allowed)
{
  for (int a = 0; a < ULNA_INVERSE_METHOD_COUNT; a++)
    for (int b = a + 1; b < ULNA_INVERSE_METHOD_COUNT; b++)
      compare(what, seed, n, a, b, tau[a], tau[b], n, allowed);
}

static void torques_of_200_random_chains_agree(void **state)
{
  (void)state;
  static double f64[ULNA_INVERSE_METHOD_COUNT][ARM_LONGEST], other[ULNA_INVERSE_METHOD_COUNT][ARM_LONGEST];
  for (int chain = 0; chain < CHAINS; chain++) {
    const uint64_t seed = 1000 + (uint64_t)chain;
    const int n = 1 + chain % ARM_LONGEST;
    random_arm a;
    random_arm_fill(&a, seed, n, ARM_MIXED);
    const formulations *const kinds[3] = {&ulna_formulations_f64, &ulna_formulations_f32,
                                          &ulna_formulations_tally};
    for (int k = 0; k < (n <= MOST_FOR_TALLY ? 3 : 2); k++) {
      double(*tau)[ARM_LONGEST] = k == 0 ? f64 : other;
      void *memory = arm_memory(kinds[k]->size(n));
      for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++)
        kinds[k]->inverse_dynamics(&a.arm, (ulna_inverse_method)m, a.at, tau[m], memory);
      free(memory);
      const double allowed = k == 1 ? tolerance_f32 : tolerance;
      every_pair(kinds[k]->kind, seed, n, tau, allowed);
      for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT && k > 0; m++)
        compare(kinds[k]->kind, seed, n, m, m, tau[m], f64[m], n, allowed);
    }
  }
}

static void mass_matrices_of_random_chains_agree(void **state)
{
  (void)state;
  static double M[ULNA_INVERSE_METHOD_COUNT][ARM_LONGEST * ARM_LONGEST];
  const formulations *f = &ulna_formulations_f64;
  for (int n = 1; n <= ARM_LONGEST; n += 3) {
    const uint64_t seed = 5000 + (uint64_t)n;
    random_arm a;
    random_arm_fill(&a, seed, n, ARM_MIXED);
    void *memory = arm_memory(f->size(n));
    for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++) {
      f->mass_matrix(&a.arm, (ulna_inverse_method)m, a.q, M[m], memory);
      compare("M", seed, n, m, ULNA_INVERSE_LAGRANGE, M[m], M[ULNA_INVERSE_LAGRANGE], n * n, tolerance);
    }
    free(memory);
  }
}

static void christoffel_tensors_of_random_chains_agree_and_give_the_coriolis_torques(void **state)
{
  (void)state;
  enum { MOST = 10 };
  static double C[ULNA_INVERSE_METHOD_COUNT][MOST * MOST * MOST], matrix[MOST * MOST];
  const formulations *f = &ulna_formulations_f64;
  for (int n = 1; n <= MOST; n++) {
    const uint64_t seed = 7000 + (uint64_t)n;
    random_arm a;
    random_arm_fill(&a, seed, n, ARM_MIXED);
    void *memory = arm_memory(f->size(n));
    for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++) {
      f->christoffel(&a.arm, (ulna_inverse_method)m, a.q, C[m], memory);
      compare("C", seed, n, m, ULNA_INVERSE_LAGRANGE, C[m], C[ULNA_INVERSE_LAGRANGE], n * n * n, tolerance);
    }
    f->coriolis_matrix(&a.arm, a.q, a.qd, matrix, memory);
    double Cqd[MOST], sums[MOST], product[MOST];
    formulation_arm bare = {.n = n, .link = a.link};
    f->inverse_dynamics(&bare, ULNA_INVERSE_NEWTON_EULER, (formulation_state){a.q, a.qd, NULL}, Cqd, memory);
    for (int i = 0; i < n; i++) {
      sums[i] = product[i] = 0;
      for (int j = 0; j < n; j++) {
        product[i] += matrix[i * n + j] * a.qd[j];
        for (int k = 0; k < n; k++)
          sums[i] += C[ULNA_INVERSE_LAGRANGE][(i * n + j) * n + k] * a.qd[j] * a.qd[k];
      }
    }
    compare("C qd qd", seed, n, ULNA_INVERSE_LAGRANGE, ULNA_INVERSE_NEWTON_EULER, sums, Cqd, n, tolerance);
    compare("C qd", seed, n, ULNA_INVERSE_LAGRANGE, ULNA_INVERSE_NEWTON_EULER, product, Cqd, n, tolerance);
    free(memory);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(torques_of_200_random_chains_agree),
      cmocka_unit_test(mass_matrices_of_random_chains_agree),
      cmocka_unit_test(christoffel_tensors_of_random_chains_agree_and_give_the_coriolis_torques),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
