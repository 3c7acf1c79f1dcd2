/* Joint forces of links and moving bodies with their derivative along one direction, by dual numbers: exact for every
 * body, balanced or not. Plain doubles in and out, so that files of any kind of number may call it. */
#ifndef ULNA_WORK_DUAL_FORCES_H
#define ULNA_WORK_DUAL_FORCES_H

#include "base/layout.h"
#include "model/model.h"

/* The arm and what is given with the call, in the kernel's frames. */
typedef struct {
  const ulna_model *model;
  double last_mass, last_com[3],
      last_inertia[6]; /* of the last link with its payload, about its mass centre */
  double base_w[3], base_wd[3], base_a[3], gravity[3], hand_force[3], hand_moment[3];
  bool bodies, simplified;
} dual_arm;

/* A state, or a direction in which it changes; n each. */
typedef struct {
  const double *q, *qd, *qdd;
} dual_state;

typedef struct dual_scratch dual_scratch;

/* Takes its memory from the layout; NULL while that is being measured. */
dual_scratch *ulna_dual_scratch_take(layout *l, const ulna_model *model);

/* F (n), and dF along the direction (n). */
void ulna_dual_forces(const dual_arm *arm, const dual_state *at, const dual_state *along,
                      dual_scratch *scratch, double F[], double dF[]);

/* The load of joint i (from 0) across its axis in the last run: force x, y and moment x, y, and their derivatives
 * along the direction. */
void ulna_dual_bearing(const dual_scratch *scratch, int i, double across[4], double rate[4]);

#endif
