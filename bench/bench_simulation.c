/* Simulation: how many Runge–Kutta steps of a driven arm with friction a second holds, events located, and how many
 * mj_step of MuJoCo makes of the same arm.
 *
 * All run 2,000 steps of 1 ms, torques held over a step: a square wave that turns every joint round again and again.
 * Answers come first: against shorter steps, the book of energy, and MuJoCo's where it can be told the same arm. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { N = 6, NUMBERS = 2 * N + 4, STEPS = 2000, PARTS = 20, ROUNDS = 60, EVENTS = 200 };
static const double h = 1e-3, event_tolerance = 1e-9;
static const double start_q[N] = {0, 0.3, 2.5, 0, 0.5, 0};

static void give_up(const char *what, const char *why)
{
  fprintf(stderr, "bench: %s: %s\n", what, why);
  exit(1);
}

static void check(ulna_status status, const char *what)
{
  if (status != ULNA_OK) give_up(what, ulna_status_text(status));
}

/* Which friction of the file's an arm is built with. */
typedef enum { AS_GIVEN, ALIKE_BOTH_WAYS, VISCOUS_ONLY } friction_kind;

static ulna_model *puma(friction_kind kind)
{
  ulna_model *given = bench_model("puma560_feasible.yaml"), *model = NULL;
  ulna_builder *b = NULL;
  check(ulna_builder_create(ulna_model_convention(given), NULL, &b), "builder");
  for (int i = 1; i <= N; i++) check(ulna_builder_add_joint(b, ulna_model_joint(given, i)), "joint");
  for (int i = 0; i < N; i++) {
    ulna_drive d = *ulna_model_drive(given, i);
    const double mean = (d.friction.coulomb[0] + d.friction.coulomb[1]) / 2;
    for (int way = 0; way < 2 && kind != AS_GIVEN; way++)
      d.friction.coulomb[way] = kind == ALIKE_BOTH_WAYS ? mean : 0;
    check(ulna_builder_add_drive(b, &d), "drive");
  }
  check(ulna_builder_finish(b, NULL, &model), "robot");
  ulna_builder_destroy(b);
  ulna_model_destroy(given);
  return model;
}

/* What MuJoCo can be told of the same drives: at the joints, so by the square of the ratio, and friction alike in both
 * directions. */
static peer_joints as_joints(const ulna_model *model, bool friction)
{
  peer_joints to = {{0}, {0}, {0}};
  for (int i = 0; i < N; i++) {
    const ulna_drive *d = ulna_model_drive(model, i);
    const double ratio = d->couples[0].value;
    if (d->couple_count != 1 || strcmp(d->couples[0].joint, ulna_model_joint(model, i + 1)->name) != 0)
      give_up(d->name, "does not move with its own joint alone");
    to.armature[i] = ratio * ratio * d->rotor.inertia[2];
    to.damping[i] = ratio * ratio * d->friction.viscous;
    to.frictionloss[i] = friction ? fabs(ratio) * d->friction.coulomb[0] : 0;
  }
  return to;
}

typedef struct contender {
  const char *name, *what;
  double size;       /* of the torques: 1 or 0 */
  bool wrist_stands; /* no torques there */
  void (*run)(struct contender *c, int pieces, int round);
  ulna_plant *plant;
  ulna_simulation *simulation;
  void *peer;
  double tau[N], y[NUMBERS];
  int event_count;
  ulna_event event[EVENTS];
  double times[PARTS][ROUNDS]; /* ns of each part of the run */
  double decile, median;       /* ns a step */
} contender;

/* Torques of step k: a square wave. */
static void set_torques(contender *c, int k)
{
  static const double most[N] = {60, 80, 30, 4, 4, 3};
  const double sign = k % 500 < 250 ? 1 : -1;
  for (int i = 0; i < N; i++) c->tau[i] = c->wrist_stands && i >= 3 ? 0 : sign * c->size * most[i];
}

static void hold(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  memcpy(u, context, N * sizeof *u);
}

static void remember(void *context, const ulna_event *event)
{
  contender *c = context;
  if (c->event_count == EVENTS) give_up(c->name, "more events than expected");
  c->event[c->event_count++] = *event;
}

/* After step k, from 0: the time of a part that ends here. */
static void stamp(contender *c, int round, int k, double *last)
{
  if ((k + 1) % (STEPS / PARTS) != 0) return;
  const double t = bench_now();
  c->times[k / (STEPS / PARTS)][round] = t - *last;
  *last = t;
}

/* Each step in so many pieces: 1, or more for a reference. */
static void run_ours(contender *c, int pieces, int round)
{
  const ulna_event_sink sink = {.context = c, .happened = remember};
  const double tolerance = pieces == 1 ? event_tolerance : event_tolerance / 1000;
  memset(c->y, 0, sizeof c->y);
  memcpy(c->y, start_q, sizeof start_q);
  c->event_count = 0;
  set_torques(c, 0);
  check(ulna_plant_start(c->plant, 0, c->y), "start");
  double last = bench_now();
  for (int k = 0; k < STEPS; k++) {
    set_torques(c, k);
    for (int part = 0; part < pieces; part++)
      check(ulna_plant_step(c->plant, ULNA_RK4, h / pieces, tolerance, (k + (double)part / pieces) * h, c->y,
                            &sink),
            "step");
    stamp(c, round, k, &last);
  }
}

static ulna_status take_row(void *context, const ulna_sample *row)
{
  *(double *)context = row->kinetic;
  return ULNA_OK;
}

/* The same steps in a run: torques from tables, limits watched, a row every ten steps. */
static void run_run(contender *c, int pieces, int round)
{
  (void)pieces;
  const double rest[N] = {0};
  static double kinetic;
  const ulna_simulation_sink rows = {.context = &kinetic, .sample = take_row};
  check(ulna_simulation_start(c->simulation, 0, start_q, rest), "start");
  double last = bench_now();
  for (int k = STEPS / PARTS - 1; k < STEPS; k += STEPS / PARTS) {
    check(ulna_simulation_advance(c->simulation, (k + 1) * h, &rows), "run");
    stamp(c, round, k, &last);
  }
  memcpy(c->y, ulna_simulation_state(c->simulation), sizeof c->y);
}

static void make_run(contender *c, const ulna_model *model)
{
  enum { TURNS = STEPS / 250 };
  static double time[TURNS], value[N][TURNS];
  static ulna_signal table[N];
  static ulna_channel input[N];
  for (int k = 0; k < TURNS; k++) {
    time[k] = 250 * k * h;
    set_torques(c, 250 * k);
    for (int i = 0; i < N; i++) value[i][k] = c->tau[i];
  }
  for (int i = 0; i < N; i++) {
    table[i] = ulna_signal_default(ULNA_SIGNAL_TABLE_HOLD);
    table[i].count = TURNS, table[i].time = time, table[i].value = value[i];
    input[i] = (ulna_channel){1, &table[i]};
  }
  ulna_simulation_options options = ulna_simulation_options_default();
  options.input = input, options.step = h, options.event_tolerance = event_tolerance;
  check(ulna_simulation_create(model, &options, NULL, &c->simulation), "simulation");
  c->run = run_run;
}

static void run_mujoco(contender *c, int pieces, int round)
{
  (void)pieces;
  const double rest[N] = {0};
  peer_mujoco_set(c->peer, start_q, rest);
  double last = bench_now();
  for (int k = 0; k < STEPS; k++) {
    set_torques(c, k);
    peer_mujoco_step(c->peer, c->tau);
    stamp(c, round, k, &last);
  }
  peer_mujoco_get(c->peer, c->y, c->y + N);
}

static void make_ours(contender *c, const ulna_model *model, bool friction, ulna_rotors rotors)
{
  ulna_plant_options options = ulna_plant_options_default();
  options.friction = friction;
  const ulna_surroundings around = {.context = c->tau, .input = hold};
  check(ulna_plant_create(model, &options, &around, NULL, &c->plant), "plant");
  ulna_work_set_rotors(ulna_plant_work(c->plant), rotors);
  c->run = run_ours;
}

static void make_mujoco(contender *c, const ulna_model *model, const peer_joints *joints)
{
  const peer_arm arm = bench_arm(model);
  c->peer = peer_mujoco_simulation(&arm, joints, h);
  if (!c->peer) give_up(c->name, "MuJoCo refuses it");
  c->run = run_mujoco;
}

/* ---- answers, before any time is taken */

/* Largest difference of joint angles. */
static double apart(const double a[], const double b[])
{
  double most = 0;
  for (int i = 0; i < N; i++) {
    const double difference = fabs(a[i] - b[i]);
    if (!(difference <= most)) most = difference; /* NaN counts */
  }
  return most;
}

static void must_be_near(const char *what, double difference, double allowed)
{
  printf("  %-66s %8.1e (allowed %.0e)\n", what, difference, allowed);
  if (!(difference <= allowed)) give_up(what, "the answers differ");
}

/* Against the same run with steps a sixteenth as long and events located a thousand times as sharply: the method's
 * error, and that of events told up to event_tolerance late. */
static void check_run(contender *c)
{
  double y[NUMBERS], late = 0;
  ulna_event event[EVENTS];
  c->run(c, 1, 0);
  memcpy(y, c->y, sizeof y), memcpy(event, c->event, sizeof event);
  const int count = c->event_count;
  c->run(c, 16, 0);
  if (count != c->event_count) give_up(c->name, "other events with shorter steps");
  for (int k = 0; k < count; k++) {
    const ulna_event *a = &event[k], *b = &c->event[k];
    if (a->index != b->index || a->mode_before != b->mode_before || a->mode_after != b->mode_after)
      give_up(c->name, "other events with shorter steps");
    late = fmax(late, fabs(a->t - b->t));
  }
  char what[100];
  snprintf(what, sizeof what, "%s: angles, rad, against shorter steps", c->name);
  must_be_near(what, apart(y, c->y), 1e-6);
  snprintf(what, sizeof what, "%s: times of its %d events, s", c->name, count);
  if (count) must_be_near(what, late, 1e-6);

  // the energy book closes: given − lost is what the arm has more than at the start
  const double rest[NUMBERS] = {start_q[0], start_q[1], start_q[2], start_q[3], start_q[4], start_q[5]};
  double T0, U0, T1, U1;
  const int book = ulna_plant_energy_index(c->plant);
  ulna_plant_energy(c->plant, rest, &T0, &U0), ulna_plant_energy(c->plant, y, &T1, &U1);
  const double given = y[book], lost = y[book + 1], scale = fmax(fabs(given), fabs(U1 - U0));
  snprintf(what, sizeof what, "%s: energy that is missing, of that given", c->name);
  must_be_near(what, fabs(given - lost - (T1 + U1 - T0 - U0)) / scale, 1e-6);
}

/* Ours and MuJoCo's: the same method over the same equations. */
static void check_pair(const char *what, contender *ours, contender *theirs, double allowed)
{
  ours->run(ours, 1, 0), theirs->run(theirs, 1, 0);
  must_be_near(what, apart(ours->y, theirs->y), allowed);
}

/* ---- time */

/* Times all in turn; each round begins with another one, so that other work of the machine slows all alike. Takes the lowest decile and the
 * median over the rounds for each part of a run (some have more events than others), and sums them over the parts. */
static void measure(contender c[], int count)
{
  for (int round = 0; round < ROUNDS; round++)
    for (int turn = 0; turn < count; turn++) {
      contender *next = &c[(turn + round) % count];
      next->run(next, 1, round);
    }
  for (int k = 0; k < count; k++)
    for (int part = 0; part < PARTS; part++) {
      double *times = c[k].times[part];
      qsort(times, ROUNDS, sizeof *times, rising);
      c[k].decile += times[ROUNDS / 10] / STEPS, c[k].median += times[ROUNDS / 2] / STEPS;
    }
}

static void print_times(const contender c[], int count)
{
  printf("\nRK4 steps of 1 ms, PUMA 560, torques held over a step; %d steps, %d rounds, one core\n", STEPS,
         ROUNDS);
  printf("  %-34s %9s %9s %11s\n", "", "ns a step", "median", "steps/s");
  for (int k = 0; k < count; k++) {
    printf("  %-34s %9.0f %9.0f %11.0f  %s\n", c[k].name, c[k].decile, c[k].median, 1e9 / c[k].decile,
           c[k].what);
    bench_csv("RK4 steps of 1 ms, PUMA 560, ns a step", c[k].name, c[k].what, c[k].decile, c[k].median,
              c[k].decile / c[0].decile);
  }
  printf("  MuJoCo is %s: %s\n", peer_mujoco.name, peer_mujoco.built);
}

static void print_goal(const char *what, double reached, double goal, const char *unit)
{
  printf("  %-66s %9.*f%s, goal %.0f: %s\n", what, goal < 100 ? 2 : 0, reached, unit, goal,
         reached >= goal ? "met" : "MISSED");
}

enum { FULL, RUN, STANDING, SMOOTH, BARE, ALIKE, MJ_LOSS, MJ_SMOOTH, MJ_BARE, CONTENDERS };

static void print_goals(const contender c[])
{
  printf("\n");
  print_goal("steps/s with drives and friction, events located", 1e9 / c[FULL].decile, 700000, "");
  printf("  %-66s %9.2fx of the bare steps, goal at most 1.10: %s\n", "a run with a row every 10 ms takes",
         c[RUN].decile / c[FULL].decile, c[RUN].decile <= 1.1 * c[FULL].decile ? "met" : "MISSED");
  print_goal("times mj_step, both with drives and dry friction", c[MJ_LOSS].decile / c[ALIKE].decile, 5, "x");
  print_goal("times mj_step, both with drives and viscous friction", c[MJ_SMOOTH].decile / c[SMOOTH].decile,
             5, "x");
  print_goal("times mj_step, both links only", c[MJ_BARE].decile / c[BARE].decile, 5, "x");
  print_goal("times mj_step, ours with dry friction, theirs links only", c[MJ_BARE].decile / c[FULL].decile,
             5, "x");
}

/* What a step is made of: a right-hand side on its own, and the links' forward dynamics in it. */
static void print_parts(contender *c, const ulna_model *model)
{
  enum { CALLS = 2000 };
  ulna_work *work = bench_work(model);
  double rate[NUMBERS], qdd[N], one = HUGE_VAL, links = HUGE_VAL;
  c->run(c, 1, 0);
  for (int round = 0; round < ROUNDS; round++) {
    const double start = bench_now();
    for (int k = 0; k < CALLS; k++) check(ulna_plant_rate(c->plant, STEPS * h, c->y, rate), "rate");
    const double middle = bench_now();
    for (int k = 0; k < CALLS; k++)
      check(ulna_forward_dynamics(model, work, c->y, c->y + N, c->tau, qdd), "forward dynamics");
    one = fmin(one, (middle - start) / CALLS), links = fmin(links, (bench_now() - middle) / CALLS);
  }
  printf(
      "  A right-hand side takes %.0f ns, of which the links' forward dynamics %.0f; beside four of them a step with\n"
      "  drives and friction takes %.0f ns for the sums of the method, a look at the switches, and %.2f events a step.\n",
      one, links, c->decile - 4 * one, (double)c->event_count / STEPS);
  ulna_work_destroy(work);
}

int main(void)
{
  ulna_model *given = puma(AS_GIVEN), *alike = puma(ALIKE_BOTH_WAYS), *smooth = puma(VISCOUS_ONLY);
  const peer_joints damped = as_joints(alike, false), dry = as_joints(alike, true);
  static contender c[CONTENDERS] = {
      [FULL] = {.name = "drives and friction",
                .size = 1,
                .what = "rotors, viscous and dry friction, events located"},
      [RUN] = {.name = "  in a run", .size = 1, .what = "ulna_simulation_advance, a row every 10 ms"},
      [STANDING] = {.name = "  the wrist standing", .size = 1, .what = "its three joints held by friction"},
      [SMOOTH] = {.name = "drives, viscous friction", .size = 1, .what = "nothing can stick: no events"},
      [BARE] = {.name = "links only", .size = 0, .what = "no torques: it falls and swings"},
      [ALIKE] = {.name = "drives and friction, as MuJoCo's",
                 .size = 1,
                 .what = "dry friction the mean of both ways"},
      [MJ_LOSS] = {.name = "MuJoCo, frictionloss",
                   .size = 1,
                   .what = "armature, damping, and dry friction as a soft constraint"},
      [MJ_SMOOTH] = {.name = "MuJoCo, viscous friction",
                     .size = 1,
                     .what = "armature and damping; no constraints"},
      [MJ_BARE] = {.name = "MuJoCo, links only", .size = 0, .what = "no constraints"}};
  c[STANDING].wrist_stands = true;
  make_ours(&c[FULL], given, true, ULNA_ROTORS_EXACT);
  make_run(&c[RUN], given);
  make_ours(&c[STANDING], given, true, ULNA_ROTORS_EXACT);
  make_ours(&c[SMOOTH], smooth, true, ULNA_ROTORS_EXACT);
  make_ours(&c[BARE], given, false, ULNA_ROTORS_NONE);
  make_ours(&c[ALIKE], alike, true, ULNA_ROTORS_EXACT);
  make_mujoco(&c[MJ_LOSS], alike, &dry);
  make_mujoco(&c[MJ_SMOOTH], alike, &damped);
  make_mujoco(&c[MJ_BARE], alike, NULL);

  printf("\nSimulation: the answers after 2 s\n");
  check_run(&c[FULL]);
  check_pair("in a run: angles, rad, against the bare steps", &c[FULL], &c[RUN], 1e-7);
  check_run(&c[STANDING]);
  check_pair("viscous friction: angles, rad, ours and MuJoCo's RK4", &c[SMOOTH], &c[MJ_SMOOTH], 1e-12);
  check_pair("links only: angles, rad, ours and MuJoCo's RK4", &c[BARE], &c[MJ_BARE], 1e-9);
  check_pair("dry friction: MuJoCo's creeps where ours sticks; angles, rad", &c[ALIKE], &c[MJ_LOSS], 0.1);
  measure(c, CONTENDERS);
  print_times(c, CONTENDERS);
  print_goals(c);
  print_parts(&c[FULL], given);
  for (int k = 0; k < CONTENDERS; k++) {
    ulna_plant_destroy(c[k].plant);
    ulna_simulation_destroy(c[k].simulation);
    if (c[k].peer) peer_mujoco_end(c[k].peer);
  }
  ulna_model_destroy(given), ulna_model_destroy(alike), ulna_model_destroy(smooth);
  return 0;
}
