/* ulna fd: the acceleration that torques cause. */
#include <math.h>
#include <string.h>

#include "cli.h"
#include "derivatives.h"
#include "ulna/derivatives.h"
#include "ulna/friction.h"

typedef struct {
  dynamics d;
  bool chosen, forces; /* a method was asked for; actuator forces are given rather than torques */
  ulna_forward_method method;
  double *qdd, *mode, *F_ad;
  double *by_q, *by_qd, *by_force; /* with --derivatives; else NULL */
  int *modes;
} fd;

static void open_derivatives(fd *x)
{
  dynamics *d = &x->d;
  x->by_q = derivative_add(d, x->forces ? "dqdd_direct_dq" : "dqdd_dq", AXIS_QDD, AXIS_Q);
  x->by_qd = derivative_add(d, x->forces ? "dqdd_direct_dqd" : "dqdd_dqd", AXIS_QDD, AXIS_QD);
  x->by_force = x->forces ? derivative_add(d, "dqdd_direct_dF_ad", AXIS_QDD, AXIS_F_AD)
                          : derivative_add(d, "dqdd_dtau", AXIS_QDD, AXIS_TAU);
}

static int open_whole(fd *x)
{
  const robot *r = &x->d.session.robot;
  const states *s = &x->d.session.states;
  const int places = ulna_friction_place_count(r->model);
  x->F_ad = records_memory(&x->d.session.out, (size_t)r->n, sizeof(double));
  x->modes = records_memory(&x->d.session.out, (size_t)places, sizeof(int));
  x->mode = records_memory(&x->d.session.out, (size_t)places, sizeof(double));
  x->forces = s->has_F_ad && !s->has_tau;
  records_add(&x->d.session.out, "mode", 1, places, 0, 0, x->mode);
  return DONE;
}

static int open_fd(fd *x, const arguments *args)
{
  const robot *r = &x->d.session.robot;
  const char *name = args->value[OPT_METHOD];
  if (given(args, OPT_FORCE) && given(args, OPT_TAU)) return fail("--force and --tau exclude each other");
  if (x->d.session.states.has_F_ad && !x->d.session.states.has_tau && !x->d.whole)
    return fail(
        "forces of actuators: this robot has no drives (or --links-only leaves them out); give --tau");
  x->chosen = name && strcmp(name, "fast") != 0;
  if (x->chosen && ulna_forward_method_find(name, &x->method) != ULNA_OK)
    return fail("--method: unknown \"%s\"", name);
  if (!x->chosen) x->method = ulna_forward_dynamics_method(r->model);
  session_echo(&x->d.session, args, x->d.session.states.has_tau ? "qvt" : "qv");
  dynamics_say(&x->d, x->d.whole ? NULL : ulna_forward_method_name(x->method));
  x->qdd = dynamics_vector(&x->d, "qdd");
  const int code = x->d.whole ? open_whole(x) : DONE;
  if (code == DONE && given(args, OPT_DERIVATIVES)) open_derivatives(x);
  return code;
}

static int refuse(const fd *x, const states *s, ulna_status status)
{
  const robot *r = &x->d.session.robot;
  if (status == ULNA_SINGULAR && !x->d.whole) {
    const int joint = ulna_singular_joint(r->model, r->work, s->q);
    if (joint > 0)
      return fail("state %lld: the mass matrix is singular: joint %d (%s) moves no inertia", s->count, joint,
                  ulna_model_joint(r->model, joint)->name);
  }
  return dynamics_done(s, status);
}

/* qdd and its derivatives, every place slipping in the direction of its speed. */
static int compute_derivatives(fd *x, const states *s)
{
  const robot *r = &x->d.session.robot;
  ulna_status status;
  if (x->d.whole) {
    const char *still = derivative_dry_at_rest(r, s->q, s->qd);
    if (still)
      return fail("state %lld: no derivative: \"%.60s\" is at exactly zero speed, where dry friction jumps; "
                  "give --qd, or --links-only",
                  s->count, still);
    status = ulna_drive_forward_dynamics_derivatives(
        r->model, r->work, x->forces ? ULNA_UNDER_F_AD : ULNA_UNDER_TAU, s->q, s->qd,
        x->forces ? s->F_ad : s->tau, NULL, x->by_q, x->by_qd, x->by_force);
  } else {
    status = ulna_forward_dynamics_derivatives(r->model, r->work, s->q, s->qd, s->tau, NULL, x->by_q,
                                               x->by_qd, x->by_force);
  }
  return status == ULNA_OK ? DONE : refuse(x, s, status);
}

static int compute(void *context, const states *s)
{
  fd *x = context;
  const robot *r = &x->d.session.robot;
  ulna_status status;
  if (!x->d.whole) {
    status = x->chosen ? ulna_forward_dynamics_by(r->model, r->work, x->method, s->q, s->qd, s->tau, x->qdd)
                       : ulna_forward_dynamics(r->model, r->work, s->q, s->qd, s->tau, x->qdd);
    if (status != ULNA_OK) return refuse(x, s, status);
    return x->by_q ? compute_derivatives(x, s) : DONE;
  }
  if (x->forces) {
    memcpy(x->F_ad, s->F_ad, (size_t)s->n * sizeof(double));
  } else {
    status = ulna_joint_to_actuator_forces(r->model, r->work, s->q, s->tau, x->F_ad);
    if (status != ULNA_OK) return fail("state %lld: the drives' coupling is singular here", s->count);
  }
  // a place at exactly zero speed may stick; what sticks is found anew for each state
  status = ulna_stick_modes(r->model, r->work, s->q, s->qd, x->modes);
  if (status == ULNA_OK)
    status = ulna_stick_accelerations(r->model, r->work, s->q, s->qd, x->F_ad, x->modes, x->qdd, NULL);
  if (status != ULNA_OK) return refuse(x, s, status);
  for (int i = 0; i < ulna_friction_place_count(r->model); i++) x->mode[i] = x->modes[i];
  return x->by_q ? compute_derivatives(x, s) : DONE;
}

int run_fd(const arguments *args)
{
  fd x = {.qdd = NULL};
  int code = dynamics_open(&x.d, args);
  if (code == DONE) code = open_fd(&x, args);
  if (code == DONE) {
    session *s = &x.d.session;
    code = !x.d.whole && session_batches(s, args, "qdd", true)
               ? session_run_batch(s, true, ulna_batch_forward_dynamics, "qdd", s->robot.n)
               : session_run(s, compute, &x);
  }
  session_close(&x.d.session);
  return code;
}
