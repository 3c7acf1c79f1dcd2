/* How states are shared out to threads: one each. Part of each file that nvcc compiles for one kind of number. */
#ifndef ULNA_GPU_BLOCKS_H
#define ULNA_GPU_BLOCKS_H

#include <cuda_runtime.h>

#include "gpu/gpu_text.h"
#include "gpu/launch.h"

enum { GPU_BLOCK = 128 };

static inline dim3 gpu_blocks(const gpu_call *c)
{
  return dim3((unsigned)((c->count + GPU_BLOCK - 1) / GPU_BLOCK));
}

#define GPU_STATE_OF_THREAD ((size_t)blockIdx.x * GPU_BLOCK + threadIdx.x)

#endif
