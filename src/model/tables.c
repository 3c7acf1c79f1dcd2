/* Tables for the kernels that depend on the model alone. */
#include "model/tables.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "kernel/chain_numbers.h"
#include "kernel/fast_forward.h"
#include "model/body.h"
#include "model/pose.h"

/* The bodies that drives move, as the kernels see them. */
static void fill_bodies(moving_body body[], const drive_numbers *from)
{
  for (int b = 0; b < from->body_count; b++) {
    const moving_numbers *n = &from->body[b];
    moving_body *to = &body[b];
    to->carrier = n->carrier, to->linear = n->linear, to->lumped = n->lumped;
    to->R = mat3_of(n->pose.R);
    to->p = vec3_of(n->pose.p);
    to->m = constant(n->body.mass);
    to->com = vec3_of(n->body.com);
    to->I = sym3_of(n->body.inertia);
  }
}

/* Joints from the first to the last that a body moves with: in a constant row or in a screw's phase. */
static void span_of(const coupling_numbers *c, int row, int *from, int *to)
{
  *from = 0, *to = -1;
  for (int i = 0; i < c->n; i++) {
    bool moves = c->K[row * c->n + i] != 0;
    for (int k = 0; k < c->screw_count; k++)
      moves = moves || (c->screw[k].row == row && c->screw[k].weight[i] != 0);
    if (!moves) continue;
    if (*to < 0) *from = i;
    *to = i;
  }
}

/* Rotors that spin at constant ratios add a constant to the mass matrix, and those in the base nothing else. */
static void fill_spin(rotor_table *t, double spin[], int n, bool constant_ratios)
{
  const bool spins = t->carried && constant_ratios;
  t->on_base = spins && t->fast.first[1] == t->bodies;
  for (int r = 0; r < t->bodies && spins; r++) {
    const double *k = &t->k[t->fast_body[r] * n];
    for (int i = t->from[r]; i <= t->to[r]; i++)
      for (int j = t->from[r]; j <= t->to[r]; j++) spin[i * n + j] += t->fast.inertia[r] * k[i] * k[j];
  }
}

/* The same as a diagonal and the few pairs of joints that share a rotor: most of spin is zeros. */
static bool list_spin(rotor_table *t, int n, arena *memory)
{
  if (!t->spin) return true;
  int count = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) count += t->spin[i * n + j] != 0;
  double *own = (double *)arena_take_array(memory, (size_t)n, sizeof *own);
  spin_pair *shared = (spin_pair *)arena_take_array(memory, (size_t)count, sizeof *shared);
  if (memory->failed) return false;
  t->own_spin = own, t->pair = shared, t->pair_count = count;
  for (int i = 0; i < n; i++) {
    own[i] = t->spin[i * n + i];
    for (int j = 0; j < i; j++)
      if (t->spin[i * n + j] != 0) *shared++ = (spin_pair){i, j, t->spin[i * n + j]};
  }
  return true;
}

/* Where each rotor moves with one joint at a constant ratio: the list in terms of that joint's coordinate. */
static void take_in_ratios(rotor_table *t, vec3 momentum[], double inertia[], int n, bool constant_ratios)
{
  t->single = constant_ratios;
  t->in_order = t->bodies == n;
  for (int r = 0; r < t->bodies; r++) {
    t->single = t->single && t->from[r] == t->to[r];
    t->in_order = t->in_order && t->from[r] == r;
  }
  for (int r = 0; r < t->bodies && t->single; r++) {
    const double ratio = t->k[t->fast_body[r] * n + t->from[r]];
    momentum[r] = vec3_scale(ratio, momentum[r]);
    inertia[r] *= ratio * ratio;
  }
}

// A vector of kernel frame u in the joint-axis frame of that link; the base has none but frame 0.
static vec3 in_joint_axes(const chain_link link[], int u, vec3 v)
{
  return u > 0 ? vec3_turn_x(v, link[u - 1].ca, link[u - 1].sa) : v;
}

/* The axis of a drive's rotor is z of its pose in the carrier's file frame. */
static void fill_drive_axes(const ulna_model *m, const chain_link link[], vec3 axis[])
{
  for (int a = 0; a < m->given.drive_count; a++) {
    const ulna_pose *pose = &m->given.drives[a].pose;
    double z[3] = {pose->R[0][2], pose->R[1][2], pose->R[2][2]};
    ulna_rotate(&m->file_in_kernel[m->drive_carrier[a]], z, z);
    axis[a] = in_joint_axes(link, m->drive_carrier[a], vec3_of(z));
  }
}

/* The bodies by carrier, their axes in the carriers' joint-axis frames. */
static bool fill_rotors(rotor_table *t, const ulna_model *m, const chain_link link[], arena *memory)
{
  const drive_numbers *drives = &m->drives;
  const int n = m->n;
  const size_t bodies = (size_t)drives->body_count;
  moving_body *body = (moving_body *)arena_take_array(memory, bodies, sizeof *body);
  double *k = (double *)arena_take_array(memory, bodies * (size_t)n, sizeof *k);
  int *first = (int *)arena_take_array(memory, (size_t)n + 2, sizeof *first);
  vec3 *momentum = (vec3 *)arena_take_array(memory, bodies, sizeof *momentum);
  double *inertia = (double *)arena_take_array(memory, bodies, sizeof *inertia);
  vec3 *own_momentum = (vec3 *)arena_take_array(memory, bodies, sizeof *own_momentum);
  double *own_inertia = (double *)arena_take_array(memory, bodies, sizeof *own_inertia);
  int *order = (int *)arena_take_array(memory, 4 * bodies, sizeof *order);
  const size_t square = (size_t)n * (size_t)n + 2 * ADDED_ROOM;
  double *spin = (double *)arena_take_array(memory, bodies ? square : 0, sizeof *spin);
  if (memory->failed) return false;
  double *const added = bodies ? spin + ADDED_ROOM : NULL;
  int *from = order + bodies, *to = from + bodies, *row = to + bodies, count = 0;
  fill_bodies(body, drives);
  t->bodies = drives->body_count, t->body = body, t->k = k;
  t->fast.first = first, t->fast.momentum = momentum, t->fast.inertia = inertia;
  t->fast_body = order, t->from = from, t->to = to, t->row = row, t->spin = added;
  t->momentum = own_momentum, t->inertia = own_inertia;
  t->carried = true;
  for (int u = 0; u <= n; u++) {
    first[u] = count;
    for (int b = 0; b < t->bodies; b++) {
      const moving_numbers *numbers = &drives->body[b];
      if (numbers->carrier != u) continue;
      t->carried = t->carried && numbers->balanced && numbers->lumped;
      const vec3 z = mat3_column(&body[b].R, 2);
      own_inertia[count] = inertia[count] = numbers->body.inertia[2];
      own_momentum[count] = momentum[count] = vec3_scale(inertia[count], in_joint_axes(link, u, z));
      row[count] = numbers->row;
      span_of(&drives->moving, numbers->row, &from[count], &to[count]);
      order[count++] = b;
    }
  }
  first[n + 1] = count;
  for (int b = 0; b < t->bodies; b++)
    for (int i = 0; i < n; i++) k[b * n + i] = drives->moving.K[drives->body[b].row * n + i];
  fill_spin(t, added, n, drives->moving.screw_count == 0);
  take_in_ratios(t, momentum, inertia, n, drives->moving.screw_count == 0);
  return list_spin(t, n, memory);
}

// The joint-axis frame itself, or moved along its axis, but for what a turn by the twist and back leaves of rounding.
static bool is_on_axis(const parameter_frame *f, const chain_link *l)
{
  const double least = 8 * DBL_EPSILON, length = fabs(l->r.x) + fabs(l->r.y) + fabs(l->r.z);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      if (!(fabs(f->R.e[r][c] - (r == c ? 1 : 0)) <= least)) return false;
  return fabs(f->p.x) <= least * length && fabs(f->p.y) <= least * length;
}

/* From each link's parameter frame to the next one's, in its own axes, where all are on the joints' axes; else NULL. Link i's
 * next axis is (0, −sa, ca). */
static const vec3 *reaches_along(const chain_link link[], const parameter_frame frame[], int n, vec3 along[])
{
  for (int i = 0; i < n; i++) {
    if (!is_on_axis(&frame[i], &link[i])) return NULL;
    if (i + 1 == n) break;
    const vec3 r = vec3_turn_x(link[i].r, link[i].ca, link[i].sa);
    const double next = frame[i + 1].p.z;
    along[i] = vec3_make(r.x, r.y - link[i].sa * next, r.z + link[i].ca * next - frame[i].p.z);
  }
  along[n - 1] = vec3_zero();
  return along;
}

static void fill_frames(const ulna_model *m, struct model_tables *t)
{
  const ulna_convention convention = m->given.convention;
  t->frames = convention == ULNA_DH ? FRAMES_KERNEL : convention == ULNA_MDH ? FRAMES_ON_AXIS : FRAMES_GIVEN;
  t->frame0 = placement_of(&m->frame0_in_base);
  const ulna_pose up = ulna_pose_multiply(&m->given.base, &m->frame0_in_base), down = ulna_pose_inverse(&up);
  t->world_to_0 = mat3_of(down.R);
  t->tool = vec3_of(m->tool_in_kernel.p);
}

static void fill_bounds(const ulna_model *m, chain_link link[], double bound[])
{
  const chain_link bare = link[m->n - 1];
  const chain loaded = {m->n, link};
  link[m->n - 1] = ulna_last_link(m, &m->given.payload);
  ulna_joint_bounds(&loaded, bound);
  link[m->n - 1] = bare;
}

/* Aligned as in a work. */
static bool fill_twists(struct model_tables *t, int n, arena *memory)
{
  layout l = layout_measuring();
  fast_twists_layout(&t->twists, &l, n);
  char *taken = (char *)arena_take(memory, layout_size(&l) + LAYOUT_ALIGNMENT);
  if (!taken) return false;
  l = layout_assigning(taken + (LAYOUT_ALIGNMENT - (uintptr_t)taken % LAYOUT_ALIGNMENT));
  fast_twists_layout(&t->twists, &l, n);
  const chain arm = {n, t->link};
  fast_twists_make(&t->twists, &arm);
  return true;
}

ulna_status ulna_make_tables(ulna_model *m, arena *memory)
{
  const int n = m->n;
  struct model_tables *t = (struct model_tables *)arena_take(memory, sizeof *t);
  chain_link *link = (chain_link *)arena_take_array(memory, (size_t)n, sizeof *link);
  double *theta0 = (double *)arena_take_array(memory, (size_t)n, sizeof *theta0);
  double *none = (double *)arena_take_array(memory, (size_t)n, sizeof *none);
  parameter_frame *frame = (parameter_frame *)arena_take_array(memory, (size_t)n, sizeof *frame);
  vec3 *along = (vec3 *)arena_take_array(memory, (size_t)n, sizeof *along);
  double *bound = (double *)arena_take_array(memory, (size_t)n, sizeof *bound);
  vec3 *axis = (vec3 *)arena_take_array(memory, (size_t)m->given.drive_count, sizeof *axis);
  if (memory->failed) return ULNA_OUT_OF_MEMORY;
  for (int i = 0; i < n; i++) {
    const link_numbers *l = &m->link[i];
    link[i] = chain_link_of(l->joint == ULNA_PRISMATIC, l->ca, l->sa, l->r, l->m, l->com, l->I);
    theta0[i] = l->theta0, none[i] = 0;
    const ulna_pose *file = &m->file_in_kernel[i + 1];
    const mat3 R = mat3_of(file->R);
    frame[i] = parameter_frame_of(&link[i], &R, vec3_of(file->p));
  }
  t->link = link, t->theta0 = theta0, t->none = none;
  if (!fill_twists(t, n, memory)) return ULNA_OUT_OF_MEMORY;
  t->parameters.frame = frame, t->parameters.along = reaches_along(link, frame, n, along);
  fill_frames(m, t);
  fill_drive_axes(m, link, axis);
  t->drive_axis = axis;
  if (!fill_rotors(&t->rotors, m, link, memory)) return ULNA_OUT_OF_MEMORY;
  fill_bounds(m, link, bound);
  t->bound = bound;
  m->tables = t;
  return ULNA_OK;
}

chain_link ulna_last_link(const ulna_model *model, const ulna_body *payload)
{
  const link_numbers l = ulna_loaded_link(model, payload);
  return chain_link_of(l.joint == ULNA_PRISMATIC, l.ca, l.sa, l.r, l.m, l.com, l.I);
}

void ulna_joint_bounds(const chain *arm, double bound[])
{
  double mass = 0, moment = 0, reach = 0;  // of links i…n, seen from joint i
  for (int i = arm->n - 1; i >= 0; i--) {
    const chain_link *l = &arm->link[i];
    const double length = sqrt(vec3_dot(l->r, l->r)), com = length + sqrt(vec3_dot(l->com, l->com));
    reach = fmax(reach + length, com);
    mass += l->m;
    moment += l->I.xx + l->I.yy + l->I.zz;
    bound[i] = l->joint == JOINT_REVOLUTE ? moment + mass * reach * reach : mass;
  }
}
