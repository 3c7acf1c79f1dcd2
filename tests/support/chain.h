/* Arms made by a test itself, and a second opinion on where their links are: the conventions' own transforms,
 * multiplied out in long double. */
#ifndef ULNA_TESTS_CHAIN_H
#define ULNA_TESTS_CHAIN_H

#include <stdint.h>

#include "ulna/ulna.h"

/* A model of these joints (names are given by number; bodies as they are, unchecked). base and tool may be NULL. */
ulna_model *chain_model(ulna_convention convention, int n, const ulna_joint joints[], const ulna_pose *base,
                        const ulna_pose *tool);
ulna_work *chain_work(const ulna_model *model);

/* A revolute joint, everything else zero, identity or unlimited; axis z. */
ulna_joint chain_joint(void);

/* Evenly in [lower, upper), from a state that starts as the seed. */
double chain_random(uint64_t *state, double lower, double upper);
/* A joint with every number drawn: lengths in ±0.5 m, angles in ±π, axis of any length, limits ±3; R or P. */
ulna_joint chain_random_joint(uint64_t *state);
ulna_pose chain_random_pose(uint64_t *state);

typedef struct {
  long double R[3][3], p[3];
} long_pose;

long_pose long_identity(void);
long_pose long_product(const long_pose *outer, const long_pose *inner);
long_pose long_of(const ulna_pose *pose);
long_pose long_turn(const long double axis[3], long double angle); /* about any axis, not nearly zero */
long_pose long_shift(long double x, long double y, long double z);

/* Link `link` (0…n) in the base frame, straight from the description. */
long_pose chain_direct(ulna_convention convention, const ulna_joint joints[], const long double q[],
                       int link);

/* The largest difference of any element. */
double pose_difference(const ulna_pose *x, const long_pose *expected);

/* ulna_mass_matrix_condition, which must be possible. */
double condition_of(const ulna_model *model, ulna_work *work, const double q[]);

#endif
