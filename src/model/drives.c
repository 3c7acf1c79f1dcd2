/* Drives resolved: couplings, moving bodies, places of friction by their numbers. */
#include "model/drives.h"

#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "model/friction/friction_table.h"
#include "model/model.h"
#include "model/pose.h"

static bool fill_row(coupling_numbers *c, arena *memory, int row, const description *g, const ulna_drive *d)
{
  c->offset[row] = d->offset;
  for (int k = 0; k < d->couple_count; k++) {
    const int joint = ulna_description_find_joint(g, d->couples[k].joint);
    c->K[row * c->n + joint - 1] += d->couples[k].value;
  }
  for (int k = 0; k < d->screw_count; k++) {
    const ulna_screw *s = &d->screws[k];
    double *weight = arena_take_array(memory, (size_t)c->n, sizeof(double));
    if (!weight) return false;
    for (int j = 0; j < s->phase_count; j++)
      weight[ulna_description_find_joint(g, s->phase[j].joint) - 1] += s->phase[j].value;
    c->screw[c->screw_count++] = (screw_numbers){row, s->gain, s->s, s->mu, s->nu, s->phi0, weight};
  }
  return true;
}

static const ulna_drive *moving_part(const description *g, int k)
{
  return k < g->drive_count ? &g->drives[k] : &g->elements[k - g->drive_count];
}

bool ulna_coupling_take(coupling_numbers *c, arena *memory, const description *g, int rows, int filled)
{
  const int n = g->joint_count;
  int screws = 0;
  for (int k = 0; k < filled; k++) screws += moving_part(g, k)->screw_count;
  c->rows = rows, c->n = n, c->screw_count = 0;
  c->offset = arena_take_array(memory, (size_t)rows, sizeof(double));
  c->K = arena_take_array(memory, (size_t)rows * (size_t)n, sizeof(double));
  c->screw = arena_take_array(memory, (size_t)screws, sizeof(screw_numbers));
  for (int k = 0; k < filled && !memory->failed; k++)
    if (!fill_row(c, memory, k, g, moving_part(g, k))) return false;
  return !memory->failed;
}

static bool names_joint(const ulna_drive *d, const char *joint)
{
  for (int k = 0; k < d->couple_count; k++)
    if (strcmp(d->couples[k].joint, joint) == 0) return true;
  for (int k = 0; k < d->screw_count; k++)
    for (int j = 0; j < d->screws[k].phase_count; j++)
      if (strcmp(d->screws[k].phase[j].joint, joint) == 0) return true;
  return false;
}

/* Balanced: only its angle changes as it turns. Its mass centre is exactly on the axis, as given; its moments may
 * differ by the rounding of a move from the origin to the mass centre. */
static bool is_balanced(const ulna_drive *d)
{
  if (d->kind == ULNA_LINEAR) return false;
  if (d->spin_only) return true;
  const ulna_body b = ulna_body_about_com(&d->rotor);
  const double rounding = 1e-15 * (fabs(b.inertia[0]) + fabs(b.inertia[1]) + fabs(b.inertia[2]));
  return b.com[0] == 0 && b.com[1] == 0 && fabs(b.inertia[0] - b.inertia[1]) <= rounding &&
         fabs(b.inertia[3]) <= rounding && fabs(b.inertia[4]) <= rounding && fabs(b.inertia[5]) <= rounding;
}

static bool has_body(const ulna_drive *d)
{
  if (d->rotor.mass != 0) return true;
  for (int k = 0; k < 6; k++)
    if (d->rotor.inertia[k] != 0) return true;
  return false;
}

static void add_body(drive_numbers *to, const ulna_model *m, const ulna_drive *d, int row)
{
  if (!has_body(d)) return;
  moving_numbers *b = &to->body[to->body_count++];
  b->row = row;
  b->carrier = m->drive_carrier[row];
  b->linear = d->kind == ULNA_LINEAR;
  b->lumped =
      d->counted_in_link == ULNA_COUNTED_YES || (d->spin_only && d->counted_in_link == ULNA_COUNTED_UNSAID);
  b->balanced = is_balanced(d);
  b->pose = ulna_pose_multiply(&m->file_in_kernel[b->carrier], &d->pose);
  b->body = ulna_body_about_com(&d->rotor);
}

static bool could_stick(const ulna_friction *f)
{
  if (!f) return false;
  if (f->table_count > 0) {  // at velocity 0, or anywhere left and right of it
    for (int k = 0; k < friction_table_size(f); k++)
      if (f->table_force[k] != 0) return true;
    return false;
  }
  for (int k = 0; k < 2; k++)
    if (f->static_[k] > 0 || (isnan(f->static_[k]) && f->coulomb[k] > 0)) return true;
  return f->load_static > 0;
}

/* The one joint an actuator moves with, at a constant ratio; 0 if there are several or a screw. */
static int only_joint(const coupling_numbers *c, int a)
{
  int joint = 0;
  for (int k = 0; k < c->screw_count; k++)
    if (c->screw[k].row == a) return 0;
  for (int i = 0; i < c->n; i++) {
    if (c->K[a * c->n + i] == 0) continue;
    if (joint) return 0;
    joint = i + 1;
  }
  return joint;
}

static bool is_plain(const ulna_friction *f)
{
  return !f ||
         (f->table_count == 0 && !(f->stribeck_velocity > 0) && f->load_static == 0 && f->load_dynamic == 0);
}

static void add_place(drive_numbers *to, int actuator, int joint, double ratio, const ulna_friction *law,
                      const ulna_friction *joint_law)
{
  friction_place *p = &to->place[to->place_count++];
  *p = (friction_place){
      .actuator = actuator, .joint = joint, .ratio = ratio, .law = law, .joint_law = joint_law};
  p->can_hold = could_stick(law) || could_stick(joint_law);
  p->plain = is_plain(law) && is_plain(joint_law);
  for (int negative = 0; negative < 2 && p->plain; negative++) {
    if (law) p->coulomb[negative] += law->coulomb[negative];
    if (joint_law) p->coulomb[negative] += joint_law->coulomb[negative != (ratio < 0)] / fabs(ratio);
  }
  if (law && p->plain) p->viscous += law->viscous;
  if (joint_law && p->plain) p->viscous += joint_law->viscous / (ratio * ratio);
}

static bool is_locked(const drive_numbers *to, int actuator)
{
  for (int k = 0; k < to->follower_count; k++)
    if (to->direct_joint[actuator] == to->follower[k].joint + 1) return true;
  return false;
}

static void find_places(drive_numbers *to, const description *g)
{
  const coupling_numbers *c = &to->actuators;
  const int n = c->n;
  to->place_count = 0;
  to->load_friction = false;
  for (int i = 0; i < n; i++) {
    const ulna_friction *f = &g->joints[i].friction;
    to->load_friction = to->load_friction || f->load_static != 0 || f->load_dynamic != 0 ||
                        f->table_load_count > 0 || f->table_moment_count > 0;
  }
  for (int a = 0; a < n; a++) {
    const int joint = only_joint(c, a);
    const ulna_friction *joint_law = joint && ulna_friction_is_there(&g->joints[joint - 1].friction)
                                         ? &g->joints[joint - 1].friction
                                         : NULL;
    const ulna_friction *law = to->direct_joint[a] ? NULL : &g->drives[a].friction;
    if (is_locked(to, a)) {
      to->place[to->place_count++] =
          (friction_place){.actuator = a, .ratio = 1, .can_hold = true, .locked = true, .plain = true};
      continue;
    }
    add_place(to, a, joint, joint ? c->K[a * n + joint - 1] : 1, law, joint_law);
  }
  for (int i = 1; i <= n; i++) {
    bool taken = !ulna_friction_is_there(&g->joints[i - 1].friction);
    for (int a = 0; a < n; a++) taken = taken || to->place[a].joint == i;
    if (!taken) add_place(to, -1, i, 1, NULL, &g->joints[i - 1].friction);
  }
  to->single_joints = to->in_order = to->plain_order = true;
  for (int s = 0; s < to->place_count; s++) {
    to->single_joints = to->single_joints && to->place[s].joint;
    to->in_order = to->in_order && to->place[s].joint == s + 1;
    to->plain_order = to->plain_order && to->in_order && to->place[s].plain;
  }
}

static bool take_followers(drive_numbers *to, const ulna_model *m, arena *memory)
{
  to->follower = arena_take_array(memory, (size_t)m->n, sizeof(follower_numbers));
  to->follower_count = 0;
  for (int i = 0; i < m->n && to->follower; i++) {
    const ulna_follow *f = &m->given.joints[i].follows;
    if (f->joint)
      to->follower[to->follower_count++] =
          (follower_numbers){i, ulna_description_find_joint(&m->given, f->joint) - 1, f->ratio, f->offset};
  }
  return to->follower != NULL;
}

/* A coupling without screws is the same in every posture: factored once. */
static void factor_coupling(drive_numbers *to)
{
  const coupling_numbers *c = &to->actuators;
  memcpy(to->factor, c->K, (size_t)c->n * (size_t)c->n * sizeof *to->factor);
  if (c->screw_count > 0 ||
      lu_factor_scaled(c->n, to->factor, to->pivot, to->row_scale, COUPLING_VANISHING) >= 0)
    to->factor = NULL;
}

ulna_status ulna_resolve_drives(ulna_model *m, arena *memory)
{
  const description *g = &m->given;
  const int n = m->n, moving = g->drive_count + g->element_count;
  drive_numbers *to = &m->drives;
  int row = g->drive_count;
  if (row > n) return ULNA_BAD_ROBOT;
  to->direct_joint = arena_take_array(memory, (size_t)n, sizeof(int));
  to->body = arena_take_array(memory, (size_t)moving, sizeof(moving_numbers));
  to->body_count = 0;
  to->place = arena_take_array(memory, 2 * (size_t)n, sizeof(friction_place));
  to->factor = arena_take_array(memory, (size_t)n * (size_t)n, sizeof(double));
  to->pivot = arena_take_array(memory, (size_t)n, sizeof(int));
  to->row_scale = arena_take_array(memory, (size_t)n, sizeof(double));
  if (!ulna_coupling_take(&to->actuators, memory, g, n, g->drive_count)) return ULNA_OUT_OF_MEMORY;
  if (!ulna_coupling_take(&to->moving, memory, g, moving, moving)) return ULNA_OUT_OF_MEMORY;
  if (!take_followers(to, m, memory)) return ULNA_OUT_OF_MEMORY;

  for (int i = 0; i < n; i++) {
    bool driven = false;
    for (int k = 0; k < g->drive_count; k++) driven = driven || names_joint(&g->drives[k], g->joints[i].name);
    if (driven) continue;
    if (row == n) return ULNA_BAD_ROBOT;
    to->direct_joint[row] = i + 1;
    to->actuators.K[row * n + i] = 1;
    for (int k = 0; k < to->follower_count; k++) {
      const follower_numbers *f = &to->follower[k];
      if (f->joint != i) continue;
      to->actuators.K[row * n + f->leader] = -f->ratio;
      to->actuators.offset[row] = -f->offset;
    }
    row++;
  }
  if (row != n) return ULNA_BAD_ROBOT;

  for (int k = 0; k < moving; k++) add_body(to, m, moving_part(g, k), k);
  factor_coupling(to);
  find_places(to, g);
  return ULNA_OK;
}
