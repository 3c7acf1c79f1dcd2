/* The drives of a model for lanes: rotors by carrier, their ratios, and whether lanes can compute them. */
#include "batch/arm.h"

#include <string.h>

#include "model/plain_numbers.h"
#include "model/tables.h"
#include "ulna/regressor.h"

void ulna_batch_arm_layout(batch_arm *arm, layout *l, const ulna_model *model)
{
  const size_t n = (size_t)model->n;
  arm->rotor = (batch_rotor *)layout_take(l, (size_t)model->drives.body_count, sizeof(batch_rotor));
  arm->drive_axis = (double(*)[3])layout_take(l, (size_t)model->given.drive_count, sizeof(double[3]));
  arm->along = (double(*)[3])layout_take(l, n, sizeof(double[3]));
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

static void take_frames(batch_arm *arm)
{
  const struct model_tables *t = arm->model->tables;
  arm->frames = (int)t->frames;
  memcpy(arm->world_to_0, t->world_to_0.e, sizeof arm->world_to_0);
  for (int a = 0; a < arm->drive_count; a++) vec3_store(t->drive_axis[a], arm->drive_axis[a]);
  arm->on_axis = t->parameters.along;
  for (int i = 0; i < arm->model->n && arm->on_axis; i++) vec3_store(t->parameters.along[i], arm->along[i]);
}

/* The model's rotors, by carrier. */
static void take_rotors(batch_arm *arm)
{
  const rotor_table *t = &arm->model->tables->rotors;
  for (int u = 0; u <= arm->model->n; u++)
    for (int r = t->fast.first[u]; r < t->fast.first[u + 1]; r++) {
      batch_rotor *to = &arm->rotor[r];
      *to = (batch_rotor){.carrier = u,
                          .inertia = t->inertia[r],
                          .ratio = &t->k[t->fast_body[r] * arm->model->n],
                          .from = t->from[r],
                          .to = t->to[r]};
      vec3_store(t->momentum[r], to->momentum);
    }
  arm->rotor_count = t->bodies, arm->spin = t->spin;
  arm->spin_only = t->on_base, arm->spins_diagonal = t->pair_count == 0;
}

void ulna_batch_arm_fill(batch_arm *arm, const ulna_model *model, bool driven)
{
  const drive_numbers *d = &model->drives;
  arm->model = model;
  arm->driven = driven;
  arm->in_lanes = !driven || lanes_can(d);
  arm->spin_only = arm->spins_diagonal = true;
  arm->rotor_count = 0, arm->spin = NULL;
  arm->drive_count = driven ? model->given.drive_count : 0;
  arm->columns = ulna_regressor_column_count(model, driven ? ULNA_REGRESSOR_DRIVES : ULNA_REGRESSOR_LINKS);
  arm->linear = !driven || ulna_drives_are_linear(model);
  arm->smooth = !driven || !d->load_friction;
  arm->bound = driven ? NULL : model->tables->bound;
  take_frames(arm);
  if (driven && arm->in_lanes) take_rotors(arm);
}

size_t ulna_batch_width(const batch_arm *arm, batch_function function, int k)
{
  const size_t n = (size_t)arm->model->n;
  switch (function) {
  case CALL_MASS_MATRIX: return k == 0 ? n * n : 0;
  case CALL_POSES: return k == 0 ? 12 * n : 0;
  case CALL_HAND_POSE: return k == 0 ? 12 : 0;
  case CALL_JACOBIAN: return k == 0 ? 6 * n : 0;
  case CALL_REGRESSOR: return k == 0 ? n * (size_t)arm->columns : 0;
  case CALL_INVERSE_DERIVATIVES:
  case CALL_FORWARD_DERIVATIVES: return k == 0 ? n : n * n;
  case CALL_ROLLOUT: return n;
  default: return k == 0 ? n : 0;
  }
}
