/* ulna coriolis: Coriolis and centrifugal torques, as a vector, a matrix and a tensor. */
#include "cli.h"
#include "dynamics.h"

typedef struct {
  dynamics d;
  double *Cqd, *C_matrix, *C;
  double *M, *G; /* come with the symbols of a whole robot; not shown */
} coriolis;

/* With the whole robot's symbols C_ijk all three are sums over them. */
static void sum_up(const coriolis *x, const states *s)
{
  const int n = s->n;
  for (int i = 0; i < n; i++) {
    x->Cqd[i] = 0;
    for (int j = 0; j < n; j++) {
      const double *row = x->C + ((ptrdiff_t)i * n + j) * n;
      double sum = 0;
      for (int k = 0; k < n; k++) sum += row[k] * s->qd[k];
      x->C_matrix[i * n + j] = sum;
      x->Cqd[i] += sum * s->qd[j];
    }
  }
}

static int compute(void *context, const states *s)
{
  coriolis *x = context;
  const ulna_model *model = x->d.session.robot.model;
  ulna_work *work = x->d.session.robot.work;
  if (x->d.whole) {
    const ulna_status status = ulna_drive_coefficients(model, work, s->q, x->M, x->C, x->G);
    if (status == ULNA_OK) sum_up(x, s);
    return dynamics_done(s, status);
  }
  const ulna_inverse_method method = x->d.chosen ? x->d.method : ULNA_INVERSE_LAGRANGE;
  ulna_status status = x->C ? ulna_christoffel_by(model, work, method, s->q, x->C) : ULNA_OK;
  if (!x->d.chosen) ulna_coriolis_vector(model, work, s->q, s->qd, x->Cqd);
  else if (status == ULNA_OK) status = ulna_coriolis_vector_by(model, work, method, s->q, s->qd, x->Cqd);
  ulna_coriolis_matrix(model, work, s->q, s->qd, x->C_matrix);
  return dynamics_done(s, status);
}

static void open_coriolis(coriolis *x, const arguments *args)
{
  const int n = x->d.session.robot.n;
  session_echo(&x->d.session, args, "qv");
  dynamics_say(&x->d, NULL);
  x->Cqd = dynamics_vector(&x->d, "Cqd");
  x->C_matrix = dynamics_matrix(&x->d, "C_matrix");
  if (given(args, OPT_CHRISTOFFEL) || x->d.whole)
    x->C = records_memory(&x->d.session.out, (size_t)n * (size_t)n * (size_t)n, sizeof(double));
  if (x->d.whole) {
    x->M = records_memory(&x->d.session.out, (size_t)n * (size_t)n, sizeof(double));
    x->G = records_memory(&x->d.session.out, (size_t)n, sizeof(double));
  }
  if (given(args, OPT_CHRISTOFFEL)) records_add(&x->d.session.out, "C", 3, n, n, n, x->C);
}

int run_coriolis(const arguments *args)
{
  coriolis x = {.Cqd = NULL};
  int code = dynamics_open(&x.d, args);
  if (code == DONE) {
    open_coriolis(&x, args);
    code = session_run(&x.d.session, compute, &x);
  }
  session_close(&x.d.session);
  return code;
}
