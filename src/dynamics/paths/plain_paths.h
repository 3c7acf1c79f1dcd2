/* The plain kernels for double, any n: sines, energies and factors, and the reference formulations. Compiled once for every
 * instruction set worth having (plain_paths*.c), as the fast ones are (fast_paths.h).
 *
 * A plain kernel that a public function spends its time in goes into plain_paths_text.h and gets an entry here. There are two
 * tables, so that programs that ask for no reference formulation need not contain any. */
#ifndef ULNA_DYNAMICS_PATHS_PLAIN_PATHS_H
#define ULNA_DYNAMICS_PATHS_PLAIN_PATHS_H

#include "kernel/articulated.h"
#include "kernel/mass_parts.h"
#include "kernel/methods.h"
#include "kernel/moving_bodies.h"
#include "kernel/power.h"
#include "kernel/saha.h"
#include "kernel/strobe.h"

typedef struct {
  const char *instructions;  // for reports: "x86-64-v3", …
  // sines and cosines of offset + q, n each
  void (*sines)(int n, const double offset[], const double q[], double sine[], double cosine[]);
  // w, v: velocities of frame 0 and its origin; g, zero: as in kernel/energy.h
  double (*kinetic_energy)(const chain *m, const posture *p, vec3 w, vec3 v, const double qd[]);
  double (*potential_energy)(const chain *m, const posture *p, vec3 g, vec3 zero);
  int (*orthogonalise)(double A[], int rows, int length, int columns, double cosine);  // jacobi.h
  // articulated_inward, pivots of all joints
  void (*free_bodies)(const axis_chain *m, const articulated_tip *tip, const posture *p,
                      articulated_scratch *s, double pivot[]);
  // tau of what the hand exerts, told in a frame that is given in frame n (12 numbers: R by rows, then p)
  void (*push)(const chain *m, const posture *p, const double tool[12], const double force[3],
               const double moment[3], double tau[]);
  void (*link_parameters)(const chain *m, const double frames[], double to[]);  // kernel/parameters.h
  // moving_newton_euler
  void (*moving_bodies)(const chain *m, const posture *at, const base_state *base, vec3 gravity, wrench hand,
                        const double qd[], const double qdd[], const moving_bodies *bodies, double tau[],
                        moving_bodies_scratch *s);
} plain_paths;

typedef struct {
  // kernel/methods.h, by its names
  void (*inverse_dynamics)(ulna_inverse_method method, const chain *m, const posture *p,
                           const methods_load *load, const double qd[], const double qdd[], double tau[],
                           methods_scratch *s);
  void (*mass_matrix)(ulna_inverse_method method, const chain *m, const posture *p, double M[],
                      methods_scratch *s);
  void (*christoffel)(ulna_inverse_method method, const chain *m, const posture *p, double C[],
                      methods_scratch *s);
  void (*gravity)(ulna_inverse_method method, const chain *m, const posture *p, vec3 a0, double G[],
                  methods_scratch *s);

  // Newton–Euler and newton_euler_wrenches; kernel/power.h. tau: n
  void (*joint_wrenches)(const chain *m, const posture *p, const base_state *base, const wrench *hand,
                         const double qd[], const double qdd[], const double frames[], bool about_frame,
                         double force[], double moment[], double tau[], newton_euler_scratch *s);
  arm_power (*power)(const chain *m, const posture *p, const base_state *base, vec3 v, vec3 g,
                     const wrench *hand, const double qd[], const double qdd[], double tau[],
                     newton_euler_scratch *s, energy_motion *e);

  // forward dynamics by name
  void (*strobe)(const chain *m, const posture *p, const base_state *base, const wrench *hand,
                 const double qd[], const double tau[], double none[], double M[], double qdd[],
                 strobe_scratch *s, modified_newton_euler_scratch *bias);
  void (*saha)(const axis_chain *m, const posture *p, const base_state *base, const double qd[],
               const double tau[], const wrench *hand, double qdd[], saha_scratch *s);
  void (*noc)(const chain *m, const posture *p, const base_state *base, vec3 gravity, const wrench *hand,
              const double qd[], const double tau[], const wrench acts[], double qdd[], noc_scratch *s);

  // what the mass matrix is made of
  void (*denoc)(const chain *m, const posture *p, denoc_scratch *s);
  void (*denoc_parts)(int n, const mat3 *R, const denoc_scratch *s, const denoc_parts *to);
  void (*noc_parts)(const chain *m, const posture *p, const mat3 *R, vec3 origin, const double qd[],
                    noc_scratch *s, const noc_parts *to);
  void (*constraints)(const chain *m, const posture *p, const mat3 *R, const base_state *base, vec3 gravity,
                      const wrench *hand, const double qd[], const double qdd[], noc_scratch *s,
                      wrench acts[], double lambda[], double constraint[]);
  void (*inertia_shares)(const chain *m, const posture *p, noc_scratch *s, double share[]);
} reference_paths;

/* Those this machine can run, the best first; NULL past the last. Number 0 is always there, and a number means the same
 * instructions in both. */
const plain_paths *ulna_plain_paths(int number);
const reference_paths *ulna_reference_paths(int number);

#endif
