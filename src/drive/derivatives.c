/* Derivatives of a driven arm: links and rotors by the analytic kernel or by duals, then coupling and friction. */
#include "ulna/derivatives.h"

#include <math.h>
#include <string.h>

#include "base/finite.h"
#include "base/lu.h"
#include "drive/drive_internal.h"
#include "drive/driven.h"
#include "model/coupling.h"
#include "ulna/drive.h"
#include "ulna/forward_dynamics.h"
#include "ulna/friction.h"
#include "ulna/inverse_dynamics.h"
#include "work/work.h"

/* A mass matrix with a pivot below this share of its largest element is taken as singular. */
static const double vanishing = 1e-13;

/* How one moving coordinate x(q) and its rates change with the joints, the state held:
 *   k = ∂x/∂q, H = ∂²x/∂q², rate_q = ∂xd/∂q = H qd, acceleration_q = ∂xdd/∂q = H qdd + (∂H/∂q qd) qd; ∂xdd/∂qd = 2 H qd */
typedef struct {
  const double *k;
  double *H, *rate_q, *acceleration_q;
} follower;

static void follow(const coupling_numbers *c, int row, const double q[], const double qd[],
                   const double qdd[], const follower *f)
{
  const int n = c->n;
  memset(f->H, 0, (size_t)n * (size_t)n * sizeof *f->H);
  memset(f->rate_q, 0, (size_t)n * sizeof *f->rate_q);
  memset(f->acceleration_q, 0, (size_t)n * sizeof *f->acceleration_q);
  for (int s = 0; s < c->screw_count; s++) {
    if (c->screw[s].row != row) continue;
    const double *w = c->screw[s].weight;
    const screw_value at = ulna_coupling_screw(c, s, q);
    double rate = 0, acceleration = 0;
    for (int i = 0; i < n; i++) rate += w[i] * qd[i], acceleration += w[i] * qdd[i];
    for (int i = 0; i < n; i++) {
      f->rate_q[i] += at.f2 * rate * w[i];
      f->acceleration_q[i] += (at.f2 * acceleration + at.f3 * rate * rate) * w[i];
      for (int j = 0; j < n; j++) f->H[i * n + j] += at.f2 * w[i] * w[j];
    }
  }
}

/* Whether a row of a coupling changes with the joints: whether it has a screw. */
static bool row_turns(const coupling_numbers *c, int row)
{
  for (int s = 0; s < c->screw_count; s++)
    if (c->screw[s].row == row) return true;
  return false;
}

/* What a rotor adds to the derivatives of F beside its share in the kernel's, in which x, xd and xdd are held:
 *   k (∂own + inertia ∂xdd) + wg ∂xd + g ∂xdd, of which here ∂xd = k by qd and ∂xdd = k by qdd.
 * Most of k is zero. */
static void add_rotor(int n, int r, double inertia, const fast_rotors *rotors, const derivative_rotors *from,
                      const double k[], const joint_force_derivatives *to)
{
  const double own = rotors->own[r], *own_q = from->own_q + r * n, *own_qd = from->own_qd + r * n,
               *g = from->g_s + r * n, *wg = from->wg_s + r * n;
  for (int i = 0; i < n; i++) {
    if (k[i] == 0) continue;
    const double ratio = k[i];
    to->F[i] += ratio * own;
    APART_FROM_EACH_OTHER for (int j = 0; j < n; j++)
    {
      to->dq[i * n + j] += ratio * own_q[j];
      to->dqd[i * n + j] += ratio * own_qd[j];
      to->dqdd[i * n + j] += ratio * (g[j] + inertia * k[j]);
    }
    APART_FROM_EACH_OTHER for (int j = 0; j < n; j++)
    {
      to->dqd[j * n + i] += wg[j] * ratio;
      to->dqdd[j * n + i] += g[j] * ratio;
    }
  }
}

/* The rest of it, where k changes with the joints. */
static void add_turning_rotor(int n, int r, double inertia, const fast_rotors *rotors,
                              const derivative_rotors *from, const follower *f,
                              const joint_force_derivatives *to)
{
  const double own = rotors->own[r], *g = from->g_s + r * n, *wg = from->wg_s + r * n;
  for (int i = 0; i < n; i++) {
    const double by_acceleration = g[i] + inertia * f->k[i];
    for (int j = 0; j < n; j++) {
      to->dq[i * n + j] +=
          wg[i] * f->rate_q[j] + by_acceleration * f->acceleration_q[j] + f->H[i * n + j] * own;
      to->dqd[i * n + j] += by_acceleration * 2 * f->rate_q[j];
    }
  }
}

/* All bodies are balanced rotors that ride in their carriers: the analytic kernel, then how each follows the joints. */
static void analytic_forces(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                            const double qdd[], const joint_force_derivatives *to)
{
  derivatives_scratch *s = work->derivatives;
  const int n = model->n, count = work->drive.rotors == ULNA_ROTORS_NONE ? 0 : model->drives.body_count;
  const coupling_numbers *moving = &model->drives.moving;
  const int *row = model->tables->rotors.row;
  double *Kx = s->Kx;
  if (count > 0) {
    ulna_coupling_value(moving, q, NULL, Kx);
    ulna_coupling_curvature(moving, q, qd, s->curvature);
  }
  for (int r = 0; r < count; r++) {
    const double *k = &Kx[row[r] * n];
    s->rate[r] = 0, s->acceleration[r] = s->curvature[row[r]];
    for (int i = 0; i < n; i++) s->rate[r] += k[i] * qd[i], s->acceleration[r] += k[i] * qdd[i];
  }
  work->derivatives_of(&work->fast, q, qd, qdd, count ? &s->rotors : NULL, &s->of_rotors, to->F, to->dq,
                       to->dqd, to->dqdd, &s->kernel);
  for (int r = 0; r < count; r++) {
    const double inertia = s->rotors.inertia[r];
    const follower f = {&Kx[row[r] * n], s->H, s->rate_q, s->acceleration_q};
    add_rotor(n, r, inertia, &s->rotors, &s->of_rotors, f.k, to);
    if (!row_turns(moving, row[r])) continue;
    follow(moving, row[r], q, qd, qdd, &f);
    add_turning_rotor(n, r, inertia, &s->rotors, &s->of_rotors, &f, to);
  }
}

static dual_arm dual_arm_of(const ulna_model *model, const ulna_work *work)
{
  const chain_link *last = &work->link[model->n - 1];
  dual_arm arm = {.model = model,
                  .last_mass = last->m,
                  .last_inertia = {last->I.xx, last->I.yy, last->I.zz, last->I.xy, last->I.xz, last->I.yz},
                  .bodies = work->drive.rotors != ULNA_ROTORS_NONE,
                  .simplified = work->drive.rotors == ULNA_ROTORS_SIMPLIFIED};
  vec3_store(last->com, arm.last_com);
  vec3_store(work->fast.base.w, arm.base_w), vec3_store(work->fast.base.wd, arm.base_wd),
      vec3_store(work->fast.base.a, arm.base_a);
  vec3_store(work->gravity0, arm.gravity);
  vec3_store(work->hand.f, arm.hand_force), vec3_store(work->hand.n, arm.hand_moment);
  return arm;
}

/* Any bodies: one run of the dual kernel for each of the 3 n directions. */
static void dual_derivatives(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                             const double qdd[], const joint_force_derivatives *to)
{
  derivatives_scratch *s = work->derivatives;
  const int n = model->n;
  const dual_arm arm = dual_arm_of(model, work);
  const dual_state at = {q, qd, qdd};
  double *unit = s->v[0], *none = s->v[1], *column = s->v[2];
  double *const out[3] = {to->dq, to->dqd, to->dqdd};
  memset(unit, 0, (size_t)n * sizeof *unit);
  memset(none, 0, (size_t)n * sizeof *none);
  for (int by = 0; by < 3; by++)
    for (int j = 0; j < n; j++) {
      unit[j] = 1;
      const dual_state along = {by == 0 ? unit : none, by == 1 ? unit : none, by == 2 ? unit : none};
      ulna_dual_forces(&arm, &at, &along, s->dual, to->F, column);
      for (int i = 0; i < n; i++) out[by][i * n + j] = column[i];
      unit[j] = 0;
    }
}

static void forces_of(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                      const double qdd[], const joint_force_derivatives *to)
{
  const bool plain = work->drive.rotors == ULNA_ROTORS_NONE ||
                     (work->drive.rotors == ULNA_ROTORS_EXACT && model->tables->rotors.carried);
  if (plain) analytic_forces(model, work, q, qd, qdd, to);
  else dual_derivatives(model, work, q, qd, qdd, to);
}

/* Friction of a joint that does not feel its load. */
static void add_joint_friction(const ulna_model *model, const double q[], const double qd[], double tau[],
                               double dq[], double dqd[])
{
  const int n = model->n;
  for (int i = 0; i < n; i++) {
    const ulna_friction *law = &model->given.joints[i].friction;
    const ulna_bearing at = {.position = q[i]};
    const friction_gradient g = ulna_friction_gradient(law, qd[i], &at);
    tau[i] += ulna_friction_force(law, qd[i], &at);
    dq[i * n + i] += g.position;
    dqd[i * n + i] += g.velocity;
  }
}

/* d√(x² + y²) along (dx, dy). The apex of that cone has no derivative, unless nothing moves: *whole becomes false. */
static double length_rate(const double x[2], const double dx[2], bool *whole)
{
  const double length = hypot(x[0], x[1]);
  if (length > 0 || isnan(length)) return (x[0] * dx[0] + x[1] * dx[1]) / length;
  if (dx[0] != 0 || dx[1] != 0) *whole = false;
  return 0;
}

/* Friction of joints that do: with N and m the lengths of force and moment across the joint's axis,
 *   ∂f/∂x = ∂f/∂v ∂qd_i/∂x + ∂f/∂position ∂q_i/∂x + ∂f/∂N ∂N/∂x + ∂f/∂m ∂m/∂x, by duals through the plain recursion.
 * false: a load that matters is exactly 0 and has no derivative. */
static bool add_loaded_friction(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                                const double qdd[], double tau[], double *const by[3])
{
  derivatives_scratch *s = work->derivatives;
  const int n = model->n;
  const dual_arm arm = dual_arm_of(model, work);
  const dual_state at = {q, qd, qdd};
  double *unit = s->v[0], *none = s->v[1];
  bool whole = true;
  memset(unit, 0, (size_t)n * sizeof *unit);
  memset(none, 0, (size_t)n * sizeof *none);
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < n; j++) {
      unit[j] = 1;
      const dual_state along = {k == 0 ? unit : none, k == 1 ? unit : none, k == 2 ? unit : none};
      ulna_dual_forces(&arm, &at, &along, s->dual, s->v[3], s->v[2]);
      unit[j] = 0;
      for (int i = 0; i < n; i++) {
        const ulna_friction *law = &model->given.joints[i].friction;
        double x[4], dx[4], dN = 0, dm = 0;
        ulna_dual_bearing(s->dual, i, x, dx);
        const ulna_bearing felt = {.force = hypot(x[0], x[1]), .moment = hypot(x[2], x[3]), .position = q[i]};
        const friction_gradient g = ulna_friction_gradient(law, qd[i], &felt);
        if (g.force != 0) dN = length_rate(x, dx, &whole);
        if (g.moment != 0) dm = length_rate(x + 2, dx + 2, &whole);
        by[k][i * n + j] += g.force * dN + g.moment * dm;
        if (i == j && k == 0)
          by[k][i * n + j] += g.position, tau[i] += ulna_friction_force(law, qd[i], &felt);
        if (i == j && k == 1) by[k][i * n + j] += g.velocity;
      }
    }
  return whole;
}

/* Friction of the actuators, Kᵀ f(K qd), added to tau (n) and its derivatives. Most of K is zero. */
static void add_actuator_friction(const ulna_model *model, const derivatives_scratch *s, const double q[],
                                  const double qd[], const double qdd[], double tau[], double dq[],
                                  double dqd[])
{
  const int n = model->n;
  for (int a = 0; a < model->given.drive_count; a++) {
    const ulna_friction *law = &model->given.drives[a].friction;
    const double *k = &s->K[a * n];
    double rate = 0;
    for (int i = 0; i < n; i++) rate += k[i] * qd[i];
    const double force = ulna_friction_force(law, rate, NULL),
                 slope = ulna_friction_gradient(law, rate, NULL).velocity;
    for (int i = 0; i < n; i++) {
      if (k[i] == 0) continue;
      tau[i] += k[i] * force;
      for (int j = 0; j < n; j++) dqd[i * n + j] += k[i] * slope * k[j];
    }
    if (!row_turns(&model->drives.actuators, a)) continue;
    const follower f = {k, s->H, s->rate_q, s->acceleration_q};
    follow(&model->drives.actuators, a, q, qd, qdd, &f);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) dq[i * n + j] += f.H[i * n + j] * force + k[i] * slope * f.rate_q[j];
  }
}

/* −Σ_a ∂²q_a/∂q_i∂q_j F_a added to A: how Kᵀ F_a changes with the joints. */
static void take_off_turning_coupling(const ulna_model *model, const derivatives_scratch *s, const double q[],
                                      const double F_a[], double A[])
{
  const coupling_numbers *c = &model->drives.actuators;
  for (int a = 0; a < model->n && c->screw_count > 0; a++) {
    ulna_coupling_hessian(c, a, q, s->H);
    for (int k = 0; k < model->n * model->n; k++) A[k] -= s->H[k] * F_a[a];
  }
}

static void copy_forces(int n, const joint_force_derivatives *from, const joint_force_derivatives *to)
{
  const size_t matrix = (size_t)n * (size_t)n * sizeof(double);
  memcpy(to->F, from->F, (size_t)n * sizeof(double));
  memcpy(to->dq, from->dq, matrix), memcpy(to->dqd, from->dqd, matrix), memcpy(to->dqdd, from->dqdd, matrix);
}

static void clear_forces(int n, const joint_force_derivatives *x)
{
  const size_t matrix = (size_t)n * (size_t)n * sizeof(double);
  memset(x->F, 0, (size_t)n * sizeof(double));
  memset(x->dq, 0, matrix), memset(x->dqd, 0, matrix), memset(x->dqdd, 0, matrix);
}

static bool finite_forces(int n, const joint_force_derivatives *x)
{
  return all_finite(n, x->F) && all_finite(n * n, x->dq) && all_finite(n * n, x->dqd) &&
         all_finite(n * n, x->dqdd);
}

/* Friction of actuators and joints added to forces and their derivatives. s has K.
 * false: friction depends on a load that has no derivative here. */
static bool add_friction(const ulna_model *model, ulna_work *work, const double q[], const double qd[],
                         const double qdd[], const joint_force_derivatives *to)
{
  add_actuator_friction(model, work->derivatives, q, qd, qdd, to->F, to->dq, to->dqd);
  if (model->drives.load_friction)
    return add_loaded_friction(model, work, q, qd, qdd, to->F, (double *const[3]){to->dq, to->dqd, to->dqdd});
  add_joint_friction(model, q, qd, to->F, to->dq, to->dqd);
  return true;
}

static void give(double to[], const double from[], int count)
{
  if (to) memcpy(to, from, (size_t)count * sizeof *to);
}

/* K as lu_factor_scaled leaves it; factor NULL: K is diagonal. */
typedef struct {
  const double *factor, *scale;
  const int *pivot;
} factored_coupling;

/* false: K is singular. */
static bool factor_coupling(const ulna_model *model, ulna_work *work, const double K[], factored_coupling *f)
{
  const drive_numbers *drives = &model->drives;
  drive_scratch *d = &work->drive;
  const int n = model->n;
  *f = (factored_coupling){drives->in_order ? NULL : drives->factor, drives->row_scale, drives->pivot};
  if (drives->in_order || drives->factor) return true;
  *f = (factored_coupling){d->factor, d->row_scale, d->pivot};
  memcpy(d->factor, K, (size_t)n * (size_t)n * sizeof *d->factor);
  return lu_factor_scaled(n, d->factor, d->pivot, d->row_scale, COUPLING_VANISHING) < 0;
}

/* A becomes K⁻ᵀ A, `columns` numbers a row. */
static void through_coupling(const ulna_model *model, const factored_coupling *f, int columns, double A[])
{
  if (f->factor) lu_solve_transposed_rows(model->n, f->factor, f->pivot, columns, A);
  for (int i = 0; i < model->n; i++) {
    const double scale = f->factor ? f->scale[i] : 1 / model->drives.place[i].ratio;
    for (int j = 0; j < columns; j++) A[i * columns + j] *= scale;
  }
}

/* s->actuator from s->tau: Kᵀ F_ad = tau, so Kᵀ ∂F_ad = ∂tau − ∂Kᵀ F_ad. */
static ulna_status to_actuators(const ulna_model *model, ulna_work *work, const double q[])
{
  derivatives_scratch *s = work->derivatives;
  const joint_force_derivatives *to = &s->actuator;
  const int n = model->n;
  factored_coupling K;
  if (!factor_coupling(model, work, s->K, &K)) return ULNA_SINGULAR;
  copy_forces(n, &s->tau, to);
  through_coupling(model, &K, 1, to->F);
  take_off_turning_coupling(model, s, q, to->F, to->dq);
  through_coupling(model, &K, n, to->dq);
  through_coupling(model, &K, n, to->dqd);
  through_coupling(model, &K, n, to->dqdd);
  return finite_forces(n, to) ? ULNA_OK : ULNA_NOT_FINITE;
}

ulna_status ulna_drive_inverse_dynamics_derivatives(const ulna_model *model, ulna_work *work,
                                                    const double q[], const double qd[], const double qdd[],
                                                    const ulna_drive_derivatives *out)
{
  ULNA_ASSERT(model && work && work->model == model && out);
  if (!(work->parts & ULNA_PART_DERIVATIVES)) return ULNA_MISSING_PART;
  if (model->drives.follower_count > 0) return ULNA_UNSUPPORTED;
  derivatives_scratch *s = work->derivatives;
  const joint_force_derivatives *F = &s->joint, *tau = &s->tau, *F_ad = &s->actuator;
  const int n = model->n;
  ulna_status status = ULNA_OK;
  s->K = ulna_coupling_at(model, work, q);
  forces_of(model, work, q, qd, qdd, F);
  copy_forces(n, F, tau);
  if (!add_friction(model, work, q, qd, qdd, tau)) return ULNA_UNSUPPORTED;
  if (!finite_forces(n, tau)) return ULNA_NOT_FINITE;
  if (out->F_ad || out->dF_ad_dq || out->dF_ad_dqd || out->dF_ad_dqdd) status = to_actuators(model, work, q);
  if (status != ULNA_OK) return status;
  give(out->F, F->F, n), give(out->dF_dq, F->dq, n * n), give(out->dF_dqd, F->dqd, n * n);
  give(out->tau, tau->F, n), give(out->dtau_dq, tau->dq, n * n), give(out->dtau_dqd, tau->dqd, n * n),
      give(out->dtau_dqdd, tau->dqdd, n * n);
  give(out->F_ad, F_ad->F, n), give(out->dF_ad_dq, F_ad->dq, n * n), give(out->dF_ad_dqd, F_ad->dqd, n * n),
      give(out->dF_ad_dqdd, F_ad->dqdd, n * n);
  return ULNA_OK;
}

/* s->M becomes M⁻¹. */
static ulna_status invert_mass(derivatives_scratch *s, int n)
{
  double *pivot = s->v[3], largest = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, s->M[i * n + i]);
  ulna_fast_paths(0)->invert(n, s->M, pivot);
  for (int i = n - 1; i >= 0; i--)  // in the order of the elimination
    if (!(pivot[i] > vanishing * largest)) return isnan(pivot[i]) ? ULNA_NOT_FINITE : ULNA_SINGULAR;
  return ULNA_OK;
}

/* M⁻¹ Kᵀ. Most of K is zero. */
static void mobility_of_actuators(int n, const double inverse[], const double K[], double to[])
{
  memset(to, 0, (size_t)n * (size_t)n * sizeof *to);
  for (int a = 0; a < n; a++)
    for (int k = 0; k < n; k++) {
      const double ratio = K[a * n + k];
      for (int i = 0; i < n && ratio != 0; i++) to[i * n + a] += inverse[i * n + k] * ratio;
    }
}

ulna_status ulna_driven_motion_derivatives(const ulna_model *model, ulna_work *work, bool friction,
                                           const double q[], const double qd[], const double F_a[],
                                           const double tau[], const motion_derivatives *out)
{
  if (model->drives.follower_count > 0) return ULNA_UNSUPPORTED;
  derivatives_scratch *s = work->derivatives;
  const joint_force_derivatives *joint = &s->joint, *rest = &s->tau, *found = &s->actuator;
  const int n = model->n;
  double *acceleration = s->v[4], *force = s->v[5];

  // M qdd = Kᵀ F_a + tau − (what the arm needs at qdd = 0, friction included)
  s->K = ulna_coupling_at(model, work, q);
  ulna_driven_mass_matrix(model, work, q, s->M);
  ulna_driven_bias(model, work, q, qd, force);
  clear_forces(n, rest);
  if (friction && !add_friction(model, work, q, qd, model->tables->none, rest)) return ULNA_UNSUPPORTED;
  for (int i = 0; i < n; i++) {
    force[i] = (tau ? tau[i] : 0) - (force[i] + rest->F[i]);
    for (int a = 0; a < n && F_a; a++) force[i] += s->K[a * n + i] * F_a[a];
  }
  const ulna_status status = invert_mass(s, n);
  if (status != ULNA_OK) return status;
  for (int i = 0; i < n; i++) {
    acceleration[i] = 0;
    for (int k = 0; k < n; k++) acceleration[i] += s->M[i * n + k] * force[k];
  }

  // M ∂qdd = ∂Kᵀ F_a − ∂(forces) at that qdd; friction is taken to not depend on it (ulna_drive_forward_dynamics)
  forces_of(model, work, q, qd, acceleration, joint);
  for (int k = 0; k < n * n; k++) rest->dq[k] += joint->dq[k], rest->dqd[k] += joint->dqd[k];
  if (F_a) take_off_turning_coupling(model, s, q, F_a, rest->dq);
  work->products(n, s->M, rest->dq, rest->dqd, found->dq, found->dqd);
  if (out->by_F_a) mobility_of_actuators(n, s->M, s->K, joint->dqdd);
  if (!all_finite(n, acceleration) || !all_finite(n * n, found->dq) || !all_finite(n * n, found->dqd) ||
      (out->by_tau && !all_finite(n * n, s->M)) || (out->by_F_a && !all_finite(n * n, joint->dqdd)))
    return ULNA_NOT_FINITE;
  give(out->qdd, acceleration, n), give(out->by_q, found->dq, n * n), give(out->by_qd, found->dqd, n * n);
  give(out->by_tau, s->M, n * n), give(out->by_F_a, joint->dqdd, n * n);
  return ULNA_OK;
}

ulna_status ulna_drive_forward_dynamics_derivatives(const ulna_model *model, ulna_work *work,
                                                    ulna_forward_input input, const double q[],
                                                    const double qd[], const double forces[], double qdd[],
                                                    double dqdd_dq[], double dqdd_dqd[],
                                                    double dqdd_dforces[])
{
  ULNA_ASSERT(model && work && work->model == model && forces);
  if (!(work->parts & ULNA_PART_DERIVATIVES)) return ULNA_MISSING_PART;
  const bool under_tau = input == ULNA_UNDER_TAU;
  const motion_derivatives out = {.qdd = qdd,
                                  .by_q = dqdd_dq,
                                  .by_qd = dqdd_dqd,
                                  .by_tau = under_tau ? dqdd_dforces : NULL,
                                  .by_F_a = under_tau ? NULL : dqdd_dforces};
  return ulna_driven_motion_derivatives(model, work, true, q, qd, under_tau ? NULL : forces,
                                        under_tau ? forces : NULL, &out);
}

ulna_status ulna_inverse_dynamics_derivatives(const ulna_model *model, ulna_work *work, const double q[],
                                              const double qd[], const double qdd[], double tau[],
                                              double dtau_dq[], double dtau_dqd[], double dtau_dqdd[])
{
  ULNA_ASSERT(model && work && work->model == model);
  if (!(work->parts & ULNA_PART_DERIVATIVES)) return ULNA_MISSING_PART;
  derivatives_scratch *s = work->derivatives;
  work->derivatives_of(&work->fast, q, qd, qdd, NULL, NULL, tau ? tau : s->joint.F,
                       dtau_dq ? dtau_dq : s->joint.dq, dtau_dqd ? dtau_dqd : s->joint.dqd,
                       dtau_dqdd ? dtau_dqdd : s->joint.dqdd, &s->kernel);
  return ULNA_OK;
}

ulna_status ulna_forward_dynamics_derivatives(const ulna_model *model, ulna_work *work, const double q[],
                                              const double qd[], const double tau[], double qdd[],
                                              double dqdd_dq[], double dqdd_dqd[], double dqdd_dtau[])
{
  ULNA_ASSERT(model && work && work->model == model);
  if (!(work->parts & ULNA_PART_DERIVATIVES)) return ULNA_MISSING_PART;
  if (model->drives.follower_count > 0) return ULNA_UNSUPPORTED;
  derivatives_scratch *s = work->derivatives;
  const int n = model->n;
  double *acceleration = s->v[4], *inverse = s->M, *bias = s->v[3];
  const ulna_status status = ulna_mass_matrix_inverse(model, work, q, inverse);
  if (status != ULNA_OK) return status;
  // qdd = M⁻¹ (tau − bias), then ∂qdd = −M⁻¹ ∂tau at that qdd
  ulna_bias(model, work, q, qd, bias);
  for (int i = 0; i < n; i++) {
    acceleration[i] = 0;
    for (int j = 0; j < n; j++) acceleration[i] += inverse[i * n + j] * (tau[j] - bias[j]);
  }
  work->derivatives_of(&work->fast, q, qd, acceleration, NULL, NULL, s->joint.F, s->joint.dq, s->joint.dqd,
                       s->joint.dqdd, &s->kernel);
  give(qdd, acceleration, n);
  give(dqdd_dtau, inverse, n * n);
  work->products(n, inverse, s->joint.dq, s->joint.dqd, dqdd_dq, dqdd_dqd);
  return ULNA_OK;
}
