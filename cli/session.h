/* The session of a command over states: a robot, its states, and the records it writes. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli.h"
#include "output.h"
#include "robot.h"
#include "states.h"
#include "ulna/batch.h"

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
/* The same by batches, in lanes and on all processors. Returns whether that is possible: states come from an .npz
 * file, `name` (`width` numbers a state) goes to one, and the options ask for nothing that a batch does not have.
 * alone: it is the command's only result; else `--only name` says so. */
typedef ulna_status (*batch_function)(const ulna_model *model, ulna_batch *batch, size_t count,
                                      const ulna_batch_states *states, double out[]);
bool session_batches(const session *s, const arguments *args, const char *name, bool alone);
int session_run_batch(session *s, bool links_only, batch_function compute, const char *name, int width);
void session_close(session *s);

#endif
