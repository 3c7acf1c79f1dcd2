/* The summary of a simulation. */
#include "run_summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "output.h"
#include "run_signals.h"
#include "text_table.h"

void tally_event(event_tally *t, const ulna_run_event *event)
{
  if (t->count < FIRST_EVENTS) {
    noted_event *e = &t->first[t->count];
    e->t = event->t;
    snprintf(e->kind, sizeof e->kind, "%s", event->kind);
    snprintf(e->what, sizeof e->what, "%s", event->what);
    snprintf(e->detail, sizeof e->detail, "%s", event->detail);
  }
  t->count++;
  int k = 0;
  while (k < t->kinds && strncmp(t->kind[k].kind, event->kind, EVENT_TEXT - 1) != 0) k++;
  if (k == t->kinds) {
    if (k == t->room) {
      t->room = k ? 2 * k : 8;
      event_kind *more = allocate((size_t)t->room, sizeof *more);
      if (k) memcpy(more, t->kind, (size_t)k * sizeof *more);
      free(t->kind);
      t->kind = more;
    }
    snprintf(t->kind[k].kind, sizeof t->kind[k].kind, "%s", event->kind);
    t->kinds++;
  }
  t->kind[k].count++;
}

void tally_close(event_tally *t) { free(t->kind); }

/* A head of 11 columns, and text beside it, filled to the page. */
static void filled_text(const char *head, const char *text)
{
  out_printf("%-11s", head);
  grid_paragraph(text, 11, 11);
}

static void events_text(const event_tally *t)
{
  if (t->count == 0) {
    out_text("events     none\n");
    return;
  }
  out_printf("events     %lld:", t->count);
  for (int k = 0; k < t->kinds; k++)
    out_printf("%s %lld %s", k ? "," : "", t->kind[k].count, t->kind[k].kind);
  out_text("\n");
  const int few = t->count < FIRST_EVENTS ? (int)t->count : FIRST_EVENTS;
  text_table table = {0};
  for (int i = 0; i < few; i++) {
    const noted_event *e = &t->first[i];
    put(&table, 0, "         %.6g s", e->t);
    put(&table, 1, "%.60s", e->kind);
    put(&table, 2, "%.60s", e->what);
    put(&table, 3, "%.60s", e->detail);
  }
  print_table(&table);
  if (t->count > few) out_printf("           and %lld more\n", t->count - few);
}

/* The largest effort of each joint or actuator, and its limit. */
static void efforts_text(const ulna_run_summary *s)
{
  if (s->effort_count == 0) return;
  out_text("largest    effort of each drive, and its limit\n");
  text_table table = {0};
  for (int i = 0; i < s->effort_count; i++) {
    const ulna_run_effort *e = &s->effort[i];
    char largest[32];
    put(&table, 0, "         %.50s", e->name);
    put(&table, 1, "%s %.20s", shown(e->largest, largest, sizeof largest), e->unit);
    if (!isfinite(e->limit)) {
      put(&table, 2, "no limit");
      continue;
    }
    put(&table, 2, "of %.5g", e->limit);
    if (e->limit > 0) put(&table, 3, "%.0f %%", 100 * e->largest / e->limit);
    if (!isnan(e->exceeded_at)) put(&table, 4, "exceeded from t = %.6g s", e->exceeded_at);
  }
  print_table(&table);
}

static const double millimetres = 1e3, degrees = 57.29577951308232;

/* How the hand followed each segment of the trajectory. */
static void tracking_text(const ulna_run_summary *s)
{
  if (s->tracking_count == 0) return;
  out_text("hand       off its path and lag along it (rms, largest), turned (largest)\n");
  text_table table = {0};
  put(&table, 0, "         segment");
  put(&table, 2, "off (mm)");
  put(&table, 3, "lag (mm)");
  put(&table, 4, "turned (deg)");
  for (int i = 0; i < s->tracking_count; i++) {
    const ulna_run_tracking *k = &s->tracking[i];
    put(&table, 0, "         %.40s", k->name);
    put(&table, 1, "%.6g..%.6g s", k->start, k->end);
    if (isnan(k->off_rms)) {
      put(&table, 2, "not reached");
      continue;
    }
    put(&table, 2, "%.3g, %.3g", millimetres * k->off_rms, millimetres * k->off_largest);
    put(&table, 3, "%.3g, %.3g", millimetres * k->lag_rms, millimetres * k->lag_largest);
    put(&table, 4, "%.3g", degrees * k->turned_largest);
  }
  print_table(&table);
}

static void contact_text(const ulna_run_contact *c)
{
  if (!c) return;
  if (isnan(c->touched)) {
    out_text("contact    none\n");
    return;
  }
  out_printf("contact    first at t = %.6g s, peak %.4g N, bounce %.3g mm\n", c->touched, c->peak,
             millimetres * c->bounce);
  if (isnan(c->mean)) return;
  out_printf("           from %.3g s after it on %.4g N on average, %.4g to %.4g N", c->settling, c->mean,
             c->least, c->largest);
  if (isnan(c->desired)) out_text("\n");
  else out_printf(";\n           %.4g N desired\n", c->desired);
}

static void control_text(const ulna_run_control *c)
{
  if (!c) return;
  char text[400];
  int used = snprintf(text, sizeof text, "%.40s", c->kind);
  if (isfinite(c->error_rms))
    used += snprintf(text + used, sizeof text - (size_t)used,
                     ": hand's error %.3g mm (RMS), %.3g mm and %.3g deg at most", 1e3 * c->error_rms,
                     1e3 * c->error_largest, c->turned_largest * 57.29577951308232);
  if (c->stage_changes)
    used += snprintf(text + used, sizeof text - (size_t)used, "; %d change%s of stage", c->stage_changes,
                     c->stage_changes > 1 ? "s" : "");
  if (c->saturated)
    snprintf(text + used, sizeof text - (size_t)used, "; cut by a limit at %ld samples", c->saturated);
  filled_text("control", text);
  if (!(c->lowered < 1)) return;
  snprintf(text, sizeof text,
           "gains lowered to %.2g of what was asked: faster ones are unstable at this period", c->lowered);
  filled_text("", text);
}

/* The actuators' positions at the end, beside those of the scenario's reference. */
static void reference_text(const ulna_run_reference *x)
{
  if (!x) return;
  out_printf("actuators  %s, and by %.40s\n", x->at_rest ? "at rest" : "still moving", x->source);
  text_table table = {0};
  for (int a = 0; a < x->count; a++) {
    put(&table, 0, "         %.50s", x->name[a]);
    put(&table, 1, "%.5g %s", x->reached[a], x->unit[a]);
    put(&table, 2, "%.5g %s", x->expected[a], x->unit[a]);
  }
  print_table(&table);
}

static const char rigid_words[] = "the robot's gears are elastic, and were taken as rigid";

static bool has_elastic_gears(const ulna_scenario *scenario)
{
  const ulna_model *model = ulna_scenario_model(scenario);
  for (int i = 0; i < ulna_model_drive_count(model); i++)
    if (isfinite(ulna_model_drive(model, i)->stiffness)) return true;
  return false;
}

void summary_text(const run_summary *s)
{
  const ulna_run_summary *r = ulna_run_summary_get(s->run);
  const char *about = ulna_scenario_summary(s->scenario);
  char *title = text_printf("%s%s%s", ulna_scenario_name(s->scenario), *about ? ": " : "", about);
  grid_paragraph(title, 0, 0);
  free(title);
  if (s->stopped) filled_text("stopped", s->stopped);
  out_printf("simulated  %.6g s by %s\n", r->t, ulna_run_integrator(s->run));
  out_printf("wall time  %.3g s, %.3g simulated seconds per second\n", s->wall, r->t / s->wall);
  out_printf("steps      %ld", r->steps);
  if (r->control_samples > 0) out_printf(", %ld samples of the controller", r->control_samples);
  out_text("\n");
  events_text(s->events);
  if (r->energy_scale > 0)
    out_printf("energy     energy and work balance to %.2g of %.4g J\n", r->energy_error, r->energy_scale);
  efforts_text(r);
  control_text(r->control);
  tracking_text(r);
  contact_text(r->contact);
  reference_text(r->reference);
  if (s->recording) out_printf("recording  %s, %lld rows\n", s->recording, s->recorded);
  for (int i = 0; i < r->warning_count; i++) filled_text("warning", r->warnings[i]);
  if (has_elastic_gears(s->scenario)) filled_text("warning", rigid_words);
  signals_text(s->signals, s->run, s->utf8);
}

/* A number, or null where there is none. */
static void json_number(double x)
{
  if (isfinite(x)) out_number(x);
  else out_text("null");
}

void number_json(const char *name, double x)
{
  out_printf(", \"%s\": ", name);
  json_number(x);
}

static void json_text(const char *name, const char *text)
{
  out_printf(",\n \"%s\": ", name);
  if (text) out_json_string(text);
  else out_text("null");
}

static void json_named(const char *name, double x)
{
  out_printf(",\n \"%s\": ", name);
  json_number(x);
}

static void events_json(const event_tally *t)
{
  out_text(",\n \"events\": {");
  for (int k = 0; k < t->kinds; k++) {
    if (k) out_text(", ");
    out_json_string(t->kind[k].kind);
    out_printf(": %lld", t->kind[k].count);
  }
  out_text("},\n \"first_events\": [");
  for (int i = 0; i < FIRST_EVENTS && i < t->count; i++) {
    const noted_event *e = &t->first[i];
    out_text(i ? ", {\"t\": " : "{\"t\": ");
    json_number(e->t);
    out_text(", \"kind\": ");
    out_json_string(e->kind);
    out_text(", \"what\": ");
    out_json_string(e->what);
    out_text(", \"detail\": ");
    out_json_string(e->detail);
    out_text("}");
  }
  out_text("]");
}

void efforts_json(const ulna_run_summary *s)
{
  out_text("[");
  for (int i = 0; i < s->effort_count; i++) {
    const ulna_run_effort *e = &s->effort[i];
    out_text(i ? ", {\"name\": " : "{\"name\": ");
    out_json_string(e->name);
    out_text(", \"unit\": ");
    out_json_string(e->unit);
    number_json("largest", e->largest);
    number_json("rms", e->rms);
    number_json("limit", e->limit);
    number_json("exceeded_at", e->exceeded_at);
    out_text("}");
  }
  out_text("]");
}

typedef struct {
  const char *name;
  double value;
} figure;

/* ", "name": number" of each */
static void json_figures(const figure figures[], size_t count)
{
  for (size_t i = 0; i < count; i++) {
    out_printf(", \"%s\": ", figures[i].name);
    json_number(figures[i].value);
  }
}

/* The names are those of ulna_run_tracking and ulna_run_contact, SI units. */
static void hand_json(const ulna_run_summary *s)
{
  out_text(",\n \"tracking\": [");
  for (int i = 0; i < s->tracking_count; i++) {
    const ulna_run_tracking *k = &s->tracking[i];
    const figure figures[] = {{"start", k->start},
                              {"end", k->end},
                              {"off_rms", k->off_rms},
                              {"off_largest", k->off_largest},
                              {"lag_rms", k->lag_rms},
                              {"lag_largest", k->lag_largest},
                              {"turned_largest", k->turned_largest}};
    out_text(i ? ",\n  {\"name\": " : "\n  {\"name\": ");
    out_json_string(k->name);
    json_figures(figures, sizeof figures / sizeof figures[0]);
    out_text("}");
  }
  out_text("],\n \"contact\": ");
  const ulna_run_contact *c = s->contact;
  if (!c) {
    out_text("null");
    return;
  }
  const figure figures[] = {{"desired", c->desired}, {"settling", c->settling}, {"mean", c->mean},
                            {"least", c->least},     {"largest", c->largest},   {"peak", c->peak},
                            {"bounce", c->bounce}};
  out_text("{\"touched\": ");
  json_number(c->touched);
  json_figures(figures, sizeof figures / sizeof figures[0]);
  out_text("}");
}

static void control_json(const ulna_run_control *c)
{
  if (!c) {
    json_text("control", NULL);
    return;
  }
  out_text(",\n \"control\": {\"kind\": ");
  out_json_string(c->kind);
  const struct {
    const char *name;
    double value;
  } numbers[] = {{"error_rms", c->error_rms},
                 {"error_largest", c->error_largest},
                 {"turned_rms", c->turned_rms},
                 {"turned_largest", c->turned_largest},
                 {"saturated", (double)c->saturated},
                 {"stage_changes", c->stage_changes},
                 {"lowered", c->lowered}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    out_printf(", \"%s\": ", numbers[i].name);
    json_number(numbers[i].value);
  }
  out_text(", \"fault\": ");
  if (c->fault) out_json_string(c->fault);
  else out_text("null");
  out_text("}");
}

static void reference_json(const ulna_run_reference *x)
{
  if (!x) return;
  out_printf(",\n \"reference\": {\"at_rest\": %s, \"source\": ", x->at_rest ? "true" : "false");
  out_json_string(x->source);
  for (int k = 0; k < 2; k++) {
    const double *values = k ? x->expected : x->reached;
    out_text(k ? "], \"expected\": [" : ", \"q_a\": [");
    for (int a = 0; a < x->count; a++) {
      if (a) out_text(", ");
      json_number(values[a]);
    }
  }
  out_text("]}");
}

void summary_json(const run_summary *s)
{
  const ulna_run_summary *r = ulna_run_summary_get(s->run);
  char seed[24];
  snprintf(seed, sizeof seed, "%llu", (unsigned long long)ulna_run_seed(s->run));
  out_text("{\"scenario\": ");
  out_json_string(ulna_scenario_name(s->scenario));
  json_text("robot", ulna_scenario_robot(s->scenario));
  json_text("integrator", ulna_run_integrator(s->run));
  json_text("seed", seed);
  json_text("status", s->stopped ? "incomplete" : "complete");
  json_text("reason", s->stopped);
  json_named("t", r->t);
  json_named("wall_time", s->wall);
  json_named("simulated_per_second", r->t / s->wall);
  json_named("steps", (double)r->steps);
  json_named("control_samples", (double)r->control_samples);
  events_json(s->events);
  json_named("energy_error", r->energy_error);
  json_named("energy_scale", r->energy_scale);
  out_text(",\n \"largest\": ");
  efforts_json(r);
  control_json(r->control);
  hand_json(r);
  reference_json(r->reference);
  json_text("recording", s->recording);
  json_named("rows", (double)s->recorded);
  out_printf(",\n \"worthless\": %s", r->worthless_count > 0 ? "true" : "false");
  out_text(",\n \"warnings\": [");
  for (int i = 0; i < r->warning_count; i++) {
    if (i) out_text(", ");
    out_json_string(r->warnings[i]);
  }
  if (has_elastic_gears(s->scenario)) {
    if (r->warning_count) out_text(", ");
    out_json_string(rigid_words);
  }
  out_text("]}\n");
}
