/* The default inverse dynamics against the Newton–Euler reference: every path this machine can run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"
#include "support/golden.h"
#include "work/work.h"

enum { MOST_JOINTS = 100 };

typedef struct {
  double q[MOST_JOINTS], qd[MOST_JOINTS], qdd[MOST_JOINTS];
} arm_state;

static void draw_state(uint64_t *random, int n, arm_state *x)
{
  for (int i = 0; i < n; i++) {
    x->q[i] = chain_random(random, -3, 3);
    x->qd[i] = chain_random(random, -2, 2);
    x->qdd[i] = chain_random(random, -5, 5);
  }
}

/* A sound body: a few point masses about a mass centre. */
static ulna_body draw_body(uint64_t *random)
{
  ulna_body body = {.mass = chain_random(random, 0.1, 5), .about = ULNA_ABOUT_COM};
  for (int k = 0; k < 3; k++) body.com[k] = chain_random(random, -0.3, 0.3);
  for (int p = 0; p < 4; p++) {
    double d[3];
    for (int k = 0; k < 3; k++) d[k] = chain_random(random, -0.2, 0.2);
    const double xx = d[0] * d[0], yy = d[1] * d[1], zz = d[2] * d[2], m = body.mass / 4;
    const double I[6] = {yy + zz, xx + zz, xx + yy, -d[0] * d[1], -d[0] * d[2], -d[1] * d[2]};
    for (int k = 0; k < 6; k++) body.inertia[k] += m * I[k];
  }
  return body;
}

typedef enum { ONLY_REVOLUTE, MIXED } joints_drawn;

static ulna_model *draw_model(uint64_t *random, int n, joints_drawn drawn)
{
  ulna_joint joints[MOST_JOINTS];
  const ulna_convention convention = (ulna_convention)(n % 3);
  for (int i = 0; i < n; i++) {
    joints[i] = chain_random_joint(random);
    if (drawn == ONLY_REVOLUTE) joints[i].type = ULNA_REVOLUTE;
    joints[i].link.body = draw_body(random);
  }
  const ulna_pose base = chain_random_pose(random), tool = chain_random_pose(random);
  return chain_model(convention, n, joints, &base, &tool);
}

static void draw_vector(uint64_t *random, double size, double v[3])
{
  for (int k = 0; k < 3; k++) v[k] = chain_random(random, -size, size);
}

static void set_wrench(uint64_t *random, ulna_work *work)
{
  double force[3], moment[3];
  draw_vector(random, 20, force), draw_vector(random, 5, moment);
  ulna_work_set_hand_wrench(work, force, moment);
}

static void set_base_motion(uint64_t *random, ulna_work *work)
{
  ulna_base_motion motion;
  draw_vector(random, 1, motion.angular_velocity), draw_vector(random, 3, motion.angular_acceleration);
  draw_vector(random, 1, motion.velocity), draw_vector(random, 5, motion.acceleration);
  ulna_work_set_base_motion(work, &motion);
}

/* All paths, and the public function, against the reference: 1e-11 of the largest torque. Rounding in a chain of
 * n links grows to about n · 1e-16 of the largest intermediate; 1e-11 is what every pair of formulations must keep. */
static bool agrees(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const int n = ulna_model_joint_count(model);
  double expected[MOST_JOINTS], tau[MOST_JOINTS];
  char label[200];
  assert_int_equal(
      ulna_inverse_dynamics_by(model, work, ULNA_INVERSE_NEWTON_EULER, x->q, x->qd, x->qdd, expected),
      ULNA_OK);
  ulna_inverse_dynamics(model, work, x->q, x->qd, x->qdd, tau);
  bool passes = golden_close(what, tau, expected, (size_t)n, 1e-11);
  for (int p = 0; ulna_fast_paths(p); p++) {
    const fast_paths *path = ulna_fast_paths(p);
    memset(tau, 0, sizeof tau);
    path->inverse_dynamics (&work->fast)(&work->fast, x->q, x->qd, x->qdd, tau);
    snprintf(label, sizeof label, "%s, path %s", what, path->instructions);
    passes = golden_close(label, tau, expected, (size_t)n, 1e-11) && passes;
  }
  return passes;
}

static void agrees_on_random_chains(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 240; seed++) {
    uint64_t random = seed;
    const int n = seed <= 80 ? (int)(seed - 1) % 10 + 1 : (int)chain_random(&random, 1, 41);
    ulna_model *model = draw_model(&random, n, seed % 2 ? ONLY_REVOLUTE : MIXED);
    ulna_work *work = chain_work(model);
    arm_state x;
    bool passes = true;
    char what[100];
    for (int turn = 0; turn < 4;
         turn++) {  // at rest; wrench; wrench, base, payload; payload and base gone again
      if (turn == 1) set_wrench(&random, work);
      if (turn == 2) {
        const ulna_body payload = draw_body(&random);
        set_base_motion(&random, work);
        assert_int_equal(ulna_work_set_payload(work, &payload), ULNA_OK);
      }
      if (turn == 3) {
        const double gravity[3] = {3, -4, 5};
        ulna_work_set_base_motion(work, NULL);
        assert_int_equal(ulna_work_set_payload(work, NULL), ULNA_OK);
        ulna_work_set_gravity(work, gravity);
      }
      draw_state(&random, n, &x);
      snprintf(what, sizeof what, "seed %d, n = %d, turn %d", (int)seed, n, turn);
      passes = agrees(what, model, work, &x) && passes;
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
    assert_true(passes);
  }
}

static void gives_the_golden_torques(void **state)
{
  (void)state;
  json_t *root = golden_load("open.json");
  size_t i, checked = 0;
  json_t *one;
  bool passes = true;
  json_array_foreach(json_object_get(root, "cases"), i, one)
  {
    if (!golden_has(one, "tau")) continue;
    const json_t *json_model = json_object_get(one, "model");
    ulna_model *model = golden_model(json_model);
    ulna_work *work = golden_work(model, json_model);
    const size_t n = (size_t)ulna_model_joint_count(model);
    arm_state x;
    double tau[MOST_JOINTS];
    assert_true(n <= MOST_JOINTS);
    assert_int_equal(golden_numbers(json_object_get(one, "q"), x.q, n), n);
    assert_int_equal(golden_numbers(json_object_get(one, "qd"), x.qd, n), n);
    assert_int_equal(golden_numbers(json_object_get(one, "qdd"), x.qdd, n), n);
    ulna_inverse_dynamics(model, work, x.q, x.qd, x.qdd, tau);
    passes = golden_passes(one, "tau", tau, n) && passes;
    passes = agrees(json_string_value(json_object_get(one, "id")), model, work, &x) && passes;
    checked++;
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  json_decref(root);
  assert_true(passes);
  assert_true(checked > 0);
}

static void agrees_on_every_built_in_robot(void **state)
{
  (void)state;
  uint64_t random = 560;
  for (int r = 0; r < ulna_robot_count(); r++) {
    const char *key = ulna_robot_get(r)->key;
    ulna_model *model = NULL;
    assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
    ulna_work *work = chain_work(model);
    bool passes = true;
    for (int k = 0; k < 20; k++) {
      arm_state x;
      draw_state(&random, ulna_model_joint_count(model), &x);
      if (k == 10) set_wrench(&random, work);
      passes = agrees(key, model, work, &x) && passes;
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
    assert_true(passes);
  }
  assert_true(ulna_robot_count() > 0);
}

static void nan_in_gives_nan_out(void **state)
{
  (void)state;
  uint64_t random = 5;
  ulna_model *model = draw_model(&random, 7, ONLY_REVOLUTE);
  ulna_work *work = chain_work(model);
  for (int which = 0; which < 3; which++) {
    arm_state x;
    double tau[7];
    draw_state(&random, 7, &x);
    (which == 0 ? x.q : which == 1 ? x.qd : x.qdd)[3] = (double)NAN;
    ulna_inverse_dynamics(model, work, x.q, x.qd, x.qdd, tau);
    for (int i = 0; i <= 3; i++) assert_true(isnan(tau[i]));  // what is carried, and moved, by joint 4
    draw_state(&random, 7, &x);
    assert_true(agrees("after a NaN", model, work, &x));  // and nothing of it stays behind
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void far_away_angles_are_turned_back(void **state)
{
  (void)state;
  uint64_t random = 6;
  for (int n = 1; n <= 9; n++) {
    ulna_model *model = draw_model(&random, n, ONLY_REVOLUTE);
    ulna_work *work = chain_work(model);
    arm_state x;
    draw_state(&random, n, &x);
    for (int i = 0; i < n; i++) x.q[i] *= i % 2 ? 1e7 : 1e17;
    assert_true(agrees("far", model, work, &x));
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_on_random_chains),         cmocka_unit_test(gives_the_golden_torques),
      cmocka_unit_test(agrees_on_every_built_in_robot),  cmocka_unit_test(nan_in_gives_nan_out),
      cmocka_unit_test(far_away_angles_are_turned_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
