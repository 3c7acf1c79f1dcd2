/* A run from the inside. */
#ifndef ULNA_RUN_RUN_H
#define ULNA_RUN_RUN_H

#include "scenario/scenario.h"

enum { RUN_FAILURE = SCENARIO_FAILURE, RUN_WARNING = 240 };

/* What is desired at an instant: of the joints or, if `hand`, of the hand. */
typedef struct {
  int segment; /* -1: there is no trajectory, the start is held */
  bool hand;
  double *q, *qd, *qdd;
  ulna_pose pose;
  double twist[6], acceleration[6];
} run_set_point;

/* Sums from which the summary's figures come. */
typedef struct {
  long rows;
  double off, lag, turned; /* squares */
} tracking_sums;

/* Times of steps, counted by their logarithm: memory does not grow with the run. */
enum { TIME_BINS = 640, TIME_BINS_PER_OCTAVE = 20 }; /* from 1 ns to 4 s */

/* What shows that a run is worth nothing; run_watch.c. */
typedef struct {
  double *last, *change, *largest;        /* n: joint torques of the controller, from sample to sample */
  int *reversals;                         /* n: in a row, up to now */
  double cut_for, longest_cut, cut_until; /* s */
  long chatter_samples;
  int chatter_joint;
  double chatter_from, chatter_by;
  double held_from; /* when the controller began to hold the arm; NaN: it does not */
  double unheld,
      unheld_at; /* the largest speed of a joint since, in units of its limit; 0: it was held. And when */
  int unheld_joint;
} run_watch;

/* A second reader of the same rows and events, with groups of columns of its own choice: the page (page/page.h). */
typedef struct {
  void *context;
  bool group[GROUP_COUNT];
  int column_count; /* from here on set by ulna_run_listen; they live as long as the run */
  ulna_column *columns;
  double *row;
  void (*take_row)(void *context, const double row[]);
  void (*take_event)(void *context, const ulna_run_event *event);
} run_listener;

/* Changes by the user, the scenario's own and those made while it runs; run_changes.c. */
typedef struct {
  bool open;    /* to more of them */
  double every; /* s: pushes begin and end at multiples of it; 0: there are none */
  int points;   /* 0, every, 2 every, … up to the end */
  double
      last_by_hand; /* which of the points the last push by hand has; 0, where none can begin: there was none */
  double *times, *force[3];
  ulna_channel wrench[6]; /* the scenario's, and the pushes */
  ulna_axes axes;
  int push_count, push_room, retuning_count, retuning_room,
      retuned; /* retuned: those that the controller has */
  scenario_push *pushes;
  scenario_retuning *retunings;
  ulna_controller_options tuned,
      asked; /* the controller's by now, and with all changes that were asked for */
} run_changes;

struct ulna_run {
  ulna_allocator allocator;
  arena memory;
  ulna_scenario scenario; /* a copy, which shares what its pointers lead to, with the options put in place */
  ulna_sensors sensors;   /* the scenario's, with the run's seed */
  ulna_simulation *simulation;
  ulna_adaptive *adaptive; /* NULL: fixed steps */

  ulna_controller *controller;     /* NULL: none */
  ulna_sampled_controller sampled; /* how the simulation sees it */
  ulna_model *control_model;       /* the run's own, in place of the scenario's; NULL: none */
  ulna_model *arm_model;           /* the run's own plant; NULL: the scenario's */
  int payloads_told;
  run_changes changes;
  ulna_work *push_work; /* for the hand of those that push; NULL: nobody can */
  long saturated;
  run_watch watch;
  long *step_times;                       /* TIME_BINS; NULL: not measured */
  run_set_point set_point, row_set_point; /* at the last sample, and at the last row */
  ulna_work *work;                        /* for the hand of set points of joints */

  int column_count;
  ulna_column *columns;
  double *row;

  run_listener *listener; /* NULL: none */

  double rows, last_row;     /* given so far; number of the one to rest at */
  const ulna_run_sink *sink; /* of the advance that is under way */
  ulna_status sink_status;   /* what it returned for an event */
  ulna_status status;        /* of the last advance; what is not ULNA_OK stays */
  char failure[RUN_FAILURE];

  ulna_run_summary summary;
  ulna_run_effort *effort;     /* n */
  double *effort_squares;      /* n: sums over the rows */
  ulna_run_tracking *tracking; /* one for each segment */
  tracking_sums *tracking_sums;
  ulna_run_contact contact;
  ulna_run_control control;
  ulna_run_reference reference;
  char fault[RUN_WARNING - 40];
  double *last_q_a; /* n: at the last row */
  double force_sum;
  long force_rows;
  bool pushes; /* some segment does */
  char (
      *warnings)[RUN_WARNING]; /* three for each joint at most, the controller's, and those of run_watch.c */
  const char **warning_texts;
};

/* Makes the controller, if the scenario has one. */
ulna_status ulna_run_make_controller(ulna_run *run);
bool ulna_run_time_steps(ulna_run *run);        /* false: there is no memory to measure them in */
double ulna_run_step_time(const ulna_run *run); /* the median, s; NaN: not measured */
void ulna_run_set_point(ulna_run *run, double t, run_set_point *p);

/* The channels of pushes into the options, in place of the scenario's wrench; `every` > 0: the run is open to changes.
 * ULNA_OUT_OF_MEMORY; ULNA_INVALID_ARGUMENT: too many instants. Then the gains that are due at time t. */
ulna_status ulna_run_changes_start(ulna_run *run, double every, ulna_simulation_options *options);
ulna_status ulna_run_retune(ulna_run *run, double t);

/* Figures of tracking and contact: room and names for them; a row; the means, before they are shown. */
ulna_status ulna_run_figures_start(ulna_run *run);
void ulna_run_figures_row(ulna_run *run, const ulna_sample *sample);
void ulna_run_figures_close(ulna_run *run);

/* What makes a run worthless: room to watch in, false if there is none; a step of the controller; the first warnings of the
 * summary, whose energy is there. */
bool ulna_run_watch_start(ulna_run *run);
void ulna_run_watch_step(ulna_run *run, const ulna_measured *measured, bool holds);
void ulna_run_watch_close(ulna_run *run);
double ulna_run_allowed_effort(const ulna_scenario *s,
                               int i); /* of joint i, by the robot and its controller */

/* The columns of a run, and a row from a sample. ULNA_OUT_OF_MEMORY. */
ulna_status ulna_run_make_columns(ulna_run *run);
void ulna_run_row(ulna_run *run, const bool group[], const ulna_sample *sample, double row[]);

/* From now on the listener hears every row and event; NULL: nobody does. It must outlive the run or be taken away. Groups
 * that need a controller are left out where there is none. ULNA_OUT_OF_MEMORY. */
ulna_status ulna_run_listen(ulna_run *run, run_listener *listener) ULNA_MUST_CHECK;

/* An event in words, told to the run's sink and listener. */
void ulna_run_tell_event(ulna_run *run, const ulna_event *event);

#endif
