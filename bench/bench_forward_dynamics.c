/* Forward dynamics and the mass matrix: ours by every method, other libraries, and what the number of joints does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "work/work.h"

static void check(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "bench: %s: %s\n", what, ulna_status_text(status));
  exit(1);
}

static void by_default(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    check(ulna_forward_dynamics(job->with, job->context, x->q + s * n, x->qd + s * n, x->tau + s * n,
                                out + s * n),
          job->name);
}

/* Each call waits for the answer of the one before: what a simulation sees. */
static void one_after_another(const bench_job *job, const bench_states *x, double out[])
{
  double q[PEER_MOST_JOINTS];
  const double none = 0;
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    for (int i = 0; i < n; i++) q[i] = x->q[s * n + i] + (s ? none * out[(s - 1) * n] : 0);
    check(ulna_forward_dynamics(job->with, job->context, q, x->qd + s * n, x->tau + s * n, out + s * n),
          job->name);
  }
}

static void by_method(ulna_forward_method method, const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    check(ulna_forward_dynamics_by(job->with, job->context, method, x->q + s * n, x->qd + s * n,
                                   x->tau + s * n, out + s * n),
          job->name);
}
static void by_strobe(const bench_job *job, const bench_states *x, double out[])
{
  by_method(ULNA_FORWARD_STROBE, job, x, out);
}
static void by_composite(const bench_job *job, const bench_states *x, double out[])
{
  by_method(ULNA_FORWARD_COMPOSITE, job, x, out);
}
static void by_saha(const bench_job *job, const bench_states *x, double out[])
{
  by_method(ULNA_FORWARD_SAHA, job, x, out);
}
static void by_articulated(const bench_job *job, const bench_states *x, double out[])
{
  by_method(ULNA_FORWARD_ARTICULATED, job, x, out);
}
static void by_noc(const bench_job *job, const bench_states *x, double out[])
{
  by_method(ULNA_FORWARD_NOC, job, x, out);
}
static void mass_matrix(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    ulna_mass_matrix(job->with, job->context, x->q + s * n, out + s * n * n);
}

static void mass_matrix_after_another(const bench_job *job, const bench_states *x, double out[])
{
  double q[PEER_MOST_JOINTS];
  const double none = 0;
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    for (int i = 0; i < n; i++) q[i] = x->q[s * n + i] + (s ? none * out[(s - 1) * n * n] : 0);
    ulna_mass_matrix(job->with, job->context, q, out + s * n * n);
  }
}

static void must_agree(const char *file, const bench_job jobs[], int count, const bench_states *x, int width,
                       double tolerance)
{
  for (int j = 1; j < count; j++) {
    const double difference = bench_difference(jobs, j, x, width);
    if (difference <= tolerance) continue;
    fprintf(stderr, "%s: %s disagrees: %.3g of the largest number\n", file, jobs[j].name, difference);
    exit(1);
  }
}

static void measure(const char *file, const double goal[3], const double mass_goal[3])
{
  ulna_model *model = bench_model(file);
  ulna_work *work = bench_work(model);
  const peer_arm arm = bench_arm(model);
  bench_states x = bench_draw(model, work);
  const int n = ulna_model_joint_count(model);
  char title[240];

  bench_job jobs[BENCH_MOST_JOBS] = {
      {"ulna", "ulna_forward_dynamics", by_default, work, model, 0, 0, 0, 0},
      {"  each call waits", "for the answer of the one before", one_after_another, work, model, 0, 0, 0, 0},
      {"  articulated", "ulna_forward_dynamics_by", by_articulated, work, model, 0, 0, 0, 0},
      {"  saha", "ulna_forward_dynamics_by", by_saha, work, model, 0, 0, 0, 0},
      {"  strobe (1980)", "ulna_forward_dynamics_by", by_strobe, work, model, 0, 0, 0, 0},
      {"  noc", "ulna_forward_dynamics_by", by_noc, work, model, 0, 0, 0, 0}};
  int count = bench_add_peers(jobs, 6, &arm, &x, goal, PEER_FORWARD_DYNAMICS);
  must_agree(file, jobs, count, &x, n, 1e-8);  // the condition of the wrist's inertias, 1e5, times roundings
  bench_time(jobs, count, &x, n);
  snprintf(title, sizeof title,
           "Forward dynamics, %s (n = %d), double, sines included; %s; method: %s; answers agree",
           ulna_model_name(model), n, ulna_fast_paths(0)->instructions,
           ulna_forward_method_name(ulna_forward_dynamics_method(model)));
  bench_print(title, jobs, count);
  bench_remove_peers(jobs, 6, count);

  bench_job mass[BENCH_MOST_JOBS] = {{"ulna", "ulna_mass_matrix", mass_matrix, work, model, 0, 0, 0, 0},
                                     {"  each call waits", "for the answer of the one before",
                                      mass_matrix_after_another, work, model, 0, 0, 0, 0}};
  count = bench_add_peers(mass, 2, &arm, &x, mass_goal, PEER_MASS_MATRIX);
  must_agree(file, mass, count, &x, n * n, 1e-9);
  bench_time(mass, count, &x, n * n);
  snprintf(title, sizeof title, "Mass matrix, %s (n = %d), double, sines included; answers agree",
           ulna_model_name(model), n);
  bench_print(title, mass, count);
  bench_remove_peers(mass, 2, count);
  bench_forget(&x);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* A chain of n revolute joints in Denavit–Hartenberg parameters, none of them special. */
static ulna_model *long_chain(int n)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  check(ulna_builder_create(ULNA_DH, NULL, &b), "builder");
  for (int i = 0; i < n; i++) {
    char name[2][32];
    snprintf(name[0], sizeof name[0], "j%d", i + 1), snprintf(name[1], sizeof name[1], "l%d", i + 1);
    ulna_joint j = ulna_joint_default();
    j.name = name[0], j.link.name = name[1];
    j.theta = sin(3.0 * i), j.d = 0.05 * cos(1.0 * i), j.a = 0.1 + 0.05 * sin(2.0 * i),
    j.alpha = 1.3 * cos(5.0 * i);
    j.link.body = (ulna_body){
        1, {-0.05, 0.01 * sin(7.0 * i), 0.02}, {0.003, 0.004, 0.0035, 0.0002, -1e-4, 3e-4}, ULNA_ABOUT_COM};
    check(ulna_builder_add_joint(b, &j), "joint");
  }
  check(ulna_builder_finish(b, NULL, &model), "chain");
  ulna_builder_destroy(b);
  return model;
}

/* Both methods over n: time of each, of the O(n) one a link, and from where on it is the faster one. Its cost a link
 * shall be flat, ±15 %, from n = 20 to n = 200, and at most 100 ns. */
static void over_n(void)
{
  static const int lengths[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 30, 50, 100, 200};
  enum { COUNT = sizeof lengths / sizeof lengths[0] };
  double least = INFINITY, most = 0;
  int crossover = 0;
  printf("\nForward dynamics of chains of n revolute joints, ns\n  %5s %11s %12s %13s  default\n", "n",
         "composite", "articulated", "of it a link");
  for (int k = 0; k < COUNT; k++) {
    const int n = lengths[k];
    ulna_model *model = long_chain(n);
    ulna_work *work = bench_work(model);
    bench_states x = bench_draw(model, work);
    bench_job jobs[] = {{"articulated", "", by_articulated, work, model, 0, 0, 0, 0},
                        {"composite", "", by_composite, work, model, 0, 0, 0, 0}};
    const int count = n <= 50 ? 2 : 1;
    bench_time(jobs, count, &x, n);
    const double a_link = jobs[0].decile / n;
    char dense[32] = "-";
    if (count == 2) snprintf(dense, sizeof dense, "%.1f", jobs[1].decile);
    printf("  %5d %11s %12.1f %13.1f  %s\n", n, dense, jobs[0].decile, a_link,
           ulna_forward_method_name(ulna_forward_dynamics_method(model)));
    char joints[40];
    snprintf(joints, sizeof joints, "%d joints", n);
    for (int j = 0; j < count; j++)
      bench_csv("Forward dynamics of chains of revolute joints", joints, j ? "composite" : "articulated",
                jobs[j].decile, jobs[j].median, jobs[j].decile / jobs[0].decile);
    if (count == 2 && jobs[0].decile >= jobs[1].decile) crossover = n + 1;
    if (n >= 20) least = fmin(least, a_link), most = fmax(most, a_link);
    bench_forget(&x);
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  const double middle = (least + most) / 2, spread = 100 * (most - least) / (least + most);
  const int flat = spread <= 15, cheap = most <= 100;
  printf(
      "  O(n) is the faster method from n = %d on. From 20 to 200 joints it takes %.1f ns a link, within %.1f %% "
      "(goal 15 %%: %s; goal 100 ns: %s; 62 ns: %s)\n",
      crossover, middle, spread, flat ? "met" : "MISSED", cheap ? "met" : "MISSED",
      most <= 62 ? "met" : "missed");
}

int main(void)
{
  const double goals[3] = {11, 7, 28}, mass_goals[3] = {10, 0, 0}, none[3] = {0, 0, 0};
  measure("panda.yaml", goals, mass_goals);
  measure("puma560_feasible.yaml", none, none);
  over_n();
  return 0;
}
