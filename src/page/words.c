/* A robot as numbers and names, and back, by one walk. */
#include "page/words.h"

#include <stdint.h>

/* No robot has more of anything; data with more is not a robot. */
enum { MOST = 1 << 20 };

typedef struct {
  bool reading, failed;
  arena *memory;
  robot_words *to;         /* writing; NULL: only measured */
  const robot_words *from; /* reading */
  size_t numbers, names;   /* done so far */
} walk;

/* The whole of a robot's description, as the public functions give it. */
typedef struct {
  int convention, joint_count, drive_count, element_count, frame_count;
  const char *name, *source, *base_name;
  double gravity[3];
  ulna_pose base, tool;
  ulna_body payload;
  ulna_joint *joints;
  ulna_drive *drives, *elements;
  ulna_frame *frames;
} robot_parts;

static void walk_number(walk *w, double *x)
{
  if (w->reading) {
    if (w->numbers >= w->from->number_count) w->failed = true;
    else *x = w->from->numbers[w->numbers];
  } else if (w->to) {
    w->to->numbers[w->numbers] = *x;
  }
  w->numbers++;
}

static void walk_numbers(walk *w, double *x, int count)
{
  for (int i = 0; i < count; i++) walk_number(w, &x[i]);
}

/* A whole number from 0 to `most`. */
static void walk_whole(walk *w, int *x, int most)
{
  double number = *x;
  walk_number(w, &number);
  if (!w->reading) return;
  const bool sound = number >= 0 && number <= most && number == (double)(int)number;
  if (!sound) w->failed = true;
  *x = sound ? (int)number : 0;
}

static void walk_choice(walk *w, unsigned *x, int most)
{
  int number = (int)*x;
  walk_whole(w, &number, most);
  *x = (unsigned)number;
}

/* NULL is a name of its own, told by a number. */
static void walk_name(walk *w, const char **name)
{
  int there = *name != NULL;
  walk_whole(w, &there, 1);
  if (w->reading) {
    *name = NULL;
    if (!there || w->failed) return;
    const char *at = w->from->names + w->names;
    const size_t left = w->from->name_bytes - w->names;
    const char *end = left ? memchr(at, 0, left) : NULL;
    if (!end) {
      w->failed = true;
      return;
    }
    *name = at;
    w->names += (size_t)(end - at) + 1;
  } else if (there) {
    const size_t length = strlen(*name) + 1;
    if (w->to) memcpy(w->to->names + w->names, *name, length);
    w->names += length;
  }
}

/* An array whose length is known; reading makes it. */
static void *walk_array(walk *w, const void *there, int count, size_t size)
{
  if (!w->reading)
    return (void *)(uintptr_t)there;  // NOLINT(performance-no-int-to-ptr): sheds const, is not written to
  if (w->failed || count == 0) return NULL;
  // every element takes a number at least: a length that lies asks for no memory
  if ((size_t)count > w->from->number_count) w->failed = true;
  void *made = w->failed ? NULL : arena_take_array(w->memory, (size_t)count, size);
  if (!made) w->failed = true;
  return made;
}

static void walk_table(walk *w, const double **table, int count)
{
  double *x = walk_array(w, *table, count, sizeof(double));
  if (x && !w->failed) walk_numbers(w, x, count);
  if (w->reading) *table = x;
}

static void walk_pose(walk *w, ulna_pose *pose)
{
  walk_numbers(w, &pose->R[0][0], 9);
  walk_numbers(w, pose->p, 3);
}

static void walk_body(walk *w, ulna_body *b)
{
  walk_number(w, &b->mass);
  walk_numbers(w, b->com, 3);
  walk_numbers(w, b->inertia, 6);
  walk_choice(w, &b->about, ULNA_ABOUT_ORIGIN);
}

static int at_least_one(int count) { return count > 0 ? count : 1; }

static void walk_friction(walk *w, ulna_friction *f)
{
  walk_number(w, &f->viscous);
  walk_numbers(w, f->coulomb, 2);
  walk_numbers(w, f->static_, 2);
  walk_number(w, &f->load_static);
  walk_number(w, &f->load_dynamic);
  walk_number(w, &f->stribeck_velocity);
  walk_number(w, &f->stribeck_exponent);
  walk_whole(w, &f->table_count, MOST);
  walk_whole(w, &f->table_position_count, MOST);
  walk_whole(w, &f->table_load_count, MOST);
  walk_whole(w, &f->table_moment_count, MOST);
  const double forces = (double)f->table_count * at_least_one(f->table_position_count) *
                        at_least_one(f->table_load_count) * at_least_one(f->table_moment_count);
  if (forces > MOST) w->failed = true;
  if (w->failed) return;
  walk_table(w, &f->table_velocity, f->table_count);
  walk_table(w, &f->table_force, (int)forces);
  walk_table(w, &f->table_position, f->table_position_count);
  walk_table(w, &f->table_load, f->table_load_count);
  walk_table(w, &f->table_moment, f->table_moment_count);
}

static void walk_joint(walk *w, ulna_joint *j)
{
  walk_name(w, &j->name);
  walk_choice(w, &j->type, ULNA_PRISMATIC);
  walk_number(w, &j->theta);
  walk_number(w, &j->d);
  walk_number(w, &j->a);
  walk_number(w, &j->alpha);
  walk_pose(w, &j->origin);
  walk_numbers(w, j->axis, 3);
  walk_number(w, &j->limits.lower);
  walk_number(w, &j->limits.upper);
  walk_number(w, &j->limits.velocity);
  walk_number(w, &j->limits.effort);
  walk_friction(w, &j->friction);
  walk_name(w, &j->follows.joint);
  walk_number(w, &j->follows.ratio);
  walk_number(w, &j->follows.offset);
  walk_name(w, &j->link.name);
  walk_body(w, &j->link.body);
}

static void walk_couples(walk *w, int *count, const ulna_couple **couples)
{
  walk_whole(w, count, MOST);
  ulna_couple *c = walk_array(w, *couples, *count, sizeof *c);
  for (int i = 0; c && i < *count && !w->failed; i++) {
    walk_name(w, &c[i].joint);
    walk_number(w, &c[i].value);
  }
  if (w->reading) *couples = c;
}

static void walk_screws(walk *w, ulna_drive *d)
{
  walk_whole(w, &d->screw_count, MOST);
  ulna_screw *s = walk_array(w, d->screws, d->screw_count, sizeof *s);
  for (int i = 0; s && i < d->screw_count && !w->failed; i++) {
    walk_number(w, &s[i].gain);
    walk_number(w, &s[i].s);
    walk_number(w, &s[i].mu);
    walk_number(w, &s[i].nu);
    walk_number(w, &s[i].phi0);
    walk_couples(w, &s[i].phase_count, &s[i].phase);
  }
  if (w->reading) d->screws = s;
}

static void walk_drive(walk *w, ulna_drive *d)
{
  walk_name(w, &d->name);
  walk_name(w, &d->mounted_on);
  walk_pose(w, &d->pose);
  walk_choice(w, &d->kind, ULNA_LINEAR);
  walk_number(w, &d->offset);
  walk_couples(w, &d->couple_count, &d->couples);
  walk_screws(w, d);
  int spin_only = d->spin_only;
  walk_whole(w, &spin_only, 1);
  d->spin_only = spin_only != 0;
  walk_body(w, &d->rotor);
  walk_choice(w, &d->counted_in_link, ULNA_COUNTED_YES);
  walk_friction(w, &d->friction);
  walk_choice(w, &d->motor.type, ULNA_MOTOR_DC);
  walk_number(w, &d->motor.torque_constant);
  walk_number(w, &d->motor.back_emf);
  walk_number(w, &d->motor.resistance);
  walk_number(w, &d->motor.inductance);
  walk_number(w, &d->motor.current_limit);
  walk_number(w, &d->motor.voltage_limit);
  walk_number(w, &d->stiffness);
  walk_number(w, &d->damping);
}

static void walk_robot(walk *w, robot_parts *r)
{
  walk_whole(w, &r->convention, ULNA_AXIS);
  walk_whole(w, &r->joint_count, MOST);
  walk_whole(w, &r->drive_count, MOST);
  walk_whole(w, &r->element_count, MOST);
  walk_whole(w, &r->frame_count, MOST);
  walk_name(w, &r->name);
  walk_name(w, &r->source);
  walk_name(w, &r->base_name);
  walk_numbers(w, r->gravity, 3);
  walk_pose(w, &r->base);
  walk_pose(w, &r->tool);
  walk_body(w, &r->payload);
  r->joints = walk_array(w, r->joints, r->joint_count, sizeof *r->joints);
  r->drives = walk_array(w, r->drives, r->drive_count, sizeof *r->drives);
  r->elements = walk_array(w, r->elements, r->element_count, sizeof *r->elements);
  r->frames = walk_array(w, r->frames, r->frame_count, sizeof *r->frames);
  for (int i = 0; r->joints && i < r->joint_count && !w->failed; i++) walk_joint(w, &r->joints[i]);
  for (int i = 0; r->drives && i < r->drive_count && !w->failed; i++) walk_drive(w, &r->drives[i]);
  for (int i = 0; r->elements && i < r->element_count && !w->failed; i++) walk_drive(w, &r->elements[i]);
  for (int i = 0; r->frames && i < r->frame_count && !w->failed; i++) {
    walk_name(w, &r->frames[i].name);
    walk_name(w, &r->frames[i].link);
    walk_pose(w, &r->frames[i].pose);
  }
}

/* Shallow copies: what they point to is the model's, and only read. */
static bool take_parts(const ulna_model *model, arena *memory, robot_parts *r)
{
  *r = (robot_parts){.convention = (int)ulna_model_convention(model),
                     .joint_count = ulna_model_joint_count(model),
                     .drive_count = ulna_model_drive_count(model),
                     .element_count = ulna_model_element_count(model),
                     .frame_count = ulna_model_frame_count(model),
                     .name = ulna_model_name(model),
                     .source = ulna_model_source(model),
                     .base_name = ulna_model_link_name(model, 0),
                     .payload = *ulna_model_payload(model)};
  ulna_model_gravity(model, r->gravity);
  ulna_model_base(model, &r->base);
  ulna_model_tool(model, &r->tool);
  r->joints = arena_take_array(memory, (size_t)r->joint_count, sizeof *r->joints);
  r->drives = arena_take_array(memory, (size_t)r->drive_count, sizeof *r->drives);
  r->elements = arena_take_array(memory, (size_t)r->element_count, sizeof *r->elements);
  r->frames = arena_take_array(memory, (size_t)r->frame_count, sizeof *r->frames);
  if (memory->failed) return false;
  for (int i = 0; i < r->joint_count; i++) r->joints[i] = *ulna_model_joint(model, i + 1);
  for (int i = 0; i < r->drive_count; i++) r->drives[i] = *ulna_model_drive(model, i);
  for (int i = 0; i < r->element_count; i++) r->elements[i] = *ulna_model_element(model, i);
  for (int i = 0; i < r->frame_count; i++) r->frames[i] = *ulna_model_frame(model, i);
  return true;
}

ulna_status ulna_words_write(const ulna_model *model, arena *memory, robot_words *words)
{
  robot_parts parts;
  if (!take_parts(model, memory, &parts)) return ULNA_OUT_OF_MEMORY;
  walk measured = {.memory = memory};
  walk_robot(&measured, &parts);
  robot_words made = {.number_count = measured.numbers, .name_bytes = measured.names};
  made.numbers = arena_take_array(memory, made.number_count, sizeof *made.numbers);
  made.names = arena_take_array(memory, made.name_bytes + 1, 1);
  if (memory->failed) return ULNA_OUT_OF_MEMORY;
  walk written = {.memory = memory, .to = &made};
  walk_robot(&written, &parts);
  *words = made;
  return ULNA_OK;
}

/* Accepts again what the file was accepted with: waivers, and links without mass. */
static ulna_status accept_all(ulna_builder *b)
{
  static const char *const conditions[] = {"mass", "positive_inertia", "triangle_inequality", "far"};
  ulna_status status = ulna_builder_mark(b, "joints", ULNA_MARK_MASSLESS);
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions && status == ULNA_OK; i++)
    status = ulna_builder_accept(b, conditions[i], "judged when the page was made");
  return status;
}

static ulna_status fill(ulna_builder *b, const robot_parts *r)
{
  ulna_builder_set_gravity(b, r->gravity);
  ulna_builder_set_base(b, &r->base);
  ulna_builder_set_tool(b, &r->tool);
  if (r->payload.mass != 0) ulna_builder_set_payload(b, &r->payload);
  ulna_status status = accept_all(b);
  if (status == ULNA_OK) status = ulna_builder_set_name(b, r->name, r->source);
  if (status == ULNA_OK && r->base_name) status = ulna_builder_set_base_name(b, r->base_name);
  for (int i = 0; i < r->joint_count && status == ULNA_OK; i++)
    status = ulna_builder_add_joint(b, &r->joints[i]);
  for (int i = 0; i < r->drive_count && status == ULNA_OK; i++)
    status = ulna_builder_add_drive(b, &r->drives[i]);
  for (int i = 0; i < r->element_count && status == ULNA_OK; i++)
    status = ulna_builder_add_element(b, &r->elements[i]);
  for (int i = 0; i < r->frame_count && status == ULNA_OK; i++)
    status = ulna_builder_add_frame(b, &r->frames[i]);
  return status;
}

ulna_status ulna_words_read(const robot_words *words, const ulna_allocator *allocator, ulna_model **model)
{
  arena memory;
  arena_init(&memory, allocator);
  robot_parts parts = {.convention = 0};
  walk w = {.reading = true, .memory = &memory, .from = words};
  walk_robot(&w, &parts);
  ulna_status status = memory.failed                                  ? ULNA_OUT_OF_MEMORY
                       : w.failed || w.numbers != words->number_count ? ULNA_SYNTAX
                                                                      : ULNA_OK;
  ulna_builder *b = NULL;
  if (status == ULNA_OK) status = ulna_builder_create((ulna_convention)parts.convention, allocator, &b);
  if (status == ULNA_OK) status = fill(b, &parts);
  if (status == ULNA_OK) status = ulna_builder_finish(b, NULL, model);
  ulna_builder_destroy(b);
  arena_free(&memory);
  return status;
}
