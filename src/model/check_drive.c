/* Checks of drives, drive-train elements and friction. */
#include <math.h>
#include <stdio.h>

#include "base/nearest.h"
#include "model/check.h"
#include "model/friction/friction_table.h"

static void check_not_negative(check *c, const char *condition, double value, const char *path,
                               const char *subject, const char *what)
{
  if (!ulna_check_finite(c, value, path, subject) || value >= 0) return;
  ulna_check_say(c, ULNA_ERROR, condition, path, subject, "%s is %.10g; it must not be negative", what,
                 value);
}

static void check_positive(check *c, const char *condition, double value, const char *path,
                           const char *subject, const char *what)
{
  if (!ulna_check_finite(c, value, path, subject) || value > 0) return;
  ulna_check_say(c, ULNA_ERROR, condition, path, subject, "%s is %.10g; it must be above 0", what, value);
}

/* One axis of a table: rising numbers, and a bearing's loads are lengths. */
static bool check_axis(check *c, const friction_axis *axis, bool not_negative, const char *path,
                       const char *subject)
{
  const check_path place = ulna_check_path("%s.table.%s", path, axis->name);
  for (int k = 0; k < axis->count; k++) {
    const check_path point = ulna_check_path("%s[%d]", place.s, k);
    if (!ulna_check_finite(c, axis->points[k], point.s, subject)) return false;
    if (k > 0 && !(axis->points[k] > axis->points[k - 1])) {
      ulna_check_say(c, ULNA_ERROR, "friction", point.s, subject,
                     "the table is not monotone: its %s must rise, and %.10g comes after %.10g",
                     axis->name[0] == 'v' ? "velocities" : axis->name, axis->points[k], axis->points[k - 1]);
      return false;
    }
  }
  if (not_negative && axis->count > 0 && axis->points[0] < 0) {
    ulna_check_say(c, ULNA_ERROR, "friction", ulna_check_path("%s[0]", place.s).s, subject,
                   "%s %.10g is negative; it is a length, what the bearing carries across the axis",
                   axis->name, axis->points[0]);
    return false;
  }
  return true;
}

/* Forces over velocity, and at a joint over position, load and moment: at least two velocities, all axes rising. */
static void check_table(check *c, const ulna_friction *f, bool at_joint, const char *path,
                        const char *subject)
{
  if (f->viscous != 0 || f->coulomb[0] != 0 || f->coulomb[1] != 0 || !isnan(f->static_[0]) ||
      !isnan(f->static_[1]) || f->stribeck_velocity != 0 || f->load_static != 0 || f->load_dynamic != 0)
    ulna_check_say(c, ULNA_ERROR, "friction", path, subject,
                   "a table stands instead of all other laws; keep either the table or the rest");
  if (f->table_count < 2) {
    ulna_check_say(c, ULNA_ERROR, "friction", ulna_check_path("%s.table.velocity", path).s, subject,
                   "a table has at least two points, this has %d", f->table_count);
    return;
  }
  friction_axis axes[FRICTION_AXES];
  friction_axes(f, axes);
  for (int k = 0; k < FRICTION_AXES; k++) {
    if (!check_axis(c, &axes[k], k >= 2, path, subject)) return;
    if (k > 0 && axes[k].count > 0 && !at_joint) {
      ulna_check_say(c, ULNA_ERROR, "friction", ulna_check_path("%s.table.%s", path, axes[k].name).s, subject,
                     "a table over %s belongs to a joint, whose bearing feels it; move it there",
                     axes[k].name);
      return;
    }
  }
  for (int k = 0; k < friction_table_size(f); k++)
    ulna_check_finite(c, f->table_force[k], ulna_check_path("%s.table.force[%d]", path, k).s, subject);
}

/* A level that is the same in both directions is judged once. */
static void check_coulomb(check *c, const ulna_friction *f, const char *path, const char *subject)
{
  static const char *const directions[2] = {"positive", "negative"};
  for (int k = 0; k < (f->coulomb[0] == f->coulomb[1] ? 1 : 2); k++)
    check_not_negative(c, "friction", f->coulomb[k], ulna_check_path("%s.coulomb.%s", path, directions[k]).s,
                       subject, "Coulomb friction");
}

/* Static friction is at least what acts in motion; NaN stands for "the same". */
static void check_static(check *c, const ulna_friction *f, const char *path, const char *subject)
{
  static const char *const directions[2] = {"positive", "negative"};
  bool below[2] = {false, false};
  for (int k = 0; k < 2; k++) {
    if (isnan(f->static_[k]) || (k == 1 && f->static_[1] == f->static_[0] && isinf(f->static_[0]))) continue;
    const check_path place = ulna_check_path("%s.static.%s", path, directions[k]);
    below[k] = ulna_check_finite(c, f->static_[k], place.s, subject) && f->static_[k] < f->coulomb[k];
  }
  static const char words[] = "it would start before it can move";
  const int k = below[0] ? 0 : 1;
  const check_path place = ulna_check_path("%s.static.%s", path, directions[k]);
  if (below[0] && below[1] && (f->coulomb[0] != f->coulomb[1] || f->static_[0] != f->static_[1]))
    ulna_check_say(
        c, ULNA_ERROR, "friction", place.s, subject,
        "static friction is below the friction in motion: %.10g below %.10g in the positive, %.10g "
        "below %.10g in the negative direction; %s",
        f->static_[0], f->coulomb[0], f->static_[1], f->coulomb[1], words);
  else if (below[0] || below[1])
    ulna_check_say(c, ULNA_ERROR, "friction", place.s, subject,
                   "static friction %.10g is below the friction in motion, %.10g; %s", f->static_[k],
                   f->coulomb[k], words);
}

void ulna_check_friction(check *c, const ulna_friction *f, bool at_joint, const char *path,
                         const char *subject)
{
  if (ulna_marked(c->b, path, ULNA_MARK_REPORTED)) return;
  if (f->table_count != 0 || f->table_velocity || f->table_force) {
    check_table(c, f, at_joint, path, subject);
    return;
  }
  check_not_negative(c, "friction", f->viscous, ulna_check_path("%s.viscous", path).s, subject,
                     "viscous friction");
  check_coulomb(c, f, path, subject);
  check_static(c, f, path, subject);

  const check_path load = ulna_check_path("%s.load", path);
  const check_path load_static = ulna_check_path("%s.static", load.s);
  const check_path load_dynamic = ulna_check_path("%s.dynamic", load.s);
  check_not_negative(c, "friction", f->load_static, load_static.s, subject, "the static load coefficient");
  check_not_negative(c, "friction", f->load_dynamic, load_dynamic.s, subject, "the dynamic load coefficient");
  if (f->load_dynamic >= 0 && f->load_static >= 0 && f->load_static < f->load_dynamic)
    ulna_check_say(c, ULNA_ERROR, "friction", load_static.s, subject,
                   "the static load coefficient %.10g is below the dynamic one, %.10g", f->load_static,
                   f->load_dynamic);
  if (!at_joint && (f->load_static != 0 || f->load_dynamic != 0))
    ulna_check_say(c, ULNA_ERROR, "friction", load.s, subject,
                   "friction by load belongs to a joint, whose bearing carries the load; move it there");

  const check_path stribeck = ulna_check_path("%s.stribeck", path);
  check_not_negative(c, "friction", f->stribeck_velocity, ulna_check_path("%s.velocity", stribeck.s).s,
                     subject, "the Stribeck velocity");
  if (f->stribeck_velocity != 0)
    check_positive(c, "friction", f->stribeck_exponent, ulna_check_path("%s.exponent", stribeck.s).s, subject,
                   "the Stribeck exponent");
}

/* `; did you mean "elbow"?`, or, where nothing is close, what there is: `; there are "a", "b"`. */
typedef struct {
  char s[240];
} advice;

static advice advise(const description *d, const char *wrong, bool links)
{
  advice a = {""};
  nearest n = nearest_to(wrong);
  if (links) nearest_offer(&n, d->base_name);
  for (int i = 0; i < d->joint_count; i++)
    nearest_offer(&n, links ? d->joints[i].link.name : d->joints[i].name);
  if (n.best) {
    snprintf(a.s, sizeof a.s, "; did you mean \"%.80s\"?", n.best);
    return a;
  }
  size_t used = (size_t)snprintf(a.s, sizeof a.s, "; there %s", links ? "is the base, " : "is ");
  for (int i = 0; i < d->joint_count; i++) {
    const char *name = links ? d->joints[i].link.name : d->joints[i].name;
    if (used + 40 > sizeof a.s) {
      snprintf(a.s + used, sizeof a.s - used, ", …");
      break;
    }
    used += (size_t)snprintf(a.s + used, sizeof a.s - used, "%s\"%.24s\"", i ? ", " : "", name ? name : "");
  }
  return a;
}

static bool check_joint_name(check *c, const char *name, const char *path, const char *subject)
{
  if (!c->joint_names_known || !name || ulna_marked(c->b, path, ULNA_MARK_REPORTED)) return false;
  if (ulna_description_find_joint(c->d, name) > 0) return true;
  ulna_check_say(c, ULNA_ERROR, "unknown joint", path, subject, "there is no joint \"%.80s\"%s", name,
                 advise(c->d, name, false).s);
  return false;
}

/* Joints and their ratios, or weights: each known, each once. */
static bool check_couples(check *c, const ulna_couple *couples, int count, const char *path,
                          const char *subject)
{
  bool sound = true;
  for (int k = 0; k < count; k++) {
    const check_path place = ulna_check_path("%s[%d]", path, k);
    sound &= check_joint_name(c, couples[k].joint, place.s, subject);
    sound &= ulna_check_finite(c, couples[k].value, place.s, subject);
    for (int before = 0; before < k; before++)
      if (couples[before].joint && couples[k].joint && strcmp(couples[before].joint, couples[k].joint) == 0) {
        ulna_check_say(c, ULNA_ERROR, "duplicate name", place.s, subject,
                       "joint \"%.80s\" is coupled twice; add the two figures", couples[k].joint);
        sound = false;
      }
  }
  return sound;
}

static bool check_screw(check *c, const ulna_screw *s, const char *path, const char *subject)
{
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"gain", s->gain}, {"s", s->s}, {"mu", s->mu}, {"nu", s->nu}, {"phi0", s->phi0}};
  bool known = true;
  for (int k = 0; k < 5; k++)
    known &=
        ulna_check_finite(c, numbers[k].value, ulna_check_path("%s.%s", path, numbers[k].name).s, subject);
  ulna_check_angle(c, s->phi0, ulna_check_path("%s.phi0", path).s, subject, "phi0");
  const check_path phase = ulna_check_path("%s.phase", path);
  bool sound = check_couples(c, s->phase, s->phase_count, phase.s, subject) && known;
  if (s->phase_count == 0) {
    ulna_check_say(c, ULNA_ERROR, "value", phase.s, subject,
                   "the screw follows no joint: its phase is empty");
    sound = false;
  }
  // a lever and its pivots are a triangle: s = l1² + l2² is at least the amplitude 2 l1 l2
  const double amplitude = hypot(s->mu, s->nu);
  if (known && s->s < amplitude * (1 - 1e-12)) {
    ulna_check_say(
        c, ULNA_ERROR, "value", ulna_check_path("%s.s", path).s, subject,
        "s = %.10g is less than sqrt(mu² + nu²) = %.10g, so the screw's length would be the root of a "
        "negative number at some posture",
        s->s, amplitude);
    sound = false;
  }
  return sound;
}

static void check_motor(check *c, const ulna_motor *m, const char *path, const char *subject)
{
  if (m->type == ULNA_MOTOR_NONE || ulna_marked(c->b, path, ULNA_MARK_REPORTED)) return;
  check_positive(c, "motor", m->torque_constant, ulna_check_path("%s.torque_constant", path).s, subject,
                 "the torque constant");
  check_not_negative(c, "motor", m->back_emf, ulna_check_path("%s.back_emf", path).s, subject, "back-EMF");
  check_not_negative(c, "motor", m->resistance, ulna_check_path("%s.resistance", path).s, subject,
                     "the resistance");
  check_not_negative(c, "motor", m->inductance, ulna_check_path("%s.inductance", path).s, subject,
                     "the inductance");
  if (m->current_limit != HUGE_VAL)
    check_positive(c, "motor", m->current_limit, ulna_check_path("%s.current_limit", path).s, subject,
                   "the current limit");
  if (m->voltage_limit != HUGE_VAL)
    check_positive(c, "motor", m->voltage_limit, ulna_check_path("%s.voltage_limit", path).s, subject,
                   "the voltage limit");
}

static void check_elasticity(check *c, const ulna_drive *drive, const char *path, const char *subject)
{
  const check_path place = ulna_check_path("%s.elasticity", path);
  if (drive->stiffness != HUGE_VAL)
    check_positive(c, "elasticity", drive->stiffness, ulna_check_path("%s.stiffness", place.s).s, subject,
                   "the stiffness");
  check_not_negative(c, "elasticity", drive->damping, ulna_check_path("%s.damping", place.s).s, subject,
                     "the damping");
}

/* Whether a rotor looks the same however far it has turned: on its axis, and alike about it. What slides never does. */
static bool looks_the_same(const ulna_drive *drive)
{
  const ulna_body *b = &drive->rotor;
  const double *I = b->inertia, off = b->mass * (b->com[0] * b->com[0] + b->com[1] * b->com[1]);
  const double all[] = {off, fabs(I[0] - I[1]), fabs(I[3]), fabs(I[4]), fabs(I[5])};
  double most = 0;
  if (drive->kind == ULNA_LINEAR) return b->mass == 0;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) most = fmax(most, all[k]);
  return most <= 1e-9 * fmax(fmax(I[0], I[1]), I[2]);
}

static bool check_rotor(check *c, const ulna_drive *drive, const char *path, const char *subject)
{
  const check_path accept = ulna_check_path("%s.accept", path);
  const check_waivers waivers = {drive->waivers, drive->waiver_count, 0,
                                 ulna_marked(c->b, accept.s, ULNA_MARK_REPORTED)};
  ulna_check_waivers(c, waivers.local, waivers.count, accept.s, subject);
  const check_path rotor = ulna_check_path("%s.rotor", path);
  if (ulna_marked(c->b, rotor.s, ULNA_MARK_REPORTED)) return false;
  if (drive->spin_only) {
    if (drive->kind == ULNA_LINEAR &&
        !ulna_marked(c->b, ulna_check_path("%s.kind", path).s, ULNA_MARK_REPORTED)) {
      ulna_check_say(c, ULNA_ERROR, "rotor", rotor.s, subject,
                     "a linear actuator does not turn; give its moving part by mass, com and full inertia");
      return false;
    }
    return ulna_check_spin(c, drive->rotor.inertia[2], waivers, path, subject);
  }
  if (drive->counted_in_link == ULNA_COUNTED_UNSAID)
    ulna_check_say(c, ULNA_ERROR, "missing key", ulna_check_path("%s.counted_in_link", path).s, subject,
                   "say counted_in_link: true if the carrier's mass data contain this rotor, else false");
  if (!ulna_check_body(c, &drive->rotor, waivers, rotor.s, subject)) return false;
  if (drive->counted_in_link == ULNA_COUNTED_YES && !looks_the_same(drive) && drive->mounted_on &&
      ulna_description_find_link(c->d, drive->mounted_on) > 0)
    ulna_check_say(
        c, ULNA_WARNING, "rotor", rotor.s, subject,
        "counted_in_link: true, but a part that %s changes its carrier's mass data as it moves, and energy will not balance; "
        "say false, and leave it out of the carrier's",
        drive->kind == ULNA_LINEAR ? "slides" : "is not alike about its axis");
  return true;
}

static void check_carrier(check *c, const ulna_drive *drive, const char *path, const char *subject)
{
  const check_path place = ulna_check_path("%s.mounted_on", path);
  if (!drive->mounted_on) {
    ulna_check_say(c, ULNA_ERROR, "missing key", place.s, subject,
                   "mounted_on must name the link that carries it, or base");
    return;
  }
  if (!c->link_names_known || ulna_description_find_link(c->d, drive->mounted_on) >= 0) return;
  ulna_check_say(c, ULNA_ERROR, "unknown link", place.s, subject,
                 "it is mounted on link \"%.80s\", which is not there%s", drive->mounted_on,
                 advise(c->d, drive->mounted_on, true).s);
}

/* True if its coupling and rotor can be computed with. */
static bool check_drive(check *c, const ulna_drive *drive, bool element, const char *path)
{
  const check_subject subject = ulna_check_subject(element ? "element" : "drive", drive->name, path);
  check_carrier(c, drive, path, subject.s);
  ulna_check_pose(c, &drive->pose, ulna_check_path("%s.pose", path).s, subject.s);

  const check_path couples = ulna_check_path("%s.couples", path);
  const check_path screws = ulna_check_path("%s.screws", path);
  bool sound = ulna_check_finite(c, drive->offset, ulna_check_path("%s.offset", path).s, subject.s);
  sound &= check_couples(c, drive->couples, drive->couple_count, couples.s, subject.s);
  for (int k = 0; k < drive->screw_count; k++)
    sound &= check_screw(c, &drive->screws[k], ulna_check_path("%s[%d]", screws.s, k).s, subject.s);
  if (drive->couple_count == 0 && drive->screw_count == 0) {
    ulna_check_say(c, ULNA_ERROR, "value", couples.s, subject.s,
                   "it moves with no joint: couples is empty, and there are no screws");
    sound = false;
  }
  sound &= !ulna_marked(c->b, couples.s, ULNA_MARK_REPORTED);
  sound &= !ulna_marked(c->b, screws.s, ULNA_MARK_REPORTED);
  sound &= check_rotor(c, drive, path, subject.s);

  const check_path friction = ulna_check_path("%s.friction", path);
  ulna_check_friction(c, &drive->friction, false, friction.s, subject.s);
  check_motor(c, &drive->motor, ulna_check_path("%s.motor", path).s, subject.s);
  check_elasticity(c, drive, path, subject.s);
  return sound;
}

/* Elasticity is read and checked, but not yet computed with; a note says so for every robot that has it. */
static void note_elastic(check *c)
{
  char names[200] = "";
  size_t used = 0;
  int first = -1;
  for (int i = 0; i < c->d->drive_count; i++) {
    const ulna_drive *drive = &c->d->drives[i];
    if (drive->stiffness == HUGE_VAL) continue;
    if (first < 0) first = i;
    if (used + 60 < sizeof names)
      used += (size_t)snprintf(names + used, sizeof names - used, "%s\"%.40s\"", used ? ", " : "",
                               drive->name ? drive->name : "");
  }
  if (first < 0) return;
  ulna_check_say(c, ULNA_NOTE, "elasticity", ulna_check_path("drives[%d].elasticity", first).s, "drives",
                 "gears are elastic, and every computation takes them as rigid: %s", names);
}

void ulna_check_drives(check *c)
{
  note_elastic(c);
  for (int i = 0; i < c->d->drive_count; i++)
    c->drives_sound &= check_drive(c, &c->d->drives[i], false, ulna_check_path("drives[%d]", i).s);
  for (int i = 0; i < c->d->element_count; i++) {
    const ulna_drive *element = &c->d->elements[i];
    const check_path path = ulna_check_path("elements[%d]", i);
    c->drives_sound &= check_drive(c, element, true, path.s);
    if (ulna_friction_is_there(&element->friction) || element->friction.stribeck_velocity != 0 ||
        element->motor.type != ULNA_MOTOR_NONE || element->stiffness != HUGE_VAL)
      ulna_check_say(c, ULNA_ERROR, "value", path.s, ulna_check_subject("element", element->name, path.s).s,
                     "an element has no friction, motor or elasticity; make it a drive, or leave them out");
  }
}
