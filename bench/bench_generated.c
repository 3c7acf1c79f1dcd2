/* Generated code beside the library: one state a call, and eight side by side. The code is generated when this is built. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "panda.h"
#include "panda8.h"
#include "puma.h"
#include "puma8.h"
#include "ulna/derivatives.h"

enum { LANES = 8, BLOCKS = BENCH_STATES / LANES, MOST = 7 };
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

typedef void of_three(const double q[], const double qd[], const double third[], double out[]);
typedef void of_posture(const double q[], double out[]);
typedef void of_derivatives(const double q[], const double qd[], const double qdd[], double dq[],
                            double dqd[], double M[]);
typedef void of_lanes(const lanes q[], const lanes qd[], const lanes third[], lanes out[]);

/* An arm's code. */
typedef struct {
  const char *file, *name;
  of_three *id, *fd;
  of_posture *mass;
  of_derivatives *did;
  of_lanes *id_8, *fd_8;
  double limit[6];  // ns: id, fd, mass, did, id_8, fd_8
} arm_code;

static const arm_code arms[] = {
    {"panda.yaml",
     "Panda",
     panda_id,
     panda_fd,
     panda_mass,
     panda_did,
     panda8_id,
     panda8_fd,
     {66, 127, 50, 420, 20.3, 33.9}},
    {"puma560.yaml",
     "PUMA 560",
     puma_id,
     puma_fd,
     puma_mass,
     puma_did,
     puma8_id,
     puma8_fd,
     {45, 75, 35, 230, 14.4, 20.5}},
};

static void check(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "bench: %s: %s\n", what, ulna_status_text(status));
  exit(1);
}

/* ---- the library */

static void library_id(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    ulna_inverse_dynamics(job->with, job->context, x->q + s * n, x->qd + s * n, x->qdd + s * n, out + s * n);
}
static void library_fd(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    check(ulna_forward_dynamics(job->with, job->context, x->q + s * n, x->qd + s * n, x->tau + s * n,
                                out + s * n),
          job->name);
}
static void library_mass(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    ulna_mass_matrix(job->with, job->context, x->q + s * n, out + s * n * n);
}
static void library_did(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    double *to = out + 3 * s * n * n;
    check(ulna_inverse_dynamics_derivatives(job->with, job->context, x->q + s * n, x->qd + s * n,
                                            x->qdd + s * n, NULL, to, to + n * n, to + 2 * n * n),
          job->name);
  }
}

/* ---- generated */

static void generated_id(const bench_job *job, const bench_states *x, double out[])
{
  of_three *run = ((const arm_code *)job->with)->id;
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    run(x->q + s * n, x->qd + s * n, x->qdd + s * n, out + s * n);
}
static void generated_fd(const bench_job *job, const bench_states *x, double out[])
{
  of_three *run = ((const arm_code *)job->with)->fd;
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    run(x->q + s * n, x->qd + s * n, x->tau + s * n, out + s * n);
}
static void generated_mass(const bench_job *job, const bench_states *x, double out[])
{
  of_posture *run = ((const arm_code *)job->with)->mass;
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) run(x->q + s * n, out + s * n * n);
}
static void generated_did(const bench_job *job, const bench_states *x, double out[])
{
  of_derivatives *run = ((const arm_code *)job->with)->did;
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    double *to = out + 3 * s * n * n;
    run(x->q + s * n, x->qd + s * n, x->qdd + s * n, to, to + n * n, to + 2 * n * n);
  }
}

/* Eight states side by side: laid out beforehand, taken apart where the answer is looked at. */
typedef struct {
  lanes q[BLOCKS][MOST], qd[BLOCKS][MOST], qdd[BLOCKS][MOST], tau[BLOCKS][MOST], out[BLOCKS][MOST];
} side_by_side;
static side_by_side wide;

static void lay_out(const bench_states *x)
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    for (int i = 0; i < n; i++) {
      wide.q[s / LANES][i][s % LANES] = x->q[s * n + i], wide.qd[s / LANES][i][s % LANES] = x->qd[s * n + i];
      wide.qdd[s / LANES][i][s % LANES] = x->qdd[s * n + i];
      wide.tau[s / LANES][i][s % LANES] = x->tau[s * n + i];
    }
}
static void take_apart(const bench_job *job, int n, double out[])
{
  for (int s = 0; s < BENCH_STATES && !job->timed; s++)
    for (int i = 0; i < n; i++) out[s * n + i] = wide.out[s / LANES][i][s % LANES];
}
static void lanes_id(const bench_job *job, const bench_states *x, double out[])
{
  of_lanes *run = ((const arm_code *)job->with)->id_8;
  for (int b = 0; b < BLOCKS; b++) run(wide.q[b], wide.qd[b], wide.qdd[b], wide.out[b]);
  take_apart(job, x->n, out);
}
static void lanes_fd(const bench_job *job, const bench_states *x, double out[])
{
  of_lanes *run = ((const arm_code *)job->with)->fd_8;
  for (int b = 0; b < BLOCKS; b++) run(wide.q[b], wide.qd[b], wide.tau[b], wide.out[b]);
  take_apart(job, x->n, out);
}

static void measure(const arm_code *arm, const ulna_model *model, ulna_work *work, const bench_states *x)
{
  const int n = x->n;
  void *at = work;
  const struct {
    const char *title;
    int width, count;
    bench_job jobs[3];
    int limit[3];
  } tables[] = {
      {"Inverse dynamics",
       n,
       3,
       {{"library", "ulna_inverse_dynamics", library_id, at, model, 0, 0, 0, 0},
        {"generated", "id", generated_id, NULL, arm, 0, 0, 0, 0},
        {"  eight states", "id, eight doubles side by side", lanes_id, NULL, arm, 0, 0, 0, 0}},
       {-1, 0, 4}},
      {"Forward dynamics",
       n,
       3,
       {{"library", "ulna_forward_dynamics", library_fd, at, model, 0, 0, 0, 0},
        {"generated", "fd", generated_fd, NULL, arm, 0, 0, 0, 0},
        {"  eight states", "fd, eight doubles side by side", lanes_fd, NULL, arm, 0, 0, 0, 0}},
       {-1, 1, 5}},
      {"Mass matrix",
       n * n,
       2,
       {{"library", "ulna_mass_matrix", library_mass, at, model, 0, 0, 0, 0},
        {"generated", "mass", generated_mass, NULL, arm, 0, 0, 0, 0}},
       {-1, 2}},
      {"Derivatives of inverse dynamics",
       3 * n * n,
       2,
       {{"library", "ulna_inverse_dynamics_derivatives", library_did, at, model, 0, 0, 0, 0},
        {"generated", "did", generated_did, NULL, arm, 0, 0, 0, 0}},
       {-1, 3}},
  };
  for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
    bench_job jobs[3];
    memcpy(jobs, tables[t].jobs, sizeof jobs);
    for (int j = 1; j < tables[t].count; j++) {
      const double difference = bench_difference(jobs, j, x, tables[t].width);
      if (difference <= 1e-9) continue;
      fprintf(stderr, "%s: %s disagrees: %.3g\n", arm->name, jobs[j].by, difference);
      exit(1);
    }
    bench_time(jobs, tables[t].count, x, tables[t].width);
    char title[200];
    snprintf(title, sizeof title, "%s of %s (n = %d), generated code, double, sines included",
             tables[t].title, arm->name, n);
    bench_print(title, jobs, tables[t].count);
    for (int j = 1; j < tables[t].count; j++) {
      const double limit = arm->limit[tables[t].limit[j]];
      printf("  %s: %.1f ns a state (goal %g: %s)\n", jobs[j].by, jobs[j].decile, limit,
             jobs[j].decile <= limit ? "met" : "MISSED");
    }
  }
}

int main(void)
{
  printf("\nGenerated code, compiled by\n  %s\neight states side by side by\n  %s\n", GENERATED_STATE,
         GENERATED_LANES);
  for (size_t k = 0; k < sizeof arms / sizeof arms[0]; k++) {
    ulna_model *model = bench_model(arms[k].file);
    ulna_work *work = bench_work(model);
    bench_states x = bench_draw(model, work);
    lay_out(&x);
    measure(&arms[k], model, work, &x);
    bench_forget(&x);
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  return 0;
}
