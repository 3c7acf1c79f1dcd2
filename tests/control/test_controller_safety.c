/* What controllers do when something is wrong: hold, with gravity compensated, and say why. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/closed_loop.h"

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
  ulna_model *model = loop_model("puma560");
  for (int kind = 0; kind < ULNA_CONTROL_IMPEDANCE; kind++)
    for (size_t k = 0; k < sizeof mishaps / sizeof mishaps[0]; k++) {
      ulna_controller_options o = ulna_controller_options_default((ulna_control_kind)kind);
      o.gravity = true;
      ulna_controller *c = loop_controller(model, &o);
      const double from[6] = {0.3, -0.6, 0.4, 0.2, 0.7, -0.4};
      closed_loop l;
      loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, from, NULL);
      double goal[6];
      memcpy(goal, from, sizeof goal);
      const ulna_desired d = {.q = goal};
      for (int step = 0; step < 20; step++) loop_follow(&l, &d);
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
      loop_advance(&l);
      // the arm stays where it was, though sensors are well again and the set point is far
      for (int i = 0; i < 6; i++) goal[i] = held[i] + 0.3;
      for (int step = 0; step < 500; step++) {
        const ulna_measured m = loop_seen(&l);
        assert_int_equal(ulna_controller_step(c, &m, &d, l.u), ULNA_HOLDING);
        loop_advance(&l);
      }
      for (int i = 0; i < 6; i++)
        if (!(fabs(l.y[i] - held[i]) <
              0.01))  // a blind hold drifts: gravity's torques are those of one posture
          fail_msg("%s, %s: joint %d went from %g to %g", ulna_control_kind_name((ulna_control_kind)kind),
                   mishaps[k].what, i + 1, held[i], l.y[i]);
      ulna_controller_reset(c);
      assert_int_equal(ulna_controller_fault(c)->kind, ULNA_CONTROL_FAULT_NONE);
      for (int i = 0; i < 6; i++) goal[i] = l.y[i];
      for (int step = 0; step < 5; step++) loop_follow(&l, &d);
      assert_int_not_equal(ulna_controller_stage(c), ULNA_STAGE_HOLD);
      loop_finish(&l);
      ulna_controller_destroy(c);
    }
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mishaps_lead_to_a_hold_that_lasts_until_reset),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
