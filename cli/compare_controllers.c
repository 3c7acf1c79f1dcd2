/* One scenario by several kinds of controllers, with and without errors in their models. */
#include "compare_controllers.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "robot.h"
#include "run_choice.h"
#include "run_page.h"
#include "run_summary.h"
#include "ulna/controller.h"

/* The model errors tried in turn if no option gives one. */
static const ulna_model_error usual[] = {{0, 0, false}, {-0.1, 0, true}, {0.1, 0, true}};
enum { USUAL = sizeof usual / sizeof usual[0], COMPARED = 12 };

typedef struct {
  const arguments *args;
  const char *name;
  const ulna_scenario *scenario;
  run_choice choice;
  ulna_report *report;
  grid table;
  bool json, quiet;
  int done, count; /* runs */
  double duration;
  ulna_page *page; /* NULL: no --report */
  char *remarks;   /* on runs that were held or failed: lines */
  int code;
} comparison;

static ulna_status take_step(void *context, double t)
{
  comparison *c = context;
  if (!c->quiet) progress_run(c->done * c->duration + t, c->count * c->duration);
  return interrupt_seen() ? ULNA_STOPPED : ULNA_OK;
}

/* The joint that came nearest to its limit; where there are none, the one with the largest effort. */
static const ulna_run_effort *most_loaded(const ulna_run_summary *s)
{
  const ulna_run_effort *most = s->effort;
  for (int i = 1; i < s->effort_count; i++) {
    const ulna_run_effort *e = &s->effort[i];
    const bool limited = isfinite(e->limit), was = isfinite(most->limit);
    if (limited != was ? limited
        : limited      ? e->largest / e->limit > most->largest / most->limit
                       : e->largest > most->largest)
      most = e;
  }
  return most;
}

static void cell(char text[24], const char *form, double x)
{
  if (isfinite(x)) snprintf(text, 24, form, x);
  else snprintf(text, 24, "-");
}

static void add_remark(comparison *c, const char *kind, const char *model, const char *what, const char *why)
{
  char *more = text_printf("%s%s, %s: %s%s\n", c->remarks ? c->remarks : "", kind, model, what, why);
  free(c->remarks);
  c->remarks = more;
}

static void add_line(comparison *c, ulna_run *run, const char *model)
{
  const ulna_run_summary *s = ulna_run_summary_get(run);
  const ulna_run_control *k = s->control;
  const ulna_run_effort *e = most_loaded(s);
  char t[9][24];
  cell(t[0], "%.3f", 1e3 * k->error_rms);
  cell(t[1], "%.3f", 1e3 * k->error_largest);
  cell(t[2], "%.3f", k->turned_largest * 57.29577951308232);
  cell(t[3], "%.1f", e->rms);
  cell(t[4], "%.1f", e->largest);
  cell(t[5], "%.0f %%", 100 * e->largest / e->limit);
  if (!isfinite(e->limit)) snprintf(t[5], sizeof t[5], "-");
  char *joint = text_printf("%s, %s", e->name, e->unit);
  snprintf(t[6], sizeof t[6], "%ld", k->saturated);
  snprintf(t[7], sizeof t[7], "%d", k->stage_changes);
  cell(t[8], "%.2f", 1e6 * k->step_time);
  const char *const cells[COMPARED] = {k->kind, model, t[0], t[1], t[2], joint,
                                       t[3],    t[4],  t[5], t[6], t[7], t[8]};
  grid_row(&c->table, cells);
  free(joint);
  if (k->fault) add_remark(c, k->kind, model, "the arm was held still: ", k->fault);
}

static void line_json(const comparison *c, ulna_run *run, const char *stopped)
{
  const ulna_run_summary *s = ulna_run_summary_get(run);
  const ulna_run_control *k = s->control;
  const ulna_model_error error = ulna_run_model_error(run);
  out_text(c->done ? ",\n  {\"controller\": " : "\n  {\"controller\": ");
  out_json_string(k->kind);
  number_json("mass_error", error.mass);
  number_json("friction_error", error.friction);
  out_printf(", \"unknown_payload\": %s", error.unknown_payload ? "true" : "false");
  number_json("t", s->t);
  number_json("error_rms", k->error_rms);
  number_json("error_largest", k->error_largest);
  number_json("turned_rms", k->turned_rms);
  number_json("turned_largest", k->turned_largest);
  number_json("control_samples", (double)s->control_samples);
  number_json("saturated", (double)k->saturated);
  number_json("stage_changes", k->stage_changes);
  number_json("step_time", k->step_time);
  out_text(", \"effort\": ");
  efforts_json(s);
  out_text(", \"fault\": ");
  if (k->fault) out_json_string(k->fault);
  else out_text("null");
  out_text(", \"stopped\": ");
  if (stopped) out_json_string(stopped);
  else out_text("null");
  out_text("}");
}

/* The page, if there is one, hears the run by its name. */
static void listen(const comparison *c, const char *kind, const ulna_model_error *error, ulna_run *run)
{
  char words[ERROR_WORDS];
  char *title = text_printf("%s, %s", kind, error_words(error, words));
  run_page_listen(c->page, title, c->name, c->scenario, run);
  free(title);
}

/* One run, one line. DONE also where the run itself failed: the others go on. */
static int run_with(comparison *c, const char *kind, const ulna_model_error *error)
{
  ulna_run *run = NULL;
  ulna_run_options with = c->choice.with;
  with.controller = kind;
  with.model_error = error;
  with.time_steps = true;
  ulna_report_clear(c->report);
  const ulna_status status = ulna_run_create(c->scenario, &with, NULL, c->report, &run);
  if (status != ULNA_OK) {
    char *all = text_printf("ulna check %s", c->name);
    const int code = tell_first(c->report, c->name, status, all);
    free(all);
    return code;
  }
  if (c->done == 0) tell_warnings(c->report);
  c->duration = ulna_run_duration(run);
  const ulna_run_sink sink = {.context = c, .step = take_step};
  listen(c, kind, error, run);
  const bool failed = ulna_run_advance(run, (double)INFINITY, &sink) != ULNA_OK;
  int code = DONE;
  if (failed && interrupt_seen()) {
    code = 128 + interrupt_seen();
  } else {
    char words[ERROR_WORDS];
    error_words(error, words);
    if (c->page) ulna_page_heard(c->page, (double)NAN, failed ? ulna_run_failure(run) : NULL);
    if (c->json) line_json(c, run, failed ? ulna_run_failure(run) : NULL);
    else add_line(c, run, words);
    if (failed) {
      add_remark(c, kind, words, "failed: ", ulna_run_failure(run));
      c->code = BAD;
    }
    const ulna_run_summary *s = ulna_run_summary_get(run);
    if (s->worthless_count > 0) {
      if (!c->json) add_remark(c, kind, words, "", s->warnings[0]);
      if (c->code == DONE) c->code = WORTHLESS;
    }
    c->done++;
  }
  if (code != DONE) ulna_page_destroy(c->page), c->page = NULL;  // it listens to the run
  ulna_run_destroy(run);
  return code;
}

static int run_all(comparison *c)
{
  const char *only = c->args->value[OPT_CONTROLLER];
  const ulna_model_error own = c->choice.error;
  const bool told = own.mass != 0 || own.friction != 0 || own.unknown_payload || c->choice.with.model_error;
  const int errors = told ? 1 : USUAL;
  c->count = (only ? 1 : ULNA_CONTROL_KIND_COUNT) * errors;
  int code = run_page_open(c->args, c->name, c->scenario, c->count, &c->page);
  for (int v = 0; v < errors && code == DONE; v++)
    for (int k = 0; k < ULNA_CONTROL_KIND_COUNT && code == DONE; k++) {
      const char *kind = ulna_control_kind_name((ulna_control_kind)k);
      if (!only || strcmp(only, kind) == 0) code = run_with(c, kind, told ? &own : &usual[v]);
    }
  progress_clear();
  if (code == DONE) code = run_page_write(c->args, c->page);
  if (code > BAD) fail("stopped by %s after %d of %d runs", interrupt_name(), c->done, c->count);
  return code;
}

static void write_table(const comparison *c)
{
  const char *about = ulna_scenario_summary(c->scenario);
  char *title = text_printf("%s%s%s", ulna_scenario_name(c->scenario), *about ? ": " : "", about);
  grid_paragraph(title, 0, 0);
  free(title);
  out_text("\n");
  grid_write(&c->table, GRID_TEXT, true);
  if (c->remarks) out_text("\n");
  for (char *line = c->remarks, *end; line && *line; line = end) {
    end = line + strcspn(line, "\n");
    if (*end) *end++ = 0;
    grid_paragraph(line, 0, 2);
  }
}

int compare_controllers(const arguments *args, const char *name, const ulna_scenario *scenario)
{
  const char *format = args->value[OPT_SUMMARY_FORMAT];
  comparison c = {.args = args,
                  .name = name,
                  .scenario = scenario,
                  .json = format && strcmp(format, "json") == 0,
                  .quiet = given(args, OPT_QUIET),
                  .code = DONE};
  if (given(args, OPT_RECORD))
    return fail("--record is for one run, --compare makes several: keep one of them");
  if (read_choice(args, scenario, &c.choice) != DONE) return BAD;
  if (ulna_report_create(NULL, &c.report) != ULNA_OK) return fail("out of memory");
  interrupt_catch();
  static const char *const head[COMPARED] = {"controller",  "its model", "error, mm", "at most",
                                             "turned, deg", "joint",     "rms",       "at most",
                                             "of limit",    "cut",       "stages",    "step, us"};
  grid_open(&c.table, "llrrrlrrrrrr");
  c.table.keys = 2;
  grid_row(&c.table, head);
  if (c.json) {
    out_text("{\"scenario\": ");
    out_json_string(ulna_scenario_name(scenario));
    out_text(", \"runs\": [");
  }
  const int code = run_all(&c);
  if (c.json) out_text("]}\n");
  else if (code == DONE || code > BAD) write_table(&c);
  grid_close(&c.table);
  free(c.remarks);
  ulna_page_destroy(c.page);
  ulna_report_destroy(c.report);
  return code == DONE ? c.code : code;
}
