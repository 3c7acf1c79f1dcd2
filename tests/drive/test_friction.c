/* The laws of friction, each against its formula. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"
#include "ulna/ulna.h"

static bool near(double x, double expected) { return fabs(x - expected) <= 1e-14 * fmax(1, fabs(expected)); }

static void directions_may_differ(void **state)
{
  (void)state;
  ulna_friction f = ulna_friction_none();
  f.viscous = 0.5;
  f.coulomb[0] = 2, f.coulomb[1] = 3;
  f.static_[0] = 4;  // the other as coulomb
  assert_true(near(ulna_friction_force(&f, 2, 0), 2 + 1));
  assert_true(near(ulna_friction_force(&f, -2, 0), -3 - 1));
  assert_true(ulna_friction_force(&f, 0, 0) == 0);
  assert_true(ulna_friction_at_release(&f, 1, 0) == 2 && ulna_friction_at_release(&f, -1, 0) == -3);
  assert_true(ulna_friction_hold(&f, 1, 0) == 4 && ulna_friction_hold(&f, -1, 0) == 3);
}

/* level = coulomb + (static − coulomb) exp(−(v/v_s)^δ): the holding level at first, the sliding one far out. */
static void stribeck_falls_from_static_to_coulomb(void **state)
{
  (void)state;
  ulna_friction f = ulna_friction_none();
  f.coulomb[0] = f.coulomb[1] = 1, f.static_[0] = f.static_[1] = 3;
  f.stribeck_velocity = 0.1, f.stribeck_exponent = 2;
  assert_true(near(ulna_friction_force(&f, 0.1, 0), 1 + 2 * exp(-1)));
  assert_true(near(ulna_friction_force(&f, -0.2, 0), -(1 + 2 * exp(-4))));
  assert_true(near(ulna_friction_force(&f, 10, 0), 1));
  assert_true(near(ulna_friction_at_release(&f, -1, 0), -3));
}

static void load_counts_at_rest_and_in_motion(void **state)
{
  (void)state;
  ulna_friction f = ulna_friction_none();
  f.load_static = 0.3, f.load_dynamic = 0.2, f.viscous = 1;
  assert_true(near(ulna_friction_force(&f, -0.5, &(ulna_bearing){.force = 10}), -0.2 * 10 - 0.5));
  assert_true(near(ulna_friction_hold(&f, 1, &(ulna_bearing){.force = 10}), 3));
}

static void tables_are_linear_between_their_points_and_level_beyond(void **state)
{
  (void)state;
  const double v[] = {0, 1, 3}, F[] = {2, 1, 5}, w[] = {-2, 0, 2}, G[] = {-4, 0.5, 1};
  ulna_friction f = ulna_friction_none();
  f.table_count = 3, f.table_velocity = v, f.table_force = F;
  assert_true(near(ulna_friction_force(&f, 0.5, 0), 1.5) && near(ulna_friction_force(&f, 2, 0), 3));
  assert_true(near(ulna_friction_force(&f, -2, 0), -3) && near(ulna_friction_force(&f, 9, 0), 5));
  assert_true(ulna_friction_hold(&f, 1, 0) == 2 && ulna_friction_at_release(&f, -1, 0) == -2);
  f.table_velocity = w, f.table_force = G;  // both directions given: taken as they are
  assert_true(near(ulna_friction_force(&f, -1, 0), -1.75) && near(ulna_friction_force(&f, 1, 0), 0.75));
}

/* Between its points a table gives back every function that is linear in each variable; beyond them it is level. */
static void a_table_over_load_and_posture_is_exact_for_what_is_linear(void **state)
{
  (void)state;
  enum { V = 3, Q = 2, F = 3, M = 2 };
  const double v[V] = {0, 1, 4}, q[Q] = {-1, 2}, load[F] = {0, 10, 50}, moment[M] = {0, 5};
  double force[V * Q * F * M];
  for (int i = 0; i < V * Q * F * M; i++)
    force[i] = (1 + 2 * v[i / (Q * F * M)]) * (3 + 0.5 * q[i / (F * M) % Q]) + 0.1 * load[i / M % F] +
               0.2 * moment[i % M] * v[i / (Q * F * M)];
  ulna_friction f = ulna_friction_none();
  f.table_count = V, f.table_velocity = v, f.table_force = force;
  f.table_position_count = Q, f.table_position = q;
  f.table_load_count = F, f.table_load = load;
  f.table_moment_count = M, f.table_moment = moment;
  uint64_t seed = 3;
  for (int round = 0; round < 100; round++) {
    const double x = chain_random(&seed, 0.01, 4);
    const ulna_bearing b = {chain_random(&seed, 0, 50), chain_random(&seed, 0, 5),
                            chain_random(&seed, -1, 2)};
    const double expected = (1 + 2 * x) * (3 + 0.5 * b.position) + 0.1 * b.force + 0.2 * b.moment * x;
    assert_true(near(ulna_friction_force(&f, x, &b), expected));
    assert_true(near(ulna_friction_force(&f, -x, &b), -expected));  // it starts at 0: for both directions
    assert_true(near(ulna_friction_hold(&f, 1, &b), 3 + 0.5 * b.position + 0.1 * b.force));
  }
  const ulna_bearing far_off = {1e6, 1e6, -9};
  assert_true(near(ulna_friction_force(&f, 50, &far_off), 9 * 2.5 + 5 + 4));
  f.table_position_count = f.table_load_count = f.table_moment_count = 0;  // velocity alone, as before
  assert_true(near(ulna_friction_force(&f, 0.5, NULL), (force[0] + force[1]) / 2));
}

/* At a joint the table sees the force and the moment across its axis, and where the joint stands. */
static void a_joint_s_table_takes_load_moment_and_position_from_the_arm(void **state)
{
  (void)state;
  uint64_t seed = 31;
  enum { N = 4 };
  // friction = 1 + position + 0.01 load + 0.03 moment, whatever the speed
  static const double v[] = {0, 100}, p[] = {-10, 10}, load[] = {0, 1000}, moment[] = {0, 1000};
  double force[16];
  for (int i = 0; i < 16; i++) force[i] = 11 + p[i >> 2 & 1] + 0.01 * load[i >> 1 & 1] + 0.03 * moment[i & 1];
  ulna_joint joints[N];
  for (int i = 0; i < N; i++) {
    joints[i] = chain_random_joint(&seed);
    joints[i].type = i == 2 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
    joints[i].link.body =
        (ulna_body){2, {0.1, -0.2, 0.05}, {0.1, 0.12, 0.09, 0.01, 0, -0.01}, ULNA_ABOUT_COM};
    ulna_friction *f = &joints[i].friction;
    f->table_count = 2, f->table_velocity = v, f->table_force = force;
    f->table_position_count = 2, f->table_position = p;
    f->table_load_count = 2, f->table_load = load;
    f->table_moment_count = 2, f->table_moment = moment;
  }
  ulna_model *model = chain_model(ULNA_DH, N, joints, NULL, NULL);
  ulna_work *work = chain_work(model);
  double q[N], qd[N], qdd[N], F[N], tau[N], force_on[N * 3], moment_on[N * 3], expected[N], bias[N],
      none[N] = {0};
  int mode[N];
  for (int i = 0; i < N; i++)
    q[i] = chain_random(&seed, -1, 1), qd[i] = chain_random(&seed, -1, 1),
    qdd[i] = chain_random(&seed, -1, 1);
  assert_int_equal(
      ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &(ulna_drive_forces){.F = F, .tau = tau}),
      ULNA_OK);
  for (int round = 0; round < 2; round++) {  // forward dynamics takes what the bearing feels at qdd = 0
    ulna_joint_wrenches(model, work, q, qd, round ? none : qdd, force_on, moment_on);
    for (int i = 0; i < N; i++) {
      const double sa = sin(joints[i].alpha),
                   ca = cos(joints[i].alpha);  // z of frame i-1, in frame i: (0, sa, ca)
      const double *f = &force_on[3 * i], *n = &moment_on[3 * i];
      const double across = hypot(f[0], ca * f[1] - sa * f[2]), bent = hypot(n[0], ca * n[1] - sa * n[2]);
      expected[i] = (qd[i] > 0 ? 1 : -1) * (11 + q[i] + 0.01 * across + 0.03 * bent);
      if (round == 0) assert_true(fabs(tau[i] - F[i] - expected[i]) < 1e-11 * fmax(1, fabs(tau[i])));
    }
  }
  assert_int_equal(ulna_stick_modes(model, work, q, qd, mode), ULNA_OK);
  double friction[N];
  assert_int_equal(ulna_stick_accelerations(model, work, q, qd, tau, mode, bias, friction), ULNA_OK);
  for (int i = 0; i < N; i++)
    assert_true(fabs(friction[i] - expected[i]) < 1e-11 * fmax(1, fabs(expected[i])));
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* With load friction a joint takes mu times the part of the force between its links that lies across its axis. */
static void load_friction_takes_its_normal_force_from_the_joint(void **state)
{
  (void)state;
  uint64_t seed = 12;
  enum { N = 4 };
  ulna_joint joints[N];
  for (int i = 0; i < N; i++) {
    joints[i] = chain_random_joint(&seed);
    joints[i].type = i == 2 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
    joints[i].link.body =
        (ulna_body){2, {0.1, -0.2, 0.05}, {0.1, 0.12, 0.09, 0.01, 0, -0.01}, ULNA_ABOUT_COM};
    joints[i].friction.load_dynamic = 0.05 * (i + 1);
    joints[i].friction.load_static = 0.1 * (i + 1);
  }
  ulna_model *model = chain_model(ULNA_DH, N, joints, NULL, NULL);
  ulna_work *work = chain_work(model);
  double q[N], qd[N], qdd[N], F[N], tau[N], force[N * 3], moment[N * 3];
  for (int i = 0; i < N; i++)
    q[i] = chain_random(&seed, -1, 1), qd[i] = chain_random(&seed, -1, 1),
    qdd[i] = chain_random(&seed, -1, 1);
  assert_int_equal(
      ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &(ulna_drive_forces){.F = F, .tau = tau}),
      ULNA_OK);
  ulna_joint_wrenches(model, work, q, qd, qdd, force, moment);
  for (int i = 0; i < N; i++) {
    const double sa = sin(joints[i].alpha),
                 ca = cos(joints[i].alpha);  // axis z of frame i-1, in frame i: (0, sa, ca)
    const double *f = &force[3 * i], along = sa * f[1] + ca * f[2];
    const double normal = sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2] - along * along);
    const double expected = (qd[i] > 0 ? 1 : -1) * 0.05 * (i + 1) * normal;
    assert_true(fabs(tau[i] - F[i] - expected) < 1e-11 * fmax(1, fabs(tau[i])));  // a difference of squares
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(directions_may_differ),
      cmocka_unit_test(stribeck_falls_from_static_to_coulomb),
      cmocka_unit_test(load_counts_at_rest_and_in_motion),
      cmocka_unit_test(tables_are_linear_between_their_points_and_level_beyond),
      cmocka_unit_test(a_table_over_load_and_posture_is_exact_for_what_is_linear),
      cmocka_unit_test(a_joint_s_table_takes_load_moment_and_position_from_the_arm),
      cmocka_unit_test(load_friction_takes_its_normal_force_from_the_joint),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
