/* A robot like another, with other masses, friction, payload and gravity. */
#ifndef ULNA_SCENARIO_LIKENESS_H
#define ULNA_SCENARIO_LIKENESS_H

#include "ulna/builder.h"
#include "ulna/model.h"

typedef struct {
  const double *mass;     // n: each link's mass and inertia times this; NULL: as they are
  double friction;        // all friction times this
  double payload;         // kg more at the tool frame's origin, part of the last link
  const double *gravity;  // 3, world axes; NULL: as it is
} likeness;

/* accept: conditions accepted for the given robot, and so for its likeness. */
ulna_status ulna_likeness(const ulna_model *given, int accept_count, const ulna_waiver *accept,
                          const likeness *as, const ulna_allocator *allocator,
                          ulna_model **model) ULNA_MUST_CHECK;

#endif
