/* Analytic derivatives against dual numbers run through the plain recursion, on every built-in robot. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/tables.h"
#include "ulna/ulna.h"
#include "work/work.h"

enum { MAX = 14 };

/* Evenly spread numbers in (-1, 1). */
static double spread(int k)
{
  const double x = (k + 1) * 0.6180339887498949;
  return 2 * (x - floor(x)) - 1;
}

typedef struct {
  ulna_model *model;
  ulna_work *work;
  int n;
  double q[MAX], qd[MAX], qdd[MAX];
} arm;

static arm open_arm(const char *key, int seed)
{
  arm a = {.n = 0};
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &a.model), ULNA_OK);
  assert_int_equal(ulna_work_create(a.model, ULNA_PARTS_ALL, NULL, &a.work), ULNA_OK);
  a.n = ulna_model_joint_count(a.model);
  assert_true(a.n <= MAX);
  for (int i = 0; i < a.n; i++) {
    a.q[i] = spread(seed + 3 * i), a.qd[i] = 2 * spread(seed + 3 * i + 1),
    a.qdd[i] = 3 * spread(seed + 3 * i + 2);
  }
  const ulna_base_motion motion = {{0.3, -0.2, 0.5}, {1, 0.4, -0.7}, {0.1, 0.2, 0.3}, {2, -1, 0.5}};
  const double force[3] = {3, -2, 5}, moment[3] = {0.3, 1, -0.6};
  ulna_work_set_base_motion(a.work, &motion);
  ulna_work_set_hand_wrench(a.work, force, moment);
  return a;
}

static void close_arm(arm *a)
{
  ulna_work_destroy(a->work);
  ulna_model_destroy(a->model);
}

/* Column j of the derivative by q, qd or qdd, from duals. */
static void dual_column(const arm *a, bool bodies, int by, int j, double F[], double column[])
{
  const chain_link *last = &a->work->link[a->n - 1];
  dual_arm d = {.model = a->model,
                .last_mass = last->m,
                .last_inertia = {last->I.xx, last->I.yy, last->I.zz, last->I.xy, last->I.xz, last->I.yz},
                .bodies = bodies};
  vec3_store(last->com, d.last_com);
  vec3_store(a->work->fast.base.w, d.base_w), vec3_store(a->work->fast.base.wd, d.base_wd);
  vec3_store(a->work->fast.base.a, d.base_a), vec3_store(a->work->gravity0, d.gravity);
  vec3_store(a->work->hand.f, d.hand_force), vec3_store(a->work->hand.n, d.hand_moment);
  double unit[MAX] = {0}, none[MAX] = {0};
  unit[j] = 1;
  const dual_state at = {a->q, a->qd, a->qdd},
                   along = {by == 0 ? unit : none, by == 1 ? unit : none, by == 2 ? unit : none};
  ulna_dual_forces(&d, &at, &along, a->work->derivatives->dual, F, column);
}

/* Both routes sum terms of the size of the largest element a few dozen times: 1e-12 of it is a thousand roundings. */
static void expect_same(const arm *a, const char *key, bool bodies, const double *const out[3])
{
  for (int by = 0; by < 3; by++) {
    double scale = 1, column[MAX], F[MAX];
    for (int k = 0; k < a->n * a->n; k++) scale = fmax(scale, fabs(out[by][k]));
    for (int j = 0; j < a->n; j++) {
      dual_column(a, bodies, by, j, F, column);
      for (int i = 0; i < a->n; i++) {
        const double difference = fabs(column[i] - out[by][i * a->n + j]);
        if (!(difference <= 1e-12 * scale))
          fail_msg("%s: by %d, (%d, %d): off by %g", key, by, i, j, difference);
      }
    }
  }
}

static void links_agree_with_duals_on_every_robot(void **state)
{
  (void)state;
  for (int r = 0; r < ulna_robot_count(); r++)
    for (int seed = 0; seed < 5; seed++) {
      const char *key = ulna_robot_get(r)->key;
      arm a = open_arm(key, 100 * r + 30 * seed);
      double tau[MAX], dq[MAX * MAX], dqd[MAX * MAX], M[MAX * MAX];
      assert_int_equal(ulna_inverse_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, tau, dq, dqd, M),
                       ULNA_OK);
      const double *const out[3] = {dq, dqd, M};
      expect_same(&a, key, false, out);
      close_arm(&a);
    }
}

static void drives_agree_with_duals_on_every_robot(void **state)
{
  (void)state;
  for (int r = 0; r < ulna_robot_count(); r++)
    for (int seed = 0; seed < 5; seed++) {
      const char *key = ulna_robot_get(r)->key;
      arm a = open_arm(key, 100 * r + 30 * seed + 7);
      double dq[MAX * MAX], dqd[MAX * MAX], M[MAX * MAX];
      const ulna_drive_derivatives wanted = {.dF_dq = dq, .dF_dqd = dqd};
      assert_int_equal(ulna_drive_inverse_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, &wanted),
                       ULNA_OK);
      assert_int_equal(ulna_drive_mass_matrix(a.model, a.work, a.q, M), ULNA_OK);
      const double *const out[3] = {dq, dqd, M};
      expect_same(&a, key, true, out);
      close_arm(&a);
    }
}

/* d qdd/dq from forward dynamics itself, by differences: independent of the route by M⁻¹. 1e-6: the differences' own error. */
static void forward_derivatives_agree_with_differences(void **state)
{
  (void)state;
  arm a = open_arm("panda", 11);
  double qdd[MAX], dq[MAX * MAX], dqd[MAX * MAX], dtau[MAX * MAX], up[MAX], down[MAX];
  assert_int_equal(ulna_forward_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, qdd, dq, dqd, dtau),
                   ULNA_OK);
  double *const by[3] = {a.q, a.qd, a.qdd}, *const out[3] = {dq, dqd, dtau};
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < a.n; j++) {
      const double at = by[k][j], h = 1e-5;
      by[k][j] = at + h;
      assert_int_equal(ulna_forward_dynamics(a.model, a.work, a.q, a.qd, a.qdd, up), ULNA_OK);
      by[k][j] = at - h;
      assert_int_equal(ulna_forward_dynamics(a.model, a.work, a.q, a.qd, a.qdd, down), ULNA_OK);
      by[k][j] = at;
      for (int i = 0; i < a.n; i++)
        assert_true(fabs((up[i] - down[i]) / (2 * h) - out[k][i * a.n + j]) <
                    1e-6 * (1 + fabs(out[k][i * a.n + j])));
    }
  close_arm(&a);
}

static arm open_loaded(int seed)
{
  arm a = {.n = 3};
  assert_int_equal(ulna_model_read(ULNA_TEST_DATA "/drive/loaded_joints.yaml", NULL, NULL, NULL, &a.model),
                   ULNA_OK);
  assert_int_equal(ulna_work_create(a.model, ULNA_PARTS_ALL, NULL, &a.work), ULNA_OK);
  for (int i = 0; i < a.n; i++)
    a.q[i] = spread(seed + i), a.qd[i] = 2 * spread(seed + 3 + i), a.qdd[i] = 3 * spread(seed + 6 + i);
  const ulna_base_motion motion = {{0.3, -0.2, 0.5}, {1, 0.4, -0.7}, {0.1, 0.2, 0.3}, {2, -1, 0.5}};
  ulna_work_set_base_motion(a.work, &motion);
  return a;
}

/* f(x) differenced along every element of the state against `out`; 2e-7: the differences' own error, h² and rounding / h. */
static void expect_differences(arm *a, double *const by[3], const double *const out[3],
                               void (*f)(arm *a, double y[]), const char *what)
{
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < a->n; j++) {
      const double at = by[k][j], h = 1e-5;
      double up[MAX], down[MAX];
      by[k][j] = at + h, f(a, up);
      by[k][j] = at - h, f(a, down);
      by[k][j] = at;
      for (int i = 0; i < a->n; i++) {
        const double expected = (up[i] - down[i]) / (2 * h), got = out[k][i * a->n + j];
        if (!(fabs(expected - got) <= 2e-7 * (1 + fabs(got))))
          fail_msg("%s by %d, (%d, %d): %.10g, differences %.10g", what, k, i, j, got, expected);
      }
    }
}

static void tau_of(arm *a, double tau[])
{
  const ulna_drive_forces forces = {.tau = tau};
  assert_int_equal(ulna_drive_inverse_dynamics(a->model, a->work, a->q, a->qd, a->qdd, &forces), ULNA_OK);
}

/* qdd holds F_ad here */
static void qdd_of(arm *a, double qdd[])
{
  assert_int_equal(ulna_drive_forward_dynamics(a->model, a->work, a->q, a->qd, a->qdd, qdd), ULNA_OK);
}

static void friction_by_load_is_part_of_the_derivatives(void **state)
{
  (void)state;
  for (int seed = 0; seed < 20; seed++) {
    arm a = open_loaded(11 * seed);
    double dq[MAX * MAX], dqd[MAX * MAX], dx[MAX * MAX], tau[MAX], expected[MAX];
    double *const by[3] = {a.q, a.qd, a.qdd};
    const double *const out[3] = {dq, dqd, dx};
    const ulna_drive_derivatives wanted = {.tau = tau, .dtau_dq = dq, .dtau_dqd = dqd, .dtau_dqdd = dx};
    assert_int_equal(ulna_drive_inverse_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, &wanted),
                     ULNA_OK);
    tau_of(&a, expected);
    for (int i = 0; i < a.n; i++) assert_true(fabs(tau[i] - expected[i]) <= 1e-12 * (1 + fabs(tau[i])));
    expect_differences(&a, by, out, tau_of, "tau");

    double qdd[MAX];
    assert_int_equal(ulna_drive_forward_dynamics_derivatives(a.model, a.work, ULNA_UNDER_F_AD, a.q, a.qd,
                                                             a.qdd, qdd, dq, dqd, dx),
                     ULNA_OK);
    qdd_of(&a, expected);
    for (int i = 0; i < a.n; i++) assert_true(fabs(qdd[i] - expected[i]) <= 1e-12 * (1 + fabs(qdd[i])));
    expect_differences(&a, by, out, qdd_of, "qdd");
    close_arm(&a);
  }
}

/* An arm without weight at rest carries nothing across its joints' axes: the length of that has no derivative. */
static void a_load_of_exactly_nothing_is_refused(void **state)
{
  (void)state;
  arm a = open_loaded(0);
  const double none[3] = {0};
  ulna_work_set_base_motion(a.work, NULL);
  ulna_work_set_gravity(a.work, none);
  for (int i = 0; i < a.n; i++) a.qd[i] = a.qdd[i] = 0;
  double dq[MAX * MAX] = {7};
  const ulna_drive_derivatives wanted = {.dtau_dq = dq};
  // at rest friction is 0 and does not ask for the load
  assert_int_equal(ulna_drive_inverse_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, &wanted),
                   ULNA_OK);
  dq[0] = 7;
  a.qd[0] = 1e-300;
  assert_int_equal(ulna_drive_inverse_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, &wanted),
                   ULNA_UNSUPPORTED);
  assert_true(dq[0] == 7);
  close_arm(&a);
}

static void a_work_without_the_part_is_refused(void **state)
{
  (void)state;
  arm a = open_arm("panda", 0);
  ulna_work *bare = NULL;
  assert_int_equal(ulna_work_create(a.model, ULNA_PARTS_DEFAULT, NULL, &bare), ULNA_OK);
  double tau[MAX] = {1, 2, 3}, Y[1] = {5};
  assert_int_equal(ulna_inverse_dynamics_derivatives(a.model, bare, a.q, a.qd, a.qdd, tau, NULL, NULL, NULL),
                   ULNA_MISSING_PART);
  assert_int_equal(ulna_regressor(a.model, bare, ULNA_REGRESSOR_LINKS, a.q, a.qd, a.qdd, Y, NULL),
                   ULNA_MISSING_PART);
  assert_true(tau[0] == 1 && tau[1] == 2 && tau[2] == 3 && Y[0] == 5);
  ulna_work_destroy(bare);
  close_arm(&a);
}

/* Squares of speeds that overflow are told, and nothing is written. */
static void derivatives_that_overflow_are_told(void **state)
{
  (void)state;
  const char *const robots[] = {"puma560", "irb6", "manutec_r3"};
  for (int r = 0; r < 3; r++) {
    arm a = open_arm(robots[r], 3);
    double out[MAX * MAX] = {7};
    for (int i = 0; i < a.n; i++) a.qd[i] = 1e200;
    const ulna_drive_derivatives wanted = {.dF_ad_dqd = out};
    assert_int_equal(ulna_drive_inverse_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, &wanted),
                     ULNA_NOT_FINITE);
    assert_int_equal(ulna_drive_forward_dynamics_derivatives(a.model, a.work, ULNA_UNDER_TAU, a.q, a.qd,
                                                             a.qdd, NULL, out, NULL, NULL),
                     ULNA_NOT_FINITE);
    assert_true(out[0] == 7);
    close_arm(&a);
  }
}

/* A rod of 0.01 kg m² about its pivot behind a gear. */
static arm open_geared(const char *ratio)
{
  char text[600];
  const int length = snprintf(
      text, sizeof text,
      "ulna: 1\nname: geared\ngravity: [0, -9.81, 0]\nconvention: dh\njoints:\n"
      "  - {name: pivot, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, link: {name: rod, mass: 0.03,\n"
      "     com: [-0.5, 0, 0], inertia: {about: com, xx: 0.0001, yy: 0.0025, zz: 0.0025}}}\n"
      "drives:\n"
      "  - {name: motor, couples: {pivot: %s}, mounted_on: base, axis: [0, 0, 1], rotor: {inertia: 0}}\n",
      ratio);
  arm a = {.n = 1, .q = {0.3}, .qd = {1}, .qdd = {1}};
  assert_int_equal(ulna_model_read_text(text, (size_t)length, "geared.yaml", NULL, NULL, NULL, &a.model),
                   ULNA_OK);
  assert_int_equal(ulna_work_create(a.model, ULNA_PARTS_ALL, NULL, &a.work), ULNA_OK);
  return a;
}

/* Numbers that are finite at the joint, and overflow on the way through the gear, leave no output half written. */
static void a_gear_that_overflows_leaves_outputs_untouched(void **state)
{
  (void)state;
  double F[1] = {1}, dF_dq[1] = {2}, tau[1] = {3}, dtau_dqdd[1] = {4}, F_ad[1] = {5}, dF_ad_dqdd[1] = {6};
  const ulna_drive_derivatives wanted = {
      .F = F, .dF_dq = dF_dq, .tau = tau, .dtau_dqdd = dtau_dqdd, .F_ad = F_ad, .dF_ad_dqdd = dF_ad_dqdd};
  arm a = open_geared("1.0e-308");
  a.qdd[0] = 1e3;
  assert_int_equal(ulna_drive_inverse_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, &wanted),
                   ULNA_NOT_FINITE);
  assert_true(F[0] == 1 && dF_dq[0] == 2 && tau[0] == 3 && dtau_dqdd[0] == 4 && F_ad[0] == 5 &&
              dF_ad_dqdd[0] == 6);
  close_arm(&a);

  a = open_geared("1.0e308");
  double qdd[1] = {1}, by_q[1] = {2}, by_qd[1] = {3}, by_F[1] = {4}, force[1] = {0};
  assert_int_equal(ulna_drive_forward_dynamics_derivatives(a.model, a.work, ULNA_UNDER_F_AD, a.q, a.qd, force,
                                                           qdd, by_q, by_qd, by_F),
                   ULNA_NOT_FINITE);
  assert_true(qdd[0] == 1 && by_q[0] == 2 && by_qd[0] == 3 && by_F[0] == 4);
  close_arm(&a);
}

static void a_nan_in_the_state_is_seen_in_the_derivatives(void **state)
{
  (void)state;
  arm a = open_arm("puma560", 3);
  double dq[MAX * MAX];
  a.qd[1] = (double)NAN;
  assert_int_equal(ulna_inverse_dynamics_derivatives(a.model, a.work, a.q, a.qd, a.qdd, NULL, dq, NULL, NULL),
                   ULNA_OK);
  assert_true(isnan(dq[2 * a.n + 1]));
  close_arm(&a);
}

/* Y π + hand = tau on every robot, the friction of the drives left at rest. */
static void the_regressor_gives_the_torques_of_every_robot(void **state)
{
  (void)state;
  for (int r = 0; r < ulna_robot_count(); r++) {
    arm a = open_arm(ulna_robot_get(r)->key, 17 * r);
    const int columns = ulna_regressor_column_count(a.model, ULNA_REGRESSOR_LINKS);
    double pi[10 * MAX], Y[MAX * 10 * MAX], hand[MAX], tau[MAX];
    assert_int_equal(ulna_regressor(a.model, a.work, ULNA_REGRESSOR_LINKS, a.q, a.qd, a.qdd, Y, hand),
                     ULNA_OK);
    assert_int_equal(ulna_regressor_parameters(a.model, a.work, ULNA_REGRESSOR_LINKS, pi), ULNA_OK);
    ulna_inverse_dynamics(a.model, a.work, a.q, a.qd, a.qdd, tau);
    for (int i = 0; i < a.n; i++) {
      double sum = hand[i], size = 1;
      for (int c = 0; c < columns; c++)
        sum += Y[i * columns + c] * pi[c], size = fmax(size, fabs(Y[i * columns + c] * pi[c]));
      assert_true(fabs(sum - tau[i]) <= 1e-12 * size);
    }
    close_arm(&a);
  }
}

/* Every number of Y, by each way that this machine has, against the loops that serve any arm. */
static void expect_same_regressors(arm *a, const char *name)
{
  enum { WIDTH = 10 * MAX };
  double expected[MAX * WIDTH], Y[MAX * WIDTH], most = 0;
  const struct model_tables *tables = a->model->tables;
  ulna_regressor_any(&a->work->fast, &tables->parameters, a->q, a->qd, a->qdd, WIDTH, expected,
                     &a->work->derivatives->kernel);
  for (int i = 0; i < a->n; i++)
    for (int c = 0; c < 10 * a->n; c++) most = fmax(most, fabs(expected[i * WIDTH + c]));
  for (int p = 0; ulna_fast_paths(p); p++) {
    for (int k = 0; k < MAX * WIDTH; k++) Y[k] = 12345;
    ulna_fast_paths(p)->regressor (&a->work->fast)(&a->work->fast, &tables->parameters, a->q, a->qd, a->qdd,
                                                   WIDTH, Y, &a->work->derivatives->kernel);
    for (int i = 0; i < a->n; i++)
      for (int c = 0; c < 10 * a->n; c++)
        if (!(fabs(Y[i * WIDTH + c] - expected[i * WIDTH + c]) <= 1e-13 * most))  // a few hundred roundings
          fail_msg("%s, %s: row %d, column %d is %.17g, not %.17g", name, ulna_fast_paths(p)->instructions, i,
                   c, Y[i * WIDTH + c], expected[i * WIDTH + c]);
    for (int i = 0; i < a->n; i++)
      for (int c = 10 * a->n; c < WIDTH; c++) assert_true(Y[i * WIDTH + c] == 12345);
  }
}

/* An arm of `joints` turning joints, no twist of which is square and no length zero. */
static arm open_crooked_arm(const char *convention, int joints, bool slides)
{
  char text[8000];
  arm a = open_arm("panda", 5);
  ulna_work_destroy(a.work);
  ulna_model_destroy(a.model);
  int used = snprintf(text, sizeof text,
                      "ulna: 1\nname: crooked\ngravity: [1, 2, -9]\nconvention: %s\njoints:\n", convention);
  for (int i = 0; i < joints; i++)
    used += snprintf(
        text + used, sizeof text - (size_t)used,
        "  - {name: j%d, type: %s, theta: 0.1, d: %g, a: %g, alpha: %g, link: {name: l%d, mass: 1, "
        "com: [0.1, 0.02, 0.01], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}}\n",
        i, slides && i % 3 == 1 ? "prismatic" : "revolute", 0.1 + 0.05 * i, 0.2 - 0.07 * i, 0.3 + 0.4 * i, i);
  assert_int_equal(ulna_model_read_text(text, (size_t)used, "crooked.yaml", NULL, NULL, NULL, &a.model),
                   ULNA_OK);
  assert_int_equal(ulna_work_create(a.model, ULNA_PARTS_ALL, NULL, &a.work), ULNA_OK);
  const ulna_base_motion motion = {{0.3, -0.2, 0.5}, {1, 0.4, -0.7}, {0.1, 0.2, 0.3}, {2, -1, 0.5}};
  ulna_work_set_base_motion(a.work, &motion);
  a.n = joints;
  for (int i = 0; i < joints; i++)
    a.q[i] = spread(i), a.qd[i] = spread(i + 20), a.qdd[i] = 2 * spread(i + 40);
  return a;
}

/* Short arms have scratch at known distances, longer ones the work's: each way that this machine has, against duals. */
static void every_way_to_the_derivatives_gives_the_same(void **state)
{
  (void)state;
  for (int joints = 1; joints <= MAX; joints++)
    for (int slides = 0; slides < 2; slides++) {
      arm a = open_crooked_arm("dh", joints, slides);
      for (int p = 0; ulna_fast_paths(p); p++) {
        double tau[MAX], expected[MAX], dq[MAX * MAX], dqd[MAX * MAX], M[MAX * MAX];
        ulna_fast_paths(p)->derivatives (&a.work->fast)(&a.work->fast, a.q, a.qd, a.qdd, NULL, NULL, tau, dq,
                                                        dqd, M, &a.work->derivatives->kernel);
        const double *const out[3] = {dq, dqd, M};
        expect_same(&a, ulna_fast_paths(p)->instructions, false, out);
        assert_int_equal(
            ulna_inverse_dynamics_by(a.model, a.work, ULNA_INVERSE_NEWTON_EULER, a.q, a.qd, a.qdd, expected),
            ULNA_OK);
        double most = 1;
        for (int i = 0; i < joints; i++) most = fmax(most, fabs(expected[i]));
        for (int i = 0; i < joints; i++) assert_true(fabs(tau[i] - expected[i]) <= 1e-12 * most);
      }
      close_arm(&a);
    }
}

static void every_way_to_the_regressor_gives_the_same(void **state)
{
  (void)state;
  for (int r = 0; r < ulna_robot_count(); r++) {
    arm a = open_arm(ulna_robot_get(r)->key, 29 * r);
    expect_same_regressors(&a, ulna_robot_get(r)->key);
    ulna_work_set_base_motion(a.work, NULL);
    expect_same_regressors(&a, ulna_robot_get(r)->key);
    close_arm(&a);
  }
  for (int joints = 1; joints <= MAX; joints++)
    for (int k = 0; k < 4; k++) {
      const char *convention = k % 2 ? "mdh" : "dh";
      arm a = open_crooked_arm(convention, joints, k > 1);
      assert_true(!a.model->tables->parameters.along == !(k % 2));  // both ways of the kernel
      expect_same_regressors(&a, convention);
      close_arm(&a);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(links_agree_with_duals_on_every_robot),
      cmocka_unit_test(drives_agree_with_duals_on_every_robot),
      cmocka_unit_test(forward_derivatives_agree_with_differences),
      cmocka_unit_test(friction_by_load_is_part_of_the_derivatives),
      cmocka_unit_test(a_load_of_exactly_nothing_is_refused),
      cmocka_unit_test(a_work_without_the_part_is_refused),
      cmocka_unit_test(derivatives_that_overflow_are_told),
      cmocka_unit_test(a_gear_that_overflows_leaves_outputs_untouched),
      cmocka_unit_test(a_nan_in_the_state_is_seen_in_the_derivatives),
      cmocka_unit_test(the_regressor_gives_the_torques_of_every_robot),
      cmocka_unit_test(every_way_to_the_regressor_gives_the_same),
      cmocka_unit_test(every_way_to_the_derivatives_gives_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
