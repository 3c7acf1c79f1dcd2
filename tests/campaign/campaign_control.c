/* Control that works on every arm, out of the box: every built-in robot × random tasks inside reach and limits × every kind of
 * controller with default options, with an exact model and with masses 20 % wrong and quantised sensors.
 *
 *   campaign_control whole [TABLE]     100 tasks for each robot
 *   campaign_control sample            the first few of them
 *
 * Tasks: moves of the joints for every arm; for arms of six joints and more every other task is a line of the hand, away from
 * singular postures. Speeds stay below half of the limits, torques (an inverse dynamics along the way) below 60 %.
 * Required of every run: the arm is never held, no output is ever cut, and at rest, over the last half second, no torque goes to
 * and fro by more than 1 % of its limit (arms without limits: of what accelerating all joints by 20 rad/s² against the weight
 * takes at any posture). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/numbers.h"
#include "base/random.h"
#include "ulna/ulna.h"

enum { MOST = 8, TASKS = 100, SAMPLE = 3, POINTS = 40, TEXT = 4096 };
enum { EXACT, LIGHT, HEAVY, VARIANTS };
static const char *const variant_names[VARIANTS] = {"exact", "-20 %, quantised", "+20 %, quantised"};
static const double settling = 2.0, resting = 0.5, of_speed = 0.5, of_effort = 0.6, reversal_most = 0.01;

static uint64_t state;
static double uniform(double from, double to) { return from + (to - from) * random_congruent_unit(&state); }

static void need(ulna_status status, const char *what)
{
  if (status == ULNA_OK) return;
  fprintf(stderr, "campaign: %s: %s\n", what, ulna_status_text(status));
  exit(2);
}

typedef struct {
  ulna_model *model;
  ulna_work *work;
  int n;
  double lower[MOST], upper[MOST], speed[MOST], effort[MOST];
  double sized[MOST]; /* the limit of effort, or what a drive would be made for where there is none */
  double least[MOST]; /* inertia that an actuator feels, of the postures looked at */
} arm;

static void draw(const arm *a, double q[])
{
  for (int i = 0; i < a->n; i++) q[i] = uniform(a->lower[i], a->upper[i]);
}

static void size_up(arm *a)
{
  state = 11;
  for (int i = 0; i < a->n; i++) a->sized[i] = 0, a->least[i] = (double)INFINITY;
  for (int k = 0; k < 300; k++) {
    double q[MOST], M[MOST * MOST], G[MOST], felt[MOST];
    const double still[MOST] = {0};
    draw(a, q);
    need(ulna_drive_mass_matrix(a->model, a->work, q, M), "mass matrix");
    need(ulna_drive_bias(a->model, a->work, q, still, G), "weight");
    const bool known = ulna_actuator_inertias(a->model, a->work, q, felt, NULL) == ULNA_OK;
    for (int i = 0; i < a->n; i++) {
      double sum = fabs(G[i]);
      for (int j = 0; j < a->n; j++) sum += 20 * fabs(M[i * a->n + j]);
      a->sized[i] = fmax(a->sized[i], sum);
      if (known) a->least[i] = fmin(a->least[i], felt[i]);
    }
  }
  for (int i = 0; i < a->n; i++)
    if (isfinite(a->effort[i])) a->sized[i] = a->effort[i];
}

static arm take_arm(const char *key)
{
  arm a = {.model = NULL};
  need(ulna_robot_load(key, NULL, NULL, NULL, &a.model), key);
  need(ulna_work_create(a.model, ULNA_PARTS_ALL, NULL, &a.work), key);
  a.n = ulna_model_joint_count(a.model);
  for (int i = 0; i < a.n; i++) {
    const ulna_joint *j = ulna_model_joint(a.model, i + 1);
    const bool turns = j->type == ULNA_REVOLUTE;
    const double half = turns ? 2.5 : 0.5;
    const double lower = isfinite(j->limits.lower) ? j->limits.lower : -half;
    const double upper = isfinite(j->limits.upper) ? j->limits.upper : half;
    a.lower[i] = fmax(lower + 0.1 * (upper - lower), -half),
    a.upper[i] = fmin(upper - 0.1 * (upper - lower), half);
    if (!(a.lower[i] < a.upper[i]))  // a range that does not have 0 in its middle
      a.lower[i] = lower + 0.1 * (upper - lower), a.upper[i] = upper - 0.1 * (upper - lower);
    a.speed[i] = of_speed * fmin(j->limits.velocity, turns ? 4 : 1);
    a.effort[i] = j->limits.effort;
  }
  size_up(&a);
  return a;
}

/* Whether motion and torques at a state are allowed. */
static bool is_allowed(const arm *a, const double q[], const double qd[], const double qdd[])
{
  double tau[MOST], felt[MOST], F[MOST], K[MOST * MOST];
  const ulna_drive_forces forces = {.tau = tau, .F_ad = F};
  if (ulna_drive_inverse_dynamics(a->model, a->work, q, qd, qdd, &forces) != ULNA_OK) return false;
  // not by way of a dead point of a screw, where no motor holds the arm
  if (ulna_actuator_inertias(a->model, a->work, q, felt, NULL) != ULNA_OK) return false;
  for (int i = 0; i < a->n; i++)
    if (!(felt[i] < 30 * a->least[i])) return false;
  // motors: force at speed
  ulna_coupling(a->model, q, NULL, K, NULL);
  for (int m = 0; m < a->n; m++) {
    if (ulna_actuator_drive(a->model, m) < 0) continue;
    const ulna_motor *motor = &ulna_model_drive(a->model, ulna_actuator_drive(a->model, m))->motor;
    double rate = 0;
    for (int i = 0; i < a->n; i++) rate += K[m * a->n + i] * qd[i];
    if (motor->type != ULNA_MOTOR_NONE &&
        ulna_motor_reach(motor, F[m] / of_effort, rate / of_effort, NULL, NULL))
      return false;
  }
  for (int i = 0; i < a->n; i++)
    if (!(q[i] >= a->lower[i] && q[i] <= a->upper[i]) || !(fabs(qd[i]) <= a->speed[i]) ||
        !(fabs(tau[i]) <= of_effort * a->effort[i]))
      return false;
  return true;
}

/* Rest to rest as a quintic: s, ṡ, s̈ at a share x of the duration T. */
static void quintic(double x, double T, double s[3])
{
  s[0] = x * x * x * (10 - x * (15 - 6 * x));
  s[1] = 30 * x * x * (1 - x) * (1 - x) / T;
  s[2] = 60 * x * (1 - x) * (1 - 2 * x) / (T * T);
}

typedef struct {
  bool hand;
  double from[MOST], to[MOST], by[3], duration;
} task;

/* The sign of det K, which changes where the way leads through a dead point. */
static double coupling_sign(const arm *a, const double q[])
{
  const int n = a->n;
  double K[MOST * MOST], sign = 1;
  ulna_coupling(a->model, q, NULL, K, NULL);
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(K[i * n + k]) > fabs(K[p * n + k])) p = i;
    for (int j = 0; p != k && j < n; j++) {
      const double x = K[k * n + j];
      K[k * n + j] = K[p * n + j], K[p * n + j] = x;
    }
    sign *= (p != k ? -1 : 1) * (K[k * n + k] > 0 ? 1 : -1);
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++) K[i * n + j] -= K[i * n + k] * K[k * n + j] / K[k * n + k];
  }
  return sign;
}

static bool draw_move(const arm *a, task *t)
{
  draw(a, t->from), draw(a, t->to);
  t->hand = false;
  t->duration = 0.5;
  for (int i = 0; i < a->n; i++)
    t->duration = fmax(t->duration, 1.9 * fabs(t->to[i] - t->from[i]) / a->speed[i]);
  for (int attempt = 0; attempt < 3; attempt++, t->duration *= 1.5) {
    bool fine = true;
    for (int k = 0; k <= POINTS && fine; k++) {
      double s[3], q[MOST], qd[MOST], qdd[MOST];
      quintic((double)k / POINTS, t->duration, s);
      for (int i = 0; i < a->n; i++) {
        const double way = t->to[i] - t->from[i];
        q[i] = t->from[i] + s[0] * way, qd[i] = s[1] * way, qdd[i] = s[2] * way;
      }
      fine = is_allowed(a, q, qd, qdd) && coupling_sign(a, q) == coupling_sign(a, t->from);
    }
    if (fine) return true;
  }
  return false;
}

/* How far from singular: the least pivot of J Jᵗ (lengths in units of half a metre) by elimination, over the largest. */
static double regularity(const arm *a, const double q[])
{
  double J[6 * MOST], A[36] = {0}, least = 1e300, most = 0;
  ulna_jacobian(a->model, a->work, NULL, ULNA_AXES_BASE, q, J);
  for (int k = 0; k < 6; k++)
    for (int l = 0; l < 6; l++)
      for (int i = 0; i < a->n; i++)
        A[6 * k + l] += J[k * a->n + i] * J[l * a->n + i] * (k < 3 ? 1 : 2) * (l < 3 ? 1 : 2);
  for (int k = 0; k < 6; k++) {
    least = fmin(least, A[7 * k]), most = fmax(most, A[7 * k]);
    for (int l = k + 1; l < 6; l++)
      for (int m = k + 1; m < 6; m++) A[6 * l + m] -= A[6 * l + k] * A[6 * k + m] / A[7 * k];
  }
  return least / most;
}

/* A line of the hand that the joints can follow: solved along the way, each from the one before. */
static bool draw_line(const arm *a, task *t)
{
  ulna_pose start;
  double at[POINTS + 1][MOST];
  ulna_ik_options o = ulna_ik_options_default();
  o.starts = 1, o.further = 0;
  t->hand = true;
  draw(a, t->from);
  for (int k = 0; k < 3; k++) t->by[k] = uniform(-0.2, 0.2);
  ulna_hand_pose(a->model, a->work, t->from, &start);
  memcpy(at[0], t->from, sizeof at[0]);
  for (int k = 1; k <= POINTS; k++) {
    double s[3];
    quintic((double)k / POINTS, 1, s);
    ulna_pose pose = start;
    for (int i = 0; i < 3; i++) pose.p[i] += s[0] * t->by[i];
    if (ulna_inverse_kinematics(a->model, a->work, &o, &pose, at[k - 1], at[k], NULL) != ULNA_OK)
      return false;
  }
  for (int k = 0; k <= POINTS; k++)
    if (regularity(a, at[k]) < 0.04) return false;
  for (t->duration = 0.8; t->duration < 4; t->duration *= 1.5) {
    const double h = t->duration / POINTS;
    bool fine = true;
    for (int k = 1; k < POINTS && fine; k++) {
      double qd[MOST], qdd[MOST];
      for (int i = 0; i < a->n; i++) {
        qd[i] = (at[k + 1][i] - at[k - 1][i]) / (2 * h);
        qdd[i] = (at[k + 1][i] - 2 * at[k][i] + at[k - 1][i]) / (h * h);
      }
      fine = is_allowed(a, at[k], qd, qdd);
    }
    if (fine) return true;
  }
  return false;
}

static void draw_task(const arm *a, int robot, int number, task *t)
{
  state = 1000003u * (uint64_t)(robot + 1) + 7919u * (uint64_t)number;
  for (int k = 0; k < 8; k++) uniform(0, 1);
  const bool line = a->n >= 6 && number % 2 == 1;
  for (int attempt = 0; attempt < 20000; attempt++)
    if (line ? draw_line(a, t) : draw_move(a, t)) return;
  fprintf(stderr, "campaign: %s: no task %d found\n", ulna_robot_get(robot)->key, number);
  exit(2);
}

/* Torques at rest: how far each goes to and fro. */
typedef struct {
  int n, first;
  double from; /* of the window, s */
  bool started;
  double last[MOST], extreme[MOST], back[MOST], swing[MOST];
  int direction[MOST];
} rest;

/* A swing that turns around: the lesser of two successive runs, up and down. */
static ulna_status take_row(void *context, const double row[])
{
  rest *r = context;
  if (row[0] < r->from) return ULNA_OK;
  for (int i = 0; i < r->n; i++) {
    const double u = row[r->first + i];
    if (!r->started) {
      r->last[i] = r->extreme[i] = u;
      r->back[i] = 0, r->direction[i] = 0;
      continue;
    }
    const int direction = u > r->last[i] ? 1 : u < r->last[i] ? -1 : r->direction[i];
    if (direction != r->direction[i] && r->direction[i] != 0) {
      r->back[i] = fabs(r->last[i] - r->extreme[i]);
      r->extreme[i] = r->last[i];
    }
    r->direction[i] = direction;
    r->swing[i] = fmax(r->swing[i], fmin(r->back[i], fabs(u - r->extreme[i])));
    r->last[i] = u;
  }
  r->started = true;
  return ULNA_OK;
}

typedef struct {
  int robot, kind, variant, task;
  double rms, largest, swing, lowered; /* m, m, share of the limit, share */
  long cut;
  char fault[160];
} result;

static void write_scenario(const arm *a, const char *key, ulna_control_kind kind, int variant, const task *t,
                           char text[TEXT])
{
  int at = snprintf(text, TEXT, "ulna_scenario: 1\nname: campaign\nrobot: %s\nstart: {q: [", key);
  for (int i = 0; i < a->n; i++)
    at += snprintf(text + at, (size_t)(TEXT - at), "%s%.17g", i ? ", " : "", t->from[i]);
  at += snprintf(text + at, (size_t)(TEXT - at),
                 "]}\nduration: %.17g\nfriction: on\ncontroller: {kind: %s, period: 1.0e-3}\n",
                 t->duration + settling + resting, ulna_control_kind_name(kind));
  if (variant != EXACT)
    at += snprintf(text + at, (size_t)(TEXT - at),
                   "model_error: {mass: %s20 %%}\nsensors: {position_step: 6.0e-6, speed_step: 1.0e-4}\n",
                   variant == LIGHT ? "-" : "+");
  at += snprintf(text + at, (size_t)(TEXT - at), "integrator: {method: rk4, step: 1.0e-3}\ntrajectory:\n");
  if (t->hand) {
    at += snprintf(text + at, (size_t)(TEXT - at), "  - line: {by: [%.17g, %.17g, %.17g], duration: %.17g}\n",
                   t->by[0], t->by[1], t->by[2], t->duration);
  } else {
    at += snprintf(text + at, (size_t)(TEXT - at), "  - move: {to: [");
    for (int i = 0; i < a->n; i++)
      at += snprintf(text + at, (size_t)(TEXT - at), "%s%.17g", i ? ", " : "", t->to[i]);
    at += snprintf(text + at, (size_t)(TEXT - at), "], duration: %.17g}\n", t->duration);
  }
  snprintf(text + at, (size_t)(TEXT - at), "record: {every: 1.0e-3, what: [command]}\n");
}

static result run_one(const arm *a, int robot, int kind, int variant, int number, const task *t)
{
  char text[TEXT];
  result x = {.robot = robot, .kind = kind, .variant = variant, .task = number};
  write_scenario(a, ulna_robot_get(robot)->key, (ulna_control_kind)kind, variant, t, text);
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  need(ulna_scenario_read_text(text, strlen(text), "campaign", NULL, NULL, NULL, &scenario), text);
  need(ulna_run_create(scenario, NULL, NULL, NULL, &run), text);
  rest r = {.n = a->n, .first = 1, .from = t->duration + settling};
  const ulna_run_sink sink = {.context = &r, .row = take_row};
  const ulna_status status = ulna_run_advance(run, (double)INFINITY, &sink);
  const ulna_run_summary *s = ulna_run_summary_get(run);
  if (status != ULNA_OK) snprintf(x.fault, sizeof x.fault, "%s", ulna_run_failure(run));
  else if (s->control->fault) snprintf(x.fault, sizeof x.fault, "%.150s", s->control->fault);
  else if (s->worthless_count > 0) snprintf(x.fault, sizeof x.fault, "%.150s", s->warnings[0]);
  x.rms = s->control->error_rms, x.largest = s->control->error_largest;
  x.cut = s->control->saturated, x.lowered = s->control->lowered;
  for (int i = 0; i < a->n; i++) x.swing = fmax(x.swing, r.swing[i] / a->sized[i]);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
  return x;
}

/* As printed the hand's equations are as many as the joints. */
static bool takes(int kind, const arm *a, const task *t)
{
  return kind != ULNA_CONTROL_UNIFIED_PRINTED || !t->hand || a->n == 6;
}

/* Everything of one robot's tasks first, first + step, …; results into a pipe. */
static void work_on(int tasks, int first, int step, FILE *out)
{
  for (int robot = 0; robot < ulna_robot_count(); robot++) {
    arm a = take_arm(ulna_robot_get(robot)->key);
    for (int number = first; number < tasks; number += step) {
      task t;
      draw_task(&a, robot, number, &t);
      for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++)
        for (int variant = 0; variant < VARIANTS && takes(kind, &a, &t); variant++) {
          const result x = run_one(&a, robot, kind, variant, number, &t);
          fwrite(&x, sizeof x, 1, out);
        }
    }
    ulna_work_destroy(a.work);
    ulna_model_destroy(a.model);
  }
}

/* Median of the tasks' RMS errors and the largest error of all, mm, for each robot, kind and variant. */
static void write_table(FILE *out, const result *all, size_t count, int tasks, int bad)
{
  fprintf(
      out,
      "# Control, every arm, out of the box\n\nWritten by `make campaign` (tests/campaign/campaign_control.c): every built-in robot, "
      "%d random tasks inside\nreach and limits, every kind of controller with default options at 1 ms; %zu runs. How far the hand is from where "
      "it\nshould be: the median over the tasks of the RMS, and the largest of all, in mm. Besides an exact model: masses and\n"
      "inertias 20 %% too small and too large, positions in steps of 6e-6 rad (or m), speeds of 1e-4 rad/s.\n"
      "`to and fro`: the largest swing of a torque at rest, of its limit. `gains`: the share that the sampled loop leaves of\n"
      "those asked for. Runs that were held, had an output cut, or swung by more than 1 %% at rest: %d.\n\n"
      "| robot | controller | exact: rms | largest | -20 %%: rms | largest | +20 %%: rms | largest | to and fro | gains |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n",
      tasks, count, bad);
  double *rms = calloc((size_t)tasks + 1, sizeof *rms);
  if (!rms) exit(2);
  for (int robot = 0; robot < ulna_robot_count(); robot++)
    for (int kind = 0; kind < ULNA_CONTROL_KIND_COUNT; kind++) {
      double swing = 0, lowered = 1;
      fprintf(out, "| %s | %s |", ulna_robot_get(robot)->key,
              ulna_control_kind_name((ulna_control_kind)kind));
      for (int variant = 0; variant < VARIANTS; variant++) {
        size_t found = 0;
        double largest = 0;
        for (size_t i = 0; i < count; i++) {
          const result *x = &all[i];
          if (x->robot != robot || x->kind != kind || x->variant != variant) continue;
          rms[found++] = x->rms;
          largest = fmax(largest, x->largest), swing = fmax(swing, x->swing),
          lowered = fmin(lowered, x->lowered);
        }
        qsort(rms, found, sizeof *rms, rising);
        fprintf(out, " %.3g | %.3g |", 1e3 * rms[found / 2], 1e3 * largest);
      }
      fprintf(out, " %.2g %% | %.2g |\n", 100 * swing, lowered);
    }
  free(rms);
}

/* How many runs are bad, each told. */
static int judge(const result *all, size_t count)
{
  int bad = 0;
  for (size_t i = 0; i < count; i++) {
    const result *x = &all[i];
    if (!x->fault[0] && x->cut == 0 && x->swing <= reversal_most) continue;
    if (bad++ < 40)
      fprintf(stderr, "campaign: %s, %s, %s, task %d: %s; cut %ld times, to and fro by %.3g %%\n",
              ulna_robot_get(x->robot)->key, ulna_control_kind_name((ulna_control_kind)x->kind),
              variant_names[x->variant], x->task, x->fault[0] ? x->fault : "not held", x->cut,
              100 * x->swing);
  }
  if (bad) fprintf(stderr, "campaign: %d of %zu runs are bad\n", bad, count);
  return bad;
}

int main(int argc, char **argv)
{
  const bool whole = argc > 1 && strcmp(argv[1], "whole") == 0;
  if (!whole && (argc < 2 || strcmp(argv[1], "sample") != 0)) {
    fprintf(stderr, "usage: campaign_control whole|sample [TABLE]\n");
    return 2;
  }
  const int tasks = argc > 3 ? atoi(argv[3]) : whole ? TASKS : SAMPLE;
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const int workers = !whole || processors < 1 ? 1 : processors > tasks ? tasks : (int)processors;
  const size_t count = (size_t)tasks * (size_t)ulna_robot_count() * ULNA_CONTROL_KIND_COUNT * VARIANTS;
  result *all = calloc(count, sizeof *all);
  if (!all) return 2;
  size_t got = 0;
  FILE *parts[64];
  pid_t pids[64];
  const int used = workers > 64 ? 64 : workers;
  for (int w = 0; w < used; w++) {
    parts[w] = tmpfile();
    if (!parts[w]) return 2;
    pids[w] = fork();
    if (pids[w] < 0) return 2;
    if (pids[w] == 0) {
      work_on(tasks, w, used, parts[w]);
      exit(fflush(parts[w]) == 0 ? 0 : 2);
    }
  }
  int code = 0;
  for (int w = 0; w < used; w++) {
    int how = 0;
    waitpid(pids[w], &how, 0);
    if (!WIFEXITED(how) || WEXITSTATUS(how) != 0) code = 2;
    rewind(parts[w]);
    got += fread(all + got, sizeof *all, count - got, parts[w]);
    fclose(parts[w]);
  }
  if (code == 0 && got == 0) code = 2;
  const int bad = judge(all, got);
  if (code == 0 && bad > 0) code = 1;
  if (argc > 2) {
    FILE *out = fopen(argv[2], "w");
    if (!out) return 2;
    write_table(out, all, got, tasks, bad);
    fclose(out);
  }
  printf("campaign: control: %zu runs\n", got);
  free(all);
  return code;
}
