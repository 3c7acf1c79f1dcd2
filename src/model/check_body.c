/* Checks of rigid bodies: whether they can exist, and what has been accepted in writing. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/names.h"
#include "base/nearest.h"
#include "model/body.h"
#include "model/check.h"
#include "model/pose.h"

/* What can be accepted in writing. */
typedef enum { MASS, POSITIVE_INERTIA, TRIANGLE_INEQUALITY, FAR, CONDITION_COUNT } condition;
static const char *const condition_names[] = {"mass", "positive_inertia", "triangle_inequality", "far"};

static int condition_index(const char *name)
{
  return name ? find_name(name, condition_names, CONDITION_COUNT) : -1;
}

/* The condition of a waiver; a misspelt one has been reported, and counts as the nearest. -1: none. */
static int condition_meant(const char *name)
{
  const int index = condition_index(name);
  if (index >= 0 || !name) return index;
  nearest n = nearest_to(name);
  for (int k = 0; k < CONDITION_COUNT; k++) nearest_offer(&n, condition_names[k]);
  return condition_index(n.best);
}

static const char *reason_for(const check *c, check_waivers *w, condition which)
{
  ULNA_ASSERT((unsigned)which < CONDITION_COUNT);
  for (int i = 0; i < w->count; i++)
    if (condition_meant(w->local[i].condition) == (int)which) {
      w->used |= 1u << which;
      return w->local[i].reason;
    }
  for (int i = 0; i < c->b->accepted_count; i++)
    if (condition_meant(c->b->accepted[i].condition) == (int)which) return c->b->accepted[i].reason;
  return NULL;
}

/* An error, or a note that quotes the reason why it is none. True if accepted. `name` is how the error is called
 * where that is not its condition's name. */
static bool judge(check *c, check_waivers *w, condition which, const char *name, const char *path,
                  const char *subject, const char *format, ...) __attribute__((format(printf, 7, 8)));
static bool judge(check *c, check_waivers *w, condition which, const char *name, const char *path,
                  const char *subject, const char *format, ...)
{
  char finding[CHECK_TEXT / 2];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(finding, sizeof finding, format, arguments);
  va_end(arguments);
  const char *reason = reason_for(c, w, which);
  if (reason) {
    ulna_check_say(c, ULNA_NOTE, condition_names[which], path, subject, "accepted, \"%s\": %s", reason,
                   finding);
    return true;
  }
  if (w->unread) return false;
  ulna_check_say(c, ULNA_ERROR, name ? name : condition_names[which], path, subject,
                 "%s; correct it, or accept %s with a reason", finding, condition_names[which]);
  return false;
}

static void check_waiver(check *c, const ulna_waiver *waiver, const char *path, const char *subject)
{
  if (condition_index(waiver->condition) < 0) {
    nearest n = nearest_to(waiver->condition ? waiver->condition : "");
    for (int k = 0; k < CONDITION_COUNT; k++) nearest_offer(&n, condition_names[k]);
    ulna_check_say(c, ULNA_ERROR, "value", path, subject,
                   "\"%.60s\" cannot be accepted; %s%s%sconditions are mass, positive_inertia, "
                   "triangle_inequality, far",
                   n.word, n.best ? "did you mean \"" : "", n.best ? n.best : "",
                   n.best ? "\"? The " : "the ");
  } else if (!waiver->reason || !*waiver->reason) {
    ulna_check_say(c, ULNA_ERROR, "value", path, subject,
                   "\"%s\" is accepted without a reason; write down why the figures stand as they are",
                   waiver->condition);
  }
}

void ulna_check_waivers(check *c, const ulna_waiver *waivers, int count, const char *path,
                        const char *subject)
{
  for (int i = 0; i < count; i++) check_waiver(c, &waivers[i], ulna_check_path("%s[%d]", path, i).s, subject);
}

/* A waiver that is no longer needed is worth a note. */
static void check_unused(check *c, const check_waivers *w, const char *path, const char *subject)
{
  for (int i = 0; i < w->count; i++) {
    const int which = condition_index(w->local[i].condition);
    if (which < 0 || (w->used & (1u << which))) continue;
    ulna_check_say(c, ULNA_NOTE, condition_names[which], ulna_check_path("%s.accept[%d]", path, i).s, subject,
                   "accepted, \"%s\", but there is nothing to accept: the check passes", w->local[i].reason);
  }
}

/* Every number of the body finite; each that is not is reported in its own place. */
static bool all_finite(check *c, const ulna_body *body, const char *path, const char *subject)
{
  static const char *const names[6] = {"xx", "yy", "zz", "xy", "xz", "yz"};
  bool finite = ulna_check_finite(c, body->mass, ulna_check_path("%s.mass", path).s, subject);
  for (int k = 0; k < 3; k++)
    finite &= ulna_check_finite(c, body->com[k], ulna_check_path("%s.com[%d]", path, k).s, subject);
  for (int k = 0; k < 6; k++)
    finite &=
        ulna_check_finite(c, body->inertia[k], ulna_check_path("%s.inertia.%s", path, names[k]).s, subject);
  return finite;
}

static bool mass_holds(check *c, const ulna_body *body, check_waivers *w, const char *path,
                       const char *subject)
{
  if (body->mass > 0 || !isfinite(body->mass)) return true;
  bool inertia = false;
  for (int k = 0; k < 6; k++) inertia |= body->inertia[k] != 0;
  if (body->mass == 0 && !inertia) return true;
  const check_path place = ulna_check_path("%s.mass", path);
  if (body->mass < 0)
    return judge(c, w, MASS, NULL, place.s, subject, "the mass is %.10g kg, and no mass is negative",
                 body->mass);
  return judge(c, w, MASS, NULL, place.s, subject,
               "the mass is 0, but the inertia is not: what has no mass has no inertia");
}

static bool inertia_holds(check *c, const ulna_body *body, check_waivers *w, const char *path,
                          const char *subject)
{
  const ulna_body about_com = ulna_body_about_com(body);
  double m[3];
  ulna_principal_moments(about_com.inertia, m);

  // rounding of the file's decimals and of the move from origin to mass centre, relative to what was moved
  double largest = fabs(m[2]);
  for (int k = 0; k < 3; k++) largest = fmax(largest, fabs(body->inertia[k]));
  const double slack = 1e-9 * largest;
  const char *moved = body->about == ULNA_ABOUT_ORIGIN ? " (moved from the origin to the mass centre)" : "";
  const check_path place = ulna_check_path("%s.inertia", path);
  if (m[0] < -slack)
    return judge(c, w, POSITIVE_INERTIA, NULL, place.s, subject,
                 "the inertia%s has a negative principal moment: %.6g, %.6g, %.6g kg m²", moved, m[0], m[1],
                 m[2]);
  if (m[2] > m[0] + m[1] + slack)
    return judge(
        c, w, TRIANGLE_INEQUALITY, NULL, place.s, subject,
        "no body has principal moments of %.6g, %.6g, %.6g kg m²%s: the largest is more than the other two "
        "together, %.6g",
        m[0], m[1], m[2], moved, m[0] + m[1]);
  return true;
}

static bool distance_holds(check *c, const ulna_body *body, check_waivers *w, const char *path,
                           const char *subject)
{
  const double distance = hypot(hypot(body->com[0], body->com[1]), body->com[2]);
  if (!(distance > 50 * c->length)) return true;  // a length that is not known judges nothing
  return judge(
      c, w, FAR, NULL, ulna_check_path("%s.com", path).s, subject,
      "the mass centre lies %.6g m from the frame's origin, more than 50 times the arm's length of %.4g m "
      "(millimetres taken for metres?)",
      distance, c->length);
}

bool ulna_check_body(check *c, const ulna_body *body, check_waivers w, const char *path, const char *subject)
{
  bool known = all_finite(c, body, path, subject);
  if (body->about == ULNA_ABOUT_UNSAID) {
    ulna_check_say(c, ULNA_ERROR, "inertia about", ulna_check_path("%s.inertia.about", path).s, subject,
                   "the inertia does not say about which point it is: add about: com, or about: origin");
    known = false;
  }
  const bool mass = mass_holds(c, body, &w, path, subject);
  const bool near = distance_holds(c, body, &w, path, subject);
  // a wrong mass would move an inertia from the origin to a wrong value
  bool inertia = known;
  if (known && (mass || body->about == ULNA_ABOUT_COM)) inertia = inertia_holds(c, body, &w, path, subject);
  if (known && mass) check_unused(c, &w, path, subject);
  return inertia && mass && near;
}

bool ulna_check_spin(check *c, double inertia, check_waivers w, const char *path, const char *subject)
{
  const check_path place = ulna_check_path("%s.rotor.inertia", path);
  if (!ulna_check_finite(c, inertia, place.s, subject)) return false;
  bool holds = true;
  if (inertia < 0)
    holds = judge(c, &w, POSITIVE_INERTIA, "rotor", place.s, subject,
                  "the rotor's inertia about its axis is %.10g kg m², and none is negative", inertia);
  check_unused(c, &w, path, subject);
  return holds;
}
