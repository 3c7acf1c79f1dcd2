/* Limits of joints, actuators and motors, kept all at once.
 *
 * Given are desired joint torques. Joints allow |u_i| ≤ effort_i, motors at their speed l_a ≤ F_a ≤ h_a, and the
 * coupling ties both: F = K⁻ᵀ u. If each actuator drives one joint, each is cut by itself. If drives are coupled,
 * cutting one motor and computing the joints from it could exceed a joint's limit; instead the torques nearest to the
 * desired ones within every limit are found,
 *   least Σ ((u_i − desired_i)/scale_i)²  with  l ≤ A u ≤ h,   A = [1; K⁻ᵀ],
 * by Hildreth's method: one multiplier for each limit, each in turn set to what its own limit needs. After SWEEPS
 * sweeps the whole is scaled towards zero torque, so that no limit is exceeded by more than rounding. If the desired
 * torques scaled as a whole are nearer, those are taken. */
#include <math.h>
#include <string.h>

#include "base/lu.h"
#include "control/control_internal.h"
#include "ulna/motor.h"

enum { SWEEPS = 200 };
static const double near_enough = 1e-10;  // of a limit's own width

void ulna_control_motor_span(const ulna_motor *motor, double rate, limit_span *span)
{
  *span = (limit_span){-(double)INFINITY, (double)INFINITY};
  if (!motor || motor->type == ULNA_MOTOR_NONE) return;
  ulna_motor_reach(motor, (double)INFINITY, rate, &span->high, NULL);
  ulna_motor_reach(motor, -(double)INFINITY, rate, &span->low, NULL);
}

static double within(double x, limit_span s) { return x > s.high ? s.high : x < s.low ? s.low : x; }

/* Row k of A, as it acts on u_i/scale_i: a joint's own, or an actuator's row of K⁻ᵀ. Returns its square. */
static double row_of(const ulna_controller *c, int k, const double scale[], double row[])
{
  const int n = c->n;
  double square = 0;
  for (int i = 0; i < n; i++) {
    row[i] = (k < n ? (i == k ? 1 : 0) : c->inverse[(k - n) * n + i]) * scale[i];
    square += row[i] * row[i];
  }
  return square;
}

static limit_span span_of(const ulna_controller *c, int k)
{
  const limit_span joint = {-c->effort[k % c->n], c->effort[k % c->n]};
  return k < c->n ? joint : c->span[k - c->n];
}

/* K⁻ᵀ, row by row, from the factors that to_actuators left. */
static void invert(ulna_controller *c)
{
  const int n = c->n;
  double *column = c->v[0];
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) column[i] = i == j ? 1 : 0;
    lu_solve_transposed(n, c->factor, c->pivot, column);
    for (int a = 0; a < n; a++) c->inverse[a * n + j] = column[a];
  }
}

/* The largest share s of x (in units of scale) for which s x is within all limits; 1 if x is. */
static double allowed_share(const ulna_controller *c, const double scale[], const double x[])
{
  const int n = c->n;
  double share = 1, *row = c->v[1];
  for (int k = 0; k < 2 * n; k++) {
    row_of(c, k, scale, row);
    const limit_span s = span_of(c, k);
    double value = 0;
    for (int i = 0; i < n; i++) value += row[i] * x[i];
    if (value > s.high) share = fmin(share, fmax(0, s.high / value));
    if (value < s.low) share = fmin(share, fmax(0, s.low / value));
  }
  return share;
}

/* The desired torques scaled as a whole, if they are nearer than what was found: for torques far beyond all
 * limits. */
static void prefer_smaller_torques(ulna_controller *c, const double desired[], const double scale[],
                                   double x[])
{
  const int n = c->n;
  double *smaller = c->v[0], found = 0, scaled = 0;
  for (int i = 0; i < n; i++) smaller[i] = desired[i] / scale[i];
  const double share = allowed_share(c, scale, smaller);
  for (int i = 0; i < n; i++) {
    const double w = smaller[i];
    smaller[i] *= share;
    found += (x[i] - w) * (x[i] - w), scaled += (smaller[i] - w) * (smaller[i] - w);
  }
  if (scaled < found) memcpy(x, smaller, (size_t)n * sizeof *x);
}

void ulna_control_keep_limits(ulna_controller *c, const double desired[])
{
  const int n = c->n;
  double *x = c->error, *scale = c->rate, *row = c->v[1], *multiplier = c->multiplier;
  memcpy(c->multiplier + 2 * n, c->error, (size_t)n * sizeof *x);  // errors and rates are still to be read
  memcpy(c->multiplier + 3 * n, c->rate, (size_t)n * sizeof *x);
  invert(c);
  for (int i = 0; i < n; i++) {
    double reach = 0;  // what the motors can do to the joint
    for (int a = 0; a < n; a++)
      reach += fabs(c->K[a * n + i]) * fmin(fmax(fabs(c->span[a].low), fabs(c->span[a].high)), 1e300);
    scale[i] = fmin(c->effort[i], reach);
    if (!(scale[i] > 0) || !isfinite(scale[i]) || scale[i] > 1e100) scale[i] = fmax(1, fabs(desired[i]));
    x[i] = desired[i] / scale[i];
  }
  memset(multiplier, 0, 2 * (size_t)n * sizeof *multiplier);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    bool moved = false;
    for (int k = 0; k < 2 * n; k++) {
      const limit_span s = span_of(c, k);
      if (!isfinite(s.low) && !isfinite(s.high)) continue;
      const double square = row_of(c, k, scale, row);
      double value = multiplier[k] * square;
      for (int i = 0; i < n; i++) value += row[i] * x[i];
      const double asked = (value - within(value, s)) / square, change = asked - multiplier[k];
      multiplier[k] = asked;
      for (int i = 0; i < n; i++) x[i] -= change * row[i];
      const double width = fmin(fabs(s.low), fabs(s.high));
      moved = moved || fabs(change) * square > near_enough * (isfinite(width) ? width : 1);
    }
    if (!moved) break;
  }
  bool rest_is_allowed = true;
  for (int a = 0; a < n; a++)
    rest_is_allowed = rest_is_allowed && c->span[a].low <= 0 && c->span[a].high >= 0;
  const double share = rest_is_allowed ? allowed_share(c, scale, x) : 1;
  for (int i = 0; i < n; i++) x[i] *= share;
  if (rest_is_allowed) prefer_smaller_torques(c, desired, scale, x);
  for (int i = 0; i < n; i++) c->u[i] = x[i] * scale[i];
  for (int a = 0; a < n; a++) {
    double force = 0;
    for (int i = 0; i < n; i++) force += c->inverse[a * n + i] * c->u[i];
    c->F[a] = within(force, c->span[a]);
  }
  for (int i = 0; i < n; i++) {
    const limit_span joint = span_of(c, i);
    c->u[i] = within(c->u[i], joint);
  }
  memcpy(c->error, c->multiplier + 2 * n, (size_t)n * sizeof *x);
  memcpy(c->rate, c->multiplier + 3 * n, (size_t)n * sizeof *x);
}
