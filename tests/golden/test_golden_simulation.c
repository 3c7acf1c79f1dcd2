/* Runs of fixed step length against the golden rollouts and the golden driven arms. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/golden.h"
#include "support/golden_drives.h"
#include "ulna/plant.h"

enum { MAX = 8, STATE = 3 * MAX + 4, ROWS = 64, EVENTS = 256 };

static void constant_input(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  memcpy(u, context, MAX * sizeof *u);
}

static void rollouts_match(void **state)
{
  (void)state;
  json_t *golden = golden_load("open.json"), *one;
  size_t i;
  int failed = 0;
  assert_true(json_array_size(json_object_get(golden, "rollouts")) >= 3);
  json_array_foreach(json_object_get(golden, "rollouts"), i, one)
  {
    ulna_model *model = golden_model(json_object_get(one, "model"));
    const size_t n = (size_t)ulna_model_joint_count(model);
    double tau[MAX] = {0}, y[STATE] = {0}, q[ROWS * MAX], qd[ROWS * MAX], rows[ROWS];
    golden_numbers(json_object_get(one, "tau"), tau, n);
    golden_numbers(json_object_get(one, "q0"), y, n);
    golden_numbers(json_object_get(one, "qd0"), y + n, n);
    const double eps = json_number_value(json_object_get(one, "eps"));
    const size_t wanted =
        golden_numbers(json_object_get(json_object_get(one, "expected"), "step"), rows, ROWS);
    const ulna_plant_options options = ulna_plant_options_default();
    const ulna_surroundings around = {.context = tau, .input = constant_input};
    ulna_plant *plant = NULL;
    assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    int step = 0;
    for (size_t k = 0; k < wanted; k++) {
      for (; step < (int)rows[k]; step++)
        assert_int_equal(ulna_plant_step(plant, ULNA_RK4, eps, 1e-9, step * eps, y, NULL), ULNA_OK);
      memcpy(q + k * n, y, n * sizeof *q);
      memcpy(qd + k * n, y + n, n * sizeof *qd);
    }
    if (!golden_passes(one, "q", q, wanted * n) || !golden_passes(one, "qd", qd, wanted * n)) failed++;
    ulna_plant_destroy(plant);
    ulna_model_destroy(model);
  }
  json_decref(golden);
  assert_int_equal(failed, 0);
}

typedef struct {
  int count;
  double t[EVENTS], actuator[EVENTS], left[EVENTS];
} event_list;

static void remember(void *context, const ulna_event *event)
{
  event_list *list = context;
  if (list->count == EVENTS) return;
  list->t[list->count] = event->t;
  list->actuator[list->count] = event->index + 1;
  list->left[list->count++] = event->mode_before;
}

/* Runs one case; rows of q, qd, q_a, mode at the case's times. */
typedef struct {
  size_t n, rows;
  double q[ROWS * MAX], qd[ROWS * MAX], q_a[ROWS * MAX], mode[ROWS * MAX];
  event_list events;
} run_result;

static void run(const json_t *one, ulna_integrator integrator, double h, run_result *result)
{
  ulna_model *model = golden_driven_model(one);
  const size_t n = result->n = (size_t)ulna_model_joint_count(model);
  const json_t *currents = json_object_get(one, "currents");
  double t[ROWS], y[STATE] = {0};
  golden_currents table = {n, json_array_size(currents), json_number_value(json_object_get(one, "knot")),
                           NULL};
  table.current = calloc(table.knots * n, sizeof(double));
  golden_numbers(currents, table.current, table.knots * n);
  golden_numbers(json_object_get(one, "q0"), y, n);
  golden_numbers(json_object_get(one, "qd0"), y + n, n);
  result->rows = golden_numbers(json_object_get(one, "t"), t, ROWS);
  result->events.count = 0;
  ulna_plant_options options = ulna_plant_options_default();
  options.driven_by = ULNA_DRIVEN_BY_CURRENT;
  const ulna_surroundings around = {.context = &table, .input = golden_currents_at};
  const ulna_event_sink sink = {.context = &result->events, .happened = remember};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  long step = 0;
  if (integrator == ULNA_RK4) assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  for (size_t r = 0; r < result->rows; r++) {
    for (const long until = lround(t[r] / h); step < until; step++)
      assert_int_equal(ulna_plant_step(plant, integrator, h, 1e-10, (double)step * h, y, &sink), ULNA_OK);
    memcpy(result->q + r * n, y, n * sizeof *y);
    memcpy(result->qd + r * n, y + n, n * sizeof *y);
    ulna_coupling(model, y, result->q_a + r * n, NULL, NULL);
    for (size_t i = 0; i < n; i++) result->mode[r * n + i] = ulna_plant_modes(plant)[i];
  }
  ulna_plant_destroy(plant);
  free(table.current);
  ulna_model_destroy(model);
}

static void on_each_run(void (*what)(const json_t *one, run_result *result))
{
  json_t *golden = golden_load("open-drives.json"), *one;
  size_t i;
  int seen = 0;
  run_result *result = malloc(sizeof *result);
  json_array_foreach(json_object_get(golden, "cases"), i, one)
  {
    if (strcmp(json_string_value(json_object_get(one, "kind")), "simulate") != 0) continue;
    what(one, result);
    seen++;
  }
  free(result);
  json_decref(golden);
  assert_true(seen >= 2);
}

static void check_euler(const json_t *one, run_result *r)
{
  run(one, ULNA_EULER, json_number_value(json_object_get(one, "dt")), r);
  assert_true(golden_passes(one, "q", r->q, r->rows * r->n));
  assert_true(golden_passes(one, "qd", r->qd, r->rows * r->n));
  assert_true(golden_passes(one, "q_a", r->q_a, r->rows * r->n));
  assert_true(golden_passes(one, "mode", r->mode, r->rows * r->n));
}

static void euler_with_stiction_matches(void **state)
{
  (void)state;
  on_each_run(check_euler);
}

static void check_located(const json_t *one, run_result *r)
{
  run(one, ULNA_RK4, 0.0005, r);
  assert_true(golden_passes(one, "ref_q", r->q, r->rows * r->n));
  assert_true(golden_passes(one, "ref_q_a", r->q_a, r->rows * r->n));
  assert_true(golden_passes(one, "event_t", r->events.t, (size_t)r->events.count));
  assert_true(golden_passes(one, "event_actuator", r->events.actuator, (size_t)r->events.count));
  assert_true(golden_passes(one, "event_left_mode", r->events.left, (size_t)r->events.count));
}

static void runge_kutta_with_located_events_matches(void **state)
{
  (void)state;
  on_each_run(check_located);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rollouts_match),
      cmocka_unit_test(euler_with_stiction_matches),
      cmocka_unit_test(runge_kutta_with_located_events_matches),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
