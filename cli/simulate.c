/* ulna simulate: runs a scenario, records it, prints a summary. */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arms.h"
#include "base/clock.h"
#include "cli.h"
#include "compare_controllers.h"
#include "interrupt.h"
#include "live_view.h"
#include "numbers.h"
#include "output.h"
#include "progress.h"
#include "read/parts/parts.h"
#include "robot.h"
#include "run_choice.h"
#include "run_page.h"
#include "run_signals.h"
#include "run_summary.h"
#include "terminal.h"
#include "ulna/recorder.h"
#include "ulna/scenario.h"
#include "ulna/version.h"

typedef struct {
  const char *name; /* what the command line calls it */
  ulna_report *report;
  ulna_scenario *scenario;
  ulna_run *run;
  ulna_recorder *recorder; /* NULL: nothing is recorded */
  ulna_page *page;         /* NULL: no --report */
  live_view view;          /* --view */
  bool quiet;
  event_tally events;
  ulna_series signals;
  double start, wall;
  ulna_status unrecorded; /* why the recorder took no more; ULNA_OK: it did */
} simulation;

static int larger(int a, int b) { return a > b ? a : b; }

static int list_scenarios(bool names)
{
  int key_width = 8, robot_width = 8;
  for (int pass = 0; pass < 2; pass++) {  // how wide, then the lines
    if (pass > 0 && !names)
      out_printf("%-*s  %-*s  %7s  %s\n", key_width, "scenario", robot_width, "robot", "seconds",
                 "what happens");
    for (int i = 0; i < ulna_scenario_count(); i++) {
      const ulna_built_in_scenario *known = ulna_scenario_get(i);
      if (names) {
        if (pass > 0) out_printf("%s\n", known->key);
        continue;
      }
      ulna_scenario *scenario = NULL;
      const ulna_status status = ulna_scenario_load(known->key, NULL, NULL, &scenario);
      const char *arm = scenario ? ulna_scenario_robot(scenario) : "-";
      key_width = larger(key_width, (int)strlen(known->key));
      robot_width = larger(robot_width, (int)strlen(arm));
      if (pass > 0)
        out_printf("%-*s  %-*s  %7.6g  %s\n", key_width, known->key, robot_width, arm,
                   scenario ? ulna_scenario_duration(scenario) : 0,
                   scenario ? ulna_scenario_summary(scenario) : ulna_status_text(status));
      ulna_scenario_destroy(scenario);
    }
  }
  return DONE;
}

static const ulna_built_in_scenario *built_in_scenario(const char *name)
{
  return names_a_file(name) ? NULL : ulna_scenario_find(name);
}

static int unknown_scenario(const char *name)
{
  if (strchr(name, '/') || strchr(name, '.')) return fail("cannot read %s: %s", name, strerror(ENOENT));
  const char *nearest_key = ulna_scenario_nearest(name);
  return nearest_key
             ? fail("there is no scenario or file \"%s\"; the nearest built-in scenario is %s", name,
                    nearest_key)
             : fail("there is no scenario or file \"%s\"; `ulna simulate` lists those built in", name);
}

static int tell_problem(const simulation *s, ulna_status status)
{
  char *all = text_printf("ulna check %s", s->name);
  const int code = tell_first(s->report, s->name, status, all);
  free(all);
  return code;
}

static int open_scenario(simulation *s, const arguments *args)
{
  const ulna_scenario_read_options reading_options = {.allow_outside = given(args, OPT_ALLOW_OUTSIDE)};
  if (ulna_report_create(NULL, &s->report) != ULNA_OK) return fail("out of memory");
  const ulna_built_in_scenario *known = built_in_scenario(s->name);
  if (!known && access(s->name, F_OK) != 0) return unknown_scenario(s->name);
  const ulna_status status =
      known ? ulna_scenario_load(known->key, NULL, s->report, &s->scenario)
            : ulna_scenario_read(s->name, &reading_options, NULL, s->report, &s->scenario);
  if (status != ULNA_OK) return tell_problem(s, status);
  tell_warnings(s->report);
  return DONE;
}

static int open_run(simulation *s, const arguments *args)
{
  run_choice choice;
  chosen_arm chosen = {.masses = NULL};
  if (read_choice(args, s->scenario, &choice) != DONE ||
      choose_arm(args, s->scenario, &choice, &chosen) != DONE)
    return BAD;
  ulna_report_clear(s->report);
  const ulna_status status = given(args, OPT_VIEW)
                                 ? ulna_live_run_create(s->scenario, &choice.with, s->report, &s->run)
                                 : ulna_run_create(s->scenario, &choice.with, NULL, s->report, &s->run);
  free(chosen.masses);
  if (status != ULNA_OK) return tell_problem(s, status);
  tell_warnings(s->report);
  return DONE;
}

static int open_recording(simulation *s, const arguments *args)
{
  const char *path =
      given(args, OPT_RECORD) ? args->value[OPT_RECORD] : ulna_scenario_record_file(s->scenario);
  if (!path) return DONE;
  char seed[24];
  snprintf(seed, sizeof seed, "%llu", (unsigned long long)ulna_run_seed(s->run));
  char wrong[ERROR_WORDS];
  const ulna_model_error error = ulna_run_model_error(s->run);
  ulna_record_note notes[7] = {{"scenario", ulna_scenario_name(s->scenario)},
                               {"robot", ulna_scenario_robot(s->scenario)},
                               {"integrator", ulna_run_integrator(s->run)},
                               {"seed", seed},
                               {"ulna", ulna_version()}};
  int count = 5;
  if (ulna_run_controller(s->run)) {
    notes[count++] = (ulna_record_note){"controller", ulna_run_controller(s->run)};
    notes[count++] = (ulna_record_note){"model", error_words(&error, wrong)};
  }
  ulna_report_clear(s->report);
  const ulna_status status =
      ulna_recorder_create(path, ULNA_RECORD_GUESS, ulna_run_column_count(s->run), ulna_run_columns(s->run),
                           count, notes, NULL, s->report, &s->recorder);
  if (status == ULNA_OK) return DONE;
  const ulna_problem *p = ulna_report_count(s->report, ULNA_NOTE) > 0 ? ulna_report_get(s->report, 0) : NULL;
  return fail("cannot record to %s: %s", path, p ? p->text : ulna_status_text(status));
}

static ulna_status take_row(void *context, const double row[])
{
  simulation *s = context;
  if (s->signals.columns > 0) signals_row(&s->signals, row);
  if (s->recorder) s->unrecorded = ulna_recorder_row(s->recorder, row);
  return s->unrecorded;
}

/* A signal stops the run after the current step, whatever its length and however rare rows are. */
static ulna_status take_step(void *context, double t)
{
  const simulation *s = context;
  if (s->view.session) ulna_live_session_step(s->view.session, t);
  if (!s->quiet) progress_run(t, ulna_run_duration(s->run));
  return interrupt_seen() ? ULNA_STOPPED : ULNA_OK;
}

static ulna_status take_event(void *context, const ulna_run_event *event)
{
  simulation *s = context;
  tally_event(&s->events, event);
  if (s->recorder)
    s->unrecorded = ulna_recorder_event(s->recorder, event->t, event->kind, event->what, event->detail);
  return s->unrecorded;
}

static ulna_status advance(simulation *s)
{
  const ulna_run_sink sink = {.context = s, .row = take_row, .event = take_event, .step = take_step};
  return ulna_run_advance(s->run, ulna_run_duration(s->run), &sink);
}

/* Ends the recording, whole or with the reason why not. Returns where it is, in words, to be freed; NULL: nothing to
 * say. */
static char *close_recording(simulation *s, const char *stopped)
{
  if (!s->recorder) return NULL;
  if (ulna_recorder_finish(s->recorder, stopped) != ULNA_OK) {
    const char *kept = ulna_recorder_path(s->recorder), *failure = ulna_recorder_failure(s->recorder);
    char *why = kept ? text_printf("%s; the part of the recording that could be kept is %s", failure, kept)
                     : text_printf("%s; no recording is left", failure);
    ulna_recorder_destroy(s->recorder);
    s->recorder = NULL;
    return why;
  }
  return stopped ? text_printf("the recording up to then is %s", ulna_recorder_path(s->recorder)) : NULL;
}

static void summarise(const simulation *s, const arguments *args, const char *stopped)
{
  const run_summary summary = {.scenario = s->scenario,
                               .run = s->run,
                               .events = &s->events,
                               .wall = s->wall,
                               .recording = s->recorder ? ulna_recorder_path(s->recorder) : NULL,
                               .recorded = s->recorder ? ulna_recorder_row_count(s->recorder) : 0,
                               .stopped = stopped,
                               .signals = &s->signals,
                               .utf8 = terminal_has_utf8(args)};
  const char *format = args->value[OPT_SUMMARY_FORMAT];
  if (format && strcmp(format, "json") == 0) summary_json(&summary);
  else if (!s->quiet) summary_text(&summary);
}

/* Why it is not complete, to be freed; NULL: it is. */
static char *reason(const simulation *s, ulna_status status)
{
  if (status == ULNA_OK) return NULL;
  if (s->unrecorded != ULNA_OK) return text_printf("%s", ulna_recorder_failure(s->recorder));
  if (interrupt_seen())
    return text_printf("stopped by %s at t = %.6g s", interrupt_name(), ulna_run_time(s->run));
  const char *failure = ulna_run_failure(s->run);
  return text_printf("%s", *failure ? failure : ulna_status_text(status));
}

static int execute(simulation *s, const arguments *args)
{
  interrupt_catch();
  signal(SIGXFSZ, SIG_IGN);  // a file as large as is allowed is an error of writing, not the end
  live_view_wait(&s->view);
  s->start = clock_seconds();
  const ulna_status status = advance(s);
  s->wall = clock_seconds() - s->start;
  progress_clear();
  char *stopped = reason(s, status), *recording = close_recording(s, stopped);
  int code = DONE;
  if (s->page) ulna_page_heard(s->page, s->wall, stopped);
  const int paged = run_page_write(args, s->page);
  if (stopped) {
    code = fail("%s%s%s", stopped, recording ? "; " : "", recording ? recording : "");
    if (interrupt_seen() && s->unrecorded == ULNA_OK) code = 128 + interrupt_seen();
  } else if (recording) {
    code = fail("%s", recording);
  } else {
    code = paged;
  }
  if (code == DONE || code > BAD) summarise(s, args, stopped);
  if (code == DONE && ulna_run_summary_get(s->run)->worthless_count > 0) {
    if (s->quiet) note("%s", ulna_run_summary_get(s->run)->warnings[0]);
    code = WORTHLESS;
  }
  if (live_view_end(args, &s->view, stopped) != DONE && code == DONE) code = BAD;
  free(stopped);
  free(recording);
  return code;
}

static int run_one(simulation *s, const arguments *args)
{
  int code = live_view_check(args);
  if (code == DONE) code = open_run(s, args);
  if (code == DONE) code = open_recording(s, args);
  if (code == DONE) code = live_view_open(args, s->name, s->scenario, s->run, &s->view);
  if (code == DONE && !s->quiet && !signals_open(&s->signals, s->run)) code = fail("out of memory");
  if (code == DONE) code = run_page_open(args, s->name, s->scenario, 1, &s->page);
  if (code == DONE) run_page_listen(s->page, NULL, s->name, s->scenario, s->run);
  if (code == DONE) code = live_view_serve(args, s->name, s->run, &s->view);
  return code == DONE ? execute(s, args) : code;
}

/* Without a scenario: the list of those built in, which needs no other option. */
static int run_none(const arguments *args)
{
  for (const option_id *id = args->command->options; *id != OPT_NONE; id++)
    if (given(args, *id) && *id != OPT_NAMES && *id != OPT_QUIET)
      return fail("--%s: which scenario? Name one of `ulna simulate`, or a file", options[*id].name);
  return list_scenarios(given(args, OPT_NAMES));
}

int run_simulate(const arguments *args)
{
  if (args->operand_count == 0) return run_none(args);
  if (given(args, OPT_NAMES))
    return fail("--names lists the built-in scenarios; leave \"%s\" out", args->operands[0]);
  simulation s = {.name = args->operands[0], .quiet = given(args, OPT_QUIET)};
  int code = open_scenario(&s, args);
  if (code == DONE) {
    if (given(args, OPT_COMPARE) && live_view_check(args) != DONE) code = BAD;
    else if (given(args, OPT_ARMS) && !given(args, OPT_ARM)) code = run_arms(args, s.name, s.scenario);
    else if (given(args, OPT_COMPARE)) code = compare_controllers(args, s.name, s.scenario);
    else code = run_one(&s, args);
  }
  ulna_recorder_destroy(s.recorder);
  live_view_close(&s.view);
  ulna_page_destroy(s.page);
  ulna_run_destroy(s.run);
  ulna_scenario_destroy(s.scenario);
  ulna_report_destroy(s.report);
  tally_close(&s.events);
  ulna_series_free(&s.signals);
  return code;
}
