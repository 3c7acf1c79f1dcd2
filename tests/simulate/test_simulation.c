/* Runs in hybrid time: when things happen, what a controller gets to see, and that nothing is lost on the way. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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
      assert_int_equal(ulna_plant_step(plant, ULNA_RK4, t + half * h, h, 1e-9, y, NULL), ULNA_OK);
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
  for (int k = 0; k < ulna_plant_size(ulna_simulation_plant(s)); k++)
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
  const ulna_simulation_sink sink = {r, keep_row, keep_event};
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sampled_loop_equals_one_written_by_hand_to_the_last_bit),
      cmocka_unit_test(a_million_samples_are_on_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
