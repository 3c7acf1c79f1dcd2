/* The other functions on the fast table, compared with the plain kernels: through the public functions and every path
 * this machine can run. */
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

enum { MOST_JOINTS = MASS_MOST + 1 };

/* Places are sums of n vectors and products of n rotations: n · 1e-16 of the arm's length, which is about 1. Torques
 * are sums over links of either sign; the largest of them has the rounding of the largest intermediate. */
static const double exact = 1e-13, of_torques = 1e-12;

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

static void draw_vector(uint64_t *random, double size, double v[3])
{
  for (int k = 0; k < 3; k++) v[k] = chain_random(random, -size, size);
}

/* A sound body: a few point masses about a mass centre. */
static ulna_body draw_body(uint64_t *random)
{
  ulna_body body = {.mass = chain_random(random, 0.1, 5), .about = ULNA_ABOUT_COM};
  draw_vector(random, 0.3, body.com);
  for (int p = 0; p < 4; p++) {
    double d[3];
    draw_vector(random, 0.2, d);
    const double xx = d[0] * d[0], yy = d[1] * d[1], zz = d[2] * d[2], m = body.mass / 4;
    const double I[6] = {yy + zz, xx + zz, xx + yy, -d[0] * d[1], -d[0] * d[2], -d[1] * d[2]};
    for (int k = 0; k < 6; k++) body.inertia[k] += m * I[k];
  }
  return body;
}

static ulna_model *draw_model(uint64_t *random, int n, bool mixed)
{
  ulna_joint joints[MOST_JOINTS];
  for (int i = 0; i < n; i++) {
    joints[i] = chain_random_joint(random);
    if (!mixed) joints[i].type = ULNA_REVOLUTE;
    joints[i].link.body = draw_body(random);
  }
  const ulna_pose base = chain_random_pose(random), tool = chain_random_pose(random);
  const ulna_convention convention = (ulna_convention)(int)chain_random(random, 0, 3);
  return chain_model(convention, n, joints, &base, &tool);
}

/* With everything in it that the references need, however long the arm. */
static ulna_work *whole_work(const ulna_model *model)
{
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  return work;
}

/* Placements of frames 0…n by the plain kernel. */
static void plain_placements(const ulna_model *model, ulna_work *work, const double q[], placement at[])
{
  ulna_set_posture(work, q);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) at[0].R.e[i][j] = model->frame0_in_base.R[i][j];
  at[0].p = vec3_of(model->frame0_in_base.p);
  link_placements(&work->arm, &work->at, at);
}

static void store(const placement *t, double out[12])
{
  memcpy(out, t->R.e, sizeof t->R.e);
  vec3_store(t->p, out + 9);
}

static bool poses_agree(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const int n = model->n;
  placement at[MOST_JOINTS + 1];
  double expected[12 * MOST_JOINTS], got[12 * MOST_JOINTS];
  ulna_pose poses[MOST_JOINTS + 1], tool;
  plain_placements(model, work, x->q, at);
  for (int i = 1; i <= n; i++) {
    const placement inner = placement_of(&model->file_in_kernel[i]), t = placement_product(&at[i], &inner);
    store(&t, &expected[12 * (i - 1)]);
  }
  ulna_link_poses(model, work, x->q, poses);
  bool passes = golden_close(what, &poses[1].R[0][0], expected, (size_t)(12 * n), exact);
  const fast_frames frames = model->given.convention == ULNA_DH    ? FRAMES_KERNEL
                             : model->given.convention == ULNA_MDH ? FRAMES_ON_AXIS
                                                                   : FRAMES_GIVEN;
  for (int p = 0; ulna_fast_paths(p); p++) {
    ulna_fast_paths(p)->poses(&work->fast, frames, &model->file_in_kernel[1].R[0][0],
                              &work->model->tables->frame0, x->q, got);
    passes = golden_close(what, got, expected, (size_t)(12 * n), exact) && passes;
    // the frames given outright serve every convention
    ulna_fast_paths(p)->poses(&work->fast, FRAMES_GIVEN, &model->file_in_kernel[1].R[0][0],
                              &work->model->tables->frame0, x->q, got);
    passes = golden_close(what, got, expected, (size_t)(12 * n), exact) && passes;
  }
  const placement inner = placement_of(&model->tool_in_kernel), t = placement_product(&at[n], &inner);
  store(&t, expected);
  ulna_hand_pose(model, work, x->q, &tool);
  return golden_close(what, &tool.R[0][0], expected, 12, exact) && passes;
}

/* Every point of every link, in base axes; and the tool's in all three. */
static bool jacobians_agree(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const int n = model->n;
  placement at[MOST_JOINTS + 1], end;
  bool passes = true;
  plain_placements(model, work, x->q, at);
  for (int link = 0; link <= n; link++) {
    const ulna_point point = {link, {0.1, -0.2, 0.3}};
    const placement inner = placement_of(&model->file_in_kernel[link]);
    const vec3 in_kernel = placement_point(&inner, vec3_of(point.offset));
    const vec3 there = placement_point(&at[link], in_kernel);
    double expected[6 * MOST_JOINTS] = {0}, J[6 * MOST_JOINTS];
    for (int i = 0; i < link; i++) {
      vec3 angular, linear;
      double column[6];
      jacobian_column(work->link[i].joint, &at[i], there, &angular, &linear);
      vec3_store(angular, column), vec3_store(linear, column + 3);
      for (int r = 0; r < 6; r++) expected[r * n + i] = column[r];
    }
    ulna_jacobian(model, work, &point, ULNA_AXES_BASE, x->q, J);
    passes = golden_close(what, J, expected, (size_t)(6 * n), exact) && passes;
    for (int p = 0; ulna_fast_paths(p); p++) {
      ulna_fast_paths(p)->jacobian(&work->fast, link, in_kernel, &work->model->tables->frame0, x->q, J, &end);
      passes = golden_close(what, J, expected, (size_t)(6 * n), exact) && passes;
    }
  }
  return passes;
}

/* The tool's twist in tool and world axes is the one in base axes, turned. */
static bool axes_agree(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const int n = model->n;
  double in_base[6 * MOST_JOINTS], turned[6 * MOST_JOINTS], expected[6 * MOST_JOINTS];
  ulna_pose tool;
  bool passes = true;
  ulna_hand_pose(model, work, x->q, &tool);
  ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, x->q, in_base);
  for (int axes = ULNA_AXES_TOOL; axes <= ULNA_AXES_WORLD; axes++) {
    ulna_jacobian(model, work, NULL, (ulna_axes)axes, x->q, turned);
    for (int part = 0; part < 2; part++)
      for (int r = 0; r < 3; r++)
        for (int i = 0; i < n; i++) {
          double sum = 0;
          for (int k = 0; k < 3; k++)
            sum += (axes == ULNA_AXES_TOOL ? tool.R[k][r] : model->given.base.R[r][k]) *
                   in_base[(3 * part + k) * n + i];
          expected[(3 * part + r) * n + i] = sum;
        }
    passes = golden_close(what, turned, expected, (size_t)(6 * n), exact) && passes;
  }
  return passes;
}

static bool motions_agree(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const body_motion from = work->base_motion;
  placement at[MOST_JOINTS + 1], end;
  bool passes = true;
  plain_placements(model, work, x->q, at);
  for (int link = 0; link <= model->n; link++) {
    const ulna_point point = {link, {0.1, -0.2, 0.3}};
    const placement inner = placement_of(&model->file_in_kernel[link]);
    const vec3 in_kernel = placement_point(&inner, vec3_of(point.offset));
    const vec3 there = placement_point(&at[link], in_kernel);
    body_motion b = motion_at(from, at[0].p);
    for (int i = 0; i < link; i++) {
      const vec3 z = mat3_column(&at[i].R, 2), d = vec3_sub(at[i + 1].p, at[i].p);
      b = motion_past(work->link[i].joint, z, d, x->qd[i], x->qdd[i], b);
    }
    b = motion_at(b, vec3_sub(there, at[link].p));
    double expected[12], got[12];
    vec3_store(b.w, expected), vec3_store(b.v, expected + 3);
    vec3_store(b.wd, expected + 6), vec3_store(b.a, expected + 9);
    ulna_point_motion(model, work, &point, ULNA_AXES_BASE, x->q, x->qd, x->qdd, got, got + 6);
    passes = golden_close(what, got, expected, 12, of_torques) && passes;
    for (int p = 0; ulna_fast_paths(p); p++) {
      const body_motion m = ulna_fast_paths(p)->point_motion(
          &work->fast, link, in_kernel, &work->model->tables->frame0, x->q, x->qd, x->qdd, &from, &end);
      vec3_store(m.w, got), vec3_store(m.v, got + 3), vec3_store(m.wd, got + 6), vec3_store(m.a, got + 9);
      passes = golden_close(what, got, expected, 12, of_torques) && passes;
    }
  }
  return passes;
}

static bool gravity_agrees(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const size_t n = (size_t)model->n;
  double expected[MOST_JOINTS], G[MOST_JOINTS];
  assert_int_equal(ulna_gravity_torques_by(model, work, ULNA_INVERSE_NEWTON_EULER, x->q, expected), ULNA_OK);
  ulna_gravity_torques(model, work, x->q, G);
  bool passes = golden_close(what, G, expected, n, of_torques);
  for (int p = 0; ulna_fast_paths(p); p++) {
    ulna_fast_paths(p)->gravity (&work->fast)(&work->fast, vec3_neg(work->gravity0), x->q, G);
    passes = golden_close(what, G, expected, n, of_torques) && passes;
  }
  return passes;
}

static bool coriolis_agrees(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const size_t n = (size_t)model->n;
  double vector[MOST_JOINTS], h[MOST_JOINTS];
  double matrix[MOST_JOINTS * MOST_JOINTS], C[MOST_JOINTS * MOST_JOINTS];
  assert_int_equal(ulna_coriolis_vector_by(model, work, ULNA_INVERSE_NEWTON_EULER, x->q, x->qd, vector),
                   ULNA_OK);
  ulna_set_posture(work, x->q);
  lagrange_coriolis_matrix(&work->arm, &work->at, x->qd, matrix, &work->methods.lagrange);
  ulna_coriolis_vector(model, work, x->q, x->qd, h);
  ulna_coriolis_matrix(model, work, x->q, x->qd, C);
  bool passes =
      golden_close(what, h, vector, n, of_torques) && golden_close(what, C, matrix, n * n, of_torques);
  for (int p = 0; ulna_fast_paths(p); p++) {
    ulna_fast_paths(p)->coriolis_matrix(&work->fast, x->q, x->qd, work->coriolis, C);
    passes = golden_close(what, C, matrix, n * n, of_torques) && passes;
  }
  return passes;
}

/* M of every path, by strobing too. */
static bool masses_agree(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const size_t n = (size_t)model->n;
  double expected[MOST_JOINTS * MOST_JOINTS], M[MOST_JOINTS * MOST_JOINTS];
  assert_int_equal(ulna_mass_matrix_by(model, work, ULNA_INVERSE_STROBE, x->q, expected), ULNA_OK);
  ulna_mass_matrix(model, work, x->q, M);
  bool passes = golden_close(what, M, expected, n * n, of_torques);
  for (int p = 0; n <= MASS_MOST && ulna_fast_paths(p); p++) {
    ulna_fast_paths(p)->mass_matrix (&work->fast)(&work->fast, x->q, M);
    passes = golden_close(what, M, expected, n * n, of_torques) && passes;
  }
  return passes;
}

/* M by the plain composite bodies times M⁻¹: as near to the identity as rounding of M and its condition leave it; each
 * element is weighed by the largest that its sum has. */
static bool inverse_agrees(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const int n = model->n;
  double M[MOST_JOINTS * MOST_JOINTS], X[MOST_JOINTS * MOST_JOINTS];
  bool passes = true;
  assert_int_equal(ulna_mass_matrix_by(model, work, ULNA_INVERSE_STROBE, x->q, M), ULNA_OK);
  for (int p = -1; p < 0 || ulna_fast_paths(p); p++) {
    if (p < 0) assert_int_equal(ulna_mass_matrix_inverse(model, work, x->q, X), ULNA_OK);
    else if (n > COLUMNS_MOST) break;
    else ulna_fast_paths(p)->inverse_mass(&work->fast, x->q, X, work->forward.pivot);
    double worst = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = i == j ? -1 : 0, largest = 1;
        for (int k = 0; k < n; k++) {
          sum += M[i * n + k] * X[k * n + j];
          largest = fmax(largest, fabs(M[i * n + k] * X[k * n + j]));
        }
        worst = fmax(worst, fabs(sum) / largest);
        if (!(X[i * n + j] == X[j * n + i])) worst = (double)INFINITY;
      }
    if (worst <= 1e-11) continue;
    print_error("%s: M M⁻¹ is off by %g\n", what, worst);
    passes = false;
  }
  return passes;
}

/* U D Uᵀ of every path is M again, and what it solves leaves M x − b, to rounding of the largest that elements of M can be: |m_ij| ≤
 * √(m_ii m_jj). */
static bool factors_agree(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const int n = model->n;
  double M[MOST_JOINTS * MOST_JOINTS], F[MOST_JOINTS * MOST_JOINTS], y[MOST_JOINTS];
  bool passes = true;
  ulna_mass_matrix(model, work, x->q, M);
  for (int p = 0; ulna_fast_paths(p); p++) {
    double worst = 0;
    memcpy(F, M, sizeof(double) * (size_t)(n * n));
    ulna_fast_paths(p)->factor(n, F);
    for (int i = 0; i < n; i++)
      for (int j = i; j < n; j++) {
        double sum = -M[i * n + j];
        for (int k = j; k < n; k++)
          sum += (k == i ? 1 : F[k * n + i]) * F[k * n + k] * (k == j ? 1 : F[k * n + j]);
        const double off = fabs(sum) / sqrt(M[i * n + i] * M[j * n + j]);
        if (!(off <= worst)) worst = isnan(off) ? (double)INFINITY : off;
      }
    ulna_fast_paths(p)->solve(n, F, x->qdd, y);
    for (int i = 0; i < n; i++) {
      double sum = -x->qdd[i], largest = 0;
      for (int j = 0; j < n; j++) {
        sum += M[i * n + j] * y[j];
        largest += sqrt(M[i * n + i] * M[j * n + j]) * fabs(y[j]);
      }
      const double off = fabs(sum) / largest;
      if (!(off <= worst)) worst = isnan(off) ? (double)INFINITY : off;
    }
    if (worst <= 1e-14 * n) continue;
    print_error("%s, %s: factors are off by %g\n", what, ulna_fast_paths(p)->instructions, worst);
    passes = false;
  }
  return passes;
}

static bool agrees(const char *what, const ulna_model *model, ulna_work *work, const arm_state *x)
{
  const bool places = poses_agree(what, model, work, x), jacobians = jacobians_agree(what, model, work, x);
  const bool axes = axes_agree(what, model, work, x), motions = motions_agree(what, model, work, x);
  const bool coriolis = coriolis_agrees(what, model, work, x), inverse = inverse_agrees(what, model, work, x);
  const bool masses = masses_agree(what, model, work, x), factors = factors_agree(what, model, work, x);
  return factors && gravity_agrees(what, model, work, x) && coriolis && masses && inverse && places &&
         jacobians && axes && motions;
}

static void agrees_on_random_chains(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 120; seed++) {
    uint64_t random = seed;
    // the long ones bring scratch; the fast mass matrix serves all but the longest
    const int n = seed % 60 == 0 ? MOST_JOINTS - (seed == 60) : (int)(seed - 1) % 20 + 1;
    ulna_model *model = draw_model(&random, n, seed > 60);
    ulna_work *work = whole_work(model);
    arm_state x;
    char what[100];
    bool passes = true;
    for (int turn = 0; turn < 3; turn++) {  // at rest; on a base that moves; with payload and hand's wrench
      if (turn == 1) {
        ulna_base_motion motion;
        draw_vector(&random, 1, motion.angular_velocity),
            draw_vector(&random, 3, motion.angular_acceleration);
        draw_vector(&random, 1, motion.velocity), draw_vector(&random, 5, motion.acceleration);
        ulna_work_set_base_motion(work, &motion);
      }
      if (turn == 2) {
        const ulna_body payload = draw_body(&random);
        const double force[3] = {20, -10, 5}, moment[3] = {1, 2, 3};
        assert_int_equal(ulna_work_set_payload(work, &payload), ULNA_OK);
        ulna_work_set_hand_wrench(work, force, moment);
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

static void agrees_on_every_built_in_robot(void **state)
{
  (void)state;
  uint64_t random = 560;
  assert_true(ulna_robot_count() > 0);
  for (int r = 0; r < ulna_robot_count(); r++) {
    const char *key = ulna_robot_get(r)->key;
    ulna_model *model = NULL;
    assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
    ulna_work *work = whole_work(model);
    bool passes = true;
    for (int k = 0; k < 20; k++) {
      arm_state x;
      draw_state(&random, model->n, &x);
      passes = agrees(key, model, work, &x) && passes;
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
    assert_true(passes);
  }
}

static void nan_in_gives_nan_out(void **state)
{
  (void)state;
  uint64_t random = 5;
  for (int mixed = 0; mixed < 2; mixed++) {
    ulna_model *model = draw_model(&random, 7, mixed);
    ulna_work *work = whole_work(model);
    arm_state x;
    double G[7], J[6 * 7], h[7], C[7 * 7], X[7 * 7];
    ulna_pose poses[8];
    draw_state(&random, 7, &x);
    x.q[3] = (double)NAN;
    ulna_gravity_torques(model, work, x.q, G);
    ulna_link_poses(model, work, x.q, poses);
    ulna_jacobian(model, work, NULL, ULNA_AXES_BASE, x.q, J);
    assert_int_equal(ulna_mass_matrix_inverse(model, work, x.q, X), ULNA_NOT_FINITE);
    ulna_coriolis_vector(model, work, x.q, x.qd, h);
    ulna_coriolis_matrix(model, work, x.q, x.qd, C);
    assert_true(isnan(h[0]) && isnan(C[0]));
    for (int i = 0; i <= 3; i++)
      if (ulna_model_joint(model, i + 1)->type == ULNA_REVOLUTE) {
        if (!mixed) assert_true(isnan(G[i]));
        assert_true(isnan(J[3 * 7 + i]));  // the tool is beyond
      }
    for (int i = 0; i <= 7; i++) assert_true(!isnan(poses[i].p[0]) == (i < 4));
    draw_state(&random, 7, &x);
    assert_true(agrees("after a NaN", model, work, &x));  // and nothing of it stays behind
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_on_random_chains),
      cmocka_unit_test(agrees_on_every_built_in_robot),
      cmocka_unit_test(nan_in_gives_nan_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
