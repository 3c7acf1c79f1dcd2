/* A run that is watched and changed while it goes on. */
#include "live/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "live/changed.h"
#include "run/changes.h"
#include "run/run.h"
#include "text/buffer.h"
#include "text/json.h"
#include "text/number.h"

struct live_session {
  ulna_run *run;
  live_options options;
  live_server *server;
  run_listener inner, own; /* who listened before, and hears all that comes here */
  text_buffer rows;        /* those that the page has not been sent */
  double kept;             /* when the last of them came */
  double *last;            /* a row that came too soon after that; NULL: none did */
  bool has_last;
  long missed;    /* pieces that it did not read in time */
  double speed;   /* 0: paused */
  double wall, t; /* instants of both clocks that belong together */
  double served;  /* when the sockets were last looked at */
  bool pushed;    /* somebody does */
};

/* The sockets are served at least this often while the run does not wait; and how far the run may fall behind before
 * it stops catching up, s. */
static const double told_every = 0.02, most_behind = 0.25;

/* Rows closer together than that, in real time, are not shown: no eye could follow. */
static const double least_apart = 8e-3;

static void put_number(text_buffer *b, double x) { ulna_json_number(x, ulna_buffer_sink, b); }

/* A string of JSON, at most 200 bytes of it, and no part of a character. */
static void put_string(text_buffer *b, const char *text)
{
  size_t length = strlen(text);
  if (length > 200) length = 200;
  while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
  ulna_json_string(text, length, false, ulna_buffer_sink, b);
}

// What did not fit into memory is not sent.
static bool send_text(live_session *s, const char *event, text_buffer *b)
{
  const char *text = ulna_buffer_read(b);
  return text && ulna_live_send(s->server, event, text);
}

/* Where memory ran out the rows are missed; the buffer is cleared all the same, so that later rows are sent. */
static void flush_rows(live_session *s)
{
  if (s->rows.length == 0 && !s->rows.failed) return;
  ulna_buffer_text(&s->rows, "]");
  if (!send_text(s, "rows", &s->rows)) s->missed++;
  ulna_buffer_clear(&s->rows);
}

static void show_row(live_session *s, const double row[])
{
  ulna_buffer_text(&s->rows, s->rows.length ? ",[" : "[[");
  for (int k = 0; k < s->own.column_count; k++) {
    if (k > 0) ulna_buffer_text(&s->rows, ",");
    put_number(&s->rows, row[k]);
  }
  ulna_buffer_text(&s->rows, "]");
  s->has_last = false;
}

static void hear_row(void *context, const double row[])
{
  live_session *s = context;
  const double now = clock_seconds();
  if (s->inner.take_row) s->inner.take_row(s->inner.context, row);
  if (!ulna_live_has_page(s->server)) return;
  if (now - s->kept >= least_apart) {
    s->kept = now;
    show_row(s, row);
  } else if (s->last) {
    memcpy(s->last, row, (size_t)s->own.column_count * sizeof *row);
    s->has_last = true;
  }
}

static void hear_event(void *context, const ulna_run_event *e)
{
  live_session *s = context;
  if (s->inner.take_event) s->inner.take_event(s->inner.context, e);
  if (!ulna_live_has_page(s->server)) return;
  flush_rows(s);
  text_buffer b;
  ulna_buffer_open(&b, NULL);
  const char *const names[] = {"kind", "what", "detail"}, *const texts[] = {e->kind, e->what, e->detail};
  ulna_buffer_text(&b, "{\"t\":");
  put_number(&b, e->t);
  for (int k = 0; k < 3; k++) {
    ulna_buffer_format(&b, ",\"%s\":", names[k]);
    put_string(&b, texts[k]);
  }
  ulna_buffer_text(&b, "}");
  send_text(s, "event", &b);
  ulna_buffer_close(&b);
}

/* What can be tried, for the page's panel. */
static void tell_all(void *context)
{
  live_session *s = context;
  text_buffer b;
  ulna_buffer_open(&b, NULL);
  run_gain gain;
  ulna_buffer_text(&b, "{\"t\":");
  put_number(&b, ulna_run_time(s->run));
  ulna_buffer_text(&b, ",\"duration\":");
  put_number(&b, ulna_run_duration(s->run));
  ulna_buffer_text(&b, ",\"speed\":");
  put_number(&b, s->speed);
  ulna_buffer_text(&b, ",\"every\":");
  put_number(&b, s->run->changes.every);
  ulna_buffer_text(&b, ",\"gains\":[");
  for (int k = 0; ulna_run_gain(s->run, k, &gain); k++) {
    ulna_buffer_format(&b, "%s{\"name\":\"%s\",\"unit\":\"%s\",\"value\":", k ? "," : "", gain.name,
                       gain.unit);
    put_number(&b, gain.value);
    ulna_buffer_text(&b, "}");
  }
  ulna_buffer_text(&b, "]}");
  ulna_buffer_clear(&s->rows);
  send_text(s, "hello", &b);
  ulna_buffer_close(&b);
}

static void restart_clocks(live_session *s, double t)
{
  s->wall = clock_seconds();
  s->t = t;
}

/* A page that was closed neither pushes nor pauses the run. */
static void page_closed(void *context)
{
  live_session *s = context;
  static const double nothing[3] = {0, 0, 0};
  double at;
  if (s->pushed && ulna_run_push(s->run, nothing, &at) == ULNA_OK) s->pushed = false;
  if (s->speed == 0) {
    s->speed = s->options.speed;
    restart_clocks(s, s->t);
  }
}

/* Numbers with one blank before each, and nothing after the last. */
static bool read_numbers(const char *text, double numbers[], int count)
{
  for (int k = 0; k < count; k++) {
    if (*text++ != ' ') return false;
    const size_t length = ulna_decimal(text, &numbers[k]);
    if (length == 0 || !isfinite(numbers[k])) return false;
    text += length;
  }
  return *text == '\0';
}

static bool take_push(live_session *s, const char *rest, char answer[LIVE_ANSWER])
{
  double force[3], at = 0;
  if (!read_numbers(rest, force, 3)) {
    snprintf(answer, LIVE_ANSWER, "a push has three numbers, N, base axes");
    return false;
  }
  const ulna_status status = ulna_run_push(s->run, force, &at);
  if (status != ULNA_OK) {
    snprintf(answer, LIVE_ANSWER, "%s",
             status == ULNA_INVALID_ARGUMENT ? "the run is over before a push could begin"
                                             : ulna_status_text(status));
    return false;
  }
  s->pushed = force[0] != 0 || force[1] != 0 || force[2] != 0;
  char text[ULNA_NUMBER_SIZE];
  ulna_number_format(at, text);
  snprintf(answer, LIVE_ANSWER, "at %s", text);
  return true;
}

static bool take_gain(live_session *s, const char *rest, char answer[LIVE_ANSWER])
{
  char name[40], text[ULNA_NUMBER_SIZE];
  double value, at = 0;
  const size_t length = *rest == ' ' ? strcspn(rest + 1, " ") : 0;
  if (length == 0 || length >= sizeof name || !read_numbers(rest + 1 + length, &value, 1)) {
    snprintf(answer, LIVE_ANSWER, "a gain has a name and a number");
    return false;
  }
  memcpy(name, rest + 1, length);
  name[length] = '\0';
  const char *fault = ulna_run_set_gain(s->run, name, value, &at);
  if (fault) {
    snprintf(answer, LIVE_ANSWER, "%s", fault);
    return false;
  }
  ulna_number_format(at, text);
  snprintf(answer, LIVE_ANSWER, "at %s", text);
  return true;
}

static bool take_speed(live_session *s, const char *rest, char answer[LIVE_ANSWER])
{
  double speed;
  if (!read_numbers(rest, &speed, 1) || !(speed >= 0 && speed <= 1e6)) {
    snprintf(answer, LIVE_ANSWER, "a speed is a number from 0, paused, to 1e6");
    return false;
  }
  const double now = clock_seconds();
  restart_clocks(s, s->speed > 0 ? s->t + (now - s->wall) * s->speed : s->t);
  s->speed = speed;
  snprintf(answer, LIVE_ANSWER, "speed %g", speed);
  return true;
}

static bool take_command(void *context, const char *line, char answer[LIVE_ANSWER])
{
  live_session *s = context;
  if (strncmp(line, "push", 4) == 0) return take_push(s, line + 4, answer);
  if (strncmp(line, "gain", 4) == 0) return take_gain(s, line + 4, answer);
  if (strncmp(line, "speed", 5) == 0) return take_speed(s, line + 5, answer);
  snprintf(answer, LIVE_ANSWER, "a command is push, gain or speed");
  return false;
}

static char *give_scenario(void *context)
{
  char why[LIVE_WHY];
  return ulna_live_session_changed(context, why);
}

ulna_status ulna_live_run_create(const ulna_scenario *scenario, const ulna_run_options *options,
                                 ulna_report *report, ulna_run **run)
{
  return ulna_run_create_open(scenario, options, 0.01, NULL, report, run);
}

live_session *ulna_live_session_open(ulna_run *run, const live_options *options, char why[LIVE_WHY])
{
  live_session *s = calloc(1, sizeof *s);
  if (!s) {
    snprintf(why, LIVE_WHY, "out of memory");
    return NULL;
  }
  const live_handlers handlers = {.context = s,
                                  .opened = tell_all,
                                  .closed = page_closed,
                                  .command = take_command,
                                  .scenario = give_scenario};
  s->run = run, s->options = *options, s->speed = options->speed;
  ulna_buffer_open(&s->rows, NULL);
  s->server = ulna_live_open(options->page, options->page_length, &handlers, why);
  if (!s->server) {
    free(s);
    return NULL;
  }
  if (run->listener) {
    s->inner = s->own = *run->listener;  // the same columns
    if (!options->forward) s->inner.take_row = NULL, s->inner.take_event = NULL;
    s->own.context = s, s->own.take_row = hear_row, s->own.take_event = hear_event;
    run->listener = &s->own;
    s->last =
        calloc((size_t)s->own.column_count + 1, sizeof *s->last);  // without it the last row may not be shown
  }
  return s;
}

void ulna_live_session_close(live_session *s)
{
  if (!s) return;
  if (s->run->listener == &s->own) s->run->listener = NULL;
  ulna_live_close(s->server);
  ulna_buffer_close(&s->rows), free(s->last);
  free(s);
}

const char *ulna_live_session_address(const live_session *s) { return ulna_live_address(s->server); }

void ulna_live_session_wait(live_session *s)
{
  while (!ulna_live_has_page(s->server) && !s->options.stopped()) ulna_live_serve(s->server, 0.2);
  restart_clocks(s, ulna_run_time(s->run));
}

void ulna_live_session_step(live_session *s, double t)
{
  for (;;) {
    const double now = clock_seconds(), due = s->speed > 0 ? s->wall + (t - s->t) / s->speed : now + 1;
    const double left = due - now;
    if (s->speed > 0 && left < -most_behind) restart_clocks(s, t);
    if (left < 1e-3 && now - s->served < told_every) return;
    flush_rows(s);
    s->served = now;
    ulna_live_serve(s->server, left < 1e-3 ? 0 : left < told_every ? left : told_every);
    if (s->options.stopped() || (s->speed > 0 && left < 1e-3)) return;
  }
}

void ulna_live_session_end(live_session *s, const char *how)
{
  if (s->has_last) show_row(s, s->last);
  flush_rows(s);
  text_buffer b;
  ulna_buffer_open(&b, NULL);
  ulna_buffer_text(&b, "{\"how\":");
  put_string(&b, how);
  ulna_buffer_format(&b, ",\"missed\":%ld}", s->missed);
  send_text(s, "end", &b);
  ulna_buffer_close(&b);
  while (ulna_live_has_page(s->server) && !s->options.stopped()) ulna_live_serve(s->server, 0.2);
}

char *ulna_live_session_changed(const live_session *s, char why[LIVE_WHY])
{
  char *changes = s->options.source ? ulna_run_changes_text(s->run) : NULL;
  char *text = changes ? ulna_live_with_changes(s->options.source, changes) : NULL;
  free(changes);
  snprintf(why, LIVE_WHY, "%s",
           s->options.source ? "out of memory" : "the scenario's text could not be kept");
  if (!text) return NULL;
  // what is given away is a scenario: it is read as one first
  ulna_scenario *again = NULL;
  ulna_report *report = NULL;
  ulna_status status = ulna_report_create(NULL, &report);
  if (status == ULNA_OK)
    status = ulna_scenario_read_text(text, strlen(text), s->options.name, NULL, NULL, report, &again);
  if (status != ULNA_OK) {
    const bool said = report && ulna_report_count(report, ULNA_NOTE) > 0;
    snprintf(why, LIVE_WHY, "the scenario with its changes cannot be written: %.120s",
             said ? ulna_report_get(report, 0)->text : ulna_status_text(status));
    free(text);
    text = NULL;
  }
  ulna_scenario_destroy(again);
  ulna_report_destroy(report);
  return text;
}
