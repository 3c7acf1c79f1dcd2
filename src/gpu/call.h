/* A call for many states on a graphics processor. C and C++. */
#ifndef ULNA_GPU_CALL_H
#define ULNA_GPU_CALL_H

#include <stdbool.h>
#include <stddef.h>

/* The functions, in the order of ulna_gpu_function; and rollouts. */
#define GPU_EACH_DYNAMICS(X)                                                                                 \
  X(GPU_INVERSE_DYNAMICS)                                                                                    \
  X(GPU_FORWARD_DYNAMICS)                                                                                    \
  X(GPU_MASS_MATRIX)                                                                                         \
  X(GPU_GRAVITY)                                                                                             \
  X(GPU_BIAS)                                                                                                \
  X(GPU_HAND_POSE)                                                                                           \
  X(GPU_JACOBIAN)
#define GPU_EACH_WIDE(X)                                                                                     \
  X(GPU_LINK_POSES)                                                                                          \
  X(GPU_REGRESSOR)                                                                                           \
  X(GPU_INVERSE_DERIVATIVES)                                                                                 \
  X(GPU_FORWARD_DERIVATIVES)
typedef enum {
#define GPU_NAME(name) name,
  GPU_EACH_DYNAMICS(GPU_NAME) GPU_EACH_WIDE(GPU_NAME)
#undef GPU_NAME
      GPU_ROLLOUT,
  GPU_FUNCTIONS = GPU_ROLLOUT
} gpu_function;

#if defined(__CUDACC__) || defined(__CUDA__)
#  define GPU_EVERYWHERE static inline __attribute__((host)) __attribute__((device))
#else
#  define GPU_EVERYWHERE static inline
#endif

/* Numbers that a function gives for a state of an arm of n joints with as many drives (0: links alone). */
GPU_EVERYWHERE size_t gpu_width(gpu_function function, size_t n, size_t drives)
{
  switch (function) {
  case GPU_MASS_MATRIX: return n * n;
  case GPU_HAND_POSE: return 12;
  case GPU_JACOBIAN: return 6 * n;
  case GPU_LINK_POSES: return 12 * n;
  case GPU_REGRESSOR: return n * (10 * n + 3 * drives);
  case GPU_INVERSE_DERIVATIVES:
  case GPU_FORWARD_DERIVATIVES: return n + 3 * n * n;
  default: return n;
  }
}
/* How many of q, qd and the third array it reads. */
static inline int gpu_reads(gpu_function function)
{
  switch (function) {
  case GPU_MASS_MATRIX:
  case GPU_GRAVITY:
  case GPU_HAND_POSE:
  case GPU_JACOBIAN:
  case GPU_LINK_POSES: return 1;
  case GPU_BIAS: return 2;
  default: return 3;
  }
}

/* Arrays of floats or doubles. Number j of state s of q, qd and third lies at j · joint + s · state. With several robots arrays are
 * as wide as the widest of them needs; a state's numbers are the first ones of its place. */
typedef struct {
  gpu_function function;
  size_t count, joint, state;
  bool rows;
  const void *q, *qd, *third;  // third: qdd or tau
  void *out, *out_2;           // rollouts: q and qd at the end
  size_t width;                // numbers of a state in out
  const int *robot;            // of each state; NULL: the first
  int robots;
} gpu_call;

#endif
