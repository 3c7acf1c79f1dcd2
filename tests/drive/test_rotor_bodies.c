/* Rotors: their weight out of balance, what the simplified form keeps of their inertia, and several joints to one rotor. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ulna/ulna.h"

static const double m = 0.7, r = 0.05, Izz = 0.002, ratio = 12;

/* Two turning joints about level axes; a rotor out of balance on link `carrier` (0: the base) turns with joint 2. */
static ulna_model *arm(const char *carrier, ulna_counted counted)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  for (int i = 0; i < 2; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = i ? "b" : "a", j.link.name = i ? "second" : "first", j.axis[1] = 1, j.axis[2] = 0;
    if (i) j.origin.p[0] = 0.4;
    j.link.body =
        (ulna_body){.mass = 2, .com = {0.2, 0.01, 0.03}, .inertia = {0.1, 0.1, 0.1}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  const ulna_couple couple = {"b", ratio};
  const double at[3] = {0.1, 0.02, -0.03}, turned[3] = {1.2, 0.3, 0.1};
  ulna_drive d = ulna_drive_default();
  d.name = "motor", d.mounted_on = carrier, d.pose = ulna_pose_from_rpy(at, turned);
  d.couple_count = 1, d.couples = &couple, d.counted_in_link = counted;
  d.rotor =
      (ulna_body){.mass = m, .com = {r, 0, 0.01}, .inertia = {0.003, 0.003, Izz}, .about = ULNA_ABOUT_COM};
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

/* What holds the arm at rest is the slope of its potential energy, whether the rotor's weight is its own or its link's. */
static void weight_is_the_slope_of_the_potential_energy(void **state)
{
  (void)state;
  static const ulna_counted counted[] = {ULNA_COUNTED_NO, ULNA_COUNTED_YES};
  double held[2][2];
  for (int k = 0; k < 2; k++) {
    ulna_model *model = arm("first", counted[k]);
    ulna_work *work = NULL;
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
    const double rest[2] = {0}, h = 1e-5;
    assert_int_equal(ulna_drive_bias(model, work, (const double[]){0.3, -0.8}, rest, held[k]), ULNA_OK);
    for (int i = 0; i < 2; i++) {
      double q[2] = {0.3, -0.8}, T, V[2];
      for (int way = 0; way < 2; way++) {
        q[i] += way ? -2 * h : h;
        assert_int_equal(ulna_drive_energy(model, work, q, rest, &T, &V[way]), ULNA_OK);
      }
      // a difference of values of some 10 J over 2e-5: rounding 1e-9, curvature 1e-9
      assert_true(fabs((V[0] - V[1]) / (2 * h) - held[k][i]) < 1e-7);
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  // and the two do differ: by m g r at the motor, 12 times that at joint 2
  assert_true(fabs(held[0][1] - held[1][1]) > 0.1);
}

/* On the base nothing of the rotor is left but its spin: (Izz + m r²) ratio², of which the simplified form keeps all. */
static void the_simplified_form_keeps_the_offset_of_the_mass(void **state)
{
  (void)state;
  ulna_model *model = arm("base", ULNA_COUNTED_NO);
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double q[2] = {0.3, -0.8}, spin = (Izz + m * r * r) * ratio * ratio;
  double with[4], without[4];
  for (int k = 0; k < 2; k++) {
    ulna_work_set_rotors(work, k ? ULNA_ROTORS_SIMPLIFIED : ULNA_ROTORS_EXACT);
    assert_int_equal(ulna_drive_mass_matrix(model, work, q, with), ULNA_OK);
    ulna_work_set_rotors(work, ULNA_ROTORS_NONE);
    assert_int_equal(ulna_drive_mass_matrix(model, work, q, without), ULNA_OK);
    for (int i = 0; i < 4; i++) assert_true(fabs(with[i] - without[i] - (i == 3) * spin) < 1e-13);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* Four joints; rotors on the base: the first turns with joints 1 and 3, the third with 3 and 4, so rows differ in reach. */
static ulna_model *coupled_arm(void)
{
  static const char *const joints[] = {"a", "b", "c", "d"}, *const links[] = {"A", "B", "C", "D"};
  static const char *const motors[] = {"first", "second", "third", "fourth"};
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  for (int i = 0; i < 4; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = joints[i], j.link.name = links[i], j.axis[i % 3] = 1, j.axis[2] = i % 3 == 2;
    j.origin.p[0] = 0.3;
    j.link.body =
        (ulna_body){.mass = 2, .com = {0.2, 0.01, 0.03}, .inertia = {0.1, 0.1, 0.1}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  const ulna_couple couples[4][2] = {{{"a", 12}, {"c", -7}}, {{"b", 15}}, {{"c", 20}, {"d", 5}}, {{"d", 9}}};
  for (int i = 0; i < 4; i++) {
    ulna_drive d = ulna_drive_default();
    d.name = motors[i], d.mounted_on = "base", d.counted_in_link = ULNA_COUNTED_YES;
    d.couple_count = couples[i][1].joint ? 2 : 1, d.couples = couples[i];
    d.rotor = (ulna_body){.mass = m, .inertia = {0.003, 0.003, Izz}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  }
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

/* Column j of M is F(q, 0, e_j) − F(q, 0, 0), and q̇ᵀ M q̇ / 2 is the kinetic energy, which knows nothing of spans. */
static void coupled_rotors_on_the_base_are_felt_by_every_joint_they_turn_with(void **state)
{
  (void)state;
  ulna_model *model = coupled_arm();
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double q[4] = {0.3, -0.8, 0.5, 1.1}, rest[4] = {0}, qd[4] = {0.7, -0.4, 1.3, 0.9};
  double M[16], still[4], pushed[4], T, V, twice = 0;
  ulna_drive_forces at_rest = {.F = still}, moved = {.F = pushed};
  assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
  assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, rest, rest, &at_rest), ULNA_OK);
  for (int j = 0; j < 4; j++) {
    double e[4] = {0};
    e[j] = 1;
    assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, rest, e, &moved), ULNA_OK);
    for (int i = 0; i < 4; i++) assert_true(fabs(pushed[i] - still[i] - M[i * 4 + j]) < 1e-12);
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) twice += qd[i] * M[i * 4 + j] * qd[j];
  assert_int_equal(ulna_drive_energy(model, work, q, qd, &T, &V), ULNA_OK);
  assert_true(fabs(T - twice / 2) < 1e-12);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weight_is_the_slope_of_the_potential_energy),
      cmocka_unit_test(the_simplified_form_keeps_the_offset_of_the_mass),
      cmocka_unit_test(coupled_rotors_on_the_base_are_felt_by_every_joint_they_turn_with),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
