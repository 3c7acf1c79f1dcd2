/* Drives: motors beyond the joints, tied to them by gears and screws; rotors, friction, currents.
 *
 * Actuators are the model's drives in the file's order, then one direct actuator for each joint that no drive names,
 * or the locked coupling of a joint that follows another (ulna/follow.h). There are n in all. q_a = offset + K q +
 * screws(q); F = Kᵀ F_a carries actuator forces to the joints. Position, force, friction and current of an actuator
 * are on its own side of the gear. Matrices are row-major; rows of K belong to actuators, columns to joints. Source:
 * [Szkodny]. Functions that take a work return ULNA_MISSING_PART, outputs untouched, if it has no ULNA_PART_DRIVES.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_DRIVE_H
#define ULNA_DRIVE_H

#include <stdint.h>

#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The drive's name, or the joint's for a direct actuator (which then has no drive: ulna_actuator_drive is -1).
 * actuator: 0…n-1. Real-time: yes. */
ULNA_API const char *ulna_actuator_name(const ulna_model *model, int actuator);
ULNA_API int ulna_actuator_drive(const ulna_model *model, int actuator);
ULNA_API int ulna_actuator_joint(const ulna_model *model, int actuator); /* of a direct one, 1…n; else 0 */

/* q_a (n), ∂q_a/∂q (n×n), ∂²q_a/∂q_j∂q_k (n×n×n); any may be NULL. Real-time: yes. */
ULNA_API void ulna_coupling(const ulna_model *model, const double q[], double q_a[], double K[], double H[]);

/* q with q_a(q) = q_a, by a Newton iteration from `start`, safeguarded by step halving; `start` decides which
 * solution is found. A screw has two sides, so two joint positions may belong to one position of the screw:
 * ulna_coupling_solutions gives all. ULNA_NOT_CONVERGED (q untouched, *residual the largest error left in q_a) if
 * there is none near; ULNA_SINGULAR if the coupling is singular on the way; ULNA_NOT_FINITE if a number of q_a or
 * start is not finite. start may be q; residual may be NULL. Real-time: yes. */
ULNA_API ulna_status ulna_coupling_solve(const ulna_model *model, ulna_work *work, const double q_a[],
                                         const double start[], double q[], double *residual) ULNA_MUST_CHECK;

/* Every q with q_a(q) = q_a, each screw tried on both sides, nearest to `near` first. Up to `most` of them go into q
 * (most × n), their number into *count. A screw that is alone in its actuator is solved in closed form, within half a
 * turn of its phase at `near`; others by ulna_coupling_solve from there. An arm without screws has one solution.
 * ULNA_NOT_CONVERGED (nothing written) if there is none, ULNA_NOT_FINITE as above.
 * Real-time: no (bounded and without allocation, but up to 2¹⁰ solves). */
ULNA_API ulna_status ulna_coupling_solutions(const ulna_model *model, ulna_work *work, const double q_a[],
                                             const double near[], int most, double q[],
                                             int *count) ULNA_MUST_CHECK;

/* F = Kᵀ F_a, and F_a = K⁻ᵀ F; ULNA_SINGULAR if the coupling has no inverse at q, ULNA_NOT_FINITE if a force would
 * not be finite. Real-time: yes. */
ULNA_API ulna_status ulna_actuator_to_joint_forces(const ulna_model *model, ulna_work *work, const double q[],
                                                   const double F_a[], double F[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_joint_to_actuator_forces(const ulna_model *model, ulna_work *work, const double q[],
                                                   const double F[], double F_a[]) ULNA_MUST_CHECK;

/* How the moving bodies of the drives are computed: exactly, or as in [Szkodny, eq. 8] (no coupling between a rotor's
 * spin and its carrier's turning), or not at all. A work starts exact. Real-time: yes. */
typedef enum { ULNA_ROTORS_EXACT, ULNA_ROTORS_SIMPLIFIED, ULNA_ROTORS_NONE } ulna_rotors;
ULNA_API void ulna_work_set_rotors(ulna_work *work, ulna_rotors rotors);

/* Results of inverse dynamics; arrays of n, any may be NULL.
 *   F        joint forces that links, payload, rotors and elements need for the motion; no friction
 *   tau      the same with all friction, seen at the joints: F + joint friction + Kᵀ actuator friction
 *   F_a      the share of each actuator: K⁻ᵀ (F + joint friction)
 *   F_ad     what the actuator must produce: F_a + its own friction
 *   current  F_ad / torque constant; NaN for an actuator without a motor
 * Friction at exactly zero speed is undetermined and taken as 0. */
typedef struct {
  double *F, *tau, *F_a, *F_ad, *current;
} ulna_drive_forces;

/* Forces for a motion, drives and friction included; gravity, base motion, hand wrench and payload as set in the
 * work. ULNA_NOT_FINITE (nothing written) where a force is not finite; with F_a, F_ad or current asked for: ULNA_SINGULAR
 * (nothing written) where the coupling has no inverse. Real-time: yes. */
ULNA_API ulna_status ulna_drive_inverse_dynamics(const ulna_model *model, ulna_work *work, const double q[],
                                                 const double qd[], const double qdd[],
                                                 const ulna_drive_forces *forces) ULNA_MUST_CHECK;

/* Accelerations under actuator forces F_ad, every actuator and joint slipping in the direction of its speed (without
 * friction at exactly zero speed; for stiction see friction.h). Friction that depends on a joint's load takes the
 * normal force at qdd = 0, without what qdd itself adds. ULNA_SINGULAR if the mass matrix is singular,
 * ULNA_NOT_FINITE if an acceleration would not be finite. Real-time: yes. */
ULNA_API ulna_status ulna_drive_forward_dynamics(const ulna_model *model, ulna_work *work, const double q[],
                                                 const double qd[], const double F_ad[],
                                                 double qdd[]) ULNA_MUST_CHECK;

/* Mass matrix (n×n) of links, payload and moving bodies; and the joint forces at qdd = 0 without friction (n).
 * ULNA_NOT_FINITE (nothing written) if one is not finite; the same holds for energies. Real-time: yes. */
ULNA_API ulna_status ulna_drive_mass_matrix(const ulna_model *model, ulna_work *work, const double q[],
                                            double M[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_drive_bias(const ulna_model *model, ulna_work *work, const double q[],
                                     const double qd[], double bias[]) ULNA_MUST_CHECK;

/* Kinetic energy ½ qdᵀ M qd relative to the base, and potential energy, of links, payload and moving bodies (its zero where
 * ulna_potential_energy has it). Real-time: yes. */
ULNA_API ulna_status ulna_drive_energy(const ulna_model *model, ulna_work *work, const double q[],
                                       const double qd[], double *kinetic, double *potential) ULNA_MUST_CHECK;

/* The coefficients of F_i = Σ D_ij qdd_j + Σ D_ijk qd_j qd_k + D_i, by traces over pseudo-inertia matrices: the
 * readable reference [Szkodny, eqs 7–10, 15, 16]. Fixed base, no hand wrench. D_ijk is symmetric in j, k. Needs
 * ULNA_PART_REFERENCE too. Real-time: yes, but O(n³) and slow. */
ULNA_API ulna_status ulna_drive_coefficients(const ulna_model *model, ulna_work *work, const double q[],
                                             double D_ij[], double D_ijk[], double D_i[]) ULNA_MUST_CHECK;

/* Inertia each actuator feels at q: with all other actuators held, and with all others free (n each, may be NULL).
 * ULNA_SINGULAR where the coupling or the mass matrix is, ULNA_NOT_FINITE where an inertia is not. Real-time: yes. */
ULNA_API ulna_status ulna_actuator_inertias(const ulna_model *model, ulna_work *work, const double q[],
                                            double others_held[], double others_free[]) ULNA_MUST_CHECK;

/* The postures at which ulna_actuator_inertia_range looks: the middle, and `samples` drawn evenly within the joints'
 * limits by `seed`. A joint without limits moves by ±turn rad or ±slide m about 0; a joint with a single limit, from
 * it by twice that. */
typedef struct {
  int samples;
  uint64_t seed;
  double turn, slide;
} ulna_inertia_range_options;
/* 500, 0, π, 1. Real-time: yes. */
ULNA_API ulna_inertia_range_options ulna_inertia_range_options_default(void);

/* The least and the largest inertia an actuator feels over the workspace, and where: q_minimum and q_maximum are the
 * caller's, n each. */
typedef struct {
  double minimum, maximum;
  double *q_minimum, *q_maximum;
} ulna_inertia_range;

/* ulna_actuator_inertias over the workspace, one range per actuator; either array may be NULL. The drawn postures
 * form eight groups. The best of each is refined by a search along the joints, to a millionth of their range; the
 * best of those is the answer, with joints that do not matter at their middle. The same options give the same answer;
 * another seed may find a better one if there are many local extremes. Postures with a singular coupling have no
 * inertia and are skipped. Near them the inertia grows without bound: the maximum is then infinite, and q_maximum a
 * posture next to such a dead point. ULNA_SINGULAR (nothing written) if no drawn posture has an inertia.
 * Real-time: no (bounded and without allocation, but long). */
ULNA_API ulna_status ulna_actuator_inertia_range(const ulna_model *model, ulna_work *work,
                                                 const ulna_inertia_range_options *options,
                                                 ulna_inertia_range others_held[],
                                                 ulna_inertia_range others_free[]) ULNA_MUST_CHECK;

/* The inertia of the moving bodies about (along) their own axes that each joint feels, moving alone (n): Σ Ia k², k =
 * ∂x/∂q of the drive or element. Real-time: yes. */
ULNA_API ulna_status ulna_reflected_inertia(const ulna_model *model, ulna_work *work, const double q[],
                                            double reflected[]) ULNA_MUST_CHECK;

/* Kinetic energy of everything, and the part due to the motion of drives and elements: the whole minus the links'
 * own. A rotor counted in its link adds Ia (xd²/2 + xd w·z): its spin, and what the spin shares with the turning of
 * the carrier. Real-time: yes. */
ULNA_API ulna_status ulna_rotor_energy(const ulna_model *model, ulna_work *work, const double q[],
                                       const double qd[], double *rotors, double *all) ULNA_MUST_CHECK;

/* The share of that part in the whole when each joint moves alone (n); NaN for a joint without inertia.
 * Real-time: yes. */
ULNA_API ulna_status ulna_rotor_energy_shares(const ulna_model *model, ulna_work *work, const double q[],
                                              double shares[]) ULNA_MUST_CHECK;

/* How much the simplified form [Szkodny, eq. 8] leaves out at a state, each relative to the whole and free of units:
 *   inertia   the largest |ΔM_ij| / √(M_ii M_jj)
 *   velocity  the largest |Δc_i|/√M_ii over the largest |c_i|/√M_ii (exact or simplified); c the velocity terms
 *   force     the same for the joint forces F of the whole motion, gravity included
 * All are 0 for balanced rotors on the base, and NaN where a joint has no inertia. Real-time: yes. */
typedef struct {
  double inertia, velocity, force;
} ulna_dropped;
ULNA_API ulna_status ulna_rotor_simplification(const ulna_model *model, ulna_work *work, const double q[],
                                               const double qd[], const double qdd[],
                                               ulna_dropped *dropped) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
