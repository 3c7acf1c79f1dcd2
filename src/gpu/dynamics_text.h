/* Launches of the dynamics for one kind of number, and which instance an arm takes: one for each number of joints up to 8 where all
 * turn, with drives and without, one for all other arms and for several robots. */
#include "gpu/blocks.h"

enum { GPU_FIXED_MOST = 8 };

/* Blocks that a multiprocessor shall hold; 1 does not limit the registers. */
constexpr int gpu_blocks_held(ulna_gpu_function f)
{
  return f == ULNA_GPU_INVERSE_DYNAMICS ? CUDA_BLOCKS_HELD : 1;
}

template <int N, ulna_gpu_function F, bool DRIVEN>
static __global__ void __launch_bounds__(GPU_BLOCK, gpu_blocks_held(F))
    gpu_fixed(const __grid_constant__ gpu_table<N> t, const __grid_constant__ gpu_call c)
{
  const size_t s = GPU_STATE_OF_THREAD;
  if (s < c.count) gpu_state<N>(t, NULL, &c, F, N, true, DRIVEN, s);
}

template <ulna_gpu_function F>
static __global__ void __launch_bounds__(GPU_BLOCK)
    gpu_any(const gpu_table<GPU_MOST> *t, const gpu_more<GPU_MOST> *more, const __grid_constant__ gpu_call c)
{
  const size_t s = GPU_STATE_OF_THREAD;
  if (s < c.count) gpu_state_of_any(t, more, &c, F, s);
}

template <int N> static void gpu_launch_fixed(const gpu_tables *arm, const gpu_call *c, cudaStream_t stream)
{
  const gpu_table<N> &t = *(const gpu_table<N> *)arm->table;
  const dim3 blocks = gpu_blocks(c);
#define GPU_CASE(F)                                                                                          \
  case F:                                                                                                    \
    if (arm->driven) gpu_fixed<N, F, true><<<blocks, GPU_BLOCK, 0, stream>>>(t, *c);                         \
    else gpu_fixed<N, F, false><<<blocks, GPU_BLOCK, 0, stream>>>(t, *c);                                    \
    break;
  switch (c->function) {
    GPU_EACH_DYNAMICS(GPU_CASE)
  default: break;
  }
#undef GPU_CASE
}

static void gpu_launch_any(const gpu_tables *arm, const gpu_call *c, cudaStream_t stream)
{
  const gpu_table<GPU_MOST> *t = (const gpu_table<GPU_MOST> *)arm->any_table;
  const gpu_more<GPU_MOST> *more = (const gpu_more<GPU_MOST> *)arm->any_more;
  const dim3 blocks = gpu_blocks(c);
#define GPU_CASE(F)                                                                                          \
  case F: gpu_any<F><<<blocks, GPU_BLOCK, 0, stream>>>(t, more, *c); break;
  switch (c->function) {
    GPU_EACH_DYNAMICS(GPU_CASE)
  default: break;
  }
#undef GPU_CASE
}

#if defined(GPU_FEW)  // for a compiler's quick look: one length stands for all
#  define GPU_LENGTHS(X) X(6)
#else
#  define GPU_LENGTHS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8)
#endif

static void gpu_fill(void *table, void *more, bool any, const gpu_arm *arm)
{
#define GPU_LENGTH(N)                                                                                        \
  case N: gpu_table_fill((gpu_table<N> *)table, arm), gpu_more_fill((gpu_more<N> *)more, arm); return;
  switch (!any && arm->n <= GPU_FIXED_MOST ? arm->n : 0) {
    GPU_LENGTHS(GPU_LENGTH)
  default: gpu_table_fill((gpu_table<GPU_MOST> *)table, arm), gpu_more_fill((gpu_more<GPU_MOST> *)more, arm);
  }
#undef GPU_LENGTH
}

static int gpu_launch(const gpu_tables *arm, const gpu_call *c, void *stream)
{
#define GPU_LENGTH(N)                                                                                        \
  case N: gpu_launch_fixed<N>(arm, c, (cudaStream_t)stream); break;
  switch (arm->fixed && arm->n <= GPU_FIXED_MOST ? arm->n : 0) {
    GPU_LENGTHS(GPU_LENGTH)
  default: gpu_launch_any(arm, c, (cudaStream_t)stream);
  }
#undef GPU_LENGTH
  return (int)cudaGetLastError();
}
