/* Reads drives, drive-train elements and friction of a robot file. */
#include <math.h>
#include <stdio.h>

#include "model/friction/friction_table.h"
#include "read/yaml.h"

/* One level, or {positive: …, negative: …}. */
static void read_level(reader *r, const node *n, where w, double level[2])
{
  if (!n) return;
  if (n->kind != NODE_MAPPING) {
    ulna_yaml_number(r, n, w, "N m or N", &level[0]);
    level[1] = level[0];
    return;
  }
  field f[] = {{.name = "positive", .required = true}, {.name = "negative", .required = true}};
  if (!ulna_yaml_fields(r, n, w, "friction by direction", f, 2)) return;
  for (int k = 0; k < 2; k++)
    ulna_yaml_number(r, f[k].value, ulna_yaml_inside(w, "%s", f[k].name), "N m or N", &level[k]);
}

/* Two numbers under two names, both needed. */
static void read_pair(reader *r, const node *n, where w, const char *what, const char *first, double *a,
                      const char *second, double *b)
{
  if (!n) return;
  field f[] = {{.name = first, .required = true}, {.name = second, .required = true}};
  if (!ulna_yaml_fields(r, n, w, what, f, 2)) return;
  ulna_yaml_number(r, f[0].value, ulna_yaml_inside(w, "%s", first), "", a);
  ulna_yaml_number(r, f[1].value, ulna_yaml_inside(w, "%s", second), "", b);
}

static const double *read_numbers(reader *r, const node *n, where w)
{
  if (!ulna_yaml_list(r, n, w, "numbers")) return NULL;
  double *numbers = arena_take_array(&r->memory, (size_t)n->count, sizeof *numbers);
  if (!numbers) {
    r->status = ULNA_OUT_OF_MEMORY;
    return NULL;
  }
  int k = 0;
  bool read = true;
  for (const node *item = n->first; item; item = item->next, k++)
    read &= ulna_yaml_number(r, item, ulna_yaml_inside(w, "[%d]", k), "", &numbers[k]);
  return read ? numbers : NULL;
}

/* Forces over all axes, a list in a list for each: `left` axes are still to come. Adds to numbers[*used]. */
static bool read_forces(reader *r, const node *n, where w, const friction_axis axes[], int left,
                        double numbers[], int *used)
{
  while (left > 0 && axes->count == 0) axes++, left--;
  if (left == 0) return ulna_yaml_number(r, n, w, "", &numbers[(*used)++]);
  if (!ulna_yaml_list(r, n, w, "numbers")) return false;
  if (n->count != axes->count) {
    ulna_yaml_say(r, ULNA_ERROR, "friction", n, w.subject,
                  "the table has %d %s and %d forces for them; each has one (or a list, where further axes "
                  "follow)",
                  axes->count, axes->name[0] == 'v' ? "velocities" : axes->name, n->count);
    return false;
  }
  bool read = true;
  int k = 0;
  for (const node *item = n->first; item; item = item->next, k++)
    read &= read_forces(r, item, ulna_yaml_inside(w, "[%d]", k), axes + 1, left - 1, numbers, used);
  return read;
}

static void read_table(reader *r, const node *n, where w, where friction, ulna_friction *f)
{
  if (!n) return;
  enum { FORCE = FRICTION_AXES, COUNT };
  field t[COUNT] = {{.name = "velocity", .required = true},
                    {.name = "position"},
                    {.name = "load"},
                    {.name = "moment"},
                    {.name = "force", .required = true}};
  const double *axis[FRICTION_AXES] = {NULL};
  int count[FRICTION_AXES] = {0};
  bool read = ulna_yaml_fields(r, n, w, "a friction table", t, COUNT);
  for (int k = 0; k < FRICTION_AXES && read; k++) {
    if (!t[k].value) continue;
    axis[k] = read_numbers(r, t[k].value, ulna_yaml_inside(w, "%s", t[k].name));
    count[k] = t[k].value->count;
    read = axis[k] != NULL;
  }
  ulna_friction table = {.table_count = count[0],
                         .table_velocity = axis[0],
                         .table_position_count = count[1],
                         .table_position = axis[1],
                         .table_load_count = count[2],
                         .table_load = axis[2],
                         .table_moment_count = count[3],
                         .table_moment = axis[3]};
  friction_axis axes[FRICTION_AXES];
  friction_axes(&table, axes);
  const int size = read ? friction_table_size(&table) : 0;
  double *force = size > 0 ? arena_take_array(&r->memory, (size_t)size, sizeof *force) : NULL;
  if (size > 0 && !force) r->status = ULNA_OUT_OF_MEMORY;
  int used = 0;
  if (force &&
      !read_forces(r, t[FORCE].value, ulna_yaml_inside(w, "force"), axes, FRICTION_AXES, force, &used))
    force = NULL;
  if (!force) {
    ulna_yaml_spoil(r, friction);
    return;
  }
  f->table_count = count[0], f->table_velocity = axis[0], f->table_force = force;
  f->table_position_count = count[1], f->table_position = axis[1];
  f->table_load_count = count[2], f->table_load = axis[2];
  f->table_moment_count = count[3], f->table_moment = axis[3];
}

void ulna_yaml_friction(reader *r, const node *n, where w, bool at_joint, ulna_friction *friction)
{
  if (!n) return;
  enum { VISCOUS, COULOMB, STATIC, STRIBECK, TABLE, LOAD, COUNT };
  field f[COUNT] = {{.name = "viscous"},  {.name = "coulomb"}, {.name = "static"},
                    {.name = "stribeck"}, {.name = "table"},   {.name = "load"}};
  if (!ulna_yaml_fields(r, n, w, at_joint ? "friction at a joint" : "friction at a drive", f,
                        at_joint ? COUNT : LOAD))
    return;
  if (f[VISCOUS].value)
    ulna_yaml_number(r, f[VISCOUS].value, ulna_yaml_inside(w, "viscous"), "N m s/rad or N s/m",
                     &friction->viscous);
  read_level(r, f[COULOMB].value, ulna_yaml_inside(w, "coulomb"), friction->coulomb);
  read_level(r, f[STATIC].value, ulna_yaml_inside(w, "static"), friction->static_);
  read_pair(r, f[STRIBECK].value, ulna_yaml_inside(w, "stribeck"), "stribeck", "velocity",
            &friction->stribeck_velocity, "exponent", &friction->stribeck_exponent);
  read_pair(r, f[LOAD].value, ulna_yaml_inside(w, "load"), "friction by load", "static",
            &friction->load_static, "dynamic", &friction->load_dynamic);
  read_table(r, f[TABLE].value, ulna_yaml_inside(w, "table"), w, friction);
  if (f[STRIBECK].value && friction->stribeck_velocity == 0) {
    // 0 stands for "none" in the description
    ulna_yaml_say(r, ULNA_ERROR, "friction", f[STRIBECK].value, w.subject,
                  "the Stribeck velocity is 0; it must be above 0, or stribeck left out");
    ulna_yaml_spoil(r, ulna_yaml_inside(w, "stribeck"));
  }
}

/* {joint: number, …}; the joints are looked up by the checks. */
static void read_couples(reader *r, const node *n, where w, const char *unit, const ulna_couple **couples,
                         int *count)
{
  if (!n || !ulna_yaml_mapping(r, n, w, "couples and phases")) return;
  ulna_couple *list = arena_take_array(&r->memory, (size_t)n->count, sizeof *list);
  if (!list) {
    r->status = ULNA_OUT_OF_MEMORY;
    return;
  }
  int used = 0;
  for (const node *key = n->first; key; key = key->next->next) {
    if (!ulna_yaml_key(r, n, key, w)) continue;
    const where at = ulna_yaml_inside(w, "[%d]", used);
    list[used].joint = key->text;
    ulna_yaml_number(r, key->next, at, unit, &list[used].value);
    ulna_yaml_place(r, at, key);
    used++;
  }
  *couples = list;
  *count = used;
}

static void read_screw(reader *r, const node *n, where w, ulna_screw *screw)
{
  enum { GAIN, S, MU, NU, PHASE, PHI0, COUNT };
  field f[COUNT] = {{.name = "gain", .required = true},  {.name = "s", .required = true},
                    {.name = "mu", .required = true},    {.name = "nu", .required = true},
                    {.name = "phase", .required = true}, {.name = "phi0"}};
  double *const numbers[] = {&screw->gain, &screw->s, &screw->mu, &screw->nu};
  for (int k = 0; k < 4; k++) *numbers[k] = (double)NAN;
  if (!ulna_yaml_fields(r, n, w, "a screw", f, COUNT)) return;
  for (int k = 0; k < 4; k++)
    ulna_yaml_number(r, f[k].value, ulna_yaml_inside(w, "%s", f[k].name), "", numbers[k]);
  if (f[PHI0].value) ulna_yaml_angle(r, f[PHI0].value, ulna_yaml_inside(w, "phi0"), &screw->phi0);
  read_couples(r, f[PHASE].value, ulna_yaml_inside(w, "phase"), "", &screw->phase, &screw->phase_count);
}

static void read_screws(reader *r, const node *n, where w, ulna_drive *drive)
{
  if (!n || !ulna_yaml_list(r, n, w, "screws")) return;
  ulna_screw *screws = arena_take_array(&r->memory, (size_t)n->count, sizeof *screws);
  if (!screws) {
    r->status = ULNA_OUT_OF_MEMORY;
    return;
  }
  int k = 0;
  for (const node *item = n->first; item; item = item->next, k++)
    read_screw(r, item, ulna_yaml_inside(w, "[%d]", k), &screws[k]);
  drive->screws = screws;
  drive->screw_count = k;
}

/* A rotation whose third column is the axis, by the shortest turn from z. */
static ulna_pose pose_along(const double axis[3])
{
  ulna_pose pose = ulna_pose_identity();
  const double length = hypot(hypot(axis[0], axis[1]), axis[2]);
  const double x = axis[0] / length, y = axis[1] / length, z = axis[2] / length;
  if (z < -0.5) {  // turned half about x first, where the shortest turn is well defined
    const double R[3][3] = {
        {1 - x * x / (1 - z), x * y / (1 - z), x}, {-x * y / (1 - z), y * y / (1 - z) - 1, y}, {x, -y, z}};
    memcpy(pose.R, R, sizeof R);
  } else {
    const double R[3][3] = {
        {1 - x * x / (1 + z), -x * y / (1 + z), x}, {-x * y / (1 + z), 1 - y * y / (1 + z), y}, {-x, -y, z}};
    memcpy(pose.R, R, sizeof R);
  }
  return pose;
}

/* axis: [x, y, z] or pose: {xyz, rpy}. */
static void read_axis(reader *r, const node *mapping, const node *axis, const node *pose, where w,
                      ulna_drive *drive)
{
  const where at = ulna_yaml_inside(w, "pose");
  if (axis && pose) {
    ulna_yaml_say(r, ULNA_ERROR, "value", axis, w.subject, "axis and pose are both given; keep one of them");
    ulna_yaml_spoil(r, at);
  } else if (pose) {
    ulna_yaml_pose(r, pose, at, &drive->pose);
  } else if (axis) {
    double v[3];
    ulna_yaml_place(r, at, axis);
    if (!ulna_yaml_vector(r, axis, ulna_yaml_inside(w, "axis"), "direction", v)) {
      ulna_yaml_spoil(r, at);
      return;
    }
    const double length = hypot(hypot(v[0], v[1]), v[2]);
    if (length > 0 && isfinite(length)) {
      drive->pose = pose_along(v);
      return;
    }
    ulna_yaml_say(r, ULNA_ERROR, "value", axis, w.subject, "the axis [%.4g, %.4g, %.4g] has no direction",
                  v[0], v[1], v[2]);
    ulna_yaml_spoil(r, at);
  } else {
    ulna_yaml_say(r, ULNA_ERROR, "missing key", mapping, w.subject,
                  "\"axis\" or \"pose\" must say how the rotor lies in the link that carries it");
    ulna_yaml_spoil(r, at);
  }
}

/* {inertia: number}, or {mass, com, inertia: {…}} in the frame of a full pose. */
static void read_rotor(reader *r, const node *n, where w, bool has_pose, ulna_drive *drive)
{
  if (!n) return;
  field f[] = {{.name = "inertia", .required = true}, {.name = "mass"}, {.name = "com"}};
  const node *inertia = NULL;
  for (const node *key = n->kind == NODE_MAPPING ? n->first : NULL; key; key = key->next->next)
    if (key->kind == NODE_SCALAR && strcmp(key->text, "inertia") == 0) inertia = key->next;
  const bool full = inertia && inertia->kind == NODE_MAPPING;
  f[1].required = f[2].required = full;
  if (!ulna_yaml_fields(r, n, w, full ? "a rotor with a full inertia" : "a rotor", f, 3)) return;
  if (!full && (f[1].value || f[2].value)) {
    if (f[0].value && f[0].value->kind != NODE_ALIAS)
      ulna_yaml_say(r, ULNA_ERROR, "type", f[0].value, w.subject,
                    "a rotor with mass and com needs the full inertia {about, xx, yy, zz, …}");
    ulna_yaml_spoil(r, w);
    return;
  }
  if (full) {
    ulna_yaml_body(r, f[1].value, f[2].value, f[0].value, w, &drive->rotor);
    if (has_pose) return;
    ulna_yaml_say(r, ULNA_ERROR, "missing key", n, w.subject,
                  "a rotor with mass, com and inertia needs a \"pose\": an axis does not say where it sits");
    ulna_yaml_spoil(r, ulna_yaml_inside(w, "unknown"));
    return;
  }
  drive->spin_only = true;
  ulna_yaml_number(r, f[0].value, ulna_yaml_inside(w, "inertia"), "kg m²", &drive->rotor.inertia[2]);
}

static void read_motor(reader *r, const node *n, where w, ulna_motor *motor)
{
  if (!n) return;
  enum { TYPE, TORQUE, EMF, RESISTANCE, INDUCTANCE, CURRENT, VOLTAGE, COUNT };
  field f[COUNT] = {{.name = "type", .required = true},
                    {.name = "torque_constant", .required = true},
                    {.name = "back_emf"},
                    {.name = "resistance"},
                    {.name = "inductance"},
                    {.name = "current_limit"},
                    {.name = "voltage_limit"}};
  if (!ulna_yaml_fields(r, n, w, "a motor", f, COUNT)) return;
  static const char *const types[] = {"dc"};
  int type = 0;
  ulna_yaml_choice(r, f[TYPE].value, ulna_yaml_inside(w, "type"), types, 1, &type);
  motor->type = ULNA_MOTOR_DC;
  static const char *const units[COUNT] = {"", "N m/A or N/A", "V s/rad or V s/m", "ohm", "H", "A", "V"};
  double *const values[COUNT] = {NULL,
                                 &motor->torque_constant,
                                 &motor->back_emf,
                                 &motor->resistance,
                                 &motor->inductance,
                                 &motor->current_limit,
                                 &motor->voltage_limit};
  for (int k = TORQUE; k < COUNT; k++)
    if (f[k].value || f[k].required)
      ulna_yaml_number(r, f[k].value, ulna_yaml_inside(w, "%s", f[k].name), units[k], values[k]);
  if (!f[EMF].value) {
    motor->back_emf = motor->torque_constant;
    if (isnan(motor->back_emf)) ulna_yaml_spoil(r, ulna_yaml_inside(w, "back_emf"));
  }
}

static void read_elasticity(reader *r, const node *n, where w, ulna_drive *drive)
{
  if (!n) return;
  field f[] = {{.name = "stiffness", .required = true}, {.name = "damping"}};
  if (!ulna_yaml_fields(r, n, w, "elasticity", f, 2)) return;
  ulna_yaml_number(r, f[0].value, ulna_yaml_inside(w, "stiffness"), "N m/rad or N/m", &drive->stiffness);
  if (f[1].value)
    ulna_yaml_number(r, f[1].value, ulna_yaml_inside(w, "damping"), "N m s/rad or N s/m", &drive->damping);
}

enum {
  NAME,
  MOUNTED_ON,
  AXIS,
  POSE,
  KIND,
  COUPLES,
  OFFSET,
  SCREWS,
  ROTOR,
  COUNTED,
  ACCEPT,
  FRICTION,
  MOTOR,
  ELASTICITY,
  COUNT
};

static void read_coupling(reader *r, const node *n, const field *f, where w, ulna_drive *drive)
{
  if (f[OFFSET].value)
    ulna_yaml_number(r, f[OFFSET].value, ulna_yaml_inside(w, "offset"), "rad or m", &drive->offset);
  read_couples(r, f[COUPLES].value, ulna_yaml_inside(w, "couples"), "", &drive->couples,
               &drive->couple_count);
  read_screws(r, f[SCREWS].value, ulna_yaml_inside(w, "screws"), drive);
  if (f[COUPLES].value || f[SCREWS].value) return;
  ulna_yaml_say(r, ULNA_ERROR, "missing key", n, w.subject,
                "\"couples\" or \"screws\" must say which joints it moves with");
  ulna_yaml_spoil(r, ulna_yaml_inside(w, "couples"));
}

static void read_drive(reader *r, const node *n, where w, bool element, ulna_drive *drive)
{
  field f[COUNT] = {[NAME] = {.name = "name", .required = true},
                    [MOUNTED_ON] = {.name = "mounted_on", .required = true},
                    [AXIS] = {.name = "axis"},
                    [POSE] = {.name = "pose"},
                    [KIND] = {.name = "kind"},
                    [COUPLES] = {.name = "couples"},
                    [OFFSET] = {.name = "offset"},
                    [SCREWS] = {.name = "screws"},
                    [ROTOR] = {.name = "rotor", .required = true},
                    [COUNTED] = {.name = "counted_in_link"},
                    [ACCEPT] = {.name = "accept"},
                    [FRICTION] = {.name = "friction"},
                    [MOTOR] = {.name = "motor"},
                    [ELASTICITY] = {.name = "elasticity"}};
  const yaml_subject subject = ulna_yaml_subject(element ? "element" : "drive", n, w.path);
  w.subject = subject.s;
  if (!ulna_yaml_fields(r, n, w, element ? "an element" : "a drive", f, element ? FRICTION : COUNT)) return;
  ulna_yaml_text(r, f[NAME].value, ulna_yaml_inside(w, "name"), &drive->name);
  ulna_yaml_text(r, f[MOUNTED_ON].value, ulna_yaml_inside(w, "mounted_on"), &drive->mounted_on);
  read_axis(r, n, f[AXIS].value, f[POSE].value, w, drive);
  static const char *const kinds[] = {"rotary", "linear"};
  int kind = 0;
  if (f[KIND].value) ulna_yaml_choice(r, f[KIND].value, ulna_yaml_inside(w, "kind"), kinds, 2, &kind);
  drive->kind = kind == 0 ? ULNA_ROTARY : ULNA_LINEAR;
  read_coupling(r, n, f, w, drive);
  read_rotor(r, f[ROTOR].value, ulna_yaml_inside(w, "rotor"), f[POSE].value != NULL || !f[AXIS].value, drive);
  bool counted = true;
  if (f[COUNTED].value &&
      ulna_yaml_bool(r, f[COUNTED].value, ulna_yaml_inside(w, "counted_in_link"), &counted))
    drive->counted_in_link = counted ? ULNA_COUNTED_YES : ULNA_COUNTED_NO;
  else if (drive->spin_only) drive->counted_in_link = ULNA_COUNTED_YES;
  ulna_yaml_waivers(r, f[ACCEPT].value, ulna_yaml_inside(w, "accept"), &drive->waivers, &drive->waiver_count);
  ulna_yaml_friction(r, f[FRICTION].value, ulna_yaml_inside(w, "friction"), false, &drive->friction);
  read_motor(r, f[MOTOR].value, ulna_yaml_inside(w, "motor"), &drive->motor);
  read_elasticity(r, f[ELASTICITY].value, ulna_yaml_inside(w, "elasticity"), drive);
}

void ulna_yaml_drives(reader *r, const node *n, const char *name)
{
  const where w = ulna_yaml_inside((where){"", name}, "%s", name);
  const bool elements = strcmp(name, "elements") == 0;
  if (!n || !ulna_yaml_list(r, n, w, name)) return;
  int i = 0;
  for (const node *item = n->first; item && r->status == ULNA_OK; item = item->next, i++) {
    ulna_drive drive = ulna_drive_default();
    drive.mounted_on = NULL;
    read_drive(r, item, ulna_yaml_inside(w, "[%d]", i), elements, &drive);
    const ulna_status status = elements ? ulna_builder_add_element(builder_of(r), &drive)
                                        : ulna_builder_add_drive(builder_of(r), &drive);
    if (status != ULNA_OK) r->status = ULNA_OUT_OF_MEMORY;
  }
}
