/* Motion as polynomials in pieces, x(t) = Σ c_k u^k with u = (t − t_i)/h_i in [0, 1] on piece i, degree 5 at most; and the
 * laws s(t) by which a path is passed from 0 to 1. Plain double: control flow depends on values here. */
#ifndef ULNA_MOTION_PIECEWISE_H
#define ULNA_MOTION_PIECEWISE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "ulna/trajectory.h"

enum { TERMS = 6, LAW_PIECES = 3 };

typedef struct {
  double x, xd, xdd;
} piece_value;

typedef struct {
  int pieces;
  double knot[LAW_PIECES + 1];
  double c[LAW_PIECES][TERMS];
} law;

// x, dx/dt and d²x/dt² at u, for a piece of length h, by Horner's rule.
static inline piece_value piece_at(const double c[TERMS], double u, double h)
{
  const double x = c[0] + u * (c[1] + u * (c[2] + u * (c[3] + u * (c[4] + u * c[5]))));
  const double xu = c[1] + u * (2 * c[2] + u * (3 * c[3] + u * (4 * c[4] + u * 5 * c[5])));
  const double xuu = 2 * c[2] + u * (6 * c[3] + u * (12 * c[4] + u * 20 * c[5]));
  const piece_value value = {x, xu / h, xuu / h / h};
  return value;
}

// The piece that t falls into: knot[i] ≤ t < knot[i + 1], the first or last for what is outside.
static inline int piece_of(const double knot[], int pieces, double t)
{
  int low = 0, high = pieces - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (t >= knot[middle]) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Hermite's cubic: x0, v0 at u = 0; x1, v1 at u = 1.
static inline void piece_cubic(double c[TERMS], double h, const piece_value *from, const piece_value *to)
{
  const double D = to->x - from->x, V0 = h * from->xd, V1 = h * to->xd;
  c[0] = from->x, c[1] = V0;
  c[2] = 3 * D - 2 * V0 - V1;
  c[3] = V0 + V1 - 2 * D;
  c[4] = c[5] = 0;
}

// The quintic with x, v, a given at both ends.
static inline void piece_quintic(double c[TERMS], double h, const piece_value *from, const piece_value *to)
{
  const double D = to->x - from->x, V0 = h * from->xd, V1 = h * to->xd;
  const double A0 = h * h * from->xdd, A1 = h * h * to->xdd;
  c[0] = from->x, c[1] = V0, c[2] = A0 / 2;
  c[3] = 10 * D - 6 * V0 - 4 * V1 - (3 * A0 - A1) / 2;
  c[4] = -15 * D + 8 * V0 + 7 * V1 + (3 * A0 - 2 * A1) / 2;
  c[5] = 6 * D - 3 * (V0 + V1) - (A0 - A1) / 2;
}

// Coefficients of dp/du.
static inline void polynomial_slope(const double p[TERMS], double slope[TERMS])
{
  for (int k = 1; k < TERMS; k++) slope[k - 1] = k * p[k];
  slope[TERMS - 1] = 0;
}

static inline double polynomial_at(const double p[TERMS], double u)
{
  double x = 0;
  for (int k = TERMS - 1; k >= 0; k--) x = x * u + p[k];
  return x;
}

// Where p changes sign between a and b, by halving; b where it does not.
static inline double polynomial_crossing(const double p[TERMS], double a, double b)
{
  const bool positive = polynomial_at(p, a) > 0;
  if (positive == (polynomial_at(p, b) > 0)) return b;
  for (int k = 0; k < 60; k++) {
    const double u = 0.5 * (a + b);
    if ((polynomial_at(p, u) > 0) == positive) a = u;
    else b = u;
  }
  return b;
}

// Places in [0, 1], rising, 0 and 1 among them, between which p is monotonic; at most TERMS + 1, returns how many.
// Between the turning points of its slope a slope crosses zero once at most: so from the highest derivative down.
static inline int polynomial_turns(const double p[TERMS], double at[TERMS + 1])
{
  double d[TERMS][TERMS];
  memcpy(d[0], p, sizeof d[0]);
  for (int k = 1; k < TERMS; k++) polynomial_slope(d[k - 1], d[k]);
  int count = 2;
  at[0] = 0, at[1] = 1;
  for (int k = TERMS - 1; k >= 1; k--) {
    double next[TERMS + 1];
    int found = 1;
    next[0] = 0;
    for (int i = 0; i + 1 < count; i++) {
      const double u = polynomial_crossing(d[k], at[i], at[i + 1]);
      if (u < at[i + 1]) next[found++] = u;
    }
    next[found++] = 1;
    memcpy(at, next, sizeof next);
    count = found;
  }
  return count;
}

// The cubic spline's rates at its knots, from continuous acceleration:
//   v_{k−1}/h_{k−1} + 2 (1/h_{k−1} + 1/h_k) v_k + v_{k+1}/h_k = 3 ((x_k − x_{k−1})/h²_{k−1} + (x_{k+1} − x_k)/h²_k),
// with v given at the ends (clamped) or no acceleration there, 2 v_0 + v_1 = 3 (x_1 − x_0)/h_0 (natural). The matrix is
// diagonally dominant: no pivoting. x: `points` values, `stride` apart; above: scratch. v[0], v[points−1]: given if clamped.
static inline void spline_rates(int points, const double time[], const double x[], int stride, bool clamped,
                                double above[], double v[])
{
  const int last = points - 1;
  double left = 0, slope_left = 0;  // 1/h and (x_k − x_{k−1})/h² of the piece before
  for (int k = 0; k <= last; k++) {
    const double h = k < last ? time[k + 1] - time[k] : 1;
    const double right = k < last ? 1 / h : 0;
    const double slope_right = k < last ? (x[(k + 1) * stride] - x[k * stride]) / h / h : 0;
    const bool fixed = clamped && (k == 0 || k == last);
    const double lower = fixed ? 0 : left, upper = fixed ? 0 : right;
    const double diagonal = fixed ? 1 : 2 * (left + right);
    const double known = fixed ? v[k] : 3 * (slope_left + slope_right);
    const double pivot = diagonal - (k > 0 ? lower * above[k - 1] : 0);
    above[k] = upper / pivot;
    v[k] = (known - (k > 0 ? lower * v[k - 1] : 0)) / pivot;
    left = right, slope_left = slope_right;
  }
  for (int k = last - 1; k >= 0; k--) v[k] -= above[k] * v[k + 1];
}

// The largest s' and s'' of a law of duration 1 from rest to rest: 3/2 and 6; 15/8 and 10/√3.
static inline double law_peak_rate(ulna_profile profile) { return profile == ULNA_CUBIC ? 1.5 : 1.875; }
static inline double law_peak_acceleration(ulna_profile profile)
{
  return profile == ULNA_CUBIC ? 6 : 10 / sqrt(3.0);
}

// The shortest duration in which s goes from 0 to 1 from rest to rest with s' ≤ rate and s'' ≤ acceleration. Trapezoid:
// s'/s'' to get to speed, as much to stop, and 1 = s' (T − s'/s''); where s'²/s'' > 1 a triangle of peak √s''.
static inline double law_shortest(ulna_profile profile, double rate, double acceleration)
{
  if (profile == ULNA_TRAPEZOID) {
    const double peak = fmin(rate, sqrt(acceleration));
    return 1 / peak + peak / acceleration;
  }
  return fmax(law_peak_rate(profile) / rate, sqrt(law_peak_acceleration(profile) / acceleration));
}

static inline void law_polynomial(law *l, ulna_profile profile, double duration)
{
  const piece_value from = {0, 0, 0}, to = {1, 0, 0};
  memset(l, 0, sizeof *l);
  l->pieces = 1;
  l->knot[1] = duration;
  if (profile == ULNA_CUBIC) piece_cubic(l->c[0], duration, &from, &to);
  else piece_quintic(l->c[0], duration, &from, &to);
}

// The even speed of a trapezoid of duration T and acceleration a: the smaller root of v (T − v/a) = 1.
static inline double law_even_rate(double T, double a) { return 2 / (T + sqrt(fmax(T * T - 4 / a, 0))); }

// Trapezoid of duration T, even speed v and acceleration a, 1 = v (T − v/a): s = ½ a t², then v t − …, then 1 − ½ a (T − t)².
static inline void law_trapezoid(law *l, double T, double v, double a)
{
  memset(l, 0, sizeof *l);
  const bool triangle = !(T - 2 * v / a > 1e-12 * T);
  const double h = triangle ? T / 2 : v / a;
  const double near = triangle ? 0.5 : v * h / 2;  // passed by the end of the first piece
  const int last = triangle ? 1 : 2;
  l->pieces = last + 1;
  l->knot[1] = h;
  l->c[0][2] = near;
  if (!triangle) {
    l->knot[2] = T - h;
    l->c[1][0] = near, l->c[1][1] = v * (T - 2 * h);
  }
  l->knot[last + 1] = T;
  l->c[last][0] = 1 - near, l->c[last][1] = 2 * near, l->c[last][2] = -near;
}

#endif
