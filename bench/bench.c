/* Robots, states, clock and tables that the benchmarks share. */
#include "bench.h"
#include "base/random.h"
#include "base/worse.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void give_up(const char *what, const char *why)
{
  fprintf(stderr, "bench: %s: %s\n", what, why);
  exit(1);
}

static void must(ulna_status status, const char *what)
{
  if (status != ULNA_OK) give_up(what, ulna_status_text(status));
}

ulna_model *bench_model(const char *file)
{
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", ULNA_ROBOTS, file);
  ulna_model *model = NULL;
  must(ulna_model_read(path, NULL, NULL, NULL, &model), path);
  return model;
}

ulna_work *bench_work(const ulna_model *model)
{
  ulna_work *work = NULL;
  must(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), "work");
  must(ulna_work_set_payload(work, NULL), "payload");
  return work;
}

/* y = A x, y = Aᵀ x */
static void rotate(const double A[3][3], const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++) y[i] = A[i][0] * x[0] + A[i][1] * x[1] + A[i][2] * x[2];
}
static void rotate_back(const double A[3][3], const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++) y[i] = A[0][i] * x[0] + A[1][i] * x[1] + A[2][i] * x[2];
}

/* A frame whose z is joint i's axis, in the base frame, from the file's link frames at q = 0. */
static ulna_pose joint_frame(const ulna_model *model, const ulna_pose poses[], int i)
{
  switch (ulna_model_convention(model)) {
  case ULNA_DH: return poses[i - 1];
  case ULNA_MDH: return poses[i];
  default: give_up(ulna_model_name(model), "only robots in Denavit–Hartenberg parameters are measured");
  }
  return poses[0];
}

peer_arm bench_arm(const ulna_model *model)
{
  peer_arm arm = {.n = ulna_model_joint_count(model)};
  if (arm.n > PEER_MOST_JOINTS) give_up(ulna_model_name(model), "too many joints");
  ulna_work *work = bench_work(model);
  ulna_pose poses[PEER_MOST_JOINTS + 1], base, below = ulna_pose_identity();
  const double zero[PEER_MOST_JOINTS] = {0};
  ulna_link_poses(model, work, zero, poses);
  ulna_work_destroy(work);

  double gravity[3];
  ulna_model_gravity(model, gravity);
  ulna_model_base(model, &base);
  rotate_back((const double(*)[3])base.R, gravity, arm.gravity);

  for (int i = 1; i <= arm.n; i++) {
    peer_link *l = &arm.link[i - 1];
    const ulna_joint *joint = ulna_model_joint(model, i);
    const ulna_pose frame = joint_frame(model, poses, i);
    const ulna_pose outward = ulna_pose_inverse(&below), inward = ulna_pose_inverse(&frame);
    const ulna_pose step = ulna_pose_multiply(&outward, &frame);
    const ulna_pose link = ulna_pose_multiply(&inward, &poses[i]); /* file's link frame in the joint's */
    memcpy(l->R, step.R, sizeof l->R), memcpy(l->p, step.p, sizeof l->p);
    l->prismatic = joint->type == ULNA_PRISMATIC;

    const ulna_body *body = &joint->link.body;
    double c[3];
    l->mass = body->mass;
    rotate(link.R, body->com, c);
    for (int k = 0; k < 3; k++) l->com[k] = c[k] + link.p[k];
    const double *I = body->inertia;
    double about_com[3][3] = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}, half[3][3],
           full[3][3];
    if (body->about == ULNA_ABOUT_ORIGIN) {
      const double *d = body->com, dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) about_com[a][b] -= body->mass * ((a == b ? dd : 0) - d[a] * d[b]);
    }
    for (int a = 0; a < 3; a++) rotate(link.R, about_com[a], half[a]); /* rows: I Rᵀ */
    for (int a = 0; a < 3; a++) {
      const double column[3] = {half[0][a], half[1][a], half[2][a]};
      rotate(link.R, column, full[a]);
    }
    const double inertia[6] = {full[0][0], full[1][1], full[2][2], full[0][1], full[0][2], full[1][2]};
    memcpy(l->inertia, inertia, sizeof inertia);
    below = frame;
  }
  return arm;
}

static double *room(size_t count)
{
  double *x = calloc(count, sizeof(double));
  if (!x) give_up("states", "out of memory");
  return x;
}

bench_states bench_draw(const ulna_model *model, ulna_work *work)
{
  const int n = ulna_model_joint_count(model);
  const size_t count = (size_t)n * BENCH_STATES;
  bench_states x = {n, room(count), room(count), room(count), room(count)};
  uint64_t random = 1980;
  for (int s = 0; s < BENCH_STATES; s++) {
    const int at = s * n;
    for (int i = 0; i < n; i++) {
      const double reach = ulna_model_joint(model, i + 1)->type == ULNA_PRISMATIC ? 0.5 : 3;
      x.q[at + i] = random_between(&random, -reach, reach);
      x.qd[at + i] = random_between(&random, -2, 2), x.qdd[at + i] = random_between(&random, -5, 5);
    }
    ulna_inverse_dynamics(model, work, x.q + at, x.qd + at, x.qdd + at, x.tau + at);
  }
  return x;
}

void bench_forget(bench_states *x) { free(x->q), free(x->qd), free(x->qdd), free(x->tau); }

double bench_difference(const bench_job jobs[], int which, const bench_states *x, int width)
{
  const size_t count = (size_t)width * BENCH_STATES;
  double *ours = room(count), *theirs = room(count), worst = 0;
  jobs[0].run(&jobs[0], x, ours);
  jobs[which].run(&jobs[which], x, theirs);
  for (int s = 0; s < BENCH_STATES; s++) {
    double scale = 0, most = 0;
    for (int i = s * width; i < (s + 1) * width; i++) {
      scale = fmax(scale, fabs(ours[i]));
      const double difference = fabs(ours[i] - theirs[i]);
      most = worse_of(most, difference);
    }
    worst = worse_of(worst, most / scale);
  }
  free(ours), free(theirs);
  return worst;
}

/* The clock speeds up and branches are learnt: all run once, then for a fifth of a second, before anything counts. */
static void warm_up(bench_job jobs[], int count, const bench_states *x, double out[])
{
  const double start = bench_now();
  do
    for (int j = 0; j < count; j++) jobs[j].run(&jobs[j], x, out);
  while (bench_now() - start < 0.2e9);
}

void bench_time(bench_job jobs[], int count, const bench_states *x, int width)
{
  enum { ROUNDS = 400, LEAST_ROUNDS = 50 };
  const double long_enough = 50e3; /* ns a walk, against the clock's grain */
  const double patience = 10e9;    /* ns a table: after that the least number of rounds will do */
  double *out = room((size_t)width * BENCH_STATES), *times = room((size_t)count * ROUNDS);
  int walks[BENCH_MOST_JOBS];
  for (int j = 0; j < count; j++) jobs[j].timed = 1;
  warm_up(jobs, count, x, out);
  for (int j = 0; j < count; j++) {
    const double start = bench_now();
    jobs[j].run(&jobs[j], x, out);
    walks[j] = (int)(long_enough / (bench_now() - start)) + 1;
  }
  const double begin = bench_now();
  int rounds = 0;
  for (; rounds < ROUNDS && (rounds < LEAST_ROUNDS || bench_now() - begin < patience); rounds++)
    for (int turn = 0; turn < count; turn++) {
      const int j = (turn + rounds) % count;
      const double start = bench_now();
      for (int walk = 0; walk < walks[j]; walk++) jobs[j].run(&jobs[j], x, out);
      times[j * ROUNDS + rounds] = (bench_now() - start) / (walks[j] * BENCH_STATES);
    }
  for (int j = 0; j < count; j++) {
    qsort(times + j * ROUNDS, (size_t)rounds, sizeof *times, rising);
    jobs[j].decile = times[j * ROUNDS + rounds / 10];
    jobs[j].median = times[j * ROUNDS + rounds / 2];
    jobs[j].timed = 0;
  }
  free(out), free(times);
}

static void write_number(FILE *file, const char *form, double x)
{
  fputc(',', file);
  if (isfinite(x)) fprintf(file, form, x);
}

void bench_csv(const char *table, const char *name, const char *by, double ns, double median, double ratio)
{
  const char *path = getenv("ULNA_BENCH_CSV");
  if (!path) return;
  FILE *file = fopen(path, "a");
  if (!file) give_up(path, "cannot be written");
  while (*name == ' ') name++;
  fprintf(file, "\"%s\",\"%s\",\"%s\"", table, name, by);
  write_number(file, "%.2f", ns), write_number(file, "%.2f", median), write_number(file, "%.4f", ratio);
  fputc('\n', file);
  fclose(file);
}

void bench_print(const char *title, const bench_job jobs[], int count)
{
  printf("\n%s\n", title);
  printf("  %-22s %9s %9s %8s %7s\n", "", "ns", "median", "ratio", "goal");
  for (int j = 0; j < count; j++) {
    const bench_job *job = &jobs[j];
    const double ratio = job->decile / jobs[0].decile;
    printf("  %-22s %9.1f %9.1f", job->name, job->decile, job->median);
    if (j > 0) printf(" %7.2fx", ratio);
    else printf(" %8s", "");
    if (job->goal > 0) {
      printf(" %6.2fx %-6s", job->goal, ratio >= job->goal ? "met" : "MISSED");
    } else {
      printf(" %7s %-6s", "", "");
    }
    printf("  %s\n", job->by);
  }
  for (int j = 0; j < count; j++)
    bench_csv(title, jobs[j].name, jobs[j].by, jobs[j].decile, jobs[j].median,
              jobs[j].decile / jobs[0].decile);
}

/* What a job of a peer's needs: the two of one peer share it. */
typedef struct {
  const peer_library *library;
  peer_question question;
  void *peer;
  int waits;
  char name[64], by[160];
} peer_job;

const peer_library *const peer_libraries[] = {&peer_kdl,
                                              &peer_mujoco,
                                              &peer_dart,
#if defined(ULNA_BENCH_PINOCCHIO)
                                              &peer_pinocchio,
#endif
#if defined(ULNA_BENCH_RBDL)
                                              &peer_rbdl,
#endif
                                              NULL};

static void run_peer(const bench_job *job, const bench_states *x, double out[])
{
  const peer_job *p = job->context;
  const int width = p->question == PEER_MASS_MATRIX ? x->n * x->n : x->n;
  double carried = 0;
  for (int s = 0; s < BENCH_STATES; s++) {
    const double one = p->library->ask(p->peer, p->question, s, p->waits ? &carried : NULL);
    carried = 0 * one; /* not known to be zero until `one` is */
    if (!job->timed) p->library->answer(p->peer, p->question, out + s * width);
  }
}

int bench_add_peers(bench_job jobs[], int count, const peer_arm *arm, const bench_states *x,
                    const double goal[3], peer_question question)
{
  for (int l = 0; peer_libraries[l]; l++) {
    const peer_library *library = peer_libraries[l];
    void *theirs = library->create(arm);
    if (!theirs) continue;
    library->take(theirs, BENCH_STATES, x->q, x->qd, x->qdd, x->tau);
    for (int waits = 0; waits < 2; waits++) {
      peer_job *p = calloc(1, sizeof *p);
      if (!p) give_up(library->name, "out of memory");
      *p = (peer_job){library, question, theirs, waits, "", ""};
      snprintf(p->name, sizeof p->name, waits ? "  each call waits" : "%s", library->name);
      snprintf(p->by, sizeof p->by, "%s; %s", library->by[question], library->built);
      jobs[count++] =
          (bench_job){p->name, p->by, run_peer, p, library, waits || l > 2 ? 0 : goal[l], 0, 0, 0};
    }
  }
  return count;
}

void bench_remove_peers(bench_job jobs[], int first, int count)
{
  for (int j = first; j < count; j++) {
    peer_job *p = jobs[j].context;
    if (p->waits) p->library->destroy(p->peer);
    free(p);
  }
}
