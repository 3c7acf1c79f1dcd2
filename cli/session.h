/* What every command that goes through states has: a robot, its states, and the records it writes. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli.h"
#include "output.h"
#include "robot.h"
#include "states.h"

typedef struct {
  robot robot;
  states states;
  table_out out;
} session;

/* Opens robot and states by the command line. DONE or BAD; session_close is needed either way. */
int session_open(session *s, const arguments *args);
/* With --echo: adds what `names` lists (letters "qvat" for q, qd, qdd, tau) to the records. */
void session_echo(session *s, const arguments *args, const char *names);
/* Computes and writes one record per state, until there are no more or `compute` returns other than DONE. */
int session_run(session *s, int (*compute)(void *context, const states *state), void *context);
void session_close(session *s);

#endif
