/* Launches of the kernels in gpu_text.h for one kind of number, and which instance an arm takes: one for each number of joints up
 * to 8 where all turn, one for all other arms. Compiled by nvcc, once for each kind. */
#include <cuda_runtime.h>

#include "gpu/gpu_text.h"
#include "gpu/launch.h"

// Threads of a block. Blocks that a multiprocessor shall hold: registers are spared for that (float 73 or 85, double 170).
enum { GPU_BLOCK = 128, GPU_FIXED_MOST = 8 };
constexpr int gpu_blocks_held(int n, gpu_function f)
{
  return f != GPU_INVERSE_DYNAMICS ? 1 : sizeof(real) == sizeof(double) ? 3 : n <= 6 ? 7 : 6;
}

template <int N, gpu_function F>
__global__ void __launch_bounds__(GPU_BLOCK, gpu_blocks_held(N, F))
    gpu_fixed(const __grid_constant__ gpu_table<N> t, const __grid_constant__ gpu_call c)
{
  const size_t s = (size_t)blockIdx.x * GPU_BLOCK + threadIdx.x;
  if (s < c.count) gpu_state(t, &c, F, N, true, t.driven, s);
}

template <gpu_function F>
__global__ void __launch_bounds__(GPU_BLOCK)
    gpu_any(const __grid_constant__ gpu_table<GPU_MOST> t, const __grid_constant__ gpu_call c, bool revolute)
{
  const size_t s = (size_t)blockIdx.x * GPU_BLOCK + threadIdx.x;
  if (s < c.count) gpu_state(t, &c, F, t.n, revolute, t.driven, s);
}

static dim3 gpu_blocks(const gpu_call *c) { return dim3((unsigned)((c->count + GPU_BLOCK - 1) / GPU_BLOCK)); }

template <int N> static void gpu_launch_fixed(const void *table, const gpu_call *c, cudaStream_t stream)
{
  const gpu_table<N> &t = *(const gpu_table<N> *)table;
  const dim3 blocks = gpu_blocks(c);
#define GPU_CASE(F)                                                                                          \
  case F: gpu_fixed<N, F><<<blocks, GPU_BLOCK, 0, stream>>>(t, *c); break;
  switch (c->function) {
    GPU_EACH_FUNCTION(GPU_CASE)
  default: break;
  }
#undef GPU_CASE
}

static void gpu_launch_any(const void *table, bool revolute, const gpu_call *c, cudaStream_t stream)
{
  const gpu_table<GPU_MOST> &t = *(const gpu_table<GPU_MOST> *)table;
  const dim3 blocks = gpu_blocks(c);
#define GPU_CASE(F)                                                                                          \
  case F: gpu_any<F><<<blocks, GPU_BLOCK, 0, stream>>>(t, *c, revolute); break;
  switch (c->function) {
    GPU_EACH_FUNCTION(GPU_CASE)
  default: break;
  }
#undef GPU_CASE
}

static bool gpu_is_fixed(const gpu_arm *arm) { return arm->revolute && arm->n <= GPU_FIXED_MOST; }

#define GPU_LENGTHS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)

static void gpu_fill(void *table, const gpu_arm *arm)
{
#define GPU_LENGTH(N)                                                                                        \
  case N: gpu_table_fill((gpu_table<N> *)table, arm); return;
  switch (gpu_is_fixed(arm) ? arm->n : 0) {
    GPU_LENGTHS(GPU_LENGTH)
  default: gpu_table_fill((gpu_table<GPU_MOST> *)table, arm);
  }
#undef GPU_LENGTH
}

static int gpu_launch(const void *table, const gpu_arm *arm, const gpu_call *c, void *stream)
{
#define GPU_LENGTH(N)                                                                                        \
  case N: gpu_launch_fixed<N>(table, c, (cudaStream_t)stream); break;
  switch (gpu_is_fixed(arm) ? arm->n : 0) {
    GPU_LENGTHS(GPU_LENGTH)
  default: gpu_launch_any(table, arm->revolute, c, (cudaStream_t)stream);
  }
#undef GPU_LENGTH
  return (int)cudaGetLastError();
}
