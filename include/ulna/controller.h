/* Controllers of arms: the unified controller of resolved, gross and fine motion, and simpler ones to compare it with.
 *
 * One object, one call per set point: ulna_controller_step takes measured and desired values, and gives torques of
 * the joints, forces of the actuators or currents of the motors. It allocates nothing and takes a bounded time. It
 * computes with the controller's own model, which need not be the arm's true one.
 *
 * Safe behaviour. The controller reacts to a measurement that is not a number or jumps, a limit that is violated, a
 * goal that cannot be reached, and time that does not advance. It then holds the arm at its last known posture, with
 * gravity compensated and motion damped (stage ULNA_STAGE_HOLD, status ULNA_HOLDING), until ulna_controller_reset. If
 * no posture was ever measured, it gives no torque, and holds the first posture that is measured.
 * ulna_controller_fault tells what happened. The output is always finite and within the limits.
 *
 * Source: [Mudge]; actuators' servos [Szkodny]. Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_CONTROLLER_H
#define ULNA_CONTROLLER_H

#include <stdbool.h>

#include "ulna/measured.h"
#include "ulna/resolved_motion.h"
#include "ulna/work.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ULNA_CONTROL_KIND_LIST(X)                                                                            \
  X(UNIFIED, "unified")                 /* gross, fine and contact stages, chosen by rules */                \
  X(COMPUTED_TORQUE, "computed-torque") /* gross motion alone */                                             \
  X(PD_GRAVITY, "pd-gravity")           /* joint PD and gravity */                                           \
  X(JOINT_PD, "joint-pd")               /* independent joints, no model: what the PUMA had */                \
  X(ACTUATOR_SERVO, "actuator-servo")   /* P, PD or PID of each actuator on its own side of the gear */      \
  X(IMPEDANCE, "impedance")             /* spring and damper at the hand, motion fed forward */              \
  X(UNIFIED_PRINTED, "unified-printed") /* the unified computation as [Mudge] prints it */

typedef enum {
#define ULNA_CONTROL_KIND_ENUM(name, text) ULNA_CONTROL_##name,
  ULNA_CONTROL_KIND_LIST(ULNA_CONTROL_KIND_ENUM)
#undef ULNA_CONTROL_KIND_ENUM
      ULNA_CONTROL_KIND_COUNT
} ulna_control_kind;

/* "unified", …; NULL for values outside the enum. ULNA_NOT_FOUND if no kind has that name. Real-time: yes. */
ULNA_API const char *ulna_control_kind_name(ulna_control_kind kind);
ULNA_API ulna_status ulna_control_kind_find(const char *name, ulna_control_kind *kind) ULNA_MUST_CHECK;

/* The output of a step: joint torques (forces), actuator forces before their friction, or armature currents. As the
 * plant's ulna_driven_by. */
typedef enum { ULNA_CONTROL_TORQUE, ULNA_CONTROL_FORCE, ULNA_CONTROL_CURRENT } ulna_control_output;

/* Which speed gives the direction of the friction that is compensated: the desired one (no chatter) or the measured
 * one. */
typedef enum { ULNA_COMPENSATE_NOTHING, ULNA_COMPENSATE_DESIRED, ULNA_COMPENSATE_MEASURED } ulna_compensation;

#define ULNA_STAGE_LIST(X)                                                                                   \
  X(ANY, "any")         /* as a request: let the rules choose */                                             \
  X(HOLD, "hold")       /* something is wrong: held still */                                                 \
  X(GROSS, "gross")     /* computed torque, resolved acceleration */                                         \
  X(FINE, "fine")       /* near the goal: resolved rate, gravity now and then, no Coriolis terms */          \
  X(CONTACT, "contact") /* fine, and free along the push: pseudo-force, and the hand sensor's loop */

typedef enum {
#define ULNA_STAGE_ENUM(name, text) ULNA_STAGE_##name,
  ULNA_STAGE_LIST(ULNA_STAGE_ENUM)
#undef ULNA_STAGE_ENUM
      ULNA_STAGE_COUNT
} ulna_stage;

/* "any", "hold", "gross", "fine", "contact"; NULL for values outside the enum. Real-time: yes. */
ULNA_API const char *ulna_stage_name(ulna_stage stage);

typedef enum { ULNA_SERVO_P, ULNA_SERVO_PD, ULNA_SERVO_PID } ulna_servo;

/* Gains of joints. Error dynamics of gross motion with an exact model: ë + kv ė + kp e = 0, joint by joint.
 *   kp, kv, ki   n each, or NULL. Given kp and kv are used as they are. kp NULL: from the frequency below and the damping
 *                ratio. ki serves set points of joints.
 *   by_load      with kp NULL: each joint has one stiffness, frequency² times the largest inertia it can feel, at every
 *                posture; kp and kv follow the inertia the joint feels at its posture, so that the damping ratio is
 *                kept. kv is looked up in a table over the two joints that matter most, made from the robot, as
 *                [Mudge] proposes.
 *                In gross motion, set points of the hand then become set points of the joints, as in kinds that servo joints,
 *                with these gains instead of the hand's.
 *   integral_limit  largest ki ∫e (rad/s², m/s²). The integral also stops while its joint's drive is saturated and a larger
 *                integral would not help. */
typedef struct {
  double frequency, damping_ratio; /* rad/s, 1 */
  const double *kp, *kv, *ki;      /* 1/s², 1/s, 1/s³ */
  bool by_load;
  double integral_limit;
} ulna_joint_gains;

/* Friction of the model's joints and drives, added to the output. At |speed| ≥ `speed` it is the law. Below, it is
 * the level at rest in the direction of the desired acceleration (in full from `acceleration` on). Both are blended,
 * so the output does not jump. share: how much of it is compensated (1: all). Speeds and accelerations are those of
 * the place: joint or actuator. */
typedef struct {
  ulna_compensation by;
  double share;
  double speed,
      acceleration; /* at the joints; at an actuator times its ratio. A larger acceleration is taken if the sampled
                                 loop would be unstable with this one */
} ulna_friction_compensation;

/* Fine motion. Joint torques D (qd_r − qd), D_i = rate times the inertia joint i feels (from the table); qd_r resolves the
 * desired twist + position · pose error (joints: qd_d + position (q_d − q)).
 *   whole_inertia   D is rate times the whole mass matrix: directions of the hand do not disturb each other, at the price of
 *                   a Newton–Euler pass every cycle (gravity is then always fresh). Not in the paper
 *   push_rate       replaces `rate` along the push while there is contact: how slowly the hand gives way there
 *   gravity_every   cycles between refreshes of gravity's torques (the paper's 1/ζ)
 *   force_rate and force_integral form a loop of the hand sensor. It acts in contact, along the push's force. An arm needs
 *   it if its friction would absorb the push. 0: no loop.
 *   force_rate      m/s per N: the desired speed along the push is force_rate (desired − measured force), so that
 *                   friction is compensated in that direction
 *   force_integral  1/s: force_integral ∫(desired − measured) is added to the push, at most force_limit, N
 *   feel            the hand sensor's wrench is compensated with the time constant feel_time, in s: the payload's weight and
 *                   inertia are felt. Without a desired push the whole sensed wrench counts as the payload's; with a
 *                   push, the last felt payload stays. */
typedef struct {
  double rate, position, push_rate; /* 1/s each */
  bool whole_inertia;
  int gravity_every;
  double force_rate, force_integral, force_limit;
  bool feel;
  double feel_time;
} ulna_fine_options;

/* Set points of the hand. In gross motion the joints' accelerations resolve
 *   acceleration_d + 2 ratio frequency (twist_d − twist) + frequency² (pose error: rotation vector, position),
 * at the measured state; in fine motion see above. Kinds that servo joints get a posture that follows the hand's set
 * points by resolved rates. It begins at the joints' last set point or, at the start, at the measured posture.
 *   resolve    how (ulna/resolved_motion.h). Limits that are NULL: position limits from the model, speed `safety.fastest`,
 *              acceleration enough to brake from it within 1/frequency. Period 0: the controller's. A joint that
 *              elimination holds is braked to rest
 *   integral   1/s: removes the pose error that a wrong model leaves, in gross and fine motion. An acceleration of the hand
 *              grows by integral · frequency² · error (fine: integral · rate · position · error), in each direction up to
 *              integral_limit. It stops in contact, at limits, and near singular postures. 0: none
 *   posture    n, or NULL: joints that the hand leaves free go to it at posture_rate (1/s; damped least squares) */
typedef struct {
  double frequency, damping_ratio; /* rad/s, 1 */
  double integral, integral_limit; /* 1/s, below 2 ratio frequency and fine.rate; rad/s², m/s² */
  ulna_resolve_options resolve;
  const double *posture;
  double posture_rate;
} ulna_hand_options;

/* When stages change. Distances and speeds are those of the hand; for a goal of joints, the largest of any joint.
 * Fine motion begins when both are below their limits, and ends when one is above `leave` times its limit. While a
 * push is desired the distance does not count. Contact begins when the sensed force is above contact_force, and ends
 * below contact_release. A stage lasts at least `dwell` s. transfer: time constant with which a jump of the torque at
 * a change of stages fades (0: jumps stay). */
typedef struct {
  double distance, angle, speed, turn_speed; /* m, rad, m/s, rad/s */
  double joint_distance, joint_speed;        /* rad or m, per s */
  double leave;                              /* above 1 */
  double contact_force, contact_release;     /* N */
  double dwell, transfer;                    /* s */
} ulna_stage_rules;

/* Servos on the actuators' side. Gains place the closed loop's poles for a pure inertia: a pair of frequency ω and
 * damping ratio ζ, and for PID a third at ω. The inertia is the largest that the actuator can feel with the others
 * held (as ulna_actuator_inertia_range; if that has no bound, the one in the middle of the workspace).
 *   P      needs the viscous friction of its drive for damping: kp = (B/2ζ)²/J (frequency is not read)
 *   discrete  poles of the sampled loop, held input, at e^{sT}; else the continuous loop's
 *   from_positions  speed by differences of positions over the period, through a filter of time constant derivative_filter
 *   inertia  n: this inertia instead; NULL: found over the workspace */
typedef struct {
  ulna_servo type;
  double frequency, damping_ratio;
  bool discrete, from_positions;
  double derivative_filter;
  const double *inertia;
} ulna_servo_options;

/* Spring and damper at the hand, base axes, rotation first. The forces of the desired motion are fed forward, so both see errors
 * alone. A direction with damping 0 is damped by damping_ratio, for each mode of the hand's inertia on its springs, at the
 * posture of each step. A mode too fast for the period gets a softer spring. Joint motion that does not move the hand
 * is damped by null_damping, 1/s. null_stiffness, 1/s², draws it to the set point of the joints, or to a posture that
 * follows the hand's. */
typedef struct {
  double stiffness[6], damping[6]; /* N m/rad, N/m; N m s/rad, N s/m */
  double damping_ratio, null_damping, null_stiffness;
} ulna_impedance_options;

/* The limits beyond which something is a fault. A joint without a speed limit has `fastest`. */
typedef struct {
  double jump;            /* a joint moves at most this many times speed limit × time since the last step */
  double fastest;         /* rad/s, m/s */
  double position_margin; /* beyond a limit: rad or m */
  double speed_margin;    /* times the speed limit */
  double reach_error;     /* m: largest distance of the hand from its set point */
  double reach_angle;     /* rad: largest angle of the hand from its set point */
  double joint_error;     /* rad or m: largest distance of a joint from its set point */
  double reach_time;      /* s: a fault if one of these three is exceeded for longer than this */
} ulna_safety;

typedef struct {
  ulna_control_kind kind;
  double period; /* s, nominal */
  double delay;  /* s from a measurement until the output computed from it takes effect */
  ulna_control_output output;
  ulna_joint_gains joints;
  ulna_hand_options hand;
  bool gravity; /* ULNA_CONTROL_JOINT_PD, _ACTUATOR_SERVO: gravity fed forward */
  ulna_friction_compensation friction;
  const double *effort; /* n: largest torque (force) of each joint; NULL: the model's */
  ulna_fine_options fine;
  ulna_stage_rules stages;
  ulna_servo_options servo;
  ulna_impedance_options impedance;
  ulna_safety safety;
} ulna_controller_options;

/* Period 1 ms, output torque, 30 rad/s with damping ratio 1, friction not compensated. Real-time: yes. */
ULNA_API ulna_controller_options ulna_controller_options_default(ulna_control_kind kind);

/* NULL, or a sentence that says which option is impossible: "the period must be above 0 s". Real-time: yes. */
ULNA_API const char *ulna_controller_options_fault(const ulna_model *model,
                                                   const ulna_controller_options *options);

/* The set point, of the joints or of the hand: give exactly one of q and pose. NULL rates are zero; anything else
 * NULL is absent.
 *   goal    where the motion ends; its distance chooses the stage. NULL: gross motion, unless another stage is requested
 *   push    force, then moment, that the hand shall exert on the world, at the tool frame's origin, in tool axes; counts
 *           in fine motion and contact. Along its force the arm is free in contact: no feedback of position there
 *   stage   a request, or ULNA_STAGE_ANY. ULNA_STAGE_HOLD cannot be requested */
typedef struct {
  const double *q, *qd, *qdd;
  const ulna_pose *pose;      /* tool frame in the base frame */
  const double *twist;        /* 6: angular, linear; base axes, tool frame's origin */
  const double *acceleration; /* 6: its derivative */
  const double *goal_q;
  const ulna_pose *goal;
  const double *push; /* 6 */
  ulna_stage stage;
} ulna_desired;

typedef struct ulna_controller ulna_controller;

/* In the caller's memory (`size` bytes, aligned to 64), or on the heap. Options are copied, arrays included. The model must
 * outlive the controller.
 *   ULNA_INVALID_ARGUMENT  the options (ulna_controller_options_fault says what)
 *   ULNA_UNSUPPORTED       currents are asked for and an actuator has no motor
 *   ULNA_SINGULAR          the robot has no mass matrix to make gains from
 * Real-time: no (tables are made; init is bounded and without allocation). */
ULNA_API size_t ulna_controller_size(const ulna_model *model);
ULNA_API ulna_status ulna_controller_init(void *memory, size_t size, const ulna_model *model,
                                          const ulna_controller_options *options,
                                          ulna_controller **controller) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_controller_create(const ulna_model *model, const ulna_controller_options *options,
                                            const ulna_allocator *allocator,
                                            ulna_controller **controller) ULNA_MUST_CHECK;
/* NULL is allowed; only for created ones. Real-time: no. */
ULNA_API void ulna_controller_destroy(ulna_controller *controller);

/* Forgets everything measured, integrals and faults: as new, but the sensor's bias is kept. Real-time: yes. */
ULNA_API void ulna_controller_reset(ulna_controller *controller);

/* Gives a running controller other gains. The options must have the same kind, period, delay and output; they are
 * copied and replace the old ones. Everything measured stays, integrals and faults too. Inertias are computed again,
 * with the payload now known. ULNA_INVALID_ARGUMENT: impossible options, or not of the same kind; nothing has changed
 * then. Real-time: no (as init). */
ULNA_API ulna_status ulna_controller_retune(ulna_controller *controller,
                                            const ulna_controller_options *options) ULNA_MUST_CHECK;

/* The work that the controller computes with: you may set known payload, gravity and base motion between steps. (The
 * controller sets the hand's wrench itself.) Real-time: yes. */
ULNA_API ulna_work *ulna_controller_work(ulna_controller *controller);

/* One set point. out (n): as the options' output says, within the limits; written unless ULNA_INVALID_ARGUMENT is
 * returned.
 *   ULNA_HOLDING           something is wrong, now or since an earlier step: the arm is held
 *   ULNA_INVALID_ARGUMENT  desired has neither joints nor a pose, or both, or an impossible request
 * Real-time: yes. */
ULNA_API ulna_status ulna_controller_step(ulna_controller *controller, const ulna_measured *measured,
                                          const ulna_desired *desired, double out[]) ULNA_MUST_CHECK;

/* Takes the mean of the next `samples` readings of the hand sensor as its bias: the hand must be empty, free and
 * still. Until then no force is felt. Real-time: yes. */
ULNA_API void ulna_controller_tare(ulna_controller *controller, int samples);

#define ULNA_CONTROL_FAULT_LIST(X)                                                                           \
  X(NONE, "nothing is wrong")                                                                                \
  X(NOT_FINITE, "a measurement is not a finite number")                                                      \
  X(TIME, "time does not advance")                                                                           \
  X(JUMP, "a joint's position jumped farther than it can move")                                              \
  X(POSITION, "a joint is beyond its limit")                                                                 \
  X(SPEED, "a joint is faster than its limit")                                                               \
  X(DESIRED, "a number of the set point is not finite")                                                      \
  X(REACH, "the arm stays too far from its set point: out of reach, blocked or too weak")                    \
  X(MODEL, "the model gives no finite torques at this posture")

typedef enum {
#define ULNA_CONTROL_FAULT_ENUM(name, text) ULNA_CONTROL_FAULT_##name,
  ULNA_CONTROL_FAULT_LIST(ULNA_CONTROL_FAULT_ENUM)
#undef ULNA_CONTROL_FAULT_ENUM
      ULNA_CONTROL_FAULT_COUNT
} ulna_control_fault_kind;

typedef struct {
  ulna_control_fault_kind kind;
  double t;            /* of the step that found it */
  int joint;           /* from 1; 0: not of one joint */
  double value, limit; /* NaN where there is no number to tell */
} ulna_control_fault;

/* The first fault since the last reset. Real-time: yes. */
ULNA_API const ulna_control_fault *ulna_controller_fault(const ulna_controller *controller);

/* The fault's sentence; never NULL. Real-time: yes. */
ULNA_API const char *ulna_control_fault_text(ulna_control_fault_kind kind);

/* The fault as one line, "joint 2: a joint is beyond its limit: 2.1, limit 1.92 (at 0.31 s)", always terminated; returns the
 * length it needs without the terminator, as snprintf does. Real-time: no. */
ULNA_API int ulna_control_fault_format(const ulna_control_fault *fault, char *buffer, size_t size);

/* What the last step did; pointers into the controller, until the next step. */
typedef struct {
  ulna_stage stage;
  int stage_changes; /* since the last reset */
  bool saturated;    /* some limit cut the output */
  double
      lowered; /* the least share of a gain that remains after lowering for the sampled loop; 1: as asked */
  const double *tau;        /* n: joint torques before friction compensation and limits */
  const double *joint_side; /* n: joint torques after both */
  const double *force;      /* n: actuator forces after both */
  const double *current;    /* n: NaN where there is no motor */
  const double *qdd;        /* n: desired accelerations of the joints; fine motion: rate (qd_r − qd) */
  const ulna_resolve_outcome
      *resolved;                      /* set points of the hand: the outcome of resolved motion; else NULL */
  double position_error, angle_error; /* of the hand, m and rad; NaN for set points of joints */
  double contact_force;               /* N: sensed, minus bias and felt payload; NaN without a sensor */
} ulna_control_outcome;

/* Real-time: yes. */
ULNA_API const ulna_control_outcome *ulna_controller_outcome(const ulna_controller *controller);
ULNA_API ulna_stage ulna_controller_stage(const ulna_controller *controller);

/* Gains at a posture (n each; any may be NULL): kp and kv of gross motion, and the inertia from the table that they
 * come from. Fine motion that damps joint by joint uses a smaller share of this inertia if the sampled loop would
 * otherwise be unstable. table_error: for
 * each joint, the largest relative error of the table's inertia that was found when the table was made.
 * Real-time: yes. */
ULNA_API void ulna_controller_gains(const ulna_controller *controller, const double q[], double kp[],
                                    double kv[], double inertia[]);
ULNA_API const double *ulna_controller_table_error(const ulna_controller *controller);

/* Gains of the actuators' servos (n each; any may be NULL). Real-time: yes. */
ULNA_API void ulna_controller_servo_gains(const ulna_controller *controller, double kp[], double kd[],
                                          double ki[]);

/* Gross motion as printed [Mudge, eqs 10–13, 31–35], links alone: qdd_adj = qdd_d + kv (qd_d − qd) + kp (q_d − q), torques at
 * q and qd, and Coulomb and viscous friction by the force across each joint's axis:
 *   moving      friction = mu_dynamic N sgn(qd) + gamma qd
 *   qd exactly 0           mu_static  N sgn(qdd_adj)
 * mu has the unit of length for a revolute joint; mu_static may be below mu_dynamic. Gravity, base motion, hand wrench and
 * payload are the work's. Outputs n each, any may be NULL. Real-time: yes. */
typedef struct {
  const double *mu_static, *mu_dynamic, *gamma; /* n each; all NULL: no friction */
} ulna_axis_friction;
typedef struct {
  double *qdd_adj, *tau_without_friction, *normal, *friction, *tau;
} ulna_gross_parts;
ULNA_API void ulna_gross_motion(const ulna_model *model, ulna_work *work, const double kp[],
                                const double kv[], const ulna_axis_friction *friction, const double q[],
                                const double qd[], const double q_d[], const double qd_d[],
                                const double qdd_d[], const ulna_gross_parts *parts);

/* Torques (n) that make the hand exert a force and a moment on the world, at the tool frame's origin, in tool axes
 * [Mudge, eqs 36–42]; gravity not included. Real-time: yes. */
ULNA_API void ulna_pseudo_force_torques(const ulna_model *model, ulna_work *work, const double q[],
                                        const double force[3], const double moment[3], double tau[]);

#ifdef __cplusplus
}
#endif
#endif
