/* Drives: what rotors add to inverse dynamics. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "drive/drive_internal.h"
#include "work/work.h"

static void check(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "bench: %s: %s\n", what, ulna_status_text(status));
  exit(1);
}

static void links(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    ulna_inverse_dynamics(job->with, job->context, x->q + s * n, x->qd + s * n, x->qdd + s * n, out + s * n);
}

static void driven(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    const ulna_drive_forces forces = {.F = out + s * n};
    check(ulna_drive_inverse_dynamics(job->with, job->context, x->q + s * n, x->qd + s * n, x->qdd + s * n,
                                      &forces),
          job->name);
  }
}

/* Friction, the shares of the actuators and their currents as well. */
static void all_forces(const bench_job *job, const bench_states *x, double out[])
{
  double F_a[PEER_MOST_JOINTS], F_ad[PEER_MOST_JOINTS], current[PEER_MOST_JOINTS], tau[PEER_MOST_JOINTS];
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    const ulna_drive_forces forces = {out + s * n, tau, F_a, F_ad, current};
    check(ulna_drive_inverse_dynamics(job->with, job->context, x->q + s * n, x->qd + s * n, x->qdd + s * n,
                                      &forces),
          job->name);
  }
}

/* The recursion for any moving body, balanced or not. */
static void any_body(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0, n = x->n; s < BENCH_STATES; s++)
    ulna_drive_joint_forces(job->with, job->context, x->q + s * n, x->qd + s * n, x->qdd + s * n, true,
                            out + s * n);
}

/* The reference: coefficients by traces, F_i = Σ D_ij qdd_j + Σ D_ijk qd_j qd_k + D_i. */
static void by_traces(const bench_job *job, const bench_states *x, double out[])
{
  enum { N = PEER_MOST_JOINTS };
  static double D_ij[N * N], D_ijk[N * N * N], D_i[N];
  for (int s = 0, n = x->n; s < BENCH_STATES; s++) {
    const double *qd = x->qd + s * n, *qdd = x->qdd + s * n;
    check(ulna_drive_coefficients(job->with, job->context, x->q + s * n, D_ij, D_ijk, D_i), "coefficients");
    for (int i = 0; i < n; i++) {
      double F = D_i[i];
      for (int j = 0; j < n; j++) F += D_ij[i * n + j] * qdd[j];
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) F += D_ijk[(i * n + j) * n + k] * qd[j] * qd[k];
      out[s * n + i] = F;
    }
  }
}

static void measure(const char *what, ulna_model *model)
{
  ulna_work *work = bench_work(model);
  bench_states x = bench_draw(model, work);
  const int n = ulna_model_joint_count(model);
  bench_job jobs[] = {
      {"with rotors", "ulna_drive_inverse_dynamics, F", driven, work, model, 0, 0, 0, 0},
      {"  any moving body", "the recursion for unbalanced ones too", any_body, work, model, 0, 0, 0, 0},
      {"  by traces", "ulna_drive_coefficients", by_traces, work, model, 0, 0, 0, 0},
      {"  all forces", "F, tau, F_a, F_ad, current: friction, K^-T", all_forces, work, model, 0, 0, 0, 0},
      {"links only", "ulna_inverse_dynamics", links, work, model, 0, 0, 0, 0}};
  for (int j = 1; j < 4; j++) {
    const double difference = bench_difference(jobs, j, &x, n);
    if (difference <= 1e-9) continue;
    fprintf(stderr, "%s: %s disagrees: %.3g of the largest force\n", what, jobs[j].name, difference);
    exit(1);
  }
  bench_time(jobs, 5, &x, n);
  char title[200];
  snprintf(title, sizeof title,
           "Inverse dynamics of %s (n = %d), double, sines included; answers agree to 1e-9", what, n);
  bench_print(title, jobs, 5);
  const double ratio = jobs[0].decile / jobs[4].decile;
  printf("  Rotors cost %.2f times the links alone (goal 1.35: %s)\n", ratio,
         ratio <= 1.35 ? "met" : "MISSED");
  bench_forget(&x);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* The links of a robot, with a balanced rotor on each of them, its axis askew, geared to the link's own joint. */
static ulna_model *carrying_rotors(const char *file)
{
  ulna_model *bare = bench_model(file), *model = NULL;
  ulna_builder *b = NULL;
  check(ulna_builder_create(ulna_model_convention(bare), NULL, &b), "builder");
  check(ulna_builder_accept(b, "triangle_inequality", "as the robot's own file has it"), "accept");
  for (int i = 1; i <= ulna_model_joint_count(bare); i++)
    check(ulna_builder_add_joint(b, ulna_model_joint(bare, i)), "joint");
  for (int i = 1; i <= ulna_model_joint_count(bare); i++) {
    const ulna_joint *joint = ulna_model_joint(bare, i);
    char name[32];
    snprintf(name, sizeof name, "motor %d", i);
    const ulna_couple couple = {joint->name, 60 + 10 * i};
    const double none[3] = {0, 0, 0}, askew[3] = {0.3 * i, -0.2 * i, 0};
    ulna_drive d = ulna_drive_default();
    d.name = name, d.mounted_on = joint->link.name, d.pose = ulna_pose_from_rpy(none, askew);
    d.couple_count = 1, d.couples = &couple;
    d.spin_only = true, d.rotor.inertia[2] = 2e-4;
    check(ulna_builder_add_drive(b, &d), "drive");
  }
  check(ulna_builder_finish(b, NULL, &model), "robot with carried rotors");
  ulna_builder_destroy(b);
  ulna_model_destroy(bare);
  return model;
}

int main(void)
{
  measure("PUMA 560, its six rotors on the base", bench_model("puma560_feasible.yaml"));
  measure("PUMA 560 with six rotors carried by moving links", carrying_rotors("puma560_feasible.yaml"));
  return 0;
}
