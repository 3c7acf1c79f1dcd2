/* Any bytes read as a scenario: a scenario, or a status with at least one error that says why, each a printable line at a
 * place of the file. What can be read can be started, or is refused with a word; no file is named but by chance. */
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
  for (size_t i = 0; i < ulna_report_size(report); i++) {
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  ulna_report *report = NULL;
  if (names_a_device(data, size) || ulna_report_create(NULL, &report) != ULNA_OK) return 0;
  ulna_scenario *scenario = NULL;
  const ulna_status status =
      ulna_scenario_read_text((const char *)data, size, "fuzz.yaml", NULL, report, &scenario);
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
    ulna_run_destroy(run);
  }
  ulna_scenario_destroy(scenario);
  ulna_report_destroy(report);
  return 0;
}
