/* The page of a run that goes on (--view): served on this machine, its commands taken. */
#ifndef CLI_RUN_VIEW_H
#define CLI_RUN_VIEW_H

#include "cli.h"
#include "live/session.h"
#include "page/page.h"

typedef struct {
  ulna_page *page;
  live_session *session; /* NULL: no --view */
  char *source;          /* the scenario's text */
} run_view;

/* Whether --view, --speed and --save go together and with the rest. DONE or BAD. */
int run_view_check(const arguments *args);

/* The page, before anybody else listens to the run; then the server, after all who do. DONE or BAD. */
int run_view_open(const arguments *args, const char *name, const ulna_scenario *scenario, ulna_run *run,
                  run_view *view);
int run_view_serve(const arguments *args, const char *name, ulna_run *run, run_view *view);
void run_view_close(run_view *view);

/* Says where the page is, and waits until it is opened or a signal comes. */
void run_view_wait(const run_view *view);

/* Tells the page that the run is over and stays for it; writes what --save asks for. DONE or BAD. */
int run_view_end(const arguments *args, const run_view *view, const char *how);

#endif
