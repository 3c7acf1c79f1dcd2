/* What lanes need of a model's drives: rotors by carrier, their ratios, and whether lanes can do them at all. */
#include "batch/arm.h"

#include <string.h>

void ulna_batch_arm_layout(batch_arm *arm, layout *l, const ulna_model *model)
{
  const size_t n = (size_t)model->n;
  arm->rotor = (batch_rotor *)layout_take(l, (size_t)model->drives.body_count, sizeof(batch_rotor));
  arm->spin = (double *)layout_take(l, n * n, sizeof(double));
}

/* Constant ratios, balanced rotors that are part of their carriers, and friction by plain laws. */
static bool lanes_can(const drive_numbers *d)
{
  if (d->moving.screw_count > 0 || d->actuators.screw_count > 0 || d->load_friction) return false;
  for (int b = 0; b < d->body_count; b++)
    if (!d->body[b].balanced || !d->body[b].lumped) return false;
  for (int s = 0; s < d->place_count; s++)
    if (!d->place[s].plain && (d->place[s].law || d->place[s].joint_law)) return false;
  return true;
}

/* Spin inertia times the axis, z of the body's frame, in the carrier's joint-axis frame: Rot_x(twist) of its kernel frame. */
static batch_rotor rotor_of(const ulna_model *m, const moving_numbers *body)
{
  batch_rotor r = {.carrier = body->carrier, .inertia = body->body.inertia[2], .from = 0, .to = -1};
  const double z[3] = {body->pose.R[0][2], body->pose.R[1][2], body->pose.R[2][2]};
  const double c = body->carrier ? m->link[body->carrier - 1].ca : 1,
               s = body->carrier ? m->link[body->carrier - 1].sa : 0;
  r.momentum[0] = r.inertia * z[0];
  r.momentum[1] = r.inertia * (c * z[1] - s * z[2]);
  r.momentum[2] = r.inertia * (s * z[1] + c * z[2]);
  r.ratio = &m->drives.moving.K[body->row * m->n];
  for (int i = 0; i < m->n; i++) {
    if (r.ratio[i] == 0) continue;
    if (r.to < 0) r.from = i;
    r.to = i;
  }
  return r;
}

void ulna_batch_arm_fill(batch_arm *arm, const ulna_model *model, bool driven)
{
  const drive_numbers *d = &model->drives;
  const int n = model->n;
  arm->model = model;
  arm->driven = driven;
  arm->in_lanes = !driven || lanes_can(d);
  arm->spin_only = arm->spins_diagonal = true;
  arm->rotor_count = 0;
  memset(arm->spin, 0, (size_t)n * (size_t)n * sizeof *arm->spin);
  if (!driven || !arm->in_lanes) return;
  for (int u = 0; u <= n; u++)
    for (int b = 0; b < d->body_count; b++)
      if (d->body[b].carrier == u) arm->rotor[arm->rotor_count++] = rotor_of(model, &d->body[b]);
  for (int r = 0; r < arm->rotor_count; r++) {
    const batch_rotor *x = &arm->rotor[r];
    arm->spin_only = arm->spin_only && x->carrier == 0;
    arm->spins_diagonal = arm->spins_diagonal && x->from >= x->to;
    for (int i = x->from; i <= x->to; i++)
      for (int j = x->from; j <= x->to; j++) arm->spin[i * n + j] += x->inertia * x->ratio[i] * x->ratio[j];
  }
}
