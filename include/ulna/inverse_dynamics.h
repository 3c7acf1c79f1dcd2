/* Inverse dynamics: the torques that a motion needs.
 *
 * tau[i-1] is the torque (N m, revolute) or force (N, prismatic) that joint i needs for the accelerations qdd at q
 * and qd, with the work's gravity, base motion, hand wrench and payload. Links only: no friction, no rotors. All
 * arrays over joints have n elements.
 *
 * The reference formulations are those of two publications; they are kept readable, and their operations are counted.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_INVERSE_DYNAMICS_H
#define ULNA_INVERSE_DYNAMICS_H

#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The fastest way we have; use it unless you have a reason not to. tau may not overlap the other arrays. A NaN in
 * the state gives NaN. Real-time: yes (no allocation, no lock, no call of the C library, loops bounded by n). */
ULNA_API void ulna_inverse_dynamics(const ulna_model *model, ulna_work *work, const double q[],
                                    const double qd[], const double qdd[], double tau[]);

#define ULNA_INVERSE_METHOD_LIST(X)                                                                          \
  X(LAGRANGE, "lagrange")                           /* [Turney80], section 2 and appendix: O(n³) */         \
  X(NEWTON_EULER, "newton-euler")                   /* the same, section 3 */                                \
  X(MODIFIED_NEWTON_EULER, "modified-newton-euler") /* the same, section 5 */                                \
  X(ANGELES, "angeles")                             /* [Angeles], algorithms 7.4.1 and 7.4.2 */              \
  X(STROBE, "strobe") /* from runs with unit rates and accelerations, the end of section 3 */

typedef enum {
#define ULNA_INVERSE_METHOD_ENUM(name, text) ULNA_INVERSE_##name,
  ULNA_INVERSE_METHOD_LIST(ULNA_INVERSE_METHOD_ENUM)
#undef ULNA_INVERSE_METHOD_ENUM
      ULNA_INVERSE_METHOD_COUNT
} ulna_inverse_method;

/* "lagrange", "newton-euler", "modified-newton-euler", "angeles", "strobe"; NULL for values outside the enum.
 * Real-time: yes. */
ULNA_API const char *ulna_inverse_method_name(ulna_inverse_method method);

/* ULNA_NOT_FOUND if no method has that name. Real-time: yes. */
ULNA_API ulna_status ulna_inverse_method_find(const char *name, ulna_inverse_method *method) ULNA_MUST_CHECK;

/* Torques by one of the reference formulations. Functions that take a method return
 *   ULNA_INVALID_ARGUMENT  there is no such method
 *   ULNA_MISSING_PART      Lagrange: the work has no ULNA_PART_REFERENCE; torques by strobing: no ULNA_PART_MATRICES
 * and leave their outputs untouched then. Real-time: yes. */
ULNA_API ulna_status ulna_inverse_dynamics_by(const ulna_model *model, ulna_work *work,
                                              ulna_inverse_method method, const double q[], const double qd[],
                                              const double qdd[], double tau[]) ULNA_MUST_CHECK;

/* The parts of the torque: tau = M(q) qdd + bias, and with the base at rest bias = Cqd + G + hand.
 *   bias     tau at qdd = 0, everything else as the work has it
 *   Cqd      Coriolis and centrifugal torques: a vector, qd already in it; base at rest, no gravity, empty hand
 *   G        the torques that hold the arm against gravity, base and joints at rest
 *   hand     the torques that hold the hand's wrench, no gravity, base and joints at rest
 * Without a method the fastest way we have is used. Real-time: yes. */
ULNA_API void ulna_bias(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                        double bias[]);
ULNA_API void ulna_coriolis_vector(const ulna_model *model, ulna_work *work, const double q[],
                                   const double qd[], double Cqd[]);
ULNA_API void ulna_gravity_torques(const ulna_model *model, ulna_work *work, const double q[], double G[]);
ULNA_API void ulna_hand_torques(const ulna_model *model, ulna_work *work, const double q[], double hand[]);
ULNA_API ulna_status ulna_bias_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                  const double q[], const double qd[], double bias[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_coriolis_vector_by(const ulna_model *model, ulna_work *work,
                                             ulna_inverse_method method, const double q[], const double qd[],
                                             double Cqd[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_gravity_torques_by(const ulna_model *model, ulna_work *work,
                                             ulna_inverse_method method, const double q[],
                                             double G[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_hand_torques_by(const ulna_model *model, ulna_work *work,
                                          ulna_inverse_method method, const double q[],
                                          double hand[]) ULNA_MUST_CHECK;

/* The joint-space inertia M (n×n, row-major): explicit by Lagrange; by strobing, a column per run with a unit
 * acceleration, symmetry used; by the other methods a column per run, symmetry not used. Real-time: yes. */
ULNA_API ulna_status ulna_mass_matrix_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                         const double q[], double M[]) ULNA_MUST_CHECK;

/* The Christoffel symbols C^i_jk (n×n×n, [i][j][k]), symmetric in j and k: Cqd_i = Σ_jk C^i_jk qd_j qd_k. Explicit
 * by Lagrange, else from runs with unit rates. Real-time: yes, O(n⁴). */
ULNA_API ulna_status ulna_christoffel_by(const ulna_model *model, ulna_work *work, ulna_inverse_method method,
                                         const double q[], double C[]) ULNA_MUST_CHECK;

/* C(q, qd) (n×n, row-major), C_ij = Σ_k C^i_jk qd_k. This is a matrix: the Coriolis and centrifugal torque is the
 * product C qd, which ulna_coriolis_vector gives directly; do not multiply that vector by qd again. Many
 * matrices have that product; this is the one for which dM/dt − 2C is skew. Real-time: yes, O(n³). */
ULNA_API void ulna_coriolis_matrix(const ulna_model *model, ulna_work *work, const double q[],
                                   const double qd[], double C[]);

/* The force and moment (n×3 each) that link i-1 exerts on link i through joint i, in the axes of link i's frame. The
 * moment is about a point on the joint's axis: the origin of frame i-1 for a robot in Denavit–Hartenberg parameters,
 * the origin of link i's own frame for others. The component along the axis is tau; the bearings carry the others.
 * Real-time: yes. */
ULNA_API void ulna_joint_wrenches(const ulna_model *model, ulna_work *work, const double q[],
                                  const double qd[], const double qdd[], double force[], double moment[]);

/* Energies of the links and the payload, J: kinetic in inertial space, the base's motion included; potential in
 * the work's gravity, zero where all mass lies at the base frame's origin. Real-time: yes. */
ULNA_API double ulna_kinetic_energy(const ulna_model *model, ulna_work *work, const double q[],
                                    const double qd[]);
ULNA_API double ulna_potential_energy(const ulna_model *model, ulna_work *work, const double q[]);

/* Where the power goes, W. For every motion kinetic_rate + potential_rate = joints + base + hand, to rounding. */
typedef struct {
  double kinetic_rate;   /* of the kinetic energy, from the links' accelerations */
  double potential_rate; /* −Σ m g·v */
  double joints;         /* tau·qd */
  double base;           /* done on link 1 by what moves the base */
  double hand;           /* done on the hand by the world */
} ulna_power;

/* Real-time: yes. */
ULNA_API void ulna_power_balance(const ulna_model *model, ulna_work *work, const double q[],
                                 const double qd[], const double qdd[], ulna_power *power);

#ifdef __cplusplus
}
#endif
#endif
