/* Every check of a description, all reported at once.
 *
 * A problem stands at a path ("joints[1].link.mass"), which a reader has tied to a line of its file. One fault is
 * reported once: a number that is not finite, or that a reader could not read, is used in no other check. Checks of
 * the whole chain (its length, the rank of its matrices) are made only if the chain is sound.
 *
 * Paths: name, gravity, base, tool, payload.{mass,com[k],inertia}, and
 *   joints[i]    .name .type .theta .d .a .alpha .origin .axis .limits.{lower,upper,velocity,effort} .friction .follows
 *                .link.{name,mass,com[k],inertia.{about,xx,…},accept[k]}
 *   drives[i]    .name .mounted_on .pose .offset .couples[k] .screws[k].{gain,s,mu,nu,phi0,phase[j]} .rotor
 *   elements[i]  .counted_in_link .friction .motor.… .elasticity.{stiffness,damping} .accept[k]
 *   frames[i]    .name .link .pose
 *   parts[i]     .name .link .pose .mass .com[k] .inertia.{about,xx,…} */
#include "model/check.h"
#include "model/model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/nearest.h"
#include "base/numbers.h"

/* More than any arm has; the checks of names and of rank are not linear in them. */
enum { MOST = 1000 };

check_path ulna_check_path(const char *format, ...)
{
  check_path path;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(path.s, sizeof path.s, format, arguments);
  va_end(arguments);
  return path;
}

check_subject ulna_check_subject(const char *kind, const char *name, const char *path)
{
  check_subject subject;
  if (name && *name) snprintf(subject.s, sizeof subject.s, "%s \"%.80s\"", kind, name);
  else snprintf(subject.s, sizeof subject.s, "%s", path);
  return subject;
}

void ulna_check_say(check *c, ulna_severity severity, const char *condition, const char *path,
                    const char *subject, const char *format, ...)
{
  if (ulna_marked(c->b, path, ULNA_MARK_REPORTED)) return;
  if (severity == ULNA_ERROR && c->unused) severity = ULNA_WARNING;
  if (severity == ULNA_ERROR) c->errors++;
  if (!c->report) return;
  char text[CHECK_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const file_place *at = ulna_place(c->b, path);
  const ulna_problem problem = {.severity = severity,
                                .condition = condition,
                                .file = c->b->file,
                                .line = at ? at->line : 0,
                                .column = at ? at->column : 0,
                                .subject = subject,
                                .text = text};
  if (ulna_report_add(c->report, &problem) != ULNA_OK) c->status = ULNA_OUT_OF_MEMORY;
}

bool ulna_check_finite(check *c, double value, const char *path, const char *subject)
{
  if (isfinite(value)) return true;
  ulna_check_say(c, ULNA_ERROR, "not finite", path, subject, "%s where a number is needed",
                 isnan(value) ? "not a number" : "an infinite value");
  return false;
}

static bool all_finite(check *c, const double *values, int count, const char *path, const char *subject)
{
  for (int k = 0; k < count; k++)
    if (!ulna_check_finite(c, values[k], ulna_check_path("%s[%d]", path, k).s, subject)) return false;
  return true;
}

/* More than a turn, and not written in degrees. Makers round 2 pi up. */
static bool looks_like_degrees(const check *c, double angle, const char *path)
{
  return isfinite(angle) && fabs(angle) > 2 * PI * (1 + 1e-3) && !ulna_marked(c->b, path, ULNA_MARK_DEGREES);
}

void ulna_check_angle(check *c, double angle, const char *path, const char *subject, const char *what)
{
  if (!looks_like_degrees(c, angle, path)) return;
  ulna_check_say(c, ULNA_WARNING, "degrees", path, subject,
                 "%s is %.10g radians, more than a full turn: if degrees are meant, write %.10g deg", what,
                 angle, angle);
}

/* Finite, and a rotation to what seven printed digits give. */
bool ulna_check_pose(check *c, const ulna_pose *pose, const char *path, const char *subject)
{
  if (!all_finite(c, &pose->R[0][0], 9, path, subject) || !all_finite(c, pose->p, 3, path, subject))
    return false;
  double worst = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double product = 0;
      for (int k = 0; k < 3; k++) product += pose->R[i][k] * pose->R[j][k];
      worst = fmax(worst, fabs(product - (i == j)));
    }
  const double(*R)[3] = pose->R;
  const double determinant = R[0][0] * (R[1][1] * R[2][2] - R[1][2] * R[2][1]) -
                             R[0][1] * (R[1][0] * R[2][2] - R[1][2] * R[2][0]) +
                             R[0][2] * (R[1][0] * R[2][1] - R[1][1] * R[2][0]);
  if (worst <= 1e-6 && determinant > 0) return true;
  ulna_check_say(c, ULNA_ERROR, "value", path, subject,
                 "the matrix R of the pose is no rotation: R times its transpose differs from 1 by %.3g, its "
                 "determinant is %.6g",
                 worst, determinant);
  return false;
}

/* A name that is given, not empty, and unlike those before it; `kind` is joint, link, drive, element or frame. */
static bool check_name(check *c, const char *kind, const char *name, const char *path)
{
  if (name && *name) return true;
  ulna_check_say(c, ULNA_ERROR, name ? "value" : "missing key", path, path, "the %s has no name", kind);
  return false;
}

static void say_duplicate(check *c, const char *kind, const char *name, const char *path, const char *first)
{
  const file_place *at = *first ? ulna_place(c->b, first) : NULL;
  char where[48] = "";
  if (at) snprintf(where, sizeof where, ", the first in line %d", at->line);
  ulna_check_say(c, ULNA_ERROR, "duplicate name", path, ulna_check_subject(kind, name, path).s,
                 "there are two %ss of this name%s; rename one", kind, where);
}

static void check_joint_names(check *c)
{
  const description *d = c->d;
  c->joint_names_known = c->link_names_known = !ulna_marked(c->b, "joints", ULNA_MARK_REPORTED);
  for (int i = 0; i < d->joint_count; i++) {
    const char *joint = d->joints[i].name, *link = d->joints[i].link.name;
    const check_path joint_path = ulna_check_path("joints[%d].name", i);
    const check_path link_path = ulna_check_path("joints[%d].link.name", i);
    if (!check_name(c, "joint", joint, joint_path.s)) {
      c->joint_names_known = false;
    } else {
      const int first = ulna_description_find_joint(d, joint) - 1;
      if (first < i)
        say_duplicate(c, "joint", joint, joint_path.s, ulna_check_path("joints[%d].name", first).s);
    }
    if (!check_name(c, "link", link, link_path.s)) {
      c->link_names_known = false;
      continue;
    }
    const int first = ulna_description_find_link(d, link) - 1;
    if (first < 0)
      ulna_check_say(c, ULNA_ERROR, "duplicate name", link_path.s,
                     ulna_check_subject("link", link, link_path.s).s,
                     "this is the name of the base; rename the link");
    else if (first < i)
      say_duplicate(c, "link", link, link_path.s, ulna_check_path("joints[%d].link.name", first).s);
  }
}

static void check_drive_names(check *c, const char *kind, const char *list, const ulna_drive *drives,
                              int count)
{
  for (int i = 0; i < count; i++) {
    const check_path path = ulna_check_path("%s[%d].name", list, i);
    if (!check_name(c, kind, drives[i].name, path.s)) continue;
    for (int k = 0; k < i; k++)
      if (drives[k].name && strcmp(drives[k].name, drives[i].name) == 0) {
        say_duplicate(c, kind, drives[i].name, path.s, ulna_check_path("%s[%d].name", list, k).s);
        break;
      }
  }
}

static void check_frames(check *c)
{
  const description *d = c->d;
  for (int i = 0; i < d->frame_count; i++) {
    const ulna_frame *f = &d->frames[i];
    const check_path path = ulna_check_path("frames[%d]", i);
    const check_path name_path = ulna_check_path("%s.name", path.s);
    const check_subject subject = ulna_check_subject("frame", f->name, path.s);
    if (check_name(c, "frame", f->name, name_path.s)) {
      bool taken = ulna_description_find_link(d, f->name) >= 0;
      for (int k = 0; k < i && !taken; k++)
        taken = d->frames[k].name && strcmp(d->frames[k].name, f->name) == 0;
      if (taken)
        ulna_check_say(c, ULNA_ERROR, "duplicate name", name_path.s, subject.s,
                       "another link or frame has this name; rename one");
    }
    if (!f->link || (c->link_names_known && ulna_description_find_link(d, f->link) < 0))
      ulna_check_say(c, ULNA_ERROR, "unknown link", ulna_check_path("%s.link", path.s).s, subject.s,
                     "there is no link \"%.80s\" to carry it", f->link ? f->link : "");
    ulna_check_pose(c, &f->pose, ulna_check_path("%s.pose", path.s).s, subject.s);
  }
}

/* Each body by itself, before it is merged, so that a fault is reported for the body that has it. */
static void check_parts(check *c)
{
  const description *d = c->d;
  for (int i = 0; i < d->part_count; i++) {
    const ulna_welded_body *part = &d->parts[i];
    const check_path path = ulna_check_path("parts[%d]", i);
    const check_subject subject = ulna_check_subject("link", part->name, path.s);
    const int carrier = part->link ? ulna_description_find_link(d, part->link) : -1;
    if (c->link_names_known && carrier < 0) {
      ulna_check_say(c, ULNA_ERROR, "unknown link", ulna_check_path("%s.link", path.s).s, subject.s,
                     "there is no link \"%.80s\" to carry it", part->link ? part->link : "");
      c->chain_sound = false;
    }
    const check_waivers none = {NULL, 0, 0, false};
    c->unused = carrier == 0;
    ulna_check_pose(c, &part->pose, ulna_check_path("%s.pose", path.s).s, subject.s);
    const bool sound = ulna_check_body(c, &part->body, none, path.s, subject.s);
    if (!sound && !c->unused) c->chain_sound = false;
    c->unused = false;
  }
}

/* Metres that are likelier to be millimetres: no arm's link is so long. */
static void check_length(check *c, double length, const char *path, const char *subject, const char *what)
{
  if (!(fabs(length) > 20)) return;
  ulna_check_say(c, ULNA_WARNING, "millimetres", path, subject,
                 "%s is %.10g m: if millimetres are meant, write %.10g", what, length, length / 1000);
}

/* One mistake, one warning: both limits are in degrees together. */
static void check_limit_angles(check *c, const ulna_limits *l, const char *path, const char *subject)
{
  const check_path lower = ulna_check_path("%s.limits.lower", path);
  const check_path upper = ulna_check_path("%s.limits.upper", path);
  if (looks_like_degrees(c, l->lower, lower.s) && looks_like_degrees(c, l->upper, upper.s)) {
    ulna_check_say(
        c, ULNA_WARNING, "degrees", lower.s, subject,
        "lower and upper are %.10g and %.10g radians, more than a full turn: if degrees are meant, "
        "write %.10g deg and %.10g deg",
        l->lower, l->upper, l->lower, l->upper);
    return;
  }
  ulna_check_angle(c, l->lower, lower.s, subject, "lower");
  ulna_check_angle(c, l->upper, upper.s, subject, "upper");
}

static void check_limits(check *c, const ulna_joint *joint, const char *path, const char *subject)
{
  const ulna_limits *l = &joint->limits;
  const struct {
    const char *name;
    double value, none; /* none: the infinity that means there is no limit */
  } limits[] = {{"lower", l->lower, -HUGE_VAL},
                {"upper", l->upper, HUGE_VAL},
                {"velocity", l->velocity, HUGE_VAL},
                {"effort", l->effort, HUGE_VAL}};
  for (int k = 0; k < 4; k++) {
    const check_path place = ulna_check_path("%s.limits.%s", path, limits[k].name);
    if (limits[k].value == limits[k].none) continue;
    if (!ulna_check_finite(c, limits[k].value, place.s, subject)) continue;
    if (k >= 2 && limits[k].value < 0)
      ulna_check_say(c, ULNA_ERROR, "limits", place.s, subject,
                     "the %s limit is %.10g; it bounds both directions, so it must not be negative",
                     limits[k].name, limits[k].value);
  }
  if (joint->type == ULNA_REVOLUTE) check_limit_angles(c, l, path, subject);
  if (l->lower > l->upper)
    ulna_check_say(c, ULNA_ERROR, "limits", ulna_check_path("%s.limits.lower", path).s, subject,
                   "the lower limit %.10g is above the upper limit %.10g; exchange them", l->lower, l->upper);
}

/* Axis and lengths. True if the joint's frame can be computed. */
static bool check_geometry(check *c, const ulna_joint *joint, const char *path, const char *subject)
{
  if (c->d->convention == ULNA_AXIS) {
    const check_path origin = ulna_check_path("%s.origin", path);
    const check_path axis = ulna_check_path("%s.axis", path);
    const double length = hypot(hypot(joint->axis[0], joint->axis[1]), joint->axis[2]);
    const bool placed = ulna_check_pose(c, &joint->origin, origin.s, subject);
    const double *p = joint->origin.p;
    check_length(c, hypot(hypot(p[0], p[1]), p[2]), origin.s, subject, "the distance to the joint before");
    if (!all_finite(c, joint->axis, 3, axis.s, subject)) return false;
    if (length > 0 && isfinite(length)) return placed;
    ulna_check_say(c, ULNA_ERROR, "value", axis.s, subject, "the axis %.4g %.4g %.4g has no direction",
                   joint->axis[0], joint->axis[1], joint->axis[2]);
    return false;
  }
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"theta", joint->theta}, {"alpha", joint->alpha}, {"d", joint->d}, {"a", joint->a}};
  bool known = true;
  for (int k = 0; k < 4; k++) {
    const check_path place = ulna_check_path("%s.%s", path, numbers[k].name);
    known &= ulna_check_finite(c, numbers[k].value, place.s, subject);
    if (k < 2) ulna_check_angle(c, numbers[k].value, place.s, subject, numbers[k].name);
    else check_length(c, numbers[k].value, place.s, subject, numbers[k].name);
  }
  return known;
}

static void check_joint(check *c, int i)
{
  const ulna_joint *joint = &c->d->joints[i];
  const check_path path = ulna_check_path("joints[%d]", i);
  const check_path type = ulna_check_path("%s.type", path.s);
  const check_path link = ulna_check_path("%s.link", path.s);
  const check_subject subject = ulna_check_subject("joint", joint->name, path.s);
  const check_subject link_subject = ulna_check_subject("link", joint->link.name, link.s);

  if (joint->type != ULNA_REVOLUTE && joint->type != ULNA_PRISMATIC) {
    ulna_check_say(c, ULNA_ERROR, "value", type.s, subject.s,
                   "the joint is neither ULNA_REVOLUTE nor ULNA_PRISMATIC");
    c->chain_sound = false;
  }
  if (ulna_marked(c->b, type.s, ULNA_MARK_REPORTED)) c->chain_sound = false;
  if (!check_geometry(c, joint, path.s, subject.s)) c->chain_sound = false;
  check_limits(c, joint, path.s, subject.s);
  ulna_check_friction(c, &joint->friction, true, ulna_check_path("%s.friction", path.s).s, subject.s);

  const check_path accept = ulna_check_path("%s.accept", link.s);
  const check_waivers waivers = {joint->link.waivers, joint->link.waiver_count, 0,
                                 ulna_marked(c->b, accept.s, ULNA_MARK_REPORTED)};
  ulna_check_waivers(c, waivers.local, waivers.count, accept.s, link_subject.s);
  if (!ulna_check_body(c, &joint->link.body, waivers, link.s, link_subject.s)) c->chain_sound = false;
}

/* A leader is another joint, which moves by itself; and no drive moves a follower. */
static void check_follower(check *c, int i)
{
  const description *d = c->d;
  const ulna_follow *f = &d->joints[i].follows;
  const check_path path = ulna_check_path("joints[%d].follows", i);
  const check_subject subject = ulna_check_subject("joint", d->joints[i].name, path.s);
  if (!f->joint || ulna_marked(c->b, path.s, ULNA_MARK_REPORTED)) return;
  bool finite = ulna_check_finite(c, f->ratio, ulna_check_path("%s.ratio", path.s).s, subject.s);
  finite &= ulna_check_finite(c, f->offset, ulna_check_path("%s.offset", path.s).s, subject.s);
  c->drives_sound &= finite;
  if (!c->joint_names_known) return;
  const int leader = ulna_description_find_joint(d, f->joint) - 1;
  const char *fault = leader < 0                        ? "which is not there"
                      : leader == i                     ? "which is itself"
                      : d->joints[leader].follows.joint ? "which follows another; name that one"
                                                        : NULL;
  if (fault)
    ulna_check_say(c, ULNA_ERROR, leader < 0 ? "unknown joint" : "follows", path.s, subject.s,
                   "it follows joint \"%.80s\", %s", f->joint, fault);
  c->drives_sound &= !fault;
  for (int k = 0; k < d->drive_count && !fault; k++)
    for (int j = 0; j < d->drives[k].couple_count; j++)
      if (d->drives[k].couples[j].joint && strcmp(d->drives[k].couples[j].joint, d->joints[i].name) == 0) {
        ulna_check_say(
            c, ULNA_ERROR, "follows", path.s, subject.s,
            "it follows joint \"%.80s\", and drive \"%.80s\" would move it too; couple the drive to \"%.80s\"",
            f->joint, d->drives[k].name ? d->drives[k].name : "", f->joint);
        c->drives_sound = false;
      }
}

/* The links' lengths added up, prismatic joints at the farther limit; at least 1 m. NaN where one is not known. */
static double arm_length(const description *d)
{
  double length = hypot(hypot(d->tool.p[0], d->tool.p[1]), d->tool.p[2]);
  for (int i = 0; i < d->joint_count; i++) {
    const ulna_joint *j = &d->joints[i];
    double reach = 0;
    if (j->type == ULNA_PRISMATIC) {
      if (j->limits.lower != -HUGE_VAL) reach = fabs(j->limits.lower);
      if (j->limits.upper != HUGE_VAL) reach = fmax(reach, fabs(j->limits.upper));
      if (isnan(j->limits.lower + j->limits.upper)) reach = (double)NAN;
    }
    const double *p = j->origin.p;
    length += reach + (d->convention == ULNA_AXIS ? hypot(hypot(p[0], p[1]), p[2]) : hypot(j->a, j->d));
  }
  return isfinite(length) ? fmax(1, length) : (double)NAN;
}

static bool check_counts(check *c)
{
  const struct {
    const char *name;
    int count;
  } lists[] = {{"joints", c->d->joint_count},
               {"drives", c->d->drive_count},
               {"elements", c->d->element_count},
               {"frames", c->d->frame_count},
               {"parts", c->d->part_count}};
  bool few = true;
  for (int k = 0; k < 5; k++) {
    if (lists[k].count <= MOST) continue;
    ulna_check_say(c, ULNA_ERROR, "value", lists[k].name, lists[k].name,
                   "there are %d of them; at most %d are supported", lists[k].count, MOST);
    few = false;
  }
  if (c->d->joint_count == 0)
    ulna_check_say(c, ULNA_ERROR, "no joints", "joints", "robot", "an arm has at least one joint");
  return few;
}

static void check_payload(check *c)
{
  const ulna_body *p = &c->d->payload;
  if (!c->d->has_payload) return;
  ulna_body said = *p;
  if (p->mass == 0 && p->about == ULNA_ABOUT_UNSAID && !ulna_place(c->b, "payload.inertia")) {
    // built in C: the empty payload needs no reference point
    bool zero = true;
    for (int k = 0; k < 6; k++) zero &= p->inertia[k] == 0;
    if (zero) said.about = ULNA_ABOUT_COM;
  }
  const check_waivers none = {NULL, 0, 0, false};
  if (!ulna_check_body(c, &said, none, "payload", "payload")) c->chain_sound = false;
}

/* Whether everything that names a link names an existing one; if not, it was reported before. */
static bool links_are_named(const description *d)
{
  for (int i = 0; i < d->drive_count; i++)
    if (!d->drives[i].mounted_on || ulna_description_find_link(d, d->drives[i].mounted_on) < 0) return false;
  for (int i = 0; i < d->element_count; i++)
    if (!d->elements[i].mounted_on || ulna_description_find_link(d, d->elements[i].mounted_on) < 0)
      return false;
  for (int i = 0; i < d->frame_count; i++)
    if (!d->frames[i].link || ulna_description_find_link(d, d->frames[i].link) < 0) return false;
  for (int i = 0; i < d->part_count; i++)
    if (!d->parts[i].link || ulna_description_find_link(d, d->parts[i].link) < 0) return false;
  return true;
}

/* Checks the finished model by the kernels. If it cannot be made, the fault was reported before. */
static void check_made(check *c, ulna_model **model)
{
  if (!links_are_named(c->d)) return;
  const ulna_status status = ulna_builder_make(c->b, model);
  if (status == ULNA_OUT_OF_MEMORY) c->status = status;
  if (status == ULNA_OK) ulna_check_mass_matrix(c, *model);
}

ulna_status ulna_check(const ulna_builder *b, ulna_report *report, ulna_model **model)
{
  ulna_model *made = NULL;
  check c = {
      .b = b, .d = &b->d, .report = report, .status = ULNA_OK, .chain_sound = true, .drives_sound = true};
  if (!check_counts(&c)) return c.status == ULNA_OK ? ULNA_BAD_ROBOT : c.status;
  ulna_check_waivers(&c, b->accepted, b->accepted_count, "accept", "accept");
  check_joint_names(&c);
  check_drive_names(&c, "drive", "drives", c.d->drives, c.d->drive_count);
  check_drive_names(&c, "element", "elements", c.d->elements, c.d->element_count);
  all_finite(&c, c.d->gravity, 3, "gravity", "gravity");
  ulna_check_pose(&c, &c.d->base, "base", "base");
  ulna_check_pose(&c, &c.d->tool, "tool", "tool");
  c.length = arm_length(c.d);
  for (int i = 0; i < c.d->joint_count; i++) check_joint(&c, i);
  for (int i = 0; i < c.d->joint_count; i++) check_follower(&c, i);
  check_parts(&c);
  check_payload(&c);
  ulna_check_drives(&c);
  check_frames(&c);

  if (ulna_marked(b, "convention", ULNA_MARK_REPORTED) || ulna_marked(b, "joints", ULNA_MARK_REPORTED) ||
      ulna_marked(b, "payload", ULNA_MARK_REPORTED) || c.d->joint_count == 0)
    c.chain_sound = false;
  if (ulna_marked(b, "drives", ULNA_MARK_REPORTED)) c.drives_sound = false;
  if (c.drives_sound && c.joint_names_known) ulna_check_coupling(&c);
  if (c.chain_sound && c.drives_sound && c.joint_names_known && c.link_names_known) check_made(&c, &made);
  if (c.status == ULNA_OK && (c.errors || b->spoiled)) c.status = ULNA_BAD_ROBOT;
  if (model && c.status == ULNA_OK) *model = made;
  else ulna_model_destroy(made);
  return c.status;
}
