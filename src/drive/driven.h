/* Functions of ulna/drive.h without a status, for callers inside the library whose work has the part for drives. */
#ifndef ULNA_DRIVE_DRIVEN_H
#define ULNA_DRIVE_DRIVEN_H

#include "ulna/friction.h"

/* ulna_actuator_to_joint_forces, ulna_drive_mass_matrix, _bias, _energy and ulna_stick_modes. */
void ulna_driven_joint_forces(const ulna_model *model, ulna_work *work, const double q[], const double F_a[],
                              double F[]);
void ulna_driven_mass_matrix(const ulna_model *model, ulna_work *work, const double q[], double M[]);
void ulna_driven_bias(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                      double bias[]);
void ulna_driven_energy(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                        double *kinetic, double *potential);
void ulna_driven_modes(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                       int mode[]);

/* qdd under forces F_a of the actuators and tau of the joints (NULL: none), and its derivatives with those held: n, n×n each; any
 * may be NULL. friction false: without any. As ulna_drive_forward_dynamics_derivatives, whose part of the work it needs. */
typedef struct {
  double *qdd, *by_q, *by_qd, *by_tau, *by_F_a;
} motion_derivatives;
ulna_status ulna_driven_motion_derivatives(const ulna_model *model, ulna_work *work, bool friction,
                                           const double q[], const double qd[], const double F_a[],
                                           const double tau[], const motion_derivatives *out) ULNA_MUST_CHECK;

#endif
