/* The jobs we time, done by other libraries: one table of C functions for each (peers/NAME.cpp).
 *
 * The arm goes to them in frames that suit them all: the frame of link i has its z on joint axis i and moves with
 * the link; `pose` is that frame in the one below (the base's for the first) at q = 0. Joint i then turns about
 * z (or slides along it) by q. So no peer has to work with axes in odd directions, which would cost some of
 * them time. */
#ifndef ULNA_BENCH_PEERS_H
#define ULNA_BENCH_PEERS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { PEER_MOST_JOINTS = 32 };

typedef struct {
  int prismatic;
  double R[3][3], p[3]; /* pose at q = 0, in the frame below */
  double mass, com[3];
  double inertia[6]; /* xx yy zz xy xz yz about the mass centre */
} peer_link;

typedef struct {
  int n;
  double gravity[3]; /* in the base frame */
  peer_link link[PEER_MOST_JOINTS];
} peer_arm;

/* A NULL function: the library has none. Matrices are row-major. */
typedef struct {
  const char *name; /* with the version it says it has */
  const char *inverse_dynamics_by, *forward_dynamics_by, *mass_matrix_by;
  void *(*create)(const peer_arm *arm); /* NULL: it refuses the arm, and has said why on stderr */
  void (*destroy)(void *peer);
  void (*inverse_dynamics)(void *peer, const double q[], const double qd[], const double qdd[], double tau[]);
  void (*forward_dynamics)(void *peer, const double q[], const double qd[], const double tau[], double qdd[]);
  void (*mass_matrix)(void *peer, const double q[], double M[]);
} peer_library;

extern const peer_library peer_kdl, peer_mujoco, peer_dart;

/* What a simulator is told of each joint beside the links: inertia that spins with the joint, friction per speed, and
 * friction alike in both directions (all zero: none). */
typedef struct {
  double armature[PEER_MOST_JOINTS], damping[PEER_MOST_JOINTS], frictionloss[PEER_MOST_JOINTS];
} peer_joints;

/* The arm simulated by MuJoCo's mj_step with its RK4: contacts off, and the constraint solver too unless there is a
 * frictionloss, which is its business. NULL as above. step: torques are held. */
void *peer_mujoco_simulation(const peer_arm *arm, const peer_joints *joints, double h);
void peer_mujoco_set(void *simulation, const double q[], const double qd[]);
void peer_mujoco_step(void *simulation, const double tau[]);
void peer_mujoco_get(const void *simulation, double q[], double qd[]);
void peer_mujoco_end(void *simulation);

#ifdef __cplusplus
}
#endif
#endif
