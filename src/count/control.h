/* The stages of control as [Mudge] has them behind one kind-free interface, so that tests, counts and timing run the
 * same kernels over every kind of number. Doubles in, doubles out; inside, one translation unit per kind. */
#ifndef ULNA_COUNT_CONTROL_H
#define ULNA_COUNT_CONTROL_H

#include "count/counts.h"

/* Beside the arm and its measured q and qd. mu has the sign friction acts with: mu_dynamic sgn(qd), or at rest
 * mu_static sgn(qdd_adj). */
typedef struct {
  double hand_acceleration[6], hand_twist[6];  // angular, linear of origin n; frame 0; gravity not in it
  const double *q_d, *qd_d;                    // n
  double kp, kv;
  const double *mu, *gamma;  // n
  const int *order;          // n: equation order[k] is the k-th that is used
  int times;                 // how often the stage is run, for timing; 0: once
} control_input;

/* Any of them NULL: not wanted. */
typedef struct {
  double *qdd, *qdd_adjusted, *qd;  // n: resolved, with feedback; resolved rates
  double *tau, *friction, *normal;  // n: torques with friction; friction alone; normal forces
  double *system;                   // max(6, n) × n: the equations, before any is eliminated
  double *nonlinear;                // 6, of JACOBIAN: the hand's acceleration at qdd = 0, frame 0
} control_output;

/* RESOLVED: hand acceleration to qdd by strobing. UNIFIED: the same, feedback, then torques from its by-products, then
 *   friction [Mudge, Tables 1 and 2]. GROSS: the same with the state's qdd instead of the hand's acceleration.
 * JACOBIAN: hand acceleration to qdd by the Jacobian's own formula in base axes, whose cost is linear in n.
 * FINE: hand twist to qd by strobing, torques of weight and of the arm's hand wrench, friction [Mudge, Table 3]. The
 *   wrench is what the hand exerts on the world. FINE_GRAVITY: what of that gravity's refresh takes.
 * PSEUDO_FORCE: the hand wrench's torques alone, added to torques that are there.
 *
 * Eliminated are n equations in n unknowns, as the paper has it: for n ≤ 6 n of the six for the hand, for n > 6 those and
 * further constraints, Σ_j c_kj qdd_j = 0 with given c. */
typedef enum {
  CONTROL_RESOLVED,
  CONTROL_UNIFIED,
  CONTROL_GROSS,
  CONTROL_JACOBIAN,
  CONTROL_FINE,
  CONTROL_FINE_GRAVITY,
  CONTROL_PSEUDO_FORCE
} control_task;

/* Works in `memory`, which has size(n) bytes, aligned to 64. The arm's base_a is gravity as an upward acceleration; its
 * base is at rest. Of the rules the tally takes all but `centres`; the other kinds only `diagonal_inertia`. */
typedef struct {
  const char *kind;
  size_t (*size)(int n);
  void (*run)(const formulation_arm *arm, control_task task, formulation_state at, const control_input *in,
              const count_rules *rules, const control_output *out, void *memory);
} control_formulations;

extern const control_formulations ulna_control_f64, ulna_control_f32, ulna_control_tally;

/* After a run of the tally's. */
void ulna_control_count(count_result *result);

/* The order of equations in which elimination of `system` (as control_output has it; overwritten) meets the largest
 * pivots. Returns the smallest of them over the largest: 0 if n of the equations do not determine the joints. */
double ulna_control_order(int n, double system[], int order[]);

#endif
