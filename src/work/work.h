/* A work from the inside. For translation units of kind f64 only. */
#ifndef ULNA_WORK_WORK_H
#define ULNA_WORK_WORK_H

#include <string.h>

#include "base/layout.h"
#include "base/memory.h"
#include "drive/scratch/drive_scratch.h"
#include "dynamics/paths/fast_paths.h"
#include "dynamics/paths/plain_paths.h"
#include "kernel/chain.h"
#include "kernel/chain_numbers.h"
#include "kernel/methods.h"
#include "model/plain_numbers.h"
#include "model/tables.h"
#include "ulna/drive.h"
#include "ulna/work.h"
#include "work/derivatives_scratch.h"
#include "work/forward_scratch.h"
#include "work/kinematics_scratch.h"

struct ulna_work {
  const ulna_model *model;
  unsigned parts;            // of ulna_parts
  ulna_allocator allocator;  // of the block, if `owned`
  size_t size;
  bool owned;

  chain arm;         // n, link: the private copy below
  chain_link *link;  // n: the model's links, the payload merged into the last
  // scratch of the Coriolis matrix, for long arms; it stands here so that `hand` and `fast.base` keep their place in lines
  double *coriolis;

  // set between calls
  double gravity[3];        // world axes
  body_motion base_motion;  // of the file's base frame, in its axes
  vec3 base_velocity;       // of kernel frame 0's origin
  vec3 gravity0;            // acceleration of gravity, kernel frame 0 axes
  wrench hand;              // what the hand exerts on the world, at kernel origin n, in frame n
  ulna_body payload;        // in the last link's file frame; mass 0: none

  // where the joints are, filled by ulna_set_posture
  real *sin_theta, *cos_theta, *slide;
  posture at;

  methods_scratch methods;  // of the reference formulations
  kinematics_scratch kinematics;
  ik_scratch ik;
  forward_scratch forward;
  derivatives_scratch *derivatives;  // NULL without ULNA_PART_DERIVATIVES

  const plain_paths *plain;  // kernels for any n, on this machine
  int path;                  // of ulna_reference_paths
  // the arm as the fast kernels want it; its `base` is kernel frame 0's, gravity included as an upward acceleration
  fast_chain fast;
  fast_inverse_dynamics *inverse_dynamics;  // the one for this arm and base, on this machine
  fast_driven_dynamics *driven_dynamics;    // the same with rotors
  fast_forward_dynamics_dense *forward_dynamics;
  fast_mass_matrix_dense *mass_matrix;
  fast_hand_motion *hand_motion;
  fast_gravity *gravity_torques;
  fast_link_places *link_places;
  fast_point_jacobian *jacobian;
  fast_motion_of_point *point_motion;
  fast_frame_place *frame_place;
  fast_matrix_of_coriolis *coriolis_matrix;
  fast_inverse_dynamics *at_rest;  // inverse dynamics, where the base does not move
  fast_mass_matrix_inverse *mass_matrix_inverse;
  fast_derivatives *derivatives_of;
  fast_products *products;
  fast_sum *finite_sum;
  fast_regressor *regressor;
  drive_scratch drive;
};

static inline bool ulna_work_has(const ulna_work *work, unsigned parts)
{
  return (work->parts & parts) == parts;
}

/* Fills the posture from q: sines and cosines of theta0 + q for revolute joints, slides for prismatic ones. */
void ulna_set_posture(ulna_work *work, const double q[]);

/* After ulna_set_posture: the bodies of links i…n with joints i+1…n free, and forward.pivot: what articulated_solve_again needs. */
void ulna_free_bodies(ulna_work *work);

/* n: the posture of the last ulna_work_hand_motion, in memory that doubles do without as they turn. ulna_set_posture uses it too, and
 * then forgets the posture. */
static inline double *ulna_work_kept(const ulna_work *work) { return work->fast.turn; }
const double *ulna_work_kept_posture(const ulna_work *work, const double q[]);

/* What to give a fast kernel for q: NULL, if the sines of the last ulna_work_hand_motion are still there and are those of q (to
 * the bit), else q. So a control step finds its sines once, for the hand and for the torques. */
static inline const double *ulna_work_posture(const ulna_work *work, const double q[])
{
  const bool there =
      work->fast.slide == ulna_work_kept(work);  // whatever turns the arm elsewhere says so here
  return RARELY(there) ? ulna_work_kept_posture(work, q) : q;
}

/* The tool frame's origin in one sweep: place, Jacobian D (n columns of 6), twist, acceleration at qdd = 0; base axes,
 * relative to the base, angular first. hand->R is kernel frame n. The posture is kept for ulna_work_posture. */
static inline void ulna_work_hand_motion(ulna_work *work, const double q[], const double qd[], double D[],
                                         hand_motion *hand)
{
  const struct model_tables *t = work->model->tables;
  const double *at = ulna_work_posture(work, q);
  if (at) at = memcpy(ulna_work_kept(work), q, (size_t)work->arm.n * sizeof *q);
  work->hand_motion(&work->fast, &t->frame0, t->tool, at, qd, D, hand);
}

#endif
