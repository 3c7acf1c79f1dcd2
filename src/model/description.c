/* What describes a robot: copied, and looked through for names. */
#include "model/description.h"
#include "model/friction/friction_table.h"

static const double *copy_numbers(arena *a, const double *from, int count)
{
  if (!from || count <= 0) return NULL;
  double *to = arena_take_array(a, (size_t)count, sizeof *to);
  if (to) memcpy(to, from, (size_t)count * sizeof *to);
  return to;
}

static const ulna_waiver *copy_waivers(arena *a, const ulna_waiver *from, int count)
{
  if (count <= 0) return NULL;
  ulna_waiver *to = arena_take_array(a, (size_t)count, sizeof *to);
  for (int i = 0; to && i < count; i++) {
    to[i].condition = arena_copy_string(a, from[i].condition);
    to[i].reason = arena_copy_string(a, from[i].reason);
  }
  return to;
}

static const ulna_couple *copy_couples(arena *a, const ulna_couple *from, int count)
{
  if (count <= 0) return NULL;
  ulna_couple *to = arena_take_array(a, (size_t)count, sizeof *to);
  for (int i = 0; to && i < count; i++) {
    to[i].joint = arena_copy_string(a, from[i].joint);
    to[i].value = from[i].value;
  }
  return to;
}

static const ulna_screw *copy_screws(arena *a, const ulna_screw *from, int count)
{
  if (count <= 0) return NULL;
  ulna_screw *to = arena_take_array(a, (size_t)count, sizeof *to);
  for (int i = 0; to && i < count; i++) {
    to[i] = from[i];
    to[i].phase = copy_couples(a, from[i].phase, from[i].phase_count);
  }
  return to;
}

static void copy_friction(arena *a, ulna_friction *to, const ulna_friction *from)
{
  *to = *from;
  to->table_velocity = copy_numbers(a, from->table_velocity, from->table_count);
  to->table_position = copy_numbers(a, from->table_position, from->table_position_count);
  to->table_load = copy_numbers(a, from->table_load, from->table_load_count);
  to->table_moment = copy_numbers(a, from->table_moment, from->table_moment_count);
  to->table_force = copy_numbers(a, from->table_force, friction_table_size(from));
}

void ulna_description_copy_joint(arena *a, ulna_joint *to, const ulna_joint *from)
{
  *to = *from;
  to->name = arena_copy_string(a, from->name);
  to->link.name = arena_copy_string(a, from->link.name);
  if (from->follows.joint) to->follows.joint = arena_copy_string(a, from->follows.joint);
  to->link.waivers = copy_waivers(a, from->link.waivers, from->link.waiver_count);
  copy_friction(a, &to->friction, &from->friction);
}

void ulna_description_copy_drive(arena *a, ulna_drive *to, const ulna_drive *from)
{
  *to = *from;
  to->name = arena_copy_string(a, from->name);
  to->mounted_on = arena_copy_string(a, from->mounted_on);
  to->couples = copy_couples(a, from->couples, from->couple_count);
  to->screws = copy_screws(a, from->screws, from->screw_count);
  to->waivers = copy_waivers(a, from->waivers, from->waiver_count);
  copy_friction(a, &to->friction, &from->friction);
}

void ulna_description_copy_frame(arena *a, ulna_frame *to, const ulna_frame *from)
{
  *to = *from;
  to->name = arena_copy_string(a, from->name);
  to->link = arena_copy_string(a, from->link);
}

void ulna_description_copy_part(arena *a, ulna_welded_body *to, const ulna_welded_body *from)
{
  *to = *from;
  to->name = arena_copy_string(a, from->name);
  to->link = arena_copy_string(a, from->link);
}

static const ulna_drive *copy_drives(arena *a, const ulna_drive *from, int count)
{
  if (count <= 0) return NULL;
  ulna_drive *to = arena_take_array(a, (size_t)count, sizeof *to);
  for (int i = 0; to && i < count; i++) ulna_description_copy_drive(a, &to[i], &from[i]);
  return to;
}

void ulna_description_copy(arena *a, description *to, const description *from)
{
  *to = *from;
  to->name = arena_copy_string(a, from->name);
  to->source = arena_copy_string(a, from->source);
  to->base_name = arena_copy_string(a, from->base_name);

  ulna_joint *joints = arena_take_array(a, (size_t)from->joint_count, sizeof *joints);
  for (int i = 0; joints && i < from->joint_count; i++)
    ulna_description_copy_joint(a, &joints[i], &from->joints[i]);
  to->joints = joints;

  to->drives = copy_drives(a, from->drives, from->drive_count);
  to->elements = copy_drives(a, from->elements, from->element_count);

  ulna_frame *frames = arena_take_array(a, (size_t)from->frame_count, sizeof *frames);
  for (int i = 0; frames && i < from->frame_count; i++)
    ulna_description_copy_frame(a, &frames[i], &from->frames[i]);
  to->frames = frames;

  ulna_welded_body *parts = arena_take_array(a, (size_t)from->part_count, sizeof *parts);
  for (int i = 0; parts && i < from->part_count; i++)
    ulna_description_copy_part(a, &parts[i], &from->parts[i]);
  to->parts = parts;
}

int ulna_description_find_joint(const description *d, const char *name)
{
  for (int i = 0; i < d->joint_count; i++)
    if (d->joints[i].name && strcmp(d->joints[i].name, name) == 0) return i + 1;
  return -1;
}

int ulna_description_find_link(const description *d, const char *name)
{
  if (strcmp(name, d->base_name) == 0) return 0;
  for (int i = 0; i < d->joint_count; i++)
    if (d->joints[i].link.name && strcmp(d->joints[i].link.name, name) == 0) return i + 1;
  return -1;
}
