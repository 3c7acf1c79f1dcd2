/* Functions of a few operations: laws of friction, joints that follow others, preferred motions of spare joints. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { MOST = 36 };  // numbers a call gives: the Jacobian's columns of six joints

static void give_up(const char *what)
{
  fprintf(stderr, "bench: %s: wrong\n", what);
  exit(1);
}

static void check(double given, double expected, double scale, const char *what)
{
  if (!(fabs(given - expected) <= 1e-12 * (1 + scale))) give_up(what);
}

/* The jobs' answers have been checked: their times. */
static void measure(const char *title, bench_job jobs[], int count, const bench_states *x)
{
  bench_time(jobs, count, x, MOST);
  bench_print(title, jobs, count);
}

/* ---- friction: one law, the speeds and forces of joint 1 ---- */

static const double at_speed[] = {0, 0.5, 1, 2}, at_load[] = {0, 100},
                    tabled[] = {1, 2, 0.9, 1.5, 1.1, 1.6, 1.4, 1.9};
static const ulna_friction dry_and_viscous = {
    .coulomb = {5, 4}, .static_ = {7, 6}, .viscous = 3, .stribeck_exponent = 1};
static const ulna_friction with_stribeck = {
    .coulomb = {5, 4}, .static_ = {7, 6}, .viscous = 3, .stribeck_velocity = 0.1, .stribeck_exponent = 2};
static const ulna_friction by_table = {.table_count = 4,
                                       .table_velocity = at_speed,
                                       .table_force = tabled,
                                       .table_load_count = 2,
                                       .table_load = at_load};
static const ulna_bearing bearing = {50, 2, 0.3};

static void force(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++)
    out[s * MOST] = ulna_friction_force(job->with, x->qd[s * x->n], &bearing);
}
static void at_release(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++)
    out[s * MOST] = ulna_friction_at_release(job->with, x->qd[s * x->n] < 0 ? -1 : 1, &bearing);
}
static void holds(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++)
    out[s * MOST] = ulna_friction_hold(job->with, x->qd[s * x->n] < 0 ? -1 : 1, &bearing);
}
static void szkodny(const bench_job *job, const bench_states *x, double out[])
{
  const ulna_friction *law = job->with;
  for (int s = 0; s < BENCH_STATES; s++)
    ulna_friction_szkodny(law->static_[0], law->coulomb[0], law->viscous, x->tau[s * x->n], x->qd[s * x->n],
                          &out[s * MOST], &out[s * MOST + 1]);
}

/* The laws as include/ulna/friction.h states them, written once more. */
static double level(const ulna_friction *law, double v, double rest)
{
  const int back = v < 0;
  return law->coulomb[back] + (law->static_[back] - law->coulomb[back]) * rest;
}
static double from_table(double v)
{
  int k = 0;
  const double speed = fmin(fabs(v), at_speed[3]);
  while (k < 2 && speed > at_speed[k + 1]) k++;
  const double part = (speed - at_speed[k]) / (at_speed[k + 1] - at_speed[k]),
               load = bearing.force / at_load[1];
  const double before = tabled[2 * k] + load * (tabled[2 * k + 1] - tabled[2 * k]);
  const double behind = tabled[2 * k + 2] + load * (tabled[2 * k + 3] - tabled[2 * k + 2]);
  return copysign(before + part * (behind - before), v);
}

static void check_friction(const bench_job jobs[], const bench_states *x)
{
  static double out[6][BENCH_STATES * MOST];
  for (int j = 0; j < 6; j++) jobs[j].run(&jobs[j], x, out[j]);
  for (int s = 0; s < BENCH_STATES; s++) {
    const double v = x->qd[s * x->n], sign = v < 0 ? -1 : 1, F = x->tau[s * x->n];
    const double viscous = dry_and_viscous.viscous * v;
    check(out[0][s * MOST], sign * level(&dry_and_viscous, v, 0) + viscous, 20, jobs[0].name);
    check(out[1][s * MOST], sign * level(&with_stribeck, v, exp(-v * v / 0.01)) + viscous, 20, jobs[1].name);
    check(out[2][s * MOST], from_table(v), 2, jobs[2].name);
    check(out[3][s * MOST], sign * level(&with_stribeck, v, 1), 20, jobs[3].name);
    check(out[4][s * MOST], level(&with_stribeck, v, 1), 20, jobs[4].name);
    check(out[5][s * MOST], F - sign * 5, fabs(F), jobs[5].name);
    check(out[5][s * MOST + 1], F - sign * 5 - 3 * v, fabs(F), jobs[5].name);
  }
}

static void friction(const bench_states *x)
{
  bench_job jobs[] = {
      {.name = "dry and viscous", .by = "ulna_friction_force", .run = force, .with = &dry_and_viscous},
      {.name = "with Stribeck's term", .by = "ulna_friction_force", .run = force, .with = &with_stribeck},
      {.name = "table: speed and load", .by = "ulna_friction_force", .run = force, .with = &by_table},
      {.name = "just after release",
       .by = "ulna_friction_at_release",
       .run = at_release,
       .with = &with_stribeck},
      {.name = "what holds at rest", .by = "ulna_friction_hold", .run = holds, .with = &with_stribeck},
      {.name = "eqs 17 and 18", .by = "ulna_friction_szkodny", .run = szkodny, .with = &dry_and_viscous}};
  check_friction(jobs, x);
  measure("Laws of friction", jobs, 6, x);
}

/* ---- joint 3 of four follows joint 2 ---- */

enum { FOLLOWING = 4 };

static void copy(double to[], const double from[], int count)
{
  memcpy(to, from, (size_t)count * sizeof *to);
}

/* Numbers of state s and those behind them; the last states' are there twice. */
static const double *numbers(const bench_states *x, int s) { return x->tau + s % (BENCH_STATES / 2) * x->n; }

static void motion(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++) {
    double *to = out + s * MOST;
    copy(to, numbers(x, s), 3 * FOLLOWING);
    ulna_follow_motion(job->with, to, to + FOLLOWING, to + 2 * FOLLOWING);
  }
}
static void forces(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++) {
    copy(out + s * MOST, numbers(x, s), FOLLOWING);
    ulna_follow_forces(job->with, out + s * MOST);
  }
}
static void inertia(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++) {
    copy(out + s * MOST, numbers(x, s), FOLLOWING * FOLLOWING);
    ulna_follow_inertia(job->with, out + s * MOST);
  }
}
static void columns(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++) {
    copy(out + s * MOST, numbers(x, s), 6 * FOLLOWING);
    ulna_follow_columns(job->with, 6, out + s * MOST);
  }
}

/* q₃ = −q₂, so S has a one where a joint moves by itself and −1 in row 3, column 2: forces are Sᵀ tau, columns J S,
 * inertias Sᵀ M S. */
static void check_following(const bench_job jobs[], const bench_states *x)
{
  static const double S[FOLLOWING][FOLLOWING] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, -1, 0, 0}, {0, 0, 0, 1}};
  static double out[4][BENCH_STATES * MOST];
  for (int j = 0; j < 4; j++) jobs[j].run(&jobs[j], x, out[j]);
  for (int s = 0; s < BENCH_STATES; s++) {
    const double *given = numbers(x, s);
    const int at = s * MOST;
    double scale = 0;
    for (int k = 0; k < 6 * FOLLOWING; k++) scale = fmax(scale, fabs(given[k]));
    for (int i = 0; i < FOLLOWING; i++) {
      double force_i = 0;
      for (int k = 0; k < FOLLOWING; k++) force_i += S[k][i] * given[k];
      check(out[1][at + i], force_i, scale, jobs[1].name);
      for (int r = 0; r < 3; r++)
        check(out[0][at + r * FOLLOWING + i], i == 2 ? -given[r * FOLLOWING + 1] : given[r * FOLLOWING + i],
              scale, jobs[0].name);
      for (int r = 0; r < 6; r++) {
        double sum = 0;
        for (int k = 0; k < FOLLOWING; k++) sum += given[r * FOLLOWING + k] * S[k][i];
        check(out[3][at + r * FOLLOWING + i], sum, scale, jobs[3].name);
      }
      for (int j = 0; j < FOLLOWING; j++) {
        double sum = 0;
        for (int k = 0; k < FOLLOWING; k++)
          for (int l = 0; l < FOLLOWING; l++) sum += S[k][i] * given[k * FOLLOWING + l] * S[l][j];
        check(out[2][at + i * FOLLOWING + j], sum, scale, jobs[2].name);
      }
    }
  }
}

static void following(const bench_states *x)
{
  ulna_model *model = bench_model("../tests/urdf/arms/mimic_in_the_chain.urdf");
  bench_job jobs[] = {
      {.name = "positions and rates", .by = "ulna_follow_motion", .run = motion, .with = model},
      {.name = "forces", .by = "ulna_follow_forces", .run = forces, .with = model},
      {.name = "inertias", .by = "ulna_follow_inertia", .run = inertia, .with = model},
      {.name = "columns", .by = "ulna_follow_columns", .run = columns, .with = model}};
  check_following(jobs, x);
  measure("Four joints, one follows another", jobs, 4, x);
  ulna_model_destroy(model);
}

/* ---- preferred motions ---- */

static const double rate = 2, margin = 0.1;

static void posture(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++) {
    const int at = s * x->n;
    memset(out + s * MOST, 0, (size_t)x->n * sizeof *out);
    ulna_resolver_prefer_posture(job->context, rate, x->q + at, x->qd + at, x->q, out + s * MOST);
  }
}
static void limits(const bench_job *job, const bench_states *x, double out[])
{
  for (int s = 0; s < BENCH_STATES; s++) {
    const int at = s * x->n;
    memset(out + s * MOST, 0, (size_t)x->n * sizeof *out);
    ulna_resolver_prefer_limits(job->context, margin, rate, x->q + at, x->qd + at, out + s * MOST);
  }
}

static void preferences(const ulna_model *model, const bench_states *x)
{
  static double lower[PEER_MOST_JOINTS], upper[PEER_MOST_JOINTS];
  ulna_resolve_options options = ulna_resolve_options_default();
  for (int i = 0; i < x->n; i++) lower[i] = -2, upper[i] = 2;
  options.method = ULNA_RESOLVE_DAMPED, options.limits.lower = lower, options.limits.upper = upper;
  ulna_resolver *resolver = NULL;
  if (ulna_resolver_create(model, &options, NULL, &resolver) != ULNA_OK) give_up("resolver");
  bench_job jobs[] = {
      {.name = "a posture", .by = "ulna_resolver_prefer_posture", .run = posture, .context = resolver},
      {.name = "away from limits", .by = "ulna_resolver_prefer_limits", .run = limits, .context = resolver}};
  static double to_posture[BENCH_STATES * MOST], from_limits[BENCH_STATES * MOST];
  posture(&jobs[0], x, to_posture), limits(&jobs[1], x, from_limits);
  const double edge = 2 - 4 * margin;
  for (int s = 0; s < BENCH_STATES; s++)
    for (int i = 0; i < x->n; i++) {
      const double q = x->q[s * x->n + i], qd = x->qd[s * x->n + i], back = fmin(fmax(q, -edge), edge) - q;
      check(to_posture[s * MOST + i], rate * rate * (x->q[i] - q) - 2 * rate * qd, 40, jobs[0].name);
      check(from_limits[s * MOST + i], back != 0 ? rate * rate * back - 2 * rate * qd : 0, 40, jobs[1].name);
    }
  measure("Preferred accelerations of six joints", jobs, 2, x);
  ulna_resolver_destroy(resolver);
}

int main(void)
{
  ulna_model *model = bench_model("puma560.yaml");
  ulna_work *work = bench_work(model);
  bench_states x = bench_draw(model, work);
  friction(&x);
  following(&x);
  preferences(model, &x);
  bench_forget(&x);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  return 0;
}
