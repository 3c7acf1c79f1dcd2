/* ulna noc: the natural orthogonal complement, and the constraint wrenches that it eliminates. */
#include <string.h>

#include "cli.h"
#include "dynamics.h"

typedef struct {
  dynamics d;
  ulna_natural_complement parts;
  double *lambda, *constraint;
  double *diagonal[3],
      *below; /* for text: 6n x 6, the blocks of K, M and W that are not zero, one under the other */
} noc;

enum { BLOCK = 6 };

static double *memory(noc *x, int rows, int columns)
{
  return records_memory(&x->d.session.out, (size_t)rows * (size_t)columns, sizeof(double));
}

static double *matrix(noc *x, const char *name, int rows, int columns)
{
  double *data = memory(x, rows, columns);
  records_add(&x->d.session.out, name, columns > 1 ? 2 : 1, rows, columns, 0, data);
  return data;
}

static int open_noc(noc *x, const arguments *args)
{
  const int n = x->d.session.robot.n, rows = 6 * n;
  if (x->d.whole)
    return fail("noc is for links alone, but this robot has drives or friction; add --links-only");
  session_echo(&x->d.session, args, "qva");
  dynamics_say(&x->d, NULL);
  const bool text = x->d.session.out.format == FORMAT_TEXT; /* where 6n columns would be too many */
  x->parts.K = text ? memory(x, rows, rows) : matrix(x, "K", rows, rows);
  if (text) {
    x->diagonal[0] = matrix(x, "K, blocks of each link", rows, BLOCK);
    x->below = matrix(x, "K, blocks of the link before", rows, BLOCK);
  }
  x->parts.T = matrix(x, "T", rows, n);
  x->parts.T_dot = matrix(x, "T_dot", rows, n);
  x->parts.M = text ? memory(x, rows, rows) : matrix(x, "M", rows, rows);
  x->parts.W = text ? memory(x, rows, rows) : matrix(x, "W", rows, rows);
  if (text) {
    x->diagonal[1] = matrix(x, "M, blocks of each link", rows, BLOCK);
    x->diagonal[2] = matrix(x, "W, blocks of each link", rows, BLOCK);
  }
  x->parts.I = matrix(x, "I", n, n);
  x->parts.C = matrix(x, "C", n, n);
  x->parts.c = matrix(x, "c", n, 3);
  x->parts.c_dot = matrix(x, "c_dot", n, 3);
  x->lambda = text ? matrix(x, "lambda", n, BLOCK) : matrix(x, "lambda", rows, 1);
  x->constraint = text ? matrix(x, "w", n, BLOCK) : matrix(x, "w", rows, 1);
  return DONE;
}

/* The blocks `before` columns of blocks before the diagonal. */
static void blocks(const double *from, int n, int before, double *to)
{
  for (int row = BLOCK * before; row < BLOCK * n; row++)
    memcpy(&to[row * BLOCK], &from[(ptrdiff_t)row * BLOCK * n + (ptrdiff_t)BLOCK * (row / BLOCK - before)],
           BLOCK * sizeof(double));
}

static int compute(void *context, const states *s)
{
  noc *x = context;
  const robot *r = &x->d.session.robot;
  ulna_natural_complement_at(r->model, r->work, s->q, s->qd, &x->parts);
  ulna_constraint_wrenches(r->model, r->work, s->q, s->qd, s->qdd, x->lambda, x->constraint);
  const double *const square[] = {x->parts.K, x->parts.M, x->parts.W};
  for (int k = 0; k < 3 && x->below; k++) blocks(square[k], r->n, 0, x->diagonal[k]);
  if (x->below) blocks(x->parts.K, r->n, 1, x->below);
  return DONE;
}

int run_noc(const arguments *args)
{
  noc x = {.lambda = NULL};
  int code = dynamics_open(&x.d, args);
  if (code == DONE) code = open_noc(&x, args);
  if (code == DONE) code = session_run(&x.d.session, compute, &x);
  session_close(&x.d.session);
  return code;
}
