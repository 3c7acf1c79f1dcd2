/* Rollouts in single precision. */
#define CUDA_REAL    float
#define GPU_ROLLOUTS ulna_gpu_rollout_f32
#include "gpu/rollout_text.h"
