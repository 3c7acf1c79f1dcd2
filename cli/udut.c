/* ulna udut: the factors of the mass matrix, and which link makes which joint heavy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "dynamics.h"
#include "grid.h"

typedef struct {
  dynamics d;
  bool explain;
  ulna_udut parts;
  double *shares, *held, *free_;
  double *bias, *tau_hat, *tau_tilde, *qdd_solve, *qdd_forward; /* with tau */
} udut;

static double *per_link(udut *x, const char *name, int rank)
{
  const int n = x->d.session.robot.n;
  double *data = records_memory(&x->d.session.out, (size_t)n * (rank == 2 ? 6 : 36), sizeof(double));
  if (!x->explain) records_add(&x->d.session.out, name, rank, n, 6, 6, data);
  return data;
}

static int open_udut(udut *x, const arguments *args)
{
  const int n = x->d.session.robot.n;
  x->explain = given(args, OPT_EXPLAIN);
  if (x->d.whole) return fail("udut is for links alone, but this robot has drives; add --links-only");
  if (x->explain && given(args, OPT_FORMAT) && strcmp(args->value[OPT_FORMAT], "text") != 0)
    return fail("--explain is text for people; leave --format out");
  if (x->explain) {
    x->d.session.out.format = FORMAT_TEXT;
    x->parts.D = records_memory(&x->d.session.out, (size_t)n, sizeof(double));
    x->shares = records_memory(&x->d.session.out, (size_t)n * (size_t)n, sizeof(double));
    x->held = records_memory(&x->d.session.out, (size_t)n, sizeof(double));
    x->free_ = records_memory(&x->d.session.out, (size_t)n, sizeof(double));
    return DONE;
  }
  session_echo(&x->d.session, args, x->d.session.states.has_tau ? "qvt" : "q");
  dynamics_say(&x->d, NULL);
  x->parts.M = dynamics_matrix(&x->d, "M");
  x->parts.U = dynamics_matrix(&x->d, "U");
  x->parts.D = dynamics_vector(&x->d, "D");
  x->parts.p = per_link(x, "p", 2);
  x->parts.psi = per_link(x, "psi", 2);
  x->parts.M_tilde = per_link(x, "M_tilde", 3);
  x->parts.M_art = per_link(x, "M_art", 3);
  if (!x->d.session.states.has_tau) return DONE;
  x->bias = dynamics_vector(&x->d, "bias");
  x->tau_hat = dynamics_vector(&x->d, "tau_hat");
  x->tau_tilde = dynamics_vector(&x->d, "tau_tilde");
  x->qdd_solve = dynamics_vector(&x->d, "qdd_solve");
  x->qdd_forward = dynamics_vector(&x->d, "qdd_forward");
  return DONE;
}

static int refuse(const udut *x, const states *s, ulna_status status)
{
  const robot *r = &x->d.session.robot;
  const int joint = status == ULNA_SINGULAR ? ulna_singular_joint(r->model, r->work, s->q) : 0;
  if (joint > 0)
    return fail("state %lld: the mass matrix is singular: joint %d (%s) moves no inertia", s->count, joint,
                ulna_model_joint(r->model, joint)->name);
  return fail("state %lld: %s", s->count, ulna_status_text(status));
}

static int compute(void *context, const states *s)
{
  udut *x = context;
  const robot *r = &x->d.session.robot;
  ulna_status status = ulna_mass_matrix_udut(r->model, r->work, s->q, &x->parts);
  if (status == ULNA_OK && x->qdd_solve) {
    ulna_bias(r->model, r->work, s->q, s->qd, x->bias);
    status = ulna_udut_solve(r->model, r->work, s->q, s->tau, x->tau_hat, x->tau_tilde, x->qdd_solve);
    // the O(n) method, which keeps its digits on long chains
    if (status == ULNA_OK)
      status = ulna_forward_dynamics_by(r->model, r->work, ULNA_FORWARD_ARTICULATED, s->q, s->qd, s->tau,
                                        x->qdd_forward);
  }
  return status == ULNA_OK ? DONE : refuse(x, s, status);
}

/* The link with the largest share of joint i not yet named. */
static int next_heaviest(const double *share, int n, bool *named)
{
  int best = -1;
  for (int k = 0; k < n; k++)
    if (!named[k] && (best < 0 || share[k] > share[best])) best = k;
  if (best >= 0) named[best] = true;
  return best;
}

static void explain_joint(const udut *x, int i, bool *named)
{
  const robot *r = &x->d.session.robot;
  const ulna_joint *j = ulna_model_joint(r->model, i + 1);
  const bool turns = j->type == ULNA_REVOLUTE;
  const char *unit = turns ? "kg m2" : "kg";
  const double *share = x->shares + (ptrdiff_t)i * r->n;
  char text[1000];
  int used = snprintf(text, sizeof text, "Joint %d (%.80s) feels %.4g %s with all others held", i + 1,
                      j->name, x->held[i], unit);
  memset(named, 0, (size_t)r->n * sizeof(bool));
  for (int count = 0; count < 3; count++) {
    const int k = next_heaviest(share, r->n, named);
    if (k < 0 || !(share[k] >= 0.005 * x->held[i])) break;
    used +=
        snprintf(text + used, sizeof text - (size_t)used, "%s%.0f %% from %.80s", count == 0 ? ": " : ", ",
                 100 * share[k] / x->held[i], ulna_model_joint(r->model, k + 1)->link.name);
  }
  snprintf(text + used, sizeof text - (size_t)used,
           ". With the joints beyond it free it feels %.4g (D), with all others free %.4g %s.", x->parts.D[i],
           x->free_[i], unit);
  grid_paragraph(text, 0, 2);
}

static void explain(const udut *x, const states *s, double condition)
{
  const robot *r = &x->d.session.robot;
  const int n = r->n;
  bool *named = allocate((size_t)n, sizeof(bool));
  if (s->count > 1) out_text("\n");
  for (int i = 0; i < n; i++) explain_joint(x, i, named);
  out_text("\nShare of each link in M_ii, per cent\n  joint");
  for (int k = 0; k < n; k++) out_printf(" %7d", k + 1);
  out_text("   (link)\n");
  for (int i = 0; i < n; i++) {
    out_printf("  %5d", i + 1);
    for (int k = 0; k < n; k++) {
      const double part = x->held[i] > 0 ? 100 * x->shares[i * n + k] / x->held[i] : 0;
      if (k < i) out_text("        ");
      else out_printf(" %7.2f", part);
    }
    out_text("\n");
  }
  free(named);
  out_printf("\nCondition of M: %.4g. Links only.\n", condition);
}

static int run_explain(udut *x)
{
  const robot *r = &x->d.session.robot;
  states *s = &x->d.session.states;
  int got;
  while ((got = states_next(s)) > 0) {
    const int code = compute(x, s);
    if (code != DONE) return code;
    double condition = 0;
    ulna_status status = ulna_joint_inertias(r->model, r->work, s->q, x->held, x->free_);
    if (status == ULNA_OK) status = ulna_mass_matrix_condition(r->model, r->work, s->q, &condition);
    if (status != ULNA_OK) return refuse(x, s, status);
    ulna_inertia_shares(r->model, r->work, s->q, x->shares);
    explain(x, s, condition);
  }
  return got < 0 ? BAD : DONE;
}

int run_udut(const arguments *args)
{
  udut x = {.explain = false};
  int code = dynamics_open(&x.d, args);
  if (code == DONE) code = open_udut(&x, args);
  if (code == DONE) code = x.explain ? run_explain(&x) : session_run(&x.d.session, compute, &x);
  session_close(&x.d.session);
  return code;
}
