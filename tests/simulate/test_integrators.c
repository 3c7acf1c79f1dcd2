/* The methods of fixed step length: their order, long runs, the same bits twice. */
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/plant.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { STATE = 3 * 8 + 4 };

static ulna_model *load(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

/* Smooth in time, position and speed. */
static void smooth_torque(void *context, double t, const double q[], const double qd[], double u[])
{
  const int n = *(const int *)context;
  for (int i = 0; i < n; i++) u[i] = 2 * sin(3 * t + i) - 0.5 * q[i] - 0.1 * qd[i];
}

static ulna_plant *plant_of(const ulna_model *model, int *n)
{
  const ulna_plant_options options = ulna_plant_options_default();
  const ulna_surroundings around = {.context = n, .input = smooth_torque};
  ulna_plant *plant = NULL;
  *n = ulna_model_joint_count(model);
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  return plant;
}

static void run(const ulna_model *model, ulna_integrator integrator, long steps, double h, double y[])
{
  int n;
  ulna_plant *plant = plant_of(model, &n);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  for (long k = 0; k < steps; k++)
    assert_int_equal(ulna_plant_step(plant, integrator, h, 1e-9, (double)k * h, y, NULL), ULNA_OK);
  ulna_plant_destroy(plant);
}

/* |q − q_exact| and |qd − qd_exact| together after half a second. */
static double error_of(const ulna_model *model, ulna_integrator integrator, long steps, const double exact[])
{
  double y[STATE] = {0.3, -0.7}, sum = 0;
  run(model, integrator, steps, 0.5 / (double)steps, y);
  for (int i = 0; i < 4; i++) sum += (y[i] - exact[i]) * (y[i] - exact[i]);
  return sqrt(sum);
}

/* The order is the slope of log error over log step, measured where halving the step no longer changes it much and
 * rounding (1e-14) is still far away. */
static void euler_is_of_order_one_and_runge_kutta_of_order_four(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  double exact[STATE] = {0.3, -0.7};
  run(model, ULNA_RK4, 20000, 0.5 / 20000, exact);
  const struct {
    const char *name;
    ulna_integrator integrator;
    long steps;
    double lower, upper;
  } methods[] = {{"Euler", ULNA_EULER, 4000, 0.95, 1.05},
                 {"semi-implicit Euler", ULNA_SEMI_IMPLICIT_EULER, 4000, 0.95, 1.05},
                 {"RK4", ULNA_RK4, 100, 3.9, 4.1}};
  for (size_t m = 0; m < sizeof methods / sizeof methods[0]; m++) {
    double coarse = error_of(model, methods[m].integrator, methods[m].steps, exact);
    for (int halved = 1; halved <= 3; halved++) {
      const double fine = error_of(model, methods[m].integrator, methods[m].steps << halved, exact);
      const double order = log2(coarse / fine);
      print_message("%s, %ld steps: error %.3e, order %.3f\n", methods[m].name, methods[m].steps << halved,
                    fine, order);
      assert_true(order >= methods[m].lower && order <= methods[m].upper);
      coarse = fine;
    }
  }
  ulna_model_destroy(model);
}

static void the_same_run_twice_gives_the_same_bits(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  const ulna_integrator integrators[] = {ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER, ULNA_RK4};
  for (int k = 0; k < 3; k++) {
    double y[2][STATE] = {{0, 0.5, 2.5, 0.1, 0.4, 0}, {0, 0.5, 2.5, 0.1, 0.4, 0}};
    for (int twice = 0; twice < 2; twice++) run(model, integrators[k], 2000, 5e-4, y[twice]);
    assert_memory_equal(y[0], y[1], sizeof y[0]);
    assert_true(y[0][1] != 0.5);  // it moved
  }
  ulna_model_destroy(model);
}

static long resident_pages(void)
{
  long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
  if (file) fclose(file);
  return resident;
}

static void ten_million_steps_take_no_memory(void **state)
{
  (void)state;
#ifdef __SANITIZE_ADDRESS__
  const long steps = 100000;  // slowed down tenfold, and the allocator is another one
#else
  const long steps = 10000000;
#endif
  ulna_model *model = load("pendulum");
  int n;
  ulna_plant *plant = plant_of(model, &n);
  double y[STATE] = {0.5};
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  long pages = 0;
  size_t allocated = 0;
  for (long k = 0; k < steps; k++) {
    if (k == steps / 100) pages = resident_pages(), allocated = mallinfo2().uordblks;
    const ulna_integrator integrator = k % 4 ? ULNA_SEMI_IMPLICIT_EULER : ULNA_RK4;
    const ulna_status status = ulna_plant_step(plant, integrator, 1e-4, 1e-9, (double)k * 1e-4, y, NULL);
    if (status != ULNA_OK) fail_msg("step %ld: %s", k, ulna_status_text(status));
  }
  assert_true(pages > 0);
  assert_true(mallinfo2().uordblks == allocated);
#ifndef __SANITIZE_ADDRESS__                    // whose own shadow of the memory grows
  assert_true(resident_pages() - pages <= 16);  // 64 KiB, for pages of the program touched late
#endif
  assert_true(isfinite(y[0]) && isfinite(y[1]));
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

static void input_of(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)q, (void)qd;
  for (int i = 0; i < 2; i++) u[i] = t > 0.5 ? *(const double *)context : 1;
}

/* Wherever the number that is none comes from: the state, or the input, at once or in the middle of a step. */
static void what_is_not_finite_is_told(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  const ulna_plant_options options = ulna_plant_options_default();
  double wrong = NAN, rate[STATE], q[2], y[STATE] = {0.3, -0.7};
  const ulna_surroundings around = {.context = &wrong, .input = input_of};
  const ulna_plant_signals signals = {.q_a = q};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  for (int bad = 0; bad < ulna_plant_state_count(plant); bad++)
    for (int k = 0; k < 2; k++) {
      double z[STATE];
      memcpy(z, y, sizeof z);
      z[bad] = k ? NAN : -INFINITY;
      assert_int_equal(ulna_plant_rate(plant, 0, z, rate), ULNA_NOT_FINITE);
      assert_int_equal(ulna_plant_observe(plant, 0, z, &signals), ULNA_NOT_FINITE);
      assert_int_equal(ulna_plant_start(plant, 0, z), ULNA_NOT_FINITE);
      for (int integrator = ULNA_EULER; integrator <= ULNA_RK4; integrator++)
        assert_int_equal(ulna_plant_step(plant, (ulna_integrator)integrator, 1e-3, 1e-9, 0, z, NULL),
                         ULNA_NOT_FINITE);
    }
  for (int k = 0; k < 2; k++) {
    double z[STATE];
    memcpy(z, y, sizeof z);
    wrong = k ? NAN : INFINITY;
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 1e-3, 1e-9, 0.4999, z, NULL), ULNA_NOT_FINITE);
    assert_memory_equal(z, y, sizeof z);
    assert_int_equal(ulna_plant_rate(plant, 0.6, z, rate), ULNA_NOT_FINITE);
  }
  y[2] = 1e200;  // finite, but not what comes of it
  assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 1e-3, 1e-9, 0, y, NULL), ULNA_NOT_FINITE);
  assert_int_equal(ulna_plant_step(plant, (ulna_integrator)99, 1e-3, 1e-9, 0, y, NULL),
                   ULNA_INVALID_ARGUMENT);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(euler_is_of_order_one_and_runge_kutta_of_order_four),
      cmocka_unit_test(the_same_run_twice_gives_the_same_bits),
      cmocka_unit_test(ten_million_steps_take_no_memory),
      cmocka_unit_test(what_is_not_finite_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
