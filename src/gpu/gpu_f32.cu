/* The kernels in single precision. */
#define CUDA_REAL float
#include "gpu/kernels_text.h"

const gpu_kind ulna_gpu_f32 = {sizeof(float), sizeof(gpu_table<GPU_MOST>), gpu_fill, gpu_launch};
