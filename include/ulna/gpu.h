/* Many states of one arm, or of several, on a graphics processor (CUDA): the library's own kernels, one state per thread.
 *
 * An ulna_gpu belongs to its models and to one card, and may be used by one thread at a time; calls on several
 * streams overlap. Functions take device pointers and a stream (a cudaStream_t; NULL: the default one). They start
 * the work and return; errors of the work itself appear when the stream is synchronised. ulna_gpu_run_host takes
 * arrays in the computer's memory, and waits. Arrays hold w numbers for each state, float or double as the ulna_gpu
 * was made, in its layout. libulna_gpu is built where CUDA's compiler is (-DULNA_GPU=ON). Nothing here is real-time.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_GPU_H
#define ULNA_GPU_H

#include <stdbool.h>
#include <stddef.h>

#include "ulna/model.h"
#include "ulna/plant.h"
#include "ulna/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where number j of state s lies, with w numbers per state and N states. */
typedef enum {
  ULNA_GPU_COLUMNS, /* [w][N]: a joint's numbers together; the fastest */
  ULNA_GPU_ROWS     /* [N][w]: a state's numbers together */
} ulna_gpu_layout;

/* How much of the drives is included. */
typedef enum {
  ULNA_GPU_LINKS, /* nothing: links alone, as ulna_inverse_dynamics */
  ULNA_GPU_VISCOUS, /* rotors, in the base or carried by links, and viscous friction; dry friction is left out */
  ULNA_GPU_DRY      /* the same, and in rollouts dry friction with sticking and slipping */
} ulna_gpu_drives;

typedef struct {
  bool single; /* float; else double */
  ulna_gpu_layout layout;
  ulna_gpu_drives drives;
  int card; /* 0: the first */
} ulna_gpu_options;

/* Double, columns, links alone, the first card. */
ULNA_API ulna_gpu_options ulna_gpu_options_default(void);

/* How many cards there are; 0 where there is none, or no driver. `why` (may be NULL) then gets a sentence. */
ULNA_API int ulna_gpu_card_count(const char **why);

typedef struct ulna_gpu ulna_gpu;

/* ULNA_NOT_FOUND: no such card. ULNA_UNSUPPORTED: more than 15 joints, or joints that follow others; with drives:
 * more than 20 rotors if links carry some, bodies of drives that are not balanced rotors or not counted in their
 * links, ratios that change, friction by tables or loads; with ULNA_GPU_DRY: friction of an actuator that moves with
 * several joints. The model is not needed afterwards. */
ULNA_API ulna_status ulna_gpu_create(const ulna_model *model, const ulna_gpu_options *options,
                                     ulna_gpu **gpu) ULNA_MUST_CHECK;
/* The same for several robots. Their states go into one launch in any mixture (ulna_gpu_run_several; the `robot` of a
 * rollout); it is quickest if the states of a robot lie together. Arrays are as wide as the widest robot needs; a
 * state uses the first numbers of its share, the others are neither read nor written. ULNA_INVALID_ARGUMENT without a
 * robot. */
ULNA_API ulna_status ulna_gpu_create_several(int count, const ulna_model *const models[],
                                             const ulna_gpu_options *options, ulna_gpu **gpu) ULNA_MUST_CHECK;
ULNA_API void ulna_gpu_destroy(ulna_gpu *gpu); /* NULL is allowed */

typedef enum {
  ULNA_GPU_INVERSE_DYNAMICS, /* tau (n) of q, qd, qdd */
  ULNA_GPU_FORWARD_DYNAMICS, /* qdd (n) of q, qd, tau; NaN where the mass matrix is singular */
  ULNA_GPU_MASS_MATRIX,      /* M (n×n by rows) of q */
  ULNA_GPU_GRAVITY_TORQUES,  /* G (n) of q */
  ULNA_GPU_BIAS,             /* tau (n) of q, qd at qdd = 0 */
  ULNA_GPU_HAND_POSE,        /* R by rows, then p (12) of q: the tool frame in the base frame */
  ULNA_GPU_JACOBIAN,         /* J (6×n by rows, angular first) of q: of the tool frame's origin, base axes */
  ULNA_GPU_LINK_POSES,       /* R by rows, then p, of links 1…n (12 n) of q, in the base frame */
  ULNA_GPU_REGRESSOR, /* Y (n × 10 n by rows) of q, qd, qdd: of the links' parameters, as ulna_regressor; with m drives
                         n × (10 n + 3 m), as ULNA_REGRESSOR_DRIVES */
  ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES, /* tau (n), ∂tau/∂q, ∂tau/∂qd, ∂tau/∂qdd (n×n by rows each) of q, qd, qdd */
  ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES /* qdd (n), ∂qdd/∂q, ∂qdd/∂qd, ∂qdd/∂tau (n×n by rows each) of q, qd, tau */
} ulna_gpu_function;

/* How many numbers a function gives for each state; with several robots, for the widest. */
ULNA_API size_t ulna_gpu_width(const ulna_gpu *gpu, ulna_gpu_function function);

/* Starts `function` for `count` states. Arrays that it does not read may be NULL; `third` is qdd or tau.
 * ULNA_INVALID_ARGUMENT if an array that is needed is NULL, or count is beyond 2^37; ULNA_UNSUPPORTED if the card
 * refuses (ulna_gpu_failure tells), and for the regressor where ulna_regressor says so. */
ULNA_API ulna_status ulna_gpu_run(ulna_gpu *gpu, ulna_gpu_function function, void *stream, size_t count,
                                  const void *q, const void *qd, const void *third,
                                  void *out) ULNA_MUST_CHECK;

/* The same for several robots: robot (count numbers on the card) says which robot each state belongs to, from 0;
 * NULL: all to the first. States of a robot that does not exist get NaN. */
ULNA_API ulna_status ulna_gpu_run_several(ulna_gpu *gpu, ulna_gpu_function function, void *stream,
                                          size_t count, const int *robot, const void *q, const void *qd,
                                          const void *third, void *out) ULNA_MUST_CHECK;

/* The same with arrays in the computer's memory, in pieces; copies overlap computation. */
ULNA_API ulna_status ulna_gpu_run_host(ulna_gpu *gpu, ulna_gpu_function function, size_t count, const void *q,
                                       const void *qd, const void *third, void *out) ULNA_MUST_CHECK;

/* What drives the joints in a rollout; torques are constant over a step. */
typedef enum {
  ULNA_GPU_HELD,     /* tau (n of each arm; NULL: none), for all steps */
  ULNA_GPU_BY_STEP,  /* tau: such an array for each step, one after another */
  ULNA_GPU_FEEDBACK, /* tau + kp (q_d − q) + kd (qd_d − qd) */
  ULNA_GPU_COMPUTED /* inverse dynamics of the unchanged model, at qdd = qdd_d + kp (q_d − q) + kd (qd_d − qd) */
} ulna_gpu_control;

typedef struct {
  double step; /* s */
  long steps;
  bool semi_implicit; /* Euler's method, speeds first; else the classical Runge–Kutta method */
  ulna_gpu_control control;
  const double *kp, *kd; /* n each, in the computer's memory; for the last two kinds of control */
  const void *
      desired; /* on the card: steps × 3 n numbers, the set point at the beginning of each step (q, qd, qdd), the same for
                            all arms; for the last two kinds of control, and for `error` */
  bool limits; /* torques stay within the joints' efforts */
  ulna_stops
      stops; /* at the joints' position limits, as a plant has them; an arm that starts beyond a hard one is put on it */
  double stop_stiffness, stop_damping; /* of stiff ones */
  double restitution, rest_speed;      /* of hard ones */

  const int *robot; /* one per arm, on the card: which of several robots it is, from 0; NULL: the first */

  /* Arrays on the card, with this many numbers per arm, in the layout of q; NULL: as the model has it. */
  const void *masses;   /* n: each link's mass and inertia times this */
  const void *payload;  /* 1: kg more, at the tool frame's origin */
  const void *friction; /* 1: all friction times this */
  const void *gravity;  /* 3: world axes */

  long every;             /* each arm's state is recorded once in so many steps; 0: never */
  void *q_path, *qd_path; /* on the card: an array like q for each record, one after another; NULL: none */
  void *error; /* one per arm, on the card: its largest |q_d − q| at the beginning of a step; NULL: none */
} ulna_gpu_rollout_options;

/* Runge–Kutta, one step of 1 ms, torques held, all arms alike, no records, no stops (stiff ones would have 1e5 N
 * m/rad and 1e3 N m s/rad, hard ones no rebound). */
ULNA_API ulna_gpu_rollout_options ulna_gpu_rollout_options_default(void);

/* Moves `count` arms through all steps, each by one thread, from q, qd to q_end, qd_end (which may be q and qd). An
 * arm's result depends on no other arm. With ULNA_GPU_DRY, a joint whose speed changes sign within a step comes to
 * rest there; the instant is found by a straight line, at most four times in one step. The joint slips again at the
 * beginning of a step if the force exceeds what friction holds. A joint that reaches a hard stop within a step
 * strikes it there; the instant is found by a parabola, at most twelve times in one step. A joint that rests against
 * a stop leaves it at the beginning of a step if it is pulled away. An arm whose mass matrix is singular has NaN from
 * there. ULNA_INVALID_ARGUMENT for what is missing or out of range. */
ULNA_API ulna_status ulna_gpu_rollout(ulna_gpu *gpu, const ulna_gpu_rollout_options *options, void *stream,
                                      size_t count, const void *q, const void *qd, const void *tau,
                                      void *q_end, void *qd_end) ULNA_MUST_CHECK;

/* The same with all arrays, the options' too, in the computer's memory; waits. */
ULNA_API ulna_status ulna_gpu_rollout_host(ulna_gpu *gpu, const ulna_gpu_rollout_options *options,
                                           size_t count, const void *q, const void *qd, const void *tau,
                                           void *q_end, void *qd_end) ULNA_MUST_CHECK;

/* Why the card refused, in the words of its driver; "" if it did not when it was last used. */
ULNA_API const char *ulna_gpu_failure(const ulna_gpu *gpu);

#ifdef __cplusplus
}
#endif
#endif
