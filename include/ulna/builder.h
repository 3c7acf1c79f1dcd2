/* Describing a robot in C: the same description the file readers fill in, with the same checks.
 *
 * A description is plain data in the user's own frames and units (SI, radians). Fill structs made by the
 * ulna_*_default functions, hand them to the builder (which copies everything, strings included), and finish
 * it into an immutable ulna_model. Nothing here is real-time.
 *
 * Frames. Link 0 is the base. Joint i (from 1) moves link i relative to link i-1. How the frame of link i
 * sits relative to that of link i-1 depends on the convention:
 *   ULNA_DH   T = Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha); joint i moves about z of frame i-1
 *   ULNA_MDH  T = Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d); joint i moves about z of frame i
 *   ULNA_AXIS T = origin · motion(axis, q): as URDF has it; the axis is given in the frame of link i
 * q is added to theta (revolute) or d (prismatic).
 * Frames, orders and signs: docs/conventions.md. */
#ifndef ULNA_BUILDER_H
#define ULNA_BUILDER_H

#include <stdbool.h>

#include "ulna/report.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { ULNA_DH, ULNA_MDH, ULNA_AXIS } ulna_convention;
typedef enum { ULNA_REVOLUTE, ULNA_PRISMATIC } ulna_joint_type;
typedef enum { ULNA_ABOUT_UNSAID, ULNA_ABOUT_COM, ULNA_ABOUT_ORIGIN } ulna_inertia_about;

/* A frame seen from another: x_outer = R x_inner + p. Rows of R are rows of the matrix. */
typedef struct {
  double R[3][3];
  double p[3];
} ulna_pose;

/* A rigid body. com: from the frame's origin. inertia: the tensor's elements xx yy zz xy xz yz in the axes of
 * the same frame (off-diagonal elements are minus the products of inertia), about the mass centre or the frame's
 * origin; `about` must say which. */
typedef struct {
  double mass;
  double com[3];
  double inertia[6];
  ulna_inertia_about about;
} ulna_body;

/* A check that is waived, in writing: condition is `mass`, `positive_inertia`, `triangle_inequality` or `far`. */
typedef struct {
  const char *condition;
  const char *reason;
} ulna_waiver;

typedef struct {
  const char *name;
  ulna_body body;
  int waiver_count;
  const ulna_waiver *waivers;
} ulna_link;

/* Absent limits are infinite. */
typedef struct {
  double lower, upper;     /* rad or m */
  double velocity, effort; /* rad/s or m/s; N m or N */
} ulna_limits;

/* Friction against the motion. The numbers that are not 0 choose the laws.
 *   coulomb, static_  level while moving and at rest, for motion in the positive and the negative direction
 *   load_*            coefficients on the joint's normal force (at a joint only)
 *   stribeck_*        velocity 0: none
 *   table_*           instead of all others: force over velocity (table_count points) and, at a joint, over its position and
 *                     the force (load) and moment that its bearing carries across the axis; an axis with a count of 0 is
 *                     absent. All axes rise. table_force[((i·positions + j)·loads + k)·moments + l], absent ones as 1 */
typedef struct {
  double viscous;
  double coulomb[2]; /* [0] positive, [1] negative direction; both ≥ 0 */
  double static_[2];
  double load_static, load_dynamic;
  double stribeck_velocity, stribeck_exponent;
  int table_count;
  const double *table_velocity, *table_force;
  int table_position_count, table_load_count, table_moment_count;
  const double *table_position, *table_load, *table_moment;
} ulna_friction;

/* A joint that another one moves: q = ratio · q of that joint + offset. joint NULL: it moves by itself. See ulna/follow.h. */
typedef struct {
  const char *joint;
  double ratio, offset;
} ulna_follow;

typedef struct {
  const char *name;
  ulna_joint_type type;
  double theta, d, a, alpha; /* ULNA_DH and ULNA_MDH */
  ulna_pose origin;          /* ULNA_AXIS */
  double axis[3];            /* ULNA_AXIS; any length but 0 */
  ulna_limits limits;
  ulna_friction friction;
  ulna_follow follows;
  ulna_link link;
} ulna_joint;

/* One joint's share in an actuator's motion (ratio) or in a screw's phase (weight). */
typedef struct {
  const char *joint;
  double value;
} ulna_couple;

/* gain·sqrt(s + mu cos φ + nu sin φ), φ = Σ weight·q + phi0: a ball screw on a lever. */
typedef struct {
  double gain, s, mu, nu, phi0;
  int phase_count;
  const ulna_couple *phase;
} ulna_screw;

typedef enum { ULNA_ROTARY, ULNA_LINEAR } ulna_drive_kind;
typedef enum { ULNA_MOTOR_NONE, ULNA_MOTOR_DC } ulna_motor_type;

typedef struct {
  ulna_motor_type type;
  double torque_constant, back_emf;    /* N m/A (N/A), V s/rad (V s/m) */
  double resistance, inductance;       /* 0: not given */
  double current_limit, voltage_limit; /* infinite: none */
} ulna_motor;

typedef enum { ULNA_COUNTED_UNSAID, ULNA_COUNTED_NO, ULNA_COUNTED_YES } ulna_counted;

/* An actuator, or another moving body of a drive train (then without friction, motor and elasticity).
 * q_a = offset + Σ couples·q + screws. */
typedef struct {
  const char *name;
  const char *mounted_on; /* the link that carries it, or the base by its name ("base") */
  ulna_pose pose;         /* z is the rotor's axis, in the carrier's frame */
  ulna_drive_kind kind;
  double offset;
  int couple_count;
  const ulna_couple *couples;
  int screw_count;
  const ulna_screw *screws;
  bool spin_only;  /* the rotor is balanced and given by its inertia about its axis alone: rotor.inertia[2] */
  ulna_body rotor; /* in the rotor's frame */
  ulna_counted counted_in_link; /* the frozen rotor is already part of the carrier's mass data */
  ulna_friction friction;
  ulna_motor motor;
  double stiffness, damping; /* elasticity between rotor and gear, motor side; stiffness infinite: rigid */
  int waiver_count;
  const ulna_waiver *waivers;
} ulna_drive;

/* A frame fixed to a link, by name: URDF links that are welded to one of the chain. */
typedef struct {
  const char *name;
  const char *link; /* the carrier's name, or the base's ("base") */
  ulna_pose pose;   /* in the carrier's frame */
} ulna_frame;

/* A body welded to a link, in addition to the link's own: a URDF's fixed links, a held gripper, a camera. It is checked
 * by itself, and merged into the link when the model is made. On the base it does not move: its faults are
 * warnings. */
typedef struct {
  const char *name;
  const char *link; /* the carrier's name, or the base's */
  ulna_pose pose;   /* of the body's frame in the carrier's */
  ulna_body body;   /* in its own frame */
} ulna_welded_body;

/* Everything zero, identity, unlimited, frictionless; static friction NaN, which means "as coulomb". */
ULNA_API ulna_pose ulna_pose_identity(void);
ULNA_API ulna_pose ulna_pose_from_rpy(const double xyz[3],
                                      const double rpy[3]); /* Rz(yaw) Ry(pitch) Rx(roll) */
ULNA_API ulna_pose ulna_pose_multiply(const ulna_pose *outer, const ulna_pose *inner);
ULNA_API ulna_pose ulna_pose_inverse(const ulna_pose *pose);
ULNA_API ulna_friction ulna_friction_none(void);
ULNA_API bool ulna_friction_is_there(const ulna_friction *friction); /* some level of it is not 0 */
ULNA_API ulna_joint ulna_joint_default(void);
ULNA_API ulna_drive ulna_drive_default(void);

typedef struct ulna_builder ulna_builder;
typedef struct ulna_model ulna_model;

ULNA_API ulna_status ulna_builder_create(ulna_convention convention, const ulna_allocator *allocator,
                                         ulna_builder **builder) ULNA_MUST_CHECK;
ULNA_API void ulna_builder_destroy(ulna_builder *builder);

/* Each copies what it is given and fails only if memory runs out; check and finish check the values. */
ULNA_API ulna_status ulna_builder_set_name(ulna_builder *b, const char *name,
                                           const char *source) ULNA_MUST_CHECK;
ULNA_API void ulna_builder_set_gravity(ulna_builder *b,
                                       const double gravity[3]); /* world axes; starts at 0 0 -9.81 */
ULNA_API void ulna_builder_set_base(ulna_builder *b, const ulna_pose *base_in_world);
ULNA_API void ulna_builder_set_tool(ulna_builder *b, const ulna_pose *tool_in_last_link);
ULNA_API ulna_status ulna_builder_set_base_name(ulna_builder *b,
                                                const char *name) ULNA_MUST_CHECK; /* "base" */
ULNA_API ulna_status ulna_builder_add_joint(ulna_builder *b, const ulna_joint *joint) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_builder_add_drive(ulna_builder *b, const ulna_drive *drive) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_builder_add_element(ulna_builder *b, const ulna_drive *element) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_builder_add_frame(ulna_builder *b, const ulna_frame *frame) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_builder_add_welded_body(ulna_builder *b,
                                                  const ulna_welded_body *welded) ULNA_MUST_CHECK;
ULNA_API void ulna_builder_set_payload(ulna_builder *b,
                                       const ulna_body *payload); /* in the last link's frame */

/* Waives a condition for every link and drive, as `--accept` does; the notes quote it with `reason`. */
ULNA_API ulna_status ulna_builder_accept(ulna_builder *b, const char *condition,
                                         const char *reason) ULNA_MUST_CHECK;

/* For readers: where in a file the thing at `path` stands ("joints[1].link.mass"). A problem is reported at
 * the location of its own path or of the nearest path around it. */
ULNA_API ulna_status ulna_builder_set_file(ulna_builder *b, const char *file) ULNA_MUST_CHECK;
ULNA_API ulna_status ulna_builder_set_location(ulna_builder *b, const char *path, int line,
                                               int column) ULNA_MUST_CHECK;

/* What a reader knows about the thing at `path` beyond its numbers. */
typedef enum {
  ULNA_MARK_DEGREES = 1, /* the angle was written in degrees: a large one is meant */
  ULNA_MARK_REPORTED =
      2, /* could not be read, and the report says so. The checks skip it and everything that needs
                             it; the robot is refused. Set such numbers to NaN */
  ULNA_MARK_MASSLESS =
      4 /* at "joints": links may have no mass (for kinematics only); a singular mass matrix is then a
                             warning */
} ulna_mark;
ULNA_API ulna_status ulna_builder_mark(ulna_builder *b, const char *path, ulna_mark mark) ULNA_MUST_CHECK;

/* Adds every problem of the description to the report (which may be NULL). ULNA_BAD_ROBOT if any is an error. */
ULNA_API ulna_status ulna_builder_check(const ulna_builder *b, ulna_report *report) ULNA_MUST_CHECK;

/* Checks, and makes the model. *model is untouched on failure. The builder stays usable. */
ULNA_API ulna_status ulna_builder_finish(const ulna_builder *b, ulna_report *report,
                                         ulna_model **model) ULNA_MUST_CHECK;

#ifdef __cplusplus
}
#endif
#endif
