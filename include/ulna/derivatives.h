/* Derivatives of inverse and forward dynamics, analytic.
 *
 * Matrices are n×n, row-major, [i][j] = ∂y_i/∂x_j: the total derivative with all other inputs held fixed. These are
 * the other joint variables; gravity; the base's motion, as numbers in base axes; the wrench on the hand, as numbers
 * in tool axes, so that it turns with the hand; the given forces. Directions of friction are fixed; at exactly zero
 * speed dry friction is 0. Any output may be NULL. With drives: ULNA_NOT_FINITE if a number of the answer would not
 * be finite; outputs are then untouched. Links alone: NaN in, NaN out. All functions return ULNA_MISSING_PART, outputs
 * untouched, if the work has no ULNA_PART_DERIVATIVES. Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_DERIVATIVES_H
#define ULNA_DERIVATIVES_H

#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Links alone, as ulna_inverse_dynamics: tau (n) and its derivatives; dtau_dqdd is the mass matrix. Real-time: yes. */
ULNA_API ulna_status ulna_inverse_dynamics_derivatives(const ulna_model *model, ulna_work *work,
                                                       const double q[], const double qd[],
                                                       const double qdd[], double tau[], double dtau_dq[],
                                                       double dtau_dqd[], double dtau_dqdd[]) ULNA_MUST_CHECK;

/* Links alone, as ulna_forward_dynamics: qdd (n) under tau and its derivatives; dqdd_dtau is the inverse of the mass
 * matrix. ULNA_SINGULAR where there is none, ULNA_UNSUPPORTED where a joint follows another; outputs are then untouched.
 * Real-time: yes. */
ULNA_API ulna_status ulna_forward_dynamics_derivatives(const ulna_model *model, ulna_work *work,
                                                       const double q[], const double qd[],
                                                       const double tau[], double qdd[], double dqdd_dq[],
                                                       double dqdd_dqd[], double dqdd_dtau[]) ULNA_MUST_CHECK;

/* The arm with everything it has, as ulna_drive_inverse_dynamics: rotors, elements, coupling, friction. F, tau and F_ad as there;
 * ∂F/∂qdd is the mass matrix (ulna_drive_mass_matrix). */
typedef struct {
  double *F, *dF_dq, *dF_dqd;
  double *tau, *dtau_dq, *dtau_dqd, *dtau_dqdd;
  double *F_ad, *dF_ad_dq, *dF_ad_dqd, *dF_ad_dqdd;
} ulna_drive_derivatives;

/* If friction of a joint depends on its load, the derivatives contain that, and dtau_dqdd is more than the mass
 * matrix. ULNA_UNSUPPORTED if that load is exactly 0 and has no derivative; ULNA_SINGULAR if F_ad or its derivatives
 * are asked for and the coupling has no inverse. Real-time: yes. */
ULNA_API ulna_status ulna_drive_inverse_dynamics_derivatives(
    const ulna_model *model, ulna_work *work, const double q[], const double qd[], const double qdd[],
    const ulna_drive_derivatives *out) ULNA_MUST_CHECK;

/* What drives the arm: joint forces, or forces of the actuators (tau = Kᵀ F_ad). Friction acts in both. */
typedef enum { ULNA_UNDER_TAU, ULNA_UNDER_F_AD } ulna_forward_input;

/* qdd (n) under `forces`, every place slipping in the direction of its speed, as ulna_drive_forward_dynamics; and its
 * derivatives: dqdd_dforces is M⁻¹, or M⁻¹ Kᵀ. Loads are those at qdd = 0, as there. ULNA_SINGULAR where M is;
 * ULNA_UNSUPPORTED as above. Real-time: yes. */
ULNA_API ulna_status ulna_drive_forward_dynamics_derivatives(const ulna_model *model, ulna_work *work,
                                                             ulna_forward_input input, const double q[],
                                                             const double qd[], const double forces[],
                                                             double qdd[], double dqdd_dq[],
                                                             double dqdd_dqd[],
                                                             double dqdd_dforces[]) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
