/* A robot put together piece by piece, and made a model. */
#include "model/builder.h"
#include "base/hash.h"
#include "base/memory.h"

#include <math.h>

#include "model/check.h"
#include "model/model.h"
#include "model/pose.h"

ulna_friction ulna_friction_none(void)
{
  return (ulna_friction){.static_ = {(double)NAN, (double)NAN}, .stribeck_exponent = 2};
}

bool ulna_friction_is_there(const ulna_friction *f)
{
  const double levels[] = {f->viscous, f->coulomb[0], f->coulomb[1], f->load_static, f->load_dynamic};
  for (size_t k = 0; k < sizeof levels / sizeof levels[0]; k++)
    if (levels[k] != 0) return true;
  return f->table_count > 0 || f->static_[0] > 0 || f->static_[1] > 0;  // false for NaN, "as coulomb"
}

ulna_joint ulna_joint_default(void)
{
  return (ulna_joint){.type = ULNA_REVOLUTE,
                      .origin = ulna_pose_identity(),
                      .axis = {0, 0, 1},
                      .limits = {-HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL},
                      .friction = ulna_friction_none(),
                      .follows = {NULL, 1, 0}};
}

ulna_drive ulna_drive_default(void)
{
  return (ulna_drive){.mounted_on = "base",
                      .pose = ulna_pose_identity(),
                      .kind = ULNA_ROTARY,
                      .friction = ulna_friction_none(),
                      .motor = {.current_limit = HUGE_VAL, .voltage_limit = HUGE_VAL},
                      .stiffness = HUGE_VAL};
}

ulna_status ulna_builder_create(ulna_convention convention, const ulna_allocator *allocator,
                                ulna_builder **builder)
{
  const ulna_allocator from = allocator_or_standard(allocator);
  ulna_builder *b = from.allocate(from.context, sizeof *b, ARENA_ALIGNMENT);
  if (!b) return ULNA_OUT_OF_MEMORY;
  *b = (ulna_builder){.allocator = from};
  arena_init(&b->memory, &from);
  b->d = (description){.convention = convention,
                       .name = "",
                       .source = "",
                       .base_name = "base",
                       .gravity = {0, 0, -9.81},
                       .base = ulna_pose_identity(),
                       .tool = ulna_pose_identity()};
  *builder = b;
  return ULNA_OK;
}

void ulna_builder_destroy(ulna_builder *builder)
{
  if (!builder) return;
  const ulna_allocator from = builder->allocator;
  arena_free(&builder->memory);
  from.release(from.context, builder, sizeof *builder);
}

/* The arena remembers a failure; a caller who has freed memory since may try again. */
static arena *fresh(ulna_builder *b)
{
  b->memory.failed = false;
  return &b->memory;
}

static ulna_status set_string(ulna_builder *b, const char **to, const char *from)
{
  const char *copy = arena_copy_string(fresh(b), from ? from : "");
  if (!copy) return ULNA_OUT_OF_MEMORY;
  *to = copy;
  return ULNA_OK;
}

ulna_status ulna_builder_set_name(ulna_builder *b, const char *name, const char *source)
{
  ULNA_ASSERT(b);
  const char *was = b->d.name;
  ulna_status status = set_string(b, &b->d.name, name);
  if (status == ULNA_OK) status = set_string(b, &b->d.source, source);
  if (status != ULNA_OK) b->d.name = was;
  return status;
}

ulna_status ulna_builder_set_base_name(ulna_builder *b, const char *name)
{
  ULNA_ASSERT(b);
  return set_string(b, &b->d.base_name, name);
}
ulna_status ulna_builder_set_file(ulna_builder *b, const char *file)
{
  ULNA_ASSERT(b);
  return set_string(b, &b->file, file);
}
void ulna_builder_set_gravity(ulna_builder *b, const double gravity[3])
{
  ULNA_ASSERT(b);
  memcpy(b->d.gravity, gravity, sizeof b->d.gravity);
}
void ulna_builder_set_base(ulna_builder *b, const ulna_pose *base_in_world)
{
  ULNA_ASSERT(b);
  b->d.base = *base_in_world;
}
void ulna_builder_set_tool(ulna_builder *b, const ulna_pose *tool_in_last_link)
{
  ULNA_ASSERT(b);
  b->d.tool = *tool_in_last_link;
}

void ulna_builder_set_payload(ulna_builder *b, const ulna_body *payload)
{
  ULNA_ASSERT(b);
  b->d.has_payload = payload != NULL;
  b->d.payload = payload ? *payload : (ulna_body){0};
}

ulna_status ulna_builder_add_joint(ulna_builder *b, const ulna_joint *joint)
{
  ULNA_ASSERT(b);
  arena *memory = fresh(b);
  ulna_joint copy;
  ulna_description_copy_joint(memory, &copy, joint);
  void *list = b->joints;
  if (memory->failed || !arena_make_room(memory, &list, b->d.joint_count, &b->joint_room, sizeof copy))
    return ULNA_OUT_OF_MEMORY;
  b->d.joints = b->joints = list;
  b->joints[b->d.joint_count++] = copy;
  return ULNA_OK;
}

static ulna_status add_drive(ulna_builder *b, const ulna_drive *drive, ulna_drive **list, int *count,
                             int *room)
{
  arena *memory = fresh(b);
  ulna_drive copy;
  ulna_description_copy_drive(memory, &copy, drive);
  void *moved = *list;
  if (memory->failed || !arena_make_room(memory, &moved, *count, room, sizeof copy))
    return ULNA_OUT_OF_MEMORY;
  *list = moved;
  (*list)[(*count)++] = copy;
  return ULNA_OK;
}

ulna_status ulna_builder_add_drive(ulna_builder *b, const ulna_drive *drive)
{
  ULNA_ASSERT(b);
  const ulna_status status = add_drive(b, drive, &b->drives, &b->d.drive_count, &b->drive_room);
  b->d.drives = b->drives;
  return status;
}

ulna_status ulna_builder_add_element(ulna_builder *b, const ulna_drive *element)
{
  ULNA_ASSERT(b);
  const ulna_status status = add_drive(b, element, &b->elements, &b->d.element_count, &b->element_room);
  b->d.elements = b->elements;
  return status;
}

ulna_status ulna_builder_add_frame(ulna_builder *b, const ulna_frame *frame)
{
  ULNA_ASSERT(b);
  arena *memory = fresh(b);
  ulna_frame copy;
  ulna_description_copy_frame(memory, &copy, frame);
  void *list = b->frames;
  if (memory->failed || !arena_make_room(memory, &list, b->d.frame_count, &b->frame_room, sizeof copy))
    return ULNA_OUT_OF_MEMORY;
  b->d.frames = b->frames = list;
  b->frames[b->d.frame_count++] = copy;
  return ULNA_OK;
}

ulna_status ulna_builder_add_welded_body(ulna_builder *b, const ulna_welded_body *welded)
{
  ULNA_ASSERT(b);
  arena *memory = fresh(b);
  ulna_welded_body copy;
  ulna_description_copy_part(memory, &copy, welded);
  void *list = b->parts;
  if (memory->failed || !arena_make_room(memory, &list, b->d.part_count, &b->part_room, sizeof copy))
    return ULNA_OUT_OF_MEMORY;
  b->d.parts = b->parts = list;
  b->parts[b->d.part_count++] = copy;
  return ULNA_OK;
}

ulna_status ulna_builder_accept(ulna_builder *b, const char *condition, const char *reason)
{
  ULNA_ASSERT(b);
  arena *memory = fresh(b);
  const ulna_waiver copy = {arena_copy_string(memory, condition ? condition : ""),
                            arena_copy_string(memory, reason ? reason : "")};
  void *list = b->accepted;
  if (memory->failed || !arena_make_room(memory, &list, b->accepted_count, &b->accepted_room, sizeof copy))
    return ULNA_OUT_OF_MEMORY;
  b->accepted = list;
  b->accepted[b->accepted_count++] = copy;
  return ULNA_OK;
}

/* The slot of a path: its own, or the empty one where it belongs. place_room must not be 0. */
static file_place *slot_of(file_place *places, int room, const char *path, size_t length)
{
  size_t slot = hash_name(path, length) & (size_t)(room - 1);
  while (places[slot].path &&
         (strncmp(places[slot].path, path, length) != 0 || places[slot].path[length] != 0))
    slot = (slot + 1) & (size_t)(room - 1);
  return &places[slot];
}

static bool grow_places(ulna_builder *b)
{
  if (2 * (b->place_count + 1) <= b->place_room) return true;
  const int room = b->place_room ? 2 * b->place_room : 64;
  file_place *places = arena_take_array(&b->memory, (size_t)room, sizeof *places);
  if (!places) return false;
  for (int i = 0; i < b->place_room; i++) {
    const file_place *p = &b->places[i];
    if (p->path) *slot_of(places, room, p->path, strlen(p->path)) = *p;
  }
  b->places = places;
  b->place_room = room;
  return true;
}

/* The entry of a path, made if there is none yet; NULL when memory runs out. */
static file_place *entry_of(ulna_builder *b, const char *path)
{
  fresh(b);
  if (!grow_places(b)) return NULL;
  file_place *entry = slot_of(b->places, b->place_room, path, strlen(path));
  if (entry->path) return entry;
  const char *copy = arena_copy_string(&b->memory, path);
  if (!copy) return NULL;
  entry->path = copy;
  b->place_count++;
  return entry;
}

ulna_status ulna_builder_set_location(ulna_builder *b, const char *path, int line, int column)
{
  ULNA_ASSERT(b);
  file_place *entry = entry_of(b, path);
  if (!entry) return ULNA_OUT_OF_MEMORY;
  entry->line = line;
  entry->column = column;
  return ULNA_OK;
}

ulna_status ulna_builder_mark(ulna_builder *b, const char *path, ulna_mark mark)
{
  ULNA_ASSERT(b);
  file_place *entry = entry_of(b, path);
  if (!entry) return ULNA_OUT_OF_MEMORY;
  entry->marks |= (unsigned)mark;
  if (mark == ULNA_MARK_REPORTED) b->spoiled = true;
  return ULNA_OK;
}

/* The length of the path around the first `length` bytes of this one. */
static size_t length_around(const char *path, size_t length)
{
  while (length > 0) {
    length--;
    if (path[length] == '.' || path[length] == '[') break;
  }
  return length;
}

/* The nearest entry for which line or marks are as asked; the path's own first, that of "" last. */
static const file_place *nearest_entry(const ulna_builder *b, const char *path, unsigned marks)
{
  if (!b->place_room) return NULL;
  for (size_t length = strlen(path);; length = length_around(path, length)) {
    const file_place *entry = slot_of(b->places, b->place_room, path, length);
    if (entry->path && (marks ? (entry->marks & marks) != 0 : entry->line > 0)) return entry;
    if (length == 0) return NULL;
  }
}

const file_place *ulna_place(const ulna_builder *b, const char *path) { return nearest_entry(b, path, 0); }

bool ulna_marked(const ulna_builder *b, const char *path, ulna_mark mark)
{
  return nearest_entry(b, path, (unsigned)mark) != NULL;
}

ulna_status ulna_builder_check(const ulna_builder *b, ulna_report *report)
{
  ULNA_ASSERT(b);
  return ulna_check(b, report, NULL);
}

/* The description with every part merged into the link that carries it; the joints' array in `memory`. */
static description merged(const ulna_builder *b, arena *memory)
{
  description d = b->d;
  ulna_joint *joints = arena_take_array(memory, (size_t)d.joint_count, sizeof *joints);
  if (!joints) return d;
  memcpy(joints, d.joints, (size_t)d.joint_count * sizeof *joints);
  for (int i = 0; i < d.part_count; i++) {
    const ulna_welded_body *part = &d.parts[i];
    const int carrier = ulna_description_find_link(&d, part->link);
    if (carrier < 1) continue;  // the base does not move
    const ulna_body body = ulna_body_in_outer(&part->pose, &part->body);
    ulna_body *sum = &joints[carrier - 1].link.body;
    *sum = ulna_body_merge(sum, &body);
  }
  d.joints = joints;
  d.parts = NULL;
  d.part_count = 0;
  return d;
}

ulna_status ulna_builder_make(const ulna_builder *b, ulna_model **model)
{
  if (b->d.part_count == 0) return ulna_model_create(&b->d, &b->allocator, model);
  arena memory;
  arena_init(&memory, &b->allocator);
  const description d = merged(b, &memory);
  const ulna_status status = memory.failed ? ULNA_OUT_OF_MEMORY : ulna_model_create(&d, &b->allocator, model);
  arena_free(&memory);
  return status;
}

ulna_status ulna_builder_finish(const ulna_builder *b, ulna_report *report, ulna_model **model)
{
  ULNA_ASSERT(b && model);
  return ulna_check(b, report, model);
}
