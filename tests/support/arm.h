/* Random arms in the kernels' own frames, for tests of the formulations behind count/formulations.h. */
#ifndef ULNA_TESTS_ARM_H
#define ULNA_TESTS_ARM_H

#include <stdint.h>

#include "count/formulations.h"

enum { ARM_LONGEST = 40 };

typedef enum { ARM_REVOLUTE, ARM_PRISMATIC, ARM_MIXED } arm_joints;

typedef struct {
  formulation_arm arm;
  link_numbers link[ARM_LONGEST];
  double q[ARM_LONGEST], qd[ARM_LONGEST], qdd[ARM_LONGEST];
  formulation_state at;
} random_arm;

/* Every number drawn from the seed: offsets to 0.5 m (all three components), masses 0.5…5 kg, full inertia tensors
 * of real bodies, base in any motion under gravity of any direction, a wrench in the hand. */
void random_arm_fill(random_arm *a, uint64_t seed, int n, arm_joints joints);

/* size(n) bytes for a formulation, aligned as it needs; ends the test if there are none. */
void *arm_memory(size_t size);

/* max|x − y| / max|y|, with max|y| at least `least` */
double arm_difference(const double x[], const double y[], int count, double least);

#endif
