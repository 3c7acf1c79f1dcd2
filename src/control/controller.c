/* The controller: options, memory, and the one call per set point. */
#include "ulna/controller.h"

#include <math.h>
#include <string.h>

#include "base/finite.h"
#include "base/names.h"
#include "control/control_internal.h"
#include "ulna/kinematics.h"

static const char *const kind_names[] = {
#define NAME(name, text) text,
    ULNA_CONTROL_KIND_LIST(NAME)
#undef NAME
};

const char *ulna_control_kind_name(ulna_control_kind kind)
{
  return (unsigned)kind < ULNA_CONTROL_KIND_COUNT ? kind_names[kind] : NULL;
}

ulna_status ulna_control_kind_find(const char *name, ulna_control_kind *kind)
{
  const int found = find_name(name, kind_names, ULNA_CONTROL_KIND_COUNT);
  if (found < 0) return ULNA_NOT_FOUND;
  *kind = (ulna_control_kind)found;
  return ULNA_OK;
}

const char *ulna_stage_name(ulna_stage stage)
{
  static const char *const names[] = {
#define NAME(name, text) text,
      ULNA_STAGE_LIST(NAME)
#undef NAME
  };
  return (unsigned)stage < ULNA_STAGE_COUNT ? names[stage] : NULL;
}

ulna_controller_options ulna_controller_options_default(ulna_control_kind kind)
{
  ulna_controller_options o = {
      .kind = kind,
      .period = 1e-3,
      .output = ULNA_CONTROL_TORQUE,
      .joints = {.frequency = 30, .damping_ratio = 1, .integral_limit = 50},
      .hand = {.frequency = 30,
               .integral_limit = 20,
               .damping_ratio = 1,
               .resolve = ulna_resolve_options_default(),
               .posture_rate = 1},
      .friction = {.by = ULNA_COMPENSATE_NOTHING, .share = 1, .speed = 0.01, .acceleration = 1},
      .fine = {.rate = 200,
               .position = 30,
               .push_rate = 60,
               .whole_inertia = kind != ULNA_CONTROL_UNIFIED_PRINTED,
               .gravity_every = 10,
               .force_limit = 20,
               .feel_time = 0.02},
      .stages = {.distance = 0.02,
                 .angle = 0.1,
                 .speed = 0.1,
                 .turn_speed = 0.5,
                 .joint_distance = 0.03,
                 .joint_speed = 0.2,
                 .leave = 1.5,
                 .contact_force = 0.3,
                 .contact_release = 0.1,
                 .dwell = 0.02,
                 .transfer = 0.05},
      .servo = {.type = ULNA_SERVO_PD, .frequency = 30, .damping_ratio = 1, .discrete = true},
      .impedance = {.stiffness = {50, 50, 50, 1000, 1000, 1000},
                    .damping_ratio = 1,
                    .null_damping = 20,
                    .null_stiffness = 100},
      .safety = {.jump = 3,
                 .fastest = 10,
                 .position_margin = 0.02,
                 .speed_margin = 1.2,
                 .reach_error = 0.1,
                 .reach_angle = 0.5,
                 .joint_error = 0.5,
                 .reach_time = 0.25},
  };
  // accelerations need more damping than rates do, or a stretched elbow swings to and fro
  o.hand.resolve.method = ULNA_RESOLVE_DAMPED, o.hand.resolve.damping = 0.1;
  return o;
}

static const char *gains_fault(int n, const ulna_controller_options *o)
{
  const ulna_joint_gains *g = &o->joints;
  if (!positive(g->frequency)) return "the frequency of the joints' gains must be above 0 rad/s";
  if (!positive(g->damping_ratio)) return "the damping ratio of the joints' gains must be above 0";
  if (!g->kp != !g->kv) return "the joints' kp and kv must be given together, or neither";
  if (!(g->integral_limit >= 0)) return "the integral's limit must not be negative";
  for (int i = 0; i < n; i++) {
    if (g->kp && !positive(g->kp[i])) return "a joint's kp must be above 0 1/s²";
    if (g->kv && !not_negative(g->kv[i])) return "a joint's kv must not be negative";
    if (g->ki && !not_negative(g->ki[i])) return "a joint's ki must not be negative";
    if (o->effort && !(o->effort[i] > 0)) return "a joint's largest effort must be above 0";
  }
  const ulna_hand_options *h = &o->hand;
  if (!positive(h->frequency)) return "the frequency of the hand's gains must be above 0 rad/s";
  if (!positive(h->damping_ratio)) return "the damping ratio of the hand's gains must be above 0";
  if (!not_negative(h->integral) || !(h->integral_limit >= 0))
    return "the integral of the hand's error and its limit must not be negative";
  if (h->integral >= 2 * h->damping_ratio * h->frequency || h->integral >= o->fine.rate)
    return "the integral of the hand's error must be below 2 damping_ratio frequency and fine.rate: it would swing up";
  if (!not_negative(h->posture_rate)) return "the rate towards the desired posture must not be negative";
  for (int i = 0; h->posture && i < n; i++)
    if (!isfinite(h->posture[i])) return "a number of the desired posture is not finite";
  return NULL;
}

static const char *stages_fault(const ulna_controller_options *o)
{
  const ulna_stage_rules *r = &o->stages;
  const ulna_fine_options *f = &o->fine;
  if (!positive(f->rate) || !positive(f->position) || !not_negative(f->push_rate))
    return "rate and position of fine motion must be above 0 1/s, and push_rate must not be negative";
  if (f->gravity_every < 1) return "gravity_every must be at least 1 cycle";
  if (!not_negative(f->force_rate) || !not_negative(f->force_integral) || !not_negative(f->force_limit) ||
      !not_negative(f->feel_time))
    return "force_rate, force_integral, force_limit and feel_time must not be negative";
  if (!(r->distance > 0 && r->angle > 0 && r->speed > 0 && r->turn_speed > 0 && r->joint_distance > 0 &&
        r->joint_speed > 0))
    return "distances and speeds at which stages change must be above 0";
  if (!(r->leave > 1)) return "`leave` must be above 1: stages would change to and fro";
  if (!(r->contact_force > r->contact_release && r->contact_release >= 0))
    return "contact_release must be below contact_force, and not below 0 N";
  if (!not_negative(r->dwell) || !not_negative(r->transfer)) return "dwell and transfer must not be negative";
  return NULL;
}

static const char *servo_fault(const ulna_model *model, const ulna_servo_options *s)
{
  if (!positive(s->frequency)) return "the frequency of the actuators' servos must be above 0 rad/s";
  if (!positive(s->damping_ratio)) return "the damping ratio of the actuators' servos must be above 0";
  if (!not_negative(s->derivative_filter)) return "the time of the derivative's filter must not be negative";
  if ((unsigned)s->type > ULNA_SERVO_PID) return "the servo is none of P, PD and PID";
  for (int a = 0; a < model->n; a++) {
    if (s->inertia && !positive(s->inertia[a])) return "an actuator's inertia must be above 0";
    const int joint = model->drives.direct_joint[a];
    const double viscous =
        joint ? model->given.joints[joint - 1].friction.viscous : model->given.drives[a].friction.viscous;
    if (s->type == ULNA_SERVO_P && !(viscous > 0))
      return "a P servo needs viscous friction in every drive: nothing else damps it";
  }
  return NULL;
}

static const char *rest_fault(const ulna_controller_options *o)
{
  const ulna_friction_compensation *f = &o->friction;
  const ulna_safety *s = &o->safety;
  if ((unsigned)f->by > ULNA_COMPENSATE_MEASURED) return "the compensation of friction is none of the three";
  if (!not_negative(f->share)) return "the share of friction compensated must not be negative";
  if (!positive(f->speed) || !positive(f->acceleration))
    return "speed and acceleration for friction at rest must be above 0";
  for (int k = 0; k < 6; k++)
    if (!not_negative(o->impedance.stiffness[k]) || !not_negative(o->impedance.damping[k]))
      return "stiffness and damping at the hand must not be negative";
  if (!not_negative(o->impedance.damping_ratio) || !not_negative(o->impedance.null_damping) ||
      !not_negative(o->impedance.null_stiffness))
    return "damping_ratio, null_damping and null_stiffness must not be negative";
  if (!(s->jump > 0 && s->fastest > 0 && s->position_margin >= 0 && s->speed_margin > 0 &&
        s->reach_error > 0 && s->reach_angle > 0 && s->joint_error > 0 && s->reach_time >= 0))
    return "the limits of safety must be above 0 (position_margin and reach_time: not below)";
  return NULL;
}

const char *ulna_controller_options_fault(const ulna_model *model, const ulna_controller_options *o)
{
  ULNA_ASSERT(model && o);
  if (!ulna_control_kind_name(o->kind)) return "the kind of controller is none of the known ones";
  if (!positive(o->period)) return "the period must be above 0 s";
  if (!not_negative(o->delay)) return "the delay must not be negative";
  if ((unsigned)o->output > ULNA_CONTROL_CURRENT) return "the output is none of torque, force and current";
  if (model->drives.follower_count > 0 &&
      (o->kind == ULNA_CONTROL_IMPEDANCE || o->kind == ULNA_CONTROL_UNIFIED_PRINTED))
    return "impedance and unified-printed do not support joints that follow others, and this arm has one";
  const char *fault = gains_fault(model->n, o);
  if (!fault) fault = ulna_resolve_fault(&o->hand.resolve);
  if (!fault) fault = stages_fault(o);
  if (!fault && o->kind == ULNA_CONTROL_ACTUATOR_SERVO) fault = servo_fault(model, &o->servo);
  return fault ? fault : rest_fault(o);
}

/* The one walk over a controller's memory: measures when l has none. */
static void walk(ulna_controller *c, layout *l, int joints)
{
  const size_t n = (size_t)joints;
  layout_take(l, 1, sizeof(ulna_controller));
  double **const vectors[] = {&c->kp,          &c->kv,
                              &c->ki,          &c->stiffness,
                              &c->effort,      &c->lower,
                              &c->upper,       &c->speed,
                              &c->servo_kp,    &c->servo_kd,
                              &c->servo_ki,    &c->table_error,
                              &c->given[0],    &c->given[1],
                              &c->given[2],    &c->given[3],
                              &c->given[4],    &c->q,
                              &c->qd,          &c->hold,
                              &c->integral,    &c->cut,
                              &c->q_a,         &c->speed_a,
                              &c->integral_a,  &c->transfer,
                              &c->last_tau,    &c->gravity,
                              &c->tau,         &c->u,
                              &c->F,           &c->current,
                              &c->qdd,         &c->error,
                              &c->rate,        &c->reference_speed,
                              &c->v[0],        &c->preferred,
                              &c->reference_q, &c->reference_qd,
                              &c->given[5],    &c->v[1],
                              &c->inertia,     &c->kp_now,
                              &c->kv_now,      &c->share,
                              &c->joint_push,  &c->actuator_push,
                              &c->joint_calm,  &c->actuator_calm,
                              &c->speed_gain,  &c->printed_q,
                              &c->printed_qd,  &c->reference_qdd};
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = (double *)layout_take(l, n, sizeof(double));
  c->table = (load_table *)layout_take(l, n, sizeof(load_table));
  c->cells = (load_cell *)layout_take(l, n * LOAD_POINTS * LOAD_POINTS, sizeof(load_cell));
  c->K = (double *)layout_take(l, n * n, sizeof(double));
  c->factor = (double *)layout_take(l, n * n, sizeof(double));
  c->M = (double *)layout_take(l, n * n, sizeof(double));
  c->inverse = (double *)layout_take(l, n * n, sizeof(double));
  c->multiplier = (double *)layout_take(l, 4 * n, sizeof(double));
  c->span = (limit_span *)layout_take(l, n, sizeof(limit_span));
  const size_t places = n > 6 ? n : 6;
  c->loop_rows = (double *)layout_take(l, places * n, sizeof(double));
  c->loop_gram = (double *)layout_take(l, 2 * places * places, sizeof(double));
  c->loop_part = (double *)layout_take(l, places, sizeof(double));
  c->hand.D = (double *)layout_take(l, 6 * n, sizeof(double));
  ulna_control_printed_layout(&c->printed, l, joints);
  c->pivot = (int *)layout_take(l, n, sizeof(int));
  c->order = (int *)layout_take(l, n, sizeof(int));
}

/* The parts that controllers need in their work: driven inertias of arms of any length. */
enum { WORK_PARTS = ULNA_PART_MATRICES | ULNA_PART_DRIVES };

size_t ulna_controller_size(const ulna_model *model)
{
  ULNA_ASSERT(model);
  ulna_controller measured;
  layout l = layout_measuring();
  walk(&measured, &l, model->n);
  layout_take(&l, 1, ulna_work_size(model, WORK_PARTS));
  layout_take(&l, 1, ulna_resolver_size(model));
  return layout_size(&l);
}

/* The options' arrays become the controller's own. */
static void keep_arrays(ulna_controller *c)
{
  const double **const arrays[] = {&c->o.joints.kp, &c->o.joints.kv,     &c->o.joints.ki,
                                   &c->o.effort,    &c->o.servo.inertia, &c->o.hand.posture};
  for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++) {
    if (!*arrays[k]) continue;
    memmove(c->given[k], *arrays[k], (size_t)c->n * sizeof(double));
    *arrays[k] = c->given[k];
  }
  for (int i = 0; i < c->n; i++) {
    const ulna_limits *limits = &c->model->given.joints[i].limits;
    c->lower[i] = limits->lower, c->upper[i] = limits->upper;
    c->speed[i] = isfinite(limits->velocity) ? limits->velocity : c->o.safety.fastest;
    c->effort[i] = c->o.effort ? c->o.effort[i] : limits->effort;
  }
}

/* The resolver keeps the controller's own limits: a joint without other limits is no faster than its speed limit, and
 * brakes from it within 1/frequency, in time for its position limits. */
static ulna_status make_resolver(ulna_controller *c, void *memory, size_t size)
{
  ulna_resolve_options o = c->o.hand.resolve;
  for (int i = 0; i < c->n; i++) c->v[0][i] = c->speed[i] * c->o.hand.frequency;
  if (!o.limits.velocity) o.limits.velocity = c->speed;
  if (!o.limits.acceleration) o.limits.acceleration = c->v[0];
  if (o.period == 0) o.period = c->o.period;
  memset(&c->o.hand.resolve.limits, 0, sizeof o.limits);  // the resolver has them
  return ulna_resolver_init(memory, size, c->model, &o, &c->resolver);
}

static bool all_have_motors(const ulna_model *model)
{
  for (int a = 0; a < model->n; a++)
    if (model->drives.direct_joint[a] || model->given.drives[a].motor.type == ULNA_MOTOR_NONE) return false;
  return true;
}

/* Makes gains and tables from the options, and checks the sampled loop; measured values stay untouched. */
static ulna_status make_laws(ulna_controller *c)
{
  ulna_status status = ulna_control_make_gains(c);
  if (status == ULNA_OK) status = ulna_control_make_servos(c);
  if (status != ULNA_OK) return status;
  ulna_control_make_stable(c);
  ulna_control_make_output(c);
  return ULNA_OK;
}

ulna_status ulna_controller_init(void *memory, size_t size, const ulna_model *model,
                                 const ulna_controller_options *options, ulna_controller **controller)
{
  ULNA_ASSERT(memory && model && options && controller);
  if (((uintptr_t)memory & (LAYOUT_ALIGNMENT - 1)) != 0) return ULNA_INVALID_ARGUMENT;
  const size_t needed = ulna_controller_size(model);
  if (size < needed) return ULNA_TOO_SMALL;
  if (ulna_controller_options_fault(model, options)) return ULNA_INVALID_ARGUMENT;
  if (options->output == ULNA_CONTROL_CURRENT && !all_have_motors(model)) return ULNA_UNSUPPORTED;
  memset(memory, 0, needed);
  ulna_controller *c = (ulna_controller *)memory;
  layout l = layout_assigning(memory);
  walk(c, &l, model->n);
  c->model = model, c->n = model->n, c->size = needed, c->o = *options;
  const size_t work_size = ulna_work_size(model, WORK_PARTS);
  ulna_status status = ulna_work_init(layout_take(&l, 1, work_size), work_size, model, WORK_PARTS, &c->work);
  keep_arrays(c);
  const size_t resolver_size = ulna_resolver_size(model);
  if (status == ULNA_OK) status = make_resolver(c, layout_take(&l, 1, resolver_size), resolver_size);
  if (status != ULNA_OK) return status;
  status = make_laws(c);
  if (status != ULNA_OK) return status;
  ulna_controller_reset(c);
  *controller = c;
  return ULNA_OK;
}

ulna_status ulna_controller_retune(ulna_controller *c, const ulna_controller_options *options)
{
  ULNA_ASSERT(c && options);
  if (ulna_controller_options_fault(c->model, options) || options->kind != c->o.kind ||
      options->period != c->o.period || options->delay != c->o.delay || options->output != c->o.output)
    return ULNA_INVALID_ARGUMENT;
  c->o = *options;
  keep_arrays(c);
  ulna_status status = make_resolver(c, c->resolver, ulna_resolver_size(c->model));
  if (status == ULNA_OK) status = make_laws(c);
  c->outcome.lowered = c->lowered;
  return status;
}

ulna_status ulna_controller_create(const ulna_model *model, const ulna_controller_options *options,
                                   const ulna_allocator *allocator, ulna_controller **controller)
{
  ULNA_ASSERT(model && options && controller);
  const ulna_allocator a = allocator_or_standard(allocator);
  const size_t size = ulna_controller_size(model);
  void *memory = ulna_allocate(&a, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  ulna_controller *c = NULL;
  const ulna_status status = ulna_controller_init(memory, size, model, options, &c);
  if (status != ULNA_OK) {
    ulna_release(&a, memory, size);
    return status;
  }
  c->allocator = a, c->owned = true;
  *controller = c;
  return ULNA_OK;
}

void ulna_controller_destroy(ulna_controller *c)
{
  if (!c || !c->owned) return;
  const ulna_allocator a = c->allocator;
  ulna_release(&a, c, c->size);
}

void ulna_controller_reset(ulna_controller *c)
{
  ULNA_ASSERT(c);
  const size_t size = (size_t)c->n * sizeof(double);
  double *const zeros[] = {c->q,       c->qd,         c->hold,     c->integral, c->cut,     c->q_a,
                           c->speed_a, c->integral_a, c->transfer, c->last_tau, c->gravity, c->qdd,
                           c->tau,     c->u,          c->F,        c->current};
  for (size_t k = 0; k < sizeof zeros / sizeof zeros[0]; k++) memset(zeros[k], 0, size);
  c->reference_lost = false;
  c->started = c->blind = c->lost = c->in_contact = false;
  c->t = c->stage_since = c->force_integral = 0;
  memset(c->made_up, 0, sizeof c->made_up);
  memset(c->given_way, 0, sizeof c->given_way);
  c->hindered = false;
  c->late_since = (double)NAN;
  c->gravity_age = 0;
  c->stage = ULNA_STAGE_GROSS;
  memset(c->sensor.felt, 0, sizeof c->sensor.felt);
  memset(c->sensor.contact, 0, sizeof c->sensor.contact);
  c->fault = (ulna_control_fault){ULNA_CONTROL_FAULT_NONE, 0, 0, (double)NAN, (double)NAN};
  c->outcome = (ulna_control_outcome){.stage = c->stage,
                                      .lowered = c->lowered,
                                      .tau = c->tau,
                                      .joint_side = c->u,
                                      .force = c->F,
                                      .current = c->current,
                                      .qdd = c->qdd,
                                      .position_error = (double)NAN,
                                      .angle_error = (double)NAN,
                                      .contact_force = (double)NAN};
}

void ulna_controller_tare(ulna_controller *c, int samples)
{
  ULNA_ASSERT(c && samples > 0);
  c->sensor.tare_left = samples, c->sensor.tare_taken = 0;
  memset(c->sensor.tare_sum, 0, sizeof c->sensor.tare_sum);
  memset(c->sensor.felt, 0, sizeof c->sensor.felt);
}

ulna_work *ulna_controller_work(ulna_controller *c)
{
  ULNA_ASSERT(c);
  return c->work;
}
const ulna_control_outcome *ulna_controller_outcome(const ulna_controller *c)
{
  ULNA_ASSERT(c);
  return &c->outcome;
}
ulna_stage ulna_controller_stage(const ulna_controller *c)
{
  ULNA_ASSERT(c);
  return c->stage;
}

/* False if there is no finite answer. */
static bool find_torques(ulna_controller *c)
{
  switch (c->o.kind) {
  case ULNA_CONTROL_PD_GRAVITY: ulna_control_joint_pd(c, true); return true;
  case ULNA_CONTROL_JOINT_PD: ulna_control_joint_pd(c, c->o.gravity); return true;
  case ULNA_CONTROL_ACTUATOR_SERVO: ulna_control_actuator_servo(c); return true;
  case ULNA_CONTROL_IMPEDANCE: return ulna_control_impedance(c);
  case ULNA_CONTROL_UNIFIED_PRINTED:
  case ULNA_CONTROL_UNIFIED:
  case ULNA_CONTROL_COMPUTED_TORQUE:
  default: break;
  }
  return c->stage == ULNA_STAGE_GROSS ? ulna_control_gross(c) : ulna_control_fine(c);
}

/* Whether set points of the joints follow a set point of the hand: in kinds that servo joints, and in gross motion if
 * gains follow the load, which is a joint's. */
static bool servos_joints(const ulna_controller *c)
{
  switch (c->o.kind) {
  case ULNA_CONTROL_PD_GRAVITY:
  case ULNA_CONTROL_JOINT_PD:
  case ULNA_CONTROL_ACTUATOR_SERVO: return true;
  case ULNA_CONTROL_UNIFIED:
  case ULNA_CONTROL_COMPUTED_TORQUE:
    return c->o.joints.by_load && !c->o.joints.kp && c->stage == ULNA_STAGE_GROSS;
  default: return false;
  }
}

/* Set points of the hand that come after set points of joints continue from these. */
static void remember_posture(ulna_controller *c)
{
  const size_t size = (size_t)c->n * sizeof(double);
  memcpy(c->reference_q, c->q_d, size);
  if (c->qd_d) memcpy(c->reference_qd, c->qd_d, size);
  else memset(c->reference_qd, 0, size);
}

static bool follow(ulna_controller *c)
{
  const ulna_desired *d = c->desired;
  const ulna_stage before = c->stage;
  if (!ulna_control_judge_measured(c) || !ulna_control_judge_desired(c)) return false;
  c->dt = c->started ? c->measured->t - c->t : c->o.period;
  c->q_d = d->q, c->qd_d = d->qd, c->qdd_d = d->qdd;
  ulna_control_read_sensor(c);
  const bool felt = c->o.fine.feel && c->sensor.present;
  const bool of_hand = d->pose || d->goal || d->push || felt || c->o.kind == ULNA_CONTROL_IMPEDANCE;
  if (of_hand) ulna_control_see_hand(c);
  ulna_control_choose_stage(c);
  ulna_control_leave_push(c);
  if (d->q) remember_posture(c);
  const bool found = (!d->pose || !servos_joints(c) || ulna_control_follow_hand(c)) && find_torques(c);
  if (!ulna_control_judge_result(c, found)) return false;
  ulna_control_blend(c, c->started && c->stage != before);
  return true;
}

/* Whether limits or a singular posture kept the step from doing what was desired: an integral would then wind up. */
static bool hindered(const ulna_control_outcome *o)
{
  const ulna_resolve_outcome *r = o->resolved;
  return o->saturated ||
         (r && (r->scale < 1 || r->slowing > 0 || r->raised > 0 || r->clamped || r->held_count > 0));
}

ulna_status ulna_controller_step(ulna_controller *c, const ulna_measured *measured,
                                 const ulna_desired *desired, double out[])
{
  ULNA_ASSERT(c && measured && measured->q && measured->qd && desired && out);
  if (!desired->q == !desired->pose || desired->stage == ULNA_STAGE_HOLD || !ulna_stage_name(desired->stage))
    return ULNA_INVALID_ARGUMENT;
  const size_t size = (size_t)c->n * sizeof(double);
  c->measured = measured, c->desired = desired;
  c->outcome.saturated = c->followed = false;
  c->outcome.resolved = NULL;
  c->outcome.position_error = c->outcome.angle_error = c->outcome.contact_force = (double)NAN;
  const bool well = c->fault.kind == ULNA_CONTROL_FAULT_NONE && follow(c);
  if (well) {
    memcpy(c->q, measured->q, size);
    memcpy(c->qd, measured->qd, size);
    memcpy(c->last_tau, c->tau, size);
    c->t = measured->t;
    c->started = true;
  } else {
    ulna_control_hold(c);
  }
  ulna_control_give(c, well, out);
  c->outcome.stage = c->stage;
  c->hindered = hindered(&c->outcome);
  return well ? ULNA_OK : ULNA_HOLDING;
}
