/* The page of a running simulation (--view): serves it on this machine and takes its commands. */
#ifndef CLI_LIVE_VIEW_H
#define CLI_LIVE_VIEW_H

#include "cli.h"
#include "live/session.h"
#include "page/page.h"

typedef struct {
  ulna_page *page;
  live_session *session; /* NULL: no --view */
  char *source;          /* the scenario's text */
} live_view;

/* Checks that --view, --speed and --save fit each other and the other options. DONE or BAD. */
int live_view_check(const arguments *args);

/* The page, before anybody else listens to the run; then the server, after all who do. DONE or BAD. */
int live_view_open(const arguments *args, const char *name, const ulna_scenario *scenario, ulna_run *run,
                   live_view *view);
int live_view_serve(const arguments *args, const char *name, ulna_run *run, live_view *view);
void live_view_close(live_view *view);

/* Says where the page is, and waits until it is opened or a signal comes. */
void live_view_wait(const live_view *view);

/* Tells the page that the run is over and stays for it; writes what --save asks for. DONE or BAD. */
int live_view_end(const arguments *args, const live_view *view, const char *how);

#endif
