/* Safety: finds faults, and holds the arm when there is one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/finite.h"
#include "control/control_internal.h"
#include "drive/drive_internal.h"

static bool note(ulna_controller *c, ulna_control_fault_kind kind, int joint, double value, double limit)
{
  c->fault = (ulna_control_fault){kind, c->measured->t, joint, value, limit};
  return false;
}

static int first_not_finite(const double x[], int count)
{
  for (int k = 0; k < count; k++)
    if (!isfinite(x[k])) return k;
  return -1;
}

bool ulna_control_judge_measured(ulna_controller *c)
{
  const ulna_measured *m = c->measured;
  const ulna_safety *s = &c->o.safety;
  const double nothing = (double)NAN;
  const int n = c->n;
  if (!isfinite(m->t)) return note(c, ULNA_CONTROL_FAULT_TIME, 0, m->t, nothing);
  if (c->started && !(m->t > c->t)) return note(c, ULNA_CONTROL_FAULT_TIME, 0, m->t, c->t);
  if (!all_finite(n, m->q)) {
    const int i = first_not_finite(m->q, n);
    return note(c, ULNA_CONTROL_FAULT_NOT_FINITE, i + 1, m->q[i], nothing);
  }
  if (!all_finite(n, m->qd)) {
    const int i = first_not_finite(m->qd, n);
    return note(c, ULNA_CONTROL_FAULT_NOT_FINITE, i + 1, m->qd[i], nothing);
  }
  if (m->wrench && !all_finite(6, m->wrench))
    return note(c, ULNA_CONTROL_FAULT_NOT_FINITE, 0, nothing, nothing);
  const double dt = c->started ? m->t - c->t : c->o.period;
  for (int i = 0; i < n; i++) {
    const double moved = m->q[i] - c->q[i], most = s->jump * c->speed[i] * dt;
    if (c->started && fabs(moved) > most) return note(c, ULNA_CONTROL_FAULT_JUMP, i + 1, moved, most);
    if (fabs(m->qd[i]) > s->speed_margin * c->speed[i])
      return note(c, ULNA_CONTROL_FAULT_SPEED, i + 1, m->qd[i], c->speed[i]);
    if (m->q[i] > c->upper[i] + s->position_margin)
      return note(c, ULNA_CONTROL_FAULT_POSITION, i + 1, m->q[i], c->upper[i]);
    if (m->q[i] < c->lower[i] - s->position_margin)
      return note(c, ULNA_CONTROL_FAULT_POSITION, i + 1, m->q[i], c->lower[i]);
  }
  return true;
}

static bool finite_or_absent(const double *x, int count) { return !x || all_finite(count, x); }
static bool pose_is_finite(const ulna_pose *p)
{
  return !p || (all_finite(9, &p->R[0][0]) && all_finite(3, p->p));
}

bool ulna_control_judge_desired(ulna_controller *c)
{
  const ulna_desired *d = c->desired;
  const int n = c->n;
  const bool sound = finite_or_absent(d->q, n) && finite_or_absent(d->qd, n) && finite_or_absent(d->qdd, n) &&
                     finite_or_absent(d->twist, 6) && finite_or_absent(d->acceleration, 6) &&
                     finite_or_absent(d->goal_q, n) && finite_or_absent(d->push, 6) &&
                     pose_is_finite(d->pose) && pose_is_finite(d->goal);
  return sound || note(c, ULNA_CONTROL_FAULT_DESIRED, 0, (double)NAN, (double)NAN);
}

/* Whether the arm is far from its set point: where, by how much, and what would be near enough. If joints follow the
 * hand's set point, their posture must reach the set point, and the joints their posture. */
static bool is_far(const ulna_controller *c, int *joint, double *value, double *limit)
{
  const ulna_safety *s = &c->o.safety;
  *joint = 0;
  if (c->desired->pose) {
    *value = c->followed ? c->left_over[1] : c->outcome.position_error, *limit = s->reach_error;
    if (*value > *limit) return true;
    *value = c->followed ? c->left_over[0] : c->outcome.angle_error, *limit = s->reach_angle;
    if (*value > *limit) return true;
    if (!c->followed) return false;
  }
  *limit = s->joint_error;
  for (int i = 0; i < c->n; i++) {
    *value = c->error[i];
    *joint = i + 1;
    if (fabs(*value) > *limit) return true;
  }
  return false;
}

bool ulna_control_judge_result(ulna_controller *c, bool found)
{
  int joint;
  double value, limit;
  if (!found) return note(c, ULNA_CONTROL_FAULT_MODEL, 0, (double)NAN, (double)NAN);
  if (!all_finite(c->n, c->tau)) {
    const int i = first_not_finite(c->tau, c->n);
    return note(c, ULNA_CONTROL_FAULT_MODEL, i + 1, c->tau[i], (double)NAN);
  }
  if (c->o.kind == ULNA_CONTROL_IMPEDANCE || c->stage == ULNA_STAGE_CONTACT ||
      !is_far(c, &joint, &value, &limit)) {
    c->late_since = (double)NAN;
    return true;
  }
  if (isnan(c->late_since)) c->late_since = c->measured->t;
  if (c->measured->t - c->late_since < c->o.safety.reach_time) return true;
  return note(c, ULNA_CONTROL_FAULT_REACH, joint, value, limit);
}

/* The posture to hold: the last good one, or the first that is measured if there is none yet. Until then the torques
 * that would carry the arm are unknown. */
static void choose_hold(ulna_controller *c)
{
  const size_t size = (size_t)c->n * sizeof *c->hold;
  if (c->stage != ULNA_STAGE_HOLD) {
    c->stage = ULNA_STAGE_HOLD;
    c->outcome.stage_changes++;
    c->lost = c->blind = !c->started;
    if (c->started) memcpy(c->hold, c->q, size);
  }
  const bool seen = all_finite(c->n, c->measured->q);
  if (c->lost && seen) {
    memcpy(c->hold, c->measured->q, size);
    memcpy(c->q, c->measured->q, size);
    c->lost = c->blind = false;
  }
  if (c->fault.kind == ULNA_CONTROL_FAULT_JUMP || !seen) c->blind = true;
}

/* Hold. If positions are trusted: a spring to the last good posture, a damper, and gravity at the measured posture.
 * Else: gravity at the last good posture, and the damper if speeds are numbers. Spring and damper act through the
 * whole mass matrix, so that a hold is stable on any arm. If no posture was ever measured: no torque. */
void ulna_control_hold(ulna_controller *c)
{
  const ulna_measured *m = c->measured;
  const int n = c->n;
  choose_hold(c);
  if (c->lost) {
    for (int i = 0; i < n; i++) c->tau[i] = c->qdd[i] = c->error[i] = c->reference_speed[i] = 0;
    return;
  }
  const double *q = c->blind ? c->q : m->q;
  const double fastest = ulna_control_fastest(&c->o) / 2;
  double *none = c->v[1];
  for (int i = 0; i < n; i++) {
    const double frequency = fmin(sqrt(c->kp[i]), fastest), most = c->speed[i];
    const double v = isfinite(m->qd[i]) ? fmax(-most, fmin(most, m->qd[i])) : 0;
    c->error[i] = c->hold[i] - q[i];
    c->qdd[i] = (c->blind ? 0 : frequency * frequency * c->error[i]) - 2 * frequency * v;
    c->reference_speed[i] = none[i] = 0;
  }
  ulna_drive_joint_forces(c->model, c->work, q, none, c->qdd, c->model->drives.load_friction, c->tau);
  memset(c->qdd, 0, (size_t)n * sizeof *c->qdd);
}

const ulna_control_fault *ulna_controller_fault(const ulna_controller *c)
{
  ULNA_ASSERT(c);
  return &c->fault;
}

const char *ulna_control_fault_text(ulna_control_fault_kind kind)
{
  static const char *const texts[] = {
#define TEXT(name, text) text,
      ULNA_CONTROL_FAULT_LIST(TEXT)
#undef TEXT
  };
  return (unsigned)kind < ULNA_CONTROL_FAULT_COUNT ? texts[kind] : "not a fault of this library";
}

int ulna_control_fault_format(const ulna_control_fault *fault, char *buffer, size_t size)
{
  char joint[32] = "", value[64] = "";
  if (fault->joint > 0) snprintf(joint, sizeof joint, "joint %d: ", fault->joint);
  if (!isnan(fault->limit)) snprintf(value, sizeof value, ": %.6g, limit %.6g", fault->value, fault->limit);
  else if (fault->joint > 0) snprintf(value, sizeof value, ": %g", fault->value);
  return snprintf(buffer, size, "%s%s%s (at %g s)", joint, ulna_control_fault_text(fault->kind), value,
                  fault->t);
}
