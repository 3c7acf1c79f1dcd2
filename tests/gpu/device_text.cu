/* Every function of the text for graphics processors, for an arm of six joints that turn and for any arm: compiled to PTX where
 * there is no CUDA (tools/device_text). */
#include "gpu/gpu_text.h"

#define KERNELS_OF(name, F)                                                                                  \
  extern "C" __global__ void name##_6(gpu_table<6> t, gpu_call c, size_t s)                                  \
  {                                                                                                          \
    gpu_state(t, &c, F, 6, true, t.driven, s);                                                               \
  }                                                                                                          \
  extern "C" __global__ void name##_any(gpu_table<GPU_MOST> t, gpu_call c, size_t s)                         \
  {                                                                                                          \
    gpu_state(t, &c, F, t.n, false, t.driven, s);                                                            \
  }
KERNELS_OF(inverse_dynamics, GPU_INVERSE_DYNAMICS)
KERNELS_OF(forward_dynamics, GPU_FORWARD_DYNAMICS)
KERNELS_OF(mass_matrix, GPU_MASS_MATRIX)
KERNELS_OF(gravity, GPU_GRAVITY)
KERNELS_OF(bias, GPU_BIAS)
KERNELS_OF(hand_pose, GPU_HAND_POSE)
KERNELS_OF(jacobian, GPU_JACOBIAN)
KERNELS_OF(rollout, GPU_ROLLOUT)
