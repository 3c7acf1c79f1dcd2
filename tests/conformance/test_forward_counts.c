/* Forward dynamics over every kind of number: they agree, and the tally's counts are at most the errata's. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "count/counts.h"
#include "support/arm.h"

static double tau[ARM_LONGEST];

static void run(const forward_formulations *kind, const random_arm *a, ulna_forward_method method,
                forward_task task, double x[])
{
  void *memory = arm_memory(kind->size(a->arm.n));
  kind->run(&a->arm, method, task, a->at, tau, x, memory);
  free(memory);
}

static void every_kind_of_number_gives_the_same_accelerations(void **state)
{
  (void)state;
  static const arm_joints kinds[] = {ARM_REVOLUTE, ARM_PRISMATIC, ARM_MIXED};
  for (int n = 1; n <= 12; n++)
    for (int k = 0; k < 3; k++) {
      random_arm a;
      double first[ARM_LONGEST], x[ARM_LONGEST];
      random_arm_fill(&a, (uint64_t)(900 + 3 * n + k), n, kinds[k]);
      for (int i = 0; i < n; i++) tau[i] = 5 * sin(i + 1.0);
      for (int task = 0; task < 2; task++) {
        run(&ulna_forward_f64, &a, ULNA_FORWARD_ARTICULATED, (forward_task)task, first);
        for (int m = 0; m < ULNA_FORWARD_METHOD_COUNT; m++) {
          if (m == ULNA_FORWARD_NOC && task == FORWARD_SOLVE) continue;
          const ulna_forward_method method = (ulna_forward_method)m;
          // roundings, as many as the condition of a random arm of n links multiplies: up to 1e4
          run(&ulna_forward_f64, &a, method, (forward_task)task, x);
          assert_true(arm_difference(x, first, n, 1) < 1e-10);
          run(&ulna_forward_tally, &a, method, (forward_task)task, x);
          assert_true(arm_difference(x, first, n, 1) < 1e-10);
          // single precision: the same with 1e-7 instead of 1e-16
          run(&ulna_forward_f32, &a, method, (forward_task)task, x);
          if (!(arm_difference(x, first, n, 1) < 0.05))
            fail_msg("f32, seed %d, %s: off by %.2g", 900 + 3 * n + k, ulna_forward_method_name(method),
                     arm_difference(x, first, n, 1));
        }
      }
    }
}

/* A revolute arm of generic parameters in the form [Saha] counts: Denavit–Hartenberg, base at rest under gravity along
 * z, hand empty. */
static void generic(random_arm *a, int n)
{
  random_arm_fill(a, 77 + (uint64_t)n, n, ARM_REVOLUTE);
  for (int i = 0; i < n; i++) {
    link_numbers *l = &a->link[i];
    l->b = 0;
    l->r[0] = l->a, l->r[1] = l->d * l->sa, l->r[2] = l->d * l->ca;
    tau[i] = cos(i + 1.0);
  }
  for (int k = 0; k < 3; k++) {
    a->arm.base_w[k] = a->arm.base_wd[k] = a->arm.hand_f[k] = a->arm.hand_n[k] = 0;
    a->arm.base_a[k] = k == 2 ? 9.81 : 0;
  }
}

static ulna_operations counted(int n, ulna_forward_method method, forward_task task)
{
  random_arm a;
  double x[ARM_LONGEST], right[ARM_LONGEST];
  generic(&a, n);
  run(&ulna_forward_f64, &a, ULNA_FORWARD_ARTICULATED, task, right);
  const count_run as = {.task = task == FORWARD_SOLVE ? COUNT_FORWARD_GIVEN : COUNT_FORWARD,
                        .way = (int)method};
  count_result result;
  void *memory = arm_memory(ulna_count_size(as.task, n));
  ulna_count(&as, &a.arm, a.at, tau, NULL, &result, x, memory);
  free(memory);
  assert_true(arm_difference(x, right, n, 1) < 1e-9);  // what was counted is what is right
  return result.total;
}

typedef struct {
  const char *what;
  ulna_forward_method method;
  forward_task task;
  double m[4], a[4];      // n³, n², n, 1
  long slope_m, slope_a;  // what we count a link at, 0: not of the first degree
} printed;

/* The errata's table of operation counts for [Saha]. */
static const printed table[] = {
    {"joint-axis points, with bias",
     ULNA_FORWARD_ARTICULATED,
     FORWARD_DYNAMICS,
     {0, 0, 203, -251},
     {0, 0, 195, -249},
     203,
     194},
    {"joint-axis points, tau given",
     ULNA_FORWARD_ARTICULATED,
     FORWARD_SOLVE,
     {0, 0, 132, -168},
     {0, 0, 129, -175},
     132,
     128},
    {"mass-centre points, with bias",
     ULNA_FORWARD_SAHA,
     FORWARD_DYNAMICS,
     {0, 0, 295, -346},
     {0, 0, 269, -327},
     261,
     251},
    {"mass-centre points, tau given",
     ULNA_FORWARD_SAHA,
     FORWARD_SOLVE,
     {0, 0, 218, -263},
     {0, 0, 197, -255},
     196,
     191},
    {"composite bodies, with bias",
     ULNA_FORWARD_COMPOSITE,
     FORWARD_DYNAMICS,
     {1. / 6, 11.5, 325. / 3, -138},
     {1. / 6, 7, 659. / 6, -135},
     0,
     0},
    {"composite bodies, tau given",
     ULNA_FORWARD_COMPOSITE,
     FORWARD_SOLVE,
     {1. / 6, 11.5, 52. / 3, -33},
     {1. / 6, 7, 185. / 6, -41},
     0,
     0},
};

static double at(const double p[4], int n) { return ((p[0] * n + p[1]) * n + p[2]) * n + p[3]; }

static void counts_are_the_errata_s_or_better(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
    for (int n = 3; n <= ARM_LONGEST; n++) {
      const printed *t = &table[k];
      const ulna_operations c = counted(n, t->method, t->task);
      if ((double)c.multiplications > at(t->m, n) + 0.5 || (double)c.additions > at(t->a, n) + 0.5)
        fail_msg("%s, n = %d: %ld M, %ld A; allowed %.0f, %.0f", t->what, n, c.multiplications, c.additions,
                 at(t->m, n), at(t->a, n));
    }
}

static void recursions_cost_the_same_for_every_further_link(void **state)
{
  (void)state;
  for (size_t k = 0; k < 4; k++) {
    const printed *t = &table[k];
    for (int n = 4; n < 20; n++) {
      const ulna_operations a = counted(n, t->method, t->task), b = counted(n + 1, t->method, t->task);
      if (b.multiplications - a.multiplications != t->slope_m || b.additions - a.additions != t->slope_a)
        fail_msg("%s, link %d: %ld M, %ld A", t->what, n + 1, b.multiplications - a.multiplications,
                 b.additions - a.additions);
    }
  }
}

/* The first n from which the recursion is cheaper for good. */
static int crossover(ulna_forward_method recursion, forward_task task, int m, int a)
{
  int first = ARM_LONGEST + 1;
  for (int n = ARM_LONGEST; n >= 1; n--) {
    const ulna_operations r = counted(n, recursion, task), c = counted(n, ULNA_FORWARD_COMPOSITE, task);
    if (m * r.multiplications + a * r.additions >= m * c.multiplications + a * c.additions) break;
    first = n;
  }
  return first;
}

static void crossover_by_operations_lies_between_7_and_10_joints(void **state)
{
  (void)state;
  const int with_bias[3] = {crossover(ULNA_FORWARD_ARTICULATED, FORWARD_DYNAMICS, 1, 0),
                            crossover(ULNA_FORWARD_ARTICULATED, FORWARD_DYNAMICS, 0, 1),
                            crossover(ULNA_FORWARD_ARTICULATED, FORWARD_DYNAMICS, 1, 1)};
  const int given[3] = {crossover(ULNA_FORWARD_ARTICULATED, FORWARD_SOLVE, 1, 0),
                        crossover(ULNA_FORWARD_ARTICULATED, FORWARD_SOLVE, 0, 1),
                        crossover(ULNA_FORWARD_ARTICULATED, FORWARD_SOLVE, 1, 1)};
  printf("first n at which the O(n) recursion is cheaper, M/A/both: with bias %d/%d/%d, tau given %d/%d/%d\n",
         with_bias[0], with_bias[1], with_bias[2], given[0], given[1], given[2]);
  for (int k = 0; k < 3; k++) {
    assert_in_range(with_bias[k], 7, 10);
    assert_in_range(given[k], 7, 10);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_of_number_gives_the_same_accelerations),
      cmocka_unit_test(counts_are_the_errata_s_or_better),
      cmocka_unit_test(recursions_cost_the_same_for_every_further_link),
      cmocka_unit_test(crossover_by_operations_lies_between_7_and_10_joints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
