/* URDF to builder: the arm's joints with all that is welded to them, its drives, and every link by name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/inertia.h"
#include "read/urdf.h"
#include "text/text.h"

// A builder being filled; the first failure stays.
typedef struct {
  urdf *u;
  ulna_builder *b;
  ulna_status status;
} filling;

static void keep(filling *f, ulna_status status)
{
  if (f->status == ULNA_OK) f->status = status;
}

// Where in the file the thing at a path of the builder stands: at an attribute, or its element.
static void place(filling *f, const xml_element *e, const char *attribute, const char *format, int index)
{
  char path[96];
  snprintf(path, sizeof path, format, index);
  const xml_attribute *at = attribute && e ? ulna_xml_find_attribute(e, attribute) : NULL;
  if (e) keep(f, ulna_builder_set_location(f->b, path, at ? at->line : e->line, at ? at->column : e->column));
}

static void mark_reported(filling *f, const char *format, int index)
{
  char path[96];
  snprintf(path, sizeof path, format, index);
  keep(f, ulna_builder_mark(f->b, path, ULNA_MARK_REPORTED));
}

static const xml_element *child(const xml_element *e, const char *name)
{
  return e ? ulna_xml_find_child(e, name) : NULL;
}

static void place_body(filling *f, const urdf_link *l, const char *list, const char *inner, int index)
{
  char format[64];
  const xml_element *i = l->inertial ? l->inertial : l->element;
  snprintf(format, sizeof format, "%s[%%d]%s", list, inner);
  place(f, i, NULL, format, index);
  snprintf(format, sizeof format, "%s[%%d]%s.mass", list, inner);
  place(f, child(l->inertial, "mass"), "value", format, index);
  snprintf(format, sizeof format, "%s[%%d]%s.com", list, inner);
  place(f, child(l->inertial, "origin"), "xyz", format, index);
  snprintf(format, sizeof format, "%s[%%d]%s.inertia", list, inner);
  place(f, child(l->inertial, "inertia"), NULL, format, index);
  static const struct {
    unsigned bad;
    const char *key;
  } parts[] = {{BAD_MASS, "mass"}, {BAD_COM, "com"}, {BAD_INERTIA, "inertia"}};
  for (int k = 0; k < 3; k++) {
    snprintf(format, sizeof format, "%s[%%d]%s.%s", list, inner, parts[k].key);
    if (l->bad & parts[k].bad) mark_reported(f, format, index);
  }
}

static void place_joint(filling *f, const urdf_joint *j, int i)
{
  const xml_element *e = j->element;
  place(f, e, NULL, "joints[%d]", i);
  place(f, e, "name", "joints[%d].name", i);
  place(f, e, "type", "joints[%d].type", i);
  place(f, child(e, "origin"), NULL, "joints[%d].origin", i);
  place(f, child(e, "axis"), "xyz", "joints[%d].axis", i);
  place(f, child(e, "dynamics"), NULL, "joints[%d].friction", i);
  place(f, j->mimic, NULL, "joints[%d].follows", i);
  place(f, child(e, "dynamics"), "damping", "joints[%d].friction.viscous", i);
  place(f, child(e, "dynamics"), "friction", "joints[%d].friction.coulomb", i);
  place(f, child(e, "limit"), NULL, "joints[%d].limits", i);
  place(f, child(e, "limit"), "lower", "joints[%d].limits.lower", i);
  place(f, child(e, "limit"), "upper", "joints[%d].limits.upper", i);
  place(f, child(e, "limit"), "velocity", "joints[%d].limits.velocity", i);
  place(f, child(e, "limit"), "effort", "joints[%d].limits.effort", i);
  place(f, j->child->element, "name", "joints[%d].link.name", i);
  place_body(f, j->child, "joints", ".link", i);
  // judged where they were read, with URDF's units in mind
  char path[96];
  snprintf(path, sizeof path, "joints[%d].limits", i);
  keep(f, ulna_builder_mark(f->b, path, ULNA_MARK_DEGREES));
  if (j->bad & BAD_NAME) mark_reported(f, "joints[%d].name", i);
  if (j->bad & BAD_ORIGIN) mark_reported(f, "joints[%d].origin", i);
  if (j->bad & BAD_AXIS) mark_reported(f, "joints[%d].axis", i);
  if (j->bad & BAD_LIMIT) mark_reported(f, "joints[%d].limits", i);
  if (j->bad & BAD_FRICTION) mark_reported(f, "joints[%d].friction", i);
  if (j->bad || j->child->bad) mark_reported(f, "joints[%d].type", i);  // the chain is not known in full
}

static void add_joint(filling *f, const urdf_joint *j)
{
  ulna_joint joint = ulna_joint_default();
  joint.name = j->name;
  joint.type = j->type == URDF_PRISMATIC ? ULNA_PRISMATIC : ULNA_REVOLUTE;
  // from the frame of the last moving link, over what is welded to it, to this joint
  joint.origin = ulna_pose_multiply(&j->parent->pose, &j->origin);
  memcpy(joint.axis, j->axis, sizeof joint.axis);
  joint.limits = j->limits;
  joint.friction = j->friction;
  if (j->leader) {
    joint.follows = (ulna_follow){j->leader->name, j->ratio, j->offset};
    if (joint.limits.velocity == 0) joint.limits.velocity = HUGE_VAL;  // its leader's counts
    if (joint.limits.effort == 0) joint.limits.effort = HUGE_VAL;
  }
  joint.link.name = j->child->name;
  joint.link.body = j->child->body;
  keep(f, ulna_builder_add_joint(f->b, &joint));
  place_joint(f, j, j->number - 1);
}

static const char *carrier_name(const urdf *u, int carrier)
{
  return carrier == 0 ? u->base->name : u->chain[carrier - 1]->child->name;
}

// Every other link that does not move relative to a link of the arm: a frame by name, and its mass.
static void add_welded(filling *f)
{
  const urdf *u = f->u;
  int frame_count = 0, part_count = 0;
  for (size_t i = 0; i < u->order_count && f->status == ULNA_OK; i++) {
    const urdf_link *l = u->order[i];
    if (!l->below || l->carrier == URDF_LEFT_OUT || l->moved_by) continue;
    const bool own = l == u->base || l->parent->number;
    const char *carrier = carrier_name(u, l->carrier);
    if (!own) {
      keep(f, ulna_builder_add_frame(f->b, &(ulna_frame){l->name, carrier, l->pose}));
      place(f, l->element, "name", "frames[%d]", frame_count++);
    }
    if (!l->inertial || (own && l != u->base)) continue;
    keep(f,
         ulna_builder_add_welded_body(
             f->b, &(ulna_welded_body){.name = l->name, .link = carrier, .pose = l->pose, .body = l->body}));
    place_body(f, l, "parts", "", part_count++);
  }
}

/* A frame whose z is along the axis. */
static ulna_pose along(const double axis[3])
{
  ulna_pose pose = ulna_pose_identity();
  const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(length > 0) || (axis[0] == 0 && axis[1] == 0 && axis[2] > 0)) return pose;
  const double z[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
  const int least = fabs(z[0]) <= fabs(z[1]) && fabs(z[0]) <= fabs(z[2]) ? 0
                    : fabs(z[1]) <= fabs(z[2])                           ? 1
                                                                         : 2;
  double x[3] = {0, 0, 0};
  x[least] = 1;
  double norm = 0;
  for (int k = 0; k < 3; k++) norm += (x[k] - z[least] * z[k]) * (x[k] - z[least] * z[k]);
  for (int k = 0; k < 3; k++) x[k] = (x[k] - z[least] * z[k]) / sqrt(norm);
  for (int k = 0; k < 3; k++) {
    pose.R[k][0] = x[k], pose.R[k][2] = z[k];
    pose.R[k][1] = z[(k + 1) % 3] * x[(k + 2) % 3] - z[(k + 2) % 3] * x[(k + 1) % 3];
  }
  return pose;
}

/* A body, about its mass centre, seen from another frame. */
static ulna_body seen_from(const ulna_pose *inner_in_outer, const ulna_body *body)
{
  ulna_body out = *body;
  for (int i = 0; i < 3; i++) {
    out.com[i] = inner_in_outer->p[i];
    for (int j = 0; j < 3; j++) out.com[i] += inner_in_outer->R[i][j] * body->com[j];
  }
  inertia_turn(inner_in_outer->R, out.inertia);
  return out;
}

/* Bodies beside the chain that go along with its joints: elements of a drive train, as [Szkodny] has them. */
static void add_elements(filling *f)
{
  const urdf *u = f->u;
  int count = 0;
  for (size_t i = 0; i < u->order_count && f->status == ULNA_OK; i++) {
    const urdf_link *l = u->order[i];
    const urdf_joint *j = l->moved_by;
    if (!l->below || !j || !l->inertial) continue;
    ulna_drive element = ulna_drive_default();
    const ulna_couple couple = {j->leader->name, j->ratio};
    const ulna_pose axis = along(j->axis), back = ulna_pose_inverse(&axis);
    const ulna_pose at = ulna_pose_multiply(&j->parent->pose, &j->origin),
                    in_axis = ulna_pose_multiply(&back, &l->pose);
    element.name = l->name;
    element.mounted_on = carrier_name(u, l->carrier);
    element.pose = ulna_pose_multiply(&at, &axis);
    element.kind = j->type == URDF_PRISMATIC ? ULNA_LINEAR : ULNA_ROTARY;
    element.offset = j->offset;
    element.couple_count = 1;
    element.couples = &couple;
    element.rotor = seen_from(&in_axis, &l->body);
    element.counted_in_link = ULNA_COUNTED_NO;
    keep(f, ulna_builder_add_element(f->b, &element));
    place(f, j->element, NULL, "elements[%d]", count);
    place_body(f, l, "elements", ".rotor", count++);
  }
}

static void add_drives(filling *f)
{
  int count = 0;
  for (const urdf_transmission *t = f->u->transmissions; t; t = t->next) {
    ulna_drive drive = ulna_drive_default();
    const ulna_couple couple = {t->joint->name, t->reduction};
    drive.name = t->name;
    drive.mounted_on = carrier_name(f->u, t->joint->number - 1);
    drive.kind = t->joint->type == URDF_PRISMATIC ? ULNA_LINEAR : ULNA_ROTARY;
    drive.offset = t->offset;
    drive.couple_count = 1;
    drive.couples = &couple;
    drive.spin_only = drive.kind == ULNA_ROTARY;  // what slides has a mass instead: none, too
    drive.rotor.about = ULNA_ABOUT_COM;
    drive.counted_in_link = ULNA_COUNTED_YES;
    keep(f, ulna_builder_add_drive(f->b, &drive));
    place(f, t->element, NULL, "drives[%d]", count++);
  }
}

static void fill(filling *f)
{
  urdf *u = f->u;
  keep(f, ulna_builder_set_name(f->b, u->name, NULL));
  if (u->in->file) keep(f, ulna_builder_set_file(f->b, u->in->file));
  keep(f, ulna_builder_set_base_name(f->b, u->base->name));
  place(f, u->root, NULL, "", 0);
  for (int i = 0; i < u->n && f->status == ULNA_OK; i++) add_joint(f, u->chain[i]);
  ulna_builder_set_tool(f->b, &u->tip->pose);
  place(f, u->tip->element, "name", "tool", 0);
  add_welded(f);
  add_elements(f);
  add_drives(f);
  keep(f, ulna_builder_mark(f->b, "joints", ULNA_MARK_MASSLESS));
  if (u->failed) mark_reported(f, "urdf", 0);
}

// ---- what the file says about limits that may not be meant ----

static void judge_limits(urdf *u)
{
  urdf_names zeros = {0}, endless_names = {0};
  const urdf_joint *first = NULL, *endless = NULL;
  for (int i = 0; i < u->n; i++) {
    const urdf_joint *j = u->chain[i];
    const char *subject = ulna_urdf_subject(u, "joint", j->name);
    const bool bounded = j->type == URDF_REVOLUTE || j->type == URDF_PRISMATIC;
    if (bounded && !j->limit)
      ulna_urdf_say(u, ULNA_WARNING, "limits", j->element, NULL, subject,
                    "it has no <limit>, which URDF asks for; it is taken as unlimited");
    if (bounded && j->limit && j->limits.lower == j->limits.upper && !(j->bad & BAD_LIMIT))
      ulna_urdf_say(u, ULNA_WARNING, "limits", j->limit, NULL, subject,
                    "lower and upper are both %g (URDF's default is 0), so it cannot move", j->limits.lower);
    if (j->type == URDF_CONTINUOUS && j->limit &&
        (ulna_xml_find_attribute(j->limit, "lower") || ulna_xml_find_attribute(j->limit, "upper"))) {
      if (!endless) endless = j;
      ulna_urdf_list(&endless_names, "\"%s\"", j->name);
    }
    if (j->limit && !j->leader && (j->limits.effort == 0 || j->limits.velocity == 0)) {
      if (!first) first = j;
      ulna_urdf_list(&zeros, "\"%s\"", j->name);
    }
  }
  if (endless)
    ulna_urdf_say(u, ULNA_NOTE, "limits", endless->limit, NULL, NULL,
                  "a continuous joint has no end, so lower and upper limits are left aside: %s",
                  ulna_urdf_list_end(&endless_names));
  if (first)
    ulna_urdf_say(u, ULNA_WARNING, "limits", first->limit, NULL, NULL,
                  "effort or velocity limits of 0 are taken as they stand, and forbid any motion: %s",
                  ulna_urdf_list_end(&zeros));
}

// ---- what was left aside ----

static void say_aside(urdf *u, const urdf_aside *aside, ulna_severity severity, const char *condition,
                      const char *text)
{
  if (aside->count == 0) return;
  urdf_names names = {0};
  for (int i = 0; i < aside->count; i++)
    ulna_urdf_list(&names, "%s (%d)", aside->words[i].word, aside->words[i].times);
  if (aside->others) ulna_urdf_list(&names, "others (%d)", aside->others);
  ulna_urdf_say(u, severity, condition, aside->words[0].first, NULL, NULL, "%s: %s", text,
                ulna_urdf_list_end(&names));
}

/* There is no chain, and the report says why. The bodies that a joint moves are still checked, so that one reading
 * finds all problems. */
static void fill_without_chain(filling *f)
{
  urdf *u = f->u;
  keep(f, ulna_builder_set_name(f->b, u->name, NULL));
  if (u->in->file) keep(f, ulna_builder_set_file(f->b, u->in->file));
  mark_reported(f, "joints", 0);
  int count = 0;
  for (size_t i = 0; i < u->link_count && f->status == ULNA_OK; i++) {
    const urdf_link *l = &u->links[i], *up = l;
    for (size_t steps = 0; up->parent && up->parent->type == URDF_FIXED && steps < u->link_count; steps++)
      up = up->parent->parent;
    if (!l->inertial || !up->parent) continue;
    keep(f, ulna_builder_add_welded_body(
                f->b, &(ulna_welded_body){.name = l->name, .pose = ulna_pose_identity(), .body = l->body}));
    place_body(f, l, "parts", "", count++);
  }
}

static ulna_status read_tree(urdf *u, const xml_element *root, ulna_builder **builder)
{
  if (!ulna_urdf_parse(u, root)) return ULNA_BAD_ROBOT;
  say_aside(u, &u->aside, ULNA_NOTE, "left aside", "of no use to kinematics and dynamics, and left aside");
  say_aside(u, &u->unknown, ULNA_WARNING, "unknown", "not known, and left aside");
  const bool chain = ulna_urdf_make_tree(u) && ulna_urdf_choose_chain(u);
  if (u->a->failed) return ULNA_OUT_OF_MEMORY;
  if (chain) ulna_urdf_read_transmissions(u);
  if (chain) judge_limits(u);
  filling f = {u, NULL, ULNA_OK};
  f.status = ulna_builder_create(ULNA_AXIS, u->in->allocator, &f.b);
  if (f.status != ULNA_OK) return f.status;
  if (chain) fill(&f);
  else fill_without_chain(&f);
  if (u->a->failed) keep(&f, ULNA_OUT_OF_MEMORY);
  if (f.status == ULNA_OK) *builder = f.b;
  else ulna_builder_destroy(f.b);
  return f.status;
}

ulna_status ulna_read_urdf(const text_input *in, const ulna_read_options *options, ulna_builder **builder)
{
  arena a;
  arena_init(&a, in->allocator);
  urdf *u = arena_take(&a, sizeof *u);
  if (!u) return ULNA_OUT_OF_MEMORY;
  u->a = &a;
  u->in = in;
  u->options = options;
  xml_error error = {0};
  const xml_element *root = ulna_xml_parse(&a, in->text, in->length, &error);
  ulna_status status = ULNA_SYNTAX;
  if (root) {
    status = read_tree(u, root, builder);
  } else if (!a.failed) {
    const xml_element where = {.line = error.line, .column = error.column};
    ulna_urdf_say(u, ULNA_ERROR, "syntax", &where, NULL, "file", "%s", error.text);
  }
  if (a.failed && status != ULNA_OK) status = ULNA_OUT_OF_MEMORY;
  arena_free(&a);
  return status;
}
