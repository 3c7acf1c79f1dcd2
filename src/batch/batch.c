/* Batches: their making, and the calls for many states. */
#include "ulna/batch.h"

#include <string.h>

#include "base/allocator.h"
#include "batch/arm.h"
#include "batch/pool.h"

/* What one thread has. */
typedef struct {
  void *lanes;  // memory of the lanes' instance
  void *work;   // memory of `single`
  ulna_work *single;
  double *numbers;  // of states one by one
} batch_worker;

struct ulna_batch {
  ulna_allocator allocator;
  size_t size;
  batch_arm arm;
  ulna_batch_layout layout;
  const lane_paths *paths;
  batch_pool *pool;
  batch_worker *worker;
  size_t workers_size;
};

typedef struct {
  ulna_batch *batch;
  batch_call call;
} batch_job;

ulna_batch_options ulna_batch_options_default(void)
{
  return (ulna_batch_options){
      .layout = ULNA_BATCH_ROWS, .links_only = false, .threads = 0, .instructions = NULL};
}

const char *ulna_batch_instructions(int number)
{
  const lane_paths *paths = ulna_lane_paths(number);
  return paths ? paths->instructions : NULL;
}

static const lane_paths *paths_named(const char *name)
{
  const lane_paths *paths = ulna_lane_paths(0);
  for (int k = 0; name && paths && strcmp(paths->instructions, name) != 0; k++)
    paths = ulna_lane_paths(k + 1);
  return paths;
}

/* The batch itself and its arm. */
static void walk(ulna_batch *b, layout *l, const ulna_model *model)
{
  layout_take(l, 1, sizeof *b);
  ulna_batch_arm_layout(&b->arm, l, model);
}

static unsigned parts_of(const batch_arm *arm) { return arm->driven ? ULNA_PART_FRICTION : ULNA_PARTS_NONE; }

/* What the workers have, one after another. */
static void walk_workers(batch_worker *worker, layout *l, const ulna_batch *b, int count)
{
  const ulna_model *model = b->arm.model;
  const size_t lanes = b->paths->size(&b->arm), work = ulna_work_size(model, parts_of(&b->arm));
  if (lanes == 0 || work == 0) l->overflow = 1;
  layout_take(l, (size_t)count, sizeof(batch_worker));
  for (int k = 0; k < count; k++) {
    batch_worker measured, *w = worker ? &worker[k] : &measured;
    w->lanes = layout_take(l, lanes, 1);
    w->work = layout_take(l, work, 1);
    w->numbers = (double *)layout_take(l, ulna_batch_single_numbers(model), sizeof(double));
  }
}

static ulna_status create_workers(ulna_batch *b)
{
  const int count = ulna_pool_workers(b->pool);
  layout l = layout_measuring();
  walk_workers(NULL, &l, b, count);
  b->workers_size = layout_size(&l);
  void *memory =
      b->workers_size ? b->allocator.allocate(b->allocator.context, b->workers_size, LAYOUT_ALIGNMENT) : NULL;
  if (!memory) return ULNA_OUT_OF_MEMORY;
  memset(memory, 0, b->workers_size);
  b->worker = (batch_worker *)memory;
  l = layout_assigning(memory);
  walk_workers(b->worker, &l, b, count);
  for (int k = 0; k < count; k++) {
    batch_worker *w = &b->worker[k];
    const size_t size = ulna_work_size(b->arm.model, parts_of(&b->arm));
    b->paths->init(w->lanes, &b->arm);
    const ulna_status status = ulna_work_init(w->work, size, b->arm.model, parts_of(&b->arm), &w->single);
    if (status != ULNA_OK) return status;
  }
  return ULNA_OK;
}

ulna_status ulna_batch_create(const ulna_model *model, const ulna_batch_options *options,
                              const ulna_allocator *allocator, ulna_batch **batch)
{
  const ulna_batch_options standard = ulna_batch_options_default(), *o = options ? options : &standard;
  if (!model || !batch || (unsigned)o->layout > ULNA_BATCH_BLOCKS || o->threads < 0 ||
      o->threads > ULNA_BATCH_THREADS_MOST || !paths_named(o->instructions))
    return ULNA_INVALID_ARGUMENT;
  const ulna_allocator a = allocator_or_standard(allocator);
  ulna_batch measured;
  layout l = layout_measuring();
  walk(&measured, &l, model);
  const size_t size = layout_size(&l);
  ulna_batch *b = size ? a.allocate(a.context, size, LAYOUT_ALIGNMENT) : NULL;
  if (!b) return ULNA_OUT_OF_MEMORY;
  memset(b, 0, size);
  l = layout_assigning(b);
  walk(b, &l, model);
  b->allocator = a, b->size = size;
  b->layout = o->layout, b->paths = paths_named(o->instructions);
  ulna_batch_arm_fill(&b->arm, model, !o->links_only);
  b->pool = ulna_pool_create(o->threads ? o->threads : ulna_pool_processors(), &a);
  const ulna_status status = b->pool ? create_workers(b) : ULNA_OUT_OF_MEMORY;
  if (status != ULNA_OK) {
    ulna_batch_destroy(b);
    return status;
  }
  *batch = b;
  return ULNA_OK;
}

void ulna_batch_destroy(ulna_batch *batch)
{
  if (!batch) return;
  const ulna_allocator a = batch->allocator;
  if (batch->pool) ulna_pool_destroy(batch->pool);
  if (batch->worker) a.release(a.context, batch->worker, batch->workers_size);
  a.release(a.context, batch, batch->size);
}

int ulna_batch_threads(const ulna_batch *batch) { return ulna_pool_workers(batch->pool); }
const char *ulna_batch_instructions_used(const ulna_batch *batch) { return batch->paths->instructions; }

size_t ulna_batch_array_size(const ulna_batch *batch, size_t count, size_t w)
{
  const size_t most = SIZE_MAX / sizeof(double);
  if (batch->layout == ULNA_BATCH_BLOCKS) {
    if (count > SIZE_MAX - (ULNA_BATCH_BLOCK - 1)) return 0;
    count = (count + ULNA_BATCH_BLOCK - 1) / ULNA_BATCH_BLOCK * ULNA_BATCH_BLOCK;
  }
  return w && count > most / w ? 0 : count * w;
}

/* An array of a call: how many numbers a state it has, and whether it is there. */
typedef struct {
  const void *at;
  size_t width;
} batch_array;

static bool arrays_are_sound(const ulna_batch *b, size_t count, const batch_array arrays[], int number)
{
  for (int k = 0; k < number; k++)
    if (!arrays[k].at || (count > 0 && ulna_batch_array_size(b, count, arrays[k].width) == 0)) return false;
  return true;
}

static void run_some(void *context, int worker, size_t first, size_t count)
{
  const batch_job *job = context;
  const batch_worker *w = &job->batch->worker[worker];
  const size_t state = first * ULNA_BATCH_BLOCK, left = job->call.count - state;
  const size_t states = left / ULNA_BATCH_BLOCK < count ? left : count * ULNA_BATCH_BLOCK;
  if (job->batch->arm.in_lanes) job->batch->paths->run(w->lanes, &job->call, state, states);
  else ulna_batch_run_single(&job->batch->arm, w->single, w->numbers, &job->call, state, states);
}

/* Blocks are handed out a few at a time: few enough that all threads end together, enough that handing out costs nothing. */
static void run(ulna_batch *b, const batch_job *job)
{
  const size_t blocks = job->call.count / ULNA_BATCH_BLOCK + (job->call.count % ULNA_BATCH_BLOCK != 0);
  const size_t shares = 16 * (size_t)ulna_pool_workers(b->pool), even = blocks / shares;
  const size_t grain = even < 4 ? 4 : even > 256 ? 256 : even;
  ulna_pool_run(b->pool, blocks, grain, run_some, (void *)job);
}

/* A call's states; what lies beside the motion is checked here. */
static bool take_states(const ulna_batch *b, size_t count, const ulna_batch_states *states, batch_call *call)
{
  if (!states) return false;
  *call = (batch_call){.layout = b->layout,
                       .count = count,
                       .q = states->q,
                       .qd = states->qd,
                       .qdd = states->qdd,
                       .tau = states->tau,
                       .gravity = states->gravity,
                       .wrench = states->wrench,
                       .payload = states->payload};
  const batch_array beside[] = {{states->gravity, 3}, {states->wrench, 6}, {states->payload, 10}};
  for (int k = 0; k < 3; k++)
    if (beside[k].at && !arrays_are_sound(b, count, &beside[k], 1)) return false;
  return true;
}

ulna_status ulna_batch_inverse_dynamics(const ulna_model *model, ulna_batch *batch, size_t count,
                                        const ulna_batch_states *states, double tau[])
{
  batch_job job = {.batch = batch};
  if (!batch || batch->arm.model != model || !take_states(batch, count, states, &job.call))
    return ULNA_INVALID_ARGUMENT;
  const size_t n = (size_t)model->n;
  const batch_array needed[] = {{states->q, n}, {states->qd, n}, {states->qdd, n}, {tau, n}};
  if (!arrays_are_sound(batch, count, needed, 4)) return ULNA_INVALID_ARGUMENT;
  job.call.function = CALL_INVERSE_DYNAMICS;
  job.call.out[0] = tau;
  run(batch, &job);
  return ULNA_OK;
}
