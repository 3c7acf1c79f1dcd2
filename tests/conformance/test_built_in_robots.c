/* Every pair of formulations, the fast one included, on every robot that is built in; and published figures. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/arm.h"
#include "support/chain.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { MOST = 16, STATES = 20, WAYS = ULNA_INVERSE_METHOD_COUNT + 1 };

static ulna_model *load(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

static void random_surroundings(uint64_t *seed, ulna_work *work)
{
  double numbers[18];
  for (int i = 0; i < 18; i++) numbers[i] = chain_random(seed, -3, 3);
  ulna_base_motion motion;
  for (int k = 0; k < 3; k++) {
    motion.angular_velocity[k] = numbers[k], motion.angular_acceleration[k] = numbers[3 + k];
    motion.velocity[k] = numbers[6 + k], motion.acceleration[k] = numbers[9 + k];
  }
  ulna_work_set_base_motion(work, &motion);
  ulna_work_set_hand_wrench(work, &numbers[12], &numbers[15]);
}

static void torques_agree_on_every_built_in_robot(void **state)
{
  (void)state;
  assert_true(ulna_robot_count() >= 13);
  for (int robot = 0; robot < ulna_robot_count(); robot++) {
    const char *key = ulna_robot_get(robot)->key;
    ulna_model *model = load(key);
    ulna_work *work = chain_work(model);
    const int n = ulna_model_joint_count(model);
    assert_in_range(n, 1, MOST);
    for (int s = 0; s < STATES; s++) {
      const uint64_t first = 100 * (uint64_t)robot + (uint64_t)s;
      uint64_t seed = first;
      double q[MOST], qd[MOST], qdd[MOST], tau[WAYS][MOST];
      if (s % 2) random_surroundings(&seed, work);
      for (int i = 0; i < n; i++) {
        q[i] = chain_random(&seed, -3, 3), qd[i] = chain_random(&seed, -3, 3);
        qdd[i] = chain_random(&seed, -5, 5);
      }
      for (int m = 0; m < ULNA_INVERSE_METHOD_COUNT; m++)
        assert_int_equal(ulna_inverse_dynamics_by(model, work, (ulna_inverse_method)m, q, qd, qdd, tau[m]),
                         ULNA_OK);
      ulna_inverse_dynamics(model, work, q, qd, qdd, tau[ULNA_INVERSE_METHOD_COUNT]);
      for (int a = 0; a < WAYS; a++)
        for (int b = 0; b < a; b++) {
          // 1e-11: the bound; up to seven links leave some 1e-15
          const double off = arm_difference(tau[a], tau[b], n, 1e-3);
          if (!(off <= 1e-11))
            fail_msg("%s, seed %d: methods %d and %d differ by %g", key, (int)first, a, b, off);
        }
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

static void puma_560_gravity_is_the_published_one(void **state)
{
  (void)state;
  const double pi = 3.14159265358979323846, q[6] = {0, pi / 4, pi, 0, pi / 4, 0};
  const double published[6] = {0, 31.6399, 6.0351, 0, 0.0283, 0};
  ulna_model *model = load("puma560");
  ulna_work *work = chain_work(model);
  double G[6];
  for (int m = -1; m < ULNA_INVERSE_METHOD_COUNT; m++) {
    if (m < 0) ulna_gravity_torques(model, work, q, G);
    else assert_int_equal(ulna_gravity_torques_by(model, work, (ulna_inverse_method)m, q, G), ULNA_OK);
    for (int i = 0; i < 6; i++) assert_true(fabs(G[i] - published[i]) <= 0.5e-4);  // four decimals
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(torques_agree_on_every_built_in_robot),
      cmocka_unit_test(puma_560_gravity_is_the_published_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
