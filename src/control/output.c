/* From joint torques to what the drives get: friction added, limits kept, forces and currents by the coupling. */
#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "control/control_internal.h"
#include "drive/drive_internal.h"
#include "drive/places.h"
#include "model/coupling.h"
#include "ulna/follow.h"
#include "ulna/friction.h"
#include "ulna/motor.h"

/* A coupling whose pivot falls below this share of its largest element is taken as singular, as in drive/. */
static const double vanishing = 1e-13;

/* Torques beyond this mean nothing, and their squares would not be numbers. */
static const double senseless = 1e100;

static const ulna_motor *motor_of(const ulna_controller *c, int a)
{
  return c->model->drives.direct_joint[a] ? NULL : &c->model->given.drives[a].motor;
}

void ulna_control_make_output(ulna_controller *c)
{
  const int n = c->n;
  const coupling_numbers *k = &c->model->drives.actuators;
  c->constant_coupling = k->screw_count == 0;
  c->diagonal = c->constant_coupling;
  for (int a = 0; a < n; a++)
    for (int i = 0; i < n; i++) c->diagonal = c->diagonal && (a == i) == (k->K[a * n + i] != 0);
  if (c->constant_coupling) {
    ulna_coupling_value(k, c->q, NULL, c->K);
    memcpy(c->factor, c->K, (size_t)n * (size_t)n * sizeof *c->K);
    c->constant_coupling = lu_factor(n, c->factor, c->pivot, vanishing) < 0;
  }
  c->joint_friction = c->actuator_friction = c->motors_limited = false;
  for (int i = 0; i < n; i++) {
    const ulna_motor *motor = motor_of(c, i);
    if (ulna_friction_is_there(&c->model->given.joints[i].friction)) c->joint_friction = true;
    if (motor && ulna_friction_is_there(&c->model->given.drives[i].friction)) c->actuator_friction = true;
    if (motor && motor->type != ULNA_MOTOR_NONE &&
        (isfinite(motor->current_limit) || isfinite(motor->voltage_limit)))
      c->motors_limited = true;
  }
}

/* Friction of one place at speed v when the acceleration a is desired there. Above `slow` it is the law's; below, the
 * level at rest is blended in, in the direction that v and a give together. The result is continuous in v and a:
 *   s = v/slow + (1 − |v|/slow) sat(a/push),   force = s ((1 − |v|/slow) hold + |v|/slow law(slow)) */
static double friction_at(const ulna_friction *law, double v, double a, const ulna_bearing *bearing,
                          double slow, double push)
{
  const double share = fabs(v) / slow;
  if (!(share < 1)) return ulna_friction_force(law, v, bearing);
  const double toward = a / push, s = v / slow + (1 - share) * (toward > 1 ? 1 : toward < -1 ? -1 : toward);
  if (s == 0) return 0;
  const int direction = s > 0 ? 1 : -1;
  const double hold = ulna_friction_hold(law, direction, bearing);
  const double moving = fabs(ulna_friction_force(law, direction * slow, bearing));
  return s * ((1 - share) * hold + share * moving);
}

/* u = tau + joint friction + Kᵀ actuator friction. Normal forces are those the last torques left in the work. */
static void add_friction(ulna_controller *c)
{
  const int n = c->n;
  const ulna_friction_compensation *f = &c->o.friction;
  const double *speed = f->by == ULNA_COMPENSATE_MEASURED ? c->measured->qd : c->reference_speed;
  if (c->joint_friction)
    for (int i = 0; i < n; i++) {
      const ulna_friction *law = &c->model->given.joints[i].friction;
      const ulna_bearing bearing = bearing_of(c->model, c->work, c->measured->q, i);
      c->u[i] += f->share * friction_at(law, speed[i],
                                        c->qdd[i] + c->joint_calm[i] * c->speed_gain[i] * c->measured->qd[i],
                                        &bearing, f->speed, c->joint_push[i]);
    }
  if (!c->actuator_friction) return;
  for (int a = 0; a < n; a++) {
    if (c->model->drives.direct_joint[a]) continue;
    const double *k = &c->K[a * n];
    double rate = 0, push = 0, ratio = 0;
    for (int i = 0; i < n; i++) {
      rate += k[i] * speed[i];
      push += k[i] * (c->qdd[i] + c->actuator_calm[a] * c->speed_gain[i] * c->measured->qd[i]);
      ratio = fmax(ratio, fabs(k[i]));
    }
    const double force = f->share * friction_at(&c->model->given.drives[a].friction, rate, push, NULL,
                                                f->speed * ratio, c->actuator_push[a] * ratio);
    for (int i = 0; i < n; i++) c->u[i] += k[i] * force;
  }
}

/* F = K⁻ᵀ u; false where the coupling has no inverse. */
static bool to_actuators(ulna_controller *c)
{
  const int n = c->n;
  if (c->diagonal) {
    for (int a = 0; a < n; a++) c->F[a] = c->u[a] / c->K[a * n + a];
    return true;
  }
  if (!c->constant_coupling) {
    memcpy(c->factor, c->K, (size_t)n * (size_t)n * sizeof *c->K);
    if (lu_factor(n, c->factor, c->pivot, vanishing) >= 0) return false;
  }
  memcpy(c->F, c->u, (size_t)n * sizeof *c->F);
  lu_solve_transposed(n, c->factor, c->pivot, c->F);
  return true;
}

/* The forces that the motors can give at this speed; returns whether F exceeds them by more than rounding. */
static bool motors_are_asked_too_much(ulna_controller *c, const double qd[])
{
  const int n = c->n;
  bool beyond = false;
  for (int a = 0; a < n; a++) {
    double rate = 0;
    for (int i = 0; i < n; i++) rate += c->K[a * n + i] * qd[i];
    ulna_control_motor_span(motor_of(c, a), isfinite(rate) ? rate : 0, &c->span[a]);
    beyond = beyond || c->F[a] > c->span[a].high || c->F[a] < c->span[a].low;
  }
  return beyond;
}

/* Each actuator by itself: the force of its motor nearest to the desired one. */
static void cut_each(ulna_controller *c)
{
  for (int a = 0; a < c->n; a++) {
    const limit_span s = c->span[a];
    if (c->F[a] <= s.high && c->F[a] >= s.low) continue;
    c->F[a] = c->F[a] > s.high ? s.high : s.low;
    c->u[a] = c->K[a * c->n + a] * c->F[a];
  }
}

static void find_currents(ulna_controller *c)
{
  for (int a = 0; a < c->n; a++) {
    const ulna_motor *motor = motor_of(c, a);
    c->current[a] = motor ? ulna_motor_current(motor, c->F[a]) : (double)NAN;
  }
}

/* From joint torques u, cut by the joints' efforts, to actuators that are within their own limits. */
static void to_drives(ulna_controller *c)
{
  const size_t size = (size_t)c->n * sizeof(double);
  if (!to_actuators(c)) {  // a dead point of the coupling: no force moves the joint
    memset(c->F, 0, size);
    memset(c->current, 0, size);
    return;
  }
  if (c->motors_limited && motors_are_asked_too_much(c, c->measured->qd)) {
    c->outcome.saturated = true;
    if (c->diagonal) cut_each(c);
    else ulna_control_keep_limits(c, c->cut);
  }
  find_currents(c);
}

void ulna_control_give(ulna_controller *c, bool compensate, double out[])
{
  const int n = c->n;
  const double *q = c->blind ? c->q : c->measured->q;
  memcpy(c->u, c->tau, (size_t)n * sizeof *c->u);
  if (!c->constant_coupling) ulna_coupling_value(&c->model->drives.actuators, q, NULL, c->K);
  if (compensate && c->o.friction.by != ULNA_COMPENSATE_NOTHING) add_friction(c);
  ulna_follow_forces(c->model, c->u);  // a follower is moved through its leader, whose limit counts
  for (int i = 0; i < n; i++) {
    if (!isfinite(c->u[i])) c->u[i] = 0;
    if (fabs(c->u[i]) > senseless) c->u[i] = copysign(senseless, c->u[i]);
    c->cut[i] = c->u[i];
    if (!(fabs(c->u[i]) > c->effort[i])) continue;
    c->u[i] = copysign(c->effort[i], c->u[i]);
    c->outcome.saturated = true;
  }
  if (c->o.output != ULNA_CONTROL_TORQUE || c->motors_limited) to_drives(c);
  for (int i = 0; i < n; i++) c->cut[i] -= c->u[i];
  const double *given = c->o.output == ULNA_CONTROL_TORQUE  ? c->u
                        : c->o.output == ULNA_CONTROL_FORCE ? c->F
                                                            : c->current;
  memcpy(out, given, (size_t)n * sizeof *out);
}

/* Conditional integration: the integral stops if the last step gave less than desired and the error asks for more of
 * the same sign. */
void ulna_control_integrate(ulna_controller *c)
{
  for (int i = 0; i < c->n; i++) {
    if (c->ki[i] == 0) continue;
    if (!(c->cut[i] * c->error[i] > 0)) c->integral[i] += c->error[i] * c->dt;
    const double bound = c->o.joints.integral_limit / c->ki[i];
    if (fabs(c->integral[i]) > bound) c->integral[i] = copysign(bound, c->integral[i]);
  }
}
