/* The regressor: joint forces as a linear function of the inertial parameters; and the parameters that can be
 * identified.
 *
 * tau = Y(q, qd, qdd) π + hand. Gravity and base motion are in Y. `hand`, the joint forces that the hand's wrench
 * needs, does not depend on π and is given apart. Columns of Y and entries of π, in this order:
 *   link 1, …, link n, ten each, in the link's own frame as its file has it:
 *     m, m cx, m cy, m cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz    I about the frame's origin, off-diagonals the tensor's own
 *   drive 1, drive 2, …, three each, with ULNA_REGRESSOR_DRIVES:
 *     Ia (rotor inertia about its axis), kv (viscous friction), Fm (Coulomb friction), at the actuator
 * A payload is part of the last link. Rotors must be balanced and counted in the links that carry them, so that only
 * their spin is added; with ULNA_REGRESSOR_DRIVES other robots are refused (ULNA_UNSUPPORTED). Y does not contain
 * friction of the joints themselves, nor what Stribeck's law or a table adds. Frames, orders and signs:
 * docs/conventions.md. */
#ifndef ULNA_REGRESSOR_H
#define ULNA_REGRESSOR_H

#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ULNA_REGRESSOR_LINKS,
  ULNA_REGRESSOR_DRIVES
} ulna_regressor_of; /* links alone; links and drives */

/* Columns of Y: 10 n, and 3 for each drive. Real-time: yes. */
ULNA_API int ulna_regressor_column_count(const ulna_model *model, ulna_regressor_of of);

/* "link 2: m cx", "motor 1: Ia"; always terminated; returns the length needed without the terminator, as snprintf does.
 * Real-time: no. */
ULNA_API int ulna_regressor_column_name(const ulna_model *model, int column, char *buffer, size_t size);

/* Y (n × columns, row-major) at a state, and hand (n); either may be NULL. Needs ULNA_PART_DERIVATIVES.
 * Real-time: yes. */
ULNA_API ulna_status ulna_regressor(const ulna_model *model, ulna_work *work, ulna_regressor_of of,
                                    const double q[], const double qd[], const double qdd[], double Y[],
                                    double hand[]) ULNA_MUST_CHECK;

/* π (columns): the robot's own parameters, with the work's payload. Needs no part. Real-time: yes. */
ULNA_API ulna_status ulna_regressor_parameters(const ulna_model *model, ulna_work *work, ulna_regressor_of of,
                                               double pi[]) ULNA_MUST_CHECK;

/* Base parameters: the combinations of π that can be found from torques, with the base at rest, the model's gravity
 * and all states. Columns of Y that are zero in every state are `zero`. The others are tried from the base outward,
 * in each link Ixx, Ixy, Ixz, Iyy, Iyz, Izz, m cx, m cy, m cz, m, then the drives. A column that depends on those
 * kept before it is `dropped`, else it is `kept`:
 *   column dropped[k] = Σ_j grouping[k × rank + j] · column kept[j],   beta[j] = π_kept[j] + Σ_k grouping[k × rank + j] π_dropped[k]
 * so that Y_kept beta = Y π. A column is dependent if, with all columns scaled to length 1 over many states, the kept
 * ones explain all but `tolerance` of it. Lists ascend. */
typedef struct {
  int columns, rank, zero_count, dropped_count;
  const int *zero, *kept, *dropped;
  const double *grouping; /* dropped_count × rank */
  const double *beta;     /* rank */
  double least_kept;      /* share left of the kept column that came nearest to being dropped */
  double most_dropped;    /* share left of the dropped column that came nearest to being kept */
} ulna_base_parameters;

/* tolerance 0: 1e-10. ULNA_INVALID_ARGUMENT unless 0 ≤ tolerance < 1. Real-time: no. */
ULNA_API ulna_status ulna_base_parameters_create(const ulna_model *model, ulna_regressor_of of,
                                                 double tolerance, const ulna_allocator *allocator,
                                                 ulna_base_parameters **parameters) ULNA_MUST_CHECK;
ULNA_API void ulna_base_parameters_destroy(ulna_base_parameters *parameters); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
