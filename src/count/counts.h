/* Operations of the reference formulations, counted by running them on the tally's numbers. Kind-free. */
#ifndef ULNA_COUNT_COUNTS_H
#define ULNA_COUNT_COUNTS_H

#include "count/formulations.h"

enum { COUNT_ROWS = 32 };

/* What is taken as known; everything else is a number like any other, whatever its value. */
typedef struct {
  bool full_matrix_rotations;  // a change of frame costs 9M + 6A, not 8M + 4A
  bool base_at_rest;           // zero motion of the base is known, and gravity's direction: along z if it is
  bool own_zeros;              // exact zeros of the arm's parameters are known
  bool diagonal_inertia;       // the tensors' off-diagonal elements are known to be zero
  bool hand_loaded;            // a wrench acts on the hand; for Angeles, at the last mass centre (7.38)
  bool centres;                // Angeles: positions and velocities of the mass centres too, as 7.4.1 has them
} count_rules;

typedef struct {
  long multiplications, additions;
} count_pair;

typedef struct {
  count_pair total;
  count_pair row[COUNT_ROWS];  // by the kernel's own rows (NE_w, …)
  long visits[COUNT_ROWS];     // how often each row was entered
  count_pair schedule;         // each term on its own processor, begun when all it reads is there
  count_pair depth;            // each operation begun when its operands are there
} count_result;

/* DEFAULT: ulna_inverse_dynamics, whatever the method; GRAVITY: the gravity pass alone, likewise. */
typedef enum {
  COUNT_INVERSE_DYNAMICS,
  COUNT_MASS_MATRIX,
  COUNT_CHRISTOFFEL,
  COUNT_DEFAULT,
  COUNT_GRAVITY
} count_task;

/* Memory the count works in: bytes, aligned to 64. */
size_t ulna_count_size(int n);

/* Counts one run. out receives what it computed (n, n×n or n×n×n numbers), so that it can be checked. */
void ulna_count(const formulation_arm *arm, count_task task, ulna_method method, formulation_state at,
                const count_rules *rules, count_result *result, double out[], void *memory);

#endif
