/* Fine motion: resolved rate, held gravity, pseudo-forces [Mudge, section Fine Motion]. */
#include <math.h>
#include <string.h>

#include "control/control_internal.h"
#include "drive/drive_internal.h"
#include "model/pose.h"

void ulna_control_gravity(ulna_controller *c, const double q[], double G[])
{
  double *none = c->v[1];
  memset(none, 0, (size_t)c->n * sizeof *none);
  ulna_drive_joint_forces(c->model, c->work, q, none, none, c->model->drives.load_friction, G);
}

/* The pass of eqs 36 and 37, from f_{n+1} = what the hand shall exert, tool axes. */
static void push_torques(const ulna_model *model, ulna_work *work, const double force[3],
                         const double moment[3], double tau[])
{
  work->plain->push(&work->arm, &work->at, &model->tool_in_kernel.R[0][0], force, moment, tau);
}

void ulna_control_add_push(const ulna_model *model, ulna_work *work, const double force[3],
                           const double moment[3], double tau[])
{
  double *more = work->drive.v[0];
  push_torques(model, work, force, moment, more);
  for (int i = 0; i < model->n; i++) tau[i] += more[i];
}

void ulna_pseudo_force_torques(const ulna_model *model, ulna_work *work, const double q[],
                               const double force[3], const double moment[3], double tau[])
{
  ULNA_ASSERT(model && work && work->model == model && q && force && moment && tau);
  ulna_set_posture(work, q);
  push_torques(model, work, force, moment, tau);
}

/* Gravity's torques, computed every so many cycles and held between: the paper's ζ is 1/gravity_every. */
static void refresh_gravity(ulna_controller *c)
{
  if (c->gravity_age == 0) ulna_control_gravity(c, c->measured->q, c->gravity);
  if (++c->gravity_age >= c->o.fine.gravity_every) c->gravity_age = 0;
}

/* The force still missing along the push, by the hand sensor; the hand exerts −contact. size: of the push. */
static double missing_force(const ulna_controller *c, double *size)
{
  const double *push = c->desired->push;
  *size = 0;
  if (!push) return 0;
  *size = sqrt(push[0] * push[0] + push[1] * push[1] + push[2] * push[2]);
  if (!(*size > 0) || c->stage != ULNA_STAGE_CONTACT || !c->sensor.present) return 0;
  double missing = *size;
  for (int k = 0; k < 3; k++) missing += c->sensor.contact[k] * push[k] / *size;
  return missing;
}

/* What the hand shall exert, tool axes: the desired push, what the force loop adds along it, and what the hand
 * carries. False: nothing. */
static bool hand_force(ulna_controller *c, double at_hand[6])
{
  const double *push = c->desired->push, most = c->o.fine.force_limit;
  const bool felt = c->o.fine.feel && c->sensor.present;
  for (int k = 0; k < 6; k++) at_hand[k] = 0;
  if (!push && !felt) return false;
  double size;
  const double missing = missing_force(c, &size);
  // an impact's force, many times the desired one, must not turn the push around
  c->force_integral += c->o.fine.force_integral * fmax(-size, fmin(size, missing)) * c->dt;
  if (fabs(c->force_integral) > most) c->force_integral = copysign(most, c->force_integral);
  const double scale = size > 0 ? 1 + c->force_integral / size : 1;
  for (int k = 0; k < 6; k++)
    at_hand[k] = (push ? (k < 3 ? scale : 1) * push[k] : 0) - (felt ? c->sensor.felt[k] : 0);
  return true;
}

static void add_forces(ulna_controller *c)
{
  double at_hand[6];
  if (!hand_force(c, at_hand)) return;
  // Jᵗ of it, with the columns that resolved motion has left: D* = J, and the pass of eqs 36–37 is Jᵗ
  double force[3], moment[3];
  ulna_rotate(&c->hand.pose, at_hand, force);
  ulna_rotate(&c->hand.pose, at_hand + 3, moment);
  for (int i = 0; i < c->n; i++) {
    const double *D = &c->hand.D[6 * i];
    for (int k = 0; k < 3; k++) c->tau[i] += D[k] * moment[k] + D[3 + k] * force[k];
  }
}

/* qd_r = qd_d + λ (q_d − q) */
static void joint_rates(ulna_controller *c)
{
  for (int i = 0; i < c->n; i++) {
    const double rate = c->qd_d ? c->qd_d[i] : 0;
    c->error[i] = c->q_d[i] - c->measured->q[i];
    c->reference_speed[i] = rate;
    c->rate[i] = rate + c->o.fine.position * c->error[i];
  }
}

/* Replaces the part of `asked` along a direction (given in tool axes; the vectors in base axes) by `more` plus so
 * much of the actual speed that the damping there is push_rate. */
static void release(const ulna_controller *c, const double direction[3], double share, double more,
                    const double actual[3], double asked[3])
{
  double turned[3];
  ulna_rotate(&c->hand.pose, direction, turned);
  const double size = sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]);
  if (!(size > 0)) return;
  const vec3 d = vec3_scale(1 / size, vec3_of(turned)), x = vec3_of(asked);
  const double instead = share * vec3_dot(d, vec3_of(actual)) + more;
  vec3_store(vec3_add(x, vec3_scale(instead - vec3_dot(d, x), d)), asked);
}

/* qd_r from twist_d + λ (pose error). In contact the hand is free along the push, force and moment: there only the
 * missing force makes it move, and only the joints' rate feedback damps it. */
static bool hand_rates(ulna_controller *c)
{
  const ulna_desired *d = c->desired;
  double asked[6], size;
  ulna_control_make_up(c, c->o.fine.rate * c->o.fine.position);
  for (int k = 0; k < 6; k++)
    asked[k] =
        (d->twist ? d->twist[k] : 0) + c->o.fine.position * c->error6[k] + c->made_up[k] / c->o.fine.rate;
  if (c->stage == ULNA_STAGE_CONTACT && d->push) {
    // with the sensor's rate the loop closes through the full damping
    const double missing = missing_force(c, &size);
    const bool by_rate = c->o.fine.force_rate > 0 && c->sensor.present;
    const double share = fmax(0, 1 - c->o.fine.push_rate / c->o.fine.rate);
    release(c, d->push, by_rate ? 0 : share, c->o.fine.force_rate * missing, c->hand.twist + 3, asked + 3);
    release(c, d->push + 3, share, 0, c->hand.twist, asked);
  }
  c->reference_lost = true;
  if (!(c->o.kind == ULNA_CONTROL_UNIFIED_PRINTED ? ulna_control_printed_rates(c, asked)
                                                  : ulna_control_resolve_rate(c, asked)))
    return false;
  memcpy(c->reference_speed, c->rate, (size_t)c->n * sizeof *c->rate);
  return true;
}

/* Weight and the hand's force in one pass, and the joints' rates by the inertia each feels. */
static void printed_torques(ulna_controller *c)
{
  double at_hand[6];
  hand_force(c, at_hand);
  ulna_control_printed_fine(c, at_hand);
  ulna_control_gains_at(c, c->measured->q, NULL, NULL, c->inertia);
  for (int i = 0; i < c->n; i++) c->tau[i] += c->share[i] * c->inertia[i] * c->qdd[i];
}

bool ulna_control_fine(ulna_controller *c)
{
  const bool printed = c->o.kind == ULNA_CONTROL_UNIFIED_PRINTED;
  if (printed) ulna_control_printed_by_products(c);
  if (c->q_d) joint_rates(c);
  else if (!hand_rates(c)) return false;
  for (int i = 0; i < c->n; i++) {
    c->speed_gain[i] = c->o.fine.rate;
    c->qdd[i] = c->o.fine.rate * (c->rate[i] - c->measured->qd[i]);
  }
  if (printed) {
    printed_torques(c);
    return true;
  }
  if (c->o.fine.whole_inertia) {
    double *none = c->v[1];
    memset(none, 0, (size_t)c->n * sizeof *none);
    ulna_drive_joint_forces(c->model, c->work, c->measured->q, none, c->qdd, c->model->drives.load_friction,
                            c->tau);
  } else {
    refresh_gravity(c);
    ulna_control_gains_at(c, c->measured->q, NULL, NULL, c->inertia);
    for (int i = 0; i < c->n; i++) c->tau[i] = c->gravity[i] + c->share[i] * c->inertia[i] * c->qdd[i];
  }
  add_forces(c);
  return true;
}
