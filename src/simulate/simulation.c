/* A simulation from break to break: pieces, samples, rows. */
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/layout.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "dynamics/tool_motion.h"
#include "model/body.h"
#include "model/model.h"
#include "model/pose.h"
#include "simulate/plant_internal.h"
#include "simulate/simulation.h"
#include "ulna/follow.h"
#include "ulna/motor.h"

/* ---- creation */

ulna_simulation_options ulna_simulation_options_default(void)
{
  return (ulna_simulation_options){.plant = ulna_plant_options_default(),
                                   .integrator = ULNA_RK4,
                                   .step = 1e-3,
                                   .event_tolerance = 1e-9,
                                   .hand_axes = ULNA_AXES_TOOL,
                                   .record_period = 0.01};
}

static double *take(layout *l, size_t count) { return (double *)layout_take(l, count, sizeof(double)); }

static void walk_sampler(sampler *x, layout *l, size_t n, int room)
{
  x->room = room;
  x->due = take(l, (size_t)room);
  x->waiting = take(l, (size_t)room * n);
  x->held = take(l, n);
}

/* The one walk over a simulation's memory. */
static void walk(ulna_simulation *s, layout *l, const ulna_model *m, const ulna_simulation_options *o)
{
  const size_t n = (size_t)m->n, places = (size_t)ulna_friction_place_count(m), numbers = 3 * n + 4;
  layout_take(l, 1, sizeof(ulna_simulation));
  walk_sampler(&s->control, l, n,
               o->controller ? ulna_sampler_room(o->controller->period, o->controller->delay) : 1);
  walk_sampler(&s->current, l, n,
               o->current_loop ? ulna_sampler_room(o->current_loop->period, o->current_loop->delay) : 1);
  s->y = take(l, numbers), s->kept = take(l, numbers);
  double **const joint_lists[] = {&s->integral,   &s->fresh,     &s->desired,     &s->q_read,
                                  &s->qd_read,    &s->qdd,       &s->u,           &s->tau,
                                  &s->q_a,        &s->qd_a,      &s->amperes,     &s->F_d,
                                  &s->stop_force, &s->largest_u, &s->largest_tau, &s->level};
  for (size_t k = 0; k < sizeof joint_lists / sizeof joint_lists[0]; k++) *joint_lists[k] = take(l, n);
  s->K = take(l, n * n), s->friction = take(l, places);
  s->g = take(l, places + 2 * n + 1);
  s->limits = (ulna_limits *)layout_take(l, n, sizeof(ulna_limits));
  ulna_excess **const excesses[] = {&s->position, &s->speed, &s->effort};
  for (int k = 0; k < 3; k++) *excesses[k] = (ulna_excess *)layout_take(l, n, sizeof(ulna_excess));
}

static void copy_options(ulna_simulation *s, const ulna_simulation_options *o)
{
  s->options = *o;
  if (o->controller) s->controller = *o->controller;
  if (o->current_loop) s->loop = *o->current_loop;
  if (o->sensors) s->sensors = *o->sensors;
  s->control.period = s->controller.period, s->control.delay = s->controller.delay;
  s->current.period = s->loop.period, s->current.delay = s->loop.delay;
  const double *normal = o->surface.normal;
  const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (int k = 0; k < 3 && o->surface.present; k++) s->normal[k] = normal[k] / length;
}

ulna_status ulna_simulation_create(const ulna_model *model, const ulna_simulation_options *options,
                                   const ulna_allocator *allocator, ulna_simulation **simulation)
{
  ULNA_ASSERT(model && options && simulation);
  ulna_status status = ulna_simulation_check(model, options, NULL, 0);
  if (status != ULNA_OK) return status;
  const ulna_allocator a = allocator_or_standard(allocator);
  ulna_simulation measured;
  layout l = layout_measuring();
  walk(&measured, &l, model, options);
  const size_t size = layout_size(&l);
  ulna_simulation *s = ulna_allocate(&a, size);
  if (!s) return ULNA_OUT_OF_MEMORY;
  memset(s, 0, size);
  l = layout_assigning(s);
  walk(s, &l, model, options);
  s->model = model, s->allocator = a, s->size = size;
  s->n = model->n, s->places = ulna_friction_place_count(model);
  for (int i = 0; i < s->n; i++) s->limits[i] = model->given.joints[i].limits;
  copy_options(s, options);
  const ulna_surroundings around = ulna_simulation_surroundings(s);
  status = ulna_plant_create(model, &options->plant, &around, allocator, &s->plant);
  if (status != ULNA_OK) {
    ulna_release(&a, s, size);
    return status;
  }
  s->numbers = ulna_plant_state_count(s->plant), s->switches = ulna_plant_switch_count(s->plant);
  *simulation = s;
  return ULNA_OK;
}

void ulna_simulation_destroy(ulna_simulation *simulation)
{
  if (!simulation) return;
  const ulna_allocator a = simulation->allocator;
  ulna_plant_destroy(simulation->plant);
  ulna_release(&a, simulation, simulation->size);
}

ulna_plant *ulna_simulation_plant(ulna_simulation *simulation)
{
  ULNA_ASSERT(simulation);
  return simulation->plant;
}
double ulna_simulation_time(const ulna_simulation *simulation)
{
  ULNA_ASSERT(simulation);
  return simulation->t;
}
const double *ulna_simulation_state(const ulna_simulation *simulation)
{
  ULNA_ASSERT(simulation);
  return simulation->y;
}
const char *ulna_simulation_failure(const ulna_simulation *simulation)
{
  ULNA_ASSERT(simulation);
  return simulation->failure;
}

void ulna_simulation_set_stepper(ulna_simulation *simulation, const ulna_stepper *stepper)
{
  ULNA_ASSERT(simulation);
  static const ulna_stepper none;
  simulation->stepper = stepper ? *stepper : none;
}

/* ---- failures, in words */

__attribute__((format(printf, 3, 4))) static ulna_status fail(ulna_simulation *s, ulna_status status,
                                                              const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(s->failure, FAILURE_ROOM, format, arguments);
  va_end(arguments);
  return status;
}

/* The first number of the state that is not finite; -1: all are. */
static int not_finite(const ulna_simulation *s, const double y[])
{
  for (int k = 0; k < s->numbers; k++)
    if (!isfinite(y[k])) return k;
  return -1;
}

/* The same for positions and speeds whose squares are not finite: they have no accelerations. */
static int too_large(const ulna_simulation *s, const double y[])
{
  for (int k = 0; k < 2 * s->n; k++)
    if (!isfinite(y[k] * y[k])) return k;
  return -1;
}

/* Removes the sign of a NaN, which means nothing and differs between compilers. */
static double without_sign(double x) { return isnan(x) ? (double)NAN : x; }

static ulna_status name_number(ulna_simulation *s, int k, double value, double t)
{
  const int n = s->n;
  if (k >= ulna_plant_energy_index(s->plant))
    return fail(s, ULNA_NOT_FINITE, "the energy turned over became %g at t = %.9g s", without_sign(value), t);
  if (k >= 2 * n)
    return fail(s, ULNA_NOT_FINITE, "the current of actuator %d (%s) became %g at t = %.9g s", k - 2 * n + 1,
                ulna_actuator_name(s->model, k - 2 * n), without_sign(value), t);
  return fail(s, ULNA_NOT_FINITE, "joint %d's (%s) %s became %g at t = %.9g s", k % n + 1,
              s->model->given.joints[k % n].name, k < n ? "position" : "speed", without_sign(value), t);
}

/* A number that is not finite, of the last evaluation or of the state it was tried at: what acts comes before what it
 * leads to. Returns false if there is none. */
static bool name_cause(ulna_simulation *s)
{
  const ulna_plant *p = s->plant;
  for (int i = 0; i < s->n; i++) {
    if (!isfinite(p->u[i]))
      return fail(s, ULNA_NOT_FINITE, "the input of %s became %g at t = %.9g s",
                  ulna_actuator_name(s->model, i), without_sign(p->u[i]), s->t),
             true;
    if (!isfinite(p->tau[i]))
      return fail(s, ULNA_NOT_FINITE, "the drive's force on joint %d (%s) became %g at t = %.9g s", i + 1,
                  s->model->given.joints[i].name, without_sign(p->tau[i]), s->t),
             true;
  }
  const int k = not_finite(s, p->trial);
  if (k >= 0) return name_number(s, k, p->trial[k], s->t), true;
  for (int i = 0; i < s->n; i++)
    if (!isfinite(p->qdd[i]))
      return fail(s, ULNA_NOT_FINITE, "joint %d's (%s) acceleration became %g at t = %.9g s", i + 1,
                  s->model->given.joints[i].name, without_sign(p->qdd[i]), s->t),
             true;
  return false;
}

/* Why the plant could not go on from the present time, with y what it left. */
static ulna_status explain(ulna_simulation *s, ulna_status status, const double y[])
{
  int k = not_finite(s, y);
  if (k >= 0) return name_number(s, k, y[k], s->t);
  const double *tried[] = {y, s->plant->trial};
  for (int which = 0; status == ULNA_SINGULAR && which < 2; which++)
    if ((k = too_large(s, tried[which])) >= 0) return name_number(s, k, tried[which][k], s->t);
  switch (status) {
  case ULNA_NOT_FINITE:
    if (name_cause(s)) return status;
    return fail(s, status, "a number that is not finite was reached at t = %.9g s", s->t);
  case ULNA_SINGULAR:
    return fail(s, status, "the mass matrix became singular at t = %.9g s: some link there has no inertia",
                s->t);
  case ULNA_NOT_CONVERGED: return fail(s, status, "events follow each other without end at t = %.9g s", s->t);
  default: return fail(s, status, "the step at t = %.9g s failed: %s", s->t, ulna_status_text(status));
  }
}

/* ---- events */

static void tell(ulna_simulation *s, ulna_event_kind kind, int place, int before, int after)
{
  const ulna_event event = {s->t, kind, place, before, after};
  s->events++;
  if (s->sink && s->sink->event) s->sink->event(s->sink->context, &event);
}

static void pass_on(void *context, const ulna_event *event)
{
  ulna_simulation *s = context;
  s->events++;
  if (s->sink && s->sink->event) s->sink->event(s->sink->context, event);
}

static ulna_status tell_step(void *context, double t)
{
  const ulna_simulation *s = context;
  return s->sink && s->sink->step ? s->sink->step(s->sink->context, t) : ULNA_OK;
}

/* ---- instants */

static double earlier(double a, double b) { return a < b ? a : b; }

bool ulna_same_instant(double a, double b)
{
  return a == b ||
         fabs(a - b) < 8 * DBL_EPSILON * (fabs(a) > fabs(b) ? fabs(a) : fabs(b));  // never: infinite ones
}

static bool due(const ulna_simulation *s, double instant)
{
  return instant <= s->t || ulna_same_instant(instant, s->t);
}

/* A row for every step: those need no instants of their own. */
static bool every_step(const ulna_simulation *s)
{
  return s->options.record_period == 0 && !s->stepper.advance;
}

static double row_instant(const ulna_simulation *s)
{
  const double period = s->options.record_period > 0 ? s->options.record_period : s->options.step;
  if (s->next_row == 0) return s->start;
  return !every_step(s) && period < (double)INFINITY ? s->start + (double)s->next_row * period
                                                     : (double)INFINITY;
}

/* The first instant at which something that acts on the plant may jump. */
static double next_jump(const ulna_simulation *s)
{
  double next = s->next_piece;
  if (s->options.controller)
    next = earlier(
        next, earlier(ulna_sampler_due(&s->control), ulna_sampler_instant(&s->control) + s->control.delay));
  if (s->options.current_loop)
    next = earlier(
        next, earlier(ulna_sampler_due(&s->current), ulna_sampler_instant(&s->current) + s->current.delay));
  if (s->next_payload < s->options.payload_change_count)
    next = earlier(next, s->options.payload_changes[s->next_payload].t);
  return next;
}

static double next_stop(const ulna_simulation *s, double t_end)
{
  double stop = earlier(next_jump(s), row_instant(s));
  if (s->options.controller) stop = earlier(stop, ulna_sampler_instant(&s->control));
  if (s->options.current_loop) stop = earlier(stop, ulna_sampler_instant(&s->current));
  return stop <= t_end || ulna_same_instant(stop, t_end) ? stop : t_end;
}

/* ---- what happens at an instant */

static void notice_stage(ulna_simulation *s)
{
  const bool first = s->control.next == 0;
  void *context = s->controller.context;
  if (s->controller.stage) {
    const int stage = s->controller.stage(context);
    if (!first && stage != s->stage) tell(s, ULNA_EVENT_STAGE, 0, s->stage, stage);
    s->stage = stage;
  }
  if (s->controller.set_point) {
    const int set_point = s->controller.set_point(context);
    if (!first && set_point != s->set_point) tell(s, ULNA_EVENT_SET_POINT, 0, s->set_point, set_point);
    s->set_point = set_point;
  }
}

static ulna_status sample_controller(ulna_simulation *s)
{
  ulna_status status = ulna_read_sensors(s, s->control.next);
  if (status != ULNA_OK) return explain(s, status, s->y);
  const ulna_measured measured = {.t = ulna_sampler_instant(&s->control),
                                  .q = s->q_read,
                                  .qd = s->qd_read,
                                  .wrench = s->sensors.hand_sensor ? s->wrench_read : NULL};
  memset(s->fresh, 0, (size_t)s->n * sizeof *s->fresh);
  status = s->controller.step(s->controller.context, &measured, s->fresh);
  if (status != ULNA_OK)
    return fail(s, status, "the controller gave up at t = %.9g s: %s", s->t, ulna_status_text(status));
  for (int i = 0; i < s->n; i++)
    if (!isfinite(s->fresh[i]))
      return fail(s, ULNA_NOT_FINITE, "the controller's command %d became %g at t = %.9g s", i + 1,
                  without_sign(s->fresh[i]), s->t);
  s->control_samples++;
  notice_stage(s);
  ulna_sampler_put(&s->control, s->n, s->fresh);
  return ULNA_OK;
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* A payload's energy relative to the base, by its own position and motion: ½ m v·v + ½ w·I w − m g·c, c from the base
 * frame's origin, as ulna_potential_energy counts heights. */
static double payload_energy(ulna_simulation *s, const ulna_body *given)
{
  if (given->mass == 0) return 0;
  const ulna_work *work = ulna_plant_work(s->plant);
  const ulna_pose tool = ulna_pose_inverse(&s->model->given.tool);
  const ulna_body body = ulna_body_about_com(given);
  const double *I = body.inertia;
  double moves[6], from_tool[3], w[3], v[3], c[3], g[3];
  ulna_pose hand;
  ulna_tool_motion(s->model, ulna_plant_work(s->plant), s->y, s->y + s->n, &hand, moves);
  const ulna_pose link = ulna_pose_multiply(&hand, &tool);
  ulna_rotate(&link, body.com, c);
  for (int k = 0; k < 3; k++) c[k] += link.p[k], from_tool[k] = c[k] - hand.p[k];
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    v[k] = moves[3 + k] + moves[i] * from_tool[j] - moves[j] * from_tool[i];
  }
  ulna_rotate_back(&link, moves, w);  // into the link's axes, where the inertia is
  const double Iw[3] = {I[0] * w[0] + I[3] * w[1] + I[4] * w[2], I[3] * w[0] + I[1] * w[1] + I[5] * w[2],
                        I[4] * w[0] + I[5] * w[1] + I[2] * w[2]};
  ulna_rotate_back(&s->model->given.base, work->gravity, g);
  return body.mass * (dot(v, v) / 2 - dot(g, c)) + dot(w, Iw) / 2;
}

/* Positions and speeds stay; the payload's energy comes from the world and goes back to it. */
static ulna_status change_payload(ulna_simulation *s)
{
  const ulna_payload_change *x = &s->options.payload_changes[s->next_payload];
  ulna_work *work = ulna_plant_work(s->plant);
  const ulna_plant_signals nothing = {0};
  ulna_status status = ulna_plant_observe(s->plant, s->t, s->y, &nothing);
  if (status != ULNA_OK) return explain(s, status, s->y);
  const double before = payload_energy(s, &work->payload);
  status = ulna_work_set_payload(work, x->none ? NULL : &x->body);
  if (status != ULNA_OK) return fail(s, status, "payload %d is not a possible body", s->next_payload + 1);
  s->y[ulna_plant_energy_index(s->plant) + 3] += payload_energy(s, &work->payload) - before;
  s->payload_changed = s->jumped = true;
  tell(s, ULNA_EVENT_PAYLOAD, s->next_payload, x->none, !x->none);
  s->next_payload++;
  return ULNA_OK;
}

/* The currents that command and channels ask for at this instant. */
static void read_desired_currents(ulna_simulation *s)
{
  double value[3] = {0};
  for (int a = 0; a < s->n; a++) {
    s->desired[a] = s->control.held[a];
    if (!s->options.input) continue;
    ulna_channel_value(&s->options.input[a], s->piece_start > s->t ? s->piece_start : s->t, value);
    s->desired[a] += value[0];
  }
}

/* The discrete PI of every motor; see ulna_current_loop. */
static void sample_currents(ulna_simulation *s)
{
  const int n = s->n;
  const double *q = s->y, *qd = s->y + n;
  ulna_coupling(s->model, q, NULL, s->K, NULL);
  read_desired_currents(s);
  for (int a = 0; a < n; a++) {
    const ulna_motor *motor = &s->model->given.drives[ulna_actuator_drive(s->model, a)].motor;
    double speed = 0, current, rate;
    for (int i = 0; i < n; i++) speed += s->K[a * n + i] * qd[i];
    ulna_motor_under_voltage(motor, s->current.held[a], speed, s->y[2 * n + a], &current, &rate);
    const double error = within(s->desired[a], motor->current_limit) - current;
    const double sum = s->integral[a] + s->loop.integral[a] * s->loop.period * error;
    const double voltage = s->loop.proportional[a] * error + sum;
    s->fresh[a] = within(voltage, motor->voltage_limit);
    if (s->fresh[a] == voltage || voltage * error < 0) s->integral[a] = sum;
  }
  ulna_sampler_put(&s->current, n, s->fresh);
}

static void go_on_to_next_piece(ulna_simulation *s)
{
  while (due(s, s->next_piece)) {
    const double at = s->next_piece;
    s->piece_start = at;
    s->next_piece = s->piece_end = ulna_next_channel_break(s, at);
    ulna_begin_piece(s);
    s->jumped = true;
    for (int i = 0; s->options.input && i < s->n; i++)
      if (ulna_channel_steps_at(&s->options.input[i], at)) tell(s, ULNA_EVENT_INPUT, i, 0, 0);
    for (int k = 0; s->options.hand_wrench && k < 6; k++)
      if (ulna_channel_steps_at(&s->options.hand_wrench[k], at)) tell(s, ULNA_EVENT_WRENCH, k, 0, 0);
  }
}

/* After a jump a stuck place may no longer hold. Fixed steps check this at their start. */
static ulna_status settle(ulna_simulation *s)
{
  const ulna_event_sink sink = {.context = s, .happened = pass_on};
  if (s->stepper.restart) s->stepper.restart(s->stepper.context);
  if (!s->stepper.advance) return ULNA_OK;
  for (int round = 0; round <= 2 * s->switches; round++) {
    int which = -1;
    ulna_status status = ulna_plant_switches(s->plant, s->t, s->y, s->g);
    for (int k = 0; status == ULNA_OK && k < s->switches; k++)
      if (s->g[k] < 0 && (which < 0 || s->g[k] < s->g[which])) which = k;
    if (status == ULNA_OK && which < 0) return ULNA_OK;
    if (status == ULNA_OK) status = ulna_plant_switch(s->plant, which, s->t, s->y, &sink);
    if (status != ULNA_OK) return explain(s, status, s->y);
  }
  return ULNA_OK;
}

/* Everything that is due now, in the order the header states. */
static ulna_status attend(ulna_simulation *s)
{
  ulna_status status = ULNA_OK;
  while (status == ULNA_OK && s->options.controller && due(s, ulna_sampler_instant(&s->control)))
    status = sample_controller(s);
  while (status == ULNA_OK && s->next_payload < s->options.payload_change_count &&
         due(s, s->options.payload_changes[s->next_payload].t))
    status = change_payload(s);
  if (status != ULNA_OK) return status;
  if (ulna_sampler_take(&s->control, s->n, s->t)) s->jumped = true;
  go_on_to_next_piece(s);
  while (s->options.current_loop && due(s, ulna_sampler_instant(&s->current))) sample_currents(s);
  if (ulna_sampler_take(&s->current, s->n, s->t)) s->jumped = true;
  if (s->jumped) status = settle(s);
  s->jumped = false;
  if (status == ULNA_OK && (every_step(s) || due(s, row_instant(s)))) {
    s->next_row++;
    status = ulna_give_row(s);
    if (status != ULNA_OK && !s->failure[0])
      fail(s, status, "the row of t = %.9g s could not be computed, or was refused: %s", s->t,
           ulna_status_text(status));
  }
  return status;
}

/* ---- stretches */

static ulna_status take_step(ulna_simulation *s, double from, double h, double end)
{
  const ulna_event_sink sink = {.context = s, .happened = pass_on};
  const size_t size = (size_t)s->numbers * sizeof *s->y;
  memcpy(s->kept, s->y, size);
  ulna_status status =
      ulna_plant_step(s->plant, s->options.integrator, h, s->options.event_tolerance, from, s->y, &sink);
  int sound = 1;
  for (int k = 0; k < s->numbers; k++) sound &= fabs(s->y[k]) <= DBL_MAX;
  if (status == ULNA_OK && !sound) status = ULNA_NOT_FINITE;
  if (status != ULNA_OK) {
    s->t = from;
    status = explain(s, status, s->y);
    memcpy(s->y, s->kept, size);
    return status;
  }
  s->t = end;
  s->steps++;
  ulna_watch_limits(s);
  return ULNA_OK;
}

static ulna_status go_by_fixed_steps(ulna_simulation *s, double end)
{
  const double from = s->t, length = end - from;
  const double count = fmax(1, ceil(length / s->options.step * (1 - 1e-9)));
  const double h = length / count;
  for (double k = 0; k < count; k++) {
    const bool last = k + 1 == count;
    ulna_status status = take_step(s, from + k * h, h, last ? end : from + (k + 1) * h);
    if (status == ULNA_OK) status = tell_step(s, s->t);
    if (status == ULNA_OK && every_step(s) && !last) status = ulna_give_row(s);
    if (status != ULNA_OK) return status;
  }
  return ULNA_OK;
}

static ulna_status go_by_stepper(ulna_simulation *s, double end)
{
  const ulna_event_sink sink = {.context = s, .happened = pass_on, .stepped = tell_step};
  const ulna_stepper *by = &s->stepper;
  double reached = s->t;
  memcpy(s->kept, s->y, (size_t)s->numbers * sizeof *s->y);
  if (by->smooth_until) by->smooth_until(by->context, next_jump(s));
  ulna_status status = by->advance(by->context, s->t, end, s->y, &sink, &reached);
  const int wrong = not_finite(s, s->y);
  if (status == ULNA_OK && wrong < 0) {
    s->t = end;
    ulna_watch_limits(s);
    return ULNA_OK;
  }
  if (wrong >= 0) {
    status = name_number(s, wrong, s->y[wrong], reached);
    memcpy(s->y, s->kept, (size_t)s->numbers * sizeof *s->y);
    return status;
  }
  s->t = reached;
  const int beyond = too_large(s, s->y);  // numbers that are lost for the integrator before they are infinite
  if (beyond >= 0) return name_number(s, beyond, s->y[beyond], reached);
  if (status == ULNA_NOT_FINITE && name_cause(s)) return status;
  const char *why = by->failure ? by->failure(by->context) : ulna_status_text(status);
  return *why ? fail(s, status, "at t = %.9g s: %s", reached, why)
              : status;  // nothing: the sink's, not the stepper's
}

/* ---- the run */

/* Impulses by the base are not supported: its position and velocity must not jump. */
static ulna_status check_base(ulna_simulation *s)
{
  static const char *const names[] = {"x", "y", "z", "roll", "pitch", "yaw"};
  for (int k = 0; s->options.base && k < 6; k++) {
    const ulna_channel *channel = &s->options.base[k];
    double t = ulna_channel_next_break(channel, s->start);
    for (; t < (double)INFINITY; t = ulna_channel_next_break(channel, t)) {
      const bool steps = ulna_channel_steps_at(channel, t);
      if (steps || ulna_channel_kinks_at(channel, t))
        return fail(s, ULNA_INVALID_ARGUMENT,
                    "the base's %s jumps in %s at t = %.9g s, which would be a blow: use smooth signals",
                    names[k], steps ? "value" : "speed", t);
    }
  }
  return ULNA_OK;
}

static void start_sampler(sampler *x, int n, double t)
{
  x->start = t, x->next = 0, x->first = x->count = 0;
  memset(x->held, 0, (size_t)n * sizeof *x->held);
}

ulna_status ulna_simulation_start(ulna_simulation *s, double t, const double q[], const double qd[])
{
  ULNA_ASSERT(s);
  const size_t size = (size_t)s->n * sizeof *q;
  s->failure[0] = 0;
  s->sink = NULL;
  s->started = s->begun = s->jumped = false;
  if (!isfinite(t)) return fail(s, ULNA_NOT_FINITE, "the time of the start is %g", t);
  for (int i = 0; i < s->n; i++)
    if (!isfinite(q[i]) || !isfinite(qd[i]))
      return fail(s, ULNA_NOT_FINITE, "joint %d starts at %g with a speed of %g", i + 1, q[i], qd[i]);
  for (int k = 0; k < s->model->drives.follower_count; k++) {
    const follower_numbers *f = &s->model->drives.follower[k];
    const double at = f->ratio * q[f->leader] + f->offset, rate = f->ratio * qd[f->leader];
    if (fabs(q[f->joint] - at) > 1e-9 * (1 + fabs(at)) || fabs(qd[f->joint] - rate) > 1e-9 * (1 + fabs(rate)))
      return fail(s, ULNA_INVALID_ARGUMENT,
                  "joint %d follows joint %d: it cannot start at %g with a speed of %g, but at %g with %g",
                  f->joint + 1, f->leader + 1, q[f->joint], qd[f->joint], at, rate);
  }
  s->t = s->start = t;
  start_sampler(&s->control, s->n, t), start_sampler(&s->current, s->n, t);
  s->next_row = 0, s->next_payload = 0, s->stage = s->set_point = -1;
  s->piece_start = t;
  s->next_piece = s->piece_end = ulna_next_channel_break(s, t);
  ulna_begin_piece(s);
  memset(s->integral, 0, size);
  memset(s->wrench, 0, sizeof s->wrench), memset(s->contact, 0, sizeof s->contact), s->depth = 0;
  memset(s->y, 0, (size_t)s->numbers * sizeof *s->y);
  memcpy(s->y, q, size), memcpy(s->y + s->n, qd, size);
  ulna_follow_motion(s->model, s->y, s->y + s->n, NULL);
  ulna_status status = check_base(s);
  s->touching = s->options.surface.present && ulna_depth(s, ulna_plant_work(s->plant), q) > 0;
  if (status == ULNA_OK && s->payload_changed) {
    const ulna_body *own = &s->model->given.payload;
    status = ulna_work_set_payload(ulna_plant_work(s->plant), own->mass > 0 ? own : NULL);
    if (status != ULNA_OK) return fail(s, status, "the model's own payload cannot be put back");
    s->payload_changed = false;
  }
  if (status != ULNA_OK) return status;
  status = ulna_plant_start(s->plant, t, s->y);
  if (status == ULNA_INVALID_ARGUMENT) return fail(s, status, "a joint starts beyond its hard stop");
  if (status != ULNA_OK) return explain(s, status, s->y);
  if (s->stepper.restart) s->stepper.restart(s->stepper.context);
  ulna_start_statistics(s);
  s->started = true;
  return ULNA_OK;
}

ulna_status ulna_simulation_advance(ulna_simulation *s, double t_end, const ulna_simulation_sink *sink)
{
  ULNA_ASSERT(s);
  s->failure[0] = 0;
  if (!s->started) return fail(s, ULNA_INVALID_ARGUMENT, "a simulation starts before it advances");
  if (!(t_end >= s->t) && !ulna_same_instant(t_end, s->t))
    return fail(s, ULNA_INVALID_ARGUMENT, "time does not run backwards: it is %.9g s, %.9g s was asked for",
                s->t, t_end);
  if (!isfinite(t_end)) return fail(s, ULNA_NOT_FINITE, "the time to advance to is %g", t_end);
  s->sink = sink;
  ulna_status status = ULNA_OK;
  if (!s->begun) status = attend(s);
  s->begun = true;
  while (status == ULNA_OK && s->t < t_end) {
    const double stop = next_stop(s, t_end);
    if (stop <= s->t) break;
    status = s->stepper.advance ? go_by_stepper(s, stop) : go_by_fixed_steps(s, stop);
    if (status == ULNA_OK) status = attend(s);
  }
  s->sink = NULL;
  return status;
}
