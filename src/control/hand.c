/* Set points of the hand: where the hand is, its error, and the joint motion that corrects it. */
#include <math.h>
#include <string.h>

#include "control/control_internal.h"
#include "dynamics/rotation.h"
#include "model/pose.h"

static void take(const hand_motion *h, const ulna_pose *tool, ulna_pose *pose)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++) sum += h->R.e[i][k] * tool->R[k][j];
      pose->R[i][j] = sum;
    }
  vec3_store(h->p, pose->p);
}

void ulna_control_pose_error(const ulna_pose *desired, const ulna_pose *actual, double error[6])
{
  mat3 R;  // desired · actualᵗ
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      R.e[i][j] = 0;
      for (int k = 0; k < 3; k++) R.e[i][j] += desired->R[i][k] * actual->R[j][k];
    }
  vec3_store(rotation_log(&R), error);
  for (int i = 0; i < 3; i++) error[3 + i] = desired->p[i] - actual->p[i];
}

void ulna_control_see_hand(ulna_controller *c)
{
  const ulna_desired *d = c->desired;
  hand_motion h;
  ulna_pose desired;
  const ulna_pose *pose = d->pose;
  for (int k = 0; k < 6; k++) c->twist6[k] = pose && d->twist ? d->twist[k] : 0;
  if (!pose && c->o.kind == ULNA_CONTROL_IMPEDANCE) {  // the hand that a posture and its rates have
    ulna_work_hand_motion(c->work, d->q, d->qd ? d->qd : c->measured->qd, c->hand.D, &h);
    take(&h, &c->model->tool_in_kernel, &desired);
    pose = &desired;
    if (d->qd) vec3_store(h.w, c->twist6), vec3_store(h.v, c->twist6 + 3);
  }
  ulna_work_hand_motion(c->work, c->measured->q, c->measured->qd, c->hand.D, &h);
  take(&h, &c->model->tool_in_kernel, &c->hand.pose);
  vec3_store(h.w, c->hand.twist), vec3_store(h.v, c->hand.twist + 3);
  vec3_store(h.wd, c->hand.nonlinear), vec3_store(h.a, c->hand.nonlinear + 3);
  if (!pose) return;
  ulna_control_pose_error(pose, &c->hand.pose, c->error6);
  const double *e = c->error6;
  c->outcome.angle_error = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  c->outcome.position_error = sqrt(e[3] * e[3] + e[4] * e[4] + e[5] * e[5]);
}

/* The preferred motion of joints that the hand leaves free: come to rest, or go to the desired posture. */
static const double *preferred_motion(ulna_controller *c, const double q[], const double qd[])
{
  const ulna_hand_options *o = &c->o.hand;
  if (o->resolve.method == ULNA_RESOLVE_ELIMINATION) return NULL;
  const double brake = qd ? 2 * o->damping_ratio * o->frequency : 0;
  for (int i = 0; i < c->n; i++) c->preferred[i] = o->posture || !qd ? 0 : -brake * qd[i];
  if (o->posture) ulna_resolver_prefer_posture(c->resolver, o->posture_rate, q, qd, o->posture, c->preferred);
  return c->preferred;
}

static bool resolve(ulna_controller *c, const resolve_task *task, double x[])
{
  c->outcome.resolved = &c->resolved;
  return ulna_resolve(c->resolver, task, x, &c->resolved) == ULNA_OK;
}

void ulna_control_make_up(ulna_controller *c, double gain)
{
  const double rate = gain * c->o.hand.integral, most = c->o.hand.integral_limit;
  if (rate == 0 || c->stage == ULNA_STAGE_CONTACT || c->hindered) return;
  for (int k = 0; k < 6; k++) {
    c->made_up[k] += rate * c->error6[k] * c->dt;
    if (fabs(c->made_up[k]) > most) c->made_up[k] = copysign(most, c->made_up[k]);
  }
}

bool ulna_control_resolve_acceleration(ulna_controller *c)
{
  const ulna_desired *d = c->desired;
  const double w = c->o.hand.frequency, kp = w * w, kv = 2 * c->o.hand.damping_ratio * w;
  const double *q = c->measured->q, *qd = c->measured->qd;
  double asked[6];
  ulna_control_make_up(c, kp);
  for (int k = 0; k < 6; k++)
    asked[k] = (d->acceleration ? d->acceleration[k] : 0) +
               kv * ((d->twist ? d->twist[k] : 0) - c->hand.twist[k]) + kp * c->error6[k] + c->made_up[k];
  for (int i = 0; i < c->n; i++)
    c->v[0][i] = -kv * qd[i], c->speed_gain[i] = kv;  // a joint that is held is braked
  const resolve_task task = {q, qd, c->hand.D, c->hand.nonlinear, asked, c->v[0], preferred_motion(c, q, qd)};
  memcpy(c->reference_speed, qd, (size_t)c->n * sizeof *qd);
  return resolve(c, &task, c->qdd);
}

bool ulna_control_resolve_rate(ulna_controller *c, const double asked[6])
{
  const double *q = c->measured->q;
  const resolve_task task = {q, NULL, c->hand.D, NULL, asked, NULL, preferred_motion(c, q, NULL)};
  return resolve(c, &task, c->rate);
}

/* qd_r resolves twist_d + ω/2 (pose error of the posture reached so far), and the posture is its integral: motion
 * resolved in advance, as for arms without a model. */
bool ulna_control_follow_hand(ulna_controller *c)
{
  const ulna_desired *d = c->desired;
  const size_t size = (size_t)c->n * sizeof(double);
  double *q = c->reference_q, *qd = c->reference_qd, asked[6], error[6];
  const bool anew = !c->started || c->reference_lost;
  if (anew) {
    memcpy(q, c->measured->q, size);
    if (c->started) memcpy(qd, c->measured->qd, size);
    else memset(qd, 0, size);
    c->reference_lost = false;
  }
  for (int i = 0; !anew && i < c->n; i++) q[i] += qd[i] * c->dt;
  memcpy(c->reference_qdd, qd, size);
  hand_motion h;
  ulna_pose reached;
  ulna_work_hand_motion(c->work, q, qd, c->hand.D, &h);
  take(&h, &c->model->tool_in_kernel, &reached);
  ulna_control_pose_error(d->pose, &reached, error);
  c->followed = true;
  c->left_over[0] = sqrt(error[0] * error[0] + error[1] * error[1] + error[2] * error[2]);
  c->left_over[1] = sqrt(error[3] * error[3] + error[4] * error[4] + error[5] * error[5]);
  for (int k = 0; k < 6; k++) asked[k] = (d->twist ? d->twist[k] : 0) + c->o.hand.frequency / 2 * error[k];
  const resolve_task task = {q, NULL, c->hand.D, NULL, asked, NULL, preferred_motion(c, q, NULL)};
  if (!resolve(c, &task, qd)) return false;
  for (int i = 0; i < c->n; i++) c->reference_qdd[i] = (qd[i] - c->reference_qdd[i]) / c->dt;
  c->q_d = q, c->qd_d = qd;
  c->qdd_d = c->started && !anew ? c->reference_qdd : NULL;
  return true;
}
