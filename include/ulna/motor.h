/* Motors: the current and voltage that a force needs, and the force that the amplifier's limits allow.
 *
 * A DC motor with torque constant k, back-EMF k_e, resistance R, inductance L:
 *   F = k i,   u = R i + L di/dt + k_e w
 * F and w (force and speed) on the actuator's own side of the gear. Numbers that a robot file does not give are 0
 * (resistance, inductance) or infinite (limits). All functions: Real-time: yes. */
#ifndef ULNA_MOTOR_H
#define ULNA_MOTOR_H

#include "ulna/builder.h"

#ifdef __cplusplus
extern "C" {
#endif

/* i = F/k, before any limit; NaN where there is no motor. */
ULNA_API double ulna_motor_current(const ulna_motor *motor, double force);

/* F = k i; NaN where there is no motor. */
ULNA_API double ulna_motor_force(const ulna_motor *motor, double current);

/* u = R i + L di/dt + k_e w, before any limit; NaN where there is no motor. */
ULNA_API double ulna_motor_voltage(const ulna_motor *motor, double current, double current_rate,
                                   double speed);

/* Which of the motor's limits a desired force exceeds: a sum of these. */
enum { ULNA_MOTOR_WITHIN = 0, ULNA_MOTOR_CURRENT_LIMITED = 1, ULNA_MOTOR_VOLTAGE_LIMITED = 2 };

/* The force nearest to the desired one that the motor can keep up at this speed. The current stays within its limit,
 * and within what the voltage limit can drive against resistance and back-EMF in the steady state (with R = 0 the
 * voltage limit cannot be judged and is left out). Returns which limits apply. force and current may be NULL. NaN and
 * ULNA_MOTOR_WITHIN where there is no motor. */
ULNA_API int ulna_motor_reach(const ulna_motor *motor, double desired_force, double speed, double *force,
                              double *current);

/* Current of a motor under a voltage command. `state` is the present armature current, which matters only with an
 * inductance. *rate is then di/dt; it is 0 at the amplifier's current limit, if the current would exceed it. Without
 * inductance the current follows at once and the rate is 0. R = 0 without inductance has no answer: NaN. Returns
 * which limits apply. */
ULNA_API int ulna_motor_under_voltage(const ulna_motor *motor, double voltage, double speed, double state,
                                      double *current, double *rate);

#ifdef __cplusplus
}
#endif
#endif
