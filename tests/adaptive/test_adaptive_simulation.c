/* Runs in hybrid time with steps chosen to a tolerance, against fixed ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/adaptive.h"
#include "support/chain.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { MOST = 8, EVENTS = 256 };

static ulna_model *load(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

typedef struct {
  int n, rows, events;
  double q[MOST]; /* of the last row */
  ulna_event event[EVENTS];
} record;

static ulna_status keep_row(void *context, const ulna_sample *sample)
{
  record *r = context;
  memcpy(r->q, sample->q, (size_t)r->n * sizeof *r->q);
  r->rows++;
  return ULNA_OK;
}

static void keep_event(void *context, const ulna_event *event)
{
  record *r = context;
  if (r->events < EVENTS) r->event[r->events++] = *event;
}

static ulna_status servo(void *context, const ulna_measured *measured, double u[])
{
  const int n = *(const int *)context;
  for (int i = 0; i < n; i++) u[i] = 40 * (0.4 - measured->q[i]) - 8 * measured->qd[i];
  return ULNA_OK;
}

/* One run to t = 0.5; tolerance 0: RK4 with steps of 0.1 ms. */
static ulna_adaptive_statistics run(const ulna_model *model, const ulna_simulation_options *options,
                                    ulna_adaptive_method method, double tolerance, record *r)
{
  ulna_simulation *s = NULL;
  ulna_adaptive *adaptive = NULL;
  ulna_adaptive_statistics statistics = {0};
  assert_int_equal(ulna_simulation_create(model, options, NULL, &s), ULNA_OK);
  if (tolerance > 0) {
    ulna_adaptive_options how = ulna_adaptive_options_default();
    how.method = method, how.relative = how.absolute = tolerance;
    assert_int_equal(adaptive_create(ulna_simulation_plant(s), &how, NULL, &adaptive), ULNA_OK);
    const ulna_stepper stepper = ulna_adaptive_stepper(adaptive);
    ulna_simulation_set_stepper(s, &stepper);
  }
  const double q[MOST] = {0, 0.5, 2.5, 0.1, 0.4, 0}, qd[MOST] = {0.2, 0, -0.1, 0.3, 0.1, -0.2};
  memset(r, 0, sizeof *r);
  r->n = ulna_model_joint_count(model);
  const ulna_simulation_sink sink = {.context = r, .sample = keep_row, .event = keep_event};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  const ulna_status status = ulna_simulation_advance(s, 0.5, &sink);
  if (status != ULNA_OK) fail_msg("%s", ulna_simulation_failure(s));
  assert_true(ulna_simulation_time(s) == 0.5);
  assert_true(ulna_simulation_statistics_get(s).energy_error < 1e-6);
  if (adaptive) {
    statistics = ulna_adaptive_statistics_get(adaptive);
    assert_int_equal(ulna_simulation_statistics_get(s).steps, statistics.steps);
  }
  ulna_simulation_destroy(s);
  ulna_adaptive_destroy(adaptive);
  return statistics;
}

/* Torques that step 25 times, friction, a wrench that steps, a sampled servo that is late: every method arrives at the
 * same place and tells the same events. */
static void every_method_gives_the_run_that_fixed_steps_give(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  static double time[25], value[25];
  for (int k = 0; k < 25; k++) time[k] = 0.0173 * k, value[k] = k % 3 * 4.0 - 3;
  ulna_signal steps = ulna_signal_default(ULNA_SIGNAL_TABLE_HOLD),
              push = ulna_signal_default(ULNA_SIGNAL_STEP);
  steps.count = 25, steps.time = time, steps.value = value;
  push.start = 0.111, push.end = 0.222, push.to = 20;
  const ulna_channel input[6] = {{1, &steps}, {1, &steps}}, wrench[6] = {{0, NULL}, {1, &push}};
  int n = 6;
  const ulna_sampled_controller controller = {.period = 0.02, .delay = 0.013, .context = &n, .step = servo};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.input = input, options.hand_wrench = wrench, options.hand_axes = ULNA_AXES_BASE;
  options.controller = &controller, options.step = 1e-4, options.event_tolerance = 1e-10;
  static record fixed, other;
  run(model, &options, ULNA_ERK, 0, &fixed);
  assert_int_equal(fixed.rows, 51);
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++) {
    run(model, &options, (ulna_adaptive_method)method, 1e-10, &other);
    assert_int_equal(other.rows, fixed.rows);
    assert_int_equal(other.events, fixed.events);
    for (int k = 0; k < fixed.events; k++) {
      assert_int_equal(other.event[k].kind, fixed.event[k].kind);
      assert_int_equal(other.event[k].index, fixed.event[k].index);
      // a speed known to 1e-9 crosses zero at some 1 rad/s²
      assert_true(fabs(other.event[k].t - fixed.event[k].t) < 1e-6);
    }
    for (int i = 0; i < n; i++)
      if (fabs(other.q[i] - fixed.q[i]) > 1e-8)
        fail_msg("method %d, joint %d: %.12g and %.12g", method, i + 1, other.q[i], fixed.q[i]);
  }
  ulna_model_destroy(model);
}

static void only_jumps_restart_and_rows_do_not_shorten_steps(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  ulna_signal push = ulna_signal_default(ULNA_SIGNAL_STEP);
  push.start = 0.111, push.end = 0.222, push.to = 5;
  const ulna_channel input[6] = {{1, &push}};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.input = input, options.plant.friction = false;
  static record few, many;
  options.record_period = 0.25;
  const ulna_adaptive_statistics sparse = run(model, &options, ULNA_ERK, 1e-8, &few);
  options.record_period = 0.0005;
  const ulna_adaptive_statistics dense = run(model, &options, ULNA_ERK, 1e-8, &many);
  assert_int_equal(few.rows, 3);
  assert_int_equal(many.rows, 1001);
  assert_int_equal(sparse.restarts, 3);  // the start and two steps of the input
  assert_int_equal(dense.restarts, 3);
  assert_true(dense.steps <= sparse.steps + 3);
  ulna_model_destroy(model);
}

/* Touching a plate and leaving it by root finding: closed forms as for fixed steps, to the integration's tolerance. */
static void contact_is_found_by_root_finding(void **state)
{
  (void)state;
  ulna_joint joint = chain_joint();
  joint.type = ULNA_PRISMATIC;
  joint.link.body = (ulna_body){2, {0}, {0.1, 0.1, 0.1, 0, 0, 0}, ULNA_ABOUT_COM};
  ulna_model *model = chain_model(ULNA_AXIS, 1, &joint, NULL, NULL);
  ulna_simulation_options options = ulna_simulation_options_default();
  options.surface = (ulna_surface){.present = true, .normal = {0, 0, 1}, .stiffness = 5000};
  ulna_simulation *s = NULL;
  ulna_adaptive *adaptive = NULL;
  ulna_adaptive_options how = ulna_adaptive_options_default();
  how.relative = how.absolute = 1e-12;
  assert_int_equal(ulna_simulation_create(model, &options, NULL, &s), ULNA_OK);
  assert_int_equal(adaptive_create(ulna_simulation_plant(s), &how, NULL, &adaptive), ULNA_OK);
  const ulna_stepper stepper = ulna_adaptive_stepper(adaptive);
  ulna_simulation_set_stepper(s, &stepper);
  static record r;
  memset(&r, 0, sizeof r);
  r.n = 1;
  const ulna_simulation_sink sink = {.context = &r, .sample = keep_row, .event = keep_event};
  const double q[1] = {0.2}, qd[1] = {0}, g = 9.81, w = 50;
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  assert_int_equal(ulna_simulation_advance(s, 0.4, &sink), ULNA_OK);
  const double touch = sqrt(2 * 0.2 / g), v = g * touch;
  const double leave = touch + 2 / w * (3.14159265358979323846 - atan(v * w / g));
  assert_int_equal(r.events, 2);
  assert_true(fabs(r.event[0].t - touch) < 1e-11 && fabs(r.event[1].t - leave) < 1e-10);
  ulna_simulation_destroy(s);
  ulna_adaptive_destroy(adaptive);
  ulna_model_destroy(model);
}

/* The stepper's own words come through, and what was sound is kept. */
static void a_stepper_that_fails_is_quoted(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  const ulna_simulation_options options = ulna_simulation_options_default();
  ulna_simulation *s = NULL;
  ulna_adaptive *adaptive = NULL;
  ulna_adaptive_options how = ulna_adaptive_options_default();
  how.method = (ulna_adaptive_method)FIRST_METHOD, how.relative = how.absolute = 1e-18;  // beyond doubles
  assert_int_equal(ulna_simulation_create(model, &options, NULL, &s), ULNA_OK);
  assert_int_equal(adaptive_create(ulna_simulation_plant(s), &how, NULL, &adaptive), ULNA_OK);
  const ulna_stepper stepper = ulna_adaptive_stepper(adaptive);
  ulna_simulation_set_stepper(s, &stepper);
  const double q[2] = {0.3, 0.4}, qd[2] = {0};
  assert_int_equal(ulna_simulation_start(s, 0, q, qd), ULNA_OK);
  assert_int_equal(ulna_simulation_advance(s, 1, NULL), ULNA_NOT_CONVERGED);
  print_message("%s\n", ulna_simulation_failure(s));
  assert_non_null(strstr(ulna_simulation_failure(s), "at t = "));
  assert_non_null(strstr(ulna_simulation_failure(s), ulna_adaptive_failure(adaptive)));
  assert_true(ulna_adaptive_failure(adaptive)[0] != 0 && ulna_simulation_time(s) < 1);
  for (int k = 0; k < 8; k++) assert_true(isfinite(ulna_simulation_state(s)[k]));
  ulna_simulation_destroy(s);
  ulna_adaptive_destroy(adaptive);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_method_gives_the_run_that_fixed_steps_give),
      cmocka_unit_test(only_jumps_restart_and_rows_do_not_shorten_steps),
      cmocka_unit_test(contact_is_found_by_root_finding),
      cmocka_unit_test(a_stepper_that_fails_is_quoted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
