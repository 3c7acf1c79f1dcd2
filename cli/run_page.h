/* The page of runs that --report asks for. */
#ifndef CLI_RUN_PAGE_H
#define CLI_RUN_PAGE_H

#include "cli.h"
#include "page/page.h"

/* A page for so many runs of the scenario at most; *page NULL where none is asked for. DONE or BAD. */
int run_page_open(const arguments *args, const char *name, const ulna_scenario *scenario, int runs,
                  ulna_page **page);
/* Before its first advance; title NULL: the scenario's. */
void run_page_listen(ulna_page *page, const char *title, const char *name, const ulna_scenario *scenario,
                     ulna_run *run);
/* Writes it, if there is one. DONE, or BAD with a message. */
int run_page_write(const arguments *args, ulna_page *page);

/* Parts of that, for other pages: the robot, with its file beside the scenario; the scenario as it is written, to be freed, NULL
 * where it cannot be read again. */
void run_page_robot(ulna_page *page, const char *name, const ulna_scenario *scenario);
char *run_page_source(const char *name);

#endif
