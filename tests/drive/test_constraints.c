/* Holding and giving way in a case with a known answer: two slides, one on the other, along one line. With masses
 * m1, m2 and forces f the arm is [[m1 + m2, m2], [m2, m2]] qdd = f − friction. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/ulna.h"

typedef struct {
  double mass[2], still[2], sliding[2]; /* of the slides: mass, static and kinetic friction */
  double ratio[2];                      /* of a gear to each; 0: none, and the friction is the joint's own */
} slides;

static void add_drive(ulna_builder *b, const slides *x, int i)
{
  const ulna_couple couple = {i ? "second" : "first", x->ratio[i]};
  ulna_drive d = ulna_drive_default();
  d.name = i ? "motor 2" : "motor 1", d.mounted_on = "base", d.spin_only = true;
  d.couple_count = 1, d.couples = &couple, d.counted_in_link = ULNA_COUNTED_YES;
  for (int k = 0; k < 2; k++) {
    d.friction.static_[k] = x->still[i] / x->ratio[i], d.friction.coulomb[k] = x->sliding[i] / x->ratio[i];
  }
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
}

static ulna_model *slides_model(const slides *x)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  const double weightless[3] = {0, 0, 0};
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  ulna_builder_set_gravity(b, weightless);
  for (int i = 0; i < 2; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = i ? "second" : "first", j.link.name = i ? "upper" : "lower";
    j.type = ULNA_PRISMATIC, j.axis[0] = 1, j.axis[1] = 0, j.axis[2] = 0;
    j.link.body.mass = x->mass[i], j.link.body.about = ULNA_ABOUT_COM;
    for (int k = 0; k < 2 && x->ratio[i] == 0; k++)
      j.friction.static_[k] = x->still[i], j.friction.coulomb[k] = x->sliding[i];
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  for (int i = 0; i < 2; i++)
    if (x->ratio[i] != 0) add_drive(b, x, i);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

/* Accelerations from rest under forces f at the slides, all stuck before. */
static void push(const slides *x, const double f[2], int mode[4], double qdd[2], double friction[4])
{
  ulna_model *model = slides_model(x);
  ulna_work *work = NULL;
  const double rest[2] = {0};
  double F[2];
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  for (int i = 0; i < 2; i++) F[i] = x->ratio[i] != 0 ? f[i] / x->ratio[i] : f[i];
  memset(mode, 0, 4 * sizeof *mode);
  assert_int_equal(ulna_stick_accelerations(model, work, rest, rest, F, mode, qdd, friction), ULNA_OK);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* Whatever the ratio of the masses and of the gears: the first is pulled along, the second holds; the second runs on the
 * first, which holds; both hold. */
static void a_stuck_joint_gives_way_at_any_ratio_of_inertia(void **state)
{
  (void)state;
  for (int power = -12; power <= 12; power++)
    for (int geared = 0; geared < 3; geared++) {
      const double m1 = pow(10, power), m2 = 1;
      slides x = {.mass = {m1, m2}, .still = {m1 + m2, 3 * m2}, .sliding = {m1 + m2, 3 * m2}};
      if (geared) x.ratio[0] = geared == 1 ? 1e-3 : 160, x.ratio[1] = geared == 1 ? 1e3 : 1;
      int mode[4];
      double qdd[2], friction[4];
      const double pulled[2] = {3 * (m1 + m2), 0}, held[2] = {0.5 * (m1 + m2), -2 * m2}, run[2] = {0, 5 * m2};
      push(&x, pulled, mode, qdd, friction);
      assert_true(mode[0] == 1 && mode[1] == 0);
      assert_true(fabs(qdd[0] - 2) < 1e-12 && qdd[1] == 0);
      push(&x, held, mode, qdd, friction);
      assert_true(mode[0] == 0 && mode[1] == 0 && qdd[0] == 0 && qdd[1] == 0);
      push(&x, run, mode, qdd, friction);
      // the first must hold −m2·2: it can where m1 is not small
      if (m1 + m2 < 2 * m2) continue;
      assert_true(mode[0] == 0 && mode[1] == 1);
      assert_true(qdd[0] == 0 && fabs(qdd[1] - 2) < 1e-12);
    }
}

/* [[2, 1], [1, 1]]: f = (5, 4.5). The first has most too much to hold (1.1 over 3.9) and breaks loose; that pulls the second,
 * 3.5 over 3.45. Were both to slide, by 3 and 1.5, the first would go backwards (−1, 4): the second alone slides, and
 * pulls the first so that 2 is left to hold. */
static void a_joint_that_broke_loose_may_hold_again(void **state)
{
  (void)state;
  const slides x = {.mass = {1, 1}, .still = {3.9, 3.45}, .sliding = {3, 1.5}};
  const double f[2] = {5, 4.5};
  int mode[4];
  double qdd[2], friction[4];
  push(&x, f, mode, qdd, friction);
  assert_true(mode[0] == 0 && mode[1] == 1);
  assert_true(qdd[0] == 0 && fabs(qdd[1] - 3) < 1e-14);
  assert_true(fabs(friction[0] - 2) < 1e-14 && fabs(friction[1] - 1.5) < 1e-14);
}

/* Both have too much to hold, the first more so: it slides, and takes so much off the second that this holds. Had the second
 * been released first it would slide too. */
static void the_worst_held_gives_way_first(void **state)
{
  (void)state;
  const slides x = {.mass = {1, 1}, .still = {2, 3}, .sliding = {1, 1}};
  const double f[2] = {5, 3.5};
  int mode[4];
  double qdd[2], friction[4];
  push(&x, f, mode, qdd, friction);
  assert_true(mode[0] == 1 && mode[1] == 0);
  assert_true(fabs(qdd[0] - 2) < 1e-14 && qdd[1] == 0);
  assert_true(fabs(friction[1] - 1.5) < 1e-14);
}

/* A pendulum that hangs: its joint carries m g, whatever turns it. It holds up to mu_s m g and slides with mu_d m g. */
static void friction_by_load_holds_and_slides(void **state)
{
  (void)state;
  const double m = 2, g = 9.81, length = 0.5, I = 0.1 + m * length * length, hold = 0.3 * m * g,
               slide = 0.2 * m * g;
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  ulna_joint j = ulna_joint_default();
  j.name = "pivot", j.link.name = "bob";
  j.axis[0] = 0, j.axis[1] = 1, j.axis[2] = 0;
  j.link.body =
      (ulna_body){.mass = m, .com = {0, 0, -length}, .inertia = {0.1, 0.1, 0.1}, .about = ULNA_ABOUT_COM};
  j.friction.load_static = 0.3, j.friction.load_dynamic = 0.2;
  assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  for (int k = 0; k < 4; k++) {
    const double sign = k % 2 ? -1 : 1, push = sign * hold * (k < 2 ? 1 - 1e-9 : 1 + 1e-9), rest = 0;
    int mode[2] = {0};
    double qdd, friction[2];
    assert_int_equal(ulna_stick_accelerations(model, work, &rest, &rest, &push, mode, &qdd, friction),
                     ULNA_OK);
    if (k < 2) assert_true(mode[0] == 0 && qdd == 0 && fabs(friction[0] - push) < 1e-12);
    else assert_true(mode[0] == sign && fabs(qdd - (push - sign * slide) / I) < 1e-9);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  ulna_builder_destroy(b);
}

/* A motor that moves with joint 1 and, by a screw, with joint 2: q_a = 3 q1 + √(2 + cos q2). Stuck while both joints move, it
 * ties them by 3 qdd1 + f' qdd2 + f'' qd2² = 0. */
static void a_held_screw_bends_the_path(void **state)
{
  (void)state;
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  for (int i = 0; i < 2; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = i ? "b" : "a", j.link.name = i ? "second" : "first";
    j.link.body =
        (ulna_body){.mass = 1, .com = {0.3, 0, 0}, .inertia = {0.1, 0.1, 0.1}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  const ulna_couple couple = {"a", 3}, phase = {"b", 1}, second = {"b", 5};
  const ulna_screw screw = {.gain = 1, .s = 2, .mu = 1, .phase_count = 1, .phase = &phase};
  ulna_drive d = ulna_drive_default();
  d.name = "motor 1", d.mounted_on = "base", d.spin_only = true, d.counted_in_link = ULNA_COUNTED_YES;
  d.couple_count = 1, d.couples = &couple, d.screw_count = 1, d.screws = &screw;
  d.friction.coulomb[0] = d.friction.coulomb[1] = 100;
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  d.name = "motor 2", d.couples = &second, d.screw_count = 0, d.friction = ulna_friction_none();
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);

  const double q[2] = {0.2, 0.9}, F[2] = {0.4, -0.3};
  double K[4], H[8], qd[2] = {0, 2}, qdd[2], friction[4];
  ulna_coupling(model, q, NULL, K, H);
  qd[0] = -K[1] * qd[1] / K[0];
  int mode[4] = {0};
  assert_int_equal(ulna_stick_modes(model, work, q, qd, mode), ULNA_OK);
  mode[0] = 0;  // but for rounding
  assert_int_equal(ulna_stick_accelerations(model, work, q, qd, F, mode, qdd, friction), ULNA_OK);
  assert_int_equal(mode[0], 0);
  const double bend = H[3] * qd[1] * qd[1];
  assert_true(fabs(bend) > 0.5);
  assert_true(fabs(K[0] * qdd[0] + K[1] * qdd[1] + bend) < 1e-12);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  ulna_builder_destroy(b);
}

/* Where a screw's ratio is zero its stiction, however large, cannot hold the arm against gravity. */
static void nothing_is_held_at_a_dead_point(void **state)
{
  (void)state;
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  ulna_joint j = ulna_joint_default();
  j.name = "a", j.link.name = "arm", j.axis[1] = 1, j.axis[2] = 0;
  j.link.body =
      (ulna_body){.mass = 1, .com = {0.3, 0, 0}, .inertia = {0.1, 0.1, 0.1}, .about = ULNA_ABOUT_COM};
  assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  const ulna_couple phase = {"a", 1};
  const ulna_screw screw = {
      .gain = 1000, .s = 2, .mu = 1, .phase_count = 1, .phase = &phase};  // dead at 0 and π
  ulna_drive d = ulna_drive_default();
  d.name = "motor", d.mounted_on = "base", d.spin_only = true, d.counted_in_link = ULNA_COUNTED_YES;
  d.screw_count = 1, d.screws = &screw;
  d.friction.coulomb[0] = d.friction.coulomb[1] = 1;
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double fall = 9.81 * 0.3 / (0.1 + 0.09), rest = 0, none = 0;
  const double at[] = {0, 1e-12, 1e-6, 0.1};
  for (int k = 0; k < 4; k++) {
    int mode[2] = {0};
    double qdd, friction[2];
    assert_int_equal(ulna_stick_accelerations(model, work, &at[k], &rest, &none, mode, &qdd, friction),
                     ULNA_OK);
    // 1000·0.29·q at small q: 1 N m at the motor holds 2.9 N m at the joint from q = 0.01 on
    if (k < 3) assert_true(fabs(fabs(qdd) / fall - 1) < 1e-3);
    else assert_true(qdd == 0 && mode[0] == 0);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  ulna_builder_destroy(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stuck_joint_gives_way_at_any_ratio_of_inertia),
      cmocka_unit_test(a_joint_that_broke_loose_may_hold_again),
      cmocka_unit_test(the_worst_held_gives_way_first),
      cmocka_unit_test(friction_by_load_holds_and_slides),
      cmocka_unit_test(a_held_screw_bends_the_path),
      cmocka_unit_test(nothing_is_held_at_a_dead_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
