/* From a model to the numbers that kernels of a graphics processor take, all computed by the library's own
 * kernels. */
#include "gpu/table.h"

#include <math.h>
#include <string.h>

#include "drive/places.h"
#include "model/tables.h"
#include "work/work.h"

static void take_links(const ulna_work *w, gpu_arm *arm)
{
  const fast_chain *k = &w->fast;
  arm->revolute = k->revolute, arm->first_inertia = k->first_inertia;
  arm->a[0] = w->fast.base.a.x, arm->a[1] = w->fast.base.a.y, arm->a[2] = w->fast.base.a.z;
  for (int i = 0; i < arm->n; i++) {
    const fast_link *l = &k->link[i];
    const chain_link *own = &k->arm[i];
    arm->slides[i] = own->joint != JOINT_REVOLUTE;
    arm->theta0[i] = k->theta0[i], arm->ca[i] = k->ca[i], arm->sa[i] = k->sa[i], arm->m[i] = l->m;
    const double numbers[][3] = {
        {l->r.x, l->r.y, l->r.z}, {l->mc.x, l->mc.y, l->mc.z}, {own->r.x, own->r.y, own->r.z}};
    memcpy(arm->r[i], numbers[0], sizeof arm->r[i]), memcpy(arm->mc[i], numbers[1], sizeof arm->mc[i]);
    memcpy(arm->arm_r[i], numbers[2], sizeof arm->arm_r[i]);
    const double J[6] = {l->J.xx, l->J.yy, l->J.zz, l->J.xy, l->J.xz, l->J.yz};
    memcpy(arm->J[i], J, sizeof J);
    arm->arm_ca[i] = own->ca, arm->arm_sa[i] = own->sa;
    arm->own_m[i] = own->m;
    const double com[3] = {own->com.x, own->com.y, own->com.z};
    const double I[6] = {own->I.xx, own->I.yy, own->I.zz, own->I.xy, own->I.xz, own->I.yz};
    memcpy(arm->own_com[i], com, sizeof com), memcpy(arm->own_I[i], I, sizeof I);
  }
}

static void take_frames(const ulna_model *m, gpu_arm *arm)
{
  arm->frames = (int)m->tables->frames;
  for (int i = 0; i < arm->n; i++) arm->file[i] = m->file_in_kernel[i + 1];
  memcpy(arm->world_to_0, m->tables->world_to_0.e, sizeof arm->world_to_0);
  arm->frame0 = m->frame0_in_base, arm->tool = m->tool_in_kernel;
  for (int i = 0; i < arm->n; i++) {
    const ulna_limits *limits = &m->given.joints[i].limits;
    arm->lower[i] = limits->lower, arm->upper[i] = limits->upper, arm->effort[i] = limits->effort;
  }
}

/* Friction of place p at its joint: forces in the joint's coordinate, by direction. */
static ulna_status take_dry(const friction_place *p, gpu_arm *arm)
{
  if (!p->can_hold) return ULNA_OK;
  if (!p->joint || p->locked) return ULNA_UNSUPPORTED;
  const int i = p->joint - 1;
  for (int back = 0; back < 2; back++) {
    const int way = (back ? -1 : 1) * (p->ratio < 0 ? -1 : 1);
    arm->slips[back][i] += fabs(p->ratio) * p->coulomb[way < 0];
    arm->holds[back][i] += fabs(p->ratio) * place_hold(p, way, NULL);
  }
  return ULNA_OK;
}

/* Rotors: what they add by spinning, and where links carry some, all of them. */
static ulna_status take_rotors(const ulna_model *model, gpu_arm *arm)
{
  const rotor_table *t = &model->tables->rotors;
  const int n = arm->n;
  if (t->bodies > 0 && !t->carried) return ULNA_UNSUPPORTED;
  arm->carried = t->bodies > 0 && !t->on_base;
  if (arm->carried && t->bodies > GPU_ROTORS) return ULNA_UNSUPPORTED;
  if (t->bodies > 0) memcpy(arm->spin, t->spin, (size_t)(n * n) * sizeof *arm->spin);
  for (int r = 0; r < t->bodies && arm->carried; r++) {
    memcpy(&arm->rotor_ratio[r * n], &t->k[t->fast_body[r] * n], (size_t)n * sizeof *t->k);
    arm->rotor_from[r] = t->from[r], arm->rotor_to[r] = t->to[r], arm->rotor_inertia[r] = t->inertia[r];
    vec3_store(t->momentum[r], arm->rotor_momentum[r]);
  }
  if (arm->carried)
    memcpy(arm->rotor_first, t->fast.first, (size_t)(n + 2) * sizeof *arm->rotor_first),
        arm->rotor_count = t->bodies;
  return ULNA_OK;
}

/* The drives' axes in their carriers' joint-axis frames (on the base: frame 0), and their ratios. */
static void take_columns(const ulna_model *m, gpu_arm *arm)
{
  const int n = arm->n;
  arm->linear = ulna_drives_are_linear(m);
  arm->drive_count = m->given.drive_count;
  for (int a = 0; a < arm->drive_count; a++) {
    arm->drive_carrier[a] = m->drive_carrier[a];
    vec3_store(m->tables->drive_axis[a], arm->drive_axis[a]);
    memcpy(&arm->drive_ratio[a * n], &m->drives.actuators.K[a * n], (size_t)n * sizeof(double));
  }
}

/* Rotors, viscous friction as a matrix, dry friction by joints. */
static ulna_status take_drives(const ulna_model *model, bool dry, gpu_arm *arm)
{
  const drive_numbers *d = &model->drives;
  const int n = arm->n;
  if (d->moving.screw_count > 0 || d->actuators.screw_count > 0 || d->load_friction) return ULNA_UNSUPPORTED;
  if (take_rotors(model, arm) != ULNA_OK) return ULNA_UNSUPPORTED;
  for (int s = 0; s < d->place_count; s++) {
    const friction_place *p = &d->place[s];
    if (!p->law && !p->joint_law) continue;
    if (!p->plain) return ULNA_UNSUPPORTED;
    if (dry && take_dry(p, arm) != ULNA_OK) return ULNA_UNSUPPORTED;
    double row[GPU_MOST] = {0};
    for (int i = 0; i < n; i++) {
      if (p->joint) row[i] = i == p->joint - 1 ? p->ratio : 0;
      else row[i] = d->actuators.K[p->actuator * n + i];
    }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) arm->viscous[i * n + j] += p->viscous * row[i] * row[j];
  }
  arm->driven = true, arm->dry = dry;
  return ULNA_OK;
}

ulna_status ulna_gpu_arm(const ulna_model *model, ulna_gpu_drives drives, gpu_arm *arm)
{
  ulna_work *work = NULL;
  memset(arm, 0, sizeof *arm);
  arm->n = model->n;
  if (model->n > GPU_MOST || model->drives.follower_count > 0) return ULNA_UNSUPPORTED;
  ulna_status status = ulna_work_create(model, ULNA_PARTS_ALL, NULL, &work);
  if (status != ULNA_OK) return status;
  take_links(work, arm);
  memcpy(arm->bound, model->tables->bound, (size_t)arm->n * sizeof *arm->bound);
  take_frames(model, arm);
  arm->linear = true;
  if (drives != ULNA_GPU_LINKS)
    take_columns(model, arm), status = take_drives(model, drives == ULNA_GPU_DRY, arm);
  ulna_work_destroy(work);
  return status;
}
