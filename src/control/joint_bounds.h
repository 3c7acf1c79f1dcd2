/* The bounds that a joint's limits put on its next acceleration, or rate. */
#ifndef ULNA_CONTROL_JOINT_BOUNDS_H
#define ULNA_CONTROL_JOINT_BOUNDS_H

#include <math.h>
#include <stdbool.h>

// without the care for NaN that fmin and fmax take
static inline double lesser(double a, double b) { return a < b ? a : b; }
static inline double greater(double a, double b) { return a > b ? a : b; }

typedef struct {
  double lower, upper, velocity, acceleration;  // infinite: none
  double inverse_2a;                            // 1/(2 acceleration)
} joint_limits;

// T, and 1/T; both 0: only what holds at this instant
typedef struct {
  double T, inverse;
} period;

typedef struct {
  double low, high;
} joint_bounds;

/* The largest acceleration over a period T of a joint that is `room` before its limit and moves towards it by v, such that
 * −a stops it before the limit from then on:  v T + x T²/2 + (v + x T)²/(2a) ≤ room, a quadratic in x; in the last period,
 * where it comes to rest on the way: v²/(2 room) of braking. Never beyond −a. Beyond the limit, or without an
 * acceleration limit, no harder than to be at rest after T. */
static inline double brake_acceleration(const joint_limits *l, double room, double v, period p)
{
  const double a = l->acceleration, T = p.T, rest = v > 0 ? -v * p.inverse : 0;
  if (!(room > 0)) return greater(rest, -a);
  if (a == HUGE_VAL) return greater(2 * (room - v * T) * p.inverse * p.inverse, rest);
  const double stop = v * v * l->inverse_2a;
  if (stop + T * (2 * v + a * T) <= room) return a;  // not even at full acceleration
  const double A = T * T * l->inverse_2a, B = T * T / 2 + 2 * v * T * l->inverse_2a, C = v * T + stop - room;
  const double discriminant = B * B - 4 * A * C;
  double x = discriminant > 0 ? (sqrt(discriminant) - B) / (2 * A) : -a;
  if (x < rest && v > 0) x = -v * v / (2 * room);
  return greater(x, -a);
}

/* The largest rate over a period T after which −a stops the joint before its limit: x T + x²/(2a) ≤ room. */
static inline double brake_rate(double room, double a, period p)
{
  room = greater(room, 0);
  if (a == HUGE_VAL) return room * p.inverse;
  const double aT = a * p.T;
  return 2 * a * room / (aT + sqrt(aT * aT + 2 * a * room));
}

static inline joint_bounds both(joint_bounds x, joint_bounds y)
{
  const joint_bounds z = {greater(x.low, y.low), lesser(x.high, y.high)};
  if (z.low <= z.high) return z;
  // they exclude each other: take the one that moves least
  const double one = fabs(z.low) < fabs(z.high) ? z.low : z.high;
  const joint_bounds point = {one, one};
  return point;
}

/* Accelerations at position q and rate v. */
static inline joint_bounds acceleration_bounds(const joint_limits *l, double q, double v, period p)
{
  const double a = l->acceleration;
  const joint_bounds any = {-a, a};
  if (p.T == 0) {
    const joint_bounds now = {v <= -l->velocity || (q <= l->lower && v <= 0) ? 0 : -a,
                              v >= l->velocity || (q >= l->upper && v >= 0) ? 0 : a};
    return now;
  }
  const joint_bounds speed = {lesser(greater((-l->velocity - v) * p.inverse, -a), a),
                              greater(lesser((l->velocity - v) * p.inverse, a), -a)};
  joint_bounds place = any;
  if (l->upper < HUGE_VAL) place.high = brake_acceleration(l, l->upper - q, v, p);
  if (l->lower > -HUGE_VAL) place.low = -brake_acceleration(l, q - l->lower, -v, p);
  return both(place, speed);
}

/* Rates at position q; now: the rate at present, NULL where it does not matter. */
static inline joint_bounds rate_bounds(const joint_limits *l, double q, const double *now, period p)
{
  joint_bounds x = {-l->velocity, l->velocity};
  if (p.T == 0) {
    if (q >= l->upper) x.high = 0;
    if (q <= l->lower) x.low = 0;
    return x;
  }
  if (l->upper < HUGE_VAL) x.high = lesser(x.high, brake_rate(l->upper - q, l->acceleration, p));
  if (l->lower > -HUGE_VAL) x.low = greater(x.low, -brake_rate(q - l->lower, l->acceleration, p));
  if (!now || l->acceleration == HUGE_VAL) return x;
  const joint_bounds near = {*now - l->acceleration * p.T, *now + l->acceleration * p.T};
  return both(x, near);
}

#endif
