/* A run that is watched while it goes on: paced by real time, shown by a page, changed by its commands. */
#ifndef ULNA_LIVE_SESSION_H
#define ULNA_LIVE_SESSION_H

#include "live/server.h"
#include "ulna/scenario.h"

typedef struct live_session live_session;

typedef struct {
  const char *page; /* what is served; it must outlive the session */
  size_t page_length;
  const char *source, *name; /* the scenario's text, and its file for messages and relative names; or NULL */
  double speed;              /* simulated seconds per second */
  bool forward;              /* who listened to the run before goes on listening */
  bool (*stopped)(void);     /* whether a signal has come */
} live_options;

/* As ulna_run_create, for a run that is open to changes (run/changes.h): pushes begin and end at multiples of 10
 * ms. */
ulna_status ulna_live_run_create(const ulna_scenario *scenario, const ulna_run_options *options,
                                 ulna_report *report, ulna_run **run) ULNA_MUST_CHECK;

/* A session for such a run with a listener (page/page.h), whose columns the page has; call it before the first
 * advance. NULL with a reason. */
live_session *ulna_live_session_open(ulna_run *run, const live_options *options, char why[LIVE_WHY]);
void ulna_live_session_close(live_session *session); /* NULL is allowed */

const char *ulna_live_session_address(const live_session *session);

/* Waits for a page, or a signal. */
void ulna_live_session_wait(live_session *session);

/* After every step: tells the page, takes its commands, and waits until the step's time has come. */
void ulna_live_session_step(live_session *session, double t);

/* Tells the page how it ended, and stays for it until it is closed, or a signal comes. */
void ulna_live_session_end(live_session *session, const char *how);

/* The scenario with its changes, to be freed; NULL with a reason. */
char *ulna_live_session_changed(const live_session *session, char why[LIVE_WHY]);

#endif
