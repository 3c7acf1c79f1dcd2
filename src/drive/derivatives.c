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

/* A coupling or mass matrix whose pivot falls below this share of its largest element is taken as singular. */
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

/* What a rotor adds to the derivatives of F beside its share in the kernel's, in which x, xd and xdd are held. */
static void add_rotor(int n, int r, double inertia, const fast_rotors *rotors, const derivative_rotors *from,
                      const follower *f, const joint_force_derivatives *to)
{
  const double own = rotors->own[r], *own_q = from->own_q + r * n, *own_qd = from->own_qd + r * n,
               *g = from->g_s + r * n, *wg = from->wg_s + r * n, *k = f->k;
  for (int i = 0; i < n; i++) {
    to->F[i] += k[i] * own;
    for (int j = 0; j < n; j++) {
      const int at = i * n + j;
      const double twice = 2 * f->rate_q[j];
      to->dq[at] += wg[i] * f->rate_q[j] + g[i] * f->acceleration_q[j] +
                    k[i] * (own_q[j] + inertia * f->acceleration_q[j]) + f->H[at] * own;
      to->dqd[at] += wg[i] * k[j] + g[i] * twice + k[i] * (own_qd[j] + inertia * twice);
      to->M[at] += g[i] * k[j] + k[i] * g[j] + inertia * k[i] * k[j];
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
                       to->dqd, to->M, &s->kernel);
  for (int r = 0; r < count; r++) {
    const follower f = {&Kx[row[r] * n], s->H, s->rate_q, s->acceleration_q};
    follow(moving, row[r], q, qd, qdd, &f);
    add_rotor(n, r, s->rotors.inertia[r], &s->rotors, &s->of_rotors, &f, to);
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
  double *const out[3] = {to->dq, to->dqd, to->M};
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
      ulna_dual_forces(&arm, &at, &along, s->dual, s->v[5], s->v[2]);
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

/* Friction of the actuators, Kᵀ f(K qd), added to tau (n) and its derivatives. */
static void add_friction(const ulna_model *model, const derivatives_scratch *s, const double q[],
                         const double qd[], const double qdd[], double tau[], double dq[], double dqd[])
{
  const int n = model->n;
  for (int a = 0; a < model->given.drive_count; a++) {
    const ulna_friction *law = &model->given.drives[a].friction;
    const double *k = &s->K[a * n];
    const follower f = {k, s->H, s->rate_q, s->acceleration_q};
    follow(&model->drives.actuators, a, q, qd, qdd, &f);
    double rate = 0;
    for (int i = 0; i < n; i++) rate += k[i] * qd[i];
    const double force = ulna_friction_force(law, rate, NULL),
                 slope = ulna_friction_gradient(law, rate, NULL).velocity;
    for (int i = 0; i < n; i++) {
      tau[i] += k[i] * force;
      for (int j = 0; j < n; j++) {
        dq[i * n + j] += f.H[i * n + j] * force + k[i] * slope * f.rate_q[j];
        dqd[i * n + j] += k[i] * slope * k[j];
      }
    }
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

/* tau with all friction, and its derivatives, into s->v[3], s->tau_q, s->tau_qd, s->tau_qdd; F and its own into s->joint; K.
 * false: friction depends on a load that has no derivative here. */
static bool all_forces(const ulna_model *model, ulna_work *work, bool friction, const double q[],
                       const double qd[], const double qdd[])
{
  derivatives_scratch *s = work->derivatives;
  const size_t n = (size_t)model->n, vector = n * sizeof(double), matrix = n * n * sizeof(double);
  ulna_coupling_value(&model->drives.actuators, q, NULL, s->K);
  forces_of(model, work, q, qd, qdd, &s->joint);
  memcpy(s->v[3], s->joint.F, vector);
  memcpy(s->tau_q, s->joint.dq, matrix);
  memcpy(s->tau_qd, s->joint.dqd, matrix);
  memcpy(s->tau_qdd, s->joint.M, matrix);
  if (!friction) return true;
  add_friction(model, s, q, qd, qdd, s->v[3], s->tau_q, s->tau_qd);
  if (model->drives.load_friction)
    return add_loaded_friction(model, work, q, qd, qdd, s->v[3],
                               (double *const[3]){s->tau_q, s->tau_qd, s->tau_qdd});
  add_joint_friction(model, q, qd, s->v[3], s->tau_q, s->tau_qd);
  return true;
}

static void give(double to[], const double from[], int count)
{
  if (to) memcpy(to, from, (size_t)count * sizeof *to);
}

/* Whether all numbers of an array are finite; NULL: true. */
static bool numbers(const double given[], int count) { return !given || all_finite(count, given); }

/* The columns of A become K⁻ᵀ times them, K factored; out may be NULL. */
static void through_coupling(int n, const double factor[], const int pivot[], const double A[],
                             double column[], double out[])
{
  for (int j = 0; j < n && out; j++) {
    for (int i = 0; i < n; i++) column[i] = A[i * n + j];
    lu_solve_transposed(n, factor, pivot, column);
    for (int i = 0; i < n; i++) out[i * n + j] = column[i];
  }
}

ulna_status ulna_drive_inverse_dynamics_derivatives(const ulna_model *model, ulna_work *work,
                                                    const double q[], const double qd[], const double qdd[],
                                                    const ulna_drive_derivatives *out)
{
  ULNA_ASSERT(model && work && work->model == model && out);
  if (!(work->parts & ULNA_PART_DERIVATIVES)) return ULNA_MISSING_PART;
  if (model->drives.follower_count > 0) return ULNA_UNSUPPORTED;
  derivatives_scratch *s = work->derivatives;
  const int n = model->n;
  if (!all_forces(model, work, true, q, qd, qdd)) return ULNA_UNSUPPORTED;
  const bool at_actuators = out->F_ad || out->dF_ad_dq || out->dF_ad_dqd || out->dF_ad_dqdd;
  if (!all_finite(n, s->v[3]) || !all_finite(n * n, s->tau_q) || !all_finite(n * n, s->tau_qd) ||
      !all_finite(n * n, s->tau_qdd))
    return ULNA_NOT_FINITE;
  if (at_actuators && lu_factor(n, s->K, s->pivot, vanishing) >= 0) return ULNA_SINGULAR;
  give(out->F, s->joint.F, n);
  give(out->dF_dq, s->joint.dq, n * n), give(out->dF_dqd, s->joint.dqd, n * n);
  give(out->tau, s->v[3], n);
  give(out->dtau_dq, s->tau_q, n * n), give(out->dtau_dqd, s->tau_qd, n * n),
      give(out->dtau_dqdd, s->tau_qdd, n * n);
  if (!at_actuators) return ULNA_OK;

  // Kᵀ F_ad = tau, so Kᵀ ∂F_ad = ∂tau − ∂Kᵀ F_ad
  double *F_ad = s->v[4];
  memcpy(F_ad, s->v[3], (size_t)n * sizeof *F_ad);
  lu_solve_transposed(n, s->K, s->pivot, F_ad);
  take_off_turning_coupling(model, s, q, F_ad, s->tau_q);
  give(out->F_ad, F_ad, n);
  through_coupling(n, s->K, s->pivot, s->tau_q, s->v[5], out->dF_ad_dq);
  through_coupling(n, s->K, s->pivot, s->tau_qd, s->v[5], out->dF_ad_dqd);
  through_coupling(n, s->K, s->pivot, s->tau_qdd, s->v[5], out->dF_ad_dqdd);
  return numbers(out->F_ad, n) && numbers(out->dF_ad_dq, n * n) && numbers(out->dF_ad_dqd, n * n) &&
                 numbers(out->dF_ad_dqdd, n * n)
             ? ULNA_OK
             : ULNA_NOT_FINITE;
}

/* out = −M⁻¹ A, M factored; out may be NULL */
static void minus_solved(int n, const double factor[], const int pivot[], const double A[], double column[],
                         double out[])
{
  for (int j = 0; j < n && out; j++) {
    for (int i = 0; i < n; i++) column[i] = -A[i * n + j];
    lu_solve(n, factor, pivot, column);
    for (int i = 0; i < n; i++) out[i * n + j] = column[i];
  }
}

ulna_status ulna_driven_motion_derivatives(const ulna_model *model, ulna_work *work, bool friction,
                                           const double q[], const double qd[], const double F_a[],
                                           const double tau[], const motion_derivatives *out)
{
  if (model->drives.follower_count > 0) return ULNA_UNSUPPORTED;
  derivatives_scratch *s = work->derivatives;
  const int n = model->n;
  double *acceleration = s->v[6];

  // M qdd = Kᵀ F_a + tau − (what the arm needs at qdd = 0, friction included)
  memset(acceleration, 0, (size_t)n * sizeof *acceleration);
  if (!all_forces(model, work, friction, q, qd, acceleration)) return ULNA_UNSUPPORTED;
  for (int i = 0; i < n; i++) {
    acceleration[i] = (tau ? tau[i] : 0) - s->v[3][i];
    for (int a = 0; a < n && F_a; a++) acceleration[i] += s->K[a * n + i] * F_a[a];
  }
  memcpy(s->M, s->joint.M, (size_t)n * (size_t)n * sizeof *s->M);
  if (lu_factor(n, s->M, s->pivot, vanishing) >= 0) return ULNA_SINGULAR;
  lu_solve(n, s->M, s->pivot, acceleration);

  // M ∂qdd = ∂Kᵀ F_a − ∂(forces) at that qdd; friction is taken to not depend on it (ulna_drive_forward_dynamics)
  for (int k = 0; k < n * n; k++) s->tau_q[k] -= s->joint.dq[k], s->tau_qd[k] -= s->joint.dqd[k];
  forces_of(model, work, q, qd, acceleration, &s->joint);
  for (int k = 0; k < n * n; k++) s->tau_q[k] += s->joint.dq[k], s->tau_qd[k] += s->joint.dqd[k];
  if (F_a) take_off_turning_coupling(model, s, q, F_a, s->tau_q);
  if (!all_finite(n, acceleration) || !all_finite(n * n, s->tau_q) || !all_finite(n * n, s->tau_qd))
    return ULNA_NOT_FINITE;
  give(out->qdd, acceleration, n);
  minus_solved(n, s->M, s->pivot, s->tau_q, s->v[5], out->by_q);
  minus_solved(n, s->M, s->pivot, s->tau_qd, s->v[5], out->by_qd);
  double *const by[2] = {out->by_tau, out->by_F_a};  // M⁻¹ and M⁻¹ Kᵀ
  for (int k = 0; k < 2; k++)
    for (int j = 0; j < n && by[k]; j++) {
      for (int i = 0; i < n; i++) s->v[5][i] = k == 0 ? (i == j) : s->K[j * n + i];
      lu_solve(n, s->M, s->pivot, s->v[5]);
      for (int i = 0; i < n; i++) by[k][i * n + j] = s->v[5][i];
    }
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
  const ulna_status status = ulna_driven_motion_derivatives(
      model, work, true, q, qd, under_tau ? NULL : forces, under_tau ? forces : NULL, &out);
  if (status != ULNA_OK) return status;
  const int n = model->n;
  return numbers(qdd, n) && numbers(dqdd_dq, n * n) && numbers(dqdd_dqd, n * n) &&
                 numbers(dqdd_dforces, n * n)
             ? ULNA_OK
             : ULNA_NOT_FINITE;
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
                       dtau_dqdd ? dtau_dqdd : s->joint.M, &s->kernel);
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
  double *acceleration = s->v[6], *inverse = s->tau_qdd, *bias = s->v[5];
  const ulna_status status = ulna_mass_matrix_inverse(model, work, q, inverse);
  if (status != ULNA_OK) return status;
  // qdd = M⁻¹ (tau − bias), then ∂qdd = −M⁻¹ ∂tau at that qdd
  ulna_bias(model, work, q, qd, bias);
  for (int i = 0; i < n; i++) {
    acceleration[i] = 0;
    for (int j = 0; j < n; j++) acceleration[i] += inverse[i * n + j] * (tau[j] - bias[j]);
  }
  work->derivatives_of(&work->fast, q, qd, acceleration, NULL, NULL, s->joint.F, s->joint.dq, s->joint.dqd,
                       s->joint.M, &s->kernel);
  give(qdd, acceleration, n);
  give(dqdd_dtau, inverse, n * n);
  work->products(n, inverse, s->joint.dq, s->joint.dqd, dqdd_dq, dqdd_dqd);
  return ULNA_OK;
}
