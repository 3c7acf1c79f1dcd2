/* The controllers in closed loop with the simulated arm, and what they do when something is wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/ulna.h"

enum { MAX = 8, STATE = 3 * MAX + 4 };

static ulna_model *load(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

static ulna_controller *make(const ulna_model *model, const ulna_controller_options *options)
{
  ulna_controller *c = NULL;
  const char *fault = ulna_controller_options_fault(model, options);
  if (fault) fail_msg("%s", fault);
  assert_int_equal(ulna_controller_create(model, options, NULL, &c), ULNA_OK);
  return c;
}

/* An arm and its controller: set points at the period, the plant in between. */
typedef struct {
  const ulna_model *model;
  int n;
  ulna_plant *plant;
  ulna_controller *controller;
  double t, period, u[MAX], y[STATE];
  double wrench[6]; /* on the hand, tool axes */
  int substeps;
} loop;

static void held_input(void *context, double t, const double q[], const double qd[], double u[])
{
  const loop *l = context;
  (void)t, (void)q, (void)qd;
  memcpy(u, l->u, (size_t)l->n * sizeof *u);
}

static void hand_wrench(void *context, double t, const double q[], const double qd[], ulna_work *work)
{
  const loop *l = context;
  (void)t, (void)q, (void)qd;
  ulna_work_set_hand_wrench(work, l->wrench, l->wrench + 3);
}

static void start(loop *l, const ulna_model *model, ulna_controller *c, ulna_driven_by by, bool friction,
                  double period, const double q0[], const double qd0[])
{
  memset(l, 0, sizeof *l);
  l->model = model, l->n = ulna_model_joint_count(model), l->controller = c, l->period = period;
  l->substeps = 1;
  ulna_plant_options options = ulna_plant_options_default();
  options.driven_by = by, options.friction = friction;
  const ulna_surroundings around = {l, held_input, hand_wrench};
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &l->plant), ULNA_OK);
  memcpy(l->y, q0, (size_t)l->n * sizeof *q0);
  if (qd0) memcpy(l->y + l->n, qd0, (size_t)l->n * sizeof *qd0);
  assert_int_equal(ulna_plant_start(l->plant, 0, l->y), ULNA_OK);
}

static void finish(loop *l) { ulna_plant_destroy(l->plant); }

static ulna_measured seen(const loop *l)
{
  const ulna_measured m = {l->t, l->y, l->y + l->n, NULL};
  return m;
}

static void advance(loop *l)
{
  const double h = l->period / l->substeps;
  for (int k = 0; k < l->substeps; k++)
    assert_int_equal(ulna_plant_step(l->plant, ULNA_RK4, l->t + k * h, h, 1e-9, l->y, NULL), ULNA_OK);
  l->t += l->period;
}

static void follow(loop *l, const ulna_desired *d)
{
  const ulna_measured m = seen(l);
  const ulna_status status = ulna_controller_step(l->controller, &m, d, l->u);
  if (status != ULNA_OK) {
    char text[200];
    ulna_control_fault_format(ulna_controller_fault(l->controller), text, sizeof text);
    fail_msg("%s: %s", ulna_status_name(status), text);
  }
  advance(l);
}

/* The controller as a continuous law: asked at every stage of the integrator. Its clock is run on by hand. */
typedef struct {
  ulna_controller *controller;
  const double *q;
  double clock;
  int n;
} continuous;

static void continuous_input(void *context, double t, const double q[], const double qd[], double u[])
{
  continuous *x = context;
  (void)t;
  x->clock += 1;
  const ulna_measured m = {x->clock, q, qd, NULL};
  const ulna_desired d = {.q = x->q};
  assert_int_equal(ulna_controller_step(x->controller, &m, &d, u), ULNA_OK);
}

static void error_of_computed_torque_decays_as_its_equation_says(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  enum { N = 6 };
  const double kp[N] = {100, 64, 81, 144, 100, 49}, kv[N] = {20, 12, 18, 10, 25, 14};
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  o.joints.kp = kp, o.joints.kv = kv;
  o.safety.jump = o.safety.speed_margin = 1e9;
  ulna_controller *c = make(model, &o);
  const double goal[N] = {0.3, -0.6, 0.4, 0.2, 0.7, -0.4}, e0[N] = {0.2, -0.15, 0.1, 0.3, -0.2, 0.25};
  continuous x = {c, goal, 0, N};
  ulna_plant_options po = ulna_plant_options_default();
  po.friction = false;
  const ulna_surroundings around = {&x, continuous_input, NULL};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &po, &around, NULL, &plant), ULNA_OK);
  double y[STATE] = {0};
  for (int i = 0; i < N; i++) y[i] = goal[i] - e0[i];
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  const double h = 1e-3;
  for (int k = 0; k < 400; k++) {
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, k * h, h, 1e-9, y, NULL), ULNA_OK);
    const double t = (k + 1) * h;
    for (int i = 0; i < N; i++) {
      // e(0) = e0, ė(0) = 0, poles p, r of s² + kv s + kp
      const double half = kv[i] / 2, disc = half * half - kp[i];
      double e;
      if (disc > 1e-12) {
        const double p = -half + sqrt(disc), r = -half - sqrt(disc);
        e = e0[i] * (p * exp(r * t) - r * exp(p * t)) / (p - r);
      } else if (disc < -1e-12) {
        const double w = sqrt(-disc);
        e = e0[i] * exp(-half * t) * (cos(w * t) + half / w * sin(w * t));
      } else {
        e = e0[i] * exp(-half * t) * (1 + half * t);
      }
      // the integrator's own error at 1 ms is some 1e-11; the law is exact
      assert_true(fabs(goal[i] - y[i] - e) < 1e-9);
    }
  }
  ulna_plant_destroy(plant);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

/* Every kind brings the PUMA to rest at a posture; those without gravity come to rest beside it. */
static void every_kind_settles(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  const double goal[6] = {0.3, -0.6, 0.4, 0.2, 0.7, -0.4}, from[6] = {0.25, -0.55, 0.45, 0.15, 0.75, -0.35};
  const struct {
    ulna_control_kind kind;
    bool integral;
    double within;  // rad
  } kinds[] = {{ULNA_CONTROL_UNIFIED, false, 1e-6},
               {ULNA_CONTROL_COMPUTED_TORQUE, false, 1e-6},
               {ULNA_CONTROL_PD_GRAVITY, false, 1e-6},
               {ULNA_CONTROL_JOINT_PD, false, 0.05},
               {ULNA_CONTROL_ACTUATOR_SERVO, true, 1e-3}};
  for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
    ulna_controller_options o = ulna_controller_options_default(kinds[k].kind);
    if (kinds[k].integral) o.servo.type = ULNA_SERVO_PID;
    ulna_controller *c = make(model, &o);
    loop l;
    start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
    const ulna_desired d = {.q = goal};
    for (int step = 0; step < 1500; step++) follow(&l, &d);
    double worst = 0;
    for (int i = 0; i < 6; i++) worst = fmax(worst, fabs(l.y[i] - goal[i]));
    if (!(worst < kinds[k].within))
      fail_msg("%s: %g rad beside the goal", ulna_control_kind_name(kinds[k].kind), worst);
    finish(&l);
    ulna_controller_destroy(c);
  }
  ulna_model_destroy(model);
}

/* What goes wrong in a step, after a while of normal motion. */
typedef struct {
  const char *what;
  ulna_control_fault_kind fault;
  int joint;
  void (*spoil)(double *t, double q[], double qd[], double q_d[]);
} mishap;

static void position_nan(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)qd, (void)q_d;
  q[2] = (double)NAN;
}
static void speed_infinite(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)q, (void)q_d;
  qd[1] = HUGE_VAL;
}
static void position_jumps(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)qd, (void)q_d;
  q[3] += 0.5;
}
static void time_runs_back(double *t, double q[], double qd[], double q_d[])
{
  (void)q, (void)qd, (void)q_d;
  *t -= 0.01;
}
static void desired_nan(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)q, (void)qd;
  q_d[0] = (double)NAN;
}
static void too_fast(double *t, double q[], double qd[], double q_d[])
{
  (void)t, (void)q, (void)q_d;
  qd[4] = -100;
}

static void mishaps_lead_to_a_hold_that_lasts_until_reset(void **state)
{
  (void)state;
  const mishap mishaps[] = {{"NaN in a position", ULNA_CONTROL_FAULT_NOT_FINITE, 3, position_nan},
                            {"an infinite speed", ULNA_CONTROL_FAULT_NOT_FINITE, 2, speed_infinite},
                            {"a jump", ULNA_CONTROL_FAULT_JUMP, 4, position_jumps},
                            {"time running back", ULNA_CONTROL_FAULT_TIME, 0, time_runs_back},
                            {"NaN in the set point", ULNA_CONTROL_FAULT_DESIRED, 0, desired_nan},
                            {"too high a speed", ULNA_CONTROL_FAULT_SPEED, 5, too_fast}};
  ulna_model *model = load("puma560");
  for (int kind = 0; kind < ULNA_CONTROL_IMPEDANCE; kind++)
    for (size_t k = 0; k < sizeof mishaps / sizeof mishaps[0]; k++) {
      ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
      o.gravity = true;
      ulna_controller *c = make(model, &o);
      const double from[6] = {0.3, -0.6, 0.4, 0.2, 0.7, -0.4};
      loop l;
      start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
      double goal[6];
      memcpy(goal, from, sizeof goal);
      const ulna_desired d = {.q = goal};
      for (int step = 0; step < 20; step++) follow(&l, &d);
      assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_NONE);

      double t = l.t, q[6], qd[6], held[6];
      memcpy(q, l.y, sizeof q), memcpy(qd, l.y + 6, sizeof qd), memcpy(held, l.y, sizeof held);
      mishaps[k].spoil(&t, q, qd, goal);
      const ulna_measured bad = {t, q, qd, NULL};
      assert_int_equal(ulna_controller_step(c, &bad, &d, l.u), ULNA_HOLDING);
      for (int i = 0; i < 6; i++) assert_true(isfinite(l.u[i]));
      assert_int_equal(ulna_controller_fault(c)->kind, mishaps[k].fault);
      assert_int_equal(ulna_controller_fault(c)->joint, mishaps[k].joint);
      assert_int_equal(ulna_controller_stage(c), ULNA_STAGE_HOLD);
      advance(&l);
      // the arm stays where it was, though sensors are well again and the set point is far
      for (int i = 0; i < 6; i++) goal[i] = held[i] + 0.3;
      for (int step = 0; step < 500; step++) {
        const ulna_measured m = seen(&l);
        assert_int_equal(ulna_controller_step(c, &m, &d, l.u), ULNA_HOLDING);
        advance(&l);
      }
      for (int i = 0; i < 6; i++)
        if (!(fabs(l.y[i] - held[i]) <
              0.01))  // a blind hold drifts: gravity's torques are those of one posture
          fail_msg("%s, %s: joint %d went from %g to %g", ulna_control_kind_name((ulna_control_kind)kind),
                   mishaps[k].what, i + 1, held[i], l.y[i]);
      ulna_controller_reset(c);
      assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_NONE);
      for (int i = 0; i < 6; i++) goal[i] = l.y[i];
      for (int step = 0; step < 5; step++) follow(&l, &d);
      assert_int_not_equal(ulna_controller_stage(c), ULNA_STAGE_HOLD);
      finish(&l);
      ulna_controller_destroy(c);
    }
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(error_of_computed_torque_decays_as_its_equation_says),
      cmocka_unit_test(every_kind_settles),
      cmocka_unit_test(mishaps_lead_to_a_hold_that_lasts_until_reset),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
