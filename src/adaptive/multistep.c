/* Adams and BDF by SUNDIALS' CVODE, as a solver for ulna_adaptive_create_by.
 *
 * CVODE takes memory by malloc, and does not always check whether it got any: it uses a context, copies of vectors
 * and matrices unchecked. It gets these from here: a context, vectors from a fixed stock, the matrix of its linear
 * systems with the Jacobian beside it. The other allocations it checks, and makes all of them at creation (see
 * warm_up). */
#include "ulna/multistep.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "base/allocator.h"
#include "base/layout.h"

/* SUNContext_Create of SUNDIALS 6 does not check whether it gets memory for its logger, and crashes without. A
 * SUNDIALS built without logging and profiling (its headers tell) needs a context but never reads it: it gets an
 * empty one. */
#if SUNDIALS_VERSION_MAJOR == 6 && SUNDIALS_LOGGING_LEVEL == 0 && !defined(SUNDIALS_BUILD_WITH_PROFILING)
#  define EMPTY_CONTEXT 1
#else
#  define EMPTY_CONTEXT 0
#endif

enum { VECTORS = 48 };  // the Nordsieck array of order 12 and its scratch take 27

typedef struct stock stock;

/* A serial vector of SUNDIALS', in our memory. The first member is what CVODE has a pointer to. */
typedef struct {
  struct _generic_N_Vector vector;
  struct _N_VectorContent_Serial content;
  stock *from;
  bool used;
} slot;

struct stock {
  slot slots[VECTORS];
  struct _generic_N_Vector_Ops operations;
  bool exhausted;
};

typedef struct {
  ulna_plant *plant;
  ulna_allocator allocator;
  size_t size;
  int numbers;
  bool stiff, warming;

  SUNContext context;
  void *empty[16];
  stock vectors;
  N_Vector y, weight;
  SUNMatrix matrix;
  double *jacobian;  // numbers × numbers, column by column
  SUNLinearSolver linear;
  SUNNonlinearSolver fixed_point;
  void *cvode;

  double t;           // end of the last step
  ulna_status fault;  // the last of the plant's, and when; one that a shorter step avoided lies behind t
  double fault_t;
  const char *failure;
  ulna_adaptive_statistics past;  // up to the last start; CVODE counts from there
} multistep;

/* ---- vectors */

/* One more vector. The stock is large enough for CVODE; were it not, the last slot serves twice, and creation fails. */
static N_Vector take_vector(stock *s)
{
  for (int i = 0; i < VECTORS; i++) {
    if (s->slots[i].used) continue;
    s->slots[i].used = true;
    return &s->slots[i].vector;
  }
  s->exhausted = true;
  return &s->slots[VECTORS - 1].vector;
}

static N_Vector clone_vector(N_Vector v) { return take_vector(((slot *)(void *)v)->from); }
static void return_vector(N_Vector v) { ((slot *)(void *)v)->used = false; }

/* The operations are those of SUNDIALS' serial vectors but for taking and giving back. */
static bool make_vectors(multistep *m, double *numbers)
{
  N_Vector pattern = N_VNewEmpty_Serial(m->numbers, m->context);
  if (!pattern) return false;
  stock *s = &m->vectors;
  s->operations = *pattern->ops;
  N_VDestroy_Serial(pattern);
  s->operations.nvclone = s->operations.nvcloneempty = clone_vector;
  s->operations.nvdestroy = return_vector;
  for (int i = 0; i < VECTORS; i++) {
    slot *x = &s->slots[i];
    x->from = s;
    x->content.length = m->numbers, x->content.own_data = SUNFALSE;
    x->content.data = numbers + (size_t)i * (size_t)m->numbers;
    x->vector.content = &x->content, x->vector.ops = &s->operations, x->vector.sunctx = m->context;
  }
  m->y = take_vector(s), m->weight = take_vector(s);
  return true;
}

/* ---- what CVODE calls */

static int rate(realtype t, N_Vector y, N_Vector ydot, void *user)
{
  multistep *m = user;
  if (m->warming) {
    N_VConst(0, ydot);
    return 0;
  }
  m->past.rate_calls++;
  const ulna_status status = ulna_plant_rate(m->plant, t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot));
  if (status != ULNA_OK) m->fault = status, m->fault_t = t;
  return status == ULNA_OK ? 0 : 1;  // perhaps it can be had with a shorter step
}

/* ∂f/∂y by differences. The increments are CVODE's: √ε of the number, or what a small part of a step changes it by, in
 * units of its tolerance. */
static int find_jacobian(multistep *m, realtype t, N_Vector y, N_Vector fy, N_Vector changed)
{
  double h = 0, *x = N_VGetArrayPointer(y), *rate_there = N_VGetArrayPointer(changed);
  const double *f = N_VGetArrayPointer(fy), *weight = N_VGetArrayPointer(m->weight);
  if (CVodeGetErrWeights(m->cvode, m->weight) != CV_SUCCESS ||
      CVodeGetCurrentStep(m->cvode, &h) != CV_SUCCESS)
    return -1;
  double size = N_VWrmsNorm(fy, m->weight);
  if (!(size > 0)) size = 1 / (1000 * DBL_EPSILON * m->numbers * fabs(h));
  for (int j = 0; j < m->numbers; j++) {
    const double kept = x[j], least = 1000 * fabs(h) * DBL_EPSILON * m->numbers * size / weight[j];
    x[j] += fmax(sqrt(DBL_EPSILON) * fabs(kept), least);
    const double step = x[j] - kept;
    const int failed = rate(t, y, changed, m);
    x[j] = kept;
    if (failed) return failed;
    double *column = m->jacobian + (size_t)j * (size_t)m->numbers;
    for (int i = 0; i < m->numbers; i++) column[i] = (rate_there[i] - f[i]) / step;
  }
  return 0;
}

/* A = 1 − gamma ∂f/∂y; is_old: the Jacobian may be the one before. */
static int fill_system(realtype t, N_Vector y, N_Vector fy, SUNMatrix A, booleantype is_old,
                       booleantype *is_new, realtype gamma, void *user, N_Vector scratch, N_Vector unused,
                       N_Vector none)
{
  (void)unused, (void)none;
  multistep *m = user;
  *is_new = !is_old;
  const int failed = is_old ? 0 : find_jacobian(m, t, y, fy, scratch);
  if (failed) return failed;
  for (int j = 0; j < m->numbers; j++) {
    double *column = SUNDenseMatrix_Column(A, j);
    const double *known = m->jacobian + (size_t)j * (size_t)m->numbers;
    for (int i = 0; i < m->numbers; i++) column[i] = (i == j) - gamma * known[i];
  }
  return 0;
}

static void say_nothing(int code, const char *module, const char *function, char *message, void *user)
{
  (void)code, (void)module, (void)function, (void)message, (void)user;
}

/* ---- the solver */

static void count(const void *context, ulna_adaptive_statistics *statistics)
{
  const multistep *m = context;
  long steps = 0, rejected = 0, unsolved = 0;
  // they fail without a CVODE only, and there is one
  (void)CVodeGetNumSteps(m->cvode, &steps);
  (void)CVodeGetNumErrTestFails(m->cvode, &rejected);
  (void)CVodeGetNumStepSolveFails(m->cvode, &unsolved);
  *statistics = m->past;
  statistics->steps += steps;
  statistics->rejected += rejected + unsolved;
}

static ulna_status start(void *context, double t, const double y[])
{
  multistep *m = context;
  count(m, &m->past);
  m->t = t, m->fault = ULNA_OK, m->failure = "";
  memcpy(N_VGetArrayPointer(m->y), y, (size_t)m->numbers * sizeof *y);
  if (CVodeReInit(m->cvode, t, m->y) == CV_SUCCESS) return ULNA_OK;
  m->failure = "the integrator could not be started";
  return ULNA_NOT_CONVERGED;
}

/* The status for a return value of CVODE. */
static ulna_status explain(multistep *m, int flag)
{
  if (m->fault != ULNA_OK && m->fault_t >= m->t) return m->fault;
  switch (flag) {
  case CV_MEM_FAIL:
  case CV_LINIT_FAIL:
  case CV_NLS_INIT_FAIL: return ULNA_OUT_OF_MEMORY;
  case CV_TOO_MUCH_ACC: m->failure = "the tolerance is beyond what doubles can give; use a larger one"; break;
  case CV_ERR_FAILURE:
  case CV_CONV_FAILURE: m->failure = "step size collapsed: the tolerance cannot be met here"; break;
  default: m->failure = "the integrator gave up";
  }
  return ULNA_NOT_CONVERGED;
}

static ulna_status step(void *context, double t_end, double limit, double *t, double y[])
{
  multistep *m = context;
  double reached = m->t, last = 0;
  m->failure = "";
  // a fault seen ahead stays: the steps that collapse before it need not meet it again
  if (!(m->fault_t > m->t)) m->fault = ULNA_OK;
  int flag = CVodeSetStopTime(m->cvode, limit);
  if (flag == CV_SUCCESS) flag = CVode(m->cvode, t_end, m->y, &reached, CV_ONE_STEP);
  if (flag < 0) return explain(m, flag);
  // rates near the largest number make the first step 0, which CVODE takes for done
  if (CVodeGetLastStep(m->cvode, &last) != CV_SUCCESS || !(last > 0) || !(reached > m->t))
    return explain(m, CV_ERR_FAILURE);
  *t = m->t = reached;
  memcpy(y, N_VGetArrayPointer(m->y), (size_t)m->numbers * sizeof *y);
  return ULNA_OK;
}

static ulna_status inside(void *context, double t, double y[])
{
  multistep *m = context;
  if (CVodeGetDky(m->cvode, t, 0, m->weight) != CV_SUCCESS) return explain(m, CV_ERR_FAILURE);
  memcpy(y, N_VGetArrayPointer(m->weight), (size_t)m->numbers * sizeof *y);
  return ULNA_OK;
}

static const char *failure(void *context) { return ((const multistep *)context)->failure; }

static void destroy(void *context)
{
  multistep *m = context;
  if (m->cvode) CVodeFree(&m->cvode);
  if (m->linear) SUNLinSolFree(m->linear);
  if (m->matrix) SUNMatDestroy(m->matrix);
  if (m->fixed_point) SUNNonlinSolFree(m->fixed_point);
  if (m->context && !EMPTY_CONTEXT) SUNContext_Free(&m->context);
  m->allocator.release(m->allocator.context, m, m->size);
}

/* ---- creation */

static bool acceptable(const ulna_adaptive_options *o)
{
  if (!(o->relative > 0 && isfinite(o->relative) && o->absolute > 0 && isfinite(o->absolute))) return false;
  if (!(o->max_step >= 0)) return false;
  if (o->method == ULNA_ADAMS) return o->order >= 0 && o->order <= 12;
  return o->method == ULNA_BDF && o->order >= 0 && o->order <= 5;
}

static bool make_solvers(multistep *m)
{
  if (m->stiff) {
    m->matrix = SUNDenseMatrix(m->numbers, m->numbers, m->context);
    m->linear = m->matrix ? SUNLinSol_Dense(m->y, m->matrix, m->context) : NULL;
    return m->linear && CVodeSetLinearSolver(m->cvode, m->linear, m->matrix) == CV_SUCCESS &&
           CVodeSetLinSysFn(m->cvode, fill_system) == CV_SUCCESS;
  }
  m->fixed_point = SUNNonlinSol_FixedPoint(m->y, 0, m->context);
  return m->fixed_point && CVodeSetNonlinearSolver(m->cvode, m->fixed_point) == CV_SUCCESS;
}

/* One step of length zero: CVODE takes some of its memory at the first step only. */
static bool warm_up(multistep *m)
{
  double reached;
  m->warming = true;
  const bool done =
      CVode(m->cvode, 1, m->y, &reached, CV_ONE_STEP) >= 0 && CVodeReInit(m->cvode, 0, m->y) == CV_SUCCESS;
  m->warming = false;
  return done;
}

/* CVODE holds the root mean square of all errors to the tolerance, of which a single one may be √N times as much (and
 * the work done, zero in a free swing, would dilute the rest). With 1/√N of it every number keeps to it. */
static bool make(multistep *m, const ulna_adaptive_options *o, double *numbers)
{
  const double share = 1 / sqrt(m->numbers);
  if (EMPTY_CONTEXT) m->context = (SUNContext)(void *)m->empty;
  else if (SUNContext_Create(NULL, &m->context) != 0) return false;
  if (!make_vectors(m, numbers)) return false;
  m->cvode = CVodeCreate(m->stiff ? CV_BDF : CV_ADAMS, m->context);
  return m->cvode && CVodeSetErrHandlerFn(m->cvode, say_nothing, NULL) == CV_SUCCESS &&
         CVodeInit(m->cvode, rate, 0, m->y) == CV_SUCCESS && make_solvers(m) &&
         CVodeSStolerances(m->cvode, share * o->relative, share * o->absolute) == CV_SUCCESS &&
         CVodeSetUserData(m->cvode, m) == CV_SUCCESS && CVodeSetMaxHnilWarns(m->cvode, -1) == CV_SUCCESS &&
         (o->order == 0 || CVodeSetMaxOrd(m->cvode, o->order) == CV_SUCCESS) &&
         (o->max_step == 0 || CVodeSetMaxStep(m->cvode, o->max_step) == CV_SUCCESS) && warm_up(m) &&
         !m->vectors.exhausted;
}

/* The one walk over its memory. */
static multistep *walk(layout *l, size_t numbers, bool stiff, double **vectors, double **jacobian)
{
  multistep *m = layout_take(l, 1, sizeof *m);
  *vectors = layout_take(l, VECTORS * numbers, sizeof(double));
  *jacobian = layout_take(l, stiff ? numbers * numbers : 0, sizeof(double));
  return m;
}

ulna_status ulna_multistep_create(ulna_plant *plant, const ulna_adaptive_options *options,
                                  const ulna_allocator *allocator, ulna_adaptive **adaptive)
{
  if (!plant || !options || !adaptive || !acceptable(options)) return ULNA_INVALID_ARGUMENT;
  const ulna_allocator from = allocator_or_standard(allocator);
  const size_t numbers = (size_t)ulna_plant_state_count(plant);
  const bool stiff = options->method == ULNA_BDF;
  double *vectors, *jacobian;
  layout l = layout_measuring();
  walk(&l, numbers, stiff, &vectors, &jacobian);
  const size_t size = layout_size(&l);
  void *memory = from.allocate(from.context, size, LAYOUT_ALIGNMENT);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  memset(memory, 0, size);
  l = layout_assigning(memory);
  multistep *m = walk(&l, numbers, stiff, &vectors, &jacobian);
  m->plant = plant, m->allocator = from, m->size = size;
  m->numbers = (int)numbers, m->stiff = stiff, m->jacobian = jacobian, m->failure = "";
  if (!make(m, options, vectors)) {
    destroy(m);
    return ULNA_OUT_OF_MEMORY;  // all that is left to go wrong
  }
  const ulna_adaptive_solver solver = {m, start, step, inside, failure, count, destroy};
  return ulna_adaptive_create_by(plant, &solver, allocator, adaptive);
}
