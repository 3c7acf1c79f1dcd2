/* A call for many states on a graphics processor. C and C++. */
#ifndef ULNA_GPU_CALL_H
#define ULNA_GPU_CALL_H

#include <stdbool.h>
#include <stddef.h>

#include "number/everywhere.h"
#include "ulna/gpu.h"

/* The functions: few results, and many (from ULNA_GPU_LINK_POSES on). */
#define GPU_EACH_DYNAMICS(X)                                                                                 \
  X(ULNA_GPU_INVERSE_DYNAMICS)                                                                               \
  X(ULNA_GPU_FORWARD_DYNAMICS)                                                                               \
  X(ULNA_GPU_MASS_MATRIX)                                                                                    \
  X(ULNA_GPU_GRAVITY_TORQUES)                                                                                \
  X(ULNA_GPU_BIAS)                                                                                           \
  X(ULNA_GPU_HAND_POSE)                                                                                      \
  X(ULNA_GPU_JACOBIAN)
#define GPU_EACH_WIDE(X)                                                                                     \
  X(ULNA_GPU_LINK_POSES)                                                                                     \
  X(ULNA_GPU_REGRESSOR)                                                                                      \
  X(ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES)                                                                   \
  X(ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES)
#define GPU_ONE(name) +1
enum { GPU_FUNCTIONS = 0 GPU_EACH_DYNAMICS(GPU_ONE) GPU_EACH_WIDE(GPU_ONE) };
#undef GPU_ONE

/* Numbers that a function gives for a state of an arm of n joints with as many drives (0: links alone). */
EVERYWHERE size_t gpu_width(ulna_gpu_function function, size_t n, size_t drives)
{
  switch (function) {
  case ULNA_GPU_MASS_MATRIX: return n * n;
  case ULNA_GPU_HAND_POSE: return 12;
  case ULNA_GPU_JACOBIAN: return 6 * n;
  case ULNA_GPU_LINK_POSES: return 12 * n;
  case ULNA_GPU_REGRESSOR: return n * (10 * n + 3 * drives);
  case ULNA_GPU_INVERSE_DYNAMICS_DERIVATIVES:
  case ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES: return n + 3 * n * n;
  default: return n;
  }
}
/* How many of q, qd and the third array it reads. */
static inline int gpu_reads(ulna_gpu_function function)
{
  switch (function) {
  case ULNA_GPU_MASS_MATRIX:
  case ULNA_GPU_GRAVITY_TORQUES:
  case ULNA_GPU_HAND_POSE:
  case ULNA_GPU_JACOBIAN:
  case ULNA_GPU_LINK_POSES: return 1;
  case ULNA_GPU_BIAS: return 2;
  default: return 3;
  }
}

/* Arrays of floats or doubles. Number j of state s of q, qd and third lies at j · joint + s · state. With several robots arrays are
 * as wide as the widest of them needs; a state's numbers are the first ones of its place. */
typedef struct {
  ulna_gpu_function function;  // rollouts: none
  size_t count, joint, state;
  bool rows;
  const void *q, *qd, *third;  // third: qdd or tau
  void *out, *out_2;           // rollouts: q and qd at the end
  size_t width;                // numbers of a state in out
  const int *robot;            // of each state; NULL: the first
  int robots;
} gpu_call;

#endif
