/* Figures drawn from driven arms: inertias over the workspace, energy in the rotors, what simplifying drops, motors. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"
#include "ulna/ulna.h"

enum { MAX = 8 };

typedef struct {
  ulna_model *model;
  ulna_work *work;
  int n;
} arm;

static arm open_arm(const char *key)
{
  arm x = {NULL, NULL, 0};
  const bool file = strstr(key, ".yaml") != NULL;
  char path[400];
  snprintf(path, sizeof path, ULNA_TEST_DATA "/drive/%s", key);
  assert_int_equal(file ? ulna_model_read(path, NULL, NULL, NULL, &x.model)
                        : ulna_robot_load(key, NULL, NULL, NULL, &x.model),
                   ULNA_OK);
  assert_int_equal(ulna_work_create(x.model, ULNA_PARTS_ALL, NULL, &x.work), ULNA_OK);
  x.n = ulna_model_joint_count(x.model);
  return x;
}

static void close_arm(arm *x)
{
  ulna_work_destroy(x->work);
  ulna_model_destroy(x->model);
}

static bool near_to(double a, double b, double relative) { return fabs(a - b) <= relative * fabs(b); }

typedef struct {
  ulna_inertia_range range[MAX];
  double q[2][MAX][MAX];
} ranges;

static ulna_inertia_range *prepared(ranges *r)
{
  for (int a = 0; a < MAX; a++)
    r->range[a] = (ulna_inertia_range){(double)NAN, (double)NAN, r->q[0][a], r->q[1][a]};
  return r->range;
}

/* tests/drive/two_motors.yaml by hand. With motor 2 held both joints move alike, 0.01 rad per rad of motor 1, and the
 * arm's inertia is extreme stretched (fore arm's centre 1 + 0.4 s away, turning twice as fast) and folded:
 *   T = ½ [0.25 + 0.75 + 0.11·4 + 2 ((1 ± 0.8)²) + rotor 1: 1.0 + motor 2 at rest relative to its carrier: 0] qd²  */
static void range_of_a_two_link_arm_is_the_one_found_by_hand(void **state)
{
  (void)state;
  arm x = open_arm("two_motors.yaml");
  ranges held, free_;
  const ulna_inertia_range_options options = ulna_inertia_range_options_default();
  assert_int_equal(ulna_actuator_inertia_range(x.model, x.work, &options, prepared(&held), prepared(&free_)),
                   ULNA_OK);
  // steps of a millionth of a turn leave 1e-12 of a smooth extreme
  assert_true(near_to(held.range[0].maximum, 1e-4 * (1 + 0.44 + 2 * 1.8 * 1.8 + 1), 1e-10));
  assert_true(near_to(held.range[0].minimum, 1e-4 * (1 + 0.44 + 2 * 0.2 * 0.2 + 1), 1e-10));
  assert_true(fabs(held.q[1][0][1]) < 1e-5 && fabs(fabs(held.q[0][0][1]) - M_PI) < 1e-5);
  // motor 2 with motor 1 held turns the fore arm alone: 0.11 + 2·0.4² + 0.5 at ratio 50, at every posture
  assert_true(near_to(held.range[1].minimum, (0.43 + 0.5) / 2500, 1e-12));
  assert_true(near_to(held.range[1].maximum, (0.43 + 0.5) / 2500, 1e-12));
  // the shoulder matters to none of them: left at the middle of its limits
  for (int a = 0; a < 2; a++) assert_true(held.q[0][a][0] == 0 && free_.q[1][a][0] == 0);
  close_arm(&x);
}

static double draw_within(const ulna_model *m, int i, uint64_t *seed)
{
  const ulna_joint *j = ulna_model_joint(m, i + 1);
  const double half = j->type == ULNA_REVOLUTE ? M_PI : 1;
  const bool limited = isfinite(j->limits.lower) && isfinite(j->limits.upper);
  return chain_random(seed, limited ? j->limits.lower : -half, limited ? j->limits.upper : half);
}

static void no_posture_drawn_lies_outside_the_range(void **state)
{
  (void)state;
  static const char *const robots[] = {"puma560", "irb6",     "manutec_r3",
                                       "scara",   "stanford", "two_motors.yaml"};
  uint64_t seed = 20240501;
  for (size_t k = 0; k < sizeof robots / sizeof *robots; k++) {
    arm x = open_arm(robots[k]);
    ranges r[2];
    const ulna_inertia_range_options options = ulna_inertia_range_options_default();
    assert_int_equal(ulna_actuator_inertia_range(x.model, x.work, &options, prepared(&r[0]), prepared(&r[1])),
                     ULNA_OK);
    for (int trial = 0; trial < 2000; trial++) {
      double q[MAX], felt[2][MAX];
      for (int i = 0; i < x.n; i++) q[i] = draw_within(x.model, i, &seed);
      assert_int_equal(ulna_actuator_inertias(x.model, x.work, q, felt[0], felt[1]), ULNA_OK);
      // 2e-3: the best local extreme of eight, which on the Manutec differ by a thousandth
      for (int a = 0; a < x.n; a++)
        for (int f = 0; f < 2; f++)
          if (felt[f][a] < r[f].range[a].minimum * (1 - 2e-3) ||
              felt[f][a] > r[f].range[a].maximum * (1 + 2e-3))
            fail_msg("%s, trial %d of seed 20240501, actuator %d, %s: %.17g outside %.17g…%.17g", robots[k],
                     trial, a + 1, f ? "free" : "held", felt[f][a], r[f].range[a].minimum,
                     r[f].range[a].maximum);
    }
    close_arm(&x);
  }
}

/* The postures are inside the limits, have the inertias said, and come out the same again. */
static void range_is_taken_where_it_says_and_repeats_itself(void **state)
{
  (void)state;
  arm x = open_arm("puma560");
  ranges first, again, other;
  ulna_inertia_range_options options = ulna_inertia_range_options_default();
  assert_int_equal(ulna_actuator_inertia_range(x.model, x.work, &options, NULL, prepared(&first)), ULNA_OK);
  assert_int_equal(ulna_actuator_inertia_range(x.model, x.work, &options, NULL, prepared(&again)), ULNA_OK);
  options.seed = 77;
  assert_int_equal(ulna_actuator_inertia_range(x.model, x.work, &options, NULL, prepared(&other)), ULNA_OK);
  for (int a = 0; a < x.n; a++) {
    assert_true(first.range[a].minimum == again.range[a].minimum &&
                first.range[a].maximum == again.range[a].maximum);
    for (int k = 0; k < 2; k++) {
      const double said = k ? first.range[a].maximum : first.range[a].minimum;
      double loose[MAX];
      assert_memory_equal(first.q[k][a], again.q[k][a], (size_t)x.n * sizeof(double));
      assert_int_equal(ulna_actuator_inertias(x.model, x.work, first.q[k][a], NULL, loose), ULNA_OK);
      assert_true(loose[a] == said);
      assert_true(near_to(k ? other.range[a].maximum : other.range[a].minimum, said,
                          1e-7));  // other starts, the same extreme
      for (int i = 0; i < x.n; i++) {
        const ulna_limits *l = &ulna_model_joint(x.model, i + 1)->limits;
        assert_true(first.q[k][a][i] >= l->lower && first.q[k][a][i] <= l->upper);
      }
    }
  }
  close_arm(&x);
}

/* The screw of the IRb-6's upper arm can come to its dead point, where the motor stands still and the arm moves; that of the
 * lower arm cannot within the joint's limits. */
static void a_gear_with_a_dead_point_has_no_largest_inertia(void **state)
{
  (void)state;
  arm x = open_arm("irb6");
  ranges r;
  const ulna_inertia_range_options options = ulna_inertia_range_options_default();
  assert_int_equal(ulna_actuator_inertia_range(x.model, x.work, &options, prepared(&r), NULL), ULNA_OK);
  double K[MAX * MAX];
  for (int a = 0; a < x.n; a++) {
    const bool screw = a == 2;
    assert_true(r.range[a].minimum > 0);
    assert_int_equal(isinf(r.range[a].maximum) != 0, screw);
    if (!screw) continue;
    ulna_coupling(x.model, r.q[1][a], NULL, K, NULL);
    assert_true(fabs(K[a * x.n + a]) < 0.1);  // 50 to 200 elsewhere
  }
  close_arm(&x);
}

static void where_no_posture_has_an_inertia_nothing_is_written(void **state)
{
  (void)state;
  arm x = open_arm("planar2r");
  ranges r;
  memset(&r, 0x55, sizeof r);
  ulna_inertia_range *held = r.range;
  for (int a = 0; a < MAX; a++) held[a].q_minimum = r.q[0][a], held[a].q_maximum = r.q[1][a];
  const ranges before = r;
  ulna_inertia_range_options options = ulna_inertia_range_options_default();
  options.turn = (double)NAN;
  assert_int_equal(ulna_actuator_inertia_range(x.model, x.work, &options, held, NULL), ULNA_SINGULAR);
  assert_memory_equal(&before, &r, sizeof r);
  close_arm(&x);
}

/* F·qd = F_a·qd_a with F = Kᵀ F_a [Szkodny, eq. 19 put right], and back. */
static void actuators_and_joints_exchange_the_same_power(void **state)
{
  (void)state;
  arm x = open_arm("irb6");
  const double q[5] = {0.1, 0.2, -0.1, 0.3, 0.2}, qd[5] = {1, 1, -1, 2, 1}, F_a[5] = {0.3, -1, 2, 0.4, 0.1};
  double K[25], F[5], back[5], at_joints = 0, at_actuators = 0;
  ulna_coupling(x.model, q, NULL, K, NULL);
  assert_int_equal(ulna_actuator_to_joint_forces(x.model, x.work, q, F_a, F), ULNA_OK);
  assert_int_equal(ulna_joint_to_actuator_forces(x.model, x.work, q, F, back), ULNA_OK);
  for (int a = 0; a < 5; a++) {
    at_joints += F[a] * qd[a];
    for (int i = 0; i < 5; i++) at_actuators += F_a[a] * K[a * 5 + i] * qd[i];
    assert_true(near_to(back[a], F_a[a], 1e-13));
  }
  assert_true(near_to(at_joints, at_actuators, 1e-13));
  close_arm(&x);
}

static void rotors_reflect_their_inertia_by_the_ratio_squared(void **state)
{
  (void)state;
  arm x = open_arm("two_motors.yaml");
  const double q[2] = {0.3, -0.4};
  double reflected[2];
  assert_int_equal(ulna_reflected_inertia(x.model, x.work, q, reflected), ULNA_OK);
  assert_true(near_to(reflected[0], 1e-4 * 1e4 + 2e-4 * 2500, 1e-14));
  assert_true(near_to(reflected[1], 2e-4 * 2500, 1e-14));
  close_arm(&x);
}

/* Ia (xd²/2 + xd w·z) for each rotor: motor 2 rides on the upper arm, whose w·z is qd1. */
static void energy_in_the_rotors_is_their_spin_and_what_it_shares(void **state)
{
  (void)state;
  arm x = open_arm("two_motors.yaml");
  const double q[2] = {0.3, -0.4}, qd[2] = {1.5, -0.7}, x1 = 100 * qd[0], x2 = 50 * qd[0] - 50 * qd[1];
  double rotors, all, kinetic, potential, shares[2];
  assert_int_equal(ulna_rotor_energy(x.model, x.work, q, qd, &rotors, &all), ULNA_OK);
  assert_int_equal(ulna_drive_energy(x.model, x.work, q, qd, &kinetic, &potential), ULNA_OK);
  assert_true(near_to(all, kinetic, 1e-14));
  // 1e-12: what is left of two energies of about its own size
  assert_true(near_to(rotors, 1e-4 * x1 * x1 / 2 + 2e-4 * (x2 * x2 / 2 + x2 * qd[0]), 1e-12));
  assert_int_equal(ulna_rotor_energy_shares(x.model, x.work, q, shares), ULNA_OK);
  for (int i = 0; i < 2; i++) {
    const double alone[2] = {i == 0, i == 1};
    assert_int_equal(ulna_rotor_energy(x.model, x.work, q, alone, &rotors, &all), ULNA_OK);
    assert_true(near_to(shares[i], rotors / all, 1e-12));
  }
  close_arm(&x);
}

static void simplifying_drops_nothing_of_rotors_on_the_base(void **state)
{
  (void)state;
  arm x = open_arm("puma560");
  const double q[6] = {0.1, -0.7, 1.1, 0.2, 0.5, -0.3}, v[6] = {1, -2, 1.5, 3, -1, 2};
  ulna_dropped dropped;
  assert_int_equal(ulna_rotor_simplification(x.model, x.work, q, v, v, &dropped), ULNA_OK);
  // two recursions that round differently
  assert_true(dropped.inertia < 1e-14 && dropped.velocity < 1e-12 && dropped.force < 1e-12);
  close_arm(&x);
}

/* In two_motors the spin of motor 2 shares Ia k with the upper arm: ΔM_1j = Ia k_j, twice on the diagonal. */
static void what_simplifying_drops_is_the_spin_shared_with_the_carrier(void **state)
{
  (void)state;
  arm x = open_arm("two_motors.yaml");
  const double q[2] = {0.3, -0.4}, qd[2] = {1.5, -0.7}, qdd[2] = {2, 3};
  double M[4], F[2], F_simple[2];
  ulna_dropped dropped;
  assert_int_equal(ulna_drive_mass_matrix(x.model, x.work, q, M), ULNA_OK);
  assert_int_equal(ulna_rotor_simplification(x.model, x.work, q, qd, qdd, &dropped), ULNA_OK);
  const double on = 2 * 2e-4 * 50 / M[0], off = 2e-4 * 50 / sqrt(M[0] * M[3]);
  assert_true(near_to(dropped.inertia, fmax(on, off), 1e-12));
  assert_true(dropped.velocity < 1e-12);  // all axes are parallel: no gyroscopic term

  // of the joint forces: as the two forms themselves give them; and the work stays exact
  assert_int_equal(ulna_drive_inverse_dynamics(x.model, x.work, q, qd, qdd, &(ulna_drive_forces){.F = F}),
                   ULNA_OK);
  ulna_work_set_rotors(x.work, ULNA_ROTORS_SIMPLIFIED);
  assert_int_equal(
      ulna_drive_inverse_dynamics(x.model, x.work, q, qd, qdd, &(ulna_drive_forces){.F = F_simple}), ULNA_OK);
  const double s[2] = {1 / sqrt(M[0]), 1 / sqrt(M[3])};
  const double apart = fmax(s[0] * fabs(F[0] - F_simple[0]), s[1] * fabs(F[1] - F_simple[1]));
  const double largest = fmax(fmax(s[0] * fabs(F[0]), s[1] * fabs(F[1])),
                              fmax(s[0] * fabs(F_simple[0]), s[1] * fabs(F_simple[1])));
  assert_true(apart > 0 && near_to(dropped.force, apart / largest, 1e-9));
  assert_int_equal(ulna_rotor_simplification(x.model, x.work, q, qd, qdd, &dropped),
                   ULNA_OK);  // whatever the work is set to
  assert_true(near_to(dropped.inertia, fmax(on, off), 1e-12));
  close_arm(&x);
}

static void turning_carriers_make_the_simplified_form_drop_velocity_terms(void **state)
{
  (void)state;
  arm x = open_arm("irb6");
  const double q[5] = {0.1, 0.2, -0.1, 0.3, 0.2}, qd[5] = {1, 1, -1, 2, 1}, none[5] = {0};
  const double bad[5] = {(double)NAN, 0, 0, 0, 0};
  ulna_dropped dropped;
  assert_int_equal(ulna_rotor_simplification(x.model, x.work, q, qd, none, &dropped), ULNA_OK);
  assert_true(dropped.velocity > 1e-3 && dropped.velocity < 1 && dropped.inertia > 1e-3);
  assert_int_equal(ulna_rotor_simplification(x.model, x.work, q, none, none, &dropped), ULNA_OK);
  assert_true(dropped.velocity == 0);
  assert_int_equal(ulna_rotor_simplification(x.model, x.work, q, bad, none, &dropped), ULNA_OK);
  assert_true(isnan(dropped.velocity) && isnan(dropped.force));
  close_arm(&x);
}

static void motors_keep_to_their_equations_and_limits(void **state)
{
  (void)state;
  const ulna_motor m = {ULNA_MOTOR_DC, 0.2, 0.25, 1.5, 0.01, 10, 40};
  const ulna_motor none = {ULNA_MOTOR_NONE, 0, 0, 0, 0, HUGE_VAL, HUGE_VAL};
  double force, current, rate;
  assert_true(near_to(ulna_motor_current(&m, 1.5), 7.5, 1e-15));
  assert_true(near_to(ulna_motor_force(&m, 7.5), 1.5, 1e-15));
  assert_true(near_to(ulna_motor_voltage(&m, 2, 3, 4), 1.5 * 2 + 0.01 * 3 + 0.25 * 4, 1e-15));
  assert_true(isnan(ulna_motor_current(&none, 1)) && isnan(ulna_motor_force(&none, 1)) &&
              isnan(ulna_motor_voltage(&none, 1, 1, 1)));

  assert_int_equal(ulna_motor_reach(&m, 1, 0, &force, &current), ULNA_MOTOR_WITHIN);
  assert_true(near_to(force, 1, 1e-15) && near_to(current, 5, 1e-15));
  assert_int_equal(ulna_motor_reach(&m, 3, 0, &force, &current), ULNA_MOTOR_CURRENT_LIMITED);
  assert_true(near_to(force, 2, 1e-15) && current == 10);
  assert_int_equal(ulna_motor_reach(&m, -3, 0, &force, NULL), ULNA_MOTOR_CURRENT_LIMITED);
  assert_true(near_to(force, -2, 1e-15));
  // at 100 rad/s the back-EMF is 25 V: 15 V are left for R i
  assert_int_equal(ulna_motor_reach(&m, 3, 100, NULL, &current), ULNA_MOTOR_VOLTAGE_LIMITED);
  assert_true(near_to(current, 10, 1e-15));
  assert_int_equal(ulna_motor_reach(&m, 1.9, 130, NULL, &current), ULNA_MOTOR_VOLTAGE_LIMITED);
  assert_true(near_to(current, (40 - 32.5) / 1.5, 1e-14));
  // braking, the back-EMF helps: the current limit is what holds
  assert_int_equal(ulna_motor_reach(&m, -3, 130, NULL, &current), ULNA_MOTOR_CURRENT_LIMITED);
  assert_true(current == -10);
  assert_int_equal(ulna_motor_reach(&none, 1, 0, &force, &current), ULNA_MOTOR_WITHIN);
  assert_true(isnan(force) && isnan(current));

  assert_int_equal(ulna_motor_under_voltage(&m, 30, 8, 4, &current, &rate), ULNA_MOTOR_WITHIN);
  assert_true(current == 4 && near_to(rate, (30 - 1.5 * 4 - 0.25 * 8) / 0.01, 1e-14));
  assert_int_equal(ulna_motor_under_voltage(&m, 50, 0, 4, &current, &rate), ULNA_MOTOR_VOLTAGE_LIMITED);
  assert_true(near_to(rate, (40 - 6) / 0.01, 1e-14));
  assert_int_equal(ulna_motor_under_voltage(&m, 30, 0, 10, &current, &rate), ULNA_MOTOR_CURRENT_LIMITED);
  assert_true(current == 10 && rate == 0);
  assert_int_equal(ulna_motor_under_voltage(&m, -30, 0, 10, &current, &rate), ULNA_MOTOR_WITHIN);
  assert_true(rate < 0);  // it may come down from the limit
  assert_int_equal(ulna_motor_under_voltage(&none, 30, 0, 0, &current, &rate), ULNA_MOTOR_WITHIN);
  assert_true(isnan(current) && isnan(rate));
  ulna_motor quick = m;
  quick.inductance = 0;
  assert_int_equal(ulna_motor_under_voltage(&quick, 9, 12, 0, &current, &rate), ULNA_MOTOR_WITHIN);
  assert_true(near_to(current, (9 - 3) / 1.5, 1e-15) && rate == 0);
  assert_int_equal(ulna_motor_under_voltage(&quick, 30, 0, 0, &current, &rate), ULNA_MOTOR_CURRENT_LIMITED);
  assert_true(current == 10);
}

/* A stuck joint's acceleration is exactly 0, not a rounding of it. */
static void what_sticks_does_not_accelerate(void **state)
{
  (void)state;
  arm x = open_arm("puma560");
  const double q[6] = {0, M_PI_4, M_PI, 0, M_PI_4, 0}, none[6] = {0};
  int mode[2 * MAX];
  double qdd[6];
  assert_int_equal(ulna_stick_modes(x.model, x.work, q, none, mode), ULNA_OK);
  assert_int_equal(ulna_stick_accelerations(x.model, x.work, q, none, none, mode, qdd, NULL), ULNA_OK);
  assert_int_equal(mode[1], -1);  // the shoulder falls: gravity needs 31.6 N m, friction holds 13.6
  assert_true(qdd[1] < -1);
  for (int i = 0; i < 6; i++)
    if (i != 1) assert_true(mode[i] == 0 && qdd[i] == 0);
  close_arm(&x);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(range_of_a_two_link_arm_is_the_one_found_by_hand),
      cmocka_unit_test(no_posture_drawn_lies_outside_the_range),
      cmocka_unit_test(range_is_taken_where_it_says_and_repeats_itself),
      cmocka_unit_test(a_gear_with_a_dead_point_has_no_largest_inertia),
      cmocka_unit_test(where_no_posture_has_an_inertia_nothing_is_written),
      cmocka_unit_test(actuators_and_joints_exchange_the_same_power),
      cmocka_unit_test(rotors_reflect_their_inertia_by_the_ratio_squared),
      cmocka_unit_test(energy_in_the_rotors_is_their_spin_and_what_it_shares),
      cmocka_unit_test(simplifying_drops_nothing_of_rotors_on_the_base),
      cmocka_unit_test(what_simplifying_drops_is_the_spin_shared_with_the_carrier),
      cmocka_unit_test(turning_carriers_make_the_simplified_form_drop_velocity_terms),
      cmocka_unit_test(motors_keep_to_their_equations_and_limits),
      cmocka_unit_test(what_sticks_does_not_accelerate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
