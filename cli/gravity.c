/* ulna gravity: the torques that hold the arm. */
#include "cli.h"
#include "dynamics.h"

typedef struct {
  dynamics d;
  double *G, *zero;
} gravity;

static int compute(void *context, const states *s)
{
  gravity *x = context;
  const ulna_model *model = x->d.session.robot.model;
  ulna_work *work = x->d.session.robot.work;
  // at rest gravity is all there is
  if (x->d.whole) return dynamics_done(s, ulna_drive_bias(model, work, s->q, x->zero, x->G));
  if (x->d.chosen) return dynamics_done(s, ulna_gravity_torques_by(model, work, x->d.method, s->q, x->G));
  ulna_gravity_torques(model, work, s->q, x->G);
  return DONE;
}

int run_gravity(const arguments *args)
{
  gravity x = {.G = NULL};
  int code = dynamics_open(&x.d, args);
  if (code == DONE) {
    session_echo(&x.d.session, args, "q");
    dynamics_say(&x.d, NULL);
    x.G = dynamics_vector(&x.d, "G");
    x.zero = records_memory(&x.d.session.out, (size_t)x.d.session.robot.n, sizeof(double));
    session *s = &x.d.session;
    code = !x.d.whole && session_batches(s, args, "G", true)
               ? session_run_batch(s, true, ulna_batch_gravity_torques, "G", s->robot.n)
               : session_run(s, compute, &x);
  }
  session_close(&x.d.session);
  return code;
}
