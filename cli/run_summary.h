/* The summary of a simulation. */
#ifndef CLI_RUN_SUMMARY_H
#define CLI_RUN_SUMMARY_H

#include "cli.h"
#include "plot/series.h"
#include "ulna/scenario.h"

enum { FIRST_EVENTS = 5, EVENT_TEXT = 80 };

typedef struct {
  double t;
  char kind[EVENT_TEXT], what[EVENT_TEXT], detail[EVENT_TEXT];
} noted_event;

typedef struct {
  char kind[EVENT_TEXT];
  long long count;
} event_kind;

/* Counts events as they come. */
typedef struct {
  long long count;
  int kinds, room;
  event_kind *kind; /* in the order of their first */
  noted_event first[FIRST_EVENTS];
} event_tally;

void tally_event(event_tally *t, const ulna_run_event *event);
void tally_close(event_tally *t);

typedef struct {
  const ulna_scenario *scenario;
  ulna_run *run;
  const event_tally *events;
  double wall;           /* seconds it took */
  const char *recording; /* NULL: none */
  long long recorded;    /* rows */
  const char *stopped;   /* why it is not complete; NULL: it is */
  const ulna_series *signals;
  bool utf8; /* the characters for signals */
} run_summary;

void summary_text(const run_summary *s);
void summary_json(const run_summary *s);

/* Parts of JSON that other commands on runs write too: `, "name": x` (null for what is not finite); a list of efforts. */
void number_json(const char *name, double x);
void efforts_json(const ulna_run_summary *s);

#endif
