/* The kernels in double precision. */
#define CUDA_REAL double
#include "gpu/kernels_text.h"

const gpu_kind ulna_gpu_f64 = {sizeof(double), sizeof(gpu_table<GPU_MOST>), gpu_fill, gpu_launch};
