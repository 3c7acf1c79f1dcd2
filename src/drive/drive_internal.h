/* Declarations that the files of this room share. */
#ifndef ULNA_DRIVE_INTERNAL_H
#define ULNA_DRIVE_INTERNAL_H

#include "ulna/drive.h"
#include "ulna/forward_dynamics.h"
#include "ulna/friction.h"

/* Joint forces for a motion, rotors included as the work says, friction not. with_wrenches: also leaves the forces between
 * the links in the work (newton_euler.joint), which the fast kernel does not have. */
void ulna_drive_joint_forces(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                             const double qdd[], bool with_wrenches, double F[]);

/* Where the moving bodies are: their coordinates and ∂x/∂q, into the work. */
void ulna_place_bodies(const ulna_model *model, ulna_work *work, const double q[]);

/* Friction and stops at an instant: what holds the arm beside its drives. Arrays over friction places
 * (ulna_friction_place_count) and joints; all but mode may be NULL. */
typedef struct {
  bool frictionless;  /* in: leave all friction out; mode is then not read */
  bool coupled;       /* in: the work's K is of this q already */
  int *mode;          /* in and out: -1, 0 = stuck, +1 per place */
  int *stop;          /* in and out: +1 resting against the upper stop, -1 against the lower, 0 free */
  double *friction;   /* out: the force opposing the drive at each place */
  double *reserve;    /* out: what a stuck place could hold beyond what it does; 0 where slipping */
  double *stop_force; /* out: force of a stop on its joint, positive against the upper stop's motion */
  bool
      by_method; /* in: while nothing is held, by `forward_method`; of links alone, without rotors and friction by load */
  ulna_forward_method forward_method;
} constraint_state;

/* Accelerations under joint forces tau of the drives. may_change: modes and stops are settled as ulna_stick_accelerations
 * says; else they are taken as they are. mode and stop are untouched unless ULNA_OK. */
ulna_status ulna_constrained_accelerations(const ulna_model *model, ulna_work *work, const double q[],
                                           const double qd[], const double tau[], bool may_change,
                                           const constraint_state *state, double qdd[]);

/* The two ways behind it. The general way always works. The quick one works if nothing is held, or only joints each
 * held by one constraint of its own; otherwise, or if the modes would change, it returns false and leaves mode and
 * stop untouched. */
ulna_status ulna_general_accelerations(const ulna_model *model, ulna_work *work, const double q[],
                                       const double qd[], const double tau[], bool may_change,
                                       const constraint_state *state, double qdd[]);
bool ulna_quick_accelerations(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                              const double tau[], bool may_change, const constraint_state *state,
                              double qdd[], ulna_status *status);

/* Speeds after joints have run into their stops: side[i] +1 at the upper stop, -1 at the lower, 0 at none. A joint at a stop
 * whose speed then is exactly zero rests there; *lost is the energy lost. A rebound of at most rest_speed
 * (restitution·speed) counts as none. qd and *lost untouched unless ULNA_OK. */
ulna_status ulna_impact(const ulna_model *model, ulna_work *work, const double q[], const int side[],
                        double restitution, double rest_speed, double qd[], double *lost);

/* Makes the speeds of all stuck places, and of joints at stops (NULL: none), exactly zero by the least change of
 * motion, as their impulse would: for a state where they are zero up to rounding. */
ulna_status ulna_still(const ulna_model *model, ulna_work *work, const double q[], const int mode[],
                       const int stop[], double qd[]);

/* Force against a motion in `direction`, whatever the sign of the velocity: in a step that ends where the speed
 * changes sign, friction must not turn over on the way. */
double ulna_friction_toward(const ulna_friction *law, int direction, double velocity,
                            const ulna_bearing *bearing);

/* Whether the rotors only add the constant work->drive.spin to the mass matrix. */
bool ulna_rotors_only_spin(const ulna_work *work);

/* K at q: the model's own if it is constant, else in the work's scratch for drives; work->drive.K from then on. */
const double *ulna_coupling_at(const ulna_model *model, ulna_work *work, const double q[]);

/* Derivatives of ulna_friction_force with its direction held: by the velocity (at zero: that of viscous friction) and
 * by what the bearing carries. On an edge of a table's cell, those of the cell beyond it. */
typedef struct {
  double velocity, position, force, moment;
} friction_gradient;
friction_gradient ulna_friction_gradient(const ulna_friction *law, double velocity,
                                         const ulna_bearing *bearing);

#endif
