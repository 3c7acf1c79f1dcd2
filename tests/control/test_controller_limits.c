/* Limits of joints, actuators and motors at once: what a controller gives is within all of them, drives coupled or not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "support/closed_loop.h"

enum { MOST = 5 };
static int arms = 2000;  // of a campaign as many as its argument says

static uint64_t random_state = 1;
static double uniform(double from, double to) { return random_between(&random_state, from, to); }

static const char *const joint_names[MOST] = {"a", "b", "c", "d", "e"};
static const char *const link_names[MOST] = {"A", "B", "C", "D", "E"};
static const char *const motor_names[MOST] = {"m1", "m2", "m3", "m4", "m5"};

static ulna_joint joint_of(int i, double effort)
{
  ulna_joint j = ulna_joint_default();
  j.name = joint_names[i], j.link.name = link_names[i];
  j.a = 0.3, j.alpha = i % 2 ? 1.5707963267948966 : 0;
  j.link.body.mass = 2, j.link.body.com[0] = -0.15;
  j.link.body.inertia[0] = 0.01, j.link.body.inertia[1] = j.link.body.inertia[2] = 0.02;
  j.link.body.about = ULNA_ABOUT_COM;
  j.limits.effort = effort;
  return j;
}

static ulna_drive drive_of(int a, const ulna_couple couples[], int count, double current_limit,
                           double voltage_limit)
{
  ulna_drive d = ulna_drive_default();
  d.name = motor_names[a], d.mounted_on = "base";
  d.couple_count = count, d.couples = couples;
  d.spin_only = true, d.rotor.about = ULNA_ABOUT_COM, d.rotor.inertia[2] = 1e-5;
  d.counted_in_link = ULNA_COUNTED_YES;
  d.motor.type = ULNA_MOTOR_DC;
  d.motor.torque_constant = d.motor.back_emf = 0.05, d.motor.resistance = 1;
  d.motor.current_limit = current_limit, d.motor.voltage_limit = voltage_limit;
  return d;
}

/* The smallest arm on which one motor's limit, kept alone, gave a joint −56 N m where 10 is its limit. */
static void a_motor_s_limit_does_not_break_a_joint_s(void **state)
{
  (void)state;
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  for (int i = 0; i < 2; i++) {
    ulna_joint j = joint_of(i, i == 0 ? 10 : 200);
    j.alpha = 0;
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  for (int a = 0; a < 2; a++) {
    const ulna_couple couples[2] = {{joint_names[a], 50}, {joint_names[0], 50}};
    const ulna_drive d = drive_of(a, couples, a + 1, a ? 10 : (double)INFINITY, (double)INFINITY);
    assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  }
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_JOINT_PD);
  o.safety.joint_error = 100;
  ulna_controller *c = loop_controller(model, &o);
  const double q[2] = {0, 0}, qd[2] = {0, 0}, desired[2] = {0, 1};
  double out[2];
  const ulna_measured m = {0, q, qd, NULL};
  const ulna_desired d = {.q = desired};
  assert_int_equal(ulna_controller_step(c, &m, &d, out), ULNA_OK);
  const ulna_control_outcome *x = ulna_controller_outcome(c);
  print_message("desired %g %g N m, given %g %g; motors %g %g\n", x->tau[0], x->tau[1], out[0], out[1],
                x->force[0], x->force[1]);
  assert_true(x->saturated);
  assert_true(fabs(out[0]) <= 10 && fabs(x->force[1]) <= 0.5);
  assert_true(fabs(out[1] - 25) < 1e-6);         // all that the motor has, in the desired direction
  assert_true(fabs(out[0] - x->tau[0]) < 1e-6);  // which the other motor makes up for
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

/* A random arm of 2 to 5 joints whose drives are coupled at random; conditions of couplings up to 30. */
static ulna_model *random_arm(int *joints)
{
  const int n = 2 + (int)uniform(0, 4);
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  for (int i = 0; i < n; i++) {
    const ulna_joint j = joint_of(i, uniform(0, 1) < 0.2 ? (double)INFINITY : exp(uniform(0, 5)));
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  for (int a = 0; a < n; a++) {
    ulna_couple couples[MOST];
    int count = 0;
    for (int i = 0; i < n; i++)
      if (i == a || uniform(0, 1) < 0.5)
        couples[count++] = (ulna_couple){joint_names[i], (i == a ? 1 : 0.6) * uniform(20, 80) *
                                                             (uniform(0, 1) < 0.5 ? -1 : 1)};
    const bool amperes = uniform(0, 1) < 0.8, volts = uniform(0, 1) < 0.5;
    const ulna_drive d = drive_of(a, couples, count, amperes ? uniform(0.5, 20) : (double)INFINITY,
                                  volts ? uniform(5, 40) : (double)INFINITY);
    assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  }
  const ulna_status status = ulna_builder_finish(b, NULL, &model);
  ulna_builder_destroy(b);
  *joints = n;
  return status == ULNA_OK ? model : NULL;
}

/* What the motors can give at these speeds. */
static bool motor_range(const ulna_model *model, const double K[], const double qd[], int a, int n,
                        double *low, double *high)
{
  const ulna_motor *motor = &ulna_model_drive(model, a)->motor;
  double rate = 0;
  for (int i = 0; i < n; i++) rate += K[a * n + i] * qd[i];
  ulna_motor_reach(motor, -1e30, rate, low, NULL);
  ulna_motor_reach(motor, 1e30, rate, high, NULL);
  return *low <= 0 && *high >= 0;
}

/* Over random arms, desired torques and speeds: joint torques, actuator forces and currents within all limits at once, and no farther from
 * the desired torques than these made smaller as a whole would be. */
static void no_limit_is_passed_however_drives_are_coupled(void **state)
{
  (void)state;
  int cut = 0, tried = 0;
  for (int k = 0; k < arms; k++) {
    int n;
    ulna_model *model = random_arm(&n);
    if (!model) continue;  // a coupling without an inverse
    ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_JOINT_PD);
    const ulna_control_output outputs[] = {ULNA_CONTROL_TORQUE, ULNA_CONTROL_FORCE, ULNA_CONTROL_CURRENT};
    o.output = outputs[k % 3];
    o.safety.joint_error = 1e6, o.safety.speed_margin = 1e6;
    ulna_controller *c = loop_controller(model, &o);
    double q[MOST], qd[MOST], desired[MOST], out[MOST], K[MOST * MOST];
    for (int i = 0; i < n; i++)
      q[i] = uniform(-3, 3), qd[i] = uniform(-2, 2), desired[i] = q[i] + uniform(-2, 2);
    const ulna_measured m = {0, q, qd, NULL};
    const ulna_desired d = {.q = desired};
    assert_int_equal(ulna_controller_step(c, &m, &d, out), ULNA_OK);
    const ulna_control_outcome *x = ulna_controller_outcome(c);
    ulna_coupling(model, q, NULL, K, NULL);
    tried++, cut += x->saturated;
    double low[MOST], high[MOST], share = 1, found = 0, scaled = 0;
    bool rest = true, limited = o.output != ULNA_CONTROL_TORQUE;  // else forces are not asked for
    for (int a = 0; a < n; a++) {
      const ulna_motor *motor = &ulna_model_drive(model, a)->motor;
      limited = limited || isfinite(motor->current_limit) || isfinite(motor->voltage_limit);
    }
    rest = limited;
    for (int a = 0; a < n; a++) rest = motor_range(model, K, qd, a, n, &low[a], &high[a]) && rest;
    for (int i = 0; i < n && rest; i++) {
      const double effort = ulna_model_joint(model, i + 1)->limits.effort;
      double from_motors = 0;
      for (int a = 0; a < n; a++) from_motors += K[a * n + i] * x->force[a];
      // to rounding of sums of n products
      const double rounding = 1e-9 * (1 + fabs(from_motors));
      if (!(fabs(x->joint_side[i]) <= effort) || !(fabs(from_motors) <= effort + rounding))
        fail_msg("arm %d: joint %d gets %g (motors: %g) of %g N m", k, i + 1, x->joint_side[i], from_motors,
                 effort);
      assert_true(fabs(from_motors - x->joint_side[i]) <= rounding);
      if (fabs(x->tau[i]) > effort) share = fmin(share, effort / fabs(x->tau[i]));
    }
    for (int a = 0; a < n && rest; a++) {
      const double room = 1e-12 * fmax(fabs(low[a]), fabs(high[a]));
      if (!(x->force[a] <= high[a] + room && x->force[a] >= low[a] - room))
        fail_msg("arm %d: motor %d gives %g of %g to %g N m", k, a + 1, x->force[a], low[a], high[a]);
      assert_true(fabs(x->current[a]) <= ulna_model_drive(model, a)->motor.current_limit * (1 + 1e-12));
      assert_true(fabs(out[a]) < 1e9);
    }
    // how far torques that are made smaller as a whole must shrink for the motors: by their forces for it
    double desired_forces[MOST], A[MOST * MOST];
    for (int i = 0; i < n; i++) {
      desired_forces[i] = x->tau[i];
      for (int a = 0; a < n; a++) A[i * n + a] = K[a * n + i];
    }
    bool solved = true;
    for (int p = 0; p < n; p++) {
      int r = p;
      for (int i = p + 1; i < n; i++) r = fabs(A[i * n + p]) > fabs(A[r * n + p]) ? i : r;
      for (int j = 0; j < n; j++) {
        const double t = A[p * n + j];
        A[p * n + j] = A[r * n + j], A[r * n + j] = t;
      }
      const double t = desired_forces[p];
      desired_forces[p] = desired_forces[r], desired_forces[r] = t;
      solved = solved && A[p * n + p] != 0;
      for (int i = 0; i < n; i++) {
        if (i == p) continue;
        const double f = A[i * n + p] / A[p * n + p];
        for (int j = p; j < n; j++) A[i * n + j] -= f * A[p * n + j];
        desired_forces[i] -= f * desired_forces[p];
      }
    }
    for (int a = 0; a < n && rest && solved; a++) {
      const double F = desired_forces[a] / A[a * n + a];
      if (F > high[a]) share = fmin(share, high[a] / F);
      if (F < low[a]) share = fmin(share, low[a] / F);
    }
    for (int i = 0; i < n; i++) {
      const double effort = ulna_model_joint(model, i + 1)->limits.effort;
      double reach = 0;
      for (int a = 0; a < n; a++) reach += fabs(K[a * n + i]) * fmin(fmax(fabs(low[a]), fabs(high[a])), 1e29);
      const double scale = fmin(effort, reach) < 1e20 ? fmin(effort, reach) : fmax(1, fabs(x->tau[i]));
      found += pow((x->joint_side[i] - x->tau[i]) / scale, 2),
          scaled += pow((share - 1) * x->tau[i] / scale, 2);
    }
    if (rest && solved && !(found <= scaled * (1 + 1e-6) + 1e-12))
      fail_msg("arm %d: %g from the desired torques, and %g if they were made smaller as a whole", k,
               sqrt(found), sqrt(scaled));
    ulna_controller_destroy(c);
    ulna_model_destroy(model);
  }
  print_message("%d arms, %d of them at a limit\n", tried, cut);
  assert_true(cut > tried / 4 && tried > arms * 9 / 10);
}

int main(int argc, char **argv)
{
  if (argc > 1) arms = atoi(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_motor_s_limit_does_not_break_a_joint_s),
      cmocka_unit_test(no_limit_is_passed_however_drives_are_coupled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
