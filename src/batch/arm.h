/* The arm as lanes take it, made from the model once. */
#ifndef ULNA_BATCH_ARM_H
#define ULNA_BATCH_ARM_H

#include "base/layout.h"
#include "batch/batch_internal.h"

/* The one walk over its memory, and what is filled into it afterwards. */
void ulna_batch_arm_layout(batch_arm *arm, layout *l, const ulna_model *model);
void ulna_batch_arm_fill(batch_arm *arm, const ulna_model *model, bool driven);

#endif
