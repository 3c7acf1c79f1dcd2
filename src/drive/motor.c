/* Motors: force, current, voltage, and their limits. */
#include "ulna/motor.h"

#include <math.h>

#include "base/numbers.h"

double ulna_motor_current(const ulna_motor *motor, double force)
{
  return motor->type == ULNA_MOTOR_NONE ? (double)NAN : force / motor->torque_constant;
}

double ulna_motor_force(const ulna_motor *motor, double current)
{
  return motor->type == ULNA_MOTOR_NONE ? (double)NAN : motor->torque_constant * current;
}

double ulna_motor_voltage(const ulna_motor *motor, double current, double current_rate, double speed)
{
  if (motor->type == ULNA_MOTOR_NONE) return (double)NAN;
  return motor->resistance * current + motor->inductance * current_rate + motor->back_emf * speed;
}

/* The voltage limit means −U − k_e w ≤ R i ≤ U − k_e w; beyond no-load speed the current brakes. */
int ulna_motor_reach(const ulna_motor *motor, double desired_force, double speed, double *force,
                     double *current)
{
  const double desired = ulna_motor_current(motor, desired_force);
  double i = desired;
  int flags = ULNA_MOTOR_WITHIN;
  if (motor->type != ULNA_MOTOR_NONE && motor->resistance > 0 && isfinite(motor->voltage_limit)) {
    const double upper = (motor->voltage_limit - motor->back_emf * speed) / motor->resistance;
    const double lower = (-motor->voltage_limit - motor->back_emf * speed) / motor->resistance;
    if (i > upper || i < lower) flags |= ULNA_MOTOR_VOLTAGE_LIMITED;
    i = i > upper ? upper : i < lower ? lower : i;
  }
  if (motor->type != ULNA_MOTOR_NONE && fabs(i) > motor->current_limit) {
    i = within(i, motor->current_limit);
    flags |= ULNA_MOTOR_CURRENT_LIMITED;
  }
  if (force) *force = ulna_motor_force(motor, i);
  if (current) *current = i;
  return flags;
}

/* L di/dt = u − R i − k_e w; without inductance the current follows at once. */
int ulna_motor_under_voltage(const ulna_motor *motor, double voltage, double speed, double state,
                             double *current, double *rate)
{
  if (motor->type == ULNA_MOTOR_NONE) {
    *current = *rate = (double)NAN;
    return ULNA_MOTOR_WITHIN;
  }
  int flags = fabs(voltage) > motor->voltage_limit ? ULNA_MOTOR_VOLTAGE_LIMITED : ULNA_MOTOR_WITHIN;
  const double drop = within(voltage, motor->voltage_limit) - motor->back_emf * speed;
  const bool inductive = motor->inductance > 0;
  const double i = inductive ? state : motor->resistance > 0 ? drop / motor->resistance : (double)NAN;
  *rate = inductive ? (drop - motor->resistance * i) / motor->inductance : 0;
  *current = within(i, motor->current_limit);
  if (inductive ? fabs(i) >= motor->current_limit && i * *rate > 0 : fabs(i) > motor->current_limit) {
    *rate = 0;  // the amplifier gives no more
    flags |= ULNA_MOTOR_CURRENT_LIMITED;
  }
  return flags;
}
