/* Changes of a run by hand while it goes on: pushes on the hand, other gains. What was changed is kept with the instants at which
 * it took effect, and as the scenario's `changes` gives the same run to the last bit. */
#ifndef ULNA_RUN_CHANGES_H
#define ULNA_RUN_CHANGES_H

#include "ulna/scenario.h"

/* As ulna_run_create, of a run that is open to changes: pushes begin and end at multiples of `every` s, unless the scenario says
 * another. Where the scenario has pushes already, new ones hold up to the next of those. */
ulna_status ulna_run_create_open(const ulna_scenario *scenario, const ulna_run_options *options, double every,
                                 const ulna_allocator *allocator, ulna_report *report,
                                 ulna_run **run) ULNA_MUST_CHECK;

/* All of these between steps: by the sink's functions, or between calls of advance. */

/* The world pushes the hand with so many N, base axes, from the first multiple of `every` after the present time on; *at is
 * that. Of two for the same multiple the later counts; but no force after a force leaves it at least the time `every`.
 * ULNA_INVALID_ARGUMENT: not open, or over by then; ULNA_NOT_FINITE. */
ulna_status ulna_run_push(ulna_run *run, const double force[3], double *at) ULNA_MUST_CHECK;

/* A gain that the controller reads, by its place from 0 on; false beyond the last. */
typedef struct {
  char name[40];
  const char *unit;
  double value;
} run_gain;
bool ulna_run_gain(const ulna_run *run, int index, run_gain *gain);

/* Changes one from the controller's next sample on; *at is that. NULL, or a sentence that says why not. */
const char *ulna_run_set_gain(ulna_run *run, const char *name, double value, double *at);

/* How many changes there are, and all of them as the value of the key `changes`, in one line (YAML, JSON), to be freed; NULL: no
 * memory. */
int ulna_run_change_count(const ulna_run *run);
char *ulna_run_changes_text(const ulna_run *run);

#endif
