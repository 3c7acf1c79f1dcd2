/* Forward dynamics with drives is the inverse of inverse dynamics with drives, on either side of every length where the way changes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "drive/drive_internal.h"
#include "support/chain.h"
#include "ulna/read.h"
#include "ulna/ulna.h"

enum { MOST = 34, TEXT = 400 * MOST };

typedef enum { UNDRIVEN, ON_BASE, CARRIED, COUPLED, LAYOUTS } layout_of_drives;

/* n joints, each twisted against the one before; drives on the base, or each on the link before its joint; coupled: each moves with the
 * next joint too. */
static ulna_model *long_arm(int n, layout_of_drives drives)
{
  static char text[TEXT];
  size_t used =
      (size_t)snprintf(text, TEXT, "ulna: 1\nname: long\ngravity: [0, 0, -9.81]\nconvention: dh\njoints:\n");
  for (int i = 1; i <= n; i++)
    used += (size_t)snprintf(
        text + used, TEXT - used,
        "  - {name: j%d, type: %s, theta: 0.3, d: 0.1, a: 0.2, alpha: %s, link: {name: l%d, mass: 2,\n"
        "     com: [-0.1, 0.02, 0.01], inertia: {about: com, xx: 0.02, yy: 0.03, zz: 0.025}}}\n",
        i, i % 5 == 3 ? "prismatic" : "revolute", i % 2 ? "1.2" : "-1.1", i);
  if (drives != UNDRIVEN) used += (size_t)snprintf(text + used, TEXT - used, "drives:\n");
  for (int i = 1; i <= n && drives != UNDRIVEN; i++) {
    char next[24] = "", on[16] = "base";
    if (drives == COUPLED && i < n) snprintf(next, sizeof next, ", j%d: 7", i + 1);
    if (drives != ON_BASE && i > 1) snprintf(on, sizeof on, "l%d", i - 1);
    used += (size_t)snprintf(text + used, TEXT - used,
                             "  - {name: m%d, couples: {j%d: 40%s}, mounted_on: %s, axis: [0, 0.6, 0.8],\n"
                             "     rotor: {inertia: 3.0e-4}, friction: {viscous: 1.0e-3, coulomb: 0.1}}\n",
                             i, i, next, on);
  }
  ulna_model *model = NULL;
  assert_true(used < TEXT);
  assert_int_equal(ulna_model_read_text(text, used, "long.yaml", NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

/* Largest difference of accelerations, relative to the largest of them. */
static double there_and_back(const ulna_model *model, ulna_work *work, uint64_t *random)
{
  const int n = ulna_model_joint_count(model);
  double q[MOST], qd[MOST], qdd[MOST], F_ad[MOST], found[MOST], worst = 0, largest = 0;
  for (int i = 0; i < n; i++) {
    q[i] = chain_random(random, -1, 1), qd[i] = chain_random(random, -1, 1);
    qdd[i] = chain_random(random, -2, 2);
  }
  const ulna_drive_forces forces = {.F_ad = F_ad};
  assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &forces), ULNA_OK);
  assert_int_equal(ulna_drive_forward_dynamics(model, work, q, qd, F_ad, found), ULNA_OK);
  for (int i = 0; i < n; i++) {
    worst = worse_of(worst, fabs(found[i] - qdd[i]));
    largest = worse_of(largest, fabs(qdd[i]));
  }
  return worst / largest;
}

static void accelerations_come_back_at_every_length(void **state)
{
  (void)state;
  const int lengths[] = {2, 7, 9, 10, 15, 16, 17, 32, 33, MOST};
  const ulna_rotors kinds[] = {ULNA_ROTORS_EXACT, ULNA_ROTORS_NONE, ULNA_ROTORS_SIMPLIFIED};
  uint64_t random = 3;
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
    for (int drives = 0; drives < LAYOUTS; drives++) {
      ulna_model *model = long_arm(lengths[l], (layout_of_drives)drives);
      ulna_work *work = chain_work(model);
      for (int k = 0; k < 3; k++) {
        ulna_work_set_rotors(work, kinds[k]);
        for (int c = 0; c < 3; c++) {
          const double difference = there_and_back(model, work, &random);
          // what conditions of the mass matrix up to 1e7 leave of 1e-16
          if (!(difference < 1e-9))
            fail_msg("%d joints, drives %d, rotors %d: %g", lengths[l], drives, k, difference);
        }
      }
      ulna_work_destroy(work);
      ulna_model_destroy(model);
    }
}

/* Largest difference between the quick way's accelerations and the general one's at a state in which some drives are stuck, relative to
 * the largest acceleration; −1 where the quick way leaves the state to the general one. */
static double quick_and_general(const ulna_model *model, ulna_work *work, uint64_t *random)
{
  const int n = ulna_model_joint_count(model);
  double q[MOST], qd[MOST], tau[MOST], quick[MOST], general[MOST], friction[2 * MOST], worst = 0, largest = 0;
  int mode[2 * MOST];
  for (int i = 0; i < n; i++) {
    q[i] = chain_random(random, -1, 1), tau[i] = chain_random(random, -20, 20);
    qd[i] = chain_random(random, 0, 1) < 0.3 ? 0 : chain_random(random, -1, 1);
  }
  ulna_status status;
  assert_int_equal(ulna_stick_modes(model, work, q, qd, mode), ULNA_OK);
  const constraint_state at = {.mode = mode, .friction = friction};
  if (!ulna_quick_accelerations(model, work, q, qd, tau, false, &at, quick, &status)) return -1;
  assert_int_equal(status, ULNA_OK);
  assert_int_equal(ulna_general_accelerations(model, work, q, qd, tau, false, &at, general), ULNA_OK);
  for (int i = 0; i < n; i++) {
    worst = worse_of(worst, fabs(quick[i] - general[i]));
    largest = worse_of(largest, fabs(general[i]));
  }
  return worst / largest;
}

static void stuck_drives_need_no_other_way_on_long_arms(void **state)
{
  (void)state;
  const int lengths[] = {15, 16, 20};
  const ulna_rotors kinds[] = {ULNA_ROTORS_EXACT, ULNA_ROTORS_NONE};
  uint64_t random = 5;
  for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
    for (int drives = UNDRIVEN; drives <= CARRIED;
         drives++) {  // coupled drives that stick are for the general way
      ulna_model *model = long_arm(lengths[l], (layout_of_drives)drives);
      ulna_work *work = chain_work(model);
      for (int k = 0; k < 2; k++) {
        ulna_work_set_rotors(work, kinds[k]);
        for (int c = 0; c < 5; c++) {
          const double difference = quick_and_general(model, work, &random);
          // as above
          if (!(difference >= 0 && difference < 1e-9))
            fail_msg("%d joints, drives %d, rotors %d: %g", lengths[l], drives, k, difference);
        }
      }
      ulna_work_destroy(work);
      ulna_model_destroy(model);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(accelerations_come_back_at_every_length),
                                     cmocka_unit_test(stuck_drives_need_no_other_way_on_long_arms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
