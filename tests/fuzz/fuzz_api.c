/* Any bytes as a sequence of calls: they decide which public functions are called, on which objects, with which numbers,
 * and when memory runs out. Held: no crash and no hang; what comes with ULNA_OK, and what comes of tame numbers, is finite;
 * an output is untouched where a call failed; all memory goes back. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ulna/adaptive.h"
#include "ulna/robots.h"
#include "ulna/ulna.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 8, MOST_CALLS = 48, MOST_OUT = 4096, MOST_COLUMNS = 16 * MOST };

typedef struct {
  const uint8_t *at, *end;
  bool tame; /* every number drawn since the call began is finite and of a size that machines have */
} bytes;

typedef struct {
  size_t live, count;
  long left; /* allocations until one fails; below 0: none fails */
} memory;

typedef struct {
  bytes in;
  memory memory;
  ulna_allocator allocator;
  ulna_model *model;
  ulna_work *work;
  ulna_controller *controller;
  ulna_resolver *resolver;
  ulna_trajectory *trajectory;
  int n;
  bool tame_world; /* neither the model nor what was set in the work is wild */
  double t;        /* of the controller's last step */
  int steps;       /* of a simulation */
  double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
  double out[MOST_OUT];
} player;

static void expect(bool holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

static void *allocate(void *context, size_t size, size_t alignment)
{
  memory *m = context;
  if (m->left >= 0 && m->left-- == 0) return NULL;
  m->live += size, m->count++;
  return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *context, void *block, size_t size)
{
  memory *m = context;
  if (!block) return;
  m->live -= size, m->count--;
  free(block);
}

static int byte(bytes *in) { return in->at < in->end ? *in->at++ : 0; }

/* Mostly tame: sixteenths from -8 to 8. Else one of the awkward ones, or any eight bytes as a double. */
static double number(bytes *in)
{
  static const double awkward[] = {0,
                                   -0.0,
                                   1e-300,
                                   1e300,
                                   -1e300,
                                   1e155,
                                   DBL_MAX,
                                   5e-324,
                                   1e-12,
                                   3.14159,
                                   1e6,
                                   (double)INFINITY,
                                   -(double)INFINITY,
                                   (double)NAN,
                                   -1e6,
                                   0.5};
  const int choice = byte(in);
  double x;
  if (choice < 232) x = (byte(in) - 128) / 16.0;
  else if (choice < 248) x = awkward[choice - 232];
  else {
    uint64_t bits = 0;
    for (int k = 0; k < 8; k++) bits = bits << 8 | (uint64_t)byte(in);
    memcpy(&x, &bits, sizeof x);
  }
  in->tame = in->tame && fabs(x) <= 1e6;
  return x;
}

static void numbers(bytes *in, int count, double x[])
{
  for (int i = 0; i < count; i++) x[i] = number(in);
}

static bool all_finite(const double x[], int count)
{
  for (int i = 0; i < count; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

/* A call that cannot fail: of tame numbers it gives finite ones. */
static void gave(player *p, const char *what, const double x[], int count)
{
  if (p->in.tame && p->tame_world) expect(all_finite(x, count), what);
}

static const double untouched = -1.2345678901234567e89;

static void fill(player *p, int count)
{
  for (int i = 0; i < count; i++) p->out[i] = untouched;
}

/* A call with a status: OK comes with finite numbers, anything else leaves them alone. */
static void answered(player *p, const char *what, ulna_status status, int count)
{
  if (status == ULNA_OK) expect(all_finite(p->out, count), what);
  else
    for (int i = 0; i < count; i++) expect(p->out[i] == untouched, what);
}

/* Dynamics of the links: NaN in, NaN out; a failure leaves the outputs alone. */
static void linked(player *p, const char *what, ulna_status status, int count)
{
  if (status == ULNA_OK) gave(p, what, p->out, count);
  else answered(p, what, status, count);
}

static void draw_state(player *p)
{
  p->in.tame = true;
  numbers(&p->in, p->n, p->q);
  numbers(&p->in, p->n, p->qd);
  numbers(&p->in, p->n, p->qdd);
  numbers(&p->in, p->n, p->tau);
}

/* ---- objects ---- */

static void destroy_all(player *p)
{
  ulna_controller_destroy(p->controller);
  ulna_resolver_destroy(p->resolver);
  ulna_trajectory_destroy(p->trajectory);
  ulna_work_destroy(p->work);
  ulna_model_destroy(p->model);
  p->controller = NULL, p->resolver = NULL, p->trajectory = NULL, p->work = NULL, p->model = NULL;
  p->n = 0;
}

static const char *const joint_names[MOST] = {"a", "b", "c", "d", "e", "f", "g", "h"};
static const char *const link_names[MOST] = {"A", "B", "C", "D", "E", "F", "G", "H"};
static const char *const drive_names[MOST] = {"m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"};

static ulna_status add_joint(ulna_builder *b, bytes *in, int i)
{
  ulna_joint j = ulna_joint_default();
  const int shape = byte(in);
  j.name = joint_names[i], j.link.name = link_names[i];
  j.type = shape & 1 ? ULNA_PRISMATIC : ULNA_REVOLUTE;
  j.a = number(in) / 8, j.d = number(in) / 8, j.alpha = number(in) / 4, j.theta = number(in) / 4;
  const double size = 0.05 + byte(in) / 512.0, mass = shape & 2 ? 0 : 0.1 + byte(in) / 16.0;
  j.link.body = (ulna_body){.mass = mass, .com = {-size, 0, size}, .about = ULNA_ABOUT_COM};
  for (int k = 0; k < 3; k++) j.link.body.inertia[k] = mass * size * size;
  if (shape & 4) j.limits.lower = -3, j.limits.upper = 3;
  if (shape & 8) j.limits.effort = 1 + byte(in), j.limits.velocity = 1 + byte(in) / 16.0;
  if (shape & 16) j.friction.coulomb[0] = j.friction.coulomb[1] = byte(in) / 64.0;
  if (shape & 32) j.friction.viscous = byte(in) / 64.0;
  if (shape & 64) j.friction.load_static = 0.2, j.friction.load_dynamic = 0.1;
  if (shape & 128) j.link.body.com[1] = number(in);  // perhaps none that a body has
  return ulna_builder_add_joint(b, &j);
}

static ulna_status add_drive(ulna_builder *b, bytes *in, int i, int n)
{
  ulna_drive d = ulna_drive_default();
  const int shape = byte(in);
  const ulna_couple couples[2] = {{joint_names[i], 1 + byte(in) / 2.0}, {joint_names[(i + 1) % n], 10}};
  const ulna_couple phase = {joint_names[i], 1};
  const ulna_screw screw = {
      .gain = 1, .s = 2, .mu = number(in) / 8, .nu = 0.5, .phase_count = 1, .phase = &phase};
  d.name = drive_names[i], d.mounted_on = i ? link_names[i - 1] : "base";
  d.couple_count = shape & 1 && n > 1 ? 2 : 1, d.couples = couples;
  if (shape & 2) d.screw_count = 1, d.screws = &screw;
  d.spin_only = true, d.rotor.about = ULNA_ABOUT_COM, d.rotor.inertia[2] = byte(in) / 1e5;
  d.counted_in_link = ULNA_COUNTED_YES;
  if (shape & 4)
    d.friction.coulomb[0] = d.friction.coulomb[1] = d.friction.static_[0] = d.friction.static_[1] = 0.01;
  if (shape & 8) {
    d.motor = (ulna_motor){.type = ULNA_MOTOR_DC,
                           .torque_constant = 0.05,
                           .back_emf = 0.05,
                           .resistance = 1,
                           .current_limit = 1 + byte(in),
                           .voltage_limit = (double)INFINITY};
  }
  return ulna_builder_add_drive(b, &d);
}

static void build(player *p)
{
  ulna_builder *b = NULL;
  const int shape = byte(&p->in), n = 1 + shape % 7;
  ulna_status status = ulna_builder_create(ULNA_DH, &p->allocator, &b);
  for (int i = 0; i < n && status == ULNA_OK; i++) status = add_joint(b, &p->in, i);
  for (int i = 0; i < n && status == ULNA_OK && shape & 64; i++) status = add_drive(b, &p->in, i, n);
  ulna_report *report = NULL;
  if (status == ULNA_OK) status = ulna_report_create(&p->allocator, &report);
  if (status == ULNA_OK) {
    status = ulna_builder_finish(b, report, &p->model);
    expect((status == ULNA_OK) == (p->model != NULL), "a model comes with ULNA_OK alone");
    expect(status != ULNA_BAD_ROBOT || ulna_report_count(report, ULNA_ERROR) > 0, "a bad robot is explained");
  }
  ulna_report_destroy(report);
  ulna_builder_destroy(b);
}

static void new_model(player *p)
{
  destroy_all(p);
  const int which = byte(&p->in);
  p->in.tame = true;
  if (which % 3) {
    build(p);
  } else {
    const ulna_robot *robot = ulna_robot_get(which % ulna_robot_count());
    if (ulna_robot_load(robot->key, NULL, &p->allocator, NULL, &p->model) != ULNA_OK) p->model = NULL;
  }
  if (p->model && ulna_model_joint_count(p->model) > MOST) destroy_all(p);
  if (p->model && ulna_work_create(p->model, ULNA_PARTS_ALL, &p->allocator, &p->work) != ULNA_OK)
    destroy_all(p);
  if (p->model) p->n = ulna_model_joint_count(p->model);
  p->tame_world = p->in.tame;
}

/* ---- calls ---- */

static void set_world(player *p)
{
  double x[12];
  p->in.tame = true;
  const int which = byte(&p->in) % 4;
  numbers(&p->in, 12, x);
  if (which == 0) ulna_work_set_gravity(p->work, x);
  if (which == 1) {
    ulna_base_motion motion;
    memcpy(&motion, x, sizeof motion);
    ulna_work_set_base_motion(p->work, &motion);
  }
  if (which == 2) ulna_work_set_hand_wrench(p->work, x, x + 3);
  if (which == 3) {
    const ulna_body body = {
        .mass = x[0], .com = {x[1], x[2], x[3]}, .inertia = {x[4], x[5], x[6]}, .about = ULNA_ABOUT_COM};
    if (ulna_work_set_payload(p->work, &body) != ULNA_OK) return;
  }
  p->tame_world = p->tame_world && p->in.tame;
}

static void move_hand(player *p)
{
  ulna_pose poses[MOST + 1];
  const ulna_point point = {byte(&p->in) % (p->n + 1), {0.1, 0, 0}};
  const ulna_axes axes = (ulna_axes)(byte(&p->in) % 3);
  draw_state(p);
  ulna_link_poses(p->model, p->work, p->q, poses);
  gave(p, "poses", &poses[0].R[0][0], (int)(12 * ((size_t)p->n + 1)));
  ulna_jacobian(p->model, p->work, &point, axes, p->q, p->out);
  gave(p, "Jacobian", p->out, 6 * p->n);
  ulna_jacobian_rate(p->model, p->work, &point, axes, p->q, p->qd, p->out);
  gave(p, "rate of the Jacobian", p->out, 6);
  ulna_point_motion(p->model, p->work, &point, axes, p->q, p->qd, p->qdd, p->out, p->out + 6);
  gave(p, "motion of a point", p->out, 12);
  p->out[0] = ulna_manipulability(p->model, p->work, p->q, p->out + 1);
  gave(p, "manipulability", p->out, 7);
}

static void find_torques(player *p)
{
  const ulna_inverse_method method = (ulna_inverse_method)(byte(&p->in) % 6);
  draw_state(p);
  ulna_inverse_dynamics(p->model, p->work, p->q, p->qd, p->qdd, p->out);
  gave(p, "inverse dynamics", p->out, p->n);
  if (ulna_inverse_dynamics_by(p->model, p->work, method, p->q, p->qd, p->qdd, p->out) == ULNA_OK)
    gave(p, "inverse dynamics by a method", p->out, p->n);
  ulna_coriolis_matrix(p->model, p->work, p->q, p->qd, p->out);
  gave(p, "Coriolis matrix", p->out, p->n * p->n);
  ulna_gravity_torques(p->model, p->work, p->q, p->out);
  gave(p, "gravity", p->out, p->n);
  ulna_joint_wrenches(p->model, p->work, p->q, p->qd, p->qdd, p->out, p->out + 3 * p->n);
  gave(p, "wrenches", p->out, 6 * p->n);
  p->out[0] = ulna_kinetic_energy(p->model, p->work, p->q, p->qd);
  p->out[1] = ulna_potential_energy(p->model, p->work, p->q);
  gave(p, "energies", p->out, 2);
}

static void find_accelerations(player *p)
{
  const ulna_forward_method method = (ulna_forward_method)(byte(&p->in) % 6);
  draw_state(p);
  fill(p, p->n);
  linked(p, "forward dynamics", ulna_forward_dynamics(p->model, p->work, p->q, p->qd, p->tau, p->out), p->n);
  fill(p, p->n);
  linked(p, "forward dynamics by a method",
         ulna_forward_dynamics_by(p->model, p->work, method, p->q, p->qd, p->tau, p->out), p->n);
  fill(p, p->n * p->n);
  linked(p, "inverse mass matrix", ulna_mass_matrix_inverse(p->model, p->work, p->q, p->out), p->n * p->n);
  fill(p, p->n);
  linked(p, "solution", ulna_mass_matrix_solve(p->model, p->work, p->q, 1, p->tau, p->out), p->n);
  fill(p, 2 * p->n);
  linked(p, "inertias", ulna_joint_inertias(p->model, p->work, p->q, p->out, p->out + p->n), 2 * p->n);
  ulna_mass_matrix(p->model, p->work, p->q, p->out);
  gave(p, "mass matrix", p->out, p->n * p->n);
}

static void use_drives(player *p)
{
  double *x = p->out;
  const int n = p->n;
  ulna_work_set_rotors(p->work, (ulna_rotors)(byte(&p->in) % 3));
  draw_state(p);
  fill(p, 4 * n);
  const ulna_drive_forces forces = {.F = x, .tau = x + n, .F_a = x + 2 * n, .F_ad = x + 3 * n};
  answered(p, "forces of drives",
           ulna_drive_inverse_dynamics(p->model, p->work, p->q, p->qd, p->qdd, &forces), 4 * n);
  fill(p, n);
  answered(p, "F",
           ulna_drive_inverse_dynamics(p->model, p->work, p->q, p->qd, p->qdd, &(ulna_drive_forces){.F = x}),
           n);
  fill(p, n);
  answered(p, "accelerations of drives",
           ulna_drive_forward_dynamics(p->model, p->work, p->q, p->qd, p->tau, x), n);
  fill(p, n);
  answered(p, "positions of joints", ulna_coupling_solve(p->model, p->work, p->qdd, p->q, x, NULL), n);
  fill(p, n);
  answered(p, "forces of actuators", ulna_joint_to_actuator_forces(p->model, p->work, p->q, p->tau, x), n);
  fill(p, n);
  answered(p, "forces of joints", ulna_actuator_to_joint_forces(p->model, p->work, p->q, p->tau, x), n);
  fill(p, n * n);
  const ulna_status status = ulna_drive_mass_matrix(p->model, p->work, p->q, x);
  if (status == ULNA_OK) gave(p, "mass matrix with drives", x, n * n);
}

static void let_stick(player *p)
{
  int mode[2 * MOST];
  draw_state(p);
  if (ulna_stick_modes(p->model, p->work, p->q, p->qd, mode) != ULNA_OK) return;
  const int places = ulna_friction_place_count(p->model);
  fill(p, p->n + places);
  const ulna_status status =
      ulna_stick_accelerations(p->model, p->work, p->q, p->qd, p->tau, mode, p->out, p->out + p->n);
  if (status == ULNA_OK) expect(all_finite(p->out, p->n + places), "accelerations that stick");
  for (int k = 0; status == ULNA_OK && k < places; k++) expect(mode[k] >= -1 && mode[k] <= 1, "modes");
}

static void differentiate(player *p)
{
  const int n = p->n, square = n * n;
  double *x = p->out;
  draw_state(p);
  fill(p, n + 3 * square);
  linked(p, "derivatives of inverse dynamics",
         ulna_inverse_dynamics_derivatives(p->model, p->work, p->q, p->qd, p->qdd, x, x + n, x + n + square,
                                           x + n + 2 * square),
         n + 3 * square);
  fill(p, n + 3 * square);
  linked(p, "derivatives of forward dynamics",
         ulna_forward_dynamics_derivatives(p->model, p->work, p->q, p->qd, p->tau, x, x + n, x + n + square,
                                           x + n + 2 * square),
         n + 3 * square);
  const ulna_regressor_of of = (ulna_regressor_of)(byte(&p->in) % 2);
  const int columns = ulna_regressor_column_count(p->model, of);
  if (columns * n > MOST_OUT) return;
  fill(p, columns * n);
  linked(p, "regressor", ulna_regressor(p->model, p->work, of, p->q, p->qd, p->qdd, x, NULL), columns * n);
}

static void make_controller(player *p)
{
  ulna_controller_destroy(p->controller);
  p->controller = NULL;
  const int kind = byte(&p->in), change = byte(&p->in);
  ulna_controller_options o =
      ulna_controller_options_default((ulna_control_kind)(kind % ULNA_CONTROL_KIND_COUNT));
  o.output = (ulna_control_output)(change % 3);
  if (change & 4) o.period = number(&p->in);
  if (change & 8) o.safety.jump = number(&p->in), o.safety.fastest = number(&p->in);
  if (change & 16) o.hand.frequency = number(&p->in), o.joints.frequency = number(&p->in);
  if (change & 32) o.stages.dwell = number(&p->in), o.fine.rate = number(&p->in);
  if (change & 64) o.friction.by = ULNA_COMPENSATE_MEASURED;
  if (change & 128) o.delay = number(&p->in);
  const char *fault = ulna_controller_options_fault(p->model, &o);
  const ulna_status status = ulna_controller_create(p->model, &o, &p->allocator, &p->controller);
  expect((status == ULNA_OK) == (p->controller != NULL), "a controller comes with ULNA_OK alone");
  expect(!fault || status != ULNA_OK, "options at fault make no controller");
  p->t = 0;
}

/* Whatever is measured or desired, what it gives is finite. */
static void step_controller(player *p)
{
  if (!p->controller) return;
  const int shape = byte(&p->in);
  if (shape == 255) ulna_controller_reset(p->controller);
  if (shape == 254) ulna_controller_tare(p->controller, byte(&p->in));
  double desired[MOST], wrench[6], twist[6];
  for (int k = 0; k < 8; k++) {
    draw_state(p);
    numbers(&p->in, p->n, desired);
    numbers(&p->in, 6, wrench);
    numbers(&p->in, 6, twist);
    p->t += shape & 1 ? number(&p->in) : 1e-3;
    const ulna_pose pose = ulna_pose_from_rpy(wrench, twist);
    const ulna_measured measured = {p->t, p->q, p->qd, shape & 2 ? wrench : NULL};
    const ulna_desired d = {.q = shape & 4 ? NULL : desired,
                            .qd = shape & 8 ? p->qdd : NULL,
                            .pose = shape & 4 ? &pose : NULL,
                            .twist = shape & 16 ? twist : NULL,
                            .push = shape & 32 ? wrench : NULL,
                            .stage = (ulna_stage)(byte(&p->in) % ULNA_STAGE_COUNT)};
    fill(p, p->n);
    const ulna_status status = ulna_controller_step(p->controller, &measured, &d, p->out);
    if (status == ULNA_OK || status == ULNA_HOLDING) {
      const ulna_control_outcome *o = ulna_controller_outcome(p->controller);
      expect(all_finite(o->joint_side, p->n), "a controller's torques");
      for (int i = 0; i < p->n; i++)
        expect(fabs(o->joint_side[i]) <= ulna_model_joint(p->model, i + 1)->limits.effort * (1 + 1e-9),
               "an effort's limit");
    }
    char text[200];
    ulna_control_fault_format(ulna_controller_fault(p->controller), text, sizeof text);
  }
}

static void plan(player *p)
{
  double points[4 * MOST], time[4];
  ulna_joint_motion m = ulna_joint_motion_default();
  ulna_motion_fault fault;
  const int shape = byte(&p->in);
  ulna_trajectory_destroy(p->trajectory);
  p->trajectory = NULL;
  p->in.tame = true;
  m.profile = (ulna_profile)(shape % 6);
  m.joints = p->n, m.points = 2 + (shape >> 3) % 3, m.q = points, m.time = shape & 64 ? NULL : time;
  numbers(&p->in, m.joints * m.points, points);
  time[0] = 0;
  for (int k = 1; k < 4; k++) time[k] = time[k - 1] + fabs(number(&p->in));
  double speed[MOST];
  for (int i = 0; i < p->n; i++) speed[i] = 1 + byte(&p->in);
  m.limits.velocity = speed, m.limits.acceleration = speed;
  const ulna_status status = ulna_joint_trajectory_create(&m, &p->allocator, &fault, &p->trajectory);
  expect((status == ULNA_OK) == (p->trajectory != NULL), "a trajectory comes with ULNA_OK alone");
  for (int k = 0; p->trajectory && k < 4; k++) {
    const double t = number(&p->in);
    fill(p, 3 * p->n);
    answered(p, "a trajectory's motion",
             ulna_trajectory_sample(p->trajectory, t, p->out, p->out + p->n, p->out + 2 * p->n), 3 * p->n);
  }
}

static void resolve(player *p)
{
  ulna_resolve_options o = ulna_resolve_options_default();
  ulna_resolve_outcome outcome;
  double hand[6];
  o.method = (ulna_resolve_method)(byte(&p->in) % 2);
  o.ignore_limits = byte(&p->in) & 1;
  if (!p->resolver && ulna_resolver_create(p->model, &o, &p->allocator, &p->resolver) != ULNA_OK) {
    p->resolver = NULL;
    return;
  }
  draw_state(p);
  numbers(&p->in, 6, hand);
  fill(p, p->n);
  answered(p, "resolved rates",
           ulna_resolve_rate(p->resolver, p->work, p->q, hand, NULL, NULL, p->out, &outcome), p->n);
  fill(p, p->n);
  answered(p, "resolved accelerations",
           ulna_resolve_acceleration(p->resolver, p->work, p->q, p->qd, hand, NULL, NULL, p->out, &outcome),
           p->n);
}

static void reach(player *p)
{
  ulna_ik_options o = ulna_ik_options_default();
  ulna_ik_outcome result;
  double xyz[3], rpy[3];
  draw_state(p);
  numbers(&p->in, 3, xyz), numbers(&p->in, 3, rpy);
  o.starts = 2, o.iterations = 20, o.further = 0;
  const ulna_pose target = ulna_pose_from_rpy(xyz, rpy);
  fill(p, p->n);
  answered(p, "inverse kinematics",
           ulna_inverse_kinematics(p->model, p->work, &o, &target, byte(&p->in) & 1 ? p->q : NULL, p->out,
                                   &result),
           p->n);
}

static ulna_status keep_sample(void *context, const ulna_sample *s)
{
  const player *p = context;
  expect(all_finite(s->q, p->n) && all_finite(s->qd, p->n) && all_finite(s->qdd, p->n), "motion in a sample");
  expect(all_finite(s->u, p->n) && all_finite(s->tau, p->n) && all_finite(s->stop_force, p->n),
         "forces in a sample");
  expect(isfinite(s->kinetic) && isfinite(s->potential) && isfinite(s->work_drives), "energy in a sample");
  expect(all_finite(&s->hand.R[0][0], 12) && all_finite(s->twist, 6), "the hand in a sample");
  return ULNA_OK;
}

/* A motion as wild as its inputs may need steps without end; whoever runs it can end it. */
static ulna_status count_step(void *context, double t)
{
  player *p = context;
  (void)t;
  return ++p->steps > 500 ? ULNA_UNSUPPORTED : ULNA_OK;
}

static void simulate(player *p)
{
  ulna_simulation_options o = ulna_simulation_options_default();
  const int shape = byte(&p->in);
  ulna_signal signals[MOST];
  ulna_channel channels[MOST];
  draw_state(p);
  for (int i = 0; i < p->n; i++) {
    signals[i] = ulna_signal_default(ULNA_SIGNAL_CONSTANT);
    signals[i].to = p->tau[i];
    channels[i] = (ulna_channel){1, &signals[i]};
  }
  o.input = channels;
  o.plant.driven_by = (ulna_driven_by)(byte(&p->in) % 4);
  o.plant.friction = shape & 1, o.plant.stops = (ulna_stops)(shape / 2 % 3);
  o.plant.stop_stiffness = 1e4, o.plant.stop_damping = 10;
  o.integrator = (ulna_integrator)(shape / 8 % 3);
  o.step = shape & 128 ? number(&p->in) : 1e-3;
  ulna_simulation *simulation = NULL;
  ulna_adaptive *adaptive = NULL;
  ulna_status status = ulna_simulation_create(p->model, &o, &p->allocator, &simulation);
  expect((status == ULNA_OK) == (simulation != NULL), "a simulation comes with ULNA_OK alone");
  if (simulation && shape & 64) {
    const ulna_adaptive_options by = ulna_adaptive_options_default();
    status = ulna_adaptive_create(ulna_simulation_plant(simulation), &by, &p->allocator, &adaptive);
    if (status == ULNA_OK) {
      const ulna_stepper stepper = ulna_adaptive_stepper(adaptive);
      ulna_simulation_set_stepper(simulation, &stepper);
    }
  }
  if (simulation && status == ULNA_OK && o.step >= 1e-4) {
    status = ulna_simulation_start(simulation, 0, p->q, p->qd);
    const ulna_simulation_sink sink = {.context = p, .sample = keep_sample, .step = count_step};
    p->steps = 0;
    if (status == ULNA_OK) status = ulna_simulation_advance(simulation, 0.01, &sink);
    if (status != ULNA_OK)
      expect(p->steps > 500 || *ulna_simulation_failure(simulation), "a simulation that fails says why");
    else expect(all_finite(ulna_simulation_state(simulation), 2 * p->n), "a simulation's state");
  }
  ulna_adaptive_destroy(adaptive);
  ulna_simulation_destroy(simulation);
}

typedef void call(player *p);
static call *const calls[] = {set_world,       move_hand,       find_torques,  find_accelerations,
                              use_drives,      let_stick,       differentiate, make_controller,
                              step_controller, step_controller, plan,          resolve,
                              reach,           simulate};
enum { CALLS = sizeof calls / sizeof *calls };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static player p;
  p = (player){.in = {data, data + size, true}, .memory = {.left = -1}};
  p.allocator = (ulna_allocator){allocate, release, &p.memory};
  for (int k = 0; k < MOST_CALLS && p.in.at < p.in.end; k++) {
    const int which = byte(&p.in);
    if (which >= 250) p.memory.left = byte(&p.in);  // memory runs out soon, and is back after that
    else if (!p.model || which >= 240) new_model(&p);
    else calls[which % CALLS](&p);
  }
  destroy_all(&p);
  expect(p.memory.live == 0 && p.memory.count == 0, "all memory goes back");
  return 0;
}
