/* States from .npy and .npz files; for states.c. */
#ifndef CLI_STATES_ARRAYS_H
#define CLI_STATES_ARRAYS_H

#include "states.h"

extern const char *const state_names[STATE_KINDS];
/* Results of ours that are no part of a state, as columns: status, pose_…, F_a1, … */
bool states_other_result(const char *name);

/* Opens s->path. An .npy file has q, or q and qd, or q, qd and qdd (of a command that takes --tau: tau) beside each other. DONE or
 * BAD. */
int states_open_arrays(states *s, bool forces);
int states_next_row(states *s); /* as states_next */
void states_close_arrays(states *s);

#endif
