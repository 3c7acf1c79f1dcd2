/* From actuator positions to postures, all of them; and that no number that is none passes for an answer. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ulna/controller.h"
#include "ulna/plant.h"
#include "ulna/read.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { N = 5 };

static ulna_model *irb6(ulna_work **work)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("irb6", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, work), ULNA_OK);
  return model;
}

static double distance(const double a[], const double b[])
{
  double sum = 0;
  for (int i = 0; i < N; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}

static void both_sides_of_every_screw_are_found(void **state)
{
  (void)state;
  ulna_work *work = NULL;
  ulna_model *model = irb6(&work);
  const double q_a[N] = {-130, -66.7, -51, -199, -199};
  const double near[2][N] = {{0.8, 1.9, -1.6, 1.2, 0}, {0.8, 1.9, -0.4, 0, 0}};
  for (int k = 0; k < 2; k++) {
    double q[6][N], back[N], two[2][N];
    int count = 0;
    assert_int_equal(ulna_coupling_solutions(model, work, q_a, near[k], 6, q[0], &count), ULNA_OK);
    assert_int_equal(count, 4);
    for (int s = 0; s < count; s++) {
      ulna_coupling(model, q[s], back, NULL, NULL);
      for (int a = 0; a < N; a++) assert_true(fabs(back[a] - q_a[a]) < 1e-10);
      assert_true(s == 0 || distance(q[s], near[k]) > distance(q[s - 1], near[k]));
      for (int other = 0; other < s; other++) assert_true(distance(q[s], q[other]) > 0.1);
    }
    assert_true(fabs(q[0][2] - (k ? -0.4525 : -1.6739)) < 1e-3);
    // the nearest are kept where there is no room for all
    assert_int_equal(ulna_coupling_solutions(model, work, q_a, near[k], 2, two[0], &count), ULNA_OK);
    assert_int_equal(count, 4);
    assert_memory_equal(two, q, sizeof two);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* One joint moved by a screw of length sqrt(2 + cos q): its dead points are q = 0 and pi. */
static ulna_model *screw_arm(const char *more, ulna_work **work)
{
  char text[1200];
  snprintf(
      text, sizeof text,
      "ulna: 1\nname: screw\ngravity: [0, -9.81, 0]\nconvention: dh\njoints:\n"
      "  - {name: a, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, link: {name: l, mass: 3, com: [-0.5, 0, 0],\n"
      "     inertia: {about: com, xx: 0.01, yy: 0.25, zz: 0.25}}}\n"
      "drives:\n  - {name: m, kind: rotary, screws: [{gain: 1, s: 2, mu: 1, nu: 0, phase: {a: 1}}], mounted_on: base,\n"
      "     axis: [0, 0, 1], rotor: {inertia: 0}%s}\n",
      more);
  ulna_model *model = NULL;
  assert_int_equal(ulna_model_read_text(text, strlen(text), "screw.yaml", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, work), ULNA_OK);
  return model;
}

/* From a dead point no step leads on: that is told. The longest a screw can be is reached there, to the last bit. */
static void a_dead_point_leads_nowhere(void **state)
{
  (void)state;
  ulna_work *work = NULL;
  ulna_model *model = screw_arm("", &work);
  const double start = 0, target = 1.5, longest = sqrt(3), past = nextafter(longest, 2), beyond = 1.7321;
  double q = 7;
  int count = 0;
  assert_int_equal(ulna_coupling_solve(model, work, &target, &start, &q, NULL), ULNA_SINGULAR);
  assert_true(q == 7);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(ulna_coupling_solutions(model, work, k ? &past : &longest, &start, 1, &q, &count),
                     ULNA_OK);
    assert_true(fabs(q) < 1e-7);  // sqrt of rounding: the screw hardly moves there
  }
  assert_int_equal(ulna_coupling_solutions(model, work, &beyond, &start, 1, &q, &count), ULNA_NOT_CONVERGED);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void nothing_pushes(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)t, (void)q, (void)qd;
  u[0] = 0;
}

/* Passing its dead point a screw stands still while the joint moves: its friction is the joint's affair no more. */
static void friction_of_a_screw_at_its_dead_point_brakes_nothing(void **state)
{
  (void)state;
  ulna_work *work = NULL;
  ulna_model *model = screw_arm(", friction: {coulomb: 100, static: 120}", &work);
  const ulna_plant_options options = ulna_plant_options_default();
  const ulna_surroundings around = {.input = nothing_pushes};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  double y[8] = {0, 1}, rate[8];
  assert_true(ulna_plant_state_count(plant) <= 8);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  assert_int_equal(ulna_plant_rate(plant, 0, y, rate), ULNA_OK);
  assert_true(fabs(rate[1] + 3 * 9.81 * 0.5) < 1e-12);  // M = 1 kg m2
  ulna_plant_destroy(plant);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* At a dead point no force of the actuator moves the joint, and none is asked of it; beside it there is. */
static void a_controller_asks_nothing_of_a_dead_screw(void **state)
{
  (void)state;
  ulna_work *work = NULL;
  ulna_model *model = screw_arm("", &work);
  const double goal = 0.5, speed = 0;
  for (int k = 0; k < 2; k++) {
    ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_JOINT_PD);
    o.period = 1e-3, o.output = ULNA_CONTROL_FORCE;
    ulna_controller *c = NULL;
    assert_int_equal(ulna_controller_create(model, &o, NULL, &c), ULNA_OK);
    const double q = k ? 0.3 : 0;
    double u = 7;
    const ulna_measured measured = {.t = 0, .q = &q, .qd = &speed};
    const ulna_desired desired = {.q = &goal};
    assert_int_equal(ulna_controller_step(c, &measured, &desired, &u), ULNA_OK);
    const double force = ulna_controller_outcome(c)->force[0];  // u
    if (!(isfinite(u) && (k ? force != 0 : force == 0))) fail_msg("at q = %g: u %g, force %g", q, u, force);
    ulna_controller_destroy(c);
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* The sine of the double nearest to pi is not zero, nor is the slope of the screw there; but all of it is rounding. */
static void a_dead_point_is_singular_wherever_it_lies(void **state)
{
  (void)state;
  ulna_work *work = NULL;
  ulna_model *model = screw_arm("", &work);
  const double pi = 3.14159265358979323846, dead[] = {0, pi, -pi, pi - 1e-9}, one = 1;
  for (int k = 0; k < 4; k++) {
    double F_a = 7, F_ad = 7, slope = 7, felt = 7;
    const ulna_status right =
        k < 3 ? ULNA_SINGULAR : ULNA_OK;  // a billionth of a radian beside it there is a force
    assert_int_equal(ulna_joint_to_actuator_forces(model, work, &dead[k], &one, &F_a), right);
    const ulna_drive_forces forces = {.F_ad = &F_ad};
    assert_int_equal(ulna_drive_inverse_dynamics(model, work, &dead[k], &one, &one, &forces), right);
    const ulna_drive_derivatives derivatives = {.dF_ad_dqdd = &slope};
    assert_int_equal(ulna_drive_inverse_dynamics_derivatives(model, work, &dead[k], &one, &one, &derivatives),
                     right);
    assert_int_equal(ulna_actuator_inertias(model, work, &dead[k], &felt, NULL), right);
    const bool untouched = F_a == 7 && F_ad == 7 && slope == 7 && felt == 7;
    assert_true(untouched == (right == ULNA_SINGULAR));
  }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* At a screw's dead point its two sides are one; beyond it there is none. */
static void at_a_dead_point_two_solutions_are_one(void **state)
{
  (void)state;
  ulna_work *work = NULL;
  ulna_model *model = irb6(&work);
  const double turned = atan2(-5.124e-2, -4.41e-2) + 3.14159265358979323846;
  double q[N] = {0, 1.5, turned - 1.5, 0, 0}, q_a[N], all[4][N];
  int count = 0;
  ulna_coupling(model, q, q_a, NULL, NULL);
  assert_int_equal(ulna_coupling_solutions(model, work, q_a, q, 4, all[0], &count), ULNA_OK);
  assert_int_equal(count, 2);
  assert_true(distance(all[0], q) < 1e-6);
  q_a[2] -= 1;
  assert_int_equal(ulna_coupling_solutions(model, work, q_a, q, 4, all[0], &count), ULNA_NOT_CONVERGED);
  assert_int_equal(count, 2);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void an_arm_without_screws_has_one_solution(void **state)
{
  (void)state;
  ulna_work *work = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double q[6] = {0.1, -0.2, 0.3, 0.4, -0.5, 0.6}, near[6] = {0};
  double q_a[6], found[6];
  int count = 0;
  ulna_coupling(model, q, q_a, NULL, NULL);
  assert_int_equal(ulna_coupling_solutions(model, work, q_a, near, 1, found, &count), ULNA_OK);
  assert_int_equal(count, 1);
  for (int i = 0; i < 6; i++) assert_true(fabs(found[i] - q[i]) < 1e-13);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* In whatever element: at the next one it was forgotten once. */
static void a_nan_among_actuator_positions_is_told(void **state)
{
  (void)state;
  ulna_work *work = NULL;
  ulna_model *model = irb6(&work);
  for (int a = 0; a < N; a++)
    for (int k = 0; k < 4; k++) {
      double q_a[N] = {0}, start[N] = {0, 1.5, -1.6, 0, 0}, q[N] = {7, 7, 7, 7, 7};
      int count = 9;
      (k < 2 ? q_a : start)[a] = k % 2 ? (double)INFINITY : (double)NAN;
      assert_int_equal(ulna_coupling_solve(model, work, q_a, start, q, NULL), ULNA_NOT_FINITE);
      assert_int_equal(ulna_coupling_solutions(model, work, q_a, start, 1, q, &count), ULNA_NOT_FINITE);
      for (int i = 0; i < N; i++) assert_true(q[i] == 7);
      assert_int_equal(count, 9);
    }
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* An arm of two joints, a and b, and its work. coupled: the first motor moves with joint b too. */
static ulna_model *two_motors(const double ratio[2], bool coupled, double offset, ulna_work **work)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  const ulna_couple first[2] = {{"a", ratio[0]}, {"b", ratio[0] / 2}}, second = {"b", ratio[1]};
  for (int i = 0; i < 2; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = i ? "b" : "a", j.link.name = i ? "second" : "first";
    j.link.body = (ulna_body){.mass = 1, .inertia = {0.1, 0.1, 0.1}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  for (int i = 0; i < 2; i++) {
    ulna_drive d = ulna_drive_default();
    d.name = i ? "motor 2" : "motor 1", d.mounted_on = "base", d.spin_only = true, d.offset = offset;
    d.couple_count = i == 0 && coupled ? 2 : 1, d.couples = i ? &second : first;
    d.counted_in_link = ULNA_COUNTED_YES;
    assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  }
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, work), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

/* Gears of 1e-8 and of 1e8 on one arm: rows of different size are no singularity. */
static void expect_an_inverse(bool coupled)
{
  ulna_work *work = NULL;
  ulna_model *model = two_motors((const double[]){1e-8, 1e8}, coupled, 0, &work);
  const double q[2] = {0.3, -0.2}, F[2] = {2, 3}, at_second = coupled ? 2e-8 : 3e-8;
  double F_a[2], q_a[2], back[2];
  assert_int_equal(ulna_joint_to_actuator_forces(model, work, q, F, F_a), ULNA_OK);
  assert_true(fabs(F_a[0] / 2e8 - 1) < 1e-14 && fabs(F_a[1] / at_second - 1) < 1e-14);
  ulna_coupling(model, q, q_a, NULL, NULL);
  assert_int_equal(ulna_coupling_solve(model, work, q_a, F, back, NULL), ULNA_OK);
  assert_true(fabs(back[1] - q[1]) < 1e-12);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void gears_of_any_ratio_have_an_inverse(void **state)
{
  (void)state;
  expect_an_inverse(false);
  expect_an_inverse(true);
}

/* Counters that begin at a million: near zero, a position has the rounding of its offset. */
static void large_offsets_have_an_inverse(void **state)
{
  (void)state;
  for (int coupled = 0; coupled < 2; coupled++) {
    ulna_work *work = NULL;
    ulna_model *model = two_motors((const double[]){61.7, 43.3}, coupled, 1e6 / 3, &work);
    for (int k = 0; k < 100; k++) {
      const double q_a[2] = {0.1 * k, -0.3 * k}, start[2] = {0};
      double q[2], back[2];
      assert_int_equal(ulna_coupling_solve(model, work, q_a, start, q, NULL), ULNA_OK);
      ulna_coupling(model, q, back, NULL, NULL);
      for (int i = 0; i < 2; i++) assert_true(fabs(back[i] - q_a[i]) < 1e-9);
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

static bool all_finite(int n, const double x[])
{
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

/* Numbers of 1e300 and none at all, one element at a time: a status that is OK comes with finite numbers only. */
static void no_status_is_ok_with_a_number_that_is_none(void **state)
{
  (void)state;
  static const char *const robots[] = {"irb6", "puma560", "panda"};
  static const double bad[] = {1e300, -1e300, 1e155};
  for (int r = 0; r < 3; r++) {
    ulna_model *model = NULL;
    ulna_work *work = NULL;
    assert_int_equal(ulna_robot_load(robots[r], NULL, NULL, NULL, &model), ULNA_OK);
    assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
    const int n = ulna_model_joint_count(model);
    for (int which = 0; which < 3 * n; which++)
      for (int k = 0; k < 4; k++) {
        double x[3][7] = {{0, 1.5, -1.6}, {0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1}, {1, 1, 1, 1, 1, 1, 1}};
        double out[7], friction[14], held[7];
        int mode[14], before[14];
        x[which / n][which % n] = k < 3 ? bad[k] : (double)NAN;
        if (ulna_drive_forward_dynamics(model, work, x[0], x[1], x[2], out) == ULNA_OK)
          assert_true(all_finite(n, out));
        if (ulna_actuator_inertias(model, work, x[0], held, out) == ULNA_OK)
          assert_true(all_finite(n, out) && all_finite(n, held));
        if (ulna_joint_to_actuator_forces(model, work, x[0], x[2], out) == ULNA_OK)
          assert_true(all_finite(n, out));
        const ulna_drive_forces asked[] = {{.F_a = out}, {.F = out}, {.tau = out}, {.F_ad = out}};
        for (int a = 0; a < 4; a++) {
          for (int i = 0; i < n; i++) out[i] = 7;
          const ulna_status status = ulna_drive_inverse_dynamics(model, work, x[0], x[1], x[2], &asked[a]);
          if (k == 3 || status != ULNA_OK) assert_int_equal(status, ULNA_NOT_FINITE);
          assert_true(all_finite(n, out));
          if (status != ULNA_OK)
            for (int i = 0; i < n; i++) assert_true(out[i] == 7);  // nothing is written
        }
        const int places = ulna_friction_place_count(model);
        assert_int_equal(ulna_stick_modes(model, work, x[0], x[1], mode), ULNA_OK);
        for (int s = 0; s < places; s++) before[s] = mode[s] = -mode[s];
        if (ulna_stick_accelerations(model, work, x[0], x[1], x[2], mode, out, friction) == ULNA_OK)
          assert_true(all_finite(n, out) && all_finite(places, friction));
        else assert_memory_equal(mode, before, (size_t)places * sizeof *mode);
      }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_sides_of_every_screw_are_found),
      cmocka_unit_test(at_a_dead_point_two_solutions_are_one),
      cmocka_unit_test(a_dead_point_leads_nowhere),
      cmocka_unit_test(a_dead_point_is_singular_wherever_it_lies),
      cmocka_unit_test(a_controller_asks_nothing_of_a_dead_screw),
      cmocka_unit_test(friction_of_a_screw_at_its_dead_point_brakes_nothing),
      cmocka_unit_test(an_arm_without_screws_has_one_solution),
      cmocka_unit_test(gears_of_any_ratio_have_an_inverse),
      cmocka_unit_test(large_offsets_have_an_inverse),
      cmocka_unit_test(a_nan_among_actuator_positions_is_told),
      cmocka_unit_test(no_status_is_ok_with_a_number_that_is_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
