/* How far a long computation is, on stderr. On a terminal one line that is overwritten; elsewhere plain lines now and
 * then, or nothing. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

/* Many states: a line if stderr is a terminal, stdout is not, and it takes longer than a moment. fraction < 0: not known. */
void progress_show(long long count, double fraction);

/* A simulation at time t of `duration`: a bar on a terminal; elsewhere a line after two seconds, and then less and
 * less often. May be called as often as you like. */
void progress_run(double t, double duration);

/* Takes the line away, so that something else can be written. */
void progress_clear(void);

/* Seconds, of a clock that only goes forward. */

#endif
