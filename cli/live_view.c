/* The page of a running simulation (--view): serves it on this machine and takes its commands. */
#include "live_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "numbers.h"
#include "output.h"
#include "run_page.h"

int live_view_check(const arguments *args)
{
  static const option_id needing[] = {OPT_SPEED, OPT_SAVE};
  for (int k = 0; k < 2; k++)
    if (given(args, needing[k]) && !given(args, OPT_VIEW))
      return fail("--%s needs --view", options[needing[k]].name);
  if (given(args, OPT_VIEW) && given(args, OPT_COMPARE))
    return fail("--view shows one run while it goes on; --compare has several (--report shows them)");
  return DONE;
}

static int read_speed(const arguments *args, double *speed)
{
  *speed = 1;
  char why[200];
  const char *text = args->value[OPT_SPEED];
  if (!text) return DONE;
  const int count = numbers_parse(text, NO_ANGLES, NULL, speed, 1, why, sizeof why);
  if (count < 0) return fail("--speed: %s", why);
  if (count != 1 || !(*speed > 0 && *speed <= 1e6))
    return fail("--speed: \"%.40s\" is not a number above 0, up to 1e6", text);
  return DONE;
}

int live_view_open(const arguments *args, const char *name, const ulna_scenario *scenario, ulna_run *run,
                   live_view *view)
{
  *view = (live_view){.page = NULL};
  if (!given(args, OPT_VIEW)) return DONE;
  if (ulna_page_create(PAGE_LIVE, ulna_scenario_name(scenario), 1, NULL, &view->page) != ULNA_OK)
    return fail("out of memory");
  run_page_robot(view->page, name, scenario);
  view->source = run_page_source(name);
  ulna_page_listen(view->page, ulna_scenario_name(scenario), view->source, run);
  return DONE;
}

static bool stopped(void) { return interrupt_seen() != 0; }

int live_view_serve(const arguments *args, const char *name, ulna_run *run, live_view *view)
{
  if (!view->page) return DONE;
  char why[LIVE_WHY];
  live_options o = {
      .source = view->source, .name = name, .forward = given(args, OPT_REPORT), .stopped = stopped};
  if (read_speed(args, &o.speed) != DONE) return BAD;
  if (ulna_page_finish(view->page, &o.page, &o.page_length) != ULNA_OK) return fail("out of memory");
  view->session = ulna_live_session_open(run, &o, why);
  return view->session ? DONE : fail("--view: %s", why);
}

void live_view_close(live_view *view)
{
  ulna_live_session_close(view->session);
  ulna_page_destroy(view->page);
  free(view->source);
}

void live_view_wait(const live_view *view)
{
  if (!view->session) return;
  fprintf(stderr, "ulna simulate: the run begins when this page is opened: %s\n",
          ulna_live_session_address(view->session));
  ulna_live_session_wait(view->session);
}

static int save_changed(const arguments *args, const live_view *view)
{
  const char *path = args->value[OPT_SAVE];
  if (!path) return DONE;
  char why[LIVE_WHY];
  char *text = ulna_live_session_changed(view->session, why);
  if (!text) return fail("--save %s: %s", path, why);
  out_flush();
  int code = out_to_file(path);
  if (code == DONE) {
    out_bytes(text, strlen(text));
    code = out_finish();
  }
  free(text);
  return code;
}

int live_view_end(const arguments *args, const live_view *view, const char *how)
{
  if (!view->session) return DONE;
  const int code = save_changed(args, view);
  out_flush();
  ulna_live_session_end(view->session, how ? how : "the end was reached");
  return code;
}
