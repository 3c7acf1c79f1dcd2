/* The drives of a model for lanes: rotors by carrier, their ratios, and whether lanes can compute them. */
#include "batch/arm.h"

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

/* A vector of link u's kernel frame in its joint-axis frame: turned by the twist. */
static void to_joint_axis(const ulna_model *m, int u, const double v[3], double out[3])
{
  const vec3 turned =
      rot_x(u ? m->link[u - 1].ca : 1, u ? m->link[u - 1].sa : 0, vec3_make(v[0], v[1], v[2]));
  out[0] = turned.x, out[1] = turned.y, out[2] = turned.z;
}

/* The axes of the drives' rotors, z of their poses in the carriers' file frames. */
static void fill_drive_axes(batch_arm *arm)
{
  const ulna_model *m = arm->model;
  for (int a = 0; a < arm->drive_count; a++) {
    const int u = m->drive_carrier[a];
    const ulna_pose *X = &m->file_in_kernel[u], *pose = &m->given.drives[a].pose;
    double z[3];
    for (int i = 0; i < 3; i++)
      z[i] = X->R[i][0] * pose->R[0][2] + X->R[i][1] * pose->R[1][2] + X->R[i][2] * pose->R[2][2];
    to_joint_axis(m, u, z, arm->drive_axis[a]);
  }
}

static void fill_parameter_frames(batch_arm *arm)
{
  const vec3 *along = arm->model->tables->parameters.along;
  arm->on_axis = along;
  for (int i = 0; i < arm->model->n && along; i++)
    arm->along[i][0] = along[i].x, arm->along[i][1] = along[i].y, arm->along[i][2] = along[i].z;
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
  arm->spin_only = t->on_base, arm->spins_diagonal = t->diagonal;
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
  arm->columns = ulna_regressor_columns(model, driven ? ULNA_REGRESSOR_DRIVES : ULNA_REGRESSOR_LINKS);
  arm->linear = !driven || ulna_drives_are_linear(model);
  arm->smooth = !driven || !d->load_friction;
  arm->bound = driven ? NULL : model->tables->bound;
  fill_drive_axes(arm);
  fill_parameter_frames(arm);
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
