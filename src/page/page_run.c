/* The runs of a page: rows, events, and what the summary says. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "page/page_internal.h"

static void restart(text_buffer *b) { b->length = 0; }

static void open_json(ulna_page *page, const char *title, int column_count, const ulna_column columns[])
{
  text_buffer *b = &page->json;
  ulna_buffer_text(b, page->run_count++ ? ",\n{\"title\":" : ",\n\"runs\":[{\"title\":");
  ulna_buffer_string(b, title);
  ulna_buffer_text(b, ",\n\"columns\":[");
  for (int i = 0; i < column_count; i++) {
    ulna_buffer_text(b, i ? ",\n{\"name\":" : "{\"name\":");
    ulna_buffer_string(b, columns[i].name);
    ulna_buffer_text(b, ",\"unit\":");
    ulna_buffer_string(b, columns[i].unit);
    ulna_buffer_text(b, ",\"group\":");
    ulna_buffer_string(b, columns[i].group);
    ulna_buffer_format(b, ",\"index\":%d}", columns[i].index);
  }
  ulna_buffer_text(b, "]");
}

void ulna_page_open_run(ulna_page *page, const char *title, int column_count, const ulna_column columns[])
{
  if (page->open) ulna_page_close_run(page);
  restart(&page->events);
  restart(&page->figures);
  restart(&page->notes);
  restart(&page->warnings);
  page->event_count = 0;
  page->open =
      ulna_rows_open(&page->rows, column_count, PAGE_NUMBERS / page->runs / column_count, &page->allocator);
  if (page->open) open_json(page, title, column_count, columns);
  else page->failed = true;
}

void ulna_page_row(ulna_page *page, const double row[])
{
  if (page->open) ulna_rows_row(&page->rows, row);
}

static void short_string(text_buffer *b, const char *text)
{
  char cut[PAGE_EVENT_TEXT];
  snprintf(cut, sizeof cut, "%s", text ? text : "");
  ulna_buffer_string(b, cut);
}

void ulna_page_event(ulna_page *page, const ulna_run_event *event)
{
  if (page->event_count++ >= PAGE_EVENTS / page->runs + 100) return;
  text_buffer *b = &page->events;
  ulna_buffer_text(b, b->length ? ",\n[" : "[");
  ulna_buffer_number(b, event->t);
  const char *const texts[] = {event->kind, event->what, event->detail};
  for (int k = 0; k < 3; k++) {
    ulna_buffer_text(b, ",");
    short_string(b, texts[k]);
  }
  ulna_buffer_text(b, "]");
}

void ulna_page_note(ulna_page *page, const char *name, const char *value)
{
  text_buffer *b = &page->notes;
  ulna_buffer_text(b, b->length ? ",\n[" : "[");
  ulna_buffer_string(b, name);
  ulna_buffer_text(b, ",");
  ulna_buffer_string(b, value);
  ulna_buffer_text(b, "]");
}

void ulna_page_figure(ulna_page *page, const char *name, double x, const char *unit)
{
  text_buffer *b = &page->figures;
  ulna_buffer_text(b, b->length ? ",\n[" : "[");
  ulna_buffer_string(b, name);
  ulna_buffer_text(b, ",");
  ulna_buffer_number(b, x);
  ulna_buffer_text(b, ",");
  ulna_buffer_string(b, unit);
  ulna_buffer_text(b, "]");
}

void ulna_page_warning(ulna_page *page, const char *text)
{
  if (page->warnings.length) ulna_buffer_text(&page->warnings, ",\n");
  ulna_buffer_string(&page->warnings, text);
}

static void list_json(text_buffer *b, const char *name, const text_buffer *list)
{
  ulna_buffer_format(b, ",\n\"%s\":[", name);
  ulna_buffer_bytes(b, list->text, list->length);
  ulna_buffer_text(b, "]");
}

void ulna_page_close_run(ulna_page *page)
{
  if (!page->open) return;
  text_buffer *b = &page->json;
  list_json(b, "notes", &page->notes);
  list_json(b, "figures", &page->figures);
  list_json(b, "warnings", &page->warnings);
  list_json(b, "events", &page->events);
  ulna_buffer_format(b, ",\"event_count\":%lld,\n", page->event_count);
  ulna_rows_json(&page->rows, b);
  ulna_buffer_text(b, "}");
  ulna_rows_close(&page->rows);
  page->open = false;
}

static void take_row(void *context, const double row[]) { ulna_page_row(context, row); }
static void take_event(void *context, const ulna_run_event *event) { ulna_page_event(context, event); }

/* The columns that a page shows, whatever the scenario records; for many runs, those that compare them. */
static void choose_groups(const ulna_page *page, const ulna_scenario *s, bool group[GROUP_COUNT])
{
  static const scenario_group always[] = {GROUP_Q,         GROUP_QD,           GROUP_TAU,
                                          GROUP_HAND,      GROUP_ENERGY,       GROUP_WORK,
                                          GROUP_DESIRED_Q, GROUP_DESIRED_HAND, GROUP_STAGE};
  for (size_t i = 0; i < sizeof always / sizeof *always; i++) group[always[i]] = true;
  group[GROUP_CONTACT] = s->surface.present;
  group[GROUP_BASE] = s->base != NULL;
  group[GROUP_WRENCH] = s->surface.present || s->hand_wrench;
  if (page->runs > 1) return;
  const bool drives = ulna_model_drive_count(s->model) > 0;
  group[GROUP_U] = group[GROUP_DESIRED_QD] = true;
  group[GROUP_ACTUATOR_POSITION] = group[GROUP_ACTUATOR_SPEED] = drives;
  group[GROUP_ACTUATOR_FORCE] = drives;
  group[GROUP_CURRENT] = drives && s->plant.driven_by >= ULNA_DRIVEN_BY_CURRENT;
  group[GROUP_FRICTION] = ulna_friction_place_count(s->model) > 0;
  for (int g = 0; g < GROUP_COUNT; g++) group[g] = group[g] || s->record[g];
}

static void scenario_notes(ulna_page *page, const char *source, const ulna_run *run)
{
  const ulna_scenario *s = &run->scenario;
  char seed[24];
  snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->seed);
  ulna_page_note(page, "scenario", s->name);
  ulna_page_note(page, "summary", s->summary);
  ulna_page_note(page, "robot", s->robot);
  ulna_page_note(page, "integrator", s->integrator);
  ulna_page_note(page, "seed", seed);
  if (ulna_run_controller(run)) ulna_page_note(page, "controller", ulna_run_controller(run));
  if (source) ulna_page_note(page, "source", source);
}

/* The plane that is touched, and the joints' effort limits. */
static void surroundings_json(ulna_page *page, const ulna_run *run)
{
  const ulna_scenario *s = &run->scenario;
  text_buffer *b = &page->json;
  if (s->surface.present) {
    ulna_buffer_text(b, ",\n\"surface\":{\"point\":");
    ulna_buffer_numbers(b, s->surface.point, 3);
    ulna_buffer_text(b, ",\"normal\":");
    ulna_buffer_numbers(b, s->surface.normal, 3);
    ulna_buffer_text(b, "}");
  }
  ulna_buffer_text(b, ",\n\"effort\":[");
  for (int i = 0; i < s->n; i++) {
    if (i) ulna_buffer_text(b, ",");
    ulna_buffer_number(b, ulna_run_allowed_effort(s, i));
  }
  ulna_buffer_text(b, "],\"duration\":");
  ulna_buffer_number(b, s->duration);
}

void ulna_page_listen(ulna_page *page, const char *title, const char *source, ulna_run *run)
{
  page->listener = (run_listener){.context = page, .take_row = take_row, .take_event = take_event};
  choose_groups(page, &run->scenario, page->listener.group);
  if (ulna_run_listen(run, &page->listener) != ULNA_OK) {
    page->failed = true;
    return;
  }
  page->run = run;
  ulna_page_open_run(page, title, page->listener.column_count, page->listener.columns);
  scenario_notes(page, source, run);
  if (page->open) surroundings_json(page, run);
}

static void effort_figures(ulna_page *page, const ulna_run_summary *s)
{
  for (int i = 0; i < s->effort_count; i++) {
    const ulna_run_effort *e = &s->effort[i];
    char name[120];
    if (isfinite(e->limit))
      snprintf(name, sizeof name, "largest effort of %.50s (of %.4g %.10s)", e->name, e->limit, e->unit);
    else snprintf(name, sizeof name, "largest effort of %.50s", e->name);
    ulna_page_figure(page, name, e->largest, e->unit);
  }
}

static void tracking_figures(ulna_page *page, const ulna_run_summary *s)
{
  for (int i = 0; i < s->tracking_count; i++) {
    const ulna_run_tracking *k = &s->tracking[i];
    if (!isfinite(k->off_rms)) continue;
    char name[120];
    snprintf(name, sizeof name, "hand off its path, RMS, %.60s", k->name);
    ulna_page_figure(page, name, 1e3 * k->off_rms, "mm");
    snprintf(name, sizeof name, "hand off its path, largest, %.60s", k->name);
    ulna_page_figure(page, name, 1e3 * k->off_largest, "mm");
    snprintf(name, sizeof name, "lag along the path, RMS, %.60s", k->name);
    ulna_page_figure(page, name, 1e3 * k->lag_rms, "mm");
  }
}

static void contact_figures(ulna_page *page, const ulna_run_contact *c)
{
  if (!c || !isfinite(c->touched)) return;
  ulna_page_figure(page, "first touch", c->touched, "s");
  ulna_page_figure(page, "peak of the force", c->peak, "N");
  ulna_page_figure(page, "bounce", 1e3 * c->bounce, "mm");
  if (!isfinite(c->mean)) return;
  ulna_page_figure(page, "force, mean", c->mean, "N");
  ulna_page_figure(page, "force, least", c->least, "N");
  ulna_page_figure(page, "force, largest", c->largest, "N");
}

void ulna_page_heard(ulna_page *page, double wall, const char *stopped)
{
  ulna_run *run = page->run;
  if (!run) return;
  run->listener = NULL;
  page->run = NULL;
  const ulna_run_summary *s = ulna_run_summary_get(run);
  ulna_page_figure(page, "time simulated", s->t, "s");
  if (isfinite(wall)) ulna_page_figure(page, "time it took", wall, "s");
  ulna_page_figure(page, "steps", (double)s->steps, "");
  ulna_page_figure(page, "events", (double)s->events, "");
  ulna_page_figure(page, "error of energy and work, relative", s->energy_error, "");
  if (s->control && isfinite(s->control->error_rms)) {
    ulna_page_figure(page, "error of the hand, RMS", 1e3 * s->control->error_rms, "mm");
    ulna_page_figure(page, "error of the hand, largest", 1e3 * s->control->error_largest, "mm");
  }
  tracking_figures(page, s);
  contact_figures(page, s->contact);
  effort_figures(page, s);
  for (int i = 0; i < s->warning_count; i++) ulna_page_warning(page, s->warnings[i]);
  if (stopped) ulna_page_note(page, "incomplete", stopped);
  ulna_page_close_run(page);
}
