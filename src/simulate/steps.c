/* The methods of fixed step length over a plant, and the location of events within a step. */
#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "simulate/bracket.h"
#include "simulate/plant_internal.h"

/* y + h k into out */
static void advance(int count, const double *restrict y, double h, const double *restrict k,
                    double *restrict out)
{
  for (int i = 0; i < count; i++) out[i] = y[i] + h * k[i];
}

/* One step of the classical Runge–Kutta method with fixed modes [Turney80, sec. 7], the rate at (t, y) being in
 * stage[0] already. Differs: the input may depend on time and is taken at t, t + h/2, t + h/2, t + h. out may not
 * be y. */
static ulna_status runge_kutta(ulna_plant *p, double t, double h, const double *restrict y,
                               double *restrict out)
{
  const double *k0 = p->stage[0], *k1 = p->stage[1], *k2 = p->stage[2], *k3 = p->stage[3];
  for (int s = 1; s < 4; s++) {
    const double part = s < 3 ? h / 2 : h;
    advance(p->numbers, y, part, p->stage[s - 1], p->trial);
    const ulna_status status = ulna_plant_rate_at(p, t + part, p->trial, p->stage[s]);
    if (status != ULNA_OK) return status;
  }
  for (int i = 0; i < p->numbers; i++) out[i] = y[i] + h / 6 * (k0[i] + 2 * (k1[i] + k2[i]) + k3[i]);
  return ULNA_OK;
}

/* The state at t + x of the step of length h just made from y, by its own stages: third order in h, at no evaluation
 * [Hairer93, sec. II.6]. */
static void interpolate(ulna_plant *p, double h, double x, const double *restrict y, double *restrict out)
{
  const double *k0 = p->stage[0], *k1 = p->stage[1], *k2 = p->stage[2], *k3 = p->stage[3];
  const double s = x / h, cube = 2 * s * s * s / 3;
  const double b0 = h * (s - 1.5 * s * s + cube), b1 = h * (s * s - cube), b3 = h * (cube - s * s / 2);
  for (int i = 0; i < p->numbers; i++) out[i] = y[i] + b0 * k0[i] + b1 * (k1[i] + k2[i]) + b3 * k3[i];
}

/* The switch function that has crossed furthest; -1 if none has. */
static int crossed(const ulna_plant *p, const double g[])
{
  int which = -1;
  for (int s = 0; s < p->switches; s++)
    if (g[s] < 0 && (which < 0 || g[s] < g[which])) which = s;
  return which;
}

/* A bracket no longer than `tolerance` within that of a whole step, whose ends are in p->g_start and p->g_end. States
 * on the way are steps from y, with the one past the crossing left in p->past; or, for a first look, interpolated in
 * the step just made. A good guess (0: none) needs only one trial on each side; these trials, not rounding, then
 * decide the ends, and runs on different machines agree. */
static ulna_status enclose(ulna_plant *p, double t, double h, double tolerance, bool interpolated,
                           double guess, const double y[], double *past)
{
  const size_t size = (size_t)p->switches * sizeof *p->g;
  event_bracket b = bracket_of(0, h);
  memcpy(p->g_before, p->g_start, size);
  memcpy(p->g_past, p->g_end, size);
  for (int trial = 0; b.past - b.before > tolerance; trial++) {
    double x = bracket_next(&b, trial, p->switches, p->g_before, p->g_past);
    if (trial < 2 && guess > 0) x = guess + (trial == 0 ? tolerance : -tolerance) / 4;
    if (!bracket_hold(&b, tolerance, &x)) break;
    ulna_status status = ULNA_OK;
    if (interpolated) interpolate(p, h, x, y, p->out);
    else status = runge_kutta(p, t, x, y, p->out);
    if (status == ULNA_OK) status = ulna_plant_switches(p, t + x, p->out, p->g);
    if (status != ULNA_OK) return status;
    const bool is_past = crossed(p, p->g) >= 0;
    bracket_narrow(&b, is_past, x);
    swap(&p->g, is_past ? &p->g_past : &p->g_before);
    if (is_past && !interpolated) swap(&p->out, &p->past);
  }
  *past = b.past;
  return ULNA_OK;
}

/* The first crossing within the step of length h just made from y, to `tolerance`; p->g_end says that there is one.
 * *length is just past it; p->past is the state and p->g_past has the switch functions there. */
static ulna_status locate(ulna_plant *p, double t, double h, double tolerance, const double y[],
                          double *length)
{
  double guess = 0;
  const ulna_status status = ulna_plant_switches(p, t, y, p->g_start);
  if (status != ULNA_OK) return status;
  if (enclose(p, t, h, 1e-6 * tolerance, true, 0, y, &guess) != ULNA_OK) guess = 0;
  return enclose(p, t, h, tolerance, false, guess, y, length);
}

/* The switch function of a place or stop that holds in the evaluation just made at a step's start, and should not: the
 * input may have jumped there. -1: none. */
static int gives_way(const ulna_plant *p)
{
  for (int s = 0; s < p->places && p->options.friction; s++)
    if (p->mode[s] == 0 && p->reserve[s] < 0 && p->model->drives.place[s].can_hold) return s;
  for (int i = 0; i < p->n && p->options.stops == ULNA_STOPS_HARD; i++)
    if (p->stop[i] * p->stop_force[i] < 0) return p->places + i + (p->stop[i] < 0 ? p->n : 0);
  return -1;
}

static ulna_status step_with_events(ulna_plant *p, double t, double h, double tolerance, double y[],
                                    const ulna_event_sink *sink)
{
  const size_t size = (size_t)p->numbers * sizeof *y;
  const int most_events = 1000;  // in one step: more is a state that switches without end
  for (int events = 0; events < most_events; events++) {
    ulna_status status = ulna_plant_rate_at(p, t, y, p->stage[0]);
    const int which = events == 0 && p->can_switch && status == ULNA_OK ? gives_way(p) : -1;
    if (which >= 0) {  // once: what sticks anew although it is pulled too hard stays as it is
      status = ulna_plant_switch(p, which, t, y, sink);
      if (status == ULNA_OK) status = ulna_plant_rate_at(p, t, y, p->stage[0]);
    }
    if (status == ULNA_OK) status = runge_kutta(p, t, h, y, p->past);
    if (status == ULNA_OK && p->can_switch) status = ulna_plant_switches(p, t + h, p->past, p->g_end);
    if (status != ULNA_OK) return status;
    const bool whole = !p->can_switch || crossed(p, p->g_end) < 0;
    double length = h;
    if (!whole) status = locate(p, t, h, tolerance, y, &length);
    if (status != ULNA_OK) return status;
    memcpy(y, p->past, size);
    if (whole) return ULNA_OK;
    t += length, h -= length;
    status = ulna_plant_switch(p, crossed(p, p->g_past), t, y, sink);
    if (status != ULNA_OK || h <= 0) return status;
  }
  return ULNA_NOT_CONVERGED;
}

/* Hard stops at the end of an Euler step: joints found beyond are put back and have hit, all at once. */
static ulna_status catch_stops(ulna_plant *p, double t, double y[], const ulna_event_sink *sink)
{
  bool beyond = false;
  for (int i = 0; i < p->n && p->options.stops == ULNA_STOPS_HARD; i++) {
    const ulna_limits *limits = &p->model->given.joints[i].limits;
    beyond = beyond || y[i] > limits->upper || y[i] < limits->lower;
  }
  return beyond ? ulna_plant_hit_stops(p, t, y, -1, 0, sink) : ULNA_OK;
}

/* Guards found crossed at the end of an Euler step. */
static void catch_guards(ulna_plant *p, double t, const double y[], const ulna_event_sink *sink)
{
  const int count = p->around.guard_count;
  if (count == 0) return;
  p->around.guards(p->around.context, t, y, y + p->n, p->work, p->g);
  for (int k = 0; k < count; k++)
    if (p->g[k] < 0) p->around.crossed(p->around.context, k, t, sink);
}

static ulna_status euler(ulna_plant *p, bool semi_implicit, double t, double h, double y[],
                         const ulna_event_sink *sink)
{
  const int n = p->n;
  double *rate = p->stage[0];
  ulna_plant_keep_modes(p);
  ulna_status status = ulna_plant_evaluate(p, t, y, true);
  if (status == ULNA_OK) status = ulna_plant_rate_found(p, y, rate);
  if (status != ULNA_OK) return status;
  memcpy(p->trial, y, (size_t)n * sizeof *y);  // where the step begins
  for (int k = n; k < p->numbers; k++) y[k] += h * rate[k];
  for (int i = 0; i < n; i++) y[i] += h * (semi_implicit ? y[n + i] : rate[i]);
  if (p->options.friction)
    status = ulna_stick_after_step(p->model, p->work, p->trial, y, p->mode_kept, p->mode, y + n);
  if (status == ULNA_OK) status = catch_stops(p, t + h, y, sink);
  if (status == ULNA_OK) catch_guards(p, t + h, y, sink);
  if (status == ULNA_OK) ulna_plant_announce(p, t + h, sink);
  return status;
}

ulna_status ulna_plant_step(ulna_plant *plant, ulna_integrator integrator, double h, double event_tolerance,
                            double t, double y[], const ulna_event_sink *sink)
{
  ULNA_ASSERT(plant && y);
  if (!(h > 0)) return ULNA_INVALID_ARGUMENT;
  if (!ulna_plant_is_finite(plant, y)) return ULNA_NOT_FINITE;
  switch (integrator) {
  case ULNA_EULER: return euler(plant, false, t, h, y, sink);
  case ULNA_SEMI_IMPLICIT_EULER: return euler(plant, true, t, h, y, sink);
  case ULNA_RK4: return step_with_events(plant, t, h, event_tolerance, y, sink);
  }
  return ULNA_INVALID_ARGUMENT;
}
