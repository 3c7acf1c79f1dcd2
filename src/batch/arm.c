/* The drives of a model for lanes: rotors by carrier, their ratios, and whether lanes can compute them. */
#include "batch/arm.h"

#include <math.h>
#include <string.h>

#include "model/tables.h"
#include "ulna/regressor.h"

void ulna_batch_arm_layout(batch_arm *arm, layout *l, const ulna_model *model)
{
  const size_t n = (size_t)model->n;
  arm->rotor = (batch_rotor *)layout_take(l, (size_t)model->drives.body_count, sizeof(batch_rotor));
  arm->spin = (double *)layout_take(l, n * n, sizeof(double));
  arm->bound = (double *)layout_take(l, n, sizeof(double));
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

/* The condition of ulna_regressor on drives: only balanced rotors that are part of their carriers move. */
static bool parameters_can(const ulna_model *m)
{
  for (int b = 0; b < m->drives.body_count; b++) {
    const moving_numbers *body = &m->drives.body[b];
    if (!body->balanced || !body->lumped || body->row >= m->given.drive_count) return false;
  }
  return true;
}

/* A vector of link u's kernel frame in its joint-axis frame: turned by the twist. */
static void to_joint_axis(const ulna_model *m, int u, const double v[3], double out[3])
{
  const vec3 turned =
      rot_x(u ? m->link[u - 1].ca : 1, u ? m->link[u - 1].sa : 0, vec3_make(v[0], v[1], v[2]));
  out[0] = turned.x, out[1] = turned.y, out[2] = turned.z;
}

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* The largest inertia that each joint can feel of links i…n, with the model's payload: pivots are judged by it, as in
 * ulna_forward_dynamics. */
static void fill_bound(batch_arm *arm)
{
  const ulna_model *m = arm->model;
  double mass = 0, moment = 0, reach = 0;
  for (int i = m->n - 1; i >= 0; i--) {
    const link_numbers *l = &m->link[i];
    const ulna_body *more = i == m->n - 1 ? &m->given.payload : NULL;
    const double length = length_of(l->r), com = length + length_of(l->com);
    reach = fmax(reach + length, com);
    mass += l->m;
    moment += l->I[0] + l->I[1] + l->I[2];
    if (more && more->mass > 0) {
      reach = fmax(reach, length + length_of(m->file_in_kernel[m->n].p) + length_of(more->com));
      mass += more->mass;
      moment += more->inertia[0] + more->inertia[1] + more->inertia[2];
    }
    arm->bound[i] = l->joint == ULNA_PRISMATIC ? mass : moment + mass * reach * reach;
  }
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

/* Spin inertia times the axis, z of the body's frame. */
static batch_rotor rotor_of(const ulna_model *m, const moving_numbers *body)
{
  batch_rotor r = {.carrier = body->carrier, .inertia = body->body.inertia[2], .from = 0, .to = -1};
  const double h[3] = {r.inertia * body->pose.R[0][2], r.inertia * body->pose.R[1][2],
                       r.inertia * body->pose.R[2][2]};
  to_joint_axis(m, body->carrier, h, r.momentum);
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
  arm->drive_count = driven ? model->given.drive_count : 0;
  arm->columns = ulna_regressor_columns(model, driven ? ULNA_REGRESSOR_DRIVES : ULNA_REGRESSOR_LINKS);
  arm->linear = !driven || parameters_can(model);
  arm->smooth = !driven || !d->load_friction;
  memset(arm->bound, 0, (size_t)n * sizeof *arm->bound);
  if (!driven) fill_bound(arm);
  fill_drive_axes(arm);
  fill_parameter_frames(arm);
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
