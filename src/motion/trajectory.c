/* Trajectories: planned once into polynomials in pieces, sampled without allocation. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/finite.h"
#include "base/layout.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "motion/hand_path.h"
#include "motion/piecewise.h"
#include "ulna/trajectory.h"

struct ulna_trajectory {
  ulna_allocator allocator;
  size_t size;
  bool owned;
  int n;  // joints; 0: the hand moves
  double duration;
  // joints: knot (pieces + 1), c (pieces × n × TERMS); position, rate and acceleration (n each) at start and end
  int pieces;
  double *knot, *c;
  double *start, *end;
  double *above, *rates;  // for splines: one number per point
  // the hand
  law timing;
  hand_path path;
  ulna_pose first, last;
};

/* What a limit says about the law: s' (or s'') at most `most`, so that distance · s' stays within the limit. `radius` where
 * the bound on s' comes from the centripetal acceleration √2 (distance s')²/radius. */
typedef struct {
  double most;
  ulna_motion_fault_kind kind;
  int joint;
  double distance, limit, radius;
} law_bound;

static const double slack = 1e-9;       // by which limits may be passed: far above rounding, far below use
static const double smallest = 1e-100;  // distances below it are none; their squares would underflow

static const ulna_motion_fault no_fault = {
    ULNA_MOTION_FAULT_NONE, 0, -1, (double)NAN, (double)NAN, (double)NAN};

static ulna_status refuse(ulna_motion_fault *fault, ulna_status status, ulna_motion_fault_kind kind,
                          int joint, int point)
{
  *fault = no_fault;
  fault->kind = kind, fault->joint = joint, fault->point = point;
  return status;
}

static const char *fault_text(ulna_motion_fault_kind kind)
{
  switch (kind) {
#define ULNA_MOTION_FAULT_CASE(name, text)                                                                   \
  case ULNA_MOTION_FAULT_##name: return text;
    ULNA_MOTION_FAULT_LIST(ULNA_MOTION_FAULT_CASE)
#undef ULNA_MOTION_FAULT_CASE
  case ULNA_MOTION_FAULT_COUNT: break;
  }
  return "unknown fault";
}

int ulna_motion_fault_format(const ulna_motion_fault *fault, char *buffer, size_t size)
{
  ULNA_ASSERT(fault && (buffer || size == 0));
  char who[32] = "", where[32] = "", what[40] = "", when[40] = "", most[40] = "";
  if (fault->joint > 0) snprintf(who, sizeof who, "joint %d: ", fault->joint);
  if (fault->point >= 0)
    snprintf(where, sizeof where, isnan(fault->time) ? " (point %d)" : " after point %d", fault->point);
  if (!isnan(fault->value)) snprintf(what, sizeof what, ": %.9g", fault->value);
  if (!isnan(fault->time)) snprintf(when, sizeof when, " at %.9g s", fault->time);
  if (!isnan(fault->limit)) snprintf(most, sizeof most, ", limit %.9g", fault->limit);
  return snprintf(buffer, size, "%s%s%s%s%s%s", who, fault_text(fault->kind), where, what, when, most);
}

static double at_or(const double x[], int j, double otherwise) { return x ? x[j] : otherwise; }

static law_bound no_bound(void)
{
  const law_bound none = {HUGE_VAL, ULNA_MOTION_FAULT_NONE, 0, 0, HUGE_VAL, 0};
  return none;
}

/* distance · s' ≤ limit */
static void tighten(law_bound *bound, ulna_motion_fault_kind kind, int joint, double distance, double limit)
{
  if (!(distance > smallest) || !(limit / distance < bound->most)) return;
  const law_bound tighter = {limit / distance, kind, joint, distance, limit, 0};
  *bound = tighter;
}

static ulna_status refuse_bound(ulna_motion_fault *fault, const law_bound *bound, double needed)
{
  refuse(fault, ULNA_OUTSIDE_LIMITS, bound->kind, bound->joint, -1);
  const double reached = bound->distance * needed;
  fault->value = bound->radius > 0 ? sqrt(2.0) * reached * reached / bound->radius : reached;
  fault->limit = bound->limit;
  return ULNA_OUTSIDE_LIMITS;
}

/* A trapezoid given by its duration alone, or with a bound on its speed: a third each for speeding up, even speed and
 * slowing down; the even part is longer if the speed's bound demands it. 1 = v (T − h), h the time to speed up. */
static ulna_status plan_trapezoid_in_time(double T, const law_bound *rate, law *out, ulna_motion_fault *fault)
{
  const double v = fmin(1.5 / T, rate->most);
  if (!(v * T > 1 + 1e-3)) return refuse_bound(fault, rate, 1 / T);
  law_trapezoid(out, T, v, v / (T - 1 / v));
  return ULNA_OK;
}

/* The law from rest to rest within the bounds, of the given duration (0: the shortest). */
static ulna_status plan_law(ulna_profile profile, double duration, const law_bound *rate,
                            const law_bound *acceleration, law *out, ulna_motion_fault *fault)
{
  const bool trapezoid = profile == ULNA_TRAPEZOID;
  const bool bounded = isfinite(acceleration->most) || (!trapezoid && isfinite(rate->most));
  if (trapezoid && !bounded && duration > 0) return plan_trapezoid_in_time(duration, rate, out, fault);
  if (!bounded && (trapezoid || duration == 0))
    return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNBOUNDED, 0, -1);
  const double a = acceleration->most;
  const double shortest = bounded ? law_shortest(profile, rate->most, a) : 0;
  if (!isfinite(shortest) || (duration == 0 && !(shortest > smallest)))
    return refuse(fault, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 0, -1);
  if (duration > 0 && duration < shortest * (1 - slack)) {
    const double T = duration, steep = (trapezoid ? 4 : law_peak_acceleration(profile)) / T / T;
    if (steep > a) return refuse_bound(fault, acceleration, steep);
    return refuse_bound(fault, rate, trapezoid ? law_even_rate(T, a) : law_peak_rate(profile) / T);
  }
  const double T = fmax(duration, shortest);
  if (!trapezoid) law_polynomial(out, profile, T);
  else if (duration > shortest) law_trapezoid(out, T, fmin(law_even_rate(T, a), rate->most), a);
  else law_trapezoid(out, T, fmin(rate->most, sqrt(a)), a);
  return ULNA_OK;
}

static void *aligned_or_null(void *memory)
{
  return ((uintptr_t)memory & (LAYOUT_ALIGNMENT - 1)) == 0 ? memory : NULL;
}

/* ---- joints ---- */

ulna_joint_motion ulna_joint_motion_default(void)
{
  const ulna_joint_motion motion = {ULNA_QUINTIC, 0, 2, NULL, NULL, NULL, NULL, {NULL, NULL, NULL, NULL}};
  return motion;
}

static bool is_spline(ulna_profile profile)
{
  return profile == ULNA_SPLINE_NATURAL || profile == ULNA_SPLINE_CLAMPED;
}

static bool shape_is_known(const ulna_joint_motion *m)
{
  const bool known = m->profile >= ULNA_CUBIC && m->profile <= ULNA_SPLINE_CLAMPED;
  return known && m->joints >= 1 && m->points >= 2 && (m->profile != ULNA_TRAPEZOID || m->points == 2);
}

/* The one walk over a joint trajectory's memory: measures when l has none. */
static void walk(ulna_trajectory *t, layout *l, const ulna_joint_motion *m)
{
  const size_t n = (size_t)m->joints, points = (size_t)m->points;
  const size_t pieces = m->profile == ULNA_TRAPEZOID ? LAW_PIECES : points - 1;
  const size_t spline = is_spline(m->profile) ? points : 0;
  layout_take(l, 1, sizeof(ulna_trajectory));
  t->knot = (double *)layout_take(l, pieces + 1, sizeof(double));
  t->c = (double *)layout_take(l, pieces, n * TERMS * sizeof(double));
  t->start = (double *)layout_take(l, 3 * n, sizeof(double));
  t->end = (double *)layout_take(l, 3 * n, sizeof(double));
  t->above = (double *)layout_take(l, spline, sizeof(double));
  t->rates = (double *)layout_take(l, spline, sizeof(double));
}

size_t ulna_joint_trajectory_size(const ulna_joint_motion *motion)
{
  ULNA_ASSERT(motion);
  if (!shape_is_known(motion)) return 0;
  ulna_trajectory measured;
  layout l = layout_measuring();
  walk(&measured, &l, motion);
  return layout_size(&l);
}

/* All of rows × n numbers finite. */
static ulna_status check_numbers(const double x[], int rows, int n, ulna_motion_fault *fault)
{
  for (int k = 0; x && k < rows; k++)
    for (int j = 0; j < n; j++)
      if (!isfinite(x[(size_t)k * (size_t)n + (size_t)j]))
        return refuse(fault, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, j + 1, k);
  return ULNA_OK;
}

static ulna_status check_bounds(const ulna_motion_limits *limits, int n, ulna_motion_fault *fault)
{
  for (int j = 0; j < n; j++) {
    const double lower = at_or(limits->lower, j, -HUGE_VAL);
    const double upper = at_or(limits->upper, j, HUGE_VAL);
    const double velocity = at_or(limits->velocity, j, HUGE_VAL);
    const double acceleration = at_or(limits->acceleration, j, HUGE_VAL);
    if (isnan(lower) || isnan(upper) || isnan(velocity) || isnan(acceleration))
      return refuse(fault, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, j + 1, -1);
    if (!(lower <= upper && velocity > 0 && acceleration > 0))
      return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_LIMIT, j + 1, -1);
  }
  return ULNA_OK;
}

static ulna_status check_times(const ulna_joint_motion *m, ulna_motion_fault *fault)
{
  for (int k = 0; k < m->points; k++) {
    if (!isfinite(m->time[k])) return refuse(fault, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 0, k);
    if (k == 0 ? m->time[0] != 0 : !(m->time[k] > m->time[k - 1]))
      return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_TIMES, 0, k);
  }
  return ULNA_OK;
}

static bool all_zero(const double x[], size_t count)
{
  for (size_t k = 0; x && k < count; k++)
    if (x[k] != 0) return false;
  return true;
}

static ulna_status check_motion(const ulna_joint_motion *m, ulna_motion_fault *fault)
{
  const bool takes_rates = m->profile != ULNA_TRAPEZOID && m->profile != ULNA_SPLINE_NATURAL;
  if ((m->qd && !takes_rates) || (m->qdd && m->profile != ULNA_QUINTIC))
    return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_UNUSED, 0, -1);
  const int rate_rows = m->profile == ULNA_SPLINE_CLAMPED ? 2 : m->points;
  ulna_status status = check_numbers(m->q, m->points, m->joints, fault);
  if (status == ULNA_OK) status = check_numbers(m->qd, rate_rows, m->joints, fault);
  if (status == ULNA_OK) status = check_numbers(m->qdd, m->points, m->joints, fault);
  if (status == ULNA_OK) status = check_bounds(&m->limits, m->joints, fault);
  if (status != ULNA_OK) return status;
  if (m->time) return check_times(m, fault);
  // the shortest time is known from rest to rest only
  const size_t numbers = 2 * (size_t)m->joints;
  if (m->points != 2 || is_spline(m->profile) || !all_zero(m->qd, numbers) || !all_zero(m->qdd, numbers))
    return refuse(fault, ULNA_UNSUPPORTED, ULNA_MOTION_FAULT_UNUSED, 0, -1);
  return ULNA_OK;
}

/* From rest to rest on the straight line between two points, all joints by one law: q = q0 + (q1 − q0) s(t). */
static ulna_status plan_straight(ulna_trajectory *t, const ulna_joint_motion *m, ulna_motion_fault *fault)
{
  const int n = m->joints;
  law_bound rate = no_bound(), acceleration = no_bound();
  bool moves = false;
  for (int j = 0; j < n; j++) {
    const double distance = fabs(m->q[n + j] - m->q[j]);
    moves = moves || distance > smallest;
    if (m->limits.velocity) tighten(&rate, ULNA_MOTION_FAULT_SPEED, j + 1, distance, m->limits.velocity[j]);
    if (m->limits.acceleration)
      tighten(&acceleration, ULNA_MOTION_FAULT_ACCELERATION, j + 1, distance, m->limits.acceleration[j]);
  }
  const double duration = m->time ? m->time[1] : 0;
  law s = {0};
  if (moves) {
    const ulna_status status = plan_law(m->profile, duration, &rate, &acceleration, &s, fault);
    if (status != ULNA_OK) return status;
  } else if (duration > 0) {
    law_polynomial(&s, ULNA_CUBIC, duration);  // any will do to stay
  }
  t->pieces = s.pieces;
  memcpy(t->knot, s.knot, (size_t)(s.pieces + 1) * sizeof(double));
  for (int i = 0; i < s.pieces; i++)
    for (int j = 0; j < n; j++) {
      double *c = t->c + ((size_t)i * (size_t)n + (size_t)j) * TERMS;
      for (int k = 0; k < TERMS; k++) c[k] = (m->q[n + j] - m->q[j]) * s.c[i][k];
      c[0] += m->q[j];
    }
  return ULNA_OK;
}

/* What is given for joint j at point k; absent rates are zero, those of a spline come later. */
static piece_value given_at(const ulna_joint_motion *m, int k, int j)
{
  const size_t n = (size_t)m->joints, at = (size_t)k * n + (size_t)j;
  const bool all_rates = m->qd && !is_spline(m->profile);
  const piece_value value = {m->q[at], all_rates ? m->qd[at] : 0, m->qdd ? m->qdd[at] : 0};
  return value;
}

/* Through all points at their times, joint by joint. */
static void plan_through(ulna_trajectory *t, const ulna_joint_motion *m)
{
  const int n = m->joints, last = m->points - 1;
  const bool spline = is_spline(m->profile);
  t->pieces = last;
  memcpy(t->knot, m->time, (size_t)m->points * sizeof(double));
  for (int j = 0; j < n; j++) {
    if (spline) {
      t->rates[0] = m->qd ? m->qd[j] : 0;
      t->rates[last] = m->qd ? m->qd[n + j] : 0;
      spline_rates(m->points, m->time, m->q + j, n, m->profile == ULNA_SPLINE_CLAMPED, t->above, t->rates);
    }
    for (int i = 0; i < last; i++) {
      piece_value from = given_at(m, i, j), to = given_at(m, i + 1, j);
      if (spline) from.xd = t->rates[i], to.xd = t->rates[i + 1];
      double *c = t->c + ((size_t)i * (size_t)n + (size_t)j) * TERMS;
      const double h = m->time[i + 1] - m->time[i];
      if (m->profile == ULNA_QUINTIC) piece_quintic(c, h, &from, &to);
      else piece_cubic(c, h, &from, &to);
    }
  }
}

/* The values at both ends: the polynomials', and what was given to the last bit. */
static void fill_ends(ulna_trajectory *t, const ulna_joint_motion *m)
{
  const int n = t->n, last = m->points - 1;
  for (int j = 0; j < n; j++) {
    const piece_value rest = {0, 0, 0};
    piece_value first = rest, end = rest;
    if (t->pieces > 0) {
      const int i = t->pieces - 1;
      first = piece_at(t->c + (size_t)j * TERMS, 0, t->knot[1]);
      end = piece_at(t->c + ((size_t)i * (size_t)n + (size_t)j) * TERMS, 1, t->knot[i + 1] - t->knot[i]);
    }
    const piece_value at_first = given_at(m, 0, j), at_last = given_at(m, last, j);
    first.x = at_first.x, end.x = at_last.x;
    if (!is_spline(m->profile)) first.xd = at_first.xd, end.xd = at_last.xd;
    if (m->profile == ULNA_SPLINE_CLAMPED) first.xd = m->qd ? m->qd[j] : 0, end.xd = m->qd ? m->qd[n + j] : 0;
    if (m->profile == ULNA_QUINTIC) first.xdd = at_first.xdd, end.xdd = at_last.xdd;
    if (m->profile == ULNA_SPLINE_NATURAL) first.xdd = end.xdd = 0;
    t->start[j] = first.x, t->start[n + j] = first.xd, t->start[2 * n + j] = first.xdd;
    t->end[j] = end.x, t->end[n + j] = end.xd, t->end[2 * n + j] = end.xdd;
  }
}

/* p/scale stays between lower and upper on [0, 1], to the slack given; else where and what it reaches first. */
static bool stays_within(const double p[TERMS], double scale, double lower, double upper, double *u,
                         double *value)
{
  double at[TERMS + 1];
  const int count = polynomial_turns(p, at);
  for (int k = 0; k < count; k++) {
    const double x = polynomial_at(p, at[k]) / scale;
    if (x >= lower && x <= upper) continue;
    *u = at[k], *value = x;
    return false;
  }
  return true;
}

static ulna_status refuse_reached(ulna_motion_fault *fault, ulna_motion_fault_kind kind, int joint, int point,
                                  double time, double value, double limit)
{
  const ulna_motion_fault reached = {kind, joint, point, time, value, limit};
  *fault = reached;
  return ULNA_OUTSIDE_LIMITS;
}

/* One piece of one joint: position, speed and acceleration at their extremes. */
static ulna_status check_piece(const ulna_trajectory *t, const ulna_motion_limits *limits, int i, int j,
                               ulna_motion_fault *fault)
{
  const double *c = t->c + ((size_t)i * (size_t)t->n + (size_t)j) * TERMS;
  const double h = t->knot[i + 1] - t->knot[i];
  double slope[TERMS], bend[TERMS], u, x;
  polynomial_slope(c, slope);
  polynomial_slope(slope, bend);
  for (int k = 0; k < TERMS; k++)
    if (!isfinite(c[k]) || !isfinite(bend[k] / h / h))
      return refuse(fault, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, j + 1, i);

  const double lower = at_or(limits->lower, j, -HUGE_VAL);
  const double upper = at_or(limits->upper, j, HUGE_VAL);
  const double below = lower - slack * fmax(1, fabs(lower)), above = upper + slack * fmax(1, fabs(upper));
  if ((limits->lower || limits->upper) && !stays_within(c, 1, below, above, &u, &x))
    return refuse_reached(fault, x < below ? ULNA_MOTION_FAULT_LOW : ULNA_MOTION_FAULT_HIGH, j + 1, i,
                          t->knot[i] + u * h, x, x < below ? lower : upper);
  const double *bound[2] = {limits->velocity, limits->acceleration};
  const double *polynomial[2] = {slope, bend};
  for (int k = 0; k < 2; k++) {
    if (!bound[k]) continue;
    const double most = bound[k][j] * (1 + slack);
    if (!stays_within(polynomial[k], k == 0 ? h : h * h, -most, most, &u, &x))
      return refuse_reached(fault, k == 0 ? ULNA_MOTION_FAULT_SPEED : ULNA_MOTION_FAULT_ACCELERATION, j + 1,
                            i, t->knot[i] + u * h, fabs(x), bound[k][j]);
  }
  return ULNA_OK;
}

/* A motion without pieces stays where it starts. */
static ulna_status check_start(const ulna_joint_motion *m, ulna_motion_fault *fault)
{
  for (int j = 0; j < m->joints; j++) {
    const double lower = at_or(m->limits.lower, j, -HUGE_VAL);
    const double upper = at_or(m->limits.upper, j, HUGE_VAL);
    if (m->q[j] < lower - slack * fmax(1, fabs(lower)))
      return refuse_reached(fault, ULNA_MOTION_FAULT_LOW, j + 1, 0, 0, m->q[j], lower);
    if (m->q[j] > upper + slack * fmax(1, fabs(upper)))
      return refuse_reached(fault, ULNA_MOTION_FAULT_HIGH, j + 1, 0, 0, m->q[j], upper);
  }
  return ULNA_OK;
}

static ulna_status plan_joints(ulna_trajectory *t, const ulna_joint_motion *m, ulna_motion_fault *fault)
{
  ulna_status status = check_motion(m, fault);
  if (status == ULNA_OK) status = check_start(m, fault);
  if (status != ULNA_OK) return status;
  if (m->profile == ULNA_TRAPEZOID || !m->time) status = plan_straight(t, m, fault);
  else plan_through(t, m);
  if (status != ULNA_OK) return status;
  fill_ends(t, m);
  for (int i = 0; i < t->pieces; i++)
    for (int j = 0; j < t->n; j++) {
      status = check_piece(t, &m->limits, i, j, fault);
      if (status != ULNA_OK && m->points == 2)
        fault->point = 0;  // a trapezoid has more pieces than ways between points
      if (status != ULNA_OK) return status;
    }
  t->duration = t->pieces > 0 ? t->knot[t->pieces] : 0;
  return ULNA_OK;
}

ulna_status ulna_joint_trajectory_init(void *memory, size_t size, const ulna_joint_motion *motion,
                                       ulna_motion_fault *fault, ulna_trajectory **trajectory)
{
  ULNA_ASSERT(memory && motion && trajectory);
  ulna_motion_fault unseen;
  if (!fault) fault = &unseen;
  *fault = no_fault;
  if (!shape_is_known(motion)) return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE, 0, -1);
  ULNA_ASSERT(motion->q);
  const size_t needed = ulna_joint_trajectory_size(motion);
  if (!aligned_or_null(memory)) return ULNA_INVALID_ARGUMENT;
  if (needed == 0 || size < needed) return ULNA_TOO_SMALL;
  ulna_trajectory *t = (ulna_trajectory *)memory;
  memset(memory, 0, needed);
  layout l = layout_assigning(memory);
  walk(t, &l, motion);
  t->size = needed;
  t->n = motion->joints;
  const ulna_status status = plan_joints(t, motion, fault);
  if (status == ULNA_OK) *trajectory = t;
  return status;
}

// The end of each create: gives what was made in `memory` to the caller, or returns the memory.
static ulna_status on_the_heap(const ulna_allocator *a, void *memory, size_t size, ulna_status status,
                               ulna_trajectory *t, ulna_trajectory **trajectory)
{
  if (status != ULNA_OK) {
    ulna_release(a, memory, size);
    return status;
  }
  t->allocator = *a;
  t->owned = true;
  *trajectory = t;
  return ULNA_OK;
}

ulna_status ulna_joint_trajectory_create(const ulna_joint_motion *motion, const ulna_allocator *allocator,
                                         ulna_motion_fault *fault, ulna_trajectory **trajectory)
{
  ULNA_ASSERT(motion && trajectory);
  ulna_motion_fault unseen;
  if (!fault) fault = &unseen;
  *fault = no_fault;
  if (!shape_is_known(motion)) return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE, 0, -1);
  const ulna_allocator a = allocator_or_standard(allocator);
  const size_t size = ulna_joint_trajectory_size(motion);
  void *memory = size > 0 ? ulna_allocate(&a, size) : NULL;
  if (!memory) return ULNA_OUT_OF_MEMORY;
  ulna_trajectory *t = NULL;
  const ulna_status status = ulna_joint_trajectory_init(memory, size, motion, fault, &t);
  return on_the_heap(&a, memory, size, status, t, trajectory);
}

ulna_status ulna_trajectory_sample(const ulna_trajectory *trajectory, double t, double q[], double qd[],
                                   double qdd[])
{
  ULNA_ASSERT(trajectory);
  const ulna_trajectory *x = trajectory;
  if (x->n == 0) return ULNA_UNSUPPORTED;
  if (isnan(t)) return ULNA_NOT_FINITE;
  const int n = x->n;
  const bool inside = t > 0 && t < x->duration, held = t < 0 || t > x->duration;
  const int i = inside ? piece_of(x->knot, x->pieces, t) : 0;
  const double *end = t <= 0 ? x->start : x->end;
  for (int j = 0; j < n; j++) {
    piece_value value = {end[j], held ? 0 : end[n + j], held ? 0 : end[2 * n + j]};
    if (inside) {
      const double h = x->knot[i + 1] - x->knot[i];
      value = piece_at(x->c + ((size_t)i * (size_t)n + (size_t)j) * TERMS, (t - x->knot[i]) / h, h);
    }
    if (q) q[j] = value.x;
    if (qd) qd[j] = value.xd;
    if (qdd) qdd[j] = value.xdd;
  }
  return ULNA_OK;
}

/* ---- the hand ---- */

ulna_hand_motion ulna_hand_motion_default(void)
{
  ulna_hand_motion motion;
  memset(&motion, 0, sizeof motion);
  motion.path = ULNA_LINE;
  motion.start = motion.goal = ulna_pose_identity();
  motion.turn = NULL;
  motion.profile = ULNA_QUINTIC;
  motion.speed = motion.acceleration = HUGE_VAL;
  motion.angular_speed = motion.angular_acceleration = HUGE_VAL;
  return motion;
}

size_t ulna_hand_trajectory_size(void)
{
  layout l = layout_measuring();
  layout_take(&l, 1, sizeof(ulna_trajectory));
  return layout_size(&l);
}

static ulna_status check_hand_motion(const ulna_hand_motion *m, ulna_motion_fault *fault)
{
  if (m->path < ULNA_LINE || m->path > ULNA_ARC_ABOUT || m->profile < ULNA_CUBIC ||
      m->profile > ULNA_TRAPEZOID)
    return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_SHAPE, 0, -1);
  const double limit[4] = {m->speed, m->acceleration, m->angular_speed, m->angular_acceleration};
  bool finite = all_finite(3, m->start.p) && all_finite(9, m->start.R[0]) && isfinite(m->duration);
  finite = finite && (m->turn ? all_finite(3, m->turn) : all_finite(9, m->goal.R[0]));
  if (m->path != ULNA_ARC_ABOUT) finite = finite && all_finite(3, m->goal.p);
  if (m->path == ULNA_ARC) finite = finite && all_finite(3, m->via);
  if (m->path == ULNA_ARC_ABOUT)
    finite = finite && all_finite(3, m->centre) && all_finite(3, m->axis) && isfinite(m->angle);
  for (int k = 0; k < 4; k++) finite = finite && !isnan(limit[k]);
  if (!finite) return refuse(fault, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 0, -1);
  if (m->duration < 0) return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_TIMES, 0, -1);
  for (int k = 0; k < 4; k++)
    if (!(limit[k] > 0)) return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_LIMIT, 0, -1);
  return ULNA_OK;
}

static ulna_pose pose_of(const hand_value *at)
{
  ulna_pose pose;
  memcpy(pose.R, at->R.e, sizeof pose.R);
  pose.p[0] = at->p.x, pose.p[1] = at->p.y, pose.p[2] = at->p.z;
  return pose;
}

/* How the hand turns: by the vector given, or by log(R1 R0ᵀ), which is in base axes. */
static ulna_status plan_turn(ulna_trajectory *t, const ulna_hand_motion *m, ulna_motion_fault *fault)
{
  hand_path *h = &t->path;
  ulna_pose start = m->start, goal = m->goal;
  if (!rotation_nearest(start.R, 1e-6) || (!m->turn && !rotation_nearest(goal.R, 1e-6)))
    return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_ROTATION, 0, -1);
  memcpy(h->R0.e, start.R, sizeof start.R);
  mat3 across;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      across.e[i][j] =
          goal.R[i][0] * start.R[j][0] + goal.R[i][1] * start.R[j][1] + goal.R[i][2] * start.R[j][2];
  const vec3 phi = m->turn ? vec3_of(m->turn) : rotation_log(&across);
  const double angle = vec3_length(phi);
  if (!isfinite(angle)) return refuse(fault, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 0, -1);
  if (!m->turn && angle > PI - 1e-6)
    return refuse(fault, ULNA_UNSUPPORTED, ULNA_MOTION_FAULT_HALF_TURN, 0, -1);
  const bool turns = angle > 1e-14;  // below: the rounding of two equal rotations
  h->turn = turns ? angle : 0;
  h->axis = turns ? vec3_scale(1 / angle, phi) : vec3_make(1, 0, 0);
  memcpy(t->first.R, start.R, sizeof start.R);
  memcpy(t->last.R, goal.R, sizeof goal.R);
  return ULNA_OK;
}

static bool plan_path(hand_path *h, const ulna_hand_motion *m)
{
  h->p0 = vec3_of(m->start.p);
  if (m->path == ULNA_ARC) return arc_through(h, vec3_of(m->via), vec3_of(m->goal.p));
  if (m->path == ULNA_ARC_ABOUT) return arc_about(h, vec3_of(m->centre), vec3_of(m->axis), m->angle);
  h->along = vec3_sub(vec3_of(m->goal.p), h->p0);
  h->length = vec3_length(h->along);
  return true;
}

/* The law by which the path is passed. On an arc a² = (φ'' r)² + (φ'² r)², and each part is kept below a²/2. */
static ulna_status plan_timing(ulna_trajectory *t, const ulna_hand_motion *m, ulna_motion_fault *fault)
{
  const hand_path *h = &t->path;
  const double length = h->length, radius = h->arc ? vec3_length(h->radius) : 0;
  if (!(length > smallest) && !(h->turn > 0)) {  // it stays
    if (m->duration > 0) law_polynomial(&t->timing, ULNA_CUBIC, m->duration);
    return ULNA_OK;
  }
  law_bound rate = no_bound(), acceleration = no_bound();
  tighten(&rate, ULNA_MOTION_FAULT_SPEED, 0, length, m->speed);
  tighten(&rate, ULNA_MOTION_FAULT_ANGULAR_SPEED, 0, h->turn, m->angular_speed);
  tighten(&acceleration, ULNA_MOTION_FAULT_ACCELERATION, 0, h->arc ? sqrt(2.0) * length : length,
          m->acceleration);
  tighten(&acceleration, ULNA_MOTION_FAULT_ANGULAR_ACCELERATION, 0, h->turn, m->angular_acceleration);
  const double round = sqrt(radius * m->acceleration / sqrt(2.0));  // v²/r = a/√2
  if (h->arc && length > smallest && round / length < rate.most) {
    const law_bound tighter = {round / length, ULNA_MOTION_FAULT_ACCELERATION, 0, length, m->acceleration,
                               radius};
    rate = tighter;
  }
  return plan_law(m->profile, m->duration, &rate, &acceleration, &t->timing, fault);
}

static ulna_status plan_hand(ulna_trajectory *t, const ulna_hand_motion *m, ulna_motion_fault *fault)
{
  ulna_status status = check_hand_motion(m, fault);
  if (status == ULNA_OK) status = plan_turn(t, m, fault);
  if (status != ULNA_OK) return status;
  if (!plan_path(&t->path, m)) return refuse(fault, ULNA_INVALID_ARGUMENT, ULNA_MOTION_FAULT_CIRCLE, 0, -1);
  if (!isfinite(t->path.length)) return refuse(fault, ULNA_NOT_FINITE, ULNA_MOTION_FAULT_NUMBER, 0, -1);
  status = plan_timing(t, m, fault);
  if (status != ULNA_OK) return status;
  t->duration = t->timing.pieces > 0 ? t->timing.knot[t->timing.pieces] : 0;

  // both ends as given to the last bit, where they are
  hand_value end;
  hand_path_at(&t->path, 1, 0, 0, &end);
  const ulna_pose reached = pose_of(&end);
  memcpy(t->first.p, m->start.p, sizeof t->first.p);
  memcpy(t->last.p, m->path == ULNA_ARC_ABOUT ? reached.p : m->goal.p, sizeof t->last.p);
  if (m->turn) memcpy(t->last.R, reached.R, sizeof t->last.R);
  return ULNA_OK;
}

ulna_status ulna_hand_trajectory_init(void *memory, size_t size, const ulna_hand_motion *motion,
                                      ulna_motion_fault *fault, ulna_trajectory **trajectory)
{
  ULNA_ASSERT(memory && motion && trajectory);
  ulna_motion_fault unseen;
  if (!fault) fault = &unseen;
  *fault = no_fault;
  if (!aligned_or_null(memory)) return ULNA_INVALID_ARGUMENT;
  if (size < ulna_hand_trajectory_size()) return ULNA_TOO_SMALL;
  ulna_trajectory *t = (ulna_trajectory *)memory;
  memset(t, 0, sizeof *t);
  t->size = ulna_hand_trajectory_size();
  const ulna_status status = plan_hand(t, motion, fault);
  if (status == ULNA_OK) *trajectory = t;
  return status;
}

ulna_status ulna_hand_trajectory_create(const ulna_hand_motion *motion, const ulna_allocator *allocator,
                                        ulna_motion_fault *fault, ulna_trajectory **trajectory)
{
  ULNA_ASSERT(motion && trajectory);
  if (fault) *fault = no_fault;
  const ulna_allocator a = allocator_or_standard(allocator);
  const size_t size = ulna_hand_trajectory_size();
  void *memory = ulna_allocate(&a, size);
  if (!memory) return ULNA_OUT_OF_MEMORY;
  ulna_trajectory *t = NULL;
  const ulna_status status = ulna_hand_trajectory_init(memory, size, motion, fault, &t);
  return on_the_heap(&a, memory, size, status, t, trajectory);
}

void ulna_trajectory_destroy(ulna_trajectory *trajectory)
{
  if (!trajectory || !trajectory->owned) return;
  const ulna_allocator a = trajectory->allocator;
  ulna_release(&a, trajectory, trajectory->size);
}

double ulna_trajectory_duration(const ulna_trajectory *trajectory)
{
  ULNA_ASSERT(trajectory);
  return trajectory->duration;
}
int ulna_trajectory_joint_count(const ulna_trajectory *trajectory)
{
  ULNA_ASSERT(trajectory);
  return trajectory->n;
}

static void six_of(vec3 angular, vec3 linear, double six[6])
{
  six[0] = angular.x, six[1] = angular.y, six[2] = angular.z;
  six[3] = linear.x, six[4] = linear.y, six[5] = linear.z;
}

ulna_status ulna_trajectory_sample_hand(const ulna_trajectory *trajectory, double t, ulna_pose *pose,
                                        double twist[6], double acceleration[6])
{
  ULNA_ASSERT(trajectory);
  const ulna_trajectory *x = trajectory;
  if (x->n > 0) return ULNA_UNSUPPORTED;
  if (isnan(t)) return ULNA_NOT_FINITE;
  // outside it is held: s' = s'' = 0 at either end
  piece_value s = {t > 0 ? 1 : 0, 0, 0};
  if (x->timing.pieces > 0 && t >= 0 && t <= x->duration) {
    const int i = piece_of(x->timing.knot, x->timing.pieces, t);
    const double h = x->timing.knot[i + 1] - x->timing.knot[i];
    s = piece_at(x->timing.c[i], (t - x->timing.knot[i]) / h, h);
  }
  hand_value at;
  hand_path_at(&x->path, s.x, s.xd, s.xdd, &at);
  if (pose) *pose = t <= 0 ? x->first : t >= x->duration ? x->last : pose_of(&at);
  if (twist) six_of(at.w, at.v, twist);
  if (acceleration) six_of(at.wd, at.a, acceleration);
  return ULNA_OK;
}
