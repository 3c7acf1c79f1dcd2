/* Friction: the laws, and what sticks and what slips.
 *
 * A law gives the force against the motion; velocities, forces and directions are those of the place where the law
 * acts (an actuator, or a joint). Laws that depend on load or posture need what the joint's bearing carries; give
 * NULL for others. Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_FRICTION_H
#define ULNA_FRICTION_H

#include "ulna/drive.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a joint's bearing carries across the joint's axis, and where the joint stands. */
typedef struct {
  double force, moment; /* N, N m; lengths, so ≥ 0. The moment is about the joint's origin */
  double position;      /* rad or m */
} ulna_bearing;

/* Force against a motion at `velocity` (same sign as it); 0 at exactly zero velocity, where it is undetermined.
 *   level(|v|) = coulomb + load_dynamic·bearing.force + (static − coulomb) exp(−(|v|/v_s)^δ)    [the last with stribeck only]
 *   force      = sgn(v) level(|v|) + viscous v;     or from the table, linear along each axis, level beyond its ends.
 * A table that starts at velocity 0 holds for both directions. [Mudge] takes friction that fits no model from tables
 * over forces, moments and accelerations. An acceleration is not an axis here, because forward dynamics would need it
 * before computing it. Real-time: yes. */
ULNA_API double ulna_friction_force(const ulna_friction *law, double velocity, const ulna_bearing *bearing);

/* The same just after release, when the velocity is still 0: direction +1 or -1. Real-time: yes. */
ULNA_API double ulna_friction_at_release(const ulna_friction *law, int direction,
                                         const ulna_bearing *bearing);

/* The largest force that holds at rest against a push in the given direction (≥ 0). Real-time: yes. */
ULNA_API double ulna_friction_hold(const ulna_friction *law, int direction, const ulna_bearing *bearing);

/* Eqs 17 and 18 of [Szkodny] word by word, for comparison: the driving force left after starting or motion friction,
 * and after viscous friction. At rest the paper tests the drive's force alone, so an arm falls under its weight
 * however large the starting friction is; ulna_stick_accelerations holds it. Real-time: yes. */
ULNA_API void ulna_friction_szkodny(double F_start, double F_motion, double viscous, double F_d, double qd_a,
                                    double *F_r, double *F_re);

/* Places where friction acts: the n actuators, then each joint with friction of its own that cannot be added to that
 * of a single actuator. Real-time: yes. */
ULNA_API int ulna_friction_place_count(const ulna_model *model);
ULNA_API const char *ulna_friction_place_name(const ulna_model *model, int place);

/* Modes of a state at the start of a run: the sign of each place's speed, 0 (stuck) at exactly zero. This function
 * and those below return ULNA_MISSING_PART, outputs untouched, if the work has no ULNA_PART_FRICTION. Real-time: yes. */
ULNA_API ulna_status ulna_stick_modes(const ulna_model *model, ulna_work *work, const double q[],
                                      const double qd[], int mode[]) ULNA_MUST_CHECK;

/* Accelerations under actuator forces F_ad with stiction. mode[] (-1, 0 = stuck, +1 per place) has the modes before
 * the call, and gets those after it. Stuck places whose holding force exceeds what friction can give are released,
 * the worst first. A released place slides. It sticks again if, once others have given way, a force below its sliding
 * friction is enough to hold it. The coordinate of a stuck place has zero acceleration. Load-dependent friction takes the
 * normal force at qdd = 0. friction[] (per place, may be NULL) is the force opposing the drive: the holding force where
 * stuck, the law's where slipping. Outputs are untouched unless ULNA_OK:
 *   ULNA_SINGULAR    the mass matrix is singular at q;
 *   ULNA_NOT_FINITE  q or qd is not finite, or so large that the result is not.
 * Real-time: yes. */
ULNA_API ulna_status ulna_stick_accelerations(const ulna_model *model, ulna_work *work, const double q[],
                                              const double qd[], const double F_ad[], int mode[],
                                              double qdd[], double friction[]) ULNA_MUST_CHECK;

/* Call it after a step of fixed length. It brings two kinds of places to rest (mode 0): those that were stuck before
 * the step and still are, and those that slipped and whose speed has changed sign. It changes qd as little as possible
 * in the coordinates of the actuators. A speed that changes sign only because a screw passed its dead point is kept.
 * q_before: the posture at the beginning of the step. mode_before[]: the modes there. Real-time: yes. */
ULNA_API ulna_status ulna_stick_after_step(const ulna_model *model, ulna_work *work, const double q_before[],
                                           const double q[], const int mode_before[], int mode[],
                                           double qd[]) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
