/* Rows of a run, and what is counted and measured on the way. */
#include <math.h>
#include <string.h>

#include "base/finite.h"
#include "base/worse.h"
#include "dynamics/tool_motion.h"
#include "model/model.h"
#include "simulate/plant_internal.h"
#include "simulate/simulation.h"

/* T + V − (T + V at the start) = drives − friction − stops + world, at each row. */
static void keep_the_book(ulna_simulation *s, ulna_sample *row)
{
  const double *work = s->y + ulna_plant_energy_index(s->plant);
  ulna_plant_energy(s->plant, s->y, &row->kinetic, &row->potential);
  row->work_drives = work[0], row->work_friction = work[1], row->work_stops = work[2],
  row->work_world = work[3];
  const double gained = (row->kinetic - s->kinetic_start) + (row->potential - s->potential_start);
  const double error = fabs(gained - work[0] + work[1] + work[2] - work[3]);
  const double turned_over = fabs(row->kinetic - s->kinetic_start) +
                             fabs(row->potential - s->potential_start) + fabs(work[0]) + fabs(work[1]) +
                             fabs(work[2]) + fabs(work[3]);
  s->energy_scale = fmax(s->energy_scale, turned_over);
  s->energy_error = worse_of(s->energy_error, error);
}

ulna_status ulna_give_row(ulna_simulation *s)
{
  const bool sampled = s->options.controller != NULL;
  const ulna_plant_signals signals = {.qdd = s->qdd,
                                      .u = s->u,
                                      .tau = s->tau,
                                      .q_a = s->q_a,
                                      .qd_a = s->qd_a,
                                      .current = s->amperes,
                                      .F_d = s->F_d,
                                      .friction = s->friction,
                                      .stop_force = s->stop_force};
  const ulna_status status = ulna_plant_observe(s->plant, s->t, s->y, &signals);
  if (status != ULNA_OK) return status;
  if (s->rows == 0) ulna_watch_limits(s);  // later ones: after the step
  ulna_sample row = {
      .t = s->t, .q = s->y, .qd = s->y + s->n, .qdd = s->qdd, .u = s->u, .command = s->control.held};
  row.tau = s->tau, row.q_a = s->q_a, row.qd_a = s->qd_a, row.current = s->amperes, row.F_d = s->F_d;
  row.friction = s->friction, row.stop_force = s->stop_force;
  row.measured_q = sampled ? s->q_read : NULL, row.measured_qd = sampled ? s->qd_read : NULL;
  row.measured_wrench = sampled && s->sensors.hand_sensor ? s->wrench_read : NULL;
  memcpy(row.wrench, s->wrench, sizeof row.wrench);
  memcpy(row.contact_force, s->contact, sizeof row.contact_force);
  row.depth = s->depth, row.stage = s->stage;
  row.base = s->model->given.base;
  if (s->options.base) {
    base_instant at;
    ulna_base_at(s, s->t, &at);
    row.base = ulna_pose_multiply(&s->model->given.base, &at.displacement);
  }
  keep_the_book(s, &row);
  // of speeds and forces near the end of all numbers
  if (!isfinite(row.kinetic) || !isfinite(row.potential) || !all_finite(s->n, s->qdd)) return ULNA_NOT_FINITE;
  ulna_tool_motion(s->model, ulna_plant_work(s->plant), s->y, s->y + s->n, &row.hand, row.twist);
  s->rows++;
  return s->sink && s->sink->sample ? s->sink->sample(s->sink->context, &row) : ULNA_OK;
}

static void exceed(ulna_excess *x, double t, double by)
{
  if (!(by > 0)) return;
  if (x->excess == 0) x->first_time = t;
  if (by > x->excess) x->excess = by;
}

/* The input of the plant is that of its last evaluation: at the end of the step, or next to it. */
void ulna_watch_limits(ulna_simulation *s)
{
  const double *q = s->y, *qd = s->y + s->n, *u = s->plant->u, *tau = s->plant->tau;
  for (int i = 0; i < s->n; i++) {
    const ulna_limits *limits = &s->limits[i];
    if (q[i] > limits->upper) exceed(&s->position[i], s->t, q[i] - limits->upper);
    if (q[i] < limits->lower) exceed(&s->position[i], s->t, limits->lower - q[i]);
    if (fabs(qd[i]) > limits->velocity) exceed(&s->speed[i], s->t, fabs(qd[i]) - limits->velocity);
    if (fabs(tau[i]) > limits->effort) exceed(&s->effort[i], s->t, fabs(tau[i]) - limits->effort);
    if (fabs(u[i]) > s->largest_u[i]) s->largest_u[i] = fabs(u[i]);
    if (fabs(tau[i]) > s->largest_tau[i]) s->largest_tau[i] = fabs(tau[i]);
  }
}

void ulna_start_statistics(ulna_simulation *s)
{
  s->steps = s->events = s->control_samples = s->rows = 0;
  s->stepper_steps = s->stepper.steps ? s->stepper.steps(s->stepper.context) : 0;
  s->energy_scale = s->energy_error = 0;
  ulna_plant_energy(s->plant, s->y, &s->kinetic_start, &s->potential_start);
  for (int i = 0; i < s->n; i++) {
    s->largest_u[i] = s->largest_tau[i] = 0;
    s->position[i] = s->speed[i] = s->effort[i] = (ulna_excess){0, (double)NAN};
  }
}

ulna_simulation_statistics ulna_simulation_statistics_get(const ulna_simulation *s)
{
  ULNA_ASSERT(s);
  const long taken = s->stepper.steps ? s->stepper.steps(s->stepper.context) - s->stepper_steps : s->steps;
  return (ulna_simulation_statistics){
      .steps = taken,
      .events = s->events,
      .control_samples = s->control_samples,
      .rows = s->rows,
      .energy_scale = s->energy_scale,
      .energy_error = s->energy_scale > 0 ? s->energy_error / s->energy_scale : 0,
      .largest_u = s->largest_u,
      .largest_tau = s->largest_tau,
      .position = s->position,
      .speed = s->speed,
      .effort = s->effort,
  };
}
