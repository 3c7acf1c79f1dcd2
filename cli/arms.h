/* One scenario by many arms. */
#ifndef CLI_ARMS_H
#define CLI_ARMS_H

#include "run_choice.h"
#include "vary.h"

/* --arms: runs them all and reports on the worst. An exit code. */
int run_arms(const arguments *args, const char *name, const ulna_scenario *scenario);

/* --arm: one of them, to be run and recorded like any other run. */
typedef struct {
  ulna_arm arm;
  double *masses; /* to be freed */
} chosen_arm;
int choose_arm(const arguments *args, const ulna_scenario *scenario, run_choice *choice, chosen_arm *chosen);

#endif
