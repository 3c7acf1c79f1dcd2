/* The fast kernels for double, compiled once for every instruction set worth having (fast_paths_*.c), and the
 * choice between them at run time. Results may differ between sets in the last bits: with fused operations a
 * product and a sum are rounded once. One machine always gives the same.
 *
 * A fast kernel goes into fast_paths_text.h and gets an entry here. */
#ifndef ULNA_DYNAMICS_PATHS_FAST_PATHS_H
#define ULNA_DYNAMICS_PATHS_FAST_PATHS_H

#ifndef REAL_F64
#  define REAL_F64
#endif

#include "kernel/articulated.h"
#include "kernel/fast_forward.h"
#include "kernel/fast_newton_euler.h"
#include "kernel/hand_motion.h"

typedef void fast_inverse_dynamics(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                   double tau[]);

/* qdd and the n pivots of the elimination, which are for the caller to judge; M. n ≤ COLUMNS_MOST. added: inertia beside
 * the links' (n×n), or NULL. */
typedef void fast_forward_dynamics_dense(fast_chain *k, const double q[], const double qd[],
                                         const double tau[], const double added[], double qdd[],
                                         double pivot[]);
typedef void fast_mass_matrix_dense(fast_chain *k, const double q[], double M[]);
typedef void fast_driven_dynamics(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                  const fast_rotors *rotors, double tau[]);

/* The hand's point in frame n, frame 0 in the base frame; D: n columns of 6 in base axes. */
typedef void fast_hand_motion(fast_chain *k, const placement *base, vec3 point, const double q[],
                              const double qd[], double D[], hand_motion *hand);

typedef struct {
  const char *instructions;  // for reports: "x86-64-v3", …
  // the one for this arm, at this motion of its base (zero or not), compiled for its n if that is small
  fast_inverse_dynamics *(*inverse_dynamics)(const fast_chain *k);
  fast_driven_dynamics *(*driven_dynamics)(const fast_chain *k);
  fast_forward_dynamics_dense *(*forward_dynamics)(const fast_chain *k);
  fast_mass_matrix_dense *(*mass_matrix)(const fast_chain *k);
  // kernel/articulated.h, any n: forward dynamics, and M x = tau
  void (*articulated)(const axis_chain *m, const articulated_tip *tip, const posture *p,
                      const base_state *base, const double qd[], const double tau[], const wrench *hand,
                      double qdd[], articulated_scratch *s);
  fast_hand_motion *hand_motion;  // any n
} fast_paths;

/* Those this machine can run, the best first; NULL past the last. Number 0 is always there. */
const fast_paths *ulna_fast_paths(int number);

#endif
