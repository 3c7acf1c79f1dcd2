/* The public functions of the reference formulations: golden values, identities, and forces between links. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/arm.h"
#include "support/chain.h"
#include "support/golden.h"

enum { MOST = 30 };

static const ulna_inverse_method methods[ULNA_INVERSE_METHOD_COUNT] = {
    ULNA_INVERSE_LAGRANGE, ULNA_INVERSE_NEWTON_EULER, ULNA_INVERSE_MODIFIED_NEWTON_EULER,
    ULNA_INVERSE_ANGELES, ULNA_INVERSE_STROBE};

typedef struct {
  const json_t *json;
  ulna_model *model;
  ulna_work *work;
  int n;
  double q[MOST], qd[MOST], qdd[MOST];
} golden_case;

typedef void (*golden_check)(const golden_case *g);

static void for_every_case(golden_check check)
{
  json_t *file = golden_load("open.json");
  const json_t *cases = json_object_get(file, "cases");
  for (size_t i = 0; i < json_array_size(cases); i++) {
    golden_case g = {.json = json_array_get(cases, i)};
    const json_t *model = json_object_get(g.json, "model");
    g.model = golden_model(model);
    g.work = golden_work(g.model, model);
    g.n = ulna_model_joint_count(g.model);
    assert_in_range(g.n, 1, MOST);
    golden_numbers(json_object_get(g.json, "q"), g.q, MOST);
    golden_numbers(json_object_get(g.json, "qd"), g.qd, MOST);
    golden_numbers(json_object_get(g.json, "qdd"), g.qdd, MOST);
    check(&g);
    ulna_work_destroy(g.work);
    ulna_model_destroy(g.model);
  }
  json_decref(file);
}

static void must_pass(const golden_case *g, const char *quantity, const char *method, const double x[],
                      int count)
{
  if (!golden_passes(g->json, quantity, x, (size_t)count)) fail_msg("%s by %s", quantity, method);
}

static void check_torques(const golden_case *g)
{
  double x[MOST];
  for (int k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++) {
    const ulna_inverse_method m = methods[k];
    const char *name = ulna_inverse_method_name(m);
    assert_int_equal(ulna_inverse_dynamics_by(g->model, g->work, m, g->q, g->qd, g->qdd, x), ULNA_OK);
    must_pass(g, "tau", name, x, g->n);
    assert_int_equal(ulna_bias_by(g->model, g->work, m, g->q, g->qd, x), ULNA_OK);
    must_pass(g, "bias", name, x, g->n);
    assert_int_equal(ulna_coriolis_vector_by(g->model, g->work, m, g->q, g->qd, x), ULNA_OK);
    must_pass(g, "Cqd", name, x, g->n);
    assert_int_equal(ulna_gravity_torques_by(g->model, g->work, m, g->q, x), ULNA_OK);
    must_pass(g, "G", name, x, g->n);
    assert_int_equal(ulna_hand_torques_by(g->model, g->work, m, g->q, x), ULNA_OK);
    must_pass(g, "tip_torque", name, x, g->n);
  }
  ulna_bias(g->model, g->work, g->q, g->qd, x);
  must_pass(g, "bias", "default", x, g->n);
  ulna_coriolis_vector(g->model, g->work, g->q, g->qd, x);
  must_pass(g, "Cqd", "default", x, g->n);
  ulna_gravity_torques(g->model, g->work, g->q, x);
  must_pass(g, "G", "default", x, g->n);
  ulna_hand_torques(g->model, g->work, g->q, x);
  must_pass(g, "tip_torque", "default", x, g->n);
}
static void torques_and_their_parts_are_the_golden_ones(void **state)
{
  (void)state;
  for_every_case(check_torques);
}

static void check_named_functions(const golden_case *g)
{
  double x[MOST];
  assert_int_equal(ulna_inverse_dynamics_by(g->model, g->work, ULNA_INVERSE_LAGRANGE, g->q, g->qd, g->qdd, x),
                   ULNA_OK);
  must_pass(g, "tau", "lagrange", x, g->n);
  assert_int_equal(
      ulna_inverse_dynamics_by(g->model, g->work, ULNA_INVERSE_NEWTON_EULER, g->q, g->qd, g->qdd, x),
      ULNA_OK);
  must_pass(g, "tau", "newton_euler", x, g->n);
  assert_int_equal(
      ulna_inverse_dynamics_by(g->model, g->work, ULNA_INVERSE_MODIFIED_NEWTON_EULER, g->q, g->qd, g->qdd, x),
      ULNA_OK);
  must_pass(g, "tau", "modified_newton_euler", x, g->n);
  assert_int_equal(ulna_inverse_dynamics_by(g->model, g->work, ULNA_INVERSE_ANGELES, g->q, g->qd, g->qdd, x),
                   ULNA_OK);
  must_pass(g, "tau", "angeles", x, g->n);
}
static void each_formulation_has_a_function_of_its_name(void **state)
{
  (void)state;
  for_every_case(check_named_functions);
}

static void check_coefficients(const golden_case *g)
{
  static double M[MOST * MOST], C[27];
  for (int k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++) {
    assert_int_equal(ulna_mass_matrix_by(g->model, g->work, methods[k], g->q, M), ULNA_OK);
    must_pass(g, "M", ulna_inverse_method_name(methods[k]), M, g->n * g->n);
    if (!golden_has(g->json, "C")) continue;
    assert_int_equal(ulna_christoffel_by(g->model, g->work, methods[k], g->q, C), ULNA_OK);
    must_pass(g, "C", ulna_inverse_method_name(methods[k]), C, g->n * g->n * g->n);
  }
}
static void mass_matrices_and_christoffel_tensors_are_the_golden_ones(void **state)
{
  (void)state;
  for_every_case(check_coefficients);
}

static void check_wrenches(const golden_case *g)
{
  double force[3 * MOST], moment[3 * MOST];
  ulna_joint_wrenches(g->model, g->work, g->q, g->qd, g->qdd, force, moment);
  must_pass(g, "joint_force", "newton-euler", force, 3 * g->n);
  must_pass(g, "joint_moment", "newton-euler", moment, 3 * g->n);
}
static void joint_wrenches_are_the_golden_ones(void **state)
{
  (void)state;
  for_every_case(check_wrenches);
}

/* Power in equals the rise of energy, for any motion of joints and base, any wrench. 1e-12: sums of at most a few
 * hundred products, compared with the largest of them. */
static void check_power(const golden_case *g)
{
  ulna_power p;
  ulna_power_balance(g->model, g->work, g->q, g->qd, g->qdd, &p);
  const double size = fmax(fmax(fabs(p.kinetic_rate), fabs(p.potential_rate)),
                           fmax(fabs(p.joints), fmax(fabs(p.base), fabs(p.hand))));
  const double rest = p.kinetic_rate + p.potential_rate - p.joints - p.base - p.hand;
  if (!(fabs(rest) <= 1e-12 * fmax(1, size)))
    fail_msg("%s: %g of %g W unaccounted for", json_string_value(json_object_get(g->json, "id")), rest, size);
}
static void power_balances_in_every_golden_case(void **state)
{
  (void)state;
  for_every_case(check_power);
}

/* A random robot of any convention, and a smooth motion of it. */
typedef struct {
  ulna_model *model;
  ulna_work *work;
  int n;
  ulna_convention convention;
  ulna_joint joints[MOST];
  ulna_pose base, tool;
  double phase[MOST];
} moving_robot;

static void random_body(uint64_t *seed, ulna_body *body)
{
  body->mass = chain_random(seed, 0.5, 5);
  double K[6] = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    double d[3];
    for (int k = 0; k < 3; k++) d[k] = chain_random(seed, -0.2, 0.2);
    const double square[6] = {d[0] * d[0], d[1] * d[1], d[2] * d[2], d[0] * d[1], d[0] * d[2], d[1] * d[2]};
    for (int k = 0; k < 6; k++) K[k] += square[k];
  }
  for (int k = 0; k < 6; k++) body->inertia[k] = (k < 3 ? K[0] + K[1] + K[2] : 0) - K[k];
  for (int k = 0; k < 3; k++) body->com[k] = chain_random(seed, -0.3, 0.3);
  body->about = ULNA_ABOUT_COM;
}

static void make_robot(moving_robot *r, ulna_convention convention, int n, uint64_t seed)
{
  memset(r, 0, sizeof *r);
  r->n = n, r->convention = convention;
  for (int i = 0; i < n; i++) {
    r->joints[i] = chain_random_joint(&seed);
    random_body(&seed, &r->joints[i].link.body);
    r->phase[i] = chain_random(&seed, -3, 3);
  }
  r->base = chain_random_pose(&seed), r->tool = chain_random_pose(&seed);
  r->model = chain_model(convention, n, r->joints, &r->base, &r->tool);
  r->work = chain_work(r->model);
}
static void drop_robot(moving_robot *r)
{
  ulna_work_destroy(r->work);
  ulna_model_destroy(r->model);
}

static void motion(const moving_robot *r, double t, double q[], double qd[], double qdd[])
{
  for (int i = 0; i < r->n; i++) {
    const double rate = 0.7 + 0.1 * i;
    q[i] = 0.8 * sin(rate * t + r->phase[i]);
    qd[i] = 0.8 * rate * cos(rate * t + r->phase[i]);
    qdd[i] = -0.8 * rate * rate * sin(rate * t + r->phase[i]);
  }
}

/* The derivative of f at t by differences of eighth order: error h⁸f⁽⁹⁾/630, rounding 1e-16/h; h = 0.02. */
static double derivative(double (*f)(moving_robot *r, double t, void *of), moving_robot *r, double t,
                         void *of)
{
  static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const double h = 0.02;
  double sum = 0;
  for (int k = 1; k <= 4; k++) sum += weight[k - 1] * (f(r, t + k * h, of) - f(r, t - k * h, of));
  return sum / h;
}

static double energy_at(moving_robot *r, double t, void *kinetic_only)
{
  double q[MOST], qd[MOST], qdd[MOST];
  motion(r, t, q, qd, qdd);
  const double kinetic = ulna_kinetic_energy(r->model, r->work, q, qd);
  return kinetic_only ? kinetic : kinetic + ulna_potential_energy(r->model, r->work, q);
}

static const ulna_convention conventions[3] = {ULNA_DH, ULNA_MDH, ULNA_AXIS};

static void torques_do_the_work_that_the_energy_shows(void **state)
{
  (void)state;
  for (int k = 0; k < 9; k++) {
    moving_robot r;
    make_robot(&r, conventions[k % 3], 2 + k, 300 + (uint64_t)k);
    for (double t = 0; t < 5; t += 0.37) {
      double q[MOST], qd[MOST], qdd[MOST], tau[MOST], power = 0;
      motion(&r, t, q, qd, qdd);
      assert_int_equal(ulna_inverse_dynamics_by(r.model, r.work, ULNA_INVERSE_NEWTON_EULER, q, qd, qdd, tau),
                       ULNA_OK);
      for (int i = 0; i < r.n; i++) power += tau[i] * qd[i];
      const double rise = derivative(energy_at, &r, t, NULL);
      const double size = fmax(1, fabs(power) + energy_at(&r, t, &r));
      if (!(fabs(power - rise) <= 1e-10 * size))
        fail_msg("seed %d, t = %g: power %.15g, energy rises by %.15g", 300 + k, t, power, rise);
      ulna_power p;
      ulna_power_balance(r.model, r.work, q, qd, qdd, &p);
      assert_true(fabs(p.kinetic_rate - derivative(energy_at, &r, t, &r)) <= 1e-10 * size);
      assert_true(fabs(p.joints - power) <= 1e-12 * size);
      assert_true(p.base == 0 && p.hand == 0);
    }
    drop_robot(&r);
  }
}

typedef struct {
  int i, j;
  double t;
} element;

static double mass_element(moving_robot *r, double t, void *of)
{
  static double M[MOST * MOST];
  static moving_robot *last;
  static double when = (double)NAN;
  double q[MOST], qd[MOST], qdd[MOST];
  if (last != r || when != t) {
    motion(r, t, q, qd, qdd);
    assert_int_equal(ulna_mass_matrix_by(r->model, r->work, ULNA_INVERSE_STROBE, q, M), ULNA_OK);
    last = r, when = t;
  }
  const element *e = of;
  return M[e->i * r->n + e->j];
}

static void rate_of_m_minus_twice_c_is_skew(void **state)
{
  (void)state;
  for (int k = 0; k < 6; k++) {
    moving_robot r;
    make_robot(&r, conventions[k % 3], 2 + k, 600 + (uint64_t)k);
    double q[MOST], qd[MOST], qdd[MOST], C[MOST * MOST], M[MOST * MOST], N[MOST * MOST], Cqd[MOST],
        product[MOST];
    const double t = 0.3 * k;
    const int n = r.n;
    motion(&r, t, q, qd, qdd);
    ulna_coriolis_matrix(r.model, r.work, q, qd, C);
    ulna_coriolis_vector(r.model, r.work, q, qd, Cqd);
    assert_int_equal(ulna_mass_matrix_by(r.model, r.work, ULNA_INVERSE_STROBE, q, M), ULNA_OK);
    double size = 0;
    for (int i = 0; i < n; i++) {
      product[i] = 0;
      for (int j = 0; j < n; j++) {
        element e = {i, j, t};
        N[i * n + j] = derivative(mass_element, &r, t, &e) - 2 * C[i * n + j];
        product[i] += C[i * n + j] * qd[j];
        size = fmax(size, fabs(M[i * n + j]));
      }
    }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (!(fabs(N[i * n + j] + N[j * n + i]) <= 1e-10 * size))
          fail_msg("seed %d: element %d %d of dM/dt − 2C is %g, its mirror %g", 600 + k, i, j, N[i * n + j],
                   N[j * n + i]);
    assert_true(arm_difference(product, Cqd, n, 1e-3) < 1e-12);
    drop_robot(&r);
  }
}

/* Cholesky: succeeds for positive definite matrices only. */
static bool positive_definite(const double M[], int n)
{
  double L[MOST * MOST] = {0};
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = M[i * n + j];
      for (int k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      if (i == j && !(sum > 0)) return false;
      L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
    }
  return true;
}

static void mass_matrices_are_symmetric_and_positive_definite(void **state)
{
  (void)state;
  for (int k = 0; k < 12; k++) {
    moving_robot r;
    make_robot(&r, conventions[k % 3], 1 + k, 900 + (uint64_t)k);
    double q[MOST], qd[MOST], qdd[MOST], M[MOST * MOST], turned[MOST * MOST];
    motion(&r, 1.1, q, qd, qdd);
    for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++) {
      assert_int_equal(ulna_mass_matrix_by(r.model, r.work, methods[m], q, M), ULNA_OK);
      for (int i = 0; i < r.n; i++)
        for (int j = 0; j < r.n; j++) turned[j * r.n + i] = M[i * r.n + j];
      // the recursions compute both halves on their own; rounding of some hundred operations
      assert_true(arm_difference(turned, M, r.n * r.n, 1e-3) < 1e-13);
      if (!positive_definite(M, r.n))
        fail_msg("seed %d, by %s", 900 + k, ulna_inverse_method_name(methods[m]));
    }
    drop_robot(&r);
  }
}

static void free_fall_needs_no_torque(void **state)
{
  (void)state;
  for (int k = 0; k < 6; k++) {
    moving_robot r;
    make_robot(&r, conventions[k % 3], 7, 1200 + (uint64_t)k);
    double gravity[3], tau[MOST], q[MOST], qd[MOST], qdd[MOST];
    static const double still[MOST];
    ulna_base_motion fall;
    memset(&fall, 0, sizeof fall);
    motion(&r, 0.4, q, qd, qdd);
    ulna_model_gravity(r.model, gravity);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) fall.acceleration[i] += r.base.R[j][i] * gravity[j];
    ulna_work_set_base_motion(r.work, &fall);
    for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++) {
      assert_int_equal(ulna_inverse_dynamics_by(r.model, r.work, methods[m], q, still, still, tau), ULNA_OK);
      // gravity is turned into the base by one product of a rotation: 1e-15 of 9.81 m/s² is left, times some 100 kg m
      for (int i = 0; i < r.n; i++) assert_true(fabs(tau[i]) < 1e-12);
    }
    drop_robot(&r);
  }
}

/* The arm at rest, in gravity: what link i-1 bears is the weight of all that follows, and its moment. Poses and
 * masses come from the description, not from the kernels' frames. */
static void joints_bear_the_weight_of_what_they_carry(void **state)
{
  (void)state;
  static const double still[MOST];
  for (int k = 0; k < 9; k++) {
    moving_robot r;
    make_robot(&r, conventions[k % 3], 6, 1500 + (uint64_t)k);
    double q[MOST], qd[MOST], qdd[MOST], force[3 * MOST], moment[3 * MOST], tau[MOST], gravity[3],
        g[3] = {0, 0, 0};
    long double long_q[MOST];
    motion(&r, 0.9, q, qd, qdd);
    for (int i = 0; i < r.n; i++) long_q[i] = q[i];
    ulna_joint_wrenches(r.model, r.work, q, still, still, force, moment);
    assert_int_equal(
        ulna_inverse_dynamics_by(r.model, r.work, ULNA_INVERSE_NEWTON_EULER, q, still, still, tau), ULNA_OK);
    ulna_model_gravity(r.model, gravity);
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) g[a] += r.base.R[b][a] * gravity[b];
    for (int i = 1; i <= r.n; i++) {
      const long_pose own = chain_direct(r.convention, r.joints, long_q, i);
      const long_pose about =
          r.convention == ULNA_DH ? chain_direct(r.convention, r.joints, long_q, i - 1) : own;
      long double f[3] = {0, 0, 0}, n[3] = {0, 0, 0};
      for (int j = i; j <= r.n; j++) {
        const long_pose X = chain_direct(r.convention, r.joints, long_q, j);
        const ulna_body *body = &r.joints[j - 1].link.body;
        long double lever[3], weight[3];
        for (int a = 0; a < 3; a++) {
          weight[a] = -body->mass * g[a];
          lever[a] = X.p[a] - about.p[a];
          for (int b = 0; b < 3; b++) lever[a] += X.R[a][b] * body->com[b];
        }
        for (int a = 0; a < 3; a++) {
          const int b = (a + 1) % 3, c = (a + 2) % 3;
          f[a] += weight[a];
          n[a] += lever[b] * weight[c] - lever[c] * weight[b];
        }
      }
      double expected_f[3] = {0, 0, 0}, expected_n[3] = {0, 0, 0};
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
          expected_f[a] += (double)(own.R[b][a] * f[b]);
          expected_n[a] += (double)(own.R[b][a] * n[b]);
        }
      // a chain of at most six rotations and sums: a few hundred roundings
      assert_true(arm_difference(&force[3 * (i - 1)], expected_f, 3, 1) < 1e-13);
      assert_true(arm_difference(&moment[3 * (i - 1)], expected_n, 3, 1) < 1e-12);
    }
    drop_robot(&r);
  }
}

static void torques_are_linear_in_mass_first_moment_and_inertia_about_the_origin(void **state)
{
  (void)state;
  for (int k = 0; k < 6; k++) {
    moving_robot r;
    uint64_t seed = 1800 + (uint64_t)k;
    make_robot(&r, conventions[k % 3], 5, seed);
    double q[MOST], qd[MOST], qdd[MOST], tau[3][MOST], sum[MOST];
    motion(&r, 2.2, q, qd, qdd);
    ulna_body a[MOST], b[MOST];
    for (int i = 0; i < r.n; i++) {
      // two bodies by their inertia about the link's origin, and the one that has the sums
      random_body(&seed, &a[i]), random_body(&seed, &b[i]);
      ulna_body both = {.mass = a[i].mass + b[i].mass, .about = ULNA_ABOUT_ORIGIN};
      ulna_body *const parts[2] = {&a[i], &b[i]};
      for (int p = 0; p < 2; p++) {
        ulna_body *x = parts[p];
        const double *c = x->com, m = x->mass, cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
        const double about_origin[6] = {m * (cc - c[0] * c[0]), m * (cc - c[1] * c[1]),
                                        m * (cc - c[2] * c[2]), -m * c[0] * c[1],
                                        -m * c[0] * c[2],       -m * c[1] * c[2]};
        for (int e = 0; e < 6; e++) both.inertia[e] += x->inertia[e] += about_origin[e];
        for (int e = 0; e < 3; e++) both.com[e] += m * c[e] / both.mass;
        x->about = ULNA_ABOUT_ORIGIN;
      }
      r.joints[i].link.body = both;
    }
    ulna_joint joints[3][MOST];
    for (int i = 0; i < r.n; i++) {
      joints[0][i] = joints[1][i] = joints[2][i] = r.joints[i];
      joints[0][i].link.body = a[i], joints[1][i].link.body = b[i];
    }
    for (int p = 0; p < 3; p++) {
      ulna_model *model = chain_model(r.convention, r.n, joints[p], &r.base, &r.tool);
      ulna_work *work = chain_work(model);
      assert_int_equal(
          ulna_inverse_dynamics_by(model, work, ULNA_INVERSE_MODIFIED_NEWTON_EULER, q, qd, qdd, tau[p]),
          ULNA_OK);
      ulna_work_destroy(work);
      ulna_model_destroy(model);
    }
    for (int i = 0; i < r.n; i++) sum[i] = tau[0][i] + tau[1][i];
    // moving inertias to the mass centre and back costs a digit or two
    assert_true(arm_difference(sum, tau[2], r.n, 1e-3) < 1e-12);
    drop_robot(&r);
  }
}

static void a_nan_in_the_state_comes_out_as_nan(void **state)
{
  (void)state;
  moving_robot r;
  make_robot(&r, ULNA_DH, 5, 2100);
  for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++)
    for (int joint = 0; joint < r.n; joint++) {
      double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
      double *const where[3] = {q, qd, qdd};
      for (int k = 0; k < 3; k++) {
        motion(&r, 0.7, q, qd, qdd);
        where[k][joint] = (double)NAN;
        assert_int_equal(ulna_inverse_dynamics_by(r.model, r.work, methods[m], q, qd, qdd, tau), ULNA_OK);
        assert_true(isnan(tau[joint]));
      }
    }
  drop_robot(&r);
}

static void methods_have_names_and_are_found_by_them(void **state)
{
  (void)state;
  ulna_inverse_method method = ULNA_INVERSE_STROBE;
  for (int k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++) {
    assert_int_equal(ulna_inverse_method_find(ulna_inverse_method_name(methods[k]), &method), ULNA_OK);
    assert_int_equal(method, methods[k]);
  }
  method = ULNA_INVERSE_ANGELES;
  assert_int_equal(ulna_inverse_method_find("Lagrange", &method), ULNA_NOT_FOUND);
  assert_int_equal(method, ULNA_INVERSE_ANGELES);
  assert_null(ulna_inverse_method_name((ulna_inverse_method)ULNA_INVERSE_METHOD_COUNT));
  assert_null(ulna_inverse_method_name((ulna_inverse_method)-1));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(torques_and_their_parts_are_the_golden_ones),
      cmocka_unit_test(each_formulation_has_a_function_of_its_name),
      cmocka_unit_test(mass_matrices_and_christoffel_tensors_are_the_golden_ones),
      cmocka_unit_test(joint_wrenches_are_the_golden_ones),
      cmocka_unit_test(power_balances_in_every_golden_case),
      cmocka_unit_test(torques_do_the_work_that_the_energy_shows),
      cmocka_unit_test(rate_of_m_minus_twice_c_is_skew),
      cmocka_unit_test(mass_matrices_are_symmetric_and_positive_definite),
      cmocka_unit_test(free_fall_needs_no_torque),
      cmocka_unit_test(joints_bear_the_weight_of_what_they_carry),
      cmocka_unit_test(torques_are_linear_in_mass_first_moment_and_inertia_about_the_origin),
      cmocka_unit_test(a_nan_in_the_state_comes_out_as_nan),
      cmocka_unit_test(methods_have_names_and_are_found_by_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
