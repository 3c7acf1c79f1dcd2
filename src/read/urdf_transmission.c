/* <transmission>: which actuator drives which joint, and by what reduction.
 *
 * ROS wrote it in three ways: `<transmission type="pr2_…/SimpleTransmission">` with the reduction directly inside;
 * `<type>transmission_interface/SimpleTransmission</type>` with it in <actuator> (ROS 1); `<plugin>` instead of
 * <type>, mechanical_reduction in <joint>, inside <ros2_control> (ROS 2). A simple one is a drive here:
 * q_actuator = reduction (q − offset). It has no rotor inertia, since URDF has no word for it. The joints, not the
 * transmissions, make the arm: a faulty transmission is a warning, and its joint is driven directly. */
#include <math.h>
#include <string.h>

#include "read/urdf.h"
#include "text/number.h"
#include "text/text.h"

// The name behind the last slash or colon: of "transmission_interface/SimpleTransmission" the second half
static const char *last_name(const char *type)
{
  for (const char *c = type; *c; c++)
    if (*c == '/' || *c == ':') type = c + 1;
  return type;
}

static const char *type_of(const xml_element *t)
{
  const xml_element *type = ulna_xml_find_child(t, "type"), *plugin = ulna_xml_find_child(t, "plugin");
  const xml_attribute *at = ulna_xml_find_attribute(t, "type");
  return type && *type->text ? type->text : plugin && *plugin->text ? plugin->text : at ? at->value : "";
}

// A number as the text of a child element. False: there, but not readable (and said so).
static bool read_child_number(urdf *u, const xml_element *e, const char *const names[], const char *subject,
                              const xml_element **found, double *number)
{
  *found = NULL;
  for (int i = 0; names[i] && !*found; i++) *found = ulna_xml_find_child(e, names[i]);
  if (!*found) return true;
  const size_t length = ulna_decimal_or_word((*found)->text, number);
  if (length > 0 && !(*found)->text[length] && isfinite(*number)) return true;
  ulna_urdf_say(u, ULNA_WARNING, "number", *found, NULL, subject,
                "<%s> is \"%.40s\", not one finite number; the transmission is left aside", (*found)->name,
                (*found)->text);
  return false;
}

/* The reduction may stand in the transmission, its joint or its actuator. Two that are both not 1 could mean their
 * product or the same number twice; the reader does not guess. */
static bool read_reduction(urdf *u, const xml_element *t, const xml_element *joint,
                           const xml_element *actuator, const char *subject, double *reduction)
{
  static const char *const words[] = {"mechanicalReduction", "mechanical_reduction", NULL};
  const xml_element *places[3] = {t, joint, actuator}, *first = NULL;
  *reduction = 1;
  for (int i = 0; i < 3; i++) {
    const xml_element *found;
    double number = 1;
    if (!places[i]) continue;
    if (!read_child_number(u, places[i], words, subject, &found, &number)) return false;
    if (number == 1) continue;
    if (first) {
      ulna_urdf_say(
          u, ULNA_WARNING, "transmission", found, NULL, subject,
          "a reduction is given here and in line %d, and the file does not say which holds; it is left aside",
          first->line);
      return false;
    }
    if (number == 0) {
      ulna_urdf_say(u, ULNA_WARNING, "transmission", found, NULL, subject,
                    "a reduction of 0 would leave the joint without drive; it is left aside");
      return false;
    }
    first = found;
    *reduction = number;
  }
  return true;
}

static const urdf_transmission *drive_of(const urdf *u, const urdf_joint *joint)
{
  const urdf_transmission *d = u->transmissions;
  while (d && d->joint != joint) d = d->next;
  return d;
}

static const char *name_of(const xml_element *e)
{
  const xml_attribute *at = e ? ulna_xml_find_attribute(e, "name") : NULL;
  return at && *at->value ? at->value : NULL;
}

// Two actuators of one name would be one drive twice; the transmission's name then tells them apart.
static const char *drive_name(const urdf *u, const xml_element *t, const xml_element *actuator,
                              const urdf_joint *joint)
{
  const char *names[3] = {name_of(actuator), name_of(t), joint->name};
  for (int i = 0; i < 3; i++) {
    const urdf_transmission *d = u->transmissions;
    while (d && names[i] && strcmp(d->name, names[i]) != 0) d = d->next;
    if (names[i] && !d) return names[i];
  }
  return joint->name;
}

typedef struct {
  urdf_names off_chain, following, unknown;
  const xml_element *first_off_chain, *first_following, *first_unknown;
  int used;
} tally;

// The joint on the chain that a transmission moves, NULL (and counted) where there is none.
static urdf_joint *joint_of(urdf *u, const xml_element *joint, tally *count)
{
  const char *name = name_of(joint);
  urdf_joint *j = name ? ulna_urdf_find(&u->joint_table, name) : NULL;
  if (j && j->number && !j->leader) return j;
  if (j && j->number) {
    ulna_urdf_list(&count->following, "\"%s\"", name);
    if (!count->first_following) count->first_following = joint;
  } else if (j) {
    ulna_urdf_list(&count->off_chain, "\"%s\"", name);
    if (!count->first_off_chain) count->first_off_chain = joint;
  } else {
    ulna_urdf_list(&count->unknown, "\"%s\"", name ? name : "");
    if (!count->first_unknown) count->first_unknown = joint;
  }
  return NULL;
}

static void read_simple(urdf *u, const xml_element *t, urdf_joint *j, const char *subject, tally *count)
{
  static const char *const offset_words[] = {"offset", NULL};
  const xml_element *joint = ulna_xml_find_child(t, "joint"), *actuator = ulna_xml_find_child(t, "actuator"),
                    *found;
  double reduction, offset = 0;
  if (!read_reduction(u, t, joint, actuator, subject, &reduction)) return;
  if (!read_child_number(u, joint, offset_words, subject, &found, &offset)) return;
  const urdf_transmission *other = drive_of(u, j);
  if (other) {  // often written once for each hardware interface
    if (other->reduction != reduction || other->offset != -reduction * offset)
      ulna_urdf_say(
          u, ULNA_WARNING, "transmission", t, NULL, subject,
          "joint \"%s\" has another transmission in line %d with other numbers; this one is left aside",
          j->name, other->element->line);
    return;
  }
  urdf_transmission *new = arena_take(u->a, sizeof *new);
  if (!new) return;
  *new = (urdf_transmission){t, drive_name(u, t, actuator, j), j, reduction, -reduction * offset, NULL};
  urdf_transmission **end = &u->transmissions;
  while (*end) end = &(*end)->next;
  *end = new;
  count->used++;
}

static void read_transmission(urdf *u, const xml_element *t, tally *count)
{
  const char *name = name_of(t), *type = type_of(t);
  const char *subject = ulna_urdf_subject(u, "transmission", name);
  const bool simple = strcmp(last_name(type), "SimpleTransmission") == 0;
  const xml_element *joint = ulna_xml_find_child(t, "joint");
  if (!joint) {
    ulna_urdf_say(u, ULNA_WARNING, "missing element", t, NULL, subject,
                  "<transmission> lacks <joint>, and is left aside");
    return;
  }
  const xml_element *second = ulna_xml_next_child(joint, "joint");
  if (simple && !second) {
    urdf_joint *j = joint_of(u, joint, count);
    if (j) read_simple(u, t, j, subject, count);
    return;
  }
  urdf_joint *j = NULL;
  for (; joint; joint = ulna_xml_next_child(joint, "joint")) {
    urdf_joint *one = joint_of(u, joint, count);
    j = j ? j : one;
  }
  if (!j) return;  // of no importance to the arm
  // no inertia and no friction is lost with it, only what the actuators feel
  ulna_urdf_say(
      u, ULNA_WARNING, "transmission", t, NULL, subject,
      "%s%.80s%s is not used: only a SimpleTransmission of one joint is; joint \"%s\" is taken as driven "
      "directly",
      *type ? "\"" : "a transmission ", *type ? type : "without a type", *type ? "\"" : "", j->name);
}

void ulna_urdf_read_transmissions(urdf *u)
{
  tally count = {0};
  const xml_element *first = NULL;
  for (const xml_element *e = u->root->first; e && !u->a->failed; e = e->next) {
    const bool inside = strcmp(e->name, "ros2_control") == 0;
    if (!inside && strcmp(e->name, "transmission") != 0) continue;
    const xml_element *t = inside ? ulna_xml_find_child(e, "transmission") : e;
    for (; t && !u->a->failed; t = inside ? ulna_xml_next_child(t, "transmission") : NULL) {
      if (!first) first = t;
      read_transmission(u, t, &count);
    }
  }
  if (count.used)
    ulna_urdf_say(
        u, ULNA_NOTE, "transmission", first, NULL, NULL,
        "%d simple transmissions became drives, without rotor inertia (URDF has no word for it); their hardware "
        "interfaces are left aside",
        count.used);
  if (count.off_chain.count)
    ulna_urdf_say(u, ULNA_NOTE, "transmission", count.first_off_chain, NULL, NULL,
                  "transmissions of joints off the chain are left aside: %s",
                  ulna_urdf_list_end(&count.off_chain));
  if (count.following.count)
    ulna_urdf_say(u, ULNA_NOTE, "transmission", count.first_following, NULL, NULL,
                  "transmissions of joints that follow others are left aside: %s",
                  ulna_urdf_list_end(&count.following));
  if (count.unknown.count)
    ulna_urdf_say(u, ULNA_WARNING, "transmission", count.first_unknown, NULL, NULL,
                  "transmissions name joints that do not exist, and are left aside: %s",
                  ulna_urdf_list_end(&count.unknown));
}
