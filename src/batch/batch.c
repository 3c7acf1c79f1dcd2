/* Batches: their making, and the calls for many states. */
#include "ulna/batch.h"

#include <string.h>

#include "base/allocator.h"
#include "base/instruction_set.h"
#include "batch/arm.h"
#include "batch/pool.h"
#include "batch/rollout.h"

enum { DENSE_MOST = 15 };  // COLUMNS_MOST in kernel/fast_forward.h

/* What one thread has. */
typedef struct {
  void *lanes, *lanes_of_float;  // memory of the lanes' instances
  void *work;                    // memory of `single`
  ulna_work *single;
  double *numbers;  // of states one by one
  rollout_worker rollout;
} batch_worker;

struct ulna_batch {
  ulna_allocator allocator;
  size_t size;
  batch_arm arm;
  ulna_batch_layout layout;
  bool keeps_zeros;
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
  return (ulna_batch_options){.layout = ULNA_BATCH_ROWS,
                              .links_only = false,
                              .threads = 0,
                              .instructions = NULL,
                              .keeps_zeros = false};
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

static unsigned parts_of(const batch_arm *arm)
{
  return (arm->driven ? ULNA_PART_FRICTION : ULNA_PARTS_NONE) | ULNA_PART_DERIVATIVES;
}

/* What the workers have, one after another. */
static void walk_workers(batch_worker *worker, layout *l, const ulna_batch *b, int count)
{
  const ulna_model *model = b->arm.model;
  const size_t lanes = b->paths->of_double->size(&b->arm), floats = b->paths->of_float->size(&b->arm),
               work = ulna_work_size(model, parts_of(&b->arm));
  if (lanes == 0 || floats == 0 || work == 0) l->overflow = 1;
  layout_take(l, (size_t)count, sizeof(batch_worker));
  for (int k = 0; k < count; k++) {
    batch_worker measured, *w = worker ? &worker[k] : &measured;
    w->lanes = layout_take(l, lanes, 1);
    w->lanes_of_float = layout_take(l, floats, 1);
    w->work = layout_take(l, work, 1);
    w->numbers = (double *)layout_take(l, ulna_batch_single_numbers(&b->arm), sizeof(double));
    ulna_rollout_walk(&w->rollout, l, model);
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
    b->paths->of_double->init(w->lanes, &b->arm);
    b->paths->of_float->init(w->lanes_of_float, &b->arm);
    ulna_status status = ulna_work_init(w->work, size, b->arm.model, parts_of(&b->arm), &w->single);
    if (status == ULNA_OK)
      status = ulna_rollout_create(&w->rollout, b->arm.model, b->arm.driven, &b->allocator);
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
  if (model->drives.follower_count > 0) return ULNA_UNSUPPORTED;  // lanes take every joint as free
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
  b->layout = o->layout, b->keeps_zeros = o->keeps_zeros, b->paths = paths_named(o->instructions);
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
  for (int k = 0; batch->worker && k < ulna_pool_workers(batch->pool); k++)
    ulna_plant_destroy(batch->worker[k].rollout.plant);
  if (batch->pool) ulna_pool_destroy(batch->pool);
  if (batch->worker) a.release(a.context, batch->worker, batch->workers_size);
  a.release(a.context, batch, batch->size);
}

int ulna_batch_thread_count(const ulna_batch *batch) { return ulna_pool_workers(batch->pool); }
const char *ulna_batch_instructions_used(const ulna_batch *batch) { return batch->paths->instructions; }

size_t ulna_batch_number_count(const ulna_batch *batch, size_t count, size_t width)
{
  const size_t most = SIZE_MAX / sizeof(double);
  if (batch->layout == ULNA_BATCH_BLOCKS) {
    if (count > SIZE_MAX - (ULNA_BATCH_BLOCK - 1)) return 0;
    count = (count + ULNA_BATCH_BLOCK - 1) / ULNA_BATCH_BLOCK * ULNA_BATCH_BLOCK;
  }
  return width && count > most / width ? 0 : count * width;
}

static bool fits(const ulna_batch *b, size_t count, size_t width)
{
  return count == 0 || width == 0 || ulna_batch_number_count(b, count, width) > 0;
}

/* Whether lanes can compute this function; the kernels that keep rows of M on the stack are for short arms. */
static bool in_lanes(const batch_arm *arm, batch_function function)
{
  const bool dense = function == CALL_FORWARD_DYNAMICS || function == CALL_MASS_MATRIX ||
                     function == CALL_FORWARD_DERIVATIVES || function == CALL_ROLLOUT;
  const bool drives = function != CALL_GRAVITY && function != CALL_POSES && function != CALL_HAND_POSE &&
                      function != CALL_JACOBIAN;
  return (arm->in_lanes || !drives) && !(dense && arm->model->n > DENSE_MOST);
}

static void run_some(void *context, int worker, size_t first, size_t count)
{
  const batch_job *job = context;
  const batch_call *c = &job->call;
  const ulna_batch *b = job->batch;
  batch_worker *w = &b->worker[worker];
  const size_t state = first * ULNA_BATCH_BLOCK, left = c->count - state;
  const size_t states = left / ULNA_BATCH_BLOCK < count ? left : count * ULNA_BATCH_BLOCK;
  if (in_lanes(&b->arm, c->function) && c->single_precision)
    b->paths->of_float->run(w->lanes_of_float, &w->rollout, c, state, states);
  else if (in_lanes(&b->arm, c->function)) b->paths->of_double->run(w->lanes, &w->rollout, c, state, states);
  else if (c->function == CALL_ROLLOUT) ulna_rollout_run_single(&w->rollout, &b->arm, c, state, states);
  else ulna_batch_run_single(&b->arm, w->single, w->numbers, c, state, states);
}

/* Blocks are handed out a few at a time: few enough that all threads end together, enough that handing them out costs
 * little. */
static void run(ulna_batch *b, const batch_job *job)
{
  const size_t blocks = job->call.count / ULNA_BATCH_BLOCK + (job->call.count % ULNA_BATCH_BLOCK != 0);
  const size_t shares = 16 * (size_t)ulna_pool_workers(b->pool), even = blocks / shares;
  const size_t grain = even < 4 ? 4 : even > 256 ? 256 : even;
  ulna_pool_run(b->pool, blocks, grain, run_some, (void *)job);
}

/* What a function reads beside q. */
enum { READS_QD = 1, READS_QDD = 2, READS_TAU = 4 };
static unsigned reads_of(batch_function function)
{
  switch (function) {
  case CALL_INVERSE_DYNAMICS:
  case CALL_REGRESSOR:
  case CALL_INVERSE_DERIVATIVES: return READS_QD | READS_QDD;
  case CALL_FORWARD_DYNAMICS:
  case CALL_FORWARD_DERIVATIVES: return READS_QD | READS_TAU;
  case CALL_BIAS:
  case CALL_ROLLOUT: return READS_QD;
  default: return 0;
  }
}

/* Whether every needed array is there and every size fits size_t. Any output of derivatives may be missing. */
static bool is_sound(const ulna_batch *b, const batch_call *c)
{
  const size_t n = (size_t)b->arm.model->n;
  const unsigned reads = reads_of(c->function);
  const bool any_output = c->function == CALL_INVERSE_DERIVATIVES || c->function == CALL_FORWARD_DERIVATIVES;
  if (!c->q || (reads & READS_QD && !c->qd) || (reads & READS_QDD && !c->qdd) ||
      (reads & READS_TAU && !c->tau))
    return false;
  if (!any_output && !c->out[0]) return false;
  if (!fits(b, c->count, n) || (c->gravity && !fits(b, c->count, 3)) ||
      (c->wrench && !fits(b, c->count, 6)) || (c->payload && !fits(b, c->count, 10)))
    return false;
  for (int k = 0; k < 4; k++)
    if (c->out[k] && !fits(b, c->count, ulna_batch_width(&b->arm, c->function, k))) return false;
  return true;
}

/* The arrays of a call, of whichever precision. */
static batch_call call_of(const ulna_batch_states *s)
{
  return (batch_call){.q = s->q,
                      .qd = s->qd,
                      .qdd = s->qdd,
                      .tau = s->tau,
                      .gravity = s->gravity,
                      .wrench = s->wrench,
                      .payload = s->payload};
}
static batch_call call_of_float(const ulna_batch_states_float *s)
{
  return (batch_call){.q = s->q,
                      .qd = s->qd,
                      .qdd = s->qdd,
                      .tau = s->tau,
                      .gravity = s->gravity,
                      .wrench = s->wrench,
                      .payload = s->payload,
                      .single_precision = true};
}

static ulna_status serve_call(const ulna_model *model, ulna_batch *batch, batch_function function,
                              size_t count, const batch_call *arrays, void *const out[4])
{
  if (!batch || batch->arm.model != model) return ULNA_INVALID_ARGUMENT;
  const unsigned reads = reads_of(function);
  batch_job job = {.batch = batch, .call = *arrays};
  batch_call *c = &job.call;
  c->function = function, c->layout = batch->layout, c->keeps_zeros = batch->keeps_zeros, c->count = count;
  c->far = bytes_past_the_caches();
  c->prefetched = bytes_to_prefetch();
  if (!(reads & READS_QD)) c->qd = NULL;
  if (!(reads & READS_QDD)) c->qdd = NULL;
  if (!(reads & READS_TAU)) c->tau = NULL;
  for (int k = 0; k < 4; k++) c->out[k] = out[k];
  if (!is_sound(batch, c)) return ULNA_INVALID_ARGUMENT;
  const bool derivatives = function == CALL_INVERSE_DERIVATIVES || function == CALL_FORWARD_DERIVATIVES;
  if (function == CALL_REGRESSOR && !batch->arm.linear) return ULNA_UNSUPPORTED;
  if (derivatives && !batch->arm.smooth) return ULNA_UNSUPPORTED;
  run(batch, &job);
  return ULNA_OK;
}
static ulna_status serve(const ulna_model *model, ulna_batch *batch, batch_function function, size_t count,
                         const ulna_batch_states *states, void *const out[4])
{
  if (!states) return ULNA_INVALID_ARGUMENT;
  const batch_call arrays = call_of(states);
  return serve_call(model, batch, function, count, &arrays, out);
}
static ulna_status serve_float(const ulna_model *model, ulna_batch *batch, batch_function function,
                               size_t count, const ulna_batch_states_float *states, void *const out[4])
{
  if (!states) return ULNA_INVALID_ARGUMENT;
  const batch_call arrays = call_of_float(states);
  return serve_call(model, batch, function, count, &arrays, out);
}

ulna_status ulna_batch_inverse_dynamics(const ulna_model *model, ulna_batch *batch, size_t count,
                                        const ulna_batch_states *states, double tau[])
{
  void *const out[4] = {tau};
  return serve(model, batch, CALL_INVERSE_DYNAMICS, count, states, out);
}

ulna_status ulna_batch_forward_dynamics(const ulna_model *model, ulna_batch *batch, size_t count,
                                        const ulna_batch_states *states, double qdd[])
{
  void *const out[4] = {qdd};
  return serve(model, batch, CALL_FORWARD_DYNAMICS, count, states, out);
}

ulna_status ulna_batch_mass_matrix(const ulna_model *model, ulna_batch *batch, size_t count,
                                   const ulna_batch_states *states, double M[])
{
  void *const out[4] = {M};
  return serve(model, batch, CALL_MASS_MATRIX, count, states, out);
}

ulna_status ulna_batch_gravity_torques(const ulna_model *model, ulna_batch *batch, size_t count,
                                       const ulna_batch_states *states, double G[])
{
  void *const out[4] = {G};
  return serve(model, batch, CALL_GRAVITY, count, states, out);
}

ulna_status ulna_batch_bias(const ulna_model *model, ulna_batch *batch, size_t count,
                            const ulna_batch_states *states, double bias[])
{
  void *const out[4] = {bias};
  return serve(model, batch, CALL_BIAS, count, states, out);
}

ulna_status ulna_batch_link_poses(const ulna_model *model, ulna_batch *batch, size_t count,
                                  const ulna_batch_states *states, double poses[])
{
  void *const out[4] = {poses};
  return serve(model, batch, CALL_POSES, count, states, out);
}

ulna_status ulna_batch_hand_pose(const ulna_model *model, ulna_batch *batch, size_t count,
                                 const ulna_batch_states *states, double pose[])
{
  void *const out[4] = {pose};
  return serve(model, batch, CALL_HAND_POSE, count, states, out);
}

ulna_status ulna_batch_jacobian(const ulna_model *model, ulna_batch *batch, size_t count,
                                const ulna_batch_states *states, double J[])
{
  void *const out[4] = {J};
  return serve(model, batch, CALL_JACOBIAN, count, states, out);
}

ulna_status ulna_batch_regressor(const ulna_model *model, ulna_batch *batch, size_t count,
                                 const ulna_batch_states *states, double Y[])
{
  void *const out[4] = {Y};
  return serve(model, batch, CALL_REGRESSOR, count, states, out);
}

ulna_status ulna_batch_inverse_dynamics_derivatives(const ulna_model *model, ulna_batch *batch, size_t count,
                                                    const ulna_batch_states *states, double tau[],
                                                    double dtau_dq[], double dtau_dqd[], double dtau_dqdd[])
{
  void *const out[4] = {tau, dtau_dq, dtau_dqd, dtau_dqdd};
  return serve(model, batch, CALL_INVERSE_DERIVATIVES, count, states, out);
}

ulna_status ulna_batch_forward_dynamics_derivatives(const ulna_model *model, ulna_batch *batch, size_t count,
                                                    const ulna_batch_states *states, double qdd[],
                                                    double dqdd_dq[], double dqdd_dqd[], double dqdd_dtau[])
{
  void *const out[4] = {qdd, dqdd_dq, dqdd_dqd, dqdd_dtau};
  return serve(model, batch, CALL_FORWARD_DERIVATIVES, count, states, out);
}

ulna_status ulna_batch_inverse_dynamics_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                              const ulna_batch_states_float *states, float tau[])
{
  void *const out[4] = {tau};
  return serve_float(model, batch, CALL_INVERSE_DYNAMICS, count, states, out);
}

ulna_status ulna_batch_forward_dynamics_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                              const ulna_batch_states_float *states, float qdd[])
{
  void *const out[4] = {qdd};
  return serve_float(model, batch, CALL_FORWARD_DYNAMICS, count, states, out);
}

ulna_status ulna_batch_mass_matrix_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                         const ulna_batch_states_float *states, float M[])
{
  void *const out[4] = {M};
  return serve_float(model, batch, CALL_MASS_MATRIX, count, states, out);
}

ulna_status ulna_batch_gravity_torques_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                             const ulna_batch_states_float *states, float G[])
{
  void *const out[4] = {G};
  return serve_float(model, batch, CALL_GRAVITY, count, states, out);
}

ulna_status ulna_batch_bias_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                  const ulna_batch_states_float *states, float bias[])
{
  void *const out[4] = {bias};
  return serve_float(model, batch, CALL_BIAS, count, states, out);
}

ulna_status ulna_batch_link_poses_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                        const ulna_batch_states_float *states, float poses[])
{
  void *const out[4] = {poses};
  return serve_float(model, batch, CALL_POSES, count, states, out);
}

ulna_status ulna_batch_hand_pose_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                       const ulna_batch_states_float *states, float pose[])
{
  void *const out[4] = {pose};
  return serve_float(model, batch, CALL_HAND_POSE, count, states, out);
}

ulna_status ulna_batch_jacobian_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                      const ulna_batch_states_float *states, float J[])
{
  void *const out[4] = {J};
  return serve_float(model, batch, CALL_JACOBIAN, count, states, out);
}

ulna_status ulna_batch_regressor_float(const ulna_model *model, ulna_batch *batch, size_t count,
                                       const ulna_batch_states_float *states, float Y[])
{
  void *const out[4] = {Y};
  return serve_float(model, batch, CALL_REGRESSOR, count, states, out);
}

ulna_status ulna_batch_inverse_dynamics_derivatives_float(const ulna_model *model, ulna_batch *batch,
                                                          size_t count, const ulna_batch_states_float *states,
                                                          float tau[], float dtau_dq[], float dtau_dqd[],
                                                          float dtau_dqdd[])
{
  void *const out[4] = {tau, dtau_dq, dtau_dqd, dtau_dqdd};
  return serve_float(model, batch, CALL_INVERSE_DERIVATIVES, count, states, out);
}

ulna_status ulna_batch_forward_dynamics_derivatives_float(const ulna_model *model, ulna_batch *batch,
                                                          size_t count, const ulna_batch_states_float *states,
                                                          float qdd[], float dqdd_dq[], float dqdd_dqd[],
                                                          float dqdd_dtau[])
{
  void *const out[4] = {qdd, dqdd_dq, dqdd_dqd, dqdd_dtau};
  return serve_float(model, batch, CALL_FORWARD_DERIVATIVES, count, states, out);
}

ulna_batch_rollout_options ulna_batch_rollout_options_default(void)
{
  return (ulna_batch_rollout_options){.integrator = ULNA_RK4, .step = 1e-3, .steps = 1};
}

/* The start is in `arrays`; out: q, qd, q_path, qd_path. */
static ulna_status roll_out(const ulna_model *model, ulna_batch *batch, const ulna_batch_rollout_options *o,
                            size_t count, const batch_call *arrays, void *const out[4])
{
  if (!batch || batch->arm.model != model || !o || !out[0] || !out[1]) return ULNA_INVALID_ARGUMENT;
  const bool known = o->integrator == ULNA_RK4 || o->integrator == ULNA_SEMI_IMPLICIT_EULER;
  if (!known || !(o->step > 0)) return ULNA_INVALID_ARGUMENT;
  batch_job job = {.batch = batch, .call = *arrays};
  batch_call *c = &job.call;
  c->function = CALL_ROLLOUT, c->layout = batch->layout, c->count = count;
  c->rollout = o, c->by_step = o->tau_by_step;
  c->step_size = ulna_batch_number_count(batch, count, (size_t)model->n);
  for (int k = 0; k < 4; k++) c->out[k] = out[k];
  const bool long_arrays = out[2] || out[3] || (c->tau && c->by_step);
  if (!is_sound(batch, c) ||
      (long_arrays && c->step_size && o->steps > SIZE_MAX / sizeof(double) / c->step_size))
    return ULNA_INVALID_ARGUMENT;
  if (o->viscous_only && !batch->arm.in_lanes) return ULNA_UNSUPPORTED;
  run(batch, &job);
  return ULNA_OK;
}

ulna_status ulna_batch_rollout(const ulna_model *model, ulna_batch *batch,
                               const ulna_batch_rollout_options *options, size_t count,
                               const ulna_batch_states *states, double q[], double qd[], double q_path[],
                               double qd_path[])
{
  if (!states) return ULNA_INVALID_ARGUMENT;
  const batch_call arrays = call_of(states);
  void *const out[4] = {q, qd, q_path, qd_path};
  return roll_out(model, batch, options, count, &arrays, out);
}

ulna_status ulna_batch_rollout_float(const ulna_model *model, ulna_batch *batch,
                                     const ulna_batch_rollout_options *options, size_t count,
                                     const ulna_batch_states_float *states, float q[], float qd[],
                                     float q_path[], float qd_path[])
{
  if (!states) return ULNA_INVALID_ARGUMENT;
  const batch_call arrays = call_of_float(states);
  void *const out[4] = {q, qd, q_path, qd_path};
  return roll_out(model, batch, options, count, &arrays, out);
}
