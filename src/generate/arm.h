/* The arm that code is generated for, in plain numbers and in kernel frames; and its parameters, which are inputs of
 * the code. Kind-free. */
#ifndef ULNA_GENERATE_ARM_H
#define ULNA_GENERATE_ARM_H

#include "base/arena.h"
#include "model/model.h"

typedef enum {
  PARAMETER_GRAVITY,  // 3, world axes
  PARAMETER_PAYLOAD,  // 10: mass; mass centre; xx yy zz xy xz yz about it; in the last link's frame
  PARAMETER_WRENCH,   // 6: force and moment of the world on the hand, tool axes, at the tool's origin
  PARAMETER_MASS,     // 1, of a link
  PARAMETER_COM,      // 3, of a link, in its frame
  PARAMETER_INERTIA,  // 6, of a link, about its mass centre
  PARAMETER_A,        // 1, of a Denavit–Hartenberg joint
  PARAMETER_D         // 1
} parameter_kind;

typedef struct {
  parameter_kind kind;
  int link;          // 1…n; 0: of the arm
  int first, count;  // its numbers among the parameters
  const char *name;  // as asked for
} generate_parameter;

/* A balanced rotor: spin inertia about an axis (kernel frame of its carrier), its speed a constant combination of the joints'. */
typedef struct {
  int carrier;  // 0…n
  double axis[3], inertia;
  const double *k;  // n
} generate_rotor;

/* Coulomb and viscous friction at an actuator or a joint. */
typedef struct {
  double coulomb[2], viscous;
} generate_friction;

typedef struct {
  const ulna_model *model;
  int n;
  const link_numbers *link;  // n, the payload in the last unless it is a parameter
  double gravity0[3];        // acceleration of gravity in frame 0
  ulna_pose frame0, tool;    // frame 0 in the base; the tool in frame n
  ulna_pose world;           // the base in the world
  int parameter_count, parameter_numbers;
  const generate_parameter *parameter;
  double *parameter_value;  // parameter_numbers: the robot's own

  bool drives;  // rotors, gears and friction are in
  int rotor_count;
  const generate_rotor *rotor;                                  // by carrier
  const double *K, *K_inverse;                                  // n×n; NULL: the unit matrix
  const generate_friction *actuator_friction, *joint_friction;  // n each
} generate_arm;

#endif
