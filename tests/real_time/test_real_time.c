/* Every public function whose header says `Real-time: yes` is run with allocation and locks trapped. The list below is
 * held against the headers: a new function that makes the promise has to be put in. */
#ifndef _GNU_SOURCE
#  define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/headers.h"
#include "ulna/ulna.h"

/* What was called while the trap was set, and how often. A sanitizer brings an allocator of its own. */
static const char *trapped;
static bool trap_set;
static int trap_count;

static void step_on(const char *function)
{
  if (!trap_set) return;
  trapped = function;
  trap_count++;
}

#if defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#    define SANITIZED 1
#  endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#  define SANITIZED 1
#endif

#ifndef SANITIZED
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

void *malloc(size_t size)
{
  step_on("malloc");
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size)
{
  step_on("calloc");
  return __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size)
{
  step_on("realloc");
  return __libc_realloc(memory, size);
}
void *aligned_alloc(size_t alignment, size_t size)
{
  step_on("aligned_alloc");
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size)
{
  step_on("posix_memalign");
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : 12;
}
void free(void *memory)
{
  step_on("free");
  __libc_free(memory);
}
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
  static int (*real)(pthread_mutex_t *);
  step_on("pthread_mutex_lock");
  if (!real) {
    void *found = dlsym(RTLD_NEXT, "pthread_mutex_lock");
    memcpy(&real, &found, sizeof real);
  }
  return real(mutex);
}
#endif

enum { MOST = 8, ROOM = 60 * 60 };

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  ulna_batch *batch;
  int n;
  double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
  double a[ROOM], b[ROOM], c[ROOM], d[ROOM];
  ulna_pose poses[MOST + 1];
  int mode[2 * MOST];
  ulna_plant *plant;
  ulna_controller *controllers[ULNA_CONTROL_KIND_COUNT];
  double clock;               /* of their measurements */
  ulna_adaptive *adaptive[2]; /* ERK of order 5 and 8, for the simulation's plant */
  ulna_simulation *simulation;
  void *memory; /* for another work */
  size_t memory_size;
} arm;

/* Functions that may fail must succeed here, or the trap has not seen their whole way. */
static void succeed(const char *call, ulna_status status)
{
  if (status == ULNA_OK) return;
  trap_set = false;
  fail_msg("%s: %s", call, ulna_status_text(status));
}
#define OK(call) succeed(#call, call)

static void solve_inverse_kinematics(arm *x)
{
  ulna_ik_options options = ulna_ik_options_default();
  options.ignore_limits = true;
  ulna_hand_pose(x->model, x->work, x->q, &x->poses[0]);
  OK(ulna_inverse_kinematics(x->model, x->work, &options, &x->poses[0], x->q, x->a, NULL));
}

static void make_another_work(arm *x)
{
  ulna_work *other = NULL;
  OK(ulna_work_init(x->memory, x->memory_size, x->model, ULNA_PARTS_ALL, &other));
}

static void set_payload(arm *x)
{
  const ulna_body body = {1, {0, 0, 0.1}, {0.01, 0.01, 0.01, 0, 0, 0}, ULNA_ABOUT_COM};
  OK(ulna_work_set_payload(x->work, &body));
  OK(ulna_work_set_payload(x->work, NULL));
}

static void take_mass_matrix_apart(arm *x)
{
  const ulna_udut parts = {.M = x->a, .U = x->b, .D = x->c};
  OK(ulna_mass_matrix_udut(x->model, x->work, x->q, &parts));
}

static void find_natural_complement(arm *x)
{
  const ulna_natural_complement parts = {.K = x->a, .T = x->b, .M = x->c, .W = x->d};
  ulna_natural_complement_at(x->model, x->work, x->q, x->qd, &parts);
}

static void find_drive_forces(arm *x)
{
  const ulna_drive_forces all = {x->a, x->b, x->c, x->d, x->d + MOST};
  OK(ulna_drive_inverse_dynamics(x->model, x->work, x->q, x->qd, x->qdd, &all));
}

static void find_figures_of_drives(arm *x)
{
  ulna_dropped dropped;
  assert_int_equal(ulna_reflected_inertia(x->model, x->work, x->q, x->a), ULNA_OK);
  assert_int_equal(ulna_rotor_energy(x->model, x->work, x->q, x->qd, x->b, x->b + 1), ULNA_OK);
  assert_int_equal(ulna_rotor_energy_shares(x->model, x->work, x->q, x->c), ULNA_OK);
  assert_int_equal(ulna_rotor_simplification(x->model, x->work, x->q, x->qd, x->qdd, &dropped), ULNA_OK);
  ulna_inertia_range_options few = ulna_inertia_range_options_default();
  few.samples = 2;
  ulna_inertia_range held[MOST];
  for (int a = 0; a < MOST; a++) held[a] = (ulna_inertia_range){0, 0, x->d, x->d + MOST};
  OK(ulna_actuator_inertia_range(x->model, x->work, &few, held, NULL));
}

static void drive_motor(arm *x)
{
  const ulna_motor m = {ULNA_MOTOR_DC, 0.2, 0.2, 1.5, 0.01, 10, 40};
  x->a[0] = ulna_motor_current(&m, 1) + ulna_motor_force(&m, 1) + ulna_motor_voltage(&m, 1, 2, 3);
  x->a[1] = ulna_motor_reach(&m, 100, 3, x->b, x->c) + ulna_motor_under_voltage(&m, 50, 1, 2, x->b, x->c);
}

static void stick(arm *x)
{
  int before[2 * MOST];
  assert_int_equal(ulna_stick_modes(x->model, x->work, x->q, x->qd, x->mode), ULNA_OK);
  memcpy(before, x->mode, sizeof before);
  OK(ulna_stick_accelerations(x->model, x->work, x->q, x->qd, x->tau, x->mode, x->a, x->b));
  memcpy(x->a, x->qd, sizeof x->qd);
  OK(ulna_stick_after_step(x->model, x->work, x->q, x->q, before, x->mode, x->a));
}

static void find_methods(arm *x)
{
  ulna_inverse_method method;
  ulna_forward_method forward;
  OK(ulna_inverse_method_find("angeles", &method));
  OK(ulna_forward_method_find("saha", &forward));
  x->a[0] = (double)method + (double)forward;
}

static void run_all_methods(arm *x)
{
  for (int k = 0; k < ULNA_INVERSE_METHOD_COUNT; k++) {
    const ulna_inverse_method by = (ulna_inverse_method)k;
    assert_int_equal(ulna_inverse_dynamics_by(x->model, x->work, by, x->q, x->qd, x->qdd, x->a), ULNA_OK);
    assert_int_equal(ulna_bias_by(x->model, x->work, by, x->q, x->qd, x->a), ULNA_OK);
    assert_int_equal(ulna_coriolis_vector_by(x->model, x->work, by, x->q, x->qd, x->a), ULNA_OK);
    assert_int_equal(ulna_gravity_torques_by(x->model, x->work, by, x->q, x->a), ULNA_OK);
    assert_int_equal(ulna_hand_torques_by(x->model, x->work, by, x->q, x->a), ULNA_OK);
    assert_int_equal(ulna_mass_matrix_by(x->model, x->work, by, x->q, x->a), ULNA_OK);
    assert_int_equal(ulna_christoffel_by(x->model, x->work, by, x->q, x->a), ULNA_OK);
  }
}

static void go_all_ways_forward(arm *x)
{
  for (int k = 0; k < ULNA_FORWARD_METHOD_COUNT; k++)
    OK(ulna_forward_dynamics_by(x->model, x->work, (ulna_forward_method)k, x->q, x->qd, x->tau, x->a));
}

static void set_what_is_given(arm *x)
{
  const double g[3] = {0, 0, -9.81}, f[3] = {1, 2, 3}, none[3] = {0, 0, 0};
  const ulna_base_motion motion = {{0.1, 0.2, 0.3}, {1, 1, 1}, {0, 0, 0}, {1, 0, 0}};
  ulna_work_set_gravity(x->work, g);
  ulna_work_set_hand_wrench(x->work, f, f);
  ulna_work_set_base_motion(x->work, &motion);
  ulna_inverse_dynamics(x->model, x->work, x->q, x->qd, x->qdd, x->a); /* the way for a moving base */
  ulna_work_set_base_motion(x->work, NULL);
  ulna_work_set_hand_wrench(x->work, none, none);
}

static void ask_model(arm *x)
{
  const ulna_model *m = x->model;
  const void *volatile seen = ulna_model_name(m);
  seen = ulna_model_source(m), seen = ulna_model_joint(m, 1), seen = ulna_model_link_name(m, 0),
  seen = ulna_model_payload(m);
  if (ulna_model_drive_count(m) > 0) seen = ulna_model_drive(m, 0);
  if (ulna_model_element_count(m) > 0) seen = ulna_model_element(m, 0);
  if (ulna_model_frame_count(m) > 0) seen = ulna_model_frame(m, 0);
  (void)seen;
  ulna_model_gravity(m, x->a), ulna_model_base(m, x->poses), ulna_model_tool(m, x->poses);
  x->a[0] = ulna_model_mass(m) + ulna_model_length(m) + ulna_model_joint_count(m);
  x->a[0] +=
      ulna_model_find_joint(m, "none") + ulna_model_find_link(m, "none") + ulna_model_find_frame(m, "none");
  x->a[0] += (int)ulna_model_convention(m);
}

static void follow(arm *x)
{
  double numbers[3][8] = {{0}}, M[64] = {0};
  x->a[0] = ulna_follower_count(x->model) + ulna_joint_leader(x->model, 1);
  ulna_follow_motion(x->model, numbers[0], numbers[1], numbers[2]);
  ulna_follow_forces(x->model, numbers[0]);
  ulna_follow_inertia(x->model, M);
  ulna_follow_columns(x->model, 6, M);
}

static void move_a_point(arm *x)
{
  const ulna_point point = {2, {0.1, 0, 0}};
  ulna_jacobian(x->model, x->work, &point, ULNA_AXES_WORLD, x->q, x->a);
  ulna_jacobian_rate(x->model, x->work, NULL, ULNA_AXES_TOOL, x->q, x->qd, x->a);
  ulna_point_motion(x->model, x->work, NULL, ULNA_AXES_BASE, x->q, x->qd, x->qdd, x->a, x->b);
  x->c[0] = ulna_manipulability(x->model, x->work, x->q, x->c);
  ulna_link_poses(x->model, x->work, x->q, x->poses);
  if (ulna_model_frame_count(x->model) > 0) ulna_frame_pose(x->model, x->work, 0, x->q, x->poses);
}

static void feel_from_outside(arm *x)
{
  static ulna_operational_inertia at;
  OK(ulna_operational_inertia_at(x->model, x->work, NULL, ULNA_AXES_BASE, x->q, &at));
}

static void no_input(void *context, double t, const double q[], const double qd[], double u[])
{
  (void)t, (void)q, (void)qd;
  for (int i = 0; i < *(int *)context; i++) u[i] = 1;
}

static void simulate(arm *x)
{
  ulna_plant *plant = x->plant;
  double *y = x->a, *rate = x->b;
  const ulna_plant_signals signals = {.qdd = x->c, .u = x->d};
  memset(y, 0, (size_t)ulna_plant_state_count(plant) * sizeof *y);
  memcpy(y, x->q, (size_t)x->n * sizeof *y);
  OK(ulna_plant_start(plant, 0, y));
  OK(ulna_plant_rate(plant, 0, y, rate));
  OK(ulna_plant_observe(plant, 0, y, &signals));
  // at rest something sticks where there is friction, and is refused; moving, it is not
  static double A[400], B[400];
  assert_true(ulna_plant_linear_state_count(plant) <= 20 &&
              ulna_plant_driven_by(plant) == ULNA_DRIVEN_BY_TORQUE);
  memcpy(y + x->n, x->qd, (size_t)x->n * sizeof *y);
  OK(ulna_plant_start(plant, 0, y));
  char why[100];
  const ulna_status linear = ulna_plant_linearise(plant, 0, y, A, B, why, sizeof why);
  assert_true(linear == ULNA_OK || linear == ULNA_UNSUPPORTED);
  memset(y + x->n, 0, (size_t)x->n * sizeof *y);
  OK(ulna_plant_start(plant, 0, y));
  for (int by = ULNA_EULER; by <= ULNA_RK4; by++)
    for (int k = 0; k < 20; k++)
      OK(ulna_plant_step(plant, (ulna_integrator)by, 0.01, 1e-6, 0.01 * k, y, NULL));
  if (ulna_plant_switch_count(plant) > 0) {
    OK(ulna_plant_switches(plant, 1, y, x->c));
    OK(ulna_plant_switch(plant, 0, 1, y, NULL));
  }
  ulna_plant_energy(plant, y, x->c, x->d);
  x->c[0] = ulna_plant_energy_index(plant) + (ulna_plant_work(plant) == NULL);
  x->c[0] += (ulna_plant_modes(plant) == NULL) + (ulna_plant_stops(plant) == NULL);
}

static void evaluate_signals(arm *x)
{
  const double time[3] = {0, 1, 2}, value[3] = {1, 2, 0};
  ulna_signal all[ULNA_SIGNAL_KIND_COUNT];
  for (int k = 0; k < ULNA_SIGNAL_KIND_COUNT; k++) {
    all[k] = ulna_signal_default((ulna_signal_kind)k);
    all[k].start = 0, all[k].end = 2, all[k].amplitude = all[k].frequency = 1;
    all[k].count = 3, all[k].time = time, all[k].value = value;
  }
  const ulna_channel channel = {ULNA_SIGNAL_KIND_COUNT, all};
  OK(ulna_channel_check(&channel, NULL));
  ulna_channel_value(&channel, 0.7, x->a);
  x->a[0] = ulna_channel_next_break(&channel, 0.7) + ulna_channel_steps_at(&channel, 1) +
            ulna_channel_kinks_at(&channel, 1);
}

static ulna_status push_a_little(void *context, const ulna_measured *measured, double u[])
{
  for (int i = 0; i < *(int *)context; i++) u[i] = 1 - measured->q[i] + 1e-3 * measured->wrench[0];
  return ULNA_OK;
}

static ulna_status take_row(void *context, const ulna_sample *sample)
{
  *(double *)context += sample->t;
  return ULNA_OK;
}

/* Made before the trap is set; everything that a run may have but motors. */
static ulna_simulation *make_simulation(arm *x)
{
  static const ulna_signal push = {.kind = ULNA_SIGNAL_STEP, .to = 1, .start = 0.01, .end = 0.03};
  static const ulna_signal roll = {
      .kind = ULNA_SIGNAL_SINE, .end = (double)INFINITY, .amplitude = 0.1, .frequency = 1};
  static const ulna_channel wrench[6] = {{1, &push}}, base[6] = {{0}, {0}, {0}, {1, &roll}};
  static const double noise[MOST] = {1e-4, 1e-4, 1e-4};
  static const ulna_payload_change change[] = {
      {.t = 0.02, .body = {1, {0, 0, 0.1}, {0.01, 0.01, 0.01, 0, 0, 0}, ULNA_ABOUT_COM}},
      {.t = 0.04, .none = true}};
  const ulna_sensors sensors = {.position_noise = noise, .position_step = noise, .hand_sensor = true};
  const ulna_sampled_controller controller = {
      .period = 0.002, .delay = 0.003, .context = &x->n, .step = push_a_little};
  ulna_simulation_options options = ulna_simulation_options_default();
  options.hand_wrench = wrench, options.base = base, options.sensors = &sensors;
  options.controller = &controller, options.payload_change_count = 2, options.payload_changes = change;
  options.surface = (ulna_surface){true, {0, 0, 0.5}, {0, 0, 1}, 1e3, 1, 0.3, 1e-3};
  ulna_simulation *simulation = NULL;
  OK(ulna_simulation_create(x->model, &options, NULL, &simulation));
  return simulation;
}

static void run_simulation(arm *x)
{
  const ulna_simulation_options options = ulna_simulation_options_default();
  const ulna_simulation_sink sink = {.context = x->a, .sample = take_row};
  char why[100];
  OK(ulna_simulation_check(x->model, &options, why, sizeof why));
  ulna_simulation_set_stepper(x->simulation, NULL);
  OK(ulna_simulation_start(x->simulation, 0, x->q, x->qd));
  OK(ulna_simulation_advance(x->simulation, 0.05, &sink));
  x->b[0] = ulna_simulation_time(x->simulation) + ulna_simulation_state(x->simulation)[0] +
            ulna_simulation_failure(x->simulation)[0] + (ulna_simulation_plant(x->simulation) == NULL);
  if (ulna_simulation_statistics_get(x->simulation).control_samples != 26) abort();
}

static void run_to_a_tolerance(arm *x)
{
  if (ulna_adaptive_options_default().method != ULNA_ERK) abort();
  for (int k = 0; k < 2; k++) {
    ulna_adaptive *a = x->adaptive[k];
    const ulna_stepper stepper = ulna_adaptive_stepper(a);
    ulna_adaptive_restart(a);
    ulna_adaptive_smooth_until(a, -(double)INFINITY);
    ulna_simulation_set_stepper(x->simulation, &stepper);
    OK(ulna_simulation_start(x->simulation, 0, x->q, x->qd));
    OK(ulna_simulation_advance(x->simulation, 0.05, NULL));
    memcpy(x->a, ulna_simulation_state(x->simulation),
           (size_t)ulna_plant_state_count(ulna_simulation_plant(x->simulation)) * sizeof *x->a);
    OK(ulna_adaptive_advance(a, 0.05, 0.05, x->a, NULL, NULL));
    if (ulna_adaptive_failure(a)[0] || ulna_adaptive_statistics_get(a).steps == 0) abort();
  }
  ulna_simulation_set_stepper(x->simulation, NULL);
}

static void follow_trajectories(arm *x)
{
  const double q[4] = {0, 0, 1, 2}, limit[2] = {1, 1};
  ulna_joint_motion joints = ulna_joint_motion_default();
  ulna_hand_motion hand = ulna_hand_motion_default();
  ulna_trajectory *t = NULL;
  joints.joints = 2, joints.q = q, joints.limits.velocity = joints.limits.acceleration = limit;
  hand.path = ULNA_ARC, hand.via[0] = hand.goal.p[1] = 1, hand.duration = 1;
  if (ulna_joint_trajectory_size(&joints) > x->memory_size || ulna_hand_trajectory_size() > x->memory_size)
    abort();
  OK(ulna_joint_trajectory_init(x->memory, x->memory_size, &joints, NULL, &t));
  OK(ulna_trajectory_sample(t, ulna_trajectory_duration(t) / ulna_trajectory_joint_count(t), x->a, x->b,
                            x->c));
  OK(ulna_hand_trajectory_init(x->memory, x->memory_size, &hand, NULL, &t));
  OK(ulna_trajectory_sample_hand(t, 0.3, &x->poses[0], x->a, x->b));
}

static void resolve_motion(arm *x)
{
  ulna_resolve_options options = ulna_resolve_options_default();
  const double asked[6] = {1, 2, 3, 4, 5, 6};
  double limit[ROOM];
  for (int i = 0; i < ROOM; i++) limit[i] = 1e-3;  // so that what keeps them runs too
  for (int method = 0; method < 4; method++) {
    ulna_resolver *r = NULL;
    options.method = method % 2 ? ULNA_RESOLVE_DAMPED : ULNA_RESOLVE_ELIMINATION;
    if (method > 1) options.limits.velocity = options.limits.acceleration = limit, options.period = 1e-3;
    if (ulna_resolver_size(x->model) > x->memory_size) abort();
    OK(ulna_resolver_init(x->memory, x->memory_size, x->model, &options, &r));
    ulna_resolver_prefer_posture(r, 1, x->q, x->qd, x->q, x->c);
    ulna_resolver_prefer_limits(r, 0.1, 1, x->q, x->qd, x->c);
    const double *preferred = method % 2 ? x->c : NULL;
    OK(ulna_resolve_acceleration(r, x->work, x->q, x->qd, asked, NULL, preferred, x->a, NULL));
    OK(ulna_resolve_rate(r, x->work, x->q, asked, NULL, preferred, x->a, NULL));
  }
}

#define M x->model, x->work
static void control(arm *x)
{
  double force[6] = {1, 2, 3, 0, 0, 0};
  const ulna_measured measured = {++x->clock, x->q, x->qd, force};
  const ulna_desired desired = {.q = x->q, .qd = x->qd, .qdd = x->qdd};
  const ulna_axis_friction none = {NULL, NULL, NULL};
  const ulna_gross_parts parts = {.tau = x->a};
  for (int k = 0; k < ULNA_CONTROL_KIND_COUNT; k++) {
    ulna_control_kind kind;
    OK(ulna_control_kind_find(ulna_control_kind_name((ulna_control_kind)k), &kind));
    const ulna_controller_options options = ulna_controller_options_default(kind);
    if (ulna_controller_options_fault(x->model, &options)) abort();
    ulna_controller *c = x->controllers[k];
    ulna_desired asked = desired;
    if (kind == ULNA_CONTROL_IMPEDANCE) {
      ulna_hand_pose(x->model, x->work, x->q, x->poses);
      asked = (ulna_desired){.pose = x->poses};
    }
    ulna_controller_tare(c, 1);
    OK(ulna_controller_step(c, &measured, &asked, x->a));
    if (kind == ULNA_CONTROL_UNIFIED) {
      const ulna_measured later = {++x->clock, x->q, x->qd, force};
      asked.push = force, asked.stage = ULNA_STAGE_CONTACT;
      OK(ulna_controller_step(c, &later, &asked, x->a));
      if (ulna_controller_step(c, &later, &asked, x->a) != ULNA_HOLDING) abort(); /* time stands still */
    }
    ulna_controller_reset(c);
    const ulna_measured again = {++x->clock, x->q, x->qd, force};
    ulna_hand_pose(x->model, x->work, x->q, x->poses);
    const ulna_desired of_hand = {.pose = x->poses, .goal = x->poses, .twist = force};
    OK(ulna_controller_step(c, &again, &of_hand, x->a));
    x->b[0] = (double)ulna_stage_name(ulna_controller_stage(c))[0] + ulna_controller_outcome(c)->tau[0] +
              ulna_control_fault_text(ulna_controller_fault(c)->kind)[0] + ulna_controller_table_error(c)[0] +
              (ulna_controller_work(c) == NULL);
    ulna_controller_gains(c, x->q, x->b, x->c, x->d);
    ulna_controller_servo_gains(c, x->b, x->c, x->d);
    ulna_controller_reset(c);
  }
  ulna_gross_motion(M, x->q, x->q, &none, x->q, x->qd, x->q, x->qd, x->qdd, &parts);
  ulna_pseudo_force_torques(M, x->q, force, force + 3, x->a);
}

static const ulna_friction law = {.viscous = 1, .coulomb = {1, 2}, .static_ = {2, 3}};
static const double axis[2] = {0, 2}, forces[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const ulna_friction table = {.table_count = 2,
                                    .table_velocity = axis,
                                    .table_force = forces,
                                    .table_position_count = 2,
                                    .table_position = axis,
                                    .table_load_count = 2,
                                    .table_load = axis,
                                    .table_moment_count = 2,
                                    .table_moment = axis};
static const ulna_bearing bearing = {1, 1, 1};

static void derive_drives(arm *x)
{
  const ulna_drive_derivatives wanted = {.dtau_dq = x->a, .dF_ad_dqd = x->b};
  OK(ulna_drive_inverse_dynamics_derivatives(x->model, x->work, x->q, x->qd, x->qdd, &wanted));
  OK(ulna_drive_forward_dynamics_derivatives(x->model, x->work, ULNA_UNDER_TAU, x->q, x->qd, x->tau, NULL,
                                             x->a, x->b, NULL));
}

static void ask_batch(arm *x)
{
  const ulna_batch_options o = ulna_batch_options_default();
  assert_true(o.threads == 0 && ulna_batch_thread_count(x->batch) == 1);
  assert_ptr_equal(ulna_batch_instructions(0), ulna_batch_instructions_used(x->batch));
  assert_int_equal(ulna_batch_number_count(x->batch, 3, 4), 12);
}

static void run_batch(arm *x)
{
  const ulna_batch_states s = {.q = x->q, .qd = x->qd, .qdd = x->qdd, .tau = x->tau};
  const ulna_model *m = x->model;
  ulna_batch *b = x->batch;
  OK(ulna_batch_inverse_dynamics(m, b, 1, &s, x->a));
  OK(ulna_batch_forward_dynamics(m, b, 1, &s, x->a));
  OK(ulna_batch_mass_matrix(m, b, 1, &s, x->a));
  OK(ulna_batch_gravity_torques(m, b, 1, &s, x->a));
  OK(ulna_batch_bias(m, b, 1, &s, x->a));
  OK(ulna_batch_link_poses(m, b, 1, &s, x->a));
  OK(ulna_batch_hand_pose(m, b, 1, &s, x->a));
  OK(ulna_batch_jacobian(m, b, 1, &s, x->a));
  OK(ulna_batch_regressor(m, b, 1, &s, x->a));
  OK(ulna_batch_inverse_dynamics_derivatives(m, b, 1, &s, x->a, x->b, x->c, x->d));
  OK(ulna_batch_forward_dynamics_derivatives(m, b, 1, &s, x->a, x->b, x->c, x->d));
  ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  o.steps = 3;
  OK(ulna_batch_rollout(m, b, &o, 1, &s, x->a, x->b, x->c, x->d));
  ulna_plant_set_modes(x->plant, ulna_plant_modes(x->plant), ulna_plant_stops(x->plant));
}

static void run_batch_of_floats(arm *x)
{
  static float q[MOST], a[ROOM], c[ROOM], d[ROOM], e[ROOM];
  const ulna_batch_states_float s = {.q = q, .qd = q, .qdd = q, .tau = q};
  const ulna_model *m = x->model;
  ulna_batch *b = x->batch;
  for (int i = 0; i < x->n; i++) q[i] = 0.3F + 0.2F * (float)i;
  OK(ulna_batch_inverse_dynamics_float(m, b, 1, &s, a));
  OK(ulna_batch_forward_dynamics_float(m, b, 1, &s, a));
  OK(ulna_batch_mass_matrix_float(m, b, 1, &s, a));
  OK(ulna_batch_gravity_torques_float(m, b, 1, &s, a));
  OK(ulna_batch_bias_float(m, b, 1, &s, a));
  OK(ulna_batch_link_poses_float(m, b, 1, &s, a));
  OK(ulna_batch_hand_pose_float(m, b, 1, &s, a));
  OK(ulna_batch_jacobian_float(m, b, 1, &s, a));
  OK(ulna_batch_regressor_float(m, b, 1, &s, a));
  OK(ulna_batch_inverse_dynamics_derivatives_float(m, b, 1, &s, a, c, d, e));
  OK(ulna_batch_forward_dynamics_derivatives_float(m, b, 1, &s, a, c, d, e));
  const ulna_batch_rollout_options o = ulna_batch_rollout_options_default();
  OK(ulna_batch_rollout_float(m, b, &o, 1, &s, a, c, d, e));
}

static void write_regressor(arm *x)
{
  const ulna_regressor_of of = ULNA_REGRESSOR_LINKS;
  static double Y[8 * 80];
  assert_true(ulna_regressor_column_count(x->model, of) <= 80);
  OK(ulna_regressor(x->model, x->work, of, x->q, x->qd, x->qdd, Y, x->a));
  OK(ulna_regressor_parameters(x->model, x->work, of, Y));
}

/* X(names of the functions a line runs, the line); several names where they are run by one helper. */
#define REAL_TIME(X)                                                                                                      \
  X("ulna_version", (void)ulna_version())                                                                                 \
  X("ulna_status_name ulna_status_text",                                                                                  \
    (void)(ulna_status_name(ULNA_OK) + (ulna_status_text(ULNA_OK)[0] == 0)))                                              \
  X("ulna_model_name ulna_model_source ulna_model_convention ulna_model_joint_count ulna_model_drive_count "              \
    "ulna_model_element_count ulna_model_frame_count ulna_model_joint ulna_model_drive ulna_model_element "               \
    "ulna_model_frame ulna_model_link_name ulna_model_payload ulna_model_gravity ulna_model_base ulna_model_tool "        \
    "ulna_model_find_joint ulna_model_find_link ulna_model_find_frame ulna_model_mass ulna_model_length",                 \
    ask_model(x))                                                                                                         \
  X("ulna_follower_count ulna_joint_leader ulna_follow_motion ulna_follow_forces ulna_follow_inertia "                    \
    "ulna_follow_columns",                                                                                                \
    follow(x))                                                                                                            \
  X("ulna_work_size ulna_work_model ulna_work_parts",                                                                     \
    x->a[0] = (double)ulna_work_size(x->model, ULNA_PARTS_ALL) + (ulna_work_model(x->work) == NULL) +                     \
              ulna_work_parts(x->work))                                                                                   \
  X("ulna_work_init", make_another_work(x))                                                                               \
  X("ulna_work_set_payload", set_payload(x))                                                                              \
  X("ulna_work_set_gravity ulna_work_set_hand_wrench ulna_work_set_base_motion", set_what_is_given(x))                    \
  X("ulna_hand_pose", ulna_hand_pose(M, x->q, x->poses))                                                                  \
  X("ulna_link_poses ulna_frame_pose ulna_jacobian ulna_jacobian_rate ulna_point_motion ulna_manipulability",             \
    move_a_point(x))                                                                                                      \
  X("ulna_inverse_kinematics ulna_ik_options_default", solve_inverse_kinematics(x))                                       \
  X("ulna_inverse_dynamics", ulna_inverse_dynamics(M, x->q, x->qd, x->qdd, x->a))                                         \
  X("ulna_inverse_method_find ulna_forward_method_find", find_methods(x))                                                 \
  X("ulna_inverse_method_name ulna_forward_method_name",                                                                  \
    (void)(ulna_inverse_method_name(ULNA_INVERSE_ANGELES) == ulna_forward_method_name(ULNA_FORWARD_NOC)))                 \
  X("ulna_inverse_dynamics_by ulna_bias_by ulna_coriolis_vector_by ulna_gravity_torques_by "                              \
    "ulna_hand_torques_by ulna_mass_matrix_by ulna_christoffel_by",                                                       \
    run_all_methods(x))                                                                                                   \
  X("ulna_bias", ulna_bias(M, x->q, x->qd, x->a))                                                                         \
  X("ulna_coriolis_vector", ulna_coriolis_vector(M, x->q, x->qd, x->a))                                                   \
  X("ulna_gravity_torques", ulna_gravity_torques(M, x->q, x->a))                                                          \
  X("ulna_hand_torques", ulna_hand_torques(M, x->q, x->a))                                                                \
  X("ulna_coriolis_matrix", ulna_coriolis_matrix(M, x->q, x->qd, x->a))                                                   \
  X("ulna_joint_wrenches", ulna_joint_wrenches(M, x->q, x->qd, x->qdd, x->a, x->b))                                       \
  X("ulna_kinetic_energy ulna_potential_energy",                                                                          \
    x->a[0] = ulna_kinetic_energy(M, x->q, x->qd) + ulna_potential_energy(M, x->q))                                       \
  X("ulna_power_balance", ulna_power power; ulna_power_balance(M, x->q, x->qd, x->qdd, &power))                           \
  X("ulna_forward_dynamics", OK(ulna_forward_dynamics(M, x->q, x->qd, x->tau, x->a)))                                     \
  X("ulna_forward_dynamics_method", x->a[0] = (int)ulna_forward_dynamics_method(x->model))                                \
  X("ulna_forward_dynamics_by", go_all_ways_forward(x))                                                                   \
  X("ulna_singular_joint", x->a[0] = ulna_singular_joint(M, x->q))                                                        \
  X("ulna_mass_matrix", ulna_mass_matrix(M, x->q, x->a))                                                                  \
  X("ulna_mass_matrix_inverse", OK(ulna_mass_matrix_inverse(M, x->q, x->a)))                                              \
  X("ulna_inverse_dynamics_derivatives",                                                                                  \
    OK(ulna_inverse_dynamics_derivatives(M, x->q, x->qd, x->qdd, NULL, x->a, x->b, NULL)))                                \
  X("ulna_forward_dynamics_derivatives",                                                                                  \
    OK(ulna_forward_dynamics_derivatives(M, x->q, x->qd, x->tau, NULL, x->a, x->b, NULL)))                                \
  X("ulna_drive_inverse_dynamics_derivatives ulna_drive_forward_dynamics_derivatives", derive_drives(x))                  \
  X("ulna_regressor_column_count ulna_regressor ulna_regressor_parameters", write_regressor(x))                           \
  X("ulna_batch_options_default ulna_batch_instructions ulna_batch_thread_count ulna_batch_instructions_used "            \
    "ulna_batch_number_count",                                                                                            \
    ask_batch(x))                                                                                                         \
  X("ulna_batch_inverse_dynamics ulna_batch_forward_dynamics ulna_batch_mass_matrix ulna_batch_gravity_torques "          \
    "ulna_batch_bias ulna_batch_link_poses ulna_batch_hand_pose ulna_batch_jacobian ulna_batch_regressor "                \
    "ulna_batch_inverse_dynamics_derivatives ulna_batch_forward_dynamics_derivatives ulna_batch_rollout_options_default " \
    "ulna_batch_rollout ulna_plant_set_modes",                                                                            \
    run_batch(x))                                                                                                         \
  X("ulna_batch_inverse_dynamics_float ulna_batch_forward_dynamics_float ulna_batch_mass_matrix_float "                   \
    "ulna_batch_gravity_torques_float ulna_batch_bias_float ulna_batch_link_poses_float ulna_batch_hand_pose_float "      \
    "ulna_batch_jacobian_float ulna_batch_regressor_float ulna_batch_inverse_dynamics_derivatives_float "                 \
    "ulna_batch_forward_dynamics_derivatives_float ulna_batch_rollout_float",                                             \
    run_batch_of_floats(x))                                                                                               \
  X("ulna_mass_matrix_solve", OK(ulna_mass_matrix_solve(M, x->q, 1, x->tau, x->a)))                                       \
  X("ulna_joint_inertias", OK(ulna_joint_inertias(M, x->q, x->a, x->b)))                                                  \
  X("ulna_mass_matrix_condition", OK(ulna_mass_matrix_condition(M, x->q, x->a)))                                          \
  X("ulna_operational_inertia_at", feel_from_outside(x))                                                                  \
  X("ulna_mass_matrix_udut", take_mass_matrix_apart(x))                                                                   \
  X("ulna_udut_solve", OK(ulna_udut_solve(M, x->q, x->tau, x->a, x->b, x->c)))                                            \
  X("ulna_inertia_shares", ulna_inertia_shares(M, x->q, x->a))                                                            \
  X("ulna_natural_complement_at", find_natural_complement(x))                                                             \
  X("ulna_constraint_wrenches", ulna_constraint_wrenches(M, x->q, x->qd, x->tau, x->a, x->b))                             \
  X("ulna_forward_dynamics_noc", OK(ulna_forward_dynamics_noc(M, x->q, x->qd, x->tau, NULL, NULL, x->a)))                 \
  X("ulna_actuator_name ulna_actuator_drive ulna_actuator_joint",                                                         \
    x->a[0] = ulna_actuator_name(x->model, 0)[0] + ulna_actuator_drive(x->model, 0) +                                     \
              ulna_actuator_joint(x->model, 0))                                                                           \
  X("ulna_coupling", ulna_coupling(x->model, x->q, x->c, x->a, x->b))                                                     \
  X("ulna_coupling_solve", ulna_coupling(x->model, x->q, x->c, NULL, NULL);                                               \
    OK(ulna_coupling_solve(M, x->c, x->q, x->a, x->b)))                                                                   \
  X("ulna_actuator_to_joint_forces", OK(ulna_actuator_to_joint_forces(M, x->q, x->tau, x->a)))                            \
  X("ulna_joint_to_actuator_forces", OK(ulna_joint_to_actuator_forces(M, x->q, x->tau, x->a)))                            \
  X("ulna_work_set_rotors", ulna_work_set_rotors(x->work, ULNA_ROTORS_EXACT))                                             \
  X("ulna_drive_inverse_dynamics", find_drive_forces(x))                                                                  \
  X("ulna_drive_forward_dynamics", OK(ulna_drive_forward_dynamics(M, x->q, x->qd, x->tau, x->a)))                         \
  X("ulna_drive_mass_matrix", OK(ulna_drive_mass_matrix(M, x->q, x->a)))                                                  \
  X("ulna_drive_bias", OK(ulna_drive_bias(M, x->q, x->qd, x->a)))                                                         \
  X("ulna_drive_energy", OK(ulna_drive_energy(M, x->q, x->qd, x->a, x->b)))                                               \
  X("ulna_drive_coefficients", OK(ulna_drive_coefficients(M, x->q, x->a, x->b, x->c)))                                    \
  X("ulna_actuator_inertias", OK(ulna_actuator_inertias(M, x->q, x->a, x->b)))                                            \
  X("ulna_inertia_range_options_default ulna_actuator_inertia_range ulna_reflected_inertia ulna_rotor_energy "            \
    "ulna_rotor_energy_shares ulna_rotor_simplification",                                                                 \
    find_figures_of_drives(x))                                                                                            \
  X("ulna_motor_current ulna_motor_force ulna_motor_voltage ulna_motor_reach ulna_motor_under_voltage",                   \
    drive_motor(x))                                                                                                       \
  X("ulna_friction_force ulna_friction_at_release ulna_friction_hold",                                                    \
    x->a[0] = ulna_friction_force(&law, 1, &bearing) + ulna_friction_at_release(&law, 1, &bearing) +                      \
              ulna_friction_hold(&law, 1, &bearing) + ulna_friction_force(&table, 1, &bearing))                           \
  X("ulna_plant_takes_method", x->a[0] = ulna_plant_takes_method(x->model, ULNA_FORWARD_SAHA))                            \
  X("ulna_friction_szkodny", ulna_friction_szkodny(3, 4, 5, 1, 2, x->a, x->b))                                            \
  X("ulna_friction_place_count ulna_friction_place_name",                                                                 \
    x->a[0] = ulna_friction_place_count(x->model) + ulna_friction_place_name(x->model, 0)[0])                             \
  X("ulna_stick_modes ulna_stick_accelerations ulna_stick_after_step", stick(x))                                          \
  X("ulna_plant_options_default", (void)ulna_plant_options_default())                                                     \
  X("ulna_event_name", (void)ulna_event_name(ULNA_EVENT_SLIP))                                                            \
  X("ulna_plant_state_count ulna_plant_work ulna_plant_energy_index ulna_plant_energy ulna_plant_start ulna_plant_rate "  \
    "ulna_plant_observe ulna_plant_modes ulna_plant_stops ulna_plant_switch_count ulna_plant_switches "                   \
    "ulna_plant_switch ulna_plant_step ulna_plant_driven_by ulna_plant_linear_state_count ulna_plant_linearise",          \
    simulate(x))                                                                                                          \
  X("ulna_signal_default ulna_channel_value ulna_channel_next_break ulna_channel_steps_at ulna_channel_kinks_at "         \
    "ulna_channel_check",                                                                                                 \
    evaluate_signals(x))                                                                                                  \
  X("ulna_simulation_options_default ulna_simulation_check ulna_simulation_plant ulna_simulation_set_stepper "            \
    "ulna_simulation_start ulna_simulation_advance ulna_simulation_time ulna_simulation_state "                           \
    "ulna_simulation_failure ulna_simulation_statistics_get",                                                             \
    run_simulation(x))                                                                                                    \
  X("ulna_adaptive_options_default ulna_adaptive_advance ulna_adaptive_smooth_until ulna_adaptive_restart "               \
    "ulna_adaptive_statistics_get ulna_adaptive_failure ulna_adaptive_stepper",                                           \
    run_to_a_tolerance(x))                                                                                                \
  X("ulna_joint_motion_default ulna_hand_motion_default ulna_joint_trajectory_size ulna_joint_trajectory_init "           \
    "ulna_hand_trajectory_size ulna_hand_trajectory_init ulna_trajectory_duration ulna_trajectory_joint_count "           \
    "ulna_trajectory_sample ulna_trajectory_sample_hand",                                                                 \
    follow_trajectories(x))                                                                                               \
  X("ulna_control_kind_name ulna_control_kind_find ulna_stage_name ulna_controller_options_default "                      \
    "ulna_controller_options_fault ulna_controller_reset ulna_controller_work ulna_controller_step "                      \
    "ulna_controller_tare ulna_controller_fault ulna_control_fault_text ulna_controller_outcome "                         \
    "ulna_controller_stage ulna_controller_gains ulna_controller_table_error ulna_controller_servo_gains "                \
    "ulna_gross_motion ulna_pseudo_force_torques",                                                                        \
    control(x))                                                                                                           \
  X("ulna_resolve_options_default ulna_resolver_size ulna_resolver_init ulna_resolve_acceleration "                       \
    "ulna_resolve_rate ulna_resolver_prefer_posture ulna_resolver_prefer_limits",                                         \
    resolve_motion(x))

#define AS_NAME(n, ...) n,
static const char *const names[] = {REAL_TIME(AS_NAME)};
enum { COUNT = sizeof names / sizeof names[0] };

static void run(int which, arm *x)
{
  int at = 0;
#define AS_CALL(n, ...)                                                                                      \
  if (which == at++) {                                                                                       \
    __VA_ARGS__;                                                                                             \
    return;                                                                                                  \
  }
  REAL_TIME(AS_CALL)
#undef AS_CALL
}

static void nothing_is_allocated_or_locked(const char *robot)
{
  static arm x;
  ulna_model *model = NULL;
  assert_int_equal(ulna_robot_load(robot, NULL, NULL, NULL, &model), ULNA_OK);
  ulna_work *work = NULL;
  assert_int_equal(ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work), ULNA_OK);
  memset(&x, 0, sizeof x);
  x.model = model, x.work = work, x.n = ulna_model_joint_count(model);
  assert_true(x.n <= MOST);
  x.memory_size = ulna_work_size(model, ULNA_PARTS_ALL);
  x.memory = aligned_alloc(64, (x.memory_size + 63) / 64 * 64);
  for (int i = 0; i < x.n; i++) x.q[i] = 0.3 + 0.2 * i, x.qd[i] = 0.5 - 0.1 * i, x.qdd[i] = 1, x.tau[i] = 2;

  const ulna_batch_options alone = {.layout = ULNA_BATCH_ROWS, .threads = 1};
  OK(ulna_batch_create(model, &alone, NULL, &x.batch));
  ulna_plant_options options = ulna_plant_options_default();
  options.linear = true;
  const ulna_surroundings around = {.context = &x.n, .input = no_input};
  OK(ulna_plant_create(model, &options, &around, NULL, &x.plant));
  x.simulation = make_simulation(&x);
  for (int k = 0; k < 2; k++) {
    ulna_adaptive_options how = ulna_adaptive_options_default();
    how.order = k ? 8 : 5;
    OK(ulna_adaptive_create(ulna_simulation_plant(x.simulation), &how, NULL, &x.adaptive[k]));
  }

  for (int k = 0; k < ULNA_CONTROL_KIND_COUNT; k++) {
    ulna_controller_options how = ulna_controller_options_default((ulna_control_kind)k);
    how.friction.by = ULNA_COMPENSATE_DESIRED;
    how.safety.position_margin = 10;  // the state is drawn without regard to limits
    OK(ulna_controller_create(model, &how, NULL, &x.controllers[k]));
  }

  int faults = 0;
  for (int k = 0; k < COUNT; k++) {
    trap_count = 0;
    trap_set = true;
    run(k, &x);
    trap_set = false;
    if (trap_count == 0) continue;
    fprintf(stderr, "%s, %s: %s called, %d times in all\n", robot, names[k], trapped, trap_count);
    faults++;
  }
  free(x.memory);
  for (int k = 0; k < ULNA_CONTROL_KIND_COUNT; k++) ulna_controller_destroy(x.controllers[k]);
  ulna_plant_destroy(x.plant);
  for (int k = 0; k < 2; k++) ulna_adaptive_destroy(x.adaptive[k]);
  ulna_simulation_destroy(x.simulation);
  ulna_batch_destroy(x.batch);
  ulna_work_destroy(work);
  ulna_model_destroy(model);
  assert_int_equal(faults, 0);
}

static void panda_runs_without_allocation_or_lock(void **state)
{
  (void)state;
  nothing_is_allocated_or_locked("panda");
}

static void puma_with_drives_runs_without_allocation_or_lock(void **state)
{
  (void)state;
  nothing_is_allocated_or_locked("puma560");
}

static void stanford_with_a_slide_runs_without_allocation_or_lock(void **state)
{
  (void)state;
  nothing_is_allocated_or_locked("stanford");
}

/* The trap itself. */
static void trap_sees_allocation_and_locks(void **state)
{
  (void)state;
#ifdef SANITIZED
  skip();
#endif
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  trap_count = 0;
  trap_set = true;
  void *volatile memory = malloc(10);
  free(memory);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  trap_set = false;
  assert_int_equal(trap_count, 3);
}

/* What a piece of a header says. */
typedef enum { SAYS_NOTHING, SAYS_YES, SAYS_NO } promise;

static promise says(const char *from, const char *end)
{
  char text[6000];
  const size_t length = (size_t)(end - from) < sizeof text ? (size_t)(end - from) : sizeof text - 1;
  memcpy(text, from, length);
  text[length] = 0;
  if (strstr(text, "Real-time: yes")) return SAYS_YES;
  return strstr(text, "Real-time: no") || strstr(text, "Nothing here is real-time") ? SAYS_NO : SAYS_NOTHING;
}

static bool is_run(const char *name, size_t length)
{
  for (int k = 0; k < COUNT; k++)
    for (const char *at = names[k]; (at = strstr(at, name)) != NULL; at += length)
      if ((at == names[k] || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
  return false;
}

/* A comment at the margin speaks for the declarations up to the next one; the first in a file, or one that
 * begins with `All that follows:`, for those that nothing else is said about; one behind a declaration for that alone. */
static int check_header(const char *path, const char *text, void *context)
{
  (void)context;
  int faults = 0;
  promise file = SAYS_NOTHING, block = SAYS_NOTHING;
  bool first = true;
  for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
    if (strncmp(line, "/*", 2) == 0) {
      const char *end = strstr(line, "*/");
      const promise said = says(line, end);
      if (first || strncmp(line, "/* All that follows:", 20) == 0) file = said;
      first = false;
      block = said != SAYS_NOTHING ? said : file;
      line = end;
    } else if (strncmp(line, "ULNA_API", 8) == 0) {
      const char *open = strchr(line, '('), *start = open, *end = strchr(line, ';');
      char name[100];
      while (start[-1] == '_' || (start[-1] >= 'a' && start[-1] <= 'z') ||
             (start[-1] >= '0' && start[-1] <= '9'))
        start--;
      snprintf(name, sizeof name, "%.*s", (int)(open - start), start);
      const promise own = says(end, end + strcspn(end, "\n"));
      const promise said = own != SAYS_NOTHING ? own : block;
      if (said == SAYS_NOTHING) {
        fprintf(stderr, "%s: %s does not say whether it is real-time\n", path, name), faults++;
      } else if (said == SAYS_YES && !is_run(name, strlen(name))) {
        fprintf(stderr,
                "%s: %s says it is real-time: put it into REAL_TIME in tests/real_time/test_real_time.c\n",
                path, name);
        faults++;
      }
      line = end;
    }
  }
  return faults;
}

static void every_function_that_promises_is_run(void **state)
{
  (void)state;
  assert_int_equal(sum_over_headers(check_header, NULL), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(trap_sees_allocation_and_locks),
      cmocka_unit_test(every_function_that_promises_is_run),
      cmocka_unit_test(panda_runs_without_allocation_or_lock),
      cmocka_unit_test(puma_with_drives_runs_without_allocation_or_lock),
      cmocka_unit_test(stanford_with_a_slide_runs_without_allocation_or_lock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
