/* Any bytes read as a scenario: a scenario, or a status with at least one error that says why, each a printable line at a
 * place of the file. What can be read can be started, or is refused with a word; what is started goes on for a while, with
 * rows of finite numbers, or ends with a sentence that says why. No file is named but by chance. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ulna/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

/* Places of one file come in order; a robot's or a table's own problems stand between. */
static void look_at_problems(const ulna_report *report)
{
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    const ulna_problem *p = ulna_report_get(report, i);
    expect(p->text && *p->text && p->condition && *p->condition, "a problem has words");
    char text[100];
    expect(ulna_problem_format(p, text, sizeof text) > 10, "a problem has a line");
    expect(!strchr(text, '\n'), "a problem is one line");
  }
}

/* Names of devices could be opened and never end. */
static int names_a_device(const uint8_t *data, size_t size)
{
  for (size_t i = 0; i + 4 <= size; i++)
    if (memcmp(data + i, "dev/", 4) == 0 || memcmp(data + i, "proc", 4) == 0) return 1;
  return 0;
}

enum { MOST_STEPS = 300, MOST_ROWS = 40 };

typedef struct {
  int columns, rows, steps;
} watched;

static ulna_status look_at_row(void *context, const double row[])
{
  watched *w = context;
  for (int k = 0; k < w->columns; k++) expect(!isinf(row[k]), "no row has an infinite number");
  return ++w->rows > MOST_ROWS ? ULNA_UNSUPPORTED : ULNA_OK;
}

static ulna_status look_at_event(void *context, const ulna_run_event *event)
{
  (void)context;
  expect(isfinite(event->t) && event->kind && event->what && event->detail, "an event is whole");
  return ULNA_OK;
}

/* Whoever runs it can end it, however short its steps are. */
static ulna_status count_step(void *context, double t)
{
  watched *w = context;
  expect(isfinite(t), "time is a number");
  return ++w->steps > MOST_STEPS ? ULNA_UNSUPPORTED : ULNA_OK;
}

static void advance(ulna_run *run)
{
  watched w = {.columns = ulna_run_column_count(run)};
  const ulna_run_sink sink = {.context = &w, .row = look_at_row, .event = look_at_event, .step = count_step};
  const double to = ulna_run_duration(run);
  ulna_status status = ulna_run_advance(run, 0.3 * to, &sink);
  if (status == ULNA_OK) status = ulna_run_advance(run, to, &sink);
  expect((status == ULNA_OK) == !*ulna_run_failure(run), "a run that ends early says why");
  expect(ulna_run_advance(run, to, NULL) == status || status == ULNA_OK, "once it has failed it fails again");
  const ulna_run_summary *s = ulna_run_summary_get(run);
  expect(isfinite(s->t) && s->warning_count >= s->worthless_count, "a summary is whole");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  ulna_report *report = NULL;
  if (names_a_device(data, size) || ulna_report_create(NULL, &report) != ULNA_OK) return 0;
  ulna_scenario *scenario = NULL;
  const ulna_status status =
      ulna_scenario_read_text((const char *)data, size, "fuzz.yaml", NULL, NULL, report, &scenario);
  const size_t errors = ulna_report_count(report, ULNA_ERROR);
  expect((status == ULNA_OK) == (scenario != NULL), "a scenario comes with ULNA_OK alone");
  expect((status == ULNA_OK) == (errors == 0), "a failure has an error in the report, a scenario has none");
  look_at_problems(report);
  if (scenario) {
    expect(ulna_scenario_name(scenario) && ulna_scenario_duration(scenario) > 0, "a scenario is whole");
    ulna_run *run = NULL;
    const ulna_status created = ulna_run_create(scenario, NULL, NULL, report, &run);
    expect((created == ULNA_OK) == (run != NULL), "a run comes with ULNA_OK alone");
    expect(created == ULNA_OK || ulna_report_count(report, ULNA_ERROR) > 0, "a run that is refused says why");
    if (run) advance(run);
    ulna_run_destroy(run);
  }
  ulna_scenario_destroy(scenario);
  ulna_report_destroy(report);
  return 0;
}
