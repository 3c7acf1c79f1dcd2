/* The fast kernels for double, compiled once for every instruction set worth having (fast_paths_*.c), and the
 * choice between them at run time. Results may differ between sets in the last bits: with fused operations a
 * product and a sum are rounded once. One machine always gives the same.
 *
 * A fast kernel goes into fast_paths_text.h and gets an entry here. */
#ifndef ULNA_DYNAMICS_PATHS_FAST_PATHS_H
#define ULNA_DYNAMICS_PATHS_FAST_PATHS_H

#include "kernel/articulated.h"
#include "kernel/derivatives.h"
#include "kernel/fast_coriolis.h"
#include "kernel/fast_factor.h"
#include "kernel/fast_forward.h"
#include "kernel/fast_gravity.h"
#include "kernel/fast_inverse_mass.h"
#include "kernel/fast_newton_euler.h"
#include "kernel/fast_places.h"
#include "kernel/hand_motion.h"
#include "kernel/regressor.h"

/* q may be NULL where torques, matrices, gravity or the hand's motion are asked for: the posture whose turns k->scratch has, of the last
 * call of hand_motion. */
typedef void fast_inverse_dynamics(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                   double tau[]);

/* qdd and the n pivots of the elimination, which are for the caller to judge, n ≤ COLUMNS_MOST; M, n ≤ MASS_MOST. added: inertia
 * beside the links' (n×n, with ADDED_ROOM numbers before and behind it that may be read), or NULL. */
typedef void fast_forward_dynamics_dense(fast_chain *k, const double q[], const double qd[],
                                         const double tau[], const double added[], double qdd[],
                                         double pivot[]);
typedef void fast_mass_matrix_dense(fast_chain *k, const double q[], double M[]);
typedef void fast_driven_dynamics(fast_chain *k, const double q[], const double qd[], const double qdd[],
                                  const fast_rotors *rotors, double tau[]);

/* The hand's point in frame n, frame 0 in the base frame; D: n columns of 6 in base axes. */
typedef void fast_hand_motion(fast_chain *k, const placement *base, vec3 point, const double q[],
                              const double qd[], double D[], hand_motion *hand);

/* a: minus the acceleration of gravity, in frame 0. */
typedef void fast_gravity(fast_chain *k, vec3 a, const double q[], double G[]);

/* Places of links 1…n (kernel/fast_places.h), 12 numbers each; given: 12 numbers a link, for FRAMES_GIVEN. */
typedef void fast_link_places(fast_chain *k, fast_frames frames, const double given[], const placement *base,
                              const double q[], double out[]);

/* J of a point of link `link` given in kernel frame `link`; end: that frame, its p the point. */
typedef void fast_point_jacobian(fast_chain *k, int link, vec3 point, const placement *base, const double q[],
                                 double J[], placement *end);

/* How such a point moves where the frame that base is told in moves as `from`; qdd NULL: zero. */
typedef body_motion fast_motion_of_point(fast_chain *k, int link, vec3 point, const placement *base,
                                         const double q[], const double qd[], const double qdd[],
                                         const body_motion *from, placement *end);

/* A frame given in kernel frame `link`, as placed where base is told: R by rows, then p, both ways. */
typedef void fast_frame_place(fast_chain *k, int link, const double given[12], const placement *base,
                              const double q[], double out[12]);

/* C (n×n). scratch: CORIOLIS_SCRATCH numbers a joint, aligned to 64 bytes, where n > CORIOLIS_LOCAL; else NULL. */
enum { CORIOLIS_LOCAL = 32, CORIOLIS_SCRATCH = 24 };
typedef void fast_matrix_of_coriolis(fast_chain *k, const double q[], const double qd[], double scratch[],
                                     double C[]);

/* M⁻¹ and the n pivots of the elimination, which are for the caller to judge. n ≤ MASS_MOST. */
typedef void fast_mass_matrix_inverse(fast_chain *k, const double q[], double X[], double pivot[]);
/* tau (n) and its derivatives by q, qd, qdd (n×n each); rotors and their rows may be NULL. */
typedef void fast_derivatives(fast_chain *k, const double q[], const double qd[], const double qdd[],
                              const fast_rotors *rotors, const derivative_rotors *of_rotors, double tau[],
                              double dq[], double dqd[], double M[], const derivative_scratch *scratch);

/* out = −X A of both matrices, n×n each; one may be NULL. */
typedef void fast_products(int n, const double X[], const double dq[], const double dqd[], double out_q[],
                           double out_qd[]);
/* Y of the links (kernel/regressor.h); not every one leaves the motion in the scratch. */
typedef void fast_regressor(fast_chain *k, const parameter_frames *of, const double q[], const double qd[],
                            const double qdd[], int columns, double Y[], const derivative_scratch *scratch);

/* to = a + b (NULL: nothing), `count` numbers, if all of it is finite; else false, and nothing is written. */
typedef bool fast_sum(int count, const double a[], const double b[], double to[]);

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
  fast_gravity *(*gravity)(const fast_chain *k);
  fast_link_places *poses;  // any n, as those that follow
  fast_point_jacobian *jacobian;
  fast_motion_of_point *point_motion;
  fast_frame_place *frame;
  fast_matrix_of_coriolis *coriolis_matrix;
  fast_mass_matrix_inverse *inverse_mass;
  void (*invert)(int n, double A[], double pivot[]);  // a symmetric matrix in place, and the same pivots
  // udut_factor and udut_solve (kernel/udut.h) of a symmetric matrix with both triangles, rows of n
  void (*factor)(int n, double M[]);
  void (*solve)(int n, const double F[], const double b[], double x[]);
  fast_derivatives *(*derivatives)(const fast_chain *k);
  fast_products *products;  // any n
  fast_regressor *(*regressor)(const fast_chain *k);
  fast_sum *finite_sum;
} fast_paths;

// Any n and joints, for whatever the library is compiled for; leaves the motion in the scratch.
fast_regressor ulna_regressor_any;

/* Those this machine can run, the best first; NULL past the last. Number 0 is always there. */
const fast_paths *ulna_fast_paths(int number);

#endif
