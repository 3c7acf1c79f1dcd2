/* A cycle of control on one robot: agreement, operations, time. */
#include "count/compare.h"

#include <math.h>
#include <string.h>

#include "base/layout.h"
#include "base/memory.h"
#include "base/random.h"
#include "count/agreement.h"
#include "count/counts.h"
#include "count/generated.h"
#include "count/stopwatch.h"
#include "kernel/chain_numbers.h"
#include "model/model.h"
#include "ulna/controller.h"
#include "ulna/drive.h"
#include "ulna/kinematics.h"
#include "ulna/resolved_motion.h"
#include "work/work.h"

enum { ROWS = ULNA_CONTROL_COMPARISON_COUNT };
enum {
  RESOLVED,
  GROSS,
  UNIFIED,
  FINE,
  FINE_GRAVITY,
  STAGES,
  RESOLVE = STAGES,
  INVERSE_DYNAMICS,
  DRIVES,
  CYCLE,
  STEP_GROSS,
  STEP_FINE,
  PRINTED_GROSS,
  PRINTED_FINE
};

/* The figures of [Mudge] for each: its table, the operations that remain for its robot, and its estimate of the
 * time. */
static const struct {
  const char *name, *paper;
  control_task task;
  ulna_operations printed;
  double microseconds;
} said[ROWS] = {
    [RESOLVED] = {"resolved motion", "Table 1", CONTROL_RESOLVED, {330, 270}, 205},
    [GROSS] = {"gross motion, given its by-products", "Table 2", CONTROL_GROSS, {170, 180}, 120},
    [UNIFIED] = {"both, unified", "Tables 1 and 2", CONTROL_UNIFIED, {500, 450}, 325},
    [FINE] = {"fine motion, gravity held", "Table 3", CONTROL_FINE, {140, 260}, 140},
    [FINE_GRAVITY] = {"gravity refreshed", "Table 3, · ζ", CONTROL_FINE_GRAVITY, {75, 39}, 40},
    [RESOLVE] = {.name = "ulna_resolve_acceleration", .paper = "", .microseconds = 205},
    [INVERSE_DYNAMICS] = {.name = "ulna_inverse_dynamics", .paper = ""},
    [DRIVES] = {.name = "ulna_drive_inverse_dynamics: drives, friction, currents", .paper = ""},
    [CYCLE] = {.name = "resolved, feedback, drives, friction, currents", .paper = "", .microseconds = 325},
    [STEP_GROSS] = {.name = "ulna_controller_step, gross motion", .paper = "", .microseconds = 325},
    [STEP_FINE] = {.name = "ulna_controller_step, fine motion", .paper = "", .microseconds = 140},
    [PRINTED_GROSS] = {.name = "the same as printed, gross motion", .paper = "", .microseconds = 325},
    [PRINTED_FINE] = {.name = "the same as printed, fine motion", .paper = "", .microseconds = 140},
};

typedef struct {
  const ulna_model *model;
  ulna_work *work;
  formulation_arm arm;
  control_input in;
  double *q, *qd, *qdd, *q_d, *qd_d, *mu, *gamma;                         // a state and a desired motion
  double *found, *adjusted, *tau, *friction, *expected, *force, *moment;  // results
  double *system;
  int *order, *order_base;  // of equations in hand and in base axes
  void *kernels;            // for any of them

  ulna_resolver *resolver;
  ulna_controller *controller, *printed;  // the default, and the one that computes as printed
  double t;
  ulna_pose pose;                    // of the hand at the state
  double twist[6], acceleration[6];  // and its motion there with qdd: base axes, tool frame's origin
} cycle;

static void walk(cycle *c, layout *l, int n)
{
  const size_t count = (size_t)n, equations = n > 6 ? (size_t)n : 6;
  double **lists[] = {&c->q,     &c->qd,       &c->qdd, &c->q_d,      &c->qd_d,     &c->mu,
                      &c->gamma, &c->adjusted, &c->tau, &c->friction, &c->expected, &c->found};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    *lists[i] = (double *)layout_take(l, count, sizeof(double));
  c->force = (double *)layout_take(l, 3 * count, sizeof(double));
  c->moment = (double *)layout_take(l, 3 * count, sizeof(double));
  c->system = (double *)layout_take(l, equations * count, sizeof(double));
  c->order = (int *)layout_take(l, count, sizeof(int));
  c->order_base = (int *)layout_take(l, count, sizeof(int));
  const size_t sizes[] = {ulna_control_f64.size(n), ulna_count_size(COUNT_CONTROL, n),
                          ulna_formulations_f64.size(n)};
  const size_t start = layout_mark(l);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    layout_back_to(l, start);
    c->kernels = layout_take(l, 1, sizes[i]);
  }
  layout_past_all(l);
}

static void run(cycle *c, control_task task, int times, control_output out)
{
  static const count_rules loaded = {.hand_loaded = true};
  c->in.times = times;
  ulna_control_f64.run(&c->arm, task, (formulation_state){c->q, c->qd, c->qdd}, &c->in, &loaded, &out,
                       c->kernels);
}

/* A hand acceleration that the joints can give: that of qdd, found in base axes. */
static void reachable(cycle *c)
{
  const int n = c->arm.n;
  double nonlinear[6];
  run(c, CONTROL_JACOBIAN, 1, (control_output){.system = c->system, .nonlinear = nonlinear});
  for (int k = 0; k < 6; k++) {
    c->in.hand_acceleration[k] = nonlinear[k];
    for (int j = 0; j < n; j++) c->in.hand_acceleration[k] += c->system[k * n + j] * c->qdd[j];
  }
}

/* A state at which the hand determines the joints, and the desired motion there. */
static bool draw_state(cycle *c, uint64_t *seed)
{
  enum { TRIES = 200 };
  const int n = c->arm.n;
  for (int k = 0; k < 6; k++) c->in.hand_twist[k] = random_between(seed, -1, 1);
  for (int k = 0; k < 3; k++)
    c->arm.hand_f[k] = random_between(seed, -20, 20), c->arm.hand_n[k] = random_between(seed, -5, 5);
  for (int attempt = 0; attempt < TRIES; attempt++) {
    for (int i = 0; i < n; i++) {
      c->q[i] = random_between(seed, -3, 3), c->qd[i] = random_between(seed, -2, 2),
      c->qdd[i] = random_between(seed, -3, 3);
      c->q_d[i] = c->q[i] + random_between(seed, -0.05, 0.05),
      c->qd_d[i] = c->qd[i] + random_between(seed, -0.1, 0.1);
      c->mu[i] = copysign(random_between(seed, 0, 0.02), c->qd[i]), c->gamma[i] = random_between(seed, 0, 1);
      c->order[i] = c->order_base[i] = i;
    }
    reachable(c);
    const double pivots_base = ulna_control_order(n, c->system, c->order_base);
    run(c, CONTROL_RESOLVED, 1, (control_output){.system = c->system});
    if (ulna_control_order(n, c->system, c->order) > 1e-3 && pivots_base > 1e-3) return true;
  }
  return false;
}

/* Inverse dynamics and the friction of its joint forces, into `expected`. At rest: of the weight and the hand's push. */
static void plain_torques(cycle *c, const double qd[], const double qdd[])
{
  const int n = c->arm.n;
  const formulation_state at = {c->q, qd, qdd};
  const formulations *f64 = &ulna_formulations_f64;
  f64->inverse_dynamics(&c->arm, ULNA_INVERSE_NEWTON_EULER, at, c->expected, c->kernels);
  f64->joint_wrenches(&c->arm, ULNA_INVERSE_NEWTON_EULER, at, c->force, c->moment, c->kernels);
  for (int i = 0; i < n; i++) {
    const double *f = &c->force[3 * i], ca = c->arm.link[i].ca, sa = c->arm.link[i].sa;
    c->expected[i] += c->mu[i] * hypot(f[0], ca * f[1] - sa * f[2]) + c->gamma[i] * c->qd[i];
  }
}

static void compare_state(cycle *c, ulna_control_comparison rows[])
{
  const int n = c->arm.n;
  // for n > 6 the constraints choose another of the accelerations that move the hand alike
  c->in.order = c->order_base;
  run(c, CONTROL_JACOBIAN, 1, (control_output){.qdd = c->expected});
  c->in.order = c->order;
  run(c, CONTROL_RESOLVED, 1, (control_output){.qdd = c->found});
  keep_larger(&rows[RESOLVED].disagreement, difference(c->found, c->expected, n));
  if (n <= 6) keep_larger(&rows[RESOLVED].disagreement, difference(c->found, c->qdd, n));

  run(c, CONTROL_UNIFIED, 1, (control_output){.qdd = c->qdd, .qdd_adjusted = c->adjusted, .tau = c->tau});
  plain_torques(c, c->qd, c->adjusted);
  keep_larger(&rows[UNIFIED].disagreement, difference(c->tau, c->expected, n));
  run(c, CONTROL_GROSS, 1, (control_output){.tau = c->tau});
  keep_larger(&rows[GROSS].disagreement, difference(c->tau, c->expected, n));

  run(c, CONTROL_FINE, 1, (control_output){.tau = c->tau});
  memset(c->found, 0, (size_t)n * sizeof c->found[0]);
  plain_torques(c, c->found, c->found);
  keep_larger(&rows[FINE].disagreement, difference(c->tau, c->expected, n));
}

/* Counts for this robot: its zeros cost nothing. */
static void count_robot(cycle *c, ulna_control_comparison rows[])
{
  for (int k = 0; k < STAGES; k++) {
    const count_run as = {.task = COUNT_CONTROL,
                          .way = (int)said[k].task,
                          .rules = {.base_at_rest = true, .own_zeros = true, .hand_loaded = k == FINE}};
    count_result r;
    ulna_count(&as, &c->arm, (formulation_state){c->q, c->qd, c->qdd}, NULL, &c->in, &r, NULL, c->kernels);
    rows[k].robot = r.total;
  }
}

/* The same as code generated for this robot, whose answers are compared too. In fine motion alone the hand pushes. */
static ulna_status count_generated(cycle *c, const ulna_allocator *with, ulna_control_comparison rows[])
{
  const formulation_arm loaded = c->arm;
  ulna_status status = ULNA_OK;
  for (int k = 0; k < STAGES && status == ULNA_OK; k++) {
    for (int i = 0; i < 3 && k != FINE; i++) c->arm.hand_f[i] = c->arm.hand_n[i] = 0;
    status = ulna_count_generated_stage(said[k].task, &c->arm, (formulation_state){c->q, c->qd, c->qdd},
                                        &c->in, with, &rows[k].generated, c->found);
    if (status == ULNA_OK && k != FINE_GRAVITY) {  // whose forces the one before it holds
      run(c, said[k].task, 1,
          k == RESOLVED ? (control_output){.qdd = c->expected} : (control_output){.tau = c->expected});
      keep_larger(&rows[k].disagreement, difference(c->found, c->expected, c->arm.n));
    }
    c->arm = loaded;
  }
  return status;
}

/* By the library's functions: resolved motion, feedback, and forces of the drives. */
static ulna_status whole_cycle(cycle *c)
{
  const ulna_drive_forces forces = {.F = c->expected, .F_ad = c->tau, .current = c->found};
  const ulna_status status = ulna_resolve_acceleration(c->resolver, c->work, c->q, c->qd, c->acceleration,
                                                       NULL, NULL, c->adjusted, NULL);
  if (status != ULNA_OK) return status;
  for (int i = 0; i < c->arm.n; i++)
    c->adjusted[i] += c->in.kv * (c->qd_d[i] - c->qd[i]) + c->in.kp * (c->q_d[i] - c->q[i]);
  return ulna_drive_inverse_dynamics(c->model, c->work, c->q, c->qd, c->adjusted, &forces);
}

/* A unified controller that gives currents where all actuators have motors, else their forces, and may go wherever
 * states are drawn. */
static ulna_status make_controller(cycle *c, const ulna_allocator *with)
{
  ulna_controller_options o = ulna_controller_options_default(ULNA_CONTROL_UNIFIED);
  o.output = ULNA_CONTROL_CURRENT;
  o.friction.by = ULNA_COMPENSATE_MEASURED;
  o.safety.position_margin = o.safety.speed_margin = 1e6;
  ulna_status status = ulna_controller_create(c->model, &o, with, &c->controller);
  if (status == ULNA_UNSUPPORTED) {
    o.output = ULNA_CONTROL_FORCE;
    status = ulna_controller_create(c->model, &o, with, &c->controller);
  }
  if (status != ULNA_OK) return status;
  o.kind = ULNA_CONTROL_UNIFIED_PRINTED;
  return ulna_controller_create(c->model, &o, with, &c->printed);
}

static ulna_status step_controller(cycle *c, ulna_controller *controller, ulna_stage stage)
{
  c->t += 1e-3;
  const ulna_measured measured = {.t = c->t, .q = c->q, .qd = c->qd};
  const ulna_desired desired = {
      .pose = &c->pose, .twist = c->twist, .acceleration = c->acceleration, .stage = stage};
  return ulna_controller_step(controller, &measured, &desired, c->tau);
}

/* M qdd + bias, links and drives, into `found`. */
static void driven_forces(cycle *c, const double qd[], const double qdd[])
{
  const int n = c->arm.n;
  if (ulna_drive_mass_matrix(c->model, c->work, c->q, c->system) != ULNA_OK ||
      ulna_drive_bias(c->model, c->work, c->q, qd, c->found) != ULNA_OK)
    c->found[0] = (double)NAN;  // agrees with nothing
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) c->found[i] += c->system[i * n + j] * qdd[j];
}

/* A fresh step in this stage, which must be the one taken. */
static ulna_status first_step(cycle *c, ulna_controller *controller, ulna_stage stage)
{
  ulna_controller_reset(controller);
  const ulna_status status = step_controller(c, controller, stage);
  return status == ULNA_OK && ulna_controller_stage(controller) != stage ? ULNA_UNSUPPORTED : status;
}

/* Are a controller's torques those of the accelerations it asks for? In fine motion without Coriolis terms; as printed: weight,
 * and each joint's inertia times its acceleration. */
static ulna_status compare_controller(cycle *c, ulna_controller *controller, int gross, int fine,
                                      ulna_control_comparison rows[])
{
  const int n = c->arm.n;
  const ulna_control_outcome *o = ulna_controller_outcome(controller);
  ulna_status status = first_step(c, controller, ULNA_STAGE_GROSS);
  if (status != ULNA_OK) return status;
  driven_forces(c, c->qd, o->qdd);
  keep_larger(&rows[gross].disagreement, difference(o->tau, c->found, n));

  status = first_step(c, controller, ULNA_STAGE_FINE);
  if (status != ULNA_OK) return status;
  memset(c->adjusted, 0, (size_t)n * sizeof c->adjusted[0]);
  driven_forces(c, c->adjusted, controller == c->printed ? c->adjusted : o->qdd);
  ulna_controller_gains(controller, c->q, NULL, NULL, c->expected);
  for (int i = 0; controller == c->printed && i < n; i++) c->found[i] += c->expected[i] * o->qdd[i];
  keep_larger(&rows[fine].disagreement, difference(o->tau, c->found, n));
  return ULNA_OK;
}

/* Does the hand accelerate as it was asked to? And are the forces of the cycle those of the accelerations that were found,
 * M qdd + bias, drives included? */
static ulna_status compare_library(cycle *c, ulna_control_comparison rows[])
{
  const int n = c->arm.n;
  double reached[6];
  ulna_hand_pose(c->model, c->work, c->q, &c->pose);
  ulna_point_motion(c->model, c->work, NULL, ULNA_AXES_BASE, c->q, c->qd, c->qdd, c->twist, c->acceleration);
  ulna_status status = ulna_resolve_acceleration(c->resolver, c->work, c->q, c->qd, c->acceleration, NULL,
                                                 NULL, c->found, NULL);
  if (status != ULNA_OK) return status;
  ulna_point_motion(c->model, c->work, NULL, ULNA_AXES_BASE, c->q, c->qd, c->found, NULL, reached);
  keep_larger(&rows[RESOLVE].disagreement, difference(reached, c->acceleration, 6));

  status = whole_cycle(c);
  if (status != ULNA_OK) return status;
  driven_forces(c, c->qd, c->adjusted);
  keep_larger(&rows[CYCLE].disagreement, difference(c->expected, c->found, n));

  status = compare_controller(c, c->controller, STEP_GROSS, STEP_FINE, rows);
  return status == ULNA_OK ? compare_controller(c, c->printed, PRINTED_GROSS, PRINTED_FINE, rows) : status;
}

static ulna_status call_library(cycle *c, int row)
{
  const ulna_drive_forces forces = {.F_ad = c->tau, .current = c->found};
  switch (row) {
  case RESOLVE:
    return ulna_resolve_acceleration(c->resolver, c->work, c->q, c->qd, c->acceleration, NULL, NULL, c->found,
                                     NULL);
  case INVERSE_DYNAMICS:
    ulna_inverse_dynamics(c->model, c->work, c->q, c->qd, c->qdd, c->tau);
    return ULNA_OK;
  case DRIVES: return ulna_drive_inverse_dynamics(c->model, c->work, c->q, c->qd, c->qdd, &forces);
  case CYCLE: return whole_cycle(c);
  case PRINTED_GROSS: return step_controller(c, c->printed, ULNA_STAGE_GROSS);
  case PRINTED_FINE: return step_controller(c, c->printed, ULNA_STAGE_FINE);
  default: return step_controller(c, c->controller, row == STEP_GROSS ? ULNA_STAGE_GROSS : ULNA_STAGE_FINE);
  }
}

static ulna_status call(int row, void *context, int times)
{
  cycle *c = context;
  ulna_status status = ULNA_OK;
  if (row < STAGES) run(c, said[row].task, times, (control_output){0});
  for (int k = 0; k < times && row >= STAGES && status == ULNA_OK; k++) status = call_library(c, row);
  return status;
}

static ulna_status fill(cycle *c, int states, uint64_t seed, double seconds, const ulna_allocator *with,
                        ulna_control_comparison rows[])
{
  for (int k = 0; k < ROWS; k++)
    rows[k] = (ulna_control_comparison){
        .name = said[k].name,
        .paper = said[k].paper,
        .disagreement =
            k < FINE_GRAVITY || (k >= RESOLVE && k != INVERSE_DYNAMICS && k != DRIVES) ? 0 : (double)NAN,
        .printed = said[k].printed,
        .nanoseconds = (double)NAN,
        .paper_microseconds = said[k].microseconds > 0 ? said[k].microseconds : (double)NAN};
  for (int s = 0; s < states; s++) {
    if (!draw_state(c, &seed)) return ULNA_SINGULAR;
    compare_state(c, rows);
    const ulna_status status = compare_library(c, rows);
    if (status != ULNA_OK) return status;
  }
  count_robot(c, rows);
  ulna_status status = count_generated(c, with, rows);
  for (int k = 0; k < ROWS && status == ULNA_OK && seconds > 0; k++)
    status = stopwatch(call, k, c, seconds, &rows[k].nanoseconds);
  return status;
}

ulna_status ulna_compare_control(const ulna_model *model, int states, uint64_t seed, double seconds,
                                 const ulna_allocator *allocator,
                                 ulna_control_comparison rows[ULNA_CONTROL_COMPARISON_COUNT])
{
  ULNA_ASSERT(model && rows);
  if (states < 1 || !(seconds >= 0) || isinf(seconds)) return ULNA_INVALID_ARGUMENT;
  const ulna_allocator with = allocator_or_standard(allocator);
  cycle c;
  memset(&c, 0, sizeof c);
  layout l = layout_measuring();
  walk(&c, &l, model->n);
  const size_t size = layout_size(&l);
  void *memory = size ? ulna_allocate(&with, size) : NULL;
  if (!memory) return ULNA_OUT_OF_MEMORY;
  l = layout_assigning(memory);
  walk(&c, &l, model->n);
  c.model = model;
  ulna_status status = ulna_work_create(model, ULNA_PARTS_ALL, &with, &c.work);
  ulna_resolve_options options = ulna_resolve_options_default();
  options.ignore_limits = true;
  if (status == ULNA_OK) status = ulna_resolver_create(model, &options, &with, &c.resolver);
  if (status == ULNA_OK) status = make_controller(&c, &with);
  if (status == ULNA_OK) {
    c.arm.n = model->n, c.arm.link = model->link;
    vec3_store(c.work->fast.base.a, c.arm.base_a);
    c.in.q_d = c.q_d, c.in.qd_d = c.qd_d, c.in.mu = c.mu, c.in.gamma = c.gamma, c.in.order = c.order;
    c.in.kp = 100, c.in.kv = 20;
    ulna_control_comparison found[ROWS];
    status = fill(&c, states, seed + 1, seconds, &with, found);
    if (status == ULNA_OK) memcpy(rows, found, sizeof found);
  }
  ulna_controller_destroy(c.controller);
  ulna_controller_destroy(c.printed);
  ulna_resolver_destroy(c.resolver);
  ulna_work_destroy(c.work);
  ulna_release(&with, memory, size);
  return status;
}
