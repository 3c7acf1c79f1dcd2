/* The plant that simulations step, at single states: its right-hand side, what it watches and shows, its derivatives. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { N = 6, NUMBERS = 2 * N + 4, MOST = 2 * N * 3 * N };  // MOST: A and B of a linear plant

static void check(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "bench: %s: %s\n", what, ulna_status_text(status));
  exit(1);
}

typedef struct {
  ulna_plant *plant;
  double (*y)[NUMBERS];  // one each state
} driven;

static void hold(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)t, (void)q, (void)qd;
  for (int i = 0; i < N; i++) u[i] = 1;
}

static void rate(const bench_job *job, const bench_states *x, double out[])
{
  const driven *d = job->context;
  (void)x;
  for (int s = 0; s < BENCH_STATES; s++)
    check(ulna_plant_rate(d->plant, 0, d->y[s], out + s * MOST), job->by);
}
static void observe(const bench_job *job, const bench_states *x, double out[])
{
  const driven *d = job->context;
  (void)x;
  for (int s = 0; s < BENCH_STATES; s++) {
    double *to = out + s * MOST;
    const ulna_plant_signals all = {to,         to + N,     to + 2 * N, to + 3 * N, to + 4 * N,
                                    to + 5 * N, to + 6 * N, to + 7 * N, to + 9 * N};
    check(ulna_plant_observe(d->plant, 0, d->y[s], &all), job->by);
  }
}
static void switches(const bench_job *job, const bench_states *x, double out[])
{
  const driven *d = job->context;
  (void)x;
  for (int s = 0; s < BENCH_STATES; s++)
    check(ulna_plant_switches(d->plant, 0, d->y[s], out + s * MOST), job->by);
}
static void linearise(const bench_job *job, const bench_states *x, double out[])
{
  const driven *d = job->context;
  (void)x;
  for (int s = 0; s < BENCH_STATES; s++) {
    double *A = out + s * MOST, *B = A + 2 * N * 2 * N;
    check(ulna_plant_linearise(d->plant, 0, d->y[s], A, B, NULL, 0), job->by);
  }
}

/* Accelerations that are shown are those of the right-hand side, and so is a step of q along the derivative of it. */
static void check_answers(const bench_job jobs[], const driven *d, const bench_states *x)
{
  static double right[BENCH_STATES * MOST], shown[BENCH_STATES * MOST], linear[BENCH_STATES * MOST];
  rate(&jobs[0], x, right), observe(&jobs[1], x, shown), linearise(&jobs[3], x, linear);
  const double step = 1e-6;
  for (int s = 0; s < BENCH_STATES; s++) {
    double moved[NUMBERS], beside[NUMBERS], largest = 0, most = 0;
    memcpy(moved, d->y[s], sizeof moved);
    moved[1] += step;
    check(ulna_plant_rate(d->plant, 0, moved, beside), "rate");
    for (int i = 0; i < N; i++) {
      const double qdd = right[s * MOST + N + i], slope = (beside[N + i] - qdd) / step;
      const double A = linear[s * MOST + (N + i) * 2 * N + 1];
      largest = fmax(largest, fabs(A)), most = fmax(most, fabs(slope - A));
      if (!(fabs(shown[s * MOST + i] - qdd) <= 1e-9 * (1 + fabs(qdd)))) check(ULNA_NOT_CONVERGED, "observe");
    }
    if (!(most <= 1e-3 * (1 + largest))) check(ULNA_NOT_CONVERGED, "linearise");
  }
}

int main(void)
{
  ulna_model *model = bench_model("puma560_feasible.yaml");
  ulna_work *work = bench_work(model);
  bench_states x = bench_draw(model, work);
  ulna_plant_options options = ulna_plant_options_default();
  options.linear = true;
  const ulna_surroundings around = {.input = hold};
  static double y[BENCH_STATES][NUMBERS];
  driven d = {NULL, y};
  check(ulna_plant_create(model, &options, &around, NULL, &d.plant), "plant");
  if (ulna_plant_state_count(d.plant) > NUMBERS || ulna_plant_linear_state_count(d.plant) != 2 * N ||
      ulna_plant_switch_count(d.plant) > MOST)
    check(ULNA_TOO_SMALL, "plant");
  for (int s = 0; s < BENCH_STATES; s++)
    for (int i = 0; i < N; i++) {  // all slip the way they do in the first
      y[s][i] = x.q[s * N + i];
      y[s][N + i] = copysign(fabs(x.qd[s * N + i]) + 0.01, x.qd[i]);
    }
  check(ulna_plant_start(d.plant, 0, y[0]), "start");
  bench_job jobs[] = {
      {.name = "right-hand side", .by = "ulna_plant_rate", .run = rate, .context = &d},
      {.name = "all signals", .by = "ulna_plant_observe", .run = observe, .context = &d},
      {.name = "switch functions", .by = "ulna_plant_switches", .run = switches, .context = &d},
      {.name = "A and B", .by = "ulna_plant_linearise", .run = linearise, .context = &d}};
  check_answers(jobs, &d, &x);
  bench_time(jobs, 4, &x, MOST);
  bench_print("The plant at single states, PUMA 560 with drives and friction, all slipping", jobs, 4);
  ulna_plant_destroy(d.plant);
  bench_forget(&x);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  return 0;
}
