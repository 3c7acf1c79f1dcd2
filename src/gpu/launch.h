/* What each kind of number offers to the library for graphics processors (gpu.cu). C++. */
#ifndef ULNA_GPU_LAUNCH_H
#define ULNA_GPU_LAUNCH_H

#include "gpu/call.h"
#include "gpu/table.h"

typedef struct {
  size_t size;                                    // bytes of a number
  size_t table_size;                              // room for any arm's table
  void (*fill)(void *table, const gpu_arm *arm);  // once
  int (*launch)(const void *table, const gpu_arm *arm, const gpu_call *call, void *stream);  // a cudaError_t
} gpu_kind;

extern const gpu_kind ulna_gpu_f32, ulna_gpu_f64;

#endif
