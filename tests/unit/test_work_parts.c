/* The size of a work, and the status of functions whose part it lacks. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/chain.h"
#include "support/headers.h"

/* A rotor with friction that turns joint i, on the link before it. */
static void add_motor(ulna_builder *b, int i)
{
  char name[24], joint[24], link[24];
  snprintf(name, sizeof name, "motor %d", i);
  snprintf(joint, sizeof joint, "joint %d", i);
  snprintf(link, sizeof link, "link %d", i - 1);
  const ulna_couple couple = {joint, 100};
  ulna_drive d = ulna_drive_default();
  d.name = name, d.mounted_on = i > 1 ? link : "base", d.couple_count = 1, d.couples = &couple;
  d.spin_only = true, d.rotor.inertia[2] = 2e-4, d.counted_in_link = ULNA_COUNTED_YES;
  d.friction.viscous = 1e-3, d.friction.coulomb[0] = d.friction.coulomb[1] = 0.4;
  assert_int_equal(ulna_builder_add_drive(b, &d), ULNA_OK);
}

/* A chain of n turning joints with mass; driven: with a motor for each. */
static ulna_model *long_arm(int n, bool driven)
{
  ulna_builder *b = NULL;
  assert_int_equal(ulna_builder_create(ULNA_DH, NULL, &b), ULNA_OK);
  for (int i = 0; i < n; i++) {
    char joint_name[24], link_name[24];
    snprintf(joint_name, sizeof joint_name, "joint %d", i + 1);
    snprintf(link_name, sizeof link_name, "link %d", i + 1);
    ulna_joint j = chain_joint();
    j.name = joint_name, j.link.name = link_name;
    j.a = 0.1, j.alpha = i % 2 ? 1 : -0.5;
    j.link.body = (ulna_body){.mass = 1, .inertia = {0.01, 0.01, 0.01}, .about = ULNA_ABOUT_COM};
    assert_int_equal(ulna_builder_add_joint(b, &j), ULNA_OK);
  }
  for (int i = 1; i <= n && driven; i++) add_motor(b, i);
  const ulna_frame frame = {.name = "camera", .link = "link 1", .pose = ulna_pose_identity()};
  assert_int_equal(ulna_builder_add_frame(b, &frame), ULNA_OK);
  ulna_model *m = NULL;
  assert_int_equal(ulna_builder_finish(b, NULL, &m), ULNA_OK);
  ulna_builder_destroy(b);
  return m;
}

/* Bounds with some room for a compiler's padding and for new functions; for seven joints the promise: below 16 kB. */
static void works_are_as_small_as_promised(void **state)
{
  (void)state;
  static const struct {
    int n;
    bool driven;
    unsigned parts;
    size_t bound;
  } promises[] = {{6, false, ULNA_PARTS_DEFAULT, 15000},       {7, false, ULNA_PARTS_DEFAULT, 16000},
                  {7, true, ULNA_PARTS_DEFAULT, 16000},        {7, true, ULNA_PARTS_ALL, 60000},
                  {100, false, ULNA_PARTS_DEFAULT, 300000},    {1000, false, ULNA_PARTS_NONE, 2000000},
                  {1000, false, ULNA_PARTS_DEFAULT, 20000000}, {1000, false, ULNA_PARTS_ALL, 250000000}};
  for (size_t k = 0; k < sizeof promises / sizeof promises[0]; k++) {
    ulna_model *m = long_arm(promises[k].n, promises[k].driven);
    const size_t size = ulna_work_size(m, promises[k].parts);
    if (size == 0 || size >= promises[k].bound)
      fail_msg("n = %d%s, parts %u: %zu bytes, not below %zu", promises[k].n,
               promises[k].driven ? ", driven" : "", promises[k].parts, size, promises[k].bound);
    ulna_model_destroy(m);
  }
}

/* ---- parts that functions need */

enum { N = 17 };  // arms of at most 15 joints always have matrices

/* Whatever a function may write. */
typedef struct {
  double number[N * N * N], matrix[3][N * N], Y[N * 10 * N], vector[5][N];
  int mode[2 * N], count;
  ulna_operational_inertia operational;
  ulna_dropped dropped;
  ulna_ik_outcome ik;
  ulna_resolve_outcome resolved;
  ulna_inertia_range held[N], free[N];
  double posture[4][N][N];
  ulna_power power;
  ulna_pose poses[N + 1];
} outputs;

/* X(function, parts it needs, a call): every function that takes a work, by each method that needs another part. q: a state, rates
 * or forces; to: where the answer goes. CANNOT_FAIL: of one that returns no status, and so may need no part. */
#define CANNOT_FAIL(call) ((call), ULNA_OK)
// clang-format off
#define CALLS(X) \
  X(ulna_work_set_payload, NONE, ulna_work_set_payload(w, NULL)) \
  X(ulna_inverse_dynamics_by, REFERENCE, ulna_inverse_dynamics_by(m, w, ULNA_INVERSE_LAGRANGE, q, q, q, to->number)) \
  X(ulna_inverse_dynamics_by, MATRICES, ulna_inverse_dynamics_by(m, w, ULNA_INVERSE_STROBE, q, q, q, to->number)) \
  X(ulna_inverse_dynamics_by, NONE, ulna_inverse_dynamics_by(m, w, ULNA_INVERSE_ANGELES, q, q, q, to->number)) \
  X(ulna_bias_by, REFERENCE, ulna_bias_by(m, w, ULNA_INVERSE_LAGRANGE, q, q, to->number)) \
  X(ulna_bias_by, MATRICES, ulna_bias_by(m, w, ULNA_INVERSE_STROBE, q, q, to->number)) \
  X(ulna_coriolis_vector_by, REFERENCE, ulna_coriolis_vector_by(m, w, ULNA_INVERSE_LAGRANGE, q, q, to->number)) \
  X(ulna_coriolis_vector_by, MATRICES, ulna_coriolis_vector_by(m, w, ULNA_INVERSE_STROBE, q, q, to->number)) \
  X(ulna_gravity_torques_by, REFERENCE, ulna_gravity_torques_by(m, w, ULNA_INVERSE_LAGRANGE, q, to->number)) \
  X(ulna_gravity_torques_by, MATRICES, ulna_gravity_torques_by(m, w, ULNA_INVERSE_STROBE, q, to->number)) \
  X(ulna_hand_torques_by, REFERENCE, ulna_hand_torques_by(m, w, ULNA_INVERSE_LAGRANGE, q, to->number)) \
  X(ulna_hand_torques_by, MATRICES, ulna_hand_torques_by(m, w, ULNA_INVERSE_STROBE, q, to->number)) \
  X(ulna_mass_matrix_by, REFERENCE, ulna_mass_matrix_by(m, w, ULNA_INVERSE_LAGRANGE, q, to->number)) \
  X(ulna_mass_matrix_by, NONE, ulna_mass_matrix_by(m, w, ULNA_INVERSE_STROBE, q, to->number)) \
  X(ulna_christoffel_by, REFERENCE, ulna_christoffel_by(m, w, ULNA_INVERSE_LAGRANGE, q, to->number)) \
  X(ulna_christoffel_by, NONE, ulna_christoffel_by(m, w, ULNA_INVERSE_NEWTON_EULER, q, to->number)) \
  X(ulna_forward_dynamics, NONE, ulna_forward_dynamics(m, w, q, q, q, to->number)) \
  X(ulna_forward_dynamics_by, MATRICES, ulna_forward_dynamics_by(m, w, ULNA_FORWARD_STROBE, q, q, q, to->number)) \
  X(ulna_forward_dynamics_by, MATRICES, ulna_forward_dynamics_by(m, w, ULNA_FORWARD_COMPOSITE, q, q, q, to->number)) \
  X(ulna_forward_dynamics_by, MATRICES, ulna_forward_dynamics_by(m, w, ULNA_FORWARD_NOC, q, q, q, to->number)) \
  X(ulna_forward_dynamics_by, NONE, ulna_forward_dynamics_by(m, w, ULNA_FORWARD_SAHA, q, q, q, to->number)) \
  X(ulna_forward_dynamics_noc, MATRICES, ulna_forward_dynamics_noc(m, w, q, q, q, NULL, NULL, to->number)) \
  X(ulna_mass_matrix_inverse, NONE, ulna_mass_matrix_inverse(m, w, q, to->number)) \
  X(ulna_mass_matrix_solve, NONE, ulna_mass_matrix_solve(m, w, q, 1, q, to->number)) \
  X(ulna_joint_inertias, MATRICES, ulna_joint_inertias(m, w, q, to->vector[0], to->vector[1])) \
  X(ulna_mass_matrix_condition, MATRICES, ulna_mass_matrix_condition(m, w, q, to->number)) \
  X(ulna_operational_inertia_at, MATRICES, ulna_operational_inertia_at(m, w, NULL, ULNA_AXES_BASE, q, &to->operational)) \
  X(ulna_mass_matrix_udut, NONE, ulna_mass_matrix_udut(m, w, q, &(ulna_udut){.D = to->number})) \
  X(ulna_udut_solve, NONE, ulna_udut_solve(m, w, q, q, NULL, NULL, to->number)) \
  X(ulna_inverse_kinematics, NONE, inverse_kinematics(m, w, to)) \
  X(ulna_resolve_acceleration, NONE, ulna_resolve_acceleration(r, w, q, q, q, NULL, NULL, to->number, &to->resolved)) \
  X(ulna_resolve_rate, NONE, ulna_resolve_rate(r, w, q, q, NULL, NULL, to->number, &to->resolved)) \
  X(ulna_coupling_solve, DRIVES, ulna_coupling_solve(m, w, q, q, to->number, to->vector[0])) \
  X(ulna_coupling_solutions, DRIVES, ulna_coupling_solutions(m, w, q, q, 1, to->number, &to->count)) \
  X(ulna_actuator_to_joint_forces, DRIVES, ulna_actuator_to_joint_forces(m, w, q, q, to->number)) \
  X(ulna_joint_to_actuator_forces, DRIVES, ulna_joint_to_actuator_forces(m, w, q, q, to->number)) \
  X(ulna_drive_inverse_dynamics, DRIVES, ulna_drive_inverse_dynamics(m, w, q, q, q, &(ulna_drive_forces){to->vector[0], to->vector[1], to->vector[2], to->vector[3], to->vector[4]})) \
  X(ulna_drive_forward_dynamics, DRIVES, ulna_drive_forward_dynamics(m, w, q, q, q, to->number)) \
  X(ulna_drive_mass_matrix, DRIVES, ulna_drive_mass_matrix(m, w, q, to->number)) \
  X(ulna_drive_bias, DRIVES, ulna_drive_bias(m, w, q, q, to->number)) \
  X(ulna_drive_energy, DRIVES, ulna_drive_energy(m, w, q, q, to->vector[0], to->vector[1])) \
  X(ulna_drive_coefficients, DRIVES | REFERENCE, ulna_drive_coefficients(m, w, q, to->matrix[0], to->number, to->vector[0])) \
  X(ulna_actuator_inertias, DRIVES, ulna_actuator_inertias(m, w, q, to->vector[0], to->vector[1])) \
  X(ulna_actuator_inertia_range, DRIVES, ulna_actuator_inertia_range(m, w, &few, to->held, to->free)) \
  X(ulna_reflected_inertia, DRIVES, ulna_reflected_inertia(m, w, q, to->number)) \
  X(ulna_rotor_energy, DRIVES, ulna_rotor_energy(m, w, q, q, to->vector[0], to->vector[1])) \
  X(ulna_rotor_energy_shares, DRIVES, ulna_rotor_energy_shares(m, w, q, to->number)) \
  X(ulna_rotor_simplification, DRIVES, ulna_rotor_simplification(m, w, q, q, q, &to->dropped)) \
  X(ulna_stick_modes, FRICTION, ulna_stick_modes(m, w, q, q, to->mode)) \
  X(ulna_stick_accelerations, FRICTION, ulna_stick_accelerations(m, w, q, q, q, to->mode, to->vector[0], to->number)) \
  X(ulna_stick_after_step, FRICTION, ulna_stick_after_step(m, w, q, q, still, to->mode, to->number)) \
  X(ulna_inverse_dynamics_derivatives, DERIVATIVES, ulna_inverse_dynamics_derivatives(m, w, q, q, q, to->vector[0], to->matrix[0], to->matrix[1], to->matrix[2])) \
  X(ulna_forward_dynamics_derivatives, DERIVATIVES, ulna_forward_dynamics_derivatives(m, w, q, q, q, to->vector[0], to->matrix[0], to->matrix[1], to->matrix[2])) \
  X(ulna_drive_inverse_dynamics_derivatives, DERIVATIVES, ulna_drive_inverse_dynamics_derivatives(m, w, q, q, q, &(ulna_drive_derivatives){.F = to->vector[0], .dF_dq = to->matrix[0], .tau = to->vector[1], .dtau_dq = to->matrix[1]})) \
  X(ulna_drive_forward_dynamics_derivatives, DERIVATIVES, ulna_drive_forward_dynamics_derivatives(m, w, ULNA_UNDER_TAU, q, q, q, to->vector[0], to->matrix[0], to->matrix[1], to->matrix[2])) \
  X(ulna_regressor, DERIVATIVES, ulna_regressor(m, w, ULNA_REGRESSOR_LINKS, q, q, q, to->Y, to->vector[0])) \
  X(ulna_regressor_parameters, NONE, ulna_regressor_parameters(m, w, ULNA_REGRESSOR_LINKS, to->number)) \
  X(ulna_inverse_dynamics, NONE, CANNOT_FAIL(ulna_inverse_dynamics(m, w, q, q, q, to->number))) \
  X(ulna_bias, NONE, CANNOT_FAIL(ulna_bias(m, w, q, q, to->number))) \
  X(ulna_coriolis_vector, NONE, CANNOT_FAIL(ulna_coriolis_vector(m, w, q, q, to->number))) \
  X(ulna_gravity_torques, NONE, CANNOT_FAIL(ulna_gravity_torques(m, w, q, to->number))) \
  X(ulna_hand_torques, NONE, CANNOT_FAIL(ulna_hand_torques(m, w, q, to->number))) \
  X(ulna_coriolis_matrix, NONE, CANNOT_FAIL(ulna_coriolis_matrix(m, w, q, q, to->number))) \
  X(ulna_joint_wrenches, NONE, CANNOT_FAIL(ulna_joint_wrenches(m, w, q, q, q, to->matrix[0], to->matrix[1]))) \
  X(ulna_kinetic_energy, NONE, CANNOT_FAIL(*to->number = ulna_kinetic_energy(m, w, q, q))) \
  X(ulna_potential_energy, NONE, CANNOT_FAIL(*to->number = ulna_potential_energy(m, w, q))) \
  X(ulna_power_balance, NONE, CANNOT_FAIL(ulna_power_balance(m, w, q, q, q, &to->power))) \
  X(ulna_mass_matrix, NONE, CANNOT_FAIL(ulna_mass_matrix(m, w, q, to->number))) \
  X(ulna_singular_joint, NONE, CANNOT_FAIL(to->count = ulna_singular_joint(m, w, q))) \
  X(ulna_inertia_shares, NONE, CANNOT_FAIL(ulna_inertia_shares(m, w, q, to->number))) \
  X(ulna_natural_complement_at, NONE, CANNOT_FAIL(ulna_natural_complement_at(m, w, q, q, &(ulna_natural_complement){.T = to->number, .I = to->matrix[0], .C = to->matrix[1], .c = to->matrix[2], .c_dot = to->Y}))) \
  X(ulna_constraint_wrenches, NONE, CANNOT_FAIL(ulna_constraint_wrenches(m, w, q, q, q, to->number, to->vector[0]))) \
  X(ulna_link_poses, NONE, CANNOT_FAIL(ulna_link_poses(m, w, q, to->poses))) \
  X(ulna_hand_pose, NONE, CANNOT_FAIL(ulna_hand_pose(m, w, q, to->poses))) \
  X(ulna_frame_pose, NONE, CANNOT_FAIL(ulna_frame_pose(m, w, 0, q, to->poses))) \
  X(ulna_jacobian, NONE, CANNOT_FAIL(ulna_jacobian(m, w, NULL, ULNA_AXES_BASE, q, to->number))) \
  X(ulna_jacobian_rate, NONE, CANNOT_FAIL(ulna_jacobian_rate(m, w, NULL, ULNA_AXES_BASE, q, q, to->number))) \
  X(ulna_point_motion, NONE, CANNOT_FAIL(ulna_point_motion(m, w, NULL, ULNA_AXES_BASE, q, q, q, to->vector[0], to->vector[1]))) \
  X(ulna_manipulability, NONE, CANNOT_FAIL(*to->number = ulna_manipulability(m, w, q, to->vector[0]))) \
  X(ulna_gross_motion, NONE, CANNOT_FAIL(ulna_gross_motion(m, w, q, q, NULL, q, q, q, q, q, &(ulna_gross_parts){.tau = to->number, .normal = to->vector[0]}))) \
  X(ulna_pseudo_force_torques, NONE, CANNOT_FAIL(ulna_pseudo_force_torques(m, w, q, q, q, to->number)))
// clang-format on

/* What the calls are given. */
static ulna_resolver *r;
static double q[N];
static const int still[2 * N];
static const ulna_inertia_range_options few = {.samples = 1};  // nothing moves: a search takes seconds

/* What came closest lies in the work: it is copied out. */
static ulna_status inverse_kinematics(const ulna_model *m, ulna_work *w, outputs *to)
{
  static const ulna_pose target = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0.3, 0.2, 0.4}};
  const ulna_status status = ulna_inverse_kinematics(m, w, NULL, &target, q, to->number, &to->ik);
  memcpy(to->vector[0], to->ik.q, (size_t)ulna_model_joint_count(m) * sizeof(double));
  to->ik.q = NULL;
  return status;
}

enum {
  NONE = ULNA_PARTS_NONE,
  MATRICES = ULNA_PART_MATRICES,
  REFERENCE = ULNA_PART_REFERENCE,
  DRIVES = ULNA_PART_DRIVES,
  FRICTION = ULNA_PART_FRICTION,
  DERIVATIVES = ULNA_PART_DERIVATIVES
};
static const struct {
  unsigned part;
  const char *name;
} part_names[] = {{MATRICES, "ULNA_PART_MATRICES"},
                  {REFERENCE, "ULNA_PART_REFERENCE"},
                  {DRIVES, "ULNA_PART_DRIVES"},
                  {FRICTION, "ULNA_PART_FRICTION"},
                  {DERIVATIVES, "ULNA_PART_DERIVATIVES"}};
enum { PARTS = sizeof part_names / sizeof part_names[0] };

#define AS_NAME(name, parts, ...) {#name, parts},
static const struct {
  const char *name;
  unsigned parts;
} calls[] = {CALLS(AS_NAME)};
enum { COUNT = sizeof calls / sizeof calls[0] };

static ulna_status call(int which, const ulna_model *m, ulna_work *w, outputs *to)
{
  int at = 0;
#define AS_CALL(name, parts, ...)                                                                            \
  if (which == at++) return __VA_ARGS__;
  CALLS(AS_CALL)
#undef AS_CALL
  return ULNA_STATUS_COUNT;
}

/* Numbers that no function gives; postures go into the same memory. */
static void fill(outputs *x)
{
  memset(x, 0x5a, sizeof *x);
  for (int i = 0; i < N; i++) {
    x->held[i].q_minimum = x->posture[0][i], x->held[i].q_maximum = x->posture[1][i];
    x->free[i].q_minimum = x->posture[2][i], x->free[i].q_maximum = x->posture[3][i];
  }
}

/* The outcome of a call by a work with these parts, and what it has written to *to, which holds postures of its own. Fails if
 * something was written behind the work. */
static ulna_status written(int k, const ulna_model *m, unsigned parts, outputs *to)
{
  enum { ALIGNMENT = 64, GUARD = 4096 };
  static const double force[3] = {1, 2, 3};
  static unsigned char untouched[GUARD];
  const size_t size = ulna_work_size(m, parts), whole = (size + GUARD) / ALIGNMENT * ALIGNMENT + ALIGNMENT;
  unsigned char *memory = aligned_alloc(ALIGNMENT, whole);
  assert_non_null(memory);
  memset(memory, 0x5a, whole);
  memset(untouched, 0x5a, sizeof untouched);
  ulna_work *w = NULL;
  assert_int_equal(ulna_work_init(memory, size, m, parts, &w), ULNA_OK);
  ulna_work_set_hand_wrench(w, force, force);
  fill(to);
  for (int i = 0; i < 2 * N; i++) to->mode[i] = 0;  // taken and given
  const ulna_status status = call(k, m, w, to);
  if (memcmp(memory + size, untouched, GUARD) != 0) fail_msg("%s writes behind the work", calls[k].name);
  free(memory);
  return status;
}

/* The outcome alone; fails if a part is missing and something was written. */
static ulna_status outcome(int k, const ulna_model *m, unsigned parts)
{
  static outputs to, untouched;
  fill(&to);
  memcpy(&untouched, &to, sizeof to);
  for (int i = 0; i < 2 * N; i++) untouched.mode[i] = 0;
  const ulna_status status = written(k, m, parts, &to);
  if (status == ULNA_MISSING_PART && memcmp(&to, &untouched, sizeof to) != 0)
    fail_msg("%s writes without its part", calls[k].name);
  return status;
}

/* The parts that remain without this one. */
static unsigned all_but(unsigned part)
{
  const unsigned bring_drives = part == DRIVES ? FRICTION | DERIVATIVES : 0;
  return ULNA_PARTS_ALL & ~(part | bring_drives);
}

/* Makes what the calls are given for this arm. */
static void make_given(const ulna_model *m)
{
  const ulna_resolve_options damped = {
      .method = ULNA_RESOLVE_DAMPED, .weight = {1, 1, 1, 1, 1, 1}, .pivot = 1e-9, .damping = 0.05};
  assert_int_equal(ulna_resolver_create(m, &damped, NULL, &r), ULNA_OK);
  for (int i = 0; i < N; i++) q[i] = 0.1 * i + 0.1;
}

static void a_function_whose_part_is_missing_says_so_and_writes_nothing(void **state)
{
  (void)state;
  ulna_model *m = long_arm(N, false);
  make_given(m);
  for (int k = 0; k < COUNT; k++) {
    if ((outcome(k, m, ULNA_PARTS_NONE) == ULNA_MISSING_PART) != (calls[k].parts != NONE))
      fail_msg("%s by a work without parts: %s", calls[k].name,
               ulna_status_name(outcome(k, m, ULNA_PARTS_NONE)));
    for (int p = 0; p < PARTS; p++)
      if (calls[k].parts & part_names[p].part &&
          outcome(k, m, all_but(part_names[p].part)) != ULNA_MISSING_PART)
        fail_msg("%s does not need %s", calls[k].name, part_names[p].name);
    const ulna_status status = outcome(k, m, calls[k].parts);
    if (status != ULNA_OK && strcmp(calls[k].name, "ulna_inverse_kinematics") != 0)  // may not converge
      fail_msg("%s by a work with its parts alone: %s", calls[k].name, ulna_status_name(status));
  }
  ulna_resolver_destroy(r);
  ulna_work *w = NULL;
  assert_int_equal(ulna_work_create(m, 2 * ULNA_PARTS_DEFAULT, NULL, &w), ULNA_INVALID_ARGUMENT);
  ulna_model_destroy(m);
}

/* ---- the table against the headers */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Whether the table has the function, and the header names every part that the table says it needs. */
static bool is_told(const char *name, const char *header)
{
  bool found = false;
  for (int k = 0; k < COUNT; k++) {
    if (strcmp(calls[k].name, name) != 0) continue;
    found = true;
    for (int p = 0; p < PARTS; p++)
      if (calls[k].parts & part_names[p].part && !strstr(header, part_names[p].name)) {
        print_message("the header of %s does not name %s\n", name, part_names[p].name);
        return false;
      }
  }
  if (!found) print_message("%s takes a work, and is not in the table\n", name);
  return found;
}

/* Looks through a header for functions that take a work, but for those that set or ask it alone; gives how many lack what they should
 * say. */
static int untold_in(const char *name_of_header, const char *header, void *seen)
{
  (void)name_of_header;
  int untold = 0;
  for (const char *at = header; (at = strstr(at, "ULNA_API ")) != NULL; at++) {
    char declaration[1024] = "", name[64] = "";
    const size_t length = strcspn(at, ";");
    if (at > header && at[-1] != '\n') continue;  // its own definition
    assert_true(length < sizeof declaration);
    memcpy(declaration, at, length);
    const char *open = strchr(declaration, '(');
    if (!open || !strstr(open, "ulna_work *work")) continue;
    const char *start = open;
    while (is_word(start[-1])) start--;
    snprintf(name, sizeof name, "%.*s", (int)(open - start), start);
    if (strncmp(name, "ulna_work_", 10) == 0 && !strstr(declaration, "ulna_status")) continue;
    (*(int *)seen)++;
    if (!is_told(name, header)) untold++;
  }
  return untold;
}

static void every_function_that_may_miss_a_part_is_in_the_table(void **state)
{
  (void)state;
  int seen = 0;
  assert_int_equal(sum_over_headers(untold_in, &seen), 0);
  assert_true(seen > 60);
}

/* Every function gives the same bits by a work that has all parts and by one that has no more than it needs: pieces that lie on
 * one another are never at work together, and none goes beyond what its part has. */
static void works_of_any_parts_agree(void **state)
{
  (void)state;
  static const int lengths[] = {7, N};  // with and without matrices that short arms always have
  for (size_t l = 0; l < 2 * sizeof lengths / sizeof lengths[0]; l++) {
    const int n = lengths[l / 2];
    ulna_model *m = long_arm(n, l % 2);
    make_given(m);
    for (int k = 0; k < COUNT; k++) {
      static outputs to, by_all;
      const ulna_status status = written(k, m, ULNA_PARTS_ALL, &to);
      memcpy(&by_all, &to, sizeof to);
      assert_int_equal(written(k, m, calls[k].parts, &to), status);
      if (memcmp(&to, &by_all, sizeof to) != 0)
        fail_msg("%s of %d joints gives something else by a work with no more parts than it needs",
                 calls[k].name, n);
    }
    ulna_resolver_destroy(r);
    ulna_model_destroy(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(works_are_as_small_as_promised),
      cmocka_unit_test(a_function_whose_part_is_missing_says_so_and_writes_nothing),
      cmocka_unit_test(every_function_that_may_miss_a_part_is_in_the_table),
      cmocka_unit_test(works_of_any_parts_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
