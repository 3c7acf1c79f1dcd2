/* Faults that were found once: each file of this folder, and what is right of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/read.h"
#include "ulna/scenario.h"
#include "ulna/ulna.h"

static ulna_scenario *read_scenario(const char *name)
{
  char path[400];
  snprintf(path, sizeof path, "%s/found/%s", ULNA_TEST_DATA, name);
  ulna_scenario *scenario = NULL;
  assert_int_equal(ulna_scenario_read(path, NULL, NULL, NULL, &scenario), ULNA_OK);
  return scenario;
}

static ulna_model *read_model(const char *name)
{
  char path[400];
  snprintf(path, sizeof path, "%s/found/%s", ULNA_TEST_DATA, name);
  ulna_model *model = NULL;
  assert_int_equal(ulna_model_read(path, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

enum { ROWS = 1024, MOST = 8 };
typedef struct {
  int q, qd, energy, work; /* columns; -1: not recorded */
  int n, rows, stops;
  double t[ROWS], at[ROWS][MOST], speed[ROWS][MOST], kinetic[ROWS], drives[ROWS], friction[ROWS], lost[ROWS];
} rows;

static ulna_status keep_row(void *context, const double row[])
{
  rows *r = context;
  if (r->rows == ROWS) return ULNA_TOO_SMALL;
  const int k = r->rows++;
  r->t[k] = row[0];
  for (int i = 0; i < r->n; i++) {
    r->at[k][i] = row[r->q + i];
    if (r->qd >= 0) r->speed[k][i] = row[r->qd + i];
  }
  r->kinetic[k] = row[r->energy];
  r->drives[k] = row[r->work], r->friction[k] = row[r->work + 1], r->lost[k] = row[r->work + 2];
  return ULNA_OK;
}

static ulna_status keep_event(void *context, const ulna_run_event *event)
{
  rows *r = context;
  r->stops += strcmp(event->kind, "stop") == 0;
  return ULNA_OK;
}

static int column(const ulna_run *run, const char *name)
{
  for (int k = 0; k < ulna_run_column_count(run); k++)
    if (strcmp(ulna_run_columns(run)[k].name, name) == 0) return k;
  return -1;
}

/* Runs a scenario of n joints by a method; returns the error of its balance of energy. */
static double run_to(const char *file, const char *method, double step, double tolerance, int n, rows *r)
{
  ulna_scenario *scenario = read_scenario(file);
  ulna_run_options options = ulna_run_options_default();
  options.integrator = method;
  if (step > 0) options.step = step;
  else options.tolerance = tolerance;
  ulna_run *made = NULL;
  assert_int_equal(ulna_run_create(scenario, &options, NULL, NULL, &made), ULNA_OK);
  *r = (rows){.n = n};
  r->q = column(made, "q1"), r->qd = column(made, "qd1");
  r->energy = column(made, "energy_kinetic"), r->work = column(made, "work_drives");
  const ulna_run_sink sink = {.context = r, .row = keep_row, .event = keep_event};
  if (ulna_run_advance(made, (double)INFINITY, &sink) != ULNA_OK) fail_msg("%s", ulna_run_failure(made));
  const double error = ulna_run_summary_get(made)->energy_error;
  ulna_run_destroy(made);
  ulna_scenario_destroy(scenario);
  return error;
}

static double run(const char *file, const char *method, double step, int n, rows *r)
{
  return run_to(file, method, step, 1e-10, n, r);
}

static const struct {
  const char *method;
  double step, balance; /* what its order of convergence leaves of the balance of energy */
} methods[] = {{"euler", 1e-4, 2e-3}, {"semi-implicit", 1e-4, 2e-3}, {"rk4", 1e-3, 1e-8}, {"erk", 0, 1e-8}};
enum { METHODS = (int)(sizeof methods / sizeof methods[0]) };

static rows result;

/* Joint c hits its stop while b rests on its own: both stops push, the blow takes energy and none comes of it. */
static void a_stop_gives_no_energy(void **state)
{
  (void)state;
  for (int m = 0; m < METHODS; m++) {
    if (!ULNA_TEST_ADAPTIVE && methods[m].step == 0) continue;
    const double error = run("energy_from_a_stop.yaml", methods[m].method, methods[m].step, 3, &result);
    if (!(error < methods[m].balance)) fail_msg("%s: balance off by %g", methods[m].method, error);
    assert_int_equal(result.stops, 1);
    for (int k = 1; k < result.rows; k++) {
      // no force but the drives' gives energy; the stops' share only grows
      const double gained = result.kinetic[k] - result.kinetic[k - 1];
      assert_true(gained - (result.drives[k] - result.drives[k - 1]) < methods[m].balance);
      assert_true(result.lost[k] >= result.lost[k - 1] - 1e-12);  // a rounding of the interpolation
    }
    // before 2.0 J, after 0.71 J, of which 1.26 J went into the stop
    assert_true(fabs(result.lost[result.rows - 1] - 1.265011928) < (methods[m].step == 1e-4 ? 5e-3 : 1e-6));
    const double *end = result.at[result.rows - 1];
    assert_true(fabs(end[1] + 0.5) < 1e-12 && fabs(end[2] + 0.5) < 1e-12);  // but for an interpolation
  }
}

/* The upper arm swings through q2 + q3 = 0.860, where its screw's ratio is zero: it goes on, and loses what friction takes. */
static void an_arm_passes_the_dead_point_of_its_screw(void **state)
{
  (void)state;
  double slowest = HUGE_VAL, end[METHODS];
  for (int m = 0; m < METHODS; m++) {
    if (!ULNA_TEST_ADAPTIVE && methods[m].step == 0) continue;
    const double error = run("dead_point_of_a_screw.yaml", methods[m].method, methods[m].step, 5, &result);
    if (!(error < methods[m].balance)) fail_msg("%s: balance off by %g", methods[m].method, error);
    for (int k = 1; k < result.rows; k++) {
      const double angle = result.at[k][1] + result.at[k][2];
      if (angle > 0.7 && angle < 1.0) slowest = fmin(slowest, result.speed[k][2]);
      // the rotor gives its energy to the arm and takes it back: 10 ms change the speed by little
      assert_true(fabs(result.speed[k][2] - result.speed[k - 1][2]) < 0.12);
    }
    end[m] = result.at[result.rows - 1][2];
    assert_true(fabs(end[m] - end[0]) < 1e-3);
  }
  assert_true(slowest > 1.2);
  assert_true(end[0] > 1.07);
}

static void viscous_friction_from_rest_is_booked(void **state)
{
  (void)state;
  for (int m = 0; m < METHODS; m++) {
    if (!ULNA_TEST_ADAPTIVE && methods[m].step == 0) continue;
    const double error = run("damped_pendulum.yaml", methods[m].method, methods[m].step, 1, &result);
    if (!(error < methods[m].balance)) fail_msg("%s: balance off by %g", methods[m].method, error);
    assert_true(result.friction[result.rows - 1] > 1);
  }
}

/* Gravity on the boom is 2 m · 550 kg-equivalents of weight, friction 10 N m: it falls as without friction, nearly. */
static void a_stuck_crane_falls(void **state)
{
  (void)state;
  ulna_model *model = read_model("crane.yaml");
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double rest[2] = {0}, none[2] = {0};
  double M[4], bias[2], qdd[2], friction[3];
  int mode[3];
  assert_int_equal(ulna_stick_modes(model, work, rest, rest, mode), ULNA_OK);
  assert_int_equal(ulna_stick_accelerations(model, work, rest, rest, none, mode, qdd, friction), ULNA_OK);
  assert_int_equal(ulna_drive_mass_matrix(model, work, rest, M), ULNA_OK);
  assert_int_equal(ulna_drive_bias(model, work, rest, rest, bias), ULNA_OK);
  // the wrist holds: (M11) qdd1 = −bias1 + 10
  const double expected = (-bias[0] + 10) / M[0];
  assert_true(fabs(qdd[0] / expected - 1) < 1e-12 && qdd[0] < -4);
  assert_true(qdd[1] == 0);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void no_input(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)t, (void)q, (void)qd;
  u[0] = u[1] = 0;
}

/* 981 kN m against 1 N m of friction: by every method the boom falls as a rigid one does. */
static void a_heavy_boom_falls(void **state)
{
  (void)state;
  ulna_model *model = read_model("heavy.yaml");
  const ulna_surroundings around = {.input = no_input};
  const ulna_plant_options options = ulna_plant_options_default();
  const ulna_integrator all[] = {ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER, ULNA_RK4};
  for (int m = 0; m < 3; m++) {
    ulna_plant *plant = NULL;
    assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
    double y[8] = {0};
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    for (int k = 0; k < 10; k++)
      assert_int_equal(ulna_plant_step(plant, all[m], 1e-3, 1e-9, k * 1e-3, y, NULL), ULNA_OK);
    // I = 1e5 + 1e5·1² kg m², needle aside: qdd = −981e3/2e5
    assert_true(fabs(y[2] / (-4.905 * 0.01) - 1) < 1e-3);
    ulna_plant_destroy(plant);
  }
  ulna_model_destroy(model);
}

/* A joint that leaves its stop slowly: the first step of a multistep method is of low order, and saw it beyond the stop again. */
static void a_joint_bounces_on_its_stop_by_every_method(void **state)
{
  (void)state;
  static const char *const by[] = {"erk", "adams", "bdf"};
  static const double tolerance[] = {1e-4, 1e-6};
  if (!ULNA_TEST_ADAPTIVE) skip();
  for (int m = 0; m < 3; m++)
    for (int k = 0; k < 2; k++) {
      const double error = run_to("bouncing_by_bdf.yaml", by[m], 0, tolerance[k], 6, &result);
      // what the steps' errors, each below the tolerance, add up to
      if (!(error < 10 * tolerance[k])) fail_msg("%s: balance off by %g", by[m], error);
      assert_true(result.stops >= 6);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stop_gives_no_energy),
      cmocka_unit_test(an_arm_passes_the_dead_point_of_its_screw),
      cmocka_unit_test(viscous_friction_from_rest_is_booked),
      cmocka_unit_test(a_stuck_crane_falls),
      cmocka_unit_test(a_heavy_boom_falls),
      cmocka_unit_test(a_joint_bounces_on_its_stop_by_every_method),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
