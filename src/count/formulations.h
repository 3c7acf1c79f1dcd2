/* The reference formulations behind one kind-free interface, so that one suite of tests, and the comparison, run over
 * every kind of number. Doubles in, doubles out; inside, one translation unit per kind. Every function works in `memory`
 * of its family's size(n) bytes, aligned to 64. */
#ifndef ULNA_COUNT_FORMULATIONS_H
#define ULNA_COUNT_FORMULATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/model.h"
#include "ulna/forward_dynamics.h"
#include "ulna/inverse_dynamics.h"

/* The arm, in kernel frames. */
typedef struct {
  int n;
  const link_numbers *link;  // n
  /* motion of frame 0 in its axes; a includes gravity as an upward acceleration */
  double base_w[3], base_wd[3], base_a[3];
  /* exerted by the hand on the world, at origin n, in frame n */
  double hand_f[3], hand_n[3];
} formulation_arm;

typedef struct {
  const double *q, *qd, *qdd;  // n each; qd and qdd may be NULL: zero
} formulation_state;

/* What is known in advance, and so costs nothing if it is zero; everything else is a number like any other, whatever
 * its value. Only the tally sees a difference, except for the first. */
typedef struct {
  bool diagonal_inertia;       // the tensors' off-diagonal elements are zero
  bool full_matrix_rotations;  // a change of frame costs 9M + 6A, not 8M + 4A
  bool base_at_rest;           // zero motion of the base is known, and gravity's direction: along z if it is
  bool own_zeros;              // exact zeros of the arm's parameters are known
  bool hand_loaded;            // a wrench acts on the hand; for Angeles, at the last mass centre (7.38)
  bool centres;                // Angeles: positions and velocities of the mass centres too, as 7.4.1 has them
} count_rules;

/* Inverse dynamics. */
typedef struct {
  const char *kind;
  size_t (*size)(int n);

  void (*inverse_dynamics)(const formulation_arm *arm, ulna_inverse_method method, formulation_state at,
                           double tau[], void *memory);
  /* n×3 each: what link i-1 exerts on link i, moment about origin i-1, frame i. The three recursions only. */
  void (*joint_wrenches)(const formulation_arm *arm, ulna_inverse_method method, formulation_state at,
                         double force[], double moment[], void *memory);
  /* n×3 each: position of the mass centres from origin 0, and their velocity, frame i; what algorithm 7.4.1 of [Angeles]
   * calls c_i and ċ_i. */
  void (*mass_centres)(const formulation_arm *arm, formulation_state at, double c[], double cd[],
                       void *memory);

  /* For the arm alone: base at rest, empty hand. n×n; n×n×n as [i][j][k]; n×n, Lagrange's. */
  void (*mass_matrix)(const formulation_arm *arm, ulna_inverse_method method, const double q[], double M[],
                      void *memory);
  void (*christoffel)(const formulation_arm *arm, ulna_inverse_method method, const double q[], double C[],
                      void *memory);
  void (*coriolis_matrix)(const formulation_arm *arm, const double q[], const double qd[], double C[],
                          void *memory);
  /* The arm's base_a is all that loads it. */
  void (*gravity)(const formulation_arm *arm, ulna_inverse_method method, const double q[], double G[],
                  void *memory);
} formulations;

/* Forward dynamics. DYNAMICS: M qdd = tau − bias;  SOLVE: M x = tau, "tau given" in counts. SOLVE is not for the
 * natural complement, whose right-hand side is part of it, and does without the bias pass for the others. */
typedef enum { FORWARD_DYNAMICS, FORWARD_SOLVE } forward_task;
typedef struct {
  const char *kind;
  size_t (*size)(int n);
  void (*run)(const formulation_arm *arm, ulna_forward_method method, forward_task task, formulation_state at,
              const double tau[], double qdd[], void *memory);
} forward_formulations;

/* The stages of control as [Mudge] has them. Beside the arm and its measured q and qd. mu has the sign friction acts
 * with: mu_dynamic sgn(qd), or at rest mu_static sgn(qdd_adj). */
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
 * wrench is what the hand exerts on the world. FINE_GRAVITY: the part of it that refreshes gravity.
 * PSEUDO_FORCE: the hand wrench's torques alone, added to torques that are there.
 *
 * The elimination has n equations in n unknowns, as in the paper: for n ≤ 6 n of the six for the hand, for n > 6
 * those and further constraints, Σ_j c_kj qdd_j = 0 with given c. */
typedef enum {
  CONTROL_RESOLVED,
  CONTROL_UNIFIED,
  CONTROL_GROSS,
  CONTROL_JACOBIAN,
  CONTROL_FINE,
  CONTROL_FINE_GRAVITY,
  CONTROL_PSEUDO_FORCE
} control_task;

/* The arm's base_a is gravity as an upward acceleration; its base is at rest. */
typedef struct {
  const char *kind;
  size_t (*size)(int n);
  void (*run)(const formulation_arm *arm, control_task task, formulation_state at, const control_input *in,
              const count_rules *rules, const control_output *out, void *memory);
} control_formulations;

extern const formulations ulna_formulations_f64, ulna_formulations_f32, ulna_formulations_tally;
extern const forward_formulations ulna_forward_f64, ulna_forward_f32, ulna_forward_tally;
extern const control_formulations ulna_control_f64, ulna_control_f32, ulna_control_tally;

/* The order of equations in which elimination of `system` (as control_output has it; overwritten) meets the largest
 * pivots. Returns the smallest of them over the largest: 0 if n of the equations do not determine the joints. */
double ulna_control_order(int n, double system[], int order[]);

#endif
