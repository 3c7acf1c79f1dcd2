/* Driven arms: published torques, rotors against the same rotors as links, stiction, energy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/worse.h"
#include "support/chain.h"
#include "ulna/plant.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

enum { MAX = 10 };

static ulna_model *load(const char *key)
{
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(key, NULL, NULL, NULL, &model), ULNA_OK);
  return model;
}

static ulna_work *work_of(const ulna_model *model)
{
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  return work;
}

/* Figures of Robotics Toolbox's own tests for the PUMA 560 with rotors and friction, four decimals. */
static void puma_with_drives_needs_the_published_torques(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  ulna_work *work = work_of(model);
  const double q[] = {0, M_PI_4, M_PI, 0, M_PI_4, 0}, one[] = {1, 1, 1, 1, 1, 1};
  const double published[] = {32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781};
  double tau[6];
  assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, one, one, &(ulna_drive_forces){.tau = tau}),
                   ULNA_OK);
  for (int i = 0; i < 6; i++) assert_true(fabs(tau[i] - published[i]) < 5e-5);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* F asked for alone goes another way than F beside the rest; both may be written over the accelerations. */
static void forces_may_replace_the_accelerations_they_are_for(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  ulna_work *work = work_of(model);
  const double q[] = {0.1, -0.4, 0.7, 0.3, 0.5, -0.2}, qd[] = {1, -0.5, 0.3, 0.2, -0.7, 0.4};
  const double qdd[] = {0.5, 1, -2, 3, -1, 0.7};
  double F[6], alone[6], with_tau[6], tau[6];
  assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &(ulna_drive_forces){.F = F}),
                   ULNA_OK);
  memcpy(alone, qdd, sizeof alone);
  assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, qd, alone, &(ulna_drive_forces){.F = alone}),
                   ULNA_OK);
  memcpy(with_tau, qdd, sizeof with_tau);
  const ulna_drive_forces both = {.F = with_tau, .tau = tau};
  assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, qd, with_tau, &both), ULNA_OK);
  assert_memory_equal(alone, F, sizeof F);
  assert_memory_equal(with_tau, F, sizeof F);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* A small random arm, and a rotor on its last link as a drive of one model and as one link more of another. */
typedef struct {
  ulna_model *driven, *longer;
  int n;
  double couple[MAX];
} pair;

static ulna_body random_body(uint64_t *seed, bool balanced)
{
  ulna_body body = {.mass = chain_random(seed, 0.5, 2), .about = ULNA_ABOUT_COM};
  for (int k = 0; k < 3; k++) {
    body.com[k] = balanced && k < 2 ? 0 : chain_random(seed, -0.05, 0.05);
    body.inertia[k] = chain_random(seed, 0.010, 0.015);
    body.inertia[3 + k] = balanced ? 0 : chain_random(seed, -0.002, 0.002);
  }
  if (balanced) body.inertia[1] = body.inertia[0];
  return body;
}

static pair make_pair(uint64_t *seed, int n, bool balanced, bool linear)
{
  pair p = {.n = n};
  ulna_joint joints[MAX];
  for (int i = 0; i < n; i++) {
    joints[i] = chain_random_joint(seed);
    joints[i].link.body = random_body(seed, false);
  }
  joints[n] = chain_joint();
  joints[n].type = linear ? ULNA_PRISMATIC : ULNA_REVOLUTE;
  joints[n].origin = chain_random_pose(seed);
  joints[n].link.body = random_body(seed, balanced);
  p.longer = chain_model(ULNA_AXIS, n + 1, joints, NULL, NULL);

  ulna_builder *b = NULL;
  assert_int_equal(ulna_builder_create(ULNA_AXIS, NULL, &b), ULNA_OK);
  char names[MAX][2][16];
  ulna_couple couples[MAX];
  for (int i = 0; i < n; i++) {
    snprintf(names[i][0], sizeof names[i][0], "joint%d", i + 1);
    snprintf(names[i][1], sizeof names[i][1], "link%d", i + 1);
    joints[i].name = names[i][0];
    joints[i].link.name = names[i][1];
    assert_int_equal(ulna_builder_add_joint(b, &joints[i]), ULNA_OK);
    p.couple[i] = chain_random(seed, -20, 20);
    couples[i] = (ulna_couple){names[i][0], p.couple[i]};
  }
  ulna_drive element = ulna_drive_default();
  element.name = "rotor";
  element.mounted_on = names[n - 1][1];
  element.pose = joints[n].origin;
  element.kind = linear ? ULNA_LINEAR : ULNA_ROTARY;
  element.couple_count = n;
  element.couples = couples;
  element.rotor = joints[n].link.body;
  element.spin_only = false;
  element.counted_in_link = ULNA_COUNTED_NO;
  assert_int_equal(ulna_builder_add_element(b, &element), ULNA_OK);
  assert_int_equal(ulna_builder_finish(b, NULL, &p.driven), ULNA_OK);
  ulna_builder_destroy(b);
  return p;
}

/* With x = k·q the longer chain's torques, tied together, are the driven arm's: F = [1; k]ᵀ tau. */
static void a_rotor_is_a_link_tied_by_a_constraint(void **state)
{
  (void)state;
  uint64_t seed = 20;
  for (int round = 0; round < 60; round++) {
    const uint64_t start = seed;
    const int n = 1 + round % 4;
    pair p = make_pair(&seed, n, round % 3 == 0, round % 5 == 0);
    ulna_work *driven = work_of(p.driven), *longer = work_of(p.longer);
    double q[MAX], qd[MAX], qdd[MAX], F[MAX], tau[MAX];
    q[n] = qd[n] = qdd[n] = 0;
    for (int i = 0; i < n; i++) {
      q[i] = chain_random(&seed, -2, 2), qd[i] = chain_random(&seed, -2, 2),
      qdd[i] = chain_random(&seed, -5, 5);
      q[n] += p.couple[i] * q[i], qd[n] += p.couple[i] * qd[i], qdd[n] += p.couple[i] * qdd[i];
    }
    assert_int_equal(ulna_drive_inverse_dynamics(p.driven, driven, q, qd, qdd, &(ulna_drive_forces){.F = F}),
                     ULNA_OK);
    assert_int_equal(ulna_inverse_dynamics_by(p.longer, longer, ULNA_INVERSE_NEWTON_EULER, q, qd, qdd, tau),
                     ULNA_OK);
    double scale = 0, worst = 0;
    for (int i = 0; i < n; i++) {
      const double tied = tau[i] + p.couple[i] * tau[n];
      scale = fmax(scale, fabs(tied));
      worst = worse_of(worst, fabs(F[i] - tied));
    }
    if (worst > 1e-12 * scale)
      print_error("seed %llu: off by %g of %g\n", (unsigned long long)start, worst, scale);
    assert_true(worst <= 1e-12 * scale);  // some thirty rounded operations on the way
    ulna_work_destroy(driven), ulna_work_destroy(longer);
    ulna_model_destroy(p.driven), ulna_model_destroy(p.longer);
  }
}

/* The recursion and the traces are two ways to the same F, on every built-in arm that has drives. */
static void recursion_and_traces_agree_on_built_in_arms(void **state)
{
  (void)state;
  uint64_t seed = 7;
  int driven = 0;
  for (int r = 0; r < ulna_robot_count(); r++) {
    ulna_model *model = load(ulna_robot_get(r)->key);
    const int n = ulna_model_joint_count(model);
    ulna_work *work = work_of(model);
    driven += ulna_model_drive_count(model) > 0;
    for (int round = 0; round < 20; round++) {
      double q[MAX], qd[MAX], qdd[MAX], F[MAX], M[MAX * MAX], C[MAX * MAX * MAX], G[MAX], scale = 1,
                                                                                          worst = 0;
      for (int i = 0; i < n; i++)
        q[i] = chain_random(&seed, -1, 1), qd[i] = chain_random(&seed, -2, 2),
        qdd[i] = chain_random(&seed, -5, 5);
      assert_int_equal(ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &(ulna_drive_forces){.F = F}),
                       ULNA_OK);
      assert_int_equal(ulna_drive_coefficients(model, work, q, M, C, G), ULNA_OK);
      for (int i = 0; i < n; i++) {
        double sum = G[i];
        for (int j = 0; j < n; j++) {
          sum += M[i * n + j] * qdd[j];
          for (int k = 0; k < n; k++) sum += C[(i * n + j) * n + k] * qd[j] * qd[k];
        }
        scale = fmax(scale, fabs(sum));
        worst = worse_of(worst, fabs(F[i] - sum));
      }
      assert_true(worst <= 1e-11 * scale);  // sums of traces cancel two digits more than the recursion
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  assert_true(driven >= 6);
}

static void inertia_felt_by_motors_lies_between_free_and_held(void **state)
{
  (void)state;
  ulna_model *model = load("irb6");
  ulna_work *work = work_of(model);
  const double q[] = {0.3, 1.7, -1.4, 0.2, 0.5};
  double held[MAX], loose[MAX], M[MAX * MAX];
  assert_int_equal(ulna_actuator_inertias(model, work, q, held, loose), ULNA_OK);
  for (int a = 0; a < 5; a++) assert_true(loose[a] > 0 && loose[a] <= held[a] * (1 + 1e-12));

  // held, checked by its meaning: kinetic energy when that motor alone turns at one radian per second
  assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
  double K[MAX * MAX], unit[MAX] = {0}, qd[MAX], start[MAX];
  memcpy(start, q, sizeof q);
  ulna_coupling(model, q, unit, K, NULL);
  unit[2] += 1e-6;
  assert_int_equal(ulna_coupling_solve(model, work, unit, start, qd, NULL), ULNA_OK);
  double doubled = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) doubled += (qd[i] - q[i]) * M[i * 5 + j] * (qd[j] - q[j]) / 1e-12;
  assert_true(fabs(doubled - held[2]) < 1e-4 * held[2]);  // a difference quotient of step 1e-6
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

/* The planar arm with motors that have stiction; level: what each can hold at rest. */
static ulna_model *sticky_arm(double level)
{
  ulna_builder *b = NULL;
  ulna_model *model = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  ulna_builder_set_gravity(b, (double[]){0, -9.81, 0});
  const char *names[] = {"shoulder", "elbow"}, *links[] = {"upper", "fore"},
             *motors[] = {"motor 1", "motor 2"};
  const ulna_couple couples[] = {{"shoulder", 50}, {"elbow", -30}};
  for (int i = 0; i < 2; i++) {
    ulna_joint j = ulna_joint_default();
    j.name = names[i], j.link.name = links[i], j.a = 1;
    j.link.body = (ulna_body){2, {-0.5, 0, 0}, {0.01, 0.2, 0.2, 0, 0, 0}, ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  for (int i = 0; i < 2; i++) {
    ulna_drive d = ulna_drive_default();
    d.name = motors[i], d.mounted_on = "base", d.couple_count = 1, d.couples = &couples[i];
    d.spin_only = true;
    d.rotor.inertia[2] = 1e-4;
    d.friction.coulomb[0] = d.friction.coulomb[1] = 0.7 * level;
    d.friction.static_[0] = d.friction.static_[1] = level;
    d.friction.viscous = 1e-3;
    assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
  }
  assert_int_equal(ulna_builder_finish(b, NULL, &model), ULNA_OK);
  ulna_builder_destroy(b);
  return model;
}

static void no_force(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  memset(u, 0, (size_t) * (int *)context * sizeof *u);
}

static ulna_plant *plant_of(const ulna_model *model, ulna_driven_by by, void *context,
                            void (*input)(void *, double, const double[], const double[], double[]))
{
  ulna_plant_options options = ulna_plant_options_default();
  options.driven_by = by;
  const ulna_surroundings around = {.context = context, .input = input};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  return plant;
}

/* A body with less than no mass, which somebody has accepted: M has pivots of both signs, so symmetric factors give up, and
 * elimination with rows interchanged solves. */
static void accepted_inertia_that_is_not_positive_is_solved_for(void **state)
{
  (void)state;
  static const char text[] =
      "ulna: 1\nname: odd\nconvention: dh\ngravity: [0, -9.81, 0]\njoints:\n"
      "  - {name: a, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, link: {name: l, mass: 3, com: [-0.5, 0, 0],\n"
      "     inertia: {about: com, xx: 0.01, yy: 0.25, zz: 0.25}}}\n"
      "  - {name: b, type: revolute, theta: 0, d: 0, a: 1, alpha: 0, link: {name: k, mass: -0.5, com: [-0.5, 0, 0],\n"
      "     inertia: {about: com, xx: 0.01, yy: 0.02, zz: 0.02}, accept: {mass: a counterweight}}}\n";
  ulna_model *model = NULL;
  ulna_work *work = NULL;
  assert_int_equal(ulna_model_read_text(text, strlen(text), "odd.yaml", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  const double q[] = {0.3, -0.8}, qd[] = {1, -2}, F_ad[] = {4, -3};
  double M[4], bias[2], qdd[2];
  assert_int_equal(ulna_drive_mass_matrix(model, work, q, M), ULNA_OK);
  assert_true(M[3] < 0 && M[0] > 0);
  assert_int_equal(ulna_drive_bias(model, work, q, qd, bias), ULNA_OK);
  assert_int_equal(ulna_drive_forward_dynamics(model, work, q, qd, F_ad, qdd), ULNA_OK);
  for (int i = 0; i < 2; i++)
    assert_true(fabs(M[2 * i] * qdd[0] + M[2 * i + 1] * qdd[1] + bias[i] - F_ad[i]) <=
                2e-12);  // of sums up to 40
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void enough_stiction_holds_an_arm_for_ever_bit_for_bit(void **state)
{
  (void)state;
  int n = 2;
  ulna_model *model = sticky_arm(2);  // 29.4 N m of weight at the shoulder against 50 · 2
  const ulna_integrator integrators[] = {ULNA_EULER, ULNA_SEMI_IMPLICIT_EULER, ULNA_RK4};
  for (int k = 0; k < 3; k++) {
    ulna_plant *plant = plant_of(model, ULNA_DRIVEN_BY_FORCE, &n, no_force);
    double y[16] = {0, 0.3}, before[16];
    memcpy(before, y, sizeof y);
    assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
    for (int step = 0; step < 20000; step++)
      assert_int_equal(ulna_plant_step(plant, integrators[k], 1e-3, 1e-9, step * 1e-3, y, NULL), ULNA_OK);
    assert_memory_equal(y, before, 4 * sizeof *y);
    ulna_plant_destroy(plant);
  }
  ulna_model_destroy(model);
}

static void too_little_stiction_lets_it_fall_the_right_way(void **state)
{
  (void)state;
  int n = 2;
  ulna_model *model = sticky_arm(0.2);
  ulna_plant *plant = plant_of(model, ULNA_DRIVEN_BY_FORCE, &n, no_force);
  double y[16] = {0};
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  assert_int_equal(ulna_plant_modes(plant)[0], -1);  // the shoulder falls: its motor turns with it
  assert_int_equal(ulna_plant_modes(plant)[1], 0);   // and takes the weight off the elbow, which holds
  for (int step = 0; step < 100; step++)
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 1e-3, 1e-9, step * 1e-3, y, NULL), ULNA_OK);
  assert_true(y[0] < 0 && y[2] < 0);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

/* Whatever is pushed how hard: a stuck place is within what friction can hold and does not accelerate; one released moves
 * the way it is pushed, against friction of the moving level. */
static void a_thousand_random_pushes_leave_no_contradiction(void **state)
{
  (void)state;
  ulna_model *model = load("irb6");
  ulna_work *work = work_of(model);
  const int n = 5;
  uint64_t seed = 4711;
  int stuck = 0, released = 0;
  for (int round = 0; round < 1000; round++) {
    const uint64_t start = seed;
    const double centre[] = {0, 1.6, -1.5, 0, 0}, rest[MAX] = {0};
    double q[MAX], F_d[MAX], qdd[MAX], friction[MAX], K[MAX * MAX];
    int mode[MAX] = {0};
    for (int i = 0; i < n; i++)
      q[i] = centre[i] + chain_random(&seed, -0.4, 0.4), F_d[i] = chain_random(&seed, -0.4, 0.4);
    assert_int_equal(ulna_stick_accelerations(model, work, q, rest, F_d, mode, qdd, friction), ULNA_OK);
    ulna_coupling(model, q, NULL, K, NULL);
    for (int a = 0; a < n; a++) {
      const ulna_friction *law = &ulna_model_drive(model, a)->friction;
      double moves = 0;
      for (int i = 0; i < n; i++) moves += K[a * n + i] * qdd[i];
      bool right;
      if (mode[a] == 0) right = fabs(friction[a]) <= law->static_[0] * (1 + 1e-9) && fabs(moves) < 1e-6;
      else right = friction[a] == mode[a] * law->coulomb[0] && mode[a] * moves >= 0;
      if (!right)
        print_error("seed %llu, motor %d: mode %d, friction %g, moves %g\n", (unsigned long long)start, a + 1,
                    mode[a], friction[a], moves);
      assert_true(right);
      stuck += mode[a] == 0, released += mode[a] != 0;
    }
  }
  assert_true(stuck > 500 && released > 500);  // both happened
  ulna_work_destroy(work);
  ulna_model_destroy(model);
}

static void swinging_force(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)context, (void)q, (void)qd;
  for (int i = 0; i < 6; i++) u[i] = 0.8 * sin(6 * t + i) * (i < 3 ? 1 : 0.05);
}

/* Work of the motors = change of energy + friction losses: four digits of the step, 1e-9 of the work done. */
static void motors_work_becomes_energy_and_heat(void **state)
{
  (void)state;
  ulna_model *model = load("puma560");
  ulna_plant *plant = plant_of(model, ULNA_DRIVEN_BY_FORCE, NULL, swinging_force);
  double y[32] = {0, 0.5, 2.5, 0.1, 0.4, 0}, T0, V0, T1, V1;
  const int at = ulna_plant_energy_index(plant);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  ulna_plant_energy(plant, y, &T0, &V0);
  double turned = 0;
  for (int step = 0; step < 4000; step++) {
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 2.5e-4, 1e-13, step * 2.5e-4, y, NULL), ULNA_OK);
    turned = fmax(turned, fabs(y[at]));
  }
  ulna_plant_energy(plant, y, &T1, &V1);
  const double missing = y[at] - (T1 + V1 - T0 - V0) - y[at + 1];
  assert_true(y[at + 1] > 1);  // J lost in friction: there was something to balance
  if (fabs(missing) > 1e-9 * turned) print_error("missing %g J of %g\n", missing, turned);
  assert_true(fabs(missing) <= 1e-9 * turned);
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

/* Two rigid bounces of a pendulum rod against its stop lose what the coefficient says. */
static void a_hard_stop_gives_back_the_speed_it_should(void **state)
{
  (void)state;
  ulna_joint joint = chain_joint();
  int n = 1;
  joint.limits.upper = 0.5;
  joint.a = 1;
  joint.link.body = (ulna_body){3, {-0.5, 0, 0}, {0.01, 0.25, 0.25, 0, 0, 0}, ULNA_ABOUT_COM};
  ulna_model *model = chain_model(ULNA_DH, 1, &joint, NULL, NULL);
  ulna_plant_options options = ulna_plant_options_default();
  options.stops = ULNA_STOPS_HARD;
  options.restitution = 0.5;
  const ulna_surroundings around = {.context = &n, .input = no_force};
  ulna_plant *plant = NULL;
  assert_int_equal(ulna_plant_create(model, &options, &around, NULL, &plant), ULNA_OK);
  ulna_work_set_gravity(ulna_plant_work(plant), (double[]){0, 0, 0});
  double y[8] = {0, 1};  // one radian per second towards the stop
  const int at = ulna_plant_energy_index(plant);
  assert_int_equal(ulna_plant_start(plant, 0, y), ULNA_OK);
  for (int step = 0; step < 100; step++)
    assert_int_equal(ulna_plant_step(plant, ULNA_RK4, 0.01, 1e-12, step * 0.01, y, NULL), ULNA_OK);
  assert_true(fabs(y[1] + 0.5) < 1e-12);
  assert_true(fabs(y[0] - (0.5 - 0.5 * 0.5)) < 1e-9);       // turned round at 0.5 s
  assert_true(fabs(y[at + 2] - 0.5 * (1 - 0.25)) < 1e-12);  // M = 1 kg m²: half of 1 − 0.5²
  ulna_plant_destroy(plant);
  ulna_model_destroy(model);
}

static bool finite_numbers(int count, const double x[])
{
  for (int i = 0; i < count; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

/* The status says whether the answer is one; where it is none, nothing is written. */
static void honest(ulna_status status, int count, const double answer[])
{
  if (status == ULNA_OK) {
    assert_true(finite_numbers(count, answer));
    return;
  }
  assert_int_equal(status, ULNA_NOT_FINITE);
  for (int i = 0; i < count; i++) assert_true(answer[i] == -77);
}

/* A number that is none, put at each joint of each built-in arm: forces, bias and mass matrix never pass it on, and leave
 * what they were to fill alone. */
static void what_is_no_number_is_never_an_answer(void **state)
{
  (void)state;
  const double faults[] = {NAN, INFINITY, -INFINITY};
  int refused = 0;
  for (int robot = 0; robot < ulna_robot_count(); robot++) {
    ulna_model *model = load(ulna_robot_get(robot)->key);
    ulna_work *work = work_of(model);
    const int n = ulna_model_joint_count(model);
    for (int trial = 0; trial < 9 * n; trial++) {
      double v[3][MAX] = {{0}}, F[MAX], tau[MAX], bias[MAX], M[MAX * MAX];
      for (int i = 0; i < n; i++) v[0][i] = 0.3 + 0.1 * i, v[1][i] = 0.2 - 0.1 * i, v[2][i] = 1 - 0.3 * i;
      v[trial / 3 % 3][trial / 9] = faults[trial % 3];
      for (int i = 0; i < n * n; i++) M[i] = -77;
      for (int i = 0; i < n; i++) F[i] = tau[i] = bias[i] = -77;
      const ulna_status alone =
          ulna_drive_inverse_dynamics(model, work, v[0], v[1], v[2], &(ulna_drive_forces){.F = F});
      honest(alone, n, F);
      honest(ulna_drive_inverse_dynamics(model, work, v[0], v[1], v[2], &(ulna_drive_forces){.tau = tau}), n,
             tau);
      honest(ulna_drive_bias(model, work, v[0], v[1], bias), n, bias);
      honest(ulna_drive_mass_matrix(model, work, v[0], M), n * n, M);
      assert_true(alone == ULNA_NOT_FINITE || trial / 3 % 3 != 2);  // an acceleration is always felt
      refused += alone == ULNA_NOT_FINITE;
    }
    ulna_work_destroy(work);
    ulna_model_destroy(model);
  }
  assert_true(refused > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(puma_with_drives_needs_the_published_torques),
      cmocka_unit_test(forces_may_replace_the_accelerations_they_are_for),
      cmocka_unit_test(what_is_no_number_is_never_an_answer),
      cmocka_unit_test(a_rotor_is_a_link_tied_by_a_constraint),
      cmocka_unit_test(recursion_and_traces_agree_on_built_in_arms),
      cmocka_unit_test(inertia_felt_by_motors_lies_between_free_and_held),
      cmocka_unit_test(accepted_inertia_that_is_not_positive_is_solved_for),
      cmocka_unit_test(enough_stiction_holds_an_arm_for_ever_bit_for_bit),
      cmocka_unit_test(too_little_stiction_lets_it_fall_the_right_way),
      cmocka_unit_test(a_thousand_random_pushes_leave_no_contradiction),
      cmocka_unit_test(motors_work_becomes_energy_and_heat),
      cmocka_unit_test(a_hard_stop_gives_back_the_speed_it_should),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
