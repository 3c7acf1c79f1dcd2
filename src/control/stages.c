/* Which stage the unified controller is in, and how it passes from one to the next. */
#include <math.h>
#include <string.h>

#include "control/control_internal.h"
#include "model/pose.h"

static double length3(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

void ulna_control_read_sensor(ulna_controller *c)
{
  hand_sensor *s = &c->sensor;
  const double *reading = c->measured->wrench;
  s->present = reading && s->tare_left == 0;
  if (reading && s->tare_left > 0) {
    for (int k = 0; k < 6; k++) s->tare_sum[k] += reading[k];
    s->tare_taken++;
    if (--s->tare_left == 0)
      for (int k = 0; k < 6; k++) s->bias[k] = s->tare_sum[k] / s->tare_taken;
  }
  if (!s->present) {
    memset(s->contact, 0, sizeof s->contact);
    c->in_contact = false;
    return;
  }
  // what the hand carries: the low-passed sensed wrench, while no push is desired
  const bool touching = c->stage == ULNA_STAGE_CONTACT || c->desired->push;
  const double share = c->o.fine.feel_time > 0 ? c->dt / (c->dt + c->o.fine.feel_time) : 1;
  for (int k = 0; k < 6; k++) {
    const double sensed = reading[k] - s->bias[k];
    if (c->o.fine.feel && !touching) s->felt[k] += share * (sensed - s->felt[k]);
    s->contact[k] = sensed - s->felt[k];
  }
  c->outcome.contact_force = length3(s->contact);
  if (c->outcome.contact_force > c->o.stages.contact_force) c->in_contact = true;
  if (c->outcome.contact_force < c->o.stages.contact_release) c->in_contact = false;
}

/* Whether the goal is near and the motion slow, each limit times `slack`. */
static bool is_near(const ulna_controller *c, double slack)
{
  const ulna_stage_rules *r = &c->o.stages;
  const ulna_desired *d = c->desired;
  const bool pushing = d->push != NULL;
  if (!d->goal && !d->goal_q && !pushing) return false;
  if (d->pose) {
    const double *actual = c->hand.twist, *desired = d->twist;
    const double speed = fmax(length3(actual + 3), desired ? length3(desired + 3) : 0);
    const double turn = fmax(length3(actual), desired ? length3(desired) : 0);
    if (speed > slack * r->speed || turn > slack * r->turn_speed) return false;
  } else {
    for (int i = 0; i < c->n; i++) {
      const double speed = fmax(fabs(c->measured->qd[i]), d->qd ? fabs(d->qd[i]) : 0);
      if (speed > slack * r->joint_speed) return false;
    }
  }
  if (pushing) return true;
  if (d->goal) {
    double error[6];
    ulna_control_pose_error(d->goal, &c->hand.pose, error);
    return length3(error + 3) <= slack * r->distance && length3(error) <= slack * r->angle;
  }
  for (int i = 0; i < c->n; i++)
    if (fabs(d->goal_q[i] - c->measured->q[i]) > slack * r->joint_distance) return false;
  return true;
}

/* Gross, unless the goal is near or a push is desired at low speed; contact if a push is desired and a force is felt.
 * A stage entered at a limit is left at `leave` times that limit. */
static ulna_stage stage_by_rules(const ulna_controller *c)
{
  const bool fine = c->stage == ULNA_STAGE_FINE || c->stage == ULNA_STAGE_CONTACT;
  if (!is_near(c, fine ? c->o.stages.leave : 1)) return ULNA_STAGE_GROSS;
  return c->desired->push && c->in_contact ? ULNA_STAGE_CONTACT : ULNA_STAGE_FINE;
}

void ulna_control_choose_stage(ulna_controller *c)
{
  ulna_stage next = ULNA_STAGE_GROSS;
  if (c->o.kind == ULNA_CONTROL_UNIFIED || c->o.kind == ULNA_CONTROL_UNIFIED_PRINTED) {
    const bool requested = c->desired->stage != ULNA_STAGE_ANY;
    next = requested ? c->desired->stage : stage_by_rules(c);
    if (!requested && c->started && next != c->stage && c->measured->t - c->stage_since < c->o.stages.dwell)
      next = c->stage;
  }
  const bool changed = c->started && next != c->stage;
  if (next != c->stage) {
    c->stage_since = c->measured->t;
    c->gravity_age = 0;
    if (next != ULNA_STAGE_CONTACT) c->force_integral = 0;
    memset(c->integral, 0, (size_t)c->n * sizeof *c->integral);
  }
  if (changed) c->outcome.stage_changes++;
  c->stage = next;
}

/* A push keeps the hand from its set points, which may lie inside the body it presses on. When the push ends the hand
 * stays where it is: set points are shifted to there, and the shift shrinks as the path leaves, by half of every step
 * away. Without this the hand would first press with its position gains. */
void ulna_control_leave_push(ulna_controller *c)
{
  const ulna_desired *d = c->desired;
  double *way = c->given_way, *error = c->error6 + 3;
  if (!d->pose || (d->push && c->stage != ULNA_STAGE_CONTACT)) {
    memset(way, 0, sizeof c->given_way);
    return;
  }
  if (d->push) {
    double along[3];
    ulna_rotate(&c->hand.pose, d->push, along);
    const double size = length3(along);
    double beyond = 0;  // the set point, in the direction of the push
    for (int k = 0; k < 3; k++) beyond += size > 0 ? error[k] * along[k] / size : 0;
    for (int k = 0; k < 3; k++) way[k] = beyond > 0 ? beyond * along[k] / size : 0;
    return;
  }
  const double size = length3(way);
  if (!(size > 0)) return;
  double away = 0;
  for (int k = 0; k < 3; k++) away -= c->twist6[3 + k] * way[k] / size * c->dt;
  const double left = fmax(0, 1 - fmax(0, away) / (2 * size));
  for (int k = 0; k < 3; k++) way[k] *= left, error[k] -= way[k];
}

/* tau + transfer, transfer' = −transfer/time; at a change it makes up for the jump. */
void ulna_control_blend(ulna_controller *c, bool changed)
{
  const double time = c->o.stages.transfer;
  if (!(time > 0)) return;
  const double kept = exp(-c->dt / time);
  for (int i = 0; i < c->n; i++) {
    c->transfer[i] = changed ? c->last_tau[i] - c->tau[i] : kept * c->transfer[i];
    c->tau[i] += c->transfer[i];
  }
}
