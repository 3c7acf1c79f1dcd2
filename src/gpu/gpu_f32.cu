/* The dynamics in single precision. */
#define CUDA_REAL float
#include "gpu/dynamics_text.h"

const gpu_kind ulna_gpu_f32 = {
    sizeof(real), sizeof(gpu_table<GPU_MOST>), sizeof(gpu_more<GPU_MOST>), gpu_fill,
    gpu_launch,   ulna_gpu_wide_f32,           ulna_gpu_rollout_f32};
