/* The drives of a model as numbers: which link carries what, and how actuators move with the joints. */
#ifndef ULNA_MODEL_DRIVES_H
#define ULNA_MODEL_DRIVES_H

#include "model/description.h"

/* gain·sqrt(s + mu cos φ + nu sin φ) in one row of a coupling, φ = weight·q + phi0 */
typedef struct {
  int row;
  double gain, s, mu, nu, phi0;
  const double *weight; /* n */
} screw_numbers;

/* x = offset + K q + screws(q), for `rows` coordinates x over n joints */
typedef struct {
  int rows, n;
  double *offset; /* rows */
  double *K;      /* rows × n, row-major: the constant part of ∂x/∂q */
  int screw_count;
  screw_numbers *screw;
} coupling_numbers;

/* A body that turns about or slides along z of its own frame, which is fixed in the link that carries it. */
typedef struct {
  int row;     /* of its coordinate in the coupling of all moving bodies */
  int carrier; /* link 0…n */
  bool linear;
  bool lumped;    /* frozen at its coordinate it is already part of the carrier's mass data and weight */
  bool balanced;  /* rotary, mass centre on the axis, inertia alike about all lines across it */
  ulna_pose pose; /* of its frame at coordinate 0, in the carrier's kernel frame */
  ulna_body body; /* in its own frame, about the mass centre */
} moving_numbers;

/* A joint that another moves, both from 0: q = ratio · q_leader + offset. Its row among the actuators is locked at 0:
 * q − ratio · q_leader − offset. */
typedef struct {
  int joint, leader;
  double ratio, offset;
} follower_numbers;

/* A place where friction acts: an actuator, with its joint's own friction counted in if it moves with that joint alone at
 * a constant ratio; or a joint that no such actuator takes in. */
typedef struct {
  int actuator;                   /* 0…n-1, or -1 */
  int joint;                      /* 1…n, or 0 */
  double ratio;                   /* actuator per joint coordinate; 1 for a joint's own place */
  const ulna_friction *law;       /* at the actuator; NULL: none */
  const ulna_friction *joint_law; /* at the joint; NULL: none */
  bool can_hold;                  /* something there could stick */
  bool locked;                    /* it never moves, with friction or without: the coupling of a follower */
  bool plain;                     /* both laws are Coulomb and viscous friction alone, together: */
  double coulomb[2], viscous;     /* in the place's coordinate; positive direction first */
} friction_place;

typedef struct {
  coupling_numbers
      actuators; /* n rows: the drives in order, then one for each joint no drive names: a unit row, or a lock */
  int *direct_joint; /* n: for such a row its joint 1…n; 0 for a drive's row */
  double *factor;    /* n×n: the actuators' K, factored, where it is constant and not singular; else NULL */
  int *pivot;        /* n; see lu_factor_scaled in base/lu.h */
  double *row_scale; /* n */
  coupling_numbers moving; /* one row per drive, then one per element */
  int body_count;          /* drives and elements that have mass or inertia */
  moving_numbers *body;
  int follower_count;
  follower_numbers *follower;
  int place_count; /* the n actuators first */
  friction_place *place;
  bool single_joints; /* each place moves with one joint, at a constant ratio */
  bool in_order;      /* and the first with joint 1, the second with joint 2, … */
  bool plain_order;   /* and the friction of each is plain */
  bool load_friction; /* some joint's friction depends on its normal force */
} drive_numbers;

/* A coupling, each row over its largest element, whose pivot falls below this is taken as singular. */
#define COUPLING_VANISHING 1e-13

struct ulna_model;

/* Room for `rows` rows over the joints of g; the first `filled` are those of its drives and, after them, its elements. False:
 * out of memory. */
bool ulna_coupling_take(coupling_numbers *c, arena *memory, const description *g, int rows, int filled);

/* Fills model->drives from what was given; memory from the model's arena. ULNA_BAD_ROBOT if drives and undriven
 * joints together are not n. */
ulna_status ulna_resolve_drives(struct ulna_model *model, arena *memory);

/* Whether every body that a drive moves is a balanced rotor counted in its carrier, and nothing else moves: then forces are linear
 * in the drives' parameters (ulna_regressor). */
bool ulna_drives_are_linear(const struct ulna_model *model);

#endif
