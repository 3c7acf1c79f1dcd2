/* Any bytes read as a robot file: a model, or a status with at least one error that says why, each a printable line at
 * a place of the file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ulna/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

static void look_at_problems(const ulna_report *report)
{
  int line = 0;
  for (size_t i = 0; i < ulna_report_count(report, ULNA_NOTE); i++) {
    const ulna_problem *p = ulna_report_get(report, i);
    expect(p->line >= line, "problems are in order");
    line = p->line;
    expect(p->text && *p->text && p->condition && *p->condition, "a problem has words");
    char text[100];
    expect(ulna_problem_format(p, text, sizeof text) > 10, "a problem has a line");
    expect(!strchr(text, '\n'), "a problem is one line");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  ulna_report *report = NULL;
  if (ulna_report_create(NULL, &report) != ULNA_OK) return 0;
  ulna_model *model = NULL;
  const ulna_status status =
      ulna_model_read_text((const char *)data, size, "fuzz.yaml", NULL, NULL, report, &model);
  const size_t errors = ulna_report_count(report, ULNA_ERROR);
  expect((status == ULNA_OK) == (model != NULL), "a model comes with ULNA_OK alone");
  expect((status == ULNA_OK) == (errors == 0), "a failure has an error in the report, a model has none");
  look_at_problems(report);
  if (model) {
    expect(ulna_model_joint_count(model) > 0, "a model has joints");
    expect(ulna_model_find_joint(model, ulna_model_joint(model, 1)->name) == 1,
           "a joint is found by its name");
  }
  ulna_model_destroy(model);
  ulna_report_destroy(report);
  return 0;
}
