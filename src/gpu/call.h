/* A call for many states on a graphics processor. C and C++. */
#ifndef ULNA_GPU_CALL_H
#define ULNA_GPU_CALL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
  GPU_INVERSE_DYNAMICS,
  GPU_FORWARD_DYNAMICS,
  GPU_MASS_MATRIX,
  GPU_GRAVITY,
  GPU_BIAS,
  GPU_HAND_POSE,
  GPU_JACOBIAN,
  GPU_ROLLOUT,
  GPU_FUNCTIONS
} gpu_function;

/* Arrays of floats or doubles. Number j of state s of q, qd and third lies at j · joint + s · state. */
typedef struct {
  gpu_function function;
  size_t count, joint, state;
  bool rows;
  const void *q, *qd, *third;  // third: qdd or tau
  void *out, *out_2;           // rollouts: q and qd at the end
  double h;                    // rollouts
  long steps;
  bool runge_kutta;
} gpu_call;

#endif
