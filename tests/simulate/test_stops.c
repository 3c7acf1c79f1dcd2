/* Stops, by every method of fixed step length: one slide of mass 2 between −1 and 1, pushed by a force of one's own. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/ulna.h"

enum {
  STATE = 2 + 4,
  STOPS = 4,
  EVENTS = 64
};  // STOPS: where the work of stops is in the state of one joint
static const double mass = 2;
static const ulna_integrator methods[] = {ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER, ULNA_RK4};

static ulna_model *slide(int count, double far)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  const double weightless[3] = {0, 0, 0};
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  ulna_builder_set_gravity(b, weightless);
  for (int i = 0; i < count; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = i ? "across" : "along", j.link.name = i ? "carriage" : "bridge";
    j.type = ULNA_PRISMATIC, j.axis[0] = !i, j.axis[1] = i, j.axis[2] = 0;
    j.limits.lower = -far, j.limits.upper = far;
    j.link.body.mass = mass, j.link.body.about = ULNA_ABOUT_COM;
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

static void push(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  const double *force = context;
  u[0] = *force;  // a second slide is free
}

typedef struct {
  int count;
  ulna_event event[EVENTS];
} event_list;

static void remember(void *context, const ulna_event *event)
{
  event_list *list = context;
  if (list->count < EVENTS) list->event[list->count] = *event;
  list->count++;
}

static ulna_plant *plant_of(const ulna_model *model, ulna_stops stops, double restitution, double *force)
{
  ulna_plant_options options = ulna_plant_options_default();
  options.stops = stops, options.restitution = restitution;
  const ulna_surroundings around = {.context = force, .input = push};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  return plant;
}

static void steps(ulna_plant *plant, ulna_integrator by, double from, double to, double y[], event_list *seen)
{
  const double h = 1e-4;
  const ulna_event_sink sink = {.context = seen, .happened = remember};
  const long count = lround((to - from) / h);
  for (long k = 0; k < count; k++)
    assert_int_equal(ulna_plant_step(plant, by, h, 1e-9, from + (double)k * h, y, &sink), ULNA_OK);
}

/* Thrown at the upper stop it stays there, under a push that keeps it and for as long as it does. */
static void a_joint_rests_on_its_stop_and_leaves_it(void **state)
{
  (void)state;
  ulna_model *model = slide(1, 1);
  for (int m = 0; m < 3; m++)
    for (int side = -1; side <= 1; side += 2) {
      double force = side * 3.0, y[STATE] = {0}, stop_force;
      event_list seen = {0};
      ulna_plant *plant = plant_of(model, ULNA_STOPS_HARD, 0, &force);
      y[1] = side * 2.0;
      assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
      steps(plant, methods[m], 0, 1, y, &seen);
      assert_true(y[0] == side && y[1] == 0);
      assert_int_equal(ulna_plant_stops(plant)[0], side);
      assert_int_equal(seen.count, 1);
      assert_int_equal(seen.event[0].kind, ULNA_EVENT_STOP);
      // ½ m v² with v² = 2² + 2·(3/2)·1 is lost in the stop
      assert_true(fabs(y[STOPS] / (mass / 2 * 7) - 1) < (m == 2 ? 1e-8 : 1e-3));
      const ulna_plant_signals signals = {.stop_force = &stop_force};
      assert_int_equal(ulna_plant_observe(plant, 1, y, &signals), ULNA_OK);
      assert_true(fabs(stop_force - side * 3.0) < 1e-12);
      force = -side * 3.0;
      steps(plant, methods[m], 1, 1.1, y, &seen);
      assert_int_equal(seen.count, 2);
      assert_int_equal(seen.event[1].kind, ULNA_EVENT_LEAVE);
      assert_true(fabs(y[0] - side * (1 - 1.5 * 0.1 * 0.1 / 2)) < 1e-4);
      ulna_plant_destroy(plant);
    }
  ulna_model_destroy(model);
}

/* Each rebound has e of the speed before it; when that is slower than rest_speed it is the last. */
static void rebounds_lose_what_they_should(void **state)
{
  (void)state;
  const double e = 0.5;
  ulna_model *model = slide(1, 1);
  for (int m = 0; m < 3; m++) {
    double force = 0, y[STATE] = {0};
    event_list seen = {0};
    ulna_plant *plant = plant_of(model, ULNA_STOPS_HARD, e, &force);
    y[1] = 4;
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    steps(plant, methods[m], 0, 1, y,
          &seen);  // 0.25 s to the stop, 2 m/s back: 2 m more in 1 s, not there yet
    assert_int_equal(seen.count, 1);
    assert_int_equal(seen.event[0].kind, ULNA_EVENT_REBOUND);
    assert_true(fabs(y[1] + e * 4) < 1e-12);
    assert_true(fabs(y[STOPS] - mass / 2 * 16 * (1 - e * e)) < 1e-12);
    ulna_plant_destroy(plant);
  }
  ulna_model_destroy(model);
}

static void a_start_beyond_a_hard_stop_is_refused(void **state)
{
  (void)state;
  ulna_model *model = slide(1, 1);
  double force = 0;
  ulna_plant *plant = plant_of(model, ULNA_STOPS_HARD, 0, &force);
  for (int side = -1; side <= 1; side += 2) {
    double y[STATE] = {0};
    y[0] = side * nextafter(1, 2);
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_INVALID_ARGUMENT);
    y[0] = side;
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  }
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

/* Beyond it and on the way back so fast that the damper would hold it: a stop lets go. */
static void a_stiff_stop_pushes_and_never_pulls(void **state)
{
  (void)state;
  ulna_model *model = slide(1, 1);
  double force = 0;
  ulna_plant *plant = plant_of(model, ULNA_STOPS_STIFF, 0, &force);
  for (int side = -1; side <= 1; side += 2) {
    double y[STATE] = {0}, stop_force, qdd;
    const ulna_plant_signals signals = {.stop_force = &stop_force, .qdd = &qdd};
    y[0] = side * 1.001, y[1] = -side * 5.0;
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    assert_int_equal(ulna_plant_observe(plant, 0, y, &signals), ULNA_OK);
    assert_true(stop_force == 0 && qdd == 0);
    y[1] = side * 5.0;
    assert_int_equal(ulna_plant_observe(plant, 0, y, &signals), ULNA_OK);
    assert_true(fabs(stop_force - side * (1e5 * 0.001 + 1e3 * 5)) < 1e-6);
    assert_true(fabs(qdd + stop_force / mass) < 1e-9);
  }
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

/* Two slides run into their stops within one step of Runge–Kutta: one at 0.2 s, slowly; the other at 1/3 s, and farthest
 * beyond at the step's end. Told in that order, each at its time. */
static void of_two_stops_in_one_step_the_first_comes_first(void **state)
{
  (void)state;
  ulna_model *model = slide(2, 1);
  for (int swap = 0; swap < 2; swap++) {
    double force = 0, y[2 * 2 + 4] = {0};
    event_list seen = {0};
    const ulna_event_sink sink = {.context = &seen, .happened = remember};
    ulna_plant *plant = plant_of(model, ULNA_STOPS_HARD, 0, &force);
    y[swap] = -0.9, y[2 + swap] = -0.5, y[3 - swap] = 3;
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 1, 1e-9, 0, y, &sink), ULNA_OK);
    assert_int_equal(seen.count, 2);
    for (int k = 0; k < 2; k++) {
      assert_int_equal(seen.event[k].kind, ULNA_EVENT_STOP);
      assert_int_equal(seen.event[k].index, k ? !swap : swap);
      assert_true(fabs(seen.event[k].t - (k ? 1.0 / 3 : 0.2)) < 1e-9);
    }
    assert_true(y[swap] == -1 && y[!swap] == 1 && y[2] == 0 && y[3] == 0);
    ulna_plant_destroy(plant);
  }
  ulna_model_destroy(model);
}

/* Without loss between stops 2 mm apart, at 1 m/s: 500 rebounds a second. Up to a thousand in one step are followed. */
static void a_thousand_events_in_one_step_are_too_many(void **state)
{
  (void)state;
  ulna_model *model = slide(1, 1e-3);
  double force = 0;
  ulna_plant *plant = plant_of(model, ULNA_STOPS_HARD, 1, &force);
  for (int k = 0; k < 2; k++) {
    double y[STATE] = {0};
    event_list seen = {0};
    const ulna_event_sink sink = {.context = &seen, .happened = remember};
    y[1] = 1;
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    const ulna_status status = ulna_plant_step(plant, ULNA_RK4, k ? 2.1 : 1.9, 1e-9, 0, y, &sink);
    assert_int_equal(status, k ? ULNA_NOT_CONVERGED : ULNA_OK);
    if (k == 0) assert_int_equal(seen.count, 950);
    if (k == 1) assert_true(seen.count >= 1000);
    assert_true(fabs(fabs(y[1]) - 1) < 1e-12);
  }
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_joint_rests_on_its_stop_and_leaves_it),
      cmocka_unit_test(rebounds_lose_what_they_should),
      cmocka_unit_test(a_start_beyond_a_hard_stop_is_refused),
      cmocka_unit_test(a_stiff_stop_pushes_and_never_pulls),
      cmocka_unit_test(of_two_stops_in_one_step_the_first_comes_first),
      cmocka_unit_test(a_thousand_events_in_one_step_are_too_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
