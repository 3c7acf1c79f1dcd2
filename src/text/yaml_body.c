/* Bodies and waivers: what robots and scenarios both have. */
#include <math.h>

#include "text/yaml.h"

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
