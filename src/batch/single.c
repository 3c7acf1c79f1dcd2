/* States one by one, through the functions for one state: for arms that lanes cannot do (screws, bodies of drive trains that
 * are not balanced rotors, friction by tables or by load). */
#include <math.h>
#include <string.h>

#include "batch/batch_internal.h"
#include "ulna/drive.h"
#include "ulna/inverse_dynamics.h"

size_t ulna_batch_single_numbers(const ulna_model *model) { return 5 * (size_t)model->n; }

static void read_state(const batch_call *c, const void *from, size_t width, size_t state, double to[])
{
  const batch_place p = batch_place_of(c->layout, c->count, width, state);
  for (size_t j = 0; from && j < width; j++) to[j] = ((const double *)from)[p.at + j * p.joint];
}

static void write_state(const batch_call *c, void *to, size_t width, size_t state, const double from[])
{
  const batch_place p = batch_place_of(c->layout, c->count, width, state);
  for (size_t j = 0; to && j < width; j++) ((double *)to)[p.at + j * p.joint] = from[j];
}

/* What is given beside the motion. False: a payload that the work refuses. */
static bool surroundings(const batch_call *c, ulna_work *work, size_t state)
{
  double x[10];
  if (c->gravity) {
    read_state(c, c->gravity, 3, state, x);
    ulna_work_set_gravity(work, x);
  }
  if (c->wrench) {
    read_state(c, c->wrench, 6, state, x);
    ulna_work_set_hand_wrench(work, x, x + 3);
  }
  if (!c->payload) return true;
  read_state(c, c->payload, 10, state, x);
  ulna_body body = {.mass = x[0], .about = ULNA_ABOUT_COM};
  memcpy(body.com, x + 1, sizeof body.com);
  memcpy(body.inertia, x + 4, sizeof body.inertia);
  return ulna_work_set_payload(work, &body) == ULNA_OK;
}

static void own_surroundings(const batch_arm *arm, const batch_call *c, ulna_work *work)
{
  static const double nothing[3];
  if (c->gravity) ulna_work_set_gravity(work, arm->model->given.gravity);
  if (c->wrench) ulna_work_set_hand_wrench(work, nothing, nothing);
  if (c->payload && ulna_work_set_payload(work, &arm->model->given.payload) != ULNA_OK)
    return;  // it was accepted once
}

void ulna_batch_run_single(const batch_arm *arm, ulna_work *work, double *memory, const batch_call *call,
                           size_t first, size_t count)
{
  const ulna_model *model = arm->model;
  const size_t n = (size_t)model->n;
  double *q = memory, *qd = q + n, *qdd = qd + n, *tau = qdd + n, *out = tau + n;
  for (size_t state = first; state < first + count; state++) {
    read_state(call, call->q, n, state, q);
    read_state(call, call->qd, n, state, qd);
    read_state(call, call->qdd, n, state, qdd);
    read_state(call, call->tau, n, state, tau);
    ulna_status status = surroundings(call, work, state) ? ULNA_OK : ULNA_BAD_ROBOT;
    switch (call->function) {
    case CALL_INVERSE_DYNAMICS: {
      const ulna_drive_forces forces = {.tau = out};
      if (status != ULNA_OK) break;
      if (arm->driven) status = ulna_drive_inverse_dynamics(model, work, q, qd, qdd, &forces);
      else ulna_inverse_dynamics(model, work, q, qd, qdd, out);
      break;
    }
    }
    for (size_t i = 0; i < n && status != ULNA_OK; i++) out[i] = (double)NAN;
    write_state(call, call->out[0], n, state, out);
  }
  own_surroundings(arm, call, work);
}
