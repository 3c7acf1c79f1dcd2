/* An arm none of whose numbers is zero, and a motion of it: what operation counts are taken on. */
#ifndef ULNA_COUNT_GENERIC_ARM_H
#define ULNA_COUNT_GENERIC_ARM_H

#include "count/counts.h"

enum { GENERIC_LONGEST = 8, GENERIC_ROOM = 12 };  // counts go to the first, arms to the second

typedef struct {
  formulation_arm arm;
  link_numbers link[GENERIC_ROOM];
  double q[GENERIC_ROOM], qd[GENERIC_ROOM], qdd[GENERIC_ROOM];
  formulation_state at;
} generic_arm;

/* n ≤ GENERIC_ROOM joints of one type, gravity along z, base at rest, hand empty: their values. */
void ulna_generic_arm(generic_arm *a, int n, ulna_joint_type joints);

/* How a count is taken. */
typedef struct {
  count_task task;
  ulna_method method;
  ulna_joint_type joints;
  count_rules rules;
} count_run;

/* Counts the run for n = 1…GENERIC_LONGEST. ULNA_OUT_OF_MEMORY, results untouched. */
ulna_status ulna_count_lengths(const count_run *run, const ulna_allocator *allocator,
                               count_result results[GENERIC_LONGEST]);

#endif
