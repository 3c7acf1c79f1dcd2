/* Arms one by one through the plant, for rollouts: their beginnings, and the steps in which something sticks or lets go. */
#ifndef ULNA_BATCH_ROLLOUT_H
#define ULNA_BATCH_ROLLOUT_H

#include "base/layout.h"
#include "batch/batch_internal.h"
#include "ulna/plant.h"

/* A thread's memory for it. */
struct rollout_worker {
  ulna_plant *plant;
  double *y, *tau;   // of the arm at work: its state; what drives it
  double *q, *qd;    // n each: for those who call
  int *mode, *rest;  // ULNA_BATCH_BLOCK × places: of a block of arms; n zeros: no stops
  int places;
};

void ulna_rollout_walk(rollout_worker *r, layout *l, const ulna_model *model);
ulna_status ulna_rollout_create(rollout_worker *r, const ulna_model *model, bool friction,
                                const ulna_allocator *allocator);
int ulna_rollout_numbers(const ulna_model *model);  // of a plant's state

/* Arm `arm` of a call: its modes from its speeds; speeds of what sticks become exactly zero. */
ulna_status ulna_rollout_start(rollout_worker *r, const batch_arm *arm, const batch_call *call, size_t state,
                               double q[], double qd[], int mode[]);

/* One step of it, number `step` from 0, with everything that happens on the way. */
ulna_status ulna_rollout_step(rollout_worker *r, const batch_arm *arm, const batch_call *call, size_t state,
                              size_t step, double q[], double qd[], int mode[]);

/* Arms of a call from beginning to end. */
void ulna_rollout_run_single(rollout_worker *r, const batch_arm *arm, const batch_call *call, size_t first,
                             size_t count);

#endif
