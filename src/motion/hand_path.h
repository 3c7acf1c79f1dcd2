/* The hand's path in the base frame over the fraction s that is passed: a line or an arc, and a turn about a fixed axis. */
#ifndef ULNA_MOTION_HAND_PATH_H
#define ULNA_MOTION_HAND_PATH_H

#include "base/numbers.h"
#include "base/rotation.h"
#include "dynamics/rotation.h"
#include "kernel/chain_numbers.h"
#include "kernel/kinematics.h"
#include "ulna/trajectory.h"

typedef struct {
  bool arc;
  vec3 p0;               // where it starts
  vec3 along;            // line: goal − start
  vec3 radius, tangent;  // arc: p0 − centre, and axis × that
  double angle;          // arc: turned by on the whole, right-handed about its axis
  double length;         // m, on the whole
  mat3 R0;               // orientation at the start
  vec3 axis;             // of the hand's turn, unit; base axes
  double turn;           // by which it turns on the whole, ≥ 0
} hand_path;

typedef struct {
  vec3 p, v, a, w, wd;
  mat3 R;
} hand_value;

static inline double vec3_length(vec3 v) { return sqrt(vec3_dot(v, v)); }

// R0 turned by φ about an axis: exp(φ [axis]×) R0.
static inline mat3 turned_about(vec3 axis, double phi, const mat3 *R0)
{
  const double e[3] = {axis.x, axis.y, axis.z};
  mat3 R;
  rotation_about(e, phi, R.e);
  return mat3_product(&R, R0);
}

// Arc about an axis through `centre`; false if the start lies on the axis, or the axis has no direction.
static inline bool arc_about(hand_path *h, vec3 centre, vec3 axis, double angle)
{
  const double length = vec3_length(axis);
  if (!(length > 0) || !isfinite(length)) return false;
  const vec3 k = vec3_scale(1 / length, axis), from = vec3_sub(h->p0, centre);
  h->arc = true;
  h->angle = angle;
  h->radius = vec3_sub(from, vec3_scale(vec3_dot(k, from), k));
  h->tangent = vec3_cross(k, h->radius);
  const double r = vec3_length(h->radius);
  h->length = r * fabs(angle);
  return r > 1e-9 * vec3_length(from);
}

// Arc from the start through `via` to `goal`. With u = via − start, w = goal − start and n = u × w the centre is
//   start + (|w|² n × u + |u|² w × n)/(2 n²),
// and start, via, goal follow one another right-handed about n. False where there is no such circle.
static inline bool arc_through(hand_path *h, vec3 via, vec3 goal)
{
  const vec3 u = vec3_sub(via, h->p0), w = vec3_sub(goal, h->p0), n = vec3_cross(u, w);
  const vec3 d = vec3_sub(goal, via);
  const double uu = vec3_dot(u, u), ww = vec3_dot(w, w), dd = vec3_dot(d, d), nn = vec3_dot(n, n);
  const double shortest = fmin(uu, fmin(ww, dd)), longest = fmax(uu, fmax(ww, dd));
  if (!(shortest > 1e-18 * longest) || !(nn > 1e-18 * uu * ww)) return false;
  const vec3 across = vec3_add(vec3_scale(ww, vec3_cross(n, u)), vec3_scale(uu, vec3_cross(w, n)));
  const vec3 centre = vec3_add(h->p0, vec3_scale(0.5 / nn, across));
  if (!arc_about(h, centre, n, 1)) return false;
  const vec3 end = vec3_sub(goal, centre);
  const double angle = atan2(vec3_dot(h->tangent, end), vec3_dot(h->radius, end));
  h->angle = angle > 0 ? angle : angle + 2 * PI;
  h->length *= h->angle;
  return true;
}

// Pose and motion of the hand when the fraction s is passed at the rate s' with the acceleration s''. On the arc,
// φ = s angle, with r the radius and t = axis × r:
//   p = p0 − 2 sin²(φ/2) r + sin φ t,  v = φ' e,  a = φ'' e − φ'² (cos φ r + sin φ t),  e = cos φ t − sin φ r.
static inline void hand_path_at(const hand_path *h, double s, double sd, double sdd, hand_value *out)
{
  if (h->arc) {
    const double phi = s * h->angle, phid = sd * h->angle, phidd = sdd * h->angle;
    const double half = sin(phi / 2), sine = sin(phi), cosine = cos(phi);
    const vec3 r = h->radius, t = h->tangent;
    const vec3 e = vec3_sub(vec3_scale(cosine, t), vec3_scale(sine, r));
    const vec3 outward = vec3_add(vec3_scale(cosine, r), vec3_scale(sine, t));
    out->p = vec3_add(h->p0, vec3_sub(vec3_scale(sine, t), vec3_scale(2 * half * half, r)));
    out->v = vec3_scale(phid, e);
    out->a = vec3_sub(vec3_scale(phidd, e), vec3_scale(phid * phid, outward));
  } else {
    out->p = vec3_add(h->p0, vec3_scale(s, h->along));
    out->v = vec3_scale(sd, h->along);
    out->a = vec3_scale(sdd, h->along);
  }
  out->w = vec3_scale(sd * h->turn, h->axis);
  out->wd = vec3_scale(sdd * h->turn, h->axis);
  out->R = turned_about(h->axis, s * h->turn, &h->R0);
}

#endif
