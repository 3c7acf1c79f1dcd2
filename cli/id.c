/* ulna id: the torques a motion needs. */
#include <math.h>
#include <string.h>

#include "cli.h"
#include "derivatives.h"
#include "ulna/derivatives.h"

typedef struct {
  dynamics d;
  bool parts, derivatives;
  ulna_drive_derivatives to; /* with --derivatives; of links alone tau only */
  double *tau, *force, *moment;
  double *M_qdd, *Cqd, *G, *hand_torque, *bias, *friction; /* with --parts */
  double *F, *F_a, *F_ad, *current;                        /* of a whole robot */
  double *zero;
} id;

static void open_whole(id *x)
{
  const ulna_model *model = x->d.session.robot.model;
  const int n = x->d.session.robot.n;
  bool motor = false;
  for (int i = 0; i < ulna_model_drive_count(model); i++)
    motor = motor || ulna_model_drive(model, i)->motor.type != ULNA_MOTOR_NONE;
  const bool shown = x->parts || (x->derivatives && ulna_model_drive_count(model) > 0);
  x->F = shown ? dynamics_vector(&x->d, "F") : records_memory(&x->d.session.out, (size_t)n, sizeof(double));
  if (ulna_model_drive_count(model) == 0) return;
  x->F_a = dynamics_vector(&x->d, "F_a");
  x->F_ad = dynamics_vector(&x->d, "F_ad");
  if (!motor) return;
  x->current = dynamics_vector(&x->d, "current");
  x->d.session.out.quantities[x->d.session.out.count - 1].may_be_nan = true;
}

static void open_parts(id *x)
{
  x->M_qdd = dynamics_vector(&x->d, "M_qdd");
  x->Cqd = dynamics_vector(&x->d, "Cqd");
  x->G = dynamics_vector(&x->d, "G");
  x->hand_torque = dynamics_vector(&x->d, "tip_torque");
  if (x->d.whole) x->friction = dynamics_vector(&x->d, "friction");
  x->bias = dynamics_vector(&x->d, "bias");
}

static void open_derivatives(id *x)
{
  dynamics *d = &x->d;
  x->to = (ulna_drive_derivatives){.dtau_dq = derivative_add(d, "dtau_dq", AXIS_TAU, AXIS_Q),
                                   .dtau_dqd = derivative_add(d, "dtau_dqd", AXIS_TAU, AXIS_QD),
                                   .dtau_dqdd = derivative_add(d, "dtau_dqdd", AXIS_TAU, AXIS_QDD)};
  if (!d->whole || ulna_model_drive_count(d->session.robot.model) == 0) return;
  x->to.dF_dq = derivative_add(d, "dF_dq", AXIS_TAU, AXIS_Q);
  x->to.dF_dqd = derivative_add(d, "dF_dqd", AXIS_TAU, AXIS_QD);
  x->to.dF_ad_dq = derivative_add(d, "dF_ad_dq", AXIS_F_AD, AXIS_Q);
  x->to.dF_ad_dqd = derivative_add(d, "dF_ad_dqd", AXIS_F_AD, AXIS_QD);
  x->to.dF_ad_dqdd = derivative_add(d, "dF_ad_dqdd", AXIS_F_AD, AXIS_QDD);
}

static ulna_status compute_derivatives(id *x, const states *s)
{
  const robot *r = &x->d.session.robot;
  if (x->d.whole)
    return ulna_drive_inverse_dynamics_derivatives(r->model, r->work, s->q, s->qd, s->qdd, &x->to);
  return ulna_inverse_dynamics_derivatives(r->model, r->work, s->q, s->qd, s->qdd, NULL, x->to.dtau_dq,
                                           x->to.dtau_dqd, x->to.dtau_dqdd);
}

static int open_id(id *x, const arguments *args)
{
  const int n = x->d.session.robot.n;
  const bool wrenches = given(args, OPT_JOINT_WRENCHES);
  if (wrenches && x->d.whole)
    return fail(
        "--joint-wrenches is for links alone, but this robot has drives or friction; add --links-only");
  session_echo(&x->d.session, args, "qva");
  dynamics_say(&x->d, NULL);
  x->tau = dynamics_vector(&x->d, "tau");
  x->zero = records_memory(&x->d.session.out, (size_t)n, sizeof(double));
  x->parts = given(args, OPT_PARTS);
  x->derivatives = given(args, OPT_DERIVATIVES);
  if (x->d.whole) open_whole(x);
  if (x->parts) open_parts(x);
  if (x->derivatives) open_derivatives(x);
  if (wrenches) {
    x->force = records_memory(&x->d.session.out, 3 * (size_t)n, sizeof(double));
    x->moment = records_memory(&x->d.session.out, 3 * (size_t)n, sizeof(double));
    records_add(&x->d.session.out, "joint_force", 2, n, 3, 0, x->force);
    records_add(&x->d.session.out, "joint_moment", 2, n, 3, 0, x->moment);
  }
  return DONE;
}

static ulna_status links_parts(id *x, const states *s)
{
  const ulna_model *model = x->d.session.robot.model;
  ulna_work *work = x->d.session.robot.work;
  ulna_status status = ULNA_OK;
  if (x->d.chosen) {
    status = ulna_coriolis_vector_by(model, work, x->d.method, s->q, s->qd, x->Cqd);
    if (status == ULNA_OK) status = ulna_gravity_torques_by(model, work, x->d.method, s->q, x->G);
    if (status == ULNA_OK) status = ulna_hand_torques_by(model, work, x->d.method, s->q, x->hand_torque);
    if (status == ULNA_OK) status = ulna_bias_by(model, work, x->d.method, s->q, s->qd, x->bias);
  } else {
    ulna_coriolis_vector(model, work, s->q, s->qd, x->Cqd);
    ulna_gravity_torques(model, work, s->q, x->G);
    ulna_hand_torques(model, work, s->q, x->hand_torque);
    ulna_bias(model, work, s->q, s->qd, x->bias);
  }
  for (int i = 0; i < s->n; i++) x->M_qdd[i] = x->tau[i] - x->bias[i];
  return status;
}

/* The same for the whole robot. bias is without friction, which stands on its own. */
static ulna_status whole_parts(id *x, const states *s)
{
  robot *r = &x->d.session.robot;
  ulna_status status = ulna_drive_bias(r->model, r->work, s->q, s->qd, x->bias);
  ulna_hand_torques(r->model, r->work, s->q, x->hand_torque);
  robot_surroundings(r, true);
  if (status == ULNA_OK) status = ulna_drive_bias(r->model, r->work, s->q, x->zero, x->G);
  if (status == ULNA_OK) status = ulna_drive_bias(r->model, r->work, s->q, s->qd, x->Cqd);
  robot_surroundings(r, false);
  for (int i = 0; i < s->n; i++) {
    x->Cqd[i] -= x->G[i];
    x->M_qdd[i] = x->F[i] - x->bias[i];
    x->friction[i] = x->tau[i] - x->F[i];
  }
  return status;
}

static int compute(void *context, const states *s)
{
  id *x = context;
  const ulna_model *model = x->d.session.robot.model;
  ulna_work *work = x->d.session.robot.work;
  if (x->d.whole) {
    const ulna_drive_forces forces = {
        .F = x->F, .tau = x->tau, .F_a = x->F_a, .F_ad = x->F_ad, .current = x->current};
    if (ulna_drive_inverse_dynamics(model, work, s->q, s->qd, s->qdd, &forces) != ULNA_OK)
      return fail(
          "state %lld: the drives' coupling is singular here: the joints cannot be driven in all directions",
          s->count);
    ulna_status status = x->parts ? whole_parts(x, s) : ULNA_OK;
    if (status == ULNA_OK && x->derivatives) status = compute_derivatives(x, s);
    return dynamics_done(s, status);
  }
  ulna_status status = ULNA_OK;
  if (x->d.chosen) status = ulna_inverse_dynamics_by(model, work, x->d.method, s->q, s->qd, s->qdd, x->tau);
  else ulna_inverse_dynamics(model, work, s->q, s->qd, s->qdd, x->tau);
  if (x->parts && status == ULNA_OK) status = links_parts(x, s);
  if (x->derivatives && status == ULNA_OK) status = compute_derivatives(x, s);
  if (x->force) ulna_joint_wrenches(model, work, s->q, s->qd, s->qdd, x->force, x->moment);
  return dynamics_done(s, status);
}

int run_id(const arguments *args)
{
  id x = {.tau = NULL};
  int code = dynamics_open(&x.d, args);
  if (code == DONE) code = open_id(&x, args);
  if (code == DONE) {
    session *s = &x.d.session;
    code = session_batches(s, args, "tau", !x.d.whole)
               ? session_run_batch(s, !x.d.whole, ulna_batch_inverse_dynamics, "tau", s->robot.n)
               : session_run(s, compute, &x);
  }
  session_close(&x.d.session);
  return code;
}
