/* The plant's linearisation against differences of the plant's own rate: on every built-in robot, every way it can be driven,
 * and along every built-in scenario. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/scenario.h"
#include "ulna/ulna.h"

enum { MAX = 8, STATES = 3 * MAX + 4 };

static double spread(int k)
{
  const double x = (k + 1) * 0.6180339887498949;
  return 2 * (x - floor(x)) - 1;
}

typedef struct {
  double u[MAX];
  int n;
} held;

static void hold(void *context, double t, const double q[], const double qd[], double u[])
{
  const held *x = context;
  (void)t, (void)q, (void)qd;
  memcpy(u, x->u, (size_t)x->n * sizeof *u);
}

/* The derivative of the rate along x, by five points; its own error is near 1e-9 of the largest element. */
static void differences(ulna_plant *plant, double t, double y[], double *x, double h, int m, double out[])
{
  static const double at[4] = {1, -1, 2, -2}, weight[4] = {8, -8, -1, 1};
  const double was = *x;
  memset(out, 0, (size_t)m * sizeof *out);
  for (int s = 0; s < 4; s++) {
    double rate[STATES];
    *x = was + at[s] * h;
    assert_int_equal(ulna_plant_rate(plant, t, y, rate), ULNA_OK);
    for (int i = 0; i < m; i++) out[i] += weight[s] * rate[i] / (12 * h);
  }
  *x = was;
}

/* Column j of a matrix of m rows; the share of the column's largest that may be wrong is the differences' own error. */
static void expect_column(const char *what, int m, int columns, const double *matrix, int j,
                          const double expected[])
{
  double scale = 1;
  for (int i = 0; i < m; i++) scale = fmax(scale, fabs(expected[i]));
  for (int i = 0; i < m; i++)
    if (!(fabs(matrix[i * columns + j] - expected[i]) <= 1e-6 * scale))
      fail_msg("%s, row %d, column %d: %.12g, differences %.12g", what, i, j, matrix[i * columns + j],
               expected[i]);
}

static void expect_A(const char *what, ulna_plant *plant, double t, double y[], const double A[], double h)
{
  const int m = ulna_plant_linear_state_count(plant);
  for (int j = 0; j < m; j++) {
    double expected[STATES];
    differences(plant, t, y, &y[j], h * fmax(1, fabs(y[j])), m, expected);
    expect_column(what, m, m, A, j, expected);
  }
}

/* The robot; or its motors without inductance, whose current follows the voltage at once. */
static ulna_model *load(const char *key, bool at_once)
{
  ulna_model *model = NULL;
  if (!at_once) {
    assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
    return model;
  }
  char text[20000];
  assert_true(snprintf(text, sizeof text, "%s", ulna_robot_find(key)->text) < (int)sizeof text);
  for (char *c; (c = strstr(text, ", inductance: "));) {
    const size_t length = 2 + strcspn(c + 2, ",}");
    memmove(c, c + length, strlen(c + length) + 1);
  }
  assert_int_equal(ulna_model_read_text(text, strlen(text), key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

static void one_robot(const char *key, bool at_once, ulna_driven_by driven_by, bool friction, int seed)
{
  ulna_model *model = load(key, at_once);
  held input = {.n = ulna_model_joint_count(model)};
  const int n = input.n;
  const ulna_surroundings around = {.context = &input, .input = hold};
  ulna_plant_options options = ulna_plant_options_default();
  options.driven_by = driven_by;
  options.friction = friction;
  options.linear = true;
  options.stops =
      ULNA_STOPS_STIFF;  // some states are beyond some limits; soft, or their forces drown the differences
  options.stop_stiffness = 100, options.stop_damping = 10;
  ulna_plant *plant = NULL;
  const ulna_status made = ulna_plant_create(model, &options, &around, NULL, &plant);
  if (made == ULNA_UNSUPPORTED) {  // no motors
    assert_true(driven_by >= ULNA_DRIVEN_BY_CURRENT);
    ulna_model_destroy(model);
    return;
  }
  assert_int_equal(made, ULNA_OK);
  const ulna_base_motion motion = {{0.3, -0.2, 0.5}, {1, 0.4, -0.7}, {0.1, 0.2, 0.3}, {2, -1, 0.5}};
  const double force[3] = {3, -2, 5}, moment[3] = {0.3, 1, -0.6};
  ulna_work_set_base_motion(ulna_plant_work(plant), &motion);
  ulna_work_set_hand_wrench(ulna_plant_work(plant), force, moment);
  double y[STATES] = {0}, A[9 * MAX * MAX], B[3 * MAX * MAX];
  for (int i = 0; i < n; i++) {
    input.u[i] = spread(seed + 5 * i);
    y[i] = 2 * spread(seed + 5 * i + 1);
    y[n + i] = 1.5 * spread(seed + 5 * i + 2);
    if (driven_by == ULNA_DRIVEN_BY_VOLTAGE) y[2 * n + i] = spread(seed + 5 * i + 3);
  }
  const int m = ulna_plant_linear_state_count(plant);
  assert_int_equal(m, driven_by == ULNA_DRIVEN_BY_VOLTAGE ? 3 * n : 2 * n);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  char why[200];
  assert_int_equal(ulna_plant_linearise(plant, 0, y, A, B, why, sizeof why), ULNA_OK);
  expect_A(key, plant, 0, y, A, 1e-5);
  for (int j = 0; j < n; j++) {
    double expected[STATES];
    differences(plant, 0, y, &input.u[j], 1e-3, m, expected);  // linear in u: a long step loses fewest digits
    expect_column(key, m, n, B, j, expected);
  }
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

static void every_robot_driven_in_every_way_is_as_its_rate_says(void **state)
{
  (void)state;
  for (int r = 0; r < ulna_robot_count(); r++)
    for (int by = 0; by < 4; by++)
      for (int seed = 0; seed < 3; seed++)
        one_robot(ulna_robot_get(r)->key, false, (ulna_driven_by)by, seed != 1,
                  100 * r + 10 * by + 37 * seed);
  for (int seed = 0; seed < 3; seed++)
    one_robot("manutec_r3", true, ULNA_DRIVEN_BY_VOLTAGE, seed != 1, 37 * seed);
}

/* Along a run the linearisation is right or refused, and refused only where something is held. */
static void one_scenario(const char *key, int *linear, int *refused)
{
  ulna_scenario *scenario = NULL;
  ulna_run *run = NULL;
  assert_int_equal(ulna_scenario_load(key, NULL, NULL, &scenario), ULNA_OK);
  ulna_run_options options = ulna_run_options_default();
  options.linear = true;
  assert_int_equal(ulna_run_create(scenario, &options, NULL, NULL, &run), ULNA_OK);
  const double end = fmin(ulna_scenario_duration(scenario), 0.5);
  for (int k = 0; k < 4; k++) {
    assert_int_equal(ulna_run_advance(run, k * end / 3, NULL), ULNA_OK);
    ulna_simulation *simulation = ulna_run_simulation(run);
    ulna_plant *plant = ulna_simulation_plant(simulation);
    const double t = ulna_simulation_time(simulation);
    double y[STATES], A[9 * MAX * MAX], B[3 * MAX * MAX];
    assert_true(ulna_plant_state_count(plant) <= STATES);
    memcpy(y, ulna_simulation_state(simulation), (size_t)ulna_plant_state_count(plant) * sizeof *y);
    char why[200];
    const ulna_status status = ulna_plant_linearise(plant, t, y, A, B, why, sizeof why);
    if (status == ULNA_UNSUPPORTED) {
      assert_true(strlen(why) > 10);
      (*refused)++;
      continue;
    }
    assert_int_equal(status, ULNA_OK);
    expect_A(key, plant, t, y, A, 1e-6);  // a surface is stiff
    (*linear)++;
  }
  ulna_run_destroy(run);
  ulna_scenario_destroy(scenario);
}

static void every_scenario_is_as_its_rate_says(void **state)
{
  (void)state;
  int linear = 0, refused = 0;
  for (int s = 0; s < ulna_scenario_count(); s++) one_scenario(ulna_scenario_get(s)->key, &linear, &refused);
  assert_true(linear >= 20);
  assert_true(refused >= 3);  // robots with dry friction start at rest
}

/* Makes a plant of the PUMA 560 at rest, or moving. */
static ulna_plant *puma(const ulna_model *model, held *input, bool linear, ulna_stops stops)
{
  const ulna_surroundings around = {.context = input, .input = hold};
  ulna_plant_options options = ulna_plant_options_default();
  options.linear = linear;
  options.stops = stops;
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  return plant;
}

static void what_is_held_is_refused_and_named(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  held input = {.n = 6};
  double y[STATES] = {0}, A[9 * MAX * MAX] = {7}, B[3 * MAX * MAX] = {7};
  char why[200];
  y[1] = 1.57;  // upright: friction holds the arm
  ulna_plant *plant = puma(model, &input, true, ULNA_STOPS_HARD);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  assert_int_equal(ulna_plant_linearise(plant, 0, y, A, B, why, sizeof why), ULNA_UNSUPPORTED);
  assert_string_equal(why, "\"motor 1\" sticks");
  assert_true(A[0] == 7 && B[0] == 7);
  for (int i = 0; i < 6; i++) y[6 + i] = 0.3;
  y[0] = ulna_model_joint(model, 1)->limits.upper, y[6] = 0;
  input.u[0] = 1e3;
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  assert_int_equal(ulna_plant_linearise(plant, 0, y, A, B, why, sizeof why), ULNA_UNSUPPORTED);
  assert_string_equal(why, "joint \"waist\" rests against its stop");
  y[3] = (double)NAN;
  assert_int_equal(ulna_plant_linearise(plant, 0, y, A, B, why, sizeof why), ULNA_NOT_FINITE);
  assert_string_equal(why, "");
  ulna_plant_destroy(plant);
  y[3] = 0;
  plant = puma(model, &input, false, ULNA_STOPS_NONE);
  assert_int_equal(ulna_plant_linearise(plant, 0, y, A, B, NULL, 0), ULNA_MISSING_PART);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

/* An arm of which a joint follows another is told so; so is a step by a method that is none. */
static void an_arm_that_follows_is_refused(void **state)
{
  (void)state;
  static const char text[] =
      "ulna: 1\nname: r\ngravity: [0, -9.81, 0]\nconvention: dh\njoints:\n"
      "  - {name: a, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, link: {name: la, mass: 2, com: [-0.5, 0, 0], "
      "inertia: {about: com, xx: 0.01, yy: 0.1, zz: 0.1}}}\n"
      "  - {name: b, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, follows: {joint: a, ratio: -1}, link: {name: lb, mass: 2, "
      "com: [-0.5, 0, 0], inertia: {about: com, xx: 0.01, yy: 0.1, zz: 0.1}}}\n";
  ulna_model *model = NULL;
  assert_int_equal(ulna_model_read_text(text, strlen(text), "r.yaml", NULL, NULL, NULL, &model), ULNA_OK);
  held input = {.n = 2};
  double y[STATES] = {0.3, -0.3, 1, -1}, A[9 * MAX * MAX] = {7}, B[3 * MAX * MAX] = {7};
  char why[200];
  ulna_plant *plant = puma(model, &input, true, ULNA_STOPS_NONE);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  assert_int_equal(ulna_plant_linearise(plant, 0, y, A, B, why, sizeof why), ULNA_UNSUPPORTED);
  assert_string_equal(why, "a joint follows another, and is not yet linearised");
  assert_true(A[0] == 7);
  assert_int_equal(ulna_plant_step(plant, (ulna_integrator)7, 1e-3, 1e-9, 0, y, NULL), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_plant_step(plant, ULNA_RK4, -1, 1e-9, 0, y, NULL), ULNA_INVALID_ARGUMENT);
  assert_true(y[0] == 0.3);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_robot_driven_in_every_way_is_as_its_rate_says),
      cmocka_unit_test(every_scenario_is_as_its_rate_says),
      cmocka_unit_test(what_is_held_is_refused_and_named),
      cmocka_unit_test(an_arm_that_follows_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
