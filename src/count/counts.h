/* Operations of the formulations, counted by running them on the tally's numbers. Kind-free. */
#ifndef ULNA_COUNT_COUNTS_H
#define ULNA_COUNT_COUNTS_H

#include "count/formulations.h"
#include "count/operations.h"

enum { COUNT_ROWS = 32, COUNT_LONGEST = 12 };

typedef struct {
  ulna_operations total;
  ulna_operations row[COUNT_ROWS];  // by the kernel's own rows (NE_w, …)
  long visits[COUNT_ROWS];          // how often each row was entered

  /* For inverse dynamics. schedule: each term on its own processor, begun when all it reads is there; outward and inward:
   * what a further link adds to it, for modified Newton–Euler of at least four links; depth: each operation begun when
   * its operands are there. */
  ulna_operations schedule, outward, inward, depth;
} count_result;

/* DEFAULT: ulna_inverse_dynamics; GRAVITY: the gravity pass alone; FORWARD_GIVEN: M x = tau. `way` says by what. */
typedef enum {
  COUNT_INVERSE_DYNAMICS,  // way: ulna_inverse_method, as in the next two
  COUNT_MASS_MATRIX,
  COUNT_CHRISTOFFEL,
  COUNT_DEFAULT,
  COUNT_FORWARD_DEFAULT,  // the kernel behind ulna_forward_dynamics, n ≤ COLUMNS_MOST; qdd is taken for tau
  COUNT_GRAVITY,
  COUNT_FORWARD,  // way: ulna_forward_method
  COUNT_FORWARD_GIVEN,
  COUNT_CONTROL  // way: control_task
} count_task;

/* The task that counts the text that runs for a method: COUNT_FORWARD_DEFAULT if the fast text has room for its columns. */
count_task ulna_count_forward_task(ulna_forward_method method, int n);

/* How a count is taken. */
typedef struct {
  count_task task;
  int way;
  ulna_joint_type joints;  // of the generic arm
  count_rules rules;
} count_run;

/* Memory the count works in: bytes, aligned to 64. */
size_t ulna_count_size(count_task task, int n);

/* Counts one run. tau is for COUNT_FORWARD…, in for COUNT_CONTROL. out (may be NULL) receives the result (n, n×n or n×n×n
 * numbers; for control the torques), so that it can be checked. */
void ulna_count(const count_run *run, const formulation_arm *arm, formulation_state at, const double tau[],
                const control_input *in, count_result *result, double out[], void *memory);

/* The arm that formulas are found on: n joints of one type, none of whose numbers is zero, gravity along z, and a motion
 * of it, torques, and a task for control. */
typedef struct {
  formulation_arm arm;
  formulation_state at;
  link_numbers *link;
  double *tau;
  control_input in;
  ulna_allocator allocator;
  void *memory;
  size_t size;
} generic_arm;
ulna_status ulna_generic_arm_create(generic_arm *a, int n, ulna_joint_type joints,
                                    const ulna_allocator *allocator) ULNA_MUST_CHECK;
void ulna_generic_arm_destroy(generic_arm *a);

/* Counts a run on the generic arm of n joints; for n = 1…COUNT_LONGEST. Results untouched on failure. */
ulna_status ulna_count_generic(const count_run *run, int n, const ulna_allocator *allocator,
                               count_result *result) ULNA_MUST_CHECK;
ulna_status ulna_count_lengths(const count_run *run, const ulna_allocator *allocator,
                               count_result results[COUNT_LONGEST]) ULNA_MUST_CHECK;

#endif
