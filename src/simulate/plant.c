/* The plant: state, rate of change, modes, energy. */
#include "simulate/plant_internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/finite.h"
#include "base/layout.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "drive/drive_internal.h"
#include "drive/driven.h"
#include "drive/places.h"
#include "model/coupling.h"
#include "model/model.h"
#include "ulna/inverse_dynamics.h"
#include "ulna/motor.h"

static void walk(ulna_plant *p, layout *l, int n, int places, int numbers, int switches, bool linear)
{
  const size_t joints = (size_t)n, all = (size_t)places, state = (size_t)numbers;
  layout_take(l, 1, sizeof(ulna_plant));
  double **const joint_lists[] = {&p->u,     &p->F_d, &p->current, &p->current_rate, &p->tau,  &p->stop_tau,
                                  &p->total, &p->qdd, &p->qd_a,    &p->stop_force,   &p->hand, &p->bias};
  for (size_t k = 0; k < sizeof joint_lists / sizeof joint_lists[0]; k++)
    *joint_lists[k] = (double *)layout_take(l, joints, sizeof(double));
  double **const state_lists[] = {&p->stage[0], &p->stage[1], &p->stage[2], &p->stage[3],
                                  &p->trial,    &p->out,      &p->past};
  for (size_t k = 0; k < sizeof state_lists / sizeof state_lists[0]; k++)
    *state_lists[k] = (double *)layout_take(l, state, sizeof(double));
  double **const switch_lists[] = {&p->g, &p->g_start, &p->g_end, &p->g_before, &p->g_past};
  for (size_t k = 0; k < sizeof switch_lists / sizeof switch_lists[0]; k++)
    *switch_lists[k] = (double *)layout_take(l, (size_t)switches, sizeof(double));
  p->friction = (double *)layout_take(l, all, sizeof(double));
  p->reserve = (double *)layout_take(l, all, sizeof(double));
  p->mode = (int *)layout_take(l, all, sizeof(int));
  p->mode_kept = (int *)layout_take(l, all, sizeof(int));
  p->stop = (int *)layout_take(l, joints, sizeof(int));
  p->stop_kept = (int *)layout_take(l, joints, sizeof(int));
  p->side = (int *)layout_take(l, joints, sizeof(int));
  double **const matrices[] = {&p->by_q, &p->by_qd, &p->by_tau, &p->by_F_a, &p->K, &p->K_rate, &p->hessian};
  for (size_t k = 0; linear && k < sizeof matrices / sizeof matrices[0]; k++)
    *matrices[k] = (double *)layout_take(l, joints * joints, sizeof(double));
  if (linear) p->moved = (double *)layout_take(l, 2 * joints, sizeof(double));
}

ulna_plant_options ulna_plant_options_default(void)
{
  return (ulna_plant_options){.driven_by = ULNA_DRIVEN_BY_TORQUE,
                              .friction = true,
                              .stops = ULNA_STOPS_NONE,
                              .stop_stiffness = 1e5,
                              .stop_damping = 1e3,
                              .restitution = 0,
                              .rest_speed = 1e-3};
}

int ulna_plant_missing_motor(const ulna_model *model, ulna_driven_by driven_by)
{
  ULNA_ASSERT(model);
  if (driven_by == ULNA_DRIVEN_BY_TORQUE || driven_by == ULNA_DRIVEN_BY_FORCE) return -1;
  for (int a = 0; a < model->n; a++) {
    const int drive = ulna_actuator_drive(model, a);
    const ulna_motor *motor = drive < 0 ? NULL : &model->given.drives[drive].motor;
    if (!motor || motor->type == ULNA_MOTOR_NONE) return a;
    if (driven_by == ULNA_DRIVEN_BY_VOLTAGE && !(motor->resistance > 0)) return a;
  }
  return -1;
}

bool ulna_plant_takes_method(const ulna_model *model, ulna_forward_method method)
{
  ULNA_ASSERT(model);
  return model->drives.body_count == 0 && !model->drives.load_friction && model->drives.follower_count == 0 &&
         (unsigned)method < ULNA_FORWARD_METHOD_COUNT;
}

ulna_status ulna_plant_create(const ulna_model *model, const ulna_plant_options *options,
                              const ulna_surroundings *surroundings, const ulna_allocator *allocator,
                              ulna_plant **plant)
{
  ULNA_ASSERT(model && options && surroundings && surroundings->input && plant);
  if (ulna_plant_missing_motor(model, options->driven_by) >= 0) return ULNA_UNSUPPORTED;
  if (options->by_method && !ulna_plant_takes_method(model, options->forward_method)) return ULNA_UNSUPPORTED;
  const ulna_allocator a = allocator_or_standard(allocator);
  const int n = model->n, places = ulna_friction_place_count(model);
  const int numbers = (options->driven_by == ULNA_DRIVEN_BY_VOLTAGE ? 3 : 2) * n + WORKS;
  const int switches = places + 2 * n + surroundings->guard_count;
  ulna_plant measured;
  layout l = layout_measuring();
  walk(&measured, &l, n, places, numbers, switches, options->linear);
  const size_t size = layout_size(&l);
  ulna_plant *p = ulna_allocate(&a, size);
  if (!p) return ULNA_OUT_OF_MEMORY;
  memset(p, 0, size);
  l = layout_assigning(p);
  walk(p, &l, n, places, numbers, switches, options->linear);
  p->model = model, p->allocator = a, p->size = size;
  p->options = *options, p->around = *surroundings;
  p->n = n, p->places = places, p->numbers = numbers, p->switches = switches;
  if (options->driven_by == ULNA_DRIVEN_BY_TORQUE) p->u = p->tau;
  p->simple = true;
  for (int k = 0; k < n; k++) p->simple = p->simple && model->drives.place[k].joint != 0;
  p->can_switch = options->stops == ULNA_STOPS_HARD || surroundings->guard_count > 0;
  for (int s = 0; s < places && options->friction; s++)
    p->can_switch = p->can_switch || model->drives.place[s].can_hold;
  const ulna_status status =
      ulna_work_create(model, ULNA_PART_FRICTION | (options->linear ? (unsigned)ULNA_PART_DERIVATIVES : 0u),
                       allocator, &p->work);
  if (status != ULNA_OK) {
    ulna_release(&a, p, size);
    return status;
  }
  *plant = p;
  return ULNA_OK;
}

void ulna_plant_destroy(ulna_plant *plant)
{
  if (!plant) return;
  const ulna_allocator a = plant->allocator;
  ulna_work_destroy(plant->work);
  ulna_release(&a, plant, plant->size);
}

int ulna_plant_state_count(const ulna_plant *plant)
{
  ULNA_ASSERT(plant);
  return plant->numbers;
}
ulna_driven_by ulna_plant_driven_by(const ulna_plant *plant)
{
  ULNA_ASSERT(plant);
  return plant->options.driven_by;
}
ulna_work *ulna_plant_work(ulna_plant *plant)
{
  ULNA_ASSERT(plant);
  return plant->work;
}
int ulna_plant_energy_index(const ulna_plant *plant)
{
  ULNA_ASSERT(plant);
  return plant->numbers - WORKS;
}
const int *ulna_plant_modes(const ulna_plant *plant)
{
  ULNA_ASSERT(plant);
  return plant->mode;
}
const int *ulna_plant_stops(const ulna_plant *plant)
{
  ULNA_ASSERT(plant);
  return plant->stop;
}
void ulna_plant_set_modes(ulna_plant *plant, const int mode[], const int stop[])
{
  ULNA_ASSERT(plant && mode && stop);
  memmove(plant->mode, mode, (size_t)plant->places * sizeof *mode);
  memmove(plant->stop, stop, (size_t)plant->n * sizeof *stop);
}
int ulna_plant_switch_count(const ulna_plant *plant)
{
  ULNA_ASSERT(plant);
  return plant->switches;
}

void ulna_plant_energy(ulna_plant *plant, const double y[], double *kinetic, double *potential)
{
  ULNA_ASSERT(plant);
  ulna_driven_energy(plant->model, plant->work, y, y + plant->n, kinetic, potential);
}

static const ulna_motor *motor_of(const ulna_plant *p, int a)
{
  return &p->model->given.drives[ulna_actuator_drive(p->model, a)].motor;
}

/* Force of an actuator by its motor; sets its current and the rate of a current that has an inductance. */
static double motor_force(ulna_plant *p, int a, const double y[])
{
  const ulna_motor *m = motor_of(p, a);
  p->current_rate[a] = 0;
  if (p->options.driven_by == ULNA_DRIVEN_BY_CURRENT) p->current[a] = within(p->u[a], m->current_limit);
  else ulna_motor_under_voltage(m, p->u[a], p->qd_a[a], y[2 * p->n + a], &p->current[a], &p->current_rate[a]);
  return ulna_motor_force(m, p->current[a]);
}

/* Speeds of the actuators; their ∂q_a/∂q goes into the work. If each moves with one joint at a constant ratio, no
 * matrix is needed. */
static void couple(ulna_plant *p, const double q[], const double qd[])
{
  const int n = p->n;
  const friction_place *place = p->model->drives.place;
  if (p->simple) {
    for (int a = 0; a < n; a++) p->qd_a[a] = place[a].ratio * qd[place[a].joint - 1];
    return;
  }
  const double *K = ulna_coupling_at(p->model, p->work, q);
  for (int a = 0; a < n; a++) {
    p->qd_a[a] = 0;
    for (int i = 0; i < n; i++) p->qd_a[a] += K[a * n + i] * qd[i];
  }
}

/* Joint forces of the drives, p->tau; with voltages, the currents' rates. */
static void drive_joints(ulna_plant *p, const double y[])
{
  const int n = p->n;
  if (p->options.driven_by == ULNA_DRIVEN_BY_TORQUE) return;  // the input is tau
  for (int a = 0; a < n; a++)
    p->F_d[a] = p->options.driven_by == ULNA_DRIVEN_BY_FORCE ? p->u[a] : motor_force(p, a, y);
  for (int i = 0; i < n; i++) {
    p->tau[i] = 0;
    for (int a = 0; a < n && !p->simple; a++) p->tau[i] += p->work->drive.K[a * n + i] * p->F_d[a];
  }
  for (int a = 0; a < n && p->simple; a++) {
    const friction_place *place = &p->model->drives.place[a];
    p->tau[place->joint - 1] += place->ratio * p->F_d[a];
  }
}

/* A stiff stop: a spring and a damper that only push. p->total is what it and the drives do together. */
static void press_stops(ulna_plant *p, const double y[])
{
  for (int i = 0; i < p->n; i++) {
    const ulna_limits *limits = &p->model->given.joints[i].limits;
    const double q = y[i], qd = y[p->n + i];
    const double beyond = q > limits->upper ? q - limits->upper : q < limits->lower ? q - limits->lower : 0;
    const double push = -p->options.stop_stiffness * beyond - p->options.stop_damping * qd;
    p->stop_tau[i] = push * beyond < 0 ? push : 0;
    p->total[i] = p->tau[i] + p->stop_tau[i];
  }
}

bool ulna_plant_is_finite(const ulna_plant *p, const double y[]) { return all_finite(p->numbers, y); }

ulna_status ulna_plant_evaluate(ulna_plant *p, double t, const double y[], bool may_change)
{
  const double *q = y, *qd = y + p->n;
  if (p->around.environment) p->around.environment(p->around.context, t, q, qd, p->work);
  p->around.input(p->around.context, t, q, qd, p->u);
  couple(p, q, qd);
  drive_joints(p, y);
  if (!all_finite(p->n, p->tau)) return ULNA_NOT_FINITE;
  const bool stiff = p->options.stops == ULNA_STOPS_STIFF;
  if (stiff) press_stops(p, y);
  const constraint_state state = {.frictionless = !p->options.friction,
                                  .coupled = !p->simple,
                                  .mode = p->mode,
                                  .stop = p->stop,
                                  .friction = p->friction,
                                  .reserve = p->reserve,
                                  .stop_force = p->stop_force,
                                  .by_method = p->options.by_method,
                                  .forward_method = p->options.forward_method};
  return ulna_constrained_accelerations(p->model, p->work, q, qd, stiff ? p->total : p->tau, may_change,
                                        &state, p->qdd);
}

static bool is_zero(vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }
static bool base_moves(const body_motion *m)
{
  return !is_zero(m->w) || !is_zero(m->wd) || !is_zero(m->v) || !is_zero(m->a);
}

/* The power that a moving base adds to the energy relative to it. With bias(q, qd) as the base moves and bias₀ as it
 * would be at rest, gravity and hand alike, −qd·(bias − bias₀) is the power of the inertial forces; and in the base's
 * axes gravity turns, g' = −w × g, which changes the potential energy −Σ m g·r by −Σ m g'·r. */
static double base_power(ulna_plant *p, const double q[], const double qd[])
{
  ulna_work *w = p->work;
  const body_motion moving = w->base_motion;
  ulna_base_motion motion;
  vec3_store(moving.w, motion.angular_velocity), vec3_store(moving.wd, motion.angular_acceleration);
  vec3_store(moving.v, motion.velocity), vec3_store(moving.a, motion.acceleration);
  double power = 0, kinetic, turned;
  ulna_driven_bias(p->model, w, q, qd, p->bias);
  for (int i = 0; i < p->n; i++) power -= p->bias[i] * qd[i];
  ulna_work_set_base_motion(w, NULL);
  ulna_driven_bias(p->model, w, q, qd, p->bias);
  for (int i = 0; i < p->n; i++) power += p->bias[i] * qd[i];
  ulna_work_set_base_motion(w, &motion);
  const vec3 g = w->gravity0;
  w->gravity0 = vec3_neg(vec3_cross(w->fast.base.w, g));
  ulna_driven_energy(p->model, w, q, qd, &kinetic, &turned);
  w->gravity0 = g;
  return power + turned;
}

/* Powers: of the drives, lost in friction, lost in stops, of the world on hand and base. */
static void powers(ulna_plant *p, const double y[], double rate[])
{
  const int n = p->n;
  const double *qd = y + n;
  double drives = 0, friction = 0, stops = 0, world = 0;
  for (int i = 0; i < n; i++) drives += p->tau[i] * qd[i];
  const friction_place *place = p->model->drives.place;
  for (int s = 0; s < p->places && p->options.friction; s++)
    if (p->mode[s] != 0 || !place[s].can_hold)  // what is stuck does no work
      friction += p->friction[s] * (s < n ? p->qd_a[s] : qd[place[s].joint - 1]);
  for (int i = 0; i < n && p->options.stops == ULNA_STOPS_STIFF; i++) stops -= p->stop_tau[i] * qd[i];
  const wrench *hand = &p->work->hand;
  if (vec3_dot(hand->f, hand->f) + vec3_dot(hand->n, hand->n) != 0) {
    ulna_hand_torques(p->model, p->work, y, p->hand);
    for (int i = 0; i < n; i++) world -= p->hand[i] * qd[i];
  }
  if (base_moves(&p->work->base_motion)) world += base_power(p, y, qd);
  rate[WORK_DRIVES] = drives, rate[WORK_FRICTION] = friction, rate[WORK_STOPS] = stops;
  rate[WORK_WORLD] = world;
}

ulna_status ulna_plant_rate_found(ulna_plant *p, const double y[], double rate[])
{
  const int n = p->n;
  for (int i = 0; i < n; i++) {
    if (!(fabs(p->qdd[i]) <= DBL_MAX)) return ULNA_NOT_FINITE;
    rate[i] = y[n + i];
    rate[n + i] = p->qdd[i];
  }
  for (int a = 0; a < n && p->options.driven_by == ULNA_DRIVEN_BY_VOLTAGE; a++)
    rate[2 * n + a] = p->current_rate[a];
  powers(p, y, rate + p->numbers - WORKS);
  return ULNA_OK;
}

ulna_status ulna_plant_rate_at(ulna_plant *p, double t, const double y[], double rate[])
{
  const ulna_status status = ulna_plant_evaluate(p, t, y, false);
  return status == ULNA_OK ? ulna_plant_rate_found(p, y, rate) : status;
}

ulna_status ulna_plant_rate(ulna_plant *plant, double t, const double y[], double rate[])
{
  ULNA_ASSERT(plant);
  if (!ulna_plant_is_finite(plant, y)) return ULNA_NOT_FINITE;
  return ulna_plant_rate_at(plant, t, y, rate);
}

static void copy_out(double *to, const double *from, int count)
{
  if (to) memcpy(to, from, (size_t)count * sizeof *to);
}

ulna_status ulna_plant_observe(ulna_plant *plant, double t, const double y[], const ulna_plant_signals *s)
{
  ULNA_ASSERT(plant);
  if (!ulna_plant_is_finite(plant, y)) return ULNA_NOT_FINITE;
  const ulna_status status = ulna_plant_evaluate(plant, t, y, false);
  if (status != ULNA_OK) return status;
  const int n = plant->n;
  if (s->q_a) ulna_coupling_value(&plant->model->drives.actuators, y, s->q_a, NULL);
  copy_out(s->qdd, plant->qdd, n), copy_out(s->u, plant->u, n), copy_out(s->tau, plant->tau, n);
  copy_out(s->qd_a, plant->qd_a, n), copy_out(s->current, plant->current, n);
  copy_out(s->F_d, plant->F_d, n), copy_out(s->friction, plant->friction, plant->places);
  for (int i = 0; s->stop_force && i < n; i++) s->stop_force[i] = plant->stop_force[i] - plant->stop_tau[i];
  return ULNA_OK;
}

void ulna_plant_announce(const ulna_plant *p, double t, const ulna_event_sink *sink)
{
  if (!sink || !sink->happened) return;
  for (int s = 0; s < p->places; s++) {
    if (p->mode[s] == p->mode_kept[s] || !p->model->drives.place[s].can_hold) continue;
    const ulna_event event = {t, p->mode[s] ? ULNA_EVENT_SLIP : ULNA_EVENT_STICK, s, p->mode_kept[s],
                              p->mode[s]};
    sink->happened(sink->context, &event);
  }
  for (int i = 0; i < p->n; i++) {
    if (p->stop[i] == p->stop_kept[i]) continue;
    const ulna_event event = {t, p->stop[i] ? ULNA_EVENT_STOP : ULNA_EVENT_LEAVE, i, p->stop_kept[i],
                              p->stop[i]};
    sink->happened(sink->context, &event);
  }
}

void ulna_plant_keep_modes(ulna_plant *p)
{
  memcpy(p->mode_kept, p->mode, (size_t)p->places * sizeof *p->mode);
  memcpy(p->stop_kept, p->stop, (size_t)p->n * sizeof *p->stop);
}

ulna_status ulna_plant_start(ulna_plant *plant, double t, double y[])
{
  ULNA_ASSERT(plant);
  const int n = plant->n;
  if (!ulna_plant_is_finite(plant, y)) return ULNA_NOT_FINITE;
  for (int i = 0; i < n; i++) {
    const ulna_limits *limits = &plant->model->given.joints[i].limits;
    plant->stop[i] = 0;
    if (plant->options.stops != ULNA_STOPS_HARD) continue;
    if (y[i] > limits->upper || y[i] < limits->lower) return ULNA_INVALID_ARGUMENT;
    if (y[n + i] == 0 && y[i] == limits->upper) plant->stop[i] = 1;
    else if (y[n + i] == 0 && y[i] == limits->lower) plant->stop[i] = -1;
  }
  ulna_driven_modes(plant->model, plant->work, y, y + n, plant->mode);
  return ulna_plant_evaluate(plant, t, y, true);
}

/* Whether some switch function needs forces: something stuck, or a stop rested against. */
static bool holds_anything(const ulna_plant *p)
{
  for (int i = 0; i < p->n; i++)
    if (p->stop[i]) return true;
  for (int s = 0; s < p->places && p->options.friction; s++)
    if (p->mode[s] == 0 && p->model->drives.place[s].can_hold && !p->model->drives.place[s].locked)
      return true;
  return false;
}

ulna_status ulna_plant_switches(ulna_plant *plant, double t, const double y[], double g[])
{
  ULNA_ASSERT(plant);
  const int n = plant->n, places = plant->places;
  ulna_status status = ULNA_OK;
  if (!holds_anything(plant)) couple(plant, y, y + n);
  else status = all_finite(plant->numbers, y) ? ulna_plant_evaluate(plant, t, y, false) : ULNA_NOT_FINITE;
  if (status != ULNA_OK) return status;
  for (int s = 0; s < places; s++) {
    const friction_place *p = &plant->model->drives.place[s];
    const double speed = p->actuator >= 0 ? plant->qd_a[p->actuator] : y[n + p->joint - 1];
    if (!p->can_hold || p->locked || !plant->options.friction) g[s] = 1;
    else g[s] = plant->mode[s] == 0 ? plant->reserve[s] : plant->mode[s] * speed;
  }
  for (int i = 0; i < n; i++) {
    const ulna_limits *limits = &plant->model->given.joints[i].limits;
    double upper = 1, lower = 1;
    if (plant->options.stops == ULNA_STOPS_HARD) {
      upper = plant->stop[i] > 0 ? plant->stop_force[i] : plant->stop[i] < 0 ? 1 : limits->upper - y[i];
      lower = plant->stop[i] < 0 ? -plant->stop_force[i] : plant->stop[i] > 0 ? 1 : y[i] - limits->lower;
    }
    g[places + i] = upper;
    g[places + n + i] = lower;
  }
  const ulna_surroundings *around = &plant->around;
  if (around->guard_count) around->guards(around->context, t, y, y + n, plant->work, g + places + 2 * n);
  return ULNA_OK;
}

/* A follower that is put on its stop takes its leader along, and that one its other followers. */
static void put_leaders_on_stops(const ulna_plant *p, double y[])
{
  const drive_numbers *d = &p->model->drives;
  for (int k = 0; k < d->follower_count; k++) {
    const follower_numbers *f = &d->follower[k];
    if (p->side[f->joint] != 0 && p->side[f->leader] == 0 && f->ratio != 0)
      y[f->leader] = (y[f->joint] - f->offset) / f->ratio;
  }
  for (int k = 0; k < d->follower_count; k++) {
    const follower_numbers *f = &d->follower[k];
    if (p->side[f->joint] == 0) y[f->joint] = f->ratio * y[f->leader] + f->offset;
  }
}

/* Joints found at or beyond a stop are put on it; p->side tells which. */
static void put_on_stops(ulna_plant *p, double y[])
{
  for (int i = 0; i < p->n; i++) {
    const ulna_limits *limits = &p->model->given.joints[i].limits;
    if (p->side[i] == 0) p->side[i] = p->stop[i];
    if (p->side[i] == 0) p->side[i] = y[i] >= limits->upper ? 1 : y[i] <= limits->lower ? -1 : 0;
    if (p->side[i] != 0) y[i] = p->side[i] > 0 ? limits->upper : limits->lower;
  }
  put_leaders_on_stops(p, y);
}

static void tell_rebound(const ulna_plant *p, double t, int i, const ulna_event_sink *sink)
{
  const ulna_event event = {t, ULNA_EVENT_REBOUND, i, p->side[i], 0};
  if (sink && sink->happened) sink->happened(sink->context, &event);
}

/* A place that stuck and still stands, up to rounding, keeps sticking; an impulse shakes all others loose. */
static void shake_modes(ulna_plant *p, const double q[], const double qd[])
{
  ulna_driven_modes(p->model, p->work, q, qd, p->mode);
  for (int s = 0; s < p->places; s++) {
    const friction_place *place = &p->model->drives.place[s];
    double speed = 0, sum = 0;
    if (p->mode_kept[s] != 0 || p->mode[s] == 0) continue;
    for (int i = 0; i < p->n; i++) {
      const double part = place_row(p->model, p->work, place, i) * qd[i];
      speed += part, sum += fabs(part);
    }
    if (fabs(speed) <= 1e-13 * sum) p->mode[s] = 0;
  }
}

ulna_status ulna_plant_hit_stops(ulna_plant *p, double t, double y[], int hit, int side,
                                 const ulna_event_sink *sink)
{
  const int n = p->n;
  double *qd = y + n, *before = p->hand, lost = 0;
  memset(p->side, 0, (size_t)n * sizeof *p->side);
  if (hit >= 0) p->side[hit] = side;
  put_on_stops(p, y);
  memcpy(before, qd, (size_t)n * sizeof *qd);
  const ulna_status status =
      ulna_impact(p->model, p->work, y, p->side, p->options.restitution, p->options.rest_speed, qd, &lost);
  if (status != ULNA_OK) return status;
  bool moved = false;
  for (int i = 0; i < n; i++) {
    moved = moved || qd[i] != before[i];
    if (p->side[i] * before[i] > 0 && p->side[i] * qd[i] < 0) tell_rebound(p, t, i, sink);
    p->stop[i] = p->side[i] != 0 && qd[i] == 0 ? p->side[i] : 0;
  }
  y[p->numbers - WORKS + WORK_STOPS] += lost;
  if (moved) shake_modes(p, y, qd);
  return ULNA_OK;
}

ulna_status ulna_plant_switch(ulna_plant *plant, int which, double t, double y[], const ulna_event_sink *sink)
{
  ULNA_ASSERT(plant);
  const int n = plant->n, places = plant->places;
  ulna_status status = ulna_plant_is_finite(plant, y) ? ULNA_OK : ULNA_NOT_FINITE;
  if (status != ULNA_OK) return status;
  bool came_to_rest = false;
  ulna_plant_keep_modes(plant);
  if (which < places) {
    came_to_rest = plant->mode[which] != 0;
    plant->mode[which] = 0;
  } else if (which >= places + 2 * n) {
    plant->around.crossed(plant->around.context, which - places - 2 * n, t, sink);
  } else {
    const int i = (which - places) % n, side = which - places < n ? 1 : -1;
    if (plant->stop[i] == 0) status = ulna_plant_hit_stops(plant, t, y, i, side, sink);
  }
  if (status == ULNA_OK) status = ulna_plant_evaluate(plant, t, y, true);
  // a speed that crossed zero with its gear's ratio goes on; what is found to stick, or not to turn back, is stilled
  const int mode = which < places ? plant->mode[which] : 0;
  if (status == ULNA_OK && came_to_rest && mode != -plant->mode_kept[which]) {
    plant->mode[which] = 0;
    status = ulna_still(plant->model, plant->work, y, plant->mode, plant->stop, y + n);
    plant->mode[which] = mode;
  }
  if (status == ULNA_OK) ulna_plant_announce(plant, t, sink);
  return status;
}

const char *ulna_event_name(ulna_event_kind kind)
{
  static const char *const names[] = {
#define NAME(name, text) text,
      ULNA_EVENT_KIND_LIST(NAME)
#undef NAME
  };
  return (unsigned)kind < ULNA_EVENT_KIND_COUNT ? names[kind] : "unknown";
}
