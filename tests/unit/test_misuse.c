/* Misuse of the core reaches the assert handler: NULL for an object, and a work that was made for another model. Every public
 * function that takes an object of the core is in the table, which is held against the headers. */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/headers.h"
#include "ulna/ulna.h"

/* What a function takes: m a model, w a work, r a resolver; any other object is NULL in its line. */
enum takes { MODEL, WORK, BOTH, RESOLVER, RESOLVER_WORK, OBJECT };

/* X(function, what it takes, a call). `at` is room for whatever a pointer may point to: an assert stands before all use. */
// clang-format off
#define CALLS(X) \
  X(ulna_adaptive_create, OBJECT, status = ulna_adaptive_create(NULL, at, at, at)) \
  X(ulna_adaptive_advance, OBJECT, status = ulna_adaptive_advance(NULL, 0, 0, at, at, at)) \
  X(ulna_adaptive_smooth_until, OBJECT, ulna_adaptive_smooth_until(NULL, 0)) \
  X(ulna_adaptive_restart, OBJECT, ulna_adaptive_restart(NULL)) \
  X(ulna_adaptive_statistics_get, OBJECT, (void)ulna_adaptive_statistics_get(NULL)) \
  X(ulna_adaptive_failure, OBJECT, (void)ulna_adaptive_failure(NULL)) \
  X(ulna_adaptive_stepper, OBJECT, (void)ulna_adaptive_stepper(NULL)) \
  X(ulna_adaptive_create_by, OBJECT, status = ulna_adaptive_create_by(NULL, at, at, at)) \
  X(ulna_builder_set_name, OBJECT, status = ulna_builder_set_name(NULL, at, at)) \
  X(ulna_builder_set_gravity, OBJECT, ulna_builder_set_gravity(NULL, at)) \
  X(ulna_builder_set_base, OBJECT, ulna_builder_set_base(NULL, at)) \
  X(ulna_builder_set_tool, OBJECT, ulna_builder_set_tool(NULL, at)) \
  X(ulna_builder_set_base_name, OBJECT, status = ulna_builder_set_base_name(NULL, at)) \
  X(ulna_builder_add_joint, OBJECT, status = ulna_builder_add_joint(NULL, at)) \
  X(ulna_builder_add_drive, OBJECT, status = ulna_builder_add_drive(NULL, at)) \
  X(ulna_builder_add_element, OBJECT, status = ulna_builder_add_element(NULL, at)) \
  X(ulna_builder_add_frame, OBJECT, status = ulna_builder_add_frame(NULL, at)) \
  X(ulna_builder_add_welded_body, OBJECT, status = ulna_builder_add_welded_body(NULL, at)) \
  X(ulna_builder_set_payload, OBJECT, ulna_builder_set_payload(NULL, at)) \
  X(ulna_builder_accept, OBJECT, status = ulna_builder_accept(NULL, at, at)) \
  X(ulna_builder_set_file, OBJECT, status = ulna_builder_set_file(NULL, at)) \
  X(ulna_builder_set_location, OBJECT, status = ulna_builder_set_location(NULL, at, 0, 0)) \
  X(ulna_builder_mark, OBJECT, status = ulna_builder_mark(NULL, at, 0)) \
  X(ulna_builder_check, OBJECT, status = ulna_builder_check(NULL, at)) \
  X(ulna_builder_finish, OBJECT, status = ulna_builder_finish(NULL, at, at)) \
  X(ulna_controller_options_fault, MODEL, (void)ulna_controller_options_fault(m, at)) \
  X(ulna_controller_size, MODEL, (void)ulna_controller_size(m)) \
  X(ulna_controller_init, MODEL, status = ulna_controller_init(at, ROOM, m, at, at)) \
  X(ulna_controller_create, MODEL, status = ulna_controller_create(m, at, at, at)) \
  X(ulna_controller_reset, OBJECT, ulna_controller_reset(NULL)) \
  X(ulna_controller_work, OBJECT, (void)ulna_controller_work(NULL)) \
  X(ulna_controller_step, OBJECT, status = ulna_controller_step(NULL, at, at, at)) \
  X(ulna_controller_tare, OBJECT, ulna_controller_tare(NULL, 0)) \
  X(ulna_controller_fault, OBJECT, (void)ulna_controller_fault(NULL)) \
  X(ulna_controller_outcome, OBJECT, (void)ulna_controller_outcome(NULL)) \
  X(ulna_controller_stage, OBJECT, (void)ulna_controller_stage(NULL)) \
  X(ulna_controller_gains, OBJECT, ulna_controller_gains(NULL, at, at, at, at)) \
  X(ulna_controller_table_error, OBJECT, (void)ulna_controller_table_error(NULL)) \
  X(ulna_controller_servo_gains, OBJECT, ulna_controller_servo_gains(NULL, at, at, at)) \
  X(ulna_gross_motion, BOTH, ulna_gross_motion(m, w, at, at, at, at, at, at, at, at, at)) \
  X(ulna_pseudo_force_torques, BOTH, ulna_pseudo_force_torques(m, w, at, at, at, at)) \
  X(ulna_inverse_dynamics_derivatives, BOTH, status = ulna_inverse_dynamics_derivatives(m, w, at, at, at, at, at, at, at)) \
  X(ulna_forward_dynamics_derivatives, BOTH, status = ulna_forward_dynamics_derivatives(m, w, at, at, at, at, at, at, at)) \
  X(ulna_drive_inverse_dynamics_derivatives, BOTH, status = ulna_drive_inverse_dynamics_derivatives(m, w, at, at, at, at)) \
  X(ulna_drive_forward_dynamics_derivatives, BOTH, status = ulna_drive_forward_dynamics_derivatives(m, w, 0, at, at, at, at, at, at, at)) \
  X(ulna_actuator_name, MODEL, (void)ulna_actuator_name(m, 0)) \
  X(ulna_actuator_drive, MODEL, (void)ulna_actuator_drive(m, 0)) \
  X(ulna_actuator_joint, MODEL, (void)ulna_actuator_joint(m, 0)) \
  X(ulna_coupling, MODEL, ulna_coupling(m, at, at, at, at)) \
  X(ulna_follower_count, MODEL, (void)ulna_follower_count(m)) \
  X(ulna_joint_leader, MODEL, (void)ulna_joint_leader(m, 1)) \
  X(ulna_follow_motion, MODEL, ulna_follow_motion(m, at, at, at)) \
  X(ulna_follow_forces, MODEL, ulna_follow_forces(m, at)) \
  X(ulna_follow_inertia, MODEL, ulna_follow_inertia(m, at)) \
  X(ulna_follow_columns, MODEL, ulna_follow_columns(m, 1, at)) \
  X(ulna_coupling_solve, BOTH, status = ulna_coupling_solve(m, w, at, at, at, at)) \
  X(ulna_coupling_solutions, BOTH, status = ulna_coupling_solutions(m, w, at, at, 0, at, at)) \
  X(ulna_actuator_to_joint_forces, BOTH, status = ulna_actuator_to_joint_forces(m, w, at, at, at)) \
  X(ulna_joint_to_actuator_forces, BOTH, status = ulna_joint_to_actuator_forces(m, w, at, at, at)) \
  X(ulna_work_set_rotors, WORK, ulna_work_set_rotors(w, 0)) \
  X(ulna_drive_inverse_dynamics, BOTH, status = ulna_drive_inverse_dynamics(m, w, at, at, at, at)) \
  X(ulna_drive_forward_dynamics, BOTH, status = ulna_drive_forward_dynamics(m, w, at, at, at, at)) \
  X(ulna_drive_mass_matrix, BOTH, status = ulna_drive_mass_matrix(m, w, at, at)) \
  X(ulna_drive_bias, BOTH, status = ulna_drive_bias(m, w, at, at, at)) \
  X(ulna_drive_energy, BOTH, status = ulna_drive_energy(m, w, at, at, at, at)) \
  X(ulna_drive_coefficients, BOTH, status = ulna_drive_coefficients(m, w, at, at, at, at)) \
  X(ulna_actuator_inertias, BOTH, status = ulna_actuator_inertias(m, w, at, at, at)) \
  X(ulna_actuator_inertia_range, BOTH, status = ulna_actuator_inertia_range(m, w, at, at, at)) \
  X(ulna_reflected_inertia, BOTH, status = ulna_reflected_inertia(m, w, at, at)) \
  X(ulna_rotor_energy, BOTH, status = ulna_rotor_energy(m, w, at, at, at, at)) \
  X(ulna_rotor_energy_shares, BOTH, status = ulna_rotor_energy_shares(m, w, at, at)) \
  X(ulna_rotor_simplification, BOTH, status = ulna_rotor_simplification(m, w, at, at, at, at)) \
  X(ulna_forward_dynamics, BOTH, status = ulna_forward_dynamics(m, w, at, at, at, at)) \
  X(ulna_forward_dynamics_method, MODEL, (void)ulna_forward_dynamics_method(m)) \
  X(ulna_forward_dynamics_by, BOTH, status = ulna_forward_dynamics_by(m, w, 0, at, at, at, at)) \
  X(ulna_singular_joint, BOTH, (void)ulna_singular_joint(m, w, at)) \
  X(ulna_mass_matrix, BOTH, ulna_mass_matrix(m, w, at, at)) \
  X(ulna_mass_matrix_inverse, BOTH, status = ulna_mass_matrix_inverse(m, w, at, at)) \
  X(ulna_mass_matrix_solve, BOTH, status = ulna_mass_matrix_solve(m, w, at, 0, at, at)) \
  X(ulna_joint_inertias, BOTH, status = ulna_joint_inertias(m, w, at, at, at)) \
  X(ulna_mass_matrix_condition, BOTH, status = ulna_mass_matrix_condition(m, w, at, at)) \
  X(ulna_operational_inertia_at, BOTH, status = ulna_operational_inertia_at(m, w, at, 0, at, at)) \
  X(ulna_mass_matrix_udut, BOTH, status = ulna_mass_matrix_udut(m, w, at, at)) \
  X(ulna_udut_solve, BOTH, status = ulna_udut_solve(m, w, at, at, at, at, at)) \
  X(ulna_inertia_shares, BOTH, ulna_inertia_shares(m, w, at, at)) \
  X(ulna_natural_complement_at, BOTH, ulna_natural_complement_at(m, w, at, at, at)) \
  X(ulna_constraint_wrenches, BOTH, ulna_constraint_wrenches(m, w, at, at, at, at, at)) \
  X(ulna_forward_dynamics_noc, BOTH, status = ulna_forward_dynamics_noc(m, w, at, at, at, at, at, at)) \
  X(ulna_friction_place_count, MODEL, (void)ulna_friction_place_count(m)) \
  X(ulna_friction_place_name, MODEL, (void)ulna_friction_place_name(m, 0)) \
  X(ulna_stick_modes, BOTH, status = ulna_stick_modes(m, w, at, at, at)) \
  X(ulna_stick_accelerations, BOTH, status = ulna_stick_accelerations(m, w, at, at, at, at, at, at)) \
  X(ulna_stick_after_step, BOTH, status = ulna_stick_after_step(m, w, at, at, at, at, at)) \
  X(ulna_inverse_dynamics, BOTH, ulna_inverse_dynamics(m, w, at, at, at, at)) \
  X(ulna_inverse_dynamics_by, BOTH, status = ulna_inverse_dynamics_by(m, w, 0, at, at, at, at)) \
  X(ulna_bias, BOTH, ulna_bias(m, w, at, at, at)) \
  X(ulna_coriolis_vector, BOTH, ulna_coriolis_vector(m, w, at, at, at)) \
  X(ulna_gravity_torques, BOTH, ulna_gravity_torques(m, w, at, at)) \
  X(ulna_hand_torques, BOTH, ulna_hand_torques(m, w, at, at)) \
  X(ulna_bias_by, BOTH, status = ulna_bias_by(m, w, 0, at, at, at)) \
  X(ulna_coriolis_vector_by, BOTH, status = ulna_coriolis_vector_by(m, w, 0, at, at, at)) \
  X(ulna_gravity_torques_by, BOTH, status = ulna_gravity_torques_by(m, w, 0, at, at)) \
  X(ulna_hand_torques_by, BOTH, status = ulna_hand_torques_by(m, w, 0, at, at)) \
  X(ulna_mass_matrix_by, BOTH, status = ulna_mass_matrix_by(m, w, 0, at, at)) \
  X(ulna_christoffel_by, BOTH, status = ulna_christoffel_by(m, w, 0, at, at)) \
  X(ulna_coriolis_matrix, BOTH, ulna_coriolis_matrix(m, w, at, at, at)) \
  X(ulna_joint_wrenches, BOTH, ulna_joint_wrenches(m, w, at, at, at, at, at)) \
  X(ulna_kinetic_energy, BOTH, (void)ulna_kinetic_energy(m, w, at, at)) \
  X(ulna_potential_energy, BOTH, (void)ulna_potential_energy(m, w, at)) \
  X(ulna_power_balance, BOTH, ulna_power_balance(m, w, at, at, at, at)) \
  X(ulna_inverse_kinematics, BOTH, status = ulna_inverse_kinematics(m, w, at, at, at, at, at)) \
  X(ulna_link_poses, BOTH, ulna_link_poses(m, w, at, at)) \
  X(ulna_hand_pose, BOTH, ulna_hand_pose(m, w, at, at)) \
  X(ulna_frame_pose, BOTH, ulna_frame_pose(m, w, 0, at, at)) \
  X(ulna_jacobian, BOTH, ulna_jacobian(m, w, at, 0, at, at)) \
  X(ulna_jacobian_rate, BOTH, ulna_jacobian_rate(m, w, at, 0, at, at, at)) \
  X(ulna_point_motion, BOTH, ulna_point_motion(m, w, at, 0, at, at, at, at, at)) \
  X(ulna_manipulability, BOTH, (void)ulna_manipulability(m, w, at, at)) \
  X(ulna_model_name, MODEL, (void)ulna_model_name(m)) \
  X(ulna_model_source, MODEL, (void)ulna_model_source(m)) \
  X(ulna_model_convention, MODEL, (void)ulna_model_convention(m)) \
  X(ulna_model_joint_count, MODEL, (void)ulna_model_joint_count(m)) \
  X(ulna_model_drive_count, MODEL, (void)ulna_model_drive_count(m)) \
  X(ulna_model_element_count, MODEL, (void)ulna_model_element_count(m)) \
  X(ulna_model_frame_count, MODEL, (void)ulna_model_frame_count(m)) \
  X(ulna_model_joint, MODEL, (void)ulna_model_joint(m, 0)) \
  X(ulna_model_drive, MODEL, (void)ulna_model_drive(m, 0)) \
  X(ulna_model_element, MODEL, (void)ulna_model_element(m, 0)) \
  X(ulna_model_frame, MODEL, (void)ulna_model_frame(m, 0)) \
  X(ulna_model_payload, MODEL, (void)ulna_model_payload(m)) \
  X(ulna_model_gravity, MODEL, ulna_model_gravity(m, at)) \
  X(ulna_model_base, MODEL, ulna_model_base(m, at)) \
  X(ulna_model_tool, MODEL, ulna_model_tool(m, at)) \
  X(ulna_model_link_name, MODEL, (void)ulna_model_link_name(m, 0)) \
  X(ulna_model_find_joint, MODEL, (void)ulna_model_find_joint(m, at)) \
  X(ulna_model_find_link, MODEL, (void)ulna_model_find_link(m, at)) \
  X(ulna_model_find_frame, MODEL, (void)ulna_model_find_frame(m, at)) \
  X(ulna_model_mass, MODEL, (void)ulna_model_mass(m)) \
  X(ulna_model_length, MODEL, (void)ulna_model_length(m)) \
  X(ulna_plant_takes_method, MODEL, (void)ulna_plant_takes_method(m, 0)) \
  X(ulna_plant_create, MODEL, status = ulna_plant_create(m, at, at, at, at)) \
  X(ulna_plant_missing_motor, MODEL, (void)ulna_plant_missing_motor(m, 0)) \
  X(ulna_plant_state_count, OBJECT, (void)ulna_plant_state_count(NULL)) \
  X(ulna_plant_driven_by, OBJECT, (void)ulna_plant_driven_by(NULL)) \
  X(ulna_plant_work, OBJECT, (void)ulna_plant_work(NULL)) \
  X(ulna_plant_energy_index, OBJECT, (void)ulna_plant_energy_index(NULL)) \
  X(ulna_plant_energy, OBJECT, ulna_plant_energy(NULL, at, at, at)) \
  X(ulna_plant_start, OBJECT, status = ulna_plant_start(NULL, 0, at)) \
  X(ulna_plant_rate, OBJECT, status = ulna_plant_rate(NULL, 0, at, at)) \
  X(ulna_plant_observe, OBJECT, status = ulna_plant_observe(NULL, 0, at, at)) \
  X(ulna_plant_modes, OBJECT, (void)ulna_plant_modes(NULL)) \
  X(ulna_plant_stops, OBJECT, (void)ulna_plant_stops(NULL)) \
  X(ulna_plant_set_modes, OBJECT, ulna_plant_set_modes(NULL, NULL, NULL)) \
  X(ulna_plant_switch_count, OBJECT, (void)ulna_plant_switch_count(NULL)) \
  X(ulna_plant_switches, OBJECT, status = ulna_plant_switches(NULL, 0, at, at)) \
  X(ulna_plant_switch, OBJECT, status = ulna_plant_switch(NULL, 0, 0, at, at)) \
  X(ulna_plant_linear_state_count, OBJECT, (void)ulna_plant_linear_state_count(NULL)) \
  X(ulna_plant_linearise, OBJECT, status = ulna_plant_linearise(NULL, 0, at, at, at, at, ROOM)) \
  X(ulna_plant_step, OBJECT, status = ulna_plant_step(NULL, 0, 0, 0, 0, at, at)) \
  X(ulna_regressor_column_count, MODEL, (void)ulna_regressor_column_count(m, 0)) \
  X(ulna_regressor_column_name, MODEL, (void)ulna_regressor_column_name(m, 0, at, ROOM)) \
  X(ulna_regressor, BOTH, status = ulna_regressor(m, w, 0, at, at, at, at, at)) \
  X(ulna_regressor_parameters, BOTH, status = ulna_regressor_parameters(m, w, 0, at)) \
  X(ulna_base_parameters_create, MODEL, status = ulna_base_parameters_create(m, 0, 0, at, at)) \
  X(ulna_resolver_size, MODEL, (void)ulna_resolver_size(m)) \
  X(ulna_resolver_init, MODEL, status = ulna_resolver_init(at, ROOM, m, at, at)) \
  X(ulna_resolver_create, MODEL, status = ulna_resolver_create(m, at, at, at)) \
  X(ulna_resolve_acceleration, RESOLVER_WORK, status = ulna_resolve_acceleration(r, w, at, at, at, at, at, at, at)) \
  X(ulna_resolve_rate, RESOLVER_WORK, status = ulna_resolve_rate(r, w, at, at, at, at, at, at)) \
  X(ulna_resolver_prefer_posture, RESOLVER, ulna_resolver_prefer_posture(r, 0, at, at, at, at)) \
  X(ulna_resolver_prefer_limits, RESOLVER, ulna_resolver_prefer_limits(r, 0, 0, at, at, at)) \
  X(ulna_simulation_check, MODEL, status = ulna_simulation_check(m, at, at, ROOM)) \
  X(ulna_simulation_create, MODEL, status = ulna_simulation_create(m, at, at, at)) \
  X(ulna_simulation_plant, OBJECT, (void)ulna_simulation_plant(NULL)) \
  X(ulna_simulation_set_stepper, OBJECT, ulna_simulation_set_stepper(NULL, at)) \
  X(ulna_simulation_start, OBJECT, status = ulna_simulation_start(NULL, 0, at, at)) \
  X(ulna_simulation_advance, OBJECT, status = ulna_simulation_advance(NULL, 0, at)) \
  X(ulna_simulation_time, OBJECT, (void)ulna_simulation_time(NULL)) \
  X(ulna_simulation_state, OBJECT, (void)ulna_simulation_state(NULL)) \
  X(ulna_simulation_failure, OBJECT, (void)ulna_simulation_failure(NULL)) \
  X(ulna_simulation_statistics_get, OBJECT, (void)ulna_simulation_statistics_get(NULL)) \
  X(ulna_trajectory_duration, OBJECT, (void)ulna_trajectory_duration(NULL)) \
  X(ulna_trajectory_joint_count, OBJECT, (void)ulna_trajectory_joint_count(NULL)) \
  X(ulna_trajectory_sample, OBJECT, status = ulna_trajectory_sample(NULL, 0, at, at, at)) \
  X(ulna_trajectory_sample_hand, OBJECT, status = ulna_trajectory_sample_hand(NULL, 0, at, at, at)) \
  X(ulna_work_size, MODEL, (void)ulna_work_size(m, 0)) \
  X(ulna_work_init, MODEL, status = ulna_work_init(at, ROOM, m, 0, at)) \
  X(ulna_work_create, MODEL, status = ulna_work_create(m, 0, at, at)) \
  X(ulna_work_set_gravity, WORK, ulna_work_set_gravity(w, at)) \
  X(ulna_work_set_base_motion, WORK, ulna_work_set_base_motion(w, at)) \
  X(ulna_work_set_hand_wrench, WORK, ulna_work_set_hand_wrench(w, at, at)) \
  X(ulna_work_set_payload, WORK, status = ulna_work_set_payload(w, at)) \
  X(ulna_work_model, WORK, (void)ulna_work_model(w)) \
  X(ulna_work_parts, WORK, (void)ulna_work_parts(w))

// clang-format on

enum { ROOM = 1 << 16 };
static _Alignas(64) unsigned char room[ROOM];

#define AS_FUNCTION(name, takes, ...)                                                                        \
  static void call_##name(const ulna_model *m, ulna_work *w, ulna_resolver *r)                               \
  {                                                                                                          \
    void *const at = room;                                                                                   \
    ulna_status status = ULNA_OK;                                                                            \
    __VA_ARGS__;                                                                                             \
    (void)m, (void)w, (void)r, (void)at, (void)status;                                                       \
  }
CALLS(AS_FUNCTION)

#define AS_ROW(name, takes, ...) {#name, takes, call_##name},
static const struct {
  const char *name;
  enum takes takes;
  void (*call)(const ulna_model *m, ulna_work *w, ulna_resolver *r);
} calls[] = {CALLS(AS_ROW)};
enum { COUNT = sizeof calls / sizeof calls[0] };

/* ---- what a call came to */

enum { RETURNED, ASSERTED, CRASHED };
static sigjmp_buf back;

static void assert_handler(const char *condition, const char *function, const char *file, int line)
{
  (void)condition, (void)function, (void)file, (void)line;
  siglongjmp(back, ASSERTED);
}
static void crash_handler(int signal_number)
{
  (void)signal_number;
  siglongjmp(back, CRASHED);
}

static int outcome(int k, const ulna_model *m, ulna_work *w, ulna_resolver *r)
{
  memset(room, 0, sizeof room);
  const int came = sigsetjmp(back, 1);
  if (came) return came;
  calls[k].call(m, w, r);
  return RETURNED;
}

/* How many of the calls did not reach the handler; each is named. */
static int expect_assert(int k, const char *misuse, const ulna_model *m, ulna_work *w, ulna_resolver *r)
{
  const int came = outcome(k, m, w, r);
  if (came == ASSERTED) return 0;
  print_message("%s with %s %s\n", calls[k].name, misuse, came == CRASHED ? "crashes" : "returns");
  return 1;
}

static bool has(enum takes takes, char object)
{
  static const char *const letters[] = {"m", "w", "mw", "r", "rw", ""};
  return strchr(letters[takes], object) != NULL;
}

static void misuse_reaches_the_handler(void **state)
{
  (void)state;
  ulna_model *panda = NULL, *puma = NULL;
  ulna_work *work = NULL, *foreign = NULL;
  ulna_resolver *resolver = NULL;
  const ulna_resolve_options options = ulna_resolve_options_default();
  assert_int_equal(ulna_robot_load("panda", NULL, NULL, NULL, &panda), ULNA_OK);
  assert_int_equal(ulna_robot_load("puma560", NULL, NULL, NULL, &puma), ULNA_OK);
  assert_int_equal(ulna_work_create(panda, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  assert_int_equal(ulna_work_create(puma, ULNA_PARTS_ALL, NULL, &foreign), ULNA_OK);
  assert_int_equal(ulna_resolver_create(panda, &options, NULL, &resolver), ULNA_OK);
  int faults = 0;
  void (*const before)(int) = signal(SIGSEGV, crash_handler);
  ulna_set_assert_handler(assert_handler);
  for (int k = 0; k < COUNT; k++) {
    const enum takes takes = calls[k].takes;
    if (takes == OBJECT) faults += expect_assert(k, "NULL for its object", panda, work, resolver);
    if (has(takes, 'm')) faults += expect_assert(k, "NULL for a model", NULL, work, resolver);
    if (has(takes, 'w')) faults += expect_assert(k, "NULL for a work", panda, NULL, resolver);
    if (has(takes, 'r')) faults += expect_assert(k, "NULL for a resolver", panda, work, NULL);
    if (takes == BOTH || takes == RESOLVER_WORK)
      faults += expect_assert(k, "the work of another model", panda, foreign, resolver);
  }
  ulna_set_assert_handler(NULL);
  signal(SIGSEGV, before);
  ulna_resolver_destroy(resolver);
  ulna_work_destroy(work), ulna_work_destroy(foreign);
  ulna_model_destroy(panda), ulna_model_destroy(puma);
  assert_int_equal(faults, 0);
}

/* ---- the table has every function */

static bool in_table(const char *name)
{
  for (int k = 0; k < COUNT; k++)
    if (strcmp(calls[k].name, name) == 0) return true;
  return false;
}

/* Whether a declaration takes a model or a work: a pointer to it, not to a pointer. */
static bool takes_one(const char *declaration)
{
  static const char *const types[] = {"ulna_model *", "ulna_work *"};
  for (int k = 0; k < 2; k++)
    for (const char *at = declaration; (at = strstr(at, types[k])) != NULL;) {
      at += strlen(types[k]);
      if (*at != '*' && strchr(at, ')') && strchr(declaration, '(') < at) return true;
    }
  return false;
}

/* Functions of a header that take a model or a work and are not in the table. */
static int missing_in(const char *header, const char *text, void *context)
{
  (void)header, (void)context;
  int missing = 0;
  for (const char *at = text; (at = strstr(at, "ULNA_API")) != NULL; at++) {
    char declaration[1024] = "", name[64] = "";
    const size_t length = strcspn(at, ";");
    if (length >= sizeof declaration) continue;
    memcpy(declaration, at, length);
    const char *open = strchr(declaration, '(');
    if (!open || !takes_one(declaration) || strstr(declaration, "_destroy")) continue;
    const char *start = open;
    while (start > declaration && (isalnum((unsigned char)start[-1]) || start[-1] == '_')) start--;
    snprintf(name, sizeof name, "%.*s", (int)(open - start), start);
    // libraries beside the core answer by a status
    if (in_table(name) || strncmp(name, "ulna_batch_", 11) == 0 || strncmp(name, "ulna_gpu_", 9) == 0 ||
        strcmp(name, "ulna_generate") == 0)
      continue;
    print_message("%s takes a model or a work and is not in the table\n", name);
    missing++;
  }
  return missing;
}

static void the_table_has_every_function(void **state)
{
  (void)state;
  assert_int_equal(sum_over_headers(missing_in, NULL), 0);
}

/* A run goes on from a start: without one there is no state to go on from. */
static void a_simulation_that_was_not_started_does_not_advance(void **state)
{
  (void)state;
  ulna_model *model = NULL;
  ulna_simulation *simulation = NULL;
  const ulna_simulation_options options = ulna_simulation_options_default();
  assert_int_equal(ulna_robot_load("planar2r", NULL, NULL, NULL, &model), ULNA_OK);
  assert_int_equal(ulna_simulation_create(model, &options, NULL, &simulation), ULNA_OK);
  assert_int_equal(ulna_simulation_advance(simulation, 0.1, NULL), ULNA_INVALID_ARGUMENT);
  assert_string_equal(ulna_simulation_failure(simulation), "a simulation starts before it advances");
  const double q[2] = {0.1, 0.2}, qd[2] = {0}, wild[2] = {0.1, (double)NAN};
  assert_int_equal(ulna_simulation_start(simulation, 0, q, qd), ULNA_OK);
  assert_int_equal(ulna_simulation_advance(simulation, 0.1, NULL), ULNA_OK);
  assert_int_equal(ulna_simulation_start(simulation, 0, wild, qd),
                   ULNA_NOT_FINITE);  // nor after a start that failed
  assert_int_equal(ulna_simulation_advance(simulation, 0.1, NULL), ULNA_INVALID_ARGUMENT);
  ulna_simulation_destroy(simulation);
  ulna_model_destroy(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(misuse_reaches_the_handler),
      cmocka_unit_test(the_table_has_every_function),
      cmocka_unit_test(a_simulation_that_was_not_started_does_not_advance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
