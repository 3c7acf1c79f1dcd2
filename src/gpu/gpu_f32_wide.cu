/* The functions of many results in single precision. */
#define CUDA_REAL float
#define GPU_WIDE  ulna_gpu_wide_f32
#include "gpu/wide_text.h"
