/* The page of runs that --report asks for. */
#include "run_page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/parts/parts.h"
#include "text/text.h"
#include "ulna/scenario.h"

void run_page_robot(ulna_page *page, const char *name, const ulna_scenario *scenario)
{
  // a robot's file stands beside the scenario that names it
  const char *robot = ulna_scenario_robot(scenario), *slash = strrchr(name, '/');
  const int folder = slash && robot[0] != '/' ? (int)(slash - name) + 1 : 0;
  char *file = text_printf("%.*s%s", folder, name, robot);
  ulna_page_robot(page, ulna_scenario_model(scenario), names_a_file(robot) ? file : NULL, NULL);
  free(file);
}

int run_page_open(const arguments *args, const char *name, const ulna_scenario *scenario, int runs,
                  ulna_page **page)
{
  *page = NULL;
  const char *path = args->value[OPT_REPORT];
  if (!path) return DONE;
  if (!has_ending(path, ".html") && !has_ending(path, ".htm"))
    return fail("--report: the name of a page must end in .html, not as in \"%s\"", path);
  if (ulna_page_create(PAGE_RUN, ulna_scenario_name(scenario), runs, NULL, page) != ULNA_OK)
    return fail("out of memory");
  run_page_robot(*page, name, scenario);
  return DONE;
}

char *run_page_source(const char *name)
{
  const ulna_built_in_scenario *known = names_a_file(name) ? NULL : ulna_scenario_find(name);
  if (known) return text_printf("%s", known->text);
  FILE *file = fopen(name, "rb");
  if (!file) return NULL;
  enum { MOST = 1 << 18 };
  char *text = allocate(MOST + 1, 1);
  text[fread(text, 1, MOST, file)] = 0;
  fclose(file);
  return text;
}

void run_page_listen(ulna_page *page, const char *title, const char *name, const ulna_scenario *scenario,
                     ulna_run *run)
{
  if (!page) return;
  char *source = run_page_source(name);
  ulna_page_listen(page, title ? title : ulna_scenario_name(scenario), source, run);
  free(source);
}

int run_page_write(const arguments *args, ulna_page *page)
{
  char why[400];
  if (!page || ulna_page_write(page, args->value[OPT_REPORT], why, sizeof why) == ULNA_OK) return DONE;
  return fail("--report: %s", why);
}
