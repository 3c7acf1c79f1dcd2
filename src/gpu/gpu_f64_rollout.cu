/* Rollouts in double precision. */
#define CUDA_REAL    double
#define GPU_ROLLOUTS ulna_gpu_rollout_f64
#include "gpu/rollout_text.h"
