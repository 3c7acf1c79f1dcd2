#include "ulna/adaptive.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "base/allocator.h"

enum {
  STEPS_AT_A_TIME = 500,  // between looks at whether time moves at all
  BURST = 1000            // events; so many within BURST_SECONDS have no end
};
static const double BURST_SECONDS = 1e-6;
static const char collapsed[] = "step size collapsed: the tolerance cannot be met here";

struct ulna_adaptive {
  ulna_plant *plant;
  ulna_allocator allocator;
  ulna_adaptive_options options;
  int numbers, switches;

  SUNContext context;
  N_Vector y;  // the state last handed out, or in which an event is being carried out
  SUNMatrix matrix;
  SUNLinearSolver linear;
  SUNNonlinearSolver fixed_point;
  void *solver;  // CVODE's or ARKODE's
  int *direction, *found;
  double *g;

  double t;        // of y
  double started;  // of the last restart
  double smooth_until;
  bool fresh;         // (t, y) do not continue what the solver has
  ulna_status fault;  // the last of the plant's, and when; one that a shorter step avoided lies behind t
  double fault_t;
  const char *failure;

  double burst_from;
  int burst;
  ulna_adaptive_statistics past;  // up to the last restart; SUNDIALS counts from there
};

static bool one_step(const ulna_adaptive *a) { return a->options.method == ULNA_ERK; }

/* ---- what SUNDIALS calls */

static int rate(realtype t, N_Vector y, N_Vector ydot, void *user)
{
  ulna_adaptive *a = user;
  a->past.rate_calls++;
  const ulna_status status = ulna_plant_rate(a->plant, t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot));
  if (status != ULNA_OK) a->fault = status, a->fault_t = t;
  return status == ULNA_OK ? 0 : 1;  // perhaps it can be had with a shorter step
}

/* At a restart a switch function may be zero, or off by rounding: a place just released has no speed yet, a joint that
 * just hit is at its stop. There it counts as valid; if it then goes below zero, it was not, and the root lies at the
 * restart itself. */
static int switches(realtype t, N_Vector y, realtype *g, void *user)
{
  ulna_adaptive *a = user;
  a->past.switch_calls++;
  const ulna_status status = ulna_plant_switches(a->plant, t, N_VGetArrayPointer(y), g);
  if (status != ULNA_OK) {
    a->fault = status, a->fault_t = t;
    return -1;
  }
  for (int s = 0; s < a->switches && t <= a->started; s++)
    if (g[s] <= 0) g[s] = DBL_MIN;
  return 0;
}

static void say_nothing(int code, const char *module, const char *function, char *message, void *user)
{
  (void)code, (void)module, (void)function, (void)message, (void)user;
}

/* ---- creation */

ulna_adaptive_options ulna_adaptive_options_default(void)
{
  return (ulna_adaptive_options){
      .method = ULNA_ERK, .order = 0, .relative = 1e-8, .absolute = 1e-8, .max_step = 0};
}

static bool acceptable(const ulna_adaptive_options *o)
{
  if (!(o->relative > 0 && isfinite(o->relative) && o->absolute > 0 && isfinite(o->absolute))) return false;
  if (!(o->max_step >= 0)) return false;
  switch (o->method) {
  case ULNA_ADAMS: return o->order >= 0 && o->order <= 12;
  case ULNA_BDF: return o->order >= 0 && o->order <= 5;
  case ULNA_ERK: return o->order == 0 || (o->order >= 2 && o->order <= 8);
  }
  return false;
}

/* SUNDIALS holds the root mean square of all errors to the tolerance, of which a single one may be √N times as much
 * (and the work done, zero in a free swing, would dilute the rest). With 1/√N of it every number keeps to it. */
static double share(const ulna_adaptive *a, double tolerance) { return tolerance / sqrt(a->numbers); }

static bool make_cvode(ulna_adaptive *a)
{
  const ulna_adaptive_options *o = &a->options;
  const bool stiff = o->method == ULNA_BDF;
  a->solver = CVodeCreate(stiff ? CV_BDF : CV_ADAMS, a->context);
  if (!a->solver || CVodeSetErrHandlerFn(a->solver, say_nothing, NULL) != CV_SUCCESS) return false;
  if (CVodeInit(a->solver, rate, 0, a->y) != CV_SUCCESS) return false;
  if (stiff) {
    a->matrix = SUNDenseMatrix(a->numbers, a->numbers, a->context);
    a->linear = a->matrix ? SUNLinSol_Dense(a->y, a->matrix, a->context) : NULL;
    if (!a->linear || CVodeSetLinearSolver(a->solver, a->linear, a->matrix) != CV_SUCCESS) return false;
  } else {
    a->fixed_point = SUNNonlinSol_FixedPoint(a->y, 0, a->context);
    if (!a->fixed_point || CVodeSetNonlinearSolver(a->solver, a->fixed_point) != CV_SUCCESS) return false;
  }
  return CVodeSStolerances(a->solver, share(a, o->relative), share(a, o->absolute)) == CV_SUCCESS &&
         CVodeSetUserData(a->solver, a) == CV_SUCCESS &&
         CVodeSetMaxNumSteps(a->solver, STEPS_AT_A_TIME) == CV_SUCCESS &&
         CVodeSetMaxHnilWarns(a->solver, -1) == CV_SUCCESS &&
         (o->order == 0 || CVodeSetMaxOrd(a->solver, o->order) == CV_SUCCESS) &&
         (o->max_step == 0 || CVodeSetMaxStep(a->solver, o->max_step) == CV_SUCCESS) &&
         CVodeRootInit(a->solver, a->switches, switches) == CV_SUCCESS &&
         CVodeSetRootDirection(a->solver, a->direction) == CV_SUCCESS &&
         CVodeSetNoInactiveRootWarn(a->solver) == CV_SUCCESS;
}

/* ERKStep of SUNDIALS up to 6.6.1 takes the last stage for the first of the next step wherever its node c is 1, though
 * it is the same only if its row of A is b; orders 2, 6 and 8 lose accuracy by that. One more stage, with b for its row
 * and without weight, makes it true, and costs nothing, being the next step's first. */
static bool set_table(void *solver, int order)
{
  const ARKODE_ERKTableID ids[] = {
      [2] = ARKODE_HEUN_EULER_2_1_2, [3] = ARKODE_BOGACKI_SHAMPINE_4_2_3, [4] = ARKODE_ZONNEVELD_5_3_4,
      [5] = ARKODE_CASH_KARP_6_4_5,  [6] = ARKODE_VERNER_8_5_6,           [7] = ARKODE_FEHLBERG_13_7_8,
      [8] = ARKODE_FEHLBERG_13_7_8};
  ARKodeButcherTable from = ARKodeButcherTable_LoadERK(ids[order]);
  if (!from) return false;
  const int s = from->stages;
  bool same = true;
  for (int j = 0; j < s; j++) same = same && fabs(from->A[s - 1][j] - from->b[j]) < 1e-12;
  ARKodeButcherTable longer = same ? NULL : ARKodeButcherTable_Alloc(s + 1, SUNTRUE);
  bool done = same || longer;
  if (longer) {
    longer->q = from->q, longer->p = from->p;
    for (int i = 0; i < s; i++) {
      longer->c[i] = from->c[i], longer->b[i] = from->b[i], longer->d[i] = from->d[i];
      longer->A[s][i] = from->b[i];
      for (int j = 0; j < s; j++) longer->A[i][j] = from->A[i][j];
    }
    longer->c[s] = 1;
  }
  if (done) done = ERKStepSetTable(solver, longer ? longer : from) == ARK_SUCCESS;
  ARKodeButcherTable_Free(longer);
  ARKodeButcherTable_Free(from);
  return done;
}

static bool make_arkode(ulna_adaptive *a)
{
  const ulna_adaptive_options *o = &a->options;
  a->solver = ERKStepCreate(rate, 0, a->y, a->context);
  return a->solver && ERKStepSetErrHandlerFn(a->solver, say_nothing, NULL) == ARK_SUCCESS &&
         ERKStepSStolerances(a->solver, share(a, o->relative), share(a, o->absolute)) == ARK_SUCCESS &&
         ERKStepSetUserData(a->solver, a) == ARK_SUCCESS &&
         set_table(a->solver, o->order == 0 ? 5 : o->order) &&
         ERKStepSetMaxNumSteps(a->solver, STEPS_AT_A_TIME) == ARK_SUCCESS &&
         ERKStepSetMaxHnilWarns(a->solver, -1) == ARK_SUCCESS &&
         (o->max_step == 0 || ERKStepSetMaxStep(a->solver, o->max_step) == ARK_SUCCESS) &&
         ERKStepRootInit(a->solver, a->switches, switches) == ARK_SUCCESS &&
         ERKStepSetRootDirection(a->solver, a->direction) == ARK_SUCCESS &&
         ERKStepSetNoInactiveRootWarn(a->solver) == ARK_SUCCESS;
}

static size_t memory_size(int count)
{
  return sizeof(ulna_adaptive) + (size_t)count * (sizeof(double) + 2 * sizeof(int));
}

ulna_status ulna_adaptive_create(ulna_plant *plant, const ulna_adaptive_options *options,
                                 const ulna_allocator *allocator, ulna_adaptive **adaptive)
{
  if (!plant || !options || !adaptive || !acceptable(options)) return ULNA_INVALID_ARGUMENT;
  const ulna_allocator from = allocator_or_standard(allocator);
  const int count = ulna_plant_switch_count(plant);
  ulna_adaptive *a = from.allocate(from.context, memory_size(count), 64);
  if (!a) return ULNA_OUT_OF_MEMORY;
  memset(a, 0, memory_size(count));
  a->plant = plant, a->allocator = from, a->options = *options;
  a->numbers = ulna_plant_size(plant), a->switches = count;
  a->g = (double *)(a + 1);
  a->direction = (int *)(a->g + count);
  a->found = a->direction + count;
  for (int s = 0; s < count; s++) a->direction[s] = -1;  // from valid to not
  a->smooth_until = -INFINITY, a->fresh = true, a->failure = "", a->burst_from = -INFINITY;
  bool made = SUNContext_Create(NULL, &a->context) == 0;
  if (made) made = (a->y = N_VNew_Serial(a->numbers, a->context)) != NULL;
  if (made) N_VConst(0, a->y);
  if (made) made = one_step(a) ? make_arkode(a) : make_cvode(a);
  if (!made) {
    ulna_adaptive_destroy(a);
    return ULNA_OUT_OF_MEMORY;  // all that is left to go wrong
  }
  *adaptive = a;
  return ULNA_OK;
}

void ulna_adaptive_destroy(ulna_adaptive *a)
{
  if (!a) return;
  if (a->solver && one_step(a)) ERKStepFree(&a->solver);
  else if (a->solver) CVodeFree(&a->solver);
  if (a->linear) SUNLinSolFree(a->linear);
  if (a->matrix) SUNMatDestroy(a->matrix);
  if (a->fixed_point) SUNNonlinSolFree(a->fixed_point);
  if (a->y) N_VDestroy(a->y);
  if (a->context) SUNContext_Free(&a->context);
  a->allocator.release(a->allocator.context, a, memory_size(a->switches));
}

void ulna_adaptive_smooth_until(ulna_adaptive *adaptive, double t) { adaptive->smooth_until = t; }
void ulna_adaptive_restart(ulna_adaptive *adaptive) { adaptive->fresh = true; }
const char *ulna_adaptive_failure(const ulna_adaptive *adaptive) { return adaptive->failure; }

ulna_adaptive_statistics ulna_adaptive_statistics_get(const ulna_adaptive *a)
{
  ulna_adaptive_statistics sum = a->past;
  long steps = 0, rejected = 0, unsolved = 0;
  if (one_step(a)) {
    ERKStepGetNumSteps(a->solver, &steps);
    ERKStepGetNumErrTestFails(a->solver, &rejected);
  } else {
    CVodeGetNumSteps(a->solver, &steps);
    CVodeGetNumErrTestFails(a->solver, &rejected);
    CVodeGetNumStepSolveFails(a->solver, &unsolved);
  }
  sum.steps += steps;
  sum.rejected += rejected + unsolved;
  return sum;
}

/* ---- advance */

static double *state_of(ulna_adaptive *a) { return N_VGetArrayPointer(a->y); }

static ulna_status fail(ulna_adaptive *a, ulna_status status, const char *why)
{
  a->failure = why;
  a->fresh = true;
  return status;
}

/* Whether (t, y) is what was handed out last and the solver has not gone beyond where it may go now. */
static bool continues(ulna_adaptive *a, double t, double limit, const double y[])
{
  double inside = t;
  if (a->fresh || t != a->t || memcmp(y, state_of(a), (size_t)a->numbers * sizeof *y) != 0) return false;
  if (one_step(a)) ERKStepGetCurrentTime(a->solver, &inside);
  else CVodeGetCurrentTime(a->solver, &inside);
  return inside <= limit;
}

static ulna_status start_anew(ulna_adaptive *a)
{
  a->past = ulna_adaptive_statistics_get(a);
  a->past.restarts++;
  a->started = a->t;
  const int flag =
      one_step(a) ? ERKStepReInit(a->solver, rate, a->t, a->y) : CVodeReInit(a->solver, a->t, a->y);
  if (flag != CV_SUCCESS) return fail(a, ULNA_OUT_OF_MEMORY, "the integrator could not be started");
  a->fresh = false;
  return ULNA_OK;
}

/* What the return values of CVODE and ARKODE mean here; they share the numbers up to -4. */
static ulna_status explain(ulna_adaptive *a, int flag)
{
  if (a->fault_t < a->t) a->fault = ULNA_OK;
  if (a->fault == ULNA_NOT_FINITE) return fail(a, a->fault, "a number that is not finite was reached");
  if (a->fault != ULNA_OK) return fail(a, a->fault, "the plant's accelerations could not be solved for");
  switch (flag) {
  case CV_TOO_MUCH_ACC:
    return fail(a, ULNA_NOT_CONVERGED, "the tolerance is beyond what doubles can give; use a larger one");
  case CV_ERR_FAILURE:
  case CV_CONV_FAILURE: return fail(a, ULNA_NOT_CONVERGED, collapsed);
  default: return fail(a, ULNA_NOT_CONVERGED, "the integrator gave up");
  }
}

/* Too short a way for the solvers to choose a step on: one step of Euler errs by less than rounding. */
static bool too_short(double t, double t_end)
{
  return t_end - t <= 16 * DBL_EPSILON * fmax(fabs(t), fabs(t_end));
}

static ulna_status creep(ulna_adaptive *a, double t_end)
{
  double *y = state_of(a);
  N_Vector slope = N_VClone(a->y);
  if (!slope) return fail(a, ULNA_OUT_OF_MEMORY, "the integrator could not be started");
  const bool had = rate(a->t, a->y, slope, a) == 0;
  for (int k = 0; k < a->numbers && had; k++) y[k] += (t_end - a->t) * N_VGetArrayPointer(slope)[k];
  N_VDestroy(slope);
  if (!had) return explain(a, 0);
  a->t = t_end;
  a->fresh = true;
  return ULNA_OK;
}

/* Counts what happens and passes it on. */
typedef struct {
  ulna_adaptive *adaptive;
  const ulna_event_sink *next;
} counting;

static void count(void *context, const ulna_event *event)
{
  const counting *c = context;
  c->adaptive->past.events++;
  if (c->next && c->next->happened) c->next->happened(c->next->context, event);
}

/* Carries out all that was found at a->t, the furthest below zero first; what that settled is left alone. */
static ulna_status carry_out(ulna_adaptive *a, const ulna_event_sink *sink)
{
  double *y = state_of(a);
  counting counts = {a, sink};
  const ulna_event_sink counted = {&counts, count};
  for (int round = 0; round < a->switches; round++) {
    if (switches(a->t, a->y, a->g, a) != 0) return explain(a, 0);
    int which = -1;
    for (int s = 0; s < a->switches; s++)
      if (a->found[s] && (round == 0 || a->g[s] <= 0) && (which < 0 || a->g[s] < a->g[which])) which = s;
    if (which < 0) break;
    a->found[which] = 0;
    a->fault = ulna_plant_switch(a->plant, a->t, y, which, &counted);
    a->fault_t = a->t;
    if (a->fault != ULNA_OK) return explain(a, 0);
  }
  a->fresh = true;
  if (fabs(a->t - a->burst_from) > BURST_SECONDS) a->burst_from = a->t, a->burst = 0;
  if (++a->burst > BURST) return fail(a, ULNA_NOT_CONVERGED, "events follow each other without end");
  return ULNA_OK;
}

/* Lets the solver run to t_end, or to where something was found; a->t and a->y are where it came. */
static int evolve(ulna_adaptive *a, double t_end, double limit)
{
  double reached = a->t;
  int flag = one_step(a) ? ERKStepSetStopTime(a->solver, limit) : CVodeSetStopTime(a->solver, limit);
  if (flag != CV_SUCCESS) return flag;
  flag = one_step(a) ? ERKStepEvolve(a->solver, t_end, a->y, &reached, ARK_NORMAL)
                     : CVode(a->solver, t_end, a->y, &reached, CV_NORMAL);
  double last = 0;
  if (flag >= 0 &&
      (one_step(a) ? ERKStepGetLastStep(a->solver, &last) : CVodeGetLastStep(a->solver, &last)) < 0)
    return CV_ERR_FAILURE;
  // rates near the largest number make the first step 0, which both solvers take for done
  if (flag >= 0 && !(last > 0)) return CV_ERR_FAILURE;
  if (flag == CV_ROOT_RETURN) {
    const int had =
        one_step(a) ? ERKStepGetRootInfo(a->solver, a->found) : CVodeGetRootInfo(a->solver, a->found);
    if (had != CV_SUCCESS) return had;
  }
  a->t = reached;
  return flag;
}

static ulna_status go(ulna_adaptive *a, double t_end, const ulna_event_sink *sink)
{
  while (a->t < t_end) {
    const double from = a->t;
    if (a->fresh && too_short(from, t_end)) return creep(a, t_end);
    ulna_status status = a->fresh ? start_anew(a) : ULNA_OK;
    if (status != ULNA_OK) return status;
    a->fault = ULNA_OK;
    const int flag = evolve(a, t_end, fmax(t_end, a->smooth_until));
    if (flag == CV_ROOT_RETURN) status = carry_out(a, sink);
    else if (flag == CV_TOO_MUCH_WORK) {
      // as many steps as that, and hardly from the spot: shorter than rounding on average
      const double least = STEPS_AT_A_TIME * 16 * DBL_EPSILON * fmax(fabs(from), fabs(t_end));
      if (a->t - from <= least) status = explain(a, CV_ERR_FAILURE);
    } else if (flag < 0) status = explain(a, flag);
    if (status != ULNA_OK) return status;
  }
  return ULNA_OK;
}

ulna_status ulna_adaptive_advance(ulna_adaptive *a, double t, double t_end, double y[],
                                  const ulna_event_sink *sink, double *t_reached)
{
  if (!a || !y || !isfinite(t) || !isfinite(t_end) || t_end < t) return ULNA_INVALID_ARGUMENT;
  const size_t size = (size_t)a->numbers * sizeof *y;
  a->failure = "";
  if (!continues(a, t, fmax(t_end, a->smooth_until), y)) {
    a->t = t, a->fresh = true;
    memcpy(state_of(a), y, size);
  }
  const ulna_status status = go(a, t_end, sink);
  memcpy(y, state_of(a), size);
  if (t_reached) *t_reached = a->t;
  return status;
}

/* ---- for a simulation */

static ulna_status step_advance(void *context, double t, double t_end, double y[],
                                const ulna_event_sink *sink, double *t_reached)
{
  return ulna_adaptive_advance(context, t, t_end, y, sink, t_reached);
}
static void step_smooth_until(void *context, double t) { ulna_adaptive_smooth_until(context, t); }
static void step_restart(void *context) { ulna_adaptive_restart(context); }
static const char *step_failure(void *context) { return ulna_adaptive_failure(context); }
static long step_count(void *context) { return ulna_adaptive_statistics_get(context).steps; }

ulna_stepper ulna_adaptive_stepper(ulna_adaptive *adaptive)
{
  return (ulna_stepper){adaptive, step_advance, step_smooth_until, step_restart, step_failure, step_count};
}
