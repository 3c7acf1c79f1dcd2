/* Runs with steps chosen to a tolerance: against the golden driven arms, closed forms of bounces, and energy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/worse.h"
#include "support/adaptive.h"
#include "support/chain.h"
#include "support/failing_allocator.h"
#include "support/golden.h"
#include "support/golden_drives.h"

enum { MAX = 8, STATE = 3 * MAX + 4, ROWS = 64, EVENTS = 256 };

static const char *const names[] = {"Adams", "BDF", "ERK"};

static ulna_adaptive *adaptive_of(ulna_plant *plant, ulna_adaptive_method method, int order, double tolerance)
{
  ulna_adaptive_options options = ulna_adaptive_options_default();
  options.method = method, options.order = order;
  options.relative = options.absolute = tolerance;
  ulna_adaptive *adaptive = NULL;
  assert_int_equal(adaptive_create(plant, &options, NULL, &adaptive), ULNA_OK);
  return adaptive;
}

static void advance_to(ulna_adaptive *adaptive, double t, double t_end, double y[],
                       const ulna_event_sink *sink)
{
  double reached = -1;
  const ulna_status status = ulna_adaptive_advance(adaptive, t, t_end, y, sink, &reached);
  if (status != ULNA_OK) print_error("at %.17g: %s\n", reached, ulna_adaptive_failure(adaptive));
  assert_int_equal(status, ULNA_OK);
  assert_true(reached == t_end);
}

typedef struct {
  int count;
  double t[EVENTS], actuator[EVENTS], left[EVENTS];
  ulna_event_kind kind[EVENTS];
} event_list;

static void remember(void *context, const ulna_event *event)
{
  event_list *list = context;
  if (list->count == EVENTS) return;
  list->t[list->count] = event->t;
  list->kind[list->count] = event->kind;
  list->actuator[list->count] = event->index + 1;
  list->left[list->count++] = event->mode_before;
}

/* From knot to knot, stopping at the rows' times too; both are whole milliseconds in the golden file. */
static void golden_run(const json_t *one, ulna_adaptive_method method)
{
  ulna_model *model = golden_driven_model(one);
  const size_t n = (size_t)ulna_model_joint_count(model);
  const json_t *currents = json_object_get(one, "currents");
  double t[ROWS], y[STATE] = {0}, q[ROWS * MAX], q_a[ROWS * MAX], now = 0;
  golden_currents table = {n, json_array_size(currents), json_number_value(json_object_get(one, "knot")),
                           NULL};
  table.current = calloc(table.knots * n, sizeof(double));
  golden_numbers(currents, table.current, table.knots * n);
  golden_numbers(json_object_get(one, "q0"), y, n);
  golden_numbers(json_object_get(one, "qd0"), y + n, n);
  const size_t rows = golden_numbers(json_object_get(one, "t"), t, ROWS);
  ulna_plant_options options = ulna_plant_options_default();
  options.driven_by = ULNA_DRIVEN_BY_CURRENT;
  const ulna_surroundings around = {.context = &table, .input = golden_currents_at};
  event_list events = {0};
  const ulna_event_sink sink = {.context = &events, .happened = remember};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  ulna_adaptive *adaptive = adaptive_of(plant, method, 0, 1e-10);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  long knot = 1;
  for (size_t r = 0; r < rows; r++) {
    for (; (double)knot * table.knot <= t[r] + 1e-9; knot++) {
      const double next = (double)knot * table.knot;
      advance_to(adaptive, now, next, y, &sink);
      ulna_adaptive_restart(adaptive);
      now = next;
    }
    if (t[r] > now) {
      advance_to(adaptive, now, t[r], y, &sink);
      now = t[r];
    }
    memcpy(q + r * n, y, n * sizeof *y);
    ulna_coupling(model, y, q_a + r * n, NULL, NULL);
  }
  const ulna_adaptive_statistics s = ulna_adaptive_statistics_get(adaptive);
  print_message("%s by %s: %ld steps, %ld rejected, %ld rates, %ld events\n",
                json_string_value(json_object_get(one, "id")), names[method], s.steps, s.rejected,
                s.rate_calls, s.events);
  assert_int_equal(s.events, events.count);
  assert_true(golden_passes(one, "ref_q", q, rows * n));
  assert_true(golden_passes(one, "ref_q_a", q_a, rows * n));
  assert_true(golden_passes(one, "event_t", events.t, (size_t)events.count));
  assert_true(golden_passes(one, "event_actuator", events.actuator, (size_t)events.count));
  assert_true(golden_passes(one, "event_left_mode", events.left, (size_t)events.count));
  ulna_adaptive_destroy(adaptive);
  ulna_plant_destroy(plant);
  free(table.current);
  ulna_model_destroy(model);
}

static void every_golden_run(ulna_adaptive_method method)
{
  json_t *golden = golden_load("open-drives.json"), *one;
  size_t i;
  int seen = 0;
  json_array_foreach(json_object_get(golden, "cases"), i, one)
  {
    if (strcmp(json_string_value(json_object_get(one, "kind")), "simulate") != 0) continue;
    golden_run(one, method);
    seen++;
  }
  json_decref(golden);
  assert_true(seen >= 2);
}

static void golden_runs_by_runge_kutta_match(void **state)
{
  (void)state;
  every_golden_run(ULNA_ERK);
}

#if ULNA_TEST_ADAPTIVE
static void golden_runs_by_adams_match(void **state)
{
  (void)state;
  every_golden_run(ULNA_ADAMS);
}

static void golden_runs_by_bdf_match(void **state)
{
  (void)state;
  every_golden_run(ULNA_BDF);
}
#endif

static void no_torque(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)t, (void)q, (void)qd;
  u[0] = u[1] = 0;
}

static ulna_model *load(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

static ulna_plant *plant_of(const ulna_model *model, const ulna_plant_options *options, void *context,
                            void (*input)(void *, double, const double[], const double[], double[]))
{
  const ulna_plant_options standard = ulna_plant_options_default();
  const ulna_surroundings around = {.context = context, .input = input};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, options ? options : &standard, &around, NULL, &plant), ULNA_OK);
  return plant;
}

/* The largest |E − E0| / |E0| seen, once a second, at ends of steps; both links go over the top now and then. */
static double drift(const ulna_model *model, ulna_adaptive_method method, int order, int seconds)
{
  ulna_plant *plant = plant_of(model, NULL, NULL, no_torque);
  ulna_adaptive *adaptive = adaptive_of(plant, method, order, 1e-10);
  double y[STATE] = {1, 0.5}, T, V, worst = 0;
  const clock_t begin = clock();
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  ulna_plant_energy(plant, y, &T, &V);
  const double E0 = T + V;
  for (int k = 0; k < seconds; k++) {
    advance_to(adaptive, k, k + 1, y, NULL);
    ulna_plant_energy(plant, y, &T, &V);
    worst = worse_of(worst, fabs(T + V - E0) / fabs(E0));
  }
  const ulna_adaptive_statistics s = ulna_adaptive_statistics_get(adaptive);
  print_message("%s%s, %d s: energy off by %.2e of %.1f J; %ld steps, %ld rejected, %ld rates, %.1f s\n",
                names[method], order == 8 ? " of order 8" : "", seconds, worst, E0, s.steps, s.rejected,
                s.rate_calls, (double)(clock() - begin) / CLOCKS_PER_SEC);
  assert_int_equal(s.events, 0);
  ulna_adaptive_destroy(adaptive);
  ulna_plant_destroy(plant);
  return worst;
}

static void a_double_pendulum_keeps_its_energy_for_1000_seconds(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  const double erk = drift(model, ULNA_ERK, 8, 1000);
  for (int method = FIRST_METHOD; method < ULNA_ERK; method++)
    drift(model, (ulna_adaptive_method)method, 0, 1000);
  assert_true(erk < 1e-6);
  ulna_model_destroy(model);
}

/* One joint of 1 kg m² about its axis, without weight, with a stop at 0.5. */
static ulna_model *lever(void)
{
  ulna_joint joint = chain_joint();
  joint.limits.upper = 0.5, joint.limits.lower = -10;
  joint.a = 1;
  joint.link.body = (ulna_body){3, {-0.5, 0, 0}, {0.01, 0.25, 0.25, 0, 0, 0}, ULNA_ABOUT_COM};
  return chain_model(ULNA_DH, 1, &joint, NULL, NULL);
}

static void push_then_pull(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)q, (void)qd;
  u[0] = 4 - t;
}

static void steady_push(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  u[0] = *(const double *)context;
}

static ulna_plant *bouncing(const ulna_model *model, double restitution, double rest_speed, void *context,
                            void (*input)(void *, double, const double[], const double[], double[]))
{
  ulna_plant_options options = ulna_plant_options_default();
  options.stops = ULNA_STOPS_HARD, options.restitution = restitution, options.rest_speed = rest_speed;
  ulna_plant *plant = plant_of(model, &options, context, input);
  ulna_work_set_gravity(ulna_plant_work(plant), (double[]){0, 0, 0});
  return plant;
}

/* Pushed by 1 N m from rest, the lever of 1 kg m² hits at 1 s with 1 rad/s and comes back after 2 e^k s each time, until
 * it would rebound with less than 0.05 rad/s: e^4 = 0.0625 still does, the fifth does not. */
static void bounces_come_when_they_should_and_end_at_rest(void **state)
{
  (void)state;
  ulna_model *model = lever();
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++) {
    // some hundred local errors of 1e-11, at speeds of 0.1 and more; BDF takes ten times the steps
    const double allowed = method == ULNA_BDF ? 1e-8 : 1e-9;
    double push = 1, y[STATE] = {0}, due = 1;
    ulna_plant *plant = bouncing(model, 0.5, 0.05, &push, steady_push);
    ulna_adaptive *adaptive = adaptive_of(plant, (ulna_adaptive_method)method, 0, 1e-11);
    event_list events = {0};
    const ulna_event_sink sink = {.context = &events, .happened = remember};
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    advance_to(adaptive, 0, 4, y, &sink);
    assert_int_equal(events.count, 5);
    for (int k = 0; k < 5; k++) {
      assert_int_equal(events.kind[k], k < 4 ? ULNA_EVENT_REBOUND : ULNA_EVENT_STOP);
      if (fabs(events.t[k] - due) > allowed)
        print_error("%s, bounce %d: %.15g, not %.15g\n", names[method], k + 1, events.t[k], due);
      assert_true(fabs(events.t[k] - due) <= allowed);
      due += 2 * pow(0.5, k + 1);
    }
    assert_true(y[0] == 0.5 && y[1] == 0);
    assert_int_equal(ulna_plant_stops(plant)[0], 1);
    assert_true(fabs(y[ulna_plant_energy_index(plant) + 2] - 0.5) < allowed);  // J: all that the push gave
    assert_int_equal(ulna_adaptive_statistics_get(adaptive).events, 5);
    ulna_adaptive_destroy(adaptive);
    ulna_plant_destroy(plant);
  }
  ulna_model_destroy(model);
}

/* A push of 4 − t N m holds the lever against its stop until 4 s, then pulls it away by −(t − 4)³/6. */
static void a_joint_leaves_its_stop_when_it_is_pulled(void **state)
{
  (void)state;
  ulna_model *model = lever();
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++) {
    ulna_plant *plant = bouncing(model, 0, 1e-3, NULL, push_then_pull);
    ulna_adaptive *adaptive = adaptive_of(plant, (ulna_adaptive_method)method, 0, 1e-11);
    event_list events = {0};
    const ulna_event_sink sink = {.context = &events, .happened = remember};
    double y[STATE] = {0.5};
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    assert_int_equal(ulna_plant_stops(plant)[0], 1);
    advance_to(adaptive, 0, 5, y, &sink);
    assert_int_equal(events.count, 1);
    assert_int_equal(events.kind[0], ULNA_EVENT_LEAVE);
    assert_true(fabs(events.t[0] - 4) < 1e-12);  // 100 units of rounding of t + step: 1e-13
    assert_true(fabs(y[0] - (0.5 - 1.0 / 6)) < 1e-9);
    ulna_adaptive_destroy(adaptive);
    ulna_plant_destroy(plant);
  }
  ulna_model_destroy(model);
}

/* Bounces of which each is nine tenths of the last pile up at 19 s. */
static void bounces_without_end_are_given_up(void **state)
{
  (void)state;
  ulna_model *model = lever();
  double push = 1, y[STATE] = {0}, reached = 0;
  ulna_plant *plant = bouncing(model, 0.9, 0, &push, steady_push);
  ulna_adaptive *adaptive = adaptive_of(plant, ULNA_ERK, 0, 1e-10);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  assert_int_equal(ulna_adaptive_advance(adaptive, 0, 30, y, NULL, &reached), ULNA_NOT_CONVERGED);
  assert_string_equal(ulna_adaptive_failure(adaptive), "events follow each other without end");
  // 1 + 2 (0.9 + 0.81 + …); bounces lower than the rounding of the position follow, some 5e-8 s each, a thousand in all
  assert_true(fabs(reached - 19) < 1e-4);
  assert_true(fabs(y[0] - 0.5) < 1e-9);
  ulna_adaptive_destroy(adaptive);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

/* The lever with a motor on it that sticks up to 2 N m and slides with 1 N m. */
static ulna_model *sticky_lever(void)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  const ulna_couple couple = {"joint", 1};
  ulna_joint j = ulna_joint_default();
  ulna_drive d = ulna_drive_default();
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  ulna_builder_set_gravity(b, (double[]){0, 0, 0});
  j.name = "joint", j.link.name = "link", j.a = 1;
  j.link.body = (ulna_body){3, {-0.5, 0, 0}, {0.01, 0.25, 0.25, 0, 0, 0}, ULNA_ABOUT_COM};
  assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  d.name = "motor", d.mounted_on = "base", d.couple_count = 1, d.couples = &couple, d.spin_only = true;
  d.rotor.inertia[2] = 1;
  d.friction.coulomb[0] = d.friction.coulomb[1] = 1;
  d.friction.static_[0] = d.friction.static_[1] = 2;
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

/* Stuck until the force jumps beyond 2 N m; then (3 − 1) N m on 2 kg m², 1 rad/s after 1 s; slid to rest by 1 N m in 2 s
 * more, half a radian and one further. */
static void a_jump_of_force_releases_what_sticks_at_once(void **state)
{
  (void)state;
  ulna_model *model = sticky_lever();
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++) {
    double force = 1.5, y[STATE] = {0.25};
    ulna_plant_options options = ulna_plant_options_default();
    options.driven_by = ULNA_DRIVEN_BY_FORCE;
    ulna_plant *plant = plant_of(model, &options, &force, steady_push);
    ulna_adaptive *adaptive = adaptive_of(plant, (ulna_adaptive_method)method, 0, 1e-10);
    event_list events = {0};
    const ulna_event_sink sink = {.context = &events, .happened = remember};
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    advance_to(adaptive, 0, 1, y, &sink);
    assert_true(y[0] == 0.25 && y[1] == 0);  // not by a bit
    assert_int_equal(events.count, 0);
    force = 3;
    ulna_adaptive_restart(adaptive);
    advance_to(adaptive, 1, 2, y, &sink);
    assert_int_equal(events.count, 1);
    assert_int_equal(events.kind[0], ULNA_EVENT_SLIP);
    assert_true(fabs(events.t[0] - 1) < 1e-12);  // located to 100 units of rounding
    assert_true(fabs(y[1] - 1) < 1e-8);
    force = 0;
    ulna_adaptive_restart(adaptive);
    advance_to(adaptive, 2, 5, y, &sink);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.kind[1], ULNA_EVENT_STICK);
    assert_true(fabs(events.t[1] - 4) <
                1e-7);  // some hundred local errors of 1e-10 in the speed, over 1/2 rad/s²
    assert_true(fabs(y[0] - 1.75) < 1e-7 && y[1] == 0);
    ulna_adaptive_destroy(adaptive);
    ulna_plant_destroy(plant);
  }
  ulna_model_destroy(model);
}

/* At one tolerance a much higher order takes far fewer steps; a longest step is kept to. */
static void orders_and_the_longest_step_are_obeyed(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  long steps[9];
  for (int order = 5; order <= 8; order += 3) {
    ulna_plant *plant = plant_of(model, NULL, NULL, no_torque);
    ulna_adaptive *adaptive = adaptive_of(plant, ULNA_ERK, order, 1e-8);
    double y[STATE] = {1, 0.5};
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    advance_to(adaptive, 0, 1, y, NULL);
    steps[order] = ulna_adaptive_statistics_get(adaptive).steps;
    print_message("ERK of order %d: %ld steps\n", order, steps[order]);
    ulna_adaptive_destroy(adaptive);
    ulna_plant_destroy(plant);
  }
  assert_true(steps[5] > 2 * steps[8]);
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++) {
    const ulna_adaptive_options options = {(ulna_adaptive_method)method, method == ULNA_ERK ? 5 : 3, 1e-3,
                                           1e-3, 0.001};
    ulna_plant *plant = plant_of(model, NULL, NULL, no_torque);
    ulna_adaptive *adaptive = NULL;
    double y[STATE] = {1, 0.5};
    assert_int_equal(adaptive_create(plant, &options, NULL, &adaptive), ULNA_OK);
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    advance_to(adaptive, 0, 1, y, NULL);
    assert_true(ulna_adaptive_statistics_get(adaptive).steps >= 1000);
    ulna_adaptive_destroy(adaptive);
    ulna_plant_destroy(plant);
  }
  ulna_model_destroy(model);
}

static void close_outputs_cost_no_steps_where_the_input_is_smooth(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++) {
    double whole[STATE] = {1, 0.5}, dense[STATE] = {1, 0.5};
    long steps[2];
    for (int k = 0; k < 2; k++) {
      double *y = k ? dense : whole;
      ulna_plant *plant = plant_of(model, NULL, NULL, no_torque);
      ulna_adaptive *adaptive = adaptive_of(plant, (ulna_adaptive_method)method, 0, 1e-10);
      assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
      ulna_adaptive_smooth_until(adaptive, 2);
      for (int m = 0; m < 2000 && k; m++) advance_to(adaptive, m * 1e-3, (m + 1) * 1e-3, y, NULL);
      if (!k) advance_to(adaptive, 0, 2, y, NULL);
      steps[k] = ulna_adaptive_statistics_get(adaptive).steps;
      assert_int_equal(ulna_adaptive_statistics_get(adaptive).restarts, 1);
      ulna_adaptive_destroy(adaptive);
      ulna_plant_destroy(plant);
    }
    // the first step depends on what is asked for and all others on the first, by rounding more than a little where the
    // order is chosen on the way; a step for each of the 2000 outputs would at least double their number
    print_message("%s: %ld steps, with 2000 outputs %ld\n", names[method], steps[0], steps[1]);
    assert_true(2 * labs(steps[1] - steps[0]) <= steps[0]);
    for (int i = 0; i < 4; i++) {
      // a thousand local errors of 1e-10 each way, BDF's of one sign; grown by what the pendulum makes of them in 2 s
      const double allowed = method == ULNA_BDF ? 1e-5 : 1e-6;
      if (fabs(whole[i] - dense[i]) > allowed)
        print_error("%s: %.15g and %.15g\n", names[method], whole[i], dense[i]);
      assert_true(fabs(whole[i] - dense[i]) <= allowed);
    }
  }
  ulna_model_destroy(model);
}

static void the_same_run_twice_gives_the_same_bits(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++) {
    double y[2][STATE] = {{1, 0.5}, {1, 0.5}};
    for (int k = 0; k < 2; k++) {
      ulna_plant *plant = plant_of(model, NULL, NULL, no_torque);
      ulna_adaptive *adaptive = adaptive_of(plant, (ulna_adaptive_method)method, 0, 1e-8);
      assert_int_equal(ulna_plant_start(plant, 0, y[k]), ULNA_OK);
      for (int s = 0; s < 20; s++) advance_to(adaptive, s, s + 1, y[k], NULL);
      ulna_adaptive_destroy(adaptive);
      ulna_plant_destroy(plant);
    }
    assert_memory_equal(y[0], y[1], sizeof y[0]);
  }
  ulna_model_destroy(model);
}

/* Another torque at every instant: no step is short enough. */
static void noise(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)q, (void)qd;
  uint64_t bits;
  memcpy(&bits, &t, sizeof bits);
  u[0] = chain_random(&bits, -1e9, 1e9);
  u[1] = t > 0.5 ? u[0] : 0;
  u[0] = 0;
}

static void nan_after_a_while(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)q, (void)qd;
  u[0] = u[1] = t > 0.5 ? NAN : 0;
}

/* Runs into trouble with standard output and error caught; returns how much was printed. */
static long trouble(ulna_adaptive_method method, double tolerance,
                    void (*input)(void *, double, const double[], const double[], double[]),
                    ulna_status expected, const char *why, double at_least)
{
  ulna_model *model = load("planar2r");
  ulna_plant *plant = plant_of(model, NULL, NULL, input);
  ulna_adaptive *adaptive = adaptive_of(plant, method, 0, tolerance);
  double y[STATE] = {1, 0.5}, reached = -1;
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  fflush(NULL);
  FILE *caught = tmpfile();
  const int out = dup(1), err = dup(2);
  dup2(fileno(caught), 1), dup2(fileno(caught), 2);
  const ulna_status status = ulna_adaptive_advance(adaptive, 0, 1, y, NULL, &reached);
  fflush(NULL);
  dup2(out, 1), dup2(err, 2);
  close(out), close(err);
  const long printed = (long)lseek(fileno(caught), 0, SEEK_END);
  fclose(caught);
  if (status != expected || !strstr(ulna_adaptive_failure(adaptive), why) || reached < at_least)
    print_error("%s: %s, '%s' at %.17g\n", names[method], ulna_status_text(status),
                ulna_adaptive_failure(adaptive), reached);
  assert_int_equal(status, expected);
  assert_non_null(strstr(ulna_adaptive_failure(adaptive), why));
  assert_true(reached >= at_least && reached < 0.75);
  for (int k = 0; k < 4; k++) assert_true(isfinite(y[k]));
  ulna_adaptive_destroy(adaptive);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
  return printed;
}

static void trouble_is_told_by_status_and_nothing_is_printed(void **state)
{
  (void)state;
  for (int m = FIRST_METHOD; m <= ULNA_ERK; m++) {
    const ulna_adaptive_method method = (ulna_adaptive_method)m;
    assert_int_equal(trouble(method, 1e-8, noise, ULNA_NOT_CONVERGED, "step size collapsed", 0.4), 0);
    assert_int_equal(trouble(method, 1e-8, nan_after_a_while, ULNA_NOT_FINITE, "not finite", 0.3), 0);
    assert_int_equal(trouble(method, 1e-18, no_torque, ULNA_NOT_CONVERGED, "tolerance", 0), 0);
  }
}

static void beyond_measure(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  u[0] = *(const double *)context, u[1] = 0;
}

/* Near the largest number the solvers' own choice of a first step comes out as 0, which they take for done. */
static void no_torque_is_so_large_that_time_goes_on_without_the_arm(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++)
    for (double torque = 1e140; torque < 1e305; torque *= 1e20) {
      const ulna_plant_options options = ulna_plant_options_default();
      ulna_plant *plant = plant_of(model, &options, &torque, beyond_measure);
      ulna_adaptive *adaptive = adaptive_of(plant, (ulna_adaptive_method)method, 0, 1e-8);
      double y[8] = {0, 0.5}, reached = -1;
      assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
      const ulna_status status = ulna_adaptive_advance(adaptive, 0, 0.1, y, NULL, &reached);
      if (status == ULNA_OK || !(reached < 0.1) || !ulna_adaptive_failure(adaptive)[0])
        fail_msg("%s, %g N m: %s at %g s", names[method], torque, ulna_status_name(status), reached);
      ulna_adaptive_destroy(adaptive);
      ulna_plant_destroy(plant);
    }
  ulna_model_destroy(model);
}

static void what_cannot_be_is_refused(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  ulna_plant *plant = plant_of(model, NULL, NULL, no_torque);
  const struct {
    ulna_adaptive_method method;
    int order;
    double relative, absolute, max_step;
  } bad[] = {
    {ULNA_ERK, 9, 1e-8, 1e-8, 0},
    {ULNA_ERK, 7, 1e-8, 1e-8, 0},
    {ULNA_ERK, 0, 0, 1e-8, 0},
    {ULNA_ERK, 0, 1e-8, NAN, 0},
    {ULNA_ERK, 0, 1e-8, 1e-8, -1},
    {(ulna_adaptive_method)7, 0, 1e-8, 1e-8, 0},
#if ULNA_TEST_ADAPTIVE
    {ULNA_BDF, 6, 1e-8, 1e-8, 0},
    {ULNA_ADAMS, 13, 1e-8, 1e-8, 0},
    {ULNA_BDF, 0, 1e-8, 0, 0},
    {ULNA_BDF, -1, 1e-8, 1e-8, 0},
    {ULNA_ADAMS, -1, 1e-8, 1e-8, 0},
    {ULNA_BDF, 0, INFINITY, 1e-8, 0},
    {ULNA_BDF, 0, -1, 1e-8, 0},
    {ULNA_ADAMS, 0, 1e-8, INFINITY, 0},
    {ULNA_ADAMS, 0, 1e-8, 1e-8, NAN},
    {ULNA_ADAMS, 0, 1e-8, 1e-8, -1},
#endif
  };
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    const ulna_adaptive_options options = {bad[k].method, bad[k].order, bad[k].relative, bad[k].absolute,
                                           bad[k].max_step};
    ulna_adaptive *made = NULL;
    assert_int_equal(adaptive_create(plant, &options, NULL, &made), ULNA_INVALID_ARGUMENT);
    assert_null(made);
  }
#if ULNA_TEST_ADAPTIVE
  ulna_adaptive *nothing = NULL;
  const ulna_adaptive_options bdf = {ULNA_BDF, 0, 1e-8, 1e-8, 0};
  assert_int_equal(ulna_multistep_create(NULL, &bdf, NULL, &nothing), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_multistep_create(plant, NULL, NULL, &nothing), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_multistep_create(plant, &bdf, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_null(nothing);
#endif
  // the core has no multistep methods of its own
  ulna_adaptive_options multistep = ulna_adaptive_options_default();
  ulna_adaptive *adaptive = NULL;
  for (int method = ULNA_ADAMS; method <= ULNA_BDF; method++) {
    multistep.method = (ulna_adaptive_method)method;
    assert_int_equal(ulna_adaptive_create(plant, &multistep, NULL, &adaptive), ULNA_UNSUPPORTED);
    assert_null(adaptive);
  }
  adaptive = adaptive_of(plant, ULNA_ERK, 0, 1e-8);
  double y[STATE] = {1, 0.5};
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  assert_int_equal(ulna_adaptive_advance(adaptive, 1, 0, y, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_adaptive_advance(adaptive, 0, NAN, y, NULL, NULL), ULNA_INVALID_ARGUMENT);
  assert_true(y[0] == 1 && y[1] == 0.5);
  ulna_adaptive_destroy(adaptive);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

static void refused_memory_is_reported_and_nothing_is_kept(void **state)
{
  (void)state;
  ulna_model *model = load("planar2r");
  ulna_plant *plant = plant_of(model, NULL, NULL, no_torque);
  ulna_adaptive_options options = ulna_adaptive_options_default();
  for (int method = FIRST_METHOD; method <= ULNA_ERK; method++)
    for (long n = 1;; n++) {
      failing_allocator memory;
      const ulna_allocator a = failing_allocator_start(&memory, n);
      ulna_adaptive *adaptive = NULL;
      options.method = (ulna_adaptive_method)method;
      const ulna_status status = adaptive_create(plant, &options, &a, &adaptive);
      assert_int_equal(status, memory.failed ? ULNA_OUT_OF_MEMORY : ULNA_OK);
      ulna_adaptive_destroy(adaptive);
      assert_true(failing_allocator_empty(&memory));
      if (!memory.failed) break;
    }
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(golden_runs_by_runge_kutta_match),
#if ULNA_TEST_ADAPTIVE
    cmocka_unit_test(golden_runs_by_adams_match),
    cmocka_unit_test(golden_runs_by_bdf_match),
#endif
    cmocka_unit_test(a_double_pendulum_keeps_its_energy_for_1000_seconds),
    cmocka_unit_test(bounces_come_when_they_should_and_end_at_rest),
    cmocka_unit_test(a_joint_leaves_its_stop_when_it_is_pulled),
    cmocka_unit_test(bounces_without_end_are_given_up),
    cmocka_unit_test(a_jump_of_force_releases_what_sticks_at_once),
    cmocka_unit_test(orders_and_the_longest_step_are_obeyed),
    cmocka_unit_test(close_outputs_cost_no_steps_where_the_input_is_smooth),
    cmocka_unit_test(the_same_run_twice_gives_the_same_bits),
    cmocka_unit_test(trouble_is_told_by_status_and_nothing_is_printed),
    cmocka_unit_test(no_torque_is_so_large_that_time_goes_on_without_the_arm),
    cmocka_unit_test(what_cannot_be_is_refused),
    cmocka_unit_test(refused_memory_is_reported_and_nothing_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
