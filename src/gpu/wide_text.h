/* Launches of the functions of many results for one kind of number: instances for 6 and 7 joints that turn, and one for all other
 * arms and for several robots. Define GPU_WIDE and include once. */
#include "gpu/blocks.h"

template <int N, ulna_gpu_function F>
static __global__ void __launch_bounds__(GPU_BLOCK)
    gpu_fixed_wide(const __grid_constant__ gpu_table<N> t, const __grid_constant__ gpu_more<N> more,
                   const __grid_constant__ gpu_call c)
{
  const size_t s = GPU_STATE_OF_THREAD;
  if (s < c.count) gpu_state<N>(t, &more, &c, F, N, true, t.driven, s);
}

template <ulna_gpu_function F>
static __global__ void __launch_bounds__(GPU_BLOCK)
    gpu_any_wide(const gpu_table<GPU_MOST> *t, const gpu_more<GPU_MOST> *more,
                 const __grid_constant__ gpu_call c)
{
  const size_t s = GPU_STATE_OF_THREAD;
  if (s < c.count) gpu_state_of_any(t, more, &c, F, s);
}

template <int N> static void gpu_launch_wide(const gpu_tables *arm, const gpu_call *c, cudaStream_t stream)
{
  const dim3 blocks = gpu_blocks(c);
#define GPU_CASE(F)                                                                                          \
  case F:                                                                                                    \
    gpu_fixed_wide<N, F><<<blocks, GPU_BLOCK, 0, stream>>>(*(const gpu_table<N> *)arm->table,                \
                                                           *(const gpu_more<N> *)arm->more, *c);             \
    break;
  switch (c->function) {
    GPU_EACH_WIDE(GPU_CASE)
  default: break;
  }
#undef GPU_CASE
}

int GPU_WIDE(const gpu_tables *arm, const gpu_call *c, void *given_stream)
{
  const cudaStream_t stream = (cudaStream_t)given_stream;
  const dim3 blocks = gpu_blocks(c);
  const bool fixed = arm->fixed && !(c->function == ULNA_GPU_REGRESSOR && arm->by_drives);
  if (fixed && arm->n == 6) gpu_launch_wide<6>(arm, c, stream);
  else if (fixed && arm->n == 7) gpu_launch_wide<7>(arm, c, stream);
  else {
#define GPU_CASE(F)                                                                                          \
  case F:                                                                                                    \
    gpu_any_wide<F><<<blocks, GPU_BLOCK, 0, stream>>>((const gpu_table<GPU_MOST> *)arm->any_table,           \
                                                      (const gpu_more<GPU_MOST> *)arm->any_more, *c);        \
    break;
    switch (c->function) {
      GPU_EACH_WIDE(GPU_CASE)
    default: break;
    }
#undef GPU_CASE
  }
  return (int)cudaGetLastError();
}
