/* The robot of a command, and its surroundings. */
#ifndef CLI_ROBOT_H
#define CLI_ROBOT_H

#include <stdbool.h>

#include "cli.h"
#include "ulna/read.h"
#include "ulna/robots.h"
#include "ulna/work.h"

typedef struct {
  ulna_model *model;
  ulna_work *work;
  int n;
  ulna_report *report; /* what reading it told: warnings and notes */
  bool *turns;         /* n: joint i is revolute */
  ulna_base_motion base;
  double force[3], moment[3]; /* what the world does to the hand */
} robot;

/* The options that go to a reader: --base-link, --tip-link, --hold, --accept, --gravity. */
typedef struct {
  ulna_read_options options;
  double gravity[3];
  ulna_waiver accept[8];
  ulna_held_joint *held;
  char *texts; /* names the above point into */
  char *names;
} reading;
int reading_open(reading *r, const arguments *args);
void reading_close(reading *r);

/* The built-in robot that `name` means, or NULL if it means a file. */
const ulna_robot *built_in(const char *name);

/* The first error of a report in one line, how many more there are, and the command that shows `all`. BAD. */
int tell_first(const ulna_report *report, const char *name, ulna_status status, const char *all);
/* Every problem of a report on stdout, one a line behind `indent`. */
void tell_all(const ulna_report *report, ulna_severity least, const char *indent);
/* Prints warnings, and notes on what was merged or held. Notes on written waivers are left out: their author knows
 * them. */
void tell_warnings(const ulna_report *report);

/* Joint positions from the command line: a note where they are beyond limits; BAD, with a message, if degrees were
 * meant. */
int judge_posture(const robot *r, const arguments *args, option_id id, const double q[]);

/* Reads the ROBOT of the command line with its options, makes its work, and applies --base, --wrench, --payload.
 * Warnings, and notes that are not written waivers (those are for `check` and `show`), go
 * to stderr. DONE, or BAD with one line that says why. */
int robot_open(robot *r, const arguments *args);
void robot_close(robot *r);

/* Sets base motion and hand wrench in the work: as given on the command line, or none (`quiet`). */
void robot_surroundings(robot *r, bool quiet);

/* A link or welded frame by name: link number and pose in it. BAD with a message that names the nearest. */
int robot_find_link(const robot *r, const char *name, int *link, ulna_pose *in_link, bool *welded);

/* --payload, into a work of the robot. DONE or BAD. */
int robot_payload(const arguments *args, ulna_work *work);

#endif
