/* Events in words. */
#include <stdio.h>

#include "run/run.h"

typedef struct {
  char what[100], detail[100];
} words;

static const char *direction(int mode) { return mode > 0 ? "forwards" : mode < 0 ? "backwards" : ""; }

/* The name of what input channel i drives. */
static const char *input_name(const ulna_scenario *s, int i)
{
  return s->plant.driven_by == ULNA_DRIVEN_BY_TORQUE ? ulna_model_joint(s->model, i + 1)->name
                                                     : ulna_actuator_name(s->model, i);
}

static void of_plant(const ulna_run *run, const ulna_event *e, words *w)
{
  const ulna_model *model = run->scenario.model;
  if (e->kind == ULNA_EVENT_STICK || e->kind == ULNA_EVENT_SLIP) {
    snprintf(w->what, sizeof w->what, "%s", ulna_friction_place_name(model, e->index));
    snprintf(w->detail, sizeof w->detail, "%s",
             direction(e->kind == ULNA_EVENT_SLIP ? e->mode_after : e->mode_before));
  } else {
    const int side = e->mode_after ? e->mode_after : e->mode_before;
    snprintf(w->what, sizeof w->what, "%s", ulna_model_joint(model, e->index + 1)->name);
    snprintf(w->detail, sizeof w->detail, "%s", side > 0 ? "upper" : side < 0 ? "lower" : "");
  }
}

static void of_payload(const ulna_run *run, const ulna_event *e, words *w)
{
  const ulna_scenario *s = &run->scenario;
  const ulna_payload_change *change = &s->payloads[e->index];
  snprintf(w->what, sizeof w->what, "%s", s->payload_names[e->index]);
  if (change->none) snprintf(w->detail, sizeof w->detail, "released");
  else snprintf(w->detail, sizeof w->detail, "picked up, %.10g kg", change->body.mass);
}

static void name_segment(const ulna_scenario *s, int segment, words *w)
{
  const char *name = segment >= 0 && segment < s->segment_count ? s->segments[segment].name : NULL;
  snprintf(w->what, sizeof w->what, "trajectory");
  snprintf(w->detail, sizeof w->detail, "segment %d%s%.60s", segment + 1, name ? ", " : "", name ? name : "");
}

void ulna_run_tell_event(ulna_run *run, const ulna_event *e)
{
  const bool heard = run->sink && run->sink->event;
  if (!heard && !run->listener) return;
  static const char *const wrench[] = {"fx", "fy", "fz", "nx", "ny", "nz"};
  words w = {"", ""};
  switch (e->kind) {
  case ULNA_EVENT_PAYLOAD: of_payload(run, e, &w); break;
  case ULNA_EVENT_INPUT: snprintf(w.what, sizeof w.what, "%s", input_name(&run->scenario, e->index)); break;
  case ULNA_EVENT_WRENCH: snprintf(w.what, sizeof w.what, "%s", wrench[e->index]); break;
  case ULNA_EVENT_STAGE: {
    const char *before = ulna_stage_name((ulna_stage)e->mode_before),
               *after = ulna_stage_name((ulna_stage)e->mode_after);
    snprintf(w.what, sizeof w.what, "controller");
    snprintf(w.detail, sizeof w.detail, "%s to %s", before ? before : "none", after ? after : "none");
    break;
  }
  case ULNA_EVENT_SET_POINT: name_segment(&run->scenario, e->mode_after, &w); break;
  case ULNA_EVENT_CONTACT:
  case ULNA_EVENT_RELEASE: snprintf(w.what, sizeof w.what, "surface"); break;
  default: of_plant(run, e, &w);
  }
  const ulna_run_event event = {e->t, ulna_event_name(e->kind), w.what, w.detail};
  if (heard) run->sink_status = run->sink->event(run->sink->context, &event);
  if (run->listener) run->listener->take_event(run->listener->context, &event);
}
