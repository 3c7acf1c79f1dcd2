/* Gross motion: computed torque [Mudge, eqs 31–35]. */
#include <math.h>
#include <string.h>

#include "control/control_internal.h"
#include "drive/drive_internal.h"
#include "kernel/gross_motion.h"

/* qdd_adj = qdd_d + k_v (qd_d − qd) + k_p (q_d − q) + k_i ∫(q_d − q): eq. 33, its damping by the load */
static void adjust_joints(ulna_controller *c)
{
  const double *q = c->measured->q, *qd = c->measured->qd;
  ulna_control_gains_at(c, q, c->kp_now, c->kv_now, NULL);
  for (int i = 0; i < c->n; i++) {
    const double rate = c->qd_d ? c->qd_d[i] : 0;
    c->error[i] = c->q_d[i] - q[i];
    c->reference_speed[i] = rate;
    c->speed_gain[i] = c->kv_now[i];
    c->qdd[i] = (c->qdd_d ? c->qdd_d[i] : 0) + c->kv_now[i] * (rate - qd[i]) + c->kp_now[i] * c->error[i];
  }
  ulna_control_integrate(c);
  for (int i = 0; i < c->n; i++) c->qdd[i] += c->ki[i] * c->integral[i];
}

bool ulna_control_gross(ulna_controller *c)
{
  const bool printed = c->o.kind == ULNA_CONTROL_UNIFIED_PRINTED;
  if (printed) {
    ulna_control_printed_by_products(c);
    if (!c->q_d && !ulna_control_printed_resolve(c)) return false;
  }
  if (c->q_d) adjust_joints(c);
  else if (!ulna_control_resolve_acceleration(c)) return false;
  const bool felt = c->o.fine.feel && c->sensor.present;
  if (felt) ulna_work_set_hand_wrench(c->work, c->sensor.felt, c->sensor.felt + 3);
  if (printed) ulna_control_printed_gross(c);
  else
    ulna_drive_joint_forces(c->model, c->work, c->measured->q, c->measured->qd, c->qdd,
                            c->model->drives.load_friction, c->tau);
  if (felt) {
    const double none[3] = {0, 0, 0};
    ulna_work_set_hand_wrench(c->work, none, none);
  }
  return true;
}

static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

void ulna_gross_motion(const ulna_model *model, ulna_work *work, const double kp[], const double kv[],
                       const ulna_axis_friction *friction, const double q[], const double qd[],
                       const double q_d[], const double qd_d[], const double qdd_d[],
                       const ulna_gross_parts *parts)
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && q_d && qd_d && qdd_d && kp && kv && parts);
  const int n = model->n;
  const newton_euler_scratch *s = &work->methods.newton_euler;
  const methods_load load = {work->fast.base, work->hand};
  double *qdd = work->drive.v[0], *tau = work->drive.v[1];
  for (int i = 0; i < n; i++)
    qdd[i] = gross_motion_adjusted(qdd_d[i], kv[i], qd_d[i], qd[i], kp[i], q_d[i], q[i]);
  ulna_set_posture(work, q);
  ulna_reference_paths(work->path)
      ->inverse_dynamics(ULNA_INVERSE_NEWTON_EULER, &work->arm, &work->at, &load, qd, qdd, tau,
                         &work->methods);
  for (int i = 0; i < n; i++) {
    // the part of f_i across the axis, which is z of frame i-1; friction is not fed back into it
    const vec3 f = step_up(chain_step(&work->arm, &work->at, i), s->f[i]);
    const double normal = gross_motion_across_z(f), v = qd[i];
    double lost = 0;
    if (friction && friction->mu_static) {
      const double mu = v != 0 ? friction->mu_dynamic[i] * sign(v) : friction->mu_static[i] * sign(qdd[i]);
      lost = gross_motion_friction(mu, normal, friction->gamma[i], v);
    }
    if (parts->qdd_adj) parts->qdd_adj[i] = qdd[i];
    if (parts->tau_without_friction) parts->tau_without_friction[i] = tau[i];
    if (parts->normal) parts->normal[i] = normal;
    if (parts->friction) parts->friction[i] = lost;
    if (parts->tau) parts->tau[i] = tau[i] + lost;
  }
}
