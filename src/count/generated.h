/* Operations of generated code (src/generate), for the tables. Kind-free. */
#ifndef ULNA_COUNT_GENERATED_H
#define ULNA_COUNT_GENERATED_H

#include "count/formulations.h"
#include "count/operations.h"
#include "ulna/memory.h"
#include "ulna/status.h"

/* A stage of [Mudge] for this arm: RESOLVED, UNIFIED, GROSS, FINE or FINE_GRAVITY. Multiplications include divisions.
 * out (may be NULL), n: what that code gives at the state; qdd of RESOLVED, the first of the forces of FINE_GRAVITY, else
 * torques. */
ulna_status ulna_count_generated_stage(control_task task, const formulation_arm *arm, formulation_state state,
                                       const control_input *in, const ulna_allocator *allocator,
                                       ulna_operations *operations, double out[]) ULNA_MUST_CHECK;

#endif
