/* Numbers, and values for each joint or actuator. */
#include <math.h>
#include <stdio.h>

#include "base/nearest.h"
#include "base/numbers.h"
#include "scenario/loading.h"
#include "text/path.h"
#include "text/text.h"
#include "ulna/drive.h"
#include "ulna/follow.h"

void *ulna_scenario_take(loading *l, size_t count, size_t size)
{
  void *memory = arena_take_array(&l->s->memory, count, size);
  if (!memory) l->r.status = ULNA_OUT_OF_MEMORY;
  return memory;
}

const char *ulna_scenario_copy(loading *l, const char *text)
{
  if (!text) return NULL;
  const char *copy = arena_copy_string(&l->s->memory, text);
  if (!copy) l->r.status = ULNA_OUT_OF_MEMORY;
  return copy;
}

char *ulna_scenario_path(loading *l, const node *at, where w, const char *name)
{
  if (!l->allow_outside && !ulna_path_stays(l->folder, name)) {
    SAY(l, "outside", at, w,
        "\"%.200s\" lies outside the scenario's folder; move it there, or allow it (--allow-outside)", name);
    return NULL;
  }
  char *path = ulna_text_format(&l->r.memory, "%s%s", name[0] == '/' ? "" : l->folder, name);
  if (!path) l->r.status = ULNA_OUT_OF_MEMORY;
  return path;
}

static const char *last_word(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot ? dot + 1 : path;
}

bool ulna_scenario_value(loading *l, const node *n, where w, const char *unit, double *value)
{
  return strcmp(unit, "rad") == 0 ? ulna_yaml_angle(&l->r, n, w, value)
                                  : ulna_yaml_number(&l->r, n, w, unit, value);
}

bool ulna_scenario_positive(loading *l, const node *n, where w, const char *unit, double *value)
{
  if (!ulna_scenario_value(l, n, w, unit, value)) return false;
  if (*value > 0) return true;
  SAY(l, "value", n, w, "%s is %.10g %s; it must be above 0", last_word(w.path), *value, unit);
  return false;
}

bool ulna_scenario_not_negative(loading *l, const node *n, where w, const char *unit, double *value)
{
  if (!ulna_scenario_value(l, n, w, unit, value)) return false;
  if (*value >= 0) return true;
  SAY(l, "value", n, w, "%s is %.10g %s; it must not be negative", last_word(w.path), *value, unit);
  return false;
}

bool ulna_scenario_whole(loading *l, const node *n, where w, double lowest, double highest, double *value)
{
  if (!ulna_yaml_number(&l->r, n, w, "", value)) return false;
  if (*value >= lowest && *value <= highest && *value == floor(*value)) return true;
  SAY(l, "value", n, w, "%s is %.17g; it must be a whole number from %.17g to %.17g", last_word(w.path),
      *value, lowest, highest);
  return false;
}

bool ulna_scenario_numbers(loading *l, const node *n, where w, const char *unit, int least,
                           const double **values, int *count)
{
  if (!n || !ulna_yaml_list(&l->r, n, w, "numbers")) return false;
  if (n->count < least) {
    SAY(l, "width", n, w, "%s must have at least %d numbers, found %d", last_word(w.path), least, n->count);
    return false;
  }
  double *list = ulna_scenario_take(l, (size_t)n->count, sizeof *list);
  if (!list) return false;
  bool read = true;
  int i = 0;
  for (const node *item = n->first; item; item = item->next, i++)
    read &= ulna_scenario_value(l, item, ulna_yaml_inside(w, "[%d]", i), unit, &list[i]);
  *values = list;
  *count = n->count;
  return read;
}

const char *ulna_scenario_owner_name(const loading *l, scenario_owner owner, int i)
{
  return owner == OF_JOINTS ? ulna_model_joint(l->s->model, i + 1)->name : ulna_actuator_name(l->s->model, i);
}

int ulna_scenario_find_place(loading *l, const node *key, where w, scenario_owner owner)
{
  nearest close = nearest_to(key->text);
  for (int i = 0; i < l->n; i++) {
    const char *name = ulna_scenario_owner_name(l, owner, i);
    if (strcmp(key->text, name) == 0) return i;
    nearest_offer(&close, name);
  }
  const char *what = owner == OF_JOINTS ? "joint" : "actuator";
  char all[300] = "";
  size_t used = 0;
  for (int i = 0; i < l->n && used < sizeof all; i++)
    used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
                             ulna_scenario_owner_name(l, owner, i));
  SAY(l, owner == OF_JOINTS ? "unknown joint" : "unknown actuator", key, w, "%s has no %s \"%.60s\"%s%s%s",
      l->s->robot, what, key->text, close.best ? "; did you mean \"" : "; it has ",
      close.best ? close.best : all, close.best ? "\"?" : "");
  return -1;
}

/* Whether joint or actuator i slides. */
static bool slides(const loading *l, scenario_owner owner, int i)
{
  int joint = i + 1;
  if (owner == OF_ACTUATORS) {
    const int drive = ulna_actuator_drive(l->s->model, i);
    if (drive >= 0) return ulna_model_drive(l->s->model, drive)->kind == ULNA_LINEAR;
    joint = ulna_actuator_joint(l->s->model, i);
  }
  return ulna_model_joint(l->s->model, joint)->type == ULNA_PRISMATIC;
}

static bool each_by_name(loading *l, const node *n, where w, scenario_owner owner, const char *turning,
                         const char *sliding, double values[])
{
  bool read = true;
  for (const node *key = n->first; key; key = key->next->next) {
    if (!ulna_yaml_key(&l->r, n, key, w)) {
      read = false;
      continue;
    }
    double value;
    const int i = l->n ? ulna_scenario_find_place(l, key, w, owner) : -1;
    const char *unit = i >= 0 && slides(l, owner, i) ? sliding : turning;
    const bool known =
        (i >= 0 || !l->n) &&
        ulna_scenario_value(l, key->next, ulna_yaml_inside(w, "%.40s", key->text), unit, &value);
    if (known && i >= 0) values[i] = value;
    read &= known;
  }
  return read;
}

/* A joint angle of more than a turn is probably in degrees, without `deg`. */
static void warn_of_turns(loading *l, const node *item, where w, const char *unit, double value)
{
  if (strcmp(unit, "rad") != 0 || fabs(value) <= 2 * PI * (1 + 1e-3) || ulna_yaml_has_unit(item)) return;
  ulna_yaml_say(&l->r, ULNA_WARNING, "degrees", item, w.subject,
                "%.10g radians are more than a full turn: if degrees are meant, write %.10g deg", value,
                value);
}

static bool each_in_order(loading *l, const node *n, where w, scenario_owner owner, const char *turning,
                          const char *sliding, bool motion, double values[])
{
  const int followers = l->n && motion ? ulna_follower_count(l->s->model) : 0;
  if (l->n && n->count != l->n && (followers == 0 || n->count != l->n - followers)) {
    SAY(l, "width", n, w, "%s has %d number%s, but %s has %d %s%s", last_word(w.path), n->count,
        n->count == 1 ? "" : "s", l->s->robot, l->n, owner == OF_JOINTS ? "joint" : "actuator",
        l->n == 1 ? "" : "s");
    return false;
  }
  bool read = true;
  int i = 0;
  for (const node *item = n->first; item; item = item->next, i++) {
    double value;
    while (l->n && n->count < l->n && ulna_joint_leader(l->s->model, i + 1)) i++;  // followers are left out
    const char *unit = l->n && slides(l, owner, i) ? sliding : turning;
    if (!ulna_scenario_value(l, item, ulna_yaml_inside(w, "[%d]", i), unit, &value)) {
      read = false;
    } else {
      if (owner == OF_JOINTS) warn_of_turns(l, item, w, unit, value);  // motors do turn often
      if (l->n) values[i] = value;
    }
  }
  return read;
}

bool ulna_scenario_each(loading *l, const node *n, where w, scenario_owner owner, const char *turning,
                        const char *sliding, bool one, double values[])
{
  if (!n) return false;
  if (n->kind == NODE_MAPPING) return each_by_name(l, n, w, owner, turning, sliding, values);
  if (n->kind == NODE_LIST) return each_in_order(l, n, w, owner, turning, sliding, false, values);
  if (!one) {
    if (n->kind != NODE_ALIAS)
      SAY(l, "type", n, w,
          "%s must be a list of one number for each %s, or a mapping from their names, found %s",
          last_word(w.path), owner == OF_JOINTS ? "joint" : "actuator", ulna_yaml_describe(n).s);
    return false;
  }
  double value;
  if (!ulna_scenario_value(l, n, w, turning, &value)) return false;
  for (int i = 0; i < l->n; i++) values[i] = value;
  return true;
}

/* Whether the list or mapping says something of joint i (from 0). */
static bool is_named(const loading *l, const node *n, int i)
{
  if (n->kind == NODE_LIST) return n->count == l->n;
  for (const node *key = n->first; key; key = key->next->next)
    if (strcmp(key->text, ulna_model_joint(l->s->model, i + 1)->name) == 0) return true;
  return false;
}

/* Followers stand where their leaders put them; another position in the file is a fault. */
static bool follow(loading *l, const node *n, where w, bool rate, double values[])
{
  for (int i = 0; i < l->n; i++) {
    const int leader = ulna_joint_leader(l->s->model, i + 1);
    if (!leader) continue;
    const ulna_joint *joint = ulna_model_joint(l->s->model, i + 1);
    const double right = joint->follows.ratio * values[leader - 1] + (rate ? 0 : joint->follows.offset);
    if (is_named(l, n, i) && !(fabs(values[i] - right) <= 1e-9 * (1 + fabs(right)))) {
      SAY(l, "follows", n, w, "joint \"%.60s\" follows \"%.60s\": it is %.10g then, not %.10g; leave it out",
          joint->name, joint->follows.joint, right, values[i]);
      return false;
    }
    values[i] = right;
  }
  return true;
}

bool ulna_scenario_joint_motion(loading *l, const node *n, where w, bool rate, double values[])
{
  const bool read =
      n && n->kind == NODE_LIST
          ? each_in_order(l, n, w, OF_JOINTS, rate ? "rad/s" : "rad", rate ? "m/s" : "m", true, values)
          : ulna_scenario_each(l, n, w, OF_JOINTS, rate ? "rad/s" : "rad", rate ? "m/s" : "m", false, values);
  return read && (!l->n || follow(l, n, w, rate, values));
}

void ulna_scenario_number_fields(loading *l, const number_field *numbers, field *f, int count, where w)
{
  for (int i = 0; i < count; i++) {
    if (!f[i].value) continue;
    const where at = ulna_yaml_inside(w, "%s", numbers[i].name);
    double value;
    const bool read = numbers[i].rule == POSITIVE
                          ? ulna_scenario_positive(l, f[i].value, at, numbers[i].unit, &value)
                          : ulna_scenario_not_negative(l, f[i].value, at, numbers[i].unit, &value);
    if (read) *numbers[i].value = value;
  }
}
