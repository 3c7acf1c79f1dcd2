/* The plain kernels by every set of instructions that this machine has: public functions, compared with other formulations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/pose.h"
#include "support/chain.h"
#include "support/golden.h"
#include "work/work.h"

enum { MOST_JOINTS = 12 };

/* Relative to the largest number: rounding in a chain of n links grows to about n · 1e-16 of the largest intermediate, which may be
 * a thousand times the answer; 1e-11 is what every pair of formulations must keep. Accelerations have the condition of M on
 * top: the arms drawn stay below 1e4. */
static const double close = 1e-11, solved = 1e-8;

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  double q[MOST_JOINTS], qd[MOST_JOINTS], qdd[MOST_JOINTS];
  char what[120];  // arm and instructions
} trial;

static bool agree(const trial *t, const char *quantity, const double x[], const double expected[],
                  size_t count, double tolerance)
{
  char label[200];
  snprintf(label, sizeof label, "%s: %s", t->what, quantity);
  return golden_close(label, x, expected, count, tolerance);
}

static void draw_vector(uint64_t *random, double size, double v[3])
{
  for (int k = 0; k < 3; k++) v[k] = chain_random(random, -size, size);
}

/* A sound body: a few point masses about a mass centre. */
static ulna_body draw_body(uint64_t *random)
{
  ulna_body body = {.mass = chain_random(random, 0.5, 5), .about = ULNA_ABOUT_COM};
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

static ulna_model *draw_model(uint64_t *random, int n)
{
  ulna_joint joints[MOST_JOINTS];
  for (int i = 0; i < n; i++) {
    joints[i] = chain_random_joint(random);
    if (n % 2) joints[i].type = ULNA_REVOLUTE;
    joints[i].link.body = draw_body(random);
  }
  const ulna_pose base = chain_random_pose(random), tool = chain_random_pose(random);
  return chain_model((ulna_convention)(n % 3), n, joints, &base, &tool);
}

/* Torques and their parts by every method, with the fast kernels. */
static bool methods_agree(const trial *t)
{
  const ulna_model *model = t->model;
  ulna_work *work = t->work;
  const int n = model->n;
  const size_t count = (size_t)n;
  double tau[MOST_JOINTS], bias[MOST_JOINTS], Cqd[MOST_JOINTS], G[MOST_JOINTS], hand[MOST_JOINTS],
      M[MOST_JOINTS * MOST_JOINTS], x[MOST_JOINTS * MOST_JOINTS * MOST_JOINTS];
  bool passes = true;
  ulna_inverse_dynamics(model, work, t->q, t->qd, t->qdd, tau);
  ulna_bias(model, work, t->q, t->qd, bias);
  ulna_coriolis_vector(model, work, t->q, t->qd, Cqd);
  ulna_gravity_torques(model, work, t->q, G);
  ulna_hand_torques(model, work, t->q, hand);
  ulna_mass_matrix(model, work, t->q, M);
  for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++) {
    const ulna_inverse_method by = (ulna_inverse_method)m;
    const char *name = ulna_inverse_method_name(by);
    assert_int_equal(ulna_inverse_dynamics_by(model, work, by, t->q, t->qd, t->qdd, x), ULNA_OK);
    passes = agree(t, name, x, tau, count, close) && passes;
    assert_int_equal(ulna_bias_by(model, work, by, t->q, t->qd, x), ULNA_OK);
    passes = agree(t, name, x, bias, count, close) && passes;
    assert_int_equal(ulna_coriolis_vector_by(model, work, by, t->q, t->qd, x), ULNA_OK);
    passes = agree(t, name, x, Cqd, count, close) && passes;
    assert_int_equal(ulna_gravity_torques_by(model, work, by, t->q, x), ULNA_OK);
    passes = agree(t, name, x, G, count, close) && passes;
    assert_int_equal(ulna_hand_torques_by(model, work, by, t->q, x), ULNA_OK);
    passes = agree(t, name, x, hand, count, close) && passes;
    assert_int_equal(ulna_mass_matrix_by(model, work, by, t->q, x), ULNA_OK);
    passes = agree(t, name, x, M, count * count, close) && passes;
    assert_int_equal(ulna_christoffel_by(model, work, by, t->q, x), ULNA_OK);
    double sum[MOST_JOINTS] = {0};
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) sum[i] += x[(i * n + j) * n + k] * t->qd[j] * t->qd[k];
    passes = agree(t, name, sum, Cqd, count, close) && passes;
  }
  return passes;
}

/* Forces between links with Angeles' recursion, compiled here. */
static bool wrenches_agree(const trial *t)
{
  const ulna_model *model = t->model;
  ulna_work *work = t->work;
  const methods_load load = {work->fast.base, work->hand};
  double force[3 * MOST_JOINTS], moment[3 * MOST_JOINTS], f[3 * MOST_JOINTS], n[3 * MOST_JOINTS],
      tau[MOST_JOINTS];
  ulna_set_posture(work, t->q);
  methods_inverse_dynamics(ULNA_INVERSE_ANGELES, &work->arm, &work->at, &load, t->qd, t->qdd, tau,
                           &work->methods);
  for (int i = 0; i < model->n; i++) {
    wrench w = methods_joint_wrench(ULNA_INVERSE_ANGELES, &work->arm, &work->at, i, &work->methods);
    const ulna_pose *link = &model->file_in_kernel[i + 1];
    if (model->given.convention != ULNA_DH) {
      const vec3 lever = vec3_add(chain_offset(&work->arm, &work->at, i), vec3_of(link->p));
      w.n = vec3_sub(w.n, vec3_cross(lever, w.f));
    }
    vec3_store(w.f, &f[3 * i]), vec3_store(w.n, &n[3 * i]);
    ulna_rotate_back(link, &f[3 * i], &f[3 * i]);
    ulna_rotate_back(link, &n[3 * i], &n[3 * i]);
  }
  ulna_joint_wrenches(model, work, t->q, t->qd, t->qdd, force, moment);
  const size_t count = 3 * (size_t)model->n;
  return agree(t, "forces", force, f, count, close) && agree(t, "moments", moment, n, count, close);
}

/* Energies and powers: ½ qdᵀM qd where the base rests, else the same text compiled here; what comes in goes into energy. */
static bool energies_agree(const trial *t, bool base_rests)
{
  const ulna_model *model = t->model;
  ulna_work *work = t->work;
  const int n = model->n;
  double M[MOST_JOINTS * MOST_JOINTS], tau[MOST_JOINTS];
  ulna_mass_matrix(model, work, t->q, M);
  ulna_set_posture(work, t->q);
  double expected[] = {
      energy_kinetic(&work->arm, &work->at, work->fast.base.w, work->base_velocity, t->qd),
      energy_potential(&work->arm, &work->at, work->gravity0, vec3_of(model->file_in_kernel[0].p))};
  if (base_rests) expected[0] = 0;
  for (int i = 0; i < n && base_rests; i++)
    for (int j = 0; j < n; j++) expected[0] += 0.5 * t->qd[i] * M[i * n + j] * t->qd[j];
  const double energy[] = {ulna_kinetic_energy(model, work, t->q, t->qd),
                           ulna_potential_energy(model, work, t->q)};
  ulna_power power;
  ulna_power_balance(model, work, t->q, t->qd, t->qdd, &power);
  const arm_power p =
      power_balance(&work->arm, &work->at, &work->fast.base, work->base_velocity, work->gravity0, &work->hand,
                    t->qd, t->qdd, tau, &work->methods.newton_euler, &work->methods.energy);
  const double powers[] = {power.kinetic_rate, power.potential_rate, power.joints, power.base, power.hand},
               expected_powers[] = {p.kinetic_rate, p.potential_rate, p.joints, p.base, p.hand};
  const double given = power.joints + power.base + power.hand,
               taken = power.kinetic_rate + power.potential_rate;
  return agree(t, "energies", energy, expected, 2, close) &&
         agree(t, "powers", powers, expected_powers, 5, close) &&
         agree(t, "balance of powers", &given, &taken, 1, close);
}

/* Accelerations by every method, and what the mass matrix is taken apart into. */
static bool forward_agrees(const trial *t)
{
  const ulna_model *model = t->model;
  ulna_work *work = t->work;
  const int n = model->n;
  const size_t count = (size_t)n;
  double tau[MOST_JOINTS], x[MOST_JOINTS * MOST_JOINTS], M[MOST_JOINTS * MOST_JOINTS], diagonal[MOST_JOINTS],
      sum[MOST_JOINTS] = {0}, product[MOST_JOINTS] = {0};
  bool passes = true;
  ulna_inverse_dynamics(model, work, t->q, t->qd, t->qdd, tau);
  for (int m = 0; m < ULNA_FORWARD_METHOD_COUNT; m++) {
    const ulna_forward_method by = (ulna_forward_method)m;
    assert_int_equal(ulna_forward_dynamics_by(model, work, by, t->q, t->qd, tau, x), ULNA_OK);
    passes = agree(t, ulna_forward_method_name(by), x, t->qdd, count, solved) && passes;
  }
  ulna_mass_matrix(model, work, t->q, M);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) product[i] += M[i * n + j] * t->qdd[j];
  assert_int_equal(ulna_mass_matrix_solve(model, work, t->q, 1, product, x), ULNA_OK);
  passes = agree(t, "M⁻¹", x, t->qdd, count, solved) && passes;
  assert_int_equal(ulna_udut_solve(model, work, t->q, product, NULL, NULL, x), ULNA_OK);
  passes = agree(t, "U D Uᵀ", x, t->qdd, count, solved) && passes;
  ulna_inertia_shares(model, work, t->q, x);
  for (int i = 0; i < n; i++) {
    diagonal[i] = M[i * n + i];
    for (int k = 0; k < n; k++) sum[i] += x[i * n + k];
  }
  return agree(t, "shares", sum, diagonal, count, close) && passes;
}

/* Sines with the C library's. */
static bool sines_agree(const trial *t)
{
  const int n = t->model->n;
  double sine[MOST_JOINTS], cosine[MOST_JOINTS], s[MOST_JOINTS], c[MOST_JOINTS];
  t->work->plain->sines(n, t->qd, t->q, sine, cosine);
  for (int i = 0; i < n; i++) s[i] = sin(t->qd[i] + t->q[i]), c[i] = cos(t->qd[i] + t->q[i]);
  const double two_ulp = 3e-16;
  return agree(t, "sines", sine, s, (size_t)n, two_ulp) && agree(t, "cosines", cosine, c, (size_t)n, two_ulp);
}

static bool all_agree(trial *t, uint64_t *random, const char *arm, bool base_rests)
{
  bool passes = true;
  const int n = t->model->n;
  for (int i = 0; i < n; i++) {
    t->q[i] = chain_random(random, -3, 3);
    t->qd[i] = chain_random(random, -2, 2);
    t->qdd[i] = chain_random(random, -5, 5);
  }
  int p = 0;
  for (; ulna_plain_paths(p); p++) {
    t->work->plain = ulna_plain_paths(p), t->work->path = p;
    snprintf(t->what, sizeof t->what, "%s, %s", arm, ulna_plain_paths(p)->instructions);
    passes = methods_agree(t) && wrenches_agree(t) && energies_agree(t, base_rests) && forward_agrees(t) &&
             sines_agree(t) && passes;
  }
  assert_true(p > 0);
  assert_null(ulna_reference_paths(p));
  return passes;
}

static void set_hand_and_base(uint64_t *random, ulna_work *work)
{
  double force[3], moment[3];
  ulna_base_motion motion;
  draw_vector(random, 20, force), draw_vector(random, 5, moment);
  draw_vector(random, 1, motion.angular_velocity), draw_vector(random, 3, motion.angular_acceleration);
  draw_vector(random, 1, motion.velocity), draw_vector(random, 5, motion.acceleration);
  ulna_work_set_hand_wrench(work, force, moment);
  ulna_work_set_base_motion(work, &motion);
}

static void every_path_agrees_on_random_chains(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 72; seed++) {
    uint64_t random = seed;
    trial t = {0};
    ulna_work *work = NULL;
    char arm[60];
    const int n = (int)(seed - 1) % MOST_JOINTS + 1;
    ulna_model *model = draw_model(&random, n);
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
    t.model = model, t.work = work;
    snprintf(arm, sizeof arm, "seed %d, n = %d", (int)seed, n);
    assert_true(all_agree(&t, &random, arm, true));
    set_hand_and_base(&random, work);
    assert_true(all_agree(&t, &random, arm, false));
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

static void every_path_agrees_on_every_built_in_robot(void **state)
{
  (void)state;
  uint64_t random = 1980;
  int tried = 0;
  for (int r = 0; r < ulna_robot_count(); r++) {
    const char *key = ulna_robot_get(r)->key;
    trial t = {0};
    ulna_model *model = NULL;
    ulna_work *work = NULL;
    assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
    t.model = model, t.work = work;
    if (model->n <= MOST_JOINTS && model->drives.follower_count == 0) {
      for (int k = 0; k < 5; k++) assert_true(all_agree(&t, &random, key, true));
      tried++;
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  assert_true(tried > 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_path_agrees_on_random_chains),
      cmocka_unit_test(every_path_agrees_on_every_built_in_robot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
