/* The public functions for graphics processors (ulna/gpu.h). */
#include "ulna/gpu.h"

#include <cuda_runtime.h>
#include <new>
#include <string.h>

#include "gpu/launch.h"

struct ulna_gpu {
  gpu_arm *arms;  // robots of them
  int robots, n;  // n: the most joints of one
  bool linear;    // the regressor serves all of them
  ulna_gpu_options options;
  const gpu_kind *kind;
  void *memory[2], *device[2];  // what `tables` points to
  gpu_tables tables;
  cudaError_t last;
};

/* The card of an ulna_gpu is the present one for as long as this lives. */
class on_its_card
{
  int before = 0;
  bool changed = false;

public:
  explicit on_its_card(const ulna_gpu *gpu)
  {
    if (!gpu || cudaGetDevice(&before) != cudaSuccess || before == gpu->options.card) return;
    changed = cudaSetDevice(gpu->options.card) == cudaSuccess;
  }
  ~on_its_card()
  {
    if (changed) cudaSetDevice(before);
  }
  on_its_card(const on_its_card &) = delete;
  on_its_card &operator=(const on_its_card &) = delete;
};

ulna_gpu_options ulna_gpu_options_default(void)
{
  ulna_gpu_options o;
  o.single = false, o.layout = ULNA_GPU_COLUMNS, o.drives = ULNA_GPU_LINKS, o.card = 0;
  return o;
}

int ulna_gpu_card_count(const char **why)
{
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (why) *why = error == cudaSuccess ? (count > 0 ? "" : "there is no card") : cudaGetErrorString(error);
  return error == cudaSuccess ? count : 0;
}

/* Tables for instances compiled for a number of joints (one robot), here; those for any arm of all robots, on the card. */
static ulna_status make_tables(ulna_gpu *g)
{
  const size_t sizes[2] = {g->kind->table_size, g->kind->more_size};
  for (int k = 0; k < 2; k++) {
    g->memory[k] = ::operator new(sizes[k], std::align_val_t(64), std::nothrow);
    if (!g->memory[k]) return ULNA_OUT_OF_MEMORY;
    g->last = cudaMalloc(&g->device[k], sizes[k] * (size_t)g->robots);
    if (g->last != cudaSuccess) return ULNA_OUT_OF_MEMORY;
  }
  for (int r = g->robots; r >= 0; r--) {  // the last one stays: the first robot's own
    const bool any = r > 0;
    for (int k = 0; k < 2; k++) memset(g->memory[k], 0, sizes[k]);
    g->kind->fill(g->memory[0], g->memory[1], any, &g->arms[any ? r - 1 : 0]);
    for (int k = 0; k < 2 && any && g->last == cudaSuccess; k++)
      g->last = cudaMemcpy((char *)g->device[k] + sizes[k] * (size_t)(r - 1), g->memory[k], sizes[k],
                           cudaMemcpyHostToDevice);
  }
  const gpu_arm *first = &g->arms[0];
  g->tables.table = g->memory[0], g->tables.more = g->memory[1];
  g->tables.any_table = g->device[0], g->tables.any_more = g->device[1];
  g->tables.n = first->n, g->tables.driven = first->driven, g->tables.by_drives = first->drive_count > 0;
  g->tables.fixed = g->robots == 1 && first->revolute && !first->carried;
  return g->last == cudaSuccess ? ULNA_OK : ULNA_UNSUPPORTED;
}

/* What a card needs of the models. */
static ulna_status take_arms(ulna_gpu *g, const ulna_model *const models[])
{
  g->arms = new (std::nothrow) gpu_arm[(size_t)g->robots]();
  if (!g->arms) return ULNA_OUT_OF_MEMORY;
  g->linear = true;
  for (int r = 0; r < g->robots; r++) {
    const ulna_status status = ulna_gpu_arm(models[r], g->options.drives, &g->arms[r]);
    if (status != ULNA_OK) return status;
    if (g->arms[r].n > g->n) g->n = g->arms[r].n;
    g->linear = g->linear && g->arms[r].linear;
  }
  return ULNA_OK;
}

ulna_status ulna_gpu_create_several(int count, const ulna_model *const models[],
                                    const ulna_gpu_options *options, ulna_gpu **gpu)
{
  const ulna_gpu_options o = options ? *options : ulna_gpu_options_default();
  if (!models || count < 1 || !gpu || o.card < 0 || o.layout < ULNA_GPU_COLUMNS || o.layout > ULNA_GPU_ROWS ||
      o.drives < ULNA_GPU_LINKS || o.drives > ULNA_GPU_DRY)
    return ULNA_INVALID_ARGUMENT;
  for (int r = 0; r < count; r++)
    if (!models[r]) return ULNA_INVALID_ARGUMENT;
  ulna_gpu *g = new (std::nothrow) ulna_gpu();
  if (!g) return ULNA_OUT_OF_MEMORY;
  g->robots = count, g->options = o, g->kind = o.single ? &ulna_gpu_f32 : &ulna_gpu_f64;
  g->last = cudaSuccess;
  ulna_status status = take_arms(g, models);
  if (status == ULNA_OK && o.card >= ulna_gpu_card_count(NULL)) status = ULNA_NOT_FOUND;
  if (status == ULNA_OK) {
    const on_its_card there(g);
    status = make_tables(g);
  }
  if (status == ULNA_OK) *gpu = g;
  else ulna_gpu_destroy(g);
  return status;
}

ulna_status ulna_gpu_create(const ulna_model *model, const ulna_gpu_options *options, ulna_gpu **gpu)
{
  return ulna_gpu_create_several(1, &model, options, gpu);
}

void ulna_gpu_destroy(ulna_gpu *gpu)
{
  if (!gpu) return;
  if (gpu->device[0]) {  // a card that is not there has nothing to give back, and would leave an error
    const on_its_card there(gpu);
    for (void *device : gpu->device) cudaFree(device);
  }
  for (void *memory : gpu->memory) ::operator delete(memory, std::align_val_t(64));
  delete[] gpu->arms;
  delete gpu;
}

const char *ulna_gpu_failure(const ulna_gpu *gpu)
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
static size_t width_of(const ulna_gpu *gpu, ulna_gpu_function function, int which)
{
  if (which < 3) return which < gpu_reads(function) ? (size_t)gpu->n : 0;
  size_t most = 0;
  for (int r = 0; r < gpu->robots; r++) {
    const gpu_arm *arm = &gpu->arms[r];
    const size_t width = gpu_width(function, (size_t)arm->n, (size_t)arm->drive_count);
    if (width > most) most = width;
  }
  return most;
}

static_assert(GPU_FUNCTIONS == ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES + 1,
              "a function is in neither list (gpu/call.h)");

/* The work of a call, under way. */
static cudaError_t launch(const ulna_gpu *gpu, const gpu_call *c, void *stream)
{
  const gpu_kind *kind = gpu->kind;
  return (cudaError_t)(c->function >= ULNA_GPU_LINK_POSES ? kind->wide(&gpu->tables, c, stream)
                                                          : kind->dynamics(&gpu->tables, c, stream));
}

static gpu_call call_of(const ulna_gpu *gpu, ulna_gpu_function function, size_t count, const void *q,
                        const void *qd, const void *third, void *out)
{
  gpu_call c = {};
  c.function = function;
  c.count = count, c.rows = gpu->options.layout == ULNA_GPU_ROWS;
  c.joint = c.rows ? 1 : count, c.state = c.rows ? (size_t)gpu->n : 1;
  c.q = q, c.qd = qd, c.third = third, c.out = out;
  c.width = width_of(gpu, function, 3), c.robots = gpu->robots;
  return c;
}

static const size_t most_states = (size_t)1 << 37;

/* Checks a call of a function. */
static ulna_status judge(const ulna_gpu *gpu, ulna_gpu_function function, size_t count,
                         const void *const in[3], const void *out)
{
  if (!gpu || function < ULNA_GPU_INVERSE_DYNAMICS || function > ULNA_GPU_FORWARD_DYNAMICS_DERIVATIVES ||
      count > most_states)
    return ULNA_INVALID_ARGUMENT;
  for (int k = 0; k < 3; k++)
    if (count && !in[k] && width_of(gpu, function, k)) return ULNA_INVALID_ARGUMENT;
  if (count && !out) return ULNA_INVALID_ARGUMENT;
  return function == ULNA_GPU_REGRESSOR && !gpu->linear ? ULNA_UNSUPPORTED : ULNA_OK;
}

size_t ulna_gpu_width(const ulna_gpu *gpu, ulna_gpu_function function) { return width_of(gpu, function, 3); }

ulna_status ulna_gpu_run_several(ulna_gpu *gpu, ulna_gpu_function function, void *stream, size_t count,
                                 const int *robot, const void *q, const void *qd, const void *third,
                                 void *out)
{
  const void *const in[3] = {q, qd, third};
  const ulna_status status = judge(gpu, function, count, in, out);
  if (status != ULNA_OK || count == 0) return status;
  gpu_call c = call_of(gpu, function, count, q, qd, third, out);
  c.robot = gpu->robots > 1 ? robot : NULL;
  const on_its_card there(gpu);
  return heed(gpu, launch(gpu, &c, stream));
}

ulna_status ulna_gpu_run(ulna_gpu *gpu, ulna_gpu_function function, void *stream, size_t count, const void *q,
                         const void *qd, const void *third, void *out)
{
  return ulna_gpu_run_several(gpu, function, stream, count, NULL, q, qd, third, out);
}

ulna_gpu_rollout_options ulna_gpu_rollout_options_default(void)
{
  ulna_gpu_rollout_options o = {};
  o.step = 1e-3, o.steps = 1, o.stop_stiffness = 1e5, o.stop_damping = 1e3, o.rest_speed = 1e-3;
  return o;
}

/* The options as a motion; false where they do not go together. */
static bool take_motion(const ulna_gpu *gpu, const ulna_gpu_rollout_options *o, gpu_motion *r)
{
  const bool controlled = o->control == ULNA_GPU_FEEDBACK || o->control == ULNA_GPU_COMPUTED;
  if (!(o->step > 0) || o->steps < 0 || o->every < 0 || o->control < ULNA_GPU_HELD ||
      o->control > ULNA_GPU_COMPUTED || (controlled && !(o->kp && o->kd && o->desired)) ||
      (o->error && !o->desired) || o->stops < ULNA_STOPS_NONE || o->stops > ULNA_STOPS_HARD)
    return false;
  if (o->stops == ULNA_STOPS_STIFF && !(o->stop_stiffness >= 0 && o->stop_damping >= 0)) return false;
  if (o->stops == ULNA_STOPS_HARD && !(o->restitution >= 0 && o->restitution <= 1 && o->rest_speed >= 0))
    return false;
  r->h = o->step, r->steps = o->steps, r->runge_kutta = !o->semi_implicit;
  r->control = o->control, r->reference = o->desired;
  for (int i = 0; i < gpu->n && controlled; i++) r->kp[i] = o->kp[i], r->kd[i] = o->kd[i];
  r->limits = o->limits, r->stiff = o->stops == ULNA_STOPS_STIFF, r->hard = o->stops == ULNA_STOPS_HARD;
  r->stiffness = o->stop_stiffness, r->damping = o->stop_damping;
  r->restitution = o->restitution, r->rest_speed = o->rest_speed;
  r->masses = o->masses, r->payload = o->payload, r->friction = o->friction, r->gravity = o->gravity;
  r->every = o->q_path || o->qd_path ? o->every : 0;
  r->q_path = o->q_path, r->qd_path = o->qd_path, r->error = o->error;
  return true;
}

ulna_status ulna_gpu_rollout(ulna_gpu *gpu, const ulna_gpu_rollout_options *options, void *stream,
                             size_t count, const void *q, const void *qd, const void *tau, void *q_end,
                             void *qd_end)
{
  gpu_motion r = {};
  if (!gpu || !options || count > most_states || !take_motion(gpu, options, &r) ||
      (count && !(q && qd && q_end && qd_end && (tau || options->control != ULNA_GPU_BY_STEP))))
    return ULNA_INVALID_ARGUMENT;
  if (count == 0) return ULNA_OK;
  gpu_call c = call_of(gpu, ULNA_GPU_FORWARD_DYNAMICS, count, q, qd, tau, q_end);  // as wide
  c.out_2 = qd_end, c.width = (size_t)gpu->n, c.robot = gpu->robots > 1 ? options->robot : NULL;
  const bool plain = r.control == ULNA_GPU_HELD && !r.limits && !r.stiff && !r.masses && !r.payload &&
                     !r.friction && !r.gravity && r.every == 0 && !r.error;
  const bool dry = gpu->options.drives == ULNA_GPU_DRY;
  const gpu_rollout_kind kind = r.hard ? GPU_HARD : !plain ? GPU_WHOLE : dry ? GPU_STICKS : GPU_SMOOTH;
  const on_its_card there(gpu);
  return heed(gpu, (cudaError_t)gpu->kind->rollout(&gpu->tables, kind, &c, &r, stream));
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

static cudaError_t open_pipeline(const ulna_gpu *gpu, ulna_gpu_function function, pipeline *p)
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
  const void *const in[3] = {q, qd, third};
  const ulna_status status = judge(gpu, function, count, in, out);
  if (status != ULNA_OK || count == 0) return status;
  const on_its_card there(gpu);
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
    error = launch(gpu, &c, p.stream[k]);
    if (error == cudaSuccess)
      error = copy_piece(gpu, out, p.device[k][3], width_of(gpu, function, 3), count, first, states, false,
                         p.stream[k]);
  }
  for (int k = 0; k < PIECES && error == cudaSuccess; k++) error = cudaStreamSynchronize(p.stream[k]);
  close_pipeline(&p);
  return heed(gpu, error);
}

/* An array of a rollout: where it is in the computer's memory, and on the card. */
struct rollout_array {
  const void *from;  // NULL: nothing to bring
  void *to;          // NULL: nothing to fetch
  size_t numbers;
  void *device;
  size_t size = 0;  // of a number; 0: as the ulna_gpu has them
};

enum { ROLLOUT_ARRAYS = 14 };

static size_t bytes_of(const ulna_gpu *gpu, const rollout_array *a)
{
  return a->numbers * (a->size ? a->size : gpu->kind->size);
}

/* Numbers of an array that a shorter robot does not write come back as they were. */
static cudaError_t bring(const ulna_gpu *gpu, rollout_array *a)
{
  const size_t size = bytes_of(gpu, a);
  if (!a->from && !a->to) return cudaSuccess;
  const void *from = a->from ? a->from : gpu->robots > 1 ? a->to : NULL;
  const cudaError_t error = cudaMalloc(&a->device, size ? size : 1);
  return error == cudaSuccess && from ? cudaMemcpy(a->device, from, size, cudaMemcpyHostToDevice) : error;
}

ulna_status ulna_gpu_rollout_host(ulna_gpu *gpu, const ulna_gpu_rollout_options *options, size_t count,
                                  const void *q, const void *qd, const void *tau, void *q_end, void *qd_end)
{
  gpu_motion judged = {};
  if (!gpu || !options || count > most_states || !take_motion(gpu, options, &judged) ||
      (count && !(q && qd && q_end && qd_end && (tau || options->control != ULNA_GPU_BY_STEP))))
    return ULNA_INVALID_ARGUMENT;
  if (count == 0) return ULNA_OK;
  ulna_gpu_rollout_options o = *options;
  const size_t n = (size_t)gpu->n, wide = n * count, steps = (size_t)o.steps;
  const size_t records = o.every > 0 ? steps / (size_t)o.every : 0;
  rollout_array a[ROLLOUT_ARRAYS] = {{q, NULL, wide, NULL},
                                     {qd, NULL, wide, NULL},
                                     {tau, NULL, o.control == ULNA_GPU_BY_STEP ? wide * steps : wide, NULL},
                                     {NULL, q_end, wide, NULL},
                                     {NULL, qd_end, wide, NULL},
                                     {o.desired, NULL, 3 * n * steps, NULL},
                                     {o.masses, NULL, wide, NULL},
                                     {o.payload, NULL, count, NULL},
                                     {o.friction, NULL, count, NULL},
                                     {o.gravity, NULL, 3 * count, NULL},
                                     {NULL, records ? o.q_path : NULL, wide * records, NULL},
                                     {NULL, records ? o.qd_path : NULL, wide * records, NULL},
                                     {NULL, o.error, count, NULL},
                                     {o.robot, NULL, count, NULL, sizeof(int)}};
  const on_its_card there(gpu);
  cudaError_t error = cudaSuccess;
  ulna_status status = ULNA_OK;
  for (int k = 0; k < ROLLOUT_ARRAYS && error == cudaSuccess; k++) error = bring(gpu, &a[k]);
  if (error == cudaSuccess) {
    o.desired = a[5].device, o.masses = a[6].device, o.payload = a[7].device, o.friction = a[8].device;
    o.gravity = a[9].device, o.q_path = a[10].device, o.qd_path = a[11].device, o.error = a[12].device;
    o.robot = (const int *)a[13].device;
    status = ulna_gpu_rollout(gpu, &o, NULL, count, a[0].device, a[1].device, a[2].device, a[3].device,
                              a[4].device);
    if (status == ULNA_OK) error = cudaDeviceSynchronize();
  }
  for (int k = 0; k < ROLLOUT_ARRAYS; k++) {
    if (status == ULNA_OK && error == cudaSuccess && a[k].to)
      error = cudaMemcpy(a[k].to, a[k].device, bytes_of(gpu, &a[k]), cudaMemcpyDeviceToHost);
    cudaFree(a[k].device);
  }
  return status != ULNA_OK ? status : heed(gpu, error);
}
