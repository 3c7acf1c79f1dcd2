/* A model made from a description, and questions about it. */
#include "model/model.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

static void resolve_carriers(ulna_model *m)
{
  for (int i = 0; i < m->given.drive_count; i++)
    m->drive_carrier[i] = ulna_model_find_link(m, m->given.drives[i].mounted_on);
  for (int i = 0; i < m->given.element_count; i++)
    m->drive_carrier[m->given.drive_count + i] = ulna_model_find_link(m, m->given.elements[i].mounted_on);
  for (int i = 0; i < m->given.frame_count; i++)
    m->frame_carrier[i] = ulna_model_find_link(m, m->given.frames[i].link);
}

ulna_status ulna_model_create(const description *d, const ulna_allocator *allocator, ulna_model **model)
{
  ULNA_ASSERT(d && model && d->joint_count > 0);
  const size_t n = (size_t)d->joint_count, moving = (size_t)d->drive_count + (size_t)d->element_count;
  arena memory;
  arena_init(&memory, allocator);
  ulna_model *m = arena_take(&memory, sizeof *m);
  description given = *d;
  ulna_description_copy(&memory, &given, d);
  link_numbers *link = arena_take_array(&memory, n, sizeof *link);
  ulna_pose *file_in_kernel = arena_take_array(&memory, n + 1, sizeof *file_in_kernel);
  int *drive_carrier = arena_take_array(&memory, moving, sizeof *drive_carrier);
  int *frame_carrier = arena_take_array(&memory, (size_t)d->frame_count, sizeof *frame_carrier);
  if (memory.failed) {
    arena_free(&memory);
    return ULNA_OUT_OF_MEMORY;
  }
  m->memory = memory;
  m->given = given;
  m->n = d->joint_count;
  m->link = link;
  m->file_in_kernel = file_in_kernel;
  m->drive_carrier = drive_carrier;
  m->frame_carrier = frame_carrier;
  ulna_convert_frames(m);
  resolve_carriers(m);
  ulna_status status = ulna_resolve_drives(m, &m->memory);
  if (status == ULNA_OK) status = ulna_make_tables(m, &m->memory);
  if (status != ULNA_OK) {
    ulna_model_destroy(m);
    return status;
  }
  *model = m;
  return ULNA_OK;
}

void ulna_model_destroy(ulna_model *model)
{
  if (!model) return;
  arena memory = model->memory;  // the model lies in it
  arena_free(&memory);
}

const char *ulna_model_name(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->given.name;
}
const char *ulna_model_source(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->given.source;
}
ulna_convention ulna_model_convention(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->given.convention;
}
int ulna_model_joint_count(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->n;
}
int ulna_model_drive_count(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->given.drive_count;
}
int ulna_model_element_count(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->given.element_count;
}
int ulna_model_frame_count(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return model->given.frame_count;
}

const ulna_joint *ulna_model_joint(const ulna_model *model, int joint)
{
  ULNA_ASSERT(model && joint >= 1 && joint <= model->n);
  return &model->given.joints[joint - 1];
}

const ulna_drive *ulna_model_drive(const ulna_model *model, int drive)
{
  ULNA_ASSERT(model && drive >= 0 && drive < model->given.drive_count);
  return &model->given.drives[drive];
}

const ulna_drive *ulna_model_element(const ulna_model *model, int element)
{
  ULNA_ASSERT(model && element >= 0 && element < model->given.element_count);
  return &model->given.elements[element];
}

const ulna_frame *ulna_model_frame(const ulna_model *model, int frame)
{
  ULNA_ASSERT(model && frame >= 0 && frame < model->given.frame_count);
  return &model->given.frames[frame];
}

const ulna_body *ulna_model_payload(const ulna_model *model)
{
  ULNA_ASSERT(model);
  return &model->given.payload;
}

void ulna_model_gravity(const ulna_model *model, double gravity[3])
{
  ULNA_ASSERT(model);
  memcpy(gravity, model->given.gravity, sizeof model->given.gravity);
}

void ulna_model_base(const ulna_model *model, ulna_pose *base_in_world)
{
  ULNA_ASSERT(model);
  *base_in_world = model->given.base;
}
void ulna_model_tool(const ulna_model *model, ulna_pose *tool_in_last_link)
{
  ULNA_ASSERT(model);
  *tool_in_last_link = model->given.tool;
}

const char *ulna_model_link_name(const ulna_model *model, int link)
{
  ULNA_ASSERT(model && link >= 0 && link <= model->n);
  return link == 0 ? model->given.base_name : model->given.joints[link - 1].link.name;
}

int ulna_model_find_joint(const ulna_model *model, const char *name)
{
  ULNA_ASSERT(model);
  return ulna_description_find_joint(&model->given, name);
}

int ulna_model_find_link(const ulna_model *model, const char *name)
{
  ULNA_ASSERT(model);
  return ulna_description_find_link(&model->given, name);
}

int ulna_model_find_frame(const ulna_model *model, const char *name)
{
  ULNA_ASSERT(model);
  for (int i = 0; i < model->given.frame_count; i++)
    if (strcmp(model->given.frames[i].name, name) == 0) return i;
  return -1;
}

double ulna_model_mass(const ulna_model *model)
{
  ULNA_ASSERT(model);
  double mass = 0;
  for (int i = 0; i < model->n; i++) mass += model->link[i].m;
  return mass;
}

/* Links end to end. The first link's offset along joint 1's own axis does not take the tool away from it. */
double ulna_model_length(const ulna_model *model)
{
  ULNA_ASSERT(model);
  double length = 0;
  for (int i = 0; i < model->n; i++) {
    const link_numbers *l = &model->link[i];
    double along = l->d;
    if (l->joint == ULNA_PRISMATIC) {
      const ulna_limits *limits = &model->given.joints[i].limits;
      const double low = isfinite(limits->lower) ? l->d + limits->lower : l->d;
      const double high = isfinite(limits->upper) ? l->d + limits->upper : l->d;
      along = fmax(fabs(low), fabs(high));
    }
    if (i == 0 && l->joint == ULNA_REVOLUTE) along = 0;
    length += hypot(hypot(l->a, l->b), along);
  }
  const double *p = model->tool_in_kernel.p;
  return length + hypot(hypot(p[0], p[1]), p[2]);
}
