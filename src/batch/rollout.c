/* Rollouts of arms one by one, by the plant. */
#include "batch/rollout.h"

#include <math.h>
#include <string.h>

#include "ulna/friction.h"

static void held_torques(void *context, double t, const double q[], const double qd[], double u[])
{
  const rollout_worker *r = context;
  (void)t, (void)q, (void)qd;
  memcpy(u, r->tau, (size_t)ulna_model_joint_count(ulna_work_model(ulna_plant_work(r->plant))) * sizeof *u);
}

int ulna_rollout_numbers(const ulna_model *model) { return 2 * model->n + 4; }

void ulna_rollout_walk(rollout_worker *r, layout *l, const ulna_model *model)
{
  const size_t n = (size_t)model->n, places = (size_t)ulna_friction_place_count(model);
  r->y = (double *)layout_take(l, (size_t)ulna_rollout_numbers(model), sizeof(double));
  r->tau = (double *)layout_take(l, n, sizeof(double));
  r->q = (double *)layout_take(l, n, sizeof(double));
  r->qd = (double *)layout_take(l, n, sizeof(double));
  r->mode = (int *)layout_take(l, ULNA_BATCH_BLOCK * places, sizeof(int));
  r->rest = (int *)layout_take(l, n, sizeof(int));
}

ulna_status ulna_rollout_create(rollout_worker *r, const ulna_model *model, bool friction,
                                const ulna_allocator *allocator)
{
  ulna_plant_options options = ulna_plant_options_default();
  options.friction = friction;
  const ulna_surroundings around = {.context = r, .input = held_torques};
  r->places = ulna_friction_place_count(model);
  const ulna_status status = ulna_plant_create(model, &options, &around, allocator, &r->plant);
  if (status != ULNA_OK) return status;
  if (!friction) ulna_work_set_rotors(ulna_plant_work(r->plant), ULNA_ROTORS_NONE);
  return ULNA_OK;
}

static void read_arm(const batch_call *c, const void *from, size_t first, size_t width, size_t state,
                     double to[])
{
  const batch_place p = batch_place_of(c->layout, c->count, width, state);
  for (size_t j = 0; j < width; j++) to[j] = batch_number(c, from, first + p.at + j * p.joint);
}

static void write_arm(const batch_call *c, void *to, size_t first, size_t width, size_t state,
                      const double from[])
{
  const batch_place p = batch_place_of(c->layout, c->count, width, state);
  for (size_t j = 0; j < width; j++) batch_put(c, to, first + p.at + j * p.joint, from[j]);
}

/* What acts on an arm in a step. */
static ulna_status surround(rollout_worker *r, const batch_arm *arm, const batch_call *c, size_t state,
                            size_t step)
{
  const size_t n = (size_t)arm->model->n;
  if (c->tau) read_arm(c, c->tau, c->by_step ? step * c->step_size : 0, n, state, r->tau);
  else memset(r->tau, 0, n * sizeof *r->tau);
  return ulna_batch_surround(c, ulna_plant_work(r->plant), state);
}

static void take_state(rollout_worker *r, size_t n, const double q[], const double qd[])
{
  memcpy(r->y, q, n * sizeof *q);
  memcpy(r->y + n, qd, n * sizeof *qd);
  memset(r->y + 2 * n, 0, 4 * sizeof *r->y);
}

static void give_state(const rollout_worker *r, size_t n, double q[], double qd[], int mode[])
{
  memcpy(q, r->y, n * sizeof *q);
  memcpy(qd, r->y + n, n * sizeof *qd);
  memcpy(mode, ulna_plant_modes(r->plant), (size_t)r->places * sizeof *mode);
}

ulna_status ulna_rollout_start(rollout_worker *r, const batch_arm *arm, const batch_call *call, size_t state,
                               double q[], double qd[], int mode[])
{
  const size_t n = (size_t)arm->model->n;
  ulna_status status = surround(r, arm, call, state, 0);
  take_state(r, n, q, qd);
  if (status == ULNA_OK) status = ulna_plant_start(r->plant, 0, r->y);
  if (status == ULNA_OK) give_state(r, n, q, qd, mode);
  ulna_batch_surround_as_before(arm, call, ulna_plant_work(r->plant));
  return status;
}

typedef struct {
  const batch_call *call;
  size_t state;
} listener;

static void pass_on(void *context, const ulna_event *event)
{
  const listener *l = context;
  l->call->rollout->happened(l->call->rollout->context, l->state, event);
}

ulna_status ulna_rollout_step(rollout_worker *r, const batch_arm *arm, const batch_call *call, size_t state,
                              size_t step, double q[], double qd[], int mode[])
{
  const size_t n = (size_t)arm->model->n;
  const ulna_batch_rollout_options *o = call->rollout;
  listener l = {call, state};
  const ulna_event_sink sink = {.context = &l, .happened = pass_on};
  const double tolerance = o->event_tolerance > 0 ? o->event_tolerance : 1e-9 * o->step;
  ulna_status status = surround(r, arm, call, state, step);
  take_state(r, n, q, qd);
  ulna_plant_set_modes(r->plant, mode, r->rest);
  if (status == ULNA_OK)
    status = ulna_plant_step(r->plant, o->integrator, o->step, tolerance, (double)step * o->step, r->y,
                             o->happened ? &sink : NULL);
  if (status == ULNA_OK) give_state(r, n, q, qd, mode);
  ulna_batch_surround_as_before(arm, call, ulna_plant_work(r->plant));
  return status;
}

static void write_step(const batch_call *c, size_t n, size_t state, size_t step, const double q[],
                       const double qd[])
{
  if (c->out[2]) write_arm(c, c->out[2], step * c->step_size, n, state, q);
  if (c->out[3]) write_arm(c, c->out[3], step * c->step_size, n, state, qd);
}

void ulna_rollout_run_single(rollout_worker *r, const batch_arm *arm, const batch_call *call, size_t first,
                             size_t count)
{
  const size_t n = (size_t)arm->model->n;
  double *q = r->q, *qd = r->qd;
  for (size_t state = first; state < first + count; state++) {
    read_arm(call, call->q, 0, n, state, q);
    read_arm(call, call->qd, 0, n, state, qd);
    ulna_status status = ulna_rollout_start(r, arm, call, state, q, qd, r->mode);
    for (size_t step = 0; step < call->rollout->steps; step++) {
      if (status == ULNA_OK) status = ulna_rollout_step(r, arm, call, state, step, q, qd, r->mode);
      for (size_t i = 0; i < n && status != ULNA_OK; i++) q[i] = qd[i] = (double)NAN;
      write_step(call, n, state, step, q, qd);
    }
    for (size_t i = 0; i < n && status != ULNA_OK; i++) q[i] = qd[i] = (double)NAN;
    write_arm(call, call->out[0], 0, n, state, q);
    write_arm(call, call->out[1], 0, n, state, qd);
  }
}
