/* Resolved acceleration: the elimination with its rule, damped least squares, and the plain way with public functions:
 * the Jacobian, its rate, and Gaussian elimination. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

typedef struct {
  ulna_work *work;
  ulna_resolver *resolver;
  bool wrist; /* bring the wrist next to its singular posture */
} resolving;

/* What is asked of the hand in a state. */
static void asked_of(const bench_states *x, int s, double asked[6])
{
  for (int k = 0; k < 6; k++) asked[k] = x->qdd[s * x->n + k % x->n];
}

static void resolve(const bench_job *job, const bench_states *x, double out[])
{
  const resolving *r = job->context;
  double q[PEER_MOST_JOINTS], asked[6];
  for (int s = 0; s < BENCH_STATES; s++) {
    memcpy(q, &x->q[s * x->n], (size_t)x->n * sizeof *q);
    if (r->wrist) q[4] *= 0.01;
    asked_of(x, s, asked);
    if (ulna_resolve_acceleration(r->resolver, r->work, q, &x->qd[s * x->n], asked, NULL, NULL,
                                  &out[s * x->n], NULL) != ULNA_OK)
      out[s * x->n] = (double)NAN;
  }
}

/* A x = b, 6×6 row-major, rows interchanged; x over b. */
static void solve(double A[36], double b[6])
{
  for (int j = 0; j < 6; j++) {
    int p = j;
    for (int i = j + 1; i < 6; i++)
      if (fabs(A[i * 6 + j]) > fabs(A[p * 6 + j])) p = i;
    for (int k = 0; k < 6; k++) {
      const double t = A[j * 6 + k];
      A[j * 6 + k] = A[p * 6 + k], A[p * 6 + k] = t;
    }
    const double t = b[j];
    b[j] = b[p], b[p] = t;
    for (int i = j + 1; i < 6; i++) {
      const double factor = A[i * 6 + j] / A[j * 6 + j];
      for (int k = j + 1; k < 6; k++) A[i * 6 + k] -= factor * A[j * 6 + k];
      b[i] -= factor * b[j];
    }
  }
  for (int j = 5; j >= 0; j--) {
    for (int k = j + 1; k < 6; k++) b[j] -= A[j * 6 + k] * b[k];
    b[j] /= A[j * 6 + j];
  }
}

static void plainly(const bench_job *job, const bench_states *x, double out[])
{
  const resolving *r = job->context;
  const ulna_model *model = job->with;
  for (int s = 0; s < BENCH_STATES; s++) {
    const double *q = &x->q[s * x->n], *qd = &x->qd[s * x->n];
    double J[36], rate[6], b[6];
    ulna_jacobian(model, r->work, NULL, ULNA_AXES_BASE, q, J);
    ulna_jacobian_rate(model, r->work, NULL, ULNA_AXES_BASE, q, qd, rate);
    asked_of(x, s, b);
    for (int k = 0; k < 6; k++) b[k] -= rate[k];
    solve(J, b);
    memcpy(&out[s * x->n], b, sizeof b);
  }
}

static resolving make(const ulna_model *model, ulna_resolve_method method, double damping, bool limits)
{
  static const double speed[6] = {1e3, 1e3, 1e3, 1e3, 1e3, 1e3}, most[6] = {1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
  static const double lower[6] = {-9, -9, -9, -9, -9, -9}, upper[6] = {9, 9, 9, 9, 9, 9};
  ulna_resolve_options o = ulna_resolve_options_default();
  o.method = method, o.damping = damping, o.ignore_limits = !limits;
  if (limits) {
    o.limits.lower = lower, o.limits.upper = upper, o.limits.velocity = speed, o.limits.acceleration = most;
    o.period = 1e-3;
  }
  resolving r = {bench_work(model), NULL, false};
  if (ulna_resolver_create(model, &o, NULL, &r.resolver) != ULNA_OK) {
    fprintf(stderr, "bench: resolver\n");
    exit(1);
  }
  return r;
}

int main(void)
{
  ulna_model *model = bench_model("puma560.yaml");
  ulna_work *work = bench_work(model);
  bench_states x = bench_draw(model, work);
  enum { WAYS = 5, CHECKED = 4 };
  // so little damping that every drawn state is met exactly, to be held against the others
  resolving ways[WAYS] = {
      make(model, ULNA_RESOLVE_ELIMINATION, 0.05, false), make(model, ULNA_RESOLVE_ELIMINATION, 0.05, true),
      make(model, ULNA_RESOLVE_DAMPED, 1e-5, false), make(model, ULNA_RESOLVE_DAMPED, 0.05, false),
      make(model, ULNA_RESOLVE_DAMPED, 0.05, false)};
  ways[4].wrist = true;
  bench_job jobs[WAYS] = {
      {.name = "elimination", .by = "ulna", .run = resolve, .context = &ways[0]},
      {.name = "elimination, limits kept", .by = "ulna", .run = resolve, .context = &ways[1]},
      {.name = "least squares", .by = "ulna", .run = resolve, .context = &ways[2]},
      {.name = "J, its rate, Gauss", .by = "ulna", .run = plainly, .context = &ways[3], .with = model},
      {.name = "damped, singular wrist", .by = "ulna", .run = resolve, .context = &ways[4]}};
  for (int k = 1; k < CHECKED; k++) {
    const double off = bench_difference(jobs, k, &x, x.n);
    if (!(off < 1e-6)) {  // of answers that grow with the condition of J, some 1e3 here
      fprintf(stderr, "bench: %s is off by %g\n", jobs[k].name, off);
      return 1;
    }
  }
  bench_time(jobs, WAYS, &x, x.n);
  bench_print("Resolved acceleration, PUMA 560", jobs, WAYS);
  for (int k = 0; k < WAYS; k++) ulna_resolver_destroy(ways[k].resolver), ulna_work_destroy(ways[k].work);
  bench_forget(&x);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  return 0;
}
