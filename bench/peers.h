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

typedef enum { PEER_INVERSE_DYNAMICS, PEER_FORWARD_DYNAMICS, PEER_MASS_MATRIX } peer_question;

/* One library. A question is asked in two steps, so that it is not charged for the conversion of our numbers to its own:
 *   take    copies the states, before anything is timed
 *   ask     answers for one of them and leaves the answer in the library's own form; returns one number of it.
 *           carried: NULL, or a number that is added to every q. It is zero, but known only when the answer that it was
 *           made from is there: so a call waits for the one before it.
 *   answer  the last answer in our form; matrices row-major */
typedef struct {
  const char *name;                     /* with the version it says it has */
  const char *built;                    /* for which machine */
  const char *by[3];                    /* its functions, by peer_question */
  void *(*create)(const peer_arm *arm); /* NULL: it refuses the arm, and has said why on stderr */
  void (*destroy)(void *peer);
  void (*take)(void *peer, int count, const double q[], const double qd[], const double qdd[],
               const double tau[]);
  double (*ask)(void *peer, peer_question question, int state, const double *carried);
  void (*answer)(void *peer, peer_question question, double out[]);
} peer_library;

/* The distribution's packages are built for every machine of the architecture; so are these here. */
#if defined(__x86_64__)
#  define PEER_GENERIC "Debian's generic build (x86-64 baseline)"
#else
#  define PEER_GENERIC "Debian's generic build"
#endif

/* Those there are, NULL at the end: the distribution's, then others where they are installed. */
extern const peer_library *const peer_libraries[];
extern const peer_library peer_kdl, peer_mujoco, peer_dart;
#if defined(ULNA_BENCH_PINOCCHIO)
extern const peer_library peer_pinocchio;
#endif
#if defined(ULNA_BENCH_RBDL)
extern const peer_library peer_rbdl;
#endif

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
