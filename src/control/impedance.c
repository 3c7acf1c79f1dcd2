/* Impedance at the hand: wrench = stiffness · pose error + damping · twist error, and gravity; inertia is left as it is. */
#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "control/control_internal.h"
#include "drive/driven.h"
#include "ulna/drive.h"

/* Diagonal of (D M⁻¹ Dᵗ)⁻¹, the hand's inertia with rotors; 1/(D M⁻¹ Dᵗ)_kk where there is no inverse, and 0 for directions
 * that do not move. */
static void hand_inertia(ulna_controller *c, double inertia[6])
{
  const int n = c->n;
  double mobility[36] = {0}, column[6];
  int order[6];
  for (int k = 0; k < 6; k++) inertia[k] = 0;
  ulna_driven_mass_matrix(c->model, c->work, c->measured->q, c->M);
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
  hand_inertia(c, inertia);
  for (int k = 0; k < 6; k++)
    c->damping[k] =
        o->damping[k] > 0 ? o->damping[k] : 2 * o->damping_ratio * sqrt(o->stiffness[k] * inertia[k]);
  c->damping_known = true;
}

void ulna_control_impedance(ulna_controller *c)
{
  const int n = c->n;
  const ulna_desired *d = c->desired;
  const double *qd = c->measured->qd;
  double pull[6];
  if (!c->damping_known) find_damping(c);
  ulna_control_gravity(c, c->measured->q, c->tau);
  ulna_control_gains_at(c, c->measured->q, NULL, NULL, c->inertia);
  for (int k = 0; k < 6; k++)
    pull[k] = c->o.impedance.stiffness[k] * c->error6[k] + c->damping[k] * (c->twist6[k] - c->hand.twist[k]);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 6; k++) c->tau[i] += c->hand.D[6 * i + k] * pull[k];
    c->tau[i] -= c->o.impedance.null_damping * c->inertia[i] * qd[i];
    c->reference_speed[i] = qd[i];
    c->qdd[i] = 0;
  }
  if (d->push) {
    ulna_set_posture(c->work, c->measured->q);
    ulna_control_add_push(c->model, c->work, d->push, d->push + 3, c->tau);
  }
}
