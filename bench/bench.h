/* The frame of every benchmark: one robot, many states, several ways to do the same job.
 *
 * First every way's answer is compared with ours. Then all run for a while untimed. Then they are timed in turn, in one run;
 * each round begins with another one, so that other work of the machine slows all alike. A call's time is that of a walk over
 * all states divided by their number; the lowest decile and the median of the walks are kept. What counts is the ratio. With
 * ULNA_BENCH_CSV=FILE in the environment every figure also goes to that file, as
 *   table,name,by,ns,median_ns,ratio */
#ifndef ULNA_BENCH_H
#define ULNA_BENCH_H

#include <stddef.h>

#include "base/clock.h"
#include "base/numbers.h"
#include "peers.h"
#include "ulna/ulna.h"

/* In nanoseconds. */
static inline double bench_now(void) { return 1e9 * clock_seconds(); }

enum { BENCH_STATES = 256, BENCH_MOST_JOBS = 24 };

/* The robot from a file in robots/; ends the program with a message if it cannot be had. */
ulna_model *bench_model(const char *file);
ulna_work *bench_work(const ulna_model *model);

/* The same arm for the others: links only, whatever the file has of drives, and no payload. */
peer_arm bench_arm(const ulna_model *model);

/* States inside ±3 rad or ±0.5 m, seeded; BENCH_STATES rows of n each. tau is the inverse dynamics of the rest. */
typedef struct {
  int n;
  double *q, *qd, *qdd, *tau;
} bench_states;
bench_states bench_draw(const ulna_model *model, ulna_work *work);
void bench_forget(bench_states *x);

/* One way to do the job. run: for all states s, out[s·width …] = answer; a peer that is being timed leaves the answers in
 * its own form. */
typedef struct bench_job {
  const char *name, *by;
  void (*run)(const struct bench_job *job, const bench_states *x, double out[]);
  void *context;         /* ours: an ulna_work; a peer's own object */
  const void *with;      /* ours: the ulna_model; a peer's library */
  double goal;           /* how many times faster job 0 shall be; 0: none set */
  double decile, median; /* nanoseconds a call, filled by bench_time */
  int timed;             /* set while it is */
} bench_job;

/* Largest difference of any number from job 0's, relative to the largest number job 0 gives in that state, over
 * all states. */
double bench_difference(const bench_job jobs[], int which, const bench_states *x, int width);

void bench_time(bench_job jobs[], int count, const bench_states *x, int width);

/* The table: ours first, then each peer with its ratio (of lowest deciles), the goal, and whether it is met. A goal
 * that is missed is for the reader to judge, on a machine that may be busy; only a wrong answer ends a bench. */
void bench_print(const char *title, const bench_job jobs[], int count);

/* One figure for a machine to read, where the environment asks for a file; bench_print writes its own. NAN: there is none. */
void bench_csv(const char *table, const char *name, const char *by, double ns, double median, double ratio);

/* Peers that accept the arm, as jobs after the first `count`: each twice, its calls free to overlap and each waiting for the
 * answer before; returns how many jobs there are then. The states go to them here, in their own form. goal: KDL, MuJoCo,
 * DART. */
int bench_add_peers(bench_job jobs[], int count, const peer_arm *arm, const bench_states *x,
                    const double goal[3], peer_question question);
void bench_remove_peers(bench_job jobs[], int first, int count);

#endif
