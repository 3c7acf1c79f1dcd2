/* Desired motion over time: of the joints, or of the hand.
 *
 * A trajectory is made once from a description, and is read-only from then on: any number of threads may sample it.
 * Time runs from 0 to the duration, both included. Before and after, the motion is held at its start and its end with
 * rates and accelerations of zero; at exactly 0 and at the duration the path's own rates are given.
 * Joints are numbered from 1 where they are named; arrays over joints have q[0] for joint 1. Units are rad and rad/s for
 * revolute joints, m and m/s for prismatic ones. Everything about the hand is the tool frame's pose in the base frame
 * and in base axes; six-vectors are angular first.
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_TRAJECTORY_H
#define ULNA_TRAJECTORY_H

#include "ulna/builder.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ulna_trajectory ulna_trajectory;

/* What is wrong with a motion. */
#define ULNA_MOTION_FAULT_LIST(X)                                                                            \
  X(NONE, "nothing is wrong")                                                                                \
  X(SHAPE, "unknown profile or path, no joint, fewer than two points, or more than two for a trapezoid")     \
  X(NUMBER, "a number is not finite")                                                                        \
  X(TIMES, "times must begin at 0 and rise, a duration must not be negative")                                \
  X(LIMIT, "limits of speed and acceleration must be above 0, a lower limit not above the upper")            \
  X(UNBOUNDED, "neither a time nor a limit says how long it takes (a trapezoid: a time or an acceleration)") \
  X(UNUSED, "rates or accelerations are given where this profile has no use for them, or need a time")       \
  X(LOW, "position below the lower limit")                                                                   \
  X(HIGH, "position above the upper limit")                                                                  \
  X(SPEED, "speed above the limit")                                                                          \
  X(ACCELERATION, "acceleration above the limit")                                                            \
  X(ANGULAR_SPEED, "angular speed above the limit")                                                          \
  X(ANGULAR_ACCELERATION, "angular acceleration above the limit")                                            \
  X(ROTATION, "R is not a rotation")                                                                         \
  X(HALF_TURN, "half a turn from start to goal can go either way: give `turn`")                              \
  X(CIRCLE, "no circle: points that coincide or lie on a line, or a start on the axis")

typedef enum {
#define ULNA_MOTION_FAULT_ENUM(name, text) ULNA_MOTION_FAULT_##name,
  ULNA_MOTION_FAULT_LIST(ULNA_MOTION_FAULT_ENUM)
#undef ULNA_MOTION_FAULT_ENUM
      ULNA_MOTION_FAULT_COUNT
} ulna_motion_fault_kind;

/* Where and why a motion was refused. With a time, `point` is the last one before it. */
typedef struct {
  ulna_motion_fault_kind kind;
  int joint;           /* from 1; 0: not of one joint */
  int point;           /* from 0; -1: not of one point */
  double time;         /* of the value, s; NaN: not of one instant */
  double value, limit; /* what is reached, what is allowed; NaN where there is no number to tell */
} ulna_motion_fault;

/* The fault as one line, "joint 3: speed above the limit after point 0: 5.2 at 0.31 s, limit 5", always terminated;
 * returns the length it needs without the terminator, as snprintf does. Real-time: no. */
ULNA_API int ulna_motion_fault_format(const ulna_motion_fault *fault, char *buffer, size_t size);

/* Bounds of each joint, n elements each; NULL, and infinite elements: none. */
typedef struct {
  const double *lower, *upper;
  const double *velocity, *acceleration; /* of the magnitude, above 0 */
} ulna_motion_limits;

typedef enum {
  ULNA_CUBIC,   /* cubics between points of given rates; continuous speed, the acceleration jumps */
  ULNA_QUINTIC, /* quintics between points of given rates and accelerations; continuous acceleration */
  ULNA_TRAPEZOID, /* rest to rest: even acceleration, even speed, even deceleration; a triangle where there is no time
                     for the even speed */
  ULNA_SPLINE_NATURAL, /* cubic spline, continuous acceleration, none at either end */
  ULNA_SPLINE_CLAMPED  /* cubic spline, continuous acceleration, given rates at either end */
} ulna_profile;

/* A motion of n joints through given points; all joints start and stop together. Arrays that a profile does not use
 * must be NULL.
 *   q     points × joints, row-major
 *   qd    ULNA_CUBIC, ULNA_QUINTIC: points × joints; ULNA_SPLINE_CLAMPED: 2 × joints, start and end; NULL: zero
 *   qdd   ULNA_QUINTIC: points × joints; NULL: zero
 *   time  of each point, from 0, rising. NULL: as short as the limits of speed and acceleration allow, for two points
 *         with rest at both. The path is then straight in joint space; so are all trapezoids, and cubics or quintics from
 *         rest to rest. A trapezoid of given time keeps the acceleration and lowers the speed; without a
 *         limit of acceleration it speeds up, moves evenly and slows down for a third of the time each. */
typedef struct {
  ulna_profile profile;
  int joints, points;
  const double *q, *qd, *qdd;
  const double *time;
  ulna_motion_limits limits;
} ulna_joint_motion;

/* Quintic of two points, all pointers NULL, 0 joints. Real-time: yes. */
ULNA_API ulna_joint_motion ulna_joint_motion_default(void);

/* The trajectory of a motion in the caller's memory: `size` bytes at `memory`, aligned to 64. Everything is copied.
 * Limits are kept to a relative 1e-9 (positions: 1e-9 times the larger of 1 and |limit|); extremes are found exactly, from the
 * polynomials.
 *   ULNA_INVALID_ARGUMENT, ULNA_NOT_FINITE  the motion cannot be understood
 *   ULNA_UNSUPPORTED                        time NULL, but not two points, a spline, or rates or accelerations not 0
 *   ULNA_OUTSIDE_LIMITS                     a joint would leave its limits; the fault names joint, instant and value
 *   ULNA_TOO_SMALL                          size is less than ulna_joint_trajectory_size says
 * On failure *trajectory is untouched, and *fault (may be NULL) says what is wrong; it is set to NONE on success, and
 * where the memory is at fault. ulna_joint_trajectory_size is 0 if the counts of joints or points make no sense.
 * Real-time: yes. */
ULNA_API size_t ulna_joint_trajectory_size(const ulna_joint_motion *motion);
ULNA_API ulna_status ulna_joint_trajectory_init(void *memory, size_t size, const ulna_joint_motion *motion,
                                                ulna_motion_fault *fault,
                                                ulna_trajectory **trajectory) ULNA_MUST_CHECK;

/* The same on the heap. Real-time: no. */
ULNA_API ulna_status ulna_joint_trajectory_create(const ulna_joint_motion *motion,
                                                  const ulna_allocator *allocator, ulna_motion_fault *fault,
                                                  ulna_trajectory **trajectory) ULNA_MUST_CHECK;

typedef enum {
  ULNA_LINE,     /* straight from start to goal */
  ULNA_ARC,      /* circle from the start through `via` to the goal */
  ULNA_ARC_ABOUT /* circle about an axis, by `angle` (right-handed, any size); goal.p is not read */
} ulna_hand_path;

/* A motion of the hand (the tool frame in the base frame) from rest to rest along a path. At time t the hand has passed the
 * fraction s(t) of the path, from 0 to 1. It turns about one fixed axis, by the fraction s of the angle (slerp), the shorter way
 * from start to goal. Half a turn (to 1e-6 rad) is refused, because it can go either way. With `turn`, a rotation vector in base
 * axes of any length, the hand turns by that instead, and goal.R is not read.
 * Limits bound magnitudes. On an arc half of the squared acceleration is kept for the centripetal part. */
typedef struct {
  ulna_hand_path path;
  ulna_pose start, goal;
  double via[3];                    /* ULNA_ARC: a point passed on the way */
  double centre[3], axis[3], angle; /* ULNA_ARC_ABOUT: a point on the axis, its direction (any length), rad */
  const double *turn;               /* 3 elements, or NULL: to goal.R */
  ulna_profile profile;             /* ULNA_CUBIC, ULNA_QUINTIC or ULNA_TRAPEZOID */
  double duration;                  /* s; 0: as short as the limits allow */
  double speed, acceleration;       /* m/s, m/s²; infinite: none */
  double angular_speed, angular_acceleration; /* rad/s, rad/s²; infinite: none */
} ulna_hand_motion;

/* A line by the quintic law, poses the identity, no limits, duration 0. Real-time: yes. */
ULNA_API ulna_hand_motion ulna_hand_motion_default(void);

/* As for joints. ULNA_UNSUPPORTED: half a turn without `turn`. The size is the same for all. Real-time: yes. */
ULNA_API size_t ulna_hand_trajectory_size(void);
ULNA_API ulna_status ulna_hand_trajectory_init(void *memory, size_t size, const ulna_hand_motion *motion,
                                               ulna_motion_fault *fault,
                                               ulna_trajectory **trajectory) ULNA_MUST_CHECK;

/* The same on the heap. Real-time: no. */
ULNA_API ulna_status ulna_hand_trajectory_create(const ulna_hand_motion *motion,
                                                 const ulna_allocator *allocator, ulna_motion_fault *fault,
                                                 ulna_trajectory **trajectory) ULNA_MUST_CHECK;

/* Does nothing with NULL, or with a trajectory in the caller's memory. Real-time: no. */
ULNA_API void ulna_trajectory_destroy(ulna_trajectory *trajectory);

/* Duration in s; the number of joints, 0 for a motion of the hand. Real-time: yes. */
ULNA_API double ulna_trajectory_duration(const ulna_trajectory *trajectory);
ULNA_API int ulna_trajectory_joint_count(const ulna_trajectory *trajectory);

/* Joint positions, rates and accelerations at time t, n elements each; any may be NULL. t may be infinite.
 * ULNA_NOT_FINITE if t is NaN, ULNA_UNSUPPORTED for a motion of the hand; nothing is written then. Where an
 * acceleration jumps, the later one is given. Real-time: yes. */
ULNA_API ulna_status ulna_trajectory_sample(const ulna_trajectory *trajectory, double t, double q[],
                                            double qd[], double qdd[]) ULNA_MUST_CHECK;

/* The hand at time t: pose of the tool frame in the base frame; twist [angular velocity; velocity of the tool frame's
 * origin] and its time derivative [angular acceleration; acceleration of that origin] relative to the base, in base
 * axes; any may be NULL. Status as above, ULNA_UNSUPPORTED for a motion of joints. Real-time: yes. */
ULNA_API ulna_status ulna_trajectory_sample_hand(const ulna_trajectory *trajectory, double t, ulna_pose *pose,
                                                 double twist[6], double acceleration[6]) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
