/* Many states of one arm at once: side by side in the lanes of vector registers, and on several threads.
 *
 * A batch belongs to one model (which must outlive it) and serves one call at a time; it holds its threads and all memory
 * that calls need. Every function takes `count` states and computes for each what the function of the same name
 * computes for one. With the same instructions a state's answer is the same to the last bit, whatever the other
 * states, their number and the number of threads are. A NaN affects only its own state.
 *
 * Arrays hold w numbers for each state (q: n, M: n×n by rows, …), in the layout the batch was made with; they need no
 * alignment, and an output may be an input of the same width. With 0 states nothing is touched.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_BATCH_H
#define ULNA_BATCH_H

#include "ulna/plant.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where number j of state s lies, with w numbers per state and N states. */
typedef enum {
  ULNA_BATCH_ROWS,    /* [N][w]: a state's numbers together; packing costs some nanoseconds per state */
  ULNA_BATCH_COLUMNS, /* [w][N]: a joint's numbers together */
  ULNA_BATCH_BLOCKS /* [⌈N/16⌉][w][16]: blocks of ULNA_BATCH_BLOCK states; the fastest. The padding of the last one is
                         neither read nor written */
} ulna_batch_layout;
enum { ULNA_BATCH_BLOCK = 16 };

typedef struct {
  ulna_batch_layout layout;
  bool links_only; /* leave out drives and friction, as ulna_inverse_dynamics does */
  int threads;     /* the caller's included; 0: as many as there are processors; 1: the caller's alone */
  const char *instructions; /* NULL: the best this machine has; or one of ulna_batch_instructions */
  /* Y holds zeros, or the result of an earlier call: entries that are zero in every state are not written again. */
  bool keeps_zeros;
} ulna_batch_options;

/* Rows, with drives and friction, as many threads as processors, the best instructions. Real-time: yes. */
ULNA_API ulna_batch_options ulna_batch_options_default(void);

/* Instruction sets this machine can run, the best first; NULL past the last. Real-time: yes. */
ULNA_API const char *ulna_batch_instructions(int number);

typedef struct ulna_batch ulna_batch;

/* ULNA_INVALID_ARGUMENT for an unknown layout or unknown instructions, or a number of threads outside
 * 0…ULNA_BATCH_THREADS_MOST; ULNA_UNSUPPORTED for joints that follow others. If a thread cannot be started, the
 * others do the work. Real-time: no. */
enum { ULNA_BATCH_THREADS_MOST = 1024 };
ULNA_API ulna_status ulna_batch_create(const ulna_model *model, const ulna_batch_options *options,
                                       const ulna_allocator *allocator, ulna_batch **batch) ULNA_MUST_CHECK;
ULNA_API void ulna_batch_destroy(ulna_batch *batch); /* NULL is allowed. Real-time: no. */

/* The number of threads, the caller's included; the instructions in use. Real-time: yes. */
ULNA_API int ulna_batch_thread_count(const ulna_batch *batch);
ULNA_API const char *ulna_batch_instructions_used(const ulna_batch *batch);

/* How many numbers an array has that holds `width` for each state in this batch's layout: count · width, and for blocks the
 * padding of the last. 0 if that many doubles exceed size_t. Real-time: yes. */
ULNA_API size_t ulna_batch_number_count(const ulna_batch *batch, size_t count, size_t width);

/* The states. Arrays that a function does not read may be NULL. */
typedef struct {
  const double *q, *qd, *qdd, *tau; /* n each */
  const double *gravity;            /* 3, world axes; NULL: the model's */
  const double
      *wrench; /* 6, what the world exerts on the hand: force, moment, at the tool frame's origin, in its
                            axes; NULL: none */
  const double
      *payload; /* 10, in the last link's frame, instead of the model's own: mass, mass centre, inertia about
                            it (xx yy zz xy xz yz); not checked; NULL: the model's own */
} ulna_batch_states;

/* All that follows: ULNA_INVALID_ARGUMENT, nothing touched, if an array that is needed is NULL or a size
 * exceeds size_t. Nothing is allocated. Real-time: yes, if the batch has one thread; several threads share a call by
 * a lock. */

/* tau (n): as ulna_inverse_dynamics, or with drives as ulna_drive_inverse_dynamics gives it. Reads q, qd, qdd. */
ULNA_API ulna_status ulna_batch_inverse_dynamics(const ulna_model *model, ulna_batch *batch, size_t count,
                                                 const ulna_batch_states *states,
                                                 double tau[]) ULNA_MUST_CHECK;

/* qdd (n) under the joint torques tau: as ulna_forward_dynamics. With drives, everything slips in the direction of its
 * speed and has no friction at exactly zero speed (for stiction see ulna_batch_rollout). A state whose mass matrix is
 * singular gets NaN. Reads q, qd, tau. */
ULNA_API ulna_status ulna_batch_forward_dynamics(const ulna_model *model, ulna_batch *batch, size_t count,
                                                 const ulna_batch_states *states,
                                                 double qdd[]) ULNA_MUST_CHECK;

/* M (n×n by rows), rotors included with drives: ulna_mass_matrix, ulna_drive_mass_matrix. Reads q. */
ULNA_API ulna_status ulna_batch_mass_matrix(const ulna_model *model, ulna_batch *batch, size_t count,
                                            const ulna_batch_states *states, double M[]) ULNA_MUST_CHECK;

/* G (n), the torques that hold the arm against gravity: ulna_gravity_torques. Reads q. */
ULNA_API ulna_status ulna_batch_gravity_torques(const ulna_model *model, ulna_batch *batch, size_t count,
                                                const ulna_batch_states *states, double G[]) ULNA_MUST_CHECK;

/* Joint forces at qdd = 0 (n), without friction: ulna_bias, ulna_drive_bias. Reads q, qd. */
ULNA_API ulna_status ulna_batch_bias(const ulna_model *model, ulna_batch *batch, size_t count,
                                     const ulna_batch_states *states, double bias[]) ULNA_MUST_CHECK;

/* Poses of links 1…n in the base frame (12 n): for each R by rows, then p, as ulna_pose has them; and of the hand (12).
 * ulna_link_poses, ulna_hand_pose. Read q. */
ULNA_API ulna_status ulna_batch_link_poses(const ulna_model *model, ulna_batch *batch, size_t count,
                                           const ulna_batch_states *states, double poses[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_hand_pose(const ulna_model *model, ulna_batch *batch, size_t count,
                                          const ulna_batch_states *states, double pose[]) ULNA_MUST_CHECK;

/* J (6×n by rows, angular first) of the tool frame's origin in base axes: ulna_jacobian. Reads q. */
ULNA_API ulna_status ulna_batch_jacobian(const ulna_model *model, ulna_batch *batch, size_t count,
                                         const ulna_batch_states *states, double J[]) ULNA_MUST_CHECK;

/* Y (n × ulna_regressor_column_count, by rows): ulna_regressor of the links, or of links and drives. ULNA_UNSUPPORTED as there.
 * Reads q, qd, qdd. */
ULNA_API ulna_status ulna_batch_regressor(const ulna_model *model, ulna_batch *batch, size_t count,
                                          const ulna_batch_states *states, double Y[]) ULNA_MUST_CHECK;

/* tau (n) and its derivatives (n×n each), any of which may be NULL: ulna_inverse_dynamics_derivatives, with drives
 * ulna_drive_inverse_dynamics_derivatives; ULNA_UNSUPPORTED as there, and with drives for every arm with a joint whose friction
 * depends on its load. Reads q, qd, qdd. */
ULNA_API ulna_status ulna_batch_inverse_dynamics_derivatives(const ulna_model *model, ulna_batch *batch,
                                                             size_t count, const ulna_batch_states *states,
                                                             double tau[], double dtau_dq[],
                                                             double dtau_dqd[],
                                                             double dtau_dqdd[]) ULNA_MUST_CHECK;

/* qdd (n) and its derivatives, the same way: ulna_forward_dynamics_derivatives, ulna_drive_forward_dynamics_derivatives under tau.
 * Reads q, qd, tau. */
ULNA_API ulna_status ulna_batch_forward_dynamics_derivatives(const ulna_model *model, ulna_batch *batch,
                                                             size_t count, const ulna_batch_states *states,
                                                             double qdd[], double dqdd_dq[],
                                                             double dqdd_dqd[],
                                                             double dqdd_dtau[]) ULNA_MUST_CHECK;

/* What a rollout does: `steps` steps for every arm. */
typedef struct {
  ulna_integrator integrator; /* ULNA_RK4 or ULNA_SEMI_IMPLICIT_EULER */
  double step;                /* s */
  size_t steps;
  bool
      tau_by_step; /* states->tau holds an array (ulna_batch_number_count numbers) for each step, one after another; else one,
                        held */
  bool viscous_only;      /* leave dry friction out, so that nothing ever sticks */
  double event_tolerance; /* of RK4, s; 0: step/1e9 */
  void *context;
  /* Called when something sticks or slips, for each arm in order; from any of the threads. NULL: nobody listens. */
  void (*happened)(void *context, size_t arm, const ulna_event *event);
} ulna_batch_rollout_options;

/* RK4, one step of 1 ms, torques held. */
ULNA_API ulna_batch_rollout_options ulna_batch_rollout_options_default(void);

/* Moves every arm from q and qd under the joint torques tau (NULL: none), as ulna_plant_start and ulna_plant_step do,
 * friction, sticking and slipping included. q and qd (n each) get the end; q_path and qd_path get the state after
 * every step (arrays one after another; either may be NULL). q and qd may be the states' arrays. An arm that cannot
 * go on has NaN from there. ULNA_INVALID_ARGUMENT also for step ≤ 0 and other integrators; ULNA_UNSUPPORTED for
 * viscous_only if friction is not by plain laws, or bodies are not balanced rotors at constant ratios. */
ULNA_API ulna_status ulna_batch_rollout(const ulna_model *model, ulna_batch *batch,
                                        const ulna_batch_rollout_options *options, size_t count,
                                        const ulna_batch_states *states, double q[], double qd[],
                                        double q_path[], double qd_path[]) ULNA_MUST_CHECK;

/* The same in single precision: arrays of floats, twice as many states side by side. Sines are within 2 ulp of float for every
 * argument. */
typedef struct {
  const float *q, *qd, *qdd, *tau, *gravity, *wrench, *payload;
} ulna_batch_states_float;

ULNA_API ulna_status ulna_batch_inverse_dynamics_float(const ulna_model *model, ulna_batch *batch,
                                                       size_t count, const ulna_batch_states_float *states,
                                                       float tau[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_forward_dynamics_float(const ulna_model *model, ulna_batch *batch,
                                                       size_t count, const ulna_batch_states_float *states,
                                                       float qdd[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_mass_matrix_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                                  const ulna_batch_states_float *states,
                                                  float M[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_gravity_torques_float(const ulna_model *model, ulna_batch *batch,
                                                      size_t count, const ulna_batch_states_float *states,
                                                      float G[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_bias_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                           const ulna_batch_states_float *states,
                                           float bias[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_link_poses_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                                 const ulna_batch_states_float *states,
                                                 float poses[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_hand_pose_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                                const ulna_batch_states_float *states,
                                                float pose[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_jacobian_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                               const ulna_batch_states_float *states,
                                               float J[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_regressor_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                                const ulna_batch_states_float *states,
                                                float Y[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_inverse_dynamics_derivatives_float(
    const ulna_model *model, ulna_batch *batch, size_t count, const ulna_batch_states_float *states,
    float tau[], float dtau_dq[], float dtau_dqd[], float dtau_dqdd[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_forward_dynamics_derivatives_float(
    const ulna_model *model, ulna_batch *batch, size_t count, const ulna_batch_states_float *states,
    float qdd[], float dqdd_dq[], float dqdd_dqd[], float dqdd_dtau[]) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_batch_rollout_float(const ulna_model *model, ulna_batch *batch,
                                              const ulna_batch_rollout_options *options, size_t count,
                                              const ulna_batch_states_float *states, float q[], float qd[],
                                              float q_path[], float qd_path[]) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
