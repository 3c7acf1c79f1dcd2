/* Impedance at the hand: wrench = stiffness · pose error + damping · twist error, and gravity; inertia is left as it is. */
#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "control/control_internal.h"
#include "drive/drive_internal.h"
#include "drive/driven.h"
#include "ulna/drive.h"

/* Diagonal of (D M⁻¹ Dᵗ)⁻¹, the hand's inertia with rotors; 1/(D M⁻¹ Dᵗ)_kk where there is no inverse, and 0 for directions
 * that do not move. */
void ulna_control_hand_inertia(ulna_controller *c, const double q[], double inertia[6])
{
  const int n = c->n;
  double mobility[36] = {0}, column[6];
  int order[6];
  for (int k = 0; k < 6; k++) inertia[k] = 0;
  hand_motion unused;
  memset(c->v[1], 0, (size_t)n * sizeof(double));
  ulna_work_hand_motion(c->work, q, c->v[1], c->hand.D, &unused);
  ulna_driven_mass_matrix(c->model, c->work, q, c->M);
  if (lu_factor(n, c->M, c->order, 0) >= 0) return;
  for (int k = 0; k < 6; k++) {
    for (int i = 0; i < n; i++) c->v[0][i] = c->hand.D[6 * i + k];
    lu_solve(n, c->M, c->order, c->v[0]);
    for (int l = 0; l < 6; l++)
      for (int i = 0; i < n; i++) mobility[6 * l + k] += c->hand.D[6 * i + l] * c->v[0][i];
  }
  for (int k = 0; k < 6; k++) inertia[k] = mobility[7 * k] > 1e-9 ? 1 / mobility[7 * k] : 0;
  if (lu_factor(6, mobility, order, 1e-9) >= 0) return;
  for (int k = 0; k < 6; k++) {
    for (int l = 0; l < 6; l++) column[l] = l == k ? 1 : 0;
    lu_solve(6, mobility, order, column);
    inertia[k] = column[k];
  }
}

/* Damping of a direction from its stiffness and the hand's inertia there, at the first posture. */
static void find_damping(ulna_controller *c)
{
  const ulna_impedance_options *o = &c->o.impedance;
  double inertia[6];
  ulna_control_hand_inertia(c, c->measured->q, inertia);
  for (int k = 0; k < 6; k++) {
    const double K = o->stiffness[k];
    c->damping[k] = o->damping[k] > 0 ? o->damping[k] : 2 * o->damping_ratio * sqrt(K * inertia[k]);
    // enough to hold the stiffness while the output is held, and no more than the sampled loop can have
    c->damping[k] = fmin(fmax(c->damping[k], K * (c->o.period + c->o.delay)), c->damping_most[k]);
  }
  c->damping_known = true;
}

/* What the joints do that the hand does not see is held like a joint of its own, back to where a set point of joints has it, or to
 * where it was at first: qdd = N (stiffness (q_0 − q) + damping (qd_0 − qd)), N = 1 − Dᵗ (D Dᵗ + ε)⁻¹ D. As an acceleration it
 * leaves the hand alone (D qdd = 0), and its loop is the same on any arm. ε, a share of the mean diagonal, takes motion of a
 * singular posture for unseen; with set points of joints, which say what it shall be, of nearly singular ones too. */
static void hold_unseen(ulna_controller *c, double x[])
{
  const int n = c->n;
  const ulna_impedance_options *o = &c->o.impedance;
  const ulna_desired *d = c->desired;
  double A[36] = {0}, y[6] = {0}, mean = 0;
  int order[6];
  for (int i = 0; i < n; i++) {
    const double *D = &c->hand.D[6 * i];
    x[i] = o->null_stiffness * ((d->q ? d->q[i] : c->reference_q[i]) - c->measured->q[i]) +
           o->null_damping * ((d->q && d->qd ? d->qd[i] : 0) - c->measured->qd[i]);
    for (int k = 0; k < 6; k++) {
      y[k] += D[k] * x[i];
      for (int l = 0; l < 6; l++) A[6 * k + l] += D[k] * D[l];
    }
  }
  for (int k = 0; k < 6; k++) mean += A[7 * k] / 6;
  for (int k = 0; k < 6; k++) A[7 * k] += (d->q ? 0.02 : 1e-8) * mean;
  const bool solved = lu_factor(6, A, order, 0) < 0;
  if (solved) lu_solve(6, A, order, y);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 6; k++) x[i] -= solved ? c->hand.D[6 * i + k] * y[k] : 0;
}

void ulna_control_impedance(ulna_controller *c)
{
  const int n = c->n;
  const ulna_desired *d = c->desired;
  const double *qd = c->measured->qd;
  double pull[6];
  if (!c->damping_known) {
    find_damping(c);
    memcpy(c->reference_q, c->measured->q, (size_t)n * sizeof *c->reference_q);
  }
  double *unseen = c->v[0], *none = c->v[1];
  hold_unseen(c, unseen);
  memset(none, 0, (size_t)n * sizeof *none);
  ulna_drive_joint_forces(c->model, c->work, c->measured->q, none, unseen, c->model->drives.load_friction,
                          c->tau);
  for (int k = 0; k < 6; k++)
    pull[k] = c->o.impedance.stiffness[k] * c->error6[k] + c->damping[k] * (c->twist6[k] - c->hand.twist[k]);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 6; k++) c->tau[i] += c->hand.D[6 * i + k] * pull[k];
    c->reference_speed[i] = qd[i];
    c->qdd[i] = 0;
  }
  if (d->push) {
    ulna_set_posture(c->work, c->measured->q);
    ulna_control_add_push(c->model, c->work, d->push, d->push + 3, c->tau);
  }
}
