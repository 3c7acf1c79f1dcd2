/* The functions of many results in double precision. */
#define CUDA_REAL double
#define GPU_WIDE  ulna_gpu_wide_f64
#include "gpu/wide_text.h"
