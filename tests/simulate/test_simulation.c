/* Runs in hybrid time: when things happen, what a controller gets to see, and that nothing is lost on the way. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simulate/simulation.h"
#include "support/chain.h"
#include "support/failing_allocator.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { MOST = 8, STATE = 3 * MOST + 4, ROWS = 4096, EVENTS = 256 };

static ulna_model *load(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

static ulna_simulation *simulation_of(const ulna_model *model, const ulna_simulation_options *options)
{
  ulna_simulation *s = NULL;
  char why[200];
  if (ulna_simulation_check(model, options, why, sizeof why) != ULNA_OK) fail_msg("%s", why);
  assert_int_equal(ulna_simulation_create(model, options, NULL, &s), ULNA_OK);
  return s;
}

static void advance(ulna_simulation *s, double t, const ulna_simulation_sink *sink)
{
  const ulna_status status = ulna_simulation_advance(s, t, sink);
  if (status != ULNA_OK) fail_msg("%s: %s", ulna_status_name(status), ulna_simulation_failure(s));
}

/* What a run told. */
typedef struct {
  int rows, events;
  double t[ROWS], q[ROWS], u[ROWS];
  ulna_event event[EVENTS];
} record;

static ulna_status keep_row(void *context, const ulna_sample *sample)
{
  record *r = context;
  if (r->rows == ROWS) return ULNA_TOO_SMALL;
  r->t[r->rows] = sample->t, r->q[r->rows] = sample->q[0], r->u[r->rows++] = sample->u[0];
  return ULNA_OK;
}

static void keep_event(void *context, const ulna_event *event)
{
  record *r = context;
  if (r->events < EVENTS) r->event[r->events++] = *event;
}

/* A joint PD that remembers when it was called and what it saw. */
typedef struct {
  int n, samples;
  double goal, kp, kv;
  double t[ROWS], q[ROWS], qd[ROWS], u[ROWS]; /* of joint 1 */
} pd;

static ulna_status pd_step(void *context, const ulna_measured *measured, double u[])
{
  pd *c = context;
  for (int i = 0; i < c->n; i++) u[i] = c->kp * (c->goal - measured->q[i]) - c->kv * measured->qd[i];
  if (c->samples < ROWS) {
    c->t[c->samples] = measured->t, c->q[c->samples] = measured->q[0], c->qd[c->samples] = measured->qd[0];
    c->u[c->samples] = u[0];
  }
  c->samples++;
  return ULNA_OK;
}

static void held_input(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  memcpy(u, context, MOST * sizeof *u);
}

/* The same loop written out by hand over the plant: a sample every 2 ms, two steps of 1 ms between. */
static void direct_loop(const ulna_model *model, double seconds, double y[])
{
  const int n = ulna_model_joint_count(model);
  pd c = {.n = n, .goal = 0.3, .kp = 60, .kv = 9};
  double u[MOST] = {0};
  const ulna_plant_options options = ulna_plant_options_default();
  const ulna_surroundings around = {.context = u, .input = held_input};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  const long samples = lround(seconds / 0.002);
  for (long k = 0; k < samples; k++) {
    const double t = (double)k * 0.002, end = (double)(k + 1) * 0.002, h = (end - t) / 2;
    const ulna_measured measured = {.t = t, .q = y, .qd = y + n};
    assert_int_equal(pd_step(&c, &measured, u), ULNA_OK);
    for (int half = 0; half < 2; half++)
      assert_int_equal(ulna_plant_step(plant, ULNA_RK4, h, 1e-9, t + half * h, y, NULL), ULNA_OK);
  }
  ulna_plant_destroy(plant);
}

static void a_sampled_loop_equals_one_written_by_hand_to_the_last_bit(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  const int n = ulna_model_joint_count(model);
  const double q[MOST] = {0, 0.5, 2.5, 0.1, 0.4, 0}, qd[MOST] = {0.1, 0.2, -0.1, 0.3, -0.2, 0.1};
  pd c = {.n = n, .goal = 0.3, .kp = 60, .kv = 9};
  const ulna_sampled_controller controller = {.period = 0.002, .context = &c, .step = pd_step};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.controller = &controller;
  ulna_simulation *s = simulation_of(model, &options);
  double y[STATE] = {0};
  memcpy(y, q, sizeof q), memcpy(y + n, qd, sizeof qd);
  direct_loop(model, 0.4, y);
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 0.4, NULL);
  assert_true(ulna_simulation_time(s) == 0.4);
  assert_int_equal(c.samples, 201);
  for (int k = 0; k < ulna_plant_state_count(ulna_simulation_plant(s)); k++)
    assert_true(ulna_simulation_state(s)[k] == y[k]);
  assert_true(y[0] != q[0]);

  // in pieces that end on breaks: the same
  c.samples = 0;
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  for (int piece = 1; piece <= 40; piece++) advance(s, piece * 0.01, NULL);
  assert_memory_equal(ulna_simulation_state(s), y, (size_t)(2 * n) * sizeof *y);
  assert_int_equal(c.samples, 201);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* Instants are multiplied, not added up: after a million samples of 0.1 ms each one is k·1e-4 to the last bit. */
static void a_million_samples_are_on_time(void **state)
{
  (void)state;
  ulna_model *model = load("pendulum");
  pd c = {.n = 1};
  const ulna_sampled_controller controller = {.period = 1e-4, .context = &c, .step = pd_step};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.controller = &controller, options.integrator = ULNA_SEMI_IMPLICIT_EULER, options.record_period = 1;
  ulna_simulation *s = simulation_of(model, &options);
  const double q[1] = {0.2}, qd[1] = {0};
  record *r = calloc(1, sizeof *r);
  const ulna_simulation_sink sink = {.context = r, .sample = keep_row, .event = keep_event};
  assert_non_null(r);
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 99.9, &sink);
  c.samples = 0;
  advance(s, 100, &sink);
  for (int k = 0; k < c.samples; k++) assert_true(c.t[k] == (double)(999001 + k) * 1e-4);
  const ulna_simulation_statistics statistics = ulna_simulation_statistics_get(s);
  assert_int_equal(statistics.control_samples, 1000001);
  assert_int_equal(statistics.steps, 1000000);
  assert_int_equal(r->rows, 101);
  for (int k = 0; k <= 100; k++) assert_true(fabs(r->t[k] - k) <= 1e-13);
  free(r);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* ---- hold, delay, sensors */

/* A row for every step: the command of sample k holds from k T + delay until the next one's, to the last bit. */
static void commands_take_effect_after_their_delay_and_are_held(void **state)
{
  (void)state;
  ulna_model *model = load("pendulum");
  const double delays[] = {0, 0.003, 0.01, 0.0275};  // none; within a period; a whole one; several
  for (int d = 0; d < 4; d++) {
    static record r;
    static pd c;
    memset(&r, 0, sizeof r);
    c = (pd){.n = 1, .goal = 1, .kp = 20, .kv = 2};
    const ulna_sampled_controller controller = {
        .period = 0.01, .delay = delays[d], .context = &c, .step = pd_step};
    ulna_simulation_options options = ulna_simulation_options_default();
    options.controller = &controller, options.record_period = 0, options.step = 0.00125;
    ulna_simulation *s = simulation_of(model, &options);
    const ulna_simulation_sink sink = {.context = &r, .sample = keep_row, .event = keep_event};
    const double q[1] = {0.2}, qd[1] = {0};
    assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
    advance(s, 1, &sink);
    assert_int_equal(c.samples, 101);
    int changes = 0;
    for (int k = 0; k < r.rows; k++) {
      const int sample = (int)floor((r.t[k] - delays[d]) / 0.01 + 1e-9);
      assert_true(r.u[k] == (sample < 0 ? 0 : c.u[sample]));
      changes += k > 0 && r.u[k] != r.u[k - 1];
    }
    assert_true(changes > 90 && r.rows > 800);
    ulna_simulation_destroy(s);
  }
  ulna_model_destroy(model);
}

static void encoders_round_to_the_nearest_step_and_speeds_are_their_differences(void **state)
{
  (void)state;
  ulna_model *model = load("pendulum");
  static record r;
  static pd c;
  memset(&r, 0, sizeof r);
  c = (pd){.n = 1, .kv = 0.1};
  const double step[1] = {0.0015};
  const ulna_sensors sensors = {.position_step = step, .speed_from_positions = true};
  const ulna_sampled_controller controller = {.period = 0.01, .context = &c, .step = pd_step};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.controller = &controller, options.sensors = &sensors;
  ulna_simulation *s = simulation_of(model, &options);
  const ulna_simulation_sink sink = {.context = &r, .sample = keep_row, .event = keep_event};
  const double q[1] = {0.7}, qd[1] = {0.3};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 2, &sink);
  assert_int_equal(c.samples, 201);
  assert_int_equal(r.rows, 201);
  assert_true(c.qd[0] == 0);
  for (int k = 0; k < 201; k++) {
    assert_true(c.q[k] == step[0] * round(r.q[k] / step[0]));
    if (k) assert_true(c.qd[k] == (c.q[k] - c.q[k - 1]) / 0.01);
  }
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* Mean, variance, fourth moment and correlations of 2e5 draws: five of their standard deviations (1, √2, √96, 1 over
 * √draws) are allowed. The values themselves against the C library's logarithm and cosine. */
static void noise_is_normal_and_independent(void **state)
{
  (void)state;
  enum { DRAWS = 200000 };
  const double unit = 1 / sqrt(DRAWS);
  for (int sensor = 0; sensor < 3; sensor++) {
    double mean = 0, square = 0, fourth = 0, next = 0, other = 0, seeded = 0, last = 0;
    for (long k = 0; k < DRAWS; k++) {
      const double x = ulna_normal_noise(42, sensor, k);
      mean += x, square += x * x, fourth += x * x * x * x, next += x * last;
      other += x * ulna_normal_noise(42, sensor + 1, k);
      seeded += x * ulna_normal_noise(43, sensor, k);
      last = x;
    }
    assert_true(fabs(mean / DRAWS) < 5 * unit);
    assert_true(fabs(square / DRAWS - 1) < 5 * sqrt(2) * unit);
    assert_true(fabs(fourth / DRAWS - 3) < 5 * sqrt(96) * unit);
    assert_true(fabs(next / DRAWS) < 5 * unit && fabs(other / DRAWS) < 5 * unit);
    assert_true(fabs(seeded / DRAWS) < 5 * unit);
  }
  assert_true(ulna_normal_noise(7, 2, 123456) == ulna_normal_noise(7, 2, 123456));
}

/* The readings of two runs, their noise on positions and on the hand sensor. */
static void noisy_run(const ulna_model *model, uint64_t seed, double force_noise, pd *c)
{
  const int n = ulna_model_joint_count(model);
  const double noise[MOST] = {1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3};
  const ulna_sensors sensors = {
      .position_noise = noise, .hand_sensor = true, .force_noise = force_noise, .seed = seed};
  *c = (pd){.n = n};
  const ulna_sampled_controller controller = {.period = 0.01, .context = c, .step = pd_step};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.controller = &controller, options.sensors = &sensors;
  ulna_simulation *s = simulation_of(model, &options);
  const double q[MOST] = {0, 0.5, 2.5, 0.1, 0.4, 0}, qd[MOST] = {0};
  for (int twice = 0; twice < 2; twice++) {  // a second start repeats the first
    c->samples = 0;
    assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
    advance(s, 0.2, NULL);
  }
  ulna_simulation_destroy(s);
}

static void a_seed_gives_one_run_and_another_seed_another(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  static pd first, second;
  noisy_run(model, 1, 0, &first);
  noisy_run(model, 1, 2, &second);  // noise elsewhere changes nothing here
  assert_memory_equal(first.q, second.q, 21 * sizeof(double));
  noisy_run(model, 2, 0, &second);
  assert_memory_not_equal(first.q, second.q, 21 * sizeof(double));
  ulna_model_destroy(model);
}

/* ---- arms of the tests' own */

/* A joint along or about `axis` at an offset, with a link of some mass. */
static ulna_joint own_joint(ulna_joint_type type, int axis, double x, double mass)
{
  ulna_joint j = chain_joint();
  j.type = type;
  for (int k = 0; k < 3; k++) j.axis[k] = k == axis;
  j.origin.p[0] = x;
  if (mass > 0)
    j.link.body =
        (ulna_body){mass, {0.1, -0.05, 0.2}, {0.03, 0.04, 0.05, 0.002, -0.003, 0.001}, ULNA_ABOUT_COM};
  else j.link.body = (ulna_body){.about = ULNA_ABOUT_COM};
  return j;
}

/* ---- a moving base */

static const double tilt[3] = {0.3, -0.4, 0.5}, place[3] = {0.2, 0.1, -0.3};

static void ship(ulna_signal waves[6], ulna_channel base[6])
{
  for (int k = 0; k < 6; k++) {
    waves[k] = ulna_signal_default(ULNA_SIGNAL_SINE);
    waves[k].start = 0, waves[k].amplitude = 0.15 + 0.05 * k, waves[k].frequency = 0.4 + 0.13 * k;
    waves[k].phase = 0.3 * k;
    base[k] = (ulna_channel){1, &waves[k]};
  }
}

typedef struct {
  const ulna_model *longer; /* six joints that move as the base does, then the arm's */
  ulna_work *work;
  const ulna_channel *base;
  int rows;
  double worst;
} equivalent;

/* The same motion of an arm with six more joints, x y z yaw pitch roll, needs no force at the arm's own joints. */
static ulna_status compare_row(void *context, const ulna_sample *row)
{
  static const int order[6] = {0, 1, 2, 5, 4, 3};
  equivalent *e = context;
  double q[9], qd[9], qdd[9], tau[9], x[3];
  for (int k = 0; k < 6; k++) {
    ulna_channel_value(&e->base[order[k]], row->t, x);
    q[k] = x[0], qd[k] = x[1], qdd[k] = x[2];
  }
  for (int i = 0; i < 3; i++) q[6 + i] = row->q[i], qd[6 + i] = row->qd[i], qdd[6 + i] = row->qdd[i];
  assert_int_equal(ulna_inverse_dynamics_by(e->longer, e->work, ULNA_INVERSE_LAGRANGE, q, qd, qdd, tau),
                   ULNA_OK);
  double largest = 0;
  for (int k = 0; k < 6; k++) largest = fmax(largest, fabs(tau[k]));
  for (int i = 0; i < 3; i++) e->worst = fmax(e->worst, fabs(tau[6 + i]) / largest);
  ulna_pose six, world;
  ulna_pose poses[10];
  ulna_link_poses(e->longer, e->work, q, poses);
  ulna_model_base(e->longer, &six);
  world = ulna_pose_multiply(&six, &poses[6]);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) e->worst = fmax(e->worst, fabs(world.R[r][c] - row->base.R[r][c]));
  for (int r = 0; r < 3; r++) e->worst = fmax(e->worst, fabs(world.p[r] - row->base.p[r]));
  e->rows++;
  return ULNA_OK;
}

static void an_arm_on_a_moving_base_is_one_with_six_joints_more(void **state)
{
  (void)state;
  const ulna_pose base_pose = ulna_pose_from_rpy(place, tilt);
  ulna_joint joints[9];
  for (int k = 0; k < 3; k++) joints[k] = own_joint(ULNA_PRISMATIC, k, 0, 0);
  for (int k = 3; k < 6; k++) joints[k] = own_joint(ULNA_REVOLUTE, 5 - k, 0, 0);
  joints[6] = own_joint(ULNA_REVOLUTE, 2, 0.1, 2);
  joints[7] = own_joint(ULNA_REVOLUTE, 1, 0.4, 1.5);
  joints[8] = own_joint(ULNA_PRISMATIC, 0, 0.3, 1);
  ulna_model *longer = chain_model(ULNA_AXIS, 9, joints, &base_pose, NULL);
  ulna_model *model = chain_model(ULNA_AXIS, 3, joints + 6, &base_pose, NULL);
  ulna_work *work = chain_work(longer);
  ulna_signal waves[6];
  ulna_channel base[6];
  ship(waves, base);
  equivalent e = {longer, work, base, 0, 0};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.base = base, options.step = 5e-4;
  ulna_simulation *s = simulation_of(model, &options);
  const double q[3] = {0.3, -0.6, 0.1}, qd[3] = {0.5, 0.2, -0.4};
  const ulna_simulation_sink sink = {.context = &e, .sample = compare_row};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 2, &sink);
  assert_int_equal(e.rows, 201);
  // inverse of what forward dynamics gave: rounding times the condition of the mass matrix
  if (e.worst > 1e-12) fail_msg("%g", e.worst);
  // the base's work is in the book: what is left is the method's error, fourth order
  const ulna_simulation_statistics statistics = ulna_simulation_statistics_get(s);
  print_message("moving base: balance to %.1e of %.3g J\n", statistics.energy_error, statistics.energy_scale);
  assert_true(statistics.energy_error < 1e-9 && statistics.energy_scale > 10);
  ulna_simulation_destroy(s);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  ulna_model_destroy(longer);
}

static void a_base_that_would_strike_is_refused(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  ulna_signal ramp = ulna_signal_default(ULNA_SIGNAL_RAMP);
  ramp.start = 1, ramp.end = 2, ramp.to = 0.1;
  const ulna_channel base[6] = {{0, NULL}, {0, NULL}, {0, NULL}, {1, &ramp}};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.base = base;
  ulna_simulation *s = simulation_of(model, &options);
  const double q[2] = {0}, qd[2] = {0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_INVALID_ARGUMENT);
  assert_non_null(strstr(ulna_simulation_failure(s), "roll jumps in speed at t = 1 s"));
  assert_int_equal(ulna_simulation_start(s, 2, q, qd), ULNA_OK);  // all of it is past
  ramp.kind = ULNA_SIGNAL_BLEND;
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 2.5, NULL);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* ---- payload and hand sensor */

static const ulna_body load_body = {
    3, {0.02, -0.05, 0.12}, {0.02, 0.03, 0.025, 0.001, 0.002, -0.001}, ULNA_ABOUT_COM};

static void a_payload_comes_with_the_speed_of_the_hand(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  const int n = ulna_model_joint_count(model);
  const ulna_payload_change changes[] = {{.t = 0.1, .body = load_body}, {.t = 0.25, .none = true}};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.plant.friction = false, options.step = 2.5e-4;
  const double q[MOST] = {0, 0.5, 2.5, 0.1, 0.4, 0}, qd[MOST] = {0.5, 0.4, -0.6, 1, 0.3, -0.2};
  ulna_simulation *without = simulation_of(model, &options);
  options.payload_change_count = 2, options.payload_changes = changes;
  ulna_simulation *with = simulation_of(model, &options);
  static record r;
  memset(&r, 0, sizeof r);
  const ulna_simulation_sink sink = {.context = &r, .sample = keep_row, .event = keep_event};
  for (int twice = 0; twice < 2; twice++) {  // the second start has the model's own payload again
    assert_int_equal(ulna_simulation_start(without, 0, q, qd), ULNA_OK);
    assert_int_equal(ulna_simulation_start(with, 0, q, qd), ULNA_OK);
    advance(without, 0.1, NULL);
    advance(with, 0.1, twice ? &sink : NULL);
    assert_memory_equal(ulna_simulation_state(without), ulna_simulation_state(with),
                        (size_t)(2 * n) * sizeof(double));
    // ½ m v² + ½ w·I w − m g·c of the body alone is what the world brought
    ulna_work *work = NULL;
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
    const double *y = ulna_simulation_state(with), none[MOST] = {0}, *c = load_body.com,
                 *I = load_body.inertia;
    const ulna_point centre = {n, {c[0], c[1], c[2]}};
    double v[6], brought, world = y[ulna_plant_energy_index(ulna_simulation_plant(with)) + 3];
    ulna_pose poses[MOST + 1];
    ulna_point_motion(model, work, &centre, ULNA_AXES_TOOL, y, y + n, none, v, NULL);
    ulna_link_poses(model, work, y, poses);
    double height = poses[n].p[2];
    for (int k = 0; k < 3; k++) height += poses[n].R[2][k] * c[k];
    brought = 0.5 * 3 * (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]) + 3 * 9.81 * height;
    brought += 0.5 * (I[0] * v[0] * v[0] + I[1] * v[1] * v[1] + I[2] * v[2] * v[2]);
    brought += I[3] * v[0] * v[1] + I[4] * v[0] * v[2] + I[5] * v[1] * v[2];
    if (fabs(world - brought) > 1e-12 * fabs(brought)) fail_msg("%.17g instead of %.17g", world, brought);
    ulna_work_destroy(work);
    advance(with, 0.4, twice ? &sink : NULL);
  }
  assert_int_equal(r.events, 2);
  assert_true(r.event[0].kind == ULNA_EVENT_PAYLOAD && r.event[0].t == 0.1 && r.event[0].mode_after == 1);
  assert_true(r.event[1].index == 1 && r.event[1].t == 0.25 && r.event[1].mode_after == 0);
  assert_true(ulna_simulation_statistics_get(with).energy_error < 1e-9);
  ulna_simulation_destroy(with);
  ulna_simulation_destroy(without);
  ulna_model_destroy(model);
}

/* The first joint of most arms is not at the base frame's origin; heights count from there nevertheless. */
static void a_payload_s_height_counts_from_the_base_wherever_joint_1_is(void **state)
{
  (void)state;
  uint64_t random = 5;
  ulna_joint joints[3];
  for (int i = 0; i < 3; i++) joints[i] = chain_joint(), joints[i].origin = chain_random_pose(&random);
  for (int i = 0; i < 3; i++) {
    joints[i].link.body =
        (ulna_body){2, {0.1, 0.05, 0.2}, {0.02, 0.03, 0.025, 0.001, 0.002, -0.001}, ULNA_ABOUT_COM};
    for (int k = 0; k < 3; k++) joints[i].axis[k] = k == i;
  }
  const ulna_pose base = chain_random_pose(&random);
  ulna_model *model = chain_model(ULNA_AXIS, 3, joints, &base, NULL);
  const ulna_payload_change changes[] = {{.t = 0.1, .body = load_body}, {.t = 0.25, .none = true}};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.payload_change_count = 2, options.payload_changes = changes, options.step = 2.5e-4;
  ulna_simulation *s = simulation_of(model, &options);
  const double q[3] = {0.2, 0.5, -0.3}, qd[3] = {0.5, 0.4, -0.6};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 0.4, NULL);
  const ulna_simulation_statistics got = ulna_simulation_statistics_get(s);
  // what is left is the method's error, fourth order
  if (!(got.energy_error < 1e-9)) fail_msg("%g of %g J", got.energy_error, got.energy_scale);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

typedef struct {
  const ulna_model *model;
  ulna_work *with, *without;
  const ulna_channel *push;
  int n, rows;
  double worst, bias;
} feeling;

/* What the payload needs at the joints is what the sensor feels of it, by the Jacobian's transpose: tau(with) −
 * tau(without) = −Jᵀ felt. The row has what holds from its instant on; nothing jumps here. */
static ulna_status compare_felt(void *context, const ulna_sample *row)
{
  feeling *f = context;
  const int n = f->n;
  double J[6 * MOST], with[MOST], without[MOST], felt[6], largest = 1;
  for (int k = 0; k < 6; k++) felt[k] = row->measured_wrench[k] - row->wrench[k] - (k < 3 ? f->bias : 0);
  ulna_jacobian(f->model, f->with, NULL, ULNA_AXES_TOOL, row->q, J);
  ulna_inverse_dynamics(f->model, f->with, row->q, row->qd, row->qdd, with);
  ulna_inverse_dynamics(f->model, f->without, row->q, row->qd, row->qdd, without);
  for (int i = 0; i < n; i++) {
    double sum = with[i] - without[i];
    largest = fmax(largest, fabs(sum));
    for (int k = 0; k < 3; k++) sum += J[k * n + i] * felt[3 + k] + J[(3 + k) * n + i] * felt[k];
    f->worst = fmax(f->worst, fabs(sum) / largest);
  }
  double value[3];
  ulna_channel_value(&f->push[0], row->t, value);
  f->worst = fmax(f->worst, fabs(row->wrench[0] - value[0]));
  f->rows++;
  return ULNA_OK;
}

static void the_hand_sensor_feels_push_weight_and_inertia(void **state)
{
  (void)state;
  ulna_model *model = load("panda");
  const int n = ulna_model_joint_count(model);
  const ulna_payload_change change[] = {{.t = 0, .body = load_body}};
  static pd c;
  c = (pd){.n = n, .goal = 0.2, .kp = 30, .kv = 3};
  const ulna_sampled_controller controller = {.period = 0.01, .delay = 0.002, .context = &c, .step = pd_step};
  const ulna_sensors sensors = {.hand_sensor = true, .force_bias = {0.5, 0.5, 0.5}};
  ulna_signal push = ulna_signal_default(ULNA_SIGNAL_SINE);
  push.amplitude = 7, push.frequency = 1.3;
  const ulna_channel wrench[6] = {{1, &push}};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.payload_change_count = 1, options.payload_changes = change, options.controller = &controller;
  options.sensors = &sensors, options.hand_wrench = wrench, options.plant.friction = false;
  ulna_simulation *s = simulation_of(model, &options);
  feeling f = {.model = model, .push = wrench, .n = n, .bias = 0.5};
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &f.with), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &f.without), ULNA_OK);
  assert_int_equal(ulna_work_set_payload(f.with, &load_body), ULNA_OK);
  assert_int_equal(ulna_work_set_payload(f.without, NULL), ULNA_OK);
  const double q[MOST] = {0.1, 0.4, -0.2, -1.5, 0.3, 1.2, 0.5},
               qd[MOST] = {0.4, -0.3, 0.2, 0.5, -0.6, 0.3, 0.8};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 0.005, NULL);  // past the instant at which the payload comes: the sensor is read before
  const ulna_simulation_sink sink = {.context = &f, .sample = compare_felt};
  advance(s, 0.5, &sink);
  assert_int_equal(f.rows, 50);
  if (f.worst > 1e-11) fail_msg("%g", f.worst);
  ulna_work_destroy(f.with);
  ulna_work_destroy(f.without);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* ---- the surface */

static ulna_model *falling_body(void)
{
  ulna_joint joint = own_joint(ULNA_PRISMATIC, 2, 0, 2);
  return chain_model(ULNA_AXIS, 1, &joint, NULL, NULL);
}

static ulna_simulation_options on_a_plate(double stiffness, double damping)
{
  ulna_simulation_options options = ulna_simulation_options_default();
  options.surface = (ulna_surface){.present = true, .point = {5, 6, 0.1}, .normal = {0, 0, 3}};
  options.surface.stiffness = stiffness, options.surface.damping = damping;
  options.step = 1e-3, options.record_period = 1e-3;
  return options;
}

/* Falls 0.2 m, touches after √(2 h/g); then depth'' = g − (k/m) depth until depth = 0 again, which with ω² = k/m and the
 * speed v of the touch is (2/ω)(π − arctan(v ω/g)) later. Times to the events' tolerance and the method's error. */
static void touching_and_leaving_happen_when_they_should(void **state)
{
  (void)state;
  ulna_model *model = falling_body();
  ulna_simulation_options options = on_a_plate(5000, 0);
  ulna_simulation *s = simulation_of(model, &options);
  static record r;
  memset(&r, 0, sizeof r);
  const ulna_simulation_sink sink = {.context = &r, .sample = keep_row, .event = keep_event};
  const double q[1] = {0.3}, qd[1] = {0}, g = 9.81, w = sqrt(5000 / 2.0);
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 0.5, &sink);
  const double touch = sqrt(2 * 0.2 / g), v = g * touch;
  const double leave = touch + 2 / w * (3.14159265358979323846 - atan(v * w / g));
  assert_int_equal(r.events, 2);
  assert_true(r.event[0].kind == ULNA_EVENT_CONTACT && r.event[1].kind == ULNA_EVENT_RELEASE);
  assert_true(fabs(r.event[0].t - touch) < 2e-9);
  // RK4 at ω h = 0.05 for 60 steps: some 1e-7 of the phase
  if (fabs(r.event[1].t - leave) > 1e-8) fail_msg("%.12g instead of %.12g", r.event[1].t, leave);
  assert_true(ulna_simulation_statistics_get(s).energy_error < 1e-6);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* Euler's method looks at the plate after each step: it is touched and left in the steps where that happens. */
static void steps_of_euler_touch_and_leave_as_well(void **state)
{
  (void)state;
  ulna_model *model = falling_body();
  const ulna_integrator methods[] = {ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER};
  const double q[1] = {0.3}, qd[1] = {0}, touch = sqrt(2 * 0.2 / 9.81), w = sqrt(5000 / 2.0);
  const double leave = touch + 2 / w * (3.14159265358979323846 - atan(9.81 * touch * w / 9.81));
  for (int m = 0; m < 2; m++) {
    ulna_simulation_options options = on_a_plate(5000, 0);
    options.integrator = methods[m], options.step = 1e-4;
    ulna_simulation *s = simulation_of(model, &options);
    static record r;
    memset(&r, 0, sizeof r);
    const ulna_simulation_sink sink = {.context = &r, .event = keep_event};
    assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
    advance(s, 0.4, &sink);
    assert_int_equal(r.events, 2);
    assert_true(r.event[0].kind == ULNA_EVENT_CONTACT && r.event[1].kind == ULNA_EVENT_RELEASE);
    // of the first order: g h t / 2 off in position at the touch, two steps in time; the bounce as long to 1 %
    assert_true(fabs(r.event[0].t - touch) < 3e-4 && fabs(r.event[1].t - leave) < 2e-3);
    ulna_simulation_destroy(s);
  }
  ulna_model_destroy(model);
}

/* An instant is passed however near the next one is, by steps of any kind. */
static void the_shortest_way_is_gone(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  const double q[2] = {0.3, 0.4}, qd[2] = {1, -1};
  for (int by = 0; by < 2; by++) {
    ulna_simulation_options options = ulna_simulation_options_default();
    ulna_simulation *s = simulation_of(model, &options);
    ulna_adaptive *adaptive = NULL;
    if (by) {
      const ulna_adaptive_options o = ulna_adaptive_options_default();
      assert_int_equal(ulna_adaptive_create(ulna_simulation_plant(s), &o, NULL, &adaptive), ULNA_OK);
      const ulna_stepper stepper = ulna_adaptive_stepper(adaptive);
      ulna_simulation_set_stepper(s, &stepper);
    }
    for (int at_once = 0; at_once < 2; at_once++) {
      assert_int_equal(ulna_simulation_start(s, at_once ? 0.5 : 0, q, qd), ULNA_OK);
      advance(s, 0.5, NULL);
      const double before[2] = {ulna_simulation_state(s)[0], ulna_simulation_state(s)[1]};
      advance(s, nextafter(0.5, 1), NULL);
      assert_true(ulna_simulation_time(s) == nextafter(0.5, 1));
      for (int i = 0; i < 2; i++) assert_true(fabs(ulna_simulation_state(s)[i] - before[i]) < 1e-14);
    }
    ulna_simulation_destroy(s);
    ulna_adaptive_destroy(adaptive);
  }
  ulna_model_destroy(model);
}

typedef struct {
  double least_bounce, contact, depth, energy;
  int gains;
} bounces;

static ulna_status watch_bounce(void *context, const ulna_sample *row)
{
  bounces *b = context;
  const double spring = row->depth > 0 ? 0.5 * 5000 * row->depth * row->depth : 0;
  const double energy = row->kinetic + row->potential + spring;
  if (energy > b->energy * (1 + 1e-9)) b->gains++;
  b->energy = energy, b->contact = row->contact_force[2], b->depth = row->depth;
  assert_true(row->contact_force[2] >= 0);
  return ULNA_OK;
}

/* With damping, motion and spring together lose energy at every row; what is left in the end rests with the plate
 * carrying the weight. */
static void a_damped_plate_only_takes_energy_and_carries_the_weight(void **state)
{
  (void)state;
  ulna_model *model = falling_body();
  ulna_simulation_options options = on_a_plate(5000, 1.5);
  options.step = 2.5e-4;
  ulna_simulation *s = simulation_of(model, &options);
  bounces b = {.energy = 1e9};
  const ulna_simulation_sink sink = {.context = &b, .sample = watch_bounce};
  const double q[1] = {0.3}, qd[1] = {0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 5, &sink);
  assert_int_equal(b.gains, 0);
  // oscillations about rest decay slower and slower: damping is in proportion to depth
  if (fabs(b.contact - 2 * 9.81) > 1e-3 * 2 * 9.81) fail_msg("%g N", b.contact);
  assert_true(fabs(b.depth - 2 * 9.81 / 5000) < 1e-3 * 2 * 9.81 / 5000);
  const double after = ulna_simulation_state(s)[ulna_plant_energy_index(ulna_simulation_plant(s)) + 3];
  assert_true(after < 0);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* f = k d (1 + c d'), and along the plane −mu f v/√(v² + s²): put together from the row's own pose and twist. */
static ulna_status compare_contact(void *context, const ulna_sample *row)
{
  const ulna_surface *x = context;
  double normal[3], length = 0, depth = 0, deeper = 0, slip[3], speed = x->slip_speed * x->slip_speed;
  for (int k = 0; k < 3; k++) length += x->normal[k] * x->normal[k];
  for (int k = 0; k < 3; k++) {
    normal[k] = x->normal[k] / sqrt(length);
    depth -= normal[k] * (row->hand.p[k] - x->point[k]);
    deeper -= normal[k] * row->twist[3 + k];
  }
  const double f = depth > 0 ? fmax(0, x->stiffness * depth * (1 + x->damping * deeper)) : 0;
  for (int k = 0; k < 3; k++) {
    slip[k] = row->twist[3 + k] + deeper * normal[k];
    speed += slip[k] * slip[k];
  }
  for (int k = 0; k < 3; k++) {
    const double expected = f * (normal[k] - x->friction * slip[k] / sqrt(speed));
    if (fabs(row->contact_force[k] - expected) > 1e-9 * (1 + f)) return ULNA_NOT_CONVERGED;
  }
  if (fabs(row->depth - depth) > 1e-13) return ULNA_NOT_CONVERGED;
  return ULNA_OK;
}

static void friction_on_a_tilted_plate_is_against_the_slip(void **state)
{
  (void)state;
  ulna_joint joints[3];
  for (int k = 0; k < 3; k++) joints[k] = own_joint(ULNA_PRISMATIC, k, 0, 0.5);
  ulna_model *model = chain_model(ULNA_AXIS, 3, joints, NULL, NULL);
  ulna_simulation_options options = on_a_plate(2000, 0.5);
  const double normal[3] = {0.2, -0.1, 0.9};
  memcpy(options.surface.normal, normal, sizeof normal);
  options.surface.point[0] = options.surface.point[1] = options.surface.point[2] = 0;
  options.surface.friction = 0.3, options.surface.slip_speed = 1e-2, options.step = 1e-4;
  ulna_simulation *s = simulation_of(model, &options);
  const ulna_simulation_sink sink = {.context = &options.surface, .sample = compare_contact};
  const double q[3] = {0.1, 0, 0.05}, qd[3] = {0.3, 0.4, 0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 1, &sink);
  const ulna_simulation_statistics statistics = ulna_simulation_statistics_get(s);
  assert_true(statistics.events >= 1 && statistics.energy_error < 1e-7);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* ---- current loops */

static ulna_model *motor_arm(double most_voltage)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  ulna_joint joint = own_joint(ULNA_REVOLUTE, 2, 0, 2);
  joint.name = "j", joint.link.name = "l";
  const ulna_couple couple = {"j", 10};
  ulna_drive drive = ulna_drive_default();
  drive.name = "m", drive.mounted_on = "base", drive.couple_count = 1, drive.couples = &couple;
  drive.spin_only = true, drive.rotor.inertia[2] = 1e-4, drive.counted_in_link = ULNA_COUNTED_YES;
  drive.motor = (ulna_motor){ULNA_MOTOR_DC, 0.2, 1e-9, 1.5, 0.003, 8, most_voltage};  // hardly any back-EMF
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  assert_int_equal(ulna_builder_add_joint(b, &joint), ULNA_OK);
  assert_int_equal(ulna_builder_add_drive(b, &drive), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

typedef struct {
  int rows;
  double current[ROWS], voltage[ROWS];
} motor_rows;

static ulna_status keep_current(void *context, const ulna_sample *row)
{
  motor_rows *m = context;
  m->current[m->rows] = row->current[0], m->voltage[m->rows++] = row->u[0];
  return ULNA_OK;
}

/* Under voltages held for T, i' = (v − R i)/L goes from i to i a + (1 − a) v/R, a = exp(−R T/L). With that the loop can be
 * written down; the desired current steps to 6 A (voltage limit reached, integral held) and back, the delay is half a period. */
static void a_current_loop_does_what_its_equations_say(void **state)
{
  (void)state;
  ulna_model *model = motor_arm(24);
  const double Kp[1] = {6}, Ki[1] = {3000}, T = 2e-4, R = 1.5, L = 0.003, half = exp(-R * (T / 2) / L);
  const ulna_current_loop loop = {.period = T, .delay = T / 2, .proportional = Kp, .integral = Ki};
  ulna_signal desired = ulna_signal_default(ULNA_SIGNAL_STEP);
  desired.start = 0.002, desired.end = 0.02, desired.to = 6, desired.from = 0.5;
  const ulna_channel input[1] = {{1, &desired}};
  ulna_simulation_options options = ulna_simulation_options_default();
  const ulna_current_loop idle = {.period = T, .proportional = Kp};
  char why[200] = "";
  options.plant.driven_by = ULNA_DRIVEN_BY_VOLTAGE, options.current_loop = &idle;
  assert_int_equal(ulna_simulation_check(model, &options, why, sizeof why), ULNA_INVALID_ARGUMENT);
  assert_non_null(strstr(why, "the current loops have no gains"));
  options.current_loop = &loop, options.input = input;
  options.step = 1e-5, options.record_period = T;
  ulna_simulation *s = simulation_of(model, &options);
  static motor_rows m;
  m.rows = 0;
  const ulna_simulation_sink sink = {.context = &m, .sample = keep_current};
  const double q[1] = {0.3}, qd[1] = {0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 0.03, &sink);
  assert_int_equal(m.rows, 151);
  double i = 0, x = 0, v = 0;
  int limited = 0;
  for (int k = 0; k < m.rows; k++) {
    // RK4 at R h/L = 0.005; the back-EMF left in is 1e-9
    if (fabs(m.current[k] - i) > 1e-8) fail_msg("sample %d: %.12g A instead of %.12g", k, m.current[k], i);
    const double e = (k >= 10 && k < 100 ? 6 : 0.5) - i, sum = x + 3000 * T * e, wanted = 6 * e + sum;
    i = i * half + (1 - half) * v / R;  // the old voltage for half a period yet
    v = wanted > 24 ? 24 : wanted < -24 ? -24 : wanted;
    if (v == wanted || wanted * e < 0) x = sum;
    limited += v != wanted;
    i = i * half + (1 - half) * v / R;
  }
  assert_true(limited > 2 && limited < 20);
  assert_true(fabs(m.current[99] - 6) < 1e-3 && fabs(m.current[150] - 0.5) < 1e-2);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* ---- energy, limits, failures, memory */

static void the_book_of_energy_closes(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  static pd c;
  c = (pd){.n = 6, .goal = 0.4, .kp = 40, .kv = 8};
  const ulna_sampled_controller controller = {
      .period = 0.005, .delay = 0.001, .context = &c, .step = pd_step};
  ulna_signal push = ulna_signal_default(ULNA_SIGNAL_STEP), shake = ulna_signal_default(ULNA_SIGNAL_CHIRP);
  push.start = 0.05, push.end = 0.15, push.to = 30;
  shake.start = 0, shake.end = 1, shake.amplitude = 5, shake.frequency = 2, shake.end_frequency = 20;
  const ulna_channel wrench[6] = {{0, NULL}, {0, NULL}, {1, &push}, {1, &shake}},
                     input[6] = {{1, &shake}, {1, &push}};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.controller = &controller, options.hand_wrench = wrench, options.hand_axes = ULNA_AXES_WORLD;
  options.input = input, options.step = 1e-4, options.event_tolerance = 1e-12;
  ulna_simulation *s = simulation_of(model, &options);
  static record r;
  memset(&r, 0, sizeof r);
  const ulna_simulation_sink sink = {.context = &r, .sample = keep_row, .event = keep_event};
  const double q[MOST] = {0, 0.5, 2.5, 0.1, 0.4, 0}, qd[MOST] = {0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 0.4, &sink);
  const ulna_simulation_statistics x = ulna_simulation_statistics_get(s);
  print_message("balance to %.1e of %.3g J, %ld events\n", x.energy_error, x.energy_scale, x.events);
  assert_true(x.energy_error < 1e-9 && x.energy_scale > 10);
  assert_int_equal(x.events, r.events);
  int inputs = 0, wrenches = 0, slips = 0;
  for (int k = 0; k < r.events; k++) {
    const ulna_event *e = &r.event[k];
    if (e->kind == ULNA_EVENT_INPUT) inputs++, assert_true(e->index == 1 && (e->t == 0.05 || e->t == 0.15));
    if (e->kind == ULNA_EVENT_WRENCH) wrenches++, assert_int_equal(e->index, 2);
    slips += e->kind == ULNA_EVENT_SLIP;
    assert_true(ulna_event_name(e->kind)[0] != 0);
  }
  assert_true(inputs == 2 && wrenches == 2 && slips >= 3);
  assert_true(x.largest_u[1] > 20 && x.largest_tau[1] == x.largest_u[1]);  // 30, less what the PD pulls
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

/* Stages go up with time; the set point's number with them, half as fast. */
static int count_up(void *context) { return ((const pd *)context)->samples / 10; }
static int count_up_slower(void *context) { return ((const pd *)context)->samples / 20; }

static void stages_and_set_points_are_events(void **state)
{
  (void)state;
  ulna_model *model = load("pendulum");
  static pd c;
  static record r;
  memset(&r, 0, sizeof r);
  c = (pd){.n = 1};
  const ulna_sampled_controller controller = {
      .period = 0.01, .context = &c, .step = pd_step, .stage = count_up, .set_point = count_up_slower};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.controller = &controller;
  ulna_simulation *s = simulation_of(model, &options);
  const ulna_simulation_sink sink = {.context = &r, .sample = keep_row, .event = keep_event};
  const double q[1] = {0.2}, qd[1] = {0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 0.5, &sink);
  int stages = 0, set_points = 0;
  for (int k = 0; k < r.events; k++) {
    stages += r.event[k].kind == ULNA_EVENT_STAGE, set_points += r.event[k].kind == ULNA_EVENT_SET_POINT;
    if (r.event[k].kind == ULNA_EVENT_STAGE) assert_true(r.event[k].mode_after == r.event[k].mode_before + 1);
  }
  assert_true(stages == 5 && set_points == 2);
  assert_true(fabs(r.event[0].t - 0.09) < 1e-15);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

static void limits_passed_are_noticed(void **state)
{
  (void)state;
  ulna_joint joint = own_joint(ULNA_REVOLUTE, 2, 0, 2);
  joint.limits = (ulna_limits){-1, 0.5, 2, 3};
  ulna_model *model = chain_model(ULNA_AXIS, 1, &joint, NULL, NULL);
  ulna_signal torque = ulna_signal_default(ULNA_SIGNAL_STEP);
  torque.start = 0.1, torque.to = 5;
  const ulna_channel input[1] = {{1, &torque}};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.input = input;
  ulna_simulation *s = simulation_of(model, &options);
  const double q[1] = {0}, qd[1] = {0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  advance(s, 0.09, NULL);
  assert_true(isnan(ulna_simulation_statistics_get(s).effort[0].first_time));
  advance(s, 0.5, NULL);
  const ulna_simulation_statistics x = ulna_simulation_statistics_get(s);
  // about z, gravity does nothing: 5 N m on I = 0.05 + 2 (0.1² + 0.05²)
  const double a = 5 / (0.05 + 2 * 0.0125), t = 0.5 - 0.1;
  assert_true(x.effort[0].excess == 2 && fabs(x.effort[0].first_time - 0.101) < 1.01e-3);
  assert_true(fabs(x.position[0].excess - (a * t * t / 2 - 0.5)) < 1e-9);
  assert_true(fabs(x.position[0].first_time - (0.1 + sqrt(1 / a))) < 1e-3);
  assert_true(fabs(x.speed[0].excess - (a * t - 2)) < 1e-9 &&
              fabs(x.speed[0].first_time - (0.1 + 2 / a)) < 1.01e-3);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

static ulna_status spoil(void *context, const ulna_measured *measured, double u[])
{
  u[0] = measured->t > 0.095 ? *(const double *)context : 0;
  return measured->t > 0.095 && *(const double *)context == 0 ? ULNA_OUTSIDE_LIMITS : ULNA_OK;
}

static ulna_status refuse_later(void *context, const ulna_sample *row)
{
  (void)context;
  return row->t > 0.045 ? ULNA_TOO_SMALL : ULNA_OK;
}

static void sound_until(ulna_simulation *s, double from, double to)
{
  assert_true(ulna_simulation_time(s) >= from && ulna_simulation_time(s) <= to);
  for (int k = 0; k < ulna_plant_state_count(ulna_simulation_plant(s)); k++)
    assert_true(isfinite(ulna_simulation_state(s)[k]));
}

static void a_run_that_fails_says_why_and_keeps_what_was_sound(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  const double q[2] = {0.3, 0.4}, qd[2] = {0}, not_a_number = (double)NAN, nothing = 0;
  ulna_sampled_controller controller = {.period = 0.01, .context = (void *)&not_a_number, .step = spoil};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.controller = &controller;
  ulna_simulation *s = simulation_of(model, &options);
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  assert_int_equal(ulna_simulation_advance(s, 1, NULL), ULNA_NOT_FINITE);
  assert_non_null(strstr(ulna_simulation_failure(s), "the controller's command 1 became"));
  sound_until(s, 0.1, 0.1);
  ulna_simulation_destroy(s);

  controller.context = (void *)&nothing;
  s = simulation_of(model, &options);
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  assert_int_equal(ulna_simulation_advance(s, 1, NULL), ULNA_OUTSIDE_LIMITS);
  assert_non_null(strstr(ulna_simulation_failure(s), "the controller gave up at t = 0.1 s"));
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  const ulna_simulation_sink refusing = {.sample = refuse_later};
  assert_int_equal(ulna_simulation_advance(s, 1, &refusing), ULNA_TOO_SMALL);
  sound_until(s, 0.05, 0.05);
  advance(s, 0.08, NULL);  // a row that was not taken does not end the run
  assert_int_equal(ulna_simulation_advance(s, 0.01, NULL), ULNA_INVALID_ARGUMENT);
  assert_non_null(strstr(ulna_simulation_failure(s), "backwards"));
  ulna_simulation_destroy(s);

  // gains far too high for the steps: the state grows without bound
  static pd wild;
  wild = (pd){.n = 2, .kp = 1e12, .kv = 1e9};
  controller = (ulna_sampled_controller){.period = 0.01, .context = &wild, .step = pd_step};
  const ulna_integrator methods[] = {ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER, ULNA_RK4};
  for (int k = 0; k < 3; k++) {
    options.integrator = methods[k];
    s = simulation_of(model, &options);
    assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
    assert_int_equal(ulna_simulation_advance(s, 10, NULL), ULNA_NOT_FINITE);
    assert_non_null(strstr(ulna_simulation_failure(s), "became"));
    assert_non_null(strstr(ulna_simulation_failure(s), "at t = "));
    sound_until(s, 0, 5);
    ulna_simulation_destroy(s);
  }
  ulna_model_destroy(model);
}

/* The first number that is not finite is named: what acts before what it leads to. */
static void the_number_that_stops_being_finite_is_named(void **state)
{
  (void)state;
  ulna_model *plain = load("planar2r"), *motor = motor_arm(HUGE_VAL);
  ulna_signal huge[2] = {ulna_signal_default(ULNA_SIGNAL_CONSTANT),
                         ulna_signal_default(ULNA_SIGNAL_CONSTANT)};
  const ulna_channel twice[2] = {{2, huge}, {0, NULL}}, once[2] = {{1, huge}, {0, NULL}};
  const struct {
    const char *part;
    const ulna_channel *input;
    double height, speed;
    bool motor;
    ulna_driven_by driven_by;
  } cases[] = {
      {"the input of shoulder became inf at t = 0 s", twice, 1e308, 0, false, ULNA_DRIVEN_BY_TORQUE},
      {"joint 1's (shoulder) acceleration became", once, 1e160, 0, false, ULNA_DRIVEN_BY_TORQUE},
      {"the current of actuator 1 (m) became", once, 1e308, 0, true, ULNA_DRIVEN_BY_VOLTAGE},
      {"the drive's force on joint 1 (j) became inf at t = 0 s", once, 1e308, 0, true, ULNA_DRIVEN_BY_FORCE},
      {"the energy turned over became inf", once, 1e180, 0, true, ULNA_DRIVEN_BY_FORCE},
      {"joint 1's (j) speed became inf", once, 1e306, 0, true, ULNA_DRIVEN_BY_FORCE},  // by RK4
      {"the row of t = 0 s could not be computed", once, 0, 1e200, false, ULNA_DRIVEN_BY_TORQUE},
  };
  const ulna_integrator methods[] = {ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER, ULNA_RK4};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (int m = 0; m < 3; m++) {
      const double q[2] = {0.3, 0.4}, qd[2] = {cases[c].speed, 0};
      huge[0].to = huge[1].to = cases[c].height;
      ulna_simulation_options options = ulna_simulation_options_default();
      options.integrator = methods[m], options.input = cases[c].input,
      options.plant.driven_by = cases[c].driven_by;
      ulna_simulation *s = simulation_of(cases[c].motor ? motor : plain, &options);
      ulna_status status = ulna_simulation_start(s, 0, q, qd);
      if (status == ULNA_OK) status = ulna_simulation_advance(s, 1, NULL);
      const char *said = ulna_simulation_failure(s);
      const bool energy_first = c == 5 && m < 2;  // one evaluation a step sees it before the speed
      if (status != ULNA_NOT_FINITE || !strstr(said, energy_first ? cases[4].part : cases[c].part))
        fail_msg("%s: %s, %s", cases[c].part, ulna_status_name(status), said);
      for (int k = 0; k < ulna_plant_state_count(ulna_simulation_plant(s)); k++)
        assert_true(isfinite(ulna_simulation_state(s)[k]));
      ulna_simulation_destroy(s);
    }
  ulna_model_destroy(plain);
  ulna_model_destroy(motor);
}

static void a_joint_without_inertia_is_told(void **state)
{
  (void)state;
  ulna_joint joints[2] = {own_joint(ULNA_REVOLUTE, 2, 0, 2), own_joint(ULNA_REVOLUTE, 1, 0.3, 0)};
  ulna_model *model = chain_model(ULNA_AXIS, 2, joints, NULL, NULL);
  const ulna_simulation_options options = ulna_simulation_options_default();
  ulna_simulation *s = simulation_of(model, &options);
  const double q[2] = {0}, qd[2] = {0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_SINGULAR);
  assert_non_null(strstr(ulna_simulation_failure(s), "singular"));
  ulna_work *work = NULL;  // what simplified rotors leave out is no share of nothing
  ulna_dropped dropped = {0};
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  assert_int_equal(ulna_rotor_simplification(model, work, q, qd, qd, &dropped), ULNA_OK);
  assert_true(isnan(dropped.inertia));
  ulna_work_destroy(work);
  ulna_simulation_destroy(s);
  ulna_model_destroy(model);
}

static void bad_options_are_refused_with_a_reason(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  ulna_signal bad = ulna_signal_default(ULNA_SIGNAL_CONSTANT);
  bad.to = (double)NAN;
  const ulna_channel channels[6] = {{0, NULL}, {1, &bad}};
  const double minus[2] = {0, -1};
  const double falls[2] = {1, 0};
  ulna_signal folded = ulna_signal_default(ULNA_SIGNAL_TABLE_LINEAR);
  folded.count = 2, folded.time = falls, folded.value = falls;
  const ulna_channel backwards[2] = {{1, &folded}, {0, NULL}};
  const ulna_sampled_controller slow = {.period = 0, .step = pd_step}, empty = {.period = 1};
  const ulna_sampled_controller early = {.period = 1, .delay = -1, .step = pd_step},
                                never = {.period = 1e-6, .delay = 1, .step = pd_step};
  const ulna_sensors noisy = {.hand_sensor = true, .force_noise = -1},
                     biased = {.hand_sensor = true, .force_bias = {(double)NAN}};
  const ulna_payload_change unsaid = {.t = 1, .body = {1, {0}, {1, 1, 1, 0, 0, 0}, ULNA_ABOUT_UNSAID}};
  const ulna_current_loop loop = {.period = 1e-3, .proportional = minus, .integral = minus};
  const ulna_sensors sensors = {.speed_noise = minus};
  const ulna_payload_change late[] = {{.t = 1, .none = true}, {.t = 1, .none = true}};
  const ulna_payload_change hollow = {.t = 1, .body = {-1, {0}, {1, 1, 1, 0, 0, 0}, ULNA_ABOUT_COM}};
  const ulna_simulation_options good = ulna_simulation_options_default();
  struct {
    ulna_simulation_options options;
    ulna_status status;
    const char *part;
  } cases[40];
  int count = 0;
#define CASE(s, text, ...)                                                                                   \
  do {                                                                                                       \
    ulna_simulation_options *o = &cases[count].options;                                                      \
    *o = good;                                                                                               \
    __VA_ARGS__;                                                                                             \
    cases[count].status = (s), cases[count++].part = (text);                                                 \
  } while (0)
  CASE(ULNA_INVALID_ARGUMENT, "step is 0 s", o->step = 0);
  CASE(ULNA_INVALID_ARGUMENT, "tolerance of events", o->event_tolerance = (double)NAN);
  CASE(ULNA_INVALID_ARGUMENT, "record period", o->record_period = -1);
  CASE(ULNA_INVALID_ARGUMENT, "integrator", o->integrator = (ulna_integrator)7);
  CASE(ULNA_UNSUPPORTED, "has no motor", o->plant.driven_by = ULNA_DRIVEN_BY_CURRENT);
  CASE(ULNA_NOT_FINITE, "signal 1 of input 2", o->input = channels);
  CASE(ULNA_NOT_FINITE, "base coordinate 2", o->base = channels);
  CASE(ULNA_NOT_FINITE, "hand wrench component 2", o->hand_wrench = channels);
  CASE(ULNA_INVALID_ARGUMENT, "period of the controller", o->controller = &slow);
  CASE(ULNA_INVALID_ARGUMENT, "no step function", o->controller = &empty);
  CASE(ULNA_INVALID_ARGUMENT, "driven by voltage", o->current_loop = &loop);
  CASE(ULNA_INVALID_ARGUMENT, "speed noise of joint 2 is -1", o->sensors = &sensors);
  CASE(ULNA_INVALID_ARGUMENT, "do not rise", (o->payload_changes = late, o->payload_change_count = 2));
  CASE(ULNA_BAD_ROBOT, "payload 1", (o->payload_changes = &hollow, o->payload_change_count = 1));
  CASE(ULNA_INVALID_ARGUMENT, "normal", (o->surface.present = true, o->surface.stiffness = 1));
  CASE(ULNA_INVALID_ARGUMENT, "slip speed",
       (o->surface = (ulna_surface){true, {0}, {0, 0, 1}, 1, 0, 0.1, 0}));
  CASE(ULNA_INVALID_ARGUMENT, "stiffness must be positive",
       (o->surface = (ulna_surface){true, {0}, {0, 0, 1}, 0, 0, 0, 0}));
  CASE(ULNA_INVALID_ARGUMENT, "damping and friction",
       (o->surface = (ulna_surface){true, {0}, {0, 0, 1}, 1, -1, 0, 0}));
  CASE(ULNA_NOT_FINITE, "point is not finite",
       (o->surface = (ulna_surface){true, {(double)NAN}, {0, 0, 1}, 1, 0, 0, 0}));
  CASE(ULNA_INVALID_ARGUMENT, "axes of the hand's wrench", o->hand_axes = (ulna_axes)7);
  CASE(ULNA_INVALID_ARGUMENT, "times do not rise", o->input = backwards);
  CASE(ULNA_INVALID_ARGUMENT, "delay of the controller is -1 s", o->controller = &early);
  CASE(ULNA_INVALID_ARGUMENT, "more than 100000 of its periods", o->controller = &never);
  CASE(ULNA_INVALID_ARGUMENT, "hand sensor's noise", o->sensors = &noisy);
  CASE(ULNA_NOT_FINITE, "hand sensor's bias", o->sensors = &biased);
  CASE(ULNA_INVALID_ARGUMENT, "what its inertia is about",
       (o->payload_changes = &unsaid, o->payload_change_count = 1));
  CASE(ULNA_INVALID_ARGUMENT, "stiff stops need",
       (o->plant.stops = ULNA_STOPS_STIFF, o->plant.stop_stiffness = 0));
  CASE(ULNA_INVALID_ARGUMENT, "hard stops need",
       (o->plant.stops = ULNA_STOPS_HARD, o->plant.restitution = 2));
  for (int k = 0; k < count; k++) {
    char why[200] = "";
    ulna_simulation *s = NULL;
    if (ulna_simulation_check(model, &cases[k].options, why, sizeof why) != cases[k].status ||
        !strstr(why, cases[k].part))
      fail_msg("%s: \"%s\"", cases[k].part, why);
    assert_int_equal(ulna_simulation_create(model, &cases[k].options, NULL, &s), cases[k].status);
    assert_null(s);
  }
  ulna_model_destroy(model);
}

static void memory_is_taken_by_create_alone(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  static pd c;
  c = (pd){.n = 6, .kp = 1};
  const ulna_sampled_controller controller = {.period = 0.01, .delay = 0.1, .context = &c, .step = pd_step};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.controller = &controller;
  failing_allocator memory;
  for (long n = 1;; n++) {
    const ulna_allocator a = failing_allocator_start(&memory, n);
    ulna_simulation *s = NULL;
    const ulna_status status = ulna_simulation_create(model, &options, &a, &s);
    assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
    if (status == ULNA_OK) {
      const long calls = memory.calls;
      const double q[MOST] = {0, 0.5, 2.5}, qd[MOST] = {0};
      assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
      advance(s, 0.2, NULL);
      assert_true(memory.calls == calls);
    }
    ulna_simulation_destroy(s);
    assert_true(failing_allocator_empty(&memory));
    if (!memory.failed) break;
  }
  ulna_simulation_destroy(NULL);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sampled_loop_equals_one_written_by_hand_to_the_last_bit),
      cmocka_unit_test(a_million_samples_are_on_time),
      cmocka_unit_test(commands_take_effect_after_their_delay_and_are_held),
      cmocka_unit_test(encoders_round_to_the_nearest_step_and_speeds_are_their_differences),
      cmocka_unit_test(noise_is_normal_and_independent),
      cmocka_unit_test(a_seed_gives_one_run_and_another_seed_another),
      cmocka_unit_test(an_arm_on_a_moving_base_is_one_with_six_joints_more),
      cmocka_unit_test(a_base_that_would_strike_is_refused),
      cmocka_unit_test(a_payload_comes_with_the_speed_of_the_hand),
      cmocka_unit_test(a_payload_s_height_counts_from_the_base_wherever_joint_1_is),
      cmocka_unit_test(the_hand_sensor_feels_push_weight_and_inertia),
      cmocka_unit_test(touching_and_leaving_happen_when_they_should),
      cmocka_unit_test(steps_of_euler_touch_and_leave_as_well),
      cmocka_unit_test(the_shortest_way_is_gone),
      cmocka_unit_test(a_damped_plate_only_takes_energy_and_carries_the_weight),
      cmocka_unit_test(friction_on_a_tilted_plate_is_against_the_slip),
      cmocka_unit_test(a_current_loop_does_what_its_equations_say),
      cmocka_unit_test(the_book_of_energy_closes),
      cmocka_unit_test(stages_and_set_points_are_events),
      cmocka_unit_test(limits_passed_are_noticed),
      cmocka_unit_test(a_run_that_fails_says_why_and_keeps_what_was_sound),
      cmocka_unit_test(the_number_that_stops_being_finite_is_named),
      cmocka_unit_test(a_joint_without_inertia_is_told),
      cmocka_unit_test(bad_options_are_refused_with_a_reason),
      cmocka_unit_test(memory_is_taken_by_create_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
