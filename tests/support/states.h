/* The fast kernels over many states of a random arm, by double precision one after another: what lanes must give. */
#ifndef ULNA_TEST_STATES_H
#define ULNA_TEST_STATES_H

#include <stdbool.h>

#include "support/arm.h"

enum { STATES = 16, STATES_LONGEST = 15 }; /* a multiple of every kind's lanes; joints */

/* states × n each. */
typedef struct {
  double q[STATES * STATES_LONGEST], qd[STATES * STATES_LONGEST], qdd[STATES * STATES_LONGEST];
} states_in;

/* tau: inverse dynamics; M; qdd: forward dynamics of tau. */
typedef struct {
  double *tau, *qdd, *M;
} states_out;

void states_f64(const random_arm *a, bool loaded, int states, const states_in *in, const states_out *out);
void sines_f64(int n, const double offset[], const double x[], double sine[], double cosine[]);

#endif
