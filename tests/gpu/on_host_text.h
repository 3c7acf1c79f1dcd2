/* One kind of on_host.h: define CUDA_REAL, ON_HOST, ROLLOUT_ON_HOST and SINES and include once. */
#include "gpu/gpu_text.h"
#include "gpu/on_host.h"

template <int N>
static void run(const gpu_arm *arm, const gpu_call *c, const gpu_motion *r, gpu_rollout_kind kind, int n,
                bool revolute)
{
  static gpu_table<N> t;
  static gpu_more<N> more;
  gpu_table_fill(&t, arm);
  gpu_more_fill(&more, arm);
  for (size_t s = 0; s < c->count; s++) {
    if (r) gpu_rollout(t, &more, c, r, kind, n, revolute, t.driven, s);
    else gpu_state(t, &more, c, c->function, n, revolute, t.driven, s);
  }
}

static void choose(const gpu_arm *arm, const gpu_call *c, const gpu_motion *r, gpu_rollout_kind kind,
                   bool fixed)
{
  if (fixed && arm->revolute && arm->n == 6) run<6>(arm, c, r, kind, 6, true);
  else run<GPU_MOST>(arm, c, r, kind, arm->n, arm->revolute);
}

void ON_HOST(const gpu_arm *arm, const gpu_call *c, bool fixed) { choose(arm, c, NULL, GPU_SMOOTH, fixed); }

void ROLLOUT_ON_HOST(const gpu_arm *arm, const gpu_call *c, const gpu_motion *r, gpu_rollout_kind kind,
                     bool fixed)
{
  choose(arm, c, r, kind, fixed);
}

void SINES(real x, real *sine, real *cosine) { cuda_sine_cosine(x, sine, cosine); }
