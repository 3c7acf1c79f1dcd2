/* `changes`: what a user did to a run, and when: pushes on the hand, other gains. */
#include <math.h>
#include <stdio.h>

#include "base/nearest.h"
#include "scenario/loading.h"

/* Times rise; the same one twice is not a change. */
static bool rises(loading *l, const node *n, where w, double t, double before)
{
  if (t > before) return true;
  SAY(l, "time", n, w, "time runs backwards: this change is at %.10g s, the one before at %.10g s", t,
      before);
  return false;
}

static void read_push(loading *l, const node *n, where w, int i)
{
  scenario_push *push = &l->s->pushes[i];
  field f[] = {{.name = "at", .required = true}, {.name = "force", .required = true}};
  if (!ulna_yaml_fields(&l->r, n, w, "a push", f, 2)) return;
  const bool timed = ulna_scenario_not_negative(l, f[0].value, ulna_yaml_inside(w, "at"), "s", &push->t);
  ulna_yaml_vector(&l->r, f[1].value, ulna_yaml_inside(w, "force"), "N", push->force);
  const double every = l->s->push_every, k = round(push->t / every);
  if (!timed || !(every > 0)) return;
  if (fabs(push->t - k * every) > 1e-9 * every) {
    SAY(l, "time", f[0].value, w, "a push begins and ends at a multiple of every, %.10g s; %.10g s is none",
        every, push->t);
    return;
  }
  push->t = k * every;
  if (i > 0) rises(l, f[0].value, w, push->t, l->s->pushes[i - 1].t);
}

static void read_pushes(loading *l, const node *n, where w)
{
  if (!ulna_yaml_list(&l->r, n, w, "pushes")) return;
  l->s->pushes = ulna_scenario_take(l, (size_t)n->count + 1, sizeof *l->s->pushes);
  if (!l->s->pushes) return;
  int i = 0;
  for (const node *item = n->first; item; item = item->next, i++)
    read_push(l, item, ulna_yaml_inside(w, "[%d]", i), i);
  l->s->push_count = n->count;
}

static void unknown_gain(loading *l, const node *n, where w, ulna_controller_options *o, const char *name)
{
  nearest close = nearest_to(name);
  scenario_gain gain;
  char best[GAIN_NAME] = "";
  for (int k = 0; ulna_scenario_gain(o, l->n, k, &gain); k++) {
    nearest_offer(&close, gain.name);
    if (close.best != gain.name) continue;
    snprintf(best, sizeof best, "%s", gain.name);  // the offer does not outlive the loop
    close.best = best;
  }
  SAY(l, "unknown gain", n, w, "no gain is called \"%.60s\"%s%s%s", name, *best ? "; did you mean \"" : "",
      best, *best ? "\"?" : "");
}

/* A change of a gain is tried on a copy of the controller's options, as they are by then. */
static void read_gain(loading *l, const node *n, where w, ulna_controller_options *o, int i)
{
  scenario_retuning *change = &l->s->retunings[i];
  field f[] = {
      {.name = "at", .required = true}, {.name = "gain", .required = true}, {.name = "to", .required = true}};
  if (!ulna_yaml_fields(&l->r, n, w, "a change of a gain", f, 3)) return;
  const char *name = NULL;
  const bool timed = ulna_scenario_not_negative(l, f[0].value, ulna_yaml_inside(w, "at"), "s", &change->t);
  const bool named = ulna_yaml_text(&l->r, f[1].value, ulna_yaml_inside(w, "gain"), &name);
  const bool valued = ulna_yaml_number(&l->r, f[2].value, ulna_yaml_inside(w, "to"), "", &change->value);
  if (timed && i > 0 && change->t < l->s->retunings[i - 1].t)
    rises(l, f[0].value, w, change->t, l->s->retunings[i - 1].t);
  if (!named || !l->s->controlled || !l->n) return;
  double *number = ulna_scenario_find_gain(o, l->n, name);
  if (!number) {
    unknown_gain(l, f[1].value, w, o, name);
    return;
  }
  snprintf(change->gain, sizeof change->gain, "%s", name);
  if (!valued) return;
  *number = change->value;
  const char *fault = ulna_controller_options_fault(l->s->model, o);
  if (fault) SAY(l, "controller", f[2].value, w, "%s", fault);
}

/* The options' lists as their own, so that a number of them can be changed. */
bool ulna_scenario_own_gains(ulna_controller_options *o, int n, arena *memory)
{
  const double **const lists[] = {&o->joints.kp, &o->joints.kv, &o->joints.ki};
  for (int k = 0; k < 3; k++) {
    if (!*lists[k]) continue;
    double *copy = arena_take_array(memory, (size_t)n, sizeof *copy);
    if (!copy) return false;
    memcpy(copy, *lists[k], (size_t)n * sizeof *copy);
    *lists[k] = copy;
  }
  return true;
}

static void read_gains(loading *l, const node *n, where w)
{
  ulna_scenario *s = l->s;
  if (!s->controlled) {
    SAY(l, "unused", n, w, "gains are a controller's, and there is none");
    return;
  }
  if (!ulna_yaml_list(&l->r, n, w, "changes of gains")) return;
  s->retunings = ulna_scenario_take(l, (size_t)n->count + 1, sizeof *s->retunings);
  ulna_controller_options o = s->controller;
  if (!s->retunings || !ulna_scenario_own_gains(&o, l->n, &s->memory)) return;
  int i = 0;
  for (const node *item = n->first; item; item = item->next, i++)
    read_gain(l, item, ulna_yaml_inside(w, "[%d]", i), &o, i);
  s->retuning_count = n->count;
}

void ulna_scenario_changes(loading *l, const node *n, where w)
{
  if (!n) return;
  field f[] = {{.name = "every"}, {.name = "pushes"}, {.name = "gains"}};
  w = ulna_yaml_inside(w, "changes");
  w.subject = "changes";
  if (!ulna_yaml_fields(&l->r, n, w, "changes", f, 3)) return;
  ulna_scenario *s = l->s;
  if (f[0].value &&
      ulna_scenario_positive(l, f[0].value, ulna_yaml_inside(w, "every"), "s", &s->push_every) &&
      !(s->duration / s->push_every <= MOST_PUSH_POINTS)) {
    SAY(l, "value", f[0].value, w, "every is %.10g s; in %.10g s there would be more than %d instants",
        s->push_every, s->duration, MOST_PUSH_POINTS);
    s->push_every = 0;
  }
  if (f[1].value && !f[0].value)
    SAY(l, "missing key", n, w, "pushes need \"every\": they begin and end at multiples of it, s");
  if (f[1].value) read_pushes(l, f[1].value, ulna_yaml_inside(w, "pushes"));
  if (f[2].value) read_gains(l, f[2].value, ulna_yaml_inside(w, "gains"));
}
