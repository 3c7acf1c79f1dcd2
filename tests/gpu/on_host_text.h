/* One kind of on_host.h: define CUDA_REAL and ON_HOST, SINES and include once. */
#include "gpu/gpu_text.h"
#include "gpu/on_host.h"

template <int N> static void run(const gpu_arm *arm, const gpu_call *c, int n, bool revolute)
{
  static gpu_table<N> t;
  gpu_table_fill(&t, arm);
  for (size_t s = 0; s < c->count; s++) gpu_state(t, c, c->function, n, revolute, t.driven, s);
}

void ON_HOST(const gpu_arm *arm, const gpu_call *c, bool fixed)
{
  if (fixed && arm->revolute && arm->n == 6) run<6>(arm, c, 6, true);
  else if (fixed && arm->revolute && arm->n == 7) run<7>(arm, c, 7, true);
  else if (fixed && arm->revolute && arm->n == 1) run<1>(arm, c, 1, true);
  else run<GPU_MOST>(arm, c, arm->n, arm->revolute);
}

void SINES(real x, real *sine, real *cosine) { cuda_sine_cosine(x, sine, cosine); }
