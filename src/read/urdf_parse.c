/* Reads a URDF element by element. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/inertia.h"
#include "base/nearest.h"
#include "base/numbers.h"
#include "read/urdf.h"
#include "text/number.h"
#include "text/text.h"

void ulna_urdf_say(urdf *u, ulna_severity severity, const char *condition, const xml_element *e,
                   const xml_attribute *at, const char *subject, const char *format, ...)
{
  if (severity == ULNA_ERROR) u->failed = true;
  if (!u->in->report) return;
  char text[2000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const ulna_problem problem = {
      .severity = severity,
      .condition = condition,
      .file = u->in->file,
      .line = at  ? at->line
              : e ? e->line
                  : 1,
      .column = at  ? at->column
                : e ? e->column
                    : 1,
      .subject = subject ? subject : "robot",
      .text = text,
  };
  if (ulna_report_add(u->in->report, &problem) != ULNA_OK) u->a->failed = true;
}

const char *ulna_urdf_subject(urdf *u, const char *kind, const char *name)
{
  const char *text = name && *name ? ulna_text_format(u->a, "%s \"%s\"", kind, name) : kind;
  return text ? text : kind;
}

// ---- names ----

static struct urdf_entry *slot(const urdf_table *table, const char *name)
{
  size_t i = hash_name(name, strlen(name)) & (table->capacity - 1);
  while (table->entries[i].name && strcmp(table->entries[i].name, name) != 0)
    i = (i + 1) & (table->capacity - 1);
  return &table->entries[i];
}

static bool make_table(urdf *u, urdf_table *table, size_t count)
{
  table->capacity = 4;
  while (table->capacity < 2 * count) table->capacity *= 2;
  table->entries = arena_take_array(u->a, table->capacity, sizeof *table->entries);
  return table->entries;
}

void *ulna_urdf_find(const urdf_table *table, const char *name) { return slot(table, name)->thing; }

const char *ulna_urdf_nearest(urdf *u, const urdf_table *table, const char *name)
{
  if (u->guesses >= 20) return NULL;  // each looks at all names
  u->guesses++;
  nearest n = nearest_to(name);
  for (size_t i = 0; i < table->capacity; i++) nearest_offer(&n, table->entries[i].name);
  return n.best;
}

// ---- what is left aside ----

static void lay_aside(urdf_aside *aside, const char *word, const xml_element *e)
{
  int i = 0;
  while (i < aside->count && strcmp(aside->words[i].word, word) != 0) i++;
  if (i == URDF_ASIDE_MOST) {
    aside->others++;
    return;
  }
  if (i == aside->count) {
    aside->words[i].word = word;
    aside->words[i].first = e;
    aside->count++;
  }
  aside->words[i].times++;
}

static bool listed(const char *word, const char *const list[])
{
  while (*list && strcmp(*list, word) != 0) list++;
  return *list;
}

// The word that is meant, if one is near enough to be sure; else NULL.
static const char *meant_by(const char *word, const char *const list[])
{
  nearest n = nearest_to(word);
  if (n.distance > 3) n.distance = 3;
  while (*list) nearest_offer(&n, *list++);
  return n.best;
}

// Elements that are known, and known not to matter to where links are and how they move.
static const char *const of_no_use[] = {
    "visual",       "collision",   "material",          "gazebo", "sensor", "mujoco", "plugin",
    "ros2_control", "calibration", "safety_controller", NULL};

/* Every attribute and child element must be a word that is read, or one that is knowingly left aside. A word
 * that looks like a misspelt one is an error; other words are extensions, and told. */
static void check_words(urdf *u, const xml_element *e, const char *subject, const char *const attributes[],
                        const char *const children[])
{
  for (const xml_attribute *at = e->attributes; at; at = at->next) {
    if (listed(at->name, attributes) || strncmp(at->name, "xmlns", 5) == 0) continue;
    if (strchr(at->name, ':')) {
      lay_aside(&u->aside, at->name, e);
      continue;
    }
    const char *meant = meant_by(at->name, attributes);
    if (meant) u->misspelt_in = e;
    if (meant)
      ulna_urdf_say(u, ULNA_ERROR, "unknown attribute", e, at, subject,
                    "<%s> has no attribute \"%s\"; is \"%s\" meant?", e->name, at->name, meant);
    else lay_aside(&u->unknown, at->name, e);
  }
  for (const xml_element *c = e->first; c; c = c->next) {
    if (listed(c->name, children)) continue;
    if (listed(c->name, of_no_use) || strchr(c->name, ':')) {
      lay_aside(&u->aside, c->name, c);
      continue;
    }
    const char *meant = meant_by(c->name, children);
    if (meant) u->misspelt_in = e;
    if (meant)
      ulna_urdf_say(u, ULNA_ERROR, "unknown element", c, NULL, subject,
                    "<%s> is not an element of <%s>; is <%s> meant?", c->name, e->name, meant);
    else lay_aside(&u->unknown, c->name, c);
  }
}

// The only child of that name; a second one is an error.
static const xml_element *only_child(urdf *u, const xml_element *e, const char *name, const char *subject)
{
  const xml_element *child = ulna_xml_find_child(e, name);
  const xml_element *second = child ? ulna_xml_next_child(child, name) : NULL;
  if (second)
    ulna_urdf_say(u, ULNA_ERROR, "given twice", second, NULL, subject,
                  "<%s> is given twice; the first is in line %d", name, child->line);
  return child;
}

// ---- numbers and names in attributes ----

// Exactly `count` finite numbers with blanks between; else a problem, false, and `out` as it was.
static bool numbers(urdf *u, const xml_element *e, const xml_attribute *at, const char *subject, int count,
                    double out[])
{
  double found[6];
  int n = 0;
  const char *c = at->value;
  for (;; n++) {
    while (is_blank(*c)) c++;
    if (!*c) break;
    double number;
    const size_t length = ulna_decimal_or_word(c, &number);
    if (length == 0 || (c[length] && !is_blank(c[length]))) {
      size_t word = 0;
      while (c[word] && !is_blank(c[word]) && word < 40) word++;
      ulna_urdf_say(u, ULNA_ERROR, "number", e, at, subject, "%s of <%s>: \"%.*s\" is not a number", at->name,
                    e->name, (int)word, c);
      return false;
    }
    if (!isfinite(number)) {
      ulna_urdf_say(u, ULNA_ERROR, "not finite", e, at, subject,
                    "%s of <%s> is %.*s; a finite number is needed", at->name, e->name,
                    (int)(length < 40 ? length : 40), c);
      return false;
    }
    if (n < count) found[n] = number;
    c += length;
  }
  if (n != count) {
    ulna_urdf_say(u, ULNA_ERROR, "number", e, at, subject, "%s of <%s> has %d numbers, needs %d", at->name,
                  e->name, n, count);
    return false;
  }
  memcpy(out, found, (size_t)count * sizeof out[0]);
  return true;
}

typedef enum { OPTIONAL, REQUIRED } need;

// As numbers(), for an attribute that may be absent: then `out` keeps what it has.
static bool read_numbers(urdf *u, const xml_element *e, const char *name, const char *subject, need how,
                         int count, double out[])
{
  const xml_attribute *at = ulna_xml_find_attribute(e, name);
  if (at) return numbers(u, e, at, subject, count, out);
  if (how == OPTIONAL) return true;
  if (u->misspelt_in == e) return false;
  ulna_urdf_say(u, ULNA_ERROR, "missing attribute", e, NULL, subject, "<%s> lacks \"%s\"", e->name, name);
  return false;
}

static const char *read_name(urdf *u, const xml_element *e, const char *name, const char *subject)
{
  const xml_attribute *at = ulna_xml_find_attribute(e, name);
  if (at && *at->value) return at->value;
  if (!at && u->misspelt_in == e) return NULL;
  const char *what = at ? "is empty" : "is missing";
  ulna_urdf_say(u, ULNA_ERROR, "missing attribute", e, at, subject, "\"%s\" of <%s> %s", name, e->name, what);
  return NULL;
}

static const char *const no_words[] = {NULL};

// Makers round 2 pi up.
#define A_TURN (2 * PI * (1 + 1e-3))

// <origin>: identity where there is none
static bool read_origin(urdf *u, const xml_element *e, const char *subject, ulna_pose *pose)
{
  static const char *const words[] = {"xyz", "rpy", "quat_xyzw", "quat", NULL};
  double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0};
  const xml_element *o = only_child(u, e, "origin", subject);
  *pose = ulna_pose_identity();
  if (!o) return true;
  check_words(u, o, subject, words, no_words);
  for (const xml_attribute *at = o->attributes; at; at = at->next)
    if (strncmp(at->name, "quat", 4) == 0) {
      ulna_urdf_say(u, ULNA_ERROR, "unsupported", o, at, subject,
                    "an origin by quaternion is not read; give it as rpy");
      return false;
    }
  const bool xyz_ok = read_numbers(u, o, "xyz", subject, OPTIONAL, 3, xyz);
  const bool rpy_ok = read_numbers(u, o, "rpy", subject, OPTIONAL, 3, rpy);
  if (!xyz_ok || !rpy_ok) return false;
  for (int i = 0; i < 3; i++)
    if (fabs(rpy[i]) > A_TURN) {
      ulna_urdf_say(u, ULNA_WARNING, "degrees", o, ulna_xml_find_attribute(o, "rpy"), subject,
                    "rpy has the angle %g, more than a full turn: URDF has radians; are degrees meant?",
                    rpy[i]);
      break;
    }
  *pose = ulna_pose_from_rpy(xyz, rpy);
  return true;
}

// ---- links ----

/* A converter's rounding in place of 0, as in izz="-2e-35": below the moment of a grain of dust. */
static void drop_rounding(urdf *u, const xml_element *e, const char *subject, double I[6])
{
  bool tiny = true, negative = false;
  for (int i = 0; i < 6; i++) {
    tiny = tiny && fabs(I[i]) < 1e-20;
    negative = negative || (i < 3 && I[i] < 0) || (i >= 3 && I[i] != 0);
  }
  if (!tiny || !negative) return;
  ulna_urdf_say(
      u, ULNA_WARNING, "rounding", e, NULL, subject,
      "the inertia has moments of %g, %g, %g kg m², which only rounding leaves; they are taken as 0", I[0],
      I[1], I[2]);
  for (int i = 0; i < 6; i++) I[i] = 0;
}

static const xml_element *required_child(urdf *u, const xml_element *e, const char *name, const char *subject)
{
  const xml_element *child = only_child(u, e, name, subject);
  if (!child && u->misspelt_in != e)
    ulna_urdf_say(u, ULNA_ERROR, "missing element", e, NULL, subject, "<%s> lacks <%s>", e->name, name);
  return child;
}

// What could not be read.
static unsigned read_inertial(urdf *u, const xml_element *e, const char *subject, ulna_body *body)
{
  static const char *const children[] = {"origin", "mass", "inertia", NULL};
  static const char *const mass_words[] = {"value", NULL};
  static const char *const inertia_words[] = {"ixx", "iyy", "izz", "ixy", "ixz",
                                              "iyz", "iyx", "izx", "izy", NULL};
  check_words(u, e, subject, no_words, children);
  ulna_pose pose;
  unsigned bad = read_origin(u, e, subject, &pose) ? 0 : BAD_COM;
  const xml_element *mass = required_child(u, e, "mass", subject);
  const xml_element *inertia = required_child(u, e, "inertia", subject);
  if (mass) check_words(u, mass, subject, mass_words, no_words);
  if (!mass || !read_numbers(u, mass, "value", subject, REQUIRED, 1, &body->mass)) bad |= BAD_MASS;
  if (!inertia) return bad | BAD_INERTIA;
  check_words(u, inertia, subject, inertia_words, no_words);
  bool all = true;  // the products too, which some writers leave out where they are 0
  for (int i = 0; i < 6; i++) {
    const char *word = inertia_words[i];
    all = all && ulna_xml_find_attribute(inertia, word);
    if (!read_numbers(u, inertia, word, subject, i < 3 ? REQUIRED : OPTIONAL, 1, &body->inertia[i]))
      bad |= BAD_INERTIA;
  }
  double mirrored[3];
  memcpy(mirrored, body->inertia + 3, sizeof mirrored);
  const xml_attribute *twice = NULL;
  for (int i = 0; i < 3; i++) {
    const xml_attribute *at = ulna_xml_find_attribute(inertia, inertia_words[6 + i]);
    if (!at) continue;
    twice = twice ? twice : at;
    if (!read_numbers(u, inertia, at->name, subject, OPTIONAL, 1, &mirrored[i])) bad |= BAD_INERTIA;
    if (bad & BAD_INERTIA ||
        (ulna_xml_find_attribute(inertia, inertia_words[3 + i]) && mirrored[i] != body->inertia[3 + i])) {
      if (!(bad & BAD_INERTIA))
        ulna_urdf_say(u, ULNA_ERROR, "inertia", inertia, at, subject,
                      "%s is %g and %s is %g; a tensor is symmetric, so they are the same number", at->name,
                      mirrored[i], inertia_words[3 + i], body->inertia[3 + i]);
      bad |= BAD_INERTIA;
    }
    body->inertia[3 + i] = mirrored[i];
  }
  if (twice && !(bad & BAD_INERTIA))
    ulna_urdf_say(u, ULNA_WARNING, "unknown attribute", inertia, twice, subject,
                  "URDF has ixy, ixz and iyz only; %s, which says the same, is not needed", twice->name);
  if (!all && !twice && !(bad & BAD_INERTIA))
    ulna_urdf_say(u, ULNA_WARNING, "missing attribute", inertia, NULL, subject,
                  "<inertia> lacks some of ixy, ixz, iyz, which URDF asks for; they are taken as 0");
  if (!(bad & BAD_INERTIA)) drop_rounding(u, inertia, subject, body->inertia);
  memcpy(body->com, pose.p, sizeof body->com);
  inertia_turn((const double(*)[3])pose.R, body->inertia);
  return bad;
}

static void read_link(urdf *u, const xml_element *e, urdf_link *link)
{
  static const char *const attributes[] = {"name", "type", NULL}, *const children[] = {"inertial", NULL};
  const char *name = read_name(u, e, "name", "link");
  const char *subject = ulna_urdf_subject(u, "link", name);
  link->name = name ? name : "";
  link->element = e;
  link->body.about = ULNA_ABOUT_COM;
  link->carrier = URDF_LEFT_OUT;
  check_words(u, e, subject, attributes, children);
  link->inertial = only_child(u, e, "inertial", subject);
  if (link->inertial) link->bad = read_inertial(u, link->inertial, subject, &link->body);
  else if (u->misspelt_in == e) link->bad = BAD_MASS | BAD_COM | BAD_INERTIA;
  if (link->bad & BAD_MASS) link->body.mass = NAN;
  for (int i = 0; i < 3 && link->bad & BAD_COM; i++) link->body.com[i] = NAN;
  for (int i = 0; i < 6 && link->bad & BAD_INERTIA; i++) link->body.inertia[i] = NAN;
  if (!name) u->names_bad = true;
  if (!name) return;
  struct urdf_entry *entry = slot(&u->link_table, name);
  if (entry->name) u->names_bad = true;
  if (entry->name)
    ulna_urdf_say(u, ULNA_ERROR, "duplicate name", e, ulna_xml_find_attribute(e, "name"), subject,
                  "a link of this name stands in line %d already",
                  ((urdf_link *)entry->thing)->element->line);
  else *entry = (struct urdf_entry){name, link};
}

// ---- joints ----

static const char *const type_words[] = {"revolute", "continuous", "prismatic", "fixed",
                                         "floating", "planar",     NULL};

static urdf_joint_type read_type(urdf *u, const xml_element *e, const char *subject)
{
  const char *word = read_name(u, e, "type", subject);
  if (!word) return URDF_TYPE_UNKNOWN;
  for (int i = 0; type_words[i]; i++)
    if (strcmp(word, type_words[i]) == 0) return (urdf_joint_type)i;
  const char *meant = meant_by(word, type_words);
  ulna_urdf_say(u, ULNA_ERROR, "unknown joint type", e, ulna_xml_find_attribute(e, "type"), subject,
                "\"%s\" is not a type of joint; %s%s%s", word,
                meant ? "is \"" : "URDF has revolute, continuous, prismatic, fixed",
                meant ? meant : ", floating", meant ? "\" meant?" : " and planar");
  return URDF_TYPE_UNKNOWN;
}

// <parent link="…"/> and <child link="…"/>
static urdf_link *read_end(urdf *u, const xml_element *e, const char *name, const char *subject, bool *ok)
{
  static const char *const words[] = {"link", NULL};
  const xml_element *end = required_child(u, e, name, subject);
  if (end) check_words(u, end, subject, words, no_words);
  const char *word = end ? read_name(u, end, "link", subject) : NULL;
  urdf_link *link = word ? ulna_urdf_find(&u->link_table, word) : NULL;
  if (word && !link && !u->names_bad) {
    const char *near = ulna_urdf_nearest(u, &u->link_table, word);
    ulna_urdf_say(u, ULNA_ERROR, "unknown link", end, ulna_xml_find_attribute(end, "link"), subject,
                  "the %s link \"%s\" does not exist%s%s%s", name, word, near ? "; is \"" : "",
                  near ? near : "", near ? "\" meant?" : "");
  }
  *ok = *ok && link;
  return link;
}

static bool read_axis(urdf *u, const xml_element *e, const char *subject, urdf_joint *joint)
{
  static const char *const words[] = {"xyz", NULL};
  const xml_element *axis = only_child(u, e, "axis", subject);
  if (!axis) return true;  // 1 0 0, as URDF has it
  check_words(u, axis, subject, words, no_words);
  if (!read_numbers(u, axis, "xyz", subject, REQUIRED, 3, joint->axis)) return false;
  const double *a = joint->axis;
  if (!urdf_moves(joint) || a[0] != 0 || a[1] != 0 || a[2] != 0) return true;
  ulna_urdf_say(u, ULNA_ERROR, "axis", axis, ulna_xml_find_attribute(axis, "xyz"), subject,
                "the axis is 0 0 0; it needs a direction");
  return false;
}

static bool read_limit(urdf *u, const xml_element *e, const char *subject, urdf_joint *joint)
{
  static const char *const words[] = {"lower",        "upper",        "effort", "velocity",
                                      "acceleration", "deceleration", "jerk",   NULL};
  const xml_element *limit = joint->limit = only_child(u, e, "limit", subject);
  if (!limit) return true;
  check_words(u, limit, subject, words, no_words);
  ulna_limits *l = &joint->limits;
  const bool bounded = joint->type == URDF_REVOLUTE || joint->type == URDF_PRISMATIC;
  double range[2] = {0, 0};  // URDF's defaults
  bool ok = read_numbers(u, limit, "lower", subject, OPTIONAL, 1, &range[0]);
  ok = read_numbers(u, limit, "upper", subject, OPTIONAL, 1, &range[1]) && ok;
  ok = read_numbers(u, limit, "effort", subject, OPTIONAL, 1, &l->effort) && ok;
  ok = read_numbers(u, limit, "velocity", subject, OPTIONAL, 1, &l->velocity) && ok;
  static const char *const sizes[] = {"effort", "velocity"};
  double *const values[] = {&l->effort, &l->velocity};
  const ulna_limits none = ulna_joint_default().limits;
  const double unlimited[] = {none.effort, none.velocity};
  for (int i = 0; i < 2; i++) {  // -1 is a habit for "none"
    if (!(*values[i] < 0)) continue;
    ulna_urdf_say(u, ULNA_WARNING, "limits", limit, ulna_xml_find_attribute(limit, sizes[i]), subject,
                  "the %s limit is %g; it must not be negative, and is taken as unlimited", sizes[i],
                  *values[i]);
    *values[i] = unlimited[i];
  }
  if (!bounded) return ok;
  l->lower = range[0];
  l->upper = range[1];
  for (int i = 0; i < 2 && joint->type == URDF_REVOLUTE; i++)
    if (fabs(range[i]) > 4 * A_TURN) {  // wrists of some makers turn twice and more
      ulna_urdf_say(u, ULNA_WARNING, "degrees", limit, ulna_xml_find_attribute(limit, i ? "upper" : "lower"),
                    subject, "the limit %g is more than four turns: URDF has radians; are degrees meant?",
                    range[i]);
      break;
    }
  return ok;
}

static bool read_dynamics(urdf *u, const xml_element *e, const char *subject, ulna_friction *friction)
{
  static const char *const words[] = {"damping", "friction", NULL};
  const xml_element *dynamics = only_child(u, e, "dynamics", subject);
  if (!dynamics) return true;
  check_words(u, dynamics, subject, words, no_words);
  const bool ok = read_numbers(u, dynamics, "damping", subject, OPTIONAL, 1, &friction->viscous);
  if (!read_numbers(u, dynamics, "friction", subject, OPTIONAL, 1, &friction->coulomb[0])) return false;
  friction->coulomb[1] = friction->coulomb[0];
  return ok;
}

static bool read_mimic(urdf *u, const xml_element *e, const char *subject, urdf_joint *joint)
{
  static const char *const words[] = {"joint", "multiplier", "offset", NULL};
  joint->mimic = only_child(u, e, "mimic", subject);
  joint->mimic_multiplier = 1;
  if (!joint->mimic) return true;
  check_words(u, joint->mimic, subject, words, no_words);
  bool ok = read_name(u, joint->mimic, "joint", subject);  // who that is, is seen when all joints are read
  ok = read_numbers(u, joint->mimic, "multiplier", subject, OPTIONAL, 1, &joint->mimic_multiplier) && ok;
  return read_numbers(u, joint->mimic, "offset", subject, OPTIONAL, 1, &joint->mimic_offset) && ok;
}

static void read_joint(urdf *u, const xml_element *e, urdf_joint *joint)
{
  static const char *const attributes[] = {"name", "type", NULL}, *const children[] = {
                                                                      "parent", "child",    "origin", "axis",
                                                                      "limit",  "dynamics", "mimic",  NULL};
  const char *name = read_name(u, e, "name", "joint");
  const char *subject = ulna_urdf_subject(u, "joint", name);
  const ulna_joint standard = ulna_joint_default();
  joint->name = name ? name : "";
  joint->element = e;
  joint->axis[0] = 1;
  joint->limits = standard.limits;
  joint->friction = ulna_friction_none();
  check_words(u, e, subject, attributes, children);
  bool ends = name;
  joint->type = read_type(u, e, subject);
  joint->parent = read_end(u, e, "parent", subject, &ends);
  joint->child = read_end(u, e, "child", subject, &ends);
  if (!ends || joint->type == URDF_TYPE_UNKNOWN) joint->bad |= BAD_OTHER;
  if (!read_origin(u, e, subject, &joint->origin)) joint->bad |= BAD_ORIGIN;
  if (!read_axis(u, e, subject, joint)) joint->bad |= BAD_AXIS;
  if (!read_limit(u, e, subject, joint)) joint->bad |= BAD_LIMIT;
  if (!read_dynamics(u, e, subject, &joint->friction)) joint->bad |= BAD_FRICTION;
  if (!read_mimic(u, e, subject, joint)) joint->bad |= BAD_OTHER;
  if (!name) return;
  struct urdf_entry *entry = slot(&u->joint_table, name);
  if (entry->name) joint->bad |= BAD_NAME;
  if (entry->name)
    ulna_urdf_say(u, ULNA_ERROR, "duplicate name", e, ulna_xml_find_attribute(e, "name"), subject,
                  "a joint of this name stands in line %d already",
                  ((urdf_joint *)entry->thing)->element->line);
  else *entry = (struct urdf_entry){name, joint};
}

static void resolve_mimics(urdf *u)
{
  for (size_t i = 0; i < u->joint_count; i++) {
    urdf_joint *j = &u->joints[i];
    const xml_attribute *at = j->mimic ? ulna_xml_find_attribute(j->mimic, "joint") : NULL;
    if (!at || !*at->value) continue;
    j->mimic_of = ulna_urdf_find(&u->joint_table, at->value);
    if (j->mimic_of) continue;
    const char *near = ulna_urdf_nearest(u, &u->joint_table, at->value);
    // only a joint of the arm cannot do without it, and is refused for it
    ulna_urdf_say(u, ULNA_WARNING, "unknown joint", j->mimic, at, ulna_urdf_subject(u, "joint", j->name),
                  "the joint \"%s\" it is to mimic does not exist%s%s%s", at->value, near ? "; is \"" : "",
                  near ? near : "", near ? "\" meant?" : "");
  }
}

// ---- the whole file ----

// The next element of the tree, children before siblings.
static const xml_element *next_element(const xml_element *e, const xml_element *root)
{
  if (e->first) return e->first;
  while (e != root && !e->next) e = e->parent;
  return e == root ? NULL : e->next;
}

// Inside these nothing is read, so nothing in them need be expanded.
static bool is_inside_aside(const xml_element *e)
{
  for (; e; e = e->parent)
    if (listed(e->name, of_no_use)) return true;
  return false;
}

/* Whether an element is xacro's: its prefix stands for a namespace of xacro's, there or further out, whatever it is called;
 * if nothing declares the prefix, the prefix "xacro" counts. */
static bool in_xacro_namespace(const xml_element *e)
{
  const size_t length = strcspn(e->name, ":");
  if (!e->name[length]) return false;
  for (const xml_element *up = e; up; up = up->parent)
    for (const xml_attribute *at = up->attributes; at; at = at->next)
      if (strncmp(at->name, "xmlns:", 6) == 0 && strlen(at->name) == 6 + length &&
          strncmp(at->name + 6, e->name, length) == 0)
        return strstr(at->value, "xacro");
  return length == 5 && strncmp(e->name, "xacro", 5) == 0;
}

/* xacro is a macro language whose output is URDF. Its output keeps xmlns:xacro, so that alone proves nothing: an
 * element of it does, or an expression where a value should be. */
static bool is_xacro(urdf *u, const xml_element *root)
{
  static const char *const advice =
      "this is a xacro file, not yet a URDF: run `xacro FILE > robot.urdf`, and read that";
  static const char *const old_style[] = {"include", "macro", "property", "xacro", NULL};
  for (const xml_element *e = root; e; e = next_element(e, root)) {
    const xml_attribute *at = NULL;
    bool found = in_xacro_namespace(e) || (e->parent == root && listed(e->name, old_style));
    if (!found && !is_inside_aside(e))
      for (at = e->attributes; at && !found; at = found ? at : at->next)
        found = strstr(at->value, "${") || strstr(at->value, "$(");
    if (!found) continue;
    ulna_urdf_say(u, ULNA_ERROR, "xacro", e, at, ulna_urdf_subject(u, "element", e->name), "%s", advice);
    return true;
  }
  return false;
}

static bool is_robot(urdf *u, const xml_element *root)
{
  static const struct {
    const char *name, *what;
  } others[] = {{"sdf", "SDF (Gazebo's format)"},     {"gazebo", "SDF (Gazebo's format)"},
                {"mujoco", "MJCF (MuJoCo's format)"}, {"mujocoinclude", "part of an MJCF (MuJoCo's format)"},
                {"COLLADA", "COLLADA, a mesh"},       {"Robot", "OpenRAVE's format"},
                {"KinBody", "OpenRAVE's format"},     {"Environment", "OpenRAVE's format"}};
  if (strcmp(root->name, "robot") == 0) return true;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (strcmp(root->name, others[i].name) == 0) {
      ulna_urdf_say(u, ULNA_ERROR, "not URDF", root, NULL, ulna_urdf_subject(u, "element", root->name),
                    "this is %s; URDF and Ulna's own YAML are read: convert it first", others[i].what);
      return false;
    }
  ulna_urdf_say(u, ULNA_ERROR, "not URDF", root, NULL, ulna_urdf_subject(u, "element", root->name),
                "the outermost element is <%s>; URDF's is <robot>", root->name);
  return false;
}

static bool count_things(urdf *u, const xml_element *root)
{
  for (const xml_element *e = root->first; e; e = e->next) {
    u->link_count += strcmp(e->name, "link") == 0;
    u->joint_count += strcmp(e->name, "joint") == 0;
  }
  if (u->link_count > URDF_MOST || u->joint_count > URDF_MOST) {
    ulna_urdf_say(u, ULNA_ERROR, "too large", root, NULL, NULL,
                  "%zu links and %zu joints; at most %d of each are read", u->link_count, u->joint_count,
                  URDF_MOST);
    return false;
  }
  if (u->link_count > 0) return true;
  const bool srdf = ulna_xml_find_child(root, "group") || ulna_xml_find_child(root, "virtual_joint");
  ulna_urdf_say(u, ULNA_ERROR, "no links", root, NULL, NULL, "%s",
                srdf ? "there is no <link>: this looks like an SRDF (MoveIt's), which goes beside a URDF"
                     : "there is no <link>");
  return false;
}

bool ulna_urdf_parse(urdf *u, const xml_element *root)
{
  static const char *const attributes[] = {"name", "version", NULL}, *const children[] = {"link", "joint",
                                                                                          "transmission",
                                                                                          "loop_joint", NULL};
  u->root = root;
  if (!is_robot(u, root) || is_xacro(u, root) || !count_things(u, root)) return false;
  check_words(u, root, "robot", attributes, children);
  const xml_attribute *name = ulna_xml_find_attribute(root, "name");
  u->name = name ? name->value : "";
  if (!*u->name)
    ulna_urdf_say(u, ULNA_WARNING, "missing attribute", root, name, NULL,
                  "<robot> has no name; URDF asks for one");
  for (const xml_element *e = ulna_xml_find_child(root, "loop_joint"); e;
       e = ulna_xml_next_child(e, "loop_joint"))
    ulna_urdf_say(u, ULNA_ERROR, "loop", e, NULL, "loop_joint",
                  "a closed loop cannot be read; an arm is a chain");
  u->links = arena_take_array(u->a, u->link_count, sizeof *u->links);
  u->joints = arena_take_array(u->a, u->joint_count, sizeof *u->joints);
  if (!make_table(u, &u->link_table, u->link_count) || !make_table(u, &u->joint_table, u->joint_count))
    return false;
  if (!u->links || !u->joints) return false;
  size_t count = 0;
  for (const xml_element *e = ulna_xml_find_child(root, "link"); e && !u->a->failed;
       e = ulna_xml_next_child(e, "link"))
    read_link(u, e, &u->links[count++]);
  count = 0;
  for (const xml_element *e = ulna_xml_find_child(root, "joint"); e && !u->a->failed;
       e = ulna_xml_next_child(e, "joint"))
    read_joint(u, e, &u->joints[count++]);
  if (!u->a->failed) resolve_mimics(u);
  return !u->a->failed;
}
