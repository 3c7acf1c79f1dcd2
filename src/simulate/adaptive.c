/* Integration to a tolerance: steps of any method, states inside them, and events there. */
#include "ulna/adaptive.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/layout.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "simulate/bracket.h"
#include "simulate/erk.h"

enum {
  STEPS_AT_A_TIME = 500,  // between looks at whether time moves at all
  BURST = 1000            // events; so many within BURST_SECONDS have no end
};
static const double BURST_SECONDS = 1e-3;

struct ulna_adaptive {
  ulna_plant *plant;
  ulna_allocator allocator;
  size_t size;
  ulna_adaptive_solver solver;
  int numbers, switches;

  double *y, *end, *trial;  // numbers: the state last handed out; at the end of the solver's step; tried
  double *g, *g_before, *g_past;  // switches
  bool *found;                    // switches: crossed at `event`

  double t;         // of y
  double from, to;  // the solver's step
  double event;     // the first inside it; infinite: there is none
  double started;   // the last restart
  double smooth_until;
  double reach;       // no farther may the next step go; 0: as far as the solver likes
  int told_switches;  // the first ones, of friction and stops: what they change is told
  bool fresh;         // (t, y) do not continue what the solver has
  const char *failure;

  double burst_from;
  int burst;
  ulna_adaptive_statistics own;  // what the solver does not count
};

/* ---- creation */

ulna_adaptive_options ulna_adaptive_options_default(void)
{
  return (ulna_adaptive_options){
      .method = ULNA_ERK, .order = 0, .relative = 1e-8, .absolute = 1e-8, .max_step = 0};
}

static void walk(ulna_adaptive *a, layout *l, size_t numbers, size_t switches)
{
  layout_take(l, 1, sizeof(ulna_adaptive));
  double **const states[] = {&a->y, &a->end, &a->trial}, **const values[] = {&a->g, &a->g_before, &a->g_past};
  for (int i = 0; i < 3; i++) *states[i] = (double *)layout_take(l, numbers, sizeof(double));
  for (int i = 0; i < 3; i++) *values[i] = (double *)layout_take(l, switches, sizeof(double));
  a->found = (bool *)layout_take(l, switches, sizeof(bool));
}

ulna_status ulna_adaptive_create_by(ulna_plant *plant, const ulna_adaptive_solver *solver,
                                    const ulna_allocator *allocator, ulna_adaptive **adaptive)
{
  ULNA_ASSERT(plant && solver && adaptive);
  const ulna_allocator from = allocator_or_standard(allocator);
  const size_t numbers = (size_t)ulna_plant_state_count(plant),
               count = (size_t)ulna_plant_switch_count(plant);
  ulna_adaptive measured;
  layout l = layout_measuring();
  walk(&measured, &l, numbers, count);
  const size_t size = layout_size(&l);
  ulna_adaptive *a = ulna_allocate(&from, size);
  if (!a) {
    solver->destroy(solver->context);
    return ULNA_OUT_OF_MEMORY;
  }
  memset(a, 0, size);
  l = layout_assigning(a);
  walk(a, &l, numbers, count);
  a->plant = plant, a->allocator = from, a->size = size, a->solver = *solver;
  a->numbers = (int)numbers, a->switches = (int)count;
  const ulna_model *model = ulna_work_model(ulna_plant_work(plant));
  a->told_switches = ulna_friction_place_count(model) + 2 * ulna_model_joint_count(model);
  a->smooth_until = -HUGE_VAL, a->event = HUGE_VAL, a->burst_from = -HUGE_VAL;
  a->fresh = true, a->failure = "";
  *adaptive = a;
  return ULNA_OK;
}

ulna_status ulna_adaptive_create(ulna_plant *plant, const ulna_adaptive_options *options,
                                 const ulna_allocator *allocator, ulna_adaptive **adaptive)
{
  ULNA_ASSERT(plant);
  if (!plant || !options || !adaptive) return ULNA_INVALID_ARGUMENT;
  const ulna_adaptive_options *o = options;
  if (o->method == ULNA_ADAMS || o->method == ULNA_BDF) return ULNA_UNSUPPORTED;
  if (o->method != ULNA_ERK || (o->order != 0 && o->order != 5 && o->order != 8))
    return ULNA_INVALID_ARGUMENT;
  if (!(o->relative > 0 && isfinite(o->relative) && o->absolute > 0 && isfinite(o->absolute)) ||
      !(o->max_step >= 0))
    return ULNA_INVALID_ARGUMENT;
  ulna_adaptive_solver solver;
  const ulna_status status = ulna_erk_create(plant, options, allocator, &solver);
  return status == ULNA_OK ? ulna_adaptive_create_by(plant, &solver, allocator, adaptive) : status;
}

void ulna_adaptive_destroy(ulna_adaptive *a)
{
  if (!a) return;
  a->solver.destroy(a->solver.context);
  const ulna_allocator from = a->allocator;
  ulna_release(&from, a, a->size);
}

void ulna_adaptive_smooth_until(ulna_adaptive *adaptive, double t)
{
  ULNA_ASSERT(adaptive);
  adaptive->smooth_until = t;
}
void ulna_adaptive_restart(ulna_adaptive *adaptive)
{
  ULNA_ASSERT(adaptive);
  adaptive->fresh = true;
}
const char *ulna_adaptive_failure(const ulna_adaptive *adaptive)
{
  ULNA_ASSERT(adaptive);
  return adaptive->failure;
}

ulna_adaptive_statistics ulna_adaptive_statistics_get(const ulna_adaptive *a)
{
  ULNA_ASSERT(a);
  ulna_adaptive_statistics sum = {0};
  a->solver.count(a->solver.context, &sum);
  sum.rate_calls += a->own.rate_calls;
  sum.switch_calls = a->own.switch_calls, sum.events = a->own.events, sum.restarts = a->own.restarts;
  return sum;
}

/* ---- failures */

static ulna_status fail(ulna_adaptive *a, ulna_status status, const char *why)
{
  a->failure = why;
  a->fresh = true;
  return status;
}

/* The plant's or solver's failure in words. */
static ulna_status explain(ulna_adaptive *a, ulna_status status)
{
  if (status == ULNA_NOT_FINITE) return fail(a, status, "a number that is not finite was reached");
  if (status == ULNA_NOT_CONVERGED) return fail(a, status, a->solver.failure(a->solver.context));
  return fail(a, status, "the plant's accelerations could not be solved for");
}

/* ---- events */

/* At a restart a switch function may be zero, or off by rounding: a place just released has no speed yet, a joint that
 * just hit is at its stop. There it counts as valid; if it then goes below zero, it was not, and the crossing lies at
 * the restart itself. */
static ulna_status switches(ulna_adaptive *a, double t, const double y[], double g[])
{
  a->own.switch_calls++;
  const ulna_status status = ulna_plant_switches(a->plant, t, y, g);
  for (int s = 0; status == ULNA_OK && s < a->switches && t <= a->started; s++)
    if (g[s] <= 0) g[s] = DBL_MIN;
  return status;
}

static bool crossed(const ulna_adaptive *a, const double g[])
{
  for (int s = 0; s < a->switches; s++)
    if (g[s] < 0) return true;
  return false;
}

/* The first crossing inside the solver's step; g_past says that there is one. a->event is just past it. */
static ulna_status locate(ulna_adaptive *a)
{
  event_bracket b = bracket_of(a->from, a->to);
  const double tolerance = 100 * DBL_EPSILON * (fabs(b.past) + (b.past - b.before));
  ulna_status status = a->solver.inside(a->solver.context, b.before, a->trial);
  if (status == ULNA_OK) status = switches(a, b.before, a->trial, a->g_before);
  for (int trial = 0; status == ULNA_OK && b.past - b.before > tolerance; trial++) {
    double t = bracket_next(&b, trial, a->switches, a->g_before, a->g_past);
    if (!bracket_hold(&b, tolerance, &t)) break;
    status = a->solver.inside(a->solver.context, t, a->trial);
    if (status == ULNA_OK) status = switches(a, t, a->trial, a->g);
    if (status != ULNA_OK) break;
    const bool is_past = crossed(a, a->g);
    bracket_narrow(&b, is_past, t);
    swap(&a->g, is_past ? &a->g_past : &a->g_before);
  }
  a->event = b.past;
  for (int s = 0; s < a->switches; s++) a->found[s] = a->g_past[s] < 0;
  return status;
}

/* Counts what happens and passes it on. */
typedef struct {
  ulna_adaptive *adaptive;
  const ulna_event_sink *next;
} counting;

static void count(void *context, const ulna_event *event)
{
  const counting *c = context;
  c->adaptive->own.events++;
  if (c->next && c->next->happened) c->next->happened(c->next->context, event);
}

/* Carries out all events found at a->t, the furthest below zero first; those that this settled are skipped. Where nothing came of
 * them, they were errors of the step: a first step from a stop is of low order, and may lead beyond it with a speed away from
 * it. A step half as long has a quarter of that error. */
static ulna_status carry_out(ulna_adaptive *a, const ulna_event_sink *sink)
{
  counting counts = {a, sink};
  const ulna_event_sink counted = {.context = &counts, .happened = count};
  const long before = a->own.events;
  bool all_told = true;
  for (int round = 0; round < a->switches; round++) {
    ulna_status status = switches(a, a->t, a->y, a->g);
    int which = -1;
    for (int s = 0; status == ULNA_OK && s < a->switches; s++)
      if (a->found[s] && (round == 0 || a->g[s] <= 0) && (which < 0 || a->g[s] < a->g[which])) which = s;
    if (status == ULNA_OK && which < 0) break;
    if (status == ULNA_OK) {
      a->found[which] = false;
      all_told = all_told && which < a->told_switches;
      status = ulna_plant_switch(a->plant, which, a->t, a->y, &counted);
    }
    if (status != ULNA_OK) return explain(a, status);
  }
  a->fresh = true;
  a->reach = all_told && a->own.events == before ? (a->to - a->from) / 2 : 0;
  if (fabs(a->t - a->burst_from) > BURST_SECONDS) a->burst_from = a->t, a->burst = 0;
  if (++a->burst > BURST) return fail(a, ULNA_NOT_CONVERGED, "events follow each other without end");
  return ULNA_OK;
}

/* ---- advance */

/* Whether (t, y) is what was handed out last and the solver has not gone beyond where it may go now. */
static bool continues(const ulna_adaptive *a, double t, double limit, const double y[])
{
  return !a->fresh && t == a->t && a->to <= limit && memcmp(y, a->y, (size_t)a->numbers * sizeof *y) == 0;
}

static ulna_status start_anew(ulna_adaptive *a)
{
  a->own.restarts++;
  a->started = a->from = a->to = a->t, a->event = HUGE_VAL;
  const ulna_status status = a->solver.start(a->solver.context, a->t, a->y);
  if (status != ULNA_OK) return explain(a, status);
  a->fresh = false;
  return ULNA_OK;
}

/* A distance too short to choose a step: the error of one Euler step is below rounding. */
static bool too_short(double t, double t_end)
{
  return t_end - t <= 16 * DBL_EPSILON * fmax(fabs(t), fabs(t_end));
}

static ulna_status creep(ulna_adaptive *a, double t_end)
{
  a->own.rate_calls++;
  const ulna_status status = ulna_plant_rate(a->plant, a->t, a->y, a->trial);
  if (status != ULNA_OK) return explain(a, status);
  for (int k = 0; k < a->numbers; k++) a->y[k] += (t_end - a->t) * a->trial[k];
  a->t = t_end;
  return ULNA_OK;
}

/* The solver's next step, and the first event inside it. */
static ulna_status take_step(ulna_adaptive *a, double t_end)
{
  double to = a->to, limit = fmax(t_end, a->smooth_until);
  if (a->reach > 0 && !too_short(a->t, a->t + a->reach)) t_end = limit = fmin(t_end, a->t + a->reach);
  ulna_status status = a->solver.step(a->solver.context, t_end, limit, &to, a->end);
  if (status != ULNA_OK) return explain(a, status);
  a->from = a->to, a->to = to, a->event = HUGE_VAL, a->reach = 0;
  status = switches(a, to, a->end, a->g_past);
  if (status == ULNA_OK && crossed(a, a->g_past)) status = locate(a);
  return status == ULNA_OK ? ULNA_OK : explain(a, status);
}

/* On to t, in the solver's step. */
static ulna_status move_to(ulna_adaptive *a, double t)
{
  const size_t size = (size_t)a->numbers * sizeof *a->y;
  if (t < a->to) {
    const ulna_status status = a->solver.inside(a->solver.context, t, a->trial);
    if (status != ULNA_OK) return explain(a, status);
  }
  memcpy(a->y, t < a->to ? a->trial : a->end, size);
  a->t = t;
  return ULNA_OK;
}

static ulna_status go(ulna_adaptive *a, double t_end, const ulna_event_sink *sink)
{
  double looked_at = a->t;
  int steps = 0;
  while (a->t < t_end) {
    if (a->fresh && too_short(a->t, t_end)) return creep(a, t_end);
    ulna_status status = a->fresh ? start_anew(a) : ULNA_OK;
    if (status == ULNA_OK && a->t >= a->to) {
      status = take_step(a, t_end);
      steps++;
    }
    const bool happens = status == ULNA_OK && a->event <= t_end;
    if (status == ULNA_OK) status = move_to(a, happens ? a->event : fmin(t_end, a->to));
    if (happens && status == ULNA_OK) status = carry_out(a, sink);
    if (status == ULNA_OK && sink && sink->stepped) status = sink->stepped(sink->context, a->t);
    if (status != ULNA_OK) return status;
    if (steps < STEPS_AT_A_TIME) continue;
    // as many steps as that, and hardly from the spot: shorter than rounding on average
    const double least = STEPS_AT_A_TIME * 16 * DBL_EPSILON * fmax(fabs(looked_at), fabs(t_end));
    if (a->t - looked_at <= least)
      return fail(a, ULNA_NOT_CONVERGED, "step size collapsed: the tolerance cannot be met here");
    looked_at = a->t, steps = 0;
  }
  return ULNA_OK;
}

ulna_status ulna_adaptive_advance(ulna_adaptive *a, double t, double t_end, double y[],
                                  const ulna_event_sink *sink, double *t_reached)
{
  ULNA_ASSERT(a);
  if (!a || !y || !isfinite(t) || !isfinite(t_end) || t_end < t) return ULNA_INVALID_ARGUMENT;
  const size_t size = (size_t)a->numbers * sizeof *y;
  a->failure = "";
  if (!continues(a, t, fmax(t_end, a->smooth_until), y)) {
    a->t = t, a->fresh = true;
    memcpy(a->y, y, size);
  }
  const ulna_status status = go(a, t_end, sink);
  memcpy(y, a->y, size);
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
  ULNA_ASSERT(adaptive);
  return (ulna_stepper){adaptive, step_advance, step_smooth_until, step_restart, step_failure, step_count};
}
