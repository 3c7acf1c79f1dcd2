/* Events within a step of Runge–Kutta, where they have to be: a gantry of two slides at right angles, whose motions do
 * not feel one another and, with forces that are polynomials of time, have closed forms that the method meets exactly. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/ulna.h"

enum { STATE = 2 * 2 + 4, EVENTS = 16 };

static const double mass = 2, coulomb = 3;  // of the first slide all that moves weighs twice as much

/* Forces a + b t on each slide; counts how often it is asked. */
typedef struct {
  double a[2], b[2];
  long asked;
} forces;

static void apply(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)q, (void)qd;
  forces *f = context;
  f->asked++;
  for (int i = 0; i < 2; i++) u[i] = f->a[i] + f->b[i] * t;
}

typedef struct {
  int count;
  ulna_event event[EVENTS];
} event_list;

static void remember(void *context, const ulna_event *event)
{
  event_list *list = context;
  assert_true(list->count < EVENTS);
  list->event[list->count++] = *event;
}

static ulna_model *gantry(double viscous)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  const double weightless[3] = {0, 0, 0};
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  ulna_builder_set_gravity(b, weightless);
  for (int i = 0; i < 2; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = i ? "across" : "along", j.link.name = i ? "carriage" : "bridge";
    j.type = ULNA_PRISMATIC, j.axis[0] = !i, j.axis[1] = i, j.axis[2] = 0;
    j.link.body.mass = mass, j.link.body.about = ULNA_ABOUT_COM;
    j.friction.coulomb[0] = j.friction.coulomb[1] = coulomb, j.friction.viscous = viscous;
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

/* Steps of h from speeds qd0 until `end`. */
static event_list run(const ulna_model *model, forces *f, const double qd0[2], double h, double end,
                      double tolerance, double y[STATE])
{
  event_list list = {0};
  const ulna_event_sink sink = {.context = &list, .happened = remember};
  const ulna_plant_options options = ulna_plant_options_default();
  const ulna_surroundings around = {.context = f, .input = apply};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  memset(y, 0, STATE * sizeof *y);
  y[2] = qd0[0], y[3] = qd0[1];
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  f->asked = 0;
  for (long k = 0; (double)k * h < end - h / 2; k++)
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, h, tolerance, (double)k * h, y, &sink), ULNA_OK);
  ulna_plant_destroy(plant);
  return list;
}

/* An event is told just past where it is: 0 to `tolerance` later. Rounding: of sums of t and of the speed that crosses,
 * whose slope here is of the order of one. */
static void assert_located(const ulna_event *e, double exact, double tolerance)
{
  const double rounding = 1e-14;
  if (!(e->t >= exact - rounding && e->t <= exact + tolerance + rounding))
    fail_msg("at %.17g, not %.17g (%.3g late)", e->t, exact, e->t - exact);
}

static void a_sliding_mass_stops_where_it_must(void **state)
{
  (void)state;
  ulna_model *model = gantry(0);
  const double tolerances[] = {1e-4, 1e-6, 1e-9, 1e-12, 0}, steps[] = {1e-3, 1e-2, 0.25, 1};
  for (int k = 0; k < 5; k++)
    for (int m = 0; m < 4; m++) {
      forces f = {{0}, {0}, 0};
      const double qd0[2] = {0, -0.7}, stops = mass * 0.7 / coulomb;
      double y[STATE];
      const event_list found = run(model, &f, qd0, steps[m], 1, tolerances[k], y);
      assert_int_equal(found.count, 1);
      assert_int_equal(found.event[0].kind, ULNA_EVENT_STICK);
      assert_int_equal(found.event[0].index, 1);
      assert_located(&found.event[0], stops, tolerances[k]);
      assert_true(y[3] == 0);
      assert_true(fabs(y[1] + 0.7 * stops / 2) < 1e-14 + tolerances[k] * tolerances[k] * coulomb / mass);
    }
  ulna_model_destroy(model);
}

/* m v' = −c − b v: v = 0 at t = m/b ln(1 + b v0/c). The method errs by (b h/m)^4/120 of the time passed: 1e-13 here. */
static void viscous_friction_moves_the_stop(void **state)
{
  (void)state;
  const double b = 4;
  ulna_model *model = gantry(b);
  forces f = {{0}, {0}, 0};
  const double qd0[2] = {1.1, 0};
  double y[STATE];
  const event_list found = run(model, &f, qd0, 1e-3, 1.5, 1e-11, y);
  assert_int_equal(found.count, 1);
  assert_located(&found.event[0], 2 * mass / b * log1p(b * 1.1 / coulomb), 1e-11 + 1e-13);
  ulna_model_destroy(model);
}

/* Both slides turn round in the same step, the second first; pushed on, neither sticks. */
static void events_of_one_step_come_in_their_order(void **state)
{
  (void)state;
  ulna_model *model = gantry(0);
  forces f = {{-5, -7}, {0}, 0};
  const double qd0[2] = {0.6, 0.4}, exact[2] = {0.6 * 2 * mass / (5 + coulomb), 0.4 * mass / (7 + coulomb)};
  double y[STATE];
  const event_list found = run(model, &f, qd0, 0.5, 0.5, 1e-10, y);
  assert_int_equal(found.count, 2);
  for (int k = 0; k < 2; k++) {
    const ulna_event *e = &found.event[k];
    assert_int_equal(e->index, 1 - k);
    assert_true(e->kind == ULNA_EVENT_SLIP && e->mode_before == 1 && e->mode_after == -1);
    assert_located(e, exact[e->index], 1e-10);
  }
  ulna_model_destroy(model);
}

/* Pushed by c + A (1 − t/T) from rest: moves at once, v = A (t − t²/2T)/m, and stands again at 2T. The switch function
 * starts at zero, where no straight line helps. */
static void what_starts_and_stops_in_one_step_is_found(void **state)
{
  (void)state;
  ulna_model *model = gantry(0);
  const double A = 1.5, T = 0.1;
  forces f = {{0, coulomb + A}, {0, -A / T}, 0};
  const double qd0[2] = {0, 0};
  double y[STATE];
  const event_list found = run(model, &f, qd0, 0.25, 0.25, 1e-10, y);
  assert_int_equal(found.count, 1);
  assert_int_equal(found.event[0].kind, ULNA_EVENT_STICK);
  assert_located(&found.event[0], 2 * T, 1e-10);
  assert_true(fabs(y[1] - A / mass * 2 * T * T / 3) < 1e-14);
  ulna_model_destroy(model);
}

/* Against a growing push a mass comes to rest, sticks, and is let go when the push exceeds what friction holds. */
static void stick_and_slip_in_one_step(void **state)
{
  (void)state;
  ulna_model *model = gantry(0);
  const double B = 6, v0 = 0.4;  // m v' = B t + c while it moves back
  forces f = {{0}, {0, B}, 0};
  const double qd0[2] = {0, -v0};
  double y[STATE];
  const event_list found = run(model, &f, qd0, 1, 1, 1e-10, y);
  assert_int_equal(found.count, 2);
  assert_int_equal(found.event[0].kind, ULNA_EVENT_STICK);
  assert_located(&found.event[0], (sqrt(coulomb * coulomb + 2 * B * mass * v0) - coulomb) / B, 1e-10);
  assert_int_equal(found.event[1].kind, ULNA_EVENT_SLIP);
  assert_located(&found.event[1], coulomb / B, 1e-10);
  ulna_model_destroy(model);
}

/* A torque that jumps between steps: what cannot hold any longer is let go at the start of the step, not later. */
static void a_jump_lets_go_at_once(void **state)
{
  (void)state;
  ulna_model *model = gantry(0);
  forces f = {{0}, {0}, 0};
  event_list list = {0};
  const ulna_event_sink sink = {.context = &list, .happened = remember};
  const ulna_plant_options options = ulna_plant_options_default();
  const ulna_surroundings around = {.context = &f, .input = apply};
  ulna_plant *plant = NULL;
  double y[STATE] = {0};
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 0.1, 1e-9, 0, y, &sink), ULNA_OK);
  assert_int_equal(list.count, 0);
  f.a[0] = 2 * coulomb;
  assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 0.1, 1e-9, 0.1, y, &sink), ULNA_OK);
  assert_int_equal(list.count, 1);
  assert_int_equal(list.event[0].kind, ULNA_EVENT_SLIP);
  assert_located(&list.event[0], 0.1, 1e-9);
  const double v = coulomb * 0.1 / (2 * mass);
  assert_true(fabs(y[2] - v) < 1e-8);  // 1e-9 s of 0.75 m/s²
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

/* Bisection to 1e-9 of a step of 1 ms would take twenty steps of four right-hand sides. Two steps that share their
 * first stage, one evaluation to settle the modes and the step's other piece are eleven. */
static void an_event_takes_few_right_hand_sides(void **state)
{
  (void)state;
  ulna_model *model = gantry(4);
  forces f = {{-5, -6}, {0.7, 0.9}, 0};
  const double qd0[2] = {0.6, 0.4};
  double y[STATE];
  const event_list found = run(model, &f, qd0, 1e-3, 0.5, 1e-9, y);
  assert_int_equal(found.count, 2);
  print_message("%ld right-hand sides for 500 steps and 2 events\n", f.asked);
  assert_true(f.asked <= 4 * 500 + 2 * 12);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sliding_mass_stops_where_it_must),
      cmocka_unit_test(viscous_friction_moves_the_stop),
      cmocka_unit_test(events_of_one_step_come_in_their_order),
      cmocka_unit_test(what_starts_and_stops_in_one_step_is_found),
      cmocka_unit_test(stick_and_slip_in_one_step),
      cmocka_unit_test(a_jump_lets_go_at_once),
      cmocka_unit_test(an_event_takes_few_right_hand_sides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
