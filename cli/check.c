/* ulna check: every problem of robot files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "output.h"
#include "robot.h"

static void print_problem(const ulna_problem *problem)
{
  const int length = ulna_problem_format(problem, NULL, 0);
  char *line = allocate((size_t)length + 1, 1);
  ulna_problem_format(problem, line, (size_t)length + 1);
  out_printf("%s\n", line);
  free(line);
}

/* Checks one file; the worst of DONE, FOUND and BAD is the command's. */
static int check_one(const char *name, const reading *r, bool strict)
{
  ulna_report *report = NULL;
  ulna_model *model = NULL;
  if (ulna_report_create(NULL, &report) != ULNA_OK) return fail("out of memory");
  const ulna_robot *known = built_in(name);
  const ulna_status status = known ? ulna_robot_load(known->key, &r->options, NULL, report, &model)
                                   : ulna_model_read(name, &r->options, NULL, report, &model);
  int code = DONE;
  if (status == ULNA_CANNOT_READ || status == ULNA_OUT_OF_MEMORY) {
    // the reader's own words, without "file:0:0: error: cannot read"
    const ulna_problem *p = ulna_report_size(report) > 0 ? ulna_report_get(report, 0) : NULL;
    code = p ? fail("%s: %s", name, p->text) : fail("%s: %s", name, ulna_status_text(status));
  } else {
    for (size_t i = 0; i < ulna_report_size(report); i++) print_problem(ulna_report_get(report, i));
    if (status != ULNA_OK || ulna_report_count(report, strict ? ULNA_WARNING : ULNA_ERROR) > 0) code = FOUND;
    if (status != ULNA_OK && ulna_report_count(report, ULNA_ERROR) == 0)
      out_printf("%s: error: %s\n", name, ulna_status_text(status));
  }
  ulna_model_destroy(model);
  ulna_report_destroy(report);
  return code;
}

int run_check(const arguments *args)
{
  reading r;
  int worst = reading_open(&r, args);
  if (worst == DONE)
    for (int i = 0; i < args->operand_count; i++) {
      const int code = check_one(args->operands[i], &r, given(args, OPT_STRICT));
      if (code > worst) worst = code;
    }
  reading_close(&r);
  return worst;
}
