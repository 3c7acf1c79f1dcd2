/* Fine motion: resolved rate, held gravity, pseudo-forces [Mudge, section Fine Motion]. */
#include <math.h>
#include <string.h>

#include "control/control_internal.h"
#include "drive/drive_internal.h"
#include "dynamics/rotation.h"
#include "model/pose.h"

void ulna_internal_control_gravity(ulna_controller *c, const double q[], double G[])
{
  double *none = c->v[1];
  memset(none, 0, (size_t)c->n * sizeof *none);
  ulna_internal_drive_joint_forces(c->model, c->work, q, none, none, c->model->drives.load_friction, G);
}

/* Eqs 36 and 37: f_i = R f_{i+1}, n_i = r_i × R f_{i+1} + R n_{i+1}, from f_{n+1} = what the hand shall exert.
 * Differs: printed with f_n and the opposite sign, which loses r_n × f and pulls instead of pushing. */
void ulna_internal_control_add_push(const ulna_model *model, ulna_work *work, const double force[3],
                                    const double moment[3], double tau[])
{
  const ulna_pose *tool = &model->tool_in_kernel;
  double turned[3];
  ulna_internal_rotate(tool, force, turned);
  vec3 f = vec3_of(turned);
  ulna_internal_rotate(tool, moment, turned);
  vec3 n = vec3_add(vec3_of(turned), vec3_cross(vec3_of(tool->p), f));
  for (int i = model->n - 1; i >= 0; i--) {
    const step R = chain_step(&work->arm, &work->at, i);
    n = vec3_add(vec3_cross(chain_offset(&work->arm, &work->at, i), f), n);
    tau[i] += vec3_dot(step_axis(R), work->link[i].joint == JOINT_REVOLUTE ? n : f);
    f = step_up(R, f);
    n = step_up(R, n);
  }
}

void ulna_pseudo_force_torques(const ulna_model *model, ulna_work *work, const double q[],
                               const double force[3], const double moment[3], double tau[])
{
  ULNA_ASSERT(model && work && work->model == model && q && force && moment && tau);
  ulna_internal_set_posture(work, q);
  double *sum = work->drive.v[0];
  memset(sum, 0, (size_t)model->n * sizeof *sum);
  ulna_internal_control_add_push(model, work, force, moment, sum);
  memcpy(tau, sum, (size_t)model->n * sizeof *tau);
}

void ulna_internal_control_pose_error(const ulna_pose *desired, const ulna_pose *actual, double error[6])
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

/* Gravity's torques, computed every so many cycles and held between: the paper's ζ is 1/gravity_every. */
static void refresh_gravity(ulna_controller *c)
{
  if (c->gravity_age == 0) ulna_internal_control_gravity(c, c->measured->q, c->gravity);
  if (++c->gravity_age >= c->o.fine.gravity_every) c->gravity_age = 0;
}

/* The push that is given to the torques: the wished one, what the force loop adds along it, and what the hand carries. */
static void add_forces(ulna_controller *c)
{
  const double *push = c->desired->push;
  const bool felt = c->o.fine.feel && c->sensor.present;
  if (!push && !felt) return;
  double at_hand[6];
  for (int k = 0; k < 6; k++) at_hand[k] = (push ? push[k] : 0) - (felt ? c->sensor.felt[k] : 0);
  if (push && c->stage == ULNA_STAGE_CONTACT && c->sensor.present && c->o.fine.force_integral > 0) {
    // along the push: the hand exerts −contact; integral of what is missing
    const double size = sqrt(push[0] * push[0] + push[1] * push[1] + push[2] * push[2]);
    if (size > 0) {
      double along = 0;
      for (int k = 0; k < 3; k++) along -= c->sensor.contact[k] * push[k] / size;
      const double most = c->o.fine.force_limit;
      c->force_integral += c->o.fine.force_integral * (size - along) * c->dt;
      if (fabs(c->force_integral) > most) c->force_integral = copysign(most, c->force_integral);
      for (int k = 0; k < 3; k++) at_hand[k] += c->force_integral * push[k] / size;
    }
  }
  ulna_internal_set_posture(c->work, c->measured->q);
  ulna_internal_control_add_push(c->model, c->work, at_hand, at_hand + 3, c->tau);
}

/* qd_r = qd_d + λ (q_d − q) */
static void joint_rates(ulna_controller *c)
{
  const ulna_desired *d = c->desired;
  for (int i = 0; i < c->n; i++) {
    const double rate = d->qd ? d->qd[i] : 0;
    c->error[i] = d->q[i] - c->measured->q[i];
    c->reference_speed[i] = rate;
    c->rate[i] = rate + c->o.fine.position * c->error[i];
  }
}

void ulna_internal_control_fine(ulna_controller *c)
{
  joint_rates(c);
  refresh_gravity(c);
  ulna_internal_control_gains_at(c, c->measured->q, NULL, NULL, c->inertia);
  for (int i = 0; i < c->n; i++) {
    c->qdd[i] = c->o.fine.rate * (c->rate[i] - c->measured->qd[i]);
    c->tau[i] = c->gravity[i] + c->inertia[i] * c->qdd[i];
  }
  add_forces(c);
}
