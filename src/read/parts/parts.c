/* Poses, bodies and waivers, which robot and scenario files share. */
#include "read/parts/parts.h"

#include <math.h>
#include <stdio.h>

#include "base/numbers.h"

static ulna_status place(void *owner, const char *path, int line, int column)
{
  return ulna_builder_set_location(owner, path, line, column);
}

static ulna_status mark(void *owner, const char *path, yaml_mark what)
{
  return ulna_builder_mark(owner, path, what == YAML_SPOILT ? ULNA_MARK_REPORTED : ULNA_MARK_DEGREES);
}

void ulna_yaml_tell_builder(reader *r, ulna_builder *b)
{
  static const yaml_listener builder = {place, mark};
  r->listener = b ? &builder : NULL;
  r->owner = b;
}

/* mass, com and inertia {about, xx, yy, zz, xy, xz, yz}; products of inertia that are left out are 0. */
bool ulna_yaml_body(reader *r, const node *mass, const node *com, const node *inertia, where w,
                    ulna_body *body)
{
  bool read = ulna_yaml_number(r, mass, ulna_yaml_inside(w, "mass"), "kg", &body->mass);
  read &= ulna_yaml_vector(r, com, ulna_yaml_inside(w, "com"), "m", body->com);
  for (int k = 0; k < 6; k++) body->inertia[k] = (double)NAN;
  if (!inertia) return false;

  enum { ABOUT = 6, COUNT };
  field f[COUNT] = {{.name = "xx", .required = true},
                    {.name = "yy", .required = true},
                    {.name = "zz", .required = true},
                    {.name = "xy"},
                    {.name = "xz"},
                    {.name = "yz"},
                    {.name = "about"}};
  const where at = ulna_yaml_inside(w, "inertia");
  if (!ulna_yaml_fields(r, inertia, at, "an inertia", f, COUNT)) return false;
  for (int k = 0; k < 6; k++) {
    if (f[k].value || f[k].required)
      read &=
          ulna_yaml_number(r, f[k].value, ulna_yaml_inside(at, "%s", f[k].name), "kg m²", &body->inertia[k]);
    else body->inertia[k] = 0;
  }
  static const char *const points[] = {"com", "origin"};
  int about = 0;
  if (f[ABOUT].value && ulna_yaml_choice(r, f[ABOUT].value, ulna_yaml_inside(at, "about"), points, 2, &about))
    body->about = about == 0 ? ULNA_ABOUT_COM : ULNA_ABOUT_ORIGIN;
  return read;
}

/* accept: {condition: reason, …}; the conditions themselves are judged by the checks. */
void ulna_yaml_waivers(reader *r, const node *n, where w, const ulna_waiver **waivers, int *count)
{
  if (!n) return;
  if (!ulna_yaml_mapping(r, n, w, "accept")) return;
  ulna_waiver *list = arena_take_array(&r->memory, (size_t)n->count, sizeof *list);
  if (!list) {
    r->status = ULNA_OUT_OF_MEMORY;
    return;
  }
  int used = 0;
  for (const node *key = n->first; key; key = key->next->next) {
    const where at = ulna_yaml_inside(w, "[%d]", used);
    if (!ulna_yaml_key(r, n, key, w)) continue;
    if (!ulna_yaml_text(r, key->next, at, &list[used].reason)) list[used].reason = "";  // and marked
    ulna_yaml_place(r, at, key);
    list[used++].condition = key->text;
  }
  *waivers = list;
  *count = used;
}

/* As the builder warns of angles; a pose there no longer knows its own. */
static void check_turns(reader *r, const node *rpy, where w, const double angles[3])
{
  const node *item = rpy->first;
  for (int k = 0; k < 3; k++, item = item->next) {
    if (fabs(angles[k]) <= 2 * PI * (1 + 1e-3) || ulna_yaml_has_unit(item)) continue;
    ulna_yaml_say(
        r, ULNA_WARNING, "degrees", item, w.subject,
        "an angle of rpy is %.10g radians, more than a full turn: if degrees are meant, write %.10g deg",
        angles[k], angles[k]);
  }
}

bool ulna_yaml_pose(reader *r, const node *n, where w, ulna_pose *pose)
{
  *pose = ulna_pose_identity();
  if (!n) return false;
  ulna_yaml_place(r, w, n);
  field f[] = {{.name = "xyz"}, {.name = "rpy"}};
  if (!ulna_yaml_fields(r, n, w, "a pose", f, 2)) return false;
  double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0};
  bool read = true;
  if (f[0].value) read &= ulna_yaml_vector(r, f[0].value, ulna_yaml_inside(w, "xyz"), "m", xyz);
  if (f[1].value) {
    const bool turned = ulna_yaml_vector(r, f[1].value, ulna_yaml_inside(w, "rpy"), "rad", rpy);
    if (turned) check_turns(r, f[1].value, w, rpy);
    read &= turned;
  }
  if (read) *pose = ulna_pose_from_rpy(xyz, rpy);
  else ulna_yaml_spoil(r, w);
  return read;
}

ulna_status ulna_not_built_in(const char *what, const char *key, const char *nearest, ulna_report *report)
{
  char text[200], subject[100], condition[40];
  snprintf(condition, sizeof condition, "unknown %s", what);
  snprintf(subject, sizeof subject, "%s \"%.80s\"", what, key);
  snprintf(text, sizeof text, "no %s of this name is built in%s%s%s", what,
           nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
  const ulna_problem problem = {
      .severity = ULNA_ERROR, .condition = condition, .subject = subject, .text = text};
  if (report && ulna_report_add(report, &problem) != ULNA_OK) return ULNA_OUT_OF_MEMORY;
  return ULNA_NOT_FOUND;
}
