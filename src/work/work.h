/* What one thread computes with, from the inside. For translation units of kind f64 only. */
#ifndef ULNA_WORK_WORK_H
#define ULNA_WORK_WORK_H

#include "base/layout.h"
#include "base/memory.h"
#include "dynamics/paths/fast_paths.h"
#include "kernel/chain.h"
#include "kernel/chain_numbers.h"
#include "kernel/methods.h"
#include "kernel/moving_bodies.h"
#include "kernel/moving_traces.h"
#include "model/model.h"
#include "ulna/drive.h"
#include "ulna/friction.h"
#include "ulna/work.h"
#include "work/derivatives_scratch.h"
#include "work/forward_scratch.h"
#include "work/kinematics_scratch.h"

// For constraints with bounded forces (drive/bounded.h): at most 3 n rows over n coordinates, all in scaled terms.
enum { ROW_SPARE, ROW_EQUATION, ROW_AT_BOUND };
typedef struct {
  double *unit, *M, *f;           // n, n×n, n: 1/√M_jj; what is given
  double *rho, *C, *d;            // rows, rows×n, rows: largest element; what is given
  double *left;                   // rows×n: what elimination leaves
  double *lambda, *trial;         // rows
  double *x, *g, *v, *t, *b;      // n each
  double *B, *W, *A;              // n×n each
  int *role, *sole;               // rows: ROW_…; the only coordinate of a row, -1: several or none
  int *row, *column, *pivot;      // n: of each equation, the row and the coordinate it determines
  int *determined, *independent;  // n
} bounded_scratch;

// For what sticks and what slips. Constraints: at most n stops and 2 n places of friction.
typedef struct {
  double *speed, *curvature;               // places: of their coordinates
  ulna_bearing *bearing;                   // places: what their joints' bearings feel
  double *C, *d, *lower, *upper, *lambda;  // constraints × n, constraints each: those that act, stops first
  double *force;                           // constraints: of all, n stops and then the places
  double *f, *tau, *qdd, *friction;        // n, n, n, places
  int *acting, *at, *mode, *stop, *broken, *held;  // constraints each
  bounded_scratch bounded;
} stick_scratch;

// What the drives need beside the links. n actuators, `moving` rows for drives and elements, `bodies` of them with mass.
typedef struct {
  ulna_rotors rotors;
  int bodies;
  bool carried;            // every body is a balanced rotor counted in its carrier: the fast way serves
  fast_rotors fast;        // the same bodies, by carrier
  bool on_base, diagonal;  // all of them spin in the base at constant ratios; each with one joint
  double *spin;            // n×n: Σ Ia k kᵀ, all that such rotors add to the mass matrix
  bool single;             // and each moves with one joint alone, at a constant ratio: `fast` is in its terms
  bool in_order;           // and the first with joint 1, the second with joint 2, …
  double *rate, *acceleration;         // bodies: what `fast` is given
  int *fast_body, *from, *to;          // bodies: which body each of them is; its first and last joint
  moving_body *body;                   // bodies
  own_motion *motion;                  // bodies
  real *k;                             // bodies × n: ∂x/∂q of each body
  double *x, *curvature, *Kx;          // moving, moving, moving × n
  double *row_scale, *K, *factor, *M;  // n, n×n each
  int *pivot;                          // n
  double *v[6];                        // n each: vectors of whichever function is at work
  double *range[5];                    // n each: of what calls such functions in turn
  moving_bodies_scratch newton_euler;
  stick_scratch stick;
  moving_traces_scratch traces;  // of the reference by traces
} drive_scratch;

struct ulna_work {
  const ulna_model *model;
  unsigned parts;            // of ulna_parts
  ulna_allocator allocator;  // of the block, if `owned`
  size_t size;
  bool owned;

  chain arm;         // n, link: the private copy below
  chain_link *link;  // n: the model's links, the payload merged into the last
  double *theta0;    // n: constant part of each joint's angle

  // set between calls
  double gravity[3];             // world axes
  ulna_base_motion base_motion;  // of the file's base frame, in its axes
  base_state base;               // of kernel frame 0, gravity included as an upward acceleration
  vec3 base_velocity;            // of kernel frame 0's origin
  vec3 gravity0;                 // acceleration of gravity, kernel frame 0 axes
  wrench hand;                   // what the hand exerts on the world, at kernel origin n, in frame n
  ulna_body payload;             // in the last link's file frame; mass 0: none

  // where the joints are, filled by ulna_set_posture
  real *sin_theta, *cos_theta, *slide;
  posture at;

  methods_scratch methods;  // of the reference formulations
  kinematics_scratch kinematics;
  ik_scratch ik;
  forward_scratch forward;
  derivatives_scratch derivatives;  // with ULNA_PART_DERIVATIVES

  fast_chain fast;                          // the arm as the fast kernels want it
  fast_inverse_dynamics *inverse_dynamics;  // the one for this arm and base, on this machine
  fast_driven_dynamics *driven_dynamics;    // the same with rotors
  fast_forward_dynamics_dense *forward_dynamics;
  fast_mass_matrix_dense *mass_matrix;
  fast_hand_motion *hand_motion;
  fast_gravity *gravity_torques;
  fast_link_places *link_places;
  fast_point_jacobian *jacobian;
  fast_motion_of_point *point_motion;
  fast_frame_places *frame_places;
  fast_matrix_of_coriolis *coriolis_matrix;
  double *coriolis;  // its scratch, for long arms
  fast_vector_of_coriolis *coriolis_vector;
  fast_mass_matrix_inverse *mass_matrix_inverse;
  fast_derivatives *derivatives_of;
  placement frame0;  // kernel frame 0 in the base frame
  vec3 tool;         // origin n → the tool frame's origin, in frame n
  drive_scratch drive;
};

/* Fills the posture from q: sines and cosines of theta0 + q for revolute joints, slides for prismatic ones. */
void ulna_set_posture(ulna_work *work, const double q[]);

/* The tool frame's origin in one sweep: place, Jacobian D (n columns of 6), twist, acceleration at qdd = 0; base axes,
 * relative to the base, angular first. hand->R is kernel frame n. The posture is not left in the work. */
static inline void ulna_work_hand_motion(ulna_work *work, const double q[], const double qd[], double D[],
                                         hand_motion *hand)
{
  work->hand_motion(&work->fast, &work->frame0, work->tool, q, qd, D, hand);
}

#endif
