/* ulna check: every problem of robot files and scenarios. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "colour.h"
#include "output.h"
#include "robot.h"
#include "ulna/scenario.h"

/* Reads a robot, or a scenario where that is what the file is; *what: what it is, in words, to be freed. */
static ulna_status read_one(const char *name, const reading *r, bool allow_outside, ulna_report *report,
                            char **what)
{
  ulna_model *model = NULL;
  const ulna_robot *known = built_in(name);
  ulna_status status = known ? ulna_robot_load(known->key, &r->options, NULL, report, &model)
                             : ulna_model_read(name, &r->options, NULL, report, &model);
  if (model)
    *what = text_printf("robot \"%s\", %d %s", ulna_model_name(model), ulna_model_joint_count(model),
                        ulna_model_joint_count(model) == 1 ? "joint" : "joints");
  ulna_model_destroy(model);
  const bool scenario_found = ulna_report_count(report, ULNA_NOTE) > 0 &&
                              strcmp(ulna_report_get(report, 0)->condition, "scenario") == 0;
  // a scenario says itself what it accepts and which gravity it has: with these options a robot was meant
  if (!scenario_found || r->options.gravity || r->options.accept_count > 0) return status;
  ulna_report_clear(report);
  ulna_scenario *scenario = NULL;
  const ulna_scenario_read_options reading_options = {.allow_outside = allow_outside};
  status = ulna_scenario_read(name, &reading_options, NULL, report, &scenario);
  if (scenario) {  // a sound scenario may still not run: its integrator is not built in, its method is for links alone
    ulna_run *run = NULL;
    status = ulna_run_create(scenario, NULL, NULL, report, &run);
    ulna_run_destroy(run);
  }
  if (scenario)
    *what = text_printf("scenario \"%s\" with %s, %g s", ulna_scenario_name(scenario),
                        ulna_scenario_robot(scenario), ulna_scenario_duration(scenario));
  ulna_scenario_destroy(scenario);
  return status;
}

static void tell_well(const char *name, const char *what)
{
  out_printf("%s: ", name);
  out_colour(COLOUR_GREEN);
  out_text("all is well");
  out_colour(COLOUR_NONE);
  out_printf(": %s\n", what);
}

/* Checks one file; the worst of DONE, FOUND and BAD is the command's. */
static int check_one(const char *name, const reading *r, const arguments *args)
{
  const bool strict = given(args, OPT_STRICT);
  ulna_report *report = NULL;
  if (ulna_report_create(NULL, &report) != ULNA_OK) return fail("out of memory");
  char *what = NULL;
  const ulna_status status = read_one(name, r, given(args, OPT_ALLOW_OUTSIDE), report, &what);
  int code = DONE;
  if (status == ULNA_CANNOT_READ || status == ULNA_OUT_OF_MEMORY) {
    // the reader's own words, without "file:0:0: error: cannot read"
    const ulna_problem *p = ulna_report_count(report, ULNA_NOTE) > 0 ? ulna_report_get(report, 0) : NULL;
    code = p ? fail("%s: %s", name, p->text) : fail("%s: %s", name, ulna_status_text(status));
  } else {
    tell_all(report, given(args, OPT_NO_NOTES) ? ULNA_WARNING : ULNA_NOTE, "");
    if (status != ULNA_OK || ulna_report_count(report, strict ? ULNA_WARNING : ULNA_ERROR) > 0) code = FOUND;
    if (status != ULNA_OK && ulna_report_count(report, ULNA_ERROR) == 0)
      out_printf("%s: error: %s\n", name, ulna_status_text(status));
    if (code == DONE && ulna_report_count(report, ULNA_WARNING) == 0 && what && !given(args, OPT_NO_NOTES))
      tell_well(name, what);
  }
  free(what);
  ulna_report_destroy(report);
  return code;
}

int run_check(const arguments *args)
{
  reading r;
  int worst = reading_open(&r, args);
  if (worst == DONE)
    for (int i = 0; i < args->operand_count; i++) {
      const int code = check_one(args->operands[i], &r, args);
      if (code > worst) worst = code;
    }
  reading_close(&r);
  return worst;
}
