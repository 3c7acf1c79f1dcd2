/* Every function of the text for graphics processors, for an arm of six joints that turn and for any arm: compiled to PTX where
 * there is no CUDA (tools/device_text). */
#include "gpu/gpu_text.h"

#define KERNELS_OF(F)                                                                                        \
  extern "C" __global__ void F##_6(gpu_table<6> t, gpu_more<6> more, gpu_call c, size_t s)                   \
  {                                                                                                          \
    gpu_state(t, &more, &c, F, 6, true, t.driven, s);                                                        \
  }                                                                                                          \
  extern "C" __global__ void F##_any(const gpu_table<GPU_MOST> *t, const gpu_more<GPU_MOST> *more,           \
                                     gpu_call c, size_t s)                                                   \
  {                                                                                                          \
    gpu_state_of_any(t, more, &c, F, s);                                                                     \
  }
GPU_EACH_DYNAMICS(KERNELS_OF)
GPU_EACH_WIDE(KERNELS_OF)

extern "C" __global__ void rollout_6(gpu_table<6> t, gpu_more<6> more, gpu_call c, gpu_motion r, size_t s)
{
  gpu_rollout(t, &more, &c, &r, GPU_HARD, 6, true, true, s);
}
extern "C" __global__ void rollout_any(const gpu_table<GPU_MOST> *t, const gpu_more<GPU_MOST> *more,
                                       gpu_call c, gpu_motion r, size_t s)
{
  gpu_rollout_of_any(t, more, &c, &r, s);
}
