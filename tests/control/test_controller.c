/* The controllers in closed loop with the simulated arm, and what they do when something is wrong. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "support/closed_loop.h"

enum { MAX = LOOP_MOST, STATE = LOOP_STATE };

static void error_of_computed_torque_decays_as_its_equation_says(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  enum { N = 6 };
  const double kp[N] = {100, 64, 81, 144, 100, 49}, kv[N] = {20, 12, 18, 10, 25, 14};
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_COMPUTED_TORQUE);
  o.joints.kp = kp, o.joints.kv = kv;
  o.safety.jump = o.safety.speed_margin = 1e9;
  ulna_controller *c = loop_controller(model, &o);
  const double goal[N] = {0.3, -0.6, 0.4, 0.2, 0.7, -0.4}, e0[N] = {0.2, -0.15, 0.1, 0.3, -0.2, 0.25};
  const ulna_desired desired = {.q = goal};
  loop_continuous x = {c, &desired, 0};
  ulna_plant_options po = ulna_plant_options_default();
  po.friction = false;
  const ulna_surroundings around = {.context = &x, .input = loop_continuous_input};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &po, &around, NULL, &plant), ULNA_OK);
  double y[STATE] = {0};
  for (int i = 0; i < N; i++) y[i] = goal[i] - e0[i];
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  const double h = 1e-3;
  for (int k = 0; k < 400; k++) {
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, h, 1e-9, k * h, y, NULL), ULNA_OK);
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
  ulna_model *model = loop_model("puma560");
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
    ulna_controller *c = loop_controller(model, &o);
    closed_loop l;
    loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
    const ulna_desired d = {.q = goal};
    for (int step = 0; step < 1500; step++) loop_follow(&l, &d);
    double worst = 0;
    for (int i = 0; i < 6; i++) worst = worse_of(worst, fabs(l.y[i] - goal[i]));
    if (!(worst < kinds[k].within))
      fail_msg("%s: %g rad beside the goal", ulna_control_kind_name(kinds[k].kind), worst);
    loop_finish(&l);
    ulna_controller_destroy(c);
  }
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(error_of_computed_torque_decays_as_its_equation_says),
      cmocka_unit_test(every_kind_settles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
