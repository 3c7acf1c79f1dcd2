/* ulna mass: the mass matrix. */
#include "cli.h"
#include "dynamics.h"

typedef struct {
  dynamics d;
  double *M;
} mass;

static int compute(void *context, const states *s)
{
  mass *x = context;
  const ulna_model *model = x->d.session.robot.model;
  ulna_work *work = x->d.session.robot.work;
  if (x->d.whole) return dynamics_done(s, ulna_drive_mass_matrix(model, work, s->q, x->M));
  if (x->d.chosen) return dynamics_done(s, ulna_mass_matrix_by(model, work, x->d.method, s->q, x->M));
  ulna_mass_matrix(model, work, s->q, x->M);
  return DONE;
}

int run_mass(const arguments *args)
{
  mass x = {.M = NULL};
  int code = dynamics_open(&x.d, args);
  if (code == DONE) {
    session_echo(&x.d.session, args, "q");
    dynamics_say(&x.d, NULL);
    x.M = dynamics_matrix(&x.d, "M");
    session *s = &x.d.session;
    code = !x.d.whole && session_batches(s, args, "M", true)
               ? session_run_batch(s, true, ulna_batch_mass_matrix, "M", s->robot.n * s->robot.n)
               : session_run(s, compute, &x);
  }
  session_close(&x.d.session);
  return code;
}
