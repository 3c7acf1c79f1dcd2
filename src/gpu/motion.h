/* The description of a rollout on a graphics processor. C and C++. */
#ifndef ULNA_GPU_MOTION_H
#define ULNA_GPU_MOTION_H

#include <stdbool.h>

#include "gpu/table.h"

/* Kinds of rollout, each compiled apart: torques held and nothing that sticks; the same with dry friction; everything but hard
 * stops; everything. */
typedef enum { GPU_SMOOTH, GPU_STICKS, GPU_WHOLE, GPU_HARD } gpu_rollout_kind;

typedef struct {
  double h;
  long steps;
  bool runge_kutta;
  ulna_gpu_control control;
  const void *reference;  // steps × 3 n: q, qd, qdd desired when each step begins; alike for all arms
  double kp[GPU_MOST], kd[GPU_MOST];
  bool limits;       // torques within the joints' efforts
  bool stiff, hard;  // stops at their position limits: springs and dampers; what cannot be passed
  double stiffness, damping, restitution, rest_speed;
  const void *masses, *payload, *friction,
      *gravity;            // of each arm: n, 1, 1, 3 numbers; NULL: the model's own
  long every;              // steps from record to record
  void *q_path, *qd_path;  // n numbers of each arm for each record; NULL: none
  void *error;             // of each arm: the largest |q desired − q| when steps begin; NULL: nobody asks
} gpu_motion;

#endif
