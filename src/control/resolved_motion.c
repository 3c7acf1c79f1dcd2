/* Resolved motion: the public functions, the equations' set-up, and the joints' limits. */
#include "control/resolved_motion.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/finite.h"
#include "base/layout.h"
#include "base/memory.h"
#include "control/elimination.h"
#include "control/joint_bounds.h"
#include "control/least_squares.h"
#include "ulna/follow.h"
#include "work/work.h"

enum { ROWS = 6 };

struct ulna_resolver {
  ulna_allocator allocator;  // of the block, if `owned`
  size_t size;
  bool owned;

  const ulna_model *model;
  int n;
  ulna_resolve_method method;
  double pivot, damping;
  period period;
  int row[ROWS], rows;  // directions that are not free
  double scale[ROWS];   // of each: its weight, by the length where it is linear
  double *unit;         // n: 1, a prismatic joint's the length

  bool bounded;          // limits are kept and there are some
  joint_limits *limits;  // n
  double *limit[4];      // n each: the same as lists: lower, upper, velocity, acceleration

  // of the call at work, n each if not said
  double *D;                    // 6 each
  double *column;               // LINE each: the equations, rows that are not free, in the method's units
  double *x, *still;            // at full hand motion, and at none
  double *best;                 // of the passes for the limits
  double *first, *first_still;  // x and still before any joint is locked
  double *previous;             // zeros where none is given
  double *zero;                 // stays 0
  int *pivot_row;               // of the elimination
  bool *held, *limited;         // of the outcome
  bool *locked;                 // at a bound while the others move for it
  joint_bounds *bounds;         // what the limits leave
  least_squares squares;        // damped
};

/* ---- made once ---- */

static void walk(ulna_resolver *r, layout *l, int n)
{
  const size_t count = (size_t)n;
  layout_take(l, 1, sizeof *r);
  double **const lists[] = {&r->unit,  &r->limit[0], &r->limit[1],    &r->limit[2], &r->limit[3], &r->x,
                            &r->still, &r->first,    &r->first_still, &r->best,     &r->previous, &r->zero};
  for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
    *lists[k] = (double *)layout_take(l, count, sizeof(double));
  r->D = (double *)layout_take(l, ROWS * count, sizeof(double));
  r->column = (double *)layout_take(l, LINE * count, sizeof(double));
  r->limits = (joint_limits *)layout_take(l, count, sizeof(joint_limits));
  r->bounds = (joint_bounds *)layout_take(l, count, sizeof(joint_bounds));
  r->pivot_row = (int *)layout_take(l, count, sizeof(int));
  bool **const flags[] = {&r->held, &r->limited, &r->locked};
  for (size_t k = 0; k < sizeof flags / sizeof flags[0]; k++)
    *flags[k] = (bool *)layout_take(l, count, sizeof(bool));
}

ulna_resolve_options ulna_resolve_options_default(void)
{
  const ulna_resolve_options options = {
      ULNA_RESOLVE_ELIMINATION, {1, 1, 1, 1, 1, 1}, 1e-9, 0.05, 0, {NULL, NULL, NULL, NULL}, false, 0};
  return options;
}

size_t ulna_resolver_size(const ulna_model *model)
{
  ULNA_ASSERT(model);
  ulna_resolver measured;
  layout l = layout_measuring();
  walk(&measured, &l, model->n);
  return layout_size(&l);
}

const char *ulna_resolve_fault(const ulna_resolve_options *o)
{
  double sum = 0;
  for (int r = 0; r < ROWS; r++) {
    if (!not_negative(o->weight[r])) return "a weight of the hand's directions must not be negative";
    sum += o->weight[r];
  }
  if (!(sum > 0)) return "one of the hand's directions at least must have a weight";
  if ((unsigned)o->method > ULNA_RESOLVE_DAMPED) return "the method of resolved motion is none of the two";
  if (!(o->pivot > 0 && o->pivot < 1)) return "the least pivot of resolved motion must lie between 0 and 1";
  if (!(o->damping > 0) || !isfinite(o->damping)) return "the damping of resolved motion must be above 0";
  if (!not_negative(o->length) || !not_negative(o->period))
    return "length and period of resolved motion must not be negative";
  return NULL;
}

static ulna_status check_numbers(const ulna_resolve_options *o)
{
  const double others[] = {o->pivot, o->damping, o->length, o->period};
  if (!ulna_resolve_fault(o)) return ULNA_OK;
  return all_finite(ROWS, o->weight) && all_finite(4, others) ? ULNA_INVALID_ARGUMENT : ULNA_NOT_FINITE;
}

static joint_limits limits_of(const ulna_model *model, const ulna_motion_limits *given, int i)
{
  const ulna_limits *own = &ulna_model_joint(model, i + 1)->limits;
  const joint_limits l = {given->lower ? given->lower[i] : own->lower,
                          given->upper ? given->upper[i] : own->upper,
                          given->velocity ? given->velocity[i] : own->velocity,
                          given->acceleration ? given->acceleration[i] : HUGE_VAL, 0};
  return l;
}

static ulna_status check_limits(const ulna_model *model, const ulna_motion_limits *given)
{
  for (int i = 0; i < model->n; i++) {
    const joint_limits l = limits_of(model, given, i);
    if (isnan(l.lower) || isnan(l.upper) || isnan(l.velocity) || isnan(l.acceleration))
      return ULNA_NOT_FINITE;
    if (!(l.lower <= l.upper && l.velocity > 0 && l.acceleration > 0)) return ULNA_INVALID_ARGUMENT;
  }
  return ULNA_OK;
}

static void fill(ulna_resolver *r, const ulna_model *model, const ulna_resolve_options *o)
{
  const double length = o->length > 0 ? o->length : ulna_model_length(model) / 8;
  const double metre = length > 0 ? length : 1;  // a wrist alone has none
  r->model = model, r->n = model->n;
  r->method = o->method, r->pivot = o->pivot, r->damping = o->damping, r->period.T = o->period,
  r->period.inverse = o->period > 0 ? 1 / o->period : 0;
  for (int k = 0; k < ROWS; k++) {
    if (!(o->weight[k] > 0)) continue;
    r->scale[r->rows] = k < 3 ? o->weight[k] : o->weight[k] / metre;
    r->row[r->rows++] = k;
  }
  for (int i = 0; i < r->n; i++) {
    const joint_limits l = limits_of(model, &o->limits, i);
    r->unit[i] = model->link[i].joint == ULNA_PRISMATIC ? metre : 1;
    r->limits[i] = l;
    r->limits[i].inverse_2a = 1 / (2 * l.acceleration);
    r->limit[0][i] = l.lower, r->limit[1][i] = l.upper;
    r->limit[2][i] = l.velocity, r->limit[3][i] = l.acceleration;
    const bool some =
        isfinite(l.lower) || isfinite(l.upper) || isfinite(l.velocity) || isfinite(l.acceleration);
    r->bounded = r->bounded || (some && !o->ignore_limits);
  }
}

ulna_status ulna_resolver_init(void *memory, size_t size, const ulna_model *model,
                               const ulna_resolve_options *options, ulna_resolver **resolver)
{
  ULNA_ASSERT(memory && model && resolver);
  const ulna_resolve_options standard = ulna_resolve_options_default(), *o = options ? options : &standard;
  if (((uintptr_t)memory & (LAYOUT_ALIGNMENT - 1)) != 0) return ULNA_INVALID_ARGUMENT;
  const size_t needed = ulna_resolver_size(model);
  if (size < needed) return ULNA_TOO_SMALL;
  ulna_status status = check_numbers(o);
  if (status == ULNA_OK) status = check_limits(model, &o->limits);
  if (status != ULNA_OK) return status;
  ulna_resolver *r = (ulna_resolver *)memory;
  memset(memory, 0, needed);
  layout l = layout_assigning(memory);
  walk(r, &l, model->n);
  r->size = needed;
  fill(r, model, o);
  *resolver = r;
  return ULNA_OK;
}

ulna_status ulna_resolver_create(const ulna_model *model, const ulna_resolve_options *options,
                                 const ulna_allocator *allocator, ulna_resolver **resolver)
{
  ULNA_ASSERT(model && resolver);
  const ulna_allocator a = allocator_or_standard(allocator);
  const size_t size = ulna_resolver_size(model);
  void *memory = ulna_allocate(&a, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  ulna_resolver *r = NULL;
  const ulna_status status = ulna_resolver_init(memory, size, model, options, &r);
  if (status != ULNA_OK) {
    ulna_release(&a, memory, size);
    return status;
  }
  r->allocator = a;
  r->owned = true;
  *resolver = r;
  return ULNA_OK;
}

void ulna_resolver_destroy(ulna_resolver *resolver)
{
  if (!resolver || !resolver->owned) return;
  const ulna_allocator a = resolver->allocator;
  ulna_release(&a, resolver, resolver->size);
}

/* ---- the equations ---- */

// The right side at `share` of the hand's motion: share · asked − nonlinear
static void right_side(const resolve_task *t, double share, double b[ROWS])
{
  for (int k = 0; k < ROWS; k++) b[k] = share * t->asked[k] - (t->nonlinear ? t->nonlinear[k] : 0);
}

// x by elimination at a share of the hand's motion. Returns the rank; *smallest: the smallest pivot.
static int by_elimination(ulna_resolver *r, const resolve_task *t, double share, double x[], double *smallest)
{
  double whole[ROWS], b[LINE] = {0};
  right_side(t, share, whole);
  for (int k = 0; k < r->rows; k++) b[k] = whole[r->row[k]];
  if (r->rows == ROWS) {
    for (int j = 0; j < r->n; j++)
      for (int k = 0; k < ROWS; k++) r->column[j * LINE + k] = t->D[j * ROWS + k];
  } else {
    for (int j = 0; j < r->n; j++)
      for (int k = 0; k < r->rows; k++) r->column[j * LINE + k] = t->D[j * ROWS + r->row[k]];
  }
  elimination e = {r->n, r->rows, r->column, b, r->pivot_row, r->held, 0};
  const int rank = eliminate(&e, r->pivot, r->previous, x);
  *smallest = e.smallest;
  return rank;
}

// Weighted columns, those of locked joints zero, and the least squares of them.
static void weigh(ulna_resolver *r, const resolve_task *t)
{
  for (int j = 0; j < r->n; j++) {
    const double unit = r->locked[j] ? 0 : r->unit[j];
    for (int k = 0; k < r->rows; k++)
      r->column[j * LINE + k] = t->D[j * ROWS + r->row[k]] * r->scale[k] * unit;
  }
  least_squares_make(&r->squares, r->n, r->rows, r->column, r->damping);
}

// x by least squares at a share of the hand's motion; locked joints are at what is in x already.
static void by_least_squares(const ulna_resolver *r, const resolve_task *t, double share, double x[])
{
  double whole[ROWS], b[LINE] = {0};
  right_side(t, share, whole);
  for (int j = 0; j < r->n; j++) {
    if (!r->locked[j]) {
      x[j] = t->preferred ? t->preferred[j] / r->unit[j] : 0;
      continue;
    }
    for (int k = 0; k < ROWS; k++) whole[k] -= t->D[j * ROWS + k] * x[j];
  }
  for (int k = 0; k < r->rows; k++) b[k] = whole[r->row[k]] * r->scale[k];
  least_squares_solve(&r->squares, r->column, b, x);
  for (int j = 0; j < r->n; j++)
    if (!r->locked[j]) x[j] *= r->unit[j];
}

/* ---- the limits ---- */

static bool inside(const ulna_resolver *r, const double x[])
{
  bool all = true;
  for (int i = 0; i < r->n; i++) all = all && x[i] >= r->bounds[i].low && x[i] <= r->bounds[i].high;
  return all;
}

/* The largest share s of the hand's motion, 0…1, at which every joint is inside its bounds, x(s) = still + s (x −
 * still); −1 if there is none. *critical is the joint that prevents a larger share. Locked joints stay where they
 * are. */
static double share_within(const ulna_resolver *r, const double x[], const double still[], int *critical)
{
  double least = 0, most = 1, worst = 0;
  int outside = -1;
  *critical = -1;
  for (int i = 0; i < r->n; i++) {
    if (r->locked[i]) continue;
    const joint_bounds *in = &r->bounds[i];
    const double a = still[i], b = x[i] - a;
    const double beyond = greater(x[i] - in->high, in->low - x[i]);
    if (beyond > worst) worst = beyond, outside = i;
    const double towards = b > 0 ? in->high : in->low, from = b > 0 ? in->low : in->high;
    if (b == 0) {
      if (a < in->low || a > in->high) most = -1;
      continue;
    }
    if ((towards - a) / b < most) most = (towards - a) / b, *critical = i;
    least = greater(least, (from - a) / b);
  }
  if (least <= most) return most;
  *critical = outside;
  return -1;
}

// Puts x onto a bound that it exceeds, or misses by rounding only: x may come from numbers a thousand times larger.
static double into(const joint_bounds *in, double x)
{
  const double rounding = 1e-12 * (1 + fabs(x));
  if (x > in->high - rounding) return in->high;
  return x < in->low + rounding ? in->low : x;
}

/* The least s ≥ 0 at which x − s qd is inside the bounds; −1 if there is none. */
static double slowing_within(const ulna_resolver *r, const double x[], const double qd[])
{
  double least = 0, most = HUGE_VAL;
  for (int i = 0; i < r->n; i++) {
    const joint_bounds *in = &r->bounds[i];
    if (qd[i] == 0) {
      if (x[i] < in->low || x[i] > in->high) return -1;
      continue;
    }
    const double at_low = (x[i] - in->low) / qd[i], at_high = (x[i] - in->high) / qd[i];
    least = greater(least, lesser(at_low, at_high));
    most = lesser(most, greater(at_low, at_high));
  }
  return least <= most ? least : -1;
}

/* No share of the hand's motion keeps the limits, so a joint must brake. If all joints brake in proportion to their
 * rates, the hand stays on its path and slows down: −s qd added to the joints adds −s times the twist to the hand.
 * This starts from the whole desired acceleration, or from none. As a last resort every joint is cut by itself. */
static void brake(ulna_resolver *r, const resolve_task *t, ulna_resolve_outcome *o)
{
  const double *const from[2] = {r->first, r->first_still};
  for (int k = 0; k < 2 && t->qd; k++) {
    const double s = slowing_within(r, from[k], t->qd);
    if (s < 0) continue;
    for (int i = 0; i < r->n; i++) r->best[i] = from[k][i] - s * t->qd[i];
    o->scale = k == 0 ? 1 : 0, o->slowing = s;
    return;
  }
  memcpy(r->best, r->first, (size_t)r->n * sizeof(double));
  o->clamped = true;
}

/* Brings x inside the bounds: by scaling the hand's motion as a whole if possible; with spare joints, by locking
 * those in the way at their bounds, one more each time, and taking the largest scale [Flacco12]. */
static void keep_limits(ulna_resolver *r, const resolve_task *t, ulna_resolve_outcome *o)
{
  const int n = r->n;
  const size_t bytes = (size_t)n * sizeof(double);
  const bool damped = r->method == ULNA_RESOLVE_DAMPED;
  const int spare = damped ? n - r->rows : 0;
  double best = -1, ignored;
  memcpy(r->first, r->x, bytes);
  for (int pass = 0;; pass++) {
    int critical;
    memcpy(r->still, r->x, bytes);  // where locked joints are
    if (damped) by_least_squares(r, t, 0, r->still);
    else by_elimination(r, t, 0, r->still, &ignored);
    if (pass == 0) memcpy(r->first_still, r->still, bytes);
    const double s = share_within(r, r->x, r->still, &critical);
    if (s > best) {
      best = s;
      for (int i = 0; i < n; i++) r->best[i] = r->still[i] + s * (r->x[i] - r->still[i]);
    }
    if (best >= 1 || pass >= spare || critical < 0) break;
    const joint_bounds *in = &r->bounds[critical];
    r->locked[critical] = true;
    r->x[critical] = r->x[critical] > in->high ? in->high : in->low;
    weigh(r, t);
    by_least_squares(r, t, 1, r->x);
  }
  o->scale = best;
  if (best < 0) {
    o->scale = 1;
    brake(r, t, o);
  }
  for (int i = 0; i < n; i++) {
    r->x[i] = into(&r->bounds[i], r->best[i]);
    r->limited[i] = r->x[i] == r->bounds[i].low || r->x[i] == r->bounds[i].high;
  }
}

static void find_bounds(ulna_resolver *r, const resolve_task *t)
{
  for (int i = 0; i < r->n; i++)
    r->bounds[i] = t->qd
                       ? acceleration_bounds(&r->limits[i], t->q[i], t->qd[i], r->period)
                       : rate_bounds(&r->limits[i], t->q[i], t->previous ? &t->previous[i] : NULL, r->period);
}

/* ---- the calls ---- */

static void report(const ulna_resolver *r, const resolve_task *t, ulna_resolve_outcome *o)
{
  double left[ROWS];
  right_side(t, 1, left);
  o->held_count = o->limited_count = 0;
  for (int j = 0; j < r->n; j++) {
    o->held_count += r->held[j];
    o->limited_count += r->limited[j];
    for (int k = 0; k < ROWS; k++) left[k] -= t->D[j * ROWS + k] * r->x[j];
  }
  for (int k = 0; k < ROWS; k++) o->residual[k] = 0;
  for (int k = 0; k < r->rows; k++) o->residual[r->row[k]] = left[r->row[k]];
  o->held = r->held, o->limited = r->limited;
}

/* D in the resolver's own memory, followers' columns added to their leaders'. */
static const double *reduced(ulna_resolver *r, const double D[])
{
  if (D != r->D) memcpy(r->D, D, ROWS * (size_t)r->n * sizeof *D);
  for (int f = 0; f < r->model->drives.follower_count; f++) {
    const follower_numbers *k = &r->model->drives.follower[f];
    for (int row = 0; row < ROWS; row++) {
      r->D[ROWS * k->leader + row] += k->ratio * r->D[ROWS * k->joint + row];
      r->D[ROWS * k->joint + row] = 0;
    }
  }
  return r->D;
}

ulna_status ulna_resolve(ulna_resolver *r, const resolve_task *task, double x[],
                         ulna_resolve_outcome *outcome)
{
  resolve_task t = *task;
  if (r->model->drives.follower_count > 0) t.D = reduced(r, t.D);
  const int n = r->n;
  ulna_resolve_outcome o = {.scale = 1};
  if (r->method == ULNA_RESOLVE_ELIMINATION && t.preferred) return ULNA_UNSUPPORTED;
  if (!all_finite(n, t.q) || !all_finite(ROWS, t.asked) || (t.qd && !all_finite(n, t.qd)) ||
      (t.previous && !all_finite(n, t.previous)) || (t.preferred && !all_finite(n, t.preferred)))
    return ULNA_NOT_FINITE;
  for (int i = 0; i < n; i++)
    r->limited[i] = r->locked[i] = false, r->previous[i] = t.previous ? t.previous[i] : 0;

  if (r->method == ULNA_RESOLVE_ELIMINATION) {
    o.rank = by_elimination(r, &t, 1, r->x, &o.smallest);
  } else {
    for (int i = 0; i < n; i++) r->held[i] = false;
    weigh(r, &t);
    o.rank = r->squares.side - r->squares.small;
    o.smallest = r->squares.smallest, o.raised = r->squares.raised;
    by_least_squares(r, &t, 1, r->x);
  }
  if (r->bounded) {
    find_bounds(r, &t);
    if (!inside(r, r->x)) {
      keep_limits(r, &t, &o);
      for (int i = 0; i < n; i++) r->limited[i] = r->x[i] <= r->bounds[i].low || r->x[i] >= r->bounds[i].high;
    }
  }
  if (!all_finite(n, r->x)) return ULNA_NOT_FINITE;
  for (int i = 0; i < n; i++) x[i] = r->x[i];
  ulna_follow_motion(r->model, NULL, NULL, x);
  if (outcome) {
    report(r, &t, &o);
    *outcome = o;
  }
  return ULNA_OK;
}

ulna_status ulna_resolve_acceleration(ulna_resolver *resolver, ulna_work *work, const double q[],
                                      const double qd[], const double hand_acceleration[6],
                                      const double previous[], const double preferred[], double qdd[],
                                      ulna_resolve_outcome *outcome)
{
  ULNA_ASSERT(resolver && work && q && qd && hand_acceleration && qdd && work->model == resolver->model);
  hand_motion hand;
  double nonlinear[ROWS];
  ulna_work_hand_motion(work, q, qd, resolver->D, &hand);
  vec3_store(hand.wd, nonlinear);
  vec3_store(hand.a, nonlinear + 3);
  const resolve_task task = {q, qd, resolver->D, nonlinear, hand_acceleration, previous, preferred};
  return ulna_resolve(resolver, &task, qdd, outcome);
}

ulna_status ulna_resolve_rate(ulna_resolver *resolver, ulna_work *work, const double q[],
                              const double hand_twist[6], const double previous[], const double preferred[],
                              double qd[], ulna_resolve_outcome *outcome)
{
  ULNA_ASSERT(resolver && work && q && hand_twist && qd && work->model == resolver->model);
  hand_motion hand;
  ulna_work_hand_motion(work, q, resolver->zero, resolver->D, &hand);
  const resolve_task task = {q, NULL, resolver->D, NULL, hand_twist, previous, preferred};
  return ulna_resolve(resolver, &task, qd, outcome);
}

/* ---- preferences ---- */

// As a rate, or as an acceleration that settles without overshoot.
static double pull(double error, double rate, const double qd[], int i)
{
  return qd ? rate * (rate * error - 2 * qd[i]) : rate * error;
}

void ulna_resolver_prefer_posture(const ulna_resolver *r, double rate, const double q[], const double qd[],
                                  const double wanted[], double preferred[])
{
  ULNA_ASSERT(r && q && wanted && preferred);
  for (int i = 0; i < r->n; i++) preferred[i] += pull(wanted[i] - q[i], rate, qd, i);
}

void ulna_resolver_prefer_limits(const ulna_resolver *r, double margin, double rate, const double q[],
                                 const double qd[], double preferred[])
{
  ULNA_ASSERT(r && q && preferred && margin >= 0 && margin <= 0.5);
  for (int i = 0; i < r->n; i++) {
    const double lower = r->limits[i].lower, upper = r->limits[i].upper, width = margin * (upper - lower);
    if (!isfinite(width)) continue;
    const double low = lower + width, high = upper - width;
    if (q[i] < low) preferred[i] += pull(low - q[i], rate, qd, i);
    if (q[i] > high) preferred[i] += pull(high - q[i], rate, qd, i);
  }
}
