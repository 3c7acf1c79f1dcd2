/* Random arms with stops and friction: no energy from a stop, nothing glued to one, nothing beyond one.
 *
 *   campaign_stops COUNT [SEED]
 *
 * Every arm is asked three things. An impact at a random state is compared with the only set of impulses that obeys Newton's
 * law, found by trying all sets in long double; so are the accelerations of the arm at rest, stops and friction together;
 * and a run by each method of fixed step length is watched: energy, place, and that a stop pushes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/worse.h"
#include "drive/drive_internal.h"
#include "support/chain.h"
#include "ulna/adaptive.h"

enum { MOST = 7 };

typedef struct {
  uint64_t seed, state;
  int n;
  ulna_joint joints[MOST];
  ulna_model *model;
  ulna_work *work;
  double q[MOST], qd[MOST], tau[MOST], restitution;
} arm;

typedef struct {
  long arms, impacts, rests, runs, steps, events, held, slipped;
  double gain, glue, impact_error, rest_error, beyond;
} tally;

static double draw(arm *x, double lower, double upper) { return chain_random(&x->state, lower, upper); }

/* Powers of ten, evenly. */
static double draw_size(arm *x, double lower, double upper) { return exp(draw(x, log(lower), log(upper))); }

static ulna_joint draw_joint(arm *x)
{
  ulna_joint j = chain_joint();
  j.type = draw(x, 0, 1) < 0.8 ? ULNA_REVOLUTE : ULNA_PRISMATIC;
  j.theta = draw(x, -3, 3), j.d = draw(x, -0.3, 0.3), j.a = draw(x, -0.5, 0.5), j.alpha = draw(x, -3, 3);
  j.limits.lower = -draw(x, 0.05, 0.4), j.limits.upper = draw(x, 0.05, 0.4);
  ulna_body *b = &j.link.body;
  b->mass = draw_size(x, 0.1, 10);
  for (int k = 0; k < 3; k++) b->com[k] = draw(x, -0.2, 0.2);
  double side[3];  // of a block: its moments are those of a body that can be
  for (int k = 0; k < 3; k++) side[k] = draw(x, 0.05, 0.4);
  for (int k = 0; k < 3; k++)
    b->inertia[k] =
        b->mass / 12 * (side[(k + 1) % 3] * side[(k + 1) % 3] + side[(k + 2) % 3] * side[(k + 2) % 3]);
  b->about = ULNA_ABOUT_COM;
  if (draw(x, 0, 1) < 0.4)
    for (int k = 0; k < 2; k++)
      j.friction.coulomb[k] = j.friction.static_[k] = k ? j.friction.coulomb[0] : draw_size(x, 0.01, 5);
  return j;
}

static arm make_arm(uint64_t seed)
{
  static const double restitutions[] = {0, 0.3, 0.8, 1};
  arm x = {.seed = seed, .state = seed * RANDOM_STRIDE + 1};
  x.n = 2 + (int)draw(&x, 0, MOST - 1);
  for (int i = 0; i < x.n; i++) x.joints[i] = draw_joint(&x);
  x.model = chain_model(ULNA_DH, x.n, x.joints, NULL, NULL);
  x.work = chain_work(x.model);
  x.restitution = restitutions[(int)draw(&x, 0, 4)];
  for (int i = 0; i < x.n; i++) {
    x.q[i] = draw(&x, x.joints[i].limits.lower, x.joints[i].limits.upper);
    x.qd[i] = draw(&x, -1, 1);
    x.tau[i] = draw(&x, 0, 1) < 0.5 ? 0 : draw(&x, -5, 5);
  }
  return x;
}

static void fail_arm(const arm *x, const char *what, double value)
{
  fprintf(stderr, "campaign_stops: arm of seed %llu (%d joints): %s: %g\n", (unsigned long long)x->seed, x->n,
          what, value);
  exit(1);
}

/* ---- all sets tried, in long double: M v + λ = f, v_j = d_j where held, λ_j as given where not */

static bool solve_set(int n, const double M[], const long double f[], const bool held[],
                      const long double d[], long double v[], long double force[])
{
  long double A[MOST][MOST + 1];
  int list[MOST], count = 0;
  for (int i = 0; i < n; i++) {
    v[i] = d[i];
    if (!held[i]) list[count++] = i;
  }
  for (int r = 0; r < count; r++) {
    A[r][count] = f[list[r]];
    for (int i = 0; i < n; i++)
      if (held[i]) A[r][count] -= (long double)M[list[r] * n + i] * d[i];
    for (int c = 0; c < count; c++) A[r][c] = (long double)M[list[r] * n + list[c]];
  }
  for (int p = 0; p < count; p++)
    for (int r = p + 1; r < count; r++) {
      const long double l = A[r][p] / A[p][p];
      for (int c = p; c <= count; c++) A[r][c] -= l * A[p][c];
    }
  for (int p = count - 1; p >= 0; p--) {
    long double sum = A[p][count];
    for (int c = p + 1; c < count; c++) sum -= A[p][c] * v[list[c]];
    v[list[p]] = sum / A[p][p];
  }
  for (int i = 0; i < n; i++) {
    force[i] = f[i];
    for (int k = 0; k < n; k++) force[i] -= (long double)M[i * n + k] * v[k];
  }
  return true;
}

/* The speeds that obey the law after an impact; false if rounding leaves no set clearly right. */
static bool impact_by_trial(const arm *x, const double M[], const int side[], const double qd[],
                            double after[])
{
  const int n = x->n;
  long double f[MOST], d[MOST], v[MOST], force[MOST];
  for (int i = 0; i < n; i++) {
    f[i] = 0;
    for (int k = 0; k < n; k++) f[i] += (long double)M[i * n + k] * (long double)qd[k];
    const bool rebounds = side[i] && x->restitution * fabs(qd[i]) > 1e-3;
    d[i] = rebounds ? -(long double)x->restitution * (long double)qd[i] : 0;
  }
  for (unsigned set = 0; set < 1u << n; set++) {
    bool held[MOST], right = true;
    for (int i = 0; i < n; i++) {
      held[i] = set >> i & 1;
      right = right && !(held[i] && side[i] == 0);
    }
    if (!right) continue;
    solve_set(n, M, f, held, d, v, force);
    for (int i = 0; i < n; i++) {
      if (held[i]) right = right && side[i] * force[i] >= -1e-15L;
      else if (side[i]) right = right && side[i] * (v[i] - d[i]) <= 1e-15L;
    }
    if (!right) continue;
    for (int i = 0; i < n; i++) after[i] = (double)v[i];
    return true;
  }
  return false;
}

static double energy(int n, const double M[], const double qd[])
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) sum += qd[i] * M[i * n + k] * qd[k] / 2;
  return sum;
}

/* Some joints at stops, at rest or running into them, the others anyhow. */
static void try_impact(arm *x, tally *t)
{
  const int n = x->n;
  int side[MOST];
  double q[MOST], qd[MOST], after[MOST], found[MOST], M[MOST * MOST], lost = 0;
  for (int i = 0; i < n; i++) {
    side[i] = (int)draw(x, 0, 3) - 1;
    q[i] = side[i] > 0 ? x->joints[i].limits.upper : side[i] < 0 ? x->joints[i].limits.lower : x->q[i];
    qd[i] = draw(x, -2, 2);
    if (side[i]) qd[i] = draw(x, 0, 1) < 0.4 ? 0 : side[i] * (0.01 + fabs(qd[i]));
  }
  if (ulna_drive_mass_matrix(x->model, x->work, q, M) != ULNA_OK) abort();
  if (!impact_by_trial(x, M, side, qd, after)) fail_arm(x, "no set of impulses is right", 0);
  memcpy(found, qd, sizeof found);
  const ulna_status status = ulna_impact(x->model, x->work, q, side, x->restitution, 1e-3, found, &lost);
  if (status != ULNA_OK) fail_arm(x, ulna_status_name(status), 0);
  double error = 0, scale = 1;
  for (int i = 0; i < n; i++) {
    if (!isfinite(found[i])) fail_arm(x, "a speed after an impact is not finite", found[i]);
    error = worse_of(error, fabs(found[i] - after[i])), scale = fmax(scale, fabs(after[i]));
  }
  t->impacts++;
  t->impact_error = fmax(t->impact_error, error / scale);
  if (error > 1e-8 * scale) fail_arm(x, "speeds after an impact are off", error);
  const double before = energy(n, M, qd), gain = (energy(n, M, found) - before) / (before + 1e-300);
  t->gain = fmax(t->gain, gain);
  if (gain > 1e-9) fail_arm(x, "an impact gives energy", gain);
  // the energy booked is the energy gone
  if (fabs(gain * before + lost) > 1e-10 * (1 + before)) fail_arm(x, "the loss is not what is booked", lost);
}

/* ---- at rest: each stop holds or not, each joint's friction sticks or slips either way */

static bool rest_by_trial(const arm *x, const double M[], const double f[], const int stop[], double qdd[])
{
  const int n = x->n;
  long double g[MOST], d[MOST] = {0}, v[MOST], force[MOST];
  int sets = 1;
  for (int i = 0; i < n; i++) sets *= 3;
  for (int set = 0; set < sets; set++) {
    bool held[MOST], right = true;
    int way[MOST];
    for (int i = 0, rest = set; i < n; i++, rest /= 3) {
      way[i] = rest % 3 - 1;
      held[i] = way[i] == 0;
      const double coulomb = x->joints[i].friction.coulomb[0];
      if (way[i] == 0 && coulomb == 0 && stop[i] == 0) right = false;
      if (way[i] > 0 && coulomb == 0) right = false;  // free either way: one of them will do
      g[i] = (long double)f[i] - way[i] * (long double)coulomb;
    }
    if (!right) continue;
    solve_set(n, M, g, held, d, v, force);
    for (int i = 0; i < n && right; i++) {
      const double coulomb = x->joints[i].friction.coulomb[0];
      const long double tiny = 1e-14L * (1 + fabsl(g[i]));
      if (held[i]) {  // friction gives up to coulomb either way, the stop any push
        if (force[i] > coulomb + tiny) right = stop[i] > 0;
        if (force[i] < -coulomb - tiny) right = stop[i] < 0;
      } else {
        if (coulomb > 0) right = way[i] * v[i] >= -tiny;
        if (stop[i] && right) right = stop[i] * v[i] <= tiny;
      }
    }
    if (!right) continue;
    for (int i = 0; i < n; i++) qdd[i] = (double)v[i];
    return true;
  }
  return false;
}

static void try_rest(arm *x, tally *t)
{
  const int n = x->n;
  int stop[MOST], kept[MOST], mode[2 * MOST] = {0};
  double q[MOST], M[MOST * MOST], bias[MOST], f[MOST], expected[MOST], qdd[MOST];
  double stop_force[MOST], friction[2 * MOST], reserve[2 * MOST];
  const double rest[MOST] = {0};
  for (int i = 0; i < n; i++) {
    kept[i] = stop[i] = (int)draw(x, 0, 3) - 1;
    q[i] = stop[i] > 0 ? x->joints[i].limits.upper : stop[i] < 0 ? x->joints[i].limits.lower : x->q[i];
  }
  if (ulna_drive_mass_matrix(x->model, x->work, q, M) != ULNA_OK) abort();
  if (ulna_drive_bias(x->model, x->work, q, rest, bias) != ULNA_OK) abort();
  for (int i = 0; i < n; i++) f[i] = x->tau[i] - bias[i];
  if (!rest_by_trial(x, M, f, stop, expected)) fail_arm(x, "no set of forces is right", 0);
  const constraint_state state = {
      .mode = mode, .stop = stop, .friction = friction, .reserve = reserve, .stop_force = stop_force};
  const ulna_status status =
      ulna_constrained_accelerations(x->model, x->work, q, rest, x->tau, true, &state, qdd);
  if (status != ULNA_OK) fail_arm(x, ulna_status_name(status), 0);
  double error = 0, scale = 1;
  for (int i = 0; i < n; i++) {
    error = worse_of(error, fabs(qdd[i] - expected[i])), scale = fmax(scale, fabs(expected[i]));
    t->held += kept[i] && stop[i], t->slipped += mode[i] != 0;
    if (stop[i] * stop_force[i] < 0) fail_arm(x, "a stop pulls", stop_force[i]);
  }
  t->rests++;
  t->rest_error = fmax(t->rest_error, error / scale);
  if (error > 1e-8 * scale) fail_arm(x, "accelerations at rest are off", error);
}

/* ---- runs */

static void give_tau(void *context, double t, const double q[], const double qd[], double u[])
{
  const arm *x = context;
  (void)t, (void)q, (void)qd;
  memcpy(u, x->tau, (size_t)x->n * sizeof *u);
}

static void count_event(void *context, const ulna_event *event)
{
  tally *t = context;
  (void)event;
  t->events++;
}

/* located: modes are those that hold at the end of a step; by Euler they are found where the next one begins. */
static void look(const arm *x, ulna_plant *plant, bool located, double at, const double y[], tally *t)
{
  double stop_force[MOST];
  const ulna_plant_signals signals = {.stop_force = stop_force};
  const int *stop = ulna_plant_stops(plant);
  if (ulna_plant_observe(plant, at, y, &signals) != ULNA_OK) fail_arm(x, "cannot be observed", at);
  for (int i = 0; i < x->n; i++) {
    const ulna_limits *l = &x->joints[i].limits;
    const double beyond = fmax(y[i] - l->upper, l->lower - y[i]);
    t->beyond = fmax(t->beyond, beyond);
    if (beyond > 1e-9) fail_arm(x, "a joint is beyond its stop", beyond);
    if (!stop[i]) continue;
    const double pull = located ? -stop[i] * stop_force[i] : 0;
    t->glue = fmax(t->glue, pull);
    if (pull > 1e-9) fail_arm(x, "a stop pulls: the joint is glued to it", pull);
    if (y[x->n + i] != 0) fail_arm(x, "a joint at rest on its stop moves", y[x->n + i]);
  }
}

/* Energy less what the drives gave never grows: by RK4 within 1e-9 of what is turned over, by Euler within its own error,
 * which halving the step shows, so that there only stops are asked. */
static void try_run(arm *x, ulna_integrator integrator, double h, int steps, tally *t)
{
  ulna_plant_options options = ulna_plant_options_default();
  options.stops = ULNA_STOPS_HARD;
  options.restitution = x->restitution;
  const ulna_surroundings around = {.context = x, .input = give_tau};
  const ulna_event_sink sink = {.context = t, .happened = count_event};
  ulna_plant *plant = NULL;
  double y[3 * MOST + 4] = {0}, T, V;
  if (ulna_plant_create(x->model, &options, &around, NULL, &plant) != ULNA_OK) fail_arm(x, "no plant", 0);
  memcpy(y, x->q, sizeof x->q), memcpy(y + x->n, x->qd, (size_t)x->n * sizeof *y);
  if (ulna_plant_start(plant, 0, y) != ULNA_OK) fail_arm(x, "no start", 0);
  const double *work = y + ulna_plant_energy_index(plant);
  ulna_plant_energy(plant, y, &T, &V);
  double last = T + V, turned = T + fabs(V), stops_lost = 0;
  for (int k = 0; k < steps; k++) {
    const ulna_status status = ulna_plant_step(plant, integrator, h, 1e-12, k * h, y, &sink);
    if (status != ULNA_OK) fail_arm(x, ulna_status_name(status), k * h);
    look(x, plant, integrator == ULNA_RK4, (k + 1) * h, y, t);
    ulna_plant_energy(plant, y, &T, &V);
    turned = fmax(turned, T + fabs(V) + fabs(work[0]) + work[1] + work[2]);
    if (work[2] < stops_lost - 1e-13 * turned) fail_arm(x, "a stop gives energy", stops_lost - work[2]);
    stops_lost = work[2];
    if (integrator == ULNA_RK4) {
      const double now = T + V - work[0];
      t->gain = fmax(t->gain, (now - last) / turned);
      if (now - last > 1e-9 * turned) fail_arm(x, "energy is gained", (now - last) / turned);
      last = now;
    }
    t->steps++;
  }
  t->runs++;
  ulna_plant_destroy(plant);
}

/* The same to a tolerance, by the explicit method of the core; rows every 5 ms. What it gains over one of them may be what the
 * tolerance lets through. */
static void try_adaptive(arm *x, tally *t)
{
  ulna_plant_options options = ulna_plant_options_default();
  options.stops = ULNA_STOPS_HARD;
  options.restitution = x->restitution;
  const ulna_surroundings around = {.context = x, .input = give_tau};
  const ulna_event_sink sink = {.context = t, .happened = count_event};
  ulna_adaptive_options to = ulna_adaptive_options_default();
  to.relative = to.absolute = 1e-11;
  ulna_plant *plant = NULL;
  ulna_adaptive *adaptive = NULL;
  double y[3 * MOST + 4] = {0}, T, V;
  if (ulna_plant_create(x->model, &options, &around, NULL, &plant) != ULNA_OK) fail_arm(x, "no plant", 0);
  if (ulna_adaptive_create(plant, &to, NULL, &adaptive) != ULNA_OK) fail_arm(x, "no integrator", 0);
  memcpy(y, x->q, sizeof x->q), memcpy(y + x->n, x->qd, (size_t)x->n * sizeof *y);
  if (ulna_plant_start(plant, 0, y) != ULNA_OK) fail_arm(x, "no start", 0);
  const double *work = y + ulna_plant_energy_index(plant);
  ulna_plant_energy(plant, y, &T, &V);
  double last = T + V, turned = 1 + T + fabs(V);
  for (int k = 0; k < 20; k++) {
    const ulna_status status = ulna_adaptive_advance(adaptive, k * 5e-3, (k + 1) * 5e-3, y, &sink, NULL);
    if (status != ULNA_OK) fail_arm(x, ulna_adaptive_failure(adaptive), k * 5e-3);
    look(x, plant, false, (k + 1) * 5e-3, y, t);
    ulna_plant_energy(plant, y, &T, &V);
    turned = fmax(turned, 1 + T + fabs(V) + fabs(work[0]) + work[1] + work[2]);
    const double now = T + V - work[0];
    if (now - last > 1e-8 * turned) fail_arm(x, "energy is gained to a tolerance", (now - last) / turned);
    last = now;
    t->steps++;
  }
  t->runs++;
  ulna_adaptive_destroy(adaptive);
  ulna_plant_destroy(plant);
}

int main(int argc, char **argv)
{
  const long count = argc > 1 ? atol(argv[1]) : 200;
  const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  tally t = {0};
  for (long k = 0; k < count; k++) {
    arm x = make_arm(seed + (uint64_t)k);
    for (int again = 0; again < 4; again++) try_impact(&x, &t), try_rest(&x, &t);
    try_run(&x, ULNA_RK4, 2e-4, 500, &t);
    if (k % 4 == 0) try_run(&x, ULNA_EULER, 1e-3, 200, &t);
    if (k % 4 == 1) try_adaptive(&x, &t);
    if (k % 4 == 2) try_run(&x, ULNA_SEMI_IMPLICIT_EULER, 1e-3, 200, &t);
    ulna_work_destroy(x.work);
    ulna_model_destroy(x.model);
    t.arms++;
  }
  printf(
      "%ld arms: %ld impacts (off by %.2g), %ld at rest (off by %.2g; %ld stops held, %ld places slipped),\n"
      "%ld runs of %ld steps with %ld events: energy gained %.2g of what is turned over, pull of a stop %.2g,\n"
      "beyond a stop %.2g\n",
      t.arms, t.impacts, t.impact_error, t.rests, t.rest_error, t.held, t.slipped, t.runs, t.steps, t.events,
      t.gain, t.glue, t.beyond);
  return 0;
}
