/* What a joint's limits leave of its next acceleration, or rate. */
#ifndef ULNA_CONTROL_JOINT_BOUNDS_H
#define ULNA_CONTROL_JOINT_BOUNDS_H

#include <math.h>
#include <stdbool.h>

// without the care for NaN that fmin and fmax take
static inline double lesser(double a, double b) { return a < b ? a : b; }
static inline double greater(double a, double b) { return a > b ? a : b; }

typedef struct {
  double lower, upper, velocity, acceleration;  // infinite: none
} joint_limits;

typedef struct {
  double low, high;
} joint_bounds;

/* The largest acceleration over a period T of a joint that is `room` before its limit and moves towards it by v, such that
 * −a stops it before the limit from then on:  v T + x T²/2 + (v + x T)²/(2a) ≤ room, a quadratic in x; in the last period,
 * where it comes to rest on the way: v²/(2 room) of braking. Never beyond −a; and beyond the limit, or with any
 * acceleration at hand, no harder than to be at rest after T. */
static inline double brake_acceleration(double room, double v, double a, double T)
{
  const double rest = v > 0 ? -v / T : 0;
  if (!(room > 0)) return greater(rest, -a);
  if (a == HUGE_VAL) return greater(2 * (room - v * T) / (T * T), rest);
  const double A = T * T / (2 * a), B = T * T / 2 + v * T / a, C = v * T + v * v / (2 * a) - room;
  if (C + a * (B + a * A) <= 0) return a;  // not even at full acceleration
  const double discriminant = B * B - 4 * A * C;
  double x = discriminant > 0 ? (sqrt(discriminant) - B) / (2 * A) : -a;
  if (x < rest && v > 0) x = -v * v / (2 * room);
  return greater(x, -a);
}

/* The largest rate over a period T after which −a stops the joint before its limit: x T + x²/(2a) ≤ room. */
static inline double brake_rate(double room, double a, double T)
{
  room = greater(room, 0);
  if (a == HUGE_VAL) return room / T;
  const double aT = a * T;
  return 2 * a * room / (aT + sqrt(aT * aT + 2 * a * room));
}

static inline joint_bounds both(joint_bounds x, joint_bounds y)
{
  const joint_bounds z = {greater(x.low, y.low), lesser(x.high, y.high)};
  if (z.low <= z.high) return z;
  // they exclude each other: the one that moves least
  const double one = fabs(z.low) < fabs(z.high) ? z.low : z.high;
  const joint_bounds point = {one, one};
  return point;
}

/* Accelerations at position q and rate v. T = 0: what holds at this instant. */
static inline joint_bounds acceleration_bounds(const joint_limits *l, double q, double v, double T)
{
  const double a = l->acceleration;
  const joint_bounds any = {-a, a};
  if (T == 0) {
    const joint_bounds now = {v <= -l->velocity || (q <= l->lower && v <= 0) ? 0 : -a,
                              v >= l->velocity || (q >= l->upper && v >= 0) ? 0 : a};
    return now;
  }
  const joint_bounds speed = {lesser(greater((-l->velocity - v) / T, -a), a),
                              greater(lesser((l->velocity - v) / T, a), -a)};
  joint_bounds place = any;
  if (l->upper < HUGE_VAL) place.high = brake_acceleration(l->upper - q, v, a, T);
  if (l->lower > -HUGE_VAL) place.low = -brake_acceleration(q - l->lower, -v, a, T);
  return both(place, speed);
}

/* Rates at position q; now: the rate at present, NULL where it does not matter. */
static inline joint_bounds rate_bounds(const joint_limits *l, double q, const double *now, double T)
{
  joint_bounds x = {-l->velocity, l->velocity};
  if (T == 0) {
    if (q >= l->upper) x.high = 0;
    if (q <= l->lower) x.low = 0;
    return x;
  }
  if (l->upper < HUGE_VAL) x.high = lesser(x.high, brake_rate(l->upper - q, l->acceleration, T));
  if (l->lower > -HUGE_VAL) x.low = greater(x.low, -brake_rate(q - l->lower, l->acceleration, T));
  if (!now || l->acceleration == HUGE_VAL) return x;
  const joint_bounds near = {*now - l->acceleration * T, *now + l->acceleration * T};
  return both(x, near);
}

#endif
