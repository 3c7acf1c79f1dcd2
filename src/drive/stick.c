/* What sticks and what slips, by the state machine of [Szkodny, eqs 17–22] put right.
 *
 * Differs: eq. 17 tests the drive's force alone and lets a standing arm fall under its own weight. Here a stuck place s
 * is a constraint, its coordinate's acceleration zero, and its friction is the force lambda_s that holds it:
 *   M qdd + Σ_s c_sᵀ lambda_s = rhs,    c_s·qdd = −h_s   for every stuck place s,
 * with c_s the row ∂(coordinate)/∂q and h_s the part of its acceleration that second derivatives bring. Where
 * |lambda_s| exceeds what friction can give, the worst place is released and the system solved again. */
#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "drive/coupling.h"
#include "drive/drive_internal.h"
#include "drive/places.h"

int ulna_stick_count(const ulna_model *model) { return model->drives.place_count; }

const char *ulna_stick_name(const ulna_model *model, int place)
{
  ULNA_ASSERT(place >= 0 && place < model->drives.place_count);
  const friction_place *p = &model->drives.place[place];
  return p->actuator >= 0 ? ulna_actuator_name(model, p->actuator) : model->given.joints[p->joint - 1].name;
}

void ulna_stick_start(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                      int mode[])
{
  const int places = ulna_stick_count(model);
  ulna_coupling_value(&model->drives.actuators, q, NULL, work->drive.K);
  for (int s = 0; s < places; s++) mode[s] = sign_of(place_speed(model, work, &model->drives.place[s], qd));
}

/* Everything one evaluation works with; arrays lie in the work. Constraints are the places of friction, then for each
 * joint its stop, in whose row the joint alone stands. */
typedef struct {
  const ulna_model *m;
  ulna_work *w;
  int n, places, constraints; /* places + n */
  const double *tau, *bias;   /* n: what the drives give at the joints; what the motion takes at qdd = 0 */
  double *speed, *curvature;  /* constraints */
  double *C, *lambda;         /* constraints × n, constraints */
  double *MinvCt;             /* n × constraints: column s is M⁻¹ c_sᵀ */
  double *free_;              /* n: acceleration if nothing stuck */
  double *qdd;                /* n */
  int *mode, *again;          /* places; again: was stuck anew in this evaluation */
  bool frictionless;
  int *stop; /* n: +1 resting against the upper stop, -1 against the lower, 0 not */
} machine;

static double normal_force(const machine *x, const friction_place *p)
{
  if (!x->m->drives.load_friction || !p->joint || !p->joint_law) return 0;
  const vec3 f = x->w->drive.newton_euler.joint[p->joint - 1];
  return hypot(f.x, f.y);
}

/* qdd if no place were stuck: M qdd = tau − Σ_slipping c_sᵀ friction_s − bias. M's factor is in the work. */
static void accelerate_slipping(machine *x)
{
  const int n = x->n;
  for (int i = 0; i < n; i++) x->free_[i] = x->tau[i] - x->bias[i];
  for (int s = 0; s < x->places && !x->frictionless; s++) {
    if (x->mode[s] == 0) continue;
    const friction_place *p = &x->m->drives.place[s];
    const double f = place_force(p, x->speed[s], x->mode[s], normal_force(x, p));
    for (int i = 0; i < n; i++) x->free_[i] -= x->C[s * n + i] * f;
  }
  lu_solve(n, x->w->drive.M, x->w->drive.pivot, x->free_);
}

static bool acts(const machine *x, int s)
{
  if (s >= x->places) return x->stop[s - x->places] != 0;
  return !x->frictionless && x->mode[s] == 0 && x->m->drives.place[s].can_hold;
}

/* The constraints that act now. Returns how many. */
static int acting(machine *x, int order[])
{
  int count = 0;
  for (int s = 0; s < x->constraints; s++) {
    x->lambda[s] = 0;
    if (acts(x, s)) order[count++] = s;
  }
  return count;
}

static void swap(double *a, double *b)
{
  const double t = *a;
  *a = *b, *b = t;
}

/* Brings row and column p of the symmetric A to the front of what is left. */
static void exchange(int count, double A[], double b[], int order[], int front, int p)
{
  if (p == front) return;
  for (int k = 0; k < count; k++) swap(&A[front * count + k], &A[p * count + k]);
  for (int k = 0; k < count; k++) swap(&A[k * count + front], &A[k * count + p]);
  swap(&b[front], &b[p]);
  const int o = order[front];
  order[front] = order[p], order[p] = o;
}

/* Symmetric elimination with the largest diagonal first; returns the rank. */
static int eliminate(int count, double A[], double b[], int order[])
{
  double largest = 0;
  for (int r = 0; r < count; r++) largest = fmax(largest, A[r * count + r]);
  for (int front = 0; front < count; front++) {
    int p = front;
    for (int r = front + 1; r < count; r++)
      if (A[r * count + r] > A[p * count + p]) p = r;
    if (!(A[p * count + p] > 1e-11 * largest)) return front;  // rounding of a difference of equal rows
    exchange(count, A, b, order, front, p);
    for (int r = front + 1; r < count; r++) {
      const double l = A[r * count + front] / A[front * count + front];
      for (int k = front + 1; k < count; k++) A[r * count + k] -= l * A[front * count + k];
      b[r] -= l * b[front];
    }
  }
  return count;
}

/* Holding forces: (C M⁻¹ Cᵀ) lambda = C free + h, symmetric and semidefinite. A constraint whose motion the others
 * already prevent has no force of its own. */
static void hold(machine *x)
{
  const int n = x->n;
  double *A = x->w->drive.stick.A, *b = x->w->drive.stick.b;
  int *order = x->w->drive.stick.order;
  const int count = acting(x, order);
  bool curved = false;
  for (int r = 0; r < count; r++) {
    const double *c = &x->C[order[r] * n];
    b[r] = x->curvature[order[r]];
    curved = curved || b[r] != 0;
    for (int i = 0; i < n; i++) b[r] += c[i] * x->free_[i];
    for (int k = 0; k < count; k++) {
      double sum = 0;
      for (int i = 0; i < n; i++) sum += c[i] * x->MinvCt[i * x->constraints + order[k]];
      A[r * count + k] = sum;
    }
  }
  const int rank = eliminate(count, A, b, order);
  for (int r = rank - 1; r >= 0; r--) {
    double sum = b[r];
    for (int k = r + 1; k < rank; k++) sum -= A[r * count + k] * x->lambda[order[k]];
    x->lambda[order[r]] = sum / A[r * count + r];
  }
  for (int i = 0; i < n; i++) {
    x->qdd[i] = x->free_[i];
    for (int r = 0; r < rank; r++)
      x->qdd[i] -= x->MinvCt[i * x->constraints + order[r]] * x->lambda[order[r]];
    if (rank == n && !curved) x->qdd[i] = 0;  // nothing is left to move: at rest to the last bit
  }
  for (int r = 0; r < rank; r++) {  // nor does a joint whose own actuator or stop holds it
    const int joint = order[r] < x->places ? x->m->drives.place[order[r]].joint : order[r] - x->places + 1;
    if (joint) x->qdd[joint - 1] = 0;
  }
}

/* The constraint least able to give the force it would take: friction that is exceeded, a stop that would have to
 * pull; -1 if all hold. */
static int worst_held(const machine *x)
{
  int worst = -1;
  double excess = 0;
  for (int i = 0; i < x->n; i++)
    if (-x->stop[i] * x->lambda[x->places + i] > excess) {
      excess = -x->stop[i] * x->lambda[x->places + i];
      worst = x->places + i;
    }
  for (int s = 0; s < x->places && !x->frictionless; s++) {
    if (x->mode[s] != 0 || x->again[s] || !x->m->drives.place[s].can_hold) continue;
    const friction_place *p = &x->m->drives.place[s];
    const double beyond = fabs(x->lambda[s]) - place_hold(p, sign_of(x->lambda[s]), normal_force(x, p));
    if (beyond > excess) excess = beyond, worst = s;
  }
  return worst;
}

static double place_acceleration(const machine *x, int s)
{
  double a = x->curvature[s];
  for (int i = 0; i < x->n; i++) a += x->C[s * x->n + i] * x->qdd[i];
  return a;
}

/* Releases the worst again and again; a place just released that would move the other way is stuck for good. */
static void settle(machine *x, const int before[])
{
  for (int round = 0; round <= 3 * x->constraints; round++) {
    accelerate_slipping(x);
    hold(x);
    int wrong = -1;
    for (int s = 0; s < x->places && wrong < 0; s++)
      if (before[s] == 0 && x->mode[s] != 0 && x->mode[s] * place_acceleration(x, s) < 0) wrong = s;
    if (wrong >= 0) {
      x->mode[wrong] = 0;
      x->again[wrong] = 1;
      continue;
    }
    const int worst = worst_held(x);
    if (worst < 0) return;
    if (worst >= x->places) x->stop[worst - x->places] = 0;
    else x->mode[worst] = sign_of(x->lambda[worst]);
  }
}

/* C, speeds and curvatures of all constraints. */
static void prepare_rows(machine *x, const double qd[], const double curvature[])
{
  const int n = x->n;
  for (int s = 0; s < x->places; s++) {
    const friction_place *p = &x->m->drives.place[s];
    for (int i = 0; i < n; i++) x->C[s * n + i] = place_row(x->m, x->w, p, i);
    x->speed[s] = place_speed(x->m, x->w, p, qd);
    if (!p->can_hold) x->mode[s] = sign_of(x->speed[s]);
    if (x->mode[s] == 0) x->speed[s] = 0;
    x->curvature[s] = p->actuator >= 0 ? curvature[p->actuator] : 0;
  }
  for (int k = 0; k < n; k++) {
    const int s = x->places + k;
    for (int i = 0; i < n; i++) x->C[s * n + i] = i == k;
    x->speed[s] = qd[k];
    x->curvature[s] = 0;
  }
}

/* M⁻¹ Cᵀ of the constraints that act, with M's factor in the work. No other ever comes to act: settling only releases, and
 * takes back what it has released. */
static void prepare_columns(machine *x)
{
  const int n = x->n;
  double *column = x->w->drive.v[4];
  for (int s = 0; s < x->constraints; s++) {
    if (!acts(x, s)) continue;
    memcpy(column, &x->C[s * n], (size_t)n * sizeof *column);
    lu_solve(n, x->w->drive.M, x->w->drive.pivot, column);
    for (int i = 0; i < n; i++) x->MinvCt[i * x->constraints + s] = column[i];
  }
}

/* What was found, to the one who asked. */
static void answer(const machine *x, bool may_change, const constraint_state *state, double qdd[])
{
  const int n = x->n, places = x->places;
  for (int s = 0; s < places; s++) {
    const friction_place *p = &x->m->drives.place[s];
    const bool stuck = x->mode[s] == 0, holds = acts(x, s);
    const double normal = normal_force(x, p), lambda = x->lambda[s];
    double friction = 0;
    if (!x->frictionless) friction = stuck ? lambda : place_force(p, x->speed[s], x->mode[s], normal);
    if (state->friction) state->friction[s] = friction;
    // how far a stuck place is from slipping
    if (state->reserve) state->reserve[s] = holds ? place_hold(p, sign_of(lambda), normal) - fabs(lambda) : 0;
    if (holds && p->joint > 0) x->qdd[p->joint - 1] = 0;  // what is held does not move: nor by a rounding
  }
  for (int i = 0; i < n; i++) {
    if (state->stop_force) state->stop_force[i] = x->lambda[places + i];
    if (may_change && state->stop) state->stop[i] = x->stop[i];
  }
  if (may_change && !x->frictionless) memcpy(state->mode, x->mode, (size_t)places * sizeof *x->mode);
  memcpy(qdd, x->qdd, (size_t)n * sizeof *qdd);
}

ulna_status ulna_general_accelerations(const ulna_model *model, ulna_work *work, const double q[],
                                       const double qd[], const double tau[], bool may_change,
                                       const constraint_state *state, double qdd[])
{
  drive_scratch *d = &work->drive;
  stick_scratch *k = &d->stick;
  const int n = model->n, places = ulna_stick_count(model);
  ulna_drive_mass_matrix(model, work, q, d->M);
  ulna_drive_bias(model, work, q, qd, d->v[0]);
  if (!state->coupled) ulna_coupling_value(&model->drives.actuators, q, NULL, d->K);
  ulna_coupling_curvature(&model->drives.actuators, q, qd, d->v[1]);
  const int vanished = lu_factor(n, d->M, d->pivot, 0);
  if (vanished >= 0) return judge_pivot(d->M[vanished * n + vanished]);

  machine x = {.m = model, .w = work, .n = n, .places = places, .constraints = places + n};
  x.tau = tau, x.bias = d->v[0], x.free_ = d->v[2], x.qdd = d->v[3];
  x.speed = k->speed, x.curvature = k->curvature, x.C = k->C, x.lambda = k->lambda, x.MinvCt = k->MinvCt;
  x.mode = k->mode, x.again = k->again, x.stop = k->stop;
  x.frictionless = state->frictionless;
  for (int s = 0; s < places; s++) x.mode[s] = x.frictionless ? 0 : state->mode[s];
  memset(x.again, 0, (size_t)places * sizeof *x.again);
  for (int i = 0; i < n; i++) x.stop[i] = state->stop ? state->stop[i] : 0;
  prepare_rows(&x, qd, d->v[1]);
  prepare_columns(&x);
  if (may_change) settle(&x, x.frictionless ? x.mode : state->mode);
  else accelerate_slipping(&x), hold(&x);
  answer(&x, may_change, state, qdd);
  return ULNA_OK;
}

ulna_status ulna_stick_accelerations(const ulna_model *model, ulna_work *work, const double q[],
                                     const double qd[], const double F_d[], int mode[], double qdd[],
                                     double friction[])
{
  stick_scratch *k = &work->drive.stick;
  const constraint_state state = {.mode = mode, .friction = k->friction};
  ulna_actuator_to_joint_forces(model, work, q, F_d, k->tau);
  const ulna_status status = ulna_constrained_accelerations(model, work, q, qd, k->tau, true, &state, k->qdd);
  if (status != ULNA_OK) return status;
  memcpy(qdd, k->qdd, (size_t)model->n * sizeof *qdd);
  if (friction) memcpy(friction, k->friction, (size_t)model->drives.place_count * sizeof *friction);
  return ULNA_OK;
}

ulna_status ulna_stop_places(const ulna_model *model, ulna_work *work, const double q[], const int mode[],
                             double qd[])
{
  drive_scratch *d = &work->drive;
  const int n = model->n;
  double *rate = d->v[0];
  bool changed = false;
  if (!model->drives.single_joints) ulna_coupling_value(&model->drives.actuators, q, NULL, d->K);
  for (int a = 0; a < n && !model->drives.single_joints; a++) {
    rate[a] = place_speed(model, work, &model->drives.place[a], qd);
    if (mode[a] != 0 || !model->drives.place[a].can_hold || rate[a] == 0) continue;
    rate[a] = 0;
    changed = true;
  }
  if (changed) {
    memcpy(d->factor, d->K, (size_t)n * (size_t)n * sizeof *d->factor);
    if (lu_factor(n, d->factor, d->pivot, 0) >= 0) return ULNA_SINGULAR;
    lu_solve(n, d->factor, d->pivot, rate);
    memcpy(qd, rate, (size_t)n * sizeof *qd);
  }
  for (int s = model->drives.single_joints ? 0 : n; s < model->drives.place_count; s++)
    if (mode[s] == 0 && model->drives.place[s].can_hold) qd[model->drives.place[s].joint - 1] = 0;
  return ULNA_OK;
}

ulna_status ulna_stick_after_step(const ulna_model *model, ulna_work *work, const double q[],
                                  const int before[], int mode[], double qd[])
{
  ulna_coupling_value(&model->drives.actuators, q, NULL, work->drive.K);
  for (int s = 0; s < model->drives.place_count; s++) {
    const friction_place *p = &model->drives.place[s];
    const double v = place_speed(model, work, p, qd);
    if (!p->can_hold) mode[s] = sign_of(v);
    else if (before[s] != 0 && before[s] * v <= 0) mode[s] = 0;
  }
  return ulna_stop_places(model, work, q, mode, qd);
}
