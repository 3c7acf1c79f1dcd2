/* Stages of the unified controller: when they change, and that nothing jumps when they do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/worse.h"
#include "support/closed_loop.h"

static const double start_posture[6] = {0.2, -0.7, 0.5, 0.3, 0.9, -0.4};

/* Largest change of a torque from one step to the next where the stage changes, and elsewhere, relative to the weight. */
static void largest_jumps(const ulna_model *model, double transfer, double *at_change, double *elsewhere)
{
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.stages.transfer = transfer;
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, start_posture, NULL);
  double before[6], q[6], qd[6], qdd[6];
  ulna_stage stage = ULNA_STAGE_GROSS;
  *at_change = *elsewhere = 0;
  for (int k = 0; k < 900; k++) {
    for (int i = 0; i < 6; i++) {  // every joint swings, so that the dropped terms are not small
      const double w = 3 + 0.5 * i;
      q[i] = start_posture[i] + 0.2 * (1 - cos(w * l.t));
      qd[i] = 0.2 * w * sin(w * l.t), qdd[i] = 0.2 * w * w * cos(w * l.t);
    }
    const ulna_stage asked = k / 300 == 1 ? ULNA_STAGE_FINE : ULNA_STAGE_GROSS;
    const ulna_desired d = {.q = q, .qd = qd, .qdd = qdd, .stage = asked};
    loop_follow(&l, &d);
    for (int i = 0; k > 0 && i < 6; i++) {
      double *most = asked != stage ? at_change : elsewhere;
      *most = fmax(*most, fabs(l.u[i] - before[i]));
    }
    stage = asked;
    memcpy(before, l.u, sizeof before);
  }
  assert_int_equal(ulna_controller_outcome(c)->stage_changes, 2);
  loop_finish(&l);
  ulna_controller_destroy(c);
}

static void torque_does_not_jump_where_stages_change(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  double jump, other, bare, bare_other;
  largest_jumps(model, 0.05, &jump, &other);
  largest_jumps(model, 0, &bare, &bare_other);
  print_message(
      "largest change of a torque at a change of stage: %.3g N m, without transfer %.3g; else %.3g\n", jump,
      bare, other);
  assert_true(jump < 1e-12);  // the first torque of a stage is the last one of the stage before
  assert_true(bare > 4);      // there was something to make up for
  assert_true(other < bare);  // and it is let go of gently
  ulna_model_destroy(model);
}

/* A goal is approached with noise on the measured speeds. */
static int changes_on_the_way(const ulna_model *model, double leave, double dwell)
{
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.stages.leave = leave, o.stages.dwell = dwell;
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, start_posture, NULL);
  double goal[6], qd[6];
  uint64_t random = 7;
  for (int i = 0; i < 6; i++) goal[i] = start_posture[i] + 0.2;
  for (int k = 0; k < 1500; k++) {
    for (int i = 0; i < 6; i++) qd[i] = l.y[6 + i] + random_between(&random, -0.08, 0.08);
    const ulna_measured m = {l.t, l.y, qd, NULL};
    const ulna_desired d = {.q = goal, .goal_q = goal};
    assert_int_equal(ulna_controller_step(c, &m, &d, l.u), ULNA_OK);
    loop_advance(&l);
  }
  const int changes = ulna_controller_outcome(c)->stage_changes;
  assert_int_equal(ulna_controller_stage(c), ULNA_STAGE_FINE);
  loop_finish(&l);
  ulna_controller_destroy(c);
  return changes;
}

static void stages_do_not_chatter(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const int without = changes_on_the_way(model, 1.0001, 0), with = changes_on_the_way(model, 1.5, 0.02);
  print_message("changes of stage with noise: %d, without hysteresis %d\n", with, without);
  assert_int_equal(with, 1);
  assert_true(without > 1);
  ulna_model_destroy(model);
}

static void gravity_is_refreshed_every_so_many_cycles(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.fine.gravity_every = 4, o.fine.whole_inertia = false;
  ulna_controller *c = loop_controller(model, &o);
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double still[6] = {0};
  double q[6], out[6], G[6];
  for (int k = 0; k < 12; k++) {
    for (int i = 0; i < 6; i++) q[i] = start_posture[i] + 0.01 * k;
    const ulna_measured m = {1e-3 * k, q, still, NULL};
    const ulna_desired d = {.q = q, .stage = ULNA_STAGE_FINE};  // nothing to correct: gravity alone
    assert_int_equal(ulna_controller_step(c, &m, &d, out), ULNA_OK);
    if (k % 4 == 0) ulna_gravity_torques(model, work, q, G);  // held for the three steps that follow
    for (int i = 0; i < 6; i++) assert_true(fabs(out[i] - G[i]) < 1e-12 * 100);
  }
  ulna_work_destroy(work);
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

static void taring_takes_the_bias_off(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  ulna_controller *c = loop_controller(model, &o);
  const double still[6] = {0};
  double out[6];
  const ulna_desired d = {.q = start_posture};
  for (int k = 0; k < 40; k++) {
    if (k == 10) ulna_controller_tare(c, 20);
    const double noise = k % 2 ? 0.1 : -0.1;
    const double wrench[6] = {0.5 + noise, -0.25, 0.75 - noise, 0.01, 0.02, 0.03};
    const ulna_measured m = {1e-3 * k, start_posture, still, wrench};
    assert_int_equal(ulna_controller_step(c, &m, &d, out), ULNA_OK);
    const double felt = ulna_controller_outcome(c)->contact_force;
    if (k < 10) assert_true(felt > 0.7);
    else if (k < 30) assert_true(isnan(felt));
    else assert_true(fabs(felt - 0.1 * sqrt(2)) < 1e-12);  // the noise is left
  }
  ulna_controller_destroy(c);
  ulna_model_destroy(model);
}

/* A body in the hand that the controller's model does not know; the sensor feels it. Distance from the set point, rad. */
static double error_under_load(const ulna_model *model, bool feel, ulna_stage stage, bool moving)
{
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.fine.feel = feel, o.fine.feel_time = 0.005;
  ulna_controller *c = loop_controller(model, &o);
  closed_loop l;
  loop_start(&l, model, c, ULNA_DRIVEN_BY_TORQUE, false, 1e-3, start_posture, NULL);
  const ulna_body body = {2, {0, 0, 0.1}, {0.005, 0.005, 0.002, 0, 0, 0}, ULNA_ABOUT_COM};
  assert_int_equal(ulna_work_set_payload(ulna_plant_work(l.plant), &body), ULNA_OK);
  ulna_work *loaded = NULL, *empty = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &loaded), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &empty), ULNA_OK);
  assert_int_equal(ulna_work_set_payload(loaded, &body), ULNA_OK);
  double worst = 0;
  for (int k = 0; k < 1000; k++) {
    double qdd[6], a[18], b[18], na[18], nb[18], wrench[6], q[6], qd[6], acc[6];
    const ulna_plant_signals signals = {.qdd = qdd};
    // what joint 6 carries with the body less what it carries without is what the body does to the hand
    assert_int_equal(ulna_plant_observe(l.plant, l.t, l.y, &signals), ULNA_OK);
    ulna_joint_wrenches(model, loaded, l.y, l.y + 6, qdd, a, na);
    ulna_joint_wrenches(model, empty, l.y, l.y + 6, qdd, b, nb);
    for (int i = 0; i < 3; i++) wrench[i] = b[15 + i] - a[15 + i], wrench[3 + i] = nb[15 + i] - na[15 + i];
    for (int i = 0; i < 6; i++) {
      const double w = moving ? 4 : 0;
      q[i] = start_posture[i] + 0.1 * (1 - cos(w * l.t)), qd[i] = 0.1 * w * sin(w * l.t);
      acc[i] = 0.1 * w * w * cos(w * l.t);
    }
    const ulna_measured m = {l.t, l.y, l.y + 6, wrench};
    const ulna_desired d = {.q = q, .qd = qd, .qdd = acc, .stage = stage};
    assert_int_equal(ulna_controller_step(c, &m, &d, l.u), ULNA_OK);
    for (int i = 0; k > 300 && i < 6; i++) worst = worse_of(worst, fabs(l.y[i] - q[i]));
    loop_advance(&l);
  }
  ulna_work_destroy(loaded);
  ulna_work_destroy(empty);
  loop_finish(&l);
  ulna_controller_destroy(c);
  return worst;
}

static void payload_is_felt_and_compensated(void **state)
{
  (void)state;
  ulna_model *model = loop_model("puma560");
  const struct {
    ulna_stage stage;
    bool moving;
    double gain;
  } ways[] = {{ULNA_STAGE_GROSS, false, 1000}, {ULNA_STAGE_FINE, false, 1000}, {ULNA_STAGE_GROSS, true, 10}};
  for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
    const double without = error_under_load(model, false, ways[k].stage, ways[k].moving);
    const double with = error_under_load(model, true, ways[k].stage, ways[k].moving);
    print_message("2 kg unknown, %s, %s: %.3g rad, felt %.3g\n", ulna_stage_name(ways[k].stage),
                  ways[k].moving ? "moving" : "still", without, with);
    assert_true(with * ways[k].gain < without);
  }
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(torque_does_not_jump_where_stages_change),
      cmocka_unit_test(stages_do_not_chatter),
      cmocka_unit_test(gravity_is_refreshed_every_so_many_cycles),
      cmocka_unit_test(taring_takes_the_bias_off),
      cmocka_unit_test(payload_is_felt_and_compensated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
