/* Sticking and slipping, by the corrected state machine of [Szkodny, eqs 17–22].
 *
 * Differs: eq. 17 tests the drive's force alone and lets a standing arm fall under its own weight. Here a stuck place s
 * is a constraint, its coordinate's acceleration zero, and its friction is the force lambda_s that holds it:
 *   M qdd + Σ_s c_sᵀ lambda_s = rhs,    c_s·qdd = −h_s   for every stuck place s,
 * with c_s the row ∂(coordinate)/∂q and h_s the part of its acceleration that second derivatives bring. lambda_s is bounded by
 * what friction can give, and the force of a stop by zero on one side: bounded.h, one problem for all of them. A
 * place at its bound slips; a stop at its bound is left. At a gear's dead point c_s = 0: friction there cannot hold a
 * joint. */
#include <math.h>
#include <string.h>

#include "base/finite.h"
#include "base/lu.h"
#include "base/memory.h"
#include "drive/bounded.h"
#include "drive/drive_internal.h"
#include "drive/driven.h"
#include "drive/places.h"
#include "model/coupling.h"

int ulna_friction_place_count(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->drives.place_count;
}

const char *ulna_friction_place_name(const ulna_model *model, int place)
{
  ULNA_ASSERT(model && place >= 0 && place < model->drives.place_count);
  const friction_place *p = &model->drives.place[place];
  return p->actuator >= 0 ? ulna_actuator_name(model, p->actuator) : model->given.joints[p->joint - 1].name;
}

void ulna_driven_modes(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                       int mode[])
{
  const int places = ulna_friction_place_count(model);
  (void)ulna_coupling_at(model, work, q);
  for (int s = 0; s < places; s++) {
    const friction_place *p = &model->drives.place[s];
    mode[s] = p->locked ? 0 : sign_of(place_speed(model, work, p, qd));
  }
}

ulna_status ulna_stick_modes(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                             int mode[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && mode);
  if (!ulna_work_has(work, ULNA_PART_FRICTION)) return ULNA_MISSING_PART;
  ulna_driven_modes(model, work, q, qd, mode);
  return ULNA_OK;
}

/* Everything one evaluation works with; arrays lie in the work. Constraints are numbered over all: for each joint its stop,
 * in whose row the joint alone stands, then the places of friction. */
typedef struct {
  const ulna_model *m;
  ulna_work *w;
  int n, places;
  const double *q;          /* n */
  const double *tau, *bias; /* n: what the drives give at the joints; what the motion takes at qdd = 0 */
  stick_scratch *k;
  int count, first; /* constraints that act, the stops among them */
  double scale;     /* of the forces; see force_scale */
  bool frictionless;
} machine;

static bool holds(const machine *x, int s)
{
  const friction_place *p = &x->m->drives.place[s];
  return p->locked || (!x->frictionless && x->k->mode[s] == 0 && p->can_hold);
}

/* Speeds and curvatures of the places, and what their bearings feel. */
static void look_at_places(machine *x, const double qd[], const double curvature[])
{
  for (int s = 0; s < x->places; s++) {
    const friction_place *p = &x->m->drives.place[s];
    x->k->speed[s] = place_speed(x->m, x->w, p, qd);
    if (!p->can_hold) x->k->mode[s] = sign_of(x->k->speed[s]);
    if (x->k->mode[s] == 0) x->k->speed[s] = 0;
    x->k->curvature[s] = p->actuator >= 0 ? curvature[p->actuator] : 0;
    x->k->bearing[s] = place_bearing(x->m, x->w, x->q, p);
  }
}

/* f = tau − Σ_slipping c_sᵀ friction_s − bias */
static void sum_forces(machine *x)
{
  const int n = x->n;
  for (int i = 0; i < n; i++) x->k->f[i] = x->tau[i] - x->bias[i];
  for (int s = 0; s < x->places && !x->frictionless; s++) {
    if (x->k->mode[s] == 0) continue;
    const friction_place *p = &x->m->drives.place[s];
    const double force = place_force(p, x->k->speed[s], x->k->mode[s], &x->k->bearing[s]);
    for (int i = 0; i < n; i++) x->k->f[i] -= place_row(x->m, x->w, p, i) * force;
  }
}

/* The constraints that act, stops first: if a stop holds a joint, its friction has nothing to hold. */
static void gather(machine *x)
{
  stick_scratch *k = x->k;
  const int n = x->n;
  x->count = 0;
  for (int j = 0; j < n; j++) {
    if (k->stop[j] == 0) continue;
    for (int i = 0; i < n; i++) k->C[x->count * n + i] = i == j;
    k->d[x->count] = 0;
    k->lower[x->count] = k->stop[j] > 0 ? 0 : -HUGE_VAL;
    k->upper[x->count] = k->stop[j] > 0 ? HUGE_VAL : 0;
    k->acting[x->count++] = j;
  }
  x->first = x->count;
  for (int s = 0; s < x->places; s++) {
    if (!holds(x, s)) continue;
    const friction_place *p = &x->m->drives.place[s];
    for (int i = 0; i < n; i++) k->C[x->count * n + i] = place_row(x->m, x->w, p, i);
    k->d[x->count] = -k->curvature[s];
    k->lower[x->count] = -HUGE_VAL, k->upper[x->count] = HUGE_VAL;
    k->broken[x->count] = 0;
    k->acting[x->count++] = n + s;
  }
}

static bounded_problem problem_of(machine *x)
{
  bounded_problem p = bounded_problem_in(x->k, x->n, x->count, x->first, x->w->drive.M);
  p.slack = 1e-13 * x->scale;
  return p;
}

/* Breaks loose the stuck place whose holding force exceeds its bound most: from now on it holds no more than sliding
 * friction. Returns false if all can hold. */
static bool break_worst(machine *x)
{
  stick_scratch *k = x->k;
  int worst = -1;
  double excess = 0;
  for (int r = x->first; r < x->count; r++) {
    if (k->broken[r]) continue;
    const int s = k->acting[r] - x->n;
    const double hold = place_hold(&x->m->drives.place[s], sign_of(k->lambda[r]), &k->bearing[s]);
    if (fabs(k->lambda[r]) - hold > excess) excess = fabs(k->lambda[r]) - hold, worst = r;
  }
  if (worst < 0) return false;
  const int s = k->acting[worst] - x->n;
  const friction_place *p = &x->m->drives.place[s];
  k->upper[worst] = place_force(p, 0, 1, &k->bearing[s]);
  k->lower[worst] = place_force(p, 0, -1, &k->bearing[s]);
  k->broken[worst] = 1;
  return true;
}

/* Finds what holds and what gives way. At first stuck places may hold with any force, and stops only push. Then the
 * place that exceeds its force most is bounded by its sliding force, and all is solved again. In the end a place that
 * broke loose either slides in the direction of its bound or, after others gave way too, holds with less than the
 * sliding force: friction does both. Each round breaks one more loose, or is the last. */
static ulna_status settle(machine *x)
{
  stick_scratch *k = x->k;
  const bounded_problem p = problem_of(x);
  ulna_status status;
  do status = ulna_bounded_solve(&p, &k->bounded);
  while (status == ULNA_OK && break_worst(x));
  if (status != ULNA_OK) return status;
  for (int r = 0; r < x->count; r++) {
    if (k->at[r] == 0) continue;
    if (r < x->first) k->stop[k->acting[r]] = 0;
    else k->mode[k->acting[r] - x->n] = k->at[r];
  }
  return ULNA_OK;
}

/* Copies what was found to the caller's arrays. */
static void answer(const machine *x, bool may_change, const constraint_state *state, double qdd[])
{
  const int n = x->n, places = x->places;
  const stick_scratch *k = x->k;
  const double *M = x->w->drive.M;
  memset(k->force, 0, (size_t)(n + places) * sizeof *k->force);
  for (int r = 0; r < x->count; r++) k->force[k->acting[r]] = k->lambda[r];
  for (int s = 0; s < places; s++) {
    const friction_place *p = &x->m->drives.place[s];
    const double lambda = k->force[n + s];
    double friction = 0;
    if (!x->frictionless && !p->locked)
      friction = k->mode[s] == 0 ? lambda : place_force(p, k->speed[s], k->mode[s], &k->bearing[s]);
    if (state->friction) state->friction[s] = friction;
    if (state->reserve) state->reserve[s] = holds(x, s) ? place_reserve(p, lambda, &k->bearing[s]) : 0;
  }
  for (int i = 0; i < n; i++) {
    if (state->stop_force) state->stop_force[i] = stop_pushes(k->force[i], x->scale, M[i * n + i]);
    if (may_change && state->stop) state->stop[i] = k->stop[i];
  }
  if (may_change && !x->frictionless) memcpy(state->mode, k->mode, (size_t)places * sizeof *k->mode);
  memcpy(qdd, k->qdd, (size_t)n * sizeof *qdd);
}

ulna_status ulna_general_accelerations(const ulna_model *model, ulna_work *work, const double q[],
                                       const double qd[], const double tau[], bool may_change,
                                       const constraint_state *state, double qdd[])
{
  drive_scratch *d = &work->drive;
  stick_scratch *k = d->stick;
  const int n = model->n, places = ulna_friction_place_count(model);
  ulna_driven_mass_matrix(model, work, q, d->M);
  ulna_driven_bias(model, work, q, qd, d->v[0]);
  if (!state->coupled) (void)ulna_coupling_at(model, work, q);
  ulna_coupling_curvature(&model->drives.actuators, q, qd, d->v[1]);

  machine x = {.m = model, .w = work, .n = n, .places = places, .q = q, .tau = tau, .bias = d->v[0], .k = k};
  x.frictionless = state->frictionless;
  for (int s = 0; s < places; s++) k->mode[s] = x.frictionless ? 0 : state->mode[s];
  for (int i = 0; i < n; i++) k->stop[i] = state->stop ? state->stop[i] : 0;
  look_at_places(&x, qd, d->v[1]);
  sum_forces(&x);
  gather(&x);
  if (x.first > 0) x.scale = force_scale(n, d->M, tau, x.bias);
  const bounded_problem p = problem_of(&x);
  const ulna_status status = may_change ? settle(&x) : ulna_held_solve(&p, &k->bounded);
  if (status != ULNA_OK) return status;
  if (!all_finite(n, k->qdd)) return ULNA_NOT_FINITE;
  answer(&x, may_change, state, qdd);
  return ULNA_OK;
}

ulna_status ulna_stick_accelerations(const ulna_model *model, ulna_work *work, const double q[],
                                     const double qd[], const double F_ad[], int mode[], double qdd[],
                                     double friction[])
{
  ULNA_ASSERT(model && work && work->model == model && q && qd && F_ad && mode && qdd);
  if (!ulna_work_has(work, ULNA_PART_FRICTION)) return ULNA_MISSING_PART;
  stick_scratch *k = work->drive.stick;
  const constraint_state state = {.mode = mode, .friction = k->friction};
  ulna_driven_joint_forces(model, work, q, F_ad, k->tau);
  const ulna_status status =
      ulna_constrained_accelerations(model, work, q, qd, k->tau, true, &state, work->drive.v[4]);
  if (status != ULNA_OK) return status;
  if (!all_finite(model->n, work->drive.v[4]) || !all_finite(model->drives.place_count, k->friction))
    return ULNA_NOT_FINITE;
  memcpy(qdd, work->drive.v[4], (size_t)model->n * sizeof *qdd);
  if (friction) memcpy(friction, k->friction, (size_t)model->drives.place_count * sizeof *friction);
  return ULNA_OK;
}

/* M qd⁺ + Cᵀ λ = M qd⁻, C qd⁺ = 0 */
ulna_status ulna_still(const ulna_model *model, ulna_work *work, const double q[], const int mode[],
                       const int stop[], double qd[])
{
  drive_scratch *d = &work->drive;
  stick_scratch *k = d->stick;
  const int n = model->n, places = model->drives.place_count;
  if (model->drives.single_joints) {
    for (int s = 0; s < places; s++)
      if (mode[s] == 0 && model->drives.place[s].can_hold) qd[model->drives.place[s].joint - 1] = 0;
    for (int i = 0; i < n && stop; i++)
      if (stop[i]) qd[i] = 0;
    return ULNA_OK;
  }
  machine x = {.m = model, .w = work, .n = n, .places = places, .k = k};
  ulna_driven_mass_matrix(model, work, q, d->M);
  (void)ulna_coupling_at(model, work, q);
  memcpy(k->mode, mode, (size_t)places * sizeof *mode);
  for (int i = 0; i < n; i++) k->stop[i] = stop ? stop[i] : 0;
  for (int s = 0; s < places; s++) k->curvature[s] = 0;
  for (int i = 0; i < n; i++) {
    k->f[i] = 0;
    for (int j = 0; j < n; j++) k->f[i] += d->M[i * n + j] * qd[j];
  }
  gather(&x);
  if (x.count == 0) return ULNA_OK;
  const bounded_problem p = problem_of(&x);
  const ulna_status status = ulna_held_solve(&p, &k->bounded);
  if (status != ULNA_OK) return status;
  if (!all_finite(n, k->qdd)) return ULNA_NOT_FINITE;
  memcpy(qd, k->qdd, (size_t)n * sizeof *qd);
  return ULNA_OK;
}

/* qd plus the change that K maps to the change of the actuators' speeds. At a dead point, where K has no inverse, the
 * least change of motion instead. */
static ulna_status stop_actuators(const ulna_model *model, ulna_work *work, const double q[],
                                  const int mode[], double qd[])
{
  drive_scratch *d = &work->drive;
  const int n = model->n;
  double *change = d->v[0];
  bool changed = false;
  for (int a = 0; a < n; a++) {
    const double speed = place_speed(model, work, &model->drives.place[a], qd);
    change[a] = mode[a] == 0 && model->drives.place[a].can_hold ? -speed : 0;
    changed = changed || change[a] != 0;
  }
  if (!changed) return ULNA_OK;
  memcpy(d->factor, d->K, (size_t)n * (size_t)n * sizeof *d->factor);
  if (lu_factor_scaled(n, d->factor, d->pivot, d->row_scale, 1e-10) >= 0)
    return ulna_still(model, work, q, mode, NULL, qd);
  lu_solve_scaled(n, d->factor, d->pivot, d->row_scale, change);
  if (!all_finite(n, change)) return ULNA_NOT_FINITE;
  for (int i = 0; i < n; i++) qd[i] += change[i];
  return ULNA_OK;
}

static ulna_status stop_places(const ulna_model *model, ulna_work *work, const double q[], const int mode[],
                               double qd[])
{
  const int n = model->n;
  if (!model->drives.single_joints) {
    const ulna_status status = stop_actuators(model, work, q, mode, qd);
    if (status != ULNA_OK) return status;
  }
  for (int s = model->drives.single_joints ? 0 : n; s < model->drives.place_count; s++)
    if (mode[s] == 0 && model->drives.place[s].can_hold) qd[model->drives.place[s].joint - 1] = 0;
  return ULNA_OK;
}

/* Whether an actuator's speed changed sign only because its gear's ratio did: with the ratio before the step it keeps
 * its sign. */
static bool passed_dead_point(const ulna_model *model, const double K_before[], int s, int before,
                              const double qd[])
{
  const friction_place *p = &model->drives.place[s];
  if (p->joint || p->actuator < 0) return false;
  double speed = 0;
  for (int i = 0; i < model->n; i++) speed += K_before[p->actuator * model->n + i] * qd[i];
  return before * speed > 0;
}

ulna_status ulna_stick_after_step(const ulna_model *model, ulna_work *work, const double q_before[],
                                  const double q[], const int mode_before[], int mode[], double qd[])
{
  ULNA_ASSERT(model && work && work->model == model && q_before && q && mode_before && mode && qd);
  if (!ulna_work_has(work, ULNA_PART_FRICTION)) return ULNA_MISSING_PART;
  drive_scratch *d = &work->drive;
  if (!model->drives.single_joints) {
    ulna_coupling_value(&model->drives.actuators, q_before, NULL, d->factor);
    (void)ulna_coupling_at(model, work, q);
  }
  for (int s = 0; s < model->drives.place_count; s++) {
    const friction_place *p = &model->drives.place[s];
    const double v = place_speed(model, work, p, qd);
    if (!p->can_hold) mode[s] = sign_of(v);
    else if (mode_before[s] != 0 && mode_before[s] * v <= 0)
      mode[s] = passed_dead_point(model, d->factor, s, mode_before[s], qd) ? sign_of(v) : 0;
  }
  return stop_places(model, work, q, mode, qd);
}
