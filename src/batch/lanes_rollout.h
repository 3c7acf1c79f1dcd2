/* Rollouts of a block of arms: part of batch/lanes_text.h.
 *
 * A block goes through all its steps before the next one. In lanes every friction place slips in the direction of its
 * mode. If something of an arm stands still, the plant takes its steps. If a speed has changed sign at the end of a
 * step in lanes, the plant takes that step again from its start and finds what happens. */
#ifndef ULNA_BATCH_LANES_ROLLOUT_H
#define ULNA_BATCH_LANES_ROLLOUT_H

#include "batch/lanes_dynamics.h"
#include "batch/rollout.h"

// Speed of a friction place.
static real lane_place_speed(const lane_work *w, const friction_place *p, const real qd[])
{
  if (p->joint) return mul(constant(p->ratio), qd[p->joint - 1]);
  const double *row = &w->arm->model->drives.actuators.K[p->actuator * w->n];
  real v = constant(0);
  for (int i = 0; i < w->n; i++) v = add(v, mul(constant(row[i]), qd[i]));
  return v;
}

// qdd at (q, qd) of a stage; what cannot be is NaN
static void lane_stage(lane_work *w, const real q[], const real qd[], real qdd[])
{
  const drive_numbers *d = &w->arm->model->drives;
  const int n = w->n;
  for (int i = 0; i < n; i++) w->q[i] = q[i], w->qd[i] = qd[i], w->tau[i] = w->drive[i];
  for (int s = 0; w->arm->driven && s < d->place_count; s++) {
    const friction_place *p = &d->place[s];
    if (!p->law && !p->joint_law) continue;
    const real force = add(w->dry[s], mul(constant(p->viscous), lane_place_speed(w, p, qd)));
    if (p->joint) {
      const int i = p->joint - 1;
      w->tau[i] = sub(w->tau[i], mul(constant(p->ratio), force));
      continue;
    }
    const double *row = &d->actuators.K[p->actuator * n];
    for (int i = 0; i < n; i++) w->tau[i] = sub(w->tau[i], mul(constant(row[i]), force));
  }
  lane_accelerations(w, w->tau, qdd);
  if (RARELY(!lane_all_judged_good(w, w->pivot))) lane_judge(w, w->pivot, n, qdd);
}

/* The classical Runge–Kutta method, modes as they are: from (q, qd) to (q_end, qd_end). */
static void lane_runge_kutta(lane_work *w, double h, const real q[], const real qd[], real q_end[],
                             real qd_end[])
{
  const int n = w->n;
  const real half = constant(h / 2), whole = constant(h), sixth = constant(h / 6), two = constant(2);
  real *at = w->stage[0], *rate = w->stage[1], *slope = w->stage[2], *sum_q = w->stage[3],
       *sum_qd = w->stage[4];
  lane_stage(w, q, qd, slope);
  for (int i = 0; i < n; i++) sum_q[i] = qd[i], sum_qd[i] = slope[i], rate[i] = qd[i];
  for (int s = 1; s < 4; s++) {
    const real part = s < 3 ? half : whole;
    for (int i = 0; i < n; i++) {
      at[i] = add(q[i], mul(part, rate[i]));
      rate[i] = add(qd[i], mul(part, slope[i]));
    }
    lane_stage(w, at, rate, slope);
    for (int i = 0; i < n; i++) {
      sum_q[i] = add(sum_q[i], s < 3 ? mul(two, rate[i]) : rate[i]);
      sum_qd[i] = add(sum_qd[i], s < 3 ? mul(two, slope[i]) : slope[i]);
    }
  }
  for (int i = 0; i < n; i++) {
    q_end[i] = add(q[i], mul(sixth, sum_q[i]));
    qd_end[i] = add(qd[i], mul(sixth, sum_qd[i]));
  }
}

static void lane_semi_implicit(lane_work *w, double h, const real q[], const real qd[], real q_end[],
                               real qd_end[])
{
  const real whole = constant(h);
  lane_stage(w, q, qd, w->stage[2]);
  for (int i = 0; i < w->n; i++) {
    qd_end[i] = add(qd[i], mul(whole, w->stage[2][i]));
    q_end[i] = add(q[i], mul(whole, qd_end[i]));
  }
}

// One lane of n reals to doubles and back.
static void lane_out_of(const real from[], int n, int lane, double to[])
{
  for (int i = 0; i < n; i++) to[i] = lane_of(from[i], lane);
}
static void lane_into(real to[], int n, int lane, const double from[])
{
  for (int i = 0; i < n; i++) set_lane(&to[i], lane, from[i]);
}

/* Dry friction of a lane's places by its modes. Returns whether all of them that can hold slip. */
static bool lane_take_modes(lane_work *w, int lane, const int mode[])
{
  const drive_numbers *d = &w->arm->model->drives;
  bool slips = true;
  for (int s = 0; s < d->place_count; s++) {
    const friction_place *p = &d->place[s];
    const double level = p->coulomb[mode[s] < 0];
    set_lane(&w->dry[s], lane, p->can_hold ? mode[s] * level : 0);
    set_lane(&w->way[s], lane, p->can_hold ? mode[s] : 0);
    slips = slips && (mode[s] != 0 || !p->can_hold);
  }
  return slips;
}

/* Lanes in which a slipping place's speed no longer has its mode's direction. */
static void lane_turned_back(const lane_work *w, const real qd[], bool turned[REAL_LANES])
{
  const drive_numbers *d = &w->arm->model->drives;
  const real one = constant(1), zero = constant(0);
  real good = one;
  for (int s = 0; s < d->place_count; s++) {
    if (!d->place[s].can_hold) continue;
    const real ahead = mul(w->way[s], lane_place_speed(w, &d->place[s], qd));
    good = choose_less(zero, ahead, good, zero);
  }
  for (int lane = 0; lane < REAL_LANES; lane++) turned[lane] = lane_of(good, lane) == 0;
}

/* The arms of a block on their way. */
typedef struct {
  rollout_worker *r;
  bool dry;                // there is friction that can hold
  bool alone[REAL_LANES];  // something of the arm stands still
  bool ended[REAL_LANES];  // it cannot go on; its state is NaN
} lane_arms;

static void lane_end(lane_work *w, lane_arms *a, int lane)
{
  a->ended[lane] = true;
  for (int i = 0; i < w->n; i++)
    set_lane(&w->at_q[i], lane, (double)NAN), set_lane(&w->at_qd[i], lane, (double)NAN);
}

static void lane_begin(lane_work *w, const lane_block *b, lane_arms *a)
{
  const drive_numbers *d = &w->arm->model->drives;
  rollout_worker *r = a->r;
  a->dry = false;
  for (int s = 0; s < d->place_count; s++) {
    w->dry[s] = w->way[s] = constant(0);
    a->dry = a->dry || (w->arm->driven && d->place[s].can_hold && !b->call->rollout->viscous_only);
  }
  for (int lane = 0; lane < REAL_LANES; lane++) a->alone[lane] = a->ended[lane] = false;
  for (int lane = 0; lane < b->valid && a->dry; lane++) {
    int *mode = &r->mode[lane * r->places];
    lane_out_of(w->at_q, w->n, lane, r->q), lane_out_of(w->at_qd, w->n, lane, r->qd);
    if (ulna_rollout_start(r, w->arm, b->call, b->state + (size_t)lane, r->q, r->qd, mode) != ULNA_OK) {
      lane_end(w, a, lane);
      continue;
    }
    lane_into(w->at_q, w->n, lane, r->q), lane_into(w->at_qd, w->n, lane, r->qd);
    a->alone[lane] = !lane_take_modes(w, lane, mode);
  }
}

static void lane_stays_ended(lane_work *w, int lane)
{
  for (int i = 0; i < w->n; i++)
    set_lane(&w->next_q[i], lane, (double)NAN), set_lane(&w->next_qd[i], lane, (double)NAN);
}

/* A lane's step by the plant, from where the block stood before it. */
static void lane_step_alone(lane_work *w, const lane_block *b, lane_arms *a, int lane, size_t instant)
{
  rollout_worker *r = a->r;
  int *mode = &r->mode[lane * r->places];
  lane_out_of(w->at_q, w->n, lane, r->q), lane_out_of(w->at_qd, w->n, lane, r->qd);
  if (ulna_rollout_step(r, w->arm, b->call, b->state + (size_t)lane, instant, r->q, r->qd, mode) != ULNA_OK) {
    for (int i = 0; i < w->n; i++) r->q[i] = r->qd[i] = (double)NAN;
    a->ended[lane] = true;
  }
  lane_into(w->next_q, w->n, lane, r->q), lane_into(w->next_qd, w->n, lane, r->qd);
  if (!a->ended[lane]) a->alone[lane] = !lane_take_modes(w, lane, mode);
}

static void lane_step(lane_work *w, const lane_block *b, lane_arms *a, size_t instant)
{
  const ulna_batch_rollout_options *o = b->call->rollout;
  bool turned[REAL_LANES] = {false}, any = false;
  for (int lane = 0; lane < b->valid; lane++) any = any || !(a->alone[lane] || a->ended[lane]);
  if (any && o->integrator == ULNA_RK4)
    lane_runge_kutta(w, o->step, w->at_q, w->at_qd, w->next_q, w->next_qd);
  else if (any) lane_semi_implicit(w, o->step, w->at_q, w->at_qd, w->next_q, w->next_qd);
  if (a->dry) {
    if (any) lane_turned_back(w, w->next_qd, turned);
    for (int lane = 0; lane < b->valid; lane++) {
      if (a->ended[lane]) lane_stays_ended(w, lane);
      else if (a->alone[lane] || turned[lane]) lane_step_alone(w, b, a, lane, instant);
    }
  }
  for (int i = 0; i < w->n; i++) w->at_q[i] = w->next_q[i], w->at_qd[i] = w->next_qd[i];
}

static void lane_rollout(lane_work *w, const lane_block *b, rollout_worker *r)
{
  const batch_call *c = b->call;
  const int n = w->n;
  lane_arms a = {.r = r};
  lane_read(b, c->q, n, w->at_q);
  lane_read(b, c->qd, n, w->at_qd);
  for (int i = 0; i < n; i++) w->drive[i] = constant(0);
  lane_begin(w, b, &a);
  for (size_t instant = 0; instant < c->rollout->steps; instant++) {
    const size_t from = instant * c->step_size;
    if (c->tau && (instant == 0 || c->by_step))
      lane_read(b, (const element *)c->tau + (c->by_step ? from : 0), n, w->drive);
    lane_step(w, b, &a, instant);
    if (c->out[2]) lane_write(b, (element *)c->out[2] + from, n, w->at_q);
    if (c->out[3]) lane_write(b, (element *)c->out[3] + from, n, w->at_qd);
  }
  lane_write(b, c->out[0], n, w->at_q);
  lane_write(b, c->out[1], n, w->at_qd);
}

#endif
