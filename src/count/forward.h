/* Forward dynamics by every route behind one kind-free interface, so that one suite of tests, and the comparison, run
 * over every kind of number. Doubles in, doubles out; inside, one translation unit per kind. */
#ifndef ULNA_COUNT_FORWARD_H
#define ULNA_COUNT_FORWARD_H

#include "count/formulations.h"
#include "ulna/forward_dynamics.h"

/* DYNAMICS: M qdd = tau − bias;  SOLVE: M x = tau, "tau given" in the papers' counts. SOLVE is not for the natural
 * complement, whose right-hand side is part of it, and does without the bias pass for the others. */
typedef enum { FORWARD_DYNAMICS, FORWARD_SOLVE } forward_task;

/* Works in `memory`, which has size(n) bytes, aligned to 64. at.qdd is not used. */
typedef struct {
  const char *kind;
  size_t (*size)(int n);
  void (*run)(const formulation_arm *arm, ulna_forward_method method, forward_task task, formulation_state at,
              const double tau[], double qdd[], void *memory);
} forward_formulations;

extern const forward_formulations ulna_forward_f64, ulna_forward_f32, ulna_forward_tally;

/* After a run of the tally's: multiplications and additions it took. What is zero by construction (a base at rest, an
 * empty hand, exact zeros of the arm) costs nothing; constants of the links are given. */
typedef struct {
  long multiplications, additions;
} forward_count;
forward_count ulna_forward_count(void);

#endif
