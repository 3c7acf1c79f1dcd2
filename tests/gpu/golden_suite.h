/* Golden cases through the text for graphics processors, whoever runs it: a card, or an ordinary compiler's code. C and C++. */
#ifndef ULNA_TESTS_GPU_GOLDEN_SUITE_H
#define ULNA_TESTS_GPU_GOLDEN_SUITE_H

#include "gpu/call.h"
#include "gpu/motion.h"
#include "gpu/table.h"

#ifdef __cplusplus
extern "C" {
#endif
/* How functions of one state are had, numbers in double whatever they are computed in; and rollouts by Runge–Kutta's method in double,
 * recording every step: steps × n numbers of q and of qd. */
typedef struct {
  void (*run)(const ulna_model *model, ulna_gpu_drives drives, bool single, ulna_gpu_function function,
              const double q[], const double qd[], const double third[], int width, double out[]);
  void (*roll)(const ulna_model *model, double step, int steps, const double q[], const double qd[],
               const double tau[], double q_path[], double qd_path[]);
} golden_runner;

typedef struct {
  int cases, numbers, failed; /* cases compared, quantities of them, those that are off */
} golden_tally;

/* Every case of tests/golden that has no turning base, no wrench on the hand, and what a card takes; double to 1e-10 or the case's own
 * tolerance if that is more, float to 2e-4 of what needs no inverse. Prints what is off. */
golden_tally golden_suite(const golden_runner *runner);
#ifdef __cplusplus
}
#endif

#endif
