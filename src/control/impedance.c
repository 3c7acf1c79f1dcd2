/* Impedance at the hand: wrench = stiffness · pose error + damping · twist error, and gravity; inertia is left as it is. */
#include <math.h>
#include <string.h>

#include "control/control_internal.h"
#include "ulna/forward_dynamics.h"
#include "ulna/kinematics.h"

/* Damping of a direction from its stiffness and the hand's inertia there, 1/(J M⁻¹ Jᵗ)_kk, at the first posture. */
static void find_damping(ulna_controller *c)
{
  const ulna_impedance_options *o = &c->o.impedance;
  ulna_operational_inertia at;
  const ulna_status status =
      ulna_operational_inertia_at(c->model, c->work, c->measured->q, NULL, ULNA_AXES_BASE, &at);
  for (int k = 0; k < 6; k++) {
    const double mobility = status == ULNA_OK ? at.mobility[k][k] : 0;
    const double inertia = mobility > 1e-9 ? 1 / mobility : 0;  // a direction that does not move needs none
    c->damping[k] =
        o->damping[k] > 0 ? o->damping[k] : 2 * o->damping_ratio * sqrt(o->stiffness[k] * inertia);
  }
  c->damping_known = true;
}

void ulna_internal_control_impedance(ulna_controller *c)
{
  const int n = c->n;
  const ulna_desired *d = c->desired;
  const double *qd = c->measured->qd;
  double pull[6];
  if (!c->damping_known) find_damping(c);
  ulna_internal_control_gravity(c, c->measured->q, c->tau);
  ulna_internal_control_gains_at(c, c->measured->q, NULL, NULL, c->inertia);
  for (int k = 0; k < 6; k++)
    pull[k] = c->o.impedance.stiffness[k] * c->error6[k] +
              c->damping[k] * ((d->twist ? d->twist[k] : 0) - c->hand.twist[k]);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 6; k++) c->tau[i] += c->hand.D[6 * i + k] * pull[k];
    c->tau[i] -= c->o.impedance.null_damping * c->inertia[i] * qd[i];
    c->reference_speed[i] = qd[i];
    c->qdd[i] = 0;
  }
  if (d->push) {
    ulna_internal_set_posture(c->work, c->measured->q);
    ulna_internal_control_add_push(c->model, c->work, d->push, d->push + 3, c->tau);
  }
}
