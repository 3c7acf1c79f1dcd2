/* The public functions for graphics processors (ulna/gpu.h). */
#include "ulna/gpu.h"

#include <cuda_runtime.h>
#include <new>

#include "gpu/launch.h"

struct ulna_gpu {
  gpu_arm arm;
  ulna_gpu_options options;
  const gpu_kind *kind;
  void *table;
  cudaError_t last;
};

ulna_gpu_options ulna_gpu_options_default(void)
{
  ulna_gpu_options o;
  o.single = false, o.layout = ULNA_GPU_COLUMNS, o.drives = ULNA_GPU_LINKS, o.card = 0;
  return o;
}

int ulna_gpu_cards(const char **why)
{
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (why) *why = error == cudaSuccess ? (count > 0 ? "" : "there is no card") : cudaGetErrorString(error);
  return error == cudaSuccess ? count : 0;
}

ulna_status ulna_gpu_create(const ulna_model *model, const ulna_gpu_options *options, ulna_gpu **gpu)
{
  const ulna_gpu_options o = options ? *options : ulna_gpu_options_default();
  if (!model || !gpu || o.card < 0 || o.layout < ULNA_GPU_COLUMNS || o.layout > ULNA_GPU_ROWS ||
      o.drives < ULNA_GPU_LINKS || o.drives > ULNA_GPU_VISCOUS)
    return ULNA_INVALID_ARGUMENT;
  gpu_arm arm;
  const ulna_status status = ulna_gpu_arm(model, o.drives == ULNA_GPU_VISCOUS, &arm);
  if (status != ULNA_OK) return status;
  if (o.card >= ulna_gpu_cards(NULL)) return ULNA_NOT_FOUND;
  ulna_gpu *g = new (std::nothrow) ulna_gpu();
  if (!g) return ULNA_OUT_OF_MEMORY;
  g->arm = arm, g->options = o, g->kind = o.single ? &ulna_gpu_f32 : &ulna_gpu_f64, g->last = cudaSuccess;
  g->table = ::operator new(g->kind->table_size, std::align_val_t(64), std::nothrow);
  if (!g->table) {
    delete g;
    return ULNA_OUT_OF_MEMORY;
  }
  g->kind->fill(g->table, &g->arm);
  *gpu = g;
  return ULNA_OK;
}

void ulna_gpu_destroy(ulna_gpu *gpu)
{
  if (!gpu) return;
  ::operator delete(gpu->table, std::align_val_t(64));
  delete gpu;
}

const char *ulna_gpu_error(const ulna_gpu *gpu)
{
  return gpu->last == cudaSuccess ? "" : cudaGetErrorString(gpu->last);
}

static ulna_status heed(ulna_gpu *gpu, cudaError_t error)
{
  gpu->last = error;
  if (error == cudaSuccess) return ULNA_OK;
  return error == cudaErrorMemoryAllocation ? ULNA_OUT_OF_MEMORY : ULNA_UNSUPPORTED;
}

/* How many numbers a state has of what a function reads (0: q, 1: qd, 2: third) and gives (3). */
static size_t width_of(const ulna_gpu *gpu, int function, int which)
{
  const size_t n = (size_t)gpu->arm.n;
  const bool posture = function == GPU_MASS_MATRIX || function == GPU_GRAVITY || function == GPU_HAND_POSE ||
                       function == GPU_JACOBIAN;
  switch (which) {
  case 0: return n;
  case 1: return posture ? 0 : n;
  case 2: return posture || function == GPU_BIAS ? 0 : n;
  default:
    return function == GPU_MASS_MATRIX ? n * n
           : function == GPU_HAND_POSE ? 12
           : function == GPU_JACOBIAN  ? 6 * n
                                       : n;
  }
}

static gpu_call call_of(const ulna_gpu *gpu, int function, size_t count, const void *q, const void *qd,
                        const void *third, void *out)
{
  gpu_call c = {};
  c.function = (gpu_function)function;
  c.count = count, c.rows = gpu->options.layout == ULNA_GPU_ROWS;
  c.joint = c.rows ? 1 : count, c.state = c.rows ? (size_t)gpu->arm.n : 1;
  c.q = q, c.qd = qd, c.third = third, c.out = out;
  return c;
}

static ulna_status start(ulna_gpu *gpu, const gpu_call *c, void *stream)
{
  const size_t most = (size_t)1 << 37;
  if (c->count > most) return ULNA_INVALID_ARGUMENT;
  if (c->count == 0) return ULNA_OK;
  return heed(gpu, (cudaError_t)gpu->kind->launch(gpu->table, &gpu->arm, c, stream));
}

ulna_status ulna_gpu_run(ulna_gpu *gpu, ulna_gpu_function function, void *stream, size_t count, const void *q,
                         const void *qd, const void *third, void *out)
{
  if (!gpu || function < ULNA_GPU_INVERSE_DYNAMICS || function > ULNA_GPU_JACOBIAN)
    return ULNA_INVALID_ARGUMENT;
  const void *const in[3] = {q, qd, third};
  for (int k = 0; k < 3; k++)
    if (count && !in[k] && width_of(gpu, function, k)) return ULNA_INVALID_ARGUMENT;
  if (count && !out) return ULNA_INVALID_ARGUMENT;
  const gpu_call c = call_of(gpu, function, count, q, qd, third, out);
  return start(gpu, &c, stream);
}

ulna_status ulna_gpu_rollout(ulna_gpu *gpu, const ulna_gpu_rollout_options *options, void *stream,
                             size_t count, const void *q, const void *qd, const void *tau, void *q_end,
                             void *qd_end)
{
  if (!gpu || !options || !(options->step > 0) || options->steps < 0 ||
      (count && !(q && qd && tau && q_end && qd_end)))
    return ULNA_INVALID_ARGUMENT;
  gpu_call c = call_of(gpu, GPU_ROLLOUT, count, q, qd, tau, q_end);
  c.out_2 = qd_end, c.h = options->step, c.steps = options->steps, c.runge_kutta = !options->semi_implicit;
  return start(gpu, &c, stream);
}

/* ---- arrays in the computer's memory */

enum { PIECES = 2, ARRAYS = 4 };

/* Two pieces are under way at a time: while one is computed the other is copied. */
typedef struct {
  cudaStream_t stream[PIECES];
  void *device[PIECES][ARRAYS];
  size_t states;  // of a piece
} pipeline;

static void close_pipeline(pipeline *p)
{
  for (int k = 0; k < PIECES; k++) {
    for (int a = 0; a < ARRAYS; a++) cudaFree(p->device[k][a]);
    if (p->stream[k]) cudaStreamDestroy(p->stream[k]);
  }
}

static cudaError_t open_pipeline(const ulna_gpu *gpu, int function, pipeline *p)
{
  cudaError_t error = cudaSuccess;
  for (int k = 0; k < PIECES && error == cudaSuccess; k++) {
    error = cudaStreamCreateWithFlags(&p->stream[k], cudaStreamNonBlocking);
    for (int a = 0; a < ARRAYS && error == cudaSuccess; a++) {
      const size_t width = width_of(gpu, function, a);
      if (width) error = cudaMalloc(&p->device[k][a], p->states * width * gpu->kind->size);
    }
  }
  return error;
}

/* `states` states from `first` on, of `count` in all. In columns every joint's numbers are a row of their own. */
static cudaError_t copy_piece(const ulna_gpu *gpu, void *to, const void *from, size_t width, size_t count,
                              size_t first, size_t states, bool up, cudaStream_t stream)
{
  const size_t size = gpu->kind->size;
  const cudaMemcpyKind way = up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  if (gpu->options.layout == ULNA_GPU_ROWS) {
    const size_t at = first * width * size;
    return cudaMemcpyAsync((char *)to + (up ? 0 : at), (const char *)from + (up ? at : 0),
                           states * width * size, way, stream);
  }
  const size_t at = first * size, host = count * size, device = states * size;
  return cudaMemcpy2DAsync((char *)to + (up ? 0 : at), up ? device : host, (const char *)from + (up ? at : 0),
                           up ? host : device, states * size, width, way, stream);
}

ulna_status ulna_gpu_run_host(ulna_gpu *gpu, ulna_gpu_function function, size_t count, const void *q,
                              const void *qd, const void *third, void *out)
{
  if (!gpu || function < ULNA_GPU_INVERSE_DYNAMICS || function > ULNA_GPU_JACOBIAN)
    return ULNA_INVALID_ARGUMENT;
  const void *const in[3] = {q, qd, third};
  for (int k = 0; k < 3; k++)
    if (count && !in[k] && width_of(gpu, function, k)) return ULNA_INVALID_ARGUMENT;
  if (count && !out) return ULNA_INVALID_ARGUMENT;
  if (count == 0) return ULNA_OK;
  pipeline p = {};
  p.states = count < ((size_t)1 << 20) ? count : (size_t)1 << 20;
  cudaError_t error = open_pipeline(gpu, function, &p);
  for (size_t first = 0, k = 0; first < count && error == cudaSuccess; first += p.states, k ^= 1) {
    const size_t states = count - first < p.states ? count - first : p.states;
    for (int a = 0; a < 3 && error == cudaSuccess; a++)
      if (width_of(gpu, function, a))
        error = copy_piece(gpu, p.device[k][a], in[a], width_of(gpu, function, a), count, first, states, true,
                           p.stream[k]);
    if (error != cudaSuccess) break;
    const gpu_call c =
        call_of(gpu, function, states, p.device[k][0], p.device[k][1], p.device[k][2], p.device[k][3]);
    error = (cudaError_t)gpu->kind->launch(gpu->table, &gpu->arm, &c, p.stream[k]);
    if (error == cudaSuccess)
      error = copy_piece(gpu, out, p.device[k][3], width_of(gpu, function, 3), count, first, states, false,
                         p.stream[k]);
  }
  for (int k = 0; k < PIECES && error == cudaSuccess; k++) error = cudaStreamSynchronize(p.stream[k]);
  close_pipeline(&p);
  return heed(gpu, error);
}
