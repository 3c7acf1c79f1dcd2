/* Inverse dynamics: ours, its parts and its references, and other libraries. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worse.h"
#include "bench.h"
#include "work/work.h"

typedef void inverse_dynamics(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                              const double qdd[], double tau[]);

static void walk(inverse_dynamics *f, const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    f(job->with, job->context, x->q + s * n, x->qd + s * n, x->qdd + s * n, out + s * n);
}

static void by_default(const bench_job *job, const bench_states *x, double out[])
{
  walk(ulna_inverse_dynamics, job, x, out);
}
static void by_newton_euler(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    if (ulna_inverse_dynamics_by(job->with, job->context, ULNA_INVERSE_NEWTON_EULER, x->q + s * n,
                                 x->qd + s * n, x->qdd + s * n, out + s * n) != ULNA_OK)
      exit(1);
}

/* Each call waits for the answer of the one before: what a controller, which has nothing else to do, sees. */
static void one_after_another(const bench_job *job, const bench_states *x, double out[])
{
  double q[PEER_MOST_JOINTS];
  const double none = 0;
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    for (int i = 0; i < n; i++) q[i] = x->q[s * n + i] + (s ? none * out[(s - 1) * n] : 0);
    ulna_inverse_dynamics(job->with, job->context, q, x->qd + s * n, x->qdd + s * n, out + s * n);
  }
}

static void sines(const bench_job *job, const bench_states *x, double out[])
{
  ulna_work *work = job->context;
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    sine_cosine_sums(n, work->model->tables->theta0, x->q + s * n, work->sin_theta, work->cos_theta);
    out[s * n] = work->sin_theta[n - 1];
  }
}

/* One instruction set's path; job->by is its name. */
static void by_path(const bench_job *job, const bench_states *x, double out[])
{
  ulna_work *work = job->context;
  const fast_paths *path = job->with;
  fast_inverse_dynamics *f = path->inverse_dynamics(&work->fast);
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    f(&work->fast, x->q + s * n, x->qd + s * n, x->qdd + s * n, out + s * n);
}

/* The same arm on a base that turns: the general path. */
static void on_moving_base(const bench_job *job, const bench_states *x, double out[])
{
  ulna_base_motion motion = {{0}, {0}, {0}, {0}};
  motion.angular_velocity[2] = 1e-300; /* not zero, and changes nothing */
  ulna_work_set_base_motion(job->context, &motion);
  by_default(job, x, out);
  ulna_work_set_base_motion(job->context, NULL);
}

static void measure(const char *file, const double goal[3])
{
  ulna_model *model = bench_model(file);
  ulna_work *work = bench_work(model);
  const peer_arm arm = bench_arm(model);
  bench_states x = bench_draw(model, work);
  const int n = ulna_model_joint_count(model);

  bench_job jobs[BENCH_MOST_JOBS] = {
      {"ulna", "ulna_inverse_dynamics", by_default, work, model, 0, 0, 0, 0},
      {"  each call waits", "for the answer of the one before", one_after_another, work, model, 0, 0, 0, 0},
      {"  Newton-Euler", "ulna_inverse_dynamics_by", by_newton_euler, work, model, 0, 0, 0, 0},
  };
  int ours = 3;
  jobs[ours++] =
      (bench_job){"  on a turning base", "ulna_inverse_dynamics", on_moving_base, work, model, 0, 0, 0, 0};
  for (int p = 1; ulna_fast_paths(p); p++)
    jobs[ours++] = (bench_job){"  other instructions",
                               ulna_fast_paths(p)->instructions,
                               by_path,
                               work,
                               ulna_fast_paths(p),
                               0,
                               0,
                               0,
                               0};
  const int answers = bench_add_peers(jobs, ours, &arm, &x, goal, PEER_INVERSE_DYNAMICS);
  int wrong = 0;
  for (int j = 1; j < answers; j++) {
    const double difference = bench_difference(jobs, j, &x, n);
    if (difference <= 1e-9) continue;
    fprintf(stderr, "%s: %s disagrees: %.3g of the largest torque\n", file, jobs[j].name, difference);
    wrong++;
  }
  if (wrong) exit(1);
  jobs[answers] = (bench_job){"  sines alone", "sine_cosine_sums", sines, work, model, 0, 0, 0, 0};

  char title[200];
  bench_time(jobs, answers + 1, &x, n);
  snprintf(title, sizeof title,
           "Inverse dynamics, %s (n = %d), double, sines included; %s; answers agree to 1e-9",
           ulna_model_name(model), n, ulna_fast_paths(0)->instructions);
  bench_print(title, jobs, answers + 1);
  bench_remove_peers(jobs, ours, answers);
  bench_forget(&x);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* |got − want| in units of the last place of the double nearest to want */
static double ulps(double got, long double want)
{
  int e;
  frexpl(want, &e);
  return (double)(fabsl((long double)got - want) / ldexpl(1, e - DBL_MANT_DIG));
}

/* The largest error of the sines as they are compiled here, against long double; the sines of a portable build are
 * tests/kernel/test_sine_cosine.c's. Angles are spread evenly, those beyond 1e5 by their exponents. */
static void sine_errors(void)
{
  enum { N = 7, CALLS = 200000 };
  const double none[N] = {0}, reach[3] = {1e5, 7, 0.8};
  double worst[2] = {0, 0}, x[N], s[N], c[N];
  for (int k = 0; k < 2 * CALLS; k++) {
    const int far = k >= CALLS;
    for (int i = 0; i < N; i++) {
      const double golden = 0.61803398874989485 * (k * N + i), part = golden - floor(golden);
      x[i] = far ? 1e5 * exp2(1000 * part) : (2 * part - 1) * reach[i % 3];
    }
    sine_cosine_sums(N, none, x, s, c);
    for (int i = 0; i < N; i++) {
      worst[far] = worse_of(worst[far], ulps(s[i], sinl((long double)x[i])));
      worst[far] = worse_of(worst[far], ulps(c[i], cosl((long double)x[i])));
    }
  }
  printf("\nSines and cosines: largest error of %d, %.3f ulp up to 1e5, %.3f ulp beyond\n", 2 * N * CALLS,
         worst[0], worst[1]);
  if (!(worst[0] < 1 && worst[1] < 1)) exit(1);
}

int main(void)
{
  const double goals[3] = {10, 11, 24}, none[3] = {0, 0, 0};
  measure("panda.yaml", goals);
  measure("puma560_feasible.yaml", none);
  measure("ur5e.yaml", none);
  measure("stanford.yaml", none);
  sine_errors();
  return 0;
}
