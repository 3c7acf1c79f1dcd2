/* The fast kernel in single precision, against the Newton–Euler reference in double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define REAL_KIND "number/f32.h"
#include "support/fast_in_kind.h"

/* 2e-4 of the largest torque: 6e-8 of rounding, a few hundred operations a link, forty links, two digits for luck. */
static void single_precision_agrees_with_newton_euler_in_double(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    random_arm a;
    double tau[ARM_LONGEST], expected[ARM_LONGEST];
    const int n = 1 + (int)seed % ARM_LONGEST;
    const arm_load load = seed % 3 ? LOADED : BARE;
    random_arm_fill(&a, seed, n, seed % 2 ? ARM_REVOLUTE : ARM_MIXED);
    fast_in_this_kind(&a, load, tau);
    formulation_arm arm = a.arm;
    if (load == BARE)
      for (int k = 0; k < 3; k++) arm.base_w[k] = arm.base_wd[k] = arm.hand_f[k] = arm.hand_n[k] = 0;
    void *memory = arm_memory(ulna_formulations_f64.size(n));
    ulna_formulations_f64.inverse_dynamics(&arm, ULNA_INVERSE_NEWTON_EULER, a.at, expected, memory);
    free(memory);
    const double difference = arm_difference(tau, expected, n, 1e-3);
    if (!(difference <= 2e-4)) fail_msg("seed %d, n = %d: differs by %.3g", (int)seed, n, difference);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(single_precision_agrees_with_newton_euler_in_double)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
