/* Signals over time, and where they break. */
#include "ulna/signal.h"

#include <math.h>

#include "base/numbers.h"
#include "number/real.h"

static const double TWO_PI = 2 * PI;

ulna_signal ulna_signal_default(ulna_signal_kind kind)
{
  return (ulna_signal){.kind = kind, .start = -(double)INFINITY, .end = (double)INFINITY};
}

static void set(double out[3], double value, double slope, double curvature)
{
  out[0] = value, out[1] = slope, out[2] = curvature;
}

/* from + (to − from)(10 s³ − 15 s⁴ + 6 s⁵), s = (t − start)/(end − start) */
static void blend(const ulna_signal *x, double t, double out[3])
{
  const double T = x->end - x->start, s = (t - x->start) / T, rise = x->to - x->from;
  set(out, x->from + rise * s * s * s * (10 + s * (-15 + 6 * s)), rise / T * 30 * s * s * (1 - s) * (1 - s),
      rise / (T * T) * 60 * s * (1 - s) * (1 - 2 * s));
}

/* A sin φ with φ = 2π (f τ + c τ²/2) + phase */
static void wave(const ulna_signal *x, double t, double out[3])
{
  const double time = isfinite(x->start) ? t - x->start : t;
  const double climb =
      x->kind == ULNA_SIGNAL_CHIRP ? (x->end_frequency - x->frequency) / (x->end - x->start) : 0;
  const double angle = TWO_PI * (time * (x->frequency + climb * time / 2));
  const double rate = TWO_PI * (x->frequency + climb * time), bend = TWO_PI * climb;
  double sine, cosine;
  sine_cosine_sums(1, &x->phase, &angle, &sine, &cosine);
  set(out, x->amplitude * sine, x->amplitude * rate * cosine,
      x->amplitude * (bend * cosine - rate * rate * sine));
}

/* The last point at or before t; -1: all are later. */
static int point_before(const ulna_signal *x, double t)
{
  int low = -1, high = x->count;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (x->time[middle] <= t) low = middle;
    else high = middle;
  }
  return low;
}

/* Slope at point k of the parabola through it and its neighbours; 0 at the ends. */
static double slope_at(const ulna_signal *x, int k)
{
  if (k == 0 || k == x->count - 1) return 0;
  const double before = x->time[k] - x->time[k - 1], after = x->time[k + 1] - x->time[k];
  const double left = (x->value[k] - x->value[k - 1]) / before,
               right = (x->value[k + 1] - x->value[k]) / after;
  return (left * after + right * before) / (before + after);
}

static void table(const ulna_signal *x, double t, double out[3])
{
  const int k = point_before(x, t);
  if (k < 0 || k == x->count - 1 || x->kind == ULNA_SIGNAL_TABLE_HOLD) {
    set(out, x->value[k < 0 ? 0 : k], 0, 0);
    return;
  }
  const double T = x->time[k + 1] - x->time[k], s = (t - x->time[k]) / T;
  const double rise = x->value[k + 1] - x->value[k];
  if (x->kind == ULNA_SIGNAL_TABLE_LINEAR) {
    set(out, x->value[k] + s * rise, rise / T, 0);
    return;
  }
  // value + T s m0 + s² (3 rise − T (2 m0 + m1)) + s³ (T (m0 + m1) − 2 rise)
  const double m0 = T * slope_at(x, k), m1 = T * slope_at(x, k + 1);
  const double square = 3 * rise - 2 * m0 - m1, cube = m0 + m1 - 2 * rise;
  set(out, x->value[k] + s * (m0 + s * (square + s * cube)), (m0 + s * (2 * square + s * 3 * cube)) / T,
      (2 * square + 6 * s * cube) / (T * T));
}

static bool is_table(const ulna_signal *x) { return x->kind >= ULNA_SIGNAL_TABLE_LINEAR; }

static void signal_value(const ulna_signal *x, double t, double out[3])
{
  const bool inside = t >= x->start && t < x->end;
  set(out, 0, 0, 0);
  switch (x->kind) {
  case ULNA_SIGNAL_CONSTANT: out[0] = x->to; break;
  case ULNA_SIGNAL_STEP: out[0] = inside ? x->to : x->from; break;
  case ULNA_SIGNAL_RAMP:
    out[0] = t < x->start ? x->from : x->to;
    if (inside) out[1] = (x->to - x->from) / (x->end - x->start), out[0] = x->from + (t - x->start) * out[1];
    break;
  case ULNA_SIGNAL_BLEND:
    out[0] = t < x->start ? x->from : x->to;
    if (inside) blend(x, t, out);
    break;
  case ULNA_SIGNAL_SINE:
  case ULNA_SIGNAL_CHIRP:
    if (inside) wave(x, t, out);
    break;
  case ULNA_SIGNAL_TABLE_LINEAR:
  case ULNA_SIGNAL_TABLE_HOLD:
  case ULNA_SIGNAL_TABLE_SMOOTH: table(x, t, out); break;
  case ULNA_SIGNAL_KIND_COUNT: break;
  }
}

void ulna_channel_value(const ulna_channel *channel, double t, double value[3])
{
  double one[3];
  set(value, 0, 0, 0);
  for (int k = 0; k < channel->count; k++) {
    signal_value(&channel->signals[k], t, one);
    for (int d = 0; d < 3; d++) value[d] += one[d];
  }
}

double ulna_channel_next_break(const ulna_channel *channel, double t)
{
  double next = (double)INFINITY;
  for (int k = 0; k < channel->count; k++) {
    const ulna_signal *x = &channel->signals[k];
    if (is_table(x)) {
      const int after = point_before(x, t) + 1;
      if (after < x->count) next = fmin(next, x->time[after]);
    } else if (x->kind != ULNA_SIGNAL_CONSTANT) {
      if (x->start > t) next = fmin(next, x->start);
      else if (x->end > t) next = fmin(next, x->end);
    }
  }
  return next;
}

/* Whether derivative `order` of the sum jumps at t: the sides differ by more than rounding of the largest term. */
static bool jumps(const ulna_channel *channel, double t, int order)
{
  const double just_before = nextafter(t, -(double)INFINITY);
  double jump = 0, largest = 0, left[3], right[3];
  for (int k = 0; k < channel->count; k++) {
    signal_value(&channel->signals[k], just_before, left);
    signal_value(&channel->signals[k], t, right);
    jump += right[order] - left[order];
    largest = fmax(largest, fmax(fabs(left[order]), fabs(right[order])));
    if (order == 0) largest = fmax(largest, fabs(channel->signals[k].amplitude));
    // what a smooth signal changes by between the two times
    largest = fmax(largest, fabs(t) * fmax(fabs(left[order + 1]), fabs(right[order + 1])));
  }
  return fabs(jump) > 1e-12 * largest;
}

bool ulna_channel_steps_at(const ulna_channel *channel, double t) { return jumps(channel, t, 0); }
bool ulna_channel_kinks_at(const ulna_channel *channel, double t) { return jumps(channel, t, 1); }

static ulna_status check_table(const ulna_signal *x)
{
  if (x->count < 1 || !x->time || !x->value) return ULNA_INVALID_ARGUMENT;
  for (int k = 0; k < x->count; k++)
    if (!isfinite(x->time[k]) || !isfinite(x->value[k])) return ULNA_NOT_FINITE;
  for (int k = 1; k < x->count; k++)
    if (!(x->time[k] > x->time[k - 1])) return ULNA_INVALID_ARGUMENT;
  return ULNA_OK;
}

static ulna_status check_signal(const ulna_signal *x)
{
  const bool bounded = isfinite(x->start) && isfinite(x->end);
  switch (x->kind) {
  case ULNA_SIGNAL_CONSTANT: return isfinite(x->to) ? ULNA_OK : ULNA_NOT_FINITE;
  case ULNA_SIGNAL_STEP:
  case ULNA_SIGNAL_RAMP:
  case ULNA_SIGNAL_BLEND:
    if (!isfinite(x->from) || !isfinite(x->to)) return ULNA_NOT_FINITE;
    if (x->kind != ULNA_SIGNAL_STEP && !bounded) return ULNA_NOT_FINITE;
    break;
  case ULNA_SIGNAL_SINE:
  case ULNA_SIGNAL_CHIRP:
    if (!isfinite(x->amplitude) || !isfinite(x->frequency) || !isfinite(x->phase)) return ULNA_NOT_FINITE;
    if (x->kind == ULNA_SIGNAL_CHIRP && (!bounded || !isfinite(x->end_frequency))) return ULNA_NOT_FINITE;
    break;
  case ULNA_SIGNAL_TABLE_LINEAR:
  case ULNA_SIGNAL_TABLE_HOLD:
  case ULNA_SIGNAL_TABLE_SMOOTH: return check_table(x);
  default: return ULNA_INVALID_ARGUMENT;
  }
  if (isnan(x->start) || isnan(x->end)) return ULNA_NOT_FINITE;
  return x->end > x->start ? ULNA_OK : ULNA_INVALID_ARGUMENT;
}

ulna_status ulna_channel_check(const ulna_channel *channel, int *which)
{
  if (which) *which = -1;
  for (int k = 0; k < channel->count; k++) {
    const ulna_status status = channel->signals ? check_signal(&channel->signals[k]) : ULNA_INVALID_ARGUMENT;
    if (status == ULNA_OK) continue;
    if (which) *which = k;
    return status;
  }
  return ULNA_OK;
}
