/* Impedance at the hand: wrench = stiffness · pose error + damping · twist error, beside the forces of the desired
 * motion; the hand's inertia stays as it is. */
#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "control/control_internal.h"
#include "control/least_squares.h"
#include "drive/drive_internal.h"
#include "drive/driven.h"
#include "ulna/drive.h"

/* Modes of the hand on its springs. With Λ⁻¹ = D M⁻¹ Dᵗ the hand moves as Λ ë + B ė + K e = 0, and
 *   K^½ Λ⁻¹ K^½ = Σ ω_i² g_i g_iᵗ,   g_i of length 1.
 * Columns of Y = K^½ D L⁻ᵗ, M = L Lᵗ, turned until they are orthogonal, are ω_i g_i. Then
 *   B = K^½ (Σ β_i/ω_i² g_i g_iᵗ) K^½
 * damps each mode at a rate β_i of its own: 2ζω_i for a damping ratio ζ. So the light wrist and the heavy shoulder of
 * an arm each get their own damping; one number for a direction would be too much for the wrist (at this period) or
 * too little for the shoulder. */
bool ulna_control_hand_modes(ulna_controller *c, const double q[], double g[])
{
  const int n = c->n;
  double *Y = c->loop_rows;
  ulna_driven_mass_matrix(c->model, c->work, q, c->M);
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < n; i++) Y[k * n + i] = c->spring_root[k] * c->hand.D[6 * i + k];
  if (!ulna_control_whiten(n, c->M, 6, Y)) return false;
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < n; i++) g[6 * i + k] = Y[k * n + i];
  (void)c->work->plain->orthogonalise(g, 6, 6, n, 1e-12);
  return true;
}

/* The springs' and dampers' wrench from the errors. Directions whose damping was given have it; the others are damped mode by
 * mode, and a mode that is too fast for the period gets a softer spring. */
static void find_pull(ulna_controller *c, double pull[6])
{
  const ulna_impedance_options *o = &c->o.impedance;
  const double *root = c->spring_root, held = c->o.period + c->o.delay;
  double rate[6], *g = c->loop_gram, largest = 0;
  for (int k = 0; k < 6; k++) rate[k] = c->twist6[k] - c->hand.twist[k];
  for (int k = 0; k < 6; k++) pull[k] = o->stiffness[k] * c->error6[k] + o->damping[k] * rate[k];
  if (!ulna_control_hand_modes(c, c->measured->q, g)) return;
  for (int i = 0; i < c->n; i++) {
    double length2 = 0;
    for (int k = 0; k < 6; k++) length2 += g[6 * i + k] * g[6 * i + k];
    largest = fmax(largest, length2);
  }
  for (int i = 0; i < c->n; i++) {
    double length2 = 0, along = 0, along_rate = 0;
    for (int k = 0; k < 6; k++) {
      length2 += g[6 * i + k] * g[6 * i + k];
      along += g[6 * i + k] * root[k] * c->error6[k];
      along_rate += g[6 * i + k] * root[k] * rate[k];
    }
    if (!(length2 > 1e-12 * largest)) continue;  // the hand cannot move so
    const double stiffest = fmin(length2, c->stiffest_mode);
    const double damping =
        fmin(fmax(2 * o->damping_ratio * sqrt(stiffest), stiffest * held), c->fastest_mode);
    // g is ω_i g_i here
    const double f = ((stiffest / length2 - 1) * along + damping / length2 * along_rate) / length2;
    for (int k = 0; k < 6; k++) pull[k] += root[k] * g[6 * i + k] * f;
  }
}

/* D of this step by least squares, damped below hand.resolve.damping and exact elsewhere; lengths and slides in `metre`. */
typedef struct {
  least_squares squares;
  double *column, metre;
} hand_inverse;

static double unit_of(const ulna_controller *c, const hand_inverse *D, int i)
{
  return c->model->link[i].joint == ULNA_PRISMATIC ? D->metre : 1;
}

static void make_inverse(const ulna_controller *c, hand_inverse *D)
{
  const double metre = ulna_model_length(c->model) / 8;
  D->column = c->loop_gram, D->metre = metre > 0 ? metre : 1;
  for (int i = 0; i < c->n; i++) {
    const double unit = unit_of(c, D, i);
    for (int k = 0; k < LINE; k++)
      D->column[LINE * i + k] = k < 6 ? c->hand.D[6 * i + k] * unit / (k < 3 ? 1 : D->metre) : 0;
  }
  least_squares_make(&D->squares, c->n, 6, D->column, c->o.hand.resolve.damping);
}

/* x becomes x + D⁺ (y − D x): the joint motion nearest to x that gives the hand y, or part of it near a singular
 * posture. */
static void give_hand(const ulna_controller *c, const hand_inverse *D, const double y[6], double x[])
{
  double b[LINE] = {0};
  for (int k = 0; k < 6; k++) b[k] = k < 3 ? y[k] : y[k] / D->metre;
  for (int i = 0; i < c->n; i++) x[i] /= unit_of(c, D, i);
  least_squares_solve(&D->squares, D->column, b, x);
  for (int i = 0; i < c->n; i++) x[i] *= unit_of(c, D, i);
}

/* The same for y = 0 and damped everywhere, by a share of the mean diagonal of D Dᵗ: joints whose set points are
 * given keep part of their effect on the hand, the more the nearer the posture is to a singular one. */
static void leave_hand(const ulna_controller *c, double share, double x[])
{
  double A[36] = {0}, z[6] = {0}, mean = 0;
  int order[6];
  for (int i = 0; i < c->n; i++) {
    const double *D = &c->hand.D[6 * i];
    for (int k = 0; k < 6; k++) {
      z[k] -= D[k] * x[i];
      for (int l = 0; l < 6; l++) A[6 * k + l] += D[k] * D[l];
    }
  }
  for (int k = 0; k < 6; k++) mean += A[7 * k] / 6;
  for (int k = 0; k < 6; k++) A[7 * k] += share * mean;
  if (lu_factor(6, A, order, 0) >= 0) return;
  lu_solve(6, A, order, z);
  for (int i = 0; i < c->n; i++)
    for (int k = 0; k < 6; k++) x[i] += c->hand.D[6 * i + k] * z[k];
}

/* Joint motion that does not move the hand is held like a joint of its own, at the set point of the joints, or at a
 * posture that follows the hand's. w = stiffness (q_d − q) + damping (qd_d − qd), and x is the part of w with D x =
 * 0. As an acceleration it leaves the hand alone, and its loop is the same on any arm. Near a singular posture,
 * motion that hardly moves the hand is held too, so that a hand that gives way does not swing about a stretched
 * elbow. */
static void hold_unseen(const ulna_controller *c, const hand_inverse *D, double x[])
{
  static const double still[6];
  const ulna_impedance_options *o = &c->o.impedance;
  for (int i = 0; i < c->n; i++)
    x[i] = o->null_stiffness * (c->q_d[i] - c->measured->q[i]) +
           o->null_damping * ((c->qd_d ? c->qd_d[i] : 0) - c->measured->qd[i]);
  if (c->desired->q) leave_hand(c, 0.02, x);
  else give_hand(c, D, still, x);
}

/* Accelerations of the desired motion itself: of the joints as they are given; of the hand by qdd with D qdd = a_d − Ḋ qd_r, qd_r
 * the rates that the desired twist takes. So spring and damper see errors alone, Λ ë + B ė + K e = wrench of the world, with Λ the
 * hand's own inertia. Damped near singular postures; there the spring replaces what is left out. Not Ḋ qd of the
 * measured rates: that would keep an error's speed as the arm stretches, and the joints' speed would grow without
 * bound; left alone, it goes into the hand's inertia, which grows there. */
static void add_desired(ulna_controller *c, const hand_inverse *D, double x[], double own[])
{
  const ulna_desired *d = c->desired;
  double asked[6], turning[6];
  for (int i = 0; i < c->n; i++) own[i] = d->q && d->qdd ? d->qdd[i] : 0;
  if (d->pose) {
    hand_motion h;
    memcpy(c->rate, c->qd_d, (size_t)c->n * sizeof *c->rate);
    give_hand(c, D, c->twist6, c->rate);
    ulna_work_hand_motion(c->work, c->measured->q, c->rate, c->hand.D, &h);
    vec3_store(h.wd, turning), vec3_store(h.a, turning + 3);
    for (int k = 0; k < 6; k++) asked[k] = (d->acceleration ? d->acceleration[k] : 0) - turning[k];
    give_hand(c, D, asked, own);
  }
  for (int i = 0; i < c->n; i++) x[i] += own[i];
}

bool ulna_control_impedance(ulna_controller *c)
{
  const int n = c->n;
  const ulna_desired *d = c->desired;
  const double *qd = c->measured->qd;
  double pull[6];
  hand_inverse D;
  if (d->pose) {  // a posture for what the hand does not see; how far it lags behind is no fault
    hand_motion h;
    if (!ulna_control_follow_hand(c)) return false;
    c->followed = false, c->outcome.resolved = NULL;
    ulna_work_hand_motion(c->work, c->measured->q, qd, c->hand.D, &h);
  }
  find_pull(c, pull);
  make_inverse(c, &D);
  hold_unseen(c, &D, c->v[0]);
  add_desired(c, &D, c->v[0], c->v[1]);
  ulna_drive_joint_forces(c->model, c->work, c->measured->q, qd, c->v[0], c->model->drives.load_friction,
                          c->tau);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 6; k++) c->tau[i] += c->hand.D[6 * i + k] * pull[k];
    c->reference_speed[i] = qd[i];
    c->qdd[i] = 0;
  }
  if (d->push) {
    ulna_set_posture(c->work, c->measured->q);
    ulna_control_add_push(c->model, c->work, d->push, d->push + 3, c->tau);
  }
  return true;
}
