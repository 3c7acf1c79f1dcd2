/* One kind of on_host.h: define CUDA_REAL, ON_HOST, ROLLOUT_ON_HOST and SINES and include once. */
#include "gpu/gpu_text.h"
#include "gpu/on_host.h"

template <int N>
static void run_fixed(const gpu_arm *arm, const gpu_call *c, const gpu_motion *r, gpu_rollout_kind kind)
{
  static gpu_table<N> t;
  static gpu_more<N> more;
  gpu_table_fill(&t, arm);
  gpu_more_fill(&more, arm);
  for (size_t s = 0; s < c->count; s++) {
    if (r) gpu_rollout(t, &more, c, r, kind, N, true, t.driven, s);
    else gpu_state(t, &more, c, c->function, N, true, t.driven, s);
  }
}

static void run_any(const gpu_arm arms[], const gpu_call *c, const gpu_motion *r)
{
  static gpu_table<GPU_MOST> t[ON_HOST_ROBOTS];
  static gpu_more<GPU_MOST> more[ON_HOST_ROBOTS];
  for (int k = 0; k < c->robots; k++) gpu_table_fill(&t[k], &arms[k]), gpu_more_fill(&more[k], &arms[k]);
  for (size_t s = 0; s < c->count; s++) {
    if (r) gpu_rollout_of_any(t, more, c, r, s);
    else gpu_state_of_any(t, more, c, c->function, s);
  }
}

static void choose(const gpu_arm arms[], const gpu_call *given, const gpu_motion *r, gpu_rollout_kind kind,
                   bool fixed)
{
  const size_t n = (size_t)arms[0].n;
  gpu_call c = *given;
  if (c.robots == 0) c.robots = 1;
  if (c.width == 0) c.width = r ? n : gpu_width(c.function, n, (size_t)arms[0].drive_count);
  const bool wants_any =
      c.robots > 1 || arms[0].carried || (c.function == ULNA_GPU_REGRESSOR && arms[0].driven);
  if (fixed && !wants_any && arms[0].revolute && arms[0].n == 6) run_fixed<6>(arms, &c, r, kind);
  else run_any(arms, &c, r);
}

void ON_HOST(const gpu_arm arms[], const gpu_call *c, bool fixed)
{
  choose(arms, c, NULL, GPU_SMOOTH, fixed);
}

void ROLLOUT_ON_HOST(const gpu_arm arms[], const gpu_call *c, const gpu_motion *r, gpu_rollout_kind kind,
                     bool fixed)
{
  choose(arms, c, r, kind, fixed);
}

void SINES(real x, real *sine, real *cosine) { cuda_sine_cosine(x, sine, cosine); }
