/* Changes that a user makes to a run while it goes on: pushes on the hand, other gains. They are kept with the
 * instants at which they took effect; as the scenario's `changes` they give the same run to the last bit. */
#ifndef ULNA_RUN_CHANGES_H
#define ULNA_RUN_CHANGES_H

#include "ulna/scenario.h"

/* As ulna_run_create, for a run that is open to changes: pushes begin and end at multiples of `every` s, unless the
 * scenario has its own. If the scenario already has pushes, a new one lasts until the next of those. */
ulna_status ulna_run_create_open(const ulna_scenario *scenario, const ulna_run_options *options, double every,
                                 const ulna_allocator *allocator, ulna_report *report,
                                 ulna_run **run) ULNA_MUST_CHECK;

/* All of these between steps: by the sink's functions, or between calls of advance. */

/* The world pushes the hand with so many N, base axes, from the first multiple of `every` after the present time on; *at is
 * that. If two fall on the same multiple the later counts; but a force that ends at once still lasts for the time
 * `every`. ULNA_INVALID_ARGUMENT: not open, or over by then; ULNA_NOT_FINITE. */
ulna_status ulna_run_push(ulna_run *run, const double force[3], double *at) ULNA_MUST_CHECK;

/* A gain that the controller reads, by index from 0; false beyond the last. */
typedef struct {
  char name[40];
  const char *unit;
  double value;
} run_gain;
bool ulna_run_gain(const ulna_run *run, int index, run_gain *gain);

/* Changes one from the controller's next sample on; *at is that. NULL, or a sentence that says why not. */
const char *ulna_run_set_gain(ulna_run *run, const char *name, double value, double *at);

/* All changes as the value of the key `changes`, in one line (YAML, JSON), to be freed; NULL: no memory. */
char *ulna_run_changes_text(const ulna_run *run);

#endif
