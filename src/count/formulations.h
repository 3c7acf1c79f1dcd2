/* The reference formulations behind one kind-free interface, so that one suite of tests, and the comparison,
 * run over every kind of number. Doubles in, doubles out; inside, one translation unit per kind. */
#ifndef ULNA_COUNT_FORMULATIONS_H
#define ULNA_COUNT_FORMULATIONS_H

#include <stddef.h>

#include "model/model.h"
#include "ulna/inverse_dynamics.h"

/* What is computed with, in kernel frames. */
typedef struct {
  int n;
  const link_numbers *link;  // n
  /* motion of frame 0 in its axes; a includes gravity as an upward acceleration */
  double base_w[3], base_wd[3], base_a[3];
  /* exerted by the hand on the world, at origin n, in frame n */
  double hand_f[3], hand_n[3];
} formulation_arm;

typedef struct {
  const double *q, *qd, *qdd;
} formulation_state;

/* Every function works in `memory`, which has size(n) bytes, aligned to 64. */
typedef struct {
  const char *kind;
  size_t (*size)(int n);

  void (*inverse_dynamics)(const formulation_arm *arm, ulna_method method, formulation_state at, double tau[],
                           void *memory);
  /* n×3 each: what link i-1 exerts on link i, moment about origin i-1, frame i. The three recursions only. */
  void (*joint_wrenches)(const formulation_arm *arm, ulna_method method, formulation_state at, double force[],
                         double moment[], void *memory);

  /* Of the arm alone: base at rest, nothing in the hand. n×n; n×n×n as [i][j][k]; n×n, Lagrange's. */
  void (*mass_matrix)(const formulation_arm *arm, ulna_method method, const double q[], double M[],
                      void *memory);
  void (*christoffel)(const formulation_arm *arm, ulna_method method, const double q[], double C[],
                      void *memory);
  void (*coriolis_matrix)(const formulation_arm *arm, const double q[], const double qd[], double C[],
                          void *memory);
  /* The arm's base_a is all that loads it. */
  void (*gravity)(const formulation_arm *arm, ulna_method method, const double q[], double G[], void *memory);
  /* With the base's motion base_w, and velocity 0 of its origin; height 0 at origin 0, gravity −base_a. */
  void (*energy)(const formulation_arm *arm, const double q[], const double qd[], double *kinetic,
                 double *potential, void *memory);
} formulations;

extern const formulations ulna_formulations_f64, ulna_formulations_f32, ulna_formulations_tally;

#endif
