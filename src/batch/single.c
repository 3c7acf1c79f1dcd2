/* States one by one, through the functions for one state: for arms that lanes cannot do (screws, bodies of drive trains that
 * are not balanced rotors, friction by tables or by load; M of long arms). */
#include <math.h>
#include <string.h>

#include "batch/batch_internal.h"
#include "ulna/derivatives.h"
#include "ulna/drive.h"
#include "ulna/forward_dynamics.h"
#include "ulna/regressor.h"

/* q, qd, qdd, tau; four outputs as wide as any: the regressor, and three matrices. */
size_t ulna_batch_single_numbers(const batch_arm *arm)
{
  const size_t n = (size_t)arm->model->n;
  return 4 * n + n * (size_t)arm->columns + 3 * n * n;
}

static void read_state(const batch_call *c, const void *from, size_t width, size_t state, double to[])
{
  const batch_place p = batch_place_of(c->layout, c->count, width, state);
  for (size_t j = 0; from && j < width; j++) to[j] = batch_number(c, from, p.at + j * p.joint);
}

static void write_state(const batch_call *c, void *to, size_t width, size_t state, const double from[])
{
  const batch_place p = batch_place_of(c->layout, c->count, width, state);
  for (size_t j = 0; to && j < width; j++) batch_put(c, to, p.at + j * p.joint, from[j]);
}

ulna_status ulna_batch_surround(const batch_call *c, ulna_work *work, size_t state)
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
  if (!c->payload) return ULNA_OK;
  read_state(c, c->payload, 10, state, x);
  ulna_body body = {.mass = x[0], .about = ULNA_ABOUT_COM};
  memcpy(body.com, x + 1, sizeof body.com);
  memcpy(body.inertia, x + 4, sizeof body.inertia);
  return ulna_work_set_payload(work, &body);
}

void ulna_batch_surround_as_before(const batch_arm *arm, const batch_call *c, ulna_work *work)
{
  static const double nothing[3];
  const ulna_body *own = &arm->model->given.payload;
  if (c->gravity) ulna_work_set_gravity(work, arm->model->given.gravity);
  if (c->wrench) ulna_work_set_hand_wrench(work, nothing, nothing);
  if (c->payload) {
    const ulna_status accepted = ulna_work_set_payload(work, own->mass > 0 ? own : NULL);
    (void)accepted;  // it was once
  }
}

/* One state's place in memory. */
typedef struct {
  double *q, *qd, *qdd, *tau, *out[4];
} one_state;

static ulna_status driven(const batch_arm *arm, ulna_work *work, batch_function function, const one_state *x)
{
  const ulna_model *m = arm->model;
  const ulna_drive_forces forces = {.tau = x->out[0]};
  const ulna_drive_derivatives derivatives = {
      .tau = x->out[0], .dtau_dq = x->out[1], .dtau_dqd = x->out[2], .dtau_dqdd = x->out[3]};
  switch (function) {
  case CALL_INVERSE_DYNAMICS: return ulna_drive_inverse_dynamics(m, work, x->q, x->qd, x->qdd, &forces);
  case CALL_FORWARD_DYNAMICS:
    return ulna_drive_forward_dynamics_derivatives(m, work, ULNA_UNDER_TAU, x->q, x->qd, x->tau, x->out[0],
                                                   NULL, NULL, NULL);
  case CALL_MASS_MATRIX: return ulna_drive_mass_matrix(m, work, x->q, x->out[0]);
  case CALL_BIAS: return ulna_drive_bias(m, work, x->q, x->qd, x->out[0]);
  case CALL_REGRESSOR:
    return ulna_regressor(m, work, ULNA_REGRESSOR_DRIVES, x->q, x->qd, x->qdd, x->out[0], NULL);
  case CALL_INVERSE_DERIVATIVES:
    return ulna_drive_inverse_dynamics_derivatives(m, work, x->q, x->qd, x->qdd, &derivatives);
  default:  // CALL_FORWARD_DERIVATIVES
    return ulna_drive_forward_dynamics_derivatives(m, work, ULNA_UNDER_TAU, x->q, x->qd, x->tau, x->out[0],
                                                   x->out[1], x->out[2], x->out[3]);
  }
}

/* Links alone: what lanes cannot compute, M of arms that are too long for them. */
static ulna_status links(const batch_arm *arm, ulna_work *work, batch_function function, const one_state *x)
{
  const ulna_model *m = arm->model;
  switch (function) {
  case CALL_FORWARD_DYNAMICS: return ulna_forward_dynamics(m, work, x->q, x->qd, x->tau, x->out[0]);
  case CALL_MASS_MATRIX: ulna_mass_matrix(m, work, x->q, x->out[0]); return ULNA_OK;
  default:  // CALL_FORWARD_DERIVATIVES
    return ulna_forward_dynamics_derivatives(m, work, x->q, x->qd, x->tau, x->out[0], x->out[1], x->out[2],
                                             x->out[3]);
  }
}

void ulna_batch_run_single(const batch_arm *arm, ulna_work *work, double *memory, const batch_call *call,
                           size_t first, size_t count)
{
  const size_t n = (size_t)arm->model->n, square = n * n;
  double *const out = memory + 4 * n;
  double *const matrices = out + n * (size_t)arm->columns;
  const one_state s = {memory,
                       memory + n,
                       memory + 2 * n,
                       memory + 3 * n,
                       {out, matrices, matrices + square, matrices + 2 * square}};
  for (size_t state = first; state < first + count; state++) {
    read_state(call, call->q, n, state, s.q);
    read_state(call, call->qd, n, state, s.qd);
    read_state(call, call->qdd, n, state, s.qdd);
    read_state(call, call->tau, n, state, s.tau);
    ulna_status status = ulna_batch_surround(call, work, state);
    if (status == ULNA_OK) status = (arm->driven ? driven : links)(arm, work, call->function, &s);
    for (int k = 0; k < 4; k++) {
      const size_t w = ulna_batch_width(arm, call->function, k);
      for (size_t i = 0; i < w && status != ULNA_OK; i++) s.out[k][i] = (double)NAN;
      write_state(call, call->out[k], w, state, s.out[k]);
    }
  }
  ulna_batch_surround_as_before(arm, call, work);
}
