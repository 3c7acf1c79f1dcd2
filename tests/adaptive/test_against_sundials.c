/* The core's own explicit methods against SUNDIALS' at the same tolerance: every built-in scenario, and energy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arkode.h"
#include "base/worse.h"
#include "run/run.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { OURS, THEIRS, WAYS, MOST_ROWS = 400, MOST_JOINTS = 8 };

typedef struct {
  int n, rows;
  double q[MOST_ROWS][2 * MOST_JOINTS];
  double energy_error;
  long rate_calls;
} trace;

static ulna_status keep_row(void *context, const ulna_sample *sample)
{
  trace *x = context;
  if (x->rows == MOST_ROWS) return ULNA_INVALID_ARGUMENT;
  memcpy(x->q[x->rows], sample->q, (size_t)x->n * sizeof(double));
  memcpy(x->q[x->rows] + x->n, sample->qd, (size_t)x->n * sizeof(double));
  x->rows++;
  return ULNA_OK;
}

/* A scenario's first `seconds`, rows every 10 ms, by steps to a tolerance. rows_stop: steps end on rows, as ARKODE's of
 * order 8 have to. */
static void follow(const char *key, double seconds, int way, int order, double tolerance, double max_step,
                   bool rows_stop, trace *x)
{
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  assert_int_equal(ulna_scenario_load(key, NULL, NULL, &scenario), ULNA_OK);
  scenario->record_every = 0.01;
  scenario->method = METHOD_ERK, scenario->adaptive.method = ULNA_ERK;
  scenario->adaptive.order = order;
  scenario->adaptive.relative = scenario->adaptive.absolute = tolerance;
  scenario->adaptive.max_step = max_step;
  assert_int_equal(ulna_run_create(scenario, NULL, NULL, NULL, &run), ULNA_OK);
  ulna_simulation *s = run->simulation;
  ulna_adaptive *other = NULL;
  if (way == THEIRS) {
    other = arkode_create(ulna_simulation_plant(s), order, tolerance, tolerance);
    assert_non_null(other);
  }
  ulna_adaptive *by = other ? other : run->adaptive;
  ulna_stepper stepper = ulna_adaptive_stepper(by);
  if (rows_stop) stepper.smooth_until = NULL;
  ulna_simulation_set_stepper(s, &stepper);
  assert_int_equal(ulna_simulation_start(s, 0, scenario->q, scenario->qd), ULNA_OK);
  x->n = scenario->n, x->rows = 0;
  const ulna_simulation_sink sink = {.context = x, .sample = keep_row};
  if (ulna_simulation_advance(s, fmin(seconds, scenario->duration), &sink) != ULNA_OK)
    fail_msg("%s: %s", key, ulna_simulation_failure(s));
  x->energy_error = ulna_simulation_statistics_get(s).energy_error;
  x->rate_calls = ulna_adaptive_statistics_get(by).rate_calls;
  ulna_adaptive_destroy(other);
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

/* The largest difference of a position or a speed at a row, relative to 1 + its size. */
static double apart(const trace *a, const trace *b)
{
  double worst = 0;
  assert_int_equal(a->rows, b->rows);
  for (int r = 0; r < a->rows; r++)
    for (int i = 0; i < 2 * a->n; i++)
      worst = worse_of(worst, fabs(a->q[r][i] - b->q[r][i]) / (1 + fabs(b->q[r][i])));
  return worst;
}

static void compare(int order, double tolerance, double seconds)
{
  static trace exact, again, x[WAYS], stopping[WAYS];
  print_message(
      "order %d to %g: largest error, ours and SUNDIALS', (rates evaluated), error of the energy's balance\n",
      order, tolerance);
  // with steps that end on rows, order 5 errs by what 10 ms make, a thousandth of the tolerance: nothing to compare
  for (int i = 0; i < ulna_scenario_count(); i++) {
    const char *key = ulna_scenario_get(i)->key;
    // the reference: shorter steps than any compared; what two of them differ by nobody knows better, and where friction
    // sticks and slips rounding alone makes some 1e-11 of it
    follow(key, seconds, OURS, 8, 1e-13, 0.0004, true, &exact);
    follow(key, seconds, OURS, 8, 1e-13, 0.0003, true, &again);
    const double floor_of_error = fmax(2e-12, 10 * apart(&again, &exact));
    double error[WAYS], stopped[WAYS];
    for (int way = 0; way < WAYS; way++) {
      follow(key, seconds, way, order, tolerance, 0, false, &x[way]);
      follow(key, seconds, way, order, tolerance, 0, true, &stopping[way]);
      error[way] = apart(&x[way], &exact);
      stopped[way] = apart(&stopping[way], &exact);
    }
    print_message("%-28s %.1e %.1e (%ld %ld) %.0e %.0e; with steps that end on rows %.1e %.1e (%ld %ld)\n",
                  key, error[OURS], error[THEIRS], x[OURS].rate_calls, x[THEIRS].rate_calls,
                  x[OURS].energy_error, x[THEIRS].energy_error, stopped[OURS], stopped[THEIRS],
                  stopping[OURS].rate_calls, stopping[THEIRS].rate_calls);
    if (!(error[OURS] <= fmax(error[THEIRS], floor_of_error)) ||
        (order == 8 && !(stopped[OURS] <= fmax(stopped[THEIRS], floor_of_error))) ||
        !(x[OURS].energy_error <= fmax(x[THEIRS].energy_error, floor_of_error)))
      fail_msg("%s: SUNDIALS is better", key);
  }
}

static void order_5_errs_no_more_than_sundials_on_every_scenario(void **state)
{
  (void)state;
  compare(5, 1e-8, 2);
}

static void order_8_errs_no_more_than_sundials_on_every_scenario(void **state)
{
  (void)state;
  compare(8, 1e-10, 2);
}

static void no_torque(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)t, (void)q, (void)qd;
  u[0] = u[1] = 0;
}

/* The largest |E − E0| / |E0| of a double pendulum, once a second. */
static double drift(const ulna_model *model, int way, int order, double tolerance, int seconds)
{
  const ulna_plant_options how = ulna_plant_options_default();
  const ulna_surroundings around = {.input = no_torque};
  ulna_plant *plant = NULL;
  ulna_adaptive *a = NULL;
  ulna_adaptive_options options = ulna_adaptive_options_default();
  options.order = order, options.relative = options.absolute = tolerance;
  assert_int_equal(ulna_plant_create(model, &how, &around, NULL, &plant), ULNA_OK);
  if (way == THEIRS) a = arkode_create(plant, order, tolerance, tolerance);
  else assert_int_equal(ulna_adaptive_create(plant, &options, NULL, &a), ULNA_OK);
  double y[8] = {1, 0.5}, T, V, worst = 0;
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  ulna_plant_energy(plant, y, &T, &V);
  const double E0 = T + V;
  for (int k = 0; k < seconds; k++) {
    assert_int_equal(ulna_adaptive_advance(a, k, k + 1, y, NULL, NULL), ULNA_OK);
    ulna_plant_energy(plant, y, &T, &V);
    worst = worse_of(worst, fabs(T + V - E0) / fabs(E0));
  }
  print_message("%s, order %d to %g, %d s: energy off by %.1e, %ld rates\n",
                way == THEIRS ? "SUNDIALS" : "ours", order, tolerance, seconds, worst,
                ulna_adaptive_statistics_get(a).rate_calls);
  ulna_adaptive_destroy(a);
  ulna_plant_destroy(plant);
  return worst;
}

static void energy_drifts_no_faster_than_with_sundials(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("planar2r", NULL, NULL, NULL, &model), ULNA_OK);
  assert_true(drift(model, OURS, 5, 1e-8, 100) <= drift(model, THEIRS, 5, 1e-8, 100));
  assert_true(drift(model, OURS, 8, 1e-10, 100) <= drift(model, THEIRS, 8, 1e-10, 100));
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_5_errs_no_more_than_sundials_on_every_scenario),
      cmocka_unit_test(order_8_errs_no_more_than_sundials_on_every_scenario),
      cmocka_unit_test(energy_drifts_no_faster_than_with_sundials),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
