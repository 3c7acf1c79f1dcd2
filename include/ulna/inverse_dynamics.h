/* Inverse dynamics: the torques that a motion needs.
 *
 * tau[i-1] is the torque (N m, revolute) or force (N, prismatic) that moves joint i, links only: no friction, no
 * rotors. It is what must be applied for joint accelerations qdd at q and qd, with the work's gravity, base
 * motion, hand wrench and payload. All arrays over joints have n elements.
 *
 * The reference formulations are the ones of two publications, kept readable and counted (ulna/compare.h). */
#ifndef ULNA_INVERSE_DYNAMICS_H
#define ULNA_INVERSE_DYNAMICS_H

#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The fastest way we have; what to use unless there is a reason. tau may not overlap the other arrays. A NaN in
 * the state gives NaN. Real-time: yes: no allocation, no lock, no call of the C library, loops bounded by n. */
ULNA_API void ulna_inverse_dynamics(const ulna_model *model, ulna_work *work, const double q[],
                                    const double qd[], const double qdd[], double tau[]);

typedef enum {
  ULNA_LAGRANGE,              /* Turney, Mudge and Lee 1980, section 2 and appendix: O(n³) */
  ULNA_NEWTON_EULER,          /* the same, section 3 */
  ULNA_MODIFIED_NEWTON_EULER, /* the same, section 5 */
  ULNA_ANGELES,               /* Angeles, algorithms 7.4.1 and 7.4.2 */
  ULNA_STROBE                 /* from runs with unit rates and accelerations, the end of section 3 */
} ulna_method;
enum { ULNA_METHOD_COUNT = 5 };

/* "lagrange", "newton-euler", "modified-newton-euler", "angeles", "strobe"; NULL for values outside the enum.
 * Real-time: yes. */
ULNA_API const char *ulna_method_name(ulna_method method);

/* ULNA_NOT_FOUND if no method has that name. Real-time: yes. */
ULNA_API ulna_status ulna_method_find(const char *name, ulna_method *method) ULNA_MUST_CHECK;

/* Torques by Newton–Euler, by the modified Newton–Euler set, by Angeles' recursion. Real-time: yes. */
ULNA_API void ulna_inverse_dynamics_newton_euler(const ulna_model *model, ulna_work *work, const double q[],
                                                 const double qd[], const double qdd[], double tau[]);
ULNA_API void ulna_inverse_dynamics_modified_newton_euler(const ulna_model *model, ulna_work *work,
                                                          const double q[], const double qd[],
                                                          const double qdd[], double tau[]);
ULNA_API void ulna_inverse_dynamics_angeles(const ulna_model *model, ulna_work *work, const double q[],
                                            const double qd[], const double qdd[], double tau[]);

#ifdef __cplusplus
}
#endif
#endif
