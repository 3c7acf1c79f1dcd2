/* Accelerations under friction and stops in the two most frequent cases: everything slips; or some joints stand
 * still, each held by its own actuator's friction or its stop, and drop out of M qdd = rhs. stick.c does the others
 * (several joints to an actuator, modes to be found). */
#include <string.h>

#include "base/finite.h"
#include "base/symmetric.h"
#include "drive/driven.h"
#include "drive/places.h"
#include "model/coupling.h"

typedef struct {
  const ulna_model *m;
  ulna_work *w;
  const double *q, *qd, *tau;
  const constraint_state *state;
} question;

/* Friction or a stop that holds, and what it holds. Joints from 0, -1: several. */
static bool place_holds(const question *x, int s)
{
  const friction_place *p = &x->m->drives.place[s];
  return p->locked || (!x->state->frictionless && x->state->mode[s] == 0 && p->can_hold);
}

static bool any_stop(const question *x)
{
  for (int i = 0; x->state->stop && i < x->m->n; i++)
    if (x->state->stop[i]) return true;
  return false;
}

/* Joints that stand still, in order; -1 if some constraint is not one joint's own, or two are of one joint. */
static int held_joints(const question *x, int held[])
{
  const int n = x->m->n;
  int count = 0;
  for (int i = 0; i < n; i++) {
    held[i] = x->state->stop && x->state->stop[i];
    count += held[i];
  }
  for (int s = 0; s < x->m->drives.place_count; s++) {
    if (!place_holds(x, s)) continue;
    const int joint = x->m->drives.place[s].joint - 1;
    if (joint < 0 || held[joint]) return -1;
    held[joint] = true;
    count++;
  }
  return count;
}

/* tau minus the friction of what slips, each in the direction of its mode or, if nothing can stick, of its speed.
 * Friction per place into the state, 0 where stuck. */
static void less_friction(const question *x, double tau[])
{
  const int n = x->m->n, places = x->m->drives.place_count;
  const bool in_order = x->m->drives.in_order;
  if (!in_order || x->state->frictionless) memcpy(tau, x->tau, (size_t)n * sizeof *tau);
  for (int s = 0; s < places && !x->state->frictionless; s++) {
    const friction_place *p = &x->m->drives.place[s];
    const int mode = x->state->mode[s];
    double force = 0;
    if (mode != 0 || !p->can_hold) {
      const double v = place_speed(x->m, x->w, p, x->qd);
      const ulna_bearing bearing = place_bearing(x->m, x->w, x->q, p);
      force = place_force(p, v, p->can_hold ? mode : sign_of(v), &bearing);
    }
    if (in_order) tau[s] = x->tau[s] - p->ratio * force;
    else if (p->joint) tau[p->joint - 1] -= p->ratio * force;
    else
      for (int i = 0; i < n; i++) tau[i] -= place_row(x->m, x->w, p, i) * force;
    if (x->state->friction) x->state->friction[s] = force;
  }
  const size_t size = (size_t)places * sizeof(double);
  if (x->state->friction && x->state->frictionless) memset(x->state->friction, 0, size);
  if (x->state->reserve) memset(x->state->reserve, 0, size);
}

/* M qdd = rhs over the joints that are not held. The held joints' accelerations are zero. */
static ulna_status solve_rest(int n, const int held[], const double M[], const double rhs[], double A[],
                              int list[], double x[], double qdd[])
{
  int count = 0;
  for (int i = 0; i < n; i++) {
    qdd[i] = 0;
    if (!held[i]) list[count++] = i;
  }
  for (int r = 0; r < count; r++) {
    for (int c = 0; c <= r; c++) A[r * n + c] = M[list[r] * n + list[c]];
    x[r] = rhs[list[r]];
  }
  const int bad = symmetric_solve(count, n, A, x);
  if (bad >= 0) return judge_pivot(A[bad * n + bad]);
  for (int p = 0; p < count; p++) qdd[list[p]] = x[p];
  return ULNA_OK;
}

/* What holds the joints: rhs − M qdd in their rows; scale: of forces, see force_scale. Returns whether all can. */
static bool holding_forces(const question *x, const double M[], const double rhs[], const double qdd[],
                           double scale, double force[])
{
  const int n = x->m->n;
  const constraint_state *state = x->state;
  bool able = true;
  for (int i = 0; i < n; i++) {
    force[i] = rhs[i];
    for (int k = 0; k < n; k++) force[i] -= M[i * n + k] * qdd[k];
    const int stop = state->stop ? state->stop[i] : 0;
    const double at_stop = stop ? stop_pushes(force[i], scale, M[i * n + i]) : 0;
    if (stop * at_stop < 0) able = false;  // it would have to pull
    if (state->stop_force) state->stop_force[i] = at_stop;
  }
  for (int s = 0; s < x->m->drives.place_count; s++) {
    if (!place_holds(x, s)) continue;
    const friction_place *p = &x->m->drives.place[s];
    const double lambda = force[p->joint - 1] / p->ratio;
    const ulna_bearing bearing = place_bearing(x->m, x->w, x->q, p);
    const double reserve = place_reserve(p, lambda, &bearing);
    if (reserve < 0) able = false;
    if (state->friction) state->friction[s] = lambda;
    if (state->reserve) state->reserve[s] = reserve;
  }
  return able;
}

/* Nothing stands still: neither by a stop nor by friction. */
static bool all_free(const question *x)
{
  for (int i = 0; i < x->m->n && x->state->stop; i++)
    if (x->state->stop[i]) return false;
  for (int s = 0; s < x->m->drives.place_count; s++)
    if (place_holds(x, s)) return false;
  return true;
}

/* Everything slips, by the method that was asked for. */
static ulna_status by_method(const question *x, double qdd[])
{
  const int n = x->m->n;
  double *rhs = x->w->drive.v[0];
  if (!x->state->coupled && !x->m->drives.single_joints) (void)ulna_coupling_at(x->m, x->w, x->q);
  less_friction(x, rhs);
  if (x->state->stop_force) memset(x->state->stop_force, 0, (size_t)n * sizeof *qdd);
  return ulna_forward_dynamics_by(x->m, x->w, x->state->forward_method, x->q, x->qd, rhs, qdd);
}

/* Everything slips, and rotors only spin: by the kernel for short arms, or by the links' own forward dynamics. */
static ulna_status solve_spinning(const question *x, const double rhs[], double qdd[])
{
  const int n = x->m->n;
  const drive_scratch *d = &x->w->drive;
  const bool none = d->rotors == ULNA_ROTORS_NONE || d->bodies == 0;
  double *pivot = d->v[2];
  if (n > COLUMNS_MOST) return ulna_forward_dynamics(x->m, x->w, x->q, x->qd, rhs, qdd);
  x->w->forward_dynamics(&x->w->fast, x->q, x->qd, rhs, none ? NULL : d->spin, qdd, pivot);
  // in the order of the elimination: past a pivot that gave way none means anything
  for (int i = n - 1; i >= 0; i--)
    if (!(pivot[i] > 0)) return judge_pivot(pivot[i]);
  return ULNA_OK;
}

/* A place that cannot stick moves in the direction of its speed. The modes are the caller's: they stay as they were
 * where an acceleration is not finite, which the caller sees. */
static void follow_speeds(const question *x, const double qdd[])
{
  if (x->state->frictionless || !all_finite(x->m->n, qdd)) return;
  for (int s = 0; s < x->m->drives.place_count; s++)
    if (!x->m->drives.place[s].can_hold)
      x->state->mode[s] = sign_of(place_speed(x->m, x->w, &x->m->drives.place[s], x->qd));
}

bool ulna_quick_accelerations(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                              const double tau[], bool may_change, const constraint_state *state,
                              double qdd[], ulna_status *status)
{
  const question x = {model, work, q, qd, tau, state};
  const int n = model->n;
  drive_scratch *d = &work->drive;
  double *rhs = d->v[0], *rest = d->v[3];
  int *held = d->stick->at;  // for each joint; the general way fills it anew
  if (state->by_method && !model->drives.load_friction && all_free(&x)) {
    *status = by_method(&x, qdd);
    if (*status == ULNA_OK && may_change) follow_speeds(&x, qdd);
    return true;
  }
  if (model->drives.load_friction) return false;
  const int count = held_joints(&x, held);
  const bool none = d->rotors == ULNA_ROTORS_NONE || d->bodies == 0;
  const bool only_spin = n <= COLUMNS_MOST ? none || ulna_rotors_only_spin(work) : none;
  if (count < 0) return false;
  if (!state->coupled && !model->drives.single_joints) (void)ulna_coupling_at(model, work, q);

  *status = ULNA_OK;
  if (count == 0 && only_spin) {
    less_friction(&x, rhs);
    *status = solve_spinning(&x, rhs, qdd);
    if (state->stop_force) memset(state->stop_force, 0, (size_t)n * sizeof *qdd);
  } else {
    ulna_driven_mass_matrix(model, work, q, d->M);
    ulna_driven_bias(model, work, q, qd, rest);
    less_friction(&x, rhs);
    for (int i = 0; i < n; i++) rhs[i] -= rest[i];
    const double scale = any_stop(&x) ? force_scale(n, d->M, tau, rest) : 0;
    *status = solve_rest(n, held, d->M, rhs, d->factor, d->stick->held, rest, qdd);
    if (*status == ULNA_OK && !holding_forces(&x, d->M, rhs, qdd, scale, rest) && may_change) return false;
  }
  if (*status == ULNA_OK && may_change) follow_speeds(&x, qdd);
  return true;
}

ulna_status ulna_constrained_accelerations(const ulna_model *model, ulna_work *work, const double q[],
                                           const double qd[], const double tau[], bool may_change,
                                           const constraint_state *state, double qdd[])
{
  ulna_status status;
  if (ulna_quick_accelerations(model, work, q, qd, tau, may_change, state, qdd, &status)) return status;
  return ulna_general_accelerations(model, work, q, qd, tau, may_change, state, qdd);
}
