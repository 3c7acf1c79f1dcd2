/* The three stages of control computed as one: the same torques as by the plain route, and the operations of
 * [Mudge, Tables 1–3], counted, against what is printed and what the errata make of it. M: × and ÷, A: + and −. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "count/compare.h"
#include "count/counts.h"
#include "kernel/chain_numbers.h"
#include "kernel/fine_motion.h"
#include "model/plain_numbers.h"
#include "support/arm.h"
#include "support/failing_allocator.h"
#include "support/golden.h"
#include "support/paper_row.h"

enum { LONGEST = 14 };

/* An arm in motion, and what is asked of it. */
typedef struct {
  random_arm a;
  double q_d[LONGEST], qd_d[LONGEST], mu[LONGEST], gamma[LONGEST];
  int order[LONGEST];
  control_input in;
  double pivots;  // smallest over largest
} task_of_arm;

static void run(const control_formulations *kind, const task_of_arm *t, control_task task, count_rules rules,
                control_output out)
{
  void *memory = arm_memory(kind->size(t->a.arm.n));
  kind->run(&t->a.arm, task, t->a.at, &t->in, &rules, &out, memory);
  free(memory);
}

/* A base at rest under gravity, a wrench in the hand or none, equations in the order of their largest pivots. */
static void set_up(task_of_arm *t, uint64_t seed, int n, arm_joints joints, bool loaded)
{
  memset(t, 0, sizeof *t);
  random_arm_fill(&t->a, seed, n, joints);
  for (int k = 0; k < 3; k++) {
    t->a.arm.base_w[k] = t->a.arm.base_wd[k] = 0;
    if (!loaded) t->a.arm.hand_f[k] = t->a.arm.hand_n[k] = 0;
  }
  for (int k = 0; k < 6; k++)
    t->in.hand_acceleration[k] = random_between(&seed, -3, 3),
    t->in.hand_twist[k] = random_between(&seed, -1, 1);
  for (int i = 0; i < n; i++) {
    t->q_d[i] = t->a.q[i] + random_between(&seed, -0.1, 0.1),
    t->qd_d[i] = t->a.qd[i] + random_between(&seed, -0.2, 0.2);
    t->mu[i] = random_between(&seed, -0.02, 0.02), t->gamma[i] = random_between(&seed, 0, 1);
    t->order[i] = i;
  }
  t->in.q_d = t->q_d, t->in.qd_d = t->qd_d, t->in.mu = t->mu, t->in.gamma = t->gamma, t->in.order = t->order;
  t->in.kp = 60, t->in.kv = 15;
  double system[LONGEST * LONGEST], qdd[LONGEST];
  run(&ulna_control_f64, t, CONTROL_RESOLVED, (count_rules){0},
      (control_output){.system = system, .qdd = qdd});
  t->pivots = ulna_control_order(n, system, t->order);
}

/* a n³ + b n² + c n + d over 6 */
static long cubic(long n, long a, long b, long c, long d)
{
  const long six = ((a * n + b) * n + c) * n + d;
  assert_int_equal(six % 6, 0);
  return six / 6;
}

static void row(const count_result *r, int part, long M, long A)
{
  assert_int_equal(r->row[part].multiplications, M);
  assert_int_equal(r->row[part].additions, A);
}

static const count_rules as_printed = {.full_matrix_rotations = true, .diagonal_inertia = true};

static count_result count(const task_of_arm *t, control_task task, count_rules rules)
{
  count_result r;
  const count_run as = {COUNT_CONTROL, (int)task, ULNA_REVOLUTE, rules};
  void *memory = arm_memory(ulna_count_size(COUNT_CONTROL, t->a.arm.n));
  ulna_count(&as, &t->a.arm, t->a.at, NULL, &t->in, &r, NULL, memory);
  free(memory);
  return r;
}

static void table_1_is_confirmed_row_by_row_and_lacks_a_subtraction(void **state)
{
  (void)state;
  for (int n = 2; n <= 12; n++) {
    task_of_arm t;
    set_up(&t, 80 + (uint64_t)n, n, ARM_REVOLUTE, false);
    const count_result r = count(&t, CONTROL_RESOLVED, as_printed);
    const long columns = n * (n + 1) / 2;
    row(&r, RESOLVED_hand, 18 * n, 12 * n);
    row(&r, RESOLVED_w, 9 * n, 7 * n);
    row(&r, RESOLVED_wd, 11 * n, 8 * n);
    row(&r, RESOLVED_A, 6 * n, 9 * n);
    row(&r, RESOLVED_a, 18 * n, 15 * n);
    row(&r, RESOLVED_wd_lin, 9 * columns, 7 * columns);
    row(&r, RESOLVED_wd_lin_r, 6 * columns, 3 * columns);
    row(&r, RESOLVED_a_lin, 9 * columns, 9 * columns);
    row(&r, RESOLVED_forward, cubic(n, 2, 3, -5, 0), cubic(n, 2, 0, -2, 0));
    row(&r, RESOLVED_back, cubic(n, 0, 3, 3, 0), cubic(n, 0, 3, -3, 0));
    row(&r, RESOLVED_difference, 0, 6);
    assert_int_equal(r.total.multiplications, cubic(n, 2, 78, 442, 0));
    assert_int_equal(r.total.additions, cubic(n, 2, 60, 358, 36));
    if (n == 6) assert_int_equal(r.total.multiplications, 982), assert_int_equal(r.total.additions, 790 + 6);
  }
}

static void table_2_takes_3nn_59n_24_and_3nn_56n_24_and_a_little_for_joint_1(void **state)
{
  (void)state;
  for (int n = 2; n <= 12; n++) {
    task_of_arm t;
    set_up(&t, 80 + (uint64_t)n, n, ARM_REVOLUTE, false);
    const count_result all = count(&t, CONTROL_UNIFIED, as_printed),
                       resolved = count(&t, CONTROL_RESOLVED, as_printed);
    row(&all, GROSS_adjusted, 2 * n, 4 * n);
    row(&all, GROSS_motion, 3 * n * (n + 1),
        3 * n * n + 6 * n);  // printed + 9 n: wd is summed with its first term
    row(&all, GROSS_F, 12 * n, 9 * n);
    row(&all, GROSS_f, 9 * (n - 1), 9 * (n - 1));
    row(&all, GROSS_moment, 6 * n, 3 * n);
    row(&all, GROSS_com_force, 6 * n, 3 * n);
    row(&all, GROSS_r_f, 6 * (n - 1), 3 * (n - 1));  // printed 15 n, 9 n: R f is charged twice
    row(&all, GROSS_n_up, 9 * (n - 1), 6 * (n - 1));
    row(&all, GROSS_add_n, 0, 9 * n - 6);
    row(&all, GROSS_friction, 2 * n, 2 * n);
    row(&all, GROSS_normal, 2 * n + 2, n + 1);  // joint 1's force is turned for this alone: 2 M, 1 A
    row(&all, GROSS_tau, 2 * n, n);
    row(&all, GROSS_gravity, 0, 3);
    const long M = all.total.multiplications - resolved.total.multiplications;
    const long A = all.total.additions - resolved.total.additions;
    assert_int_equal(M, 3 * n * n + 59 * n - 24 + 2);
    assert_int_equal(A, 3 * n * n + 56 * n - 24 + 1 + 3);
  }
}

static void fine_motion_without_coriolis_terms_takes_less_than_table_3(void **state)
{
  (void)state;
  count_rules rules = as_printed;
  rules.hand_loaded = true;
  for (int n = 2; n <= 12; n++) {
    task_of_arm t;
    set_up(&t, 80 + (uint64_t)n, n, ARM_REVOLUTE, true);
    const count_result cycle = count(&t, CONTROL_FINE, rules),
                       gravity = count(&t, CONTROL_FINE_GRAVITY, rules);
    const long columns = n * (n + 1) / 2;
    row(&cycle, RESOLVED_hand, 18 * n, 12 * n);
    assert_int_equal(cycle.row[RESOLVED_wd_lin].multiplications +
                         cycle.row[RESOLVED_wd_lin_r].multiplications +
                         cycle.row[RESOLVED_a_lin].multiplications,
                     24 * columns);
    row(&cycle, FINE_f, 9 * n - 9, 9 * n - 6);
    row(&cycle, FINE_r_f, 6 * n, 3 * n);
    row(&cycle, FINE_n_up, 9 * n - 9, 6 * n - 6);
    row(&cycle, FINE_add_n, 0, 6 * n);
    row(&cycle, FINE_tau, 2 * n, n);
    row(&cycle, FINE_normal, 2 * n + 2, n + 1);
    row(&cycle, FINE_friction, 2 * n, 2 * n);
    row(&gravity, FINE_a, 9 * n, 6 * n);
    row(&gravity, FINE_F, 3 * n, 0);
    row(&gravity, FINE_com_force, 6 * n, 3 * n);
    // printed: n³/3 + 13 n² + 352/6 n − 9 + ζ(3/2 n² + 57/2 n), n³/3 + 10 n² + 340/6 n − 9 + ζ(n²/2 + 53/2 n)
    assert_int_equal(cycle.total.multiplications, cubic(n, 2, 78, 358, -96));
    assert_int_equal(cycle.total.additions, cubic(n, 2, 60, 292, -66));
    assert_int_equal(gravity.total.multiplications, 18 * n);
    assert_int_equal(gravity.total.additions, 9 * n);
  }
}

static void a_bare_pseudo_force_pass_takes_26n_18_and_20n_12(void **state)
{
  (void)state;
  count_rules rules = as_printed;
  rules.hand_loaded = true;
  for (int n = 1; n <= 12; n++) {
    task_of_arm t;
    set_up(&t, 80 + (uint64_t)n, n, ARM_REVOLUTE, true);
    const count_result r = count(&t, CONTROL_PSEUDO_FORCE, rules);
    assert_int_equal(r.total.multiplications, 26 * n - 18);
    assert_int_equal(r.total.additions, 20 * n - 12);  // n of them add it to the torques that are there
  }
}

/* The plain route: inverse dynamics at the adjusted acceleration, friction of the joint forces it finds. */
static void plain(const task_of_arm *t, const double qdd_adjusted[], double tau[], double friction[])
{
  const int n = t->a.arm.n;
  double force[3 * LONGEST], moment[3 * LONGEST];
  const formulation_state at = {t->a.q, t->a.qd, qdd_adjusted};
  void *memory = arm_memory(ulna_formulations_f64.size(n));
  ulna_formulations_f64.inverse_dynamics(&t->a.arm, ULNA_INVERSE_NEWTON_EULER, at, tau, memory);
  ulna_formulations_f64.joint_wrenches(&t->a.arm, ULNA_INVERSE_NEWTON_EULER, at, force, moment, memory);
  free(memory);
  for (int i = 0; i < n; i++) {
    const double *f = &force[3 * i], axial = t->a.link[i].sa * f[1] + t->a.link[i].ca * f[2];
    const double normal = sqrt(fmax(0, f[0] * f[0] + f[1] * f[1] + f[2] * f[2] - axial * axial));
    friction[i] = t->mu[i] * normal + t->gamma[i] * t->a.qd[i];
    tau[i] += friction[i];
  }
}

static void unified_torques_are_those_of_the_plain_route(void **state)
{
  (void)state;
  const control_formulations *const kinds[] = {&ulna_control_f64, &ulna_control_tally, &ulna_control_f32};
  int mixed = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    task_of_arm t;
    const int n = 1 + (int)(seed % 12);
    set_up(&t, seed, n, seed % 5 < 2 ? ARM_MIXED : ARM_REVOLUTE, seed % 2 == 0);
    if (t.pivots < 1e-4) continue;  // the joints are not determined, or hardly
    mixed += seed % 5 < 2;
    for (int k = 0; k < 3; k++) {
      double adjusted[LONGEST], tau[LONGEST], friction[LONGEST], expected[LONGEST],
          expected_friction[LONGEST];
      const count_rules rules = {.hand_loaded = true};
      run(kinds[k], &t, CONTROL_UNIFIED, rules,
          (control_output){.qdd_adjusted = adjusted, .tau = tau, .friction = friction});
      plain(&t, adjusted, expected, expected_friction);
      // rounding of two orders of summation; single precision: 2^29 of it. Relative to the largest of the torques
      const double tolerance = k == 2 ? 2e-3 : 1e-12;
      const double off = arm_difference(tau, expected, n, 1),
                   rub = arm_difference(friction, expected_friction, n, 1);
      if (!(off < tolerance && rub < tolerance))
        fail_msg("seed %d, n = %d, %s: torques off by %g, friction by %g", (int)seed, n, kinds[k]->kind, off,
                 rub);
    }
  }
  assert_true(mixed >= 5);
}

/* D qdd + nonlinear part is what was asked for, as far as there are joints; strobing and the Jacobian agree. */
static void both_ways_to_resolve_give_the_same_accelerations(void **state)
{
  (void)state;
  int compared = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    task_of_arm t;
    set_up(&t, seed, 6, seed % 4 == 0 ? ARM_MIXED : ARM_REVOLUTE, false);
    if (t.pivots < 1e-4) continue;  // the joints are not determined, or hardly
    compared++;
    double strobed[LONGEST], unified[LONGEST], direct[LONGEST], system[6 * 6];
    run(&ulna_control_f64, &t, CONTROL_RESOLVED, (count_rules){0}, (control_output){.qdd = strobed});
    run(&ulna_control_f64, &t, CONTROL_UNIFIED, (count_rules){0}, (control_output){.qdd = unified});
    run(&ulna_control_f64, &t, CONTROL_JACOBIAN, (count_rules){0},
        (control_output){.qdd = direct, .system = system});
    ulna_control_order(6, system, t.order);
    run(&ulna_control_f64, &t, CONTROL_JACOBIAN, (count_rules){0}, (control_output){.qdd = direct});
    // the arms' Jacobians have condition numbers up to some 1e4
    if (!(arm_difference(strobed, direct, 6, 1) < 1e-10 && arm_difference(unified, direct, 6, 1) < 1e-10))
      fail_msg("seed %d: strobed, unified and direct accelerations differ", (int)seed);
  }
  assert_true(compared >= 25);
}

/* Jᵗ F, gravity, and both in one pass. */
static void fine_torques_are_gravity_and_pseudo_force(void **state)
{
  (void)state;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    task_of_arm t;
    const int n = 1 + (int)(seed % 9);
    set_up(&t, seed, n, seed % 3 == 0 ? ARM_MIXED : ARM_REVOLUTE, true);
    const count_rules loaded = {.hand_loaded = true};
    double tau[LONGEST], friction[LONGEST], pushed[LONGEST], held[LONGEST], statics[LONGEST];
    run(&ulna_control_f64, &t, CONTROL_FINE, loaded, (control_output){.tau = tau, .friction = friction});
    run(&ulna_control_f64, &t, CONTROL_PSEUDO_FORCE, loaded, (control_output){.tau = pushed});

    const double still[LONGEST] = {0};
    const formulation_state at = {t.a.q, still, still};
    random_arm empty = t.a;
    empty.arm.link = empty.link;
    memset(empty.arm.hand_f, 0, sizeof empty.arm.hand_f),
        memset(empty.arm.hand_n, 0, sizeof empty.arm.hand_n);
    void *memory = arm_memory(ulna_formulations_f64.size(n));
    ulna_formulations_f64.inverse_dynamics(&empty.arm, ULNA_INVERSE_LAGRANGE, at, held, memory);
    ulna_formulations_f64.inverse_dynamics(&t.a.arm, ULNA_INVERSE_LAGRANGE, at, statics, memory);
    free(memory);
    for (int i = 0; i < n; i++) tau[i] -= friction[i], pushed[i] += held[i];
    if (!(arm_difference(tau, statics, n, 1) < 1e-12 && arm_difference(pushed, statics, n, 1) < 1e-12))
      fail_msg("seed %d, n = %d: fine motion's torques are not those that hold the arm", (int)seed, n);
  }
}

/* [Mudge, eqs 38, 39, 41, 42]: f_i = R_i^n f, n_i = p × R_i^n f + R_i^n n, p = r_i + R_i^{i+1} r_{i+1} + … + R_i^n r_n */
static void a_hand_wrench_reaches_every_link_by_the_written_out_form(void **state)
{
  (void)state;
  enum { N = 7 };
  random_arm a;
  random_arm_fill(&a, 41, N, ARM_MIXED);
  chain_link link[N];
  vec3 r[N], nothing[N], f_scratch[N], n_scratch[N];
  real sin_theta[N], cos_theta[N], tau[N], normal[N];
  for (int i = 0; i < N; i++) {
    const link_numbers *l = &a.link[i];
    const bool slides = l->joint == ULNA_PRISMATIC;
    link[i] = chain_link_of(slides, l->ca, l->sa, l->r, l->m, l->com, l->I);
    sin_theta[i] = sin(l->theta0 + (slides ? 0 : a.q[i])),
    cos_theta[i] = cos(l->theta0 + (slides ? 0 : a.q[i]));
    nothing[i] = vec3_zero();
  }
  const chain arm = {N, link};
  const posture at = {sin_theta, cos_theta, a.q};
  const wrench hand = {vec3_of(a.arm.hand_f), vec3_of(a.arm.hand_n)};
  fine_motion_scratch s = {nothing, nothing, f_scratch, n_scratch, normal};
  for (int i = 0; i < N; i++) r[i] = chain_offset(&arm, &at, i);
  fine_motion_inward(&arm, &at, &hand, r, tau, &s);
  for (int i = 0; i < N; i++) {
    mat3 R = mat3_identity();  // R_i^k, k = i…n
    vec3 p = r[i];
    for (int k = i + 1; k < N; k++) {
      R = step_compose(&R, chain_step(&arm, &at, k));
      p = vec3_add(p, mat3_mul(&R, r[k]));
    }
    const vec3 f = mat3_mul(&R, hand.f), n = vec3_add(vec3_cross(p, f), mat3_mul(&R, hand.n));
    double got[6], expected[6];
    vec3_store(s.f[i], got), vec3_store(s.n[i], got + 3), vec3_store(f, expected),
        vec3_store(n, expected + 3);
    assert_true(arm_difference(got, expected, 6, 1) < 1e-14);  // a few roundings a link
  }
}

/* A golden case's arm in the kernels' numbers: its model is in their frames, base at rest. */
static void golden_arm(const json_t *one, task_of_arm *t)
{
  const json_t *model = json_object_get(one, "model");
  ulna_model *built = golden_model(model);
  double gravity[3];
  memset(t, 0, sizeof *t);
  assert_int_equal(golden_numbers(json_object_get(model, "gravity"), gravity, 3), 3);
  const int n = ulna_model_joint_count(built);
  memcpy(t->a.link, built->link, (size_t)n * sizeof t->a.link[0]);
  t->a.arm.n = n, t->a.arm.link = t->a.link;
  for (int k = 0; k < 3; k++) t->a.arm.base_a[k] = -gravity[k];
  t->a.at.q = t->a.q, t->a.at.qd = t->a.qd, t->a.at.qdd = t->a.qdd;
  t->in.q_d = t->q_d, t->in.qd_d = t->qd_d, t->in.mu = t->mu, t->in.gamma = t->gamma, t->in.order = t->order;
  ulna_model_destroy(built);
}

static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

static void golden_gross(const json_t *one)
{
  task_of_arm t;
  golden_arm(one, &t);
  const json_t *friction = json_object_get(one, "friction");
  const size_t n = (size_t)t.a.arm.n;
  double mu_static[LONGEST], mu_dynamic[LONGEST], adjusted[LONGEST], tau[LONGEST], rub[LONGEST],
      smooth[LONGEST];
  assert_int_equal(golden_numbers(json_object_get(one, "q_a"), t.a.q, LONGEST), n);
  assert_int_equal(golden_numbers(json_object_get(one, "qd_a"), t.a.qd, LONGEST), n);
  assert_int_equal(golden_numbers(json_object_get(one, "qdd_d"), t.a.qdd, LONGEST), n);
  assert_int_equal(golden_numbers(json_object_get(one, "q_d"), t.q_d, LONGEST), n);
  assert_int_equal(golden_numbers(json_object_get(one, "qd_d"), t.qd_d, LONGEST), n);
  assert_int_equal(golden_numbers(json_object_get(friction, "mu_static"), mu_static, LONGEST), n);
  assert_int_equal(golden_numbers(json_object_get(friction, "mu_dynamic"), mu_dynamic, LONGEST), n);
  assert_int_equal(golden_numbers(json_object_get(friction, "gamma"), t.gamma, LONGEST), n);
  t.in.kp = json_number_value(json_object_get(one, "kp")),
  t.in.kv = json_number_value(json_object_get(one, "kv"));
  run(&ulna_control_f64, &t, CONTROL_GROSS, (count_rules){0}, (control_output){.qdd_adjusted = adjusted});
  for (size_t i = 0; i < n; i++)
    t.mu[i] = t.a.qd[i] == 0 ? mu_static[i] * sign(adjusted[i]) : mu_dynamic[i] * sign(t.a.qd[i]);
  run(&ulna_control_f64, &t, CONTROL_GROSS, (count_rules){0}, (control_output){.tau = tau, .friction = rub});
  for (size_t i = 0; i < n; i++) smooth[i] = tau[i] - rub[i];
  assert_true(golden_passes(one, "qdd_adj", adjusted, n));
  assert_true(golden_passes(one, "friction_torque", rub, n));
  assert_true(golden_passes(one, "tau_without_friction", smooth, n));
  assert_true(golden_passes(one, "tau", tau, n));
}

static void golden_pseudo_force(const json_t *one)
{
  task_of_arm t;
  golden_arm(one, &t);
  const size_t n = (size_t)t.a.arm.n;
  double pushed[LONGEST], tau[LONGEST];
  assert_int_equal(golden_numbers(json_object_get(one, "q"), t.a.q, LONGEST), n);
  assert_int_equal(golden_numbers(json_object_get(one, "hand_force"), t.a.arm.hand_f, 3), 3);
  assert_int_equal(golden_numbers(json_object_get(one, "hand_moment"), t.a.arm.hand_n, 3), 3);
  const count_rules loaded = {.hand_loaded = true};
  run(&ulna_control_f64, &t, CONTROL_PSEUDO_FORCE, loaded, (control_output){.tau = pushed});
  run(&ulna_control_f64, &t, CONTROL_FINE, loaded, (control_output){.tau = tau});
  assert_true(golden_passes(one, "tau_pseudo", pushed, n));
  assert_true(golden_passes(one, "tau", tau, n));
}

static void golden_torques_are_met(void **state)
{
  (void)state;
  json_t *file = golden_load("open.json");
  size_t i, gross = 0, pseudo = 0;
  json_t *one;
  json_array_foreach(json_object_get(file, "control_cases"), i, one)
  {
    const char *kind = json_string_value(json_object_get(one, "kind"));
    if (strcmp(kind, "gross_motion") == 0) golden_gross(one), gross++;
    if (strcmp(kind, "pseudo_force") == 0) golden_pseudo_force(one), pseudo++;
  }
  assert_true(gross >= 2 && pseudo >= 2);
  json_decref(file);
}

static void tables_are_confirmed_or_corrected_as_the_errata_say(void **state)
{
  (void)state;
  static const struct {
    const char *title, *item, *M, *A, *verdict;
  } expected[] = {
      {"Table 1", "ac_n, converted to hand frame", "18n", "12n", "confirmed"},
      {"Table 1", "subtotal for ac_n^nonlin", "44n", "39n", "confirmed"},
      {"Table 1", "subtotal for D", "12n²+12n", "19/2 n²+19/2 n", "confirmed"},
      {"Table 1", "forward solving", "1/3 n³+1/2 n²-5/6 n", "1/3 n³-1/3 n", "confirmed"},
      {"Table 1", "back solving", "1/2 n²+1/2 n", "1/2 n²-1/2 n", "confirmed"},
      {"Table 1", "total", "1/3 n³+13n²+221/3 n", "1/3 n³+10n²+179/3 n+6", "A +6"},
      {"Table 1", "in the text: n = 6", "982", "796", "A +6"},
      {"Table 2", "ω_i, α_i, A_i, a_i", "3n²+3n", "3n²+6n", "A -3n"},
      {"Table 2", "r_i × R f_{i+1}", "6n-6", "3n-3", "M -9n-6, A -6n-3"},
      {"Table 2", "total", "3n²+59n-22", "3n²+56n-20", "M -5n-13, A -13n-11"},
      {"Table 3", "D matrix", "12n²+12n", "19/2 n²+19/2 n", "confirmed"},
      {"Table 3", "in the text: n = 6", "883", "763", "M +468"},
      {"Table 3", "in the text: n = 6, · ζ", "225", "177", "A +60"},
      {"Table 3", "counted at n = 6", "882", "713", ""},
      {"Table 3", "a gravity pass by itself · ζ", "44n-24", "34n-24", ""},
      {"Table 3", "a pseudo-force pass by itself", "26n-18", "20n-12", ""},
      {"Conclusion", "printed: unified is cheaper up to n =", "12", "9", "A -3"},
      {"Conclusion", "counted: gross motion by itself", "100n-31", "90n-32", ""},
      {"Conclusion", "counted: unified is cheaper up to n =", "13", "10", ""},
      {"Not in print", "by-products are cheaper up to n =", "0", "0", ""},
      {"Not in print", "unified is cheaper up to n =", "0", "0", ""},
  };
  ulna_papers *papers = NULL;
  assert_int_equal(ulna_papers_create(NULL, &papers), ULNA_OK);
  for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    const ulna_paper_row *row = paper_row(papers, "Mudge", expected[i].title, expected[i].item);
    assert_string_equal(row->counted[0], expected[i].M);
    assert_string_equal(row->counted[1], expected[i].A);
    assert_string_equal(row->verdict, expected[i].verdict);
  }
  // every row has something, and what is printed has something beside it but where only print is compared
  for (int t = 0; t < ulna_papers_count(papers); t++) {
    const ulna_paper_table *table = ulna_papers_table(papers, t);
    for (int i = 0; i < table->row_count && strcmp(table->paper, "Mudge") == 0; i++) {
      const ulna_paper_row *row = &table->rows[i];
      assert_true(row->counted[0][0] || strncmp(row->item, "printed: gross", 14) == 0);
      assert_true(row->note != NULL);
    }
  }
  ulna_papers_destroy(papers);
}

static void stages_on_a_robot_agree_and_are_counted_and_timed(void **state)
{
  (void)state;
  static const char *const robots[] = {"puma560", "stanford", "scara",   "panda",
                                       "irb6",    "planar2r", "pendulum"};
  for (size_t k = 0; k < sizeof robots / sizeof robots[0]; k++) {
    ulna_model *m = NULL;
    ulna_control_comparison rows[ULNA_CONTROL_COMPARISON_COUNT];
    assert_int_equal(ulna_robot_load(robots[k], NULL, NULL, NULL, &m), ULNA_OK);
    assert_int_equal(ulna_compare_control(m, 20, 5, 0.0005, NULL, rows), ULNA_OK);
    for (int i = 0; i < ULNA_CONTROL_COMPARISON_COUNT; i++) {
      const bool of_paper = rows[i].paper[0] != 0;
      // pivots of 1e-3 of the largest, so three digits of resolved accelerations may be lost
      if (!(isnan(rows[i].disagreement) || rows[i].disagreement < 1e-11))
        fail_msg("%s, %s: disagreement %g", robots[k], rows[i].name, rows[i].disagreement);
      assert_true(of_paper == (rows[i].robot.multiplications > 0));
      assert_true(!of_paper || !isnan(rows[i].paper_microseconds));
      assert_true(rows[i].nanoseconds > 1 && isfinite(rows[i].nanoseconds));
    }
    assert_true(rows[1].disagreement < 1e-12 && rows[2].disagreement < 1e-12 && rows[3].disagreement < 1e-12);
    ulna_model_destroy(m);
  }
}

static void bad_use_of_the_comparison_is_refused(void **state)
{
  (void)state;
  ulna_model *m = NULL;
  ulna_control_comparison rows[ULNA_CONTROL_COMPARISON_COUNT], untouched[ULNA_CONTROL_COMPARISON_COUNT];
  memset(rows, 7, sizeof rows), memcpy(untouched, rows, sizeof rows);
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &m), ULNA_OK);
  assert_int_equal(ulna_compare_control(m, 0, 1, 0, NULL, rows), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_compare_control(m, 1, 1, -1, NULL, rows), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_compare_control(m, 1, 1, (double)NAN, NULL, rows), ULNA_INVALID_ARGUMENT);
  assert_int_equal(ulna_compare_control(m, 1, 1, (double)INFINITY, NULL, rows), ULNA_INVALID_ARGUMENT);
  for (long n = 1;; n++) {
    failing_allocator memory;
    const ulna_allocator a = failing_allocator_start(&memory, n);
    ulna_papers *papers = NULL;
    const ulna_status status = ulna_compare_control(m, 1, 1, 0, &a, rows);
    const ulna_status tables = ulna_papers_create(&a, &papers);
    if (status != ULNA_OK) assert_memory_equal(rows, untouched, sizeof rows);
    assert_true(status == ULNA_OK || status == ULNA_OUT_OF_MEMORY);
    assert_true((tables == ULNA_OK) == (papers != NULL));
    ulna_papers_destroy(papers);
    assert_true(failing_allocator_empty(&memory));
    if (!memory.failed) break;
    if (status == ULNA_OK) memcpy(rows, untouched, sizeof rows);
  }
  assert_int_equal(ulna_compare_control(m, 1, 1, 0, NULL, rows), ULNA_OK);
  assert_true(isnan(rows[0].nanoseconds));
  ulna_model_destroy(m);
}

/* Three joints that turn about one line: the hand does not tell them apart, at no posture. */
static void an_arm_whose_joints_the_hand_cannot_tell_apart_is_refused(void **state)
{
  (void)state;
  ulna_builder *b = NULL;
  ulna_model *m = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  for (int i = 0; i < 3; i++) {
    char joint_name[16], link_name[16];
    ulna_joint joint = ulna_joint_default();
    snprintf(joint_name, sizeof joint_name, "joint %d", i),
        snprintf(link_name, sizeof link_name, "link %d", i);
    joint.name = joint_name, joint.link.name = link_name;
    joint.link.body.mass = 1, joint.link.body.about = ULNA_ABOUT_COM;
    for (int k = 0; k < 3; k++) joint.link.body.inertia[k] = 0.1;
    assert_int_equal(ulna_builder_add_joint(b, &joint), ULNA_OK);
  }
  assert_int_equal(ulna_builder_finish(b, NULL, &m), ULNA_OK);
  ulna_builder_destroy(b);
  ulna_control_comparison rows[ULNA_CONTROL_COMPARISON_COUNT];
  assert_int_equal(ulna_compare_control(m, 1, 1, 0, NULL, rows), ULNA_SINGULAR);
  ulna_model_destroy(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_1_is_confirmed_row_by_row_and_lacks_a_subtraction),
      cmocka_unit_test(table_2_takes_3nn_59n_24_and_3nn_56n_24_and_a_little_for_joint_1),
      cmocka_unit_test(fine_motion_without_coriolis_terms_takes_less_than_table_3),
      cmocka_unit_test(a_bare_pseudo_force_pass_takes_26n_18_and_20n_12),
      cmocka_unit_test(unified_torques_are_those_of_the_plain_route),
      cmocka_unit_test(both_ways_to_resolve_give_the_same_accelerations),
      cmocka_unit_test(fine_torques_are_gravity_and_pseudo_force),
      cmocka_unit_test(a_hand_wrench_reaches_every_link_by_the_written_out_form),
      cmocka_unit_test(golden_torques_are_met),
      cmocka_unit_test(tables_are_confirmed_or_corrected_as_the_errata_say),
      cmocka_unit_test(stages_on_a_robot_agree_and_are_counted_and_timed),
      cmocka_unit_test(bad_use_of_the_comparison_is_refused),
      cmocka_unit_test(an_arm_whose_joints_the_hand_cannot_tell_apart_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
