/* Joints that follow others: mimic joints of a URDF, belts, parallel linkages.
 *
 * A follower always has q = ratio · q_leader + offset; the coupling between the two is rigid and has no friction of
 * its own. Arrays keep one entry for each joint of the chain, followers included. The rule for all functions of the
 * whole robot (ulna_drive_*, plant, simulation):
 *   positions, rates, accelerations   a follower's are those its leader gives it; ulna_follow_motion fills them in
 *   forces                            a follower's are counted at its leader, times the ratio; its own entry is 0
 *   inertia                           the same: a follower's row and column of M are 0
 * So with S = ∂q/∂(q of the joints that move by themselves): tau_r = Sᵀ tau and M_r = Sᵀ M S, [Szkodny]'s coupling with as many
 * actuators as joints that move by themselves.
 *
 * Functions of links alone (ulna_inverse_dynamics, ulna_mass_matrix, ulna_jacobian, …) take every joint as free; the
 * functions below reduce their results. These return ULNA_UNSUPPORTED for a model with followers:
 * ulna_forward_dynamics, inverse kinematics, derivatives and regressors with drives, batches, cards and generated
 * code. Resolved motion moves followers with their leaders. */
#ifndef ULNA_FOLLOW_H
#define ULNA_FOLLOW_H

#include "ulna/builder.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many joints follow others. Real-time: yes. */
ULNA_API int ulna_follower_count(const ulna_model *model);

/* The joint that joint 1…n follows, or 0. Real-time: yes. */
ULNA_API int ulna_joint_leader(const ulna_model *model, int joint);

/* Sets the followers' entries of each from their leaders'; any may be NULL; n each. Real-time: yes. */
ULNA_API void ulna_follow_motion(const ulna_model *model, double q[], double qd[], double qdd[]);

/* Adds the followers' entries to their leaders', times the ratio, and sets them to 0: forces of tau (n), rows and
 * columns of M (n×n), columns of J (rows×n, row-major). Real-time: yes. */
ULNA_API void ulna_follow_forces(const ulna_model *model, double tau[]);
ULNA_API void ulna_follow_inertia(const ulna_model *model, double M[]);
ULNA_API void ulna_follow_columns(const ulna_model *model, int rows, double J[]);

#ifdef __cplusplus
}
#endif
#endif
