/* The dynamics in double precision. */
#define CUDA_REAL double
#include "gpu/dynamics_text.h"

const gpu_kind ulna_gpu_f64 = {
    sizeof(real), sizeof(gpu_table<GPU_MOST>), sizeof(gpu_more<GPU_MOST>), gpu_fill,
    gpu_launch,   ulna_gpu_wide_f64,           ulna_gpu_rollout_f64};
