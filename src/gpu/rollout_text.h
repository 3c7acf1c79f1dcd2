/* Launches of rollouts for one kind of number: instances for 6 and 7 joints that turn, and one for all other arms and for several
 * robots. Define
 * GPU_ROLLOUTS and include once. */
#include "gpu/blocks.h"

template <int N, gpu_rollout_kind KIND, bool DRIVEN>
static __global__ void __launch_bounds__(GPU_BLOCK)
    gpu_fixed_rollout(const __grid_constant__ gpu_table<N> t, const __grid_constant__ gpu_more<N> more,
                      const __grid_constant__ gpu_call c, const __grid_constant__ gpu_motion r)
{
  const size_t s = GPU_STATE_OF_THREAD;
  if (s < c.count) gpu_rollout<N>(t, &more, &c, &r, KIND, N, true, DRIVEN, s);
}

static __global__ void __launch_bounds__(GPU_BLOCK)
    gpu_any_rollout(const gpu_table<GPU_MOST> *t, const gpu_more<GPU_MOST> *more,
                    const __grid_constant__ gpu_call c, const __grid_constant__ gpu_motion r)
{
  const size_t s = GPU_STATE_OF_THREAD;
  if (s < c.count) gpu_rollout_of_any(t, more, &c, &r, s);
}

template <int N>
static void gpu_launch_rollout(const gpu_tables *arm, gpu_rollout_kind kind, const gpu_call *c,
                               const gpu_motion *r, cudaStream_t stream)
{
  const gpu_table<N> &t = *(const gpu_table<N> *)arm->table;
  const gpu_more<N> &more = *(const gpu_more<N> *)arm->more;
  const dim3 blocks = gpu_blocks(c);
  if (kind == GPU_HARD)
    gpu_fixed_rollout<N, GPU_HARD, true><<<blocks, GPU_BLOCK, 0, stream>>>(t, more, *c, *r);
  else if (kind == GPU_WHOLE)
    gpu_fixed_rollout<N, GPU_WHOLE, true><<<blocks, GPU_BLOCK, 0, stream>>>(t, more, *c, *r);
  else if (kind == GPU_STICKS)
    gpu_fixed_rollout<N, GPU_STICKS, true><<<blocks, GPU_BLOCK, 0, stream>>>(t, more, *c, *r);
  else if (arm->driven)
    gpu_fixed_rollout<N, GPU_SMOOTH, true><<<blocks, GPU_BLOCK, 0, stream>>>(t, more, *c, *r);
  else gpu_fixed_rollout<N, GPU_SMOOTH, false><<<blocks, GPU_BLOCK, 0, stream>>>(t, more, *c, *r);
}

int GPU_ROLLOUTS(const gpu_tables *arm, gpu_rollout_kind kind, const gpu_call *c, const gpu_motion *r,
                 void *given_stream)
{
  const cudaStream_t stream = (cudaStream_t)given_stream;
  if (arm->fixed && arm->n == 6) gpu_launch_rollout<6>(arm, kind, c, r, stream);
  else if (arm->fixed && arm->n == 7) gpu_launch_rollout<7>(arm, kind, c, r, stream);
  else
    gpu_any_rollout<<<gpu_blocks(c), GPU_BLOCK, 0, stream>>>(
        (const gpu_table<GPU_MOST> *)arm->any_table, (const gpu_more<GPU_MOST> *)arm->any_more, *c, *r);
  return (int)cudaGetLastError();
}
