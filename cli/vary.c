/* The ranges of --vary, and an arm's draws from them. */
#include "vary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/random.h"
#include "text/number.h"

static const char *const varied[] = {"masses", "friction", "payload"};
enum { MASSES, FRICTION, PAYLOAD, VARIED };

/* A number and nothing else, `percent` behind it where it must be. */
static bool one_number(const char *text, size_t size, bool percent, double *x)
{
  char copy[40];
  if (size >= sizeof copy || (percent && (size < 2 || text[size - 1] != '%'))) return false;
  memcpy(copy, text, size), copy[size - percent] = '\0';
  return ulna_decimal(copy, x) == size - percent && size > 0 && isfinite(*x);
}

/* "10%", "-5%..20%", "0..2", "1.5" as a range in the unit of what is varied. */
static bool read_range(const char *text, int what, double range[2])
{
  const char *dots = strstr(text, "..");
  const bool percent = what != PAYLOAD;
  double x[2];
  if (!one_number(text, dots ? (size_t)(dots - text) : strlen(text), percent, &x[0])) return false;
  if (dots && (!one_number(dots + 2, strlen(dots + 2), percent, &x[1]) || x[1] < x[0])) return false;
  if (!dots) x[1] = percent ? fabs(x[0]) : x[0], x[0] = percent ? -x[1] : x[0];
  for (int k = 0; k < 2; k++) range[k] = percent ? 1 + x[k] / 100 : x[k];
  return true;
}

/* One NAME=RANGE; what was named is marked in `named`. */
static int read_one(const char *item, size_t length, variation *v, bool named[VARIED])
{
  char text[60];
  double *const to[VARIED] = {v->masses, v->friction, v->payload};
  if (length >= sizeof text) return fail("--vary: \"%.50s...\" is too long", item);
  memcpy(text, item, length), text[length] = '\0';
  char *equals = strchr(text, '=');
  if (!equals) return fail("--vary: \"%s\" is not NAME=RANGE, as in masses=10%%", text);
  *equals = '\0';
  nearest close = nearest_to(text);
  int what = 0;
  for (int k = 0; k < VARIED; k++) nearest_offer(&close, varied[k]);
  while (what < VARIED && strcmp(text, varied[what]) != 0) what++;
  if (what == VARIED)
    return fail("--vary: \"%s\" is none of masses, friction, payload%s%s%s", text,
                close.best ? "; did you mean " : "", close.best ? close.best : "", close.best ? "?" : "");
  if (named[what]) return fail("--vary: %s is given twice", text);
  named[what] = true;
  if (!read_range(equals + 1, what, to[what]))
    return what == PAYLOAD ? fail("--vary: payload: \"%s\" is not a range in kg, as in 0..2", equals + 1)
                           : fail("--vary: %s: \"%s\" is not a range in percent, as in 10%% or -5%%..20%%",
                                  text, equals + 1);
  if (what == PAYLOAD ? to[what][0] < 0 : what == MASSES ? !(to[what][0] > 0) : to[what][0] < 0)
    return fail("--vary: %s: no arm has %s", text,
                what == PAYLOAD  ? "a payload below 0"
                : what == MASSES ? "masses of 0 and below: stay above -100 %"
                                 : "friction below 0: -100 % is the least");
  return DONE;
}

int vary_read(const char *text, variation *v)
{
  bool named[VARIED] = {false};
  *v = (variation){{1, 1}, {1, 1}, {0, 0}};
  while (text) {
    const char *end = strchr(text, ',');
    if (read_one(text, end ? (size_t)(end - text) : strlen(text), v, named) != DONE) return BAD;
    text = end ? end + 1 : NULL;
  }
  return DONE;
}

const char *vary_words(const variation *v, char words[VARY_WORDS])
{
  char part[3][50] = {"", "", ""};
  const double *const of[2] = {v->masses, v->friction};
  for (int k = 0; k < 2; k++)
    if (of[k][0] != 1 || of[k][1] != 1)
      snprintf(part[k], sizeof part[k], ", %s %+.4g to %+.4g %%", varied[k], 100 * (of[k][0] - 1),
               100 * (of[k][1] - 1));
  if (v->payload[1] > 0)
    snprintf(part[2], sizeof part[2], ", payload %.4g to %.4g kg", v->payload[0], v->payload[1]);
  char all[VARY_WORDS];
  snprintf(all, sizeof all, "%s%s%s", part[0], part[1], part[2]);
  snprintf(words, VARY_WORDS, "%s", *all ? all + 2 : "nothing varies but the seed");
  return words;
}

uint64_t arm_seed(uint64_t seed, long number)
{
  return random_mix(seed + RANDOM_STRIDE * (uint64_t)number) >> 11;  // exact in JSON
}

ulna_arm arm_drawn(const variation *v, uint64_t seed, int n, double masses[])
{
  ulna_arm arm = {.masses = masses};
  for (int i = 0; i < n; i++) masses[i] = random_between(&seed, v->masses[0], v->masses[1]);
  arm.friction = random_between(&seed, v->friction[0], v->friction[1]);
  arm.payload = random_between(&seed, v->payload[0], v->payload[1]);
  return arm;
}
