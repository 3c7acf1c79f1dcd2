/* Tables for the kernels for double that depend on the model alone: made once, with the model, and shared by all
 * threads. For translation units of kind f64 only; the model itself is kind-free. */
#ifndef ULNA_MODEL_TABLES_H
#define ULNA_MODEL_TABLES_H

#include "kernel/chain.h"
#include "kernel/fast_newton_euler.h"
#include "kernel/fast_places.h"
#include "kernel/kinematics.h"
#include "kernel/moving_bodies.h"
#include "kernel/regressor.h"
#include "model/model.h"

// Joints i and j share a rotor that only spins: `value` in rows i and j of the mass matrix.
typedef struct {
  int i, j;
  double value;
} spin_pair;

// The bodies that drives move. Lists marked * are sorted by carrier, as fast_rotors has them.
typedef struct {
  int bodies;
  const moving_body *body;  // bodies
  const double *k;          // bodies × n: the constant part of ∂x/∂q
  bool carried;             // every body is a balanced rotor counted in its carrier: the fast way serves
  fast_rotors fast;         // * first, momentum, inertia; the rest is the work's
  const int *fast_body;     // * which body it is
  const int *from, *to;     // * its first and last joint
  const int *row;           // * its row of the coupling
  const vec3 *momentum;     // * Ia z in terms of its own coordinate, in the carrier's joint-axis frame
  const double *inertia;    // * Ia, likewise
  bool on_base;             // all of them spin in the base at constant ratios
  // n×n, with ADDED_ROOM around it: Σ Ia k kᵀ of rotors at constant ratios, all that those in the base add to M; NULL: no bodies
  const double *spin;
  const double *own_spin;  // n: its diagonal
  const spin_pair *pair;   // and its other elements that are not 0, those of one half
  int pair_count;
  bool single;    // and each moves with one joint alone, at a constant ratio: `fast` is in its terms
  bool in_order;  // and the first with joint 1, the second with joint 2, …
} rotor_table;

struct model_tables {
  chain_link *link;             // n: without a payload
  double *theta0;               // n: constant part of each joint's angle
  fast_twists twists;           // what the fast kernels' table has of the arm's geometry
  double *none;                 // n zeros: no speeds, no accelerations
  placement frame0;             // kernel frame 0 in the base frame
  mat3 world_to_0;              // what turns vectors of the world to frame 0, the base at rest
  vec3 tool;                    // origin n → the tool frame's origin, in frame n
  fast_frames frames;           // which frames that a kernel passes are the file's own
  parameter_frames parameters;  // n: where those of each link are given, seen from its joint-axis frame
  rotor_table rotors;
  vec3 *drive_axis;  // drives: their rotors' axes in the carriers' joint-axis frames; on the base in frame 0
  double *bound;     // n: what each joint can feel at most (ulna_joint_bounds), with the model's own payload
};

/* The last link as the kernels see it, with a payload (mass 0: none) given in its file frame welded on. */
chain_link ulna_last_link(const ulna_model *model, const ulna_body *payload);

/* An upper bound on the inertia that each joint can feel (n), whatever the posture: what pivots are judged by. */
void ulna_joint_bounds(const chain *arm, double bound[]);

#endif
